"""What blocked people see of one another before a game: nothing, and nothing that tells them so."""

from typing import Any

import pytest

from games.models import Game, Notice
from tests.games.helpers import Player, ok, problem
from tests.games.test_matching import finished
from tests.games.test_rooms import at, ids, opened, waiting

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["blocker", "blocked"])
def pair(request: Any, richard: Player, saladin: Player) -> tuple[Player, Player]:
    """Two of whom one has blocked the other; the first is the one whose view is tested."""
    assert richard.post("blocked/", {"name": "Saladin"}).status_code == 204
    return (richard, saladin) if request.param == "blocker" else (saladin, richard)


def test_an_open_game_of_the_other_is_not_there(pair: tuple[Player, Player], baldwin: Player) -> None:
    here, other = pair
    game = opened(other)
    assert ids(here, "open") == []
    assert ids(baldwin, "open") == [game["id"]]
    for answer in (
        here.get(f"games/{game['id']}/"),
        here.get(f"invitations/{game['invitation']}/"),
        here.post(at(game, "join")),
        here.post(at(game, "join"), {"invitation": game["invitation"]}),
    ):
        missing = here.get("games/00000000-0000-4000-8000-000000000000/")
        assert (answer.status_code, answer.json()) == (404, missing.json())


def test_an_invitation_by_name_never_arrives(pair: tuple[Player, Player]) -> None:
    here, other = pair
    game = opened(other, visibility="private")
    other.post(at(game, "invite"), {"name": here.user.username})  # type: ignore[union-attr]
    assert waiting(here) == ids(here, "invitations") == []
    assert not Notice.objects.filter(user=here.user).exists()
    problem(here.post(at(game, "join")), 404, "not-found")


def test_somebody_blocked_is_told_the_same_as_anybody_who_is_not_answered(
    richard: Player, saladin: Player, baldwin: Player
) -> None:
    game = finished(richard, saladin)
    richard.post("blocked/", {"name": "Saladin"})
    offered = ok(saladin.post(at(game, "rematch")))
    assert offered["status"] == "open"
    assert waiting(richard) == []
    problem(richard.post(at(game, "rematch")), 409, "blocked-by-you")
    private = opened(saladin, visibility="private")
    for name in ("Richard", "Baldwin"):
        assert saladin.post(at(private, "invite"), {"name": name}).status_code == 204
    problem(richard.post(at(opened(richard), "invite"), {"name": "Saladin"}), 409, "blocked-by-you")


def test_blocking_ends_what_the_two_were_about_to_begin(richard: Player, saladin: Player, baldwin: Player) -> None:
    own = opened(richard, start="by-hand")
    theirs = opened(saladin, start="by-hand")
    asked = opened(richard, visibility="private")
    old = finished(richard, saladin)
    rematch = ok(richard.post(at(old, "rematch")))
    ok(saladin.post(at(own, "join")))
    ok(richard.post(at(theirs, "join")))
    richard.post(at(asked, "invite"), {"name": "Saladin"})
    assert set(waiting(saladin)) >= {asked["id"], rematch["id"]}
    richard.post("blocked/", {"name": "Saladin"})
    assert waiting(saladin) == []
    assert own["id"] not in ids(saladin, "mine")
    assert theirs["id"] not in ids(richard, "mine")
    assert Game.objects.get(public_id=rematch["id"]).status == "canceled"
    assert ids(baldwin, "open", side="saracen") == [theirs["id"], own["id"]]


def test_games_that_run_go_on_and_public_ones_may_be_watched(
    richard: Player, saladin: Player, baldwin: Player, game: Game
) -> None:
    richard.post("blocked/", {"name": "Saladin"})
    richard.post("blocked/", {"name": "Baldwin"})
    assert saladin.view(game)["you"] == "saracen"
    assert baldwin.view(game)["you"] is None


def test_unblocked_they_meet_again(richard: Player, saladin: Player) -> None:
    for _ in range(2):
        richard.post("blocked/", {"name": "Saladin"})
    assert ok(richard.get("blocked/"))["results"] == [{"name": "Saladin"}]
    assert ok(saladin.get("blocked/"))["results"] == []
    game = opened(saladin)
    assert ids(richard, "open") == []
    assert (
        richard.client.delete("/api/v1/blocked/", {"name": "saladin"}, content_type="application/json").status_code
        == 204
    )
    assert ids(richard, "open") == [game["id"]]


def test_who_cannot_be_blocked_is_named(richard: Player) -> None:
    for body, status, code in [
        ({"name": "Nobody"}, 404, "no-such-person"),
        ({"name": "Richard"}, 409, "not-yourself"),
        ({}, 400, "invalid"),
        ({"name": 1}, 400, "invalid"),
    ]:
        problem(richard.post("blocked/", body), status, code)
