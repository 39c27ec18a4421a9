"""Clocks run for those awaited, earn their increment, and tell nothing."""

from collections.abc import Callable
from datetime import timedelta

from games.models import Game, Seat
from tests.games.clocks.conftest import DAY, HOUR, MINUTE, MONDAY, Time, clock, deploy, left, play_card
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Player, ok, stand
from tests.rules.scene import moving


def test_a_turn_earns_the_increment_when_it_ends(time: Time, game: Game, richard: Player, saladin: Player) -> None:
    time.forward(2 * DAY)
    assert [clock(richard, game, side)["running"] for side in ("frank", "saracen")] == [True, False]
    ok(richard.act(game, DONE))
    assert left(richard, game, "frank") == 6 * DAY
    assert left(saladin, game, "saracen") == 7 * DAY
    time.forward(HOUR)
    assert left(richard, game, "frank") == 6 * DAY
    assert left(richard, game, "saracen") == 7 * DAY - HOUR


def test_no_clock_grows_beyond_the_cap(time: Time, game: Game, richard: Player) -> None:
    Seat.objects.filter(game=game, side="frank").update(time_left=timedelta(days=13, hours=20))
    time.forward(HOUR)
    ok(richard.act(game, DONE))
    assert left(richard, game, "frank") == 14 * DAY


def test_provisional_acts_and_taking_back_buy_no_time(time: Time, game: Game, richard: Player) -> None:
    for _ in range(3):
        time.forward(HOUR)
        ok(richard.act(game, BALIAN_TO_ASCALON))
        time.forward(HOUR)
        ok(richard.undo(game))
    assert left(richard, game, "frank") == 7 * DAY - 6 * HOUR


def test_where_both_decide_both_clocks_run(time: Time, game: Game, richard: Player, saladin: Player) -> None:
    deploy(richard, saladin, game)
    before = left(richard, game, "frank"), left(saladin, game, "saracen")
    time.forward(HOUR)
    assert (left(richard, game, "frank"), left(saladin, game, "saracen")) == (before[0] - HOUR, before[1] - HOUR)


def test_who_has_finished_a_secret_decision_is_not_charged_for_the_other(
    time: Time, game: Game, richard: Player, saladin: Player
) -> None:
    deploy(richard, saladin, game)
    before = left(richard, game, "frank")
    time.forward(HOUR)
    play_card(richard, game)
    time.forward(DAY)
    assert left(richard, game, "frank") == before - HOUR
    play_card(saladin, game)
    time.forward(timedelta(0))
    after = left(saladin, game, "frank")
    assert after == before - HOUR + DAY  # with the increment of the turn


def test_the_clock_of_a_finished_secret_decision_looks_to_the_other_as_if_it_ran(
    time: Time, game: Game, richard: Player, saladin: Player, baldwin: Player
) -> None:
    deploy(richard, saladin, game)
    before = left(saladin, game, "frank")
    play_card(richard, game)
    time.forward(DAY)
    for onlooker in (saladin, baldwin):
        assert left(onlooker, game, "frank") == before - DAY
        assert clock(onlooker, game, "frank")["running"]


def test_what_the_other_sees_is_the_same_whatever_one_did_behind_the_wall(
    time: Time, new_game: Callable[..., Game], richard: Player, saladin: Player
) -> None:
    """One chooses a card, takes it back and chooses again; the other does nothing.

    The enemy's view of time is the same.
    """
    seen = []
    for busy in (True, False):
        game = new_game()
        deploy(richard, saladin, game)
        start = left(saladin, game, "frank")
        if busy:
            play_card(richard, game)
        time.forward(HOUR)
        if busy:
            ok(richard.undo(game))
        time.forward(HOUR)
        seen.append((saladin.view(game)["time"], saladin.view(game)["version"], start))
        time.traveller.move_to(MONDAY)
    for name in ("left", "running", "stopped", "until"):
        assert seen[0][0]["sides"]["frank"][name] == seen[1][0]["sides"]["frank"][name]
    assert seen[0][0]["may"] == seen[1][0]["may"]
    assert seen[0][1:] == seen[1][1:]


def test_taking_a_finished_decision_back_is_charged_as_if_it_had_never_been_finished(
    time: Time, game: Game, richard: Player, saladin: Player
) -> None:
    deploy(richard, saladin, game)
    before = left(richard, game, "frank")
    play_card(richard, game)
    time.forward(DAY)
    ok(richard.undo(game))
    assert left(richard, game, "frank") == left(saladin, game, "frank") == before - DAY


def test_a_clock_that_was_at_nothing_is_revived_by_the_move(time: Time, game: Game, richard: Player) -> None:
    time.forward(9 * DAY)
    assert left(richard, game, "frank") == timedelta(0)
    assert not clock(richard, game, "frank")["running"]
    ok(richard.act(game, DONE))
    assert left(richard, game, "frank") == DAY


def test_standing_orders_use_no_time_and_earn_none(time: Time, game: Game, richard: Player, saladin: Player) -> None:
    """Saladin's orders place what he draws, and the game waits for Richard to place what he drew."""
    position = moving("acre: king-guy\ndamascus: saladin", first="saracen", mover="frank")
    stand(game, position)
    body = {"orders": {"draw": "anywhere"}}
    ok(saladin.client.put(f"/api/v1/games/{game.public_id}/orders/", body, content_type="application/json"))
    Seat.objects.filter(game=game, side="saracen").update(time_left=HOUR)
    ok(richard.act(game, DONE))
    assert game.events.filter(by_orders=True, side="saracen").exists()
    assert left(richard, game, "saracen") == HOUR


def test_a_game_alone_and_a_friendly_one_have_no_clock(
    new_game: Callable[..., Game], solo_game: Game, richard: Player, time: Time
) -> None:
    assert richard.view(solo_game, side="frank")["time"] is None
    friendly = new_game("friendly")
    assert clock(richard, friendly, "frank")["left"] is None


def test_a_live_game_counts_minutes(time: Time, new_game: Callable[..., Game], richard: Player) -> None:
    game = new_game("live")
    time.forward(10 * MINUTE)
    ok(richard.act(game, DONE))
    assert left(richard, game, "frank") == 31 * MINUTE


def test_the_end_stops_the_clocks(time: Time, game: Game, richard: Player, saladin: Player) -> None:
    time.forward(HOUR)
    ok(saladin.resign(game))
    time.forward(DAY)
    shown = clock(richard, game, "frank")
    assert (shown["left"], shown["running"], shown["until"]) == ((7 * DAY - HOUR).total_seconds(), False, None)
