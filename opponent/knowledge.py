"""What a side knows of a game, and whole positions drawn by lot among those that show this side the same.

:class:`Belief` is made from the events a side saw. :func:`imagine` is the only place of this package that ever holds
the true position: players get what it returns, and no handle on anything else.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from rules.atlas import RATING, SIDES, TOWN, bits
from rules.deck import DECK
from rules.kinds import BlockNumber, BlockSet, PlaceNumber, Side
from rules.phases.cards import INTRIGUE
from rules.phases.winter import overfull
from rules.places import DEAD, GONE, POOL, STAGING, TOWN_COUNT, Arrival
from rules.position import Position
from rules.roster import BLOCK, BLOCKS, CRUSADERS, NOMADS, OF_SIDE, PILGRIMS, STEPS
from rules.ruleset import Ruleset

GUESSES = 8
"""Guesses kept side by side of who stands where."""


def never_drawn(rules: Ruleset) -> BlockSet:
    """Returns the blocks that never lie face-down in a Draw Pool (6.34).

    They are on the map from the start, and lost for good when they are lost.
    """
    return rules.permanent & ~PILGRIMS


class Guess:
    """One guess of where each enemy block stands and how strong it is.

    ``moved``: blocks guessed to have moved in this movement.
    """

    __slots__ = ("moved", "steps", "where")

    def __init__(self, where: list[PlaceNumber], steps: list[int]) -> None:
        self.where, self.steps, self.moved = where, steps, 0


class Belief:
    """What a side concludes about enemy blocks from the starting seats, which are public, and the events it saw."""

    def __init__(self, side: str, seed: int | str = 0, ruleset: Ruleset | None = None) -> None:
        rules = ruleset or Ruleset()
        self.permanent = rules.permanent
        self.undrawn = never_drawn(rules)
        self.lost = POOL if rules.losses_to_pool else DEAD
        self.side: Side = SIDES.index(side)
        self.enemy: Side = 1 - self.side
        self.random = Random(f"belief:{side}:{seed}")
        self.guesses = [self._start() for _ in range(GUESSES)]

    def _start(self) -> Guess:
        """Returns the first guess: blocks at their home seats, those of the Draw Pool in it (3.1, 3.2)."""
        where = [POOL] * len(BLOCKS)
        for b in bits(OF_SIDE[self.enemy] & ~(CRUSADERS | PILGRIMS | NOMADS)):
            where[b] = BLOCKS[b].seats[0]
        return Guess(where, list(STEPS))

    def see(self, events: Iterable[Mapping[str, Any]]) -> None:
        """Updates all guesses by events, given as :meth:`rules.facts.Fact.seen_by` shows them to this side."""
        mine = SIDES[self.side]
        for event in events:
            reader = _READERS.get(event["type"])
            if reader is not None and event.get("side") != mine:
                for guess in self.guesses:
                    reader(self, guess, event)

    def hidden_at(self, guess: Guess, place: PlaceNumber, among: BlockSet = -1) -> list[BlockNumber]:
        """Returns the enemy blocks that a guess has at a place."""
        where = guess.where
        return [b for b in bits(OF_SIDE[self.enemy] & among) if where[b] == place]

    def pin(self, guess: Guess, block: BlockNumber, place: PlaceNumber, seen_there: Sequence[BlockNumber] = ()) -> None:
        """Puts a block where it was seen. A block that the guess had there takes its former place.

        Blocks ``seen_there`` too stay where they are, and one that is never drawn does not go to the Draw Pool.
        """
        former = guess.where[block]
        if former == place:
            return
        if place < TOWN_COUNT:
            supposed = [b for b in self.hidden_at(guess, place) if b not in seen_there]
            movable = [b for b in supposed if former != POOL or not self.undrawn >> b & 1]
            if movable:
                guess.where[self.random.choice(movable)] = former
        guess.where[block] = place

    def go(self, guess: Guess, start: PlaceNumber, end: PlaceNumber) -> None:
        """Moves some enemy block of a guess from one town to another: a hidden one has gone, nobody knows which."""
        there = self.hidden_at(guess, start)
        ready = [b for b in there if not guess.moved >> b & 1] or there
        if not ready:  # seats were adjusted unseen (3.1): somebody who may have started there
            ready = [b for b in bits(OF_SIDE[self.enemy]) if start in BLOCKS[b].seats and guess.where[b] < TOWN_COUNT]
        if ready:
            block = self.random.choice(ready)
            guess.where[block] = end
            guess.moved |= 1 << block


def _read_nomads(belief: Belief, guess: Guess, event: Mapping[str, Any]) -> None:
    """Places so many nomads of the pool at each town where nomads were drawn, by lot."""
    for name, count in event["towns"].items():
        town = TOWN[name]
        pool = [b for b in belief.hidden_at(guess, POOL, NOMADS) if BLOCKS[b].seats[0] == town]
        for block in belief.random.sample(pool, min(count, len(pool))):
            guess.where[block] = town


def _read_move(belief: Belief, guess: Guess, event: Mapping[str, Any]) -> None:
    """Moves one of the blocks guessed at the start of a path to its end: who marched is hidden."""
    path = event["path"]
    belief.go(guess, TOWN[path[0]], TOWN[path[-1]])


def _read_voyage(belief: Belief, guess: Guess, event: Mapping[str, Any]) -> None:
    """Moves the block that sailed; some block of the port if it was hidden."""
    if "block" in event:
        guess.where[BLOCK[event["block"]]] = TOWN[event["to"]]
        guess.moved |= 1 << BLOCK[event["block"]]
    else:
        belief.go(guess, TOWN[event["from"]], TOWN[event["to"]])


def _read_entry(belief: Belief, guess: Guess, event: Mapping[str, Any]) -> None:
    """Moves a German block to the town that it entered."""
    guess.where[BLOCK[event["block"]]] = TOWN[event["to"]]


def _read_movement_begun(belief: Belief, guess: Guess, event: Mapping[str, Any]) -> None:
    """Begins the enemy's movement: no block has moved yet."""
    guess.moved = 0


