"""Replays running games under changed rules, and reports whether their record gives the same positions."""

from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db import transaction

from games.access import Access
from games.models import Game, GameEvent, Seat
from games.services.agreements import consent, holding
from games.services.archive.check import replay_of
from games.services.record.appending import Entry, append
from games.services.record.state import GameState, load_state
from rules import game as rules_game
from rules.game import IllegalAction
from rules.position import Position
from rules.replay import Fault


class Verdict(NamedTuple):
    """The outcome of a replay under the present rules: the same, or the event with a difference or an illegal
    action.
    """

    word: str
    """``same``, ``differs`` or ``illegal``."""
    event: int = 0
    what: str = ""

    def __str__(self) -> str:
        return self.word if self.word == "same" else f"{self.word} at {self.event}: {self.what}"


def unfinished() -> list[Game]:
    """Returns games that were started and are not over, oldest first."""
    return list(Game.objects.filter(status=Game.Status.ACTIVE).order_by("pk"))


def replay_under_present_rules(game: Game) -> Verdict:
    """Replays the record under the present rules. Raises `check.Different` if the record itself is faulty."""
    events = GameEvent.record_of(game)
    replay = replay_of(game, events)
    for event in events:
        try:
            replay.take(event.content())
        except Fault as fault:
            return Verdict("illegal" if fault.illegal else "differs", fault.event or 0, fault.what)
    return Verdict("same")


def move(game: Game, *, migrate: bool = False) -> Verdict:
    """Upgrades a game to the present rules if its replay is the same; with `migrate` also otherwise.

    Then the game goes on from its last wall, whose position the event of the move holds as it was recorded, and plans
    since are taken back. Without it the game stays with the rules it has and is held: `play` takes nothing for it until
    those rules are back, or it is migrated. A game of the present rules has nowhere to go, whatever its record gives:
    who changes the rules raises their version.
    """
    with transaction.atomic():
        # As `access.find_game` locks them; on PostgreSQL not the players, for a seat may be empty.
        locked = (
            Seat.objects.select_for_update(of=("self", "game"))
            .filter(game=game)
            .select_related("game", "user")
            .order_by("side")
        )
        seats = {seat.side: seat for seat in locked}
        record = next(iter(seats.values())).game
        access = Access(record, seats, AnonymousUser())
        found = replay_under_present_rules(record)
        if record.rules_version == rules_game.VERSION:
            return found
        payload = {"type": "rules-moved", "from": record.rules_version, "to": rules_game.VERSION}
        facts = [{"type": "rules-moved" if found.word == "same" else "rules-moved-on", "version": rules_game.VERSION}]
        if found.word == "same":
            append(access, Entry(GameEvent.Kind.STAFF, "", payload, wall=False, facts=facts), key=None, position=None)
        elif migrate:
            state = _take_plans_back(access)
            kept = state.snapshot.walls[-1][1] if state.snapshot is not None else state.wall.to_json()
            wall = state.wall
            fields = payload | {"because": str(found), "position": kept}
            append(
                access,
                Entry(GameEvent.Kind.STAFF, "", fields, wall=True, facts=facts),
                key=None,
                position=wall,
                snapshot=state.snapshot,
            )
        else:
            return found
        Game.objects.filter(pk=record.pk).update(rules_version=rules_game.VERSION)
        if found.word != "same":  # what comes of the position is another under other rules
            consent.lapse(access, consent.Cause.REWOUND)
        record.rules_version = rules_game.VERSION
        holding.release(access)
        return found


def _take_plans_back(access: Access) -> GameState:
    """Records the undo of all plans. Returns the state afterward."""
    state = load_state(access)
    for side in sorted({plan.side for plan in state.plans}):
        undoes = state.plans_of(side)
        facts = [{"type": "taken-back", "side": side, "count": len(undoes)}]
        entry = Entry(GameEvent.Kind.UNDO, side, {"type": "restart-turn", "undoes": undoes}, wall=False, facts=facts)
        append(access, entry, key=None, position=_position_without(state, undoes), snapshot=state.snapshot)
        state = load_state(access)
    return state


def _position_without(state: GameState, undoes: list[int]) -> Position:
    """Returns the position without these plans; the wall's if the present rules do not allow the rest."""
    try:
        return state.without(undoes)
    except IllegalAction:
        return state.wall  # what the other side planned is illegal now; it is taken back next
