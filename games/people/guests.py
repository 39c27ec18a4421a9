"""Guests: accounts without a name and a password, in one browser, that play against the computer or alone.

A guest is given a name and a password at any time and is a person like everybody then, games and all. One who is not seen for `KEPT` is
deleted as a person who leaves is. Their name holds an @, which no person's may.
"""

import logging
import secrets
from datetime import timedelta

from django.contrib.auth.password_validation import validate_password
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games import errors
from games.access import Access, hold_person
from games.models import Presence, Seat, User
from games.people import names
from games.people.deletion import delete_account
from games.services.lobby import lobby

logger = logging.getLogger(__name__)
KEPT = timedelta(days=30)
"""How long a guest's games are kept after they were used last."""
AT_ONCE = 200
LEVEL = "knight"
"""How the computer plays with somebody who only pressed a button."""


def receive(*, side: str, language: str) -> Access:
    """Makes a guest, and begins a game of theirs against the computer."""
    with transaction.atomic():
        return lobby.create_game(user=make(language=language), side=side, computer=LEVEL, hints=True)


def make(*, language: str) -> User:
    """Makes a guest's account."""
    guest = User(username=f"{secrets.token_hex(8)}@guest", guest=True, language=language)
    guest.set_unusable_password()
    guest.save()
    return guest


def keep(*, guest: User, name: str, password: str) -> User:
    """Gives a guest a name and a password; nothing else changes. Raises ValidationError for what will not do, NoGuest for others."""
    name = names.normalized(name)
    with transaction.atomic():
        hold_person(guest)
        person = User.objects.get(pk=guest.pk)
        if not person.guest:
            raise errors.NoGuest
        names.check(name)
        person.username = name
        validate_password(password, person)
        person.guest = False
        person.set_password(password)
        try:
            with transaction.atomic():
                person.save()
        except IntegrityError as error:
            raise errors.NameTaken from error
        return person


def forget_unused() -> int:
    """Deletes the guests who were not seen for long. Returns how many; an error with one does not hold up the others."""
    since = timezone.now() - KEPT
    played = Seat.objects.filter(user=OuterRef("pk"), game__touched_at__gte=since)
    seen = Presence.objects.filter(user=OuterRef("pk"), seen_at__gte=since)
    unused = User.objects.filter(guest=True, is_active=True, date_joined__lt=since).exclude(Exists(played)).exclude(Exists(seen))
    forgotten = 0
    for guest in unused.order_by("date_joined")[:AT_ONCE]:
        try:
            delete_account(user=guest)
            forgotten += 1
        except Exception:
            logger.exception("The guest %s could not be deleted.", guest.pk)
    return forgotten
