"""Dice that were settled before the game: the site that draws them can neither choose nor repeat them, and everybody
can check them afterward.

The site draws a secret of 32 bytes for every game and publishes :func:`commitment` of it. Then each player's browser
may add 16 bytes. Draw number ``n`` is read from HMAC-SHA-256 with the secret as key; the message names the game, what
the players added, the number, the purpose and what is drawn. Numbers go up by one a draw and never back, whatever is
taken back in the game. When it is over the secret is revealed. ``docs/dice.md`` says it for those who write a checker
of their own.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence

from rules.chain import canonical
from rules.dice import Dice, Draw

SECRET_BYTES = 32
CONTRIBUTION_BYTES = 16
COMMITMENT_LABEL = b"crusader-rex/commitment/1"
DRAW_LABEL = b"crusader-rex/draw/1"


def commitment(game: str, secret: bytes) -> str:
    """The commitment published before the game, 64 hexadecimal digits: it binds the holder of the secret and reveals
    nothing of it.
    """
    return hashlib.sha256(b"\0".join((COMMITMENT_LABEL, game.encode(), secret))).hexdigest()


class Stream:
    """The bytes of one draw: HMAC blocks 0, 1, 2 ... one after the other, and whole numbers read from them."""

    def __init__(self, secret: bytes, message: bytes) -> None:
        self._secret = secret
        self._message = message
        self._block = 0
        self._bytes = b""

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1. Bytes that would make some numbers likelier than others are passed over."""
        width = max(1, ((n - 1).bit_length() + 7) // 8)
        fair = 256**width - 256**width % n
        while True:
            number = int.from_bytes(self._next_bytes(width), "big")
            if number < fair:
                return number % n

    def _next_bytes(self, count: int) -> bytes:
        """Returns the next bytes of the stream, of which HMAC-SHA256 makes 32 at a time."""
        while len(self._bytes) < count:
            self._bytes += hmac.digest(self._secret, self._message + b"\0" + str(self._block).encode(), "sha256")
            self._block += 1
        taken, self._bytes = self._bytes[:count], self._bytes[count:]
        return taken


class CommittedDice(Dice):
    """The draws of one game from number ``drawn`` on.

    ``game`` is the game's id, ``contributions`` what the players added: side to hexadecimal digits, empty where nothing
    was added.
    """

    def __init__(self, secret: bytes, game: str, contributions: Mapping[str, str], drawn: int = 0) -> None:
        super().__init__()
        self._secret = secret
        self._head = DRAW_LABEL + b"\0" + canonical({"contributions": dict(contributions), "game": game}) + b"\0"
        self.drawn = drawn
        """How many draws the game has had, which is the number of the next one."""

    def _stream(self, purpose: str, kind: str, of: int, count: int) -> tuple[int, Stream]:
        """Counts one more draw. Returns its number and the stream of bytes that decides it."""
        number = self.drawn
        self.drawn += 1
        return number, Stream(self._secret, self._head + canonical([number, purpose, kind, of, count]))

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        number, stream = self._stream(purpose, "d6", 6, count)
        results = tuple(1 + stream.below(6) for _ in range(count))
        self.draws.append(Draw(purpose, "d6", 6, results, number))
        return results

    def choose(self, purpose: str, lots: Sequence[str], count: int = 1) -> tuple[str, ...]:
        """Draws lots: the stream picks among the sorted lots that remain, one after the other."""
        number, stream = self._stream(purpose, "choose", len(lots), count)
        left = sorted(lots)
        picks = tuple(stream.below(len(left) - taken) for taken in range(count))
        results = tuple(left.pop(pick) for pick in picks)
        self.draws.append(Draw(purpose, "choose", len(lots), results, number, picks))
        return results
