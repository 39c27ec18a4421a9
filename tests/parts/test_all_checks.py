"""`script/test` with programs that do nothing: what it runs, and what it says of those that fail."""

import os
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.processes import ROOT

PROGRAMS = (
    "script/programs",
    "script/bootstrap",
    "script/audit",
    "script/check-scripts",
    *(f".venv/bin/{name}" for name in ("ruff", "mypy", "lint-imports", "python", "pytest")),
)
RETRIES = "--reruns 1 -raR --list-of-retries tests/retried.txt"
ALL_CORES = ".venv/bin/pytest -n auto --dist worksteal"
APART = "--ignore tests/browser --ignore tests/engines --ignore tests/parts/test_guide.py"
TESTS = {
    f"script/real_parts {ALL_CORES} {APART} --ignore tests/rules",
    f"{ALL_CORES} --beside-postgresql {APART}",
    f"{ALL_CORES} tests/browser",
    ".venv/bin/pytest tests/engines",
    "script/real_parts .venv/bin/pytest tests/parts/test_guide.py",
}


@pytest.fixture
def checks(tmp_path: Path) -> Path:
    """The script among programs of the names that it calls."""
    for folder in ("script", ".venv/bin"):
        (tmp_path / folder).mkdir(parents=True)
    for name in PROGRAMS:
        program(tmp_path, name, "")
    program(tmp_path, "script/real_parts", '"$@"')
    program(tmp_path, "script/test", (ROOT / "script" / "test").read_text())
    return tmp_path


def program(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text if text.startswith("#!") else f"#!/bin/sh\n{text}\n")
    (folder / name).chmod(0o755)


def run(folder: Path, *arguments: str, **environment: str) -> Any:
    command = [folder / "script" / "test", *arguments]
    return subprocess.run(
        command, env=os.environ | {"CI": ""} | environment, capture_output=True, text=True, check=False, timeout=300
    )


@pytest.mark.parametrize(("status", "ends"), [(0, 0), (1, 1), (2, 1), (3, 0)])
def test_an_audit_that_did_not_take_place_is_told_from_one_that_found_nothing(
    checks: Path, status: int, ends: int
) -> None:
    program(checks, "script/audit", f"exit {status}")
    done = run(checks)
    assert done.returncode == ends, done.stderr
    assert ("NOT DONE: the audit" in done.stderr) == (status == 3)
    assert ("FAILED: audit" in done.stderr) == (ends == 1)


def test_whichever_check_fails_all_of_them_run_and_each_that_failed_is_named(checks: Path) -> None:
    program(checks, ".venv/bin/mypy", "echo a type is wrong; exit 1")
    program(checks, ".venv/bin/pytest", "echo tested $*; exit 1")
    done = run(checks)
    assert done.returncode == 1
    failed = {line.removeprefix("FAILED: ") for line in done.stderr.splitlines()}
    assert failed == {".venv/bin/mypy", *TESTS}
    assert "checks: 6 failed, 0 not done" in done.stdout
    lines = done.stdout.splitlines()
    assert lines[lines.index("== .venv/bin/mypy") + 1] == "a type is wrong", "what a check says stands below its name"
    assert all(lines[lines.index(f"== {name}") + 1].startswith("tested ") for name in TESTS)


@pytest.mark.parametrize(("ci", "browsers"), [("", "tests/browser"), ("true", f"{RETRIES} tests/browser")])
def test_for_ci_a_browser_test_that_fails_is_tried_once_more_and_named(checks: Path, ci: str, browsers: str) -> None:
    program(checks, ".venv/bin/pytest", "echo tested $*")
    done = run(checks, CI=ci)
    assert done.returncode == 0, done.stderr
    passes = [line.removeprefix("tested ") for line in done.stdout.splitlines() if line.startswith("tested")]
    assert f"-n auto --dist worksteal {browsers}" in passes
    assert sum("--reruns" in one for one in passes) == (2 if ci else 0), (
        "Chromium's lane, and that of the other engines"
    )


def test_a_machine_without_a_program_runs_nothing(checks: Path) -> None:
    program(checks, "script/programs", "exit 7")
    program(checks, ".venv/bin/pytest", "echo tested $*")
    done = run(checks)
    assert done.returncode == 7
    assert "tested" not in done.stdout


