"""Retreats (6.6 to 6.63): where to, by which roads, how many, and who is lost."""

import pytest

from rules import game
from rules.actions import BadAction
from rules.notation import parse_action
from tests.rules.combat import battle, fight_round, order, ready, round_number
from tests.rules.scene import Table


def ways(table: Table, side: str, block: str, verb: str = "retreat") -> set[str]:
    towns: set[str] = table.options(side, verb, "to", block=block)
    return towns


# Roads (6.61)


def test_attackers_retreat_by_the_road_they_came() -> None:
    """T89 (6.61): from Nablus back to Baisan and nowhere else."""
    table = battle("nablus: balian\nbaisan: saladin", "move saladin nablus").do("frank", "garrison -")
    assert ways(table, "saracen", "saladin") == {"baisan"}
    assert table.refused("saracen", "retreat saladin legio").rule == "6.61"
    assert table.refused("saracen", "retreat saladin acre").rule == "6.6"


def test_defenders_retreat_by_any_road_the_attacker_did_not_use() -> None:
    """T89 (6.61)."""
    table = battle("nablus: balian\nbaisan: saladin", "move saladin nablus").do("frank", "garrison -")
    table.do("saracen", "fire saladin")
    assert ways(table, "frank", "balian") == {"legio", "jerusalem", "caesarea", "damiya"}
    assert table.refused("frank", "retreat balian baisan").rule == "6.61"


def test_roads_of_entry_are_counted_for_the_whole_side() -> None:
    """R49 (6.61): who came from Baisan may retreat to Legio, by which his reserves came."""
    table = battle("nablus: balian\nbaisan: saladin\nlegio: keukburi", "move saladin nablus\nmove keukburi nablus")
    table.do("frank", "garrison -")
    assert ways(table, "saracen", "saladin") == {"baisan", "legio"}


def test_reserves_on_the_way_close_their_road_to_the_defender() -> None:
    """6.61: "roads used to enter", be it by reserves."""
    table = battle("nablus: balian\nbaisan: saladin\nlegio: keukburi", "move saladin nablus\nmove keukburi nablus")
    table.do("frank", "garrison -").do("saracen", "fire saladin")
    assert ways(table, "frank", "balian") == {"jerusalem", "caesarea", "damiya"}


def test_nobody_retreats_to_the_enemy() -> None:
    """6.6: nor by a road that is not there."""
    table = battle("nablus: balian\nbaisan: saladin\njerusalem: zangi", "move saladin nablus")
    table.do("frank", "garrison -").do("saracen", "fire saladin")
    assert ways(table, "frank", "balian") == {"legio", "caesarea", "damiya"}
    assert table.refused("frank", "retreat balian jerusalem").rule == "6.6"
    assert table.refused("frank", "retreat balian acre").rule == "6.6"


def test_vacant_towns_of_either_kingdom_are_open() -> None:
    """6.61: "friendly or vacant"."""
    table = battle("tiberias: balian\nbaisan: saladin", "move saladin tiberias").do("frank", "garrison -")
    table.do("saracen", "fire saladin")
    assert ways(table, "frank", "balian") == {"acre", "ajlun", "banyas"}


def test_a_retreat_town_lost_to_player_two_costs_the_attackers_their_lives() -> None:
    """T90 (6.61): Raymond has slipped into Baisan, and nobody can leave Nablus."""
    table = battle(
        "nablus: balian\nbaisan: saladin\ntiberias: raymond-tiberias",
        "move saladin nablus",
        "move raymond-tiberias baisan",
    )
    table.do("frank", "garrison -")
    for _ in range(3):
        # Saladin has no way out, and so fires by himself (R67)
        fight_round(table)
    assert table.happened("retreat-impossible")[0]["block"] == "saladin"
    assert table.where("saladin") == "gone"
    assert table.step == "regroup"
    assert table.awaited == {"frank"}


def test_of_a_road_used_by_both_only_player_two_makes_use() -> None:
    """T92 (6.61): the Hospitallers came by Legio too, which the Saracens had left."""
    table = battle(
        "nablus: balian\nlegio: saladin keukburi\nacre: acre-hospitallers",
        "move saladin nablus\nmove keukburi nablus",
        "move acre-hospitallers legio/nablus",
    )
    table.do("frank", "garrison -")
    # no retreat for the Saracens, though Legio is vacant
    assert not table.actions("saracen", "retreat")
    fight_round(table)
    assert round_number(table) == 2
    assert order(table)[:2] == ["saladin", "acre-hospitallers"]
    assert ready(table) == {"acre-hospitallers", "balian"}
    # the defender by any road the attacker did not use, and Player 2 by the shared one as well
    everywhere = {"legio", "baisan", "jerusalem", "caesarea", "damiya"}
    assert ways(table, "frank", "acre-hospitallers") == ways(table, "frank", "balian") == everywhere


