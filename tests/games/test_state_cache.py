"""States kept between acts change nothing but the time: on, off, of two processes, and with a memory that lies."""

import uuid
from collections.abc import Hashable, Iterator
from random import Random
from sys import getsizeof
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import Model

from games import errors
from games.access import Access, find_game
from games.models import Game, GameEvent, Offer, Snapshot
from games.services.agreements import offers
from games.services.archive.check import first_difference, rebuild_positions
from games.services.play import play, rules_upgrade, standing_orders
from games.services.play.rewinding import rewind
from games.services.record import appending, state_cache
from games.services.record.state import GameState, load_state, state_seen_by_viewer
from games.services.record.state_cache import CachedView, Store
from games.services.views.view import view_of
from games.statements import RowGone
from rules import game as rules_game
from rules.orders import CAREFUL
from tests.games.conftest import started
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Json, Player, choose, ok, undone
from tests.games.test_moving_rules import NEW

pytestmark = pytest.mark.django_db(transaction=True)
SIDES = ("frank", "saracen")


class Lying(Store[Any]):
    """Gives what it has of another game, or what the game was before."""

    def __init__(self, random: Random) -> None:
        super().__init__(16)
        self.random, self.past = random, list[Any]()

    def put(self, key: Hashable, kept: Any) -> None:
        self.past.append(kept)
        super().put(key, kept)

    def look(self, key: Hashable) -> Any:
        return self.random.choice(self.past) if self.past and self.random.random() < 0.7 else super().look(key)


