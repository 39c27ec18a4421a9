"""Every roll is shown, in order and for long enough to be read, before the page asks for what comes next: against the
computer, which acts within a fraction of a second.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules.position import Position
from tests.browser.backstage import Backstage
from tests.browser.playing import Player
from tests.rules.scene import Table, moving

NewPlayer = Callable[..., Player]
SIZES = [{"width": 390, "height": 844, "has_touch": True}, {"width": 1440, "height": 900}]

# What lies on the table, and what is asked, whenever either changes: each with the time of the page's clock.
WATCH = """() => {
  const seen = (window.seen = []);
  const look = () => {
    const dice = [...document.querySelectorAll(".tray .die")].map((die) => die.querySelectorAll(".spot").length);
    const who = document.querySelector(".tray .shooter")?.textContent ?? "";
    const asked = null !== document.querySelector(
      "#choices button:not(:disabled, [data-key=skip-show]), .fighter.able");
    const now = dice.length > 0 ? `${who}: ${dice.join(" ")}` : "";
    const last = seen.at(-1);
    if (last?.roll !== now || last.asked !== asked) seen.push({ at: performance.now(), roll: now, asked });
  };
  look();
  const watcher = new MutationObserver(look);
  for (const part of document.querySelectorAll("#main, main")) watcher.observe(part, { subtree: true, childList: true,
    attributes: true, attributeFilter: ["class", "disabled"] });
}"""
ROLLED = """async (names) => {
  const id = location.pathname.split("/").filter(Boolean).at(-1);
  const { results } = await (await fetch(`/api/v1/games/${id}/history/?after=0&limit=150`)).json();
  const { blockName } = await import("/static/frontend/js/page/page.js");
  return results.flatMap(({ events }) => events).filter(({ type }) => type === "block-fired")
    .map(({ block, dice }) => `${blockName(block)}: ${dice.join(" ")}`);
}"""
LEAST = 700
"""Milliseconds for which dice are seen at least: they fall for half a second and lie a little longer."""


@pytest.fixture
def against_computer(new_player: NewPlayer, backstage: Backstage) -> Callable[..., Player]:
    """A Saracen player, whose page shows motion, at a position of a game against the novice."""

    def play(position: Position, **options: Any) -> Player:
        player = new_player("Usama", reduced_motion="no-preference", **options)
        player.game = backstage.start_against_computer(player.name, "saracen", "page")
        backstage.stage(player.game, position)
        player.open_game()
        expect(player.page.locator("#connection")).not_to_be_empty()
        return player

    return play


def rolls_seen(page: Page) -> list[dict[str, Any]]:
    """Each roll that lay on the table, when it came, and for how long it lay there before something was asked."""
    seen = page.evaluate("() => [...window.seen, { at: performance.now(), roll: '', asked: true }]")
    found: list[dict[str, Any]] = []
    for one in seen:
        if one["roll"] and (not found or found[-1]["roll"] != one["roll"]):
            found.append({"roll": one["roll"], "from": one["at"], "asked": one["asked"]})
        if found and "until" not in found[-1] and (one["asked"] or one["roll"] != found[-1]["roll"]):
            found[-1]["until"] = one["at"]
        if len(found) > 1 and "until" not in found[-2]:
            found[-2]["until"] = one["at"]
    return found


def check_all_shown(page: Page, *, known: int) -> list[str]:
    """All rolls since the first `known` were seen, in order, each for long enough. Returns them."""
    expect(page.locator("main.untold")).to_have_count(0)
    rolled = page.evaluate(ROLLED)[known:]
    seen = [one for one in rolls_seen(page) if one["roll"] in rolled]
    assert [one["roll"] for one in seen] == rolled
    assert [one for one in seen if one["until"] - one["from"] < LEAST] == []
    return list(rolled)


def wait_for_decision(page: Page) -> None:
    """Until the player is asked for something and the computer for nothing."""
    expect(page.locator("#prompt-box.yours")).to_be_visible()
    expect(page.locator("main.untold")).to_have_count(0)
    expect(page.locator(":is(#choices, #bar) button:visible:not(:disabled), .fighter.able").first).to_be_visible()


def attacking_ajlun() -> Table:
    """Saracens who have moved against Guy and two more in an open town, and against two in another; nothing hits."""
    franks = "ajlun: king-guy walter conrad\njericho: balian josselin\n"
    places = f"{franks}ashtera: yazkuj qaimaz keukburi\namman: sanjar bahram\n"
    table = Table(moving(places, first="frank", mover="saracen"), {"fire": [6] * 60})
    for block in ("yazkuj", "qaimaz", "keukburi"):
        table.do("saracen", f"move {block} ajlun")
    return table.do("saracen", "move sanjar jericho")


def before_the_last_shot() -> Table:
    """All at Ajlun have fired in the first round but one of the Saracens."""
    table = attacking_ajlun().do("saracen", "done").do("frank", "choose-battle ajlun")
    for _shot in range(5):
        (side,) = table.awaited
        table.do(side, f"fire {table.actions(side, 'fire')[0].block}")
    assert (table.step, table.awaited) == ("fight", {"saracen"})
    return table


@pytest.mark.parametrize("size", SIZES)
def test_ones_own_last_shot_is_shown_before_the_shots_of_the_enemy(
    against_computer: Callable[..., Player], size: dict[str, Any]
) -> None:
    player = against_computer(before_the_last_shot().position, **size)
    page = player.page
    wait_for_decision(page)
    known = len(page.evaluate(ROLLED))
    page.evaluate(WATCH)
    page.locator("#choices [data-type=fire]").click()
    expect(page.locator("main.untold")).to_have_count(1)
    wait_for_decision(page)
    rolled = check_all_shown(page, known=known)
    assert len(rolled) > 1
    assert player.problems == []


@pytest.mark.parametrize("size", SIZES)
def test_the_shots_with_which_the_enemy_begins_a_battle_are_all_shown(
    against_computer: Callable[..., Player], size: dict[str, Any]
) -> None:
    player = against_computer(attacking_ajlun().position, **size)
    page = player.page
    wait_for_decision(page)
    page.evaluate(WATCH)
    before = player.drawn
    page.locator("#bar [data-type=done]").click()
    player.settle(before)
    expect(page.locator("main.untold")).to_have_count(1)
    wait_for_decision(page)
    assert len(check_all_shown(page, known=0)) > 1
    assert player.problems == []


SIZES_SEEN = """() => { const seen = (window.sizes = []);
  const look = () => { const one = document.querySelector(".fighter");
    if (one && one.offsetWidth > 0 && seen.at(-1) !== one.offsetWidth) seen.push(one.offsetWidth);
    requestAnimationFrame(look); };
  look(); }"""


@pytest.mark.parametrize("size", SIZES)
def test_blocks_keep_their_size_while_dice_fall_and_when_something_is_asked(
    against_computer: Callable[..., Player], size: dict[str, Any]
) -> None:
    player = against_computer(before_the_last_shot().position, **size)
    page = player.page
    wait_for_decision(page)
    page.evaluate(SIZES_SEEN)
    for _shot in range(2):
        before = player.drawn
        if page.locator("#choices [data-type=fire]").count():
            page.locator("#choices [data-type=fire]").click()
        else:
            page.locator(".fighter[data-type=take-hit]").first.click()
        player.settle(before)
        wait_for_decision(page)
    assert len(page.evaluate("window.sizes")) == 1, page.evaluate("window.sizes")
