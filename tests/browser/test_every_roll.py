"""Every roll is shown, in order and for long enough to be read, before the page asks for what comes next: against the
computer, which acts within a fraction of a second.
"""

import re
from collections.abc import Callable
from itertools import groupby
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from rules.ruleset import Ruleset
from tests.browser.answered import Table as Staged
from tests.browser.answered import sit_down
from tests.browser.blows import told
from tests.browser.playing import Player
from tests.rules.scene import Table, moving

__all__ = ["sit_down"]

AgainstComputer = Callable[..., Player]
PHONE = {"width": 390, "height": 844, "has_touch": True}
DESK = {"width": 1440, "height": 900}

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
SIZES_SEEN = """() => { const seen = (window.sizes = []);
  const look = () => { const one = document.querySelector(".fighter");
    if (one && one.offsetWidth > 0 && seen.at(-1) !== one.offsetWidth) seen.push(one.offsetWidth);
    requestAnimationFrame(look); };
  look(); }"""
LEAST = 900
"""Milliseconds for which dice are seen at least: they fall for half a second and lie as long."""


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
    rolls = page.evaluate(ROLLED)
    lay, rolled = rolls[:known][-1:], rolls[known:]
    seen = [one for one in rolls_seen(page) if one["roll"] in [*lay, *rolled]]
    # Of rolls that are alike on end the second is not told from the first; one that lay there may be gone.
    expected = [roll for roll, _ in groupby([*lay, *rolled])]
    assert [one["roll"] for one in seen] in (expected, expected[len(lay) :])
    assert [one for one in seen if one["roll"] not in lay and one["until"] - one["from"] < LEAST] == []
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


@pytest.mark.whole
def test_ones_own_last_shot_is_shown_before_the_shots_of_the_enemy_and_no_block_changes_its_size(
    against_computer: AgainstComputer,
) -> None:
    player = against_computer(before_the_last_shot().position, **PHONE)
    page = player.page
    wait_for_decision(page)
    known = len(page.evaluate(ROLLED))
    page.evaluate(WATCH)
    page.evaluate(SIZES_SEEN)
    page.locator("#choices [data-type=fire]").click()
    expect(page.locator("main.untold")).to_have_count(1)
    wait_for_decision(page)
    assert check_all_shown(page, known=known), "one's own at least: after it the enemy may leave, or hit at once"
    before = player.drawn
    page.locator(":is(#choices [data-type=fire], .fighter[data-type=take-hit])").first.click()
    player.settle(before)
    wait_for_decision(page)
    assert len(page.evaluate("window.sizes")) == 1, page.evaluate("window.sizes")
    assert player.problems == []


def test_the_shots_with_which_the_enemy_begins_a_battle_are_all_shown(against_computer: AgainstComputer) -> None:
    player = against_computer(attacking_ajlun().position, **DESK)
    page = player.page
    wait_for_decision(page)
    page.evaluate(WATCH)
    before = player.drawn
    page.locator("#bar [data-type=done]").click()
    player.settle(before)
    expect(page.locator("main.untold")).to_have_count(1)
    wait_for_decision(page)
    assert check_all_shown(page, known=0), "one at least: a hit may be asked about, or the next of them leave"
    assert player.problems == []


# What is seen of dice and blocks in the first picture with dice, and of dice before it.
FIRST_DICE = """() => {
  window.seen = [];
  new MutationObserver(() => {
    const roll = document.querySelector(".tray .shooter")?.textContent ?? "";
    const who = [...document.querySelectorAll(".fighters .fighter[data-block]")].map((one) =>
      `${one.dataset.block} ${one.querySelector(".pips")?.dataset.strength}`).sort();
    if (roll && document.querySelector("main.untold")) window.untold = [roll];
    if (roll && window.seen.at(-1)?.roll !== roll) window.seen.push({ roll, who, at: performance.now() });
  }).observe(document.querySelector("main"), { subtree: true, childList: true, attributes: true });
}"""


