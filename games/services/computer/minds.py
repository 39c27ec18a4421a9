"""What the computer knows of a game, and what it decides by it.

It is told what its side sees, and no more: the view, worlds drawn by lot among those that look the same, and the events as its side was
shown them. `opponent.knowledge.imagine` alone holds the true position. Its randomness comes from a secret of the site's and the number of
the decision: neither the dice nor anything that people know.
"""

import logging
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from threading import Lock
from typing import Any

from django.utils.crypto import salted_hmac

from games import errors
from games.access import Access
from games.models import Game, GameEvent
from games.services.record.facts import seen
from games.services.record.state import taken_back_in, undone
from opponent import levels
from opponent.knowledge import Belief, imagine
from opponent.levels import Player
from rules import game as rules_game
from rules.actions import Action
from rules.atlas import SIDES, bits
from rules.editions import CURRENT
from rules.places import TOWN_COUNT
from rules.position import Position
from rules.roster import OF_SIDE
from rules.selfplay import choose_purposeful

logger = logging.getLogger(__name__)
LAST_HOPE, MOST_CITIES = 1190, 6
"""The year from which on, and the enemy's cities with which, the computer may resign."""
KEPT = 64
"""Beliefs kept in memory; others are made anew from the record."""


@dataclass(slots=True)
class Known:
    """What a side concluded from a game's events, up to the wall `seq`."""

    belief: Belief
    seq: int = 0


class _Kept:
    """The beliefs of the games that were thought about last."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._found: OrderedDict[tuple[int, str], Known] = OrderedDict()

    def take(self, key: tuple[int, str]) -> Known | None:
        """Takes one out: nobody else may go on with it meanwhile."""
        with self._lock:
            return self._found.pop(key, None)

    def put(self, key: tuple[int, str], known: Known) -> None:
        with self._lock:
            self._found[key] = known
            while len(self._found) > KEPT:
                self._found.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._found.clear()


kept = _Kept()


def secret_of(game: Game, side: str) -> str:
    """Returns the seed of the computer's randomness in this game."""
    return salted_hmac("games.computer", f"{game.public_id}:{side}", algorithm="sha256").hexdigest()


@contextmanager
def belief_of(game: Game, side: str) -> Iterator[Belief]:
    """What a side may conclude from all that it was shown until now."""
    known = _up_to_date(game, side, kept.take((game.pk, side)))
    try:
        yield known.belief
    finally:
        kept.put((game.pk, side), known)


def player_for(access: Access, side: str) -> Player:
    """Returns a player of the game's level. The same version of the game gives the same player."""
    make: Any = getattr(levels, access.game.computer)
    found: Player = make(side, f"{secret_of(access.game, side)}:{access.seats[side].version}")
    return found


def decide(access: Access, side: str, position: Position, player: Player) -> Action:
    """Returns what the computer does. `position` is as its side sees it; what its enemy hides in it reaches the player by lot alone."""
    try:
        with belief_of(access.game, side) as belief:
            action = player.decide(lambda: rules_game.observe(position, side), lambda random: imagine(position, side, random, belief))
        refusal = rules_game.is_legal(position, side, action)
        if refusal is None:
            return action
        logger.error("The computer chose what is not legal in game %s: %s", access.game.public_id, refusal.reason)
    except Exception:
        logger.exception("The computer could not decide in game %s.", access.game.public_id)
    return _something(access, side, position)


def is_hopeless(side: str, position: Position) -> bool:
    """Whether the game is lost by what everybody sees: from 1190 on, when the enemy holds six cities and has on the map twice the blocks,
    and no crusaders are to come.
    """
    view = rules_game.observe(position, side)
    own = SIDES.index(side)
    enemy = SIDES[1 - own]
    cities = sum(holder == enemy for holder in view["cities"].values())
    blocks = [sum(position.where[block] < TOWN_COUNT for block in bits(OF_SIDE[each])) for each in (own, 1 - own)]
    to_come = side == "frank" and any(view["staging"].values())
    return position.year >= LAST_HOPE and cities >= MOST_CITIES and 2 * blocks[0] <= blocks[1] and not to_come


def _something(access: Access, side: str, position: Position) -> Action:
    """A legal action by lot, so that no game stands still by an error of the player's."""
    random = Random(f"{secret_of(access.game, side)}:{access.seats[side].version}:by-lot")
    return choose_purposeful(rules_game.legal_actions(position, side), random, "purposeful")


def _up_to_date(game: Game, side: str, known: Known | None) -> Known:
    """Lets the belief take in what its side was shown since. What only its own side planned tells it nothing."""
    known = known or Known(Belief(side, secret_of(game, side)))
    wall = game.events.filter(wall=True).order_by("-seq").values_list("seq", flat=True).first() or 0
    if wall == known.seq:
        return known
    events = list(game.events.filter(seq__gt=known.seq, seq__lte=wall).order_by("seq"))
    if known.seq > wall or any(event.kind == GameEvent.Kind.STAFF for event in events):
        known = Known(Belief(side, secret_of(game, side)))  # something was taken back that it may have counted
        events = list(game.events.filter(seq__lte=wall).order_by("seq"))
        gone = taken_back_in(events)
    else:
        gone = undone(events)
    for event in events:
        if event.seq not in gone and (event.kind == GameEvent.Kind.ACTION or event.payload.get("type") == "start"):
            known.belief.see(seen(event, side))
    known.seq = wall
    return known


def check_edition(game: Game) -> None:
    """Raises OlderEdition for a game by rules that the computer does not know."""
    if game.ruleset.get("edition", CURRENT) != CURRENT:
        raise errors.OlderEdition
