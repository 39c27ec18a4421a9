"""Endpoints of the decision a day: the exercise of a day, one's answers, and playing on from one."""

import uuid
from datetime import date
from typing import cast

from django.contrib.auth.models import AnonymousUser
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import find_game
from games.api.endpoint import Endpoint, list_json
from games.api.fields import Described, Lines, Shape, StrictChoice, StrictSerializer
from games.api.lobby import SUMMARY
from games.api.operations import Operation
from games.api.serializers import Nothing
from games.api.views import person, read_body, reader, responses
from games.exercises import attempts, daily, words
from games.models import ExerciseJudgement, User
from games.models.game import SIDES
from games.people.computers import LEVEL_NAMES
from games.services.views import listing
from games.services.views.view import with_text
from games.shapes import JsonObject, View
from opponent import exercises
from opponent.exercises import Exercise
from rules import game as rules

STATES = ("open", *ExerciseJudgement.State.values)
MOST_LISTED = 100


class AnswerToDecision(Shape):
    """One's answer to an exercise, and what is said of it in the reader's language; empty what is not said."""

    state = serializers.ChoiceField(choices=STATES, help_text="`open`: not decided yet. `waiting`: not judged yet.")
    solved = serializers.BooleanField(allow_null=True, help_text="Null until it is judged.")
    first = serializers.BooleanField(allow_null=True, help_text="Whether it counts; null before there is one.")
    verdict = serializers.CharField()
    played = serializers.CharField(help_text="What one decided.")
    king = serializers.CharField(help_text="What the king would have decided.")
    gain = serializers.CharField(help_text="By how much the chance to win differs.")
    why = serializers.CharField()
    tally = serializers.CharField(help_text="How many solved it.")


class Decision(Shape):
    """The exercise of a day, as the side that decides sees it."""

    day = serializers.DateField()
    kind = serializers.ChoiceField(choices=exercises.KINDS)
    side = serializers.ChoiceField(choices=SIDES, help_text="The side that decides.")
    edition = serializers.CharField()
    year = serializers.IntegerField()
    turn = serializers.IntegerField()
    moment = serializers.CharField(help_text="Year, turn, and phase or battle.")
    question = serializers.CharField()
    view = Described("PositionSeen", help_text="What this side sees.")
    tried = serializers.IntegerField(help_text="People who have tried it.")
    solved = serializers.IntegerField(help_text="Of these those who solved it.")
    game = serializers.UUIDField(allow_null=True, help_text="The game in which one has still to decide it.")
    answer = AnswerToDecision(allow_null=True, help_text="The answer that counts; null where one has given none.")


class BeginningDecision(StrictSerializer):
    """The request to begin a decision: the level of the computer that plays the other side, if one plays on."""

    computer = StrictChoice(choices=("", *LEVEL_NAMES), default="", help_text="Empty: the gentlest.")


class Decided(Shape):
    """One's answer to an exercise."""

    day = serializers.DateField(allow_null=True, help_text="The last day that had it.")
    answered_at = serializers.DateTimeField()
    state = serializers.ChoiceField(choices=STATES)
    solved = serializers.BooleanField(allow_null=True)


class DecidedList(Lines):
    results = Decided(many=True)
    streak = serializers.IntegerField(help_text="Days in a row on which one decided that day's exercise.")
    decided = serializers.IntegerField()
    solved = serializers.IntegerField()


GO_ON = Operation("go_on", attempts.play_on, Nothing, SUMMARY,
    "Lets the computer move in the game of an exercise, once the decision is judged. Answers the game.")  # fmt: skip


class Today(Endpoint):
    """The exercise of today. Anybody may read it; deciding takes an account or a guest's."""

    def get_permissions(self) -> list[BasePermission]:
        return [IsAuthenticated() if self.request.method == "POST" else AllowAny()]

    @extend_schema(operation_id="get_decision", responses=responses(Decision))
    def get(self, request: Request) -> Response:
        """Today's decision: a position, the same for everybody, as the deciding side sees it. Days are those of UTC."""
        return Response(decision_json(reader(request), *daily.exercise_of()))

    @extend_schema(operation_id="decide", request=BeginningDecision, responses=responses(SUMMARY.shape))
    def post(self, request: Request) -> Response:
        """Begins the practice game in which one decides today's exercise, or answers the one that waits for it. One
        decides by actions there, as in every game.
        """
        return Response(_begin_game(request, None))


class OfDay(Today):
    """The exercise of a past day, or of today."""

    @extend_schema(operation_id="get_decision_of_day", responses=responses(Decision))
    def get(self, request: Request, day: str) -> Response:  # type: ignore[override]
        """The exercise of a day, as `get_decision`."""
        return Response(decision_json(reader(request), *daily.exercise_of(daily.read_day(day))))

    @extend_schema(operation_id="decide_of_day", request=BeginningDecision, responses=responses(SUMMARY.shape))
    def post(self, request: Request, day: str) -> Response:  # type: ignore[override]
        """Begins to decide the exercise of a day, as `decide`."""
        return Response(_begin_game(request, daily.read_day(day)))


class Attempts(Endpoint):
    @extend_schema(operation_id="list_decisions", responses=responses(DecidedList))
    def get(self, request: Request) -> Response:
        """One's answers that count, the latest first, at most 100; with the streak and how many were solved."""
        user = person(request)
        progress = attempts.progress_of(user)
        lines = [
            {
                "day": day.isoformat() if day else None,
                "answered-at": attempt.answered_at.isoformat(),
                "state": attempt.judgement.state,
                "solved": attempt.judgement.solved,
            }
            for attempt, day in attempts.latest(user, MOST_LISTED)
        ]
        return Response(
            list_json(lines, streak=progress.streak, decided=progress.decided, solved=progress.solved)
        )  # fmt: skip


class AnswerIn(Endpoint):
    @extend_schema(operation_id="get_answer", responses=responses(AnswerToDecision))
    def get(self, request: Request, game_id: uuid.UUID) -> Response:
        """What is said of the decision in the game of an exercise, to its player."""
        return Response(answer_json(person(request), game_id))


def answer_json(user: User, game_id: uuid.UUID) -> JsonObject:
    """The answer given in a game, in words. Raises GameNotFound, NoExercise and NotAPlayer."""
    access = find_game(user=user, game_id=game_id)
    attempt = attempts.attempt_in(access)
    return words.answer_in_words(attempt, attempts.tally(access.game.exercise))


def decision_json(user: User | AnonymousUser, day: date, exercise: Exercise) -> JsonObject:
    """The exercise of a day as JSON: what its side sees, and what this person has made of it."""
    position, counts = exercise.position, attempts.tally(exercise.id)
    attempt = attempts.first_attempt(user, exercise.id) if isinstance(user, User) else None
    running = attempts.running_game(user, exercise.id) if isinstance(user, User) else None
    return {
        "day": day.isoformat(),
        "kind": exercise.kind,
        "side": exercise.side,
        "edition": position.ruleset.edition,
        "year": position.year,
        "turn": position.turn,
        "moment": words.moment_of(exercise),
        "question": words.question_of(exercise),
        "view": with_text(cast(View, rules.recall(position, exercise.side))),
        "tried": counts.tried,
        "solved": counts.solved,
        "game": str(running.public_id) if running is not None else None,
        "answer": words.answer_in_words(attempt, counts) if attempt is not None else None,
    }


def _begin_game(request: Request, day: date | None) -> JsonObject:
    body = read_body(BeginningDecision, request)
    return listing.summary_of(attempts.begin(user=person(request), day=day, computer=body["computer"]))
