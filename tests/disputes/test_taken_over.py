"""Disputes of games in which the computer took over for a player whose time was up."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from games.alerts.reading import Reading
from games.disputes import errors, queue, reviewing
from games.disputes.queue import Wanted
from games.models import CaseEntry, ComputerTurn, DisputeCase, Game, Notice, Seat, TakeOver
from games.services.archive.check import first_difference
from games.services.computer import minds, turns
from tests.disputes.conftest import NewGame, act, finish, fresh, of, report
from tests.disputes.test_pages import text
from tests.games.helpers import BALIAN_TO_ASCALON, Player, new_key, ok, problem

pytestmark = pytest.mark.django_db


@pytest.fixture
def agreed(new_game: NewGame) -> Game:
    minds.kept.clear()
    return new_game(take_over=True)


def call_the_computer(game: Game, player: Player) -> None:
    """The Franks' time runs out, and the player has the computer play on for them."""
    Seat.objects.filter(game=game, side="frank").update(runs_since=F("runs_since") - timedelta(days=8))
    ok(player.post(f"games/{game.public_id}/claim/", {"claim": "computer", "key": new_key()}))


@pytest.fixture
def taken_over(agreed: Game, saladin: Player) -> Game:
    call_the_computer(agreed, saladin)
    return agreed


@pytest.fixture
def ours(taken_over: Game, saladin: Player, william: Player) -> DisputeCase:
    return reviewing.take(user=of(william), number=report(saladin, taken_over).pk)


def test_nobody_answers_for_the_computer(
    ours: DisputeCase, taken_over: Game, saladin: Player, richard: Player, william: Player
) -> None:
    """The case is of one person; clocks stand, but both may move; pages are whole, and the computer gets no mail."""
    assert (ours.opener, ours.other) == (of(saladin), None)
    assert turns.play_due() == 1
    assert not Seat.objects.get(game=taken_over, side="frank").awaited
    for player, address in ((saladin, "dispute"), (william, "review-case")):
        shown = player.client.get(reverse(address, args=[ours.pk]))
        assert shown.status_code == 200
        assert "@computer" not in text(shown)
    assert richard.client.get(reverse("dispute", args=[ours.pk])).status_code == 404
    for kind in ("warn", "mute", "suspend", "ban"):
        with pytest.raises(errors.BadAct, match="The computer plays this side"):
            act(william, ours, kind, side="frank", days="7", ban="lay")
    act(william, ours, "answer", settles=True)
    finish(saladin, taken_over)
    assert turns.play_due() == 1
    assert not Notice.objects.exclude(user__computer="").exists()
    assert first_difference(fresh(taken_over)) is None


def test_a_reviewer_seats_a_person_in_its_place(
    ours: DisputeCase, taken_over: Game, william: Player, baldwin: Player
) -> None:
    """Baldwin plays on for the Franks; the computer is out, the game remains marked, and the record verifies."""
    act(william, ours, "replace", side="frank", name="Baldwin", agreed="on", settles=True)
    assert baldwin.view(taken_over)["you"] == "frank"
    turns.play_due()
    assert not ComputerTurn.objects.filter(game=taken_over).exists()
    finish(baldwin, taken_over)
    turns.queue_missing()
    assert not ComputerTurn.objects.filter(game=taken_over).exists()
    game = fresh(taken_over)
    assert game.taken_over == "frank"
    assert first_difference(game) is None


def test_who_was_late_can_be_seated_again_by_a_reviewer_alone(
    ours: DisputeCase, taken_over: Game, william: Player, richard: Player
) -> None:
    problem(richard.post(f"games/{taken_over.public_id}/join/"), 409, "not-open")
    act(william, ours, "replace", side="frank", name="Richard", agreed="on", settles=True)
    ok(richard.act(taken_over, BALIAN_TO_ASCALON))


def test_who_reported_before_follows_the_case_to_its_end(
    agreed: Game, richard: Player, saladin: Player, william: Player
) -> None:
    """Richard reports, the clocks go on, his time is up: the case remains his, though the game is not."""
    case = reviewing.take(user=of(william), number=report(richard, agreed).pk)
    act(william, case, "resume")
    call_the_computer(agreed, saladin)
    act(william, case, "answer", settles=True)
    assert CaseEntry.objects.filter(case=case, kind="decision").exists()
    for player in (richard, saladin):
        assert "Decision: the reviewer answered" in text(player.client.get(reverse("dispute", args=[case.pk])))
    assert Notice.objects.filter(user=of(richard), kind="dispute", data__news="decided").exists()


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_who_was_late_disputes_the_take_over(
    new_game: NewGame, richard: Player, saladin: Player, baldwin: Player, william: Player, visibility: str
) -> None:
    """Out of the game, and of a private one its page is gone: the mail leads to the form.

    A reviewer seats him again.
    """
    game = new_game(take_over=True, visibility=visibility)
    call_the_computer(game, saladin)
    address = reverse("report-problem", args=[game.public_id])
    told = Notice.objects.get(user=of(richard), data__gone="late")
    assert (Reading(told).link().endswith(address), Reading(told).button()) == (True, "Report a problem")
    shown = text(richard.client.get(address))
    assert "a reviewer can seat you again" in shown
    assert "@computer" not in shown
    assert baldwin.client.get(address).status_code == (403 if visibility == "public" else 404)
    before = fresh(game).version
    case = report(richard, game, category="clock", wish="time")
    assert (case.side, case.opener, case.other, case.froze) == ("frank", of(richard), of(saladin), False)
    assert fresh(game).version == before, "he stops nobody's clock"
    assert richard.client.get(reverse("dispute", args=[case.pk])).status_code == 200
    with pytest.raises(errors.CaseIsOpen):
        report(richard, game)
    reviewing.take(user=of(william), number=case.pk)
    act(william, case, "replace", side="frank", name="Richard", agreed="on", settles=True)
    assert richard.view(game)["you"] == "frank"
    assert first_difference(fresh(game)) is None


def test_a_take_over_can_be_disputed_for_two_weeks(taken_over: Game, richard: Player) -> None:
    TakeOver.objects.update(at=timezone.now() - timedelta(days=15))
    assert "Nothing can be reported now" in text(
        richard.client.get(reverse("report-problem", args=[taken_over.public_id]))
    )
    with pytest.raises(errors.NotForThisGame):
        report(richard, taken_over)


def test_cases_against_the_computer_have_nobody_in_common(
    ours: DisputeCase, new_game: NewGame, saladin: Player, heraclius: Player
) -> None:
    """Of another game, whose other side the same level plays, nothing ties a reviewer, and nothing is offered to be
    merged.
    """
    other = new_game(take_over=True)
    call_the_computer(other, saladin)
    case = report(saladin, other)
    assert [found.closed for found in queue.find(of(heraclius), Wanted(order="newest"))] == [False, False]
    assert case.other is None
