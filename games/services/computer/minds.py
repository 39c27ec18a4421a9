"""The beliefs of the computer about a game, and its decisions.

It is told what its side sees, and no more: the view, worlds drawn by lot among those that look the same, and the events
as its side was shown them. `opponent.knowledge.imagine` alone holds the true position. Its randomness comes from a
secret of the site's and the number of the decision: neither the dice nor anything that people know.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from threading import Lock

from django.utils.crypto import salted_hmac

from games.access import Access
from games.models import Game, GameEvent
from games.services.record.facts import visible_facts
from games.services.record.numbering import TakenBack
from opponent import levels
from opponent.knowledge import Belief, imagine
from opponent.levels import Player
from opponent.resigning import LOST, WORLDS, chance_of
from rules import game as rules_game
from rules.actions import Action
from rules.position import Position
from rules.ruleset import Ruleset
from rules.selfplay import choose_purposeful

logger = logging.getLogger(__name__)
EVENTS_OF_A_TURN = 400
"""More than any turn has: among so many the card before is looked for."""
MOST_BEFORE = 3
"""Games before a practice game, each going on from the one before it, that are remembered."""
KEPT = 64
"""Beliefs kept in memory; others are made anew from the record."""


@dataclass(slots=True)
class Known:
    """A side's conclusions from a game's events, up to the wall `seq`."""

    belief: Belief
    seq: int = 0


class _Kept:
    """The beliefs of the games that were thought about last."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._found: OrderedDict[tuple[int, str], Known] = OrderedDict()

    def take(self, key: tuple[int, str]) -> Known | None:
        """Removes and returns a belief, so that no other thread goes on with it meanwhile."""
        with self._lock:
            return self._found.pop(key, None)

    def put(self, key: tuple[int, str], known: Known) -> None:
        """Keeps a belief; those used longest ago go."""
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
    """Context manager: a side's conclusions from all that it was shown until now."""
    known = _up_to_date(game, side, kept.take((game.pk, side)))
    try:
        yield known.belief
    finally:
        kept.put((game.pk, side), known)


def player_for(access: Access, side: str) -> Player:
    """Returns a player of the level that sits there. The same version of the game gives the same player."""
    seated = access.seats[side].user
    assert seated is not None
    make: Callable[[str, str], Player] = getattr(levels, seated.computer)
    return make(side, f"{secret_of(access.game, side)}:{access.seats[side].version}")


def decide(access: Access, side: str, position: Position, player: Player) -> Action:
    """Returns what the computer does.

    `position` is as its side sees it; what its enemy hides in it reaches the player by lot alone.
    """
    try:
        with belief_of(access.game, side) as belief:
            action = player.decide(
                lambda: rules_game.observe(position, side), lambda random: imagine(position, side, random, belief)
            )
        refusal = rules_game.is_legal(position, side, action)
        if refusal is None:
            return action
        logger.error("The computer chose what is not legal in game %s: %s", access.game.public_id, refusal.reason)
    except Exception:
        logger.exception("The computer could not decide in game %s.", access.game.public_id)
    return _fallback_action(access, side, position)


def is_hopeless(access: Access, side: str, position: Position) -> bool:
    """Whether its side, about to choose a card, has next to no chance left by what it knows, and had none at its card
    before.
    """
    random = Random(f"{secret_of(access.game, side)}:{access.seats[side].version}:hopeless")
    with belief_of(access.game, side) as belief:
        if chance_of(side, [imagine(position, side, random, belief) for _ in range(WORLDS)]) >= LOST:
            return False
    before = _card_before(access.game, position)
    if before is None:
        return False
    seq, earlier = before
    then = belief_at(access.game, side, seq, secret_of(access.game, side))
    return chance_of(side, [imagine(earlier, side, random, then) for _ in range(WORLDS)]) < LOST


def _card_before(game: Game, position: Position) -> tuple[int, Position] | None:
    """The last wall before this turn at which a card was to be chosen, and the position there."""
    walls = game.snapshots.walls_from(max(0, game.version - EVENTS_OF_A_TURN), game.version)
    for seq in sorted(walls, reverse=True):
        found = Position.from_json(walls[seq])
        if found.step == "card" and (found.year, found.turn) < (position.year, position.turn):
            return seq, found
    return None


def _fallback_action(access: Access, side: str, position: Position) -> Action:
    """A random legal action, used when the computer fails."""
    random = Random(f"{secret_of(access.game, side)}:{access.seats[side].version}:by-lot")
    return choose_purposeful(rules_game.legal_actions(position, side), random, "purposeful")


def belief_at(game: Game, side: str, seq: int, seed: str) -> Belief:
    """Returns a side's conclusions from all that it was shown up to this wall."""
    belief = Belief(side, seed, Ruleset.from_json(game.ruleset))
    _learn_before(belief, game, side)
    _learn_until(belief, game, side, seq)
    return belief


def _new_belief(game: Game, side: str) -> Belief:
    belief = Belief(side, secret_of(game, side), Ruleset.from_json(game.ruleset))
    _learn_before(belief, game, side)
    return belief


def _learn_before(belief: Belief, game: Game, side: str) -> None:
    """Updates a belief about a practice game with what this side saw in the game from which that goes on."""
    before: list[tuple[Game, int]] = []
    while game.practice_of is not None and game.practice_seq is not None and len(before) < MOST_BEFORE:
        original = Game.objects.filter(public_id=game.practice_of).first()
        if original is None:
            break
        before.append((original, game.practice_seq))
        game = original
    for original, seq in reversed(before):
        _learn_until(belief, original, side, seq)


def _learn_until(belief: Belief, game: Game, side: str, seq: int) -> None:
    """Updates a belief with what this side saw in a game up to an event."""
    events = list(game.events.filter(seq__lte=seq).order_by("seq"))
    taken_back = TakenBack.by(events)
    _learn(belief, side, [event for event in events if event.seq not in taken_back])


def _up_to_date(game: Game, side: str, known: Known | None) -> Known:
    """Updates the belief with what its side has seen since. What only its own side planned tells it nothing."""
    known = known or Known(_new_belief(game, side))
    wall = game.events.filter(wall=True).order_by("-seq").values_list("seq", flat=True).first() or 0
    if wall == known.seq:
        return known
    events = list(game.events.filter(seq__gt=known.seq, seq__lte=wall).order_by("seq"))
    if known.seq > wall or any(event.kind == GameEvent.Kind.STAFF for event in events):
        known = Known(_new_belief(game, side))  # something was taken back that it may have counted
        events = list(game.events.filter(seq__lte=wall).order_by("seq"))
    taken_back = TakenBack.by(events)
    _learn(known.belief, side, [event for event in events if event.seq not in taken_back])
    known.seq = wall
    return known


def _learn(belief: Belief, side: str, events: Sequence[GameEvent]) -> None:
    """Updates a belief with what its side saw of these events."""
    for event in events:
        if event.kind == GameEvent.Kind.ACTION or event.payload.get("type") == "start":
            belief.see(visible_facts(event, side))
