"""Every test position and every ruling of the catalogue is tested, and docs/rulings.md says where."""

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
RULINGS = (HERE.parents[1] / "docs" / "rulings.md").read_text(encoding="utf-8")
POSITIONS = ["T85b", *(f"T{number:02d}" for number in range(1, 134))]
RULED = [f"R{number:02d}" for number in range(1, 104)]
SECRETS = [f"H{number:02d}" for number in range(1, 40)]


def functions() -> Iterator[tuple[str, str, str]]:
    """(module, function, docstring) of every test of the rules."""
    for path in sorted(HERE.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield path.stem, node.name, ast.get_docstring(node) or ""


@cache
def cited() -> frozenset[str]:
    """All numbers that docstrings cite, ranges such as "R60 to R62" written out."""
    found = set()
    for _, _, docstring in functions():
        for letter, first, last in re.findall(r"\b([RTH])(\d+b?)(?: to [RTH]?(\d+))?", docstring):
            numbers = range(int(first), int(last) + 1) if last else [first]
            found |= {f"{letter}{int(n):02d}" if str(n).isdigit() else f"{letter}{n}" for n in numbers}
    return frozenset(found)


@pytest.mark.parametrize("number", [*POSITIONS, *RULED, *SECRETS])
def test_the_catalogue_is_tested(number: str) -> None:
    """Issue 2: test positions, rulings, and the table of hidden information."""
    assert number in cited()


def test_the_page_of_rulings_has_every_ruling_in_order() -> None:
    assert re.findall(r"^- \*\*(R\d+)\*\*", RULINGS, re.MULTILINE) == RULED
    own = re.findall(r"^- \*\*N(\d+)\*\*", RULINGS, re.MULTILINE)
    assert own == [str(number) for number in range(1, len(own) + 1)]


def test_the_page_of_rulings_names_tests_that_exist() -> None:
    known = {f"{module}::{function}" for module, function, _ in functions()}
    named = set(re.findall(r"`(test_\w+::\w+)`", RULINGS))
    assert len(named) > 100
    assert named <= known


def test_the_page_of_rulings_names_code_that_exists() -> None:
    for name in set(re.findall(r"`([a-z]+\.[A-Za-z_.]+)`", RULINGS)):
        module, *rest = name.split(".")
        folder = "rules.phases." if (HERE.parents[1] / "rules" / "phases" / f"{module}.py").exists() else "rules."
        if module == "events" and not hasattr(importlib.import_module("rules.phases.events"), rest[0]):
            folder = "rules."
        found = importlib.import_module(folder + module)
        for part in rest:
            assert hasattr(found, part), name
            found = getattr(found, part)
