"""The site's own processes, alone or as a cluster: two for the web, two workers, beat, on PostgreSQL and Redis."""

import contextlib
import http.client
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from script.parts.servers import Postgres, Redis, Server

ROOT = Path(__file__).resolve().parents[2]
NOT_OURS = ("DATABASE_URL", "REDIS_URL", "PRODUCTION", "DEBUG", "WEB_CONCURRENCY")
RESTART_AFTER = 0.5
"""Seconds until what died is started again, as a supervisor does."""


class Process(Server):
    """A process of the site, configured by `environment` alone."""

    def __init__(self, name: str, folder: Path, environment: Mapping[str, str], port: int | None = None) -> None:
        super().__init__(folder, port)
        self.name = name
        self.environment = {name: value for name, value in os.environ.items() if name not in NOT_OURS} | dict(
            environment
        )

    def options(self) -> dict[str, object]:
        return {"env": self.environment, "cwd": self.environment["PYTHONPATH"]}

    def answers(self) -> bool:
        return self.running


class Web(Process):
    """A web process: pages, API and sockets."""

    application = "crusader_site.asgi:application"

    def command(self) -> Sequence[str]:
        host = ("--host", "127.0.0.1", "--port", str(self.port))
        return [
            sys.executable,
            "-m",
            "uvicorn",
            self.application,
            *host,
            "--log-level",
            "warning",
            "--timeout-graceful-shutdown",
            "5",
        ]

    def answers(self) -> bool:
        return self.asked("/health/ready") == 200

    def asked(self, path: str) -> int | None:
        """Returns the status of the answer, None if there is none."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        with contextlib.closing(connection), contextlib.suppress(OSError, http.client.HTTPException):
            connection.request("GET", path)
            return connection.getresponse().status
        return None


class Worker(Process):
    """A Celery worker: sends alerts and runs periodic tasks. With `queues` it serves these alone."""

    queues: Sequence[str] = ()

    def command(self) -> Sequence[str]:
        celery = (sys.executable, "-m", "celery", "-A", "crusader_site", "worker")
        own = ("-n", f"{self.name}@%h", *(("-Q", ",".join(self.queues)) if self.queues else ()))
        return [*celery, "--concurrency", "1", "--loglevel", "WARNING", "--without-gossip", "--without-mingle", *own]


class ComputersWorker(Worker):
    """The worker of the computer's own queue, which stands back behind everybody else."""

    queues = ("computer",)

    def command(self) -> Sequence[str]:
        return ["nice", *super().command()]


class Beat(Process):
    """Celery's scheduler. There is only one."""

    def command(self) -> Sequence[str]:
        schedule = str(self.folder / "beat-schedule")
        return [
            sys.executable,
            "-m",
            "celery",
            "-A",
            "crusader_site",
            "beat",
            "--loglevel",
            "WARNING",
            "--schedule",
            schedule,
        ]


class Cluster:
    """The whole site, in one folder. Processes that die while it runs are restarted."""

    def __init__(
        self,
        folder: Path,
        *,
        ports: Sequence[int | None] = (None, None),
        workers: int = 2,
        postgres: Postgres | None = None,
        **more: str,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.postgres = postgres or Postgres(folder / "postgres")
        self.postgres.folder.mkdir(parents=True, exist_ok=True)
        self.redis = Redis(folder)
        self.environment = {
            "DATABASE_URL": self.postgres.url(),
            "REDIS_URL": self.redis.url,
            "VAR_FOLDER": str(folder / "var"),
            "DJANGO_SETTINGS_MODULE": "crusader_site.settings",
            "PYTHONPATH": str(ROOT),
            "MALLOC_ARENA_MAX": "2",
            **more,
        }
        self.webs = [Web(f"web-{number}", folder, self.environment, port) for number, port in enumerate(ports, start=1)]
        self.environment.setdefault("SITE_URL", f"http://127.0.0.1:{self.webs[0].port}")
        self.workers: list[Process] = [
            Worker(f"worker-{number}", folder, self.environment) for number in range(1, workers + 1)
        ]
        self.beat = Beat("beat", folder, self.environment)
        self.supervised: list[Server] = []
        self._over = threading.Event()
        self._watch = threading.Thread(target=self._supervise, name="supervisor", daemon=True)

    @property
    def processes(self) -> list[Process]:
        return [*self.webs, *self.workers, self.beat]

    def manage(self, *command: str, check: bool = True, **more: str) -> "subprocess.CompletedProcess[str]":
        """Runs a command of manage.py on the cluster's database."""
        environment = self.processes[0].environment | more
        return subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=environment["PYTHONPATH"],
            env=environment,
            check=check,
            capture_output=True,
            text=True,
        )

    def start_servers(self) -> None:
        """PostgreSQL and Redis, with an up-to-date database."""
        fresh = not (self.postgres.data / "PG_VERSION").exists()
        self.postgres.start()
        self.redis.start()
        if fresh:
            self.postgres.create()

    def start(self) -> None:
        for process in self.processes:
            process.start(wait=False)
        for web in self.webs:
            web.wait()
        self.supervised = [self.postgres, self.redis, *self.processes]
        self._watch.start()

    def stop(self) -> None:
        self._over.set()
        if self._watch.is_alive():
            self._watch.join(timeout=10)
        for process in self.processes:
            if process.running and process.process is not None:
                process.process.send_signal(signal.SIGTERM)
        for server in (*self.processes, self.redis, self.postgres):
            server.stop()

    def _supervise(self) -> None:
        while not self._over.wait(RESTART_AFTER):
            for server in self.supervised:
                if not server.running and not self._over.is_set():
                    server.start(wait=False)
