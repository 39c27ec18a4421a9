"""The templates of `games.words`: what is asked of a player, what others wait for, and a line for each type of event.

Gaps are the fields of the prompt's parameters or of the event, read aloud by `games.words`. Several templates for one event: the
first whose gaps are all filled is taken, so the fuller one, which names what only the owner sees, stands first.
"""

from typing import Any

from django.utils.translation import gettext_lazy as _

# By the key of the prompt, which is the step the rules are at; by the phase where a key is not listed.
PROMPTS: dict[str, tuple[Any, ...]] = {
    "seats": (_("Deployment: you may move blocks to another of their seats. No castle may hold more blocks than its rating."),),
    "family": (_("Deployment: Saladin may change places with a relative. Then press Done."),),
    "card": (_("Choose a card to play this turn. Your enemy sees it when both of you have chosen."),),
    "assassins": (_("Assassins: choose the block they strike."),),
    "manna": (_("Manna: choose blocks that gain a step, {left} more at most."), _("Manna: choose blocks that gain a step.")),
    "jihad-site": (_("Jihad: choose the battle or siege in which your blocks fire first."),),
    "move": (
        _("Move your blocks: {moves} left. Choose a block, then where it goes."),
        _("Move your blocks. Choose a block, then where it goes."),
    ),
    "main-road": (
        _("{town}: you came by several roads. Choose the main one; the others bring reserves."),
        _("You came by several roads. Choose the main one; the others bring reserves."),
    ),
    "marker": (_("{town}: choose the besieging block that stays face-up."), _("Choose the besieging block that stays face-up.")),
    "choose-battle": (_("Choose the battle to be fought next."),),
    "garrison": (
        _("{town} is attacked. Choose who takes the castle; the others fight in the field."),
        _("Choose who takes the castle; the others fight in the field."),
    ),
    "fight": (_("Battle of {town}, round {round}: choose what your block does."), _("Choose what your block does.")),
    "hits": (_("{town}: {hits} to take. Choose the block that takes the next."), _("Choose the block that takes the hit.")),
    "storm": (_("Siege of {town}, round {round}: storm the castle, or wait."), _("Storm the castle, or wait.")),
    "sally": (_("Siege of {town}, round {round}: sally out, or stay inside."), _("Sally out, or stay inside.")),
    "leave-siege": (_("{town}: blocks may leave the siege; the others stay."), _("Blocks may leave the siege; the others stay.")),
    "must-retreat": (_("{town}: the attack has failed. All your blocks must retreat."), _("All your blocks must retreat.")),
    "regroup": (_("{town}: you have won. Blocks may regroup to towns nearby."), _("You have won. Blocks may regroup to towns nearby.")),
    "draw": (_("You drew {block}: choose where it arrives."), _("You drew a block: choose where it arrives.")),
    "deployment": (_("Deploy your blocks, then press Done."),),
    "cards": (_("Choose a card to play this turn. Your enemy sees it when both of you have chosen."),),
    "event": (_("Carry out your event."),),
    "battle": (_("The battle waits for your decision."),),
    "winter": (_("Winter: feed your blocks and replace lost steps."),),
    "winter-supply": (_("Winter: these towns cannot feed all their blocks. Choose who disbands."),),
    "winter-replace": (_("Winter: towns with a castle replace lost steps. Choose blocks, then press Done."),),
    "over": (_("The game is over."),),
}

# What those see for whom the game does not wait.
WAITING: dict[str, Any] = {
    "deployment": _("Waiting for {sides} to deploy."),
    "card": _("Waiting for {sides} to choose a card."),
    "event": _("Waiting for {sides} to carry out the event."),
    "move": _("Waiting for {sides} to move."),
    "battle": _("Waiting for {sides} to decide in the battle."),
    "draw": _("Waiting for {sides} to place the block drawn."),
    "winter": _("Waiting for {sides} to settle their winter."),
    "turn": _("Waiting for {sides}."),
}

