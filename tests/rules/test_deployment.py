"""Deployment (rules 3.0): seats, nomads, Saladin's exchange. Test positions T01 to T07."""

from typing import Any

import pytest

from rules import game
from rules.atlas import RATING
from rules.dice import ScriptedDice, SeededDice
from rules.phases.deployment import start_limit
from rules.places import POOL
from rules.roster import BLOCK, BLOCKS
from rules.ruleset import Ruleset
from tests.rules.scene import Table

NOMADS = ["kurds-1", "turks-4", "arabs-2", "kurds-3"]


def opening(**dice: list[Any]) -> Table:
    """A new game, the Franks about to adjust their seats."""
    return Table(game.new_game(Ruleset(), SeededDice(1)).position, dice)


def deployed() -> Table:
    """The Franks have finished, four nomads have come, Saladin may change places."""
    return opening(nomads=NOMADS).do("frank", "done")


def test_both_sides_start_at_their_seats() -> None:
    """T01 (3.0): home seats, full strength, the Franks to act."""
    table = opening()
    assert table.at("jerusalem") == {"king-guy", "jerusalem-templars", "jerusalem-hospitallers"}
    assert table.at("antioch") == {"bohemond", "antioch-templars", "antioch-turcopoles"}
    assert table.at("damascus") == {"saladin", "al-afdal", "keukburi", "al-mashtub"}
    assert table.at("egypt") == {"al-adil", "al-aziz", "qara-qush", "yuzpah"}
    assert table.at("aleppo") == {"zangi", "sanjar", "al-zahir"}
    view = game.observe(table.position, None)
    assert view["pools"]["frank"]["count"] == view["pools"]["saracen"]["count"] == 12
    assert {table.strength(block) for block in ("king-guy", "saladin", "conrad", "al-adil")} == {4}
    assert table.awaited == {"frank"}
    assert (table.position.year, table.position.phase) == (1187, "deployment")


def test_the_start_of_a_game_is_a_wall_in_both_editions() -> None:
    """Nobody takes the setting-up back (3.0)."""
    assert game.new_game(Ruleset(), SeededDice(1)).final is True
    assert game.new_game(Ruleset.of("1.4"), SeededDice(1)).final is True


def test_a_new_game_draws_nothing_before_the_franks_have_adjusted_their_seats() -> None:
    """T01, T06 (3.1): the nomads are drawn after the seats are fixed."""
    assert game.new_game(Ruleset(), ScriptedDice({})).draws == ()


def test_balian_starts_at_nablus_or_ascalon() -> None:
    """T02 (3.1, worked example)."""
    table = opening()
    assert table.options("frank", "place", "town", block="balian") == {"ascalon"}
    assert table.refused("frank", "place balian jaffa").rule == "1.13"
    assert table.do("frank", "place balian ascalon").where("balian") == "ascalon"
    assert table.legal("frank", "place balian nablus")


def test_one_templar_may_start_in_amman_but_not_two() -> None:
    """T03 (3.1, worked example): rating 1."""
    table = opening().do("frank", "place gaza-templars amman")
    assert table.legal("frank", "done")
    table.do("frank", "place tartus-templars amman")
    refusal = table.refused("frank", "done")
    assert refusal.rule == "3.1"
    assert "Amman" in refusal.reason
    assert table.do("frank", "place tartus-templars tartus", "done").awaited == {"saracen"}


def test_three_blocks_may_not_start_in_tripoli() -> None:
    """T04 (1.13, 3.1): both Raymonds fit, Bohemond is one too many."""
    table = opening().do("frank", "place raymond-tiberias tripoli")
    assert table.at("tripoli") == {"raymond-tripoli", "raymond-tiberias"}
    assert table.legal("frank", "done")
    table.do("frank", "place bohemond tripoli")
    assert table.refused("frank", "done").rule == "3.1"


@pytest.mark.parametrize("block", ["conrad", "walter", "josselin", "reynald-kerak"])
def test_a_block_with_one_seat_stays(block: str) -> None:
    """T05 (3.1)."""
    table = opening()
    assert table.options("frank", "place", "town", block=block) == set()
    assert table.refused("frank", f"place {block} {table.where(block)}").rule == "1.13"


