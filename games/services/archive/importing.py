"""Imports games of another installation from their exported record."""

from collections.abc import Mapping
from datetime import datetime
from itertools import pairwise
from typing import TypedDict

from django.contrib.auth.models import AnonymousUser
from django.db import transaction

from games import sealing
from games.access import Access
from games.models import Game, GameEvent, Seat, User
from games.models.game import SIDES
from games.services.archive.check import rebuild_positions
from games.services.record.appending import Entry, append
from games.services.record.facts import visible_facts
from games.shapes import FactJson, Json, Payload
from rules import verify
from rules.chain import stamp
from rules.replay import Replay


class NotImported(ValueError):
    """The record cannot be imported; nothing was changed."""


class EventJson(TypedDict):
    """An event of a record (docs/record.md)."""

    n: int
    at: str
    kind: str
    side: str
    person: int | None
    payload: Payload
    draws: list[Json]
    events: list[FactJson]
    wall: bool
    rules: str
    state: str
    prev: str
    hash: str


class RecordJson(TypedDict):
    """What is read of the record of a game, which `rules.verify` has checked."""

    game: str
    ruleset: Json
    dice: list[dict[str, str]]
    head: str
    events: list[EventJson]


def import_game(record: RecordJson, *, owner: User, players: dict[str, User | None]) -> Game:
    """Stores the events unchanged, with hashes and times, and computes the rest from them. The game is private.

    `owner` becomes its creator, `players` sit on the sides; an empty seat stays empty. A record of a running game,
    which holds its secret, goes on here: it must not go on where it came from. Raises NotImported.
    """
    report = verify.check(record)
    if report.fault is not None:
        raise NotImported(f"The record is not as it has to be: {report.fault}.")
    replay = Replay(record)
    for event in record["events"]:
        replay.take(event)
    if replay.position is None:
        raise NotImported("The record is of a game that did not start.")
    with transaction.atomic():
        if Game.objects.filter(public_id=record["game"]).exists():
            raise NotImported(f"The game {record['game']} is here already.")
        game = _save_game(record, replay, owner)
        _save_seats(game, record, replay, players)
        people = {replay.course.people[side]: user for side, user in players.items()}
        events = [_event_row(game, event, people.get(event["person"])) for event in record["events"]]
        for before, after in pairwise(events):
            if before.hash and after.prev_hash == before.hash:
                after.prev_hash = None
        GameEvent.objects.bulk_create(events, batch_size=200)
        rebuild_positions(game)
        if game.status == Game.Status.ACTIVE:
            game.refresh_from_db()
            _record_import(game)
        return game


def _save_game(record: RecordJson, replay: Replay, owner: User) -> Game:
    """Saves the row of an imported game."""
    course, events, position = replay.course, record["events"], replay.position
    assert position is not None
    *past, present = record["dice"] or [{"commitment": "", "secret": ""}]
    over = replay.result is not None
    winner, ending = replay.result or ("", "")
    game = Game(
        public_id=record["game"],
        ruleset=record["ruleset"],
        rules_version=course.rules,
        solo=course.solo,
        **_practice_columns(course.practice),
        visibility=Game.Visibility.PRIVATE,
        creator=owner,
        status=Game.Status.OVER if over else Game.Status.ACTIVE,
        version=len(events),
        public_version=sum(event["wall"] for event in events),
        commitment=present["commitment"],
        sealed_secret=sealing.seal(bytes.fromhex(present["secret"])) if present["secret"] else "",
        past_dice=past,
        revealed=over,
        draws_made=replay.chance.drawn,
        head=record["head"],
        stamp=_last_stamp(record, replay),
        year=position.year,
        turn=position.turn,
        frank_cities=position.score()[0],
        winner=winner,
        ending=ending,
        ending_reason=course.reason[:200],
        started_at=datetime.fromisoformat(course.started_at),
        ended_at=datetime.fromisoformat(course.ended_at) if over else None,
        moved_at=max(datetime.fromisoformat(event["at"]) for event in events if event["wall"]),
    )
    if game.commitment or over:
        game.save_as_it_is()
    else:
        game.save()  # a game under way from before there were committed dice goes on with dice of its own
    return game


def _practice_columns(moment: Mapping[str, object] | None) -> dict[str, object]:
    """Returns the columns of a practice game. What players had seen of the original game is not imported."""
    if moment is None:
        return {}
    if "exercise" in moment:
        return {"practice": moment["as"], "exercise": moment["exercise"]}
    return {"practice": moment["as"], "practice_of": moment["game"], "practice_n": moment["n"]}


def _last_stamp(record: RecordJson, replay: Replay) -> str:
    """Returns the stamp of the last wall; "" without a secret."""
    last = next((event["hash"] for event in reversed(record["events"]) if event["wall"]), "")
    return stamp(replay.chance.secret, record["game"], last) if replay.chance.secret and last else ""


def _save_seats(game: Game, record: RecordJson, replay: Replay, players: dict[str, User | None]) -> None:
    """Saves the seats of an imported game."""
    assert replay.position is not None
    for side in SIDES:
        awaited = game.status == Game.Status.ACTIVE and side in replay.position.awaited
        Seat.objects.create(
            game=game,
            side=side,
            user=players.get(side),
            version=game.version,
            awaited=awaited,
            awaited_at_wall=awaited,
            handover=game.version,
            contribution=replay.chance.contributions.get(side, ""),
        )


def _event_row(game: Game, content: EventJson, actor: User | None) -> GameEvent:
    """Returns an event of the record as a row, unsaved."""
    event = GameEvent(
        game=game,
        seq=content["n"],
        kind=content["kind"],
        side=content["side"],
        actor=actor,
        person=content["person"],
        payload=content["payload"],
        draws=content["draws"],
        events=content["events"],
        wall=content["wall"],
        rules_version=content["rules"],
        state_hash=content["state"],
        prev_hash=content["prev"],
        hash=content["hash"],
        created_at=datetime.fromisoformat(content["at"]),
    )
    event.shown_to_frank, event.shown_to_saracen, event.shown_to_public = (
        bool(visible_facts(event, viewer)) for viewer in (*SIDES, None)
    )
    return event


def _record_import(game: Game) -> None:
    """Records that a running game was imported: its players have other ids than before, and its offers are gone."""
    seats = {seat.side: seat for seat in game.seats.select_related("user").order_by("side")}
    fact = {"type": "brought-here"}
    append(
        Access(game, seats, AnonymousUser()),
        Entry(GameEvent.Kind.STAFF, "", dict(fact), wall=False, facts=[fact]),
        key=None,
        position=None,
    )
