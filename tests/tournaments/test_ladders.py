"""Ladders: challenges, places, and what happens to who does not answer, does not play, or leaves."""

import uuid
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from games.accounts.deletion import delete_account
from games.errors import KeyReused
from games.models import (
    Challenge,
    DisputeCase,
    Game,
    Notice,
    Pairing,
    Sanction,
    StaffAction,
    TournamentAct,
    User,
)
from games.people.errors import Suspended
from games.services.lobby import starting
from games.services.play import play
from games.tournaments import challenging, creating, entering, errors, ladders, organizing
from games.tournaments.pairing import ladder
from tests.games.helpers import prove_second_factor
from tests.tournaments import laws
from tests.tournaments.conftest import go_on


def ladder_of(organizer, people, **options):
    made = creating.create_ladder(user=organizer, **{"name": "Ladder of Acre", **options})
    for person in people:
        entering.sign_up(user=person, tournament_id=made.public_id, invitation=made.invitation_token)
    return made


def order(made):
    """The players of a ladder from the top, by the numbers in their names.

    Its places are whole whenever it is looked at.
    """
    rows = list(made.entrants.filter(place__isnull=False).order_by("place").select_related("user"))
    laws.places_whole([row.place for row in rows])
    return [int(row.user.username[-2:]) for row in rows]


def ask(made, one, other, **more):
    challenging.challenge(user=one, tournament_id=made.public_id, name=other.username, **more)
    return Challenge.objects.get(tournament=made, ended_at=None, challenger__user=one)


def say(made, person, challenge, said, **more):
    challenging.answer(user=person, tournament_id=made.public_id, number=challenge.pk, said=said, **more)
    challenge.refresh_from_db()


def accepted(made, one, other):
    """The first game of an accepted challenge, running."""
    challenge = ask(made, one, other)
    say(made, other, challenge, "accept")
    Game.objects.filter(dice_due_at__isnull=False).update(dice_due_at=timezone.now())
    starting.begin_overdue()
    return challenge


def games(challenge):
    return list(Pairing.objects.filter(round=challenge.played).select_related("game", "frank__user", "saracen__user"))


def resign(challenge, person, leg=1):
    play.resign(game_id=games(challenge)[leg - 1].game.public_id, user=person, idempotency_key=uuid.uuid4())


def state(challenge):
    go_on(challenge.tournament)
    challenge.refresh_from_db()
    return challenge.state


# --- places
# ----------------------------------------------------------------------------------------------------------------------


@given(size=st.integers(2, 12), data=st.data())
def test_however_places_change_each_is_there_once_and_only_those_between_move(size, data):
    before = list(range(size))
    one, other = data.draw(st.lists(st.sampled_from(before), min_size=2, max_size=2, unique=True))
    laws.place_taken(before, ladder.taken_over(before, one, other), one, other)
    idle = set(data.draw(st.lists(st.sampled_from(before), unique=True)))
    due = {entrant for entrant in idle if data.draw(st.booleans())}
    laws.fallen_by_one(before, ladder.order_after_demotion(before, due, idle), due, idle)
    assert ladder.within_reach(before, one, 3) == [place for place in (one - 1, one - 2, one - 3) if place >= 0]


# --- challenges
# -------------------------------------------------------------------------------------------------------------------


def test_who_wins_from_below_takes_the_place_and_those_between_move_down(eleanor, club):
    people = club(5)
    made = ladder_of(eleanor, people, ruleset={"edition": "1.4"}, pace="friendly")
    assert order(made) == [1, 2, 3, 4, 5]
    challenge = accepted(made, people[3], people[0])
    (pairing,) = games(challenge)
    assert (pairing.game.status, pairing.game.ruleset["edition"], pairing.game.pace) == ("active", "1.4", "friendly")
    assert {pairing.frank.user, pairing.saracen.user} == {people[0], people[3]}
    resign(challenge, people[0])
    assert (state(challenge), order(made)) == ("won", [4, 1, 2, 3, 5])
    second = accepted(made, people[4], people[1])
    resign(second, people[4])
    assert (state(second), order(made)) == ("lost", [4, 1, 2, 3, 5])


