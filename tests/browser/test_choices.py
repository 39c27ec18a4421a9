"""How it is chosen who goes where: attacks, retreats, plans, musters, sieges; and how the page answers on the spot."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from rules import game
from rules.actions import Action
from rules.dice import SeededDice
from rules.notation import print_action
from rules.position import Position
from rules.ruleset import Ruleset
from tests.browser.backstage import Backstage
from tests.browser.playing import ASKED, AT_REST, DRAWN, Player
from tests.browser.test_play import Hand
from tests.browser.test_play_battles import before_the_walls
from tests.rules.scene import Table, choosing, moving, reveal
from tests.rules.test_winter import end_movement, wintering

PlayAt = Callable[..., Player]
PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True}
DESK: dict[str, Any] = {"width": 1440, "height": 900}
both_sizes = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])


def box_of(found: Locator) -> dict[str, float]:
    box = found.bounding_box()
    assert box
    return {**box, "right": box["x"] + box["width"], "bottom": box["y"] + box["height"]}


def meets(one: dict[str, float], other: dict[str, float]) -> bool:
    return (
        one["x"] < other["right"]
        and other["x"] < one["right"]
        and one["y"] < other["bottom"]
        and other["y"] < one["bottom"]
    )


def franks_may_retreat() -> Position:
    table = Table(moving("ashtera: saladin keukburi\ntiberias: raymond-tripoli conrad", first="saracen"))
    table.do("saracen", "move saladin ajlun/tiberias", "move keukburi ajlun/tiberias", "done").do("frank", "done")
    answers = {"choose-battle": "choose-battle tiberias", "garrison": "garrison -"}
    for _ in range(40):
        if len(table.actions("frank", "retreat")) >= 3:
            return table.position
        (side,) = table.awaited
        kind = "fire" if table.step == "fight" else "take-hit"
        table.do(side, answers.get(table.step) or print_action(table.actions(side, kind)[0]))
    raise AssertionError("the Franks may not retreat")


def test_retreats_open_where_they_were_pressed_and_all_whose_turn_it_is_go_at_one_press(play_at: PlayAt) -> None:
    player = play_at(franks_may_retreat(), **PHONE)
    page = player.page
    for size in (DESK, PHONE):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        page.reload()
        player.see_game()
        player.rest(".fighter")
        page.locator(".fighter.able").first.click()
        acts = box_of(page.locator("#choices .chosen-block .buttons"))
        page.locator("#choices [data-key=group-retreat]").click()
        towns = page.locator("#choices .menu-list button")
        expect(towns).to_have_text(["Acre (Conrad)", "Baisan (Conrad)", "Banyas (Conrad)"])
        menu, ways = box_of(page.locator("#choices .menu-list")), page.locator(".ways-out")
        for number in range(ways.count()):
            assert not meets(menu, box_of(ways.nth(number))), "it covers the ways out"
        assert abs(menu["bottom"] - acts["bottom"]) <= acts["height"], "it opens elsewhere"
        # Back to the other acts.
        page.locator("#choices [data-key=group-retreat]").click()
        expect(page.locator("#choices [data-type=fire]")).to_be_visible()
    page.reload()
    player.see_game()
    page.locator("#choices [data-key=group-retreat]").click()
    together = page.locator("#choices .all-to")
    expect(together).to_contain_text("whose turn it is, at once to:")
    together.locator("[data-key=all-to-banyas]").click()
    # The page turns to the Saracens, who have won the field, and see how many went there.
    expect(page.locator(".token[data-at=banyas] .back-count")).to_have_text("2")
    assert player.problems == []


LOW = 560
"""So low a window has the list of a plan scroll on a phone, and the panel on a desk."""
ARMY = "banyas: saladin keukburi tuman sanjar al-adil qaimaz\ntiberias: raymond-tripoli\nacre: king-guy\n"
SCROLLED = """() => [...document.querySelectorAll(".plan-list, #panel")].map((one) => Math.round(one.scrollTop))"""


def plan_attack(page: Page) -> None:
    page.locator("#choices [data-key=block-saladin]").evaluate("button => button.click()")
    page.locator("#bar [data-key=all-here]").click()
    page.locator(".town.goal[data-town=tiberias]").dispatch_event("click")
    expect(page.locator("#bar [data-chip]").first).to_be_visible()
    page.wait_for_function("() => document.activeElement.closest('#bar')")  # the focus has come to the plan


@both_sizes
def test_who_leaves_a_block_out_of_a_plan_stays_where_they_were_in_its_list(
    play_at: PlayAt, size: dict[str, int]
) -> None:
    page = play_at(moving(ARMY, first="saracen"), **size | {"height": LOW}).page
    plan_attack(page)
    page.evaluate(AT_REST, "#bar .chip-off")
    page.evaluate("document.querySelectorAll('.plan-list, #panel').forEach((one) => { one.scrollTop = 40 })")
    before = page.evaluate(SCROLLED)
    assert 40 in before
    last = page.locator("#bar .chip-off").nth(3)
    left = last.get_attribute("data-key")
    last.evaluate("button => { button.focus({ preventScroll: true }); button.click() }")
    expect(page.locator(f"#bar [data-key={left}]")).to_have_class("chip-on")
    assert page.evaluate(SCROLLED) == before
    assert str(page.evaluate("document.activeElement.dataset.key")).startswith("off-"), "the focus left the list"


FREE = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  return Math.min(box("#map").bottom, box("#dock").top) - Math.max(box("#map").top, box("#prompt-box").bottom);
}"""


