"""One page of a game at each size, at every phase: nothing is covered, cut, too small or out of sight, whatever is
asked; and drawn again, no button moves.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules.position import Position
from tests.browser.backstage import Backstage
from tests.browser.guided import decisions
from tests.browser.layouts import DESK, PHONE, PLACES, TABLET, amiss, settle
from tests.browser.playing import Player
from tests.browser.sieges import before_the_storm, fight_at_jerusalem, fullest_siege, knight_attacked
from tests.rules.scene import moving

PlayAt = Callable[..., Player]
SIZES = [
    pytest.param(PHONE | {"is_mobile": True}, id="phone"),
    pytest.param(TABLET, id="tablet"),
    pytest.param(DESK, id="desk"),
]
MARCH = "acre: king-guy balian walter\ntyre: conrad\ntripoli: bohemond\ndamascus: saladin\naleppo: zangi"


def phases() -> dict[str, Position]:
    """Each step of a game at its fullest, and fights that need the most room or words."""
    return decisions("2.0") | {
        "march": moving(MARCH),
        "before a storm": before_the_storm(),
        "the fullest siege": fullest_siege().position,
        "its fight": fight_at_jerusalem(),
        "a knight that may charge": knight_attacked(),
    }


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_amiss_in_the_layout_of_any_phase(
    play_at: PlayAt, backstage: Backstage, size: dict[str, Any]
) -> None:
    player = play_at(moving(MARCH), **size)
    page = player.page
    found: list[str] = []
    for phase, position in phases().items():
        player.stand_at(position, backstage)
        settle(page)
        found += [f"{phase}: {one}" for one in amiss(page)]
        before = page.evaluate(PLACES)
        player.stand_at(position, backstage)
        settle(page, 6)
        now = page.evaluate(PLACES)
        found += [f"{phase}: moved when drawn again: {key}" for key in before if now.get(key) != before[key]]
    assert not found, "\n".join(found)
    assert player.problems == []


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_amiss_while_one_waits_looks_back_learns_or_a_game_is_over(
    new_player: Callable[..., Player], size: dict[str, Any]
) -> None:
    player = new_player("Imad", alone=True, **size)
    page = player.page

    def look(what: str, *known: str) -> None:
        page.evaluate("window.scrollTo(0, 0)")
        settle(page)
        found = [one for one in amiss(page) if not any(words in one for words in known)]
        assert not found, "\n".join((what, *found))

    page.get_by_label("Turn to the side whose turn it is").uncheck()
    page.locator("[data-key=seat-saracen]").click()
    expect(page.locator("#prompt")).to_contain_text("Waiting for the Franks")
    look("waiting")
    page.locator("[data-key=replay-open]").click()
    expect(page.locator("#past")).to_be_visible()
    look("looking back")
    page.locator("[data-key=past-now]").click()
    resign(page)
    look("over")
    player.begin_lesson()
    expect(page.locator("#coach [data-advice]")).to_be_visible()
    # What a lesson says above six cards leaves a phone's map little, and its sign to skip it is small.
    look("a lesson", "the map has", "lesson-hide")
    assert player.problems == []


def resign(page: Page) -> None:
    page.get_by_role("tab", name="Game").click()
    page.get_by_role("button", name="Resign …").click()
    page.get_by_role("button", name="Resign", exact=True).click()
    expect(page.locator("[data-key=replay-game]")).to_be_visible()
    page.get_by_role("tab", name="Log").click()
