"""The chronicle of a finished game on paper."""

import re
from collections.abc import Callable

from tests.browser.backstage import Backstage
from tests.browser.playing import Player

PAGES = re.compile(rb"/Type /Page\b")


def test_a_chronicle_prints_its_beginning_and_each_year_on_a_page_of_its_own(
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
