"""What opens or closes on a phone moves no button that acts, for a finger may be on its way to it; and a hint goes with
the decision that it was for.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules.position import Position
from tests.browser.backstage import Backstage
from tests.browser.guided import decisions
from tests.browser.playing import Player
from tests.browser.test_battle_ends import before_the_walls
from tests.rules.scene import choosing, moving

Sit = Callable[[Position], Player]
PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True}
LONG = "It gains most of all that could be done now, and here are many words that say why. " * 4
AT_SIDON = "sidon: balian\ntyre: conrad\ndamascus: saladin"
PLACES = """() => Object.fromEntries([...document.querySelectorAll(
    ":is(#choices, #bar, #hand) :is(button, summary:not(.whys > summary)), .fighter, .token, .town .hit")]
  .map((one, i) => { const { left, top, width, height } = one.getBoundingClientRect();
    return [`${one.dataset.key ?? one.dataset.block ?? ""} ${i}`, [left, top, width, height].map(Math.round)] }))"""
TOP = "selector => document.querySelector(selector).getBoundingClientRect().top"
COVERED = """() => { const hint = document.querySelector("#hint-here").getBoundingClientRect();
  return [...document.querySelectorAll(":is(#choices, #bar, #hand) button, .fighter")]
    .filter((one) => one.getBoundingClientRect().top < hint.bottom).length }"""


ASKED = {
    "battle": lambda: before_the_walls().position,
    "movement": lambda: moving(AT_SIDON),
    "cards": lambda: choosing(
        AT_SIDON, frank="move-3 move-2 manna guide move-1", saracen="move-3 move-2 jihad intrigue move-1"
    ),
    "winter": lambda: decisions("2.0")["winter"],
}
GO_TO_TYRE = {"type": "move", "block": "balian", "path": ["tyre"]}
HINTED = {"card": {"type": "play-card", "card": "manna"}, "winter": {"type": "done"}}
"""By the step: what is hinted at is lit, and brought into sight, where the question asks for it."""


@pytest.fixture
def sit(new_player: Callable[..., Player], backstage: Backstage) -> Sit:
    """A person on a phone, alone at a game with hints, whose page is given a long hint."""

    def seated(position: Position) -> Player:
        player = new_player("Ibelin", **PHONE)
        player.game = backstage.start_solo(player.name, position.ruleset.to_json(), hints=True)
        backstage.stage(player.game, position)
        hint = {"action": HINTED.get(position.step, GO_TO_TYRE), "said": "This act", "why": LONG}
        player.page.route("**/hint/**", lambda route: route.fulfill(json=hint))
        player.open_game()
        player.page.wait_for_timeout(500)  # the map has come to rest
        return player

    return seated


def _rest(page: Page) -> Any:
    """Returns the place of each button and block on the page, once nothing moves any more."""
    page.wait_for_timeout(400)
    return page.evaluate(PLACES)


@pytest.mark.parametrize("asked", ASKED)
def test_a_hint_moves_nothing_that_acts(sit: Sit, asked: str) -> None:
    player = sit(ASKED[asked]())
    page, hint = player.page, player.page.locator("#hint-here")
    before = _rest(page)
    assert before
    page.locator("[data-key=hint-turn]").tap()
    expect(hint).to_contain_text("It gains most")
    assert _rest(page) == before
    assert page.evaluate(COVERED) == 0
    page.locator("#hint-here-said").tap()
    expect(hint).to_contain_class("folded")
    assert _rest(page) == before
    page.locator("#hint-here-said").tap()
    page.locator("#hint-close").tap()
    expect(hint).to_be_hidden()
    assert _rest(page) == before
    assert player.problems == []


READABLE = """() => { const box = (id) => document.getElementById(id).getBoundingClientRect();
  const [hint, asked, said] = ["hint-here", "prompt", "hint-here-said"].map(box);
  return { below: hint.top - asked.bottom, empty: hint.bottom - said.bottom,
    score: document.elementFromPoint(50, document.querySelector(".brief").getBoundingClientRect().top + 5)
      .closest("#hint-here") === null }; }"""


@pytest.mark.parametrize("asked", ASKED)
def test_a_short_hint_is_as_high_as_its_text_below_the_question_and_whole_when_asked_again(
    sit: Sit, asked: str
) -> None:
    player = sit(ASKED[asked]())
    page, hint = player.page, player.page.locator("#hint-here")
    page.unroute_all()
    answer = {"action": {"type": "done"}, "said": "This act", "why": "It is best."}
    page.route("**/hint/**", lambda route: route.fulfill(json=answer))
    for _ in range(2):
        page.locator("[data-key=hint-turn]").tap()
        expect(hint).to_contain_text("It is best.")
        page.wait_for_timeout(400)
        expect(hint).not_to_contain_class("folded")
        found = page.evaluate(READABLE)
        assert found["score"]
        assert found["below"] >= 0
        assert found["empty"] < 24
    page.locator(".brief").tap()
    expect(hint).to_contain_class("folded")
    assert page.evaluate(READABLE)["below"] >= 0
    assert page.evaluate(READABLE)["score"]
    assert player.problems == []


def test_a_very_long_hint_takes_less_than_half_of_the_screen_and_scrolls(sit: Sit) -> None:
    player = sit(moving(AT_SIDON))
    player.page.unroute_all()
    answer = {"action": GO_TO_TYRE, "said": "This act", "why": LONG * 6}
    player.page.route("**/hint/**", lambda route: route.fulfill(json=answer))
    player.page.locator("[data-key=hint-turn]").tap()
    hint = player.page.locator("#hint-here")
    expect(hint).to_contain_text("It gains most")
    assert hint.evaluate("one => one.offsetHeight") <= PHONE["height"] / 2
    assert hint.evaluate("one => one.scrollHeight > one.clientHeight")


def test_a_hint_to_muster_lights_the_button_that_asks_where(sit: Sit) -> None:
    player = sit(moving("acre: walter\ntyre: conrad\nsidon: balian\ndamascus: saladin"))
    player.page.unroute_all()
    answer = {"action": {"type": "muster-to", "town": "tyre"}, "said": "Muster", "why": "It is best."}
    player.page.route("**/hint/**", lambda route: route.fulfill(json=answer))
    player.page.locator("[data-key=hint-turn]").tap()
    expect(player.page.locator("#bar button.hinted")).to_have_attribute("data-key", "muster-turn")
    expect(player.page.locator("#bar button.hinted")).to_be_in_viewport()
    assert player.problems == []


def test_a_hint_can_be_closed_and_goes_with_its_decision(sit: Sit) -> None:
    player = sit(moving(AT_SIDON))
    page, hint = player.page, player.page.locator("#hint-here")
    for close in (lambda: page.get_by_role("button", name="Close").tap(), lambda: page.keyboard.press("Escape")):
        page.locator("[data-key=hint-turn]").tap()
        expect(hint).to_be_visible()
        close()
        expect(hint).to_be_hidden()
    page.locator("[data-key=hint-turn]").tap()
    page.locator("#bar [data-type=done]").tap()
    page.locator("[data-key=done-really]").tap()
    expect(hint).to_be_hidden()
    assert player.problems == []


def test_a_hint_lights_the_block_its_way_and_the_town_and_they_go_with_it(sit: Sit) -> None:
    """The two ends of the way lie far from each other and out of sight: the map shows both."""
    player = sit(moving("damascus: balian\naleppo: saladin"))
    page = player.page
    page.unroute_all()
    march = GO_TO_TYRE | {"path": ["banyas", "tiberias", "acre"]}
    page.route("**/hint/**", lambda route: route.fulfill(json={"action": march, "said": "March", "why": "It is near."}))
    for _ in range(4):
        page.get_by_role("button", name="Zoom in").tap()
    page.locator("#map").evaluate("map => map.scrollTo(map.scrollWidth, map.scrollHeight)")
    lit = page.locator("#map .hinted")
    expect(lit).to_have_count(0)
    page.locator("[data-key=hint-turn]").tap()
    expect(page.locator("#map rect.hinted[data-hinted=balian]")).to_be_in_viewport()
    expect(page.locator("#map circle.hinted[data-hinted=acre]")).to_be_in_viewport()
    expect(page.locator("#map .way.walk")).to_have_count(3)
    page.locator("#hint-close").tap()
    expect(lit).to_have_count(0)
    expect(page.locator("#map .way.walk")).to_have_count(0)
    assert player.problems == []


def test_a_hint_lights_the_card_that_it_names(sit: Sit) -> None:
    player = sit(ASKED["cards"]())
    player.page.locator("[data-key=hint-turn]").tap()
    expect(player.page.locator("#hand .hinted")).to_have_attribute("data-card", "manna")
    assert player.problems == []


def test_a_hint_to_move_names_its_price_and_what_is_given_up(sit: Sit) -> None:
    """Balian alone holds Damascus, a town of the Saracens: left empty it falls back to them."""
    player = sit(moving("damascus: balian\ntyre: conrad\naleppo: saladin"))
    player.page.unroute_all()
    hint = {"action": {"type": "move", "block": "balian", "path": ["banyas"]}, "said": "Go", "why": "It is better."}
    player.page.route("**/hint/**", lambda route: route.fulfill(json=hint))
    player.page.locator("[data-key=hint-turn]").tap()
    said = player.page.locator("#hint-here")
    expect(said).to_contain_text("It costs one of your Moves (left: 3)")
    expect(said).to_contain_text("But then: Damascus, one of the seven cities, falls back to the enemy")
    assert player.problems == []


def test_what_follows_opens_above_the_buttons(sit: Sit) -> None:
    player = sit(before_the_walls().position)
    page = player.page
    page.wait_for_timeout(400)
    before = page.evaluate(TOP, "#choices [data-type=fire]")
    page.locator("#choices .whys summary").tap()
    expect(page.locator("#choices .whys[open] li").first).to_be_visible()
    page.wait_for_timeout(400)
    assert page.evaluate(TOP, "#choices [data-type=fire]") == pytest.approx(before, abs=1)


def test_what_a_muster_does_is_said_above_the_buttons(sit: Sit) -> None:
    player = sit(moving("acre: walter\ntyre: conrad\nsidon: balian\ndamascus: saladin"))
    page = player.page
    page.wait_for_timeout(400)
    before = page.evaluate(TOP, "#bar [data-type=done]")
    page.locator("[data-key=muster-turn]").tap()
    expect(page.locator("#bar .ends [data-advice=muster]")).to_be_visible()
    page.wait_for_timeout(400)
    assert page.evaluate(TOP, "#bar [data-type=done]") == pytest.approx(before, abs=1)


SIX = "acre: king-guy walter conrad balian josselin gaza-templars\ntiberias: saladin\negypt: al-adil\n"
IN_BAR = """() => Object.fromEntries([...document.querySelectorAll("#bar button")].map((one) => {
  const { left, top, width } = one.getBoundingClientRect();
  return [one.dataset.key ?? one.dataset.type, [left, top, width].map(Math.round)] }))"""


def test_who_is_left_out_keeps_their_place_and_comes_along_again_by_a_press_there(sit: Sit) -> None:
    """When a block is left out, no other block’s button comes under the finger that pressed."""
    player = sit(moving(SIX))
    page = player.page
    page.locator(".token[data-at=acre] >> nth=-1").tap()
    page.locator("#bar [data-key=all-here]").tap()

    def rest() -> Any:
        page.wait_for_timeout(300)
        return page.evaluate(IN_BAR)

    def press(selector: str) -> None:
        """Presses an element as a finger does: it is not scrolled into sight first."""
        page.locator(selector).evaluate("one => one.click()")

    before = rest()
    for left in ("conrad", "king-guy", "balian", "walter"):
        press(f"[data-key=off-{left}]")
        assert rest() == before
    expect(page.locator("#bar .chip-off")).to_have_count(2)
    press("[aria-label='Take Conrad along again']")
    assert rest() == before
    expect(page.locator("#bar .what")).to_have_text("3 blocks")
    assert player.problems == []


def test_a_block_left_out_of_a_muster_moves_no_button(sit: Sit) -> None:
    player = sit(moving("acre: walter\ntyre: conrad\nsidon: balian\nbeirut: josselin\ndamascus: saladin"))
    page = player.page
    page.locator("[data-key=muster-turn]").tap()
    page.locator("#bar [data-town=tyre]").or_(page.locator(".town.goal[data-town=tyre] .hit")).first.tap()
    page.locator("#bar [data-key=muster-all]").tap()
    expect(page.locator("#bar [data-key=muster-all]")).to_be_disabled()
    page.wait_for_timeout(300)
    before = page.evaluate(IN_BAR)
    for block in ("balian", "walter", "josselin"):
        page.locator(f"[data-candidate={block}]").evaluate("one => one.click()")
        page.wait_for_timeout(300)
        assert page.evaluate(IN_BAR) == before
    expect(page.locator("#bar [data-key=muster-none]")).to_be_disabled()
    assert player.problems == []
