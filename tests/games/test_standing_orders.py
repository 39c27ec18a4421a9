"""Standing orders at the table: they decide for their owner when the game hands over to him, and nobody else can
tell.
"""

import json
from random import Random
from typing import Any

import pytest

from games.access import find_game
from games.models import Game, GameEvent, Notice, Seat, StandingOrders
from games.services.archive.check import first_difference
from games.services.play import play
from games.services.record import dice
from games.services.record.state import load_state
from rules.dice import SeededDice
from rules.game import legal_actions
from rules.orders import CAREFUL
from rules.position import Position
from rules.selfplay import choose_purposeful
from tests.games.conftest import started
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Json, Player, choose, new_key, ok, problem, stand
from tests.rules.scene import moving

pytestmark = pytest.mark.django_db

COMMITTED = dice.of_game
ANYWHERE: Json = {"draw": "anywhere"}
WINTER: Json = {"supply": "cheapest", "replace": "most-lost"}


@pytest.fixture(autouse=True)
def _known_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same chance in every game, so that two of them can be compared."""
    monkeypatch.setattr(dice, "of_game", lambda access: SeededDice("tyre"))


def lay(game: Game, position: Position) -> Game:
    """The game as if it had come to this position."""
    stand(game, position)
    for seat in game.seats.all():
        Seat.objects.filter(pk=seat.pk).update(awaited=seat.side in position.awaited)
    return game


def before_the_draws(game: Game) -> Game:
    """Richard ends his movement, Saladin draws first."""
    return lay(game, moving("acre: king-guy\ndamascus: saladin", first="saracen", mover="frank"))


def before_winter(game: Game) -> Game:
    """Richard ends the last movement of a year. Both sides have replacements to choose in winter."""
    places = "ascalon: king-guy@2 balian@1\ndamascus: saladin@1 al-adil@1 keukburi@1"
    return lay(game, moving(places, first="saracen", mover="frank", turn="1188.6"))


def leave(player: Player, game: Game, orders: Any, **more: Any) -> Any:
    body = {"orders": orders, **more}
    return player.client.put(f"/api/v1/games/{game.public_id}/orders/", body, content_type="application/json")


def left(player: Player, game: Game, **query: Any) -> Json:
    return ok(player.get(f"games/{game.public_id}/orders/", **query))


def ordered(game: Game) -> list[GameEvent]:
    return list(game.events.filter(by_orders=True).order_by("seq"))


# Leaving orders


def test_orders_are_kept_as_they_were_left(game: Game, saladin: Player) -> None:
    assert left(saladin, game)["orders"]["draw"] == "ask"
    assert left(saladin, game)["saved-at"] is None
    answer = ok(leave(saladin, game, ANYWHERE | {"spare": ["saladin"]}))
    assert answer == left(saladin, game)
    assert (answer["side"], answer["orders"]["draw"], answer["orders"]["spare"]) == ("saracen", "anywhere", ["saladin"])
    assert answer["saved-at"]


def test_new_orders_replace_the_old_ones_and_empty_ones_leave_nothing(game: Game, saladin: Player) -> None:
    ok(leave(saladin, game, ANYWHERE))
    assert ok(leave(saladin, game, WINTER))["orders"]["draw"] == "ask"
    ok(leave(saladin, game, {}))
    assert not StandingOrders.objects.exists()


def test_what_is_no_order_is_refused(game: Game, saladin: Player) -> None:
    for orders in [{"draw": "nowhere"}, {"fight": "well"}, {"spare": ["richard"]}, {"retreat-below": "2"}]:
        assert next(iter(orders)) in problem(leave(saladin, game, orders), 400, "bad-orders")["detail"]
        assert not StandingOrders.objects.exists()


def test_bodies_of_another_shape_are_refused(game: Game, saladin: Player) -> None:
    for body in [{}, {"orders": []}, {"orders": {}, "side": "mongol"}, {"orders": {}, "hurry": True}, []]:
        response = saladin.client.put(f"/api/v1/games/{game.public_id}/orders/", body, content_type="application/json")
        problem(response, 400, "invalid")


def test_nobody_sees_or_changes_the_orders_of_the_enemy(
    game: Game, richard: Player, saladin: Player, baldwin: Player
) -> None:
    ok(leave(saladin, game, ANYWHERE))
    assert left(richard, game)["orders"]["draw"] == "ask"
    problem(richard.get(f"games/{game.public_id}/orders/", side="saracen"), 403, "not-your-side")
    problem(leave(richard, game, {}, side="saracen"), 403, "not-your-side")
    problem(baldwin.get(f"games/{game.public_id}/orders/"), 403, "not-a-player")
    ok(leave(richard, game, {}))
    assert left(saladin, game)["orders"]["draw"] == "anywhere"


def test_when_the_game_is_over_orders_can_be_read_by_their_owner_only(
    game: Game, richard: Player, saladin: Player
) -> None:
    ok(leave(saladin, game, ANYWHERE))
    ok(richard.resign(game))
    problem(leave(saladin, game, {}), 409, "game-over")
    assert left(saladin, game)["orders"]["draw"] == "anywhere"
    problem(richard.get(f"games/{game.public_id}/orders/", side="saracen"), 403, "not-your-side")


def test_leaving_orders_is_no_move_and_changes_no_version(game: Game, richard: Player) -> None:
    before = richard.view(game)
    ok(leave(richard, game, CAREFUL.to_json()))
    assert richard.view(game) == before


# Using them


def test_a_decision_handed_over_is_taken_by_orders_as_an_act_of_their_owner(
    game: Game, richard: Player, saladin: Player
) -> None:
    before_the_draws(game)
    ok(leave(saladin, game, ANYWHERE))
    answer = ok(richard.act(game, DONE))
    (event,) = ordered(game)
    assert (event.kind, event.side, event.actor, event.idempotency_key) == ("action", "saracen", saladin.user, None)
    assert event.payload["type"] == "deploy"
    assert event.wall
    assert answer["view"] == richard.view(game)
    assert answer["view"]["awaited"] == ["frank"], "Richard's own draw is next"
    assert {seat.side: seat.awaited for seat in game.seats.all()} == {"frank": True, "saracen": False}


def test_the_owner_reads_in_the_log_what_his_orders_did(game: Game, richard: Player, saladin: Player) -> None:
    before_the_draws(game)
    ok(leave(saladin, game, ANYWHERE))
    ok(richard.act(game, DONE))
    entry = saladin.history(game)[-1]
    assert entry["by-orders"] is True
    assert entry["action"]["type"] == "deploy"
    assert entry["events"][0]["text"].endswith("(by your standing orders)")
    assert not any("by-orders" in other for other in saladin.history(game)[:-1])


def told(reader: Player, game: Game) -> Json:
    """All that the site tells, but for the game's id and the times."""
    history = [{name: value for name, value in entry.items() if name != "at"} for entry in reader.history(game)]
    views = [ok(reader.get(f"games/{game.public_id}/history/{entry['n']}/view/")) for entry in history[2:]]
    summary = ok(reader.get(f"games/{game.public_id}/"))
    for data in (*views, summary):
        for name in ("game", "id", "created-at", "moved-at", "started-at", "ended-at", "invitation"):
            data.pop(name, None)
    return {"history": history, "views": views, "summary": summary, "view": reader.view(game) | {"game": None}}


