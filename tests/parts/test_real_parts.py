"""Parts of a process on PostgreSQL and Redis, and what happens when these go away. More in `test_whole_site.py`."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import psycopg
import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.core.cache import caches
from django.db import connection, models
from django.test.utils import isolate_apps
from redis.asyncio import Redis as RedisClient

from crusader_site.runtime.cache import FallbackCache
from crusader_site.runtime.layer import ReportingSSLConnection, host_at
from games.models import User
from script.parts.servers import Redis
from tests.games.conftest import started
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Player, ok
from tests.games.test_sockets import heard, messages, opened
from tests.processes import site_environment

pytestmark = [pytest.mark.real_parts, pytest.mark.django_db(transaction=True)]
LONGER_THAN_A_SOCKET_TIMEOUT = 6.0
"""redis-py 8 gives sockets five seconds by default, in which the idle layer waits for more."""


@pytest.fixture
def people(transactional_db: None) -> tuple[Player, Player]:
    return Player(User.objects.create_user("Richard")), Player(User.objects.create_user("Saladin"))


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


async def test_two_sites_on_one_redis_do_not_hear_each_other(settings: Any) -> None:
    """Whatever is published on a Redis, all of its databases hear; `test_starting.py` shows who has which prefix."""
    ours: Any = get_channel_layer()
    config = settings.CHANNEL_LAYERS["default"]["CONFIG"]
    theirs = RedisPubSubChannelLayer(hosts=config["hosts"], prefix=f"{config['prefix']}0")
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
    try:
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
        monkeypatch.setattr("crusader_site.runtime.cache.LEFT_ALONE_FOR", 60)
        server.kill()
        server.start()
        assert cache.add("tries", 5, 60), "started anew between two questions, it is not left alone"
        assert FallbackCache(server.url, {}).get("tries") == 5
    finally:
        server.kill()


def test_moves_are_made_while_redis_is_away(people: tuple[Player, Player], settings: Any) -> None:
    nowhere = "redis://127.0.0.1:1/0"
    settings.CACHES = {"default": {"BACKEND": "crusader_site.runtime.cache.FallbackCache", "LOCATION": nowhere}}
    settings.CHANNEL_LAYERS = {"default": settings.CHANNEL_LAYERS["default"] | {"CONFIG": {"hosts": [nowhere]}}}
    richard, saladin = people
    game = started(richard, saladin)
    assert isinstance(caches["default"], FallbackCache)
    ok(richard.act(game, BALIAN_TO_ASCALON))
    ok(richard.act(game, DONE))


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
