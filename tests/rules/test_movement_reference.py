"""Every movement action that the engine offers, against a second reading of rules 5.0 to 5.5, 7.22, 7.23 and 8.1.

The second reading is slow and plain: names instead of bit sets, one path after another. It shares with the engine the
tables of roads and towns and nothing else.
"""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from rules import game
from rules.actions import Action
from rules.atlas import ROADS, SIDES, TOWN, TOWNS
from rules.dice import SeededDice
from rules.places import PLACES
from rules.position import Position
from rules.roster import BLOCKS
from rules.ruleset import Ruleset
from tests.rules.recorded_games import GAMES, turns
from tests.rules.scene import moving

ROAD = {frozenset((TOWNS[road.a].id, TOWNS[road.b].id)): road for road in ROADS if road.b >= 0}
NEIGHBORS = {town.id: [other.id for other in TOWNS if frozenset((town.id, other.id)) in ROAD] for town in TOWNS}
ENTRY = {TOWNS[road.a].id: road for road in ROADS if road.b < 0}
OWNER = {block.id: SIDES[block.side] for block in BLOCKS if block.id != "assassins"}
MOVE = {block.id: block.move for block in BLOCKS}
NATION = {block.id: block.nation for block in BLOCKS}
PORTS = {town.id for town in TOWNS if town.port}
FORTIFIED = {"tyre", "tripoli"}


