"""What a report does to the clocks of a game, and how they run again."""

from games.access import Access
from games.disputes.errors import CannotAct
from games.models import DisputeCase, Game, GameEvent
from games.services.agreements import freezing
from games.services.clocks import clocks

SYSTEM = GameEvent.Kind.SYSTEM


def can_freeze(game: Game) -> bool:
    """Whether there are clocks that run and could stand still."""
    return game.status == Game.Status.ACTIVE and clocks.has_clock(game) and game.frozen_at is None


def freeze_for_report(access: Access, case: DisputeCase) -> GameEvent:
    """Stops the clocks for a report. The log does not say whose: spectators read it, too."""
    event = freezing.freeze(access, kind=SYSTEM)
    if event is None:
        raise CannotAct
    return event


def resume_after(access: Access, case: DisputeCase) -> GameEvent | None:
    """Lets clocks run again that a report stopped, when its case is settled and no other one keeps them still."""
    game = access.game
    if not case.froze or game.status != Game.Status.ACTIVE or game.frozen_at is None:
        return None
    others = DisputeCase.objects.filter(game=game, froze=True).exclude(pk=case.pk)
    if any(not other.is_settled for other in others):
        return None
    return freezing.unfreeze(access, kind=SYSTEM)