@pytest.mark.parametrize(("ci", "ends"), [("", 0), ("true", 1)])
def test_without_postgresql_and_redis_a_run_that_may_leave_nothing_out_fails(checks: Path, ci: str, ends: int) -> None:
    program(checks, "script/real_parts", "exit 3")
    program(checks, ".venv/bin/pytest", "echo tested $*")
    done = run(checks, CI=ci)
    assert done.returncode == ends
    assert f"tested -n auto --dist worksteal {APART}" in done.stdout.splitlines(), "all tests run on SQLite then"
    assert f"{'FAILED' if ci else 'NOT DONE'}: the run on PostgreSQL and Redis" in done.stderr


@pytest.mark.parametrize(
    ("status", "ci", "said"),
    [(3, "", "NOT DONE: the checks of"), (3, "true", "FAILED: script"), (1, "", "FAILED: script")],
)
def test_scripts_that_could_not_be_checked_fail_a_run_that_may_leave_nothing_out(
    checks: Path, status: int, ci: str, said: str
) -> None:
    program(checks, "script/check-scripts", f"exit {status}")
    done = run(checks, CI=ci)
    assert done.returncode == (0 if said.startswith("NOT") else 1)
    assert said in done.stderr


def test_with_arguments_only_the_tests_they_mean_are_run(checks: Path) -> None:
    program(checks, ".venv/bin/pytest", "echo tested $*")
    done = run(checks, "tests/rules", "-k", "a siege")
    assert done.returncode == 0
    assert [line for line in done.stdout.splitlines() if line.startswith("tested")] == [
        "tested -n auto --dist worksteal tests/rules -k a siege"
    ]


def test_of_a_change_the_tests_that_it_reaches_are_run_each_kind_apart_for_two_minutes_at_most(checks: Path) -> None:
    program(checks, ".venv/bin/pytest", "echo tested $*")
    said = "tests/browser/test_a.py tests/rules/test_sally.py tests/engines/test_b.py tests/people/test_names.py"
    program(checks, ".venv/bin/python", f'[ "$*" = "-m tests.reached" ] && printf "%s\\n" {said}')
    begun = int(time.time())
    done = run(checks, "--changed")
    assert done.returncode == 0, done.stderr
    ran = [line.removeprefix("tested ") for line in done.stdout.splitlines() if line.startswith("tested")]
    until = [int(re.search(r"--until (\d+) ", one)[1]) for one in ran]  # type: ignore[index]
    assert [re.sub(r"--until \d+ ", "", one) for one in ran] == [
        "-n auto --dist load --maxschedchunk 4 tests/rules/test_sally.py tests/people/test_names.py",
        "-n auto --dist load --maxschedchunk 4 tests/browser/test_a.py",
        "tests/engines/test_b.py",
    ]
    assert begun < until[0] < until[1] == until[2], "what browsers show gets a part of the time"
    assert until[2] <= time.time() + 110
    program(checks, ".venv/bin/python", "")
    assert "tested" not in run(checks, "--changed").stdout, "a change that reaches nothing"
    program(checks, ".venv/bin/python", "exit 1")
    assert run(checks, "--changed").returncode == 1


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_broken_off_ends_its_checks_and_begins_no_other(checks: Path, how: int) -> None:
    note = checks / "note"
    program(
        checks,
        ".venv/bin/pytest",
        f"trap 'echo ended >> {note}; exit 2' INT; echo begun >> {note}; while sleep 0.1; do :; done",
    )
    begun = subprocess.Popen(
        [checks / "script" / "test"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(
            signal.SIGINT, signal.default_int_handler
        ),  # the run of tests may have been started without
    )
    while not note.exists() or note.read_text().count("begun") < 3:
        time.sleep(0.05)
    begun.send_signal(how)
    begun.wait(timeout=60)
    assert note.read_text().split() == ["begun"] * 3 + ["ended"] * 3


def test_a_step_that_hangs_is_ended_and_named_and_the_others_are_told(checks: Path) -> None:
    program(checks, ".venv/bin/pytest", 'case "$*" in *tests/engines) sleep 300 ;; *) echo tested $* ;; esac')
    done = run(checks, STEP_SECONDS="2")
    assert done.returncode == 1
    assert done.stderr.splitlines() == ["FAILED: .venv/bin/pytest tests/engines"]
    assert "not ended after 2 seconds: .venv/bin/pytest tests/engines" in done.stdout.splitlines()
    assert sum(line.startswith("tested") for line in done.stdout.splitlines()) == len(TESTS) - 1
