"""Texts of the lesson: what to do and why at each prompt."""

from typing import Any

from django.utils.translation import gettext_lazy as _

LESSON_TEXTS: dict[str, Any] = {
    "lesson-show": _("Show the lesson"),
    "lesson-hide": _("Skip the lesson"),
    "lesson-now-leads": _("Now you lead the other side: {side}."),
    "lesson-card-frank": _(
        "You lead both sides, first the Franks, in blue. Play the card with the most Moves. The higher card of the two"
        " moves first; if they are equal, dice decide."
    ),
    "lesson-card-saracen": _(
        "Now the Saracens: you see what they see. Choose their card with a blue ring. It is their lowest, so that the"
        " Franks may move first; if both cards are equal, dice decide."
    ),
    "lesson-move-frank": _(
        "Press your block at Tiberias, then {town}, where one enemy block stands: who marches in among enemies starts a"
        " battle. A Move takes the blocks of one town along the roads."
    ),
    "lesson-goal": _(
        "Whoever holds more of the seven cities with a sun when 1192 ends has won. Now for a first battle."
    ),
    "lesson-move-elsewhere": _("That starts no battle yet. Press Undo, and send the block from Tiberias to {town}."),
    "lesson-move-any": _(
        "No battle has come yet. Press a block, then a town within its reach where an enemy block stands."
    ),
    "lesson-move-spent": _(
        "All Moves are used. Press Done: until then you can take them back, and the enemy sees nothing."
    ),
    "lesson-move-declared": _(
        "A battle is declared. With Moves left send more blocks by another road: they come a round later, as reserve."
        " Then press Done."
    ),
    "lesson-move-declared-spent": _("A battle is declared. Press Done."),
    "lesson-move-saracen": _(
        "An attacked block is pinned and stays; others could come to help it from round 2. "
        "For this lesson press Done: battles come when both have moved."
    ),
    "lesson-move-saracen-first": _(
        "This turn the Saracens move first. For this lesson press Done: then the Franks move."
    ),
    "lesson-choose-battle": _("Who moves first says which battle is fought first. Choose it."),
    "lesson-garrison": _(
        "A castle holds as many blocks as it has towers. For a battle now let all stand in the field."
    ),
    "lesson-storm": _(
        "Press “{stay}”: hunger may cost the castle a step when the fighting here ends. In a storm each hit costs your"
        " blocks a step, theirs only every second hit."
    ),
    "lesson-sally": _(
        "Press “{inside}”: behind the walls they are hit only in a storm. Who is besieged may also sally out and fight"
        " in the field."
    ),
    "lesson-fight": _(
        "Press Fire. A blocks fire before B, B before C; with the same letter the defender first. "
        "A block rolls a die for each step; its figure or less hits."
    ),
    "lesson-fight-on": _(
        "Press Fire again. A round ends when all have acted; the battle ends when one side is gone, after three rounds"
        " at the latest."
    ),
    "lesson-fight-last": _(
        "Press Fire. This is the last round: if both sides still stand after it, the attacker must leave the field."
    ),
    "lesson-fight-charge": _("You may Charge instead: the knight hits with one more, but each six costs him a step."),
    "lesson-storming": _("Press Fire. Behind walls two hits take one step, so a storm is slow."),
    "lesson-hits": _(
        "Press the block that takes the hit: always one of the strongest. It turns to fewer steps and rolls fewer dice."
    ),
    "lesson-must-retreat": _("After three rounds attackers must leave the field. Press a block, then where it goes."),
    "lesson-regroup": _("Who won may move blocks on to towns beside it. Press Done to keep them where they are."),
    "lesson-leave-siege": _("Besiegers may leave now. Who stays wears the castle down by hunger. Press Done to stay."),
    "lesson-main-road": _(
        "You attack by several roads: blocks by the main road fight at once, the others a round later. Choose which is"
        " the main road."
    ),
    "lesson-marker": _("One besieging block shows its face, so that everybody sees the siege. Choose it."),
    "lesson-draw": _("A new block comes to you from the pool. Choose where it stands."),
    "lesson-winter": _(
        "In the sixth turn towns feed only as many blocks as their castles have towers; the rest leave the map. Choose"
        " who."
    ),
    "lesson-event": _("This card is an event: the prompt says what it lets you do. Do it, or press Done."),
    "lesson-siege-goal": _(
        "Ships, a muster, a charge, a siege, and winter. It is autumn 1187: four Saracens besiege the castle of Gaza."
    ),
    "lesson-siege-card-frank": _(
        "You lead both sides. For the Franks play the card with the most Moves. Then comes winter."
    ),
    "lesson-siege-card-saracen": _("Now a card with Moves for the Saracens: you see what they see."),
    "lesson-siege-sea": _(
        "Gaza is besieged, and Ascalon beside it needs defenders: send one by ship, from port to port, for a Move."
        " Press your block at {from}, then {town}."
    ),
    "lesson-siege-muster": _(
        "The ship is in Ascalon. Next, {muster} needs defenders. Press Muster, then {muster}, then the red button: one"
        " Move calls blocks from several towns."
    ),
    "lesson-siege-moved": _("That is all for this side. Press Done."),
    "lesson-siege-muster-elsewhere": _("That leaves no Move for {muster}. Press Undo, then muster there."),
    "lesson-siege-stay": _("The knight of {town} must stay there for the charge. Press Undo."),
    "lesson-siege-attack": _(
        "Press your block at {from}, then {town}: a battle. A knight of the Franks stands there, and in the field"
        " knights can charge."
    ),
    "lesson-siege-elsewhere": _("That does not lead to {town}. Press Undo, and send the block from {from} there."),
    "lesson-siege-declared": _("A battle is declared. Press Done."),
    "lesson-siege-choose-battle": _(
        "Battles are fought one after the other. Press {town} for the charge; Gaza, for the siege, comes after it."
    ),
    "lesson-siege-garrison": _(
        "Press “It fights in the field”: there the knight can charge. In the castle he would be besieged, with nothing"
        " to charge at."
    ),
    "lesson-siege-charge": _("Press Charge: the knight hits with one more, but each six costs him a step."),
    "lesson-siege-fight": _("Press Fire: a block rolls a die for each step, and its figure or less hits."),
    "lesson-siege-storming": _("Press Fire. Behind walls two hits cost one step."),
    "lesson-siege-winter-move": _("Winter: nobody can attack. Press Done."),
    "lesson-siege-winter-besiegers": _(
        "Besiegers starve in winter. Lead those at Gaza back to Egypt, then press Done."
    ),
    "lesson-siege-winter": _(
        "A town feeds as many blocks as its castle has towers, and gives back as many steps. Choose who leaves, then"
        " who gains a step."
    ),
    "lesson-siege-end": _(
        "That was a year. From 1188 on each side draws a block every turn, but not in winter. Now play a game."
    ),
    "lesson-end": _(
        "That was a whole turn. Six make a year, the last is winter; after 1192 whoever holds more of the seven cities"
        " wins."
    ),
}
