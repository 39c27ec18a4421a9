"""The pages about dice: how they work, what those of a game are made of, and what the check of a finished game found."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, Seat
from games.services import dice
from tests.games.helpers import DONE, Player, ok

pytestmark = pytest.mark.django_db
MINE = "0123456789abcdef" * 2


def page(player: Player, game: Game) -> str:
    response = player.client.get(reverse("game-dice", args=[game.public_id]))
    assert response.status_code == 200
    return response.content.decode()


def test_while_a_game_runs_its_page_shows_the_commitment_and_no_secret(game: Game, richard: Player, baldwin: Player) -> None:
    ok(richard.post(f"games/{game.public_id}/dice/", {"randomness": MINE}))
    game.refresh_from_db()
    for reader in (richard, baldwin):
        text = page(reader, game)
        assert game.commitment in text
        assert MINE in text
        assert dice.secret_of(game) not in text
        assert game.head not in text
        assert "Nothing yet. The player's browser adds it" in text


def test_the_page_says_plainly_that_a_browser_added_nothing(game: Game, richard: Player) -> None:
    ok(richard.act(game, DONE))
    assert "Nothing: the player's browser ran no scripts, or first saw the game when lots had been drawn." in page(richard, game)


def test_a_finished_game_shows_its_secret_and_what_the_check_found(game: Game, richard: Player, saladin: Player, baldwin: Player) -> None:
    ok(richard.act(game, DONE))
    ok(saladin.resign(game))
    game.refresh_from_db()
    text = page(baldwin, game)
    assert dice.secret_of(game) in text
    assert game.head in text
    assert re.search(
        r"5 events, 1 draw, 1 action: commitment, chain, every draw, every position and the legality of every action verified\.", text
    )
    answer = ok(baldwin.get(f"games/{game.public_id}/check/"))
    assert (answer["verified"], answer["events"], answer["fault"]) == (True, 5, None)
    assert answer["line"] in text


def test_a_changed_record_is_told_of_on_the_page(game: Game, richard: Player) -> None:
    ok(richard.resign(game))
    Game.objects.filter(pk=game.pk).update(head="0" * 64)
    text = page(richard, game)
    assert "Not verified: " in text
    assert 'class="not-verified"' in text
    assert ok(richard.get(f"games/{game.public_id}/check/"))["verified"] is False


def test_the_check_reads_in_the_language_of_the_reader(game: Game, richard: Player) -> None:
    ok(richard.resign(game))
    for language, word in (("fr", "vérifié"), ("pl", "sprawdzono")):
        assert (
            word in richard.client.get(reverse("game-dice", args=[game.public_id]), headers={"accept-language": language}).content.decode()
        )


def test_a_private_game_shows_nothing_of_its_dice_to_others(private_game: Game, baldwin: Player) -> None:
    assert baldwin.client.get(reverse("game-dice", args=[private_game.public_id])).status_code == 404
    assert baldwin.get(f"games/{private_game.public_id}/dice/").status_code == 404


def test_the_game_page_has_the_browser_add_to_the_dice_until_it_has(game: Game, richard: Player, baldwin: Player) -> None:
    address = reverse("game", args=[game.public_id])
    assert 'data-sides="frank"' in richard.client.get(address).content.decode()
    assert "add-randomness" not in baldwin.client.get(address).content.decode()
    ok(richard.post(f"games/{game.public_id}/dice/", {"randomness": MINE}))
    assert "add-randomness" not in richard.client.get(address).content.decode()


def test_a_solo_player_adds_for_both_sides(solo_game: Game, richard: Player) -> None:
    assert 'data-sides="frank saracen"' in richard.client.get(reverse("game", args=[solo_game.public_id])).content.decode()
    for side in ("frank", "saracen"):
        ok(richard.post(f"games/{solo_game.public_id}/dice/", {"randomness": MINE, "side": side}))
    assert list(Seat.objects.filter(game=solo_game).values_list("contribution", flat=True)) == [MINE, MINE]


def test_who_waits_for_an_opponent_sees_the_commitment_and_adds_already(richard: Player, baldwin: Player) -> None:
    game = Game.objects.get(public_id=ok(richard.post("games/", {"side": "frank"}))["id"])
    address = reverse("game", args=[game.public_id])
    mine, others = richard.client.get(address).content.decode(), baldwin.client.get(address).content.decode()
    assert game.commitment in mine
    assert 'data-sides="frank"' in mine
    assert game.commitment in others
    assert "add-randomness" not in others
    ok(richard.post(f"games/{game.public_id}/dice/", {"randomness": MINE}))


@pytest.mark.parametrize("bad", ["", "0" * 31, "G" * 32, "AB" * 16, "0" * 33, 5, None])
def test_what_is_no_randomness_is_refused_with_what_would_be_right(bad: Any, game: Game, richard: Player) -> None:
    answer = richard.post(f"games/{game.public_id}/dice/", {"randomness": bad})
    assert answer.status_code == 400
    assert not Seat.objects.exclude(contribution="").exists()


def test_too_late_and_twice_are_said_plainly(game: Game, richard: Player, saladin: Player) -> None:
    ok(richard.post(f"games/{game.public_id}/dice/", {"randomness": MINE}))
    assert richard.post(f"games/{game.public_id}/dice/", {"randomness": "0" * 32}).json()["code"] == "contributed-before"
    ok(richard.act(game, DONE))
    assert saladin.post(f"games/{game.public_id}/dice/", {"randomness": MINE}).json()["code"] == "dice-have-begun"


def test_how_the_dice_work_is_said_in_three_languages() -> None:
    texts = [Client().get(reverse("dice"), headers={"accept-language": code}).content.decode() for code in ("en", "fr", "pl")]
    for text, words in zip(texts, ("What this does not prove", "Ce que cela ne prouve pas", "Czego to nie dowodzi"), strict=True):
        assert words in text
