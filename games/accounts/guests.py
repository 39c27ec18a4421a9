"""Guests: accounts without a name and a password, in one browser, that play against the computer, alone, or with who
sent them a link.

A guest is given a name and a password at any time and is a person like everybody then, games and all. One who is not
seen for `KEPT` is deleted as a person who leaves is. Their name holds an @, which no person's may.
"""

import logging
import secrets
import uuid
from datetime import timedelta
from typing import Any

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games import errors
from games.access import Access, find_game, hold_person
from games.accounts.deletion import delete_account
from games.models import Game, Presence, Seat, User, names
from games.services.lobby import lobby
from games.services.record.dice import Contribution

logger = logging.getLogger(__name__)
KEPT = timedelta(days=30)
"""How long a guest's games are kept after they were used last."""
AT_ONCE = 200
SAME_FORM = timedelta(minutes=10)
"""How long a form of "Play now" that is sent again leads to the guest it made, and makes no second one."""
LEVEL = "page"
"""How the computer plays with somebody who only pressed a button and has not played it yet: as gently as it can."""


def usual_level(user: User | AnonymousUser) -> str:
    """Returns the level of this person's last game against the computer, or the gentlest level if there was none."""
    if not isinstance(user, User):
        return LEVEL
    last = (
        Game.objects.filter(seats__user=user)
        .exclude(computer="")
        .order_by("-pk")
        .values_list("computer", flat=True)
        .first()
    )
    return last or LEVEL


def start_as_guest(
    *, side: str, level: str, language: str, form: str = "", idempotency_key: uuid.UUID | None = None
) -> Access:
    """Makes a guest, and begins a game of theirs against the computer.

    The same form and key again lead to the same guest and game.
    """
    with transaction.atomic():
        guest = create_guest(language=language, form=form)
        return lobby.create_game(user=guest, side=side, computer=level, hints=True, idempotency_key=idempotency_key)


def sit_down(
    *,
    game_id: uuid.UUID,
    invitation: str,
    language: str,
    form: str = "",
    contribution: Contribution | None = None,
    idempotency_key: uuid.UUID | None = None,
) -> Access:
    """Creates a guest and seats them in the game of an invitation link.

    Where that is refused, no guest is made.
    """
    if (
        find_game(user=AnonymousUser(), game_id=game_id, invitation=invitation).game.visibility
        != Game.Visibility.PRIVATE
    ):
        raise errors.GuestsMayNot
    with transaction.atomic():
        guest = create_guest(language=language, form=form)
        return lobby.join_game(
            user=guest,
            game_id=game_id,
            invitation=invitation,
            contribution=contribution,
            idempotency_key=idempotency_key,
        )


def create_guest(*, language: str, form: str = "") -> User:
    """Makes a guest's account, or returns the one that the same form has made, be it at this moment.

    Without a form each is new.

    `form` is a secret of one page in one browser: a request that sends it is logged in as its guest.
    """
    with transaction.atomic():
        if form:
            guest, made = User.objects.get_or_create(username=_guest_name(form), defaults=_guest_fields(language))
            if made or _is_of_now(guest):
                return guest
        return User.objects.create(username=_guest_name(secrets.token_hex(16)), **_guest_fields(language))


def made_by(form: str) -> User | None:
    """Returns the guest created from this form a short while ago."""
    guest = User.objects.filter(username=_guest_name(form)).first() if form else None
    return guest if guest is not None and _is_of_now(guest) else None


def _guest_name(form: str) -> str:
    """Returns the user name of the guest made from this form."""
    return f"{form}@guest"


def _guest_fields(language: str) -> dict[str, Any]:
    """Returns the fields of a new guest."""
    return {"guest": True, "language": language, "password": make_password(None)}


def _is_of_now(guest: User) -> bool:
    """Whether this guest was made a short while ago, and is still a guest."""
    return guest.guest and guest.is_active and timezone.now() - guest.date_joined < SAME_FORM


def convert_guest(*, guest: User, name: str, password: str) -> User:
    """Gives a guest a name and a password; nothing else changes.

    Raises ValidationError for what will not do, NoGuest for others.
    """
    name = names.normalized(name)
    with transaction.atomic():
        hold_person(guest)
        person = User.objects.get(pk=guest.pk)
        if not person.guest:
            raise errors.NoGuest
        check_account(name, password, person)
        person.username = name
        person.guest = False
        person.set_password(password)
        try:
            with transaction.atomic():
                person.save()
        except IntegrityError as error:
            raise errors.NameTaken from error
        return person


def check_account(name: str, password: str, guest: User) -> None:
    """Raises ValidationError with all that is wrong with a name and a password for a guest, of the password the first
    reason alone: others overlap it.
    """
    name = names.normalized(name)
    found: list[ValidationError] = []
    try:
        names.check(name)
    except ValidationError as error:
        found += error.error_list
    try:
        validate_password(password, User(username=name, email=guest.email))
    except ValidationError as error:
        found += error.error_list[:1]
    if found:
        raise ValidationError(found)


def forget_unused() -> int:
    """Deletes guests who have not been seen for a long time.

    Returns how many; an error with one does not hold up the others.
    """
    since = timezone.now() - KEPT
    played = Seat.objects.filter(user=OuterRef("pk"), game__touched_at__gte=since)
    seen = Presence.objects.filter(user=OuterRef("pk"), seen_at__gte=since)
    unused = (
        User.objects.filter(guest=True, is_active=True, date_joined__lt=since)
        .exclude(Exists(played))
        .exclude(Exists(seen))
    )
    forgotten = 0
    for guest in unused.order_by("date_joined")[:AT_ONCE]:
        try:
            delete_account(user=guest)
            forgotten += 1
        except Exception:
            logger.exception("The guest %s could not be deleted.", guest.pk)
    return forgotten
