"""Standing orders: what a player wants done in decisions that need no thought, so that the game need not wait for him.

:func:`answer` gives the action the orders give for the decision a side has before it. It is always legal, and rests on
nothing the side may not know. What the orders do not cover is None: the player is asked.

Every order begins as ``ask``. They cover:

hits
    Who takes a hit (6.31, 6.54): ``cheapest``, or ``listed`` only as far as the two lists of blocks decide it.
fire, charge, harry, retreat-below
    Combat turns (6.2), as far as every block that may act is covered. A block weaker than ``retreat-below`` withdraws
    into its castle or retreats, where the rules let it. Another charges or harries where that is ordered ``always``.
    Otherwise fire is the only sensible choice, and ``fire: all`` takes it, but never for a block that may charge or
    harry where ``ask`` stands for that.
retreat, retreat-towns
    Where blocks go that retreat, harry, or must leave after the third round: the towns listed, in order; then with
    ``safest`` any.
garrison, sally, storm, siege, face-up, regroup
    Sieges (6.1, 6.5) and victory (6.7): ``fill`` the castle with the dearest blocks or ``never`` take it, ``decline``
    to sally or storm, ``stay`` on siege, show the ``cheapest`` besieger, ``pass`` a regroup.
battles, battle-towns
    Which battle is next (6.0): the towns listed, in order; then with ``any`` whichever.
draw, draw-towns
    Where a drawn block is placed (7.24, 7.3): a ``seat`` where it comes at full strength, or else with ``anywhere`` a
    friendly town. Towns listed come first among equals.
supply, replace
    Winter (8.3, 8.4): disband the ``cheapest``; give steps to who is ``most-lost`` or to the ``dearest`` first.

``spend`` lists blocks to be given up first, ``spare`` blocks to be kept longest, most precious first. Blocks on neither
list are compared by what they are worth: those that never come back are dear, then strength times firepower counts.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from rules import game
from rules.actions import Action, Offer, SetChoice
from rules.atlas import RATING, SIDES, TOWN
from rules.kinds import Side
from rules.phases import winter
from rules.position import Position
from rules.roster import BLOCK, BLOCKS, OF_SIDE

ASK = "ask"
CHOICES: dict[str, tuple[str, ...]] = {
    "hits": (ASK, "listed", "cheapest"),
    "fire": (ASK, "all"),
    "charge": (ASK, "never", "always"),
    "harry": (ASK, "never", "always"),
    "retreat": (ASK, "listed", "safest"),
    "garrison": (ASK, "fill", "never"),
    "sally": (ASK, "decline"),
    "storm": (ASK, "decline"),
    "siege": (ASK, "stay"),
    "face-up": (ASK, "cheapest"),
    "regroup": (ASK, "pass"),
    "battles": (ASK, "listed", "any"),
    "draw": (ASK, "seat", "anywhere"),
    "supply": (ASK, "cheapest"),
    "replace": (ASK, "most-lost", "dearest"),
}
BLOCK_LISTS = ("spare", "spend")
TOWN_LISTS = ("retreat-towns", "battle-towns", "draw-towns")
STRONGEST = 4
"""No block is stronger, so no higher strength makes sense below which to retreat."""


class BadOrders(ValueError):
    """The data is not a set of orders; the message says which name is wrong and what would be right."""


@dataclass(frozen=True, slots=True)
class Orders:
    """The standing orders of one side. As they are made here they cover nothing."""

    hits: str = ASK
    fire: str = ASK
    charge: str = ASK
    harry: str = ASK
    retreat_below: int = 0
    retreat: str = ASK
    retreat_towns: tuple[str, ...] = ()
    garrison: str = ASK
    sally: str = ASK
    storm: str = ASK
    siege: str = ASK
    face_up: str = ASK
    regroup: str = ASK
    battles: str = ASK
    battle_towns: tuple[str, ...] = ()
    draw: str = ASK
    draw_towns: tuple[str, ...] = ()
    supply: str = ASK
    replace: str = ASK
    spare: tuple[str, ...] = ()
    spend: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The orders as plain data, every name with its value."""
        data = {field.name.replace("_", "-"): getattr(self, field.name) for field in fields(self)}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in data.items()}

    @classmethod
    def from_json(cls, data: Any, side: str | None = None) -> "Orders":
        """Reads what :meth:`to_json` wrote. A name that is left out gets the value "ask".

        With a side, only its blocks may be named. Raises :class:`BadOrders`.
        """
        if not isinstance(data, dict):
            raise BadOrders("orders are an object of names and values")
        given: dict[str, Any] = {}
        for name, value in data.items():
            if name in CHOICES:
                given[_field_of(name)] = _read_choice(name, value)
            elif name in BLOCK_LISTS:
                given[name] = _read_ids(name, value, _blocks_of(side), "a block" if side is None else f"a {side} block")
            elif name in TOWN_LISTS:
                given[_field_of(name)] = _read_ids(name, value, TOWN, "a town")
            elif name == "retreat-below":
                given[_field_of(name)] = _read_strength(value)
            else:
                known = ", ".join(sorted([*CHOICES, *BLOCK_LISTS, *TOWN_LISTS, "retreat-below"]))
                raise BadOrders(f"unknown order {str(name)[:40]!r}; known: {known}")
        orders = cls(**given)
        both = sorted(set(orders.spare) & set(orders.spend))
        if both:
            raise BadOrders(f"{both[0]!r} stands in both 'spare' and 'spend'")
        return orders


