"""What a reviewer can do with a case, apart from acts on games and people: take, ask, note, assign, open hidden
facts.
"""

from collections.abc import Mapping
from datetime import timedelta

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.access import Access, game_under_review
from games.disputes import audit, case_entries, conflicts, errors, filing
from games.disputes.case_entries import Kind, State
from games.models import CaseEntry, DisputeCase, Game, PlayerNote, StaffAction, User, names
from games.models.dispute import FINAL_ROUND
from games.services.alerts.kinds.disputes import Dispute

UNSEALED_FOR = timedelta(hours=2)
"""So long the all-seeing view of a running game stays open to the reviewer who opened it."""
MINE = (State.TAKEN, State.WAITING)
LEFT_LYING = timedelta(days=14)
"""A case in which nothing has happened for so long may be taken by another reviewer."""


def is_reviewer(user: User | AnonymousUser) -> bool:
    """Whether a person may review disputes: active, staff, and with the permission."""
    return bool(user.is_active and user.is_staff and user.has_perm(case_entries.PERMISSION))


def cases(user: User) -> QuerySet[DisputeCase]:
    """Returns the cases that a reviewer finds in lists: all but those of their own games and the cases merged with
    such.
    """
    found = DisputeCase.objects.select_related("game", "opener", "other", "reviewer")
    return found.exclude(Q(opener=user) | Q(other=user)).exclude(pk__in=case_entries.merged_with_own(user))


def conflicts_of_interest(user: User, case: DisputeCase) -> list[str]:
    """Returns the reviewer's conflicts of interest with the case, in sentences; empty if there are none."""
    return [str(conflicts.REASONS[name]) for name in conflicts.conflict_reasons(user, case)]


def find_case(user: User | AnonymousUser, number: int, *, lock: bool = False) -> DisputeCase:
    """Returns a case that this reviewer may look at. Raises NotAReviewer, CaseNotFound and Tied."""
    if not isinstance(user, User) or not is_reviewer(user):
        raise errors.NotAReviewer
    found = (
        DisputeCase.objects.select_for_update()
        if lock
        else DisputeCase.objects.select_related("game", "opener", "other", "reviewer")
    )
    case = found.filter(pk=number).first()
    if case is None:
        raise errors.CaseNotFound
    found_ties = conflicts.conflict_reasons(user, case)
    if any(name in conflicts.CLOSING for name in found_ties):
        raise errors.Tied(
            " ".join(str(conflicts.REASONS[name]) for name in found_ties),
            forgivable=conflicts.can_be_forgiven(found_ties),
        )
    return case


def own_case(user: User, number: int) -> DisputeCase:
    """Returns a case this reviewer has taken, locked. Raises what `find_case` does, and NotYourCase."""
    case = find_case(user, number, lock=True)
    _require_unmerged(case)
    if case.reviewer_id != user.pk or case.state not in MINE:
        raise errors.NotYourCase
    return case


def _require_unmerged(case: DisputeCase) -> None:
    """Raises Merged for a case that was merged into another."""
    if case.state == State.MERGED:
        raise errors.Merged(
            _("This dispute was merged into dispute {number}: act there.").format(number=case.merged_into_id)
        )


def take(*, user: User, number: int) -> DisputeCase:
    """Takes a free case. Raises Tied for a conflict of interest, and NotNow when another reviewer was faster."""
    with transaction.atomic():
        case = find_case(user, number, lock=True)
        if reasons := conflicts_of_interest(user, case):
            raise errors.Tied(" ".join(reasons))
        _require_unmerged(case)
        if not may_take(case):
            raise errors.NotNow
        action = audit.record(
            actor=user,
            kind=StaffAction.Kind.TOOK,
            case=case,
            before={"state": case.state},
            after={"state": State.TAKEN},
        )
        case_entries.set_state(case, State.TAKEN, reviewer=user, waits_for="")
        entry = case_entries.add(case, Kind.TAKEN, author=user, action=action)
        case_entries.notify(case, entry, Dispute(news="taken"), case_entries.parties(case))
        return case


