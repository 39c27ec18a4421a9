"""Previews and performs a reviewer's act on a game or a person, each in one transaction.

Whatever is done leaves one staff event in the game, one row of the audit log, one entry in the case and one mail to
each of the two players. `preview` does all of it and takes it back, so that what it shows is what will happen.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games import words
from games.access import Access
from games.accounts import leaving
from games.disputes import audit, case_entries, clockwork, errors, filing, following, reviewing
from games.disputes import words as disputed
from games.disputes.acts import ACTS, Act, Params
from games.disputes.case_entries import Kind, State
from games.errors import KeyReused, Refused, StaleVersion
from games.models import CaseEntry, DisputeCase, GameEvent, StaffAction, User
from games.models.dispute import FINAL_ROUND
from games.models.game import player_names
from games.services.alerts import notices
from games.services.alerts.kinds.disputes import Dispute
from games.services.clocks import clocks
from games.services.record.writing import claim_key, find_repetition
from games.shapes import Json

MOST_EVENTS = 20
"""A decision rests on so many events at most."""
AuditedState = Json


@dataclass(frozen=True, slots=True)
class ReviewRequest:
    """A reviewer's request for an act.

    `rests_on` are numbers of recorded events; `version` is that of the game they looked at; `outcome` is what players
    of merged disputes read instead of the reason.
    """

    kind: str
    reason: str
    params: Mapping[str, str]
    rests_on: Sequence[int] = ()
    settles: bool = False
    version: int | None = None
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """The effect of an act before it is done: the person or game concerned, audited state before and after, and the
    log's sentence.
    """

    act: Act
    about: str
    version: int
    before: AuditedState
    after: AuditedState
    sentence: str
    warnings: list[str]


def possible(case: DisputeCase, access: Access) -> list[Act]:
    """Returns the acts that are legal in the game's present state."""
    return [act for act in ACTS.values() if act.fits(access)]


def preview(*, user: User, number: int, request: ReviewRequest) -> Preview:
    """Returns the preview of an act without changing anything. Raises what `perform` would."""
    with transaction.atomic():
        case, access, act, params = _prepared(user, number, request)
        before, version = audited_state(access), access.game.version
        warnings = act.warnings(access, params)
        action = _perform_and_record(user, case, access, act, params, request, key=uuid.uuid4())
        event = access.game.events.get(seq=action.event or 0)
        after = audited_state(reviewing.open_game(user, case))
        transaction.set_rollback(True)
    changed = {name for name in {**before, **after} if before.get(name) != after.get(name)}
    return Preview(
        act=act,
        about=disputed.object_of_act(action),
        version=version,
        before={name: before.get(name) for name in sorted(changed)},
        after={name: after.get(name) for name in sorted(changed)},
        sentence=" ".join(filter(None, words.sentences(event.events, None))),
        warnings=warnings,
    )


def perform(*, user: User, number: int, request: ReviewRequest, key: uuid.UUID) -> StaffAction:
    """Performs an act. The same key again returns the result of the first time.

    Raises NotYourCase, BadAct, CannotAct, NothingWritten, StaleVersion when the game went on since it was looked at,
    and KeyReused.
    """
    with transaction.atomic():
        case = reviewing.find_case(user, number, lock=True)
        claim_key(user, key, {"act": "review", "case": number, **asdict(request)})
        _lock_games(user, case, request)
        access = reviewing.open_game(user, case, lock=True)
        event = find_repetition(access, key=key, kind=GameEvent.Kind.STAFF, payload={})
        if event is None:
            return _perform_and_record(user, *_prepared(user, number, request), request, key)
        found = StaffAction.objects.filter(case=case, event=event.seq, kind=request.kind).first()
        if found is None:
            raise KeyReused
        return found


