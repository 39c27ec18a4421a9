"""Attempts at exercises: begun as practice games, decided on the board, judged, and played on from there."""

import uuid
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta
from random import SystemRandom

from django.db import transaction
from django.db.models import Count, Q

from games import errors
from games.access import Access, find_game, find_game_for_the_site, hold_person
from games.exercises import daily
from games.models import DailyExercise, ExerciseAttempt, ExerciseJudgement, Game, User
from games.people.computers import LEVEL_NAMES
from games.services.agreements import endings
from games.services.lobby import limits, lobby
from games.services.lobby.starting import PracticeStart
from games.services.play import exercising
from games.services.record.writing import lock_game
from opponent.exercises import Exercise
from opponent.knowledge import deal_anew
from rules import game as rules
from rules.position import Position

DEALS = 8
"""Deals of what is hidden until one is sound."""
MOST_HELD = 10
"""Decided games of a person that may still be played on; older ones are closed when another begins."""
State = ExerciseJudgement.State


def begin(*, user: User, day: date | None = None, computer: str = "") -> Access:
    """Returns the practice game in which a person decides the exercise of a day, today's without one.

    It is the one that waits for their decision, else a new one; `computer` is the level against which they may play on.
    What their side does not know is dealt anew. Raises NoExercise, BadLevel and TooManyGames.
    """
    day, exercise = daily.exercise_of(day)
    if computer and computer not in LEVEL_NAMES:
        raise errors.BadLevel
    with transaction.atomic():
        hold_person(user)
        running = running_game(user, exercise.id)
        if running is not None:
            return find_game(user=user, game_id=running.public_id)
        if day == daily.today():
            daily.keep_today()
        access = lobby.create_game(
            user=user,
            side=exercise.side,
            computer=computer or LEVEL_NAMES[0],
            practice=PracticeStart(exercise.side, deal_unknown(exercise), exercise=exercise.id),
        )
        _close_older(user)
        return access


def running_game(user: User, exercise: str) -> Game | None:
    """Returns the game in which a person has still to decide this exercise."""
    held = Game.objects.filter(creator=user, exercise=exercise, exercise_held=True, status=Game.Status.ACTIVE)
    return held.filter(exercise_attempt=None).order_by("-pk").first()


def deal_unknown(exercise: Exercise) -> Position:
    """Returns an exercise's position, with everything that its side does not know dealt at random."""
    for _deal in range(DEALS):
        found = deal_anew(exercise.position, exercise.side, SystemRandom(), exercise.belief())
        if not rules.problems(found):
            return found
    raise errors.NoExercise


def _close_older(user: User) -> None:
    """Closes decided games that were not played on, but for the latest."""
    decided = Game.objects.filter(creator=user, exercise_held=True, status=Game.Status.ACTIVE)
    older = decided.exclude(exercise_attempt=None).order_by("-pk")[MOST_HELD:]
    for game_id in older.values_list("public_id", flat=True):
        access = find_game_for_the_site(game_id)
        endings.end(
            access, ending=Game.Ending.CLOSED, reason=endings.UNTOUCHED, fact={"type": "game-closed"}
        )  # fmt: skip


def play_on(*, user: User, game_id: uuid.UUID) -> Access:
    """Lets the computer move in a game whose exercise has been decided and judged, and returns it.

    From then on its player may ask for hints. Once more changes nothing. Raises NoExercise for another game,
    NotAPlayer, NotDecided and TooManyGames.
    """
    with lock_game(user=user, game_id=game_id) as access:
        access.playing()
        game = access.game
        if not game.exercise:
            raise errors.NoExercise
        if not game.exercise_held or game.status != Game.Status.ACTIVE:
            return access
        if not ExerciseAttempt.objects.filter(game=game).exclude(judgement__state=State.WAITING).exists():
            raise errors.NotDecided
        limits.check_running(user, alone=True)
        exercising.release(game)
        return access


def attempt_in(access: Access) -> ExerciseAttempt | None:
    """Returns the answer given in a game by its player. Raises NoExercise for another game, and NotAPlayer."""
    if not access.game.exercise:
        raise errors.NoExercise
    access.playing()
    return ExerciseAttempt.objects.filter(game=access.game).select_related("judgement", "game").first()


def first_attempt(user: User, exercise: str) -> ExerciseAttempt | None:
    """Returns a person's first attempt at an exercise, which alone counts; None before it."""
    own = ExerciseAttempt.objects.filter(person=user, exercise=exercise, first=True)
    return own.select_related("judgement", "game").first()


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts the people who tried an exercise, and those who solved it by their first answer."""

    tried: int
    solved: int


def tally(exercise: str) -> Tally:
    """Counts the answers to an exercise that have been judged."""
    judged = ExerciseAttempt.objects.filter(exercise=exercise, first=True, judgement__state=State.MADE)
    counts = judged.aggregate(tried=Count("pk"), solved=Count("pk", filter=Q(judgement__solved=True)))
    return Tally(**counts)


@dataclass(frozen=True, slots=True)
class Progress:
    """What a person has done: days in a row up to today or yesterday, exercises decided, and solved."""

    streak: int
    decided: int
    solved: int


def progress_of(user: User) -> Progress:
    """Returns a person's streak and counts."""
    own = ExerciseAttempt.objects.filter(person=user)
    counts = own.filter(first=True).aggregate(decided=Count("pk"), solved=Count("pk", filter=Q(judgement__solved=True)))
    days = set(own.filter(of_the_day=True).values_list("day", flat=True))
    return Progress(streak_of(days, daily.today()), **counts)


def streak_of(days: Collection[date], now: date) -> int:
    """Counts the days in a row that end today, or yesterday while today's exercise is still to be decided."""
    last = now if now in days else now - timedelta(days=1)
    length = 0
    while last - timedelta(days=length) in days:
        length += 1
    return length


def answers(user: User) -> list[ExerciseAttempt]:
    """Returns all answers of a person that count."""
    return list(ExerciseAttempt.objects.filter(person=user, first=True).select_related("judgement"))


def latest_day(exercise: str) -> date | None:
    """Returns the last day up to today that had this exercise."""
    had = DailyExercise.objects.filter(exercise=exercise, day__lte=daily.today())
    return had.order_by("-day").values_list("day", flat=True).first()


def latest(user: User, most: int) -> list[tuple[ExerciseAttempt, date | None]]:
    """Returns the latest answers of a person that count, each with a day that had the exercise."""
    own = ExerciseAttempt.objects.filter(person=user, first=True).select_related("judgement").order_by("-answered_at")
    found = list(own[:most])
    days = dict(
        DailyExercise.objects.filter(exercise__in=[one.exercise for one in found])
        .order_by("day")
        .values_list("exercise", "day")
    )
    return [(one, days.get(one.exercise)) for one in found]
