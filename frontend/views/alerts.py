"""Pages of alerts: settings, targets, sent alerts, and unsubscribing by a link in a mail."""

import json
import uuid
from datetime import timedelta
from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from frontend.alert_forms import AlertsForm, ChatForm
from frontend.language import chosen_by
from frontend.views.parts import person, redirect_back, unknown_games_as_404
from games.access import find_game
from games.alerts import (
    bounces,
    browsers,
    delivery_problems,
    keys,
    outbox,
    preferences,
    push_and_chat,
    targets,
    unsubscribing,
    words,
)
from games.alerts.reading import Reading
from games.models import Mode, Notice, Target, Trial, User
from games.models.outgoing import UNSETTLED
from games.people.mail import confirmed_address
from games.services.alerts import kinds
from games.services.alerts.kinds.base import mark_of, players_of

A_PAGE = 50
LONGEST_BODY = 4096
TRIALS_SHOWN_FOR = timedelta(hours=1)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def choose(request: HttpRequest) -> HttpResponse:
    """The page of alert settings: which alerts, at which targets, and when."""
    user = person(request)
    form = AlertsForm(request.POST or None, wished=preferences.settings_of(user))
    if request.method == "POST" and form.is_valid():
        preferences.save(user=user, **form.as_arguments())
        messages.success(request, _("Saved."))
        return redirect("alerts")
    return _settings_page(request, form=form, chat=ChatForm())


def _settings_page(request: HttpRequest, *, form: AlertsForm, chat: ChatForm) -> HttpResponse:
    """Renders the page of alert settings."""
    user = person(request)
    context = {
        "form": form,
        "chat": chat,
        "address": confirmed_address(user),
        **_targets(user),
        "key": keys.public_key(),
        "zone": preferences.zone_of(user).key,
    }
    return render(request, "frontend/alerts/choose.html", context)


def _targets(user: User) -> dict[str, Any]:
    """Returns the targets besides mail, each with the state of its latest test message, if recent."""
    now = timezone.now()
    latest = {
        trial.target_id: trial for trial in Trial.objects.filter(user=user, created_at__gt=now - TRIALS_SHOWN_FOR)
    }
    found = []
    for target in Target.objects.filter(user=user).order_by("pk"):
        trial = latest.get(target.pk)
        state = trial.state if trial else ""
        if trial and state in UNSETTLED:
            state = "under-way" if now - trial.created_at < push_and_chat.TRIAL_WAITS else "late"
        found.append({"target": target, "trial": trial, "state": state})
    return {"targets": found, "under_way": any(one["state"] == "under-way" for one in found)}


@require_POST
@login_required
def mail_again(request: HttpRequest) -> HttpResponse:
    """Resumes mails to an address that had refused them."""
    bounces.try_again(person(request))
    outbox.requeue_unmailed(person(request))
    messages.success(request, _("Mails go out again. The next one that comes back stops them."))
    return redirect("alerts")


@require_POST
@login_required
def add_browser(request: HttpRequest) -> HttpResponse:
    """Saves a browser's push subscription, JSON as the browser gives it."""
    try:
        if len(request.body) > LONGEST_BODY:
            raise ValueError
        sent: Any = json.loads(request.body)
        address, secrets = _subscription(sent)
        target = targets.add(
            user=person(request),
            kind=Target.Kind.PUSH,
            address=address,
            keys=secrets,
            name=str(sent.get("name", ""))[:80],
            session=request.session.session_key or "",
            before=str(sent.get("before", ""))[:1000],
        )
    except targets.BadTarget as error:
        return JsonResponse({"detail": str(error)}, status=400)
    except (ValueError, KeyError, TypeError):
        return JsonResponse({"detail": _("The browser's answer cannot be understood.")}, status=400)
    return JsonResponse({"number": target.pk}, status=201)


def _subscription(sent: Any) -> tuple[str, dict[str, str]]:
    """Returns the address and the keys of a push subscription. Raises KeyError or TypeError where it is none."""
    return str(sent["endpoint"]), {name: str(sent["keys"][name])[:200] for name in ("p256dh", "auth")}


@require_POST
@login_required
def browser_here(request: HttpRequest) -> HttpResponse:
    """Takes note in which browser this person is logged in, by the address of its push subscription; `before` and
    `keys` say that it replaced another. 204 if they get alerts there, else 404, and then nobody does.
    """
    user, session = person(request), request.session.session_key or ""
    try:
        if len(request.body) > LONGEST_BODY:
            raise ValueError
        sent: Any = json.loads(request.body)
        address, before = str(sent["endpoint"]), str(sent.get("before", ""))[:1000]
        known = browsers.note_login(user=user, address=address, session=session)
        if not known and before:
            known = targets.replace_subscription(
                user=user, address=address, keys=_subscription(sent)[1], session=session, before=before
            )
    except targets.BadTarget as error:
        return JsonResponse({"detail": str(error)}, status=400)
    except (ValueError, KeyError, TypeError, AttributeError):
        return JsonResponse({"detail": _("The browser's answer cannot be understood.")}, status=400)
    return HttpResponse(status=204 if known else 404)


