"""Each level finds its share of what clear choices gain; a king with something taken away does not.

The choices, and how they were found: tests/opponent/clear_choices.py.
"""

from collections.abc import Callable, Sequence
from functools import partial
from statistics import mean

import pytest

from opponent import levels
from opponent.lab.arena import maker
from opponent.levels import KING, Thinker
from opponent.search import Choice, Effort, Search
from rules.position import Position
from tests.opponent import clear_choices

pytestmark = pytest.mark.whole
CHOICES = clear_choices.read()
MOVEMENTS = [choice for choice in CHOICES if choice.kind == "move"]
BATTLES = [choice for choice in CHOICES if choice.kind == "battle"]
FLOORS = {"page": -1.0, "squire": -0.6, "knight": -0.1, "baron": 0.25, "king": 0.5}
"""The least share of the gain that a level finds.

Where these were found: 0.16, 0.16, 0.18, 0.40 and 0.67. The heuristic that sees the true position counts 0; in a world
drawn by lot it may do better by luck."""


def thinker(effort: Effort, side: str, seed: int | str) -> Thinker:
    return Thinker(side, seed, effort, "king")


@pytest.mark.parametrize("level", [level for level in FLOORS if level != "king"])
def test_a_level_finds_its_share_of_what_clear_choices_gain(level: str) -> None:
    assert clear_choices.score(maker(level), CHOICES) >= FLOORS[level]


def test_a_king_finds_its_share_and_less_of_a_movement_if_it_looks_one_turn_ahead() -> None:
    """In one test, for what a king chooses takes longest of all to find. Nothing else holds how strong a king is.

    Of movements three do: the first that look other if one looks one turn ahead."""
    few = [*MOVEMENTS[3:6], *(choice for choice in CHOICES if choice.kind != "move")]
    shares = clear_choices.shares(maker("king"), few)
    assert mean(shares) >= FLOORS["king"]
    less = clear_choices.score(partial(thinker, KING._replace(turns=1)), MOVEMENTS[3:6])
    assert less < mean(shares[:3]) - 0.5


def test_a_king_plays_its_candidates_out_in_many_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """One world is often enough for a clear choice, so that scores do not see whether there were more."""
    seen: list[int] = []

    def play_on(self: Search, position: Position, *rest: object) -> Position:
        seen.append(id(position))
        return PLAY_ON(self, position, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Search, "play_on", play_on)
    for choices, worlds in ((MOVEMENTS[:1], KING.worlds), (BATTLES[:1], KING.battle_worlds)):
        seen.clear()
        clear_choices.taken(levels.king(choices[0].side, 1), choices[0].position.copy(), choices[0].side)
        assert worlds // 2 < len(set(seen)) <= worlds


def last(self: Search, candidates: Sequence[object], *rest: object) -> Choice:
    """The candidate that the search likes least."""
    found = CHOOSE(self, candidates, *rest)  # type: ignore[arg-type]
    return found._replace(number=found.order[-1])


def first(self: Search, candidates: Sequence[object], *rest: object) -> Choice:
    """The first candidate, whatever it comes to."""
    return Choice(0, 0.0, 0.0, tuple(range(len(candidates))))


CHOOSE, PLAY_ON = Search.choose, Search.play_on


@pytest.mark.parametrize(("choose", "choices"), [(last, BATTLES), (first, CHOICES)], ids=["worst", "first"])
def test_a_king_that_takes_the_worst_or_the_first_is_seen(
    choose: Callable[..., Choice], choices: list[clear_choices.Choice], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Search, "choose", choose)
    assert clear_choices.score(levels.king, choices) < FLOORS["king"]
