"""Plans for a whole movement (rules 5.0): which blocks go where, found target by target, the best gain first."""

from collections.abc import Callable
from typing import NamedTuple

from opponent.evaluate import WEIGHTS, Ledger, Weights, chance_to_win, for_missions
from opponent.missions import Mission, carry_out, cost_of, lands_safely, routes_of
from opponent.offered import values
from opponent.tables import DISTANCE
from rules.actions import Action, Offer
from rules.atlas import KINGDOM, RATING, TOWN, bits
from rules.decisions import STEPS
from rules.kinds import BlockNumber, BlockSet, Side, TownNumber, TownSet
from rules.phases.routes import muster_towns
from rules.places import TOWN_COUNT
from rules.position import Position
from rules.roster import BLOCK, OF_SIDE, mask_of

Noise = Callable[[], float]
"""A factor for each gain, so that plans differ."""
DONE = Action("done")
DRAW = tuple(tuple(0.6**roads for roads in row) for row in DISTANCE)
"""How much a town is drawn to another, by the roads between them."""
MARCHES = ("move", "force", "muster")
"""Ways of missions whose blocks leave a town of the map by road."""
_RATED = sum(1 << town for town, rating in enumerate(RATING) if rating)


class Plan(NamedTuple):
    """Actions of a movement, ``done`` not among them, and what they gain by the evaluation."""

    actions: tuple[Action, ...]
    gain: float
    missions: tuple[Mission, ...]

    def first_alone(self) -> "Plan":
        """The plan's first mission alone, or nothing where the plan has none; the gain stays that of the whole plan."""
        first = self.missions[:1]
        return Plan(
            tuple(action for mission in first for action in self.actions if mission.has(action)), self.gain, first
        )

    def without(self, mission: Mission) -> "Plan":
        """The plan without one of its missions; the gain stays that of the whole plan."""
        kept = tuple(action for action in self.actions if not mission.has(action))
        return Plan(kept, self.gain, tuple(other for other in self.missions if other is not mission))

    def joined_by(self, other: "Plan") -> "Plan":
        """The plan with what another does with blocks that this one leaves where they are; the gain stays its own.

        A call to muster comes along only with a block that follows it.
        """
        used = {action.block for action in self.actions} - {None}
        missions = tuple(mission for mission in other.missions if mission.can_do_without(used))
        free = [action for action in other.actions if action.block not in used and action not in self.actions]
        new = tuple(action for action in free if any(mission.has(action) for mission in missions))
        return Plan((*self.actions, *new), self.gain, self.missions + missions)


def _no_noise() -> float:
    return 1.0


class _Group(NamedTuple):
    """Blocks of one town that move alike, where they get, and the Moves that costs."""

    source: TownNumber
    blocks: BlockSet
    ends: TownSet
    cost: int
    forced: bool = False
    """Whether they get there by a forced march alone."""


