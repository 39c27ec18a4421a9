"""Cases that were merged into another: they are decided with it, and go on by themselves when it is withdrawn.

Their players are told the outcome in words of their own, unless they are the same two people in the same game: nobody learns from what
they read who else reported something.
"""

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.access import game_under_review
from games.disputes import clockwork, story
from games.disputes.story import Kind, State
from games.models import DisputeCase, User
from games.models.dispute import FINAL_ROUND


def of(case: DisputeCase) -> QuerySet[DisputeCase]:
    """Every case that was merged into this one, withdrawn ones and those with an appeal of their own included."""
    return DisputeCase.objects.filter(merged_into=case).select_related("game", "opener", "other").order_by("pk")


def waiting(case: DisputeCase) -> list[DisputeCase]:
    """Those that hear what is decided in this case: not decided yet, or decided with it and not appealed by themselves."""
    return list(of(case).filter(Q(state=State.MERGED) | Q(decided_at__isnull=False), round=1))


def reads_the_same(follower: DisputeCase, case: DisputeCase) -> bool:
    """Whether both cases are between the same two people in the same game, so that what is said in one may be read in the other."""
    return follower.game_id == case.game_id and set(story.parties(follower)) == set(story.parties(case))


def needs_words(case: DisputeCase) -> bool:
    """Whether a decision has to be told to people who may not read its reason."""
    return any(not reads_the_same(follower, case) for follower in waiting(case))


def hold_games(user: User, case: DisputeCase) -> None:
    """Locks the cases that follow one and the games of all, in one order for everybody, so that no two decisions wait for each other."""
    list(DisputeCase.objects.select_for_update().filter(merged_into=case).order_by("pk"))
    games = {follower.game for follower in waiting(case)}
    for game in sorted({*games, case.game} if games else (), key=lambda game: game.pk):
        game_under_review(user=user, game_id=game.public_id, lock=True)


def settle(case: DisputeCase, *, user: User, reason: str, outcome: str, until: str | None) -> None:
    """Decides what follows a case that was just decided. Call it after `hold_games`."""
    told_already = story.parties(case)
    for follower in waiting(case):
        said = reason if reads_the_same(follower, case) else outcome
        entry = story.add(follower, Kind.DECISION, author=user, text=said)
        now = timezone.now()
        if case.round == FINAL_ROUND:
            story.set_state(follower, State.CLOSED, decided_by=user, decided_at=now, closed_at=now)
        else:
            story.set_state(follower, State.DECIDED, decided_by=user, decided_at=now)
        clockwork.resume_after(game_under_review(user=user, game_id=follower.game.public_id, lock=True), follower)
        others = [person for person in story.parties(follower) if person not in told_already]
        story.tell(follower, entry, "decided", others, **({"until": until} if until else {}))


def part(case: DisputeCase) -> None:
    """Separates the cases that were merged into a withdrawn one: each goes on by itself, with the same reviewer."""
    for follower in DisputeCase.objects.select_for_update().filter(merged_into=case, state=State.MERGED).order_by("pk"):
        story.set_state(follower, State.TAKEN if case.reviewer else State.OPEN, reviewer=case.reviewer, merged_into=None)
        entry = story.add(follower, Kind.PARTED, author=None)
        if case.reviewer is None:
            story.tell_reviewers(follower, entry)
