"""What reviewers do: each act leaves one event of staff, one row of the audit log, one entry and one mail to each
player.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.utils import timezone

from games import errors as game_errors
from games.access import game_under_review
from games.alerts import mail
from games.alerts.reading import Reading
from games.disputes import acting, errors, filing, reviewing
from games.disputes.acting import ReviewRequest
from games.disputes.acts import ACTS
from games.models import DisputeCase, Game, GameEvent, Notice, Seeker, StaffAction, Visit
from games.people import sanctions
from games.people.errors import Muted, Suspended
from games.services.after_commit import announce
from games.services.agreements import offers
from games.services.archive import check
from games.services.archive.export import export_record
from games.services.lobby import lobby, matching
from games.services.record.appending import Entry, append
from games.services.record.state import load_state
from games.services.talk import talk
from rules import verify
from tests.disputes.conftest import LOOKS, act, deploy, entries, finish, fresh, mails_to, of, report, resign
from tests.games.helpers import Player

pytestmark = pytest.mark.django_db

# What each act asks, and what brings the game into a state that allows it.
PARAMS: dict[str, dict[str, str]] = {
    "time": {"side": "frank", "hours": "24"},
    "restore": {"hours": "24"},
    "rewind": {"event": "3"},
    "result": {"winner": "saracen"},
    "replace": {"side": "saracen", "name": "Baldwin", "agreed": "on"},
    "warn": {"side": "frank"},
    "mute": {"side": "frank", "days": "7"},
    "suspend": {"side": "saracen", "days": "30"},
    "ban": {"side": "saracen", "ban": "lay"},
}


@pytest.fixture
def prepared(taken: DisputeCase, richard: Player, saladin: Player, william: Player) -> Callable[[str], DisputeCase]:
    def prepare(kind: str) -> DisputeCase:
        if kind == "freeze":
            act(william, taken, "resume")
        elif kind == "restore":
            resign(saladin, taken.game)
        elif kind == "rewind":
            finish(richard, taken.game)
        return fresh(taken)

    return prepare


@pytest.mark.parametrize("kind", ACTS)
def test_each_act_leaves_one_event_one_row_one_entry_and_one_mail_to_each(
    kind: str,
    prepared: Callable[[str], DisputeCase],
    william: Player,
    richard: Player,
    saladin: Player,
    baldwin: Player,
) -> None:
    case = prepared(kind)
    game = fresh(case.game)
    staff, notices = set(game.events.filter(kind="staff")), set(Notice.objects.all())
    done, wrote = set(StaffAction.objects.all()), len(entries(case))
    action = act(william, case, kind, **PARAMS.get(kind, {}))
    [event] = set(game.events.filter(kind="staff")) - staff
    assert (event.actor, event.seq) == (of(william), action.event)
    assert set(StaffAction.objects.all()) - done == {action}
    assert (action.kind, action.actor, action.case, action.game, action.reason) == (
        kind,
        of(william),
        case,
        game,
        "Rule 5.1 says otherwise.",
    )
    assert len(entries(case)) == wrote + 1
    new = {notice for notice in set(Notice.objects.all()) - notices if notice.user != of(baldwin)}
    # Whose turn it is has the alert of a turn beside it, which is sent where this one is not.
    new = {notice for notice in new if notice.kind != "turn"}
    assert sorted(notice.user.username for notice in new) == ["Richard", "Saladin"]
    assert {notice.kind for notice in new} == {"dispute"}
    assert {notice.data["act"] for notice in new} == {kind}
    assert verified(fresh(game))


@pytest.mark.parametrize("kind", ACTS)
def test_a_preview_says_what_would_change_and_changes_nothing(
    kind: str, prepared: Callable[[str], DisputeCase], william: Player, baldwin: Player
) -> None:
    case = prepared(kind)
    before = everything(case)
    asked = ReviewRequest(kind=kind, reason="Because.", params=PARAMS.get(kind, {}), settles=False)
    preview = acting.preview(user=of(william), number=case.pk, request=asked)
    assert everything(case) == before
    assert preview.sentence
    assert preview.before["event"] < preview.after["event"]


@pytest.mark.parametrize("kind", ACTS)
def test_no_act_without_a_reason(kind: str, prepared: Callable[[str], DisputeCase], william: Player) -> None:
    case = prepared(kind)
    before = everything(case)
    with pytest.raises(errors.NothingWritten):
        acting.perform(
            user=of(william), number=case.pk, request=ReviewRequest(kind, "  ", PARAMS.get(kind, {})), key=uuid4()
        )
    assert everything(case) == before


def test_the_same_request_again_does_nothing_more(taken: DisputeCase, william: Player) -> None:
    key = uuid4()
    first = act(william, taken, "time", key=key, **PARAMS["time"])
    before = everything(taken)
    assert act(william, taken, "time", key=key, **PARAMS["time"]) == first
    with pytest.raises(game_errors.KeyReused):
        act(william, taken, "annul", key=key)
    assert everything(taken) == before


def test_nothing_is_done_to_a_game_that_went_on_since_the_preview(
    taken: DisputeCase, william: Player, richard: Player
) -> None:
    seen = fresh(taken.game).version
    finish(richard, taken.game)
    asked = ReviewRequest("annul", "Because.", {}, version=seen)
    with pytest.raises(game_errors.StaleVersion):
        acting.perform(user=of(william), number=taken.pk, request=asked, key=uuid4())
    assert fresh(taken.game).status == "active"


def test_a_decision_settles_the_case_and_lets_the_clocks_go_on(taken: DisputeCase, william: Player) -> None:
    action = act(william, taken, "answer")
    assert (fresh(taken).state, fresh(taken).decided_by) == ("decided", of(william))
    assert entries(taken)[-1] == "decision"
    assert fresh(taken.game).frozen_at is None
    staff = taken.game.events.filter(kind="staff").values_list("seq", flat=True)
    assert list(staff) == [action.event]


def test_freezing_alone_settles_nothing(taken: DisputeCase, william: Player) -> None:
    act(william, taken, "resume")
    with pytest.raises(errors.BadAct):
        act(william, taken, "freeze", settles=True)


def test_granted_time_is_on_the_clock(taken: DisputeCase, william: Player) -> None:
    before = taken.game.seats.get(side="frank").time_left
    act(william, taken, "time", **PARAMS["time"])
    after = taken.game.seats.get(side="frank").time_left
    assert timedelta(hours=23, minutes=59) < after - before <= timedelta(hours=24)


def test_a_restored_game_goes_on_with_new_dice(
    taken: DisputeCase, william: Player, saladin: Player, richard: Player
) -> None:
    resign(saladin, taken.game)
    commitment = fresh(taken.game).commitment
    act(william, taken, "restore", settles=True, **PARAMS["restore"])
    game = fresh(taken.game)
    assert (game.status, game.winner, game.ending, game.ended_at) == ("active", "", "", None)
    assert game.commitment != commitment
    for player in (richard, saladin):
        assert game.commitment in mail.single(mails_to(player, taken)[-1], "somebody@example.org").body
    finish(richard, game)
    assert verified(fresh(game))


def test_before_a_game_is_restored_it_is_said_who_has_looked_into_it_since_its_end(
    taken: DisputeCase, william: Player, saladin: Player, richard: Player
) -> None:
    resign(saladin, taken.game)
    ended = timezone.now() - timedelta(hours=2)
    Game.objects.filter(pk=taken.game.pk).update(ended_at=ended)
    for player, hours in ((richard, 1), (saladin, -1)):
        at = ended + timedelta(hours=hours)
        Visit.objects.update_or_create(game=taken.game, user=of(player), defaults={"used_at": at})
    asked = ReviewRequest(kind="restore", reason="Rule 5.1 says otherwise.", params=PARAMS["restore"], rests_on=[2])
    said = " ".join(acting.preview(user=of(william), number=taken.pk, request=asked).warnings)
    assert "The player of the Franks has opened the game since." in said
    assert "Saracens" not in said


def test_a_game_lost_by_time_is_restored_with_time_on_the_clock(
    game: Game, william: Player, richard: Player, saladin: Player
) -> None:
    with time_machine.travel(timezone.now() + timedelta(days=9)):
        offers.claim(game_id=game.public_id, user=of(saladin), what="win", idempotency_key=uuid4())
        assert (fresh(game).ending, fresh(game).winner) == ("time-out", "saracen")
        case = report(richard, game)
        assert not case.froze
        reviewing.take(user=of(william), number=case.pk)
        act(william, case, "restore", hours="72", settles=True)
        assert fresh(game).status == "active"
        assert timedelta(hours=71) < game.seats.get(side="frank").time_left <= timedelta(hours=72)
        finish(richard, game)
        assert verified(fresh(game))


def test_a_rewound_game_stands_as_it_did_and_nothing_is_deleted(
    taken: DisputeCase, william: Player, richard: Player, saladin: Player
) -> None:
    before = load_state(game_under_review(user=of(william), game_id=taken.game.public_id)).live.to_json()
    there = taken.game.events.count()
    deploy(richard, taken.game)
    finish(richard, taken.game)
    act(william, taken, "rewind", event="3", settles=True)
    table = load_state(game_under_review(user=of(william), game_id=taken.game.public_id))
    assert table.live.to_json() == before
    assert table.plans == ()
    # report's, two of Richard, the rewind and the clocks' going on
    assert taken.game.events.filter(seq__gt=there).count() == 4
    assert richard.view(taken.game)["awaited"] == ["frank"]
    finish(richard, taken.game)
    assert check.first_difference(fresh(taken.game)) is None


def test_dice_are_not_repeated_after_a_rewind(
    taken: DisputeCase, william: Player, richard: Player, saladin: Player
) -> None:
    finish(richard, taken.game)
    play_until_drawn(taken.game, {"frank": richard, "saracen": saladin})
    game = fresh(taken.game)
    drawn = game.draws_made
    first = game.events.filter(seq__gt=3).exclude(draws=[]).order_by("seq").first()
    assert first is not None
    target = game.snapshots.wall_at(first.seq - 1)
    assert target is not None
    act(william, taken, "rewind", event=str(target[0]))
    assert fresh(game).draws_made == drawn
    play_until_drawn(fresh(game), {"frank": richard, "saracen": saladin})
    again = game.events.exclude(draws=[]).latest("seq")
    assert again.seq > first.seq
    assert min(draw["n"] for draw in again.draws) >= drawn
    assert verified(fresh(game))


def test_what_was_planned_at_a_rewind_never_becomes_known(
    taken: DisputeCase, william: Player, richard: Player, saladin: Player
) -> None:
    finish(richard, taken.game)
    finish(saladin, taken.game)
    plan_a_card(taken.game, richard)
    act(william, taken, "rewind", event="3")
    told = saladin.history(taken.game)
    assert not [entry for entry in told if entry["side"] == "frank" and entry["events"][0]["type"] == "card-chosen"]
    assert [entry["undone"] for entry in told if entry["side"] == "saracen" and entry["kind"] == "action"] == [True]
    assert [entry["undone"] for entry in richard.history(taken.game) if entry["side"] == "frank"] == [True, True]


def test_a_rewind_goes_to_a_moment_both_know_of(taken: DisputeCase, william: Player, richard: Player) -> None:
    planned = deploy(richard, taken.game)
    with pytest.raises(game_errors.Refused, match="3"):
        act(william, taken, "rewind", event=str(planned.seq))
    for nonsense in ("0", "1", "99", "-1", "x", ""):
        with pytest.raises(game_errors.Refused):
            act(william, taken, "rewind", event=nonsense)


def test_a_result_can_be_set_and_set_aside(taken: DisputeCase, william: Player, richard: Player) -> None:
    act(william, taken, "result", **PARAMS["result"])
    game = fresh(taken.game)
    assert (game.status, game.winner, game.ending) == ("over", "saracen", "ruling")
    assert richard.view(game)["result"]["winner"] == "saracen"
    act(william, taken, "annul")
    assert (fresh(game).winner, fresh(game).ending) == ("", "annulled")
    act(william, taken, "rewind", event="3")
    assert fresh(game).status == "active"
    assert verified(fresh(game))


def test_a_new_player_takes_the_seat_and_the_old_one_is_out(
    taken: DisputeCase, william: Player, saladin: Player, baldwin: Player, richard: Player
) -> None:
    act(william, taken, "replace", **PARAMS["replace"])
    assert [notice.kind for notice in Notice.objects.filter(user=of(baldwin))] == ["start"]
    assert baldwin.view(taken.game)["you"] == "saracen"
    assert saladin.view(taken.game)["you"] is None
    assert saladin.resign(taken.game).status_code == 403
    finish(richard, taken.game)
    finish(baldwin, taken.game)


def test_open_pages_of_the_old_player_are_cut_off(
    taken: DisputeCase,
    william: Player,
    baldwin: Player,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    sent: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(announce, "_send", sent.extend)
    with django_capture_on_commit_callbacks(execute=True):
        act(william, taken, "replace", **PARAMS["replace"])
    assert (announce.group(taken.game, "saracen"), {"type": "game.reseated"}) in sent


@pytest.mark.parametrize("name", ["Richard", "William", "Nobody", ""])
def test_not_everybody_can_take_the_seat(name: str, taken: DisputeCase, william: Player) -> None:
    with pytest.raises(game_errors.Refused):
        act(william, taken, "replace", side="saracen", name=name, agreed="on")
    assert taken.game.seats.get(side="saracen").user.username == "Saladin"


def test_the_new_player_must_have_agreed(taken: DisputeCase, william: Player, baldwin: Player) -> None:
    with pytest.raises(errors.BadAct):
        act(william, taken, "replace", side="saracen", name="Baldwin")


def test_a_muted_player_writes_to_nobody_until_then(taken: DisputeCase, william: Player, richard: Player) -> None:
    act(william, taken, "mute", **PARAMS["mute"])
    with pytest.raises(Muted):
        talk.post(user=of(richard), game_id=taken.game.public_id, key=uuid4(), text="Pah!")
    act(william, taken, "mute", side="frank", days="0")
    talk.post(user=of(richard), game_id=taken.game.public_id, key=uuid4(), text="Sorry.")


def test_a_suspended_player_plays_nothing_but_may_resign(taken: DisputeCase, william: Player, richard: Player) -> None:
    matching.search(user=of(richard))
    act(william, taken, "suspend", side="frank", days="3")
    assert not Seeker.objects.filter(user=of(richard)).exists()
    for step in (
        lambda: lobby.create_game(user=of(richard)),
        lambda: matching.search(user=of(richard)),
        lambda: finish(richard, taken.game),
    ):
        with pytest.raises(Suspended):
            step()
    resign(richard, taken.game)
    act(william, taken, "suspend", side="frank", days="0")
    assert sanctions.sanction_end(of(richard), sanctions.SUSPENSION) is None


def test_the_log_of_the_game_does_not_tell_whom_a_reviewer_spoke_to(
    taken: DisputeCase, william: Player, baldwin: Player
) -> None:
    for kind in ("warn", "mute", "suspend"):
        act(william, taken, kind, **PARAMS[kind])
    said = [fact for entry in baldwin.history(taken.game) if entry["kind"] == "staff" for fact in entry["events"]]
    assert {tuple(sorted(fact)) for fact in said} == {("text", "type")}
    assert {fact["type"] for fact in said} == {"reviewer-spoke"}
    # Nor does the record, which lies open to everybody after the end.
    assert [event.payload for event in taken.game.events.filter(kind="staff")] == [{"type": "reviewer-spoke"}] * 3


def test_the_record_holds_no_numbers_of_people_in_what_a_reviewer_did(
    taken: DisputeCase, william: Player, baldwin: Player, richard: Player
) -> None:
    act(william, taken, "replace", **PARAMS["replace"])
    resign(richard, taken.game)
    exported = export_record(fresh(taken.game))
    [event] = [event for event in exported["events"] if event["kind"] == "staff"]
    assert (event["person"], event["payload"]) == (None, {"type": "replace", "seat": "saracen"})
    # Nor whose report it was that stopped the clocks.
    [stopped] = [event for event in exported["events"] if event["payload"]["type"] == "clocks-frozen"]
    assert (stopped["kind"], stopped["side"], stopped["person"]) == ("system", "", None)
    assert verified(fresh(taken.game))


def test_a_record_that_has_them_from_earlier_still_verifies(
    taken: DisputeCase, william: Player, baldwin: Player, richard: Player
) -> None:
    seats = {seat.side: seat for seat in taken.game.seats.all()}
    access = game_under_review(user=of(william), game_id=taken.game.public_id)
    payload = {"type": "replace", "seat": "saracen", "from": seats["saracen"].user_id, "to": of(baldwin).pk}
    fact = {"type": "player-replaced", "side": "saracen"}
    append(access, Entry(GameEvent.Kind.STAFF, "", payload, wall=False, facts=[fact]), key=None, position=None)
    resign(richard, taken.game)
    assert verified(fresh(taken.game))


def test_nobody_else_acts(taken: DisputeCase, heraclius: Player, baldwin: Player, richard: Player) -> None:
    for player in (heraclius, baldwin, richard):
        with pytest.raises(game_errors.Refused):
            act(player, taken, "annul")
    assert fresh(taken.game).status == "active"


def test_a_settled_case_is_acted_on_no_more(taken: DisputeCase, william: Player) -> None:
    act(william, taken, "answer")
    with pytest.raises(errors.NotYourCase):
        act(william, taken, "annul")


def test_events_that_are_not_there_are_refused(taken: DisputeCase, william: Player) -> None:
    with pytest.raises(errors.BadAct, match="999"):
        acting.perform(
            user=of(william),
            number=taken.pk,
            request=ReviewRequest("answer", "So.", {}, rests_on=[2, 999]),
            key=uuid4(),
        )


def verified(game: Game) -> bool:
    assert check.first_difference(game) is None
    found = verify.check(export_record(game))
    assert found.fault is None, found.line()
    return True


def everything(case: DisputeCase) -> Any:
    game = fresh(case.game)
    return (
        [getattr(game, field.attname) for field in Game._meta.concrete_fields],
        list(game.seats.order_by("pk").values()),
        GameEvent.objects.count(),
        StaffAction.objects.exclude(kind__in=LOOKS).count(),
        Notice.objects.count(),
        entries(case),
        list(DisputeCase.objects.filter(pk=case.pk).values()),
    )


def plan_a_card(game: Game, player: Player) -> None:
    """The player chooses a card and the other has not: nothing of it is known yet."""
    view = player.view(game)
    assert view["phase"] == "cards", view["prompt"]
    offer = next(offer for offer in view["actions"] if offer["type"] == "play-card")
    card = offer["card"]["any"][0] if isinstance(offer["card"], dict) else offer["card"]
    assert player.act(game, {"type": "play-card", "card": card}).status_code == 200


def play_until_drawn(game: Game, players: dict[str, Player]) -> None:
    """Plays on by lot until something is drawn."""
    from random import Random

    from tests.games.helpers import choose

    random, before = Random(1), fresh(game).draws_made
    for _ in range(400):
        if fresh(game).draws_made > before:
            return
        side = next(side for side, player in players.items() if side in player.view(game)["awaited"])
        view = players[side].view(game)
        ending = {"type": "done"} in view["actions"] and random.random() < 0.5
        players[side].act(game, {"type": "done"} if ending else choose(view, random, seldom=("take-back-card",)))
    raise AssertionError("nothing was drawn")


def test_whoever_it_was_done_to_reads_that_it_was_they(
    taken: DisputeCase, william: Player, richard: Player, saladin: Player
) -> None:
    act(william, taken, "warn", side="frank")
    assert Reading(mails_to(richard, taken)[-1]).title() == "A reviewer has warned you."
    assert Reading(mails_to(saladin, taken)[-1]).title() == "A reviewer has warned a player of your game."
    act(william, taken, "replace", settles=True, **PARAMS["replace"])
    assert Reading(mails_to(saladin, taken)[-1]).title().startswith("A reviewer has given your seat to somebody else.")


@pytest.mark.parametrize(("kind", "lifted"), [("mute", "lets you write again"), ("suspend", "lets you play again")])
def test_what_is_lifted_is_not_told_as_laid_on(
    kind: str, lifted: str, taken: DisputeCase, william: Player, richard: Player
) -> None:
    act(william, taken, kind, side="frank", days="7")
    assert "has" in Reading(mails_to(richard, taken)[-1]).title()
    act(william, taken, kind, side="frank", days="0")
    assert lifted in Reading(mails_to(richard, taken)[-1]).title()


def test_the_mail_of_a_decision_says_that_it_is_one_and_how_long_one_may_appeal(
    taken: DisputeCase, william: Player, heraclius: Player, richard: Player, saladin: Player
) -> None:
    act(william, taken, "warn", side="frank")
    assert "until" not in mails_to(richard, taken)[-1].data
    act(william, taken, "answer")
    for player in (richard, saladin):
        body = str(mail.single(mails_to(player, taken)[-1], "somebody@example.org").body)
        assert "A reviewer has answered in the dispute about your game. That settles the" in body
        assert "Either of you may appeal until: " in body
    filing.appeal(user=of(richard), number=taken.pk, text="No.")
    reviewing.take(user=of(heraclius), number=taken.pk)
    act(heraclius, taken, "answer")
    body = str(mail.single(mails_to(richard, taken)[-1], "somebody@example.org").body)
    assert "settles" in body
    assert "appeal" not in body, "there is no second one"
