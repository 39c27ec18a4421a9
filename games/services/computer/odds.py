"""The odds of a fight that stands ahead, for one of its players: from what everybody sees, what they saw, and their own blocks.

Who the enemy's hidden blocks may be is drawn by lot as the computer does it, among positions that look the same to the player.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from games import errors
from games.access import Access
from games.models import Game
from games.services.computer import minds
from games.services.record.state import table_seen_by
from opponent.knowledge import imagine
from opponent.odds import ROLLS, Fighter, Odds, fighter, odds
from rules.atlas import SIDES, TOWN, TOWN_IDS, bits
from rules.kinds import BlockSet, Side, TownNumber
from rules.places import TOWN_COUNT
from rules.position import Position

WORLDS = 12
"""Guesses of who the hidden blocks are."""
LEAST_ROLLS = 200


@dataclass(frozen=True, slots=True)
class Forecast:
    """What is likely to come of a fight in the field of a town, if everybody fires for three rounds and nobody leaves."""

    town: str
    attacker: str
    odds: Odds
    guesses: int


def fights_ahead(position: Position) -> list[str]:
    """The towns in whose field both sides stand and nothing has been fought this turn (6.0)."""
    return [TOWN_IDS[town] for town in range(TOWN_COUNT) if _is_ahead(position, town)]


def forecast(access: Access, side: str, town: str) -> Forecast:
    """Returns the odds at a town for the player of this side. Raises OddsNotAllowed, NotStarted, GameIsOver,
    NoSuchTown, OlderEdition and NoFightAhead.
    """
    minds.check_edition(access.game)
    if not access.game.odds:
        raise errors.OddsNotAllowed
    if access.game.status == Game.Status.OVER:
        raise errors.GameIsOver
    if town not in TOWN:
        raise errors.NoSuchTown
    position, number = table_seen_by(access, side).live, TOWN[town]
    if not _is_ahead(position, number):
        raise errors.NoFightAhead
    own = SIDES.index(side)
    attacker = _attacker(position, number)
    random = Random(f"{minds.secret_of(access.game, side)}:{access.seats[side].version}:odds:{town}")
    with minds.belief_of(access.game, side) as belief:
        worlds = [imagine(position, side, random, belief) for _ in range(WORLDS)]
    mine = _fighters(position, position.field(own, number))
    theirs = [_fighters(world, world.field(1 - own, number)) for world in worlds]
    if len(set(theirs)) == 1:
        theirs = theirs[:1]
    fights = [(mine, guess) if attacker == own else (guess, mine) for guess in theirs]
    return Forecast(town, SIDES[attacker], _mean(fights, random), len(theirs))


def _mean(fights: Sequence[tuple[Sequence[Fighter], Sequence[Fighter]]], random: Random) -> Odds:
    """The mean of several fights that may all be the one ahead, with the error of having so few and of rolling them."""
    count = len(fights)
    each = [odds(attackers, defenders, random=random, rolls=max(LEAST_ROLLS, ROLLS // count)) for attackers, defenders in fights]
    win = sum(one.win for one in each) / count
    spread = sum((one.win - win) ** 2 for one in each) / max(1, count - 1)
    rolled = sum(one.error**2 for one in each) / count**2
    lost, dealt = sum(one.lost for one in each) / count, sum(one.dealt for one in each) / count
    return Odds(win, 1 - win, lost, dealt, sqrt(1.96**2 * spread / count + rolled), count == 1 and each[0].exact)


def _is_ahead(position: Position, town: TownNumber) -> bool:
    if position.winner is not None or position.fought >> town & 1 or (position.battle is not None and position.battle.town == town):
        return False
    return bool(position.field(0, town)) and bool(position.field(1, town))


def _attacker(position: Position, town: TownNumber) -> Side:
    """Player 1 where he came against the enemy, else Player 2 (6.42, 6.56)."""
    came = {arrival.side for arrival in position.arrivals if arrival.town == town}
    first = position.first if position.first in (0, 1) else 0
    return first if not came or first in came else 1 - first


def _fighters(position: Position, blocks: BlockSet) -> tuple[Fighter, ...]:
    """The blocks of a side in a field, those that come by other roads in the round in which they fight (6.41)."""
    return tuple(sorted(fighter(position, block, _round(position, block)) for block in bits(blocks)))


def _round(position: Position, block: int) -> int:
    return 2 if position.due2 >> block & 1 else 3 if position.due3 >> block & 1 else 1