def test_on_a_phone_the_list_of_a_plan_leaves_the_map_its_room_below_a_high_prompt(play_at: PlayAt) -> None:
    player = play_at(moving(ARMY, first="saracen"), **PHONE)
    page = player.page
    page.locator("#prompt-box").evaluate("box => { box.style.paddingTop = '9rem' }")
    plan_attack(page)
    player.rest("#map, #dock")
    page.wait_for_function(f"least => ({FREE})() >= least", arg=0.28 * PHONE["height"])


def test_no_more_blocks_can_be_chosen_than_a_castle_holds(play_at: PlayAt) -> None:
    table = Table(moving("ashtera: saladin keukburi\nbanyas: king-guy conrad balian", first="saracen"))
    table.do("saracen", "move saladin banyas", "move keukburi banyas", "done").do("frank", "done")
    if table.step == "choose-battle":
        table.do("saracen", "choose-battle banyas")
    assert table.step == "garrison"
    page = play_at(table.position, **PHONE).page
    page.locator(".fighter[data-block=conrad]").click()
    expect(page.locator("#choices [data-key=confirm-garrison]")).to_be_enabled()
    expect(page.locator(".fighter.able")).to_have_count(1)
    follows = page.locator("#choices .set-follows").inner_text()
    page.locator(".fighter[data-block=balian]").click()
    expect(page.locator("#notice")).to_have_text("One block at most: it holds 1 (rule 6.52).")
    expect(page.locator(".fighter.chosen")).to_have_count(1)
    assert page.locator("#choices .set-follows").inner_text() == follows
    # Who wants another one lets the first go.
    page.locator(".fighter[data-block=conrad]").click()
    page.locator(".fighter[data-block=balian]").click()
    expect(page.locator(".fighter.chosen[data-block=balian]")).to_have_count(1)


SEEN = """towns => {
  const map = document.querySelector("#map").getBoundingClientRect();
  return towns.every((town) => {
    const { left, right, top, bottom } = document.querySelector(`.town[data-town=${town}] .hit`)
      .getBoundingClientRect();
    return left >= map.left && right <= map.right && top >= map.top && bottom <= map.bottom;
  });
}"""


def test_on_a_phone_a_card_is_chosen_with_the_front_in_sight_and_one_that_cannot_be_played_says_why(
    play_at: PlayAt, backstage: Backstage
) -> None:
    front = "tiberias: king-guy conrad raymond-tripoli\nbanyas: saladin keukburi tuman\n"
    far = "egypt: al-aziz\nantioch: bohemond\naleppo: zangi\n"
    player = play_at(moving(front + far, first="saracen"), **PHONE)
    page = player.page
    # The computer's last move was at Egypt: there the map looks.
    page.locator("#choices [data-key=block-al-aziz]").evaluate("button => button.click()")
    player.rest()
    hands = {
        "frank": "intrigue move-3 move-2 move-1 guide manna",
        "saracen": "move-3 move-3 move-2 move-2 move-1 move-1",
    }
    player.stand_at(choosing(front + far, turn="1188.1", **hands), backstage)
    expect(page.locator("#hand button.card").first).to_be_visible()
    page.wait_for_function(SEEN, arg=["tiberias", "banyas"])
    page.locator("[data-key=seat-frank]").click()
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


def two_battles() -> Table:
    """The Franks attack at two towns, and choose where it begins."""
    table = Table(moving("acre: conrad\nbeaufort: balian\ntiberias: saladin\nbanyas: kurds-1\n"))
    table.do("frank", "move conrad tiberias", "move balian banyas", "done").do("saracen", "done")
    assert table.step == "choose-battle"
    return table