class Planner:
    """Finds a plan for the side that moves in a position. The position is copied.

    ``quick``: with fewer ways to divide a group, for playouts."""

    def __init__(
        self,
        position: Position,
        side: Side,
        weights: Weights = WEIGHTS,
        noise: Noise = _no_noise,
        *,
        quick: bool = False,
    ) -> None:
        self.position = position.copy()
        self.side, self.weights, self.noise, self.quick = side, for_missions(weights), noise, quick
        self.banned: TownSet = 0
        self.winter = position.turn >= position.ruleset.turns
        self.parts: dict[tuple[BlockSet, bool], list[BlockSet]] = {}
        self.ledger = Ledger(self.position, side, self.weights)
        self.pull = self._demand_by_town()
        self.focus = -1
        """Towns that are still looked at after the first mission: where there was something to gain before it.

        All of them in winter.
        """
        self.actions: list[Action] = []
        self.done: list[Mission] = []
        self.gain = 0.0

    def _demand_by_town(self) -> list[float]:
        """Returns how much blocks are wanted around each town: near cities to be taken or kept."""
        ledger, position = self.ledger, self.position
        wants = []
        for town in range(TOWN_COUNT):
            prize = ledger.prize(town)
            if prize < 0.2:
                continue
            foes = position.at[town] & OF_SIDE[1 - self.side]
            if foes or KINGDOM[1 - self.side] >> town & 1:
                wants.append((town, prize))
            elif ledger.threats[town][3] > 0:
                wants.append((town, prize * 0.7))
        return [sum([prize * row[want] for want, prize in wants]) for row in DRAW]

    def find(self, *first: Mission) -> Plan:
        """Returns the plan: missions as long as there are Moves and something to gain; ``first`` before all others."""
        for mission in first:
            self._carry_out(mission)
        for _ in range(12):
            missions = self.missions()
            if not missions:
                break
            best = max(missions, key=self.merit)
            if self.focus == -1 and self.position.turn < self.position.ruleset.turns:
                top = sorted(missions, key=lambda mission: -mission.gain)[:12]
                self.focus = sum(1 << town for town in {mission.town for mission in top})
            if not self._carry_out(best):
                self.banned |= 1 << best.town
        return Plan(tuple(self.actions), self.gain, tuple(self.done))

    def merit(self, mission: Mission) -> float:
        """Returns the figure by which missions are ranked: the gain for the Moves."""
        return float(mission.gain / max(0.6, mission.cost) ** self.weights.price)

    # What could be done

    def missions(self) -> list[Mission]:
        """Returns the mission for every target worth going to, with its gain."""
        return [mission for mission in self._weighed() if mission.gain > self.weights.margin * mission.cost]

    def best_opens(self) -> tuple[TownNumber, TownNumber] | None:
        """Returns where the best of all marches and musters leads, worth it or not, and which town it would open to the
        enemy most; None where it opens none.
        """
        marches = [mission for mission in self._weighed() if mission.way in MARCHES]
        if not marches:
            return None
        best = max(marches, key=lambda mission: mission.gain)
        going = sum(1 << block for block in best.blocks)
        opened = []
        for source in sorted({self.position.where[block] for block in best.blocks}):
            stays = self.position.at[source] & OF_SIDE[self.side] & ~going
            change = self.ledger.town(source, stays) - self.ledger.town(source)
            if change < 0 and self.ledger.threats[source][3] > 0:
                opened.append((change, source))
        return (best.town, min(opened)[1]) if opened else None

    def _weighed(self) -> list[Mission]:
        """Returns the missions to all targets that were looked at, worth it or not, each with its gain and its cost."""
        position, side = self.position, self.side
        every, found = self._groups_and_missions()
        groups = [group for group in every if not group.forced]
        reach = 0
        for group in groups:
            reach |= group.ends
        targets = reach & ~self.banned & self.focus
        held, foes = position.present[side], position.present[1 - side]
        base: dict[TownNumber, float] = {}
        for town in bits(targets & (_RATED | held | foes)):
            found += self._marches(town, [group for group in groups if group.ends >> town & 1], base)
        found += self._forced_marches(every, base)
        if position.moves and position.played[side] not in ("guide", "jihad"):
            found += self._musters(targets & (_RATED | held), groups, base)
        return found

    def _groups_and_missions(self) -> tuple[list[_Group], list[Mission]]:
        """Returns the groups that can march, and the missions that are no marches."""
        position = self.position
        groups: list[_Group] = []
        found: list[Mission] = []
        for offer in STEPS["move"].offers(position, self.side):
            if offer.type == "move":
                blocks = mask_of(values(offer, "block"))
                source = position.where[next(bits(blocks))]
                ends, forced = routes_of(offer).ends, bool(offer.given)
                if forced:  # what they reach without it came before
                    ends &= ~sum(group.ends for group in groups if group.blocks == blocks)
                groups.append(_Group(source, blocks, ends, cost_of(offer), forced))
            elif offer.type == "sea-move":
                found += self._voyages(offer)
            elif offer.type == "enter":
                found += self._entries(offer)
            elif offer.type == "winter-campaign":
                found += self._campaigns(offer)
        return groups, found

    def _worth_before(self, town: TownNumber, base: dict[TownNumber, float]) -> float:
        """Returns the worth of a town before anything moves, kept in ``base``."""
        value = base.get(town)
        if value is None:
            value = base[town] = self.ledger.town(town)
        return value

    def _worth_of_approach(self, source: TownNumber, town: TownNumber, blocks: BlockSet) -> float:
        """Returns the worth of these blocks being nearer to where blocks are wanted."""
        if self.position.at[town] & OF_SIDE[1 - self.side]:
            return 0.0  # what an attack gains is weighed as a battle or siege
        if self.winter:
            return 0.0
        nearer = self.pull[town] - self.pull[source]
        return self.weights.approach * nearer * blocks.bit_count() * self.ledger.material

    def _change_at_home(
        self, source: TownNumber, town: TownNumber, going: BlockSet, base: dict[TownNumber, float]
    ) -> float:
        """Returns the change of worth at home when blocks leave for another town, their worth there not counted."""
        stays = self.position.at[source] & OF_SIDE[self.side] & ~going
        return (
            self.ledger.town(source, stays)
            - self._worth_before(source, base)
            + self._worth_of_approach(source, town, going)
        )

    def _marches(self, town: TownNumber, groups: list[_Group], base: dict[TownNumber, float]) -> list[Mission]:
        """Returns missions to a town from one source, or from several together."""
        position, ledger, side = self.position, self.ledger, self.side
        here = position.at[town] & OF_SIDE[side]
        foes = position.at[town] & OF_SIDE[1 - side]
        before = self._worth_before(town, base)
        by_source: dict[TownNumber, tuple[BlockSet, int]] = {}
        for group in groups:
            mask, _ = by_source.get(group.source, (0, 0))
            by_source[group.source] = (mask | group.blocks, group.cost)
        options: list[tuple[float, TownNumber, BlockSet, int]] = []
        found = []
        for source, (ready, cost) in by_source.items():
            if cost > position.moves:
                continue
            best = self._best_part(town, source, ready, base)
            if best is not None:
                options.append((best[2], source, best[1], cost))
                found.append(Mission(town, tuple(bits(best[1])), best[0] * self.noise(), cost, "move"))
            elif foes:  # too few by themselves
                going = self._parts_to_try(ready, True, town, here)[0]
                options.append((self._change_at_home(source, town, going, base), source, going, cost))
        if foes and len(options) > 1:
            options.sort(key=lambda option: -(option[0] + 0.3 * option[2].bit_count()))
            going, lost, spent = 0, 0.0, 0
            for left, _source, blocks, cost in options:
                if spent + cost > position.moves:
                    continue
                going, lost, spent = going | blocks, lost + left, spent + cost
                if self._hopeless(town, here | going, foes):
                    continue
                value = lost + ledger.town(town, here | going) - before
                found.append(Mission(town, tuple(bits(going)), value * self.noise(), spent, "move"))
        return found

    def _forced_marches(self, groups: list[_Group], base: dict[TownNumber, float]) -> list[Mission]:
        """Returns missions to towns one step beyond the reach of their blocks, each at the risk of a step (p. 4)."""
        position, found = self.position, []
        towns = _RATED | position.present[self.side] | position.present[1 - self.side]
        for group in groups:
            if not group.forced or group.cost > position.moves:
                continue
            for town in bits(group.ends & towns & ~self.banned & self.focus):
                best = self._best_part(town, group.source, group.blocks, base)
                if best is not None:
                    gain = best[0] - self._risk(best[1])
                    found.append(Mission(town, tuple(bits(best[1])), gain * self.noise(), group.cost, "force"))
        return found

    def _risk(self, blocks: BlockSet) -> float:
        """Returns the worth that forced marches of these blocks cost on average."""
        ledger, steps = self.ledger, self.position.steps
        lost = sum(
            ledger.worths[b][steps[b]] - (ledger.worths[b][steps[b] - 1] if steps[b] > 1 else 0) for b in bits(blocks)
        )
        return lost * ledger.material * self.position.ruleset.forced_march_loss / 6

    def _best_part(
        self, town: TownNumber, source: TownNumber, ready: BlockSet, base: dict[TownNumber, float]
    ) -> tuple[float, BlockSet, float] | None:
        """Returns which of a source's blocks had best go to a town: gain, blocks, and the change of worth at home.

        None if all parts are too few.
        """
        position, ledger, side = self.position, self.ledger, self.side
        here = position.at[town] & OF_SIDE[side]
        foes = position.at[town] & OF_SIDE[1 - side]
        best = None
        for going in self._parts_to_try(ready, bool(foes), town, here):
            if foes and self._hopeless(town, here | going, foes):
                continue
            left = self._change_at_home(source, town, going, base)
            value = left + ledger.town(town, here | going) - self._worth_before(town, base)
            if best is None or value > best[0]:
                best = (value, going, left)
        return best

    def _hopeless(self, town: TownNumber, own: BlockSet, foes: BlockSet) -> bool:
        """Whether an attack is not worth trying, whoever the hidden defenders are."""
        if self.position.sieges.get(town) == self.side:
            return False
        chance, lost, dealt = chance_to_win(self.ledger.force(own), self.ledger.force(foes))
        return chance < self.weights.dare(self.side) and dealt < 1.2 * lost

    def _parts_to_try(self, ready: BlockSet, attacking: bool, town: TownNumber, here: BlockSet) -> list[BlockSet]:
        """Returns the sets of a town's blocks that might go.

        All but the least, or against nobody one or two of them; before winter as many as their new town feeds.
        """
        if self.winter:
            room = self.position.ruleset.supply(town, KINGDOM[self.side] >> town & 1) - here.bit_count()
            ordered = sorted(bits(ready), key=self.ledger.worth)
            parts = [sum(1 << b for b in ordered[-size:]) for size in range(1, min(room, len(ordered)) + 1)]
            return list(dict.fromkeys([*parts, 1 << ordered[0]]))
        found = self.parts.get((ready, attacking))
        if found is None:
            found = self.parts[ready, attacking] = self._divide(ready, attacking)
        return found

    def _divide(self, ready: BlockSet, attacking: bool) -> list[BlockSet]:
        """Returns groups of these blocks to try: all, all but the least worth, and, unless they attack, the most or
        least worth.
        """
        ordered = sorted(bits(ready), key=self.ledger.worth)
        count = len(ordered)
        found = [ready & ~sum(1 << b for b in ordered[:leave]) for leave in range(min(3 if self.quick else 4, count))]
        if not attacking:
            for size in (1,) if self.quick else (1, 2):
                if count > size:
                    found += [sum(1 << b for b in ordered[-size:]), sum(1 << b for b in ordered[:size])]
        return list(dict.fromkeys(found))

    def _musters(self, targets: TownSet, groups: list[_Group], base: dict[TownNumber, float]) -> list[Mission]:
        """Returns the best muster to each of these towns."""
        position, found = self.position, []
        for town in bits(targets & muster_towns(position, self.side) & ~position.musters):
            mission = self._best_muster(town, [group for group in groups if group.ends >> town & 1], base)
            if mission is not None:
                found.append(mission)
        return found

    def _best_muster(self, town: TownNumber, groups: list[_Group], base: dict[TownNumber, float]) -> Mission | None:
        """Returns the mission that calls blocks of several towns together, from each those it can spare (5.3); None if
        none can.
        """
        position, ledger, side = self.position, self.ledger, self.side
        if len({group.source for group in groups}) < 2:
            return None
        before = self._worth_before(town, base)
        all_here = position.at[town] & OF_SIDE[side]
        total, coming = 0.0, 0
        by_source: dict[TownNumber, BlockSet] = {}
        for group in groups:
            by_source[group.source] = by_source.get(group.source, 0) | group.blocks
        for source, ready in by_source.items():
            ordered = sorted(bits(ready), key=lambda b: ledger.worth(b))
            value = ledger.town(town, all_here | coming)
            best, chosen = 0.0, 0
            for spared in range(len(ordered) if self.winter else min(3, len(ordered))):
                going = ready & ~sum(1 << b for b in ordered[:spared])
                gain = self._change_at_home(source, town, going, base)
                gain += ledger.town(town, all_here | coming | going) - value
                if gain > best:
                    best, chosen = gain, going
            if chosen:
                coming |= chosen
                total += self._change_at_home(source, town, chosen, base)
        if not coming:
            return None
        gain = total + ledger.town(town, all_here | coming) - before
        return Mission(town, tuple(bits(coming)), gain * self.noise(), 1, "muster")

    def _voyages(self, offer: Offer) -> list[Mission]:
        """Returns the best voyage to each port of an offer to sail."""
        position, side = self.position, self.side
        if not lands_safely(offer):
            return []
        found = []
        blocks = [BLOCK[name] for name in values(offer, "block")]
        staged, cost = position.where[blocks[0]] >= TOWN_COUNT, cost_of(offer)
        seen: set[tuple[object, ...]] = set()
        for name in values(offer, "port"):
            town = TOWN[name]
            if self.banned >> town & 1:
                continue
            here = position.at[town] & OF_SIDE[side]
            before = self.ledger.town(town)
            best: Mission | None = None
            for block in blocks:
                alike = (town, position.where[block], self.ledger.worth(block))
                if alike in seen:
                    continue
                seen.add(alike)
                gain = self.ledger.town(town, here | 1 << block) - before + self._gain_of_leaving(block, town)
                if best is None or gain > best.gain:
                    best = Mission(town, (block,), gain * self.noise(), cost, "sea-move")
            if best is not None and (staged or best.gain > 0):
                found.append(best)
        return found

    def _gain_of_leaving(self, block: BlockNumber, town: TownNumber) -> float:
        """Returns the gain of a block at its old place by sailing to a port, its worth in the port not counted."""
        position, ledger = self.position, self.ledger
        source, bit = position.where[block], 1 << block
        if source < TOWN_COUNT:
            stays = position.at[source] & OF_SIDE[self.side]
            return ledger.town(source, stays & ~bit) - ledger.town(source) + self._worth_of_approach(source, town, bit)
        return 0.25 * ledger.worth(block) + self._landing(town) + self.weights.approach * self.pull[town] * 0.3

    def _landing(self, town: TownNumber) -> float:
        """The value of landing in a town: more for each friend there, less for landing alone where enemies are near."""
        friends = (self.position.at[town] & OF_SIDE[self.side]).bit_count()
        alone = self.ledger.threats[town][3] > 4 and friends == 0
        return 0.25 * min(friends, 3) - (1.0 if alone else 0.0)

    def _entries(self, offer: Offer) -> list[Mission]:
        """Returns missions of Germans who enter the map at the towns of an offer."""
        position, ledger, side = self.position, self.ledger, self.side
        found = []
        names = offer.given.get("town")
        for name in (names,) if names else values(offer, "town"):
            town = TOWN[name]
            if self.banned >> town & 1:
                continue
            here = position.at[town] & OF_SIDE[side]
            for block in [BLOCK[name] for name in values(offer, "block")][:1]:
                gain = ledger.town(town, here | 1 << block) - ledger.town(town) + 0.25 * ledger.worth(block)
                gain += self._landing(town) + self.weights.approach * self.pull[town] * 0.3
                found.append(Mission(town, (block,), gain * self.noise(), cost_of(offer), "enter"))
        return found

    def _campaigns(self, offer: Offer) -> list[Mission]:
        """Returns missions that keep a siege over the winter (8.2)."""
        found = []
        for name in values(offer, "town"):
            town = TOWN[name]
            own = self.position.field(self.side, town)
            gain = 0.5 * self.ledger.prize(town) + sum(self.ledger.worth(b) for b in bits(own)) - 1.5
            found.append(Mission(town, (), gain, 1, "winter-campaign"))
        return found

    # Doing it

    def _carry_out(self, mission: Mission) -> bool:
        """Takes the actions of a mission. Returns False, and takes none, where full roads leave too little of it."""
        kept, scratch = self.position, self.position.copy()
        touched = {mission.town} | {kept.where[b] for b in mission.blocks if kept.where[b] < TOWN_COUNT}
        before = self._worth_of(touched)
        actions = carry_out(mission, scratch, self.side, self.ledger)
        arrived = sum(1 for b in mission.blocks if scratch.where[b] == mission.town)
        whole = arrived == len(mission.blocks)
        self.position = scratch
        self.ledger.move_on(scratch, touched)
        if not actions or (not whole and (not arrived or self._worth_of(touched) <= before)):
            self.position = kept
            self.ledger.move_on(kept, touched)
            return False
        self.actions += actions
        self.done.append(mission)
        self.gain += mission.gain
        return True

    def _worth_of(self, towns: set[TownNumber]) -> float:
        """Returns the worth of some towns together."""
        return sum(self.ledger.town(town) for town in sorted(towns))
