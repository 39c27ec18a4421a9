"""The decision a day: the page of a day's exercise and its answer, and playing on from it."""

import uuid
from collections.abc import Sequence
from datetime import date
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST

from frontend import chronicle_pictures as pictures
from frontend.forms import level_choices
from frontend.views.guests import log_in_as_new_guest
from frontend.views.parts import perform, person, unknown_games_as_404
from games import errors
from games.access import Access, Perspective
from games.accounts import guests
from games.api import exercises as api
from games.chronicle.making import board_of
from games.exercises import attempts, daily, words
from games.models import ExerciseAttempt, ExerciseJudgement, Game, User
from games.people.computers import LEVEL_NAMES
from games.shapes import ActionJson
from opponent import exercises
from opponent.exercises import Exercise
from rules.places import PLACES
from rules.roster import BLOCK

AGAIN = 2
"""Seconds after which a page that waits for its answer asks again."""


@require_http_methods(["GET", "HEAD", "POST"])
@ensure_csrf_cookie
def of_day(request: HttpRequest, day: str = "") -> HttpResponse:
    """The exercise of a day, of today without one; its press begins the game in which it is decided.

    A visitor decides as a guest.
    """
    try:
        found, exercise = daily.exercise_of(daily.read_day(day) if day else None)
    except errors.NoExercise as error:
        if day:
            raise Http404 from error
        return render(request, "frontend/decision.html", {"exercise": None})
    if request.method == "POST":
        return _begin_game(request, found)
    user = request.user if isinstance(request.user, User) else None
    attempt = attempts.first_attempt(user, exercise.id) if user else None
    counts = attempts.tally(exercise.id)
    context = {
        **_statement(exercise, attempt),
        "day": found,
        "today": daily.today(),
        "running": attempts.running_game(user, exercise.id) if user else None,
        "attempt": attempt,
        "answer": words.answer_in_words(attempt, counts) if attempt else None,
        "tally": words.tally_in_words(counts),
        "progress": attempts.progress_of(user) if user else None,
        "past": _past_decisions(user),
        "levels": level_choices(),
        "level": guests.usual_level(request.user),
        "key": uuid.uuid4(),
    }
    response = render(request, "frontend/decision.html", context)
    if attempt and attempt.judgement.state == ExerciseJudgement.State.WAITING:
        response["Refresh"] = str(AGAIN)
    return response


def _statement(exercise: Exercise, attempt: ExerciseAttempt | None) -> dict[str, Any]:
    """The situation as the side that decides sees it; the king's marches too where the answer is known."""
    moment = words.moment_of(exercise)
    board = board_of(exercise.position, Perspective(exercise.side))
    found = attempt.judgement.found if attempt is not None else None
    ways = marches(exercise, found["best"]) if found else ()
    return {
        "exercise": exercise,
        "kind": words.kind_in_words(exercise),
        "moment": words.moment_beside_kind(exercise),
        "question": words.question_of(exercise),
        "edition": words.edition_of(exercise),
        "map": pictures.board_picture(board, moment, ways),
        "marched": bool(ways),
    }


def marches(exercise: Exercise, actions: Sequence[ActionJson]) -> list[tuple[str, ...]]:
    """Returns the towns that groups pass by these actions, from where they stand to where they go."""
    ways: dict[tuple[str, ...], None] = {}
    for action in actions:
        if action.get("block") and action.get("path"):
            start = PLACES[exercise.position.where[BLOCK[action["block"]]]]
            ways[(start, *action["path"])] = None
    return list(ways)


def _past_decisions(user: User | None) -> list[dict[str, Any]]:
    """Past days, each with whether the reader has solved it; None where they have not decided it."""
    days = daily.past_days()
    own = {one.exercise: one.judgement.solved for one in attempts.answers(user)} if user else {}
    return [
        {
            "day": day,
            "kind": words.kind_in_words(exercise),
            "moment": words.moment_beside_kind(exercise),
            "decided": exercise.id in own,
            "solved": own.get(exercise.id),
        }
        for day, exercise in days
    ]


def _begin_game(request: HttpRequest, day: date) -> HttpResponse:
    """Begins the game in which a person decides the exercise; a visitor plays as a guest."""
    try:
        computer = request.POST.get("computer", "")
        if computer and computer not in LEVEL_NAMES:
            raise errors.BadLevel
        if not request.user.is_authenticated:
            refusal = log_in_as_new_guest(request)
            if refusal is not None:
                return refusal
        begun = attempts.begin(user=person(request), day=day, computer=computer)
    except errors.Refused as refused:
        messages.error(request, str(refused.detail))
        return redirect(address_of(day))
    return redirect("game", game_id=begun.game.public_id)


def address_of(day: date) -> str:
    """The address of a day's page."""
    return reverse("decision") if day == daily.today() else reverse("decision-of-day", args=[day.isoformat()])


@require_POST
@login_required
@unknown_games_as_404
def go_on(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """Plays on from an exercise that was decided."""
    try:
        perform(request, api.GO_ON, game_id=game_id)
    except errors.GameNotFound:
        raise
    except errors.Refused as refused:
        messages.error(request, str(refused.detail))
    return redirect("game", game_id=game_id)


def for_game_page(access: Access) -> dict[str, Any] | None:
    """What the page of a game that began from an exercise needs of it; None for others, and for who plays no side."""
    game = access.game
    if not game.exercise or not access.sides:
        return None
    day = attempts.latest_day(game.exercise)
    exercise = exercises.by_id(game.exercise)
    page = address_of(day) if day is not None and exercise is not None else reverse("decision")
    held = game.exercise_held and game.status == Game.Status.ACTIVE
    question = words.question_of(exercise) if held and exercise is not None else ""
    return {"held": held, "page": page, "question": question, "again": exercise is not None}
