"""Fire, hits, charges and harrying (6.3 to 6.34)."""

import pytest

from tests.rules.combat import all_hit, battle, fight_round, order, round_number
from tests.rules.scene import Table


def hits(table: Table) -> list[int]:
    return [event["hits"] for event in table.happened("block-fired")]


# Fire (6.3)


def test_each_die_at_or_below_the_firepower_hits() -> None:
    """T72 (6.3, printed example): Saladin, A3 with four steps, rolls 1, 2, 4, 5 and hits twice."""
    table = battle(
        "legio: king-guy\nbaisan: saladin", "move saladin legio", dice={"fire:legio:1:saladin": [1, 2, 4, 5]}
    )
    table.do("saracen", "fire saladin")
    assert table.happened("block-fired")[0]["dice"] == [1, 2, 4, 5]
    assert hits(table) == [2]
    assert table.strength("king-guy") == 2


def test_a_weakened_block_rolls_fewer_dice() -> None:
    """2.11 (6.3): as many dice as steps; a block hit before its turn fires with what is left."""
    table = battle("legio: king-guy\nbaisan: saladin@2", "move saladin legio", dice=all_hit("legio:1:saladin"))
    table.do("saracen", "fire saladin")
    assert len(table.happened("block-fired")[0]["dice"]) == 2
    table.do("frank", "fire king-guy")
    assert len(table.happened("block-fired")[0]["dice"]) == 2


# Hits (6.31)


def test_hits_are_taken_by_the_strongest_and_the_owner_chooses_among_equals() -> None:
    """T73 (6.31, printed example): the first hit must be Zangi's, the second is the owner's choice."""
    table = battle(
        "lacum: zangi yazkuj\nbaalbek: balian",
        "move balian lacum",
        first="frank",
        dice={"fire:lacum:1:balian": [1, 2, 6]},
    )
    table.do("saracen", "fire zangi", "fire yazkuj").do("frank", "fire balian")
    assert table.strength("zangi") == 2
    assert table.awaited == {"saracen"}
    assert table.options("saracen", "take-hit", "block") == {"zangi", "yazkuj"}
    table.do("saracen", "take-hit yazkuj")
    assert (table.strength("zangi"), table.strength("yazkuj")) == (2, 1)


def test_a_weaker_block_cannot_take_the_hit() -> None:
    """6.31: nobody but the strongest."""
    table = battle(
        "legio: balian walter@1 king-guy@3\nbaisan: saladin",
        "move saladin legio",
        dice={"fire:legio:1:saladin": [1, 6, 6, 6]},
    )
    table.do("saracen", "fire saladin")
    assert table.options("frank", "take-hit", "block") == {"balian", "king-guy"}
    assert table.refused("frank", "take-hit walter").rule == "6.31"
    assert table.refused("saracen", "take-hit balian").rule == "1.0"


def test_hits_beyond_the_last_step_are_lost() -> None:
    """T74 (6.31): four hits on a single block of three steps."""
    table = battle(
        "lacum: kurds-3\nbaalbek: conrad barbarossa",
        "move conrad lacum\nmove barbarossa lacum",
        first="frank",
        dice=all_hit("lacum:1:conrad"),
    )
    table.do("frank", "fire conrad")
    assert hits(table) == [4]
    assert table.where("kurds-3") == "dead"
    # nobody is left to fire at, so Barbarossa's turn does not come
    assert table.step == "regroup"


def test_hits_that_leave_no_choice_are_taken_at_once() -> None:
    """R67 (6.31): two equals and two hits, so each takes one; nobody is asked."""
    table = battle(
        "legio: balian walter\nbaisan: saladin", "move saladin legio", dice={"fire:legio:1:saladin": [1, 1, 6, 6]}
    )
    table.do("saracen", "fire saladin")
    assert table.step == "fight"
    assert (table.strength("balian"), table.strength("walter")) == (2, 2)


def test_of_three_hits_on_two_equals_only_the_third_is_a_choice() -> None:
    """R67 (6.31)."""
    table = battle(
        "legio: balian walter\nbaisan: saladin", "move saladin legio", dice={"fire:legio:1:saladin": [1, 1, 1, 6]}
    )
    table.do("saracen", "fire saladin")
    assert table.step == "hits"
    assert (table.strength("balian"), table.strength("walter")) == (2, 2)
    table.do("frank", "take-hit balian")
    assert (table.strength("balian"), table.strength("walter")) == (1, 2)


def test_blocks_that_do_not_differ_need_no_choice() -> None:
    """R67 (6.31): two Kurds of one class and strength are the same to their owner."""
    table = battle(
        "lacum: kurds-1 kurds-2\nbaalbek: conrad",
        "move conrad lacum",
        first="frank",
        dice={"fire:lacum:1:conrad": [1, 6, 6, 6]},
    )
    table.do("frank", "fire conrad")
    assert {table.strength("kurds-1"), table.strength("kurds-2")} == {3, 4}
    assert table.step == "fight"


