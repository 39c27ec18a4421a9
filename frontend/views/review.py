"""The reviewers' pages: cases, one case in full, players, and the audit log.

They are for staff with the permission and a second factor; for everybody else they are not there. Opening one is
recorded.
"""

import json
import uuid
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, time
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from frontend.dispute_forms import AuditForm, CasesForm
from frontend.facts import board_data
from frontend.views.parts import person
from games.access import Access
from games.disputes import (
    acting,
    audit,
    casefile,
    conflicts,
    errors,
    following,
    ledgers,
    merging,
    queue,
    replies,
    reviewing,
    words,
)
from games.disputes import integrity as whole
from games.disputes.casefile import EventDetail, EventRow, Filters
from games.models import DisputeCase, GameEvent, StaffAction, User
from games.models.game import SIDES
from games.people import sanctions, second_factor
from games.services.alerts.kinds.base import players_of

View = Callable[..., HttpResponseBase]
A_PAGE = 50
A_PAGE_OF_CASES = 25


def for_reviewers(view: View) -> View:
    """Admits reviewers who have used a second factor, and records what they open."""

    @wraps(view)
    @login_required
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        user = person(request)
        if not user.is_staff:
            raise Http404
        if not reviewing.is_reviewer(user):
            raise PermissionDenied
        if not second_factor.was_proved(request):
            return redirect(f"{reverse('admin:login')}?{urlencode({'next': request.get_full_path()})}")
        try:
            response = view(request, *args, **kwargs)
        except errors.CaseNotFound as error:
            raise Http404 from error
        except errors.Tied as error:
            context = {"why": error.detail, "forgivable": error.members.get("forgivable")}
            return render(request, "frontend/review/tied.html", context, status=403)
        if request.method == "GET" and response.status_code == 200:
            case = DisputeCase.objects.filter(pk=kwargs["number"]).first() if "number" in kwargs else None
            audit.record(actor=user, kind=StaffAction.Kind.LOOKED, case=case, address=request.get_full_path())
        return response

    return guarded


@require_safe
@for_reviewers
def cases(request: HttpRequest) -> HttpResponse:
    """The list of cases, without those of the reviewer's own games; by default longest untouched first."""
    user, form = person(request), CasesForm(request.GET)
    wanted = queue.Wanted(**form.cleaned_data) if form.is_valid() else None
    found = queue.find(user, wanted) if wanted else DisputeCase.objects.none()
    page = Paginator(found, A_PAGE_OF_CASES).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    lines = queue.case_lines(user, page)
    context = {
        "form": form,
        "page": page,
        "lines": lines,
        "choosable": any(line.choosable for line in lines),
        "key": uuid.uuid4(),
        "filtered": wanted not in (None, queue.Wanted()),
        "query": query.urlencode(),
    }
    return render(request, "frontend/review/cases.html", context)


@require_safe
@for_reviewers
def player(request: HttpRequest, name: str) -> HttpResponse:
    """The page of what reviewers know about a player: cases, sanctions, warnings, notes."""
    user = person(request)
    found = reviewing.find_player(user, name)
    page = Paginator(queue.cases_about(user, found), A_PAGE_OF_CASES).get_page(request.GET.get("page"))
    acts = audit.find(user, looks=False).filter(person=found, kind__in=ledgers.PEOPLE_KINDS)
    context = {
        "player": found,
        "page": page,
        "lines": queue.case_lines(user, page),
        "acts": [{"row": row, "about": words.object_of_act(row)} for row in acts],
        "sanctions": [sanction for sanction in sanctions.in_force(found) if sanction.action in acts],
        "banned": sanctions.ban_of(found),
        "notes": found.notes_about.select_related("author"),
    }
    return render(request, "frontend/review/player.html", context)


@require_safe
@for_reviewers
def case(request: HttpRequest, number: int) -> HttpResponse:
    """The page of one case: both statements, the game event by event, and possible acts."""
    return case_page(request, number)


def case_page(request: HttpRequest, number: int, *, asking: dict[str, str] | None = None) -> HttpResponse:
    """Renders the page of a case. `asking` is the content of the question's form: `side` and `text`."""
    user = person(request)
    found = reviewing.find_case(user, number)
    access = reviewing.open_game(user, found)
    sealed = reviewing.is_sealed(user, found)
    rows = casefile.rows(access, sealed=sealed)
    at = number_in(request.GET.get("at"))
    event = _row_of_event(rows, at) or _row_of_event(rows, found.event) or (rows[-1] if rows else None)
    return render(
        request,
        "frontend/review/case.html",
        {
            **_case_context(found),
            **_reviewer_context(user, found, access),
            **_timeline_context(request, rows, event, sealed=sealed),
            **_ledgers_context(user, found, access, rows, sealed=sealed),
            "moment": _moment_context(access, number, rows, event, sealed=sealed),
            "game": access.game,
            "players": players_of(access.game),
            "sealed": sealed,
            "asking": asking or {},
            "sides": SIDES,
        },
    )


