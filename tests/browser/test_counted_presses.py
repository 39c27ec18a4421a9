"""How many presses what is done most takes: the browser counts them, and no press is left out."""

from collections.abc import Callable

import pytest

from tests.browser.backstage import Backstage
from tests.browser.playing import DRAWN, Player
from tests.browser.sieges import fight_at_jerusalem
from tests.browser.test_play import FIVE_ROUND_ACRE, SIZES
from tests.rules.scene import Table, choosing, moving

PlayAt = Callable[..., Player]
FIVE_AT_ACRE = "acre: king-guy walter conrad josselin reynald-sidon\ntyre: balian\ndamascus: saladin kurds-1\n"
COUNT = "() => { window.presses = 0; addEventListener('click', ({ isTrusted }) => { if (isTrusted) window.presses += 1 }, true) }"


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
                found = self.page.locator(selector).first
                if self.touch:
                    found.tap()
                else:
                    found.click()
        self.page.wait_for_function(DRAWN, arg=before)
        count: int = self.page.evaluate("() => { const count = window.presses; window.presses = 0; return count }")
        (body,) = sent
        return count, [action["type"] for action in body.get("actions") or [body["action"]]]

    def turn_to(self, backstage: Backstage, table: Table) -> None:
        backstage.stage(self.player.game, table.position)
        self.page.reload()
        self.player.see_game()
        self.page.evaluate(COUNT)


@pytest.mark.parametrize("size", [SIZES[0], SIZES[2]])
def test_groups_and_musters_take_few_presses(play_at: PlayAt, backstage: Backstage, size: dict[str, int]) -> None:
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
    assert counted.player.problems == []


@pytest.mark.parametrize("size", [SIZES[0], SIZES[2]])
def test_fire_a_hit_and_a_card_take_one_press_each(play_at: PlayAt, backstage: Backstage, size: dict[str, int]) -> None:
    table = Table(fight_at_jerusalem(), {"fire:jerusalem:1:al-adil": [1, 1]})
    counted = Counted(play_at(table.position, **size), touch="has_touch" in size)
    assert counted.decide("#choices [data-type=fire]") == (1, ["fire"])
    counted.turn_to(backstage, table.do("saracen", "fire al-adil"))
    assert table.step == "hits"
    assert counted.decide(".fighter[data-type=take-hit]") == (1, ["take-hit"])
    counted.turn_to(backstage, Table(choosing("acre: king-guy\ndamascus: saladin\n", frank="move-3 " * 5, saracen="move-1 " * 5)))
    assert counted.decide("#hand [data-type=play-card]") == (1, ["play-card"])
    assert counted.player.problems == []
