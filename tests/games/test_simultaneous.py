"""Two requests at the same moment, in real threads with connections of their own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connections

from games.models import Game
from tests.games.helpers import BALIAN_TO_ASCALON, BOHEMOND_TO_LATAKIA, DONE, Player, first, new_key, ok

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.databases]


def at_once(*requests: Callable[[], Any]) -> list[Any]:
    barrier = Barrier(len(requests))

    def run(request: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return request()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(requests)) as pool:
        return list(pool.map(run, requests))


def statuses(responses: list[Any]) -> list[int]:
    return sorted(response.status_code for response in responses)


def test_of_two_actions_on_one_version_one_is_taken(game: Game, richard: Player) -> None:
    for _ in range(5):
        version = richard.view(game)["version"]
        responses = at_once(
            lambda version=version: richard.act(game, BALIAN_TO_ASCALON, version=version),
            lambda version=version: richard.act(game, BOHEMOND_TO_LATAKIA, version=version),
        )
        assert statuses(responses) == [200, 409]
        assert [r.json()["code"] for r in responses if r.status_code == 409] == ["stale-version"]
        ok(richard.undo(game))


def test_the_same_request_many_times_at_once_acts_once(game: Game, richard: Player) -> None:
    version, key = richard.view(game)["version"], new_key()
    responses = at_once(*[lambda: richard.act(game, DONE, version=version, key=key)] * 4)
    assert statuses(responses) == [200] * 4
    assert all(response.json() == responses[0].json() for response in responses)
    assert game.events.filter(kind="action").count() == 1


def test_both_sides_may_choose_a_card_at_the_same_moment(game: Game, richard: Player, saladin: Player) -> None:
    ok(richard.act(game, DONE))
    ok(saladin.act(game, DONE))
    cards = [
        (player, first(player.view(game), "play-card"), player.view(game)["version"]) for player in (richard, saladin)
    ]
    responses = at_once(*[lambda p=p, a=a, v=v: p.act(game, a, version=v) for p, a, v in cards])
    assert statuses(responses) == [200, 200]
    assert [event.payload["type"] for event in game.events.all()].count("play-card") == 2


def test_of_two_who_join_at_once_one_gets_the_seat(richard: Player, saladin: Player, baldwin: Player) -> None:
    game_id = ok(richard.post("games/", {}))["id"]
    responses = at_once(*[lambda p=p: p.post(f"games/{game_id}/join/") for p in (saladin, baldwin)])
    assert statuses(responses) == [200, 409]


def test_a_player_who_leaves_and_a_creator_who_starts_at_once_agree_on_what_was_first(
    richard: Player, saladin: Player
) -> None:
    game_id = ok(richard.post("games/", {"start": "by-hand"}))["id"]
    ok(saladin.post(f"games/{game_id}/join/"))
    started, left = at_once(
        lambda: richard.post(f"games/{game_id}/start/"), lambda: saladin.post(f"games/{game_id}/leave/")
    )
    assert (started.status_code, left.status_code) in ((200, 409), (409, 204))


def test_two_who_seek_at_once_find_each_other(richard: Player, saladin: Player) -> None:
    for _ in range(3):
        answers = [
            ok(response)["game"]
            for response in at_once(*[lambda p=p: p.post("search/", {}) for p in (richard, saladin)])
        ]
        found = [game for game in answers if game is not None]
        assert len(found) == 1
        assert set(found[0]["players"].values()) == {"Richard", "Saladin"}
    assert Game.objects.count() == 3


def test_of_two_who_seek_at_once_one_gets_the_open_game(richard: Player, saladin: Player, baldwin: Player) -> None:
    game_id = ok(richard.post("games/", {"side": "frank"}))["id"]
    answers = [
        ok(response)["game"]
        for response in at_once(*[lambda p=p: p.post("search/", {"side": "saracen"}) for p in (saladin, baldwin)])
    ]
    assert [game["id"] for game in answers if game is not None] == [game_id]


def test_two_who_open_games_at_once_share_one_opponent(richard: Player, saladin: Player, baldwin: Player) -> None:
    ok(baldwin.post("search/", {"side": "saracen"}))
    answers = [ok(r) for r in at_once(*[lambda p=p: p.post("games/", {"side": "frank"}) for p in (richard, saladin)])]
    assert sorted(game["status"] for game in answers) == ["active", "open"]


def test_both_who_want_a_rematch_at_once_get_one(game: Game, richard: Player, saladin: Player) -> None:
    ok(richard.resign(game))
    address = f"games/{game.public_id}/rematch/"
    one, other = [ok(response) for response in at_once(*[lambda p=p: p.post(address) for p in (richard, saladin)])]
    assert one["id"] == other["id"]
    assert Game.objects.get(public_id=one["id"]).status == "active"


def test_nobody_passes_a_limit_by_asking_twice_at_once(richard: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    from games.services.lobby import limits

    monkeypatch.setattr(limits, "MOST_OPEN", 1)
    assert statuses(at_once(*[lambda: richard.post("games/", {})] * 3)) == [201, 409, 409]


def test_resigning_and_acting_at_once_leaves_one_of_two_orders(game: Game, richard: Player) -> None:
    version = richard.view(game)["version"]
    resigned, acted = at_once(lambda: richard.resign(game), lambda: richard.act(game, DONE, version=version))
    assert resigned.status_code == 200
    assert acted.status_code in (200, 409)
    game.refresh_from_db()
    assert game.status == "over"
