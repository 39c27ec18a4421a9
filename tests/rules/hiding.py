"""What lies hidden in a position, the same position with hidden things exchanged, and what might be tried on both: no
enemy and no spectator may tell the two apart."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any

from rules import game
from rules.actions import AREAS, FIELDS, Action
from rules.atlas import SIDES, TOWN_IDS, bits, walks
from rules.deck import CARDS, DECK
from rules.places import POOL, TOWN_COUNT
from rules.position import Position
from rules.roster import ASSASSINS, BLOCK, BLOCK_IDS, BLOCKS, CRUSADERS, OF_SIDE, STEPS

_SETS = ("castle", "moved", "due2", "due3", "strengthened")


def hidden(position: Position, side: int) -> list[int]:
    """Blocks of a side on the map that do not lie face-up."""
    return [b for b in bits(OF_SIDE[side] & ~position.face_up) if position.where[b] < TOWN_COUNT]


def pooled(position: Position, side: int) -> list[int]:
    """Blocks face-down in a side's Draw Pool, the one just drawn left out; and the Crusaders, since everybody sees who
    of them has been drawn (7.21)."""
    return [b for b in bits(OF_SIDE[side] & ~CRUSADERS) if position.where[b] == POOL and b != position.drawn]


def renamed(position: Position, names: Mapping[int, int], strength: Random | None = None) -> Position:
    """The position with hidden blocks standing in one another's places: ``names[b]`` stands where ``b`` stood, with its
    strength as far as it reaches, or any strength."""
    new = position.copy()
    for old, block in names.items():
        place = position.where[old]
        new.where[block] = place
        most = STEPS[block]
        on_map = place < TOWN_COUNT
        new.steps[block] = (
            strength.randint(1, most) if strength and on_map else min(position.steps[old], most) if on_map else most
        )
        for name in _SETS:
            setattr(new, name, getattr(new, name) & ~(1 << block) | (getattr(position, name) >> old & 1) << block)

    def blocks(mask: int) -> int:
        return sum(1 << names.get(b, b) for b in bits(mask))

    new.arrivals = tuple(arrival._replace(blocks=blocks(arrival.blocks)) for arrival in position.arrivals)
    new.forced = {names.get(b, b): step for b, step in position.forced.items()}
    new.disbanded = {names.get(b, b): town for b, town in position.disbanded.items()}
    if new.battle is not None:
        new.battle.acted = blocks(new.battle.acted)
    new.rebuild()
    return new


def exchanged(position: Position, one: int, other: int) -> Position:
    """Two hidden blocks of a side exchanged."""
    return renamed(position, {one: other, other: one})


def shuffled(position: Position, side: int, random: Random) -> Position:
    """All hidden blocks of a side, those of its Draw Pool too, dealt out anew, with any strengths."""
    before = hidden(position, side) + pooled(position, side)
    after = before[:]
    random.shuffle(after)
    return renamed(position, dict(zip(before, after, strict=True)), random)


def other_hand(position: Position, side: int, random: Random) -> Position:
    """Other cards in a side's hand, of those that nobody else has or has played, and another of them chosen."""
    new = position.copy()
    left = list(DECK)
    for card in (*position.hands[1 - side], *position.spent[0], *position.spent[1]):
        left.remove(card)
    hand = tuple(sorted(random.sample(left, len(position.hands[side]))))
    new.hands = (hand, position.hands[1]) if side == 0 else (position.hands[0], hand)
    if position.chosen[side] is not None:
        card = random.choice(hand)
        new.chosen = (card, position.chosen[1]) if side == 0 else (position.chosen[0], card)
    return new


def seen(position: Position, viewer: str | None) -> bytes:
    """A view as it goes over the wire."""
    return json.dumps(game.observe(position, viewer), sort_keys=True, separators=(",", ":")).encode()


def strangers(side: int) -> tuple[str, None]:
    """Who may not see what a side hides: its enemy, and a spectator."""
    return SIDES[1 - side], None


def asks_winter(outcome: game.Outcome) -> bool:
    """Whether a side has come to the end of its winter: that is open, though it may rest on the strength of its blocks
    (N7).
    """
    return any(event.type == "winter-ended" for event in outcome.events)


def named(data: Any) -> set[str]:
    """Every block named anywhere in JSON data."""
    if isinstance(data, dict):
        return set().union(*(named(value) for value in data.values()), *(named(key) for key in data))
    if isinstance(data, list | tuple):
        return set().union(*(named(value) for value in data))
    return {data} if data in _IDS else set()


def every_action(random: Random, position: Position) -> Iterator[Action]:
    """Every type of action about every block, or about every town or card where it names no block; its other fields at
    random. All are well formed, hardly any is legal."""
    for type_, (required, optional) in FIELDS.items():
        names = [*required, *(name for name in optional if random.random() < 0.3)]
        about = next((name for name in EVERY if name in names), None)
        for value in EVERY[about] if about else [None]:
            fields = {name: value if name == about else random.choice(ANY[name]) for name in names}
            if "path" in names and position.where[BLOCK[value]] < TOWN_COUNT:
                fields["path"] = random.choice(walks(position.where[BLOCK[value]], random.randint(1, 4))).path
            yield Action(type_, **fields)


EVERY: dict[str, Sequence[Any]] = {
    "block": BLOCK_IDS,
    "blocks": [(block,) for block in BLOCK_IDS],
    "target": [*BLOCK_IDS, *product(TOWN_IDS, AREAS)],
    "town": TOWN_IDS,
    "card": sorted(CARDS),
}
"""What an action may be about, and all the values that has. The first of them that a type has is gone through."""
ANY: dict[str, Sequence[Any]] = {
    "path": [(one, other) for one, other in product(TOWN_IDS, TOWN_IDS) if one != other],
    **dict.fromkeys(("to", "port", "town"), TOWN_IDS),
    "area": AREAS[:2],
    "road": [*TOWN_IDS, "sea", "germania"],
    "forced": [True],
    "start": TOWN_IDS,
}


_IDS = frozenset(block.id for block in BLOCKS if block.number != ASSASSINS)
__all__ = [
    "asks_winter",
    "every_action",
    "exchanged",
    "hidden",
    "named",
    "other_hand",
    "pooled",
    "renamed",
    "seen",
    "shuffled",
    "strangers",
]