CAREFUL = Orders(
    hits="cheapest",
    fire="all",
    charge="ask",
    harry="ask",
    retreat_below=2,
    retreat="safest",
    sally="decline",
    siege="stay",
    face_up="cheapest",
    regroup="pass",
    draw="anywhere",
    supply="cheapest",
    replace="most-lost",
)
"""Orders as a careful player might leave them: everything plain is covered; storms, castles, the order of battles,
charges and harrying are still asked for."""


def _field_of(name: str) -> str:
    """The field of `Orders` for a name of the JSON."""
    return name.replace("-", "_")


def _read_choice(name: str, value: Any) -> str:
    """Returns the value if it is one of the choices of this order. Raises BadOrders."""
    if not isinstance(value, str) or value not in CHOICES[name]:
        raise BadOrders(f"{name!r} must be one of: {', '.join(CHOICES[name])}")
    return value


def _read_strength(value: Any) -> int:
    """Reads the order `retreat-below`. Raises BadOrders."""
    if type(value) is not int or not 0 <= value <= STRONGEST:
        raise BadOrders(f"'retreat-below' must be a whole number from 0 (never) to {STRONGEST}")
    return value


def _blocks_of(side: str | None) -> Collection[str]:
    """Returns the ids of a side's blocks; of both sides for None."""
    return {block.id for block in BLOCKS if block.side < len(SIDES) and side in (None, SIDES[block.side])}


def _read_ids(name: str, value: Any, known: Collection[str], what: str) -> tuple[str, ...]:
    """Reads a list of ids, none of them twice. Raises BadOrders; ``what`` is the kind of ids in its text."""
    if not isinstance(value, list | tuple):
        raise BadOrders(f"{name!r} must be a list, which may be empty")
    for item in value:
        if not isinstance(item, str) or item not in known:
            raise BadOrders(f"{name!r} must list ids; {str(item)[:40]!r} is not the id of {what}")
    if len(set(value)) != len(value):
        raise BadOrders(f"{name!r} names something twice")
    return tuple(value)


def answer(position: Position, side: str, orders: Orders) -> Action | None:
    """Returns the action that standing orders give for a side's decision.

    None if there is nothing to decide, or the orders leave the decision to the player.
    """
    rule = _RULES.get(position.step)
    if rule is None or side not in position.awaited:
        return None
    return rule(position, SIDES.index(side), orders, game.offers(position, side))


# What blocks are worth


def _price(position: Position, orders: Orders, block: str) -> tuple[Any, ...]:
    """Sort key of what a block is worth to its player: the lowest is given up first."""
    number = BLOCK[block]
    if block in orders.spend:
        return 0, orders.spend.index(block)
    if block in orders.spare:
        return 2, -orders.spare.index(block)
    known = BLOCKS[number]
    return (
        1,
        position.ruleset.permanent >> number & 1,
        position.steps[number] * known.firepower,
        -ord(known.letter),
        number,
    )


def _by_price(position: Position, orders: Orders, blocks: Iterable[str]) -> list[str]:
    """Sorts blocks, those to be given up first at the beginning."""
    return sorted(blocks, key=lambda block: _price(position, orders, block))


def _values(offers: Sequence[Offer], type_: str, name: str) -> tuple[str, ...]:
    """Returns every value a field may have in the offered actions of a type, whatever their other fields are."""
    found: list[str] = []
    for offer in offers:
        if offer.type == type_:
            found += dict(offer.open).get(name) or [offer.given[name]]
    return tuple(found)


