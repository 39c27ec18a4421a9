"""Events (rules 2.4, 4.2, the cards and the sidebar of p. 3). Test positions T25 to T36."""

from typing import Any

import pytest

from rules import game
from rules.notation import print_action
from rules.ruleset import Ruleset
from tests.rules.combat import face_up
from tests.rules.old_edition import OLD
from tests.rules.scene import Table, moving, reveal


def misses(**more: list[Any]) -> dict[str, list[Any]]:
    return {"fire": [6] * 300, **more}


# Assassins


def test_assassins_ignore_the_double_defense_of_a_castle() -> None:
    """T25 (2.4): two hits on besieged Conrad are two steps; he is shown to both for the event."""
    table = reveal("move-3", "assassins", "tyre: [conrad] turks-1", dice={"assassins": [1, 3, 6]})
    assert (table.step, table.awaited) == ("assassins", {"saracen"})
    table.do("saracen", "assassinate tyre/castle")
    assert table.strength("conrad") == 2
    assert table.where("assassins") == "masyaf"
    assert table.happened("assassins-struck") == [
        {
            "type": "assassins-struck",
            "side": "saracen",
            "town": "tyre",
            "area": "castle",
            "block": "conrad",
            "strength": 4,
            "dice": [1, 3, 6],
            "hits": 2,
        }
    ]
    assert game.observe(table.position, "saracen")["map"]["tyre"]["stacks"][0]["blocks"] == []
    assert table.awaited == {"frank"}


def test_assassins_kill_a_templar_for_good_and_lose_the_third_hit() -> None:
    """T26 (6.34, 2.4, R11): nobody else takes it."""
    table = reveal(
        "move-3",
        "assassins",
        "tartus: tartus-templars bohemond",
        dice={"assassins": [1, 2, 3], "victim": ["tartus-templars"]},
    )
    table.do("saracen", "assassinate tartus/field")
    assert table.where("tartus-templars") == "gone"
    assert table.strength("bohemond") == 4
    assert table.happened("block-eliminated")[0]["permanent"] is True


def test_the_siege_is_over_when_assassins_kill_the_last_besieger() -> None:
    """T27 (R10): Conrad may move by road next time."""
    table = reveal("assassins", "move-1", "tyre: [conrad] turks-1@1", turn="1187.2", dice={"assassins": [2, 6, 6]})
    table.do("frank", "assassinate turks-1")
    assert table.where("turks-1") == "dead"
    assert table.sieges() == {}
    assert table.where("conrad") == "tyre"
    table.do("saracen", "done")
    table.do("frank", "play-card move-2").do("saracen", "play-card move-1")
    assert table.legal("frank", "move conrad acre")


def test_a_town_falls_when_assassins_kill_its_last_defender() -> None:
    """R10 (1.12): control changes at once."""
    table = reveal("move-3", "assassins", "acre: [king-guy@1] turks-1", dice={"assassins": [1, 6, 6]})
    assert game.observe(table.position, None)["cities"]["acre"] == "frank"
    table.do("saracen", "assassinate acre/castle")
    assert table.where("king-guy") == "dead"
    assert table.sieges() == {}
    assert game.observe(table.position, None)["cities"]["acre"] == "saracen"


@pytest.mark.parametrize(
    ("by", "places", "town", "inside", "marker"),
    [
        ("saracen", "acre: [king-guy@1] turks-1 turks-2", "acre", "king-guy", "turks-1"),
        ("frank", "damascus: [kurds-1@1] walter josselin", "damascus", "kurds-1", "walter"),
    ],
)
def test_the_besiegers_lie_hidden_again_when_assassins_kill_the_last_of_a_garrison(
    by: str, places: str, town: str, inside: str, marker: str
) -> None:
    """R10, 6.51: no siege, no block that shows it."""
    cards = {"frank": "move-3", "saracen": "move-3"} | {by: "assassins"}
    table = reveal(cards["frank"], cards["saracen"], places, dice={"assassins": [1, 6, 6]})
    assert (table.sieges(), face_up(table, town)) == ({town: by}, {marker})
    table.do(by, f"assassinate {town}/castle")
    assert (table.where(inside), table.sieges(), table.position.markers) == ("dead", {}, {})
    assert face_up(table, town) == set()


