"""What happens outside of battles is seen on the map where it happens, and told: a town that is lost, a card that is
copied, the dice of hunger and of forced marches.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules.ruleset import Ruleset
from tests.browser.backstage import Backstage
from tests.browser.blows import told
from tests.browser.playing import Player
from tests.browser.test_blocks import NewPlayer, sit_down
from tests.browser.test_blocks import Table as Staged
from tests.browser.test_headline import end_moving, watched_at
from tests.browser.test_play import DESK, PHONE, Hand
from tests.browser.test_rolls_on_the_map import FALL, LEAST, WATCH
from tests.browser.test_thumb import in_sight
from tests.rules.scene import Table, choosing, moving

__all__ = ["sit_down"]

SeatTwo = Callable[..., tuple[Player, Player]]
BESIEGED = "tripoli: [raymond-tripoli] saladin\nacre: conrad\negypt: al-aziz\n"


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_town_that_the_enemy_takes_is_in_sight_when_it_is_told(
    seat_two: SeatTwo, new_player: NewPlayer, backstage: Backstage, size: dict[str, int]
) -> None:
    richard, saladin = seat_two(saladin=new_player("Saladin", **size))
    saladin.page.evaluate("() => localStorage.setItem('pace', 'slow')")
    position = moving("banyas: balian\nacre: walter\negypt: saladin\n", first="frank")
    theirs = watched_at(position, (richard, saladin), backstage)
    # They look elsewhere, from near.
    for _ in range(4):
        theirs.locator("[data-tool=zoom-in]").click()
        theirs.wait_for_timeout(350)
    theirs.locator(".town[data-town=egypt] .hit").evaluate("one => one.scrollIntoView({ block: 'center' })")
    theirs.wait_for_timeout(400)
    assert in_sight(theirs, "damascus") == [False]
    hand = Hand(richard, touch=False)
    hand.block("balian")
    hand.act(lambda: hand.press("#choices [data-town=damascus]"))
    end_moving(richard)
    expect(theirs.locator(".narration strong")).to_contain_text("The Franks took Damascus")
    theirs.wait_for_function("""() => { const box = (one) => document.querySelector(one).getBoundingClientRect();
      const [map, town] = [box("#map"), box(".town[data-town=damascus] .hit")];
      const [x, y] = [(town.left + town.right) / 2, (town.top + town.bottom) / 2];
      return x > map.left && x < map.right && y > Math.max(0, map.top) && y < Math.min(innerHeight, map.bottom) }""")
    expect(theirs.locator(".town.held-frank[data-town=damascus]")).to_be_attached()
    expect(theirs.locator(".headline button")).to_contain_text("they took Damascus")
    assert saladin.problems == []


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_the_card_that_intrigue_copies_is_named(against_computer: Callable[..., Player], size: dict[str, int]) -> None:
    position = choosing(
        "acre: conrad\negypt: al-aziz\n",
        frank="move-2 move-1 move-1 move-3 move-3",
        saracen="intrigue move-2 move-2 move-2 move-3",
        facts="prior guide | move-3",
    )
    player = against_computer(Table(position).do("frank", "play-card move-2").position, **size)
    page = player.page
    before = player.drawn
    page.locator("#hand [data-card=intrigue]").click()
    player.settle(before)
    for words in (page.locator(".moment"), page.locator(".headline .card-said").first):
        expect(words).to_contain_text("Intrigue")
        expect(words).to_contain_text("Guide")
    assert player.problems == []


def check_roll_is_seen(page_of: Staged, table: Table, known: int, kind: str, count: int) -> None:
    """The dice of this fact lie on the map for their time, in sight, and what they did is told when they lie."""
    page: Page = page_of.page
    page.locator("[data-key=follow]").uncheck()
    page.evaluate(WATCH)
    page_of.turn_to(table.position, *told(table.log[known:]))
    page_of.wake()
    expect(page.locator(".dice-shown .face")).to_have_count(count)
    expect(page.locator(".dice-shown")).to_be_in_viewport()
    expect(page.locator(".moment")).to_contain_text(f"Told: {kind}.")
    expect(page.locator(".dice-shown")).to_have_count(0)
    expect(page.locator("main.untold")).to_have_count(0)
    seen: list[dict[str, Any]] = page.evaluate("() => window.seen")
    dice = [one for one in seen if one["dice"] == count]
    gone = next(one["at"] for one in seen if one["at"] > dice[-1]["at"])
    assert gone - dice[0]["at"] >= LEAST, seen
    said = next(one["at"] for one in seen if f"Told: {kind}." in one["words"])
    assert said - dice[0]["at"] >= FALL, seen


def test_hunger_that_takes_no_town_is_seen_on_the_map(sit_down: Callable[..., Staged]) -> None:
    table = Table(moving(BESIEGED, first="saracen"), {"attrition": [1]})
    table.do("saracen", "done").do("frank", "done").do("saracen", "storm -").do("frank", "sally -")
    assert table.step == "leave-siege"
    page_of = sit_down(table.position, "saracen", motion=True)
    known = len(table.log)
    table.do("saracen", "done")
    assert [fact["losses"] for fact in table.log[known:] if fact["type"] == "attrition-rolled"] == [1]
    check_roll_is_seen(page_of, table, known, "attrition-rolled", 1)


def test_the_die_of_a_forced_march_is_seen_on_the_map(sit_down: Callable[..., Staged]) -> None:
    table = Table(
        moving("gaza: kurds-1\nacre: conrad\n", first="saracen", ruleset=Ruleset(forced_marches=True)), {"march": [6]}
    )
    march = next(action for action in table.actions("saracen", "move") if action.forced and action.path)
    assert march.path
    table.do("saracen", f"move kurds-1 {'/'.join(march.path)} !")
    page_of = sit_down(table.position, "saracen", motion=True)
    known = len(table.log)
    table.do("saracen", "done")
    assert "march-rolled" in {fact["type"] for fact in table.log[known:]}
    check_roll_is_seen(page_of, table, known, "march-rolled", 1)
