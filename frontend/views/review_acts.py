"""Forms of a reviewer: take a case, ask, note, unseal; and acts in three steps."""

import uuid
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from frontend.dispute_forms import ActForm
from frontend.views.parts import person, showing_refusals
from frontend.views.review import case_page, for_reviewers, number_in
from frontend.views.review_replies import inserted
from games.disputes import acting, audit, banning, bulk, errors, following, merging, replies, reviewing, words
from games.disputes.acting import ReviewRequest
from games.disputes.acts import ACTS, Act
from games.errors import Refused, StaleVersion
from games.models import DisputeCase, StaffAction
from games.services.alerts.kinds.base import players_of
from games.services.play import rewinding

Step = Callable[[Any, int, HttpRequest], Any]
STEPS: dict[str, tuple[Step, Any]] = {
    "take": (
        lambda user, number, request: reviewing.take(user=user, number=number),
        gettext_lazy("The case is yours."),
    ),
    "release": (
        lambda user, number, request: reviewing.release(user=user, number=number),
        gettext_lazy("You gave the case back."),
    ),
    "go-on": (
        lambda user, number, request: reviewing.stop_waiting(user=user, number=number),
        gettext_lazy("You go on without the answer."),
    ),
    "note": (
        lambda user, number, request: reviewing.note(user=user, number=number, text=request.POST.get("text", "")),
        gettext_lazy("Noted, for reviewers only."),
    ),
    "ask": (
        lambda user, number, request: reviewing.ask(
            user=user, number=number, side=request.POST.get("side", ""), text=request.POST.get("text", "")
        ),
        gettext_lazy("Asked. The case waits for the answer."),
    ),
    "assign": (
        lambda user, number, request: reviewing.assign(user=user, number=number, name=request.POST.get("name", "")),
        gettext_lazy("The case was given to the reviewer you chose, who is told."),
    ),
    "allow": (
        lambda user, number, request: reviewing.allow(
            user=user, number=number, name=request.POST.get("name", ""), reason=request.POST.get("text", "")
        ),
        gettext_lazy("That reviewer may review this case, and is told."),
    ),
    "merge": (
        lambda user, number, request: merging.merge(
            user=user, number=number, other=number_in(request.POST.get("other")) or 0
        ),
        gettext_lazy("Merged. Its players are told that you look at it, and hear what you decide here."),
    ),
    "open-all": (
        lambda user, number, request: reviewing.unseal(user=user, number=number),
        gettext_lazy("Everything is open to you for two hours. That was recorded."),
    ),
}


@require_POST
@for_reviewers
def perform_step(request: HttpRequest, number: int) -> HttpResponse:
    """Performs the step named by `step`: take, ask, note, release, assign and so on; or shows the page again with a
    canned reply inserted.
    """
    text = inserted(request, request.POST.get("text", ""))
    if text is not None:
        user = person(request)
        audit.record(
            actor=user,
            kind=StaffAction.Kind.LOOKED,
            case=reviewing.find_case(user, number),
            address=request.get_full_path(),
        )
        return case_page(request, number, asking={"side": request.POST.get("side", ""), "text": text})
    found = STEPS.get(request.POST.get("step", ""))
    if found is None:
        raise Http404
    step, said = found
    with showing_refusals(request):
        step(person(request), number, request)
        messages.success(request, str(said))
    return redirect("review-case", number=number)


@require_POST
@for_reviewers
def answer_or_merge(request: HttpRequest) -> HttpResponse:
    """Answers or merges the cases that were chosen in the list, all or none."""
    user, numbers = person(request), [number_in(text) or 0 for text in request.POST.getlist("case")]
    try:
        key = uuid.UUID(request.POST.get("key", ""))
    except ValueError:
        messages.error(request, _("Look at the list again, and choose there."))
        return redirect("review-cases")
    try:
        if request.POST.get("act") == "merge":
            into = bulk.merge(user=user, numbers=numbers, key=key)
            messages.success(request, _("Merged into dispute {number}. Their players are told.").format(number=into.pk))
            return redirect("review-case", number=into.pk)
        outcome = request.POST.get("outcome", "")
        done = bulk.answer(user=user, numbers=numbers, reason=request.POST.get("reason", ""), outcome=outcome, key=key)
    except Refused as refused:
        messages.error(request, str(refused.detail))
    else:
        said = ngettext(
            "{count} dispute is answered. Its players are told.",
            "{count} disputes are answered. Their players are told.",
            len(done),
        )
        messages.success(request, said.format(count=len(done)))
    return redirect(f"{reverse('review-cases')}?{QueryDict(request.POST.get('back', '')).urlencode()}")


