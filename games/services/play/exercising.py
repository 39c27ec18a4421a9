"""The answer to an exercise: a player's first whole decision in a practice game that began from one.

It is noted with the act that completes it, and judged by the task of the computer, which moves only when its player
goes on.
"""

import json
import logging
from hashlib import sha256

from django.db import transaction
from django.utils import timezone

from games import errors
from games.access import Access
from games.models import DailyExercise, ExerciseAttempt, ExerciseJudgement, Game, GameEvent, User
from games.services.after_commit import waking
from games.services.record.numbering import TakenBack
from opponent import exercises
from opponent.exercises import Exercise
from rules.actions import Action, from_json
from rules.play import IllegalAction

logger = logging.getLogger(__name__)


def require_open(game: Game) -> None:
    """Raises HandedIn where the decision of this game's exercise has been taken."""
    if ExerciseAttempt.objects.filter(game=game).exists():
        raise errors.HandedIn


def release(game: Game) -> None:
    """Lets the computer move in a game that was held, and its player ask for hints. Requires the game's lock."""
    game.exercise_held, game.hints = False, True
    Game.objects.filter(pk=game.pk).update(exercise_held=False, hints=True)
    waking.queue_turn(game)


def note_answer(access: Access, side: str) -> None:
    """Notes the answer and asks for its judgement, if the decision is complete now. Requires the game's lock.

    Where the exercise has been removed meanwhile the game goes on as any other practice.
    """
    game, person = access.game, access.user
    if not isinstance(person, User) or ExerciseAttempt.objects.filter(game=game).exists():
        return
    exercise = exercises.by_id(game.exercise)
    if exercise is None:
        if game.status == Game.Status.ACTIVE:
            release(game)
        return
    actions = _actions_of(game, side)
    if not actions or not _is_decided(exercise, actions):
        return
    now = timezone.now()
    answer = [action.to_json() for action in actions]
    judgement, _new = ExerciseJudgement.objects.get_or_create(
        exercise=exercise.id, digest=_hash_of(answer), defaults={"answer": answer, "asked_at": now}
    )
    ExerciseAttempt.objects.create(
        person=person,
        game=game,
        exercise=exercise.id,
        day=now.date(),
        of_the_day=DailyExercise.objects.filter(day=now.date(), exercise=exercise.id).exists(),
        first=not ExerciseAttempt.objects.filter(person=person, exercise=exercise.id).exists(),
        judgement=judgement,
        answered_at=now,
    )
    transaction.on_commit(waking.notify_computer, robust=True)


def _actions_of(game: Game, side: str) -> list[Action]:
    """What this side has done and not taken back."""
    events = list(game.events.exclude(kind=GameEvent.Kind.SYSTEM).order_by("seq"))
    taken_back = TakenBack.by(events)
    return [
        from_json(event.payload)
        for event in events
        if event.kind == GameEvent.Kind.ACTION and event.side == side and event.seq not in taken_back
    ]


def _is_decided(exercise: Exercise, actions: list[Action]) -> bool:
    """Whether the actions complete the exercise's decision; False if they cannot be replayed."""
    try:
        return exercises.is_decided(exercise, actions)
    except (IllegalAction, ValueError):
        logger.exception("What was decided in the exercise %s cannot be followed.", exercise.id)
        return False


def _hash_of(answer: list[dict[str, object]]) -> str:
    return sha256(json.dumps(answer, sort_keys=True).encode()).hexdigest()
