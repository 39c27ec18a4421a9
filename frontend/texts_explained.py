"""Explanations of the first decisions in a first game, a sentence or two each.

A key is `first-` with the kind of decision: a step, a type of action where a step offers several, `holds-` with an
event in the hand, `winter-move` for movement in the sixth turn, and `storming` for a fight at the walls.
"""

from typing import Any

from django.utils.translation import gettext_lazy as _

EXPLAINED_TEXTS: dict[str, Any] = {
    # Whoever plays the novice has explanations.
    "page-says": _("The novice, your opponent (a computer): “{said}”"),
    "explain-off": _("Explain no more"),
    "explain-on": _("Explain first decisions again"),
    "explain-goal": _(
        "You play the {side}. Who holds more of the seven cities with a sun when 1192 ends wins. A2 on a block: it"
        " fires first (A) and hits with a 1 or 2."
    ),
    "explain-deploy-wait": _(
        "The other side places its blocks first. Then both choose a card in secret, march, and fight where they meet."
    ),
    "explain-deploy-done": _(
        "Your blocks stand. Now the other side places its own. Then both choose a card in secret, march, and fight"
        " where"
        " they meet."
    ),
    "explain-meanwhile": _("Meanwhile:"),
    "explain-lesson": _("Learn it in five minutes"),
    "explain-rules": _("The rules in short"),
    # deployment and cards
    "first-seats": _(
        "Before the war a lord may wait in another of his home towns, which light up when you press him. Nobody has to:"
        " press Done to leave all where they stand."
    ),
    "first-family": _(
        "Saladin, the red eagle, is your strongest block. He may change places with a relative, but where he stands is"
        " a good place for a first game: press Done to leave him there."
    ),
    "first-card": _(
        "Both cards are turned up together, and the higher one moves first. Each Move takes the blocks of one town"
        " along the roads. A card is played once in the year."
    ),
    "first-holds-assassins": _(
        "You hold Assassins: instead of Moves they strike one enemy block anywhere, and nobody fires back."
    ),
    "first-holds-guide": _(
        "You hold Guide: you have one Move, for which twice as many of your blocks can use each road."
    ),
    "first-holds-intrigue": _(
        "You hold Intrigue: it counts as the card that your enemy played the turn before, so never in the first turn of"
        " a year."
    ),
    "first-holds-jihad": _(
        "You hold Jihad: you have one Move, and in one battle all your blocks fire first in the first round."
    ),
    "first-holds-manna": _("You hold Manna: instead of Moves some of your blocks gain a step each, even in a siege."),
    "first-holds-winter-campaign": _(
        "You hold Winter Campaign: in the sixth turn it keeps one siege alive; at other times it is one Move."
    ),
    "first-first-player": _(
        "The cards leave it to you who moves first: the first strikes first, the second answers what was done."
    ),
    # events
    "first-assassins": _(
        "Instead of Moves the Assassins strike one enemy block: dice are rolled against it, and nobody fires back."
        " Press the town where it stands."
    ),
    "first-manna": _(
        "Manna takes the place of your Moves: some of your blocks gain a step each, even in a siege. Press a block that"
        " has lost steps."
    ),
    "first-jihad-site": _(
        "Jihad is for one battle: in its first round all your blocks fire before the enemy's. Choose where."
    ),
    "first-last-cards": _(
        "The card you keep is for the sixth turn, the winter turn, in which nobody can attack (8.1): for this year's"
        " last attacks play the other now."
    ),
    # movement
    "first-move": _(
        "Press a block, then a town that lights up. Who marches in among enemies starts a battle, which is fought when"
        " both have moved. The seven cities with a sun decide the game. Undo takes your moves back until you press"
        " Done."
    ),
    "first-winter-move": _(
        "This is the winter turn: nobody can attack ({rule}). Lead your blocks to towns that can feed them: a town"
        " feeds about as many as its castle has towers."
    ),
    "first-sea-move": _("A Move takes one block by sea from a port of yours to another, however far."),
    "first-enter": _(
        "These Crusaders wait beside the map. A Move brings them in by land, and they may attack at once."
    ),
    "first-attacked": _(
        "The enemy attacks where crossed swords stand. As many of your blocks there as attackers must stay; the rest"
        " may go, and others may come to help: these fight from round 2 on."
    ),
    "first-main-road": _(
        "You attack a town by several roads: blocks by the main road fight at once, the others come a round later."
        " You can choose another main road until you press Done."
    ),
    "first-marker": _(
        "One besieging block shows its face, so that everybody sees the siege (6.51). It can do all that the others"
        " can; show the weakest, which tells least."
    ),
    "first-winter-campaign": _(
        "One of your sieges can go on through the winter. Choose it; all other besiegers starve."
    ),
    # battles and sieges
    "first-choose-battle": _(
        "Who moves first says which battle is fought first. A battle won can change the next one."
    ),
    "first-garrison": _(
        "Who waits in the castle is hit only in a storm, but may starve. Who stands in the field fights now. "
        "A castle holds as many blocks as it has towers."
    ),
    "first-storm": _(
        "The enemy sits in the castle. In a storm each hit costs your blocks a step, theirs only every second hit."
        " Waiting may starve them."
    ),
    "first-exchange": _("A weakened block in the storm may change places with a fresh one outside. Choose who storms."),
    "first-sally": _(
        "The besieged may sally out, alone or with a relief, and fight in the field; or they stay behind the walls."
    ),
    "first-fight": _(
        "A blocks fire before B, B before C; with the same letter the defender first. "
        "A block rolls a die for each step; its figure or less hits."
    ),
    "first-storming": _(
        "Behind walls two hits cost one step, so a storm is slow. Who storms may withdraw to the field instead of"
        " firing."
    ),
    "first-charge": _("Knights may charge in the field: they hit harder, but each six they roll costs them a step."),
    "first-seen-charge": _(
        "The enemy's knights charged: such a block hits with one more than its figure, but each six costs itself a"
        " step."
    ),
    "first-harry": _("Some horsemen may harry: they fire, and leave the battle at once for a town nearby."),
    "first-retreat": _("Instead of firing a block may leave the battle, by one of the ways out named beside its side."),
    "first-withdraw": _(
        "Instead of firing a block may withdraw: from the field to the castle, or from a storm to the field."
    ),
    "first-pass": _("A block may also do nothing this round, and stay."),
    "first-hits": _(
        "Choose the block that takes the hit: always one of the strongest. It loses a step and rolls fewer dice."
    ),
    "first-must-retreat": _("After the last round attackers must leave the field. Press a block, then where it goes."),
    "first-regroup": _("Who has won may lead blocks on to towns beside it. Press Done to keep them where they are."),
    "first-leave-siege": _("Besiegers may leave now. If they stay, hunger weakens the castle. Press Done to stay."),
    # draws and winter
    "first-draw": _(
        "From 1188 on a block comes from your Draw Pool each turn. At home most are at full strength, elsewhere at one"
        " step."
    ),
    "first-leave-map": _("This block may leave the game for good. Nothing makes it go."),
    "first-disband": _(
        "In winter a town feeds about as many blocks as its castle has towers. Choose who leaves: it can be drawn"
        " again next year, unless “gone for good” stands beside it."
    ),
    "first-replace": _(
        "In winter a town gives back as many steps as its castle has towers, in enemy country half as many. Press"
        " blocks that have lost some."
    ),
}
