"""The pages of tournaments: the list, one tournament, its files, sign-up and withdrawal."""

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from frontend.views.parts import person
from games import errors
from games.models import Game, Pairing, Tournament
from games.pages import Pages
from games.tournaments import entering, finding, scoring, words
from games.tournaments.errors import TournamentNotFound
from games.tournaments.pairing.scores import points_of
from games.tournaments.sheet import Sheet

LONGEST_LIST = 25
View = Callable[..., HttpResponse]


def hiding(view: View) -> View:
    """Gives tournaments that do not exist and those closed to this person the same answer."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except TournamentNotFound as error:
            raise Http404 from error

    return guarded


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """The page of tournaments, latest first."""
    page = Pages(finding.listed(request.user), LONGEST_LIST).get_page(request.GET.get("page"))
    context = {"page": page, "may_organize": finding.may_organize(request.user)}
    return render(request, "frontend/tournaments/list.html", context)


def found(request: HttpRequest, tournament_id: uuid.UUID) -> Tournament:
    """Returns the tournament an address names, for who may see it or has the link."""
    return finding.find(user=request.user, tournament_id=tournament_id, invitation=invitation_of(request))


def invitation_of(request: HttpRequest) -> str | None:
    """The token of an invitation link, from the address or the form."""
    return request.POST.get("invitation") or request.GET.get("invitation")


@require_safe
@hiding
def tournament_page(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """The page of one tournament: rules, sign-up, games of the round, table or bracket, log."""
    tournament = found(request, tournament_id)
    sheet = Sheet.of(tournament)
    own = next((entrant for entrant in sheet.entrants.values() if entrant.user_id == request.user.pk), None)
    in_it = own is not None and own.left_at is None
    organizer = finding.is_organizer(tournament, request.user)
    knock_out = tournament.system == Tournament.System.KNOCK_OUT
    context = {
        "tournament": tournament,
        "sheet": sheet,
        "rules": words.rules(tournament),
        "tie_breaks": [(words.TIE_BREAKS[name], words.MEANINGS[name]) for name in tournament.tie_breaks],
        "entered": sum(entrant.left_at is None for entrant in sheet.entrants.values()),
        "own": own if in_it else None,
        "organizer": organizer,
        "invitation": invitation_of(request) or "",
        "link": _link(request, tournament) if organizer and tournament.visibility == Game.Visibility.PRIVATE else "",
        "rounds": _rounds(request, sheet),
        "bracket": _bracket(sheet) if knock_out else None,
        "lines": [] if knock_out else _lines(sheet),
        "round_numbers": [made.number for made in sheet.rounds],
        "log": [(line.created_at, words.act(line, sheet)) for line in sheet.acts()],
    }
    return render(request, "frontend/tournaments/one.html", context)


def _link(request: HttpRequest, tournament: Tournament) -> str:
    address = reverse("tournament", args=[tournament.public_id])
    return request.build_absolute_uri(f"{address}?invitation={tournament.invitation_token}")


def _rounds(request: HttpRequest, sheet: Sheet) -> list[dict[str, Any]]:
    """Returns the rounds with their games, the latest first; a private game is linked for its players alone."""
    rounds = []
    for made in reversed(sheet.rounds):
        games = []
        for pairing in sheet.of_round(made.number):
            players = {pairing.frank.user_id, pairing.saracen.user_id if pairing.saracen is not None else None}
            open_to_reader = sheet.tournament.visibility == Game.Visibility.PUBLIC or request.user.pk in players
            games.append({"pairing": pairing, "linked": pairing.game is not None and open_to_reader, "own": request.user.pk in players})
        rounds.append({"round": made, "games": games, "title": _title(sheet.tournament, made.number)})
    return rounds


def _title(tournament: Tournament, number: int) -> str:
    """The name of a round: the last ones of a knock-out have names of their own."""
    if tournament.system == Tournament.System.KNOCK_OUT:
        left = tournament.rounds - number
        if left < 3:
            return (_("Final"), _("Semi-finals"), _("Quarter-finals"))[left]
    return _("Round {number}").format(number=number)


def _lines(sheet: Sheet) -> list[dict[str, Any]]:
    """Returns the cross table: for each entrant and round the opponent's rank, the side, and the points."""
    ranks = {line.entrant: line.rank for line in sheet.table}
    cells: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for pairing in sheet.pairings:
        score = next(iter(scoring.scores_of([pairing])), None)
        for entrant, other, side in ((pairing.frank_id, pairing.saracen_id, "frank"), (pairing.saracen_id, pairing.frank_id, "saracen")):
            if entrant is not None:
                points = points_of([score], [entrant])[entrant] if score is not None else None
                cell = {"other": sheet.name(other), "rank": ranks.get(other or 0), "side": side, "points": points, "open": score is None}
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


