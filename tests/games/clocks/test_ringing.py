"""The sweep rings at half, at four fifths, and at the end of the time; and closes games that nobody touches."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from games.alerts import due
from games.models import Game, Notice, Seat
from games.services.archive.check import first_difference
from games.services.lobby import lobby
from games.services.sweeps.untouched import close_untouched
from tests.games.clocks.conftest import DAY, HOUR, MONDAY, Time, deploy, left, play_card, post
from tests.games.helpers import DONE, Player, ok


def rung(player: Player) -> list[tuple[str, str]]:
    found = Notice.objects.filter(
        user=player.user, target=None, kind__in=("reminder", "last-reminder", "offer")
    ).order_by("pk")
    return [(notice.kind, notice.state) for notice in found]


def test_reminders_come_at_half_and_at_four_fifths_of_the_time_once(
    time: Time, game: Game, richard: Player, saladin: Player
) -> None:
    time.sweep(3.5 * DAY - timedelta(seconds=1))
    assert rung(richard) == []
    time.sweep(timedelta(seconds=1))
    time.sweep(HOUR)
    assert rung(richard) == [("reminder", "queued")]
    time.sweep(2.1 * DAY)
    time.sweep(HOUR)
    assert rung(richard) == [("reminder", "queued"), ("last-reminder", "queued")]
    notice = Notice.objects.get(user=richard.user, kind="last-reminder", target=None)
    assert datetime.fromisoformat(notice.data["until"]) == MONDAY + 7 * DAY
    assert rung(saladin) == []


def test_who_took_the_turn_is_not_reminded(time: Time, game: Game, richard: Player, saladin: Player) -> None:
    ok(richard.act(game, DONE))
    time.sweep(6 * DAY)
    assert rung(richard) == []
    assert rung(saladin) == [("last-reminder", "queued")]


def test_who_has_finished_their_part_of_a_secret_decision_is_not_reminded(
    time: Time, game: Game, richard: Player, saladin: Player
) -> None:
    deploy(richard, saladin, game)
    play_card(richard, game)
    time.sweep(6 * DAY)
    assert rung(richard) == []


def test_when_the_time_is_up_the_opponent_is_told_what_they_may_do(
    time: Time, game: Game, richard: Player, saladin: Player
) -> None:
    time.sweep(7 * DAY)
    time.sweep(HOUR)
    assert rung(saladin) == [("offer", "queued")]
    assert Notice.objects.get(user=saladin.user, kind="offer", target=None).data == {
        "offer": "time-up",
        "from": "Richard",
    }
    assert [line["events"][0]["text"] for line in saladin.history(game)].count("The time of the Franks is up.") == 1
    assert first_difference(Game.objects.get(pk=game.pk)) is None


def test_that_the_time_was_up_is_not_sent_when_the_late_has_moved_meanwhile(
    time: Time, game: Game, richard: Player, saladin: Player
) -> None:
    time.sweep(7 * DAY)
    notice = Notice.objects.get(user=saladin.user, kind="offer", target=None)
    assert due.why_not(notice, datetime.now(tz=MONDAY.tzinfo)) == ""
    ok(richard.act(game, DONE))
    assert due.why_not(notice, datetime.now(tz=MONDAY.tzinfo)) == "moved"


def test_while_both_decide_each_is_reminded_at_half_and_at_four_fifths(
    time: Time, game: Game, richard: Player, saladin: Player
) -> None:
    deploy(richard, saladin, game)
    assert [left(richard, game, "frank"), left(saladin, game, "saracen")] == [8 * DAY, 7 * DAY]
    time.sweep(4.5 * DAY)
    assert [kind for kind, _state in rung(richard) + rung(saladin)] == ["reminder", "reminder"]
    time.sweep(2.2 * DAY)
    for player in (richard, saladin):
        assert [kind for kind, _state in rung(player)] == ["reminder", "last-reminder"]


def test_a_time_that_is_up_while_both_decide_is_told_to_who_has_finished_and_to_nobody_else(
    time: Time, game: Game, richard: Player, saladin: Player
) -> None:
    """An alert to both, or an event, would tell one that the other has finished."""
    deploy(richard, saladin, game)
    time.sweep(20 * DAY)
    assert [kind for kind, _state in rung(richard) + rung(saladin)] == ["last-reminder", "last-reminder"]
    before = saladin.view(game), saladin.history(game)
    play_card(richard, game)
    time.sweep()
    assert rung(richard)[-1] == ("offer", "queued")
    assert [kind for kind, _state in rung(saladin)] == ["last-reminder"]
    assert (saladin.view(game), saladin.history(game)) == before
    assert "time-ran-out" not in [event.payload["type"] for event in game.events.all()]


def test_nothing_rings_in_a_pause_and_what_waited_to_be_sent_is_held_back(
    time: Time, game: Game, richard: Player, saladin: Player
) -> None:
    time.sweep(4 * DAY)
    ok(post(richard, game, "offers", kind="pause"))
    ok(post(saladin, game, "offers/pause", answer="accept"))
    assert rung(richard)[0] == ("reminder", "dropped")
    time.sweep(20 * DAY)
    assert rung(richard)[0] == ("reminder", "dropped")
    ok(post(saladin, game, "end-pause"))
    assert rung(richard)[0] == ("reminder", "queued")
    time.sweep(DAY)
    time.sweep(2 * DAY)
    assert ("last-reminder", "queued") in rung(richard)
    assert left(richard, game, "frank") == DAY


def test_a_sweep_that_comes_late_rings_once_and_changes_no_clock(
    time: Time, game: Game, richard: Player, saladin: Player
) -> None:
    time.sweep(6.5 * DAY)
    assert rung(richard) == [("last-reminder", "queued")]
    assert left(richard, game, "frank") == DAY / 2


def test_a_clock_without_an_alarm_set_does_not_ring(time: Time, new_game: Callable[..., Game]) -> None:
    friendly = new_game("friendly")
    time.sweep(100 * DAY)
    assert set(Seat.objects.filter(game=friendly).values_list("rings_at", flat=True)) == {None}


# --- games nobody touches


def test_a_game_nobody_touches_is_annulled_after_a_warning(
    time: Time, new_game: Callable[..., Game], richard: Player, saladin: Player
) -> None:
    game = new_game("friendly")
    time.forward(61 * DAY)
    close_untouched()
    close_untouched()
    assert [told.data["offer"] for told in Notice.objects.filter(game=game, kind="offer", target=None)] == [
        "idle",
        "idle",
    ]
    time.forward(15 * DAY)
    close_untouched()
    game.refresh_from_db()
    assert (game.status, game.ending, game.ending_reason, game.ended_by) == ("over", "annulled", "untouched", None)
    assert richard.view(game)["prompt"]["text"] == "The game was annulled: nobody had done anything for a long time."
    assert {told.user.username for told in Notice.objects.filter(game=game, kind="over", target=None)} == {
        "Richard",
        "Saladin",
    }
    assert first_difference(game) is None


@pytest.mark.parametrize("what", ["move", "offer"])
def test_a_move_or_an_offer_keeps_a_game_open(
    time: Time, new_game: Callable[..., Game], richard: Player, what: str
) -> None:
    game = new_game("friendly")
    time.forward(61 * DAY)
    close_untouched()
    ok(richard.act(game, DONE) if what == "move" else post(richard, game, "offers", kind="end"))
    time.forward(15 * DAY)
    close_untouched()
    game.refresh_from_db()
    assert (game.status, game.warned_at) == ("active", None)


def test_an_open_game_nobody_joins_is_withdrawn_after_a_warning(time: Time, richard: Player) -> None:
    assert richard.user is not None
    game = lobby.create_game(user=richard.user).game
    time.forward(31 * DAY)
    close_untouched()
    game.refresh_from_db()
    assert game.status == "open"
    notice = Notice.objects.get(game=game, target=None)
    assert (notice.data["offer"], due.why_not(notice, datetime.now(tz=MONDAY.tzinfo))) == ("idle-open", "")
    time.forward(8 * DAY)
    close_untouched()
    game.refresh_from_db()
    assert (game.status, game.ending_reason) == ("canceled", "untouched")


def test_a_game_alone_is_closed_quietly_after_a_year(time: Time, richard: Player) -> None:
    assert richard.user is not None
    game = lobby.create_game(user=richard.user, solo=True).game
    time.forward(364 * DAY)
    close_untouched()
    game.refresh_from_db()
    assert game.status == "active"
    time.forward(2 * DAY)
    close_untouched()
    game.refresh_from_db()
    assert (game.status, game.ending) == ("over", "closed")
    assert not Notice.objects.exists()
    assert first_difference(game) is None
