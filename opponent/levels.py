"""The levels of the computer opponent, as players of the one protocol: ``MODULE:FUNC(side, seed)`` makes a player.

A player has ``decide(view, world) -> Action`` and may have ``see(events)``. ``view()`` is :func:`rules.game.observe` of
its side, ``world(random)`` a whole position drawn by lot among those that show this side the same, ``events`` what the
side saw of each action.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Protocol

from opponent.evaluate import WEIGHTS, Weights, for_side
from opponent.plans import Plan, Planner
from opponent.policy import Policy
from opponent.reasons import USUAL, Reason
from opponent.search import Choice, Effort, Search
from rules import game
from rules.actions import Action, Offer, SetChoice
from rules.atlas import SIDES, TOWN_IDS
from rules.kinds import Side
from rules.position import Position

View = Callable[[], Mapping[str, Any]]
World = Callable[[Random], Position]


class Player(Protocol):
    """A player of the computer's: decides for a side."""

    def decide(self, view: View, world: World) -> Action:
        """Returns the side's next action."""


class Knight:
    """The heuristic in one world drawn by lot: no search."""

    def __init__(self, side: str, seed: int | str, weights: Weights = WEIGHTS) -> None:
        self.side = SIDES.index(side)
        self.random = Random(f"{type(self).__name__}:{side}:{seed}")
        self.policy = Policy(for_side(weights, self.side), self.random)

    @property
    def why(self) -> Reason:
        """The reason of the last decision."""
        return self.policy.why

    def see(self, events: Sequence[Mapping[str, Any]]) -> None:
        """Ignores events: this player keeps no notes, what was seen is in the sampled worlds."""

    def decide(self, view: View, world: World) -> Action:
        """Plays what the policy thinks best of one world that could be."""
        return self.policy.decide(world(self.random), self.side)


class Thinker:
    """The heuristic's choice, or another that does clearly better when it is played out."""

    def __init__(self, side: str, seed: int | str, effort: Effort, name: str, seconds: float | None = None) -> None:
        self.side = SIDES.index(side)
        self.random = Random(f"{name}:{side}:{seed}")
        self.policy = Policy(random=self.random)
        self.effort = effort
        self.search = Search(self.side, effort, self.random, seconds=seconds)
        self.why = USUAL

    @property
    def playouts(self) -> int:
        """The number of playouts so far, a measure of thought that does not depend on the machine."""
        return self.search.playouts

    def see(self, events: Sequence[Mapping[str, Any]]) -> None:
        """Ignores events, as :meth:`Knight.see`."""

    def decide(self, view: View, world: World) -> Action:
        """Searches worlds that could be, for as long as it was given."""
        now = world(self.random)
        return self._decide(now, world)

    def _decide(self, now: Position, world: World) -> Action:
        """Returns the next action: of the searched plan, or the better of the heuristic's and a searched one."""
        policy, search = self.policy, self.search
        if now.step == "move" and not policy.has_plan_for(now):
            policy.adopt(search.plan(world), now)
        searched = now.step in SEARCHED or (now.step == "card" and self.effort.card_worlds)
        usual = policy.decide(now, self.side)
        self.why = policy.why
        if not searched:
            return usual
        found = search.card(now, world, usual) if now.step == "card" else search.act(now, world, usual)
        if found.choice is not None and found.action != usual:
            self.why = compared(found.choice, usual)
        return found.action


TOLD = 0.3
"""A difference on average that is worth a sentence."""


def compared(choice: Choice, usual: Action) -> Reason:
    """The reason of a choice that a search found, by what it ends with more than the usual one: cities, own steps, or
    fewer of the enemy's. Usual where none of these differs: what the act itself does is the reason.
    """
    gains = choice.gains
    if gains is None:
        return USUAL
    found = (("more-cities", gains.cities), ("keeps-steps", gains.steps), ("costs-steps", -gains.foes))
    key, most = found[0] if gains.cities >= TOLD else max(found[1:], key=lambda one: one[1])
    return Reason(key, {"instead": usual.to_json()}) if most >= TOLD else USUAL


