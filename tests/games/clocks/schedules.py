"""Random schedules of two or eight players: moves, pauses, vacations, weekends, freezes, rewinds, replacements,
outages, summer time.

`run` plays one with `games.timekeeping` alone and checks what is promised of time by a second account, which keeps who
was asked when and cuts that at every midnight, vacation and outage: each piece counts or does not.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from games.timekeeping import days, seats
from games.timekeeping.calendars import Calendar
from games.timekeeping.rounds import FAIR, SideTime, Step, due_at, loser, next_step

ZONES = (
    "UTC", "Europe/Berlin", "Europe/Warsaw", "America/New_York", "Asia/Beirut", "Africa/Cairo", "Pacific/Apia",
    "Asia/Kathmandu",
    "Australia/Lord_Howe", "America/Santiago",
)  # fmt: skip
NOTHING, SECOND, HOUR, DAY = timedelta(0), timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)
EVENTS = (
    *("move",) * 14, *("finish",) * 2, "undo", "pause", "end-pause", "end-pause", "freeze", "unfreeze", "unfreeze",
    "vacation", "vacation",
    "rewind", "replace", "outage", "hold", "release", "release",
)  # fmt: skip
WAITS = (1, 50, 4_000, 40_000, 90_000, 200_000)
SIDES = ("frank", "saracen")
Happening = tuple[str, int, int]
"""What happens, after how many seconds, and a number that decides the rest."""
Piece = tuple[datetime, datetime]


@dataclass
class Setting:
    """What a schedule begins with."""

    players: int
    zones: Sequence[str]
    weekend: bool
    start: datetime
    round_days: int
    grace_days: int
    reserve: timedelta | None
    happenings: Sequence[Happening]


@dataclass
class Clock:
    """One seat: what `games.timekeeping.seats` changes, and beside it the second account."""

    player: int
    awaited: bool = False
    awaited_at_wall: bool = False
    time_left: timedelta | None = None
    runs_since: datetime | None = None
    done_at: datetime | None = None
    time_saved: timedelta = NOTHING
    time_at_turn: timedelta | None = None
    time_used: timedelta = NOTHING
    used_at_turn: timedelta = NOTHING
    rung: int = 0
    rings_at: datetime | None = None

    asked_since: datetime | None = None
    finished: datetime | None = None
    asked: list[tuple[datetime, datetime, int]] = field(default_factory=list)
    """From when until when which player was asked."""

    def close(self, now: datetime) -> None:
        """Ends a stretch of being asked, at the moment at which the seat had finished."""
        if self.asked_since is not None:
            self.asked.append((self.asked_since, self.finished or now, self.player))
        self.asked_since = self.finished = None


@dataclass
class Match:
    """A game: its two seats, and what stops both."""

    clocks: dict[str, Clock]
    stopped: str = ""
    resumes: datetime | None = None
    stops: list[tuple[datetime, datetime | None]] = field(default_factory=list)
    before: dict[str, timedelta] | None = None
    extended_to: datetime | None = None
    result: str | None = None


class Schedule:
    """A round of games, and time that goes on."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.now = setting, setting.start
        self.zones = [ZoneInfo(name) for name in setting.zones]
        self.vacations: list[list[Piece]] = [
            [] for _ in range(setting.players * 2)
        ]  # those who replace others come after
        self.outages: list[Piece] = []
        self.due = days.later(setting.start, setting.round_days, self.zones[0])
        self.matches = [
            Match({side: Clock(2 * number + seat) for seat, side in enumerate(SIDES)})
            for number in range(setting.players // 2)
        ]
        self.alternating = True
        for match in self.matches:
            for clock in match.clocks.values():
                if setting.reserve is not None:
                    seats.begin(clock, setting.reserve)
            self._wall(match, {"frank"})

    # --- what happens

    def play(self) -> None:
        """Lets everything happen, then the round end."""
        for what, seconds, number in self.setting.happenings:
            self.now += timedelta(seconds=seconds)
            self._sweep()
            match = self.matches[number % len(self.matches)]
            getattr(self, "_" + what.replace("-", "_"))(match, number)
        for _ in range(40):
            self.now += 3 * DAY
            self._sweep()
        for match in self.matches:
            self._check_account(match)

    def _calendar(self, player: int) -> Calendar:
        zone = self.zones[0] if self.setting.weekend else None
        return Calendar(zone, tuple(self.vacations[player]), tuple(self.outages))

    def _calendars(self, match: Match) -> dict[str, Calendar]:
        return {side: self._calendar(clock.player) for side, clock in match.clocks.items()}

    def _stopped(self, match: Match) -> str:
        if match.stopped == "pause" and match.resumes is not None and match.resumes <= self.now:
            match.stopped, match.resumes = "", None
        return match.stopped

    def _starts(self, match: Match) -> datetime | None:
        stopped = self._stopped(match)
        return self.now if not stopped else match.resumes if stopped == "pause" else None

    def _wall(self, match: Match, asked: set[str], *, earned: timedelta = NOTHING) -> None:
        """A wall after which these sides are asked."""
        before = {side for side, clock in match.clocks.items() if clock.awaited_at_wall}
        self.alternating &= len(asked) == 1
        for side, clock in match.clocks.items():
            calendar = self._calendar(clock.player)
            clock.awaited = clock.awaited_at_wall = side in asked
            seats.pass_wall(
                clock, calendar, self.now, was_asked=side in before, with_other=len(before) == 2, earned=earned,
                cap=14 * DAY,
                starts=self._starts(match),
            )  # fmt: skip
            seats.set_rings_at(clock, calendar)
            clock.close(self.now)
            clock.asked_since = self.now if side in asked else None

    def _move(self, match: Match, number: int) -> None:
        if self._stopped(match) == "held":
            return
        asked = [side for side, clock in match.clocks.items() if clock.awaited]
        other = {"frank": "saracen", "saracen": "frank"}[asked[0]]
        self._wall(match, ({other}, {other}, {other}, {asked[0]}, set(SIDES))[number % 5], earned=DAY)

    def _finish(self, match: Match, number: int) -> None:
        side = SIDES[number % 2]
        if all(clock.awaited for clock in match.clocks.values()):
            match.clocks[side].awaited = False
            seats.finish(match.clocks[side], self.now)
            match.clocks[side].finished = self.now

    def _undo(self, match: Match, number: int) -> None:
        for clock in match.clocks.values():
            if clock.finished is not None:
                clock.awaited, clock.finished = True, None
                seats.finish(clock, self.now)

    def _stop(self, match: Match, why: str) -> None:
        for clock in match.clocks.values():
            seats.stop(clock, self._calendar(clock.player), self.now)
        self._end_stop(match)
        match.stopped, match.resumes = why, None
        match.stops.append((self.now, None))

    def _end_stop(self, match: Match) -> None:
        """Ends what stops both clocks now, in the second account: also a pause that was to end later."""
        if match.stops:
            since, until = match.stops[-1]
            match.stops[-1] = (since, self.now if until is None or until > self.now else until)

    def _go_on(self, match: Match) -> None:
        self._end_stop(match)
        match.stopped, match.resumes = "", None
        for clock in match.clocks.values():
            seats.stop(clock, self._calendar(clock.player), self.now)
            seats.go_on(clock, self.now)

    def _pause(self, match: Match, number: int) -> None:
        if not self._stopped(match) and self.now < self.due and self.setting.grace_days:
            self._stop(match, "pause")

    def _end_pause(self, match: Match, number: int) -> None:
        if self._stopped(match) == "pause" and match.resumes is None:
            match.resumes = self.now + DAY
            match.stops[-1] = (match.stops[-1][0], match.resumes)
            for clock in match.clocks.values():
                seats.go_on(clock, match.resumes)

    def _freeze(self, match: Match, number: int) -> None:
        if not self._stopped(match):
            self._stop(match, "freeze")

    def _hold(self, match: Match, number: int) -> None:
        if not self._stopped(match):
            self._stop(match, "held")

    def _unfreeze(self, match: Match, number: int) -> None:
        if self._stopped(match) == "freeze":
            self._go_on(match)
            self._least(match)

    def _release(self, match: Match, number: int) -> None:
        if self._stopped(match) == "held":
            self._go_on(match)
            self._least(match)

    def _least(self, match: Match) -> None:
        """The least time that staff leaves to the side asked: three days at least, and the fair time anew."""
        for side, clock in match.clocks.items():
            if clock.awaited_at_wall:
                calendar = self._calendar(clock.player)
                seats.keep_at_least(clock, calendar, 3 * DAY, self.now)
                assert clock.time_left is None or seats.read(clock, calendar, self.now, own=False).left >= 3 * DAY
                if match.before is not None:
                    match.before[side] = clock.time_used

    def _rewind(self, match: Match, number: int) -> None:
        self._wall(match, ({"frank"}, {"saracen"}, set(SIDES))[number % 3])
        self._least(match)

    def _replace(self, match: Match, number: int) -> None:
        clock = match.clocks[SIDES[number % 2]]
        if clock.player >= self.setting.players:
            return
        seats.keep_at_least(clock, self._calendar(clock.player), 7 * DAY, self.now)
        if clock.asked_since is not None:
            if clock.finished is None:
                clock.asked.append((clock.asked_since, self.now, clock.player))
                clock.asked_since = self.now
            else:
                return  # nobody is replaced in the middle of a decision of both that they have made
        clock.player += self.setting.players
        self._least(match)

    def _vacation(self, match: Match, number: int) -> None:
        """Planned by local days, from now or later; refused beyond the grace of the round, as the site does."""
        player = match.clocks[SIDES[number % 2]].player
        zone = self.zones[player % len(self.zones)]
        first = days.day_of(self.now, zone) + timedelta(days=number % 9)
        starts = max(self.now, days.midnight(first, zone))
        ends = days.midnight(first + timedelta(days=1 + number % 13), zone)
        limit = days.later(self.due, self.setting.grace_days, self.zones[0])
        overlaps = any(starts < until and since < ends for since, until in self.vacations[player])
        if not overlaps and not (starts < self.due + 2 * FAIR and ends > max(limit, self.due)):
            self.vacations[player].append((starts, ends))

    def _outage(self, match: Match, number: int) -> None:
        """The site is away: nothing happens, and nobody is judged."""
        since = self.now
        self.now += timedelta(minutes=6 + number % 3_000)
        self.outages.append((since, self.now))

    # --- the round

    def _sweep(self) -> None:
        """What the site's sweep does with games whose round may be over."""
        away = Calendar(outages=tuple(self.outages))
        end = due_at(away, self.setting.start, self.due)
        until = days.later(end, self.setting.grace_days, self.zones[0])
        for match in self.matches:
            while match.result is None and self._step(match, away, end, until):
                pass

    def _step(self, match: Match, away: Calendar, end: datetime, until: datetime) -> bool:
        calendars = self._calendars(match)
        used = {side: seats.used(clock, calendars[side], self.now, own=False) for side, clock in match.clocks.items()}
        before = match.before
        step = next_step(
            self.now, end, stopped=self._stopped(match),
            away=any(clock.awaited_at_wall and calendars[side].stopped_by(self.now) == "vacation" for side,
            clock in match.clocks.items()),
            grace_until=until, extended_to=due_at(away, end, match.extended_to) if match.extended_to else None,
            sides=None if before is None else [SideTime(used[side], match.clocks[side].awaited_at_wall,
            before[side]) for side in SIDES],
        )  # fmt: skip
        if step == Step.GRACE:
            match.extended_to, match.before = until, used
        elif step == Step.END_PAUSE:
            assert self._stopped(match) == "pause", "no round ends what staff has stopped"
            self._go_on(match)
        elif step == Step.BEGIN_OVERTIME:
            match.before = {
                side: clock.used_at_turn if clock.awaited_at_wall else used[side]
                for side, clock in match.clocks.items()
            }
        elif step == Step.DECIDE:
            self._decide(match, calendars)
        return step != Step.WAIT

    def _decide(self, match: Match, calendars: dict[str, Calendar]) -> None:
        used = {side: seats.used(clock, calendars[side], self.now, own=True) for side, clock in match.clocks.items()}
        match.result = late = loser(used)
        assert not self._stopped(match), "nobody loses while all clocks stand still"
        if late:
            own = self.account(match, late)[0]
            other = self.account(match, SIDES[late == "frank"])[0]
            assert own - other >= FAIR, "who loses used more, by the second account as well"
            assert match.before is not None
            clock = match.clocks[late]
            had = seats.used(clock, calendars[late], self.now, own=False) - match.before[late]
            assert not clock.awaited_at_wall or had >= FAIR, "nobody loses who was asked less than the fair time"

    # --- the second account

    def account(self, match: Match, side: str) -> tuple[timedelta, timedelta]:
        """For how long a side was asked until now: what counts, and what does not."""
        clock = match.clocks[side]
        asked = list(clock.asked)
        if clock.asked_since is not None:
            asked.append((clock.asked_since, clock.finished or self.now, clock.player))
        counted = stopped = NOTHING
        for since, until, player in asked:
            for start, end in self._pieces(match, since, until, player):
                if self._counts(match, start, player):
                    counted += end - start
                else:
                    stopped += end - start
        return counted, stopped

    def _pieces(self, match: Match, since: datetime, until: datetime, player: int) -> list[Piece]:
        """A stretch cut wherever something may begin or end."""
        cuts = {since, until}
        for one, other in (*self.vacations[player], *self.outages, *match.stops):
            cuts |= {one, other or self.now}
        if self.setting.weekend:
            day = days.day_of(since, self.zones[0])
            while days.midnight(day, self.zones[0]) < until:
                cuts.add(days.midnight(day, self.zones[0]))
                day += timedelta(days=1)
        inside = sorted(cut for cut in cuts if since <= cut <= until)
        return list(pairwise(inside))

    def _counts(self, match: Match, moment: datetime, player: int) -> bool:
        if self.setting.weekend and moment.astimezone(self.zones[0]).weekday() >= 5:
            return False
        stops = [
            *self.vacations[player],
            *self.outages,
            *((since, until or self.now + SECOND) for since, until in match.stops),
        ]
        return not any(since <= moment < until for since, until in stops)

    def _check_account(self, match: Match) -> None:
        total = NOTHING
        for side, clock in match.clocks.items():
            used = seats.used(clock, self._calendar(clock.player), self.now, own=True)
            counted, stopped = self.account(match, side)
            assert used == counted, (side, used, counted)
            total += counted + stopped
        if self.alternating:
            assert total == self.now - self.setting.start, "time used of both and time stopped is time passed"
        assert match.result is not None or self._stopped(match) in (
            "freeze",
            "held",
        ), "every round ends that staff does not hold up"


def run(setting: Setting) -> Schedule:
    """Plays a schedule and checks it. Raises AssertionError."""
    schedule = Schedule(setting)
    schedule.play()
    return schedule
