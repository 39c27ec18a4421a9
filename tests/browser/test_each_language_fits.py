"""In each language the words of lessons, cards, names and rolls stand whole on a phone and on a desk."""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Page, expect

from frontend.texts import all_texts
from tests.browser.backstage import Backstage
from tests.browser.layouts import DESK, PHONE, TABLET, amiss, resize, settle
from tests.browser.playing import DRAWN, Player
from tests.browser.sieges import fight_at_jerusalem, fullest_siege, knight_attacked
from tests.rules.scene import Table, choosing, moving

NewPlayer = Callable[..., Player]
languages = pytest.mark.parametrize(
    "language", [pytest.param("en", marks=pytest.mark.whole), "fr", pytest.param("pl", marks=pytest.mark.whole)]
)

FIT = """([cards, goals, charge, notice]) => {
  const box = document.querySelector("#prompt-box"), coach = document.querySelector("#coach");
  const told = document.querySelector("#notice"), forms = box.querySelectorAll(":scope > form");
  const [words] = coach.querySelectorAll("[data-advice]");
  const goal = coach.querySelector("strong") ?? coach.insertBefore(document.createElement("strong"), words);
  const cut = [];
  for (const [key, said] of Object.entries(cards)) {
    const end = key.endsWith("end");
    for (const form of forms) form.hidden = !end;
    told.textContent = key === "lesson-siege-muster" ? notice : "";
    goal.textContent = goals[key] ?? "";
    words.textContent = key === "lesson-fight-on" ? `${said} ${charge}` : said;
    const below = [...box.querySelectorAll("p, button")].filter((one) => one.checkVisibility()
      && one.getBoundingClientRect().bottom > box.getBoundingClientRect().bottom);
    if (box.scrollHeight > box.clientHeight + 1 || below.length) cut.push([key, box.scrollHeight, box.clientHeight]);
  }
  return cut;
}"""
"""The cards that do not stand whole above the map, beside the longest prompt of a lesson: that of its cards."""

# How far down the hand of a lesson goes with an event in both of its rows, and how far apart the switch of sides is.
HAND = """event => {
  const cards = [...document.querySelectorAll("#hand > .card")];
  for (const card of [cards[0], cards.at(-1)]) {
    card.querySelectorAll("small").forEach((one) => one.remove());
    const said = card.appendChild(document.createElement("small"));
    said.textContent = event;
  }
  const heads = [...document.querySelectorAll("#seat-switch > :is(span, button)")]
    .map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => Math.round((top + bottom) / 2));
  return [Math.max(...cards.map((one) => one.getBoundingClientRect().bottom)), Math.max(...heads) - Math.min(...heads)];
}"""


@languages
def test_a_lesson_stands_whole(new_player: NewPlayer, backstage: Backstage, language: str) -> None:
    with translation.override(language):
        texts = {key: str(words) for key, words in all_texts().items() if not isinstance(words, dict)}
    player = new_player(locale=language, **PHONE)
    page = player.page
    player.begin_lesson()
    expect(page.locator("#coach [data-advice]")).to_be_visible()
    gaps = {"town": "Tiberias", "from": "Tripoli", "muster": "Tripoli", "side": "Saracens", "inside": "Stay inside"}
    gaps |= {"stay": texts["siege-on-at"].format(town="Tiberias")}
    said = {key: words.format(**gaps) for key, words in texts.items() if key.startswith("lesson-")}
    goals = {"lesson-card-frank": said.pop("lesson-goal"), "lesson-siege-card-frank": said.pop("lesson-siege-goal")}
    charge = said.pop("lesson-fight-charge")
    notice = texts["done-at-once"].format(what=texts["leaves-empty"].format(town="Tripoli"))
    assert page.evaluate(FIT, [said, goals, charge, notice]) == []

    # Where a lesson asks for its first card the most words stand above the hand, whose two rows have an event each.
    page.set_viewport_size({"width": 1440, "height": 900})
    player.open_game()
    expect(page.locator("#coach [data-advice]")).to_be_visible()
    expect(page.locator("#hand > .card")).to_have_count(6)
    effects = [words for key, words in texts.items() if re.fullmatch(r"card-[a-z]+-does", key)]
    foot, apart = page.evaluate(HAND, max(effects, key=len))
    assert foot <= 900, foot
    assert apart <= 4, "the switch of sides is in one line"

    # At the second shot of its battle, which may be a charge, many words leave blocks that can be read.
    page.set_viewport_size({"width": 390, "height": 844})
    table = Table(
        moving("tiberias: raymond-tiberias\nbanyas: qaimaz\nacre: king-guy", turn="1187.1"), {"fire": [6] * 9}
    )
    table.do("frank", "move raymond-tiberias banyas", "done").do("saracen", "done", "garrison -", "fire qaimaz")
    player.open_at(table.position, backstage)
    expect(page.locator("#choices [data-type=charge]")).to_be_visible()
    settle(page)
    wide = page.locator(".fighter").evaluate_all("all => all.map((one) => one.offsetWidth)")
    assert len(wide) == 2
    assert min(wide) >= 44
    assert player.problems == []


