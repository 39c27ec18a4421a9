"""Group moves and roads (rules 5.0 to 5.2, 8.1). Test positions T37 to T43, T66, T67."""

from rules import game
from tests.rules.scene import Table, moving


def test_a_group_may_split() -> None:
    """T37 (5.2): three blocks to three towns for one Move."""
    table = Table(moving("jerusalem: king-guy jerusalem-templars jerusalem-hospitallers", frank="move-1"))
    table.do("frank", "move king-guy ramallah", "move jerusalem-templars nablus", "move jerusalem-hospitallers hebron")
    assert [table.where(b) for b in ("king-guy", "jerusalem-templars", "jerusalem-hospitallers")] == [
        "ramallah",
        "nablus",
        "hebron",
    ]
    assert table.position.moves == 0
    assert [event["cost"] for event in table.happened("group-moved")] == [1, 0, 0]


def test_a_second_group_costs_a_second_move() -> None:
    """5.2."""
    table = Table(moving("jerusalem: king-guy\nacre: walter\ntyre: conrad", frank="move-2"))
    table.do("frank", "move king-guy nablus", "move walter tyre")
    assert table.refused("frank", "move conrad sidon").rule == "4.2"


def test_blocks_stop_where_the_enemy_defends() -> None:
    """T38 (5.0)."""
    table = Table(moving("jerusalem: jerusalem-templars\nnablus: saladin"))
    assert table.refused("frank", "move jerusalem-templars nablus/baisan") == (
        "Blocks must stop in Nablus, which the enemy defends.",
        "5.0",
    )
    table.do("frank", "move jerusalem-templars nablus", "done").do("saracen", "done")
    assert table.happened("battle-begun") == [
        {
            "type": "battle-begun",
            "town": "nablus",
            "attacker": "frank",
            "defender": "saracen",
            "siege": False,
            "auto": True,
        }
    ]


def test_blocks_pass_a_town_they_besiege() -> None:
    """T39 (5.0, 5.3): the enemy is only in the castle."""
    table = Table(moving("jerusalem: saladin\nnablus: [balian] turks-1", first="saracen"))
    assert table.do("saracen", "move saladin nablus/baisan").where("saladin") == "baisan"


def test_the_besieged_side_stops_at_its_besiegers() -> None:
    """5.0: the field is the enemy's."""
    table = Table(moving("jerusalem: jerusalem-templars\nnablus: [balian] turks-1"))
    assert table.refused("frank", "move jerusalem-templars nablus/baisan").rule == "5.0"
    assert table.legal("frank", "move jerusalem-templars nablus")


def test_four_blocks_use_a_major_road() -> None:
    """T40 (5.1): the fifth goes another way."""
    five = ["saladin", "keukburi", "al-afdal", "al-mashtub", "kurds-1"]
    table = Table(moving(f"damascus: {' '.join(five)}", first="saracen"))
    table.do("saracen", *[f"move {block} ashtera" for block in five[:4]])
    refusal = table.refused("saracen", "move kurds-1 ashtera")
    assert refusal == ("The major road Damascus - Ashtera is full: 4 blocks a movement phase.", "5.1")
    assert table.legal("saracen", "move kurds-1 banyas/ashtera")


def test_a_road_that_the_block_itself_would_fill_is_not_what_a_refusal_names() -> None:
    """5.0, 5.1: the fourth block still has its place on the road; what is wrong is the next one."""
    four = ["saladin", "keukburi", "al-afdal", "al-mashtub"]
    table = Table(moving(f"damascus: {' '.join(four)}", first="saracen"))
    table.do("saracen", *[f"move {block} ashtera" for block in four[:3]])
    assert table.refused("saracen", "move al-mashtub ashtera/acre").rule == "5.0"


def test_road_limits_are_each_players_own() -> None:
    """T41 (5.1 note)."""
    table = Table(moving("damascus: saladin keukburi\nbeaufort: antioch-templars gaza-templars", first="saracen"))
    table.do("saracen", "move saladin anjar/baalbek", "move keukburi anjar/baalbek")
    assert table.road_use("damascus", "anjar") == 2
    table.do("saracen", "done")
    table.do("frank", "move antioch-templars anjar/damascus", "move gaza-templars anjar/damascus")
    assert table.road_use("damascus", "anjar") == 2


def test_both_directions_share_a_road() -> None:
    """T42 (5.1, R36): one each way fill a minor road."""
    table = Table(moving("tyre: conrad king-guy\nacre: walter balian"))
    table.do("frank", "move conrad acre", "move walter tyre")
    for action in ("move king-guy acre", "move balian tyre"):
        assert table.refused("frank", action).rule == "5.1"


