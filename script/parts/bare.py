"""A bare Debian machine with systemd, for testing the commands of `docs/operations.md`.

It is a folder made by `mmdebstrap`, booted by `systemd-nspawn` with a loopback interface and nothing else of the
network; what is installed is installed before, with the network of this machine. Needs root, `mmdebstrap` and
`systemd-container`. Gone afterward. It lies in memory: to delete it from a disk took 50 s of the 157 s that the test of
the guide took.
"""

import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

PACKAGES = ("mmdebstrap", "systemd-nspawn")
BORROWED = ("/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt")
"""How this machine reaches the package indexes: a new machine has to be told the same."""
QUIET = (
    "path-exclude=/usr/share/doc/*",
    "path-exclude=/usr/share/man/*",
    "path-exclude=/usr/share/locale/*",
    "force-unsafe-io",
)
PATIENCE = 120.0
"""Seconds for the machine's start."""
ANSWERING = 300.0
"""Seconds for commands on it: some wait up to 120 for what the site says of itself."""
INSTALLING = 400.0
"""Seconds for what asks the package indexes: all of it and the start take 70 on two idle cores."""


def missing() -> str:
    """Returns why no bare machine can be made here, "" if one can."""
    lacking = [name for name in PACKAGES if shutil.which(name) is None]
    if lacking:
        return f"{' and '.join(lacking)} not there: apt-get install mmdebstrap systemd-container"
    return "" if os.getuid() == 0 else "only root can make a machine of its own"


class BareMachine:
    """A Debian 12 with systemd and nothing else installed. Used as a context manager."""

    def __init__(self) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="crusader-machine-"))
        self._leader = 0

    def __enter__(self) -> "BareMachine":
        options = [
            "--quiet",
            "--variant=minbase",
            "--include=systemd-sysv,dbus,ca-certificates",
            # The list of packages that was just read is kept: `apt-get update` then finds that it is the newest.
            "--skip=cleanup/apt/lists",
            '--aptopt=Acquire::Languages "none"',
            *(f"--dpkgopt={option}" for option in QUIET),
        ]
        try:
            _run("mount", "-t", "tmpfs", "-o", "size=4g,mode=755", "bare", str(self.root))
            _run("mmdebstrap", *options, "bookworm", str(self.root), seconds=INSTALLING)
        except BaseException:
            self.__exit__()
            raise
        for path in map(Path, BORROWED):
            if path.exists():
                shutil.copy(path, self.root / str(path).lstrip("/"))
        return self

    def __exit__(self, *_: object) -> None:
        subprocess.run(["umount", "--lazy", str(self.root)], capture_output=True, check=False)
        shutil.rmtree(self.root, ignore_errors=True)

    def install(self, script: str, *, bind: Path) -> str:
        """Runs a shell script with the network, before anything of the machine has started.

        `bind` can be read in it, at its own path. Raises as `ask` does.
        """
        policy = self.root / "usr/sbin/policy-rc.d"
        policy.write_text("#!/bin/sh\nexit 101\n")  # what packages install is not started yet
        policy.chmod(0o755)
        given = [
            f"--setenv={name}={value}" for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_CERT"))
        ]
        box = [
            "systemd-nspawn",
            "--quiet",
            "--register=no",
            "--keep-unit",
            "--resolv-conf=replace-host",
            f"--directory={self.root}",
        ]
        try:
            return _run(*box, "--pipe", f"--bind-ro={bind}", *given, "bash", "-e", input=script, seconds=INSTALLING)
        finally:
            policy.unlink()

    @contextlib.contextmanager
    def booted(self) -> Iterator[None]:
        """Context manager: boots the machine, and shuts it down at the end."""
        box = [
            "systemd-nspawn",
            "--quiet",
            "--register=no",
            "--keep-unit",
            "--private-network",
            f"--directory={self.root}",
            "--boot",
        ]
        process = subprocess.Popen(
            [*box, "--console=read-only"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
            end = time.monotonic() + PATIENCE
            # The first child only starts systemd and ends: where the processor is busy it is still there when one
            # looks.
            while not (found := [child for child in children.read_text().split() if _is_systemd(child)]):
                if time.monotonic() > end:
                    raise RuntimeError("systemd did not start")
                time.sleep(0.1)
            self._leader = int(found[0])
            self._until_up(end)
            yield
        finally:
            process.kill()
            process.wait()
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._leader, 9)

    def _until_up(self, end: float) -> None:
        """Waits until everything has started, or has failed to. Before systemd listens nothing is known of either."""
        while True:
            try:
                # Asked again and again: `--wait` waits for ever if the start's end is never told.
                self.ask(
                    'state=$(systemctl is-system-running || true); [ "$state" = running ] || [ "$state" = degraded ]'
                )
                return
            except subprocess.CalledProcessError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)

    def ask(self, script: str, *, folder: str = "/") -> str:
        """Runs a shell script as root on the running machine and returns what it prints.

        Raises CalledProcessError if it fails, and TimeoutExpired if it does not end.
        """
        enter = [
            "nsenter",
            f"--target={self._leader}",
            "--mount",
            "--uts",
            "--ipc",
            "--net",
            "--pid",
            "--root",
            f"--wd={self.root}{folder}",
        ]
        clean = ["env", "-i", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root"]
        return _run(*enter, *clean, "bash", "-e", input=script)


def _is_systemd(process: str) -> bool:
    with contextlib.suppress(FileNotFoundError):
        return Path(f"/proc/{process}/comm").read_text().strip() in ("systemd", "init")
    return False


def _run(*command: str, input: str | None = None, seconds: float = ANSWERING) -> str:
    try:
        done = subprocess.run(command, input=input, capture_output=True, text=True, check=False, timeout=seconds)
    except subprocess.TimeoutExpired as late:
        late.add_note(f"{input or ''}\n{_end_of(late.stdout)}{_end_of(late.stderr)}")
        raise
    if done.returncode:
        error = subprocess.CalledProcessError(done.returncode, command, done.stdout, done.stderr)
        error.add_note(done.stdout[-2000:] + done.stderr[-4000:])
        raise error
    return done.stdout


def _end_of(output: bytes | str | None) -> str:
    """What a command that was broken off had printed last. Python gives it as bytes, whatever was asked for."""
    text = output.decode(errors="replace") if isinstance(output, bytes) else output or ""
    return text[-3000:]