def _case_context(found: DisputeCase) -> dict[str, Any]:
    """The case, what was said in it, and the cases that were merged into it."""
    return {
        "case": found,
        "entries": _entries_with_heads(found),
        "merged": [
            {"case": each, "players": players_of(each.game), "entries": _entries_with_heads(each)}
            for each in following.merged_cases(found)
        ],
    }


def _reviewer_context(user: User, found: DisputeCase, access: Access) -> dict[str, Any]:
    """What this reviewer may do with the case, and who else may take it."""
    mine = found.reviewer_id == user.pk and found.state in reviewing.MINE
    ties = reviewing.conflicts_of_interest(user, found)
    done = found.is_settled or found.state == DisputeCase.State.MERGED
    colleagues = {} if ties or done else reviewing.colleagues(found)
    return {
        "mine": mine,
        "ties": ties,
        "may_take": reviewing.may_take(found),
        "assignees": reviewing.assignees(found, colleagues) if reviewing.may_assign(user, found) else [],
        "tied": _forgivable_colleagues(user, found, colleagues),
        "candidates": [(each, players_of(each.game)) for each in merging.candidates(user, found)] if mine else [],
        "acts": acting.possible(found, access) if mine else [],
        "replies": replies.active_replies() if mine else [],
    }


def _forgivable_colleagues(user: User, found: DisputeCase, colleagues: Mapping[User, Any]) -> list[tuple[User, str]]:
    """Colleagues with a tie that somebody without one may overlook, and why in short."""
    if conflicts.conflict_reasons(user, found, forgiven=False):
        return []
    return [(who, words.in_short(why)) for who, why in colleagues.items() if conflicts.can_be_forgiven(why)]


def _timeline_context(
    request: HttpRequest, rows: list[EventRow], event: EventRow | None, *, sealed: bool
) -> dict[str, Any]:
    """A page of the game's events, as the filters of the address ask for them."""
    seq = event.seq if event else None
    filters = Filters(
        turn=request.GET.get("turn", ""),
        side=request.GET.get("side", ""),
        kind=request.GET.get("kind", ""),
        not_undone="not_undone" in request.GET,
    )
    timeline = casefile.timeline(rows, filters, page=number_in(request.GET.get("page")), at=seq)
    query = request.GET.copy()
    for name in ("at", "page"):
        query.pop(name, None)
    return {
        "filters": filters,
        "filtered": filters != Filters(),
        "kinds": GameEvent.Kind.choices,
        "timeline": timeline,
        "lines": [{"row": row, "text": casefile.sentences(row, sealed=sealed)} for row in timeline.rows],
        "query": query.urlencode(),
        "at": seq,
        "event": event,
    }


def _ledgers_context(
    user: User, found: DisputeCase, access: Access, rows: list[EventRow], *, sealed: bool
) -> dict[str, Any]:
    """Dice, clocks, presence, alerts, messages, and what happened between the two before."""
    events = [row.event for row in rows]
    reads_talk = user.pk in (found.reviewer_id, found.decided_by_id)
    return {
        "luck": ledgers.luck(events),
        "draws": [] if sealed else list(reversed(ledgers.draw_rows(access, events)))[: ledgers.MOST_ROWS],
        "clocks": ledgers.clock_rows(access, rows, sealed=sealed),
        "time_events": ledgers.time_events(events),
        "presence": ledgers.presence_rows(access),
        "alerts": ledgers.alert_rows(access),
        "talk": ledgers.messages(access) if reads_talk else [],
        "reads_talk": reads_talk,
        "past": ledgers.past_of(found),
        "staff_actions": audit.find(user, looks=False, case=found.pk)[:A_PAGE],
    }


def _entries_with_heads(found: DisputeCase) -> list[dict[str, Any]]:
    entries = found.entries.select_related("author", "action").order_by("number")
    return [{"entry": entry, "head": words.head(entry, name_staff=True)} for entry in entries]


