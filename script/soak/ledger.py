"""The ledger of expected alerts and messages: kept apart from the site from what players did and saw, and compared in
the end with the mails.
"""

import uuid
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from script.soak.post import Letter

GRACE = timedelta(minutes=2)
TICK = timedelta(seconds=15)
LOOKING = timedelta(seconds=90)
TO_RECOVER = timedelta(hours=1, minutes=15)
"""After trouble: the longest pause between two tries, or a dead worker's lease, and a little."""
Key = tuple[str, str]
"""A game, and somebody who plays in it."""


@dataclass
class Said:
    """Who was written to when, and who has muted the other."""

    at: dict[Key, list[datetime]] = field(default_factory=lambda: defaultdict(list))
    alerted_at: dict[Key, list[datetime]] = field(default_factory=lambda: defaultdict(list))
    deaf: set[Key] = field(default_factory=set)

    def judge(
        self,
        looks: dict[Key, list[datetime]],
        free_time: Any,
        told_people: set[str],
        end: datetime,
        faults: Any,
        counts: Any,
    ) -> None:
        """One mail tells of all that was written until its reader comes by; then the next message is told again."""
        for key, alerts_at in self.alerted_at.items():
            counts["  of messages"] += len(alerts_at)
            if key in self.deaf:
                faults["told of messages of somebody muted"] += len(alerts_at)
            for before, after in pairwise(alerts_at):
                faults["told twice of messages before they came by"] += not any(
                    before <= look <= after for look in looks[key]
                )
            for moment in alerts_at:
                unseen = (
                    at for at in self.at[key] if at <= moment and not any(at < look <= moment for look in looks[key])
                )
                faults["told of messages after they came by"] += next(unseen, None) is None
        for key, moments in self.at.items():
            if key[1] not in told_people or key in self.deaf:
                continue
            for at in moments:
                counts["messages to people who get mails of them"] += 1
                due = at + GRACE
                before = max((look for look in looks[key] if look <= at), default=None)
                until = min((look for look in looks[key] if look > at), default=end)
                if until <= due + TICK or (before is not None and before > due - LOOKING):
                    continue
                told_of = any(
                    (before is None or before < moment) and moment <= until for moment in self.alerted_at[key]
                )
                if not told_of and free_time(due, until) >= TO_RECOVER:
                    faults["message not told"] += 1


class Talkative:
    """The part of the simulated world that writes messages."""

    random: Any
    figures: Any
    people: Any
    players: dict[str, tuple[str, str]]
    ledger: Any
    now: datetime
    said: Said

    def plan(self, moment: datetime, what: str, about: Any = None) -> None:
        raise NotImplementedError

    def look(self, about: tuple[str, str]) -> None:
        raise NotImplementedError

    def plan_talk(self, game: str) -> None:
        """Schedules messages in half of the games, and some mutes."""
        from games.services.talk import talk

        if self.random.random() < 0.5:
            return
        self.plan(self.now + timedelta(hours=self.random.uniform(1, 60)), "say", game)
        if self.random.random() < 0.15:
            who = self.random.choice(self.players[game])
            talk.mute_in_game(user=self.people[who].user, game_id=uuid.UUID(game), muted=True)
            self.said.deaf.add((game, who))

    def say(self, game: str) -> None:
        """Sends one or several messages; most recipients visit and read them some time."""
        from games.services.talk import talk

        one, other = self.random.sample(self.players[game], 2)
        talk.post(user=self.people[one].user, game_id=uuid.UUID(game), text="How long, O Lord?", key=uuid.uuid4())
        self.said.at[game, other].append(self.now)
        self.figures["messages"] += 1
        if self.random.random() < 0.3:
            self.plan(self.now + timedelta(minutes=self.random.expovariate(1 / 20)), "say", game)
            return
        if self.random.random() < 0.5:
            self.plan(self.now + timedelta(hours=self.random.expovariate(1 / 6)), "read", (game, other))
        self.plan(self.now + timedelta(hours=self.random.expovariate(1 / 70)), "say", game)

    def read(self, about: tuple[str, str]) -> None:
        """Opens the messages."""
        from games.services.talk import talk

        game, who = about
        self.look(about)
        talk.mark_read(user=self.people[who].user, game_id=uuid.UUID(game), number=10**6)


@dataclass
class Wait:
    """A wait of a game for somebody, from a hand-over until their first decision or the end of the game."""

    game: str
    who: str
    since: datetime
    until: datetime | None = None
    letters: list[Letter] = field(default_factory=list)


