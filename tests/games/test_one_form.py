"""One casing and one form of lists in everything the API describes and answers."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from games.api import endpoint
from games.models import Game
from games.services.lobby import lobby
from tests.games.conftest import started
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Json, Player, new_key, ok

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LISTS = {"count", "next", "results"}


@pytest.fixture
def description() -> Json:
    return dict(SchemaGenerator().get_schema(request=None, public=True))


@pytest.fixture
def over(richard: Player, saladin: Player) -> Game:
    game = started(richard, saladin)
    ok(richard.act_together(game, [BALIAN_TO_ASCALON, DONE]))
    ok(richard.post(f"games/{game.public_id}/talk/", {"text": "Well met.", "key": new_key()}))
    ok(saladin.resign(game))
    return game


def described_names(value: Any) -> Iterator[str]:
    """The names that objects of the description have, and those of parameters."""
    if isinstance(value, dict):
        yield from value.get("properties", {})
        yield from [value["name"]] if "in" in value else []
        yield from [name for held in value.values() for name in described_names(held)]
    elif isinstance(value, list):
        yield from [name for held in value for name in described_names(held)]


def odd(names: Iterator[str]) -> set[str]:
    return {name for name in names if not NAME.fullmatch(name)}


def test_every_name_of_the_description_is_in_small_letters_with_hyphens(description: Json) -> None:
    found = list(described_names(description))
    assert {"weekend-zone", "saved-at", "game"} <= set(found)
    assert not odd(iter(found))


def test_a_request_in_the_other_casing_is_refused(richard: Player) -> None:
    body = {"pace": "slow", "weekend_zone": "Europe/Paris"}
    assert set(richard.post("games/", body).json()["fields"]) == {"weekend_zone"}
    assert (
        ok(richard.post("games/", {"pace": "slow", "weekend-zone": "Europe/Paris"}))["weekend-zone"] == "Europe/Paris"
    )


def test_every_list_has_the_same_form(description: Json) -> None:
    shapes = description["components"]["schemas"]
    lists = {}
    for path, methods in description["paths"].items():
        content = (
            methods.get("get", {}).get("responses", {}).get("200", {}).get("content", {}).get("application/json", {})
        )
        shape = shapes.get(content.get("schema", {}).get("$ref", "").rpartition("/")[2], {})
        if any(each.get("type") == "array" for each in shape.get("properties", {}).values()):
            lists[path] = set(shape["properties"])
    beside = {path.removeprefix("/api/v1/") for path in lists if not lists[path] >= LISTS}
    # One thing each, of which lists are a part.
    assert beside == {
        f"games/{{game}}/{name}"
        for name in ("", "analysis/", "check/", "dice/", "hint/", "view/", "history/{number}/view/")
    } | {
        "invitations/{token}/",
        "statistics/",
        "tournaments/{tournament}/",
    }


def test_a_list_that_grows_is_read_to_its_end_by_next(richard: Player, over: Game) -> None:
    for path in ("history/", "replay/"):
        whole = ok(richard.get(f"games/{over.public_id}/{path}"))
        assert whole["next"] is None
        numbers, after = [], 0
        for _ in range(whole["count"]):
            part = ok(richard.get(f"games/{over.public_id}/{path}", after=after, limit=2))
            numbers += [line.get("entry", line)["n"] for line in part["results"]]
            after = part["next"]
            if after is None:
                break
        assert numbers == [line.get("entry", line)["n"] for line in whole["results"]]
        assert len(numbers) == whole["count"] > 2


def test_a_list_of_pages_is_read_to_its_end_by_next(richard: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    assert richard.user is not None
    monkeypatch.setattr(endpoint, "PAGE_SIZE", 2)
    for _ in range(3):
        lobby.create_game(user=richard.user)
    first = ok(richard.get("games/"))
    assert (first["count"], len(first["results"]), first["next"]) == (3, 2, 2)
    last = ok(richard.get("games/", page=2))
    assert (last["count"], len(last["results"]), last["next"]) == (3, 1, None)
