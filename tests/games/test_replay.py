"""Looking back shows each side what it could see at the time, and nobody more than is due."""

import uuid
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from django.db import transaction

from games import errors
from games.access import Access, Viewer, find_game
from games.models import Game, Offer
from games.services.agreements.offers import make_offer
from games.services.play.play import restart_turn, submit, undo
from games.services.play.rewinding import rewind
from games.services.record.state import load_state
from games.services.views import history
from games.services.views.view import view_of
from rules.roster import BLOCKS
from tests.games.helpers import BALIAN_TO_ASCALON, BOHEMOND_TO_LATAKIA, DONE, Json, Player, choose, first, ok, problem
from tests.games.test_secrecy import OF_SIDE, blocks_named

pytestmark = pytest.mark.django_db

SITE = ("actions", "prospects", "version", "status", "solo", "players", "can-undo", "can-restart", "n", "game", "time")
"""What a view has beside the position."""
OWN = {"frank": "frank", "saracen": "saracen", "public": ""}


def bare(view: Json) -> Json:
    """A view without what the site adds for who acts: where no Moves are left, the prompt names whose Move was paid by
    what may still be done, which a replay does not offer."""
    found = {name: value for name, value in view.items() if name not in SITE}
    if view.get("moves-left") == 0:
        found["prompt"] = {name: value for name, value in view["prompt"].items() if name != "text"}
    return found


def replayed(player: Player, game: Game, **query: Any) -> list[Json]:
    """Every page of the replay, each as `{"entry", "view"}`, made from the changes as a reader of the API does."""
    found: list[Json] = []
    for _ in range(100):
        answer = ok(player.get(f"games/{game.public_id}/replay/", after=len(found), limit=37, **query))
        view: Json | None = None
        for page in answer["results"]:
            if "view" in page:
                view = page["view"]
            else:
                assert view is not None
                towns = {
                    name: town
                    for name, town in (view["map"] | page["changes"].get("map", {})).items()
                    if town is not None
                }
                view = view | page["changes"]["set"] | {"map": towns}
            found.append({"entry": page["entry"], "view": view})
        if len(found) >= answer["count"]:
            return found
    raise AssertionError(f"a hundred pages held {len(found)} of {answer['count']} entries")


def perspective(game: Game, person: Player) -> tuple[Access, Viewer]:
    """What somebody may see by, as the API finds it."""
    assert person.user is not None
    access = find_game(user=person.user, game_id=game.public_id)
    return access, access.viewer()


def play(
    game: Game, richard: Player, saladin: Player, random: Random, steps: int, *, spectator: Player | None = None
) -> dict[str, dict[int, Json]]:
    """Plays by lot, with things taken back and offers made.

    With a `spectator`, returns what each saw, by the number of entries they then knew: counting those takes half of
    the time.
    """
    people = {"frank": richard, "saracen": saladin} | ({"public": spectator} if spectator else {})
    seen: dict[str, dict[int, Json]] = {eyes: {} for eyes in people}
    views: dict[str, Json] = {}

    def look_all() -> None:
        for eyes, person in people.items():
            access, viewer = perspective(game, person)
            views[eyes] = view_of(load_state(access), viewer)
            if spectator is not None:
                # A decision that nobody is told of may lead to the next question without an entry.
                seen[eyes].setdefault(len(history.history_lines(access, viewer)), views[eyes])

    look_all()
    for step in range(steps):
        if step == steps // 4 or random.random() < 0.06:
            # Everybody learns of an offer at once, whatever stands before it that nobody may know of yet.
            with suppress(errors.Refused):
                person = random.choice((richard, saladin)).user
                assert person is not None
                kind = Offer.Kind.END if step == steps // 4 else random.choice(Offer.Kind.values)
                make_offer(game_id=game.public_id, user=person, kind=kind, idempotency_key=uuid.uuid4())
            look_all()
        able = [side for side in ("frank", "saracen") if views[side]["actions"]]
        if not able:
            break
        side = random.choice(able)
        view, user = views[side], people[side].user
        assert user is not None
        act: Json = {
            "game_id": game.public_id,
            "user": user,
            "expected_version": view["version"],
            "idempotency_key": uuid.uuid4(),
        }
        if view["can-undo"] and random.random() < 0.15:
            (undo if random.random() < 0.7 else restart_turn)(**act)
        else:
            done = DONE in view["actions"] and random.random() < (0.5 if view["phase"] == "deployment" else 0.2)
            submit(actions=[DONE if done else choose(view, random, seldom=("take-back-card", "done"))], **act)
        look_all()
    return seen


