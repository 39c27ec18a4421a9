"""Judges answers to exercises beside the king's choice, in the task of the computer. The same answer is judged once."""

import logging

from games.models import ExerciseJudgement
from games.shapes import JsonObject
from opponent import exercises
from rules.actions import from_json

logger = logging.getLogger(__name__)
State = ExerciseJudgement.State


def judge_due() -> int:
    """Judges all answers that wait, the oldest first.

    Returns how many. Two processes that judge the same one write the same.
    """
    judged = 0
    while (row := _next_waiting()) is not None:
        current = ExerciseJudgement.objects.filter(pk=row.pk, state=State.WAITING)
        try:
            found = judgement_of(row)
        except Exception:
            logger.exception("The answer %s could not be judged.", row)
            current.update(state=State.IMPOSSIBLE)
        else:
            judged += current.update(state=State.MADE, solved=found["solved"], found=found)
    return judged


def judgement_of(row: ExerciseJudgement) -> JsonObject:
    """Returns what is said of an answer. Raises LookupError where the exercise is gone, and what `judge` raises."""
    exercise = exercises.by_id(row.exercise)
    if exercise is None:
        raise LookupError(f"There is no exercise {row.exercise}.")
    made = exercises.judge(exercise, [from_json(action) for action in row.answer])
    return {
        "solved": made.solved,
        "gain": round(made.gain, 2),
        "error": round(made.error, 2),
        "king-chance": round(made.king_chance, 3),
        "chance": round(made.chance, 3),
        "best": [action.to_json() for action in made.best],
        "reason": made.reason.to_json() if made.reason is not None else None,
    }


def _next_waiting() -> ExerciseJudgement | None:
    return ExerciseJudgement.objects.filter(state=State.WAITING).order_by("asked_at", "pk").first()
