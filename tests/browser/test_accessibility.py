"""WCAG 2.2 AA on every page and in every phase of a game, as far as axe-core can tell: light and dark, phone and desk, each language."""

import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import URLPattern, URLResolver
from playwright.sync_api import Page, expect

import frontend.urls
from tests.browser.playing import Player

NewPlayer = Callable[..., Player]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LOOKS = [("light", 1440, 900), ("dark", 1440, 900), ("light", 360, 740), ("dark", 360, 740)]

# Plays through the API, in the page: to the first card, to movement, or into the first fight, which it looks for.
PLAY_TO = """async (wanted) => {
  const { fetchView, post } = await import("/static/frontend/js/api.js");
  const pick = (list) => list[Math.floor(Math.random() * list.length)];
  const read = (value) => {
    if (value?.any) return pick(value.any);
    return value?.some ? value.some.slice(0, Math.max(1, value.least)) : value;
  };
  const make = ({ about, ...offer }) => Object.fromEntries(Object.entries(offer).map(([name, value]) => [name, read(value)]));
  let view = (await fetchView(null)).view;
  for (let i = 0; i < 300; i += 1) {
    const phase = view.battle ? (view.battle["to-act"]?.length ? "fight" : "battle") : view.phase;
    if (phase === wanted) return phase;
    const side = view.awaited[0];
    view = (await fetchView(side)).view;
    const enemies = (town) => (view.map[town]?.stacks ?? []).some((stack) => stack.side !== side);
    let action = null;
    for (const offer of view.actions.filter(({ type }) => type === "move")) {
      const path = (offer.path.any ?? [offer.path]).find((towns) => enemies(towns.at(-1)));
      if (path) action = { type: "move", block: read(offer.block), path };
    }
    const done = view.actions.find(({ type }) => type === "done");
    const cards = view.actions.filter(({ type }) => type === "play-card");
    const fights = view.actions.filter(({ type }) => type !== "retreat");
    const hand = cards.flatMap(({ card }) => card.any ?? [card]).sort();  // those that move stand behind, but for one
    if (!action && hand.length > 0) action = { type: "play-card", card: hand.findLast((card) => card.startsWith("move")) ?? hand[0] };
    if (!action) action = view.phase !== "battle" && done ? { type: "done" } : make(pick(fights));
    const answer = await post("actions", { version: view.version, side, action });
    view = answer.view ?? view;
  }
  return "nothing";
}"""


def pages() -> Iterator[str]:
    """The address of every page without parameters."""

    def walk(patterns: list[Any], prefix: str) -> Iterator[str]:
        for pattern in patterns:
            route = prefix + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from walk(pattern.url_patterns, route)
            elif isinstance(pattern, URLPattern) and "<" not in route:
                yield "/" + route

    yield from walk(frontend.urls.urlpatterns, "")


def name() -> str:
    return f"Usama-{uuid.uuid4().hex[:8]}"


def solo(new_player: NewPlayer, **options: Any) -> Player:
    player = new_player(name(), path="/signup/?alone", **options)
    player.see_game()
    return player


def violations(page: Page, part: str | None = None) -> list[str]:
    results = Axe().run(page, context=part, options={"runOnly": RULES, "resultTypes": ["violations"]})
    return [f"{found['id']}: {node['html'][:160]}" for found in results.response["violations"] for node in found["nodes"]]


