"""A storm on a phone: blocks that are chosen or fight are seen above the panel, which is as high as what it says."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from rules.position import Position
from tests.browser.playing import DRAWN, Player
from tests.rules.scene import Table, moving

PlayAt = Callable[..., Player]
PHONE = {"width": 390, "height": 844, "has_touch": True}
BESIEGERS = ("saladin", "al-afdal", "al-mashtub", "keukburi")


LEAST = 44
"""Pixels: names and steps of a block can be read."""
EMPTY = 16


def besieged(besiegers: str = " ".join(BESIEGERS)) -> Table:
    """Four Saracens stand before Tyre, which Conrad holds, and are asked who storms."""
    table = Table(
        moving(f"tyre: [conrad] {besiegers}\nantioch: bohemond\n", mover="saracen"),
        {"fire": [6] * 60},
    )
    table.do("saracen", "done")
    while table.step != "storm":
        (side,) = table.awaited
        table.do(side, "choose-battle tyre" if table.step == "choose-battle" else "done")
    return table


def before_the_storm(besiegers: str = " ".join(BESIEGERS)) -> Position:
    return besieged(besiegers).position


def after_a_round() -> Position:
    """Saladin has stormed for a round, and it is asked who joins him."""
    table = besieged().do("saracen", "storm saladin")
    while table.step == "fight":
        (side,) = table.awaited
        table.do(side, f"fire {table.actions(side, 'fire')[0].block}")
    assert (table.step, table.awaited) == ("storm", {"saracen"})
    return table.position


BOXES = """() => {
  const box = (one) => { const { left, top, right, bottom } = one.getBoundingClientRect();
    return { left, top, right, bottom }; };
  const panel = document.querySelector("#choices");
  const ends = [...panel.querySelectorAll("*")].map((one) => box(one).bottom);
  return {
    blocks: [...document.querySelectorAll(".fighter")].map((one) => ({ ...box(one), size: one.offsetWidth })),
    panel: { ...box(panel), empty: box(panel).bottom - Math.max(...ends) },
    stage: box(document.querySelector("#battle")), dice: document.querySelectorAll(".tray .die").length,
  };
}"""


def check_seen(page: Page) -> dict[str, Any]:
    """Each block is large enough, and lies on the stage above the panel, which is as high as what it says."""
    found: dict[str, Any] = page.evaluate(BOXES)
    assert min(block["size"] for block in found["blocks"]) >= LEAST
    assert max(block["bottom"] for block in found["blocks"]) <= found["stage"]["bottom"] <= found["panel"]["top"]
    assert found["panel"]["empty"] < EMPTY
    assert found["panel"]["bottom"] <= PHONE["height"]
    return found


def test_who_storms_is_chosen_among_blocks_that_are_seen(play_at: PlayAt) -> None:
    player = play_at(before_the_storm(), **PHONE)
    page = player.page
    expect(page.locator(".fighter")).to_have_count(1 + len(BESIEGERS))
    first = check_seen(page)
    page.locator(".fighter[data-block=saladin]").tap()
    confirm = page.locator("[data-key=confirm-storm]")
    expect(confirm).to_have_text("Storm with Saladin")
    chosen = check_seen(page)
    # Who is chosen next is as large, and in the same row.
    assert [one["size"] for one in chosen["blocks"]] == [one["size"] for one in first["blocks"]]
    assert [one["left"] for one in chosen["blocks"]] == [one["left"] for one in first["blocks"]]
    page.locator(".fighter[data-block=keukburi]").tap()
    expect(confirm).to_have_text("Storm with Saladin, Keukburi")
    check_seen(page)
    before = player.drawn
    confirm.tap()
    page.wait_for_function(DRAWN, arg=before)
    expect(page.locator("#choices .chosen-block")).to_be_visible()
    # The panel of the fight is lower than that of the choice, and the stage has what it left.
    fight = check_seen(page)
    assert fight["panel"]["bottom"] - fight["panel"]["top"] < chosen["panel"]["bottom"] - chosen["panel"]["top"]
    assert player.problems == []


def test_dice_of_earlier_rounds_lie_neither_where_blocks_are_chosen_nor_under_a_new_storm(play_at: PlayAt) -> None:
    player = play_at(after_a_round(), **PHONE)
    page = player.page
    expect(page.locator("main[data-step=storm]")).to_be_attached()
    assert check_seen(page)["dice"] == 0
    before = player.drawn
    page.locator(".fighter[data-block=al-mashtub]").tap()
    page.locator("[data-key=confirm-storm]").tap()
    page.wait_for_function(DRAWN, arg=before)
    expect(page.locator("#choices .chosen-block")).to_be_visible()
    assert check_seen(page)["dice"] == 0
    assert player.problems == []
