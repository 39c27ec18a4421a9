"""Town control (1.12), ports (1.14) and victory (1.2). Test positions T08 to T15."""

import pytest

from rules import game
from rules.actions import BadAction
from rules.atlas import PORTS, TOWN, TOWN_IDS, walks
from rules.dice import SeededDice
from rules.notation import parse_action
from rules.ruleset import Ruleset
from tests.rules.scene import Table, moving

ALL_BUT_TRIPOLI = """
    aleppo: zangi
    damascus: saladin
    egypt: yuzpah
    antioch: sanjar
    acre: keukburi
    jerusalem: al-adil
"""


def control(table: Table, town: str) -> str:
    return str(game.SIDES[table.position.controller(TOWN[town])])


def cities(table: Table) -> dict[str, str]:
    cities: dict[str, str] = game.observe(table.position, None)["cities"]
    return cities


def test_a_vacant_town_is_friendly_to_whoever_enters_it_at_once() -> None:
    """T08 (1.12): Harim is Sulaiman's while he stands there, and reverts when he leaves."""
    table = Table(moving("artah: sulaiman", first="saracen"))
    assert control(table, "harim") == "frank"
    table.do("saracen", "move sulaiman harim")
    assert control(table, "harim") == "saracen"
    later = Table(moving("harim: sulaiman", first="saracen")).do("saracen", "move sulaiman artah")
    assert control(later, "harim") == "frank"


def test_a_town_occupied_by_one_move_may_be_mustered_to_by_the_next() -> None:
    """T09 (1.12, 5.3): the sidebar's case."""
    table = Table(moving("artah: sulaiman\naleppo: zangi sanjar", first="saracen", saracen="move-2"))
    assert table.refused("saracen", "muster-to harim").rule == "5.3"
    table.do(
        "saracen", "move sulaiman harim", "muster-to harim", "muster zangi artah/harim", "muster sanjar artah/harim"
    )
    assert table.at("harim") == {"sulaiman", "zangi", "sanjar"}
    assert table.position.moves == 0


def test_masyaf_cannot_be_entered() -> None:
    """T10 (1.12): it is no town, and no way from any town leads to it."""
    assert "masyaf" not in TOWN
    with pytest.raises(BadAction, match="Masyaf cannot be entered"):
        parse_action("move krak-hospitallers masyaf")
    ends = {
        town
        for start in range(len(TOWN_IDS))
        for length in (1, 2, 3, 4)
        for walk in walks(start, length)
        for town in walk.path
    }
    assert ends == set(TOWN_IDS)


@pytest.mark.parametrize(
    ("town", "port"), [("beersheba", False), ("gaza", False), ("botron", False), ("egypt", True), ("st-simeon", True)]
)
def test_ports_are_the_towns_with_an_anchor(town: str, port: bool) -> None:
    """T11 (1.14)."""
    assert bool(PORTS >> TOWN[town] & 1) is port


def test_all_seven_cities_win_at_the_end_of_a_turn() -> None:
    """T12 (1.2): Tripoli occupied."""
    table = Table(moving(ALL_BUT_TRIPOLI + "tripoli: bahram", mover="saracen", turn="1187.3"))
    assert set(cities(table).values()) == {"saracen"}
    table.do("saracen", "done")
    assert table.position.result == {"winner": "saracen", "how": "sudden-death"}
    assert table.awaited == set()
    assert table.happened("game-won") == [
        {"type": "game-won", "side": "saracen", "how": "sudden-death", "score": {"frank": 0, "saracen": 7}}
    ]


def test_a_besieged_city_still_belongs_to_its_castle() -> None:
    """T12 (1.2 note): Raymond in the castle of Tripoli keeps the game alive."""
    places = ALL_BUT_TRIPOLI + "tripoli: [raymond-tripoli] bahram"
    table = Table(moving(places, mover="saracen", turn="1187.3"), {"attrition:tripoli:raymond-tripoli": [6]})
    assert cities(table)["tripoli"] == "frank"
    table.do("saracen", "done", "storm -").do("frank", "sally -").do("saracen", "done")
    assert table.position.result is None
    assert (table.position.turn, table.step) == (4, "card")


def test_a_besieger_of_the_seventh_city_has_not_won() -> None:
    """T13 (1.2 note): Zangi holds the castle of Aleppo."""
    table = Table(
        moving(
            """
            aleppo: [zangi] bohemond
            damascus: balian
            egypt: walter
            """,
            first="saracen",
            mover="frank",
            turn="1187.3",
        ),
        {"attrition:aleppo:zangi": [6]},
    )
    assert table.position.score() == (6, 1)
    table.do("frank", "done", "storm -").do("saracen", "sally -").do("frank", "done")
    assert table.position.result is None
    assert table.position.turn == 4


def test_the_majority_of_cities_wins_after_1192() -> None:
    """T14 (1.2): four cities to three."""
    table = Table(
        moving("egypt: walter\njerusalem: saladin", mover="saracen", frank="move-2", saracen="move-1", turn="1192.6"),
    )
    table.do("saracen", "done")
    assert table.position.result == {"winner": "frank", "how": "victory-cities"}
    assert table.happened("game-won")[0]["score"] == {"frank": 4, "saracen": 3}


def test_cities_are_four_to_three_at_the_start() -> None:
    """T15 (1.2), R97: vacant or held by their owners."""
    position = game.new_game(Ruleset(), SeededDice(1)).position
    assert position.score() == (4, 3)
    assert moving("").score() == (4, 3)


def test_an_attacked_city_belongs_to_its_defender_until_it_is_fought_over() -> None:
    """1.2: attacking changes nothing, entering a vacant city does."""
    table = Table(moving("nablus: saladin\nbaisan: keukburi\njerusalem: king-guy", first="saracen"))
    table.do("saracen", "move saladin jerusalem", "move keukburi legio/acre")
    assert (control(table, "jerusalem"), control(table, "acre")) == ("frank", "saracen")
