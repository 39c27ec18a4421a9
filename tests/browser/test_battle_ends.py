"""How the end of a battle is told on the page: to each side as its own, when it happens and not before the dice have
landed.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

from tests.browser.blows import at_last_blow, last_blow, told
from tests.browser.playing import Player
from tests.browser.test_blocks import Table as Staged
from tests.browser.test_blocks import sit_down
from tests.browser.test_socket_play import GAME_SOCKET
from tests.rules.scene import Table, choosing, moving

__all__ = ["sit_down"]

PlayAt = Callable[..., Player]
SIZES = [{"width": 390, "height": 844, "has_touch": True}, {"width": 1440, "height": 900}]


def before_the_walls() -> Table:
    """The Templars of Gaza stand in the field before their castle, and theirs is the first combat turn."""
    table = Table(moving("gaza: gaza-templars\nacre: walter\negypt: al-aziz yuzpah\n", first="saracen"))
    table.do("saracen", "move al-aziz gaza", "move yuzpah gaza", "done").do("frank", "done")
    while table.step != "fight":
        (side,) = table.awaited
        table.do(side, {"choose-battle": "choose-battle gaza", "garrison": "garrison -"}[table.step])
    assert table.awaited == {"frank"}
    return table


@pytest.mark.parametrize("size", SIZES)
def test_a_siege_is_told_with_the_end_of_the_field_fight(play_at: PlayAt, size: dict[str, Any]) -> None:
    """Not after the winner has regrouped; and in the words for the side that the page turns to."""
    player = play_at(before_the_walls().position, **size)
    page = player.page
    withdraw = page.locator("#choices [data-type=withdraw]")
    expect(withdraw).to_contain_text("into the castle")
    withdraw.click()
    expect(page.locator(".banner.shown")).to_have_text(
        "The Saracens won the field of Gaza; the Franks hold its castle and are besieged."
    )
    expect(page.locator("#prompt")).to_contain_text("the enemy is in the castle, and you besiege it")
    expect(page.locator("#bar [data-type=done]")).to_be_visible()
    assert player.problems == []


def test_the_next_decision_is_asked_though_the_socket_brings_the_view_of_the_side_before(play_at: PlayAt) -> None:
    """It opens while an act is on its way, whose answer then turns the page to the other side."""
    player = play_at(before_the_walls().position, **SIZES[0])
    page = player.page
    asked: list[str | bytes] = []
    late: list[Callable[[], None]] = []

    def hold_back(browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()
        server.on_message(lambda message: None if asked else browser.send(message))
        browser.on_message(lambda message: asked.append(message))
        late.append(lambda: [server.send(message) for message in asked] and asked.clear())

    def answer_after_the_socket(route: Route) -> None:
        answer = route.fetch()
        late[-1]()
        page.wait_for_timeout(500)  # what the socket brings is there
        route.fulfill(response=answer)

    page.route_web_socket(GAME_SOCKET, hold_back)
    page.route("**/actions/", answer_after_the_socket)
    page.reload()
    player.see_game()
    withdraw = page.locator("#choices [data-type=withdraw]")
    expect(withdraw).to_contain_text("into the castle")
    withdraw.click()
    expect(page.locator(".banner.shown")).to_contain_text("The Saracens won the field of Gaza")
    expect(page.locator("#prompt")).to_contain_text("the enemy is in the castle, and you besiege it")
    expect(page.locator("#bar [data-type=done]")).to_be_visible()
    assert player.problems == []


def test_heading_and_buttons_wait_for_the_dice(sit_down: Callable[..., Staged]) -> None:
    """What is asked next would tell how the battle ended, and what was asked before is decided."""
    table, page_of = at_last_blow(sit_down)
    page = page_of.page
    buttons = page.locator(":is(#choices, #bar, #hand) button:visible:not([data-key=skip-show])")
    expect(buttons).not_to_have_count(0)
    after = table.do("saracen", "fire saladin")
    page_of.turn_to(after.position, *told(after.events))
    page_of.view["prompt"] = page_of.view["prompt"] | {"text": "Tiberias is yours!"}
    page_of.wake()
    expect(page.locator(".tray .die")).to_have_count(4)
    expect(page.locator("#prompt")).to_have_text("The dice fall …")
    expect(buttons).to_have_count(0)
    expect(page.locator(".banner.shown")).to_contain_text("Told: ")
    expect(page.locator("#prompt")).to_have_text("The dice fall …")
    page.keyboard.press("Escape")
    expect(page.locator("#prompt")).to_have_text("Tiberias is yours!")
    expect(buttons).not_to_have_count(0)


def test_the_end_of_a_battle_is_shown_whole_however_soon_the_winner_has_regrouped(
    sit_down: Callable[..., Staged],
) -> None:
    """The next view comes while the last blow falls: it waits until that has been shown and the stage has closed."""
    table, page_of = at_last_blow(sit_down)
    page = page_of.page
    after = table.do("saracen", "fire saladin")
    page_of.turn_to(after.position, *told(after.events))
    page_of.wake()
    expect(page.locator(".tray .die")).to_have_count(4)
    known = len(after.events)
    table.do("saracen", "done")
    page_of.turn_to(table.position, *told(table.events[known:]))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".banner.shown")).to_contain_text("Told: ")
    expect(page.locator("#prompt")).to_have_text("The dice fall …")
    expect(page.locator("#battle")).to_be_hidden()
    expect(page.locator(f"main[data-drawn$='-{page_of.version}']")).to_be_attached()
    expect(page.locator("#prompt")).not_to_have_text("The dice fall …")


# Blocks that may act and do not stand whole in the map's frame.
UNSEEN = """() => { const map = document.getElementById("map").getBoundingClientRect();
  const all = [...document.querySelectorAll(".token.able")];
  return all.length === 0 ? ["nobody"] : all.filter((one) => { const box = one.getBoundingClientRect();
    return box.bottom > map.bottom || box.top < map.top || box.right > map.right || box.left < map.left;
  }).map((one) => one.dataset.block); }"""


@pytest.mark.parametrize("size", SIZES)
def test_who_may_regroup_is_in_sight_when_the_battle_has_been_shown(play_at: PlayAt, size: dict[str, Any]) -> None:
    """While the dice fall the map's frame is higher, and the blocks at Gaza lay below it when it shrank again."""
    places = (
        "gaza: gaza-templars@1\ntripoli: [raymond-tripoli] tuman keukburi\n"
        "egypt: al-aziz saladin\nacre: walter conrad\n"
    )
    table = Table(moving(places, first="saracen"))
    table.do("saracen", "move al-aziz gaza", "move saladin gaza", "done").do("frank", "done")
    while table.step != "fight":
        (side,) = table.awaited
        table.do(side, {"choose-battle": "choose-battle gaza", "garrison": "garrison -"}[table.step])
    page = play_at(table.position, reduced_motion="no-preference", **size).page
    # Saladin fires until the Templar falls; who is asked in between does the first that is offered.
    for _ in range(30):
        page.wait_for_function("() => document.getElementById('prompt').textContent !== 'The dice fall …'")
        if page.locator("main").get_attribute("data-asked") != "stage":
            break
        page.locator("#choices button:visible:not(:disabled)").first.click()
    expect(page.locator("#prompt")).to_contain_text("regroup")
    expect(page.locator("#battle")).to_be_hidden()
    page.wait_for_function(f"() => ({UNSEEN})().length === 0")


