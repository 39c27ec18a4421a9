"""Vacations: by hand, out of a yearly balance, told in every game, for one's own clocks alone."""

from collections.abc import Callable
from datetime import date, datetime, timedelta

import pytest

from games.errors import BadVacation
from games.models import Game, Vacation
from games.services.agreements import vacations
from tests.games.clocks.conftest import DAY, HOUR, Time, clock, left, post
from tests.games.helpers import DONE, Player, ok, problem, undone

TODAY = date(2027, 1, 11)


def plan(player: Player, first: date, last: date) -> Vacation:
    assert player.user is not None
    return vacations.plan_vacation(user=player.user, first=first, last=last)


def told(player: Player, game: Game) -> list[str]:
    return [
        fact["text"] for line in player.history(game) for fact in line["events"] if fact["type"].startswith("vacation")
    ]


def test_on_vacation_ones_own_clock_stands_and_the_others_runs(
    time: Time, game: Game, richard: Player, saladin: Player
) -> None:
    time.forward(HOUR)
    plan(richard, TODAY, TODAY + 4 * DAY)
    time.forward(3 * DAY)
    assert left(saladin, game, "frank") == 7 * DAY - HOUR
    shown = clock(saladin, game, "frank")
    assert (shown["running"], shown["stopped"], shown["away-until"]) == (False, "vacation", "2027-01-16T00:00:00+00:00")
    ok(richard.act(game, DONE))
    time.forward(DAY)
    assert left(richard, game, "saracen") == 6 * DAY


def test_a_planned_vacation_begins_and_ends_without_anybody_doing_anything(
    time: Time, game: Game, richard: Player
) -> None:
    plan(richard, TODAY + DAY, TODAY + 2 * DAY)
    until = clock(richard, game, "frank")["until"]
    time.forward(5 * DAY)
    assert left(richard, game, "frank") == 4 * DAY
    assert clock(richard, game, "frank")["until"] == until


def test_both_players_learn_of_it_in_the_game_and_in_the_list(
    time: Time, game: Game, richard: Player, saladin: Player
) -> None:
    plan(richard, TODAY, TODAY)
    plan(richard, TODAY + 9 * DAY, TODAY + 10 * DAY)
    assert told(saladin, game) == [
        "The Franks went on vacation until Jan. 12, 2027, midnight.",
        "The Franks will be away from Jan. 20, 2027, midnight until Jan. 22, 2027, midnight.",
    ]
    assert "Franks on vacation" in saladin.client.get("/games/").content.decode()


def test_coming_back_early_has_the_clock_run_from_then(time: Time, game: Game, richard: Player) -> None:
    vacation = plan(richard, TODAY, TODAY + 10 * DAY)
    time.forward(2 * DAY)
    assert richard.user is not None
    vacations.end_vacation(user=richard.user, number=vacation.pk)
    time.forward(HOUR)
    assert left(richard, game, "frank") == 7 * DAY - HOUR
    assert told(richard, game)[-1] == "The Franks came back from vacation."
    with pytest.raises(BadVacation, match="over"):
        vacations.end_vacation(user=richard.user, number=vacation.pk)


def test_what_is_planned_can_be_taken_back_and_costs_nothing(time: Time, game: Game, richard: Player) -> None:
    vacation = plan(richard, TODAY + DAY, TODAY + 5 * DAY)
    assert richard.user is not None
    vacations.end_vacation(user=richard.user, number=vacation.pk)
    assert vacations.balance(richard.user, 2027) == vacations.YEARLY
    time.forward(3 * DAY)
    assert left(richard, game, "frank") == 4 * DAY


def test_a_year_has_only_so_many_days(time: Time, richard: Player) -> None:
    plan(richard, TODAY + DAY, TODAY + 20 * DAY)
    with pytest.raises(BadVacation, match="2 days more than you have left in 2027"):
        plan(richard, TODAY + 100 * DAY, TODAY + 109 * DAY)
    plan(richard, date(2027, 12, 28), date(2028, 1, 20))
    assert richard.user is not None
    assert vacations.balance(richard.user, 2027) == 4
    assert vacations.balance(richard.user, 2028) == 8


def test_an_hour_of_vacation_costs_a_day(time: Time, richard: Player) -> None:
    vacation = plan(richard, TODAY, TODAY + 5 * DAY)
    time.forward(HOUR)
    assert richard.user is not None
    vacations.end_vacation(user=richard.user, number=vacation.pk)
    assert vacations.balance(richard.user, 2027) == vacations.YEARLY - 1


@pytest.mark.parametrize(
    ("zone", "now", "first"),
    [
        ("Europe/Berlin", "2027-09-20T08:00+00:00", date(2027, 10, 6)),
        ("Australia/Lord_Howe", "2027-03-20T08:00+00:00", date(2027, 3, 28)),
    ],
)
def test_days_are_those_of_the_wall_also_where_the_clocks_change(
    time: Time, richard: Player, zone: str, now: str, first: date
) -> None:
    assert richard.user is not None
    richard.user.time_zone = zone
    richard.user.save()
    time.traveller.move_to(datetime.fromisoformat(now))
    with pytest.raises(BadVacation, match="1 day more"):
        plan(richard, first, first + 28 * DAY)
    whole = plan(richard, first, first + 27 * DAY)
    assert vacations.balance(richard.user, first.year) == 0
    vacations.end_vacation(user=richard.user, number=whole.pk)
    plan(richard, first, first + 13 * DAY)
    plan(richard, first + 14 * DAY, first + 27 * DAY)
    assert vacations.balance(richard.user, first.year) == 0


