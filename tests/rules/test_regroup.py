"""Regroups (6.7): the victor's choice after a battle or siege."""

from tests.rules.combat import all_hit, battle, fight_round, order, round_number
from tests.rules.scene import Table

WON = """
    nablus: balian@1
    baisan: saladin keukburi tuman zangi
    jericho: sanjar
    damascus: al-adil
"""


def won() -> Table:
    """Saladin has taken Nablus in round 1."""
    table = battle(
        WON,
        "move saladin nablus\nmove keukburi nablus\nmove tuman nablus\nmove zangi nablus\nmove sanjar damiya/nablus",
        dice=all_hit("nablus:1:saladin"),
    )
    return table.do("frank", "garrison -").do("saracen", "fire saladin")


def test_the_victor_regroups_any_blocks_to_adjacent_friendly_or_vacant_towns() -> None:
    """T95 (6.7): some go, some stay; roads not used to enter are open too."""
    table = won()
    assert table.options("saracen", "regroup", "to", block="saladin") == {
        "baisan",
        "legio",
        "jerusalem",
        "caesarea",
        "damiya",
    }
    assert table.refused("saracen", "regroup saladin acre").rule == "6.6"
    table.do("saracen", "regroup saladin legio", "regroup keukburi jerusalem", "done")
    assert (table.where("saladin"), table.where("keukburi"), table.where("tuman")) == ("legio", "jerusalem", "nablus")


def test_reserves_that_have_not_arrived_may_regroup_too() -> None:
    """R72 (6.7): Sanjar, due in round 2, goes on to Caesarea."""
    table = won()
    assert table.arrives("sanjar") == 2
    table.do("saracen", "regroup sanjar caesarea", "done")
    assert table.where("sanjar") == "caesarea"
    assert table.position.due2 == 0


def test_regroups_keep_road_limits() -> None:
    """T95 (6.7): two on the minor road to Damiya."""
    table = won().do("saracen", "regroup saladin damiya", "regroup keukburi damiya")
    assert table.refused("saracen", "regroup tuman damiya").rule == "6.61"
    assert table.legal("saracen", "regroup tuman legio")


def test_four_blocks_regroup_by_a_major_road() -> None:
    """T95 (6.7)."""
    table = won().do("saracen", *(f"regroup {name} legio" for name in ("saladin", "keukburi", "tuman", "zangi")))
    assert table.refused("saracen", "regroup sanjar legio").rule == "6.61"


def test_regroups_have_limits_of_their_own() -> None:
    """R73 (6.7): the minor road to Damiya took two retreating Franks in the same round, and takes two again."""
    table = battle(
        "nablus: balian walter josselin raymond-tiberias@1\nbaisan: saladin kurds-3",
        "move saladin nablus\nmove kurds-3 nablus",
        dice={"fire:nablus:1:kurds-3": [1, 1, 1], "fire:nablus:1:saladin": [6] * 4},
    )
    table.do("frank", "garrison -").do("saracen", "fire saladin")
    table.do(
        "frank", "retreat balian damiya", "retreat walter damiya", "retreat josselin jerusalem", "fire raymond-tiberias"
    )
    table.do("saracen", "fire kurds-3")
    assert table.step == "regroup"
    assert "jerusalem" not in table.options("saracen", "regroup", "to", block="saladin")
    table.do("saracen", "regroup saladin legio", "done")


def test_the_defender_regroups_when_he_has_won() -> None:
    """6.7: the victor, attacker or defender; by a minor road used up by his own retreats too (R73)."""
    table = battle(
        "nablus: balian walter josselin raymond-tiberias\nbaisan: keukburi@1",
        "move keukburi nablus",
        dice={"fire:nablus:1:raymond-tiberias": [1, 1, 1]},
    )
    table.do("frank", "garrison -", "retreat balian damiya", "retreat walter damiya", "fire raymond-tiberias")
    assert table.step == "regroup"
    table.do("frank", "regroup josselin damiya", "regroup raymond-tiberias damiya", "done")
    assert table.at("damiya") == {"balian", "walter", "josselin", "raymond-tiberias"}


def test_nobody_regroups_to_the_enemy_or_into_a_battle_to_come() -> None:
    """T95 (6.7): enemy-occupied towns are refused."""
    table = battle(
        "nablus: balian@1\nbaisan: saladin\njerusalem: king-guy\nhebron: keukburi\ncaesarea: walter",
        "move saladin nablus\nmove keukburi jerusalem",
        dice=all_hit("nablus:1:saladin"),
    )
    table.do("saracen", "choose-battle nablus").do("frank", "garrison -").do("saracen", "fire saladin")
    assert table.options("saracen", "regroup", "to") == {"baisan", "legio", "damiya"}
    assert table.refused("saracen", "regroup saladin jerusalem").rule == "6.6"
    assert table.refused("saracen", "regroup saladin caesarea").rule == "6.6"


def test_blocks_that_regroup_into_a_siege_fight_in_it_later_in_the_turn() -> None:
    """6.7: Saladin joins the siege of Jerusalem and may storm at once."""
    table = battle(
        "nablus: balian@1\nbaisan: saladin\njerusalem: [king-guy] keukburi",
        "move saladin nablus",
        dice=all_hit("nablus:1:saladin"),
    )
    table.do("saracen", "choose-battle nablus").do("frank", "garrison -").do("saracen", "fire saladin")
    table.do("saracen", "regroup saladin jerusalem", "done")
    assert table.step == "storm"
    table.do("saracen", "storm saladin")
    assert order(table) == ["saladin", "king-guy"]


