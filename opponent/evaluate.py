"""The worth of a position to a side, as a sum over towns and blocks, so that a plan is evaluated by the towns it
changes.
"""

import json
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from math import erf, sqrt
from pathlib import Path
from typing import Any

from opponent.tables import ATTACK, CITIES, NOBODY, WITHIN, Force, force, joined, share_of
from rules.atlas import KINGDOM, RATING, bits
from rules.kinds import BlockNumber, BlockSet, Side, TownNumber, TownSet
from rules.phases.routes import campaigner
from rules.places import DEAD, ENGLAND, FRANCE, GERMANIA, POOL, TOWN_COUNT
from rules.position import Position
from rules.roster import BLOCKS, OF_MOVE, OF_SIDE, STEPS

_FILE = Path(__file__).with_name("weights.json")
WON = 1_000.0
"""Worth of a game that is won."""
LEAST_FALL = 0.05
"""The least chance that a besieged castle falls."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers of the evaluation; ``weights.json`` holds them and says how they came about."""

    city: float
    """A Victory City."""
    town: float
    """Another town, for each shield."""
    step: float
    """A step of a block, before its firepower."""
    fire: float
    """What firepower adds to a step."""
    permanent: float
    """What a block that never comes back is worth more."""
    hold: float
    """Danger to a town from enemies that may reach it."""
    threat: float
    """How much of the enemy within reach comes to one town."""
    supply: float
    """Blocks that will not be fed in winter."""
    siege: float
    """How much a likely fall of a besieged town counts now."""
    approach: float
    """Being nearer to where blocks are wanted."""
    loss: float
    """One's own losses in a battle against the enemy's."""
    margin: float
    """What a plan must gain to be worth its moves."""
    answer: float
    """How much of the enemy within reach comes to a battle that one begins as Player 1."""
    majority: float
    """Having more Victory Cities than the enemy, the more the nearer the end."""
    dare_frank: float
    """The least chance at which Franks attack."""
    dare_saracen: float
    """The least chance at which Saracens attack: most of theirs come back (6.34)."""
    price: float
    """How much Moves count against the gain of a mission: the power of their number by which it is divided."""
    missions: tuple[tuple[str, float], ...] = ()
    """Factors on the weights above where missions of a movement are ranked."""
    saracens: tuple[tuple[str, float], ...] = ()
    """Factors on the weights above for a knight who plays the Saracens: they win by waiting."""

    def dare(self, side: Side) -> float:
        """The least chance at which a side attacks."""
        return self.dare_saracen if side else self.dare_frank


FACTORS = ("missions", "saracens")
NUMBERS = tuple(field.name for field in fields(Weights) if field.name not in FACTORS)
"""The weights that are numbers of their own."""


def load_weights(path: Path = _FILE) -> Weights:
    """The weights of a file."""
    data = json.loads(path.read_text())
    missions, saracens = (
        tuple(sorted((name, float(factor)) for name, factor in data.get(kind, {}).items())) for kind in FACTORS
    )
    return Weights(**{name: float(data[name]) for name in NUMBERS}, missions=missions, saracens=saracens)


@lru_cache(maxsize=200)
def for_missions(weights: Weights) -> Weights:
    """The weights by which missions are ranked."""
    return replace(weights, **_scaled(weights, weights.missions), missions=())


def for_side(weights: Weights, side: Side) -> Weights:
    """The weights by which a knight plays this side."""
    return replace(weights, **_scaled(weights, weights.saracens), saracens=()) if side else weights


def _scaled(weights: Weights, factors: tuple[tuple[str, float], ...]) -> dict[str, Any]:
    return {name: getattr(weights, name) * factor for name, factor in factors}


WEIGHTS = load_weights()


