"""Several actions in one request: all of them, or none."""

import pytest

from games.models import Game, GameEvent
from games.services.play.play import MOST_ACTIONS
from tests.games.helpers import BALIAN_TO_ASCALON, BOHEMOND_TO_LATAKIA, DONE, Json, Player, new_key, ok, problem, undone

pytestmark = pytest.mark.django_db

BOTH = [BALIAN_TO_ASCALON, BOHEMOND_TO_LATAKIA]
NOWHERE: Json = {"type": "place", "block": "balian", "town": "aleppo"}


def acts(game: Game) -> list[Json]:
    return list(game.events.filter(kind=GameEvent.Kind.ACTION).order_by("seq").values_list("payload", flat=True))


def state(game: Game, player: Player) -> tuple[int, Json]:
    return game.events.count(), player.view(game)


def test_each_action_is_an_event_and_the_answer_tells_all_of_them(game: Game, richard: Player) -> None:
    before = richard.view(game)["version"]
    answer = ok(richard.act_together(game, BOTH))
    assert acts(game) == BOTH
    assert [fact["type"] for fact in answer["events"]] == ["seat-adjusted", "seat-adjusted"]
    assert answer["view"] == richard.view(game)
    assert answer["view"]["version"] == before + 2


def test_what_was_done_together_is_taken_back_together(game: Game, richard: Player) -> None:
    untouched = richard.view(game)
    ok(richard.act_together(game, BOTH))
    view = ok(richard.undo(game))["view"]
    assert view["map"] == untouched["map"]
    assert not view["can-undo"]
    assert game.events.get(kind=GameEvent.Kind.UNDO).payload["undoes"] == [4, 5]


def test_what_was_done_before_and_after_by_itself_is_taken_back_by_itself(game: Game, richard: Player) -> None:
    back: Json = {"type": "place", "block": "balian", "town": "nablus"}
    views = [richard.view(game)]
    for actions in ([BALIAN_TO_ASCALON], [back, BOHEMOND_TO_LATAKIA], [BALIAN_TO_ASCALON]):
        views.append(ok(richard.act_together(game, actions))["view"])
    for view in views[-2::-1]:
        assert ok(richard.undo(game))["view"]["map"] == view["map"]
    problem(richard.undo(game), 409, "nothing-to-undo")


def test_a_refusal_anywhere_leaves_nothing_behind(game: Game, richard: Player) -> None:
    for actions in [[BALIAN_TO_ASCALON, NOWHERE], [NOWHERE, BALIAN_TO_ASCALON], [BALIAN_TO_ASCALON, BALIAN_TO_ASCALON]]:
        before = state(game, richard)
        refused = richard.act_together(game, actions)
        assert problem(refused, 422, "illegal-action")["rule"]
        assert state(game, richard) == before


def test_an_action_that_is_no_action_leaves_nothing_behind(game: Game, richard: Player) -> None:
    before = state(game, richard)
    problem(richard.act_together(game, [BALIAN_TO_ASCALON, {"type": "fly"}]), 400, "bad-action")
    assert state(game, richard) == before


def test_the_last_may_be_one_that_cannot_be_taken_back(game: Game, richard: Player) -> None:
    assert ok(richard.act_together(game, [*BOTH, DONE]))["view"]["awaited"] == ["saracen"]


def test_nothing_may_follow_what_cannot_be_taken_back_so_dice_are_never_rolled_twice(
    game: Game, richard: Player
) -> None:
    before = state(game, richard)
    problem(richard.act_together(game, [DONE, BALIAN_TO_ASCALON]), 409, "behind-a-wall")
    assert state(game, richard) == before


def test_the_same_key_twice_acts_once(game: Game, richard: Player) -> None:
    key, version = new_key(), richard.view(game)["version"]
    once = ok(richard.act_together(game, BOTH, version=version, key=key))
    again = ok(richard.act_together(game, BOTH, version=version, key=key))
    assert once == again
    assert acts(game) == BOTH


def test_a_key_cannot_serve_another_list(game: Game, richard: Player) -> None:
    for other in [BOTH[:1], [*BOTH, DONE], BOTH[::-1], [BALIAN_TO_ASCALON, DONE]]:
        with undone(other):
            key = new_key()
            ok(richard.act_together(game, BOTH, key=key))
            problem(richard.act_together(game, other, key=key), 409, "key-reused")
            assert acts(game) == BOTH


def test_a_stale_version_takes_none(game: Game, richard: Player) -> None:
    version = richard.view(game)["version"]
    ok(richard.act(game, BALIAN_TO_ASCALON))
    problem(richard.act_together(game, [BOHEMOND_TO_LATAKIA], version=version), 409, "stale-version")
    assert acts(game) == [BALIAN_TO_ASCALON]


def test_lists_of_another_size_or_shape_are_refused(game: Game, richard: Player) -> None:
    for actions in [[], [BALIAN_TO_ASCALON] * (MOST_ACTIONS + 1), "done", {"type": "done"}, ["done"], None]:
        problem(
            richard.post(f"games/{game.public_id}/actions/", {"version": 1, "key": new_key(), "actions": actions}),
            400,
            "invalid",
        )
        assert acts(game) == []


def test_action_and_actions_exclude_each_other(game: Game, richard: Player) -> None:
    problem(richard.act(game, BALIAN_TO_ASCALON, actions=BOTH), 400, "invalid")
    problem(richard.post(f"games/{game.public_id}/actions/", {"version": 1, "key": new_key()}), 400, "invalid")
