"""A soak of the alerts in simulated time.

usage: script/bench alerts [--only soak|failures] [--games N] [--players N] [--days N] [--seed S] [--limit SECONDS]

People play real games by lot through the services, at their own pace, with absences; the mail server refuses, breaks
off and goes away; the worker is killed before and after the server has taken a mail, and started again. A ledger beside
the site says in the end whether every alert that was due arrived once and only once, none went to somebody not awaited,
and none came after the turn was taken. Games have clocks, with free weekends, pauses, vacations, gifts and claims, and
a second clockmaker says whether any of them is wrong. Players write to one another: one mail tells of all that was
written until its reader comes by, and none of what somebody muted writes.

Before that every transport fails in every class, for a minute, an hour and a day, one at a time and together
(`script/soak/failing.py`).
"""

import argparse
import heapq
import itertools
import os
import sys
import tempfile
import time
import uuid
from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from unittest.mock import patch

import time_machine

from script.soak.ledger import TICK, Ledger, Said, Talkative
from script.soak.post import POST, Operator
from script.soak.timely import Timely
from tests.games.clocks.timekeeper import FIGURES, Timekeeper

START = datetime(2027, 3, 1, 6, tzinfo=UTC)
"""Summer time begins within the sixty days."""
ZONES = (
    "UTC",
    "Europe/Paris",
    "Europe/Warsaw",
    "America/New_York",
    "Asia/Damascus",
    "Australia/Sydney",
    "Asia/Kolkata",
)
MODES = ("at-once",) * 11 + ("digest",) * 6 + ("off",) * 2 + ("unconfirmed",)
QUICK, SLOW = timedelta(seconds=50), timedelta(hours=110)
MOST_ACTIONS_A_TURN = 12
PASSING = ("done", "retreat", "regroup", "take-hit", "fire", "garrison", "storm", "sally")


@dataclass
class Person:
    user: Any
    address: str
    mode: str
    away: tuple[datetime, datetime]

    def next_digest(self, moment: datetime) -> datetime:
        from games.alerts.preferences import next_digest

        return next_digest(self.user, moment)


