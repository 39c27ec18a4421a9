"""Sessions that end or begin anew in another tab: the page says so, with one press, and shows and sends nothing of
others.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.backstage import PASSWORD
from tests.browser.playing import Player

RAW = re.compile("CSRF|credentials|Authentication", re.IGNORECASE)


def log_out(page: Page) -> None:
    page.goto("/games/")
    page.locator("#menu form[action*=logout] button").dispatch_event("click")
    page.wait_for_url(re.compile("^https?://[^/]+/$"))


def log_in(page: Page, name: str) -> None:
    page.goto("/login/")
    page.fill("[name=login]", name)
    page.fill("[name=password]", PASSWORD)
    page.locator("main form button:not([id])").first.click()
    page.wait_for_url(re.compile("/games/"))


def notice(player: Player, which: str) -> Any:
    return player.page.locator(f"#session [data-session={which}]")


@pytest.fixture
def table(seat_two: Callable[..., tuple[Player, Player]]) -> tuple[Player, Player]:
    return seat_two(visibility="public")


def test_who_was_logged_out_elsewhere_is_told_and_comes_back_with_plan_and_words_as_nobody_else_does(
    table: tuple[Player, Player],
) -> None:
    richard, saladin = table
    page = richard.page
    page.locator("[data-key='block-balian']").click()
    expect(page.locator(".chosen-block")).to_be_visible()
    page.locator("#tab-talk").click()
    page.fill("#talk-text", "Let us not fight over Acre.")
    other = page.context.new_page()
    log_out(other)
    expect(notice(richard, "nobody")).to_contain_text("You are not logged in any more")
    page.locator("[data-key='to-ascalon']").click()
    expect(page.locator("#notice")).to_contain_text("You are not logged in any more")
    expect(page.locator(".token[data-block=balian]")).to_have_attribute("aria-label", re.compile("at Nablus"))
    page.locator("#talk-form button[type=submit], #talk-form button:not([type])").first.click()
    expect(page.locator("#talk-problem")).to_contain_text("You are not logged in any more")
    expect(page.locator("body")).not_to_contain_text(RAW)
    notice(richard, "nobody").get_by_role("link", name="Log in").click()
    page.fill("[name=login]", richard.name)
    page.fill("[name=password]", PASSWORD)
    page.locator("main form button:not([id])").first.click()
    page.wait_for_url(re.compile(richard.game))
    richard.see_game()
    expect(page.locator(".chosen-block")).to_contain_text("Ascalon")
    expect(page.locator("#talk-text")).to_have_value("Let us not fight over Acre.")
    page.locator("[data-key='to-ascalon']").click()
    expect(page.locator(".token[data-block=balian]")).to_have_attribute("aria-label", re.compile("at Ascalon"))
    # Words kept for one person are not given to another.
    page.locator("#tab-talk").click()
    page.fill("#talk-text", "My plan is Acre.")
    log_out(other)
    notice(richard, "nobody").get_by_role("link", name="Log in").click()
    page.fill("[name=login]", saladin.name)
    page.fill("[name=password]", PASSWORD)
    page.locator("main form button:not([id])").first.click()
    page.wait_for_url(re.compile(richard.game))
    richard.see_game()
    expect(page.locator("#awaited")).to_contain_text("You play the Saracens")
    expect(page.locator("#talk-text")).to_have_value("")
    assert page.evaluate("Object.keys(sessionStorage).filter((key) => key.startsWith('unfinished'))") == []


def test_who_logged_out_and_in_again_elsewhere_goes_on_and_as_another_is_shown_and_sends_nothing(
    table: tuple[Player, Player], new_player: Callable[..., Player]
) -> None:
    richard, saladin = table
    page = richard.page
    page.clock.install()
    page.reload()
    richard.see_game()
    other = page.context.new_page()
    log_out(other)
    log_in(other, richard.name)
    page.bring_to_front()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(notice(richard, "nobody")).to_be_hidden()
    page.locator("#tab-talk").click()
    page.fill("#talk-text", "Here I am again.")
    page.locator("#talk-form button[type=submit], #talk-form button:not([type])").first.click()
    expect(page.locator("#talk-lines")).to_contain_text("Here I am again.")
    page.locator("#tab-notes").click()
    page.fill("#note-text", "Beware of Tyre.")
    expect(page.locator("#note-state")).to_have_text("Saved.")
    page.locator("#tab-game").click()
    page.locator("[data-key=time-end]").click()
    page.locator("#time-form button.primary, #time-form button[type=submit]").first.click()
    expect(saladin.page.locator("#time-box")).to_be_visible()
    page.get_by_role("button", name="Done").click()
    expect(saladin.page.locator("#prompt")).to_contain_text("Saladin may change places")
    expect(page.locator("body")).not_to_contain_text(RAW)
    # Now another account.
    guy = new_player("Guy")
    page.locator("#tab-talk").click()
    page.fill("#talk-text", "My plan is Acre.")
    log_out(other)
    log_in(other, guy.name)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(notice(richard, "another")).to_contain_text("Another account is logged in")
    for hidden in ("main", "header", "#prompt", "#talk-text"):
        expect(page.locator(hidden).first).to_be_hidden()
    assert [line for line in page.inner_text("body").splitlines() if line.strip()] == [
        (
            "Another account is logged in in this browser now. This page was not made for it, and neither shows nor"
            " sends anything more."
        ),
        "Load the page anew",
    ]
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.locator("#talk-form button[type=submit], #talk-form button:not([type])").first.dispatch_event("click")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.clock.run_for(60_000)
    page.evaluate("() => 0")  # what was asked for until now has been told of before the answer
    assert sent == []
    notice(richard, "another").get_by_role("button", name="Load the page anew").click()
    expect(page.locator("body")).to_contain_text("You are watching")
    expect(page.locator("body")).not_to_contain_text("My plan is Acre.")
    saladin.page.locator("#tab-talk").click()
    expect(saladin.page.locator("#talk-lines")).to_contain_text("Here I am again.")
    expect(saladin.page.locator("#talk-lines")).not_to_contain_text("My plan is Acre.")


def test_pages_say_that_one_is_logged_out_or_in_and_lists_are_not_emptied(table: tuple[Player, Player]) -> None:
    richard, saladin = table
    richard.page.goto("/games/")
    listed = richard.page.locator("#lists").inner_text()
    other = richard.page.context.new_page()
    log_out(other)
    expect(notice(richard, "nobody")).to_be_visible()
    assert richard.page.locator("#lists").inner_text() == listed
    log_in(other, saladin.name)
    richard.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(notice(richard, "another")).to_be_visible()
    expect(richard.page.locator("#lists")).to_be_hidden()
    # A visitor who has logged in elsewhere is asked to load the page anew.
    log_out(other)
    richard.page.goto(f"/games/{richard.game}/")
    richard.see_game()
    expect(richard.page.locator("#awaited")).to_contain_text("You are watching")
    log_in(other, richard.name)
    richard.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(notice(richard, "outdated")).to_contain_text("You have logged in or out since this page was loaded")
    expect(richard.page.locator("#prompt")).to_be_visible()
    notice(richard, "outdated").get_by_role("button").click()
    expect(richard.page.locator("#awaited")).to_contain_text("You play the Franks")
