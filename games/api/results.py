"""Finished games, statistics, and the results of a player."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as drf
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.acts import read
from games.api.endpoint import Endpoint, page_json
from games.api.fields import Described, Lines, Shape
from games.api.views import person, responses
from games.models import Game, RatedGame
from games.models.game import SIDES
from games.models.rating import Rating as RatingRow
from games.people import relations
from games.services.results import results
from games.services.results.statistics import best, statistics
from games.shapes import JsonObject

OPTION_CHOICES = ("plain", *results.OPTIONS)


class ResultsQuery(Shape):
    player = drf.CharField(required=False, max_length=150, help_text="The name of somebody who played.")
    side = drf.ChoiceField(choices=SIDES, required=False, help_text="Which side that player had.")
    winner = drf.ChoiceField(choices=SIDES, required=False)
    ending = drf.ChoiceField(choices=Game.Ending.values, required=False)
    option = drf.ChoiceField(
        choices=OPTION_CHOICES, required=False, help_text="An option of the rules that was in use; `plain` for none."
    )
    page = drf.IntegerField(min_value=1, max_value=100_000, default=1)


class Result(Shape):
    id = drf.UUIDField()
    players = Described("Players")
    winner = drf.CharField(help_text="Empty when nobody won.")
    ending = drf.ChoiceField(choices=Game.Ending.values)
    year = drf.IntegerField(allow_null=True)
    turn = drf.IntegerField(allow_null=True)
    visibility = drf.ChoiceField(choices=Game.Visibility.values)
    ruleset = Described("Ruleset")
    started_at = drf.DateTimeField(allow_null=True)
    ended_at = drf.DateTimeField(allow_null=True)
    ratings = Described(
        "Ratings", allow_null=True, help_text="By side, before and after; null for a game that is not rated."
    )


class ResultPage(Lines):
    results = Result(many=True)


class Spread(Shape):
    """Quartiles: a quarter of the values is smaller than `first`, half than `median`, three quarters than `third`."""

    first = drf.FloatField()
    median = drf.FloatField()
    third = drf.FloatField()
    count = drf.IntegerField()


class Rating(Shape):
    rating = drf.IntegerField()
    deviation = drf.IntegerField()
    games = drf.IntegerField()


class OwnRating(Rating):
    provisional = drf.BooleanField(help_text="After few games.")


class RatingOfPlayer(Rating):
    name = drf.CharField()


class RecordOfSide(Shape):
    games = drf.IntegerField()
    won = drf.IntegerField()
    rating = OwnRating(allow_null=True)


class RecordBySide(Shape):
    frank = RecordOfSide()
    saracen = RecordOfSide()


class PlayerRecord(Shape):
    sides = RecordBySide()
    timed_out = drf.IntegerField(help_text="Games lost because their time was up.")


class Share(Shape):
    """The number of games that somebody won, and how many of them each side won."""

    option = drf.CharField(allow_null=True, help_text="An option of the rules; null for all games.")
    games = drf.IntegerField()
    frank = drf.IntegerField()
    saracen = drf.IntegerField()


class BestBySide(Shape):
    frank = RatingOfPlayer(many=True)
    saracen = RatingOfPlayer(many=True)


class StatisticsOfGames(Shape):
    games = drf.IntegerField()
    wins = Share(many=True)
    endings = drf.DictField(child=drf.IntegerField(), help_text="Games by how they ended.")
    turns = Spread(allow_null=True)
    hand_overs = Spread(allow_null=True)
    days = Spread(allow_null=True)
    response_seconds = Spread(allow_null=True)
    best = BestBySide()


class Player(Shape):
    """A player's results in public games.

    The times are seconds: a quarter of the responses took less than `first`, half less than `median`.
    """

    name = drf.CharField()
    since = drf.DateField()
    record = PlayerRecord()
    responses = Spread(allow_null=True)


class Results(Endpoint):
    query = ResultsQuery

    @extend_schema(operation_id="list_results", parameters=[ResultsQuery], responses=responses(ResultPage))
    def get(self, request: Request) -> Response:
        """Finished games that one may see, latest first."""
        query = read(self.query, request.query_params)
        number = query.pop("page")
        if "player" in query:
            query["player"] = relations.find_person(query["player"])
        games = results.finished(request.user, **query)
        return Response(page_json(games, number, lambda shown: [result_json(game) for game in shown]))


class Statistics(Endpoint):
    @extend_schema(operation_id="get_statistics", responses=responses(StatisticsOfGames))
    def get(self, request: Request) -> Response:
        """Figures of all finished public games, and the best-rated players of each side."""
        found = statistics()
        return Response(
            {
                "games": found.games,
                "wins": [share.to_json() for share in found.shares],
                "endings": found.endings,
                "turns": spread_json(found.turns),
                "hand-overs": spread_json(found.handovers),
                "days": spread_json(found.days),
                "response-seconds": spread_json(found.responses),
                "best": {side: [best_json(rating) for rating in best(side)] for side in SIDES},
            }
        )


class OnePlayer(Endpoint):
    @extend_schema(operation_id="get_player", responses=responses(Player))
    def get(self, request: Request, name: str) -> Response:
        """A player's public results."""
        person(request)
        player = relations.find_person(name)
        return Response(
            {
                "name": player.get_username(),
                "since": player.date_joined.date().replace(day=1).isoformat(),
                "record": results.results_of([player])[player.pk].to_json(),
                "responses": spread_json(results.response_times(player)),
            }
        )


def result_json(game: Game) -> JsonObject:
    """A finished game as JSON, with both ratings before and after."""
    rated: RatedGame | None = getattr(game, "rated", None)
    ratings = None
    if rated is not None:
        ratings = {
            side: {when: round(getattr(rated, f"{side}_{when}")) for when in ("before", "after")} for side in SIDES
        }
    return {
        "id": str(game.public_id),
        "players": {seat.side: seat.user.get_username() if seat.user else None for seat in game.seats.all()},
        "winner": game.winner,
        "ending": game.ending,
        "year": game.year,
        "turn": game.turn,
        "visibility": game.visibility,
        "ruleset": game.ruleset,
        "started-at": game.started_at.isoformat() if game.started_at else None,
        "ended-at": game.ended_at.isoformat() if game.ended_at else None,
        "ratings": ratings,
    }


def best_json(rating: RatingRow) -> JsonObject:
    """A line of the table of ratings as JSON."""
    return {
        "name": rating.user.get_username(),
        "rating": round(rating.mu),
        "deviation": round(rating.sigma),
        "games": rating.games,
    }


def spread_json(spread: results.Spread | None) -> JsonObject | None:
    """Quartiles and the number of values they are of, as JSON; None without values."""
    if spread is None:
        return None
    return {"first": spread.first, "median": spread.median, "third": spread.third, "count": spread.count}
