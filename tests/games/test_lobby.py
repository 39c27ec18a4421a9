"""Creating, finding, joining and withdrawing games."""

import pytest

from games.models import Game
from games.services.lobby import limits
from tests.games.helpers import DONE, Player, new_key, ok, problem

pytestmark = pytest.mark.django_db


def ids(player: Player, name: str, **query: str) -> list[str]:
    return [entry["id"] for entry in ok(player.get("games/", list=name, **query))["results"]]


def test_an_open_game_is_joined_by_the_first_who_wants_and_starts(richard: Player, saladin: Player) -> None:
    created = ok(richard.post("games/", {"side": "saracen", "ruleset": {"iron-bridge": True}}))
    assert (created["status"], created["you"], created["players"]) == (
        "open",
        ["saracen"],
        {"frank": None, "saracen": "Richard"},
    )
    assert created["ruleset"]["iron-bridge"] is True
    assert ids(saladin, "open") == [created["id"]]
    assert ids(richard, "open") == []
    joined = ok(saladin.post(f"games/{created['id']}/join/"))
    assert (joined["status"], joined["you"], joined["waits-for-you"]) == ("active", ["frank"], True)
    assert ids(saladin, "open") == []
    assert ids(richard, "mine") == ids(saladin, "mine") == [created["id"]]


@pytest.fixture
def unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MOST_OPEN", "MOST_UNSTARTED", "MOST_NEGLECTED"):
        monkeypatch.setattr(limits, name, 1000)


@pytest.mark.usefixtures("unlimited")
def test_a_random_side_is_one_of_the_two(richard: Player) -> None:
    sides = {tuple(ok(richard.post("games/", {}))["you"]) for _ in range(20)}
    assert sides == {("frank",), ("saracen",)}


def test_nobody_joins_twice_or_a_game_that_is_full(richard: Player, saladin: Player, baldwin: Player) -> None:
    game_id = ok(richard.post("games/", {}))["id"]
    problem(richard.post(f"games/{game_id}/join/"), 409, "already-seated")
    ok(saladin.post(f"games/{game_id}/join/"))
    problem(saladin.post(f"games/{game_id}/join/"), 409, "already-seated")
    problem(baldwin.post(f"games/{game_id}/join/"), 409, "not-open")


def test_a_private_game_is_joined_by_invitation_only(richard: Player, saladin: Player, baldwin: Player) -> None:
    created = ok(richard.post("games/", {"visibility": "private"}))
    address, token = f"games/{created['id']}/", created["invitation"]
    assert ids(saladin, "open") == []
    problem(saladin.get(address), 404, "not-found")
    problem(saladin.post(f"{address}join/"), 404, "not-found")
    problem(saladin.post(f"{address}join/", {"invitation": "guess"}), 404, "not-found")
    problem(saladin.get("invitations/guess/"), 404, "not-found")
    invited = ok(saladin.get(f"invitations/{token}/"))
    assert (invited["id"], invited["creator"], invited["invitation"]) == (created["id"], "Richard", None)
    ok(saladin.post(f"{address}join/", {"invitation": token}))
    problem(baldwin.post(f"{address}join/", {"invitation": token}), 409, "not-open")
    problem(baldwin.get(f"{address}view/"), 404, "not-found")


def test_the_invitation_is_shown_to_the_creator_alone(richard: Player, saladin: Player) -> None:
    game_id = ok(richard.post("games/", {}))["id"]
    assert ok(richard.get(f"games/{game_id}/"))["invitation"]
    assert ok(saladin.get(f"games/{game_id}/"))["invitation"] is None


def test_only_the_creator_cancels_and_only_before_the_start(richard: Player, saladin: Player) -> None:
    game_id = ok(richard.post("games/", {}))["id"]
    problem(saladin.post(f"games/{game_id}/cancel/"), 403, "not-yours")
    assert ok(richard.post(f"games/{game_id}/cancel/"))["status"] == "canceled"
    problem(saladin.post(f"games/{game_id}/join/"), 409, "not-open")
    problem(richard.post(f"games/{game_id}/cancel/"), 409, "not-open")
    assert ids(richard, "mine") == []
    body = {"action": DONE, "version": 2, "key": new_key()}
    problem(richard.post(f"games/{game_id}/actions/", body), 409, "game-over")


def test_a_solo_game_starts_at_once_and_is_private(richard: Player, saladin: Player) -> None:
    created = ok(richard.post("games/", {"solo": True, "visibility": "public"}))
    assert (created["status"], created["you"], created["visibility"]) == ("active", ["frank", "saracen"], "private")
    problem(saladin.get(f"games/{created['id']}/view/"), 404, "not-found")
    assert ids(richard, "mine", solo="true") == [created["id"]]
    assert ids(richard, "mine", solo="false") == []


def test_games_that_wait_for_me_come_first(richard: Player, saladin: Player) -> None:
    from tests.games.conftest import started

    first, second = started(richard, saladin), started(richard, saladin)
    ok(richard.act(second, DONE))
    assert ids(richard, "mine") == [str(first.public_id), str(second.public_id)]
    assert ids(saladin, "mine") == [str(second.public_id), str(first.public_id)]


def test_public_games_can_be_watched_and_private_ones_are_in_no_list(
    game: Game, private_game: Game, solo_game: Game, baldwin: Player
) -> None:
    assert ids(baldwin, "public") == [str(game.public_id)]
    assert ids(baldwin, "public", status="over") == []
    assert ids(baldwin, "mine") == []
    assert baldwin.view(game)["you"] is None


@pytest.mark.usefixtures("unlimited")
def test_lists_come_in_pages(richard: Player) -> None:
    for _ in range(27):
        ok(richard.post("games/", {}))
    assert len(ids(richard, "mine")) == 25
    assert len(ids(richard, "mine", page="2")) == 2
    assert problem(richard.get("games/", list="mine", page="3"), 404, "no-such-page")["pages"] == 2
