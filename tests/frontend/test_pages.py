"""The pages answer visitors, players, strangers and wrong methods as they should, and work without scripts."""

import re
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Game, User
from games.services.lobby import lobby
from tests.frontend.conftest import Login, user

PASSWORD = "a-long-way-to-acre"
FOR_ALL = ["home", "help", "signup", "login", "open-games"]
FOR_PLAYERS = ["my-games", "new-game", "next-game"]


def text(response: Any) -> str:
    assert response.status_code == 200, response.status_code
    return str(response.content.decode())


@pytest.mark.django_db
@pytest.mark.parametrize("name", FOR_ALL)
def test_a_visitor_may_read(client: Client, name: str) -> None:
    assert "<h1" in text(client.get(reverse(name)))


@pytest.mark.django_db
@pytest.mark.parametrize("name", FOR_PLAYERS)
def test_a_visitor_is_asked_to_log_in_and_brought_back(client: Client, name: str) -> None:
    response = client.get(reverse(name))
    assert response.status_code == 302
    assert response["Location"] == f"{reverse('login')}?next={reverse(name)}"


@pytest.mark.parametrize("name", ["home", "help", "open-games", "my-games"])
def test_reading_pages_take_no_posts(login: Login, name: str) -> None:
    assert login("Richard").post(reverse(name)).status_code == 405


@pytest.mark.parametrize("name", ["start-solo", "logout"])
def test_what_changes_something_is_no_link(login: Login, name: str) -> None:
    assert login("Richard").get(reverse(name)).status_code == 405


@pytest.mark.parametrize("name", ["join-game", "cancel-game"])
def test_joining_and_withdrawing_are_no_links(login: Login, name: str, private_open_game: Game) -> None:
    assert login("Richard").get(reverse(name, args=[private_open_game.public_id])).status_code == 405


@pytest.mark.django_db
def test_no_page_has_a_script_or_a_style_of_its_own(client: Client, login: Login) -> None:
    player = login("Richard")
    game = lobby.create_game(user=user("Richard"), solo=True).game
    pages = [text(client.get(reverse(name))) for name in FOR_ALL]
    pages += [text(player.get(reverse(name))) for name in ("my-games", "new-game")]
    pages.append(text(player.get(reverse("game", args=[game.public_id]))))
    for page in pages:
        assert "<style" not in page
        assert not re.search(r"\s(?:style|on\w+)=", page)
        assert all(
            "src=" in script or 'type="application/json"' in script for script in re.findall(r"<script[^>]*>", page)
        )


@pytest.mark.django_db
def test_signing_up_logs_in_and_leads_where_one_wanted_to_go(client: Client) -> None:
    form = {"username": "Sibylla", "password1": PASSWORD, "password2": PASSWORD, "next": reverse("new-game")}
    response = client.post(reverse("signup"), form)
    assert response["Location"] == reverse("new-game")
    assert "Log out Sibylla" in text(client.get(reverse("my-games")))


@pytest.mark.django_db
def test_signing_up_leads_to_no_other_site(client: Client) -> None:
    form = {"username": "Sibylla", "password1": PASSWORD, "password2": PASSWORD, "next": "https://elsewhere.example/"}
    assert client.post(reverse("signup"), form)["Location"] == reverse("my-games")


@pytest.mark.django_db
def test_who_comes_to_try_alone_is_in_a_game_after_signing_up(client: Client) -> None:
    form = {"username": "Sibylla", "password1": PASSWORD, "password2": PASSWORD, "alone": "1"}
    response = client.post(reverse("signup"), form)
    game = Game.objects.get()
    assert game.solo
    assert response["Location"] == reverse("game", args=[game.public_id])


def test_a_name_that_differs_in_capitals_only_is_taken(login: Login, client: Client) -> None:
    login("Sibylla")
    form = {"username": "SIBYLLA", "password1": PASSWORD, "password2": PASSWORD}
    assert "This name is taken" in text(client.post(reverse("signup"), form))
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_a_weak_password_is_refused_with_the_reason(client: Client) -> None:
    form = {"username": "Sibylla", "password1": "acre", "password2": "acre"}
    assert "too short" in text(client.post(reverse("signup"), form))


