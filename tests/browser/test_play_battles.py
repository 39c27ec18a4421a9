"""Battles and sieges on the board: storm, sally and relief, the English from the sea."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from rules.position import Position
from tests.browser.playing import Player
from tests.browser.test_play import DESK, PHONE, Hand
from tests.rules.scene import Table, moving

PlayAt = Callable[..., Player]
FIRE_OR_HIT = ":is(#choices [data-type=fire], .fighter[data-type=take-hit])"
BESIEGED = "acre: [king-guy] [walter@2] saladin kurds-1 turks-1 zangi\ntyre: conrad balian\n"


def before_the_walls() -> Position:
    """Acre is besieged by Saladin, who moved first; Conrad comes to its relief, and the siege is about to be fought."""
    table = Table(moving(BESIEGED, first="saracen", mover="saracen"))
    table.do("saracen", "done").do("frank", "move conrad acre", "done")
    while table.step == "choose-battle":
        table.do("saracen", "choose-battle acre")
    assert table.step == "storm"
    return table.position


def test_a_siege_is_stormed_by_pressing_the_stormers(play_at: PlayAt) -> None:
    player = play_at(before_the_walls(), **PHONE)
    page = player.page
    hand = Hand(player, touch=True)
    battle = page.locator("#battle")
    expect(battle.locator(".bay.reserve")).to_contain_text("round 2")
    hand.fighter("zangi")
    hand.fighter("saladin")
    expect(battle.locator(".fighter.chosen")).to_have_count(2)
    hand.act(lambda: hand.press("[data-key=confirm-storm]"))
    expect(battle).to_contain_text("The castle is being stormed: double defense")
    expect(battle.locator(".order li")).not_to_have_count(0)
    if page.locator("#choices [data-type=fire]").count():
        expect(page.locator("#choices [data-type=fire]").first).to_contain_text("on average")
    fight_on(hand, rounds=1)
    expect(page.locator("#log")).to_contain_text("stormed the castle of Acre")
    expect(page.locator("#log")).to_contain_text("fired at Acre and rolled")
    assert player.problems == []


def test_the_besieged_sally_beside_their_relief(play_at: PlayAt) -> None:
    player = play_at(before_the_walls(), **DESK)
    page = player.page
    hand = Hand(player, touch=False)
    hand.act(lambda: hand.press("[data-key=confirm-storm]"))
    expect(page.locator("#prompt")).to_contain_text("Sally out, or stay inside")
    hand.act(lambda: hand.press("[data-key=confirm-sally]"))
    # Round 2: the relief is there, the field is fought over, and those inside may come out to help.
    expect(page.locator("#prompt")).to_contain_text("round 2")
    expect(page.locator(".rounds .now")).to_have_text("round 2")
    hand.fighter("king-guy")
    hand.act(lambda: hand.press("[data-key=confirm-sally]"))
    expect(page.locator("#log")).to_contain_text("sallied from Acre: King Guy")
    expect(page.locator(".fighter[data-block=king-guy]")).to_have_attribute("aria-label", re.compile("sallying"))
    expect(page.locator("#battle")).to_contain_text("Ways out: ")
    fight_on(hand, rounds=2)
    expect(page.locator("#log .block-fired").first).to_be_visible()
    assert player.problems == []


def fight_on(hand: Hand, *, rounds: int) -> None:
    """Fires with each block that may, takes hits with each that must, until the round is over."""
    page = hand.page
    for _ in range(20):
        now = page.locator(".rounds .now")
        if not now.count() or now.inner_text() != f"round {rounds}":
            return
        if not page.locator(FIRE_OR_HIT).count():
            return
        hand.act(lambda: hand.press(FIRE_OR_HIT))


def test_the_english_attack_from_the_sea(play_at: PlayAt) -> None:
    position = moving("staging: richard robert crossbows\nacre: saladin\ntyre: balian\n".replace("staging", "england"))
    player = play_at(position, **PHONE)
    hand = Hand(player, touch=True)
    hand.block("richard")
    hand.town("acre")
    expect(player.page.locator(".token[data-block=richard][aria-label*='at Acre']")).to_have_count(1)
    expect(player.page.locator("#log")).to_contain_text("Richard sailed from England to attack Acre.")
    assert player.problems == []
