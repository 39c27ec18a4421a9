"""A Swiss tournament in simulated time whose games are played by a level of the computer, through the services that
people use.

Games begin late in the last year, so that they are short. Some players fall asleep, leave the tournament, or are
banned, and in each second round all games are held for a version of the rules past the round's end. Beside the site an
account is kept of who was asked when and could move; `Season.faults` says where the site and it differ.
"""

import uuid
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any

from django.contrib.auth.models import Permission
from django.db import transaction
from django.utils import timezone

from games.access import find_game, find_game_for_the_site
from games.accounts import leaving
from games.disputes import banning
from games.errors import Refused
from games.models import Game, Pairing, Rating, StaffAction, Tournament, User
from games.services.agreements import offers
from games.services.play import play
from games.services.record.state import load_state, state_seen_by_viewer
from games.tasks import begin_games, keep_tournaments, stop_held_clocks
from games.timekeeping.rounds import FAIR
from games.tournaments import creating, entering, organizing, scoring
from opponent import levels
from opponent.knowledge import imagine
from rules import game as rules_game
from rules.dice import SeededDice
from rules.position import Position
from rules.ruleset import Ruleset
from rules.selfplay import choose_purposeful

FATES = (("sleep", "ban"), ("claim", "quit"), ("sleep", "claim"))
"""What becomes of the first boards of rounds 1, 2, 3, and so on again: a player falls asleep, is banned, falls asleep
and loses by a claim, or leaves the tournament. The others play on."""
TICK = timedelta(hours=12)
MINUTE = timedelta(minutes=1)
ROUND_DAYS = 8
HELD_FROM, HELD_FOR = 1, 70
"""Ticks: past the end of the round and of the grace after it."""
MOST_TICKS = 200
"""Of one round: ten times what a round takes, so that one which never ends is told."""
OTHER_RULES = "0.0.1"
LAST_YEAR = 1192
POINTS = {"frank": (1.0, 0.0), "saracen": (0.0, 1.0), "half": (0.5, 0.5), "none": (0.0, 0.0)}
Runs = Callable[..., Any]
"""Calls what it is given and lets happen what follows a commit."""


def late_position(seed: str, turn: int) -> Position:
    """Returns a random position of this turn of the last year in which only the Franks have a decision to take."""
    for number in range(100):
        random, dice = Random(f"{seed}:{number}"), SeededDice(f"{seed}:{number}")
        position = rules_game.new_game(Ruleset(), dice).position
        while position.waiting:
            if (position.year, position.turn) >= (LAST_YEAR, turn) and position.awaited == {"frank"}:
                return position
            side = min(position.awaited)
            action = choose_purposeful(rules_game.legal_actions(position, side), random, "uniform")
            position = rules_game.apply(position, side, action, dice).position
    raise AssertionError("no game by lot comes so far")


@dataclass
class Account:
    """A game as seen from beside: the time in which each side was asked and could move, and what is to become of the
    game.
    """

    fate: str
    sleeper: str
    usable: dict[str, timedelta] = field(default_factory=lambda: {"frank": timedelta(0), "saracen": timedelta(0)})
    was_held: bool = False