def _read_exit(belief: Belief, guess: Guess, event: Mapping[str, Any]) -> None:
    """Moves some block out of a battle's town."""
    belief.go(guess, TOWN[event["town"]], TOWN[event["to"]])


def _read_revealed(belief: Belief, guess: Guess, event: Mapping[str, Any]) -> None:
    """Puts revealed blocks where they were seen, with their strength."""
    town = TOWN[event["town"]]
    named = [BLOCK[face["id"]] for face in event["blocks"]]
    for block in named:
        belief.pin(guess, block, town, named)
    for face in event["blocks"]:
        guess.steps[BLOCK[face["id"]]] = face["strength"]


def _read_shown(belief: Belief, guess: Guess, event: Mapping[str, Any]) -> None:
    """Places a block in the town where it showed its face."""
    belief.pin(guess, BLOCK[event["block"]], TOWN[event["town"]])


def _read_reduced(belief: Belief, guess: Guess, event: Mapping[str, Any]) -> None:
    """Sets the strength of a block that lost a step."""
    belief.pin(guess, BLOCK[event["block"]], TOWN[event["town"]])
    guess.steps[BLOCK[event["block"]]] = event["strength"]


def _read_eliminated(belief: Belief, guess: Guess, event: Mapping[str, Any]) -> None:
    """Takes a block off the map, at full strength again."""
    block = BLOCK[event["block"]]
    belief.pin(guess, block, TOWN[event["town"]])
    guess.where[block] = GONE if event["permanent"] else belief.lost
    guess.steps[block] = STEPS[block]


def _read_retreat(belief: Belief, guess: Guess, event: Mapping[str, Any]) -> None:
    """Moves a block that was seen to retreat."""
    block = BLOCK[event["block"]]
    belief.pin(guess, block, TOWN[event["town"]])
    guess.where[block] = TOWN[event["to"]]


def _read_staged(belief: Belief, guess: Guess, event: Mapping[str, Any]) -> None:
    """Puts a drawn Crusader into its box."""
    guess.where[BLOCK[event["block"]]] = STAGING[event["box"]]


def _read_deployed(belief: Belief, guess: Guess, event: Mapping[str, Any]) -> None:
    """Places a hidden block that was drawn (7.2, 7.3).

    One with a seat in the town, if there may be one, at full strength; else any at strength 1.
    """
    town = TOWN[event["town"]]
    pool = belief.hidden_at(guess, POOL, ~CRUSADERS)
    at_home = [b for b in pool if town in BLOCKS[b].seats or (event["area"] == "castle" and PILGRIMS >> b & 1)]
    if at_home or pool:
        block = belief.random.choice(at_home or pool)
        guess.where[block] = town
        guess.steps[block] = STEPS[block] if at_home or PILGRIMS >> block & 1 else 1


