"""Alerts of messages, and people who are muted or blocked."""

import json
from collections.abc import Callable

import pytest

from games import errors
from games.accounts.export import everything_about
from games.alerts.reading import Reading
from games.models import Game, Mute, Notice
from games.services.lobby import blocking
from games.services.talk import talk
from tests.games.helpers import Player, ok, problem
from tests.games.test_talk import mark_read, mute, say, talk_of, texts, user_of, withdraw

pytestmark = pytest.mark.django_db


# --- muting and blocking
# ----------------------------------------------------------------------------------------------------


def in_the_game(reader: Player, writer: Player, game: Game, wish: bool) -> None:
    mute(reader, game, wish)


def everywhere(reader: Player, writer: Player, game: Game, wish: bool) -> None:
    talk.mute(user=user_of(reader), other=user_of(writer), muted=wish)


def by_blocking(reader: Player, writer: Player, game: Game, wish: bool) -> None:
    change = blocking.block if wish else blocking.unblock
    change(user=user_of(reader), other=user_of(writer))


WAYS = pytest.mark.parametrize("silence", [in_the_game, everywhere, by_blocking])


@WAYS
def test_whoever_is_not_heard_is_not_told(
    silence: Callable[..., None], game: Game, richard: Player, saladin: Player
) -> None:
    ok(say(richard, game, "before"))
    before = talk_of(richard, game)
    silence(saladin, richard, game, True)
    assert talk_of(richard, game) == before
    answer = say(richard, game, "meanwhile")
    assert answer.status_code == 201
    assert texts(richard, game) == ["before", "meanwhile"]
    assert texts(saladin, game) == []
    assert talk_of(saladin, game)["unread"] == 0
    assert "meanwhile" not in json.dumps(everything_about(user_of(saladin)), default=str)
    silence(saladin, richard, game, False)
    assert texts(saladin, game) == ["before", "meanwhile"]
    assert talk_of(saladin, game)["unread"] == 2


@WAYS
def test_whoever_is_not_heard_raises_no_alerts(
    silence: Callable[..., None], game: Game, richard: Player, saladin: Player
) -> None:
    silence(saladin, richard, game, True)
    ok(say(richard, game))
    assert not Notice.objects.filter(kind="message").exists()


def test_who_blocked_somebody_does_not_write_to_them(game: Game, richard: Player, saladin: Player) -> None:
    blocking.block(user=user_of(richard), other=user_of(saladin))
    problem(say(richard, game), 409, "blocked")
    ok(say(saladin, game, "not told"))


def test_muting_is_for_one_direction_and_never_for_oneself(game: Game, richard: Player, saladin: Player) -> None:
    mute(richard, game)
    ok(say(richard, game, "still heard"))
    assert texts(saladin, game) == ["still heard"]
    with pytest.raises(errors.NotYourself):
        talk.mute(user=user_of(richard), other=user_of(richard), muted=True)
    assert not Mute.objects.exists()


# --- alerts
# -----------------------------------------------------------------------------------------------------------------


def alerts(player: Player) -> list[str]:
    return list(
        Notice.objects.filter(kind="message", user=user_of(player)).order_by("pk").values_list("state", flat=True)
    )


def test_a_message_raises_one_alert_until_the_reader_comes_by(game: Game, richard: Player, saladin: Player) -> None:
    ok(say(richard, game, "one"))
    ok(say(richard, game, "two"))
    assert alerts(saladin) == ["queued"]
    assert alerts(richard) == []
    mark_read(saladin, game, 2)
    assert alerts(saladin) == ["dropped"]
    ok(say(richard, game, "three"))
    assert alerts(saladin) == ["dropped", "queued"]


def test_one_alert_of_messages_waits_however_many_there_are(game: Game, richard: Player, saladin: Player) -> None:
    """A player who opens the page has not read them for that."""
    ok(say(richard, game, "one"))
    Notice.objects.filter(kind="message").update(state="retry")  # the mail server is away
    assert saladin.post(f"games/{game.public_id}/here/").status_code == 204
    ok(say(richard, game, "two"))
    assert alerts(saladin) == ["retry"]


def test_an_alert_goes_with_the_only_message_that_was_withdrawn(game: Game, richard: Player, saladin: Player) -> None:
    ok(say(richard, game, "one"))
    ok(say(richard, game, "two"))
    ok(withdraw(richard, game, 1))
    assert alerts(saladin) == ["queued"]
    ok(withdraw(richard, game, 2))
    assert alerts(saladin) == ["dropped"]


def test_muting_takes_back_an_alert_that_was_not_sent(game: Game, richard: Player, saladin: Player) -> None:
    ok(say(richard, game))
    mute(saladin, game)
    assert alerts(saladin) == ["dropped"]


def test_an_alert_leads_to_the_talk(game: Game, richard: Player, saladin: Player) -> None:
    ok(say(richard, game))
    notice = Notice.objects.get(kind="message", target=None)
    assert Reading(notice).link().endswith(f"/games/{game.public_id}/#side-talk")
    notice.game.started_at = None
    assert Reading(notice).link().endswith(f"/games/{game.public_id}/talk/")
