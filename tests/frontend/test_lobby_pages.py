"""The pages of the lobby without scripts: finding opponents, rooms, invitations, blocking, and the way to the next
game.
"""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import lessons
from games.models import Game, Relation, Seeker
from games.services.lobby import blocking, lobby
from tests.frontend.conftest import Login, user
from tests.frontend.test_pages import text

NEW = {"side": "frank", "opponent": "public", "handicap": "0", "pace": "slow"}


def page(client: Client, name: str, *args: Any, **query: str) -> str:
    return text(client.get(reverse(name, args=args), query))


def post(client: Client, address: str, /, *args: Any, **form: str) -> str:
    """Presses a button and reads the page it leads to."""
    return text(client.post(reverse(address, args=args), form, follow=True))


def test_a_game_started_by_hand_goes_its_way_by_buttons(login: Login) -> None:
    richard, saladin = login("Richard"), login("Saladin")
    post(richard, "new-game", **NEW, by_hand="on")
    game = Game.objects.get()
    assert "Richard starts the game once you have joined" in page(saladin, "game", game.public_id)
    assert "You wait for Richard to start the game" in post(saladin, "join-game", game.public_id)
    assert "You left the game." in post(saladin, "leave-game", game.public_id)
    post(saladin, "join-game", game.public_id)
    assert "See who has joined" in page(richard, "my-games")
    room = page(richard, "game", game.public_id)
    assert "Somebody has joined your game" in room
    assert "The seat is free again." in post(richard, "remove-player", game.public_id)
    assert "You were taken out of this game" in page(saladin, "game", game.public_id)
    assert "Saladin is invited." in post(richard, "invite", game.public_id, name="saladin")
    assert "Richard invites you to a game" in page(saladin, "game", game.public_id)
    post(saladin, "join-game", game.public_id)
    assert "page-data" in post(richard, "start-game", game.public_id)


def test_that_the_computer_may_take_over_is_said_before_anybody_joins_and_in_the_game(login: Login) -> None:
    richard, saladin = login("Richard"), login("Saladin")
    post(richard, "new-game", **NEW, take_over="on")
    game = Game.objects.get()
    assert "the computer may take over" in page(saladin, "open-games")
    assert "when time is up the computer may take over" in page(saladin, "game", game.public_id)
    shown = post(saladin, "join-game", game.public_id)
    assert "the other player may have the computer play on" in shown
    Game.objects.update(taken_over="frank")
    assert "The time of the Franks was up: the computer plays on for them." in page(saladin, "game", game.public_id)


def test_an_invitation_says_what_happens_when_time_is_up_and_how_a_guest_learns_of_their_turn(
    login: Login, client: Client
) -> None:
    login("Richard")
    game = lobby.create_game(user=user("Richard"), side="frank", visibility="private").game
    for pace, told in (("slow", True), ("friendly", False)):
        Game.objects.update(pace=pace)
        shown = text(client.get(reverse("invitation", args=[game.invitation_token])))
        assert ("when time is up the other player may claim the win" in shown) is told
        assert "A guest gets no mail" in shown


def test_pressing_twice_acts_once(login: Login) -> None:
    richard, key = login("Richard"), str(uuid.uuid4())
    for _ in range(2):
        post(richard, "new-game", **NEW, key=key)
    assert Game.objects.count() == 1
    assert "errorlist" in post(richard, "new-game", **NEW | {"side": "saracen"}, key=key)
    post(richard, "new-game", **NEW, key="no key at all")
    assert Game.objects.count() == 2


def test_a_player_is_invited_by_name_with_the_new_game(login: Login) -> None:
    richard, saladin = login("Richard"), login("Saladin")
    post(richard, "new-game", **NEW | {"opponent": "private"}, invited="SALADIN")
    game = Game.objects.get()
    invited = page(saladin, "my-games")
    assert "You are invited" in invited
    assert "<title>(1) " in invited
    assert saladin.get(reverse("next-game"))["Location"] == reverse("game", args=[game.public_id])
    assert "You declined the invitation." in post(saladin, "decline", game.public_id)
    assert "declined" in page(richard, "game", game.public_id)
    assert "<title>My games" in page(saladin, "my-games")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Nobody", "There is no player of this name."),
        ("richard", "This is yourself."),
        ("Conrad", "You have blocked this player."),
    ],
)
def test_a_new_game_says_who_cannot_be_invited(name: str, said: str, login: Login) -> None:
    richard = login("Richard")
    login("Conrad")
    blocking.block(user=user("Richard"), other=user("Conrad"))
    assert said in post(richard, "new-game", **NEW | {"opponent": "private"}, invited=name)
    assert Game.objects.count() == 0


