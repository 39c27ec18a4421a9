"""Sieges of edition 1.4; letters are those of ``docs/editions.md``, numbers those of the 1.x rules."""

import pytest

from rules import game
from rules.ruleset import Ruleset
from tests.rules.combat import face_up, round_number
from tests.rules.old_edition import OLD, fights, moves, number
from tests.rules.scene import Table, choosing

SIEGE = "nablus: [king-guy] saladin zangi kurds-1\njerusalem: turks-1"


def passing(table: Table, until: str, side: str) -> Table:
    """Everybody passes or fires, until this decision of this side."""
    while (table.step, table.awaited) != (until, {side}):
        (who,) = table.awaited
        quiet = {"garrison": "garrison -", "sally": "sally -", "storm": "storm -", "leave-siege": "done"}
        if table.step == "fight":
            table.do(who, f"pass {min(table.options(who, 'pass', 'block'))}")
        elif table.step == "hits":
            table.do(who, f"take-hit {min(table.options(who, 'take-hit', 'block'))}")
        else:
            table.do(who, quiet[table.step])
    return table


def test_stormers_are_exchanged_at_the_start_of_a_round() -> None:
    """G4 (7.31): two at most at Nablus; who falls back may come again."""
    table = fights(SIEGE).do("saracen", "storm saladin,zangi")
    passing(table, "exchange", "saracen")
    assert round_number(table) == 2
    assert table.refused("saracen", "storm -").rule == "1.x-7.31"
    assert table.refused("saracen", "storm saladin,zangi,kurds-1").rule == "1.x-7.31"
    table.do("saracen", "storm saladin,kurds-1")
    assert [event["block"] for event in table.happened("block-withdrew")] == ["zangi"]
    assert [block["id"] for event in table.happened("storm-declared") for block in event["blocks"]] == ["kurds-1"]
    assert table.position.combat.storming.bit_count() == 2


def test_stormers_retreat_from_the_castle_or_fall_back() -> None:
    """G5 (7.31); in 2.0 they only fall back."""
    for rules, may in ((OLD, True), (Ruleset(), False)):
        table = fights(SIEGE, ruleset=rules, dice={"fire": [6] * 99}).do("saracen", "storm saladin")
        while table.awaited != {"saracen"}:
            table.do("frank", "fire king-guy")
        assert table.legal("saracen", "retreat saladin jerusalem") is may
        assert table.legal("saracen", "withdraw saladin")
        assert not table.legal("saracen", "harry saladin jerusalem")
    table = fights(SIEGE).do("saracen", "storm saladin")
    assert not table.legal("frank", "retreat king-guy jerusalem")


def test_who_withdrew_from_a_storm_does_not_regroup() -> None:
    """F19 (7.31)."""
    for rules, left in ((OLD, {"zangi", "kurds-1"}), (Ruleset(), {"saladin", "zangi", "kurds-1"})):
        start = "nablus: [king-guy@1] saladin zangi kurds-1\njerusalem: turks-1\nbaisan: turks-2"
        table = fights(start, ruleset=rules, dice={"fire": [6] * 99})
        if rules is OLD:
            table.do("saracen", "storm saladin,zangi").do("saracen", "withdraw saladin")
            table.dice.script["fire:nablus:1:zangi"] = [1, 1, 1]
            table.do("frank", "fire king-guy").do("saracen", "fire zangi")
        else:
            table.do("saracen", "storm saladin").do("saracen", "withdraw saladin")
            if table.step == "storm":
                table.dice.script["fire:nablus:2:zangi"] = [1, 1, 1]
                table.do("saracen", "storm zangi")
            while table.step == "fight":
                (side,) = table.awaited
                table.do(side, f"fire {min(table.options(side, 'fire', 'block'))}")
        assert table.step == "regroup"
        assert table.options("saracen", "regroup", "block") == left


@pytest.mark.parametrize(("rules", "strength"), [(OLD, 3), (Ruleset(), 4)])
def test_a_half_hit_lasts_until_the_third_round_is_over(rules: Ruleset, strength: int) -> None:
    """G8 (7.11): the storm stops and is taken up again; a second hit then costs Guy a step, in 2.0 it does not."""
    dice = {"fire:nablus:1:saladin": [1, 6, 6, 6], "fire:nablus:3:zangi": [1, 6, 6], "fire": [6] * 99}
    table = fights("nablus: [king-guy] saladin zangi", ruleset=rules, dice=dice).do("saracen", "storm saladin")
    table.do("saracen", "fire saladin")
    if table.awaited == {"frank"}:
        table.do("frank", "fire king-guy")
    if table.step == "exchange":
        table.do("saracen", "storm saladin")
    table.do("saracen", "withdraw saladin", "storm zangi")
    assert round_number(table) == 3
    while table.step == "fight" and round_number(table) == 3:
        (side,) = table.awaited
        table.do(side, f"fire {min(table.options(side, 'fire', 'block'))}")
    assert table.strength("king-guy") == strength


