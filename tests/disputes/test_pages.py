"""The pages of disputes: the players' own and the reviewers'."""

import html
import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from games.disputes import reviewing
from games.models import DisputeCase, Game, StaffAction, User
from games.services.talk import talk
from tests.disputes.conftest import act, decide, deploy, entries, finish, fresh, make_reviewer, of, resign
from tests.games.helpers import Player

pytestmark = pytest.mark.django_db


def text(response: Any) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def test_the_game_page_leads_to_the_report(game: Game, richard: Player, baldwin: Player) -> None:
    address = reverse("report-problem", args=[game.public_id])
    assert address in richard.client.get(reverse("game", args=[game.public_id])).content.decode()
    assert address not in baldwin.client.get(reverse("game", args=[game.public_id])).content.decode()


def test_a_player_reports_on_a_page_and_the_other_answers(game: Game, richard: Player, saladin: Player) -> None:
    page = richard.client.get(reverse("report-problem", args=[game.public_id]))
    assert "Your report stops the clocks of this game" in text(page)
    sent = {"category": "rules", "wish": "rewind", "text": "The muster <b>went</b> too far."}
    answer = richard.client.post(reverse("report-problem", args=[game.public_id]), sent)
    case = DisputeCase.objects.get()
    assert answer["Location"] == reverse("dispute", args=[case.pk])
    shown = saladin.client.get(reverse("dispute", args=[case.pk]))
    assert "The muster &lt;b&gt;went&lt;/b&gt; too far." in shown.content.decode()
    saladin.client.post(reverse("dispute-write", args=[case.pk]), {"text": "It did not."})
    assert "Saladin (Saracens) wrote" in text(richard.client.get(reverse("dispute", args=[case.pk])))
    assert f"/disputes/{case.pk}/" in richard.client.get(reverse("my-disputes")).content.decode()


def test_what_is_missing_in_a_report_is_said(game: Game, richard: Player) -> None:
    answer = richard.client.post(reverse("report-problem", args=[game.public_id]), {"category": "rules", "text": " "})
    assert answer.status_code == 200
    assert answer.content.decode().count("errorlist") == 2
    assert not DisputeCase.objects.exists()


def test_players_see_decision_reason_and_events_but_not_which_reviewer(
    taken: DisputeCase, william: Player, richard: Player, saladin: Player
) -> None:
    decide(william, taken)
    for player in (richard, saladin):
        shown = text(player.client.get(reverse("dispute", args=[taken.pk])))
        assert "Decision: the reviewer answered" in shown
        assert "Rule 5.1 says otherwise." in shown
        assert "This rests on the events: 2 , 3" in shown
        assert "William" not in shown
        assert "Appeal the decision" in shown


def test_a_player_appeals_on_the_page(taken: DisputeCase, william: Player, saladin: Player) -> None:
    decide(william, taken)
    saladin.client.post(reverse("dispute-appeal", args=[taken.pk]), {"text": "Read it again."})
    assert fresh(taken).state == "appealed"
    again = saladin.client.post(reverse("dispute-appeal", args=[taken.pk]), {"text": "Once more."}, follow=True)
    assert "can no longer be appealed" in text(again)


def test_the_mail_about_a_dispute_leads_to_it(case: DisputeCase, saladin: Player) -> None:
    from games.alerts import mail
    from games.alerts.reading import Reading
    from games.models import Notice

    notice = Notice.objects.get(user=of(saladin), kind="dispute")
    assert Reading(notice).link().endswith(reverse("dispute", args=[case.pk]))
    message = mail.single(notice, "saladin@example.org")
    assert "Richard has reported a problem of your game. You may say how you see it." in message.body
    assert "That muster went too far" not in message.body


# --- reviewers
# ---------------------------------------------------------------------------------------------------------------


def test_reviewers_need_the_permission_and_a_second_factor(case: DisputeCase, new_person: Any) -> None:
    address = reverse("review-case", args=[case.pk])
    assert Client().get(address).status_code == 302
    assert new_person("Guy").client.get(address).status_code == 404
    staff = new_person("Raymond")
    of(staff).is_staff = True
    of(staff).save()
    assert staff.client.get(address).status_code == 403
    make_reviewer(staff)
    assert staff.client.get(address).status_code == 200
    session = staff.client.session
    session.pop("second-factor-of")
    session.save()
    assert staff.client.get(address)["Location"].startswith(reverse("admin:login"))


