"""The description of the API against what the API answers: no name, value or form is missing in it."""

import json
from random import Random
from typing import Any

import pytest

from games.api.schemas import COMPONENTS, facts
from games.api.schemas.base import closed_object
from games.api.schemas.views import POSITION
from games.models import Game, User
from games.services.archive.importing import import_game
from games.words_tables import SENTENCES
from rules.actions import FIELDS
from rules.atlas import SIDES
from rules.game import observe, recall
from tests.games.conftest import started
from tests.games.described import DescribedPlayer, description, faults, validator
from tests.games.helpers import DONE, Json, choose, new_key, offered, ok, part_of
from tests.rules.playing import OPTIONS, STYLES, play
from tests.rules.recorded_games import read


def plain(value: Any) -> Any:
    """As JSON gives it back."""
    return json.loads(json.dumps(value))


EYES = ("frank", "saracen", "public", "all")
ACTIONS = 60


@pytest.fixture
def people(db: None) -> dict[str, DescribedPlayer]:
    return {name: DescribedPlayer(User.objects.create_user(name)) for name in ("Richard", "Saladin", "Baldwin")}


def read_all(player: DescribedPlayer, game: Game, path: str, **query: Any) -> list[Json]:
    """A list that goes on by `after`, to its end."""
    found: list[Json] = []
    after: int | None = 0
    for _ in range(100):
        if after is None:
            return found
        part = ok(player.get(f"games/{game.public_id}/{path}", after=after, limit=100, **query))
        found += part["results"]
        after = part["next"]
    raise AssertionError(f"{path} has no end")


def look_back(player: DescribedPlayer, game: Game, eyes_of: tuple[str, ...] = EYES) -> set[str]:
    """Reads all that a game over has to show through these eyes. Returns the types of the facts."""
    told = set()
    for eyes in eyes_of:
        entries = read_all(player, game, "history/", side=eyes)
        told |= {fact["type"] for entry in entries for fact in entry["events"]}
        assert read_all(player, game, "replay/", side=eyes)[-1]["entry"] == entries[-1]
        ok(player.get(f"games/{game.public_id}/replay/marks/", side=eyes))
        ok(player.get(f"games/{game.public_id}/history/{entries[-1]['n']}/view/", side=eyes))
    read_all(player, game, "history/", everything="true")
    ok(player.get(f"games/{game.public_id}/export/"))
    assert player.get(f"games/{game.public_id}/export/", **{"as": "notation"}).status_code == 200
    ok(player.get(f"games/{game.public_id}/check/"))
    ok(player.get(f"games/{game.public_id}/dice/"))
    return told


def test_views_and_histories_of_a_game_by_chance_are_as_described(people: dict[str, DescribedPlayer]) -> None:
    """Through its first turns, resigned then; whole games are read below, as records and as the rules make them."""
    random = Random(1)
    richard, saladin, baldwin = people.values()
    game = started(richard, saladin, pace="slow")
    players = {"frank": richard, "saracen": saladin}
    views = {side: player.view(game) for side, player in players.items()}
    for number in range(ACTIONS):
        awaited = sorted(side for side in players if side in views[side]["awaited"])
        side = random.choice(awaited)
        deployed = views[side]["phase"] == "deployment" and number > 5 and DONE in views[side]["actions"]
        action = DONE if deployed else choose(views[side], random, seldom=("take-back-card",))
        assert not faults({"$ref": "#/components/schemas/Action"}, action)
        views[side] = ok(players[side].act(game, action, version=views[side]["version"]))["view"]
        other = "frank" if side == "saracen" else "saracen"
        if views[side]["awaited"] != [side] or number % 20 == 0:
            views[other] = players[other].view(game)
        if number % 30 == 0:
            baldwin.view(game, since=0)
            for person in people.values():
                ok(person.get(f"games/{game.public_id}/history/", after=max(0, number - 40)))
                ok(person.get(f"games/{game.public_id}/replay/", after=max(0, number - 40)))
            ok(richard.get(f"games/{game.public_id}/export/"))
    ok(richard.resign(game))
    assert len(look_back(baldwin, game)) > 10


