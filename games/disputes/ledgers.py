"""Tables of a case page: draws, luck in fire, clocks, presence, alerts, messages, earlier cases."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from games import words
from games.access import Access
from games.alerts import words as alert_words
from games.disputes.casefile import EventRow
from games.models import DisputeCase, GameEvent, Message, Notice, Presence, Sanction, StaffAction, User, Visit
from games.models.game import SIDES
from games.people import sanctions
from games.services.alerts import kinds
from games.services.clocks import clocks
from games.services.record import dice
from games.services.talk import talk
from games.shapes import JsonObject, Text
from games.words import side_name
from rules.committed import CommittedDice
from rules.dice import Draw
from rules.roster import BLOCK

MOST_ROWS = 400
PURPOSES: dict[str, Text] = {
    "fire": pgettext_lazy("what is drawn for", "fire"),
    "attrition": pgettext_lazy("what is drawn for", "attrition"),
    "march": pgettext_lazy("what is drawn for", "forced march"),
    "assassins": pgettext_lazy("what is drawn for", "Assassins"),
    "victim": pgettext_lazy("what is drawn for", "the Assassins’ victim"),
    "tie": pgettext_lazy("what is drawn for", "equal cards"),
    "deal": pgettext_lazy("what is drawn for", "cards dealt"),
    "draw": pgettext_lazy("what is drawn for", "block drawn"),
    "nomads": pgettext_lazy("what is drawn for", "nomads"),
    "handicap": pgettext_lazy("what is drawn for", "extra blocks"),
}
NINETEEN_OF_TWENTY = 1.96
PEOPLE_KINDS = (StaffAction.Kind.WARN, StaffAction.Kind.MUTE, StaffAction.Kind.SUSPEND, StaffAction.Kind.BAN)


# --- dice
# --------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DrawRow:
    """One draw: its event, its number in the game, its purpose, its results, and whether the committed secret
    reproduces it.
    """

    seq: int
    number: int | None
    purpose: str
    results: str
    proven: bool | None
    """None for draws from before games were committed to their dice."""


def draw_rows(access: Access, events: Iterable[GameEvent]) -> list[DrawRow]:
    """Returns every draw of these events, oldest first. Contains hidden facts: a purpose may name a hidden block."""
    found = []
    check = _Check(access)
    for event in events:
        for data in event.draws:
            draw = Draw.from_json(data)
            names = (
                str(one) if draw.kind == "d6" else words.block_name(words.card_name(str(one))) for one in draw.results
            )
            results = (" " if draw.kind == "d6" else ", ").join(names)
            found.append(DrawRow(event.seq, draw.n, purpose_in_words(draw.purpose), results, check.proves(event, draw)))
    return found


class _Check:
    """Recomputes draws from the game's secrets, which never leave this object."""

    def __init__(self, access: Access) -> None:
        self._game = access.game
        self._secrets = [bytes.fromhex(one["secret"]) for one in dice.all_of(access.game)]
        self._contributions = dice.contributions(access)
        self._current = 0

    def proves(self, event: GameEvent, draw: Draw) -> bool | None:
        """Whether a draw follows from one of the game's secrets; None if there is no secret. Draws
        are asked in order.
        """
        if draw.n is None or not self._secrets:
            return None
        for number in range(self._current, len(self._secrets)):
            if self._gives(self._secrets[number], draw):
                self._current = number
                return True
        return False

    def _gives(self, secret: bytes, draw: Draw) -> bool:
        """Whether this secret gives this draw."""
        source = CommittedDice(secret, str(self._game.public_id), self._contributions, draw.n or 0)
        if draw.kind == "d6":
            return source.roll(draw.purpose, len(draw.results)) == draw.results
        # Which lots were there is in the position; which of them were read is in the record.
        source.choose(draw.purpose, [f"{lot:04}" for lot in range(draw.of)], len(draw.results))
        return source.draws[0].picks == draw.picks


