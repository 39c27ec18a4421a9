"""What the database itself refuses, whatever program asks: to change, replace, delete or empty out what is settled."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction

from games import triggers
from games.disputes import reviewing
from games.models import CaseEntry, DisputeCase, Game, GameEvent, Message, PlayerNote, Seat, StaffAction, Withdrawal
from games.services.lobby import lobby, rematches
from games.services.record import dice
from games.services.talk import talk
from tests.disputes.conftest import act, finish, fresh, of, resign
from tests.games.helpers import Player

pytestmark = [pytest.mark.django_db, pytest.mark.databases]
MINE, OTHERS = "ab" * 16, "cd" * 16
TABLES: tuple[Any, ...] = (GameEvent, Message, Withdrawal, StaffAction, CaseEntry, PlayerNote, Game, Seat)
KEPT = r"never (changed|deleted)|once and for all"
on_sqlite = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="SQLite's own words")
on_postgresql = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has no TRUNCATE")


def execute(statement: str, *values: Any) -> None:
    """As a program that asks for nothing else would: nothing is left to be asked before, and what is asked at the
    commit is asked here.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        asked_now = (
            "SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED"
            if connection.vendor == "postgresql"
            else "SELECT 1"
        )
        cursor.execute(asked_now)
        cursor.execute(statement, values)
        cursor.execute(asked_now)


def rows(model: Any) -> list[dict[str, Any]]:
    return list(model._base_manager.order_by("pk").values())


@pytest.fixture
def played(taken: DisputeCase, richard: Player, saladin: Player, william: Player) -> Game:
    """A running game with a row in every table that is kept: a message that was withdrawn, a dispute, an act of a
    reviewer.
    """
    finish(richard, taken.game)
    talk.post(user=of(richard), game_id=taken.game.public_id, text="God wills it!", key=uuid4())
    talk.withdraw(user=of(richard), game_id=taken.game.public_id, number=1)
    act(william, taken, "time", side="frank", hours="24")
    reviewing.note_player(user=of(william), name="Richard", text="Writes much.")
    return fresh(taken.game)


@pytest.fixture
def finished(played: Game, saladin: Player) -> Game:
    resign(saladin, played)
    return fresh(played)


@on_sqlite
@pytest.mark.parametrize("by_id", [True, False])
def test_a_row_that_is_kept_cannot_be_replaced(by_id: bool, played: Game) -> None:
    """Neither the one of the same id nor the one that stands in the way by another key."""
    for model in TABLES if by_id else (GameEvent, Message, Withdrawal, Game, Seat):
        table, before = model._meta.db_table, rows(model)
        assert before, table
        columns = ", ".join(field.column for field in model._meta.concrete_fields if by_id or field.column != "id")
        with pytest.raises(DatabaseError, match=KEPT):
            execute(f"INSERT OR REPLACE INTO {table} ({columns}) SELECT {columns} FROM {table}")
        assert rows(model) == before


@on_sqlite
def test_no_game_can_be_put_in_the_place_of_another_by_what_it_holds_alone(
    finished: Game, richard: Player, saladin: Player
) -> None:
    rematch = rematches.rematch(user=of(richard), game_id=finished.public_id).game
    before = rows(Game)
    new = {"id": rematch.pk + 1, "public_id": f"'{uuid4().hex}'", "invitation_token": "'new'"}
    values = {field.column: str(new.get(field.column, field.column)) for field in Game._meta.concrete_fields}
    copy = f"({', '.join(values)}) SELECT {', '.join(values.values())} FROM games_game WHERE id = %s"
    with pytest.raises(DatabaseError, match="never deleted"):
        execute(f"INSERT OR REPLACE INTO games_game {copy}", rematch.pk)
    with pytest.raises(DatabaseError, match="never deleted"):
        execute(
            "UPDATE OR REPLACE games_game SET invitation_token = %s WHERE id = %s",
            finished.invitation_token,
            rematch.pk,
        )
    assert rows(Game) == before


@on_sqlite
def test_a_rematch_that_was_withdrawn_stands_in_nobodys_way(finished: Game, richard: Player) -> None:
    first = rematches.rematch(user=of(richard), game_id=finished.public_id).game
    lobby.cancel_game(user=of(richard), game_id=first.public_id)
    assert rematches.rematch(user=of(richard), game_id=finished.public_id).game != first


@on_postgresql
def test_a_table_that_is_kept_cannot_be_emptied_out(played: Game) -> None:
    for model in TABLES:
        before = rows(model)
        assert before, model
        with pytest.raises(DatabaseError, match=KEPT):
            execute(f"TRUNCATE {model._meta.db_table} CASCADE")
        assert rows(model) == before


@on_postgresql
def test_a_table_that_others_lean_on_takes_none_of_them_along(played: Game) -> None:
    before = rows(GameEvent)
    with pytest.raises(DatabaseError, match=KEPT):
        execute("TRUNCATE games_user CASCADE")
    assert rows(GameEvent) == before


def test_games_and_seats_cannot_be_deleted(played: Game) -> None:
    """Else they could be written anew with other dice, in one transaction, and nothing would point at what is not
    there.
    """
    for table in ("games_game", "games_seat"):
        for which in ("", f" WHERE id = (SELECT max(id) FROM {table})"):
            with pytest.raises(DatabaseError, match="never deleted"):
                execute(f"DELETE FROM {table}{which}")


def refused(game: Game, changes: tuple[str, ...], match: str) -> None:
    """Each of these changes of a game's row is refused."""
    for change in changes:
        with pytest.raises(DatabaseError, match=match):
            execute(f"UPDATE games_game SET {change} WHERE id = %s", game.pk)


