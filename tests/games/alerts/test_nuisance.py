"""Nobody is sent again what they were told a moment ago, and nothing that was taken back meanwhile."""

import pytest

from games.disputes import filing
from games.models import Game, Notice
from games.services.lobby import invitations, lobby
from tests.games.alerts.conftest import Clock, PostOffice
from tests.games.helpers import Player, new_key, ok

pytestmark = pytest.mark.django_db
EVERY_THREE_MINUTES = range(4)


def offer(player: Player, game: Game, kind: str) -> None:
    ok(player.post(f"games/{game.public_id}/offers/", {"kind": kind, "key": new_key()}))


def answer(player: Player, game: Game, kind: str, said: str) -> None:
    ok(player.post(f"games/{game.public_id}/offers/{kind}/", {"answer": said, "key": new_key()}))


def test_an_offer_that_is_made_and_withdrawn_again_and_again_is_one_mail_until_one_comes_by(
    game: Game, richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    for _ in EVERY_THREE_MINUTES:
        offer(richard, game, "end")
        clock.wait_and_send()
        answer(richard, game, "end", "withdraw")
    assert len(post_office.to("Saladin")) == 1
    clock.forward(minutes=5)
    saladin.post(f"games/{game.public_id}/here/", {"version": 1})
    clock.forward(minutes=5)
    offer(richard, game, "end")
    clock.wait_and_send()
    assert len(post_office.to("Saladin")) == 2
    answer(richard, game, "end", "withdraw")
    clock.forward(days=1, hours=1)
    offer(richard, game, "end")
    offer(richard, game, "annul")
    clock.wait_and_send()
    assert len(post_office.to("Saladin")) == 4, "a day later it is news again, and another offer is another mail"


def test_an_offer_that_was_withdrawn_while_it_was_sent_is_not_tried_again(
    game: Game, richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    for kind, state in (("end", "queued"), ("annul", "retry")):
        offer(richard, game, kind)
        notice = Notice.objects.filter(kind="offer").latest("pk")
        Notice.objects.filter(pk=notice.pk).update(state="sending")
        answer(richard, game, kind, "withdraw")
        Notice.objects.filter(pk=notice.pk).update(state=state)
        clock.wait_and_send()
        notice.refresh_from_db()
        assert notice.why == "withdrawn"
    assert post_office.to("Saladin") == []


def test_an_invitation_that_comes_and_goes_is_one_mail_and_one_that_comes_again_in_time_is_sent(
    richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    assert richard.user is not None
    room = lobby.create_game(user=richard.user, side="frank").game
    invitations.invite(user=richard.user, game_id=room.public_id, name="Saladin")
    invitations.withdraw(user=richard.user, game_id=room.public_id, name="Saladin")
    clock.wait_and_send()
    assert post_office.accepted == []
    for _ in EVERY_THREE_MINUTES:
        invitations.invite(user=richard.user, game_id=room.public_id, name="Saladin")
        clock.wait_and_send()
        invitations.withdraw(user=richard.user, game_id=room.public_id, name="Saladin")
    assert len(post_office.to("Saladin")) == 1


def test_who_joins_and_leaves_again_and_again_is_one_mail(
    richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    assert richard.user is not None
    assert saladin.user is not None
    room = lobby.create_game(user=richard.user, side="frank", by_hand=True).game
    for _ in EVERY_THREE_MINUTES:
        lobby.join_game(user=saladin.user, game_id=room.public_id, invitation=room.invitation_token)
        clock.wait_and_send()
        lobby.leave_game(user=saladin.user, game_id=room.public_id)
    assert len(post_office.to("Richard")) == 1


def test_messages_that_are_written_and_withdrawn_are_one_mail(
    game: Game, richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    for number in (1, 2):
        ok(richard.post(f"games/{game.public_id}/talk/", {"text": "Listen!", "key": new_key()}))
        clock.forward(seconds=100)
        ok(richard.post(f"games/{game.public_id}/talk/{number}/withdraw/", {}))
        clock.wait_and_send()
    assert post_office.to("Saladin") == []


def test_a_report_that_comes_and_goes_is_told_once_and_what_was_not_told_is_not_taken_back(
    game: Game, richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    assert richard.user is not None
    told = {"category": "dice", "wish": "annul", "text": "Six ones in a row, I swear."}
    case = filing.report(user=richard.user, game_id=game.public_id, **told)
    filing.withdraw(user=richard.user, number=case.pk)
    clock.wait_and_send()
    assert post_office.to("Saladin") == []
    clock.forward(days=8)
    case = filing.report(user=richard.user, game_id=game.public_id, **told)
    clock.wait_and_send()
    filing.withdraw(user=richard.user, number=case.pk)
    clock.wait_and_send()
    heads = [str(message["Subject"]).partition(" (")[0] for message in post_office.to("Saladin")]
    assert heads == ["Richard reported a problem", "Richard withdrew the report"]
