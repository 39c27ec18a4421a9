"""Exercises: positions of games with one clearly best decision, and how good another decision is beside it.

An exercise is decided from what its side knows. `judge` plays the answer, the king's choice and the second best out by
the heuristic, in the same worlds with the same dice. The worlds are drawn by lot among those that show the side the
same, so that nothing hidden has a part in the judgement; the same answer always gets the same one.

`python -m opponent.lab.exercises` finds exercises and keeps them in `exercises.json.xz`.
"""

import json
import lzma
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import sqrt
from pathlib import Path
from random import Random
from string import ascii_letters, digits
from typing import Any, NamedTuple

from opponent.chance import FRANK, chance_of_franks
from opponent.knowledge import Belief, Guess, imagine
from opponent.levels import KING
from opponent.plans import DONE
from opponent.reasons import Reason
from opponent.search import Search, end_of_battle, end_of_turn
from rules import actions as acts
from rules import game
from rules.actions import Action
from rules.atlas import SIDES, bits
from rules.dice import SeededDice
from rules.position import Position
from rules.roster import OF_SIDE, STEPS
from rules.ruleset import Ruleset

FILE = Path(__file__).with_name("exercises.json.xz")
MOVEMENT, CARD, STORM, RETREAT, BATTLE = KINDS = ("movement", "card", "storm", "retreat", "battle")
WORLDS = {MOVEMENT: 10, CARD: 10, STORM: 24, RETREAT: 24, BATTLE: 24}
"""Worlds in which an answer is judged."""
LOST_SHARE = 0.5
"""An answer is right that loses less than this share of what the best choice gains over the second best."""
SELF_PLAY = "self-play"
_SIGNS = digits + ascii_letters
"""A sign for each place, in guesses that are kept."""


class Exercise(NamedTuple):
    """A position in which a side decides, with the best decision and the second best."""

    id: str
    kind: str
    """One of `KINDS`."""
    side: str
    position: Position
    """The whole position. Show its side's view of it alone."""
    best: tuple[Action, ...]
    """The king's choice."""
    usual: tuple[Action, ...]
    """The best choice of another kind: other towns, another card, another act."""
    gain: float
    """What the best choice gains over the second best, in units of the evaluation (a city is about 10)."""
    errors: float
    """The same in standard errors."""
    reason: Reason | None
    source: str
    """`self-play`, or the public id of a finished game."""
    guesses: tuple[str, ...]
    """What the side concluded of hidden blocks from what it saw: guesses of `Belief` as text."""

    def belief(self) -> Belief:
        """What the side concluded of hidden blocks."""
        return belief_of(self.side, self.position.ruleset, self.guesses)


class Judgement(NamedTuple):
    """How good an answer is."""

    solved: bool
    """Whether it is the king's choice, or loses against it less than half of what the second best loses."""
    gain: float
    """What the king's choice gains over it, in units of the evaluation; below 0 where the answer did better."""
    error: float
    """The standard error of this gain."""
    king_chance: float
    """The side's chance to win after the king's choice, 0 to 1."""
    chance: float
    """The same after the answer."""
    usual_chance: float
    """The same after the second best choice."""
    best: tuple[Action, ...]
    reason: Reason | None


class Played(NamedTuple):
    """What a choice came to in each of several worlds: its worth to the side, and the side's chance to win."""

    worths: tuple[float, ...]
    chances: tuple[float, ...]


# --- kept exercises


@lru_cache(maxsize=1)
def load() -> tuple[Exercise, ...]:
    """All exercises, in the order in which they were found; read once."""
    return tuple(map(from_json, json.loads(lzma.decompress(FILE.read_bytes()))))


def by_id(id: str) -> Exercise | None:
    """Returns the exercise of this id, or None."""
    return _by_id().get(id)


@lru_cache(maxsize=1)
def _by_id() -> Mapping[str, Exercise]:
    return {exercise.id: exercise for exercise in load()}


def to_json(exercise: Exercise) -> dict[str, Any]:
    """The exercise as plain data."""
    return exercise._asdict() | {
        "position": exercise.position.to_json(),
        "best": [action.to_json() for action in exercise.best],
        "usual": [action.to_json() for action in exercise.usual],
        "reason": exercise.reason.to_json() if exercise.reason is not None else None,
        "guesses": list(exercise.guesses),
    }


def from_json(data: Mapping[str, Any]) -> Exercise:
    """Reads what `to_json` wrote."""
    reason = data["reason"]
    return Exercise(
        **dict(data)
        | {
            "position": Position.from_json(data["position"]),
            "best": tuple(map(acts.from_json, data["best"])),
            "usual": tuple(map(acts.from_json, data["usual"])),
            "reason": Reason(reason["key"], reason["params"]) if reason is not None else None,
            "guesses": tuple(data["guesses"]),
        }
    )


def write(exercises: Iterable[Exercise], file: Path = FILE) -> None:
    """Writes these exercises to the file, in place of those before."""
    data = json.dumps(list(map(to_json, exercises)), separators=(",", ":"), sort_keys=True)
    file.write_bytes(lzma.compress(data.encode(), preset=9 | lzma.PRESET_EXTREME))


def guesses_of(belief: Belief) -> tuple[str, ...]:
    """Returns the guesses of a belief as text: for each enemy block a sign of its place and its strength."""
    enemy = list(bits(OF_SIDE[belief.enemy]))
    return tuple("".join(f"{_SIGNS[one.where[b]]}{one.steps[b]}" for b in enemy) for one in belief.guesses)


def belief_of(side: str, ruleset: Ruleset, guesses: Sequence[str]) -> Belief:
    """Returns the belief of a side, read from its guesses as text."""
    belief = Belief(side, 0, ruleset)
    if guesses:
        start = belief.guesses[0].where
        belief.guesses = [_read_guess(belief, text, start) for text in guesses]
    return belief