def test_assassins_strike_in_the_winter_turn() -> None:
    """T28 (2.4): and the Saracens still move as Player 2."""
    table = reveal("assassins", "move-1", "acre: king-guy\nhama: saladin", turn="1188.6", dice={"assassins": [1, 2, 6]})
    table.do("frank", "assassinate hama/field")
    assert table.strength("saladin") == 2
    assert (table.awaited, table.position.moves, game.SIDES[table.position.first]) == ({"saracen"}, 1, "frank")


def test_a_hidden_victim_is_chosen_by_place_and_drawn_by_lot() -> None:
    """R08: blocks that nobody sees are alike to the chooser."""
    places = "acre: [king-guy] [walter] turks-1\nhama: zangi\ntyre: conrad"
    table = reveal("move-3", "assassins", places, dice={"victim:acre:castle": ["walter"], "assassins": [1, 6, 6]})
    assert table.options("saracen", "assassinate", "target") == {("acre", "castle"), ("tyre", "field")}
    named, absent = table.refused("saracen", "assassinate king-guy"), table.refused("saracen", "assassinate richard")
    assert named == absent
    assert named.rule == "2.4"
    table.do("saracen", "assassinate acre/castle")
    assert (table.strength("walter"), table.strength("king-guy")) == (2, 4)


def test_a_face_up_besieger_is_named_and_hidden_ones_are_not() -> None:
    """R08 (2.4): besiegers may be struck."""
    table = reveal("assassins", "move-3", "tyre: [conrad] turks-1 saladin")
    assert table.options("frank", "assassinate", "target") == {"saladin", ("tyre", "field")}


def test_assassins_do_not_reach_staging_boxes_or_the_pool() -> None:
    """R09: on the map only."""
    table = reveal("move-3", "assassins", "england: richard robert\nacre: king-guy")
    assert table.options("saracen", "assassinate", "target") == {("acre", "field")}
    assert table.refused("saracen", "assassinate richard").rule == "2.4"
    assert table.refused("saracen", "assassinate hama/field").rule == "2.4"
    assert table.refused("saracen", "done").rule == "2.4"


def test_assassins_without_an_enemy_on_the_map_strike_nobody() -> None:
    """2.4: the event ends and Player 2 moves."""
    table = reveal("assassins", "move-3", "acre: walter")
    assert [event["card"] for event in table.happened("event-ended")] == ["assassins"]
    assert table.awaited == {"saracen"}


# Guide


def test_the_guide_leads_eight_blocks_along_a_major_road() -> None:
    """T29 (Guide): the ninth goes another way."""
    nine = "tuman shirkuh saladin keukburi yuzpah zangi sanjar jurdik bahram"
    table = Table(moving(f"homs: {nine}", first="saracen", saracen="guide"))
    table.do("saracen", *[f"move {block} krak" for block in nine.split()[:8]])
    assert table.refused("saracen", "move bahram krak").rule == "5.1"
    assert table.legal("saracen", "move bahram monterrand/krak")


def test_the_guide_leads_four_blocks_along_a_minor_road() -> None:
    """T30 (Guide, 5.1): six reach Banyas, four go on to Tiberias."""
    six = "saladin keukburi yuzpah zangi sanjar jurdik"
    table = Table(moving(f"damascus: {six}", first="saracen", saracen="guide"))
    table.do("saracen", *[f"move {block} banyas/tiberias" for block in six.split()[:4]])
    refusal = table.refused("saracen", "move sanjar banyas/tiberias")
    assert refusal.rule == "5.1"
    assert "minor road Banyas - Tiberias is full: 4" in refusal.reason
    table.do("saracen", "move sanjar banyas", "move jurdik banyas")
    assert table.at("tiberias") == set(six.split()[:4])


def test_the_guide_moves_one_group_by_road_only() -> None:
    """2.2: no second group, no muster, no ship."""
    table = Table(
        moving(
            "acre: walter\nnablus: balian\nengland: richard robert crossbows\ngermania: leopold frederick barbarossa",
            frank="guide",
        )
    )
    for action in ("muster-to acre", "sea-move walter tyre", "enter leopold antioch"):
        assert table.refused("frank", action).rule == "4.2"
    table.do("frank", "move walter tyre")
    assert table.refused("frank", "move balian jerusalem").rule == "4.2"


