"""Facts of a short story as a chronicle reads them, and the sentences of its battle."""

from typing import Any

from games.chronicle import battles
from games.chronicle.years import Year, YearsBuilder

Fact = dict[str, Any]
CITIES = {"acre": "frank", "jerusalem": "frank", "egypt": "saracen"}
STORMED: Fact = {"type": "storm-declared", "town": "acre", "side": "saracen", "blocks": []}
LOST: Fact = {"type": "block-eliminated", "town": "acre", "side": "frank", "block": "balian", "permanent": False}


def moved(side: str, *path: str) -> Fact:
    return {"type": "group-moved", "side": side, "path": list(path)}


def turn(number: int) -> Fact:
    return {"type": "turn-begun", "year": 1187, "turn": number}


def fought(town: str, attacker: str, fallen: str) -> list[Fact]:
    """A battle of one round in which a block of the defender falls, and its town with it."""
    defender = {"frank": "saracen", "saracen": "frank"}[attacker]
    return [
        {"type": "battle-begun", "town": town, "attacker": attacker, "defender": defender, "siege": False},
        {"type": "round-begun", "town": town, "round": 1},
        {"type": "field-revealed", "town": town, "side": defender, "blocks": [{"id": fallen, "strength": 3}]},
        *[{"type": "block-reduced", "town": town, "side": defender, "block": fallen}] * 2,
        {"type": "block-eliminated", "town": town, "side": defender, "block": fallen, "permanent": False},
        {"type": "town-taken", "town": town, "side": attacker},
        {"type": "battle-ended", "town": town},
    ]


def shown(town: str, side: str, *blocks: str) -> Fact:
    """Blocks of a side are turned up in the field, all with 3 steps."""
    faces = [{"id": block, "strength": 3} for block in blocks]
    return {"type": "field-revealed", "town": town, "side": side, "blocks": faces}


def year_of(*facts: Fact) -> Year:
    (year,) = YearsBuilder(1187).read([(1, facts)])
    return year


def battle_of(*facts: Fact) -> str:
    year = year_of(*facts)
    (battle,) = year.of_note()
    return " ".join(battles.battle_in_words(battle, year))


def a_siege(*facts: Fact, attacker: str = "saracen") -> list[Fact]:
    """A turn of the siege of Acre, which the Saracens began in the turn before."""
    return [
        turn(1),
        {"type": "siege-begun", "town": "acre", "besieged": "frank", "besieger": "saracen"},
        turn(2),
        *[moved(attacker, "tyre", "acre")] * 2,
        {"type": "battle-begun", "town": "acre", "attacker": attacker, "defender": "", "siege": True},
        {"type": "round-begun", "town": "acre", "round": 1},
        *facts,
    ]


def starved(losses: int, **fields: Any) -> list[Fact]:
    return [
        {"type": "attrition-rolled", "town": "acre", "side": "frank", "losses": losses, "winter": False, **fields},
        *[{"type": "block-eliminated", "town": "acre", "side": "frank", "block": "balian", "permanent": False}]
        * losses,
        {"type": "town-taken", "town": "acre", "side": "saracen"},
    ]
