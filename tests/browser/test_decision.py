"""The decision a day on a phone: by taps from its page to the board, to the answer, and on from there."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.backstage import Backstage
from tests.browser.looking import look_in_light_and_dark
from tests.browser.playing import Player

JUDGED = 60_000
"""Milliseconds; the judgement takes a second of the processor, which others use as well."""


def test_a_visitor_decides_by_taps_and_reads_what_the_king_would_have_done(
    new_player: Callable[..., Player], backstage: Backstage
) -> None:
    backstage.keep_decision("movement")
    player = new_player(width=390, height=844, has_touch=True)
    page = player.page
    page.goto("/decision/")
    look_in_light_and_dark(page)
    page.get_by_role("button", name="Decide").tap()
    expect(page.locator("#prompt-box.yours")).to_be_visible()
    expect(page.locator("#decision-page")).to_be_visible()
    expect(page.locator("#decision .decision-way")).to_be_hidden()
    page.get_by_role("button", name="Done").first.tap()
    page.locator("[data-key=done-really]").tap()
    said = page.locator("#decision-said")
    expect(said).to_contain_text(re.compile("[Ss]olved"), timeout=JUDGED)
    expect(said.locator("dd").last).not_to_be_empty()
    expect(said).to_contain_text("Chance to win")
    # Who the king is, once, and why in a paragraph of its own; nothing on the board asks for a further act.
    expect(said).to_contain_text("the king, the computer’s strongest level,")
    expect(said.locator("p", has_text="Why?")).to_be_visible()
    expect(page.locator("#choices button")).to_have_count(0)
    on = page.get_by_role("button", name="Play on from here, against the novice")
    expect(on).to_be_visible()
    look_in_light_and_dark(page)
    on.tap()
    expect(page.locator("#decision:not([data-held])")).to_be_visible()
    expect(said).to_contain_text("Chance to win")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    page.locator("#decision-page").tap()
    expect(page.locator(".decision-verdict")).to_be_visible()
    look_in_light_and_dark(page)
    assert player.problems == []
