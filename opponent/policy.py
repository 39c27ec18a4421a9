"""The heuristic: one decision of any kind for the side that has to take it, from a position that is taken for true."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from opponent.evaluate import WEIGHTS, Ledger, Weights, chance_to_win
from opponent.plans import DONE, Mission, Plan, Planner
from opponent.reasons import USUAL, Reason
from opponent.tables import ATTACK, CITIES, force, joined, strength
from rules import game
from rules.actions import Action, Offer, Target
from rules.atlas import KINGDOM, RATING, SIDES, TOWN, TOWN_IDS, bits
from rules.deck import EVENTS, rank
from rules.kinds import BlockNumber, Side
from rules.phases.field import coming
from rules.phases.fight import fighters
from rules.places import TOWN_COUNT
from rules.position import Position
from rules.roster import BLOCK, BLOCK_IDS, BLOCKS, CHARGERS, OF_SIDE, mask_of

SEATS = {
    "acre": ("acre-hospitallers", "krak-hospitallers", "beirut-turcopoles"),
    "tripoli": ("raymond-tripoli", "raymond-tiberias"),
}
"""Where Frank blocks start other than at home: the cities are full."""


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
        """A legal action of the side in this position."""
        offers = game.offers(position, SIDES[side])
        step = position.step
        if step == "move":
            return self._move(position, side, offers)
        self.plan = None
        self.why = USUAL
        action = _STEPS[step](self, position, side, list(offers))
        assert action is not None
        return action

    def follow(self, plan: Plan, position: Position) -> None:
        """Carry out this plan from now on."""
        self.plan = [*plan.actions]
        self.missions = plan.missions
        self.turn = (position.year, position.turn)

    def following(self, position: Position) -> bool:
        """Whether the plan that is carried out is one of this movement."""
        return self.plan is not None and self.turn == (position.year, position.turn)

    def _move(self, position: Position, side: Side, offers: object) -> Action:
        if not self.following(position):
            self.follow(self.find(position, side), position)
        assert self.plan is not None
        while self.plan:
            action = self.plan.pop(0)
            if game.is_legal(position, SIDES[side], action) is None:
                self.why = self.reason(position, side, action)
                return action
        self.plan = None
        self.why = USUAL if self.missions else Reason("stay")
        return DONE

    def reason(self, position: Position, side: Side, action: Action) -> Reason:
        """Why an action of the plan: the mission it belongs to."""
        block = BLOCK[action.block] if action.block else -1
        for mission in self.missions:
            if block in mission.blocks or TOWN_IDS[mission.town] == action.town:
                return mission_reason(position, side, mission, self.weights)
        return Reason("carry-out")

    def find(self, position: Position, side: Side) -> Plan:
        """The plan of a movement."""
        return Planner(position, side, self.weights, quick=self.quick).find()


def mission_reason(position: Position, side: Side, mission: Mission, weights: Weights) -> Reason:
    """What a mission is for, by the terms of the evaluation."""
    town, count = TOWN_IDS[mission.town], len(mission.blocks)
    foes = position.at[mission.town] & OF_SIDE[1 - side]
    if mission.way == "winter-campaign":
        return Reason("starve", {"town": town})
    if foes and position.sieges.get(mission.town) != side:
        own = sum(1 << b for b in mission.blocks)
        steps = position.steps
        if RATING[mission.town] and foes.bit_count() <= RATING[mission.town]:
            return Reason("besiege", {"town": town, "count": count})
        chance, _, _ = chance_to_win(force(own, steps), force(foes, steps))
        return Reason("attack", {"town": town, "count": count, "chance": round(100 * chance)})
    if not foes and KINGDOM[1 - side] >> mission.town & 1 and not position.present[side] >> mission.town & 1:
        return Reason("take", {"town": town})
    if position.turn == position.ruleset.turns:
        return Reason("feed", {"town": town, "count": count})
    if mission.way == "muster":
        return Reason("gather", {"town": town, "count": count})
    return Reason("reinforce", {"town": town, "count": count})


# Deployment


def _seats(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    for town, blocks in SEATS.items():
        for name in blocks:
            crowded = (position.at[TOWN[town]] & OF_SIDE[side]).bit_count() >= max(1, RATING[TOWN[town]])
            if position.where[BLOCK[name]] != TOWN[town] and not crowded:
                action = Action("place", block=name, town=town)
                if game.is_legal(position, SIDES[side], action) is None:
                    return action
    if any(offer.type == "done" for offer in offers):
        return DONE
    return min((action for offer in offers for action in _places(offer)), key=lambda action: _crowd(position, side, action))


def _places(offer: Offer) -> list[Action]:
    return [Action("place", block=offer.given["block"], town=town) for town in _any(offer, "town")]


def _crowd(position: Position, side: Side, action: Action) -> int:
    """How much more crowded the new seat of a block is than the old one (3.1)."""
    block, town = BLOCK[action.block or ""], TOWN[action.town or ""]
    before = position.where[block]
    rooms = [(position.at[t] & OF_SIDE[side]).bit_count() - max(1, RATING[t]) for t in (town, before)]
    return max(0, rooms[0] + 1) - max(0, rooms[1])


def _family(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    return DONE


# Cards and events


def _card(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    """High Moves while there is much to do, the lowest at the end of the year; an event where it does something."""
    cards = [card for offer in offers if offer.type == "play-card" for card in _any(offer, "card")]
    if not cards:
        return _first(offers)
    turn, last = position.turn, position.ruleset.turns
    besieging = any(besieger == side for besieger in position.sieges.values())
    weak = sum(1 for b in bits(OF_SIDE[side]) if position.where[b] < TOWN_COUNT and position.steps[b] < BLOCKS[b].steps)

    def worth(card: str) -> float:
        if card == "winter-campaign":
            return 4.0 if turn == last and besieging else -1.0 if besieging and turn < last else 0.9
        if card in EVENTS:
            if turn == last:
                return -1.0
            return {"assassins": 1.6, "guide": 1.7, "jihad": 1.9, "manna": 0.6 + 0.4 * min(3, weak), "intrigue": 1.3}[card]
        moves = rank(card)
        early = 1.0 if turn <= 4 else 0.6
        return moves * early if turn < last else 2.4 + (0.1 * moves)

    best = max(cards, key=lambda card: (worth(card), card))
    return Action("play-card", card=best)


def _first_player(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    """First, to attack before the enemy does; in winter second, to see where he has gone (4.1 of the 1.x rules)."""
    return Action("go-second" if position.turn == position.ruleset.turns else "go-first")


def _assassins(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    """Who is face-up and strong, or a hidden block of a besieging or great stack."""
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


def _manna(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    names = [name for offer in offers if offer.type == "strengthen" for name in _any(offer, "block")]
    if not names:
        return DONE
    return Action(
        "strengthen",
        block=max(names, key=lambda name: (ATTACK[BLOCK[name]] + 0.3 * bool(position.ruleset.permanent >> BLOCK[name] & 1), name)),
    )


def _jihad(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    """Where most of one's blocks attack for most."""
    ledger = Ledger(position, side, policy.weights)
    towns = _any(offers[0], "town")
    if not towns:
        return _first(offers)
    came = {arrival.town for arrival in position.arrivals if arrival.side == side}
    return Action("declare-jihad", town=max(towns, key=lambda name: (TOWN[name] in came, ledger.prize(TOWN[name]), name)))


