"""The dice of a game: committed to, sealed, added to by the players, numbered through."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.urls import reverse

from games import sealing
from games.models import Game
from games.services.archive import export
from games.services.archive.check import first_difference
from games.services.lobby import lobby
from games.services.record import dice
from rules import verify
from rules.committed import CommittedDice
from rules.shown import Shown
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Player, first, ok, part_of, problem
from tests.rules.fairness import guesses

pytestmark = pytest.mark.django_db
MINE, OTHERS = "0123456789abcdef" * 2, "fedcba9876543210" * 2


def drawn(game: Game) -> list[dict[str, Any]]:
    return [draw for event in game.events.order_by("seq") for draw in event.draws]


def test_the_secret_lies_in_the_database_sealed_only(game: Game, private_game: Game) -> None:
    secret = dice.secret_of(game)
    assert secret != dice.secret_of(private_game)
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM games_game")
        stored = str(cursor.fetchall())
    assert game.sealed_secret in stored
    assert secret not in stored
    assert str(bytes.fromhex(secret)) not in stored


def test_every_draw_of_a_game_comes_from_its_secret_in_order(game: Game, richard: Player, saladin: Player) -> None:
    ok(richard.act(game, DONE))
    ok(saladin.act(game, DONE))
    kept = drawn(game)
    assert [draw["n"] for draw in kept] == list(range(len(kept))) != []
    assert kept[0]["made-of"] == {"commitment": game.commitment, "contributions": {"frank": "", "saracen": ""}}
    game.refresh_from_db()
    assert game.draws_made == len(kept)
    ok(saladin.act(game, first(saladin.view(game), "play-card")))
    ok(saladin.undo(game))
    game.refresh_from_db()
    assert game.draws_made == len(kept), "the number of a draw never goes back"
    nomads = CommittedDice(bytes.fromhex(dice.secret_of(game)), str(game.public_id), {"frank": "", "saracen": ""})
    lots = [
        "arabs-1",
        "arabs-2",
        "arabs-3",
        "arabs-4",
        "kurds-1",
        "kurds-2",
        "kurds-3",
        "kurds-4",
        "turks-1",
        "turks-2",
        "turks-3",
        "turks-4",
    ]
    assert list(nomads.choose("nomads", lots, len(kept[0]["results"]))) == kept[0]["results"]


def test_adding_is_no_event_and_changes_no_version(richard: Player) -> None:
    game = Game.objects.get(public_id=ok(richard.post("games/", {"side": "frank"}))["id"])
    before = game.version, game.events.count()
    ok(richard.post(f"games/{game.public_id}/dice/", {"randomness": MINE}))
    game.refresh_from_db()
    assert (game.version, game.events.count()) == before


def test_stamps_change_at_walls_only_and_belong_to_the_record_at_the_end(
    game: Game, richard: Player, saladin: Player
) -> None:
    shown = [ok(saladin.get(f"games/{game.public_id}/dice/"))["stamp"]]
    ok(richard.act(game, BALIAN_TO_ASCALON))
    ok(richard.undo(game))
    assert ok(saladin.get(f"games/{game.public_id}/dice/"))["stamp"] == shown[0], "nobody learns of plans"
    for player in (richard, saladin):
        ok(player.act(game, DONE))
        shown.append(ok(saladin.get(f"games/{game.public_id}/dice/"))["stamp"])
    assert len(set(shown)) == 3
    ok(richard.resign(game))
    game.refresh_from_db()
    record = export.export_record(game)
    assert verify.check(record, Shown(stamps=tuple(shown))).fault is None
    assert "was written anew" in verify.check(record, Shown(stamps=(*shown, "0" * 64))).line()


@pytest.mark.databases
def test_not_even_the_database_lets_the_number_go_back(game: Game, richard: Player) -> None:
    ok(richard.act(game, DONE))
    for change in ("draws_made = 0", "draws_made = draws_made - 1"):
        with pytest.raises(DatabaseError, match="never goes back"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"UPDATE games_game SET {change}")
    game.refresh_from_db()
    assert game.draws_made == 1


def test_nothing_that_players_and_onlookers_can_read_holds_the_secret(
    game: Game, richard: Player, baldwin: Player
) -> None:
    ok(richard.act(game, DONE))
    game.refresh_from_db()
    hidden = (
        dice.secret_of(game),
        game.sealed_secret,
        game.head,
        *game.events.values_list("hash", flat=True),
        *game.events.values_list("state_hash", flat=True),
    )
    for reader in (richard, baldwin):
        for path in ("", "view/", "history/", "export/"):
            text = json.dumps(ok(reader.get(f"games/{game.public_id}/{path}")))
            assert not [one for one in hidden if one and one in text]


def test_keys_can_be_changed(game: Game, new_player: Callable[[str], Player], settings: Any) -> None:
    without = lobby.create_game(user=new_player("Baldwin").user, side="frank").game
    Game.objects.filter(pk=without.pk).update(sealed_secret="")  # of a game from before there were secrets
    secret, old = dice.secret_of(game), settings.DICE_KEY
    settings.DICE_KEY, settings.DICE_KEY_FALLBACKS = Fernet.generate_key().decode(), [old]
    assert dice.secret_of(game) == secret
    call_command("seal_dice_anew", verbosity=0)
    settings.DICE_KEY_FALLBACKS = []
    game.refresh_from_db()
    assert dice.secret_of(game) == secret


def test_with_another_key_nothing_is_drawn_and_the_log_says_which_is_missing(
    game: Game, richard: Player, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.DICE_KEY = Fernet.generate_key().decode()
    with pytest.raises(sealing.Unreadable, match="DICE_KEY_FALLBACKS"):
        sealing.unseal(game.sealed_secret)
    problem(richard.act(game, DONE), 503, "dice-sealed")
    assert "DICE_KEY_FALLBACKS" in (first_difference(game) or "")
    assert "DICE_KEY_FALLBACKS" in caplog.text
    ok(richard.resign(game))
    assert (
        "cannot be reached just now" in richard.client.get(reverse("game-dice", args=[game.public_id])).content.decode()
    )
    problem(richard.get(f"games/{game.public_id}/check/"), 503, "dice-sealed")


def test_nothing_that_a_player_may_see_foretells_a_die(richard: Player, saladin: Player, baldwin: Player) -> None:
    """Every value in every answer, taken for the secret or for a seed in the ways that come to mind, is right one time
    in six.
    """
    made = ok(richard.post("games/", {"side": "frank", **part_of(richard), "randomness": MINE}))
    ok(saladin.post(f"games/{made['id']}/join/", {"randomness": OTHERS}))
    game = Game.objects.get(public_id=made["id"])
    ok(richard.act(game, DONE))
    ok(saladin.act(game, DONE))
    seen: set[str] = set()
    for reader in (richard, saladin, baldwin):
        for path in ("", "view/", "history/", "export/", "dice/"):
            seen |= leaves(ok(reader.get(f"games/{game.public_id}/{path}")))
    fields = [text.encode() for text in sorted(seen) if len(text) > 5]
    fields += [
        bytes.fromhex(text) for text in sorted(seen) if len(text) in (32, 64) and set(text) <= set("0123456789abcdef")
    ]
    assert game.commitment.encode() in fields
    game.refresh_from_db()
    true = CommittedDice(
        bytes.fromhex(dice.secret_of(game)), str(game.public_id), {"frank": MINE, "saracen": OTHERS}, game.draws_made
    )
    rolled = true.roll("fire", 240)
    # 40 of 240 by chance, with a deviation of 5.8: six deviations do not come by chance.
    assert (
        max(sum(one == other for one, other in zip(guess, rolled, strict=True)) for guess in guesses(fields, 240)) < 78
    )


def leaves(data: Any) -> set[str]:
    if isinstance(data, dict):
        return set().union(*map(leaves, data.values()))
    if isinstance(data, list):
        return set().union(*map(leaves, data))
    return {str(data)}
