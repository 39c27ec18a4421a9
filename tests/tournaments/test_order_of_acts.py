"""A person taken out of a tournament is out, in whatever order acts of staff, organizer and player come: every pair
of acts.
"""

import uuid
from contextlib import suppress
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from games.accounts import leaving
from games.accounts.deletion import delete_account
from games.disputes import banning
from games.errors import Refused
from games.models import Game, Pairing, Sanction, StaffAction, Tournament, User
from games.people import sanctions
from games.services.agreements.consent import Cause
from games.services.lobby import starting
from games.services.play import play
from games.tournaments import entering, organizing
from tests.tournaments.conftest import begun, go_on, made


def staff_act(person, kind):
    return StaffAction.objects.create(actor=User.objects.get(username="Eleanor"), kind=kind, person=person)


def ban(cup, person, other):
    leaving.lock_person(person)
    banning.impose(person, staff_act(person, "ban"))


def suspend(cup, person, other):
    until = timezone.now() + timedelta(days=30)
    Sanction.objects.create(person=person, kind="suspend", until=until, action=staff_act(person, "suspend"))
    leaving.lock_person(person)
    leaving.leave_all(person, Cause.SUSPENDED)


def withdraw(cup, person, other):
    entering.withdraw(user=person, tournament_id=cup.public_id)


def remove(cup, person, other):
    organizing.remove(user=cup.organizer, tournament_id=cup.public_id, name=person.username, reason="Does not answer")


def replace(cup, person, other):
    organizing.replace(
        user=cup.organizer, tournament_id=cup.public_id, name=person.username, by=other.username, reason="Ill"
    )


def delete(cup, person, other):
    delete_account(user=person)


def resign(cup, person, other):
    for row in Pairing.objects.filter(game__seats__user=person, game__status="active").select_related("game"):
        play.resign(game_id=row.game.public_id, user=person, idempotency_key=uuid.uuid4())


def decide(cup, person, other):
    row = Pairing.objects.filter(round__tournament=cup, game__seats__user=person).first()
    if row is not None:
        organizing.decide(
            user=cup.organizer, tournament_id=cup.public_id, pairing_id=row.pk, result="half", reason="By agreement"
        )


def ban_the_other(cup, person, other):
    ban(cup, other, person)


def lift(cup, person, other):
    banning.end(person, staff_act(person, "ban"))


def enter_again(cup, person, other):
    entering.sign_up(user=person, tournament_id=cup.public_id)


def wait(cup, person, other):
    entering.wait(user=person, tournament_id=cup.public_id)


def cancel(cup, person, other):
    organizing.cancel(user=cup.organizer, tournament_id=cup.public_id, reason="Too few")


def keep_up(cup, person, other):
    go_on(cup)


ACTS = (
    ban,
    suspend,
    withdraw,
    remove,
    replace,
    delete,
    resign,
    decide,
    ban_the_other,
    lift,
    enter_again,
    wait,
    cancel,
    keep_up,
)
SHUT_OUT = (ban, suspend, delete)


def lawful(cup, person, other):
    """What holds after any acts."""
    for one in (person, other):
        out = (
            sanctions.ban_of(one) is not None
            or sanctions.sanction_end(one, sanctions.SUSPENSION) is not None
            or not one.is_active
        )
        entered = cup.entrants.filter(user=one, left_at=None)
        assert not (out and entered.exists() and cup.state in ("sign-up", "running")), "shut out and still in"
        open_games = Pairing.objects.filter(round__tournament=cup, result="", game__seats__user=one).exclude(
            game__status="over"
        )
        assert not (out and open_games.exists() and cup.state == "running"), "shut out, and a game still open"
        assert not (out and Game.objects.filter(seats__user=one, status="open").exists()), (
            "shut out, and a game to begin"
        )
    for row in Pairing.objects.filter(round__tournament=cup).select_related("frank", "saracen", "game"):
        if row.result == "frank" and row.how == "forfeit":
            assert row.frank.left_at is None or row.saracen.left_at is not None
        # A game that is over gives its result when the tournament next looks.
        settled = row.result or (row.game is not None and row.game.status == "over")
        assert settled or cup.state != "running" or (row.frank.left_at is None and row.saracen.left_at is None)


@pytest.fixture(params=["sign-up", "waiting for the dice", "playing"])
def scene(request, eleanor, club):
    """A tournament in a state, somebody in it, and somebody on its waiting list."""
    person, opponent, other, *rest = club(5)
    if request.param == "sign-up":
        cup = made(eleanor, size=4)
        for one in (person, opponent, *rest):
            entering.sign_up(user=one, tournament_id=cup.public_id)
    else:
        cup = begun(eleanor, [person, opponent, *rest], size=4)
    entering.wait(user=other, tournament_id=cup.public_id)
    go_on(cup)
    if request.param == "playing":
        Game.objects.filter(status="open").update(dice_due_at=timezone.now())
        starting.begin_overdue()
    return cup, person.pk, other.pk


def begun_by(act):
    """Not every act to begin with is tried in every run."""
    return act if act in (ban, withdraw, cancel) else pytest.param(act, marks=pytest.mark.whole)


@pytest.mark.parametrize("first", [begun_by(act) for act in ACTS], ids=[act.__name__ for act in ACTS])
def test_every_pair_of_acts_leaves_a_lawful_tournament(first, scene) -> None:
    """The first act once, and from there each of the second, which is taken back."""
    _happen(scene, first)
    for second in ACTS:
        with transaction.atomic():
            _happen(scene, second)
            _happen(scene, keep_up)
            transaction.set_rollback(True)


def _happen(scene, act) -> None:
    cup, person, other = scene
    cup = Tournament.objects.select_related("organizer").get(pk=cup.pk)
    with suppress(Refused), transaction.atomic():
        act(cup, User.objects.get(pk=person), User.objects.get(pk=other))
    cup.refresh_from_db()
    lawful(cup, User.objects.get(pk=person), User.objects.get(pk=other))


@pytest.mark.parametrize("act", SHUT_OUT)
def test_who_waits_for_the_dice_of_a_game_of_a_tournament_can_be_shut_out(act, eleanor, club) -> None:
    """The ban was refused as long as the game waited, and no sanction was there."""
    people = club(4)
    cup = go_on(begun(eleanor, people))
    assert Game.objects.filter(status="open", seats__user=people[0]).exists()
    act(cup, people[0], people[3])
    assert act is delete or sanctions.in_force(people[0])
    lawful(cup, User.objects.get(pk=people[0].pk), people[3])
    for row in Pairing.objects.filter(round__tournament=cup, result=""):
        row.result, row.how = "half", "organizer"
        row.save()
    go_on(cup)
    assert cup.round == 2
    assert not Pairing.objects.filter(round__number=2, frank__user=people[0]).exists()
    assert not Pairing.objects.filter(round__number=2, saracen__user=people[0]).exists()


def test_after_a_banned_organizer_rounds_begin_by_themselves_and_what_has_not_begun_is_canceled(eleanor, club) -> None:
    people = club(4)
    cup, unstarted = begun(eleanor, people, by_hand=True), made(eleanor, name="Cup of Tyre")
    assert go_on(cup).played_rounds.get().begun_at is None
    leaving.lock_person(eleanor)
    banning.impose(eleanor, staff_act(eleanor, "ban"))
    unstarted.refresh_from_db()
    assert unstarted.state == "canceled"
    assert go_on(cup).played_rounds.get().begun_at is not None
    assert not cup.by_hand
