"""Changes the rules in one place, runs the tests that reach it, counts the changes no test notices. usage: script/bench
mutants [options]

    --count N      how many changes (300)
    --seed N       the lot they are drawn by (1); a place keeps its lot when code elsewhere changes
    --only TEXT    places whose path holds TEXT, such as phases/fight
    --part K/N     every Nth change from the Kth, so that a long run can be made in pieces

A change is one of: a comparison, an arithmetic or a boolean operator turned; a number one higher, True and False
exchanged; a value returned replaced by None; a call, a raise or an assignment to a field removed. Texts, annotations,
decorators and asserts stay as they are. The tests are the fast ones of `tests/rules`: none that plays whole games, none
that takes over half a second. Of these a change runs those that executed its line. Prints the survivors;
`script/benches/mutants.json` says why some may survive. Ends with status 1 if more than 10 of 300 survive. The changed
code is put into a process forked after everything is loaded, and into a copy of the file where it is executed at
loading. One process at a time.

mutmut 3.8 is no replacement here: it draws no lots by a seed, changes the bodies of functions alone, not the tables of
a module, and first runs the tests twice in one process. For a few files of `games/` and their tests it serves well:
copy the tree, set `source_paths`, `only_mutate`, `also_copy` and `pytest_add_cli_args_test_selection` in
`[tool.mutmut]` of `pyproject.toml`, and leave out tests that open sockets.
"""

import argparse
import ast
import copy
import hashlib
import importlib
import inspect
import json
import multiprocessing
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

import coverage
import pytest
from hypothesis import HealthCheck, Phase, settings

ROOT = Path(__file__).resolve().parents[2]
NOT_RULES = {"rules/selfplay.py", "rules/__main__.py"}
"""Commands that print figures."""
SLOW = {
    "test_catalogue_coverage", "test_golden", "test_recorded_games", "test_roundtrip", "test_sight_everywhere",
    "test_verify_remade",
    "test_whole_games",
}  # fmt: skip
A_FAST_TEST = 0.5
"""Seconds of processor time."""
ALLOWED = 10 / 300

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.Div: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitAnd, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change: which file, which node of its tree (counted in the order of ``ast.walk``), and which of the changes
    possible there.
    """

    path: str
    line: int
    function: str
    node: int
    which: int
    before: str
    after: str
    cached: bool
    """The function keeps its answers, so not every test that rests on it executes it."""

    @property
    def name(self) -> str:
        return f"{self.path} {self.function}: {self.before} -> {self.after}"


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """Yields the node changed in each possible way."""
    match node:
        case ast.Compare():
            for at, operator in enumerate(node.ops):
                changed = copy.deepcopy(node)
                changed.ops[at] = SWAPPED[type(operator)]()  # type: ignore[call-overload]
                yield changed
        case ast.BinOp(op=op) | ast.BoolOp(op=op) | ast.AugAssign(op=op) if type(op) in SWAPPED:
            changed = copy.deepcopy(node)
            changed.op = SWAPPED[type(op)]()
            yield changed
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert()):
            yield node.operand
        case ast.Constant(value=bool() | int() as value):
            yield ast.copy_location(ast.Constant(not value if isinstance(value, bool) else value + 1), node)
        case ast.Return(value=value) if value is not None and not (
            isinstance(value, ast.Constant) and value.value is None
        ):
            yield ast.copy_location(ast.Return(ast.Constant(None)), node)
    match node:
        case (
            ast.Expr(value=ast.Call())
            | ast.Raise()
            | ast.Continue()
            | ast.AugAssign(target=ast.Attribute() | ast.Subscript())
        ):
            yield ast.copy_location(ast.Pass(), node)
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.copy_location(ast.Pass(), node)


def left_alone(tree: ast.AST) -> set[int]:
    """Ids of nodes inside annotations, decorators and asserts, and of the lines for type checkers."""
    out: set[int] = set()
    for node in ast.walk(tree):
        roots: list[ast.AST | None] = []
        match node:
            case ast.FunctionDef():
                roots = [node.returns, *node.decorator_list]
            case ast.ClassDef():
                roots = [*node.decorator_list]
            case ast.arg() | ast.AnnAssign():
                roots = [node.annotation]
            case ast.Assert():
                roots = [node]
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                roots = [node]
            case ast.Assign(targets=[ast.Name(id=name)]) if name == "__slots__":
                roots = [node]
        for root in roots:
            if root is not None:
                out |= {id(inner) for inner in ast.walk(root)}
    return out


def functions_of(tree: ast.Module) -> dict[int, tuple[str, bool]]:
    """Name of the function around each node, by id, and whether it keeps its answers."""
    around: dict[int, tuple[str, bool]] = {}

    def enter(node: ast.AST, name: str, cached: bool) -> None:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            name = f"{name}.{node.name}".lstrip(".")
            cached = cached or any("cache" in ast.unparse(d) for d in node.decorator_list)
        around[id(node)] = (name, cached)
        for child in ast.iter_child_nodes(node):
            enter(child, name, cached)

    enter(tree, "", False)
    return around


def sources() -> dict[str, str]:
    """The text of every file of the rules, by path."""
    found = {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in sorted((ROOT / "rules").rglob("*.py"))
    }
    return {path: text for path, text in found.items() if path not in NOT_RULES}


def mutants(path: str, text: str) -> Iterator[Mutant]:
    tree = ast.parse(text)
    around, alone = functions_of(tree), left_alone(tree)
    for number, node in enumerate(ast.walk(tree)):
        if id(node) in alone:
            continue
        for which, changed in enumerate(changes(node)):
            function, cached = around[id(node)]
            line = node.lineno  # type: ignore[attr-defined]  # what changes is an expression or a statement
            before, after = ast.unparse(node), ast.unparse(changed)
            yield Mutant(path, line, function or "(module)", number, which, before, after, cached or not function)


def drawn(count: int, seed: int, only: str, texts: dict[str, str]) -> list[Mutant]:
    """Returns the first ``count`` changes in a pseudorandom order that depends only on each place's own text."""
    seen: dict[str, int] = defaultdict(int)
    lots = []
    for path, text in texts.items():
        if only not in path:
            continue
        for mutant in mutants(path, text):
            seen[mutant.name] += 1
            lots.append((hashlib.sha256(f"{seed} {mutant.name} {seen[mutant.name]}".encode()).digest(), mutant))
    lots.sort(key=lambda lot: lot[0])
    return sorted(
        [mutant for _, mutant in lots[:count]], key=lambda mutant: mutant.cached
    )  # those that take long come last


