"""Movement (rules 5.0): whose turn it is to move, what a Move buys, and what follows when a side has moved.

Which ways are open is in :mod:`rules.phases.routes`; this module carries decisions out.
"""

from typing import Any

from rules.actions import Action, Offer
from rules.atlas import GERMAN_ENTRY, ROAD_BETWEEN, SEA, SIDES, TOWN, TOWN_IDS, road_label
from rules.deck import moves_of
from rules.kinds import BlockNumber, BlockSet, PlaceNumber, RoadNumber, Side, TownNumber
from rules.phases import battle, events, explain, routes, siege, winter
from rules.places import GERMANIA, PLACES, TOWN_COUNT, Arrival, March
from rules.play import Play, Refusal, Step, refuse
from rules.position import Position
from rules.roster import BLOCK, BLOCK_IDS, ids


def begin_side(play: Play, side: Side) -> None:
    """Begins a side's part of the turn: its event, or its movement with fresh road limits (5.1 note)."""
    position = play.position
    position.road_use, position.forced = {}, {}
    position.moved = position.opened = position.musters = position.shown = 0
    card = position.played[side]
    assert card is not None
    if card in ("assassins", "manna"):
        if not events.begin(play, side, card):
            side_done(play, side)
        return
    position.phase, position.active = "move", side
    position.moves = moves_of(card)
    kind = card if card in ("guide", "jihad") else "moves"
    play.say("movement-begun", {"side": SIDES[side], "moves": position.moves, "kind": kind})
    play.wait("move", side)


def side_done(play: Play, side: Side) -> None:
    """Lets the other side move after a side's event or movement, or begins the battles after the second one."""
    position = play.position
    if side == position.first:
        begin_side(play, 1 - side)
        return

    position.moved = position.opened = position.musters = position.shown = 0
    position.moves = 0
    position.active = -1
    if position.turn == position.ruleset.turns and routes.campaigner(position) < 0:
        winter.begin(play)
    else:
        position.phase = "battle"
        battle.next_battle(play)


# The move step


def move_offers(position: Position, side: Side) -> list[Offer]:
    """Every group move, muster, sea move and other act of a movement phase that is open now (5.0)."""
    offers = routes.march_offers(position, side)
    if routes.may_pay(position) and position.played[side] not in ("guide", "jihad"):
        offers += routes.sea_offers(position, side)
        offers += routes.entry_offers(position, side)
        offers += routes.winter_campaign_offers(position, side)
    if position.arrivals:
        offers += main_road_offers(position, side)
    if position.markers:
        offers += showing_offers(position, side)
    offers.append(Offer("done"))
    return offers


def move_take(play: Play, side: Side, action: Action) -> None:
    """Carries out one act of the movement phase (5.0)."""
    _TAKE[action.type](play, side, action)


def _march(play: Play, side: Side, action: Action) -> None:
    """Moves one block along its path, by a group move or to a muster."""
    position = play.position
    block = BLOCK[action.block or ""]
    start = position.where[block]
    path = action.path or ()
    cost = 0
    if action.type == "move":
        cost = 0 if position.opened >> start & 1 else 1
        position.moves -= cost
        position.opened |= 1 << start
    towns = [TOWN[name] for name in path]
    here = start
    for town in towns:
        road = ROAD_BETWEEN[here, town]
        position.road_use[road] = position.road_use.get(road, 0) + 1
        here = town
    public: dict[str, Any] = {"side": SIDES[side], "path": [TOWN_IDS[start], *path], "forced": bool(action.forced)}
    if action.type == "move":
        public["cost"] = cost
    play.say("group-moved" if action.type == "move" else "block-mustered", public, side, {"block": action.block})
    leave(play, block)
    if action.forced:
        # R40: the extra step waits for its die until all movement is done
        mustered = action.type == "muster"  # and so attacks nobody
        position.forced[block] = March(
            ROAD_BETWEEN[towns[-2], towns[-1]], towns[-1], mustered, -1 if mustered else _noted_start(position, start)
        )
        position.put(block, towns[-2])
        position.moved |= 1 << block
        return
    last_from = towns[-2] if len(towns) > 1 else start
    enter(play, side, block, towns[-1], ROAD_BETWEEN[last_from, towns[-1]], start=_noted_start(position, start))