class Beginner(Policy):
    """The heuristic with a newcomer's mistakes in a share of the turns. It attacks with what is next, leaves cities
    open, forgets winter, storms and charges at once, never gives way, and spends the best card first. In the other
    turns it takes care.
    """

    def __init__(self, random: Random, share: float) -> None:
        super().__init__(NEWCOMER, random)
        self.share = share
        self.weighed = (0, 0)
        self.now_careless = True

    def is_careless(self, position: Position) -> bool:
        """Whether the player makes a newcomer's mistakes in this turn, which is settled by lot when the turn begins."""
        now = (position.year, position.turn)
        if now != self.weighed:
            self.weighed, self.now_careless = now, self.random.random() < self.share
            self.weights = NEWCOMER if self.now_careless else WEIGHTS
        return self.now_careless

    def find(self, position: Position, side: Side) -> Plan:
        """Returns the heuristic's plan; in a careless turn one by wrong guesses, often of its first mission alone."""
        if not self.is_careless(position):
            return super().find(position, side)
        gauss = self.random.gauss
        plan = Planner(position, side, self.weights, lambda: 2.0 ** gauss(0.0, 2.0)).find()
        if self.random.random() < 0.4:  # content with the first thing that came to mind
            return plan.first_alone()
        return plan

    def decide(self, position: Position, side: Side) -> Action:
        """Returns the heuristic's action, or in a careless turn sometimes a mistake."""
        careless = self.is_careless(position)
        usual = super().decide(position, side)
        if not careless:
            return usual
        offers = game.offers(position, SIDES[side])
        blunder = None
        if offers[0].set is not None:
            blunder = self._name_carelessly(position, offers[0].set)
        elif position.step == "fight" and usual.type in ("fire", "retreat", "harry", "withdraw"):
            blunder = self._fight_carelessly(position, side, offers, usual)
        return blunder or usual

    def _name_carelessly(self, position: Position, blocks: SetChoice) -> Action | None:
        """Returns a careless choice of blocks: nobody into the castle, or all into a storm; None for no mistake."""
        if position.step == "garrison" and self.random.random() < 0.5:
            self.why = Reason("field", {"town": TOWN_IDS[position.combat.town], "chance": 50})
            return blocks.choose(())
        if position.step == "storm" and blocks.most:
            count = max(blocks.least, blocks.most)
            self.why = Reason("storm", {"town": TOWN_IDS[position.combat.town], "count": count})
            return blocks.choose(blocks.candidates[:count])
        return None

    def _fight_carelessly(
        self, position: Position, side: Side, offers: Sequence[Offer], usual: Action
    ) -> Action | None:
        """Returns a careless act in battle: a charge, or fire instead of leaving; None for no mistake."""
        charge = next((offer for offer in offers if offer.type == "charge"), None)
        if charge is not None and self.random.random() < 0.6:
            return Action("charge", block=charge.given["block"])
        fire = Action("fire", block=usual.block)
        if usual.type != "fire" and self.random.random() < 0.7 and game.is_legal(position, SIDES[side], fire) is None:
            return fire
        return None


class Novice(Beginner):
    """The play of somebody's first evening: a newcomer's mistakes in most turns, one target a movement, few attacks, no
    storms in the first year."""

    def __init__(self, random: Random) -> None:
        super().__init__(random, FIRST_EVENING)

    def find(self, position: Position, side: Side) -> Plan:
        """Returns a plan of one mission, or none: newcomers seldom attack."""
        plan = super().find(position, side)
        first = plan.missions[:1]
        attacks = bool(first) and bool(position.present[1 - side] >> first[0].town & 1)
        if not first or (attacks and self.random.random() >= ATTACKS):
            return Plan((), 0.0, ())
        return plan.first_alone()

    def decide(self, position: Position, side: Side) -> Action:
        """Returns a beginner's action; in the first year as few blocks as may be storm."""
        first = game.offers(position, SIDES[side])[0]
        if position.step == "storm" and first.set is not None and position.year == position.ruleset.first_year:
            self.why = Reason("starve", {"town": TOWN_IDS[position.combat.town]})
            return first.set.choose(first.set.candidates[: first.set.least])
        return super().decide(position, side)


FIRST_EVENING = 0.7
"""The share of its turns in which the page makes a newcomer's mistakes."""
ATTACKS = 0.9
"""The share of the attacks it thinks of that it makes."""
NEWCOMER = replace(WEIGHTS, hold=0.2, threat=0.2, supply=0.0, siege=0.3, town=0.4, approach=0.1, loss=0.4)
CARELESS = (0.45, 0.25)
"""The share of the squire's turns, as Frank and as Saracen, in which it makes a newcomer's mistakes."""


class Squire(Knight):
    """A newcomer who explains itself."""

    def __init__(self, side: str, seed: int | str) -> None:
        super().__init__(side, seed)
        self.policy = Beginner(self.random, CARELESS[self.side])


class Page(Knight):
    """The gentlest: somebody wins their first evening against it."""

    def __init__(self, side: str, seed: int | str) -> None:
        super().__init__(side, seed)
        self.policy = Novice(self.random)


SEARCHED = ("garrison", "storm", "exchange", "sally", "fight", "leave-siege", "regroup")
BARON = Effort(plans=4, worlds=4, battle_worlds=3)
KING = Effort(plans=10, worlds=12, battle_worlds=12, card_worlds=6, changes=4, turns=2)


def page(side: str, seed: int | str) -> Page:
    """Makes the gentlest player: one target a movement, few attacks, and a newcomer's mistakes."""
    return Page(side, seed)


def squire(side: str, seed: int | str) -> Squire:
    """Makes a player with a newcomer's mistakes, which explains itself."""
    return Squire(side, seed)


def knight(side: str, seed: int | str) -> Knight:
    """Makes a player by the heuristic alone."""
    return Knight(side, seed)


def baron(side: str, seed: int | str, seconds: float | None = None) -> Thinker:
    """Makes a player with a short search."""
    return Thinker(side, seed, BARON, "baron", seconds)


def king(side: str, seed: int | str, seconds: float | None = None) -> Thinker:
    """Makes the strongest player."""
    return Thinker(side, seed, KING, "king", seconds)
