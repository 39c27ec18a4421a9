"""Hints in a fight: each has its odds as tries in ten, and lights the block and the button on the stage."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.playing import Player
from tests.browser.sieges import before_the_storm
from tests.browser.test_battle_ends import before_the_walls
from tests.browser.test_quiet_sieges import ASKED
from tests.browser.test_still_buttons import Sit, sit

__all__ = ["sit"]

GAZA = {"block": "gaza-templars"}
HINTS: dict[str, tuple[Callable[[], Any], dict[str, Any], str, list[str]]] = {
    "storm": (
        before_the_storm,
        {"type": "storm", "blocks": ["saladin", "keukburi"]},
        "The odds: you take the castle in about",
        ["saladin", "keukburi"],
    ),
    "wait": (
        before_the_storm,
        {"type": "storm", "blocks": []},
        "If as many of the strongest went as may: you take the castle in about",
        [],
    ),
    "charge": (
        lambda: before_the_walls().position,
        GAZA | {"type": "charge"},
        "A charge hits at least once in about",
        ["gaza-templars"],
    ),
    "withdraw": (
        lambda: before_the_walls().position,
        GAZA | {"type": "withdraw"},
        "it would fall before its next turn in about",
        ["gaza-templars"],
    ),
}


def ask(player: Player, action: dict[str, Any]) -> None:
    player.page.unroute_all()
    answer = {"action": action, "said": "This act", "why": "It is best."}
    player.page.route("**/hint/**", lambda route: route.fulfill(json=answer))
    player.page.locator("[data-key=hint-turn]").tap()


@pytest.mark.parametrize("asked", HINTS)
def test_a_hint_in_a_fight_has_odds_and_lights_its_blocks_and_its_button(sit: Sit, asked: str) -> None:
    position, action, odds, blocks = HINTS[asked]
    player = sit(position())
    page = player.page
    ask(player, action)
    said = page.locator("#hint-here-said")
    expect(said).to_contain_text(f"It is best. {odds if asked != 'withdraw' else 'If it stayed, ' + odds}")
    expect(said).to_contain_text("of 10 tries")
    lit = page.locator(".fighter.hinted")
    expect(lit).to_have_count(len(blocks))
    assert set(lit.evaluate_all("all => all.map((one) => one.dataset.block)")) == set(blocks)
    page.locator("#hint-here-said").tap()
    # The one block that can act is chosen by itself; of a set those are pressed that are lit.
    if action["type"] == "storm":
        for block in blocks:
            page.locator(f".fighter[data-block={block}]").tap()
    button = page.locator("#choices button.hinted")
    if asked == "wait":
        # All stay, as the hint says; the button beside it asks who leaves.
        expect(button).to_have_attribute("data-key", "siege-on-here")
    else:
        expect(button).to_have_attribute("data-type", action["type"])
    page.keyboard.press("Escape")
    expect(page.locator(":is(.fighter, button).hinted")).to_have_count(0)
    assert player.problems == []


def test_a_storm_that_the_page_calls_likely_bad_is_not_proposed(sit: Sit) -> None:
    """Conrad hides behind the walls, and of the besiegers none has more than a step left."""
    player = sit(before_the_storm("saladin@1 al-afdal@1 al-mashtub@1 keukburi@1"))
    ask(player, {"type": "storm", "blocks": ["keukburi"]})
    said = player.page.locator("#hint-here-said")
    expect(said).to_contain_text(
        "Besiege Tyre on: no storm, all stay Storm with Keukburi? Likely bad: you take the castle in about 1 of 10"
        " tries."
    )
    expect(player.page.locator("#choices button.hinted")).to_have_text("Besiege Tyre on: no storm, all stay")
    assert player.problems == []


def test_the_button_of_a_hint_not_to_storm_besieges_on_without_a_second_question(sit: Sit) -> None:
    player = sit(before_the_storm())
    page = player.page
    ask(player, {"type": "storm", "blocks": []})
    expect(page.locator("#hint-here-said strong")).to_have_text("Besiege Tyre on: no storm, all stay")
    page.evaluate(ASKED)
    page.locator("#hint-do").tap()
    page.locator("#choices [data-type=sally]").first.tap()
    expect(page.locator("#log")).to_contain_text("The fighting at Tyre ended")
    assert not [asked for asked in page.evaluate("window.asked") if "Lead blocks away" in asked]
    assert player.problems == []


def test_the_computer_itself_gives_such_a_reason(sit: Sit) -> None:
    player = sit(before_the_storm())
    page = player.page
    page.unroute_all()
    with page.expect_response("**/hint/**") as answered:
        page.locator("[data-key=hint-turn]").tap()
    hint = json.loads(answered.value.text())
    assert hint["why"]
    expect(page.locator("#hint-here-said")).to_contain_text("of 10 tries")


def test_a_hint_that_is_longer_than_its_room_has_a_shadow_until_its_end(sit: Sit) -> None:
    page = sit(before_the_storm()).page
    page.unroute_all()
    answer = {"action": {"type": "storm", "blocks": []}, "said": "This act", "why": "It is best. " * 120}
    page.route("**/hint/**", lambda route: route.fulfill(json=answer))
    page.locator("[data-key=hint-turn]").tap()
    hint = page.locator("#hint-here")
    expect(hint).to_contain_text("It is best.")
    assert hint.evaluate("one => one.scrollHeight > one.clientHeight")
    # What covers the shadow moves with the text.
    assert hint.evaluate("one => getComputedStyle(one).backgroundAttachment") == "local, scroll"