def test_battles_to_choose_from_stand_in_one_row_alone_and_a_press_on_a_sign_begins_one(play_at: PlayAt) -> None:
    """Their signs name them all: no line counts those that the map shows no more."""
    player = play_at(two_battles().position, **PHONE)
    page = player.page
    expect(page.locator(".battle-strip .begins")).to_have_count(2)
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").click()
    page.locator("#map").evaluate("map => map.scrollTo(0, map.scrollHeight)")
    player.rest()
    expect(page.locator(".beyond")).to_be_hidden()
    before = player.drawn
    with player.expect_act() as sent:
        page.locator("[data-strip=tiberias]").click()
    assert sent[0]["action"] == {"type": "choose-battle", "town": "tiberias"}
    page.wait_for_function(DRAWN, arg=before)
    assert player.problems == []


SIX = "nablus: king-guy walter conrad balian josselin raymond-tripoli\nbaisan: saladin\n"


def test_blocks_of_a_plan_are_taken_off_and_sent_by_another_road(play_at: PlayAt, backstage: Backstage) -> None:
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
    # Where only one of several roads is direct, an attack asks for none.
    position = moving("tiberias: raymond-tripoli\nacre: conrad\nbanyas: saladin\nhoms: tuman")
    player.stand_at(position, backstage)
    page.locator("#choices [data-key=block-raymond-tripoli]").evaluate("button => button.click()")
    before = player.drawn
    page.locator(".town.goal[data-town=banyas]").dispatch_event("click")
    player.settle(before)
    expect(page.locator(".token[data-at=banyas][data-block=raymond-tripoli]")).to_be_attached()
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


def test_winter_and_deployment_say_how_many_go_and_what_a_town_still_gives_back(
    play_at: PlayAt, backstage: Backstage
) -> None:
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
    places = "banyas: saladin al-adil kurds-1 turks-1 zangi arabs-1\nacre: king-guy conrad\n"
    player.stand_at(end_movement(wintering(places)).position, backstage)
    expect(page.locator(".surplus-lines")).to_have_text("Banyas feeds 1 of 6: 5 to disband")
    expect(page.locator("[data-surplus=banyas] text")).to_have_text("1/6")
    # Too many at Nablus: a press chooses a block, pressed again it is let go, and a button that names it disbands it.
    places = "nablus: balian walter\nacre: king-guy@2\ndamascus: saladin@3\n"
    player.stand_at(end_movement(wintering(places)).position, backstage)
    expect(page.locator("[data-key=seat-frank]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#prompt")).to_contain_text("Winter: disband 1 block (Nablus feeds 1 of 2).")
    walter, bar = page.locator(".token[data-block=walter]"), page.locator("#bar")
    for chosen in (True, False, True):
        walter.dispatch_event("click")
        words = "from next year on it can be drawn again"
        (expect(bar).to_contain_text if chosen else expect(bar).not_to_contain_text)(words)
    before = player.drawn
    page.get_by_role("button", name="Disband Walter", exact=True).first.click()
    page.wait_for_function(DRAWN, arg=before)
    expect(walter).to_have_count(0)
    expect(page.locator("#notice")).to_contain_text(
        "Walter has left Nablus for your draw pool and can be drawn again next year."
    )
    player.stand_at(overfull_antioch(), backstage)
    expect(page.locator("[data-key=done-later]")).to_be_disabled()
    expect(page.locator("#why-not-done")).to_contain_text("holds 3 of 4: 1 to move away")
    assert player.problems == []


def test_done_says_what_would_be_lost_and_stands_out_where_nothing_can_change_that(
    play_at: PlayAt, backstage: Backstage
) -> None:
    table = Table(moving("baisan: saladin\nnablus: balian", first="saracen", saracen="jihad"))
    player = play_at(table.position, **PHONE)
    page, bar = player.page, player.page.locator("#bar")
    lost = "you have no battle or siege yet in which you could attack: Jihad would be lost."
    expect(page.locator("#prompt")).to_contain_text(lost)
    bar.locator("[data-type=done]").click()
    lines = bar.locator(".sure p")
    expect(lines.nth(0)).to_have_text("1 Move would be lost.")
    expect(lines.nth(1)).to_contain_text("Jihad would be lost:")
    bar.locator("[data-key=done-not]").click()
    player.stand_at(table.do("saracen", "move saladin nablus").position, backstage)
    expect(page.locator("#prompt")).to_contain_text("as things stand your blocks fire first at Nablus")
    places = "banyas: saladin al-adil\nacre: king-guy conrad balian\njaffa: walter gaza-templars\n"
    for left in (1, 0):
        position = wintering(places, "frank").position
        position.moves = left
        player.stand_at(position, backstage)
        bar.locator("[data-type=done]").click()
        expect(bar.locator(".sure")).to_contain_text("Jaffa feeds 1 of 2")
        really = bar.locator("[data-key=done-really]")
        if left:
            expect(bar.locator("[data-key=done-not]")).to_have_class("primary")
            expect(really).to_have_text("End all the same")
            bar.locator("[data-key=done-not]").click()
        else:
            expect(really).to_have_class("primary")
            expect(really).to_have_text("Done")
            expect(bar.locator(".sure")).to_contain_text("Nothing can change this any more.")
    assert player.problems == []