def test_player_one_defending_loses_the_shared_road_to_player_two() -> None:
    """T92 (6.61), the other way: Player 2 attacks over the road by which Player 1 came earlier this turn against
    nobody.
    """
    table = battle("baisan: saladin\nacre: walter", "move saladin legio", "move walter legio")
    assert order(table) == ["saladin", "walter"]
    # the move to a vacant town was no entry into a battle; Acre's road is the attacker's
    assert ways(table, "saracen", "saladin") == {"baisan", "nablus"}


# Limits (6.61)


def test_two_blocks_a_round_on_a_minor_road_and_two_more_in_the_next() -> None:
    """T91, R47 (6.61): only Damiya is open to four Franks."""
    table = battle(
        "nablus: balian walter josselin raymond-tiberias\nbaisan: keukburi\nlegio: kurds-1\njerusalem:"
        " kurds-2\ncaesarea: kurds-3",
        "move keukburi nablus",
    )
    table.do("frank", "garrison -", "retreat balian damiya", "retreat walter damiya")
    assert table.refused("frank", "retreat josselin damiya").rule == "6.61"
    # josselin may still withdraw into the castle
    table.do("frank", "fire josselin", "fire raymond-tiberias").do("saracen", "fire keukburi")
    assert round_number(table) == 2
    table.do("frank", "retreat josselin damiya", "retreat raymond-tiberias damiya")
    assert table.at("damiya") == {"balian", "walter", "josselin", "raymond-tiberias"}


def test_four_blocks_a_round_on_a_major_road() -> None:
    """6.61."""
    table = battle(
        "legio: balian walter josselin raymond-tiberias conrad\nbaisan: keukburi\nnablus: kurds-1",
        "move keukburi legio",
    )
    table.do("frank", *(f"retreat {name} acre" for name in ("balian", "walter", "josselin", "raymond-tiberias")))
    # the fifth has nothing left but fire and charge
    assert {action.type for action in table.actions("frank")} == {"fire", "charge"}
    assert table.refused("frank", "retreat conrad acre").rule == "6.61"


FOUR_BY_MINOR_ROADS = """
    nablus: balian
    damiya: saladin zangi
    caesarea: keukburi tuman
    jaffa: walter
"""


def test_the_compulsory_retreat_eliminates_those_without_room() -> None:
    """T88 (6.2, 6.6): Caesarea is lost, the minor road to Damiya takes two, and the owner chooses whom."""
    table = battle(
        FOUR_BY_MINOR_ROADS,
        "move saladin nablus\nmove zangi nablus\nmove keukburi nablus\nmove tuman nablus",
        "move walter caesarea",
    )
    table.do("frank", "garrison -")
    for _ in range(3):
        fight_round(table)
    assert table.step == "must-retreat"
    assert ways(table, "saracen", "tuman") == {"damiya"}
    assert table.refused("saracen", "done").rule == "6.2"
    assert table.refused("saracen", "retreat tuman caesarea").rule == "6.6"
    table.do("saracen", "retreat saladin damiya", "retreat tuman damiya")
    assert table.at("damiya") == {"saladin", "tuman"}
    assert (table.where("zangi"), table.where("keukburi")) == ("dead", "dead")
    assert table.step == "regroup"


def test_the_compulsory_retreat_shares_the_limits_of_round_three() -> None:
    """R48 (6.2, 6.61): two have left by the minor road in round 3, so nobody leaves by it at its end."""
    table = battle(
        FOUR_BY_MINOR_ROADS,
        "move saladin nablus\nmove zangi nablus\nmove keukburi nablus\nmove tuman nablus",
        "move walter caesarea",
    )
    table.do("frank", "garrison -")
    fight_round(table)
    fight_round(table)
    assert round_number(table) == 3
    table.do("saracen", "retreat saladin damiya").do("frank", "fire balian").do("saracen", "retreat zangi damiya")
    # the other two have no way left, fire by themselves, and are lost
    assert table.at("damiya") == {"saladin", "zangi"}
    assert (table.where("tuman"), table.where("keukburi")) == ("dead", "dead")


def test_the_compulsory_retreat_takes_place_by_itself_where_only_one_way_is_open() -> None:
    """T88, catalogue 6.1: one road with room for all is no choice."""
    table = battle("legio: balian\nbaisan: saladin keukburi", "move saladin legio\nmove keukburi legio")
    for _ in range(3):
        fight_round(table)
    assert table.at("baisan") == {"saladin", "keukburi"}
    assert table.step == "regroup"
    assert table.awaited == {"frank"}


