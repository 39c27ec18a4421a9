"""Middleware for the reader of a request: their language and time zone, and the refusal of pages that were made for
somebody else.

One browser has one session for all its tabs. Without this a page of one person would act as the next who logs in in
another tab, and be shown what belongs to them.
"""

import zoneinfo
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac

from games.errors import AnotherAccount, LoggedOut, Refused
from games.models import User
from games.problem_details import problem_details
from games.shapes import Scope

HEADER = "X-Page-Of"
"""The header by which a page says whose it is. The refusal repeats it with who is there now: `nobody` or `another`."""
NOBODY = "nobody"
LENGTH = 20


def mark_of(person: object) -> str:
    """Returns the mark of an account on its pages: the same at every log-in, and no hint at its number.

    `nobody` for visitors.
    """
    return salted_hmac("games.readers", str(person.pk)).hexdigest()[:LENGTH] if isinstance(person, User) else NOBODY


def refuse_pages_of_others(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Refuses requests of a page that was made for another person than the one who is logged in now, before anything is
    read or done.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        made_for = request.headers.get(HEADER)
        if made_for is None or made_for == mark_of(request.user):
            return get_response(request)
        nobody = not request.user.is_authenticated
        return _refusal(LoggedOut() if nobody else AnotherAccount(), NOBODY if nobody else "another")

    return middleware


def _refusal(refused: Refused, found: str) -> JsonResponse:
    """Returns 401 or 409 as problem details, with the account that is logged in now."""
    headers = {HEADER: found, "Cache-Control": "no-store"}
    if refused.status == 401:
        headers["WWW-Authenticate"] = "Session"
    return problem_details(refused.status, refused.code, str(refused.detail), headers=headers)


def is_of_another(scope: Scope) -> bool:
    """Whether a socket was opened by a page that was made for another person: its address says `?of=MARK`."""
    query = scope.get("query_string", b"")
    named = [part[3:] for part in query.decode("ascii", "replace").split("&") if part.startswith("of=")]
    return bool(named) and named[0] != mark_of(scope["user"])


def language_and_time_of_the_reader(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware that activates the language and the time zone of the reader's account.

    Who has chosen no language reads what Django's own middleware found in the cookie or in the browser's wishes.

    It stands last in the settings, and on purpose knows no `async`: Django then runs the whole chain around it in one
    thread. Middleware that could be asynchronous would each cost two changes of threads a request, which together take
    longer than a move.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        language = getattr(request.user, "language", "") or translation.get_language() or settings.LANGUAGE_CODE
        request.LANGUAGE_CODE = language
        request.reader = request.user.pk  # type: ignore[attr-defined]  # for the log: `crusader_site.watch`
        with translation.override(language), timezone.override(zone_of(request.user)):
            response = get_response(request)
        response.headers.setdefault("Content-Language", language)
        return response

    return middleware


def zone_of(person: object) -> zoneinfo.ZoneInfo | None:
    """The time zone somebody has chosen; None, which stands for UTC, for visitors and for names of no zone."""
    name = getattr(person, "time_zone", "")
    try:
        return zoneinfo.ZoneInfo(name) if name else None
    except (ValueError, zoneinfo.ZoneInfoNotFoundError):
        return None
