"""Odds of a battle: exact in small fights, within their error in great ones, and what the rules' own fights come to."""

from math import sqrt
from random import Random

import pytest

from opponent.odds import Fighter, against_hidden, fighter, odds
from opponent.reasons import percent
from rules import game
from rules.atlas import SIDES, TOWN, bits
from rules.dice import SeededDice
from rules.position import Position
from rules.roster import OF_SIDE
from tests.opponent.fighting import fought
from tests.rules.combat import battle


def test_one_step_against_one_step_in_one_round() -> None:
    found = odds([Fighter(3, "A", 1)], [Fighter(2, "C", 1)], rounds=1)
    assert found.exact
    assert found.win == pytest.approx(1 / 2)
    assert found.lost == pytest.approx(1 / 2 * 1 / 3)
    assert found.dealt == pytest.approx(1 / 2)


def test_the_defender_of_the_same_letter_fires_first() -> None:
    found = odds([Fighter(3, "B", 1)], [Fighter(3, "B", 1)], rounds=1)
    assert found.win == pytest.approx(1 / 4)


def test_a_step_in_a_stormed_castle_takes_two_hits() -> None:
    found = odds([Fighter(6, "A", 1)], [Fighter(1, "C", 1)], double=True, rounds=1)
    assert found.win == 0
    assert odds([Fighter(6, "A", 2)], [Fighter(1, "C", 1)], double=True, rounds=1).win == pytest.approx(1)


def test_a_reserve_does_not_fire_before_its_round() -> None:
    late = odds([Fighter(6, "A", 1, round=2)], [Fighter(1, "C", 1)], rounds=1)
    assert late.win == 0


def test_rolled_odds_agree_with_exact_ones() -> None:
    attackers = [Fighter(3, "B", 4), Fighter(2, "A", 2)]
    defenders = [Fighter(2, "B", 3), Fighter(1, "C", 3)]
    exact = odds(attackers, defenders)
    assert exact.exact
    from opponent import odds as module

    most, module.MOST_STATES = module.MOST_STATES, 0
    try:
        rolled = odds(attackers, defenders, random=Random(1), rolls=3_000)
    finally:
        module.MOST_STATES = most
    assert not rolled.exact
    assert abs(rolled.win - exact.win) < 2 * rolled.error
    assert abs(rolled.lost - exact.lost) < 0.2


def test_odds_agree_with_fights_rolled_block_by_block() -> None:
    attackers = [Fighter(3, "A", 4), Fighter(3, "B", 3), Fighter(1, "C", 4, round=2)]
    random, count = Random(1), 1_000
    for defenders in (
        [Fighter(2, "B", 4), Fighter(2, "B", 4)],
        [Fighter(3, "B", 4), Fighter(2, "A", 3), Fighter(2, "C", 3, round=3)],
    ):
        found = odds(attackers, defenders)
        won, lost, dealt = fought((attackers, defenders), count, random)
        assert found.exact
        assert abs(won - found.win) < 4 * sqrt(found.win * (1 - found.win) / count)
        assert lost == pytest.approx(found.lost, abs=0.35)
        assert dealt == pytest.approx(found.dealt, abs=0.35)


def test_great_armies_are_followed_exactly() -> None:
    attackers = [Fighter(3, "B", 4)] * 4 + [Fighter(2, "A", 3)] * 3
    defenders = [Fighter(2, "B", 3)] * 4 + [Fighter(1, "C", 4)] * 3
    assert odds(attackers, defenders).exact


def test_odds_agree_with_fights_played_out_by_the_rules() -> None:
    position = battle(
        "baisan: king-guy@4 walter@3\ntiberias: saladin@4 bahram@3", "move saladin baisan\nmove bahram baisan"
    ).position
    town = TOWN["baisan"]
    teams = [[fighter(position, b) for b in bits(position.at[town] & OF_SIDE[side])] for side in (1, 0)]
    found = odds(*teams)
    count = 150
    wins = sum(_cleared(position, seed) for seed in range(count))
    assert abs(wins / count - found.win) < 4 * sqrt(found.win * (1 - found.win) / count) + found.error


def _cleared(position: Position, seed: int) -> bool:
    """Whether the attacker clears the field when everybody fires and hits fall on who has acted."""
    dice = SeededDice(seed)
    while position.waiting:
        if position.step not in ("garrison", "fight", "hits", "choose-battle"):
            break
        side = SIDES[0 if position.waiting & 1 else 1]
        legal = game.legal_actions(position, side)
        found = legal[0]
        if position.step == "garrison":
            action = game.Action("garrison", blocks=())
        elif position.step == "hits":
            assert position.battle is not None
            acted = position.battle.acted
            names = [action for action in legal if isinstance(action, game.Action)]
            action = max(names, key=lambda one: game_acted(acted, one))
        else:
            assert isinstance(found, game.Action)
            action = found
        position = game.apply(position, side, action, dice).position
    return not position.at[TOWN["baisan"]] & OF_SIDE[0]


def test_odds_of_a_storm_agree_with_storms_played_out_by_the_rules() -> None:
    """6.54: steps in the castle take two hits, a half-hit lasts from round to round."""
    position = (
        battle("jerusalem: [walter@2] [balian@2] saladin keukburi").do("saracen", "storm saladin,keukburi").position
    )
    town = TOWN["jerusalem"]
    found = odds(
        *([fighter(position, b) for b in bits(position.at[town] & OF_SIDE[side])] for side in (1, 0)), double=True
    )
    assert found.exact
    count = 150
    wins = sum(_taken(position, seed) for seed in range(count))
    assert abs(wins / count - found.win) < 4 * sqrt(found.win * (1 - found.win) / count)
    assert 0.2 < found.win < 0.8


def _taken(position: Position, seed: int) -> bool:
    """Whether the storming take the castle when everybody fires and hits fall on who has acted."""
    dice, town = SeededDice(seed), TOWN["jerusalem"]
    while position.battle is not None and position.step in ("fight", "hits") and position.garrison(town):
        side = SIDES[0 if position.waiting & 1 else 1]
        legal = [action for action in game.legal_actions(position, side) if isinstance(action, game.Action)]
        acted = position.battle.acted
        action = max(legal, key=lambda one: game_acted(acted, one)) if position.step == "hits" else legal[0]
        assert action.type in ("fire", "take-hit")
        position = game.apply(position, side, action, dice).position
    return not position.at[town] & OF_SIDE[0]  # where all who stormed are dead the garrison stands in the field


def game_acted(acted: int, action: game.Action) -> int:
    """1 for a block that has had its combat turn."""
    from rules.roster import BLOCK

    return acted >> BLOCK[action.block or ""] & 1


def test_against_hidden_blocks_the_odds_are_the_mean_over_guesses() -> None:
    mine = [Fighter(3, "A", 1)]
    found = against_hidden(mine, [[Fighter(2, "C", 1)], [Fighter(2, "C", 4)]])
    each = [odds(mine, [Fighter(2, "C", steps)]).win for steps in (1, 4)]
    assert found.win == pytest.approx(sum(each) / 2)
    assert found.error > 0


def test_no_reason_tells_a_chance_as_sure() -> None:
    """The chance of an attack that the evaluation tells differs from the true one by about five percentage points."""
    assert [percent(chance) for chance in (0.0, 0.02, 0.5, 0.984, 1.0)] == [5, 5, 50, 95, 95]