def _set_of(offers: Sequence[Offer]) -> SetChoice:
    """Returns the choice of a set of blocks that is offered, for steps that offer nothing else."""
    choice = offers[0].set
    assert choice is not None
    return choice


# Battles


def _take_hit(position: Position, side: Side, orders: Orders, offers: Sequence[Offer]) -> Action | None:
    """Chooses the block that takes a hit: the cheapest. With the order "listed" none while several unlisted blocks
    could be it.
    """
    if orders.hits == ASK:
        return None
    ranked = _by_price(position, orders, _values(offers, "take-hit", "block"))
    if orders.hits == "listed":
        unnamed = [block for block in ranked if block not in orders.spare and block not in orders.spend]
        if ranked[0] in unnamed and len(unnamed) > 1:
            return None
    return Action("take-hit", block=ranked[0])


_COSTLESS_FIRST = ("fire", "charge", "harry", "withdraw", "retreat")
"""In which order blocks act that may act at the same time: who fires may spare the others a charge or a retreat."""


def _fight(position: Position, side: Side, orders: Orders, offers: Sequence[Offer]) -> Action | None:
    """Chooses the next act in a combat turn.

    None if the orders leave the act of any block that may act now to the player.
    """
    ways: dict[str, dict[str, Offer]] = {}
    for offer in offers:
        ways.setdefault(offer.given["block"], {})[offer.type] = offer
    found = []
    for block, own in ways.items():
        action = _act_of_block(position, side, orders, block, own)
        if action is None:
            return None  # the player may want another order than the one in which the rest would act
        found.append(action)
    return min(
        found,
        key=lambda action: (_COSTLESS_FIRST.index(action.type), _price(position, orders, action.block or "")),
        default=None,
    )


def _act_of_block(position: Position, side: Side, orders: Orders, block: str, ways: dict[str, Offer]) -> Action | None:
    """Chooses what one block does in its combat turn: None if the orders leave it to the player."""
    if position.steps[BLOCK[block]] < orders.retreat_below:
        if "withdraw" in ways:
            return Action("withdraw", block=block)
        if "retreat" in ways:
            return _leave(position, side, orders, ways["retreat"])
    if "fire" not in ways:  # the attackers' last round in an older edition
        return _leave(position, side, orders, ways["retreat"]) if "retreat" in ways else None
    if orders.fire == ASK:
        return None
    for type_, order in (("charge", orders.charge), ("harry", orders.harry)):
        if type_ not in ways or order == "never":
            continue
        if order == ASK:
            return None
        return Action("charge", block=block) if type_ == "charge" else _leave(position, side, orders, ways["harry"])
    return Action("fire", block=block)


def _leave(position: Position, side: Side, orders: Orders, offer: Offer) -> Action | None:
    """Returns the retreat or harrying offered to a block, to the town of the orders; None if they name no town."""
    haven = _haven(position, side, orders, _values([offer], offer.type, "to"))
    return None if haven is None else Action(offer.type, block=offer.given["block"], to=haven)


def _haven(position: Position, side: Side, orders: Orders, towns: Sequence[str]) -> str | None:
    """Chooses the town to which a block retreats: best one's own, with a good castle and many friends in it."""
    if orders.retreat == ASK:
        return None
    listed = [town for town in orders.retreat_towns if town in towns]
    if listed:
        return listed[0]
    if orders.retreat == "listed":
        return None

    def safety(name: str) -> tuple[bool, int, int, str]:
        town = TOWN[name]
        return position.controller(town) == side, RATING[town], (position.at[town] & OF_SIDE[side]).bit_count(), name

    return max(towns, key=safety)


def _must_retreat(position: Position, side: Side, orders: Orders, offers: Sequence[Offer]) -> Action | None:
    """Retreats the dearest block first from a contested field after the last round; None without a town to go to."""
    haven = _haven(position, side, orders, _values(offers, "retreat", "to"))
    if haven is None:
        return None
    dearest = _by_price(position, orders, _values(offers, "retreat", "block"))[-1]  # roads may not have room for all
    return Action("retreat", block=dearest, to=haven)


def _choose_battle(position: Position, side: Side, orders: Orders, offers: Sequence[Offer]) -> Action | None:
    town = _listed_or_any(orders.battles, orders.battle_towns, _values(offers, "choose-battle", "town"))
    return None if town is None else Action("choose-battle", town=town)


