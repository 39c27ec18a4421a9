"""A plan before it is confirmed: its blocks as chips, the road it takes, what roads carry; and battles that are
declared.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from rules import game
from rules.actions import Action
from rules.dice import SeededDice
from rules.position import Position
from rules.ruleset import Ruleset
from tests.browser.playing import Player
from tests.rules.scene import Table, moving
from tests.rules.test_winter import end_movement, wintering

PlayAt = Callable[..., Player]
DESK = {"width": 1440, "height": 900}
SIX = "nablus: king-guy walter conrad balian josselin raymond-tripoli\nbaisan: saladin\n"


def test_blocks_of_a_plan_are_taken_off_and_sent_by_another_road(play_at: PlayAt) -> None:
    player = play_at(moving(SIX), **DESK)
    page = player.page
    # A whole stack in three presses: the stack, all of them, the town; the fourth confirms an attack.
    page.locator(".token[data-at=nablus]").last.click()
    page.locator("#bar [data-key=all-here]").click()
    page.locator("#choices [data-key=to-baisan]").click()
    # The road is drawn, and what it carries is said.
    expect(page.locator(".way.walk")).not_to_have_count(0)
    expect(page.locator(".plan-chip")).to_have_count(6)
    chips = page.locator(".plan-chips li")
    expect(chips.first).to_contain_text("main attack · Nablus")
    expect(chips.last).to_contain_text("in reserve, later · Legio")
    assert [chips.nth(i).locator(".plan-chip").count() for i in range(2)] == [4, 2]
    expect(page.locator(".roads-in small").first).to_have_text("carries 4, you have 6: 2 wait")
    page.locator("[data-key=off-king-guy]").click()
    page.locator("[data-key=off-walter]").click()
    # Who is left out keeps their place, struck through.
    expect(page.locator(".plan-chip:not(.out)")).to_have_count(4)
    expect(page.locator(".plan-chip.out")).to_have_count(2)
    page.locator("[data-key=chip-conrad]").click()
    expect(chips.last).to_contain_text("in reserve, later")
    expect(chips.last.locator(".plan-chip:not(.out)")).to_have_attribute("data-chip", "conrad")
    with player.expect_act() as sent:
        page.locator("#bar [data-key=confirm]").click()
    taken = {action["block"]: action["path"][-2:] for action in sent[0]["actions"]}
    assert len(taken) == 4
    assert taken["conrad"] == ["legio", "baisan"]
    assert taken["balian"] == ["baisan"]
    assert player.problems == []


def test_declared_battles_stand_in_a_strip_that_leads_there(play_at: PlayAt) -> None:
    position = moving("acre: king-guy walter\ntyre: conrad\ntiberias: saladin\negypt: al-aziz\naleppo: sanjar\n")
    for block in ("king-guy", "walter"):
        position = game.apply(
            position, "frank", Action("move", block=block, path=("tiberias",)), SeededDice(1)
        ).position
    page = play_at(game.apply(position, "frank", Action("done"), SeededDice(1)).position, width=390, height=844).page
    # It is the defender's move, whose own blocks are named first.
    expect(page.locator("main[data-step=move]")).to_be_attached()
    battle = page.locator(".battle-strip [data-strip]")
    expect(battle).to_have_text(["⚔ Tiberias1 v 2"])
    expect(page.locator(".way.arrival.frank.main")).to_have_count(1)
    battle.click()
    expect(page.locator("#town")).to_contain_text("Tiberias")
    # A phone has no room for all of it: cities out of sight have a sign at the edge, which leads there.
    away = page.locator("[data-beyond]")
    expect(away).to_have_count(2)
    for city in ("aleppo", "egypt"):
        page.locator(f"[data-beyond={city}]").click()
        expect(page.locator(f"[data-beyond={city}]")).to_have_count(0)
        expect(page.locator(f".token[data-at={city}]")).to_be_in_viewport()


def overfull_antioch() -> Position:
    """Deployment, with one block too many at Antioch."""
    start = game.new_game(Ruleset(), SeededDice(3)).position
    for action in game.legal_actions(start, "frank"):
        if isinstance(action, Action) and action.town == "antioch":
            moved = game.apply(start, "frank", action, SeededDice(1)).position
            if game.observe(moved, "frank")["prompt"]["params"]["surplus"]:
                return moved
    raise AssertionError("no block can be moved to Antioch")


def test_a_town_says_what_it_still_gives_back_in_winter(play_at: PlayAt) -> None:
    places = "acre: saladin@2 al-adil keukburi@2 yuzpah@1\naleppo: kurds-1@3\ntyre: conrad\n"
    player = play_at(end_movement(wintering(places, "saracen")).position, **DESK)
    page = player.page
    # Acre feeds three of four: who is lost for good is told so.
    page.locator(".token[data-block=saladin]").click()
    expect(page.locator("#bar")).to_contain_text("it is gone for good")
    page.locator(".token[data-block=al-adil]").click()
    page.locator("#bar [data-key=confirm]").click()
    expect(page.locator("#notice")).to_contain_text("al-Adil has left Acre, and the game for good.")
    expect(page.locator("#notice")).to_contain_text("by themselves: Kurds 1")
    # In the enemy's kingdom three points are one step.
    expect(page.locator("#prompt")).to_contain_text("(Acre: 1 of 1 left)")
    expect(page.locator("[data-surplus=acre] text")).to_have_text("+1")
    page.locator(".token[data-block=keukburi]").click()
    expect(page.locator("#bar")).to_contain_text("half as many. This uses the last.")
    page.get_by_role("button", name="Keukburi: regain a step").first.click()
    expect(page.locator("#notice")).to_contain_text(
        "Keukburi has regained a step. Acre gives 1 step this winter: 0 left."
    )
    expect(page.locator("#prompt")).to_have_text("Winter: no town has a step left to give back. Press Done.")
    expect(page.locator("[data-surplus=acre]")).to_have_count(0)
    assert player.problems == []


def test_winter_and_deployment_say_numbers(play_at: PlayAt) -> None:
    places = "banyas: saladin al-adil kurds-1 turks-1 zangi arabs-1\nacre: king-guy conrad\n"
    player = play_at(end_movement(wintering(places)).position, **DESK)
    page = player.page
    expect(page.locator(".surplus-lines")).to_have_text("Banyas feeds 1 of 6: 5 to disband")
    expect(page.locator("[data-surplus=banyas] text")).to_have_text("1/6")
    player = play_at(overfull_antioch(), **DESK)
    done = player.page.locator("[data-key=done-later]")
    expect(done).to_be_disabled()
    expect(player.page.locator("#why-not-done")).to_contain_text("holds 3 of 4: 1 to move away")


@pytest.mark.parametrize("left", [0, 1])
def test_done_stands_out_where_nothing_but_taking_back_is_left(play_at: PlayAt, left: int) -> None:
    places = "banyas: saladin al-adil\nacre: king-guy conrad balian\njaffa: walter gaza-templars\n"
    position = wintering(places, "frank").position
    position.moves = left
    player = play_at(position, width=390, height=844)
    page = player.page
    page.locator("#bar [data-type=done]").click()
    bar = page.locator("#bar")
    expect(bar.locator(".sure")).to_contain_text("Jaffa feeds 1 of 2")
    if left:
        expect(bar.locator("[data-key=done-not]")).to_have_class("primary")
        expect(bar.locator("[data-key=done-really]")).to_have_text("End all the same")
    else:
        expect(bar.locator("[data-key=done-really]")).to_have_class("primary")
        expect(bar.locator("[data-key=done-really]")).to_have_text("Done")
        expect(bar.locator(".sure")).to_contain_text("Nothing can change this any more.")
    assert player.problems == []


@pytest.mark.parametrize("size", [DESK, {"width": 390, "height": 844}], ids=["desk", "phone"])
def test_what_would_become_of_a_jihad_is_said_while_blocks_move_and_done_asks(
    play_at: PlayAt, size: dict[str, Any]
) -> None:
    table = Table(moving("baisan: saladin\nnablus: balian", first="saracen", saracen="jihad"))
    player = play_at(table.position, **size)
    page = player.page
    lost = "you have no battle or siege yet in which you could attack: Jihad would be lost."
    expect(page.locator("#prompt")).to_contain_text(lost)
    page.locator("#bar [data-type=done]").click()
    lines = page.locator("#bar .sure p")
    expect(lines.nth(0)).to_have_text("1 Move would be lost.")
    expect(lines.nth(1)).to_contain_text("Jihad would be lost:")
    page.locator("#bar [data-key=done-not]").click()
    player = play_at(table.do("saracen", "move saladin nablus").position, **size)
    page = player.page
    expect(page.locator("#prompt")).to_contain_text("as things stand your blocks fire first at Nablus")
    assert player.problems == []
