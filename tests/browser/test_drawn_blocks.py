"""A drawn block says at each town with how many steps it would arrive there, and no press loses the question."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from rules.notation import parse_position
from rules.position import Position
from tests.browser.backstage import Backstage
from tests.browser.layouts import DESK, PHONE, resize
from tests.browser.playing import Player
from tests.rules.scene import Table, moving

PlayAt = Callable[..., Player]
SARACENS = "acre: king-guy walter\nbeirut: yuzpah\ndamascus: saladin\negypt: al-adil\nashtera: sanjar"
FRANKS = "acre: king-guy walter\ntripoli: gaza-templars\nnablus: saladin\ndamascus: sanjar"
LOST = "acre: walter\ndamascus: king-guy\negypt: al-adil\nashtera: sanjar"
AT_HOME = "At home with all {} steps. Elsewhere with one step."
IN_PORTS = "In every lit port with all 4 steps."


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


def test_each_town_says_with_how_many_steps_a_drawn_block_arrives_and_a_press_beside_loses_nothing(
    play_at: PlayAt, backstage: Backstage
) -> None:
    player = play_at(drawn("arabs-1", SARACENS, "saracen"), **PHONE)
    page, bar = player.page, player.page.locator("#bar")
    for size in (PHONE, DESK):
        resize(page, size)
        player.stand_at(drawn("arabs-1", SARACENS, "saracen"), backstage)
        expect(bar.locator(".arrival-now")).to_contain_text(AT_HOME.format(3))
        expect(page.locator(".town.goal.home")).to_have_count(1)
        expect(page.locator(".goal-sign.home")).to_have_count(1)
        assert "home, with 3 steps" in named(page, "egypt")
        assert "with 1 step of 3" in named(page, "beirut")
        lit = page.locator(".town.goal").count()
        press = "one => one.dispatchEvent(new MouseEvent('click', { bubbles: true }))"
        page.locator(".town[data-town=legio] .hit").evaluate(press)
        expect(page.locator(".town.goal")).to_have_count(lit)
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        expect(page.locator(".town.goal")).to_have_count(lit)
        expect(bar.locator(".arrival-now")).to_be_visible()
        bar.locator("[data-key=home-egypt]").click()
        expect(bar.locator(".follows")).to_contain_text(
            "Egypt is a home of this block: it arrives at full strength, with 3 steps."
        )
        expect(bar.locator("[data-key=confirm]")).to_contain_text("Place it there")
        expect(bar.locator("[data-key=confirm]")).to_contain_text("home, with 3 steps")
        page.keyboard.press("Escape")
    # The arms of the house stand beside what is asked.
    for size in (DESK, PHONE):
        resize(page, size)
        player.stand_at(drawn("jerusalem-templars", FRANKS, "frank"), backstage)
        expect(page.locator("#prompt .house path")).to_have_attribute("marker-start", "url(#arms-templars)")
        expect(page.locator("#prompt .house")).to_be_in_viewport()
    for block, places, side, said, homes in (
        ("jerusalem-templars", FRANKS, "frank", AT_HOME.format(3), 5),
        ("genoa-pilgrims", FRANKS, "frank", IN_PORTS, 0),
        ("kurds-1", LOST, "saracen", "Its home is closed to it (Damascus)", 0),
    ):
        player.stand_at(drawn(block, places, side), backstage)
        expect(bar.locator(".arrival-now")).to_contain_text(said)
        expect(page.locator(".town.goal.home")).to_have_count(homes)
        expect(bar.locator("[data-key^=home-]")).to_have_count(homes)

    # A press on the block that the page has chosen keeps it.
    table = Table(moving("acre: king-guy walter\ndamascus: saladin", frank="move-1"))
    player.stand_at(table.do("frank", "move walter caesarea").position, backstage)
    token = page.locator(".token[data-block=king-guy]")
    expect(token).to_have_class(re.compile("chosen"))
    token.tap()
    expect(token).to_have_class(re.compile("chosen"))
    expect(page.locator("#prompt")).to_contain_text("Now press a lit town")
    assert player.problems == []


def test_in_the_older_rules_a_drawn_block_says_where_it_is_strong_too(play_at: PlayAt, backstage: Backstage) -> None:
    player = play_at(drawn("genoa-pilgrims", FRANKS, "frank", "1.4"), **PHONE)
    page = player.page
    expect(page.locator("#bar .arrival-now")).to_contain_text(IN_PORTS)
    expect(page.locator(".town.goal.home")).to_have_count(0)
    player.stand_at(drawn("kurds-1", SARACENS, "saracen", "1.4"), backstage)
    expect(page.locator("#bar .arrival-now")).to_contain_text(AT_HOME.format(4))
    expect(page.locator(".town.goal.home")).to_have_count(1)
    assert player.problems == []
