"""Sieges (6.5 to 6.53): how they begin, whose the castle is, and the declarations of each round."""

import pytest

from rules import game
from rules.position import Position
from rules.roster import BLOCK
from tests.rules.combat import all_hit, battle, fight_round, order, round_number
from tests.rules.scene import Table


def keep_of(table: Table) -> str | None:
    owner: str | None = game.observe(table.position, None)["battle"]["castle-of"]
    return owner


def test_a_new_siege_begins_when_nobody_is_deployed_in_the_field() -> None:
    """6.5: and the besieger declares first in round 1."""
    table = (
        battle("nablus: balian\nbaisan: saladin", "move saladin nablus")
        .do("frank", "garrison balian")
        .do("saracen", "done")
    )
    assert table.sieges() == {"nablus": "saracen"}
    assert (table.step, table.awaited, round_number(table)) == ("storm", {"saracen"}, 1)


def test_a_siege_follows_a_field_battle_in_the_next_round() -> None:
    """6.5, third way; T108: Balian withdraws, from round 2 on the castle may be stormed."""
    table = battle("nablus: balian\nbaisan: saladin", "move saladin nablus").do("frank", "garrison -")
    table.do("saracen", "fire saladin").do("frank", "withdraw balian").do("saracen", "done")
    assert (table.step, round_number(table)) == ("storm", 2)
    assert keep_of(table) == "frank"


def test_the_storm_declaration_keeps_the_castle_limit() -> None:
    """T100 (6.52): four before Nablus, rating 1: one may storm."""
    table = battle("nablus: [balian] saladin keukburi tuman zangi")
    (choice,) = table.actions("saracen", "storm")
    assert (choice.least, choice.most) == (0, 1)
    assert table.refused("saracen", "storm saladin,zangi").rule == "6.52"
    assert table.refused("saracen", "storm balian") == ("Not one of your blocks: Balian.", "6.53")
    assert table.legal("saracen", "storm zangi")


def test_when_both_pass_attrition_follows_without_more_rounds() -> None:
    """T101 (6.53)."""
    table = battle("acre: [king-guy] saladin", dice={"attrition": [3]}, turn="1187.2")
    table.do("saracen", "storm -")
    assert (table.step, table.awaited) == ("sally", {"frank"})
    table.do("frank", "sally -").do("saracen", "done")
    assert table.happened("attrition-rolled")[0]["losses"] == 1
    assert table.strength("king-guy") == 3
    assert table.position.phase == "cards"


def test_the_besieger_declares_first() -> None:
    """6.53: the besieged are asked only when nobody storms."""
    table = battle("acre: [king-guy] saladin")
    assert table.refused("frank", "sally king-guy").rule == "1.0"
    table.do("saracen", "storm saladin")
    assert not table.actions("frank", "sally")


def test_both_pass_though_the_besieger_has_reserves_coming() -> None:
    """R52 (6.53): attrition in round 1; the reserves have just joined the siege."""
    table = battle(
        "jerusalem: king-guy\nnablus: saladin\nhebron: zangi",
        "move saladin jerusalem\nmove zangi jerusalem",
        dice={"attrition": [4]},
        turn="1187.2",
    )
    table.do("frank", "garrison king-guy").do("saracen", "done", "storm -").do("frank", "sally -")
    assert table.step == "leave-siege"
    table.do("saracen", "done", "keep-face-up zangi")
    assert table.happened("attrition-rolled")
    assert table.position.due2 == 0
    assert table.at("jerusalem") == {"king-guy", "saladin", "zangi"}
    assert table.position.phase == "cards"


def test_both_pass_and_relief_still_comes() -> None:
    """R53 (6.53, 6.56): no attrition yet, round 2 begins."""
    table = battle("acre: [king-guy] saladin\ncaesarea: walter", "", "move walter acre")
    table.do("saracen", "storm -").do("frank", "sally -")
    assert not table.happened("attrition-rolled")
    assert round_number(table) == 2
    assert table.step == "sally"


