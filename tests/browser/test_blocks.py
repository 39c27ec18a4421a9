"""Blocks on the map: they show what the view says, no more, and how they got where they are; the hand of cards."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.answered import Table, sit_down
from tests.browser.playing import Player
from tests.rules.scene import choosing, moving

__all__ = ["Table", "sit_down"]

NewPlayer = Callable[..., Player]

SIEGE = """acre: [king-guy@3] [acre-hospitallers] [conrad@1] saladin@3 al-adil turks-1@2 kurds-1 arabs-2 tuman \
keukburi taqi-al-din bahram
tyre: walter balian@1
egypt: al-aziz qara-qush"""

FRANKS = "move-3 guide manna move-1 assassins move-2"
SARACENS = "move-3 move-2 move-2 move-1 intrigue move-1"


def block(page: Page, name: str) -> Any:
    return page.locator(f".token[data-block={name}]")


def at_rest(part: Locator) -> str:
    """How a part of the page is written when nothing moves it any more: the map finds its size a little after it is
    drawn.
    """
    before, now = "", str(part.evaluate("part => part.outerHTML"))
    while now != before:
        part.page.wait_for_timeout(200)
        before, now = now, str(part.evaluate("part => part.outerHTML"))
    return now


def test_a_block_shows_its_arms_its_figures_and_its_strength(sit_down: Callable[..., Table]) -> None:
    page = sit_down(moving(SIEGE)).page
    conrad = block(page, "conrad")
    # From near and from far.
    assert (
        conrad.locator(".block-arms").evaluate_all("drawn => drawn.map((one) => one.getAttribute('marker-start'))")
        == ["url(#arms-conrad)"] * 2
    )
    expect(page.locator("#arms-conrad")).to_be_attached()
    expect(conrad.locator(".block-rating")).to_have_text(["B3", "B3"])
    expect(conrad.locator(".block-move")).to_have_text("2")
    expect(conrad.locator(".pips")).to_have_attribute("data-strength", "1")
    expect(conrad.locator(".pip.lost")).to_have_count(2)
    expect(block(page, "walter").locator(".pip.lost")).to_have_count(0)
    assert "strength 1 of 4" in (conrad.get_attribute("aria-label") or "")


def test_every_block_has_arms(sit_down: Callable[..., Table]) -> None:
    page = sit_down(moving(SIEGE)).page
    missing = page.evaluate("""async () => {
          const { armsOf } = await import("/static/frontend/js/blocks/emblems.js");
          const { blocks } = JSON.parse(document.getElementById("page-data").textContent);
          return Object.keys(blocks).filter((id) => !document.getElementById(`arms-${armsOf(id)}`));
        }""")
    assert missing == []


def test_in_a_pile_each_block_lies_over_the_one_to_its_left(sit_down: Callable[..., Table]) -> None:
    table = sit_down(moving(SIEGE), "saracen")
    piled = table.page.locator(".token.saracen[data-at=acre]")
    left = "drawn => drawn.map((block) => block.getBoundingClientRect().left)"
    expect(piled).to_have_count(9)
    assert (seen := piled.evaluate_all(left)) == sorted(seen)
    names = "drawn => drawn.map((block) => block.dataset.block)"
    before = piled.evaluate_all(names)
    # Two come from elsewhere, whose places are amid the others; three leave.
    table.turn_to(
        moving(
            SIEGE.replace("turks-1@2 kurds-1 arabs-2", "al-aziz qara-qush").replace(
                "egypt: al-aziz qara-qush", "egypt: kurds-1"
            )
        )
    )
    table.wake()
    expect(piled).to_have_count(8)
    assert (seen := piled.evaluate_all(left)) == sorted(seen)
    after = piled.evaluate_all(names)
    assert {"al-aziz", "qara-qush"} & set(after[:-2]), (before, after)


def test_the_backs_of_the_enemy_carry_nothing_but_their_side_and_their_number(sit_down: Callable[..., Table]) -> None:
    table = sit_down(moving(SIEGE))
    (stack,) = (found for found in table.view["map"]["acre"]["stacks"] if found["side"] == "saracen")
    assert stack["hidden"] == 8
    pile = table.page.locator(".token[data-key='token-hidden-acre-field-0-saracen']")
    expect(pile).to_be_attached()
    expect(pile.locator(".back-count")).to_have_text("8")
    expect(pile.locator(".pips, .block-arms, .block-name, .badge")).to_have_count(0)
    written = at_rest(pile)
    hidden = {"saladin", "al-adil", "turks", "kurds", "arabs", "tuman", "keukburi", "taqi", "bahram"} - {
        seen["id"] for seen in stack["blocks"]
    }
    assert len(hidden) >= 8
    assert not [name for name in hidden if name in written]
    # The next position with other blocks in the same pile looks the same, to the letter.
    table.turn_to(moving(SIEGE.replace("al-adil", "zangi").replace("kurds-1", "kurds-2")))
    table.wake()
    assert at_rest(pile) == written


def test_what_a_block_is_doing_can_be_seen(sit_down: Callable[..., Table]) -> None:
    table = sit_down(moving(SIEGE))
    flags = {
        "balian": "moved",
        "walter": "storming",
        "conrad": "sallying",
        "king-guy": "acted",
        "acre-hospitallers": "face-up",
    }
    for town in table.view["map"].values():
        for stack in town["stacks"]:
            for seen in stack["blocks"]:
                if seen["id"] in flags:
                    seen[flags[seen["id"]]] = True
    table.version += 1
    table.view["version"] = table.version
    table.wake()
    for name, flag in flags.items():
        expect(block(table.page, name).locator(f".badge.{flag}")).to_be_attached()
    expect(table.page.locator(".frame.castle")).to_have_count(1)


def test_sides_differ_in_shape_not_in_color_alone(sit_down: Callable[..., Table]) -> None:
    page = sit_down(moving(SIEGE), side="saracen").page
    frame = "name => document.querySelector(`#arms-${name} path`).getAttribute('d')"
    assert page.evaluate(frame, "walter") == page.evaluate(frame, "templars") != page.evaluate(frame, "saladin")
    assert page.evaluate(frame, "assassins") not in (page.evaluate(frame, "walter"), page.evaluate(frame, "saladin"))
    corner = "side => document.querySelector(`.token .block.${side}`).getAttribute('rx')"
    assert page.evaluate(corner, "frank") != page.evaluate(corner, "saracen")


def march(table: Table) -> None:
    """Balian marches from Tyre to Acre, and shoots there, and is shot at."""
    after = SIEGE.replace("tyre: walter balian@1", "tyre: walter").replace("[conrad@1]", "[conrad@1] balian@1")
    table.turn_to(
        moving(after),
        {
            "type": "group-moved",
            "side": "frank",
            "block": "balian",
            "path": ["tyre", "acre"],
            "cost": 1,
            "forced": False,
        },
        {"type": "block-fired", "side": "saracen", "town": "acre", "block": "keukburi", "dice": [1, 4, 6], "hits": 1},
        {"type": "block-reduced", "side": "frank", "town": "acre", "block": "king-guy", "strength": 3},
    )
    table.wake()


def slowed(page: Page, rate: float) -> None:
    """Animations run so much slower: on a busy machine a motion would be over before it is looked at."""
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": rate})


def test_a_move_is_shown_while_the_page_is_already_drawn(sit_down: Callable[..., Table]) -> None:
    table = sit_down(moving(SIEGE), motion=True)
    slowed(table.page, 0.1)
    march(table)
    expect(table.page.locator("#map")).to_have_attribute("data-moving", "true")
    expect(table.page.locator(".ghosts .dice-shown .face")).to_have_count(3)
    expect(table.page.locator(".ghosts .dice-shown .hit")).to_have_count(1)
    slowed(table.page, 10)
    expect(table.page.locator("#map")).to_have_attribute("data-moving", "false")
    expect(table.page.locator(".ghosts > *")).to_have_count(0)


@pytest.mark.parametrize("how", ["key", "click"])
def test_a_key_or_a_click_ends_the_motion(sit_down: Callable[..., Table], how: str) -> None:
    table = sit_down(moving(SIEGE), motion=True)
    slowed(table.page, 0.1)
    march(table)
    stage = table.page.locator("#map")
    expect(stage).to_have_attribute("data-moving", "true")
    if how == "key":
        table.page.keyboard.press("Escape")
    else:
        table.page.locator("#prompt").click()
    assert stage.get_attribute("data-moving") == "false"
    assert table.page.evaluate("document.querySelector('#map').getAnimations({ subtree: true }).length") == 0


def test_nothing_moves_for_those_who_want_no_motion(sit_down: Callable[..., Table]) -> None:
    table = sit_down(moving(SIEGE))  # the browsers of these tests ask for reduced motion
    table.page.evaluate("""() => { window.moved = 0; const animate = Element.prototype.animate;
          Element.prototype.animate = function (...all) { window.moved += 1; return animate.apply(this, all); } }""")
    march(table)
    assert table.page.locator("#map").get_attribute("data-moving") == "false"
    assert table.page.evaluate("window.moved") == 0


def test_the_hand_is_played_from_the_keyboard(sit_down: Callable[..., Table]) -> None:
    table = sit_down(choosing(SIEGE, frank=FRANKS, saracen=SARACENS, turn="1188.1"))
    cards = table.page.locator("#hand [data-type=play-card]")
    expect(cards).to_have_count(6)
    expect(cards.nth(1)).to_contain_text("Guide")
    expect(cards.nth(1).locator("svg.card-art")).to_be_visible()
    cards.first.focus()
    table.page.keyboard.press("Tab")
    expect(cards.nth(1)).to_be_focused()
    table.page.keyboard.press("Enter")
    expect(table.page.locator("main[data-busy=false][data-drawn$='-2']")).to_be_attached()
    assert [post["action"] for post in table.posted] == [{"type": "play-card", "card": "guide"}]


def test_cards_that_cannot_be_played_do_not_look_as_if_they_could(sit_down: Callable[..., Table]) -> None:
    table = sit_down(choosing(SIEGE, frank=FRANKS.replace("guide", "intrigue"), saracen=SARACENS, turn="1188.1"))
    refused = table.page.locator("#hand [data-card=intrigue]")
    expect(refused).to_have_css("border-top-style", "dashed")
    expect(refused.locator("small")).to_have_text(
        "Copies the card that the other side played last turn. It cannot be played now, in the first turn of a year."
    )
    expect(table.page.locator("#hand [data-type=play-card]").first).to_have_css("border-top-style", "solid")
    table.turn_to(moving(SIEGE))
    table.wake()
    expect(table.page.locator("#hand > div.card").first).to_have_css("border-top-style", "dashed")


def test_a_chosen_card_lies_face_down_and_a_revealed_one_face_up(sit_down: Callable[..., Table]) -> None:
    table = sit_down(choosing(SIEGE, frank=FRANKS, saracen=SARACENS, turn="1188.1"))
    mine, theirs = (table.page.locator(f"#played .played-side.{side}") for side in ("frank", "saracen"))
    expect(mine.locator(".card.empty")).to_have_text("not chosen yet")
    expect(theirs.locator(".card.back")).to_have_count(0)
    expect(theirs.locator(".card.empty")).to_have_text("chosen or not yet: seen when both have chosen")
    mine_before = table.view["cards"]["frank"]
    table.view["cards"]["frank"] = mine_before | {"chosen": True, "choice": "guide"}
    table.view["version"] = table.version = 2
    table.wake()
    expect(mine.locator(".card.back")).to_have_text("Guide: chosen, face down")
    expect(theirs.locator(".card.empty")).to_have_text("not chosen yet")
    table.view["cards"]["frank"] = mine_before
    table.view["cards"]["saracen"] |= {"chosen": True}
    table.view["version"] = table.version = 3
    table.wake()
    expect(theirs.locator(".card.back")).to_have_text("chosen, face down")
    assert "move" not in theirs.locator(".card.back").evaluate("card => card.outerHTML")
    table.view["cards"] = {
        "frank": table.view["cards"]["frank"] | {"played": "guide", "prior": "manna"},
        "saracen": table.view["cards"]["saracen"] | {"played": "move-2"},
    }
    table.view["version"] = table.version = 4
    table.wake()
    expect(theirs.locator(".card.face")).to_have_text("Move 2")
    expect(mine.locator(".card.face")).to_have_text("Guide")
    expect(mine).to_contain_text("Manna")


def test_a_spectator_is_not_told_that_a_side_has_not_chosen(sit_down: Callable[..., Table]) -> None:
    """Whether it has is nobody else's to know before both have."""
    table = sit_down(choosing(SIEGE, frank=FRANKS, saracen=SARACENS, turn="1188.1"))
    table.view |= {"you": None, "actions": [], "version": 2}
    table.version = 2
    table.wake()
    expect(table.page.locator("#played .card.back")).to_have_count(0)
    expect(table.page.locator("#played .card.empty")).to_have_text(
        ["chosen or not yet: seen when both have chosen"] * 2
    )


def test_the_year_the_turn_and_the_seven_cities_are_seen(sit_down: Callable[..., Table]) -> None:
    page = sit_down(moving(SIEGE)).page
    expect(page.locator(".years [aria-current]")).to_have_text("1188")
    expect(page.locator(".turns [aria-current]")).to_have_text("2")
    cities = page.locator(".cities li")
    expect(cities).to_have_count(7)
    expect(page.locator(".cities li.saracen", has_text="Egypt").locator("svg.side-mark")).to_be_visible()
    expect(page.locator(".cities li.frank", has_text="Acre")).to_contain_text("held by the Franks")


def test_cards_can_be_played_again_after_a_refusal(sit_down: Callable[..., Table]) -> None:
    table = sit_down(choosing(SIEGE, frank=FRANKS, saracen=SARACENS, turn="1188.1"))
    table.page.route(
        re.compile(r"/actions/"), lambda route: route.fulfill(status=422, json={"reason": "Not now.", "rule": "4.1"})
    )
    card = table.page.locator("#hand [data-type=play-card]").first
    card.click()
    expect(table.page.locator("#notice")).to_contain_text("Not now.")
    expect(card).to_be_enabled()
