"""A whole site on PostgreSQL and Redis, of two web processes, worker, the computer's worker and scheduler: people play
while each of these, and both servers, are killed in turn.
"""

import contextlib
import http.client
import json
import shutil
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
from websockets.sync.client import ClientConnection, connect

from script.parts.servers import Postgres, Server
from script.parts.site import Cluster, ComputersWorker
from tests.games.helpers import BALIAN_TO_ASCALON, DONE
from tests.players import PATIENCE, Person, Table

pytestmark = pytest.mark.real_parts
PAUSE = 0.2
"""Seconds between two decisions of a table: the processor is left to what is started."""
DECISIONS = 3
"""So many at each table show that it goes on."""
NAMES = ("Richard", "Saladin", "Guy", "Conrad", "Melisende")
SET_UP = f"""
import json
from datetime import timedelta
from django.core.management import call_command
from django.db.models import F
from django.utils import timezone
from games.models import Heartbeat, Seat, User
from games.people import tokens
from games.services.lobby import lobby

call_command("prepare_site")
people = [User.objects.create_user(name) for name in {NAMES}]
made = lobby.create_game(user=people[0], side="frank", pace="slow").game
game = lobby.join_game(user=people[1], game_id=made.public_id, invitation=made.invitation_token).game
# All of this was nine hours ago, and Richard had an hour left.
night = timedelta(hours=9)
Seat.objects.filter(game=game, side="frank").update(runs_since=F("runs_since") - night, time_left=timedelta(hours=1))
Heartbeat.objects.create(pk=1, at=timezone.now() - night)
words = {{one.username: tokens.make(user=one, name="test", scope="play")[1] for one in people}}
print(json.dumps({{"game": str(game.public_id), "tokens": words}}))
"""


@dataclass
class Site:
    cluster: Cluster
    tokens: dict[str, str]
    timed: str
    """The game of Richard and Saladin that has clocks."""

    @property
    def ports(self) -> list[int]:
        return [web.port for web in self.cluster.webs]

    @property
    def computer(self) -> Server:
        return self.cluster.workers[1]

    def person(self, name: str) -> Person:
        return Person(self.ports, self.tokens[name])

    def ask(self, statement: str, *given: Any) -> Any:
        """The first row, over a connection that is made anew where PostgreSQL was."""
        with psycopg.connect(self.cluster.postgres.url(), autocommit=True) as database:
            found = database.execute(statement.encode(), given)
            return found.fetchone() if found.description else None

    def alarms(self) -> set[str]:
        """Those that the page for machines tells of."""
        server = http.client.HTTPConnection("127.0.0.1", self.ports[0], timeout=20)
        with contextlib.closing(server):
            server.request("GET", "/health/")
            return {alarm["alarm"] for alarm in json.loads(server.getresponse().read())["alarms"]}


def wait_for(there: Callable[[], Any], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < end, f"not in {PATIENCE:.0f} seconds: {what}"
        time.sleep(0.1)


@pytest.fixture
def site() -> Iterator[Site]:
    folder = Path(tempfile.mkdtemp(prefix="crusader-"))  # PostgreSQL's user may enter it
    folder.chmod(0o755)
    cluster = Cluster(
        folder,
        workers=1,
        # What is committed outlives the process; that it outlives the machine is PostgreSQL's own.
        postgres=Postgres(folder / "postgres", fsync="off", full_page_writes="off"),
        API_RATE="100000/s",
        PROCESSOR_SECONDS="1000000",
        DICE_WAIT_HOURS="0",
        SIGNS_OF_LIFE_EVERY="1",
        PROMPTLY_EVERY="0.5",
        ALERTS_EVERY="1",
        HEARTBEAT_EVERY="1",
        PGAPPNAME="site",
    )
    cluster.workers[0].queues = ("celery",)  # type: ignore[attr-defined]
    cluster.workers.append(ComputersWorker("computer", folder, cluster.environment | {"PGAPPNAME": "computer"}))
    try:
        cluster.start_servers()
        made = json.loads(cluster.manage("shell", "--no-imports", "-c", SET_UP).stdout.splitlines()[-1])
        living = [*cluster.webs, cluster.workers[0], cluster.beat]  # the computer's worker starts when it is needed
        for process in living:
            process.start(wait=False)
        for process in living:
            process.wait()
        yield Site(cluster, made["tokens"], made["game"])
    finally:
        for server in (*cluster.processes, cluster.redis):
            server.kill()
        cluster.postgres.stop()
        shutil.rmtree(folder, ignore_errors=True)


class Playing:
    """Tables that play on in threads of their own until `end`."""

    def __init__(self, tables: list[Table]) -> None:
        self.tables, self.errors = tables, list[BaseException]()
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._play, args=[table], daemon=True) for table in tables]
        for thread in self._threads:
            thread.start()

    def _play(self, table: Table) -> None:
        try:
            while not self._over.wait(PAUSE) and not table.over:
                table.decide()
        except BaseException as error:
            self.errors.append(error)

    def goes_on(self, while_: str) -> None:
        """Waits until each table has taken some decisions."""
        before = [len(table.acknowledged) for table in self.tables]

        def all_have_decided() -> bool:
            assert not self.errors, f"{while_}: {self.errors}"
            return all(
                table.over or len(table.acknowledged) >= number + DECISIONS
                for table, number in zip(self.tables, before, strict=True)
            )

        wait_for(all_have_decided, f"decisions {while_}")

    def end(self) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(PATIENCE)
        assert not self.errors
        assert not any(thread.is_alive() for thread in self._threads)
        for table in self.tables:
            table.close()


