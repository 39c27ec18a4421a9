"""Mail addresses that permanently refuse mail: counts failures and stops alerts until the owner acts.

What is known stands in `User.mail_trouble`, empty where all is well:
{"address": the address it is about, "failures": how many in a row, "at": when the last was counted (ISO 8601), "error":
what the server said, "reported": whether the sender told of it later, by a webhook}. Trouble of an address that is no
longer the person's does not count.
"""

from datetime import datetime
from typing import TypedDict

from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone

from games.alerts.failures import APART, RULES
from games.models import User
from games.models.outgoing import Failure

ENOUGH = RULES[Failure.ADDRESS].stops_after
COMPLAINT = "complaint"
mails_stopped = Signal()
"""Sent when the alerts to an address stop, with `user` and `address`: `games.alerts` tells the person by their other
ways.
"""


class Trouble(TypedDict, total=False):
    """`User.mail_trouble`: permanent failures of an address, or since when no mail goes out for another reason."""

    address: str
    failures: int
    at: str
    since: str
    kind: str
    error: str
    reported: bool


def is_stopped(user: User, address: str) -> bool:
    """Whether alerts to this address of the person are stopped."""
    trouble = user.mail_trouble
    return bool(trouble.get("failures", 0) >= ENOUGH and trouble["address"] == address)


def note_permanent_failure(
    *, user: User, address: str, error: str, reported: bool = False, at_once: bool = False
) -> None:
    """Counts a permanent failure. `at_once` stops alerts at the first, as after a spam complaint."""
    now = timezone.now()
    with transaction.atomic():
        trouble = _locked_trouble(user)
        if trouble.get("address") != address:
            trouble = {}
        again = "at" not in trouble or now - datetime.fromisoformat(trouble["at"]) >= APART
        failures = ENOUGH if at_once else trouble.get("failures", 0) + again
        at = now.isoformat() if again else trouble["at"]
        found: Trouble = {
            "address": address,
            "failures": failures,
            "at": at,
            "error": error[:200],
            "reported": reported,
        }
        _save_trouble(user, found)
    if failures >= ENOUGH and not had_stopped(trouble):
        mails_stopped.send(sender=User, user=user, address=address)


def had_stopped(trouble: Trouble) -> bool:
    """Whether alerts had stopped before this failure."""
    return bool(trouble.get("failures", 0) >= ENOUGH)


def note_delay(*, user: User, address: str, since: datetime, kind: str, error: str) -> None:
    """Notes that mails to a person have not gone out since this moment, though not for want of their address."""
    if user.mail_trouble.get("address") == address or timezone.now() - since < RULES[kind].owner_told_after:
        return
    with transaction.atomic():
        if _locked_trouble(user).get("address") != address:
            found: Trouble = {
                "address": address,
                "failures": 0,
                "since": since.isoformat(),
                "kind": kind,
                "error": error[:200],
                "reported": False,
            }
            _save_trouble(user, found)


def late_since(user: User, address: str) -> datetime | None:
    """Since when mails to a person have not gone out; None if they do, or are stopped."""
    trouble = user.mail_trouble
    return (
        datetime.fromisoformat(trouble["since"]) if trouble.get("address") == address and "since" in trouble else None
    )


def reset_failures(*, user: User, address: str, reported: bool = False) -> None:
    """Resets the failure count when a mail is taken. With a relay, only its later delivery report counts."""
    trouble = user.mail_trouble
    if trouble and (trouble["address"] != address or reported or not trouble["reported"]):
        with transaction.atomic():
            _locked_trouble(user)
            _save_trouble(user, {})


def try_again(user: User) -> None:
    """Resumes alerts; the next permanent failure stops them again."""
    with transaction.atomic():
        trouble = _locked_trouble(user)
        if "since" in trouble:
            _save_trouble(user, {})
        elif trouble:
            long_ago = (timezone.now() - APART).isoformat()
            _save_trouble(user, trouble | {"failures": min(trouble["failures"], ENOUGH - 1), "at": long_ago})


def _locked_trouble(user: User) -> Trouble:
    """Returns the person's record of failed mails, with their row locked."""
    found: Trouble = User.objects.select_for_update().values_list("mail_trouble", flat=True).get(pk=user.pk)
    return found


def _save_trouble(user: User, trouble: Trouble) -> None:
    user.mail_trouble = trouble
    User.objects.filter(pk=user.pk).update(mail_trouble=trouble)
