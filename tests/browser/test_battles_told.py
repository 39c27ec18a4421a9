"""What a battle tells: special fire beside its dice, losses that nobody chose, how it ended, and hunger elsewhere."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from rules.atlas import TOWN_IDS
from tests.browser.backstage import Backstage
from tests.browser.blows import told
from tests.browser.playing import Player
from tests.browser.test_blocks import Table as Staged
from tests.browser.test_blocks import sit_down
from tests.browser.test_play import DESK, PHONE
from tests.rules.scene import Table, moving

__all__ = ["sit_down"]

NewPlayer = Callable[..., Player]
SeatTwo = Callable[..., tuple[Player, Player]]


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


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_charge_is_named_beside_its_dice(sit_down: Callable[..., Staged], size: dict[str, int]) -> None:
    """6.32: one more than the figure hits, and a six hits the knight: it is no plain miss."""
    table = at_ashtera()
    page_of = sit_down(table.position, "saracen")
    page = page_of.page
    page.locator("[data-key=follow]").uncheck()
    page.set_viewport_size({"width": size["width"], "height": size["height"]})
    after = table.do("frank", "charge conrad")
    page_of.turn_to(after.position, *told(after.events))
    page_of.wake()
    special = page.locator(".tray .special")
    expect(special).to_have_text("Charge: 4 or less hits, each six hits the charger.")
    assert page.locator(".tray .die").evaluate_all("dice => dice.map((die) => die.classList[1] ?? '')") == [
        "hit",
        "hit",
        "self",
        "hit",
    ]
    boxes = [page.locator(f".tray {part}").bounding_box() for part in (".special", ".dice")]
    assert all(boxes)
    field = page.locator(".stage-field").bounding_box()
    assert field
    for box in boxes:
        assert box
        assert box["x"] >= field["x"]
        assert box["x"] + box["width"] <= field["x"] + field["width"] + 1


def test_a_look_back_from_a_battle_shows_the_map_of_its_moment(new_player: NewPlayer) -> None:
    player = new_player("Usama", alone=True, at="fight", **PHONE)
    page = player.page
    expect(page.locator("#battle")).to_be_visible()
    page.locator("[data-key=replay-open]").evaluate("button => button.click()")
    expect(page.locator("#past")).to_contain_text("Cards")
    expect(page.locator("#battle")).to_be_hidden()
    page.locator("[data-key=past-now]").click()
    expect(page.locator("#battle")).to_be_visible()
    assert player.problems == []


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_battle_lost_by_ones_own_last_retreat_is_told_until_the_next_act(
    seat_two: SeatTwo, new_player: NewPlayer, backstage: Backstage, size: dict[str, int]
) -> None:
    richard, saladin = seat_two(saladin=new_player("Saladin", **size))
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


def test_a_loss_that_nobody_chose_can_be_read_before_the_next_dice(sit_down: Callable[..., Staged]) -> None:
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


@pytest.mark.parametrize("weakest", ["al-adil@2", "al-aziz"])
def test_the_weakest_besieger_is_marked_as_the_one_usually_shown(sit_down: Callable[..., Staged], weakest: str) -> None:
    """6.51: the enemy sees that block; it is no other cost. Of as many steps the one is weaker that hits less."""
    table = Table(moving(f"nablus: balian\nbaisan: saladin {weakest} al-afdal\n", first="saracen"))
    block = weakest.partition("@")[0]
    table.do("saracen", *(f"move {one} nablus" for one in ("saladin", block, "al-afdal")), "done")
    table.do("frank", "done", "garrison balian").do("saracen", "done", "storm -")
    table.do("frank", "sally -").do("saracen", "done")
    assert table.step == "marker"
    page = sit_down(table.position, "saracen").page
    expect(page.locator("#choices [data-type=keep-face-up]")).to_have_count(3)
    expect(page.locator("#choices [data-type=keep-face-up]").first).to_have_class("primary")
    expect(page.locator("#choices [data-type=keep-face-up].primary")).to_have_attribute("data-key", re.compile(block))
