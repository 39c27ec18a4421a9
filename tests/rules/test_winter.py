"""The Winter Turn (rules 8.1) and the end of the year (8.5)."""

import pytest

from rules import game
from tests.rules.scene import Table, choosing, moving
from tests.rules.test_attrition import starved


def wintering(places: str, side: str = "frank", **more: str) -> Table:
    """A side moves in turn 6 with a "3"."""
    return Table(moving(places, first=side, turn="1188.6", **more))


def end_movement(table: Table) -> Table:
    """Both sides end their movement."""
    while table.step == "move":
        table.do(*table.awaited, "done")
    return table


def test_in_winter_no_move_ends_among_enemies() -> None:
    """T125 (8.1): an attack on an occupied town is refused."""
    table = wintering("jerusalem: king-guy\nnablus: saladin")
    assert table.refused("frank", "move king-guy nablus").rule == "8.1"


def test_in_winter_vacant_enemy_towns_may_be_occupied() -> None:
    """T125 (8.1): Saladin takes vacant Baisan for the winter."""
    table = wintering("damascus: saladin", "saracen").do("saracen", "move saladin banyas/tiberias/baisan")
    assert table.where("saladin") == "baisan"


def test_in_winter_no_siege_is_reinforced() -> None:
    """T125 (8.1): neither by the besieger nor as relief."""
    table = wintering("acre: [king-guy] saladin\ntiberias: kurds-1", "saracen")
    assert table.refused("saracen", "move kurds-1 acre").rule == "8.1"
    table = wintering("acre: [king-guy] saladin\ntyre: conrad")
    assert table.refused("frank", "move conrad acre").rule == "8.1"


def test_in_winter_a_besieger_may_leave() -> None:
    """T125 (8.1): the siege is over when the last one goes."""
    table = wintering("nablus: [balian] saladin", "saracen").do("saracen", "move saladin baisan")
    assert table.sieges() == {}


def test_in_winter_blocks_may_pass_through_their_own_siege() -> None:
    """T125 (8.1, 5.3), R38: if the path ends elsewhere."""
    table = wintering("nablus: [balian] saladin\nbaisan: kurds-1", "saracen").do(
        "saracen", "move kurds-1 nablus/jerusalem"
    )
    assert table.where("kurds-1") == "jerusalem"


def test_in_winter_no_muster_to_a_besieged_town_but_through_it() -> None:
    """T126 (8.1), R38."""
    table = wintering("nablus: [balian] saladin\nbaisan: kurds-1\njerusalem: kurds-2", "saracen")
    assert table.refused("saracen", "muster-to nablus").rule == "8.1"
    table.do("saracen", "muster-to jerusalem", "muster kurds-1 nablus/jerusalem")
    assert table.where("kurds-1") == "jerusalem"


def test_winter_has_no_battles_attrition_or_draws() -> None:
    """8.1: after both have moved the winter comes at once."""
    table = end_movement(wintering("acre: [king-guy] saladin\ntyre: conrad"))
    assert {event["type"] for event in table.events} >= {"winter-begun", "turn-begun"}
    assert not {event["type"] for event in table.events} & {"battle-begun", "attrition-rolled", "block-drawn"}
    assert table.position.year == 1189


def test_year_end_turns_over_the_dead_and_deals_anew() -> None:
    """T132 (8.5): face-up blocks of both pools are mixed in, six new cards each, Intrigue remembers nothing."""
    table = wintering(
        "acre: king-guy\ndamascus: saladin\ndead: balian kurds-1",
        facts="spent move-1 move-1 | move-2\nprior guide | jihad",
    )
    end_movement(table)
    assert (table.position.year, table.position.turn, table.step) == (1189, 1, "card")
    assert (table.where("balian"), table.where("kurds-1")) == ("pool", "pool")
    assert [len(hand) for hand in table.position.hands] == [6, 6]
    assert table.position.prior == (None, None)
    assert table.position.spent == ((), ())


def test_a_declared_winter_campaign_is_forgotten_at_the_year_end() -> None:
    """R98 (8.5): the marker does not lie there in the next year."""
    table = Table(moving("nablus: [balian] saladin", first="saracen", saracen="winter-campaign", turn="1188.6"))
    table.do("saracen", "winter-campaign nablus", "done").do("frank", "done")
    assert table.position.year == 1189
    assert game.observe(table.position, None)["winter-campaign"] is None


def test_a_cancelled_winter_turn_still_has_its_winter() -> None:
    """T19 (4.2), R03: two events in turn 6, then supply as ever."""
    table = Table(choosing("legio: king-guy walter", frank="guide", saracen="jihad", turn="1188.6"))
    table.do("frank", "play-card guide")
    assert table.happened("turn-cancelled")
    assert table.step == "winter"
    assert table.options("frank", "disband", "block") == {"king-guy", "walter"}


@pytest.mark.parametrize(("turn", "told"), [("1188.6", True), ("1188.5", True), ("1188.4", False)])
def test_who_moves_before_winter_is_told_which_towns_will_not_feed_all(turn: str, told: bool) -> None:
    """8.3: three blocks at Banyas, which feeds one; the enemy and onlookers are not told."""
    surplus = {"banyas": {"blocks": 3, "limit": 1}} if told else None
    table = Table(moving("banyas: saladin kurds-1 turks-1\nacre: king-guy", first="saracen", turn=turn))
    assert game.observe(table.position, "saracen")["prompt"]["params"].get("surplus") == surplus
    for other in ("frank", None):
        assert "surplus" not in game.observe(table.position, other)["prompt"]["params"]


@pytest.mark.parametrize(("turn", "told"), [("1188.5", True), ("1188.4", False)])
def test_who_regroups_in_the_last_turn_with_battles_is_told_which_towns_will_not_feed_all(
    turn: str, told: bool
) -> None:
    """8.3: four have starved the garrison of Gaza, which feeds one; the enemy is not told."""
    table = starved("gaza: [king-guy@1] saladin al-adil kurds-1 turks-1", {"attrition": [1]}, turn=turn)
    assert (table.step, table.awaited) == ("regroup", {"saracen"})
    surplus = {"gaza": {"blocks": 4, "limit": 1}} if told else None
    assert game.observe(table.position, "saracen")["prompt"]["params"].get("surplus") == surplus
    assert "surplus" not in game.observe(table.position, "frank")["prompt"]["params"]


def test_a_side_is_told_which_towns_feed_how_many() -> None:
    """8.3: six blocks at Banyas, which feeds one; the enemy is not told."""
    table = end_movement(wintering("banyas: saladin al-adil kurds-1 turks-1 zangi arabs-1\nacre: king-guy"))
    assert game.observe(table.position, "saracen")["prompt"]["params"]["surplus"] == {
        "banyas": {"blocks": 6, "limit": 1}
    }
    assert "surplus" not in game.observe(table.position, "frank")["prompt"]["params"]