@pytest.mark.parametrize("town", ["sidon", "tripoli"])
def test_besiegers_who_may_leave_are_in_sight_at_a_town_on_the_coast(play_at: PlayAt, town: str) -> None:
    """They stand in the sea left of the castle, where a phone's frame cut them off."""
    places = f"{town}: [conrad] tuman keukburi qara-qush al-mashtub\njerusalem: walter josselin\negypt: al-aziz\n"
    table = Table(moving(places, first="saracen"))
    table.do("saracen", "done").do("frank", "done")
    assert table.step == "storm"
    player = play_at(table.position, **SIZES[0])
    page = player.page
    for declares in ("storm", "sally"):
        before = player.drawn
        page.locator(f"[data-key=confirm-{declares}]").click()
        player.settle(before)
    assert page.get_attribute("main", "data-step") == "leave-siege"
    expect(page.locator("#battle")).to_be_hidden()
    page.wait_for_function(f"() => ({UNSEEN})().length === 0")
    assert player.problems == []


def two_battles() -> Table:
    """Saladin fires at Conrad, who has one step left, alone in the field of Tiberias; Balian waits at Baisan."""
    table = Table(
        moving("acre: conrad@1\nnablus: balian\ntiberias: saladin\nbaisan: kurds-1\n"), {"fire:tiberias": [1] * 12}
    )
    table.do("frank", "move conrad tiberias", "move balian baisan", "done").do("saracen", "done")
    while table.step != "fight":
        (side,) = table.awaited
        table.do(side, "garrison -" if table.step == "garrison" else "choose-battle tiberias")
    return table


