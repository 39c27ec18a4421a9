"""Several cases at once: answered in the same words, or merged into one.

All of it is done, or nothing; each case has audit entries of its own.
"""

import uuid
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils.translation import gettext as _

from games.access import game_under_review
from games.disputes import acting, errors, merging, reviewing
from games.disputes.acting import ReviewRequest
from games.disputes.case_entries import State
from games.errors import Refused
from games.models import DisputeCase, Game, StaffAction, User
from games.services.record.writing import claim_key, key_of_command

MOST = 25
"""As many as a page of the list has."""


class NotTogether(Refused):
    """Refusal of a common decision, with the reason in one of the cases. Nothing was done in any."""

    status, code = 409, "not-together"


def answer(*, user: User, numbers: Collection[int], reason: str, outcome: str, key: uuid.UUID) -> list[StaffAction]:
    """Decides these cases by words alone, the same for all; free ones are taken first. Everybody can appeal as ever.

    `outcome` is what players of cases merged into one of them read. The same key again changes nothing. Raises
    NotTogether, and KeyReused.
    """
    chosen = _chosen(numbers)
    with transaction.atomic():
        _lock(user, chosen)
        said = {"act": "answer-together", "cases": chosen, "reason": reason, "outcome": outcome}
        new = claim_key(user, key, said).is_new
        asked = ReviewRequest(kind=StaffAction.Kind.ANSWER, reason=reason, params={}, settles=True, outcome=outcome)
        done = []
        for place, number in enumerate(chosen):
            with _about(number):
                if new:
                    _take(user, number)
                done.append(
                    acting.perform(
                        user=user, number=number, request=asked, key=key_of_command(uuid.uuid5(key, "answer"), place)
                    )
                )
        return done


def merge(*, user: User, numbers: Collection[int], key: uuid.UUID) -> DisputeCase:
    """Merges these cases into the one that was reported first, which is taken if it is free. Returns that one.

    The same key again changes nothing. Raises NotTogether, and KeyReused.
    """
    first, *others = _chosen(numbers)
    if not others:
        raise NotTogether(_("Choose two disputes or more."))
    with transaction.atomic():
        _lock(user, [first, *others])
        if claim_key(user, key, {"act": "merge-together", "cases": [first, *others]}).is_new:
            with _about(first):
                _take(user, first)
            for number in others:
                with _about(number):
                    merging.merge(user=user, number=first, other=number)
        return reviewing.find_case(user, first)


def _chosen(numbers: Collection[int]) -> list[int]:
    """Returns the numbers in the order in which cases were reported. Raises NotTogether for none, and for too many."""
    found = sorted(set(numbers))
    if not found:
        raise NotTogether(_("Choose the disputes that are meant."))
    if len(found) > MOST:
        raise NotTogether(_("Choose {most} disputes at most.").format(most=MOST))
    return found


def _lock(user: User, numbers: Collection[int]) -> None:
    """Locks the cases, then all their games, in one order for everybody.

    Raises NotAReviewer for who reviews nothing.
    """
    if not reviewing.is_reviewer(user):
        raise errors.NotAReviewer
    cases = list(DisputeCase.objects.select_for_update().filter(pk__in=numbers).order_by("pk"))
    games = Game.objects.filter(cases__in=[case.pk for case in cases]) | Game.objects.filter(
        cases__merged_into__in=numbers
    )
    for game_id in games.distinct().order_by("pk").values_list("public_id", flat=True):
        game_under_review(user=user, game_id=game_id, lock=True)


def _take(user: User, number: int) -> None:
    """Takes a case that is free; a case of one's own is left as it is."""
    case = reviewing.find_case(user, number)
    if case.reviewer_id != user.pk or case.state in (State.OPEN, State.APPEALED):
        reviewing.take(user=user, number=number)


@contextmanager
def _about(number: int) -> Iterator[None]:
    """Names the case in which something stood in the way."""
    try:
        yield
    except Refused as refused:
        said = _("Nothing was done. Dispute {number}: {why}").format(number=number, why=refused.detail)
        raise NotTogether(said, case=number) from refused
