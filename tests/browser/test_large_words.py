"""Large words over the map leave free what is to be pressed, and are not gone before they can be read."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.answered import Table as Staged
from tests.browser.answered import sit_down as sit_down
from tests.browser.layouts import DESK, PHONE, resize, settle
from tests.rules.scene import Table, moving

PLACES = "tyre: [conrad] saladin\ntripoli: [raymond-tripoli] al-adil\nacre: king-guy\negypt: al-aziz"
SIZES = [pytest.param(PHONE, id="phone"), pytest.param(DESK, id="desk")]
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
SHARE = """() => { const [words, map] = [".moment", "#map"]
  .map((one) => document.querySelector(one).getBoundingClientRect().height); return words / map }"""
TIE = "Equal cards, so both rolled: the Franks 3, 1, the Saracens 6, 1. The higher sum moves first."
FIRST = {"type": "player-one", "side": "saracen", "rolled": True, "text": "They moved first."}


def seated(sit_down: Callable[..., Staged], size: dict[str, Any], side: str, places: str = PLACES) -> Staged:
    """Returns a page at that size which keeps large words."""
    page_of = sit_down(moving(places, first="saracen"), side, motion=True)
    page_of.page.set_viewport_size({"width": size["width"], "height": size["height"]})
    page_of.page.locator("[data-key=follow]").uncheck()
    page_of.page.evaluate(HELD)
    return page_of


def press_anywhere(page: Page) -> None:
    """It ends large words."""
    page.mouse.click(page.evaluate("innerWidth") / 2, 8)
    expect(page.locator(".moment")).to_be_hidden()


@pytest.mark.parametrize("size", SIZES)
def test_no_more_than_three_sentences_are_told_over_the_map_and_hide_no_button(
    sit_down: Callable[..., Staged], size: dict[str, Any]
) -> None:
    """The page asks the Saracens which battle to fight first."""
    page_of = seated(sit_down, size, "saracen")
    page, words = page_of.page, page_of.page.locator(".moment")
    table = Table(moving(PLACES, first="saracen")).do("saracen", "done").do("frank", "done")
    assert table.step == "choose-battle"
    said = "The hunger of the siege of Gaza cost the Franks a step; they rolled {}."
    page_of.turn_to(table.position, *({"type": "turn-ended", "text": said.format(die)} for die in range(6)))
    page_of.wake()
    expect(words).to_be_visible()
    assert page.locator(".moment br").count() == 2
    assert page.evaluate(UNDER) == []
    assert words.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    if size is PHONE:  # they make way where what is asked grows
        page.evaluate("document.querySelector('#dock').style.paddingTop = '12rem'")
        page.wait_for_function(
            "() => document.querySelector('.moment').getBoundingClientRect().bottom"
            " <= document.querySelector('#dock').getBoundingClientRect().top"
        )
    press_anywhere(page)


def test_the_longest_words_of_cards_are_told_as_one_in_a_band_of_the_map(sit_down: Callable[..., Staged]) -> None:
    """Both cards were equal, and three rolls were; then the last card is Intrigue: what it copies is told once, and no
    rule is repeated.
    """
    page_of = seated(sit_down, PHONE, "frank")
    page, words = page_of.page, page_of.page.locator(".moment")
    position = moving(PLACES, first="saracen")
    rolls = [([3, 4], [5, 2]), ([1, 1], [1, 1]), ([6, 4], [2, 1])]
    page_of.turn_to(
        position,
        {"type": "turn-ended", "turn": 1, "year": 1188, "text": "Turn 1 of 1188 ended."},
        {
            "type": "cards-revealed",
            "frank": "move-3",
            "saracen": "move-3",
            "text": "Cards: Move 3 for the Franks, Move 3 for the Saracens.",
        },
        *({"type": "tie-rolled", "frank": frank, "saracen": saracen, "text": "Equal."} for frank, saracen in rolls),
        FIRST,
    )
    page_of.wake()
    expect(words).to_contain_text("both rolled 3 times until their sums differed, in the end the Franks 6 + 4,")
    expect(words).not_to_contain_text("Equal.")
    for size in (PHONE, DESK):
        resize(page, size)
        assert page.evaluate(SHARE) <= 1 / 3, size
    press_anywhere(page)

    page_of.turn_to(
        position,
        {"type": "cards-revealed", "frank": "intrigue", "saracen": "move-1", "text": "Cards: Intrigue and Move 1."},
        {"type": "card-copied", "side": "frank", "card": "move-1", "text": "Intrigue copied Move 1 for the Franks."},
        {"type": "tie-rolled", "frank": [3, 1], "saracen": [6, 1], "text": TIE},
        FIRST,
    )
    page_of.wake()
    expect(words).to_contain_text("the Franks 3 + 1, the Saracens 6 + 1.Saracens: first to move")
    expect(words).not_to_contain_text("Copies the card")
    for size in (DESK, PHONE):
        resize(page, size)
        assert page.evaluate(SHARE) <= 1 / 4, size


HIDDEN = """() => { const words = document.querySelector(".moment").getBoundingClientRect();
  return [...document.querySelectorAll(".token[data-at=gaza], .town[data-town=gaza]")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.bottom > words.top && box.top < words.bottom && box.right > words.left && box.left < words.right;
  }).length; }"""


def test_large_words_of_hunger_keep_off_the_town_they_tell_of(sit_down: Callable[..., Staged]) -> None:
    """It stands where they would: at the foot of a phone's map."""
    places = "gaza: [gaza-templars] al-adil\naleppo: sanjar\n"
    page_of = seated(sit_down, PHONE, "frank", places)
    page = page_of.page
    said = "Siege of Gaza: the Saracens rolled 4 and lost 0 steps."
    hunger = {"type": "attrition-rolled", "town": "gaza", "side": "frank", "dice": [4], "losses": 0, "text": said}
    page_of.turn_to(moving(places, first="saracen"), hunger)
    page_of.wake()
    expect(page.locator(".moment")).to_contain_text("Siege of Gaza")
    page.wait_for_function("() => document.querySelector('#map').dataset.moving !== 'true'")
    page.evaluate("""() => { const map = document.querySelector(".map");
      const [words, gaza] = [".moment", ".token[data-at=gaza]"].map((one) =>
        document.querySelector(one).getBoundingClientRect());
      map.scrollBy(0, gaza.bottom - words.bottom); }""")
    settle(page)
    page.evaluate("document.querySelector('#dock').append(document.createElement('hr'))")
    page.wait_for_function(f"() => ({HIDDEN})() === 0")