def _noted_start(position: Position, town: TownNumber) -> TownNumber:
    """Returns the town where a block started, for editions in which the Main Attack comes from one town; else -1."""
    return town if position.ruleset.main_by_start else -1


def leave(play: Play, block: BlockNumber) -> None:
    """Takes a block out of its town; a siege that it alone kept up is over at once (1.12)."""
    position = play.position
    town = position.where[block]
    play.clear_marks(block)
    position.at[town] &= ~(1 << block)
    position.refresh(town)
    play.check_siege(town)


def enter(
    play: Play,
    side: Side,
    block: BlockNumber,
    town: TownNumber,
    road: RoadNumber,
    castle: bool = False,
    start: TownNumber = -1,
) -> None:
    """Puts a block into a town. Against an enemy in the field its road is noted, for rounds, pins and retreats."""
    position = play.position
    hostile = not castle and position.held[1 - side] >> town & 1
    position.put(block, town, castle)
    position.moved |= 1 << block
    if hostile:
        note_arrival(position, side, block, town, road, start)


def note_arrival(
    position: Position, side: Side, block: BlockNumber, town: TownNumber, road: RoadNumber, start: TownNumber = -1
) -> None:
    """Record the road of an attack, a relief or a reinforcement, and recompute who arrives when."""
    arrivals = list(position.arrivals)
    for i, arrival in enumerate(arrivals):
        if (arrival.town, arrival.side, arrival.road, arrival.start) == (town, side, road, start):
            arrivals[i] = arrival._replace(blocks=arrival.blocks | 1 << block)
            break
    else:
        arrivals.append(Arrival(town, side, road, 1 << block, start))
    position.arrivals = tuple(arrivals)
    if road == SEA:
        _make_main(position, side, arrivals[-1])  # 7.22: the English must be the Main Attack (R23)
    elif (town, side) not in position.mains:
        _make_main(position, side, arrivals[-1])
    set_rounds(position, side, town)


def _make_main(position: Position, side: Side, arrival: Arrival) -> None:
    """Makes the blocks of this arrival the Main Attack (6.41)."""
    key = arrival.town, side
    position.mains[key] = arrival.road
    if arrival.start >= 0:
        position.main_starts[key] = arrival.start
    else:
        position.main_starts.pop(key, None)


def is_main(position: Position, arrival: Arrival) -> bool:
    """Whether these blocks are the Main Attack (6.41)."""
    key = arrival.town, arrival.side
    return arrival.road == position.mains.get(key) and arrival.start == position.main_starts.get(key, -1)


def set_rounds(position: Position, side: Side, town: TownNumber) -> None:
    """Sets the round in which each arrival fights (6.41, 6.42, 6.56): the main road first, other roads a round later.
    Player 2 fights a round later than Player 1 where he answers an attack or relieves a siege.
    """
    late = 0
    if side != position.first:
        attacked = any(a.town == town and a.side == position.first for a in position.arrivals)
        relief = position.sieges.get(town) == 1 - side
        late = 1 if attacked or (relief and position.ruleset.relief_is_late) else 0
    for arrival in position.arrivals:
        if arrival.town == town and arrival.side == side:
            rounds = min(1 + late + (not is_main(position, arrival)), position.ruleset.latest_arrival)
            position.due2 &= ~arrival.blocks
            position.due3 &= ~arrival.blocks
            if rounds == 2:
                position.due2 |= arrival.blocks
            elif rounds == 3:
                position.due3 |= arrival.blocks


def _muster_to(play: Play, side: Side, action: Action) -> None:
    """Calls a muster to a town, for one Move."""
    position = play.position
    position.moves -= 1
    position.musters |= 1 << TOWN[action.town or ""]
    play.say("muster-called", {"side": SIDES[side], "town": action.town})


def _sea_move(play: Play, side: Side, action: Action) -> None:
    """Ships a block to a port, into its field or its castle."""
    position = play.position
    block, port = BLOCK[action.block or ""], TOWN[action.port or ""]
    origin = position.where[block]
    _pay(position, origin)
    castle = routes.lands_in_castle(position, side, port) if action.area is None else action.area == "castle"
    attack = not castle and bool(position.held[1 - side] >> port & 1)
    staged = origin >= TOWN_COUNT
    public: dict[str, Any] = {
        "side": SIDES[side],
        "from": PLACES[origin] if staged else TOWN_IDS[origin],
        "to": TOWN_IDS[port],
        "area": "castle" if castle else "field",
        "attack": attack,
    }
    if staged:
        public["block"] = action.block  # staging boxes are face-up (7.21)
    play.say("sea-moved", public, side, {"block": action.block})
    if not staged:
        leave(play, block)
    enter(play, side, block, port, SEA, castle)