@pytest.mark.parametrize(
    ("block", "towns"),
    [
        ("gaza-templars", {"antioch", "tartus", "amman", "jerusalem"}),
        ("krak-hospitallers", {"margat", "acre", "baisan", "jerusalem"}),
        ("antioch-turcopoles", {"beirut", "acre", "tiberias"}),
        ("raymond-tripoli", {"tiberias"}),
        ("king-guy", {"beirut", "tyre", "acre", "jaffa", "ascalon", "hebron"}),
        ("reynald-sidon", {"beaufort"}),
    ],
)
def test_alternate_seats_are_the_towns_with_the_same_shield(block: str, towns: set[str]) -> None:
    """1.13: every Templar shares the Templar shields, and so on."""
    assert opening().options("frank", "place", "town", block=block) == towns


def test_blocks_of_the_pool_and_of_the_enemy_change_no_seats() -> None:
    """3.1: Crusaders and Pilgrims wait in the Draw Pool."""
    table = opening()
    for block in ("richard", "genoa-pilgrims", "saladin", "assassins"):
        assert table.refused("frank", f"place {block} acre").rule == "3.1"
    assert table.refused("frank", "fire balian").rule == "3.1"
    assert table.refused("saracen", "done").rule == "1.0"


def test_four_nomads_come_to_their_homes() -> None:
    """T06 (3.2, R86): before Saladin decides; eight stay in the pool."""
    table = deployed()
    assert {block: table.where(block) for block in NOMADS} == {
        "kurds-1": "damascus",
        "turks-4": "aleppo",
        "arabs-2": "egypt",
        "kurds-3": "damascus",
    }
    assert all(table.strength(block) == {"kurds-3": 3, "arabs-2": 3}.get(block, 4) for block in NOMADS)
    assert game.observe(table.position, None)["pools"]["saracen"]["count"] == 8
    assert (table.step, table.awaited) == ("family", {"saracen"})
    [drawn] = table.happened("nomads-drawn")
    assert drawn["towns"] == {"aleppo": 1, "damascus": 2, "egypt": 1}
    assert drawn["secret"] == {
        "blocks": {"aleppo": ["turks-4"], "damascus": ["kurds-1", "kurds-3"], "egypt": ["arabs-2"]}
    }


def test_saladin_changes_places_once() -> None:
    """T07 (3.2): with al-Zahir; a second exchange is refused."""
    table = deployed().do("saracen", "swap al-zahir")
    assert (table.where("saladin"), table.where("al-zahir")) == ("aleppo", "damascus")
    assert table.refused("saracen", "swap al-adil").rule == "3.2"
    assert table.do("saracen", "done").step == "card"


def test_saladin_changes_places_with_a_relative_elsewhere_only() -> None:
    """T07 (3.2): Keukburi is no relative, al-Afdal is in Damascus too."""
    table = deployed()
    assert table.options("saracen", "swap", "block") == {"al-adil", "al-aziz", "al-zahir"}
    for block in ("keukburi", "al-afdal", "saladin", "king-guy"):
        assert table.refused("saracen", f"swap {block}").rule == "3.2"
    assert table.refused("saracen", "place saladin egypt").rule == "3.2"


def test_saladin_does_not_change_places_with_a_relative_who_is_not_on_the_map() -> None:
    """3.2: no game begins so, yet a position that was handed in may say it."""
    table = deployed()
    table.position.put(BLOCK["al-zahir"], POOL)
    table.position.forget_offers()
    assert table.options("saracen", "swap", "block") == {"al-adil", "al-aziz"}
    assert table.refused("saracen", "swap al-zahir").rule == "3.2"


def test_the_saracens_may_leave_saladin_in_damascus() -> None:
    """3.2: the exchange is optional; the first year then begins."""
    table = deployed().do("saracen", "done")
    assert table.where("saladin") == "damascus"
    assert (table.position.year, table.position.turn, table.step) == (1187, 1, "card")
    assert table.awaited == {"frank", "saracen"}


def test_the_enemy_learns_of_no_seat_adjustment_and_no_exchange() -> None:
    """H16: only what stands on the board afterwards."""
    table = opening(nomads=NOMADS)
    before = game.observe(table.position, "saracen")["map"]["nablus"]
    assert [event.get("owner") for event in table.do("frank", "place balian ascalon").events] == ["frank"]
    assert before["stacks"][0]["blocks"] == []
    table.do("frank", "done")
    assert [event.get("owner") for event in table.do("saracen", "swap al-adil").events] == ["saracen"]


def test_every_seat_is_a_town_with_a_castle() -> None:
    """R85 (3.1): so the castle limit of deployment is the Town Rating, never less than one."""
    assert all(RATING[seat] >= 1 for block in BLOCKS for seat in block.seats)
    assert all(start_limit(seat) == RATING[seat] for block in BLOCKS for seat in block.seats)
