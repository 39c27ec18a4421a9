"""What a finished game came to: the chance to win over its course, the decisions that moved it most, and the king's
choice in their place.

The chance is that of a position in which everything lies open. The king decides from what its side knew then. The same
record gives the same analysis: nothing is drawn by lot but what the king imagines, with seeds made of the record's
numbers.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from opponent.chance import FRANK, chance_of_franks
from opponent.evaluate import Ledger
from opponent.knowledge import Belief, imagine
from opponent.levels import Thinker, king
from rules import game
from rules.actions import Action
from rules.atlas import SIDES, TOWN_IDS, bits
from rules.dice import Draw, RecordedDice, SeededDice
from rules.kinds import Side, TownNumber
from rules.places import TOWN_COUNT
from rules.position import Position
from rules.roster import OF_SIDE

TOLD = 5
"""Decisions that are told."""
LEAST = 0.01
"""A change of the chance that is worth telling."""
LONGEST = 80
"""Actions of one decision of the king's; no movement has as many."""
NO_CHOICE = frozenset({"done", "fire", "take-hit", "play-card", "take-back-card", "choose-battle", "keep-face-up"})
"""Actions that no change is laid to: what they change is made by dice, by the enemy's card, or by who is next."""
AT_ONCE = ("deployment", "event", "move", "draw", "winter")
"""Phases in which a side's actions in a row make one decision."""
Facts = Sequence[Mapping[str, Any]]


class Recorded(NamedTuple):
    """One action of a game's record."""

    number: int
    side: str
    action: Action
    draws: Sequence[Draw]
    seen: Mapping[str, Facts]
    """For each side what it was shown of it."""


@dataclass(slots=True)
class Decision:
    """Actions of a side that belong together, in a game that was played."""

    number: int
    """That of its first action in the record."""
    index: int
    """That of its first action among all."""
    side: str
    position: Position
    """The position before it."""
    key: tuple[Any, ...]
    actions: list[Action]
    after: Position
    change: float = 0.0
    """What it changed of the chance of the Franks."""

    @property
    def gain(self) -> float:
        """What its side gained by it."""
        return self.change if SIDES.index(self.side) == FRANK else -self.change


class Course(NamedTuple):
    """A game that was played: the curve, as numbers of the record with chances of the Franks, and all decisions."""

    curve: list[tuple[int, float]]
    decisions: list[Decision]


def course(start: Position, number: int, record: Iterable[Recorded]) -> Course:
    """Follows a record from its first position, which has this number.

    Raises `IllegalAction` for a record of other rules.
    """
    position, chance = start, chance_of_franks(start)
    curve, decisions = [(number, chance)], list[Decision]()
    for index, entry in enumerate(record):
        before, was = position, chance
        position = game.apply(position, entry.side, entry.action, RecordedDice(entry.draws)).position
        chance = chance_of_franks(position)
        if _moment_of(position) != _moment_of(before):
            curve.append((entry.number, chance))
        if entry.action.type == "done" and before.phase == "move":
            continue  # that the other side moves now is no merit of the plan
        key = _decision_key(before, entry)
        if not decisions or decisions[-1].key != key:
            decisions.append(Decision(entry.number, index, entry.side, before, key, [], position))
        latest = decisions[-1]
        latest.actions.append(entry.action)
        latest.after = position
        if entry.action.type not in NO_CHOICE and not entry.draws:
            latest.change += chance - was
    return Course(curve, decisions)


def analyze(
    start: Position, number: int, shown: Mapping[str, Facts], record: Sequence[Recorded], between: Callable[[], None]
) -> dict[str, Any]:
    """Returns the analysis as plain data.

    ``shown`` is what each side saw of the start; ``between`` is called between decisions.
    """
    found = course(start, number, record)
    between()
    most = sorted((d for d in found.decisions if abs(d.change) >= LEAST), key=lambda d: (-abs(d.change), d.number))[
        :TOLD
    ]
    beliefs = {side: Belief(side, "analysis", start.ruleset) for side in SIDES}
    for side, belief in beliefs.items():
        belief.see(shown[side])
    notes, done = [], 0
    for decision in sorted(most, key=lambda d: d.number):
        for entry in record[done : decision.index]:
            for side, belief in beliefs.items():
                belief.see(entry.seen[side])
        done = decision.index
        notes.append(_decision_json(decision, beliefs[decision.side]))
        between()
    return {"curve": [[at, round(chance, 3)] for at, chance in found.curve], "decisions": notes}


def _moment_of(position: Position) -> tuple[Any, ...]:
    """Returns the moment of a position: year, turn, phase and battle."""
    battle = position.battle.town if position.battle is not None else None
    return position.year, position.turn, position.phase, battle


def _decision_key(position: Position, entry: Recorded) -> tuple[Any, ...]:
    """Returns the key of the decision that an entry belongs to: a movement is one, everywhere else each action."""
    together = position.phase in AT_ONCE
    return (position.year, position.turn, position.phase, entry.side, None if together else entry.number)