# Movement beside the plan


def _main_road(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    return DONE if any(offer.type == "done" for offer in offers) else _first(offers)


def _marker(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    """The least of them is shown."""
    names = _any(offers[0], "block")
    return Action("keep-face-up", block=min(names, key=lambda name: (ATTACK[BLOCK[name]] * position.steps[BLOCK[name]], name)))


# Battle


def _choose_battle(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    ledger = Ledger(position, side, policy.weights)
    return Action("choose-battle", town=max(_any(offers[0], "town"), key=lambda name: (ledger.prize(TOWN[name]), name)))


def _garrison(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    """The field if it can be held, else the castle: the strongest inside, the rest will get away."""
    choice = offers[0].set
    assert choice is not None
    battle = position.combat
    town, steps = battle.town, position.steps
    own = mask_of(choice.candidates)
    foes = position.arrived(1 - side, town)
    late = coming(position, 1 - side, town)
    help_ = coming(position, side, town)
    they = joined(force(foes, steps), force(late, steps), 0.6)
    we = joined(force(own, steps), force(help_, steps), 0.6)
    chance, lost, dealt = chance_to_win(they, we)
    back = dealt * 1.0 < lost * 1.15 and chance < 0.35
    if back or choice.most == 0:
        return choice.choose(())
    name = TOWN_IDS[town]
    policy.why = Reason("field", {"town": name, "chance": round(100 * (1 - chance))})
    if len(choice.candidates) > choice.most and chance < 0.5:
        return choice.choose(())
    policy.why = Reason("castle", {"town": name, "count": min(choice.most, len(choice.candidates)), "chance": round(100 * chance)})
    ledger = Ledger(position, side, policy.weights)
    inside = sorted(bits(own), key=lambda b: (-ledger.worth(b), b))[: choice.most]
    return choice.choose(tuple(BLOCK_IDS[b] for b in inside))


def _storm(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    """Storm where it will likely succeed, or where there is no time to starve them."""
    choice = offers[0].set
    assert choice is not None
    battle = position.combat
    town, steps = battle.town, position.steps
    garrison = position.garrison(town)
    able = sorted(bits(mask_of(choice.candidates)), key=lambda b: (-ATTACK[b] * steps[b] - 0.2 * steps[b], b))[: choice.most]
    going = sum(1 << b for b in able) | battle.storming
    rounds = position.ruleset.siege_rounds - battle.round + 1
    chance, lost, dealt = chance_to_win(force(going, steps), force(garrison, steps), rounds, 2.0)
    turns = position.ruleset.turns - position.turn
    town_worth = CITIES >> town & 1
    need = 0.7 if turns > 2 else 0.5 if turns > 1 else 0.3
    if town_worth:
        need -= 0.1
    if battle.storming and chance < 0.2 and rounds < 3:
        return choice.choose(())
    policy.why = Reason("starve", {"town": TOWN_IDS[town]})
    if chance >= need or (dealt > lost * 1.1):
        policy.why = Reason("storm", {"town": TOWN_IDS[town], "count": len(able)})
        return choice.choose(tuple(BLOCK_IDS[b] for b in able))
    return choice.choose(())


def _exchange(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    """The best of the besiegers storm on: those who have lost steps make room for others (7.31 of the 1.x rules)."""
    choice = offers[0].set
    assert choice is not None
    steps = position.steps
    able = sorted(bits(mask_of(choice.candidates)), key=lambda b: (-ATTACK[b] * steps[b] - 0.2 * steps[b], b))[: choice.most]
    policy.why = Reason("storm", {"town": TOWN_IDS[position.combat.town], "count": len(able)})
    return choice.choose(tuple(BLOCK_IDS[b] for b in able))


def _sally(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    """With relief in the field, or where the besiegers are weak."""
    choice = offers[0].set
    assert choice is not None
    battle = position.combat
    town, steps = battle.town, position.steps
    own = mask_of(choice.candidates)
    friends = position.arrived(side, town)
    foes = position.arrived(1 - side, town)
    late = coming(position, 1 - side, town)
    rounds = position.ruleset.attacking_rounds - battle.round + 1
    every = own | friends
    chance, lost, dealt = chance_to_win(force(every, steps), joined(force(foes, steps), force(late, steps), 0.6), rounds)
    if friends and dealt > 0.7 * lost:
        return choice.choose(choice.candidates)
    if chance > 0.5 or dealt > 1.3 * lost:
        return choice.choose(choice.candidates)
    return choice.choose(())


def outlook(position: Position, side: Side) -> tuple[float, float, float]:
    """The rest of the battle for the side: chance to be left with the town's field, its own losses and the enemy's, in steps."""
    battle = position.combat
    town, steps = battle.town, position.steps
    own, foes = fighters(position, side), fighters(position, 1 - side)
    help_, late = coming(position, side, town), coming(position, 1 - side, town)
    rounds = position.ruleset.attacking_rounds - battle.round + 1
    we = joined(force(own, steps), force(help_, steps), 0.65)
    they = joined(force(foes, steps), force(late, steps), 0.65)
    if battle.storm:
        if side == battle.keep:
            they_win, their_loss, our_loss = chance_to_win(they, we, rounds, 2.0)
            return 1 - they_win, our_loss, their_loss
        return chance_to_win(we, they, rounds, 2.0)
    if side == battle.attacker:
        return chance_to_win(we, they, rounds)
    they_win, their_loss, our_loss = chance_to_win(they, we, rounds)
    return 1 - they_win, our_loss, their_loss


def _fight(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    """Fire; charge where it tells; leave a battle that is lost."""
    battle = position.combat
    by_block: dict[str, dict[str, Offer]] = {}
    for offer in offers:
        by_block.setdefault(offer.given["block"], {})[offer.type] = offer
    steps = position.steps
    chance, lost, dealt = outlook(position, side)
    name = max(by_block, key=lambda n: (ATTACK[BLOCK[n]] * steps[BLOCK[n]], n))
    block = BLOCK[name]
    open_ = by_block[name]
    foes = fighters(position, 1 - side)
    foe_steps = strength(foes, steps)
    city = CITIES >> battle.town & 1
    if "fire" not in open_:
        return _goes(position, side, name, open_)
    if battle.storm:
        if "withdraw" in open_ and chance < 0.1 and dealt < lost:
            return Action("withdraw", block=name)
        return Action("fire", block=name)
    hopeless = chance < (0.12 if city else 0.2) and lost > 1.3 * dealt
    if side == battle.attacker and battle.round == position.ruleset.attacking_rounds and not coming(position, 1 - side, battle.town):
        hopeless = hopeless and dealt < 0.5 * lost  # who attacks retreats after this round anyway: fire first
    policy.why = Reason("fight-on", {"town": TOWN_IDS[battle.town], "chance": round(100 * chance)})
    if hopeless:
        policy.why = Reason("leave", {"town": TOWN_IDS[battle.town], "chance": round(100 * (1 - chance))})
        if {"withdraw", "harry", "retreat"} & open_.keys():
            return _goes(position, side, name, open_)
    if "charge" in open_ and CHARGERS >> block & 1 and _charge_tells(position, side, block, foe_steps):
        return Action("charge", block=name)
    return Action("fire", block=name)


def _goes(position: Position, side: Side, name: str, open_: Mapping[str, Offer]) -> Action:
    """The best way out of a battle for a block that fights no more: firing as it goes if it can. Off the map nobody goes: he would be lost
    for good."""
    if "withdraw" in open_:
        return Action("withdraw", block=name)
    for way in ("harry", "retreat"):
        if way in open_:
            return Action(way, block=name, to=_refuge(position, side, _any(open_[way], "to")))
    return Action("pass" if "pass" in open_ else "leave-map", block=name)


def _charge_tells(position: Position, side: Side, block: BlockNumber, foe_steps: int) -> bool:
    """Whether a charge is worth what it costs the knight (6.32): a step for each 6."""
    rules, left, power = position.ruleset, position.steps[block], BLOCKS[block].firepower
    dice = left * rules.charge_dice
    hits = dice * (power + rules.charge_bonus)  # here and below in sixths
    own_steps = strength(fighters(position, side), position.steps)
    return own_steps * (hits - left * power) > 1.2 * foe_steps * dice or hits / 6 >= foe_steps or (left == 1 and power >= 3)


def _refuge(position: Position, side: Side, towns: tuple[str, ...]) -> str:
    """The best town to go to: with a castle, one's own, not crowded."""

    def worth(name: str) -> tuple[float, str]:
        town = TOWN[name]
        friends = (position.at[town] & OF_SIDE[side]).bit_count()
        value = RATING[town] + 1.0 * (KINGDOM[side] >> town & 1) + (2.0 if CITIES >> town & 1 else 0.0)
        return value - 0.3 * max(0, friends - max(1, RATING[town])), name

    return max(towns, key=worth)


def _hits(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    """A block that has had its turn, that fires badly, that would not be lost for good."""
    battle = position.combat

    def cost(name: str) -> tuple[float, str]:
        block = BLOCK[name]
        worth = ATTACK[block] * 2 + (0.0 if battle.acted >> block & 1 else 0.4)
        if position.steps[block] == 1:
            worth += 0.6 + (1.0 if position.ruleset.permanent >> block & 1 else 0.0)
        return worth, name

    return Action("take-hit", block=min(_any(offers[0], "block"), key=cost))


def _must_retreat(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    names, towns = _any(offers[0], "block"), _any(offers[0], "to")
    name = max(names, key=lambda n: (position.steps[BLOCK[n]] * ATTACK[BLOCK[n]], n))
    return Action("retreat", block=name, to=_refuge(position, side, towns))


def _leave_siege(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    return DONE


def _regroup(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    """Blocks that the town does not need go where they are missed more."""
    found = [offer for offer in offers if offer.type == "regroup"]
    if not found:
        return DONE
    ledger = Ledger(position, side, policy.weights)
    here = position.combat.town
    own = position.at[here] & OF_SIDE[side]
    best, chosen = 0.4, DONE
    before = ledger.town(here)
    names = sorted({name for offer in found for name in _any(offer, "block")}, key=lambda n: (ledger.worth(BLOCK[n]), n))
    towns = _any(found[0], "to")
    for name in {names[0], names[-1]}:
        bit = 1 << BLOCK[name]
        left = ledger.town(here, own & ~bit) - before
        for to in towns:
            town = TOWN[to]
            gain = left + ledger.town(town, position.at[town] & OF_SIDE[side] | bit) - ledger.town(town)
            if gain > best + 1e-9 or (gain > best - 1e-9 and chosen.block is not None and name < chosen.block):
                best, chosen = gain, Action("regroup", block=name, to=to)
    return chosen


# Draws and winter


def _draw(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    ledger = Ledger(position, side, policy.weights)
    best: tuple[float, Action] | None = None
    pull = Planner(position, side, policy.weights).pull
    for offer in offers:
        block = BLOCK[offer.given["block"]]
        full = (offer.about or {}).get("strength", 1)
        kept = position.steps[block]
        position.steps[block] = full
        ledger.move_on(position, set(range(TOWN_COUNT)))
        for name in _any(offer, "town"):
            town = TOWN[name]
            here = position.at[town] & OF_SIDE[side]
            gain = ledger.town(town, here | 1 << block) - ledger.town(town) + ledger.worth(block) + 0.03 * pull[town]
            gain -= 0.2 * max(0, here.bit_count() + 1 - max(1, RATING[town]))
            if best is None or gain > best[0] + 1e-9:
                best = (gain, Action("deploy", block=offer.given["block"], town=name))
        position.steps[block] = kept
    assert best is not None
    return best[1]


def _winter(policy: Policy, position: Position, side: Side, offers: list[Offer]) -> Action:
    ledger = Ledger(position, side, policy.weights)
    for offer in offers:
        if offer.type == "disband":
            return Action("disband", block=min(_any(offer, "block"), key=lambda name: (ledger.worth(BLOCK[name]), name)))
        if offer.type == "replace":
            return Action("replace", block=max(_any(offer, "block"), key=lambda name: (ATTACK[BLOCK[name]], name)))
    return _first(offers)


def _any(offer: Offer, name: str) -> tuple[str, ...]:
    """The values a field of an offer may have."""
    for key, values in offer.open:
        if key == name:
            return tuple(values)
    value = offer.given.get(name)
    return () if value is None else (value,)


def _first(offers: list[Offer]) -> Action:
    offer = offers[0]
    return offer.set.choose(offer.set.candidates[: offer.set.least]) if offer.set is not None else offer.at(0)  # type: ignore[return-value]


_STEPS: dict[str, Callable[[Policy, Position, Side, list[Offer]], Action]] = {
    "seats": _seats,
    "family": _family,
    "card": _card,
    "first-player": _first_player,
    "assassins": _assassins,
    "manna": _manna,
    "jihad-site": _jihad,
    "main-road": _main_road,
    "marker": _marker,
    "choose-battle": _choose_battle,
    "garrison": _garrison,
    "storm": _storm,
    "exchange": _exchange,
    "sally": _sally,
    "fight": _fight,
    "hits": _hits,
    "must-retreat": _must_retreat,
    "leave-siege": _leave_siege,
    "regroup": _regroup,
    "draw": _draw,
    "winter": _winter,
}