def test_who_has_a_half_hit_is_shown_while_its_castle_lies_open() -> None:
    """G8, H22: between two storms the garrison is hidden, and so is which of its blocks was hit."""
    dice = {"fire:nablus:1:saladin": [1, 6, 6, 6], "fire": [6] * 99}
    table = fights("nablus: [king-guy] saladin zangi", dice=dice).do("saracen", "storm saladin", "fire saladin")
    table.do("frank", "fire king-guy") if table.awaited == {"frank"} else None
    assert game.observe(table.position, "saracen")["battle"]["half-hit"] == "king-guy"
    table.do("saracen", "storm saladin") if table.step == "exchange" else None
    table.do("saracen", "withdraw saladin")
    assert table.step == "storm"
    assert game.observe(table.position, "saracen")["battle"]["half-hit"] is None
    table.do("saracen", "storm zangi")
    assert game.observe(table.position, "saracen")["battle"]["half-hit"] == "king-guy"


def test_besiegers_lie_face_up_and_newcomers_stay_hidden() -> None:
    """G9 (7.2): from the beginning of the siege; none keeps a marker."""
    table = fights("nablus: king-guy\njerusalem: saladin", "move saladin nablus").do("frank", "garrison king-guy")
    assert face_up(table, "nablus") == {"saladin"}
    table = fights("nablus: king-guy\njerusalem: saladin\nbaisan: kurds-1", "move saladin nablus").do(
        "frank", "garrison king-guy"
    )
    while table.position.battle is not None:
        (side,) = table.awaited
        table.do(side, {"storm": "storm -", "sally": "sally -", "leave-siege": "done", "regroup": "done"}[table.step])
    assert face_up(table, "nablus") == {"saladin"}
    assert table.position.markers == {}


def test_a_siege_that_is_lifted_lets_besiegers_stand_up() -> None:
    """G9 (7.2): the whole siege, no longer."""
    table = moves("nablus: [king-guy] saladin zangi", first="saracen")
    for block in ("saladin", "zangi"):
        table.position.face_up |= 1 << number(block)
    table.do("saracen", "move saladin baisan")
    assert face_up(table, "nablus") == {"zangi"}
    table.do("saracen", "move zangi baisan")
    assert table.sieges() == {}
    assert face_up(table, "baisan") == face_up(table, "nablus") == set()


@pytest.mark.parametrize(
    ("by", "town", "inside", "outside"),
    [("saracen", "nablus", "king-guy", "saladin zangi"), ("frank", "banyas", "kurds-1", "conrad balian")],
)
def test_besiegers_stand_up_where_assassins_kill_the_last_of_a_garrison(
    by: str, town: str, inside: str, outside: str
) -> None:
    """G9 (7.2), R10: the siege ends outside of any battle."""
    hands = {side: "assassins" if side == by else "move-3" for side in ("frank", "saracen")}
    moves_left = " move-2 move-2 move-1 move-1"
    position = choosing(
        f"{town}: [{inside}@1] {outside}",
        frank=hands["frank"] + moves_left,
        saracen=hands["saracen"] + moves_left,
        ruleset=OLD,
    )
    for block in outside.split():
        position.face_up |= 1 << number(block)
    table = Table(position, {"assassins": [1, 6, 6]})
    table.do("frank", f"play-card {hands['frank']}").do("saracen", f"play-card {hands['saracen']}")
    assert face_up(table, town) == set(outside.split())
    table.do(by, f"assassinate {town}/castle")
    assert (table.sieges(), table.at(town), face_up(table, town)) == ({}, set(outside.split()), set())
    assert [event["town"] for event in table.happened("siege-lifted")] == [town]


def test_sallying_blocks_fight_first_and_then_may_retreat() -> None:
    """G10 (7.33): to a friendly town; in 2.0 never."""
    table = (
        fights("nablus: [king-guy] saladin\njerusalem: walter").do("saracen", "storm -").do("frank", "sally king-guy")
    )
    while table.awaited != {"frank"}:
        table.do("saracen", "pass saladin")
    assert {a.type for a in table.actions("frank")} == {"fire", "charge"}
    assert table.refused("frank", "withdraw king-guy").rule == "1.x-7.33"
    table.do("frank", "fire king-guy")
    while table.step == "hits":
        table.do("saracen", "take-hit saladin")
    while table.awaited != {"frank"}:
        table.do("saracen", "pass saladin")
    assert table.legal("frank", "withdraw king-guy")
    assert "jerusalem" in table.options("frank", "retreat", "to", block="king-guy")
    table.do("frank", "retreat king-guy jerusalem")
    assert table.where("king-guy") == "jerusalem"
