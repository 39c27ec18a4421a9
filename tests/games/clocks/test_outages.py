"""Times in which the site was away, or a game was held for its rules: no clock counts them, and the log says so."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from games import errors
from games.models import Game, Heartbeat, Outage
from games.services.archive.check import first_difference
from games.services.clocks import outages
from games.services.lobby import starting
from games.services.sweeps import standstills, untouched
from tests.games.clocks.conftest import DAY, HOUR, MINUTE, Time, clock, left, post
from tests.games.helpers import DONE, Player, ok, problem


def log(player: Player, game: Game) -> list[str]:
    return [fact["text"] for line in player.history(game) for fact in line["events"]]


def night(time: Time, length: timedelta = 9 * HOUR) -> None:
    """The site is away for so long; then its scheduler is there again."""
    standstills.beat()
    time.forward(length)
    standstills.beat()


def alive(time: Time, by: timedelta) -> None:
    """Time passes, and the scheduler beats all the while."""
    time.forward(by)
    Heartbeat.objects.update(at=timezone.now())
    outages.clear_cache()


def test_a_night_without_the_site_costs_no_time_and_stands_in_the_log(time: Time, game: Game, richard: Player) -> None:
    time.forward(HOUR)
    night(time)
    assert left(richard, game, "frank") == 7 * DAY - HOUR
    alive(time, HOUR)
    assert left(richard, game, "frank") == 7 * DAY - 2 * HOUR
    assert (
        "The site was away from Jan. 11, 2027, 10 a.m. until Jan. 11, 2027, 7 p.m., and no clock counts that time."
        in log(richard, game)
    )
    assert first_difference(Game.objects.get(pk=game.pk)) is None


def test_nobody_claims_in_the_minute_after_a_night(time: Time, game: Game, richard: Player, saladin: Player) -> None:
    """Also while the web is there and the scheduler is not yet."""
    time.forward(7 * DAY - MINUTE)
    standstills.beat()
    time.forward(10 * HOUR)
    problem(post(saladin, game, "claim", claim="win"), 409, errors.NotRunOut.code)
    standstills.beat()
    problem(post(saladin, game, "claim", claim="win"), 409, errors.NotRunOut.code)
    alive(time, MINUTE)
    ok(post(saladin, game, "claim", claim="win"))


def test_a_move_made_after_a_night_pays_only_for_what_counted(
    time: Time, game: Game, richard: Player, saladin: Player
) -> None:
    time.forward(2 * HOUR)
    standstills.beat()
    time.forward(30 * HOUR)
    ok(richard.act(game, DONE))  # before the scheduler is there again
    standstills.beat()
    assert left(saladin, game, "frank") == 7 * DAY - 2 * HOUR + DAY
    assert left(saladin, game, "saracen") == 7 * DAY


def test_a_few_minutes_are_no_outage(time: Time, game: Game, richard: Player) -> None:
    night(time, 5 * MINUTE)
    assert not Outage.objects.exists()
    assert left(richard, game, "frank") == 7 * DAY - 5 * MINUTE


def test_no_reminder_is_sent_early_after_a_night(time: Time, game: Game, richard: Player) -> None:
    time.forward(3 * DAY)
    night(time, DAY)
    time.sweep()
    assert not game.notices.filter(kind="reminder").exists()
    alive(time, 12 * HOUR)
    time.sweep()
    assert game.notices.filter(kind="reminder", target=None).count() == 1


def test_an_untouched_game_is_closed_later_by_what_the_site_was_away(time: Time, game: Game, richard: Player) -> None:
    night(time, 20 * DAY)
    alive(time, 50 * DAY)
    untouched.close_untouched()
    assert "Nobody has done anything for a long time" not in " ".join(log(richard, game))
    alive(time, 11 * DAY)
    untouched.close_untouched()
    assert "Nobody has done anything for a long time" in " ".join(log(richard, game))


def test_a_wait_for_the_dice_is_longer_by_a_night(time: Time, new_game: Callable[..., Game], settings: object) -> None:
    settings.DICE_WAIT_HOURS = 4  # type: ignore[attr-defined]
    game = new_game()
    night(time, 9 * HOUR)
    assert starting.begin_overdue() == 0
    alive(time, 4 * HOUR)
    assert starting.begin_overdue() == 1
    assert Game.objects.get(pk=game.pk).status == "active"


def test_each_game_is_told_once_though_the_telling_is_interrupted(
    time: Time, new_game: Callable[..., Game], richard: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [new_game() for _ in range(3)]
    monkeypatch.setattr(standstills, "AT_ONCE", 1)
    night(time)
    for _ in range(4):
        standstills.beat()
    assert [sum("The site was away" in line for line in log(richard, game)) for game in games] == [1, 1, 1]
    assert Outage.objects.get().told_at is not None


# --- held for the rules
# ------------------------------------------------------------------------------------------------------------


def test_a_game_held_for_its_rules_has_no_clock_and_gives_nothing_to_claim(
    time: Time, game: Game, richard: Player, saladin: Player
) -> None:
    time.forward(7 * DAY - HOUR)
    rules = Game.objects.get(pk=game.pk).rules_version
    Game.objects.filter(pk=game.pk).update(rules_version="0.1")
    standstills.hold_and_release()
    time.forward(5 * DAY)
    shown = clock(saladin, game, "frank")
    assert (shown["left"], shown["running"], shown["stopped"]) == (3600, False, "held")
    problem(post(saladin, game, "claim", claim="win"), 409, errors.ClocksStand.code)
    Game.objects.filter(pk=game.pk).update(rules_version=rules)
    standstills.hold_and_release()
    assert left(richard, game, "frank") == 3 * DAY
    assert log(richard, game)[-2:] == [
        (
            "The rules of the site have changed. Nobody can move until this game goes on under them; the clocks stand"
            " still."
        ),
        "The game can be played again. The clocks run.",
    ]
    assert first_difference(Game.objects.get(pk=game.pk)) is None
