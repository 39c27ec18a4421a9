"""Canned replies: made, changed and retired by reviewers, in the audit log each time, and chosen while writing to
players.
"""

import html
import re
from typing import Any

import pytest
from django.urls import reverse

from games.disputes import errors, replies, reviewing
from games.models import CannedReply, CaseEntry, DisputeCase, StaffAction
from tests.disputes.conftest import of
from tests.disputes.test_pages import text
from tests.games.helpers import Player

pytestmark = pytest.mark.django_db
LIST = reverse("review-replies")
KEPT = {"name": "Muster", "language": "en", "text": "A muster <b>ends</b> the move: rule 5.4."}


@pytest.fixture
def reply(william: Player) -> CannedReply:
    return replies.make(user=of(william), **KEPT)


def last() -> StaffAction:
    return StaffAction.objects.filter(kind="canned").latest("pk")


def value_of(page: Any, name: str) -> str:
    """What stands in a text area."""
    found = re.search(rf'<textarea name="{name}"[^>]*>(.*?)</textarea>', page.content.decode(), re.DOTALL)
    assert found is not None
    return html.unescape(found[1]).strip()


def test_a_reply_is_made_changed_and_retired_on_pages_and_each_is_in_the_audit_log(
    william: Player, heraclius: Player
) -> None:
    assert "All reviewers can choose it now." in text(william.client.post(LIST, KEPT, follow=True))
    made = CannedReply.objects.get()
    key = f"canned reply {made.pk}"
    assert (last().actor, last().before) == (of(william), {})
    assert last().after == {f"{key}: {field}": value for field, value in KEPT.items()}
    page = heraclius.client.get(reverse("review-reply", args=[made.pk]))
    assert value_of(page, "text") == KEPT["text"]
    sent = KEPT | {"name": "Musters", "version": "1"}
    assert heraclius.client.post(reverse("review-reply", args=[made.pk]), sent)["Location"] == LIST
    assert (last().actor, last().before, last().after) == (
        of(heraclius),
        {f"{key}: name": "Muster"},
        {f"{key}: name": "Musters"},
    )
    assert f"{key}: name Muster → Musters" in text(william.client.get(reverse("review-audit")))
    assert "“Musters” is retired." in text(
        william.client.post(reverse("review-reply-retire", args=[made.pk]), follow=True)
    )
    assert last().after == {f"{key}: retired": "Musters"}
    assert list(replies.active_replies()) == []
    assert CannedReply.objects.get().text == KEPT["text"]


def test_what_is_not_changed_leaves_no_row(reply: CannedReply, william: Player) -> None:
    rows = StaffAction.objects.count()
    replies.change(user=of(william), number=reply.pk, version=1, **KEPT)
    assert StaffAction.objects.count() == rows


def test_a_reply_that_another_changed_meanwhile_is_not_overwritten(
    reply: CannedReply, william: Player, heraclius: Player
) -> None:
    replies.change(user=of(heraclius), number=reply.pk, version=1, **KEPT | {"text": "Anew."})
    page = william.client.post(reverse("review-reply", args=[reply.pk]), KEPT | {"text": "Mine.", "version": "1"})
    assert "Another reviewer has changed this reply meanwhile." in text(page)
    assert CannedReply.objects.get().text == "Anew."


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": " "}, "This field is required."),
        ({"name": "x" * 81}, "at most 80 characters"),
        ({"text": ""}, "This field is required."),
        ({"text": "x" * 4001}, "at most 4000 characters"),
        ({"language": "la"}, "la is not one of the available choices"),
        ({"name": "MUSTER"}, "There is a canned reply of this name in this language already."),
    ],
)
def test_what_is_wrong_with_a_reply_is_said(
    wrong: dict[str, str], said: str, reply: CannedReply, william: Player
) -> None:
    assert said in text(william.client.post(LIST, KEPT | {"name": "Another"} | wrong))
    assert list(CannedReply.objects.all()) == [reply]


def test_the_same_name_may_stand_for_another_language_and_for_a_retired_one(
    reply: CannedReply, william: Player
) -> None:
    replies.make(user=of(william), **KEPT | {"language": "fr"})
    replies.retire(user=of(william), number=reply.pk)
    replies.make(user=of(william), **KEPT)
    assert replies.active_replies().count() == 2
    with pytest.raises(errors.ReplyNotFound):
        replies.retire(user=of(william), number=reply.pk)
    assert william.client.get(reverse("review-reply", args=[reply.pk])).status_code == 404


