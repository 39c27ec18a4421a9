"""Which road is the main one, and who fights in which round (rules 6.41, 6.42, 6.56). Rulings R28 to R31, R35, R37."""

from typing import Any

from tests.rules.scene import Table, moving

MISSES: dict[str, list[Any]] = {"fire": [6] * 300}


def jerusalem() -> Table:
    """The worked example: two blocks by Baisan and two of Nablus come through Nablus, two by Hebron."""
    places = (
        "nablus: saladin keukburi\nbaisan: zangi sanjar\nhebron: kurds-1 kurds-2\njerusalem: king-guy walter balian"
        " josselin conrad"
    )
    table = Table(moving(places, first="saracen"))
    return table.do(
        "saracen",
        "move saladin jerusalem",
        "move keukburi jerusalem",
        "move zangi nablus/jerusalem",
        "move sanjar nablus/jerusalem",
        "move kurds-1 jerusalem",
        "move kurds-2 jerusalem",
    )


def test_the_first_road_is_the_main_one_unless_another_is_chosen() -> None:
    """R28 (6.41, worked example): four in round 1 and two in round 2, or two and four."""
    table = jerusalem()
    assert [table.arrives(block) for block in ("saladin", "keukburi", "zangi", "sanjar", "kurds-1", "kurds-2")] == [
        1,
        1,
        1,
        1,
        2,
        2,
    ]
    assert table.options("saracen", "main-road", "road", town="jerusalem") == {"hebron"}
    table.do("saracen", "main-road jerusalem hebron")
    assert [table.arrives(block) for block in ("saladin", "keukburi", "zangi", "sanjar", "kurds-1", "kurds-2")] == [
        2,
        2,
        2,
        2,
        1,
        1,
    ]
    assert table.options("saracen", "main-road", "road", town="jerusalem") == {"nablus"}


def test_the_choice_of_the_main_road_ends_with_the_movement() -> None:
    """R28 (6.41): pins depend on it, so it is fixed before Player 2 moves."""
    table = jerusalem().do("saracen", "done")
    assert table.refused("saracen", "main-road jerusalem hebron").rule == "1.0"
    assert table.actions("frank", "main-road") == []


def test_only_roads_that_were_used_may_be_the_main_one() -> None:
    """R28 (6.41)."""
    table = jerusalem()
    for action in (
        "main-road jerusalem jericho",
        "main-road jerusalem nablus",
        "main-road jerusalem sea",
        "main-road acre tyre",
    ):
        assert table.refused("saracen", action).rule == "6.41"


def test_one_road_leaves_no_choice() -> None:
    """R28."""
    table = Table(moving("nablus: saladin\njerusalem: king-guy", first="saracen")).do(
        "saracen", "move saladin jerusalem"
    )
    assert table.actions("saracen", "main-road") == []


def test_blocks_that_join_by_another_way_use_the_last_road() -> None:
    """6.41: the road into the town counts, not where a block came from."""
    table = Table(moving("legio: saladin\nbaisan: keukburi\njerusalem: king-guy", first="saracen"))
    table.do("saracen", "move saladin nablus/jerusalem", "move keukburi nablus/jerusalem")
    assert [table.arrives(block) for block in ("saladin", "keukburi")] == [1, 1]


def test_player_two_picks_the_first_road_of_his_answer() -> None:
    """R29 (6.42): rounds 2 and 3."""
    places = "acre: king-guy\ntiberias: saladin\ncaesarea: walter balian\ntyre: conrad"
    table = Table(moving(places, first="saracen")).do("saracen", "move saladin acre", "done")
    table.do("frank", "move walter acre", "move balian acre", "move conrad acre")
    assert [table.arrives(block) for block in ("walter", "balian", "conrad")] == [2, 2, 3]
    table.do("frank", "main-road acre tyre")
    assert [table.arrives(block) for block in ("walter", "balian", "conrad")] == [3, 3, 2]


def test_player_two_attacks_elsewhere_without_delay() -> None:
    """6.41: a new attack of his own."""
    places = "acre: king-guy\ntiberias: saladin\ntyre: conrad\nnablus: balian"
    table = Table(moving(places, first="saracen", mover="frank")).do(
        "frank", "move balian baisan/tiberias", "move king-guy tiberias"
    )
    assert [table.arrives(block) for block in ("balian", "king-guy")] == [1, 2]


def test_player_two_attacks_a_town_that_player_one_has_just_occupied() -> None:
    """6.41, 1.7: no answer to a battle, for there was none."""
    table = Table(moving("nablus: saladin\nacre: king-guy", first="saracen")).do(
        "saracen", "move saladin legio", "done"
    )
    assert table.do("frank", "move king-guy legio").arrives("king-guy") == 1
    table.do("frank", "done")
    assert table.happened("battle-begun")[0]["attacker"] == "frank"


def test_player_two_joins_his_own_siege_from_round_one() -> None:
    """R30 (6.42): Player 1 has not attacked it."""
    table = Table(moving("acre: [king-guy] turks-1\ntiberias: saladin\ntyre: zangi", mover="saracen"))
    table.do("saracen", "move saladin acre", "move zangi acre")
    assert [table.arrives(block) for block in ("saladin", "zangi")] == [1, 1]
    assert table.do("saracen", "done").options("saracen", "storm", "blocks") == set()
    assert table.actions("saracen", "storm")[0].candidates == ("saladin", "turks-1", "zangi")


