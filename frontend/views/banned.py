"""The page of a banned person: why, until when they may appeal, running games, and what they can still do."""

import uuid
from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from frontend.views.parts import person, route_name, unknown_games_as_404
from games.accounts.leaving import running_games
from games.disputes import filing
from games.errors import Refused
from games.models import Sanction, User
from games.people import sanctions
from games.people.errors import Banned
from games.problem_details import problem_details
from games.services.alerts.kinds.base import players_of
from games.services.play import play

STILL_OPEN = frozenset(
    (
        *("my-disputes", "dispute", "dispute-write", "dispute-withdraw", "dispute-appeal", "resign-banned"),
        *(
            "own-data",
            "export-data",
            "leave",
            "logout",
            "account_logout",
            "language",
            "help",
            "problems",
            "problem",
            "stop-alerts",
        ),
    )
)
"""Names of the addresses that somebody who is banned may go on using."""


def keep_out(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware that answers 403 to a banned person: pages with the reviewer's words, the API with a problem
    document.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        user = request.user
        ban = sanctions.ban_of(user) if isinstance(user, User) and user.has_sanctions else None
        if ban is None:
            return get_response(request)
        request.META["games.banned"] = True  # base.html opens no sockets then
        return get_response(request) if route_name(request) in STILL_OPEN else _refusal(request, ban)

    return middleware


def _refusal(request: HttpRequest, ban: Sanction) -> HttpResponse:
    """Returns the answer 403: problem details for the API, else a page with the reviewer's words."""
    banned = Banned()
    if request.path_info.startswith("/api/"):
        return problem_details(banned.status, banned.code, str(banned.detail))
    user, case = person(request), ban.action.case
    of_theirs = case is not None and user.pk in (case.opener_id, case.other_id)
    context = {
        "reason": ban.action.reason,
        "since": ban.action.created_at,
        "case": case if of_theirs else None,
        "appeal_until": filing.appeal_until(case)
        if case is not None and of_theirs and filing.may_appeal(case)
        else None,
        "games": [
            (game, players_of(game)) for game in running_games(user).filter(solo=False).prefetch_related("seats__user")
        ],
    }
    return render(request, "frontend/banned.html", context, status=banned.status)


@require_POST
@login_required
@unknown_games_as_404
def resign(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """Resigns a running game, the only act left to a banned person."""
    user = person(request)
    if sanctions.ban_of(user) is None:
        raise Http404
    try:
        play.resign(game_id=game_id, user=user, idempotency_key=uuid.uuid4())
    except Refused as refused:
        messages.error(request, str(refused.detail))
    else:
        messages.success(request, _("You have resigned."))
    return redirect("home")
