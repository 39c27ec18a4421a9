"""Whole games by socket against a running site, played by Locust: two players a game, each with an open socket.

Locust is none of the site's packages: it gets an environment of its own.

    python3 -m venv var/load && var/load/bin/pip install locust==2.47.0 websocket-client==1.9.2
    API_RATE=100000/s PROCESSOR_SECONDS=1000000 script/server
    .venv/bin/python script/load.py 40 > var/tokens         # accounts on that site, two a game; DATABASE_URL says where
    TOKENS=var/tokens var/load/bin/locust -f script/load.py --headless --users 20 --spawn-rate 5 --run-time 1m \
        --host http://127.0.0.1:8000

Each user of Locust is one game. `--pace 2` has it take two decisions a second, `--pace 0` as many as it can; finished
games begin anew. `--host` may name several web processes, with commas between: the players of a game sit at different
ones. Besides Locust's table this prints, of the time after the last game sat down: decisions a second, the time until
the own view and the other player's, and, for a site on this machine, the processor time of a decision by kind of
process.
"""

import itertools
import json
import os
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [] if str(ROOT) in sys.path else [str(ROOT)]


def make_people(number: int) -> None:
    """Prints the tokens of so many new accounts on the site that the environment names."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crusader_site.settings")
    import django

    django.setup()
    from games.models import User
    from games.people import tokens

    for _ in range(number):
        person = User.objects.create_user(f"load-{uuid.uuid4().hex[:12]}")
        print(tokens.make(user=person, name="load", scope="play")[1])


if __name__ == "__main__":
    make_people(int(sys.argv[1]))
    sys.exit()

import gevent  # noqa: E402
import psutil  # noqa: E402
import requests  # noqa: E402
import websocket  # noqa: E402
from gevent.event import AsyncResult, Event  # noqa: E402
from locust import User, constant, constant_throughput, events, task  # noqa: E402

from rules.selfplay import WEIGHTS  # noqa: E402

PATIENCE = 30.0
"""Seconds until what was asked or awaited counts as lost."""
ACT, OTHER = "act, until the own view", "act, until the other player's view"
ENDS = {"retreat": 0.9, "regroup": 0.5, "place": 0.3}
"""Chance, from 0 to 1, that a player ends a step although another such act is possible."""
KINDS = {"crusader_site": "web", "celery": "workers", "postgres": "PostgreSQL", "redis-server": "Redis"}
"""Words in command lines, the last that fits decides."""


class Lost(RuntimeError):
    """An answer that no player should get, or none."""


def choose(view: dict[str, Any], random: Random) -> dict[str, Any]:
    """A legal action: first its type, by the weights with which `rules.selfplay` plays, then what it is about."""
    types = sorted({offer["type"] for offer in view["actions"]})
    if len(types) > 1 and "done" in types:
        if random.random() < next((chance for name, chance in ENDS.items() if name in types), 0.03):
            return {"type": "done"}
        types.remove("done")
    kind = random.choices(types, [WEIGHTS.get(name, 2.0) for name in types])[0]
    offer = random.choice([offer for offer in view["actions"] if offer["type"] == kind])
    return {name: settle(value, random) for name, value in offer.items() if name != "about"}


def settle(value: Any, random: Random) -> Any:
    if isinstance(value, dict) and "any" in value:
        return random.choice(value["any"])
    if isinstance(value, dict) and "some" in value:
        return random.sample(value["some"], random.randint(value["least"], value["most"]))
    return value


class Player:
    """One person at one web process; `view` is the latest of the game that the socket follows."""

    def __init__(self, host: str, token: str, table: "Table") -> None:
        self.host, self.table = host.rstrip("/"), table
        self.headers = {"Authorization": f"Bearer {token}"}
        self.http = requests.Session()
        self.http.headers.update(self.headers)
        self.view: dict[str, Any] = {}
        self.socket: websocket.WebSocket | None = None
        self.waiting: dict[int, AsyncResult] = {}
        self.number = itertools.count(1)

    def post(self, path: str, body: dict[str, Any]) -> Any:
        begun = time.perf_counter()
        answer = self.http.post(f"{self.host}/api/v1/{path}", json=body, timeout=PATIENCE)
        if answer.status_code not in (200, 201):
            raise Lost(f"{path}: {answer.status_code} {answer.text[:300]}")
        note(path.rstrip("/").rpartition("/")[2], begun)
        return answer.json()

    def open(self, game: str) -> None:
        self.view = {}
        self.socket = websocket.create_connection(
            f"ws{self.host.removeprefix('http')}/ws/games/{game}/", header=self.headers, timeout=PATIENCE
        )
        gevent.spawn(self.listen, self.socket)
        self.view = self.say("follow", {})["view"]

    def listen(self, socket: websocket.WebSocket) -> None:
        """Hands answers to who waits for them, and keeps views that come because the other player acted."""
        try:
            socket.settimeout(None)
            while text := socket.recv():
                message = json.loads(text)
                waiting = self.waiting.pop(message.get("id"), None)
                if waiting is not None:
                    waiting.set(message)
                elif "view" in message and message["version"] > self.view.get("version", 0):
                    self.view = message["view"]
                    self.table.heard(self)
        except (OSError, websocket.WebSocketException):
            pass  # who waits runs out of patience

    def say(self, act: str, body: dict[str, Any]) -> Any:
        assert self.socket is not None
        number = next(self.number)
        answer = self.waiting[number] = AsyncResult()
        self.socket.send(json.dumps({"id": number, "act": act, **body}))
        try:
            found = answer.get(timeout=PATIENCE)
        except gevent.Timeout as late:
            raise Lost(f"{act}: no answer in {PATIENCE:.0f} seconds") from late
        if "problem" in found and found["problem"]["code"] == "stale-version":
            return {}  # the other player was first; the new view comes by itself
        if "problem" in found:
            raise Lost(f"{act} {body}: {found['problem']}")
        return found["answer"]

    def close(self) -> None:
        socket, self.socket = self.socket, None
        if socket is not None:
            socket.close(timeout=1)


class Table(User):
    """A game and its two players."""

    numbers = itertools.count()

    def __init__(self, environment: Any) -> None:
        super().__init__(environment)
        pace = environment.parsed_options.pace
        self.wait_time = (constant_throughput(pace) if pace else constant(0)).__get__(self)
        number = next(self.numbers)
        hosts = str(self.host).split(",")
        self.random = Random(number)
        self.players = [
            Player(hosts[(number + side) % len(hosts)], word, self) for side, word in enumerate(next(pairs))
        ]
        self.came, self.acted, self.actor = Event(), 0.0, self.players[0]

    def on_start(self) -> None:
        frank, saracen = self.players
        own = {"dice": frank.post("dice/", {})["dice"], "randomness": uuid.uuid4().hex, "key": str(uuid.uuid4())}
        made = frank.post("games/", {"side": "frank", "visibility": "private", **own})
        part = {"invitation": made["invitation"], "randomness": uuid.uuid4().hex, "key": str(uuid.uuid4())}
        saracen.post(f"games/{made['id']}/join/", part)
        for player in self.players:
            player.open(made["id"])
        self.acted = 0.0

    def on_stop(self) -> None:
        for player in self.players:
            player.close()

    @task
    def decide(self) -> None:
        """Takes one decision for a player who is awaited; waits if none knows of one."""
        end = time.perf_counter() + PATIENCE
        while not (awaited := [one for one in self.players if one.view["you"] in one.view["awaited"]]):
            if all(player.view["status"] == "over" for player in self.players):
                note("whole game", time.perf_counter())
                self.on_stop()
                self.on_start()
            elif not self.came.wait(timeout=end - time.perf_counter()):
                fail(ACT, Lost(f"neither player heard of anything for {PATIENCE:.0f} seconds"))
                self.on_stop()
                self.on_start()
            self.came.clear()
        self.actor = self.random.choice(awaited)
        view = self.actor.view
        body = {"action": choose(view, self.random), "version": view["version"], "key": str(uuid.uuid4())}
        self.acted = begun = time.perf_counter()
        try:
            answer = self.actor.say("actions", body)
        except (Lost, OSError, websocket.WebSocketException) as error:
            fail(ACT, error)
            self.on_stop()
            self.on_start()
            return
        if answer:
            self.actor.view = answer["view"]
            note(ACT, begun)
        else:
            self.came.wait(timeout=PATIENCE)
            self.came.clear()

    def heard(self, player: Player) -> None:
        """A view came that a player did not ask for: of the other one's latest act, if it is the first since."""
        self.came.set()
        if self.acted and player is not self.actor:
            note(OTHER, self.acted)
            self.acted = 0.0


