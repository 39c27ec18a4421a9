"""Processor time of a player's act, of the two views after it, and of the game's page, in one process; two trees of the
code by turns.

usage: script/bench act [--acts 400] [--rounds 3] [--against FOLDER] [--profile FILE]
       script/real_parts script/bench act ...        the same on PostgreSQL and Redis

Plays `purposeful` games by the application itself, without a server and without a network: each act is answered through
all of the middleware and REST framework, then both players ask for their views. Every run draws the same dice and
chooses the same actions, so that two trees answer the same requests. What PostgreSQL and Redis spend themselves is not
counted. `--against` runs this very file with the code of another folder (`git worktree add FOLDER REVISION`), one run
after the other, for so many rounds.
"""

import argparse
import asyncio
import cProfile
import hashlib
import itertools
import json
import os
import random
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crusader_site.settings")
SIDES = ("frank", "saracen")
TOKEN = "b" * 32
ACTS_A_PAGE = 5
Json = dict[str, Any]


def without_chance(seed: int) -> None:
    """Seeds the ids and secrets that this process draws, so that every run plays the same game."""
    drawn = random.Random(seed)
    uuid.uuid4 = lambda: uuid.UUID(int=drawn.getrandbits(128), version=4)
    secrets.token_bytes = lambda number=32: drawn.randbytes(number or 32)


class Person:
    """A client that sends the application's requests as a browser would, one at a time."""

    def __init__(self, application: Any, session: str) -> None:
        self._application = application
        self._headers = [
            (b"host", b"127.0.0.1"),
            (b"cookie", f"sessionid={session}; csrftoken={TOKEN}".encode()),
            (b"x-csrftoken", TOKEN.encode()),
            (b"content-type", b"application/json"),
        ]

    async def ask(self, path: str, body: Json | None = None) -> tuple[int, bytes]:
        data = b"" if body is None else json.dumps(body).encode()
        scope = {
            "type": "http", "http_version": "1.1", "method": "GET" if body is None else "POST", "path": path,
            "raw_path": path.encode(),
            "query_string": b"", "root_path": "", "scheme": "http", "server": ("127.0.0.1", 80),
            "client": ("127.0.0.1", 1),
            "headers": [*self._headers, (b"content-length", str(len(data)).encode())], "extensions": {}, "state": {},
        }  # fmt: skip
        messages, answer = [{"type": "http.request", "body": data}], []

        async def receive() -> Json:
            return messages.pop() if messages else await asyncio.Future()

        async def send(message: Json) -> None:
            answer.append(message)

        await self._application(scope, receive, send)
        return answer[0]["status"], b"".join(message.get("body", b"") for message in answer[1:])


