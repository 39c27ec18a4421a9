"""Which tests send PostgreSQL statements that no cheaper test sends: a plugin of pytest that notes them, and the choice made of its notes.

    script/real_parts .venv/bin/pytest -n auto -p tests.statements --note-statements NOTES --ignore tests/browser --all-statements
    .venv/bin/python -m tests.statements NOTES

The second writes `tests/statements_sent_by_others.txt`, which `tests/passes.py` reads. Two statements are the same if they differ in their
values alone. Where some tests alone were run, without `--all-statements`, the choice is made among those and by what they send; the rest of
the list stays as it is. A test with parameters is there by its name alone if it can be left out with all of them.
"""

import json
import os
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest

FILE = Path(__file__).with_name("statements_sent_by_others.txt")
OF_ANY_TEST = re.compile(r"(SAVEPOINT|RELEASE|ROLLBACK|ALTER|CREATE|DROP|TRUNCATE|SET|SHOW)\b")
SETTING_UP = 0.05
"""Seconds of processor that any test costs, so that of two that cost next to nothing the one which sends more is taken."""

IN_PROCESSES = "parts/"
"""Tests that start processes, whose statements are not noted: all of them run on both."""

Notes = dict[str, tuple[set[str], float]]
"""For each test id, parameters included: the SQL statements it sends and its processor time in seconds."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option that says where notes go."""
    parser.addoption("--note-statements", metavar="FOLDER", default="statements", help="the folder that notes of statements go to")


def pytest_configure(config: pytest.Config) -> None:
    """Begins to note."""
    config.pluginmanager.register(Noting(Path(config.getoption("--note-statements"))))


class Noting:
    """Notes what each test of this process sends by the connection of its own thread."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.found: Notes = {}

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None]:
        """Notes the statements of one test."""
        from django.db import connection

        sent: set[str] = set()

        def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
            if isinstance(sql, str) and not OF_ANY_TEST.match(sql):
                sent.add(without_values(sql))
            return execute(sql, params, many, context)

        began = _processor()
        with connection.execute_wrapper(note):
            yield
        self.found[item.nodeid] = sent, _processor() - began

    def pytest_sessionfinish(self) -> None:
        """Writes the notes of this process."""
        self.folder.mkdir(parents=True, exist_ok=True)
        notes = {name: [sorted(sent), seconds] for name, (sent, seconds) in self.found.items()}
        (self.folder / f"{os.getpid()}.json").write_text(json.dumps(notes))


def without_values(sql: str) -> str:
    """Returns a statement without numbers and names made by chance, lists of values as one."""
    sql = re.sub(r"\(\s*%s(\s*,\s*%s)*\s*\)", "(%s)", sql)
    sql = re.sub(r"(\(%s\))(,\s*\(%s\))+", r"\1", sql)
    return re.sub(r'\b\d+\b|"_?[a-z]*_?x?[0-9a-f]{6,}"', "n", sql)


def sent_by_others(notes: Notes) -> list[str]:
    """Returns the tests that can be left out: the rest, chosen greedily by statements a second, sends each statement of all."""
    left, covered = dict(notes), set[str]()
    while left:
        best = max(left, key=lambda name: len(left[name][0] - covered) / (left[name][1] + SETTING_UP))
        if not left[best][0] - covered:
            break
        covered |= left.pop(best)[0]
    return sorted(name for name in left if not name.startswith(IN_PROCESSES))


def in_few_names(left: list[str], noted: list[str]) -> list[str]:
    """Returns the tests to leave out, those by their name alone which are left out with all parameters that they were noted with."""
    kept = {name.partition("[")[0] for name in set(noted) - set(left)}
    return sorted({name if (short := name.partition("[")[0]) in kept else short for name in left})


def main(folder: str) -> None:
    """Writes the list, by file. What is there of tests that were not noted stays."""
    notes: Notes = {}
    for path in Path(folder).glob("*.json"):
        notes |= {name.removeprefix("tests/"): (set(sent), seconds) for name, (sent, seconds) in json.loads(path.read_text()).items()}
    noted = {name.partition("[")[0] for name in notes}
    names = in_few_names(sent_by_others(notes), [*notes])
    names += [name for name in read(FILE.read_text()) if name.partition("[")[0] not in noted]
    files: dict[str, list[str]] = defaultdict(list)
    for name in sorted(names):
        path_of, _, function = name.partition("::")
        files[path_of].append(function)
    FILE.write_text("".join(f"{path}\n" + "".join(f"  {function}\n" for function in found) for path, found in sorted(files.items())))
    print(f"{len(sent_by_others(notes))} of {len(notes)} tests can be left out.")


def read(text: str) -> frozenset[str]:
    """Returns the tests on a list, by path and name."""
    found, path = set(), ""
    for line in text.splitlines():
        if line.startswith(" "):
            found.add(f"{path}::{line.strip()}")
        else:
            path = line
    return frozenset(found)


def _processor() -> float:
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


if __name__ == "__main__":
    main(sys.argv[1])
