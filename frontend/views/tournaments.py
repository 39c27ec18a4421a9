"""The pages of tournaments: the list, one tournament, its files, sign-up and withdrawal."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from frontend.views import ladders
from frontend.views.tournament_parts import (
    find_tournament,
    form_of,
    games_of_round,
    invitation_of,
    unknown_tournaments_as_404,
)
from games.api import tournaments as api
from games.models import Entrant, Game, Pairing, Tournament
from games.pages import Pages
from games.services.rounds import ends
from games.tournaments import finding, scoring, words
from games.tournaments.pairing import double
from games.tournaments.pairing.scores import points_of
from games.tournaments.sheet import Sheet

LONGEST_LIST = 25


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """The page of tournaments, latest first."""
    page = Pages(finding.listed(request.user), LONGEST_LIST).get_page(request.GET.get("page"))
    context = {"page": page, "may_organize": finding.may_organize(request.user)}
    return render(request, "frontend/tournaments/list.html", context)


@require_safe
@unknown_tournaments_as_404
def tournament_page(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """The page of one tournament: rules, sign-up, games of the round, table or bracket, log."""
    tournament = find_tournament(request, tournament_id)
    sheet = Sheet.of(tournament)
    own = _own_entrant(request, sheet)
    entered = own if own is not None and own.waits_since is None else None
    organizer = finding.is_organizer(tournament, request.user)
    context: dict[str, Any] = {
        "tournament": tournament,
        "sheet": sheet,
        "rules": words.rules(tournament),
        "tie_breaks": [(words.TIE_BREAKS[name], words.MEANINGS[name]) for name in tournament.tie_breaks],
        "entered": sum(entrant.left_at is None for entrant in sheet.entrants.values()),
        "own": entered,
        "own_wait": own if entered is None else None,
        "organizer": organizer,
        "invitation": invitation_of(request) or "",
        "link": _invitation_link(request, tournament)
        if organizer and tournament.visibility == Game.Visibility.PRIVATE
        else "",
        "log": [(line.created_at, words.act(line, sheet)) for line in sheet.acts()],
        "key": uuid.uuid4(),
    }
    if tournament.is_ladder:
        return render(
            request, "frontend/tournaments/ladder.html", context | ladders.context_of(request, sheet, entered)
        )
    return render(request, "frontend/tournaments/one.html", context | _rounds_context(request, tournament, sheet))


def _own_entrant(request: HttpRequest, sheet: Sheet) -> Entrant | None:
    """The reader's own entry, also one on the waiting list."""
    return next(
        (one for one in sheet.everybody.values() if one.user_id == request.user.pk and one.left_at is None), None
    )


def _rounds_context(request: HttpRequest, tournament: Tournament, sheet: Sheet) -> dict[str, Any]:
    """What the page of a tournament in rounds shows besides what all have."""
    rounds = _rounds_with_games(request, sheet)
    return {
        "rounds": rounds,
        "mine": [one for one in rounds[0]["games"] if one["own"] and not one["pairing"].result] if rounds else [],
        "brackets": _brackets(sheet) if tournament.is_bracket else None,
        "lines": [] if tournament.is_bracket and tournament.started_at else _cross_table(sheet),
        "round_numbers": [made.number for made in sheet.rounds],
    }


def _invitation_link(request: HttpRequest, tournament: Tournament) -> str:
    address = reverse("tournament", args=[tournament.public_id])
    return request.build_absolute_uri(f"{address}?invitation={tournament.invitation_token}")


def _rounds_with_games(request: HttpRequest, sheet: Sheet) -> list[dict[str, Any]]:
    """Returns the rounds with their games, the latest first."""
    return [
        {
            "round": made,
            "ends_at": ends.ends_at(made),
            "games": games_of_round(request, sheet, made),
            "title": _round_name(sheet.tournament, made.number),
        }
        for made in reversed(sheet.rounds)
    ]


def _round_name(tournament: Tournament, number: int) -> str:
    """The name of a round: the last ones of a knock-out have names of their own."""
    left = tournament.rounds - number
    if tournament.system == Tournament.System.KNOCK_OUT and left < 3:
        return (_("Final"), _("Semi-finals"), _("Quarter-finals"))[left]
    if tournament.system == Tournament.System.DOUBLE and number >= tournament.rounds // 2 * 2:
        return _("Second final") if number % 2 else _("Final")
    return _("Round {number}").format(number=number)