class Ledger:
    def __init__(self) -> None:
        self.waits: dict[tuple[str, str], list[Wait]] = defaultdict(list)
        self.looks: dict[tuple[str, str], list[datetime]] = defaultdict(list)
        self.ends: dict[str, tuple[datetime, str]] = {}
        self.said = Said()
        self.trouble: list[tuple[datetime, datetime]] = []
        self.asked: dict[tuple[str, str], list[list[datetime | None]]] = defaultdict(list)
        """From when to when the game really waited: a clock runs on after the first decision of a turn."""

    def asks(self, game: str, players: tuple[str, str], waits: set[str], now: datetime) -> None:
        for who in players:
            spans = self.asked[game, who]
            if who in waits and (not spans or spans[-1][1] is not None):
                spans.append([now, None])
            elif who not in waits and spans and spans[-1][1] is None:
                spans[-1][1] = now

    def handed(self, game: str, who: str, now: datetime) -> None:
        self.waits[game, who].append(Wait(game, who, now))

    def decided(self, game: str, who: str, now: datetime) -> None:
        """Ends the wait that had to be told, by their first decision, though the game may go on waiting for more."""
        waits = self.waits[game, who]
        if waits and waits[-1].until is None:
            waits[-1].until = now

    def looked(self, game: str, who: str, now: datetime) -> None:
        self.looks[game, who].append(now)

    def ended(self, game: str, players: tuple[str, str], by: str, now: datetime) -> None:
        self.ends[game] = (now, by)
        self.asks(game, players, set(), now)
        for who in players:
            self.decided(game, who, now)

    def judge(
        self, letters: list[Letter], people: dict[str, Any], players: dict[str, tuple[str, str]], end: datetime
    ) -> "Verdict":
        return Verdict(self, letters, people, players, end)

    def quiet(self, start: datetime, end: datetime) -> bool:
        """Whether server and worker were without failures between two moments."""
        return all(until <= start or since >= end for since, until in self.trouble)

    def free_time(self, start: datetime, end: datetime) -> timedelta:
        """Returns the longest time without failures between two moments."""
        longest, at = timedelta(0), start
        for since, until in sorted(self.trouble):
            if until <= start or since >= end:
                continue
            longest, at = max(longest, since - at), max(at, until)
        return max(longest, end - at)


