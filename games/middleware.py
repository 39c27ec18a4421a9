"""Middleware: language, time zone and session of each request."""

import zoneinfo
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone, translation


def language_and_time_of_the_reader(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Pages speak the language that the reader's account names, and show times as their clock does.

    Who has chosen no language reads what Django's own middleware found in the cookie or in the browser's wishes.

    It stands last in the settings, and on purpose knows no `async`: Django then runs the whole chain around it in one thread. Middleware
    that could be asynchronous would each cost two changes of threads a request, which together take longer than a move.
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
