"""Relief (6.56): when it comes, what it stops, and what becomes of the siege."""

import pytest

from rules import game
from tests.rules.combat import all_hit, battle, fight_round, order, ready, round_number
from tests.rules.scene import Table


def attacker(table: Table) -> str:
    side: str = game.observe(table.position, None)["battle"]["attacker"]
    return side


# The Battle of Jerusalem, the rulebook's example (p. 5)

JERUSALEM = """
    hebron: saladin al-afdal keukburi al-mashtub
    jericho: taqi-al-din al-adil
    jerusalem: king-guy jerusalem-templars
    jaffa: balian walter reynald-sidon
"""
FROM_TWO_ROADS = """
    move saladin jerusalem
    move al-afdal jerusalem
    move keukburi jerusalem
    move al-mashtub jerusalem
    move taqi-al-din jerusalem
    move al-adil jerusalem
"""
RELIEF = """
    move balian ramallah/jerusalem
    move walter ramallah/jerusalem
    move reynald-sidon ramallah/jerusalem
"""


def jerusalem(garrison: str, dice: dict[str, list[int]] | None = None) -> Table:
    table = battle(JERUSALEM, FROM_TWO_ROADS, RELIEF, dice=dice)
    return table.do("frank", f"garrison {garrison}")


def test_battle_of_jerusalem_storm_in_round_one() -> None:
    """T98 (p. 5): both defenders take the castle; no field battle, no regroup, and at most three storm."""
    table = jerusalem("king-guy,jerusalem-templars")
    assert table.sieges() == {"jerusalem": "saracen"}
    (choice,) = table.actions("saracen", "storm")
    assert set(choice.candidates) == {"saladin", "al-afdal", "keukburi", "al-mashtub"}
    assert choice.most == 3
    table.do("saracen", "storm saladin,keukburi,al-mashtub")
    assert order(table) == ["saladin", "jerusalem-templars", "king-guy", "al-mashtub", "keukburi"]


def storm_of_jerusalem() -> Table:
    """Round 1 is over; Saladin's three hits have cost King Guy a step and left a half-hit on him or the Templars."""
    table = jerusalem("king-guy,jerusalem-templars", {"fire:jerusalem:1:saladin": [1, 1, 1, 6]})
    table.do("saracen", "storm saladin,keukburi,al-mashtub", "fire saladin").do("frank", "take-hit king-guy")
    return fight_round(table)


def test_battle_of_jerusalem_relief_in_round_two() -> None:
    """T98 (p. 5): the storm is broken off, the half-hit recovered; six Saracens defend against up to five Franks."""
    table = storm_of_jerusalem()
    assert table.happened("storm-cancelled")
    assert game.observe(table.position, None)["battle"]["half-hit"] is None
    assert (table.step, table.awaited, round_number(table)) == ("sally", {"frank"}, 2)
    table.do("frank", "sally king-guy,jerusalem-templars")
    assert attacker(table) == "frank"
    assert order(table) == [
        *("al-adil", "saladin", "taqi-al-din"),
        *("al-afdal", "al-mashtub", "keukburi"),
        *("balian", "jerusalem-templars", "king-guy", "reynald-sidon", "walter"),
    ]
    for name in ("saladin", "al-adil", "taqi-al-din", "keukburi", "al-afdal", "al-mashtub"):
        table.do("saracen", f"fire {name}")
    assert table.strength("king-guy") == 3
    assert table.legal("frank", "charge balian")
    assert table.legal("frank", "charge king-guy")
    assert table.legal("frank", "withdraw king-guy")
    assert table.refused("frank", "withdraw balian").rule == "6.63"  # 6.56
    assert table.options("frank", "retreat", "to", block="balian") == {"ramallah"}


def test_battle_of_jerusalem_ends_with_the_sally_inside_and_the_relief_on_its_road() -> None:
    """T98 (6.2, 6.55, 6.57): after round 3 the garrison returns, the relief retreats to Ramallah, and attrition
    follows.
    """
    table = storm_of_jerusalem().do("frank", "sally king-guy,jerusalem-templars")
    fight_round(table)
    assert round_number(table) == 3
    fight_round(table)
    assert (table.where("king-guy"), table.where("jerusalem-templars")) == ("[jerusalem]", "[jerusalem]")
    assert table.at("ramallah") == {"balian", "walter", "reynald-sidon"}
    assert (table.step, table.awaited) == ("regroup", {"saracen"})
    table.do("saracen", "done")
    assert table.step == "leave-siege"
    table.dice.script["attrition:jerusalem"] = [3, 4]
    table.do("saracen", "done", "keep-face-up keukburi")
    assert table.happened("attrition-rolled")[0]["dice"] == [3, 4]