def test_equals_of_which_one_has_fired_are_not_the_same() -> None:
    """R67 (6.31): a block that has still to fire had better stay strong."""
    table = battle(
        "lacum: turks-1 turks-2\nbaalbek: antioch-turcopoles\nhoms: kurds-1",
        "move antioch-turcopoles lacum",
        first="frank",
        dice={"fire:lacum:1:antioch-turcopoles": [1, 6, 6]},
    )
    table.do("saracen", "fire turks-1", "retreat turks-2 homs")
    table.do("frank", "fire antioch-turcopoles")
    assert table.strength("turks-1") == 2


def test_the_strongest_is_looked_for_anew_at_every_hit() -> None:
    """6.31: "at that instant"; three hits on 4 and 3 steps end with 3 and 2 or 2 and 3, by choice only at the last."""
    table = battle(
        "legio: king-guy balian\nbaisan: saladin", "move saladin legio", dice={"fire:legio:1:saladin": [1, 1, 6, 6]}
    )
    table.do("saracen", "fire saladin")
    assert table.strength("king-guy") == 3
    assert table.options("frank", "take-hit", "block") == {"king-guy", "balian"}


# Charges (6.32)


def charging(knight: str, dice: list[int], *others: str) -> Table:
    """A knight who attacks Kurds at Lacum and has their fire behind him, if they are of the letter A; he is about to
    act.
    """
    blocks = " ".join((knight, *others))
    table = battle(
        f"lacum: kurds-1 kurds-3\nbaalbek: {blocks}",
        "\n".join(f"move {name.partition('@')[0]} lacum" for name in (knight, *others)),
        first="frank",
        dice={f"fire:lacum:1:{knight.partition('@')[0]}": dice},
    )
    assert table.awaited == {"frank"}
    return table


def test_a_charge_adds_one_and_each_six_hits_the_knight_before_the_enemy_is_hit() -> None:
    """T75, R62 (6.32): King Guy rolls 3, 6, 1, 6: two hits, and two on himself first."""
    table = charging("king-guy", [3, 6, 1, 6]).do("frank", "charge king-guy")
    fired = table.happened("block-fired")[0]
    assert (fired["hits"], fired["sixes"], fired["firepower"]) == (2, 2, 3)
    kinds = [event["block"] for event in table.events if event["type"] == "block-reduced"]
    assert kinds[0] == "king-guy"
    assert table.strength("king-guy") == 2


def test_without_charging_sixes_do_no_harm() -> None:
    """6.32: and a 3 misses at B2."""
    table = charging("king-guy", [3, 6, 1, 6]).do("frank", "fire king-guy")
    assert hits(table) == [1]
    assert table.strength("king-guy") == 4


def test_a_knight_may_kill_himself() -> None:
    """T76 (6.32): Reynald with two steps rolls two sixes."""
    table = charging("reynald-kerak", [6, 6], "walter").do("frank", "charge reynald-kerak")
    assert hits(table) == [0]
    assert table.where("reynald-kerak") == "dead"
    assert table.where("walter") == "lacum"
    assert round_number(table) == 1


def test_a_knight_may_hit_and_be_hit() -> None:
    """T76 (6.32): 6 and 1 are one hit each way."""
    table = charging("reynald-kerak", [6, 1]).do("frank", "charge reynald-kerak")
    assert hits(table) == [1]
    assert table.strength("reynald-kerak") == 1
    assert table.strength("kurds-1") == 3


def test_richard_charges_at_five_and_still_suffers_from_sixes() -> None:
    """T77, R63 (6.32): 5, 5, 6, 1 are three hits, and one on Richard."""
    table = charging("richard", [5, 5, 6, 1]).do("frank", "charge richard")
    assert hits(table) == [3]
    assert table.strength("richard") == 3


def test_a_last_knight_who_dies_of_his_charge_loses_the_field() -> None:
    """T76 (6.32, 6.7): the enemy has won, and may regroup."""
    table = charging("reynald-kerak", [6, 6]).do("frank", "charge reynald-kerak")
    assert table.happened("field-won") == [
        {"type": "field-won", "town": "lacum", "side": "saracen", "holder": "saracen"}
    ]
    assert table.step == "regroup"
    assert table.awaited == {"saracen"}


def test_a_last_defender_who_dies_of_his_charge_hands_over_the_battlefield() -> None:
    """6.32, 6.41: with Frank reserves on the way the Saracens become the defenders."""
    table = battle(
        "legio: reynald-kerak\nbaisan: keukburi\nacre: walter",
        "move keukburi legio",
        "move walter legio",
        dice={"fire:legio:1:reynald-kerak": [6, 6]},
    )
    table.do("frank", "charge reynald-kerak")
    assert table.happened("control-switched")
    assert round_number(table) == 2
    assert order(table) == ["keukburi", "walter"]


