"""Processor time that the requests of one person, or of the visitors of one address, may take of a web process.

A count of requests does not tell what they cost: a stretch of a replay takes fifty times what most take. So every
request is charged the processor time of its thread, whatever its address, and who has used up `PROCESSOR_SECONDS` is
asked to wait. What was used comes back at `PROCESSOR_SHARE` of a processor. Reading is refused first: a script that
reads too much leaves its owner room to move.

Each process counts for itself, in its memory. What PostgreSQL does is not counted:
`tests/frontend/test_cost_of_pages.py` bounds that.
"""

import math
import time
from collections.abc import Callable
from threading import Lock

from cachetools import LRUCache
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import ngettext

from games.limits import SAFE, Counted, asker, too_many, try_again

MOST_REMEMBERED = 10_000
ROOM_FOR_ACTS = 1.5
"""What is not mere reading is refused at so many times the budget."""
MOST_OWED = 2.0
"""No more than so many times the budget is charged: there is an end to every wait."""
READY_AT = 0.9
"""Who waits gets room for more than one request: until so much of the budget is used."""

OF_A_SOCKET = 0.005
"""Processor seconds charged for opening a socket.

It is work of several threads; that of an open one is next to nothing.
"""

processor_seconds = time.thread_time
now = time.monotonic


class SecondsUsed:
    """Processor seconds that each person or address has used lately; the least recently charged are dropped."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._used: LRUCache[str, tuple[float, float]] = LRUCache(MOST_REMEMBERED)

    def used(self, who: str) -> float:
        """Returns the seconds of processor time that this asker still owes."""
        with self._lock:
            seconds, at = self._used.get(who, (0.0, 0.0))
        return self._still_owed(seconds, at)

    def charge(self, who: str, seconds: float) -> None:
        """Adds seconds of processor time to what this asker owes, up to a limit."""
        with self._lock:
            before, at = self._used.get(who, (0.0, 0.0))
            owed = min(self._still_owed(before, at) + seconds, MOST_OWED * settings.PROCESSOR_SECONDS)
            self._used[who] = (owed, now())

    def wait(self, who: str, *, reading: bool) -> int:
        """Seconds until this person may send such a request; 0 for now."""
        most = settings.PROCESSOR_SECONDS * (1.0 if reading else ROOM_FOR_ACTS)
        used = self.used(who)
        return 0 if used < most else math.ceil((used - most * READY_AT) / settings.PROCESSOR_SHARE)

    @staticmethod
    def _still_owed(seconds: float, at: float) -> float:
        """Returns the seconds still owed, after what has been paid back since."""
        back: float = (now() - at) * settings.PROCESSOR_SHARE
        return max(0.0, seconds - back)

    def take(self, who: str, seconds: float) -> bool:
        """Charges what is known beforehand; False where there is no room for it."""
        if self.wait(who, reading=True):
            return False
        self.charge(who, seconds)
        return True

    def clear(self) -> None:
        """Forgets all debts."""
        with self._lock:
            self._used.clear()


seconds_used = SecondsUsed()


def charge(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware that charges what a request took. Stands first, so that sessions and compression are counted too."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        begun = processor_seconds()
        response = get_response(request)
        charge_to(request, processor_seconds() - begun)
        return response

    return middleware


def charge_to(request: HttpRequest, seconds: float) -> None:
    """Charges the asker noted with the request."""
    who = request.META.get("games.budget")
    if who is not None:
        seconds_used.charge(who, seconds)


def wait_for(request: HttpRequest, *, reading: bool = False) -> int:
    """Returns the seconds until there is room for this request, 0 for now, and notes the asker with it."""
    return seconds_used.wait(note(request), reading=reading)


def note(request: HttpRequest) -> str:
    """Notes in the request who will be charged for it."""
    who: str = request.META.setdefault("games.budget", asker(request))
    return who


def refuse(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware that answers 429 to people who have used up their budget. Stands last: it must know the person and
    their language.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        wait = wait_for(request, reading=request.method in SAFE)
        return refusal(request, wait) if wait else get_response(request)

    return middleware


def refusal(request: HttpRequest, wait: int) -> HttpResponse:
    """Returns the 429 for a request beyond the budget of processor time."""
    seconds = round(settings.PROCESSOR_SECONDS)
    if request.user.is_authenticated:
        said = ngettext(
            "What you asked for has used up the {count} second of processor time that the site gives one person at"
            " once.",
            "What you asked for has used up the {count} seconds of processor time that the site gives one person at"
            " once.",
            seconds,
        )
    else:
        said = ngettext(
            "What was asked from your address has used up the {count} second of processor time that the site gives its"
            " visitors at once.",
            "What was asked from your address has used up the {count} seconds of processor time that the site gives its"
            " visitors at once.",
            seconds,
        )
    counted = Counted(seconds, math.ceil(settings.PROCESSOR_SECONDS / settings.PROCESSOR_SHARE), left=0, reset=wait)
    return too_many(
        request, f"{said.format(count=seconds)} {try_again(wait)}", wait=wait, used_up="processor-time", counted=counted
    )