def changed_source(mutant: Mutant, text: str) -> str:
    tree = ast.parse(text)
    target = list(ast.walk(tree))[mutant.node]
    new = list(changes(target))[mutant.which]

    class Exchange(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> Any:
            return new if node is target else self.generic_visit(node)

    return ast.unparse(ast.fix_missing_locations(Exchange().visit(tree)))


# Tests


def copied_tree() -> Path:
    """Copies what the tests of the rules read into a folder."""
    folder = Path(tempfile.mkdtemp(prefix="mutants-"))
    for part in ("rules", "docs", "tests/rules"):
        shutil.copytree(ROOT / part, folder / part)
    (folder / "tests" / "__init__.py").touch()
    (folder / "pytest.ini").write_text(
        "[pytest]\naddopts = --import-mode=importlib\npythonpath = .\n", encoding="utf-8"
    )
    return folder


LEFT_OUT = ("django", "playwright", "asyncio", "xdist", "schemathesis", "cacheprovider")
"""Plugins of the site's tests."""
OPTIONS = ["-q", "-x", "--noconftest", *(part for name in LEFT_OUT for part in ("-p", f"no:{name}"))]


class Reports:
    """Pytest plugin that keeps the outcome of the last test."""

    def __init__(self) -> None:
        self.of_the_last: list[pytest.TestReport] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.of_the_last.append(report)

    def run(self, item: pytest.Item, following: pytest.Item | None) -> list[pytest.TestReport]:
        """Runs one test. ``following`` is the next, for which fixtures of the module are kept."""
        self.of_the_last.clear()
        item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
        return self.of_the_last


REPORTS = Reports()


def passes(items: list[pytest.Item]) -> bool:
    """Whether these tests pass, run until the first that fails."""
    return not any(
        report.failed
        for item, following in zip(items, [*items[1:], None], strict=True)
        for report in REPORTS.run(item, following)
    )


def forked(work: Callable[[], bool], seconds: int) -> bool:
    """Returns what ``work`` returns in a forked process; False if it takes more than so many seconds of processor
    time.
    """

    def begin() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        with open(os.devnull, "w") as nothing:
            os.dup2(nothing.fileno(), 1)
            os.dup2(nothing.fileno(), 2)
        sys.exit(0 if work() else 1)

    child = multiprocessing.get_context("fork").Process(target=begin)
    child.start()
    child.join()
    return child.exitcode == 0


@dataclass
class Base:
    """The fast tests on the rules as they are."""

    seconds: dict[str, float]
    """Processor time of each."""
    reached: dict[str, dict[int, list[str]]]
    """The tests that execute each line of each file; "" stands for what is executed when modules are loaded."""

    def tests_of(self, mutant: Mutant) -> set[str]:
        return (
            {*self.seconds}
            if mutant.cached
            else {*self.reached.get(mutant.path, {}).get(mutant.line, ())} & {*self.seconds}
        )

    def at_import(self, mutant: Mutant) -> bool:
        return "" in self.reached.get(mutant.path, {}).get(mutant.line, ())


def base_run(folder: Path, items: list[pytest.Item], cov: coverage.Coverage) -> Base:
    """Runs every test once, and records its cost and the lines it executes (coverage.py's contexts)."""
    kept = ROOT / "var" / f"mutants-{fingerprint(folder)}.json"  # for the next run on the same files

    def work() -> bool:
        seconds = {}
        for item, following in zip(items, [*items[1:], None], strict=True):
            cov.switch_context(item.nodeid)
            start = time.process_time()
            reports = REPORTS.run(item, following)
            if any(report.failed for report in reports):
                return False
            spent = next((report.duration for report in reports if report.when == "call"), 0.0)
            seconds[item.nodeid] = min(spent, time.process_time() - start)
        cov.stop()
        data = cov.get_data()
        lines = {str(Path(file).relative_to(folder)): data.contexts_by_lineno(file) for file in data.measured_files()}
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(json.dumps([seconds, lines]), encoding="utf-8")
        return True

    if not kept.exists() and not forked(work, 900):
        sys.exit("the tests fail on the rules as they are")
    cov.stop()
    seconds, lines = json.loads(kept.read_text(encoding="utf-8"))
    fast = {test: spent for test, spent in seconds.items() if spent < A_FAST_TEST}
    return Base(fast, {path: {int(at): tests for at, tests in of.items()} for path, of in lines.items()})


def fingerprint(folder: Path) -> str:
    """A hash of all Python files that the base run executes."""
    files = sorted(folder.rglob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]


def in_order(tests: set[str], seconds: dict[str, float]) -> list[str]:
    """Orders tests file by file, those with many cheap tests first, which notice most changes."""
    files: dict[str, list[str]] = defaultdict(list)
    for test in sorted(tests):
        files[test.partition("::")[0]].append(test)
    ordered = sorted(files.values(), key=lambda of: sum(seconds[t] for t in of) / len(of) ** 2)
    return [test for of in ordered for test in of]


def exchange_code(mutant: Mutant, text: str) -> bool:
    """Gives the loaded function its changed code.

    Returns False if the change is in no function, or its code is not found.
    """
    name, *inner = mutant.function.split(".")
    module = importlib.import_module(mutant.path.removesuffix(".py").replace("/", "."))
    changed: Any = compile(changed_source(mutant, text), mutant.path, "exec", dont_inherit=True)
    found: Any = vars(module).get(name)
    changed = _code(changed, name)
    if isinstance(found, type) and inner:
        found, changed = vars(found).get(inner[0]), _code(changed, inner[0])
    found = getattr(found, "fget", None) or found
    while hasattr(found, "__wrapped__") or hasattr(found, "__func__"):
        found = getattr(found, "__wrapped__", None) or found.__func__
    if not inspect.isfunction(found) or changed is None or found.__code__.co_freevars != changed.co_freevars:
        return False
    found.__code__ = changed
    return True


def _code(code: Any, name: str) -> Any:
    """The code of the last function or class of this name inside other code; None if there is none."""
    inside = [part for part in getattr(code, "co_consts", ()) if isinstance(part, CodeType) and part.co_name == name]
    return inside[-1] if inside else None


def in_a_fresh_process(mutant: Mutant, text: str, folder: Path, tests: list[str]) -> bool:
    """Whether the tests pass with the change written to the file, for code that runs when a module is loaded."""
    path = folder / mutant.path
    path.write_text(changed_source(mutant, text), encoding="utf-8")
    stale = [*(path.parent / "__pycache__").glob(f"{path.stem}.*")]
    for file in stale:
        file.unlink()
    arguments = folder / "arguments"
    arguments.write_text("\n".join(tests), encoding="utf-8")
    command = [sys.executable, "-B", __file__, "--tests", str(arguments)]
    try:
        return subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=1200).returncode == 0
    finally:
        path.write_text(text, encoding="utf-8")


