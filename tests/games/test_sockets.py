"""What the game's socket announces, and to whom: new versions, to those who may know of them."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from crusader_site.asgi import application
from games.models import Game
from tests.games.conftest import started
from tests.games.described_sockets import check
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Player, ok, refused

pytestmark = pytest.mark.django_db(transaction=True)
QUIET = 0.1


def socket(player: Player | None, game_id: Any, *, origin: str = "http://testserver") -> WebsocketCommunicator:
    cookies = player.client.cookies.output(header="", sep=";").strip() if player else ""
    headers = [(b"host", b"testserver"), (b"origin", origin.encode()), (b"cookie", cookies.encode())]
    return WebsocketCommunicator(application, f"/ws/games/{game_id}/", headers=headers)


async def opened(player: Player, game: Game) -> WebsocketCommunicator:
    communicator = socket(player, game.public_id)
    connected, _ = await communicator.connect()
    assert connected
    return communicator


async def heard(communicator: WebsocketCommunicator) -> Any:
    message = json.loads(await communicator.receive_from())
    check(message)
    return message


def messages(game: Game, *versions: tuple[str | None, int]) -> list[dict[str, Any]]:
    return [{"game": str(game.public_id), "version": version, "side": side} for side, version in versions]


@pytest.fixture
def people(transactional_db: None, new_player: Callable[[str], Player]) -> dict[str, Player]:
    return {name: new_player(name) for name in ("Richard", "Saladin", "Baldwin")}


@pytest.mark.databases
async def test_a_provisional_move_is_announced_to_the_mover_alone_and_a_wall_to_all(people: dict[str, Player]) -> None:
    richard, saladin, baldwin = people.values()
    game = await sync_to_async(started)(richard, saladin)
    sockets = [await opened(player, game) for player in (richard, saladin, baldwin)]
    assert [await heard(one) for one in sockets] == messages(game, ("frank", 3), ("saracen", 3), (None, 3))

    await sync_to_async(richard.act)(game, BALIAN_TO_ASCALON)
    assert await heard(sockets[0]) == messages(game, ("frank", 4))[0]
    await sync_to_async(richard.undo)(game)
    assert await heard(sockets[0]) == messages(game, ("frank", 5))[0]
    assert await sockets[1].receive_nothing(QUIET)
    assert await sockets[2].receive_nothing(QUIET)

    ok(await sync_to_async(richard.act)(game, DONE))
    assert [await heard(one) for one in sockets] == messages(game, ("frank", 6), ("saracen", 4), (None, 4))
    for one in sockets:
        await one.disconnect()


async def test_a_refused_action_is_not_announced(people: dict[str, Player]) -> None:
    richard, saladin, _ = people.values()
    game = await sync_to_async(started)(richard, saladin)
    one = await opened(richard, game)
    await heard(one)
    await sync_to_async(richard.act)(game, {"type": "place", "block": "saladin", "town": "acre"})
    assert await one.receive_nothing(QUIET)
    await one.disconnect()


async def test_a_solo_player_hears_both_sides(people: dict[str, Player]) -> None:
    from games.services.lobby import lobby

    richard = people["Richard"]
    game = (await sync_to_async(lobby.create_game)(user=richard.user, solo=True)).game
    one = await opened(richard, game)
    assert [await heard(one), await heard(one)] == messages(game, ("frank", 2), ("saracen", 2))
    await one.disconnect()


async def test_a_private_game_is_not_there_for_others(people: dict[str, Player]) -> None:
    richard, saladin, baldwin = people.values()
    game = await sync_to_async(started)(richard, saladin, visibility="private")
    for player, game_id in (
        (baldwin, game.public_id),
        (None, game.public_id),
        (baldwin, "00000000-0000-4000-8000-000000000000"),
    ):
        assert await refused(socket(player, game_id)) == 4404


async def test_a_visitor_without_an_account_hears_of_a_public_game_what_every_spectator_hears(
    people: dict[str, Player],
) -> None:
    richard, saladin, _ = people.values()
    game = await sync_to_async(started)(richard, saladin)
    one = socket(None, game.public_id)
    connected, _ = await one.connect()
    assert connected
    assert await heard(one) == messages(game, (None, 3))[0]
    await sync_to_async(richard.act)(game, BALIAN_TO_ASCALON)
    assert await one.receive_nothing(QUIET)
    await one.disconnect()


async def test_pages_of_other_sites_cannot_listen(people: dict[str, Player]) -> None:
    richard, saladin, _ = people.values()
    game = await sync_to_async(started)(richard, saladin)
    for origin in ("https://evil.example", "http://testserver.evil.example", "null", ""):
        connected, _ = await socket(richard, game.public_id, origin=origin).connect()
        assert not connected, origin


async def test_whoever_sends_bytes_is_disconnected(people: dict[str, Player]) -> None:
    richard, saladin, _ = people.values()
    game = await sync_to_async(started)(richard, saladin)
    one = await opened(richard, game)
    await heard(one)
    await one.send_to(bytes_data=b"\xff")
    assert (await one.receive_output())["code"] == 4400


def test_a_layer_out_of_reach_does_not_refuse_the_move(
    people: dict[str, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.services.after_commit import announce

    def unreachable() -> Any:
        raise ConnectionError

    game = started(people["Richard"], people["Saladin"])
    monkeypatch.setattr(announce, "get_channel_layer", unreachable)
    ok(people["Richard"].act(game, DONE))