def test_battle_of_jerusalem_with_both_defenders_in_the_field() -> None:
    """T99 (p. 5 note): the Franks defend all three rounds, and their reserves join as defenders, who may withdraw."""
    table = jerusalem("-")
    assert attacker(table) == "saracen"
    fight_round(table)
    assert round_number(table) == 2
    # in each class the defender is first
    assert order(table) == [
        *("al-adil", "saladin", "taqi-al-din"),
        *("balian", "jerusalem-templars", "king-guy", "reynald-sidon", "walter"),
        *("al-afdal", "al-mashtub", "keukburi"),
    ]
    for name in ("saladin", "al-adil", "taqi-al-din"):
        table.do("saracen", f"fire {name}")
    table.do("frank", "withdraw walter")
    assert table.where("walter") == "[jerusalem]"


# When relief comes (6.56)

ACRE = """
    acre: [king-guy] saladin keukburi
    caesarea: walter
    tiberias: raymond-tiberias
"""
BOTH = "move walter acre\nmove raymond-tiberias acre"


def test_relief_by_player_one_comes_in_rounds_one_and_two() -> None:
    """T112 (6.56): the field battle begins at once, and nobody storms."""
    table = battle(ACRE, BOTH, first="frank")
    assert (table.arrives("walter"), table.arrives("raymond-tiberias")) == (1, 2)
    assert (table.step, table.awaited, round_number(table)) == ("sally", {"frank"}, 1)
    assert attacker(table) == "frank"
    table.do("frank", "sally -")
    assert order(table) == ["saladin", "keukburi", "walter"]
    fight_round(table)
    table.do("frank", "sally king-guy")
    assert order(table) == ["saladin", "keukburi", "king-guy", "raymond-tiberias", "walter"]


def test_relief_by_player_two_comes_in_rounds_two_and_three() -> None:
    """T112 (6.56): the besieger may storm in round 1."""
    table = battle(ACRE, "", BOTH)
    assert (table.arrives("walter"), table.arrives("raymond-tiberias")) == (2, 3)
    assert (table.step, table.awaited) == ("storm", {"saracen"})
    table.do("saracen", "storm saladin")
    fight_round(table)
    assert (table.step, round_number(table)) == ("sally", 2)


def test_the_besieged_may_sally_before_relief_arrives() -> None:
    """6.56: and in round 2 fight beside it, attackers as before."""
    table = battle(ACRE, "", BOTH).do("saracen", "storm -").do("frank", "sally king-guy")
    fight_round(table)
    assert order(table) == ["saladin", "keukburi", "king-guy", "walter"]
    assert attacker(table) == "frank"


def test_besiegers_attacked_by_relief_are_reinforced_in_rounds_two_and_three() -> None:
    """R31 (6.42): Player 2's besiegers were attacked by Player 1."""
    table = battle(
        "acre: [king-guy] saladin\ncaesarea: walter\nlegio: keukburi\nbaisan: tuman",
        "move walter acre",
        "move keukburi acre\nmove tuman tiberias/acre",
        first="frank",
    )
    assert (table.arrives("keukburi"), table.arrives("tuman")) == (2, 3)
    table.do("frank", "sally -")
    assert order(table) == ["saladin", "walter"]
    fight_round(table)
    table.do("frank", "sally -")
    assert order(table) == ["saladin", "keukburi", "walter"]
    fight_round(table)
    table.do("frank", "sally -")
    assert order(table) == ["saladin", "keukburi", "tuman", "walter"]


def test_relief_and_the_besiegers_reserves_may_come_in_different_rounds() -> None:
    """6.41, 6.42: a new siege whose reserves come in round 2, relief by two roads in rounds 2 and 3."""
    table = battle(
        "acre: king-guy\nlegio: saladin\ntiberias: keukburi\ncaesarea: walter\ntyre: conrad",
        "move saladin acre\nmove keukburi acre",
        "move walter acre\nmove conrad acre",
    )
    table.do("frank", "garrison king-guy").do("saracen", "storm saladin", "fire saladin")
    assert round_number(table) == 2
    table.do("frank", "sally -")
    assert order(table) == ["saladin", "keukburi", "walter"]
    fight_round(table)
    table.do("frank", "sally king-guy")
    assert order(table) == ["saladin", "keukburi", "conrad", "king-guy", "walter"]


