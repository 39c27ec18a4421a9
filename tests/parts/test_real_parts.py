"""The site on PostgreSQL and Redis, in several processes, and what happens when parts of it go away."""

import asyncio
import contextlib
import http.client
import itertools
import json
import subprocess
import sys
import threading
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.core.cache import caches
from django.core.management import call_command
from django.db import connection, models
from django.test import Client
from django.test.utils import isolate_apps
from redis.asyncio import Redis as RedisClient
from websockets.asyncio.client import connect

from crusader_site.runtime.cache import FallbackCache
from crusader_site.runtime.layer import ReportingSSLConnection, host_at
from games.models import Game, GameEvent, User
from script.parts.servers import Redis
from script.parts.site import Web
from tests.games.conftest import started
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Player, first, ok
from tests.games.test_sockets import heard, messages, opened
from tests.processes import site_environment

pytestmark = [pytest.mark.real_parts, pytest.mark.django_db(transaction=True)]
LONGER_THAN_A_SOCKET_TIMEOUT = 6.0
"""redis-py 8 gives sockets five seconds by default, in which the idle layer waits for more."""


@pytest.fixture
def people(transactional_db: None) -> tuple[Player, Player]:
    return Player(User.objects.create_user("Richard")), Player(User.objects.create_user("Saladin"))


@pytest.fixture
def webs(people: tuple[Player, Player], tmp_path: Path) -> Iterator[list[Web]]:
    """Two web processes on this test's database."""
    environment = site_environment(
        redis=True, VAR_FOLDER=str(tmp_path / "var"), API_RATE="10000/s", PROCESSOR_SECONDS="100000", PGAPPNAME="web"
    )
    servers = [Web(f"web-{number}", tmp_path, environment) for number in (1, 2)]
    for server in servers:
        server.start(wait=False)
    try:
        for server in servers:
            server.wait()
        yield servers
    finally:
        for server in servers:
            server.kill()


def cookies(player: Player) -> str:
    return f"sessionid={player.client.cookies['sessionid'].value}"


def post(web: Web, player: Player, path: str, body: Any) -> tuple[int, Any]:
    """As a browser does: with the session's cookie and the form's token."""
    token = "b" * 32
    headers = {
        "Cookie": f"{cookies(player)}; csrftoken={token}",
        "X-CSRFToken": token,
        "Content-Type": "application/json",
    }
    server = http.client.HTTPConnection("127.0.0.1", web.port, timeout=30)
    server.request("POST", f"/api/v1/{path}", json.dumps(body), headers)
    response = server.getresponse()
    return response.status, json.loads(response.read())


def act(web: Web, player: Player, game: Game, action: Any) -> int:
    body = {"version": player.view(game)["version"], "key": str(uuid.uuid4()), "action": action}
    return post(web, player, f"games/{game.public_id}/actions/", body)[0]


# --- sockets
# ----------------------------------------------------------------------------------------------------------------


async def test_a_socket_that_was_idle_for_long_still_hears(people: tuple[Player, Player]) -> None:
    richard, saladin = people
    game = await sync_to_async(started)(richard, saladin)
    idle = await opened(saladin, game)
    await heard(idle)
    for _late in range(4):  # what was announced before may come by after the socket has opened
        if idle_for_long := await idle.receive_nothing(LONGER_THAN_A_SOCKET_TIMEOUT, interval=0.5):
            break
        await heard(idle)
    assert idle_for_long
    ok(await sync_to_async(richard.act)(game, DONE))
    assert await heard(idle) == messages(game, ("saracen", 4))[0]
    await idle.disconnect()


async def test_a_move_made_at_one_process_is_heard_at_another_and_one_that_dies_takes_nobody_with_it(
    people: tuple[Player, Player], webs: list[Web]
) -> None:
    richard, saladin = people
    game = await sync_to_async(started)(richard, saladin)
    address = f"ws://127.0.0.1:{webs[1].port}/ws/games/{game.public_id}/"
    async with connect(
        address, additional_headers={"Cookie": cookies(saladin)}, origin=f"http://127.0.0.1:{webs[1].port}"
    ) as socket:  # type: ignore[arg-type]
        assert json.loads(await socket.recv())["version"] == 3
        assert await sync_to_async(act)(webs[0], richard, game, DONE) == 200
        assert json.loads(await asyncio.wait_for(socket.recv(), 60))["version"] == 4
        await asyncio.to_thread(webs[0].kill)
        assert await sync_to_async(act)(webs[1], saladin, game, DONE) == 200
        assert json.loads(await asyncio.wait_for(socket.recv(), 60))["version"] == 5


