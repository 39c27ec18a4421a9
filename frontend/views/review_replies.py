"""Pages of canned replies: list, creation, change, and insertion while writing to players."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from frontend.dispute_forms import ReplyForm
from frontend.views.parts import person
from frontend.views.review import for_reviewers, number_in
from games.disputes import errors
from games.disputes import replies as canned
from games.errors import Refused
from games.models import CannedReply


@require_http_methods(["GET", "HEAD", "POST"])
@for_reviewers
def replies(request: HttpRequest) -> HttpResponse:
    """The list of canned replies in use; by POST adds one."""
    form = ReplyForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            canned.make(user=person(request), name=data["name"], language=data["language"], text=data["text"])
        except Refused as refused:
            form.add_error(None, str(refused.detail))
        else:
            messages.success(request, _("Kept. All reviewers can choose it now."))
            return redirect("review-replies")
    return render(request, "frontend/review/replies.html", {"form": form, "replies": canned.active_replies()})


@require_http_methods(["GET", "HEAD", "POST"])
@for_reviewers
def change(request: HttpRequest, reply: int) -> HttpResponse:
    """The form that changes one reply."""
    found = _find_or_404(reply)
    initial = {name: getattr(found, name) for name in ("name", "language", "text", "version")}
    form = ReplyForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            canned.change(
                user=person(request),
                number=reply,
                version=data["version"] or 0,
                name=data["name"],
                language=data["language"],
                text=data["text"],
            )
        except Refused as refused:
            form.add_error(None, str(refused.detail))
        else:
            messages.success(request, _("Saved."))
            return redirect("review-replies")
    return render(request, "frontend/review/reply.html", {"form": form, "reply": found})


@require_POST
@for_reviewers
def retire(request: HttpRequest, reply: int) -> HttpResponse:
    """Retires a canned reply. Raises Http404 if there is none."""
    try:
        found = canned.retire(user=person(request), number=reply)
    except errors.ReplyNotFound as error:
        raise Http404 from error
    messages.success(request, _("“{name}” is retired.").format(name=found.name))
    return redirect("review-replies")


def inserted(request: HttpRequest, written: str) -> str | None:
    """Returns the text written so far with the chosen reply appended, for browsers without scripts; None if none was
    chosen.

    The button that inserts is the first of its form, and thus pressed by Enter, too: without a choice it is not meant.
    """
    number = number_in(request.POST.get("reply"))
    if "insert" not in request.POST or number is None:
        return None
    return canned.append_reply(written, _find_or_404(number))


def _find_or_404(number: int) -> CannedReply:
    """Returns a canned reply in use. Raises Http404."""
    try:
        return canned.find(number)
    except errors.ReplyNotFound as error:
        raise Http404 from error
