"""Every event carries a fingerprint of itself, of all before it, and of the position it left."""

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from games.models import Game, GameEvent
from games.services.archive import export
from rules import verify
from rules.chain import chain_start, event_hash, state_hash
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Player, choose, first, ok

pytestmark = pytest.mark.django_db


def record(game: Game) -> list[GameEvent]:
    return GameEvent.record_of(game)


def play(game: Game, richard: Player, saladin: Player) -> None:
    ok(richard.act(game, BALIAN_TO_ASCALON))
    ok(richard.undo(game))
    ok(richard.act(game, DONE))
    ok(saladin.act(game, DONE))
    ok(saladin.act(game, first(saladin.view(game), "play-card")))


def test_events_are_linked_from_the_id_of_the_game_to_its_head(game: Game, richard: Player, saladin: Player) -> None:
    play(game, richard, saladin)
    before = chain_start(str(game.public_id))
    for event in record(game):
        assert event.prev_hash == before
        assert event.hash == event_hash(event.content())
        before = event.hash
    game.refresh_from_db()
    assert game.head == before


def test_every_event_since_the_start_names_the_position_it_left(game: Game, richard: Player, saladin: Player) -> None:
    play(game, richard, saladin)
    positions = game.snapshots.walls()
    for event in record(game):
        assert bool(event.state_hash) == (event.seq >= 3)  # created, joined, started
        if event.seq in positions:
            assert event.state_hash == state_hash(positions[event.seq])
    hashes = [event.state_hash for event in record(game)]
    assert hashes[4] == hashes[2], "what was undone leads back"
    assert hashes[3] != hashes[2]


def test_an_event_that_moves_nothing_keeps_the_position(game: Game, richard: Player) -> None:
    ok(richard.act(game, BALIAN_TO_ASCALON))
    ok(richard.resign(game))
    hashes = [event.state_hash for event in record(game)]
    assert hashes[-1] == hashes[-2]


@pytest.mark.databases
def test_the_chain_of_an_older_game_begins_over_what_was_there(game: Game, richard: Player) -> None:
    """Events recorded before there were hashes cannot be given any, but the first new one is built on all of them."""
    from django.db import connection

    from games import triggers

    ok(richard.act(game, BALIAN_TO_ASCALON))
    triggers.drop_triggers(connection)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_gameevent SET hash_bytes = %s, prev_bytes = %s, state_bytes = %s, person = NULL",
            [b"", b"", b""],
        )
    triggers.create_triggers(connection)
    Game.objects.filter(pk=game.pk).update(head="")
    earlier = [event.content() for event in record(game)]
    ok(richard.undo(game))
    ok(richard.resign(game))
    undo, resignation = record(game)[-2:]
    assert undo.prev_hash == chain_start(str(game.public_id), earlier) != chain_start(str(game.public_id))
    assert (undo.hash, undo.state_hash) == (resignation.prev_hash, resignation.state_hash)
    assert undo.hash == event_hash(undo.content())


def test_times_do_not_go_back_behind_a_wall_when_a_clock_is_put_back(
    game: Game, richard: Player, saladin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check of the record takes times that do for a change."""
    slow = timezone.now() - timedelta(hours=1)
    monkeypatch.setattr("games.services.record.appending.timezone.now", lambda: slow)
    play(game, richard, saladin)
    times = [event.created_at for event in record(game)]
    assert times == sorted(times)
    monkeypatch.undo()
    ok(richard.resign(game))
    game.refresh_from_db()
    assert verify.check(export.export_record(game)).fault is None


def test_a_game_played_by_clocks_that_jump_verifies(
    game: Game, richard: Player, saladin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each act by another process whose clock is wrong, by up to 15 minutes: plans before and after the other side's
    and walls.
    """
    random, real = Random(1), timezone.now
    jumps = (-600, -60, 0, 45, 900)
    monkeypatch.setattr(
        "games.services.record.appending.timezone.now", lambda: real() + timedelta(seconds=random.choice(jumps))
    )
    players = {"frank": richard, "saracen": saladin}
    for step in range(40):
        views = {side: player.view(game) for side, player in players.items()}
        side = random.choice(views["frank"]["awaited"])
        deployed = views[side]["phase"] == "deployment" and step > 9 and DONE in views[side]["actions"]
        action = DONE if deployed else choose(views[side], random)
        ok(players[side].act(game, action, version=views[side]["version"]))
    monkeypatch.undo()
    ok(richard.resign(game))
    game.refresh_from_db()
    assert verify.check(export.export_record(game)).fault is None
    times = [event.created_at for event in record(game)]
    assert times != sorted(times)


def test_the_record_keeps_the_number_of_who_acted(game: Game, richard: Player, saladin: Player) -> None:
    assert richard.user is not None
    assert saladin.user is not None
    assert [event.person for event in record(game)] == [richard.user.pk, saladin.user.pk, saladin.user.pk]
