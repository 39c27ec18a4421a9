"""Where chance comes from: an object passed in. Every draw has a readable purpose and is kept as a record.

A purpose names what is drawn, from the general to the particular: ``"fire:acre:1:saladin"``,
``"attrition:tyre:conrad"``, ``"deal:frank:1188"``, ``"nomads"``, ``"draw:saracen"``, ``"tie:frank"``,
``"victim:acre:field"``. Records are for the server: a purpose may name a hidden block.
"""

import random
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple


class Draw(NamedTuple):
    """One drawing of lots: ``kind`` is ``"d6"`` or ``"choose"``, ``of`` their number, ``results`` the faces or the lots
    drawn.

    A draw of :class:`~rules.committed.CommittedDice` has the number ``n`` it has in its game, and lots the ``picks``
    that were read: which of those still left, in order of their names, each counted from 0."""

    purpose: str
    kind: str
    of: int
    results: tuple[Any, ...]
    n: int | None = None
    picks: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The draw as a record holds it; `n` and `picks` only where the secret gave them."""
        data = {"purpose": self.purpose, "kind": self.kind, "of": self.of, "results": list(self.results)}
        if self.n is not None:
            data["n"] = self.n
        if self.picks:
            data["picks"] = list(self.picks)
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Draw":
        """Reads :meth:`to_json`. Raises KeyError for what is missing."""
        return cls(
            data["purpose"],
            data["kind"],
            data["of"],
            tuple(data["results"]),
            data.get("n"),
            tuple(data.get("picks", ())),
        )


class DiceError(ValueError):
    """A scripted or recorded source of chance cannot answer, or answers what cannot be."""


class Dice:
    """A source of chance. Subclasses say what :meth:`below` returns."""

    def __init__(self) -> None:
        self.draws: list[Draw] = []

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each as likely."""
        raise NotImplementedError

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        """Roll ``count`` six-sided dice."""
        results = self._draw_faces(purpose, count)
        self.draws.append(Draw(purpose, "d6", 6, results))
        return results

    def choose(self, purpose: str, lots: Sequence[str], count: int = 1) -> tuple[str, ...]:
        """Draws ``count`` of ``lots``, none twice. The order of ``lots`` does not matter, that of the result does."""
        results = self._draw_lots(purpose, lots, count)
        self.draws.append(Draw(purpose, "choose", len(lots), results))
        return results

    def _draw_faces(self, purpose: str, count: int) -> tuple[int, ...]:
        """Returns the faces of ``count`` dice. Subclasses that are not drawn by number override it."""
        return tuple(1 + self.below(6) for _ in range(count))

    def _draw_lots(self, purpose: str, lots: Sequence[str], count: int) -> tuple[str, ...]:
        """Returns ``count`` of the lots, none twice. Subclasses that are not drawn by number override it."""
        left = sorted(lots)
        return tuple(left.pop(self.below(len(left))) for _ in range(count))


class SystemDice(Dice):
    """The operating system's generator."""

    def below(self, n: int) -> int:
        return secrets.randbelow(n)


class SeededDice(Dice):
    """Repeatable chance for tests and self-play."""

    def __init__(self, seed: int | str) -> None:
        super().__init__()
        self._random = random.Random(seed).random

    def below(self, n: int) -> int:
        return int(self._random() * n)