def note(name: str, begun: float) -> None:
    spent = (time.perf_counter() - begun) * 1000
    kind = "socket" if name in (ACT, OTHER) else "HTTP"
    events.request.fire(
        request_type=kind, name=name, response_time=spent, response_length=0, exception=None, context={}
    )


def fail(name: str, error: Exception) -> None:
    events.request.fire(
        request_type="socket", name=name, response_time=0, response_length=0, exception=error, context={}
    )


def pairs_of(path: str) -> Iterator[list[str]]:
    words = Path(path).read_text().split()
    yield from (words[number : number + 2] for number in range(0, len(words) - 1, 2))
    raise SystemExit(f"{path} has tokens for {len(words) // 2} games only")


pairs = pairs_of(os.environ.get("TOKENS", "var/tokens"))
measured: dict[str, Any] = {}


def processor_seconds() -> dict[tuple[str, int], float]:
    """What each process of a site on this machine, whichever site, has taken so far, by kind and number."""
    found: dict[tuple[str, int], float] = {}
    for process in psutil.process_iter(["cmdline", "cpu_times"]):
        line, times = " ".join(process.info["cmdline"] or []), process.info["cpu_times"]
        kinds = [name for word, name in KINDS.items() if word in line and "locust" not in line]
        if kinds and times:
            found[kinds[-1], process.pid] = times.user + times.system
    return found


