"""The alert of a day's decision, for those who have asked for it; and whose games become exercises."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.management import call_command

from games.alerts import decisions, outbox, preferences, unsubscribing
from games.exercises import daily
from games.models import AlertSettings, DailyExercise, ExerciseAttempt, Game, Notice, Target, User
from opponent.exercises import Exercise
from rules import verify
from tests.exercises.test_deciding import begin, decide
from tests.games.conftest import started
from tests.games.helpers import Player, ok

MORNING = datetime(2026, 11, 25, 7, 5, tzinfo=UTC)
"""Five past eight in Warsaw."""


@pytest.fixture
def reader(baldwin: Player) -> User:
    """Baldwin has asked for it by mail, at eight in Warsaw."""
    user = baldwin.user
    assert user is not None
    User.objects.filter(pk=user.pk).update(time_zone="Europe/Warsaw")
    user.refresh_from_db()
    EmailAddress.objects.create(user=user, email="baldwin@example.org", verified=True, primary=True)
    preferences.save(user=user, mail={"decision": "at-once"}, others={}, digest_hour=8)
    return user


def queue(now: datetime) -> int:
    with time_machine.travel(now, tick=False):
        alert = daily.alert_of_today()
        assert alert is not None
        return decisions.queue_due(alert)


def send(now: datetime) -> None:
    with time_machine.travel(now, tick=False):
        for pk in outbox.due_singles():
            outbox.deliver(pk)


def test_it_comes_once_in_the_morning_of_who_asked_for_it(movement: Exercise, reader: User) -> None:
    User.objects.create_user("Sibylla")
    assert queue(MORNING - timedelta(minutes=10)) == 0, "it is not eight yet"
    assert queue(MORNING) == 1
    assert queue(MORNING + timedelta(minutes=5)) == 0
    send(MORNING)
    (sent,) = mail.outbox
    assert sent.to == ["baldwin@example.org"]
    assert sent.subject.startswith("Today’s decision: A movement, ")
    assert "/decision/2026-11-25/" in str(sent.body)
    assert "because you have asked for it" in " ".join(str(sent.body).split())
    html = str(sent.alternatives[0][0])  # type: ignore[attr-defined]
    assert "/decision/2026-11-25/" in html
    assert queue(MORNING + timedelta(hours=20)) == 0, "at night"
    assert queue(MORNING + timedelta(days=1)) == 1


def test_who_has_decided_already_gets_none(movement: Exercise, reader: User) -> None:
    with time_machine.travel(MORNING, tick=False):
        assert queue(MORNING) == 1
        player = Player(reader)
        decide(player, begin(player), movement)
        assert ExerciseAttempt.objects.get().of_the_day
        send(MORNING)
        assert mail.outbox == []
        assert Notice.objects.get().why == "answered"
        Notice.objects.all().delete()
        assert queue(MORNING) == 0


def test_it_is_off_until_somebody_asks_and_the_link_in_the_mail_stops_it(movement: Exercise, reader: User) -> None:
    wishes = AlertSettings(user=reader)
    assert preferences.mail_mode(wishes, "decision") == "off"
    assert preferences.others_wanted(wishes, "decision") is False
    assert preferences.mail_mode(wishes, "turn") == "at-once"
    page = Player(User.objects.create_user("Sibylla")).client.get("/settings/alerts/").content.decode()
    assert "A decision a day, at the hour of the daily digest" in page
    field = page[page.index('name="mail-decision"') :]
    assert '<option value="off" selected>' in field[: field.index("</select>")]
    stop = unsubscribing.read(unsubscribing.token(user=reader, kind="decision", game=None))
    assert stop is not None
    assert unsubscribing.apply(stop, "kind") == "kind"
    assert queue(MORNING) == 0


def test_browsers_and_chats_get_it_where_that_is_wished(movement: Exercise, reader: User) -> None:
    target = Target.objects.create(user=reader, kind="json", address="https://chat.example/hook")
    preferences.save(user=reader, mail={}, others={"decision": True}, digest_hour=8)
    assert queue(MORNING) == 1
    assert [notice.target for notice in Notice.objects.all()] == [target]


def test_it_does_not_come_when_its_day_is_over(movement: Exercise, reader: User) -> None:
    assert queue(MORNING) == 1
    assert 'href="/decision/"' in Player(reader).client.get("/alerts/").content.decode()
    send(MORNING + timedelta(days=1))
    assert mail.outbox == []
    assert Notice.objects.get().why == "lapsed"


def test_a_digest_of_it_alone_has_a_subject_of_its_own(movement: Exercise, reader: User) -> None:
    preferences.save(user=reader, mail={"decision": "digest"}, others={}, digest_hour=8)
    assert queue(MORNING) == 1
    send(MORNING)
    key = Notice.objects.get().digest
    assert key
    with time_machine.travel(MORNING + timedelta(seconds=1), tick=False):
        Notice.objects.update(due_at=MORNING)
        outbox.deliver_digest(key)
    assert [sent.subject for sent in mail.outbox] == ["Crusader Rex: today’s decision"]


def test_the_profile_shows_the_streak_to_its_owner_alone(
    movement: Exercise, baldwin: Player, new_reader: Callable[[], Player]
) -> None:
    decide(baldwin, begin(baldwin), movement)
    assert "Only you see this line." in baldwin.client.get("/players/Baldwin/").content.decode()
    assert "Only you see this line." not in new_reader().client.get("/players/Baldwin/").content.decode()


@pytest.fixture
def new_reader(db: None) -> Callable[[], Player]:
    return lambda: Player(User.objects.create_user("Sibylla"))


def test_records_for_exercises_are_of_games_whose_two_players_allow_it(
    db: None, tmp_path: Path, movement: Exercise
) -> None:
    richard, saladin = (Player(User.objects.create_user(name)) for name in ("Richard", "Saladin"))
    games = [started(richard, saladin), started(richard, saladin, visibility="private")]
    running = started(richard, saladin)
    for game in games:
        ok(richard.resign(game))
    User.objects.filter(username="Richard").update(games_as_exercises=True)
    call_command("export_for_exercises", str(tmp_path), stdout=StringIO())
    assert list(tmp_path.iterdir()) == [], "one of the two is not enough"
    User.objects.filter(username="Saladin").update(games_as_exercises=True)
    call_command("export_for_exercises", str(tmp_path), stdout=StringIO())
    (found,) = tmp_path.iterdir()
    assert found.stem == str(games[0].public_id)
    text = found.read_text()
    record: Any = json.loads(text)
    assert "Richard" not in text
    assert "Saladin" not in text
    assert verify.check(record).status == 0
    assert Game.objects.get(pk=running.pk).status == Game.Status.ACTIVE
    assert not DailyExercise.objects.exists()