def test_only_the_victors_blocks_in_the_town_regroup() -> None:
    """6.7."""
    table = won()
    assert table.refused("saracen", "regroup al-adil ajlun").rule == "6.7"
    assert table.refused("saracen", "fire saladin").rule == "6.7"
    assert table.refused("frank", "done").rule == "1.0"


def test_no_regroup_is_asked_where_none_is_possible() -> None:
    """Catalogue 6.1 (6.7): every neighboring town is the enemy's."""
    table = battle(
        "legio: keukburi\nacre: walter@1 josselin\nbaisan: balian\nnablus: king-guy",
        "move walter legio",
        first="frank",
        turn="1187.2",
        dice=all_hit("legio:1:keukburi"),
    )
    # he could do nothing but fire either, so nobody was asked in this battle at all
    assert table.where("walter") == "dead"
    assert table.position.phase == "cards"


# Before round 1 (R35)

ALL_INSIDE = """
    jerusalem: king-guy
    nablus: saladin
    hebron: zangi
"""
TWO_ROADS = "move saladin jerusalem\nmove zangi jerusalem"


def test_the_attacker_may_regroup_when_the_field_is_refused() -> None:
    """R35 (6.1, 6.5, 6.7): all defenders in the castle and nobody coming cede the field."""
    table = battle(ALL_INSIDE, TWO_ROADS).do("frank", "garrison king-guy")
    assert table.sieges() == {"jerusalem": "saracen"}
    assert (table.step, table.awaited) == ("regroup", {"saracen"})
    table.do("saracen", "done")
    assert (table.step, round_number(table)) == ("storm", 1)


def test_main_force_gone_the_siege_begins_with_the_reserves_in_round_two() -> None:
    """R35 (6.41): nobody can storm in round 1, for Zangi is not there yet."""
    table = battle(ALL_INSIDE, TWO_ROADS).do("frank", "garrison king-guy")
    table.do("saracen", "regroup saladin nablus", "done")
    assert (table.step, round_number(table)) == ("storm", 2)
    table.do("saracen", "storm zangi")
    assert order(table) == ["king-guy", "zangi"]


def test_the_attacker_may_walk_away_from_the_siege() -> None:
    """R35 (6.7): nobody stays, so there is no siege and no attrition; the garrison is not asked anything."""
    table = battle(ALL_INSIDE, TWO_ROADS, turn="1187.2").do("frank", "garrison king-guy")
    table.do("saracen", "regroup saladin nablus", "regroup zangi hebron", "done")
    assert not table.happened("attrition-rolled")
    assert table.sieges() == {}
    assert table.where("king-guy") == "jerusalem"
    assert table.position.phase == "cards"


def test_no_regroup_before_round_one_while_defenders_are_on_their_way() -> None:
    """R35, T98 (6.5): the field is not won yet."""
    table = battle(ALL_INSIDE + "jaffa: walter", TWO_ROADS, "move walter ramallah/jerusalem").do(
        "frank", "garrison king-guy"
    )
    assert (table.step, round_number(table)) == ("storm", 1)


def test_the_besieger_regroups_after_beating_a_sally() -> None:
    """R77 (6.7, 6.55): the field battle has ended, in the next round he may storm."""
    table = battle("acre: [king-guy@1] [walter] saladin keukburi", dice=all_hit("acre:1:saladin"))
    table.do("saracen", "storm -").do("frank", "sally king-guy").do("saracen", "fire saladin")
    assert table.where("king-guy") == "dead"
    assert (table.step, table.awaited) == ("regroup", {"saracen"})
    table.do("saracen", "regroup keukburi tiberias", "done")
    assert (table.step, round_number(table)) == ("storm", 2)


def test_the_victor_may_leave_part_of_his_force_to_besiege() -> None:
    """T108 (6.5, 6.7 note): the field at Acre is won in round 1, Balian holds the castle."""
    table = battle(
        "acre: balian walter@1\ntiberias: saladin keukburi",
        "move saladin acre\nmove keukburi acre",
        dice=all_hit("acre:1:saladin"),
    )
    table.do("frank", "garrison balian").do("saracen", "fire saladin")
    assert table.step == "regroup"
    table.do("saracen", "regroup keukburi legio", "done")
    assert table.sieges() == {"acre": "saracen"}
    assert (table.step, round_number(table)) == ("storm", 2)
    assert table.actions("saracen", "storm")[0].candidates == ("saladin",)


def test_the_battle_is_over_if_all_victors_leave() -> None:
    """T108 (6.5, 6.7): no siege, and Balian is an ordinary occupant again."""
    table = battle(
        "acre: balian walter@1\ntiberias: saladin", "move saladin acre", dice=all_hit("acre:1:saladin"), turn="1187.2"
    )
    table.do("frank", "garrison balian").do("saracen", "fire saladin", "regroup saladin tiberias", "done")
    assert table.sieges() == {}
    assert table.where("balian") == "acre"
    assert table.position.phase == "cards"


def test_the_last_round_may_end_with_a_regroup_and_a_siege() -> None:
    """6.7, 6.5: the field is won in round 3; what stays besieges, and attrition follows."""
    table = battle(
        "acre: balian walter@1\ntiberias: saladin",
        "move saladin acre",
        dice=all_hit("acre:3:saladin") | {"attrition": [6]},
        turn="1187.2",
    )
    table.do("frank", "garrison balian")
    fight_round(table)
    table.do("frank", "sally -")
    fight_round(table)
    table.do("frank", "sally -").do("saracen", "fire saladin", "done", "done")
    assert table.happened("attrition-rolled")
    assert table.sieges() == {"acre": "saracen"}