def test_a_limit_is_named_in_the_form(login: Login, monkeypatch: pytest.MonkeyPatch) -> None:
    from games.services.lobby import limits

    monkeypatch.setattr(limits, "MOST_OPEN", 1)
    richard = login("Richard")
    post(richard, "new-game", **NEW)
    assert "1 game of yours has not begun yet" in post(richard, "new-game", **NEW)


def test_a_quick_match_is_found_or_waited_for(login: Login) -> None:
    richard, saladin = login("Richard"), login("Saladin")
    waits = post(richard, "seek", side="frank", options="both", pace="slow")
    assert "You are in the queue." in waits
    assert "Wanted: Franks, Iron Bridge, forced marches, pace: slow." in waits
    assert "page-data" in post(saladin, "seek", side="", options="", pace="")
    assert Game.objects.get().ruleset["iron-bridge"] is True
    post(richard, "seek", side="", options="plain", pace="")
    assert "You seek no opponent any more." in post(richard, "stop-seeking")
    assert not Seeker.objects.exists()
    assert "Choose a side and options" in post(richard, "seek", side="assassin")


def test_open_games_are_filtered_and_nonsense_filters_nothing(login: Login) -> None:
    login("Richard")
    lobby.create_game(user=user("Richard"), side="frank", ruleset={"iron-bridge": True})
    saladin = login("Saladin")
    for query, shown in (
        ({"side": "saracen"}, True),
        ({"side": "frank"}, False),
        ({"options": "plain"}, False),
        ({"options": "some", "pace": "friendly"}, True),
        ({"pace": "live"}, False),
        ({"side": "assassin", "page": "-3"}, True),
    ):
        assert ("Look and join" in page(saladin, "open-games", **query)) == shown, query


def test_a_rematch_is_offered_accepted_and_declined_by_buttons(login: Login) -> None:
    from games.services.play import play

    richard, saladin = login("Richard"), login("Saladin")
    game = lobby.create_game(user=user("Richard"), side="frank").game
    lobby.join_game(user=user("Saladin"), game_id=game.public_id)
    assert "no-rematch" not in post(richard, "rematch", game.public_id)
    assert Game.objects.count() == 1
    play.resign(game_id=game.public_id, user=user("Richard"), idempotency_key=uuid.uuid4())
    assert "You offer a rematch" in post(richard, "rematch", game.public_id)
    offered = Game.objects.latest("pk")
    assert "Richard offers you a rematch" in page(saladin, "game", offered.public_id)
    assert "Accept the rematch" in page(saladin, "game", game.public_id)
    post(saladin, "decline", offered.public_id)
    assert "This game was withdrawn." in page(richard, "game", offered.public_id)
    post(saladin, "rematch", game.public_id)
    assert "page-data" in post(richard, "rematch", game.public_id)


def test_the_next_game_is_one_press_away_on_every_page(login: Login) -> None:
    richard = login("Richard")
    login("Saladin")
    games = []
    for _ in range(2):
        game = lobby.create_game(user=user("Richard"), side="frank").game
        games.append(lobby.join_game(user=user("Saladin"), game_id=game.public_id).game)
    lobby.create_game(user=user("Richard"), solo=True)
    for name in ("my-games", "open-games", "help", "settings"):
        found = page(richard, name)
        assert re.search(r'id="next-link"[^>]*><span[^>]*>[^<]*</span>\s*<b id="next-count">2</b>', found), name
        assert "<title>(2) " in found
    board = page(richard, "game", games[0].public_id)
    assert f'href="{reverse("next-game")}?after={games[0].public_id}"' in board
    assert '<b id="next-count">1</b>' in board
    after = richard.get(reverse("next-game"), {"after": str(games[0].public_id)})
    assert after["Location"] == reverse("game", args=[games[1].public_id])
    assert "next-link" not in page(Client(), "help")


def test_blocking_is_done_and_undone_on_pages_and_stays_unsaid(login: Login) -> None:
    richard, saladin = login("Richard"), login("Saladin")
    assert "Block this player" in page(richard, "player", "Saladin")
    assert "Block this player" not in page(Client(), "player", "Saladin")
    assert "Block this player" not in page(saladin, "player", "Saladin")
    done = post(richard, "block", name="Saladin", next=reverse("player", args=["Saladin"]))
    assert "Saladin is blocked." in done
    assert "Unblock" in done
    assert "Saladin" in page(richard, "blocked")
    assert "Richard" not in page(saladin, "blocked")
    assert "Block this player" in page(saladin, "player", "Richard")
    assert "Saladin is no longer blocked." in post(richard, "unblock", name="saladin")
    assert not Relation.objects.exists()
    assert "There is no player of this name." in post(richard, "block", name="Nobody")
    elsewhere = richard.post(reverse("block"), {"name": "Saladin", "next": "https://evil.example/"})
    assert elsewhere["Location"] == reverse("blocked")


