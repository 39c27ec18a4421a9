"""The game as everybody else sees it: begin, ask what is legal, carry out an action, look at it from one side.

``Outcome.final`` tells whether the player may still take the action back: chance was used, something was shown to the
enemy, or the other side has to decide now.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from rules import sight, soundness
from rules.actions import Action, Actions, BadAction, Offer, SetChoice, is_offered
from rules.atlas import SIDES
from rules.decisions import STEPS, TRANSITIONS, offers_of
from rules.dice import Dice, Draw
from rules.facts import Fact
from rules.kinds import Side
from rules.older_words import in_edition
from rules.phases import cards, deployment
from rules.places import BadPosition
from rules.play import IllegalAction, Play, Refusal, refuse
from rules.position import Position
from rules.roster import BLOCK, BLOCKS, OF_SIDE
from rules.ruleset import Ruleset

VERSION = "1.4.0"
"""Version of these rules, kept beside every recorded event.

Read it as `game.VERSION` where it is used: a module that imports the value keeps it when this one is changed.
"""

PROVISIONAL = frozenset(
    [
        "place",
        "swap",
        "strengthen",
        "move",
        "muster-to",
        "muster",
        "sea-move",
        "enter",
        "main-road",
        "winter-campaign",
        "regroup",
        "disband",
        "replace",
        "done",
        "keep-face-up",
        "retreat",
    ]
)
"""Types of action that may be taken back as long as the same side goes on in the same decision."""


class Outcome(NamedTuple):
    """The result of an action. ``position`` is a new one; ``draws`` are the lots drawn, in order."""

    position: Position
    events: tuple[Fact, ...]
    draws: tuple[Draw, ...]
    final: bool


def new_game(ruleset: Ruleset, dice: Dice) -> Outcome:
    """Set up a game (3.0). The first decision is the Franks' seat adjustment."""
    play = Play(Position(ruleset), dice, TRANSITIONS)
    drawn = len(dice.draws)
    deployment.begin(play)
    return Outcome(play.position, tuple(play.events), tuple(dice.draws[drawn:]), True)


def begin_at(ruleset: Ruleset, position: Position) -> Outcome:
    """Begins a game from a position of another. Raises BadPosition if nobody can go on from it by these rules."""
    if position.ruleset != ruleset:
        raise BadPosition("the position is one of other rules")
    if position.result is not None:
        raise BadPosition("the game is over in it")
    if found := problems(position):
        raise BadPosition("; ".join(found))
    at = {"year": position.year} | ({"turn": position.turn} if position.turn else {})
    return Outcome(position, (Fact("practice-begun", at),), draws=(), final=True)


def offers(position: Position, side: str) -> Sequence[Offer]:
    """The side's legal actions in compact form; empty if it has nothing to decide."""
    return offers_of(position, SIDES.index(side))


def legal_actions(position: Position, side: str) -> Sequence[Action | SetChoice]:
    """Returns all complete decisions open to a side; none if it need not act.

    Decisions about a set of blocks stand there once, as a :class:`~rules.actions.SetChoice`. The actions are made as
    they are asked for, so the length is cheap.

    A side that has chosen its card is not awaited, yet may take it back (4.1).
    """
    return Actions(offers_of(position, SIDES.index(side)))


def is_legal(position: Position, side: str, action: Action) -> Refusal | None:
    """None if the side may do this now, otherwise why not.

    The reason rests on nothing the side may not know: whose block it is comes before what it does and where it is
    (H38)."""
    number = SIDES.index(side)
    if is_offered(action, offers_of(position, number)):
        return None
    return in_edition(_refusal(position, number, action), position.ruleset)


def _refusal(position: Position, number: Side, action: Action) -> Refusal:
    """Returns why an action that is not offered is refused."""
    if position.winner is not None:
        return refuse("1.2", "The game is over.")
    if not position.waiting >> number & 1:
        return refuse("1.0", "It is not this side's turn to decide.")
    step = STEPS[position.step]
    for name in (action.block,) if action.block else action.blocks or ():
        if not OF_SIDE[number] >> BLOCK[name] & 1:
            return refuse(step.rule, "Not one of your blocks: {block}.", block=BLOCKS[BLOCK[name]])
    return step.explain(position, number, action)


