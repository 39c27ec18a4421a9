"""Ladders and time: games and answers that are late, idle players, and results that change afterward."""

import re
import uuid
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format

from games.access import game_under_review
from games.alerts import due
from games.alerts.reading import Reading
from games.models import (
    Challenge,
    DisputeCase,
    Entrant,
    Notice,
    Outage,
    Seat,
    TournamentAct,
    Vacation,
)
from games.services.agreements import endings, offers
from games.services.clocks import outages
from games.tournaments import organizing
from games.tournaments import words as ladder_words
from games.tournaments.sheet import Sheet
from tests.tournaments.conftest import go_on
from tests.tournaments.test_ladders import accepted, ask, games, ladder_of, order, resign, say, state

# --- who does not play
# ------------------------------------------------------------------------------------------------------------


def test_at_the_end_of_its_time_whoever_a_game_waits_for_loses(eleanor, club):
    people = club(2)
    made = ladder_of(eleanor, people, game_days=20)
    challenge = accepted(made, people[1], people[0])
    (pairing,) = games(challenge)
    side = "frank" if pairing.frank.user == people[0] else "saracen"
    asked_since = timezone.now() - timedelta(days=5)
    pairing.game.seats.update(awaited_at_wall=False, runs_since=None)
    pairing.game.seats.filter(side=side).update(awaited_at_wall=True, runs_since=asked_since)
    assert challenge.played is not None
    assert timedelta(days=19) < challenge.played.due_at - timezone.now() < timedelta(days=21)
    made.played_rounds.update(due_at=timezone.now())
    assert (state(challenge), order(made)) == ("won", [2, 1])


def disputed(challenge, loser):
    """The game of a challenge and its dispute; who opened that has resigned since."""
    (pairing,) = games(challenge)
    case = DisputeCase.objects.create(
        game=pairing.game, opener=loser, side="frank", category="rules", wish="result", event=1
    )
    resign(challenge, loser)
    return pairing, case


def test_a_disputed_game_waits_and_an_annulled_one_leaves_the_places(eleanor, club):
    people = club(3)
    made = ladder_of(eleanor, people)
    challenge = accepted(made, people[1], people[0])
    pairing, case = disputed(challenge, people[0])
    assert (state(challenge), order(made)) == ("accepted", [1, 2, 3])
    with transaction.atomic():
        endings.annul(
            game_under_review(user=eleanor, game_id=pairing.game.public_id, lock=True), reason="A fault of the site"
        )
    DisputeCase.objects.filter(pk=case.pk).update(state="closed")
    assert (state(challenge), order(made)) == ("tie", [1, 2, 3])


def test_the_ruling_that_closes_a_dispute_moves_the_places(eleanor, club):
    people = club(3)
    made = ladder_of(eleanor, people)
    challenge = accepted(made, people[2], people[0])
    pairing, case = disputed(challenge, people[2])
    assert (state(challenge), order(made)) == ("accepted", [1, 2, 3])
    winner = "frank" if pairing.frank.user == people[2] else "saracen"
    with transaction.atomic():
        access = game_under_review(user=eleanor, game_id=pairing.game.public_id, lock=True)
        endings.set_result(access, ending="ruling", winner=winner, reason="The resignation was a slip")
    DisputeCase.objects.filter(pk=case.pk).update(state="closed")
    assert (state(challenge), order(made)) == ("won", [3, 1, 2])


def test_a_game_lost_by_a_claimed_clock_moves_the_places_and_one_changed_afterward_is_told_to_the_organizer(
    eleanor, club
):
    people = club(3)
    made = ladder_of(eleanor, people, pace="live")
    challenge = accepted(made, people[2], people[0])
    (pairing,) = games(challenge)
    late = pairing.frank.user  # they begin
    Seat.objects.filter(game=pairing.game, side="frank").update(runs_since=timezone.now() - timedelta(days=2))
    assert state(challenge) == "accepted"  # a clock that has run out is nothing before somebody claims it
    offers.claim(game_id=pairing.game.public_id, user=pairing.saracen.user, what="win", idempotency_key=uuid.uuid4())
    ended, places = ("won", [3, 1, 2]) if late == people[0] else ("lost", [1, 2, 3])
    assert (state(challenge), order(made)) == (ended, places)
    pairing.game.refresh_from_db()
    assert pairing.game.ending == "time-out"
    assert not Notice.objects.filter(user=eleanor).exists()
    with transaction.atomic():
        access = game_under_review(user=eleanor, game_id=pairing.game.public_id, lock=True)
        endings.set_result(access, ending="ruling", winner="frank", reason="The site was away")
    for _minute in range(2):
        assert (state(challenge), order(made)) == (ended, places)  # nobody is moved by itself
    (pairing,) = games(challenge)
    assert (pairing.result, pairing.how) == ("frank", "game")
    (line,) = TournamentAct.objects.filter(tournament=made, kind="changed")
    names = (late.username, pairing.saracen.user.username)
    said = re.sub("[\u2066-\u2069]", "", ladder_words.act(line, Sheet.of(made)))
    assert said == "The result of the game of {} (Franks) and {} (Saracens) changed with the game: Franks won.".format(
        *names
    )
    (notice,) = Notice.objects.filter(user=eleanor, target=None)
    told = re.sub("[\u2066-\u2069]", "", Reading(notice).title())
    assert "the game of {} and {}".format(*names) in told
    assert "give the players other places" in told
    organizing.place(
        user=eleanor, tournament_id=made.public_id, name=late.username, place=1, reason="As the reviewer has ruled"
    )
    assert order(made)[0] == int(late.username[-2:])