def _read_attrition(belief: Belief, guess: Guess, event: Mapping[str, Any]) -> None:
    """Takes steps from some blocks of a siege, since losses there are not named (6.57)."""
    there = belief.hidden_at(guess, TOWN[event["town"]])
    for block in belief.random.sample(there, min(event["losses"], len(there))):
        guess.steps[block] = max(1, guess.steps[block] - 1)


def _read_disbanded(belief: Belief, guess: Guess, event: Mapping[str, Any]) -> None:
    """Puts the weakest blocks of a town into the pool: so many were disbanded in winter."""
    there = belief.hidden_at(guess, TOWN[event["town"]], ~belief.permanent)
    for block in sorted(there, key=lambda b: guess.steps[b])[: event["count"]]:
        guess.where[block] = POOL
        guess.steps[block] = STEPS[block]


def _read_year_end(belief: Belief, guess: Guess, event: Mapping[str, Any]) -> None:
    """Ends a year: the dead are mixed in, and each town has replaced losses (8.4, 8.5)."""
    by_town: dict[int, int] = {}
    for block in bits(OF_SIDE[belief.enemy]):
        place = guess.where[block]
        if place == DEAD:
            guess.where[block] = POOL
        elif place < TOWN_COUNT and guess.steps[block] < STEPS[block]:
            left = by_town.get(place, max(1, RATING[place]))
            gain = min(left, STEPS[block] - guess.steps[block])
            guess.steps[block] += gain
            by_town[place] = left - gain


_READERS = {
    "nomads-drawn": _read_nomads,
    "movement-begun": _read_movement_begun,
    "group-moved": _read_move,
    "block-mustered": _read_move,
    "sea-moved": _read_voyage,
    "germans-entered": _read_entry,
    "block-left": _read_exit,
    "block-regrouped": _read_exit,
    "field-revealed": _read_revealed,
    "castle-revealed": _read_revealed,
    "storm-declared": _read_revealed,
    "sally-declared": _read_revealed,
    "marker-kept": _read_shown,
    "block-withdrew": _read_shown,
    "block-fired": _read_shown,
    "block-reduced": _read_reduced,
    "block-eliminated": _read_eliminated,
    "block-retreated": _read_retreat,
    "block-staged": _read_staged,
    "block-deployed": _read_deployed,
    "attrition-rolled": _read_attrition,
    "blocks-disbanded": _read_disbanded,
    "year-ended": _read_year_end,
}


def imagine(position: Position, side: str, random: Random, belief: Belief | None = None) -> Position:
    """Returns a position drawn by lot among those that show ``side`` the same as the true ``position`` does.

    Without a belief hidden blocks may be any that can stand where they do.
    """
    me = SIDES.index(side)
    enemy = 1 - me
    world = position.copy()
    _deal_cards(world, me, enemy, random)
    if position.winner is not None:
        return world
    hidden = OF_SIDE[enemy] & ~position.face_up
    unknown = [
        b
        for b in bits(hidden)
        if position.where[b] < TOWN_COUNT or (position.where[b] == POOL and not CRUSADERS >> b & 1)
    ]
    slots = sorted(_signature(position, enemy, b) for b in unknown)
    guess = random.choice(belief.guesses) if belief is not None else None
    names = _blocks_for_slots(slots, unknown, guess, random, never_drawn(position.ruleset))
    _write_blocks(world, position, enemy, slots, names, guess)
    _drop_secrets(world, enemy)
    world.rebuild()
    return world


def deal_anew(position: Position, side: str, random: Random, belief: Belief | None = None) -> Position:
    """Returns a position by lot as :func:`imagine` does, from which both sides can play on.

    In each town as many hidden blocks have moved, march on or were strengthened as everybody saw.
    """
    world = imagine(position, side, random, belief)
    enemy = 1 - SIDES.index(side)
    hidden = OF_SIDE[enemy] & ~position.face_up
    world.moved, world.strengthened = position.moved & ~hidden, position.strengthened & ~hidden
    world.forced = {block: march for block, march in position.forced.items() if not hidden >> block & 1}
    arrived = 0
    for arrival in world.arrivals:
        arrived |= arrival.blocks & hidden
    for town in bits(position.present[enemy]):
        before, here = position.at[town] & hidden, list(bits(world.at[town] & hidden))
        random.shuffle(here)
        here.sort(key=lambda block: (world.castle >> block & 1, not arrived >> block & 1))
        marches = sorted(march for block, march in position.forced.items() if before >> block & 1)
        world.forced.update(zip(here, marches, strict=False))
        world.moved |= sum(1 << block for block in here[: (position.moved & before).bit_count()])
        world.strengthened |= sum(1 << block for block in here[: (position.strengthened & before).bit_count()])
    return world


