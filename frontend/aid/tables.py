"""Rows of the aid's tables, from the tables of the rules."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.words import CARDS, block_name, shared_name, side_name, town_name
from games.words_names import BLOCK_MARKS
from rules.atlas import SIDES, TOWNS
from rules.deck import DECK, EVENTS
from rules.roster import BLOCKS, PERMANENT

REGIONS = {
    "Syria": gettext_lazy("Syria"),
    "Egypt": gettext_lazy("Egypt"),
    "Antioch": gettext_lazy("Principality of Antioch"),
    "Tripoli": gettext_lazy("County of Tripoli"),
    "Jerusalem": gettext_lazy("Kingdom of Jerusalem"),
}
KINDS = {
    "outremer": gettext_lazy("Outremers"),
    "military-order": gettext_lazy("Military orders"),
    "turcopole": gettext_lazy("Turcopoles"),
    "crusader": gettext_lazy("Crusaders"),
    "pilgrim": gettext_lazy("Pilgrims"),
    "emir": gettext_lazy("Emirs"),
    "nomad": gettext_lazy("Nomads"),
    "assassin": gettext_lazy("Assassins"),
}
CARD_TEXTS = {
    "assassins": gettext_lazy(
        "Choose an enemy block on the map. It is turned up and takes the hits of three dice that show 3 or less."
    ),
    "guide": gettext_lazy(
        "One group move. Roads hold twice as many of your blocks until the turn ends: eight and four."
    ),
    "intrigue": gettext_lazy(
        "Counts as the card your enemy played last turn, for who is first and for what it does. Not in the first turn"
        " of a year."
    ),
    "jihad": gettext_lazy(
        "One group move. Name a battle or siege before Player 2 moves: attacking there you fire first in round 1."
    ),
    "manna": gettext_lazy("Up to three of your blocks gain one step each."),
    "winter-campaign": gettext_lazy(
        "One Move. In the winter turn it may instead keep one of your sieges through the winter."
    ),
    "move-3": gettext_lazy("Three Moves: group moves, musters or sea moves in any mix."),
    "move-2": gettext_lazy("Two Moves: group moves, musters or sea moves in any mix."),
    "move-1": gettext_lazy("One Move: a group move, a muster or a sea move."),
}
TERMS = (
    (
        gettext_lazy("Besieger, besieged"),
        gettext_lazy("The besieger holds the field around a castle, the besieged are inside."),
        "6.5",
    ),
    (gettext_lazy("Charge"), gettext_lazy("Fire of a knight with one more firepower; his sixes hit himself."), "6.32"),
    (gettext_lazy("Field"), gettext_lazy("The ground before a castle, or the whole of a town that has none."), "6.1"),
    (
        gettext_lazy("Firepower"),
        gettext_lazy("The highest die that still hits: the number of the combat rating."),
        "2.12",
    ),
    (gettext_lazy("Friendly town"), gettext_lazy("One you stand in, or an empty one of your own kingdom."), "1.12"),
    (gettext_lazy("Group"), gettext_lazy("The blocks of one side in one town."), "5.2"),
    (
        gettext_lazy("Half-hit"),
        gettext_lazy("The first of the two hits that take a step off a block behind walls."),
        "6.54",
    ),
    (gettext_lazy("Harry"), gettext_lazy("Fire and retreat in the same turn."), "6.33"),
    (
        gettext_lazy("Main attack"),
        gettext_lazy("Those who come by the main road and fight from the first round."),
        "6.41",
    ),
    (gettext_lazy("Move"), gettext_lazy("What a card buys: a group move, a muster, or one block by sea."), "4.2"),
    (gettext_lazy("Muster"), gettext_lazy("Blocks from many towns come to one."), "5.3"),
    (gettext_lazy("Pinned"), gettext_lazy("Kept in place by attackers."), "5.5"),
    (gettext_lazy("Player 1, Player 2"), gettext_lazy("Who moves first this turn, and the other."), "4.1"),
    (gettext_lazy("Pool"), gettext_lazy("Where blocks wait to be drawn."), "7.1"),
    (gettext_lazy("Regroup"), gettext_lazy("What the winner of a field may do: move on to neighboring towns."), "6.7"),
    (gettext_lazy("Relief"), gettext_lazy("Blocks that attack besiegers from outside."), "6.56"),
    (gettext_lazy("Reserves"), gettext_lazy("Blocks that arrive in a later round."), "6.4"),
    (gettext_lazy("Retreat"), gettext_lazy("Leaving a battle for a neighboring town."), "6.6"),
    (gettext_lazy("Sally"), gettext_lazy("The besieged come out to fight."), "6.55"),
    (gettext_lazy("Seat"), gettext_lazy("A town where a block may begin and return at full strength."), "1.13"),
    (gettext_lazy("Step"), gettext_lazy("One point of strength."), "2.11"),
    (gettext_lazy("Storm"), gettext_lazy("The besieger attacks the castle."), "6.54"),
    (gettext_lazy("Victory city"), gettext_lazy("One of the seven that decide the game."), "1.2"),
    (
        gettext_lazy("Withdraw"),
        gettext_lazy("From the field into the castle, or from the walls back to the field."),
        "6.63",
    ),
)


def cards() -> list[dict[str, Any]]:
    """Each kind of card: name, number of copies, whether it is an event, and its text."""
    return [
        {"id": card, "name": name, "copies": DECK.count(card), "event": card in EVENTS, "text": CARD_TEXTS[card]}
        for card, name in CARDS.items()
    ]


def side_of(block: Any) -> str:
    """The side of a block; `assassin` for the block of neither."""
    return SIDES[block.side] if block.side < len(SIDES) else "assassin"


def blocks(*, side: str = "", kind: str = "", letter: str = "") -> list[dict[str, Any]]:
    """Returns the roster, filtered by side, kind and letter; empty values do not filter."""
    found = []
    for block in BLOCKS:
        if (side and side_of(block) != side) or (kind and block.kind != kind) or (letter and block.letter != letter):
            continue
        found.append(
            {
                "id": block.id,
                "name": shared_name(block.id),
                "mark": BLOCK_MARKS.get(block.id, ""),
                "side": side_of(block),
                "side_name": side_name(side_of(block)) if block.side < len(SIDES) else _("Assassins"),
                "kind": KINDS.get(block.kind, block.kind),
                "rating": f"{block.letter}{block.firepower}",
                "steps": block.steps,
                "move": block.move,
                "seats": seats(block),
                "permanent": bool(PERMANENT >> block.number & 1),
            }
        )
    return found


def seats(block: Any) -> str:
    """The names of a block's seats, separated by commas."""
    names = [town_name(TOWNS[number].id) for number in block.seats]
    return ", ".join(names)


def towns() -> list[dict[str, Any]]:
    """Each town with what the map shows of it, and the blocks that have a seat there."""
    homes: dict[int, list[str]] = {}
    for block in BLOCKS:
        for number in block.seats:
            homes.setdefault(number, []).append(block_name(block.id))
    return [
        {
            "id": town.id,
            "name": town_name(town.id),
            "region": REGIONS.get(town.region, town.region),
            "side": SIDES[town.kingdom],
            "side_name": side_name(SIDES[town.kingdom]),
            "rating": town.rating,
            "port": town.port,
            "fortified": town.fortified,
            "victory": town.victory,
            "seats": ", ".join(dict.fromkeys(homes.get(town.number, []))),
        }
        for town in sorted(TOWNS, key=lambda town: town_name(town.id))
    ]