@require_POST
@for_reviewers
def note_player(request: HttpRequest, name: str) -> HttpResponse:
    """Adds a note about a player, for reviewers."""
    with showing_refusals(request):
        reviewing.note_player(user=person(request), name=name, text=request.POST.get("text", ""))
        messages.success(request, _("Noted, for reviewers only."))
    return redirect("review-player", name=name)


@require_POST
@for_reviewers
def lift_ban(request: HttpRequest, name: str) -> HttpResponse:
    """Lifts a person's ban."""
    with showing_refusals(request):
        banning.lift(user=person(request), name=name, reason=request.POST.get("text", ""))
        messages.success(request, _("The ban is lifted. Both players are told."))
    return redirect("review-player", name=name)


@require_http_methods(["GET", "HEAD", "POST"])
@for_reviewers
def act(request: HttpRequest, number: int, kind: str) -> HttpResponse:
    """An act in three steps: its form, its preview, its confirmation."""
    chosen = ACTS.get(kind)
    if chosen is None:
        raise Http404
    user = person(request)
    case = reviewing.find_case(user, number)
    if case.reviewer_id != user.pk or case.state not in reviewing.MINE:
        messages.error(request, str(errors.NotYourCase.detail))
        return redirect("review-case", number=number)
    form = _read_form(request, case, chosen)
    if request.method != "POST" or not form.is_valid() or "change" in request.POST:
        return _render_form(request, case, chosen, form)
    try:
        if "confirm" in request.POST:
            return _perform(request, number, _request_of(form, chosen, request.POST))
        preview = acting.preview(user=user, number=number, request=_request_of(form, chosen, {}))
    except (errors.CaseNotFound, errors.Tied):
        raise
    except Refused as refused:
        form.add_error(None, str(refused.detail))
        return _render_form(request, case, chosen, form, stale=isinstance(refused, StaleVersion))
    context = {
        "case": case,
        "players": players_of(case.game),
        "act": chosen,
        "form": form,
        "preview": preview,
        "changes": _changes(preview),
        "key": uuid.uuid4(),
        "settles": form.cleaned_data.get("settles") or chosen.must_settle,
        "merged": following.affected_cases(case),
    }
    return render(request, "frontend/review/preview.html", context)


def _read_form(request: HttpRequest, case: DisputeCase, chosen: Act) -> ActForm:
    """The form as it was sent.

    Not sent, or with a reply to be inserted into the reason, it is one still to be filled in.
    """
    merged = chosen.may_settle and following.needs_words(case)
    reason = inserted(request, request.POST.get("reason", ""))
    if reason is not None:
        return ActForm(act=chosen, merged=merged, initial=request.POST.dict() | {"reason": reason})
    at = number_in(request.GET.get("at"))
    initial = {"event": rewinding.last_moment(case.game, at), "rests_on": at} if at else {}
    return ActForm(request.POST if request.method == "POST" else None, act=chosen, merged=merged, initial=initial)


def _changes(preview: acting.Preview) -> list[tuple[str, str, str]]:
    """Returns what the act changes: name, present value, new value."""
    found = []
    for name in preview.before:
        if name == "event":  # each act leaves one, so that its number says nothing here
            continue
        was, is_now = words.fact_value(name, preview.before.get(name)), words.fact_value(name, preview.after.get(name))
        if was != is_now:
            found.append((words.fact_name(name), was, is_now))
    return found


def _render_form(
    request: HttpRequest, case: DisputeCase, chosen: Act, form: ActForm, *, stale: bool = False
) -> HttpResponse:
    """Renders the form of an act."""
    context = {
        "case": case,
        "players": players_of(case.game),
        "act": chosen,
        "form": form,
        "stale": stale,
        "replies": replies.active_replies(),
    }
    return render(request, "frontend/review/act.html", context)


def _request_of(form: ActForm, chosen: Act, posted: Any) -> ReviewRequest:
    """Returns the reviewer's request, read from the form."""
    version = str(posted.get("version", ""))
    return ReviewRequest(
        kind=chosen.kind,
        reason=form.cleaned_data["reason"],
        params=form.params(chosen),
        rests_on=form.cleaned_data["rests_on"],
        settles=bool(form.cleaned_data.get("settles")),
        outcome=form.cleaned_data.get("outcome", ""),
        version=int(version) if version.isascii() and version.isdigit() and len(version) < 10 else None,
    )


def _perform(request: HttpRequest, number: int, asked: ReviewRequest) -> HttpResponse:
    """Performs the confirmed act. Raises BadAct for a form without its preview."""
    try:
        key = uuid.UUID(request.POST.get("key", ""))
    except ValueError as error:
        raise errors.BadAct(_("Look at the preview again, and confirm there.")) from error
    if asked.version is None:
        raise errors.BadAct(_("Look at the preview again, and confirm there."))
    acting.perform(user=person(request), number=number, request=asked, key=key)
    messages.success(request, _("Done. Both players are told."))
    return redirect("review-case", number=number)
