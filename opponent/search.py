"""Candidate decisions played out by the heuristic in worlds drawn by lot, the same worlds and dice for each candidate.

The heuristic's own choice is left only on a clear gain. How much is played out is a number of playouts, not of seconds.
"""

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from random import Random
from time import process_time
from typing import NamedTuple

from opponent.evaluate import WEIGHTS, WON, Weights, evaluate
from opponent.plans import DONE, Plan, Planner
from opponent.policy import Policy
from rules import game
from rules.actions import Action, Offer
from rules.atlas import SIDES, VICTORY_CITIES, bits
from rules.dice import SeededDice
from rules.kinds import Side
from rules.places import TOWN_COUNT
from rules.position import Position
from rules.roster import OF_SIDE

Until = Callable[[Position], bool]
World = Callable[[Random], Position]
CARD_WORTH = {"move-1": 0.3, "move-2": 0.6, "move-3": 0.9, "winter-campaign": 0.5}
"""What a card in hand may still gain this year; an event 0.8."""
CARD_SHARE = 1.0
LONGEST = 400
"""Decisions of a playout; none comes near."""


class Effort(NamedTuple):
    """The limits of a level's search. ``plans``: candidates of a movement, tried in ``worlds`` worlds.
    ``battle_worlds``, ``card_worlds``: worlds for a decision in battle, for a card. ``margin``: what another choice
    must gain, in standard errors. ``changes``: variants of the best plan tried after it. ``turns``: how far movements
    and cards are played out.
    """

    plans: int
    worlds: int
    battle_worlds: int
    card_worlds: int = 0
    margin: float = 1.0
    changes: int = 0
    turns: int = 1


class End(NamedTuple):
    """What a playout ended with for a side; as a difference, what one choice ends with more than another."""

    worth: float
    cities: float
    """Victory Cities that it controls."""
    steps: float
    """Steps of its blocks on the map."""
    foes: float
    """Steps of the enemy's blocks on the map."""

    @staticmethod
    def more(ours: Sequence["End"], others: Sequence["End"]) -> "End":
        """Returns by how much the first end with more on average, in the same worlds."""
        return End(
            *(sum(a) / len(ours) - sum(b) / len(others) for a, b in zip(_columns(ours), _columns(others), strict=True))
        )


def _steps_of(position: Position, side: Side) -> int:
    """Returns the steps of a side's blocks on the map."""
    return sum(position.steps[b] for b in bits(OF_SIDE[side]) if position.where[b] < TOWN_COUNT)


def _worths(ends: Sequence[Sequence[End]]) -> list[list[float]]:
    """Returns the worth of each end of each candidate."""
    return [[end.worth for end in ended] for ended in ends]


def _columns(ends: Sequence[End]) -> list[tuple[float, ...]]:
    return list(zip(*ends, strict=True))


class Choice(NamedTuple):
    """The result of a search: the candidate's number, its mean worth and that of the heuristic's choice."""

    number: int
    worth: float
    usual: float
    order: tuple[int, ...]
    """All candidates, those that were tried longest and did best first."""
    gains: End | None = None
    """What it ends with more than the heuristic's choice, on average of the same worlds."""


class Found(NamedTuple):
    """An action that a search found best, and how it was found; no choice where nothing was compared."""

    action: Action
    choice: Choice | None = None


def end_of_turn(count: int = 1) -> Callable[[Position], Until]:
    """Returns the stop condition of a playout: so many turns after a position's, or the end of the game.

    To its end where no more than one turn would be left."""

    def until(start: Position) -> Until:
        """Returns the stop condition for playouts from this position."""
        rules = start.ruleset
        if start.year == rules.last_year and start.turn >= rules.turns - count:
            return lambda position: False
        end = _turns_before(start) + count
        return lambda position: _turns_before(position) >= end

    return until


def _turns_before(position: Position) -> int:
    """Returns how many turns of the game came before this one."""
    rules = position.ruleset
    return (position.year - rules.first_year) * rules.turns + max(0, position.turn - 1)


def end_of_battle(start: Position) -> Until:
    """Returns the stop condition of a playout: the end of this position's battle."""
    town = start.combat.town
    return lambda position: position.battle is None or position.battle.town != town