def test_besiegers_who_reinforce_a_siege_not_attacked_are_there_from_round_one() -> None:
    """R30 (6.42, 5.3): both sides' movements, any road."""
    table = battle("acre: [king-guy] saladin\nlegio: keukburi\ntiberias: tuman", "move keukburi acre\nmove tuman acre")
    assert table.actions("saracen", "storm")[0].candidates == ("keukburi", "saladin", "tuman")
    as_second = battle("acre: [king-guy] saladin\nlegio: keukburi", "", "move keukburi acre", first="frank")
    assert as_second.actions("saracen", "storm")[0].candidates == ("keukburi", "saladin")


def test_a_siege_stands_while_the_whole_garrison_is_out() -> None:
    """R51 (6.5): the castle is empty for a moment, yet it is the Franks' still."""
    table = battle("acre: [king-guy] kurds-1").do("saracen", "storm -").do("frank", "sally king-guy")
    assert table.sieges() == {"acre": "saracen"}
    assert table.where("king-guy") == "acre"
    assert keep_of(table) == "frank"
    table.do("frank", "withdraw king-guy")
    assert table.where("king-guy") == "[acre]"


def test_the_garrison_is_the_controller_of_a_besieged_city() -> None:
    """1.2 note: for victory a besieged city counts for the castle's defender."""
    table = battle("acre: [king-guy] saladin")
    assert game.observe(table.position, None)["cities"]["acre"] == "frank"


@pytest.mark.parametrize("moment", ["storm", "sally", "field", "hits"])
def test_a_siege_survives_being_written_and_read(moment: str) -> None:
    """A battle in the middle of anything is data like the rest of the position."""
    table = battle("acre: [king-guy] [walter] saladin keukburi", dice={"fire:acre:1:keukburi": [1, 6, 6]})
    if moment != "storm":
        table.do("saracen", "storm -")
    if moment in ("field", "hits"):
        table.do("frank", "sally king-guy,walter")
    if moment == "hits":
        table.position.steps[BLOCK["king-guy"]] = 3
        table.do("saracen", "fire saladin", "fire keukburi")
        assert table.step == "hits"
    assert Position.from_json(table.position.to_json()) == table.position


def test_three_rounds_of_siege() -> None:
    """6.2: battle and siege share three rounds; then the siege's turn is over."""
    table = battle("acre: [king-guy] saladin", dice={"attrition": [6]}, turn="1187.2")
    for number in (1, 2, 3):
        assert round_number(table) == number
        if table.step == "storm":
            # with the only block storming already there is nothing to declare any more
            table.do("saracen", "storm saladin")
        fight_round(table)
    assert table.step == "leave-siege"


def test_a_besieged_block_is_an_ordinary_one_after_the_siege() -> None:
    """6.5: the besieger is dead, and the garrison may regroup (6.7)."""
    table = (
        battle("acre: [king-guy] kurds-1@1", dice=all_hit("acre:1:king-guy"))
        .do("saracen", "storm -")
        .do("frank", "sally king-guy")
    )
    table.do("frank", "fire king-guy")
    assert table.sieges() == {}
    assert table.where("king-guy") == "acre"
    assert (table.step, table.awaited) == ("regroup", {"frank"})


def test_declaring_names_each_block_once_and_only_those_present() -> None:
    """6.53: reserves, and blocks elsewhere, neither storm nor sally."""
    table = battle("acre: [king-guy] saladin\ntiberias: keukburi")
    assert table.refused("saracen", "storm keukburi").rule == "6.52"
    table.do("saracen", "storm -")
    assert table.refused("frank", "sally walter").rule == "6.55"
    assert table.refused("frank", "sally saladin").rule == "6.55"


def test_order_of_a_siege_battle_puts_the_castle_first() -> None:
    """6.54: the usual sequence, the castle defending."""
    table = battle("acre: [beirut-turcopoles] [king-guy] taqi-al-din keukburi").do(
        "saracen", "storm taqi-al-din,keukburi"
    )
    assert order(table) == ["beirut-turcopoles", "taqi-al-din", "king-guy", "keukburi"]