@pytest.mark.parametrize(
    "number", [0, *(pytest.param(number, marks=pytest.mark.whole) for number in range(1, len(OPTIONS)))]
)
def test_positions_and_facts_of_games_by_chance_are_as_described(number: int) -> None:
    """As the rules make them, for both sides and a spectator: many more than a site plays in the same time."""
    style = STYLES[number % len(STYLES)]
    seen, told = (
        validator(json.dumps(closed_object(POSITION))),
        validator(json.dumps({"$ref": "#/components/schemas/Fact"})),
    )
    stored = validator(json.dumps({"$ref": "#/components/schemas/RecordedFact"}))
    for count, turn in enumerate(play(f"described {number}", style, OPTIONS[number])):
        for event in turn.outcome.events:
            assert stored.is_valid(plain(event.to_json())), event
            for side in (*SIDES, None):
                fact = event.seen_by(side)
                assert fact is None or told.is_valid(plain(fact) | {"text": None}), (fact, side)
        if count % 8 == 0:
            position = turn.outcome.position
            views = [observe(position, side) for side in (*SIDES, None)] + [recall(position, None, everything=True)]
            for view in map(plain, views):
                prompt = view["prompt"] | {"text": ""}
                assert seen.is_valid(view | {"prompt": prompt}), faults(
                    closed_object(POSITION), view | {"prompt": prompt}
                )


@pytest.mark.whole
def test_a_recorded_whole_game_is_shown_as_described(people: dict[str, DescribedPlayer]) -> None:
    """Through the eyes of a side and with everything open; the games above are looked at through all eyes."""
    richard, saladin, _ = people.values()
    assert richard.user is not None
    game = import_game(read("siege"), owner=richard.user, players={"frank": richard.user, "saracen": saladin.user})
    assert len(look_back(richard, game, ("saracen", "all"))) > 40


