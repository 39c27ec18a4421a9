"""The dice of a game: committed to at its creation, mixed with the players' contributions, revealed at its end."""

import logging
import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from games import errors, sealing
from games.access import Access, hold_person
from games.models import Game, NextDice, SealedDice, User
from games.models.game import OTHER
from games.shapes import JsonObject
from rules.chain import stamp
from rules.committed import CommittedDice, Stream
from rules.dice import Dice, Draw

logger = logging.getLogger(__name__)

RANDOMNESS = re.compile(r"[0-9a-f]{32}")
"""What a browser adds: 16 bytes as hexadecimal digits."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """A player's contribution to the dice: 16 bytes, and the id of the game whose commitment the browser had seen
    before.
    """

    dice: uuid.UUID
    randomness: str

    @classmethod
    def read(cls, dice: str, randomness: str) -> "Contribution | None":
        """Reads the fields of a form: None where both are empty. Raises BadContribution."""
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
    """Returns the dice reserved for this person's next game, drawn at the first request.

    They stay the same until used, or until the key that encrypts them is lost.
    """
    with transaction.atomic():
        hold_person(user)
        found = NextDice.objects.filter(user=user).first()
        if found is None or not sealing.can_unseal(found.sealed_secret):
            game_id = uuid.uuid4()
            commitment, sealed = sealing.draw_secret(game_id)
            drawn = {"game_id": game_id, "commitment": commitment, "sealed_secret": sealed}
            found, _new = NextDice.objects.update_or_create(user=user, defaults=drawn)
        return found


def take_reserved(user: User, contribution: Contribution) -> NextDice:
    """Returns the reserved dice for which this contribution was made, and ends the reservation.

    Requires the person's lock.

    Raises OtherDice where the part was made for others: the site would have known it before it committed itself to
    these.
    """
    found = NextDice.objects.filter(user=user, game_id=contribution.dice).first()
    if found is None or not sealing.can_unseal(found.sealed_secret):
        raise errors.OtherDice
    NextDice.objects.filter(pk=found.pk).delete()
    return found


def of_new_game(reserved: SealedDice | None) -> JsonObject:
    """Returns the fields of a game made with reserved dice; without any it draws its own."""
    if reserved is None:
        return {}
    return {"public_id": reserved.game_id, "commitment": reserved.commitment, "sealed_secret": reserved.sealed_secret}


def counted_contribution(access: Access, side: str, contribution: Contribution | None) -> str:
    """Returns the part of a contribution that counts for this game, as a seat stores it; empty if none does.

    A part that was made for other dice, with a search, was known to the site before its owner saw this game's
    commitment. It counts where the other player's part is in, which was made after that commitment was shown. Else the
    page adds one that is new.
    """
    if contribution is None:
        return ""
    fits = contribution.dice == access.game.public_id or bool(access.seats[OTHER[side]].contribution)
    return contribution.randomness if fits else ""


def missing(access: Access) -> list[str]:
    """Returns the sides whose contribution is missing."""
    return [side for side, part in contributions(access).items() if not part]


def of_game(access: Access) -> Dice:
    """Returns the game's dice at their present draw. The game must be locked, or two acts would draw the same number.

    They are opened at the first draw only: most acts draw nothing.
    """
    return _Sealed(access)


def recorded(access: Access, draws: Sequence[Draw]) -> list[JsonObject]:
    """Returns draws as they are stored. The game's first draw also records the contributions."""
    kept = [draw.to_json() for draw in draws]
    if kept and kept[0].get("n") == 0:
        kept[0]["made-of"] = {"commitment": access.game.commitment, "contributions": contributions(access)}
    return kept


def contributions(access: Access) -> dict[str, str]:
    """Returns the players' contributions, by side; empty where there is none."""
    return {side: access.seats[side].contribution for side in sorted(access.seats)}


def open_to_contributions(game: Game) -> bool:
    """Whether contributions can still be given: only before the game begins."""
    return bool(game.commitment) and game.status == Game.Status.OPEN


def secret_of(game: Game) -> str:
    """Returns the secret in hexadecimal digits, for exports of finished games; that of a running game would foretell
    its dice. Raises DiceSealed if no key decrypts it.
    """
    return _unsealed(game.sealed_secret).hex() if game.sealed_secret else ""


def all_of(game: Game) -> list[dict[str, str]]:
    """Returns all commitments and secrets of the game, the present one last. As secret as the result of `secret_of`."""
    present = [{"commitment": game.commitment, "secret": secret_of(game)}] if game.sealed_secret else []
    return [*game.past_dice, *present]


def stamp_of(game: Game, fingerprint: str) -> str:
    """Returns the stamp of an event, or empty where the secret cannot be decrypted: acts without draws must not fail
    for that.
    """
    try:
        return stamp(_unsealed(game.sealed_secret), str(game.public_id), fingerprint) if game.sealed_secret else ""
    except errors.DiceSealed:
        return ""


def _unsealed(sealed: str) -> bytes:
    """Returns the secret. Raises DiceSealed if no key opens it."""
    try:
        return sealing.unseal(sealed)
    except sealing.Unreadable as error:
        logger.error("%s", error)  # for who keeps the site; players learn that it is no fault of theirs
        raise errors.DiceSealed from error


class _Sealed(CommittedDice):
    def __init__(self, access: Access) -> None:
        super().__init__(b"", str(access.game.public_id), contributions(access), access.game.draws_made)
        self._sealed = access.game.sealed_secret

    def _stream(self, purpose: str, kind: str, of: int, count: int) -> tuple[int, Stream]:
        if not self._secret:
            self._secret = _unsealed(self._sealed)
        return super()._stream(purpose, kind, of, count)