class Season:
    """A tournament from sign-up to its end. `faults` are the promises that were broken, `figures` what happened."""

    def __init__(
        self, *, players: int, rounds: int, seed: int, level: str, turn: int, traveller: Any, runs: Runs
    ) -> None:
        self.random, self.seed, self.level, self.turn = Random(seed), seed, level, turn
        self.traveller, self.runs = traveller, runs
        self.accounts: dict[int, Account] = {}
        self.results: dict[int, tuple[str, str]] = {}
        self.out: set[int] = set()
        self.faults: list[str] = []
        self.figures: Counter[str] = Counter()
        self.organizer = User.objects.create_user(f"Eleanor{seed}")
        self.organizer.user_permissions.add(Permission.objects.get(codename="organize_tournaments"))
        self.people = [User.objects.create_user(f"Rider{seed}x{number:02}") for number in range(players)]
        Rating.objects.bulk_create(
            Rating(user=person, side=side, mu=2000 - 10 * number, sigma=50, games=9)
            for number, person in enumerate(self.people)
            for side in ("frank", "saracen")
        )
        self.cup: Tournament = creating.create(
            user=self.organizer, name=f"Cup {seed}", system="swiss", number_of_rounds=rounds, round_days=ROUND_DAYS,
            pace="fast",
            size=max(players, 4), sign_up_until=timezone.now() + timedelta(days=1),
        )  # fmt: skip
        for person in self.people:
            entering.sign_up(user=person, tournament_id=self.cup.public_id)

    def play(self) -> None:
        """Plays all rounds and checks the whole in the end."""
        self.runs(organizing.start_now, user=self.organizer, tournament_id=self.cup.public_id)
        self._keep()
        number = 0
        while self.cup.state == "running" and self.cup.round > number:
            number = self.cup.round
            self._round(number)
        if self.cup.state != "over":
            self.faults.append(f"round {self.cup.round} does not end")
        self._check_standings()

    # --- a round

    def _rows(self, number: int) -> list[Pairing]:
        found = Pairing.objects.filter(round__tournament=self.cup, round__number=number)
        return list(found.select_related("game", "frank__user", "saracen__user").order_by("board"))

    def _round(self, number: int) -> None:
        rows = [row for row in self._rows(number) if row.saracen_id is not None]
        fates = list(FATES[(number - 1) % len(FATES)])
        for row in rows:
            assert row.saracen is not None
            for entrant in (row.frank, row.saracen):
                if entrant.user_id in self.out:
                    self.faults.append(f"{entrant.user} is out and was paired again in round {number}")
            if row.game is not None:
                fate = fates.pop(0) if fates else "play"
                self.accounts[row.pk] = Account(
                    fate, "frank" if fate == "claim" else self.random.choice(("frank", "saracen"))
                )
                self.figures[f"games: {fate}"] += 1
                self._stand(row.game, late_position(f"{self.seed}:{number}", self.turn))
        held_from = HELD_FROM if number % 2 == 0 else -1
        for tick in range(MOST_TICKS):
            if tick == held_from:
                self._hold()
            if held_from >= 0 and tick == held_from + HELD_FOR:
                self._release()
            for row in self._rows(number):
                self._go_on(row, tick)
            if self._is_over(number):  # the end of its last game begins the next round at once
                return
            self._wait(number)
            self._keep()
            if self._is_over(number):
                return

    def _is_over(self, number: int) -> bool:
        self._note_results(number)
        self.cup.refresh_from_db()
        return self.cup.state != "running" or self.cup.round != number

    def _stand(self, game: Game, position: Position) -> None:
        snapshot = game.snapshots.latest("seq")
        snapshot.walls[-1][1], snapshot.pending = position.to_json(), None
        snapshot.save()

    def _keep(self) -> None:
        self.runs(keep_tournaments)
        self.runs(begin_games)
        self.cup.refresh_from_db()

    def _wait(self, number: int) -> None:
        """Half a day passes; it counts for the side asked in a game that goes on."""
        asked = {
            row.pk: self._asked(row.game) for row in self._rows(number) if row.result == "" and row.game is not None
        }
        self.traveller.shift(TICK)
        for pk, sides in asked.items():
            for side in sides:
                self.accounts[pk].usable[side] += TICK

    def _asked(self, game: Game) -> frozenset[str]:
        if game.status != Game.Status.ACTIVE or game.held_at is not None:
            return frozenset()
        return load_state(find_game_for_the_site(game.public_id)).live.awaited

    def _hold(self) -> None:
        """The site gets other rules than its games have."""
        Game.objects.filter(status=Game.Status.ACTIVE).update(rules_version=OTHER_RULES)
        self.runs(stop_held_clocks)
        for row in Pairing.objects.filter(round__tournament=self.cup, game__held_at__isnull=False):
            self.accounts[row.pk].was_held = True
            self.figures["games held"] += 1

    def _release(self) -> None:
        Game.objects.filter(rules_version=OTHER_RULES).update(rules_version=rules_game.VERSION)
        self.runs(stop_held_clocks)

    # --- a game

    def _go_on(self, row: Pairing, tick: int) -> None:
        """What happens in a game in half a day."""
        if row.result or row.game is None or row.game.status != Game.Status.ACTIVE:
            return
        account = self.accounts[row.pk]
        people = {"frank": row.frank.user, "saracen": row.saracen.user if row.saracen else None}
        one, other = people[account.sleeper], people["saracen" if account.sleeper == "frank" else "frank"]
        if account.fate in ("quit", "ban") and tick == 1:
            self.runs(self._take_out, one, account.fate)
            return
        if account.fate == "claim":
            try:
                self.runs(
                    offers.claim, game_id=row.game.public_id, user=other, what="win", idempotency_key=uuid.uuid4()
                )
                return
            except Refused:
                pass
        if row.game.held_at is not None:
            return
        for _number in range(self.random.randint(1, 3)):
            if not self._decide(
                row.game, account, people, asleep=account.fate == "claim" or (account.fate == "sleep" and tick >= 1)
            ):
                return

    def _take_out(self, person: User, how: str) -> None:
        self.out.add(person.pk)
        if how == "quit":
            entering.withdraw(user=person, tournament_id=self.cup.public_id)
            return
        with transaction.atomic():
            leaving.lock_person(person)
            banning.impose(person, StaffAction.objects.create(actor=self.organizer, kind="ban", person=person))

    def _decide(self, game: Game, account: Account, people: dict[str, Any], *, asleep: bool) -> bool:
        """One decision of somebody who is asked and awake. Returns whether there was any."""
        game.refresh_from_db()
        awake = [side for side in sorted(self._asked(game)) if not (asleep and side == account.sleeper)]
        if not awake:
            return False
        side = awake[0]
        own = find_game(user=people[side], game_id=game.public_id)
        position = state_seen_by_viewer(own, side).live
        player = getattr(levels, self.level)(side, f"{self.seed}:{game.pk}:{own.seats[side].version}")
        action = player.decide(
            lambda: rules_game.observe(position, side), lambda random: imagine(position, side, random)
        )
        self.runs(
            play.submit, game_id=game.public_id, user=people[side], actions=[action.to_json()],
            expected_version=own.seats[side].version,
            idempotency_key=uuid.uuid4(),
        )  # fmt: skip
        self.figures["decisions"] += 1
        return True

    # --- what must hold

    def _note_results(self, number: int) -> None:
        """Looks at each result once it is there; later ones must be the same."""
        for row in self._rows(number):
            found = (row.result, row.how)
            if row.result and self.results.setdefault(row.pk, found) != found:
                self.faults.append(f"pairing {row.pk} had the result {self.results[row.pk]} and has {found}")
            if row.result and row.pk in self.accounts and not self.accounts[row.pk].fate.startswith("over"):
                self._check_time(row, self.accounts[row.pk])

    def _check_time(self, row: Pairing, account: Account) -> None:
        """Who lost by time had that time: asked, and able to move."""
        account.fate = f"over: {account.fate}"
        assert row.game is not None
        ending = row.game.ending if row.how == "game" else row.how
        self.figures[f"ended: {ending}"] += 1
        self.figures["ended: held before"] += account.was_held
        if row.game.held_at is not None and ending in (
            "deadline",
            "time-out",
        ):  # a player who leaves gives up a held game too
            self.faults.append(f"pairing {row.pk} was lost by time while its game was held ({ending})")
        if row.result not in ("frank", "saracen"):
            return
        loser = "saracen" if row.result == "frank" else "frank"
        more = account.usable[loser] - account.usable[row.result]
        if row.how == "deadline" and more < FAIR - MINUTE:
            self.faults.append(f"pairing {row.pk}: {loser} lost at the round's end and had used but {more} more")
        if ending == "time-out" and account.usable[loser] < timedelta(days=2) - MINUTE:
            self.faults.append(f"pairing {row.pk}: {loser} lost by time after {account.usable[loser]}")

    def _check_standings(self) -> None:
        rows = list(
            Pairing.objects.filter(round__tournament=self.cup)
            .select_related("round", "game")
            .order_by("round__number", "board")
        )
        points: defaultdict[int, float] = defaultdict(float)
        met: Counter[frozenset[int | None]] = Counter()
        for row in rows:
            if row.result not in POINTS or not row.how:
                self.faults.append(f"pairing {row.pk} has no result")
                continue
            if row.how == "game" and (
                row.game is None or row.game.status != Game.Status.OVER or row.game.winner != row.result
            ):
                self.faults.append(f"pairing {row.pk} has the result of a game that ended otherwise")
            one, other = POINTS[row.result]
            points[row.frank_id] += one
            if row.saracen_id is not None:
                points[row.saracen_id] += other
            met[frozenset((row.frank_id, row.saracen_id))] += 1
        if max(met.values(), default=0) > 1:
            self.faults.append("somebody met the same opponent twice")
        for line in scoring.table_of(self.cup, self.cup.entrants.order_by("seed"), rows):
            if line.points != points[line.entrant]:
                self.faults.append(
                    f"entrant {line.entrant} stands at {line.points} points and has won {points[line.entrant]}"
                )
        self.figures["pairings"] += len(rows)
        self.figures["rounds"] += self.cup.round