def test_relief_that_dies_in_round_two_is_followed_by_more_without_a_pause() -> None:
    """6.56, R61: Raymond is on his way, so the besieger has not won yet and does not regroup."""
    table = battle(ACRE, "", BOTH, dice=all_hit("acre:2:saladin"))
    table.do("saracen", "storm -").do("frank", "sally -")
    table.do("frank", "sally -").do("saracen", "fire saladin")
    assert table.where("walter") == "dead"
    assert not table.happened("field-won")
    assert round_number(table) == 3
    table.do("frank", "sally -")
    assert order(table) == ["saladin", "keukburi", "raymond-tiberias"]


# Relief by sea (7.22)

BY_SEA = """
    acre: [king-guy] kurds-1
    england: richard robert crossbows
"""


@pytest.mark.parametrize(("first", "round_of_arrival"), [("frank", 1), ("saracen", 2)])
def test_english_relief_fights_in_the_field(first: str, round_of_arrival: int) -> None:
    """T57, R20, R22 (7.22, 6.56): round 1 for Player 1, round 2 for Player 2; the castle is not reinforced."""
    landing = "sea-move richard acre"
    table = battle(BY_SEA, landing, first="frank") if first == "frank" else battle(BY_SEA, "", landing)
    assert table.where("richard") == "acre"
    assert table.arrives("richard") == round_of_arrival
    if first == "saracen":
        assert table.step == "storm"
        table.do("saracen", "storm -").do("frank", "sally -")
    table.do("frank", "sally -")
    assert (attacker(table), order(table)) == ("frank", ["richard", "kurds-1"])
    assert round_number(table) == round_of_arrival
    assert table.refused("frank", "withdraw richard").rule == "6.63"
    assert table.refused("frank", "retreat richard caesarea").rule == "6.61"


# What it comes to


def test_without_a_sally_the_siege_goes_on_when_relief_is_beaten() -> None:
    """T113 (6.56): the besieger may regroup, and storm from round 2."""
    table = battle(
        "acre: [king-guy] saladin\ncaesarea: walter@1",
        "move walter acre",
        first="frank",
        dice=all_hit("acre:1:saladin"),
    )
    table.do("frank", "sally -").do("saracen", "fire saladin")
    assert (table.step, table.awaited) == ("regroup", {"saracen"})
    table.do("saracen", "done")
    assert table.sieges() == {"acre": "saracen"}
    assert (table.step, round_number(table)) == ("storm", 2)


def test_relief_that_wins_the_field_frees_the_garrison() -> None:
    """T114 (6.56): the Franks may regroup all blocks, those of the castle too."""
    table = battle(
        "acre: [king-guy] kurds-1@1\ncaesarea: conrad", "move conrad acre", first="frank", dice=all_hit("acre:1:conrad")
    )
    table.do("frank", "sally -", "fire conrad")
    assert table.sieges() == {}
    assert (table.step, table.awaited) == ("regroup", {"frank"})
    table.do("frank", "regroup king-guy tyre", "done")
    assert table.where("king-guy") == "tyre"


def test_relief_can_retreat_and_leave_the_siege_as_it_was() -> None:
    """6.56: "fire or retreat normally", by the road it came."""
    table = battle("acre: [king-guy] saladin\ncaesarea: walter", "move walter acre", first="frank")
    table.do("frank", "sally -").do("saracen", "fire saladin")
    assert table.options("frank", "retreat", "to") == {"caesarea"}
    table.do("frank", "retreat walter caesarea").do("saracen", "done")
    assert table.sieges() == {"acre": "saracen"}


def test_sallying_blocks_fight_on_when_the_relief_has_gone() -> None:
    """6.55, 6.56: they are the attackers still, and no storm is declared while they are in the field."""
    table = battle("acre: [king-guy] saladin\ncaesarea: walter", "move walter acre", first="frank")
    table.do("frank", "sally king-guy").do("saracen", "fire saladin").do(
        "frank", "retreat walter caesarea", "fire king-guy"
    )
    assert round_number(table) == 2
    assert (attacker(table), order(table)) == ("frank", ["saladin", "king-guy"])