@pytest.mark.parametrize("motion", [True, False])
@pytest.mark.parametrize("size", SIZES)
def test_how_a_battle_ended_is_shown_on_its_own_board_before_the_next_opens(
    sit_down: Callable[..., Staged], size: dict[str, Any], motion: bool
) -> None:
    table = two_battles()
    page_of = sit_down(table.position, "frank", motion=motion)
    page = page_of.page
    page.locator("[data-key=follow]").uncheck()
    page.set_viewport_size({"width": size["width"], "height": size["height"]})
    expect(page.locator("#battle h2")).to_have_text("Battle of Tiberias")
    known = len(table.log)
    table.do("saracen", "fire saladin", "done")
    page_of.turn_to(table.position, *told(table.log[known:]))
    assert page_of.view["battle"]["town"] == "baisan"
    page_of.wake()
    expect(page.locator(".banner.shown")).to_contain_text("Told: field-won")
    expect(page.locator("#battle h2")).to_have_text("Battle of Tiberias")
    expect(page.locator(".tray .die")).to_have_count(4)
    expect(page.locator("#battle h2")).to_have_text("Battle of Baisan")
    expect(page.locator(".fighter[data-block=balian]")).to_be_visible()
    expect(page.locator(".fighter[data-block=saladin]")).to_have_count(0)
    expect(page.locator("#prompt")).not_to_have_text("The dice fall …")


def test_two_battles_of_one_answer_are_both_shown(sit_down: Callable[..., Staged]) -> None:
    """The end of the first, then the shot that begins the second, before anything is asked."""
    table = two_battles()
    page_of = sit_down(table.position, "frank", motion=True)
    page = page_of.page
    page.locator("[data-key=follow]").uncheck()
    expect(page.locator("#battle h2")).to_have_text("Battle of Tiberias")
    known = len(table.log)
    table.do("saracen", "fire saladin", "done")
    if table.step == "garrison":
        table.do("saracen", "garrison -")
    shooter = {"frank": "balian", "saracen": "kurds-1"}[next(iter(table.awaited))]
    table.do(next(iter(table.awaited)), f"fire {shooter}")
    page_of.turn_to(table.position, *told(table.log[known:]))
    page.evaluate("""() => { window.seen = []; new MutationObserver(() => {
      const asked = document.querySelector("main").classList.contains("untold") ? "" : " and asked";
      const now = (document.querySelector(".tray .shooter")?.textContent ?? "") + asked;
      if (window.seen.at(-1) !== now) window.seen.push(now); })
      .observe(document.querySelector("main"), { subtree: true, childList: true, attributes: true }); }""")
    page_of.wake()
    expect(page.locator("#battle h2")).to_have_text("Battle of Baisan")
    expect(page.locator("main.untold")).to_have_count(0)
    seen, who = page.evaluate("window.seen"), {"balian": "Balian", "kurds-1": "Kurds 1"}[shooter]
    # One after the other, each once.
    assert list(dict.fromkeys(one for one in seen if one and one != " and asked")) == [
        "Saladin",
        who,
        f"{who} and asked",
    ], seen


