"""One press has all blocks fire, or withdraw, whose turn it is."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from rules.position import Position
from tests.browser.backstage import Backstage
from tests.browser.playing import Player
from tests.rules.scene import Table, moving

PlayAt = Callable[..., Player]
READ = 2500
"""Milliseconds for which what a roll did can be read at least."""
KURDS = ("kurds-1", "kurds-2", "kurds-3")
HISTORY = """async () => {
  const id = location.pathname.split("/").filter(Boolean).at(-1);
  const { results } = await (await fetch(`/api/v1/games/${id}/history/?after=0&limit=150`)).json();
  return results.map(({ events }) => events);
}"""
SHOOTERS = """() => {
  const seen = (window.shooters = []);
  const look = () => {
    const who = document.querySelector(".tray .shooter")?.textContent ?? "";
    const asked = document.querySelector("#choices [data-type=fire]:not(:disabled)") !== null;
    const last = seen.at(-1);
    if (last?.who !== who || last.asked !== asked) seen.push({ who, asked, at: performance.now() });
  };
  new MutationObserver(look).observe(document.querySelector("main"), { subtree: true, childList: true });
}"""


def three_kurds(dice: dict[str, list[Any]] | None = None) -> Table:
    """Three Kurds of one step each are to fire at Guy, who cannot fall by their dice."""
    table = Table(
        moving(
            "ajlun: king-guy@4\nashtera: kurds-1@1 kurds-2@1 kurds-3@1\nacre: walter\negypt: al-aziz\n", mover="saracen"
        ),
        {"fire:ajlun:1:king-guy": [6] * 4, **(dice or {})},
    )
    table.do("saracen", *(f"move {block} ajlun" for block in KURDS), "done")
    while table.awaited != {"saracen"}:
        table.do("frank", f"fire {table.actions('frank', 'fire')[0].block}")
    assert table.step == "fight"
    return table


def before_the_castle() -> Position:
    """Three Franks are to act in the field before the castle of Jerusalem, which has room for three."""
    table = Table(
        moving("jerusalem: king-guy walter josselin\nhebron: kurds-1 kurds-2 kurds-3\nacre: conrad\n", mover="saracen")
    )
    table.do("saracen", *(f"move {block} jerusalem" for block in KURDS), "done").do("frank", "garrison -")
    assert (table.step, table.awaited) == ("fight", {"frank"})
    return table.position


@pytest.mark.whole
def test_one_press_has_all_fire_or_withdraw_each_as_if_pressed_alone(play_at: PlayAt, backstage: Backstage) -> None:
    """Three presses become one. Each shot is an event of its own, is shown by itself, and nothing is asked between."""
    player = play_at(three_kurds().position, width=390, height=844, has_touch=True, reduced_motion="no-preference")
    page = player.page
    page.evaluate(SHOOTERS)
    page.locator("[data-key=fire-all]").click()
    expect(page.locator("[data-key=fire-all]")).to_have_count(0)
    player.wait_until(lambda: len(player.acts) == 3)
    assert [act["action"] for act in player.acts] == [{"type": "fire", "block": block} for block in KURDS]
    expect(page.locator("main[data-busy=false]:not(.untold)")).to_be_attached()
    shown = page.evaluate("window.shooters")
    first, second, third = [one for one in shown if one["who"].startswith("Kurds")][:3]
    assert [one["who"] for one in (first, second, third)] == ["Kurds 1", "Kurds 2", "Kurds 3"]
    # What each did can be read before the next, where nobody presses.
    assert min(second["at"] - first["at"], third["at"] - second["at"]) >= READ
    assert not any(one["asked"] for one in (first, second))
    history = page.evaluate(HISTORY)
    shots = [facts for facts in history if any(fact["type"] == "block-fired" for fact in facts)]
    fired = [fact for facts in shots for fact in facts if fact["type"] == "block-fired"]
    assert len(shots) == len(fired) == 3
    # With the same dice single presses lead to the same blocks with the same steps.
    alone = three_kurds({f"fire:ajlun:1:{fact['block']}": fact["dice"] for fact in fired})
    for block in KURDS:
        alone.do("saracen", f"fire {block}")
    guy = page.locator(".fighter[data-block=king-guy]")
    strength = alone.strength("king-guy")
    expect(guy).to_have_attribute("aria-label", re.compile(f"strength {strength}"))
    # So do all withdraw for whom there is room; at a desk.
    page.set_viewport_size({"width": 1440, "height": 900})
    page.emulate_media(reduced_motion="reduce")
    player.open_at(before_the_castle(), backstage)
    player.acts.clear()
    page.locator("[data-key=withdraw-all]").click()
    player.wait_until(lambda: len(player.acts) == 3)
    assert [act["action"]["type"] for act in player.acts] == ["withdraw"] * 3
    expect(page.locator("#log")).to_contain_text("the Franks hold its castle and are besieged")
    assert player.problems == []