def charges_at_ajlun() -> Table:
    """Saracens who have come to Ajlun; Conrad's charge there hits with each die, Walter's fire with none."""
    places = "ajlun: conrad@3 walter\nashtera: yazkuj@1 qaimaz\n"
    dice = {"fire:ajlun:1:conrad": [1] * 3, "fire": [6] * 20}
    table = Table(moving(places, first="frank", mover="saracen"), dice)
    return table.do("saracen", "move yazkuj ajlun", "move qaimaz ajlun")


def charge(table: Table) -> None:
    """Conrad kills Yazkuj, and Walter fires."""
    table.do("frank", "charge conrad")
    while table.awaited == {"saracen"}:
        table.do("saracen", "take-hit yazkuj")
    table.do("frank", "fire walter")


@pytest.mark.parametrize(
    "begun", [False, pytest.param(True, marks=pytest.mark.whole)], ids=["from its beginning", "in its course"]
)
def test_what_charges_did_is_seen_after_their_dice(sit_down: Callable[..., Staged], *, begun: bool) -> None:
    """All in one answer, as it comes where the server or the line is slow. The dice of the last lay there at once, and
    whom the first kills was missing from the beginning.
    """
    table = charges_at_ajlun()
    if begun:
        table.do("saracen", "done")
    page_of = sit_down(table.position, "saracen", motion=True)
    page = page_of.page
    page.locator("[data-key=follow]").uncheck()
    known = len(table.log)
    if not begun:
        table.do("saracen", "done")
    charge(table)
    page.evaluate(FIRST_DICE)
    # Of the round a banner tells before the first dice fall.
    begins = [{"type": "round-begun", "town": "ajlun", "round": 1}] if begun else []
    page_of.turn_to(table.position, *told([*begins, *table.log[known:]]))
    page_of.wake()
    expect(page.locator(".tray .shooter")).to_have_text("Walter")
    expect(page.locator("main.untold")).to_have_count(0)
    first, second = page.evaluate("window.seen")
    assert first["roll"] == "Conrad"
    assert first["who"] == ["conrad 3", "qaimaz 3", "walter 3", "yazkuj 1"]
    assert second["roll"] == "Walter"
    assert second["at"] - first["at"] >= LEAST
    assert not any("yazkuj" in one for one in second["who"])


def test_of_a_battle_that_begins_after_another_nothing_lies_there_before_it_is_shown(
    sit_down: Callable[..., Staged],
) -> None:
    """Its last dice were drawn for a moment before its first fell."""
    places = "ajlun: conrad walter\njericho: balian\nashtera: yazkuj qaimaz\namman: sanjar@1\n"
    dice = {"fire:jericho": [1] * 3, "fire": [6] * 20}
    table = Table(moving(places, first="frank", mover="saracen"), dice)
    table.do("saracen", "move yazkuj ajlun", "move qaimaz ajlun", "move sanjar jericho", "done")
    table.do("frank", "choose-battle jericho")
    page_of = sit_down(table.position, "saracen", motion=True)
    page = page_of.page
    page.locator("[data-key=follow]").uncheck()
    known = len(table.log)
    table.do("frank", "fire balian", "done", "fire conrad", "fire walter")
    page.evaluate(FIRST_DICE)
    page_of.turn_to(table.position, *told(table.log[known:]))
    page_of.wake()
    expect(page.locator(".tray .shooter")).to_have_text("Walter")
    expect(page.locator("main.untold")).to_have_count(0)
    assert [one["roll"] for one in page.evaluate("window.seen")] == ["Balian", "Conrad", "Walter"]


