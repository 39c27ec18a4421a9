"""Results, statistics and players through the API."""

import pytest

from games.models import User
from games.services.results import results
from tests.games.helpers import Player, ok, problem
from tests.games.test_results import ended

pytestmark = pytest.mark.django_db


@pytest.fixture
def users(richard: Player, saladin: Player) -> tuple[User, User]:
    assert richard.user is not None
    assert saladin.user is not None
    return richard.user, saladin.user


def test_results_name_players_winner_and_ratings(users: tuple[User, User], baldwin: Player) -> None:
    game = ended(*users, "frank")
    ended(*users, "saracen", visibility="private", number=1)
    results.rate_finished()
    found = ok(baldwin.get("results/"))
    assert found["count"] == 1
    (line,) = found["results"]
    assert line["id"] == str(game.public_id)
    assert line["players"] == {"frank": "Richard", "saracen": "Saladin"}
    assert (line["winner"], line["ending"]) == ("frank", "victory-cities")
    assert line["ratings"]["frank"]["before"] == 1500 < line["ratings"]["frank"]["after"]
    assert set(line) == {
        "id",
        "players",
        "winner",
        "ending",
        "year",
        "turn",
        "visibility",
        "ruleset",
        "started-at",
        "ended-at",
        "ratings",
    }


def test_a_filter_that_makes_no_sense_is_refused(baldwin: Player) -> None:
    for query in [{"winner": "huns"}, {"option": "dragons"}, {"page": "0"}, {"ending": "boredom"}]:
        problem(baldwin.get("results/", **query), 400, "invalid")


def test_an_unknown_player_is_not_there(baldwin: Player) -> None:
    for address in ("players/Nobody/", "results/?player=Nobody"):
        assert baldwin.get(address).status_code == 404


def test_a_player_is_shown_as_everybody_may_know_them(users: tuple[User, User], baldwin: Player) -> None:
    for number in range(2):
        ended(*users, "frank", number=number)
    results.rate_finished()
    found = ok(baldwin.get("players/richard/"))
    assert found["name"] == "Richard"
    assert set(found) == {"name", "since", "record", "responses"}
    assert found["since"].endswith("-01"), "the month says enough"
    frank = found["record"]["sides"]["frank"]
    assert (frank["games"], frank["won"], frank["rating"]["provisional"]) == (2, 2, True)
    assert found["record"]["sides"]["saracen"] == {"games": 0, "won": 0, "rating": None}


def test_statistics_count_what_is_public(users: tuple[User, User], baldwin: Player) -> None:
    assert ok(baldwin.get("statistics/"))["games"] == 0
    for number in range(5):
        ended(*users, "frank", number=number, ruleset={"iron-bridge": number == 0})
    ended(*users, "", ending="agreed", number=8)
    results.rate_finished()
    found = ok(baldwin.get("statistics/"))
    assert found["games"] == 6
    assert found["wins"][0] == {"option": None, "games": 5, "frank": 5, "saracen": 0}
    assert {"option": "iron-bridge", "games": 1, "frank": 1, "saracen": 0} in found["wins"]
    assert found["endings"] == {"victory-cities": 5, "agreed": 1}
    assert [line["name"] for line in found["best"]["frank"]] == ["Richard"]
    assert found["days"]["count"] == 5
