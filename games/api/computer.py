"""Endpoints of the computer: how far it is with a game, the odds of fights, hints, and analyses of finished games."""

import uuid
from collections.abc import Sequence

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as drf
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games import words_analysis, words_hints
from games.access import find_game
from games.api.acts import read
from games.api.endpoint import Endpoint
from games.api.fields import Described, Shape
from games.api.serializers import Nothing, SideQuery
from games.api.views import Watching, person, read_body, reader, responses
from games.models import GameAnalysis
from games.models.game import OTHER, SIDES
from games.people.computers import LEVEL_NAMES
from games.services.computer import analyses, hints, odds, turns
from games.shapes import JsonObject


class ComputerState(Shape):
    """The computer's part in a game."""

    level = drf.ChoiceField(choices=LEVEL_NAMES, allow_null=True, help_text="Null where the computer does not play.")
    side = drf.ChoiceField(choices=SIDES, allow_null=True)
    before = drf.IntegerField(
        allow_null=True,
        help_text=(
            "Games that the computer has before this one; 0: it thinks about this one. Null: it has nothing to do here."
        ),
    )


class Losses(Shape):
    """Steps that each side is likely to lose."""

    frank = drf.FloatField()
    saracen = drf.FloatField()


class OddsQuery(SideQuery):
    sally = drf.BooleanField(
        default=False, help_text="With the blocks of the castle, who come out as soon as both sides are in the field."
    )


class FightOdds(Shape):
    """The odds of a fight in the field, of a storm, of a sally, or of relief against besiegers."""

    town = drf.CharField()
    kind = drf.ChoiceField(choices=("field", "storm", "sally", "relief"))
    attacker = drf.ChoiceField(choices=SIDES)
    sally = drf.BooleanField(help_text="Whether the blocks of the castle come out and fight.")
    win = drf.FloatField(
        help_text="The chance that the attacker has the field at the end, or takes the castle, from 0 to 1."
    )
    repelled = drf.FloatField(help_text="The chance that he has not.")
    losses = Losses()
    error = drf.FloatField(help_text="Half of the 95 % interval of `win`; 0 where it is exact.")
    exact = drf.BooleanField()
    guesses = drf.IntegerField(
        help_text="How many guesses of the hidden blocks the odds are the mean of; 1 where none matters."
    )


class FightOddsOf(Endpoint):
    query = OddsQuery

    @extend_schema(operation_id="get_odds", parameters=[OddsQuery], responses=responses(FightOdds))
    def get(self, request: Request, game_id: uuid.UUID, town: str) -> Response:
        """The odds of a fight ahead at a town for its players, from what they know: in its field, of a storm of its
        castle, of a sally, or of relief against its besiegers. Everybody fires, nobody leaves; reserves come in their
        rounds; the strongest besiegers storm.
        """
        query = read(self.query, request.query_params)
        access = find_game(user=person(request), game_id=game_id)
        found = odds.forecast(access, access.playing(query.get("side")), town, query["sally"])
        lost, dealt = round(found.odds.lost, 2), round(found.odds.dealt, 2)
        return Response(
            {
                "town": found.town,
                "kind": found.kind,
                "attacker": found.attacker,
                "sally": found.sally,
                "win": round(found.odds.win, 3),
                "repelled": round(found.odds.repelled, 3),
                "losses": {found.attacker: lost, OTHER[found.attacker]: dealt},
                "error": round(found.odds.error, 3),
                "exact": found.odds.exact,
                "guesses": found.guesses,
            }
        )


class HintGiven(Shape):
    """What the computer would play, and why."""

    action = Described("Action")
    said = drf.CharField(help_text="The action in the reader's language.")
    why = drf.CharField(help_text="The reason in a sentence; may be empty.")
    who = drf.CharField(help_text="Who goes to the same town, in a sentence; empty where it is one block or none.")
    blocks = drf.ListField(
        child=drf.CharField(), help_text="Those who go to the same town, as the reason names them; may be empty."
    )


