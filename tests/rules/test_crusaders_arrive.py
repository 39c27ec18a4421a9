"""English, French and Germans come to the Levant (rules 7.21 to 7.23). Test positions T53 to T61."""

from typing import Any

import pytest

from tests.rules.scene import Table, moving

ENGLISH = "england: richard robert crossbows\n"
GERMANS = "germania: barbarossa frederick leopold\n"
ACRE_ATTACKED = ["sea-move richard acre", "sea-move robert acre", "sea-move crossbows acre"]
MISSES: dict[str, list[Any]] = {"fire": [6] * 300}


def test_crusaders_wait_for_all_three_of_their_nation() -> None:
    """T53 (7.21, R43): Crossbows not yet drawn."""
    table = Table(moving("england: richard robert\nfrance: philip hugh\ngermania: leopold frederick\nacre: walter"))
    for action in ("sea-move richard acre", "sea-move robert acre", "sea-move philip acre", "enter leopold antioch"):
        assert table.refused("frank", action).rule == "7.21"
    assert table.legal("frank", "sea-move walter tyre")


def test_not_all_three_need_to_move_at_once() -> None:
    """7.21: nor need all three be alive (R43)."""
    table = Table(moving("england: richard crossbows\ngone: robert", frank="move-1")).do(
        "frank", "sea-move richard acre"
    )
    assert (table.where("richard"), table.where("crossbows")) == ("acre", "england")


def test_a_crusader_who_fell_does_not_sail_again() -> None:
    """6.34, 7.21."""
    table = Table(moving("england: crossbows\ngone: robert\nacre: richard"))
    refusal = table.refused("frank", "sea-move robert tyre")
    assert (refusal.rule, "not on the map" in refusal.reason) == ("7.21", True)


def test_the_english_attack_from_the_sea() -> None:
    """T54 (7.22): three Moves, the sea is the Main Attack and pins three."""
    table = Table(moving(ENGLISH + "acre: turks-3")).do("frank", *ACRE_ATTACKED)
    assert table.position.moves == 0
    assert [event["attack"] for event in table.happened("sea-moved")] == [True] * 3
    assert [table.arrives(block) for block in ("richard", "robert", "crossbows")] == [1, 1, 1]
    assert table.actions("frank", "main-road") == []
    table.do("frank", "done")
    assert table.refused("saracen", "move turks-3 tiberias").rule == "5.5"


@pytest.mark.parametrize("road_first", [True, False])
def test_a_road_attack_beside_the_english_is_a_reserve(road_first: bool) -> None:
    """T55 (7.22, 6.41, R23): no matter who moved first."""
    moves = ["sea-move richard acre", "move walter acre"]
    table = Table(moving(ENGLISH + "acre: turks-3\ncaesarea: walter")).do(
        "frank", *(reversed(moves) if road_first else moves)
    )
    assert (table.arrives("richard"), table.arrives("walter")) == (1, 2)
    assert table.actions("frank", "main-road") == []
    assert table.refused("frank", "main-road acre caesarea").rule == "6.41"


def test_english_without_a_road_are_lost_after_the_third_round() -> None:
    """T56 (7.22, R50): no retreat by sea, and Crusaders do not return."""
    table = Table(moving(ENGLISH + "acre: turks-3 turks-4"), MISSES).do("frank", *ACRE_ATTACKED, "done")
    table.do("saracen", "done", "garrison -")
    for _ in range(3):
        table.fire_round()
    assert [table.where(block) for block in ("richard", "robert", "crossbows")] == ["gone"] * 3
    assert len(table.happened("retreat-impossible")) == 3


def test_english_retreat_by_the_road_of_others() -> None:
    """T56 (7.22, R49, R50): with Walter's, four in a round."""
    facts = "moved richard robert\narrivals acre/frank/sea/richard,robert\nmains acre/frank/sea"
    places = "england: crossbows\nacre: turks-3 turks-4 richard robert\ncaesarea: walter"
    table = Table(moving(places, facts=facts), MISSES).do(
        "frank", "sea-move crossbows acre", "move walter acre", "done"
    )
    table.do("saracen", "done", "garrison -")
    for _ in range(3):
        table.fire_round()
    while table.step == "must-retreat":
        assert table.options("frank", "retreat", "to") == {"caesarea"}
        table.do("frank", f"retreat {min(table.options('frank', 'retreat', 'block'))} caesarea")
    assert table.at("caesarea") == {"richard", "robert", "crossbows", "walter"}


def test_english_relieve_a_besieged_port_from_the_sea() -> None:
    """T57 (7.22, R20): in the field, attacking, in round 1; the castle stays as it is."""
    places = ENGLISH + "acre: [king-guy] turks-1"
    table = Table(moving(places)).do("frank", "sea-move richard acre")
    assert (table.where("richard"), table.where("king-guy"), table.arrives("richard")) == ("acre", "[acre]", 1)
    table.do("frank", "done").do("saracen", "done")
    assert table.happened("battle-begun")[0]["attacker"] == "frank"
    assert (table.step, table.awaited) == ("sally", {"frank"})


