"""Blocks on the map: they show what the view says, no more, and how they got where they are; the hand of cards."""

import re
from collections.abc import Callable
from typing import Any

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


AT_REST = """async (part) => {
  for (let before = "", same = 0, frames = 0; same < 12 && frames < 1800; frames += 1) {
    const now = part.outerHTML;
    same = now === before ? same + 1 : 0;
    before = now;
    await new Promise((drawn) => requestAnimationFrame(drawn));
  }
  return part.outerHTML;
}"""


def at_rest(part: Locator) -> str:
    """How a part of the page is written when nothing moves it any more: the map finds its size a little after it is
    drawn.
    """
    return str(part.evaluate(AT_REST))


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


def test_blocks_show_their_arms_figures_and_strength_and_backs_their_side_and_number_alone(
    sit_down: Callable[..., Table],
) -> None:
    table = sit_down(moving(SIEGE))
    page = table.page
    conrad = block(page, "conrad")
    # From near and from far.
    assert (
        conrad.locator(".block-arms").evaluate_all("drawn => drawn.map((one) => one.getAttribute('marker-start'))")
        == ["url(#arms-conrad)"] * 2
    )
    expect(conrad.locator(".block-rating")).to_have_text(["B3", "B3"])
    expect(conrad.locator(".block-move")).to_have_text("2")
    expect(conrad.locator(".pips")).to_have_attribute("data-strength", "1")
    expect(conrad.locator(".pip.lost")).to_have_count(2)
    expect(block(page, "walter").locator(".pip.lost")).to_have_count(0)
    assert "strength 1 of 4" in (conrad.get_attribute("aria-label") or "")
    missing = page.evaluate("""async () => {
          const { armsOf } = await import("/static/frontend/js/blocks/emblems.js");
          const { blocks } = JSON.parse(document.getElementById("page-data").textContent);
          return Object.keys(blocks).filter((id) => !document.getElementById(`arms-${armsOf(id)}`));
        }""")
    assert missing == []
    # Sides differ in shape, not in color alone.
    frame = "name => document.querySelector(`#arms-${name} path`).getAttribute('d')"
    assert page.evaluate(frame, "walter") == page.evaluate(frame, "templars") != page.evaluate(frame, "saladin")
    assert page.evaluate(frame, "assassins") not in (page.evaluate(frame, "walter"), page.evaluate(frame, "saladin"))
    corner = "side => document.querySelector(`.token .block.${side}`).getAttribute('rx')"
    assert page.evaluate(corner, "frank") != page.evaluate(corner, "saracen")
    # The year, the turn and the seven cities.
    expect(page.locator(".years [aria-current]")).to_have_text("1188")
    expect(page.locator(".turns [aria-current]")).to_have_text("2")
    expect(page.locator(".cities li")).to_have_count(7)
    expect(page.locator(".cities li.saracen", has_text="Egypt").locator("svg.side-mark")).to_be_visible()
    expect(page.locator(".cities li.frank", has_text="Acre")).to_contain_text("held by the Franks")
    # A pile of backs.
    (stack,) = (found for found in table.view["map"]["acre"]["stacks"] if found["side"] == "saracen")
    assert stack["hidden"] == 8
    pile = page.locator(".token[data-key='token-hidden-acre-field-0-saracen']")
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
    # What a block is doing.
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
        expect(block(page, name).locator(f".badge.{flag}")).to_be_attached()
    expect(page.locator(".frame.castle")).to_have_count(1)
    # Nothing moves for those who want no motion, as the browsers of these tests do.
    page.evaluate("""() => { window.moved = 0; const animate = Element.prototype.animate;
          Element.prototype.animate = function (...all) { window.moved += 1; return animate.apply(this, all); } }""")
    march(table)
    assert page.locator("#map").get_attribute("data-moving") == "false"
    assert page.evaluate("window.moved") == 0


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


