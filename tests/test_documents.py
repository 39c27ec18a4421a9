"""What the documents name is there: files, commands, functions, tests."""

import importlib
import re
from pathlib import Path

import pytest
from django.core.management import get_commands

from rules import game
from rules.ruleset import Ruleset

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    [*ROOT.glob("*.md"), *(page for folder in ("docs", "opponent", "deploy") for page in (ROOT / folder).rglob("*.md"))]
)
PACKAGES = ("rules", "games", "frontend", "crusader_site", "opponent", "script", "tests")
BATTLES = (ROOT / "docs" / "battles.md").read_text()


def pages() -> list[tuple[str, str]]:
    """(name, text) of each page but the changelog, which may name what is gone."""
    return [(str(page.relative_to(ROOT)), page.read_text()) for page in PAGES if page.name != "CHANGELOG.md"]


def test_links_between_documents_lead_somewhere() -> None:
    for path in PAGES:
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text()):
            assert (path.parent / link).exists(), f"{path.name}: {link}"


@pytest.mark.parametrize(("name", "text"), pages(), ids=[name for name, _ in pages()])
def test_what_a_page_tells_to_type_or_to_open_is_there(name: str, text: str) -> None:
    commands = get_commands()
    gone = [f"manage.py {word}" for word in re.findall(r"manage\.py ([a-z_]+)", text) if word not in commands]
    paths = re.findall(r"(?<![\w./])(?:script|deploy|tests|rules|games|frontend|opponent|docs)/[a-z_][\w/.-]*\w", text)
    gone += [path for path in paths if not (ROOT / path).exists() and not list(ROOT.glob(f"{path}.*"))]
    assert sorted(set(gone)) == []


def test_every_function_that_a_page_names_with_brackets_is_there() -> None:
    named = {name for _, text in pages() for name in re.findall(r"`(?:\w+\.)*(\w+)\(\)`", text)}
    code = [path for package in PACKAGES for ending in ("py", "js") for path in (ROOT / package).rglob(f"*.{ending}")]
    defined = {name for path in code for name in re.findall(r"(?:\bdef|\bfunction|\bclass) (\w+)\b", path.read_text())}
    assert named
    assert not named - defined


def test_every_step_of_a_battle_is_on_its_page_and_every_function_there_is_in_the_code() -> None:
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
    named = re.findall(r"\b(battle|fight|siege|retreat)\.([a-z_]+)\b", BATTLES.replace("`Battle.", "`"))
    for module, function in named:
        assert callable(getattr(importlib.import_module(f"rules.phases.{module}"), function)), f"{module}.{function}"


def test_every_difference_of_the_older_edition_has_a_field_and_a_test_that_are_there() -> None:
    page = (ROOT / "docs" / "editions.md").read_text()
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in page.splitlines() if re.match(r"\| [A-Z]\d", line)
    ]
    with_fields = [row for row in rows if len(row) == 5]
    assert with_fields
    for row in with_fields:
        fields, (place, test) = re.findall(r"`(\w+)`", row[3]), row[4].strip("`").split("::")
        assert fields, row[0]
        assert [name for name in fields if name not in Ruleset.__slots__] == [], row[0]
        assert f"def {test}(" in (ROOT / "tests" / "rules" / f"{place}.py").read_text(), row[0]