def _pay(position: Position, origin: PlaceNumber) -> None:
    """Takes the Move that a block by sea or from Germania costs.

    Where Crusaders enter as a group one Move is for all blocks of their box (8.22 of the 1.x rules).
    """
    position.moves -= routes.entry_price(position, origin)
    if origin >= TOWN_COUNT and position.ruleset.group_entry:
        position.opened |= 1 << origin


def _enter_germans(play: Play, side: Side, action: Action) -> None:
    """Brings a German block from Germania into a town, for one Move; it moves no further (7.23)."""
    position = play.position
    block, town = BLOCK[action.block or ""], TOWN[action.town or ""]
    road = GERMAN_ENTRY[town]
    _pay(position, GERMANIA)
    position.road_use[road] = position.road_use.get(road, 0) + 1
    play.say("germans-entered", {"side": SIDES[side], "block": action.block, "to": action.town})
    enter(play, side, block, town, road)


def _winter_campaign(play: Play, side: Side, action: Action) -> None:
    """Keeps one siege over the winter, for the Move (8.2, R90)."""
    play.position.moves -= 1
    play.position.kept_siege = TOWN[action.town or ""]
    play.say("winter-campaign-declared", {"side": SIDES[side], "town": action.town})


def main_road_offers(position: Position, side: Side) -> list[Offer]:
    """Returns the choices of a main road, for towns that the side entered by two roads or more (6.41, 6.42).

    There is no choice where blocks came by sea (7.22).
    """
    others: dict[tuple[int, int], list[str]] = {}
    for arrival in position.arrivals:
        if arrival.side == side and position.mains[arrival.town, side] != SEA and not is_main(position, arrival):
            others.setdefault((arrival.town, arrival.start), []).append(road_label(arrival.road, arrival.town))
    return [
        Offer(
            "main-road",
            {"town": TOWN_IDS[town]} | ({"start": TOWN_IDS[start]} if start >= 0 else {}),
            (("road", tuple(sorted(labels))),),
        )
        for (town, start), labels in sorted(others.items())
    ]


def _choose_main_road(play: Play, side: Side, action: Action) -> None:
    """Makes a road to a town the main one."""
    position, town = play.position, TOWN[action.town or ""]
    start = TOWN[action.start] if action.start else -1
    for arrival in position.arrivals:
        if (
            arrival.side == side
            and arrival.town == town
            and road_label(arrival.road, town) == action.road
            and arrival.start == start
        ):
            _make_main(position, side, arrival)
    set_rounds(position, side, town)
    play.say(
        "main-road-chosen",
        {"side": SIDES[side], "town": action.town, "road": action.road}
        | ({"start": action.start} if action.start else {}),
    )


# The end of a side's movement


def _end_moves(play: Play, side: Side, action: Action) -> None:
    """Ends a side's movement: unspent Moves are lost, and forced marches take their extra step."""
    position = play.position
    if position.moves:
        play.say("moves-forfeited", {"side": SIDES[side], "count": position.moves})  # 5.0: cannot be saved
        position.moves = 0
    if position.forced:
        _march_on(play, side)
        if main_road_offers(position, side):
            play.wait("main-road", side)
            return
    _show_markers_or_finish(play, side)


def _march_on(play: Play, side: Side) -> None:
    """Rolls a die for each forced march: 1-3 loses a step, and a block that lives takes the extra step (p. 4).

    Nobody marches on to a muster town whose besiegers have left meanwhile, for a muster starts no battle (5.3, N18).
    """
    position = play.position
    for block, (road, town, muster, start) in list(position.forced.items()):
        name = BLOCK_IDS[block]
        if position.where[block] >= TOWN_COUNT:
            continue  # gone with another one (an option of the 1.x rules)
        if muster and position.held[1 - side] >> town & 1:
            play.say("march-halted", {"side": SIDES[side], "town": TOWN_IDS[town]}, side, {"block": name})
            continue
        die = play.dice.roll(f"march:{name}", 1)[0]
        lost = die <= position.ruleset.forced_march_loss
        here = position.where[block]
        play.say(
            "march-rolled",
            {"side": SIDES[side], "town": TOWN_IDS[town], "die": die, "lost": lost},
            side,
            {"block": name},
        )
        if lost:
            position.steps[block] -= 1
            if position.steps[block] == 0:
                play.eliminate(block, here)
                play.check_siege(here)
                continue
        leave(play, block)
        enter(play, side, block, town, road, start=start)
    position.forced = {}


