"""Battles and sieges on the board: storm, sally and relief, the English from the sea, winter."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from opponent.knowledge import never_drawn
from rules.atlas import bits
from rules.places import GONE, POOL
from rules.position import Position
from tests.browser.playing import DRAWN, Player
from tests.browser.test_play import DESK, PHONE, TABLET, Hand, at
from tests.rules.scene import Table, moving

PlayAt = Callable[..., Player]
SIZES = [pytest.param(DESK, id="desk"), pytest.param(TABLET, id="tablet"), pytest.param(PHONE, id="phone")]
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


@pytest.mark.parametrize("size", SIZES)
def test_a_siege_is_stormed_by_pressing_the_stormers(play_at: PlayAt, size: dict[str, Any]) -> None:
    player = play_at(before_the_walls(), **size)
    page = player.page
    hand = Hand(player, touch="has_touch" in size)
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


@pytest.mark.parametrize("size", [SIZES[0], SIZES[2]])
def test_the_besieged_sally_beside_their_relief(play_at: PlayAt, size: dict[str, Any]) -> None:
    player = play_at(before_the_walls(), **size)
    page = player.page
    hand = Hand(player, touch="has_touch" in size)
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


def test_odds_are_told_in_plain_numbers(play_at: PlayAt) -> None:
    table = Table(moving("acre: conrad@3\ntiberias: saladin@2 kurds-1\n"))
    table.do("frank", "move conrad tiberias", "done").do("saracen", "done")
    while table.step != "fight":
        (side,) = table.awaited
        table.do(side, "garrison -" if table.step == "garrison" else "choose-battle tiberias")
    player = play_at(table.position, **DESK)
    fire = player.page.locator("#choices [data-type=fire]")
    # Saladin is A3 at strength 2: even odds for each die.
    expect(fire).to_contain_text("2 dice, each hits with 3 or less")
    expect(fire).to_contain_text("on average 1")
    expect(fire).to_contain_text("75% for 1 or more")
    expect(fire).to_contain_text("25% for 2 or more")


@pytest.mark.parametrize("size", [SIZES[0], SIZES[2]])
def test_the_english_attack_from_the_sea(play_at: PlayAt, size: dict[str, Any]) -> None:
    position = moving("staging: richard robert crossbows\nacre: saladin\ntyre: balian\n".replace("staging", "england"))
    player = play_at(position, **size)
    hand = Hand(player, touch="has_touch" in size)
    hand.block("richard")
    hand.town("acre")
    expect(player.page.locator(".token[data-block=richard][aria-label*='at Acre']")).to_have_count(1)
    expect(player.page.locator("#log")).to_contain_text("Richard sailed from England to attack Acre.")
    assert player.problems == []


def test_winter_is_settled_on_the_board(play_at: PlayAt) -> None:
    """Too many at Nablus, which feeds one: a press chooses a block, and a button that names it disbands it."""
    table = Table(
        moving(
            "nablus: balian walter\nacre: king-guy@2\ndamascus: saladin@3\n",
            turn="1188.6",
            frank="move-1",
            saracen="move-1",
        )
    )
    for _ in range(2):
        (side,) = table.awaited
        table.do(side, "done")
    assert table.step == "winter"
    player = play_at(table.position, **DESK)
    page = player.page
    hand = Hand(player, touch=False)
    expect(page.locator("#prompt")).to_contain_text("Winter")
    expect(page.locator("[data-key=seat-frank]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#prompt")).to_contain_text("Winter: disband 1 block (Nablus feeds 1 of 2).")
    hand.block("walter")
    bar = page.locator("#bar")
    expect(bar).to_contain_text("from next year on it can be drawn again")
    # Pressed again it is let go.
    hand.block("walter")
    expect(bar).not_to_contain_text("Walter")
    hand.block("walter")
    before = player.drawn
    page.get_by_role("button", name="Disband Walter", exact=True).first.click()
    page.wait_for_function(DRAWN, arg=before)
    expect(page.locator(".token[data-block=walter]")).to_have_count(0)
    expect(page.locator("#notice")).to_contain_text(
        "Walter has left Nablus for your draw pool and can be drawn again next year."
    )
    assert at(player, "balian") == "Nablus"
    assert player.problems == []


def test_in_the_last_round_the_page_says_that_sallying_blocks_go_in(play_at: PlayAt) -> None:
    """6.55: they do not hold the field for those they joined."""
    table = Table(
        moving("acre: king-guy walter balian\ntiberias: saladin keukburi", first="saracen"), {"fire": [5] * 90}
    )
    table.do("saracen", "move saladin acre", "move keukburi acre", "done").do(
        "frank", "done", "garrison king-guy,balian"
    )
    table.fire_round()
    table.do("frank", "sally king-guy")
    player = play_at(table.position, **DESK)
    end = player.page.locator("#battle .battle-end")
    expect(end).to_have_text("The round ends when all have acted.")
    table.fire_round()
    player = play_at(table.do("frank", "sally -").position, **DESK)
    expect(player.page.locator("#battle .battle-end")).to_contain_text(
        "Last round: sallying blocks go into the castle after it."
    )
    assert player.problems == []


@pytest.mark.parametrize("size", SIZES)
def test_odds_of_relief_and_sally_are_told_on_request(play_at: PlayAt, size: dict[str, Any]) -> None:
    """While Acre is besieged and Conrad comes: without and with a sally; of Kerak, where nobody comes, a storm and a
    sally.
    """
    table = Table(moving(f"{BESIEGED}kerak: [reynald-kerak] arabs-1\n", first="frank"))
    position = table.do("frank", "move conrad acre").position
    for block in bits(never_drawn(position.ruleset)):
        if position.where[block] == POOL:
            position.put(block, GONE)
    player = play_at(position, **size)
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