_Slot = tuple[PlaceNumber, bool, bool, bool, bool, tuple[int, ...], bool, int]
"""What everybody sees of a hidden block: place, in the castle, due in round 2 or 3, acted, the roads by which it came
(as numbers of the arrivals), whether it is just drawn, and the town it was disbanded in this winter, or -1."""


def _signature(position: Position, enemy: Side, block: BlockNumber) -> _Slot:
    """Returns what everybody sees of a hidden block."""
    bit, place = 1 << block, position.where[block]
    roads = tuple(
        i
        for i, arrival in enumerate(position.arrivals)
        if arrival.side == enemy and arrival.town == place and arrival.blocks & bit and not position.fought >> place & 1
    )
    battle = position.battle
    return (
        place,
        bool(position.castle & bit),
        bool(position.due2 & bit),
        bool(position.due3 & bit),
        battle is not None and battle.town == place and bool(battle.acted & bit),
        roads,
        position.drawn == block,
        position.disbanded.get(block, -1),
    )


def _blocks_for_slots(
    slots: list[_Slot], unknown: list[BlockNumber], guess: Guess | None, random: Random, undrawn: BlockSet
) -> list[BlockNumber]:
    """Returns a block for each slot, in the order of the slots.

    Where the guess has it, if there is room for it, and the others by lot; none of ``undrawn`` in the Draw Pool.
    """
    room: dict[int, int] = {}
    for slot in slots:
        room[slot[0]] = room.get(slot[0], 0) + 1
    at: dict[int, list[int]] = {place: [] for place in room}
    loose = _seat_as_guessed(at, room, unknown, guess, random, undrawn)
    places = sorted((place for place in at if place != POOL), key=lambda place: random.random())
    _seat_by_lot(at, room, places, loose, random, undrawn)
    _fill_pool(at, places, loose, random, undrawn)
    for there in at.values():
        random.shuffle(there)
    return [at[slot[0]].pop() for slot in slots]


_Seats = dict[int, list[int]]
"""The blocks that get into the slots of each place."""


def _seat_as_guessed(
    at: _Seats, room: dict[int, int], unknown: list[BlockNumber], guess: Guess | None, random: Random, undrawn: BlockSet
) -> list[BlockNumber]:
    """Seats the blocks where the guess has them. Returns those without a seat, ``undrawn`` first."""
    loose = []
    blocks = unknown[:]
    random.shuffle(blocks)
    for block in blocks:
        place = guess.where[block] if guess is not None else -1
        if place in at and len(at[place]) < room[place] and not (place == POOL and undrawn >> block & 1):
            at[place].append(block)
        else:
            loose.append(block)
    loose.sort(key=lambda block: not undrawn >> block & 1)  # the pool comes last
    return loose


def _seat_by_lot(
    at: _Seats,
    room: dict[int, int],
    places: list[PlaceNumber],
    loose: list[BlockNumber],
    random: Random,
    undrawn: BlockSet,
) -> None:
    """Seats loose blocks on the map: at each place first one whose seat it is, then any other."""
    for place in places:
        while loose and len(at[place]) < room[place]:
            near = next((b for b in loose if place in BLOCKS[b].seats), None)
            block = near if near is not None else loose[0] if undrawn >> loose[0] & 1 else random.choice(loose)
            loose.remove(block)
            at[place].append(block)


def _fill_pool(
    at: _Seats, places: list[PlaceNumber], loose: list[BlockNumber], random: Random, undrawn: BlockSet
) -> None:
    """Puts the rest into the Draw Pool; one that cannot lie there changes places with a block on the map."""
    for block in loose:
        others = [(p, b) for p in places for b in at[p] if not undrawn >> b & 1] if undrawn >> block & 1 else []
        # Where the map has no other hidden block, as in a position that was set up, the pool does hold it.
        place, other = random.choice(others) if others else (POOL, block)
        if others:
            at[place][at[place].index(other)] = block
        at[POOL].append(other)