async def test_an_act_at_one_process_brings_its_view_to_pages_that_follow_at_another(
    people: tuple[Player, Player], webs: list[Web]
) -> None:
    richard, saladin = people
    game = await sync_to_async(started)(richard, saladin)

    def page(player: Player, web: Web) -> Any:
        address = f"ws://127.0.0.1:{web.port}/ws/games/{game.public_id}/"
        return connect(address, additional_headers={"Cookie": cookies(player)}, origin=f"http://127.0.0.1:{web.port}")  # type: ignore[arg-type]

    async def ask(socket: Any, **message: Any) -> Any:
        await socket.send(json.dumps({"id": 1, **message}))
        return json.loads(await asyncio.wait_for(socket.recv(), 60))["answer"]

    async with page(richard, webs[0]) as acting, page(saladin, webs[1]) as following, page(richard, webs[1]) as tab:
        for socket in (acting, following, tab):
            assert json.loads(await socket.recv())["version"] == 3
            assert (await ask(socket, act="follow"))["version"] == 3
            assert socket.protocol.extensions, "messages are compressed"
        planned = await ask(acting, act="actions", action=BALIAN_TO_ASCALON, version=3, key=str(uuid.uuid4()))
        shown = json.loads(await asyncio.wait_for(tab.recv(), 60))
        assert (shown["view"], shown["news"]) == (planned["view"], planned["news"])
        await ask(acting, act="actions", action=DONE, version=4, key=str(uuid.uuid4()))
        shown = json.loads(await asyncio.wait_for(following.recv(), 60))
        assert (shown["version"], shown["side"], shown["view"]["you"]) == (4, "saracen", "saracen")


async def test_two_sites_on_one_redis_do_not_hear_each_other(people: tuple[Player, Player], settings: Any) -> None:
    """Whatever is published on a Redis, all of its databases hear."""
    ours: Any = get_channel_layer()
    base, _, number = settings.REDIS_URL.rpartition("/")
    code = "from crusader_site.settings import CHANNEL_LAYERS; print(CHANNEL_LAYERS['default']['CONFIG']['prefix'])"
    environment = site_environment(redis=True, REDIS_URL=f"{base}/{int(number) + 7}")
    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", code], env=environment, capture_output=True, text=True
    )
    theirs = RedisPubSubChannelLayer(
        hosts=settings.CHANNEL_LAYERS["default"]["CONFIG"]["hosts"], prefix=done.stdout.strip()
    )
    here, there = await ours.new_channel(), await theirs.new_channel()
    await ours.group_add("all", here)
    await theirs.group_add("all", there)
    await theirs.group_send("all", {"type": "theirs"})
    await ours.group_send("all", {"type": "ours"})
    async with asyncio.timeout(60):
        assert (await ours.receive(here))["type"] == "ours"
        assert (await theirs.receive(there))["type"] == "theirs"
    await theirs.flush()


async def test_sockets_end_where_news_may_have_been_missed_and_new_ones_hear_again(
    people: tuple[Player, Player], settings: Any
) -> None:
    richard, saladin = people
    game = await sync_to_async(started)(richard, saladin)
    deaf = await opened(saladin, game)
    await heard(deaf)
    async with RedisClient.from_url(settings.REDIS_URL) as redis:
        # Those of this process of the test run alone: the others listen to databases of their own on the same server.
        here = settings.REDIS_URL.rpartition("/")[2]
        listening = [client["id"] for client in await redis.client_list("pubsub") if client["db"] == here]
        assert listening
        for client in listening:
            await redis.client_kill_filter(_id=client)
    assert (await deaf.receive_output(timeout=60)) == {"type": "websocket.close", "code": 1012}
    again = await opened(saladin, game)
    await heard(again)
    ok(await sync_to_async(richard.act)(game, DONE))
    assert await heard(again) == messages(game, ("saracen", 4))[0]
    await again.disconnect()


def test_a_redis_behind_tls_is_told_of_as_well() -> None:
    host = host_at("rediss://:word@redis.example.org:6380/3")
    assert (host["host"], host["port"], host["db"], host["password"]) == ("redis.example.org", 6380, 3, "word")
    assert (host["connection_class"], host["socket_timeout"]) == (ReportingSSLConnection, None)


# --- Redis away
# -------------------------------------------------------------------------------------------------------------


def test_limits_hold_while_redis_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crusader_site.runtime.cache.LEFT_ALONE_FOR", 0.001)
    server = Redis(tmp_path)
    server.start()
    cache = FallbackCache(server.url, {})
    cache.set("tries-while-away", 1, 60)
    with pytest.raises(ValueError, match="not found"):
        cache.incr("others")
    assert cache.get("tries-while-away") == 1, "a wrong question does not close the way"
    server.kill()
    assert cache.get("tries-while-away") is None
    cache.set("tries-while-away", 1, 60)
    assert cache.incr("tries-while-away") == 2
    assert cache.get_many(["tries-while-away", "others"]) == {"tries-while-away": 2}
    server.start()
    assert cache.get("tries-while-away") is None
    assert cache.add("tries-while-away", 5, 60)
    server.stop()


def test_a_redis_that_was_started_anew_between_two_questions_is_not_left_alone(tmp_path: Path) -> None:
    server = Redis(tmp_path)
    server.start()
    cache = FallbackCache(server.url, {})
    cache.set("tries", 1, 60)
    server.kill()
    server.start()
    assert cache.add("tries", 5, 60)
    assert FallbackCache(server.url, {}).get("tries") == 5
    server.stop()