@pytest.fixture
def new_person(db: None) -> Any:
    return lambda name: Player(User.objects.create_user(name))


def test_the_case_page_shows_a_running_game_as_spectators_see_it(
    taken: DisputeCase, william: Player, richard: Player
) -> None:
    deploy(richard, taken.game)
    page = william.client.get(reverse("review-case", args=[taken.pk]))
    assert page.status_code == 200
    assert "Hidden blocks, cards, plans and payloads stay closed" in text(page)
    assert not hidden_in(page, taken.game)
    assert set(board_of(page)["views"]) == {"public"}


def test_the_case_page_shows_everything_once_it_was_opened(
    taken: DisputeCase, william: Player, richard: Player
) -> None:
    event = deploy(richard, taken.game)
    william.client.post(reverse("review-do", args=[taken.pk]), {"step": "open-all"})
    page = william.client.get(reverse("review-case", args=[taken.pk]), {"at": event.seq})
    shown = text(page)
    assert set(board_of(page)["views"]) == {"frank", "saracen", "all"}
    assert '"block": "balian"' in shown
    assert "the action was legal" in shown
    assert "Rule of this step: 3" in shown or "Rule of this step:" in shown
    assert "Balian" in shown
    assert hidden_in(page, taken.game)


def test_only_the_reviewer_of_the_case_sees_it_open(taken: DisputeCase, william: Player, heraclius: Player) -> None:
    william.client.post(reverse("review-do", args=[taken.pk]), {"step": "open-all"})
    assert set(board_of(heraclius.client.get(reverse("review-case", args=[taken.pk])))["views"]) == {"public"}


def test_the_board_of_an_event_in_three_views(
    taken: DisputeCase, william: Player, richard: Player, saladin: Player
) -> None:
    """Each side's view is what it saw then: the other's plans are not in it."""
    event = deploy(richard, taken.game)
    address = reverse("review-board", args=[taken.pk])
    assert set(william.client.get(address, {"at": 3}).json()["views"]) == {"public"}
    william.client.post(reverse("review-do", args=[taken.pk]), {"step": "open-all"})
    views = william.client.get(address, {"at": event.seq}).json()["views"]
    assert "balian" in json.dumps(views["frank"]["map"]["ascalon"])
    assert "balian" not in json.dumps(views["saracen"]["map"])
    assert "balian" in json.dumps(views["all"]["map"]["ascalon"])
    assert views["saracen"]["map"] == saladin.view(taken.game)["map"]
    assert william.client.get(address, {"at": 9999}).status_code == 404


def test_a_finished_game_is_open_to_reviewers(taken: DisputeCase, william: Player, richard: Player) -> None:
    finish(richard, taken.game)
    resign(richard, taken.game)
    page = william.client.get(reverse("review-case", args=[taken.pk]), {"at": 3})
    assert set(board_of(page)["views"]) == {"frank", "saracen", "all"}


def test_the_timeline_is_filtered_by_turn_side_kind_and_what_stands(
    taken: DisputeCase, william: Player, richard: Player
) -> None:
    deploy(richard, taken.game)
    richard.undo(taken.game)
    finish(richard, taken.game)
    william.client.post(reverse("review-do", args=[taken.pk]), {"step": "open-all"})
    address = reverse("review-case", args=[taken.pk])

    def rows(**query: str) -> list[int]:
        page = william.client.get(address, query).content.decode()
        return [int(number) for number in re.findall(r'class="seq"[^>]*>(\d+)<', page)]

    everything = rows()
    assert everything == list(range(1, fresh(taken.game).version + 1))
    actions = list(taken.game.events.filter(kind="action").values_list("seq", flat=True))
    assert rows(kind="action") == actions
    assert rows(side="saracen") == list(taken.game.events.filter(side="saracen").values_list("seq", flat=True))
    assert rows(kind="action", not_undone="on") == actions[1:]
    assert rows(turn="1187-9") == []
    assert "<del>" in william.client.get(address).content.decode()


