"""The one write path of people's requests: locks, finds a repeated key, else performs the act, in one transaction.

A key belongs to the whole of its request. Where one row holds all that was asked for (the event of an action, an offer
or a join), that row bears the key, and its constraint costs the act no further statement: `find_repetition` compares
it. Every other request has a `RequestKey` with its digest: `claim_key` compares that.
"""

import json
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256

from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from games.access import Access, find_game, hold_person
from games.errors import KeyReused, Refused
from games.models import GameEvent, RequestKey, Tournament, User
from games.shapes import Payload


@contextmanager
def write(used: Callable[[], bool]) -> Iterator[None]:
    """Context manager: the transaction in which a request that bears a key locks, looks whether it came before, and
    acts.

    Where the act is refused and the key is `used`, that is what is wrong: raises KeyReused.
    """
    try:
        with transaction.atomic():
            yield
    except (IntegrityError, Refused) as error:
        if used():
            raise KeyReused from error
        raise


@contextmanager
def lock_game(*, user: User, game_id: uuid.UUID, key: uuid.UUID | None = None) -> Iterator[Access]:
    """The transaction of a request in a game, with its row locked.

    What acts without a key find says whether they were done before.
    """
    with write(lambda: events_of(user, key, game_id).exists()):
        yield find_game(user=user, game_id=game_id, lock=True)


def change_tournament(
    user: User, key: uuid.UUID | None, request: Mapping[str, object], act: Callable[[], Tournament]
) -> Tournament:
    """Performs an act in a tournament, holding the person first.

    A repeated request gets the tournament of the first time.

    Raises KeyReused where the key belongs to another request.
    """
    with transaction.atomic():
        hold_person(user)
        kept = claim_key(user, key, request)
        if kept.tournament is not None:
            return kept.tournament
        done = act()
        kept.keep_answer(tournament=done)
        return done


def key_of_command(key: uuid.UUID, number: int) -> uuid.UUID:
    """Returns the request's key for the event of its first command, and a key derived from it for each further one."""
    return key if number == 0 else uuid.uuid5(key, str(number))


def claim_key(user: User, key: uuid.UUID | None, request: Mapping[str, object]) -> RequestKey:
    """Notes that a key belongs to this request, the whole of it.

    Returns its row: whether it is new, else what answered it before.

    To be called in the transaction of the act, whose lock has two requests of one key wait for one another. Raises
    KeyReused where it belongs to another request.

    For acts whose event does not hold all that was asked for. What the browser adds to the dice is no part of a
    request: it is made anew with each sending.
    """
    if key is None:
        return RequestKey()
    digest = sha256(json.dumps(request, sort_keys=True, default=str).encode()).hexdigest()
    rows = RequestKey.objects.select_related("game", "tournament")
    kept, new = rows.get_or_create(user=user, key=key, defaults={"digest": digest})
    kept.is_new = new
    if kept.digest != digest:
        raise KeyReused
    return kept


def events_of(user: User | AnonymousUser, key: uuid.UUID | None, game_id: uuid.UUID) -> QuerySet[GameEvent]:
    """Returns the events of a game that this person's request with this key made; none without a key."""
    if key is None:
        return GameEvent.objects.none()
    return GameEvent.objects.filter(actor=user.pk, idempotency_key=key, game__public_id=game_id)


def find_repetition(
    access: Access, *, key: uuid.UUID | None, kind: GameEvent.Kind, payload: Payload, side: str | None = None
) -> GameEvent | None:
    """Returns the event that this very request made before in this game.

    Raises KeyReused when the key belongs to another request.

    The event may say more than the request did (who won, say), but for an action. Without a `side`, any.
    """
    event = events_of(access.user, key, access.game.public_id).first()
    if event is None:
        return None
    same = (
        event.kind == kind
        and side in (None, event.side)
        and all(event.payload.get(name) == value for name, value in payload.items())
    )
    if not same or (kind == GameEvent.Kind.ACTION and event.payload != payload):
        raise KeyReused
    return event
