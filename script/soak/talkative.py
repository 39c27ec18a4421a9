"""Messages between simulated people, and whether they were alerted to them."""

import uuid
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from script.soak.terms import GRACE, LOOKING, TICK, TO_RECOVER

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
