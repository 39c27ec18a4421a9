"""The server of the tests that drive browsers: each process of the test run starts its own, with an empty database."""

import fcntl
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser.backstage import ROOT

SERVING = ["--log-level", "warning", "--timeout-keep-alive", "600"]
"""Connections outlast a test: a request that goes out while the server closes its connection for having been idle would
fail.
"""


@contextmanager
def served(tmp_path_factory: pytest.TempPathFactory, application: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Serves an application on a database of its own.

    Yields the address, and the environment that it was started with.
    """
    var = tmp_path_factory.mktemp("site")
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DATABASE_URL", "REDIS_URL", "PRODUCTION", "DEBUG")
    }
    environment |= {
        "VAR_FOLDER": str(var),
        "DJANGO_SETTINGS_MODULE": "crusader_site.settings",
        "API_RATE": "100000/min",
        "PROCESSOR_SECONDS": "100000",
        "SIGNUP_RATE": "1000/m/ip",
        "GUEST_RATE": "1000/m/ip",
    }
    shutil.copytree(_empty(tmp_path_factory, environment), var, dirs_exist_ok=True)
    with running(var / "server.log", environment, application) as port:
        yield f"http://127.0.0.1:{port}", environment


@contextmanager
def running(
    log: Path, environment: dict[str, str] | None = None, application: str = "crusader_site.asgi:application"
) -> Iterator[int]:
    """Runs a server in a process of its own, whose output goes to ``log``. Yields its port once it listens there."""
    port = free_port()
    with log.open("w") as output:
        server = subprocess.Popen(
            [sys.executable, "-m", "uvicorn", application, "--port", str(port), *SERVING],
            cwd=ROOT,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            wait_for(server, port, log)
            yield port
        finally:
            server.terminate()
            server.wait(timeout=20)


def free_port() -> int:
    """Returns a port of this machine that nothing listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _empty(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> Path:
    """The files of a site whose database is empty, made by the first process of the test run that needs them."""
    run = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        run = run.parent
    made = run / "empty"
    with (run / "empty.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            making = run / "made"
            own = environment | {"VAR_FOLDER": str(making)}
            subprocess.run([sys.executable, "-m", "tests.tables"], cwd=ROOT, env=own, check=True, timeout=300)
            making.rename(made)
    return made


def wait_for(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    end = time.monotonic() + 240
    while time.monotonic() < end:
        assert server.poll() is None, log.read_text()
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError(f"the server did not start: {log.read_text()}")