def test_moves_are_made_while_redis_is_away(
    people: tuple[Player, Player], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = "redis://127.0.0.1:1/0"
    settings.CACHES = {"default": {"BACKEND": "crusader_site.runtime.cache.FallbackCache", "LOCATION": nowhere}}
    settings.CHANNEL_LAYERS = {"default": settings.CHANNEL_LAYERS["default"] | {"CONFIG": {"hosts": [nowhere]}}}
    richard, saladin = people
    game = started(richard, saladin)
    assert isinstance(caches["default"], FallbackCache)
    ok(richard.act(game, BALIAN_TO_ASCALON))
    ok(richard.act(game, DONE))


# --- PostgreSQL away
# --------------------------------------------------------------------------------------------------------


def test_connections_that_postgresql_ended_are_replaced_before_a_request_gets_them(
    people: tuple[Player, Player], webs: list[Web]
) -> None:
    richard, saladin = people
    game = started(richard, saladin)
    assert act(webs[0], richard, game, BALIAN_TO_ASCALON) == 200
    with connection.cursor() as cursor:
        cursor.execute(
            # This process has connections of its own in other threads: they stay.
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND"
            " application_name = 'web'"
        )
        assert cursor.fetchone()[0] >= 2
    assert act(webs[0], richard, game, DONE) == 200


# --- migrations while the site is up
# ----------------------------------------------------------------------------------------


@isolate_apps("games")
def test_a_column_that_is_new_to_it_does_not_hinder_a_process_with_the_code_of_before(transactional_db: None) -> None:
    class Shield(models.Model):
        class Meta:
            app_label = "games"

        def __str__(self) -> str:
            return "a shield"

    color = models.CharField(max_length=8, default="red")
    color.set_attributes_from_name("color")
    with connection.schema_editor() as editor:
        editor.create_model(Shield)
        editor.add_field(Shield, color)
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO games_shield DEFAULT VALUES RETURNING color")
        assert cursor.fetchone() == ("red",)
        cursor.execute("DROP TABLE games_shield")


def test_a_migration_does_not_queue_players_behind_it(
    people: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a long reading holds a table, a change of the table waits for a moment only, lets others go on, and comes
    again.
    """
    from games.management.commands import prepare_site

    monkeypatch.setattr(prepare_site, "LOCK_FOR", "200ms")
    monkeypatch.setattr(prepare_site, "PAUSE", 0.3)
    held, tried = threading.Event(), threading.Event()
    address = site_environment(redis=False)["DATABASE_URL"]

    def read_for_long() -> None:
        with psycopg.connect(address) as other:
            other.execute("SELECT count(*) FROM games_game")
            held.set()
            tried.wait(60)

    reading = threading.Thread(target=read_for_long)
    reading.start()
    assert held.wait(60)

    def change(*args: Any, **kwargs: Any) -> None:
        attempts.append(1)
        with connection.cursor() as cursor:
            if len(attempts) > 1:
                tried.set()
                reading.join()
            cursor.execute("ALTER TABLE games_game ADD COLUMN tests_shield integer")
            cursor.execute("ALTER TABLE games_game DROP COLUMN tests_shield")

    attempts: list[int] = []
    monkeypatch.setattr(prepare_site, "call_command", change)
    try:
        prepare_site.migrate_patiently()
    finally:
        tried.set()
        reading.join()
    assert len(attempts) >= 2  # on a busy machine the change may have to wait once more


def test_people_play_on_while_one_process_after_the_other_is_started_anew(
    people: tuple[Player, Player], webs: list[Web]
) -> None:
    """As at an upgrade. What breaks off is sent again under its key, as pages do; no answer is an error, and the record
    holds each act once. Two starts of a process take some seconds, and only this shows them under play.
    """
    richard, saladin = people
    game = started(richard, saladin)
    over = threading.Event()

    def start_anew() -> None:
        for web in webs:
            web.stop()
            web.start()
        over.set()

    starting = threading.Thread(target=start_anew)
    starting.start()
    keys: list[str] = []
    while not over.is_set() or len(keys) < 6:
        player = richard if "frank" in richard.view(game)["awaited"] else saladin
        view = player.view(game)
        types = sorted({offer["type"] for offer in view["actions"]} - {"take-back-card"})
        body = {"version": view["version"], "key": str(uuid.uuid4()), "action": DONE}
        if "done" not in types:
            body["action"] = first(view, types[0])
        for web in itertools.cycle(webs):
            with contextlib.suppress(OSError, http.client.HTTPException):
                assert post(web, player, f"games/{game.public_id}/actions/", body)[0] == 200
                break
        keys.append(body["key"])
    starting.join()
    kept = GameEvent.objects.filter(game=game, idempotency_key__in=keys).values_list("idempotency_key", flat=True)
    assert sorted(map(str, kept)) == sorted(keys)
    call_command("check_games")


def test_the_test_client_is_not_the_only_one_that_logs_in(people: tuple[Player, Player], webs: list[Web]) -> None:
    """What the other tests rest on: a session made here counts at the processes."""
    richard, _ = people
    assert isinstance(richard.client, Client)
    status, answer = post(webs[0], richard, "games/", {"solo": True})
    assert (status, answer["solo"]) == (201, True)
