"""Compares messages of sockets with their description."""

import json
from functools import cache
from typing import Any

import jsonschema_rs

from games.api import socket_description
from tests.games.described import description
from tests.games.helpers import Json


@cache
def validators(where: str) -> dict[str, Any]:
    """Of every message of a socket ("game from", "user to" and so on) the validator."""
    forms = json.dumps(socket_description.messages()[where]).replace(socket_description.OPENAPI, "")
    components = description()["components"]
    return {
        name: jsonschema_rs.validator_for({**form, "components": components}, validate_formats=True)
        for name, form in json.loads(forms).items()
    }


def names_of(where: str, message: Any) -> list[str]:
    """The messages that this may be."""
    return [name for name, validator in validators(where).items() if validator.is_valid(message)]


def faults_of(where: str, message: Json) -> list[str]:
    """What is wrong with a message that is not exactly one of those described."""
    names = names_of(where, message)
    if len(names) == 1:
        return []
    errors = {
        name: [error.message[:200] for error in validator.iter_errors(message)]
        for name, validator in validators(where).items()
    }
    return [f"{str(message)[:300]} is one of {names}: {errors}"]


def check(message: Any) -> None:
    """Fails unless one of the two sockets may send this."""
    of_user = not isinstance(message, dict) or "type" in message
    assert not faults_of("user from" if of_user else "game from", message)