def purpose_in_words(purpose: str) -> str:
    """The purpose of a draw in words: `fire:acre:1:saladin` as "fire · Acre · 1 · Saladin"."""
    return " · ".join(_purpose_word(word) for word in purpose.split(":"))


def _purpose_word(word: str) -> str:
    """Returns a part of a draw's purpose in words: what it is for, a block, a side or a town."""
    if word in PURPOSES:
        return str(PURPOSES[word])
    if word in BLOCK:
        return words.block_name(word)
    if word in SIDES:
        return side_name(word)
    return str(words.town_name(word))


@dataclass(frozen=True, slots=True)
class Luck:
    """A side's fire: dice rolled, hits, and the expected number of hits."""

    side: str
    dice: int
    hits: int
    least: int
    most: int

    @property
    def sentence(self) -> str:
        """The figures in a neutral sentence, without a judgment that could be taken for a suspicion of fraud."""
        if not self.dice:
            return _("{side}: no dice in fire yet.").format(side=side_name(self.side))
        said = ngettext(
            "{side}: {dice} dice in fire, {hits} hit. In nineteen games of twenty it would be {least} to {most}.",
            "{side}: {dice} dice in fire, {hits} hits. In nineteen games of twenty it would be {least} to {most}.",
            self.hits,
        )
        sentence = said.format(
            side=side_name(self.side), dice=self.dice, hits=self.hits, least=self.least, most=self.most
        )
        if self.least <= self.hits <= self.most:
            return sentence
        return sentence + " " + _("One game of twenty goes beyond that without anything being wrong.")


def luck(events: Iterable[GameEvent]) -> list[Luck]:
    """Returns each side's fire, with the range that holds the hits of such dice in 95 % of games."""
    totals = {side: [0, 0, 0.0, 0.0] for side in SIDES}
    for event in events:
        for fact in event.events:
            if fact.get("type") != "block-fired":
                continue
            data = fact["data"]
            thrown, chance = len(data["dice"]), min(data["firepower"], 6) / 6
            total = totals[data["side"]]
            total[0] += thrown
            total[1] += data["hits"]
            total[2] += thrown * chance
            total[3] += thrown * chance * (1 - chance)
    return [_luck(side, *total) for side, total in totals.items()]


def _luck(side: str, thrown: float, hits: float, mean: float, variance: float) -> Luck:
    """Returns a side's throws and hits, with the range that holds 95 % of such throws."""
    spread = NINETEEN_OF_TWENTY * math.sqrt(variance)
    return Luck(
        side, int(thrown), int(hits), max(0, math.floor(mean - spread)), min(int(thrown), math.ceil(mean + spread))
    )


# --- time, presence, alerts
# --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClockRow:
    """A side's time: what is left, why the clock stands, and how long its decisions took."""

    side: str
    left: timedelta | None
    running: bool
    stopped: str
    decisions: int
    median: timedelta | None
    longest: timedelta | None
    longest_at: int | None


