"""Acts of a player in a running game: actions, undo, resignation, each in one transaction."""

import logging
import uuid
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from typing import NamedTuple

from django.db import transaction

from games import errors
from games.access import Access, find_game
from games.models import Game, GameEvent, User
from games.models.game import OTHER
from games.people import sanctions
from games.services.agreements import consent
from games.services.agreements.endings import game_is_over, mark_ended
from games.services.play import exercising, standing_orders
from games.services.record import dice, state_cache
from games.services.record.appending import Entry, append
from games.services.record.state import GameState, cache_state, load_state, with_plan
from games.services.record.writing import events_of, find_repetition, key_of_command, lock_game
from games.services.views.news import news
from games.services.views.view import view_of
from games.shapes import JsonObject, Payload
from games.statements import RowGone
from rules import game
from rules.actions import Action, from_json
from rules.game import Outcome
from rules.orders import Orders, answer
from rules.position import Position

logger = logging.getLogger(__name__)

MOST_ACTIONS = 32
"""As many actions as one request may hold: more than a side has blocks to move."""
MOST_ANSWERS = 200
"""As many decisions as standing orders take after one act: more than a turn's battles have.

Beyond, the player is asked.
"""


@dataclass(frozen=True, slots=True)
class ActResult:
    """The result of a player's act: its events, in order, and the events of standing orders that followed, of either
    side. The state is the one after all of them.
    """

    access: Access
    side: str
    events: tuple[GameEvent, ...]
    followed: tuple[GameEvent, ...]
    state: GameState

    @property
    def visible(self) -> list[GameEvent]:
        """Returns the events that the player may know of: their own, and the enemy's behind a wall."""
        wall = max((event.seq for event in (*self.events, *self.followed) if event.wall), default=0)
        return [*self.events, *(event for event in self.followed if event.side == self.side or event.seq <= wall)]


class ActRequest(NamedTuple):
    """Who acts in which game, for which side, knowing which version, under which key."""

    game_id: uuid.UUID
    user: User
    side: str | None
    version: int | None
    key: uuid.UUID


class Command(NamedTuple):
    """One step of an act: the kind of its event, what the player sent, and the function that makes the entry and
    position.
    """

    kind: GameEvent.Kind
    payload: Payload
    build_event: Callable[[GameState, str], tuple[Entry, Position]]


def submit(
    *,
    game_id: uuid.UUID,
    user: User,
    actions: Sequence[JsonObject],
    expected_version: int,
    idempotency_key: uuid.UUID,
    side: str | None = None,
) -> ActResult:
    """Takes actions of the rules, all or none, with the game's committed dice where they need chance.

    Only the last may be one that cannot be taken back. If an action could follow a die roll in the same list, a player
    could roll until the die suits: a list that ends in an action that is illegal unless the enemy fell would undo the
    roll.
    """
    commands = [_action_command(action) for action in actions]
    return _run_commands(commands, ActRequest(game_id, user, side, expected_version, idempotency_key))


def _action_command(action: Payload) -> Command:
    """Returns the command that takes an action. Raises BadAction."""
    try:
        parsed = from_json(action)
    except ValueError as error:
        raise errors.BadAction(str(error)) from error

    def build_event(state: GameState, side: str) -> tuple[Entry, Position]:
        """Applies the action. Returns its event and the position after it."""
        outcome = _apply(state, side, parsed)
        entry = Entry(
            GameEvent.Kind.ACTION,
            side,
            parsed.to_json(),
            wall=game.is_wall(state.wall, outcome),
            facts=[event.to_json() for event in outcome.events],
            draws=dice.recorded(state.access, outcome.draws),
        )
        if outcome.position.result is not None:
            result = outcome.position.result
            mark_ended(state.access, winner=result["winner"], ending=Game.Ending(result["how"]))
        return entry, outcome.position

    return Command(GameEvent.Kind.ACTION, parsed.to_json(), build_event)


def undo(
    *, game_id: uuid.UUID, user: User, expected_version: int, idempotency_key: uuid.UUID, side: str | None = None
) -> ActResult:
    """Takes back this side's last act since the wall: an action, or all those of one request."""
    return _take_back(ActRequest(game_id, user, side, expected_version, idempotency_key), "undo", _last_act)


def restart_turn(
    *, game_id: uuid.UUID, user: User, expected_version: int, idempotency_key: uuid.UUID, side: str | None = None
) -> ActResult:
    """Takes back all acts of this side since the wall."""
    return _take_back(
        ActRequest(game_id, user, side, expected_version, idempotency_key), "restart-turn", lambda _, own: own
    )


