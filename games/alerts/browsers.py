"""Browsers that get alerts: each target belongs to a session and sleeps when that ends, so that nobody reads another
person's alerts.

A page of a logged-in person reports the address of its browser's subscription (`note_login`). The person's own target
wakes up there, after a new login or a changed password. Everybody else's at this address sleeps.
"""

from importlib import import_module

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from games.models import Notice, Target, User
from games.models.outgoing import Failure
from games.people import sanctions


def mark_of(session: str) -> str:
    """Returns a keyed hash of the session key, by which a page notices that its session has changed."""
    return salted_hmac("games.alerts.browsers", session).hexdigest()[:16] if session else ""


def note_login(*, user: User, address: str, session: str) -> bool:
    """Wakes this person's target at this address of a push subscription, and puts everybody else's there to sleep.

    Returns whether they get alerts there.
    """
    with transaction.atomic():
        here = Target.objects.filter(kind=Target.Kind.PUSH, address=address)
        here.exclude(user=user).update(asleep=True, session="")
        return bool(here.filter(user=user).update(asleep=False, session=session))


def replace(target: Target, before: str) -> None:
    """Moves waiting alerts from a browser's former subscription to this one, and deletes the former. The former has the
    address `before`, or has the same name and is gone.
    """
    own = Target.objects.filter(user=target.user_id, kind=Target.Kind.PUSH).exclude(pk=target.pk)
    gone = own.filter(resting=True, failure=Failure.GONE, name=target.name) if target.name else own.none()
    with transaction.atomic():
        for old in own.filter(address=before) | gone:
            taken = Notice.objects.filter(target=target).values("user", "game", "tournament", "turn", "kind")
            if not taken.exists():
                Notice.objects.filter(target=old).update(target=target)
            old.delete()


def session_over(session: str) -> None:
    """Puts the browsers of an ended session to sleep."""
    here = Target.objects.filter(session=session)
    if session and here.exists():
        here.update(asleep=True, session="")


def is_of_owner(target: Target) -> bool:
    """Whether alerts may still go to this target: a browser's owner must be logged in there and not banned.

    Chats, and browsers that were noted without a login session, count as logged in.
    """
    if target.kind != Target.Kind.PUSH:
        return True
    if sanctions.ban_of(target.user_id) is not None:
        return False
    if not target.session:
        return True
    kept = import_module(settings.SESSION_ENGINE).SessionStore(target.session).load()
    known = [target.user.get_session_auth_hash(), *target.user.get_session_auth_fallback_hash()]
    same = str(kept.get(SESSION_KEY, "")) == str(target.user_id)
    return same and any(constant_time_compare(str(kept.get(HASH_SESSION_KEY, "")), one) for one in known)


def suspend_browser(target: Target) -> None:
    """Puts a browser to sleep whose session has ended."""
    Target.objects.filter(pk=target.pk).update(asleep=True, session="")
