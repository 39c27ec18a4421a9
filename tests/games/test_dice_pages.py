"""The pages about dice: how they work, what those of a game are made of, and what the check of a finished game
found.
"""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, Seat
from games.services.record import dice
from tests.games.helpers import DONE, Player, ok

pytestmark = pytest.mark.django_db
MINE = "0123456789abcdef" * 2


def page(player: Player, game: Game) -> str:
    response = player.client.get(reverse("game-dice", args=[game.public_id]))
    assert response.status_code == 200
    return response.content.decode()


def test_while_a_game_runs_its_page_shows_the_commitment_and_no_secret(
    game: Game, richard: Player, baldwin: Player
) -> None:
    Seat.objects.filter(game=game, side="frank").update(contribution=MINE)
    for reader in (richard, baldwin):
        text = page(reader, game)
        assert game.commitment in text
        assert MINE in text
        assert dice.secret_of(game) not in text
        assert game.head not in text


def test_the_page_says_plainly_that_a_browser_added_nothing(game: Game, richard: Player) -> None:
    text = page(richard, game)
    assert "Nothing: none had come when the wait for it was over. The game began without it." in text
    assert "No player had a part in these dice: that the site did not choose its secret cannot be proven." in text


def test_the_page_of_a_game_to_come_says_that_a_part_is_still_to_come(richard: Player) -> None:
    game = Game.objects.get(public_id=ok(richard.post("games/", {"side": "frank"}))["id"])
    text = page(richard, game)
    assert "Nothing yet. The player's browser adds it" in text
    assert "cannot be proven" not in text


def test_a_finished_game_shows_its_secret_and_what_the_check_found(
    game: Game, richard: Player, saladin: Player, baldwin: Player
) -> None:
    ok(richard.act(game, DONE))
    ok(saladin.resign(game))
    game.refresh_from_db()
    text = page(baldwin, game)
    assert dice.secret_of(game) in text
    assert game.head in text
    assert re.search(
        r"5 events, 1 draw, 1 action: commitment, chain, every draw, every position and the legality of every action"
        r" verified\.",
        text,
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
            word
            in richard.client.get(
                reverse("game-dice", args=[game.public_id]), headers={"accept-language": language}
            ).content.decode()
        )


def test_who_waits_for_an_opponent_sees_the_commitment_and_adds_already(richard: Player, baldwin: Player) -> None:
    game = Game.objects.get(public_id=ok(richard.post("games/", {"side": "frank"}))["id"])
    address = reverse("game", args=[game.public_id])
    mine, others = richard.client.get(address).content.decode(), baldwin.client.get(address).content.decode()
    assert game.commitment in mine
    assert f'data-commitment="{game.commitment}"' in mine
    assert "add-randomness" in mine
    assert game.commitment in others
    assert "add-randomness" not in others
    ok(richard.post(f"games/{game.public_id}/dice/", {"randomness": MINE}))
    assert "add-randomness" not in richard.client.get(address).content.decode()


def test_how_the_dice_work_is_said_in_three_languages() -> None:
    texts = [
        Client().get(reverse("dice"), headers={"accept-language": code}).content.decode() for code in ("en", "fr", "pl")
    ]
    for text, words in zip(
        texts, ("What this does not prove", "Ce que cela ne prouve pas", "Czego to nie dowodzi"), strict=True
    ):
        assert words in text