@pytest.mark.parametrize(("lay_out", "over"), [(before_the_draws, False), (before_winter, True)])
def test_the_enemy_and_spectators_see_the_same_as_if_he_had_played_himself(
    lay_out: Any, over: bool, richard: Player, saladin: Player, baldwin: Player
) -> None:
    by_orders, by_hand = lay_out(started(richard, saladin)), lay_out(started(richard, saladin))
    ok(leave(saladin, by_orders, ANYWHERE | WINTER))
    answer = ok(richard.act(by_orders, DONE))
    ok(richard.act(by_hand, DONE))
    actions = [event.payload for event in ordered(by_orders)]
    assert actions
    for action in actions:
        ok(saladin.act(by_hand, action))
    if over:
        ok(richard.resign(by_orders))
        ok(richard.resign(by_hand))
    for reader in (richard, baldwin):
        assert told(reader, by_orders) == told(reader, by_hand)
    if over:
        whole = [ok(richard.get(f"games/{each.public_id}/export/"))["events"] for each in (by_orders, by_hand)]
        for entry in (*whole[0], *whole[1]):
            for name in ("at", "prev", "hash"):
                entry.pop(name)
        assert whole[0] == whole[1]
    assert "orders" not in json.dumps([answer, told(richard, by_orders), told(baldwin, by_orders)])


