"""What dice are likely to do is said before they are rolled, and what a card of the other side can do."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.playing import Player
from tests.browser.test_answers_on_the_spot import two_battles
from tests.browser.test_play import DESK, PHONE
from tests.browser.test_still_buttons import Sit, sit
from tests.rules.combat import battle
from tests.rules.scene import Table, moving
from tests.rules.test_events import reveal

__all__ = ["sit"]

PlayAt = Callable[..., Player]
both_sizes = pytest.mark.parametrize("size", [pytest.param(DESK, id="desk"), pytest.param(PHONE, id="phone")])


@both_sizes
def test_who_sends_the_assassins_reads_what_their_dice_may_do(play_at: PlayAt, size: dict[str, Any]) -> None:
    table = reveal("assassins", "move-3", "tyre: [conrad] zangi@2\nbanyas: saladin al-adil\nacre: king-guy\n")
    page = play_at(table.position, **size).page
    expect(page.locator("#choices button", has_text="Strike Zangi").locator("small")).to_have_text(
        "Chance that it falls: 50%."
    )
    page.locator(".town[data-town=banyas] .hit").evaluate("town => town.dispatchEvent(new MouseEvent('click'))")
    told = page.locator("#bar .plan-now .hint")
    expect(told).to_contain_text("on average 1.5 steps, 88% for one or more")
    expect(told).to_contain_text("50% with 2 steps")
    expect(told).to_contain_text("Which of the 2 hidden blocks there is struck is drawn by lot.")
    expect(page.locator("#bar [data-key=confirm]")).to_be_in_viewport()


@both_sizes
def test_who_chooses_a_battle_reads_how_each_may_end_and_why_the_order_matters(
    play_at: PlayAt, size: dict[str, Any]
) -> None:
    page = play_at(two_battles().position, **size).page
    notes = page.locator("#choices [data-type=choose-battle] small").all_inner_texts()
    assert len(notes) == 2
    assert all(note.startswith("the field is yours in about ") for note in notes)
    told = page.locator("#choices [data-why=choose-battle]")
    expect(told).to_contain_text("In the end all are fought")
    expect(told).to_contain_text("Tiberias and Banyas lie next to each other")


@both_sizes
def test_a_siege_that_is_chosen_has_the_odds_that_its_stage_tells(play_at: PlayAt, size: dict[str, Any]) -> None:
    """The siege of a castle that one block at most may storm, and of one that two may."""
    places = "tripoli: [raymond-tripoli@1] al-aziz kurds-1 turks-1\njaffa: [balian@1] sanjar zangi\nantioch: king-guy\n"
    table = Table(moving(places, first="saracen")).do("saracen", "done").do("frank", "done")
    assert table.step == "choose-battle"
    page = play_at(table.position, **size).page
    notes = {
        town: page.locator(f"#choices [data-type=choose-battle][data-key*={town}] small")
        for town in ("tripoli", "jaffa")
    }
    expect(notes["tripoli"]).to_contain_text("a siege: a storm by your strongest takes it in about ")
    expect(notes["jaffa"]).to_have_text(
        re.compile(r"a siege: a storm by (Sanjar|Zangi) takes it in about \d of 10 tries")
    )
    name, tries = re.findall(r"by (\w+) .* (\d) of 10", notes["jaffa"].inner_text())[0]
    page.locator("#choices [data-type=choose-battle][data-key*=jaffa]").click()
    page.locator("[data-key=strongest-storm]").click()
    expect(page.locator("[data-key=confirm-storm]")).to_have_text(f"Storm with {name}")
    expect(page.locator(".set-verdict")).to_contain_text(f"you take the castle in about {tries} of 10 tries")


@both_sizes
def test_besiegers_read_what_the_jihad_of_the_besieged_can_do_and_what_prevents_it(
    play_at: PlayAt, size: dict[str, Any]
) -> None:
    places = "acre: [king-guy] [conrad@2] keukburi zangi@2\ntiberias: balian\n"
    table = Table(moving(places, first="frank", frank="jihad", saracen="move-1")).do("frank", "done")
    table.do("saracen", "done")
    assert (table.step, table.awaited) == ("storm", {"saracen"})
    page = play_at(table.position, **size).page
    told = page.locator("#choices .set-jihad")
    expect(told).to_contain_text("they may sally, and then all their blocks fire before yours")
    expect(page.get_by_text("Jihad: Franks fire first in round 1 if they sally").first).to_be_visible()
    page.locator("[data-key=all-storm]").click()
    expect(page.locator("#choices .set-verdict")).to_be_visible()
    expect(told).to_have_count(0)


@both_sizes
def test_who_goes_into_a_castle_is_told_nothing_of_a_jihad_of_their_own(play_at: PlayAt, size: dict[str, Any]) -> None:
    places = "nablus: balian walter\nbaisan: saladin keukburi"
    table = battle(places, "move saladin nablus\nmove keukburi nablus", first="saracen", frank="jihad")
    assert table.step == "garrison"
    page = play_at(table.position, **size).page
    expect(page.locator("#choices .set-follows")).not_to_be_empty()
    expect(page.locator("#choices .set-jihad")).to_have_count(0)


@both_sizes
def test_who_goes_into_a_castle_reads_how_the_field_would_go_without_them(
    play_at: PlayAt, size: dict[str, Any]
) -> None:
    places = "nablus: saladin@4 keukburi@3\njerusalem: balian@1"
    table = battle(places, "move balian nablus", first="frank")
    assert table.step == "garrison"
    page = play_at(table.position, **size).page
    told = page.locator("#choices .set-verdict")
    expect(told).to_contain_text("If nobody goes in, the field is yours in about 9 of 10 tries")
    expect(told).to_contain_text("Steps lost by the end: about ")
    lost = page.locator("#choices .danger-told")
    expect(lost).to_have_text(re.compile(r"Who falls is gone for good \(rule .+\): Saladin\."))
    page.locator(".fighter[data-block=saladin]").click()
    expect(told).to_contain_text("Without them the field is yours in about ")
    expect(lost).to_have_count(0)


def test_odds_that_one_side_asked_for_are_not_told_to_the_other(sit: Sit) -> None:
    """In a game alone, odds that were asked for as one side are not shown once the page turns to the other."""
    player = sit(moving("sidon: balian\ntyre: conrad\nacre: king-guy [saladin]"))
    page = player.page
    waiting: list[Route] = []
    page.route("**/odds/**", lambda route: waiting.append(route))
    page.locator("#tab-odds").tap()
    page.locator("[data-key=odds-acre]").tap()
    player.wait_until(lambda: waiting != [])
    page.locator("#seat-switch [aria-pressed=false]").tap()
    expect(page.locator("main")).to_have_attribute("data-drawn", re.compile("saracen"))
    with page.expect_response("**/odds/**"):
        waiting[0].continue_()
    expect(page.locator("[data-key=odds-acre]")).to_be_enabled()
    expect(page.locator("#odds-list")).not_to_contain_text("%")
