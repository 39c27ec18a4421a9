"""How many presses what is done most takes: the browser counts them, and no press is left out."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from rules import game
from rules.dice import SeededDice
from rules.notation import print_position
from rules.ruleset import Ruleset
from tests.browser.backstage import Backstage
from tests.browser.playing import DRAWN, Player
from tests.browser.sieges import fight_at_jerusalem
from tests.browser.test_play import FIVE_ROUND_ACRE, SIZES
from tests.rules.scene import Table, choosing, moving

PlayAt = Callable[..., Player]
PHONE = {"width": 390, "height": 844, "has_touch": True}
FIVE_AT_ACRE = "acre: king-guy walter conrad josselin reynald-sidon\ntyre: balian\ndamascus: saladin kurds-1\n"
COUNT = (
    "() => { window.presses = 0; addEventListener('click', ({ isTrusted }) => { if (isTrusted) window.presses += 1 },"
    " true) }"
)


# Where a finger presses an element, when it has come to rest; null where it is out of sight, or something lies above
# it.
PRESSED = """(element) => new Promise((rested) => {
  let last = "", same = 0;
  const look = () => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const now = [left, top].join();
    same = now === last && document.querySelector("#map")?.dataset.moving !== "true" ? same + 1 : 0;
    last = now;
    // What has just come under the finger can be pressed when it could be read.
    if (same < 6 || element.closest(".just-come, .just-shown")) return requestAnimationFrame(look);
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const found = document.elementFromPoint(x, y);
    const part = element.closest(".town") ?? element;
    return rested(found && (part.contains(found) || found.contains(part)) ? [x, y] : null);
  };
  look();
})"""


def tap(page: Page, selector: str) -> None:
    """A finger presses what is in sight as it is: nothing scrolls to it."""
    found = page.locator(selector).first
    at = None
    for _ in range(5):  # what is drawn anew meanwhile is looked for again
        expect(found).to_be_visible()
        if at := found.evaluate(PRESSED):
            break
    assert at, f"a finger must look for {selector} first"
    page.touchscreen.tap(*at)


class Counted:
    """A page whose presses are counted from one decision to the next."""

    def __init__(self, player: Player, *, touch: bool) -> None:
        self.player, self.page, self.touch = player, player.page, touch
        self.page.evaluate(COUNT)

    def decide(self, *selectors: str) -> tuple[int, list[str]]:
        """Presses each in turn; the page has then sent something. Returns the count and the types of what was sent."""
        before = self.player.drawn
        with self.player.expect_act() as sent:
            for selector in selectors:
                if self.touch:
                    tap(self.page, selector)
                else:
                    self.page.locator(selector).first.click()
        self.page.wait_for_function(DRAWN, arg=before)
        count: int = self.page.evaluate("() => { const count = window.presses; window.presses = 0; return count }")
        (body,) = sent
        return count, [action["type"] for action in body.get("actions") or [body["action"]]]

    def turn_to(self, backstage: Backstage, table: Table) -> None:
        backstage.stage(self.player.game, table.position)
        self.page.reload()
        self.player.see_game()
        self.page.evaluate(COUNT)

    def stand_at(self, backstage: Backstage, table: Table) -> None:
        self.player.stand_at(table.position, backstage)


@pytest.mark.parametrize("size", SIZES[2:])
def test_groups_musters_fire_a_hit_and_a_card_take_few_presses(
    play_at: PlayAt, backstage: Backstage, size: dict[str, int]
) -> None:
    touch = "has_touch" in size
    counted = Counted(play_at(moving(FIVE_AT_ACRE), **size), touch=touch)
    pile, everybody, town = ".token[data-at=acre] >> nth=-1", "#bar [data-key=all-here]", ".town[data-town=nablus]"
    assert counted.decide(pile, everybody, town) == (3, ["move"] * 5)
    counted.turn_to(backstage, Table(moving(FIVE_AT_ACRE)))
    # On a desk five lie side by side; on a phone in a pile, and the bar lists them.
    one = "#bar [data-key=off-walter]" if touch else ".token[data-block=walter]"
    count, types = counted.decide(pile, everybody, one, town)
    assert types == ["move"] * 4
    assert count <= 4
    counted.turn_to(backstage, Table(moving(FIVE_ROUND_ACRE)))
    count, types = counted.decide(".town[data-town=acre]", "#bar [data-key=muster-here]", "#bar [data-key=confirm]")
    assert (count, types) == (3, ["muster-to"] + ["muster"] * 5)
    table = Table(fight_at_jerusalem(), {"fire:jerusalem:1:al-adil": [1, 1]})
    counted.stand_at(backstage, table)
    assert counted.decide("#choices [data-type=fire]") == (1, ["fire"])
    counted.stand_at(backstage, table.do("saracen", "fire al-adil"))
    assert table.step == "hits"
    assert counted.decide(".fighter[data-type=take-hit]") == (1, ["take-hit"])
    hands = {"frank": "move-3 " * 5, "saracen": "move-1 " * 5}
    counted.stand_at(backstage, Table(choosing("acre: king-guy\ndamascus: saladin\n", **hands)))
    assert counted.decide("#hand [data-type=play-card]") == (1, ["play-card"])
    assert counted.player.problems == []


BESIEGED = """egypt: al-adil al-aziz
damascus: saladin kurds-4
hama: taqi-al-din
ascalon: qara-qush yuzpah [walter@2]
acre: king-guy
"""
DICE = {
    "fire:ascalon:1:qara-qush": [1, 6, 6, 6],
    "fire:ascalon:1:yuzpah": [1, 6, 6, 6],
    "fire:ascalon:1:walter": [1, 6],
    "fire:ascalon:2:qara-qush": [6] * 4,
    "fire:ascalon:2:yuzpah": [1] * 4,
}


def test_a_turn_of_three_moves_and_a_storm_takes_twenty_taps(play_at: PlayAt, backstage: Backstage) -> None:
    """Saracens, from the card until the castle of Ascalon has fallen; what chance and the Franks do is done beside the
    page.
    """
    table = Table(choosing(BESIEGED, frank="move-1 " * 6, saracen="move-3 " * 6, turn="1187.1"), DICE)
    counted = Counted(play_at(table.do("frank", "play-card move-1").position, **PHONE), touch=True)
    taps: list[tuple[int, str]] = []

    def decide(*selectors: str) -> None:
        count, types = counted.decide(*selectors)
        taps.append((count, types[0]))

    def stand(side: str, *actions: str) -> None:
        counted.stand_at(backstage, table.do(side, *actions))

    everybody, done, fire = "#bar [data-key=all-here]", "#bar [data-type=done]", "#choices [data-type=fire]"
    beyond = "[data-beyond={}]"
    decide("#hand [data-type=play-card]")
    stand("saracen", "play-card move-3")
    decide(beyond.format("damascus"), ".token[data-at=damascus] >> nth=-1", everybody, ".town[data-town=ashtera] .hit")
    decide(".token[data-at=hama]", ".town[data-town=homs] .hit")
    decide(beyond.format("egypt"), ".token[data-at=egypt] >> nth=-1", everybody, ".town[data-town=ascalon] .hit")
    decide(done)
    table.do("saracen", *(f"move {block} ashtera" for block in ("saladin", "kurds-4")), "move taqi-al-din homs")
    table.do("saracen", *(f"move {block} gaza/ascalon" for block in ("al-adil", "al-aziz")), "done")
    stand("frank", "done")
    decide("[data-key=strongest-storm]", "#choices [data-type=storm]")
    stand("saracen", "storm qara-qush,yuzpah")
    decide(fire)
    stand("saracen", "fire qara-qush")
    decide(fire)
    stand("saracen", "fire yuzpah")
    decide(".fighter[data-type=take-hit]")
    stand("saracen", "take-hit qara-qush")
    decide(fire)
    stand("saracen", "fire qara-qush")
    decide(fire)
    stand("saracen", "fire yuzpah")
    assert table.step == "regroup"
    decide(done)
    assert sum(count for count, _ in taps) <= 20, taps
    assert [types for _, types in taps] == [
        "play-card",
        *["move"] * 3,
        "done",
        "storm",
        "fire",
        "fire",
        "take-hit",
        "fire",
        "fire",
        "done",
    ]
    assert counted.player.problems == []


def opening() -> Table:
    """A new game before its first cards: the Saracens, as whom somebody plays who presses Play now, hold the higher
    ones.
    """
    table = Table(game.new_game(Ruleset(), SeededDice(3)).position)
    table.do("frank", "done")
    places = [line for line in print_position(table.position).splitlines() if ": " in line]
    return Table(choosing("\n".join(places), frank="move-1 " * 6, saracen="move-3 " * 6, turn="1187.1"))


def test_the_first_attack_comes_by_six_taps_and_no_swipe(
    new_player: Callable[..., Player], backstage: Backstage
) -> None:
    """Cards are dealt and may be any: here the Saracens hold the higher ones and move first."""
    player = new_player(**PHONE)
    page = player.page
    page.goto("/")
    taps = 0

    def press(selector: str) -> None:
        nonlocal taps
        tap(page, selector)
        taps += 1

    press("text='Play now'")
    press("button:has-text('Yes: gently, and explained')")
    player.see_game()
    press("#bar [data-type=done]")
    # The computer has chosen its card.
    expect(page.locator("#awaited")).to_have_text("You play the Saracens · your turn")
    page.wait_for_function("() => document.querySelector('main').dataset.step === 'card'")
    player.game = re.findall(r"games/([^/]+)", page.url)[0]
    player.stand_at(opening().do("frank", "play-card move-1").position, backstage)
    press("#hand [data-card=move-3]")
    page.wait_for_function("() => document.querySelector('main').dataset.asked === 'map'")
    press(".token[data-block=qaimaz]")
    press(".town.goal.attack .hit")
    expect(page.locator("#notice")).to_contain_text("Undo takes it back.")
    expect(page.locator("#notice")).to_be_in_viewport(ratio=1)
    assert taps == 6
    before = player.drawn
    tap(page, "#bar [data-key=undo]")
    page.wait_for_function(DRAWN, arg=before)
    expect(page.locator(".token[data-block=qaimaz]")).to_have_attribute("data-at", "banyas")
    assert player.problems == []
