"""PostgreSQL and Redis on the loopback interface, each in a folder of its own, as child processes.

Nothing is installed or configured on the machine, and nothing but the folder is left behind. PostgreSQL refuses to run
as root: then it runs as `postgres`, the user its package makes, to whom the folder is given.
"""

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PLACES = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql*/bin",
    "/usr/local/opt/postgresql*/bin",
)
CARELESS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
"""For tests: what a crash would damage is thrown away anyway."""
PATIENCE = 60.0


class Missing(RuntimeError):
    """A program is missing; its text says which, and the Debian package."""


def program(name: str, package: str) -> str:
    """Returns the path of a program. Raises Missing."""
    found = shutil.which(name)
    for pattern in PLACES:
        candidates = sorted(Path("/").glob(f"{pattern.lstrip('/')}/{name}"), key=lambda path: path.parts)
        found = found or next((str(path) for path in reversed(candidates) if os.access(path, os.X_OK)), None)
    if found is None:
        raise Missing(f"{name} is not there. On Debian: apt-get install {package}")
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A process that listens on a port of this machine."""

    name = "server"

    def __init__(self, folder: Path, port: int | None = None) -> None:
        self.folder = folder
        self.port = port or free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> Sequence[str]:
        raise NotImplementedError

    def options(self) -> dict[str, Any]:
        return {}

    @property
    def log(self) -> Path:
        return self.folder / f"{self.name}.log"

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self, *, wait: bool = True) -> None:
        """Starts the process and waits until it takes connections.

        A session of its own: Ctrl-C is for us to pass on.
        """
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                self.command(),
                stdout=output,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                **self.options(),
            )
        if wait:
            self.wait()

    def wait(self) -> None:
        end = time.monotonic() + PATIENCE
        while not self.answers():
            if not self.running or time.monotonic() > end:
                raise RuntimeError(f"{self.name} did not start: {self.log.read_text()[-2000:]}")
            time.sleep(0.03)

    def answers(self) -> bool:
        with socket.socket() as probe:
            probe.settimeout(1)
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self, how: int = signal.SIGTERM) -> None:
        if self.process is None:
            return
        if self.running:
            self.process.send_signal(how)
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """Kills the process and its children at once, without shutdown."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class Redis(Server):
    """Redis in memory only: what the site keeps there may be lost at any time. 64 databases, for the processes of a
    test run.
    """

    name = "redis"

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> Sequence[str]:
        settings = {
            "port": self.port,
            "bind": "127.0.0.1",
            "databases": 64,
            "save": "",
            "appendonly": "no",
            "dir": self.folder,
        }
        given = [part for name, value in settings.items() for part in (f"--{name}", str(value))]
        return [program("redis-server", "redis-server"), *given]


class Postgres(Server):
    """PostgreSQL with one role, `site`, that everybody on this machine may use."""

    name = "postgres"

    def __init__(self, folder: Path, port: int | None = None, **settings: str) -> None:
        super().__init__(folder, port)
        self.data = folder / "data"
        self.settings = {"max_connections": "120", "shared_buffers": "128MB", **settings}

    def url(self, name: str = "site") -> str:
        return f"postgres://site@127.0.0.1:{self.port}/{name}"

    def options(self) -> dict[str, Any]:
        if os.getuid():
            return {}
        owner = pwd.getpwnam("postgres")
        return {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}

    def make(self) -> None:
        """Creates the data folder, if there is none, owned by the user the server runs as."""
        if (self.data / "PG_VERSION").exists():
            return
        self.data.mkdir(parents=True, exist_ok=True)
        if not os.getuid():
            owner = pwd.getpwnam("postgres")
            for folder in (self.folder, self.data):
                os.chown(folder, owner.pw_uid, owner.pw_gid)
        command = [
            program("initdb", "postgresql"),
            "--no-sync",
            "--auth=trust",
            "--username=site",
            "--encoding=UTF8",
            "--locale=C.UTF-8",
        ]
        done = subprocess.run(
            [*command, "-D", str(self.data)],
            capture_output=True,
            text=True,
            cwd=self.folder,
            check=False,
            **self.options(),
        )
        if done.returncode:
            raise RuntimeError(f"initdb failed: {done.stderr}")

    def command(self) -> Sequence[str]:
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": "",
            **self.settings,
        }
        given = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return [program("postgres", "postgresql"), "-D", str(self.data), *given]

    def start(self, *, wait: bool = True) -> None:
        self.make()
        super().start(wait=wait)

    def answers(self) -> bool:
        import psycopg

        try:
            psycopg.connect(self.url("postgres"), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False  # not yet, or still repairing what a crash left
        return True

    def kill(self) -> None:
        """Kills the children, too, which have sessions of their own."""
        if self.process is not None:
            children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
            pids = children.read_text().split() if children.exists() else []
            super().kill()
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(pid), signal.SIGKILL)

    def create(self, name: str = "site") -> None:
        import psycopg

        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"'.encode())

    def stop(self, how: int = signal.SIGINT) -> None:
        """Stops PostgreSQL by SIGINT, its fast shutdown: it ends connections, and leaves nothing to repair."""
        super().stop(how)
