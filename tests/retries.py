"""A pytest plugin that lists browser tests which needed a second try, by day, and fails those listed three days in a
row.

`script/test` gives the list in CI with `--reruns`. The list lies in the repository, to be committed with whatever
changes next: a test that needs a second try now and then is named there with its age until it is mended. Days count on
which a run took place; a day on which a test needed no second try ends its row.
"""

import fcntl
import re
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

FILE = Path(__file__).with_name("retried.txt")
DAYS_IN_A_ROW = 3
"""Number of consecutive days with a second try after which a test fails the run."""
DAYS_KEPT = 30

Days = dict[str, set[str]]
"""By the day of a run, as in ISO 8601: the tests tried again on it. The latest comes last."""


def read(text: str) -> Days:
    """Returns the days that a list holds; lines that begin with # say what it is."""
    days: Days = {}
    for line in text.splitlines():
        if line.startswith(" "):
            days[next(reversed(days))].add(line.strip())
        elif re.fullmatch(r"\d{4}-\d\d-\d\d", line):
            days.setdefault(line, set())
    return days


def written(days: Days) -> str:
    """Returns the list of these days."""
    head = "# Days of runs, and tests of browsers that were tried again on them: tests/retries.py\n"
    return head + "".join(f"{day}\n" + "".join(f"  {test}\n" for test in sorted(tests)) for day, tests in days.items())


def noted(days: Days, today: date, again: set[str]) -> Days:
    """Returns the days after a run.

    One without a second try is noted where it ends a row; else nothing would change by it.
    """
    day = today.isoformat()
    latest = next(reversed(days), None)
    if not again and (latest is None or day == latest or not days[latest]):
        return days
    after = {**days, day: days.get(day, set()) | again}
    return {one: after[one] for one in sorted(after)[-DAYS_KEPT:]}


def rows(days: Days) -> dict[str, list[str]]:
    """Returns, for each test on the latest day, the days in a row on which it was tried again, the first one first."""
    backwards = [*reversed(days)]
    found: dict[str, list[str]] = {}
    for test in days[backwards[0]] if backwards else ():
        row = found[test] = []
        for day in backwards:
            if test not in days[day]:
                break
            row.insert(0, day)
    return found


class Noting:
    """Notes which tests this run tries again, and tells at its end how long each has needed it."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.again: set[str] = set()
        self.rows: dict[str, list[str]] = {}

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Notes a test that is tried again."""
        if report.outcome == "rerun":
            self.again.add(report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Adds them to the list, and has a run fail in which one was tried again on the third day in a row."""
        # The lanes of browsers run beside one another and keep one list.
        with self.file.open("a+") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            before = read(file.read())
            after = noted(before, datetime.now(UTC).date(), self.again)
            if after != before:
                file.seek(0)
                file.truncate()
                file.write(written(after))
        self.rows = {test: row for test, row in rows(after).items() if test in self.again}
        if session.exitstatus == pytest.ExitCode.OK and self.lasting():
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def lasting(self) -> list[str]:
        """Returns the tests that were tried again on too many days."""
        return [test for test, row in self.rows.items() if len(row) >= DAYS_IN_A_ROW]

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Prints each with its age, and those that fail the run for it."""
        for test, row in sorted(self.rows.items()):
            word = "FAILED" if len(row) >= DAYS_IN_A_ROW else "RERUN"
            terminalreporter.write_line(
                f"{word} {test}: tried again, days of runs in a row: {len(row)}, since {row[0]}"
            )


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option that says where the list lies."""
    parser.addoption(
        "--list-of-retries",
        metavar="FILE",
        help="note in this list which tests are tried again, and fail the lasting ones",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Notes in the process that the others report to."""
    file = config.getoption("--list-of-retries")
    if file and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Noting(Path(file)))
