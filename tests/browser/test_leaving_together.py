"""Blocks that leave a battle or a siege: one press sends all who can to one town."""

from collections.abc import Callable

from playwright.sync_api import expect

from rules.position import Position
from tests.browser.backstage import Backstage
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


def test_one_press_sends_all_who_can_to_one_town(play_at: Callable[..., Player], backstage: Backstage) -> None:
    """Of those who must retreat all; of besiegers all by a major road, and two by the minor one."""
    player = play_at(must_retreat(), **PHONE)
    page, bar = player.page, player.page.locator("#bar")

    def send_all(town: str) -> list[str]:
        before = player.drawn
        with player.expect_act() as acts:
            bar.locator(f"[data-key=all-to-{town}]").click()
        player.settle(before)
        return [action["to"] for action in acts[0]["actions"]]

    assert send_all("baisan") == ["baisan"] * 3
    player.open_at(may_leave(), backstage)
    assert send_all("krak") == ["krak"] * 4
    player.open_at(may_leave(), backstage)
    expect(bar.locator(".all-to")).to_contain_text("Press a block to send it alone, or send all to:")
    expect(bar.locator("[data-key=all-to-baalbek]")).to_have_text("Baalbek2 of 4 blocks")
    assert send_all("baalbek") == ["baalbek"] * 2
    expect(page.locator("[data-key=undo]")).to_be_visible()
    expect(page.locator("[data-key=all-to-baalbek]")).to_have_count(0)
    # In the last turn with battles each town says what it will feed in winter: Done stays in sight below them.
    page.set_viewport_size({"width": PHONE["width"], "height": 667})
    player.open_at(may_leave("1188.5"), backstage)
    expect(bar.locator(".all-to button").first).to_be_visible()
    assert bar.evaluate("bar => bar.scrollHeight > bar.clientHeight + 20")
    expect(bar.locator("[data-type=done]")).to_be_in_viewport(ratio=1)
    bar.locator("[data-type=done]").click(trial=True)
    assert player.problems == []