def _bracket(sheet: Sheet) -> list[dict[str, Any]]:
    """Returns the rounds of a knock-out with their matches: players, points, winner."""
    seeded = list(sheet.entrants)
    matches = scoring.matches(sheet.pairings)
    return [
        {
            "title": _title(sheet.tournament, made.number),
            "matches": [_match(sheet, match, seeded) for (number, _board), match in matches.items() if number == made.number],
        }
        for made in sheet.rounds
    ]


def _match(sheet: Sheet, match: list[Pairing], seeded: list[int]) -> dict[str, Any]:
    first = match[0]
    players = [number for number in (first.frank_id, first.saracen_id) if number is not None]
    points = points_of(scoring.scores_of(match), players)
    winner = scoring.match_winner(match, seeded)
    lines = [
        {"entrant": sheet.entrants[number], "points": points[number], "won": number == winner, "lost": winner not in (None, number)}
        for number in sorted(players, key=seeded.index)
    ]
    return {"lines": lines, "bye": first.saracen_id is None, "played": any(row.result for row in match)}


def form_of_tournament(act: Callable[[HttpRequest, uuid.UUID], None]) -> Any:
    """Decorator of the forms: by POST, for logged-in people. A refusal is shown on the tournament's page."""

    @require_POST
    @login_required
    @hiding
    def guarded(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
        try:
            act(request, tournament_id)
        except TournamentNotFound:
            raise
        except errors.Refused as refused:
            messages.error(request, str(refused.detail))
        token = request.POST.get("invitation", "")
        address = reverse("tournament", args=[tournament_id])
        still_there = finding.tournaments_for(request.user).filter(public_id=tournament_id).exists()
        return redirect(address if still_there or not token.isascii() else f"{address}?invitation={token[:40]}")

    return guarded


@form_of_tournament
def sign_up(request: HttpRequest, tournament_id: uuid.UUID) -> None:
    """Enters the tournament."""
    entering.sign_up(user=person(request), tournament_id=tournament_id, invitation=invitation_of(request))
    messages.success(request, _("You are in the tournament."))


@form_of_tournament
def withdraw(request: HttpRequest, tournament_id: uuid.UUID) -> None:
    """Withdraws from the tournament."""
    entering.withdraw(user=person(request), tournament_id=tournament_id)
    messages.success(request, _("You have withdrawn from the tournament."))


@require_safe
@hiding
def as_csv(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """The standings as a CSV file."""
    sheet = Sheet.of(found(request, tournament_id))
    headers = {"Content-Disposition": f'attachment; filename="tournament-{tournament_id}.csv"'}
    return HttpResponse(sheet.to_csv(), content_type="text/csv; charset=utf-8", headers=headers)


@require_safe
@hiding
def as_json(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """The tournament with standings and games as a JSON file."""
    sheet = Sheet.of(found(request, tournament_id))
    headers = {"Content-Disposition": f'attachment; filename="tournament-{tournament_id}.json"'}
    return JsonResponse(sheet.to_json(), headers=headers)
