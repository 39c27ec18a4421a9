"""The templates of `games.words`: what is asked of a player, what others wait for, and a line for each type of event.

Gaps are the fields of the prompt's parameters or of the event, read aloud by `games.words`. Several templates for one
event: the first whose gaps are all filled is taken, so the fuller one, which names what only the owner sees, stands
first.
"""

from django.utils.translation import gettext_lazy as _

from games import words_time
from games.shapes import Text

PHASE_NAMES: dict[str, Text] = {
    "deployment": _("Deployment"),
    "cards": _("Cards"),
    "event": _("Event"),
    "move": _("Movement"),
    "battle": _("Battle"),
    "draw": _("Draw"),
    "winter": _("Winter"),
    "over": _("Game over"),
}


def phase_in_a_sentence(phase: str) -> str:
    """The name of a phase with a small first letter."""
    name = str(PHASE_NAMES.get(phase, phase))
    return name[:1].lower() + name[1:]


# By the key of the prompt, which is the step the rules are at; by the phase where a key is not listed.
PROMPTS: dict[str, tuple[Text, ...]] = {
    "seats": (
        _(
            "Deployment: you may move blocks to another of their home towns. No castle may hold more blocks than it has"
            " towers."
        ),
    ),
    "family": (_("Deployment: Saladin may change places with a relative. Then press Done."),),
    "card": (_("Choose a card to play this turn. Your enemy sees it when both of you have chosen."),),
    "first-player": (_("The cards are equal: choose whether you go first or second."),),
    "assassins": (_("Assassins, instead of Moves: choose the block they strike."),),
    "manna": (
        _("Manna, instead of Moves: choose blocks that gain a step each. You may choose {left} more."),
        _("Manna, instead of Moves: choose blocks that gain a step."),
    ),
    "manna-done": (_("Manna, instead of Moves: no further block gains a step. Press Done."),),
    "jihad-site": (_("Jihad: choose the battle or siege in which your blocks fire first."),),
    "move": (
        _("Move your blocks: {moves} left. Choose a block, then where it goes."),
        _("Move your blocks. Choose a block, then where it goes."),
    ),
    "move-on": (
        _("You may still move other blocks of {begun} without another Move. Press Done when you are ready."),
        _("Blocks may still come to the muster ({mustered}): it was paid. Press Done when you are ready."),
        _("No Moves left. Press Done when you are ready."),
    ),
    "main-road": (
        _("{town}: you came by several roads. Choose the main one; the others bring reserves."),
        _("You came by several roads. Choose the main one; the others bring reserves."),
    ),
    "marker": (
        _("The siege of {town} goes on: choose the besieging block that stays face-up."),
        _("Choose the besieging block that stays face-up."),
    ),
    "marker-killed": (
        _("{town}: the Assassins killed the block you showed. Choose another besieging block to show."),
        _("The Assassins killed the block you showed. Choose another besieging block to show."),
    ),
    "choose-battle": (_("Choose the battle to be fought next."),),
    "garrison": (
        _("{town} is attacked. Choose who takes the castle; the others fight in the field."),
        _("Choose who takes the castle; the others fight in the field."),
    ),
    "fight": (_("Battle of {town}, round {round}: choose what your block does."), _("Choose what your block does.")),
    "fight-storm": (
        _("Storm of {town}, round {round}: choose what your block does."),
        _("Choose what your block does."),
    ),
    "fight-sally": (
        _("Sally from {town}, round {round}: choose what your block does."),
        _("Choose what your block does."),
    ),
    "fight-relief": (
        _("Relief of {town}, round {round}: choose what your block does."),
        _("Choose what your block does."),
    ),
    "hits": (
        _("{town}: {hits} to take. Choose the block that takes the next."),
        _("Choose the block that takes the hit."),
    ),
    "hits-last": (
        _("{town}: 1 hit to take. Choose the block that takes it."),
        _("Choose the block that takes the hit."),
    ),
    "storm": (
        _(
            "Siege of {town}, round {round}: storm the castle, or wait. If nobody storms or sallies, the fighting here"
            " is over for this turn."
        ),
        _("Storm the castle, or wait."),
    ),
    "storm-on": (
        _("Siege of {town}, round {round}: your storm goes on. Send more blocks into it, or none."),
        _("Your storm goes on: send more blocks into it, or none."),
    ),
    "exchange": (
        _("Siege of {town}, round {round}: your storm goes on. Choose who storms now."),
        _("Choose who storms now."),
    ),
    "sally": (
        _("Siege of {town}, round {round}: the enemy does not storm. Sally out, or stay inside."),
        _("Sally out, or stay inside."),
    ),
    "sally-on": (
        _("Siege of {town}, round {round}: your sally goes on. Send more blocks out, or none."),
        _("Your sally goes on: send more blocks out, or none."),
    ),
    "sally-join": (
        _("{town}, round {round}: your side fights in the field. Send blocks out of the castle to join, or none."),
        _("Send blocks out of the castle to join the fight, or none."),
    ),
    "leave-siege": (
        _(
            "Siege of {town}: this turn's fighting is over, and the castle holds. Lead blocks away, or press Done to"
            " keep up the siege."
        ),
        _("The castle holds. Lead blocks away, or press Done to keep up the siege."),
    ),
    "leave-siege-quiet": (
        _(
            "Siege of {town}: nobody stormed or sallied, so this turn's fighting is over. Lead blocks away, or press"
            " Done to keep up the siege."
        ),
        _("The castle holds. Lead blocks away, or press Done to keep up the siege."),
    ),
    "must-retreat": (
        _("{town}: the attack has failed. All your blocks must retreat."),
        _("All your blocks must retreat."),
    ),
    "regroup": (
        _("{town} is yours! Blocks may regroup: go on to towns nearby."),
        _("You have won. Blocks may regroup: go on to towns nearby."),
    ),
    "regroup-held": (
        _("You hold {town}. Blocks may regroup: go on to towns nearby."),
        _("You have won. Blocks may regroup: go on to towns nearby."),
    ),
    "regroup-siege": (
        _("{town}: the enemy is in the castle, and you besiege it. Blocks may regroup: leave it for towns nearby."),
        _("You besiege the castle. Blocks may regroup: leave it for towns nearby."),
    ),
    "regroup-storm": (
        _(
            "{town}: the enemy is in the castle, and you besiege it. Blocks may regroup: leave it for towns nearby."
            " After Done you may storm the castle."
        ),
        _(
            "You besiege the castle. Blocks may regroup: leave it for towns nearby. After Done you may storm the"
            " castle."
        ),
    ),
    "draw": (_("You drew {block}: choose where it arrives."), _("You drew a block: choose where it arrives.")),
    "deployment": (_("Deploy your blocks, then press Done."),),
    "cards": (_("Choose a card to play this turn. Your enemy sees it when both of you have chosen."),),
    "event": (_("Carry out your event."),),
    "battle": (_("The battle waits for your decision."),),
    "winter": (_("Winter: feed your blocks and replace lost steps."),),
    "winter-supply": (
        _("Winter: disband {too_many} ({surplus})."),
        _("Winter: these towns cannot feed all their blocks. Choose who disbands."),
    ),
    "winter-replace": (
        _("Winter: give lost steps back ({steps}), then press Done."),
        _("Winter: towns with a castle replace lost steps. Choose blocks, then press Done."),
    ),
    "winter-replaced": (_("Winter: no town has a step left to give back. Press Done."),),
    "over": (_("The game is over."),),
}