class ScriptedDice(Dice):
    """Chance dictated by purpose.

    ``script`` maps a purpose, or the beginning of one up to a colon, or ``"*"``, to the results to give: faces for
    dice, ids for lots. Each list is used up in order; the longest matching key is asked first. When nothing matches,
    ``otherwise`` is asked; without it, DiceError is raised.
    """

    def __init__(self, script: Mapping[str, Iterable[Any]], otherwise: Dice | None = None) -> None:
        super().__init__()
        self.script: dict[str, list[Any]] = {purpose: list(results) for purpose, results in script.items()}
        self.otherwise = otherwise

    def below(self, n: int) -> int:
        raise DiceError("scripted dice are asked by purpose only")

    def _take_scripted(self, purpose: str, count: int) -> tuple[Any, ...] | None:
        """Removes the next results for a purpose from the script and returns them; None if it has none.

        Asks for the whole purpose first, then for ever shorter beginnings up to a colon, at last for ``*``.
        """
        key = purpose
        while True:
            waiting = self.script.get(key)
            if waiting:
                if len(waiting) < count:
                    raise DiceError(f"{purpose} asks for {count}, the script has {waiting}")
                taken, self.script[key] = waiting[:count], waiting[count:]
                return tuple(taken)
            if key == "*":
                return None
            key = key.rpartition(":")[0] or "*"

    def _draw_faces(self, purpose: str, count: int) -> tuple[int, ...]:
        """Returns the faces that the script gives for the purpose, else those of ``otherwise``. Raises DiceError."""
        taken = self._take_scripted(purpose, count)
        if taken is None:
            if self.otherwise is None:
                raise DiceError(f"the script does not say what {purpose} ({count} dice) is")
            return self.otherwise._draw_faces(purpose, count)
        if not all(type(face) is int and 1 <= face <= 6 for face in taken):
            raise DiceError(f"{purpose} asks for faces 1 to 6, the script has {taken}")
        return taken

    def _draw_lots(self, purpose: str, lots: Sequence[str], count: int) -> tuple[str, ...]:
        """Returns the lots that the script names for the purpose, else those of ``otherwise``. Raises DiceError."""
        taken = self._take_scripted(purpose, count)
        if taken is None:
            if self.otherwise is None:
                raise DiceError(f"the script does not say what {purpose} ({count} of {sorted(lots)}) is")
            return self.otherwise._draw_lots(purpose, lots, count)
        left = list(lots)
        for lot in taken:
            if lot not in left:
                raise DiceError(f"{purpose} cannot be {lot!r}; lots: {sorted(left)}")
            left.remove(lot)
        return taken

    @property
    def left(self) -> dict[str, list[Any]]:
        """The part of the script that was not used."""
        return {purpose: results for purpose, results in self.script.items() if results}


class RecordedDice(Dice):
    """Chance as it was recorded. Raises DiceError when what is asked is not what was drawn then."""

    def __init__(self, draws: Iterable[Draw]) -> None:
        super().__init__()
        self._recorded = list(draws)

    def below(self, n: int) -> int:
        raise DiceError("recorded dice are asked by purpose only")

    def _next_recorded(self, purpose: str, kind: str, of: int, count: int) -> tuple[Any, ...]:
        """Returns the results of the next recorded draw. Raises DiceError if it was another than this one."""
        number = len(self.draws)
        if number >= len(self._recorded):
            raise DiceError(f"{purpose} was asked, but the record ends after {number} draws")
        draw = self._recorded[number]
        if (draw.purpose, draw.kind, draw.of, len(draw.results)) != (purpose, kind, of, count):
            raise DiceError(f"draw {number}: {count} of {kind} for {purpose} was asked, the record has {draw}")
        return draw.results

    def _draw_faces(self, purpose: str, count: int) -> tuple[int, ...]:
        faces = self._next_recorded(purpose, "d6", 6, count)
        if not all(type(face) is int and 1 <= face <= 6 for face in faces):
            raise DiceError(f"{purpose}: the record has {faces}, which are not faces of a die")
        return faces

    def _draw_lots(self, purpose: str, lots: Sequence[str], count: int) -> tuple[str, ...]:
        """Returns the recorded lots. Raises DiceError if one was not to be drawn now."""
        taken = self._next_recorded(purpose, "choose", len(lots), count)
        left = list(lots)
        for lot in taken:
            if lot not in left:
                raise DiceError(f"{purpose}: the record has {lot!r}, which was not among the lots")
            left.remove(lot)
        return taken
