"""Queries that are made once find what their querysets find, whatever they are asked."""

import uuid
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import access
from games.access import find_game
from games.models import Game, GameEvent, Offer, Seat, User, Vacation
from games.models.written_once import AppendOnly
from games.prepared import Both, Prepared, PreparedUpdate, write, write_together
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


def test_two_queries_asked_as_one_find_what_each_finds_alone(game: Game, richard: Player) -> None:
    of_seat = Prepared(lambda side, game: Seat.objects.filter(game=game, side=side).select_related("user"), side=str, game=int)
    of_game = Prepared(lambda public: Game.objects.filter(public_id=public), public=uuid.UUID)
    both = Both(of_seat, of_game)
    for side, number, public in (
        ("frank", game.pk, game.public_id),
        ("nobody", game.pk, game.public_id),
        ("saracen", game.pk, uuid.uuid4()),
        ("nobody", game.pk, uuid.uuid4()),
    ):
        seat, found = both(side=side, game=number, public=public)
        alone = [*of_seat(side=side, game=number), None][0], [*of_game(public=public), None][0]
        assert [row and state(row) for row in (seat, found)] == [row and state(row) for row in alone]


def test_the_person_who_comes_with_a_session_is_as_they_are_now(richard: Player, saladin: Player) -> None:
    assert richard.get("waiting/").status_code == 200
    with CaptureQueriesContext(connection) as asked:
        assert richard.get("waiting/").status_code == 200
    assert len([query for query in asked.captured_queries if "django_session" in query["sql"]]) == 1
    assert len([query for query in asked.captured_queries if 'FROM "games_user"' in query["sql"]]) == 1
    User.objects.filter(pk=richard.user.pk).update(is_active=False)
    assert richard.get("waiting/").status_code == 401
    assert saladin.get("waiting/").status_code == 200


def test_a_session_that_became_another_persons_brings_nobody_along(richard: Player, saladin: Player) -> None:
    """Keys are drawn anew where somebody logs in; were one kept, its row would still say whose it is."""
    assert richard.get("talk/").status_code in (200, 404)
    mine, other = (Session.objects.get(session_key=player.client.session.session_key) for player in (richard, saladin))
    Session.objects.filter(pk=mine.pk).update(session_data=other.session_data)
    answer = richard.client.get("/api/v1/me/")
    assert answer.status_code != 200 or "Richard" not in answer.content.decode()
    page = richard.client.get("/games/").content.decode()
    assert "Saladin" in page
    assert "Richard" not in page


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
    with pytest.raises(AppendOnly):
        new.save()
    again = GameEvent(**{name: value for name, value in state(new).items() if name not in ("id", "game_id")}, game=game)
    with pytest.raises(IntegrityError), transaction.atomic():
        write_together([(first, ("version",))], new=again)


def test_an_update_that_was_made_once_changes_what_its_queryset_would(game: Game) -> None:
    change = PreparedUpdate(
        lambda game, side, version: (Seat.objects.filter(game=game, side=side), {"version": version, "awaited": False}),
        game=int, side=str, version=int,
    )  # fmt: skip
    assert [change(game=game.pk, side=side, version=version) for side, version in (("frank", 8), ("nobody", 9), ("saracen", 10))] == [
        1,
        0,
        1,
    ]
    assert list(Seat.objects.filter(game=game).order_by("side").values_list("version", "awaited")) == [(8, False), (10, False)]


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
    """Who and their session, the game, where it stands, plans; all is written at once; then the end of the record for the news. A longer
    record changes nothing of it."""
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
    assert max(counts) <= (8 if connection.vendor == "postgresql" else 11), counts