def _listed_or_any(order: str, listed: Sequence[str], towns: Sequence[str]) -> str | None:
    if order == ASK:
        return None
    return next((town for town in listed if town in towns), towns[0] if order == "any" else None)


def _garrison(position: Position, side: Side, orders: Orders, offers: Sequence[Offer]) -> Action | None:
    """Chooses the defenders that go into the castle: none, or the dearest, as many as there is room for."""
    if orders.garrison == ASK:
        return None
    choice = _set_of(offers)
    if orders.garrison == "never":
        return choice.choose(())
    dearest = _by_price(position, orders, choice.candidates)[::-1]
    return choice.choose(sorted(dearest[: choice.most]))


def _rule_to_decline(order: str) -> "Rule":
    """Returns the rule that names no block, where this order is "decline"."""

    def rule(position: Position, side: Side, orders: Orders, offers: Sequence[Offer]) -> Action | None:
        return _set_of(offers).choose(()) if getattr(orders, order) == "decline" else None

    return rule


def _rule_to_end_step(order: str, wanted: str) -> "Rule":
    """Returns the rule that ends the step, where this order has the value ``wanted``."""

    def rule(position: Position, side: Side, orders: Orders, offers: Sequence[Offer]) -> Action | None:
        return Action("done") if getattr(orders, order) == wanted else None

    return rule


def _face_up(position: Position, side: Side, orders: Orders, offers: Sequence[Offer]) -> Action | None:
    """Shows the cheapest of the besiegers."""
    if orders.face_up == ASK:
        return None
    return Action("keep-face-up", block=_by_price(position, orders, _values(offers, "keep-face-up", "block"))[0])


# Draws and winter


def _draw(position: Position, side: Side, orders: Orders, offers: Sequence[Offer]) -> Action | None:
    """Chooses the town of a drawn block: a listed one, else the first of its seats.

    Towns where it comes at full strength go before those where it comes at strength 1.
    """
    if orders.draw == ASK:
        return None
    block = position.drawn
    for offer in offers:  # the strongest first
        towns = _values([offer], "deploy", "town")
        full = (offer.about or {}).get("strength") == BLOCKS[block].steps
        if not full and orders.draw == "seat":
            return None
        seats = [seat for seat in BLOCKS[block].seats if position.controller(seat) == side]

        def liking(name: str, seats: Sequence[int] = seats) -> tuple[int, int, int, str]:
            town = TOWN[name]
            place = orders.draw_towns.index(name) if name in orders.draw_towns else len(orders.draw_towns)
            return place, seats.index(town) if town in seats else len(seats), -RATING[town], name

        return Action("deploy", block=BLOCKS[block].id, town=min(towns, key=liking))
    return None


def _winter(position: Position, side: Side, orders: Orders, offers: Sequence[Offer]) -> Action | None:
    """Disbands the cheapest block; gives replacements to the dearest, or by the order "most-lost" to the weakest."""
    if position.winter[side] == "supply":
        if orders.supply == ASK:
            return None
        return Action("disband", block=_by_price(position, orders, _values(offers, "disband", "block"))[0])
    if orders.replace == ASK:
        return None
    blocks = _by_price(position, orders, winter.replaceable(position, side))
    if not blocks:
        return Action("done")
    if orders.replace == "most-lost":
        # of those that have lost as much the dearest, for sorting keeps their order
        blocks.sort(key=lambda block: BLOCKS[BLOCK[block]].steps - position.steps[BLOCK[block]])
    return Action("replace", block=blocks[-1])


Rule = Callable[[Position, int, Orders, Sequence[Offer]], Action | None]
_RULES: dict[str, Rule] = {
    "hits": _take_hit,
    "fight": _fight,
    "must-retreat": _must_retreat,
    "choose-battle": _choose_battle,
    "garrison": _garrison,
    "sally": _rule_to_decline("sally"),
    "storm": _rule_to_decline("storm"),
    "leave-siege": _rule_to_end_step("siege", "stay"),
    "marker": _face_up,
    "regroup": _rule_to_end_step("regroup", "pass"),
    "draw": _draw,
    "winter": _winter,
}
__all__ = ["ASK", "BLOCK_LISTS", "CAREFUL", "CHOICES", "STRONGEST", "TOWN_LISTS", "BadOrders", "Orders", "answer"]
