"""Looking at the map: zoom, pan and pinch, the whole map and where the action is, names that can be read."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules import game as rules_game
from rules.actions import Action
from rules.dice import SeededDice
from rules.ruleset import Ruleset
from tests.browser.playing import Player

NewPlayer = Callable[..., Player]
PlayAt = Callable[..., Player]
SeatTwo = Callable[..., tuple[Player, Player]]
SIZES = [(360, 740), (820, 1180), (1440, 900)]

# Boxes on the screen of everything that fits the selector: {key: [left, top, right, bottom]}.
BOXES = """([selector, key]) => Object.fromEntries([...document.querySelectorAll(selector)].map((element) => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return [element.getAttribute(key), [left, top, right, bottom]];
}))"""
# Which names are covered by what: names, the wood of blocks, the walls of towns, the boxes beside the map.
MET = """() => {
  const boxes = (selector, what) => [...document.querySelectorAll(selector)]
    .map((element) => [what || element.getAttribute("data-town"), element.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0);
  const overlap = (one, other) => [
    Math.min(one.right, other.right) - Math.max(one.left, other.left),
    // The line of a name is higher than its letters.
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) - one.height * 0.25,
  ];
  const names = boxes(".names .name");
  const others = [...boxes(".marks .town .body", "mark"), ...boxes(".tokens .token .block", "block"),
    ...boxes(".box rect", "box")];
  return names.flatMap(([town, box], i) =>
    [...others, ...names.slice(i + 1)].filter(([, other]) => overlap(box, other).every((size) => size > 1))
      .map(([what]) => `${town} and ${what}`));
}"""


def game(new_player: NewPlayer, width: int = 1440, height: int = 900, **options: Any) -> Page:
    return new_player("Idrisi", alone=True, width=width, height=height, **options).page


def zoom(page: Page) -> float:
    return float(page.locator("#map").get_attribute("data-zoom") or 0)


def boxes(page: Page, selector: str, key: str = "data-town") -> dict[str, list[float]]:
    found: dict[str, list[float]] = page.evaluate(BOXES, [selector, key])
    return found


def frame(page: Page) -> list[float]:
    box = page.locator("#map").bounding_box()
    assert box
    return [box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]]


def middle(box: list[float]) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def within(box: list[float], outer: list[float], slack: float = 1.5) -> bool:
    return (
        box[0] >= outer[0] - slack
        and box[1] >= outer[1] - slack
        and box[2] <= outer[2] + slack
        and box[3] <= outer[3] + slack
    )


def tool(page: Page, key: str) -> None:
    page.locator(f"[data-tool={key}]").click()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_whole_map_fits_into_its_frame(new_player: NewPlayer, width: int, height: int) -> None:
    page = game(new_player, width, height)
    for _ in range(4):
        tool(page, "zoom-in")
    near = zoom(page)
    tool(page, "zoom-whole")
    assert zoom(page) < near
    outer = frame(page)
    assert [town for town, box in boxes(page, ".town").items() if not within([*middle(box)] * 2, outer)] == []


def test_on_a_desk_every_name_is_there_to_read_without_zooming(new_player: NewPlayer) -> None:
    page = game(new_player)
    outer = frame(page)
    names = boxes(page, ".names .name")
    assert len(names) == 53
    assert [town for town, box in names.items() if not within(box, outer)] == []
    assert 26 * zoom(page) > 10.5


def test_on_a_phone_the_names_that_are_in_sight_can_be_read(new_player: NewPlayer) -> None:
    page = game(new_player, 360, 740, has_touch=True)
    assert 26 * zoom(page) > 9.3
    outer = frame(page)
    assert sum(within(box, outer) for box in boxes(page, ".names .name").values()) >= 5


@pytest.mark.parametrize("language", ["en", "fr", "pl"])
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (360, 740)])
def test_nothing_covers_a_name(new_player: NewPlayer, width: int, height: int, language: str) -> None:
    page = game(new_player, width, height, locale=language)
    assert page.evaluate(MET) == []


def test_the_wheel_zooms_about_the_pointer(new_player: NewPlayer) -> None:
    page = game(new_player)
    x, y = middle(boxes(page, ".town[data-town=tiberias]")["tiberias"])
    before = zoom(page)
    page.mouse.move(x, y)
    for _ in range(5):
        page.mouse.wheel(0, -100)
    expect(page.locator("#map")).not_to_have_attribute("data-zoom", f"{before:.3f}")
    page.wait_for_function("least => Number(document.getElementById('map').dataset.zoom) > least", arg=before * 1.9)
    after = middle(boxes(page, ".town[data-town=tiberias]")["tiberias"])
    assert abs(after[0] - x) < 6
    assert abs(after[1] - y) < 6


def test_a_drag_moves_the_map_and_presses_nothing(new_player: NewPlayer) -> None:
    page = game(new_player)
    for _ in range(3):
        tool(page, "zoom-in")
    before = middle(boxes(page, ".town[data-town=tiberias]")["tiberias"])
    outer = middle(frame(page))
    page.mouse.move(*before)
    page.mouse.down()
    page.mouse.move(outer[0], outer[1], steps=4)
    page.mouse.move(before[0] - 90, before[1] - 60, steps=4)
    page.mouse.up()
    after = middle(boxes(page, ".town[data-town=tiberias]")["tiberias"])
    assert abs(after[0] - before[0] + 90) < 3
    assert abs(after[1] - before[1] + 60) < 3
    expect(page.locator("#town")).to_be_hidden()


def test_two_fingers_pinch(new_player: NewPlayer) -> None:
    page = game(new_player, 360, 740, has_touch=True)
    touch = page.context.new_cdp_session(page)
    x, y = middle(frame(page))

    def send(kind: str, apart: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    before = zoom(page)
    send("touchStart", 30)
    for apart in (40, 50, 60):
        send("touchMove", apart)
    send("touchEnd", 0)
    page.wait_for_function("least => Number(document.getElementById('map').dataset.zoom) > least", arg=before * 1.8)
    assert zoom(page) == pytest.approx(before * 2, rel=0.1)
    # The page itself stays as large as it was.
    assert page.evaluate("visualViewport.scale") == 1


def test_one_finger_moves_the_map(new_player: NewPlayer) -> None:
    page = game(new_player, 360, 740, has_touch=True)
    touch = page.context.new_cdp_session(page)
    x, y = middle(frame(page))
    before = boxes(page, ".town[data-town=acre]")["acre"]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in (20, 40, 60):
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x - step, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function(
        "most => document.querySelector('.town[data-town=acre]').getBoundingClientRect().left < most",
        arg=before[0] - 40,
    )


def test_keys_zoom_and_show_the_whole_map(new_player: NewPlayer) -> None:
    page = game(new_player)
    page.locator("#map").focus()
    whole = zoom(page)
    page.keyboard.press("+")
    assert zoom(page) == pytest.approx(whole * 1.3, rel=0.01)
    page.keyboard.press("-")
    assert zoom(page) == pytest.approx(whole, rel=0.01)
    page.keyboard.press("+")
    page.keyboard.press("0")
    assert zoom(page) == pytest.approx(whole, rel=0.01)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_where_the_action_is_is_shown_on_request(new_player: NewPlayer, width: int, height: int) -> None:
    page = game(new_player, width, height)
    page.locator("#map").evaluate("map => { map.scrollLeft = 0; map.scrollTop = 0 }")
    page.locator(".token[data-block=balian]").click()
    tool(page, "zoom-action")
    outer = frame(page)
    able = boxes(page, ".town.goal")
    assert able
    shown = [town for town, box in able.items() if within([*middle(box)] * 2, outer)]
    # Balian has his seats at Nablus and Ascalon: close enough for any screen.
    assert set(shown) == set(able)
    assert 26 * zoom(page) > 9.3


def test_every_town_comes_into_sight_when_the_keyboard_comes_to_it(new_player: NewPlayer) -> None:
    page = game(new_player, 360, 740)
    hidden = page.evaluate(
        """() => [...document.querySelectorAll(".town")].filter((town) => {
          town.setAttribute("tabindex", "-1");
          town.focus();
          const box = town.getBoundingClientRect();
          const outer = document.getElementById("map").getBoundingClientRect();
          const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
          return x < outer.left || x > outer.right || y < outer.top || y > outer.bottom;
        }).map((town) => town.dataset.town)"""
    )
    assert hidden == []


def test_a_new_view_leaves_the_land_alone(new_player: NewPlayer) -> None:
    page = game(new_player)
    page.evaluate(
        """() => { window.changes = 0;
          new MutationObserver((found) => { window.changes += found.length; })
            .observe(document.querySelector(".ground"), { subtree: true, childList: true, attributes: true }); }"""
    )
    before = page.get_attribute("main", "data-drawn")
    page.get_by_role("button", name="Done", exact=True).click()
    expect(page.locator("main")).not_to_have_attribute("data-drawn", before or "")
    assert page.evaluate("window.changes") == 0


def besieged(view: dict[str, Any]) -> dict[str, Any]:
    """The same view with a siege of a dozen at Acre, all of them known."""
    inside = [{"id": block, "strength": 2} for block in ("king-guy", "conrad", "acre-hospitallers")]
    outside = ["saladin", "al-adil", "zangi", "sanjar", "taqi-al-din", "al-mashtub", "kurds-1", "turks-1", "arabs-1"]
    stacks = [
        {"side": "frank", "area": "castle", "count": 3, "hidden": 0, "blocks": inside},
        {
            "side": "saracen",
            "area": "field",
            "count": 9,
            "hidden": 0,
            "blocks": [{"id": block, "strength": 3} for block in outside],
        },
    ]
    acre = {"control": "frank", "stacks": stacks}
    return view | {"map": {"acre": acre}, "sieges": {"acre": {"besieger": "saracen", "besieged": "frank"}}}


def test_a_siege_of_a_dozen_at_acre_can_be_read(new_player: NewPlayer) -> None:
    page = game(new_player)
    page.route("**/view/**", lambda route: route.fulfill(json=besieged(route.fetch().json())))
    page.reload()
    expect(page.locator(".token")).to_have_count(13)  # with the Assassins
    assert page.evaluate(MET) == []
    mark = page.locator(".town[data-town=acre]")
    expect(mark.locator(".ring")).to_be_visible()
    expect(mark.locator(".inside .of-frank")).to_be_visible()
    expect(mark.locator(".inside .of-saracen")).to_be_hidden()
    tokens = boxes(page, ".token .block", "class")
    assert tokens
    found = boxes(page, ".token", "data-block")
    besiegers = [box for block, box in found.items() if block in ("saladin", "arabs-1", "zangi")]
    castle = [box for block, box in found.items() if block in ("king-guy", "conrad")]
    # Castle and field lie apart, and no block hides another.
    assert max(box[2] for box in besiegers) < min(box[0] for box in castle)
    across = page.locator(".token[data-block=saladin] .block").bounding_box()
    assert across
    assert across["width"] > 15


FAR_AND_WIDE = [
    "st-simeon",
    "tripoli",
    "sidon",
    "tiberias",
    "ashtera",
    "amman",
    "zoar",
    "ascalon",
    "gaza",
    "nablus",
    "dimona",
]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_destination_of_a_chosen_block_is_in_sight(new_player: NewPlayer, width: int, height: int) -> None:
    page = game(new_player, width, height)
    offers = [
        {"type": "move", "block": "king-guy", "path": {"any": [[town] for town in FAR_AND_WIDE]}, "about": {"cost": 1}},
        {"type": "done"},
    ]
    page.route("**/view/**", lambda route: route.fulfill(json=route.fetch().json() | {"actions": offers}))
    page.reload()
    expect(page.locator(".town.goal")).to_have_count(len(FAR_AND_WIDE))  # the only block need not be chosen
    page.locator(".token[data-block=king-guy]").click()
    page.locator(".token[data-block=king-guy]").click()
    outer = frame(page)
    tools = page.locator("#map-tools").bounding_box()
    assert tools
    buttons = [tools["x"], tools["y"], tools["x"] + tools["width"], tools["y"] + tools["height"]]
    for town, box in boxes(page, ".town.goal").items():
        x, y = middle(box)
        assert within([x, y, x, y], outer), town
        assert not within([x, y, x, y], buttons), town
    for town, box in boxes(page, ".names .goal-name").items():
        assert within(box, outer, slack=12), town
        assert box[3] - box[1] > 9, town  # with the widest of fonts; with most it is 11


PHONE = {"width": 390, "height": 844}


def test_who_waits_sees_their_own_country_at_first_on_a_phone(new_player: NewPlayer, seat_two: SeatTwo) -> None:
    _, saladin = seat_two(saladin=new_player("Saladin", **PHONE))
    page = saladin.page
    expect(page.locator("#prompt")).to_contain_text("Waiting for the Franks")
    seen, found = frame(page), boxes(page, ".marks .town", "data-town")
    assert [town for town in ("aleppo", "homs", "damascus") if not within(found[town], seen)] == []


def test_who_is_to_decide_sees_prompt_map_and_bar_at_first_on_a_phone(new_player: NewPlayer) -> None:
    player = new_player("Idrisi", alone=True, **PHONE)
    page = player.page
    for part in (
        "#prompt",
        "#bar [data-type=done]",
        ".marks .town[data-town=jerusalem] .body",
        ".marks .town[data-town=tripoli] .body",
    ):
        expect(page.locator(part).first).to_be_in_viewport()


def test_saladins_exchange_stands_above_the_map_of_a_phone(play_at: PlayAt) -> None:
    start = rules_game.new_game(Ruleset(), SeededDice(3)).position
    page = play_at(rules_game.apply(start, "frank", Action("done"), SeededDice(3)).position, **PHONE).page
    for part in ("#prompt", "#choices [data-type=swap]", "#bar [data-type=done]"):
        expect(page.locator(part).first).to_be_in_viewport(ratio=1)
    # He stands in sight, and of his relatives as many as have room: Egypt lies too far off.
    page.wait_for_function(
        "() => ['damascus', 'aleppo'].every((town) => { const map ="
        " document.getElementById('map').getBoundingClientRect(), { left, right, top, bottom } ="
        " document.querySelector(`.town[data-town=${town}] .hit`).getBoundingClientRect();"
        " return left >= map.left - 4 && right <= map.right + 4 && top >= map.top - 4 && bottom <= map.bottom + 4 })"
    )


def test_before_an_exchange_saladin_is_seen_on_a_map_that_is_low(play_at: PlayAt) -> None:
    start = rules_game.new_game(Ruleset(), SeededDice(3)).position
    position = rules_game.apply(start, "frank", Action("done"), SeededDice(3)).position
    page = play_at(position, **PHONE | {"height": 640}).page
    page.wait_for_function(
        "() => { const one = document.querySelector('.token[data-block=saladin]');"
        " const { left, right, top, bottom } = one.getBoundingClientRect();"
        " return one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)) }"
    )


# The towns whose circles a press in the middle does not reach: of those in the frame, clear of what stands over it.
UNREACHED = """() => {
  const map = document.getElementById("map");
  return [...document.querySelectorAll(".town")].filter((town) => {
    const box = town.querySelector(".hit").getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const top = document.elementFromPoint(x, y);
    if (!top || top === map || !map.contains(top) || top.closest("[data-block]")) return false;
    top.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1, clientX: x, clientY: y }));
    const shown = document.querySelector("#town h2")?.textContent ?? "";
    return !shown.startsWith(town.querySelector("title").textContent.split(",")[0]);
  }).map((town) => town.dataset.town);
}"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
def test_a_press_on_a_town_reaches_it_under_the_name_of_another(new_player: NewPlayer, width: int, height: int) -> None:
    """Beaufort's name lay over Sidon's circle, and took an army to Beaufort. Lit towns have larger names."""
    page = game(new_player, width, height)
    page.evaluate("() => document.querySelectorAll('.names .name').forEach((name) => name.classList.add('goal-name'))")
    tool(page, "zoom-whole")
    found: dict[str, list[str]] = {}
    for _ in range(6):
        for x in (0, 0.5, 1):
            for y in (0, 0.5, 1):
                page.locator("#map").evaluate(
                    "(map, [x, y]) => map.scrollTo(x * (map.scrollWidth - map.clientWidth),"
                    " y * (map.scrollHeight - map.clientHeight))",
                    [x, y],
                )
                if missed := page.evaluate(UNREACHED):
                    found[f"{zoom(page)} {x} {y}"] = missed
        tool(page, "zoom-in")
    assert found == {}