@pytest.mark.django_db
def test_logging_in_and_out(client: Client) -> None:
    User.objects.create_user("Sibylla", password=PASSWORD)
    response = client.post(reverse("login"), {"login": "Sibylla", "password": PASSWORD})
    assert response["Location"] == reverse("my-games")
    assert client.post(reverse("logout"))["Location"] == reverse("home")
    assert "Sign up" in text(client.get(reverse("home")))


@pytest.mark.django_db
def test_a_wrong_password_is_refused(client: Client) -> None:
    User.objects.create_user("Sibylla", password=PASSWORD)
    assert "The name or the password is not right." in text(
        client.post(reverse("login"), {"login": "Sibylla", "password": "wrong"})
    )


def test_one_click_starts_a_solo_game(login: Login) -> None:
    response = login("Richard").post(reverse("start-solo"))
    game = Game.objects.get()
    assert (game.solo, game.status) == (True, Game.Status.ACTIVE)
    assert response["Location"] == reverse("game", args=[game.public_id])


def test_a_new_game_has_the_options_chosen(login: Login) -> None:
    form = {"side": "saracen", "opponent": "private", "iron_bridge": "on", "handicap": "2"}
    login("Richard").post(reverse("new-game"), form)
    game = Game.objects.get()
    assert (game.visibility, game.solo, game.status) == ("private", False, Game.Status.OPEN)
    assert {name: game.ruleset[name] for name in ("iron-bridge", "forced-marches", "handicap")} == {
        "iron-bridge": True,
        "forced-marches": False,
        "handicap": 2,
    }
    assert game.seats.get(side="saracen").user == user("Richard")
    assert game.seats.get(side="frank").user is None


@pytest.mark.parametrize(
    ("name", "value"), [("side", "assassin"), ("opponent", "everybody"), ("handicap", "4"), ("handicap", "many")]
)
def test_nonsense_options_open_no_game(login: Login, name: str, value: str) -> None:
    form = {"side": "frank", "opponent": "public", "handicap": "0"} | {name: value}
    response = login("Richard").post(reverse("new-game"), form)
    assert "errorlist" in text(response)
    assert Game.objects.count() == 0


def test_an_open_game_is_listed_for_others_and_joined_by_post(login: Login) -> None:
    login("Richard").post(reverse("new-game"), {"side": "frank", "opponent": "public", "handicap": "0"})
    game = Game.objects.get()
    saladin = login("Saladin")
    assert reverse("game", args=[game.public_id]) in text(saladin.get(reverse("open-games")))
    assert reverse("join-game", args=[game.public_id]) in text(saladin.get(reverse("game", args=[game.public_id])))
    response = saladin.post(reverse("join-game", args=[game.public_id]))
    assert response["Location"] == reverse("game", args=[game.public_id])
    game.refresh_from_db()
    assert game.status == Game.Status.ACTIVE
    late = login("Conrad").post(reverse("join-game", args=[game.public_id]), follow=True)
    assert "not open to join" in text(late)


def test_the_link_of_a_private_game_goes_to_its_creator_only(login: Login, private_open_game: Game) -> None:
    page = reverse("game", args=[private_open_game.public_id])
    link = reverse("invitation", args=[private_open_game.invitation_token])
    assert f"http://testserver{link}" in text(login("Richard").get(page))
    assert login("Conrad").get(page).status_code == 404
    assert private_open_game.invitation_token not in text(login("Conrad").get(reverse("open-games")))