@events.init_command_line_parser.add_listener
def add_options(parser: Any) -> None:
    parser.add_argument("--pace", type=float, default=1.0, help="decisions a second of each game; 0: as many as it can")


@events.spawning_complete.add_listener
def begin(user_count: int, **_: Any) -> None:
    measured.update(since=time.perf_counter(), spent=processor_seconds())


@events.init.add_listener
def count_from_then_on(environment: Any, **_: Any) -> None:
    environment.reset_stats = True


@events.test_stop.add_listener
def tell(environment: Any, **_: Any) -> None:
    if "since" not in measured:
        return
    seconds, after = time.perf_counter() - measured["since"], processor_seconds()
    acts, others = (environment.stats.get(name, "socket") for name in (ACT, OTHER))
    taken = acts.num_requests - acts.num_failures
    print(f"\n{taken} decisions in {seconds:.0f} s: {taken / seconds:.1f} a second, {acts.num_failures} failed")
    for name, entry in ((ACT, acts), (OTHER, others)):
        p50, p99 = (entry.get_response_time_percentile(share) for share in (0.5, 0.99))
        print(f"{name}: p50 {p50:.0f} ms, p99 {p99:.0f} ms")
    spent = dict.fromkeys((kind for kind, _ in after), 0.0)
    for one, seconds_spent in after.items():
        spent[one[0]] += (seconds_spent - measured["spent"].get(one, seconds_spent)) * 1000 / max(1, taken)
    kinds = ", ".join(f"{value:.2f} of {kind}" for kind, value in sorted(spent.items(), key=lambda one: -one[1]))
    print(f"processor time of a decision: {sum(spent.values()):.2f} ms ({kinds or 'the site is on no process here'})")
