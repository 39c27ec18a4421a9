"""What follows from each choice of a decision, a sentence each.

A key is `why-` with the type of the action, the step before the type where the step makes a difference. Behind it stand
`walls` for hits on a stormed castle, `weaker` for what hits with less in edition 1.4, and for sets of blocks `none`,
`some`, and `stay` for nobody more.
"""

from typing import Any

from django.utils.translation import gettext_lazy as _

from frontend.texts_plural import plural

FOLLOWS_TEXTS: dict[str, Any] = {
    "what-follows": _("What follows?"),
    # deployment and cards
    "why-place": _("The block begins the game in that town; until Done it can be placed anew."),
    "why-swap": _("The two change places: each begins where the other stood."),
    "why-seats-done": _("Your blocks stay where they stand; your enemy does not see which is which."),
    "why-family-done": _("Saladin and his relatives stay where they stand."),
    "why-done-changed": _("Saladin and his relative stand where you see them now."),
    "why-play-card": _("The card decides how much you may do this turn, and who goes first."),
    "why-take-back-card": _("The card comes back to your hand; your enemy does not learn which it was."),
    "why-go-first": _("You move before your enemy, who then answers your moves."),
    "why-go-second": _("Your enemy moves before you, and you answer those moves."),
    # events
    "why-assassinate": _(
        "Three dice are rolled against this block: each of 1 to 3 costs it a step, behind walls as well. Nobody fires"
        " back."
    ),
    "strike-odds": plural(
        "{dice} dice, each of 1 to {firepower} costs a step: on average {steps} step, {percent} for one or more.",
        "{dice} dice, each of 1 to {firepower} costs a step: on average {steps} steps, {percent} for one or more.",
    ),
    "strike-falls": _("Chance that it falls: {percent}."),
    "strike-falls-hidden": _("Chance that it falls: {chances}."),
    "strike-with": plural("{percent} with {count} step", "{percent} with {count} steps"),
    "strike-walls": _("Walls do not protect it."),
    "strike-lot": plural(
        "Which of the {count} hidden blocks there is struck is drawn by lot.",
        "Which of the {count} hidden blocks there is struck is drawn by lot.",
    ),
    "why-strengthen": _("The block gains a step at once."),
    "why-manna-done": _("No further block gains a step."),
    "why-declare-jihad": _("In the first round there all your blocks fire before the enemy's."),
    # movement
    "why-move": _("The block goes there; where enemies stand a battle follows when both sides have moved."),
    "why-muster-to": _("Blocks from around come together in one town; a muster starts no battle."),
    "why-muster": _("The block comes to the town where you muster."),
    "why-sea-move": _("The block sails from port to port; it has then moved this turn."),
    "why-enter": _("The block marches onto the map; where enemies stand a battle follows."),
    "why-move-done": _("Your movement is over; Moves that are left are lost."),
    "why-main-road": _("Those who came by this road fight first, the others join the battle in a later round."),
    "why-main-road-done": _("The roads stay as they are chosen now."),
    "why-winter-campaign": _("This siege can go on through the winter."),
    "why-keep-face-up": _(
        "Your enemy sees this block and its strength; the other besiegers stay hidden. It costs nothing else: most"
        " players show their weakest."
    ),
    # battle
    "why-choose-battle": _(
        "You moved first, so you choose. In the end all are fought, one after the other, each to its end."
    ),
    "battles-adjoin": _(
        "{one} and {other} lie next to each other: where you win first, your blocks that leave the other battle may"
        " find room."
    ),
    "ahead-field": _("the field is yours in about {count} of 10 tries"),
    "ahead-storm": _("a siege: a storm by your strongest takes it in about {count} of 10 tries"),
    "ahead-storm-one": _("a siege: a storm by {block} takes it in about {count} of 10 tries"),
    "ahead-sally": _("a siege: a sally of all your blocks breaks it in about {count} of 10 tries"),
    "ahead-sally-one": _("a siege: a sally of {block} breaks it in about {count} of 10 tries"),
    "why-garrison-none": _(
        "All meet the attack in the field; later they can still withdraw into the castle, if there is room."
    ),
    "why-garrison-some": _(
        "Nobody hits those inside until the castle is stormed; should the field be lost, they are besieged."
    ),
    "why-storm-none": _(
        "The siege goes on. Those inside may sally now: then they attack, and your besiegers defend in the field."
        " Unless they do or relief comes, there is no more fighting here this turn."
    ),
    "waiting-costs": plural(
        "Hunger at the end of the turn: a 1 costs a besieged block a step ({percent}), besiegers nothing.",
        "Hunger at the end of the turn: 1 to {count} cost a besieged block a step ({percent}), besiegers nothing.",
    ),
    "waiting-costs-here": plural(
        "Hunger when the fighting here ends: a 1 costs a besieged block a step ({percent}), besiegers nothing.",
        "Hunger when the fighting here ends: 1 to {count} cost a besieged block a step ({percent}), besiegers nothing.",
    ),
    "waiting-costs-nothing": _("At the end of this turn hunger costs nobody a step here."),
    "waiting-in-winter": _(
        "In winter, after turn 6, besiegers leave the map (rule {rule}), unless Winter Campaign keeps"
        " this siege. Most can be drawn again next year."
    ),
    "waiting-in-winter-back": _(
        "In winter, after turn 6, your besiegers leave the map (rule {rule}), unless Winter Campaign keeps"
        " this siege. They can be drawn again next year."
    ),
    "waiting-in-winter-lost": _(
        "In winter, after turn 6, your besiegers leave the map (rule {rule}), unless Winter Campaign keeps"
        " this siege. Lost for good then: {blocks}. Any others can be drawn again next year."
    ),
    "hunger-in-winter": plural(
        "In a siege that is kept through the winter a 1 costs a besieged block a step.",
        "In a siege that is kept through the winter 1 to {count} cost a besieged block a step.",
    ),
    "hunger-in-winter-besieger": plural(
        "A besieging block then rolls as well, and a 1 costs it a step.",
        "A besieging block then rolls as well, and 1 to {count} cost it a step.",
    ),
    "why-storm-some": _(
        "Behind the walls two hits cost a step, before them each hit does. The storm goes on by itself in the next"
        " round; on its turn a stormer may withdraw instead of firing."
    ),
    "why-storm-stay": _("Those who storm already fight on. To end the storm, let each withdraw instead of firing."),
    "why-sally-none": _("Inside nobody can be hit unless the castle is stormed."),
    "why-sally-some": _("They fight the besiegers in the field without the shelter of the walls."),
    "why-sally-stay": _("Those who have sallied fight on; each may withdraw to the castle instead of firing."),
    "why-fire": _("It rolls a die for each step; each hit costs the enemy's strongest block a step."),
    "why-fire-walls": _("It rolls a die for each step; behind the walls it takes two hits to cost a step."),
    "why-charge": _("It hits harder than by fire, but each six it rolls costs the block itself a step."),
    "why-harry": _(
        "It fires first and then leaves the battle for a town nearby, as by a retreat. It costs no more than that, but"
        " the block leaves even if no enemy is left (6.33)."
    ),
    "why-harry-weaker": _(
        "It fires first, but hits with one less than its figure, and then leaves the battle for a town nearby, even if"
        " no enemy is left (6.43)."
    ),
    "why-retreat": _("It leaves the battle for that town without firing, and is not hit any more."),
    "why-withdraw": _(
        "It goes out of the enemy's reach, to the castle or from a storm to the field, and does not fire."
    ),
    "why-pass": _("It does nothing this round and stays where it is."),
    "why-leave-map": _("The block leaves the game for good."),
    "why-take-hit": _("This block loses a step; with its last step it falls."),
    "why-take-hit-walls": _("This block takes half a hit; the next falls on it as well and costs the step."),
    "why-must-retreat-retreat": _("The block leaves the battle for that town; who finds no road is lost."),
    "why-leave-siege-retreat": _("The block leaves the siege for that town."),
    "why-leave-siege-done": _("All who are left go on besieging."),
    "why-regroup": _("The block goes on to that town; it costs no Move."),
    "why-regroup-done": _("All the others stay in the town."),
    # what is given up where blocks leave
    "leaves-lifted": _("The siege of {town} is lifted"),
    "leaves-siege": plural("{count} block leaves the siege of {town}", "{count} blocks leave the siege of {town}"),
    "leaves-lost": _("{town} falls back to the enemy: it lies in their land, and nobody of yours stays"),
    "leaves-lost-city": _("{town}, one of the seven cities, falls back to the enemy"),
    "leaves-empty": _("Nobody stays in {town}, one of the seven cities: yours until an enemy marches in"),
    "asked-muster": _("Undo takes this back until Done."),
    "asked-undone": _("Undo takes this back as long as others can still go."),
    # why not all have fired, or left, whom one press set to it
    "stopped-fell": _("The others wait for you: {block} has fallen."),
    "stopped-round": _("The others wait for you: another round has begun."),
    "stopped-fired": _("The others wait for you: the enemy has fired in between."),
    "stopped-asked": _("The others wait for you: something else had to be decided first."),
    "stopped-better": _("The others wait for you: {block} may do better than fire."),
    # draws and winter
    "siege-on": _("Besiege on, without a storm:"),
    "siege-on-at": _("Besiege {town} on: no storm, all stay"),
    "why-deploy": _("The block comes onto the map there, with the steps that are named beside the town."),
    "why-disband": _("The block leaves the map, so that the town can feed the others."),
    "why-replace": _("The block regains a step at once, for a part of what its town can give."),
    "why-winter-done": _("No further step is regained this winter."),
    "storm-odds": _(
        "Fire of those who storm (blocks: {count}) in a round, on average: hits {hits}, steps behind the walls {steps};"
        " {percent} for a step or more."
    ),
    "sally-odds": _(
        "Fire of those who sally (blocks: {count}) in a round, on average: hits {hits}, a step each; {percent} for one"
        " or more."
    ),
    "fallen-for-good": _("Who falls is gone for good (rule {rule}): {blocks}."),
    "fallen-comes-back": _("Who falls can come back later: {blocks}."),
    "may-fall": _("Chance that it falls before it can act again: {percent} at most."),
    "all-may-fall": _("Chance that all of them fall in the next round: {percent} at most."),
    "reserves-not-counted": _("Their reserves are not counted."),
    "stronger-hit-first": _("Stronger blocks are hit first."),
    "road-full-by": _("road full (rule {rule})"),
    "pick-room-garrison": plural(
        "One block at most: it holds {limit} (rule {rule}).",
        "{count} blocks at most: it holds {limit} (rule {rule}).",
    ),
    "pick-room-storm": plural(
        "One block at most: {limit} may storm this castle at once (rule {rule}).",
        "{count} blocks at most: {limit} may storm this castle at once (rule {rule}).",
    ),
    "pick-of-all": plural("You have one block to choose.", "You have {count} blocks to choose from."),
    "by-main-road": _("main road"),
    "back-to-field": _("to the field"),
    "retreat-does": _("without firing"),
    "harry-does": _("fires first"),
    # why chosen blocks cannot go to a town
    "cannot-so-far": plural(
        "{blocks}: moves {longest}, and {town} is {towns} towns away.",
        "{blocks}: they move {longest}, and {town} is {towns} towns away.",
    ),
    "cannot-pass": plural(
        "{blocks}: it cannot pass enemies, where a block must stop. No other way to {town} is short enough.",
        "{blocks}: they cannot pass enemies, where a block must stop. No other way to {town} is short enough.",
    ),
    "cannot-go": plural(
        "{blocks}: it cannot go to {town}, for the roads there are full or closed, or it has no Move.",
        "{blocks}: they cannot go to {town}, for the roads there are full or closed, or they have no Move.",
    ),
    "cannot-go-there": plural("{blocks}: it cannot go to {town} now.", "{blocks}: they cannot go to {town} now."),
    "others-can-go": plural("Of those chosen this one can: {blocks}.", "Of those chosen these can: {blocks}."),
    "fire-back": _(
        "Steps that all enemies together cost you in a round: {steps} on average; of the same letter they fire first."
    ),
    "block-steps": _("{block} (steps: {steps} of {most})"),
    "fire-back-again": _("Face-down again: {blocks}."),
    "fire-back-seen": _("You saw who is there ({moment}, round {round}); nobody has come or gone since: {blocks}."),
    "fire-back-hidden": plural(
        "Still face-down (rule {rule}): {count} enemy block, with 1 to {most} steps.",
        "Still face-down (rule {rule}): {count} enemy blocks, each with 1 to {most} steps.",
    ),
    "expected-steps": plural("on average they lose {steps} step", "on average they lose {steps} steps"),
    "hits-for-a-step": _("two hits cost a step"),
    "chance-of-a-step": _("{percent} for a step or more"),
    # towns that hold or feed fewer blocks than stand there
    "holds-of": plural(
        "holds {limit} of {blocks}: {count} to move away", "holds {limit} of {blocks}: {count} to move away"
    ),
    "winter-follows": _("Winter comes after this: {towns}."),
    "winter-peace": _("Winter turn: nobody can attack ({rule})."),
    "winter-ahead": _("To disband at this turn's end, as blocks stand now: {towns}."),
    "winter-next-turn": _("Winter ends the next turn. To disband then, as blocks stand now: {towns}."),
    "winter-besiegers": _("Besiegers that winter takes, as blocks stand now: {towns}."),
    "winter-besiegers-next": _(
        "After the next turn winter takes besiegers, unless their siege ends or a Winter Campaign keeps it: {towns}."
    ),
    "winter-of-siege": plural(
        "If {town} is besieged in winter without a Winter Campaign, your block leaves the map{lost}.",
        "If {town} is besieged in winter without a Winter Campaign, all {count} leave the map{lost}.",
    ),
    "winter-at": _("{town} {count} of {blocks}"),
    "winter-lost": _("for good: {blocks}"),
    "winter-lost-some": _("at least {count} of these for good: {blocks}"),
    "winter-lost-if": _("for good if it hits them: {blocks}"),
    "winter-all-back": _("They can be drawn again next year."),
    "winter-of-plan": _("In winter {town} will feed {limit} of {blocks}."),
    "feeds-sign": _("{town} {sign}: blocks that winter feeds there, of all that stand there."),
    "feeds-of": plural(
        "feeds {limit} of {blocks}: {count} to disband", "feeds {limit} of {blocks}: {count} to disband"
    ),
}