@pytest.mark.timeout(900)
def test_whatever_is_killed_while_people_play_nothing_is_lost_and_nothing_done_twice(site: Site) -> None:
    nobody_has_lost_the_night_before_the_start(site)
    what_is_done_at_one_process_is_shown_at_the_other(site)
    tables = [
        Table([site.person("Richard"), site.person("Saladin")], Random(1)),
        Table([site.person("Guy"), site.person("Conrad")], Random(2)),
    ]
    for table in tables:
        table.begin()
    playing = Playing(tables)
    playing.goes_on("while all is well")
    web, other = site.cluster.webs
    web.kill()
    playing.goes_on("while a web process is dead")
    web.start()
    other.stop()  # as at an upgrade
    playing.goes_on("while the other one is started anew")
    other.start()
    site.cluster.redis.kill()
    playing.goes_on("while Redis is dead")
    site.cluster.redis.start()
    site.cluster.postgres.kill()
    site.cluster.postgres.start()
    playing.goes_on("after PostgreSQL was killed")
    workers_that_are_killed_are_told_of_and_what_one_was_about_to_do_the_next_does_once(site)
    playing.goes_on("while the workers start")
    the_scheduler_is_told_of_as_well(site)
    playing.goes_on("after all")
    playing.end()
    for table in tables:
        assert table.by_socket > 0
        assert any(person.told for person in table.people), "the other's acts are sent"
        found = site.ask(
            "SELECT count(*), count(DISTINCT idempotency_key) FROM games_gameevent"
            " JOIN games_game ON games_game.id = game_id"
            " WHERE public_id = %s AND idempotency_key = ANY(%s)",
            table.game,
            [uuid.UUID(key) for key in table.acknowledged],
        )
        assert found == (len(table.acknowledged),) * 2, "each acknowledged act is in the record once"
    checked = site.cluster.manage("check_games", check=False)
    assert (checked.returncode, "all as recorded" in checked.stdout) == (0, True), checked.stderr


def nobody_has_lost_the_night_before_the_start(site: Site) -> None:
    """The scheduler finds out by itself that the site was away, and gives the time back."""
    found = "SELECT extract(epoch FROM ends_at - starts_at) / 3600 FROM games_outage WHERE told_at IS NOT NULL"
    wait_for(lambda: site.ask(found), "the outage is in the log of each game")
    assert 9 <= site.ask(found)[0] < 9.5
    log = site.person("Saladin").ask(f"games/{site.timed}/history/?limit=200")[1]["results"]
    assert "site-away" in json.dumps(log[-1])
    claim = {"claim": "win", "key": str(uuid.uuid4())}
    status, answer = site.person("Saladin").ask(f"games/{site.timed}/claim/", claim)
    assert (status, answer["code"]) == (409, "not-run-out")


