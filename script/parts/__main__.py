"""Runs a command with PostgreSQL and Redis of its own, empty and gone afterward. usage: script/real_parts COMMAND
[arguments]

The command finds them by DATABASE_URL and REDIS_URL. `script/real_parts` alone says whether everything needed is there,
by status 0 or 3.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from script.parts.servers import CARELESS, Missing, Postgres, Redis, program


def main(command: list[str]) -> int:
    try:
        for name in ("initdb", "postgres", "pg_dump", "pg_restore"):
            program(name, "postgresql")
        program("redis-server", "redis-server")
    except Missing as missing:
        print(missing, file=sys.stderr)
        return 3
    return run(command) if command else 0


def run(command: list[str]) -> int:
    # A request to end ends the servers too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    folder = Path(tempfile.mkdtemp(prefix="crusader-"))
    folder.chmod(0o755)
    with contextlib.ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        (folder / "postgres").mkdir()
        postgres = Postgres(folder / "postgres", **CARELESS)
        redis = Redis(folder)
        stack.callback(postgres.stop)
        stack.callback(redis.stop)
        postgres.start()
        redis.start()
        postgres.create()
        return subprocess.run(
            command, env=os.environ | {"DATABASE_URL": postgres.url(), "REDIS_URL": redis.url}, check=False
        ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
