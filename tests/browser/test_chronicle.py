"""The chronicle of a finished game on paper."""

import re
from collections.abc import Callable

from tests.browser.backstage import Backstage
from tests.browser.playing import Player

PAGES = re.compile(rb"/Type /Page\b")


def test_a_chronicle_prints_each_year_on_a_page_of_its_own_and_the_board_takes_what_words_leave_it(
    new_player: Callable[..., Player], backstage: Backstage
) -> None:
    game = backstage.make_chronicle("purposeful")
    page = new_player().page
    page.goto(f"/games/{game}/chronicle/")
    years = page.locator(".chronicle-year").count()
    assert years == 6
    assert page.locator(".chronicle-year:has(.chronicle-battle:nth-child(4))").count(), "or no year would be full"
    for format in ("A4", "Letter"):
        assert len(PAGES.findall(page.pdf(format=format))) == 1 + years, format
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 680, "height": 1024})
    ends = "[...document.querySelectorAll('.chronicle-year')].map((year) => year.getBoundingClientRect().height)"
    maps = "[...document.querySelectorAll('.chronicle-year .chronicle-map')].map((map) => map.clientHeight)"
    assert all(900 < height <= 1024 for height in page.evaluate(ends)[:-1])
    heights = page.evaluate(maps)
    assert min(heights) >= 250, "or a year with many words would leave no board to read"
    assert max(heights) > min(heights) + 50, "or every year would be as full"
