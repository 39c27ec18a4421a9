"""What stands on the game page answers at once and in time: signs do what they show, refusals say why, and words wait
for the dice.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from rules import game
from rules.actions import Action
from rules.dice import SeededDice
from rules.position import Position
from tests.browser.blows import at_last_blow, told
from tests.browser.playing import DRAWN, Player
from tests.browser.sieges import fight_at_jerusalem
from tests.browser.test_blocks import Table, sit_down
from tests.browser.test_play import DESK, PHONE
from tests.browser.test_play_battles import before_the_walls
from tests.rules.scene import Table as Scene
from tests.rules.scene import choosing, moving

__all__ = ["sit_down"]

PlayAt = Callable[..., Player]
SMALL = {"width": 390, "height": 844}


def two_battles() -> Scene:
    """The Franks attack at two towns, and choose where it begins."""
    table = Scene(moving("acre: conrad\nbeaufort: balian\ntiberias: saladin\nbanyas: kurds-1\n"))
    table.do("frank", "move conrad tiberias", "move balian banyas", "done").do("saracen", "done")
    assert table.step == "choose-battle"
    return table


@pytest.mark.parametrize("size", [pytest.param(DESK, id="desk"), pytest.param(SMALL, id="phone")])
def test_a_press_on_a_battle_s_sign_begins_it_where_it_is_ones_own_to_choose(
    play_at: PlayAt, size: dict[str, int]
) -> None:
    player = play_at(two_battles().position, **size)
    page = player.page
    expect(page.locator(".battle-strip .begins")).to_have_count(2)
    before = player.drawn
    with player.expect_act() as sent:
        page.locator("[data-strip=tiberias]").click()
    assert sent[0]["action"] == {"type": "choose-battle", "town": "tiberias"}
    page.wait_for_function(DRAWN, arg=before)
    assert player.problems == []


def test_battles_to_choose_from_stand_in_one_row_alone(play_at: PlayAt) -> None:
    """Their signs name them all: no line counts those that the map shows no more."""
    page = play_at(two_battles().position, **SMALL).page
    expect(page.locator(".battle-strip .begins")).to_have_count(2)
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").click()
    page.locator("#map").evaluate("map => map.scrollTo(0, map.scrollHeight)")
    page.wait_for_timeout(300)
    expect(page.locator(".beyond")).to_be_hidden()


def test_a_card_that_cannot_be_played_says_why_when_pressed(play_at: PlayAt) -> None:
    hands = {
        "frank": "intrigue move-3 move-2 move-1 guide manna",
        "saracen": "move-3 move-3 move-2 move-2 move-1 move-1",
    }
    player = play_at(choosing("acre: king-guy\ndamascus: saladin\n", turn="1188.1", **hands), **SMALL)
    page = player.page
    expect(page.locator("#hand [data-type=play-card]")).to_have_count(5)
    # It looks as what it is, yet takes a press.
    intrigue = page.locator("#hand [data-card=intrigue][aria-disabled=true]")
    before = player.drawn
    with player.expect_act():
        intrigue.click(force=True)
    expect(page.locator("#notice")).to_have_text("Intrigue cannot be played in the first turn of a year. (rule 4.2)")
    expect(page.locator("#notice")).to_be_in_viewport()
    assert player.drawn == before
    expect(page.locator("#hand [data-type=play-card]")).to_have_count(5)


def test_after_a_look_back_fire_is_on_the_screen_again(play_at: PlayAt) -> None:
    player = play_at(fight_at_jerusalem(), **PHONE)
    page = player.page
    fire = page.locator("#choices [data-type=fire]")
    expect(fire).to_be_in_viewport(ratio=1)
    page.locator("[data-key=replay-open]").tap()
    expect(page.locator("main.past")).to_be_attached()
    page.locator("[data-key=past-now]").tap()
    expect(page.locator("main.past")).to_have_count(0)
    expect(fire).to_be_in_viewport(ratio=1)
    assert player.problems == []


def second_round() -> Position:
    """The battle of Jerusalem when its second round has begun, in which reserves have come."""
    position = fight_at_jerusalem()
    while position.battle is not None and position.battle.round < 2:
        side = next(iter(position.awaited))
        action = game.legal_actions(position, side)[0]
        assert isinstance(action, Action)
        position = game.apply(position, side, action, SeededDice(5)).position
    return position


def test_who_has_come_is_not_said_to_be_in_reserve(play_at: PlayAt) -> None:
    player = play_at(second_round(), **DESK)
    page = player.page
    page.locator("[data-key=to-map]").click()
    page.locator("[data-strip=jerusalem]").click()
    page.locator("[data-key=to-map]").click()
    town = page.locator("#town")
    expect(town).to_contain_text("2 by the road from Ramallah, fighting from round 1 on")
    expect(town).to_contain_text("2 by the road from Jericho, in reserve until round 3")
    expect(town).not_to_contain_text("in reserve until round 1")


WORDS = ".bay-area, .bay-figure, .battle-facts, .stage-head h2"
CUT = """(words) => [...document.querySelectorAll(words)].filter((one) => one.checkVisibility()).filter((one) => {
  const [own, around] = [one.getBoundingClientRect(),
    (one.closest(".bay-name") ?? one.parentElement).getBoundingClientRect()];
  const gone = own.top >= around.bottom - 1; // as a whole, to a line out of sight
  return !gone && (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline"
    || own.left < around.left - 1 || own.right > around.right + 1 || own.bottom > around.bottom + 2);
}).map((one) => one.textContent)"""


@pytest.mark.parametrize("locale", ["en", "fr", "pl"])
@pytest.mark.parametrize("size", [pytest.param(DESK, id="desk"), pytest.param(SMALL, id="phone")])
def test_no_word_of_a_storm_is_cut_off(play_at: PlayAt, size: dict[str, int], locale: str) -> None:
    player = play_at(before_the_walls(), locale=locale, **size)
    page = player.page
    page.locator(".fighter[data-block=saladin]").click()
    expect(page.locator(".bay.reserve .bay-name")).to_be_attached()
    assert page.evaluate(CUT, WORDS) == []
    before = player.drawn
    page.locator("[data-key=confirm-storm]").click()
    page.wait_for_function(DRAWN, arg=before)
    expect(page.locator(".battle-facts")).not_to_be_empty()
    assert page.evaluate(CUT, WORDS) == []


def test_the_panel_tells_what_the_dice_did_only_when_they_lie(sit_down: Callable[..., Table]) -> None:
    table, page_of = at_last_blow(sit_down)
    page = page_of.page
    log = page.locator("#log")
    expect(log).to_contain_text("So it stood.")
    after = table.do("saracen", "fire saladin")
    page_of.turn_to(after.position, *told(after.events))
    page_of.wake()
    expect(page.locator(".tray .die")).to_have_count(4)
    assert "Told" not in log.inner_text()
    assert "Conrad" not in page.locator("#pools").inner_text()
    # A press ends the show, and then all is said.
    page.mouse.click(700, 400)
    expect(log).to_contain_text("Told: block-fired.")
    expect(page.locator("#pools")).to_contain_text("Conrad")
