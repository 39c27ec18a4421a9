"""No function of the project decides so much that it has to be read twice: by radon's count of branches, conditions and
loops.
"""

from pathlib import Path
from typing import NamedTuple

from radon.complexity import cc_visit

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("crusader_site", "frontend", "games", "opponent", "rules")
MOST = 15
HIGH = 12
MOST_HIGH = 10
"""So many functions may be above `HIGH`."""
ADVICE = (
    "Take steps out under names of their own, put alternatives into a table, or return early. Do not hide conditions in"
    " one line."
)


class Measured(NamedTuple):
    complexity: int
    where: str


def measured(source: str, where: str) -> list[Measured]:
    """Every function and method of a module, with those inside of others."""
    found, waiting = [], list(cc_visit(source))
    while waiting:
        block = waiting.pop()
        waiting += [
            *getattr(block, "methods", ()),
            *getattr(block, "inner_classes", ()),
            *getattr(block, "closures", ()),
        ]
        if not hasattr(block, "methods"):
            found.append(Measured(block.complexity, f"{where}:{block.lineno} {block.fullname}"))
    return sorted(set(found), reverse=True)


def all_measured() -> list[Measured]:
    paths = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py") if "migrations" not in path.parts]
    return sorted(
        (one for path in paths for one in measured(path.read_text(), str(path.relative_to(ROOT)))), reverse=True
    )


def in_lines(functions: list[Measured]) -> str:
    return "".join(f"\n  {one.complexity} {one.where}" for one in functions)


def test_no_function_is_above_the_bound_and_few_come_near() -> None:
    functions = all_measured()
    assert len(functions) > 3000
    above = [one for one in functions if one.complexity > MOST]
    assert not above, f"{MOST} is the most that a function may have.{in_lines(above)}\n{ADVICE}"
    high = [one for one in functions if one.complexity > HIGH]
    assert len(high) <= MOST_HIGH, (
        f"{len(high)} functions are above {HIGH}; {MOST_HIGH} may be. {ADVICE}{in_lines(high)}"
    )


def test_a_method_and_a_function_within_another_are_counted() -> None:
    branches = "\n".join(f"            if x == {number}:\n                return {number}" for number in range(4))
    source = f"class Table:\n    def find(self, x):\n        def inner(x):\n{branches}\n        return inner(x)\n"
    found = {one.where: one.complexity for one in measured(source, "table.py")}
    assert found["table.py:3 inner"] == 5
    assert "table.py:2 Table.find" in found
