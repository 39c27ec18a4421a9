"""What the documents name is there."""

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

from games.api.schemas import views
from rules import game
from rules.ruleset import Ruleset

ROOT = Path(__file__).parents[1]
BATTLES = (ROOT / "docs" / "battles.md").read_text()
RETIRED = {
    *(
        "Deed",
        "Receipt",
        "Eyes",
        "eyes",
        "Lay",
        "Postman",
        "Stretch",
        "told",
        "tell_the_whole_truth",
        "Laid",
        "Standing",
        "standing",
    ),
    *("lay", "hold_games", "shunned_by", "act_in_the_room", "private_and_contained", "insist", "Way", "Watched"),
    *("load_table", "table_seen_by", "kept_states", "KeptTable", "Rewound", "taken_back_in"),
}
PACKAGES = ("rules", "games", "frontend", "crusader_site", "opponent", "script")


def test_every_function_on_the_page_of_battles_is_there() -> None:
    named = re.findall(r"\b(battle|fight|siege|retreat)\.([a-z_]+)\b", BATTLES.replace("`Battle.", "`"))
    assert len(set(named)) > 20
    for module, function in named:
        assert callable(getattr(importlib.import_module(f"rules.phases.{module}"), function)), f"{module}.{function}"


def test_every_function_that_a_page_names_with_brackets_is_there() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    named = {name for page in pages for name in re.findall(r"`(?:\w+\.)*(\w+)\(\)`", page.read_text())}
    code = [path for package in PACKAGES for ending in ("py", "js") for path in (ROOT / package).rglob(f"*.{ending}")]
    defined = {name for path in code for name in re.findall(r"(?:\bdef|\bfunction|\bclass) (\w+)\b", path.read_text())}
    assert len(named) > 3
    assert not named - defined


def test_every_step_of_a_battle_is_on_its_page() -> None:
    steps = [
        name
        for name, step in game.STEPS.items()
        if step.take.__module__.rpartition(".")[2] in ("battle", "fight", "siege", "retreat")
    ]
    rows = re.findall(r"^\| `([a-z-]+)` \|.*\| `([a-z]+)\.([a-z_]+)` \|$", BATTLES, re.MULTILINE)
    assert sorted(name for name, _, _ in rows) == sorted(steps)
    for name, module, function in rows:
        take = game.STEPS[name].take
        assert (take.__module__, getattr(take, "__name__", "")) == (f"rules.phases.{module}", function)


def test_the_glossary_is_short_and_retired_words_name_nothing() -> None:
    """`docs/glossary.md` says which word stands for each of them now."""
    assert len((ROOT / "docs" / "glossary.md").read_text().splitlines()) <= 90
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if "migrations" not in path.parts
        for name in names(ast.parse(path.read_text()))
        if name in RETIRED
    }
    scripts = ROOT / "frontend" / "static" / "frontend" / "js"
    found |= {
        f"{path.relative_to(scripts)}: {name}"
        for path in scripts.rglob("*.js")
        for name in names_in_script(path.read_text())
        if name in RETIRED
    }
    assert not found


def names(tree: ast.Module) -> Iterator[str]:
    """The names that a module gives to anything, locals and arguments included, and those that its docstrings quote as
    code.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.alias):
            yield (node.asname or node.name).rpartition(".")[2]
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            for quoted in re.findall(r"`+([^`]+)`+", node.value.value):
                yield from re.findall(r"\w+", quoted)


def names_in_script(text: str) -> Iterator[str]:
    """The names of a script's variables, functions, classes, fields and of the arguments that its comments describe."""
    yield from re.findall(r"\b(?:const|let|var|function|class|this\.|@param \{[^}]*\})\s*(\w+)", text)
    for listed in re.findall(r"\b(?:const|let) [\[{]([^\]}]*)[\]}]|\(([\w, ]*)\) (?:=>|\{)", text):
        yield from re.findall(r"\w+", " ".join(listed))


def test_the_page_of_the_architecture_is_short_and_its_folders_are_there() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    assert len(page.splitlines()) <= 200
    assert page.count("```mermaid") == 1
    folders = re.findall(r"^\| `([\w/]+/)` \|", page.partition("## The way of an act")[0], re.MULTILINE)
    assert [folder for folder in folders if not (ROOT / folder).is_dir()] == []
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert packages <= {folder.rstrip("/") for folder in folders}


