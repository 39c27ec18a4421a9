"""From the first page to the first decision by one press, without an account; and the page while the computer thinks."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.looking import look_in_light_and_dark
from tests.browser.playing import Player


@pytest.mark.parametrize("width", [1280, 390])
def test_one_press_leads_to_the_first_decision(new_player: Callable[..., Player], width: int) -> None:
    player = new_player(width=width)
    page = player.page
    page.goto("/")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" and request.url.endswith("/play/") else None)
    page.get_by_role("button", name="Play now").dblclick()
    expect(page.locator("#prompt-box.yours")).to_be_visible()
    expect(page.locator("#choices button").first).to_be_visible()
    expect(page.locator("#players")).to_contain_text("Computer (page)")
    assert len(sent) == 1, "a double click is one press"
    look_in_light_and_dark(page)
    for path in ("/account/keep/", "/games/", "/?stay", "/settings/"):
        answer = page.goto(path)
        assert answer
        assert answer.status == 200, path
        look_in_light_and_dark(page)
    assert player.problems == []
