"""The programs that `docs/api.md` shows, as they stand there, against a real server."""

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import uvicorn
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session

from crusader_site.asgi import application
from games.models import Game, PersonalToken, User
from games.people import tokens
from games.services.archive.check import first_difference
from tests.games.conftest import started
from tests.games.helpers import Player, new_key

PROGRAMS = ("bot.py", "duel.py", "by_socket.py")
# Chance that comes out the same each time, and shorter waits than towards a site.
QUICKLY = (
    "import random, runpy, sys, time; random.seed(1187); wait = time.sleep; time.sleep = lambda seconds:"
    " wait(min(seconds, 0.1)); "
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The programs of the page as files."""
    found = re.findall(r"```python\n(.*?)```", Path("docs/api.md").read_text(), re.DOTALL)
    assert len(found) == len(PROGRAMS)
    for name, program in zip(PROGRAMS, found, strict=True):
        (tmp_path / name).write_text(program)
    return tmp_path


def token_of(name: str, scope: str = PersonalToken.Scope.PLAY) -> str:
    return tokens.make(user=User.objects.create_user(name), name="bot", scope=scope)[1]


def started_between(*names: str) -> Game:
    return started(*(Player(User.objects.get(username=name)) for name in names))


def run(folder: Path, program: str, *arguments: str, quickly: str = QUICKLY) -> subprocess.Popen[str]:
    given = f"sys.argv = {[str(folder / program), *arguments]!r}; sys.path.insert(0, {str(folder)!r}); "
    command = [sys.executable, "-c", f"{quickly}{given}runpy.run_path(sys.argv[0], run_name='__main__')"]
    bare = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return subprocess.Popen(command, env=bare, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ended(bot: subprocess.Popen[str]) -> tuple[str, str]:
    """What a program said until its end, which has to come within minutes."""
    try:
        return bot.communicate(timeout=300)
    except subprocess.TimeoutExpired:
        bot.kill()
        raise


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("one_year")
def test_two_bots_of_the_page_play_each_other_by_an_invitation(live_server: Any, folder: Path) -> None:
    with run(folder, "duel.py", live_server.url, token_of("Robert")) as first:
        assert first.stdout is not None
        invitation = first.stdout.readline().strip()
        with run(folder, "duel.py", live_server.url, token_of("Usama"), invitation) as second:
            said, wrong = ended(second)
        assert second.returncode == 0, wrong
        told, wrong = ended(first)
        assert first.returncode == 0, wrong
    game = Game.objects.get()
    assert (game.status, game.solo, game.visibility) == ("over", False, "private")
    assert json.loads(said) == json.loads(told)
    assert json.loads(said)["how"] == game.ending
    assert {seat.user.username for seat in game.seats.select_related("user") if seat.user} == {"Robert", "Usama"}
    assert all(seat.contribution for seat in game.seats.all())
    assert first_difference(game) is None


@pytest.mark.django_db(transaction=True)
def test_a_bot_that_is_refused_says_why_and_ends(live_server: Any, folder: Path) -> None:
    reading, word = token_of("Robert", PersonalToken.Scope.READ), token_of("Usama")
    game = started_between("Usama", "Robert")
    act = {"action": {"type": "done", "never": 1}, "version": 3, "key": new_key()}
    (folder / "once.py").write_text(f"import bot\nbot.ask('games/{game.public_id}/actions/', {act!r})\n")
    for program, given, code in (
        ("bot.py", "crex_wrong", "token-unknown"),
        ("duel.py", reading, "token-reads-only"),
        ("once.py", word, "bad-action"),
    ):
        with run(folder, program, f"{live_server.url}/", given) as bot:
            said, wrong = ended(bot)
        assert (bot.returncode, said) == (1, "")
        assert re.fullmatch(rf"{code}: .+\n", wrong), wrong


class Trouble(BaseHTTPRequestHandler):
    """Stands before a site: of ten requests one is cut off before it arrives, one's answer is lost, and for one the
    site is away.
    """

    site: str
    sent: list[bytes]

    def do_GET(self) -> None:
        self._pass_on(None)

    def do_POST(self) -> None:
        self._pass_on(self.rfile.read(int(self.headers["Content-Length"])))

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is to be read by anybody."""

    def _pass_on(self, body: bytes | None) -> None:
        self.sent.append(body or b"")
        turn = len(self.sent) % 10
        if turn == 3:
            return
        if turn == 6:
            self._answer(503, b"<p>Away</p>", {"Content-Type": "text/html", "Retry-After": "1"})
            return
        upstream = HTTPConnection(self.site.removeprefix("http://"))
        kept = {name: self.headers[name] for name in ("Authorization", "Content-Type") if name in self.headers}
        upstream.request(self.command, self.path, body, kept)
        answer = upstream.getresponse()
        found = answer.read()
        upstream.close()
        if turn == 9:
            self.wfile.write(b"HTTP/1.0 200 OK\r\nContent-Length: 100000\r\n\r\n{")
            return
        self._answer(answer.status, found, {"Content-Type": answer.headers["Content-Type"]})

    def _answer(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def trouble(live_server: Any) -> Iterator[tuple[str, list[bytes]]]:
    """The address of a site that is hard to reach, and the bodies that were sent to it."""
    sent: list[bytes] = []
    handler = type("TroubleOfThisSite", (Trouble,), {"site": live_server.url, "sent": sent})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", sent
        server.shutdown()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("one_year")
def test_a_bot_cut_off_again_and_again_plays_to_the_end_under_the_same_keys(
    trouble: tuple[str, list[bytes]], folder: Path
) -> None:
    address, sent = trouble
    with run(folder, "bot.py", address, token_of("Robert")) as bot:
        said, wrong = ended(bot)
    assert bot.returncode == 0, wrong
    game = Game.objects.get()
    assert (game.status, game.solo, json.loads(said)["how"]) == ("over", True, game.ending)
    assert not Session.objects.exists()
    acts = [body for body in sent if b'"action"' in body]
    assert len({json.loads(body)["key"] for body in acts}) == len(set(acts)) < len(acts)
    assert "Trying again in 1 s." in wrong
    assert first_difference(game) is None


CUT_AFTER = 50_000


async def served(work: Callable[[str], Any]) -> int:
    """Runs something beside a server of pages and sockets.

    It is reached by a line that is cut after so many bytes of answers: returns how often."""
    cuts = 0
    server = uvicorn.Server(uvicorn.Config(application, port=0, log_level="critical", lifespan="off"))
    serving = asyncio.create_task(server.serve())
    for _ in range(6000):
        if server.started:
            break
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]

    async def passed_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", port)

        async def pump(source: asyncio.StreamReader, target: asyncio.StreamWriter, left: float) -> None:
            nonlocal cuts
            while data := await source.read(65536):
                left -= len(data)
                if left < 0:
                    cuts += 1
                    break
                target.write(data)
                await target.drain()

        both = [
            asyncio.create_task(pump(reader, back, float("inf"))),
            asyncio.create_task(pump(there, writer, CUT_AFTER)),
        ]
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        for task in both:
            task.cancel()
        for one in (writer, back):
            one.transport.abort()

    line = await asyncio.start_server(passed_on, "127.0.0.1", 0)
    try:
        await work(f"http://127.0.0.1:{line.sockets[0].getsockname()[1]}/")
    finally:
        line.close()
        server.should_exit = True
        await serving
    return cuts


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("one_year")
async def test_two_bots_play_by_sockets_that_are_cut_again_and_again(folder: Path, settings: Any) -> None:
    settings.PROCESSOR_SECONDS = 100_000
    words = [await sync_to_async(token_of)(name) for name in ("Robert", "Usama")]
    game = await sync_to_async(started_between)("Robert", "Usama")

    async def play(site: str) -> None:
        bots = [run(folder, "by_socket.py", site, word, str(game.public_id)) for word in words]
        told = await asyncio.gather(*(asyncio.to_thread(ended, bot) for bot in bots))
        assert [bot.returncode for bot in bots] == [0, 0], told
        assert told[0][0] == told[1][0]
        await game.arefresh_from_db()
        assert (game.status, json.loads(told[0][0])["how"]) == ("over", game.ending)

    assert await served(play) > 3
    assert await sync_to_async(first_difference)(game) is None


@pytest.mark.django_db(transaction=True)
async def test_a_bot_at_a_socket_that_is_refused_says_so_and_ends(folder: Path) -> None:
    word = await sync_to_async(token_of)("Robert")
    reading = await sync_to_async(token_of)("Usama", PersonalToken.Scope.READ)
    game = await sync_to_async(started_between)("Usama", "Robert")

    async def play(site: str) -> None:
        for token, at, code in (
            (word, new_key(), "4404"),
            (reading, game.public_id, "token-reads-only"),
        ):
            bot = run(folder, "by_socket.py", site, token, str(at))
            said, wrong = await asyncio.to_thread(ended, bot)
            assert (bot.returncode, said) == (1, "")
            assert re.fullmatch(rf"{code}: .+\n", wrong), wrong

    await served(play)
