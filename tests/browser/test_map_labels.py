"""The map of a phone: no two names lie on each other at any zoom, and its buttons lie under nothing."""

from collections.abc import Callable
from itertools import product

import pytest

from tests.browser.backstage import Backstage
from tests.browser.layouts import DESK, PHONE, settle
from tests.browser.playing import Player
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
# The names that are drawn, and those that meet another, at the map's zoom.
MEETING = """() => {
  const seen = [...document.querySelectorAll("#map :is(.names .name, .realm-name)")].flatMap((one) => {
    const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
    if (width === 0 || getComputedStyle(one).visibility === "hidden") return [];
    return [{ name: one.textContent, left, right, top: top + height * 0.17, bottom: bottom - height * 0.09 }];
  });
  const meet = (a, b) => a.left + 0.5 < b.right && a.right > b.left + 0.5 && a.top < b.bottom && a.bottom > b.top;
  const met = seen.flatMap((one, i) =>
    seen.slice(i + 1).flatMap((two) => meet(one, two) ? [[one.name, two.name]] : []));
  return { zoom: Number(document.getElementById("map").dataset.zoom), met, names: seen.map(({ name }) => name) };
}"""
MOST_ZOOMS = 20


@pytest.mark.whole
def test_no_two_names_lie_on_each_other_at_any_zoom(play_at: PlayAt, backstage: Backstage) -> None:
    """Nor while towns are lit, whose names are larger. The seven cities keep their names."""
    player = play_at(moving(PLACES, first="saracen"), **PHONE)
    page = player.page
    cities = {"Acre", "Tripoli", "Jerusalem", "Damascus", "Aleppo", "Antioch", "Egypt"}
    for size, chosen in product((PHONE, DESK), (False, True)):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        player.open_at(moving(PLACES, first="saracen"), backstage)
        page.locator("[data-tool=zoom-whole]").click()
        if chosen:
            page.locator("#map [data-block=tuman]").first.dispatch_event("click")
        zooms: list[float] = []
        for _ in range(MOST_ZOOMS):
            settle(page, 15)  # names find their places when the map has come to rest
            found = page.evaluate(MEETING)
            assert found["met"] == [], found["zoom"]
            assert cities <= set(found["names"]), found
            if zooms and found["zoom"] == zooms[-1]:
                break
            zooms.append(found["zoom"])
            page.locator("[data-tool=zoom-in]").click()
        assert 4 < len(zooms) < MOST_ZOOMS


def test_buttons_of_the_map_stand_above_the_dock_which_stays_at_the_foot_and_leaves_every_panel_whole(
    play_at: PlayAt,
) -> None:
    """Also where the dock comes over the foot of the map, and when somebody scrolls down."""
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
