"""A game's page says when it is used; a browser is asked for leave by a button only."""

import re
import time
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.playing import Player
from tests.browser.tabs import Tabs

NewPlayer = Callable[..., Player]
OF_A_GAME = re.compile(r"/games/[^/]+/here/$")
"""The other pages say that their reader is there at an address of their own."""


def test_a_page_in_use_says_so_at_most_twice_a_minute(new_player: NewPlayer) -> None:
    richard, saladin = new_player("Richard"), new_player("Saladin")
    page = richard.page
    page.goto("/games/new/")
    page.get_by_label("Somebody I invite, by name or by a link").check()
    page.get_by_role("button", name="Open the game").click()
    saladin.page.goto(page.locator(".invitation-link").inner_text())
    beats: list[int] = []
    saladin.page.on("response", lambda answer: beats.append(answer.status) if OF_A_GAME.search(answer.url) else None)
    begun = time.monotonic()
    with saladin.page.expect_response(OF_A_GAME):
        saladin.page.get_by_role("button", name="Join and play").click()
    saladin.see_game()
    for _ in range(5):
        saladin.page.mouse.move(100, 100)
        saladin.page.keyboard.press("Tab")
    # On a machine that is very busy half a minute may have passed.
    assert 1 <= len(beats) <= 1 + (time.monotonic() - begun) // 30
    assert set(beats) == {204}
    assert saladin.problems == []


def test_alerts_ask_the_browser_by_a_button_alone_and_what_came_of_a_trial_shows_by_itself(
    new_player: NewPlayer, tabs: Tabs
) -> None:
    saladin = new_player("Saladin")
    page = saladin.page
    tabs.run_first(
        page, "window.asked = 0; Notification.requestPermission = async () => { window.asked += 1; return 'denied'; };"
    )
    page.goto("/settings/alerts/")
    button = page.get_by_role("button", name="Alert me in this browser")
    expect(button).to_be_visible()
    assert page.evaluate("window.asked") == 0
    button.click()
    expect(page.locator("#push-state")).to_contain_text("You have forbidden it to this site.")
    assert page.evaluate("window.asked") == 1
    # The service worker is for the whole site.
    scope = page.evaluate(
        "navigator.serviceWorker.register('/worker.js', { scope: '/' }).then((found) => new URL(found.scope).pathname)"
    )
    assert scope == "/"
    page.get_by_label("Address of the webhook").fill("https://chat.invalid/hook")
    page.get_by_role("button", name="Add it, and send a trial").click()
    expect(page.locator("#targets")).to_contain_text("Discord")
    page.evaluate("window.stayed = true")
    expect(page.locator("#targets")).to_contain_text("The trial did not arrive")
    expect(page.get_by_role("button", name="Try it")).to_be_enabled()
    assert page.evaluate("window.stayed")
    assert saladin.problems == []
