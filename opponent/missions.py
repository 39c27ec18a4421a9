"""A mission of a movement: blocks that go to one town, and the actions of the rules that carry it out."""

from collections.abc import Set
from typing import NamedTuple

from opponent.evaluate import Ledger
from opponent.offered import values
from rules.actions import Action, Offer
from rules.atlas import ROAD_BETWEEN, TOWN, TOWN_IDS, Routes
from rules.decisions import STEPS, TRANSITIONS
from rules.dice import SeededDice
from rules.kinds import BlockNumber, Side, TownNumber
from rules.phases.movement import enter, leave
from rules.play import Play
from rules.position import Position
from rules.roster import BLOCK, BLOCK_IDS

_DICE = SeededDice(0)
"""Never asked: the dice of forced marches are rolled when the movement is done."""


class Mission(NamedTuple):
    """Blocks that go to one town, with the gain and the cost of that."""

    town: TownNumber
    blocks: tuple[BlockNumber, ...]
    gain: float
    cost: int
    way: str
    """``move``, ``force`` (by forced marches), ``muster``, ``sea-move``, ``enter`` or ``winter-campaign``."""

    def has(self, action: Action) -> bool:
        """Whether an action of a plan belongs to this mission: an act of one of its blocks, or the call to its town."""
        if action.block is not None:
            return BLOCK[action.block] in self.blocks
        return action.type == CALLS.get(self.way) and action.town == TOWN_IDS[self.town]

    def can_do_without(self, used: Set[str | None]) -> bool:
        """Whether something is left of this mission when these blocks, by id, do something else."""
        return not self.blocks or any(BLOCK_IDS[block] not in used for block in self.blocks)


CALLS = {"muster": "muster-to", "winter-campaign": "winter-campaign"}
"""The action that opens a mission, by its way: it names the town, and no block."""


def carry_out(mission: Mission, position: Position, side: Side, ledger: Ledger) -> list[Action]:
    """Performs as much of a mission in the position as is legal, the best blocks first. Returns the actions taken."""
    play = Play(position, _DICE, TRANSITIONS)
    actions = []
    call = CALLS.get(mission.way)
    if call is not None:
        actions.append(Action(call, town=TOWN_IDS[mission.town]))
        STEPS["move"].take(play, side, actions[0])
    for block in sorted(mission.blocks, key=lambda b: (-ledger.worth(b), b)):
        action = _next_action(position, side, block, mission)
        if action is not None:
            STEPS["move"].take(play, side, action)
            actions.append(action)
            if action.forced:
                _march_on(play, side, block)
    return actions


def _next_action(position: Position, side: Side, block: BlockNumber, mission: Mission) -> Action | None:
    """Returns the action that takes a block to the mission's town now, by the road of the main attack if it can."""
    way = mission.way
    forced = way == "force"
    type_ = "move" if forced else way
    offers = [
        offer
        for offer in STEPS["move"].offers(position, side)
        if offer.type == type_ and bool(offer.given.get("forced")) is forced
    ]
    if way in ("move", "force", "muster"):
        return _march(position, side, block, mission, offers)
    name, town_id = BLOCK_IDS[block], TOWN_IDS[mission.town]
    if way == "sea-move":
        return _sail(name, town_id, offers)
    if way == "enter" and any(name in values(offer, "block") and town_id in values(offer, "town") for offer in offers):
        return Action("enter", block=name, town=town_id)
    return None


def _march(position: Position, side: Side, block: BlockNumber, mission: Mission, offers: list[Offer]) -> Action | None:
    """Returns the shortest march to the mission's town, or before it one by the road of the main attack."""
    name, town_id = BLOCK_IDS[block], TOWN_IDS[mission.town]
    main = position.mains.get((mission.town, side))
    best: tuple[tuple[int, int, tuple[str, ...]], Action] | None = None
    for offer in offers:
        fields = dict(offer.open)
        if name not in fields["block"] or (mission.way != "muster" and cost_of(offer) > position.moves):
            continue
        routes = fields["path"]
        for path in routes.to(mission.town) if isinstance(routes, Routes) else routes:
            if path[-1] != town_id:
                continue
            start = TOWN_IDS[position.where[block]]
            key = (int(main is not None and _last_road(start, path) != main), len(path), path)
            if best is None or key < best[0]:
                best = (key, _action_along(mission.way, name, path))
    return best[1] if best is not None else None


def _last_road(start: str, path: tuple[str, ...]) -> int:
    """Returns the road by which a path from a town enters its last town."""
    return _road_from([start, *path][-2], TOWN[path[-1]])


def _action_along(way: str, block: str, path: tuple[str, ...]) -> Action:
    """Returns the action that takes a block along a path."""
    if way == "force":
        return Action("move", block=block, path=path, forced=True)
    return Action(way, block=block, path=path)


def _march_on(play: Play, side: Side, block: BlockNumber) -> None:
    """Takes the extra step of a forced march at once, without its die, so that planning counts the block as arrived."""
    position = play.position
    march = position.forced[block]
    position.forced = {other: step for other, step in position.forced.items() if other != block}
    leave(play, block)
    enter(play, side, block, march.town, march.road, start=march.start)


def _road_from(name: str, town: TownNumber) -> int:
    return ROAD_BETWEEN[TOWN[name], town]


def cost_of(offer: Offer) -> int:
    """Returns the Moves that an action of the offer costs; none for a block that follows the first of a group."""
    return int((offer.about or {}).get("cost", 0))


def routes_of(offer: Offer) -> Routes:
    """Returns the paths of an offer to move."""
    routes = dict(offer.open)["path"]
    assert isinstance(routes, Routes)
    return routes


def lands_safely(offer: Offer) -> bool:
    """Whether the voyages of this offer end without a fight: in a port that is not besieged, or in the castle of a
    besieged one.
    """
    if "area" in dict(offer.open):
        return "castle" in dict(offer.open)["area"]
    return not offer.given or offer.given.get("area") == "castle"


def _sail(block: str, port: str, offers: list[Offer]) -> Action | None:
    """Returns a block's voyage to a port, into its castle where the side may choose."""
    for offer in offers:
        if block in values(offer, "block") and port in values(offer, "port"):
            areas = dict(offer.open).get("area")
            if areas is None or "castle" in areas:
                return Action("sea-move", block=block, port=port, area=None if areas is None else "castle")
    return None
