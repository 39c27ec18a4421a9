"""The notebook: kept, never overwritten unseen, and nobody else's."""

from typing import Any

import pytest
from django.contrib import admin

from games.accounts.deletion import delete_account
from games.accounts.export import everything_about
from games.models import Game, Message, Note, Withdrawal
from games.services.talk import notebook
from tests.games.helpers import Json, Player, ok, problem

pytestmark = pytest.mark.django_db


def address(game: Game) -> str:
    return f"/api/v1/games/{game.public_id}/notebook/"


def save(player: Player, game: Game, text: Any, version: Any = 0) -> Any:
    return player.client.put(address(game), {"text": text, "version": version}, "application/json")


def saved(player: Player, game: Game) -> Json:
    found: Json = ok(player.client.get(address(game)))
    return found


def test_what_was_saved_is_there_again(game: Game, richard: Player) -> None:
    assert saved(richard, game) == {"text": "", "version": 0, "saved-at": None}
    text = "  Saladin holds Acre?\n\n\t- two reserves  \n"
    assert ok(save(richard, game, text))["version"] == 1
    found = saved(richard, game)
    assert (found["text"], found["version"]) == (text, 1)
    assert ok(save(richard, game, "", 1))["version"] == 2
    assert saved(richard, game)["text"] == ""


def test_two_tabs_never_overwrite_one_another(game: Game, richard: Player) -> None:
    ok(save(richard, game, "one"))
    ok(save(richard, game, "from this tab", 1))
    answer = problem(save(richard, game, "from that tab", 1), 409, "stale-note")
    assert (answer["text"], answer["version"]) == ("from this tab", 2)
    assert saved(richard, game)["text"] == "from this tab"
    ok(save(richard, game, "from that tab", answer["version"]))


def test_the_same_text_twice_is_saved_once(game: Game, richard: Player) -> None:
    """An answer lost on the way: the page sends it again."""
    assert ok(save(richard, game, "Acre"))["version"] == ok(save(richard, game, "Acre"))["version"] == 1


def test_each_player_has_their_own(game: Game, richard: Player, saladin: Player) -> None:
    ok(save(richard, game, "mine"))
    assert saved(saladin, game)["text"] == ""
    ok(save(saladin, game, "theirs"))
    assert saved(richard, game)["text"] == "mine"


def test_a_solo_game_and_a_finished_one_have_a_notebook(solo_game: Game, game: Game, richard: Player) -> None:
    ok(save(richard, solo_game, "plan"))
    ok(richard.resign(game))
    ok(save(richard, game, "lesson"))


def test_what_is_no_text_is_refused(game: Game, richard: Player) -> None:
    for text in [None, 5, ["a"], "x" * (notebook.LONGEST + 1), "a\x00b", "\ud800"]:
        assert save(richard, game, text).status_code == 400
        assert not Note.objects.exists()


def test_what_is_no_version_is_refused(game: Game, richard: Player) -> None:
    for version in [-1, "1", None, 2**40, 1.5]:
        assert save(richard, game, "text", version).status_code == 400


def test_it_goes_with_its_owner_and_is_in_the_file_of_their_data(game: Game, richard: Player) -> None:
    assert richard.user is not None
    ok(save(richard, game, "plan"))
    assert [row["text"] for row in everything_about(richard.user)["more"]["games.note"]] == ["plan"]
    delete_account(user=richard.user)
    assert not Note.objects.exists()


def test_neither_notebooks_nor_talk_are_in_the_admin() -> None:
    assert not {Note, Message, Withdrawal} & set(admin.site._registry)