def resign(
    *,
    game_id: uuid.UUID,
    user: User,
    idempotency_key: uuid.UUID,
    expected_version: int | None = None,
    side: str | None = None,
) -> ActResult:
    """Resigns the game: the other side wins. Possible at any time, also while the other side is awaited."""

    def build_event(state: GameState, side: str) -> tuple[Entry, Position]:
        mark_ended(state.access, winner=OTHER[side], ending=Game.Ending.RESIGNATION)
        facts = [{"type": "player-resigned", "side": side, "winner": OTHER[side]}]
        return Entry(GameEvent.Kind.SYSTEM, side, {"type": "resign"}, wall=True, facts=facts), state.live

    command = Command(GameEvent.Kind.SYSTEM, {"type": "resign"}, build_event)
    return _run_commands([command], ActRequest(game_id, user, side, expected_version, idempotency_key))


def _run_commands(commands: Sequence[Command], request: ActRequest) -> ActResult:
    """Performs a player's act: all of its commands, or none; once more where its rows were written anew meanwhile."""
    try:
        return _run_once(commands, request)
    except RowGone:  # `append` says why, and what is read now is there
        return _run_once(commands, request)


def _run_once(commands: Sequence[Command], request: ActRequest) -> ActResult:
    """Performs a player's act from the lock to the commit.

    `append` queues what follows each event: alerts, announcements, the computer.
    """
    try:
        with lock_game(user=request.user, game_id=request.game_id, key=request.key) as access:
            side = _side(access, request.side, commands)
            # What the request did before has raised the version, so with a current one there is nothing to find.
            before = (
                _find_repetitions(access, side, commands, request.key)
                if request.version != access.seats[side].version
                else ()
            )
            if before:
                return ActResult(access, side, before, _followed(before[-1]), load_state(access))
            _require_may_act(access, commands)
            state = load_state(access)
            if request.version not in (None, access.seats[side].version):
                raise errors.StaleVersion(view=view_of(state, side), news=news(access, side, request.version))
            asked = {name for name, seat in access.seats.items() if seat.awaited_at_wall}
            events, state = _record(commands, state, side, request.key)
            followed: tuple[GameEvent, ...] = ()
            if access.game.exercise_held:
                exercising.note_answer(state.access, side)
            elif events[-1].wall and access.game.status == Game.Status.ACTIVE:
                followed, state = _follow_orders(state)
            _end_consent(state.access, (*events, *followed), asked)
            walls = any(event.wall for event in (*events, *followed))
            transaction.on_commit(partial(cache_state, state, side, for_all=walls))
            return ActResult(state.access, side, events, followed, state)
    except BaseException:
        state_cache.for_acts.drop(request.game_id)
        raise


def _side(access: Access, side: str | None, commands: Sequence[Command]) -> str:
    """Returns the side that acts. Raises SideNeeded where one person plays both."""
    if side is None and len(access.sides) > 1 and commands[0].payload.get("type") != "resign":
        # Each side counts versions of its own: one must not be taken for the other's.
        raise errors.SideNeeded(sides=list(access.sides))
    return access.playing(side)


def _record(
    commands: Sequence[Command], state: GameState, side: str, key: uuid.UUID
) -> tuple[tuple[GameEvent, ...], GameState]:
    """Appends an event for each command.

    Returns them, and the state after the last. Raises their refusals and BehindAWall.
    """
    events: list[GameEvent] = []
    for number, command in enumerate(commands):
        if events and events[-1].wall:
            raise errors.BehindAWall
        entry, position = command.build_event(state, side)
        event = append(state.access, entry, key=key_of_command(key, number), position=position, snapshot=state.snapshot)
        events.append(event)
        state = _state_after(state, event, position)
    return tuple(events), state


def _require_may_act(access: Access, commands: Sequence[Command]) -> None:
    """Raises where the game takes no commands, or this person may not play."""
    if access.game.status in (Game.Status.OVER, Game.Status.CANCELED):
        raise game_is_over(access.game)
    if access.game.rules_version != game.VERSION and commands[0].payload.get("type") != "resign":
        raise errors.RulesHeld
    if access.game.exercise_held and commands[0].payload.get("type") != "resign":
        exercising.require_open(access.game)
    if (
        not access.game.solo
        and isinstance(access.user, User)
        and any(command.kind == GameEvent.Kind.ACTION for command in commands)
    ):
        sanctions.require_not_suspended(access.user)


def _end_consent(access: Access, events: Sequence[GameEvent], asked: Collection[str]) -> None:
    """Ends offers that these events, the latest of the game, have answered or made void."""
    if access.game.status == Game.Status.OVER:
        consent.lapse(access, consent.Cause.OVER)
    elif any(seat.game_has_offers for seat in access.seats.values()):
        consent.follow_moves(access, events, asked)


