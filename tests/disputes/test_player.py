"""What reviewers know of a player on one page, and a case that is given to another reviewer."""

import pytest
from django.urls import reverse

from games.alerts import mail
from games.disputes import errors, reviewing
from games.models import DisputeCase, PlayerNote, StaffAction
from games.services.lobby import blocking
from tests.disputes.conftest import act, entries, fresh, mails_to, of, report
from tests.disputes.test_pages import text
from tests.games.helpers import Player

pytestmark = pytest.mark.django_db
PAGE = reverse("review-player", args=["Saladin"])


def test_the_page_of_a_player_has_cases_sanctions_warnings_and_notes(
    taken: DisputeCase, william: Player, heraclius: Player, saladin: Player
) -> None:
    second = report(saladin, taken.game, category="conduct", wish="person", text="He shouts.")
    act(william, taken, "warn", side="saracen")
    act(william, taken, "mute", side="saracen", days="7")
    assert PAGE in william.client.get(reverse("review-case", args=[taken.pk])).content.decode()
    william.client.post(reverse("review-player-note", args=["Saladin"]), {"text": "Has <been> told."})
    page = heraclius.client.get(PAGE)
    for case in (taken, second):
        assert reverse("review-case", args=[case.pk]) in page.content.decode()
    for words in (
        "He shouts.",
        "muted until",
        "warned a player",
        "Saladin (Saracens), 7 days",
        "Rule 5.1 says otherwise.",
        "Has <been> told.",
    ):
        assert words in text(page), words


def test_a_note_about_a_player_is_logged_and_an_empty_one_refused(william: Player, saladin: Player) -> None:
    address = reverse("review-player-note", args=["Saladin"])
    assert "Write something first." in text(william.client.post(address, {"text": " "}, follow=True))
    assert not PlayerNote.objects.exists()
    william.client.post(address, {"text": "Polite."})
    row = StaffAction.objects.get(kind="noted-player")
    assert (row.actor, row.person, row.after) == (of(william), None, {"player": of(saladin).pk})


def test_a_player_has_no_such_page_nor_a_reviewer_who_is_near(
    case: DisputeCase, richard: Player, saladin: Player, william: Player, heraclius: Player
) -> None:
    assert richard.client.get(PAGE).status_code == 404
    blocking.block(user=of(saladin), other=of(william))
    assert william.client.get(PAGE).status_code == 403
    assert william.client.post(reverse("review-player-note", args=["Saladin"]), {"text": "x"}).status_code == 403
    assert heraclius.client.get(reverse("review-player", args=["Heraclius"])).status_code == 403
    assert heraclius.client.get(reverse("review-player", args=["Nobody"])).status_code == 404
    assert not PlayerNote.objects.exists()


def test_a_case_is_given_to_another_reviewer_who_is_told(
    taken: DisputeCase, william: Player, heraclius: Player, richard: Player
) -> None:
    told = len(mails_to(richard, taken))
    page = william.client.post(
        reverse("review-do", args=[taken.pk]), {"step": "assign", "name": "Heraclius"}, follow=True
    )
    assert "William gave the case to Heraclius" in text(page)
    assert (fresh(taken).state, fresh(taken).reviewer) == ("taken", of(heraclius))
    assert mails_to(heraclius, taken)[-1].data == {"review": taken.pk, "news": "assigned"}
    row = StaffAction.objects.get(kind="assigned")
    assert (row.actor, row.person, row.before["reviewer"], row.after["reviewer"]) == (
        of(william),
        of(heraclius),
        "William",
        "Heraclius",
    )
    assert entries(taken)[-1] == "assigned"
    assert len(mails_to(richard, taken)) == told
    assert "Heraclius" not in text(richard.client.get(reverse("dispute", args=[taken.pk])))


def test_the_mail_to_who_was_given_a_case_says_so_and_leads_to_it(
    taken: DisputeCase, william: Player, heraclius: Player
) -> None:
    reviewing.assign(user=of(william), number=taken.pk, name="Heraclius")
    told = mail.single(mails_to(heraclius, taken)[-1], "heraclius@example.org")
    assert str(told.subject).startswith("Dispute given to you (rules / rewind): 1187 – Richard – Saladin (")
    for said in (str(told.body), str(told.alternatives[0][0])):
        assert "Another reviewer has given you a dispute." in said
        assert (
            "The report: The rules were not applied as they should be. Asked for: Play on from an earlier moment."
            in " ".join(said.split())
        )
        assert reverse("review-case", args=[taken.pk]) in said
        assert "because you review disputes" in " ".join(said.split())
        for hidden in ("muster", "William"):
            assert hidden not in said


def test_a_case_that_waits_for_a_player_goes_on_waiting_under_another_reviewer(
    taken: DisputeCase, william: Player, heraclius: Player
) -> None:
    reviewing.ask(user=of(william), number=taken.pk, side="frank", text="Why?")
    reviewing.assign(user=of(william), number=taken.pk, name="Heraclius")
    assert (fresh(taken).state, fresh(taken).waits_for, fresh(taken).reviewer) == ("waiting", "frank", of(heraclius))


def test_a_free_case_can_be_given_and_both_players_hear_that_it_was_taken(
    case: DisputeCase, william: Player, heraclius: Player, richard: Player
) -> None:
    reviewing.assign(user=of(william), number=case.pk, name="Heraclius")
    assert fresh(case).reviewer == of(heraclius)
    assert mails_to(richard, case)[-1].data == {"case": case.pk, "news": "taken"}


def test_nobody_gives_away_what_another_has_nor_to_who_is_tied_or_no_reviewer(
    taken: DisputeCase, william: Player, heraclius: Player, saladin: Player
) -> None:
    with pytest.raises(errors.NotNow):
        reviewing.assign(user=of(heraclius), number=taken.pk, name="Heraclius")
    blocking.block(user=of(saladin), other=of(heraclius))
    for name in ("Heraclius", "Baldwin", "William", ""):
        with pytest.raises(errors.BadAct):
            reviewing.assign(user=of(william), number=taken.pk, name=name)
    assert fresh(taken).reviewer == of(william)