def apply(position: Position, side: str, action: Action, dice: Dice) -> Outcome:
    """Carry out an action. Raises :class:`~rules.play.IllegalAction`; ``position`` itself is never changed."""
    refusal = is_legal(position, side, action)
    if refusal is not None:
        raise IllegalAction(refusal)
    number = SIDES.index(side)
    play = Play(position.copy(), dice, TRANSITIONS)
    drawn = len(dice.draws)
    STEPS[position.step].take(play, number, action)
    _settle(play)
    if play.position.ruleset.victory_at_once and play.position.winner is None:
        cards.sudden_death(play)
    after = play.position
    final = (
        action.type not in PROVISIONAL
        or len(dice.draws) > drawn
        or after.waiting != position.waiting
        or not _same_decision(position, after)
    )
    return Outcome(after, tuple(play.events), tuple(dice.draws[drawn:]), final)


def is_wall(wall: Position, outcome: Outcome) -> bool:
    """Whether an outcome puts an end to taking back what was done since the position ``wall``.

    ``wall`` is the last position that both sides know of. The rules say that an outcome is final, or it hands over to a
    side that was not deciding.

    Where both sides decide at once (cards, winter), one may reconsider even a finished decision until the other has
    finished too: nothing has been shown, and a wall would take the other's undo away in the middle of their work.
    """
    after = outcome.position
    same_decision = (wall.year, wall.turn, wall.phase, wall.step) == (after.year, after.turn, after.phase, after.step)
    if len(wall.awaited) == 2 and after.awaited and same_decision and not outcome.draws:
        return False
    return outcome.final or not after.awaited or not after.awaited <= wall.awaited


def _same_decision(before: Position, after: Position) -> bool:
    """Whether the side goes on with what it was deciding, so that nothing of it has been shown."""
    if (before.year, before.turn, before.phase, before.active) != (after.year, after.turn, after.phase, after.active):
        return False
    movement_steps = ("move", "main-road", "marker")
    if before.step in movement_steps and after.step in movement_steps:
        return True
    if before.step != after.step or before.winter != after.winter:
        return False
    return before.battle is None or before.step in ("regroup", "must-retreat", "leave-siege")


def _settle(play: Play) -> None:
    """Takes every decision that has one legal answer and no secret, each as an event (catalogue 6.1)."""
    position = play.position
    position._offers = [None, None]
    while play.fresh and position.waiting:
        play.fresh = False
        step = STEPS[position.step]
        if not step.auto or (position.step == "card" and len(position.hands[0]) > 1):
            break  # a card is forced for everybody to see only when it is the last in hand
        for side in (0, 1):
            if not position.waiting >> side & 1:
                continue
            found = offers_of(position, side)
            only = _only(found)
            if only is None:
                continue
            play.auto = True
            position._offers = [None, None]
            step.take(play, side, only)
            position._offers = [None, None]
            play.auto = False
            break


def _only(found: list[Offer]) -> Action | None:
    """Returns the only action that is offered; None if there are several."""
    if len(found) != 1:
        return None
    offer = found[0]
    if offer.set is not None:
        return offer.set.choose(()) if offer.set.most == 0 else None
    if offer.size != 1:
        return None
    action = offer.at(0)
    assert isinstance(action, Action)
    return action


def problems(position: Position) -> list[str]:
    """Returns every broken invariant of a position (catalogue 4.7), dead ends included."""
    return soundness.problems(position)


def observe(position: Position, side: str | None) -> dict[str, Any]:
    """Returns the view of a side, or of a spectator (None), as plain data (``docs/views.md``). Built by whitelist in
    :mod:`rules.sight`.
    """
    return sight.observe(position, None if side is None else SIDES.index(side))


def recall(position: Position, side: str | None, *, everything: bool = False) -> dict[str, Any]:
    """What :func:`observe` shows, without anything to decide: for looking back.

    ``everything``, for games that are over, hides nothing: both sides' blocks and cards, and who lies in the Draw
    Pools."""
    return sight.recall(position, None if side is None else SIDES.index(side), everything=everything)


__all__ = [
    "STEPS",
    "Action",
    "BadAction",
    "BadPosition",
    "IllegalAction",
    "Outcome",
    "Position",
    "Refusal",
    "Ruleset",
    "apply",
    "begin_at",
    "is_legal",
    "is_wall",
    "legal_actions",
    "new_game",
    "observe",
    "offers",
    "problems",
    "recall",
]