NAMES = """async ([looks]) => {
  const { drawBlock } = await import("/static/frontend/js/blocks/faces.js");
  const { blocks } = JSON.parse(document.getElementById("page-data").textContent);
  const found = [];
  for (const look of looks) {
    const field = document.createElement("div");
    field.className = look;
    document.body.append(field);
    for (const [id, { steps, name, side }] of Object.entries(blocks)) {
      const fighter = document.createElement("div");
      fighter.className = "fighter";
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      svg.setAttribute("viewBox", "-29 -29 58 62.6");
      svg.setAttribute("class", "battle-block");
      svg.setAttribute("width", 58);
      svg.append(...drawBlock({ id, strength: steps }, []));
      fighter.append(svg);
      field.append(fighter);
      const boxOf = (one) => svg.querySelector(one).getBoundingClientRect();
      const [word, frame] = ["text.block-name", "rect.block"].map(boxOf);
      found.push([look, side, name, Math.round(10 * (frame.width - word.width)) / 10]);
    }
    field.remove();
  }
  return found;
}"""
LEAST = {"frank": 8, "saracen": 10, "assassin": 8}
"""Pixels of a block 58 wide, on both sides together: the frame is drawn inward, and Saracens' corners are round."""

TRAY_IN_THE_WAY = """() => {
  const box = (one) => one.getBoundingClientRect();
  const words = [...document.querySelectorAll(".tray :is(.special, .shooter, .told, .die)")];
  const field = box(document.querySelector(".stage-field"));
  const ways = [...document.querySelectorAll(".ways-out")].map(box);
  return words.filter((one) => {
    const { left, right, top, bottom } = box(one);
    return top < field.top || bottom > field.bottom
      || ways.some((way) => left < way.right && right > way.left && top < way.bottom && bottom > way.top);
  }).map((one) => one.textContent || one.className);
}"""
"""Script: the words and dice of a roll that are cut off by the stage, or lie over its signs of ways out."""


