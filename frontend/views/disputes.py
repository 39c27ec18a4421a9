"""The players' pages of disputes: report, list, case."""

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from frontend.dispute_forms import AppealForm, ReportForm, WriteForm
from frontend.views.parts import person, showing_refusals, unknown_games_as_404
from games.access import find_game
from games.disputes import errors, filing, words
from games.errors import NotAPlayer, Refused
from games.models import DisputeCase, User
from games.services.alerts.kinds.base import players_of

View = Callable[..., HttpResponse]


def unknown_cases_as_404(view: View) -> View:
    """Decorator: answers 404 alike for cases that do not exist and other people's cases."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except errors.CaseNotFound as error:
            raise Http404 from error

    return guarded


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@unknown_games_as_404
def report(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """The form of a report, and its submission."""
    user = person(request)
    try:
        access = filing.find_reportable(user=user, game_id=game_id)
    except NotAPlayer as error:
        raise PermissionDenied(NotAPlayer.detail) from error
    if access.game.alone:
        raise Http404
    form = ReportForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            case = filing.report(user=user, game_id=game_id, **form.cleaned_data)
        except Refused as refused:
            form.add_error(None, str(refused.detail))
        else:
            messages.success(request, _("Your report has arrived. A reviewer will look at it."))
            return redirect("dispute", number=case.pk)
    context = {
        "game": access.game,
        "form": form,
        "may_report": filing.may_report(access, user),
        "will_freeze": filing.will_freeze(access, user),
        "cases": case_rows(filing.cases_of(user, access.game), user),
        "players": players_of(access.game),
        "plays": bool(access.sides),
    }
    return render(request, "frontend/disputes/report.html", context)


@require_safe
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """The list of disputes to which one is a party."""
    user = person(request)
    return render(request, "frontend/disputes/mine.html", {"cases": case_rows(filing.cases_of(user)[:100], user)})


@require_safe
@login_required
@unknown_cases_as_404
def show(request: HttpRequest, number: int) -> HttpResponse:
    """The page of one's own case: entries, decision, and the possible next steps."""
    return _case_page(request, number)


def _case_page(
    request: HttpRequest, number: int, *, form: WriteForm | None = None, appeal_form: AppealForm | None = None
) -> HttpResponse:
    """Renders the page of a dispute for one of its parties."""
    user = person(request)
    case, side = filing.find_case(user=user, number=number)
    entries = [
        {
            "read": read,
            "entry": read.entry,
            "head": words.head(read.entry, name_staff=False),
        }
        for read in filing.read_entries(case, user)
    ]
    unsettled = case.state in filing.UNSETTLED
    context = {
        "case": case,
        "side": side,
        "entries": entries,
        "players": players_of(case.game),
        "asked": case.state == DisputeCase.State.WAITING and case.waits_for == side,
        "stopped": unsettled and case.froze and case.game.frozen_at is not None,
        "may_write": unsettled,
        "may_withdraw": unsettled and case.opener_id == user.pk and case.round == 1,
        "may_appeal": filing.may_appeal(case) and filing.decided_with(case, user) is None,
        "decided_with": filing.decided_with(case, user) if filing.may_appeal(case) else None,
        "appeal_until": filing.appeal_until(case),
        "form": form or WriteForm(),
        "appeal_form": appeal_form or AppealForm(),
        "may_see_game": _may_see_game(user, case),
    }
    return render(request, "frontend/disputes/show.html", context)


@require_POST
@login_required
@unknown_cases_as_404
def write(request: HttpRequest, number: int) -> HttpResponse:
    """Adds an entry to a case."""
    form = WriteForm(request.POST)
    if form.is_valid():
        try:
            filing.write(user=person(request), number=number, text=form.cleaned_data["text"])
        except errors.CaseNotFound:
            raise
        except Refused as refused:
            form.add_error(None, str(refused.detail))
        else:
            messages.success(request, _("Sent."))
            return redirect("dispute", number=number)
    return _case_page(request, number, form=form)


@require_POST
@login_required
@unknown_cases_as_404
def withdraw(request: HttpRequest, number: int) -> HttpResponse:
    """Withdraws one's own report."""
    return _perform_and_redirect(
        request, number, lambda user: filing.withdraw(user=user, number=number), _("Your report is withdrawn.")
    )


@require_POST
@login_required
@unknown_cases_as_404
def appeal(request: HttpRequest, number: int) -> HttpResponse:
    """Appeals a decision."""
    form = AppealForm(request.POST)
    if not form.is_valid():
        return _case_page(request, number, appeal_form=form)
    text = form.cleaned_data["text"]
    return _perform_and_redirect(
        request,
        number,
        lambda user: filing.appeal(user=user, number=number, text=text),
        _("Another reviewer will look at the dispute."),
    )


def _perform_and_redirect(request: HttpRequest, number: int, act: Callable[[User], Any], said: str) -> HttpResponse:
    """Performs an act on a dispute and shows `said`, or why it was refused."""
    with showing_refusals(request):
        act(person(request))
        messages.success(request, said)
    return redirect("dispute", number=number)


def case_rows(cases: Any, user: User) -> list[dict[str, Any]]:
    """Returns the lines of a list of cases."""
    return [
        {
            "case": case,
            "players": players_of(case.game),
            "own": case.opener_id == user.pk,
            "waits": case.state == DisputeCase.State.WAITING
            and case.waits_for
            == (case.side if case.opener_id == user.pk else {"frank": "saracen", "saracen": "frank"}[case.side]),
        }
        for case in cases
    ]


def _may_see_game(user: User, case: DisputeCase) -> bool:
    """Whether this person may open the dispute's game."""
    try:
        find_game(user=user, game_id=case.game.public_id)
    except (Refused, NotAPlayer):
        return False
    return True
