"""A permanent ban: what it ends at once, what its person reads and may still do, and how it is lifted."""

import json
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from crusader_site.asgi import application
from games.alerts import due, mail
from games.alerts.reading import Reading
from games.disputes import banning, errors, filing, reviewing
from games.models import DisputeCase, Game, Notice, PersonalToken, Sanction, Seeker, StaffAction, User
from games.people import sanctions, tokens
from games.people.errors import Banned
from games.services.agreements import offers
from games.services.lobby import blocking, lobby, matching
from tests.disputes.conftest import act, decide, entries, finish, fresh, mails_to, make_reviewer, of
from tests.disputes.test_pages import text
from tests.games.helpers import Player, new_key, problem, refused
from tests.games.test_user_socket import socket

pytestmark = pytest.mark.django_db
BAN = {"side": "frank", "ban": "lay"}
LIFT = {"side": "frank", "ban": "lift"}
WORDS = "Rule 5.1 says otherwise."


@pytest.fixture
def banned(taken: DisputeCase, william: Player) -> DisputeCase:
    """The case by which Richard is banned, which is not settled yet."""
    act(william, taken, "ban", **BAN)
    return fresh(taken)


# --- what is closed, and what is said
# -------------------------------------------------------------------------------------------


def test_whoever_is_banned_finds_on_every_page_why_and_what_stays_open(banned: DisputeCase, richard: Player) -> None:
    game = banned.game
    for address in (
        reverse("home"),
        reverse("my-games"),
        reverse("game", args=[game.public_id]),
        reverse("new-game"),
        reverse("tokens"),
        reverse("admin:logout"),
        reverse("player", args=["Saladin"]),
        "/no/such/page/",
    ):
        page = richard.client.get(address)
        assert page.status_code == 403, address
        assert "You are banned" in text(page)
        assert WORDS in text(page)
        assert "William" not in text(page)
        for name in ("my-disputes", "own-data", "leave"):
            assert reverse(name) in page.content.decode()
        assert reverse("dispute", args=[banned.pk]) in page.content.decode()
        assert "next-link" not in page.content.decode()  # by which scripts would open a socket
    for name in ("my-disputes", "own-data", "leave", "help"):
        page = richard.client.get(reverse(name))
        assert page.status_code == 200, name
        assert "next-link" not in page.content.decode()


def test_whoever_logs_in_while_banned_is_told_so_at_once(banned: DisputeCase, richard: Player) -> None:
    richard.client.logout()
    of(richard).set_password("a-long-way-to-acre")
    of(richard).save()
    page = richard.client.post(reverse("login"), {"login": "Richard", "password": "a-long-way-to-acre"}, follow=True)
    assert page.status_code == 403
    assert WORDS in text(page)


def test_nothing_is_done_by_who_is_banned(banned: DisputeCase, richard: Player, saladin: Player) -> None:
    answer = problem(richard.client.get("/api/v1/waiting/"), 403, "banned")
    assert "a reviewer decided so" in answer["detail"]
    assert answer["type"] == "/problems/banned"
    before = Game.objects.count()
    assert richard.client.post(reverse("start-solo"), {"key": new_key()}).status_code == 403
    assert Game.objects.count() == before
    for step in (
        lambda: lobby.create_game(user=of(richard)),
        lambda: matching.search(user=of(richard)),
        lambda: finish(richard, banned.game),
    ):
        with pytest.raises(Banned):
            step()
    assert saladin.client.get(reverse("my-games")).status_code == 200


def test_others_are_asked_no_more_statements_for_it(
    taken: DisputeCase, richard: Player, saladin: Player, william: Player
) -> None:
    def statements(player: Player) -> int:
        player.client.get(reverse("help"))
        with CaptureQueriesContext(connection) as asked:
            player.client.get(reverse("help"))
        return len(asked)

    before = statements(saladin)
    act(william, taken, "ban", **BAN)
    assert statements(saladin) == before
    assert statements(richard) == before + 1