def test_who_wishes_so_is_not_seen(login: Login) -> None:
    richard, saladin = login("Richard"), login("Saladin")
    saladin.post("/api/v1/here/", {}, content_type="application/json")
    assert "On the site now." in page(richard, "player", "Saladin")
    post(saladin, "blocked")
    assert "On the site now." not in page(richard, "player", "Saladin")
    post(saladin, "blocked", shown="on")
    assert "On the site now." in page(richard, "player", "Saladin")


def test_somebody_without_an_account_is_led_through_signing_up_to_the_seat(login: Login, client: Client) -> None:
    login("Richard")
    game = lobby.create_game(user=user("Richard"), side="frank", visibility="private").game
    link = reverse("invitation", args=[game.invitation_token])
    assert f"{reverse('signup')}?next={link}" in text(client.get(link))
    form = {"username": "Sibylla", "password1": "a-long-way-to-acre", "password2": "a-long-way-to-acre", "next": link}
    room = text(client.post(reverse("signup"), form, follow=True))
    assert "Join and play" in room
    assert "page-data" in post(client, "join-game", game.public_id, invitation=game.invitation_token)


def test_a_page_that_looks_at_its_lists_again_does_not_take_the_messages_of_another(login: Login) -> None:
    richard = login("Richard")
    richard.post(reverse("stop-seeking"))
    assert "You seek no opponent any more." not in text(richard.get(reverse("my-games"), headers={"X-Lists": "1"}))
    assert "You seek no opponent any more." in page(richard, "my-games")


def test_an_open_game_shows_what_its_creator_has_done_and_their_rating_with_that_side(login: Login) -> None:
    from django.core.cache import cache

    from games.models import Rating

    login("Richard")
    lobby.create_game(user=user("Richard"), side="frank")
    saladin = login("Saladin")
    assert "no finished games yet" in page(saladin, "open-games")
    Rating.objects.create(user=user("Richard"), side="frank", mu=1612.4, sigma=60.0, games=40)
    Rating.objects.create(user=user("Richard"), side="saracen", mu=1300.0, sigma=60.0, games=40)
    assert "1612" not in page(saladin, "open-games"), "records in lists are a minute old at most"
    cache.clear()
    found = page(saladin, "open-games")
    assert found.count("1612") == 1
    assert "rated Franks 1612" in found
    assert "1300" not in found


def test_names_that_no_database_knows_are_nobodys(login: Login) -> None:
    richard = login("Richard")
    for name in ("Sala\0din", "x" * 10_000):
        assert "There is no player of this name." in post(richard, "block", name=name)
    assert richard.get("/players/Sala%00din/").status_code == 404
    assert richard.get("/invitations/%00/").status_code == 404
    game = lobby.create_game(user=user("Richard"), side="frank").game
    assert "There is no player of this name." in post(richard, "invite", game.public_id, name="Sala\0din")
    assert "There is no player of this name." in post(richard, "uninvite", game.public_id, name="\0")


def test_my_games_leads_to_the_form_of_an_invitation_with_that_choice_made(login: Login) -> None:
    richard = login("Richard")
    assert f"{reverse('new-game')}?opponent=private" in page(richard, "my-games")
    chosen = re.compile(r'name="opponent" value="(\w+)"[^>]* checked')
    assert chosen.findall(page(richard, "new-game", opponent="private")) == ["private"]
    assert chosen.findall(page(richard, "new-game", opponent="nonsense")) == ["public"]


def test_what_the_form_shows_for_an_opponent_stands_below_all_other_choices(login: Login) -> None:
    form = page(login("Richard"), "new-game")
    places = [form.index(f'id="{part}"') for part in ("levels", "invited-field", "paces")]
    assert form.index('name="side"') < places[0]
    assert places == sorted(places)
    # Who takes what is usual sends the form without opening this.
    assert places[1] < form.index("<summary>More choices") < places[2]
    assert places[2] < form.index("When time is up the other player may claim the win or give more time")


def test_my_games_begin_with_those_that_wait(login: Login) -> None:
    read = page(login("Richard"), "my-games")
    assert read.index("Waiting for you") < read.index("Play the computer")


def test_my_games_name_a_lesson_and_say_that_both_sides_are_played(login: Login) -> None:
    richard = login("Richard")
    lessons.begin(user=user("Richard"))
    read = page(richard, "my-games")
    assert re.search(r"Lesson\s*<.*?1187, turn 1 · you play both sides", read, re.DOTALL)
    assert "you play both sides, for" not in read
    assert ">Solo game<" not in read
    assert "turn of the Franks" not in read
