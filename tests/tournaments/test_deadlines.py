"""The end of a round: time used decides, a side just asked has a day, and nobody loses while the clocks stand
still.
"""

import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.access import find_game, find_game_for_the_site
from games.alerts.reading import Reading
from games.errors import BadVacation, PausePastRound
from games.models import Game, Heartbeat, Notice, Pairing, TournamentAct, User
from games.services.agreements import freezing, offers, vacations
from games.services.archive.check import first_difference
from games.services.clocks import outages
from games.services.play import play
from games.services.record.state import load_state
from games.services.views.clock_view import time_of, times_in_list
from games.services.views.view import view_of
from games.tournaments import organizing, sheet
from games.tournaments import words as rules
from tests.tournaments.conftest import begun, go_on

START = datetime(2027, 1, 11, 9, tzinfo=UTC)
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


class Cup:
    """A knock-out of two whose only game has begun: the Franks are asked."""

    def __init__(self, traveller: Any, eleanor: User, people: list[User], **options: Any) -> None:
        self.traveller, self.eleanor = traveller, eleanor
        self.tournament = begun(
            eleanor, people, **{"system": "knock-out", "pace": "friendly", "round_days": 90, **options}
        )
        self.pairing = Pairing.objects.select_related("frank__user", "saracen__user", "game").get(
            round__tournament=self.tournament
        )
        self.players = {"frank": self.pairing.frank.user, "saracen": self.pairing.saracen.user}

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.pairing.game_id)

    def wait(self, by: timedelta) -> "Cup":
        self.traveller.shift(by)
        go_on(self.tournament)
        return self

    def until(self, days: int, less: timedelta = timedelta(0)) -> "Cup":
        self.traveller.move_to(START + days * DAY - less)
        go_on(self.tournament)
        return self

    def done(self, side: str) -> None:
        access = find_game(user=self.players[side], game_id=self.game.public_id)
        view = view_of(load_state(access), side)
        play.submit(
            game_id=self.game.public_id, user=self.players[side], actions=[{"type": "done"}],
            expected_version=view["version"],
            idempotency_key=uuid.uuid4(),
        )  # fmt: skip

    def offer(self, side: str, kind: str, answer: str = "accept") -> None:
        other = self.players["saracen" if side == "frank" else "frank"]
        offers.make_offer(game_id=self.game.public_id, user=self.players[side], kind=kind, idempotency_key=uuid.uuid4())
        offers.answer_offer(
            game_id=self.game.public_id, user=other, kind=kind, answer=answer, idempotency_key=uuid.uuid4()
        )

    @property
    def result(self) -> tuple[str, str]:
        self.pairing.refresh_from_db()
        return self.pairing.result, self.pairing.how

    def told(self, user: User) -> list[str]:
        found = Notice.objects.filter(user=user, target=None, kind="tournament").order_by("pk")
        return [str(notice.data["what"]) for notice in found if Reading(notice).title()]

    def log(self) -> list[str]:
        self.tournament.refresh_from_db()
        return [
            rules.act(line, sheet.Sheet.of(self.tournament))
            for line in TournamentAct.objects.filter(tournament=self.tournament)
        ]


@pytest.fixture
def new_cup(eleanor: User, club: Callable[[int], list[User]], settings: Any) -> Iterator[Callable[..., Cup]]:
    settings.DICE_WAIT_HOURS = 0
    with time_machine.travel(START, tick=False) as traveller:
        yield lambda **options: Cup(traveller, eleanor, club(2), **options)


@pytest.mark.parametrize("pace", ["friendly", "fast", "slow"])
def test_who_was_asked_a_minute_before_the_end_has_a_day_and_who_thought_for_ninety_loses(
    new_cup: Callable[..., Cup], pace: str
) -> None:
    cup = new_cup(pace=pace)
    cup.until(90, less=MINUTE).done("frank")
    cup.until(90)
    assert cup.result == ("", "")
    assert (cup.told(cup.players["saracen"]), cup.told(cup.players["frank"])) == (
        ["ends-soon", "overtime"],
        ["late", "overtime-other"],
    )
    cup.wait(DAY - 2 * MINUTE)
    assert cup.result == ("", "")
    cup.wait(MINUTE)
    assert cup.result == ("saracen", "deadline")
    assert cup.tournament.played_rounds.get().ended_at is not None
    assert "Board 1 was not over when round 1 ended: whoever is asked there has a day in all." in cup.log()


def test_who_sleeps_loses_at_the_end_at_once_and_both_were_reminded_before(new_cup: Callable[..., Cup]) -> None:
    cup = new_cup()
    cup.wait(HOUR).done("frank")
    cup.until(87)
    assert (cup.told(cup.players["saracen"]), cup.told(cup.players["frank"])) == (["late"], ["ends-soon"])
    assert cup.until(90, less=MINUTE).result == ("", "")
    assert cup.until(90).result == ("frank", "deadline")


