"""A muster on a phone: at first those come whom a hint names, or all but besiegers; the list of who comes has room."""

from playwright.sync_api import Page, expect

from tests.browser.test_still_buttons import Sit, sit
from tests.rules.scene import moving

__all__ = ["sit"]
BEFORE_TRIPOLI = (
    "tripoli: [raymond-tripoli] saladin shirkuh al-mashtub tuman\nbaalbek: bahram\nashtera: yazkuj\nhama: taqi-al-din\n"
    "damascus: keukburi\nantioch: bohemond"
)
LEAST_LIST = 110
"""Pixels: two rows of blocks and more."""
ROOM = """() => { const box = (one) => document.querySelector(one).getBoundingClientRect();
  return Math.min(box(".candidates").bottom, box(".plan-list").bottom) - box(".candidates").top; }"""


def pressed(page: Page) -> set[str]:
    lit = page.locator("[data-candidate][aria-pressed=true]")
    return set(lit.evaluate_all("all => all.map((one) => one.dataset.candidate)"))


def test_besiegers_are_not_mustered_unless_they_are_chosen_and_then_it_is_said(sit: Sit) -> None:
    player = sit(moving(BEFORE_TRIPOLI, mover="saracen"))
    page = player.page
    page.locator("[data-key=muster-turn]").tap()
    page.locator('#map [data-town="damascus"] .hit').dispatch_event("click")
    expect(page.locator("#bar [data-key=confirm]")).to_contain_text("Muster 3 blocks")
    assert pressed(page) == {"bahram", "yazkuj", "taqi-al-din"}
    assert page.evaluate(ROOM) >= LEAST_LIST
    page.locator("[data-candidate=tuman]").tap()
    expect(page.locator("#bar .follows").first).to_contain_text("1 block leaves the siege of Tripoli")
    assert player.problems == []


def test_a_muster_brings_those_whom_the_hint_names(sit: Sit) -> None:
    player = sit(moving(BEFORE_TRIPOLI, mover="saracen"))
    page = player.page
    page.unroute_all()
    answer = {"action": {"type": "muster-to", "town": "damascus"}, "said": "Muster", "why": "It is best."}
    page.route("**/hint/**", lambda route: route.fulfill(json=answer | {"blocks": ["bahram", "tuman"]}))
    page.locator("[data-key=hint-turn]").tap()
    expect(page.locator("#hint-here")).to_contain_text("It is best.")
    page.locator("[data-key=muster-turn]").tap()
    page.locator('#map [data-town="damascus"] .hit').dispatch_event("click")
    expect(page.locator("#bar [data-key=confirm]")).to_contain_text("Muster 2 blocks")
    assert pressed(page) == {"bahram", "tuman"}
    expect(page.locator("#bar [data-key=confirm]")).to_contain_class("hinted")
    assert player.problems == []


def test_a_hint_to_muster_says_first_what_is_given_up(sit: Sit) -> None:
    """A hint names what a muster gives up before it names who comes."""
    player = sit(moving("gaza: al-adil\negypt: turks-1 yuzpah\nascalon: saladin\njaffa: balian", mover="saracen"))
    page = player.page
    page.unroute_all()
    answer = {
        "action": {"type": "muster-to", "town": "ascalon"},
        "said": "Muster",
        "why": "To protect Ascalon, which the enemy can reach.",
        "who": "Who goes there: all.",
        "blocks": ["al-adil", "turks-1", "yuzpah"],
    }
    page.route("**/hint/**", lambda route: route.fulfill(json=answer))
    page.locator("[data-key=hint-turn]").tap()
    said = page.locator("#hint-here-said")
    expect(said).to_contain_text(
        "which the enemy can reach. But then: Gaza falls back to the enemy: it lies in their land, and nobody of yours"
        " stays; Nobody stays in Egypt, one of the seven cities: yours until an enemy marches in. Who goes there: all."
        " It costs one of your Moves"
    )
    assert player.problems == []


def test_the_town_to_which_a_ship_went_leaves_nothing_in_the_bar(sit: Sit) -> None:
    """It said "Ascalon: Muster here" while a lesson had gone on to something else."""
    player = sit(moving("tripoli: raymond-tripoli\nascalon: walter\ngaza: balian\ndamascus: saladin", mover="frank"))
    page = player.page
    before = player.drawn
    page.locator('.token[data-block="raymond-tripoli"]').dispatch_event("click")
    page.locator('#map [data-town="ascalon"] .hit').dispatch_event("click")
    player.settle(before)
    expect(page.locator("#bar")).not_to_contain_text("Ascalon")
    expect(page.locator("#bar [data-type=done]")).to_be_visible()
    assert player.problems == []


def test_where_blocks_are_to_meet_a_block_stands_for_its_town(sit: Sit) -> None:
    player = sit(moving("damascus: saladin\nashtera: turks-1\njaffa: balian", mover="saracen"))
    page = player.page
    page.locator("[data-key=muster-turn]").tap()
    expect(page.locator("#prompt")).to_contain_text("where your blocks are to meet")
    page.wait_for_timeout(600)  # the map has come to rest
    page.locator(".token[data-block=saladin]").tap()
    expect(page.locator("#bar .what")).to_contain_text("Muster at Damascus")
    assert player.problems == []


def test_a_hint_to_end_a_movement_is_done_by_its_button_for_it_has_named_what_is_lost(sit: Sit) -> None:
    player = sit(moving("damascus: saladin\njaffa: balian", mover="saracen"))
    page = player.page
    page.unroute_all()
    answer = {"action": {"type": "done"}, "said": "Done", "why": "No move gains more.", "who": "", "blocks": []}
    page.route("**/hint/**", lambda route: route.fulfill(json=answer))
    page.locator("[data-key=hint-turn]").tap()
    expect(page.locator("#hint-here-said")).to_contain_text("Moves would be lost.")
    with player.expect_act() as acts:
        page.locator("#hint-do").tap()
    assert acts[0]["action"] == {"type": "done"}
    assert player.problems == []