def chance_to_win(
    attackers: Force, defenders: Force, rounds: int = 3, toughness: float = 1.0
) -> tuple[float, float, float]:
    """Returns the chance that attackers clear defenders in so many rounds, and the steps each side is likely to lose.

    ``toughness``: hits that a step of the defenders takes.

    Mean losses letter by letter (6.2), defenders of a letter first; the chance from how far the hits are from what is
    needed. Within 5 points of rolled fights (root of the mean square over 400 battles of games).
    """
    h, e = attackers[3], defenders[3] * toughness
    if e <= 0:
        return 1.0, 0.0, 0.0
    if h <= 0:
        return 0.0, 0.0, 0.0
    a0, b0, c0, _ = attackers
    a1, b1, c1, _ = defenders
    mine = theirs = 1.0
    spare = 0.0
    for number in range(rounds):
        for there, here in ((a1, a0), (b1, b0), (c1, c0)):
            if there:
                mine -= there * theirs / h
                if mine <= 0:
                    break
            if here:
                theirs -= here * mine / e
                if theirs <= 0:
                    break
        if theirs <= 0:
            spare = -theirs * e + 0.7 * (a0 + b0 + c0) * mine * (rounds - 1 - number)  # hits that were not needed
            theirs = 0.0
            break
        if mine <= 0:
            break
    mine = max(mine, 0.0)
    hits = (1 - theirs) * e + spare
    chance = 0.5 + 0.5 * erf((hits - e + 0.7) / (1.414 * sqrt(hits + 0.3)))
    return chance, (1 - mine) * h, (1 - theirs) * defenders[3]


@lru_cache(maxsize=20)
def _worths(weights: Weights, permanent: BlockSet) -> tuple[tuple[float, ...], ...]:
    """Returns each block's worth with 0 to 4 steps."""

    def worth(block: BlockNumber, steps: int) -> float:
        value = 0.35 + steps * weights.step * (1 + weights.fire * (6 * ATTACK[block] - 2))
        return value * (1 + weights.permanent) if permanent >> block & 1 else value

    return tuple(tuple(worth(block, steps) for steps in range(5)) for block in range(len(BLOCKS)))


def years_left(position: Position) -> float:
    """Returns the share of the game that is left, from 1 to 0."""
    rules = position.ruleset
    turns = (rules.last_year - rules.first_year + 1) * rules.turns
    gone = (position.year - rules.first_year) * rules.turns + max(0, position.turn - 1)
    return max(0.0, 1 - gone / turns)