def look_in_light_and_dark(page: Page) -> None:
    """Checks the page as it stands, in both looks."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert violations(page) == [], scheme


def look_at(page: Page, paths: list[str]) -> int:
    """Checks those of these addresses that are pages to read, and returns how many were."""
    seen = 0
    for path in paths:
        answer = page.request.get(path, max_redirects=0)
        if answer.status in (200, 404) and "html" in answer.headers["content-type"]:
            page.goto(path)
            assert violations(page) == [], path
            seen += 1
    return seen


def play_to(player: Player, phase: str) -> None:
    assert player.page.evaluate(PLAY_TO, phase) == phase
    player.page.reload()
    player.see_game()


@pytest.mark.parametrize(("scheme", "width", "height"), [LOOKS[0], LOOKS[3]])
def test_every_page_for_visitors(new_player: NewPlayer, scheme: str, width: int, height: int) -> None:
    visitor = new_player(color_scheme=scheme, width=width, height=height).page
    assert look_at(visitor, [*pages(), "/nothing-here/"]) >= 6


@pytest.mark.parametrize(("scheme", "width", "height"), [LOOKS[0], LOOKS[3]])
def test_every_page_for_players(new_player: NewPlayer, scheme: str, width: int, height: int) -> None:
    player = solo(new_player, color_scheme=scheme, width=width, height=height)
    assert look_at(player.page, list(pages())) >= 5


@pytest.mark.parametrize("language", ["fr", "pl"])
def test_the_main_pages_in_each_language(new_player: NewPlayer, language: str) -> None:
    player = solo(new_player, locale=language, width=360, height=740)
    page = player.page
    assert violations(page) == []
    play_to(player, "fight")
    assert violations(page) == []
    assert look_at(page, ["/?stay", "/help/", "/games/", "/games/new/", "/games/open/"]) == 5


@pytest.mark.parametrize(("scheme", "width", "height"), LOOKS)
def test_the_game_in_each_phase(new_player: NewPlayer, scheme: str, width: int, height: int) -> None:
    player = solo(new_player, color_scheme=scheme, width=width, height=height)
    page = player.page
    assert violations(page) == []
    for phase in ("cards", "move", "fight"):
        play_to(player, phase)
        assert violations(page) == [], phase
        if phase == "move" and page.locator("#choices [data-block]").count():
            page.locator("#choices [data-block]").first.click()
            assert violations(page) == [], "a block is chosen"
    for tab in page.get_by_role("tab").all():
        tab.click()
        assert violations(page, "#panel") == [], tab.inner_text()


def test_menus_and_dialogs(new_player: NewPlayer) -> None:
    player = solo(new_player, width=360, height=740)
    page = player.page
    for menu in ("languages", "menu"):
        page.locator(f"[popovertarget={menu}]").click()
        assert violations(page, f"#{menu}") == []
        page.keyboard.press("Escape")
        expect(page.locator(f"#{menu}")).to_be_hidden()
    page.get_by_role("tab", name="Game").click()
    page.locator("#resign").click()
    expect(page.locator("#resign-dialog")).to_be_visible()
    assert violations(page, "#resign-dialog") == []


def test_a_form_ties_its_errors_to_its_fields(new_player: NewPlayer) -> None:
    page = new_player().page
    page.goto("/signup/")
    page.fill("[name=username]", "Usama")
    page.fill("[name=password1]", "acre")
    if page.locator("[name=password2]").count():
        page.fill("[name=password2]", "acre")
    page.click("main form button")
    wrong = page.locator("main [aria-invalid=true]").first
    expect(wrong).to_be_visible()
    for described in (wrong.get_attribute("aria-describedby") or "").split():
        expect(page.locator(f"[id='{described}']")).to_be_attached()
    assert violations(page) == []


def test_the_first_stop_skips_to_the_content(new_player: NewPlayer) -> None:
    page = new_player().page
    page.goto("/help/")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_class("skip")
    expect(page.locator(":focus")).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")


def test_the_keyboard_goes_into_the_map_and_out_of_it_again(new_player: NewPlayer) -> None:
    """No trap: from the first block on, Tab comes to the choices in the end, and back again."""
    player = solo(new_player)
    page = player.page
    page.locator("#map").focus()
    for _ in range(400):
        page.keyboard.press("Tab")
        if page.evaluate("document.querySelector('#choices').contains(document.activeElement)"):
            break
    assert page.evaluate("document.querySelector('#choices').contains(document.activeElement)")
    page.keyboard.press("Shift+Tab")
    assert not page.evaluate("document.querySelector('#choices').contains(document.activeElement)")


def test_what_has_the_focus_can_be_seen(new_player: NewPlayer) -> None:
    player = solo(new_player)
    page = player.page
    page.locator("body").press("Tab")
    for _ in range(25):
        page.keyboard.press("Tab")
        look = page.evaluate(
            """() => {
              const focused = document.activeElement, style = getComputedStyle(focused);
              const inside = focused.querySelector(".hit, .block-edge");
              return [style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2, style.boxShadow !== "none",
                inside !== null && parseFloat(getComputedStyle(inside).strokeWidth) >= 4];
            }"""
        )
        assert any(look), page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