def _write_blocks(
    world: Position, position: Position, enemy: Side, slots: list[_Slot], names: list[BlockNumber], guess: Guess | None
) -> None:
    """Writes the blocks into the world, each with the marks of its slot."""
    _clear_marks(world, sum(1 << b for b in names))
    roads: dict[int, int] = {}
    for (place, castle, due2, due3, acted, came, drawn, disbanded), block in zip(slots, names, strict=True):
        bit = 1 << block
        world.where[block] = place
        steps = STEPS[block] if guess is None or place == POOL else min(STEPS[block], max(1, guess.steps[block]))
        world.steps[block] = steps
        world.castle |= castle << block
        world.due2 |= due2 << block
        world.due3 |= due3 << block
        if acted and world.battle is not None:
            world.battle.acted |= bit
        if drawn:
            world.drawn = block
        if disbanded >= 0:
            world.disbanded[block] = disbanded
        for road in came:
            roads[road] = roads.get(road, 0) | bit
    if world.arrivals:
        _write_arrivals(world, enemy, roads)


def _clear_marks(world: Position, blocks: BlockSet) -> None:
    """Takes from the blocks the marks that they had in the true position."""
    keep = ~blocks
    world.castle &= keep
    world.due2 &= keep
    world.due3 &= keep
    world.disbanded = {b: town for b, town in world.disbanded.items() if not blocks >> b & 1}
    if world.battle is not None:
        world.battle.acted &= keep
        if world.battle.half >= 0 and blocks >> world.battle.half & 1:
            world.battle.half = -1  # hidden again with its castle


def _write_arrivals(world: Position, enemy: Side, roads: dict[int, int]) -> None:
    """Writes the enemy's arrivals with as many blocks as everybody saw."""
    arrivals: list[Arrival] = []
    for i, arrival in enumerate(world.arrivals):
        if arrival.side != enemy:
            arrivals.append(arrival)
            continue
        there = roads.get(i, 0)
        if not world.fought >> arrival.town & 1:
            there |= (
                arrival.blocks
                & world.face_up
                & sum(1 << b for b in bits(arrival.blocks) if world.where[b] == arrival.town)
            )
        missing = arrival.blocks.bit_count() - there.bit_count()
        for block in bits(OF_SIDE[enemy] & ~(there | world.due2 | world.due3)):
            if missing <= 0:
                break
            if world.where[block] != arrival.town:
                there |= 1 << block
                missing -= 1
        arrivals.append(arrival._replace(blocks=there))
    world.arrivals = tuple(arrivals)


def _drop_secrets(world: Position, enemy: Side) -> None:
    """Drops from an imagined position what only the enemy knows: which of its blocks moved or were strengthened.

    Its work in winter is what the imagined blocks call for.
    """
    world.moved &= ~OF_SIDE[enemy]
    world.strengthened &= ~OF_SIDE[enemy]
    world.forced = {block: step for block, step in world.forced.items() if not OF_SIDE[enemy] >> block & 1}
    if world.phase == "winter" and world.winter[enemy] not in ("", "done"):
        world.rebuild()
        work = "supply" if overfull(world, enemy) else "replace"
        world.winter = (work, world.winter[1]) if enemy == 0 else (world.winter[0], work)
        world.gained = {town: steps for town, steps in world.gained.items() if not world.present[enemy] >> town & 1}


def _deal_cards(world: Position, me: Side, enemy: Side, random: Random) -> None:
    """Deals the enemy a hand anew, from the cards that nobody has seen."""
    left = list(DECK)
    for card in (*world.hands[me], *world.spent[0], *world.spent[1]):
        left.remove(card)
    hand = random.sample(left, len(world.hands[enemy]))
    if hand and world.turn == 1 and all(card == INTRIGUE for card in hand):
        hand = random.sample([card for card in left if card != INTRIGUE], len(hand))
    cards = tuple(sorted(hand))
    hands = list(world.hands)
    hands[enemy] = cards
    world.hands = (hands[0], hands[1])
    if world.chosen[enemy] is not None:
        chosen = list(world.chosen)
        chosen[enemy] = random.choice([card for card in cards if card != INTRIGUE or world.turn > 1])
        world.chosen = (chosen[0], chosen[1])


__all__ = ["Belief", "deal_anew", "imagine"]
