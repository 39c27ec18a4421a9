"""No walk enters again the town it left (rules 5.0, 5.3; ruling R101)."""

from rules.notation import parse_position, print_position
from rules.position import Position
from rules.ruleset import Ruleset
from tests.rules.scene import Table, moving

FORCED = Ruleset(forced_marches=True)
KRAK = "krak: [genoa-pilgrims@3] keukburi@1"


def test_the_last_besieger_does_not_walk_back_through_the_garrison_he_frees() -> None:
    """R101 (5.0): once Keukburi has left, the pilgrims of Krak defend the field, and he would have to stop there."""
    table = Table(moving(KRAK, first="saracen"))
    assert table.refused("saracen", "move keukburi homs/krak/lacum") == (
        "A block does not come back to Krak, which it left.",
        "5.0",
    )
    assert table.legal("saracen", "move keukburi homs/lacum")
    assert table.sieges() == {"krak": "saracen"}


def test_a_lone_besieger_does_not_go_out_to_attack_anew() -> None:
    """R101 (5.0, 6.1): Acre - Legio - Acre would lift the siege and let the garrison deploy afresh."""
    table = Table(moving("acre: [king-guy] saladin", first="saracen"))
    assert table.refused("saracen", "move saladin legio/acre") == (
        "A block does not come back to Acre, which it left.",
        "5.0",
    )
    assert {path[-1] for path in table.options("saracen", "move", "path")}.isdisjoint({"acre"})


def test_a_block_does_not_come_back_while_others_stay_either() -> None:
    """R101 (5.0): no way ends in its first town or leads through it, in whatever state that is."""
    besieger = Table(moving("acre: [king-guy] saladin zangi", first="saracen"))
    occupant = Table(moving("acre: jerusalem-templars"))
    for side, table in (("saracen", besieger), ("frank", occupant)):
        paths = table.options(side, "move", "path")
        assert {"legio", "tyre"} < {path[-1] for path in paths}
        assert not [path for path in paths if "acre" in path]


def test_no_muster_leads_through_the_town_that_was_left() -> None:
    """R101 (5.3): musters do not start battles, nor do they pass one."""
    table = Table(moving(f"{KRAK}\ntripoli: saladin", first="saracen")).do("saracen", "muster-to tripoli")
    assert table.refused("saracen", "muster keukburi homs/krak/tripoli").rule == "5.0"
    paths = table.options("saracen", "muster", "path", block="keukburi")
    assert {("tripoli",), ("lacum", "baalbek", "tripoli")} < paths
    assert not [path for path in paths if "krak" in path]


def test_no_muster_is_called_that_only_a_walk_round_would_reach() -> None:
    """R101 (5.3): a lone besieger is the only one who could come to his own siege."""
    table = Table(moving("acre: [king-guy] saladin", first="saracen"))
    assert table.refused("saracen", "muster-to acre") == ("No block could come to Acre by open roads.", "5.3")


def test_a_forced_march_does_not_come_back() -> None:
    """R101 (5.0, R40): not with its last step either, when the siege has long been lifted."""
    table = Table(moving("acre: [king-guy] saladin", first="saracen", ruleset=FORCED))
    for path in ("legio/baisan/tiberias/acre", "legio/acre/tyre/sidon"):
        assert table.refused("saracen", f"move saladin {path} !").rule == "5.0"
    assert table.legal("saracen", "move saladin legio/baisan/tiberias/banyas !")


def test_no_way_of_the_winter_turn_comes_back() -> None:
    """R101 (8.1): a besieger goes to winter quarters without passing his freed enemies."""
    table = Table(moving(KRAK, first="saracen", turn="1188.6"))
    assert table.refused("saracen", "move keukburi homs/krak/lacum") == (
        "A block does not come back to Krak, which it left.",
        "5.0",
    )
    assert table.do("saracen", "move keukburi homs/lacum").sieges() == {}


