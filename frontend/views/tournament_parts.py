"""What the pages of tournaments share: who may see them, their forms, the games of a round."""

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from frontend.board_images import board_image_of_round
from frontend.views.parts import perform, showing_refusals
from games import errors
from games.api.operations import Operation
from games.models import Game, Round, Tournament
from games.tournaments import finding
from games.tournaments.errors import TournamentNotFound
from games.tournaments.sheet import Sheet

View = Callable[..., HttpResponse]


def unknown_tournaments_as_404(view: View) -> View:
    """Decorator: answers 404 alike for tournaments that do not exist and those closed to this person."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except TournamentNotFound as error:
            raise Http404 from error

    return guarded


def find_tournament(request: HttpRequest, tournament_id: uuid.UUID) -> Tournament:
    """Returns the tournament an address names, for who may see it or has the link."""
    return finding.find(user=request.user, tournament_id=tournament_id, invitation=invitation_of(request))


def invitation_of(request: HttpRequest) -> str | None:
    """The token of an invitation link, from the address or the form."""
    return request.POST.get("invitation") or request.GET.get("invitation")


def games_of_round(request: HttpRequest, sheet: Sheet, made: Round) -> list[dict[str, Any]]:
    """Returns the games of a round with the names of their players; a private game is linked for its players alone."""
    games = []
    for pairing in sheet.of_round(made.number):
        players = {pairing.frank.user_id, pairing.saracen.user_id if pairing.saracen is not None else None}
        open_to_reader = sheet.tournament.visibility == Game.Visibility.PUBLIC or request.user.pk in players
        linked = pairing.game is not None and open_to_reader
        own = request.user.pk in players
        games.append(
            {
                "pairing": pairing,
                "frank": sheet.player(pairing.frank, made.number),
                "saracen": sheet.player(pairing.saracen, made.number) if pairing.saracen is not None else "",
                "linked": linked,
                "own": own,
                "board": board_image_of_round(pairing.game, own=own) if linked and pairing.game else "",
            }
        )
    return games


def refusal_text(refused: errors.Refused) -> str:
    """Returns the text of a refusal on a page. A key used for another request means that the page was sent before."""
    if isinstance(refused, errors.KeyReused):
        return _("This page was sent before, with something else in it. Here it is anew: look at it and try again.")
    return str(refused.detail)


def form_of(operation: Operation[Any], said: Promise) -> Any:
    """Returns the view of a form on a tournament's page that performs an act and shows `said`."""

    def act(request: HttpRequest, tournament_id: uuid.UUID) -> None:
        """Performs the operation on the tournament, then shows the message `said`."""
        perform(request, operation, tournament_id=tournament_id)
        messages.success(request, str(said))

    return form_of_tournament(act)


def form_of_tournament(act: Callable[[HttpRequest, uuid.UUID], None]) -> Any:
    """Decorator of the forms: by POST, for logged-in people. A refusal is shown on the tournament's page."""

    @require_POST
    @login_required
    @unknown_tournaments_as_404
    def guarded(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
        """Performs the act, and redirects to the tournament if it can still be seen."""
        with showing_refusals(request, refusal_text):
            act(request, tournament_id)
        token = request.POST.get("invitation", "")
        address = reverse("tournament", args=[tournament_id])
        still_there = finding.tournaments_for(request.user).filter(public_id=tournament_id).exists()
        return redirect(address if still_there or not token.isascii() else f"{address}?invitation={token[:40]}")

    return guarded
