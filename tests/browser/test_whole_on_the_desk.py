"""Tests of the panel on a desk: names of players, the switch of sides and rings are whole."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.backstage import Backstage
from tests.browser.playing import Player
from tests.browser.sieges import fight_at_jerusalem, fullest_siege
from tests.rules.scene import choosing

NewPlayer = Callable[..., Player]
CUT = "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"


@pytest.mark.parametrize("locale", ["en", "fr", "pl"])
@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1440, 900)])
def test_the_name_of_the_computer_is_whole(
    new_player: NewPlayer, backstage: Backstage, width: int, height: int, locale: str
) -> None:
    player = new_player("Usama", width=width, height=height, locale=locale)
    player.game = backstage.start_against_computer(player.name, "saracen", "page")
    player.open_game()
    names = player.page.locator("#players .player-name")
    expect(names).to_have_count(2)
    assert names.evaluate_all(CUT) == []


@pytest.mark.parametrize("locale", ["en", "fr", "pl"])
def test_the_names_of_cards_stay_within_their_cards(play_at: Callable[..., Player], locale: str) -> None:
    hand = "move-1 move-2 move-3 winter-campaign assassins intrigue"
    position = choosing("acre: king-guy\ndamascus: saladin", frank=hand, saracen="move-2 " * 6, turn="1187.1")
    page = play_at(position, width=1024, height=768, locale=locale).page
    names = page.locator("#hand .card strong")
    expect(names).to_have_count(6)
    assert names.evaluate_all(CUT) == []


@pytest.mark.parametrize("locale", ["en", "fr", "pl"])
def test_both_sides_of_the_switch_stand_side_by_side(play_at: Callable[..., Player], locale: str) -> None:
    page = play_at(fight_at_jerusalem(), width=1440, height=900, locale=locale).page
    sides = page.locator(".seat-switch button")
    expect(sides).to_have_count(2)
    assert len({round(one["y"]) for one in (side.bounding_box() for side in sides.all()) if one}) == 1


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1024, 768)])
def test_rings_of_choices_of_a_lesson_do_not_touch(
    new_player: NewPlayer, backstage: Backstage, width: int, height: int
) -> None:
    player = new_player(width=width, height=height)
    page = player.page
    player.begin_lesson(siege=True)
    player.open_at(fullest_siege().position, backstage)
    page.locator("main").evaluate("main => main.setAttribute('data-advice', 'sally')")
    buttons = page.locator("#choices button:visible")
    expect(buttons.first).to_have_css("outline-style", "solid")
    boxes = sorted(
        (box["y"], box["x"], box["width"], box["height"]) for one in buttons.all() if (box := one.bounding_box())
    )
    for (y, x, wide, high), (next_y, next_x, _, _) in pairwise(boxes):
        # Each ring reaches four pixels out.
        assert next_x - x - wide >= 9 if round(y) == round(next_y) else next_y - y - high >= 9
