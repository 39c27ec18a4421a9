"""What lies over the map, and where the map looks: its buttons and the line of what is out of sight keep one place, and
nothing that matters lies beneath them or beyond the frame.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules.position import Position
from tests.browser.backstage import Backstage
from tests.browser.layouts import DESK, PHONE, settle
from tests.browser.playing import DRAWN, Player
from tests.browser.test_counted_presses import opening
from tests.browser.test_first_visit import PLACES
from tests.rules.scene import Table, choosing, moving
from tests.rules.test_winter import end_movement, wintering

PlayAt = Callable[..., Player]
NewPlayer = Callable[..., Player]
LOW_PHONE = PHONE | {"width": 360, "height": 600}
"""The bars of the browser leave so little."""

# Where things are in the frame of the map, in whole pixels: [left, top, right, bottom] each.
IN_FRAME = """selector => {
  const map = document.querySelector("#map").getBoundingClientRect();
  return [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect())
    .filter(({ width }) => width > 0)
    .map(({ left, top, right, bottom }) =>
      [left - map.left, top - map.top, right - map.left, bottom - map.top].map(Math.round));
}"""
# What of these is out of the frame of the map, or lies under its buttons.
AMISS = """selector => {
  const map = document.querySelector("#map").getBoundingClientRect();
  const over = [...document.querySelectorAll("#map-tools, .beyond, .battle-strip, .moment")]
    .map((one) => one.getBoundingClientRect()).filter(({ height }) => height > 0);
  const meets = (one, other) => one.left < other.right - 1 && one.right > other.left + 1 && one.top < other.bottom - 1
    && one.bottom > other.top + 1;
  const named = (one) => one.dataset.town ?? one.dataset.block ?? one.dataset.at ?? one.className.baseVal;
  const shown = [...document.querySelectorAll(selector)].filter((one) => one.getBoundingClientRect().width > 0);
  return shown.flatMap((one) => {
    const { left, top, right, bottom } = (one.querySelector(".hit, .block") ?? one).getBoundingClientRect();
    const out = left < map.left - 1 || right > map.right + 1 || top < map.top - 1 || bottom > map.bottom + 1;
    return out ? [`${named(one)} out of the frame`]
      : over.some((box) => meets({ left, top, right, bottom }, box)) ? [`${named(one)} covered`] : [];
  });
}"""


def in_frame(page: Page, selector: str) -> list[list[int]]:
    found: list[list[int]] = page.evaluate(IN_FRAME, selector)
    return found


def amiss(page: Page, selector: str) -> list[str]:
    found: list[str] = page.evaluate(AMISS, selector)
    return found


def press_tool(page: Page, key: str, times: int = 1) -> None:
    for _ in range(times):
        page.locator(f"[data-tool={key}]").click()
        settle(page, 9)  # no motion is played in these tests


def show(player: Player, size: dict[str, Any], position: Position, backstage: Backstage) -> None:
    """Opens the page anew at a size and a position."""
    player.page.set_viewport_size({"width": size["width"], "height": size["height"]})
    player.open_at(position, backstage)
    settle(player.page)


def place_of(page: Page, town: str) -> list[int]:
    return in_frame(page, f".town[data-town={town}] .hit")[0]


HOSTS = """damascus: saladin kurds-1 al-adil
egypt: al-aziz yuzpah
aleppo: zangi
ashtera: turks-1
homs: sanjar
hama: kurds-4
baalbek: turks-3
antioch: bohemond
jerusalem: balian
"""
ARMIES = """gaza: saladin kurds-1 al-adil turks-1
egypt: al-aziz
damascus: zangi
aleppo: sanjar
hama: kurds-4
baalbek: turks-3
homs: yuzpah
antioch: bohemond
"""
OUT_OF_SIGHT = """(towns) => {
  const { left, right, top, bottom } = document.querySelector(".map").getBoundingClientRect();
  return towns.filter((town) => {
    const box = document.querySelector(`.town[data-town=${town}] .hit`).getBoundingClientRect();
    const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
    return x < left || x > right || y < top || y > bottom;
  });
}"""
CUT = """(line) => {
  const { top, right, bottom } = line.getBoundingClientRect();
  return [...line.querySelectorAll("button")].map((one) => one.getBoundingClientRect())
    .filter((one) => one.top < bottom && (one.bottom > bottom || one.right > right || one.top < top));
}"""


def test_the_line_of_what_is_out_of_sight_says_what_it_leads_to(play_at: PlayAt, backstage: Backstage) -> None:
    player = play_at(moving(HOSTS, first="saracen"), **PHONE)
    page = player.page
    for size in (PHONE, DESK):
        show(player, size, moving(HOSTS, first="saracen"), backstage)
        press_tool(page, "zoom-in", 2 if size is DESK else 1)
        line = page.get_by_role("group", name="Out of sight:")
        expect(line).to_contain_text(re.compile(r"\d more towns:"))
        sign = line.get_by_role("button", name="Egypt lies out of sight: 2 blocks can act there. Press to see it.")
        expect(sign).to_have_text("➤Egypt2")
        expect(sign).to_have_attribute("title", "Egypt lies out of sight: 2 blocks can act there. Press to see it.")
        sign.click()
        settle(page)
        expect(sign).to_have_count(0)
        assert amiss(page, ".town[data-town=egypt], .token[data-at=egypt]") == []

        # The largest army is named first, whether or not it holds a city, and of how many towns some are named; a name
        # for which there is no room is left out whole.
        player.open_at(moving(ARMIES, first="saracen"), backstage)
        press_tool(page, "zoom-in", 3)
        page.evaluate("document.querySelector('.map').scrollTo(9999, 0)")
        settle(page)
        expect(page.locator(".beyond button").first).to_have_text("➤Gaza4")
        missing = page.evaluate(OUT_OF_SIGHT, ["gaza", "egypt", "damascus", "aleppo", "hama", "baalbek", "homs"])
        expect(page.locator(".beyond-said")).to_have_text(f"{len(missing)} more towns:")
        assert page.locator(".beyond").evaluate(CUT) == []

    # Of those where chosen blocks can go cities come before towns with more blocks: Acre before Homs.
    show(player, PHONE, moving("damascus: saladin\nhoms: zangi sanjar\nacre: king-guy\n", first="saracen"), backstage)
    page.locator(".token[data-block=saladin]").tap()
    settle(page)
    press_tool(page, "zoom-in", 4)
    page.locator("#map").evaluate("map => map.scrollTo(map.scrollWidth, 0)")
    settle(page)
    cities = {"acre", "aleppo", "antioch", "damascus", "egypt", "jerusalem", "tripoli"}
    named = page.locator(".beyond button").evaluate_all("all => all.map((one) => one.dataset.beyond)")
    assert "acre" in named
    assert [town in cities for town in named] == sorted((town in cities for town in named), reverse=True)
    assert player.problems == []


OFF_THE_SHEET = """async () => {
  const { layOut, setMinimumSize } = await import("/static/frontend/js/map/stacks.js");
  const { places, size } = await import("/static/frontend/js/map/layout.js");
  const block = (id) => ({ id, strength: 2 });
  const own = ["saladin", "al-adil", "zangi", "sanjar", "kurds-1", "turks-1", "arabs-1", "yuzpah"].map(block);
  const off = new Set();
  for (const zoom of [0.21, 0.3, 0.36, 0.44, 0.6, 1])
    for (const count of [2, 3, 4, 6, 8]) {
      setMinimumSize(32, zoom);
      for (const town of Object.keys(places)) {
        const stacks = [{ side: "saracen", area: "field", count, hidden: 0, blocks: own.slice(0, count) },
          { side: "frank", area: "castle", count: 2, hidden: 2, blocks: [] }];
        const layout = layOut({ map: { [town]: { stacks } }, staging: {}, assassins: null });
        for (const { x, y, scale } of layout.tokens.values())
          if (x - 28 * scale < 0 || x + 28 * scale > size.width || y - 28 * scale < 0 || y + 32 * scale > size.height)
            off.add(`${town} ${count} ${zoom}`);
      }
    }
  return [...off];
}"""
"""The blocks that would be drawn beyond the sheet, however many stand in a town and however large they are."""


@pytest.mark.whole
def test_buttons_and_line_of_the_map_stand_where_they_stand_and_over_no_town_to_be_pressed(
    play_at: PlayAt, backstage: Backstage
) -> None:
    """At whatever zoom, wherever the map is dragged, and whatever is lit below them; seen from the foot of the frame,
    whose height follows the words above it.
    """
    player = play_at(moving(HOSTS, first="saracen"), **PHONE)
    page = player.page
    stood: dict[str, set[tuple[int, ...]]] = {}

    def look() -> None:
        settle(page, 9)
        height = page.evaluate("document.querySelector('#map').clientHeight")
        for selector, places in stood.items():
            for left, top, right, bottom in in_frame(page, selector):
                # The line is as wide as what it names.
                places.add((left, height - top, height - bottom, right if selector == "#map-tools" else 0))

    for size in (PHONE, DESK):
        show(player, size, moving(HOSTS, first="saracen"), backstage)
        stood = {"#map-tools": set(), ".beyond": set()}
        look()
        covered = []
        for key in ("zoom-in", "zoom-in", "zoom-in", "zoom-in", "zoom-out", "zoom-whole", "zoom-action"):
            press_tool(page, key)
            # Those that are in the frame at all, when the map has been zoomed by its buttons.
            covered += amiss(page, ".token.able") if key == "zoom-in" else []
        for key in ("zoom-in", "zoom-out", "zoom-whole", "zoom-action"):
            press_tool(page, key)
            for left, top in ((0, 0), (300, 500), (9000, 9000)):
                page.evaluate("to => document.querySelector('#map').scrollTo(...to)", [left, top])
                look()
        assert [one for one in covered if one.endswith("covered")] == []
        press_tool(page, "zoom-whole")
        for block in ("turks-1", "sanjar", "zangi", "saladin", "yuzpah"):
            page.locator(f"[data-key=block-{block}]").evaluate("button => button.click()")
            settle(page)
            look()
            assert amiss(page, ".town.goal") == [], block
            page.keyboard.press("Escape")
            settle(page)
        player.stand_at(moving(HOSTS), backstage)
        look()
        assert [len(places) for places in stood.values()] == [1, 1], stood
        assert page.evaluate(OFF_THE_SHEET) == []
    assert player.problems == []


# The towns with a ring.
RINGED = """() => {
  const middle = (one) => { const box = one.getBoundingClientRect();
    return [(box.left + box.right) / 2, (box.top + box.bottom) / 2]; };
  const rings = [...document.querySelectorAll(".pointed")].map(middle);
  return [...document.querySelectorAll(".town")].filter((town) => {
    const [x, y] = middle(town.querySelector(".hit"));
    return rings.some(([left, top]) => Math.hypot(left - x, top - y) < 3);
  }).map((town) => town.dataset.town);
}"""

ATTACKS = {
    "tripoli": ("homs", "tripoli: conrad josselin walter\nhoms: zangi sanjar kurds-1 turks-1\n"),
    "acre": ("tiberias", "acre: conrad josselin walter\ntiberias: zangi sanjar kurds-1 turks-1\n"),
    "jaffa": ("ramallah", "jaffa: conrad balian\nramallah: zangi sanjar kurds-1 turks-1\n"),
    "gaza": ("egypt", "gaza: gaza-templars\negypt: zangi sanjar kurds-1 turks-1 al-aziz yuzpah\n"),
}
AT_THE_LEFT_EDGE = """(map, town) => {
  const { left } = document.querySelector(`.town[data-town=${town}] .hit`).getBoundingClientRect();
  map.scrollLeft += left - map.getBoundingClientRect().left - 20;
}"""


@pytest.mark.whole
def test_attackers_at_the_coast_and_the_towns_around_the_action_are_within_the_frame(
    play_at: PlayAt, backstage: Backstage
) -> None:
    """Also where somebody looks from near, with the town at the left edge."""
    player = play_at(moving("banyas: saladin\nacre: king-guy\nantioch: bohemond\n", first="saracen"), **PHONE)
    page = player.page
    for size in (PHONE, DESK):
        show(player, size, moving("banyas: saladin\nacre: king-guy\nantioch: bohemond\n", first="saracen"), backstage)
        press_tool(page, "zoom-in", 3)
        press_tool(page, "zoom-action")
        around = ("banyas", "beaufort", "damascus", "tiberias")
        assert amiss(page, ", ".join(f".town[data-town={town}]" for town in around)) == []
        page.locator("[data-key=block-saladin]").evaluate("button => button.click()")
        press_tool(page, "zoom-in")
        press_tool(page, "zoom-action")
        assert amiss(page, ".town.goal") == []

        for town in ("acre", "gaza") if size is PHONE else ("tripoli", "jaffa"):
            start, places = ATTACKS[town]
            player.open_at(moving(places + "aleppo: al-adil\nantioch: bohemond\n", first="saracen"), backstage)
            settle(page)
            press_tool(page, "zoom-action")
            press_tool(page, "zoom-in", 3)
            page.locator("#map").evaluate(AT_THE_LEFT_EDGE, town)
            settle(page)
            page.locator(f".token.able[data-at={start}]").first.dispatch_event("click")
            if page.locator(".fan [data-fan]").count():
                page.locator(".fan [data-fan]").first.dispatch_event("click")
            page.locator("#bar [data-key=all-here]").evaluate("button => button.click()")
            before = player.drawn
            page.locator(f".town.goal[data-town={town}]").dispatch_event("click")
            player.settle(before)
            settle(page)
            assert page.locator(f".token.saracen[data-at={town}]").count() >= 2
            assert amiss(page, f".token[data-at={town}], .town[data-town={town}]") == []
    assert player.problems == []


def test_the_map_stays_where_it_is_when_movement_begins_or_a_card_is_asked_for(
    new_player: NewPlayer, backstage: Backstage
) -> None:
    """Blocks that may act are in sight: those in the rest of the land are named by the line."""
    saladin = new_player("Saladin", **PHONE)
    saladin.game = backstage.start_duel(new_player("Richard").name, saladin.name)
    page = saladin.page
    for size in (PHONE, DESK):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        table = opening()
        saladin.open_at(table.position, backstage)
        settle(page)
        before = [place_of(page, town) for town in ("banyas", "damascus")]
        table.do("frank", "play-card move-1").do("saracen", "play-card move-3")
        saladin.stand_at(table.position, backstage)
        settle(page)
        height = page.evaluate("document.querySelector('#map').clientHeight")
        now = [place_of(page, town) for town in ("banyas", "damascus")]
        assert [box[2] - box[0] for box in now] == [box[2] - box[0] for box in before], "the map was zoomed"
        assert [box[0] for box in now] == [box[0] for box in before], "the map went aside"
        assert all(box[1] > 0 and box[3] < height for box in now[:1])

        # Who looks at the whole map goes on looking at it.
        places = "damascus: saladin\nhoms: sanjar\nacre: king-guy\n"
        table = Table(choosing(places, frank="move-1 " * 6, saracen="move-3 " * 6, turn="1187.1"))
        saladin.open_at(table.position, backstage)
        press_tool(page, "zoom-whole")
        whole = place_of(page, "damascus")
        table.do("frank", "play-card move-1").do("saracen", "play-card move-3")
        saladin.stand_at(table.position, backstage)
        settle(page)
        town = place_of(page, "damascus")
        assert town[2] - town[0] == pytest.approx(whole[2] - whole[0], abs=1)
        # The page itself does not go so far off afterwards.
        page.locator(".token[data-block=saladin]").dispatch_event("click")
        settle(page)
        page.keyboard.press("Escape")
        press_tool(page, "zoom-action")
        assert float(page.get_attribute("#map", "data-zoom") or 0) > 0.36
    assert saladin.problems == []


def test_the_map_rests_where_it_is_when_a_card_is_asked_for(play_at: PlayAt, backstage: Backstage) -> None:
    """Once a lesson has ended: no front draws it elsewhere."""
    places = "aleppo: bohemond\ngaza: walter\negypt: al-aziz qara-qush\n"
    player = play_at(moving(places, first="frank"), **PHONE)
    page = player.page
    for size in (PHONE, DESK):
        show(player, size, moving(places, first="frank"), backstage)
        press_tool(page, "zoom-in", 3)
        page.evaluate("document.querySelector('.map').scrollTo(9999, 0)")
        settle(page)
        was = place_of(page, "aleppo")
        held = "move-3 move-2 "
        player.stand_at(choosing(places, frank=held * 2, saracen=held * 2, turn="1187.3"), backstage)
        settle(page)
        now = place_of(page, "aleppo")
        assert [box[2] - box[0] for box in (now, was)] == [was[2] - was[0]] * 2, "the map was zoomed"
        assert now[0] == pytest.approx(was[0], abs=2), "the map went aside"
    assert player.problems == []


def test_saladin_lies_clear_of_the_maps_buttons_at_the_first_question_of_a_game(new_player: NewPlayer) -> None:
    """Saladin stays in sight, also when what is said above the map makes it lower after it turned to him."""
    page = new_player(**PHONE).page
    page.goto("/")
    page.locator("text='Play now'").tap()
    page.locator("button:has-text('Yes: gently, and explained')").tap()
    expect(page.locator("#coach")).to_contain_text("Saladin")
    settle(page, 48)
    assert amiss(page, ".token[data-block=saladin]") == []


TOLD = """() => {
  const words = document.querySelector(".moment"), dock = document.querySelector("#dock");
  words.innerHTML = Array(12).fill("Six words that tell what happened").join("<br>");
  words.hidden = false;
  dock.style.minHeight = `${dock.offsetHeight + 9}px`;  // the words find their place anew
}"""
TOLD_WHOLE = """() => {
  const words = document.querySelector(".moment"), { top, bottom } = words.getBoundingClientRect();
  return words.style.maxHeight !== "" && words.scrollHeight <= words.clientHeight + 1 && top >= 0
    && bottom <= innerHeight;
}"""


def test_words_that_are_told_large_lie_on_nothing_that_the_lesson_points_at_and_are_whole_on_a_low_map(
    new_player: NewPlayer, backstage: Backstage
) -> None:
    player = new_player("Joinville", **PHONE)
    page = player.page
    player.begin_lesson()
    for size in (DESK, LOW_PHONE, PHONE):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        player.open_at(choosing(PLACES, frank="move-3 " * 6, saracen="move-1 " * 6, turn="1187.1"), backstage)
        for _ in range(2):
            before = player.drawn
            page.locator("#hand [data-type=play-card]").first.click()
            page.wait_for_function(DRAWN, arg=before)
        expect(page.locator(".moment")).to_be_visible()
        settle(page)
        pointed = "".join(f".town[data-town={town}], .token[data-at={town}], " for town in ("banyas", "tiberias"))
        assert amiss(page, pointed + ".coach-arrow") == [], size

    # Above six cards a phone's map is lower than the words of a turn's end: "Turn 1 of 1187 ended." was cut.
    player.game = backstage.start_solo(player.name)
    franks, saracens = "move-3 move-2 manna guide move-1", "move-3 move-2 jihad intrigue move-1"
    player.open_at(choosing("acre: king-guy\negypt: saladin", frank=franks, saracen=saracens), backstage)
    page.evaluate(TOLD)
    page.wait_for_function(TOLD_WHOLE)
    assert player.problems == []


@pytest.mark.whole
def test_each_block_to_be_disbanded_in_winter_is_in_sight_and_its_place_is_lit(
    play_at: PlayAt, backstage: Backstage
) -> None:
    """Aleppo and Egypt feed fewer than they hold: when one has been done, the other comes into sight."""
    places = (
        "aleppo: saladin al-adil kurds-1 turks-1 zangi\negypt: arabs-1 al-aziz yuzpah sanjar turks-3\ntyre: conrad\n"
    )
    player = play_at(end_movement(wintering(places, "saracen")).position, **PHONE)
    page = player.page
    for size in (PHONE, DESK):
        show(player, size, end_movement(wintering(places, "saracen")).position, backstage)
        if size is DESK:
            press_tool(page, "zoom-in", 3)
            page.locator("[data-beyond=aleppo]").click()
        seen = []
        for _ in range(10):
            if page.get_attribute("main", "data-step") != "winter" or page.locator("[data-surplus]").count() == 0:
                break
            settle(page)
            able = page.locator(".token.able").evaluate_all("all => all.map((one) => one.dataset.block)")
            assert len(amiss(page, ".token.able")) < len(able), "none of them is in sight"
            # The last in the list is rather out of sight; in the end one at Aleppo is left.
            block = able[-1]
            town = page.locator(f".token[data-block={block}]").get_attribute("data-at")
            before = player.drawn
            page.locator(f'#choices [data-type=disband][data-key*="{block}"]').evaluate("button => button.click()")
            page.wait_for_function(DRAWN, arg=before)
            assert page.evaluate(RINGED) == [town], f"{town} is not lit"
            seen.append(town)
        assert set(seen) == {"aleppo", "egypt"}
        # The year is over and cards are asked for: the map shows where both sides meet, or one's own blocks.
        settle(page)
        assert len(amiss(page, ".town")) < page.locator(".town").count()
    assert player.problems == []
