"""A second implementation of the clocks, for tests and `script/bench alerts`: computes every game's clocks from
players' acts in another way.

Where the site computes with merged stretches, this one cuts time at every midnight, vacation and pause, and asks of the
middle of each piece whether it counts. What it finds is compared with what the site shows.
"""

from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

NOTHING, DAY = timedelta(0), timedelta(days=1)
FIGURES = {
    "fast": (timedelta(days=2), timedelta(hours=6), timedelta(days=4), timedelta(days=1)),
    "slow": (timedelta(days=7), timedelta(days=1), timedelta(days=14), timedelta(days=3)),
}
"""Reserve, increment, cap and gift, as the rules of the site say."""


@dataclass
class Side:
    who: str
    left: timedelta
    asked: bool = False
    """As of the last wall."""
    awaited: bool = False
    since: datetime | None = None
    done: datetime | None = None
    counted_in_vain: timedelta = NOTHING
    turn: timedelta = NOTHING
    number: int = 0
    """Of the hand-over."""
    crossed: dict[float, datetime] = field(default_factory=dict)


@dataclass
class Clocks:
    """Both clocks of a game."""

    pace: str
    zone: ZoneInfo | None
    sides: dict[str, Side]
    pauses: list[tuple[datetime, datetime | None]] = field(default_factory=list)


class Timekeeper:
    def __init__(self) -> None:
        self.games: dict[str, Clocks] = {}
        self.vacations: dict[str, list[tuple[datetime, datetime]]] = {}
        self.worst = NOTHING
        self.figures: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.crossings: dict[tuple[str, str, int, float], list[tuple[datetime, datetime]]] = {}
        """When so much of a turn's time was gone, and until when at least it went on.

        Given time, a turn may come there twice.
        """

    # --- what happens

    def begin(self, game: str, pace: str, zone: str, players: tuple[str, str]) -> None:
        reserve = FIGURES[pace][0]
        sides = {
            side: Side(who, reserve, turn=reserve) for side, who in zip(("frank", "saracen"), players, strict=True)
        }
        self.games[game] = Clocks(pace, ZoneInfo(zone) if zone else None, sides)

    def follow(self, game: str, awaited: set[str], now: datetime, *, wall: bool, turns: dict[str, int]) -> None:
        """Updates the clocks by an event. `turns` are the numbers of the hand-overs."""
        clocks = self.games.get(game)
        if clocks is None:
            return
        asked = {name for name, side in clocks.sides.items() if side.asked}
        for name, side in clocks.sides.items():
            self._advance(game, name, now)
            waits = name in awaited
            if wall:
                self._pass_wall(clocks, name, asked, waits, now)
                side.number = turns[name]
            elif side.asked and side.awaited and not waits:
                side.done = now
            elif side.asked and waits and side.done is not None:
                # Taken back: charged as if it had never been finished.
                side.left -= side.counted_in_vain
                side.done, side.counted_in_vain = None, NOTHING
            side.awaited = waits

    def _pass_wall(self, clocks: Clocks, name: str, asked: set[str], waits: bool, now: datetime) -> None:
        side = clocks.sides[name]
        _reserve, increment, cap, _gift = FIGURES[clocks.pace]
        side.left = max(side.left, NOTHING)
        side.done, side.counted_in_vain = None, NOTHING
        ended = side.asked and (len(asked) == 2 or not waits)
        if ended:
            side.left = max(side.left, min(side.left + increment, cap))
        if waits and (ended or not side.asked):
            side.turn, side.crossed = side.left, {}
        side.asked = waits
        side.since = now if waits else None

    def give(self, game: str, name: str, now: datetime) -> None:
        clocks = self.games[game]
        side = clocks.sides[name]
        self._advance(game, name, now)
        side.left = max(side.left, NOTHING) + FIGURES[clocks.pace][3]
        side.turn, side.crossed = side.left, {}

    def pause(self, game: str, since: datetime, until: datetime | None) -> None:
        """A pause begins, or the end of the one that lasts is known."""
        clocks = self.games[game]
        for name in clocks.sides:
            self._advance(game, name, since if until is None else min(until, since))
        if until is None:
            if clocks.pauses and clocks.pauses[-1][1] is not None and clocks.pauses[-1][1] > since:
                clocks.pauses[-1] = (clocks.pauses[-1][0], None)
            else:
                clocks.pauses.append((since, None))
        else:
            clocks.pauses[-1] = (clocks.pauses[-1][0], until)

    def leave(self, who: str, since: datetime, until: datetime) -> None:
        self.vacations.setdefault(who, []).append((since, until))

    # --- what is left

    def left(self, game: str, name: str, now: datetime) -> timedelta:
        """Returns what the owner's clock shows."""
        clocks = self.games[game]
        side = clocks.sides[name]
        if side.since is None or side.done is not None:
            return max(side.left, NOTHING)
        return max(side.left - self._counted(clocks, side, side.since, now), NOTHING)

    def shown(self, game: str, name: str, now: datetime) -> timedelta:
        """Returns what everybody else is shown: as if nobody had finished since the last wall."""
        clocks = self.games[game]
        side = clocks.sides[name]
        passed = self._counted(clocks, side, side.since, now) if side.since is not None else NOTHING
        return max(side.left - side.counted_in_vain - passed, NOTHING)

    def _advance(self, game: str, name: str, now: datetime) -> None:
        clocks = self.games[game]
        side = clocks.sides[name]
        if side.since is None or now <= side.since:
            return
        passed = self._counted(clocks, side, side.since, now)
        if side.done is not None:
            side.counted_in_vain += passed
        else:
            for share in (0.8, 1.0):
                rest = side.turn * (1 - share)
                if share not in side.crossed and side.left - passed <= rest:
                    moment = self._when(clocks, side, side.since, now, max(side.left - rest, NOTHING))
                    side.crossed[share] = moment
                    self.crossings.setdefault((game, name, side.number, share), []).append((moment, now))
            side.left -= passed
        side.since = now

    def _when(self, clocks: Clocks, side: Side, start: datetime, end: datetime, amount: timedelta) -> datetime:
        """Returns the moment when so much time has counted since the start, by bisection."""
        low, high = start, end
        while high - low > timedelta(milliseconds=1):
            middle = low + (high - low) / 2
            if self._counted(clocks, side, start, middle) >= amount:
                high = middle
            else:
                low = middle
        return high

    def _counted(self, clocks: Clocks, side: Side, start: datetime, end: datetime) -> timedelta:
        away = self.vacations.get(side.who, [])
        cuts = {start, end, *(moment for stretch in away for moment in stretch)}
        cuts |= {moment for stretch in clocks.pauses for moment in stretch if moment is not None}
        if clocks.zone is not None:
            day = start.astimezone(clocks.zone).date()
            while (midnight := datetime(day.year, day.month, day.day, tzinfo=clocks.zone).astimezone(UTC)) < end:
                cuts.add(midnight)
                day += DAY
        inside = sorted(moment for moment in cuts if start <= moment <= end)
        total = NOTHING
        for since, until in pairwise(inside):
            middle = since + (until - since) / 2
            free = clocks.zone is not None and middle.astimezone(clocks.zone).weekday() >= 5
            paused = any(begun <= middle and (over is None or middle < over) for begun, over in clocks.pauses)
            if not free and not paused and not any(gone <= middle < back for gone, back in away):
                total += until - since
        return total
