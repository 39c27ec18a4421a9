"""The computer plays edition 1.4 by its rules: what is decided otherwise than in 2.0, and the odds of its battles."""

from collections import Counter

import pytest

from opponent import levels
from opponent.lab.arena import play
from opponent.odds import Fighter, odds
from opponent.plans import Planner
from opponent.policy import Policy
from opponent.search import Effort
from rules import game
from rules.actions import Action
from rules.atlas import SIDES, TOWN
from rules.dice import SeededDice
from rules.roster import BLOCK
from rules.ruleset import Ruleset
from tests.opponent.exchanging import compare, dealt_anew
from tests.rules.combat import to_round
from tests.rules.old_edition import OLD, fights, moves
from tests.rules.playing import SIEGES
from tests.rules.scene import Table, moving
from tests.rules.test_edition_cards import played

SHORT = {"knight": 60, "king": 8}


@pytest.mark.whole
@pytest.mark.parametrize("level", SHORT)
def test_a_level_decides_the_same_in_1_4_whatever_the_enemy_hides(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "KING", Effort(plans=4, worlds=3, battle_worlds=3, card_worlds=2, changes=2))
    assert compare(level, 1, most=SHORT[level], exchange=dealt_anew, ruleset=OLD) == []


@pytest.mark.whole
def test_a_knight_beats_the_styles_of_selfplay_in_1_4() -> None:
    assert play("knight", "purposeful", 1, OLD).winner == "frank"
    assert play("siege", "knight", 2, OLD).winner == "saracen"


def test_every_kind_of_decision_in_battles_and_sieges_is_taken() -> None:
    met: Counter[str] = Counter()
    for number in range(4):
        position = moving(SIEGES, first=SIDES[number % 2], turn=("1188.2", "1188.6")[number // 2], ruleset=OLD)
        dice = SeededDice(number)
        policies = {side: Policy() for side in SIDES}
        for _ in range(160):
            if not position.waiting:
                break
            side = min(position.awaited)
            action = policies[side].decide(position, SIDES.index(side))
            met[position.step] += 1
            met[action.type] += 1
            position = game.apply(position, side, action, dice).position
    assert {"storm", "sally", "garrison", "fight", "hits", "fire", "charge", "leave-siege", "draw", "winter"} <= set(
        met
    )
    assert not met["leave-map"]


def decision(table: Table, side: str) -> Action:
    """What the heuristic decides for a side."""
    return Policy().decide(table.position, SIDES.index(side))


def test_after_equal_cards_the_franks_go_first_but_in_winter() -> None:
    table = played("move-2", "move-2")
    assert (table.step, decision(table, "frank").type) == ("first-player", "go-first")
    table.position.turn = 6
    assert decision(table, "frank").type == "go-second"


def test_in_round_four_attackers_leave_in_their_turns() -> None:
    """F1 (6.1): by the way that is open; who has none passes, and does not leave the map."""
    going = "move saladin nablus\nmove turks-1 nablus"
    table = to_round(fights("nablus: king-guy walter\njerusalem: saladin\ndamiya: turks-1", going), 4)
    assert decision(table, "saracen").type == "retreat"
    table.position.put(BLOCK["conrad"], TOWN["jerusalem"])
    table.position.put(BLOCK["balian"], TOWN["damiya"])
    table.position.forget_offers()
    assert decision(table, "saracen").type == "pass"


def test_the_besiegers_storm_on_with_their_best() -> None:
    """G4 (7.31): two at Nablus; Saladin has lost all steps but one."""
    table = fights("nablus: [king-guy] saladin@1 al-adil kurds-1@4 taqi-al-din").do("saracen", "storm saladin")
    for _ in range(60):
        if table.step not in ("fight", "hits"):
            break
        side = min(table.awaited)
        wanted = "fire" if table.step == "fight" else "take-hit"
        table.do(side, f"{wanted} {min(table.options(side, wanted, 'block'))}")
    assert table.step == "exchange"
    chosen = decision(table, "saracen").blocks
    assert chosen is not None
    assert len(chosen) == 2
    assert "saladin" not in chosen


def test_a_nation_lands_as_a_group_by_one_move() -> None:
    """D7 (8.22)."""
    places = "england: richard robert crossbows\nacre: king-guy conrad\ndamascus: saladin keukburi\negypt: al-adil"
    table = moves(f"{places}\naleppo: zangi", frank="move-1")
    plan = Planner(table.position, 0).find()
    assert sorted(action.block or "" for action in plan.actions if action.type == "sea-move") == [
        "crossbows",
        "richard",
        "robert",
    ]


def test_a_charge_of_double_dice_tells_sooner() -> None:
    """F10 (6.42): twice the dice hit as well as before; in 2.0 the same knight would rather fire."""
    for rules, wanted in ((OLD, "charge"), (Ruleset(), "fire")):
        going = "move king-guy baisan\nmove conrad baisan"
        table = fights(
            "baisan: kurds-1@3 kurds-2@3\ntiberias: king-guy@3 conrad@4", going, first="frank", ruleset=rules
        ).do("saracen", "garrison -")
        assert table.awaited == {"frank"}
        assert decision(table, "frank").type == wanted


def test_who_leaves_in_his_turn_is_hit_only_by_those_before_him() -> None:
    """6.1 of the 1.x rules: defenders of an earlier or the same letter fire at him first."""
    end = {"rounds": 1, "leaving": 1}
    assert odds([Fighter(3, "A", 1)], [Fighter(6, "C", 1)], **end).lost == 0
    late = odds([Fighter(3, "C", 1)], [Fighter(3, "A", 1)], **end)
    assert (late.win, late.lost) == (0, pytest.approx(0.5))
    both = odds([Fighter(3, "A", 1), Fighter(3, "C", 1)], [Fighter(6, "B", 2)], **end)
    assert both.lost == pytest.approx(1)
