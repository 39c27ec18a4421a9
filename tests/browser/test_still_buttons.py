"""What opens or closes on a phone moves no button that acts, for a finger may be on its way to it; and a hint goes with
the decision that it was for.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.backstage import Backstage
from tests.browser.guided import decisions
from tests.browser.hinted import GO_TO_TYRE, HINTED, LONG, Sit, answer, sit
from tests.browser.layouts import PHONE, PLACES, settle
from tests.browser.test_battle_ends import before_the_walls
from tests.rules.scene import choosing, moving

__all__ = ["Sit", "sit"]

AT_SIDON = "sidon: balian\ntyre: conrad\ndamascus: saladin"
TOP = "selector => document.querySelector(selector).getBoundingClientRect().top"
COVERED = """() => { const hint = document.querySelector("#hint-here").getBoundingClientRect();
  return [...document.querySelectorAll(":is(#choices, #bar, #hand) button, .fighter")]
    .filter((one) => one.getBoundingClientRect().top < hint.bottom).length }"""

ASKED = {
    "movement": lambda: moving(AT_SIDON),
    "cards": lambda: choosing(
        AT_SIDON, frank="move-3 move-2 manna guide move-1", saracen="move-3 move-2 jihad intrigue move-1"
    ),
    "winter": lambda: decisions("2.0")["winter"],
    "battle": lambda: before_the_walls().position,
}


def _rest(page: Page) -> Any:
    """Returns the place of each button and block on the page, once nothing moves any more."""
    settle(page)
    return page.evaluate(PLACES)


def test_a_hint_moves_nothing_that_acts(sit: Sit, backstage: Backstage) -> None:
    player = sit(ASKED["movement"]())
    page, hint = player.page, player.page.locator("#hint-here")
    for asked, make in ASKED.items():
        position = make()
        if asked != "movement":
            player.stand_at(position, backstage)
            answer(page, HINTED.get(position.step, GO_TO_TYRE), LONG)
        before = _rest(page)
        assert before, asked
        page.locator("[data-key=hint-turn]").tap()
        expect(hint).to_contain_text("It gains most")
        assert _rest(page) == before, asked
        assert page.evaluate(COVERED) == 0, asked
        page.locator("#hint-here-said").tap()
        expect(hint).to_contain_class("folded")
        assert _rest(page) == before, asked
        page.locator("#hint-here-said").tap()
        page.locator("#hint-close").tap()
        expect(hint).to_be_hidden()
        assert _rest(page) == before, asked
    assert player.problems == []


READABLE = """() => { const box = (id) => document.getElementById(id).getBoundingClientRect();
  const [hint, asked, said] = ["hint-here", "prompt", "hint-here-said"].map(box);
  return { below: hint.top - asked.bottom, empty: hint.bottom - said.bottom,
    score: document.elementFromPoint(50, document.querySelector(".brief").getBoundingClientRect().top + 5)
      .closest("#hint-here") === null }; }"""


@pytest.mark.whole
def test_a_short_hint_is_as_high_as_its_text_below_the_question_and_a_very_long_one_scrolls(
    sit: Sit, backstage: Backstage
) -> None:
    """Asked again it is whole again."""
    player = sit(ASKED["movement"]())
    page, hint = player.page, player.page.locator("#hint-here")
    answer(page, {"type": "done"})
    for asked, make in ASKED.items():
        if asked != "movement":
            player.stand_at(make(), backstage)
        for _ in range(2):
            page.locator("[data-key=hint-turn]").tap()
            expect(hint).to_contain_text("It is best.")
            settle(page)
            expect(hint).not_to_contain_class("folded")
            found = page.evaluate(READABLE)
            assert found["score"], asked
            assert found["below"] >= 0, asked
            assert found["empty"] < 24, asked
        page.locator(".brief").tap()
        expect(hint).to_contain_class("folded")
        assert page.evaluate(READABLE)["below"] >= 0, asked
        assert page.evaluate(READABLE)["score"], asked
    player.stand_at(ASKED["movement"](), backstage)
    answer(page, GO_TO_TYRE, LONG * 6)
    page.locator("[data-key=hint-turn]").tap()
    expect(hint).to_contain_text("It gains most")
    assert hint.evaluate("one => one.offsetHeight") <= PHONE["height"] / 2
    assert hint.evaluate("one => one.scrollHeight > one.clientHeight")
    assert player.problems == []


def test_a_hint_lights_what_it_means_names_its_price_and_goes_with_its_decision(sit: Sit, backstage: Backstage) -> None:
    # The two ends of the way lie far from each other and out of sight: the map shows both.
    player = sit(moving("damascus: balian\naleppo: saladin"))
    page, hint = player.page, player.page.locator("#hint-here")
    answer(page, GO_TO_TYRE | {"path": ["banyas", "tiberias", "acre"]}, "It is near.", "March")
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

    # Balian alone holds Damascus, a town of the Saracens: left empty it falls back to them.
    player.stand_at(moving("damascus: balian\ntyre: conrad\naleppo: saladin"), backstage)
    answer(page, GO_TO_TYRE | {"path": ["banyas"]}, "It is better.", "Go")
    page.locator("[data-key=hint-turn]").tap()
    expect(hint).to_contain_text("It costs one of your Moves (left: 3)")
    expect(hint).to_contain_text("But then: Damascus, one of the seven cities, falls back to the enemy")

    player.stand_at(moving("acre: walter\ntyre: conrad\nsidon: balian\ndamascus: saladin"), backstage)
    expect(hint).to_be_hidden()
    answer(page, {"type": "muster-to", "town": "tyre"}, said="Muster")
    page.locator("[data-key=hint-turn]").tap()
    expect(page.locator("#bar button.hinted")).to_have_attribute("data-key", "muster-turn")
    expect(page.locator("#bar button.hinted")).to_be_in_viewport()

    player.stand_at(ASKED["cards"](), backstage)
    answer(page, HINTED["card"])
    page.locator("[data-key=hint-turn]").tap()
    expect(page.locator("#hand .hinted")).to_have_attribute("data-card", "manna")

    player.stand_at(moving(AT_SIDON), backstage)
    answer(page, GO_TO_TYRE)
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


IN_BAR = """() => Object.fromEntries([...document.querySelectorAll("#bar button")].map((one) => {
  const { left, top, width } = one.getBoundingClientRect();
  return [one.dataset.key ?? one.dataset.type, [left, top, width].map(Math.round)] }))"""


@pytest.mark.whole
def test_what_is_opened_or_left_out_moves_no_button(sit: Sit, backstage: Backstage) -> None:
    """What opens does so above the buttons; and no other block’s button comes under the finger that pressed."""
    player = sit(before_the_walls().position)
    page = player.page

    def rest() -> Any:
        settle(page)
        return page.evaluate(IN_BAR)

    def press(selector: str) -> None:
        """Presses an element as a finger does: it is not scrolled into sight first."""
        page.locator(selector).evaluate("one => one.click()")

    before = page.evaluate(TOP, "#choices [data-type=fire]")
    page.locator("#choices .whys summary").tap()
    expect(page.locator("#choices .whys[open] li").first).to_be_visible()
    settle(page)
    assert page.evaluate(TOP, "#choices [data-type=fire]") == pytest.approx(before, abs=1)

    # Who is left out of a group comes along again by a press at the same place.
    six = "acre: king-guy walter conrad balian josselin gaza-templars\ntiberias: saladin\negypt: al-adil\n"
    player.stand_at(moving(six), backstage)
    page.locator(".token[data-at=acre] >> nth=-1").tap()
    page.locator("#bar [data-key=all-here]").tap()
    before = rest()
    for left in ("conrad", "king-guy", "balian", "walter"):
        press(f"[data-key=off-{left}]")
        assert rest() == before, left
    expect(page.locator("#bar .chip-off")).to_have_count(2)
    press("[aria-label='Take Conrad along again']")
    assert rest() == before
    expect(page.locator("#bar .what")).to_have_text("3 blocks")

    player.stand_at(moving("acre: walter\ntyre: conrad\nsidon: balian\nbeirut: josselin\ndamascus: saladin"), backstage)
    settle(page)
    before = page.evaluate(TOP, "#bar [data-type=done]")
    page.locator("[data-key=muster-turn]").tap()
    expect(page.locator("#bar .ends [data-advice=muster]")).to_be_visible()
    settle(page)
    assert page.evaluate(TOP, "#bar [data-type=done]") == pytest.approx(before, abs=1)
    page.locator("#bar [data-town=tyre]").or_(page.locator(".town.goal[data-town=tyre] .hit")).first.tap()
    page.locator("#bar [data-key=muster-all]").tap()
    expect(page.locator("#bar [data-key=muster-all]")).to_be_disabled()
    before = rest()
    for block in ("balian", "walter", "josselin"):
        press(f"[data-candidate={block}]")
        assert rest() == before, block
    expect(page.locator("#bar [data-key=muster-none]")).to_be_disabled()
    assert player.problems == []