@require_POST
@login_required
def failures_read(request: HttpRequest) -> HttpResponse:
    """Hides the line about browsers and chats that take nothing, until another failure."""
    delivery_problems.mark_read(person(request))
    return redirect_back(request, "alerts")


@require_POST
@login_required
def add_chat(request: HttpRequest) -> HttpResponse:
    """Saves a chat's webhook."""
    chat = ChatForm(request.POST)
    if chat.is_valid():
        try:
            target = targets.add(user=person(request), **chat.cleaned_data)
        except targets.BadTarget as error:
            chat.add_error("address", str(error))
        else:
            return _after_trial(request, target, new=True)
    return _settings_page(request, form=AlertsForm(wished=preferences.settings_of(person(request))), chat=chat)


@require_POST
@login_required
def try_target(request: HttpRequest, number: int) -> HttpResponse:
    """Sends a test message to a target. If it arrives, a resting target is used again."""
    return _after_trial(request, get_object_or_404(Target, pk=number, user=person(request)))


def _after_trial(request: HttpRequest, target: Target, *, new: bool = False) -> HttpResponse:
    """Starts a test message to a target and shows the page with its state, or with the reason why there is none."""
    if Trial.objects.filter(
        user=target.user_id, state__in=UNSETTLED, created_at__gt=timezone.now() - push_and_chat.TRIAL_WAITS
    ).exists():
        why_not = _("A trial is under way already. Wait for what comes of it.")
    elif not ratelimit.consume(request, action="trial"):
        why_not = _("These were many trials. No further one was sent: wait a few minutes.")
    else:
        push_and_chat.queue_trial(target)
        return redirect(reverse("alerts") + "#browsers")
    if new:
        messages.success(request, _("Saved."))
    messages.warning(request, why_not)
    return redirect("alerts")


@require_POST
@login_required
def remove_target(request: HttpRequest, number: int) -> HttpResponse:
    """Removes a browser or chat of one's own. Raises Http404 for another's."""
    get_object_or_404(Target, pk=number, user=person(request)).delete()
    delivery_problems.update_failure_flag(person(request).pk)
    messages.success(request, _("Removed."))
    return redirect("alerts")


@require_safe
@login_required
def sent(request: HttpRequest) -> HttpResponse:
    """The page of one's own alerts, latest first, with their states."""
    notices = (
        Notice.objects.filter(user=person(request))
        .select_related("game", "tournament", "target")
        .prefetch_related("game__seats__user")
    )
    page = Paginator(notices.order_by("-created_at", "-pk"), A_PAGE).get_page(request.GET.get("page"))
    lines = [
        {
            "notice": notice,
            "kind": kinds.name_of(notice.kind),
            "players": Reading(notice).about(),
            "mark": Reading(notice).mark(),
            "way": words.way(notice),
            "state": words.describe(notice),
        }
        for notice in page
    ]
    return render(request, "frontend/alerts/sent.html", {"page": page, "lines": lines})


@require_POST
@login_required
@unknown_games_as_404
def for_game(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """Saves the alert setting of one game, or deletes it."""
    access = find_game(user=request.user, game_id=game_id)
    mode = request.POST.get("mode", "")
    if not access.sides or mode not in ("", *Mode.values):
        raise Http404
    preferences.save_for_game(user=person(request), game=access.game, mode=mode)
    messages.success(request, _("Saved."))
    return redirect_back(request, "game", game_id=game_id)


# Mail programs post to this address by themselves, without cookies (RFC 8058); the token says who, and proves it.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Unsubscribes by a link in a mail. GET only asks, since mail scanners follow links."""
    found = unsubscribing.read(token)
    if found is None:
        return render(request, "frontend/alerts/stop_unknown.html", status=404)
    # A reader who has chosen none here reads on in the language of the mail.
    language = chosen_by(request) or found.user.language or translation.get_language() or ""
    with translation.override(language):
        request.LANGUAGE_CODE = language
        context = {
            "done": unsubscribing.apply(found, request.POST.get("what", "")) if request.method == "POST" else "",
            "kind": kinds.name_of(found.kind) if found.kind else "",
            "game": f"{players_of(found.game)} ({mark_of(found.game)})" if found.game else "",
            "name": found.user.get_username(),
        }
        answer = render(request, "frontend/alerts/stop.html", context)
        answer.headers["Content-Language"] = language
        return answer
