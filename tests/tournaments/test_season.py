"""A season of a club in simulated time: 64 players, 7 rounds, with people who sleep, who leave, and who are banned."""

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from games.accounts import leaving
from games.models import Pairing
from games.services.agreements.consent import Cause
from games.tournaments import entering, rounds, scoring
from games.tournaments.pairing.scores import Pair
from tests.tournaments import laws
from tests.tournaments.conftest import go_on, made


def test_a_season_of_64_players_and_7_rounds_ends_by_itself(eleanor, club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        rounds, "_begin_game", lambda pk: None
    )  # boards without games: results are set as games would set them
    lot, people = Random(1187), club(64)
    tournament = made(eleanor, number_of_rounds=7, size=64, round_days=30)
    for person in people:
        entering.sign_up(user=person, tournament_id=tournament.public_id)
    type(tournament).objects.update(sign_up_until=timezone.now() - timedelta(minutes=1))
    seeds, there, seasons, had = {}, set(), [], set()
    while go_on(tournament).state == "running":
        rows = list(
            Pairing.objects.filter(round__tournament=tournament, round__number=tournament.round).select_related("round")
        )
        seeds = seeds or {entrant.pk: entrant for entrant in tournament.entrants.select_related("user")}
        there = {pk for pk, entrant in seeds.items() if entrant.left_at is None}
        seasons.append([Pair(row.frank_id, row.saracen_id) for row in rows])
        laws.everybody_once(seasons[-1], sorted(there))
        laws.no_second_point_without_play(seasons[-1], sorted(there), had)
        for row in rows:
            fate = lot.random()
            if row.result or fate < 0.1:
                continue  # asleep: the round ends without them
            row.result, row.how = ("half", "undecided") if fate < 0.15 else (lot.choice(["frank", "saracen"]), "game")
            row.save(update_fields=["result", "how"])
        one, other = lot.sample(sorted(there), 2)
        entering.withdraw(user=seeds[one].user, tournament_id=tournament.public_id)
        leaving.lock_person(seeds[other].user)
        leaving.leave_all(seeds[other].user, Cause.BANNED)
        for pk in (one, other):
            seeds[pk].refresh_from_db()
        for row in Pairing.objects.filter(round__tournament=tournament, how__in=("bye", "forfeit")):
            had |= {row.frank_id} if row.result == "frank" else {row.saracen_id} if row.result == "saracen" else set()
        tournament.played_rounds.filter(number=tournament.round).update(due_at=timezone.now())
    assert (tournament.state, tournament.round, len(seasons)) == ("over", 7, 7)
    assert len(there) == 64 - 2 * 6
    laws.nobody_twice(seasons)
    laws.sides_even(seasons, 3)
    rows = list(
        Pairing.objects.filter(round__tournament=tournament).select_related("round").order_by("round__number", "board")
    )
    results = [
        (score.round, score.frank, score.saracen, *score.points, score.played) for score in scoring.scores_of(rows)
    ]
    for line in scoring.table_of(tournament, tournament.entrants.order_by("seed"), rows):
        if "buchholz" in line.tie_breaks:
            assert line.tie_breaks["buchholz"] == laws.buchholz(results, line.entrant, 7)
    assert Pairing.objects.filter(round__tournament=tournament, how="deadline").count() > 10
