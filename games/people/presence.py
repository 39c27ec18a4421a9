"""Presence of people: at a game's board, elsewhere on the site, or the time of their last visit."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from games.models import Game, Presence, User, Visit

AT_THE_BOARD = timedelta(seconds=90)
"""A player who used the game's visible page no longer ago than this is here."""
ABOUT = timedelta(minutes=10)
"""A player who used any page no longer ago than this is away: from the board, not from the site."""
NOTED_EVERY = timedelta(seconds=30)


class Whereabouts(NamedTuple):
    """A person's presence. `state` is `here`, `away`, `gone`, or `unknown` if they hide it.

    With `gone` comes the minute.
    """

    state: str
    seen_at: datetime | None = None


def note(user: User) -> None:
    """Records that this person uses the site now."""
    now = timezone.now()
    stale = Q(seen_at=None) | Q(seen_at__lt=now - NOTED_EVERY)
    if Presence.objects.filter(stale, user=user).update(seen_at=now) or Presence.objects.filter(user=user).exists():
        return
    try:
        with transaction.atomic():
            Presence.objects.create(user=user, seen_at=now)
    except IntegrityError:
        pass  # another page of theirs was quicker


def whereabouts(user: User, game: Game | None = None) -> Whereabouts:
    """Returns a person's presence as others may know it; with a game, whether they are at its board."""
    now = timezone.now()
    if not user.is_active:
        return Whereabouts("unknown")
    visit = Visit.objects.filter(user=user, game=game).first() if game is not None else None
    if visit is not None and now - visit.used_at < AT_THE_BOARD:
        return Whereabouts("here")
    presence = Presence.objects.filter(user=user).first()
    if presence is not None and not presence.shows_last_seen:
        return Whereabouts("unknown")
    seen = presence.seen_at if presence is not None else None
    if seen is None:
        return Whereabouts("unknown")
    if now - seen < ABOUT:
        return Whereabouts("away" if game is not None else "here")
    return Whereabouts("gone", seen.replace(second=0, microsecond=0))


def is_about(user: User) -> bool:
    """Whether this person used the site in the last minutes.

    For the site's decisions; `whereabouts` is what others may know.
    """
    return Presence.objects.filter(user=user, seen_at__gt=timezone.now() - ABOUT).exists()


def shows_last_seen(user: User) -> bool:
    """Whether others may see when this person was last here; yes unless it was switched off."""
    return Presence.objects.filter(user=user).values_list("shows_last_seen", flat=True).first() is not False


def save_wish(*, user: User, shows_last_seen: bool) -> None:
    """Saves whether others may know when this person was last here."""
    Presence.objects.update_or_create(user=user, defaults={"shows_last_seen": shows_last_seen})
