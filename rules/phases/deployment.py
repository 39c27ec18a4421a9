"""Deployment (rules 3.0): the Franks adjust seats, the nomads are drawn, Saladin may change places with a relative."""

from functools import cache

from rules.actions import Action, Offer
from rules.atlas import FRANK, PORTS, RATING, SARACEN, SIDES, TOWN, TOWN_IDS, TOWNS, bits
from rules.kinds import BlockNumber, Side, TownNumber
from rules.phases import cards
from rules.places import POOL, STAGING
from rules.play import Play, Refusal, Step, on_map, refuse
from rules.position import Position
from rules.roster import BLOCK, BLOCK_IDS, BLOCKS, CRUSADERS, NOMADS, OF_SIDE, PILGRIMS, ids

SALADIN = BLOCK["saladin"]
_LIMITS = tuple(max(1, rating) for rating in RATING)
_FRANKS = tuple(bits(OF_SIDE[FRANK]))
FRANK_PORTS = tuple(t.number for t in TOWNS if PORTS >> t.number & 1 and t.kingdom == FRANK)


def start_limit(town: TownNumber) -> int:
    """Returns how many blocks may start in a town: its Town Rating, or 1 in a minor town (3.1, R85)."""
    return _LIMITS[town]


def begin(play: Play) -> None:
    """Set up both sides at full strength at their seats (3.1, 3.2)."""
    position = play.position
    for block in BLOCKS:
        if block.seats and block.kind != "nomad":
            position.put(block.number, block.seats[0])
    play.say("game-begun", {"ruleset": position.ruleset.to_json()})
    _add_handicap(play)
    play.wait("seats", FRANK)


def _add_handicap(play: Play) -> None:
    """Catalogue 3.7: so many extra Frank blocks, Crusaders in their box, Pilgrims in a port with room."""
    position = play.position
    count = position.ruleset.handicap
    if not count:
        return
    for name in play.dice.choose("handicap", ids(CRUSADERS | PILGRIMS), count):
        block = BLOCK[name]
        if CRUSADERS >> block & 1:
            box = STAGING[BLOCKS[block].nation]
            position.put(block, box)
            play.say("block-added", {"side": "frank", "box": BLOCKS[block].nation, "block": name})
        else:
            port = next(t for t in FRANK_PORTS if position.at[t].bit_count() < start_limit(t))
            position.put(block, port)
            play.say("block-added", {"side": "frank", "town": TOWN_IDS[port]}, owner=FRANK, secret={"block": name})


def _seats(block: BlockNumber, in_region: bool) -> tuple[TownNumber, ...]:
    """Returns the towns where a Frank block may start: its seats, or those in its home region (1.13)."""
    seats = FRANK_PORTS if PILGRIMS >> block & 1 else BLOCKS[block].seats
    if not in_region or PILGRIMS >> block & 1:
        return seats
    return tuple(seat for seat in seats if TOWNS[seat].region == TOWNS[seats[0]].region)


def crowded(position: Position) -> list[TownNumber]:
    """Towns with more Franks than may start there (3.1)."""
    franks = OF_SIDE[FRANK]
    return [t for t, here in enumerate(position.at) if here and (here & franks).bit_count() > _LIMITS[t]]


@cache
def _seat_offer(block: BlockNumber, here: TownNumber, in_region: bool) -> Offer | None:
    """The other seats of a block that stands in a town."""
    others = tuple(TOWN_IDS[seat] for seat in _seats(block, in_region) if seat != here)
    return Offer("place", {"block": BLOCK_IDS[block]}, (("town", others),)) if others else None


def seats_offers(position: Position, side: Side) -> list[Offer]:
    """Franks that may move to another of their seats with room (1.13, 3.1)."""
    where, in_region = position.where, position.ruleset.alternates_in_region
    placed = [block for block in _FRANKS if where[block] < len(TOWN_IDS)]
    offers = [offer for block in placed if (offer := _seat_offer(block, where[block], in_region)) is not None]
    if not crowded(position):
        offers.append(Offer("done"))
    return offers