class Search:
    """Compares candidates for a side."""

    def __init__(
        self, side: Side, effort: Effort, random: Random, weights: Weights = WEIGHTS, seconds: float | None = None
    ) -> None:
        self.side, self.effort, self.random, self.weights, self.seconds = side, effort, random, weights, seconds
        self.playouts = 0
        self.started = 0.0

    def play_out(self, position: Position, first: Sequence[Action], until: Until, seed: str) -> float:
        """Returns the worth of a position after these actions of the side and the heuristic's of both, with dice of
        this seed.
        """
        return self.worth(self.play_on(position, first, until, seed))

    def _end_of(self, position: Position, first: Sequence[Action], until: Until, seed: str) -> End:
        """Returns what `play_out` does, with the cities and steps of that end."""
        end = self.play_on(position, first, until, seed)
        cities = sum(end.controller(town) == self.side for town in VICTORY_CITIES)
        return End(self.worth(end), cities, _steps_of(end, self.side), _steps_of(end, 1 - self.side))

    def play_on(self, position: Position, first: Sequence[Action], until: Until, seed: str) -> Position:
        """Returns the position after these actions of the side and the heuristic's of both, with dice of this seed."""
        self.playouts += 1
        dice = SeededDice(seed)
        policies = [Policy(self.weights, quick=True), Policy(self.weights, quick=True)]
        waiting = list(first)
        for _ in range(LONGEST):
            if not position.waiting or until(position):
                break
            if position.waiting >> self.side & 1 and waiting:
                action, mover = waiting.pop(0), self.side
                if game.is_legal(position, SIDES[mover], action) is not None:
                    continue
            else:
                mover = 0 if position.waiting & 1 else 1
                action = policies[mover].decide(position, mover)
            position = game.apply(position, SIDES[mover], action, dice).position
            dice.draws.clear()
        return position

    def worth(self, position: Position) -> float:
        """Returns the worth of a position to the side, with what its hand may still gain this year."""
        return max(-WON, min(WON, evaluate(position, self.side, self.weights))) + self.worth_of_hand(position)

    def worth_of_hand(self, position: Position) -> float:
        """Returns the worth of the cards still in hand, so that a card is not spent for little."""
        if position.phase != "cards" or position.turn == 1:
            return 0.0
        return sum(CARD_WORTH.get(card, 0.8) for card in position.hands[self.side]) * CARD_SHARE

    def choose(
        self, candidates: Sequence[Sequence[Action]], worlds: Sequence[Position], until: Callable[[Position], Until]
    ) -> Choice:
        """Returns the best of the candidates, of which the first is the heuristic's. All are tried in two worlds, then
        the better half in twice as many, and so on. Candidates are compared in the same worlds with the same dice.
        """
        if len(candidates) == 1:
            return Choice(0, 0.0, 0.0, (0,))
        self.started = process_time()
        seeds = [f"{self.random.random()}" for _ in worlds]
        ends: list[list[End]] = [[] for _ in candidates]
        left = list(range(len(candidates)))
        done, step = 0, 2
        while done < len(worlds) and len(left) > 1:
            until_world = min(len(worlds), done + step)
            for number in range(done, until_world):
                stop = until(worlds[number])
                for candidate in left:
                    ends[candidate].append(self._end_of(worlds[number], candidates[candidate], stop, seeds[number]))
            done, step = until_world, step + 2
            worths = _worths(ends)
            best = sorted(left, key=lambda c: -sum(worths[c]))
            left = sorted({0, *best[: max(2, (len(best) + 1) // 2)]})
            if self.seconds is not None and process_time() - self.started > self.seconds:
                break
        means = {c: sum(worths[c]) / len(worths[c]) for c in left}
        chosen = max(left, key=lambda c: means[c])
        if chosen and not self._is_better(worths[chosen], worths[0]):
            chosen = 0
        order = sorted(range(len(candidates)), key=lambda c: (-len(worths[c]), -sum(worths[c])))
        return Choice(chosen, means[chosen], means[0], tuple(order), End.more(ends[chosen], ends[0]))

    def _is_better(self, ours: Sequence[float], usual: Sequence[float]) -> bool:
        """Whether a candidate did better in the same worlds than the heuristic's by more than chance would have it."""
        gains = [a - b for a, b in zip(ours, usual, strict=True)]
        mean = sum(gains) / len(gains)
        spread = sqrt(sum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1) / len(gains))
        return mean >= self.effort.margin * spread + 0.05

    # A movement

    def plan(self, world: World) -> Plan:
        """Returns the best plan of a movement."""
        first = world(self.random)
        candidates = self.plans(world, first)
        if len(candidates) == 1:
            return candidates[0]
        worlds = [first, *(world(self.random) for _ in range(self.effort.worlds - 1))]
        actions = [[*plan.actions, DONE] for plan in candidates]
        choice = self.choose(actions, worlds, end_of_turn(self.effort.turns))
        best = candidates[choice.number]
        if not self.effort.changes:
            return best
        others = [candidates[number] for number in choice.order if number != choice.number]
        changed = [best, *self.changes(best, others)]
        actions = [[*plan.actions, DONE] for plan in changed]
        return changed[self.choose(actions, worlds, end_of_turn(self.effort.turns)).number]

    def changes(self, best: Plan, others: Sequence[Plan]) -> list[Plan]:
        """Returns variants of the plan: without one of its missions, and with missions of other plans for blocks that
        it leaves in place. What the card does not pay for is left out when the plan is carried out.
        """
        found: dict[tuple[Action, ...], Plan] = {}
        for plan in (*_with_less(best), *_with_more(best, others[:3])):
            found.setdefault(plan.actions, plan)
        found.pop(best.actions, None)
        return list(found.values())[: self.effort.changes]

    def plans(self, world: World, first: Position) -> list[Plan]:
        """Returns candidate plans: the heuristic's, those that begin with another mission, of other tastes, and to
        stay.
        """
        side, weights = self.side, self.weights
        found: dict[frozenset[Action], Plan] = {}

        def add(plan: Plan) -> None:
            """Adds a plan unless one with the same actions is there."""
            found.setdefault(frozenset(plan.actions), plan)

        add(Planner(first, side, weights).find())
        seen = {mission.town for plan in found.values() for mission in plan.missions[:1]}
        missions = sorted(Planner(first, side, weights).missions(), key=lambda mission: -mission.gain)
        for mission in missions:
            if len(found) > self.effort.plans // 2:
                break
            if mission.town not in seen:
                seen.add(mission.town)
                add(Planner(first, side, weights).find(mission))
        noise = self.random.gauss
        for _ in range(self.effort.plans):
            if len(found) >= self.effort.plans:
                break
            add(Planner(world(self.random), side, weights, lambda: 2.0 ** noise(0.0, 0.7)).find())
        add(Plan((), 0.0, ()))
        return list(found.values())

    # A battle

    def act(self, first: Position, world: World, heuristic: Action) -> Found:
        """Returns a decision in battle: the heuristic's, or a better one."""
        candidates = [heuristic, *(action for action in decisions_to_try(first, self.side) if action != heuristic)]
        if len(candidates) == 1:
            return Found(heuristic)
        worlds = [first, *(world(self.random) for _ in range(self.effort.battle_worlds - 1))]
        choice = self.choose([[action] for action in candidates], worlds, end_of_battle)
        return Found(candidates[choice.number], choice)

    # A card

    def card(self, first: Position, world: World, heuristic: Action) -> Found:
        """Returns the card to play, weighed by what it does this turn against a later one."""
        offers = game.offers(first, SIDES[self.side])
        cards = [card for offer in offers if offer.type == "play-card" for card in dict(offer.open).get("card", ())]
        candidates = [heuristic, *(Action("play-card", card=card) for card in cards if card != heuristic.card)]
        if len(candidates) == 1:
            return Found(heuristic)
        worlds = [first, *(world(self.random) for _ in range(self.effort.card_worlds - 1))]
        choice = self.choose([[action] for action in candidates], worlds, end_of_turn(self.effort.turns))
        return Found(candidates[choice.number], choice)


def decisions_to_try(position: Position, side: Side) -> list[Action]:
    """Returns the different decisions a side may take in a battle, few of each kind."""
    found: list[Action] = []
    for offer in game.offers(position, SIDES[side]):
        found += _set_actions(offer) if offer.set is not None else _first_actions(offer)
    kinds: dict[str, int] = {}
    kept = []
    for action in found:
        kinds[action.type] = kinds.get(action.type, 0) + 1
        if kinds[action.type] <= (1 if action.type in ("fire", "charge") else 2 if position.step == "fight" else 5):
            kept.append(action)
    return kept


def _set_actions(offer: Offer) -> list[Action]:
    """Returns actions that name the fewest, about half, and the most blocks of a set."""
    choice = offer.set
    assert choice is not None
    sizes = sorted({choice.least, choice.most, (choice.least + choice.most + 1) // 2})
    return [choice.choose(choice.candidates[:size]) for size in sizes]


def _first_actions(offer: Offer) -> list[Action]:
    """Returns the first two actions of an offer."""
    found = [offer.at(number) for number in range(min(offer.size, 2))]
    return [action for action in found if isinstance(action, Action)]


def _with_less(plan: Plan) -> Iterator[Plan]:
    """Returns the plan without each of its missions, where it has several."""
    for mission in plan.missions if len(plan.missions) > 1 else ():
        yield plan.without(mission)


def _with_more(plan: Plan, others: Sequence[Plan]) -> Iterator[Plan]:
    """Returns the plan joined by each of the others that adds something to it."""
    for other in others:
        both = plan.joined_by(other)
        if len(both.actions) > len(plan.actions):
            yield both