def test_the_garrison_may_die_and_the_relief_fight_on() -> None:
    """R51 (6.56): the castle is empty, but whose the town is has to be fought out; nobody withdraws into it."""
    table = battle(
        "acre: [king-guy@2] saladin keukburi\ncaesarea: walter@1",
        "move walter acre",
        first="frank",
        dice={"fire:acre:1:saladin": [1, 6, 6, 6], "fire:acre:1:keukburi": [1, 6, 6]} | all_hit("acre:2:saladin"),
    )
    table.do("frank", "sally king-guy").do("saracen", "fire saladin", "fire keukburi").do(
        "frank", "take-hit king-guy", "fire walter"
    )
    assert table.where("king-guy") == "dead"
    assert (table.step, round_number(table), attacker(table)) == ("fight", 2, "frank")
    assert table.refused("saracen", "withdraw saladin").rule == "6.63"
    table.do("saracen", "fire saladin")
    assert table.sieges() == {}
    assert (table.step, table.awaited) == ("regroup", {"saracen"})


# Control switches (6.41)


def broken_siege() -> Table:
    """Player 1's Conrad has killed the only besieger in round 1; Player 2's Zangi comes in round 2."""
    table = battle(
        "acre: [king-guy] kurds-1@1\ncaesarea: conrad\ntiberias: zangi",
        "move conrad acre",
        "move zangi acre",
        first="frank",
        dice=all_hit("acre:1:conrad"),
    )
    return table.do("frank", "sally -", "fire conrad")


def test_relief_that_breaks_the_siege_defends_against_the_besiegers_reserves() -> None:
    """T85b, R100 (6.41): the switch stands; the garrison may sally as defenders."""
    table = broken_siege()
    assert table.happened("control-switched")[0]["defender"] == "frank"
    assert table.sieges() == {}
    assert (table.step, table.awaited, round_number(table)) == ("sally", {"frank"}, 2)
    table.do("frank", "sally king-guy")
    assert attacker(table) == "saracen"
    assert order(table) == ["conrad", "king-guy", "zangi"]


def test_former_relief_may_withdraw_into_the_castle_it_has_freed() -> None:
    """T85b, R59, R100 (6.63): normal defender rights."""
    table = broken_siege().do("frank", "sally -")
    assert order(table) == ["conrad", "zangi"]
    table.do("frank", "withdraw conrad")
    assert table.where("conrad") == "[acre]"
    # now the reserves have won the field and besiege the castle
    table.do("saracen", "done")
    assert table.sieges() == {"acre": "saracen"}
    assert (table.step, round_number(table)) == ("storm", 3)


def test_the_besiegers_reserves_must_leave_the_field_after_round_three() -> None:
    """T85b (6.2): Zangi attacks now, and goes back to Tiberias."""
    table = broken_siege().do("frank", "sally king-guy")
    fight_round(table)
    fight_round(table)
    assert table.where("zangi") == "tiberias"
    assert (table.step, table.awaited) == ("regroup", {"frank"})
    assert table.options("frank", "regroup", "block") == {"king-guy", "conrad"}


def test_a_field_won_while_the_castle_holds_is_a_siege_that_reserves_relieve() -> None:
    """6.41, 6.5, 6.56: the Saracens won the field in round 1 and defend it; Walter attacks in round 2, Guy may sally to
    help.
    """
    table = battle(
        "acre: king-guy balian@1\ntiberias: saladin\ncaesarea: walter\nlegio: keukburi",
        "move saladin acre\nmove keukburi acre",
        "move walter acre",
        dice=all_hit("acre:1:saladin"),
    )
    table.do("frank", "garrison king-guy").do("saracen", "fire saladin")
    assert table.sieges() == {"acre": "saracen"}
    assert (table.step, round_number(table)) == ("sally", 2)
    table.do("frank", "sally king-guy")
    assert attacker(table) == "frank"
    assert order(table) == ["saladin", "keukburi", "king-guy", "walter"]
    table.do("saracen", "fire saladin", "fire keukburi")
    assert ready(table) == {"king-guy", "walter"}
    assert table.legal("frank", "withdraw king-guy")
    assert table.refused("frank", "withdraw walter").rule == "6.63"
    assert table.options("frank", "retreat", "to", block="walter") == {"caesarea"}


def test_attackers_who_lose_the_field_again_have_no_rights_in_the_castle() -> None:
    """6.41, 6.63: the castle was Guy's all the time."""
    table = battle(
        "acre: king-guy balian@1\ntiberias: saladin\ncaesarea: walter",
        "move saladin acre",
        "move walter acre",
        dice=all_hit("acre:1:saladin"),
    )
    table.do("frank", "garrison king-guy").do("saracen", "fire saladin").do("frank", "sally -")
    assert table.refused("saracen", "withdraw saladin").rule == "6.63"
    # as defender of the field he may retreat by any road that Walter did not use
    assert table.options("saracen", "retreat", "to") == {"tiberias", "legio", "tyre"}
