"""Whatever players do in whatever order, clocks are what a second clockmaker keeps by another method, and tell no more
than they may.
"""

import uuid
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from random import Random

import pytest

from games import errors
from games.access import find_game
from games.models import Game, User
from games.services.agreements import offers, vacations
from games.services.archive.check import first_difference
from games.services.play import play
from games.services.record.state import load_state
from games.services.views.clock_view import time_of
from games.services.views.view import view_of
from tests.games.clocks.conftest import DAY, MONDAY, Time
from tests.games.clocks.timekeeper import Timekeeper
from tests.games.helpers import Player, choose

STEPS = 70
NOTICE = DAY


class Table:
    """A game that is played at random while time goes on."""

    def __init__(self, game: Game, players: dict[str, User], time: Time, seed: int) -> None:
        self.game, self.players, self.time, self.random = game, players, time, Random(seed)
        self.now = MONDAY
        self.name = str(game.public_id)
        self.keeper = Timekeeper()
        self.keeper.begin(
            self.name, game.pace, game.weekend_zone, (players["frank"].username, players["saracen"].username)
        )
        self.followed(wall=True)

    def followed(self, *, wall: bool) -> None:
        access = find_game(user=self.players["frank"], game_id=self.game.public_id)
        awaited = {side for side, seat in access.seats.items() if seat.awaited}
        self.keeper.follow(
            self.name, awaited, self.now, wall=wall, turns={side: seat.handover for side, seat in access.seats.items()}
        )

    def wait(self) -> None:
        passing = timedelta(seconds=self.random.choice((0, 1, 40, 5_000, 40_000, 90_000)) * self.random.random())
        self.now += passing
        self.time.forward(passing)

    def act(self, side: str) -> None:
        access = find_game(user=self.players[side], game_id=self.game.public_id)
        view = view_of(load_state(access), side)
        if not view["actions"]:
            return
        result = play.submit(
            game_id=self.game.public_id,
            user=self.players[side],
            actions=[choose(view, self.random)],
            expected_version=view["version"],
            idempotency_key=uuid.uuid4(),
        )
        self.followed(wall=result.events[-1].wall)

    def undo(self, side: str) -> None:
        access = find_game(user=self.players[side], game_id=self.game.public_id)
        version = access.seats[side].version
        user, key = self.players[side], uuid.uuid4()
        play.undo(game_id=self.game.public_id, user=user, expected_version=version, idempotency_key=key)
        self.followed(wall=False)

    def give(self, side: str) -> None:
        offers.give_time(game_id=self.game.public_id, user=self.players[side], idempotency_key=uuid.uuid4())
        self.keeper.give(self.name, "saracen" if side == "frank" else "frank", self.now)

    def pause(self, side: str) -> None:
        other = self.players["saracen" if side == "frank" else "frank"]
        common = {"game_id": self.game.public_id, "kind": "pause"}
        offers.make_offer(user=self.players[side], idempotency_key=uuid.uuid4(), **common)
        offers.answer_offer(user=other, answer="accept", idempotency_key=uuid.uuid4(), **common)
        self.keeper.pause(self.name, self.now, None)

    def resume(self, side: str) -> None:
        offers.end_pause(game_id=self.game.public_id, user=self.players[side], idempotency_key=uuid.uuid4())
        self.keeper.pause(self.name, self.now, self.now + NOTICE)

    def vacation(self, side: str) -> None:
        first = self.now.date() + self.random.randint(0, 3) * DAY
        planned = vacations.plan_vacation(
            user=self.players[side], first=first, last=first + self.random.randint(0, 2) * DAY
        )
        self.keeper.leave(self.players[side].username, planned.starts_at, planned.ends_at)

    def compare(self) -> None:
        for viewer in ("frank", "saracen", None):
            user = self.players[viewer] if viewer else self.players["frank"]
            access = find_game(user=user, game_id=self.game.public_id)
            found = time_of(access, viewer)
            assert found is not None
            for side, clock in found["sides"].items():
                kept = (self.keeper.left if side == viewer else self.keeper.shown)(self.name, side, self.now)
                assert abs(clock["left"] - kept.total_seconds()) <= 0.5, (viewer, side, self.now)


WEIGHTS = {"act": 14, "undo": 3, "give": 1, "pause": 1, "resume": 2, "vacation": 1}


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.whole) for seed in range(2, 6))])
def test_clocks_are_right_after_any_sequence_of_acts(
    seed: int, new_game: Callable[..., Game], time: Time, richard: Player, saladin: Player
) -> None:
    assert richard.user is not None
    assert saladin.user is not None
    game = new_game("slow" if seed % 2 else "fast", weekend_zone="Europe/Paris" if seed % 3 else "")
    table = Table(game, {"frank": richard.user, "saracen": saladin.user}, time, seed)
    for _ in range(STEPS):
        table.wait()
        name = table.random.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        # Nothing to take back, paused already, no days left: then nothing was changed.
        with suppress(errors.Refused):
            getattr(table, name)(table.random.choice(("frank", "saracen")))
        table.compare()
    assert first_difference(Game.objects.get(pk=game.pk)) is None