def may_take(case: DisputeCase) -> bool:
    """Whether a case is free: without reviewer, with one who reviews no more, or left without work for too long."""
    if case.state in (State.OPEN, State.APPEALED):
        return True
    if case.state not in MINE or case.reviewer is None:
        return False
    return not is_reviewer(case.reviewer) or case.changed_at < timezone.now() - LEFT_LYING


def release(*, user: User, number: int) -> DisputeCase:
    """Gives a case back, so that another reviewer can take it."""
    with transaction.atomic():
        case = own_case(user, number)
        back = State.APPEALED if case.round == FINAL_ROUND else State.OPEN
        action = audit.record(
            actor=user, kind=StaffAction.Kind.RELEASED, case=case, before={"state": case.state}, after={"state": back}
        )
        case_entries.set_state(case, back, reviewer=None, waits_for="")
        case_entries.add(case, Kind.RELEASED, author=user, for_parties=False, action=action)
        return case


def ask(*, user: User, number: int, side: str, text: str) -> CaseEntry:
    """Asks one of the players a question; the case waits for the reply. Both players read question and reply."""
    said = filing.clean_text(text)
    with transaction.atomic():
        case = own_case(user, number)
        if side not in ("frank", "saracen"):
            raise errors.BadAct(_("Say which player you ask."))
        action = audit.record(actor=user, kind=StaffAction.Kind.ASKED, case=case, reason=said, after={"side": side})
        entry = case_entries.add(case, Kind.QUESTION, author=user, side=side, text=said, action=action)
        case_entries.set_state(case, State.WAITING, waits_for=side)
        asked = case.opener if case.side == side else case.other
        case_entries.notify(case, entry, Dispute(news="asked"), [asked] if asked else [])
        return entry


def stop_waiting(*, user: User, number: int) -> DisputeCase:
    """Ends the wait for a player's reply."""
    with transaction.atomic():
        case = own_case(user, number)
        if case.state != State.WAITING:
            raise errors.NotNow
        action = audit.record(
            actor=user, kind=StaffAction.Kind.WENT_ON, case=case, before={"waits_for": case.waits_for}
        )
        case_entries.set_state(case, State.TAKEN, waits_for="")
        case_entries.add(case, Kind.WENT_ON, author=user, for_parties=False, action=action)
        return case


def assign(*, user: User, number: int, name: str) -> DisputeCase:
    """Gives a free case, or one's own, to another reviewer, who is told.

    Raises Tied, NotNow, and BadAct for an unfit person.
    """
    with transaction.atomic():
        case = find_case(user, number, lock=True)
        if reasons := conflicts_of_interest(user, case):
            raise errors.Tied(" ".join(reasons))
        _require_unmerged(case)
        if not may_assign(user, case):
            raise errors.NotNow
        chosen = next((person for person in assignees(case) if person.get_username() == name), None)
        if chosen is None:
            raise errors.BadAct(_("Choose a reviewer who is not tied to the case and does not have it."))
        state = case.state if case.state in MINE else State.TAKEN
        action = audit.record(
            actor=user,
            kind=StaffAction.Kind.ASSIGNED,
            case=case,
            person=chosen,
            before={"state": case.state, "reviewer": case.reviewer.get_username() if case.reviewer else ""},
            after={"state": state, "reviewer": chosen.get_username()},
        )
        first = case.reviewer is None
        case_entries.set_state(case, state, reviewer=chosen, waits_for=case.waits_for)
        entry = case_entries.add(case, Kind.ASSIGNED, author=user, for_parties=False, action=action)
        if chosen != user:
            case_entries.tell_reviewer(case, entry, "assigned")
        if first:
            case_entries.notify(case, entry, Dispute(news="taken"), case_entries.parties(case))
        return case


def may_assign(user: User, case: DisputeCase) -> bool:
    """Whether this reviewer may assign the case: it is free, or theirs."""
    return may_take(case) or (case.reviewer_id == user.pk and case.state in MINE)


def colleagues(case: DisputeCase) -> dict[User, list[str]]:
    """Returns every reviewer, by name, with their conflicts of interest with the case."""
    return {
        person: conflicts.conflict_reasons(person, case) for person in case_entries.reviewers().order_by("username")
    }


