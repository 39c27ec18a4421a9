"""How a battle and its end are told on the page: to each side as its own, when it happens and not before the dice have
landed.
"""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

from rules.atlas import TOWN_IDS
from tests.browser.answered import Table as Staged
from tests.browser.answered import sit_down
from tests.browser.backstage import Backstage
from tests.browser.blows import at_last_blow, last_blow, told
from tests.browser.playing import Player
from tests.rules.scene import Table, choosing, moving

__all__ = ["sit_down"]

PlayAt = Callable[..., Player]
NewPlayer = Callable[..., Player]
SeatTwo = Callable[..., tuple[Player, Player]]
PHONE = {"width": 390, "height": 844}
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def before_the_walls() -> Table:
    """The Templars of Gaza stand in the field before their castle, and theirs is the first combat turn."""
    table = Table(moving("gaza: gaza-templars\nacre: walter\negypt: al-aziz yuzpah\n", first="saracen"))
    table.do("saracen", "move al-aziz gaza", "move yuzpah gaza", "done").do("frank", "done")
    while table.step != "fight":
        (side,) = table.awaited
        table.do(side, {"choose-battle": "choose-battle gaza", "garrison": "garrison -"}[table.step])
    assert table.awaited == {"frank"}
    return table


def test_the_end_of_a_field_fight_and_the_next_question_are_told_though_the_socket_brings_the_view_before(
    play_at: PlayAt,
) -> None:
    """It opens while an act is on its way, whose answer then turns the page to the other side. A siege is told at once,
    not after the winner has regrouped, and in the words for the side that the page turns to.
    """
    player = play_at(before_the_walls().position, **PHONE)
    page = player.page
    asked: list[str | bytes] = []
    arrived: list[str | bytes] = []
    late: list[Callable[[], None]] = []

    def hold_back(browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if not asked:
                browser.send(message)
                arrived.append(message)

        def release() -> None:
            held = [*asked]
            asked.clear()
            arrived.clear()
            for message in held:
                server.send(message)

        server.on_message(pass_on)
        browser.on_message(lambda message: asked.append(message))
        late.append(release)

    def answer_after_the_socket(route: Route) -> None:
        answer = route.fetch()
        late[-1]()
        player.wait_until(lambda: any("answer" in json.loads(message) for message in arrived))
        page.evaluate(TWO_FRAMES)  # what the socket brought has been heard
        route.fulfill(response=answer)

    page.route_web_socket(re.compile("/ws/games/"), hold_back)
    page.route("**/actions/", answer_after_the_socket)
    page.reload()
    player.see_game()
    withdraw = page.locator("#choices [data-type=withdraw]")
    expect(withdraw).to_contain_text("into the castle")
    withdraw.click()
    expect(page.locator(".banner.shown")).to_have_text(
        "The Saracens won the field of Gaza; the Franks hold its castle and are besieged."
    )
    expect(page.locator("#prompt")).to_contain_text("the enemy is in the castle, and you besiege it")
    expect(page.locator("#bar [data-type=done]")).to_be_visible()
    assert player.problems == []


def test_heading_buttons_log_and_losses_wait_for_the_dice_and_a_key_ends_the_show(
    sit_down: Callable[..., Staged],
) -> None:
    """What is asked next would tell how the battle ended, and what was asked before is decided."""
    table, page_of = at_last_blow(sit_down)
    page = page_of.page
    log, pools = page.locator("#log"), page.locator("#pools")
    buttons = page.locator(":is(#choices, #bar, #hand) button:visible:not([data-key=skip-show])")
    expect(buttons).not_to_have_count(0)
    expect(log).to_contain_text("So it stood.")
    after = table.do("saracen", "fire saladin")
    page_of.turn_to(after.position, *told(after.events))
    page_of.view["prompt"] = page_of.view["prompt"] | {"text": "Tiberias is yours!"}
    page_of.wake()
    expect(page.locator(".tray .die")).to_have_count(4)
    assert "Told" not in log.inner_text()
    assert "Conrad" not in pools.inner_text()
    expect(page.locator("#prompt")).to_have_text("The dice fall …")
    expect(buttons).to_have_count(0)
    banner = page.locator(".banner.shown")
    expect(banner).to_contain_text("Told: ")
    # How it ended is read beside the dice, on the stage of the battle, before anything is asked.
    ribbon, dice = banner.bounding_box(), page.locator(".tray .dice").bounding_box()
    assert ribbon
    assert dice
    assert ribbon["y"] + ribbon["height"] <= dice["y"] or dice["y"] + dice["height"] <= ribbon["y"]
    expect(page.locator("#battle")).to_be_visible()
    expect(page.locator("#prompt")).to_have_text("The dice fall …")
    page.keyboard.press("Escape")
    expect(page.locator("#prompt")).to_have_text("Tiberias is yours!")
    expect(buttons).not_to_have_count(0)
    expect(page.locator("#battle")).to_be_hidden()
    expect(page.locator(".token[data-block=saladin]")).to_be_visible()
    expect(log).to_contain_text("Told: block-fired.")
    expect(pools).to_contain_text("Conrad")


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


def test_who_may_regroup_is_in_sight_when_the_battle_has_been_shown(sit_down: Callable[..., Staged]) -> None:
    """While the dice fall a phone's frame of the map is higher, and the blocks at Gaza lay below it when it shrank."""
    places = (
        "gaza: gaza-templars@1\ntripoli: [raymond-tripoli] tuman keukburi\n"
        "egypt: al-aziz saladin\nacre: walter conrad\n"
    )
    dice = {"fire:gaza:1:gaza-templars": [6] * 4, "fire": [1] * 24}
    table = Table(moving(places, first="saracen"), dice)
    table.do("saracen", "move al-aziz gaza", "move saladin gaza", "done").do("frank", "done")
    answers = {"choose-battle": "choose-battle gaza", "garrison": "garrison -", "fight": "fire gaza-templars"}
    while table.step != "fight" or table.awaited != {"saracen"}:
        (side,) = table.awaited
        table.do(side, answers[table.step])
    page_of = sit_down(table.position, "saracen", motion=True)
    page = page_of.page
    page.set_viewport_size(PHONE)
    known = len(table.log)
    table.do("saracen", f"fire {table.actions('saracen', 'fire')[0].block}")
    assert table.step == "regroup"
    page_of.turn_to(table.position, *told(table.log[known:]))
    page_of.wake()
    expect(page.locator(".tray .die").first).to_be_visible()
    expect(page.locator("#battle")).to_be_hidden()
    page.wait_for_function(f"() => ({UNSEEN})().length === 0")


def test_besiegers_who_may_leave_are_in_sight_at_a_town_on_the_coast(play_at: PlayAt, backstage: Backstage) -> None:
    """They stand in the sea left of the castle, where a phone's frame cut them off."""
    player = None
    for town in ("sidon", "tripoli"):
        places = f"{town}: [conrad] tuman keukburi qara-qush al-mashtub\njerusalem: walter josselin\negypt: al-aziz\n"
        table = Table(moving(places, first="saracen")).do("saracen", "done").do("frank", "done")
        assert table.step == "storm"
        if player:
            player.stand_at(table.position, backstage)
        else:
            player = play_at(table.position, **PHONE, has_touch=True)
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


def test_without_motion_the_end_of_a_battle_is_shown_on_its_own_board_before_the_next_opens(
    sit_down: Callable[..., Staged],
) -> None:
    table = two_battles()
    page_of = sit_down(table.position, "frank")
    page = page_of.page
    page.locator("[data-key=follow]").uncheck()
    page.set_viewport_size(PHONE)
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
      const who = document.querySelector(".tray .shooter")?.textContent ?? "";
      const now = who && document.querySelector("#battle h2").textContent + ": " + who + asked;
      if (window.seen.at(-1) !== now) window.seen.push(now); })
      .observe(document.querySelector("main"), { subtree: true, childList: true, attributes: true }); }""")
    page_of.wake()
    expect(page.locator("#battle h2")).to_have_text("Battle of Baisan")
    expect(page.locator("main.untold")).to_have_count(0)
    seen, who = page.evaluate("window.seen"), {"balian": "Balian", "kurds-1": "Kurds 1"}[shooter]
    # One after the other, each once and on its own board.
    assert list(dict.fromkeys(one for one in seen if one)) == [
        "Battle of Tiberias: Saladin",
        f"Battle of Baisan: {who}",
        f"Battle of Baisan: {who} and asked",
    ], seen


@pytest.mark.whole
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


def test_hunger_is_told_on_the_map_before_the_next_battle_opens(sit_down: Callable[..., Staged]) -> None:
    """6.57: a siege's dice are not rolled on the stage of another town."""
    table = Table(
        moving("tripoli: [raymond-tripoli] saladin\ngaza: [gaza-templars] al-adil\n", first="saracen"),
        {"attrition": [5, 5]},
    )
    table.do("saracen", "done").do("frank", "done").do("saracen", "choose-battle tripoli", "storm -")
    table.do("frank", "sally -")
    assert table.step == "leave-siege"
    page_of = sit_down(table.position, "saracen", motion=True)
    page = page_of.page
    page.locator("[data-key=follow]").uncheck()
    known = len(table.log)
    table.do("saracen", "done")
    while table.step == "marker":
        table.do("saracen", "keep-face-up saladin")
    assert (table.step, table.position.battle is not None) == ("storm", True)
    page_of.turn_to(table.position, *told(table.log[known:]))
    page_of.wake()
    expect(page.locator(".narration")).to_contain_text("Told: attrition-rolled.")
    expect(page.locator("#battle")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("#battle")).to_contain_text("Siege of Gaza")
    expect(page.locator(".tray .die")).to_have_count(0)


