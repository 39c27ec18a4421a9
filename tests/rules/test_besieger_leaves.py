"""The besieger's choice at the end of a siege's turn: retreat or stay (6.2, ruling R37)."""

from tests.rules.combat import battle, fight_round, round_number
from tests.rules.scene import Table


def asked(places: str, moves: str = "", answer: str = "", **facts: str) -> Table:
    """Storm and sally have been declined."""
    table = battle(places, moves, answer, turn="1187.2", dice={"attrition": [6, 6, 6]}, **facts)
    if table.step == "garrison":
        table.do("frank", "garrison king-guy").do("saracen", "done")
    return table.do("saracen", "storm -").do("frank", "sally -")


def test_the_besieger_may_retreat_some_blocks_and_besiege_with_others() -> None:
    """T117, R37 (6.2)."""
    table = asked("acre: [king-guy] saladin keukburi")
    assert (table.step, table.awaited) == ("leave-siege", {"saracen"})
    table.do("saracen", "retreat keukburi legio", "done")
    assert table.where("keukburi") == "legio"
    assert table.sieges() == {"acre": "saracen"}
    assert table.happened("attrition-rolled")


def test_when_all_besiegers_leave_there_is_no_attrition() -> None:
    """T117, R37 (6.2): the siege is over."""
    table = asked("acre: [king-guy] saladin").do("saracen", "retreat saladin legio", "done")
    assert not table.happened("attrition-rolled")
    assert table.sieges() == {}
    assert table.where("king-guy") == "acre"


def test_the_besieged_are_the_victors_of_a_siege_that_has_been_left() -> None:
    """6.7: a siege battle that ends by retreat lets the victor regroup."""
    table = asked("acre: [king-guy] saladin").do("saracen", "retreat saladin legio", "done")
    assert (table.step, table.awaited) == ("regroup", {"frank"})
    assert "legio" not in table.options("frank", "regroup", "to")
    table.do("frank", "regroup king-guy tyre", "done")
    assert table.where("king-guy") == "tyre"
    assert table.position.phase == "cards"


def test_from_an_old_siege_any_road_is_open() -> None:
    """R37 (6.51, 6.61): the besieger defends the field, and nobody has come against him."""
    table = asked("acre: [king-guy] saladin")
    assert table.options("saracen", "retreat", "to") == {"tiberias", "legio", "caesarea", "tyre"}


def test_from_a_new_siege_only_roads_of_entry_are_open() -> None:
    """R37 (6.61)."""
    table = asked("acre: king-guy\ntiberias: saladin\nlegio: keukburi", "move saladin acre\nmove keukburi acre")
    assert table.options("saracen", "retreat", "to") == {"tiberias", "legio"}
    assert table.refused("saracen", "retreat saladin caesarea").rule == "6.61"


def test_relief_closes_the_road_it_used() -> None:
    """R37 (6.61): beaten back to Caesarea in round 3, it leaves three ways to an old siege's besiegers."""
    table = battle("acre: [king-guy] saladin\ncaesarea: walter", "move walter acre", first="frank")
    for _ in range(3):
        table.do("frank", "sally -")
        fight_round(table)
    table.do("saracen", "done")
    assert table.step == "leave-siege"
    assert table.options("saracen", "retreat", "to") == {"tiberias", "legio", "tyre"}


def test_a_siege_that_was_broken_and_begun_anew_counts_as_new() -> None:
    """R37, R100 (6.61): Zangi besieges again by the road he came."""
    table = battle(
        "acre: [king-guy] kurds-1@1\ncaesarea: conrad\ntiberias: zangi",
        "move conrad acre",
        "move zangi acre",
        first="frank",
        dice={"fire:acre:1:conrad": [1, 1, 1, 1]},
    )
    table.do("frank", "sally -", "fire conrad", "sally -", "withdraw conrad").do("saracen", "done", "storm -").do(
        "frank", "sally -"
    )
    assert table.step == "leave-siege"
    assert table.options("saracen", "retreat", "to") == {"tiberias"}


def test_nobody_is_asked_who_could_not_leave() -> None:
    """R37, catalogue 6.1: the only road of entry leads to the enemy; attrition follows at once."""
    table = battle(
        "acre: king-guy\ntiberias: saladin\nbaisan: walter",
        "move saladin acre",
        "move walter tiberias",
        turn="1187.2",
        dice={"attrition": [6]},
    )
    table.do("frank", "garrison king-guy").do("saracen", "done", "storm -").do("frank", "sally -")
    assert table.happened("attrition-rolled")
    assert table.position.phase == "cards"


def test_besiegers_from_the_sea_cannot_leave_in_their_first_turn() -> None:
    """R37, R50 (7.22): no road was used; the next turn any road will do."""
    places = "england: richard robert crossbows\nacre: turks-1"
    table = battle(places, "sea-move richard acre", first="frank", turn="1187.2", dice={"attrition": [6]})
    table.do("saracen", "garrison turks-1").do("frank", "done", "storm -").do("saracen", "sally -")
    assert table.happened("attrition-rolled")
    later = battle("acre: [turks-1] richard", first="frank").do("frank", "storm -").do("saracen", "sally -")
    assert later.options("frank", "retreat", "to") == {"tiberias", "legio", "caesarea", "tyre"}


def test_the_choice_comes_after_three_rounds_of_storm_too() -> None:
    """T117 (6.2): stormers have fallen back to the field and may leave."""
    table = battle("acre: [king-guy] saladin")
    table.do("saracen", "storm saladin", *["fire saladin"] * 3)
    assert (table.step, round_number(table)) == ("leave-siege", 3)
    assert table.options("saracen", "retreat", "block") == {"saladin"}


def test_leaving_keeps_road_limits() -> None:
    """R37 (6.61): two by the minor road to Tyre."""
    table = asked("acre: [king-guy] saladin keukburi zangi").do(
        "saracen", "retreat saladin tyre", "retreat keukburi tyre"
    )
    assert table.refused("saracen", "retreat zangi tyre").rule == "6.61"
    assert table.legal("saracen", "retreat zangi legio")


def test_only_besiegers_leave() -> None:
    """R37 (6.62): the besieged cannot retreat, and nobody else is asked."""
    table = asked("acre: [king-guy] saladin\nlegio: zangi")
    assert table.refused("saracen", "retreat zangi baisan").rule == "6.2"
    assert table.refused("frank", "retreat king-guy tyre").rule == "1.0"
    assert table.refused("saracen", "storm saladin").rule == "6.2"


def test_blocks_that_leave_may_join_another_siege_of_this_turn() -> None:
    """6.62: Saladin goes from Nablus to the siege of Jerusalem, which is fought later, and storms there."""
    table = battle("nablus: [balian] saladin\njerusalem: [king-guy] keukburi")
    table.do("saracen", "choose-battle nablus", "storm -").do("frank", "sally -")
    table.do("saracen", "retreat saladin jerusalem", "done").do("frank", "done")
    assert (table.step, table.awaited) == ("storm", {"saracen"})
    assert table.actions("saracen", "storm")[0].candidates == ("keukburi", "saladin")


def test_reserves_that_never_arrived_may_leave_too() -> None:
    """R52, R37: both have passed in round 1; Keukburi turns back to Legio."""
    table = asked("acre: king-guy\ntiberias: saladin\nlegio: keukburi", "move saladin acre\nmove keukburi acre")
    assert table.arrives("keukburi") == 2
    table.do("saracen", "retreat keukburi legio", "done")
    assert table.where("keukburi") == "legio"
    assert table.sieges() == {"acre": "saracen"}