class Reading:
    """A position in words, seen by the side that moves."""

    def __init__(self, position: Position) -> None:
        self.side = SIDES[position.active]
        self.enemy = SIDES[1 - position.active]
        self.second = position.active != position.first
        self.card = position.played[position.active]
        self.winter = position.turn == 6
        self.moves = position.moves
        self.where = {block.id: PLACES[position.where[block.number]] for block in BLOCKS}
        self.castle = {block.id for block in BLOCKS if position.castle >> block.number & 1}
        self.moved = {block.id for block in BLOCKS if position.moved >> block.number & 1}
        self.late = {block.id for block in BLOCKS if (position.due2 | position.due3) >> block.number & 1}
        self.opened = {town.id for town in TOWNS if position.opened >> town.number & 1}
        self.musters = {town.id for town in TOWNS if position.musters >> town.number & 1}
        self.sieges = {TOWNS[town].id: SIDES[side] for town, side in position.sieges.items()}
        self.used = position.road_use
        self.options = position.ruleset
        self.attacked_by_enemy: dict[str, set[int]] = {}
        for arrival in position.arrivals:
            if SIDES[arrival.side] == self.enemy:
                self.attacked_by_enemy.setdefault(TOWNS[arrival.town].id, set()).add(arrival.road)

    def field(self, side: str, town: str) -> set[str]:
        return {b for b, place in self.where.items() if place == town and OWNER.get(b) == side and b not in self.castle}

    def present(self, side: str, town: str) -> bool:
        return any(place == town and OWNER.get(b) == side for b, place in self.where.items())

    def friendly(self, town: str) -> bool:
        """1.12."""
        own_kingdom = SIDES[TOWNS[TOWN[town]].kingdom] == self.side
        return not self.field(self.enemy, town) and (bool(self.field(self.side, town)) or own_kingdom)

    def free_to_leave(self, town: str) -> bool:
        """5.5."""
        if not self.second or not self.field(self.enemy, town):
            return True
        return len(self.field(self.side, town) - self.late) > len(self.field(self.enemy, town) - self.late)

    def limit(self, road: int) -> int:
        """5.1."""
        guide = self.card == "guide"
        if self.options.iron_bridge and not guide and ROADS[road].b >= 0:
            ends = {TOWNS[ROADS[road].a].id, TOWNS[ROADS[road].b].id}
            if ends == {"antioch", "harim"}:
                return 3
        return (4 if ROADS[road].major else 2) * (2 if guide else 1)

    def paths(self, start: str, length: int) -> Iterator[tuple[str, ...]]:
        """Ways of exactly this length that do not come back to their start (R101), stops and roads heeded."""

        def extend(path: tuple[str, ...], use: Counter[int]) -> Iterator[tuple[str, ...]]:
            if len(path) == length:
                if not (self.winter and self.present(self.enemy, path[-1])):
                    yield path
                return
            here = path[-1] if path else start
            if path and self.field(self.enemy, here):
                return
            for town in NEIGHBORS[here]:
                road = ROAD[frozenset((here, town))].number
                if town == start or (not path and road in self.attacked_by_enemy.get(start, ())):
                    continue
                if self.used.get(road, 0) + use[road] < self.limit(road):
                    yield from extend((*path, town), use + Counter([road]))

        return extend((), Counter())

    def lengths(self, block: str) -> list[tuple[int, bool | None]]:
        """How many roads a block may take, and whether that is a forced march."""
        usual: list[tuple[int, bool | None]] = [(n, None) for n in range(1, MOVE[block] + 1)]
        return [*usual, (MOVE[block] + 1, True)] if self.options.forced_marches else usual

    def marches(self) -> Iterator[Action]:
        reached: set[str] = set()
        ways: dict[tuple[str, int], list[tuple[str, ...]]] = {}
        by_road_only = self.card in ("guide", "jihad")
        for block, start in self.where.items():
            if (
                OWNER.get(block) != self.side
                or start not in TOWN
                or block in self.moved | self.castle
                or not self.free_to_leave(start)
            ):
                continue
            for length, forced in self.lengths(block):
                if (start, length) not in ways:
                    ways[start, length] = list(self.paths(start, length))
                for path in ways[start, length]:
                    if self.moves or start in self.opened:
                        yield Action("move", block=block, path=path, forced=forced)
                    if not self.field(self.enemy, path[-1]):
                        reached.add(path[-1])
                        if path[-1] in self.musters:
                            yield Action("muster", block=block, path=path, forced=forced)
        if self.moves and not by_road_only:
            for town in reached - self.musters:
                if self.friendly(town) and not (self.winter and self.present(self.enemy, town)):
                    yield Action("muster-to", town=town)

    def open_port(self, town: str) -> bool:
        """5.4, 6.51: whether the port is friendly."""
        if town not in PORTS:
            return False
        if town in FORTIFIED and town in self.sieges:
            return self.sieges[town] == self.enemy
        return self.friendly(town)

    def landings(self, block: str, origin: str) -> Iterator[Action]:
        may_attack = NATION[block] == "english" and (origin == "england" or self.open_port(origin))
        for town in PORTS - {origin}:
            besieged = town in FORTIFIED and self.sieges.get(town) == self.enemy
            room = TOWNS[TOWN[town]].rating > sum(self.where[b] == town for b in self.castle)
            land = self.open_port(town) and not (besieged and not room) and not (self.winter and town in self.sieges)
            vacant_egypt = town == "egypt" and self.side == "frank" and not any(self.present(s, town) for s in SIDES)
            attack = may_attack and (bool(self.field(self.enemy, town)) or vacant_egypt)
            attack = attack and not (self.second and town in self.attacked_by_enemy)
            attack = attack and not (self.winter and self.present(self.enemy, town))
            if attack and besieged:
                yield Action("sea-move", block=block, port=town, area="field")
                if land:
                    yield Action("sea-move", block=block, port=town, area="castle")
            elif attack or land:
                yield Action("sea-move", block=block, port=town)

    def voyages(self) -> Iterator[Action]:
        for block, place in self.where.items():
            if OWNER.get(block) != self.side or block in self.moved:
                continue
            if place in ("england", "france"):
                nation = {"england": "english", "france": "french"}[place]
                if all(self.where[b] != "pool" for b in NATION if NATION[b] == nation):
                    yield from self.landings(block, place)
            elif place in PORTS:
                inside, besieged = block in self.castle, place in self.sieges
                if besieged and place in FORTIFIED:
                    sails = inside
                elif inside:
                    sails = False
                elif self.field(self.enemy, place):
                    sails = self.free_to_leave(place)
                else:
                    sails = True
                if sails:
                    yield from self.landings(block, place)

    def entries(self) -> Iterator[Action]:
        germans = [b for b in NATION if NATION[b] == "german"]
        if any(self.where[b] == "pool" for b in germans):
            return
        for block in germans:
            for town, road in ENTRY.items():
                full = self.used.get(road.number, 0) >= self.limit(road.number)
                if (
                    self.where[block] == "germania"
                    and not full
                    and not (self.winter and self.present(self.enemy, town))
                ):
                    yield Action("enter", block=block, town=town)

    def actions(self) -> set[Action]:
        found = set(self.marches())
        if self.moves and self.card not in ("guide", "jihad"):
            found |= set(self.voyages())
            if self.side == "frank":
                found |= set(self.entries())
        return found


