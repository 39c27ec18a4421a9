"""The one write path: turns, versions, keys, resignation."""

import pytest

from games.models import Game, GameEvent
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Player, first, new_key, offered, ok, problem

pytestmark = pytest.mark.django_db


def test_a_new_game_waits_for_the_franks_to_adjust_their_seats(game: Game, richard: Player, saladin: Player) -> None:
    view = richard.view(game)
    assert (view["phase"], view["awaited"], view["you"], view["status"]) == ("deployment", ["frank"], "frank", "active")
    assert view["players"] == {"frank": "Richard", "saracen": "Saladin"}
    assert view["prompt"]["text"]
    assert saladin.view(game)["actions"] == []


def test_an_action_is_recorded_with_who_did_it_and_under_which_rules(game: Game, richard: Player) -> None:
    answer = ok(richard.act(game, BALIAN_TO_ASCALON))
    event = game.events.latest("seq")
    assert (event.kind, event.side, event.actor, event.payload) == ("action", "frank", richard.user, BALIAN_TO_ASCALON)
    assert event.rules_version
    assert answer["view"] == richard.view(game)
    assert [fact["type"] for fact in answer["events"]] == ["seat-adjusted"]
    assert answer["events"][0]["text"]


def test_the_position_is_kept_at_every_wall_and_once_beyond_the_last(game: Game, richard: Player) -> None:
    def kept() -> tuple[list[int], int | None]:
        snapshot = game.snapshots.get()
        return [seq for seq, _position in snapshot.walls], snapshot.pending and snapshot.pending[0]

    assert kept() == ([3], None)
    ok(richard.act(game, BALIAN_TO_ASCALON))
    assert kept() == ([3], 4)
    ok(richard.undo(game))
    assert kept() == ([3], 5)
    ok(richard.act(game, DONE))
    assert kept() == ([3, 6], None)


def test_the_same_key_twice_acts_once_and_answers_alike(game: Game, richard: Player) -> None:
    key, version = new_key(), richard.view(game)["version"]
    once = ok(richard.act(game, BALIAN_TO_ASCALON, version=version, key=key))
    again = ok(richard.act(game, BALIAN_TO_ASCALON, version=version, key=key))
    assert once == again
    assert game.events.filter(kind="action").count() == 1


def test_a_key_cannot_serve_two_different_requests(game: Game, richard: Player) -> None:
    key = new_key()
    ok(richard.act(game, BALIAN_TO_ASCALON, key=key))
    problem(richard.act(game, DONE, key=key), 409, "key-reused")
    problem(richard.undo(game, key=key), 409, "key-reused")
    problem(richard.resign(game, key=key), 409, "key-reused")
    assert game.events.filter(kind="action").count() == 1


def test_a_stale_version_is_refused_with_the_fresh_view(game: Game, richard: Player) -> None:
    version = richard.view(game)["version"]
    ok(richard.act(game, BALIAN_TO_ASCALON))
    refused = problem(richard.act(game, DONE, version=version), 409, "stale-version")
    assert refused["view"] == richard.view(game)
    assert [entry.get("action") for entry in refused["news"]["entries"]] == [BALIAN_TO_ASCALON]
    problem(richard.act(game, DONE, version=99), 409, "stale-version")
    assert game.events.filter(kind="action").count() == 1


def test_an_illegal_action_is_refused_with_reason_and_rule(game: Game, richard: Player) -> None:
    refused = problem(
        richard.act(game, {"type": "place", "block": "king-guy", "town": "damascus"}), 422, "illegal-action"
    )
    assert refused["reason"]
    assert refused["rule"] == "1.13"
    assert game.events.filter(kind="action").count() == 0


def test_who_is_not_awaited_cannot_act_nor_for_the_other_side(game: Game, richard: Player, saladin: Player) -> None:
    problem(saladin.act(game, DONE), 409, "not-your-turn")
    problem(saladin.act(game, DONE, version=1, side="frank"), 403, "not-your-side")
    key = new_key()
    ok(richard.act(game, DONE, key=key))
    ok(saladin.act(game, DONE, key=key))  # two players may happen to use the same key


def test_resignation_ends_the_game_whoever_is_awaited(
    game: Game, richard: Player, saladin: Player, baldwin: Player
) -> None:
    ok(saladin.resign(game))
    game.refresh_from_db()
    assert (game.status, game.winner, game.ending, game.ended_by) == ("over", "frank", "resignation", saladin.user)
    assert ok(baldwin.get(f"games/{game.public_id}/"))["result"] == {
        "winner": "frank",
        "how": "resignation",
        "by": "Saladin",
        "why": "",
    }
    for player in (richard, saladin, baldwin):
        view = player.view(game)
        assert view["result"] == {"winner": "frank", "how": "resignation", "by": "Saladin", "why": ""}
        assert (view["awaited"], view["actions"], view["status"]) == ([], [], "over")
    assert [fact["type"] for fact in richard.history(game)[-1]["events"]] == ["player-resigned"]


def test_a_resignation_sent_twice_counts_once(game: Game, richard: Player) -> None:
    key = new_key()
    ok(richard.resign(game, key=key))
    ok(richard.resign(game, key=key))
    assert [event.payload["type"] for event in game.events.all()].count("resign") == 1


def test_nothing_can_be_done_in_a_game_that_is_over(game: Game, richard: Player, saladin: Player) -> None:
    ok(richard.resign(game))
    count = GameEvent.objects.count()
    for player in (richard, saladin):
        for response in (
            player.act(game, DONE),
            player.undo(game),
            player.restart_turn(game),
            player.resign(game),
        ):
            problem(response, 409, "game-over")
    assert GameEvent.objects.count() == count


def test_a_game_that_has_not_started_has_no_view_and_takes_no_action(richard: Player) -> None:
    game_id = ok(richard.post("games/", {"side": "frank"}))["id"]
    problem(richard.get(f"games/{game_id}/view/"), 409, "not-started")
    body = {"action": DONE, "version": 1, "key": new_key()}
    problem(richard.post(f"games/{game_id}/actions/", body), 409, "not-started")


def test_in_a_solo_game_one_person_plays_both_sides_in_turn(solo_game: Game, richard: Player) -> None:
    assert richard.view(solo_game)["you"] == "frank"
    assert "saladin" not in str(richard.view(solo_game, side="frank")["map"])
    assert "king-guy" not in str(richard.view(solo_game, side="saracen")["map"])
    ok(richard.act(solo_game, DONE, side="frank"))
    view = richard.view(solo_game)
    assert (view["you"], view["awaited"]) == ("saracen", ["saracen"])
    ok(richard.act(solo_game, DONE, side="saracen"))
    for side in ("frank", "saracen"):
        view = richard.view(solo_game, side=side)
        assert (view["you"], view["solo"]) == (side, True)
        ok(richard.act(solo_game, first(view, "play-card"), side=side))
    assert richard.view(solo_game)["phase"] != "cards" or richard.view(solo_game)["turn"] == 2


def test_the_year_and_turn_of_lists_follow_the_walls(game: Game, richard: Player, saladin: Player) -> None:
    ok(richard.act(game, DONE))
    ok(saladin.act(game, DONE))
    summary = ok(richard.get(f"games/{game.public_id}/"))
    assert (summary["year"], summary["turn"], summary["waits-for-you"]) == (1187, 1, True)
    assert offered(richard.view(game), "play-card")
