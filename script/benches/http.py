"""Server time of one action over HTTP, and of opening a game with a long history. usage: script/bench http [--events N] [--seed S] [--json]

Starts the site on SQLite in a folder of its own, and plays by lot over HTTP with two clients. The time is taken in the server, from the
request arriving to the answer leaving. Beside it: the processor time it took, which a busy machine disturbs less, and what the client sees.
"""

import argparse
import http.client
import json
import multiprocessing
import os
import socket
import statistics
import tempfile
import time
import uuid
from random import Random
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crusader_site.settings")
TOKEN = "b" * 32
Times = dict[str, list[tuple[float, float, float]]]


def timed(application: Any) -> Any:
    """The application with the server's time of each answer in a header."""

    async def wrapped(scope: Any, receive: Any, send: Any) -> None:
        begun, worked = time.perf_counter(), time.process_time()

        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start":
                # One request at a time: all that the process works meanwhile is for this one.
                spent = f"{(time.perf_counter() - begun) * 1000:.3f} {(time.process_time() - worked) * 1000:.3f}"
                message["headers"] = [*message["headers"], (b"x-spent", spent.encode())]
            await send(message)

        await application(scope, receive, sending if scope["type"] == "http" else send)

    return wrapped


def serve(port: int) -> None:
    import uvicorn

    from crusader_site.asgi import application

    uvicorn.run(timed(application), host="127.0.0.1", port=port, log_level="error", lifespan="off")


class Browser:
    """One person's connection, kept open."""

    def __init__(self, port: int, session: str, times: Times) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        self.cookies = f"sessionid={session}; csrftoken={TOKEN}"
        self.times = times

    def ask(self, what: str, path: str, body: Any = None) -> Any:
        headers = {"Cookie": self.cookies, "X-CSRFToken": TOKEN, "Content-Type": "application/json"}
        begun = time.perf_counter()
        self.connection.request("GET" if body is None else "POST", path, None if body is None else json.dumps(body), headers)
        response = self.connection.getresponse()
        data = response.read()
        spent = (time.perf_counter() - begun) * 1000
        if response.status not in (200, 201):
            raise SystemExit(f"{path}: {response.status} {data[:300]!r}")
        server, processor = map(float, response.headers["x-spent"].split())
        self.times.setdefault(what, []).append((server, processor, spent))
        return json.loads(data) if "json" in response.headers["Content-Type"] else data


def set_up() -> tuple[uuid.UUID, dict[str, str]]:
    """A database with two people, their sessions and a game between them."""
    import django

    django.setup()
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore
    from django.core.management import call_command

    from games.models import User
    from games.services import lobby

    call_command("migrate", verbosity=0)
    people = {side: User.objects.create_user(name) for side, name in (("frank", "Richard"), ("saracen", "Saladin"))}
    sessions = {}
    for side, person in people.items():
        session = SessionStore()
        session[SESSION_KEY] = str(person.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = person.get_session_auth_hash()
        session.save()
        sessions[side] = str(session.session_key)
    game = lobby.create_game(user=people["frank"], side="frank").game
    lobby.join_game(user=people["saracen"], game_id=game.public_id)
    return game.public_id, sessions


def wait_for(port: int) -> None:
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise SystemExit("the server did not start")


def play(game: uuid.UUID, browsers: dict[str, Browser], events: int, random: Random) -> int:
    """Plays until the game has so many events, or is over. Returns how many it has."""
    from tests.games.helpers import choose

    address = f"/api/v1/games/{game}"
    views = {side: browser.ask("view", f"{address}/view/") for side, browser in browsers.items()}
    recorded = 3
    while recorded < events and (awaited := [side for side in browsers if side in views[side]["awaited"]]):
        side = random.choice(awaited)
        body: dict[str, Any] = {"version": views[side]["version"], "key": str(uuid.uuid4())}
        if views[side]["can-undo"] and random.random() < 0.25:
            answer = browsers[side].ask("undo", f"{address}/undo/", body)
        else:
            # By lot alone, hundreds of moves would be planned before one is final: a person ends a decision after a few.
            ending = {"type": "done"} in views[side]["actions"] and random.random() < 0.1
            body["action"] = {"type": "done"} if ending else choose(views[side], random, seldom=("take-back-card",))
            answer = browsers[side].ask("action", f"{address}/actions/", body)
        recorded += 1
        views = {name: answer["view"] if name == side else browser.ask("view", f"{address}/view/") for name, browser in browsers.items()}
    return recorded


def figures(times: Times) -> dict[str, Any]:
    def of(values: list[float]) -> dict[str, float]:
        values.sort()
        return {"p50": round(statistics.median(values), 2), "p99": round(values[int(len(values) * 0.99)], 2), "max": round(values[-1], 2)}

    names = ("server_ms", "processor_ms", "client_ms")
    return {
        what: {"requests": len(rows), **{name: of(list(column)) for name, column in zip(names, zip(*rows, strict=True), strict=True)}}
        for what, rows in times.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, socket.socket() as free:
        os.environ |= {"VAR_FOLDER": folder, "API_RATE": "10000/s", "PROCESSOR_SECONDS": "1000000", "DICE_WAIT_HOURS": "0"}
        for name in ("DATABASE_URL", "REDIS_URL", "PRODUCTION", "DEBUG"):
            os.environ.pop(name, None)
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        game, sessions = set_up()
        server = multiprocessing.get_context("spawn").Process(target=serve, args=(port,), daemon=True)
        server.start()
        try:
            wait_for(port)
            times: Times = {}
            browsers = {side: Browser(port, session, times) for side, session in sessions.items()}
            recorded = play(game, browsers, options.events, Random(options.seed))
            for _ in range(30):
                for browser in browsers.values():
                    browser.ask("history", f"/api/v1/games/{game}/history/?limit=200")
                    browser.ask("game page", f"/games/{game}/")
        finally:
            server.terminate()
    result = {"events": recorded, **figures(times)}
    if options.json:
        print(json.dumps(result))
        return
    print(f"a game of {result.pop('events')} events")
    for what, figure in result.items():
        print(f"{what} ({figure.pop('requests')} requests)")
        for name, values in figure.items():
            print(f"    {name:12}  p50 {values['p50']:8.2f}   p99 {values['p99']:8.2f}   max {values['max']:8.2f}")


if __name__ == "__main__":
    main()