class Spent:
    """Processor time of this process by purpose, in milliseconds."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = {}
        self.digest = hashlib.sha256()

    async def read(self, what: str, person: Person, path: str) -> None:
        begun = time.process_time()
        status, data = await person.ask(path)
        self.times.setdefault(what, []).append((time.process_time() - begun) * 1000)
        if status != 200:
            raise SystemExit(f"{path}: {status} {data[:300]!r}")

    async def ask(self, what: str, person: Person, path: str, body: Json | None = None) -> Json:
        begun = time.process_time()
        status, data = await person.ask(path, body)
        self.times.setdefault(what, []).append((time.process_time() - begun) * 1000)
        if status not in (200, 201):
            raise SystemExit(f"{path}: {status} {data[:300]!r}")
        return dict(json.loads(data))


def people() -> dict[str, tuple[Any, str]]:
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    from games.models import User

    found = {}
    for side, name in zip(SIDES, ("Richard", "Saladin"), strict=True):
        person = User.objects.create_user(f"{name}-{os.getpid()}")
        session = SessionStore()
        session[SESSION_KEY] = str(person.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = person.get_session_auth_hash()
        session.save()
        found[side] = (person, str(session.session_key))
    return found


def begin(persons: dict[str, Any]) -> str:
    from games.services.lobby import lobby

    game = lobby.create_game(user=persons["frank"], side="frank").game
    lobby.join_game(user=persons["saracen"], game_id=game.public_id)
    return str(game.public_id)


async def play(browsers: dict[str, Person], start: Any, acts: int) -> Spent:
    from games.services.after_commit.announce import sender
    from script.load.choosing import choose

    sender.begin()  # as in a server
    spent, drawn, made = Spent(), random.Random(7), 0
    while made < acts:
        game = await asyncio.to_thread(start)
        address = f"/api/v1/games/{game}"
        views = {side: await spent.ask("view", browsers[side], f"{address}/view/") for side in SIDES}
        while made < acts and (awaited := [side for side in SIDES if side in views[side]["awaited"]]):
            side = drawn.choice(awaited)
            body = {"version": views[side]["version"], "key": str(uuid.uuid4()), "action": choose(views[side], drawn)}
            answer = await spent.ask("act", browsers[side], f"{address}/actions/", body)
            made += 1
            spent.digest.update(json.dumps([body["action"], answer["events"]]).encode())
            for viewer in SIDES:
                views[viewer] = await spent.ask("view", browsers[viewer], f"{address}/view/")
            if not made % ACTS_A_PAGE:
                await spent.read("page", browsers[side], f"/games/{game}/")
            await asyncio.sleep(0)
    await sender.end()
    return spent


def run(acts: int, profile: str) -> Json:
    without_chance(1187)
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    known = people()
    from crusader_site.asgi import application

    browsers = {side: Person(application, session) for side, (_, session) in known.items()}
    persons = {side: person for side, (person, _) in known.items()}
    if profile:
        from concurrent.futures import ThreadPoolExecutor

        profiler = cProfile.Profile()
        submit = ThreadPoolExecutor.submit

        def profiled(pool: Any, work: Any, *args: Any, **kwargs: Any) -> Any:
            return submit(pool, lambda: profiler.runcall(work, *args, **kwargs))

        ThreadPoolExecutor.submit = profiled  # type: ignore[method-assign,assignment]
    spent = asyncio.run(play(browsers, lambda: begin(persons), acts))
    if profile:
        profiler.dump_stats(profile)
    figures: Json = {
        what: {"mean": statistics.mean(times), "p50": statistics.median(times)} for what, times in spent.times.items()
    }
    return {**figures, "told": spent.digest.hexdigest()[:16]}


def once(folder: Path, acts: int) -> Json:
    line = [sys.executable, "-P", __file__, "--alone", "--acts", str(acts)]
    with tempfile.TemporaryDirectory() as var:
        environment = {
            **os.environ, "PYTHONPATH": str(folder), "VAR_FOLDER": var, "API_RATE": "100000/s",
            "PROCESSOR_SECONDS": "1000000",
            "DICE_WAIT_HOURS": "0", "DICE_KEY": "", "LOG_LEVEL": "ERROR", "PYTHONHASHSEED": "0",
        }  # fmt: skip
        done = subprocess.run(line, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr[-3000:])
    return dict(json.loads(done.stdout.splitlines()[-1]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--acts", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--profile", default="", help="write a profile of one run here instead")
    parser.add_argument("--alone", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.alone or options.profile:
        print(json.dumps(run(options.acts, options.profile)))
        return
    here = Path(__file__).resolve().parents[2]
    trees = {"this": here} | ({"other": options.against.resolve()} if options.against else {})
    found: dict[str, list[Json]] = {name: [] for name in trees}
    for _, (name, folder) in itertools.product(range(options.rounds), trees.items()):
        found[name].append(once(folder, options.acts))
        print(f"{name:6}", json.dumps(found[name][-1]), flush=True)
    for what in ("act", "view", "page"):
        means = {name: statistics.median(run[what]["mean"] for run in runs) for name, runs in found.items()}
        line = "   ".join(f"{name} {mean:.2f} ms" for name, mean in means.items())
        print(
            f"{what:6}{line}"
            + (f"   this is {means['this'] / means['other']:.3f} of the other" if "other" in means else "")
        )


if __name__ == "__main__":
    main()