def test_what_followed_an_act_is_shown_though_the_answer_to_it_came_late(sit_down: Callable[..., Staged]) -> None:
    """The answer's view has the enemy's shot already, of which its facts do not tell, and its news do."""
    table = charges_at_ajlun().do("saracen", "done").do("frank", "charge conrad")
    page_of = sit_down(table.position, "saracen", motion=True)
    page = page_of.page
    page.locator("[data-key=follow]").uncheck()
    known = len(table.log)
    while table.awaited == {"saracen"}:
        table.do("saracen", "take-hit yazkuj")
    own = told(table.log[known:])
    table.do("frank", "fire walter")

    def answer(route: Route) -> None:
        page_of.turn_to(table.position, *told(table.log[known:]))
        news = {"anew": False, "entries": page_of.entries[-1:]}
        route.fulfill(json={"view": page_of.view, "events": own, "news": news})

    page.route(re.compile(r"/actions/"), answer)
    page.evaluate(FIRST_DICE)
    page.locator(".fighter.able").first.click()
    expect(page.locator(".tray .shooter")).to_have_text("Walter")
    expect(page.locator("main.untold")).to_have_count(0)
    assert page.evaluate("window.seen")[-1]["roll"] == "Walter"
    assert page.evaluate("window.untold") == ["Walter"]


# How many dice lie on the map, and the words over it, whenever either changes.
ON_THE_MAP = """() => {
  const seen = (window.seen = []);
  const look = () => {
    const dice = document.querySelectorAll(".dice-shown .face").length;
    const words = document.querySelector(".moment:not([hidden])")?.textContent ?? "";
    const last = seen.at(-1);
    if (last?.dice !== dice || last.words !== words) seen.push({ at: performance.now(), dice, words });
    requestAnimationFrame(look);
  };
  look();
}"""
FALL = 350
"""Milliseconds for which dice on the map fall at least, before it is told what they did."""


def check_roll_on_the_map(page_of: Staged, table: Table, known: int, kind: str) -> None:
    """The die of this fact lies on the map for its time, in sight, and what it did is told when it lies."""
    page = page_of.page
    page.evaluate(ON_THE_MAP)
    page_of.turn_to(table.position, *told(table.log[known:]))
    page_of.wake()
    expect(page.locator(".dice-shown .face")).to_have_count(1)
    expect(page.locator(".dice-shown")).to_be_in_viewport()
    expect(page.locator(".moment")).to_contain_text(f"Told: {kind}.")
    expect(page.locator(".dice-shown")).to_have_count(0)
    expect(page.locator("main.untold")).to_have_count(0)
    seen: list[dict[str, Any]] = page.evaluate("() => window.seen")
    dice = [one for one in seen if one["dice"]]
    gone = next(one["at"] for one in seen if one["at"] > dice[-1]["at"])
    assert gone - dice[0]["at"] >= LEAST, seen
    said = next(one["at"] for one in seen if f"Told: {kind}." in one["words"])
    assert said - dice[0]["at"] >= FALL, seen


def test_the_dice_of_hunger_and_of_a_forced_march_are_seen_on_the_map(sit_down: Callable[..., Staged]) -> None:
    hunger = Table(
        moving("tripoli: [raymond-tripoli] saladin\nacre: conrad\negypt: al-aziz\n", first="saracen"),
        {"attrition": [1]},
    )
    hunger.do("saracen", "done").do("frank", "done").do("saracen", "storm -").do("frank", "sally -")
    assert hunger.step == "leave-siege"
    page_of = sit_down(hunger.position, "saracen", motion=True)
    page_of.page.locator("[data-key=follow]").uncheck()
    known = len(hunger.log)
    hunger.do("saracen", "done")
    assert [fact["losses"] for fact in hunger.log[known:] if fact["type"] == "attrition-rolled"] == [1]
    check_roll_on_the_map(page_of, hunger, known, "attrition-rolled")
    forced = Ruleset(forced_marches=True)
    marched = Table(moving("gaza: kurds-1\nacre: conrad\n", first="saracen", ruleset=forced), {"march": [6]})
    march = next(action for action in marched.actions("saracen", "move") if action.forced and action.path)
    assert march.path
    marched.do("saracen", f"move kurds-1 {'/'.join(march.path)} !")
    page_of.turn_to(marched.position)
    page_of.wake()
    known = len(marched.log)
    marched.do("saracen", "done")
    assert "march-rolled" in {fact["type"] for fact in marched.log[known:]}
    check_roll_on_the_map(page_of, marched, known, "march-rolled")