def test_english_relief_of_player_two_arrives_in_round_two() -> None:
    """T57 (6.56, R22)."""
    table = Table(moving(ENGLISH + "acre: [king-guy] turks-1", first="saracen", mover="frank")).do(
        "frank", "sea-move richard acre"
    )
    assert table.arrives("richard") == 2
    table.do("frank", "done")
    assert (table.step, table.awaited) == ("storm", {"saracen"})


def test_english_relief_beside_a_road_of_player_two_is_the_main_one() -> None:
    """R22, R23 (6.56): rounds 2 and 3."""
    table = Table(moving(ENGLISH + "acre: [king-guy] turks-1\ncaesarea: walter", first="saracen", mover="frank"))
    table.do("frank", "move walter acre")
    assert table.arrives("walter") == 2
    table.do("frank", "sea-move richard acre")
    assert (table.arrives("richard"), table.arrives("walter")) == (2, 3)


def test_english_choose_between_castle_and_field_at_besieged_tripoli() -> None:
    """T58 (7.22, R21): one of two places is taken."""
    places = ENGLISH + "tripoli: [raymond-tripoli] turks-1"
    table = Table(moving(places))
    assert table.options("frank", "sea-move", "area", block="robert", port="tripoli") == {"castle", "field"}
    assert table.refused("frank", "sea-move robert tripoli").rule == "7.22"
    castle = Table(moving(places)).do("frank", "sea-move robert tripoli castle")
    assert (castle.where("robert"), castle.position.arrivals) == ("[tripoli]", ())
    field = Table(moving(places)).do("frank", "sea-move robert tripoli field")
    assert (field.where("robert"), field.arrives("robert")) == ("tripoli", 1)
    assert field.happened("sea-moved")[0]["attack"] is True


def test_english_attack_the_besiegers_when_the_castle_of_tripoli_is_full() -> None:
    """R21 (6.52): the field is all that is left."""
    table = Table(moving(ENGLISH + "tripoli: [raymond-tripoli] [bohemond] turks-1"))
    assert table.options("frank", "sea-move", "area", block="robert", port="tripoli") == {"field"}
    assert table.refused("frank", "sea-move robert tripoli castle").rule == "6.52"
    table.do("frank", "sea-move robert tripoli field")
    assert table.where("robert") == "tripoli"
    assert table.happened("sea-moved")[0]["attack"] is True


@pytest.mark.parametrize("port", ["tyre", "tripoli"])
def test_english_do_not_sail_out_of_a_besieged_port_onto_its_besiegers(port: str) -> None:
    """7.22, 6.55: from the castle they sally; by sea they attack other ports than the one they are in."""
    table = Table(moving(f"{port}: [richard] turks-1\nacre: turks-3"))
    ports = table.options("frank", "sea-move", "port", block="richard")
    assert {"acre", "beirut"} < ports
    assert port not in ports
    for area in ("", " castle", " field"):
        refusal = table.refused("frank", f"sea-move richard {port}{area}")
        assert (refusal.rule, "already" in refusal.reason) == ("5.4", True)
    table.do("frank", "sea-move richard acre")
    assert (table.where("richard"), table.sieges()) == ("acre", {})


def test_english_ashore_attack_from_any_friendly_port() -> None:
    """R44 (7.22): from a port, not from inland."""
    table = Table(moving("tyre: richard\njerusalem: robert\nacre: turks-3\npool: crossbows"))
    assert table.refused("frank", "sea-move robert acre").rule == "5.4"
    table.do("frank", "sea-move richard acre")
    assert table.position.arrivals[0].blocks


def test_english_attack_vacant_egypt() -> None:
    """7.22: an enemy port though nobody is there; they occupy it."""
    table = Table(moving(ENGLISH)).do("frank", "sea-move richard egypt")
    assert (table.where("richard"), table.position.arrivals) == ("egypt", ())
    assert table.legal("frank", "sea-move robert egypt")


def test_english_do_not_sail_into_a_port_that_player_one_attacks() -> None:
    """T65 (5.5, R24): to reinforce their own is no attack on an enemy port."""
    table = Table(moving(ENGLISH + "acre: king-guy\ntiberias: saladin", first="saracen"))
    table.do("saracen", "move saladin acre", "done")
    assert table.refused("frank", "sea-move richard acre").rule == "7.22"


def test_english_do_not_attack_in_winter() -> None:
    """8.1: vacant Egypt may be entered, an occupied port may not."""
    table = Table(moving(ENGLISH + "acre: turks-3", turn="1188.6"))
    assert table.refused("frank", "sea-move richard acre").rule == "8.1"
    assert table.legal("frank", "sea-move richard egypt")