def test_tokens_end_and_games_that_have_not_begun_are_withdrawn_or_left(
    taken: DisputeCase, richard: Player, william: Player, baldwin: Player
) -> None:
    _token, word = tokens.make(user=of(richard), name="bot", scope="play")
    own = lobby.create_game(user=of(richard), side="frank").game
    other = lobby.create_game(user=of(baldwin), side="frank", by_hand=True).game
    lobby.join_game(user=of(richard), game_id=other.public_id)
    Seeker.objects.create(user=of(richard), ruleset={}, pace="slow", until=timezone.now() + timedelta(days=1))
    act(william, taken, "ban", **BAN)
    assert not PersonalToken.objects.filter(user=of(richard)).exists()
    assert baldwin.client.get("/api/v1/waiting/", headers={"Authorization": f"Bearer {word}"}).status_code == 401
    assert fresh(own).status == "canceled"
    assert [seat.user for seat in fresh(other).seats.order_by("side")] == [of(baldwin), None]
    assert not Seeker.objects.exists()


def test_running_games_go_on_with_their_clocks_as_of_who_is_suspended(
    taken: DisputeCase, richard: Player, saladin: Player, william: Player
) -> None:
    act(william, taken, "resume")
    act(william, taken, "ban", settles=True, **BAN)
    game = fresh(taken.game)
    assert (game.status, game.frozen_at) == ("active", None)
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        offers.claim(game_id=game.public_id, user=of(saladin), what="win", idempotency_key=new_key())
    assert (fresh(game).status, fresh(game).winner) == ("over", "saracen")


def test_whoever_is_banned_may_resign_on_the_page(banned: DisputeCase, richard: Player, saladin: Player) -> None:
    address = reverse("resign-banned", args=[banned.game.public_id])
    assert address in richard.client.get(reverse("home")).content.decode()
    assert saladin.client.post(address).status_code == 404  # who is not banned resigns at the board
    assert fresh(banned.game).status == "active"
    assert "You have resigned." in text(richard.client.post(address, follow=True))
    assert (fresh(banned.game).status, fresh(banned.game).winner) == ("over", "saracen")
    assert "no game" not in text(richard.client.get(reverse("home")))


def test_a_ban_is_appealed_as_every_decision_and_lifted_by_the_second_reviewer(
    taken: DisputeCase, william: Player, heraclius: Player, richard: Player
) -> None:
    act(william, taken, "ban", settles=True, **BAN)
    assert "There you can appeal until" in text(richard.client.get(reverse("home")))
    page = richard.client.get(reverse("dispute", args=[taken.pk]))
    assert "The reviewer banned a player: Richard (Franks), without an end" in text(page).replace(
        "Decision: the", "The"
    )
    richard.client.post(reverse("dispute-appeal", args=[taken.pk]), {"text": "It was not I."})
    assert fresh(taken).state == "appealed"
    reviewing.take(user=of(heraclius), number=taken.pk)
    richard.client.post(reverse("dispute-write", args=[taken.pk]), {"text": "I was in Cyprus."})
    act(heraclius, taken, "ban", settles=True, **LIFT)
    assert richard.client.get(reverse("my-games")).status_code == 200
    assert "lifted" in text(richard.client.get(reverse("dispute", args=[taken.pk])))


def test_both_are_told_by_mail_and_the_reviewer_s_words_are_in_it(
    banned: DisputeCase, richard: Player, saladin: Player
) -> None:
    told = mail.single(mails_to(richard, banned)[-1], "richard@example.org")
    body = " ".join(str(told.body).split())
    assert "A reviewer has banned you from the site, without an end." in body
    assert WORDS in body
    assert (
        Reading(mails_to(saladin, banned)[-1]).title() == "A reviewer has banned a player of your game from the site."
    )


def test_who_took_over_a_seat_after_the_report_is_told_as_well(
    taken: DisputeCase, william: Player, saladin: Player, baldwin: Player
) -> None:
    act(william, taken, "replace", side="saracen", name="Baldwin", agreed="on")
    act(william, taken, "ban", side="saracen", ban="lay")
    notice = mails_to(baldwin, taken)[-1]
    message = mail.single(notice, "baldwin@example.org")
    assert "A reviewer has banned you from the site" in " ".join(str(message.body).split())
    assert reverse("game", args=[taken.game.public_id]) in str(message.body)
    page = baldwin.client.get(reverse("home"))
    assert WORDS in text(page)
    assert "See the dispute" not in text(page)
    assert mails_to(saladin, taken)[-1].data.get("you") is None