def test_the_link_lets_a_visitor_see_who_asks_and_a_player_join(
    login: Login, client: Client, private_open_game: Game
) -> None:
    link = reverse("invitation", args=[private_open_game.invitation_token])
    invited = text(client.get(link))
    assert "Richard invites you to a game" in invited
    assert "looks for an opponent" not in invited
    assert "the usual rules, without options" in invited
    assert f"?next={link}" in invited
    saladin = login("Saladin")
    assert "Join and play" in text(saladin.get(link))
    form = {"invitation": private_open_game.invitation_token}
    response = saladin.post(reverse("join-game", args=[private_open_game.public_id]), form)
    assert response["Location"] == reverse("game", args=[private_open_game.public_id])
    assert saladin.get(link)["Location"] == response["Location"]


def test_the_creator_withdraws_an_open_game_by_a_button(login: Login) -> None:
    richard = login("Richard")
    game = lobby.create_game(user=user("Richard"), side="frank").game
    assert "withdrawn" in text(richard.post(reverse("cancel-game", args=[game.public_id]), follow=True))
    game.refresh_from_db()
    assert game.status == Game.Status.CANCELED


def test_a_private_game_is_no_page_for_strangers(login: Login, client: Client, private_game: Game) -> None:
    page = reverse("game", args=[private_game.public_id])
    assert "page-data" in text(login("Saladin").get(page))
    assert login("Conrad").get(page).status_code == 404
    # Who is not logged in may be one of its players; a game that does not exist looks the same.
    for address in (page, reverse("game", args=[uuid.uuid4()])):
        answer = client.get(f"{address}?at=3&as=frank")
        assert (answer.status_code, answer["Location"]) == (302, f"/login/?next={address}%3Fat%3D3%26as%3Dfrank")


def test_a_public_game_may_be_watched_by_everybody(login: Login, client: Client) -> None:
    login("Richard")
    login("Saladin")
    game = lobby.create_game(user=user("Richard"), side="frank").game
    assert "Sign up to join" in text(client.get(reverse("game", args=[game.public_id])))
    lobby.join_game(user=user("Saladin"), game_id=game.public_id)
    page = reverse("game", args=[game.public_id])
    watched = text(login("Conrad").get(page))
    assert '"sides": []' in watched
    assert "resign" not in watched.split("</script>")[-1]
    assert '"sides": []' in text(client.get(page))


def test_ones_own_games_are_not_among_those_to_watch(login: Login) -> None:
    login("Richard")
    login("Saladin")
    game = lobby.create_game(user=user("Richard"), side="frank").game
    lobby.join_game(user=user("Saladin"), game_id=game.public_id)
    assert str(game.public_id) in text(login("Conrad").get(reverse("open-games")))
    assert str(game.public_id) not in text(login("Saladin").get(reverse("open-games")))


def test_what_is_not_there_is_told_on_a_page_of_the_site(login: Login, private_game: Game) -> None:
    response = login("Conrad").get(reverse("game", args=[private_game.public_id]))
    assert "no such page" in response.content.decode()
    assert "My games" in response.content.decode()


@pytest.mark.parametrize(("days", "most"), [(0, 6), (365, 5)])
def test_the_game_page_names_few_files_each_once(login: Login, private_game: Game, days: int, most: int) -> None:
    """What a first visit loads, the pictures and sockets apart. Each file is a request; one is for explanations, which
    an older account does without.
    """
    User.objects.filter(username="Richard").update(date_joined=timezone.now() - timedelta(days=days))
    page = text(login("Richard").get(reverse("game", args=[private_game.public_id])))
    styles = re.findall(r'rel="stylesheet" href="([^"]+)"', page)
    modules = re.findall(r'(?:rel="modulepreload" href|type="module" src)="([^"]+)"', page)
    assert len(styles) == len(set(styles)) == most
    assert len(modules) == len(set(modules)) <= 7


def test_what_all_readers_of_a_game_page_share_tells_nothing_of_one(login: Login, private_game: Game) -> None:
    """The page as its owner has it first, then as the other player: parts are made once a language."""
    first = text(login("Richard").get(reverse("game", args=[private_game.public_id])))
    second = text(login("Saladin").get(reverse("game", args=[private_game.public_id])))
    tokens = [re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page) for page in (first, second)]
    assert tokens[0]
    assert not set(tokens[0]) & set(tokens[1])
    assert "Log out Saladin" in second
    assert "Log out Richard" not in second


