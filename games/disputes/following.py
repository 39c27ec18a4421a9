"""Merged cases: decided together with the case they were merged into, and separate again if that one is withdrawn.

Their players are told the outcome in words of their own, unless they are the same two people in the same game: nobody
learns from what they read who else reported something.
"""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.access import game_under_review
from games.disputes import case_entries, clockwork
from games.disputes.case_entries import Kind, State
from games.models import DisputeCase, Game, User
from games.models.dispute import FINAL_ROUND
from games.services.alerts.kinds.disputes import Dispute


def merged_cases(case: DisputeCase) -> QuerySet[DisputeCase]:
    """Returns every case merged into this one, including withdrawn and separately appealed ones."""
    return DisputeCase.objects.filter(merged_into=case).select_related("game", "opener", "other").order_by("pk")


def affected_cases(case: DisputeCase) -> list[DisputeCase]:
    """Returns the merged cases to which this case's decision applies: undecided ones, and decided ones without an
    appeal of their own.
    """
    return list(merged_cases(case).filter(Q(state=State.MERGED) | Q(decided_at__isnull=False), round=1))


def same_players(follower: DisputeCase, case: DisputeCase) -> bool:
    """Whether two cases are of one game and the same two players, so that each may read the other's texts."""
    return follower.game_id == case.game_id and set(case_entries.parties(follower)) == set(case_entries.parties(case))


def needs_words(case: DisputeCase) -> bool:
    """Whether the decision also needs a separate text for players who may not read its reason."""
    return any(not same_players(follower, case) for follower in affected_cases(case))


def lock_games(user: User, case: DisputeCase, besides: Collection[Game] = ()) -> None:
    """Locks the merged cases; then their games, those given and the case's own, in one order against deadlocks.

    Where there are no others, the caller locks the case's own game itself.
    """
    list(DisputeCase.objects.select_for_update().filter(merged_into=case).order_by("pk"))
    games = {*besides, *(follower.game for follower in affected_cases(case))}
    for game in sorted({*games, case.game} if games else (), key=lambda game: game.pk):
        game_under_review(user=user, game_id=game.public_id, lock=True)


def settle(case: DisputeCase, *, user: User, reason: str, outcome: str, until: datetime | None) -> None:
    """Settles the merged cases after their main case was decided. To be called after `lock_games`."""
    told_already = case_entries.parties(case)
    for follower in affected_cases(case):
        said = reason if same_players(follower, case) else outcome
        entry = case_entries.add(follower, Kind.DECISION, author=user, text=said)
        now = timezone.now()
        if case.round == FINAL_ROUND:
            case_entries.set_state(follower, State.CLOSED, decided_by=user, decided_at=now, closed_at=now)
        else:
            case_entries.set_state(follower, State.DECIDED, decided_by=user, decided_at=now)
        clockwork.resume_after(game_under_review(user=user, game_id=follower.game.public_id, lock=True), follower)
        others = [person for person in case_entries.parties(follower) if person not in told_already]
        case_entries.notify(follower, entry, Dispute(news="decided", until=until), others)


def unmerge(case: DisputeCase) -> None:
    """Unmerges the cases that were merged into a withdrawn one: each is open again, with the same reviewer."""
    for follower in DisputeCase.objects.select_for_update().filter(merged_into=case, state=State.MERGED).order_by("pk"):
        case_entries.set_state(
            follower, State.TAKEN if case.reviewer else State.OPEN, reviewer=case.reviewer, merged_into=None
        )
        entry = case_entries.add(follower, Kind.PARTED, author=None)
        if case.reviewer is None:
            case_entries.tell_reviewers(follower, entry)