def test_hunger_after_the_end_of_a_battle_is_told_on_the_map(sit_down: Callable[..., Staged]) -> None:
    """6.57: what is rolled at another town in the same breath; it was in the log alone."""
    table, page_of = at_last_blow(sit_down)
    page = page_of.page
    after = table.do("saracen", "fire saladin")
    facts = [
        *after.events,
        {"type": "battle-ended", "town": "tiberias"},
        {"type": "attrition-rolled", "town": "tripoli", "side": "frank", "dice": [2], "losses": 1},
    ]
    page_of.turn_to(after.position, *({**fact, "text": f"Told: {fact['type']} at {fact['town']}."} for fact in facts))
    page_of.wake()
    expect(page.locator(".moment")).to_contain_text("Told: attrition-rolled at tripoli.")
    expect(page.locator("#battle")).to_be_hidden()
    expect(page.locator("main.untold")).to_have_count(0)


# The round marked and who is seen to stand there, as soon as a shooter's dice lie on the table.
BOARD = """name => { const { innerText } = document.querySelector(".tray");
  return innerText.includes(name) && {
    round: document.querySelector(".rounds .now").textContent,
    blocks: [...document.querySelectorAll(".fighters .fighter[data-block]")].map((one) => one.dataset.block).sort(),
  }; }"""


@pytest.mark.parametrize("size", SIZES)
def test_the_volleys_of_a_storm_that_fails_are_shown_on_the_board_as_it_stood(
    sit_down: Callable[..., Staged], size: dict[str, Any]
) -> None:
    table = Table(
        moving(
            "tripoli: [raymond-tripoli] [walter@1] al-adil@1 saladin\nkrak: keukburi\nacre: conrad\n", first="saracen"
        ),
        {"fire:tripoli:1:raymond-tripoli": [1] * 4, "fire": [6] * 24},
    )
    table.do("saracen", "move keukburi tripoli", "done").do("frank", "done")
    table.do("saracen", "storm al-adil")
    assert table.step == "fight"
    page_of = sit_down(table.position, "saracen", motion=True)
    page = page_of.page
    page.locator("[data-key=follow]").uncheck()
    page.set_viewport_size({"width": size["width"], "height": size["height"]})
    known = len(table.log)
    table.do("saracen", "fire al-adil")
    assert {"storm-ended", "storm-cancelled"} & {fact["type"] for fact in table.log[known:]}
    page_of.turn_to(table.position, *told(table.log[known:]))
    page_of.wake()
    stood = page.wait_for_function(BOARD, arg="Raymond").json_value()
    assert stood["round"] == "round 1"
    assert {"al-adil", "raymond-tripoli", "walter"} <= set(stood["blocks"])
    expect(page.locator(".tray .fell")).to_have_text("al-Adil fell")
    expect(page.locator("#prompt")).not_to_have_text("The dice fall …")
    expect(page.locator(".fighter[data-block=al-adil]")).to_have_count(0)


def test_the_end_of_the_last_battle_keeps_its_room_before_the_cards_are_asked_for(
    sit_down: Callable[..., Staged],
) -> None:
    """By an act without dice, as a retreat; the hand lay in the dock at once and the blocks were a few pixels high."""
    table = last_blow()
    page_of = sit_down(table.position, "frank")
    page = page_of.page
    page.locator("[data-key=follow]").uncheck()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".fighter[data-block=conrad]")).to_be_visible()
    hand = "move-3 guide manna move-1 assassins move-2"
    cards = choosing(
        "acre: conrad@1\ntiberias: saladin\n", frank=hand, saracen="move-3 move-2 move-2 move-1 move-1 intrigue"
    )
    facts = [{"type": "field-won", "town": "tiberias", "side": "saracen"}, {"type": "battle-ended", "town": "tiberias"}]
    page_of.turn_to(cards, *told(facts))
    page_of.wake()
    expect(page.locator(".banner.shown")).to_contain_text("Told: field-won")
    assert page.evaluate("() => document.querySelector('#dock #hand')") is None
    expect(page.locator("#dock #hand")).to_be_visible()
    expect(page.locator("#battle")).to_be_hidden()
