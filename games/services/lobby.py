"""Games before they start: created, joined, canceled; and the start."""

import secrets
import uuid
from typing import Any

from django.db import transaction
from django.utils import timezone

from games import errors
from games.access import Access, find_game
from games.models import Game, GameEvent, Seat, User
from games.models.game import SIDES
from games.services import dice
from games.services.record import Entry, append
from rules import game
from rules.ruleset import Ruleset


def create_game(
    *,
    user: User,
    side: str = "random",
    solo: bool = False,
    visibility: str = Game.Visibility.PUBLIC,
    ruleset: dict[str, Any] | None = None,
    idempotency_key: uuid.UUID | None = None,
) -> Access:
    """Opens a game with its creator in one seat; a solo game has them in both and starts at once.

    With a key, the same request again returns the game it made the first time.
    """
    try:
        rules = Ruleset.from_json(ruleset or {})
    except ValueError as error:
        raise errors.BadRuleset(str(error)) from error
    visibility = Game.Visibility.PRIVATE if solo else Game.Visibility(visibility)
    payload = {"type": "create", "choice": "both" if solo else side, "visibility": visibility.value, "ruleset": rules.to_json()}
    with transaction.atomic():
        if repeated := _created_before(user, idempotency_key, payload):
            return find_game(user=user, game_id=repeated.public_id)
        held = SIDES if solo else (secrets.choice(SIDES) if side == "random" else side,)
        record = Game.objects.create(
            creator=user,
            solo=solo,
            visibility=visibility,
            ruleset=rules.to_json(),
            rules_version=game.VERSION,
        )
        seats = {name: Seat.objects.create(game=record, side=name, user=user if name in held else None) for name in SIDES}
        access = Access(record, seats, user)
        facts = [{"type": "game-created", "side": None if solo else held[0]}]
        append(access, Entry(GameEvent.Kind.SYSTEM, "", payload, wall=True, facts=facts), key=idempotency_key, position=None)
        if solo:
            _start(access)
        return access


def join_game(*, user: User, game_id: uuid.UUID, invitation: str | None = None) -> Access:
    """Takes the free seat of an open game, which starts it."""
    with transaction.atomic():
        access = find_game(user=user, game_id=game_id, lock=True, invitation=invitation)
        if access.sides:
            raise errors.AlreadySeated
        if access.game.status != Game.Status.OPEN:
            raise errors.NotOpen
        side, seat = next((side, seat) for side, seat in access.seats.items() if seat.user_id is None)
        seat.user = user
        seat.save(update_fields=["user"])
        facts = [{"type": "player-joined", "side": side}]
        append(access, Entry(GameEvent.Kind.SYSTEM, side, {"type": "join"}, wall=True, facts=facts), key=None, position=None)
        _start(access)
        return access


def cancel_game(*, user: User, game_id: uuid.UUID) -> Access:
    """Withdraws a game nobody has joined. It stays in the record, and out of the lists."""
    with transaction.atomic():
        access = find_game(user=user, game_id=game_id, lock=True)
        if access.game.creator_id != user.pk:
            raise errors.NotYours
        if access.game.status != Game.Status.OPEN:
            raise errors.NotOpen
        access.game.status = Game.Status.CANCELED
        access.game.ended_at = timezone.now()
        facts = [{"type": "game-canceled"}]
        append(access, Entry(GameEvent.Kind.SYSTEM, "", {"type": "cancel"}, wall=True, facts=facts), key=None, position=None)
        return access


def _start(access: Access) -> None:
    outcome = game.new_game(Ruleset.from_json(access.game.ruleset), dice.of_game(access))
    access.game.status = Game.Status.ACTIVE
    access.game.started_at = timezone.now()
    entry = Entry(
        GameEvent.Kind.SYSTEM,
        "",
        {"type": "start"},
        wall=True,
        facts=[event.to_json() for event in outcome.events],
        draws=dice.recorded(access, outcome.draws),
    )
    append(access, entry, key=None, position=outcome.position)


def _created_before(user: User, key: uuid.UUID | None, payload: dict[str, Any]) -> Game | None:
    if key is None:
        return None
    User.objects.select_for_update().get(pk=user.pk)  # the same request at the same moment waits here
    event = GameEvent.objects.filter(actor=user, idempotency_key=key, payload__type="create").select_related("game").first()
    if event is None:
        return None
    if event.payload != payload:
        raise errors.KeyReused
    return event.game
