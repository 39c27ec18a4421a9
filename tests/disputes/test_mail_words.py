"""What mails say of a game that a reviewer has taken back, restored or annulled: how it stands now, nothing that no
longer counts.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail as sent_by_django
from django.utils import timezone

from games.access import find_game, game_under_review
from games.alerts import mail, summary
from games.disputes import reviewing
from games.models import AlertSettings, DisputeCase, Game, Notice
from games.services.agreements import offers
from games.services.archive.importing import import_game
from games.services.play import rewinding
from games.tasks import send_alerts
from tests.disputes.conftest import act, deploy, finish, fresh, of, report, resign
from tests.games.helpers import Player
from tests.rules.recording import recorded

pytestmark = pytest.mark.django_db
Outbox = Callable[..., list[str]]


def words_to(player: Player, game: Game, kind: str = "turn") -> str:
    """The mail that this player would get now."""
    return str(
        mail.single(Notice(user=of(player), game=fresh(game), kind=kind, turn=game.version), "reader@example.org").body
    )


def news(player: Player, game: Game) -> str:
    access = find_game(user=of(player), game_id=game.public_id)
    return " ".join(
        line for line in summary.summary_lines(access, access.sides[0]) if line.startswith("Since your last move")
    )


@pytest.fixture
def outbox(settings: Any, richard: Player, saladin: Player) -> Outbox:
    """Sends what waits, three minutes from now unless told otherwise, and returns the mails to the two as "To NAME:
    TEXT".
    """
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    for player in (richard, saladin):
        EmailAddress.objects.create(
            user=of(player), email=f"{of(player).username}@example.org", verified=True, primary=True
        )

    def send(**later: float) -> list[str]:
        sent_by_django.outbox.clear()
        with time_machine.travel(timezone.now() + timedelta(**(later or {"minutes": 3}))):
            send_alerts()
        return [
            f"To {message.to[0].partition('@')[0]}: {' '.join(str(message.body).split())}"
            for message in sent_by_django.outbox
        ]

    return send


def test_the_mail_after_a_rewind_tells_of_no_victory_that_was_taken_back(
    william: Player, richard: Player, saladin: Player
) -> None:
    game = fresh(import_game(recorded(3), owner=of(richard), players={"frank": of(richard), "saracen": of(saladin)}))
    Game.objects.update(started_at=timezone.now())
    ended = game.events.latest("seq")
    loser = {"frank": saladin, "saracen": richard}[ended.side]
    assert "game-won" in [fact["type"] for fact in ended.events]
    last_own = game.events.filter(kind="action", wall=True).exclude(side=ended.side).latest("seq").seq
    target = rewinding.last_moment(game, last_own)
    assert target is not None
    rewinding.rewind(game_under_review(user=of(william), game_id=game.public_id, lock=True), to=target)
    body = words_to(loser, game)
    for gone in ("won", "Winter", "moved"):
        assert gone not in body
    assert "A reviewer took the game back to" in body


def test_a_mail_counts_no_blocks_whose_moves_were_taken_back(
    taken: DisputeCase, william: Player, richard: Player, saladin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish(richard, taken.game)
    finish(saladin, taken.game)
    monkeypatch.setattr(
        summary, "MOVES", ("deployment-ended", "cards-revealed", "saladin-stayed", *_told_by(taken.game))
    )
    before = news(richard, taken.game)
    assert "moved." in before
    act(william, taken, "rewind", event="3")
    assert news(richard, taken.game) == "Since your last move: A reviewer took the game back to an earlier moment."


def _told_by(game: Game) -> list[str]:
    return [fact["type"] for event in game.events.filter(side="saracen") for fact in event.events]


@pytest.mark.parametrize("how", ["resignation", "time-out"])
def test_the_mail_after_a_restoration_tells_of_no_end(
    how: str, game: Game, william: Player, richard: Player, saladin: Player
) -> None:
    finish(richard, game)
    with time_machine.travel(timezone.now() + timedelta(days=9)):
        if how == "resignation":
            resign(saladin, game)
        else:
            offers.claim(game_id=game.public_id, user=of(richard), what="win", idempotency_key=uuid4())
        case = report(saladin, game)
        reviewing.take(user=of(william), number=case.pk)
        act(william, case, "restore", hours="24")
        assert fresh(game).status == "active"
        for player in (richard, saladin):
            body = words_to(player, game)
            assert "resigned" not in body
            assert "claimed" not in body
            assert "is over" not in body
        assert news(richard, game) == "Since your last move: A reviewer restored the game."


@pytest.mark.parametrize("kind", ["restore", "rewind"])
def test_no_mail_says_that_a_game_is_over_which_goes_on(
    kind: str, taken: DisputeCase, william: Player, richard: Player, saladin: Player, outbox: Outbox
) -> None:
    """The mail server was away, or the reviewer quick: the alert of the end still waits."""
    resign(saladin, taken.game)
    waiting = Notice.objects.filter(game=taken.game, kind="over")
    assert [notice.user for notice in waiting] == [of(richard)]
    act(william, taken, kind, **({"hours": "24"} if kind == "restore" else {"event": "3"}))
    bodies = outbox()
    assert len([body for body in bodies if body.startswith("To Richard")]) >= 1
    assert not [body for body in bodies if "The game is over" in body]
    assert waiting.get().state == "dropped"


def test_an_alert_of_an_end_that_is_being_sent_while_the_game_is_restored_is_not_tried_again(
    taken: DisputeCase, william: Player, richard: Player, saladin: Player, outbox: Outbox
) -> None:
    resign(saladin, taken.game)
    notice = Notice.objects.get(game=taken.game, kind="over")
    Notice.objects.filter(pk=notice.pk).update(state="sending", lease_until=timezone.now(), claim=uuid4())
    act(william, taken, "restore", hours="24")
    assert not [body for body in outbox() if "The game is over" in body]
    assert (fresh(notice).state, fresh(notice).why) == ("dropped", "goes-on")


def test_who_has_to_move_after_a_rewind_or_a_restoration_reads_it_in_the_mail_about_it(
    taken: DisputeCase, william: Player, richard: Player, saladin: Player, outbox: Outbox
) -> None:
    finish(richard, taken.game)
    act(william, taken, "rewind", event="3")
    told = {body.partition(":")[0]: body for body in outbox() if "taken your game back" in body}
    assert "It is your turn." in told["To Richard"]
    assert "It is your turn." not in told["To Saladin"]


@pytest.mark.parametrize("over", [False, True])
def test_the_mails_of_an_annulled_game_name_no_winner(
    over: bool, taken: DisputeCase, william: Player, richard: Player, saladin: Player, outbox: Outbox
) -> None:
    finish(richard, taken.game)
    if over:
        resign(saladin, taken.game)
    act(william, taken, "annul", settles=True)
    bodies = outbox()
    assert {body.partition(":")[0] for body in bodies} == {"To Richard", "To Saladin"}
    for body in bodies:
        assert "annulled" in body
        for gone in ("resigned", "win", "It is your turn"):
            assert gone not in body


def test_a_digest_of_a_game_that_was_won_rewound_and_goes_on_says_only_what_holds(
    taken: DisputeCase, william: Player, richard: Player, saladin: Player, outbox: Outbox
) -> None:
    for player in (richard, saladin):
        AlertSettings.objects.create(user=of(player), mail=dict.fromkeys(Notice.Kind.values, "digest"))
    finish(richard, taken.game)
    resign(saladin, taken.game)
    act(william, taken, "rewind", event="3")
    outbox()
    bodies = outbox(days=2)
    assert len(bodies) == 2
    for body in bodies:
        assert "taken your game back" in body
        assert "The game is over" not in body
        assert "resigned" not in body


def test_a_rewind_to_the_deployment_names_no_turn(
    taken: DisputeCase, william: Player, richard: Player, saladin: Player
) -> None:
    deploy(richard, taken.game)
    finish(richard, taken.game)
    act(william, taken, "rewind", event="3")
    told = [
        fact["text"]
        for entry in richard.history(taken.game)
        for fact in entry["events"]
        if fact["type"] == "game-rewound"
    ]
    assert told == ["A reviewer took the game back to an earlier moment."]