# What a card does besides its Move, said while it moves blocks.
EFFECTS: dict[str, Text] = {
    "jihad": _("Jihad: after Done you choose the battle or siege in which your blocks fire first."),
    "jihad-one": _("Jihad: as things stand your blocks fire first at {town}, in the first round there."),
    "jihad-none": _("Jihad: you have no battle or siege yet in which you could attack: Jihad would be lost."),
    "guide": _("Guide: each road takes twice as many of your blocks."),
}

# What those see for whom the game does not wait.
WAITING: dict[str, Text] = {
    "deployment": _("Waiting for {sides} to deploy."),
    "card": _("Waiting for {sides} to choose a card."),
    "card-lies": _("Your card lies face down: {card}. Waiting for {sides} to choose theirs."),
    "first-player": _("Waiting for {sides} to choose who goes first."),
    "event": _("Waiting for {sides} to carry out the event."),
    "move": _("Waiting for {sides} to move."),
    "marker": _("Waiting for {sides} to show a besieging block."),
    "battle": _("Waiting for {sides} to decide in the battle."),
    "choose-battle": _("Waiting for {sides} to choose the battle to be fought next."),
    "garrison": _("Waiting for {sides} to say who goes into the castle."),
    "storm": _("Waiting for {sides}, who may storm the castle now."),
    "sally": _("Waiting for {sides}, who may sally from the castle now."),
    "draw": _("Waiting for {sides} to place the block drawn."),
    "winter": _("Waiting for {sides} to settle their winter."),
    "turn": _("Waiting for {sides}."),
}

