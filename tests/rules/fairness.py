"""Statistics of dice, and guesses at them.

Bounds of chi-square are those of one fair source in a million failing (by Wilson and Hilferty's approximation), so that
a test fails for a reason or not at all.
"""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random

from rules.committed import CommittedDice

ONE_IN_A_MILLION = 4.7534
"""The normal quantile of a one-sided chance of 0.000001."""
MULTIPLIER, MODULUS = 48271, 2**31 - 1


def committed(
    secret: bytes = bytes(range(32)), game: str = "0f0e0d0c-0000-4000-8000-000000000000", drawn: int = 0
) -> CommittedDice:
    return CommittedDice(secret, game, {"frank": "00" * 16, "saracen": "ff" * 16}, drawn)


def bound(freedom: int) -> float:
    """What chi-square with so many degrees of freedom exceeds once in a million times."""
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + ONE_IN_A_MILLION * spread**0.5) ** 3


def chi_square(found: Counter[object], chances: dict[object, float]) -> float:
    total = sum(found.values())
    return sum((found[value] - total * chance) ** 2 / (total * chance) for value, chance in chances.items())


def faces(count: int, dice: CommittedDice | None = None, each: int = 50) -> list[int]:
    """So many dice, rolled in draws of ``each``, as a long game rolls them."""
    dice = dice or committed()
    found: list[int] = []
    while len(found) < count:
        found += dice.roll(f"fire:acre:{len(found)}", each)
        dice.draws.clear()
    return found[:count]


def faces_pairs_runs(dice: Sequence[int]) -> dict[str, tuple[float, float]]:
    """Chi-square and its bound: of single faces, of pairs that do not overlap, and of the lengths of runs of one
    face.
    """
    sides = range(1, 7)
    pairs = Counter[object](zip(dice[::2], dice[1::2], strict=False))
    # A run of length n: n equal dice, then another. 6 and longer count as one.
    runs = Counter[object](min(length, 6) for length in _runs(dice))
    lengths: dict[object, float] = {length: 5 / 6**length for length in range(1, 6)} | {6: 1 / 6**5}
    return {
        "faces": (chi_square(Counter[object](dice), dict.fromkeys(sides, 1 / 6)), bound(5)),
        "pairs": (chi_square(pairs, {(one, other): 1 / 36 for one in sides for other in sides}), bound(35)),
        "runs": (chi_square(runs, lengths), bound(5)),
    }


def _runs(dice: Sequence[int]) -> Iterator[int]:
    length = 1
    for one, other in pairwise(dice):
        if one == other:
            length += 1
        else:
            yield length
            length = 1


def places_of_lots(draws: int, lots: int, taken: int) -> tuple[float, float]:
    """Chi-square, and its bound, of which lot comes at which place."""
    names = [f"lot-{number:02}" for number in range(lots)]
    dice = committed()
    found: Counter[object] = Counter()
    for _ in range(draws):
        found.update(enumerate(dice.choose("draw", names, taken)))
        dice.draws.clear()
    chances: dict[object, float] = {(place, name): 1 / (taken * lots) for place in range(taken) for name in names}
    # Each place adds up to a fixed number, and so does each lot where all are taken.
    freedom = taken * (lots - 1) if taken < lots else (lots - 1) ** 2
    return chi_square(found, chances), bound(freedom)


# --- attacks
# --------------------------------------------------------------------------------------------------------------------


class Linear:
    """The generator of many game servers: each state is the one before times a constant, a die its first digit in base
    six.
    """

    def __init__(self, state: int) -> None:
        self.state = state

    def roll(self, count: int) -> list[int]:
        found = []
        for _ in range(count):
            self.state = self.state * MULTIPLIER % MODULUS
            found.append(6 * self.state // MODULUS + 1)
        return found


def guesses(fields: Sequence[bytes], count: int) -> Iterator[list[int]]:
    """What somebody would predict who takes each of these for the secret, or for a seed of it, in the ways that come to
    mind.
    """
    for field in fields:
        for key in (field, hashlib.sha256(field).digest(), field[:32].ljust(32, b"\0")):
            yield CommittedDice(key, "", {}).roll("fire", count)  # type: ignore[misc]
            yield [1 + byte % 6 for byte in _stretched(key, count)]
            yield [Random(key).randint(1, 6) for _ in range(1)] + [
                Random(key + bytes([number % 256])).randint(1, 6) for number in range(1, count)
            ]
            yield Linear(int.from_bytes(key[:8], "big") % (MODULUS - 1) + 1).roll(count)


def _stretched(key: bytes, count: int) -> bytes:
    return b"".join(hmac.digest(key, str(number).encode(), "sha256") for number in range(count // 32 + 1))[:count]