def _read_guess(belief: Belief, text: str, start: Sequence[int]) -> Guess:
    """Reads one guess from its text."""
    guess = Guess(list(start), list(STEPS))
    for number, block in enumerate(bits(OF_SIDE[belief.enemy])):
        guess.where[block] = _SIGNS.index(text[2 * number])
        guess.steps[block] = int(text[2 * number + 1])
    return guess


# --- decisions


def is_decided(exercise: Exercise, actions: Sequence[Action]) -> bool:
    """Whether these actions complete the decision: a movement until the side is done, else one action.

    Raises IllegalAction, and ValueError where something follows the decision."""
    return _after_actions(exercise, actions)[1]


def _after_actions(exercise: Exercise, actions: Sequence[Action]) -> tuple[Position, bool]:
    """Returns the position after these actions, and whether the decision is complete."""
    position, complete = exercise.position, False
    dice = SeededDice(exercise.id)
    for action in actions:
        if complete:
            raise ValueError("The decision is complete; nothing may follow it.")
        position = game.apply(position, exercise.side, action, dice).position
        complete = is_complete(exercise.kind, exercise.side, position)
    return position, complete


def is_complete(kind: str, side: str, position: Position) -> bool:
    """Whether the decision of this kind is complete in a position after at least one action of the side."""
    return kind != MOVEMENT or position.phase != "move" or position.active != SIDES.index(side)


def judge(exercise: Exercise, actions: Sequence[Action]) -> Judgement:
    """Returns how good these actions are beside the king's choice and the second best.

    Raises IllegalAction, and ValueError unless they are the whole decision and nothing more.
    """
    if not is_decided(exercise, actions):
        raise ValueError("The decision is not complete.")
    king = _play_of_choice(exercise, exercise.best)
    same = _is_same(exercise, actions, exercise.best)
    mine = king if same else play_in(exercise, actions)
    gain, error = compare(king.worths, mine.worths)
    return Judgement(
        same or gain < LOST_SHARE * exercise.gain,
        gain,
        error,
        mean(king.chances),
        mean(mine.chances),
        mean(_play_of_choice(exercise, exercise.usual).chances),
        exercise.best,
        exercise.reason,
    )


def _is_same(exercise: Exercise, one: Sequence[Action], other: Sequence[Action]) -> bool:
    """Whether two decisions come to the same.

    In a movement the order of its acts does not count, nor what dice do after it.
    """
    if exercise.kind == MOVEMENT:
        return _plan_of(exercise, one) == _plan_of(exercise, other)
    return _after_actions(exercise, one)[0] == _after_actions(exercise, other)[0]


def _plan_of(exercise: Exercise, actions: Sequence[Action]) -> tuple[object, ...]:
    """Returns what counts of a finished movement: where its blocks stand and march on, main roads, shown blocks, spent
    Moves.
    """
    done = actions.index(DONE) if DONE in actions else len(actions)
    now = _after_actions(exercise, actions[:done])[0]
    own = list(bits(OF_SIDE[SIDES.index(exercise.side)]))
    places = [(now.where[block], now.castle >> block & 1, now.forced.get(block)) for block in own]
    return places, now.mains, now.main_starts, now.markers, now.kept_siege, tuple(actions[done:])


_kept: dict[tuple[str, tuple[Action, ...]], Played] = {}
_MOST_KEPT = 400


def _play_of_choice(exercise: Exercise, actions: tuple[Action, ...]) -> Played:
    """Returns the playouts of one of the exercise's own choices, kept because it is the same for all answers."""
    key = (exercise.id, actions)
    if key not in _kept:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        _kept[key] = play_in(exercise, actions)
    return _kept[key]


def forget() -> None:
    """Empties the cache of playouts of the exercises' own choices."""
    _kept.clear()


def play_in(exercise: Exercise, actions: Sequence[Action]) -> Played:
    """Returns the chances after these actions, in the worlds in which answers to this exercise are judged."""
    seed = f"exercise:{exercise.id}"
    worlds = worlds_of(exercise.position, exercise.side, WORLDS[exercise.kind], seed, exercise.belief())
    return play(actions, exercise.side, worlds, exercise.kind in (MOVEMENT, CARD), seed)


# --- playing out


def worlds_of(position: Position, side: str, count: int, seed: str, belief: Belief | None = None) -> list[Position]:
    """Returns positions drawn by lot among those that show the side the same."""
    random = Random(seed)
    known = belief or Belief(side, seed, position.ruleset)
    return [imagine(position, side, random, known) for _ in range(count)]


def play(actions: Sequence[Action], side: str, worlds: Sequence[Position], long: bool, seed: str) -> Played:
    """Returns the chance after these actions in each world, with dice that depend on the world's number alone.

    Played by the heuristic to the end of the next turn if ``long``, else to the end of the battle.
    """
    number = SIDES.index(side)
    search = Search(number, KING, Random(seed))
    until: Callable[[Position], Callable[[Position], bool]] = end_of_turn(2) if long else end_of_battle
    ends = [search.play_on(world, actions, until(world), f"{seed}:{at}") for at, world in enumerate(worlds)]
    chances = [chance_of_franks(end) for end in ends]
    return Played(
        tuple(search.worth(end) for end in ends),
        tuple(chance if number == FRANK else 1 - chance for chance in chances),
    )


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean."""
    return sum(values) / len(values)


def compare(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Returns how much better one choice does than another in the same worlds, and the standard error of that."""
    gains = [a - b for a, b in zip(one, other, strict=True)]
    middle = mean(gains)
    spread = sum((gain - middle) ** 2 for gain in gains)
    return middle, sqrt(spread / max(1, len(gains) - 1) / len(gains))