def assignees(case: DisputeCase, ties_of: Mapping[User, list[str]] | None = None) -> list[User]:
    """Returns the reviewers to whom the case can be assigned: without conflict of interest, and not the present one.

    `ties_of` comes from `colleagues`.
    """
    known = colleagues(case) if ties_of is None else ties_of
    return [person for person, found in known.items() if not found and person.pk != case.reviewer_id]


def allow(*, user: User, number: int, name: str, reason: str) -> CaseEntry:
    """Lets a reviewer review this one case despite a conflict of interest.

    Raises Tied for who is tied themselves, NotNow for a settled case, BadAct for whom it cannot be allowed,
    NothingWritten and TooLong.
    """
    said = filing.clean_text(reason)
    with transaction.atomic():
        case = find_case(user, number, lock=True)
        if found := conflicts.conflict_reasons(user, case, forgiven=False):
            raise errors.Tied(" ".join(str(conflicts.REASONS[each]) for each in found))
        _require_unmerged(case)
        if case.is_settled:
            raise errors.NotNow
        chosen, tied = next(
            ((person, found) for person, found in colleagues(case).items() if person.get_username() == name), (None, [])
        )
        if chosen is None or not conflicts.can_be_forgiven(tied):
            raise errors.BadAct(
                _(
                    "Choose a reviewer who is tied to a player, but neither plays in this game nor decided what is"
                    " appealed."
                )
            )
        action = audit.record(
            actor=user, kind=StaffAction.Kind.ALLOWED, case=case, person=chosen, reason=said, after={"ties": tied}
        )
        entry = case_entries.add(case, Kind.ALLOWED, author=user, text=said, for_parties=False, action=action)
        case_entries.tell_staff(case, entry, chosen, "allowed")
        return entry


def find_player(user: User, name: str) -> User:
    """Returns a player about whom this reviewer may read. Raises CaseNotFound and Tied."""
    person = names.find(name)
    if not isinstance(person, User):
        raise errors.CaseNotFound
    if conflicts.near_to(user, person):
        raise errors.Tied(
            _(
                "You are too near to this player: you are it, play with them or did within three months, or one blocked"
                " the other."
            )
        )
    return person


def note_player(*, user: User, name: str, text: str) -> PlayerNote:
    """Adds a note about a player, readable by reviewers alone. Raises NothingWritten and TooLong."""
    person, said = find_player(user, name), filing.clean_text(text)
    with transaction.atomic():
        # Not under `person`: what the log has about somebody goes into the file with their own data.
        audit.record(actor=user, kind=StaffAction.Kind.NOTED_PLAYER, after={"player": person.pk})
        return PlayerNote.objects.create(person=person, author=user, text=said)


def note(*, user: User, number: int, text: str) -> CaseEntry:
    """Adds a note to a case, readable by reviewers alone."""
    said = filing.clean_text(text)
    with transaction.atomic():
        case = own_case(user, number)
        action = audit.record(actor=user, kind=StaffAction.Kind.NOTED, case=case, reason=said)
        return case_entries.add(case, Kind.NOTE, author=user, text=said, for_parties=False, action=action)


# --- what is hidden
# ----------------------------------------------------------------------------------------------------------


def is_sealed(user: User, case: DisputeCase) -> bool:
    """Whether hidden facts of this game are closed to this reviewer: it runs, and they have not unsealed it lately."""
    if case.game.status != Game.Status.ACTIVE:
        return False
    since = timezone.now() - UNSEALED_FOR
    opened = StaffAction.objects.filter(actor=user, kind=StaffAction.Kind.OPENED_ALL, case=case, created_at__gte=since)
    return not opened.exists()


def unseal(*, user: User, number: int) -> StaffAction:
    """Opens the hidden facts of a running game to the reviewer of its case, and records that in the audit log."""
    with transaction.atomic():
        case = own_case(user, number)
        return audit.record(
            actor=user, kind=StaffAction.Kind.OPENED_ALL, case=case, after={"game_version": case.game.version}
        )


def open_game(user: User, case: DisputeCase, *, lock: bool = False) -> Access:
    """Returns the game of a case that the reviewer may see, private games included."""
    return game_under_review(user=user, game_id=case.game.public_id, lock=lock)
