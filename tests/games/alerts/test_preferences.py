"""Each kind at once, in a digest at one's own hour, or off; and other wishes for one game."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.utils import formats, timezone

from games.alerts import preferences
from games.models import AlertSettings, Game, Notice, User
from games.services.alerts import kinds, notices
from games.services.alerts.kinds.offers import Idle
from games.services.alerts.kinds.turns import LastReminder
from tests.games.alerts.conftest import Clock, PostOffice, owner
from tests.games.alerts.test_mails import text_of
from tests.games.conftest import started
from tests.games.helpers import DONE, Player, ok

pytestmark = pytest.mark.django_db


def wish(player: Player, **mail: str) -> None:
    assert player.user is not None
    preferences.save(user=player.user, mail=mail, others={}, digest_hour=8)


def test_a_digest_comes_at_the_reader_s_hour_with_all_games(
    game: Game, richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    User.objects.filter(username="Saladin").update(time_zone="Asia/Damascus")
    wish(saladin, turn="digest", start="digest")
    ok(richard.act(game, DONE))
    second = started(richard, saladin)
    ok(richard.act(second, DONE))
    clock.wait_and_send()
    assert post_office.to("Saladin") == []
    (due,) = set(Notice.objects.filter(user=saladin.user).exclude(digest="").values_list("due_at", flat=True))
    assert due.astimezone(preferences.zone_of(User.objects.get(username="Saladin"))).hour == 8
    clock.wait_and_send(seconds=(due - timezone.now()).total_seconds() - 60)
    assert post_office.to("Saladin") == []
    for _ in range(2):
        clock.wait_and_send(minutes=30)
    (digest,) = post_office.to("Saladin")
    assert digest["Subject"] == "Crusader Rex: your turn in 2 games"
    text = text_of(digest)
    assert str(game.public_id) in text
    assert str(second.public_id) in text
    assert set(Notice.objects.filter(user=saladin.user).values_list("state", flat=True)) <= {"sent", "dropped"}


def test_a_digest_leaves_out_what_is_done(
    game: Game, richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    wish(saladin, turn="digest", over="digest")
    ok(richard.act(game, DONE))
    clock.wait_and_send()
    ok(saladin.resign(game))
    clock.wait_and_send(hours=25)
    assert post_office.to("Saladin") == []


def test_a_broken_digest_is_repeated_whole_under_the_same_name(
    game: Game, richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    wish(saladin, turn="digest", start="digest")
    ok(richard.act(game, DONE))
    clock.wait_and_send()
    post_office.drop = "after"
    clock.wait_and_send(hours=24)
    post_office.drop = ""
    clock.wait_and_send(minutes=2)
    first, second = post_office.to("Saladin")
    assert first["Message-ID"] == second["Message-ID"]
    clock.wait_and_send(hours=24)
    assert len(post_office.to("Saladin")) == 2


def test_what_missed_the_digest_since_no_worker_ran_gets_one_of_its_own(
    game: Game, richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    """Both alerts were due before the digest: one had been put into it, and for the other no worker ran until the
    digest was due.
    """
    wish(saladin, turn="digest", start="digest")
    ok(richard.act(game, DONE))
    clock.wait_and_send()
    (first,) = Notice.objects.filter(user=saladin.user, kind="turn")
    second = started(saladin, richard)
    Notice.objects.filter(game=second, user=saladin.user).update(created_at=first.created_at, due_at=first.created_at)
    clock.forward(hours=25)
    for _ in range(3):
        clock.wait_and_send(seconds=15)
    one, other = post_office.to("Saladin")
    assert one["Message-ID"] != other["Message-ID"]
    assert str(second.public_id) in text_of(other)


def test_what_waits_for_a_digest_is_sent_when_one_wants_it_at_once(
    game: Game, richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    wish(saladin, turn="digest", start="digest")
    ok(richard.act(game, DONE))
    clock.wait_and_send()
    wish(saladin)
    clock.wait_and_send(seconds=1)
    assert len(post_office.to("Saladin")) == 1


def test_a_wish_for_a_game_goes_before_that_for_the_kind(
    richard: Player, saladin: Player, baldwin: Player, clock: Clock, post_office: PostOffice
) -> None:
    wish(saladin, turn="off", start="off")
    wishes = {"off": "dropped", "digest": "queued", "at-once": "sent", "": "dropped"}
    games = {mode: started(richard, saladin) for mode in wishes}
    Notice.objects.all().delete()
    for mode, game in games.items():
        saladin.client.post(f"/games/{game.public_id}/alerts/", {"mode": mode})
        assert baldwin.client.post(f"/games/{game.public_id}/alerts/", {"mode": "off"}).status_code == 404
        ok(richard.act(game, DONE))
    clock.wait_and_send()
    assert len(post_office.to("Saladin")) == 1
    states = {mode: Notice.objects.get(user=saladin.user, game=game, kind="turn").state for mode, game in games.items()}
    assert states == wishes


def test_the_digest_keeps_to_the_clock_on_the_reader_s_wall(saladin: Player) -> None:
    user = owner(saladin)
    for user.time_zone, now, digest in (
        ("UTC", datetime(2026, 11, 20, 7, 59, tzinfo=UTC), datetime(2026, 11, 20, 8, tzinfo=UTC)),
        ("UTC", datetime(2026, 11, 20, 8, 0, tzinfo=UTC), datetime(2026, 11, 21, 8, tzinfo=UTC)),
        ("Europe/Warsaw", datetime(2026, 10, 24, 12, 0, tzinfo=UTC), datetime(2026, 10, 25, 7, tzinfo=UTC)),
        ("America/New_York", datetime(2026, 11, 20, 0, 0, tzinfo=UTC), datetime(2026, 11, 20, 13, tzinfo=UTC)),
        ("Nowhere/Never", datetime(2026, 11, 20, 7, 0, tzinfo=UTC), datetime(2026, 11, 20, 8, tzinfo=UTC)),
    ):
        assert preferences.next_digest(user, now) == digest


def test_the_settings_page_keeps_what_is_chosen_and_refuses_what_there_is_not(saladin: Player) -> None:
    assert saladin.client.get("/settings/alerts/").status_code == 200
    choice: dict[str, Any] = {f"mail-{kind}": "never" for kind in kinds.WISHES} | {"hour": "25"}
    assert saladin.client.post("/settings/alerts/", choice).status_code == 200
    assert not AlertSettings.objects.exists()
    choice = {f"mail-{kind}": "at-once" for kind in kinds.WISHES}
    choice |= {"mail-message": "digest", "others-turn": "on", "hour": "21"}
    assert saladin.client.post("/settings/alerts/", choice).status_code == 302
    kept = AlertSettings.objects.get(user=saladin.user)
    assert (kept.digest_hour, kept.mail["message"], kept.mail["turn"]) == (21, "digest", "at-once")
    assert (kept.others["turn"], kept.others["message"]) == (True, False)


def test_the_game_page_says_how_it_stands_with_the_last_alert_and_promises_none_to_who_has_no_address(
    game: Game, richard: Player, saladin: Player, baldwin: Player, clock: Clock, post_office: PostOffice
) -> None:
    ok(richard.act(game, DONE))
    clock.wait_and_send()
    assert "Your turn (mail): sent " in _alerts(saladin, game)
    assert "sent " not in _alerts(richard, game)
    assert "game-alerts" not in baldwin.client.get(f"/games/{game.public_id}/").content.decode()
    EmailAddress.objects.filter(user=saladin.user).delete()
    Notice.objects.all().delete()
    ok(saladin.act(game, DONE))
    page = _alerts(saladin, game)
    assert "Your turn (mail): not sent: there is no confirmed mail address" in page
    assert "will be sent" not in page


def test_on_the_page_of_alerts_the_next_turn_stands_for_one_that_was_taken_in_time(
    game: Game, richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    """At its own time, and above what came meanwhile."""
    ok(richard.act(game, DONE))
    clock.forward(seconds=30)
    now = timezone.now()
    Notice.objects.create(
        user=saladin.user, game=game, kind="message", turn=1, state="sent", created_at=now, sent_at=now, due_at=now
    )
    assert _sent(saladin) == [("Messages", f"sent {_time(0)}"), ("Your turn", f"will be sent {_time(1.5)}")]
    clock.forward(seconds=30)
    ok(saladin.act(game, DONE))
    assert _sent(saladin) == [("Your turn", f"will be sent {_time(2)}"), ("Messages", f"sent {_time(-0.5)}")]


def _sent(player: Player) -> list[tuple[str, str]]:
    page = player.client.get("/alerts/").content.decode()
    return list(
        zip(
            re.findall(r'<li>\s*<div><span class="who">([^<]*)', page),
            re.findall(r'<span class="state [a-z]*">([^<]*)', page),
            strict=True,
        )
    )


def _time(minutes: float) -> str:
    return formats.time_format(timezone.localtime(timezone.now() + timedelta(minutes=minutes)), "TIME_FORMAT")


def _alerts(player: Player, game: Game) -> str:
    page = player.client.get(f"/games/{game.public_id}/").content.decode()
    return page[page.index('id="game-alerts"') :].split("</form>")[0]


@pytest.mark.parametrize("hours", [20, 60])
def test_what_a_digest_would_bring_too_late_comes_by_itself(
    hours: int, game: Game, richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    """The digest comes in 24 hours, or in 25 if it is that late already."""
    now = timezone.now()
    assert saladin.user is not None
    preferences.save(user=saladin.user, mail={"reminder": "digest", "offer": "digest"}, others={}, digest_hour=now.hour)
    ok(richard.act(game, DONE))
    Notice.objects.all().delete()
    until = now + timedelta(hours=hours)
    notices.queue(user=saladin.user, game=game, alert=LastReminder(until=until))
    notices.queue(user=saladin.user, game=game, alert=Idle(until=until))
    game.refresh_from_db()
    Game.objects.filter(pk=game.pk).update(warned_at=now)
    clock.wait_and_send()
    assert len(post_office.to("Saladin")) == (0 if hours == 60 else 2)
    clock.wait_and_send(days=1, hours=1)
    assert len(post_office.to("Saladin")) == (1 if hours == 60 else 2)
