"""A drawn block says at each town with how many steps it would arrive there, and no press loses the question."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules.notation import parse_position
from rules.position import Position
from tests.browser.test_thumb import DESK, PHONE, PlayAt
from tests.rules.scene import Table, moving

SARACENS = "acre: king-guy walter\nbeirut: yuzpah\ndamascus: saladin\negypt: al-adil\nashtera: sanjar"
FRANKS = "acre: king-guy walter\ntripoli: gaza-templars\nnablus: saladin\ndamascus: sanjar"
LOST = "acre: walter\ndamascus: king-guy\negypt: al-adil\nashtera: sanjar"
SIZES = [pytest.param(PHONE, id="phone"), pytest.param(DESK, id="desk")]


def drawn(block: str, places: str, side: str, edition: str = "2.0") -> Position:
    """A position in which the side has drawn a block, and places it."""
    hand = "move-1 move-2 move-2 move-3"
    return parse_position(
        f"rules {edition}\n1188.2 draw draw {side}\nfirst {side}\nactive {side}\ndrawn {block}\nhands {hand} | {hand}\n"
        f"revealed move-3 | move-3\nplayed move-3 | move-3\n{places}"
    )


def named(page: Page, town: str) -> str:
    """The accessible name of a town on the map."""
    return page.locator(f".town[data-town={town}]").get_attribute("aria-label") or ""


@pytest.mark.parametrize("size", SIZES)
def test_each_town_says_with_how_many_steps_the_block_arrives(play_at: PlayAt, size: dict[str, Any]) -> None:
    page = play_at(drawn("arabs-1", SARACENS, "saracen"), **size).page
    bar = page.locator("#bar")
    expect(bar.locator(".arrival-now")).to_contain_text("At home with all 3 steps. Elsewhere with one step.")
    expect(page.locator(".town.goal.home")).to_have_count(1)
    expect(page.locator(".goal-sign.home")).to_have_count(1)
    assert "home, with 3 steps" in named(page, "egypt")
    assert "with 1 step of 3" in named(page, "beirut")
    bar.locator("[data-key=home-egypt]").click()
    expect(bar.locator(".follows")).to_contain_text(
        "Egypt is a home of this block: it arrives at full strength, with 3 steps."
    )
    expect(bar.locator("[data-key=confirm]")).to_contain_text("Place it there")
    expect(bar.locator("[data-key=confirm]")).to_contain_text("home, with 3 steps")


@pytest.mark.parametrize(
    ("block", "places", "side", "edition", "said", "homes"),
    [
        ("genoa-pilgrims", FRANKS, "frank", "2.0", "In every lit port with all 4 steps.", 0),
        ("genoa-pilgrims", FRANKS, "frank", "1.4", "In every lit port with all 4 steps.", 0),
        ("jerusalem-templars", FRANKS, "frank", "2.0", "At home with all 3 steps. Elsewhere with one step.", 5),
        ("kurds-1", SARACENS, "saracen", "1.4", "At home with all 4 steps. Elsewhere with one step.", 1),
        ("kurds-1", LOST, "saracen", "2.0", "Its home is closed to it (Damascus)", 0),
    ],
)
def test_every_kind_of_drawn_block_says_where_it_is_strong(
    play_at: PlayAt, block: str, places: str, side: str, edition: str, said: str, homes: int
) -> None:
    page = play_at(drawn(block, places, side, edition), **PHONE).page
    expect(page.locator("#bar .arrival-now")).to_contain_text(said)
    expect(page.locator(".town.goal.home")).to_have_count(homes)
    expect(page.locator("#bar [data-key^=home-]")).to_have_count(homes)


@pytest.mark.parametrize("size", SIZES)
def test_a_press_beside_the_lit_towns_loses_nothing(play_at: PlayAt, size: dict[str, Any]) -> None:
    page = play_at(drawn("arabs-1", SARACENS, "saracen"), **size).page
    expect(page.locator(".town.goal")).not_to_have_count(0)
    lit = page.locator(".town.goal").count()
    press = "one => one.dispatchEvent(new MouseEvent('click', { bubbles: true }))"
    page.locator(".town[data-town=legio] .hit").evaluate(press)
    expect(page.locator(".town.goal")).to_have_count(lit)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator(".town.goal")).to_have_count(lit)
    expect(page.locator("#bar .arrival-now")).to_be_visible()


def test_a_press_on_the_block_that_the_page_has_chosen_keeps_it(play_at: PlayAt) -> None:
    table = Table(moving("acre: king-guy walter\ndamascus: saladin", frank="move-1"))
    page = play_at(table.do("frank", "move walter caesarea").position, **PHONE).page
    token = page.locator(".token[data-block=king-guy]")
    expect(token).to_have_class(re.compile("chosen"))
    token.tap()
    expect(token).to_have_class(re.compile("chosen"))
    expect(page.locator("#prompt")).to_contain_text("Now press a lit town")


@pytest.mark.parametrize("size", SIZES)
def test_the_arms_of_the_house_stand_beside_what_is_asked(play_at: PlayAt, size: dict[str, Any]) -> None:
    page = play_at(drawn("jerusalem-templars", FRANKS, "frank"), **size).page
    expect(page.locator("#prompt .house path")).to_have_attribute("marker-start", "url(#arms-templars)")
    expect(page.locator("#prompt .house")).to_be_in_viewport()
