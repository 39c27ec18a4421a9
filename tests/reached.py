"""The test files that a change is likely to break: those that import what differs from main, and those named like it.

    .venv/bin/python -m tests.reached

`script/test --changed` runs them. Nearly every test of the site imports nearly all of it by some way, so only those
count that lead to a changed module through one other at most. Pages, templates and scripts are reached by addresses,
not by imports: for those, tests whose names have a word of the file's name. It is a first look; `script/test` alone
says that nothing is broken.
"""

import ast
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.processes import ROOT

PACKAGES = ("rules", "opponent", "games", "frontend", "crusader_site", "tests")
MOST_STEPS = 2
WORDLESS = {"test", "tests", "init", "base", "page", "pages", "index", "views", "urls"}
"""Words in the names of files that say nothing of what they are about."""

Importers = dict[str, set[str]]
"""By the path of a module: the paths of those that import it."""


def changed(root: Path = ROOT) -> list[str]:
    """Returns the files that differ from main, committed or not, and those that git does not know yet."""

    def git(*arguments: str) -> list[str]:
        return subprocess.run(
            ["git", *arguments], cwd=root, check=True, capture_output=True, text=True
        ).stdout.splitlines()

    names = git("for-each-ref", "--format=%(refname:short)", "refs/heads/main", "refs/remotes/origin/main")
    base = git("merge-base", names[0], "HEAD")[0] if names else "HEAD"
    return sorted(
        {*git("diff", "--name-only", "--no-renames", base), *git("ls-files", "--others", "--exclude-standard")}
    )


def importers(root: Path = ROOT) -> Importers:
    """Returns which module imports which. A test imports each `conftest.py` that pytest loads for it."""
    paths = [path for package in PACKAGES for path in (root / package).rglob("*.py") if "migrations" not in path.parts]
    modules = {".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}
    found: Importers = defaultdict(set)
    for name, path in modules.items():
        needed = {modules[one] for one in _imported(name, path) if one in modules}
        if path.name.startswith("test_"):
            needed |= {
                place for folder in path.relative_to(root).parents if (place := root / folder / "conftest.py").exists()
            }
        for one in needed - {path}:
            found[str(one.relative_to(root))].add(str(path.relative_to(root)))
    return found


def _imported(name: str, path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
                base = ".".join([*package[: len(package) - node.level + 1], *filter(None, [base])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def reached(changes: list[str], graph: Importers, tests: list[str]) -> list[str]:
    """Returns, of these test files, the changed ones, those that import a change through few others, and those named
    like one.
    """
    steps = dict.fromkeys(changes, 0)
    for step in range(1, MOST_STEPS + 1):
        for path in [path for path, before in steps.items() if before == step - 1]:
            for importer in graph.get(path, ()):
                steps.setdefault(importer, step)
    words = set[str]().union(*map(_words, changes))
    return sorted(path for path in tests if path in steps or _words(path) & words)


def _words(path: str) -> set[str]:
    """The words of a file's name, each in the singular."""
    words = re.findall("[a-z]{4,}", Path(path).stem.lower())
    return {word.removesuffix("s") for word in words if word not in WORDLESS}


def main() -> None:
    """Prints them, a line each."""
    tests = [str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py")]
    print("\n".join(reached(changed(), importers(), tests)))


if __name__ == "__main__":
    main()
