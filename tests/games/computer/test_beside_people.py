"""What a game against the computer is for others, for lists and for the computer's account."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, Notice, Seat, User
from games.people.computers import LEVEL_NAMES, computer_of
from tests.games.computer.conftest import Begin, let_it_play
from tests.games.helpers import Player, first, new_key, ok, problem

pytestmark = pytest.mark.django_db


def test_it_has_one_account_a_level_whose_name_no_person_can_have() -> None:
    accounts = [computer_of(level) for level in (*LEVEL_NAMES, *LEVEL_NAMES)]
    assert len({account.pk for account in accounts}) == len(LEVEL_NAMES) == 5
    assert all(
        "@" in account.username and not account.has_usable_password() and not account.email for account in accounts
    )


def test_nobody_logs_in_as_the_computer(client: Client) -> None:
    computer_of("king")
    for password in ("", "!", "king@computer"):
        client.post(reverse("login"), {"login": "king@computer", "password": password})
        assert "_auth_user_id" not in client.session


def test_by_name_it_is_not_there(richard: Player) -> None:
    computer_of("king")
    problem(richard.post("blocked/", {"name": "king@computer"}), 404, "no-such-person")
    assert richard.get("players/king@computer/").status_code == 404
    game = ok(richard.post("games/", {"side": "frank"}))["id"]
    problem(richard.post(f"games/{game}/invite/", {"name": "king@computer"}), 404, "no-such-person")


def test_its_name_says_what_it_is_in_the_reader_s_language(begin: Begin, richard: Player) -> None:
    game = begin("king")
    assert richard.view(game)["players"]["saracen"] == "Computer (king)"
    assert richard.user is not None
    User.objects.filter(pk=richard.user.pk).update(language="fr")
    assert richard.view(game)["players"]["saracen"] == "Ordinateur (roi)"


def test_others_see_nothing_of_the_game(begin: Begin, baldwin: Player) -> None:
    game = begin(visibility="public")
    assert game.visibility == "private"
    for path in ("", "view/", "history/", "computer/"):
        problem(baldwin.get(f"games/{game.public_id}/{path}"), 404, "not-found")
    for name in ("open", "public"):
        assert str(game.public_id) not in json.dumps(ok(baldwin.get("games/", list=name)))


def test_a_turn_against_it_counts_as_waiting_and_sends_no_notice(begin: Begin, richard: Player) -> None:
    game = begin()
    assert ok(richard.get("waiting/"))["results"] == [str(game.public_id)]
    page = richard.client.get(reverse("my-games")).content.decode()
    assert "No game waits for you." not in page
    assert str(game.public_id) in page.partition("Waiting for you")[2]
    assert "Against the computer" not in page
    assert "<title>(1) " in page
    Seat.objects.filter(game=game, user=richard.user).update(awaited=False)
    assert ok(richard.get("waiting/"))["results"] == []
    page = richard.client.get(reverse("my-games")).content.decode()
    assert "No game waits for you." in page
    assert str(game.public_id) in page.partition("Against the computer")[2]
    assert not Notice.objects.exists()


def test_who_plays_at_an_unknown_level_or_both_sides_is_told(richard: Player) -> None:
    problem(richard.post("games/", {"computer": "emperor"}), 400, "invalid")
    problem(richard.post("games/", {"computer": "king", "solo": True}), 400, "bad-level")


def test_nobody_can_write_to_it_or_report_it(begin: Begin, richard: Player) -> None:
    game = begin()
    problem(richard.post(f"games/{game.public_id}/talk/", {"text": "Well met.", "key": new_key()}), 409, "nobody-there")


def test_playing_again_begins_at_once_with_the_sides_swapped(begin: Begin, richard: Player) -> None:
    game = begin("knight")
    ok(richard.resign(game))
    found = ok(richard.post(f"games/{game.public_id}/rematch/", {}))
    again = Game.objects.get(public_id=found["id"])
    assert (found["you"], again.status, again.computer, again.rematch_of) == (["saracen"], "active", "knight", game)
    assert ok(richard.post(f"games/{game.public_id}/rematch/", {}))["id"] == found["id"]


def test_the_page_is_told_how_many_games_come_before(begin: Begin, richard: Player) -> None:
    games = [begin(), begin()]
    for game in games:
        view = richard.view(game)
        ok(richard.act(game, first(view, "done"), version=view["version"]))
    told = [ok(richard.get(f"games/{game.public_id}/computer/")) for game in games]
    assert told == [{"level": "squire", "side": "saracen", "before": number} for number in (0, 1)]
    let_it_play()
    assert ok(richard.get(f"games/{games[0].public_id}/computer/"))["before"] is None