class Lot:
    """Pytest plugin that runs for each change the tests it needs."""

    def __init__(self, folder: Path, mutants: list[Mutant], texts: dict[str, str], cov: coverage.Coverage) -> None:
        self.folder, self.mutants, self.texts, self.coverage = folder, mutants, texts, cov
        self.left: list[Mutant] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        base = base_run(self.folder, session.items, self.coverage)
        print(f"{len(base.seconds)} fast tests, {sum(base.seconds.values()):.0f} s", flush=True)
        by_name = {item.nodeid: item for item in session.items}
        for number, mutant in enumerate(self.mutants, 1):
            if number % 25 == 0:
                print(f"{number} tried", flush=True)
            tests = in_order(base.tests_of(mutant), base.seconds)
            if self._survives(mutant, tests, by_name, base):
                self.left.append(mutant)
                print(
                    f"survives {len(tests)} tests: {mutant.path}:{mutant.line} {mutant.name.partition(' ')[2]}",
                    flush=True,
                )
        return True

    def _survives(self, mutant: Mutant, tests: list[str], by_name: dict[str, pytest.Item], base: Base) -> bool:
        limit = 20 + int(20 * sum(base.seconds[test] for test in tests))
        text = self.texts[mutant.path]
        loadable = not base.at_import(mutant) and mutant.function != "(module)"
        if loadable and forked(lambda: exchange_code(mutant, text), limit):
            return forked(lambda: exchange_code(mutant, text) and passes([by_name[test] for test in tests]), limit)
        return in_a_fresh_process(mutant, text, self.folder, tests)


