"""Texts of the lesson: what to do and why at each prompt."""

from typing import Any

from django.utils.translation import gettext_lazy as _

LESSON_TEXTS: dict[str, Any] = {
    "lesson-show": _("Show the lesson"),
    "lesson-hide": _("Skip the lesson"),
    "lesson-card-frank": _(
        "Play the card with the most Moves. Both cards are turned up together, and the higher one moves first. "
        "A Move takes the blocks of one town along the roads."
    ),
    "lesson-card-saracen": _(
        "Here you lead both sides. For the Saracens play a Move card with fewer Moves, so that the Franks move first."
    ),
    "lesson-move-frank": _(
        "Press your block at Tiberias, then {town}, where one enemy block stands: who marches in among enemies starts a battle."
    ),
    "lesson-goal": _("Whoever holds more of the seven cities with a sun when 1192 ends has won. Now for a first battle."),
    "lesson-move-elsewhere": _("That starts no battle yet. Press Undo, and send the block from Tiberias to {town}."),
    "lesson-move-any": _("No battle has come yet. Press a block, then a town within its reach where an enemy block stands."),
    "lesson-move-spent": _("All Moves are used. Press Done: until then you can take them back, and the enemy sees nothing."),
    "lesson-move-declared": _(
        "A battle is declared. With Moves left send more blocks by another road: they come a round later, as reserve. Then press Done."
    ),
    "lesson-move-saracen": _(
        "An attacked block is pinned and stays; others could come to help it from round 2. "
        "For this lesson press Done: battles come when both have moved."
    ),
    "lesson-move-saracen-first": _("This turn the Saracens move first. For this lesson press Done: then the Franks move."),
    "lesson-choose-battle": _("Who moves first says which battle is fought first. Choose it."),
    "lesson-garrison": _("A castle holds as many blocks as its rating. For a battle now let all stand in the field."),
    "lesson-storm": _("The enemy sits in the castle. To storm it is dear, for two hits take one step there; waiting starves them."),
    "lesson-sally": _("Who is besieged may sally out and fight in the field, or stay behind the walls. Choose."),
    "lesson-fight": _(
        "Press Fire. A blocks fire before B, B before C; with the same letter the defender first. "
        "A block rolls a die for each step; its figure or less hits."
    ),
    "lesson-storming": _("Press Fire. Behind walls two hits take one step, so a storm is slow."),
    "lesson-hits": _("Press the block that takes the hit: always one of the strongest. It turns to fewer steps and rolls fewer dice."),
    "lesson-must-retreat": _("After three rounds attackers must leave the field. Press a block, then where it goes."),
    "lesson-regroup": _("Who won may move blocks on to towns beside it. Press Done to keep them where they are."),
    "lesson-leave-siege": _("Besiegers may leave now. Who stays wears the castle down by hunger. Press Done to stay."),
    "lesson-main-road": _("Blocks by the main road fight at once, the others wait in reserve. Choose the road that matters."),
    "lesson-marker": _("One besieging block shows its face, so that everybody sees the siege. Choose it."),
    "lesson-draw": _("A new block comes to you from the pool. Choose where it stands."),
    "lesson-winter": _("In the sixth turn towns feed only as many blocks as their rating; the rest go home. Choose who."),
    "lesson-event": _("This card is an event: the prompt says what it lets you do. Do it, or press Done."),
    "lesson-end": _("That was a whole turn. Six make a year, the last is winter; after 1192 whoever holds more of the seven cities wins."),
}
