"""What an inbox shows of each alert, in a list: what it is, of which side, year and turn, and until when by the
reader's clock.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from games.alerts import mail
from games.disputes import acting, filing, reviewing
from games.disputes.acting import ReviewRequest
from games.models import CaseEntry, Game, Notice, User
from games.services.lobby import lobby
from tests.disputes.conftest import make_reviewer
from tests.games.conftest import started
from tests.games.helpers import DONE, Player, new_key, ok

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _noon() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def game(richard: Player, saladin: Player) -> Game:
    """Richard has the Franks, Saladin the Saracens; two days and six hours a turn; it is 1189, turn 3, and Saladin's
    turn.
    """
    game = started(richard, saladin, pace="fast")
    ok(richard.act(game, DONE))
    User.objects.filter(username="Saladin").update(time_zone="Europe/Warsaw")
    Game.objects.filter(pk=game.pk).update(year=1189, turn=3)
    return Game.objects.get(pk=game.pk)


def subject(game: Game, kind: str, reader: str = "Saladin", **data: Any) -> str:
    """The subject of a mail of this kind, without the four characters that tell games of the same players apart."""
    notice = Notice(user=User.objects.get(username=reader), game=game, kind=kind, turn=data.pop("entry", 0), data=data)
    said = mail.single(notice, "reader@example.org").subject
    assert said.endswith(f"({game.public_id.hex[:4].upper()})")
    return said.rpartition(" (")[0].replace("\u00a0", " ")


def test_a_turn_says_side_year_turn_and_until_when_by_the_reader_s_clock(game: Game) -> None:
    assert subject(game, "turn") == "Your turn, until Wed 25 Nov, 1 p.m.: Saracens, 1189 turn 3 – against Richard"


def test_the_last_reminder_says_the_hour_alone_when_it_is_today(game: Game) -> None:
    later = (NOON + timedelta(hours=3, minutes=30)).isoformat()
    said = subject(game, "last-reminder", until=later)
    assert said == "Until 4:30 p.m.: Last reminder: your turn, Saracens, 1189 turn 3 – against Richard"
    tomorrow = (NOON + timedelta(hours=12)).isoformat()
    assert subject(game, "reminder", until=tomorrow).startswith("Until Tue 24 Nov, 1 a.m.: Reminder: your turn, ")


@pytest.mark.parametrize(
    ("winner", "words"),
    [("saracen", "You won: Saracens"), ("frank", "You lost: Saracens"), ("", "Game over, nobody won: Saracens")],
)
def test_the_end_says_who_won(winner: str, words: str, game: Game) -> None:
    game.status, game.winner, game.ending = Game.Status.OVER, winner, Game.Ending.RESIGNATION
    assert subject(game, "over") == f"{words}, 1189 turn 3 – against Richard"


def test_who_does_not_play_any_more_is_not_told_that_nobody_won(game: Game) -> None:
    User.objects.create(username="Baldwin")
    game.status, game.winner, game.ending = Game.Status.OVER, "frank", Game.Ending.RESIGNATION
    assert subject(game, "over", "Baldwin") == "Game over: 1189 turn 3 – Richard – Saladin"


def test_a_game_that_waits_for_dice_is_not_said_to_have_begun(richard: Player) -> None:
    assert richard.user is not None
    game = lobby.create_game(user=richard.user, side="frank").game
    until = (NOON + timedelta(hours=2)).isoformat()
    assert subject(game, "start", "Richard", dice=True, until=until).startswith("Open your game, until 2 p.m.: Franks")


def test_the_name_of_a_day_is_small_in_polish(game: Game) -> None:
    User.objects.filter(username="Saladin").update(language="pl")
    assert subject(game, "turn").startswith("Twój ruch, do śr 25 lis, 13:00: Saraceni")


def test_no_two_kinds_of_alert_of_a_game_have_the_same_subject(game: Game) -> None:
    until = (NOON + timedelta(hours=5)).isoformat()
    said = [
        *(subject(game, kind) for kind in ("turn", "reminder", "start", "message")),
        subject(game, "turn", started=True),
        subject(game, "start", **{"took-over": "saracen"}),
        subject(game, "start", joined="Richard"),
        subject(game, "last-reminder", until=until),
        *(
            subject(game, "offer", offer=offer, **{"from": "Richard"})
            for offer in ("pause", "end", "more-time", "time-up", "declined")
        ),
        *(
            subject(game, "offer", offer=offer, **{"from": "Richard"})
            for offer in ("annul", "rematch", "time-given", "pause-begun")
        ),
        subject(game, "offer", offer="idle", until=until),
    ]
    assert len(set(said)) == len(said)
    assert all("1189 turn 3" in one for one in said), said
    assert all("Saracens" in one and one.count("Richard") == 1 for one in said), said


def test_what_comes_before_the_start_has_no_year(richard: Player, saladin: Player) -> None:
    assert richard.user is not None
    room = lobby.create_game(user=richard.user, side="frank").game
    assert subject(room, "invitation", **{"from": "Richard"}) == "Richard invites you: Saracens"


def test_subjects_speak_the_reader_s_language(game: Game) -> None:
    User.objects.filter(username="Saladin").update(language="fr")
    assert (
        subject(game, "turn")
        == "Jusqu’au mer 25 nov., 13:00 : À vous de jouer, Sarrasins, 1189 tour 3 – contre Richard"
    )
    User.objects.filter(username="Saladin").update(language="pl")
    assert subject(game, "turn").startswith("Twój ruch, do ")


def test_the_fingerprint_of_the_dice_stands_below_the_button(game: Game) -> None:
    notice = Notice(user=User.objects.get(username="Saladin"), game=game, kind="start", turn=0, data={})
    message = mail.single(notice, "reader@example.org")
    html = str(message.alternatives[0][0])
    for text in (str(message.body), html):
        assert text.index(f"/games/{game.public_id}/") < text.index(game.commitment)


def test_a_decision_names_category_and_wish_and_carries_the_reviewer_s_reason(richard: Player, saladin: Player) -> None:
    game = started(richard, saladin)
    william = Player(User.objects.create_user("William"))
    make_reviewer(william)
    assert richard.user is not None
    assert william.user is not None
    case = filing.report(
        user=richard.user, game_id=game.public_id, category="dice", wish="annul", text="Six ones in a row, I swear."
    )
    report = Notice.objects.get(user=saladin.user, kind="dispute")
    assert subject(game, "dispute", entry=report.turn, **report.data) == (
        "Richard reported a problem (dice / annulment): Saracens, 1187"
    )
    reviewing.take(user=william.user, number=case.pk)
    acting.perform(
        user=william.user,
        number=case.pk,
        request=ReviewRequest(kind="answer", reason="The dice were as committed.", params={}, settles=True),
        key=new_key(),
    )
    decision = CaseEntry.objects.get(case=case, kind="decision")
    notice = Notice.objects.get(user=saladin.user, kind="dispute", turn=decision.pk)
    message = mail.single(notice, "reader@example.org")
    assert message.subject.startswith("Dispute decided (dice / annulment): Saracens")
    for text in (str(message.body), str(message.alternatives[0][0])):
        assert "The report: I doubt the dice or the draws. Asked for: The game annulled." in text
        assert "The dice were as committed." in text
        assert "Six ones" not in text


def test_what_a_player_wrote_in_a_dispute_is_in_no_mail(richard: Player, saladin: Player) -> None:
    game = started(richard, saladin)
    william = Player(User.objects.create_user("William"))
    make_reviewer(william)
    assert richard.user is not None
    filing.report(
        user=richard.user, game_id=game.public_id, category="conduct", wish="person", text="He called me a heretic."
    )
    for notice in Notice.objects.filter(kind="dispute"):
        message = mail.single(notice, "reader@example.org")
        assert "heretic" not in f"{message.subject}{message.body}{message.alternatives[0][0]}"
    to_review = mail.single(Notice.objects.get(user=william.user), "reader@example.org")
    assert to_review.subject.startswith("Dispute to review (conduct / a word to the player): 1187")
    assert "Richard – Saladin" in to_review.subject
