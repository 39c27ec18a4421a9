"""Who may review, and what is closed to them until they open it."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from games.disputes import errors, filing, queue, reviewing
from games.models import DisputeCase, StaffAction
from games.services.lobby import blocking, lobby
from tests.disputes.conftest import act, decide, entries, fresh, mails_to, make_reviewer, of, report
from tests.games.helpers import Player, stage

pytestmark = pytest.mark.django_db


def test_a_reviewer_takes_a_case_and_both_are_told(
    case: DisputeCase, william: Player, richard: Player, saladin: Player
) -> None:
    reviewing.take(user=of(william), number=case.pk)
    assert (fresh(case).state, fresh(case).reviewer) == ("taken", of(william))
    for player in (richard, saladin):
        assert mails_to(player, case)[-1].data == {"case": case.pk, "news": "taken"}


def test_one_reviewer_has_a_case(taken: DisputeCase, heraclius: Player) -> None:
    with pytest.raises(errors.NotNow):
        reviewing.take(user=of(heraclius), number=taken.pk)
    with pytest.raises(errors.NotYourCase):
        act(heraclius, taken, "answer")


def test_a_case_given_back_can_be_taken_by_another(taken: DisputeCase, william: Player, heraclius: Player) -> None:
    reviewing.release(user=of(william), number=taken.pk)
    assert fresh(taken).state == "open"
    reviewing.take(user=of(heraclius), number=taken.pk)
    assert fresh(taken).reviewer == of(heraclius)


def test_staff_without_the_permission_review_nothing(case: DisputeCase, baldwin: Player) -> None:
    of(baldwin).is_staff = True
    of(baldwin).save()
    with pytest.raises(errors.NotAReviewer):
        reviewing.find_case(of(baldwin), case.pk)


def test_a_player_of_the_game_reviews_it_not(case: DisputeCase, richard: Player, saladin: Player) -> None:
    for player in (richard, saladin):
        make_reviewer(player)
        with pytest.raises(errors.Tied):
            reviewing.find_case(of(player), case.pk)
        assert list(reviewing.cases(of(player))) == []


def test_whoever_blocked_a_party_or_was_blocked_reviews_it_not(
    case: DisputeCase, richard: Player, william: Player, heraclius: Player, saladin: Player
) -> None:
    blocking.block(user=of(richard), other=of(william))
    blocking.block(user=of(heraclius), other=of(saladin))
    for player in (william, heraclius):
        with pytest.raises(errors.Tied):
            reviewing.take(user=of(player), number=case.pk)


def test_whoever_played_a_party_lately_reviews_it_not(case: DisputeCase, saladin: Player, william: Player) -> None:
    other = lobby.create_game(user=of(william), side="frank").game
    lobby.join_game(user=of(saladin), game_id=other.public_id)
    with pytest.raises(errors.Tied):
        reviewing.take(user=of(william), number=case.pk)
    stage(other, status="over", ended_at=timezone.now() - timedelta(days=91))
    assert reviewing.take(user=of(william), number=case.pk).reviewer == of(william)


def test_the_appeal_goes_to_another(taken: DisputeCase, william: Player, heraclius: Player, richard: Player) -> None:
    decide(william, taken)
    filing.appeal(user=of(richard), number=taken.pk, text="No.")
    with pytest.raises(errors.Tied):
        reviewing.take(user=of(william), number=taken.pk)
    assert reviewing.find_case(of(william), taken.pk)  # reading what one decided is no harm
    reviewing.take(user=of(heraclius), number=taken.pk)


def test_a_reviewer_can_go_on_without_an_answer(taken: DisputeCase, william: Player) -> None:
    reviewing.ask(user=of(william), number=taken.pk, side="frank", text="Why?")
    reviewing.stop_waiting(user=of(william), number=taken.pk)
    assert fresh(taken).state == "taken"
    assert entries(taken)[-1] == "went-on"


def test_hidden_facts_of_a_running_game_are_closed_until_opened_and_that_is_recorded(
    taken: DisputeCase, william: Player
) -> None:
    assert reviewing.is_sealed(of(william), taken)
    action = reviewing.unseal(user=of(william), number=taken.pk)
    assert (action.kind, action.case_id, action.game_id) == (StaffAction.Kind.OPENED_ALL, taken.pk, taken.game_id)
    assert not reviewing.is_sealed(of(william), taken)
    with time_machine.travel(timezone.now() + timedelta(hours=2, minutes=1)):
        assert reviewing.is_sealed(of(william), taken)


def test_only_the_reviewer_of_the_case_opens_them(taken: DisputeCase, heraclius: Player) -> None:
    with pytest.raises(errors.NotYourCase):
        reviewing.unseal(user=of(heraclius), number=taken.pk)
    assert reviewing.is_sealed(of(heraclius), taken)


def test_the_lists_have_what_is_to_be_done_first(
    case: DisputeCase, william: Player, richard: Player, saladin: Player
) -> None:
    def listed(state: str = "") -> list[int]:
        return [found.pk for found in queue.find(of(william), queue.Wanted(state=state))]

    assert listed() == [case.pk]
    reviewing.take(user=of(william), number=case.pk)
    decide(william, case)
    assert listed() == []
    assert listed("settled") == [case.pk]
    assert report(richard, case.game).pk in listed()


def test_reviewers_are_told_that_a_case_waits(
    case: DisputeCase, taken: DisputeCase, william: Player, heraclius: Player, richard: Player
) -> None:
    from games.alerts.reading import Reading

    def told(player: Player) -> list[str]:
        return [Reading(notice).link() for notice in mails_to(player, case)]

    assert len(told(william)) == len(told(heraclius)) == 1
    assert told(william)[0].endswith(f"/review/{case.pk}/")
    decide(william, taken)
    filing.appeal(user=of(richard), number=taken.pk, text="No.")
    assert (len(told(william)), len(told(heraclius))) == (1, 2)


def test_the_reviewer_is_told_of_an_answer(taken: DisputeCase, william: Player, saladin: Player) -> None:
    before = len(mails_to(william, taken))
    reviewing.ask(user=of(william), number=taken.pk, side="saracen", text="Which road?")
    filing.write(user=of(saladin), number=taken.pk, text="By Tiberias.")
    assert [notice.data for notice in mails_to(william, taken)[before:]] == [{"review": taken.pk, "news": "replied"}]


def test_a_case_left_lying_can_be_taken_by_another(taken: DisputeCase, heraclius: Player) -> None:
    with time_machine.travel(timezone.now() + timedelta(days=14, minutes=1)):
        reviewing.take(user=of(heraclius), number=taken.pk)
    assert fresh(taken).reviewer == of(heraclius)


def test_the_case_of_a_reviewer_who_is_one_no_more_is_free(
    taken: DisputeCase, william: Player, heraclius: Player
) -> None:
    of(william).is_staff = False
    of(william).save()
    reviewing.take(user=of(heraclius), number=taken.pk)
    assert fresh(taken).reviewer == of(heraclius)


@pytest.mark.django_db(transaction=True)
def test_of_two_reviewers_at_once_one_gets_the_case(case: DisputeCase, william: Player, heraclius: Player) -> None:
    def take(player: Player) -> str:
        try:
            reviewing.take(user=of(player), number=case.pk)
        except errors.NotNow:
            return "late"
        finally:
            connection.close()
        return "first"

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(take, (william, heraclius))) == ["first", "late"]
    assert entries(case) == ["report", "taken"]
    assert StaffAction.objects.filter(kind=StaffAction.Kind.TOOK).count() == 1
