"""Siege attrition (6.57; in winter 8.2): who rolls, what costs a step, and what a starved garrison leaves."""

import pytest

from tests.rules.combat import battle, fight_round
from tests.rules.scene import Table, moving


def starved(places: str, dice: dict[str, list[int]], *, turn: str = "1187.2", stay: str = "done") -> Table:
    """Both sides have passed, and the besieger has stayed."""
    table = battle(places, dice=dice, turn=turn)
    return table.do("saracen", "storm -").do("frank", "sally -").do("saracen", stay)


@pytest.mark.parametrize(("die", "left"), [(1, 3), (2, 3), (3, 3), (4, 4), (5, 4), (6, 4)])
def test_one_to_three_loses_a_step(die: int, left: int) -> None:
    """T115 (6.57)."""
    table = starved("acre: [king-guy] saladin", {"attrition:acre:king-guy": [die]})
    assert table.strength("king-guy") == left


@pytest.mark.parametrize(("die", "left"), [(1, 3), (2, 4), (3, 4)])
@pytest.mark.parametrize("port", ["tyre", "tripoli"])
def test_fortified_ports_lose_on_a_one_only(port: str, die: int, left: int) -> None:
    """T115 (6.57)."""
    table = starved(f"{port}: [king-guy] saladin", {f"attrition:{port}:king-guy": [die]})
    assert table.strength("king-guy") == left


def test_every_besieged_block_rolls_by_itself() -> None:
    """T115, R71 (6.57): Guy rolls 3, Walter 4; no order, no choice, nobody is asked."""
    table = starved("acre: [king-guy] [walter] saladin", {"attrition:acre:king-guy": [3], "attrition:acre:walter": [4]})
    assert (table.strength("king-guy"), table.strength("walter")) == (3, 3)
    rolled = table.happened("attrition-rolled")[0]
    assert (rolled["dice"], rolled["losses"]) == ([3, 4], 1)
    assert rolled["secret"] == {"blocks": ["king-guy"]}
    assert rolled["owner"] == "frank"
    assert table.position.phase == "cards"


def test_besiegers_do_not_roll() -> None:
    """6.57: "besieged blocks"."""
    table = starved("acre: [king-guy] saladin", {"attrition": [1]})
    assert table.strength("saladin") == 4


def test_blocks_that_sallied_and_came_back_are_besieged_too() -> None:
    """R70 (6.57, 6.1)."""
    table = battle("acre: [king-guy] [walter] saladin", dice={"attrition:acre": [1, 1]})
    table.do("saracen", "storm -").do("frank", "sally king-guy")
    for _ in range(2):
        fight_round(table)
        table.do("frank", "sally -")
    fight_round(table)
    table.do("saracen", "done")
    assert (table.strength("king-guy"), table.strength("walter")) == (3, 2)


def test_blocks_that_came_by_sea_this_turn_are_besieged_too() -> None:
    """R70 (6.57, 5.4)."""
    table = battle(
        "tyre: [conrad] saladin\ncaesarea: walter", "", "sea-move walter tyre", dice={"attrition:tyre": [1, 1]}
    )
    table.do("saracen", "storm -").do("frank", "sally -").do("saracen", "done")
    assert (table.strength("conrad"), table.strength("walter")) == (3, 2)


def test_a_new_siege_suffers_attrition_in_its_first_turn() -> None:
    """6.1, 6.57."""
    table = battle("nablus: balian\nbaisan: saladin", "move saladin nablus", dice={"attrition": [1]}, turn="1187.2")
    table.do("frank", "garrison balian").do("saracen", "done", "storm -").do("frank", "sally -").do("saracen", "done")
    assert table.strength("balian") == 2


def test_a_garrison_that_starves_loses_the_town_and_the_besieger_regroups() -> None:
    """T116 (6.57, 6.7, 6.34)."""
    table = starved("acre: [king-guy@1] saladin keukburi", {"attrition": [2]})
    assert table.where("king-guy") == "dead"
    assert table.sieges() == {}
    assert (table.step, table.awaited) == ("regroup", {"saracen"})
    table.do("saracen", "regroup keukburi tyre", "done")
    assert (table.where("saladin"), table.where("keukburi")) == ("acre", "tyre")


def test_orders_that_starve_are_gone_for_good() -> None:
    """6.34 warning: in siege attrition too."""
    table = starved("acre: [jerusalem-templars@1] saladin", {"attrition": [2]})
    assert table.where("jerusalem-templars") == "gone"


def test_a_town_taken_in_the_field_suffers_no_attrition() -> None:
    """6.57: without a siege there is none."""
    table = battle("acre: [king-guy] kurds-1\ncaesarea: conrad", "move conrad acre", first="frank", turn="1187.2")
    table.do("frank", "sally -", "fire conrad").do("saracen", "retreat kurds-1 legio").do("frank", "done")
    assert not table.happened("attrition-rolled")
    assert table.sieges() == {}


def test_the_dice_are_shown_sorted_not_by_block() -> None:
    """H30 (6.57): dice and losses are public, which block lost is its owner's."""
    table = starved("acre: [king-guy] [walter] saladin", {"attrition:acre:king-guy": [6], "attrition:acre:walter": [2]})
    assert table.happened("attrition-rolled")[0]["dice"] == [2, 6]


# Winter (8.2)


def kept(places: str, moves: str = "", dice: dict[str, list[int]] | None = None) -> Table:
    """Turn 6: the Saracens keep the one siege over the winter; the Franks make their moves and are through."""
    table = Table(moving(places, first="saracen", saracen="winter-campaign", turn="1188.6"), dice)
    (town,) = table.sieges()
    table.do("saracen", f"winter-campaign {town}", "done")
    return table.do("frank", *moves.splitlines(), "done")


def test_a_winter_siege_that_has_ended_by_sea_is_forgotten() -> None:
    """T119, R87 (8.2): the last of the garrison sails to Acre; no attrition, and the game goes on."""
    table = kept("tyre: [conrad] saladin", "sea-move conrad acre")
    assert not table.happened("attrition-rolled")
    assert table.sieges() == {}
    assert table.where("saladin") == "tyre"
    assert table.awaited


def test_a_winter_siege_whose_garrison_starves_is_the_besiegers() -> None:
    """8.2: the victor regroups, nobody is asked about storms or sallies."""
    table = kept("nablus: [balian@1] saladin", dice={"attrition": [4]})
    assert (table.step, table.awaited) == ("regroup", {"saracen"})