def take_back_by_staff(game: Game, person: Player, random: Random) -> None:
    """To a moment some way back, whatever either side had planned since."""
    assert person.user is not None
    walls = list(game.snapshots.walls())
    with transaction.atomic():
        rewind(
            find_game(user=person.user, game_id=game.public_id, lock=True),
            to=random.choice(walls[len(walls) // 2 : -1]),
        )


def test_each_replayed_view_is_what_its_side_could_see_at_the_time(
    game: Game, richard: Player, saladin: Player, baldwin: Player
) -> None:
    random = Random(1)
    people = {"frank": richard, "saracen": saladin, "public": baldwin}
    seen = play(game, richard, saladin, random, 40, spectator=baldwin)
    take_back_by_staff(game, richard, random)
    for eyes, views in play(game, richard, saladin, random, 25, spectator=baldwin).items():
        seen[eyes] |= views
    assert Offer.objects.exists()
    running = {eyes: replayed(person, game) for eyes, person in people.items()}
    for eyes, pages in running.items():
        own = OF_SIDE.get(OWN[eyes], set())
        moments = sorted(seen[eyes])
        for page in pages:
            number, view = page["entry"]["n"], page["view"]
            if number in seen[eyes]:
                assert bare(view) == bare(seen[eyes][number]), f"{eyes} at {number} of {len(pages)}"
            elif view is not None:
                # One of several steps that a wall disclosed at once: it names nobody but whom the viewer saw before or
                # after.
                around = [seen[eyes][max((n for n in moments if n < number), default=moments[0])]]
                around.append(seen[eyes][min(n for n in moments if n > number)])
                known = (
                    blocks_named(around)
                    | own
                    | blocks_named([entry["entry"] for entry in pages if abs(entry["entry"]["n"] - number) < 40])
                )
                assert blocks_named(view) <= known, f"{eyes} at {number}"
    # After the end everybody may look through these eyes, and sees the very same.
    ok(richard.resign(game))
    for eyes, pages in running.items():
        for person in (baldwin, saladin):
            assert replayed(person, game, side=eyes)[: len(pages)] == pages


def paths(game: Game) -> list[str]:
    started = next(event.seq for event in game.events.all() if event.payload["type"] == "start")
    return [
        f"games/{game.public_id}/{path}"
        for path in ("history/", f"history/{started}/view/", "replay/", "replay/marks/")
    ]


def test_nobody_gets_eyes_that_are_not_due(game: Game, richard: Player, saladin: Player, baldwin: Player) -> None:
    ok(richard.act(game, BALIAN_TO_ASCALON))
    not_due = {
        "frank": (richard, ["saracen", "public"]),
        "saracen": (saladin, ["frank", "public"]),
        "": (baldwin, ["frank", "saracen"]),
    }
    for path in paths(game):
        for person, sides in not_due.values():
            for side in sides:
                refused = problem(person.get(path, side=side), 403, "not-your-side")
                # Somebody who plays has followed the link of a spectator.
                assert ("your own eyes" in refused["detail"]) == (side == "public")
            problem(person.get(path, side="all"), 409, "not-over")
            problem(person.get(path, side="everything"), 400, "invalid")
            problem(person.get(path, side="FRANK"), 400, "invalid")
        assert ok(baldwin.get(path, side="public")) == ok(baldwin.get(path))
        assert ok(richard.get(path, side="frank")) == ok(richard.get(path))


def test_a_private_game_is_replayed_to_its_players_alone(private_game: Game, richard: Player, baldwin: Player) -> None:
    for over in (False, True):
        if over:
            ok(richard.resign(private_game))
        for path in paths(private_game):
            problem(baldwin.get(path), 404, "not-found")
            problem(baldwin.get(path, side="public"), 404, "not-found")
            ok(richard.get(path))


def test_in_a_solo_game_both_sides_are_ones_own_and_all_is_not_yet(solo_game: Game, richard: Player) -> None:
    for path in paths(solo_game):
        for side in ("frank", "saracen"):
            ok(richard.get(path, side=side))
        problem(richard.get(path, side="all"), 409, "not-over")


def test_what_was_taken_back_is_told_to_its_owner_and_after_the_end_to_those_who_look_at_all(
    game: Game, richard: Player, saladin: Player, baldwin: Player
) -> None:
    ok(richard.act(game, BALIAN_TO_ASCALON))
    ok(richard.undo(game))
    ok(richard.act(game, BOHEMOND_TO_LATAKIA))
    ok(richard.act(game, DONE))

    def taken_back(person: Player, **query: str) -> list[list[str]]:
        pages = replayed(person, game, **query)
        return [[fact["type"] for fact in page["entry"]["events"]] for page in pages if page["entry"]["undone"]]

    assert taken_back(richard) == [["seat-adjusted"]]
    assert taken_back(saladin) == taken_back(baldwin) == []
    undone = next(page for page in replayed(richard, game) if page["entry"]["undone"])
    assert any(
        block["id"] == "balian" for stack in undone["view"]["map"]["ascalon"]["stacks"] for block in stack["blocks"]
    )
    ok(saladin.resign(game))
    assert taken_back(baldwin, side="all") == taken_back(saladin, side="frank") == [["seat-adjusted"]]
    assert taken_back(richard, side="saracen") == taken_back(richard, side="public") == []


def test_a_card_chosen_by_one_side_is_in_nobody_elses_replay_before_both_have_chosen(
    game: Game, richard: Player, saladin: Player, baldwin: Player
) -> None:
    ok(richard.act(game, DONE))
    ok(saladin.act(game, DONE))
    before = [replayed(person, game) for person in (saladin, baldwin)]
    ok(richard.act(game, first(richard.view(game), "play-card")))
    assert [replayed(person, game) for person in (saladin, baldwin)] == before
    ok(saladin.act(game, first(saladin.view(game), "play-card")))
    for page in replayed(saladin, game):
        assert "choice" not in page["view"]["cards"]["frank"] if page["view"] else True


def test_a_game_that_was_played_is_looked_back_on(
    game: Game, richard: Player, saladin: Player, baldwin: Player, django_assert_max_num_queries: Any
) -> None:
    """Marks say where turns, phases and battles began; one view and many at once are the same; a hundred take few
    statements; and all of it lies open after the end."""
    play(game, richard, saladin, Random(3), 50)
    for person in (richard, saladin, baldwin):
        compare_marks(person, game)
    with django_assert_max_num_queries(14):
        assert len(ok(richard.get(f"games/{game.public_id}/replay/", limit=100))["results"]) > 25
    ok(richard.resign(game))
    for eyes in ("saracen", "public", "all"):
        compare_one_by_one(baldwin, game, eyes)
    pages = replayed(baldwin, game, side="all")
    game.refresh_from_db()
    assert [page["entry"]["n"] for page in pages] == list(range(1, game.version + 1))
    for page in pages[3:]:
        view = page["view"]
        assert not any(stack["hidden"] for town in view["map"].values() for stack in town["stacks"])
        assert all(
            "left" in view["cards"][side] and "face-down" in view["pools"][side] for side in ("frank", "saracen")
        )
        named = blocks_named([view["map"], view["pools"], view["staging"], view["drawn"]])
        assert named == {block.id for block in BLOCKS if block.side in (0, 1)} - missing(game)
    told = " ".join(fact["text"] or "" for page in pages for fact in page["entry"]["events"])
    assert "The Franks were dealt:" in told
    assert "The Saracens chose " in told
    assert "You " not in told


def missing(game: Game) -> set[str]:
    """Blocks that no place of the game holds: those of the extra Franks that the handicap leaves out."""
    from rules.position import Position

    position = Position.from_json(game.snapshots.earliest("seq").walls[0][1])
    named = blocks_named(position.to_json())
    return (
        {block.id for block in BLOCKS if block.side in (0, 1)}
        - named
        - {word.split("@")[0] for word in words_of(position.to_json())}
    )


def words_of(data: Any) -> set[str]:
    if isinstance(data, dict):
        return set().union(*(words_of(value) for value in data.values())) if data else set()
    if isinstance(data, list):
        return set().union(*(words_of(value) for value in data)) if data else set()
    return set(data.replace("[", " ").replace("]", " ").split()) if isinstance(data, str) else set()


def compare_marks(person: Player, game: Game) -> None:
    answer = ok(person.get(f"games/{game.public_id}/replay/marks/"))
    pages = replayed(person, game)
    assert answer["entries"] == len(pages)
    wanted, before = [], None
    for page in pages:
        view = page["view"]
        here = view and (view["year"], view["turn"], view["phase"], view["battle"] and view["battle"]["town"])
        if here and here != before:
            wanted.append((page["entry"]["n"], *here))
        before = here or before
    assert [(m["n"], m["year"], m["turn"], m["phase"], m["battle"]) for m in answer["results"]] == wanted
    assert len({mark["phase"] for mark in answer["results"]}) >= 3


def compare_one_by_one(person: Player, game: Game, eyes: str) -> None:
    pages = replayed(person, game, side=eyes)
    assert [page["entry"] for page in pages] == person.history(game, side=eyes)
    for page in pages[::3]:
        answer = person.get(f"games/{game.public_id}/history/{page['entry']['n']}/view/", side=eyes)
        if page["view"] is None:
            problem(answer, 404, "no-such-entry")
        else:
            assert ok(answer) == page["view"]


def test_a_replay_asked_for_wrongly_is_refused_clearly(game: Game, richard: Player) -> None:
    for query in [
        {"after": "-1"},
        {"limit": "0"},
        {"limit": "101"},
        {"after": "x"},
        {"after": str(2**31)},
        {"limit": "1e3"},
    ]:
        problem(richard.get(f"games/{game.public_id}/replay/", **query), 400, "invalid")


def test_a_replay_beyond_its_end_is_empty(game: Game, richard: Player) -> None:
    answer = ok(richard.get(f"games/{game.public_id}/replay/", after=1000))
    assert answer == {"count": 3, "next": None, "results": []}
