"""A person who gets no alerts any more is told: on every page, by their other ways, and until they have read it."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from games.alerts import account_mails, bounces, delivery_problems, push_and_chat, targets
from games.models import AccountMail, Game, Notice, Target, User
from tests.games.alerts.conftest import Clock, Internet, PostOffice, owner
from tests.games.helpers import Player

pytestmark = pytest.mark.django_db
HOOK = "https://chat.example.org/hook"
PAGES = ("/games/", "/settings/", "/lobby/", "/help/", "/games/{game}/")


def alert(player: Player, game: Game, turn: int = 1) -> None:
    """Creates alerts of an offer, due now: `notices.queue` would leave out the second, which says the same as the
    first.
    """
    now = timezone.now()
    for target in (None, *Target.objects.filter(user=owner(player))):
        about = {"game": game, "kind": "offer", "turn": turn, "data": {"offer": "rematch"}}
        Notice.objects.create(user=owner(player), target=target, due_at=now, created_at=now, **about)


def page_of(player: Player, path: str = "/settings/") -> str:
    return str(player.client.get(path).content.decode())


def chat(player: Player, number: int = 1, kind: str = "discord", name: str = "Our channel") -> Target:
    return targets.add(user=owner(player), kind=kind, address=f"{HOOK}/{number}", name=name)


def test_every_page_says_that_a_way_is_gone_until_it_is_read_and_again_when_it_fails_again(
    game: Game, richard: Player, saladin: Player, clock: Clock, internet: Internet
) -> None:
    target = chat(saladin)
    said = "“Our channel” gets no alerts any more."
    for number in (1, 2):
        internet.status = 410
        alert(saladin, game, number)
        clock.forward(hours=1)
        push_and_chat.send_due()
        for path in PAGES:
            assert said in page_of(saladin, path.format(game=game.public_id))
        assert "Our channel" not in page_of(richard)
        answer = saladin.client.post("/settings/alerts/read/", {"next": "/lobby/"})
        assert answer["Location"] == "/lobby/"
        assert said not in page_of(saladin)
        assert Notice.objects.filter(user=owner(saladin), target=target).exists(), "what is to be sent is not forgotten"
        internet.status = 204
        push_and_chat.queue_trial(target)
        push_and_chat.send_due()


def test_of_what_may_pass_pages_tell_after_an_hour_and_no_longer_when_it_has_passed(
    game: Game, saladin: Player, clock: Clock, internet: Internet, post_office: PostOffice
) -> None:
    chat(saladin)
    internet.status = 503
    alert(saladin, game)
    clock.wait_and_send(minutes=1)
    assert "Our channel" not in page_of(saladin)
    clock.wait_and_send(minutes=61)
    assert "has got no alerts. It is tried" in page_of(saladin)
    assert "The server answered with the error 503." in page_of(saladin)
    internet.status = 204
    clock.wait_and_send(minutes=61)
    assert "Our channel" not in page_of(saladin)
    assert not owner(saladin).alerts_fail


def test_what_is_gone_is_told_once_by_mail_and_by_other_chats(
    game: Game, saladin: Player, clock: Clock, internet: Internet, post_office: PostOffice
) -> None:
    gone, other = chat(saladin), chat(saladin, 2, name="The other one")
    Target.objects.filter(pk=gone.pk).update(resting=True, failure="gone", failing_since=timezone.now())
    gone.refresh_from_db()
    for _ in range(2):
        delivery_problems.tell_others(gone)
    assert AccountMail.objects.get().kind == "way_stopped"
    account_mails.deliver_due()
    push_and_chat.send_due()
    (mail,) = post_office.to("Saladin")
    assert mail["Subject"] == "Our channel gets no alerts any more"
    text = mail.get_body(("plain",))
    assert text is not None
    assert "/settings/alerts/#browsers" in text.get_content()
    ((url, more),) = internet.posted
    assert url == other.address
    assert "“Our channel” gets no alerts any more. They still come here." in more["json"]["content"]


def test_what_fails_for_a_day_is_told_by_mail_in_the_reader_s_language(
    game: Game, saladin: Player, clock: Clock, internet: Internet, post_office: PostOffice
) -> None:
    User.objects.filter(pk=owner(saladin).pk).update(language="fr")
    chat(saladin)
    internet.status = 503
    alert(saladin, game)
    clock.wait_and_send(minutes=3)
    for _ in range(6):
        clock.wait_and_send(hours=5)
    account_mails.deliver_due()
    (mail,) = [mail for mail in post_office.to("Saladin") if "Our channel" in mail["Subject"]]
    assert "alertes" in mail["Subject"]


def test_that_mails_have_stopped_is_told_by_chats(saladin: Player, clock: Clock, internet: Internet) -> None:
    chat(saladin)
    for _ in range(5):
        bounces.note_permanent_failure(user=owner(saladin), address="saladin@example.org", error="550 5.1.1 no")
        clock.forward(hours=2)
    push_and_chat.send_due()
    ((_url, more),) = internet.posted
    assert "Mails to saladin@example.org come back" in more["json"]["content"]


def test_that_mails_are_late_is_told_until_they_go_out(
    game: Game, richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    post_office.to_recipient = "552 5.2.2 mailbox full"
    alert(saladin, game)
    for _ in range(8):
        clock.wait_and_send(minutes=15)
    assert "mails to you have not gone out" in page_of(saladin)
    assert "mails to you have not gone out" not in page_of(richard)
    post_office.to_recipient = "250 OK"
    clock.wait_and_send(hours=1)
    assert "mails to you have not gone out" not in page_of(saladin)
    assert len(post_office.to("Saladin")) == 1


def test_pages_of_whoever_has_no_trouble_ask_for_none(
    saladin: Player, django_assert_num_queries: Callable[..., object]
) -> None:
    with django_assert_num_queries(0):  # type: ignore[attr-defined]
        assert delivery_problems.unread_failures(saladin.user) == []  # type: ignore[arg-type]
