"""The description of the sockets, in AsyncAPI, against what real sockets send and take."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from games import closing
from games.api import socket_description
from games.api.acts import ACTS
from games.models import Game
from games.services.after_commit import announce
from tests.games.conftest import started
from tests.games.described import description
from tests.games.described_sockets import faults_of, names_of
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Json, Player, new_key, ok
from tests.games.test_sockets import heard, socket


def every_reference(value: Any) -> set[str]:
    if isinstance(value, list):
        return {found for part in value for found in every_reference(part)}
    if not isinstance(value, dict):
        return set()
    own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
    return own.union(*(every_reference(part) for part in value.values()))


@pytest.mark.django_db
def test_the_description_is_served_and_every_reference_leads_somewhere(client: Client) -> None:
    served = ok(client.get("/api/v1/schema/sockets/"))
    assert (served["asyncapi"], set(served["channels"])) == ("3.0.0", {"game", "user"})
    references = every_reference(served)
    assert {reference.partition("#")[0] for reference in references} == {"", socket_description.OPENAPI}
    for reference in references:
        address, _, pointer = reference.partition("#/")
        found = description() if address else served
        for step in pointer.split("/"):
            found = found[step]
    assert client.get(socket_description.OPENAPI).status_code == 200


def test_every_act_announcement_and_code_is_described() -> None:
    described = socket_description.messages()
    assert set(described["game to"]) == {*ACTS, "follow", "ping"}
    told = {name: tuple(form["properties"]) for name, form in described["user from"].items() if name != "pong"}
    assert told == {name: ("type", *fields) for name, fields in announce.USER_MESSAGES.items()}
    codes = {value for name, value in vars(closing).items() if name.isupper() and isinstance(value, int)}
    assert set(socket_description.CODES) == codes


@pytest.mark.django_db(transaction=True)
async def test_what_is_asked_and_answered_at_a_game_is_as_described(new_player: Callable[[str], Player]) -> None:
    richard, saladin = [await sync_to_async(new_player)(name) for name in ("Richard", "Saladin")]
    game: Game = await sync_to_async(started)(richard, saladin)
    own, other = [socket(player, game.public_id) for player in (richard, saladin)]
    kinds: list[str] = []
    asked = [
        {"act": "follow", "since": 0},
        {"act": "follow", "since": 3, "have": 3},
        {"act": "actions", "action": BALIAN_TO_ASCALON, "version": 3, "key": new_key()},
        {"act": "undo", "version": 4, "key": new_key()},
        {"act": "undo", "version": 4, "key": new_key()},
        {"act": "actions", "actions": [BALIAN_TO_ASCALON], "version": 5, "key": new_key()},
        {"act": "restart-turn", "version": 6, "key": new_key()},
        {"act": "actions", "action": DONE, "version": 1, "key": new_key()},
        {"act": "resign", "key": new_key()},
    ]
    for one in (own, other):
        await one.connect()
        kinds.append(described(await heard(one)))
    await other.send_to(text_data='{"id": "two", "act": "follow"}')
    kinds.append(described(await heard(other)))
    for number, message in enumerate(asked):
        assert faults_of("game to", {"id": number, **message}) == []
        await own.send_to(text_data=json.dumps({"id": number, **message}))
        kinds.append(described(await heard(own)))
    kinds.append(described(await heard(other)))
    for sent in ('{"act": 1}', '{"ping": 1}'):
        await own.send_to(text_data=sent)
        kinds.append(described(await heard(own)))
    ok(await sync_to_async(richard.post)(f"games/{game.public_id}/talk/", {"text": "Well played.", "key": new_key()}))
    kinds.append(described(await heard(other)))
    # That somebody is asked to wait is heard, and compared, in tests/games/test_pushes.py.
    assert {*kinds, "wait"} == set(socket_description.messages()["game from"])
    for one in (own, other):
        await one.disconnect()


UNDESCRIBED: list[tuple[str, Json]] = [
    ("game to", {"id": 1, "act": "actions", "version": 3, "key": new_key()}),
    ("game to", {"id": 1, "act": "castle", "version": 3, "key": new_key()}),
    ("game to", {"act": "undo", "version": 3, "key": new_key()}),
    ("game to", {"id": 1, "act": "follow", "since": -1}),
    ("game from", {"id": 1, "answer": {}}),
    ("game from", {"game": new_key(), "weather": "west"}),
    ("user from", {"type": "turns", "count": 1}),
    ("user to", {"ping": 2}),
]


def test_what_neither_side_sends_is_not_described() -> None:
    assert [message for where, message in UNDESCRIBED if not faults_of(where, message)] == []


def described(message: Json) -> str:
    """The name of a message of a game's socket. Fails where it is none."""
    assert faults_of("game from", message) == []
    (name,) = names_of("game from", message)
    return name
