"""What one person can do to the rest when something outside hangs. usage: script/bench stalls [--only
mail,resolver,redis] [--code FOLDER]

Four things on this machine take what they are sent and never answer: a mail server, the name servers, a chat's server,
and Redis (stopped by SIGSTOP). While somebody asks for seven new passwords, posts thirty trials, or signs up, another
person's page is timed, and the process is asked whether it is ready. Times are by the clock: what hangs is a matter of
seconds. `--code` measures another checkout by this program.
"""

import argparse
import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from script.parts.servers import Missing
from script.parts.site import ROOT, Cluster, Web

TOKEN = "b" * 32
PATIENCE = 180.0
PASSWORD = "a-long-way-to-acre"
PEOPLE = """
from django.test import Client
from games.models import User
for name in ("Guy", "Sibylla"):
    client = Client()
    client.force_login(User.objects.create_user(name))
    print(client.cookies["sessionid"].value)
"""


@contextmanager
def silent() -> Iterator[int]:
    """Listens on a port, accepts connections and answers nothing. Yields the port."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen(200)
        yield server.getsockname()[1]


class TimedRequest:
    """The result of one request: its status (0: no answer), and the seconds until it."""

    def __init__(self, web: Web, method: str, path: str, session: str = "", **fields: str) -> None:
        body = urllib.parse.urlencode(fields | {"csrfmiddlewaretoken": TOKEN}) if method == "POST" else None
        cookies = f"csrftoken={TOKEN}" + (f"; sessionid={session}" if session else "")
        headers = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
        server = http.client.HTTPConnection("127.0.0.1", web.port, timeout=PATIENCE)
        begun = time.monotonic()
        try:
            server.request(method, path, body, headers)
            response = server.getresponse()
            self.text = response.read().decode(errors="replace")
            self.status = response.status
        except (OSError, http.client.HTTPException) as error:
            self.text, self.status = str(error), 0
        self.seconds = time.monotonic() - begun

    def __str__(self) -> str:
        return f"{self.status} after {self.seconds:.1f} s"


def together(number: int, ask: Callable[[int], TimedRequest]) -> list[TimedRequest]:
    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(ask, range(number)))


def while_they_wait(web: Web, session: str, number: int, ask: Callable[[int], TimedRequest]) -> None:
    """Prints how long the requests took, and another person's page meanwhile."""
    found: list[TimedRequest] = []
    crowd = threading.Thread(target=lambda: found.extend(together(number, ask)))
    crowd.start()
    time.sleep(4)
    ready = TimedRequest(web, "GET", "/health/ready")
    page = TimedRequest(web, "GET", "/games/", session)
    crowd.join()
    slowest = max(found, key=lambda one: one.seconds)
    print(f"  the slowest of {number} requests: {slowest}")
    print(f"  another person's page meanwhile: {page}")
    print(f"  /health/ready before that page:  {ready}: {ready.text}", flush=True)


@contextmanager
def one_process(
    folder: Path, code: Path, application: str = Web.application, **more: str
) -> Iterator[tuple[Web, list[str]]]:
    """Starts a site without any configuration. Yields it with the sessions of two people."""
    path = f"{code}:{ROOT / 'script' / 'faults'}"
    wanted = {"VAR_FOLDER": str(folder / "var"), "DJANGO_SETTINGS_MODULE": "crusader_site.settings", "PYTHONPATH": path}
    web = Alone("web", folder, wanted | more)
    web.application, web.code = application, code
    web.manage("migrate", "--verbosity", "0")
    sessions = web.manage("shell", "-c", PEOPLE).split()[-2:]
    web.start()
    try:
        yield web, sessions
    finally:
        web.kill()


class Alone(Web):
    """A site of a single process."""

    code = ROOT

    def options(self) -> dict[str, object]:
        return {"env": self.environment, "cwd": str(self.code)}

    def manage(self, *command: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=self.code,
            env=self.environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout


def mail(folder: Path, code: Path) -> None:
    print("A mail server that takes connections and never answers, and seven requests for a new password by nobody:")
    with silent() as port, one_process(folder, code, EMAIL_URL=f"smtp://127.0.0.1:{port}") as (web, sessions):
        addresses = [f"nobody-{number}@example.org" for number in range(7)]
        while_they_wait(
            web, sessions[1], 7, lambda n: TimedRequest(web, "POST", "/account/password/reset/", email=addresses[n])
        )


def resolver(folder: Path, code: Path) -> None:
    print("Name servers that never answer, and thirty posts of a chat's address by one person:")
    with one_process(folder, code, "deaf:application") as (web, sessions):
        form = {"kind": "json", "address": "https://chat.example.org/hook", "name": ""}
        while_they_wait(
            web, sessions[1], 30, lambda n: TimedRequest(web, "POST", "/settings/alerts/chat/", sessions[0], **form)
        )


def redis(folder: Path, code: Path) -> None:
    print("Redis stopped by SIGSTOP:")
    cluster = Cluster(folder, ports=(None,), workers=0, code=code)
    try:
        cluster.start_servers()
    except Missing as missing:
        print(f"  SKIPPED: {missing}")
        return
    web = cluster.webs[0]
    try:
        cluster.manage("migrate", "--verbosity", "0")
        session = cluster.manage("shell", "-c", PEOPLE).stdout.split()[-1]
        web.start()
        TimedRequest(web, "GET", "/games/", session)
        healthy = {"username": "Aimery", "email": "aimery@example.org", "password1": PASSWORD, "password2": PASSWORD}
        print(f"  a sign-up before:      {TimedRequest(web, 'POST', '/signup/', **healthy)}")
        assert cluster.redis.process is not None
        os.kill(cluster.redis.process.pid, signal.SIGSTOP)
        try:
            form = {
                "username": "Melisende",
                "email": "melisende@example.org",
                "password1": PASSWORD,
                "password2": PASSWORD,
            }
            print(f"  a sign-up then:        {TimedRequest(web, 'POST', '/signup/', **form)}")
            print(
                "  the next one:         "
                f" {TimedRequest(web, 'POST', '/signup/', **form | {'username': 'Amalric', 'email': ''})}"
            )
            print(
                "  a wrong password:     "
                f" {TimedRequest(web, 'POST', '/login/', login='Melisende', password='guessed')}"
            )
            page = TimedRequest(web, "GET", "/games/", session)
            print(f"  a page:                {page}")
            ready = TimedRequest(web, "GET", "/health/ready")
            print(f"  /health/ready:         {ready}: {ready.text}", flush=True)
        finally:
            os.kill(cluster.redis.process.pid, signal.SIGCONT)
    finally:
        cluster.stop()


KINDS: dict[str, Any] = {"mail": mail, "resolver": resolver, "redis": redis}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default=",".join(KINDS))
    parser.add_argument("--code", type=Path, default=ROOT)
    options = parser.parse_args()
    for name in re.split(r"[, ]+", options.only):
        with tempfile.TemporaryDirectory(prefix="stalls-") as folder:
            os.chmod(folder, 0o755)  # PostgreSQL runs as somebody else
            KINDS[name](Path(folder), options.code.resolve())


if __name__ == "__main__":
    main()