class Process:
    """The memory of one process of the site: `act` as it."""

    def __init__(self, laid: Store[Any], shown: Store[Any]) -> None:
        self.laid, self.shown = laid, shown

    def work(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(state_cache, "for_acts", self.laid)
        monkeypatch.setattr(state_cache, "for_views", self.shown)


def processes(mode: str, random: Random) -> list[Process]:
    return [
        Process(Lying(random), Lying(random)) if mode == "lying" else Process(Store(16), Store(16)) for _ in range(2)
    ]


def contents(loaded: GameState, *, snapshot: bool = True) -> Any:
    row = loaded.snapshot
    kept = (row.pk, row.seq, row.walls, row.pending) if snapshot and row is not None else None
    return loaded.wall.to_json(), loaded.live.to_json(), loaded.plans, kept


class Course:
    """A game played by lot with everything that can happen to it, by two processes in turn."""

    def __init__(self, game: Game, people: dict[str, Player], random: Random, patch: pytest.MonkeyPatch) -> None:
        self.game, self.people, self.random, self.patch = game, people, random, patch
        self.happened: set[str] = set()

    def access(self, side: str, *, lock: bool = False) -> Access:
        user = self.people[side].user
        assert user is not None
        return find_game(user=user, game_id=self.game.public_id, lock=lock)

    def step(self) -> None:
        side = self.random.choice(SIDES)
        view = view_of(state_seen_by_viewer(self.access(side), side), side)
        what = self.random.choices(
            ("act", "undo", "rolled back", "broken", "illegal", "rewind", "aside", "rebuilt"), (60, 8, 5, 5, 3, 1, 2, 3)
        )[0]
        act: Json = {"game_id": self.game.public_id, "user": self.people[side].user, "idempotency_key": uuid.uuid4()}
        asked: Json = {**act, "expected_version": view["version"]}
        if what in ("act", "rolled back", "broken", "illegal") and not view["actions"]:
            return
        # Ends decisions as a person does, and with cards taken back now and then.
        done = DONE in view["actions"] and self.random.random() < 0.25
        actions = [DONE if done else choose(view, self.random)] if view["actions"] else []
        try:
            self.do(what, side, view, act, asked, actions)
        except (errors.Refused, RowGone):  # staff may have to ask again where positions were written anew
            return
        self.happened.add(what)

    def do(self, what: str, side: str, view: Json, act: Json, asked: Json, actions: list[Json]) -> None:
        if what == "act":
            play.submit(actions=actions, **asked)
        elif what == "undo" and view["can-undo"]:
            self.random.choice((play.undo, play.restart_turn))(**asked)
        elif what == "rolled back":
            with undone():
                play.submit(actions=actions, **asked)
        elif what == "broken":
            with self.patch.context() as patch:
                patch.setattr(appending, "announce_after_commit", lambda *_, **__: 1 / 0)
                with pytest.raises(ZeroDivisionError):
                    play.submit(actions=actions, **asked)
        elif what == "illegal":
            with pytest.raises(errors.IllegalAction):
                play.submit(actions=[{"type": "move", "block": "assassins", "path": ["acre"]}], **asked)
        elif what == "rewind":
            walls = list(self.game.snapshots.walls())[:-1]
            if walls:
                with transaction.atomic():
                    rewind(self.access(side, lock=True), to=self.random.choice(walls[-6:]))
        elif what == "aside":
            offers.make_offer(kind="end", **act)
            Offer.objects.update(state=Offer.State.LAPSED)
        elif what == "rebuilt":
            rebuild_positions(self.game)

    def load(self, side: str, viewers: tuple[str | None, ...]) -> tuple[GameState, ...]:
        return load_state(self.access(side)), *(state_seen_by_viewer(self.access(side), viewer) for viewer in viewers)

    def compare(self) -> None:
        """Compares the kept state with the stored one, for players who act and for readers."""
        viewers = {side: (side, None) for side in SIDES}
        found = [self.load(side, viewers[side]) for side in SIDES]
        with self.patch.context() as patch:
            Process(Store(0), Store(0)).work(patch)
            stored = [self.load(side, viewers[side]) for side in SIDES]
            views = [
                [view_of(loaded, viewer) for loaded, viewer in zip(three[1:], (side, None), strict=True)]
                for side, three in zip(SIDES, stored, strict=True)
            ]
        rebuilt = "rebuilt" in self.happened  # rows have other numbers then, which is found out when they are written
        for kept, read in zip(found, stored, strict=True):
            assert contents(kept[0], snapshot=not rebuilt) == contents(read[0], snapshot=not rebuilt)
            assert [contents(one, snapshot=False) for one in kept[1:]] == [
                contents(one, snapshot=False) for one in read[1:]
            ]
        assert [
            [view_of(loaded, viewer) for loaded, viewer in zip(three[1:], (side, None), strict=True)]
            for side, three in zip(SIDES, found, strict=True)
        ] == views


@pytest.mark.databases
@pytest.mark.parametrize(("mode", "seed"), [("on", 0), ("lying", 1)])
def test_a_kept_table_is_the_one_that_is_stored_whatever_happens_to_the_game(
    mode: str, seed: int, richard: Player, saladin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(seed)
    people = {"frank": richard, "saracen": saladin}
    courses = [Course(started(richard, saladin), people, random, monkeypatch) for _ in range(2)]
    if seed % 2:
        for side, player in people.items():
            assert player.user is not None
            standing_orders.leave_orders(
                user=player.user, game_id=courses[0].game.public_id, orders=CAREFUL.to_json(), side=side
            )
    own = processes(mode, random)
    happened: set[str] = set()
    for number in range(300):
        if number >= 60 and {"act", "undo", "rolled back", "broken"} <= happened:
            break
        random.choice(own).work(monkeypatch)
        if number == 30:
            monkeypatch.setattr(rules_game, "VERSION", NEW)
            for course in courses:
                assert rules_upgrade.move(Game.objects.get(pk=course.game.pk)).word == "same"
        course = random.choice(courses)
        course.step()
        if number % 3 == 0:
            course.compare()
        happened |= course.happened
    assert {"act", "undo", "rolled back", "broken"} <= happened
    for course in courses:
        course.game.refresh_from_db()
        assert first_difference(course.game) is None


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> Process:
    process = Process(Store(16), Store(16))
    process.work(monkeypatch)
    return process


@pytest.fixture
def loads() -> Iterator[list[str]]:
    """The statements by which positions are read from the database, as they are asked from now on."""
    asked: list[str] = []

    def ask_and_note(execute: Any, sql: str, *given: Any) -> Any:
        if sql.startswith("SELECT") and 'FROM "games_snapshot"' in sql:
            asked.append(sql)
        return execute(sql, *given)

    with connection.execute_wrapper(ask_and_note):
        yield asked


def test_who_acts_and_looks_again_has_the_table_there(
    game: Game, richard: Player, saladin: Player, memory: Process, loads: list[str]
) -> None:
    version = ok(richard.act(game, choose(richard.view(game), Random(1))))["view"]["version"]
    loads.clear()
    ok(richard.act(game, DONE, version=version))
    for player in (richard, saladin):
        player.view(game)
    assert loads == []


def test_a_move_by_another_process_makes_it_stale(
    game: Game, richard: Player, saladin: Player, memory: Process, monkeypatch: pytest.MonkeyPatch, loads: list[str]
) -> None:
    ok(richard.act(game, choose(richard.view(game), Random(1))))
    with monkeypatch.context() as patch:
        Process(Store(16), Store(16)).work(patch)
        ok(richard.act(game, DONE))
    loads.clear()
    assert saladin.view(game)["awaited"] == ["saracen"]
    ok(saladin.act(game, DONE))
    assert loads


def test_what_one_side_plans_does_not_show_in_what_looking_costs_the_other(
    game: Game, richard: Player, saladin: Player, memory: Process, loads: list[str]
) -> None:
    """Plans of one side, and acts of it that are refused, leave the cached state of the other side as it was."""
    saladin.view(game)
    ok(richard.act(game, choose(richard.view(game), Random(1))))
    richard.act(game, {"type": "fire", "block": "saladin"})
    loads.clear()
    saladin.view(game)
    assert loads == []


def test_any_error_drops_it(game: Game, richard: Player, memory: Process) -> None:
    ok(richard.act(game, choose(richard.view(game), Random(1))))
    assert len(memory.laid) == 1
    assert richard.act(game, {"type": "fire", "block": "saladin"}).status_code == 422
    assert len(memory.laid) == 0


def test_nothing_is_kept_of_what_is_rolled_back(game: Game, richard: Player, memory: Process) -> None:
    with undone():
        ok(richard.act(game, choose(richard.view(game), Random(1))))
    assert len(memory.laid) == 0


def test_an_act_on_positions_that_were_written_anew_reads_them_again(
    game: Game, richard: Player, saladin: Player, memory: Process
) -> None:
    ok(richard.act(game, choose(richard.view(game), Random(1))))
    rebuild_positions(game)
    before = Snapshot.objects.get(game=game).pk
    ok(richard.act(game, DONE))
    (snapshot,) = Snapshot.objects.filter(game=game)
    assert snapshot.pk == before
    assert len(snapshot.walls) == 2
    assert GameEvent.objects.filter(game=game, kind="action").count() == 2


def test_memory_is_bounded_by_bytes_and_by_number() -> None:
    from rules.position import Position
    from rules.ruleset import Ruleset

    position = Position(Ruleset())
    store: Store[CachedView] = Store(1)
    for number in range(500):
        store.put(number, CachedView(number, position, position, ()))
        store.take(0, 0)
    assert store.size <= 2**20
    assert store.take(0, 0), "the one used last stays"
    assert store.take(1, 1) is None
    many: Store[CachedView] = Store(1_000)
    for number in range(state_cache.MOST + 50):
        many.put(number, CachedView(number, position, position, ()))
    assert len(many) == state_cache.MOST
    none: Store[CachedView] = Store(0)
    none.put(1, CachedView(1, position, position, ()))
    assert len(none) == 0


def deep_size(value: Any, seen: set[int]) -> int:
    """Bytes of everything that hangs on it and is not known to all, such as names of towns."""
    if id(value) in seen or isinstance(value, type | Model) or value is None:
        return 0
    seen.add(id(value))
    found = getsizeof(value)
    if isinstance(value, dict):
        found += sum(deep_size(part, seen) for pair in value.items() for part in pair)
    elif isinstance(value, list | tuple | set | frozenset):
        found += sum(deep_size(part, seen) for part in value)
    elif type(value).__module__.startswith("rules"):
        names = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
        found += deep_size(getattr(value, "__dict__", None), seen) + sum(
            deep_size(getattr(value, name, None), seen) for name in names
        )
    return found


def test_no_table_of_a_game_takes_more_memory_than_is_counted(
    game: Game, richard: Player, saladin: Player, memory: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = Course(game, {"frank": richard, "saracen": saladin}, Random(3), monkeypatch)
    most = {"position": 0, "walls": 0, "plan": 0}
    for _ in range(80):
        course.step()
        kept = memory.laid.look(game.public_id)
        if kept is None:
            continue
        view_of(load_state(course.access("frank")), "frank")  # whose legal actions are not kept with it
        most["position"] = max(most["position"], deep_size(kept.live, set()))
        most["walls"] = max(most["walls"], deep_size([kept.snapshot], set()))
        most["plan"] = max([most["plan"], *(deep_size(plan, set()) for plan in kept.plans)])
    assert most["position"] <= state_cache.POSITION_BYTES
    assert most["walls"] <= state_cache.WALLS_BYTES
    assert most["plan"] <= state_cache.PLAN_BYTES


def test_a_plan_keeps_nothing_that_the_other_side_or_a_spectator_looks_at(game: Game, richard: Player) -> None:
    """How long their next look takes would tell that there is a plan; a wall, which all know of, keeps it for
    everybody.
    """
    viewers = (*SIDES, None)
    state_cache.clear()
    ok(richard.act(game, BALIAN_TO_ASCALON))
    assert [state_cache.for_views.look((game.public_id, viewer)) is not None for viewer in viewers] == [
        True,
        False,
        False,
    ]
    state_cache.clear()
    ok(richard.undo(game))
    assert [state_cache.for_views.look((game.public_id, viewer)) is not None for viewer in viewers] == [
        True,
        False,
        False,
    ]
    ok(richard.act(game, DONE))
    assert [state_cache.for_views.look((game.public_id, viewer)) is not None for viewer in viewers] == [
        True,
        True,
        True,
    ]
