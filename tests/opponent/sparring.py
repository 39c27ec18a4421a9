"""A sparring partner of another style than the levels: rules of thumb, and battles rolled out on the spot.

A yardstick for arenas.

``script/arena king tests.opponent.sparring:captain`` plays against it. It gathers for one enemy town at a time, goes
only where rolled battles say that the field is won, keeps cities held by what can reach them, masses Crusaders before
they leave a port, and spreads out before winter. It shares no figure and no line with :mod:`opponent.evaluate` and
:mod:`opponent.plans`.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from rules import game
from rules.actions import Action, Offer
from rules.atlas import KINGDOM, NEIGHBORS, RATING, SIDES, TOWN, TOWN_IDS, VICTORY_CITIES, Routes, bits
from rules.dice import SeededDice
from rules.phases.field import coming
from rules.phases.fight import fighters
from rules.places import TOWN_COUNT
from rules.position import Position
from rules.roster import BLOCK, BLOCK_IDS, BLOCKS, CRUSADERS, OF_SIDE, PERMANENT

CITY = set(VICTORY_CITIES)
DONE = Action("done")
WORTH = [12.0 if town in CITY else 1.5 * RATING[town] for town in range(TOWN_COUNT)]

ROLLS = 24


class Fight(NamedTuple):
    """What rolled battles came to for the attacker: share won, steps lost and dealt."""

    won: float
    lost: float
    dealt: float


def _walks() -> list[list[int]]:
    table = []
    for start in range(TOWN_COUNT):
        far, edge = [99] * TOWN_COUNT, [start]
        far[start] = 0
        for town in edge:
            for _road, other in NEIGHBORS[town]:
                if far[other] == 99:
                    far[other] = far[town] + 1
                    edge.append(other)
        table.append(far)
    return table


FAR = _walks()


def roll(
    attackers: Sequence[int],
    defenders: Sequence[int],
    steps: list[int],
    random: Random,
    rounds: int = 3,
    toughness: int = 1,
) -> Fight:
    """Battles rolled with the hits of 6.3 on the strongest (6.31): attackers fight until the rounds are over."""
    if not defenders:
        return Fight(1.0, 0.0, 0.0)
    order = [
        (side, b)
        for letter in "ABC"
        for side, group in ((1, defenders), (0, attackers))
        for b in group
        if BLOCKS[b].letter == letter
    ]
    won = lost = dealt = 0
    start = [sum(steps[b] for b in attackers), sum(steps[b] for b in defenders)]
    for _ in range(ROLLS):
        left = {b: steps[b] for b in attackers} | {b: steps[b] * toughness for b in defenders}
        alive = list(start)
        alive[1] *= toughness
        for _round in range(rounds):
            for side, block in order:
                foes = attackers if side else defenders
                for _die in range(-(-left[block] // (toughness if side else 1))):
                    if random.random() * 6 < BLOCKS[block].firepower and alive[1 - side]:
                        left[max(foes, key=left.__getitem__)] -= 1
                        alive[1 - side] -= 1
            if not alive[0] or not alive[1]:
                break
        won += not alive[1]
        lost += start[0] - alive[0]
        dealt += start[1] - alive[1] // toughness
    return Fight(won / ROLLS, lost / ROLLS, dealt / ROLLS)


def value(block: int, steps: int) -> float:
    """What a block is worth, in the worth of a shield."""
    return (0.3 + 0.12 * BLOCKS[block].firepower) * steps * (1.3 if PERMANENT >> block & 1 else 1.0)


class Captain:
    """Rules of thumb, in one world drawn by lot."""

    def __init__(self, side: str, seed: int | str) -> None:
        self.side = SIDES.index(side)
        self.random = Random(f"captain:{side}:{seed}")
        self.orders: list[Action] = []
        self.when = (0, 0, -1)

    def decide(self, view: object, world: Callable[[Random], Position]) -> Action:
        """One decision."""
        position = world(self.random)
        offers = list(game.offers(position, SIDES[self.side]))
        handler: Callable[[Position, list[Offer]], Action] | None = getattr(
            self, "_" + position.step.replace("-", "_"), None
        )
        action = handler(position, offers) if handler else self._any(offers)
        return action if game.is_legal(position, SIDES[self.side], action) is None else self._any(offers)

    def _any(self, offers: list[Offer]) -> Action:
        if any(offer.type == "done" for offer in offers):
            return DONE
        offer = offers[0]
        if offer.set is not None:
            return offer.set.choose(offer.set.candidates[: offer.set.least])
        action = offer.at(0)
        assert isinstance(action, Action)
        return action

    def _blocks(self, position: Position, town: int, side: int) -> list[int]:
        return list(bits(position.at[town] & OF_SIDE[side]))

    # Cards

    def _card(self, position: Position, offers: list[Offer]) -> Action:
        cards = [card for offer in offers for card in dict(offer.open).get("card", (offer.given.get("card"),)) if card]
        besieging = any(who == self.side for who in position.sieges.values())
        late = position.turn >= position.ruleset.turns

        def want(card: str) -> float:
            if card.startswith("move"):
                return (
                    float(card[-1]) * (1.0 if position.turn < 5 else 0.4) if not late else 2.0 + 0.1 * float(card[-1])
                )
            if card == "winter-campaign":
                return 5.0 if late and besieging else -1.0 if not late else 1.0
            return 0.0 if late else {"jihad": 2.2, "guide": 1.8, "manna": 1.5, "assassins": 2.1, "intrigue": 1.2}[card]

        return Action("play-card", card=max(cards, key=want))

    def _assassins(self, position: Position, offers: list[Offer]) -> Action:
        def juicy(target: object) -> float:
            if isinstance(target, str):
                return value(BLOCK[target], position.steps[BLOCK[target]]) + 0.1
            town = TOWN[target[0]]  # type: ignore[index]
            there = self._blocks(position, town, 1 - self.side)
            return (
                max((value(b, position.steps[b]) for b in there), default=0.0) / max(1, len(there)) ** 0.5
                + (town in CITY) * 0.3
            )

        return Action("assassinate", target=max(dict(offers[0].open)["target"], key=juicy))

    def _manna(self, position: Position, offers: list[Offer]) -> Action:
        names = [n for o in offers if o.type == "strengthen" for n in _values(o, "block")]
        return Action("strengthen", block=max(names, key=lambda n: BLOCKS[BLOCK[n]].firepower)) if names else DONE

    # Movement

    def _move(self, position: Position, offers: list[Offer]) -> Action:
        now = (position.year, position.turn, position.active)
        if self.when != now:
            self.when, self.orders = now, self._plan(position)
        while self.orders:
            action = self.orders.pop(0)
            if game.is_legal(position, SIDES[self.side], action) is None:
                return action
        return DONE

    def _plan(self, start: Position) -> list[Action]:
        """Targets one after the other, each from the blocks that are still free."""
        self.now, self.todo = start, []
        late = start.turn >= start.ruleset.turns
        self._land(late)
        tried: set[int] = set()
        for _ in range(6):
            if not self.now.moves:
                break
            best = None if late else max(self._attacks(tried), key=lambda found: found[0], default=None)
            if best is None or best[0] <= 0.5:
                break
            tried.add(best[1])
            self._send(best[2], best[1])
        if not late:
            self._defend()
            self._gather()
        else:
            self._feed()
        return self.todo

    def _do(self, action: Action) -> bool:
        if game.is_legal(self.now, SIDES[self.side], action) is not None:
            return False
        self.now = game.apply(self.now, SIDES[self.side], action, SeededDice(0)).position
        self.todo.append(action)
        return True

    def _ready(self) -> dict[int, tuple[int, int]]:
        """For each block that may march the towns where it gets, and the Moves that it costs its group."""
        found = {}
        for offer in game.offers(self.now, SIDES[self.side]):
            if offer.type == "move" and not offer.given.get("forced"):
                path = dict(offer.open)["path"]
                cost = (offer.about or {}).get("cost", 0)
                if isinstance(path, Routes) and cost <= self.now.moves:
                    for name in _values(offer, "block"):
                        found[BLOCK[name]] = (path.ends, cost)
        return found

    def _menace(self, town: int) -> list[int]:
        """Enemies who could be here next turn."""
        found = []
        for other in range(TOWN_COUNT):
            far = FAR[town][other]
            if 0 < far <= 3:
                found += [
                    b
                    for b in self._blocks(self.now, other, 1 - self.side)
                    if BLOCKS[b].move >= far and not self.now.castle >> b & 1
                ]
        return sorted(found, key=lambda b: -value(b, self.now.steps[b]))[:6]

    def _needed(self, town: int, blocks: list[int]) -> set[int]:
        """Who must stay so that a town is not lost next turn."""
        menace = self._menace(town)
        if not menace or WORTH[town] < 3:
            return set()
        keep: set[int] = set()
        power = 0.0
        need = 0.55 * sum(value(b, self.now.steps[b]) for b in menace) if town in CITY else 1.0
        for block in sorted(blocks, key=lambda b: value(b, self.now.steps[b])):
            if power >= need:
                break
            keep.add(block)
            power += value(block, self.now.steps[block]) * 1.5
        return keep

    def _attacks(self, tried: set[int]) -> list[tuple[float, int, list[int]]]:
        """(gain, town, blocks) for towns that may be taken or besieged."""
        position, side = self.now, self.side
        ready = self._ready()
        kept = {
            b for town in bits(position.present[side]) for b in self._needed(town, self._blocks(position, town, side))
        }
        found = []
        for town in range(TOWN_COUNT):
            foes = self._blocks(position, town, 1 - side)
            hostile = bool(foes) or (KINGDOM[1 - side] >> town & 1 and not self._blocks(position, town, side))
            if not hostile or WORTH[town] <= 0 or town in tried:
                continue
            can = [
                b
                for b, (ends, _c) in ready.items()
                if ends >> town & 1 and (b not in kept or (town in CITY and not foes))
            ]
            groups: dict[int, list[int]] = {}
            for block in can:
                groups.setdefault(position.where[block], []).append(block)
            force: list[int] = []
            moves = position.moves
            for source in sorted(groups, key=lambda s: -sum(value(b, position.steps[b]) for b in groups[s])):
                cost = ready[groups[source][0]][1]
                if cost <= moves and (foes or not force):
                    force += groups[source][:8]
                    moves -= cost
            if not force:
                continue
            if not foes:
                one = min(force, key=lambda b: value(b, position.steps[b]))
                risk = len(self._menace(town))
                found.append((WORTH[town] * (0.9 if risk < 2 else 0.4) - 0.4, town, [one] if risk < 2 else force[:2]))
                continue
            found.append((self._prospect(town, force, foes), town, force))
        return found

    def _prospect(self, town: int, force: list[int], foes: list[int]) -> float:
        position, side = self.now, self.side
        already = self._blocks(position, town, side)
        everybody = force + already
        fight = roll(everybody, foes, position.steps, self.random)
        turns = position.ruleset.turns - position.turn
        siege_odds = 1.0
        inside = [b for b in foes if position.castle >> b & 1] or foes[: RATING[town]]
        if RATING[town]:
            steps = sum(position.steps[b] for b in inside)
            siege_odds = min(
                1.0,
                max(0.1, (turns + 1) * 0.9 * len(inside) / max(1, steps) + 0.04 * (len(everybody) - 2 * len(inside))),
            )
        relief = sum(value(b, position.steps[b]) for b in self._menace(town))
        mine = sum(value(b, position.steps[b]) for b in everybody)
        if relief > 1.5 * mine:
            siege_odds *= 0.6
        if fight.won < 0.6 and mine < 1.3 * sum(value(b, position.steps[b]) for b in foes):
            return -1.0
        return (
            WORTH[town] * min(fight.won + 0.2, 1.0) * siege_odds
            + 0.5 * fight.dealt
            - 0.6 * fight.lost
            - 0.15 * len(force)
        )

    def _send(self, blocks: list[int], town: int) -> None:
        name = TOWN_IDS[town]
        for block in sorted(blocks, key=lambda b: -value(b, self.now.steps[b])):
            for offer in game.offers(self.now, SIDES[self.side]):
                if (
                    offer.type == "move"
                    and not offer.given.get("forced")
                    and BLOCK_IDS[block] in _values(offer, "block")
                ):
                    path = dict(offer.open)["path"]
                    ways = sorted((w for w in path if w[-1] == name), key=len)
                    if ways and self._do(Action("move", block=BLOCK_IDS[block], path=ways[0])):
                        break

    def _land(self, late: bool) -> None:
        """Crusaders go ashore together, at the port with most friends and fewest enemies near it."""
        while self.now.moves:
            best = None
            for offer in game.offers(self.now, SIDES[self.side]):
                field = "port" if offer.type == "sea-move" else "town" if offer.type == "enter" else ""
                names = [n for n in _values(offer, "block") if self.now.where[BLOCK[n]] >= TOWN_COUNT] if field else []
                if not names:
                    continue
                for where in _values(offer, field):
                    town = TOWN[where]
                    friends = len(self._blocks(self.now, town, self.side))
                    foes = self._blocks(self.now, town, 1 - self.side)
                    if foes or (late and friends >= RATING[town]):
                        continue
                    score = min(friends, 4) + (2 if town in CITY else 0) + RATING[town] - 0.4 * len(self._menace(town))
                    if best is None or score > best[0]:
                        area = "castle" if "castle" in dict(offer.open).get("area", ()) else None
                        best = (score, Action(offer.type, block=names[0], **{field: where}, area=area))
            if best is None or best[0] < 1 or not self._do(best[1]):
                return

    def _defend(self) -> None:
        """Cities that would fall are reinforced from where nobody is needed."""
        for town in sorted(CITY, key=lambda t: -len(self._menace(t))):
            mine = self._blocks(self.now, town, self.side)
            if not self.now.moves or self.now.present[1 - self.side] >> town & 1:
                continue
            if KINGDOM[1 - self.side] >> town & 1 and not mine:
                continue
            menace = sum(value(b, self.now.steps[b]) for b in self._menace(town))
            if sum(value(b, self.now.steps[b]) for b in mine) * 1.8 >= menace:
                continue
            ready = self._ready()
            free = [b for b, (ends, _c) in ready.items() if ends >> town & 1 and self.now.where[b] not in CITY]
            if free:
                source = max({self.now.where[b] for b in free}, key=lambda s: sum(self.now.where[b] == s for b in free))
                self._send([b for b in free if self.now.where[b] == source][:4], town)

    def _gather(self) -> None:
        """What is left over: those with nothing to guard go to the friendly town with a castle that is nearest to an
        enemy city.
        """
        if not self.now.moves:
            return
        side = self.side
        goals = [t for t in CITY if self.now.controller(t) != side]
        if not goals:
            return
        bases = [t for t in bits(self.now.present[side]) if RATING[t] >= 2 and not self.now.present[1 - side] >> t & 1]
        if not bases:
            return
        base = min(bases, key=lambda t: (min(FAR[t][g] for g in goals), -len(self._blocks(self.now, t, side))))
        if not self._do(Action("muster-to", town=TOWN_IDS[base])):
            return
        kept = {
            b for town in bits(self.now.present[side]) for b in self._needed(town, self._blocks(self.now, town, side))
        }
        for offer in list(game.offers(self.now, SIDES[side])):
            if offer.type == "muster":
                for name in _values(offer, "block"):
                    if BLOCK[name] not in kept:
                        ways = sorted((w for w in dict(offer.open)["path"] if w[-1] == TOWN_IDS[base]), key=len)
                        if ways:
                            self._do(Action("muster", block=name, path=ways[0]))

    def _feed(self) -> None:
        """Before winter those whom a town cannot feed go to one that can."""
        side = self.side
        for town in sorted(
            bits(self.now.present[side]), key=lambda t: RATING[t] - len(self._blocks(self.now, t, side))
        ):
            over = len(self._blocks(self.now, town, side)) - max(1, RATING[town])
            if over <= 0 or not self.now.moves or self.now.present[1 - side] >> town & 1:
                continue
            for block in sorted(self._blocks(self.now, town, side), key=lambda b: -value(b, self.now.steps[b]))[:over]:
                ends = self._ready().get(block, (0, 0))[0]
                room = [
                    t
                    for t in bits(ends)
                    if max(1, RATING[t]) > len(self._blocks(self.now, t, side)) and not self._menace(t)[4:]
                ]
                if room:
                    self._send([block], max(room, key=lambda t: (WORTH[t], t)))

    # Battle

    def _odds(self, position: Position) -> Fight:
        """The rest of the battle for this side if it fights on."""
        battle = position.combat
        mine = list(bits(fighters(position, self.side) | coming(position, self.side, battle.town)))
        foes = list(bits(fighters(position, 1 - self.side) | coming(position, 1 - self.side, battle.town)))
        rounds = position.ruleset.rounds - battle.round + 1
        if battle.storm and battle.keep == self.side:
            they = roll(foes, mine, position.steps, self.random, rounds, 2)
            return Fight(1 - they.won, they.dealt, they.lost)
        if battle.attacker == self.side or battle.storm:
            return roll(mine, foes, position.steps, self.random, rounds, 2 if battle.storm else 1)
        they = roll(foes, mine, position.steps, self.random, rounds)
        return Fight(1 - they.won, they.dealt, they.lost)

    def _garrison(self, position: Position, offers: list[Offer]) -> Action:
        choice = offers[0].set
        assert choice is not None
        town = position.combat.town
        mine = [BLOCK[n] for n in choice.candidates]
        foes = list(bits(position.arrived(1 - self.side, town) | coming(position, 1 - self.side, town)))
        they = roll(foes, mine + list(bits(coming(position, self.side, town))), position.steps, self.random)
        if choice.most == 0 or they.won < 0.35 or (they.lost > 1.3 * they.dealt and they.won < 0.6):
            return choice.choose(())
        best = sorted(choice.candidates, key=lambda n: -value(BLOCK[n], position.steps[BLOCK[n]]))
        return choice.choose(best[: choice.most])

    def _storm(self, position: Position, offers: list[Offer]) -> Action:
        choice = offers[0].set
        assert choice is not None
        best = sorted(choice.candidates, key=lambda n: -position.steps[BLOCK[n]] * BLOCKS[BLOCK[n]].firepower)[
            : choice.most
        ]
        rounds = position.ruleset.rounds - position.combat.round + 1
        inside = list(bits(position.garrison(position.combat.town)))
        odds = roll([BLOCK[n] for n in best], inside, position.steps, self.random, rounds, 2)
        last = position.turn >= position.ruleset.turns - 1
        return choice.choose(best if odds.won > (0.35 if last else 0.55) or odds.dealt > 1.2 * odds.lost else ())

    def _sally(self, position: Position, offers: list[Offer]) -> Action:
        choice = offers[0].set
        assert choice is not None
        town = position.combat.town
        mine = [BLOCK[n] for n in choice.candidates] + list(bits(position.arrived(self.side, town)))
        foes = list(bits(position.arrived(1 - self.side, town)))
        odds = roll(mine, foes, position.steps, self.random, position.ruleset.rounds - position.combat.round + 1)
        return choice.choose(choice.candidates if odds.won > 0.5 or odds.dealt > 1.4 * odds.lost else ())

    def _fight(self, position: Position, offers: list[Offer]) -> Action:
        odds = self._odds(position)
        name = max(
            (o.given["block"] for o in offers), key=lambda n: position.steps[BLOCK[n]] * BLOCKS[BLOCK[n]].firepower
        )
        mine = {o.type: o for o in offers if o.given["block"] == name}
        if odds.won < 0.1 and odds.lost > 1.5 * odds.dealt:
            for type_ in ("withdraw", "harry", "retreat"):
                if type_ in mine:
                    towns = _values(mine[type_], "to")
                    to = max(towns, key=lambda n: (WORTH[TOWN[n]], RATING[TOWN[n]])) if towns else None
                    return Action(type_, block=name, to=to)
        if "charge" in mine:
            foes = sum(position.steps[b] for b in bits(fighters(position, 1 - self.side)))
            own = sum(position.steps[b] for b in bits(fighters(position, self.side)))
            if own >= 1.4 * foes or position.steps[BLOCK[name]] == 1:
                return Action("charge", block=name)
        return Action("fire", block=name)

    def _hits(self, position: Position, offers: list[Offer]) -> Action:
        names = _values(offers[0], "block")
        acted = position.combat.acted
        return Action(
            "take-hit", block=min(names, key=lambda n: (value(BLOCK[n], 1) - 0.2 * (acted >> BLOCK[n] & 1), n))
        )

    # Draws and winter

    def _draw(self, position: Position, offers: list[Offer]) -> Action:
        best = max(
            ((offer, name) for offer in offers for name in _values(offer, "town")),
            key=lambda found: (
                (found[0].about or {}).get("strength", 1)
                + RATING[TOWN[found[1]]]
                - 0.8 * position.at[TOWN[found[1]]].bit_count(),
                found[1],
            ),
        )
        return Action("deploy", block=best[0].given["block"], town=best[1])

    def _winter(self, position: Position, offers: list[Offer]) -> Action:
        for offer in offers:
            names = _values(offer, "block")
            if offer.type == "disband":
                return Action("disband", block=min(names, key=lambda n: value(BLOCK[n], position.steps[BLOCK[n]])))
            if offer.type == "replace":
                return Action(
                    "replace", block=max(names, key=lambda n: value(BLOCK[n], 1) + (CRUSADERS >> BLOCK[n] & 1))
                )
        return self._any(offers)


def _values(offer: Offer, name: str) -> tuple[str, ...]:
    for key, values in offer.open:
        if key == name:
            return tuple(values)
    found = offer.given.get(name)
    return () if found is None else (found,)


def captain(side: str, seed: int | str) -> Captain:
    """The sparring partner."""
    return Captain(side, seed)
