"""What is told of the other side's turn moves neither the buttons that act nor the map's frame."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.backstage import Backstage
from tests.browser.layouts import DESK, PHONE, settle
from tests.browser.playing import DRAWN, Player
from tests.browser.test_headline import watched_at
from tests.browser.test_play import Hand
from tests.rules.scene import Table, choosing, moving

sizes = pytest.mark.parametrize("size", [PHONE, pytest.param(DESK, marks=pytest.mark.whole)], ids=["phone", "desk"])
# Where the buttons that act and the map's frame are, from the first moment in which one can be pressed: each change.
STANDS = """() => { window.stood = [];
  const look = () => {
    const main = document.querySelector("main");
    if (document.querySelector("#prompt-box.yours") && main.dataset.step === "move" && main.dataset.busy === "false") {
      const now = JSON.stringify([...document.querySelectorAll(":is(#bar, #choices) button, #map")].map((one) => {
        const { left, top, height } = one.getBoundingClientRect();
        return [one.dataset.key ?? one.dataset.type ?? one.id, ...[left, top, height].map(Math.round)]; }));
      if (window.stood.at(-1) !== now) window.stood.push(now);
    }
    requestAnimationFrame(look); };
  look(); }"""
WATCHED = 60
"""Frames for which the places of buttons and map are watched after everything has been told."""


@sizes
def test_the_line_of_what_the_other_side_did_moves_nothing_that_can_be_pressed(
    seat_two: Callable[..., tuple[Player, Player]],
    new_player: Callable[..., Player],
    backstage: Backstage,
    size: dict[str, Any],
) -> None:
    """What follows the cards of both sides, in one line or in more, moves no button under a finger."""
    richard, saladin = seat_two(saladin=new_player("Saladin", **size))
    places = "banyas: balian\nascalon: walter\naleppo: sanjar\nartah: zangi\n"
    position = choosing(places, frank="move-3 move-2", saracen="move-1 move-2", turn="1188.5")
    theirs = watched_at(position, (richard, saladin), backstage)
    for player, card in ((richard, "move-3"), (saladin, "move-1")):
        before = player.drawn
        player.page.locator(f"#hand [data-card={card}]").click()
        player.page.wait_for_function(DRAWN, arg=before)
    hand = Hand(richard, touch=False)
    for block, town in (("walter", "gaza"), ("balian", "damascus")):
        hand.block(block)
        hand.act(lambda town=town: hand.press(f"#choices [data-town={town}]"))
    theirs.evaluate(STANDS)
    before = richard.drawn
    richard.page.locator("#bar [data-type=done]").click()
    richard.settle(before)
    theirs.wait_for_function("() => window.stood.length > 0")
    # Whose turn it is stands in the place of the question, as high as both.
    expect(theirs.locator("#prompt")).to_have_text("What the Franks did is being shown; then it is your turn.")
    if size is DESK:
        # A key or a press ends what is told: a press must hit what it was meant for.
        expect(theirs.locator(".narration")).to_be_visible()
        theirs.keyboard.press("Shift")
        expect(theirs.locator(".narration")).to_be_hidden()
    expect(theirs.locator("#prompt")).to_contain_text("Move your blocks: 1 Move left.")
    settle(theirs, WATCHED)
    stood = [json.loads(one) for one in theirs.evaluate("window.stood")]
    assert stood[1:] == []


@sizes
def test_what_a_gentle_computer_says_of_its_movement_is_there_from_the_start_and_moves_nothing(
    against_computer: Callable[..., Player], size: dict[str, Any]
) -> None:
    places = "ascalon: walter conrad\nacre: balian\naleppo: sanjar\ndamascus: saladin\n"
    player = against_computer(choosing(places, frank="move-3 move-3", saracen="move-1 move-2", turn="1188.5"), **size)
    page = player.page
    page.evaluate(STANDS)
    page.locator("#hand [data-card=move-1]").click()
    page.wait_for_function("() => window.stood.length > 0")
    expect(page.locator("#told")).to_contain_text("The novice, your opponent (a computer):")
    # Of what is cut nothing hangs in mid-sentence.
    left = (
        "told => [...told.childNodes].filter((one) => one.className !== 'later').map((one) => one.textContent).join('')"
    )
    assert re.search(r"[.!?] *”$", page.locator("#told").evaluate(left))
    settle(page, WATCHED)
    stood = [json.loads(one) for one in page.evaluate("window.stood")]
    assert stood[1:] == []
    assert player.problems == []


# Where the sheet of the map lies, how large, and where the buttons of the bar are that end a decision or take it back.
PLACES = """() => {
  const { left, width, top } = document.querySelector("#map .sheet").getBoundingClientRect();
  const ends = ["[data-type=done]", "[data-key=undo]", "[data-key=hint-turn]"].flatMap((one) => {
    const button = document.querySelector(`#bar ${one}`);
    return button ? [[one, button.getBoundingClientRect()]] : []; });
  return { sheet: [left, width, top].map(Math.round),
    ends: Object.fromEntries(ends.map(([one, box]) => [one, [box.left, box.top].map(Math.round)])) } }"""


@sizes
def test_the_map_and_the_buttons_stay_through_a_movement_with_an_undo(
    seat_two: Callable[..., tuple[Player, Player]],
    new_player: Callable[..., Player],
    backstage: Backstage,
    size: dict[str, Any],
) -> None:
    """Where the first block can go is in sight, and the map stays from then on. What the other side did is told until
    the first move, and again when that is taken back.
    """
    richard, _ = seat_two(richard=new_player("Richard", **size))
    places = "harim: walter conrad\nacre: balian\nartah: saladin\nbanyas: sanjar\n"
    table = Table(moving(places, first="saracen", mover="saracen"))
    backstage.stage(richard.game, table.do("saracen", "move sanjar beaufort", "done").position)
    page = richard.page
    page.reload()
    richard.see_game()
    hand = Hand(richard, touch="has_touch" in size)
    settle(page, 36)
    seen = [page.evaluate(PLACES)]

    def note() -> None:
        settle(page)
        seen.append(page.evaluate(PLACES))

    def go(block: str, town: str) -> None:
        hand.block(block)
        note()
        hand.act(lambda: hand.town(town))
        note()

    go("walter", "antioch")
    if "has_touch" in size:
        seen = seen[1:]
    hand.act(lambda: hand.press("#bar [data-key=undo]"))
    note()
    go("conrad", "kassab")
    first = seen[0]
    for one in seen:
        assert one["ends"] == first["ends"], seen
        assert one["sheet"][:2] == pytest.approx(first["sheet"][:2], abs=2), seen
        # On a phone the frame's head goes up and down by a line or two of the words above it.
        assert one["sheet"][2] == pytest.approx(first["sheet"][2], abs=40 if "has_touch" in size else 0), seen
    assert richard.problems == []
