"""Clients whose every answer is compared with the description of the API: its status, its form and every name in it."""

import json
import re
from functools import cache
from typing import Any

import jsonschema_rs
from django.test import Client
from django.urls import resolve
from drf_spectacular.generators import SchemaGenerator

from games.models import User
from tests.games.helpers import Json, Player


@cache
def description() -> Json:
    return dict(json.loads(json.dumps(SchemaGenerator().get_schema(request=None, public=True), default=str)))


@cache
def validator(form: str) -> Any:
    """A validator of a form, given as JSON, within the description's components."""
    return jsonschema_rs.validator_for(
        {**json.loads(form), "components": description()["components"]}, validate_formats=True
    )


def faults(form: Json, value: Any) -> list[str]:
    """What is wrong with a value, and where, as exactly as can be told."""
    return [
        f"{list(error.instance_path)}: {error.message[:400]}"
        for error in validator(json.dumps(form)).iter_errors(value)
    ]


def template(path: str) -> str:
    """The address of the description that a path is of."""
    return "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", resolve(path).route).replace("{game_id}", "{game}").replace(
        "{tournament_id}", "{tournament}"
    )


def check(response: Any) -> None:
    """Fails unless the description knows the answer."""
    method, path = response.request["REQUEST_METHOD"].lower(), template(response.request["PATH_INFO"])
    responses = description()["paths"][path][method]["responses"]
    status = str(response.status_code)
    assert status in responses, f"{method} {path} may not answer {status}: {response.content!r}"
    content = responses[status].get("content", {})
    if not content:
        assert not response.content, f"{method} {path} {status} has no body"
        return
    media = response["Content-Type"].partition(";")[0]
    assert media in content, f"{method} {path} {status} may not be {media}"
    if media.endswith("json"):
        found = faults(content[media]["schema"], response.json())
        assert not found, f"{method} {path} {status}: {found[:3]}"


class DescribedClient(Client):
    def request(self, **request: Any) -> Any:
        response = super().request(**request)
        check(response)
        return response


class DescribedPlayer(Player):
    def __init__(self, user: User | None) -> None:
        super().__init__(user)
        self.client = DescribedClient()
        if user is not None:
            self.client.force_login(user)

    def put(self, path: str, body: Json) -> Any:
        return self.client.put(f"/api/v1/{path}", body, content_type="application/json")
