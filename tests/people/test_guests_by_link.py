"""Guests who sit down by the link of a private game: one press from the link to the board, and a clear answer where
there is no seat.
"""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, User
from games.services.lobby import lobby, rematches
from games.services.play import play
from tests.people.conftest import NewPerson
from tests.people.test_guests import api, come, keep

pytestmark = pytest.mark.django_db
PART = "0f" * 16


@pytest.fixture
def host(new_person: NewPerson) -> User:
    return new_person("Sibylla")


def opened(host: User, visibility: str = "private", **options: Any) -> Game:
    return lobby.create_game(user=host, side="frank", visibility=visibility, **options).game


def link(game: Game) -> str:
    return reverse("invitation", args=[game.invitation_token])


def sit(client: Client, game: Game, **more: Any) -> Any:
    form = {"key": str(uuid.uuid4()), "dice": str(game.public_id), "randomness": PART, **more}
    return client.post(reverse("sit-down", args=[game.invitation_token]), form)


def read(client: Client, address: str) -> str:
    return client.get(address, follow=True).content.decode()


def logged_in(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def test_who_opens_the_link_reads_who_invites_and_sits_down_by_one_press_as_a_guest(host: User) -> None:
    game, client = opened(host), Client()
    page = read(client, link(game))
    assert "Sibylla invites you to a game" in page
    assert reverse("sit-down", args=[game.invitation_token]) in page
    answer = sit(client, game)
    assert answer["Location"] == reverse("game", args=[game.public_id])
    guest = User.objects.get(guest=True)
    game.refresh_from_db()
    assert game.seats.get(side="saracen").user == guest
    assert game.seats.get(side="saracen").contribution == PART
    assert client.get(answer["Location"]).status_code == 200
    keep(client, "Renaud")
    assert game.seats.get(side="saracen").user == User.objects.get(username="Renaud", guest=False)
    assert str(game.public_id) in read(client, reverse("my-games")), "who takes a name keeps the game"


def test_somebody_who_plays_as_a_guest_already_sits_down_as_the_same_guest(host: User) -> None:
    game = opened(host)
    client, guest, _alone = come()
    sit(client, game)
    assert game.seats.get(side="saracen").user == guest
    assert sit(client, game)["Location"] == reverse("game", args=[game.public_id]), (
        "who is there already is led to the board"
    )
    assert client.get(link(game))["Location"] == reverse("game", args=[game.public_id])


def test_a_double_click_makes_one_guest(host: User) -> None:
    game, client = opened(host), Client()
    key = client.get(link(game)).context["key"]
    again = Client()
    again.cookies["csrftoken"] = client.cookies["csrftoken"].value
    assert {sit(each, game, key=str(key))["Location"] for each in (client, again)} == {
        reverse("game", args=[game.public_id])
    }
    assert User.objects.filter(guest=True).count() == 1
    assert reverse("game", args=[game.public_id]) in again.get(link(game))["Location"]


def test_the_host_who_opens_or_sends_their_own_link_comes_to_the_room(host: User) -> None:
    game, client = opened(host), logged_in(host)
    for answer in (client.get(link(game)), sit(client, game)):
        assert answer["Location"] == reverse("game", args=[game.public_id])
    assert "Your game is open" in read(client, link(game))
    assert game.seats.filter(user=None).count() == 1
    for each in (Client(), client):
        before, folded, _after = read(each, link(game)).partition(f'class="commitment">{game.commitment}')
        assert folded
        assert before.count("<details") > before.count("</details"), "the hash of the dice is folded on both pages"


def test_a_link_that_is_used_up_says_so_and_makes_no_guest(host: User, new_person: NewPerson) -> None:
    game = opened(host)
    sit(Client(), game)
    count = User.objects.count()
    for client in (Client(), logged_in(new_person("Bohemond"))):
        page = read(client, link(game))
        assert "Both seats of this game are taken" in page
        assert "page-data" not in page, "nothing of the game is told"
        assert sit(client, game)["Location"] == link(game)
    assert User.objects.count() == count + 1
    assert f"next={reverse('game', args=[game.public_id])}" in read(Client(), link(game)), (
        "one of the two may have lost their cookie"
    )


def test_a_link_of_a_withdrawn_game_or_of_a_banned_host_makes_no_guest(host: User) -> None:
    withdrawn, game = opened(host), opened(host)
    lobby.cancel_game(user=host, game_id=withdrawn.public_id)
    assert "This game was withdrawn." in read(Client(), link(withdrawn))
    User.objects.filter(pk=host.pk).update(is_active=False)
    for each in (withdrawn, game):
        assert sit(Client(), each)["Location"] == link(each)
    assert game.seats.filter(user=None).count() == 1
    assert not User.objects.filter(guest=True).exists()


def test_a_link_of_no_game_says_what_to_do(host: User) -> None:
    for address in ("/invitations/guessed/", "/invitations/%00/"):
        answer = Client().get(address)
        assert (answer.status_code, "This link leads to no game." in answer.content.decode()) == (404, True)
        assert Client().post(f"{address}sit/").status_code == 404


def test_a_guest_who_was_taken_out_has_no_use_of_the_link_they_know(host: User) -> None:
    game, client = opened(host, by_hand=True), Client()
    sit(client, game)
    lobby.remove_player(user=host, game_id=game.public_id)
    assert client.get(link(game)).status_code == 404
    assert sit(client, game).status_code == 404


def test_a_rated_game_takes_no_guest_and_says_why(host: User) -> None:
    game = opened(host, "public")
    assert reverse("sit-down", args=[game.invitation_token]) not in read(Client(), link(game))
    client = Client()
    assert sit(client, game)["Location"] == link(game)
    assert "by the link of a private game" in read(client, link(game))
    guest, _person, _alone = come()
    assert sit(guest, game)["Location"] == link(game)
    assert game.seats.filter(user=None).count() == 1
    assert User.objects.filter(guest=True).count() == 1


def test_from_one_address_only_so_many_sit_down_within_an_hour(host: User, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"guest": "1/h/ip"}
    come()
    count = User.objects.count()
    assert (sit(Client(), opened(host)).status_code, User.objects.count()) == (429, count)


def test_three_games_are_enough_for_a_guest_by_links_too(host: User) -> None:
    client, _guest, _alone = come()
    games = [opened(host) for _ in range(3)]
    said = [sit(client, game)["Location"] for game in games]
    assert said == [*(reverse("game", args=[game.public_id]) for game in games[:2]), link(games[2])]
    assert "Guests have 3 games at once" in read(client, link(games[2]))


def test_a_guest_talks_with_who_invited_them_and_plays_a_rematch(host: User) -> None:
    game, client = opened(host), Client()
    sit(client, game)
    guest = User.objects.get(guest=True)
    assert (
        api(client, f"games/{game.public_id}/talk/", {"text": "Here I am", "key": str(uuid.uuid4())}).status_code < 300
    )
    game.refresh_from_db()
    if game.status == "open":
        part = {"dice": str(game.public_id), "randomness": PART}
        assert api(logged_in(host), f"games/{game.public_id}/dice/", part).status_code < 300
    play.resign(user=guest, game_id=game.public_id, idempotency_key=uuid.uuid4())
    offered = rematches.rematch(user=guest, game_id=game.public_id).game
    assert offered.visibility == "private"
    assert rematches.rematch(user=host, game_id=game.public_id).game == offered