def number_in(text: str | None) -> int | None:
    """Returns the number that a text of at most nine digits is; None for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


def _row_of_event(rows: list[EventRow], seq: int | None) -> EventRow | None:
    return next((row for row in rows if row.seq == seq), None)


def _moment_context(
    access: Access, number: int, rows: list[EventRow], row: EventRow | None, *, sealed: bool
) -> dict[str, Any]:
    """Returns the template context of an event, with views as text for browsers without scripts and as data for the
    board.
    """
    if row is None:
        return {}
    found: EventDetail = casefile.event_detail(access, row.event, sealed=sealed)
    steps = [one.seq for one in rows]
    place = steps.index(row.seq)
    payload = json.dumps(found.payload, ensure_ascii=False, indent=1, sort_keys=True) if found.payload else ""
    views = {name: view for name, view in found.views.items() if view is not None}
    text = [(name, casefile.board_lines(view)) for name, view in views.items()]
    shown = {name: getattr(found, name) for name in ("rule", "legal", "offers", "differences")}
    urls = {"board": reverse("review-board", args=[number]), "case": reverse("review-case", args=[number])}
    return shown | {
        "payload": payload,
        "text": text,
        "board": board_data(views, urls=urls, steps=steps, at=row.seq) if views else None,
        "earlier": steps[place - 1] if place else None,
        "later": steps[place + 1] if place + 1 < len(steps) else None,
    }


@require_safe
@for_reviewers
def board(request: HttpRequest, number: int) -> HttpResponse:
    """The views of an event as JSON, for scripts that step through the game."""
    user = person(request)
    found = reviewing.find_case(user, number)
    access = reviewing.open_game(user, found)
    sealed = reviewing.is_sealed(user, found)
    row = _row_of_event(casefile.rows(access, sealed=sealed), number_in(request.GET.get("at")))
    if row is None:
        raise Http404
    return JsonResponse({"at": row.seq, "views": dict(casefile.event_detail(access, row.event, sealed=sealed).views)})


@require_safe
@for_reviewers
def integrity(request: HttpRequest, number: int) -> HttpResponse:
    """Checks the whole record of the game now: events, draws, positions, the result."""
    user = person(request)
    found = reviewing.find_case(user, number)
    access = reviewing.open_game(user, found)
    context = {"case": found, "game": access.game, "found": whole.check_record(access)}
    return render(request, "frontend/review/integrity.html", context)


@require_safe
@for_reviewers
def audit_log(request: HttpRequest) -> HttpResponse:
    """The page of the audit log: acts of staff; with `looks` also opened pages."""
    form = AuditForm(request.GET)
    page = Paginator(_audit_rows(person(request), form), A_PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    rows = [{"row": row, "details": words.details(row), "changes": words.changes(row)} for row in page]
    return render(
        request, "frontend/review/audit.html", {"form": form, "page": page, "rows": rows, "query": query.urlencode()}
    )


@require_POST
@for_reviewers
def export_audit(request: HttpRequest) -> HttpResponseBase:
    """Downloads rows of the log: CSV, or JSON with one row a line. By POST, because the download is recorded, too."""
    form = AuditForm(request.POST)
    user: User = person(request)
    rows = _audit_rows(user, form)
    as_json = request.POST.get("format") == "json"
    asked = {name: str(value) for name, value in form.cleaned_data.items() if value} if form.is_valid() else {}
    audit.record(actor=user, kind=StaffAction.Kind.EXPORTED, address=request.get_full_path(), after=asked)
    last = StaffAction.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    chosen = rows.filter(pk__lt=last).order_by("pk").iterator(chunk_size=500)
    lines = (
        (json.dumps(line, ensure_ascii=False) + "\n" for line in audit.export_rows(chosen))
        if as_json
        else audit.as_csv(chosen)
    )
    kind, name = ("application/x-ndjson", "audit.ndjson") if as_json else ("text/csv; charset=utf-8", "audit.csv")
    # In one piece: an asynchronous server collects what a database hands out line by line anyway, and warns of it.
    response = HttpResponse("".join(lines), content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="crusader-rex-{name}"'
    return response


def _audit_rows(reader: User, form: AuditForm) -> Any:
    """Returns the rows of the audit log that the form asks for; none if it is invalid."""
    if not form.is_valid():
        return StaffAction.objects.none()
    data = form.cleaned_data
    return audit.find(
        reader,
        looks=data["looks"] or data["kind"] in audit.LOOKS,
        by=data["by"],
        kind=data["kind"],
        since=datetime.combine(data["since"], time.min, UTC) if data["since"] else None,
        until=datetime.combine(data["until"], time.max, UTC) if data["until"] else None,
    )
