"""How the API refuses and tells beside its answers: sides left out, pages that are not there, names it does not know,
limits.
"""

import json
import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from rest_framework.throttling import AnonRateThrottle

from games.models import Game
from tests.games.helpers import DONE, Player, new_key, ok, problem

JSON: Any = {"content_type": "application/json"}


def test_who_plays_both_sides_says_for_which_one_acts(solo_game: Game, richard: Player) -> None:
    for verb in ("actions", "undo", "restart-turn"):
        body = {"version": 99, "key": new_key()} | ({"action": DONE} if verb == "actions" else {})
        answer = problem(richard.post(f"games/{solo_game.public_id}/{verb}/", body), 400, "side-needed")
        assert answer["sides"] == ["frank", "saracen"]
        assert "`side`" in answer["detail"]


def test_a_page_beyond_the_last_is_not_there(richard: Player) -> None:
    for path in ("games/", "results/"):
        assert problem(richard.get(path, page="999"), 404, "no-such-page")["pages"] == 1
        assert ok(richard.get(path, page="1"))["results"] == []


def test_a_name_that_a_query_does_not_know_is_refused_and_the_known_are_named(game: Game, richard: Player) -> None:
    answer = problem(richard.get("games/", pgae="2"), 400, "invalid")
    assert "page" in answer["fields"]["pgae"][0]
    assert "list" in answer["fields"]["pgae"][0]
    problem(richard.get(f"games/{game.public_id}/", side="frank"), 400, "invalid")
    problem(richard.client.post("/api/v1/here/?page=2", {}, content_type="application/json"), 400, "invalid")


def test_every_name_that_the_description_gives_a_query_is_known(game: Game, richard: Player) -> None:
    """And by that the other way round: what is not described is refused."""
    for path, methods in SchemaGenerator().get_schema(request=None, public=True)["paths"].items():
        names = [each["name"] for each in methods.get("get", {}).get("parameters", []) if each["in"] == "query"]
        if "get" in methods and "{" not in path.replace("{game}", ""):
            address = path.replace("{game}", str(game.public_id))
            answer = richard.client.get(address, {"nonsense": "1"}).json()
            assert set(answer["fields"]) == {"nonsense"}, path
            assert all(name in answer["fields"]["nonsense"][0] for name in names), path


def test_what_is_made_says_where_it_is(richard: Player, game: Game) -> None:
    made = richard.post("games/", {"side": "frank"})
    assert made["Location"] == f"/api/v1/games/{made.json()['id']}/"
    assert richard.client.get(made["Location"]).json()["id"] == made.json()["id"]
    said = richard.post(f"games/{game.public_id}/talk/", {"text": "Well met.", "key": new_key()})
    assert richard.client.get(said["Location"]).json()["results"][0]["number"] == said.json()["number"]


@pytest.mark.usefixtures("api_rates_of_the_site")
def test_answers_tell_how_much_more_may_be_asked(richard: Player) -> None:
    first, second = (richard.get("waiting/") for _ in range(2))
    assert first["RateLimit-Policy"] == '"requests";q=1200;w=60'
    assert [int(re.search(r"r=(\d+)", one["RateLimit"])[1]) for one in (first, second)] == [1199, 1198]  # type: ignore[index]


def away(*_args: object, **_named: object) -> Any:
    raise OperationalError


def fault(*_args: object, **_named: object) -> Any:
    raise ZeroDivisionError


ANSWERS: dict[str, tuple[int, Callable[[Client, Game, pytest.MonkeyPatch], Any]]] = {
    "a list": (200, lambda client, game, patch: client.get("/api/v1/waiting/")),
    "something made": (201, lambda client, game, patch: client.post("/api/v1/games/", {"solo": True}, **JSON)),
    "nothing": (204, lambda client, game, patch: client.post("/api/v1/here/", {}, **JSON)),
    "the description": (200, lambda client, game, patch: client.get("/api/v1/schema/")),
    "an unknown query": (400, lambda client, game, patch: client.get("/api/v1/waiting/?nonsense=1")),
    "no JSON": (400, lambda client, game, patch: client.post("/api/v1/games/", "{", **JSON)),
    "nobody": (401, lambda client, game, patch: Client().get("/api/v1/waiting/")),
    "a wrong token": (
        401,
        lambda client, game, patch: Client(headers={"authorization": "Bearer crex_wrong"}).get("/api/v1/waiting/"),
    ),
    "no token of forms": (403, lambda client, game, patch: strict(client).post("/api/v1/here/", {}, **JSON)),
    "no such game": (404, lambda client, game, patch: client.get(f"/api/v1/games/{uuid.uuid4()}/")),
    "no such address": (404, lambda client, game, patch: client.get("/api/v1/nothing/")),
    "no such address for a visitor": (404, lambda client, game, patch: Client().get("/api/v2/")),
    "another method": (405, lambda client, game, patch: client.delete("/api/v1/waiting/")),
    "another format": (406, lambda client, game, patch: client.get("/api/v1/waiting/", headers={"accept": "text/csv"})),
    "a conflict": (409, lambda client, game, patch: client.post(f"/api/v1/games/{game.public_id}/cancel/", {}, **JSON)),
    "too much": (413, lambda client, game, patch: client.post("/api/v1/games/", {"pace": "x" * 70_000}, **JSON)),
    "another kind": (415, lambda client, game, patch: client.post("/api/v1/games/", "<a/>", content_type="text/xml")),
    "a fault": (500, lambda client, game, patch: failing(client, patch, fault)),
    "no database": (503, lambda client, game, patch: failing(client, patch, away)),
}


def strict(client: Client) -> Client:
    """The same person with Django's check of forms."""
    other = Client(enforce_csrf_checks=True)
    other.cookies = client.cookies
    return other


def failing(client: Client, monkeypatch: pytest.MonkeyPatch, failure: Callable[..., Any]) -> Any:
    monkeypatch.setattr("games.api.lobby.listing.waiting_ids", failure)
    client.raise_request_exception = False
    return client.get("/api/v1/waiting/")


def test_every_answer_whatever_it_is_tells_how_much_more_may_be_asked(
    richard: Player, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind, (status, ask) in ANSWERS.items():
        answer = ask(richard.client, game, monkeypatch)
        assert answer.status_code == status, kind
        assert re.fullmatch(r'"requests";q=\d+;w=60', answer["RateLimit-Policy"]), kind
        assert re.fullmatch(r'"requests";r=\d+;t=\d+', answer["RateLimit"]), kind
        if status >= 400:
            told = json.loads(answer.content)
            assert answer["Content-Type"] == "application/problem+json", kind
            assert told["type"] == f"/problems/{told['code']}", kind


@pytest.mark.databases
def test_who_asks_in_vain_without_end_is_refused_as_well(monkeypatch: pytest.MonkeyPatch, db: None) -> None:
    monkeypatch.setattr(AnonRateThrottle, "rate", "3/min", raising=False)
    guesser = Client(headers={"authorization": "Bearer crex_guessed"}, REMOTE_ADDR="203.0.113.9")
    answers = [guesser.get("/api/v1/waiting/") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [401, 401, 401, 429]
    assert answers[3]["RateLimit"].startswith('"requests";r=0;')
    assert 0 < int(answers[3]["Retry-After"]) <= 60
    assert answers[3].json()["used-up"] == "requests"


def test_the_body_of_a_delete_is_described() -> None:
    paths: Any = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    assert paths["/api/v1/blocked/"]["delete"]["requestBody"] == paths["/api/v1/blocked/"]["post"]["requestBody"]