def test_who_declines_or_does_not_answer_in_time_loses_the_place(eleanor, club):
    people = club(4)
    made = ladder_of(eleanor, people, answer_days=5)
    first = ask(made, people[1], people[0])
    say(made, people[0], first, "decline")
    assert (first.state, order(made)) == ("declined", [2, 1, 3, 4])
    second = ask(made, people[3], people[0])
    Challenge.objects.filter(pk=second.pk).update(answer_due_at=timezone.now())
    with pytest.raises(errors.ChallengeOver):
        say(made, people[0], second, "accept")  # too late, though the clock has not come by
    assert (state(second), order(made)) == ("unanswered", [2, 4, 1, 3])
    told = set(Notice.objects.filter(tournament=made, target=None).values_list("user__username", "data__what", "state"))
    assert told == {
        ("Knight01", "challenged", "dropped"),
        ("Knight02", "declined", "queued"),
        ("Knight04", "unanswered", "queued"),
        ("Knight01", "place-lost", "queued"),
    }


def test_two_games_a_challenge_with_equal_points_leave_the_places(eleanor, club):
    people = club(2)
    made = ladder_of(eleanor, people, sides="both")
    challenge = accepted(made, people[1], people[0])
    one, other = games(challenge)
    assert (one.frank, one.saracen) == (other.saracen, other.frank)
    resign(challenge, people[0], 1)
    assert state(challenge) == "accepted"
    case = DisputeCase.objects.create(
        game=one.game, opener=people[0], side="frank", category="rules", wish="result", event=1
    )
    resign(challenge, people[1], 2)
    assert state(challenge) == "accepted"  # the first game is disputed after it counted
    DisputeCase.objects.filter(pk=case.pk).update(state="closed")
    assert (state(challenge), order(made)) == ("tie", [1, 2])


def test_challenges_are_limited_in_reach_number_and_time(eleanor, club):
    people = club(6)
    made = ladder_of(eleanor, people, reach=2, rest_days=10)
    for one, other in ((5, 2), (1, 2), (3, 3)):
        with pytest.raises(errors.NotInReach):
            ask(made, people[one], people[other])
    first = ask(made, people[3], people[2])
    with pytest.raises(errors.ChallengeOpen):
        ask(made, people[3], people[1])
    with pytest.raises(errors.ChallengedAlready):
        ask(made, people[4], people[2])
    ask(made, people[2], people[1])  # who is challenged may challenge on
    say(made, people[3], first, "withdraw")
    assert (first.state, order(made)) == ("withdrawn", [1, 2, 3, 4, 5, 6])
    with pytest.raises(errors.PlayedLately):
        ask(made, people[3], people[2])
    Challenge.objects.filter(pk=first.pk).update(ended_at=timezone.now() - timedelta(days=10))
    again = ask(made, people[3], people[2])
    own, other = made.entrants.get(user=people[3]), made.entrants.get(user=people[0])
    with pytest.raises(IntegrityError), transaction.atomic():  # the database holds what two requests at once might pass
        Challenge.objects.create(tournament=made, challenger=own, challenged=other, answer_due_at=timezone.now())
    assert again.state == "open"


def test_strangers_wrong_people_and_repeated_requests_change_nothing(eleanor, club):
    people = club(4)
    made = ladder_of(eleanor, people[:3])
    key = uuid.uuid4()
    for _twice in range(2):
        challenge = ask(made, people[2], people[0], key=key)
    with pytest.raises(KeyReused):
        ask(made, people[2], people[1], key=key)
    with pytest.raises(errors.NotEntered):
        ask(made, people[3], people[0])
    for person, said in (
        (people[2], "accept"),
        (people[1], "decline"),
        (people[0], "withdraw"),
        (people[3], "accept"),
        (people[0], "x"),
    ):
        with pytest.raises(errors.NoSuchChallenge):
            say(made, person, challenge, said)
    until = timezone.now() + timedelta(days=1)
    action = StaffAction.objects.create(actor=eleanor, person=people[1], kind="suspend", reason="Threats")
    Sanction.objects.create(person=people[1], kind="suspend", until=until, action=action)
    with pytest.raises(Suspended):
        ask(made, people[1], people[0])
    for _twice in range(2):
        say(made, people[0], challenge, "accept", key=(again := uuid.UUID(int=7)))
    with pytest.raises(errors.ChallengeOver):
        say(made, people[0], challenge, "decline")
    assert Pairing.objects.filter(round=challenge.played).count() == 1
    assert again


# --- who leaves
# -------------------------------------------------------------------------------------------------------------------


def test_who_leaves_loses_what_is_open_and_comes_back_at_the_end(eleanor, club):
    people = club(5)
    made = ladder_of(eleanor, people)
    challenge, waiting = accepted(made, people[3], people[1]), ask(made, people[1], people[0])
    entering.withdraw(user=people[1], tournament_id=made.public_id)
    assert (state(challenge), state(waiting), order(made)) == ("won", "lost", [1, 4, 3, 5])
    assert games(challenge)[0].game.ending == "resignation"
    entering.sign_up(user=people[1], tournament_id=made.public_id)
    assert order(made) == [1, 4, 3, 5, 2]
    assert go_on(made).state == "running"