def test_a_move_is_shown_on_the_page_that_is_drawn_already_until_a_key_or_a_click_ends_it(
    sit_down: Callable[..., Table],
) -> None:
    table = sit_down(moving(SIEGE), motion=True)
    page, stage = table.page, table.page.locator("#map")
    slowed(page, 0.1)
    march(table)
    expect(stage).to_have_attribute("data-moving", "true")
    expect(page.locator(".ghosts .dice-shown .face")).to_have_count(3)
    expect(page.locator(".ghosts .dice-shown .hit")).to_have_count(1)
    slowed(page, 10)
    expect(stage).to_have_attribute("data-moving", "false")
    expect(page.locator(".ghosts > *")).to_have_count(0)
    slowed(page, 0.1)
    for end in (lambda: page.keyboard.press("Escape"), lambda: page.locator("#prompt").click()):
        table.turn_to(moving(SIEGE))
        page.emulate_media(reduced_motion="reduce")
        table.wake()
        page.emulate_media(reduced_motion="no-preference")
        march(table)
        expect(stage).to_have_attribute("data-moving", "true")
        end()
        assert stage.get_attribute("data-moving") == "false"
        assert page.evaluate("document.querySelector('#map').getAnimations({ subtree: true }).length") == 0


def test_the_hand_is_played_from_the_keyboard_and_what_was_chosen_lies_face_down(
    sit_down: Callable[..., Table],
) -> None:
    table = sit_down(choosing(SIEGE, frank=FRANKS, saracen=SARACENS, turn="1188.1"))
    page, cards = table.page, table.page.locator("#hand [data-type=play-card]")
    mine, theirs = (page.locator(f"#played .played-side.{side}") for side in ("frank", "saracen"))
    expect(mine.locator(".card.empty")).to_have_text("not chosen yet")
    expect(theirs.locator(".card.back")).to_have_count(0)
    expect(theirs.locator(".card.empty")).to_have_text("chosen or not yet: seen when both have chosen")
    expect(cards).to_have_count(6)
    expect(cards.nth(1)).to_contain_text("Guide")
    expect(cards.nth(1).locator("svg.card-art")).to_be_visible()
    # After a refusal cards can be played again.
    refusal = re.compile(r"/actions/")
    page.route(refusal, lambda route: route.fulfill(status=422, json={"reason": "Not now.", "rule": "4.1"}))
    cards.first.click()
    expect(page.locator("#notice")).to_contain_text("Not now.")
    expect(cards.first).to_be_enabled()
    page.unroute(refusal)
    page.route(refusal, table.take)
    cards.first.focus()
    page.keyboard.press("Tab")
    expect(cards.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main[data-busy=false][data-drawn$='-2']")).to_be_attached()
    assert [post["action"] for post in table.posted] == [{"type": "play-card", "card": "guide"}]
    mine_before = table.view["cards"]["frank"]

    def show(**cards: Any) -> None:
        table.version += 1
        table.view["version"] = table.version
        table.view["cards"] = table.view["cards"] | cards
        table.wake()

    show(frank=mine_before | {"chosen": True, "choice": "guide"})
    expect(mine.locator(".card.back")).to_have_text("Guide: chosen, face down")
    expect(theirs.locator(".card.empty")).to_have_text("not chosen yet")
    show(frank=mine_before, saracen=table.view["cards"]["saracen"] | {"chosen": True})
    expect(theirs.locator(".card.back")).to_have_text("chosen, face down")
    assert "move" not in theirs.locator(".card.back").evaluate("card => card.outerHTML")
    # Whether a side has chosen is not a spectator's to know before both have.
    both, yours = table.view["cards"], {key: table.view[key] for key in ("you", "actions")}
    table.view |= {"you": None, "actions": []}
    show(frank=mine_before, saracen=both["saracen"] | {"chosen": False})
    expect(page.locator("#played .card.back")).to_have_count(0)
    expect(page.locator("#played .card.empty")).to_have_text(["chosen or not yet: seen when both have chosen"] * 2)
    table.view |= yours
    show(frank=mine_before | {"played": "guide", "prior": "manna"}, saracen=both["saracen"] | {"played": "move-2"})
    expect(theirs.locator(".card.face")).to_have_text("Move 2")
    expect(mine.locator(".card.face")).to_have_text("Guide")
    expect(mine).to_contain_text("Manna")
    # Cards that cannot be played do not look as if they could.
    table.turn_to(choosing(SIEGE, frank=FRANKS.replace("guide", "intrigue"), saracen=SARACENS, turn="1188.1"))
    table.wake()
    refused = page.locator("#hand [data-card=intrigue]")
    expect(refused).to_have_css("border-top-style", "dashed")
    expect(refused.locator("small")).to_have_text(
        "Copies the card that the other side played last turn. It cannot be played now, in the first turn of a year."
    )
    expect(cards.first).to_have_css("border-top-style", "solid")
    table.turn_to(moving(SIEGE))
    table.wake()
    expect(page.locator("#hand > div.card").first).to_have_css("border-top-style", "dashed")
