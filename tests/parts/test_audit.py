"""The audit of the packages: its status says whether a list was asked, and what it knows."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ("exit 0", 0),
        ("echo 'django 3.2.1 CVE-2021-32052'; exit 1", 1),
        ("echo 'no such host' >&2; exit 1", 3),
        ("[ $service = osv ] || exit 1", 0),
    ],
    ids=["sound", "a hole", "no list can be asked", "only the second list can be asked"],
)
def test_an_audit_that_did_not_take_place_is_told_from_one_that_found_nothing(
    answer: str, status: int, tmp_path: Path
) -> None:
    """The program that asks is replaced by one that answers so."""
    script = tmp_path / "script" / "audit"
    script.parent.mkdir()
    shutil.copy(ROOT / "script" / "audit", script)
    asks = tmp_path / "var" / "audit" / "bin" / "pip-audit"
    asks.parent.mkdir(parents=True)
    wanted = next(line for line in script.read_text().splitlines() if line.startswith("wanted="))
    (tmp_path / "var" / "audit" / "installed").write_text(wanted.partition("=")[2] + "\n")
    asks.write_text(
        f'#!/bin/sh\nwhile [ $# -gt 0 ] && [ "$1" != --vulnerability-service ]; do shift; done\nservice=$2\n{answer}\n'
    )
    asks.chmod(0o755)
    done = subprocess.run([script], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == status
    assert ("NOT AUDITED" in done.stderr) == (status == 3)
    assert ("CVE-2021-32052" in done.stdout) == (status == 1)
