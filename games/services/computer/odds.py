"""The odds of a fight that stands ahead, for one of its players: from what everybody sees, what they saw, and their own
blocks. A fight in the field, a storm, a sally, or relief against besiegers.

Who the enemy's hidden blocks may be is drawn by lot as the computer does it, among positions that look the same to the
player.
"""

from dataclasses import dataclass
from random import Random

from games import errors
from games.access import Access
from games.models import Game
from games.services.computer import minds
from games.services.record.state import state_seen_by_viewer
from opponent.ahead import fighters, next_fight, odds_of
from opponent.knowledge import imagine
from opponent.odds import Odds
from rules.atlas import SIDES, TOWN

WORLDS = 12
"""Guesses of who the hidden blocks are."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """The likely outcome of a fight in which everybody fires in each round and nobody leaves before its end. In a storm
    the strongest besiegers fight, as many as may, without relief. ``sally``: all of the castle come out as soon as both
    sides are in the field.
    """

    town: str
    kind: str
    attacker: str
    sally: bool
    odds: Odds
    guesses: int


def forecast(access: Access, side: str, town: str, sally: bool = False) -> Forecast:
    """Returns the odds at a town for the player of this side; with ``sally`` those with the blocks of the castle in the
    field. Raises OddsNotAllowed, NotStarted, GameIsOver, NoSuchTown and NoFightAhead.
    """
    if not access.game.odds:
        raise errors.OddsNotAllowed
    if access.game.status == Game.Status.OVER:
        raise errors.GameIsOver
    if town not in TOWN:
        raise errors.NoSuchTown
    position, number = state_seen_by_viewer(access, side).live, TOWN[town]
    fight = next_fight(position, number, sally)
    if fight is None:
        raise errors.NoFightAhead
    own = SIDES.index(side)
    random = Random(f"{minds.secret_of(access.game, side)}:{access.seats[side].version}:odds:{town}")
    with minds.belief_of(access.game, side) as belief:
        worlds = [imagine(position, side, random, belief) for _ in range(WORLDS)]
    mine = fighters(position, fight, own)
    theirs = [fighters(world, fight, 1 - own) for world in worlds]
    if len(set(theirs)) == 1:
        theirs = theirs[:1]
    teams = [(mine, guess) if fight.attacker == own else (guess, mine) for guess in theirs]
    found = odds_of(position, fight, teams, random)
    return Forecast(town, fight.kind, SIDES[fight.attacker], sally, found, len(theirs))