def compare(position: Position) -> None:
    types = ("move", "muster", "muster-to", "sea-move", "enter")
    side = SIDES[position.active]
    offered = [action for action in game.legal_actions(position, side) if action.type in types]
    assert len(offered) == len(set(offered)), "an action is offered twice"
    expected = Reading(position).actions()
    assert set(offered) - expected == set(), "offered, but not by the rules"
    assert expected - set(offered) == set(), "by the rules, but not offered"


def scattered(chance: random.Random) -> Position:
    """Blocks at random, crowded round a few towns so that they meet; some towns besieged."""
    blocks = {side: [b for b in OWNER if OWNER[b] == side] for side in SIDES}
    for those in blocks.values():
        chance.shuffle(those)
    towns = chance.sample([town.id for town in TOWNS if chance.random() < 0.6 or town.port], 16)
    places: dict[str, list[str]] = {}
    for nation, box in (("english", "england"), ("french", "france"), ("german", "germania")):
        three = [b for b in blocks["frank"] if NATION[b] == nation]
        for block in three[: chance.choice((0, 2, 3, 3))]:
            blocks["frank"].remove(block)
            places.setdefault(box, []).append(block)
    for town in towns:
        side = chance.choice(SIDES)
        other = SIDES[1 - SIDES.index(side)]
        here = [blocks[side].pop() for _ in range(chance.randint(1, 4)) if blocks[side]]
        if here and chance.random() < 0.5:
            inside = [blocks[other].pop() for _ in range(chance.randint(0, TOWNS[TOWN[town]].rating)) if blocks[other]]
            here += [f"[{block}]" for block in inside]
        places[town] = here
    lines = "\n".join(f"{place}: {' '.join(those)}" for place, those in places.items() if those)
    first = chance.choice(SIDES)
    cards = {first: chance.choice(("move-3", "move-3", "move-3", "guide", "jihad", "manna"))}
    cards[SIDES[1 - SIDES.index(first)]] = chance.choice(("move-3", "move-2", "winter-campaign"))
    options = Ruleset(iron_bridge=chance.random() < 0.4, forced_marches=chance.random() < 0.2)
    mover = SIDES[1 - SIDES.index(first)] if cards[first] == "manna" else first
    turn = chance.choice((2, 2, 2, 6))
    return moving(lines, first=first, mover=mover, turn=f"1188.{turn}", ruleset=options, **cards)


def attacks(position: Position, action: Action) -> bool:
    town = action.path[-1] if action.path else action.port or action.town
    return action.area != "castle" and town is not None and bool(position.held[1 - position.active] >> TOWN[town] & 1)


@pytest.mark.parametrize("seed", range(16))
def test_the_engine_offers_what_a_second_reading_of_the_rules_allows(seed: int) -> None:
    """5.0 to 5.5, 7.22, 7.23, 8.1, with R18 to R27, R32, R34, R36, R38, R39, R42, R44 and R101."""
    chance = random.Random(seed)
    dice = SeededDice(seed)
    position = scattered(chance)
    assert game.problems(position) == []
    for number in range(24):
        if position.phase in ("battle", "draw", "winter", "cards", "over"):
            break
        side = sorted(position.awaited)[0]
        if position.step == "move" and number % 3 == 0:
            compare(position)
        options = game.offers(position, side)
        offer = chance.choice(options)
        hostile = [o for o in options if o.type != "done"]
        if offer.type == "done" and hostile and number < 5:
            offer = chance.choice(hostile)
        tries = [offer.at(chance.randrange(offer.size)) for _ in range(6)]
        action = next((a for a in tries if isinstance(a, Action) and attacks(position, a)), tries[0])
        assert isinstance(action, Action)
        position = game.apply(position, side, action, dice).position


@pytest.mark.parametrize("name", [name for name, how in GAMES.items() if how.ruleset.edition == "2.0"])
def test_the_engine_offers_the_same_throughout_a_game(name: str) -> None:
    moving_now = [turn.before for turn in turns(name) if turn.before is not None and turn.before.step == "move"]
    assert len(moving_now) > 100
    for position in moving_now[::8]:
        compare(position)
