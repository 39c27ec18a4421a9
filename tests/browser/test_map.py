"""Looking at the map: zoom, pan and pinch, the whole map and where the action is, names that can be read."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules import game as rules_game
from rules.actions import Action
from rules.dice import SeededDice
from rules.ruleset import Ruleset
from tests.browser.backstage import Backstage
from tests.browser.playing import DRAWN, Player

NewPlayer = Callable[..., Player]
SeatTwo = Callable[..., tuple[Player, Player]]
PHONE = {"width": 390, "height": 844}

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
OFFERS = [
    {"type": "move", "block": "king-guy", "path": {"any": [[town] for town in FAR_AND_WIDE]}, "about": {"cost": 1}},
    {"type": "done"},
]


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


def hold_the_whole_map(page: Page) -> None:
    """In its frame, on request; and where the action is, near enough to be read."""
    for _ in range(4):
        tool(page, "zoom-in")
    near = zoom(page)
    tool(page, "zoom-whole")
    assert zoom(page) < near
    outer = frame(page)
    assert [town for town, box in boxes(page, ".town").items() if not within([*middle(box)] * 2, outer)] == []
    page.locator("#map").evaluate("map => { map.scrollLeft = 0; map.scrollTop = 0 }")
    page.locator(".token[data-block=balian]").click()
    tool(page, "zoom-action")
    outer = frame(page)
    goals = boxes(page, ".town.goal")
    # Balian has his seats at Nablus and Ascalon: close enough for any screen.
    assert goals
    assert [town for town, box in goals.items() if not within([*middle(box)] * 2, outer)] == []
    assert 26 * zoom(page) > 9.3
    page.keyboard.press("Escape")


def show_every_destination(player: Player) -> None:
    """Of a block that may go far and wide: in the frame, beside its buttons, and with names to read."""
    page = player.page
    page.route("**/view/**", lambda route: route.fulfill(json=route.fetch().json() | {"actions": OFFERS}))
    page.reload()
    player.see_game()
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
    page.unroute("**/view/**")
    page.reload()
    player.see_game()


def reach_every_town(page: Page) -> None:
    """Beaufort's name lay over Sidon's circle, and took an army to Beaufort. Lit towns have larger names."""
    page.evaluate("() => document.querySelectorAll('.names .name').forEach((name) => name.classList.add('goal-name'))")
    tool(page, "zoom-whole")
    found: dict[str, list[str]] = {}
    for _ in range(3):
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
        tool(page, "zoom-in")
    assert found == {}


@pytest.mark.whole
def test_at_a_desk_names_are_read_and_wheel_mouse_and_keys_move_the_map(new_player: NewPlayer) -> None:
    player = new_player("Idrisi", alone=True, width=1440, height=900)
    page = player.page
    outer = frame(page)
    names = boxes(page, ".names .name")
    assert len(names) == 53
    assert [town for town, box in names.items() if not within(box, outer)] == []
    assert 26 * zoom(page) > 10.5
    assert page.evaluate(MET) == []
    page.locator("#map").focus()
    whole = zoom(page)
    page.keyboard.press("+")
    assert zoom(page) == pytest.approx(whole * 1.3, rel=0.01)
    page.keyboard.press("-")
    assert zoom(page) == pytest.approx(whole, rel=0.01)
    page.keyboard.press("+")
    page.keyboard.press("0")
    assert zoom(page) == pytest.approx(whole, rel=0.01)
    # The wheel zooms about the pointer.
    x, y = middle(boxes(page, ".town[data-town=tiberias]")["tiberias"])
    page.mouse.move(x, y)
    for _ in range(5):
        page.mouse.wheel(0, -100)
    page.wait_for_function("least => Number(document.getElementById('map').dataset.zoom) > least", arg=whole * 1.9)
    before = middle(boxes(page, ".town[data-town=tiberias]")["tiberias"])
    assert abs(before[0] - x) < 6
    assert abs(before[1] - y) < 6
    # A drag moves the map, and presses nothing.
    center = middle(frame(page))
    page.mouse.move(*before)
    page.mouse.down()
    page.mouse.move(center[0], center[1], steps=4)
    page.mouse.move(before[0] - 90, before[1] - 60, steps=4)
    page.mouse.up()
    after = middle(boxes(page, ".town[data-town=tiberias]")["tiberias"])
    assert abs(after[0] - before[0] + 90) < 3
    assert abs(after[1] - before[1] + 60) < 3
    expect(page.locator("#town")).to_be_hidden()
    hold_the_whole_map(page)
    show_every_destination(player)
    reach_every_town(page)
    assert player.problems == []


def test_on_a_tablet_the_whole_map_and_every_destination_are_held(new_player: NewPlayer) -> None:
    player = new_player("Idrisi", alone=True, width=820, height=1180)
    hold_the_whole_map(player.page)
    show_every_destination(player)


def test_on_a_phone_names_are_read_and_fingers_move_the_map(new_player: NewPlayer) -> None:
    player = new_player("Idrisi", alone=True, width=360, height=740, has_touch=True)
    page = player.page
    assert 26 * zoom(page) > 9.3
    outer = frame(page)
    assert sum(within(box, outer) for box in boxes(page, ".names .name").values()) >= 5
    assert page.evaluate(MET) == []
    touch = page.context.new_cdp_session(page)
    x, y = middle(outer)

    def fingers(kind: str, *at: float) -> None:
        points = [{"x": x + one, "y": y, "id": number} for number, one in enumerate(at)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    before = boxes(page, ".town[data-town=acre]")["acre"]
    fingers("touchStart", 0)
    for step in (20, 40, 60):
        fingers("touchMove", -step)
    fingers("touchEnd")
    page.wait_for_function(
        "most => document.querySelector('.town[data-town=acre]').getBoundingClientRect().left < most",
        arg=before[0] - 40,
    )
    near = zoom(page)
    fingers("touchStart", -30, 30)
    for apart in (40, 50, 60):
        fingers("touchMove", -apart, apart)
    fingers("touchEnd")
    page.wait_for_function("least => Number(document.getElementById('map').dataset.zoom) > least", arg=near * 1.8)
    assert zoom(page) == pytest.approx(near * 2, rel=0.1)
    # The page itself stays as large as it was.
    assert page.evaluate("visualViewport.scale") == 1
    hold_the_whole_map(page)
    show_every_destination(player)
    # Every town comes into sight when the keyboard comes to it.
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
    reach_every_town(page)
    assert player.problems == []


def test_a_siege_of_a_dozen_at_acre_can_be_read_and_a_new_view_leaves_the_land_alone(new_player: NewPlayer) -> None:
    player = new_player("Idrisi", alone=True, width=1440, height=900)
    page = player.page
    page.evaluate(
        """() => { window.changes = 0;
          new MutationObserver((found) => { window.changes += found.length; })
            .observe(document.querySelector(".ground"), { subtree: true, childList: true, attributes: true }); }"""
    )
    before = player.drawn
    page.get_by_role("button", name="Done", exact=True).click()
    page.wait_for_function(DRAWN, arg=before)
    assert page.evaluate("window.changes") == 0
    page.route("**/view/**", lambda route: route.fulfill(json=besieged(route.fetch().json())))
    page.reload()
    expect(page.locator(".token")).to_have_count(13)  # with the Assassins
    assert page.evaluate(MET) == []
    town = page.locator(".town[data-town=acre]")
    expect(town.locator(".ring")).to_be_visible()
    expect(town.locator(".inside .of-frank")).to_be_visible()
    expect(town.locator(".inside .of-saracen")).to_be_hidden()
    found = boxes(page, ".token", "data-block")
    besiegers = [box for block, box in found.items() if block in ("saladin", "arabs-1", "zangi")]
    castle = [box for block, box in found.items() if block in ("king-guy", "conrad")]
    # Castle and field lie apart, and no block hides another.
    assert max(box[2] for box in besiegers) < min(box[0] for box in castle)
    across = page.locator(".token[data-block=saladin] .block").bounding_box()
    assert across
    assert across["width"] > 15


SALADIN_UPPERMOST = """() => { const one = document.querySelector('.token[data-block=saladin]');
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)) }"""


def test_what_a_phone_shows_at_first_is_what_its_owner_needs(
    seat_two: SeatTwo, new_player: NewPlayer, backstage: Backstage
) -> None:
    """Who waits sees their own country; who decides, prompt, bar and the blocks that may change."""
    richard, saladin = seat_two(new_player("Richard", **PHONE), new_player("Saladin", **PHONE))
    page = saladin.page
    expect(page.locator("#prompt")).to_contain_text("Waiting for the Franks")
    seen, found = frame(page), boxes(page, ".marks .town", "data-town")
    assert [town for town in ("aleppo", "homs", "damascus") if not within(found[town], seen)] == []
    for part in (
        "#prompt",
        "#bar [data-type=done]",
        ".marks .town[data-town=jerusalem] .body",
        ".marks .town[data-town=tripoli] .body",
    ):
        expect(richard.page.locator(part).first).to_be_in_viewport()
    start = rules_game.new_game(Ruleset(), SeededDice(3)).position
    exchange = rules_game.apply(start, "frank", Action("done"), SeededDice(3)).position
    saladin.open_at(exchange, backstage)
    for part in ("#prompt", "#choices [data-type=swap]", "#bar [data-type=done]"):
        expect(page.locator(part).first).to_be_in_viewport(ratio=1)
    # He stands in sight, and of his relatives as many as have room: Egypt lies too far off.
    page.wait_for_function(
        "() => ['damascus', 'aleppo'].every((town) => { const map ="
        " document.getElementById('map').getBoundingClientRect(), { left, right, top, bottom } ="
        " document.querySelector(`.town[data-town=${town}] .hit`).getBoundingClientRect();"
        " return left >= map.left - 4 && right <= map.right + 4 && top >= map.top - 4 && bottom <= map.bottom + 4 })"
    )
    page.set_viewport_size({"width": 390, "height": 640})
    saladin.open_game()
    page.wait_for_function(SALADIN_UPPERMOST)  # on a map that is low
    assert richard.problems == saladin.problems == []