def _follow_orders(state: GameState) -> tuple[tuple[GameEvent, ...], GameState]:
    """Lets standing orders answer a hand-over behind a wall, as events of the players who left them.

    They begin behind a wall only, so there is nothing provisional that they could answer to or touch; and what they
    cannot answer is waited for. An error among them must not take the player's own act with it: its dice would be
    rolled anew.
    """
    left = standing_orders.orders_left(state.access)
    if not left:
        return (), state
    try:
        with transaction.atomic():
            return _carry_out_orders(state, left)
    except Exception:
        logger.exception("Standing orders could not be followed in game %s.", state.access.game.public_id)
        # What stands in memory counts events that were rolled back.
        return (), load_state(find_game(user=state.access.user, game_id=state.access.game.public_id))


def _carry_out_orders(
    state: GameState, left: Mapping[str, tuple[User, Orders]]
) -> tuple[tuple[GameEvent, ...], GameState]:
    """Carries out standing orders until a side has to decide itself. Returns their events and the state after them."""
    asked = state.access
    events: list[GameEvent] = []
    while len(events) < MOST_ANSWERS and asked.game.status == Game.Status.ACTIVE:
        found = _ordered_action(state, left)
        if found is None:
            break
        side, action = found
        owned = replace(state, access=replace(asked, user=left[side][0]))
        entry, position = _action_command(action.to_json()).build_event(owned, side)
        entry = replace(entry, by_orders=True)
        event = append(owned.access, entry, key=None, position=position, snapshot=state.snapshot)
        events.append(event)
        state = replace(_state_after(owned, event, position), access=asked)
    return tuple(events), state


def _ordered_action(state: GameState, left: Mapping[str, tuple[User, Orders]]) -> tuple[str, Action] | None:
    """Returns an awaited side and the action its orders give, computed from that side's own view."""
    for side in sorted(state.live.awaited & left.keys()):
        action = answer(state.seen_by(side), side, left[side][1])
        if action is not None:
            return side, action
    return None


def _followed(event: GameEvent) -> tuple[GameEvent, ...]:
    """Returns the events of standing orders that followed this event when it was made."""
    return tuple(
        takewhile(
            lambda later: later.by_orders, event.game.events.filter(seq__gt=event.seq).order_by("seq")[:MOST_ANSWERS]
        )
    )


def _last_act(game: Game, own: list[int]) -> list[int]:
    """Returns the side's last plans that came in the same request, known by their derived keys."""
    recent = own[-MOST_ACTIONS:]
    keys = dict(game.events.filter(seq__in=recent).values_list("seq", "idempotency_key"))
    for number in range(len(recent) - 1, 0, -1):
        first = keys[recent[-1 - number]]
        if first is not None and key_of_command(first, number) == keys[recent[-1]]:
            return recent[-1 - number :]
    return recent[-1:]


def _find_repetitions(access: Access, side: str, commands: Sequence[Command], key: uuid.UUID) -> tuple[GameEvent, ...]:
    """Returns the events this very request made before, none if it is new.

    Raises KeyReused when the key belongs to another request, a longer or shorter list included.
    """
    found = [
        find_repetition(access, key=key_of_command(key, number), kind=command.kind, side=side, payload=command.payload)
        for number, command in enumerate(commands)
    ]
    events = tuple(event for event in found if event is not None)
    longer = events_of(access.user, key_of_command(key, len(commands)), access.game.public_id).exists()
    if events and (longer or len(events) < len(commands)):
        raise errors.KeyReused
    return events


def _state_after(state: GameState, event: GameEvent, position: Position) -> GameState:
    """Returns the state after an event, as `load_state` would give it."""
    if event.wall:
        return replace(state, wall=position, live=position, plans=())
    if event.kind == GameEvent.Kind.ACTION:
        return replace(state, live=position, plans=with_plan(state.plans, event))
    return replace(
        state, live=position, plans=tuple(plan for plan in state.plans if plan.seq not in event.payload["undoes"])
    )


def _apply(state: GameState, side: str, action: Action) -> Outcome:
    """Applies an action by the rules. Raises NotYourTurn or IllegalAction."""
    position = state.live
    try:
        return game.apply(position, side, action, dice.of_game(state.access))
    except game.IllegalAction as error:
        if side not in position.awaited:
            raise errors.NotYourTurn from error
        raise errors.IllegalAction(
            error.refusal.reason, reason=error.refusal.reason, rule=error.refusal.rule
        ) from error


def _take_back(request: ActRequest, name: str, choose: Callable[[Game, list[int]], list[int]]) -> ActResult:
    """Takes back the plans that `choose` names. Raises NothingToUndo."""

    def build_event(state: GameState, side: str) -> tuple[Entry, Position]:
        """Returns the event that takes plans back, and the position without them."""
        undoes = choose(state.access.game, state.plans_of(side))
        if not undoes:
            raise errors.NothingToUndo
        facts = [{"type": "taken-back", "side": side, "count": len(undoes)}]
        return Entry(
            GameEvent.Kind.UNDO, side, {"type": name, "undoes": undoes}, wall=False, facts=facts
        ), state.without(undoes)

    command = Command(GameEvent.Kind.UNDO, {"type": name}, build_event)
    return _run_commands([command], request)
