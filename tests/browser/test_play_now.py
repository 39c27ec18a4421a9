"""From the first page to the first decision by two presses, without an account: "Play now", and "yes" to the one thing
it asks.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.looking import look_in_light_and_dark
from tests.browser.playing import Player


@pytest.mark.parametrize("width", [1280, 390])
def test_a_yes_leads_to_the_first_decision_which_is_explained_once(
    new_player: Callable[..., Player], width: int
) -> None:
    player = new_player(width=width)
    page = player.page
    page.goto("/")
    sent: list[str] = []
    page.on(
        "request",
        lambda request: (
            sent.append(request.url) if request.method == "POST" and request.url.endswith("/play/") else None
        ),
    )
    page.get_by_text("Play now", exact=True).click()
    look_in_light_and_dark(page)
    page.get_by_role("button", name="Yes: gently, and explained").dblclick()
    expect(page.locator("#prompt-box.yours")).to_be_visible()
    expect(page.locator("#choices button").first).to_be_visible()
    expect(page.locator("#players")).to_contain_text("Computer (novice)")
    assert len(sent) == 1, "a double click is one press"
    # Franks look at their seats first, Saracens wait for them: whatever is asked first is explained.
    advice = page.locator("#coach [data-advice^=first-]")
    expect(advice).to_be_in_viewport(ratio=1)
    look_in_light_and_dark(page)
    page.reload()
    expect(advice).to_be_visible()
    page.locator("[data-key=explain-off]").click()
    expect(page.locator("#coach")).to_be_hidden()
    page.reload()
    expect(page.locator("#prompt-box.yours")).to_be_visible()
    expect(page.locator("#coach")).to_be_hidden()
    # The game's menu begins them anew.
    page.get_by_role("tab", name="Game", exact=True).click()
    page.locator("[data-key=explain-on]").click()
    expect(page.locator("#coach [data-advice^=first-]")).to_be_attached()
    expect(page.locator("#coach")).not_to_be_hidden()
    for path in ("/account/keep/", "/games/", "/?stay", "/settings/"):
        answer = page.goto(path)
        assert answer
        assert answer.status == 200, path
        look_in_light_and_dark(page)
    assert player.problems == []


def test_the_side_that_is_played_stands_beside_the_button_and_can_be_changed(new_player: Callable[..., Player]) -> None:
    player = new_player(width=390)
    page = player.page
    page.goto("/")
    page.get_by_text("Play now", exact=True).click()
    page.get_by_text("You play the Saracens: change").click()
    expect(page.get_by_text("You play the Franks: change")).to_be_hidden()
    page.get_by_role("radio", name="Franks").check()
    expect(page.get_by_text("You play the Franks: change")).to_be_visible()
    expect(page.get_by_text("You play the Saracens: change")).to_be_hidden()
    page.get_by_role("button", name="Yes: gently, and explained").click()
    expect(page.locator("#awaited")).to_contain_text("You play the Franks")
    assert player.problems == []
