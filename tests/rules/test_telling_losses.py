"""In which order losses are told: it says nothing of blocks that stay hidden (catalogue H39)."""

from typing import Any

import pytest

from rules import game
from rules.notation import parse_action
from rules.position import Position
from tests.rules.hiding import strangers
from tests.rules.looking import shown
from tests.rules.scene import Table, moving

LOSSES = ("siege-starved", "block-eliminated", "block-disbanded", "blocks-disbanded")


def told(table: Table, side: str, *actions: str) -> dict[str | None, list[dict[str, Any]]]:
    """What the enemy of this side and a spectator are told of losses by these actions of somebody."""
    events = []
    for text in actions:
        outcome = game.apply(table.position, side, parse_action(text), table.dice)
        table.position = outcome.position
        events += outcome.events
    return {viewer: [e for e in shown(tuple(events), viewer) if e["type"] in LOSSES] for viewer in strangers(1)}


def winter(places: str) -> Position:
    """The end of Player 2's movement in the Winter Turn."""
    return moving(places, first="frank", mover="saracen", turn="1188.6")


@pytest.mark.parametrize("others", ["zangi sanjar yazkuj", "kurds-1 turks-1 arabs-1", "zangi kurds-1 turks-2"])
def test_starved_besiegers_are_told_by_name_first_and_then_by_number(others: str) -> None:
    """H39, R91 (8.3): whether the others come before Saladin or after him by their numbers."""
    table = Table(winter(f"acre: [king-guy] saladin {others}"))
    expected = [
        {"type": "siege-starved", "town": "acre", "side": "saracen", "count": 4},
        {"type": "block-eliminated", "side": "saracen", "town": "acre", "block": "saladin", "permanent": True},
        {"type": "blocks-disbanded", "side": "saracen", "town": "acre", "count": 3},
    ]
    assert told(table, "saracen", "done") == {"frank": expected, None: expected}


@pytest.mark.parametrize("other", ["reynald-sidon", "conrad"])
def test_who_starves_in_a_kept_siege_is_told_by_name_first_and_then_by_number(other: str) -> None:
    """H39, R91 (8.2): James, a Crusader, by name, and one who may be drawn again."""
    position = moving(f"acre: [james@1] [{other}@1] saladin", first="saracen", saracen="winter-campaign", turn="1188.6")
    table = Table(position, {"attrition": [1, 1]}).do("saracen", "winter-campaign acre", "done")
    outcome = game.apply(table.position, "frank", parse_action("done"), table.dice)
    for viewer in strangers(0):
        assert [e for e in shown(outcome.events, viewer) if e["type"] in LOSSES] == [
            {"type": "block-eliminated", "side": "frank", "town": "acre", "block": "james", "permanent": True},
            {"type": "blocks-disbanded", "side": "frank", "town": "acre", "count": 1},
        ]


@pytest.mark.parametrize(
    "order", [("zangi", "saladin", "kurds-1"), ("saladin", "kurds-1", "zangi"), ("kurds-1", "zangi", "saladin")]
)
def test_who_is_not_fed_is_told_at_the_end_of_supply_in_no_order_of_the_owners(order: tuple[str, ...]) -> None:
    """H39, R91 (8.3): standing orders send the cheapest first, so the place of Saladin among them would tell the
    others' worth.
    """
    table = Table(winter("jaffa: zangi saladin kurds-1 turks-1")).do("saracen", "done")
    actions = [f"disband {block}" for block in order]
    assert told(table, "saracen", *actions[:2]) == {"frank": [], None: []}
    expected = [
        {"type": "block-eliminated", "side": "saracen", "town": "jaffa", "block": "saladin", "permanent": True},
        {"type": "blocks-disbanded", "side": "saracen", "town": "jaffa", "count": 2},
    ]
    assert told(table, "saracen", actions[2]) == {"frank": expected, None: expected}
    assert table.position.to_json().get("disbanded") is None


def test_towns_that_cannot_feed_all_are_told_in_the_order_of_the_map() -> None:
    """H39 (8.3): not in that of the owner's choices."""
    places = "legio: zangi kurds-1\nlacum: sanjar kurds-2"
    one, other = Table(winter(places)).do("saracen", "done"), Table(winter(places)).do("saracen", "done")
    assert told(one, "saracen", "disband zangi", "disband sanjar") == told(
        other, "saracen", "disband sanjar", "disband zangi"
    )


def test_the_owner_is_told_of_each_loss_by_name() -> None:
    """R91 (8.3): as he disbands, and again when it is told to all."""
    table = Table(winter("legio: zangi kurds-1 turks-1")).do("saracen", "done", "disband zangi")
    assert [event["secret"]["block"] for event in table.happened("block-disbanded")] == ["zangi"]
    table.do("saracen", "disband kurds-1")
    (event,) = table.happened("blocks-disbanded")
    assert event["secret"] == {"blocks": ["kurds-1", "zangi"]}


def test_losses_by_ordinary_attrition_are_open_and_the_rest_is_a_number() -> None:
    """H30, H39 (6.34, 6.57): who dies is named; of those who only lost a step nothing but how many."""
    table = Table(
        moving("acre: [james@1] [king-guy] [walter@1] saladin", first="saracen", saracen="move-1"),
        {"attrition": [1, 1, 1]},
    )
    table.do("saracen", "done").do("frank", "done", *[]).sit_out_battles()
    seen = [e for e in table.log if e["type"] in ("attrition-rolled", *LOSSES, "block-reduced")]
    assert [(e["type"], e.get("block"), e.get("losses")) for e in seen] == [
        ("attrition-rolled", None, 3),
        ("block-eliminated", "james", None),
        ("block-eliminated", "walter", None),
    ]
