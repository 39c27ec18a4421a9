"""The audit of the packages: what is asked, and what its status says."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from script.advisories import HOLES, NO_LIST, OLD_LIST_ALONE, SOUND, Pins, audit, holes, pins, vulnerabilities

ROOT = Path(__file__).resolve().parents[2]
NOW = datetime(2026, 11, 22, tzinfo=UTC)
PINNED = {"django": "3.2.1", "websockets": "15.0"}
OLD: dict[str, Any] = {
    "$meta": {"timestamp": datetime(2021, 7, 1, 6, tzinfo=UTC).timestamp()},
    "Django": [{"specs": [">=3.2a1,<3.2.2"], "cve": "CVE-2021-32052", "id": "pyup.io-40414"}],
    "websockets": [{"specs": ["<9.1"], "cve": None, "id": "pyup.io-1"}],
}


def out_of_reach(service: str, packages: Pins) -> None:
    return None


def knows(*found: str) -> Any:
    return lambda service, packages: list(found)


def test_what_script_pin_writes_is_read() -> None:
    packages = pins((ROOT / "requirements-dev.txt").read_text())
    assert len(packages) > 100
    assert packages["django"].startswith("5.")
    assert all(
        f"{name}==" in (ROOT / "requirements-dev.txt").read_text().replace("_", "-").lower() for name in packages
    )


@pytest.mark.parametrize(
    ("asked", "database", "status", "words"),
    [
        (knows(), OLD, SOUND, "2 packages compared with the public list of pypi: 0 known holes"),
        (knows("django 3.2.1: CVE-2021-32052"), OLD, HOLES, "CVE-2021-32052"),
        (out_of_reach, OLD, HOLES, "Django 3.2.1: CVE-2021-32052"),
        (
            out_of_reach,
            OLD | {"Django": []},
            OLD_LIST_ALONE,
            "on 2021-07-01, 5.4 years ago, knows 2 of 2 packages and 0 holes",
        ),
        (out_of_reach, None, NO_LIST, "NOT AUDITED"),
    ],
    ids=["sound", "a hole that is public", "a hole of the old list", "the old list alone", "no list"],
)
def test_the_status_says_what_was_compared(asked: Any, database: Any, status: int, words: str) -> None:
    found, said = audit(PINNED, ask=asked, database=database, now=NOW)
    assert found == status
    assert words in "\n".join(said)


def test_a_service_that_is_out_of_reach_is_asked_for_one_package_alone() -> None:
    questions: list[tuple[str, int]] = []

    def ask(service: str, packages: Pins) -> list[str] | None:
        questions.append((service, len(packages)))
        return [] if service == "osv" else None

    assert audit(PINNED, ask=ask, database=OLD, now=NOW)[0] == SOUND
    assert questions == [("pypi", 1), ("osv", 1), ("osv", 2)]


def test_what_a_service_does_not_know_was_not_audited() -> None:
    vulnerable = {"name": "django", "version": "3.2.1", "vulns": [{"id": "CVE-2021-32052"}]}
    assert vulnerabilities(json.dumps({"dependencies": [vulnerable]})) == ["django 3.2.1: CVE-2021-32052"]
    assert (
        vulnerabilities(json.dumps({"dependencies": [vulnerable, {"name": "ours", "skip_reason": "not found"}]}))
        is None
    )
    assert vulnerabilities("") is None


def test_versions_are_compared_with_what_the_old_list_says() -> None:
    assert holes({"django": "3.2.2", "websockets": "9.0"}, OLD) == ["websockets 9.0: pyup.io-1"]