def test_two_germans_at_most_enter_at_st_simeon() -> None:
    """T59 (7.23, R42): a minor road; Antioch is open to the third."""
    table = Table(moving(GERMANS)).do("frank", "enter barbarossa st-simeon", "enter frederick st-simeon")
    assert table.refused("frank", "enter leopold st-simeon").rule == "7.23"
    assert table.options("frank", "enter", "town") == {"aleppo", "antioch"}
    table.do("frank", "enter leopold antioch")
    assert table.position.moves == 0


def test_germans_do_not_move_on_in_the_same_turn() -> None:
    """7.23: the entry is all of their move."""
    table = Table(moving(GERMANS)).do("frank", "enter leopold antioch")
    assert table.refused("frank", "move leopold harim").rule == "5.0"


def test_germans_come_by_their_three_roads_only() -> None:
    """7.23: never by sea."""
    table = Table(moving(GERMANS))
    assert table.refused("frank", "enter leopold acre").rule == "7.23"
    assert table.refused("frank", "sea-move leopold acre").rule == "7.21"
    assert table.refused("frank", "move leopold antioch").rule == "7.21"


def test_germans_attack_where_they_enter() -> None:
    """T60 (7.23, R42, R50): Leopold alone has no road to retreat by."""
    table = Table(moving(GERMANS + "antioch: saladin", frank="move-1"), MISSES).do("frank", "enter leopold antioch")
    assert table.arrives("leopold") == 1
    table.do("frank", "done").do("saracen", "done", "garrison -")
    assert table.awaited == {"saracen"}
    table.do("saracen", "fire saladin")
    assert table.options("frank", "retreat", "to", block="leopold") == set()
    for _ in range(3):
        table.fire_round()
    assert table.where("leopold") == "gone"


def test_the_german_road_may_be_the_main_one() -> None:
    """R42 (6.41, 5.5): it counts for pins and for the choice of the main road."""
    places = GERMANS + "antioch: saladin zangi\nst-simeon: bohemond"
    table = Table(moving(places)).do(
        "frank", "move bohemond antioch", "enter leopold antioch", "enter frederick antioch"
    )
    assert (table.arrives("bohemond"), table.arrives("leopold")) == (1, 2)
    assert table.options("frank", "main-road", "road", town="antioch") == {"germania"}
    table.do("frank", "main-road antioch germania")
    assert (table.arrives("bohemond"), table.arrives("leopold"), table.arrives("frederick")) == (2, 1, 1)
    table.do("frank", "done")
    assert table.refused("saracen", "move saladin harim").rule == "5.5"


def test_germans_do_not_enter_among_enemies_in_winter() -> None:
    """8.1, 7.23."""
    table = Table(moving(GERMANS + "antioch: saladin\naleppo: zangi", turn="1188.6"))
    assert table.options("frank", "enter", "town") == {"st-simeon"}
    assert table.refused("frank", "enter leopold antioch").rule == "7.23"


def test_the_french_sail_to_friendly_ports_only() -> None:
    """T61 (7.22): they have no sea-legs."""
    table = Table(moving("france: philip hugh james\nacre: turks-3", frank="move-2"))
    assert table.refused("frank", "sea-move philip acre").rule == "5.4"
    table.do("frank", "sea-move philip tyre")
    assert (table.where("philip"), table.position.moves) == ("tyre", 1)


def test_who_leaves_a_staging_box_is_seen_by_everybody() -> None:
    """7.21, H14: the boxes are face-up; where the block lands it stands up like the others."""
    table = Table(moving("france: philip hugh james")).do("frank", "sea-move philip tyre")
    assert table.happened("sea-moved")[0]["block"] == "philip"


def test_germans_relieve_besieged_antioch() -> None:
    """7.23, 6.56: an attack on the besiegers, in round 1 for Player 1 and in round 2 for Player 2."""
    places = GERMANS + "antioch: [bohemond] saladin"
    assert Table(moving(places)).do("frank", "enter leopold antioch").arrives("leopold") == 1
    second = Table(moving(places, first="saracen", mover="frank")).do("frank", "enter leopold antioch")
    assert (second.where("leopold"), second.arrives("leopold")) == ("antioch", 2)


def test_germans_join_a_siege_of_aleppo() -> None:
    """7.23, R30: no enemy in the field, so no arrival to wait for."""
    table = Table(moving(GERMANS + "aleppo: [zangi] walter")).do("frank", "enter leopold aleppo")
    assert (table.position.arrivals, table.arrives("leopold")) == ((), 1)


def test_an_english_block_under_attack_escapes_but_does_not_attack_by_sea() -> None:
    """R24, R44: the attacked port is not friendly, so it is no start for an attack."""
    table = Table(moving("acre: richard walter\ntiberias: saladin\npool: robert", first="saracen"))
    table.do("saracen", "move saladin acre", "done")
    assert table.legal("frank", "sea-move richard tyre")
    assert table.refused("frank", "sea-move richard egypt").rule == "7.22"
