"""The heuristic: one decision of any kind for the side that has to take it, from a position that is taken for true."""

from collections.abc import Callable, Iterable, Sequence
from random import Random

from opponent import battles
from opponent.evaluate import WEIGHTS, Ledger, Weights, chance_to_win
from opponent.missions import Mission
from opponent.offered import first, values
from opponent.plans import DONE, DRAW, Plan, Planner
from opponent.reasons import USUAL, Reason, percent
from opponent.tables import ATTACK, CITIES, force
from rules import game
from rules.actions import Action, Offer, Target
from rules.atlas import KINGDOM, RATING, SIDES, TOWN, TOWN_IDS, bits
from rules.deck import EVENTS, rank
from rules.kinds import Side, TownNumber
from rules.places import TOWN_COUNT
from rules.position import Position
from rules.roster import BLOCK, BLOCK_IDS, BLOCKS, OF_SIDE

SEATS = {
    "acre": ("acre-hospitallers", "krak-hospitallers", "beirut-turcopoles"),
    "tripoli": ("raymond-tripoli", "raymond-tiberias"),
}
"""Where Frank blocks start other than at home: the cities are full."""
GOING = frozenset(("move", "muster-to", "muster", "sea-move", "enter", "winter-campaign"))
"""Acts of a movement by which blocks go somewhere, or stay on over winter."""


class Policy:
    """Decides for a side. Keeps the plan of a movement while it is carried out, and the last reason."""

    def __init__(self, weights: Weights = WEIGHTS, random: Random | None = None, *, quick: bool = False) -> None:
        self.weights, self.quick = weights, quick
        self.random = random or Random(0)
        self.plan: list[Action] | None = None
        self.missions: tuple[Mission, ...] = ()
        self.turn = (0, 0)
        self.why = USUAL

    def decide(self, position: Position, side: Side) -> Action:
        """Returns a legal action of the side in this position."""
        offers = game.offers(position, SIDES[side])
        step = position.step
        if step == "move":
            return self._next_of_plan(position, side, offers)
        self.plan = None
        self.why = USUAL
        action = _STEPS[step](self, position, side, list(offers))
        assert action is not None
        return action

    def adopt(self, plan: Plan, position: Position) -> None:
        """Makes this the plan to be carried out."""
        self.plan = [*plan.actions]
        self.missions = plan.missions
        self.turn = (position.year, position.turn)

    def has_plan_for(self, position: Position) -> bool:
        """Whether the adopted plan is one of this movement."""
        return self.plan is not None and self.turn == (position.year, position.turn)

    def _next_of_plan(self, position: Position, side: Side, offers: Sequence[Offer]) -> Action:
        """Returns the next legal action of the movement's plan, made now if there is none; `done` at its end."""
        if not self.has_plan_for(position):
            self.adopt(self.find(position, side), position)
        assert self.plan is not None
        while self.plan:
            action = self.plan.pop(0)
            if game.is_legal(position, SIDES[side], action) is None:
                if not self.quick:  # a playout asks for no reasons
                    self.why = self.reason(position, side, action)
                return action
        self.plan = None
        self.why = USUAL if self.quick else self._reason_to_end(position, side, offers)
        return DONE

    def _reason_to_end(self, position: Position, side: Side, offers: Iterable[Offer]) -> Reason:
        """Returns why a movement ends here: nothing can go any more, or nothing more is worth it."""
        can_go = any(offer.type in GOING for offer in offers)
        if not position.moves:
            return Reason("no-moves-free" if can_go else "no-moves")
        if not can_go:
            return Reason("no-way")
        if self.missions:
            return USUAL
        opens = Planner(position, side, self.weights).best_opens()
        if opens is None:
            return Reason("stay")
        goal, town = opens
        return Reason("stay-open", {"goal": TOWN_IDS[goal], "town": TOWN_IDS[town]})

    def reason(self, position: Position, side: Side, action: Action) -> Reason:
        """Returns why an action of the plan is done: the mission it belongs to.

        Of the mission's blocks those count that the plan takes there: for others the roads had no room (5.1).
        """
        end = _end(action)
        going = {act.block for act in (action, *(self.plan or ())) if _end(act) == end}
        for mission in self.missions:
            if TOWN_IDS[mission.town] == end:
                blocks = tuple(block for block in mission.blocks if BLOCK_IDS[block] in going)
                return mission_reason(position, side, mission._replace(blocks=blocks), self.weights)
        return Reason("carry-out")

    def find(self, position: Position, side: Side) -> Plan:
        """Returns the plan of a movement."""
        return Planner(position, side, self.weights, quick=self.quick).find()


