"""A system clock that was ahead for a while: what it wrote down is corrected when it is right again, and told."""

from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone

from games.models import ComputerTurn, Game, Heartbeat, Notice, Outage, SignOfLife
from games.services.clocks import outages
from games.services.sweeps import clock_reminders, standstills
from games.watching import alarms, signs
from tests.games.clocks.conftest import DAY, HOUR, MINUTE, Time, left
from tests.games.clocks.test_outages import alive
from tests.games.helpers import DONE, Player, first, ok


def up() -> list[str]:
    return [alarm.name for alarm in alarms.raised_alarms(alarms.site_state())]


def ahead(time: Time, by: timedelta, act: Callable[[], object]) -> None:
    """The clock jumps ahead, the scheduler beats, this happens, and half a minute later the clock is set right."""
    standstills.beat()
    time.forward(by)
    standstills.beat()
    act()
    time.forward(MINUTE / 2 - by)


def test_one_heartbeat_a_day_ahead_stops_no_clock_and_is_told(time: Time, game: Game, richard: Player) -> None:
    ahead(time, DAY, lambda: None)
    assert Outage.objects.get().ends_at > timezone.now()
    assert left(richard, game, "frank") == 7 * DAY - MINUTE / 2, "even before the next heartbeat"
    standstills.beat()
    assert not Outage.objects.exists()
    assert Heartbeat.objects.get().at == timezone.now()
    alive(time, HOUR)
    assert left(richard, game, "frank") == 7 * DAY - HOUR - MINUTE / 2
    assert "ClockWrong" in up()
    alive(time, DAY)
    assert "ClockWrong" not in up()


def test_an_outage_that_was_there_ends_when_the_clock_was_set_right(time: Time, game: Game, richard: Player) -> None:
    """The machine was off for three hours and came back with a clock that was a day ahead."""
    standstills.beat()
    time.forward(3 * HOUR + DAY)
    standstills.beat()
    time.forward(-DAY)
    standstills.beat()
    outage = Outage.objects.get()
    assert (outage.ends_at - outage.starts_at, outage.ends_at) == (3 * HOUR, timezone.now())
    assert left(richard, game, "frank") == 7 * DAY


def test_what_was_done_by_a_clock_that_was_ahead_counts_from_now(
    time: Time, game: Game, richard: Player, saladin: Player
) -> None:
    ahead(time, 2 * DAY, lambda: [ok(player.act(game, DONE)) for player in (richard, saladin)])
    standstills.beat()
    before = left(richard, game, "frank")
    alive(time, HOUR)
    assert left(richard, game, "frank") == before - HOUR, "the clock of the next decision runs"
    assert left(saladin, game, "saracen") <= 7 * DAY
    assert not game.seats.filter(runs_since__gt=timezone.now()).exists()
    ok(richard.act(game, first(richard.view(game), "play-card")))


def test_claims_alerts_and_reminders_of_that_time_are_due_again(
    time: Time, game: Game, richard: Player, saladin: Player
) -> None:
    def act() -> None:
        clock_reminders.ring_due()
        ok(richard.act(game, DONE))
        Notice.objects.update(state="sending", lease_until=timezone.now() + 10 * MINUTE)
        ComputerTurn.objects.update(leased_until=timezone.now() + MINUTE)
        signs.note_success(SignOfLife.Part.WORKER, timezone.now())

    ahead(time, DAY, act)
    assert "ClockWrong" in up(), "before it is corrected as well"
    standstills.beat()
    soon = timezone.now() + HOUR
    assert Notice.objects.exists()
    assert not Notice.objects.filter(lease_until__gt=soon).exists()
    assert not Notice.objects.filter(created_at__gt=timezone.now()).exists()
    assert not Notice.objects.filter(due_at__gt=timezone.now() + DAY).exists()
    assert not SignOfLife.objects.filter(at__gt=timezone.now()).exists()


def test_a_beat_a_few_seconds_in_the_future_is_another_machines_and_left(time: Time, game: Game) -> None:
    standstills.beat()
    time.forward(-MINUTE / 4)
    standstills.beat()
    assert Heartbeat.objects.get().at == timezone.now() + MINUTE / 4
    assert outages.known_outages(timezone.now()) == ()
    assert up() == []