@pytest.mark.parametrize("block", ["crossbows", "beirut-turcopoles", "genoa-pilgrims"])
def test_only_knights_charge(block: str) -> None:
    """T78 (6.32): Crossbows, Turcopoles and Pilgrims never, not even in the field."""
    table = battle(f"lacum: zangi\nbaalbek: {block}", f"move {block} lacum", first="frank")
    if table.awaited == {"saracen"}:  # Zangi is before Pilgrims
        table.do("saracen", "fire zangi")
    assert table.legal("frank", f"fire {block}")
    assert table.refused("frank", f"charge {block}").rule == "6.32"


def test_saracens_do_not_charge() -> None:
    """T78 (6.32): Emirs have the letter B too, but are no knights."""
    table = battle("legio: balian\nbaisan: keukburi", "move keukburi legio").do("frank", "fire balian")
    assert table.refused("saracen", "charge keukburi").rule == "6.32"


# Harrying (6.33)


def test_harrying_blocks_fire_and_then_retreat_in_the_same_turn() -> None:
    """T79 (6.33): Turks at Hama hit twice and are in Zerdana."""
    table = battle(
        "hama: turks-1 zangi\nhoms: king-guy",
        "move king-guy hama",
        first="frank",
        dice={"fire:hama:1:turks-1": [1, 2, 6]},
    )
    table.do("saracen", "garrison -")
    assert "zerdana" in table.options("saracen", "harry", "to", block="turks-1")
    assert table.refused("saracen", "harry turks-1 homs").rule == "6.61"
    table.do("saracen", "harry turks-1 zerdana")
    assert [event["type"] for event in table.events if event["type"].startswith("block-")] == [
        "block-fired",
        "block-reduced",
        "block-reduced",
        "block-retreated",
    ]
    assert table.strength("king-guy") == 2
    assert table.where("turks-1") == "zerdana"


def test_the_harrier_leaves_only_after_its_hits_have_been_taken() -> None:
    """T79 (6.33): the enemy chooses his losses first, then the harrier goes."""
    table = battle(
        "lacum: turks-1\nbaalbek: balian walter",
        "move balian lacum\nmove walter lacum",
        first="frank",
        dice={"fire:lacum:1:turks-1": [1, 6, 6]},
    )
    table.do("saracen", "harry turks-1 homs")
    assert table.awaited == {"frank"}
    assert table.where("turks-1") == "lacum"
    table.do("frank", "take-hit walter")
    assert table.where("turks-1") == "homs"
    assert table.strength("walter") == 2


def test_harrying_needs_a_legal_retreat() -> None:
    """T80, R65 (6.33): Turks surrounded may fire, not harry; nobody is asked, for they have no choice."""
    table = battle("legio: turks-1\nacre: balian\nbaisan: walter\nnablus: josselin", "move balian legio", first="frank")
    assert [event["block"] for event in table.happened("block-fired")] == ["turks-1"]
    assert table.happened("block-fired")[0]["harry"] is False


def test_emirs_do_not_harry() -> None:
    """T80 (6.33): Al-Adil is A2, but no Nomad."""
    table = battle("lacum: al-adil\nbaalbek: balian", "move balian lacum", first="frank")
    assert table.legal("saracen", "retreat al-adil homs")
    assert table.refused("saracen", "harry al-adil homs").rule == "6.33"


def test_storming_nomads_do_not_harry() -> None:
    """T80 (6.33): when storming they fire or withdraw."""
    table = battle("acre: [king-guy] turks-1").do("saracen", "storm turks-1")
    assert {action.type for action in table.actions("saracen")} == {"fire", "withdraw"}
    assert table.refused("saracen", "harry turks-1 tiberias").rule == "6.54"


def test_sallying_turcopoles_do_not_harry() -> None:
    """T80 (6.55): they cannot retreat, so they cannot fire and retreat."""
    table = battle("acre: [beirut-turcopoles] kurds-1").do("saracen", "storm -").do("frank", "sally beirut-turcopoles")
    assert {action.type for action in table.actions("frank")} == {"fire", "withdraw"}
    assert table.refused("frank", "harry beirut-turcopoles tyre").rule == "6.55"


def test_turcopoles_harry_for_the_franks() -> None:
    """T80 (6.33)."""
    table = battle("legio: antioch-turcopoles\nbaisan: saladin", "move saladin legio").do(
        "frank", "harry antioch-turcopoles acre"
    )
    assert table.where("antioch-turcopoles") == "acre"


