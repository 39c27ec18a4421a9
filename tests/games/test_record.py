"""The record is written once; positions can be rebuilt from it."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.db.models import QuerySet

from games import triggers
from games.models import Game, GameEvent
from games.models.written_once import AppendOnly
from tests.games.helpers import DONE, Player, first, ok, stage, undone
from tests.games.test_taking_back import places

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


@pytest.fixture
def played(game: Game, richard: Player, saladin: Player) -> Game:
    """A game with moves, some taken back, some by both sides at once."""
    places(richard, game)
    ok(richard.undo(game))
    ok(richard.act(game, DONE))
    ok(saladin.act(game, DONE))
    ok(saladin.act(game, first(saladin.view(game), "play-card")))
    ok(saladin.undo(game))
    ok(saladin.act(game, first(saladin.view(game), "play-card")))
    ok(richard.act(game, first(richard.view(game), "play-card")))
    game.refresh_from_db()
    return game


def check_games(*options: str) -> str:
    output = StringIO()
    call_command("check_games", *options, stdout=output)
    return output.getvalue()


def test_events_are_numbered_without_a_gap(played: Game) -> None:
    assert list(played.events.order_by("seq").values_list("seq", flat=True)) == list(range(1, played.version + 1))


def test_the_model_refuses_to_change_or_delete_events(played: Game) -> None:
    event = played.events.latest("seq")
    refused: list[Any] = [
        event.save,
        event.delete,
        lambda: event.save(force_update=True),
        lambda: GameEvent.objects.update(kind="staff"),
        lambda: GameEvent.objects.filter(pk=event.pk).delete(),
        lambda: played.events.all().delete(),
        lambda: GameEvent.objects.bulk_update([event], ["kind"]),
        lambda: GameEvent.objects.update_or_create(pk=event.pk, defaults={"kind": "staff"}),
        lambda: GameEvent.objects.bulk_create(
            [event], update_conflicts=True, update_fields=["kind"], unique_fields=["id"]
        ),
    ]
    for attempt in refused:
        with pytest.raises(AppendOnly):
            attempt()


def test_the_database_refuses_to_change_or_delete_events(played: Game) -> None:
    for statement in [
        "UPDATE games_gameevent SET kind = 'staff'",
        "UPDATE games_gameevent SET payload_packed = NULL WHERE seq = 4",
        "DELETE FROM games_gameevent",
        "DELETE FROM games_gameevent WHERE seq = 4",
    ]:
        before = list(GameEvent.objects.values())
        with (
            pytest.raises(DatabaseError, match="never changed and never deleted"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(statement)
        assert list(GameEvent.objects.values()) == before


def test_people_and_games_with_a_record_cannot_be_deleted(played: Game, richard: Player) -> None:
    from django.db.models import ProtectedError

    assert richard.user is not None
    for thing in (played, richard.user):
        with pytest.raises(ProtectedError):
            thing.delete()


def test_rebuilding_from_events_gives_what_is_stored(played: Game, solo_game: Game) -> None:
    assert check_games() == f"2 games, {played.version + solo_game.version} events: all as recorded.\n"


def test_a_resigned_game_is_rebuilt_too(played: Game, richard: Player) -> None:
    ok(richard.resign(played))
    assert "all as recorded" in check_games()


def test_an_open_and_a_canceled_game_are_in_order(richard: Player) -> None:
    ok(richard.post("games/", {}))
    ok(richard.post(f"games/{ok(richard.post('games/', {}))['id']}/cancel/"))
    assert "2 games" in check_games()


def test_a_tampered_position_is_found(played: Game) -> None:
    snapshot = played.snapshots.get()
    seq, position = snapshot.walls[-1]
    position["year"] = 1191
    snapshot.save()
    with pytest.raises(
        CommandError, match=rf"{played.public_id}: the position after event {seq} differs at position.year"
    ):
        check_games()


def test_a_missing_and_a_surplus_position_are_found(played: Game) -> None:
    snapshot = played.snapshots.get()
    last = snapshot.walls.pop()
    snapshot.save()
    with pytest.raises(CommandError, match="is missing"):
        check_games()
    snapshot.walls += [last, [99, last[1]]]
    snapshot.save()
    with pytest.raises(CommandError, match="a position is kept for event 99"):
        check_games()


def test_positions_are_written_anew_on_request(played: Game, richard: Player) -> None:
    if richard.view(played)["actions"]:
        ok(richard.act(played, first(richard.view(played), richard.view(played)["actions"][0]["type"])))
    before = list(played.snapshots.order_by("seq").values("seq", "walls", "pending"))
    played.snapshots.update(walls=[])
    assert "all as recorded" in check_games("--rebuild-positions")
    assert list(played.snapshots.order_by("seq").values("seq", "walls", "pending")) == before


def test_a_tampered_result_is_found(played: Game) -> None:
    stage(played, winner="frank", status="over", ending="sudden-death")
    with pytest.raises(CommandError, match="the stored result is"):
        check_games()


def test_a_lost_event_is_found(played: Game) -> None:
    Game.objects.filter(pk=played.pk).update(version=played.version + 1)
    with pytest.raises(CommandError, match="the game counts"):
        check_games()


def test_a_tampered_event_is_found(played: Game) -> None:
    for seq, change, found in [
        (7, {"draws": []}, "event 7: its fingerprint is .* something in it was changed"),
        (8, {"payload": {"type": "swap", "block": "saladin"}}, "event 8: its fingerprint is"),
        (4, {"events": []}, "event 4: its fingerprint is"),
    ]:
        with undone(seq, change, found):
            with triggers.without_triggers(connection, "games_gameevent"):
                # A plain query set: that of events refuses to change what is written once.
                QuerySet(GameEvent).filter(game=played, seq=seq).update(**change)
            with pytest.raises(CommandError, match=found):
                check_games()
