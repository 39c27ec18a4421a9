"""What `script/test` does on a machine that has Python and no more: it installs what it lacks, or says which command
does.
"""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.processes import ROOT

TOOLS = ("bash", "env", "dirname", "true", "chmod")
APT = """#!/bin/bash
echo "apt-get $*" >> "$0.asked"
[ "$1" = update ] && exit 0
for name in "$@"; do
  [[ $name == -* || $name == install ]] || { printf '#!/bin/bash\\n' > "${0%/*}/$name"; chmod +x "${0%/*}/$name"; }
done
"""


class Machine:
    """A folder of programs that is all a script finds."""

    def __init__(self, folder: Path, *, root: bool, apt: bool) -> None:
        self.folder = folder
        for name in TOOLS:
            found = shutil.which(name)
            assert found
            (folder / name).symlink_to(found)
        self.program("id", f"echo {0 if root else 1000}")
        self.program("python3", "exit 0")
        if apt:
            self.program("apt-get", APT)

    def program(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text if text.startswith("#!") else f"#!/bin/bash\n{text}\n")
        (self.folder / name).chmod(0o755)

    def run(self, script: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        environment = {"PATH": str(self.folder), **variables}
        return subprocess.run(
            [ROOT / script, *arguments], env=environment, capture_output=True, text=True, check=False, timeout=60
        )

    def asked(self) -> list[str]:
        asked = self.folder / "apt-get.asked"
        return asked.read_text().splitlines() if asked.exists() else []


def test_what_is_missing_is_installed_once(tmp_path: Path) -> None:
    machine = Machine(tmp_path, root=True, apt=True)
    assert machine.run("script/programs").returncode == 0
    wanted = ["apt-get update -q", "apt-get install -qy --no-install-recommends chromium-headless-shell"]
    assert machine.asked() == wanted
    assert machine.run("script/programs").returncode == 0
    assert machine.asked() == wanted


def test_a_machine_for_tests_gets_everything_that_any_of_them_needs(tmp_path: Path) -> None:
    machine = Machine(tmp_path, root=True, apt=True)
    assert machine.run("script/programs", "--all").returncode == 0
    installed = machine.asked()[-1].split()[4:]
    assert {
        "chromium-headless-shell",
        "redis-server",
        "mmdebstrap",
        "systemd-container",
        "rsync",
        "git",
        "nodejs",
        "npm",
    } <= set(installed)


def test_a_python_without_virtual_environments_is_given_them(tmp_path: Path) -> None:
    machine = Machine(tmp_path, root=True, apt=True)
    machine.program("python3", "exit 1")
    assert machine.run("script/programs").returncode == 0
    assert "python3-venv" in machine.asked()[-1].split()


@pytest.mark.parametrize("name", ["chromium", "google-chrome"])
def test_any_chromium_will_do(name: str, tmp_path: Path) -> None:
    machine = Machine(tmp_path, root=False, apt=True)
    machine.program(name, "")
    assert machine.run("script/programs").returncode == 0
    assert machine.asked() == []


def test_so_will_one_that_is_named(tmp_path: Path) -> None:
    assert Machine(tmp_path, root=False, apt=False).run("script/programs", CHROMIUM="/opt/chromium").returncode == 0


@pytest.mark.parametrize(("script", "ci"), [("script/test", ""), (".ci/run", "true")])
@pytest.mark.parametrize(("root", "apt"), [(False, True), (True, False)])
def test_where_nothing_can_be_installed_one_line_says_what_to_type_and_nothing_is_run(
    script: str, ci: str, root: bool, apt: bool, tmp_path: Path
) -> None:
    machine = Machine(tmp_path, root=root, apt=apt)
    result = machine.run(script)
    assert result.returncode == 1
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("Nothing was run: this machine lacks chromium-headless-shell")
    assert "sudo apt-get install -qy --no-install-recommends chromium-headless-shell" in line
    assert ("postgresql" in line or "redis-server" in line) == bool(ci)
    assert machine.asked() == []


def test_where_installing_fails_the_line_says_so(tmp_path: Path) -> None:
    machine = Machine(tmp_path, root=True, apt=False)
    machine.program("apt-get", "exit 100")
    result = machine.run("script/test")
    assert result.returncode == 1
    assert "Nothing was run: apt-get could not install chromium-headless-shell." in result.stderr.splitlines()[-1]