def test_player_two_reinforces_besiegers_attacked_by_relief_in_rounds_two_and_three() -> None:
    """R31 (6.42)."""
    places = "acre: [king-guy] turks-1\ntiberias: saladin\nlegio: zangi\ncaesarea: walter"
    table = (
        Table(moving(places))
        .do("frank", "move walter acre", "done")
        .do("saracen", "move saladin acre", "move zangi acre")
    )
    assert [table.arrives(block) for block in ("walter", "saladin", "zangi")] == [1, 2, 3]


def test_relief_of_player_one_comes_in_rounds_one_and_two() -> None:
    """6.56."""
    places = "acre: [king-guy] turks-1\ncaesarea: walter\ntiberias: raymond-tiberias"
    table = Table(moving(places)).do("frank", "move walter acre", "move raymond-tiberias acre")
    assert [table.arrives(block) for block in ("walter", "raymond-tiberias")] == [1, 2]


def test_relief_of_player_two_comes_in_rounds_two_and_three() -> None:
    """6.56."""
    places = "acre: [king-guy] turks-1\ncaesarea: walter\ntiberias: raymond-tiberias"
    table = Table(moving(places, first="saracen", mover="frank")).do(
        "frank", "move walter acre", "move raymond-tiberias acre"
    )
    assert [table.arrives(block) for block in ("walter", "raymond-tiberias")] == [2, 3]


def test_reserves_fight_in_their_round() -> None:
    """6.41: two fire in round 1, all four in round 2."""
    places = "nablus: balian\nbaisan: saladin\nlegio: keukburi"
    table = Table(moving(places, first="saracen"), MISSES)
    table.do("saracen", "move saladin nablus", "move keukburi nablus", "done").do("frank", "done", "garrison -")
    assert table.fire_round() == ["saladin", "balian"]
    assert table.fire_round() == ["saladin", "balian", "keukburi"]


def test_the_attacker_of_a_refused_field_may_regroup_before_round_one() -> None:
    """R35 (6.1, 6.5, 6.7): his reserves too."""
    places = "nablus: balian\nbaisan: saladin\nlegio: keukburi"
    table = Table(moving(places, first="saracen"), MISSES)
    table.do("saracen", "move saladin nablus", "move keukburi nablus", "done").do("frank", "done", "garrison balian")
    assert (table.step, table.awaited) == ("regroup", {"saracen"})
    assert table.options("saracen", "regroup", "block") == {"saladin", "keukburi"}
    table.do("saracen", "regroup saladin baisan", "regroup keukburi legio", "done")
    assert table.sieges() == {}
    assert table.where("balian") == "nablus"


def besieging() -> Table:
    """Saladin has come to Nablus from Baisan; the siege has seen no storm and no sally."""
    table = Table(moving("nablus: balian\nbaisan: saladin", first="saracen"), {"attrition": [6]})
    table.do("saracen", "move saladin nablus", "done").do("frank", "done", "garrison balian").do(
        "saracen", "done", "storm -"
    )
    return table.do("frank", "sally -")


def test_a_besieger_may_retreat_from_a_new_siege_by_the_roads_he_came() -> None:
    """R37 (6.2): all gone, no attrition."""
    table = besieging()
    assert (table.step, table.awaited) == ("leave-siege", {"saracen"})
    assert table.options("saracen", "retreat", "to") == {"baisan"}
    table.do("saracen", "retreat saladin baisan", "done")
    assert table.sieges() == {}
    assert not table.happened("attrition-rolled")


def test_a_besieger_may_stay() -> None:
    """R37 (6.2, 6.57): attrition follows."""
    table = besieging().do("saracen", "done")
    assert table.sieges() == {"nablus": "saracen"}
    assert len(table.happened("attrition-rolled")) == 1


def test_a_besieger_may_retreat_from_an_old_siege_by_any_road_the_enemy_did_not_use() -> None:
    """R37 (6.51): he defends the field; Player 2's relief came by Jerusalem and was beaten back."""
    table = Table(moving("nablus: [balian] saladin", first="saracen"), {"attrition": [6]})
    table.do("saracen", "done").do("frank", "done").do("saracen", "storm -").do("frank", "sally -")
    assert table.options("saracen", "retreat", "to") == {"baisan", "caesarea", "damiya", "jerusalem", "legio"}
    relieved = Table(
        moving("nablus: [balian] saladin\njerusalem: walter", first="saracen"), MISSES | {"attrition": [6]}
    )
    relieved.do("saracen", "done").do("frank", "move walter nablus", "done").do("saracen", "storm -").do(
        "frank", "sally -"
    )
    relieved.do("frank", "sally -").do("saracen", "fire saladin").do("frank", "retreat walter jerusalem").do(
        "saracen", "done", "storm -"
    )
    relieved.do("frank", "sally -")
    assert relieved.step == "leave-siege"
    assert relieved.options("saracen", "retreat", "to") == {"baisan", "caesarea", "damiya", "legio"}
