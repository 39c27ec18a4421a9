"""The draws of a recorded game, compared with those that its secrets give."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rules.atlas import SIDES
from rules.chain import short
from rules.committed import CONTRIBUTION_BYTES, CommittedDice
from rules.dice import Dice, DiceError, Draw, RecordedDice

MOST_LOTS = 256
"""As many lots or dice as a draw can have: more than the game has blocks.

What asks for more would cost memory without end.
"""
SAID_AT_THE_START = (1, 2, 0)
"""From this version of the rules on the event of the start says what the players added; before it the first draw alone
may.
"""
_HEX = re.compile(rf"[0-9a-f]{{{2 * CONTRIBUTION_BYTES}}}")
NAMES = {"purpose", "kind", "of", "results"}


class Chance:
    """Compares the dice of a record with its secrets and commitments while its events are replayed.

    Give `begin` every event in order. Methods return in words what is wrong with an event, None where nothing is.
    """

    def __init__(self, record: Mapping[str, Any]) -> None:
        self._id: str = record["game"]
        self._secrets = [(one["commitment"], bytes.fromhex(one["secret"])) for one in record["dice"]]
        # Those that no event announces were committed to when the game was made: one, or none in a game older than
        # commitments.
        self._secret = len(self._secrets) - 1 - sum(_commits_to(event) is not None for event in record["events"])
        self.unused = max(0, self._secret)
        """Secrets that nothing in the record ever put in force."""
        self._since: list[tuple[str, int]] = [(self._secrets[self._secret][0], 0)] if self._secret >= 0 else []
        self._proven = False
        self.contributions: dict[str, str] = {}
        """What the players' browsers added, by side; known from the start on, in older records from the first draw
        on.
        """
        self._fixed = False
        self._silent: set[str] = set()
        self.drawn = self.unproven = 0
        """Draws that the secret gave, and draws from before there was one."""

    def begin(self, event: Mapping[str, Any], *, proven: bool) -> str | None:
        """Checks an event's draws, contributions and commitment before the event is replayed.

        Returns what is wrong, or None. ``proven``: whether the event has a fingerprint (secrets began together with
        them).
        """
        self._proven = proven
        if self.unused:
            return f"{self.unused} of the secrets are those of no dice that were ever thrown"
        if _is_start(event) and (wrong := self._take_contributions(event)) is not None:
            return wrong
        if event["kind"] == "system" and event["payload"].get("type") == "part-missing":
            self._silent.add(event["side"])
        wrong = self._check_draws(event["draws"])
        return wrong if wrong is not None else self._follow_commitment(event)

    def _check_draws(self, draws: Sequence[Any]) -> str | None:
        """Returns what is wrong with the form of an event's draws, or None."""
        first_proven = self._proven and self.drawn == 0
        for place, draw in enumerate(draws):
            wrong = _fault_of_form(draw, first=first_proven and place == 0, proven=self._proven)
            if wrong is not None:
                return f"draws[{place}] is none that the site writes: {wrong}"
        return self._check_first_draw(draws[0]["made-of"]) if first_proven and draws else None

    def _take_contributions(self, event: Mapping[str, Any]) -> str | None:
        """Stores the players' contributions that a game's start states. Returns what is wrong with them, or None."""
        begun = event["payload"].get("contributions")
        if begun is None:
            if self._proven and _version(event["rules"]) >= SAID_AT_THE_START:
                return "it begins without saying what the players added to the dice"
            return None
        if (wrong := _fault_of_contributions(begun)) is not None:
            return f"it cannot begin so: {wrong}"
        if any(begun[side] for side in self._silent):
            return "it begins with a part of the dice of a side that gave none"
        self.contributions, self._fixed = dict(begun), True
        return None

    def _check_first_draw(self, made: Mapping[str, Any]) -> str | None:
        """Checks what the game's first draw says its dice are made of. Returns what is wrong, or None."""
        commitment = self._since[-1][0] if self._since else ""
        if made["commitment"] != commitment:
            return f"the first draw must name the commitment {short(commitment)}, it says {short(made['commitment'])}"
        if self._fixed and made["contributions"] != self.contributions:
            return "the first draw is made of other contributions than the game began with"
        self.contributions = dict(made["contributions"])
        return None

    def _follow_commitment(self, event: Mapping[str, Any]) -> str | None:
        """Puts the next secret in force if the event commits to other dice. Returns what is wrong, or None."""
        new = _commits_to(event)
        if new is None:
            return None
        self._secret += 1
        if self._secret >= len(self._secrets) or self._secrets[self._secret][0] != new:
            return f"it commits to other dice ({short(new)}), of which the record has no secret"
        self._since.append((new, self.drawn))
        return None

    def spans(self) -> list[tuple[str, range]]:
        """Each commitment with the numbers of the draws that follow from it."""
        starts = [first for _made, first in self._since]
        return [
            (made, range(first, end))
            for (made, first), end in zip(self._since, [*starts[1:], self.drawn], strict=False)
        ]

    @property
    def secret(self) -> bytes | None:
        """The secret of the dice in force now, or None."""
        return self._secrets[self._secret][1] if 0 <= self._secret < len(self._secrets) else None

    def dice(self, event: Mapping[str, Any]) -> Dice:
        """Returns the dice by which to replay an event: of the secret, or before there were secrets the recorded draws.

        Raises DiceError where they have no secret.
        """
        if not self._proven:
            return RecordedDice(Draw.from_json(draw) for draw in event["draws"])
        if self._secret >= 0:
            return CommittedDice(self._secrets[self._secret][1], self._id, self.contributions, self.drawn)
        if event["draws"]:
            raise DiceError("there is no secret that they could come from")
        return RecordedDice(())

    def drawn_alone(self, event: Mapping[str, Any]) -> tuple[Draw, ...]:
        """The draws of an event from its record alone, without the rules that asked for them: lots are known by their
        numbers only.
        """
        recorded = [Draw.from_json(draw) for draw in event["draws"]]
        dice = self.dice(event)
        if not isinstance(dice, CommittedDice):
            return tuple(recorded)
        found = []
        for draw in recorded:
            if draw.kind == "d6":
                dice.roll(draw.purpose, len(draw.results))
                found.append(dice.draws[-1])
            else:
                dice.choose(draw.purpose, [""] * draw.of, len(draw.results))
                found.append(dice.draws[-1]._replace(results=draw.results))
        return tuple(found)

    def compare(self, event: Mapping[str, Any], found: tuple[Draw, ...]) -> str | None:
        """Compares an event's recorded draws with those found by replaying it, and counts them.

        Returns the first difference in words, or None.
        """
        recorded = [Draw.from_json(draw) for draw in event["draws"]]
        for mine, kept in zip(found, recorded, strict=False):
            if mine != kept:
                shown, given = _results_in_words(kept), _results_in_words(mine)
                return f"{_draw_in_words(kept)} shows {shown}, but the secret gives {_draw_in_words(mine)} {given}"
        if len(found) != len(recorded):
            return f"{len(recorded)} draws are recorded, the rules ask for {len(found)}"
        if self._proven:
            self.drawn += len(found)
        else:
            self.unproven += len(found)
        return None


