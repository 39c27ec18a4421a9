"""Sallying (6.55): who attacks, who may return, and what the sally wins or loses."""

from rules import game
from tests.rules.combat import all_hit, battle, face_up, fight_round, order, ready, round_number
from tests.rules.scene import Table

ACRE = "acre: [king-guy] [walter] saladin keukburi"


def sallied(who: str = "king-guy", places: str = ACRE, dice: dict[str, list[int]] | None = None) -> Table:
    return battle(places, dice=dice).do("saracen", "storm -").do("frank", f"sally {who}")


def attacker(table: Table) -> str:
    side: str = game.observe(table.position, None)["battle"]["attacker"]
    return side


# Attackers


def test_sallying_blocks_attack_the_besiegers_in_the_field() -> None:
    """T102 (6.53, 6.55): the besiegers defend, and fire first in each class."""
    table = sallied()
    assert attacker(table) == "frank"
    assert order(table) == ["saladin", "keukburi", "king-guy"]


def test_sallying_knights_may_charge() -> None:
    """T78 (6.32)."""
    table = sallied("king-guy,walter").do("saracen", "fire saladin", "fire keukburi")
    assert table.legal("frank", "charge king-guy")
    table.do("frank", "charge king-guy")
    assert table.happened("block-fired")[0]["charge"] is True


def test_sallying_blocks_withdraw_but_never_retreat() -> None:
    """T109 (6.55)."""
    table = sallied().do("saracen", "fire saladin", "fire keukburi")
    assert {action.type for action in table.actions("frank")} == {"fire", "charge", "withdraw"}
    assert table.refused("frank", "retreat king-guy caesarea").rule == "6.55"


def test_sallying_blocks_must_return_after_round_three() -> None:
    """T109 (6.55): the field has not been won; then the siege ends its turn."""
    table = sallied()
    for _ in range(3):
        fight_round(table)
        if table.step == "sally":
            table.do("frank", "sally -")
    assert table.where("king-guy") == "[acre]"
    assert table.step == "leave-siege"


def test_some_sally_now_and_others_in_a_later_round() -> None:
    """6.55: Walter follows in round 2, by a new declaration."""
    table = sallied()
    fight_round(table)
    assert (table.step, round_number(table)) == ("sally", 2)
    table.do("frank", "sally walter")
    assert order(table) == ["saladin", "keukburi", "king-guy", "walter"]
    assert attacker(table) == "frank"


def test_no_storm_while_sallying_blocks_are_in_the_field() -> None:
    """6.53, 6.55: the field battle goes on in the next round, the besieger declares nothing."""
    table = fight_round(sallied("king-guy,walter"))
    assert (table.step, round_number(table)) == ("fight", 2)


def test_sallying_blocks_have_no_double_defense() -> None:
    """6.55: two hits are two steps."""
    table = sallied(dice={"fire:acre:1:saladin": [1, 1, 6, 6]}).do("saracen", "fire saladin")
    assert table.strength("king-guy") == 2
    assert not table.happened("half-hit")


def test_blocks_that_stay_in_the_castle_are_not_hit() -> None:
    """6.55: only the field fights."""
    table = sallied("walter", dice=all_hit("acre:1:saladin")).do("saracen", "fire saladin")
    assert table.where("walter") == "dead"
    assert table.strength("king-guy") == 4


def test_a_sally_that_wins_the_field_lifts_the_siege() -> None:
    """R58 (6.55): those who sallied and those who did not may regroup."""
    table = sallied(places="acre: [king-guy] [walter] kurds-1@1", dice=all_hit("acre:1:king-guy")).do(
        "frank", "fire king-guy"
    )
    assert table.sieges() == {}
    assert table.where("walter") == "acre"
    assert (table.step, table.awaited) == ("regroup", {"frank"})
    assert table.options("frank", "regroup", "block") == {"king-guy", "walter"}


def test_besiegers_may_retreat_from_a_sally_and_lose_the_siege() -> None:
    """6.62: blocks defending the field retreat normally, in an old siege by any road."""
    table = sallied(places="acre: [king-guy] keukburi")
    assert table.options("saracen", "retreat", "to") == {"tiberias", "legio", "caesarea", "tyre"}
    table.do("saracen", "retreat keukburi legio")
    assert table.sieges() == {}
    assert (table.step, table.awaited) == ("regroup", {"frank"})


def test_a_sally_may_beat_the_main_force_before_its_reserves_come() -> None:
    """6.41, R60: the siege is lifted, and in round 2 the former besieged defend against Zangi, castle and all."""
    table = battle(
        "jerusalem: king-guy walter\nnablus: turks-1@1\nhebron: zangi",
        "move turks-1 jerusalem\nmove zangi jerusalem",
        dice=all_hit("jerusalem:1:king-guy"),
    )
    table.do("frank", "garrison king-guy,walter").do("saracen", "done", "storm -").do("frank", "sally king-guy")
    table.do("saracen", "fire turks-1").do("frank", "fire king-guy")
    assert table.sieges() == {}
    assert round_number(table) == 2
    assert (table.step, table.awaited) == ("sally", {"frank"})
    table.do("frank", "sally walter")
    assert attacker(table) == "saracen"
    assert order(table) == ["king-guy", "walter", "zangi"]
    table.do("frank", "withdraw king-guy")
    assert table.where("king-guy") == "[jerusalem]"


