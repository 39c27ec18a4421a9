"""Signatures of the site say what they take and give: few of them leave it open by an alias of `Any`."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OPEN = {"Any", "Json", "JsonValue", "PassedOn", "Untyped"}
MOST = 60
"""So many functions may name one of them: those that read JSON of many forms, and those that stand between
libraries.
"""
ADVICE = (
    "Name the shape: a TypedDict or a dataclass for what is read by name, `JsonObject` for what is passed on as it is, "
    "`object` for what may be anything."
)


def annotations(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.expr]:
    of = function.args
    for argument in (*of.posonlyargs, *of.args, *of.kwonlyargs, of.vararg, of.kwarg):
        if argument is not None and argument.annotation is not None:
            yield argument.annotation
    if function.returns is not None:
        yield function.returns


def names(annotation: ast.expr) -> set[str]:
    """The names in an annotation, also in one that is written as a text."""
    found = set()
    for node in ast.walk(annotation):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= names(ast.parse(node.value, mode="eval").body)
    return found


def left_open(source: str) -> list[tuple[int, str, set[str]]]:
    functions = (
        node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    found = ((one.lineno, one.name, set().union(*map(names, annotations(one))) & OPEN) for one in functions)
    return [one for one in found if one[2]]


def test_few_signatures_are_left_open() -> None:
    paths = [path for path in sorted((ROOT / "games").rglob("*.py")) if "migrations" not in path.parts]
    assert len(paths) > 200
    found = [
        f"{path.relative_to(ROOT)}:{line} {name}: {', '.join(sorted(aliases))}"
        for path in paths
        for line, name, aliases in left_open(path.read_text())
    ]
    assert len(found) <= MOST, f"{len(found)} signatures are left open; {MOST} may be. {ADVICE}\n  " + "\n  ".join(
        found
    )


def test_an_alias_is_found_inside_of_others_in_texts_and_behind_stars() -> None:
    source = """
def one(rows: list[dict[str, Json]]) -> int: ...
def two(row: int) -> "list[Untyped] | None": ...
def three(*args: PassedOn, **more: object) -> None: ...
def four(row: dict[str, object]) -> str: ...
"""
    assert [name for _line, name, _aliases in left_open(source)] == ["one", "two", "three"]