def test_the_guide_doubles_his_players_retreat_limits_only() -> None:
    """T31 (Guide): four Saracens by the minor road to Banyas in one round, two Franks by the minor road to Damiya."""
    four = ["saladin", "keukburi", "zangi", "sanjar"]
    table = Table(
        moving(f"banyas: {' '.join(four)}\ntiberias: raymond-tiberias", first="saracen", saracen="guide"), misses()
    )
    table.do("saracen", *[f"move {block} tiberias" for block in four], "done").do("frank", "done", "garrison -")
    table.do("saracen", "retreat saladin banyas").do("frank", "fire raymond-tiberias")
    table.do("saracen", "retreat keukburi banyas", "retreat zangi banyas")
    assert table.legal("saracen", "retreat sanjar banyas")

    places = "baisan: saladin\nnablus: balian walter josselin\nlegio: keukburi\ncaesarea: zangi\njerusalem: sanjar"
    table = Table(moving(places, first="saracen", saracen="guide"), misses())
    table.do("saracen", "move saladin nablus", "done").do("frank", "done", "garrison -").do("saracen", "fire saladin")
    assert table.options("frank", "retreat", "to") == {"damiya"}
    table.do("frank", "retreat balian damiya", "retreat walter damiya")
    assert not table.options("frank", "retreat", "to")


def test_the_guide_doubles_regroup_limits() -> None:
    """T31 (Guide): four blocks by a minor road."""
    four = ["saladin", "keukburi", "zangi", "sanjar"]
    table = Table(
        moving(f"banyas: {' '.join(four)}\ntiberias: raymond-tiberias@1", first="saracen", saracen="guide"),
        misses(**{"fire:tiberias:1:saladin": [1, 1, 1, 1]}),
    )
    table.do("saracen", *[f"move {block} tiberias" for block in four], "done").do("frank", "done", "garrison -")
    table.do("saracen", "fire saladin")
    assert table.step == "regroup"
    table.do("saracen", *[f"regroup {block} banyas" for block in four])
    assert table.at("banyas") == set(four)


def test_the_move_of_a_guide_may_be_declined() -> None:
    """R15."""
    table = Table(moving("homs: tuman", first="saracen", saracen="guide")).do("saracen", "done")
    assert table.awaited == {"frank"}


# Jihad


def test_the_place_of_a_jihad_is_declared_before_player_two_moves() -> None:
    """T32 (Jihad): a battle or a siege."""
    table = Table(moving("baisan: saladin\nnablus: balian\nacre: [king-guy] turks-1", first="saracen", saracen="jihad"))
    table.do("saracen", "move saladin nablus", "done")
    assert (table.step, table.awaited) == ("jihad-site", {"saracen"})
    assert table.options("saracen", "declare-jihad", "town") == {"acre", "nablus"}
    refusal = table.refused("saracen", "declare-jihad tyre")
    assert (refusal.rule, "Acre, Nablus" in refusal.reason) == ("Jihad", True)
    table.do("saracen", "declare-jihad nablus")
    assert (table.step, table.awaited) == ("move", {"frank"})


def test_in_a_jihad_all_attackers_act_before_all_defenders_in_round_one() -> None:
    """T33 (Jihad): the second round is an ordinary one."""
    places = "baisan: saladin keukburi kurds-3\nnablus: balian beirut-turcopoles"
    table = Table(moving(places, first="saracen", saracen="jihad"), misses())
    table.do("saracen", *[f"move {block} nablus" for block in ("saladin", "keukburi", "kurds-3")], "done")
    table.do("frank", "done", "garrison -")
    assert table.fire_round() == ["saladin", "keukburi", "kurds-3", "beirut-turcopoles", "balian"]
    assert table.fire_round() == ["beirut-turcopoles", "saladin", "balian", "keukburi", "kurds-3"]


def test_a_jihad_helps_a_storm_in_round_one() -> None:
    """Jihad, sidebar: the stormer before the castle; both are B blocks."""
    table = Table(moving("acre: [king-guy] keukburi", first="saracen", saracen="jihad"), misses())
    table.do("saracen", "done").do("frank", "done").do("saracen", "storm keukburi")
    assert table.fire_round()[0] == "keukburi"


def test_a_jihad_is_lost_when_the_storm_comes_in_round_two() -> None:
    """T34 (Jihad): no bonus after round 1."""
    table = Table(moving("acre: [king-guy] keukburi", first="saracen", saracen="jihad"), misses())
    table.do("saracen", "done").do("frank", "done").do("saracen", "storm -")
    table.do("frank", "sally king-guy").do("saracen", "fire keukburi").do("frank", "withdraw king-guy").do(
        "saracen", "done", "storm keukburi"
    )
    assert table.position.battle is not None
    assert table.position.battle.round == 2
    assert table.fire_round() == ["king-guy", "keukburi"]