def test_the_compulsory_retreat_fills_a_road_to_the_last_place_by_itself() -> None:
    """T88, catalogue 6.1: two blocks and a minor road."""
    table = battle("nablus: balian\ndamiya: saladin keukburi", "move saladin nablus\nmove keukburi nablus").do(
        "frank", "garrison -"
    )
    for _ in range(3):
        fight_round(table)
    assert table.at("damiya") == {"saladin", "keukburi"}
    assert {event.get("auto") for event in table.happened("block-retreated")} == {True}


def test_a_refused_retreat_names_what_would_be_right() -> None:
    """6.61: attackers are told of the roads they used, defenders of those they did not."""
    table = battle("nablus: balian\nbaisan: saladin", "move saladin nablus").do("frank", "garrison -")
    assert "used to enter" in table.refused("saracen", "retreat saladin legio").reason
    assert "did not use" in table.do("saracen", "fire saladin").refused("frank", "retreat balian baisan").reason


def test_the_compulsory_retreat_asks_where_to() -> None:
    """T88 (6.2): two roads of entry are a choice, block by block."""
    table = battle("legio: balian\nbaisan: saladin\nnablus: keukburi", "move saladin legio\nmove keukburi legio")
    for _ in range(3):
        fight_round(table)
    assert ways(table, "saracen", "saladin") == {"baisan", "nablus"}
    table.do("saracen", "retreat saladin nablus", "retreat keukburi nablus")
    assert table.at("nablus") == {"saladin", "keukburi"}


# No way back by sea or off the map (7.22, 7.23)

ENGLISH = """
    england: richard robert crossbows
    acre: turks-3
"""


def test_sea_attackers_without_a_road_cannot_retreat() -> None:
    """T56, R50 (7.22): after three rounds the English are lost, and for good."""
    table = battle(ENGLISH, "sea-move richard acre\nsea-move robert acre\nsea-move crossbows acre", first="frank")
    table.do("saracen", "garrison -")
    assert table.awaited == {"saracen"}
    for _ in range(3):
        fight_round(table)
        assert not table.actions("frank", "retreat")
    assert [table.where(block) for block in ("richard", "robert", "crossbows")] == ["gone"] * 3


def test_sea_attackers_may_retreat_by_the_road_of_others() -> None:
    """T56, R50 (7.22): Walter came from Caesarea, so all may go there."""
    table = battle(
        ENGLISH + "caesarea: walter", "sea-move richard acre\nsea-move robert acre\nmove walter acre", first="frank"
    )
    table.do("saracen", "garrison -", "fire turks-3")
    assert ways(table, "frank", "richard") == {"caesarea"}
    assert table.arrives("walter") == 2


def test_sea_attackers_who_hold_the_field_retreat_like_any_defender() -> None:
    """R50 (6.41, 6.61): Richard has won round 1; when Keukburi comes he defends, and may leave by the roads not used
    against him.
    """
    table = battle(
        "england: richard robert crossbows\nacre: turks-1@1\ntiberias: keukburi",
        "sea-move richard acre",
        "move keukburi acre",
        first="frank",
        dice={"fire:acre:1:richard": [1, 1, 1, 1]},
    )
    table.do("saracen", "garrison -")
    # Turks fire first, and stay
    table.do("saracen", "fire turks-1")
    table.do("frank", "fire richard")
    assert order(table) == ["richard", "keukburi"]
    assert ways(table, "frank", "richard") == {"legio", "caesarea", "tyre"}


def test_germans_cannot_retreat_off_the_map() -> None:
    """R50 (7.23): Leopold enters Antioch alone and has no road."""
    table = battle("germania: barbarossa frederick leopold\nantioch: kurds-1", "enter leopold antioch", first="frank")
    table.do("saracen", "garrison -")
    assert {action.type for action in table.actions("frank")} == {"fire", "charge"}
    with pytest.raises(BadAction, match="'to' must be the id of a town"):
        parse_action("retreat leopold germania")


# Sieges (6.62) and battles still to be fought (6.6)


def test_besieged_blocks_cannot_retreat() -> None:
    """6.62: under storm a castle block fires, and its owner is not even asked."""
    table = battle("acre: [king-guy] keukburi zangi").do("saracen", "storm keukburi,zangi")
    assert [event["block"] for event in table.happened("block-fired")] == ["king-guy"]
    assert table.step == "fight"
    assert table.awaited == {"saracen"}