class World(Timely, Talkative, Operator):
    def __init__(self, arguments: argparse.Namespace) -> None:
        self.random = Random(arguments.seed)
        self.arguments = arguments
        self.post, self.ledger = POST, Ledger()
        POST.random = Random(arguments.seed + 1)
        self.end = START + timedelta(days=arguments.days)
        self.now = START
        self.people: dict[str, Person] = {}
        self.players: dict[str, tuple[str, str]] = {}
        self.agenda: list[tuple[datetime, int, str, Any]] = []
        self.order = itertools.count()
        self.worker_back: datetime | None = None
        self.last_look = START
        self.figures: Counter[str] = Counter()
        self.awaited: dict[str, set[str]] = {}
        self.time = Timekeeper()
        self.said = self.ledger.said = Said()

    # --- time

    def plan(self, moment: datetime, what: str, about: Any = None) -> None:
        if moment < self.end:
            heapq.heappush(self.agenda, (moment, next(self.order), what, about))

    def run(self, traveller: Any, deadline: float) -> None:
        tick: datetime | None = START
        while self.agenda or tick:
            moment = self.agenda[0][0] if self.agenda else self.end
            if tick is not None and tick <= moment:
                self._go_to(tick, traveller)
                self._send()
            elif self.agenda:
                moment, _number, what, about = heapq.heappop(self.agenda)
                self._go_to(moment, traveller)
                getattr(self, what)(about)
            if time.monotonic() > deadline:
                self.end = self.now
                self.figures["days left out for want of time"] = (
                    START + timedelta(days=self.arguments.days) - self.now
                ).days
                return
            due = self._next_due()
            # The worker looks every fifteen seconds; looks that would find nothing are left out.
            tick = (
                None
                if due is None
                else START + TICK * -(-(max(due, self.now + timedelta(microseconds=1)) - START) // TICK)
            )
            if tick is not None and tick >= self.end:
                tick = None
            if not self.agenda and tick is None:
                return

    def _go_to(self, moment: datetime, traveller: Any) -> None:
        self.now = moment
        traveller.move_to(moment)

    def _next_due(self) -> datetime | None:
        from django.core.cache import cache
        from django.db.models import Min

        from games.alerts import mail_server
        from games.models import Notice, Seat

        if self.worker_back is not None:
            return self.worker_back
        rings = Seat.objects.filter(game__status="active").aggregate(due=Min("rings_at"))["due"]
        if cache.get(mail_server.AWAY):
            # No mail is tried before this is over.
            back = self.last_look + timedelta(seconds=mail_server.RESTS)
            return min(back, rings) if rings else back
        waiting = Notice.objects.filter(state__in=("queued", "retry")).aggregate(due=Min("due_at"))["due"]
        claimed = Notice.objects.filter(state="sending").aggregate(ends=Min("lease_until"))["ends"]
        found = [
            moment
            for moment in (waiting, rings, claimed + timedelta(seconds=1) if claimed else None)
            if moment is not None
        ]
        return min(found, default=None)

    # --- the worker and the mail server

    def _send(self) -> None:
        from django.core.cache import cache

        from games.alerts import claims, mail_server, outbox, push_and_chat
        from games.services.sweeps import clock_reminders
        from script.soak.post import Killed

        if self.worker_back is not None and self.now < self.worker_back:
            return
        self.worker_back = None
        self.figures["looks of the worker"] += 1
        if not cache.get(mail_server.AWAY):
            self.last_look = self.now
        try:
            clock_reminders.ring_due()
            outbox.recover()
            for key in outbox.due_digests():
                outbox.deliver_digest(key)
            for pk in outbox.due_singles():
                outbox.deliver(pk)
            push_and_chat.send_due()
        except Killed:
            down = timedelta(minutes=self.random.choice((0, 1, 5, 30, 180)))
            self.worker_back = self.now + max(down, timedelta(seconds=15))
            # What it had claimed is free again when the lease has ended.
            self.ledger.trouble.append(
                (self.now, max(self.worker_back, self.now + claims.LEASE) + timedelta(minutes=1))
            )
            self.figures["worker killed"] += 1

    def mood(self, mood: str) -> None:
        """Changes how the mail server behaves, and plans when the operator should have heard of it."""
        if self.post.mood == "accepts" and mood != "accepts":
            self.bad_since = self.now
            self.plan(self.now + timedelta(minutes=61), "operator_looks", self.now)
        elif mood == "accepts":
            self.plan(self.now + timedelta(minutes=30), "operator_is_at_ease", self.now)
            self.ledger.trouble.append((self.bad_since, self.now + timedelta(minutes=2)))
        self.post.mood = mood

    # --- people

    def settle(self) -> None:
        from allauth.account.models import EmailAddress

        from games.models import AlertSettings, User

        for number in range(self.arguments.players):
            mode = MODES[number % len(MODES)]
            name = f"Player{number:03}"
            address = f"{name.lower()}@example.org"
            # Digests are read by the ledger, which knows English.
            language = "en" if mode == "digest" else self.random.choice(("en", "fr", "pl"))
            user = User.objects.create(
                username=name, email=address, time_zone=self.random.choice(ZONES), language=language
            )
            EmailAddress.objects.create(user=user, email=address, verified=mode != "unconfirmed", primary=True)
            # The start of a game is told with the turn; to those who are not awaited it is left out here, to keep the
            # ledger plain.
            wishes = {"turn": mode, "over": mode} if mode in ("digest", "off") else {}
            wishes |= {
                "start": "off",
                "offer": "at-once" if mode == "at-once" else "off",
                "message": "at-once" if mode == "at-once" else "off",
                "reminder": "off" if mode == "off" else "at-once",
            }
            AlertSettings.objects.create(user=user, mail=wishes, digest_hour=self.random.randrange(24))
            gone = START + timedelta(days=self.random.uniform(0, self.arguments.days))
            if self.random.random() < 0.7:
                self.plan(gone, "go_away", name)
            self.people[name] = Person(user, address, mode, (gone, gone + timedelta(days=self.random.uniform(3, 14))))
        for _ in range(self.arguments.games):
            self.plan(START + timedelta(days=self.random.uniform(0, 3)), "begin")
        moment = START
        while moment < self.end:
            moment += timedelta(hours=self.random.expovariate(1 / 60))
            self.plan(moment, "mood", self.random.choice(("away", "refuses", "breaks")))
            moment += timedelta(hours=self.random.choice((0.2, 1, 3, 8, 20)))
            self.plan(moment, "mood", "accepts")

    def begin(self, _about: None) -> None:
        from games.services.lobby import lobby

        one, other = self.random.sample(sorted(self.people), 2)
        options = self.choose_pace()
        game = lobby.create_game(user=self.people[one].user, side="frank", unlimited=True, **options).game
        access = lobby.join_game(user=self.people[other].user, game_id=game.public_id, unlimited=True)
        name = str(game.public_id)
        self.players[name] = (one, other)
        self.awaited[name] = set()
        if options["pace"] in FIGURES:
            self.time.begin(name, options["pace"], options["weekend_zone"], (one, other))
        self._follow(name, access.seats, self.now, by=None, wall=True)
        self.plan_times(name)
        self.plan_talk(name)

    def _follow(self, game: str, seats: Any, now: datetime, by: str | None, *, wall: bool) -> None:
        """Notes for whom a game waits from now on, and schedules when they will decide."""
        awaited = {side for side, seat in seats.items() if seat.awaited}
        self.time.follow(game, awaited, now, wall=wall, turns={side: seat.handover for side, seat in seats.items()})
        people = dict(zip(("frank", "saracen"), self.players[game], strict=True))
        waits = {people[side] for side, seat in seats.items() if seat.awaited}
        self.ledger.asks(game, self.players[game], waits, now)
        fresh = waits - self.awaited[game]
        for who in waits if fresh else fresh:
            if who in fresh or who == by:
                self.ledger.decided(game, who, now)
                self.ledger.handed(game, who, now)
        for who in fresh:
            self._ask(game, who)
        self.awaited[game] = waits

    def _ask(self, game: str, who: str) -> None:
        pace = self.random.random()
        wait = QUICK * self.random.uniform(0.1, 4) if pace < 0.15 else timedelta(0) + SLOW * self.random.expovariate(1)
        moment = self.now + wait
        left, back = self.people[who].away
        if left < moment < back:
            moment = back + timedelta(hours=self.random.uniform(0, 12))
        if self.random.random() < 0.2:
            self.plan(self.now + timedelta(seconds=self.random.uniform(20, 400)), "look", (game, who))
        self.plan(moment, "decide", (game, who))

    def look(self, about: tuple[str, str]) -> None:
        """Visits the board without deciding."""
        from games.models import Game
        from games.services.alerts import visits

        game, who = about
        found = Game.objects.get(public_id=game)
        version = found.seats.get(user=self.people[who].user).version
        visits.note(user=self.people[who].user, game=found, version=version)
        self.ledger.looked(game, who, self.now)
        self.figures["visits"] += 1

    def decide(self, about: tuple[str, str]) -> None:
        """Takes random decisions until the game waits for the other, or a pause."""
        from games.access import find_game
        from games.errors import Refused
        from games.services.play import play
        from games.services.record.state import load_state
        from games.services.views.view import view_of

        game, who = about
        if game in self.ledger.ends or who not in self.awaited[game]:
            return
        user, game_id = self.people[who].user, uuid.UUID(game)
        self.look(about)
        if self.random.random() < 0.004:
            play.resign(game_id=game_id, user=user, idempotency_key=uuid.uuid4())
            self.ledger.ended(game, self.players[game], who, self.now)
            self.figures["resigned"] += 1
            return
        for _ in range(MOST_ACTIONS_A_TURN):
            access = find_game(user=user, game_id=game_id)
            side = access.sides[0]
            view = view_of(load_state(access), side)
            if not view["actions"]:
                break
            try:
                result = play.submit(
                    game_id=game_id,
                    user=user,
                    actions=[self._choose(view)],
                    expected_version=view["version"],
                    idempotency_key=uuid.uuid4(),
                )
            except Refused as refused:
                self.figures[f"refused: {refused.code}"] += 1
                continue
            self.figures["decisions"] += 1
            self.ledger.decided(game, who, self.now)
            if result.access.game.status != "active":
                self.ledger.ended(game, self.players[game], who, self.now)
                self.figures["won"] += 1
                return
            before = set(self.awaited[game])
            wall = result.events[-1].wall
            self._follow(game, result.access.seats, self.now, by=who if wall else None, wall=wall)
            if who not in self.awaited[game]:
                return
            if self.awaited[game] - before:
                break
        if who in self.awaited[game]:
            # In the middle of a turn: nobody is told of what they have begun; they come back of themselves.
            self.plan(self.now + timedelta(hours=self.random.uniform(0.1, 20)), "decide", about)

    def _choose(self, view: Any) -> dict[str, Any]:
        offers = view["actions"]
        passing = [offer for offer in offers if offer["type"] in PASSING]
        offer = self.random.choice(passing if passing and self.random.random() < 0.8 else offers)
        return {name: self._settle(value) for name, value in offer.items() if name != "about"}

    def _settle(self, value: Any) -> Any:
        if isinstance(value, dict) and "any" in value:
            return self.random.choice(value["any"])
        if isinstance(value, dict) and "some" in value:
            return self.random.sample(value["some"], self.random.randint(value["least"], value["most"]))
        return value


def set_up(folder: str, **settings: str) -> None:
    """Sets the environment of this process, `settings` included, then sets up Django and migrates an empty database in
    the folder.
    """
    os.environ |= {
        "VAR_FOLDER": folder,
        "DJANGO_SETTINGS_MODULE": "crusader_site.settings",
        "DICE_WAIT_HOURS": "0",
        "LOG_LEVEL": "CRITICAL",
        **settings,
    }
    for name in ("DATABASE_URL", "REDIS_URL", "PRODUCTION", "DEBUG"):
        os.environ.pop(name, None)
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous=OFF")  # the folder goes with the run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, default=100)
    parser.add_argument("--days", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--limit", type=float, default=170.0, help="seconds of real time after which the simulated days end"
    )
    parser.add_argument("--only", choices=("soak", "failures"), default="", help="one of the two halves")
    arguments = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        set_up(folder, EMAIL_BACKEND="script.soak.post.Backend")
        with time_machine.travel(START, tick=False) as traveller:
            wrong = [] if arguments.only == "soak" else [report_of_failures(traveller)]
            if arguments.only == "failures":
                sys.exit(any(wrong))
            traveller.move_to(START)
            world = World(arguments)
            world.post.chance_of_death = 0.004
            world.settle()
            world.run(traveller, begun + arguments.limit)
        sys.exit(any([*wrong, report(world, time.monotonic() - begun)]))


def report_of_failures(traveller: Any) -> int:
    """Has every transport fail in every class, and returns 1 if that cost anybody an alert, or left them in the
    dark.
    """
    from django.conf import settings
    from django.core.cache import cache

    from games.alerts import targets
    from games.models import AccountMail, Notice, User
    from script.soak import failing

    begun, backend = time.monotonic(), settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = "script.soak.failing.Backend"
    with patch.object(targets, "send_to_target", failing.answer_of):
        verdict = failing.Trial(traveller, START).run()
    settings.EMAIL_BACKEND = backend
    Notice.objects.all().delete()
    AccountMail.objects.all().delete()
    User.objects.filter(username__startswith="Reader").update(is_active=False)
    cache.clear()
    print("transports that fail in every class, for a minute, an hour and a day, one at a time and together")
    for name, value in verdict.figures.items():
        print(f"  {name:<52}{value:>12}")
    print(f"  {'seconds':<52}{time.monotonic() - begun:>12.0f}")
    for name in failing.FAULTS:
        print(f"  {name:<52}{verdict.faults[name]:>12}  {'; '.join(sorted(verdict.where.get(name, ()))[:8])}")
    print()
    return int(any(verdict.faults.values()))


def report(world: World, spent: float) -> int:
    from games.models import Notice

    kinds = {
        f"alert-{token.hex}": (kind, turn) for token, kind, turn in Notice.objects.values_list("token", "kind", "turn")
    }
    letters = []
    for letter in world.post.letters:
        kind, turn = kinds.get(letter.message_id[1:].split("@")[0], ("digest", 0))
        letters.append(replace(letter, kind=kind, turn=turn))
    verdict = world.ledger.judge(letters, world.people, world.players, world.end)
    days = (world.end - START) / timedelta(days=1)
    worked = time.process_time()
    print(f"{len(world.players)} games, {len(world.people)} players, {days:.0f} days simulated", end=" ")
    print(f"in {spent:.0f} s, {worked:.0f} s of the processor\n")
    repeats = sum(count - 1 for count in world.post.accepted.values())
    states = Counter(Notice.objects.values_list("state", flat=True))
    delays = sorted(verdict.delays)
    clocks = world.judge_rings()
    tables = {
        "what happened": dict(sorted(world.figures.items())),
        "the mail server": dict(sorted(world.post.answers.items())) | {"repeats, known by their Message-ID": repeats},
        "alerts in the outbox": dict(sorted(states.items())),
        "by the ledger": dict(verdict.counts)
        | {
            "delay after the grace, median and worst (s)": f"{delays[len(delays) // 2]:.0f} / {delays[-1]:.0f}"
            if delays
            else "-"
        },
    }
    tables["clocks, by a second clockmaker"] = clocks
    for title, rows in tables.items():
        print(title)
        for name, value in rows.items():
            print(f"  {name:<52}{value:>12}")
    wrong = {
        name: verdict.faults[name]
        for name in (
            "due and not sent",
            "due in a digest and not sent",
            "more than one mail for a hand-over",
            "mail to somebody not awaited, or after the turn was taken",
            "mail within the grace",
            "mail to somebody at the board",
            "mail to somebody who gets none",
            "mail on a way not chosen",
            "sent late without need",
            "end of a game not told",
            "end of a game told twice",
            "end of a game told to somebody it is not for",
            "reminder to somebody not awaited, or after the turn was taken",
            "more than one reminder of a kind for a hand-over",
            "message not told",
            "told twice of messages before they came by",
            "told of messages after they came by",
            "told of messages of somebody muted",
        )
    }
    wrong |= {
        "clocks wrong by more than the sweep interval": int(world.time.worst > timedelta(seconds=15)),
        **{
            name: world.time.faults[name]
            for name in (
                "rang before its time",
                "did not ring",
                "rang late without need",
                "time-out rung before its time",
            )
        },
        "claim judged wrongly": world.time.faults["claim judged wrongly"],
        **{name: world.figures[name] for name in ("operator untold", "operator told without need")},
    }
    print("faults")
    for name, value in wrong.items():
        print(f"  {name:<60}{value:>4}")
    return 1 if any(wrong.values()) else 0


if __name__ == "__main__":
    main()
