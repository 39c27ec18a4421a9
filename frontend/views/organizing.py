"""The pages of organizers: a new tournament, and the acts in one's own."""

import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from frontend.tournament_forms import NewTournamentForm
from frontend.views.parts import key_of, perform, person, showing_refusals
from frontend.views.tournament_parts import refusal_text, unknown_tournaments_as_404
from games.api.organizing import ACTS
from games.errors import Refused
from games.models import Pairing, Tournament
from games.tournaments import creating, errors, finding
from games.tournaments.sheet import Sheet


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_tournament(request: HttpRequest) -> HttpResponse:
    """The form of a new tournament, for organizers."""
    user = person(request)
    if not finding.may_organize(user):
        messages.error(request, str(errors.NotAnOrganizer.detail))
        return redirect("tournaments")
    form = NewTournamentForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            made = creating.create(user=user, key=key_of(request), **form.as_arguments())
            return redirect("tournament", tournament_id=made.public_id)
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
    return render(request, "frontend/tournaments/new.html", {"form": form, "key": uuid.uuid4()})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@unknown_tournaments_as_404
def organize(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """The organizer's page of a tournament: each form is one act, named by `act`."""
    user = person(request)
    tournament = finding.find(user=user, tournament_id=tournament_id)
    if not finding.is_organizer(tournament, user):
        messages.error(request, str(errors.NotItsOrganizer.detail))
        return redirect("tournament", tournament_id=tournament_id)
    if request.method == "POST":
        name, key = request.POST.get("act", ""), key_of(request)
        with showing_refusals(request, refusal_text):
            if name not in ACTS:
                raise errors.NotInThisState
            # One page has many forms: each of them has the key of its own act.
            perform(request, ACTS[name], tournament_id=tournament_id, key=uuid.uuid5(key, name) if key else None)
            messages.success(request, _("Done. It stands in the log."))
        return redirect("organize-tournament", tournament_id=tournament_id)
    return render(request, "frontend/tournaments/organize.html", _context(tournament))


def _context(tournament: Tournament) -> dict[str, Any]:
    """Returns the context of the organizer's page."""
    sheet = Sheet.of(tournament)
    return {
        "tournament": tournament,
        "present": [entrant for entrant in sheet.entrants.values() if entrant.left_at is None],
        "waiting": sheet.waiting,
        "replaceable": [
            entrant for entrant in sheet.entrants.values() if entrant.seed is not None and entrant.replaced_id is None
        ],
        "games": [pairing for pairing in sheet.pairings if _may_be_decided(tournament, pairing)],
        "key": uuid.uuid4(),
        "waits": bool(sheet.rounds)
        and sheet.rounds[-1].begun_at is None
        and tournament.state == Tournament.State.RUNNING,
        "current": sheet.of_round(tournament.round) if tournament.round else [],
        "results": [*Pairing.Result.choices, (Pairing.How.ANNULLED.value, Pairing.How.ANNULLED.label)],
    }


def _may_be_decided(tournament: Tournament, pairing: Pairing) -> bool:
    """Whether the organizer may set the result of a game: in a ladder until its challenge is over."""
    begun = pairing.saracen is not None and pairing.round.begun_at is not None
    return begun and not (tournament.is_ladder and pairing.round.ended_at is not None)