def test_two_who_used_about_as_much_have_half_a_point_each(new_cup: Callable[..., Cup]) -> None:
    cup = new_cup(system="swiss", number_of_rounds=1, round_days=6)
    cup.wait(3 * DAY - HOUR).done("frank")
    assert cup.until(6).result == ("half", "deadline")


def test_the_day_is_given_to_each_side_once(new_cup: Callable[..., Cup]) -> None:
    cup = new_cup(round_days=10)
    cup.until(10, less=HOUR).done("frank")
    cup.until(10)
    cup.wait(20 * HOUR).done("saracen")  # both choose a card now: the Franks for the first time since the end
    cup.wait(12 * HOUR)
    assert cup.result == ("", "")
    cup.wait(12 * HOUR)
    assert cup.result == ("saracen", "deadline")


def test_a_card_chosen_in_time_counts_for_who_chose_it(new_cup: Callable[..., Cup]) -> None:
    """Both are asked, and one has finished: the other's sleep is not theirs."""
    cup = new_cup(round_days=20)
    cup.done("frank")
    cup.done("saracen")
    access = find_game(user=cup.players["frank"], game_id=cup.game.public_id)
    card = next(one for one in view_of(load_state(access), "frank")["actions"] if one["type"] == "play-card")
    version = access.seats["frank"].version
    action = {"type": "play-card", "card": card["card"]["any"][0]}
    play.submit(
        game_id=cup.game.public_id,
        user=cup.players["frank"],
        actions=[action],
        expected_version=version,
        idempotency_key=uuid.uuid4(),
    )
    assert cup.until(20).result == ("frank", "deadline")


def test_a_game_shows_its_round_what_both_used_and_what_is_due_first(new_cup: Callable[..., Cup]) -> None:
    cup = new_cup(pace="slow", round_days=6)
    cup.wait(DAY).done("frank")
    cup.wait(2 * DAY)

    def shown(side: str | None) -> Any:
        access = find_game(user=cup.players["frank"], game_id=cup.game.public_id)
        return time_of(access, side)

    for viewer in ("frank", "saracen", None):
        found = shown(viewer)
        assert (found["round"]["tournament"], found["round"]["number"], found["round"]["state"]) == (
            "Cup of Acre",
            1,
            "runs",
        )
        assert found["round"]["used"] == {"frank": 24 * 3600, "saracen": 48 * 3600}
        assert found["due"] == {"what": "round", "side": None, "at": (START + 6 * DAY).isoformat()}
    cup.until(6, less=HOUR).done("saracen")
    cup.until(6)
    assert (shown(None)["round"]["state"], shown(None)["round"]["ends-at"]) == (
        "last-day",
        (START + 7 * DAY - HOUR).isoformat(),
    )
    lines = times_in_list(list(Game.objects.filter(pk=cup.game.pk)), None)
    assert lines[cup.game.pk]["round"] == {"state": "last-day", "ends-at": None}


# --- what stands still
# -----------------------------------------------------------------------------------------------------------


def test_a_game_paused_by_both_has_the_grace_and_then_a_day(new_cup: Callable[..., Cup]) -> None:
    cup = new_cup(pace="slow", grace_days=7)
    cup.until(83)
    cup.offer("frank", "pause")
    assert "paused" in cup.told(cup.eleanor)
    assert cup.until(90).result == ("", "")
    assert (
        cup.told(cup.players["frank"])[-1]
        == cup.told(cup.players["saracen"])[-1]
        == cup.told(cup.eleanor)[-1]
        == "grace"
    )
    assert cup.until(97, less=MINUTE).result == ("", "")
    cup.until(97)
    assert cup.result == ("", "")
    assert cup.game.events.order_by("-seq").first().payload == {"type": "pause-over"}
    assert cup.until(98, less=MINUTE).result == ("", "")
    assert cup.until(98).result == ("saracen", "deadline")
    assert first_difference(cup.game) is None


def test_without_grace_nobody_pauses(new_cup: Callable[..., Cup]) -> None:
    cup = new_cup(pace="slow", grace_days=0)
    with pytest.raises(PausePastRound, match=r"round 1 of .*Cup of Acre.*, which ends on 04/11/2027"):
        cup.offer("frank", "pause")
    assert any("cannot be paused" in sentence for sentence in rules.rules(cup.tournament))


def test_nobody_pauses_after_the_end(new_cup: Callable[..., Cup]) -> None:
    cup = new_cup(pace="slow")
    cup.until(89)
    offers.make_offer(game_id=cup.game.public_id, user=cup.players["frank"], kind="pause", idempotency_key=uuid.uuid4())
    cup.until(90, less=HOUR).done("frank")
    cup.until(90)
    with pytest.raises(PausePastRound):
        offers.answer_offer(
            game_id=cup.game.public_id,
            user=cup.players["saracen"],
            kind="pause",
            answer="accept",
            idempotency_key=uuid.uuid4(),
        )


