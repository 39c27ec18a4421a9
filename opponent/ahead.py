"""Fights that may follow from a position: in a field, a storm, a sally, or relief against besiegers, and who takes
part.

What is read here is what everybody sees of a position: sides, numbers, sieges, and the round in which blocks come. Who
they are is for the caller: with a world drawn by :func:`opponent.knowledge.imagine` in place of the position it is a
guess.
"""

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

from opponent.odds import ROLLS, Fighter, Odds, fighter, odds
from rules.atlas import bits
from rules.kinds import BlockNumber, Side, TownNumber
from rules.phases.fight import jihad_side
from rules.places import Battle
from rules.position import Position
from rules.roster import OF_SIDE

LEAST_ROLLS = 200


class Fight(NamedTuple):
    """A fight ahead. ``kind``: ``field``; ``storm`` of a castle; ``sally`` against besiegers; ``relief``, an army in
    the field against besiegers. ``sally``: whether the blocks of the castle come out and fight. ``begin``: its first
    round."""

    town: TownNumber
    kind: str
    attacker: Side
    sally: bool = False
    begin: int = 1
    jihad: bool = False


def next_fight(position: Position, town: TownNumber, sally: bool = False) -> Fight | None:
    """Returns the next fight at a town, None if there is none.

    At a town where nothing has been fought this turn (6.0), or whose battle waits for a storm or a sally. ``sally``:
    the fight in which the blocks of the castle come out.
    """
    battle = position.battle if position.battle is not None and position.battle.town == town else None
    if (
        position.winner is not None
        or position.fought >> town & 1
        or (battle is not None and not _waits_for_storm(position, battle))
    ):
        return None
    found = _kind_and_attacker(position, town, battle, sally)
    if found is None:
        return None
    kind, attacker = found
    begin = max(1, battle.round) if battle is not None else 1
    return Fight(town, kind, attacker, sally, begin, _has_jihad(position, town, attacker, begin))


def _kind_and_attacker(
    position: Position, town: TownNumber, battle: Battle | None, sally: bool
) -> tuple[str, Side] | None:
    """Returns the kind of the next fight at a town and its attacker; None if there is none."""
    inside = _side_in_castle(position, town)
    if sally and inside is None:
        return None
    if position.field(0, town) and position.field(1, town):
        return "relief" if town in position.sieges else "field", _field_attacker(position, town, battle)
    if inside is None or not position.field(1 - inside, town):
        return None
    if sally:
        return "sally", inside
    if battle is not None and position.step == "sally":
        return None  # a storm of this round has been declined
    return "storm", 1 - inside


def _waits_for_storm(position: Position, battle: Battle) -> bool:
    """Whether the battle waits for the decision on a storm or a sally, and neither is on."""
    return position.step in ("storm", "sally") and not battle.storming and battle.half < 0


def _field_attacker(position: Position, town: TownNumber, battle: Battle | None) -> Side:
    """Returns the attacker where both sides are in the field: the besieged (6.56), or the side that came later."""
    if town in position.sieges:
        return 1 - position.sieges[town]
    return battle.attacker if battle is not None else _first_to_come(position, town)


def team(position: Position, fight: Fight, side: Side) -> tuple[BlockNumber, ...]:
    """Returns the blocks of a side that fight.

    All of the field. In a storm those of the castle (6.54), or the strongest besiegers, as many as may storm (6.52). In
    a sally the castle's blocks as well.
    """
    field, castle = position.field(side, fight.town), position.garrison(fight.town) & OF_SIDE[side]
    if fight.kind != "storm":
        return tuple(bits(field | castle if fight.sally else field))
    if side != fight.attacker:
        return tuple(bits(castle))
    strongest = sorted(bits(field), key=lambda block: (_by_fire(position, block), fighter(position, block)))
    return tuple(sorted(strongest[: position.ruleset.storm_limit(fight.town)]))


def fighters(position: Position, fight: Fight, side: Side) -> tuple[Fighter, ...]:
    """Returns the blocks of a side as fighters, each with the round in which it begins to fight.

    Reserves in the round in which they come (6.41), the castle's blocks in the first with both sides in the field.
    """
    inside = position.garrison(fight.town)
    first = _first_round_together(position, fight) if fight.sally else 1
    return tuple(
        sorted(
            fighter(position, block, first if inside >> block & 1 else _round_of(position, block))
            for block in team(position, fight, side)
        )
    )


def odds_of(
    position: Position, fight: Fight, teams: Sequence[tuple[Sequence[Fighter], Sequence[Fighter]]], random: Random
) -> Odds:
    """Returns the mean odds over pairs of teams, attackers first, that may all be those of the fight. The error counts
    how few they are, and the rolling.
    """
    count, rules = len(teams), position.ruleset
    storm = fight.kind == "storm"
    rounds, leaving = (rules.siege_rounds, 0) if storm else (rules.rounds, rules.leaving_round)
    rolls = max(LEAST_ROLLS, ROLLS // count)
    each = [
        odds(
            *pair,
            double=storm,
            rounds=rounds,
            leaving=leaving,
            begin=fight.begin,
            jihad=fight.jihad,
            random=random,
            rolls=rolls,
        )
        for pair in teams
    ]
    win = sum(one.win for one in each) / count
    spread = sum((one.win - win) ** 2 for one in each) / max(1, count - 1)
    rolled = sum(one.error**2 for one in each) / count**2
    lost, dealt = sum(one.lost for one in each) / count, sum(one.dealt for one in each) / count
    return Odds(win, 1 - win, lost, dealt, sqrt(1.96**2 * spread / count + rolled), count == 1 and each[0].exact)


def _side_in_castle(position: Position, town: TownNumber) -> Side | None:
    """Returns the side whose blocks are in the castle; None if it is empty."""
    castle = position.garrison(town)
    return None if not castle else 0 if castle & OF_SIDE[0] else 1


def _by_fire(position: Position, block: BlockNumber) -> int:
    """Sort key of a block's fire, the strongest first."""
    one = fighter(position, block)
    return -one.firepower * one.steps


def _first_round_together(position: Position, fight: Fight) -> int:
    """Returns the first round with both sides in the field.

    Where only besiegers are, the first round of a sally against them.
    """
    there = [[_round_of(position, block) for block in bits(position.field(side, fight.town))] for side in (0, 1)]
    return max((min(rounds) for rounds in there if rounds), default=1)


def _round_of(position: Position, block: BlockNumber) -> int:
    """Returns the round in which a block comes."""
    return 2 if position.due2 >> block & 1 else 3 if position.due3 >> block & 1 else 1


def _first_to_come(position: Position, town: TownNumber) -> Side:
    """Returns the side that came first against the enemy: Player 1 if he did, else Player 2 (6.42, 6.56)."""
    came = {arrival.side for arrival in position.arrivals if arrival.town == town}
    first = position.first if position.first in (0, 1) else 0
    return first if not came or first in came else 1 - first


def _has_jihad(position: Position, town: TownNumber, attacker: Side, begin: int) -> bool:
    """Whether all attackers fire before the defenders in round 1, by the Jihad."""
    return begin == 1 and position.jihad == town and position.first in (0, 1) and jihad_side(position) == attacker


__all__ = ["Fight", "fighters", "next_fight", "odds_of", "team"]
