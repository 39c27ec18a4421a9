"""The site with `OWN_RUNTIME=off` runs on what Django and Channels bring, and a game can be played there."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from script.load.http import Browser
from script.load.playing import SIDES, Table
from script.load.tally import Tally
from script.parts.site import Web
from tests.processes import ROOT, site_environment

DECISIONS = 12
PARTS = """
import json
from crusader_site.asgi import application
from django.conf import settings
from django.core.cache import cache
from django.db import connection
http = application.application.application_mapping["http"]
hosts = settings.CHANNEL_LAYERS["default"].get("CONFIG", {}).get("hosts", [])
print(json.dumps([type(http).__module__, settings.DATABASES["default"]["ENGINE"],
  settings.CACHES["default"]["BACKEND"], str(hosts)]))
"""


def run(web: Web, *line: str) -> str:
    return subprocess.run(
        [sys.executable, *line], cwd=ROOT, env=web.environment, capture_output=True, text=True, check=True
    ).stdout


async def decisions_and_views(ports: list[int], sessions: list[str]) -> tuple[int, int]:
    """How many decisions two people took at their pages, by sockets, and how often the other one was sent a view."""
    tally = Tally()
    browsers = {side: Browser(port, session) for side, port, session in zip(SIDES, ports, sessions, strict=True)}
    table = Table(browsers, Random(7), tally)
    await table.begin()
    while tally.decisions < DECISIONS:
        await table.decide()
    await table.close()
    return len(tally.times["socket actions"]), len(tally.times["other side's view"])


def play(webs: list[Web]) -> None:
    parts = json.loads(run(webs[0], "-c", PARTS))
    assert not [part for part in parts if "crusader_site" in part]
    sessions = list(json.loads(run(webs[0], "-m", "script.load.people", "plain", "2")).values())
    try:
        for web in webs:
            web.start()
        taken, told = asyncio.run(decisions_and_views([webs[0].port, webs[-1].port], sessions))
    finally:
        for web in webs:
            web.stop()
    assert taken >= DECISIONS
    assert told > 0


@pytest.mark.slow("the site without what we have added to Django and Channels")
def test_a_game_is_played_on_sqlite(tmp_path: Path) -> None:
    environment = {
        "VAR_FOLDER": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "crusader_site.settings",
        "PYTHONPATH": str(ROOT),
    }
    web = Web("web", tmp_path, environment | {"OWN_RUNTIME": "off"})
    run(web, "manage.py", "prepare_site")
    play([web])


@pytest.mark.real_parts
@pytest.mark.django_db(transaction=True)
@pytest.mark.slow("two servers with one PostgreSQL and one Redis")
def test_a_game_is_played_on_postgresql_and_redis_by_two_processes(tmp_path: Path) -> None:
    environment = site_environment(redis=True, VAR_FOLDER=str(tmp_path), OWN_RUNTIME="off")
    play([Web(name, tmp_path, environment) for name in ("web-1", "web-2")])
