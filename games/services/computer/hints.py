"""What the computer would play in somebody's place: in games that one plays alone or against it, where they were made
so.
"""

from dataclasses import dataclass

from games import errors
from games.access import Access
from games.models import Game
from games.services.computer import minds
from games.services.record.state import state_seen_by_viewer
from games.shapes import Json
from opponent import levels
from opponent.reasons import USUAL, Reason
from opponent.usual import usual_reason
from rules.actions import Action
from rules.atlas import SIDES
from rules.places import PLACES
from rules.position import Position
from rules.roster import BLOCK

ADVISER = levels.baron
"""Who is asked: weighs a few plans, within the time of a request."""


@dataclass(frozen=True, slots=True)
class Hint:
    """An action for a side, and why."""

    action: Json
    start: str
    """The place where its block stands; empty where it has none."""
    goes_on: bool
    """Whether it adds to a storm or sally that began before."""
    reason: Reason


def hint(access: Access, side: str) -> Hint:
    """Returns what the computer would play now, from what this side knows.

    Raises HintsNotAllowed, GameIsOver and NotYourTurn.
    """
    if not access.game.hints:
        raise errors.HintsNotAllowed
    if access.game.status == Game.Status.OVER:
        raise errors.GameIsOver
    position = state_seen_by_viewer(access, side).live
    if side not in position.awaited:
        raise errors.NotYourTurn
    player = ADVISER(side, f"{minds.secret_of(access.game, side)}:{access.seats[side].version}:hint")
    action: Action = minds.decide(access, side, position, player)
    start = PLACES[position.where[BLOCK[action.block]]] if action.block else ""
    why: Reason = getattr(player, "why", USUAL)
    if why == USUAL:
        why = usual_reason(position, SIDES.index(side), action) or USUAL
    return Hint(action.to_json(), start, _goes_on(position), why)


def _goes_on(position: Position) -> bool:
    """Whether a storm or sally is on to which blocks may be added."""
    if position.step not in ("storm", "sally"):
        return False
    battle = position.combat
    return bool(battle.storming if position.step == "storm" else battle.sallying)