def test_two_vacations_that_share_a_day_take_it_once(time: Time, richard: Player) -> None:
    assert richard.user is not None
    for _ in range(3):
        vacation = plan(richard, TODAY, TODAY + DAY)
        time.forward(HOUR)
        vacations.end_vacation(user=richard.user, number=vacation.pk)
    assert vacations.balance(richard.user, 2027) == vacations.YEARLY - 1


def test_a_vacation_that_is_not_in_order_is_refused_in_words(time: Time, richard: Player) -> None:
    for first, last, why in [
        (-1, 3, "today or later"),
        (5, 4, "ends on the day it begins"),
        (390, 401, "can be planned until"),
        (2, 4, "another vacation"),
    ]:
        with undone(first, last, why):
            plan(richard, TODAY + 3 * DAY, TODAY + 3 * DAY)
            with pytest.raises(BadVacation, match=why):
                plan(richard, TODAY + first * DAY, TODAY + last * DAY)


def test_live_games_know_no_vacation(
    time: Time, new_game: Callable[..., Game], richard: Player, saladin: Player
) -> None:
    game = new_game("live")
    plan(richard, TODAY, TODAY + DAY)
    time.forward(timedelta(minutes=30))
    assert left(richard, game, "frank") == timedelta(minutes=10)
    assert told(saladin, game) == []


def test_no_vacation_rescues_a_clock_that_is_at_zero(time: Time, game: Game, richard: Player, saladin: Player) -> None:
    time.forward(8 * DAY)
    plan(richard, TODAY + 8 * DAY, TODAY + 9 * DAY)
    assert "claim" in saladin.view(game)["time"]["may"]
    ok(post(saladin, game, "claim", claim="win"))


def test_nothing_rings_on_vacation_and_rings_are_wound_anew(time: Time, game: Game, richard: Player) -> None:
    plan(richard, TODAY, TODAY + 9 * DAY)
    time.sweep(4 * DAY)
    assert not game.notices.filter(kind="reminder").exists()
    time.sweep(10 * DAY)
    assert game.notices.filter(kind="reminder", target=None).count() == 1


def test_weekends_and_vacations_that_overlap_count_once(
    time: Time, new_game: Callable[..., Game], richard: Player
) -> None:
    game = new_game("slow", weekend_zone="UTC")
    plan(richard, TODAY + 4 * DAY, TODAY + 7 * DAY)  # Friday to Monday
    time.forward(9 * DAY)
    assert left(richard, game, "frank") == 7 * DAY - 5 * DAY


def test_the_page_says_what_is_left_and_takes_a_vacation(time: Time, game: Game, richard: Player) -> None:
    page = richard.client.get("/settings/vacations/").content.decode()
    assert "Left in 2027: 28 days." in page
    assert "1 running game" in page
    richard.client.post("/settings/vacations/", {"first": "2027-01-11", "last": "2027-01-13"})
    vacation = Vacation.objects.get(user=richard.user)
    assert "I am back" in richard.client.get("/settings/vacations/").content.decode()
    answer = richard.client.post("/settings/vacations/", {"first": "2027-01-10", "last": "2027-01-13"})
    assert "today or later" in answer.content.decode()
    richard.client.post(f"/settings/vacations/{vacation.pk}/end/")
    vacation.refresh_from_db()
    assert vacation.ends_at < vacation.starts_at + DAY


def test_by_the_api_a_vacation_is_planned_listed_and_ended_as_on_the_page(
    time: Time, game: Game, richard: Player, saladin: Player
) -> None:
    planned = ok(richard.post("vacations/", {"first": "2027-01-11", "last": "2027-01-13"}))
    assert (planned["begun"], planned["ends-at"]) == (True, "2027-01-14T00:00:00+00:00")
    assert told(saladin, game) == ["The Franks went on vacation until Jan. 14, 2027, midnight."]
    assert clock(saladin, game, "frank")["stopped"] == "vacation"
    listed = ok(richard.get("vacations/"))
    assert (listed["results"], listed["zone"]) == ([planned], "UTC")
    assert [line["year"] for line in listed["left"]] == [2027, 2028]
    assert listed["left"][1]["days"] == 28
    time.forward(2 * DAY)
    path = f"vacations/{planned['number']}/end/"
    problem(saladin.post(path), 400, "bad-vacation")
    assert richard.post(path).status_code == 204
    problem(richard.post(path), 400, "bad-vacation")
    assert clock(saladin, game, "frank")["running"]
    assert ok(richard.get("vacations/"))["results"] == []


def test_the_api_refuses_a_vacation_that_is_not_in_order(time: Time, richard: Player) -> None:
    for body, code in [
        ({"first": "2027-01-10", "last": "2027-01-12"}, "bad-vacation"),
        ({"first": 20270112, "last": "2027-01-13"}, "invalid"),
        ({"first": "2027-01-12"}, "invalid"),
        ({"first": "2027-01-12", "last": "2027-01-12", "user": 1}, "invalid"),
    ]:
        with undone(body, code):
            problem(richard.post("vacations/", body), 400, code)
            assert not Vacation.objects.exists()
