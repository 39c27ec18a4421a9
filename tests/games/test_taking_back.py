"""Undo up to the wall, and no further."""

import pytest

from games.models import Game
from games.services.archive.check import first_difference
from tests.games.helpers import BALIAN_TO_ASCALON, BOHEMOND_TO_LATAKIA, DONE, Player, first, new_key, ok, problem

pytestmark = pytest.mark.django_db


def places(player: Player, game: Game) -> None:
    """Two moves that could be taken back."""
    ok(player.act(game, BALIAN_TO_ASCALON))
    ok(player.act(game, BOHEMOND_TO_LATAKIA))


def without_version(view: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in view.items() if name not in ("version", "can-undo", "can-restart")}


def test_undo_takes_back_the_last_action_only(game: Game, richard: Player) -> None:
    before = richard.view(game)
    ok(richard.act(game, BALIAN_TO_ASCALON))
    between = richard.view(game)
    ok(richard.undo(game))
    assert without_version(richard.view(game)) == without_version(before)
    places(richard, game)
    answer = ok(richard.undo(game))
    assert without_version(answer["view"]) == without_version(between)
    assert answer["view"]["can-undo"]


def test_restart_takes_back_everything_since_the_wall(game: Game, richard: Player) -> None:
    before = richard.view(game)
    places(richard, game)
    view = ok(richard.restart_turn(game))["view"]
    assert without_version(view) == without_version(before)
    assert not view["can-undo"]
    assert not view["can-restart"]


def test_taking_back_is_recorded_and_deletes_nothing(game: Game, richard: Player) -> None:
    places(richard, game)
    ok(richard.undo(game))
    ok(richard.undo(game))
    assert list(game.events.order_by("seq").values_list("kind", flat=True))[3:] == ["action", "action", "undo", "undo"]
    assert [event.payload["undoes"] for event in game.events.filter(kind="undo").order_by("seq")] == [[5], [4]]


def test_an_undo_sent_twice_counts_once(game: Game, richard: Player) -> None:
    places(richard, game)
    key, version = new_key(), richard.view(game)["version"]
    once = ok(richard.undo(game, key=key, version=version))
    assert ok(richard.undo(game, key=key, version=version)) == once
    assert game.events.filter(kind="undo").count() == 1
    problem(richard.restart_turn(game, key=key), 409, "key-reused")


def test_undo_never_crosses_a_wall_nor_takes_back_what_another_did(
    game: Game, richard: Player, saladin: Player
) -> None:
    version = richard.view(game)["version"]
    places(richard, game)
    problem(richard.undo(game, version=version), 409, "stale-version")
    problem(saladin.undo(game), 409, "nothing-to-undo")
    problem(saladin.undo(game, version=1, side="frank"), 403, "not-your-side")
    ok(richard.act(game, DONE))
    assert not richard.view(game)["can-undo"]
    problem(richard.undo(game), 409, "nothing-to-undo")
    problem(richard.restart_turn(game), 409, "nothing-to-undo")
    problem(saladin.undo(game), 409, "nothing-to-undo")


def test_a_card_taken_back_leaves_nothing_to_undo(game: Game, richard: Player, saladin: Player) -> None:
    """Undoing that would choose it again, and reveal both if the other side has chosen meanwhile."""
    ok(richard.act(game, DONE))
    ok(saladin.act(game, DONE))
    before = richard.view(game)
    ok(richard.act(game, first(before, "play-card")))
    ok(richard.act(game, {"type": "take-back-card"}))
    ok(saladin.act(game, first(saladin.view(game), "play-card")))
    assert not richard.view(game)["can-undo"]
    problem(richard.undo(game), 409, "nothing-to-undo")
    problem(richard.restart_turn(game), 409, "nothing-to-undo")
    assert ok(saladin.undo(game))["view"]["awaited"] == ["frank", "saracen"]
    ok(saladin.act(game, first(saladin.view(game), "play-card")))
    assert ok(richard.act(game, first(richard.view(game), "play-card")))["view"]["cards"]["saracen"]["played"]
    game.refresh_from_db()
    assert first_difference(game) is None


def test_where_both_decide_at_once_each_takes_back_their_own(game: Game, richard: Player, saladin: Player) -> None:
    ok(richard.act(game, DONE))
    ok(saladin.act(game, DONE))
    card = first(richard.view(game), "play-card")
    ok(richard.act(game, card))
    assert richard.view(game)["can-undo"]
    assert not saladin.view(game)["can-undo"]
    ok(richard.undo(game))
    ok(saladin.act(game, first(saladin.view(game), "play-card")))
    assert saladin.view(game)["can-undo"]
    ok(saladin.undo(game))
    ok(saladin.act(game, first(saladin.view(game), "play-card")))
    ok(richard.act(game, card))
    for player in (richard, saladin):
        problem(player.undo(game), 409, "nothing-to-undo")