def test_unused_moves_are_lost() -> None:
    """T43 (5.0): the next turn has its own card only."""
    table = Table(moving("jerusalem: king-guy", saracen="move-1", turn="1187.2")).do(
        "frank", "move king-guy nablus", "done"
    )
    assert table.happened("moves-forfeited") == [{"type": "moves-forfeited", "side": "frank", "count": 2}]
    table.do("saracen", "done")
    hands = table.position.hands
    table.do("frank", f"play-card {hands[0][0]}").do("saracen", f"play-card {hands[1][0]}")
    assert table.position.moves == int(hands[table.position.first][0][-1])


def test_each_block_moves_once() -> None:
    """5.0: neither by its group, nor by a muster, nor by sea."""
    table = Table(moving("jerusalem: king-guy\nacre: walter\ntyre: conrad")).do(
        "frank", "move king-guy ramallah/jaffa", "muster-to acre"
    )
    for action in ("move king-guy caesarea", "muster king-guy caesarea/acre", "sea-move king-guy acre"):
        refusal = table.refused("frank", action)
        assert (refusal.rule, "moved already" in refusal.reason) == ("5.0", True)


def test_no_block_moves_farther_than_its_rating() -> None:
    """2.13."""
    table = Table(moving("jerusalem: king-guy jerusalem-templars"))
    assert table.refused("frank", "move king-guy nablus/legio/acre").rule == "2.13"
    assert table.legal("frank", "move jerusalem-templars nablus/legio/acre")
    assert table.refused("frank", "move jerusalem-templars nablus/legio/acre/tyre").rule == "2.13"


def test_blocks_follow_roads() -> None:
    """5.0."""
    table = Table(moving("jerusalem: king-guy"))
    assert table.refused("frank", "move king-guy jaffa") == ("There is no road Jerusalem - Jaffa.", "5.0")
    assert table.refused("frank", "move king-guy jerusalem").rule == "5.0"


def test_a_block_may_turn_back() -> None:
    """R32 (5.0): not to where it came from (R101), but on its way; it uses the road twice, so a minor road is full."""
    table = Table(moving("sidon: gaza-templars\ntyre: king-guy"))
    table.do("frank", "move gaza-templars tyre/acre/tyre")
    assert (table.where("gaza-templars"), table.road_use("tyre", "acre")) == ("tyre", 2)
    assert table.refused("frank", "move king-guy acre").rule == "5.1"


def test_blocks_left_behind_may_move_later() -> None:
    """R33 (5.2): unmoved blocks of the same town."""
    table = Table(moving("jerusalem: king-guy jerusalem-templars\nacre: walter"))
    table.do("frank", "move king-guy nablus", "move walter tyre", "move jerusalem-templars hebron")
    assert table.where("jerusalem-templars") == "hebron"


def test_besieged_blocks_cannot_leave_by_road() -> None:
    """T66 (6.62, 6.55, R18): neither by group move nor by muster."""
    table = Table(moving("nablus: [balian] turks-1\njerusalem: king-guy\nhebron: walter"))
    assert table.refused("frank", "move balian jerusalem").rule == "6.55"
    table.do("frank", "muster-to jerusalem")
    assert table.options("frank", "muster", "block") == {"walter"}
    assert table.options("frank", "move", "block") == {"king-guy", "walter"}
    assert table.refused("frank", "muster balian jerusalem").rule == "6.55"


def test_relief_does_not_open_the_gates_for_moving() -> None:
    """R18 (6.55, 6.56): besieged blocks sally in battle, they do not march out behind relief."""
    table = Table(moving("acre: [king-guy] saladin\ntyre: conrad walter")).do("frank", "move conrad acre")
    assert table.refused("frank", "move king-guy tyre").rule == "6.55"
    assert table.options("frank", "move", "block") == {"walter"}


def test_a_muster_is_not_called_for_besieged_blocks_only() -> None:
    """T66 (5.3, R18): nobody could come."""
    table = Table(moving("nablus: [balian] turks-1\njerusalem: king-guy"))
    assert table.refused("frank", "muster-to jerusalem") == ("No block could come to Jerusalem by open roads.", "5.3")


def test_a_siege_is_lifted_when_its_last_besieger_leaves() -> None:
    """T67 (1.12): Balian may move this very turn, as Player 2."""
    table = Table(moving("nablus: [balian] turks-1 saladin", first="saracen"))
    table.do("saracen", "move turks-1 jerusalem")
    assert table.sieges() == {"nablus": "saracen"}
    table.do("saracen", "move saladin jerusalem")
    assert table.happened("siege-lifted") == [{"type": "siege-lifted", "town": "nablus"}]
    assert table.where("balian") == "nablus"
    assert table.do("saracen", "done").do("frank", "move balian legio").where("balian") == "legio"


