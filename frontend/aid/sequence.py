"""The sequence of play, rule by rule, in our own words.

Every number that a prompt or a refusal cites stands here, and `tests/frontend/test_aid.py` sees to it. The numbers are
those of rulebook 2.0; cards that the rules explain have their name in place of a number.
"""

from django.utils.translation import gettext_lazy as _

from frontend.aid.chapters import Chapter, Rule
from frontend.aid.older import OLDER

_CURRENT = (
    Chapter(
        "1.0",
        _("The land"),
        _(
            "Six years, 1187 to 1192, of six turns each. A turn: both play a card, Player 1 moves, Player 2 moves,"
            " battles, draws."
        ),
        (
            Rule(
                "1.11",
                _("Rating of a town"),
                _(
                    "The number in its castle, 1 to 4: how many blocks the castle holds, how many the town feeds in"
                    " winter, how many steps it gives back. A town without a castle has rating 0."
                ),
            ),
            Rule(
                "1.12",
                _("Who holds a town"),
                _(
                    "A town is friendly to whoever stands in it; empty, it goes back at once to its own kingdom: Syria"
                    " and Egypt to the Saracens, Antioch, Tripoli and Jerusalem to the Franks. Nobody enters Masyaf."
                ),
            ),
            Rule(
                "1.13",
                _("Seats"),
                _("A block's seat is the town it is named for; some blocks have other seats to choose from."),
            ),
            Rule(
                "1.14",
                _("Ports"),
                _(
                    "Towns with an anchor. Tyre and Tripoli, with the chain, are fortified: under siege their port"
                    " stays with the besieged."
                ),
            ),
            Rule(
                "1.2",
                _("Winning"),
                _(
                    "Seven cities count: Antioch, Tripoli, Acre, Jerusalem, Aleppo, Damascus, Egypt. Whoever holds most"
                    " of them after 1192 wins; whoever holds all seven at the end of a turn wins at once. A besieged"
                    " city counts for the side in its castle."
                ),
            ),
        ),
    ),
    Chapter(
        "2.0",
        _("Blocks"),
        _("You see your own blocks; of the enemy's you see how many stand where, until they fight."),
        (
            Rule(
                "2.11",
                _("Strength"),
                _(
                    "The lit pips. A block rolls as many dice as it has strength; each hit takes one step off, and"
                    " without any it is gone."
                ),
            ),
            Rule(
                "2.12",
                _("Combat rating"),
                _(
                    "A letter and a number. A blocks act first, then B, then C. The number is the firepower: a die that"
                    " shows so much or less is a hit."
                ),
            ),
            Rule("2.13", _("Move rating"), _("So many towns along roads a block may move.")),
            Rule(
                "2.4",
                _("Assassins"),
                _(
                    "The card of this name lets them strike one enemy block on the map: it is turned up, three dice hit"
                    " on 3 or less, nobody fires back. Walls do not help against them."
                ),
            ),
        ),
    ),
    Chapter(
        "3.0",
        _("Deployment"),
        _("Blocks begin at full strength at their seats; the others wait face-down in the draw pools."),
        (
            Rule(
                "3.1",
                _("Franks"),
                _("First the Franks may move blocks to another of their seats, within the ratings of the towns."),
            ),
            Rule(
                "3.2",
                _("Saracens"),
                _("Four nomads are drawn and take their seats. Then Saladin may change places with one of his family."),
            ),
        ),
    ),
    Chapter(
        "4.0",
        _("Cards"),
        _("Each year both sides get six cards. Each turn both choose one in secret, and they are shown together."),
        (
            Rule(
                "4.1",
                _("Who is first"),
                _(
                    "The higher card makes its player Player 1 for the turn; an event stands above every number. Equal"
                    " cards: both roll two dice until they differ. Until both have chosen you may take your card back."
                ),
            ),
            Rule(
                "4.2",
                _("What a card does"),
                _(
                    "A number buys so many Moves, in any mix of group moves, musters and sea moves. An event does what"
                    " it says. Two events cancel the whole turn, siege losses and draws included."
                ),
            ),
            Rule("Assassins", _("Assassins (event)"), _("Strike one enemy block: see 2.4.")),
            Rule(
                "Guide",
                _("Guide (event)"),
                _(
                    "One group move. Roads hold twice as many of your blocks this turn, in retreats and regroups as"
                    " well."
                ),
            ),
            Rule(
                "Intrigue",
                _("Intrigue (event)"),
                _("Counts as the card your enemy played last turn. Not in the first turn of a year."),
            ),
            Rule(
                "Jihad",
                _("Jihad (event)"),
                _(
                    "One group move. Then, before Player 2 moves, you name one battle or siege: where you attack there,"
                    " all your blocks fire before all of the enemy's in round 1."
                ),
            ),
            Rule(
                "Manna",
                _("Manna (event)"),
                _("Up to three of your blocks gain a step each, wherever they are, in sieges too."),
            ),
        ),
    ),
    Chapter(
        "5.0",
        _("Movement"),
        _(
            "Player 1 makes all his moves, then Player 2. A block moves once a turn and stops where enemies hold the"
            " field. Moves that are not used are lost."
        ),
        (
            Rule(
                "5.1",
                _("Road limits"),
                _(
                    "A thick road carries four blocks of each side in a movement phase, a dashed one two, both"
                    " directions together."
                ),
            ),
            Rule("5.2", _("Group move"), _("One Move: any of the blocks in one town go, each where it likes.")),
            Rule(
                "5.3",
                _("Muster"),
                _(
                    "One Move: name a friendly town; any of your blocks that can reach it come. A muster neither starts"
                    " a battle nor answers an attack, but it may come to your own siege."
                ),
            ),
            Rule(
                "5.4",
                _("Sea move"),
                _(
                    "One Move for each block, from a friendly port to another. The besieged of Tyre and Tripoli may"
                    " sail in and out."
                ),
            ),
            Rule(
                "5.5",
                _("Pinning"),
                _(
                    "Where Player 1 attacks, as many of the defenders as attack by the main road must stay. The others"
                    " may leave, but not by a road the attackers used."
                ),
            ),
        ),
    ),
    Chapter(
        "6.0",
        _("Battles and sieges"),
        _(
            "When both have moved, every town with blocks of both sides is fought over, one after another; Player 1"
            " says in which order."
        ),
        (
            Rule(
                "6.1",
                _("Castle or field"),
                _(
                    "Before anything is shown the defender says who takes the castle, up to its rating, and who fights"
                    " in the field. A town of rating 0 has only a field."
                ),
            ),
            Rule(
                "6.2",
                _("Rounds and order"),
                _(
                    "At most three rounds. In each, A blocks act, then B, then C; in each letter the defender first. A"
                    " block fires, retreats or withdraws; it may not pass. If defenders still hold the field after"
                    " round 3, the attackers must all retreat. Besiegers may stay or leave."
                ),
            ),
            Rule(
                "6.3",
                _("Fire"),
                _("Roll as many dice as the block's strength; each that shows its firepower or less is a hit."),
            ),
            Rule(
                "6.31",
                _("Hits"),
                _(
                    "Each hit takes a step off the strongest enemy block at that moment; among equals its owner"
                    " chooses."
                ),
            ),
            Rule(
                "6.32",
                _("Charge"),
                _(
                    "Frank knights, their B blocks, may charge in the field: they hit on one more, but every 6 they"
                    " roll hits the knight himself. Not in a storm."
                ),
            ),
            Rule("6.33", _("Harry"), _("Nomads and Turcopoles may fire and then retreat at once, in the field.")),
            Rule(
                "6.34",
                _("Losses"),
                _(
                    "Lost blocks lie face-up in the draw pool and cannot be drawn this year. Crusaders, Templars,"
                    " Hospitallers, Saladin and his family are lost for good."
                ),
            ),
            Rule("6.4", _("Reserves"), _("Blocks that come late neither act nor take hits before their round.")),
            Rule(
                "6.41",
                _("Main attack"),
                _(
                    "Attackers by several roads choose one as the main road; those by the others are reserves for round"
                    " 2. If the attackers win the field before reserves of the defender arrive, they are the defenders"
                    " from then on."
                ),
            ),
            Rule(
                "6.42",
                _("Answering an attack"),
                _(
                    "Blocks that Player 2 moves into a battle of Player 1 arrive in round 2 by one road, in round 3 by"
                    " any other."
                ),
            ),
            Rule(
                "6.5",
                _("Sieges"),
                _(
                    "One side holds the castle, the other the field around it. A siege may last for turns. There is"
                    " none in a town of rating 0."
                ),
            ),
            Rule(
                "6.51",
                _("Who holds what"),
                _(
                    "The besieged hold the castle, the besiegers the field and the port, except at Tyre and Tripoli."
                    " One besieging block stays face-up; its owner says which, and may show another before the first"
                    " Move of a movement."
                ),
            ),
            Rule(
                "6.52",
                _("Castle limit"),
                _("The rating says how many blocks fit into the castle, and how many may storm it at a time."),
            ),
            Rule(
                "6.53",
                _("Declarations"),
                _(
                    "At the start of each round of a siege the besieger storms or waits; if he waits the besieged sally"
                    " or stay."
                ),
            ),
            Rule(
                "6.54",
                _("Storm"),
                _(
                    "One round against the castle. Behind walls two hits take one step: the first is a half-hit, and"
                    " the next must fall on the same block. Half-hits are mended when the storm ends. A storming block"
                    " may withdraw to the field instead of firing."
                ),
            ),
            Rule(
                "6.55",
                _("Sally"),
                _(
                    "Blocks come out of the castle and fight in the field this round, without their walls. They are"
                    " attackers, unless they help defenders already there. They may withdraw into the castle but not"
                    " retreat, and must go in after round 3 unless they have won."
                ),
            ),
            Rule(
                "6.56",
                _("Relief"),
                _(
                    "Blocks that attack besiegers. There is no storm while the field is fought over, and the besieged"
                    " may sally to help. Player 1's relief comes in round 1, Player 2's in round 2, by other roads a"
                    " round later. Relief cannot withdraw into the castle."
                ),
            ),
            Rule(
                "6.57",
                _("Siege losses"),
                _(
                    "At the end of the siege each besieged block rolls a die and loses a step on 1 to 3; in Tyre and"
                    " Tripoli on 1."
                ),
            ),
            Rule(
                "6.6",
                _("Retreat"),
                _(
                    "In its turn a block may leave for a neighboring town that is free of enemies and not about to be"
                    " fought over. Blocks that must retreat and cannot are lost."
                ),
            ),
            Rule(
                "6.61",
                _("Roads of retreat"),
                _(
                    "Four blocks a thick road and two a dashed one, in each round. Attackers go back by roads they came"
                    " by; defenders by any other. A road both came by is Player 2's."
                ),
            ),
            Rule(
                "6.62",
                _("Retreat in sieges"),
                _("The besieged never retreat. Others may, also to a neighboring siege of their own."),
            ),
            Rule(
                "6.63",
                _("Withdraw"),
                _(
                    "Instead of firing a block goes from the field into its own castle, if there is room, or a storming"
                    " one back to the field."
                ),
            ),
            Rule(
                "6.7",
                _("Regroup"),
                _(
                    "Who wins a field may move any of the blocks there to neighboring towns free of enemies, within the"
                    " road limits."
                ),
            ),
        ),
    ),
    Chapter(
        "7.0",
        _("Draws"),
        _("From 1188 on, after the battles, each side draws one block from its pool; Player 1 first. Not in winter."),
        (
            Rule("7.1", _("Draw pool"), _("Blocks not on the map lie there face-down, those lost this year face-up.")),
            Rule(
                "7.21",
                _("Crusaders"),
                _(
                    "English, French and Germans gather beside the map. When the three of a nation are there, they may"
                    " move from the next turn on."
                ),
            ),
            Rule(
                "7.22",
                _("English and French"),
                _(
                    "One sea move for each block to a friendly port. The English alone may also attack a port from the"
                    " sea; then they are the main attack, and they retreat by road only."
                ),
            ),
            Rule(
                "7.23",
                _("Germans"),
                _("One Move for each block to march into Aleppo, Antioch or St. Simeon, in attack as well."),
            ),
            Rule("7.24", _("Pilgrims"), _("They land in a friendly port. If there is none the draw is lost.")),
            Rule(
                "7.25",
                _("Outremers"),
                _(
                    "At full strength at one of their seats that no enemy occupies, or at strength 1 in any friendly"
                    " town."
                ),
            ),
            Rule(
                "7.3", _("Saracens"), _("Likewise: at full strength at a seat, or at strength 1 in any friendly town.")
            ),
        ),
    ),
    Chapter(
        "8.0",
        _("Winter"),
        _("The sixth turn of a year is the winter turn. After it the year ends."),
        (
            Rule(
                "8.1",
                _("Winter turn"),
                _(
                    "Blocks move as usual, but no move ends among enemies: no battle or siege is begun or joined. There"
                    " are no battles, siege losses or draws."
                ),
            ),
            Rule(
                "8.2",
                _("Winter Campaign"),
                _(
                    "Played in the winter turn, this card can keep one siege going: each besieged block loses a step on"
                    " 1 to 4, in Tyre and Tripoli on 1 or 2."
                ),
            ),
            Rule(
                "8.3",
                _("Supply"),
                _(
                    "A town feeds as many blocks as its rating, at least one. The others, as their owner chooses, and"
                    " all other besiegers disband; they may be drawn next year."
                ),
            ),
            Rule(
                "8.4",
                _("Replacements"),
                _(
                    "A castle gives back so many steps as its rating to blocks in it, in enemy country half as many."
                    " Towns under siege give none."
                ),
            ),
            Rule(
                "8.5",
                _("New year"),
                _(
                    "Blocks lost last year turn face-down in the pool, the cards are shuffled, and both sides get six"
                    " new ones."
                ),
            ),
        ),
    ),
    Chapter(
        "options",
        _("Options"),
        _("Agreed when a game is opened; the game page says which are on."),
        (
            Rule("iron-bridge", _("Iron Bridge"), _("The road from Antioch to Harim carries three blocks.")),
            Rule(
                "forced-marches",
                _("Forced marches"),
                _(
                    "A block may move one town more than its rating. When all moves are made it rolls a die and on 1 to"
                    " 3 loses a step."
                ),
            ),
            Rule(
                "handicap",
                _("Handicap"),
                _("Up to three more Frank blocks begin on the map, and as many nomads fewer."),
            ),
        ),
    ),
)

CHAPTERS = (*_CURRENT, OLDER)


def numbers() -> frozenset[str]:
    """Returns every rule number that can be cited."""
    return frozenset(
        {chapter.number for chapter in CHAPTERS} | {rule.number for chapter in CHAPTERS for rule in chapter.rules}
    )
