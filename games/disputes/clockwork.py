"""Stops a game's clocks for a report, and restarts them when its case is settled."""

from games.access import Access
from games.disputes.errors import CannotAct
from games.models import DisputeCase, Game, GameEvent
from games.services.agreements import freezing
from games.services.clocks import clocks, least

SYSTEM = GameEvent.Kind.SYSTEM


def can_freeze(game: Game) -> bool:
    """Whether the game has running clocks that a freeze would stop."""
    return game.status == Game.Status.ACTIVE and clocks.has_clock(game) and game.frozen_at is None


def freeze_for_report(access: Access, case: DisputeCase) -> GameEvent:
    """Freezes the clocks for a report. The log does not name the reporter, since spectators read it."""
    event = freezing.freeze(access, kind=SYSTEM)
    if event is None:
        raise CannotAct
    return event


def resume_after(access: Access, case: DisputeCase) -> GameEvent | None:
    """Unfreezes clocks that a report froze, when its case is settled and no other case keeps them frozen. The side that
    is asked has the least time that every act of staff leaves.
    """
    game = access.game
    if not case.froze or game.status != Game.Status.ACTIVE or game.frozen_at is None:
        return None
    others = DisputeCase.objects.filter(game=game, froze=True).exclude(pk=case.pk)
    if any(not other.is_settled for other in others):
        return None
    event = freezing.unfreeze(access, kind=SYSTEM)
    least.raise_clocks(access)
    return event
