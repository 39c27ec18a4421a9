"""The map of a phone: no two names lie on each other at any zoom, and its buttons lie under nothing."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.playing import Player
from tests.browser.test_play import DESK, PHONE
from tests.rules.scene import moving

PlayAt = Callable[..., Player]
PLACES = """sidon: saladin keukburi sanjar
acre: balian
tripoli: raymond-tripoli
jerusalem: king-guy
egypt: al-aziz al-adil
damascus: tuman
aleppo: zangi
antioch: bohemond
kerak: reynald-kerak
tiberias: qaimaz"""
# The names that are drawn and meet another, at the map's zoom; null while it still moves.
MEETING = """() => {
  const zoom = document.getElementById("map").dataset.zoom;
  if (window.zoomed !== zoom) { window.zoomed = zoom; window.rested = performance.now(); }
  if (performance.now() - window.rested < 400) return null;
  const seen = [...document.querySelectorAll("#map :is(.names .name, .realm-name)")].flatMap((one) => {
    const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
    if (width === 0 || getComputedStyle(one).visibility === "hidden") return [];
    return [{ name: one.textContent, left, right, top: top + height * 0.17, bottom: bottom - height * 0.09 }];
  });
  const meet = (a, b) => a.left + 0.5 < b.right && a.right > b.left + 0.5 && a.top < b.bottom && a.bottom > b.top;
  const met = seen.flatMap((one, i) =>
    seen.slice(i + 1).flatMap((two) => meet(one, two) ? [[one.name, two.name]] : []));
  return { zoom: Number(zoom), met, names: seen.map(({ name }) => name) };
}"""


def names_at_rest(page: Page) -> dict[str, object]:
    found: dict[str, object] = page.wait_for_function(MEETING).json_value()
    return found


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_no_two_names_lie_on_each_other_at_any_zoom(play_at: PlayAt, size: dict[str, object]) -> None:
    """Nor while towns are lit, whose names are larger. The seven cities keep their names."""
    page = play_at(moving(PLACES, first="saracen"), **size).page
    cities = {"Acre", "Tripoli", "Jerusalem", "Damascus", "Aleppo", "Antioch", "Egypt"}
    for chosen in (False, True):
        page.locator("[data-tool=zoom-whole]").click()
        if chosen:
            page.locator("#map [data-block=tuman]").first.dispatch_event("click")
        zooms: list[float] = []
        while True:
            found = names_at_rest(page)
            assert found["met"] == [], found["zoom"]
            assert cities <= set(found["names"]), found  # type: ignore[call-overload]
            if zooms and found["zoom"] == zooms[-1]:
                break
            zooms.append(found["zoom"])  # type: ignore[arg-type]
            page.locator("[data-tool=zoom-in]").click()
        assert len(zooms) > 4


def test_buttons_and_line_of_the_map_stand_above_a_dock_that_comes_over_its_foot(play_at: PlayAt) -> None:
    page = play_at(moving(PLACES, first="saracen"), **PHONE).page
    page.locator("[data-tool=zoom-in]").click()
    page.locator(".beyond:not([hidden])").wait_for()
    tops = (
        "() => [...['.map-tools', '.beyond'].map((one) => document.querySelector(one).getBoundingClientRect().bottom),"
        " document.getElementById('dock').getBoundingClientRect().top]"
    )
    for high in (0, 430, 0):
        page.evaluate("(high) => { document.getElementById('bar').style.minHeight = `${high}px`; }", high)
        page.wait_for_function(
            f"(high) => {{ const [tools, line, dock] = ({tops})(); const bar = document.getElementById('bar');"
            " return bar.offsetHeight >= high && tools <= dock && line <= dock && dock - tools < 40; }",
            arg=high,
        )


def test_who_scrolls_down_has_the_buttons_at_the_foot_of_the_screen_and_every_panel_whole(play_at: PlayAt) -> None:
    page = play_at(moving(PLACES, first="saracen"), **PHONE).page
    for part in ("#choices", "#cards-box", "#side"):
        page.evaluate(
            "(part) => { const top = document.querySelector(part).getBoundingClientRect().top;"
            " scrollBy(0, top - document.getElementById('prompt-box').offsetHeight - 8); }",
            part,
        )
        dock, height = page.evaluate(
            "() => { const { top, bottom } = document.getElementById('dock').getBoundingClientRect();"
            " return [[top, bottom], innerHeight]; }"
        )
        assert height - 20 < dock[1] <= height + 1, part
        head = page.locator(f"{part} :is(h2, [role=tab])").first.bounding_box()
        assert head is not None
        assert head["y"] + head["height"] < dock[0], part
