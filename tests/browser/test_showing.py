"""The block that a besieger shows (6.51): changed at the start of a movement, and chosen anew when the Assassins killed
it.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.playing import Player
from tests.browser.test_play import DESK, PHONE, Hand
from tests.rules.scene import moving, reveal

PlayAt = Callable[..., Player]
SIZES = pytest.mark.parametrize("size", [pytest.param(DESK, id="desk"), pytest.param(PHONE, id="phone")])
ACRE = "acre: [king-guy] [walter] zangi saladin turks-1\ntyre: conrad\ndamascus: al-adil"


def face_up(player: Player) -> list[str]:
    """The blocks of the side that plays that lie face-up, as they are read aloud or seen in the view."""
    found: list[str] = player.page.evaluate(
        """async () => {
          const id = location.pathname.split("/").filter(Boolean).at(-1);
          const view = await (await fetch(`/api/v1/games/${id}/view/`)).json();
          return view.map.acre.stacks.flatMap((stack) => stack.blocks).filter((block) => block["face-up"])
            .map((block) => block.id);
        }"""
    )
    return found


def wait_until_it_rests(part: Locator) -> None:
    before, now = None, part.bounding_box()
    while now != before:
        part.page.wait_for_timeout(600)
        before, now = now, part.bounding_box()


@SIZES
def test_another_besieger_is_shown_before_the_first_move(play_at: PlayAt, size: dict[str, Any]) -> None:
    player = play_at(moving(ACRE, first="saracen"), **size)
    page, hand = player.page, Hand(player, touch="has_touch" in size)
    assert face_up(player) == ["zangi"]
    hand.block("zangi")
    expect(page.locator("#bar [data-key=show]")).to_have_count(0)
    hand.press("#bar [data-key=other-block]")
    wait_until_it_rests(
        page.locator(".token[data-block=turks-1]")
    )  # the map goes back to where it was before Zangi was chosen
    hand.block("turks-1")
    show = page.locator("#bar [data-key=show]")
    expect(show).to_have_text("Show face-up")
    hand.act(lambda: hand.press("#bar [data-key=show]"))
    assert face_up(player) == ["turks-1"]
    expect(page.locator("#log")).to_contain_text("The Saracens showed Turks")
    hand.act(lambda: hand.press("#bar [data-key=undo]"))
    assert face_up(player) == ["zangi"]
    hand.block("saladin")
    expect(show).to_be_visible()
    # On a phone there may be no room beside the towns where the block can go: then the fan is closed by hand.
    if "has_touch" in size and page.locator("[data-key=fan-close]").is_visible():
        hand.press("[data-key=fan-close]")
    hand.act(lambda: hand.town("tiberias"))
    hand.block("turks-1")
    expect(page.locator("#bar .chosen-now")).to_be_visible()
    expect(show).to_have_count(0)
    assert player.problems == []


@SIZES
def test_who_lost_the_block_he_showed_chooses_another(play_at: PlayAt, size: dict[str, Any]) -> None:
    table = reveal("assassins", "move-3", ACRE.replace("zangi", "zangi@2"), dice={"assassins": [1, 1, 6]}).do(
        "frank", "assassinate zangi"
    )
    player = play_at(table.position, **size)
    page, hand = player.page, Hand(player, touch="has_touch" in size)
    expect(page.locator("#prompt")).to_have_text(
        "Acre: the Assassins killed the block you showed. Choose another besieging block to show."
    )
    expect(page.locator("#choices [data-type=keep-face-up]")).to_have_count(2)
    hand.block("saladin")
    if hand.touch:
        expect(page.locator("#bar [data-key=confirm]")).to_have_text("Show face-up")
        hand.act(lambda: hand.press("#bar [data-key=confirm]"))
    expect(page.locator("#prompt")).to_contain_text("3 Moves left")
    assert face_up(player) == ["saladin"]
    assert player.problems == []