SENTENCES: dict[str, tuple[Text, ...]] = words_time.SENTENCES | {
    # the site's own
    "game-created": (_("The game was created."),),
    "player-joined": (_("{side} joined."),),
    "player-left": (_("{side} left before the start."),),
    "player-removed": (_("{side} were taken out before the start."),),
    "part-missing": (
        _("The game began without a part of the dice from {side}. The dice are just as random without it."),
    ),
    "game-canceled": (_("The game was canceled."),),
    "player-resigned": (_("{side} resigned."),),
    "game-rewound": (
        _("A reviewer took the game back to {year}, turn {turn}."),
        _("A reviewer took the game back to an earlier moment."),
    ),
    "result-ruled": (_("A reviewer decided: {winner} win."), _("A reviewer decided: nobody wins.")),
    "player-replaced": (_("Somebody else plays {side} from now on."),),
    "reviewer-spoke": (_("A reviewer spoke to a player."),),
    "dispute-settled": (_("A reviewer settled a dispute."),),
    "taken-back": (_("{side} took back their last decisions."),),
    # deployment and years
    "game-begun": (_("The game began."),),
    "practice-begun": (
        _("Practice goes on from {year}, turn {turn}."),
        _("Practice goes on from the deployment of {year}."),
    ),
    "block-added": (
        _("{block} joined {side} at {town}."),
        _("{block} joined {side} in {box}."),
        _("A block joined {side} at {town}."),
        _("A block joined {side}."),
    ),
    "seat-adjusted": (
        _("{block} took a seat at {to} instead of {from}."),
        _("{side} moved a block from {from} to {to}."),
    ),
    "deployment-ended": (_("{side} finished their deployment."),),
    "nomads-drawn": (_("Nomads joined the Saracens: {towns}."),),
    "saladin-swapped": (_("Saladin changed places with {block}."),),
    "year-begun": (_("The year {year} began."),),
    "turn-begun": (_("{year}, turn {turn}"),),
    "cards-dealt": (_("You were dealt: {cards}."), _("Cards were dealt.")),
    # Where both sides' secrets are told, after the game.
    "cards-dealt:open": (_("{side} were dealt: {cards}."), _("Cards were dealt.")),
    "turn-ended": (_("Turn {turn} of {year} ended."),),
    "year-ended": (_("The year {year} ended."),),
    "game-won": (_("{side} won the game."),),
    # cards and events
    "card-chosen": (_("{side} chose {card}."), _("{side} chose a card.")),
    "card-taken-back": (_("{side} took their card back."),),
    "cards-revealed": (_("Cards: {frank} for the Franks, {saracen} for the Saracens."),),
    "card-copied": (_("Intrigue copied {card} for {side}."),),
    "turn-cancelled": (_("Both played an event: neither takes effect, and the turn is over."),),
    "tie-rolled": (
        _(
            "Equal cards, so both rolled: the Franks {frank}, the Saracens {saracen}. The higher sum moves first;"
            " equal sums roll again."
        ),
    ),
    "player-one": (_("{side} became Player 1 and moved first."),),
    "assassins-struck": (
        _("The Assassins struck {block} at {town} and rolled {dice}: {hits}."),
        _("The Assassins struck a block at {town} and rolled {dice}: {hits}."),
    ),
    "block-strengthened": (
        _("Manna: {block} at {town} gained a step."),
        _("Manna: a block of {side} at {town} gained a step."),
    ),
    "event-ended": (_("{side} carried out {card}."),),
    "jihad-declared": (
        _("{side} declared Jihad at {town}: if they attack there, all their blocks fire first in round 1."),
    ),
    "jihad-lost": (_("{side} had no battle for their Jihad."),),
    # movement
    "movement-begun": (_("{side} began to move."),),
    "group-moved": (_("{block} moved {path}."), _("{side} moved a block {path}.")),
    "group-moved:forced": (
        _("{block} moved {path} by forced march."),
        _("{side} moved a block {path} by forced march."),
    ),
    "muster-called": (_("{side} mustered at {town}."),),
    "block-mustered": (_("{block} mustered {path}."), _("{side} mustered a block {path}.")),
    "sea-moved": (_("{block} sailed from {from} to {to}."), _("{side} sailed a block from {from} to {to}.")),
    "sea-moved:attack": (
        _("{block} sailed from {from} to attack {to}."),
        _("{side} sailed a block from {from} to attack {to}."),
    ),
    "germans-entered": (_("{block} marched in from Germania to {to}."),),
    "main-road-chosen": (
        _("{side}: the Main Attack on {town} was the one that started in {start} and came by the road from {road}."),
        _("{side}: the main road to {town} was the one from {road}."),
    ),
    "winter-campaign-declared": (
        _("{side} declared a Winter Campaign at {town}: that siege goes on through the winter."),
    ),
    "march-rolled": (
        _("Forced march: {block} rolled {die} at {town}."),
        _("Forced march of {side}: {die} at {town}."),
    ),
    "march-halted": (
        _("Forced march: {block} stopped before {town}; a muster starts no battle."),
        _("Forced march of {side}: a block stopped before {town}; a muster starts no battle."),
    ),
    "moves-forfeited": (_("{side} left Moves unused: {number}."),),
    "movement-ended": (_("{side} finished moving."),),
    "marker-kept": (_("{side} showed {block} before {town}."),),
    # what the history tells beside the facts of the rules
    "town-entered": (_("{side} took {town} without a fight."),),
    "town-left": (_("{side} no longer hold {town}."),),
    # battle
    "battle-begun": (_("Battle at {town}: {attacker} attacked {defender}."),),
    "battle-begun:siege": (_("The siege of {town}: {attacker} attacked {defender}."),),
    "garrison-deployed": (
        _("{side} at {town}: {castle} in the castle, {field} in the field ({blocks} inside)."),
        _("{side} at {town}: {castle} in the castle, {field} in the field."),
    ),
    "round-begun": (_("{town}, round {round}"),),
    "reserves-arrived": (_("Reserves of {side} reached {town}: {count}."),),
    "field-revealed": (_("{side} in the field of {town}: {blocks}."),),
    "storm-declared": (_("{side} stormed the castle of {town}: {blocks}."),),
    "storm-declared:added": (_("{side} sent more to the storm of {town}: {blocks}."),),
    "storm-declined": (_("{side} did not storm {town}."),),
    "storm-cancelled": (_("The storm of {town} was broken off: the castle holds."),),
    "storm-ended": (_("The storm of {town} failed: the castle holds."),),
    "castle-revealed": (_("In the castle of {town}: {blocks}."),),
    "sally-declared": (_("{side} sallied from {town}: {blocks}."),),
    "sally-declined": (_("{side} stayed in the castle of {town}."),),
    "block-fired": (_("{block} fired at {town} and rolled {dice}: {hits}."),),
    "block-fired:charge": (_("{block} charged at {town} and rolled {dice}: {hits}."),),
    "block-fired:harry": (_("{block} harried at {town} and rolled {dice}: {hits}."),),
    "half-hit": (_("{block} took half a hit behind the walls."),),
    "block-reduced": (_("{block} dropped to strength {strength}."),),
    "block-eliminated": (_("{block} fell at {town}."),),
    "block-eliminated:permanent": (_("{block} fell at {town}, for good."),),
    "block-reduced:charge": (_("{block} dropped to strength {strength} by the charge itself."),),
    "block-withdrew": (_("{block} withdrew to the {to}."),),
    "block-passed": (_("{block} passed at {town}."),),
    "block-retreated": (_("{block} retreated from {town} to {to}."),),
    "siege-lifted": (_("The siege of {town} is over."),),
    "block-left": (_("{block} left {town} for {to}."), _("{side} left {town} for {to}: {count}.")),
    "block-regrouped": (
        _("{block} regrouped from {town} to {to}."),
        _("{side} regrouped from {town} to {to}: {count}."),
    ),
    "retreat-impossible": (_("{block} had no road out of {town}."),),
    "attrition-rolled": (_("Siege of {town}: {side} rolled {dice} and lost {losses}."),),
    "attrition-rolled:winter": (_("Winter siege of {town}: {side} rolled {dice} and lost {losses}."),),
    "battle-ended": (_("The fighting at {town} ended."),),
    # draws and winter
    "draw-skipped": (_("{side} drew no block."),),
    "block-drawn": (_("You drew {block}."),),
    "block-drawn:open": (_("{side} drew {block}."),),
    "block-staged": (_("{block} gathered in {box}."),),
    "block-deployed": (_("{block} arrived at {town}."), _("{side} placed the block drawn at {town}.")),
    "draw-forfeited": (_("{block} found no port: the draw was lost."), _("{side} found no place for the block drawn.")),
    "winter-begun": (_("Winter {year}."),),
    "siege-starved": (_("The besiegers of {town} starved: {side} lost {count}."),),
    "blocks-disbanded": (
        _("{side} lost {count} at {town} to the winter ({blocks})."),
        _("{side} lost {count} at {town} to the winter."),
    ),
    "block-disbanded": (
        _("{block} at {town} went hungry and disbanded."),
        _("{side} could not feed a block at {town}."),
    ),
    "block-lost": (_("{block} left the game for good."),),
    "block-replaced": (_("{block} at {town} regained a step."), _("{side} replaced a step at {town}.")),
    "winter-ended": (_("{side} settled their winter."),),
}
