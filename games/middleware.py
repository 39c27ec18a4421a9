"""What every request is prepared with."""

import zoneinfo
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone


def time_of_the_reader(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Pages show times as the reader's clock does.

    It stands last in the settings, and on purpose knows no `async`: Django then runs the whole chain around it in one thread. Middleware
    that could be asynchronous would each cost two changes of threads a request, which together take longer than a move.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        with timezone.override(_zone(request)):
            return get_response(request)

    return middleware


def _zone(request: HttpRequest) -> zoneinfo.ZoneInfo | None:
    name = getattr(request.user, "time_zone", "")
    try:
        return zoneinfo.ZoneInfo(name) if name else None
    except (ValueError, zoneinfo.ZoneInfoNotFoundError):
        return None
