"""In every kind of decision, reached in random games: what is hidden may be dealt anew and nobody else sees a
difference.
"""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import game
from rules.atlas import SIDES
from rules.dice import SeededDice
from rules.places import DEAD, GONE
from rules.position import Position
from rules.roster import BLOCK, BLOCK_IDS
from tests.rules.hiding import (
    asks_winter,
    every_action,
    exchanged,
    hidden,
    named,
    other_hand,
    pooled,
    seen,
    shuffled,
    strangers,
)
from tests.rules.looking import shown
from tests.rules.playing import OPTIONS, STYLES, by_step, in_few_games, play

STEPS = pytest.mark.parametrize("step", sorted(game.STEPS))


@STEPS
def test_random_games_reach_the_decision(step: str) -> None:
    """So that the tests below say something of it."""
    assert by_step()[step]


@STEPS
def test_two_hidden_blocks_exchanged_look_the_same(step: str) -> None:
    """Issue 2, catalogue 5.1: to the enemy and to a spectator, byte for byte."""
    random = Random(step)
    for position in by_step()[step]:
        for side in (0, 1):
            candidates = hidden(position, side)
            for _ in range(3 if len(candidates) > 1 else 0):
                other = exchanged(position, *random.sample(candidates, 2))
                assert game.problems(other) == []
                for viewer in strangers(side):
                    assert seen(other, viewer) == seen(position, viewer)


@STEPS
def test_all_that_is_hidden_dealt_anew_looks_the_same(step: str) -> None:
    """H01, H02, H11: blocks of the map and of the Draw Pool in one another's places, at any strength."""
    random = Random(step)
    for position in by_step()[step]:
        for side in (0, 1):
            other = shuffled(position, side, random)
            assert game.problems(other) == []
            for viewer in strangers(side):
                assert seen(other, viewer) == seen(position, viewer)


@STEPS
def test_other_cards_in_the_hand_look_the_same(step: str) -> None:
    """H07, H08: another hand, another card chosen."""
    random = Random(step)
    for position in by_step()[step]:
        for side in (0, 1):
            other = other_hand(position, side, random)
            for viewer in strangers(side):
                assert seen(other, viewer) == seen(position, viewer)


@STEPS
def test_the_pool_looks_the_same_to_its_owner_whatever_lies_in_it(step: str) -> None:
    """H11 (7.1): the contents of a pool are hidden from both sides."""
    for position in by_step()[step]:
        for side in (0, 1):
            view = game.observe(position, SIDES[side])
            assert set(view["pools"][SIDES[side]]) == {"count", "face-up", "gone"}
            assert not {BLOCK_IDS[b] for b in pooled(position, side)} & named(view)


@STEPS
def test_a_refusal_rests_on_nothing_that_the_enemy_hides(step: str) -> None:
    """H33, H38, catalogue 5.1: the same answer to every kind of action about every block, town and card, whatever
    the enemy's hidden blocks are and however strong."""
    random = Random(step)
    for position in by_step()[step]:
        for number, side in enumerate(SIDES):
            for _ in range(2):
                other = shuffled(position, 1 - number, random)
                for action in every_action(random, position):
                    assert game.is_legal(position, side, action) == game.is_legal(other, side, action), action


REVEALING = {
    "field-revealed",
    "castle-revealed",
    "storm-declared",
    "sally-declared",
    "assassins-struck",
    "marker-kept",
    "block-eliminated",
}
"""Events by which the rules themselves show a hidden block.

The dead lie open (6.34) even if the year ends with the same action.
"""


@in_few_games
@given(st.integers(0, 10_000), st.sampled_from(STYLES), st.sampled_from(OPTIONS))
def test_events_name_no_block_that_stays_hidden(seed: int, style: str, ruleset: game.Ruleset) -> None:
    """H01, H06, H12, H13, H25, H28, H30 to H32: hidden before and after, and shown by none of the events that show
    blocks.
    """
    for turn in play(seed, style, ruleset):
        if turn.before is None:
            continue
        after = turn.outcome.position
        for side in (0, 1):
            secret = hidden_names(turn.before, side) & hidden_names(after, side)
            for viewer in strangers(side):
                for event in shown(turn.outcome.events, viewer):
                    if event["type"] in REVEALING:
                        secret -= named(event)
                    assert not named(event) & secret, event


def hidden_names(position: Position, side: int) -> set[str]:
    blocks = {*hidden(position, side), *pooled(position, side)}
    if position.drawn >= 0 and position.active == side:
        blocks.add(position.drawn)
    return {BLOCK_IDS[b] for b in blocks}


@in_few_games
@given(st.integers(0, 10_000), st.sampled_from(STYLES), st.sampled_from(OPTIONS))
def test_what_follows_looks_the_same_when_hidden_blocks_were_exchanged(
    seed: int, style: str, ruleset: game.Ruleset
) -> None:
    """Catalogue 5.1: the same decision about either of two blocks, without chance and without showing one, leads to the
    same events and the same view for strangers, and may be taken back or not alike."""
    random = Random(seed)
    for turn in play(seed, style, ruleset):
        if (
            turn.before is None
            or turn.outcome.draws
            or turn.outcome.position.winner is not None
            or random.random() > 0.3
        ):
            continue
        assert turn.side is not None
        assert turn.action is not None
        side = SIDES.index(turn.side)
        candidates = hidden(turn.before, side)
        if len(candidates) < 2:
            continue
        one, other = random.sample(candidates, 2)
        if turn.action.block and BLOCK[turn.action.block] in candidates and BLOCK[turn.action.block] != other:
            one = BLOCK[turn.action.block]
        twin, action = exchanged(turn.before, one, other), with_exchanged(turn.action, one, other)
        if game.is_legal(twin, turn.side, action) is not None:
            continue
        outcome = game.apply(twin, turn.side, action, SeededDice(1))
        if asks_winter(outcome) != asks_winter(turn.outcome):
            continue
        if outcome.draws or any(lies_open(o.position, b) for o in (turn.outcome, outcome) for b in (one, other)):
            continue
        assert outcome.final == turn.outcome.final
        for viewer in strangers(side):
            assert shown(outcome.events, viewer) == shown(turn.outcome.events, viewer)
            assert seen(outcome.position, viewer) == seen(turn.outcome.position, viewer)


def lies_open(position: Position, block: int) -> bool:
    return bool(position.face_up >> block & 1) or position.where[block] in (DEAD, GONE)


def with_exchanged(action: game.Action, one: int, other: int) -> game.Action:
    names = {BLOCK_IDS[one]: BLOCK_IDS[other], BLOCK_IDS[other]: BLOCK_IDS[one]}
    blocks = None if action.blocks is None else tuple(names.get(name, name) for name in action.blocks)
    return action._replace(block=names.get(action.block or "", action.block), blocks=blocks)