def test_a_jihad_does_nothing_while_its_player_defends() -> None:
    """R14: the besieged sally, so they attack."""
    table = Table(moving("acre: [king-guy] saladin kurds-3", first="saracen", saracen="jihad"), misses())
    table.do("saracen", "done").do("frank", "done").do("saracen", "storm -").do("frank", "sally king-guy")
    assert table.fire_round() == ["saladin", "king-guy", "kurds-3"]


def test_a_jihad_may_be_declared_where_its_player_is_besieged() -> None:
    """R12: his sally in round 1 is an attack."""
    places = "tyre: [conrad] keukburi\nacre: [turks-1] walter"
    table = Table(moving(places, frank="jihad"), misses())
    table.do("frank", "done")
    assert table.options("frank", "declare-jihad", "town") == {"acre", "tyre"}
    table.do("frank", "declare-jihad tyre").do("saracen", "done").do("frank", "choose-battle tyre")
    table.do("saracen", "storm -").do("frank", "sally conrad")
    assert table.fire_round() == ["conrad", "keukburi"]


def test_a_jihad_with_one_place_needs_no_declaration_and_with_none_is_lost() -> None:
    """R13, R15: the move itself may be declined."""
    one = Table(moving("acre: [king-guy] turks-1", first="saracen", saracen="jihad")).do("saracen", "done")
    assert [(event["town"], event["auto"]) for event in one.happened("jihad-declared")] == [("acre", True)]
    assert one.awaited == {"frank"}
    none = Table(moving("acre: king-guy", first="saracen", saracen="jihad")).do("saracen", "done")
    assert len(none.happened("jihad-lost")) == 1
    assert none.awaited == {"frank"}


def jihad_told(table: Table, side: str = "saracen") -> dict[str, bool] | None:
    told: dict[str, bool] | None = game.observe(table.position, side)["prompt"]["params"].get("jihad")
    return told


@pytest.mark.parametrize("ruleset", [Ruleset(), OLD], ids=["2.0", "1.4"])
def test_who_moves_by_a_jihad_is_told_where_it_can_be_declared_as_things_stand(ruleset: Ruleset) -> None:
    """R12, R13: nowhere at first, then in the battle that a move brings; the enemy is not told."""
    table = Table(moving("baisan: saladin\nnablus: balian", first="saracen", saracen="jihad", ruleset=ruleset))
    assert jihad_told(table) == {}
    assert jihad_told(table, "frank") is None
    table.do("saracen", "move saladin nablus")
    assert jihad_told(table) == {"nablus": True}
    assert [event["town"] for event in table.do("saracen", "done").happened("jihad-declared")] == ["nablus"]


@pytest.mark.parametrize("ruleset", [Ruleset(), OLD], ids=["2.0", "1.4"])
def test_besiegers_and_besieged_are_told_of_their_siege_for_a_jihad(ruleset: Ruleset) -> None:
    """R12: by a storm or a sally either attacks."""
    for places in ("acre: [king-guy] turks-1", "acre: [turks-1] king-guy"):
        table = Table(moving(places, first="saracen", saracen="jihad", ruleset=ruleset))
        assert jihad_told(table) == {"acre": True}


def test_a_jihad_of_player_two_is_told_to_be_of_no_help_where_he_is_attacked() -> None:
    """A Jihad helps attackers alone (R14); of two events in edition 1.4 that of the Franks goes first (4.12)."""
    places = "jerusalem: king-guy\nnablus: saladin\ndamascus: al-adil"
    table = Table(moving(places, frank="guide", saracen="jihad", ruleset=OLD))
    table.do("frank", "move king-guy nablus", "done")
    assert jihad_told(table) == {"nablus": False}


def test_no_jihad_is_told_of_in_a_turn_without_battles() -> None:
    """8.1: the Winter Turn has none."""
    table = Table(moving("acre: [king-guy] turks-1", first="saracen", saracen="jihad", turn="1188.6"))
    assert jihad_told(table) is None


def test_a_forced_march_against_the_enemy_counts_for_a_jihad() -> None:
    """It arrives after Done, and the Jihad is declared after that (p. 4)."""
    ruleset = Ruleset(forced_marches=True)
    table = Table(moving("damascus: saladin\nnablus: balian", first="saracen", saracen="jihad", ruleset=ruleset))
    march = next(a for a in table.actions("saracen", "move") if a.forced and a.path[-1] == "nablus")
    table.do("saracen", print_action(march))
    assert jihad_told(table) == {"nablus": True}


