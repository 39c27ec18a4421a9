"""Alerts go out over a real SMTP conversation: once, in time, to those awaited, and again when it broke."""

from datetime import UTC, datetime

import pytest
from django.core.cache import cache
from django.utils import timezone

from games.models import Game, Notice, Seat, Visit
from games.services.alerts import notices
from games.services.alerts.kinds.messages import Message
from games.services.alerts.kinds.turns import LastReminder, Reminder
from games.services.lobby import lobby
from tests.games.alerts.conftest import Clock, PostOffice, owner
from tests.games.conftest import started
from tests.games.helpers import DONE, Player, new_key, ok

pytestmark = pytest.mark.django_db
State = Notice.State


def be_at_the_board(player: Player, game: Game) -> None:
    """As the page says it every half minute: that it is in use, and what it shows."""
    version = player.view(game)["version"]
    assert player.post(f"games/{game.public_id}/here/", {"version": version}).status_code == 204


def hand_over(game: Game, richard: Player) -> Notice:
    """Richard finishes his deployment; the game waits for Saladin."""
    ok(richard.act(game, DONE))
    return Notice.objects.get(game=game, user__username="Saladin", kind="turn")


def test_a_hand_over_is_mailed_after_the_grace_and_once(
    game: Game, richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    notice = hand_over(game, richard)
    clock.wait_and_send(seconds=110)
    assert post_office.accepted == []

    clock.wait_and_send(seconds=20)
    clock.wait_and_send(hours=5)
    assert [message["To"] for message in post_office.accepted] == ["saladin@example.org"]
    notice.refresh_from_db()
    assert notice.state == State.SENT
    assert notice.sent_at is not None


def test_who_moves_within_the_grace_gets_no_mail(
    game: Game, richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    first = hand_over(game, richard)
    ok(saladin.act(game, DONE))
    clock.wait_and_send()
    # The mail is that of the next decision, the choice of cards, which waits for both: one row serves both turns.
    assert len(post_office.to("Saladin")) == 1
    (notice,) = Notice.objects.filter(game=game, user=saladin.user, kind="turn")
    assert (notice.pk, notice.state) == (first.pk, State.SENT)
    assert notice.turn == Seat.objects.get(game=game, user=saladin.user).handover > first.turn


def test_an_alert_that_was_sent_or_tried_is_never_made_into_another(
    game: Game, richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    """The server may have taken what was tried: under its Message-ID no other mail may go out. And who has decided may
    think that they are done, and go: the choice of cards, which waits for both, is a new turn.
    """
    first = hand_over(game, richard)
    clock.wait_and_send()
    ok(saladin.act(game, DONE))
    clock.wait_and_send()
    assert len(post_office.to("Richard")) == 1
    assert len({message["Message-ID"] for message in post_office.to("Saladin")}) == 2
    second, sent = Notice.objects.filter(game=game, user=saladin.user, kind="turn").order_by("-turn")
    assert (sent.pk, sent.turn, sent.state) == (first.pk, first.turn, State.SENT)
    assert second.state == State.SENT

    other = started(richard, saladin)
    tried = hand_over(other, richard)
    post_office.to_recipient = "451 try later"
    clock.wait_and_send()
    post_office.to_recipient = "250 OK"
    ok(saladin.act(other, DONE))
    tried.refresh_from_db()
    assert (tried.state, tried.why) == (State.DROPPED, "taken")
    assert Notice.objects.filter(game=other, user=saladin.user, kind="turn").count() == 2


def test_who_is_at_a_board_that_shows_it_gets_no_mail(
    game: Game, richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    """Of two pages the one that shows it counts."""
    older = saladin.view(game)["version"]
    notice = hand_over(game, richard)
    clock.forward(seconds=60)
    be_at_the_board(saladin, game)
    saladin.post(f"games/{game.public_id}/here/", {"version": older})
    clock.wait_and_send(seconds=70)
    notice.refresh_from_db()
    assert (notice.state, notice.why) == (State.DROPPED, "seen")
    assert post_office.accepted == []


def test_a_page_that_does_not_show_it_keeps_no_alert_back(
    clock: Clock, richard: Player, saladin: Player, baldwin: Player, post_office: PostOffice
) -> None:
    """Its connection is dead, its script is of a version that does not say what it shows, it was left open and unused,
    or it says what cannot be.
    """
    games = [started(richard, saladin) for _ in range(4)]
    Notice.objects.all().delete()
    older, silent, unused, ahead = games
    version = saladin.view(older)["version"]
    for game, body in ((unused, None), (ahead, {"version": 2**31 - 1})):
        assert saladin.post(f"games/{game.public_id}/here/", body).status_code == 204
    for game in games:
        hand_over(game, richard)
    for _ in range(4):
        clock.forward(seconds=30)
        for game, body in ((older, {"version": version}), (silent, {})):
            assert saladin.post(f"games/{game.public_id}/here/", body).status_code == 204
    clock.wait_and_send(seconds=10)
    assert len(post_office.to("Saladin")) == 4
    assert saladin.post(f"games/{older.public_id}/here/", {"version": -1}).status_code == 400
    assert baldwin.post(f"games/{older.public_id}/here/").status_code == 403
    assert not Visit.objects.filter(user=baldwin.user).exists()


def test_what_both_see_at_once_is_seen_by_a_page_that_shows_it(
    game: Game, richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    """An offer, which changes nothing on the board."""
    before = saladin.view(game)["version"]
    ok(richard.post(f"games/{game.public_id}/offers/", {"kind": "end", "key": new_key()}))
    clock.forward(seconds=60)
    saladin.post(f"games/{game.public_id}/here/", {"version": before})
    clock.wait_and_send(seconds=65)
    assert len(post_office.to("Saladin")) == 1
    ok(richard.post(f"games/{game.public_id}/offers/", {"kind": "annul", "key": new_key()}))
    clock.forward(seconds=60)
    be_at_the_board(saladin, game)
    clock.wait_and_send(seconds=65)
    assert len(post_office.to("Saladin")) == 1


def test_a_taken_back_decision_asks_nobody_again(game: Game, richard: Player, saladin: Player, clock: Clock) -> None:
    hand_over(game, richard)
    before = Notice.objects.count()
    swap = next(offer for offer in saladin.view(game)["actions"] if offer["type"] != "done")
    assert swap
    saladin.undo(game)
    assert Notice.objects.count() == before


def test_a_recipient_refused_for_a_minute_gets_the_mail(
    game: Game, richard: Player, clock: Clock, post_office: PostOffice
) -> None:
    notice = hand_over(game, richard)
    post_office.to_recipient = "550 no such user"
    clock.wait_and_send()
    post_office.to_recipient = "250 OK"
    clock.wait_and_send(minutes=16)
    notice.refresh_from_db()
    assert (notice.state, notice.attempts) == (State.SENT, 2)


def test_a_recipient_refused_for_two_hours_is_believed_not_to_exist(
    game: Game, richard: Player, clock: Clock, post_office: PostOffice
) -> None:
    notice = hand_over(game, richard)
    post_office.to_recipient = "550 no such user"
    for _ in range(16):
        clock.wait_and_send(minutes=16)
    notice.refresh_from_db()
    assert (notice.state, notice.why, notice.failure, notice.attempts) == (State.FAILED, "refused", "address", 4)


def test_a_refusal_for_now_is_tried_again_after_growing_pauses(
    game: Game, richard: Player, clock: Clock, post_office: PostOffice
) -> None:
    notice = hand_over(game, richard)
    post_office.to_recipient = "451 try later"
    pauses = []
    clock.wait_and_send()
    for _ in range(4):
        notice.refresh_from_db()
        assert (notice.state, notice.why) == (State.RETRY, "451 try later")
        pauses.append((notice.due_at - timezone.now()).total_seconds())
        clock.wait_and_send(seconds=pauses[-1])
    assert pauses == sorted(pauses)
    assert pauses[:2] == [60, 120]

    post_office.to_recipient = "250 OK"
    clock.wait_and_send(hours=1)
    assert len(post_office.to("Saladin")) == 1


def test_a_mail_refused_for_what_we_are_is_kept_and_sent_when_that_is_mended(
    game: Game,
    richard: Player,
    saladin: Player,
    clock: Clock,
    post_office: PostOffice,
    caplog: pytest.LogCaptureFixture,
) -> None:
    notice = hand_over(game, richard)
    post_office.to_data = "550 5.7.26 Unauthenticated mail is not accepted: DMARC"
    for hours in (1, 3, 10, 11):
        clock.wait_and_send(hours=hours)
    notice.refresh_from_db()
    assert (notice.state, notice.failure) == (State.RETRY, "policy")
    assert "policy" in next(record.getMessage() for record in caplog.records if record.levelname == "ERROR")
    assert owner(saladin).mail_trouble.get("failures", 0) == 0, "it is not held against the address"
    post_office.to_data = "250 OK"
    clock.wait_and_send(hours=1)
    assert len(post_office.to("Saladin")) == 1


def test_a_connection_that_breaks_before_the_mail_is_taken_costs_nothing(
    game: Game, richard: Player, clock: Clock, post_office: PostOffice
) -> None:
    notice = hand_over(game, richard)
    post_office.drop = "before"
    clock.wait_and_send()
    notice.refresh_from_db()
    assert notice.state == State.RETRY
    post_office.drop = ""
    clock.wait_and_send(minutes=2)
    notice.refresh_from_db()
    assert notice.state == State.SENT
    assert len(post_office.accepted) == 1


def test_a_connection_that_breaks_after_the_mail_was_taken_repeats_it_under_the_same_name(
    game: Game, richard: Player, clock: Clock, post_office: PostOffice
) -> None:
    """Nobody can know whether it was taken. The repeat has the same Message-ID, by which mailboxes know it."""
    hand_over(game, richard)
    post_office.drop = "after"
    clock.wait_and_send()
    post_office.drop = ""
    clock.wait_and_send(minutes=2)
    first, second = post_office.accepted
    assert first["Message-ID"] == second["Message-ID"]
    clock.wait_and_send(hours=2)
    assert len(post_office.accepted) == 2


def test_while_the_server_is_away_one_mail_a_minute_is_tried(
    game: Game, richard: Player, saladin: Player, clock: Clock, settings: object
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"  # type: ignore[attr-defined]
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1  # type: ignore[attr-defined]
    hand_over(game, richard)
    assert richard.user is not None
    notices.queue(user=richard.user, game=game, alert=Message(), turn=1)
    clock.wait_and_send()
    assert sorted(Notice.objects.values_list("state", "attempts")) == [("queued", 0), ("retry", 1)]
    clock.wait_and_send(seconds=61)
    assert (
        sorted(Notice.objects.values_list("attempts", flat=True)) == [1, 1]
        or max(Notice.objects.values_list("attempts", flat=True)) == 2
    )


def test_what_could_not_be_sent_for_days_is_given_up(
    game: Game, richard: Player, clock: Clock, settings: object
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"  # type: ignore[attr-defined]
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1  # type: ignore[attr-defined]
    notice = hand_over(game, richard)
    for _ in range(10):
        cache.clear()
        clock.wait_and_send(hours=10)
    notice.refresh_from_db()
    assert (notice.state, notice.why) == (State.FAILED, "too-old")


def test_who_has_no_confirmed_address_gets_none_and_can_read_why(
    game: Game, richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    assert saladin.user is not None
    saladin.user.emailaddress_set.update(verified=False)
    notice = hand_over(game, richard)
    clock.wait_and_send()
    notice.refresh_from_db()
    assert (notice.state, notice.why) == (State.DROPPED, "no-address")
    assert post_office.accepted == []
    assert b"there is no confirmed mail address" in saladin.client.get("/alerts/").content


def test_the_start_is_told_with_the_turn_and_the_end_to_the_other_player_only(
    clock: Clock, richard: Player, saladin: Player, post_office: PostOffice
) -> None:
    game = started(richard, saladin)
    clock.wait_and_send()
    assert sorted(message["To"] for message in post_office.accepted) == ["richard@example.org", "saladin@example.org"]
    assert Notice.objects.filter(game=game).count() == 2
    ok(richard.resign(game))
    clock.wait_and_send()
    message = post_office.accepted[-1]
    assert len(post_office.accepted) == 3
    assert message["To"] == "saladin@example.org"
    text = message.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert text.count("resigned") == 1, "once is enough"
    lobby.create_game(user=owner(richard), solo=True)
    assert Notice.objects.count() == 3, "a solo game alerts nobody"


def test_of_several_messages_one_alert_is_enough_until_one_comes_by(
    game: Game, richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    assert saladin.user is not None
    for number in (1, 2):
        notices.queue(user=saladin.user, game=game, alert=Message(), turn=number)
    clock.wait_and_send()
    notices.queue(user=saladin.user, game=game, alert=Message(), turn=3)
    clock.wait_and_send(hours=2)
    assert len(post_office.accepted) == 1

    saladin.post(f"games/{game.public_id}/here/")
    clock.forward(hours=1)
    notices.queue(user=saladin.user, game=game, alert=Message(), turn=4)
    clock.wait_and_send()
    assert len(post_office.accepted) == 2


def test_a_reminder_comes_once_and_the_last_one_whoever_looks(
    game: Game, richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    hand_over(game, richard)
    clock.wait_and_send()
    assert saladin.user is not None
    until = datetime(2026, 11, 22, 18, tzinfo=UTC)
    for kind in (Reminder, Reminder, LastReminder):
        notices.queue(user=saladin.user, game=game, alert=kind(until=until))
    clock.forward(seconds=115)
    be_at_the_board(saladin, game)
    clock.wait_and_send(seconds=10)
    texts = [message.get_body(("plain",)).get_content() for message in post_office.accepted[1:]]  # type: ignore[union-attr]
    assert len(texts) == 1
    assert "Your time is running out." in texts[0]
    assert "Your time ends: Nov. 22, 2026, 6 p.m." in texts[0]


def test_who_has_begun_to_decide_is_not_told_that_it_is_their_turn(
    game: Game, richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    notice = hand_over(game, richard)
    clock.forward(seconds=30)
    view = saladin.view(game)
    ok(saladin.act(game, next(offer for offer in ({"type": "swap", "block": block} for block in _swaps(view)))))
    clock.wait_and_send()
    notice.refresh_from_db()
    assert (notice.state, notice.why) == (State.DROPPED, "taken")


def _swaps(view: dict[str, object]) -> list[str]:
    offers = view["actions"]
    assert isinstance(offers, list)
    return next(offer["block"]["any"] for offer in offers if offer["type"] == "swap")