def test_only_own_blocks_on_the_map_march() -> None:
    """5.0, 7.21."""
    table = Table(moving("jerusalem: king-guy\nhama: saladin\nengland: richard"))
    assert table.refused("frank", "move saladin homs") == ("Not one of your blocks: Saladin.", "5.0")
    assert table.refused("frank", "move assassins krak").rule == "5.0"
    assert table.refused("frank", "move richard acre").rule == "7.21"
    assert table.refused("frank", "move balian jerusalem").rule == "7.21"
    assert table.refused("frank", "fire king-guy").rule == "5.0"
    assert table.refused("saracen", "move saladin homs").rule == "1.0"


# The Winter Turn (8.1)


def winter(places: str, *, first: str = "frank", frank: str = "move-3", saracen: str = "move-3") -> Table:
    return Table(moving(places, first=first, frank=frank, saracen=saracen, turn="1188.6"))


def test_in_winter_no_move_ends_among_enemies() -> None:
    """R38 (8.1): neither against the field nor against the castle."""
    table = winter("jerusalem: king-guy\nnablus: saladin\nhebron: [kurds-1] josselin\nzoar: balian")
    for action in ("move king-guy nablus", "move king-guy hebron", "move balian hebron"):
        assert table.refused("frank", action).rule == "8.1"
    assert table.legal("frank", "move king-guy jericho")


def test_in_winter_vacant_enemy_towns_may_be_entered_and_sieges_left() -> None:
    """R38 (8.1)."""
    table = winter("tiberias: walter\nhebron: [kurds-1] josselin")
    assert table.do("frank", "move walter banyas").where("walter") == "banyas"
    assert table.do("frank", "move josselin jerusalem").sieges() == {}


def test_in_winter_an_own_siege_is_passed_when_the_path_ends_elsewhere() -> None:
    """R38 (8.1, 5.3): the whole path is judged."""
    table = winter("zoar: balian\nhebron: [kurds-1] josselin\njerusalem: king-guy")
    assert table.legal("frank", "move balian hebron/jerusalem")
    table.do("frank", "muster-to jerusalem", "muster balian hebron/jerusalem")
    assert table.where("balian") == "jerusalem"


def test_in_winter_no_muster_is_called_to_a_besieged_town() -> None:
    """R38 (8.1)."""
    table = winter("zoar: balian\nhebron: [kurds-1] josselin")
    assert table.refused("frank", "muster-to hebron").rule == "8.1"


def test_in_winter_no_battle_follows_the_moves() -> None:
    """8.1: no battle phase, no attrition, no draw."""
    table = winter("tyre: [conrad] turks-1\nacre: walter").do("frank", "done").do("saracen", "done")
    assert [
        e["type"]
        for e in table.log
        if e["type"] in ("battle-begun", "attrition-rolled", "block-deployed", "block-drawn")
    ] == []
    assert table.position.year == 1189


def test_moves_are_provisional_until_the_movement_ends() -> None:
    """5.0: a player may take back moves that the enemy has not seen."""
    table = Table(moving("jerusalem: king-guy")).do("frank", "move king-guy nablus")
    assert table.final is False
    assert table.do("frank", "done").final is True


def test_the_enemy_sees_routes_and_counts_but_no_names() -> None:
    """H05, H06."""
    table = Table(moving("jerusalem: king-guy")).do("frank", "move king-guy nablus/legio")
    assert table.happened("group-moved") == [
        {
            "type": "group-moved",
            "side": "frank",
            "path": ["jerusalem", "nablus", "legio"],
            "forced": False,
            "cost": 1,
            "secret": {"block": "king-guy"},
            "owner": "frank",
        }
    ]
    assert game.observe(table.position, "saracen")["map"]["legio"]["stacks"] == [
        {"side": "frank", "area": "field", "count": 1, "hidden": 1, "blocks": []}
    ]


# The besieger's face-up block (6.51)


def test_a_besieger_whose_face_up_block_leaves_turns_up_another() -> None:
    """6.51, R74: his choice, at the end of his movement."""
    table = Table(moving("acre: [king-guy] zangi saladin turks-1", first="saracen")).do(
        "saracen", "move zangi tiberias", "done"
    )
    assert (table.step, table.awaited) == ("marker", {"saracen"})
    assert table.options("saracen", "keep-face-up", "block") == {"saladin", "turks-1"}
    for action in ("keep-face-up zangi", "done"):
        assert table.refused("saracen", action).rule == "6.51"
    table.do("saracen", "keep-face-up turks-1")
    assert table.awaited == {"frank"}
    assert game.observe(table.position, "frank")["map"]["acre"]["stacks"][1]["blocks"] == [
        {"id": "turks-1", "strength": 3, "face-up": True}
    ]


def test_the_last_besieger_stays_face_up_by_itself() -> None:
    """6.51: nothing to choose."""
    table = Table(moving("acre: [king-guy] zangi saladin", first="saracen")).do(
        "saracen", "move zangi tiberias", "done"
    )
    assert [(event["block"], event["auto"]) for event in table.happened("marker-kept")] == [("saladin", True)]
