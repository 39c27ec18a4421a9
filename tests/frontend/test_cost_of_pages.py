"""What pages ask of the database: the same however many games there are."""

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Game
from games.people import relations
from games.services.lobby import blocking, invitations, lobby
from games.services.play import play
from games.services.views import listing, quick_lists
from tests.frontend.conftest import Login, user
from tests.frontend.test_pages import text

MOST = {"my-games": 15, "open-games": 17, "game": 8}
"""Statements of a page that shows everything it can."""


def everything(login: Login, number: int) -> None:
    """A game of each kind between Saladin and somebody new: open, to be started by hand, running, over, alone; and an
    invitation.
    """
    name = f"Knight{number}"
    login(name)
    lobby.create_game(user=user(name), side="frank", pace="slow")
    over, _his, _mine = play_between(name, "Saladin"), play_between(name, "Saladin"), play_between("Saladin", name)
    play.resign(user=user(name), game_id=over.public_id, idempotency_key=uuid.uuid4())
    invited = lobby.create_game(user=user(name), side="frank", visibility="private").game
    invitations.invite(user=user(name), game_id=invited.public_id, name="Saladin")
    lobby.create_game(user=user("Saladin"), solo=True)
    if number < 3:
        by_hand = lobby.create_game(user=user("Saladin"), side="frank", by_hand=True).game
        lobby.join_game(user=user(name), game_id=by_hand.public_id)


def play_between(frank: str, saracen: str) -> Game:
    game = lobby.create_game(user=user(frank), side="frank", pace="slow").game
    return lobby.join_game(user=user(saracen), game_id=game.public_id).game


def statements(client: Client, name: str, *args: object) -> int:
    with CaptureQueriesContext(connection) as found:
        text(client.get(reverse(name, args=args)))
    return len(found)


def test_pages_take_as_many_statements_however_many_games_there_are(login: Login) -> None:
    saladin, counts = login("Saladin"), []
    saladin.get("/games/")  # the process knows whose session it is from now on
    for number in range(7):
        everything(login, number)
        if number in (1, 6):
            game = Game.objects.filter(seats__user=user("Saladin"), status="active", solo=False).latest("pk")
            counts.append(
                {name: statements(saladin, name, *([game.public_id] if name == "game" else [])) for name in MOST}
            )
    few, many = counts
    assert few == many
    assert all(few[name] <= most for name, most in MOST.items()), few


def test_what_waits_is_named_in_the_order_of_the_list(login: Login) -> None:
    login("Saladin")
    for number in range(3):
        everything(login, number)
    saladin = user("Saladin")
    waiting = list(listing.waiting_games(saladin))
    assert listing.waiting_ids(saladin) == [str(game.public_id) for game in waiting]
    assert {game.status for game in waiting} == {"active", "open"}
    assert not any(game.solo for game in waiting)


def test_the_page_of_my_games_counts_what_waits_as_every_page_does(login: Login) -> None:
    saladin = login("Saladin")
    for number in range(3):
        everything(login, number)
    expected = f"<title>({len(listing.waiting_ids(user('Saladin')))}) "
    for name in ("my-games", "help"):
        assert expected in text(saladin.get(reverse(name)))


def test_games_of_lists_come_with_names_and_without_the_secrets_of_the_dice(login: Login) -> None:
    login("Saladin")
    everything(login, 0)
    saladin = user("Saladin")
    games = quick_lists.load(quick_lists.mine(saladin))
    with CaptureQueriesContext(connection) as found:
        lines = [listing.summary(game, saladin) for game in games]
    assert not len(found)
    assert {name for line in lines for name in line["players"].values()} == {"Saladin", "Knight0", None}
    assert all(game.get_deferred_fields() >= {"sealed_secret", "past_dice"} for game in games)


def test_somebody_whom_one_blocked_invites_in_vain(login: Login) -> None:
    login("Saladin")
    everything(login, 0)
    assert quick_lists.invited(user("Saladin"))
    blocking.block(user=user("Saladin"), other=user("Knight0"))
    assert relations.blocked(user("Saladin"), user("Knight0"))
    assert not quick_lists.invited(user("Saladin"))


def test_open_games_are_turned_page_by_page(login: Login) -> None:
    login("Richard")
    for _number in range(26):
        lobby.create_game(user=user("Richard"), side="frank", unlimited=True)
    saladin = login("Saladin")
    first, second = (text(saladin.get(reverse("open-games"), {"page": number, "pace": ""})) for number in (1, 2))
    assert (first.count("Look and join"), second.count("Look and join")) == (25, 1)
    assert ">Older<" in first
    assert ">Newer<" not in first
    assert ">Newer<" in second
    assert ">Older<" not in second
    assert "page=2" in first
    assert "page=1" in second


@pytest.mark.parametrize(
    "asked", ["2", "0", "-1", "999999999999", "000100" + "0" * 20, "9" * 5000, "two", "²"], ids=range(8)
)
def test_a_page_that_is_not_there_is_the_first(login: Login, asked: str) -> None:
    saladin = login("Saladin")
    login("Richard")
    lobby.create_game(user=user("Richard"), side="frank")
    assert "Look and join" in text(saladin.get(reverse("open-games"), {"page": asked}))


def test_games_to_watch_are_made_once_for_all_and_shown_to_each_without_their_own(login: Login, settings: Any) -> None:
    settings.GAMES_TO_WATCH_KEPT_FOR = 60
    richard, saladin, conrad = login("Richard"), login("Saladin"), login("Conrad")
    game = play_between("Richard", "Saladin")
    address = reverse("open-games")
    assert str(game.public_id) not in text(richard.get(address)), "a player's own game is not there to be watched"
    as_conrad = text(conrad.get(address))
    assert str(game.public_id) in as_conrad
    before = statements(conrad, "open-games")
    later = play_between("Richard", "Conrad")
    assert str(later.public_id) not in text(saladin.get(address)), "a few seconds late, on a site of several processes"
    assert str(game.public_id) not in text(saladin.get(address))
    assert statements(conrad, "open-games") == before
    line = as_conrad[as_conrad.index("Games to watch") :]
    for client in (Client(), login("Baldwin")):
        page = text(client.get(address))
        assert page[page.index("Games to watch") :][:400] == line[:400]


def test_games_to_watch_speak_the_reader_s_language(login: Login, settings: Any) -> None:
    settings.GAMES_TO_WATCH_KEPT_FOR = 60
    login("Richard"), login("Saladin")
    play_between("Richard", "Saladin")
    for language, words in (("en", "Franks: Richard"), ("fr", "Francs"), ("pl", "Frankowie")):
        assert words in text(Client().get(reverse("open-games"), headers={"accept-language": language}))
