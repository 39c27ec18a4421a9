"""What a side knows: worlds by lot show it the same as the truth does, are sound, and keep to what was seen."""

from random import Random

import pytest

from opponent.knowledge import Belief, imagine
from rules import game
from rules.atlas import SIDES, TOWN
from rules.dice import SeededDice
from rules.places import DEAD, GONE
from rules.position import Position
from rules.roster import BLOCK
from rules.ruleset import Ruleset
from tests.opponent.exchanging import dealt_anew
from tests.rules.hiding import seen
from tests.rules.playing import choose
from tests.rules.scene import moving

OLD = Ruleset.of("1.4", richard_by_sea=True, fickle_philip=True)
MOST_DECISIONS = 1_000
EDITIONS = pytest.mark.parametrize("ruleset", [Ruleset(), OLD], ids=["2.0", "1.4"])


def some_positions(seed: int, every: int, ruleset: Ruleset | None = None) -> list[tuple[Position, dict[str, Belief]]]:
    """Positions of a random game and what either side believed then."""
    random, dice = Random(seed), SeededDice(seed)
    rules = ruleset or Ruleset()
    beliefs = {side: Belief(side, ruleset=rules) for side in SIDES}
    outcome = game.new_game(rules, dice)
    found = []
    for count in range(MOST_DECISIONS):
        if not outcome.position.waiting:
            break
        for side, belief in beliefs.items():
            belief.see([data for event in outcome.events if (data := event.seen_by(side)) is not None])
        if count % every == 0:
            found.append((outcome.position, beliefs))
        side = min(outcome.position.awaited)
        outcome = game.apply(outcome.position, side, choose(outcome.position, side, random, "purposeful"), dice)
    return found


@EDITIONS
def test_a_world_by_lot_shows_the_side_the_same_and_is_sound(ruleset: Ruleset) -> None:
    for position, beliefs in some_positions(3, 14, ruleset):
        for side in SIDES:
            for belief in (None, beliefs[side]):
                world = imagine(position, side, Random(5), belief)
                assert seen(world, side) == seen(position, side)
                assert game.problems(world) == []


@EDITIONS
def test_the_same_lot_draws_the_same_world_whatever_the_enemy_hides(ruleset: Ruleset) -> None:
    random = Random(1)
    for position, beliefs in some_positions(4, 13, ruleset):
        for number, side in enumerate(SIDES):
            other = dealt_anew(position, 1 - number, random)
            for belief in (None, beliefs[side]):
                assert imagine(position, side, Random(7), belief) == imagine(other, side, Random(7), belief)


def test_worlds_differ_where_the_side_cannot_know() -> None:
    position = some_positions(3, 40)[2][0]
    worlds = [imagine(position, "frank", Random(seed)).to_json() for seed in range(4)]
    assert any(world != worlds[0] for world in worlds)


def test_a_position_set_up_with_few_blocks_on_the_map_has_worlds_too() -> None:
    position = moving("acre: king-guy\ntiberias: turks-1")
    assert seen(imagine(position, "frank", Random(5)), "frank") == seen(position, "frank")


def test_a_block_that_was_seen_is_remembered_where_it_was_seen() -> None:
    belief = Belief("frank")
    face = {"id": "saladin", "strength": 2}
    belief.see([{"type": "field-revealed", "town": "tiberias", "side": "saracen", "blocks": [face]}])
    assert all(guess.where[BLOCK["saladin"]] == TOWN["tiberias"] for guess in belief.guesses)
    assert all(guess.steps[BLOCK["saladin"]] == 2 for guess in belief.guesses)


def test_a_group_that_leaves_takes_somebody_who_stood_there() -> None:
    belief = Belief("frank")
    belief.see([{"type": "group-moved", "side": "saracen", "path": ["hama", "homs"], "forced": False}])
    assert all(guess.where[BLOCK["taqi-al-din"]] == TOWN["homs"] for guess in belief.guesses)


@pytest.mark.parametrize(("name", "permanent", "place"), [("saladin", True, GONE), ("bahram", False, DEAD)])
def test_the_dead_are_known(name: str, permanent: bool, place: int) -> None:
    belief = Belief("frank")
    belief.see([{"type": "block-eliminated", "side": "saracen", "town": "acre", "block": name, "permanent": permanent}])
    assert all(guess.where[BLOCK[name]] == place for guess in belief.guesses)
