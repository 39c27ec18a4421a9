"""Whole games by lot: any legal action, or one of a style that leads further into the rules."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from rules import game
from rules.actions import Action, SetChoice
from rules.atlas import SIDES, TOWN
from rules.dice import SeededDice
from rules.position import Position
from rules.ruleset import Ruleset

OPTIONS = (
    Ruleset(),
    Ruleset.of("1.4", richard_by_sea=True, fickle_philip=True),
    Ruleset(iron_bridge=True),
    Ruleset(forced_marches=True),
    Ruleset(handicap=1, besieger_marker=False),
    Ruleset(handicap=2, forced_marches=True),
    Ruleset(handicap=3, iron_bridge=True),
)
STYLES = ("uniform", "purposeful", "siege")


class Turn(NamedTuple):
    """One decision of a game: what it was asked of, what was done, and what came of it.

    Setting up has neither side nor action.
    """

    before: Position | None
    side: str | None
    action: Action | None
    outcome: game.Outcome


def choose(position: Position, side: str, random: Random, style: str = "uniform") -> Action:
    """A legal action: any in ``uniform``; ``purposeful`` seldom ends a phase early and likes to attack; ``siege`` takes
    to castles and seldom fights for them. Adjusting seats comes to an end in every style."""
    actions = game.legal_actions(position, side)
    last = actions[len(actions) - 1]
    if position.step == "seats" and last.type == "done" and random.random() < 0.3:
        return fill(last, random, style)
    action = actions[random.randrange(len(actions))]
    if style != "uniform" and position.step in _PATIENT:
        for _ in range(4):
            if action.type == "done" or (position.step == "move" and not _attacks(position, side, action)):
                action = actions[random.randrange(len(actions))]
    if style == "purposeful" and position.step == "fight":
        for _ in range(3):
            if action.type in ("retreat", "harry", "withdraw"):
                action = actions[random.randrange(len(actions))]
    return fill(action, random, style)


_PATIENT = ("move", "regroup", "manna", "winter")


def _attacks(position: Position, side: str, action: Action | SetChoice) -> bool:
    """Whether a move ends where the enemy stands in the field."""
    if not isinstance(action, Action):
        return False
    end = action.path[-1] if action.path else action.port
    return end is not None and bool(position.held[1 - SIDES.index(side)] >> TOWN[end] & 1)


def fill(action: Action | SetChoice, random: Random, style: str = "uniform") -> Action:
    """A set chosen where one is asked for."""
    if isinstance(action, Action):
        return action
    count = random.randint(action.least, action.most)
    if style != "uniform" and random.random() < 0.8:
        many = (action.type == "garrison") == (style == "siege")
        count = action.most if many else action.least
    return action.choose(random.sample(action.candidates, count))


def play(
    seed: int | str, style: str = "uniform", ruleset: Ruleset | None = None, start: Position | None = None
) -> Iterator[Turn]:
    """A whole game, decision by decision, its set-up first, or the rest of one.

    The same seed gives the same game as long as the rules are the same."""
    random, dice = Random(f"choices {seed}"), SeededDice(f"dice {seed}")
    outcome = game.Outcome(start, (), (), True) if start else game.new_game(ruleset or Ruleset(), dice)
    yield Turn(None, None, None, outcome)
    while outcome.position.winner is None:
        before = outcome.position
        side = random.choice(sorted(before.awaited))
        action = choose(before, side, random, style)
        outcome = game.apply(before, side, action, dice)
        yield Turn(before, side, action, outcome)


def positions(
    seed: int | str, style: str = "uniform", ruleset: Ruleset | None = None, start: Position | None = None
) -> Iterator[Position]:
    """The positions of a whole game in which somebody has to decide."""
    for turn in play(seed, style, ruleset, start):
        if turn.outcome.position.winner is None:
            yield turn.outcome.position


SIEGES = """
    acre: [king-guy] [walter@1] saladin kurds-1 turks-1 zangi
    nablus: [balian] al-adil kurds-2
    tyre: [conrad] taqi-al-din turks-3 yazkuj
    aleppo: [sanjar] bohemond josselin antioch-turcopoles
    jerusalem: gaza-templars jerusalem-hospitallers raymond-tripoli jerusalem-templars
    tiberias: raymond-tiberias krak-hospitallers beirut-turcopoles
    homs: shirkuh tuman
    damascus: keukburi al-mashtub arabs-1
"""
"""Four sieges with relief at hand, to begin a game in the middle: whole games come to such decisions seldom."""


__all__ = ["OPTIONS", "SIEGES", "STYLES", "Turn", "choose", "fill", "play", "positions"]
