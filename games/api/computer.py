"""Endpoints of the computer: how far it is with a game, the odds of fights, and hints."""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as drf
from rest_framework.request import Request
from rest_framework.response import Response

from games import words_hints
from games.access import find_game
from games.api.acts import read
from games.api.endpoint import Endpoint
from games.api.fields import Described, Shape
from games.api.serializers import SideQuery
from games.api.views import Watching, person, reader, responses
from games.models.game import OTHER, SIDES
from games.services.computer import hints, odds, turns
from games.services.people.computers import LEVEL_NAMES


class ComputerState(Shape):
    """The computer's part in a game."""

    level = drf.ChoiceField(choices=LEVEL_NAMES, allow_null=True, help_text="Null where the computer does not play.")
    side = drf.ChoiceField(choices=SIDES, allow_null=True)
    before = drf.IntegerField(
        allow_null=True,
        help_text="Games that the computer has before this one; 0: it thinks about this one. Null: it has nothing to do here.",
    )


class Losses(Shape):
    """Steps that each side is likely to lose."""

    frank = drf.FloatField()
    saracen = drf.FloatField()


class FightOdds(Shape):
    """The odds of a fight in the field."""

    town = drf.CharField()
    attacker = drf.ChoiceField(choices=SIDES)
    win = drf.FloatField(help_text="The chance that the attacker clears the field, from 0 to 1.")
    repelled = drf.FloatField(help_text="The chance that defenders are left after the third round, or no attackers.")
    losses = Losses()
    error = drf.FloatField(help_text="Half of the 95 % interval of `win`; 0 where it is exact.")
    exact = drf.BooleanField()
    guesses = drf.IntegerField(help_text="How many guesses of the hidden blocks the odds are the mean of; 1 where none matters.")


class FightOddsOf(Endpoint):
    query = SideQuery

    @extend_schema(operation_id="get_odds", parameters=[SideQuery], responses=responses(FightOdds))
    def get(self, request: Request, game_id: uuid.UUID, town: str) -> Response:
        """The odds of a fight ahead in the field of a town, for its players, from what they know. Everybody fires, nobody leaves."""
        query = read(self.query, request.query_params)
        access = find_game(user=person(request), game_id=game_id)
        found = odds.forecast(access, access.playing(query.get("side")), town)
        lost, dealt = round(found.odds.lost, 2), round(found.odds.dealt, 2)
        return Response(
            {
                "town": found.town,
                "attacker": found.attacker,
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


class HintOf(Endpoint):
    query = SideQuery

    @extend_schema(operation_id="get_hint", parameters=[SideQuery], responses=responses(HintGiven))
    def get(self, request: Request, game_id: uuid.UUID) -> Response:
        """What the computer would play in one's place, from what one knows; in games alone or against it that were made with hints."""
        query = read(self.query, request.query_params)
        access = find_game(user=person(request), game_id=game_id)
        found = hints.hint(access, access.playing(query.get("side")))
        why = words_hints.reason_in_words(found.reason.key, found.reason.params)
        return Response({"action": found.action, "said": words_hints.action_in_words(found.action), "why": why})


class Computer(Watching):
    @extend_schema(operation_id="get_computer", responses=responses(ComputerState))
    def get(self, request: Request, game_id: uuid.UUID) -> Response:
        """Whether the computer plays, and how many games it has before this one."""
        access = find_game(user=reader(request), game_id=game_id)
        side = next((side for side, seat in access.seats.items() if seat.user is not None and seat.user.computer), None)
        before = turns.games_before(access.game) if side is not None else None
        return Response({"level": access.game.computer or None, "side": side, "before": before})