# Defenders


def test_no_sally_in_round_one_of_a_new_field_battle() -> None:
    """R56 (6.55): "at the beginning of a later combat round"."""
    table = battle("acre: king-guy walter\ntiberias: saladin", "move saladin acre").do("frank", "garrison king-guy")
    assert (table.step, round_number(table)) == ("fight", 1)
    fight_round(table)
    assert (table.step, round_number(table)) == ("sally", 2)


def joined(dice: dict[str, list[int]] | None = None, walter: str = "walter") -> Table:
    """Walter has defended the field of Acre for a round; now King Guy sallies to join him, Balian stays inside."""
    table = battle(
        f"acre: king-guy {walter} balian\ntiberias: saladin keukburi",
        "move saladin acre\nmove keukburi acre",
        dice=dice,
    )
    table.do("frank", "garrison king-guy,balian")
    fight_round(table)
    return table.do("frank", "sally king-guy")


def test_blocks_that_join_their_own_defenders_are_defenders() -> None:
    """T111 (6.55): in their class they fire first; without double defense."""
    table = joined({"fire:acre:2:saladin": [1, 6, 6, 6]})
    assert attacker(table) == "saracen"
    assert order(table) == ["saladin", "king-guy", "walter", "keukburi"]
    table.do("saracen", "fire saladin")
    assert table.strength("king-guy") == 3


def test_sallying_defenders_cannot_retreat_either() -> None:
    """T111 (6.55): Walter may, King Guy may only withdraw."""
    table = joined().do("saracen", "fire saladin")
    assert not table.options("frank", "retreat", "to", block="king-guy")
    assert table.options("frank", "retreat", "to", block="walter")
    assert table.legal("frank", "withdraw king-guy")


def test_the_place_of_a_sallying_block_is_kept_for_it() -> None:
    """T110, R57 (6.55, 6.63): Acre's castle of three is full, so Josselin cannot take Guy's place."""
    table = battle("acre: king-guy walter balian josselin\ntiberias: saladin", "move saladin acre")
    table.do("frank", "garrison king-guy,walter,balian")
    fight_round(table)
    table.do("frank", "sally king-guy").do("saracen", "fire saladin")
    assert ready(table) == {"king-guy", "josselin"}
    assert table.refused("frank", "withdraw josselin").rule == "6.63"
    assert table.legal("frank", "withdraw king-guy")


def test_the_place_of_a_sallying_block_that_has_died_is_free() -> None:
    """R57 (6.55, 6.63)."""
    table = battle(
        "acre: king-guy@2 walter balian josselin@1\ntiberias: saladin",
        "move saladin acre",
        dice={"fire:acre:2:saladin": [1, 1, 6, 6]},
    )
    table.do("frank", "garrison king-guy,walter,balian")
    fight_round(table)
    table.do("frank", "sally king-guy").do("saracen", "fire saladin")
    assert table.refused("frank", "withdraw josselin").rule == "6.31"  # the second hit first
    table.do("frank", "take-hit king-guy")
    assert table.where("king-guy") == "dead"
    table.do("frank", "withdraw josselin")
    assert table.where("josselin") == "[acre]"


# After the third round


def fought_out(*, retreats: bool, walter: str = "walter", dice: dict[str, list[int]] | None = None) -> Table:
    """Rounds 2 and 3 with King Guy outside and Balian in the castle; in round 3 Walter leaves for Caesarea or fights
    on.
    """
    table = joined((dice or {}) | {"attrition": [6, 1]}, walter=walter)
    fight_round(table)
    table.do("frank", "sally -").do("saracen", "fire saladin")
    if retreats:
        table.do("frank", "retreat walter caesarea")
    return fight_round(table)


def test_sallying_defenders_alone_in_the_field_after_round_three_have_to_go_in() -> None:
    """T109, R102 (6.55): they have not won the field, so they go to the castle first; then nobody contests it.

    The siege stands and the attacker may stay, or leave by the road he came."""
    table = fought_out(retreats=True)
    assert table.where("king-guy") == "[acre]"
    assert [event["block"] for event in table.happened("block-withdrew")] == ["king-guy"]
    assert not table.happened("field-won")
    assert table.sieges() == {"acre": "saracen"}
    assert (table.step, table.awaited) == ("leave-siege", {"saracen"})
    assert table.options("saracen", "retreat", "to") == {"tiberias"}
    assert table.at("acre") == {"king-guy", "balian", "saladin", "keukburi"}


def test_attrition_follows_where_only_sallying_defenders_held_the_field() -> None:
    """R102 (6.55, 6.57): of King Guy and Balian in the castle one loses a step, as in any siege."""
    table = fought_out(retreats=True).do("saracen", "done", "keep-face-up keukburi")
    assert table.happened("attrition-rolled")[0]["dice"] == [1, 6]
    assert table.sieges() == {"acre": "saracen"}
    assert face_up(table, "acre") == {"keukburi"}


