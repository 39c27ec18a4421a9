"""Blocks that leave a battle or a siege: one press sends all who can to one town."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from rules.position import Position
from tests.browser.guided import must_retreat
from tests.browser.playing import Player
from tests.browser.test_play import PHONE
from tests.rules.scene import Table, moving


def may_leave(turn: str = "1188.2") -> Position:
    """Four besiege Tripoli, and two of them could go to Baalbek: the road is a minor one (5.1)."""
    places = "tripoli: [conrad] tuman keukburi qara-qush al-mashtub\njerusalem: walter josselin\negypt: al-aziz\n"
    table = Table(moving(places, first="saracen", turn=turn))
    table.do("saracen", "done").do("frank", "done").do("saracen", "storm -").do("frank", "sally -")
    assert table.step == "leave-siege"
    return table.position


@pytest.mark.parametrize(
    ("position", "town", "moved", "stay"),
    [(must_retreat, "baisan", 3, 0), (may_leave, "krak", 4, 0), (may_leave, "baalbek", 2, 2)],
)
def test_one_press_sends_all_who_can_to_one_town(
    play_at: Callable[..., Player], position: Callable[[], Position], town: str, moved: int, stay: int
) -> None:
    player = play_at(position(), **PHONE)
    page = player.page
    before = player.drawn
    if stay:
        expect(page.locator("#bar .all-to")).to_contain_text("Press a block to send it alone, or send all to:")
        expect(page.locator(f"#bar [data-key=all-to-{town}]")).to_have_text(f"{town.capitalize()}{moved} of 4 blocks")
    with player.expect_act() as acts:
        page.locator(f"#bar [data-key=all-to-{town}]").click()
    player.settle(before)
    (act,) = acts
    assert [action["to"] for action in act["actions"]] == [town] * moved
    if stay:
        expect(page.locator("[data-key=undo]")).to_be_visible()
        expect(page.locator(f"[data-key=all-to-{town}]")).to_have_count(0)
    assert player.problems == []


def test_done_stays_in_sight_below_a_long_list_of_towns(play_at: Callable[..., Player]) -> None:
    """In the last turn with battles each town says what it will feed in winter."""
    player = play_at(may_leave("1188.5"), **PHONE | {"height": 667})
    bar = player.page.locator("#bar")
    expect(bar.locator(".all-to button").first).to_be_visible()
    assert bar.evaluate("bar => bar.scrollHeight > bar.clientHeight + 20")
    expect(bar.locator("[data-type=done]")).to_be_in_viewport(ratio=1)
    bar.locator("[data-type=done]").click(trial=True)
    assert player.problems == []
