"""Browser tests that were tried again: the list of them, their age, and the third day in a row."""

import os
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest

from tests import retries
from tests.processes import ROOT
from tests.retries import Days

LATE, SLOW = "tests/browser/test_x.py::test_late", "tests/browser/test_x.py::test_slow[a b]"
FIRST = date(2026, 3, 1)
IMPATIENT = """
from pathlib import Path
NOTE = Path(__file__).with_name("note")
def test_that_passes_at_the_second_try():
    NOTE.write_text(NOTE.read_text() + "tried ") if NOTE.exists() else NOTE.write_text("tried ")
    assert len(NOTE.read_text().split()) % 2 == 0
def test_that_passes():
    pass
"""


def after(*runs: tuple[int, set[str]]) -> Days:
    """The list after runs on these days of March."""
    days: Days = {}
    for day, again in runs:
        days = retries.noted(days, FIRST.replace(day=day), again)
    return days


def ages(days: Days) -> dict[str, int]:
    return {test: len(row) for test, row in retries.rows(days).items()}


def test_a_test_is_a_day_older_on_each_day_that_it_is_tried_again() -> None:
    assert ages(after((1, {LATE}))) == {LATE: 1}
    assert ages(after((1, {LATE}), (2, {LATE, SLOW}))) == {LATE: 2, SLOW: 1}
    assert ages(after((1, {LATE}), (2, {LATE, SLOW}), (3, {LATE}))) == {LATE: 3}
    assert retries.rows(after((1, {LATE}), (2, {LATE})))[LATE][0] == "2026-03-01"


def test_several_runs_on_a_day_count_once() -> None:
    assert ages(after((1, {LATE}), (1, {LATE}), (1, set()), (2, set()), (2, {LATE}))) == {LATE: 2}


def test_a_day_of_runs_without_it_ends_the_row_and_a_day_without_runs_does_not() -> None:
    assert ages(after((1, {LATE}), (2, set()), (3, {LATE}))) == {LATE: 1}
    assert ages(after((1, {LATE}), (2, {SLOW}), (3, {LATE}))) == {LATE: 1}
    assert ages(after((6, {LATE}), (9, {LATE}))) == {LATE: 2}, "a weekend lies between"


def test_runs_that_try_nothing_again_leave_the_list_as_it_is_but_for_the_day_that_ends_a_row() -> None:
    assert after((1, set()), (2, set())) == {}
    assert after((1, {LATE}), (2, set()), (3, set())) == {"2026-03-01": {LATE}, "2026-03-02": set()}


def test_the_list_is_read_as_it_was_written_and_does_not_grow_for_ever() -> None:
    days: Days = {}
    for number in range(60):
        days = retries.noted(days, FIRST + timedelta(number), {LATE, SLOW})
    assert retries.read(retries.written(days)) == days
    assert (len(days), ages(days)[LATE]) == (30, 30)
    assert retries.written(retries.read(retries.FILE.read_text())) == retries.FILE.read_text()


@pytest.mark.parametrize(("before", "status"), [(0, 0), (1, 0), (2, 1)])
def test_the_third_day_in_a_row_fails_a_run_in_which_everything_passed_in_the_end(
    tmp_path: Path, before: int, status: int
) -> None:
    (tmp_path / "test_impatient.py").write_text(IMPATIENT)
    name, file = "test_impatient.py::test_that_passes_at_the_second_try", tmp_path / "list.txt"
    earlier = {f"2026-03-0{day}": {name} for day in range(1, before + 1)}
    file.write_text(retries.written(earlier))
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--rootdir",
        tmp_path,
        "-c",
        os.devnull,
        "-p",
        "no:django",
        "-p",
        "tests.retries",
    ]
    command += ["--reruns", "1", "--list-of-retries", file, tmp_path]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == status, done.stdout + done.stderr
    assert "2 passed, 1 rerun" in done.stdout
    assert f"{name}: tried again, days of runs in a row: {before + 1}, since 2026-" in done.stdout
    assert ("FAILED" in done.stdout) == bool(status)
    assert ages(retries.read(file.read_text())) == {name: before + 1}