class Ledger:
    """The worth of a position to a side, town by town.

    Enemies stand still while the side weighs its moves, so what they threaten is counted once."""

    __slots__ = (
        "_threats",
        "cheapest",
        "enemy",
        "forces",
        "keeps",
        "known",
        "left",
        "material",
        "planning",
        "position",
        "prizes",
        "rules",
        "side",
        "steps",
        "turns",
        "weights",
        "winter",
        "worths",
    )

    def __init__(self, position: Position, side: Side, weights: Weights = WEIGHTS) -> None:
        self.position, self.side, self.enemy, self.weights = position, side, 1 - side, weights
        self.steps = position.steps
        self.known: dict[tuple[TownNumber, BlockSet], float] = {}
        # The same blocks are weighed at many towns.
        self.forces: dict[BlockSet, Force] = {}
        self.keeps: dict[tuple[BlockSet, int], BlockSet] = {}
        self.cheapest: dict[tuple[BlockSet, int], float] = {}
        self.left = years_left(position)
        self.material = 0.3 + 0.7 * self.left  # blocks are for taking towns later
        self.turns = max(0, position.ruleset.turns - max(1, position.turn) - (position.phase in ("draw", "winter")))
        self.winter = (max(1, position.turn) / position.ruleset.turns) ** 2
        self.planning = position.phase == "move" and position.first == side
        self._threats: list[Force] | None = None
        self.rules = position.ruleset
        self.worths = _worths(weights, self.rules.permanent)
        late = weights.town * (0.3 + 0.7 * self.left)
        self.prizes = [weights.city if CITIES >> town & 1 else late * RATING[town] for town in range(TOWN_COUNT)]

    @property
    def threats(self) -> list[Force]:
        """Returns for each town the force that the enemy could bring there."""
        if self._threats is None:
            self._threats = self._force_by_town(self.enemy)
        return self._threats

    def _force_by_town(self, side: Side) -> list[Force]:
        """Returns for each town the force that a side could bring there in one move.

        Of so many blocks as two major roads take.
        """
        position, steps = self.position, self.steps
        first, second, third = [0.0] * TOWN_COUNT, [0.0] * TOWN_COUNT, [0.0] * TOWN_COUNT
        total, counts = [0.0] * TOWN_COUNT, [0] * TOWN_COUNT
        free = OF_SIDE[side] & ~position.castle
        for town in bits(position.held[side]):
            here = position.at[town] & free
            for move in (2, 3):
                group = here & OF_MOVE[move]
                if not group:
                    continue
                a, b, c, left = force(group, steps)
                count = group.bit_count()
                for target in WITHIN[town][move]:
                    first[target] += a
                    second[target] += b
                    third[target] += c
                    total[target] += left
                    counts[target] += count
        share = self.weights.threat
        found = [NOBODY] * TOWN_COUNT
        for town, count in enumerate(counts):
            if count:
                whole = share * min(1.0, 7 / count)
                found[town] = (first[town] * whole, second[town] * whole, third[town] * whole, total[town] * whole)
        return found

    def worth(self, block: BlockNumber) -> float:
        """Returns the worth of a block on the map."""
        return self.worths[block][self.steps[block]] * self.material

    def all(self, blocks: BlockSet) -> float:
        """Returns the worth of some blocks on the map together."""
        total, worths, steps = 0.0, self.worths, self.steps
        while blocks:
            low = blocks & -blocks
            block = low.bit_length() - 1
            total += worths[block][steps[block]]
            blocks ^= low
        return total * self.material

    def prize(self, town: TownNumber) -> float:
        """Returns the worth of holding a town, against the enemy's holding it."""
        return self.prizes[town]

    def force(self, blocks: BlockSet) -> Force:
        """Returns some blocks on the map as a force."""
        found = self.forces.get(blocks)
        if found is None:
            found = self.forces[blocks] = force(blocks, self.steps)
        return found

    def falls(self, town: TownNumber, garrison: BlockSet, besiegers: Force, turns: int) -> float:
        """Returns the chance that a castle falls to besiegers, by storm or hunger, within so many turns."""
        count = garrison.bit_count()
        if not count:
            return 1.0
        if besiegers[3] <= 0 or turns <= 0:
            return 0.0
        inside = self.force(garrison)
        inside_steps = inside[3]
        share = min(1.0, 3.0 * self.rules.storm_limit(town) / besiegers[3])
        most = 3 * share * (besiegers[0] + besiegers[1] + besiegers[2])
        storm = LEAST_FALL
        if most - 2 * inside_steps + 0.7 > -1.7 * sqrt(most + 0.3):  # else even all their hits give less
            storm, _, _ = chance_to_win(share_of(besiegers, share), inside, 3, 2.0)
        rate = 0.17 if self.rules.fortified_ports >> town & 1 else 0.5
        hunger = 1.2 * turns * rate / (inside_steps / count + 0.5 * (count - 1)) - 0.3
        return min(0.97, max(storm, hunger, LEAST_FALL))

    def town(self, town: TownNumber, mine: BlockSet | None = None) -> float:
        """Returns the worth of a town to the side, and of what it will lose there, if ``mine`` were
        its blocks in it.
        """
        here = self.position.at[town]
        own = here & OF_SIDE[self.side] if mine is None else mine
        found = self.known.get((town, own))
        if found is None:
            found = self.known[town, own] = self._town(town, here, own)
        return found

    def move_on(self, position: Position, towns: set[TownNumber]) -> None:
        """Goes on with a position that differs in these towns only."""
        if position.steps != self.steps:
            for memory in (self.forces, self.keeps, self.cheapest):
                memory.clear()
        self.position = position
        self.steps = position.steps
        self.known = {key: value for key, value in self.known.items() if key[0] not in towns}

    def _town(self, town: TownNumber, here: BlockSet, own: BlockSet) -> float:
        """Returns the worth of a town by who is in it: nobody, one side, besieged and besiegers, or a battle."""
        position = self.position
        foes = here & OF_SIDE[self.enemy]
        prize = self.prize(town)
        if not foes:
            if not own:
                return self._vacant(town, prize)
            return self._held(town, own, prize) - self.winter_losses(town, own)
        if not own:
            hold = KINGDOM[self.enemy] >> town & 1
            return -prize if hold else -prize * 1.05
        inside, out = foes & position.castle, own & ~position.castle
        field = foes & ~position.castle
        if own & position.castle and not out:
            return self._besieged(town, own, field, prize)
        if inside and not field:
            return self._besieging(town, out, inside, prize)
        return self._battle(town, own, foes, prize)

    def _vacant(self, town: TownNumber, prize: float) -> float:
        """Returns the worth of an empty town: less for a home city that enemies can reach."""
        friendly = KINGDOM[self.side] >> town & 1
        if not friendly:
            return -prize
        if self.threats[town][3] <= 0:
            return prize
        return prize * (1 - self.weights.hold * (1.7 if CITIES >> town & 1 else 0.5))

    def _held(self, town: TownNumber, own: BlockSet, prize: float) -> float:
        """Returns the worth of a town held by these blocks, less what the enemy's force near it would take."""
        threat = self.threats[town]
        if threat[3] <= 0:
            return prize
        chance, _, _ = chance_to_win(threat, self.force(own))
        if chance <= 0:
            return prize
        if RATING[town]:
            keep = self.strongest(own, RATING[town])
            chance *= 0.15 + 0.85 * self.falls(town, keep, threat, min(3, self.turns))
        return prize * (1 - 2 * chance * self.weights.hold * 0.6) - chance * 0.3 * self.all(own)

    def winter_losses(self, town: TownNumber, own: BlockSet) -> float:
        """Returns the worth of the blocks that winter will take, more the nearer it is (8.3)."""
        excess = own.bit_count() - self.rules.supply(town, KINGDOM[self.side] >> town & 1)
        if excess <= 0:
            return 0.0
        lost = self.cheapest.get((own, excess))
        if lost is None:
            lost = self.cheapest[own, excess] = sum(sorted(self.worth(b) for b in bits(own))[:excess])
        return self.weights.supply * self.winter * lost

    def strongest(self, blocks: BlockSet, count: int) -> BlockSet:
        """Returns the strongest of some blocks, at most so many."""
        if blocks.bit_count() <= count:
            return blocks
        found = self.keeps.get((blocks, count))
        if found is None:
            best = sorted(bits(blocks), key=lambda b: (-self.steps[b] * (1 + ATTACK[b]), b))[:count]
            found = self.keeps[blocks, count] = sum(1 << b for b in best)
        return found

    def _besieged(self, town: TownNumber, own: BlockSet, foes: BlockSet, prize: float) -> float:
        """Returns the worth of a town whose castle the side holds under siege."""
        falls = self.falls(town, own, self.force(foes), self.turns)
        lost = self.all(own)
        return prize - falls * self.weights.siege * (2 * prize + lost)

    def _besieging(self, town: TownNumber, own: BlockSet, foes: BlockSet, prize: float) -> float:
        """Returns the worth of a town whose castle the side besieges."""
        besiegers = self.force(own)
        falls = self.falls(town, foes, besiegers, self.turns)
        won = self.all(foes)
        relief = 0.0
        if self.threats[town][3] > 0:
            relief, _, _ = chance_to_win(self.threats[town], besiegers)
        falls *= 1 - 0.6 * relief
        value = -prize + falls * self.weights.siege * (2 * prize + won)
        value -= relief * 0.4 * self.all(own)
        if self.turns <= 0 and town != self.position.kept_siege and campaigner(self.position) != self.side:
            value -= self.weights.supply * self.all(own)  # 8.3: besiegers starve
        return value

    def _battle(self, town: TownNumber, own: BlockSet, foes: BlockSet, prize: float) -> float:
        """Returns the worth of a town where a battle is to be fought this turn.

        The side that came is the attacker; the defender may take to a castle.
        """
        position = self.position
        came = {arrival.side for arrival in position.arrivals if arrival.town == town}
        besieger = position.sieges.get(town)
        if position.battle is not None and position.battle.town == town:
            attacker = position.battle.attacker
        elif came:
            attacker = position.first if position.first in came else 1 - position.first
        else:
            attacker = self.side if besieger is None else besieger
        if attacker == self.side:
            return self._clash(town, own, foes, prize)
        return -self._clash(town, foes, own, prize, mirrored=True)

    def _clash(
        self, town: TownNumber, attackers: BlockSet, defenders: BlockSet, prize: float, *, mirrored: bool = False
    ) -> float:
        """Returns the worth to the attackers of a battle: of the field, or the siege that follows if it is worse for
        them.
        """
        came, there = self.force(attackers), self.force(defenders)
        if not mirrored and self.planning and self.threats[town][3] > 0:
            there = joined(there, self.threats[town], self.weights.answer)
        h, e = came[3], there[3]
        chance, lost, dealt = chance_to_win(came, there)
        our_worth = self.all(attackers)
        their_worth = self.all(defenders)
        exchange = dealt / e * their_worth - lost / h * our_worth * self.weights.loss
        rating = RATING[town]
        besieger = self.position.sieges.get(town)
        mine = self.enemy if mirrored else self.side
        if rating and besieger is None:
            # they may take to the castle: what is left is a siege
            keep = self.strongest(defenders, rating)
            falls = self.falls(town, keep, came, self.turns)
            won = self.all(keep)
            siege = -prize + falls * self.weights.siege * (2 * prize + won)
            rest = defenders & ~keep
            if rest:
                open_chance, lost2, dealt2 = chance_to_win(came, self.force(rest))
                siege = open_chance * siege + (1 - open_chance) * -prize
                siege += dealt2 / e * their_worth - lost2 / h * our_worth * self.weights.loss
            field = chance * prize - (1 - chance) * prize + exchange
            if self.turns <= 0:
                return min(field, -prize)
            return min(field, siege)
        if besieger is not None and besieger == mine:
            return chance * 0.5 * prize - (1 - chance) * prize + exchange
        return (2 * chance - 1) * prize + exchange

    def total(self) -> float:
        """Returns the worth of the whole position to the side."""
        position = self.position
        if position.winner is not None:
            return WON if position.winner[0] == self.side else -WON
        value = 0.0
        seen: TownSet = position.present[0] | position.present[1] | _RATED
        while seen:
            low = seen & -seen
            value += self.town(low.bit_length() - 1)
            seen ^= low
        for side, sign in ((self.side, 1.0), (self.enemy, -1.0)):
            for block in bits(OF_SIDE[side]):
                place = position.where[block]
                if place < TOWN_COUNT:
                    value += sign * self.worth(block)
                elif place in _RESERVE:
                    value += sign * _RESERVE[place] * self.worths[block][STEPS[block]] * self.material
        return value


_RESERVE = {ENGLAND: 0.75, FRANCE: 0.75, GERMANIA: 0.75, POOL: 0.35, DEAD: 0.25}
_RATED = sum(1 << town for town, rating in enumerate(RATING) if rating)


def evaluate(position: Position, side: Side, weights: Weights = WEIGHTS) -> float:
    """Returns the worth of a position to a side; the other side's is the same with the opposite sign."""
    if position.winner is not None:
        return WON if position.winner[0] == side else -WON
    score = position.score()
    ahead = 1.0 if score[side] > score[1 - side] else -1.0
    lead = weights.majority * (1 - years_left(position)) ** 2 * ahead
    return lead + (Ledger(position, side, weights).total() - Ledger(position, 1 - side, weights).total()) / 2
