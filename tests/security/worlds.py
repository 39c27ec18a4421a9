"""Two worlds that differ in nothing but what one player hides: a game played by lot, and the same game with hidden
things exchanged.

The worlds are made one after the other within savepoints of one database, at the same frozen time and with the same
stream of random bytes. So everything that an honest site tells the other player must be the same in both, to the byte.
"""

import hashlib
import random as random_module
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

import time_machine
from allauth.account.models import EmailAddress
from django.db import connection, transaction
from django.db.models import QuerySet

from frontend import small_boards
from games import triggers
from games.access import Access, find_game
from games.api.pushes import shared_views
from games.errors import Refused
from games.models import Game, GameEvent, Snapshot, Target, User
from games.paces import PaceName
from games.services.lobby import lobby
from games.services.play import play, standing_orders
from games.services.record import state_cache
from games.services.record.facts import visible_facts
from games.services.record.state import load_state
from games.services.talk import notebook
from games.services.views.history import kept_entries
from games.services.views.view import view_of
from rules import game as rules_game
from rules.atlas import SIDES
from rules.orders import CAREFUL
from rules.position import Position
from rules.roster import BLOCK_IDS
from tests.games.helpers import choose
from tests.luck import luck_of
from tests.rules.hiding import hidden, other_hand, pooled, renamed, shuffled

Json = dict[str, Any]
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
MOST_TRIES = 12
MOST_TO_A_WALL = 400
"""Acts within which a game by lot comes to its next wall."""


@contextmanager
def the_same_chance(seed: str) -> Iterator[None]:
    """Every random byte of the process comes from one stream, and the clock stands still: what differs then differs for
    another reason.
    """
    state = random_module.getstate()
    random_module.seed(seed)
    with ExitStack() as stack:
        stack.callback(random_module.setstate, state)
        stack.enter_context(luck_of(seed))
        stack.enter_context(time_machine.travel(NOON + timedelta(days=1), tick=False))
        yield


@contextmanager
def world(change: Callable[[], None]) -> Iterator[None]:
    """The world with this change, gone afterward.

    What the site keeps in memory of the other is forgotten: answers would be the same.
    """
    forget()
    with transaction.atomic():
        change()
        forget()
        yield
        transaction.set_rollback(True)
    forget()


def forget() -> None:
    """Empties what the process keeps of games."""
    state_cache.clear()
    kept_entries.clear()
    shared_views.clear()
    small_boards.forget()


@dataclass(frozen=True)
class Duel:
    """A running game between two people, looked at by a third. `hider` is the side whose secrets are at stake."""

    game_id: UUID
    people: Mapping[str, User]
    hider: str

    @property
    def enemy(self) -> str:
        return SIDES[1 - SIDES.index(self.hider)]

    def access(self, side: str) -> Access:
        return find_game(user=self.people[side], game_id=self.game_id)

    def act(self, side: str, action: Json, key: UUID) -> GameEvent:
        result = play.submit(
            game_id=self.game_id,
            user=self.people[side],
            actions=[action],
            expected_version=self.access(side).seats[side].version,
            idempotency_key=key,
        )
        return result.events[-1]

    def wall(self) -> Position:
        return load_state(self.access(self.hider)).wall


def begin(number: int) -> Duel:
    """A new game between people whose addresses are confirmed; the enemy has a browser and a chat told as well."""
    random = Random(f"duel {number}")
    with time_machine.travel(NOON, tick=False):
        people = {}
        for side in (*SIDES, "onlooker"):
            user = User.objects.create_user(f"{side.capitalize()}{number}", f"{side}{number}@example.org")
            EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
            people[side] = user
        hider = random.choice(SIDES)
        creator, other = ("frank", "saracen") if random.random() < 0.5 else ("saracen", "frank")
        pace = random.choice(PaceName.values)
        game = lobby.create_game(user=people[creator], side=creator, pace=pace).game
        lobby.join_game(user=people[other], game_id=game.public_id)
        duel = Duel(game.public_id, people, hider)
        for kind, address in (
            (Target.Kind.PUSH, "https://push.example/1"),
            (Target.Kind.DISCORD, "https://discord.com/api/webhooks/1/x"),
        ):
            Target.objects.create(
                user=people[duel.enemy], kind=kind, address=address, keys={"p256dh": "x", "auth": "x"}
            )
    return duel


