"""How the API refuses and tells beside its answers: sides left out, pages that are not there, names it does not know, limits."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from games.models import Game
from tests.games.helpers import DONE, Player, new_key, ok, problem


@pytest.mark.parametrize("verb", ["actions", "undo", "restart-turn"])
def test_who_plays_both_sides_says_for_which_one_acts(verb: str, solo_game: Game, richard: Player) -> None:
    body = {"version": 99, "key": new_key()} | ({"action": DONE} if verb == "actions" else {})
    answer = problem(richard.post(f"games/{solo_game.public_id}/{verb}/", body), 400, "side-needed")
    assert answer["sides"] == ["frank", "saracen"]
    assert "`side`" in answer["detail"]


def test_who_has_one_side_need_not_say_which(game: Game, richard: Player) -> None:
    ok(richard.act(game, DONE))


@pytest.mark.parametrize("path", ["games/", "results/"])
def test_a_page_beyond_the_last_is_not_there(path: str, richard: Player) -> None:
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


def test_answers_tell_how_much_more_may_be_asked(richard: Player) -> None:
    first, second = (richard.get("waiting/") for _ in range(2))
    assert first["RateLimit-Policy"] == '"requests";q=1200;w=60'
    assert [int(re.search(r"r=(\d+)", one["RateLimit"])[1]) for one in (first, second)] == [1199, 1198]  # type: ignore[index]
    assert Client().get("/api/v1/waiting/").status_code == 401


def test_the_type_of_every_problem_leads_to_a_page(richard: Player, client: Client) -> None:
    answer = problem(richard.get("games/", page="999"), 404, "no-such-page")
    assert client.get(answer["type"]).status_code == 200
    errors = Path("docs/api.md").read_text().partition("## Errors")[2].partition("Of 429")[0]
    codes = set(re.findall(r"`([a-z]+(?:-[a-z]+)+)`", errors)) - {"retry-after", "used-up", "problem-json", "processor-time"}
    assert len(codes) > 40
    missing = [code for code in sorted(codes) if client.get(f"/problems/{code}").status_code != 200]
    assert not missing
    assert client.get("/problems/no-such-problem").status_code == 404
    assert "stale-version" in client.get("/problems/").content.decode()


def test_the_body_of_a_delete_is_described() -> None:
    paths: Any = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    assert paths["/api/v1/blocked/"]["delete"]["requestBody"] == paths["/api/v1/blocked/"]["post"]["requestBody"]
