"""Playing at once without an account, and making an account of a guest's."""

import uuid
from collections.abc import Callable

from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from frontend.account_forms import KeepForm
from frontend.language import chosen_by
from frontend.views.parts import key_of, person, route_name
from games import errors
from games.accounts import guests
from games.limits import SAFE, too_many, try_again
from games.models import User
from games.models.game import SIDES
from games.people.computers import LEVEL_NAMES
from games.problem_details import problem_details
from games.services.lobby import lobby

HOUR = 3600
SESSION = 365 * 24 * HOUR
"""Seconds that a guest's cookie lasts; the account ends before it when it is not used."""
MAY_POST = frozenset(
    (
        *(
            "play-now",
            "keep-account",
            "language",
            "display",
            "logout",
            "account_logout",
            "new-game",
            "start-solo",
            "lesson",
            "practice",
            "rematch",
            "decision",
            "decision-of-day",
            "go-on",
        ),
        *("sit-down", "join-game", "leave-game", "decline", "add-part", "talk"),
        *(
            "standing-orders",
            "notebook",
            "api-games",
            "api-practice",
            "api-decision",
            "api-decision-of-day",
            "api-go-on",
            "api-rematch",
            "api-analysis",
            "api-actions",
            "api-undo",
            "api-restart-turn",
            "api-resign",
        ),
        *(
            "api-offers",
            "api-offer",
            "api-orders",
            "api-notebook",
            "api-here",
            "api-present",
            "api-next-dice",
            "api-dice",
        ),
        *(
            "api-give-time",
            "api-end-pause",
            "api-claim",
            "api-talk",
            "api-talk-read",
            "api-talk-mute",
            "api-talk-withdraw",
        ),
    )
)
"""Names of the addresses by which guests may change something: their own games, and the seat in a private one that they
have the link of.

What they may not is whatever reaches people who did not invite them, and settings of accounts.
"""
CLOSED = ("/settings/", "/account/", "/admin/")
"""Pages of accounts, which guests do not have."""


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """Begins a game against the computer, for a visitor as a guest."""
    side = request.POST.get("side", "")
    side = side if side in SIDES else "saracen"
    key = key_of(request)
    level = request.POST.get("level", "")
    level = level if level in LEVEL_NAMES else guests.usual_level(request.user)
    key = (
        uuid.uuid5(key, f"{side} {level}") if key else None
    )  # its form may have a button for each side, others for levels
    if isinstance(request.user, User):
        try:
            access = lobby.create_game(user=request.user, side=side, computer=level, hints=True, idempotency_key=key)
        except errors.Refused as error:
            messages.error(request, str(error.detail))
            return redirect("my-games")
        return redirect("game", game_id=access.game.public_id)
    form = form_of(request)
    refused = refuse_more_guests(request, form)
    if refused is not None:
        return refused
    access = guests.start_as_guest(side=side, level=level, language=chosen_by(request), form=form, idempotency_key=key)
    assert isinstance(access.user, User)
    log_in(request, access.user)
    return redirect("game", game_id=access.game.public_id)


def form_of(request: HttpRequest) -> str:
    """Returns a key of the form a visitor sent, made of its own key and the browser's token, so that it is of no use to
    others.

    Empty where either is missing.
    """
    key, browser = key_of(request), request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    return (
        salted_hmac("frontend.views.guests", f"{key} {browser}", algorithm="sha256").hexdigest()[:32]
        if key and browser
        else ""
    )


def refuse_more_guests(request: HttpRequest, form: str) -> HttpResponse | None:
    """Returns the refusal of one more guest where too many have come from the visitor's address within the hour; else
    counts this one. A form sent again, which has its guest, is neither refused nor counted.
    """
    if guests.made_by(form) or ratelimit.consume(request, action="guest"):
        return None
    detail = _(
        "From here many have begun to play as guests within the hour. Sign up, which takes a name and a password."
    )
    return too_many(request, f"{detail} {try_again(HOUR)}", wait=HOUR, used_up="guests")


def log_in_as_new_guest(request: HttpRequest) -> HttpResponse | None:
    """Logs a visitor in as a guest of their own, or returns the refusal where too many guests have come from there."""
    form = form_of(request)
    refused = refuse_more_guests(request, form)
    if refused is None:
        log_in(request, guests.create_guest(language=chosen_by(request), form=form))
    return refused


def log_in(request: HttpRequest, guest: User) -> None:
    """Logs a visitor in as this guest, for as long as their cookie lasts."""
    login(request, guest, backend="games.people.backend.NameOrMail")
    request.session.set_expiry(SESSION)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def keep_account(request: HttpRequest) -> HttpResponse:
    """The form that makes an account of a guest's."""
    user = person(request)
    if not user.guest:
        return redirect("settings")
    form = KeepForm(request.POST or None, guest=user)
    if request.method == "POST" and form.is_valid():
        limited: HttpResponse | None = ratelimit.consume_or_429(request, action="signup")
        if limited is not None:
            return limited
        try:
            kept = guests.convert_guest(
                guest=user, name=form.cleaned_data["username"], password=form.cleaned_data["password1"]
            )
        except ValidationError as error:
            form.refuse(error)
        except errors.Refused as refused:
            form.add_error("username", str(refused.detail))
        else:
            update_session_auth_hash(request, kept)
            messages.success(
                request, _("The account is yours, {name}, and so are your games.").format(name=kept.get_username())
            )
            return redirect("my-games")
    return render(request, "frontend/people/keep_account.html", {"form": form})


def keep_guests_apart(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware that lets guests change nothing but their own games, and leads them from pages of accounts to the one
    that makes one.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if not getattr(request.user, "guest", False):
            return get_response(request)
        name = route_name(request)
        if request.method in SAFE:
            closed = request.path_info.startswith(CLOSED) and name != "keep-account"
            return redirect("keep-account") if closed else get_response(request)
        return get_response(request) if name in MAY_POST or name is None else _refusal(request)

    return middleware


def _refusal(request: HttpRequest) -> HttpResponse:
    """Refuses an act of a guest: problem details for the API, else the form to get an account."""
    refused = errors.GuestsMayNot()
    if not request.path_info.startswith("/api/"):
        messages.error(request, str(refused.detail))
        return redirect("keep-account")
    return problem_details(refused.status, refused.code, str(refused.detail))