def test_orders_that_were_withdrawn_are_not_used(game: Game, richard: Player, saladin: Player) -> None:
    before_the_draws(game)
    ok(leave(saladin, game, ANYWHERE))
    ok(leave(saladin, game, {}))
    assert ok(richard.act(game, DONE))["view"]["awaited"] == ["saracen"]
    assert not ordered(game)


def test_what_orders_do_not_cover_is_waited_for(game: Game, richard: Player, saladin: Player) -> None:
    before_the_draws(game)
    ok(leave(saladin, game, WINTER))
    assert ok(richard.act(game, DONE))["view"]["awaited"] == ["saracen"]


def test_ones_own_orders_go_on_after_an_act_of_ones_own(game: Game, richard: Player, saladin: Player) -> None:
    """Saladin places his block by hand; Richard's orders place his."""
    before_the_draws(game)
    ok(leave(richard, game, ANYWHERE))
    ok(richard.act(game, DONE))
    assert not ordered(game)
    ok(saladin.act(game, choose(saladin.view(game), Random(1))))
    assert [event.side for event in ordered(game)] == ["frank"]


def test_nothing_is_answered_before_a_wall(game: Game, richard: Player, saladin: Player) -> None:
    """Richard may still take back where Balian starts; nothing has been handed over."""
    ok(leave(saladin, game, CAREFUL.to_json()))
    ok(leave(richard, game, CAREFUL.to_json()))
    ok(richard.act(game, BALIAN_TO_ASCALON))
    assert not ordered(game)
    ok(richard.undo(game))
    assert not ordered(game)


def test_orders_do_not_touch_what_their_owner_has_begun(game: Game, richard: Player, saladin: Player) -> None:
    """Saladin spends a step by hand in winter, then leaves orders; Richard spends one of his. Neither is a wall."""
    before_winter(game)
    ok(richard.act(game, DONE))
    ok(saladin.act(game, {"type": "replace", "block": "keukburi"}))
    ok(leave(saladin, game, WINTER))
    ok(richard.act(game, {"type": "replace", "block": "balian"}))
    assert not ordered(game)
    assert saladin.view(game)["can-undo"]


def test_what_orders_did_can_be_taken_back_as_long_as_ones_own_acts_could(
    game: Game, richard: Player, saladin: Player
) -> None:
    """In winter nothing is final until both are done. What Saladin took back his orders do not do again."""
    before_winter(game)
    ok(leave(saladin, game, WINTER))
    ok(richard.act(game, DONE))
    count = len(ordered(game))
    assert count > 1
    assert saladin.view(game)["awaited"] == ["frank"]
    assert saladin.view(game)["can-undo"]
    seen = richard.view(game)
    assert sorted(seen["awaited"]) == ["frank", "saracen"], "Richard does not see what can still be taken back"
    ok(saladin.restart_turn(game))
    assert richard.view(game) == seen
    ok(saladin.act(game, {"type": "replace", "block": "al-adil"}))
    ok(richard.act(game, {"type": "replace", "block": "balian"}))
    assert len(ordered(game)) == count
    assert "saracen" in saladin.view(game)["awaited"]


def test_winter_goes_by_without_anybody_when_both_left_orders(game: Game, richard: Player, saladin: Player) -> None:
    before_winter(game)
    ok(leave(saladin, game, WINTER))
    ok(leave(richard, game, WINTER))
    view = ok(richard.act(game, DONE))["view"]
    assert (view["year"], view["phase"]) == (1189, "cards")
    assert {event.side for event in ordered(game)} == {"frank", "saracen"}


