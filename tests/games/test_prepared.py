"""Queries that are made once find what their querysets find, whatever they are asked."""

import uuid
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import access
from games.access import find_game
from games.models import Game, GameEvent, Offer, Seat, Vacation
from games.prepared import Prepared, write
from games.services import offers
from tests.games.helpers import Player, choose, ok

pytestmark = pytest.mark.django_db


def state(record: Any) -> dict[str, Any]:
    return {field.attname: getattr(record, field.attname) for field in record._meta.concrete_fields}


def test_a_prepared_query_finds_each_time_what_it_is_asked_for(game: Game) -> None:
    ask = Prepared(lambda game, side: Seat.objects.filter(game=game, side=side), game=int, side=str)
    for side in ("frank", "saracen", "frank", "nobody"):
        assert [state(seat) for seat in ask(game=game.pk, side=side)] == [state(seat) for seat in Seat.objects.filter(game=game, side=side)]
    assert ask(game=game.pk + 1, side="frank") == []


def test_joined_rows_come_whole(game: Game) -> None:
    found = access._seats(game_id=game.public_id)
    with CaptureQueriesContext(connection) as asked:
        together = [(state(seat), state(seat.game), state(seat.user)) for seat in found]
    assert not asked.captured_queries
    one_by_one = Seat.objects.filter(game=game).order_by("side")
    assert together == [(state(seat), state(seat.game), state(seat.user)) for seat in one_by_one]
    assert access._seats(game_id=uuid.uuid4()) == []


def test_a_parameter_that_the_query_does_not_use_is_found_out() -> None:
    with pytest.raises(AssertionError, match="side"):
        Prepared(lambda game, side: Seat.objects.filter(game=game), game=int, side=str)(game=1, side="frank")


def test_written_fields_alone_change(game: Game) -> None:
    seat = Seat.objects.get(game=game, side="frank")
    before = state(seat)
    seat.version, seat.awaited, seat.time_left = 77, not seat.awaited, timedelta(hours=5)
    seat.contribution = "not asked for"
    write(seat, "version", "time_left")
    expected = before | {"version": 77, "time_left": timedelta(hours=5)}
    assert state(Seat.objects.get(pk=seat.pk)) == expected
    write(seat)
    assert state(Seat.objects.get(pk=seat.pk)) == expected


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


def test_an_act_before_a_wall_asks_the_database_little(game: Game, richard: Player, saladin: Player) -> None:
    """Who, which session, the game, where it stands; event, seat, position and game are written. A longer record changes nothing of it."""
    random, counts = Random(5), []
    for _ in range(25):
        for player in (richard, saladin):
            view = player.view(game)
            if not view["actions"]:
                continue
            with CaptureQueriesContext(connection) as asked:
                ok(player.act(game, choose(view, random), version=view["version"]))
            if not GameEvent.objects.latest("pk").wall:
                counts.append(len(asked))
    assert len(counts) > 5
    assert max(counts) <= 11
