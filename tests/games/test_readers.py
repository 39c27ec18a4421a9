"""Requests of a page that was made for another person than the one who is logged in now are refused, whatever they ask
for.
"""

from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from games.models import Message, User
from games.readers import HEADER, NOBODY, mark_of
from tests.games.conftest import started
from tests.games.helpers import DONE, Player, new_key
from tests.games.test_sockets import QUIET
from tests.games.test_sockets import socket as game_socket
from tests.games.test_user_socket import PATIENCE
from tests.games.test_user_socket import socket as user_socket

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def two(transactional_db: None, new_player: Callable[[str], Player]) -> tuple[Player, Player]:
    return new_player("Richard"), new_player("Saladin")


def test_a_mark_is_the_same_at_each_log_in_and_different_for_each_person(two: tuple[Player, Player]) -> None:
    richard, saladin = two
    marks = [mark_of(User.objects.get(pk=player.user.pk)) for player in two]
    assert marks == [mark_of(richard.user), mark_of(saladin.user)]
    assert len({*marks, mark_of(AnonymousUser())}) == 3
    assert str(richard.user.pk) not in (marks[0], mark_of(AnonymousUser()))
    assert mark_of(None) == mark_of("") == NOBODY


def test_a_page_of_one_person_is_shown_nothing_by_the_session_of_another(two: tuple[Player, Player]) -> None:
    for path in ["view/", "history/", "talk/", "notebook/", "replay/", "whereabouts/"]:
        richard, saladin = two
        game = started(richard, saladin)
        address = f"/api/v1/games/{game.public_id}/{path}"
        mine = richard.client.get(address, headers={HEADER: mark_of(richard.user)})
        assert (mine.status_code, HEADER in mine) == (200, False)
        other = richard.client.get(address, headers={HEADER: mark_of(saladin.user)})
        assert (other.status_code, other[HEADER], other.json()["code"]) == (409, "another", "another-account")
        assert set(other.json()) == {"type", "title", "status", "detail", "code"}
        visitor = Client().get(address, headers={HEADER: mark_of(richard.user)})
        assert (visitor.status_code, visitor[HEADER], visitor.json()["code"]) == (401, NOBODY, "logged-out")
        assert richard.client.get(address, headers={HEADER: NOBODY})[HEADER] == "another"


def test_nothing_is_done_or_written_for_a_page_of_another(two: tuple[Player, Player]) -> None:
    richard, saladin = two
    game = started(richard, saladin)
    base = f"/api/v1/games/{game.public_id}/"
    sent = {"version": richard.view(game)["version"], "key": new_key(), "action": DONE}
    for path, body in (
        ("actions/", sent),
        ("talk/", {"text": "hello", "key": new_key()}),
        ("offers/", {"kind": "end", "key": new_key()}),
    ):
        answer = richard.client.post(
            base + path, body, content_type="application/json", headers={HEADER: mark_of(saladin.user)}
        )
        assert answer.json()["code"] == "another-account"
    assert richard.view(game)["version"] == sent["version"]
    assert not Message.objects.exists()
    assert richard.client.post(base + "actions/", sent, content_type="application/json").status_code == 200


def test_pages_and_forms_are_refused_as_well_before_their_tokens_are_looked_at(two: tuple[Player, Player]) -> None:
    richard, saladin = two
    other = {HEADER: mark_of(saladin.user)}
    assert richard.client.get("/games/", headers=other)[HEADER] == "another"
    assert Client(enforce_csrf_checks=True).post("/display/", {"theme": "dark"}, headers=other)[HEADER] == NOBODY


def test_a_page_says_whose_it_is(two: tuple[Player, Player]) -> None:
    richard, _ = two
    assert f'name="reader" content="{mark_of(richard.user)}"' in richard.client.get("/games/").text
    assert f'name="reader" content="{NOBODY}"' in Client().get("/").text


def test_a_token_that_counts_no_more_is_told_in_a_sentence(two: tuple[Player, Player]) -> None:
    richard, saladin = two
    game = started(richard, saladin)
    careful = Client(enforce_csrf_checks=True)
    careful.cookies = richard.client.cookies
    answer = careful.post(
        f"/api/v1/games/{game.public_id}/talk/", {"text": "hello", "key": new_key()}, content_type="application/json"
    )
    assert (answer.status_code, answer.json()["code"], answer[HEADER]) == (403, "page-outdated", "outdated")
    assert "CSRF" not in answer.text


async def test_sockets_of_a_page_of_another_are_not_opened(two: tuple[Player, Player]) -> None:
    richard, saladin = two
    game = await sync_to_async(started)(richard, saladin)
    for player, made_for in ((richard, saladin), (None, richard)):
        for path in ("/ws/user/", f"/ws/games/{game.public_id}/"):
            refused = user_socket(player, path=f"{path}?of={mark_of(made_for.user)}")
            connected, code = await refused.connect(timeout=PATIENCE)
            assert (connected, code) in {(False, 4401), (True, None)}
            if connected:
                assert (await refused.receive_output(PATIENCE))["code"] == 4401
    own = user_socket(richard, path=f"/ws/user/?of={mark_of(richard.user)}")
    assert (await own.connect(timeout=PATIENCE))[0]
    await own.disconnect()


async def pong(communicator: WebsocketCommunicator) -> bool:
    await communicator.send_to(text_data='{"ping": 1}')
    return bool(await communicator.receive_from(timeout=PATIENCE) == '{"pong":1}')


async def test_both_sockets_answer_a_ping_and_close_for_a_flood(two: tuple[Player, Player]) -> None:
    richard, saladin = two
    game = await sync_to_async(started)(richard, saladin)
    for one in (user_socket(richard), game_socket(richard, game.public_id), game_socket(None, game.public_id)):
        assert (await one.connect(timeout=PATIENCE))[0]
        await one.receive_from(timeout=PATIENCE)
        assert await pong(one)
        assert await one.receive_nothing(QUIET)
        for _ in range(59):
            assert await pong(one)
        await one.send_to(text_data='{"ping":1}')
        assert (await one.receive_output(PATIENCE)) == {"type": "websocket.close", "code": 4429}


def test_a_page_in_use_may_say_which_version_it_shows(two: tuple[Player, Player]) -> None:
    richard, saladin = two
    game = started(richard, saladin)
    address = f"/api/v1/games/{game.public_id}/here/"
    for body in ({}, {"version": richard.view(game)["version"]}):
        assert richard.client.post(address, body, content_type="application/json").status_code == 204
    assert richard.client.post(address, {"version": "1"}, content_type="application/json").status_code == 400