def test_a_game_that_ends_by_orders_is_told_to_who_left_them(game: Game, richard: Player, saladin: Player) -> None:
    """All seven cities are Saladin's when his orders place the last block of the turn.

    He may be away, as Richard may.
    """
    cities = "acre: saladin\nantioch: al-adil\njerusalem: al-aziz\ntripoli: zangi\ntyre: king-guy"
    lay(game, moving(cities, first="frank", mover="saracen"))
    for player in (richard, saladin):
        ok(leave(player, game, ANYWHERE))
    result = ok(saladin.act(game, DONE))["view"]["result"]
    assert (result["winner"], result["how"]) == ("saracen", "sudden-death")
    assert ordered(game)[-1].actor == saladin.user
    over = Notice.objects.filter(game=game, kind=Notice.Kind.OVER)
    assert set(over.values_list("user__username", flat=True)) == {"Richard", "Saladin"}


def test_the_owner_is_not_called_for_what_his_orders_decide(game: Game, richard: Player, saladin: Player) -> None:
    before_the_draws(game)
    ok(leave(saladin, game, ANYWHERE))
    ok(richard.act(game, DONE))
    turns = Notice.objects.filter(game=game, user=saladin.user, kind=Notice.Kind.TURN)
    assert set(turns.values_list("state", flat=True)) == {Notice.State.DROPPED}


def test_the_same_request_again_gets_the_same_answer(game: Game, richard: Player, saladin: Player) -> None:
    before_the_draws(game)
    ok(leave(saladin, game, ANYWHERE))
    key, version = new_key(), richard.view(game)["version"]
    once = ok(richard.act(game, DONE, version=version, key=key))
    assert ok(richard.act(game, DONE, version=version, key=key)) == once
    assert any(fact["type"] == "block-deployed" for fact in once["events"])
    assert len(ordered(game)) == 1


def test_orders_come_to_an_end_even_if_they_always_answer(
    game: Game, richard: Player, saladin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "MOST_ANSWERS", 3)
    before_winter(game)
    for player in (richard, saladin):
        ok(leave(player, game, WINTER))
    ok(richard.act(game, DONE))
    assert len(ordered(game)) == 3
    assert richard.view(game)["awaited"]


def test_an_error_in_orders_leaves_the_act_that_came_before(
    game: Game, richard: Player, saladin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a player could roll dice again by spoiling what follows them."""
    before_winter(game)
    ok(leave(saladin, game, WINTER))
    asked = []

    def fail_at_the_second(position: Any, side: str, orders: Any) -> Any:
        asked.append(side)
        if len(asked) == 2:
            raise ZeroDivisionError
        return answer(position, side, orders)

    answer = play.answer
    monkeypatch.setattr(play, "answer", fail_at_the_second)
    view = ok(richard.act(game, DONE))["view"]
    assert view == richard.view(game)
    assert sorted(view["awaited"]) == ["frank", "saracen"]
    assert not ordered(game)
    game.refresh_from_db()
    assert game.events.latest("seq").seq == game.version


def test_in_a_solo_game_each_side_has_orders_of_its_own(solo_game: Game, richard: Player) -> None:
    ok(leave(richard, solo_game, ANYWHERE, side="saracen"))
    assert left(richard, solo_game, side="frank")["orders"]["draw"] == "ask"
    before_the_draws(solo_game)
    ok(richard.act(solo_game, DONE, side="frank"))
    assert [event.side for event in ordered(solo_game)] == ["saracen"]


def test_a_game_under_orders_of_both_sides_can_be_repeated_from_the_record(
    game: Game, richard: Player, saladin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(1)
    monkeypatch.setattr(dice, "of_game", COMMITTED)  # the check plays the game again with the dice of its secret
    for player in (richard, saladin):
        ok(leave(player, game, CAREFUL.to_json() | {"charge": "never", "harry": "never", "storm": "decline"}))
    players = {"frank": richard, "saracen": saladin}
    assert richard.user is not None
    for act in range(500):
        # The dice differ each time: how soon orders have something to decide, too.
        if act >= 40 and ordered(game):
            break
        table = load_state(find_game(user=richard.user, game_id=game.public_id))
        side = random.choice(sorted(table.live.awaited))
        action = choose_purposeful(legal_actions(table.seen_by(side), side), random, "purposeful")
        ok(players[side].act(game, action.to_json()))
    assert ordered(game)
    game.refresh_from_db()
    assert first_difference(game) is None