def test_a_deleted_account_and_a_player_taken_out_leave_the_ladder(eleanor, club):
    people = club(4)
    made = ladder_of(eleanor, people)
    challenge = ask(made, people[2], people[1])
    delete_account(user=people[1])
    assert (state(challenge), order(made)) == ("won", [1, 3, 4])
    second = ask(made, people[3], people[2])
    say(made, people[2], second, "accept")  # the game waits for the dice
    organizing.remove(user=eleanor, tournament_id=made.public_id, name=people[3].username, reason="Not of the club")
    assert (state(second), order(made), games(second)[0].game.status) == ("lost", [1, 3], "canceled")
    with pytest.raises(errors.TakenOutOfTournament):
        entering.sign_up(user=people[3], tournament_id=made.public_id)


# --- the organizer
# ----------------------------------------------------------------------------------------------------------------


def test_an_organizer_places_annuls_extends_and_closes_and_all_is_logged(eleanor, club):
    people = club(4)
    made = ladder_of(eleanor, people)
    own = {"user": eleanor, "tournament_id": made.public_id}
    organizing.place(**own, name=people[3].username, place=1, reason="Champion of last year")
    assert order(made) == [4, 1, 2, 3]
    with pytest.raises(errors.BadTournament):
        organizing.place(**own, name=people[3].username, place=5, reason="Far away")
    challenge = accepted(made, people[0], people[3])
    organizing.extend(**own, days=10)
    challenge.refresh_from_db()
    assert challenge.played.due_at > timezone.now() + timedelta(days=99)
    (pairing,) = games(challenge)
    for _twice in range(2):
        organizing.decide(**own, pairing_id=pairing.pk, result="annulled", reason="Both agree", key=uuid.UUID(int=3))
    assert (state(challenge), order(made)) == ("annulled", [4, 1, 2, 3])
    with pytest.raises(errors.NotInThisState):
        organizing.decide(**own, pairing_id=pairing.pk, result="frank", reason="Changed my mind")
    open_one = ask(made, people[2], people[1])
    organizing.cancel(**own, reason="The season is over")
    assert (state(open_one), order(made), go_on(made).state) == ("annulled", [4, 1, 2, 3], "over")
    with pytest.raises(errors.SignUpClosed):
        entering.sign_up(user=eleanor, tournament_id=made.public_id)
    with pytest.raises(errors.NotInThisState):
        ask(made, people[2], people[1])
    kinds = list(
        TournamentAct.objects.filter(tournament=made, actor=eleanor).order_by("pk").values_list("kind", flat=True)
    )
    assert kinds == ["created", "placed", "extended", "decided", "ended"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"reach": 0},
        {"reach": 21},
        {"answer_days": 0},
        {"rest_days": -1},
        {"idle_days": 3},
        {"size": 501},
        {"game_days": 0},
        {"pace": "?"},
    ],
    ids=str,
)
def test_a_ladder_out_of_bounds_is_refused_with_a_sentence(eleanor, wrong):
    with pytest.raises(errors.BadTournament) as refused:
        creating.create_ladder(user=eleanor, **{"name": "Ladder of Acre", **wrong})
    assert str(refused.value.detail)


def test_there_are_challenges_in_ladders_alone_and_rounds_in_tournaments_alone(eleanor, club):
    people = club(2)
    cup = creating.create(user=eleanor, name="Cup", system="swiss", sign_up_until=timezone.now() + timedelta(days=1))
    made = ladder_of(eleanor, people)
    with pytest.raises(errors.NotALadder):
        challenging.challenge(user=people[0], tournament_id=cup.public_id, name="Knight02")
    for act in (organizing.start_now, organizing.begin_round):
        with pytest.raises(errors.NotInThisState):
            act(user=eleanor, tournament_id=made.public_id)
    assert ladders.order_of(made)


def test_staff_look_at_challenges_in_the_admin_and_change_none(admin_client, eleanor, club):
    people = club(2)
    challenge = ask(ladder_of(eleanor, people), people[1], people[0])
    prove_second_factor(admin_client, User.objects.get(username="admin"))
    listed, opened = (admin_client.get(f"/admin/games/challenge/{path}") for path in ("", f"{challenge.pk}/change/"))
    assert (listed.status_code, opened.status_code) == (200, 200)
    assert b"Ladder of Acre" in listed.content
    assert admin_client.post(f"/admin/games/challenge/{challenge.pk}/change/", {"state": "won"}).status_code == 403
    assert admin_client.get("/admin/games/challenge/add/").status_code == 403