def test_a_harrier_retreats_even_when_nobody_is_left_to_fire_at() -> None:
    """T81, R64 (6.33): the field stays empty."""
    table = battle(
        "legio: balian@1\nbaisan: turks-1\ndamascus: saladin",
        "move turks-1 legio",
        dice={"fire:legio:1:turks-1": [1, 6, 6]},
    )
    table.do("saracen", "harry turks-1 baisan")
    assert table.where("balian") == "dead"
    assert table.where("turks-1") == "baisan"
    assert table.at("legio") == set()
    assert table.happened("battle-ended")
    assert table.position.battle is None


def test_a_harrier_who_was_the_last_leaves_his_reserves_the_field() -> None:
    """T81, R72 (6.33, 6.7): Zangi, still on his way, has won without a blow and may regroup."""
    table = battle(
        "legio: balian@1\nbaisan: turks-1\nnablus: zangi",
        "move turks-1 legio\nmove zangi legio",
        dice={"fire:legio:1:turks-1": [1, 6, 6]},
    )
    table.do("saracen", "harry turks-1 baisan")
    assert table.happened("field-won") == [
        {"type": "field-won", "town": "legio", "side": "saracen", "holder": "saracen"}
    ]
    assert table.step == "regroup"
    table.do("saracen", "regroup zangi acre", "done")
    assert table.where("zangi") == "acre"


def test_a_harrier_who_was_the_last_leaves_the_field_to_both_sides_reserves() -> None:
    """T81 (6.33, 6.41): nobody is in the field at the end of round 1; in round 2 the Franks still defend it."""
    table = battle(
        "legio: balian@1\nbaisan: turks-1\nnablus: zangi\nacre: walter",
        "move turks-1 legio\nmove zangi legio",
        "move walter legio",
        dice={"fire:legio:1:turks-1": [1, 6, 6]},
    )
    table.do("saracen", "harry turks-1 baisan")
    assert not table.happened("field-won")
    assert order(table) == ["walter", "zangi"]


def test_a_harrier_who_was_the_last_leaves_the_field_to_the_enemys_reserves() -> None:
    """T81 (6.33, 6.7): nobody is in Legio when Walter arrives in round 2; he has won and may regroup."""
    table = battle(
        "legio: balian@1\nbaisan: turks-1\nacre: walter",
        "move turks-1 legio",
        "move walter legio",
        dice={"fire:legio:1:turks-1": [1, 6, 6]},
    )
    table.do("saracen", "harry turks-1 baisan")
    assert (table.step, table.awaited) == ("regroup", {"frank"})
    assert table.options("frank", "regroup", "to") == {"acre", "nablus"}


def test_a_harrier_who_was_the_last_leaves_the_town_to_its_garrison() -> None:
    """T81 (6.33): Guy in the castle of Acre is neither besieged nor beaten."""
    table = battle(
        "acre: balian@1 king-guy\ntiberias: turks-1", "move turks-1 acre", dice={"fire:acre:1:turks-1": [1, 6, 6]}
    )
    table.do("frank", "garrison king-guy").do("saracen", "harry turks-1 tiberias")
    assert table.sieges() == {}
    assert (table.step, table.awaited) == ("regroup", {"frank"})
    assert table.where("king-guy") == "[acre]"
    table.do("frank", "done")
    assert table.where("king-guy") == "acre"


# Eliminations (6.34)


def test_eliminated_blocks_lie_face_up_in_the_pool_or_are_gone_for_good() -> None:
    """T82 (6.34): Balian comes back another year, the Templars never."""
    table = battle(
        "legio: balian@1 jerusalem-templars@1\nbaisan: saladin", "move saladin legio", dice=all_hit("legio:1:saladin")
    )
    table.do("saracen", "fire saladin")
    assert table.where("balian") == "dead"
    assert table.where("jerusalem-templars") == "gone"
    assert {(event["block"], event["permanent"]) for event in table.happened("block-eliminated")} == {
        ("balian", False),
        ("jerusalem-templars", True),
    }


@pytest.mark.parametrize(
    ("block", "place"),
    [("al-aziz", "gone"), ("saladin", "gone"), ("al-zahir", "gone"), ("zangi", "dead"), ("kurds-3", "dead")],
)
def test_saladin_and_his_family_never_come_back(block: str, place: str) -> None:
    """T82 (6.34): other Emirs and the Nomads do, another year."""
    table = battle(
        f"lacum: {block}@1\nbaalbek: conrad crossbows",
        "move conrad lacum\nmove crossbows lacum",
        first="frank",
        dice=all_hit("lacum:1:crossbows", "lacum:1:conrad", "lacum:2:crossbows"),
    )
    while table.step == "fight":
        fight_round(table)
    assert table.where(block) == place
