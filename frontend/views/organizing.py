"""The pages of organizers: a new tournament, and the acts in one's own."""

import uuid
from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from frontend.tournament_forms import NewTournamentForm
from frontend.views.parts import person
from frontend.views.tournaments import hiding
from games.errors import Refused
from games.models import Pairing, Tournament, User
from games.tournaments import errors, finding, organizing
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
            made = organizing.create(user=user, **form.as_arguments())
            return redirect("tournament", tournament_id=made.public_id)
        except Refused as refused:
            form.add_error(None, str(refused.detail))
    return render(request, "frontend/tournaments/new.html", {"form": form})


Act = Callable[[HttpRequest, User, uuid.UUID], Tournament]


def _number(request: HttpRequest, name: str) -> int:
    """A number from the form; 0 for what is none."""
    said = request.POST.get(name, "")[:9]
    return int(said) if said.isdecimal() else 0


ACTS: dict[str, Act] = {
    "start": lambda request, user, key: organizing.start_now(user=user, tournament_id=key),
    "cancel": lambda request, user, key: organizing.cancel(user=user, tournament_id=key, reason=request.POST.get("reason", "")),
    "extend": lambda request, user, key: organizing.extend(user=user, tournament_id=key, days=_number(request, "days")),
    "begin-round": lambda request, user, key: organizing.begin_round(user=user, tournament_id=key),
    "by-hand": lambda request, user, key: organizing.set_by_hand(user=user, tournament_id=key, by_hand=bool(request.POST.get("by_hand"))),
    "remove": lambda request, user, key: organizing.remove(
        user=user, tournament_id=key, name=request.POST.get("name", ""), reason=request.POST.get("reason", "")
    ),
    "exchange": lambda request, user, key: organizing.exchange(
        user=user, tournament_id=key, one=request.POST.get("one", ""), other=request.POST.get("other", "")
    ),
    "decide": lambda request, user, key: organizing.decide(
        user=user,
        tournament_id=key,
        pairing_id=_number(request, "pairing"),
        result=request.POST.get("result", ""),
        reason=request.POST.get("reason", ""),
    ),
}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@hiding
def organize(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """The organizer's page of a tournament: each form is one act, named by `act`."""
    user = person(request)
    tournament = finding.find(user=user, tournament_id=tournament_id)
    if not finding.is_organizer(tournament, user):
        messages.error(request, str(errors.NotItsOrganizer.detail))
        return redirect("tournament", tournament_id=tournament_id)
    if request.method == "POST":
        act = ACTS.get(request.POST.get("act", ""))
        try:
            if act is None:
                raise errors.NotInThisState
            act(request, user, tournament_id)
            messages.success(request, _("Done. It stands in the log."))
        except Refused as refused:
            messages.error(request, str(refused.detail))
        return redirect("organize-tournament", tournament_id=tournament_id)
    sheet = Sheet.of(tournament)
    current = sheet.of_round(tournament.round) if tournament.round else []
    results = [*Pairing.Result.choices, (Pairing.How.ANNULLED.value, Pairing.How.ANNULLED.label)]
    context = {
        "tournament": tournament,
        "present": [entrant for entrant in sheet.entrants.values() if entrant.left_at is None],
        "games": [pairing for pairing in sheet.pairings if pairing.saracen is not None and pairing.round.begun_at is not None],
        "waits": bool(sheet.rounds) and sheet.rounds[-1].begun_at is None and tournament.state == Tournament.State.RUNNING,
        "current": current,
        "results": results,
    }
    return render(request, "frontend/tournaments/organize.html", context)
