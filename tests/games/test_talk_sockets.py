"""Sockets tell the two players that there is something to read, and nobody else anything."""

import json
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from crusader_site.asgi import application
from games.models import Game
from games.services.talk import talk
from tests.games.conftest import started
from tests.games.helpers import Player
from tests.games.test_sockets import QUIET, heard, opened

pytestmark = pytest.mark.django_db(transaction=True)


async def own_socket(player: Player) -> WebsocketCommunicator:
    cookies = player.client.cookies.output(header="", sep=";").strip()
    headers = [(b"host", b"testserver"), (b"origin", b"http://testserver"), (b"cookie", cookies.encode())]
    communicator = WebsocketCommunicator(application, "/ws/user/", headers=headers)
    connected, _ = await communicator.connect()
    assert connected
    await heard(communicator)
    return communicator


async def say(player: Player, game: Game, text: str) -> None:
    await sync_to_async(talk.post)(user=player.user, game_id=game.public_id, text=text, key=uuid.uuid4())


async def all_heard(communicator: WebsocketCommunicator) -> list[Any]:
    found = []
    for _ in range(20):
        if await communicator.receive_nothing(QUIET):
            return found
        found.append(json.loads(await communicator.receive_from()))
    raise AssertionError(f"messages have no end: {found}")


@pytest.fixture
def people(transactional_db: None, new_player: Callable[[str], Player]) -> list[Player]:
    return [new_player(name) for name in ("Richard", "Saladin", "Baldwin")]


async def test_only_the_two_players_hear_that_something_was_said(people: list[Player]) -> None:
    richard, saladin, _ = people
    game = await sync_to_async(started)(richard, saladin)
    pages = [await opened(player, game) for player in people]
    for page in pages:
        await heard(page)
    own = [await own_socket(player) for player in people]
    await say(richard, game, "Surrender!")
    told = {"game": str(game.public_id), "talk": True}
    assert [await all_heard(page) for page in pages] == [[told], [told], []]
    unread = {"type": "message", "game": str(game.public_id)}
    assert [await all_heard(one) for one in own] == [[unread | {"unread": 0}], [unread | {"unread": 1}], []]
    for one in (*pages, *own):
        await one.disconnect()


async def test_who_muted_the_other_hears_nothing_and_the_other_cannot_tell(people: list[Player]) -> None:
    richard, saladin, _ = people
    game = await sync_to_async(started)(richard, saladin)
    await sync_to_async(talk.mute_in_game)(user=saladin.user, game_id=game.public_id, muted=True)
    pages = [await opened(player, game) for player in (richard, saladin)]
    for page in pages:
        await heard(page)
    own = await own_socket(saladin)
    await say(richard, game, "Hello?")
    assert [await all_heard(page) for page in pages] == [[{"game": str(game.public_id), "talk": True}], []]
    assert await all_heard(own) == []
    await sync_to_async(talk.mute_in_game)(user=saladin.user, game_id=game.public_id, muted=False)
    assert await all_heard(pages[0]) == [], "nobody is told of a wish to hear or not to hear them"
    await sync_to_async(talk.mark_read)(user=saladin.user, game_id=game.public_id, number=1)
    assert await all_heard(pages[0]) == [], "nor that they were read"
    for one in (*pages, own):
        await one.disconnect()
