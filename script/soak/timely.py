"""Simulated people's acts on time: pauses, gifts, claims, vacations; and the comparison of clocks."""

import uuid
from datetime import datetime, timedelta
from typing import Any

from tests.games.clocks.timekeeper import FIGURES, Timekeeper

PACES = ("friendly",) * 4 + ("slow",) * 4 + ("fast",) * 2
ZONES = ("", "", "Europe/Paris", "America/New_York", "Asia/Damascus")
NOTICE = timedelta(days=1)


class Timely:
    """The part of the simulated world that deals with clocks."""

    random: Any
    figures: Any
    people: Any
    players: dict[str, tuple[str, str]]
    ledger: Any
    now: datetime
    end: datetime
    awaited: dict[str, set[str]]
    time: Timekeeper

    def plan(self, moment: datetime, what: str, about: Any = None) -> None:
        raise NotImplementedError

    def choose_pace(self) -> dict[str, str]:
        pace = self.random.choice(PACES)
        return {"pace": pace, "weekend_zone": self.random.choice(ZONES) if pace in FIGURES else ""}

    def plan_times(self, game: str) -> None:
        """Schedules pauses in some games, and comparisons of the clock in all games that have one."""
        if game not in self.time.games:
            return
        if self.random.random() < 0.4:
            self.plan(self.now + timedelta(days=self.random.uniform(1, 40)), "pause", game)
        self.plan(self.now + timedelta(hours=self.random.uniform(1, 200)), "compare", game)

    def go_away(self, name: str) -> None:
        """Plans vacations, as far as the year's balance goes."""
        from games.errors import BadVacation
        from games.services.agreements import vacations

        person = self.people[name]
        zone = vacations.zone_of(person.user)
        first, last = self.now.astimezone(zone).date(), (person.away[1]).astimezone(zone).date()
        try:
            planned = vacations.plan_vacation(user=person.user, first=first, last=last)
        except BadVacation:
            self.figures["vacations refused"] += 1
            return
        self.time.leave(name, planned.starts_at, planned.ends_at)
        self.figures["vacations"] += 1

    def pause(self, game: str) -> None:
        from games.services.agreements import offers

        if game in self.ledger.ends:
            return
        one, other = self.random.sample(self.players[game], 2)
        offers.make_offer(
            game_id=uuid.UUID(game), user=self.people[one].user, kind="pause", idempotency_key=uuid.uuid4()
        )
        self.plan(self.now + timedelta(hours=self.random.uniform(0.5, 30)), "answer", (game, other))

    def answer(self, about: tuple[str, str]) -> None:
        from games.services.agreements import offers

        game, who = about
        if game in self.ledger.ends:
            return
        yes = self.random.random() < 0.7
        answer = "accept" if yes else "decline"
        user = self.people[who].user
        offers.answer_offer(
            game_id=uuid.UUID(game), user=user, kind="pause", answer=answer, idempotency_key=uuid.uuid4()
        )
        self.figures["pauses" if yes else "pauses declined"] += 1
        if yes:
            self.time.pause(game, self.now, None)
            self.plan(self.now + timedelta(days=self.random.uniform(0.2, 9)), "resume", game)

    def resume(self, game: str) -> None:
        from games.services.agreements import offers

        if game in self.ledger.ends:
            return
        user = self.people[self.random.choice(self.players[game])].user
        offers.end_pause(game_id=uuid.UUID(game), user=user, idempotency_key=uuid.uuid4())
        self.time.pause(game, self.now, self.now + NOTICE)

    def compare(self, game: str) -> None:
        """Compares the site's clocks with the second implementation's, and whether claims are possible exactly at
        zero.
        """
        from games.access import find_game
        from games.services.clocks import clocks

        if game in self.ledger.ends:
            return
        access = find_game(user=self.people[self.players[game][0]].user, game_id=uuid.UUID(game))
        calendars = clocks.calendars_of([(access.game, access.seats.values())])
        for name, seat in access.seats.items():
            reading = clocks.read(access.game, seat, calendars[seat.pk], self.now, own=True)
            assert reading is not None
            wrong = abs(reading.left - self.time.left(game, name, self.now))
            self.time.worst = max(self.time.worst, wrong)
            self.figures["clocks compared"] += 1
        for claimer, late in (("frank", "saracen"), ("saracen", "frank")):
            waits = access.seats[late].awaited and not access.seats[claimer].awaited
            if waits and self.time.left(game, late, self.now) <= timedelta(0):
                self._claim(game, claimer, late, access)
                break
        if game not in self.ledger.ends:
            self.plan(self.now + timedelta(hours=self.random.uniform(1, 60)), "compare", game)

    def _claim(self, game: str, claimer: str, late: str, access: Any) -> None:
        """Claims the win, an annulment, or gives time, at random."""
        from games.errors import ClocksStand, Refused
        from games.services.agreements import offers
        from games.services.clocks import clocks

        who = dict(zip(("frank", "saracen"), self.players[game], strict=True))[claimer]
        user, game_id, key = self.people[who].user, uuid.UUID(game), uuid.uuid4()
        lot = self.random.random()
        try:
            if lot < 0.5:
                offers.give_time(game_id=game_id, user=user, idempotency_key=key)
                self.time.give(game, late, self.now)
                self.figures["time given at zero"] += 1
                return
            offers.claim(game_id=game_id, user=user, what="win" if lot < 0.85 else "annul", idempotency_key=key)
        except ClocksStand:
            if not clocks.stopped_by(access.game, self.now):
                self.time.faults["claim judged wrongly"] += 1
            return
        except Refused:
            self.time.faults["claim judged wrongly"] += 1
            return
        self.figures["won on time" if lot < 0.85 else "annulled on time"] += 1
        self.ledger.ended(game, self.players[game], who, self.now)
        self.awaited[game] = set()

    def judge_rings(self) -> dict[str, Any]:
        """How long after its moment each clock rang, while a worker looked; and what rang without reason, or not at
        all.
        """
        from games.models import GameEvent, Notice

        tick = timedelta(seconds=15)
        late: list[float] = []
        sides = {
            (game, who): side
            for game, both in self.players.items()
            for side, who in zip(("frank", "saracen"), both, strict=True)
        }
        found = Notice.objects.filter(kind="last-reminder", target=None).select_related("user", "game")
        rung = {
            (str(one.game.public_id), sides[str(one.game.public_id), one.user.username], one.turn, 0.8): one.created_at
            for one in found
        }
        for key, crossings in self.time.crossings.items():
            if key[3] != 0.8:
                continue
            moment, until = crossings[0]
            if key not in rung:
                lasted = until - moment > 2 * tick and self.ledger.quiet(moment - tick, moment + 2 * tick)
                self.time.faults["did not ring"] += lasted
            elif rung[key] < moment - tick:
                self.time.faults["rang before its time"] += 1
            elif self.ledger.quiet(moment - tick, moment + 2 * tick):
                late.append((rung[key] - moment).total_seconds())
        events = [
            one
            for one in GameEvent.objects.filter(kind="system").select_related("game")
            if one.payload["type"] == "time-ran-out"
        ]
        self.figures["time-outs rung"] = len(events)
        self.figures["last reminders rung"] = len(rung)
        for event in events:
            game = str(event.game.public_id)
            moments = [
                moment
                for (other, side, _turn, share), crossings in self.time.crossings.items()
                for moment, _until in crossings
                if (other, side, share) == (game, event.side, 1.0)
            ]
            if game not in self.ledger.ends and not moments:
                continue  # its owner has not moved since: nothing told the second clockmaker to look
            if moments and not any(moment <= event.created_at + tick for moment in moments):
                self.time.faults["time-out rung before its time"] += 1
        if any(delay > 2 * tick.total_seconds() for delay in late):
            self.time.faults["rang late without need"] += sum(delay > 2 * tick.total_seconds() for delay in late)
        worst = max(late, default=0.0)
        return {
            "clock off by at most (s)": f"{self.time.worst.total_seconds():.6f}",
            "rang after its moment, worst (s)": f"{worst:.0f}",
        }
