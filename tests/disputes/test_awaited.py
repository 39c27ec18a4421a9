"""The player a game comes to wait for, by whatever act, is told so by their wishes for turns; and by one mail where one
says it all.
"""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail as sent_by_django
from django.utils import timezone

from games.alerts import outbox
from games.disputes import reviewing
from games.models import AlertSettings, DisputeCase, Game, Notice, Target
from games.services.after_commit import waking
from games.services.agreements import offers
from games.services.play import rules_upgrade
from games.tasks import send_alerts
from rules import game as rules_game
from tests.disputes.conftest import NewGame, act, finish, fresh, of, report, resign
from tests.games.helpers import Player, first, ok
from tests.games.test_moving_rules import NEW

pytestmark = pytest.mark.django_db
Mails = Callable[[str], list[str]]


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        yield clock


@pytest.fixture
def mails(settings: Any, clock: Any, people: dict[str, Player]) -> Mails:
    """Lets some minutes pass, sends, and returns "SUBJECT: TEXT" of the mails that went to somebody."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    for name, player in people.items():
        EmailAddress.objects.create(user=of(player), email=f"{name}@example.org", verified=True, primary=True)

    def send(name: str) -> list[str]:
        clock.shift(timedelta(minutes=3))
        send_alerts()
        return [
            f"{one.subject}: {' '.join(str(one.body).split())}"
            for one in sent_by_django.outbox
            if one.to == [f"{name}@example.org"]
        ]

    return send


@pytest.fixture
def quiet(mails: Mails) -> Callable[[], None]:
    """Forgets what was sent so far."""

    def forget() -> None:
        mails("nobody")
        sent_by_django.outbox.clear()

    return forget


def wishes(player: Player, **modes: str) -> None:
    AlertSettings.objects.create(user=of(player), mail=modes)


@pytest.mark.parametrize("start", ["off", "at-once", "digest"])
def test_who_is_seated_where_the_game_waits_is_told_at_once(
    start: str, taken: DisputeCase, william: Player, baldwin: Player, mails: Mails, quiet: Callable[[], None]
) -> None:
    wishes(baldwin, start=start)
    quiet()
    act(william, taken, "replace", side="frank", name="Baldwin", agreed="on")
    (told,) = mails("Baldwin")
    assert "It is your turn." in told
    assert ("You have taken over a side" in told) == (start == "at-once")


def test_who_wants_no_alerts_of_turns_gets_none_of_a_seat_that_waits(
    taken: DisputeCase, william: Player, baldwin: Player, mails: Mails, quiet: Callable[[], None]
) -> None:
    wishes(baldwin, start="off", turn="off")
    quiet()
    act(william, taken, "replace", side="frank", name="Baldwin", agreed="on")
    assert mails("Baldwin") == []


def test_who_is_seated_where_nothing_waits_is_told_of_the_seat_alone(
    taken: DisputeCase, william: Player, baldwin: Player, mails: Mails, quiet: Callable[[], None]
) -> None:
    quiet()
    act(william, taken, "replace", side="saracen", name="Baldwin", agreed="on")
    (told,) = mails("Baldwin")
    assert "You have taken over a side" in told
    assert "It is your turn." not in told


def test_a_browser_of_who_is_seated_hears_of_the_turn_once(
    taken: DisputeCase, william: Player, baldwin: Player
) -> None:
    Target.objects.create(user=of(baldwin), kind="json", address="https://chat.example.org/hook")
    act(william, taken, "replace", side="frank", name="Baldwin", agreed="on")
    queued = Notice.objects.filter(user=of(baldwin), game=taken.game, target__isnull=False)
    assert {outbox.settle_unneeded(one): one.kind for one in queued.select_related("user", "game", "target")} == {
        True: "turn",
        False: "start",
    }


@pytest.mark.parametrize("dispute", ["off", "digest", "at-once"])
@pytest.mark.parametrize("kind", ["rewind", "restore"])
def test_whose_turn_it_is_after_an_act_of_a_reviewer_is_told_whatever_they_wish_for_disputes(
    kind: str,
    dispute: str,
    taken: DisputeCase,
    william: Player,
    richard: Player,
    saladin: Player,
    mails: Mails,
    quiet: Callable[[], None],
) -> None:
    wishes(richard, dispute=dispute)
    if kind == "rewind":
        finish(richard, taken.game)  # the game waits for Saladin
    else:
        resign(saladin, taken.game)
    quiet()
    act(william, taken, kind, **({"event": "3"} if kind == "rewind" else {"hours": "24"}))
    (told,) = mails("Richard")
    assert "It is your turn." in told
    assert ("A reviewer acted" if dispute == "at-once" else "Your turn") in told.partition(" (")[0]
    assert ("Your time ends: " in told) == (kind == "restore"), (
        "the report stopped the clocks, and a restored game has running ones"
    )
    assert not [one for one in mails("Saladin") if "your turn" in one.lower()]


def test_whose_decision_the_site_takes_back_is_told(
    game: Game,
    richard: Player,
    saladin: Player,
    mails: Mails,
    quiet: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """New rules forbid what Richard has planned: he had chosen his card and left, and is asked once more."""
    finish(richard, game)
    finish(saladin, game)
    quiet()
    ok(richard.act(game, first(richard.view(game), "play-card")))
    assert not game.seats.get(side="frank").awaited
    monkeypatch.setattr(rules_game, "VERSION", NEW)
    legal, refusal = rules_game.is_legal, rules_game.refuse("4.0", "Not this card.")
    monkeypatch.setattr(
        rules_game,
        "is_legal",
        lambda position, side, action: refusal if side == "frank" else legal(position, side, action),
    )
    assert rules_upgrade.move(fresh(game), migrate=True).word == "illegal"
    assert game.seats.get(side="frank").awaited
    (told,) = mails("Richard")
    assert told.startswith("Your turn")


def test_who_gets_the_seat_of_the_computer_is_told_of_the_turn(
    new_game: NewGame,
    william: Player,
    richard: Player,
    saladin: Player,
    clock: Any,
    mails: Mails,
    quiet: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wishes(richard, start="off")
    monkeypatch.setattr(waking, "listeners", [lambda: None])  # the computer thinks for as long as it likes
    game = new_game(pace="fast", take_over=True)
    clock.shift(timedelta(days=9))
    offers.claim(game_id=game.public_id, user=of(saladin), what="computer", idempotency_key=uuid4())
    case = report(saladin, game)
    quiet()
    reviewing.take(user=of(william), number=case.pk)
    act(william, case, "replace", side="frank", name="Richard", agreed="on")
    assert game.seats.get(side="frank").awaited
    assert [one for one in mails("Richard") if one.startswith("Your turn")]


def test_a_turn_that_is_told_by_another_alert_says_so_on_the_page_of_sent_alerts(
    taken: DisputeCase, william: Player, baldwin: Player, mails: Mails, quiet: Callable[[], None]
) -> None:
    quiet()
    act(william, taken, "replace", side="frank", name="Baldwin", agreed="on")
    mails("Baldwin")
    assert Notice.objects.get(user=of(baldwin), kind="turn").why == "said"
    assert "another alert of the game says it" in baldwin.client.get("/alerts/").content.decode()


def test_the_alert_that_would_have_said_it_and_failed_leaves_the_turn_to_be_told(
    taken: DisputeCase, william: Player, baldwin: Player, mails: Mails, quiet: Callable[[], None]
) -> None:
    quiet()
    act(william, taken, "replace", side="frank", name="Baldwin", agreed="on")
    Notice.objects.filter(user=of(baldwin), kind="start").update(state="failed")
    assert [one for one in mails("Baldwin") if one.startswith("Your turn")]