BEFORE_TRIPOLI = (
    "tripoli: [raymond-tripoli] saladin shirkuh al-mashtub tuman\nbaalbek: bahram\nashtera: yazkuj\nhama: taqi-al-din\n"
    "damascus: keukburi\nantioch: bohemond"
)
LEAST_LIST = 110
"""Pixels: two rows of blocks and more."""
ROOM = """() => { const box = (one) => document.querySelector(one).getBoundingClientRect();
  return Math.min(box(".candidates").bottom, box(".plan-list").bottom) - box(".candidates").top; }"""


def test_besiegers_are_mustered_only_if_chosen_and_a_block_stands_for_its_town(
    play_at: PlayAt, backstage: Backstage
) -> None:
    player = play_at(moving(BEFORE_TRIPOLI, mover="saracen"), **PHONE)
    page = player.page
    page.locator("[data-key=muster-turn]").tap()
    page.locator('#map [data-town="damascus"] .hit').dispatch_event("click")
    expect(page.locator("#bar [data-key=confirm]")).to_contain_text("Muster 3 blocks")
    lit = page.locator("[data-candidate][aria-pressed=true]")
    names = set(lit.evaluate_all("all => all.map((one) => one.dataset.candidate)"))
    assert names == {"bahram", "yazkuj", "taqi-al-din"}
    assert page.evaluate(ROOM) >= LEAST_LIST
    page.locator("[data-candidate=tuman]").tap()
    expect(page.locator("#bar .follows").first).to_contain_text("1 block leaves the siege of Tripoli")
    # Where blocks are to meet, a block stands for its town.
    player.stand_at(moving("damascus: saladin\nashtera: turks-1\njaffa: balian", mover="saracen"), backstage)
    page.locator("[data-key=muster-turn]").tap()
    expect(page.locator("#prompt")).to_contain_text("where your blocks are to meet")
    player.rest()
    page.locator(".token[data-block=saladin]").tap()
    expect(page.locator("#bar .what")).to_contain_text("Muster at Damascus")
    # The town to which a ship went leaves nothing in the bar.
    places = "tripoli: raymond-tripoli\nascalon: walter\ngaza: balian\ndamascus: saladin"
    player.stand_at(moving(places, mover="frank"), backstage)
    before = player.drawn
    page.locator('.token[data-block="raymond-tripoli"]').dispatch_event("click")
    page.locator('#map [data-town="ascalon"] .hit').dispatch_event("click")
    player.settle(before)
    expect(page.locator("#bar")).not_to_contain_text("Ascalon")
    expect(page.locator("#bar [data-type=done]")).to_be_visible()
    assert player.problems == []


# The besieged have steps to lose: hunger of one siege does not end it.
PLACES = (
    "tyre: [conrad] saladin al-adil\ntripoli: [raymond-tripoli] al-aziz kurds-1\njaffa: [balian] sanjar zangi\n"
    "antioch: king-guy\negypt: yuzpah"
)