def test_an_unpinned_block_does_not_walk_round_to_come_as_a_reserve() -> None:
    """R101 (5.5, 6.42): two defend Nablus against one; who leaves does not come back by another road, to fight from
    round 2.
    """
    table = Table(moving("nablus: balian walter\nbaisan: saladin", first="saracen")).do(
        "saracen", "move saladin nablus", "done"
    )
    assert table.refused("frank", "move balian jerusalem/nablus").rule == "5.0"
    assert table.legal("frank", "move balian jerusalem/ramallah")


def test_besiegers_do_not_walk_round_the_relief() -> None:
    """R101 (5.5, 6.56): Player 2's besiegers, attacked from Caesarea, stay in the fight or leave it."""
    table = Table(moving("acre: [king-guy] saladin zangi\ncaesarea: walter")).do("frank", "move walter acre", "done")
    assert table.refused("saracen", "move zangi legio/acre").rule == "5.0"
    assert table.legal("saracen", "move zangi legio")


def test_a_siege_is_taken_up_again_by_another_block() -> None:
    """R101 (5.0, 6.41): that is an attack, for the garrison holds the field meanwhile."""
    table = Table(moving("acre: [king-guy] saladin\ntiberias: keukburi", first="saracen")).do(
        "saracen", "move saladin legio"
    )
    assert table.sieges() == {}
    assert table.refused("saracen", "move keukburi acre/tyre") == (
        "Blocks must stop in Acre, which the enemy defends.",
        "5.0",
    )
    table.do("saracen", "move keukburi acre")
    assert [arrival.side for arrival in table.position.arrivals] == [1]


MUSTER = "acre: [king-guy] saladin\njerusalem: keukburi"
LEAVES = ("muster-to acre", "muster keukburi nablus/baisan/tiberias/acre !", "move saladin legio")


def test_nobody_musters_at_a_siege_that_has_been_left() -> None:
    """5.3 (1.12): the muster was called while Saladin besieged Acre; now it would start a battle."""
    table = Table(moving("acre: [king-guy] saladin\ntiberias: keukburi", first="saracen"))
    table.do("saracen", "muster-to acre", "move saladin legio")
    assert table.options("saracen", "muster", "block") == set()
    assert table.refused("saracen", "muster keukburi acre") == (
        "Acre is not a friendly town; a muster neither starts a battle nor answers an attack.",
        "5.3",
    )


def test_a_forced_march_to_a_siege_that_has_been_left_stops_short() -> None:
    """5.3, R40, N18: no die is rolled for a step that is not made; the garrison keeps its field."""
    table = Table(moving(MUSTER, first="saracen", ruleset=FORCED), strict=True).do("saracen", *LEAVES, "done")
    assert (table.where("keukburi"), table.strength("keukburi")) == ("tiberias", 3)
    assert table.position.arrivals == ()
    assert table.happened("march-rolled") == []
    assert table.happened("march-halted") == [
        {"type": "march-halted", "side": "saracen", "town": "acre", "secret": {"block": "keukburi"}, "owner": "saracen"}
    ]


def test_a_forced_march_of_a_group_attacks_a_siege_that_has_been_left() -> None:
    """R40 (5.2): only musters start no battles; also where one was called to the same town."""
    march = ("muster-to acre", "move keukburi nablus/baisan/tiberias/acre !", "move saladin legio")
    table = Table(moving(MUSTER, first="saracen", ruleset=FORCED), {"march": [6]}).do("saracen", *march, "done")
    assert table.where("keukburi") == "acre"
    assert [arrival.side for arrival in table.position.arrivals] == [1]


def test_a_muster_on_its_way_is_written_down_and_read_again() -> None:
    """R40: a position between the declaration and the die, in JSON and in notation."""
    position = Table(moving(MUSTER, first="saracen", ruleset=FORCED)).do("saracen", *LEAVES).position
    for read in (Position.from_json(position.to_json()), parse_position(print_position(position))):
        assert read == position
        assert Table(read, strict=True).do("saracen", "done").where("keukburi") == "tiberias"
