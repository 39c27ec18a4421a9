"""`script/bootstrap` with stand-ins for Python and uv: who installs the packages, and when a site is set up."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.parts.test_all_checks import program
from tests.processes import ROOT

UV = "uv pip install --quiet --python .venv/bin/python --require-hashes --no-deps -r requirements-dev.txt"
PIP = "python -m pip install --quiet --disable-pip-version-check --no-compile --no-deps -r"
SETTINGS = "case $* in *'config list') echo \"global.extra-index-url='https://more'\" ;; esac"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the script, lists of packages, and programs that write down how they were called."""
    for made in ("script", ".venv/bin"):
        (tmp_path / made).mkdir(parents=True)
    shutil.copy(ROOT / "script" / "bootstrap", tmp_path / "script")
    for name in ("requirements.txt", "requirements-dev.txt", "requirements-uv.txt"):
        (tmp_path / name).write_text(f"# {name}\n")
    for name in ("python", "uv"):
        noting(tmp_path, name, SETTINGS)
    return tmp_path


def noting(folder: Path, name: str, then: str) -> None:
    program(folder, f".venv/bin/{name}", f"echo {name} $* >> note\n{then}")


def run(folder: Path, *arguments: str) -> list[str]:
    """Returns the calls that install something or set up a site."""
    subprocess.run([folder / "script" / "bootstrap", *arguments], check=True, capture_output=True, env=dict(os.environ))
    calls = (folder / "note").read_text().splitlines()
    (folder / "note").unlink()
    return [call for call in calls if "install" in call or "manage.py" in call]


def test_uv_installs_the_packages_once(folder: Path) -> None:
    assert run(folder, "--test") == [f"{PIP} requirements-uv.txt", UV]
    assert run(folder, "--test") == []


def test_a_site_is_set_up_but_for_the_tests(folder: Path) -> None:
    assert run(folder, "--dev")[-1] == "python manage.py prepare_site"
    assert run(folder) == ["python manage.py prepare_site"], "the larger list holds the smaller"


def test_pip_installs_what_uv_cannot(folder: Path) -> None:
    noting(folder, "uv", "exit 2")
    assert run(folder, "--test") == [f"{PIP} requirements-uv.txt", UV, f"{PIP} requirements-dev.txt"]


def test_pip_installs_the_packages_where_uv_cannot_be_had(folder: Path) -> None:
    noting(folder, "python", "case $* in *requirements-uv.txt) exit 1 ;; esac")
    assert run(folder, "--test") == [f"{PIP} requirements-uv.txt", f"{PIP} requirements-dev.txt"]


@pytest.mark.parametrize(
    "setting", [":env:.index-url='https://own/simple'", "global.index-url='https://own/simple'", "site.no-index='1'"]
)
def test_pip_installs_the_packages_where_an_index_is_named_to_it(folder: Path, setting: str) -> None:
    noting(
        folder,
        "python",
        f'case $* in *"config list") echo "{setting}"; for n in $(seq 2000); do echo other=$n; done ;; esac',
    )
    assert run(folder, "--test") == [f"{PIP} requirements-dev.txt"]