def _cross_table(sheet: Sheet) -> list[dict[str, Any]]:
    """Returns the lines of the cross table.

    For each entrant and round the opponent with their number, which nobody shares, the side and the result.
    """
    cells: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for pairing in sheet.pairings:
        score = next(iter(scoring.scores_of([pairing])), None)
        for entrant, other, side in (
            (pairing.frank_id, pairing.saracen_id, "frank"),
            (pairing.saracen_id, pairing.frank_id, "saracen"),
        ):
            if entrant is not None:
                points = points_of([score], [entrant])[entrant] if score is not None else None
                number = sheet.everybody[other].seed if other is not None else None
                cell = {
                    "other": sheet.name(other),
                    "number": number,
                    "side": side,
                    "points": points,
                    "open": score is None,
                }
                _add_cell(cells.setdefault((entrant, pairing.round.number), []), cell)
    return [
        {
            "line": line,
            "entrant": sheet.entrants[line.entrant],
            "cells": [cells.get((line.entrant, made.number), []) for made in sheet.rounds],
            "tie_breaks": list(line.tie_breaks.values()),
        }
        for line in sheet.table
    ]


def _add_cell(cells: list[dict[str, Any]], cell: dict[str, Any]) -> None:
    """Adds a game to a cell of the table: two games against the same opponent are one line, their points added up."""
    before = next((one for one in cells if one["other"] == cell["other"]), None)
    if before is None:
        cells.append(cell)
        return
    known = [one["points"] for one in (before, cell) if one["points"] is not None]
    before |= {"points": sum(known) if known else None, "open": before["open"] or cell["open"], "side": ""}


BRACKETS = {
    double.WINNERS: gettext_lazy("Winners’ bracket"),
    double.LOSERS: gettext_lazy("Losers’ bracket"),
    double.FINAL: pgettext_lazy("bracket", "Final"),
}


def _brackets(sheet: Sheet) -> list[dict[str, Any]]:
    """Returns the brackets of a knock-out, one or those of a double one, for the template."""
    seeded = list(sheet.entrants)
    matches = scoring.matches(sheet.pairings)
    found: dict[str, dict[int, list[dict[str, Any]]]] = {}
    for (number, _board), match in matches.items():
        columns = found.setdefault(sheet.bracket(match[0]), {})
        columns.setdefault(number, []).append(_match_context(sheet, match, seeded))
    order = ["", *BRACKETS]
    return [
        {
            "name": name,
            "title": BRACKETS.get(name, ""),
            "columns": [
                {
                    "title": _round_name(sheet.tournament, number) if len(found[name]) > 1 or not name else "",
                    "matches": rows,
                }
                for number, rows in sorted(found[name].items())
            ],
        }
        for name in sorted(found, key=order.index)
    ]


def _match_context(sheet: Sheet, match: list[Pairing], seeded: list[int]) -> dict[str, Any]:
    """Returns a match of a bracket: its players with points, who won, and whether it was played."""
    first = match[0]
    players = [number for number in (first.frank_id, first.saracen_id) if number is not None]
    points = points_of(scoring.scores_of(match), players)
    winner = scoring.match_winner(match, seeded)
    lines = [
        {
            "entrant": sheet.entrants[number],
            "points": points[number],
            "won": number == winner,
            "lost": winner not in (None, number),
        }
        for number in sorted(players, key=seeded.index)
    ]
    return {"lines": lines, "bye": first.saracen_id is None, "played": any(row.result for row in match)}


sign_up = form_of(api.SIGN_UP, gettext_lazy("You are in the tournament."))
wait = form_of(api.WAIT, gettext_lazy("You are on the waiting list."))
withdraw = form_of(api.WITHDRAW, gettext_lazy("You have withdrawn from the tournament."))


@require_safe
@unknown_tournaments_as_404
def as_csv(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """The standings as a CSV file."""
    sheet = Sheet.of(find_tournament(request, tournament_id))
    headers = {"Content-Disposition": f'attachment; filename="tournament-{tournament_id}.csv"'}
    return HttpResponse(sheet.to_csv(), content_type="text/csv; charset=utf-8", headers=headers)


@require_safe
@unknown_tournaments_as_404
def games_as_csv(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """The games and byes as a CSV file."""
    sheet = Sheet.of(find_tournament(request, tournament_id))
    headers = {"Content-Disposition": f'attachment; filename="games-{tournament_id}.csv"'}
    return HttpResponse(sheet.games_to_csv(), content_type="text/csv; charset=utf-8", headers=headers)


@require_safe
@unknown_tournaments_as_404
def as_json(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """The tournament with standings and games as a JSON file."""
    sheet = Sheet.of(find_tournament(request, tournament_id))
    headers = {"Content-Disposition": f'attachment; filename="tournament-{tournament_id}.json"'}
    return JsonResponse(sheet.to_json(), headers=headers)
