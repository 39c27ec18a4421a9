"""A player reports a problem; the other answers; decisions are appealed."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.disputes import errors, filing, reviewing
from games.errors import GameNotFound, NotAPlayer
from games.models import CaseEntry, DisputeCase, Game, Notice
from games.services.lobby import lobby
from tests.disputes.conftest import NewGame, act, decide, deploy, entries, fresh, mails_to, of, report, resign
from tests.games.helpers import Player

pytestmark = pytest.mark.django_db


def test_a_report_stops_the_clocks_and_tells_the_other_player(game: Game, richard: Player, saladin: Player) -> None:
    case = report(richard, game)
    assert fresh(game).frozen_at is not None
    assert case.froze
    [notice] = mails_to(saladin, case)
    assert notice.data == {"case": case.pk, "news": "reported", "from": "Richard"}
    assert mails_to(richard, case) == []


def test_the_log_does_not_tell_whose_report_stopped_the_clocks(case: DisputeCase) -> None:
    event = case.game.events.latest("seq")
    assert (event.kind, event.side, event.wall) == ("system", "", False)
    assert [fact["type"] for fact in event.events] == ["clocks-frozen"]
    assert "side" not in event.events[0]


def test_a_player_stops_the_clocks_once_in_a_game(game: Game, richard: Player, saladin: Player) -> None:
    first = report(richard, game)
    filing.withdraw(user=of(richard), number=first.pk)
    assert fresh(game).frozen_at is None
    again = report(richard, game)
    assert not again.froze
    assert fresh(game).frozen_at is None
    assert report(saladin, game).froze


def test_a_report_stops_nothing_where_there_are_no_clocks(new_game: NewGame, richard: Player) -> None:
    game = new_game(pace="friendly")
    before = game.version
    assert not report(richard, game).froze
    assert fresh(game).version == before


def test_two_reports_stop_the_clocks_until_both_are_settled(
    game: Game, richard: Player, saladin: Player, william: Player
) -> None:
    first = report(richard, game)
    second = report(saladin, game)
    assert not second.froze
    filing.withdraw(user=of(saladin), number=second.pk)
    assert fresh(game).frozen_at is not None
    reviewing.take(user=of(william), number=first.pk)
    decide(william, first)
    assert fresh(game).frozen_at is None


def test_what_was_planned_stays_hidden_when_the_clocks_are_stopped(
    game: Game, richard: Player, saladin: Player
) -> None:
    deploy(richard, game)
    before = len(saladin.history(game))
    report(saladin, game)
    after = saladin.history(game)
    assert len(after) == before + 1
    assert all(entry["kind"] != "action" for entry in after)
    assert richard.undo(fresh(game)).status_code == 200


def test_one_report_at_a_time(game: Game, richard: Player) -> None:
    report(richard, game)
    with pytest.raises(errors.CaseIsOpen):
        report(richard, game)


@pytest.mark.parametrize(
    ("text", "refusal"), [("", errors.NothingWritten), ("  \n ", errors.NothingWritten), ("x" * 4001, errors.TooLong)]
)
def test_a_report_says_something_and_not_too_much(
    text: str, refusal: type[Exception], game: Game, richard: Player
) -> None:
    with pytest.raises(refusal):
        report(richard, game, text=text)
    assert not DisputeCase.objects.exists()


def test_strangers_cannot_report(game: Game, new_game: NewGame, baldwin: Player) -> None:
    with pytest.raises(NotAPlayer):
        report(baldwin, game)
    with pytest.raises(GameNotFound):
        report(baldwin, new_game(visibility="private"))


def test_there_are_no_disputes_with_oneself(richard: Player) -> None:
    solo = lobby.create_game(user=of(richard), solo=True).game
    with pytest.raises(errors.NotForThisGame):
        report(richard, solo)


def test_a_finished_game_can_be_disputed_for_two_weeks(game: Game, richard: Player, saladin: Player) -> None:
    resign(saladin, game)
    with time_machine.travel(timezone.now() + timedelta(days=15)), pytest.raises(errors.NotForThisGame):
        report(richard, game)
    with time_machine.travel(timezone.now() + timedelta(days=13)):
        assert report(richard, game).state == "open"


def test_both_write_and_each_is_told_of_the_others_words(case: DisputeCase, richard: Player, saladin: Player) -> None:
    filing.write(user=of(saladin), number=case.pk, text="It was within reach.")
    filing.write(user=of(richard), number=case.pk, text="It was not.")
    assert entries(case) == ["report", "answer", "answer"]
    assert [notice.data["news"] for notice in mails_to(richard, case)] == ["answered"]
    assert [notice.data["news"] for notice in mails_to(saladin, case)] == ["reported", "answered"]


def test_nobody_writes_without_end(case: DisputeCase, saladin: Player) -> None:
    for _ in range(filing.MOST_IN_A_ROW):
        filing.write(user=of(saladin), number=case.pk, text="And another thing.")
    with pytest.raises(errors.TooManyEntries):
        filing.write(user=of(saladin), number=case.pk, text="And another thing.")


def test_others_know_of_no_case(case: DisputeCase, baldwin: Player, william: Player) -> None:
    for player in (baldwin, william):
        with pytest.raises(errors.CaseNotFound):
            filing.find_case(user=of(player), number=case.pk)
        with pytest.raises(errors.CaseNotFound):
            filing.write(user=of(player), number=case.pk, text="Me too.")


def test_only_the_reporter_withdraws(case: DisputeCase, richard: Player, saladin: Player) -> None:
    with pytest.raises(errors.NotNow):
        filing.withdraw(user=of(saladin), number=case.pk)
    filing.withdraw(user=of(richard), number=case.pk)
    assert fresh(case).state == "closed"
    assert mails_to(saladin, case)[-1].data["news"] == "withdrawn"
    assert "withdrawn" not in [notice.data["news"] for notice in mails_to(richard, case)]


def test_the_reply_to_a_question_gives_the_case_back_to_the_reviewer(
    taken: DisputeCase, william: Player, saladin: Player
) -> None:
    reviewing.ask(user=of(william), number=taken.pk, side="saracen", text="Which road?")
    assert (fresh(taken).state, fresh(taken).waits_for) == ("waiting", "saracen")
    assert mails_to(saladin, taken)[-1].data["news"] == "asked"
    filing.write(user=of(saladin), number=taken.pk, text="By Tiberias.")
    assert (fresh(taken).state, fresh(taken).waits_for) == ("taken", "")
    assert entries(taken)[-2:] == ["question", "reply"]


def test_a_decision_is_appealed_once_and_by_either(
    taken: DisputeCase, richard: Player, saladin: Player, william: Player, heraclius: Player
) -> None:
    decide(william, taken)
    assert fresh(taken).state == "decided"
    filing.appeal(user=of(saladin), number=taken.pk, text="The rule was misread.")
    found = fresh(taken)
    assert (found.state, found.round, found.reviewer, found.decided_by) == ("appealed", 2, None, of(william))
    reviewing.take(user=of(heraclius), number=taken.pk)
    decide(heraclius, taken)
    assert fresh(taken).state == "closed"
    for player in (richard, saladin):
        with pytest.raises(errors.NoAppeal):
            filing.appeal(user=of(player), number=taken.pk, text="Once more.")


def test_an_appeal_comes_within_two_weeks(taken: DisputeCase, william: Player, richard: Player) -> None:
    decide(william, taken)
    with time_machine.travel(timezone.now() + timedelta(days=14, minutes=1)):
        with pytest.raises(errors.NoAppeal):
            filing.appeal(user=of(richard), number=taken.pk, text="The rule was misread.")
        assert filing.close_unappealed() == 1
        assert filing.close_unappealed() == 0
    assert fresh(taken).state == "closed"
    assert entries(taken)[-1] == "closed"


def test_players_read_numbers_of_their_own_history(
    game: Game, richard: Player, saladin: Player, william: Player
) -> None:
    """Numbers as recorded would tell how often the other side changed its mind."""
    deploy(richard, game)
    case = report(saladin, game)
    reviewing.take(user=of(william), number=case.pk)
    reviewing.unseal(user=of(william), number=case.pk)
    planned = game.events.filter(kind="action").latest("seq").seq
    entry = CaseEntry.objects.get(action=act(william, case, "freeze" if not fresh(game).frozen_at else "resume"))
    assert entry.rests_on == [2, 3]
    rested = filing.read_entries(case, of(saladin))[-1]
    assert rested.hidden == 0
    CaseEntry.objects.create(case=case, number=99, kind="act", rests_on=[planned])
    assert filing.read_entries(case, of(saladin))[-1].rests_on == ()
    assert filing.read_entries(case, of(saladin))[-1].hidden == 1
    assert filing.read_entries(case, of(richard))[-1].hidden == 0


def test_players_do_not_read_what_reviewers_note(taken: DisputeCase, william: Player, richard: Player) -> None:
    reviewing.note(user=of(william), number=taken.pk, text="He has done that before.")
    assert all("before" not in read.entry.text for read in filing.read_entries(taken, of(richard)))
    assert not Notice.objects.filter(data__news="noted").exists()


def test_a_player_reports_a_game_five_times_at_most(game: Game, richard: Player) -> None:
    for _ in range(filing.MOST_REPORTS):
        filing.withdraw(user=of(richard), number=report(richard, game).pk)
    with pytest.raises(errors.TooManyReports, match="5"):
        report(richard, game)
