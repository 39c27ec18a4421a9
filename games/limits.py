"""How often somebody may ask: forms of the pages here, the API by DRF's throttles, sign-ups and passwords by allauth's own limits."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from allauth.core import ratelimit
from allauth.core.internal.ratelimit import get_ip
from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
MOST_SOCKETS_OF_VISITORS = 100
"""Sockets that one process keeps for visitors of one address: a school behind one has many."""


class PostsInMeasure:
    """Refuses forms beyond the rate `post` of the settings. The API counts for itself, since its answers are no pages.

    Counted is what has passed the check of Django's token: other sites shall not use up what somebody may send.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        if request.method in SAFE or request.path.startswith("/api/"):
            return None
        who = f"person {request.user.pk}" if request.user.is_authenticated else f"address {get_ip(request)}"
        refused: HttpResponse | None = ratelimit.consume_or_429(request, action="post", key=who)
        return refused


class PersonThrottle(UserRateThrottle):
    """The API's limits keep runaway scripts away, not people, and every move asks them: each process counts for itself, in its memory."""

    cache = caches["near"]


class VisitorThrottle(AnonRateThrottle):
    cache = caches["near"]


class Sockets:
    """Counts the sockets that one process keeps, for each person, and for visitors of each address."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.kept: Counter[str] = Counter()

    def take(self, scope: Any) -> str | None:
        """Returns what to give back at the end, None when there are too many."""
        user = scope["user"]
        if user.is_authenticated:
            who, most = f"person {user.pk}", self.most
        else:
            who, most = f"address {_address(scope)}", MOST_SOCKETS_OF_VISITORS
        if self.kept[who] >= most:
            return None
        self.kept[who] += 1
        return who

    def give_back(self, who: str | None) -> None:
        if who is not None:
            self.kept[who] -= 1
            if self.kept[who] <= 0:
                del self.kept[who]


def _address(scope: Any) -> str:
    """Where a socket comes from; behind a proxy the last address that was forwarded, which the proxy wrote."""
    forwarded = dict(scope.get("headers", [])).get(b"x-forwarded-for", b"").decode("latin1")
    if settings.BEHIND_PROXY and forwarded:
        return str(forwarded.rsplit(",", 1)[-1]).strip()
    return str((scope.get("client") or [""])[0])
