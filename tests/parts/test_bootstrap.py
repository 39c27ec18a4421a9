"""`script/bootstrap`, by which `script/server` starts, with stand-ins for Python and uv."""

import shutil
import subprocess
from pathlib import Path

from tests.processes import ROOT

UV = "uv pip install --quiet --python .venv/bin/python --require-hashes --no-deps -r requirements.txt"
PIP = "python -m pip install --quiet --disable-pip-version-check --no-compile --no-deps -r"
SET_UP = "python manage.py prepare_site"


def test_the_first_start_installs_packages_and_sets_up_a_site_and_later_ones_install_nothing(tmp_path: Path) -> None:
    for made in ("script", ".venv/bin"):
        (tmp_path / made).mkdir(parents=True)
    shutil.copy(ROOT / "script" / "bootstrap", tmp_path / "script")
    for name in ("requirements.txt", "requirements-uv.txt"):
        (tmp_path / name).write_text(f"# {name}\n")

    def stand_in(name: str, then: str = "") -> None:
        """A program that writes down how it is called."""
        program = tmp_path / ".venv" / "bin" / name
        program.write_text(f"#!/bin/sh\necho {name} $* >> note\n{then}\n")
        program.chmod(0o755)

    def start() -> list[str]:
        """The calls that install something or set up a site."""
        subprocess.run([tmp_path / "script" / "bootstrap"], check=True, capture_output=True, timeout=60)
        calls = (tmp_path / "note").read_text().splitlines()
        (tmp_path / "note").unlink()
        return [call for call in calls if "install" in call or "manage.py" in call]

    stand_in("python")
    stand_in("uv")
    assert start() == [f"{PIP} requirements-uv.txt", UV, SET_UP]
    assert start() == [SET_UP]
    (tmp_path / "requirements.txt").write_text("# another list\n")
    stand_in("uv", "exit 2")
    assert start() == [f"{PIP} requirements-uv.txt", UV, f"{PIP} requirements.txt", SET_UP], "pip does what uv cannot"
    (tmp_path / "requirements.txt").write_text("# a third\n")
    stand_in("python", "case $* in *'config list') echo \"global.index-url='https://own/simple'\" ;; esac")
    assert start() == [f"{PIP} requirements.txt", SET_UP], "uv does not know an index that is named to pip"