def play_on(duel: Duel, random: Random, steps: int, *, to_a_wall: bool = True) -> bool:
    """Plays by lot, some steps and then on to the next wall. Returns whether the game still runs."""
    wall = True
    moment = NOON
    for _ in range(steps + MOST_TO_A_WALL):
        if steps <= 0 and (wall or not to_a_wall):
            return Game.objects.get(public_id=duel.game_id).status == Game.Status.ACTIVE
        moment += timedelta(minutes=5)
        with time_machine.travel(min(moment, NOON + timedelta(hours=23)), tick=False):
            table = load_state(duel.access(duel.hider))
            if table.access.game.status != Game.Status.ACTIVE:
                return False
            side = random.choice(sorted(table.live.awaited))
            view = view_of(load_state(duel.access(side)), side)
            event = duel.act(side, _by_lot(view, random), UUID(int=random.getrandbits(128), version=4))
            wall = event.wall
            steps -= 1
    raise AssertionError(f"no wall within {MOST_TO_A_WALL} acts")


def _by_lot(view: Json, random: Random) -> Json:
    """A legal act; one time in four the one that ends the decision, or all would go on with their plans for ever."""
    ends = [offer for offer in view["actions"] if offer["type"] in ("done", "play-card")]
    return choose({"actions": ends} if ends and random.random() < 0.25 else view, random, seldom=("take-back-card",))


# --- changes of what is hidden
# ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pair:
    """Two worlds: `one` and `other` make them of the game as it stands, `names` says who stands where whom stood."""

    kind: str
    one: Callable[[], None]
    other: Callable[[], None]
    names: Mapping[str, str]


def pairs(duel: Duel, random: Random) -> Iterator[Pair]:
    """Every kind of pair that the game as it stands gives."""
    position, side = duel.wall(), SIDES.index(duel.hider)
    same = _placed(duel, position)
    candidates = hidden(position, side) + pooled(position, side)
    if len(candidates) > 1:
        one, two = random.sample(candidates, 2)
        names = {one: two, two: one}
        yield Pair(
            "two blocks exchanged",
            same,
            _placed(duel, renamed(position, names)),
            {BLOCK_IDS[a]: BLOCK_IDS[b] for a, b in names.items()},
        )
        yield Pair("all blocks dealt anew", same, _placed(duel, shuffled(position, side, random)), {})
    other = other_hand(position, side, random)
    if other.hands != position.hands:  # cards of one kind are alike
        yield Pair("another hand", same, _placed(duel, other), {})
    if duel.hider in position.awaited:
        acts = _plans(duel, random)
        if acts:
            keys = [UUID(int=random.getrandbits(128), version=4) for _ in range(len(acts) + 1)]
            yield Pair("plans", _nothing, lambda: _plan(duel, acts, keys), {})
            yield Pair("plans taken back", _nothing, lambda: _plan(duel, acts, keys, taken_back=True), {})
    yield Pair("orders and notes", _nothing, lambda: _prepare(duel), {})


def _nothing() -> None:
    pass


def _placed(duel: Duel, position: Position) -> Callable[[], None]:
    """Puts this position into the record, and other secrets into the hider's events: nobody else is ever told them."""
    assert not rules_game.problems(position), rules_game.problems(position)
    stored = position.to_json()

    def change() -> None:
        triggers.drop_triggers(connection)
        snapshot = _latest(duel)
        snapshot.walls[-1][1] = stored
        snapshot.save()
        salt = hashlib.sha256(repr(stored).encode()).hexdigest()
        for event in GameEvent.objects.filter(game__public_id=duel.game_id):
            facts = [_with_another_secret(fact, duel.hider, salt) for fact in event.events]
            # A plain query set: that of events refuses to change what is written once.
            rows = QuerySet(GameEvent).filter(pk=event.pk)
            rows.update(state_hash=salt, prev_hash=salt, hash=salt, events=facts)
        Game.objects.filter(public_id=duel.game_id).update(head=salt)

    return change