@languages
def test_names_and_the_words_of_a_fight_have_room(
    play_at: Callable[..., Player], backstage: Backstage, language: str
) -> None:
    player = play_at(knight_attacked(), locale=language, **PHONE)
    page = player.page
    settle(page)
    charge = page.locator("#choices [data-type=charge]").bounding_box()
    fire = page.locator("#choices [data-type=fire]").bounding_box()
    assert charge
    assert fire
    assert charge["width"] > 340
    assert charge["height"] < 100
    # Fire keeps the right foot of the dock.
    assert fire["y"] >= charge["y"] + charge["height"]
    assert fire["x"] + fire["width"] > 360

    found: list[list[Any]] = page.evaluate(NAMES, [["battle-stage", "battle-stage small"]])
    assert len(found) > 100
    assert [one for one in found if one[3] < LEAST[one[1]]] == []
    assert all(one[3] < 40 for one in found), "a name is not measured"

    resize(page, TABLET)
    before = player.drawn
    page.locator("#choices [data-type=charge]").click()
    page.wait_for_function(DRAWN, arg=before)
    expect(page.locator(".tray .special")).to_be_visible()
    expect(page.locator(".tray .told")).to_be_visible()
    assert page.evaluate(TRAY_IN_THE_WAY) == []

    hand = "move-1 move-2 move-3 winter-campaign assassins intrigue"
    cards = choosing("acre: king-guy\ndamascus: saladin", frank=hand, saracen="move-2 " * 6, turn="1187.1")
    for size in (TABLET, DESK):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        for position in (cards, fight_at_jerusalem()):
            player.stand_at(position, backstage)
            expect(page.locator("#hand .card strong" if position is cards else ".ways-out").first).to_be_visible()
            settle(page)
            assert amiss(page) == []
            sides = [box for side in page.locator(".seat-switch button").all() if (box := side.bounding_box())]
            assert len(sides) == 2
            assert round(sides[0]["y"]) == round(sides[1]["y"]), "both sides of the switch stand side by side"
    assert player.problems == []


# What of the line of year and score, and of the cities with who holds them, goes beyond the screen or its own line.
BEYOND = """() => [...document.querySelectorAll("#status li, #status p, #brief span, .points span")].filter((one) => {
  const { left, right } = one.getBoundingClientRect(), list = one.parentElement.getBoundingClientRect();
  return left < Math.max(0, list.left - 1) || right > Math.min(innerWidth, list.right + 1); })
  .map((one) => one.textContent)"""
WHOLE = """list => {
  const alone = list.cloneNode(true);
  alone.style.cssText = "position: absolute; max-width: none; flex: none";
  list.after(alone);
  const wide = alone.offsetWidth;
  alone.remove();
  return list.offsetWidth >= wide - 1; }"""
# Where the page is scrolled to when within a second nothing in sight opens the menu: neither the line of the year nor
# the page's head.
WITHOUT_MENU = """async () => {
  const opens = () => [...document.querySelectorAll("[popovertarget=menu]:not([popovertargetaction])")].some((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    if (width === 0 || top < 0 || top + height > innerHeight) return false;
    return one.contains(document.elementFromPoint(left + 8, top + height - 6)); });
  const without = [];
  for (let y = 0; y < document.documentElement.scrollHeight - innerHeight + 150; y += 150) {
    scrollTo(0, y);
    let frames = 60;
    do await new Promise(requestAnimationFrame); while (!opens() && (frames -= 1) > 0);
    if (frames === 0) without.push(y);
  }
  return without;
}"""
PLACES = "acre: king-guy\ndamascus: saladin"
HELD = {"frank": "assassins jihad guide move-3 move-3 move-2", "saracen": "move-1 " * 6}
MUCH = "document.querySelector('#awaited').textContent = 'Much is said of the winter. '.repeat(90)"


