"""Which test files a change reaches: by imports, and by names."""

import subprocess
from pathlib import Path

from tests.reached import changed, importers, names_on, reached

TESTS = [
    f"tests/{name}.py"
    for name in ("test_far", "test_near", "test_itself", "test_vacations", "games/test_deep", "test_other")
]
FILES = {
    "games/consent.py": "",
    "games/offers.py": "from games.consent import agree",
    "games/play.py": "def later():\n    from . import offers",
    "games/__init__.py": "",
    "tests/games/conftest.py": "import games.consent",
    "tests/games/test_deep.py": "",
    "tests/test_itself.py": "from games import consent",
    "tests/test_near.py": "from games.offers import make",
    "tests/test_far.py": "from games import play",
    "tests/test_other.py": "import json",
    "tests/test_vacations.py": "",
}


def project(folder: Path) -> Path:
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def test_tests_are_reached_that_import_a_change_themselves_through_one_other_or_by_a_conftest_and_in_this_order(
    tmp_path: Path,
) -> None:
    graph = importers(project(tmp_path))
    near = ["tests/test_itself.py", "tests/test_near.py", "tests/games/test_deep.py"]
    assert reached(["games/consent.py"], graph, TESTS) == near
    assert reached(["games/offers.py"], graph, TESTS) == ["tests/test_near.py", "tests/test_far.py"]
    assert reached(["tests/test_other.py"], graph, TESTS) == ["tests/test_other.py"]
    assert reached(["tests/games/conftest.py"], graph, TESTS) == ["tests/games/test_deep.py"]


def test_of_those_that_import_a_change_the_ones_that_name_what_changed_come_first(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    for name, text in {"a": "from games import play", "b": "from games import play\nplay.resign()"}.items():
        (tmp_path / "tests" / f"test_{name}.py").write_text(text)
    graph = {"games/play.py": {"tests/test_a.py", "tests/test_b.py"}}
    tests = ["tests/test_a.py", "tests/test_b.py"]
    assert reached(["games/play.py"], graph, tests, {"resign"}, root=tmp_path) == tests[::-1]
    assert reached(["games/play.py"], graph, tests, root=tmp_path) == tests


def test_a_changed_private_function_is_named_by_the_public_ones_that_lead_to_it() -> None:
    text = "def resign():\n    _end()\n\ndef _end():\n    _note()\n\ndef _note():\n    pass\n\ndef draw():\n    pass\n"
    assert names_on(text, {8}) == {"resign"}
    assert names_on(text, {11}) == {"draw"}
    assert names_on(text, {3}) == set()


def test_what_is_reached_by_addresses_is_found_by_its_name(tmp_path: Path) -> None:
    graph = importers(project(tmp_path))
    for path in (
        "frontend/views/vacations.py",
        "frontend/templates/frontend/vacation.html",
        "frontend/static/js/page/vacation.js",
    ):
        assert reached([path], graph, TESTS) == ["tests/test_vacations.py"], path
    assert reached(["frontend/views/base.py", "README.md"], graph, TESTS) == []


def test_a_change_of_consent_reaches_its_tests_and_a_part_of_all_alone() -> None:
    root = Path(__file__).parents[1]
    tests = [str(path.relative_to(root)) for path in (root / "tests").rglob("test_*.py")]
    found = reached(["games/services/agreements/consent.py"], importers(), tests)
    assert "tests/disputes/test_consent.py" in found
    assert "tests/rules/test_sally.py" not in found
    assert len(found) < len(tests) / 4


def test_changed_is_what_differs_from_main_committed_or_not_and_what_is_new(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        who = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
        subprocess.run(["git", *who, *arguments], cwd=tmp_path, check=True, capture_output=True)

    git("init", "--initial-branch", "main")
    for name in ("same", "committed", "edited", "removed"):
        (tmp_path / name).write_text("before")
    git("add", ".")
    git("commit", "--message", "Begin")
    git("switch", "--create", "branch")
    (tmp_path / "committed").write_text("after")
    git("commit", "--all", "--message", "Change")
    (tmp_path / "edited").write_text("after")
    (tmp_path / "removed").unlink()
    (tmp_path / "new").write_text("new")
    assert changed(tmp_path) == ["committed", "edited", "new", "removed"]
