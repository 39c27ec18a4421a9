"""The socket of a person: what waits for them, that something changed, and nothing else."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from crusader_site.asgi import application
from games import closing, consumers
from games.services.after_commit import announce
from tests.games.conftest import started
from tests.games.described_sockets import check
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Player, first, ok, refused
from tests.games.test_rooms import at, opened

pytestmark = pytest.mark.django_db(transaction=True)
QUIET, PATIENCE = 0.1, 20


def socket(
    player: Player | None, *, origin: str = "http://testserver", path: str = "/ws/user/"
) -> WebsocketCommunicator:
    cookies = player.client.cookies.output(header="", sep=";").strip() if player else ""
    headers = [(b"host", b"testserver"), (b"origin", origin.encode()), (b"cookie", cookies.encode())]
    return WebsocketCommunicator(application, path, headers=headers)


async def listening(player: Player) -> WebsocketCommunicator:
    """A socket that has said what waits now."""
    communicator = socket(player)
    connected, _ = await communicator.connect(timeout=PATIENCE)
    assert connected
    assert (await heard(communicator))["type"] == "turns"
    return communicator


async def heard(communicator: WebsocketCommunicator) -> Any:
    message = json.loads(await communicator.receive_from(timeout=PATIENCE))
    check(message)
    return message


async def hears_nothing(*communicators: WebsocketCommunicator) -> bool:
    return all([await one.receive_nothing(QUIET) for one in communicators])


@pytest.fixture
def people(transactional_db: None, new_player: Callable[[str], Player]) -> dict[str, Player]:
    return {name: new_player(name) for name in ("Richard", "Saladin", "Baldwin")}


@pytest.mark.databases
async def test_it_says_at_once_and_at_each_hand_over_what_waits(people: dict[str, Player]) -> None:
    richard, saladin, baldwin = people.values()
    game = await sync_to_async(started)(richard, saladin)
    one = socket(richard)
    await one.connect()
    assert await heard(one) == {"type": "turns", "count": 1, "games": [str(game.public_id)]}
    other, third = await listening(saladin), await listening(baldwin)
    ok(await sync_to_async(richard.act)(game, BALIAN_TO_ASCALON))
    assert await hears_nothing(one, other, third)
    ok(await sync_to_async(richard.act)(game, DONE))
    assert await heard(one) == {"type": "turns", "count": 0, "games": []}
    assert await heard(other) == {"type": "turns", "count": 1, "games": [str(game.public_id)]}
    assert await hears_nothing(third)
    ok(await sync_to_async(saladin.act)(game, DONE))
    assert [(await heard(communicator))["count"] for communicator in (one, other)] == [1, 1]
    view = await sync_to_async(richard.view)(game)
    ok(await sync_to_async(richard.act)(game, first(view, "play-card")))
    assert (await heard(one))["count"] == 0
    assert await hears_nothing(other, third), "a decision that can be taken back is told to nobody else"
    for communicator in (one, other, third):
        await communicator.disconnect()


async def test_public_games_move_the_lobby_and_private_ones_do_not(people: dict[str, Player]) -> None:
    richard, saladin, baldwin = people.values()
    looking = await listening(baldwin)
    await sync_to_async(opened)(richard, visibility="private")
    assert await hears_nothing(looking)
    game = await sync_to_async(opened)(richard)
    assert await heard(looking) == {"type": "lobby"}
    assert await hears_nothing(looking)
    ok(await sync_to_async(saladin.post)(at(game, "join")))
    assert await heard(looking) == {"type": "lobby"}
    assert await hears_nothing(looking)
    await looking.disconnect()


async def test_an_invitation_is_told_to_the_invited_alone_and_never_to_a_blocker(people: dict[str, Player]) -> None:
    richard, saladin, baldwin = people.values()
    await sync_to_async(baldwin.post)("blocked/", {"name": "Richard"})
    game = await sync_to_async(opened)(richard, visibility="private")
    invited, blocker = await listening(saladin), await listening(baldwin)
    for name in ("Saladin", "Baldwin"):
        assert (await sync_to_async(richard.post)(at(game, "invite"), {"name": name})).status_code == 204
    assert await heard(invited) == {"type": "turns", "count": 1, "games": [game["id"]]}
    assert await hears_nothing(invited, blocker)
    await invited.disconnect()
    await blocker.disconnect()


async def test_that_somebody_comes_to_the_board_is_told_to_the_opponent_alone(people: dict[str, Player]) -> None:
    richard, saladin, baldwin = people.values()
    game = await sync_to_async(started)(richard, saladin)
    sockets = own, other, third = [await listening(player) for player in (richard, saladin, baldwin)]
    for _ in range(2):
        assert (await sync_to_async(richard.post)(f"games/{game.public_id}/here/")).status_code == 204
    assert await heard(other) == {"type": "presence", "game": str(game.public_id)}
    assert await hears_nothing(own, other, third)
    for one in sockets:
        await one.disconnect()


async def test_who_was_taken_out_hears_no_more_of_the_seat(people: dict[str, Player]) -> None:
    richard, saladin, _ = people.values()
    game = await sync_to_async(opened)(richard, start="by-hand")
    ok(await sync_to_async(saladin.post)(at(game, "join")))
    room = socket(saladin, path=f"/ws/games/{game['id']}/")
    await room.connect()
    await heard(room)
    ok(await sync_to_async(richard.post)(at(game, "remove")))
    outputs = [
        await room.receive_output(timeout=PATIENCE),
        await room.receive_output(timeout=PATIENCE),
    ]  # the new version, and the end
    assert outputs[-1]["code"] == closing.ANOTHER_SEAT


async def test_visitors_and_pages_of_other_sites_get_none(people: dict[str, Player]) -> None:
    assert await refused(socket(None)) == closing.NOBODY
    assert not (await socket(people["Richard"], origin="https://evil.example").connect())[0]


async def test_whoever_talks_is_disconnected(people: dict[str, Player]) -> None:
    one = await listening(people["Richard"])
    await one.send_to(text_data='{"type": "turns"}')
    assert (await one.receive_output(timeout=PATIENCE))["code"] == closing.NOTHING_IS_ACCEPTED


async def test_one_person_has_only_so_many_sockets(people: dict[str, Player], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers.UserConsumer.sockets, "most", 2)
    first_one, second = await listening(people["Richard"]), await listening(people["Richard"])
    assert await refused(socket(people["Richard"])) == closing.TOO_MANY
    third = await listening(people["Saladin"])
    await first_one.disconnect()
    fourth = await listening(people["Richard"])
    for one in (second, third, fourth):
        await one.disconnect()


def test_the_group_of_a_person_cannot_be_guessed(people: dict[str, Player], settings: Any) -> None:
    ids = [player.user.pk for player in people.values() if player.user]
    names = {announce.user_group(pk) for pk in ids}
    assert len(names) == 3
    assert not any(str(pk) == name.rpartition(".")[2] for pk in ids for name in names)
    settings.SECRET_KEY = "another"
    assert announce.user_group(ids[0]) not in names
