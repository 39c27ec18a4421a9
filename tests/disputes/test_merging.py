"""Two cases that are reviewed as one: what can be merged, what both sides hear, and what stays secret."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as outbox
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from games.alerts import mail
from games.disputes import errors, filing, merging, queue, reviewing
from games.disputes.queue import Wanted
from games.models import CaseEntry, DisputeCase, Game, Notice, StaffAction, User
from games.services.lobby import blocking, lobby
from tests.disputes.conftest import act, entries, fresh, mails_to, make_reviewer, of, report
from tests.disputes.test_pages import text
from tests.disputes.test_queue import many
from tests.games.helpers import Player

pytestmark = pytest.mark.django_db
OUTCOME = "The player you reported was warned."


@pytest.fixture
def guy(db: None) -> Player:
    return Player(User.objects.create_user("Guy"))


@pytest.fixture
def elsewhere(guy: Player, saladin: Player) -> DisputeCase:
    """Guy, too, reports Saladin, of a game of his own, whose clocks stand still for it."""
    game = lobby.create_game(user=of(guy), side="saracen", pace="slow").game
    lobby.join_game(user=of(saladin), game_id=game.public_id)
    return report(guy, Game.objects.get(pk=game.pk), category="conduct", wish="person", text="He called me a goatherd.")


@pytest.fixture
def merged(taken: DisputeCase, elsewhere: DisputeCase, william: Player) -> DisputeCase:
    """Guy's case, merged into Richard's."""
    return merging.merge(user=of(william), number=taken.pk, other=elsewhere.pk)


def settle(player: Player, case: DisputeCase, kind: str = "warn", outcome: str = OUTCOME, **params: str) -> Any:
    address = reverse("review-act", args=[case.pk, kind])
    sent = {"reason": "Richard was called a heretic.", "settles": "on", "outcome": outcome} | params
    preview = player.client.post(address, sent)
    found = preview.context
    if "preview" not in (found or {}):
        return preview
    version = str(found["preview"].version)
    return player.client.post(
        address, sent | {"confirm": "1", "key": str(found["key"]), "version": version}, follow=True
    )


# --- merging
# --------------------------------------------------------------------------------------------------------------------


def test_a_reviewer_merges_a_case_into_theirs_on_its_page(
    taken: DisputeCase, elsewhere: DisputeCase, william: Player, guy: Player, saladin: Player
) -> None:
    page = william.client.get(reverse("review-case", args=[taken.pk]))
    assert f'<option value="{elsewhere.pk}">' in page.content.decode()
    done = william.client.post(
        reverse("review-do", args=[taken.pk]), {"step": "merge", "other": str(elsewhere.pk)}, follow=True
    )
    assert "Merged. Its players are told" in text(done)
    assert (fresh(elsewhere).state, fresh(elsewhere).merged_into, fresh(elsewhere).reviewer) == ("merged", taken, None)
    row = StaffAction.objects.get(kind="merged")
    assert (row.actor, row.case, row.before, row.after) == (
        of(william),
        elsewhere,
        {"state": "open", "reviewer": ""},
        {"into": taken.pk},
    )
    for player in (guy, saladin):
        assert mails_to(player, elsewhere)[-1].data == {"case": elsewhere.pk, "news": "merged"}
        shown = text(player.client.get(reverse("dispute", args=[elsewhere.pk])))
        assert "A reviewer looks at this dispute together with another one" in shown
        assert "William" not in shown


def test_the_audit_log_says_into_which_case_and_of_a_sanction_how_long(
    taken: DisputeCase, merged: DisputeCase, william: Player, heraclius: Player
) -> None:
    act(william, taken, "mute", side="frank", days="7")
    act(william, taken, "mute", side="frank", days="0")
    shown = text(heraclius.client.get(reverse("review-audit")))
    assert f"merged the case into another Case {merged.pk} into dispute {taken.pk}" in shown
    assert "Richard Richard (Franks), 7 days Rule 5.1" in shown
    assert "Richard Richard (Franks), lifted Rule 5.1" in shown


def test_the_histories_of_both_stand_on_the_page_and_the_merged_one_leads_there(
    taken: DisputeCase, merged: DisputeCase, william: Player, heraclius: Player, guy: Player
) -> None:
    filing.write(user=of(guy), number=merged.pk, text="And a shepherd of pigs.")
    shown = text(heraclius.client.get(reverse("review-case", args=[taken.pk])))
    for said in (
        "That muster went too far.",
        "He called me a goatherd.",
        "And a shepherd of pigs.",
        f"Merged: dispute {merged.pk}",
    ):
        assert said in shown
    assert f"William merged the case into dispute {taken.pk}" in shown
    page = heraclius.client.get(reverse("review-case", args=[merged.pk]))
    assert f"This dispute was merged into dispute {taken.pk}, and is decided there." in text(page)
    assert reverse("review-case", args=[taken.pk]) in page.content.decode()
    assert 'name="step"' not in page.content.decode()


def test_a_merged_case_cannot_be_acted_on_by_itself(merged: DisputeCase, william: Player, heraclius: Player) -> None:
    for step in (
        lambda: reviewing.take(user=of(heraclius), number=merged.pk),
        lambda: reviewing.assign(user=of(heraclius), number=merged.pk, name="William"),
        lambda: reviewing.ask(user=of(william), number=merged.pk, side="frank", text="Why?"),
        lambda: reviewing.note(user=of(william), number=merged.pk, text="Hm."),
        lambda: reviewing.unseal(user=of(william), number=merged.pk),
        lambda: reviewing.allow(user=of(william), number=merged.pk, name="Heraclius", reason="Nobody else is here."),
        lambda: act(william, merged, "warn", side="frank"),
    ):
        with pytest.raises(errors.Merged, match=f"merged into dispute {merged.merged_into_id}: act there"):
            step()
    assert fresh(merged).state == "merged"


def test_the_list_has_it_with_the_other_and_on_demand(
    taken: DisputeCase, merged: DisputeCase, heraclius: Player
) -> None:
    def listed(**wanted: str) -> list[int]:
        return [case.pk for case in queue.find(of(heraclius), Wanted(**wanted))]

    assert listed() == [taken.pk]
    assert listed(whose="unassigned") == []
    assert listed(state="merged") == [merged.pk]
    assert "1 merged into it" in text(heraclius.client.get(reverse("review-cases")))
    assert f"merged into dispute {taken.pk}" in text(heraclius.client.get(reverse("review-cases"), {"state": "merged"}))


# --- what makes no sense
# --------------------------------------------------------------------------------------------------------


def refused(player: Player, case: DisputeCase, other: int) -> str:
    with pytest.raises(errors.NotMergeable) as found:
        merging.merge(user=of(player), number=case.pk, other=other)
    return str(found.value.detail)


def test_what_cannot_be_merged_is_said(
    taken: DisputeCase, elsewhere: DisputeCase, william: Player, heraclius: Player, guy: Player
) -> None:
    many(taken.game, 1)
    stranger = DisputeCase.objects.latest("pk")
    assert refused(william, taken, taken.pk) == "A dispute cannot be merged into itself."
    assert refused(william, taken, 987654) == "There is no dispute 987654."
    assert "only if the same player was reported in both" in refused(william, taken, stranger.pk)
    reviewing.take(user=of(heraclius), number=elsewhere.pk)
    assert "Another reviewer has dispute" in refused(william, taken, elsewhere.pk)
    act(heraclius, elsewhere, "answer")
    assert refused(william, taken, elsewhere.pk) == f"Dispute {elsewhere.pk} is settled already."
    filing.appeal(user=of(guy), number=elsewhere.pk, text="No.")
    assert refused(william, taken, elsewhere.pk) == "An appeal is decided by itself: it cannot be merged."
    assert merging.candidates(of(william), taken) == []
    said = text(
        william.client.post(reverse("review-do", args=[taken.pk]), {"step": "merge", "other": "x"}, follow=True)
    )
    assert "There is no dispute 0." in said
    assert not StaffAction.objects.filter(kind="merged").exists()


def test_what_is_merged_is_not_merged_again_and_takes_in_nothing(
    taken: DisputeCase, merged: DisputeCase, william: Player
) -> None:
    assert refused(william, taken, merged.pk) == f"Dispute {merged.pk} is merged into dispute {taken.pk} already."
    with pytest.raises(errors.Merged):
        merging.merge(user=of(william), number=merged.pk, other=taken.pk)


def test_only_the_reviewer_of_the_case_merges_and_nobody_tied_to_the_other(
    taken: DisputeCase, elsewhere: DisputeCase, william: Player, heraclius: Player, guy: Player
) -> None:
    with pytest.raises(errors.NotYourCase):
        merging.merge(user=of(heraclius), number=taken.pk, other=elsewhere.pk)
    blocking.block(user=of(guy), other=of(william))
    assert merging.candidates(of(william), taken) == []
    with pytest.raises(errors.Tied):
        merging.merge(user=of(william), number=taken.pk, other=elsewhere.pk)
    assert fresh(elsewhere).state == "open"


def test_what_was_merged_into_a_case_goes_with_it_into_a_third(
    taken: DisputeCase, elsewhere: DisputeCase, saladin: Player, william: Player
) -> None:
    back = report(saladin, taken.game, category="conduct", wish="person", text="He began it.")
    reviewing.take(user=of(william), number=elsewhere.pk)
    third = merging.merge(user=of(william), number=elsewhere.pk, other=taken.pk)
    assert third.pk == taken.pk
    reviewing.take(user=of(william), number=back.pk)
    with pytest.raises(errors.NotMergeable):
        merging.merge(user=of(william), number=back.pk, other=elsewhere.pk)  # another game, another player reported
    DisputeCase.objects.filter(pk=elsewhere.pk).update(other=back.other)
    merging.merge(user=of(william), number=back.pk, other=elsewhere.pk)
    assert {fresh(taken).merged_into, fresh(elsewhere).merged_into} == {back}


def test_the_database_has_no_merged_case_without_another(elsewhere: DisputeCase) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        DisputeCase.objects.filter(pk=elsewhere.pk).update(state="merged")


# --- the outcome
# ----------------------------------------------------------------------------------------------------------------


def test_both_reporters_hear_the_outcome_each_in_words_for_them(
    taken: DisputeCase, merged: DisputeCase, william: Player, richard: Player, guy: Player, saladin: Player
) -> None:
    assert "Done. Both players are told." in text(settle(william, taken, side="saracen"))
    assert [(fresh(case).state, fresh(case).decided_by) for case in (taken, merged)] == [("decided", of(william))] * 2
    theirs = text(guy.client.get(reverse("dispute", args=[merged.pk])))
    assert "The reviewer decided this dispute together with another one" in theirs
    assert OUTCOME in theirs
    notice = mails_to(guy, merged)[-1]
    assert {name: notice.data[name] for name in ("case", "news")} == {"case": merged.pk, "news": "decided"}
    body = " ".join(str(mail.single(notice, "guy@example.org").body).split())
    assert "A reviewer has decided the dispute about your game." in body
    assert OUTCOME in body
    assert "Either of you may appeal until" in body
    assert "Richard was called a heretic." in text(richard.client.get(reverse("dispute", args=[taken.pk])))
    # Who is a party of both hears it once, and reads both.
    assert [
        notice.data["case"] for notice in Notice.objects.filter(user=of(saladin), data__news="decided", target=None)
    ] == [taken.pk]
    assert OUTCOME in text(saladin.client.get(reverse("dispute", args=[merged.pk])))


def test_no_reporter_learns_who_else_reported(
    taken: DisputeCase, merged: DisputeCase, william: Player, richard: Player, guy: Player
) -> None:
    reviewing.ask(user=of(william), number=taken.pk, side="frank", text="What did he say, Richard?")
    settle(william, taken, side="saracen")
    outbox.outbox.clear()
    for player, own, other, secrets in (
        (guy, merged, taken, ("Richard", "heretic", "muster", "warned a player")),
        (richard, taken, merged, ("Guy", "goatherd", OUTCOME)),
    ):
        pages = [
            text(player.client.get(address)) for address in (reverse("dispute", args=[own.pk]), reverse("my-disputes"))
        ]
        mails = [
            mail.single(notice, "somebody@example.org")
            for notice in Notice.objects.filter(user=of(player), kind="dispute")
        ]
        assert len(mails) >= 2
        said = [f"{one.subject} {one.body} {one.alternatives[0][0]}" for one in mails]
        told = player.client.post(reverse("export-data")).content.decode()
        for found in (*pages, *said, told):
            for secret in secrets:
                assert secret not in found, (of(player).username, secret)
            assert f"/disputes/{other.pk}/" not in found
        assert player.client.get(reverse("dispute", args=[other.pk])).status_code == 404


@pytest.mark.parametrize("name", ["Guy", "Richard"])
def test_a_reporter_who_reviews_finds_nothing_of_the_case_merged_with_theirs(
    name: str, taken: DisputeCase, merged: DisputeCase, guy: Player, richard: Player, heraclius: Player
) -> None:
    reporter, other, words = (
        (guy, taken, "That muster went too far.") if name == "Guy" else (richard, merged, "He called me a goatherd.")
    )
    make_reviewer(reporter)
    assert reporter.client.get(reverse("review-case", args=[other.pk])).status_code == 403
    for player, finds in ((heraclius, True), (reporter, False)):
        pages = [
            text(player.client.get(reverse("review-cases"), {"state": state, "words": "me"}))
            for state in ("taken", "merged")
        ]
        pages.append(
            text(player.client.get(reverse("review-cases"), {"words": f"#{other.pk}", "state": fresh(other).state}))
        )
        assert any(words in page for page in pages) == finds
        logged = player.client.post(reverse("review-audit-export"), {"format": "json"}).content.decode()
        assert (f'"case": {other.pk},' in logged) == finds
    assert name not in {person.get_username() for person in reviewing.assignees(fresh(taken))}


def test_a_decision_waits_for_words_to_the_others(taken: DisputeCase, merged: DisputeCase, william: Player) -> None:
    page = settle(william, taken, side="saracen", outcome=" ")
    assert "Write what the players of the merged disputes read." in text(page)
    assert "This field is required." in text(settle(william, taken, "answer", outcome=""))
    assert (fresh(taken).state, fresh(merged).state) == ("taken", "merged")
    preview = william.client.post(
        reverse("review-act", args=[taken.pk, "answer"]), {"reason": "So.", "outcome": OUTCOME}
    )
    assert f"One merged dispute is decided with it. Their players read: {OUTCOME}" in text(preview)
    act(william, taken, "warn", side="saracen")  # which settles nothing
    assert entries(merged)[-1] == "merged"


def test_two_reports_of_the_same_game_are_decided_by_one_reason(
    taken: DisputeCase, saladin: Player, richard: Player, william: Player
) -> None:
    back = report(saladin, taken.game, category="conduct", wish="person", text="He began it.")
    merging.merge(user=of(william), number=taken.pk, other=back.pk)
    act(william, taken, "answer")
    decision = CaseEntry.objects.get(case=back, kind="decision")
    assert (fresh(back).state, decision.text, decision.rests_on) == ("decided", "Rule 5.1 says otherwise.", [])
    assert {
        len([notice for notice in mails_to(player, taken) if notice.data["news"] == "decided"])
        for player in (richard, saladin)
    } == {1}
    # One decision, one appeal: where it was decided.
    page = text(saladin.client.get(reverse("dispute", args=[back.pk])))
    assert f"It was decided together with dispute {taken.pk}. Appeal there" in page
    with pytest.raises(errors.NoAppeal, match=f"Appeal in dispute {taken.pk}"):
        filing.appeal(user=of(saladin), number=back.pk, text="No.")
    filing.appeal(user=of(saladin), number=taken.pk, text="No.")


def test_clocks_that_stood_for_a_merged_report_go_on_with_the_decision(
    taken: DisputeCase, merged: DisputeCase, william: Player
) -> None:
    assert fresh(taken.game).frozen_at
    assert fresh(merged.game).frozen_at
    settle(william, taken, side="saracen")
    assert (fresh(taken.game).frozen_at, fresh(merged.game).frozen_at) == (None, None)


def test_a_merged_report_that_is_withdrawn_hears_no_more(
    taken: DisputeCase, merged: DisputeCase, william: Player, guy: Player
) -> None:
    filing.withdraw(user=of(guy), number=merged.pk)
    assert fresh(merged.game).frozen_at is None
    act(william, taken, "answer")
    assert (fresh(merged).state, entries(merged)[-1]) == ("closed", "withdrawn")


def test_what_was_merged_goes_on_by_itself_when_the_other_report_is_withdrawn(
    taken: DisputeCase, merged: DisputeCase, richard: Player, william: Player, guy: Player
) -> None:
    filing.withdraw(user=of(richard), number=taken.pk)
    assert (fresh(merged).state, fresh(merged).reviewer, fresh(merged).merged_into) == ("taken", of(william), None)
    assert fresh(merged.game).frozen_at
    assert "The dispute is looked at by itself again" in text(guy.client.get(reverse("dispute", args=[merged.pk])))
    act(william, merged, "answer")
    assert fresh(merged).state == "decided"


def test_a_merged_reporter_appeals_alone_and_another_reviewer_decides_that(
    taken: DisputeCase, merged: DisputeCase, william: Player, heraclius: Player, guy: Player, richard: Player
) -> None:
    settle(william, taken, side="saracen")
    filing.appeal(user=of(guy), number=merged.pk, text="A warning is too little.")
    assert (fresh(merged).state, fresh(taken).state) == ("appealed", "decided")
    with pytest.raises(errors.Tied):
        reviewing.take(user=of(william), number=merged.pk)
    reviewing.take(user=of(heraclius), number=merged.pk)
    act(heraclius, merged, "mute", settles=True, side="frank", days="7")
    assert (fresh(merged).state, fresh(taken).state) == ("closed", "decided")
    assert "too little" not in text(richard.client.get(reverse("dispute", args=[taken.pk])))


def test_what_an_appeal_changes_the_merged_reporter_hears_as_well(
    taken: DisputeCase, merged: DisputeCase, william: Player, heraclius: Player, richard: Player, guy: Player
) -> None:
    settle(william, taken, side="saracen")
    filing.appeal(user=of(richard), number=taken.pk, text="No.")
    assert fresh(merged).state == "decided"
    reviewing.take(user=of(heraclius), number=taken.pk)
    assert "The player may not write" not in text(guy.client.get(reverse("dispute", args=[merged.pk])))
    settle(heraclius, taken, "mute", outcome="The player may not write for a week.", side="saracen", days="7")
    assert [fresh(case).state for case in (taken, merged)] == ["closed", "closed"]
    assert "The player may not write for a week." in text(guy.client.get(reverse("dispute", args=[merged.pk])))
    assert len([notice for notice in mails_to(guy, merged) if notice.data["news"] == "decided"]) == 2
    with pytest.raises(errors.NoAppeal):
        filing.appeal(user=of(guy), number=merged.pk, text="No.")


def test_decisions_that_nobody_appealed_are_closed_with_what_was_merged(
    taken: DisputeCase, merged: DisputeCase, william: Player
) -> None:
    settle(william, taken, side="saracen")
    DisputeCase.objects.update(decided_at=timezone.now() - timedelta(days=15))
    assert filing.close_unappealed() == 2


def test_a_second_reviewer_s_leave_holds_for_what_was_merged(
    taken: DisputeCase, merged: DisputeCase, william: Player, heraclius: Player, guy: Player
) -> None:
    blocking.block(user=of(guy), other=of(william))
    with pytest.raises(errors.Tied):
        reviewing.find_case(of(william), taken.pk)
    reviewing.allow(user=of(heraclius), number=taken.pk, name="William", reason="Nobody else has time.")
    assert reviewing.find_case(of(william), taken.pk)
    assert reviewing.find_case(of(william), merged.pk)