def test_no_alert_of_a_game_goes_to_who_is_banned_but_those_of_the_dispute(
    banned: DisputeCase, richard: Player, saladin: Player
) -> None:
    now = timezone.now()
    turn = Notice(
        user=of(richard),
        game=banned.game,
        kind="turn",
        turn=banned.game.seats.get(side="frank").handover,
        created_at=now,
    )
    assert due.why_not(turn, now) == "banned"
    assert due.why_not(mails_to(richard, banned)[-1], now) == ""
    assert due.why_not(Notice(user=of(saladin), game=banned.game, kind="message", turn=1, created_at=now), now) == ""


# --- sockets
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
async def test_every_socket_of_who_is_banned_closes_and_opens_no_more(people: dict[str, Player]) -> None:
    richard, saladin, william, baldwin = (people[name] for name in ("Richard", "Saladin", "William", "Baldwin"))

    def prepare() -> tuple[DisputeCase, Game, str]:
        game = lobby.create_game(user=of(richard), side="frank", pace="slow").game
        lobby.join_game(user=of(saladin), game_id=game.public_id, invitation=game.invitation_token)
        watched = lobby.create_game(user=of(baldwin), side="frank").game
        lobby.join_game(user=of(people["Heraclius"]), game_id=watched.public_id)
        case = filing.report(
            user=of(saladin), game_id=game.public_id, category="conduct", wish="person", text="He swears."
        )
        reviewing.take(user=of(william), number=case.pk)
        return case, watched, tokens.make(user=of(richard), name="bot", scope="read")[1]

    case, watched, word = await sync_to_async(prepare)()
    game_path = f"/ws/games/{case.game.public_id}/"
    by_token = WebsocketCommunicator(
        application, "/ws/user/", headers=[(b"host", b"testserver"), (b"authorization", f"Bearer {word}".encode())]
    )
    his = [
        socket(richard),
        socket(richard, path=game_path),
        socket(richard, path=f"/ws/games/{watched.public_id}/"),
        by_token,
    ]
    hers = socket(saladin, path=game_path)
    for each in (*his, hers):
        connected, code = await each.connect(timeout=20)
        assert connected, code
        assert json.loads(await each.receive_from(timeout=20))
    await sync_to_async(act)(william, case, "ban", **BAN)
    for each in his:
        while (output := await each.receive_output(timeout=20))["type"] == "websocket.send":
            pass
        assert output == {"type": "websocket.close", "code": 4403}
    while not await hers.receive_nothing(timeout=0.3):
        assert (await hers.receive_output(timeout=20))["type"] == "websocket.send"
    await hers.disconnect()
    for path in ("/ws/user/", game_path, f"/ws/games/{watched.public_id}/"):
        assert await refused(socket(richard, path=path)) == 4403


# --- lifting
# --------------------------------------------------------------------------------------------------------------------


def test_a_ban_is_lifted_on_the_page_of_the_player_long_after_the_case_was_closed(
    taken: DisputeCase, richard: Player, saladin: Player, william: Player, heraclius: Player
) -> None:
    act(william, taken, "ban", settles=True, **BAN)
    DisputeCase.objects.update(decided_at=timezone.now() - timedelta(days=200))
    filing.close_unappealed()
    assert "banned without an end" in text(heraclius.client.get(reverse("review-player", args=["Richard"])))
    address = reverse("review-lift-ban", args=["Richard"])
    assert "Write something first." in text(heraclius.client.post(address, {"text": " "}, follow=True))
    assert sanctions.ban_of(of(richard)) is not None
    page = heraclius.client.post(address, {"text": "Half a year is enough."}, follow=True)
    assert "The ban is lifted. Both players are told." in text(page)
    assert "without an end" not in text(page).partition("Warnings and sanctions")[0]
    row = StaffAction.objects.filter(kind="ban").latest("pk")
    assert (row.actor, row.person, row.case, row.reason) == (
        of(heraclius),
        of(richard),
        taken,
        "Half a year is enough.",
    )
    assert row.after == {"side": "frank", "ban": "lift"}
    assert (fresh(taken).state, entries(taken)[-2:]) == ("closed", ["closed", "act"])
    assert (
        Reading(mails_to(richard, taken)[-1]).title()
        == "A reviewer has lifted your ban: the site is open to you again."
    )
    assert Reading(mails_to(saladin, taken)[-1]).title() == "A reviewer has lifted the ban of a player of your game."
    assert "Half a year is enough." in text(saladin.client.get(reverse("dispute", args=[taken.pk])))
    assert richard.client.get(reverse("my-games")).status_code == 200
    assert "This player is not banned." in text(heraclius.client.post(address, {"text": "Again."}, follow=True))