def test_sieges_in_which_nothing_is_wanted_go_on_by_one_press_each(play_at: PlayAt, backstage: Backstage) -> None:
    table = Table(moving(PLACES, first="saracen")).do("saracen", "done").do("frank", "done")
    player = play_at(table.position, **PHONE)
    page = player.page
    expect(page.locator("#choices [data-siege]")).to_have_count(3)
    page.locator("#choices [data-siege=tyre]").click()
    # The page of a game alone turns to the besieged, and back.
    page.locator("#choices [data-type=sally]").first.click()
    # Nobody has pressed No storm or Done: the next siege can be chosen, and the first is told to go on.
    expect(page.locator("#choices [data-siege]")).to_have_count(2)
    expect(page.locator("#choices [data-siege=tyre]")).to_have_count(0)
    expect(page.locator("#choices")).to_be_visible()
    assert page.locator("#choices [data-siege=jaffa]").get_attribute("aria-label") == (
        "Besiege Jaffa on: no storm, all stay"
    )
    # With one siege the page asks about its storm at once; a press besieges on, and it does not ask who leaves.
    places = "jaffa: [balian] sanjar zangi\nantioch: king-guy\negypt: yuzpah"
    table = Table(moving(places, first="saracen")).do("saracen", "done").do("frank", "done")
    assert table.step == "storm"
    player.stand_at(table.position, backstage)
    page.locator(".fighter[data-block=sanjar]").click()
    expect(page.locator("[data-key=siege-on-here]")).to_have_count(0)
    page.locator(".fighter[data-block=sanjar]").click()
    page.evaluate(ASKED)
    page.locator("[data-key=siege-on-here]").click()
    page.locator("#choices [data-type=sally]").first.click()
    expect(page.locator("#log")).to_contain_text("The fighting at Jaffa ended")
    # Not for a moment does it ask what the press has answered.
    assert not [asked for asked in page.evaluate("window.asked") if "Lead blocks away" in asked]
    assert page.get_attribute("main", "data-step") not in ("storm", "leave-siege")
    # A siege to whose help somebody comes is not quiet.
    player.stand_at(before_the_walls(), backstage)
    expect(page.locator("[data-key=confirm-storm]")).to_be_visible()
    expect(page.locator("[data-key=siege-on-here]")).to_have_count(0)
    assert player.problems == []


ACRE = "acre: [king-guy] [walter] zangi saladin turks-1\ntyre: conrad\ndamascus: al-adil"


def face_up(player: Player) -> list[str]:
    """The blocks of the side that plays that lie face-up, as they are read aloud or seen in the view."""
    found: list[str] = player.page.evaluate(
        """async () => {
          const id = location.pathname.split("/").filter(Boolean).at(-1);
          const view = await (await fetch(`/api/v1/games/${id}/view/`)).json();
          return view.map.acre.stacks.flatMap((stack) => stack.blocks).filter((block) => block["face-up"])
            .map((block) => block.id);
        }"""
    )
    return found


def test_another_besieger_is_shown_before_the_first_move_or_when_the_assassins_killed_the_one_that_was(
    play_at: PlayAt, backstage: Backstage
) -> None:
    player = play_at(moving(ACRE, first="saracen"), **PHONE)
    page, hand = player.page, Hand(player, touch=True)
    assert face_up(player) == ["zangi"]
    hand.block("zangi")
    expect(page.locator("#bar [data-key=show]")).to_have_count(0)
    hand.press("#bar [data-key=other-block]")
    player.rest(".token")  # the map goes back to where it was before Zangi was chosen
    hand.block("turks-1")
    show = page.locator("#bar [data-key=show]")
    expect(show).to_have_text("Show face-up")
    hand.act(lambda: hand.press("#bar [data-key=show]"))
    assert face_up(player) == ["turks-1"]
    expect(page.locator("#log")).to_contain_text("The Saracens showed Turks")
    hand.act(lambda: hand.press("#bar [data-key=undo]"))
    assert face_up(player) == ["zangi"]
    hand.block("saladin")
    expect(show).to_be_visible()
    # On a phone there may be no room beside the towns where the block can go: then the fan is closed by hand.
    if page.locator("[data-key=fan-close]").is_visible():
        hand.press("[data-key=fan-close]")
    hand.act(lambda: hand.town("tiberias"))
    hand.block("turks-1")
    expect(page.locator("#bar .chosen-now")).to_be_visible()
    expect(show).to_have_count(0)
    table = reveal("assassins", "move-3", ACRE.replace("zangi", "zangi@2"), dice={"assassins": [1, 1, 6]}).do(
        "frank", "assassinate zangi"
    )
    player.stand_at(table.position, backstage)
    expect(page.locator("#prompt")).to_have_text(
        "Acre: the Assassins killed the block you showed. Choose another besieging block to show."
    )
    expect(page.locator("#choices [data-type=keep-face-up]")).to_have_count(2)
    hand.block("saladin")
    expect(page.locator("#bar [data-key=confirm]")).to_have_text("Show face-up")
    hand.act(lambda: hand.press("#bar [data-key=confirm]"))
    expect(page.locator("#prompt")).to_contain_text("3 Moves left")
    assert face_up(player) == ["saladin"]
    assert player.problems == []