def test_ledgers_hold_dice_time_presence_alerts_and_talk(
    taken: DisputeCase, william: Player, richard: Player, saladin: Player
) -> None:
    talk.post(user=of(richard), game_id=taken.game.public_id, key=uuid4(), text="Hello <there>")
    finish(richard, taken.game)
    finish(saladin, taken.game)
    resign(richard, taken.game)
    shown = text(william.client.get(reverse("review-case", args=[taken.pk])))
    assert "draws, the latest first" in shown or "draw, the latest first" in shown
    assert "✓ yes" in shown
    assert "✗" not in shown
    assert "Franks: no dice in fire yet." in shown
    assert "Hello <there>" in shown
    assert "The clocks stand still" in shown or "A reviewer stopped the clocks" in shown
    assert "Disputes" in shown


def test_the_record_is_checked_on_demand(taken: DisputeCase, william: Player) -> None:
    assert "the chain of events is unbroken" in text(william.client.get(reverse("review-integrity", args=[taken.pk])))


def test_an_act_is_asked_for_shown_and_confirmed(taken: DisputeCase, william: Player) -> None:
    address = reverse("review-act", args=[taken.pk, "time"])
    assert "How much time?" in text(william.client.get(address))
    sent = {"side": "frank", "hours": "24", "reason": "The site was down.", "rests_on": "2, 3", "settles": "on"}
    preview = william.client.post(address, sent)
    assert "Nothing is done yet." in text(preview)
    assert "Grant time: Franks, 1 day" in text(preview)
    assert not StaffAction.objects.filter(kind="time").exists()
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', preview.content.decode()))
    hidden.pop("csrfmiddlewaretoken", None)
    done = william.client.post(address, hidden | {"confirm": "1"})
    assert done["Location"] == reverse("review-case", args=[taken.pk])
    action = StaffAction.objects.get(kind="time")
    assert (action.reason, action.entry.rests_on) == ("The site was down.", [2, 3])
    assert fresh(taken).state == "decided"


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"reason": "x"},
        {"event": "3"},
        {"event": "3", "reason": "x", "rests_on": "a"},
        {"event": "77", "reason": "x"},
    ],
)
def test_what_is_wrong_with_an_act_is_said(sent: dict[str, str], taken: DisputeCase, william: Player) -> None:
    answer = william.client.post(reverse("review-act", args=[taken.pk, "rewind"]), sent)
    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode()
    assert not taken.game.events.filter(kind="staff").exists()


def test_a_confirmation_without_its_preview_does_nothing(taken: DisputeCase, william: Player) -> None:
    answer = william.client.post(reverse("review-act", args=[taken.pk, "answer"]), {"reason": "x", "confirm": "1"})
    assert "Look at the preview again" in text(answer)
    # Nor with a key alone: without the version that was looked at, nobody would see that the game went on.
    keyed = william.client.post(
        reverse("review-act", args=[taken.pk, "answer"]), {"reason": "x", "confirm": "1", "key": str(uuid4())}
    )
    assert "Look at the preview again" in text(keyed)
    assert fresh(taken).state == "taken"


def test_the_preview_and_both_players_are_told_whom_a_sanction_is_laid_on_and_for_how_long(
    taken: DisputeCase, william: Player, richard: Player, saladin: Player
) -> None:
    sent = {"side": "saracen", "days": "7", "reason": "Such words are not written here."}
    preview = william.client.post(reverse("review-act", args=[taken.pk, "mute"]), sent)
    assert "Mute a player: Saladin (Saracens), 7 days" in text(preview)
    act(william, taken, "mute", side="saracen", days="7")
    for player in (richard, saladin):
        shown = text(player.client.get(reverse("dispute", args=[taken.pk])))
        assert "The reviewer muted a player: Saladin (Saracens), 7 days" in shown


def test_small_steps_on_the_page(case: DisputeCase, william: Player) -> None:
    address = reverse("review-do", args=[case.pk])
    for data in (
        {"step": "take"},
        {"step": "note", "text": "Hm."},
        {"step": "ask", "side": "frank", "text": "Where?"},
        {"step": "go-on"},
    ):
        assert william.client.post(address, data).status_code == 302
    assert entries(case) == ["report", "taken", "note", "question", "went-on"]
    assert william.client.post(address, {"step": "steal"}).status_code == 404
    assert "Write something first." in text(william.client.post(address, {"step": "note", "text": ""}, follow=True))


# --- the audit log
# -----------------------------------------------------------------------------------------------------------


