"""The one write path of people's requests: locks the game, finds a repeated key, else performs the act, in one transaction."""

import json
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import TypeVar

from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from games.access import Access, find_game
from games.errors import KeyReused, Refused
from games.models import GameEvent, RequestKey, User
from games.shapes import Json, Payload

Done = TypeVar("Done")


def write(
    *,
    lock: Callable[[], Access],
    repeated: Callable[[Access], Done | None],
    act: Callable[[Access], Done],
    used: Callable[[], bool] = lambda: False,
) -> Done:
    """Locks the game, and returns the earlier result of a repeated request, else performs the act.

    `lock` loads the game and what is locked before it; `repeated` returns None for a new request; `used` says, where the act is
    refused, whether the key of the request is known: then that is what is wrong. Raises KeyReused where it belongs to another request.
    """
    try:
        with transaction.atomic():
            access = lock()
            done = repeated(access)
            return act(access) if done is None else done
    except (IntegrityError, Refused) as error:
        if used():
            raise KeyReused from error
        raise


@contextmanager
def lock_game(*, user: User, game_id: uuid.UUID) -> Iterator[Access]:
    """A transaction with the row of a game locked, for acts that bear no key: what they find says whether they were done before."""
    with transaction.atomic():
        yield find_game(user=user, game_id=game_id, lock=True)


def key_of_command(key: uuid.UUID, number: int) -> uuid.UUID:
    """Returns the request's key for the event of its first command, and a key derived from it for each further one."""
    return key if number == 0 else uuid.uuid5(key, str(number))


def claim_key(user: User, key: uuid.UUID | None, request: Json) -> bool:
    """Notes that a key belongs to this request, the whole of it. Returns whether it is new.

    To be called in the transaction of the act, whose lock has two requests of one key wait for one another. Raises KeyReused where it
    belongs to another request.

    For acts whose event does not hold all that was asked for. What the browser adds to the dice is no part of a request: it is made anew
    with each sending.
    """
    if key is None:
        return True
    digest = sha256(json.dumps(request, sort_keys=True, default=str).encode()).hexdigest()
    kept, new = RequestKey.objects.get_or_create(user=user, key=key, defaults={"digest": digest})
    if kept.digest != digest:
        raise KeyReused
    return new


def events_of(user: User | AnonymousUser, key: uuid.UUID | None) -> QuerySet[GameEvent]:
    """Returns the events, of any game, that this person's request with this key made; none without a key."""
    return GameEvent.objects.filter(actor=user.pk, idempotency_key=key) if key is not None else GameEvent.objects.none()


def find_repetition(
    access: Access, *, key: uuid.UUID | None, kind: GameEvent.Kind, payload: Payload, side: str | None = None
) -> GameEvent | None:
    """Returns the event that this very request made before in this game. Raises KeyReused when the key belongs to another request.

    The event may say more than the request did (who won, say), but for an action. Without a `side`, any.
    """
    event = events_of(access.user, key).filter(game=access.game).first() if key is not None else None
    if event is None:
        return None
    same = event.kind == kind and side in (None, event.side) and all(event.payload.get(name) == value for name, value in payload.items())
    if not same or (kind == GameEvent.Kind.ACTION and event.payload != payload):
        raise KeyReused
    return event
