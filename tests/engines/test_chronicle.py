"""The chronicle of a finished game: on a phone, in the dark, and what engines make of a printed page."""

from collections.abc import Callable

import pytest

from tests.browser.backstage import Backstage
from tests.engines.conftest import DESK, PHONE
from tests.engines.test_looks import LIGHTNESS
from tests.engines.windows import Window

pytestmark = pytest.mark.whole

AS_PRINTED = """() => {
  for (const sheet of document.styleSheets)
    for (const rule of sheet.cssRules) if (rule.media?.mediaText === "print") rule.media.mediaText = "all";
}"""
HEIGHTS = "() => [...document.querySelectorAll('.chronicle-year')].map((year) => year.getBoundingClientRect().height)"
OF_A_WINDOW = "() => CSS.supports('hanging-punctuation', 'first')"
"""Whether it is WebKit, which takes the height of the window for that of a printed page."""
LETTER_IN_WEBKIT = 237 * 96 / 25.4
DRAWN = """() => [...document.querySelectorAll(".chronicle-map")].every((map) => {
  const { width, height } = map.getBoundingClientRect();
  const within = map.parentElement.getBoundingClientRect().width;
  return width <= within + 1 && Math.abs(width / height - 1660 / 1580) < 0.05;
})"""


@pytest.fixture
def path(backstage: Backstage) -> str:
    return f"/games/{backstage.make_chronicle('siege')}/chronicle/"


@pytest.mark.parametrize(("size", "dark"), [(PHONE, False), (DESK, True)])
def test_it_fits_the_window_and_can_be_read(
    open_window: Callable[..., Window], path: str, size: tuple[int, int], dark: bool
) -> None:
    window = open_window(size, dark=dark)
    window.goto(path)
    window.see(".chronicle-year h3")
    assert window.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert window.evaluate(DRAWN)
    ground, ink = window.evaluate(LIGHTNESS, "body")
    assert (ground < 0.25 and ink > 0.7) if dark else (ground > 0.75 and ink < 0.3)


def test_a_year_on_paper_is_no_taller_than_its_page_in_a_window_that_is(
    open_window: Callable[..., Window], path: str
) -> None:
    window = open_window((680, 1100))
    window.goto(path)
    window.see(".chronicle-year h3")
    window.evaluate(AS_PRINTED)
    heights = window.evaluate(HEIGHTS)
    assert len(heights) > 3
    assert max(heights) <= (LETTER_IN_WEBKIT if window.evaluate(OF_A_WINDOW) else 1100)
    assert min(heights[:-1]) > 800, "the board takes what is left"


def test_on_a_phone_the_way_to_it_begins_where_the_result_does(open_window: Callable[..., Window], path: str) -> None:
    window = open_window(PHONE)
    window.goto(path.removesuffix("chronicle/"))
    window.see("#chronicle-here a")
    left = "(selector) => document.querySelector(selector).getBoundingClientRect().left"
    assert window.evaluate(left, "#chronicle-here a") == window.evaluate(left, ".prompt-box .prompt")
    top = "(one) => document.querySelector(`.played-side.${one} .card`).getBoundingClientRect().top"
    assert window.evaluate(top, "frank") == window.evaluate(top, "saracen"), "though one side moved first"