def what_is_done_at_one_process_is_shown_at_the_other(site: Site) -> None:
    """By sockets that follow; and a database that ends connections is asked again before anybody notices."""
    game, (here, there) = site.timed, site.ports

    def page(name: str, port: int) -> Any:
        headers = {"Authorization": f"Bearer {site.tokens[name]}"}
        return connect(f"ws://127.0.0.1:{port}/ws/games/{game}/", additional_headers=headers, proxy=None)

    def heard(socket: ClientConnection) -> Any:
        return json.loads(socket.recv(timeout=PATIENCE))

    def ask(socket: ClientConnection, **message: Any) -> Any:
        socket.send(json.dumps({"id": 1, **message}))
        answer = heard(socket)
        assert "answer" in answer, answer
        return answer["answer"]

    def act(socket: ClientConnection, action: Any, version: int) -> Any:
        return ask(socket, act="actions", action=action, version=version, key=str(uuid.uuid4()))

    with page("Richard", here) as acting, page("Saladin", there) as following, page("Richard", there) as tab:
        version = {socket: heard(socket)["version"] for socket in (acting, following, tab)}
        for socket in (acting, following, tab):
            assert ask(socket, act="follow")["version"] == version[socket]
            assert socket.protocol.extensions, "messages are compressed"
        planned = act(acting, BALIAN_TO_ASCALON, version[acting])
        shown = heard(tab)
        assert (shown["view"], shown["news"]) == (planned["view"], planned["news"])
        act(acting, DONE, planned["view"]["version"])
        shown = heard(following)
        assert (shown["side"], shown["view"]["you"]) == ("saracen", "saracen")
        assert shown["version"] > version[following]
    ended = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'site'"
    assert site.ask(ended)[0] >= 2
    for port in site.ports:
        assert site.person("Saladin").ask_once(port, f"games/{game}/view/")[0] == 200


def workers_that_are_killed_are_told_of_and_what_one_was_about_to_do_the_next_does_once(site: Site) -> None:
    """The hand-over sends the task, the computer's worker takes the turn, gets as far as its act, and dies."""
    person, worker, computer = site.person("Melisende"), site.cluster.workers[0], site.computer
    asked = {"side": "frank", "computer": "page", "key": str(uuid.uuid4())}
    game = person.ask("games/", asked)[1]["id"]
    view = person.ask(f"games/{game}/view/")[1]
    body = {"action": DONE, "version": view["version"], "key": str(uuid.uuid4())}
    assert person.ask(f"games/{game}/actions/", body)[0] == 200
    blocked = "SELECT pid FROM pg_stat_activity WHERE application_name = 'computer' AND wait_event_type = 'Lock'"
    left = (
        "SELECT leased_until > now() FROM games_computerturn JOIN games_game ON games_game.id = game_id"
        " WHERE public_id = %s"
    )
    with psycopg.connect(site.cluster.postgres.url()) as holding:
        holding.execute("SELECT 1 FROM games_game WHERE public_id = %s FOR UPDATE", [game])
        computer.start()
        wait_for(lambda: site.ask(blocked), "the computer acts")
        computer.kill()
        wait_for(lambda: not site.ask(blocked), "its act is over with it")
    assert site.ask(left, game) == (True,), "nobody else takes the turn before its lease ends"
    worker.kill()
    wait_for(lambda: site.alarms() >= {"WorkerSilent", "ComputerSilent"}, "alarms of both workers")
    assert person.ask(f"games/{game}/view/")[1]["awaited"] == ["saracen"]
    site.ask("UPDATE games_computerturn SET leased_until = now()")
    for process in (worker, computer):
        process.start()
    wait_for(lambda: not site.ask(left, game), "the computer has finished its turn")
    wait_for(lambda: site.alarms() == set(), "no alarm once both are back")
    assert person.ask(f"games/{game}/view/")[1]["awaited"] != ["saracen"]
    found = site.ask(
        "SELECT count(*), count(DISTINCT seq), max(seq), count(idempotency_key), count(DISTINCT idempotency_key)"
        " FROM games_gameevent JOIN games_game ON games_game.id = game_id WHERE public_id = %s",
        game,
    )
    assert found[0] == found[1] == found[2]
    assert found[3] == found[4]


def the_scheduler_is_told_of_as_well(site: Site) -> None:
    beat = site.cluster.beat
    beat.kill()
    wait_for(lambda: "BeatSilent" in site.alarms(), "the alarm of the scheduler")
    beat.start()
    wait_for(lambda: site.alarms() == set(), "no alarm once it is back")
