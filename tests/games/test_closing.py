"""Sockets that are refused say by which code, through a real server as well, and keep nothing on it."""

import asyncio
import socket as system
import uuid
from collections.abc import Callable
from typing import Any

import pytest
import uvicorn
import websockets
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import OperationalError
from websockets.typing import Origin

from crusader_site.asgi import application
from games import closing, consumers
from games.models import PersonalToken
from games.people import tokens
from games.services.lobby import lobby
from tests.games.helpers import Player, refused
from tests.games.test_sockets import socket

pytestmark = pytest.mark.django_db(transaction=True)
PATHS = ["/ws/user/", f"/ws/games/{uuid.UUID(int=7, version=4)}/"]


def by_token(word: str, path: str) -> WebsocketCommunicator:
    return WebsocketCommunicator(
        application, path, headers=[(b"host", b"testserver"), (b"authorization", f"Bearer {word}".encode())]
    )


async def test_a_wrong_token_is_told_so_at_either_socket() -> None:
    for word in ["", "crex_nobody", "\N{SNOWMAN}", "crex_" + "x" * 3000]:
        for path in PATHS:
            assert await refused(by_token(word, path)) == closing.NOBODY


async def test_there_is_a_code_at_addresses_without_a_socket(new_player: Callable[[str], Player]) -> None:
    richard = await sync_to_async(new_player)("Richard")
    cookies = richard.client.cookies.output(header="", sep=";").strip()
    headers = [(b"host", b"testserver"), (b"origin", b"http://testserver"), (b"cookie", cookies.encode())]
    for path in ("/ws/", "/ws/games/", "/ws/games/acre/", "/ws/user", "/ws/users/", "/", "/games/"):
        assert await refused(WebsocketCommunicator(application, path, headers=headers)) == closing.NO_SUCH_GAME, path


async def test_without_its_database_a_site_says_that_something_may_be_missed(
    new_player: Callable[[str], Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_args: object, **_named: object) -> Any:
        raise OperationalError

    richard = await sync_to_async(new_player)("Richard")
    game = (await sync_to_async(lobby.create_game)(user=richard.user, solo=True)).game
    _, word = await sync_to_async(tokens.make)(user=richard.user, name="bot", scope=PersonalToken.Scope.READ)
    for found in ("games.people.tokens.find_valid", "games.consumers.find_game", "games.people.tokens.reload_token"):
        with monkeypatch.context() as patch:
            patch.setattr(found, away)
            assert await refused(by_token(word, f"/ws/games/{game.public_id}/")) == closing.INTERRUPTED, found
    with monkeypatch.context() as patch:
        patch.setattr(tokens, "reload_token", lambda _token: None)
        assert await refused(by_token(word, f"/ws/games/{game.public_id}/")) == closing.NOBODY, "it has ended meanwhile"
    assert not consumers.GameConsumer.sockets.kept


async def test_what_a_refused_socket_sends_is_not_read_and_it_is_not_counted(
    new_player: Callable[[str], Player],
) -> None:
    richard = await sync_to_async(new_player)("Richard")
    stranger = socket(richard, uuid.uuid4())
    await stranger.send_input({"type": "websocket.connect"})
    for _ in range(50):
        await stranger.send_input({"type": "websocket.receive", "text": '{"id": 1, "act": "follow"}'})
    outputs = [await stranger.receive_output(timeout=20) for _ in range(2)]
    assert outputs[-1] == {"type": "websocket.close", "code": closing.NO_SUCH_GAME}
    await stranger.wait(timeout=20)
    assert stranger.output_queue.empty()
    assert not consumers.GameConsumer.sockets.kept


async def test_through_a_server_the_code_arrives_and_a_hundred_refusals_leave_no_connection() -> None:
    with socket_of_the_system() as listening:
        server = uvicorn.Server(uvicorn.Config(application, log_level="critical", lifespan="off"))
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        host = f"127.0.0.1:{listening.getsockname()[1]}"

        async def knock() -> int | None:
            async with websockets.connect(f"ws://{host}/ws/user/", origin=Origin(f"http://{host}")) as one:
                await one.wait_closed()
            return one.close_code

        for _ in range(4):
            assert set(await asyncio.gather(*(knock() for _ in range(25)))) == {closing.NOBODY}
        # Of those that do not answer the closing the server keeps nothing but the connection, for seconds.
        reader, writer = await asyncio.open_connection(*host.split(":"))
        upgrade = (
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key:"
            " aaaaaaaaaaaaaaaaaaaaaA==\r\n"
        )
        writer.write(f"GET /ws/user/ HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n{upgrade}\r\n".encode())
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        assert await reader.readexactly(4) == b"\x88\x02" + closing.NOBODY.to_bytes(2)
        assert not consumers.UserConsumer.sockets.kept
        writer.close()
        server.should_exit = True
        await serving
        assert not server.server_state.connections
        assert not server.server_state.tasks


def socket_of_the_system() -> system.socket:
    listening = system.socket()
    listening.bind(("127.0.0.1", 0))
    return listening