class HintOf(Endpoint):
    query = SideQuery

    @extend_schema(operation_id="get_hint", parameters=[SideQuery], responses=responses(HintGiven))
    def get(self, request: Request, game_id: uuid.UUID) -> Response:
        """What the computer would play in one's place, from what one knows; in games alone or against it that were made
        with hints.
        """
        query = read(self.query, request.query_params)
        access = find_game(user=person(request), game_id=game_id)
        found = hints.hint(access, access.playing(query.get("side")))
        why = words_hints.reason_alone(found.reason.key, found.reason.params)
        who = words_hints.who_goes(found.reason.params)
        said = words_hints.action_in_words(found.action, found.start, goes_on=found.goes_on)
        blocks = found.reason.params.get("blocks", [])
        return Response({"action": found.action, "said": said, "why": why, "who": who, "blocks": blocks})


STATES = ("none", *GameAnalysis.State.values)


class CurvePoint(Shape):
    """The chance of the Franks to win after an entry of the record."""

    n = drf.IntegerField()
    chance = drf.FloatField(help_text="From 0 to 1, when everything on the board is known.")


class AnalyzedDecision(Shape):
    """A decision that moved the chance to win much."""

    n = drf.IntegerField(help_text="The first entry of it in the record: the replay with `as=all` shows it.")
    side = drf.ChoiceField(choices=SIDES)
    when = drf.CharField(help_text="Year, turn, and phase or battle, in the reader's language.")
    before = drf.FloatField(help_text="The chance of its side before it, from 0 to 1.")
    gain = drf.FloatField(help_text="What its side gained of that chance by it; negative: lost.")
    played = drf.CharField(help_text="What was played, in the reader's language.")
    king = drf.CharField(
        allow_null=True, help_text="What the king would have played, from what that side knew; null: the same."
    )
    why = drf.CharField(help_text="The reason in a sentence.")


class AnalysisGiven(Shape):
    """The analysis of a finished game."""

    state = drf.ChoiceField(
        choices=STATES, help_text="`none`: nobody has asked for it. `impossible`: of a record of other rules."
    )
    curve = CurvePoint(many=True)
    decisions = AnalyzedDecision(many=True)


class AnalysisOf(Endpoint):
    def get_permissions(self) -> Sequence[BasePermission]:
        """Reading it is open to spectators, as the record is; asking for it needs an account."""
        return [AllowAny()] if self.request.method == "GET" else [IsAuthenticated()]

    @extend_schema(operation_id="get_analysis", responses=responses(AnalysisGiven))
    def get(self, request: Request, game_id: uuid.UUID) -> Response:
        """How the chance to win went in a finished game, the decisions that moved it most, and what the king would have
        played there.
        """
        return Response(_analysis_json(analyses.find(find_game(user=reader(request), game_id=game_id))))

    @extend_schema(operation_id="ask_for_analysis", request=Nothing, responses=responses(AnalysisGiven))
    def post(self, request: Request, game_id: uuid.UUID) -> Response:
        """Asks for the analysis of a finished game, for its players.

        Games against the computer are analyzed without being asked.
        """
        read_body(Nothing, request)
        return Response(_analysis_json(analyses.ask(find_game(user=person(request), game_id=game_id))))


def _analysis_json(found: GameAnalysis | None) -> JsonObject:
    """Returns an analysis as JSON: its state, curve and decisions."""
    data: words_analysis.AnalysisJson = {"curve": [], "decisions": []}
    if found is not None and found.found:
        data = found.found
    state = found.state if found is not None else "none"
    points = [{"n": n, "chance": chance} for n, chance in data["curve"]]
    return {"state": state, "curve": points, "decisions": list(map(_decision_json, data["decisions"]))}


def _decision_json(found: words_analysis.DecisionJson) -> JsonObject:
    """Returns a decision of an analysis as JSON, in words."""
    played, king = found["played"], found["king"]
    return {
        **{name: found[name] for name in ("n", "side", "before", "gain")},
        "when": words_analysis.when_in_words(found),
        "played": words_analysis.actions_in_words(played),
        "king": None if king is None else words_analysis.actions_in_words(king),
        "why": words_analysis.reason_in_words(found["why"]),
    }


class Computer(Watching):
    @extend_schema(operation_id="get_computer", responses=responses(ComputerState))
    def get(self, request: Request, game_id: uuid.UUID) -> Response:
        """Whether the computer plays, and how many games it has before this one."""
        access = find_game(user=reader(request), game_id=game_id)
        side = next((side for side, seat in access.seats.items() if seat.user is not None and seat.user.computer), None)
        before = turns.games_before(access.game) if side is not None else None
        seated = access.seats[side].user if side is not None else None
        return Response(
            {
                "level": seated.computer if seated is not None else None,
                "side": side,
                "before": before,
            }
        )
