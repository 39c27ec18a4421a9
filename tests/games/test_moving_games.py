"""A game is exported by one installation and brought to another, where it is the same."""

import json
import uuid
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games import triggers
from games.models import Game, GameEvent, Offer, Seat, Snapshot
from games.services.agreements import endings
from games.services.archive.check import first_difference
from games.services.archive.export import export_record
from games.services.play import rewinding
from games.services.record import dice
from rules import verify
from rules.notation import parse_game
from tests.games.helpers import DONE, Player, first, ok
from tests.games.test_chain import play
from tests.rules.recording import recorded
from tests.rules.tampering import text_of

pytestmark = pytest.mark.django_db


def forget(game: Game) -> None:
    """As if this were another installation."""
    from django.apps import apps

    triggers.drop_triggers(connection)
    for model in apps.get_app_config("games").get_models():
        for field in model._meta.get_fields():
            if (
                getattr(field, "related_model", None) is Game
                and getattr(field, "column", None)
                and model not in (GameEvent, Seat, Snapshot)
            ):
                model._base_manager.filter(**{field.name: game}).delete()
    with connection.cursor() as cursor:
        for table in ("games_gameevent", "games_snapshot"):
            cursor.execute(f"DELETE FROM {table}")
    Seat.objects.all().delete()
    Game.objects.all().delete()
    triggers.create_triggers(connection)


def command(name: str, *options: Any) -> str:
    output = StringIO()
    call_command(name, *map(str, options), stdout=output)
    return output.getvalue()


def test_a_finished_game_comes_over_whole(game: Game, richard: Player, saladin: Player, tmp_path: Path) -> None:
    play(game, richard, saladin)
    ok(richard.resign(game))
    game.refresh_from_db()
    before = ok(saladin.get(f"games/{game.public_id}/export/"))
    path = tmp_path / "game.json"
    path.write_text(json.dumps(before), encoding="utf-8")
    secret = dice.secret_of(game)
    forget(game)
    said = command("import_game", path, "--owner", "Richard", "--frank", "richard", "--saracen", "Saladin")
    assert said == f"{game.version} events of game {game.public_id}, over.\n"
    there = Game.objects.get(public_id=game.public_id)
    assert first_difference(there) is None
    assert (there.winner, there.ending, there.visibility) == ("saracen", "resignation", "private")
    assert dice.secret_of(there) == secret
    after = ok(saladin.get(f"games/{game.public_id}/export/"))
    for name in ("events", "dice", "head", "result", "ruleset"):
        assert after[name] == before[name]
    assert saladin.history(there, everything="true")


@pytest.mark.databases
def test_a_running_game_moves_with_its_secret_and_goes_on(
    game: Game, richard: Player, saladin: Player, tmp_path: Path
) -> None:
    play(game, richard, saladin)
    path = tmp_path / "game.json"
    with pytest.raises(CommandError, match="Give --with-secret"):
        command("export_game", game.public_id)
    command("export_game", game.public_id, "--with-secret", "--output", path)
    made = Game.objects.get(pk=game.pk).draws_made
    view = richard.view(game)
    forget(game)
    command("import_game", path, "--owner", "Richard", "--frank", "Richard", "--saracen", "Saladin")
    there = Game.objects.get(public_id=game.public_id)
    assert (there.status, there.draws_made) == ("active", made)
    for name in ("map", "hand", "actions", "awaited", "cards"):
        assert richard.view(there)[name] == view[name]
    ok(richard.act(there, first(richard.view(there), "play-card")))
    there.refresh_from_db()
    assert first_difference(there) is None


def test_a_game_that_goes_on_here_says_so_and_may_go_on_with_other_people(
    game: Game, richard: Player, saladin: Player, tmp_path: Path
) -> None:
    """Another installation numbers its people otherwise: without a word of that in the record somebody else would have
    acted.
    """
    play(game, richard, saladin)
    ok(richard.post(f"games/{game.public_id}/offers/", {"kind": "end", "key": str(uuid.uuid4())}))
    path = tmp_path / "game.json"
    command("export_game", game.public_id, "--with-secret", "--output", path)
    forget(game)
    command("import_game", path, "--owner", "Richard", "--frank", "Saladin", "--saracen", "Richard")
    there = Game.objects.get(public_id=game.public_id)
    assert "The game goes on here: it was brought from another site." in str(saladin.history(there))
    ok(saladin.act(there, first(saladin.view(there), "play-card")))
    ok(richard.post(f"games/{game.public_id}/offers/", {"kind": "end", "key": str(uuid.uuid4())}))
    ok(richard.resign(there))
    there.refresh_from_db()
    assert first_difference(there) is None
    assert verify.check(export_record(there)).fault is None


def test_a_record_that_does_not_check_is_not_brought_here(richard: Player, tmp_path: Path) -> None:
    for change, words in [
        ({"head": "0"}, "The record is not as it has to be"),
        ({"format": 7}, "the file has the format 7"),
    ]:
        path = tmp_path / "game.json"
        path.write_text(text_of(recorded(3, most=20) | change), encoding="utf-8")
        with pytest.raises(CommandError, match=words):
            command("import_game", path, "--owner", "Richard")
        assert not Game.objects.exists()


def test_a_game_that_is_here_is_not_brought_again(richard: Player, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(text_of(recorded(3, most=20)), encoding="utf-8")
    command("import_game", path, "--owner", "Richard")
    with pytest.raises(CommandError, match="is here already"):
        command("import_game", path, "--owner", "Richard")
    with pytest.raises(CommandError, match="nobody called Zengi"):
        command("import_game", path, "--owner", "Zengi")


def test_the_notation_of_a_finished_game_plays_what_stood(game: Game, richard: Player, saladin: Player) -> None:
    play(game, richard, saladin)
    refused = richard.get(f"games/{game.public_id}/export/", **{"as": "notation"})
    assert (refused.status_code, refused.json()["code"]) == (409, "not-over")
    ok(richard.resign(game))
    answer = saladin.get(f"games/{game.public_id}/export/", **{"as": "notation"})
    assert answer["Content-Type"].startswith("text/plain")
    ruleset, entries = parse_game(answer.content.decode())
    assert ruleset.to_json() == game.ruleset
    assert [entry.side for entry in entries] == [None, "frank", "saracen", "saracen"]


def test_every_ending_is_verified(game: Game, private_game: Game, richard: Player, saladin: Player) -> None:
    from django.contrib.auth.models import AnonymousUser
    from django.db import transaction

    from games.access import Access

    def access(of: Game) -> Access:
        seats = {seat.side: seat for seat in Seat.objects.filter(game=of).select_related("game", "user")}
        return Access(next(iter(seats.values())).game, seats, AnonymousUser())

    play(game, richard, saladin)
    ok(saladin.resign(game))
    with transaction.atomic():
        endings.restore(access(game), reason="a mistake")
    game.refresh_from_db()
    assert len(dice.all_of(game)) == 2, "the first secret was shown"
    ok(richard.act(game, first(richard.view(game), "play-card")))
    ok(richard.resign(game))
    with transaction.atomic():
        rewinding.rewind(access(game), to=4 + 2)
    game.refresh_from_db()
    assert len(dice.all_of(game)) == 3
    ok(saladin.act(game, DONE))
    game.refresh_from_db()
    assert first_difference(game) is None
    with transaction.atomic():
        endings.annul(access(game), reason="both asked for it")
    game.refresh_from_db()
    report = verify.check(json.loads(json.dumps(export_record(game))))
    assert report.fault is None
    assert report.result == {"winner": "", "how": "annulled"}
    assert not Offer.objects.exists()