def _with_another_secret(fact: Json, owner: str, salt: str) -> Json:
    if fact.get("owner") != owner or "secret" not in fact:
        return fact
    return fact | {"secret": dict.fromkeys(fact["secret"], salt)}


def _latest(duel: Duel) -> Snapshot:
    return Snapshot.objects.filter(game__public_id=duel.game_id).latest("seq")


def _plans(duel: Duel, random: Random) -> list[Json]:
    """Some acts of the hider, none of which is seen by anybody yet."""
    acts: list[Json] = []
    with transaction.atomic():
        for _ in range(MOST_TRIES):
            if len(acts) == 3:
                break
            table = load_state(duel.access(duel.hider))
            if duel.hider not in table.live.awaited:
                break
            action = _by_lot(view_of(table, duel.hider), random)
            try:
                with transaction.atomic():
                    event = duel.act(duel.hider, action, UUID(int=random.getrandbits(128), version=4))
                    if event.wall:
                        raise Refused
                acts.append(action)
            except Refused:
                continue
        transaction.set_rollback(True)
    return acts


def _plan(duel: Duel, acts: list[Json], keys: list[UUID], *, taken_back: bool = False) -> None:
    for action, key in zip(acts, keys, strict=False):
        duel.act(duel.hider, action, key)
    if taken_back:
        version = duel.access(duel.hider).seats[duel.hider].version
        play.restart_turn(
            game_id=duel.game_id, user=duel.people[duel.hider], expected_version=version, idempotency_key=keys[-1]
        )


def _prepare(duel: Duel) -> None:
    user = duel.people[duel.hider]
    standing_orders.leave_orders(user=user, game_id=duel.game_id, orders=CAREFUL.to_json())
    notebook.save(user=user, game_id=duel.game_id, text="Acre first, then Jaffa.", version=0)


# --- going on in both worlds
# ------------------------------------------------------------------------------------------------


def translated(data: Any, names: Mapping[str, str]) -> Any:
    """JSON with these ids in one another's places."""
    if isinstance(data, dict):
        return {name: translated(value, names) for name, value in data.items()}
    if isinstance(data, list):
        return [translated(value, names) for value in data]
    return names.get(data, data) if isinstance(data, str) else data


def further(duel: Duel, pair: Pair, action: Json, key: UUID) -> Pair:
    """The same two worlds after this act of the hider."""

    def one() -> None:
        pair.one()
        duel.act(duel.hider, action, key)

    def other() -> None:
        pair.other()
        duel.act(duel.hider, translated(action, pair.names), key)

    return Pair(f"{pair.kind}, and an act", one, other, pair.names)


def next_act(duel: Duel, pair: Pair, random: Random) -> Json | None:
    """An act of the hider that can be made in both worlds, each with its own blocks, and by which the rules show the
    enemy the same.

    What the rules themselves show (a block revealed, a die for it) is no secret any more; this asks what the site adds
    to that.
    """
    for _ in range(MOST_TRIES):
        with world(pair.one):
            table = load_state(duel.access(duel.hider))
            if duel.hider not in table.live.awaited:
                return None
            action = _by_lot(view_of(table, duel.hider), random)
        with world(pair.one):
            shown = _shown_after(duel, action)
        with world(pair.other):
            also = _shown_after(duel, translated(action, pair.names))
        if shown is not None and shown == also:
            return action
    return None


def _shown_after(duel: Duel, action: Json) -> Any:
    """What the rules show the enemy and an onlooker after this act; None if it is refused."""
    try:
        with the_same_chance("act"):
            event = duel.act(duel.hider, action, UUID(int=1, version=4))
    except Refused:
        return None
    table = load_state(duel.access(duel.enemy))
    eyes = (duel.enemy, None)
    return (
        event.wall,
        [rules_game.observe(table.seen_by(one), one) for one in eyes],
        [_facts(duel, one) for one in eyes],
    )


def _facts(duel: Duel, eyes: str | None) -> list[Any]:
    return [
        visible_facts(event, eyes)
        for event in GameEvent.objects.filter(game__public_id=duel.game_id).order_by("-seq")[:3]
    ]
