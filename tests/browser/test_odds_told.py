"""What dice are likely to do is said before they are rolled, where it is decided, and what an enemy card can do."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from opponent.knowledge import never_drawn
from rules.atlas import bits
from rules.places import GONE, POOL
from rules.position import Position
from tests.browser.backstage import Backstage
from tests.browser.playing import Player
from tests.browser.test_choices import two_battles
from tests.browser.test_play_battles import BESIEGED
from tests.rules.combat import battle
from tests.rules.scene import Table, moving, reveal

PlayAt = Callable[..., Player]
PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True}


def sieges_to_choose_from() -> Position:
    """A castle that one block at most may storm, and one that two may."""
    places = "tripoli: [raymond-tripoli@1] al-aziz kurds-1 turks-1\njaffa: [balian@1] sanjar zangi\nantioch: king-guy\n"
    table = Table(moving(places, first="saracen")).do("saracen", "done").do("frank", "done")
    assert table.step == "choose-battle"
    return table.position


def test_what_a_battle_may_bring_is_read_where_it_is_chosen(play_at: PlayAt, backstage: Backstage) -> None:
    """What the Assassins' dice may do, how each battle may end and why the order matters, what a storm may take."""
    table = reveal("assassins", "move-3", "tyre: [conrad] zangi@2\nbanyas: saladin al-adil\nacre: king-guy\n")
    player = play_at(table.position, **PHONE)
    page = player.page
    expect(page.locator("#choices button", has_text="Strike Zangi").locator("small")).to_have_text(
        "Chance that it falls: 50%."
    )
    page.locator(".town[data-town=banyas] .hit").evaluate("town => town.dispatchEvent(new MouseEvent('click'))")
    told = page.locator("#bar .plan-now .hint")
    expect(told).to_contain_text("on average 1.5 steps, 88% for one or more")
    expect(told).to_contain_text("50% with 2 steps")
    expect(told).to_contain_text("Which of the 2 hidden blocks there is struck is drawn by lot.")
    expect(page.locator("#bar [data-key=confirm]")).to_be_in_viewport()
    player.stand_at(two_battles().position, backstage)
    notes = page.locator("#choices [data-type=choose-battle] small")
    expect(notes).to_have_text([re.compile("^the field is yours in about ")] * 2)
    told = page.locator("#choices [data-why=choose-battle]")
    expect(told).to_contain_text("In the end all are fought")
    expect(told).to_contain_text("Tiberias and Banyas lie next to each other")
    player.stand_at(sieges_to_choose_from(), backstage)
    sieges = {
        town: page.locator(f"#choices [data-type=choose-battle][data-key*={town}]") for town in ("tripoli", "jaffa")
    }
    expect(sieges["tripoli"].locator("small")).to_contain_text("a siege: a storm by your strongest takes it in about ")
    note = sieges["jaffa"].locator("small")
    expect(note).to_have_text(re.compile(r"a siege: a storm by (Sanjar|Zangi) takes it in about \d of 10 tries"))
    # The stage has the same odds.
    name, tries = re.findall(r"by (\w+) .* (\d) of 10", note.inner_text())[0]
    sieges["jaffa"].click()
    page.locator("[data-key=strongest-storm]").click()
    expect(page.locator("[data-key=confirm-storm]")).to_have_text(f"Storm with {name}")
    expect(page.locator(".set-verdict")).to_contain_text(f"you take the castle in about {tries} of 10 tries")
    assert player.problems == []


def besieged_with_a_jihad() -> Position:
    places = "acre: [king-guy] [conrad@2] keukburi zangi@2\ntiberias: balian\n"
    table = Table(moving(places, first="frank", frank="jihad", saracen="move-1")).do("frank", "done")
    table.do("saracen", "done")
    assert (table.step, table.awaited) == ("storm", {"saracen"})
    return table.position


