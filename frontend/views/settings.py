"""Pages of settings: index, preferences, data export, account deletion."""

import json
from typing import Any, NamedTuple

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from frontend.account_forms import LeavingForm, PreferencesForm
from frontend.language import remember
from frontend.views.parts import person, summaries
from games.accounts.deletion import LastOfStaff, delete_account
from games.accounts.export import everything_about
from games.accounts.leaving import running_games
from games.people.mail import confirmed_address


class Section(NamedTuple):
    """A line of the settings index: URL name, title, and description."""

    address: str
    title: Any
    what: Any


# In the order of the page. Further parts of the site add theirs here.
SECTIONS: list[Section] = [
    Section(
        "preferences",
        gettext_lazy("Time zone and language"),
        gettext_lazy("How pages and mails speak to you, and whether chronicles name you."),
    ),
    Section(
        "display",
        gettext_lazy("Display"),
        gettext_lazy("Light or dark, the size of blocks, names on the map, animation."),
    ),
    Section(
        "account_email",
        gettext_lazy("Mail address"),
        gettext_lazy("Where alerts go, and what gets you a new password."),
    ),
    Section("alerts", gettext_lazy("Alerts"), gettext_lazy("What you are told, on which ways, and when.")),
    Section("vacations", gettext_lazy("Vacations"), gettext_lazy("Days on which your clocks stand still.")),
    Section(
        "blocked",
        gettext_lazy("Blocked players"),
        gettext_lazy("Whom you do not want to meet, and who sees when you were here."),
    ),
    Section("account_change_password", gettext_lazy("Password"), gettext_lazy("Choose a new one.")),
    Section(
        "mfa_index", gettext_lazy("Second factor"), gettext_lazy("An app, a passkey or a key besides your password.")
    ),
    Section(
        "usersessions_list",
        gettext_lazy("Where you are logged in"),
        gettext_lazy("See the browsers, log the others out."),
    ),
    Section(
        "tokens", gettext_lazy("Tokens for programs"), gettext_lazy("Let a program of yours read or play in your name.")
    ),
    Section(
        "my-disputes",
        gettext_lazy("Disputes"),
        gettext_lazy("Problems of your games that were reported, and what came of them."),
    ),
    Section("own-data", gettext_lazy("Your data"), gettext_lazy("Everything the site holds about you, in one file.")),
    Section("leave", gettext_lazy("Delete the account"), gettext_lazy("Your name and address go, the games stay.")),
]


@require_safe
@login_required
def index(request: HttpRequest) -> HttpResponse:
    """The page that leads to all settings."""
    return render(request, "frontend/settings/index.html", {"sections": SECTIONS})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def preferences(request: HttpRequest) -> HttpResponse:
    """The page of time zone, language, and whether chronicles name the person."""
    form = PreferencesForm(request.POST or None, instance=person(request))
    if request.method == "POST" and form.is_valid():
        user = form.save()
        messages.success(request, _("Saved."))
        response = redirect("settings")
        if user.language:
            remember(response, user.language)
        else:
            response.delete_cookie(settings.LANGUAGE_COOKIE_NAME, samesite="Lax")
        return response
    return render(request, "frontend/settings/preferences.html", {"form": form})


@require_safe
@login_required
def own_data(request: HttpRequest) -> HttpResponse:
    """The page that explains the data export, with its button."""
    return render(request, "frontend/settings/own_data.html")


@require_POST
@login_required
def export_data(request: HttpRequest) -> HttpResponse:
    """Downloads the data export. By POST and rate-limited: it reads every game one has played."""
    refused: HttpResponse | None = ratelimit.consume_or_429(request, action="export")
    if refused is not None:
        return refused
    body = json.dumps(everything_about(person(request)), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    response = HttpResponse(body, content_type="application/json")
    response["Content-Disposition"] = 'attachment; filename="crusader-rex-my-data.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def leave(request: HttpRequest) -> HttpResponse:
    """The page of account deletion: lists the consequences game by game, and deletes once the password is given."""
    user = person(request)
    form = LeavingForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        name, address = user.username, confirmed_address(user)
        try:
            with transaction.atomic():
                delete_account(user=user)
                if address is not None:
                    get_adapter(request).send_mail("account/email/account_deleted", address, {"name": name})
        except LastOfStaff as refused:
            form.add_error(None, str(refused.detail))
        else:
            logout(request)
            messages.success(request, _("Your account is deleted. Thank you for playing."))
            return redirect("home")
    running = running_games(user).prefetch_related("seats__user").select_related("creator", "ended_by")
    context = {
        "form": form,
        "games": summaries(request, running.filter(solo=False)),
        "solo": running.filter(solo=True).exists(),
    }
    return render(request, "frontend/settings/leave.html", context)
