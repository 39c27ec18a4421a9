"""The draws of a recorded game, compared with those that its secrets give."""

from collections.abc import Mapping
from typing import Any

from rules.chain import short
from rules.committed import CommittedDice
from rules.dice import Dice, DiceError, Draw, RecordedDice


class Chance:
    """Goes along with a replay, event by event. What is not as it has to be is returned as words, None where nothing is wrong."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self._id: str = record["game"]
        self._secrets = [(one["commitment"], bytes.fromhex(one["secret"])) for one in record["dice"]]
        # Those that no event announces were committed to when the game was made: one, or none in a game older than commitments.
        self._secret = len(self._secrets) - 1 - sum(_commits_to(event) is not None for event in record["events"])
        self._proven = False
        self.contributions: dict[str, str] = {}
        """What the players' browsers added, by side; known from the first draw on."""
        self.drawn = self.unproven = 0
        """Draws that the secret gave, and draws from before there was one."""

    def begin(self, event: Mapping[str, Any], *, proven: bool) -> str | None:
        """Call it with every event first. ``proven`` is whether the event has a fingerprint: secrets began together with them."""
        self._proven = proven
        first = event["draws"][0] if event["draws"] else {}
        if proven and first.get("n") == 0 and self.drawn == 0:
            made, commitment = first.get("made-of"), self._secrets[self._secret][0] if self._secrets else ""
            if not isinstance(made, dict) or made.get("commitment") != commitment:
                return f"the first draw must name the commitment {short(commitment)}, it says {made!r}"
            self.contributions = dict(made["contributions"])
        new = _commits_to(event)
        if new is None:
            return None
        self._secret += 1
        if self._secret >= len(self._secrets) or self._secrets[self._secret][0] != new:
            return f"it commits to other dice ({short(new)}), of which the record has no secret"
        return None

    @property
    def secret(self) -> bytes | None:
        """The one in force, or None."""
        return self._secrets[self._secret][1] if 0 <= self._secret < len(self._secrets) else None

    def dice(self, event: Mapping[str, Any]) -> Dice:
        """Those of the secret; of events from before there was one, the recorded draws. Raises DiceError where they have no secret."""
        if not self._proven:
            return RecordedDice(Draw.from_json(draw) for draw in event["draws"])
        if self._secret >= 0:
            return CommittedDice(self._secrets[self._secret][1], self._id, self.contributions, self.drawn)
        if event["draws"]:
            raise DiceError("there is no secret that they could come from")
        return RecordedDice(())

    def drawn_alone(self, event: Mapping[str, Any]) -> tuple[Draw, ...]:
        """The draws of an event from its record alone, without the rules that asked for them: lots are known by their numbers only."""
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
        """Whether the event recorded these draws. Counts them."""
        recorded = [Draw.from_json(draw) for draw in event["draws"]]
        for mine, kept in zip(found, recorded, strict=False):
            if mine != kept:
                return f"{_named(kept)} shows {_said(kept)}, but the secret gives {_named(mine)} {_said(mine)}"
        if len(found) != len(recorded):
            return f"{len(recorded)} draws are recorded, the rules ask for {len(found)}"
        if self._proven:
            self.drawn += len(found)
        else:
            self.unproven += len(found)
        return None


def _commits_to(event: Mapping[str, Any]) -> Any:
    """The commitment to other dice that an event makes, or None."""
    return event["payload"].get("commitment") if event["kind"] in ("staff", "system") else None


def _named(draw: Draw) -> str:
    return f"draw {draw.n} ({draw.purpose}, {len(draw.results)} of {draw.kind}/{draw.of})"


def _said(draw: Draw) -> str:
    lots = f" by the lots {' '.join(map(str, draw.picks))}" if draw.picks else ""
    return " ".join(map(str, draw.results)) + lots


__all__ = ["Chance"]