def _decision_json(decision: Decision, belief: Belief) -> dict[str, Any]:
    """Returns a decision as plain data, with the king's choice and the reason of the difference."""
    position = decision.position
    actions, after, player = kings_choice(position, decision.side, belief, f"analysis:{decision.number}")
    same = _is_kings_choice(decision, actions, after)
    franks = chance_of_franks(position)
    return {
        "n": decision.number,
        "side": decision.side,
        "year": position.year,
        "turn": position.turn,
        "phase": position.phase,
        "town": TOWN_IDS[position.battle.town] if position.battle is not None else None,
        "before": round(franks if decision.side == "frank" else 1 - franks, 3),
        "gain": round(decision.gain, 3),
        "played": [action.to_json() for action in decision.actions if action.type != "done"],
        "king": None if same else [action.to_json() for action in actions if action.type != "done"],
        "why": why(decision, None if same else after, player.playouts),
    }


def kings_choice(position: Position, side: str, belief: Belief, seed: str) -> tuple[list[Action], Position, Thinker]:
    """Returns the king's choice here from what its side knows, and the position after it; a whole movement as one."""
    player = king(side, seed)
    phase = position.phase
    dice = SeededDice(seed)
    actions: list[Action] = []
    for _ in range(LONGEST):
        now = position
        action = player.decide(lambda: game.observe(now, side), lambda random: imagine(now, side, random, belief))  # noqa: B023
        actions.append(action)
        if action.type == "done" and phase == "move":
            break
        position = game.apply(position, side, action, dice).position
        if phase not in AT_ONCE or position.phase != phase or side not in position.awaited:
            break
    return actions, position, player


def _is_kings_choice(decision: Decision, actions: Sequence[Action], after: Position) -> bool:
    """Whether the king's choice comes to the same as the decision taken: of a movement, where its blocks stand."""
    if decision.position.phase not in AT_ONCE:
        return list(actions) == decision.actions
    own = list(bits(OF_SIDE[SIDES.index(decision.side)]))
    return all(after.where[block] == decision.after.where[block] for block in own)


# --- why
# --------------------------------------------------------------------------------------------------------------------


def why(decision: Decision, better: Position | None, playouts: int) -> dict[str, Any]:
    """The term of the evaluation that speaks most for the king's choice; where it chose the same, the one that moved
    most.
    """
    own = SIDES.index(decision.side)
    if better is None:
        town, _gain = _most_changed(decision.position, decision.after, own, 1 if decision.gain > 0 else -1)
        return {"key": "same", "params": {} if town is None else {"town": TOWN_IDS[town]}}
    gain = chance_of_franks(better) - chance_of_franks(decision.after)
    points = round(100 * (gain if own == FRANK else -gain))
    town, term = _most_changed(decision.after, better, own, 1)
    if points < 1 or term <= 0:
        return {"key": "played-out", "params": {"count": playouts}}
    if town is None:
        return {"key": "blocks", "params": {"points": points}}
    return {"key": _key_of_change(decision, better, own, town), "params": {"town": TOWN_IDS[town], "points": points}}


def _most_changed(before: Position, after: Position, own: Side, sign: int) -> tuple[TownNumber | None, float]:
    """Returns the town whose worth to a side changed most between two positions; None if that of the blocks did."""
    first, second = terms(before, own), terms(after, own)
    changes = {place: second[place] - first[place] for place in first}
    place = max(changes, key=lambda key: (sign * changes[key], -1 if key is None else key))
    return place, changes[place]


def terms(position: Position, own: Side) -> dict[TownNumber | None, float]:
    """Returns the worth of each town to a side, and under None that of the blocks, as
    `opponent.evaluate` adds them up.
    """
    mine, theirs = Ledger(position, own), Ledger(position, 1 - own)
    found: dict[TownNumber | None, float] = {
        town: (mine.town(town) - theirs.town(town)) / 2 for town in range(TOWN_COUNT)
    }
    blocks = [
        sum(mine.worth(b) for b in bits(OF_SIDE[side]) if position.where[b] < TOWN_COUNT) for side in (own, 1 - own)
    ]
    found[None] = blocks[0] - blocks[1]
    return found


def _key_of_change(decision: Decision, better: Position, own: Side, town: TownNumber) -> str:
    """Returns the key of the sentence for what the better position has at a town."""
    before, played = decision.position, decision.after
    here, foes = better.at[town] & OF_SIDE[own], better.at[town] & OF_SIDE[1 - own]
    there = played.at[town] & OF_SIDE[own]
    ledger = Ledger(played, own)
    if not foes and there and ledger.winter_losses(town, there) > Ledger(better, own).winter_losses(town, here):
        return "feed"
    if not here:
        return "leave" if there else "open"
    if not foes:
        return "hold" if there else "keep" if before.at[town] & OF_SIDE[own] else "take"
    if here & better.castle:
        return "besieged"
    return "besiege" if foes & better.castle and not foes & ~better.castle else "fight"


KEYS = frozenset(
    {"same", "played-out", "blocks", "feed", "leave", "open", "hold", "keep", "take", "besieged", "besiege", "fight"}
)
"""The keys of the reasons."""
