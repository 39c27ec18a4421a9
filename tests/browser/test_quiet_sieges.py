"""Sieges in which nothing is wanted take one press each."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.test_play_battles import before_the_walls
from tests.browser.test_thumb import DESK, PHONE, PlayAt
from tests.rules.scene import Table, moving

# The besieged have steps to lose: hunger of one siege does not end it.
PLACES = (
    "tyre: [conrad] saladin al-adil\ntripoli: [raymond-tripoli] al-aziz kurds-1\njaffa: [balian] sanjar zangi\n"
    "antioch: king-guy\negypt: yuzpah"
)


ASKED = """() => {
  const asked = (window.asked = []);
  new MutationObserver(() => asked.push(document.querySelector("#prompt").textContent)).observe(
    document.querySelector("main"), { subtree: true, childList: true });
}"""
"""Script: from now on the questions that are in sight, each time that anything changes."""


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="phone"), pytest.param(DESK, id="desk")])
def test_one_press_goes_on_besieging(play_at: PlayAt, size: dict[str, Any]) -> None:
    table = Table(moving(PLACES, first="saracen")).do("saracen", "done").do("frank", "done")
    player = play_at(table.position, **size)
    page = player.page
    expect(page.locator("#choices [data-siege]")).to_have_count(3)
    page.locator("#choices [data-siege=tyre]").click()
    # The page of a game alone turns to the besieged, and back.
    page.locator("#choices [data-type=sally]").first.click()
    # Nobody has pressed No storm or Done: the next siege can be chosen, and the first is told to go on.
    expect(page.locator("#choices [data-siege]")).to_have_count(2)
    expect(page.locator("#choices [data-siege=tyre]")).to_have_count(0)
    expect(page.locator("#choices")).to_be_visible()
    assert page.locator("#choices [data-siege=jaffa]").get_attribute("aria-label") == (
        "Besiege Jaffa on: no storm, all stay"
    )
    assert player.problems == []


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="phone"), pytest.param(DESK, id="desk")])
def test_the_only_siege_goes_on_by_one_press_as_well(play_at: PlayAt, size: dict[str, Any]) -> None:
    """With one siege the page asks about its storm at once; a press besieges on, and it does not ask who leaves."""
    places = "tyre: [conrad] saladin al-adil\nantioch: king-guy\negypt: yuzpah"
    table = Table(moving(places, first="saracen")).do("saracen", "done").do("frank", "done")
    assert table.step == "storm"
    player = play_at(table.position, **size)
    page = player.page
    page.locator(".fighter[data-block=saladin]").click()
    expect(page.locator("[data-key=siege-on-here]")).to_have_count(0)
    page.locator(".fighter[data-block=saladin]").click()
    page.evaluate(ASKED)
    page.locator("[data-key=siege-on-here]").click()
    page.locator("#choices [data-type=sally]").first.click()
    expect(page.locator("#log")).to_contain_text("The fighting at Tyre ended")
    # Not for a moment does it ask what the press has answered.
    assert not [asked for asked in page.evaluate("window.asked") if "Lead blocks away" in asked]
    assert page.get_attribute("main", "data-step") not in ("storm", "leave-siege")
    assert player.problems == []


def test_a_siege_to_whose_help_somebody_comes_is_not_offered_as_quiet(play_at: PlayAt) -> None:
    page = play_at(before_the_walls(), **PHONE).page
    expect(page.locator("[data-key=confirm-storm]")).to_be_visible()
    expect(page.locator("[data-key=siege-on-here]")).to_have_count(0)