def test_a_vacation_over_the_end_has_the_grace_and_the_organizer_knows(new_cup: Callable[..., Cup]) -> None:
    cup = new_cup(grace_days=7)
    cup.until(80)
    end = (START + 90 * DAY).date()
    with pytest.raises(BadVacation, match=r"Round 1 of .*Cup of Acre.* ends on 04/11/2027.* until 04/18/2027"):
        vacations.plan_vacation(user=cup.players["frank"], first=end - 3 * DAY, last=end + 8 * DAY)
    vacations.plan_vacation(user=cup.players["frank"], first=end - 3 * DAY, last=end + 3 * DAY)
    assert cup.told(cup.eleanor)[-1] == "away"
    client = Client()
    client.force_login(cup.players["frank"])
    page = client.get("/settings/vacations/").content.decode()
    assert "It reaches past the end of round 1 of" in page
    assert "with the grace until April 18, 2027" in page
    assert any("will be on vacation when round 1 ends" in line for line in cup.log())
    assert cup.until(90).result == ("", "")
    assert cup.until(97, less=MINUTE).result == ("", "")
    assert cup.until(97).result == ("saracen", "deadline")  # back for more than a day


def test_a_vacation_planned_before_the_round_begins_loses_nobody_the_game_either(new_cup: Callable[..., Cup]) -> None:
    cup = new_cup(round_days=5, grace_days=3)
    vacation = vacations.Vacation.objects.create(
        user=cup.players["frank"], starts_at=START + HOUR, ends_at=START + 20 * DAY
    )  # as planned before the pairing
    assert cup.until(8).result == ("", "")
    cup.traveller.move_to(vacation.ends_at + DAY - MINUTE)
    go_on(cup.tournament)
    assert cup.result == ("", "")
    assert cup.wait(MINUTE).result == ("saracen", "deadline")  # an hour, and a day


@pytest.mark.parametrize("kind", ["freeze", "held"])
def test_a_game_that_staff_or_the_rules_hold_is_not_judged(new_cup: Callable[..., Cup], kind: str) -> None:
    cup = new_cup(pace="slow")
    cup.until(80)
    if kind == "freeze":
        freezing.freeze(find_game_for_the_site(cup.game.public_id))
    else:
        Game.objects.filter(pk=cup.game.pk).update(rules_version="0.1")
    cup.until(120)
    assert cup.result == ("", "")


def test_a_game_that_waits_for_its_dice_is_not_judged(new_cup: Callable[..., Cup], settings: Any) -> None:
    settings.DICE_WAIT_HOURS = 48
    cup = new_cup(round_days=1)
    assert cup.until(1).result == ("", "")
    assert cup.until(2, less=MINUTE).result == ("", "")


def test_the_site_away_for_a_night_is_given_back_to_the_round(new_cup: Callable[..., Cup]) -> None:
    cup = new_cup(round_days=10)
    cup.until(9)
    outages.beat()
    cup.traveller.move_to(START + 10 * DAY + 5 * HOUR)
    go_on(cup.tournament)  # a web process comes before the scheduler
    assert cup.result == ("", "")
    away = outages.beat()
    assert away is not None
    assert away.ends_at - away.starts_at == 29 * HOUR
    for wait, decided in ((DAY - MINUTE, ("", "")), (MINUTE, ("saracen", "deadline"))):
        cup.traveller.shift(wait)
        Heartbeat.objects.update(at=timezone.now())  # it beat all the time
        outages.clear_cache()
        go_on(cup.tournament)
        assert cup.result == decided


def test_the_organizer_extends_a_round_whose_game_is_in_its_last_day(new_cup: Callable[..., Cup]) -> None:
    cup = new_cup(round_days=10)
    cup.until(10, less=HOUR).done("frank")
    cup.until(10)
    organizing.extend(user=cup.eleanor, tournament_id=cup.tournament.public_id, days=3)
    assert cup.until(13, less=MINUTE).result == ("", "")
    assert cup.until(13).result == ("saracen", "deadline")


def test_what_becomes_of_games_is_said_before_anybody_enters(new_cup: Callable[..., Cup]) -> None:
    said = " ".join(rules.rules(new_cup(grace_days=5).tournament))
    for words_of_it in (
        "that used more time in it, by a day or more",
        "asked for less than a day, has the rest of that day",
        "has 5 days more",
    ):
        assert words_of_it in said


def test_days_of_a_round_are_those_of_its_organizer(new_cup: Callable[..., Cup], eleanor: User) -> None:
    eleanor.time_zone = "Europe/Paris"
    eleanor.save()
    end = new_cup(round_days=90).tournament.played_rounds.get().due_at
    assert end == datetime(2027, 4, 11, 8, tzinfo=UTC)  # ten in the morning, as it was when it began
