"""Rate limits: of forms here, of the API by DRF's throttles, of sign-ups and passwords by allauth's own.

Their processor time is limited in `games.budget`.
"""

import ipaddress
import math
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from django.conf import settings
from django.core.cache import caches
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, SimpleRateThrottle, UserRateThrottle

from games.problem_details import problem_details
from games.shapes import Scope, Untyped

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
MOST_SOCKETS_OF_VISITORS = 100
"""Sockets that one process keeps for visitors of one address: a school behind one has many."""
IPV6_NETWORK = 64
"""Bits by which IPv6 addresses are told apart: a person who has one has all of its network."""
NAT64 = ipaddress.ip_network("64:ff9b::/96")


def plain_address(address: str) -> str:
    """The address in its usual form: of IPv4 in dots, also where it came as IPv6 (`::ffff:203.0.113.9`, as a socket for
    both kinds tells it, or `64:ff9b::203.0.113.9`, RFC 6052). What is no address stays as it is.
    """
    try:
        found = ipaddress.ip_address(address.strip().partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        if found in NAT64:
            return str(ipaddress.IPv4Address(int(found) & 0xFFFFFFFF))
    return str(found)


def network_of(address: str) -> str:
    """The address visitors are counted by: of IPv6 the network."""
    plain = plain_address(address)
    try:
        found = ipaddress.ip_address(plain)
    except ValueError:
        return plain
    if found.version == 4:
        return plain
    return str(ipaddress.ip_network((found, IPV6_NETWORK), strict=False).network_address)


def asker(request: HttpRequest) -> str:
    """Returns the key under which requests are counted together: the person's, or the address's for visitors."""
    if request.user.is_authenticated:
        return f"person {request.user.pk}"
    return f"address {network_of(_client(request))}"


def _client(request: HttpRequest) -> str:
    """Returns the address that a request comes from; "" if nothing tells it."""
    try:
        return str(get_adapter(request).get_client_ip(request))
    except PermissionDenied:  # no proxy wrote an address, and the connection has none
        return ""


class Counted(NamedTuple):
    """The figures of a limit after counting a request: the window's total, what is left, and when some comes back, in
    seconds.
    """

    quota: int
    window: int
    left: int
    reset: int

    def headers(self, name: str) -> dict[str, str]:
        """Returns the figures as headers of draft-ietf-httpapi-ratelimit-headers."""
        return {
            "RateLimit-Policy": f'"{name}";q={self.quota};w={self.window}',
            "RateLimit": f'"{name}";r={self.left};t={self.reset}',
        }


def too_many(
    request: HttpRequest, detail: str, *, wait: int, used_up: str, counted: Counted | None = None
) -> HttpResponse:
    """Returns a 429, a page or a problem document: what was used up, and in how many seconds there is room again."""
    if request.path_info.startswith("/api/"):
        headers = counted.headers(used_up) if counted else None
        members = {"used-up": used_up, "retry-after": wait}
        response: HttpResponse = problem_details(429, "too-many-requests", detail, members, headers)
    else:
        response = render(request, "429.html", {"detail": detail}, status=429)
    response["Retry-After"] = str(wait)
    return response


def try_again(wait: int) -> str:
    """When to try again, in words; ``wait`` is in seconds."""
    return ngettext("Try again in {count} second.", "Try again in {count} seconds.", wait).format(count=wait)


class FormRateLimit:
    """Refuses forms beyond the rate `post` of the settings. The API counts for itself, since its answers are no pages.

    Counted is what has passed the check of Django's token: other sites shall not use up what somebody may send.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> HttpResponse | None:
        """Refuses a form if its sender has sent too many within a minute."""
        if request.method in SAFE or request.path.startswith("/api/"):
            return None
        if ratelimit.consume(request, action="post", key=asker(request)):
            return None
        detail = _("You sent more forms within a minute than the site takes. Nothing was changed this time.")
        return too_many(request, f"{detail} {try_again(60)}", wait=60, used_up="forms")


class CountingThrottle(SimpleRateThrottle):
    """A throttle that stores its count in the request, for the headers of the answer."""

    num_requests: int
    duration: int

    def allow_request(self, request: Request, view: Untyped) -> bool:
        """Counts a request, and notes for the headers of the answer how many are left."""
        allowed: bool = super().allow_request(request, view)
        if self.rate is not None and getattr(self, "key", None) is not None:
            reset = math.ceil(self.duration - (self.now - self.history[-1])) if self.history else 0
            left = max(0, self.num_requests - len(self.history))
            request.META["games.counted"] = Counted(self.num_requests, self.duration, left, reset)
        return allowed


class PersonThrottle(CountingThrottle, UserRateThrottle):
    """The API's limits keep runaway scripts away, not people, and every move asks them: each process counts for itself,
    in its memory.
    """

    cache = caches["near"]


class VisitorThrottle(CountingThrottle, AnonRateThrottle):
    cache = caches["near"]

    def get_ident(self, request: Request) -> str:
        return network_of(super().get_ident(request) or "")


def tell_limits(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware that says in every answer of the API how many requests are left.

    What no endpoint counted, as it knows no such address or nobody to count for, is counted here, and refused beyond
    the limit. Stands where the person and their language are known."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if not request.path_info.startswith("/api/") or "RateLimit" in response.headers:
            return response
        wait = None if "games.counted" in request.META else _count(request)
        counted: Counted | None = request.META.get("games.counted")
        if wait is not None and response.status_code < 500:
            detail = _("You sent more requests than the site takes in so short a time.")
            response = too_many(request, f"{detail} {try_again(wait)}", wait=wait, used_up="requests", counted=counted)
        elif counted is not None:
            for name, value in counted.headers("requests").items():
                response.headers[name] = value
        return response

    return middleware


def _count(request: HttpRequest) -> int | None:
    """Counts a request for its sender. Returns the seconds until there is room again if it was one too many."""
    throttle = PersonThrottle() if request.user.is_authenticated else VisitorThrottle()
    asked = Request(request)
    asked.user = request.user
    return None if throttle.allow_request(asked, None) else max(1, math.ceil(throttle.wait() or 1))


class Sockets:
    """Counts the sockets that one process keeps, for each person, and for visitors of each address."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.kept: Counter[str] = Counter()

    def take(self, scope: Scope) -> str | None:
        """Counts one more open socket. Returns the key for `give_back`, or None if there are too many."""
        user = scope["user"]
        if user.is_authenticated:
            who, most = f"person {user.pk}", self.most
        else:
            who, most = f"address {network_of(_address(scope))}", MOST_SOCKETS_OF_VISITORS
        if self.kept[who] >= most:
            return None
        self.kept[who] += 1
        return who

    def give_back(self, who: str | None) -> None:
        """Counts one open socket of this asker less; None was never counted."""
        if who is not None:
            self.kept[who] -= 1
            if self.kept[who] <= 0:
                del self.kept[who]


def _address(scope: Scope) -> str:
    """Where a socket comes from; behind a proxy the last address that was forwarded, which the proxy wrote."""
    forwarded = dict(scope.get("headers", [])).get(b"x-forwarded-for", b"").decode("latin1")
    if settings.BEHIND_PROXY and forwarded:
        return str(forwarded.rsplit(",", 1)[-1]).strip()
    return str((scope.get("client") or [""])[0])