def seats_explain(position: Position, side: Side, action: Action) -> Refusal:
    """Why this block cannot be put there at deployment (1.13, 3.1)."""
    if action.type == "done":
        too_full = [TOWNS[town] for town in crowded(position)]
        return refuse(
            "3.1", "More blocks than the castle limit in: {towns}. Move some to another seat first.", towns=too_full
        )
    if action.type != "place":
        return refuse("3.1", "Now Frank blocks are placed at their seats; end with done.")
    block = BLOCKS[BLOCK[action.block or ""]]
    if not on_map(position, block.number):
        return refuse("3.1", "Only Outremers, Turcopoles and Military Orders change seats.")
    seats = [TOWNS[seat] for seat in _seats(block.number, position.ruleset.alternates_in_region)]
    return refuse(
        "1.13", "{block} may start at: {towns}; name a seat other than where it stands.", block=block, towns=seats
    )


def seats_take(play: Play, side: Side, action: Action) -> None:
    """Puts a block at another of its seats, or ends the step (3.1)."""
    position = play.position
    if action.type == "place":
        block, town = BLOCK[action.block or ""], TOWN[action.town or ""]
        old = position.where[block]
        position.put(block, town)
        # H16: the enemy sees only where blocks stand when the deployment is over
        play.say(
            "seat-adjusted",
            None,
            FRANK,
            {"side": "frank", "from": TOWN_IDS[old], "to": action.town, "block": action.block},
        )
        return
    play.say("deployment-ended", {"side": "frank"})
    _draw_nomads(play)


def _draw_nomads(play: Play) -> None:
    """3.2: four nomads at their homes, after the Franks have adjusted their seats (3.1, R86)."""
    position = play.position
    count = position.ruleset.nomads_at_start - position.ruleset.handicap
    towns: dict[str, list[str]] = {}
    for name in play.dice.choose("nomads", ids(NOMADS), count):
        home = BLOCKS[BLOCK[name]].seats[0]
        position.put(BLOCK[name], home)
        towns.setdefault(TOWN_IDS[home], []).append(name)
    counts = {town: len(names) for town, names in sorted(towns.items())}
    play.say(
        "nomads-drawn",
        {"towns": counts},
        SARACEN,
        {"blocks": {town: sorted(names) for town, names in sorted(towns.items())}},
    )
    play.wait("family", SARACEN)


def family_offers(position: Position, side: Side) -> list[Offer]:
    """3.2: Saladin with a relative who stands elsewhere, once."""
    here = position.where[SALADIN]
    offers = []
    if here == BLOCKS[SALADIN].seats[0]:
        relatives = tuple(b.id for b in BLOCKS if b.family and position.where[b.number] not in (here, POOL))
        offers.append(Offer("swap", {}, (("block", relatives),)))
    return [*offers, Offer("done")]


def family_explain(position: Position, side: Side, action: Action) -> Refusal:
    """Why Saladin cannot change places with this block (3.2)."""
    if action.type != "swap":
        return refuse("3.2", "Now Saladin may change places with one of his family, or stay: swap or done.")
    if position.where[SALADIN] != BLOCKS[SALADIN].seats[0]:
        return refuse("3.2", "Saladin has changed places already; he may do so once.")
    return refuse(
        "3.2",
        "Saladin may change places with a block of his family who stands in another town: al-Adil, al-Aziz or"
        " al-Zahir.",
    )


def family_take(play: Play, side: Side, action: Action) -> None:
    """Exchanges Saladin with a relative, or leaves all as it is (3.2)."""
    position = play.position
    if action.type == "swap":
        other = BLOCK[action.block or ""]
        town = position.where[other]
        position.put(other, position.where[SALADIN])
        position.put(SALADIN, town)
        play.say("saladin-swapped", None, SARACEN, {"side": "saracen", "block": action.block, "town": TOWN_IDS[town]})
        return
    play.say("deployment-ended", {"side": "saracen"})
    cards.begin_year(play)


STEPS = {
    "seats": Step(seats_offers, seats_explain, seats_take, "3.1", auto=False),
    "family": Step(family_offers, family_explain, family_take, "3.2", auto=False),
}
__all__ = ["POOL", "SIDES", "STEPS", "begin"]
