"""Statements in SQL find what querysets would, and an act asks the database few."""

import json
import uuid
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.access import find_game
from games.api import pushes, sockets
from games.errors import GameNotFound
from games.models import Game, GameEvent, Offer, Seat, User, Vacation
from games.services.agreements import offers
from games.services.lobby import lobby
from games.services.play import standing_orders
from games.statements import RowGone, Statement, write_together
from rules.orders import CAREFUL
from tests.games.helpers import Player
from tests.players import choose_with_purpose
from tests.security.attacker import end_of_socket

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


def state(record: Any) -> dict[str, Any]:
    return {field.attname: getattr(record, field.attname) for field in record._meta.concrete_fields}


def test_a_statement_finds_what_a_queryset_finds(game: Game) -> None:
    ask = Statement(
        "SELECT {seat}, 7 FROM games_seat seat WHERE seat.game_id = %(game)s AND seat.side = %(side)s", seat=Seat
    )
    for side in ("frank", "saracen", "frank", "nobody"):
        own = Seat.objects.filter(game=game, side=side)
        assert [(state(seat), number) for seat, number in ask(game=game.pk, side=side)] == [
            (state(seat), 7) for seat in own
        ]
    assert ask(game=game.pk + 1, side="frank") == []


def test_joined_rows_come_whole_and_those_that_are_one_once(game: Game, richard: Player) -> None:
    seats = find_game(user=AnonymousUser(), game_id=game.public_id).seats
    with CaptureQueriesContext(connection) as asked:
        together = [(state(seat), state(seat.game), state(seat.user)) for seat in seats.values()]
    assert not asked.captured_queries
    assert seats["frank"].game is seats["saracen"].game
    one_by_one = Seat.objects.filter(game=game).order_by("side")
    assert together == [(state(seat), state(seat.game), state(seat.user)) for seat in one_by_one]
    alone = lobby.create_game(user=richard.user, side="frank").game
    assert find_game(user=richard.user, game_id=alone.public_id).seats["saracen"].user is None
    with pytest.raises(GameNotFound):
        find_game(user=richard.user, game_id=uuid.uuid4())


def test_who_left_standing_orders_is_known_where_a_game_is_loaded_to_be_acted_on(game: Game, richard: Player) -> None:
    standing_orders.leave_orders(user=richard.user, game_id=game.public_id, orders=CAREFUL.to_json())
    with transaction.atomic():
        locked = find_game(user=richard.user, game_id=game.public_id, lock=True)
        with CaptureQueriesContext(connection) as asked:
            left = standing_orders.orders_left(locked)
    assert not asked.captured_queries
    assert {side: (user.pk, orders) for side, (user, orders) in left.items()} == {"frank": (richard.user.pk, CAREFUL)}


def test_written_fields_alone_change(game: Game) -> None:
    seat = Seat.objects.get(game=game, side="frank")
    before = state(seat)
    seat.version, seat.awaited, seat.time_left = 77, not seat.awaited, timedelta(hours=5)
    seat.contribution = "not asked for"
    write_together([(seat, ("version", "time_left"))])
    expected = before | {"version": 77, "time_left": timedelta(hours=5)}
    assert state(Seat.objects.get(pk=seat.pk)) == expected
    write_together([(seat, ())])
    assert state(Seat.objects.get(pk=seat.pk)) == expected
    seat.pk += 1000
    with pytest.raises(RowGone):
        write_together([(seat, ("version",))])


def test_a_session_ends_when_its_time_is_over_and_none_is_found_by_a_strange_key(richard: Player) -> None:
    session = Session.objects.get(session_key=richard.client.session.session_key)
    assert richard.get("waiting/").status_code == 200
    session.expire_date = timezone.now() - timedelta(seconds=1)
    session.save()
    assert richard.get("waiting/").status_code == 401
    for key in ("", "a\0b", "x" * 32):
        client = Client()
        client.cookies["sessionid"] = key
        assert client.get("/api/v1/waiting/").status_code == 401, key


def test_a_person_is_as_they_are_now(richard: Player, saladin: Player) -> None:
    assert richard.get("waiting/").status_code == 200
    User.objects.filter(pk=richard.user.pk).update(is_active=False)
    assert richard.get("waiting/").status_code == 401
    assert saladin.get("waiting/").status_code == 200