def test_the_result_of_a_finished_game_does_not_change_without_an_event_of_staff(finished: Game) -> None:
    """There is an event of staff, but it was there before."""
    assert finished.events.filter(kind="staff", wall=False).exists()
    results = ("winner = 'saracen'", "winner = ''", "ending = 'victory-cities'")
    ways = (
        "status = 'active'",
        "status = 'active', winner = '', ending = ''",
        "status = 'open'",
        "status = 'canceled'",
    )
    refused(finished, (*results, *ways, "status = 'active', version = version + 1"), "with an event of staff")


def test_a_running_game_does_not_end_without_an_event(played: Game) -> None:
    changes = (
        "status = 'over', winner = 'frank', ending = 'sudden-death'",
        "winner = 'frank'",
        "status = 'open'",
        "status = 'canceled'",
    )
    refused(played, changes, "with an event of the game")


def test_a_game_that_was_withdrawn_stays_so_even_by_an_event_of_staff(richard: Player) -> None:
    game = lobby.create_game(user=of(richard)).game
    lobby.cancel_game(user=of(richard), game_id=game.public_id)
    append_beside_the_site(fresh(game), "staff")
    refused(
        game,
        tuple(f"status = '{status}', version = version + 1" for status in ("open", "active", "over")),
        "with an event",
    )


@pytest.mark.parametrize(("kind", "wall"), [("action", True), ("system", True), ("staff", False)])
def test_no_other_event_than_a_wall_of_staff_takes_an_end_back(kind: str, wall: bool, finished: Game) -> None:
    append_beside_the_site(finished, kind, wall=wall)
    refused(finished, ("status = 'active', winner = '', ending = '', version = version + 1",), "with an event of staff")


def test_the_number_of_the_last_event_never_goes_back(finished: Game) -> None:
    """Else an event of staff from before could be passed off as the one of the change."""
    refused(finished, ("version = 0", "version = version - 1"), "never goes back")


def test_a_game_keeps_the_dice_that_it_is_committed_to(played: Game, saladin: Player) -> None:
    changes = ("commitment = 'x'", "commitment = ''", "past_dice = '[1]'", "commitment = 'x', revealed = true")
    refused(played, (*changes, "revealed = true"), "never chosen anew")
    resign(saladin, played)
    refused(fresh(played), (*changes, "revealed = false"), "never chosen anew")


def test_not_even_with_an_event_is_a_running_game_committed_to_other_dice(played: Game) -> None:
    append_beside_the_site(played, "staff")
    refused(played, ("commitment = 'x', version = version + 1",), "never chosen anew")


def test_a_game_stays_the_one_that_it_is(played: Game) -> None:
    """What the dice are committed to holds for its number."""
    refused(played, ("id = id + 1000", "public_id = '00000000000040008000000000000000'"), "never changes")
    with pytest.raises(DatabaseError, match="never changes"):
        execute("UPDATE games_seat SET game_id = game_id + 1, side = 'frank' WHERE game_id = %s", played.pk)


class TestContributions:
    @pytest.fixture
    def begun(self, new_game: Any, richard: Player) -> Seat:
        seat = Seat.objects.get(game=new_game(), side="frank")
        Seat.objects.filter(pk=seat.pk).update(contribution=MINE)
        return Seat.objects.get(pk=seat.pk)

    def test_what_a_player_added_to_the_dice_is_not_changed(self, begun: Seat) -> None:
        for change in (f"'{OTHERS}'", "''", f"'{OTHERS}', user_id = NULL", "'', user_id = NULL"):
            with pytest.raises(DatabaseError, match="given once"):
                execute(f"UPDATE games_seat SET contribution = {change} WHERE id = %s", begun.pk)

    def test_nothing_is_added_once_something_was_drawn(self, begun: Seat, richard: Player) -> None:
        finish(richard, begun.game)
        assert fresh(begun.game).draws_made
        with pytest.raises(DatabaseError, match="before the first draw"):
            execute(
                "UPDATE games_seat SET contribution = %s WHERE game_id = %s AND side = 'saracen'", OTHERS, begun.game_id
            )

    def test_it_goes_with_the_player_who_leaves_an_open_game_and_not_else(
        self, richard: Player, saladin: Player
    ) -> None:
        game = lobby.create_game(user=of(richard), side="frank", by_hand=True).game
        lobby.join_game(user=of(saladin), game_id=game.public_id, invitation=game.invitation_token)
        Seat.objects.filter(game=game, side="saracen").update(contribution=MINE)
        with pytest.raises(DatabaseError, match="given once"):
            execute("UPDATE games_seat SET contribution = '' WHERE game_id = %s AND side = 'saracen'", game.pk)
        lobby.leave_game(user=of(saladin), game_id=game.public_id)
        assert dice.contributions(lobby.find_game(user=of(richard), game_id=game.public_id)) == {
            "frank": "",
            "saracen": "",
        }


def append_beside_the_site(game: Game, kind: str, *, wall: bool = True) -> None:
    """A further event, as somebody with the database at hand could append one.

    It stays there and is no part of the chain.
    """
    GameEvent.objects.create(
        game=game, seq=game.version + 1, kind=kind, payload={"type": "told"}, wall=wall, rules_version="1",
        shown_to_frank=True, shown_to_saracen=True, shown_to_public=True,
    )  # fmt: skip


def test_triggers_are_found_after_a_migration_and_made_way_for_one(played: Game) -> None:
    triggers.drop_triggers(connection)
    execute("UPDATE games_game SET winner = 'frank' WHERE id = %s", played.pk)
    triggers.create_triggers(connection)
    triggers.create_triggers(connection)
    with pytest.raises(DatabaseError, match="with an event"):
        execute("UPDATE games_game SET winner = '' WHERE id = %s", played.pk)
