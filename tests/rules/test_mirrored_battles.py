"""Battles mirrored and doubled: two at once, Franks in the Saracens' part, and Richard, whose number is 0."""

import json

import pytest

from rules import game
from rules.position import Position
from tests.rules.combat import all_hit, battle, face_up, fight_round, order, round_number
from tests.rules.scene import Table, reveal


def attacker(table: Table) -> str:
    side: str = game.observe(table.position, None)["battle"]["attacker"]
    return side


# Two battles


def test_reserves_of_another_battle_wait_for_their_own() -> None:
    """6.41: at Legio Keukburi comes in round 2; Sanjar, in reserve at Kerak, is no part of it."""
    table = battle(
        "legio: balian\nkerak: walter\nbaisan: saladin keukburi\namman: zangi\nzoar: sanjar",
        "move saladin legio\nmove keukburi nablus/legio\nmove zangi kerak\nmove sanjar kerak",
    ).do("saracen", "choose-battle legio")
    fight_round(table)
    assert round_number(table) == 2
    assert [(e["town"], e["count"]) for e in table.log if e["type"] == "reserves-arrived"] == [("legio", 1)]
    assert order(table) == ["saladin", "balian", "keukburi"]
    assert table.arrives("sanjar") == 2
    fight_round(table)
    fight_round(table)
    table.do("saracen", "retreat saladin baisan", "retreat keukburi nablus").do("frank", "done", "garrison -")
    assert order(table) == ["walter", "zangi"]
    fight_round(table)
    assert order(table) == ["walter", "sanjar", "zangi"]


# Franks besiege, Saracens relieve


def test_frank_besiegers_stay_after_round_three() -> None:
    """6.2, 6.5: nobody contests their field, so they need not retreat; the siege ends its turn."""
    table = battle("hama: [tuman] conrad walter", first="frank").do("frank", "storm conrad")
    for _ in range(3):
        fight_round(table)
        if table.step == "storm":
            table.do("frank", "storm -")
    assert (table.step, table.awaited) == ("leave-siege", {"frank"})
    assert table.at("hama") == {"tuman", "conrad", "walter"}
    table.dice.script["attrition:hama"] = [6]
    table.do("frank", "done")
    assert table.sieges() == {"hama": "frank"}


def test_saracen_relief_that_breaks_a_siege_defends_against_the_frank_reserves() -> None:
    """T85b, R100 (6.41, 6.56): at Aleppo as at Acre: the switch stands, Sanjar's castle is his own, and he may sally as
    a defender.
    """
    table = battle(
        "aleppo: [sanjar] walter@1\nzerdana: zangi\nartah: bohemond",
        "move zangi aleppo",
        "move bohemond aleppo",
        dice=all_hit("aleppo:1:zangi"),
    )
    table.do("saracen", "sally -").do("frank", "fire walter").do("saracen", "fire zangi")
    assert table.where("walter") == "dead"
    assert table.happened("control-switched")[0]["defender"] == "saracen"
    assert table.sieges() == {}
    assert table.where("sanjar") == "[aleppo]"
    assert (table.step, table.awaited, round_number(table)) == ("sally", {"saracen"}, 2)
    table.do("saracen", "sally sanjar")
    assert attacker(table) == "frank"
    assert order(table) == ["sanjar", "zangi", "bohemond"]


@pytest.mark.parametrize(
    ("places", "relief", "besieger", "reliever", "dead", "town"),
    [
        ("aleppo: [sanjar] walter@1\nzerdana: zangi", "move zangi aleppo", "frank", "saracen", "walter", "aleppo"),
        ("acre: [king-guy] turks-1@1\ncaesarea: walter", "move walter acre", "saracen", "frank", "turks-1", "acre"),
    ],
)
def test_relief_of_either_side_that_wins_the_field_lifts_the_siege(
    places: str, relief: str, besieger: str, reliever: str, dead: str, town: str
) -> None:
    """R58, T114 (6.56, 6.7): garrison and relief may regroup together."""
    block = relief.split()[1]
    table = battle(places, relief, first=reliever, dice=all_hit(f"{town}:1:{block}")).do(reliever, "sally -")
    fight_round(table)
    assert table.where(dead) in ("dead", "pool", "gone")
    assert table.sieges() == {}
    assert (table.step, table.awaited) == ("regroup", {reliever})
    inside = {"saracen": "sanjar", "frank": "king-guy"}[reliever]
    assert table.options(reliever, "regroup", "block") == {block, inside}