def test_every_module_of_the_rules_is_on_the_page_of_the_architecture() -> None:
    table = (ROOT / "docs" / "architecture.md").read_text().partition("### How it is made")[2]
    named = {name for words in re.findall(r"`([a-z_0-9 ]+)`", table) for name in words.split()}
    modules = [*(ROOT / "rules").glob("[!_]*.py"), *(ROOT / "rules" / "phases").glob("[!_]*.py")]
    assert [path.stem for path in modules if path.stem not in named] == []


def test_every_field_of_a_view_is_on_its_page() -> None:
    named = set(re.findall(r'"([a-z-]+)"', (ROOT / "docs" / "views.md").read_text()))
    for fields in (
        views.POSITION,
        views.PROMPT,
        views.STACK,
        views.BLOCK_SEEN,
        views.ARRIVAL,
        views.BATTLE,
        views.CARDS,
    ):
        assert {name.rstrip("?") for name in fields} <= named


def test_the_folders_of_scripts_are_those_on_the_page_of_the_architecture() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    named = set(re.findall(r"`([a-z]+)`", page.partition("folders import downward only")[2]))
    assert {path.name for path in (ROOT / "frontend/static/frontend/js").iterdir() if path.is_dir()} == named


def test_links_between_documents_lead_somewhere() -> None:
    for path in [
        *ROOT.glob("*.md"),
        *(found for folder in ("docs", "opponent", "script") for found in (ROOT / folder).rglob("*.md")),
    ]:
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text()):
            assert (path.parent / link).exists(), f"{path.name}: {link}"


def public_functions() -> Iterator[tuple[str, str | None]]:
    """The public functions and methods of the packages, each with its docstring or that of the method it overrides."""
    for package in ("rules", "games", "crusader_site", "frontend", "opponent"):
        for path in (ROOT / package).rglob("*.py"):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            if "migrations" in path.parts or path.stem in ("__init__", "__main__", "asgi"):
                continue
            module = importlib.import_module(name)
            for thing in vars(module).values():
                thing = inspect.unwrap(thing) if callable(thing) else thing
                if inspect.isclass(thing) and thing.__module__ == name:
                    yield from ((f"{name}.{thing.__name__}.{method}", doc) for method, doc in methods(thing, str(path)))
                elif inspect.isfunction(thing) and thing.__module__ == name and not thing.__name__.startswith("_"):
                    yield f"{name}.{thing.__name__}", thing.__doc__


def methods(class_: type, file: str) -> Iterator[tuple[str, str | None]]:
    for name, found in vars(class_).items():
        function = getattr(found, "__func__", None) or getattr(found, "fget", None) or found
        if not name.startswith("_") and inspect.isfunction(function) and function.__code__.co_filename == file:
            yield name, next((doc for base in class_.__mro__ if (doc := inspect.getdoc(vars(base).get(name)))), None)


def test_nearly_every_public_function_says_what_it_does() -> None:
    """95 of 100; the others are read at a glance where they stand."""
    found = dict(public_functions())
    silent = sorted(name for name, doc in found.items() if not doc)
    assert len(found) > 1300
    assert len(silent) < 0.05 * len(found), silent


def test_every_difference_of_the_older_edition_has_a_field_and_a_test_that_are_there() -> None:
    page = (ROOT / "docs" / "editions.md").read_text()
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in page.splitlines() if re.match(r"\| [A-Z]\d", line)
    ]
    with_fields, others = [row for row in rows if len(row) == 5], [row for row in rows if len(row) == 2]
    assert len(with_fields) > 40
    assert len(others) + len(with_fields) == len(rows)
    # Each line of the table of differences between the rulebooks is in one of the two: so many has each of its letters.
    counts = {"A": 7, "B": 7, "C": 2, "D": 10, "E": 11, "F": 19, "G": 16, "H": 7, "I": 12, "J": 3, "O": 4}
    told = [one for row in rows for one in row[0].split(", ")]
    assert sorted(told) == sorted(
        f"{letter}{number}" for letter, count in counts.items() for number in range(1, count + 1)
    )
    for row in with_fields:
        fields, (place, test) = re.findall(r"`(\w+)`", row[3]), row[4].strip("`").split("::")
        assert fields, row[0]
        assert [name for name in fields if name not in Ruleset.__slots__] == [], row[0]
        assert f"def {test}(" in (ROOT / "tests" / "rules" / f"{place}.py").read_text(), row[0]
