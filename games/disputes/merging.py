"""Merges a second case into a reviewer's own, so that one decision settles both."""

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from games.disputes import audit, case_entries, conflicts, errors, reviewing
from games.disputes.case_entries import Kind, State
from games.models import DisputeCase, StaffAction, User
from games.models.dispute import FINAL_ROUND
from games.services.alerts.kinds.disputes import Dispute

MOST_OFFERED = 50


def candidates(user: User, case: DisputeCase) -> list[DisputeCase]:
    """Returns the cases that this reviewer could merge into their case, latest first."""
    if case.round == FINAL_ROUND:
        return []
    related = Q(game=case.game_id) if case.other_id is None else Q(game=case.game_id) | Q(other=case.other_id)
    found = (
        reviewing.cases(user)
        .filter(related, round=1, state__in=(State.OPEN, *reviewing.MINE))
        .exclude(pk=case.pk)
        .order_by("-pk")
    )
    free = conflicts.with_ties(found, user).filter(closed=False).prefetch_related("game__seats__user")[:MOST_OFFERED]
    return [each for each in free if each.reviewer_id == user.pk or reviewing.may_take(each)]


def merge(*, user: User, number: int, other: int) -> DisputeCase:
    """Merges another case into one's own and tells its players.

    Returns the merged case, which no longer can be acted on alone.

    Raises NotYourCase, Tied, and NotMergeable with what stands in the way.
    """
    with transaction.atomic():
        # Both at once, in one order for everybody.
        list(DisputeCase.objects.select_for_update().filter(pk__in=(number, other)).order_by("pk"))
        case = reviewing.own_case(user, number)
        try:
            merged = reviewing.find_case(user, other, lock=True)
        except errors.CaseNotFound as error:
            raise errors.NotMergeable(_("There is no dispute {number}.").format(number=other)) from error
        if reasons := reviewing.conflicts_of_interest(user, merged):
            raise errors.Tied(" ".join(reasons))
        _require_mergeable(user, case, merged)
        reviewer = merged.reviewer.get_username() if merged.reviewer else ""
        before = {"state": merged.state, "reviewer": reviewer}
        action = audit.record(
            actor=user, kind=StaffAction.Kind.MERGED, case=merged, before=before, after={"into": case.pk}
        )
        DisputeCase.objects.filter(merged_into=merged).update(merged_into=case)
        case_entries.set_state(merged, State.MERGED, reviewer=None, waits_for="", merged_into=case)
        entry = case_entries.add(merged, Kind.MERGED, author=user, action=action)
        case_entries.notify(merged, entry, Dispute(news="merged"), case_entries.parties(merged))
        return merged


def _require_mergeable(user: User, case: DisputeCase, other: DisputeCase) -> None:
    """Raises NotMergeable with the reason why these two cases stay apart."""
    number = other.pk
    if other == case:
        raise errors.NotMergeable(_("A dispute cannot be merged into itself."))
    if other.is_settled:
        raise errors.NotMergeable(_("Dispute {number} is settled already.").format(number=number))
    if other.state == State.MERGED:
        said = _("Dispute {number} is merged into dispute {other} already.")
        raise errors.NotMergeable(said.format(number=number, other=other.merged_into_id))
    if FINAL_ROUND in (case.round, other.round):
        raise errors.NotMergeable(_("An appeal is decided by itself: it cannot be merged."))
    if other.reviewer_id != user.pk and not reviewing.may_take(other):
        raise errors.NotMergeable(
            _("Another reviewer has dispute {number}. They can give it to you first.").format(number=number)
        )
    same_person = case.other_id is not None and case.other_id == other.other_id
    if case.game_id != other.game_id and not same_person:
        raise errors.NotMergeable(
            _("Disputes about different games can be merged only if the same player was reported in both.")
        )