def test_castle_blocks_are_told_that_they_cannot_retreat() -> None:
    """6.62: Walter stays in the castle; Guy, who sallies, cannot retreat either (6.55)."""
    table = battle("acre: [king-guy] [walter] turks-1").do("saracen", "storm -").do("frank", "sally king-guy")
    table.do("saracen", "fire turks-1")
    assert table.refused("frank", "retreat walter caesarea").rule == "6.62"
    assert table.refused("frank", "retreat king-guy caesarea").rule == "6.55"


TWO_BATTLES = """
    nablus: keukburi
    legio: walter
    jerusalem: king-guy
    hebron: saladin
"""


def test_a_battle_still_to_be_fought_is_no_refuge() -> None:
    """T93 (6.6): Jerusalem is attacked by the Saracens, and open to them only once it is under siege."""
    table = battle(TWO_BATTLES, "move walter nablus", "move saladin jerusalem", first="frank")
    table.do("frank", "choose-battle nablus").do("saracen", "garrison -")
    assert ways(table, "saracen", "keukburi") == {"baisan", "caesarea", "damiya"}
    assert table.refused("saracen", "retreat keukburi jerusalem").rule == "6.6"


def test_a_siege_with_a_friendly_field_is_a_refuge() -> None:
    """T93 (6.62): the same town, fought over first and now besieged."""
    table = battle(TWO_BATTLES, "move walter nablus", "move saladin jerusalem", first="frank", dice={"attrition": [6]})
    table.do("frank", "choose-battle jerusalem", "garrison king-guy")
    table.do("saracen", "done", "storm -").do("frank", "sally -").do("saracen", "done", "garrison -")
    assert table.sieges() == {"jerusalem": "saracen"}
    assert ways(table, "saracen", "keukburi") == {"baisan", "caesarea", "damiya", "jerusalem"}
    table.do("saracen", "retreat keukburi jerusalem")
    assert table.where("keukburi") == "jerusalem"


def test_blocks_that_retreat_into_a_siege_fight_in_it_later_in_the_turn() -> None:
    """T94 (6.62): Balian leaves Nablus for the Frank camp before Jerusalem and storms with it."""
    table = battle(
        "nablus: balian\nbaisan: saladin\njerusalem: [zangi] king-guy",
        "move saladin nablus",
        dice={"fire:jerusalem": [5] * 40},
    )
    table.do("saracen", "choose-battle nablus").do("frank", "garrison -").do("saracen", "fire saladin")
    table.do("frank", "retreat balian jerusalem").do("saracen", "done")
    assert table.step == "storm"
    table.do("frank", "storm balian,king-guy")
    assert set(order(table)) == {"zangi", "balian", "king-guy"}


def test_the_town_of_ones_own_besieged_garrison_is_no_refuge() -> None:
    """6.6, 6.62: its field is the enemy's."""
    table = battle("nablus: balian\nbaisan: saladin\njerusalem: [king-guy] zangi", "move saladin nablus")
    table.do("saracen", "choose-battle nablus").do("frank", "garrison -").do("saracen", "fire saladin")
    assert "jerusalem" not in ways(table, "frank", "balian")


# Withdrawing (6.63)


def test_defenders_may_withdraw_into_their_castle_on_their_turn() -> None:
    """6.63, 6.52: as many as it holds; no road, no limit but the castle's."""
    table = battle("nablus: balian walter\nbaisan: saladin", "move saladin nablus").do("frank", "garrison -")
    table.do("saracen", "fire saladin").do("frank", "withdraw balian")
    assert table.where("balian") == "[nablus]"
    assert table.refused("frank", "withdraw walter").rule == "6.63"


def test_attackers_never_withdraw() -> None:
    """6.63: the castle is not theirs."""
    table = battle("nablus: balian\nbaisan: saladin", "move saladin nablus").do("frank", "garrison -")
    assert table.refused("saracen", "withdraw saladin").rule == "6.63"


def test_when_all_defenders_withdraw_the_field_is_lost() -> None:
    """6.63, 6.5: the attacker has won the field, and from the next round on besieges the castle."""
    table = battle("nablus: balian\nbaisan: saladin", "move saladin nablus").do("frank", "garrison -")
    table.do("saracen", "fire saladin").do("frank", "withdraw balian")
    assert table.happened("field-won")[0]["side"] == "saracen"
    table.do("saracen", "done")
    assert table.sieges() == {"nablus": "saracen"}
    assert (table.step, round_number(table)) == ("storm", 2)


def test_the_view_names_those_who_may_act() -> None:
    """6.2: nobody who has retreated is among them."""
    table = battle("legio: balian walter\nbaisan: keukburi", "move keukburi legio").do("frank", "retreat balian acre")
    assert game.observe(table.position, None)["battle"]["to-act"] == ["walter"]