@pytest.mark.whole
def test_a_battle_fought_between_two_others_in_one_answer_is_told_on_the_map_with_its_result(
    sit_down: Callable[..., Staged],
) -> None:
    """The second of three battles opens no stage: the line and the map tell it, and the stage of the third opens."""
    places = "ajlun: walter@1\njericho: balian@1\nbeersheba: conrad\nashtera: yazkuj\namman: sanjar\negypt: al-aziz\n"
    table = Table(moving(places, first="saracen"), {"fire": [1] * 60})
    for move in ("yazkuj ajlun", "sanjar jericho", "al-aziz beersheba"):
        table.do("saracen", f"move {move}")
    table.do("saracen", "done").do("frank", "done").do("saracen", "choose-battle ajlun")
    page_of = sit_down(table.position, "saracen", motion=True)
    page = page_of.page
    page.locator("[data-key=follow]").uncheck()
    expect(page.locator("#battle")).to_contain_text("Battle of Ajlun")
    known = len(table.log)
    fight_on(table, then="jericho")
    fight_on(table, then="beersheba")
    page_of.turn_to(table.position, *told(table.log[known:]))
    page_of.wake()
    expect(page.locator("#battle")).to_be_hidden()
    told_of = page.locator(".narration")
    expect(told_of).to_contain_text("Told: battle-begun.")
    expect(told_of).to_contain_text("Told: field-won.")
    expect(page.locator("#battle")).to_contain_text("Battle of Beersheba")
    assert page.locator("p.only-read[role=status]").text_content().count("Told: field-won.") == 1, "of Jericho alone"


