"""Blocks on the map are never too small to be read: crowded ones lie in a pile with a count, and fan out when they are
pressed.
"""

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from rules import game
from rules.actions import Action, SetChoice
from rules.dice import SeededDice
from rules.ruleset import Ruleset
from tests.browser.backstage import Backstage
from tests.browser.layouts import DESK, PHONE, settle
from tests.browser.playing import Player
from tests.rules.scene import Table, moving

PlayAt = Callable[..., Player]
SIZES = [(1920, 1080, 44), (1440, 900, 34), (1024, 768, 24), (390, 844, 32)]
SIX = "banyas: saladin al-adil kurds-1 turks-1 zangi arabs-1\nacre: king-guy\n"
both_sizes = pytest.mark.parametrize(
    "size", [PHONE, pytest.param(DESK, marks=pytest.mark.whole)], ids=["phone", "desk"]
)

MEASURE = """async ([views, pixels, zooms]) => {
  const { layOut, setMinimumSize } = await import("/static/frontend/js/map/stacks.js");
  const { places } = await import("/static/frontend/js/map/layout.js");
  const boxes = (selector, part) => [...document.querySelectorAll(selector)].map((one) => {
    const { x, y, width, height } = (part ? one.querySelector(part) : one).getBBox();
    // The line of a name is higher than its letters.
    const above = part ? 0 : height / 5;
    return { town: one.dataset.town, left: x + 2, top: y + above + 2, right: x + width - 2,
      bottom: y + height - above - 2 };
  });
  const drawn = [...boxes(".names .name"), ...boxes(".realm-name"), ...boxes(".town", ".body")];
  const met = {};
  let least = Infinity, piles = 0, blocks = 0;
  for (const zoom of zooms) {
    setMinimumSize(pixels, zoom);
    for (const view of views) {
      const { tokens, piles: found } = layOut(view);
      piles += found.length;
      blocks += tokens.size;
      for (const { scale, x, y, town, area } of tokens.values()) {
        least = Math.min(least, scale * 56 * zoom);
        const half = 28 * scale;
        if (area === "staging" || zoom !== zooms[0]) continue;
        for (const other of drawn) {
          const meets = x - half < other.right && x + half > other.left && y - half < other.bottom
            && y + 31 * scale > other.top;
          if (meets) met[`${town} on ${other.town}`] = 1;
        }
        for (const [other, [left, top]] of Object.entries(places)) {
          const across = Math.max(0, Math.abs(x - left) - half), down = Math.max(0, Math.abs(y - top) - half);
          if (other !== town && Math.hypot(across, down) < RING) met[`${town} in the ring of ${other}`] = 1;
        }
      }
    }
  }
  return { least, piles, blocks, met: Object.keys(met) };
}""".replace("RING", "41")
# Of a block seen from afar: how wide its arms are on the screen, and which part of them its figures cover.
ARMS = """() => {
  const token = document.querySelector(".far .token:has(.block-arms.afar)");
  const unit = token.querySelector(".block").getBoundingClientRect().width / 56;
  const arms = token.querySelector(".block-arms.afar");
  const wide = 40 * parseFloat(getComputedStyle(arms).strokeWidth);
  const { x, y } = arms.getBBox();
  const figures = token.querySelector(".block-rating.afar").getBBox();
  const across = x + wide / 2 - figures.x, down = y + wide / 2 - figures.y;
  return [wide * unit, Math.max(0, across) * Math.max(0, down) / (wide * wide)];
}"""
# A hidden block's back with those that lie behind it is as wide as a block that is shown.
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".token:has(.block)")].map((token) => {
  const faces = [...token.querySelectorAll(".block")].map((one) => one.getBoundingClientRect());
  return Math.max(...faces.map((one) => one.right)) - Math.min(...faces.map((one) => one.left));
}))"""
# How far below its first line the second of a realm's name begins, in its letters.
APART = """afar => {
  document.querySelector('.map').classList.toggle('overview', afar);
  return [...document.querySelectorAll('.realm-name')].flatMap((name) => {
    const [first, second] = name.querySelectorAll('tspan');
    if (!second) return [];
    const below = second.getStartPositionOfChar(0).y - first.getStartPositionOfChar(0).y;
    return [below / parseFloat(getComputedStyle(name).fontSize)];
  });
}"""


def positions(count: int, seed: int = 1187) -> list[dict[str, Any]]:
    """What the sides see of so many positions of games played at random, after every third decision."""
    chance = random.Random(seed)
    views: list[dict[str, Any]] = []
    while len(views) < count:
        dice = SeededDice(chance.getrandbits(30))
        position = game.new_game(Ruleset(), dice).position
        decisions = 0
        while position.awaited and len(views) < count:
            side = min(position.awaited)
            actions = game.legal_actions(position, side)
            action = actions[chance.randrange(len(actions))]
            if isinstance(action, SetChoice):
                action = action.choose(chance.sample(action.candidates, chance.randint(action.least, action.most)))
            assert isinstance(action, Action)
            position = game.apply(position, side, action, dice).position
            decisions += 1
            if decisions % 3 == 0:
                view = game.observe(position, chance.choice(["frank", "saracen"]))
                views.append({key: view[key] for key in ("map", "staging", "assassins")})
    return views


@pytest.mark.parametrize("count", [5, pytest.param(150, marks=pytest.mark.whole)])
def test_no_block_is_too_small_nor_on_a_name_or_another_town_in_any_position(play_at: PlayAt, count: int) -> None:
    """At the zoom with which the page opens; on small screens, which come a little farther off by themselves, blocks
    stay as large. The lines of a realm's name stand below each other, from near and from afar.
    """
    views = positions(count)
    player = play_at(moving(SIX, first="saracen"), **DESK)
    page = player.page
    for width, height, pixels in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        expect(page.locator("main[data-drawn]")).to_be_visible()
        opened = float(page.get_attribute("#map", "data-zoom") or 0)
        page.wait_for_function(f"least => ({SMALLEST})() >= least", arg=pixels - 0.1)
        found = page.evaluate(MEASURE, [views, pixels, [opened, max(0.36, opened * 0.85)]])
        assert found["least"] >= pixels - 0.01, (width, found)
        assert found["piles"] > 0
        assert found["met"] == [], width
        arms, covered = page.evaluate(ARMS)
        assert arms >= 0.6 * pixels, (width, arms)
        assert covered < 0.25, (width, covered)
        for afar in (False, True):
            apart = page.evaluate(APART, afar)
            assert len(apart) >= 3
            assert min(apart) > 1
    assert player.problems == []


COVERED_GOALS = """() => {
  const fan = document.querySelector(".fan").getBoundingClientRect();
  return [...document.querySelectorAll(".town.goal .hit")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return fan.width > 0 && left < fan.right && right > fan.left && top < fan.bottom && bottom > fan.top;
  }).length;
}"""
CROWD = (
    "jerusalem: josselin jerusalem-hospitallers jerusalem-templars reynald-kerak beirut-turcopoles\n"
    "tripoli: raymond-tripoli raymond-tiberias bohemond antioch-turcopoles crossbows\n"
    "damascus: saladin al-adil kurds-1 turks-1 zangi arabs-1\nbanyas: keukburi\n"
)
TO_THE_MIDDLE = """town => document.querySelector(`.town[data-town=${town}] .hit`)
  .scrollIntoView({ block: 'center', inline: 'center' })"""


@both_sizes
def test_a_pile_fans_out_and_makes_way_for_towns_and_a_group_can_lose_a_member_there(
    play_at: PlayAt, backstage: Backstage, size: dict[str, Any]
) -> None:
    player = play_at(moving(SIX, first="saracen"), **size)
    page = player.page
    fan = page.locator(".fan")

    def press(selector: str) -> None:
        found = page.locator(selector).first
        if size is PHONE:
            found.tap()
        else:
            found.click()

    expect(page.locator(".pile-count")).to_have_text(["6"])
    press(".token[data-at=banyas] >> nth=-1")
    expect(fan.locator("[data-fan]")).to_have_count(6)
    assert min(fan.locator("[data-fan]").evaluate_all("all => all.map((one) => one.offsetWidth)")) >= 44
    press("#bar [data-key=all-here]")
    expect(page.locator(".town.goal")).not_to_have_count(0)
    settle(page)
    assert page.evaluate(COVERED_GOALS) == 0
    if size is PHONE:
        # Whether or not the map has room for the pile beside the towns that can be pressed now, the bar lists who goes.
        press("#bar [data-key=off-zangi]")
        expect(page.locator("#bar .plan-chip:not(.out)")).to_have_count(5)
    else:
        expect(fan.locator("[data-fan][aria-pressed=true]")).to_have_count(6)
        press(".fan [data-fan=zangi]")
        expect(fan.locator("[data-fan][aria-pressed=true]")).to_have_count(5)
    expect(page.locator("#bar .what").first).to_contain_text("5 blocks")
    page.keyboard.press("Escape")
    expect(fan).to_be_hidden()

    # Where the first block of a pile can go, the pile stands elsewhere, on a phone above the map.
    for town in ("jerusalem", "tripoli"):
        player.open_at(moving(CROWD), backstage)
        page.evaluate(TO_THE_MIDDLE, town)
        settle(page)
        page.locator(f".token[data-at={town}] >> nth=-1").click()
        page.locator(".fan button[data-fan]").first.click()
        expect(page.locator(".town.goal")).not_to_have_count(0)
        settle(page, 36)
        assert page.evaluate(COVERED_GOALS) == 0, town
    assert player.problems == []


COVERED_BY_SIGN = """() => {
  const sign = document.querySelector("[data-clash=gaza] rect").getBoundingClientRect();
  return [...document.querySelectorAll(".token .block, .names .name")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return Math.min(right, sign.right) - Math.max(left, sign.left) > 3
      && Math.min(bottom, sign.bottom) - Math.max(top, sign.top) > 3;
  }).length;
}"""
SIGNS = """async () => {
  const { signPlacer } = await import("/static/frontend/js/map/signs.js");
  const { layOut } = await import("/static/frontend/js/map/stacks.js");
  const { places } = await import("/static/frontend/js/map/layout.js");
  const drawn = [["names", ".names .name", null], ["castle", ".town", ".body"]].flatMap(([kind, selector, part]) =>
    [...document.querySelectorAll(selector)].map((one) => {
      const { x, y, width, height } = (part ? one.querySelector(part) : one).getBBox();
      return { town: one.dataset.town, kind, left: x + 2, top: y + 4, right: x + width - 2, bottom: y + height - 2 };
    }));
  const stack = (side, count, area = "field") => ({ side, area, count, hidden: count, blocks: [] });
  const met = [];
  for (const town of Object.keys(places)) {
    // Every town holds somebody, this one a battle.
    const map = Object.fromEntries(Object.keys(places).map((other) => [other, { stacks: [stack("frank", 2)] }]));
    map[town] = { stacks: [stack("saracen", 4), stack("frank", 1, "castle")] };
    const view = { map, staging: {}, assassins: null };
    const { left, top, wide, high } = signPlacer(view)(town, 90);
    const blocks = [...layOut(view).tokens.values()].map(({ town, x, y, scale }) =>
      ({ town, kind: "block", left: x - 27 * scale, top: y - 27 * scale, right: x + 27 * scale,
        bottom: y + 30 * scale }));
    for (const other of [...drawn, ...blocks]) {
      const meets = left < other.right && left + wide > other.left && top < other.bottom && top + high > other.top;
      if (meets) met.push(`${town} on the ${other.kind} of ${other.town}`);
    }
  }
  return met;
}"""


def test_the_sign_of_a_battle_says_who_fights_and_hides_neither_blocks_nor_names(
    play_at: PlayAt, backstage: Backstage
) -> None:
    """Above Gaza stand the blocks of Ascalon."""
    table = moving("acre: king-guy walter\ntyre: conrad\ntiberias: saladin\n")
    position = game.apply(table, "frank", Action("move", block="king-guy", path=("tiberias",)), SeededDice(1)).position
    player = play_at(position, **DESK)
    page = player.page
    expect(page.locator("[data-clash=tiberias] text")).to_have_text("1:1")
    told = "Tiberias, Kingdom of Jerusalem, castle 2, battle: Franks 1 : Saracens 1"
    expect(page.locator(".town[data-town=tiberias]")).to_have_attribute("aria-label", told)
    assert page.evaluate(SIGNS) == []

    places = (
        "gaza: gaza-templars josselin\nascalon: king-guy balian\nbeersheba: arabs-1 arabs-2\negypt: saladin al-adil"
        " kurds-1 al-aziz\n"
    )
    attack = Table(moving(places, first="saracen"))
    attack.do("saracen", "move saladin gaza", "move al-adil gaza", "move kurds-1 gaza", "move arabs-1 gaza", "done")
    for width, height, _ in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        player.open_at(attack.position, backstage)
        expect(page.locator("[data-clash=gaza] text")).to_have_text("2:3 (+1)")
        settle(page, 9)
        assert page.evaluate(COVERED_BY_SIGN) == 0, width
    assert player.problems == []


def test_the_sign_of_a_battle_keeps_off_every_other_town_of_the_older_map(play_at: PlayAt) -> None:
    start = game.new_game(Ruleset.of("1.4"), SeededDice(3)).position
    assert play_at(start, **DESK).page.evaluate(SIGNS) == []