@pytest.mark.whole
def test_what_a_fight_may_bring_is_read_on_the_stage(play_at: PlayAt, backstage: Backstage) -> None:
    player = play_at(besieged_with_a_jihad(), **PHONE)
    page = player.page
    told, jihad = page.locator("#choices .set-verdict"), page.locator("#choices .set-jihad")
    expect(jihad).to_contain_text("they may sally, and then all their blocks fire before yours")
    expect(page.get_by_text("Jihad: Franks fire first in round 1 if they sally").first).to_be_visible()
    page.locator("[data-key=all-storm]").click()
    expect(told).to_be_visible()
    expect(jihad).to_have_count(0)
    # Who goes into a castle is told nothing of a Jihad of their own, but how the field would go without them.
    places = "nablus: balian walter\nbaisan: saladin keukburi"
    moves = "move saladin nablus\nmove keukburi nablus"
    player.stand_at(battle(places, moves, first="saracen", frank="jihad").position, backstage)
    expect(page.locator("#choices .set-follows")).not_to_be_empty()
    expect(jihad).to_have_count(0)
    attacked = battle("nablus: saladin@4 keukburi@3\njerusalem: balian@1", "move balian nablus", first="frank")
    assert attacked.step == "garrison"
    player.stand_at(attacked.position, backstage)
    expect(told).to_contain_text("If nobody goes in, the field is yours in about 9 of 10 tries")
    expect(told).to_contain_text("Steps lost by the end: about ")
    lost = page.locator("#choices .danger-told")
    expect(lost).to_have_text(re.compile(r"Who falls is gone for good \(rule .+\): Saladin\."))
    page.locator(".fighter[data-block=saladin]").click()
    expect(told).to_contain_text("Without them the field is yours in about ")
    expect(lost).to_have_count(0)
    # Saladin is A3 at strength 2: even odds for each die.
    table = Table(moving("acre: conrad@3\ntiberias: saladin@2 kurds-1\n"))
    table.do("frank", "move conrad tiberias", "done").do("saracen", "done", "garrison -")
    assert table.step == "fight"
    player.stand_at(table.position, backstage)
    fire = page.locator("#choices [data-type=fire]")
    for words in ("2 dice, each hits with 3 or less", "on average 1", "75% for 1 or more", "25% for 2 or more"):
        expect(fire).to_contain_text(words)
    # 6.55: after the last round sallying blocks go in, and do not hold the field for those they joined.
    table = battle(
        "acre: king-guy walter balian\ntiberias: saladin keukburi",
        "move saladin acre\nmove keukburi acre",
        first="saracen",
        dice={"fire": [5] * 90},
    )
    table.do("frank", "garrison king-guy,balian").fire_round()
    table.do("frank", "sally king-guy")
    player.stand_at(table.position, backstage)
    end = page.locator("#battle .battle-end")
    expect(end).to_have_text("The round ends when all have acted.")
    table.fire_round()
    player.stand_at(table.do("frank", "sally -").position, backstage)
    expect(end).to_contain_text("Last round: sallying blocks go into the castle after it.")
    assert player.problems == []


def test_odds_of_relief_and_sally_are_told_on_request(play_at: PlayAt) -> None:
    """While Acre is besieged and Conrad comes: without and with a sally; of Kerak, where nobody comes, a storm and a
    sally.
    """
    table = Table(moving(f"{BESIEGED}kerak: [reynald-kerak] arabs-1\n", first="frank"))
    position = table.do("frank", "move conrad acre").position
    for block in bits(never_drawn(position.ruleset)):
        if position.where[block] == POOL:
            position.put(block, GONE)
    player = play_at(position, **PHONE)
    page = player.page
    page.get_by_role("tab", name="Odds").click()
    for key in ("acre", "acre-sally", "kerak", "kerak-sally"):
        button = page.locator(f"#odds-list [data-key=odds-{key}]")
        # Clear of the dock at the foot of a phone.
        button.evaluate("one => one.scrollIntoView({ block: 'center' })")
        button.click()
        expect(button).to_have_count(0)
    expect(page.locator("#odds-list h3")).to_have_text(
        ["Acre: relief, nobody sallies", "Acre: relief and sally", "Kerak: storm", "Kerak: sally"]
    )
    expect(page.locator("#odds-list .odds-words").nth(3)).to_contain_text(
        "The attacking Franks have the field in the end"
    )
    expect(page.locator("#odds-list .odds-words").nth(2)).to_contain_text("The storming Saracens take the castle")
    assert player.problems == []


def test_odds_that_one_side_asked_for_are_not_told_to_the_other(play_at: PlayAt) -> None:
    """In a game alone, odds that were asked for as one side are not shown once the page turns to the other."""
    player = play_at(moving("sidon: balian\ntyre: conrad\nacre: king-guy [saladin]"), **PHONE)
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
