"""Results, statistics and the page of a player: what everybody may know."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, User
from games.services.results import results
from games.services.talk import talk
from tests.frontend.conftest import Login, user
from tests.games.test_results import ended

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(login: Login) -> dict[str, User]:
    for name in ("Richard", "Saladin", "Baldwin"):
        login(name)
    return {name: user(name) for name in ("Richard", "Saladin", "Baldwin")}


def page(client: Client, name: str, *args: str, **query: str) -> str:
    response = client.get(reverse(name, args=args), query)
    assert response.status_code == 200
    return response.content.decode()


def listed(html: str) -> int:
    return html.count('class="result"')


def test_everybody_sees_public_results_and_only_players_their_private_ones(
    people: dict[str, User], login: Login, client: Client
) -> None:
    ended(people["Richard"], people["Saladin"], "frank")
    ended(people["Richard"], people["Saladin"], "saracen", visibility="private", number=1)
    for reader, count in ((client, 1), (login("Baldwin"), 1), (login("Saladin"), 2)):
        assert listed(page(reader, "results")) == count
        assert listed(page(reader, "results", player="richard")) == count
        assert listed(page(reader, "player", "Richard")) == 1
    assert "1 game: 1 won, 0 lost" in page(login("Saladin"), "player", "Richard")


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ({"player": "SALADIN", "side": "saracen"}, 1),
        ({"winner": "frank"}, 2),
        ({"ending": "resignation"}, 1),
        ({"option": "iron-bridge"}, 1),
        ({"option": "plain"}, 1),
        ({"page": "2"}, 2),
        ({"page": "x"}, 2),
    ],
    ids=str,
)
def test_results_are_filtered(query: dict[str, str], count: int, people: dict[str, User], client: Client) -> None:
    ended(people["Richard"], people["Saladin"], "frank", ruleset={"iron-bridge": True})
    ended(people["Saladin"], people["Baldwin"], "frank", ending="resignation", number=1)
    assert listed(page(client, "results", **query)) == count


@pytest.mark.parametrize(
    "query", [{"player": "Nobody"}, {"winner": "huns"}, {"option": "dragons"}, {"ending": "x" * 500}, {"side": "\x00"}]
)
def test_a_filter_that_makes_no_sense_is_said_and_lists_nothing(
    query: dict[str, str], people: dict[str, User], client: Client
) -> None:
    ended(people["Richard"], people["Saladin"], "frank")
    html = page(client, "results", **query)
    assert "errorlist" in html
    assert listed(html) == 0


def test_statistics_count_public_games_and_name_who_plays_best(people: dict[str, User], client: Client) -> None:
    assert "No public game has ended yet." in page(client, "statistics")
    for number in range(5):
        ended(people["Richard"], people["Saladin"], "frank" if number < 4 else "saracen", number=number)
    ended(people["Richard"], people["Saladin"], "saracen", number=9, visibility="private")
    results.rate_finished()
    html = page(client, "statistics")
    assert re.search(r"All games</th><td class=\"number\">5</td>\s*<td class=\"number\">4 <small>80", html)
    assert html.index("Franks</h3>") < html.index(reverse("player", args=["Richard"])) < html.index("Saracens</h3>")


def test_a_rating_is_shown_with_its_doubt_and_as_provisional(people: dict[str, User], client: Client) -> None:
    assert "not rated yet" in page(client, "player", "Richard")
    for number in range(5):
        ended(people["Richard"], people["Saladin"], "frank", number=number)
        results.rate_finished()
        html = page(client, "player", "Richard")
        assert ("provisional" in html) == (number < 4)
        assert ("<polyline" in html) == (number > 0)
    assert re.search(r"<strong>1[6-9]\d\d</strong>", html)


def test_the_page_of_a_player_holds_nothing_private(people: dict[str, User], client: Client) -> None:
    game = ended(people["Richard"], people["Saladin"], "frank", visibility="private")
    User.objects.filter(pk=people["Richard"].pk).update(
        email="king@example.org", time_zone="Asia/Jerusalem", first_name="Plantagenet"
    )
    html = page(client, "player", "Richard")
    for secret in (str(game.public_id), "king@example.org", "Jerusalem", "Plantagenet", "Saladin"):
        assert secret not in html


def test_a_player_can_be_muted_from_their_page_and_is_not_told(
    people: dict[str, User], login: Login, private_game: Game
) -> None:
    richard, saladin = login("Richard"), login("Saladin")
    before = page(saladin, "player", "Richard")
    response = richard.post(reverse("mute-player", args=["saladin"]), {"muted": "yes"}, follow=True)
    assert "Hear them again" in response.content.decode()
    assert talk.mutes(people["Richard"], people["Saladin"])
    assert strip(page(saladin, "player", "Richard")) == strip(before)
    talk.post(user=people["Saladin"], game_id=private_game.public_id, text="hello?", key=uuid.uuid4())
    assert talk.unread(people["Richard"]) == {}
    richard.post(reverse("mute-player", args=["Saladin"]), {"muted": "no"})
    assert talk.unread(people["Richard"]) == {private_game.pk: 1}


def test_nobody_mutes_themselves(login: Login) -> None:
    response = login("Richard").post(reverse("mute-player", args=["Richard"]), {"muted": "yes"}, follow=True)
    assert 'class="error"' in response.content.decode()
    assert "Mute in all games" not in response.content.decode()


def test_a_player_who_left_is_named_by_a_number_without_a_page(people: dict[str, User], client: Client) -> None:
    from games.accounts.deletion import delete_account

    ended(people["Richard"], people["Saladin"], "frank")
    results.rate_finished()
    delete_account(user=people["Richard"])
    html = page(client, "results")
    assert f"former player {people['Richard'].pk}" in html
    assert "Richard" not in html
    assert client.get(reverse("player", args=["Richard"])).status_code == 404
    assert page(client, "statistics")


def strip(html: str) -> str:
    return re.sub(r'value="[\w-]{64}"', "", html)


def test_lists_cost_as_many_statements_for_many_games_as_for_few(
    people: dict[str, User], client: Client, django_assert_max_num_queries: Any
) -> None:
    for number in range(6):
        ended(people["Richard"], people["Saladin"], "frank", number=number)
    results.rate_finished()
    with django_assert_max_num_queries(6):
        page(client, "results")
    with django_assert_max_num_queries(16):
        page(client, "player", "Richard")