def test_the_game_page_holds_no_position(login: Login, private_game: Game) -> None:
    """Names and figures of all blocks are on it, the same for everybody; where they stand is asked of the API."""
    pages = {text(login(name).get(reverse("game", args=[private_game.public_id]))) for name in ("Richard", "Saladin")}
    data = {
        re.sub(r'"sides": \[[^]]*\]', "", re.findall(r'id="page-data"[^>]*>(.*?)</script>', page, re.DOTALL)[0])
        for page in pages
    }
    assert len(data) == 1


def test_games_that_wait_for_me_come_first(login: Login, private_game: Game) -> None:
    richard, saladin = login("Richard"), login("Saladin")
    assert 'class="waits"' in text(richard.get(reverse("my-games")))
    waiting = text(saladin.get(reverse("my-games")))
    assert 'class="waits"' not in waiting
    assert "turn of the Franks" in waiting
    # Whose turn it is is said to both as they see it, and of how long only from a minute on.
    assert "your turn" in text(richard.get(reverse("my-games")))
    assert not re.search(r"0\sminutes", waiting)
    Game.objects.update(moved_at=timezone.now() - timedelta(minutes=3))
    assert re.search(r"turn of the Franks, already for 3\sminutes", text(saladin.get(reverse("my-games"))))
    assert richard.get(reverse("next-game"))["Location"] == reverse("game", args=[private_game.public_id])
    after = f"{reverse('next-game')}?after={private_game.public_id}"
    assert "No other game waits for you" in text(richard.get(after, follow=True))


def test_my_turn_against_the_computer_is_a_game_that_waits_for_me(login: Login) -> None:
    richard = login("Richard")
    assert "No game waits for you." in text(richard.get(reverse("my-games")))
    game = lobby.create_game(user=user("Richard"), side="frank", computer="page").game
    page = richard.get(reverse("my-games"))
    assert "No game waits for you." not in text(page)
    assert reverse("game", args=[game.public_id]) in text(page)


@pytest.mark.django_db
def test_a_form_sent_from_a_page_out_of_date_is_answered_in_the_readers_language() -> None:
    response = Client(enforce_csrf_checks=True).post(
        reverse("language"), {"language": "fr"}, headers={"accept-language": "pl"}
    )
    assert response.status_code == 403
    assert "Nic nie zostało zmienione" in response.content.decode()


def test_who_may_not_is_told_so_on_a_page_of_the_site(login: Login, private_game: Game) -> None:
    Game.objects.filter(pk=private_game.pk).update(visibility=Game.Visibility.PUBLIC)
    response = login("Baldwin").get(
        reverse("notebook", args=[private_game.public_id]), headers={"accept-language": "fr"}
    )
    assert response.status_code == 403
    assert "Vous ne pouvez pas faire cela." in response.content.decode()
    assert "site-header" in response.content.decode()


@pytest.mark.django_db
def test_what_cannot_be_read_is_answered_on_a_page_that_asks_nobody() -> None:
    too_many = {f"field{number}": "" for number in range(2000)}
    response = Client().post(reverse("language"), too_many, headers={"accept-language": "pl"})
    assert response.status_code == 400
    assert "Nie dało się tego odczytać" in response.content.decode()


@pytest.mark.django_db
def test_a_wrong_name_of_the_site_is_answered_in_short() -> None:
    page, api = (Client().get(path, headers={"host": "elsewhere.example.org"}) for path in ("/", "/api/v1/games/"))
    assert (page.status_code, page.content) == (400, b"Bad Request")
    assert (api.status_code, api["Content-Type"], api.json()["code"]) == (
        400,
        "application/problem+json",
        "bad-request",
    )


def test_who_sends_too_often_is_asked_to_wait(login: Login, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"post": "1/m/key"}
    richard = login("Richard")
    answers = [richard.post(reverse("language"), {"language": "en"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 429]
    assert "Try again in 60 seconds" in answers[1].content.decode()
