"""Clocks, offers and claims on two pages."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.backstage import Backstage
from tests.browser.playing import Player

NewPlayer = Callable[..., Player]


@pytest.fixture
def table(new_player: NewPlayer, seat_two: Callable[..., tuple[Player, Player]]) -> tuple[Player, Player]:
    """A slow game. Richard, who plays the Franks, is to deploy."""
    return seat_two(saladin=new_player("Saladin", width=390, height=844), pace="slow")


def shown(page: Page, side: str) -> str:
    return page.locator(f"[data-player-more={side}] .clock-time").inner_text()


def test_a_clock_runs_and_a_pause_is_offered_accepted_and_ended_on_two_pages(table: tuple[Player, Player]) -> None:
    richard, saladin = table
    # A clock counts down while the other stands.
    expect(richard.page.locator("[data-player-more=frank] .clock")).to_have_class(re.compile("running"))
    expect(saladin.page.locator("[data-player-more=frank] .clock-time")).to_have_text(re.compile("^6 d 23:"))
    assert shown(saladin.page, "saracen") == "7 d 00:00"
    expect(
        richard.page.get_by_role("timer", name=re.compile("time left of the Franks: 6 days, 23 hours"))
    ).to_have_count(1)
    # A pause is offered, accepted and ended.
    richard.page.get_by_role("tab", name="Game").click()
    richard.page.get_by_role("button", name="Offer a pause").click()
    expect(richard.page.locator("#time-acts")).to_contain_text("You have offered a pause.")
    box = saladin.page.locator("#time-box")
    expect(box).to_contain_text("Your opponent offers a pause.")
    box.get_by_role("button", name="Accept").click()
    for player in (richard, saladin):
        expect(player.page.locator("#time-box")).to_contain_text("The game is paused.")
        expect(player.page.locator("[data-player-more=frank] .clock-note")).to_have_text("paused")
    richard.page.get_by_role("button", name="End the pause").click()
    expect(box).to_contain_text("The pause ends")


def test_a_refusal_is_told_and_the_win_is_claimed_when_the_time_is_up(
    table: tuple[Player, Player], backstage: Backstage
) -> None:
    richard, saladin = table
    richard.page.get_by_role("tab", name="Game").click()
    richard.page.get_by_role("button", name="Offer to end without a winner").click()
    richard.page.get_by_role("button", name="Yes").click()
    saladin.page.locator("#time-box").get_by_role("button", name="Decline").click()
    expect(saladin.page.locator("#time-box")).to_be_hidden()
    richard.page.get_by_role("button", name="Offer to end without a winner").click()
    richard.page.get_by_role("button", name="Yes").click()
    expect(richard.page.locator("#time-box")).to_contain_text("Your opponent has declined this. You may ask again in")
    backstage.let_pass(richard.game, "frank", 7)
    saladin.page.reload()
    saladin.see_game()
    box = saladin.page.locator("#time-box")
    expect(box).to_contain_text("The time of your opponent is up.")
    assert shown(saladin.page, "frank") == "0:00"
    box.get_by_role("button", name="Claim the win").click()
    saladin.page.get_by_role("button", name="No").click()
    expect(box).to_be_visible()
    box.get_by_role("button", name="Claim the win").click()
    saladin.page.get_by_role("button", name="Yes").click()
    for player in (richard, saladin):
        expect(player.page.locator("#prompt")).to_have_text(
            "The game is over: the time of the Franks was up, and the Saracens claimed the win."
        )
    expect(box).to_be_hidden()
    assert saladin.problems == []
