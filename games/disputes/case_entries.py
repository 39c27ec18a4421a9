"""Writes entries of a case and queues the alerts about them."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import CaseEntry, DisputeCase, StaffAction, User
from games.services.alerts import notices
from games.services.alerts.kinds.disputes import Dispute, ToReview

Kind, State = CaseEntry.Kind, DisputeCase.State
LONGEST_TEXT = 4000
PERMISSION = "games.review_disputes"
"""What a reviewer has, besides being staff."""


def add(
    case: DisputeCase,
    kind: str,
    *,
    author: User | None,
    side: str = "",
    text: str = "",
    for_parties: bool = True,
    rests_on: Collection[int] = (),
    action: StaffAction | None = None,
) -> CaseEntry:
    """Adds an entry. To be called with the case locked."""
    last = case.entries.order_by("-number").values_list("number", flat=True).first() or 0
    return CaseEntry.objects.create(
        case=case,
        number=last + 1,
        kind=kind,
        author=author,
        side=side,
        text=text,
        for_parties=for_parties,
        rests_on=sorted(set(rests_on)),
        action=action,
    )


def set_state(case: DisputeCase, state: str, **more: object) -> None:
    """Changes the state of a case, and the fields that depend on it."""
    case.state = state
    case.changed_at = timezone.now()
    for name, value in more.items():
        setattr(case, name, value)
    case.save(update_fields=["state", "changed_at", *more])


def merged_with_own(user: User) -> QuerySet[DisputeCase, int]:
    """Returns the ids of cases merged with one to which this person is a party, in either direction."""
    into_own = DisputeCase.objects.filter(Q(merged_into__opener=user) | Q(merged_into__other=user)).values_list(
        "pk", flat=True
    )
    own = DisputeCase.objects.filter(Q(opener=user) | Q(other=user), merged_into__isnull=False)
    return into_own.union(own.values_list("merged_into", flat=True))


def parties(case: DisputeCase) -> list[User]:
    """Returns the two people who are told of a case: who reported, and the other player."""
    return [person for person in (case.opener, case.other) if person is not None]


def reviewers() -> QuerySet[User]:
    """Returns everybody who may review disputes."""
    return User.objects.with_perm(PERMISSION, is_active=True).filter(is_staff=True)


def tell_reviewers(case: DisputeCase, entry: CaseEntry) -> None:
    """Alerts reviewers that a case waits for one: not the parties, and for an appeal not the reviewer who decided
    before.
    """
    for person in reviewers().exclude(pk__in=[party.pk for party in parties(case)]).exclude(pk=case.decided_by_id or 0):
        notices.queue(user=person, game=case.game, alert=ToReview(review=case.pk, news="to-review"), turn=entry.pk)


def tell_reviewer(case: DisputeCase, entry: CaseEntry, news: str = "replied") -> None:
    """Alerts the reviewer of the case that a question was answered or the case assigned to them."""
    if case.reviewer is not None:
        tell_staff(case, entry, case.reviewer, news)


def tell_staff(case: DisputeCase, entry: CaseEntry, reviewer: User, news: str) -> None:
    """Queues one alert to a reviewer, with a link to the page of the case."""
    notices.queue(user=reviewer, game=case.game, alert=ToReview(review=case.pk, news=news), turn=entry.pk)


def notify(case: DisputeCase, entry: CaseEntry, news: Dispute, people: Iterable[User]) -> None:
    """Queues one alert to each of these people."""
    for person in people:
        notices.queue(user=person, game=case.game, alert=replace(news, case=case.pk), turn=entry.pk)
