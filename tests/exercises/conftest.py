"""Exercises that stand in for the site's: a movement, a card and a storm, at positions of some of these."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from games.models import User
from opponent import exercises
from opponent.exercises import Exercise, Judgement
from opponent.reasons import Reason
from rules import game
from rules.actions import Action
from rules.position import Position
from tests.games.helpers import Player

DONE = Action(type="done")


@cache
def position_of(kind: str) -> tuple[str, Position]:
    """Side and position of the first exercise of this kind."""
    found = next(one for one in exercises.load() if one.kind == kind)
    return found.side, found.position


def exercise(kind: str, name: str = "") -> Exercise:
    side, position = position_of(kind)
    best = tuple(action for action in game.legal_actions(position, side) if isinstance(action, Action))[:1] or (
        Action(type="storm", blocks=()),
    )
    reason = Reason("stay") if kind == "movement" else None
    usual = (DONE,)
    return Exercise(name or kind, kind, side, position, (*best, DONE) if kind == "movement" else best, usual, 8.0, 4.0,
        reason, exercises.SELF_PLAY, ())  # fmt: skip


@pytest.fixture
def put(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Has the site know these exercises and no others."""

    def known(*those: Exercise) -> None:
        monkeypatch.setattr(exercises, "load", lambda: those)
        monkeypatch.setattr(exercises, "by_id", lambda name: {one.id: one for one in those}.get(name))

    return known


@pytest.fixture
def movement(put: Callable[..., None], judged: None) -> Exercise:
    """Today's exercise is a movement."""
    found = exercise("movement")
    put(found)
    return found


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """The king's own choice is right and every other wrong; nothing is played out."""

    def judge(one: Exercise, actions: Any) -> Judgement:
        assert exercises.is_decided(one, actions)
        solved = tuple(actions) == one.best
        return Judgement(solved, 0.0 if solved else 8.0, 1.0, 0.55, 0.55 if solved else 0.41, 0.4, one.best, one.reason)

    monkeypatch.setattr(exercises, "judge", judge)


@pytest.fixture
def baldwin(db: None) -> Player:
    return Player(User.objects.create_user("Baldwin"))
