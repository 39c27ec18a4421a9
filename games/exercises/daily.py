"""Which exercise belongs to which day: one for everybody, by UTC.

The order is that of hashes of the exercises' ids. A day takes the first one that no day had, and when all had one that
of the longest ago. What was chosen is kept, so that days stay as they are when exercises are added.
"""

from collections.abc import Iterable
from datetime import date
from hashlib import sha256

from django.utils import timezone

from games import errors
from games.models import DailyExercise
from games.services.alerts.kinds.decisions import DecisionOfDay
from opponent import exercises
from opponent.exercises import Exercise
from rules.atlas import TOWN_IDS

SEED = "decision"
MOST_SHOWN = 60
"""Past days in the archive's list."""


def today() -> date:
    """Returns the present day in UTC."""
    return timezone.now().date()


def read_day(text: str) -> date:
    """Returns the day that an address names as year, month and day (2026-11-25). Raises NoExercise for others."""
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise errors.NoExercise from error
    if day.isoformat() != text:
        raise errors.NoExercise
    return day


def exercise_of(day: date | None = None) -> tuple[date, Exercise]:
    """Returns a day, today without one, and its exercise. Writes nothing.

    Raises NoExercise for a day to come, one without an exercise, and where there are none.
    """
    now = today()
    day = day or now
    kept = DailyExercise.objects.filter(day=day).values_list("exercise", flat=True).first()
    found = exercises.by_id(kept) if kept is not None and day <= now else None
    if found is None and day == now:
        found = exercises.by_id(choose(exercise.id for exercise in exercises.load()))
    if found is None:
        raise errors.NoExercise
    return day, found


def keep_today() -> date | None:
    """Writes which exercise belongs to today, and returns the day; None where there are no exercises."""
    try:
        day, exercise = exercise_of()
    except errors.NoExercise:
        return None
    DailyExercise.objects.update_or_create(day=day, defaults={"exercise": exercise.id})
    return day


def alert_of_today() -> DecisionOfDay | None:
    """Writes which exercise belongs to today, and returns what its alert says; None where there are no exercises."""
    day = keep_today()
    if day is None:
        return None
    exercise = exercise_of(day)[1]
    position = exercise.position
    town = TOWN_IDS[position.battle.town] if position.battle is not None else ""
    return DecisionOfDay(
        day=day.isoformat(),
        what=exercise.kind,
        year=position.year,
        turn=position.turn,
        phase=position.phase,
        town=town,
    )


def choose(known: Iterable[str]) -> str:
    """Returns the id of the exercise whose turn it is; empty where none is known. Days so far are read."""
    last: dict[str, date] = dict(
        DailyExercise.objects.filter(day__lt=today()).order_by("day").values_list("exercise", "day")
    )
    return min(known, key=lambda name: (last.get(name, date.min), place_of(name)), default="")


def place_of(name: str) -> str:
    """The place of an exercise in the fixed order."""
    return sha256(f"{SEED}:{name}".encode()).hexdigest()


def past_days() -> list[tuple[date, Exercise]]:
    """Returns the latest past days with their exercises, newest first."""
    rows = DailyExercise.objects.filter(day__lt=today()).order_by("-day").values_list("day", "exercise")[:MOST_SHOWN]
    return [(day, found) for day, name in rows if (found := exercises.by_id(name)) is not None]