def audited_state(access: Access) -> AuditedState:
    """The state of a game that acts may change, as the audit log stores it."""
    game, now = access.game, timezone.now()
    found: AuditedState = {
        "event": game.version,
        "status": game.status,
        "ending": game.ending,
        "winner": game.winner,
        "year": game.year,
        "turn": game.turn,
        "frozen": game.frozen_at is not None,
        "awaited": sorted(side for side, seat in access.seats.items() if seat.awaited),
    }
    found |= {f"player-{side}": name for side, name in player_names(access.seats).items()}
    calendars = clocks.calendars_of([(game, access.seats.values())]) if clocks.has_clock(game) else {}
    for side, seat in access.seats.items():
        reading = clocks.read(game, seat, calendars[seat.pk], now, own=False) if calendars else None
        if reading is not None:
            found[f"minutes-{side}"] = int(reading.left.total_seconds() // 60)
    return found


def _prepared(user: User, number: int, request: ReviewRequest) -> tuple[DisputeCase, Access, Act, Params]:
    """Locks case and game and checks everything that an act requires."""
    case = reviewing.own_case(user, number)
    _lock_games(user, case, request)
    access = reviewing.open_game(user, case, lock=True)
    act = ACTS.get(request.kind)
    if act is None:
        raise errors.BadAct(_("There is no such act."))
    if not filing.clean_text(request.reason):
        raise errors.NothingWritten
    if request.version is not None and request.version != access.game.version:
        raise StaleVersion(_("The game went on since you looked. Look at it again before you act."))
    if request.settles and not act.may_settle:
        raise errors.BadAct(_("This alone cannot settle a dispute."))
    if (request.settles or act.must_settle) and following.needs_words(case) and not request.outcome.strip():
        raise errors.BadAct(_("Write what the players of the merged disputes read."))
    _check_events(access, request.rests_on)
    if not act.fits(access):
        raise errors.CannotAct(_("In its present state the game does not allow that."))
    return case, access, act, act.read(access, request.params)


def _lock_games(user: User, case: DisputeCase, request: ReviewRequest) -> None:
    """Locks every game that the act may change; where it shuts a person out, them and their tournaments before."""
    act, side = ACTS.get(request.kind), request.params.get("side", "")
    seat = (
        case.game.seats.filter(side=side).exclude(user=None).select_related("user").first()
        if act and act.shuts_out
        else None
    )
    if seat is None or seat.user is None:
        following.lock_games(user, case)
        return
    leaving.lock_person(seat.user)
    following.lock_games(user, case, [case.game, *leaving.running_games(seat.user)])


def _perform_and_record(
    user: User, case: DisputeCase, access: Access, act: Act, params: Params, request: ReviewRequest, key: uuid.UUID
) -> StaffAction:
    """Performs an act, records it, and settles the case if it has to. Requires the locks of `_prepared`."""
    before = audited_state(access)
    concerned = access.seats[params["side"]].user_id if "side" in params else None
    settles = request.settles or act.must_settle
    try:
        event = act.do(access, case, params, key)
    except Refused as refused:
        raise errors.CannotAct(str(refused.detail)) from refused
    assert event.kind == GameEvent.Kind.STAFF
    if settles:
        clockwork.resume_after(access, case)
    action = audit.record(
        actor=user,
        kind=act.kind,
        case=case,
        person=params.get("person"),
        reason=filing.clean_text(request.reason),
        before=before,
        after=audited_state(access) | act.audited(params),
        event=event.seq,
    )
    act.after(action, params)
    reason, rests_on = filing.clean_text(request.reason), request.rests_on
    entry = case_entries.add(
        case, Kind.DECISION if settles else Kind.ACT, author=user, text=reason, rests_on=rests_on, action=action
    )
    if settles:
        _set_settled(case, user)
        until = filing.appeal_until(case) if filing.may_appeal(case) else None
        outcome = filing.clean_text(request.outcome) if request.outcome.strip() else ""
        following.settle(case, user=user, reason=reason, outcome=outcome, until=until)
    else:
        case_entries.set_state(case, State.TAKEN, waits_for="")
    _tell(case, entry, act.players_words(params), concerned)
    return action


def _tell(case: DisputeCase, entry: CaseEntry, act: str, concerned: int | None) -> None:
    """Queues alerts to both players: what was done, to which of them, and until when a decision can be appealed."""
    until = filing.appeal_until(case) if filing.may_appeal(case) else None
    news = "decided" if entry.kind == Kind.DECISION else "acted"
    for person in case_entries.parties(case):
        case_entries.notify(case, entry, Dispute(news=news, act=act, until=until, you=person.pk == concerned), [person])
    outsider = (
        User.objects.filter(pk=concerned or 0)
        .exclude(pk__in=[person.pk for person in case_entries.parties(case)])
        .first()
    )
    if outsider is not None:  # who took over a seat after the report is no party, and has no page of the case
        alert = Dispute(news="acted", act=act, you=True)
        notices.queue(user=outsider, game=case.game, alert=alert, turn=entry.pk)


def _set_settled(case: DisputeCase, user: User) -> None:
    """Sets the case to decided, or after an appeal to closed."""
    now = timezone.now()
    if case.round == FINAL_ROUND:
        case_entries.set_state(case, State.CLOSED, decided_by=user, decided_at=now, closed_at=now, waits_for="")
    else:
        case_entries.set_state(case, State.DECIDED, decided_by=user, decided_at=now, waits_for="")


def _check_events(access: Access, rests_on: Sequence[int]) -> None:
    """Raises BadAct for too many events, or one that the game does not have."""
    if len(set(rests_on)) > MOST_EVENTS:
        raise errors.BadAct(_("Name {most} events at most.").format(most=MOST_EVENTS))
    missing = sorted(
        set(rests_on) - set(access.game.events.filter(seq__in=list(rests_on)).values_list("seq", flat=True))
    )
    if missing:
        raise errors.BadAct(_("The game has no event {number}.").format(number=missing[0]))