def fight_on(table: Table, *, then: str) -> None:
    """The battle is fought to its end, in which nobody regroups, and the next one begins."""
    while table.position.battle is None or TOWN_IDS[table.position.combat.town] != then:
        (side,) = table.awaited
        first = table.actions(side)[0]
        if table.step == "choose-battle":
            table.do(side, f"choose-battle {then}")
        elif table.step in ("fight", "hits"):
            table.do(side, f"{'fire' if table.step == 'fight' else 'take-hit'} {first.block}")
        else:
            table.do(side, "done")


# The round marked and who is seen to stand there, as soon as a shooter's dice lie on the table.
BOARD = """name => { const { innerText } = document.querySelector(".tray");
  return innerText.includes(name) && {
    round: document.querySelector(".rounds .now").textContent,
    blocks: [...document.querySelectorAll(".fighters .fighter[data-block]")].map((one) => one.dataset.block).sort(),
  }; }"""


def test_the_volleys_of_a_storm_that_fails_are_shown_on_the_board_as_it_stood(
    sit_down: Callable[..., Staged],
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
    page.set_viewport_size(PHONE)
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
    page.set_viewport_size(PHONE)
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


def at_ashtera() -> Table:
    """Conrad defends the field against three blocks, and is the first to act; his charge rolls a six."""
    table = Table(
        moving("ashtera: conrad\ndamascus: shirkuh kurds-1 yazkuj\nacre: walter\n", first="saracen"),
        {"fire:ashtera:1:conrad": [3, 4, 6, 2], "fire": [6] * 24},
    )
    table.do("saracen", *(f"move {block} ashtera" for block in ("shirkuh", "kurds-1", "yazkuj")), "done")
    table.do("frank", "done")
    while table.awaited != {"frank"} or table.step != "fight":
        (side,) = table.awaited
        table.do(side, {"choose-battle": "choose-battle ashtera", "garrison": "garrison -"}[table.step])
    return table


@pytest.mark.whole
def test_a_loss_that_nobody_chose_can_be_read_before_the_next_dice_and_a_charge_is_named_beside_its_own(
    sit_down: Callable[..., Staged],
) -> None:
    """6.32: one more than the figure hits, and a six hits the knight: it is no plain miss."""
    table = at_ashtera()
    page_of = sit_down(table.position, "saracen", motion=True)
    page = page_of.page
    page.locator("[data-key=follow]").uncheck()
    page.evaluate("""() => { window.said = []; new MutationObserver(() =>
      window.said.push([performance.now(), document.querySelector(".tray").innerText]))
      .observe(document.querySelector(".tray"), { subtree: true, childList: true }); }""")
    fired = {"type": "block-fired", "town": "ashtera", "side": "saracen", "dice": [1], "hits": 1, "firepower": 3}
    lost = {"type": "block-reduced", "town": "ashtera", "side": "frank", "block": "conrad", "strength": 3}
    facts = [fired | {"block": "shirkuh"}, lost, fired | {"block": "yazkuj", "dice": [6], "hits": 0}]
    page_of.turn_to(table.position, *told(facts))
    page_of.wake()
    expect(page.locator(".tray")).to_contain_text("Yazkuj")
    said = page.evaluate("window.said")
    read = next(at for at, words in said if "Conrad −1 step" in words)
    after = next(at for at, words in said if "Yazkuj" in words)
    assert after - read >= 1000, said
    expect(page.locator("main.untold")).to_have_count(0)
    charged = table.do("frank", "charge conrad")
    page_of.turn_to(charged.position, *told(charged.events))
    page_of.wake()
    expect(page.locator(".tray .special")).to_have_text("Charge: 4 or less hits, each six hits the charger.")
    expect(page.locator(".tray .die")).to_contain_class(["hit", "hit", "self", "hit"])
    expect(page.locator("main.untold")).to_have_count(0)
    for size in ({"width": 1280, "height": 800}, PHONE):
        page.set_viewport_size(size)
        page.wait_for_function("""() => { const box = (one) => document.querySelector(one).getBoundingClientRect();
          const field = box(".stage-field");
          return [".tray .special", ".tray .dice"].map(box)
            .every(({ left, right }) => left >= field.left && right <= field.right + 1) }""")


@pytest.mark.whole
def test_a_battle_lost_by_ones_own_last_retreat_is_told_until_the_next_act(
    seat_two: SeatTwo, new_player: NewPlayer, backstage: Backstage
) -> None:
    richard, saladin = seat_two(saladin=new_player("Saladin", **PHONE))
    table = Table(moving("ajlun: conrad walter\nashtera: yazkuj\negypt: saladin\n", first="frank"), {"fire": [6] * 24})
    table.do("frank", "move conrad ashtera", "move walter ashtera", "done").do("saracen", "done")
    while table.step != "fight" or table.awaited != {"saracen"}:
        (side,) = table.awaited
        answers = {"choose-battle": "choose-battle ashtera", "garrison": "garrison -", "fight": "fire conrad"}
        table.do(side, answers[table.step])
    backstage.stage(richard.game, table.position)
    saladin.page.reload()
    saladin.see_game()
    page = saladin.page
    expect(page.locator("#battle")).to_be_visible()
    page.locator("#choices :is([data-key=group-retreat], button[data-type=retreat])").first.click()
    if page.locator("#choices .menu-list button").count():
        page.locator("#choices .menu-list button", has_text="Damascus").click()
    line = page.locator(".headline button")
    expect(line).to_have_text("Result: you lost the battle of Ashtera; Yazkuj is in Damascus")
    expect(line).to_be_in_viewport()
    page.reload()
    saladin.see_game()
    expect(line).to_have_text("Result: you lost the battle of Ashtera; Yazkuj is in Damascus")
    assert saladin.problems == []


def test_while_dice_fall_the_cards_are_those_of_the_side_that_the_page_looks_from(
    play_at: Callable[..., Player],
) -> None:
    """One person plays both sides: the switch and the cards turn to the other side at the same moment."""
    table = Table(moving("ajlun: conrad\nashtera: saladin al-adil\negypt: yazkuj\n"), {"fire": [6] * 24})
    table.do("frank", "move conrad ashtera", "done").do("saracen", "done")
    blocks = iter(("saladin", "al-adil"))
    while table.step != "fight" or table.awaited != {"frank"}:
        (side,) = table.awaited
        table.do(side, "garrison -" if table.step == "garrison" else f"fire {next(blocks)}")
    page = play_at(table.position, reduced_motion="no-preference").page
    page.evaluate(
        """() => {
          const seen = (window.seen = new Set());
          const look = () => seen.add([document.querySelector("#seat-switch [aria-pressed=true]").dataset.key,
            ...[...document.querySelectorAll("#hand .card strong")].map(({ textContent }) => textContent)].join(" "));
          look();
          new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
        }"""
    )
    page.locator(".fighter[data-block=conrad]").click()
    page.locator("#choices [data-type=fire]").click()
    expect(page.locator("[data-key=seat-saracen]")).to_have_attribute("aria-pressed", "true")
    seen = page.evaluate("() => [...window.seen]")
    assert sorted(seen) == ["seat-frank" + 4 * " Move 3", "seat-saracen" + 4 * " Move 2"]


def test_the_weakest_besieger_is_marked_as_the_one_usually_shown(sit_down: Callable[..., Staged]) -> None:
    """6.51: the enemy sees that block; it is no other cost. Of as many steps the one is weaker that hits less."""
    page_of = None
    for weakest in ("al-adil@2", "al-aziz"):
        table = Table(moving(f"nablus: balian\nbaisan: saladin {weakest} al-afdal\n", first="saracen"))
        block = weakest.partition("@")[0]
        table.do("saracen", *(f"move {one} nablus" for one in ("saladin", block, "al-afdal")), "done")
        table.do("frank", "done", "garrison balian").do("saracen", "done", "storm -")
        table.do("frank", "sally -").do("saracen", "done")
        assert table.step == "marker"
        if page_of:
            page_of.turn_to(table.position)
            page_of.wake()
        else:
            page_of = sit_down(table.position, "saracen")
        shown = page_of.page.locator("#choices [data-type=keep-face-up]")
        expect(shown).to_have_count(3)
        expect(shown.first).to_have_class("primary")
        expect(shown.first).to_have_attribute("data-key", re.compile(block))
        expect(page_of.page.locator("#choices [data-type=keep-face-up].primary")).to_have_count(1)


MISS = [6, 6, 6, 6, 6, 6]


def answer(table: Table, side: str) -> str:
    """Sends whom it can, fires, and takes hits; nobody leaves."""
    if table.step in ("choose-battle", "garrison", "exchange"):
        return "choose-battle tyre" if table.step == "choose-battle" else f"{table.step} -"
    if table.step in ("storm", "sally"):
        return f"{table.step} {'saladin' if side == 'saracen' else 'conrad'}"
    if table.step == "hits":
        return f"take-hit {table.actions(side, 'take-hit')[0].block}"
    return f"fire {table.actions(side, 'fire')[0].block}"


def castle_falls_in_the_last_round() -> Table:
    """Saladin storms; in round 3 the second of two hits brings Conrad down, who has half a hit by then."""
    table = Table(moving("tyre: [conrad@1] saladin\nantioch: bohemond\n", mover="saracen"))
    hits = iter([MISS, [1, *MISS[:5]], [1, *MISS[:5]]])
    table.do("saracen", "done")
    while not (table.step == "fight" and table.position.combat.round == 3 and table.awaited == {"saracen"}):
        (side,) = table.awaited
        if table.step in ("storm", "exchange") and table.position.combat.round > 1:
            table.do(side, f"{table.step} -")
            continue
        if table.step == "fight":
            table.script(fire=next(hits)[:4] if side == "saracen" else MISS[:3])
        table.do(side, answer(table, side))
    table.script(fire=[1, 6, 6, 6])
    return table


def field_is_won(attacker: int, defender: int) -> Table:
    """Conrad has attacked Saladin at Tiberias; whose strength is 1 falls in the next blow, round 1."""
    table = Table(moving(f"acre: conrad@{attacker}\ntiberias: saladin@{defender}\n"), {"fire": [1, 1, 1, 1] * 3})
    table.do("frank", "move conrad tiberias", "done").do("saracen", "done")
    while table.step != "fight":
        (side,) = table.awaited
        table.do(side, "garrison -" if table.step == "garrison" else "choose-battle tiberias")
    return table


CASES: dict[str, tuple[Callable[[], Table], str]] = {
    "castle falls": (castle_falls_in_the_last_round, "Franks"),
    "attacker wins": (lambda: field_is_won(4, 1), "Saracens"),
}


@pytest.mark.parametrize(
    ("case", "side", "motion"),
    [
        pytest.param("castle falls", "frank", False, marks=pytest.mark.whole),
        pytest.param("castle falls", "saracen", True, marks=pytest.mark.whole),
        ("attacker wins", "saracen", True),
    ],
)
def test_nothing_is_said_of_a_coming_round_or_of_who_is_gone(
    sit_down: Callable[..., Staged], case: str, side: str, motion: bool
) -> None:
    make, gone = CASES[case]
    table = make()
    facts, before = table.events, table.position
    while table.position.battle is not None and table.step in ("fight", "hits"):
        before = table.position
        (whose,) = table.awaited
        # The log has no words for a siege that is over because the castle fell.
        facts = [fact for fact in table.do(whose, answer(table, whose)).events if fact["type"] != "siege-lifted"]
    page_of = sit_down(before, side, motion=motion)
    page = page_of.page
    page.locator("[data-key=follow]").uncheck()
    expect(page.locator("#battle .battle-end")).not_to_be_empty()
    page_of.turn_to(table.position, *told(facts))
    page_of.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".banner.shown")).to_have_text(
        f"Told: {'town-taken' if case == 'castle falls' else 'field-won'}."
    )
    # Nor can a block be pressed.
    expect(page.locator(".fighter:is(.able, [data-type], [tabindex])")).to_have_count(0)
    for part in (".battle-end", ".battle-facts", ".battle-reasons"):
        expect(page.locator(f"#battle {part}")).to_be_empty()
    # Where nothing moves, the fallen lie there until the stage closes.
    if motion:
        expect(page.locator("#battle .flank", has_text=gone)).to_have_text(f"{gone}no blocks left")
        page.mouse.click(700, 400)  # a press ends the show
        expect(page.locator("#battle")).to_be_hidden()