@languages
def test_year_score_cities_and_names_stand_whole_and_the_menu_is_in_sight_however_far_one_has_scrolled(
    new_player: NewPlayer, backstage: Backstage, language: str
) -> None:
    player = new_player("Usama", locale=language, **PHONE | {"is_mobile": True})
    page = player.page
    player.game = backstage.start_against_computer(player.name, "saracen", "page")
    player.open_game()
    names = page.locator("#players .player-name")
    expect(names).to_have_count(2)
    for size in (TABLET, DESK):
        resize(page, size)
        assert amiss(page) == [], "of a game against the computer"

    player.game = backstage.start_solo(player.name)
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    player.open_at(moving(PLACES), backstage)
    assert page.evaluate(WITHOUT_MENU) == []
    for width, height in ((360, 740), (320, 640), (768, 1024), (1024, 768), (1440, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("window.scrollTo(0, 0)")
        assert page.evaluate(BEYOND) == [], width
        assert width < 360 or page.evaluate("document.documentElement.scrollWidth") <= width
    player.stand_at(choosing(PLACES, **HELD, turn="1188.1"), backstage)
    assert page.evaluate(WITHOUT_MENU) == []
    # Much that is said scrolls below the year's line.
    page.evaluate(MUCH)
    page.evaluate("document.querySelector('#prompt-box').scrollTo(0, 300)")
    assert page.evaluate(WITHOUT_MENU) == []
    # In a look back the list of moments names the longest turn and phase whole.
    page.locator("[data-key=replay-open]").tap()
    expect(page.locator("#past")).to_be_visible()
    assert page.evaluate(WITHOUT_MENU) == []
    assert page.locator("[data-key=replay-jump]").evaluate(WHOLE)
    page.locator("#brief").tap()
    expect(page.locator("#menu")).to_be_visible()
    assert player.problems == []


SEEN = """() => {
  const told = document.querySelector("#told"), line = document.querySelector(".headline");
  told.hidden = false;
  told.textContent = "I go.";
  const alone = told.checkVisibility();
  line.append("Franks: they took Tyre");
  const beside = told.checkVisibility();
  line.replaceChildren();
  return [alone, beside];
}"""
"""Whether what the computer says is seen, without and with the line of what it did."""


def test_what_the_computer_says_waits_until_the_line_of_what_it_did_is_gone(
    new_player: NewPlayer, backstage: Backstage
) -> None:
    """Beside an explanation there is no room for both."""
    player = new_player("Usama", **PHONE)
    player.game = backstage.start_against_computer(player.name, "saracen", "page")
    player.open_game()
    expect(player.page.locator("#coach [data-advice]").first).to_be_visible()
    assert player.page.evaluate(SEEN) == [True, False]
    player.page.set_viewport_size({"width": 1440, "height": 900})
    assert player.page.evaluate(SEEN)[1]


BEHIND = """() => {
  const tray = document.createElement("div"), told = document.createElement("p");
  tray.className = "tray";
  told.className = "told";
  document.querySelector(".battle-stage").append(tray);
  tray.append(told);
  return getComputedStyle(told).backgroundColor;
}"""
"""The color behind the words of a roll: one that is seen through is given as rgba."""


def rings_apart(page: Page) -> None:
    page.locator("main").evaluate("main => main.setAttribute('data-advice', 'sally')")
    buttons = page.locator("#choices button:visible")
    expect(buttons.first).to_have_css("outline-style", "solid")
    boxes = sorted(
        (box["y"], box["x"], box["width"], box["height"]) for one in buttons.all() if (box := one.bounding_box())
    )
    for (y, x, wide, high), (next_y, next_x, _, _) in pairwise(boxes):
        # Each ring reaches four pixels out.
        assert next_x - x - wide >= 9 if round(y) == round(next_y) else next_y - y - high >= 9


def test_a_lesson_in_a_siege_has_rings_that_do_not_touch_and_a_guest_nothing_to_keep(
    new_player: NewPlayer, backstage: Backstage
) -> None:
    player = new_player(**PHONE)
    page = player.page
    page.goto("/?stay")
    # Where a besieged castle stands alone on a low board, what hunger took lies over its battlements.
    expect(page.locator("#showing .fighter").first).to_be_visible()
    behind = page.evaluate(BEHIND)
    assert behind.startswith("rgb("), behind
    player.begin_lesson(siege=True)
    assert page.evaluate(WITHOUT_MENU) == []
    page.evaluate("scrollTo(0, 0)")
    player.open_at(fullest_siege().position, backstage)
    rings_apart(page)
    page.set_viewport_size({"width": 1024, "height": 768})
    player.open_game()
    rings_apart(page)
    player.open_at(choosing(PLACES, frank="move-3 " * 6, saracen="move-1 " * 6, turn="1188.1"), backstage)
    expect(page.locator("#keep-here")).to_have_count(0)
    assert player.problems == []