def part(text: str) -> tuple[int, int]:
    """Reads "2/6" as (2, 6). Raises ValueError."""
    first, _, parts = text.partition("/")
    if not 1 <= int(first) <= int(parts):
        raise ValueError(text)
    return int(first), int(parts)


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--part", type=part, default=(1, 1))
    parser.add_argument("--tests", help=argparse.SUPPRESS)
    options = parser.parse_args()
    quiet = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture]
    settings.register_profile(
        "mutants",
        deadline=None,
        max_examples=20,
        derandomize=True,
        database=None,
        suppress_health_check=quiet,
        phases=[Phase.generate],
    )
    settings.load_profile("mutants")
    if options.tests:
        return int(pytest.main([*OPTIONS, *Path(options.tests).read_text(encoding="utf-8").splitlines()]))
    explained = json.loads((Path(__file__).parent / "mutants.json").read_text(encoding="utf-8"))
    texts = sources()
    first, parts = options.part
    mutants = drawn(options.count, options.seed, options.only, texts)[first - 1 :: parts]
    folder = copied_tree()
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    begun = sum(os.times()[:4])
    cov = coverage.Coverage(data_file=None, source=[str(folder / "rules")])
    cov.start()
    lot = Lot(folder, mutants, texts, cov)
    try:
        pytest.main(
            [*OPTIONS, "-s", *sorted(str(p) for p in Path("tests/rules").glob("test_*.py") if p.stem not in SLOW)],
            plugins=[lot, REPORTS],
        )
    finally:
        os.chdir(ROOT)
        shutil.rmtree(folder)
    bare = [mutant for mutant in lot.left if mutant.name not in explained]
    for mutant in lot.left:
        print(f"{mutant.name}\n    {explained.get(mutant.name, 'NOT EXPLAINED')}")
    spent = sum(os.times()[:4]) - begun
    print(
        f"{len(lot.left)} of {len(mutants)} survive, {len(bare)} of them without a reason; {spent:.0f} s of processor"
        " time"
    )
    return int(bool(bare) or len(lot.left) > ALLOWED * len(mutants) * parts)


if __name__ == "__main__":
    sys.exit(main())
