"""The dice of a game: committed to when it is made, mixed with what the players' browsers add, revealed at its end."""

import logging
import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from games import errors, sealing
from games.access import Access, hold_person
from games.models import Game, NextDice, SealedDice, User
from games.models.game import OTHER
from rules.chain import stamp
from rules.committed import CommittedDice
from rules.dice import Dice, Draw

logger = logging.getLogger(__name__)

RANDOMNESS = re.compile(r"[0-9a-f]{32}")
"""What a browser adds: 16 bytes as hexadecimal digits."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """A player's part of the dice: 16 bytes, and the id of the game whose commitment the browser was shown before it made them."""

    dice: uuid.UUID
    randomness: str

    @classmethod
    def read(cls, dice: str, randomness: str) -> "Contribution | None":
        """What the fields of a form say: None where both are empty. Raises BadContribution."""
        if not dice and not randomness:
            return None
        try:
            found = cls(uuid.UUID(dice), randomness)
        except ValueError as error:
            raise errors.BadContribution from error
        if not RANDOMNESS.fullmatch(randomness):
            raise errors.BadContribution
        return found


def reserve(user: User) -> NextDice:
    """The dice of the next game that this person makes: drawn when they are first asked for, and the same until they are used, unless
    the key to them is lost."""
    with transaction.atomic():
        hold_person(user)
        found = NextDice.objects.filter(user=user).first()
        if found is None or not sealing.opens(found.sealed_secret):
            game_id = uuid.uuid4()
            commitment, sealed = sealing.draw_secret(game_id)
            drawn = {"game_id": game_id, "commitment": commitment, "sealed_secret": sealed}
            found, _new = NextDice.objects.update_or_create(user=user, defaults=drawn)
        return found


def take(user: User, contribution: Contribution) -> NextDice:
    """Returns the reserved dice that this part was made for, which then are reserved no more. Call it with the person held.

    Raises OtherDice where the part was made for others: the site would have known it before it committed itself to these.
    """
    found = NextDice.objects.filter(user=user, game_id=contribution.dice).first()
    if found is None or not sealing.opens(found.sealed_secret):
        raise errors.OtherDice
    NextDice.objects.filter(pk=found.pk).delete()
    return found


def of_new_game(reserved: SealedDice | None) -> dict[str, Any]:
    """The fields of a game that is made with reserved dice; without any it draws its own."""
    if reserved is None:
        return {}
    return {"public_id": reserved.game_id, "commitment": reserved.commitment, "sealed_secret": reserved.sealed_secret}


def counted(access: Access, side: str, contribution: Contribution | None) -> str:
    """What of a part goes into the dice of this game, as a seat keeps it; empty if it does not count.

    A part that was made for other dice, with a search, was known to the site before its owner saw this game's commitment. It counts
    where the other player's part is in, which was made after that commitment was shown. Else the page adds one that is new.
    """
    if contribution is None:
        return ""
    fits = contribution.dice == access.game.public_id or bool(access.seats[OTHER[side]].contribution)
    return contribution.randomness if fits else ""


def missing(access: Access) -> list[str]:
    """The sides that have not given their part of the dice."""
    return [side for side, part in contributions(access).items() if not part]


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


def open_to_contributions(game: Game) -> bool:
    """Whether parts of the dice can still be given: until the game begins, which fixes them."""
    return bool(game.commitment) and game.status == Game.Status.OPEN


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