class Verdict:
    """Counts the alerts that were right, and lists the wrong ones."""

    def __init__(
        self,
        ledger: Ledger,
        letters: list[Letter],
        people: dict[str, Any],
        players: dict[str, tuple[str, str]],
        end: datetime,
    ) -> None:
        self.ledger, self.people, self.end = ledger, people, end
        self.counts: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.delays: list[float] = []
        self.by_name = {person.address: name for name, person in people.items()}
        self.reminded: Counter[tuple[str, str, str, int]] = Counter()
        self.ends_told: Counter[tuple[str, str]] = Counter()
        for letter in letters:
            self._letter(letter)
        for waits in ledger.waits.values():
            for wait in waits:
                self._wait(wait)
        told_people = {name for name, person in people.items() if person.mode == "at-once"}
        ledger.said.judge(ledger.looks, ledger.free_time, told_people, end, self.faults, self.counts)
        self._ends(players)

    def _letter(self, letter: Letter) -> None:
        who = self.by_name[letter.to]
        self.counts["mails"] += 1
        self.counts["digests"] += letter.digest
        if self.people[who].mode in ("off", "unconfirmed"):
            self.faults["mail to somebody who gets none"] += 1
        if letter.kind == "message":
            (game,) = letter.games
            self.ledger.said.alerted_at[game, who].append(letter.at)
            if any(letter.at - LOOKING < look <= letter.at for look in self.ledger.looks[game, who]):
                self.faults["mail to somebody at the board"] += 1
            return
        if letter.kind in ("reminder", "last-reminder", "offer"):
            self._about_time(letter, who)
            return
        if letter.digest != (self.people[who].mode == "digest"):
            self.faults["mail on a way not chosen"] += 1
        for game in letter.games:
            if any(letter.at - LOOKING < look <= letter.at for look in self.ledger.looks[game, who]):
                self.faults["mail to somebody at the board"] += 1
            if letter.kind == "over" or (
                letter.digest and game in self.ledger.ends and self.ledger.ends[game][0] <= letter.at
            ):
                self.ends_told[game, who] += 1
                continue
            wait = self._at(game, who, letter.at)
            if wait is None:
                self.faults["mail to somebody not awaited, or after the turn was taken"] += 1
            else:
                wait.letters.append(letter)

    def _about_time(self, letter: Letter, who: str) -> None:
        """A reminder goes to somebody awaited, once of each kind for a hand-over.

        Offers are told also when the other side is awaited.
        """
        self.counts[f"  {letter.kind}s"] += 1
        if letter.kind == "offer":
            return
        for game in letter.games:
            spans = self.ledger.asked[game, who]
            if not any(
                since <= letter.at and (until is None or letter.at < until)
                for since, until in spans
                if since is not None
            ):
                self.faults["reminder to somebody not awaited, or after the turn was taken"] += 1
            self.reminded[game, who, letter.kind, letter.turn] += 1
            if self.reminded[game, who, letter.kind, letter.turn] > 1:
                self.faults["more than one reminder of a kind for a hand-over"] += 1

    def _at(self, game: str, who: str, moment: datetime) -> Wait | None:
        waits = (
            wait
            for wait in self.ledger.waits[game, who]
            if wait.since <= moment and (wait.until is None or moment < wait.until)
        )
        return next(waits, None)

    def _wait(self, wait: Wait) -> None:
        person = self.people[wait.who]
        until = wait.until or self.end
        self.counts["hand-overs"] += 1
        if len(wait.letters) > 1:
            self.faults["more than one mail for a hand-over"] += 1
        if person.mode in ("off", "unconfirmed"):
            self.counts["  to people who get no mail"] += 1
            return
        if person.mode == "at-once":
            self._at_once(wait, until)
        else:
            self._digest(wait, until, person)

    def _at_once(self, wait: Wait, until: datetime) -> None:
        due = wait.since + GRACE
        looks = self.ledger.looks[wait.game, wait.who]
        if until <= due + TICK:
            self.counts["  taken within the grace"] += 1
            if wait.letters and until <= due:
                self.faults["mail within the grace"] += 1
            return
        if (
            any(wait.since <= look < until and look > wait.since + GRACE - LOOKING for look in looks)
            and not wait.letters
        ):
            self.counts["  seen at the board, so not mailed"] += 1
            looked = any(due - LOOKING <= look <= due + TICK for look in looks)
            if not looked and self.ledger.quiet(due, due + TICK):
                self.faults["due and not sent"] += 1
            return
        if not wait.letters and self.ledger.free_time(due, until) < TO_RECOVER:
            self.counts["  taken before server and worker were back"] += 1
            return
        self.counts["  due at once"] += 1
        if not wait.letters:
            self.faults["due and not sent"] += 1
            return
        self.counts["  sent at once"] += 1
        delay = wait.letters[0].at - due
        if self.ledger.quiet(due, due + 2 * TICK):
            self.delays.append(delay.total_seconds())
            if delay > 2 * TICK:
                self.faults["sent late without need"] += 1

    def _digest(self, wait: Wait, until: datetime, person: Any) -> None:
        moment = person.next_digest(wait.since + GRACE)
        if until <= moment + TICK:
            self.counts["  taken before the digest"] += 1
            return
        looked = any(wait.since <= look < until for look in self.ledger.looks[wait.game, wait.who])
        if not wait.letters and (looked or self.ledger.free_time(moment, until) < TO_RECOVER):
            self.counts["  seen or taken before the digest could go"] += 1
            return
        self.counts["  due in a digest"] += 1
        if wait.letters:
            self.counts["  sent in a digest"] += 1
        else:
            self.faults["due in a digest and not sent"] += 1

    def _ends(self, players: dict[str, tuple[str, str]]) -> None:
        for game, (moment, by) in self.ledger.ends.items():
            for who in players[game]:
                alerts = self.ends_told[game, who]
                if who == by or self.people[who].mode in ("off", "unconfirmed"):
                    self.faults["end of a game told to somebody it is not for"] += alerts
                elif alerts > 1:
                    self.faults["end of a game told twice"] += 1
                elif not alerts and self.ledger.free_time(moment + GRACE, self.end - timedelta(days=1)) >= TO_RECOVER:
                    looked = any(moment <= look <= moment + timedelta(days=1) for look in self.ledger.looks[game, who])
                    self.faults["end of a game not told"] += not looked
                self.counts["ends told"] += alerts