def test_who_is_idle_moves_down_past_who_is_active_and_again_each_such_time(eleanor, club):
    people = club(4)
    made = ladder_of(eleanor, people, idle_days=30)

    def month_passes(*idle):
        long_ago = timezone.now() - timedelta(days=31)
        Entrant.objects.filter(tournament=made, user__in=idle).update(active_at=long_ago, idle_at=timezone.now())
        go_on(made)
        return order(made)

    assert month_passes(people[0], people[1]) == [3, 1, 2, 4]
    assert month_passes(people[0], people[1]) == [3, 4, 1, 2]
    assert month_passes(*people) == [3, 4, 1, 2]
    accepted(made, people[0], people[3])
    assert month_passes(people[0], people[3]) == [3, 4, 1, 2]  # who plays is not idle
    assert TournamentAct.objects.filter(tournament=made, kind="idle").count() == 4


def test_a_vacation_and_an_outage_put_off_an_answer_and_idleness_and_the_page_says_so(eleanor, club, client):
    """Planned for yesterday; of the days before, who is challenged was away for three, then the site for one."""
    people = club(4)
    made = ladder_of(eleanor, people, answer_days=5, idle_days=30)
    challenge = ask(made, people[2], people[1])
    now = timezone.now()
    planned = now - timedelta(days=1)
    Challenge.objects.filter(pk=challenge.pk).update(made_at=now - timedelta(days=6), answer_due_at=planned)
    Vacation.objects.create(user=people[1], starts_at=now - timedelta(days=5), ends_at=now - timedelta(days=2))
    outages.clear_cache()
    Outage.objects.create(starts_at=now - timedelta(days=2), ends_at=now - timedelta(days=1))
    Entrant.objects.filter(tournament=made, user=people[1]).update(active_at=now - timedelta(days=31), idle_at=planned)
    go_on(made)
    assert (state(challenge), order(made)) == ("open", [1, 2, 3, 4])
    told = Sheet.of(made).to_json()["challenges"][0]["answer-until"]
    assert told == (planned + timedelta(days=4)).isoformat()
    client.force_login(people[2])
    page = client.get(f"/tournaments/{made.public_id}/").content.decode()
    assert (
        page.count(
            f"answer until {date_format(timezone.localtime(planned + timedelta(days=4)), 'SHORT_DATETIME_FORMAT')}"
        )
        == 2
    )
    Vacation.objects.all().delete()
    Outage.objects.all().delete()
    outages.clear_cache()
    go_on(made)
    assert (state(challenge), order(made)) == ("unanswered", [1, 3, 4, 2])  # one place for the answer, one for idleness


def test_who_is_late_with_an_answer_or_a_game_is_reminded_once(eleanor, club):
    people = club(3)
    made = ladder_of(eleanor, people)
    challenge, playing = ask(made, people[2], people[1]), accepted(made, people[1], people[0])
    go_on(made)
    assert not Notice.objects.filter(data__what__in=("answer-soon", "late")).exists()
    Challenge.objects.filter(pk=challenge.pk).update(
        answer_due_at=timezone.now() + timedelta(hours=20), made_at=timezone.now() - timedelta(days=6)
    )
    made.played_rounds.update(due_at=timezone.now() + timedelta(days=2))
    (pairing,) = games(playing)
    awaited, other = pairing.frank.user, pairing.saracen.user  # the Franks begin
    for _minute in range(2):
        go_on(made)
    told = Notice.objects.filter(data__what__in=("answer-soon", "ends-soon", "late"), target=None).order_by(
        "data__what"
    )
    assert [(one.user, one.data["what"]) for one in told] == [
        (people[1], "answer-soon"),
        (other, "ends-soon"),
        (awaited, "late"),
    ]
    assert [due.why_not(one, timezone.now()) for one in told] == ["", "", ""]
    assert [Reading(one).link().rpartition("/")[0].rpartition("/")[2] for one in told] == [
        str(made.public_id),
        *2 * [str(pairing.game.public_id)],
    ]
    say(made, people[1], challenge, "decline")
    resign(playing, people[0])
    go_on(made)
    assert [due.why_not(one, timezone.now()) for one in told] == ["answered", "over", "over"]
    assert TournamentAct.objects.filter(tournament=made, kind="reminded").count() == 3