def test_sallying_defenders_go_in_and_the_others_have_held_the_field() -> None:
    """R102 (6.2, 6.55): Walter fought on, so the attacker retreats; the victors regroup, King Guy and the castle
    too.
    """
    table = fought_out(retreats=False)
    assert table.where("king-guy") == "[acre]"
    assert table.at("tiberias") == {"saladin", "keukburi"}
    kinds = [event["type"] for event in table.events]
    assert kinds.index("block-withdrew") < kinds.index("block-retreated")
    assert (table.step, table.awaited) == ("regroup", {"frank"})
    assert table.options("frank", "regroup", "block") == {"king-guy", "walter", "balian"}
    table.do("frank", "done")
    assert table.sieges() == {}
    assert table.where("king-guy") == "acre"


def test_saracens_who_sallied_to_join_their_defenders_go_in_as_well() -> None:
    """T109, R102 (6.55): the same at Aleppo, attacked by the Franks."""
    table = battle(
        "aleppo: saladin zangi al-adil\nartah: bohemond josselin",
        "move bohemond aleppo\nmove josselin aleppo",
        first="frank",
    ).do("saracen", "garrison saladin,zangi")
    fight_round(table)
    table.do("saracen", "sally saladin")
    fight_round(table)
    table.do("saracen", "sally -", "retreat al-adil zerdana", "fire saladin")
    fight_round(table)
    assert table.where("saladin") == "[aleppo]"
    assert table.sieges() == {"aleppo": "frank"}
    assert (table.step, table.awaited) == ("leave-siege", {"frank"})


def test_a_garrison_that_sallied_for_former_relief_goes_in_before_the_field_is_asked_for() -> None:
    """R102, R100 (6.41, 6.55): the relief broke the siege and left in round 3; King Guy alone faces the besieger's
    reserve.
    """
    table = battle(
        "acre: [king-guy] kurds-1@1\ncaesarea: conrad\ntiberias: zangi",
        "move conrad acre",
        "move zangi acre",
        first="frank",
        dice=all_hit("acre:1:conrad"),
    )
    table.do("frank", "sally -", "fire conrad")
    assert (table.step, attacker(table), round_number(table)) == ("sally", "saracen", 2)
    table.do("frank", "sally king-guy")
    fight_round(table)
    table.do("frank", "retreat conrad caesarea")
    fight_round(table)
    assert table.where("king-guy") == "[acre]"
    assert table.sieges() == {"acre": "saracen"}
    assert (table.step, table.awaited) == ("leave-siege", {"saracen"})


# The whole garrison


def test_a_whole_garrison_that_sallies_and_dies_loses_the_town() -> None:
    """R51 (6.5, 6.7): no siege is left; the besieger regroups, and there is no attrition."""
    table = sallied("king-guy", "acre: [king-guy@1] saladin keukburi", all_hit("acre:1:saladin")).do(
        "saracen", "fire saladin"
    )
    assert table.happened("town-taken") == [{"type": "town-taken", "town": "acre", "side": "saracen", "sallied": True}]
    assert table.sieges() == {}
    assert (table.step, table.awaited) == ("regroup", {"saracen"})
    table.do("saracen", "done")
    assert not table.happened("attrition-rolled")


def test_relief_finds_the_castle_lost_when_the_whole_garrison_has_died_in_a_sally() -> None:
    """6.41, 6.62: Walter comes in round 2 against besiegers who hold the castle now and may withdraw into it."""
    table = battle(
        "acre: [king-guy@1] saladin keukburi\ncaesarea: walter", "", "move walter acre", dice=all_hit("acre:1:saladin")
    )
    table.do("saracen", "storm -").do("frank", "sally king-guy").do("saracen", "fire saladin")
    assert table.sieges() == {}
    assert round_number(table) == 2
    assert (table.step, attacker(table)) == ("fight", "frank")
    assert order(table) == ["saladin", "keukburi", "walter"]
    table.do("saracen", "withdraw saladin")
    assert table.where("saladin") == "[acre]"


def test_part_of_a_garrison_may_die_in_a_sally_and_the_rest_is_besieged_still() -> None:
    """R77 (6.55, 6.7)."""
    table = sallied(places="acre: [king-guy@1] [walter] saladin keukburi", dice=all_hit("acre:1:saladin")).do(
        "saracen", "fire saladin"
    )
    assert table.where("king-guy") == "dead"
    table.do("saracen", "done")
    assert table.sieges() == {"acre": "saracen"}
    assert (table.step, round_number(table)) == ("storm", 2)


def test_a_sally_all_of_which_withdraws_leaves_the_field_to_the_besieger() -> None:
    """R77 (6.63, 6.7)."""
    table = sallied("king-guy,walter").do("saracen", "fire saladin", "fire keukburi")
    table.do("frank", "withdraw king-guy", "withdraw walter")
    assert (table.step, table.awaited) == ("regroup", {"saracen"})
    table.do("saracen", "done")
    assert (table.step, round_number(table)) == ("storm", 2)
