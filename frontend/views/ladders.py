"""The page of a ladder, its challenges, and the form of a new one."""

import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from frontend.tournament_forms import NewLadderForm
from frontend.views.parts import key_of, number_of, perform, person
from frontend.views.tournament_parts import form_of, form_of_tournament, games_of_round, refusal_text
from games.api import tournaments as api
from games.errors import Refused
from games.models import Challenge, Entrant
from games.tournaments import creating, errors, finding
from games.tournaments.pairing import ladder
from games.tournaments.sheet import Sheet

MOST_ENDED = 30


def context_of(request: HttpRequest, sheet: Sheet, own: Entrant | None) -> dict[str, Any]:
    """Returns the context that the page of a ladder has besides that of all tournaments."""
    going_on = [challenge for challenge in sheet.challenges if challenge.ended_at is None]
    may = _challengeable(sheet, own, going_on)
    challenges_of: dict[int, list[Challenge]] = {}
    for challenge in going_on:
        for number in (challenge.challenger_id, challenge.challenged_id):
            challenges_of.setdefault(number, []).append(challenge)
    games = {made.pk: games_of_round(request, sheet, made) for made in sheet.rounds}
    mine: list[dict[str, Any]] = []
    current: list[dict[str, Any]] = []
    ended: list[dict[str, Any]] = []
    for challenge in sheet.challenges:
        line = {
            "challenge": challenge,
            "games": games.get(challenge.played_id or 0, []),
            "answer_due_at": sheet.answers_due[challenge.pk],
        }
        (current if challenge.ended_at is None else ended).append(line)
        if own is not None and challenge in challenges_of.get(own.pk, []):
            mine.append(line)
    return {
        "places": [
            {"entrant": entrant, "challenges": challenges_of.get(entrant.pk, []), "may": entrant.pk in may}
            for entrant in sheet.entrants.values()
        ],
        "mine": mine,
        "going_on": current,
        "ended": ended[:MOST_ENDED],
    }


def _challengeable(sheet: Sheet, own: Entrant | None, going_on: list[Challenge]) -> set[int]:
    """Returns whom the reader may challenge now.

    Pairs that have met too lately are among them: the answer to the form says that.
    """
    if own is None or own.place is None or any(challenge.challenger_id == own.pk for challenge in going_on):
        return set()
    taken = {challenge.challenged_id for challenge in going_on}
    taken |= {challenge.challenger_id for challenge in going_on if challenge.challenged_id == own.pk}
    return set(ladder.within_reach(list(sheet.entrants), own.pk, sheet.tournament.ladder.reach)) - taken


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_ladder(request: HttpRequest) -> HttpResponse:
    """The form of a new ladder, for organizers."""
    user = person(request)
    if not finding.may_organize(user):
        messages.error(request, str(errors.NotAnOrganizer.detail))
        return redirect("tournaments")
    form = NewLadderForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            made = creating.create_ladder(user=user, key=key_of(request), **form.as_arguments())
            return redirect("tournament", tournament_id=made.public_id)
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
    return render(request, "frontend/tournaments/new_ladder.html", {"form": form, "key": uuid.uuid4()})


challenge = form_of(api.CHALLENGE, gettext_lazy("The challenge is made. You hear of the answer."))

SAID = {
    "accept": gettext_lazy("Accepted. The game begins by itself."),
    "decline": gettext_lazy("Declined. Your place is lost."),
    "withdraw": gettext_lazy("The challenge is withdrawn."),
}


@form_of_tournament
def answer(request: HttpRequest, tournament_id: uuid.UUID) -> None:
    """Accepts, declines or withdraws a challenge."""
    said, number = request.POST.get("said", ""), number_of(request.POST.get("challenge", ""))
    perform(request, api.ANSWER, tournament_id=tournament_id, number=number, said=said)
    messages.success(request, str(SAID[said]))