def test_every_address_answers_as_described(people: dict[str, DescribedPlayer]) -> None:
    """What is done before, beside and after the game. The client fails where an answer is not as described."""
    richard, saladin, baldwin = people.values()
    made = ok(
        richard.post(
            "games/",
            {"side": "frank", "pace": "slow", "weekend-zone": "Europe/Paris", "start": "by-hand", **part_of(richard)},
        )
    )
    address = f"games/{made['id']}"
    game = Game.objects.get()
    for path in ("", "dice/"):
        ok(saladin.get(f"{address}/{path}"))
    richard.post(f"{address}/invite/", {"name": "Saladin"})
    ok(saladin.get("games/", list="invitations"))
    saladin.post(f"{address}/decline/")
    richard.post(f"{address}/invite/", {"name": "Baldwin"})
    richard.post(f"{address}/uninvite/", {"name": "Baldwin"})
    ok(saladin.get(f"invitations/{made['invitation']}/"))
    ok(saladin.post(f"{address}/join/", {"randomness": "0" * 32}))
    ok(richard.post(f"{address}/remove/"))
    ok(baldwin.post(f"{address}/join/"))
    baldwin.post(f"{address}/leave/")
    ok(baldwin.post(f"{address}/join/"))
    ok(richard.get("waiting/"))
    ok(richard.post(f"{address}/start/"))
    ok(richard.put(f"{address}/orders/", {"orders": {"hits": "cheapest", "retreat-towns": ["acre"]}}))
    ok(richard.get(f"{address}/orders/"))
    for player in (richard, baldwin):
        said = ok(player.post(f"{address}/talk/", {"text": "Well met.", "key": new_key()}))
    ok(baldwin.post(f"{address}/talk/{said['number']}/withdraw/"))
    ok(richard.post(f"{address}/talk/read/", {"number": 2}))
    richard.post(f"{address}/talk/mute/", {"muted": True})
    ok(richard.get(f"{address}/talk/"))
    ok(richard.put(f"{address}/notebook/", {"text": "Acre first.", "version": 0}))
    ok(richard.get(f"{address}/notebook/"))
    ok(richard.get(f"{address}/whereabouts/"))
    richard.post(f"{address}/here/")
    richard.post("here/")
    for kind in ("pause", "more-time", "annul"):
        ok(richard.post(f"{address}/offers/", {"kind": kind, "key": new_key()}))
    ok(baldwin.post(f"{address}/offers/pause/", {"answer": "accept", "key": new_key()}))
    ok(baldwin.post(f"{address}/offers/annul/", {"answer": "decline", "key": new_key()}))
    ok(richard.post(f"{address}/offers/more-time/", {"answer": "withdraw", "key": new_key()}))
    ok(baldwin.post(f"{address}/give-time/", {"key": new_key()}))
    ok(baldwin.post(f"{address}/end-pause/", {"key": new_key()}))
    planned = ok(baldwin.post("vacations/", {"first": "2027-01-11", "last": "2027-01-13"}))
    ok(baldwin.get("vacations/"))
    baldwin.post(f"vacations/{planned['number']}/end/")
    ok(richard.act(game, {"type": "place", "block": "balian", "town": "ascalon"}))
    assert offered(ok(richard.undo(game))["view"], "place")
    ok(richard.act(game, {"type": "place", "block": "balian", "town": "ascalon"}))
    ok(richard.restart_turn(game))
    for wrong in ({"type": "done", "block": "balian"}, {"type": "place", "block": "balian", "town": "acre"}):
        assert richard.act(game, wrong).status_code in (400, 422)
    assert richard.act(game, {"type": "done"}, version=99).status_code == 409
    assert richard.post(f"{address}/claim/", {"claim": "win", "key": new_key()}).status_code == 409
    assert richard.get("games/", page="99").status_code == 404
    assert richard.post("games/", {"side": 7, "nonsense": 1}).status_code == 400
    assert richard.put(f"{address}/notebook/", {"text": "Jaffa first.", "version": 0}).status_code == 409
    ok(baldwin.resign(game))
    ok(richard.post(f"{address}/rematch/"))
    for path in ("results/", "statistics/", "players/Richard/", "keys/", "search/", "blocked/", "games/"):
        ok(richard.get(path))
    ok(richard.post("search/", {"side": "frank", "pace": "fast", "ruleset": {"iron-bridge": True}}))
    ok(richard.get("search/"))
    richard.client.delete("/api/v1/search/")
    richard.post("blocked/", {"name": "Saladin"})
    richard.client.delete("/api/v1/blocked/", {"name": "Saladin"}, content_type="application/json")
    ok(richard.post("games/", {"solo": True}))
    opened = ok(richard.post("games/", {}))
    ok(richard.post(f"games/{opened['id']}/cancel/"))
    look_back(richard, game)


def test_what_the_rules_and_the_site_know_is_all_described() -> None:
    assert {f"Action{''.join(part.capitalize() for part in type_.split('-'))}" for type_ in FIELDS} <= set(COMPONENTS)
    sentences = {name.partition(":")[0] for name in SENTENCES}
    assert sentences - set(facts.RULES) - set(facts.SITE) - set(facts.HISTORY) == {
        "block-lost"
    }  # of records from before


def test_nothing_in_the_description_is_left_open() -> None:
    """Objects name all they hold, lists say of what they are; what stays open is named here."""
    left = []

    def walk(form: Any, where: str) -> None:
        if isinstance(form, list):
            for place, held in enumerate(form):
                walk(held, f"{where}/{place}")
        if not isinstance(form, dict):
            return
        if form.get("type") == "object" and form.get("additionalProperties", True) in (True, {}):
            left.append(where)
        if form.get("type") == "array" and not form.get("items"):
            left.append(where)
        for name, held in form.items():
            walk(held, f"{where}/{name}")

    walk(description()["components"]["schemas"], "")
    for path, methods in description()["paths"].items():
        walk(
            {
                method: [operation.get("responses"), operation.get("requestBody")]
                for method, operation in methods.items()
            },
            path,
        )
    assert left == ["/SitePayload/properties/position"]  # a position as it is kept
