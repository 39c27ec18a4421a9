"""The API against its own description, by Schemathesis."""

from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from games.api import views
from games.errors import Refused
from tests.security.fuzzing import Result, run


@pytest.mark.databases
@pytest.mark.django_db
@pytest.mark.parametrize("requests", [250, pytest.param(5000, marks=pytest.mark.whole)])
def test_no_request_made_from_the_description_finds_a_breach_of_it(requests: int) -> None:
    result = run(7, requests, Result())
    assert result.breaches == {}
    assert result.cases > requests * 0.6
    assert {role_of_status // 100 for _, role_of_status in result.statuses} == {2, 4}
    assert sum(count for (name, _), count in result.statuses.items() if name.startswith("socket ")) > 10, (
        "acts are sent as messages, too"
    )


@pytest.mark.whole
@pytest.mark.django_db
def test_the_fuzzer_finds_errors_and_changes_by_refused_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or the test above would say nothing."""
    from games.models import Game
    from games.services.views import listing

    def careless(game: Game, user: Any) -> dict[str, Any]:
        Game.objects.filter(pk=game.pk).update(year=1200)
        if game.visibility == Game.Visibility.PRIVATE:
            raise Refused
        if game.status != Game.Status.ACTIVE:
            raise KeyError
        return {"id": 7}

    monkeypatch.setattr(listing, "summary", careless)
    monkeypatch.setattr(views.listing, "summary_of", lambda access: careless(access.game, access.user))
    found = " ".join(run(4, 60, Result(), ending="/games/{game}/").breaches)
    assert "ServerError" in found
    assert "something was changed" in found
    assert "JsonSchemaError" in found


def test_bodies_are_described_as_strictly_as_they_are_read() -> None:
    description = SchemaGenerator().get_schema(request=None, public=True)
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            for kind, body in operation.get("requestBody", {}).get("content", {}).items():
                assert kind == "application/json", (path, method)
                name = body["schema"].get("$ref", "").rpartition("/")[2]
                assert (
                    description["components"]["schemas"].get(name, body["schema"]).get("additionalProperties") is False
                ), (path, method)
            for status, response in operation["responses"].items():
                assert status[0] == "2" or list(response["content"]) == ["application/problem+json"], (
                    path,
                    method,
                    status,
                )