def test_there_is_an_end_to_how_many_are_kept(
    reply: CannedReply, william: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replies, "MOST", 1)
    with pytest.raises(errors.TooManyReplies):
        replies.make(user=of(william), **KEPT | {"name": "Second"})


def test_players_neither_read_nor_make_replies(reply: CannedReply, richard: Player) -> None:
    for address in (LIST, reverse("review-reply", args=[reply.pk])):
        assert richard.client.get(address).status_code == 404
        assert richard.client.post(address, KEPT | {"name": "Mine"}).status_code == 404
    assert richard.client.post(reverse("review-reply-retire", args=[reply.pk])).status_code == 404
    with pytest.raises(errors.NotAReviewer):
        replies.make(user=of(richard), **KEPT)
    assert list(replies.active_replies()) == [reply]


def test_a_reply_is_put_behind_what_is_written_of_a_reason_and_nothing_is_done(
    reply: CannedReply, taken: DisputeCase, william: Player
) -> None:
    address = reverse("review-act", args=[taken.pk, "time"])
    assert "Muster (English)" in text(william.client.get(address))
    sent = {"reply": str(reply.pk), "insert": "1", "reason": "See below. ", "hours": "72", "settles": "on"}
    page = william.client.post(address, sent)
    assert value_of(page, "reason") == f"See below.\n\n{KEPT['text']}"
    assert '<option value="72" selected>' in page.content.decode()
    assert "errorlist" not in page.content.decode()
    assert not StaffAction.objects.filter(kind="time").exists()
    assert value_of(william.client.post(address, sent | {"reason": ""}), "reason") == KEPT["text"]


def test_the_list_of_replies_stands_at_the_reason_it_is_put_into(
    reply: CannedReply, taken: DisputeCase, william: Player
) -> None:
    page = william.client.get(reverse("review-act", args=[taken.pk, "time"])).content.decode()
    places = [
        page.index(part)
        for part in ('name="hours"', 'data-into="id_reason"', '<textarea name="reason"', 'name="rests_on"')
    ]
    assert places == sorted(places)


def test_enter_with_no_reply_chosen_shows_what_the_act_would_do(
    reply: CannedReply, taken: DisputeCase, william: Player
) -> None:
    page = william.client.post(
        reverse("review-act", args=[taken.pk, "answer"]), {"reply": "", "insert": "1", "reason": "So."}
    )
    assert "Nothing is done yet." in text(page)


def test_a_reply_is_put_into_a_question_which_is_sent_as_it_was_changed(
    reply: CannedReply, taken: DisputeCase, william: Player, saladin: Player
) -> None:
    address = reverse("review-do", args=[taken.pk])
    page = william.client.post(
        address, {"insert": "1", "reply": str(reply.pk), "side": "saracen", "text": "Which road?"}
    )
    assert [value_of(page, "text")] == [f"Which road?\n\n{KEPT['text']}"]
    assert '<option value="saracen" selected>' in page.content.decode()
    assert StaffAction.objects.filter(kind="looked", case=taken).count() == 1
    assert not CaseEntry.objects.filter(kind="question").exists()
    william.client.post(address, {"step": "ask", "side": "saracen", "text": "Which road? See rule 5.4."})
    assert "Which road? See rule 5.4." in text(saladin.client.get(reverse("dispute", args=[taken.pk])))


def test_a_retired_reply_is_not_put_anywhere(reply: CannedReply, taken: DisputeCase, william: Player) -> None:
    replies.retire(user=of(william), number=reply.pk)
    address = reverse("review-act", args=[taken.pk, "answer"])
    assert "Insert" not in text(william.client.get(address))
    assert william.client.post(address, {"insert": "1", "reply": str(reply.pk), "reason": ""}).status_code == 404


def test_who_does_not_have_the_case_is_offered_none(reply: CannedReply, taken: DisputeCase, heraclius: Player) -> None:
    assert reviewing.find_case(of(heraclius), taken.pk)
    assert "Insert" not in text(heraclius.client.get(reverse("review-case", args=[taken.pk])))
