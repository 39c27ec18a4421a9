"""Known devices: browsers on which an account has been logged in before, and their own number of guesses at its
password.

Wrong passwords are counted by account, or one could guess for ever; so a stranger who goes on guessing would keep the
owner out, while their clock runs. A device that has logged in before therefore bears a signed cookie for the account
(OWASP: "device cookies"), and has a few guesses that others cannot use up. Nobody guesses faster for it: within ten
minutes the common limit and those of all devices of an account together allow no more than the limit before there were
device cookies.
"""

import secrets
from collections.abc import Callable
from datetime import timedelta

from allauth.core import ratelimit
from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase

from games.models import User
from games.readers import mark_of

LASTS = timedelta(days=400)
"""As long as browsers keep a cookie at most."""
COOKIE = "device_"
SALT = "games.people.devices"
OF_A_DEVICE, OF_ALL_DEVICES = "login_failed_device", "login_failed_devices"
"""Names of the limits in `ACCOUNT_RATE_LIMITS`: of one device, and of all devices of one account together."""


def _cookie_name(person: User) -> str:
    return f"{COOKIE}{mark_of(person)}"


def _device_of(request: HttpRequest, person: User) -> str | None:
    """Returns the device's number if its cookie is the site's, of this account, and not too old; else None."""
    given = request.COOKIES.get(_cookie_name(person), "")
    if not given:
        return None
    try:
        number: str = signing.TimestampSigner(salt=f"{SALT} {person.pk}").unsign(given, max_age=LASTS)
    except signing.BadSignature:
        return None
    return number


def any_known(request: HttpRequest) -> bool:
    """Whether the browser bears the cookie of any account's device."""
    return any(name.startswith(COOKIE) for name in request.COOKIES)


def _limits_of(person: User, device: str, what: str) -> tuple[tuple[str, str], ...]:
    """Returns the rate limits that a guess of this device counts for: the device's own, and that of all devices."""
    return (OF_A_DEVICE, f"{what} {person.pk} {device}"), (OF_ALL_DEVICES, f"{what} {person.pk}")


def may_try(request: HttpRequest, person: User | None, what: str) -> bool:
    """Whether a known device of this person has a guess of its own left; counts it.

    False for devices that are not known.

    `what` is guessed at: "password" or "code".
    """
    device = _device_of(request, person) if person is not None else None
    if person is None or device is None:
        return False
    return all(ratelimit.consume(request, action=action, key=key) for action, key in _limits_of(person, device, what))


def clear(request: HttpRequest, person: User, what: str) -> None:
    """Forgets the wrong guesses counted for a known device, and for all devices of the person together, once this
    device has given the right `what`: a password or a code.
    """
    device = _device_of(request, person)
    if device is not None:
        for action, key in _limits_of(person, device, what):
            ratelimit.clear(request, action=action, key=key)


def middleware(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Gives each device on which somebody with a password is logged in its cookie, once.

    Programs with tokens are no devices.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        """Answers the request; sets the cookie of a device that has none."""
        response = get_response(request)
        person = request.user
        if (
            isinstance(person, User)
            and not person.guest
            and "games.token" not in request.META
            and _device_of(request, person) is None
        ):
            response.set_cookie(
                _cookie_name(person),
                signing.TimestampSigner(salt=f"{SALT} {person.pk}").sign(secrets.token_urlsafe(9)),
                max_age=LASTS,
                httponly=True,
                secure=settings.SESSION_COOKIE_SECURE,
                samesite="Lax",
            )
        return response

    return answer
