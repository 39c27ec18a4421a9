"""Exercises that stand in for the site's: a movement, a card and a storm, at positions that were played to by lot."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from games.models import User
from opponent import exercises
from opponent.exercises import Exercise, Judgement
from opponent.reasons import Reason
from rules import game
from rules.actions import Action
from rules.dice import SeededDice
from rules.position import Position
from rules.ruleset import Ruleset
from tests.games.helpers import Player
from tests.rules.playing import choose

DONE = Action(type="done")


@cache
def positions() -> dict[str, tuple[str, Position]]:
    """The first movement, card and storm of a game by lot in which one side alone has to decide."""
    found: dict[str, tuple[str, Position]] = {}
    for seed in range(40):
        random, dice = Random(seed), SeededDice(seed)
        position = game.new_game(Ruleset(), dice).position
        for _act in range(600):
            if position.result is not None or len(found) == 3:
                break
            side = random.choice(sorted(position.awaited))
            kind = {"move": "movement", "card": "card", "storm": "storm"}.get(position.step, "")
            if kind and kind not in found and position.turn >= 2 and _many(position, side):
                found[kind] = (side, position)
            position = game.apply(position, side, choose(position, side, random, "purposeful"), dice).position
    assert set(found) == {"movement", "card", "storm"}
    return found


def _many(position: Position, side: str) -> bool:
    return position.step == "storm" or len(game.legal_actions(position, side)) > 2


def exercise(kind: str, name: str = "") -> Exercise:
    side, position = positions()[kind]
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