def test_nobody_lifts_a_ban_who_is_tied_to_the_player_or_no_reviewer(
    banned: DisputeCase, richard: Player, saladin: Player, heraclius: Player
) -> None:
    address = reverse("review-lift-ban", args=["Richard"])
    assert saladin.client.post(address, {"text": "Let him in."}).status_code == 404
    blocking.block(user=of(richard), other=of(heraclius))
    assert heraclius.client.post(address, {"text": "Let him in."}).status_code == 403
    make_reviewer(saladin)  # the other player of the game
    assert saladin.client.post(address, {"text": "Let him in."}).status_code == 403
    assert sanctions.ban_of(of(richard)) is not None


def test_who_is_banned_is_not_banned_again_and_who_is_not_has_nothing_lifted(
    banned: DisputeCase, william: Player
) -> None:
    with pytest.raises(errors.CannotAct, match="banned already"):
        act(william, banned, "ban", **BAN)
    with pytest.raises(errors.NotBanned):
        act(william, banned, "ban", side="saracen", ban="lift")
    with pytest.raises(errors.BadAct):
        act(william, banned, "ban", side="frank", ban="")
    assert Sanction.objects.count() == 1


def test_staff_is_not_banned_before_an_administrator_took_that_from_them(
    taken: DisputeCase, william: Player, richard: Player
) -> None:
    make_reviewer(richard)
    with pytest.raises(errors.CannotAct, match="an administrator has to take that from them first"):
        act(william, taken, "ban", **BAN)


def test_nobody_who_is_banned_takes_over_a_seat(
    banned: DisputeCase, new_game: Any, william: Player, baldwin: Player, heraclius: Player
) -> None:
    other = lobby.create_game(user=of(baldwin), side="frank").game
    guy = Player(User.objects.create_user("Guy"))
    lobby.join_game(user=of(guy), game_id=other.public_id)
    case = filing.report(user=of(guy), game_id=other.public_id, category="other", wish="replace", text="He is gone.")
    reviewing.take(user=of(heraclius), number=case.pk)
    with pytest.raises(errors.BadAct):
        act(heraclius, case, "replace", side="frank", name="Richard", agreed="on")


def test_the_lists_of_reviewers_show_what_is_on_somebody_now(
    taken: DisputeCase, william: Player, richard: Player
) -> None:
    for params in ({"days": "30"}, {"days": "0"}):
        act(william, taken, "suspend", side="frank", **params)
    act(william, taken, "mute", side="frank", days="7")
    act(william, taken, "ban", **BAN)
    assert [row.kind for row in sanctions.in_force(of(richard))] == ["mute", "ban"]
    for address in (reverse("review-player", args=["Richard"]), reverse("review-case", args=[taken.pk])):
        shown = text(william.client.get(address))
        assert "banned without an end" in shown
        assert "muted until" in shown
        assert "suspended until" not in shown


def test_only_a_ban_has_no_end(banned: DisputeCase, richard: Player) -> None:
    action = StaffAction.objects.create(actor=of(richard), kind="mute")
    with pytest.raises((IntegrityError, ValidationError)), transaction.atomic():
        Sanction.objects.create(person=of(richard), kind="mute", until=None, action=action)


def test_a_preview_of_a_ban_ends_nothing(taken: DisputeCase, william: Player, richard: Player) -> None:
    tokens.make(user=of(richard), name="bot", scope="play")
    page = william.client.post(reverse("review-act", args=[taken.pk, "ban"]), BAN | {"reason": "Enough."})
    assert "Ban a player: Richard (Franks), without an end" in text(page)
    assert PersonalToken.objects.count() == 1
    assert richard.client.get(reverse("my-games")).status_code == 200


def test_a_decision_that_stands_beside_a_ban_can_still_be_read(
    banned: DisputeCase, william: Player, richard: Player
) -> None:
    decide(william, banned)
    assert "Decision: the reviewer answered" in text(richard.client.get(reverse("dispute", args=[banned.pk])))
    with pytest.raises(errors.NotBanned):
        banning.lift(user=of(william), name="Saladin", reason="Mistaken.")