def _end(action: Action) -> str | None:
    """Returns the town to which an action leads, or which it names."""
    return action.path[-1] if action.path else action.town or action.port


def mission_reason(position: Position, side: Side, mission: Mission, weights: Weights) -> Reason:
    """Returns the reason of a mission, by the terms of the evaluation."""
    town = TOWN_IDS[mission.town]
    who = {"town": town, "count": len(mission.blocks), "blocks": _block_ids(mission.blocks)}
    foes = position.at[mission.town] & OF_SIDE[1 - side]
    if mission.way == "winter-campaign":
        return Reason("starve", {"town": town})
    # Those who have gone there in this movement, or besiege it, fight beside those who follow them.
    own = sum(1 << b for b in mission.blocks) | position.field(side, mission.town)
    together = {**who, "count": own.bit_count(), "blocks": _block_ids(bits(own))}
    if foes and position.sieges.get(mission.town) != side:
        return _reason_to_fight(position, mission, own, foes, together)
    if not foes and KINGDOM[1 - side] >> mission.town & 1 and not position.present[side] >> mission.town & 1:
        return Reason("take", {"town": town})
    if position.turn == position.ruleset.turns:
        return Reason("feed", who)
    found = _reason_to_stand_there(position, side, mission, weights, who)
    return Reason("besiege", together) if foes and found.key != "reinforce" else found


def _reason_to_fight(position: Position, mission: Mission, own: int, foes: int, who: dict[str, object]) -> Reason:
    """Returns why blocks go where enemies are: to relieve, to besiege or to attack.

    They relieve a besieged castle of their own, and besiege enemies whom the castle holds all.
    """
    relieves = mission.town in position.sieges
    if relieves and mission.way == "sea-move":
        return Reason("castle-by-sea", {**who, "count": len(mission.blocks), "blocks": _block_ids(mission.blocks)})
    besieges = not relieves and foes.bit_count() <= RATING[mission.town]
    if besieges and own.bit_count() > foes.bit_count():
        return Reason("besiege", who)
    chance, _, _ = chance_to_win(force(own, position.steps), force(foes, position.steps))
    who["chance"] = percent(chance)
    if besieges:
        return Reason("besiege-few", {**who, "foes": foes.bit_count()})
    return Reason("relieve" if relieves else "attack", who)


def _reason_to_stand_there(
    position: Position, side: Side, mission: Mission, weights: Weights, who: dict[str, object]
) -> Reason:
    """Returns why blocks go where they fight nobody: to protect that town, or to go on from it."""
    musters = mission.way == "muster"
    ledger = Ledger(position, side, weights)
    if ledger.threats[mission.town][3] > 0:
        return Reason("gather-guard" if musters else "reinforce", who)
    return Reason("gather-on" if musters else "approach", {**who, "goal": _goal_beyond(ledger, mission.town)})


def _goal_beyond(ledger: Ledger, town: TownNumber) -> str:
    """Returns the enemy's town that blocks could go on to from this one: the most valuable for its distance."""
    enemy = 1 - ledger.side
    present = ledger.position.present
    held = (present[enemy] | KINGDOM[enemy] & ~present[ledger.side]) & ~(1 << town)
    return TOWN_IDS[max(bits(held), key=lambda other: (ledger.prize(other) + 0.1) * DRAW[town][other])]