def test_a_jihad_is_declared_only_in_a_turn_with_battles() -> None:
    """8.1: the Winter Turn has none."""
    table = Table(
        moving(
            "acre: [king-guy] turks-1\nhama: saladin", first="saracen", saracen="jihad", frank="move-1", turn="1188.6"
        )
    )
    assert table.legal("saracen", "move saladin homs")
    assert table.do("saracen", "done").awaited == {"frank"}
    assert not table.happened("jihad-declared")


# Manna


def test_manna_gives_one_step_each_to_three_blocks_below_their_maximum() -> None:
    """T35 (Manna, R17): besieged or not; he may stop at two."""
    table = reveal("manna", "move-3", "tyre: [conrad@1] turks-1\nacre: king-guy@3\nnablus: balian\nhama: saladin@1")
    assert table.options("frank", "strengthen", "block") == {"conrad", "king-guy"}
    table.do("frank", "strengthen conrad", "strengthen king-guy")
    assert (table.strength("conrad"), table.strength("king-guy")) == (2, 4)
    assert table.refused("frank", "strengthen conrad").rule == "Manna"
    assert "had its step" in table.refused("frank", "strengthen conrad").reason
    assert table.refused("frank", "strengthen balian").rule == "2.11"
    assert table.refused("frank", "strengthen saladin").rule == "Manna"
    assert table.refused("frank", "strengthen richard").rule == "Manna"
    assert table.refused("frank", "move balian jerusalem").rule == "Manna"
    assert table.do("frank", "done").awaited == {"saracen"}


def test_manna_strengthens_three_blocks_at_most() -> None:
    """R17 (Manna)."""
    table = reveal("manna", "move-3", "acre: king-guy@1 walter@1 balian@1 josselin@1")
    table.do("frank", "strengthen king-guy", "strengthen walter", "strengthen balian")
    assert table.options("frank", "strengthen", "block") == set()
    assert table.refused("frank", "strengthen josselin") == ("Three blocks have been strengthened.", "Manna")


def test_who_plays_manna_is_told_how_many_blocks_are_left() -> None:
    table = reveal("manna", "move-3", "acre: king-guy@1 walter@1 balian@1 josselin@1")
    told = []
    for block in ("walter", "balian", "josselin"):
        told.append(game.observe(table.position, "frank")["prompt"]["params"]["left"])
        assert game.observe(table.position, "saracen")["prompt"]["params"]["left"] is None
        table.do("frank", f"strengthen {block}")
    assert told == [3, 2, 1]


def test_manna_does_not_reach_staging_boxes() -> None:
    """2.2: on the map only; their blocks are at full strength anyway."""
    table = reveal("manna", "move-3", "england: richard@2\nacre: walter@1")
    assert table.options("frank", "strengthen", "block") == {"walter"}


# Winter Campaign


def test_a_winter_campaign_is_a_plain_one_in_other_turns() -> None:
    """T36 (8.2)."""
    table = reveal("move-3", "winter-campaign", "acre: [king-guy] turks-1\nhama: saladin").do("frank", "done")
    assert table.position.moves == 1
    assert table.refused("saracen", "winter-campaign acre").rule == "8.2"
    table.do("saracen", "move saladin homs")
    assert table.position.moves == 0


def test_a_siege_is_kept_instead_of_the_move() -> None:
    """8.2, R90: one siege of his own, in the Winter Turn."""
    places = "acre: [king-guy] turks-1\nnablus: [balian] zangi\nbaisan: [kurds-1] walter\nhama: saladin"
    table = Table(moving(places, first="saracen", saracen="winter-campaign", frank="move-1", turn="1188.6"))
    assert table.options("saracen", "winter-campaign", "town") == {"acre", "nablus"}
    assert table.refused("saracen", "winter-campaign baisan").rule == "8.2"
    table.do("saracen", "winter-campaign acre")
    for action in ("winter-campaign nablus", "move saladin homs"):
        assert table.refused("saracen", action).rule == "4.2"


@pytest.mark.parametrize("card", ["move-1", "guide"])
def test_no_other_card_keeps_a_siege(card: str) -> None:
    """8.2."""
    table = Table(moving("acre: [king-guy] turks-1", first="saracen", saracen=card, frank="move-1", turn="1188.6"))
    assert table.refused("saracen", "winter-campaign acre").rule == "8.2"