def clock_rows(access: Access, rows: Sequence[EventRow], *, sealed: bool) -> list[ClockRow]:
    """Returns each side's clock now and in the past. With `sealed`, the clock is read as the opponent reads it."""
    game, now = access.game, timezone.now()
    calendars = clocks.calendars_of([(game, access.seats.values())]) if clocks.has_clock(game) else {}
    found = []
    for side in SIDES:
        seat = access.seats[side]
        reading = clocks.read(game, seat, calendars[seat.pk], now, own=not sealed) if calendars else None
        took = sorted(_decisions(rows, side))
        middle, last = (took[len(took) // 2][0], took[-1]) if took else (None, None)
        found.append(
            ClockRow(
                side=side,
                left=reading.left if reading else None,
                running=bool(reading and reading.running),
                stopped=reading.stopped if reading else "",
                decisions=len(took),
                median=middle,
                longest=last[0] if last else None,
                longest_at=last[1] if last else None,
            )
        )
    return found


def _decisions(rows: Iterable[EventRow], side: str) -> Iterator[tuple[timedelta, int]]:
    """Yields the time from each wall to this side's first action after it, with that action's number; standing orders
    are not counted.
    """
    since: datetime | None = None
    for row in rows:
        if row.kind == GameEvent.Kind.ACTION and row.side == side:
            if since is not None and not row.by_orders:
                yield row.at - since, row.seq
            since = None
        elif row.wall:
            since = row.at


TIME_FACTS = (
    "pause-begun",
    "pause-ended",
    "time-given",
    "time-granted",
    "time-ran-out",
    "time-claimed",
    "clocks-frozen",
    "clocks-resumed",
    "vacation-announced",
    "vacation-begun",
    "vacation-ended",
    "vacation-canceled",
    "game-restored",
    "game-rewound",
)


def time_events(events: Iterable[GameEvent]) -> list[tuple[GameEvent, str]]:
    """Returns the events about clocks, in sentences."""
    found = []
    for event in events:
        if event.kind in (GameEvent.Kind.SYSTEM, GameEvent.Kind.STAFF) and event.payload.get("type") != "start":
            sentences = [words.sentence(fact, None) for fact in event.events if fact.get("type") in TIME_FACTS]
            if any(sentences):
                found.append((event, " ".join(filter(None, sentences))))
    return found


@dataclass(frozen=True, slots=True)
class PresenceRow:
    """When a player last used this game's page, used any page, and logged in."""

    side: str
    person: User
    game: datetime | None
    site: datetime | None
    signed_in: datetime | None


def presence_rows(access: Access) -> list[PresenceRow]:
    """Returns for each player the last visit to this game, last presence on the site, and last login."""
    people = {side: seat.user for side, seat in access.seats.items() if seat.user is not None}
    visits = dict(Visit.objects.filter(game=access.game, user__in=people.values()).values_list("user", "used_at"))
    seen = dict(Presence.objects.filter(user__in=people.values()).values_list("user", "seen_at"))
    return [
        PresenceRow(side, person, visits.get(person.pk), seen.get(person.pk), person.last_login)
        for side, person in sorted(people.items())
    ]


def alert_rows(access: Access) -> list[JsonObject]:
    """Returns the alerts of this game to its players with their state, latest first; without those to reviewers."""
    notices = (
        Notice.objects.filter(game=access.game)
        .exclude(data__has_key="review")
        .select_related("user", "target")
        .order_by("-pk")[:MOST_ROWS]
    )
    return [
        {
            "notice": notice,
            "kind": kinds.name_of(notice.kind),
            "way": alert_words.way(notice),
            "state": alert_words.describe(notice),
        }
        for notice in notices
    ]


def messages(access: Access) -> list[Message]:
    """Returns the messages of this game, withdrawn ones included, oldest first."""
    found = talk.for_review(access.game).order_by("-number")[:MOST_ROWS]
    return list(reversed(found))


# --- people
# ------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Past:
    """Earlier cases and sanctions of one of the two players."""

    person: User
    reported: QuerySet[DisputeCase]
    answered: QuerySet[DisputeCase]
    acts: QuerySet[StaffAction]
    sanctions: list[Sanction]


def past_of(case: DisputeCase) -> list[Past]:
    """Returns other cases, warnings and sanctions of both players."""
    others = DisputeCase.objects.exclude(pk=case.pk).select_related("game").order_by("-pk")
    people = [person for person in (case.opener, case.other) if person is not None]
    return [
        Past(
            person=person,
            reported=others.filter(opener=person)[:20],
            answered=others.filter(Q(other=person))[:20],
            acts=StaffAction.objects.filter(person=person, kind__in=PEOPLE_KINDS)
            .exclude(case=case)
            .order_by("-pk")[:20],
            sanctions=sanctions.in_force(person),
        )
        for person in people
    ]