def _block_ids(blocks: Iterable[int]) -> list[str]:
    return [BLOCK_IDS[block] for block in blocks]


# Deployment


def _choose_seat(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    """Chooses the seats of Franks: those of `SEATS`, then less crowded ones."""
    for town, blocks in SEATS.items():
        for name in blocks:
            crowded = (position.at[TOWN[town]] & OF_SIDE[side]).bit_count() >= max(1, RATING[TOWN[town]])
            if position.where[BLOCK[name]] != TOWN[town] and not crowded:
                action = Action("place", block=name, town=town)
                if game.is_legal(position, SIDES[side], action) is None:
                    return action
    if any(offer.type == "done" for offer in offers):
        return DONE
    return min(
        (action for offer in offers for action in _placings(offer)), key=lambda action: _crowd(position, side, action)
    )


def _placings(offer: Offer) -> list[Action]:
    return [Action("place", block=offer.given["block"], town=town) for town in values(offer, "town")]


def _crowd(position: Position, side: Side, action: Action) -> int:
    """Returns how much more crowded the new seat of a block is than its old one (3.1)."""
    block, town = BLOCK[action.block or ""], TOWN[action.town or ""]
    before = position.where[block]
    rooms = [(position.at[t] & OF_SIDE[side]).bit_count() - max(1, RATING[t]) for t in (town, before)]
    return max(0, rooms[0] + 1) - max(0, rooms[1])


def _decline_family(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    """Leaves Saladin and his relatives where they are."""
    return DONE


# Cards and events


def _choose_card(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    """Chooses a card: high Moves while there is much to do, the lowest at the end of the year, an event where it does
    something.
    """
    cards = [card for offer in offers if offer.type == "play-card" for card in values(offer, "card")]
    if not cards:
        return first(offers)
    turn, last = position.turn, position.ruleset.turns
    besieging = any(besieger == side for besieger in position.sieges.values())
    weak = sum(1 for b in bits(OF_SIDE[side]) if position.where[b] < TOWN_COUNT and position.steps[b] < BLOCKS[b].steps)

    def worth(card: str) -> float:
        """Returns the worth of playing a card now."""
        if card == "winter-campaign":
            return 4.0 if turn == last and besieging else -1.0 if besieging and turn < last else 0.9
        if card in EVENTS:
            if turn == last:
                return -1.0
            return {"assassins": 1.6, "guide": 1.7, "jihad": 1.9, "manna": 0.6 + 0.4 * min(3, weak), "intrigue": 1.3}[
                card
            ]
        moves = rank(card)
        early = 1.0 if turn <= 4 else 0.6
        return moves * early if turn < last else 2.4 + (0.1 * moves)

    best = max(cards, key=lambda card: (worth(card), card))
    return Action("play-card", card=best)


def _choose_turn_order(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    """Chooses to be first, to attack before the enemy; in winter second, to see where he went (4.1
    of the 1.x rules).
    """
    return Action("go-second" if position.turn == position.ruleset.turns else "go-first")


def _choose_victim(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    """Chooses the victim of the Assassins: a strong face-up block, or a hidden one of a besieging or great stack."""
    ledger = Ledger(position, side, policy.weights)
    best, chosen = -1.0, None
    targets: Sequence[Target] = dict(offers[0].open)["target"]
    for target in targets:
        if isinstance(target, str):
            block = BLOCK[target]
            value = ledger.worth(block) * (1.5 if position.steps[block] <= 2 else 1.0)
            town = position.where[block]
        else:
            town = TOWN[target[0]]
            here = position.at[town] & OF_SIDE[1 - side] & ~position.face_up
            value = sum(ledger.worth(b) for b in bits(here)) / max(1, here.bit_count())
            if here.bit_count() == 1:
                value *= 1.3
        if CITIES >> town & 1:
            value *= 1.3
        if value > best:
            best, chosen = value, target
    return Action("assassinate", target=chosen)


def _choose_strengthened(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    """Gives Manna to the block that fires best, rather to one that can be lost for good."""
    names = [name for offer in offers if offer.type == "strengthen" for name in values(offer, "block")]
    if not names:
        return DONE
    return Action(
        "strengthen",
        block=max(
            names,
            key=lambda name: (ATTACK[BLOCK[name]] + 0.3 * bool(position.ruleset.permanent >> BLOCK[name] & 1), name),
        ),
    )


def _choose_jihad(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    """Chooses the town of the Jihad: one that own blocks have just entered, else any; of these the most valuable."""
    ledger = Ledger(position, side, policy.weights)
    towns = values(offers[0], "town")
    if not towns:
        return first(offers)
    came = {arrival.town for arrival in position.arrivals if arrival.side == side}
    return Action(
        "declare-jihad", town=max(towns, key=lambda name: (TOWN[name] in came, ledger.prize(TOWN[name]), name))
    )


# Movement beside the plan


def _choose_main_road(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    """Leaves the main road as it is, or chooses the first that is offered."""
    return DONE if any(offer.type == "done" for offer in offers) else first(offers)


def _choose_marker(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    """Shows the weakest besieger."""
    names = values(offers[0], "block")
    return Action(
        "keep-face-up", block=min(names, key=lambda name: (ATTACK[BLOCK[name]] * position.steps[BLOCK[name]], name))
    )


# Draws and winter


def _place_drawn(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    """Places a drawn block where it gains most.

    Its full strength is put into the position while towns are compared.
    """
    ledger = Ledger(position, side, policy.weights)
    best: tuple[float, Action] | None = None
    pull = Planner(position, side, policy.weights).pull
    for offer in offers:
        block = BLOCK[offer.given["block"]]
        full = (offer.about or {}).get("strength", 1)
        kept = position.steps[block]
        position.steps[block] = full
        ledger.move_on(position, set(range(TOWN_COUNT)))
        for name in values(offer, "town"):
            town = TOWN[name]
            here = position.at[town] & OF_SIDE[side]
            gain = ledger.town(town, here | 1 << block) - ledger.town(town) + ledger.worth(block) + 0.03 * pull[town]
            gain -= 0.2 * max(0, here.bit_count() + 1 - max(1, RATING[town]))
            if best is None or gain > best[0] + 1e-9:
                best = (gain, Action("deploy", block=offer.given["block"], town=name))
        position.steps[block] = kept
    assert best is not None
    return best[1]


def _choose_for_winter(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    """Disbands the block of least worth; replaces steps of the one that fires best."""
    ledger = Ledger(position, side, policy.weights)
    for offer in offers:
        if offer.type == "disband":
            return Action(
                "disband", block=min(values(offer, "block"), key=lambda name: (ledger.worth(BLOCK[name]), name))
            )
        if offer.type == "replace":
            return Action("replace", block=max(values(offer, "block"), key=lambda name: (ATTACK[BLOCK[name]], name)))
    return first(offers)


_STEPS: dict[str, Callable[[Policy, Position, Side, list[Offer]], Action]] = {
    "seats": _choose_seat,
    "family": _decline_family,
    "card": _choose_card,
    "first-player": _choose_turn_order,
    "assassins": _choose_victim,
    "manna": _choose_strengthened,
    "jihad-site": _choose_jihad,
    "main-road": _choose_main_road,
    "marker": _choose_marker,
    "choose-battle": battles.choose_battle,
    "garrison": battles.garrison,
    "storm": battles.storm,
    "exchange": battles.exchange,
    "sally": battles.sally,
    "fight": battles.fight,
    "hits": battles.take_hit,
    "must-retreat": battles.must_retreat,
    "leave-siege": battles.leave_siege,
    "regroup": battles.regroup,
    "draw": _place_drawn,
    "winter": _choose_for_winter,
}