def test_every_page_a_reviewer_opens_is_in_the_audit_log(taken: DisputeCase, william: Player) -> None:
    address = reverse("review-case", args=[taken.pk])
    william.client.get(address, {"at": "3"})
    row = StaffAction.objects.first()
    assert row is not None
    assert (row.kind, row.actor, row.case, row.address) == ("looked", of(william), taken, f"{address}?at=3")
    of(william).is_superuser = True
    of(william).save()
    before = StaffAction.objects.count()
    assert william.client.get("/admin/games/gameevent/").status_code == 200
    assert StaffAction.objects.count() == before + 1
    assert StaffAction.objects.first().address == "/admin/games/gameevent/"


def test_the_audit_log_is_shown_and_exported(taken: DisputeCase, william: Player, heraclius: Player) -> None:
    act(william, taken, "warn", side="frank")
    shown = text(heraclius.client.get(reverse("review-audit")))
    assert "warned a player" in shown
    assert "opened a page" not in shown.partition("Reason or page")[2]
    for kind, parsed in (("csv", "warn"), ("json", '"kind": "warn"')):
        answer = heraclius.client.post(reverse("review-audit-export"), {"format": kind})
        body = answer.content.decode()
        assert parsed in body
        assert "Rule 5.1 says otherwise." in body
    assert StaffAction.objects.filter(kind="exported", actor=of(heraclius)).count() == 2
    assert (
        "warned"
        not in text(heraclius.client.get(reverse("review-audit"), {"by": "Heraclius"})).partition("Reason or page")[2]
    )


def test_spreadsheets_find_no_formulas_in_the_export(taken: DisputeCase, william: Player) -> None:
    reviewing.note(user=of(william), number=taken.pk, text="=1+1")
    body = william.client.post(reverse("review-audit-export"), {"format": "csv"}).content.decode()
    assert "'=1+1" in body


def board_of(page: Any) -> dict[str, Any]:
    found = re.search(
        r'<script id="page-data" type="application/json">(.*?)</script>', page.content.decode(), re.DOTALL
    )
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def hidden_in(page: Any, game: Game) -> bool:
    """Whether the page tells where a block of the Franks was planned to go."""
    views = json.dumps(board_of(page)["views"])
    shown = re.sub(r"<script.*?</script>", "", page.content.decode(), flags=re.DOTALL)
    return '"id": "balian"' in views or "Balian" in shown


def test_suspended_and_muted_people_get_clear_answers(
    taken: DisputeCase, william: Player, richard: Player, baldwin: Player
) -> None:
    from games.services.lobby import lobby
    from tests.games.helpers import DONE, new_key, problem

    act(william, taken, "suspend", side="frank", days="7")
    act(william, taken, "mute", side="frank", days="7")
    game = taken.game
    assert "you cannot play: a reviewer decided so" in problem(richard.act(game, DONE), 403, "suspended")["detail"]
    said = richard.post(f"games/{game.public_id}/talk/", {"text": "Pah!", "key": new_key()})
    assert "you cannot write to other players: a reviewer decided so" in problem(said, 403, "muted")["detail"]
    page = richard.client.post(
        reverse("new-game"), {"side": "frank", "opponent": "public", "handicap": "0", "pace": "slow", "key": new_key()}
    )
    assert "you cannot play: a reviewer decided so" in text(page)
    other = lobby.create_game(user=of(baldwin), side="frank").game
    joined = richard.client.post(reverse("join-game", args=[other.public_id]), {"key": new_key()}, follow=True)
    assert "you cannot play: a reviewer decided so" in text(joined)
    sought = richard.client.post(reverse("seek"), {"side": "", "pace": "", "key": new_key()}, follow=True)
    assert "you cannot play: a reviewer decided so" in text(sought)


def test_a_party_who_reviews_other_cases_finds_nothing_of_this_one_in_the_audit_log(
    taken: DisputeCase, william: Player, heraclius: Player, saladin: Player
) -> None:
    reviewing.note(user=of(william), number=taken.pk, text="Saladin has done that before.")
    make_reviewer(saladin)
    for player, finds in ((heraclius, True), (saladin, False)):
        assert ("done that before" in text(player.client.get(reverse("review-audit")))) == finds
        exported = player.client.post(reverse("review-audit-export")).content.decode()
        assert ("done that before" in exported) == finds