def test_what_is_written_together_is_written_as_one_by_one(game: Game, richard: Player) -> None:
    first, second = Seat.objects.filter(game=game).order_by("side")
    latest = GameEvent.objects.filter(game=game).latest("seq")
    first.version, second.version, game.version, game.turn = 70, 80, latest.seq + 1, 4
    second.awaited = not second.awaited
    new = GameEvent(
        game=game, seq=latest.seq + 1, kind="system", payload={"type": "told"}, wall=False, rules_version="1",
        shown_to_frank=True, shown_to_saracen=False, shown_to_public=False, hash="ab" * 32,
    )  # fmt: skip
    with CaptureQueriesContext(connection) as asked:
        write_together([(first, ("version",)), (second, ()), (game, ("version", "turn"))], new=new)
    assert len(asked) == (1 if connection.vendor == "postgresql" else 3)
    assert Seat.objects.get(pk=first.pk).version == 70
    assert Seat.objects.get(pk=second.pk).version != 80
    assert (Game.objects.get(pk=game.pk).turn, Game.objects.get(pk=game.pk).version) == (4, latest.seq + 1)
    assert state(GameEvent.objects.get(pk=new.pk)) == state(new)
    again = GameEvent(**{name: value for name, value in state(new).items() if name not in ("id", "game_id")}, game=game)
    with pytest.raises(IntegrityError), transaction.atomic():
        write_together([(first, ("version",))], new=again)


def test_what_is_open_is_told_with_the_seats(game: Game, richard: Player) -> None:
    def flags() -> list[tuple[bool, bool]]:
        seats = find_game(user=AnonymousUser(), game_id=game.public_id).seats
        return [(seats[side].game_has_offers, seats[side].user_has_vacations) for side in ("frank", "saracen")]

    assert flags() == [(False, False)] * 2
    made = offers.make_offer(game_id=game.public_id, user=richard.user, kind="end", idempotency_key=uuid.uuid4())
    assert all(seat.game_has_offers for seat in made.seats.values()), "whoever made it sees it in the same answer"
    Vacation.objects.create(user=richard.user, starts_at=timezone.now(), ends_at=timezone.now() + timedelta(days=2))
    assert flags() == [(True, True), (True, False)]
    Offer.objects.update(state=Offer.State.LAPSED)
    assert flags() == [(False, True), (False, False)]


MOST = {
    "sqlite": {"act": 12, "wall": 17, "view": 7, "shared": 0},
    "postgresql": {"act": 9, "wall": 13, "view": 7, "shared": 0},
}
"""Statements of an act before a wall, of one that is a wall, of the view that a page is sent then, and of one that was
made for others.
"""


def test_no_act_and_no_view_that_is_sent_asks_the_database_more_than_the_docs_say(
    game: Game, richard: Player, saladin: Player
) -> None:
    """By the game's socket, walls and pushes included: both play on, and a spectator without an account looks on."""
    random, most = Random(7), dict.fromkeys(MOST["sqlite"], 0)
    sides = {"frank": richard, "saracen": saladin}
    ends = {side: end_of_socket(player.client, player.user, game.public_id) for side, player in sides.items()}
    visitors = [end_of_socket(Client(), None, game.public_id) for _ in range(2)]
    views = {
        side: json.loads(sockets.answer(end, '{"id": 0, "act": "follow"}').text)["answer"]["view"]
        for side, end in ends.items()
    }
    known, public = {side: view["version"] for side, view in views.items()}, 3

    def asked(what: str, work: Callable[..., Any], *args: Any) -> Any:
        with CaptureQueriesContext(connection) as queries:
            found = work(*args)
        if what == "act" and GameEvent.objects.latest("pk").wall:
            what = "wall"
        most[what] = max(most[what], len([one for one in queries if "SAVEPOINT" not in one["sql"]]))
        return found

    for number in range(80):
        awaited = [side for side, view in views.items() if view["actions"]]
        if not awaited:
            break
        side = random.choice(awaited)
        body = {
            "version": known[side],
            "key": str(uuid.uuid4()),
            "action": choose_with_purpose(views[side], random),
            "id": number,
            "act": "actions",
        }
        views[side] = json.loads(asked("act", sockets.answer, ends[side], json.dumps(body)).text)["answer"]["view"]
        known[side] = views[side]["version"]
        other = "saracen" if side == "frank" else "frank"
        latest = Game.objects.get(pk=game.pk).public_version
        if latest == public:
            continue
        found = json.loads(asked("view", pushes.push, ends[other], other, known[other], known[other] + 1).text)
        views[other], known[other] = found["view"], found["version"]
        assert asked("view", pushes.push, visitors[0], None, public, latest).version == latest
        assert asked("shared", pushes.push_to_visitor, visitors[1], None, public, latest).version == latest
        public = latest
    assert all(0 <= found <= MOST[connection.vendor][what] for what, found in most.items()), most
    assert all(most[what] for what in ("act", "wall", "view"))
    said = (Path(__file__).parents[2] / "docs" / "operations.md").read_text()
    figures = MOST["postgresql"]
    assert (
        f"An act is {figures['act']} statements to PostgreSQL at most, {figures['wall']} where it is a wall, "
        f"and a view that is sent {figures['view']}"
    ) in " ".join(said.split())