SENTENCES: dict[str, tuple[Any, ...]] = {
    # the site's own
    "game-created": (_("The game was created."),),
    "player-joined": (_("{side} joined."),),
    "game-canceled": (_("The game was canceled."),),
    "player-resigned": (_("{side} resigned."),),
    "taken-back": (_("{side} took back their last decisions."),),
    # deployment and years
    "game-begun": (_("The game begins."),),
    "block-added": (
        _("{block} joins {side} at {town}."),
        _("{block} joins {side} in {box}."),
        _("A block joins {side} at {town}."),
        _("A block joins {side}."),
    ),
    "seat-adjusted": (_("{block} takes a seat at {to} instead of {from}."), _("{side} move a block from {from} to {to}.")),
    "deployment-ended": (_("{side} have deployed."),),
    "nomads-drawn": (_("Nomads gather: {towns}."),),
    "saladin-swapped": (_("Saladin changes places with {block}."),),
    "year-begun": (_("The year {year} begins."),),
    "turn-begun": (_("{year}, turn {turn}"),),
    "cards-dealt": (_("You are dealt: {cards}."), _("Cards are dealt.")),
    "turn-ended": (_("Turn {turn} of {year} ends."),),
    "year-ended": (_("The year {year} ends."),),
    "game-won": (_("{side} win the game."),),
    # cards and events
    "card-chosen": (_("{side} choose {card}."), _("{side} have chosen a card.")),
    "card-taken-back": (_("{side} take their card back."),),
    "cards-revealed": (_("Cards: {frank} for the Franks, {saracen} for the Saracens."),),
    "card-copied": (_("Intrigue copies {card} for {side}."),),
    "turn-cancelled": (_("Two events: the turn is canceled."),),
    "tie-rolled": (_("Equal cards: the Franks roll {frank}, the Saracens {saracen}."),),
    "player-one": (_("{side} are Player 1 and move first."),),
    "assassins-struck": (
        _("The Assassins strike {block} at {town}: {dice}, {hits}."),
        _("The Assassins strike a block at {town}: {dice}, {hits}."),
    ),
    "block-strengthened": (_("Manna: {block} at {town} gains a step."), _("Manna: a block of {side} at {town} gains a step.")),
    "event-ended": (_("{side} have carried out {card}."),),
    "jihad-declared": (_("{side} declare Jihad at {town}."),),
    "jihad-lost": (_("{side} have no battle for their Jihad."),),
    # movement
    "movement-begun": (_("{side} begin to move."),),
    "group-moved": (_("{block} moves {path}."), _("{side} move a block {path}.")),
    "group-moved:forced": (
        _("{block} moves {path} by forced march."),
        _("{side} move a block {path} by forced march."),
    ),
    "muster-called": (_("{side} muster at {town}."),),
    "block-mustered": (_("{block} musters {path}."), _("{side} muster a block {path}.")),
    "sea-moved": (_("{block} sails from {from} to {to}."), _("{side} sail a block from {from} to {to}.")),
    "sea-moved:attack": (
        _("{block} sails from {from} to attack {to}."),
        _("{side} sail a block from {from} to attack {to}."),
    ),
    "germans-entered": (_("{block} marches in from Germania to {to}."),),
    "main-road-chosen": (_("{side}: the main road to {town} is the one from {road}."),),
    "winter-campaign-declared": (_("{side} declare a Winter Campaign at {town}."),),
    "march-rolled": (
        _("Forced march: {block} rolls {die} at {town}."),
        _("Forced march of {side}: {die} at {town}."),
    ),
    "moves-forfeited": (_("{side} leave Moves unused: {number}."),),
    "movement-ended": (_("{side} have moved."),),
    "marker-kept": (_("{block} stays face-up before {town}."),),
    # battle
    "battle-begun": (_("Battle at {town}: {attacker} attack {defender}."),),
    "battle-begun:siege": (_("The siege of {town}: {attacker} attack {defender}."),),
    "garrison-deployed": (
        _("{side} at {town}: {castle} in the castle, {field} in the field ({blocks} inside)."),
        _("{side} at {town}: {castle} in the castle, {field} in the field."),
    ),
    "round-begun": (_("{town}, round {round}"),),
    "reserves-arrived": (_("Reserves of {side} reach {town}: {count}."),),
    "field-revealed": (_("{side} in the field of {town}: {blocks}."),),
    "storm-declared": (_("{side} storm the castle of {town}: {blocks}."),),
    "storm-declared:added": (_("{side} send more to the storm of {town}: {blocks}."),),
    "storm-declined": (_("{side} do not storm {town}."),),
    "storm-cancelled": (_("The storm of {town} is broken off."),),
    "storm-ended": (_("The storm of {town} ends."),),
    "castle-revealed": (_("In the castle of {town}: {blocks}."),),
    "sally-declared": (_("{side} sally from {town}: {blocks}."),),
    "sally-declined": (_("{side} stay in the castle of {town}."),),
    "block-fired": (_("{block} fires at {town}: {dice}, {hits}."),),
    "block-fired:charge": (_("{block} charges at {town}: {dice}, {hits}."),),
    "block-fired:harry": (_("{block} harries at {town}: {dice}, {hits}."),),
    "half-hit": (_("{block} takes half a hit behind the walls."),),
    "block-reduced": (_("{block} is reduced to {strength}."),),
    "block-eliminated": (_("{block} is eliminated at {town}."),),
    "block-eliminated:permanent": (_("{block} is eliminated at {town}, for good."),),
    "block-reduced:charge": (_("{block} is reduced to {strength} by its own charge."),),
    "block-withdrew": (_("{block} withdraws to the {to}."),),
    "block-retreated": (_("{block} retreats from {town} to {to}."),),
    "control-switched": (_("The field of {town} changes hands: {defender} defend now."),),
    "siege-begun": (_("{besieger} besiege {town}."),),
    "siege-lifted": (_("The siege of {town} is lifted."),),
    "field-won": (_("{side} hold the field of {town}."),),
    "town-taken": (_("{side} take {town}."),),
    "block-left": (_("{block} leaves {town} for {to}."), _("{side} leave {town} for {to}: {count}.")),
    "block-regrouped": (_("{block} regroups from {town} to {to}."), _("{side} regroup from {town} to {to}: {count}.")),
    "retreat-impossible": (_("{block} has no road out of {town}."),),
    "attrition-rolled": (_("Siege of {town}: {side} roll {dice} and lose {losses}."),),
    "attrition-rolled:winter": (_("Winter siege of {town}: {side} roll {dice} and lose {losses}."),),
    "battle-ended": (_("The battle of {town} is over."),),
    # draws and winter
    "draw-skipped": (_("{side} draw no block."),),
    "block-drawn": (_("You draw {block}."),),
    "block-staged": (_("{block} gathers in {box}."),),
    "block-deployed": (_("{block} arrives at {town}."), _("{side} place the block drawn at {town}.")),
    "draw-forfeited": (_("{block} finds no port: the draw is lost."), _("{side} find no place for the block drawn.")),
    "winter-begun": (_("Winter {year}."),),
    "siege-starved": (_("The besiegers of {town} starve: {side} lose {count}."),),
    "block-disbanded": (_("{block} at {town} is not fed and disbands."), _("{side} cannot feed a block at {town}.")),
    "block-lost": (_("{block} is lost for good."),),
    "block-replaced": (_("{block} at {town} regains a step."), _("{side} replace a step at {town}.")),
    "winter-ended": (_("{side} have settled their winter."),),
}
