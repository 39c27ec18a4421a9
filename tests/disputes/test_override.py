"""A reviewer who is tied to a player, whom a second one lets review one case."""

import pytest
from django.urls import reverse

from games.alerts import mail
from games.disputes import errors, filing, queue, reviewing
from games.disputes.queue import Wanted
from games.models import DisputeCase, StaffAction
from games.services.lobby import blocking, lobby
from tests.disputes.conftest import act, decide, entries, fresh, mails_to, make_reviewer, of, report
from tests.disputes.test_pages import text
from tests.games.helpers import Player

pytestmark = pytest.mark.django_db
WHY = "Nobody else reads Arabic."


@pytest.fixture
def tied(case: DisputeCase, richard: Player, william: Player) -> DisputeCase:
    """The case, to which William is tied: Richard has blocked him."""
    blocking.block(user=of(richard), other=of(william))
    return case


def allow(player: Player, case: DisputeCase, name: str = "William", reason: str = WHY) -> None:
    reviewing.allow(user=of(player), number=case.pk, name=name, reason=reason)


def test_a_second_reviewer_lets_a_tied_one_review_on_the_case_page(
    tied: DisputeCase, william: Player, heraclius: Player, richard: Player
) -> None:
    address = reverse("review-case", args=[tied.pk])
    refused = william.client.get(address)
    assert refused.status_code == 403
    assert "One who is not tied may also let you review it" in text(refused)
    assert "William: one blocked the other" in text(heraclius.client.get(address))
    done = heraclius.client.post(
        reverse("review-do", args=[tied.pk]), {"step": "allow", "name": "William", "text": WHY}, follow=True
    )
    assert "That reviewer may review this case, and is told." in text(done)
    assert "Heraclius lets William review the case in spite of a tie: one blocked the other" in text(done)
    assert WHY in text(william.client.get(address))
    assert text(william.client.get(address)).count("Let a tied reviewer review") == 0
    row = StaffAction.objects.get(kind="allowed")
    assert (row.actor, row.person, row.case, row.reason, row.after) == (
        of(heraclius),
        of(william),
        tied,
        WHY,
        {"ties": ["blocked"]},
    )
    logged = text(heraclius.client.get(reverse("review-audit")))
    assert "let a tied reviewer review the case" in logged
    assert WHY in logged
    reviewing.take(user=of(william), number=tied.pk)
    act(william, tied, "answer")
    assert fresh(tied).state == "decided"
    shown = text(richard.client.get(reverse("dispute", args=[tied.pk])))
    for hidden in (WHY, "William", "Heraclius", "tied"):
        assert hidden not in shown


def test_who_was_let_is_told_by_mail_and_the_mail_says_nothing_of_why(
    tied: DisputeCase, william: Player, heraclius: Player
) -> None:
    allow(heraclius, tied)
    notice = mails_to(william, tied)[-1]
    assert notice.data == {"review": tied.pk, "news": "allowed"}
    told = mail.single(notice, "william@example.org")
    assert str(told.subject).startswith("You may review a dispute (rules / rewind)")
    assert "Another reviewer lets you review a dispute" in " ".join(str(told.body).split())
    assert WHY not in f"{told.body}{told.alternatives[0][0]}"


def test_it_holds_for_one_case_alone(tied: DisputeCase, saladin: Player, william: Player, heraclius: Player) -> None:
    other = report(saladin, tied.game, text="He called me names.")
    allow(heraclius, tied)
    assert [case.closed for case in queue.find(of(william), Wanted(order="newest"))] == [True, False]
    reviewing.take(user=of(william), number=tied.pk)
    with pytest.raises(errors.Tied):
        reviewing.take(user=of(william), number=other.pk)
    with pytest.raises(errors.Tied):
        reviewing.find_player(of(william), "Richard")


def test_who_plays_with_one_of_them_may_be_let_as_well_and_be_given_the_case(
    case: DisputeCase, saladin: Player, william: Player, heraclius: Player
) -> None:
    other = lobby.create_game(user=of(william), side="frank").game
    lobby.join_game(user=of(saladin), game_id=other.public_id)
    with pytest.raises(errors.BadAct):
        reviewing.assign(user=of(heraclius), number=case.pk, name="William")
    allow(heraclius, case)
    reviewing.assign(user=of(heraclius), number=case.pk, name="William")
    assert fresh(case).reviewer == of(william)


def test_nobody_is_let_review_their_own_game_or_what_they_decided(
    taken: DisputeCase, richard: Player, saladin: Player, william: Player, heraclius: Player
) -> None:
    make_reviewer(saladin)
    with pytest.raises(errors.BadAct, match="neither plays in this game"):
        allow(heraclius, taken, "Saladin")
    decide(william, taken)
    filing.appeal(user=of(richard), number=taken.pk, text="No.")
    with pytest.raises(errors.BadAct):
        allow(heraclius, taken)
    assert "One who is not tied" not in text(saladin.client.get(reverse("review-case", args=[taken.pk])))
    assert "allowed" not in entries(taken)


def test_who_is_tied_or_was_only_let_lets_nobody(
    tied: DisputeCase, saladin: Player, william: Player, heraclius: Player, baldwin: Player
) -> None:
    make_reviewer(baldwin)
    blocking.block(user=of(saladin), other=of(baldwin))
    with pytest.raises(errors.Tied):
        allow(baldwin, tied)
    with pytest.raises(errors.Tied):
        allow(baldwin, tied, "Baldwin")
    allow(heraclius, tied)
    with pytest.raises(errors.Tied):
        allow(william, tied, "Baldwin")
    assert StaffAction.objects.filter(kind="allowed").count() == 1


@pytest.mark.parametrize("name", ["Heraclius", "Richard", "Nobody", ""])
def test_only_a_tied_reviewer_can_be_let(name: str, tied: DisputeCase, heraclius: Player) -> None:
    with pytest.raises(errors.BadAct):
        allow(heraclius, tied, name)


def test_it_takes_a_reason_and_a_case_that_is_not_settled(
    tied: DisputeCase, william: Player, heraclius: Player
) -> None:
    with pytest.raises(errors.NothingWritten):
        allow(heraclius, tied, reason=" ")
    reviewing.take(user=of(heraclius), number=tied.pk)
    act(heraclius, tied, "answer")
    with pytest.raises(errors.NotNow):
        allow(heraclius, tied)
    assert "allowed" not in entries(tied)
