"""Large words over the map leave free what is to be pressed, and are not gone before they can be read."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_blocks import Table as Staged
from tests.browser.test_blocks import sit_down as sit_down
from tests.rules.scene import Table, moving

PLACES = "tyre: [conrad] saladin\ntripoli: [raymond-tripoli] al-adil\nacre: king-guy\negypt: al-aziz"
SIZES = [{"width": 390, "height": 844}, {"width": 1440, "height": 900}]
# What can be pressed and lies under the large words.
UNDER = """() => {
  const words = document.querySelector(".moment:not([hidden])").getBoundingClientRect();
  const under = ({ left, right, top, bottom, width }) => width > 0 && left < words.right && right > words.left
    && top < words.bottom && bottom > words.top;
  return [...document.querySelectorAll(".battle-strip button, #dock button, #dock summary")]
    .filter((one) => under(one.getBoundingClientRect())).map((one) => one.textContent);
}"""

HELD = """() => { const wait = setTimeout;
  window.setTimeout = (then, time) => wait(then, time >= 900 ? 60000 : time) }"""
"""A script that keeps large words over the map for a minute; shorter waits stay as they are."""


def told(sit_down: Callable[..., Staged], size: dict[str, Any], count: int) -> Page:
    """Returns a page that asks the Saracens which battle to fight first and tells `count` sentences over the map."""
    table = Table(moving(PLACES, first="saracen"))
    page_of = sit_down(table.position, "saracen", motion=True)
    page = page_of.page
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.locator("[data-key=follow]").uncheck()
    page.evaluate(HELD)
    table.do("saracen", "done").do("frank", "done")
    assert table.step == "choose-battle"
    words = "The hunger of the siege of Gaza cost the Franks a step; they rolled {}."
    page_of.turn_to(table.position, *({"type": "turn-ended", "text": words.format(die)} for die in range(count)))
    page_of.wake()
    return page


@pytest.mark.parametrize("size", SIZES)
def test_no_more_than_three_sentences_are_told_over_the_map_and_hide_no_button(
    sit_down: Callable[..., Staged], size: dict[str, Any]
) -> None:
    page = told(sit_down, size, 6)
    expect(page.locator(".moment")).to_be_visible()
    assert page.locator(".moment br").count() == 2
    assert page.evaluate(UNDER) == []
    assert page.locator(".moment").evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    page.mouse.click(size["width"] / 2, 8)
    expect(page.locator(".moment")).to_be_hidden()


def test_large_words_make_way_where_what_is_asked_grows(sit_down: Callable[..., Staged]) -> None:
    page = told(sit_down, SIZES[0], 5)
    expect(page.locator(".moment")).to_be_visible()
    page.evaluate("document.querySelector('#dock').style.paddingTop = '12rem'")
    page.wait_for_function(
        "() => document.querySelector('.moment').getBoundingClientRect().bottom"
        " <= document.querySelector('#dock').getBoundingClientRect().top"
    )


def cards_told(sit_down: Callable[..., Staged], size: dict[str, Any]) -> Page:
    """Returns a page with what the cards of a turn say at its longest: both were equal, and three rolls were."""
    table = Table(moving(PLACES, first="saracen"))
    page_of = sit_down(table.position, "frank", motion=True)
    page = page_of.page
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.locator("[data-key=follow]").uncheck()
    page.evaluate(HELD)
    rolls = [([3, 4], [5, 2]), ([1, 1], [1, 1]), ([6, 4], [2, 1])]
    ties = [{"type": "tie-rolled", "frank": frank, "saracen": saracen, "text": "Equal."} for frank, saracen in rolls]
    page_of.turn_to(
        table.position,
        {"type": "turn-ended", "turn": 1, "year": 1188, "text": "Turn 1 of 1188 ended."},
        {
            "type": "cards-revealed",
            "frank": "move-3",
            "saracen": "move-3",
            "text": "Cards: Move 3 for the Franks, Move 3 for the Saracens.",
        },
        *ties,
        {"type": "player-one", "side": "saracen", "rolled": True, "text": "They moved first."},
    )
    page_of.wake()
    expect(page.locator(".moment")).to_be_visible()
    return page


@pytest.mark.parametrize("size", SIZES)
def test_equal_rolls_are_told_as_one_in_a_band_of_the_map(
    sit_down: Callable[..., Staged], size: dict[str, Any]
) -> None:
    page = cards_told(sit_down, size)
    words = page.locator(".moment")
    expect(words).to_contain_text("both rolled 3 times until their sums differed, in the end the Franks 6 + 4,")
    expect(words).not_to_contain_text("Equal.")
    heights = [page.locator(part).evaluate("one => one.getBoundingClientRect().height") for part in (".moment", "#map")]
    assert heights[0] <= heights[1] / 3, heights


@pytest.mark.parametrize("size", SIZES)
def test_a_press_anywhere_ends_large_words(sit_down: Callable[..., Staged], size: dict[str, Any]) -> None:
    page = cards_told(sit_down, size)
    page.mouse.click(size["width"] / 2, 8)
    expect(page.locator(".moment")).to_be_hidden()


@pytest.mark.parametrize("size", SIZES)
def test_the_longest_words_of_cards_leave_three_quarters_of_the_map(
    sit_down: Callable[..., Staged], size: dict[str, Any]
) -> None:
    """The last card, Intrigue, and equal cards: what Intrigue copies is told once, and no rule is repeated."""
    table = Table(moving(PLACES, first="saracen"))
    page_of = sit_down(table.position, "frank", motion=True)
    page = page_of.page
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.locator("[data-key=follow]").uncheck()
    said = "Equal cards, so both rolled: the Franks 3, 1, the Saracens 6, 1. The higher sum moves first."
    page_of.turn_to(
        table.position,
        {"type": "cards-revealed", "frank": "intrigue", "saracen": "move-1", "text": "Cards: Intrigue and Move 1."},
        {"type": "card-copied", "side": "frank", "card": "move-1", "text": "Intrigue copied Move 1 for the Franks."},
        {"type": "tie-rolled", "frank": [3, 1], "saracen": [6, 1], "text": said},
        {"type": "player-one", "side": "saracen", "rolled": True, "text": "They moved first."},
    )
    page_of.wake()
    words = page.locator(".moment")
    expect(words).to_contain_text("the Franks 3 + 1, the Saracens 6 + 1.Saracens: first to move")
    expect(words).not_to_contain_text("Copies the card")
    heights = [page.locator(part).evaluate("one => one.getBoundingClientRect().height") for part in (".moment", "#map")]
    assert heights[0] <= heights[1] / 4, heights


HIDDEN = """() => { const words = document.querySelector(".moment").getBoundingClientRect();
  return [...document.querySelectorAll(".token[data-at=gaza], .town[data-town=gaza]")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.bottom > words.top && box.top < words.bottom && box.right > words.left && box.left < words.right;
  }).length; }"""


def test_large_words_of_hunger_keep_off_the_town_they_tell_of(sit_down: Callable[..., Staged]) -> None:
    """It stands where they would: at the foot of a phone's map."""
    table = Table(moving("gaza: [gaza-templars] al-adil\naleppo: sanjar\n", first="saracen"))
    page_of = sit_down(table.position, "frank", motion=True)
    page = page_of.page
    page.set_viewport_size(SIZES[0])  # type: ignore[arg-type]
    page.locator("[data-key=follow]").uncheck()
    page.evaluate(HELD)
    said = "Siege of Gaza: the Saracens rolled 4 and lost 0 steps."
    hunger = {"type": "attrition-rolled", "town": "gaza", "side": "frank", "dice": [4], "losses": 0, "text": said}
    page_of.turn_to(table.position, hunger)
    page_of.wake()
    expect(page.locator(".moment")).to_contain_text("Siege of Gaza")
    page.wait_for_function("() => document.querySelector('#map').dataset.moving !== 'true'")
    page.evaluate("""() => { const map = document.querySelector(".map");
      const [words, gaza] = [".moment", ".token[data-at=gaza]"].map((one) =>
        document.querySelector(one).getBoundingClientRect());
      map.scrollBy(0, gaza.bottom - words.bottom); }""")
    page.wait_for_timeout(300)  # the map has come to rest
    page.evaluate("document.querySelector('#dock').append(document.createElement('hr'))")
    page.wait_for_function(f"() => ({HIDDEN})() === 0")
