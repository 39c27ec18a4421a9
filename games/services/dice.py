"""The dice of a game: committed to when it is made, mixed with what the players' browsers add, revealed at its end."""

import logging
import re
import uuid
from collections.abc import Sequence
from typing import Any

from django.db import transaction

from games import errors, sealing
from games.access import Access, find_game
from games.models import Game, Seat, User
from rules.chain import stamp
from rules.committed import CommittedDice
from rules.dice import Dice, Draw

logger = logging.getLogger(__name__)

RANDOMNESS = re.compile(r"[0-9a-f]{32}")
"""What a browser adds: 16 bytes as hexadecimal digits."""


def of_game(access: Access) -> Dice:
    """The game's dice at the draw it has come to. The game must be locked: two acts would draw the same number.

    They are opened at the first draw only: most acts draw nothing.
    """
    return _Sealed(access)


def recorded(access: Access, draws: Sequence[Draw]) -> list[dict[str, Any]]:
    """Draws as they are kept. The first of a game says what the dice are made of besides the secret."""
    kept = [draw.to_json() for draw in draws]
    if kept and kept[0].get("n") == 0:
        kept[0]["made-of"] = {"commitment": access.game.commitment, "contributions": contributions(access)}
    return kept


def contributions(access: Access) -> dict[str, str]:
    """What the players' browsers added, by side; empty where nothing was."""
    return {side: access.seats[side].contribution for side in sorted(access.seats)}


def contribute(*, user: User, game_id: uuid.UUID, randomness: str, side: str | None = None) -> Access:
    """Keeps what a player's browser adds to the dice. Once for each side and before the first lot is drawn; the same again
    changes nothing.

    Raises DiceHaveBegun and ContributedBefore.
    """
    assert RANDOMNESS.fullmatch(randomness)
    with transaction.atomic():
        access = find_game(user=user, game_id=game_id, lock=True)
        seat = access.seats[access.playing(side)]
        if seat.contribution == randomness:
            return access
        if seat.contribution:
            raise errors.ContributedBefore
        if not open_to_contributions(access.game):
            raise errors.DiceHaveBegun
        seat.contribution = randomness
        Seat.objects.filter(pk=seat.pk).update(contribution=randomness)
        return access


def open_to_contributions(game: Game) -> bool:
    return bool(game.commitment) and not game.draws_made and game.status in (Game.Status.OPEN, Game.Status.ACTIVE)


def secret_of(game: Game) -> str:
    """The secret as hexadecimal digits, for the export of games that are over: with that of a running game its dice can be foretold.
    Raises DiceSealed where no key opens it."""
    return _opened(game.sealed_secret).hex() if game.sealed_secret else ""


def all_of(game: Game) -> list[dict[str, str]]:
    """Commitments and secrets of the game as a record holds them, the present one last. To be shown as little as `secret_of`."""
    present = [{"commitment": game.commitment, "secret": secret_of(game)}] if game.sealed_secret else []
    return [*game.past_dice, *present]


def stamp_of(game: Game, fingerprint: str) -> str:
    """The stamp of an event, empty where there is no secret within reach: no act that draws nothing shall fail for that."""
    try:
        return stamp(_opened(game.sealed_secret), str(game.public_id), fingerprint) if game.sealed_secret else ""
    except errors.DiceSealed:
        return ""


def _opened(sealed: str) -> bytes:
    try:
        return sealing.unseal(sealed)
    except sealing.Unreadable as error:
        logger.error("%s", error)  # for who keeps the site; players learn that it is no fault of theirs
        raise errors.DiceSealed from error


class _Sealed(CommittedDice):
    def __init__(self, access: Access) -> None:
        super().__init__(b"", str(access.game.public_id), contributions(access), access.game.draws_made)
        self._sealed = access.game.sealed_secret

    def _stream(self, *draw: Any) -> Any:
        if not self._secret:
            self._secret = _opened(self._sealed)
        return super()._stream(*draw)
