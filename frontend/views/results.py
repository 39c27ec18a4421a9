"""The pages of finished games and of statistics."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from frontend.board_images import board_image
from frontend.result_forms import OPTION_NAMES, ResultsForm
from games.models import Game, RatedGame, User
from games.models.game import SIDES
from games.pages import Pages
from games.services.results import results
from games.services.results.ratings import ENOUGH
from games.services.results.statistics import best, statistics

LONGEST_LIST = 25


@require_safe
def result_list(request: HttpRequest) -> HttpResponse:
    """The page of finished games, filtered; an invalid filter is named, and then nothing is listed."""
    form = ResultsForm(request.GET or None)
    games = (
        results.finished(request.user, **form.as_filters())
        if form.is_bound and form.is_valid()
        else results.finished(request.user)
    )
    if form.is_bound and not form.is_valid():
        games = games.none()
    page = Pages(games, LONGEST_LIST).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {"form": form, "page": page, "lines": result_rows(page, request.user), "query": query.urlencode()}
    return render(request, "frontend/results/list.html", context)


@require_safe
def statistics_page(request: HttpRequest) -> HttpResponse:
    """The page of statistics: wins by side, kinds of ends, lengths, and the best players of each side."""
    found = statistics()
    endings = [(dict(Game.Ending.choices).get(ending, ending), count) for ending, count in found.endings.items()]
    shares = [(OPTION_NAMES.get(share.name, ""), share) for share in found.shares]
    tables = [(side, list(best(side))) for side in SIDES]
    context = {"found": found, "endings": endings, "shares": shares, "tables": tables, "enough": ENOUGH}
    return render(request, "frontend/results/statistics.html", context)


def result_rows(games: Any, reader: User | AnonymousUser) -> list[dict[str, Any]]:
    """Returns each game with its two players in the order of the sides, and the change of their ratings."""
    found = []
    for game in games:
        seats = {seat.side: seat for seat in game.seats.all()}
        rated: RatedGame | None = getattr(game, "rated", None)
        players = [
            {
                "side": side,
                "user": seats[side].user,
                "won": game.winner == side,
                "change": round(getattr(rated, f"{side}_after")) - round(getattr(rated, f"{side}_before"))
                if rated
                else None,
            }
            for side in SIDES
        ]
        result = {"winner": game.winner, "how": game.ending}
        found.append(
            {
                "game": game,
                "result": result,
                "players": players,
                "figures": getattr(game, "figures", None),
                "board": board_image(game, list(seats.values()), reader),
            }
        )
    return found