def _show_markers_or_finish(play: Play, side: Side) -> None:
    """Asks for the besiegers to be shown, if any must be; else finishes the movement."""
    if routes.markers_needed(play.position, side):
        play.wait("marker", side)
        return
    finish(play, side)


def finish(play: Play, side: Side) -> None:
    """ME: hands over after a side's movement; a Jihad names its place before Player 2 moves."""
    position = play.position
    play.say("movement-ended", {"side": SIDES[side]})
    position.opened = position.musters = 0
    if position.played[side] == "jihad" and position.turn < position.ruleset.turns:
        events.choose_jihad(play, side)
    else:
        side_done(play, side)


def main_road_step_offers(position: Position, side: Side) -> list[Offer]:
    """The roads among which an attacker by several roads chooses his main one (6.41)."""
    return [*main_road_offers(position, side), Offer("done")]


def main_road_step_take(play: Play, side: Side, action: Action) -> None:
    """Makes a road the main one: blocks by other roads come as reserves (6.41)."""
    if action.type == "done":
        _show_markers_or_finish(play, side)
    else:
        _choose_main_road(play, side, action)


def main_road_explain(position: Position, side: Side, action: Action) -> Refusal:
    """Why this road cannot be made the main one (6.41)."""
    return refuse("6.41", "Choose the main road of your attacks, or end with done.")


# The face-up block of a besieger (6.51)


def marker_offers(position: Position, side: Side) -> list[Offer]:
    """The besiegers of the first town without a face-up block, one of which is to be shown (6.51)."""
    town = position.battle.town if position.battle is not None else routes.markers_needed(position, side)[0]
    return [_marker_offer(town, position.field(side, town))]


def _marker_offer(town: TownNumber, blocks: BlockSet) -> Offer:
    """The offer to show one of these besiegers before a town."""
    return Offer("keep-face-up", {}, (("block", ids(blocks)),), about={"town": TOWN_IDS[town]})


def marker_explain(position: Position, side: Side, action: Action) -> Refusal:
    """Why this besieger cannot be shown (6.51)."""
    return refuse("6.51", "A besieger keeps one block face-up: name one of your blocks that besiege the town.")


def marker_take(play: Play, side: Side, action: Action) -> None:
    """Turns a besieger face-up, which stays so while the siege lasts (6.51)."""
    position, block = play.position, BLOCK[action.block or ""]
    events.set_marker(play, position.where[block], block)
    if position.battle is not None:
        siege.marker_kept(play)
    elif position.phase == "event":
        events.marker_kept(play)
    else:
        _show_markers_or_finish(play, side)


def showing_offers(position: Position, side: Side) -> list[Offer]:
    """Returns the offers to show another besieger at the start of a movement, once before each town (R103)."""
    if not routes.may_show(position, side):
        return []
    mine = [(town, marker) for town, marker in sorted(position.markers.items()) if position.sieges.get(town) == side]
    hidden = [
        (town, position.field(side, town) & ~(1 << marker)) for town, marker in mine if not position.shown >> town & 1
    ]
    return [_marker_offer(town, blocks) for town, blocks in hidden if blocks]


def _show_another(play: Play, side: Side, action: Action) -> None:
    """Turns another besieger of a town face-up."""
    position, block = play.position, BLOCK[action.block or ""]
    town = position.where[block]
    position.shown |= 1 << town
    events.set_marker(play, town, block)


_TAKE = {
    "move": _march,
    "muster": _march,
    "muster-to": _muster_to,
    "sea-move": _sea_move,
    "enter": _enter_germans,
    "winter-campaign": _winter_campaign,
    "main-road": _choose_main_road,
    "keep-face-up": _show_another,
    "done": _end_moves,
}
STEPS = {
    "move": Step(move_offers, explain.explain_move, move_take, "5.0", auto=False),
    "main-road": Step(main_road_step_offers, main_road_explain, main_road_step_take, "6.41", auto=True),
    "marker": Step(marker_offers, marker_explain, marker_take, "6.51", auto=True),
}