def _fault_of_form(draw: Any, *, first: bool, proven: bool) -> str | None:
    """Returns what is wrong with the form of a recorded draw, or None.

    Beside what was drawn it has its number, if the secret gave it, and for lots the picks. The game's first draw
    says what its dice are made of.
    """
    if not isinstance(draw, dict) or draw.get("kind") not in ("d6", "choose"):
        return "it has no kind"
    lots = draw["kind"] == "choose"
    wanted = _wanted_names(draw, lots=lots, first=first, proven=proven)
    if set(draw) != wanted:
        return f"its names are not {', '.join(sorted(wanted))}"
    if (wrong := _fault_of_results(draw, lots=lots)) is not None:
        return wrong
    if proven and (
        type(draw["n"]) is not int or (lots and not _are_picks(draw.get("picks", []), draw["of"], len(draw["results"])))
    ):
        return "its number or its picks are not what they should be"
    return _fault_of_origin(draw["made-of"]) if first else None


def _wanted_names(draw: dict[str, Any], *, lots: bool, first: bool, proven: bool) -> set[str]:
    """Returns the names that a recorded draw of this kind must have, no more and no fewer."""
    wanted = NAMES | ({"n"} if proven else set()) | ({"made-of"} if first else set())
    return wanted | ({"picks"} if proven and lots and draw.get("results") else set())


def _fault_of_results(draw: dict[str, Any], *, lots: bool) -> str | None:
    """Returns what is wrong with a draw's purpose, range and results, or None."""
    of, results = draw["of"], draw["results"]
    if type(of) is not int or not 0 < of <= MOST_LOTS or (not lots and of != 6):
        return f"it is of {of!r}"
    if not isinstance(results, list) or len(results) > (of if lots else MOST_LOTS):
        return "its results are too many"
    if not isinstance(draw["purpose"], str) or not all(type(result) is (str if lots else int) for result in results):
        return "its purpose or a result is not what it should be"
    return None


def _are_picks(picks: Any, of: int, count: int) -> bool:
    """Whether these are as many picks as results, each the number of a lot."""
    return isinstance(picks, list) and len(picks) == count and all(type(one) is int and 0 <= one < of for one in picks)


def _fault_of_origin(made: Any) -> str | None:
    """Returns what is wrong with the part `made-of` of the first draw, or None."""
    if (
        not isinstance(made, dict)
        or set(made) != {"commitment", "contributions"}
        or not isinstance(made["commitment"], str)
    ):
        return "it says not exactly what the dice are made of: commitment and contributions"
    return _fault_of_contributions(made["contributions"])


def _fault_of_contributions(added: Any) -> str | None:
    """Returns what is wrong with the players' contributions, given by side, or None."""
    if (
        not isinstance(added, dict)
        or set(added) != set(SIDES)
        or not all(isinstance(one, str) for one in added.values())
    ):
        return "its contributions are not those of the two sides"
    return next((f"{side} added {text!r}" for side, text in added.items() if text and not _HEX.fullmatch(text)), None)


def _version(rules: str) -> tuple[int, ...]:
    """A version such as "1.2.0" as numbers that can be compared; none where it is no version."""
    return tuple(int(part) for part in rules.split(".") if part.isascii() and part.isdigit())


def _is_start(event: Mapping[str, Any]) -> bool:
    return bool(event["kind"] == "system" and event["payload"].get("type") == "start")


def _commits_to(event: Mapping[str, Any]) -> Any:
    """The commitment to other dice that an event makes, or None."""
    return event["payload"].get("commitment") if event["kind"] in ("staff", "system") else None


def _draw_in_words(draw: Draw) -> str:
    return f"draw {draw.n} ({draw.purpose}, {len(draw.results)} of {draw.kind}/{draw.of})"


def _results_in_words(draw: Draw) -> str:
    lots = f" by the lots {' '.join(map(str, draw.picks))}" if draw.picks else ""
    return " ".join(map(str, draw.results)) + lots


__all__ = ["Chance"]
