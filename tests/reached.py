"""Finds the test files that the changes of a branch may break, those nearest to a change first.

    .venv/bin/python -m tests.reached

`script/test --changed` runs them in this order for as long as it has. Nearly every test of the site imports nearly all
of it by some way, so only those count that lead to a changed module through one other at most. Pages, templates and
scripts are reached by addresses, not by imports: for those, tests whose names have a word of the file's name. It is a
first look; `script/test` alone says that nothing is broken.
"""

import ast
import re
import subprocess
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from tests.processes import ROOT

NEAREST = (
    "changed",
    "named alike",
    "names what changed",
    "imports it",
    "imports it through another",
    "by a conftest.py",
)
"""How near a test file is to a change, in the order in which they are run."""
PACKAGES = ("rules", "opponent", "games", "frontend", "crusader_site", "tests")
MOST_STEPS = 2
WORDLESS = {"test", "tests", "init", "base", "page", "pages", "index", "views", "urls"}
"""Words in the names of files that say nothing of what they are about."""

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)

Importers = dict[str, set[str]]
"""By the path of a module: the paths of those that import it."""


def _git(root: Path, *arguments: str) -> list[str]:
    return subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True, text=True).stdout.splitlines()


def base_of_the_change(root: Path = ROOT) -> str:
    """Returns the commit at which the branch left main."""
    names = _git(root, "for-each-ref", "--format=%(refname:short)", "refs/heads/main", "refs/remotes/origin/main")
    return _git(root, "merge-base", names[0], "HEAD")[0] if names else "HEAD"


def changed(root: Path = ROOT) -> list[str]:
    """Returns the files that differ from main, committed or not, and those that git does not know yet."""
    differing = _git(root, "diff", "--name-only", "--no-renames", base_of_the_change(root))
    return sorted({*differing, *_git(root, "ls-files", "--others", "--exclude-standard")})


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
    for node in _statements(ast.parse(path.read_text()).body):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
                base = ".".join([*package[: len(package) - node.level + 1], *filter(None, [base])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _statements(nodes: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """Yields these statements and those inside them: imports are in no expression, and there are far more of those."""
    for node in nodes:
        yield node
        for name in ("body", "handlers", "orelse", "finalbody", "cases"):
            yield from _statements(getattr(node, name, ()))


def reached(
    changes: list[str], graph: Importers, tests: list[str], names: Collection[str] = (), root: Path = ROOT
) -> list[str]:
    """Returns, of these test files, those that a change reaches, by `NEAREST`: the changed ones, those named like one,
    those that import a change and hold one of the `names` that changed, the most often first, and those that import
    one themselves, through one other module, or by a `conftest.py` alone.
    """
    alone = {path: {one for one in importing if not one.endswith("conftest.py")} for path, importing in graph.items()}
    steps, by_conftest = _steps(changes, alone), _steps(changes, graph)
    words = set[str]().union(*map(_words, changes))
    said = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b") if names else None
    near: dict[str, tuple[int, int, str]] = {}
    for path in tests:
        step = steps.get(path)
        held = len(said.findall((root / path).read_text())) if said and step else 0
        if step == 0:
            how = "changed"
        elif _words(path) & words:
            how = "named alike"
        elif held:
            how = "names what changed"
        elif step is not None:
            how = "imports it" if step == 1 else "imports it through another"
        elif path in by_conftest:
            how = "by a conftest.py"
        else:
            continue
        near[path] = (NEAREST.index(how), -held, path)
    return sorted(near, key=near.__getitem__)


def _steps(changes: list[str], graph: Importers) -> dict[str, int]:
    """Returns through how many imports each file leads to a change, up to `MOST_STEPS`."""
    steps = dict.fromkeys(changes, 0)
    for step in range(1, MOST_STEPS + 1):
        for path in [path for path, before in steps.items() if before == step - 1]:
            for importer in graph.get(path, ()):
                steps.setdefault(importer, step)
    return steps


def names_on(text: str, lines: set[int]) -> set[str]:
    """Returns the functions and classes of a module on these lines, and those of it that call a private one of them."""
    parts = [node for node in ast.parse(text).body if isinstance(node, DEFINITIONS)]
    called = {part.name: {node.id for node in ast.walk(part) if isinstance(node, ast.Name)} for part in parts}
    found = {part.name for part in parts if lines & {*range(part.lineno, (part.end_lineno or part.lineno) + 1)}}
    new = found
    while new := {name for name, calls in called.items() if any(one[0] == "_" for one in calls & new)} - found:
        found |= new
    return {name for name in found if not name.startswith("_")}


def changed_names(base: str, path: str, root: Path = ROOT) -> set[str]:
    """Returns the public functions and classes of a module that differ from the commit `base`."""
    if not path.endswith(".py") or not (root / path).exists():
        return set()
    said = _git(root, "diff", "-U0", base, "--", path)
    hunks = [found for line in said if (found := re.match(r"@@ .*\+(\d+)(?:,(\d+))? @@", line))]
    starts = [(int(hunk[1]), int(hunk[2] or 1)) for hunk in hunks]
    lines = {line for first, count in starts for line in range(first, first + max(count, 1))}
    return names_on((root / path).read_text(), lines)


def _words(path: str) -> set[str]:
    """The words of a file's name, each in the singular."""
    words = re.findall("[a-z]{4,}", Path(path).stem.lower())
    return {word.removesuffix("s") for word in words if word not in WORDLESS}


def main() -> None:
    """Prints them, a line each."""
    tests = [str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py")]
    changes, base = changed(), base_of_the_change()
    names = set[str]().union(*(changed_names(base, path) for path in changes if not path.startswith("tests/")))
    print("\n".join(reached(changes, importers(), tests, names)))


if __name__ == "__main__":
    main()
