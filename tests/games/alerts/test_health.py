"""What the site notices of its alerts: refusals that are about the site, failures by their class, an hour in which
nothing went out.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from crusader_site import metrics
from games.models import Game, Notice, User
from games.watching import alarms, health
from tests.games.alerts.conftest import Clock, PostOffice
from tests.games.conftest import started
from tests.games.helpers import Player

pytestmark = pytest.mark.django_db
State = Notice.State
DMARC = "550 5.7.26 Unauthenticated email is not accepted due to the domain's DMARC policy"


@pytest.fixture(autouse=True)
def no_alarm_logged_yet() -> None:
    cache.clear()


@pytest.fixture
def people(clock: Clock, new_player: Callable[[str], Player]) -> list[Player]:
    return [new_player(name) for name in ("Richard", "Saladin", "Guy", "Balian", "Conrad", "Raymond")]


@pytest.fixture
def game(people: list[Player]) -> Game:
    game = started(people[0], people[1])
    game.notices.all().delete()
    return game


def alert_all(people: list[Player], game: Game, turn: int = 0) -> None:
    """A message for each that nobody has read."""
    for player in people:
        user = User.objects.get(pk=player.user.pk)  # type: ignore[union-attr]
        Notice.objects.create(user=user, game=game, kind="message", turn=turn, due_at=game.created_at)


def up() -> list[str]:
    return [alarm.name for alarm in alarms.raised_alarms(alarms.site_state())]


def test_within_fifteen_minutes_of_mails_refused_for_what_the_site_is_everybody_is_told(
    people: list[Player],
    game: Game,
    clock: Clock,
    post_office: PostOffice,
    client: Client,
    caplog: pytest.LogCaptureFixture,
) -> None:
    post_office.to_data = DMARC
    alert_all(people, game)
    clock.wait_and_send()
    assert client.get("/health/").json()["alerts"] == "ok", "it may yet end by itself"
    for _ in range(3):
        clock.wait_and_send(minutes=4)
    answer = client.get("/health/")
    assert (answer.status_code, answer.json()["alerts"]) == (503, "refused")
    assert [alarm["alarm"] for alarm in answer.json()["alarms"]] == ["AlertsRefused"]
    (line,) = [record.getMessage() for record in caplog.records if record.getMessage().startswith("AlertsRefused")]
    assert "Mail servers refuse the site, not its readers. Last answer: 550 5.7.26" in line
    assert figures()["crusader_alarm", ("AlertsRefused",)] == 1
    assert figures()["crusader_alerts_last_hour", ("mail", "policy")] >= 3, "not all are tried while the server rests"
    assert figures()["crusader_alerts_failing_ratio", ()] == 0.0, "six are few"

    post_office.to_data = "250 OK"
    for _ in range(3):
        clock.wait_and_send(minutes=31)
    assert up() == []
    assert len(post_office.accepted) == 6


def test_one_server_that_refuses_the_site_is_no_alarm_while_others_take_its_mails(
    people: list[Player], game: Game, clock: Clock, post_office: PostOffice
) -> None:
    alert_all(people[1:], game)
    clock.wait_and_send()
    post_office.to_data = DMARC
    alert_all(people[:1], game)
    clock.wait_and_send()
    post_office.to_data = "250 OK"
    alert_all(people[1:], game, turn=1)
    clock.wait_and_send(minutes=4)
    Notice.objects.filter(user=people[0].user).update(state=State.RETRY, failure="policy")
    clock.forward(minutes=4)
    assert "AlertsRefused" not in up()


def test_servers_of_three_people_that_refuse_the_site_are_an_alarm_though_others_take_its_mails(
    people: list[Player], game: Game, clock: Clock, post_office: PostOffice
) -> None:
    post_office.to_data = DMARC
    alert_all(people[:3], game)
    clock.wait_and_send()
    clock.forward(minutes=6)
    post_office.to_data = "250 OK"
    alert_all(people[3:], game)
    for notice in Notice.objects.filter(user__in=[player.user for player in people[3:]]):
        from games.alerts import outbox

        cache.clear()  # the server's rest
        outbox.deliver(notice.pk)
    assert Notice.objects.filter(state=State.SENT).count() == 3
    assert up() == ["AlertsRefused"]


def test_an_hour_in_which_every_mail_failed_is_an_alarm_and_a_single_dead_address_is_none(
    people: list[Player], game: Game, clock: Clock, post_office: PostOffice
) -> None:
    post_office.to_recipient = "550 5.1.1 no such user"
    for addressed, state in ((people[:1], "ok"), (people[1:], "stuck")):
        alert_all(addressed, game)
        for _ in range(4):
            clock.wait_and_send(minutes=31)
        Notice.objects.update(state=State.FAILED)
        found = health.outbox_state()
        assert (found.waiting, found.state) == (0, state)


def test_the_share_that_failed_is_an_alarm_where_it_is_a_quarter_of_ten(
    people: list[Player], game: Game, clock: Clock
) -> None:
    alert_all(people, game)
    alert_all(people, game, turn=1)
    now = health.timezone.now()
    Notice.objects.update(state=State.SENT, sent_at=now)
    failed = Notice.objects.filter(turn=0)[:3]
    Notice.objects.filter(pk__in=failed.values("pk")).update(
        state=State.FAILED, failure="address", failed_at=now, failing_since=now
    )
    assert up() == ["AlertsFailing"]
    Notice.objects.filter(state=State.FAILED).update(failure="gone")
    assert up() == [], "browsers come and go"
    Notice.objects.filter(state=State.FAILED).update(failure="later")
    clock.forward(minutes=61)
    assert up() == [], "that was an hour ago"


def figures() -> dict[tuple[str, tuple[str, ...]], float]:
    return {
        (family.name, tuple(sample.labels.values())): sample.value
        for family in metrics.InTheDatabase().collect()
        for sample in family.samples
    }


def test_figures_tell_results_by_way(
    people: list[Player], game: Game, clock: Clock, post_office: PostOffice, internet: Any
) -> None:
    from games.models import Target

    target = Target.objects.create(user=people[0].user, kind="discord", address="https://chat.example.org/1")
    alert_all(people[:2], game)
    Notice.objects.create(user=people[0].user, game=game, kind="message", turn=0, due_at=game.created_at, target=target)
    internet.status = 503
    clock.wait_and_send()
    found = {labels: value for (name, labels), value in figures().items() if name == "crusader_alerts_last_hour"}
    assert found == {("mail", "sent"): 2, ("discord", "later"): 1}