# Richard


def test_richard_with_a_half_hit_takes_the_next_hit() -> None:
    """R68 (6.54): he is the first of all blocks, and his number 0 is a block like any other; nobody is asked though Guy
    is as strong.
    """
    table = battle(
        "jerusalem: [richard@2] [king-guy@2] saladin keukburi",
        dice={
            "fire:jerusalem:1:saladin": [1, 6, 6, 6],
            "fire:jerusalem:1:richard": [6, 6],
            "fire:jerusalem:1:keukburi": [1, 6, 6],
        },
    ).do("saracen", "storm saladin,keukburi", "fire saladin")
    table.do("frank", "take-hit richard")
    assert game.observe(table.position, None)["battle"]["half-hit"] == "richard"
    written = table.position.to_json()
    assert written["battle"]["half"] == "richard"
    table.position = Position.from_json(json.loads(json.dumps(written)))
    table.do("saracen", "fire keukburi")
    assert (table.strength("richard"), table.strength("king-guy")) == (1, 2)
    assert game.observe(table.position, None)["battle"]["half-hit"] is None


def test_richard_stands_up_when_the_siege_he_shows_is_lifted() -> None:
    """6.51: the Assassins kill the last of the garrison."""
    table = reveal(
        "assassins", "move-3", "hama: [tuman@1] richard walter\ndamascus: saladin", dice={"assassins": [1, 6, 6]}
    )
    assert face_up(table, "hama") == {"richard"}
    table.do("frank", "assassinate hama/castle")
    assert table.sieges() == {}
    assert face_up(table, "hama") == set()


# Both sides besiege


@pytest.mark.parametrize(
    ("places", "besieger", "besieged", "block", "shown"),
    [
        ("acre: [king-guy] saladin keukburi", "saracen", "frank", "king-guy", {"saladin", "keukburi"}),
        ("hama: [tuman] conrad walter", "frank", "saracen", "tuman", {"conrad", "walter"}),
    ],
)
def test_besiegers_are_hidden_again_after_three_rounds_of_a_sally(
    places: str, besieger: str, besieged: str, block: str, shown: set[str]
) -> None:
    """6.1, 6.51, 6.55: but for the one that shows the siege."""
    town = places.partition(":")[0]
    table = battle(places, first=besieger).do(besieger, "storm -").do(besieged, f"sally {block}")
    assert face_up(table, town) == shown | {block}
    for _ in range(3):
        fight_round(table)
        if table.step == "storm":
            table.do(besieger, "storm -")
        if table.step == "sally":
            table.do(besieged, f"sally {block}")
    assert table.where(block) == f"[{town}]"
    assert len(face_up(table, town)) == 1
    assert face_up(table, town) <= shown


def test_who_sallied_with_the_relief_that_broke_the_siege_fights_on_as_a_defender() -> None:
    """R100 (6.41, 6.56): at Aleppo; Sanjar is no sallying block anymore when the Frank reserve comes."""
    table = battle(
        "aleppo: [sanjar] walter@1\nzerdana: zangi\nartah: bohemond",
        "move zangi aleppo",
        "move bohemond aleppo",
        dice=all_hit("aleppo:1:zangi"),
    ).do("saracen", "sally sanjar")
    assert "sallying" in json.dumps(game.observe(table.position, "saracen")["map"]["aleppo"])
    fight_round(table)
    assert table.where("walter") == "dead"
    assert table.sieges() == {}
    assert "sallying" not in json.dumps(game.observe(table.position, "saracen")["map"]["aleppo"])
    assert not table.position.combat.sallying
