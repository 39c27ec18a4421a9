"""Which script imports which: in folders by subject, one way, never in a circle."""

import graphlib
import re
from pathlib import Path

import frontend

SCRIPTS = Path(frontend.__file__).parent / "static" / "frontend" / "js"
FOLDERS = (
    *("page", "server", "blocks", "map", "motion", "decisions", "battle", "log", "replay", "dice", "talk", "game"),
    *("lobby", "account", "review"),
)
"""From the innermost outward: a module imports from its own folder and from earlier ones."""
NAMED = re.compile(r"""(?:\bfrom |\bimport\(|^import )["'](\.[^"']+)["']""", re.MULTILINE)
"""What a module imports, and the modules whose types its comments name."""


def imports() -> dict[Path, set[Path]]:
    found = {}
    for module in SCRIPTS.rglob("*.js"):
        named = {(module.parent / name).resolve() for name in NAMED.findall(module.read_text("utf-8"))}
        found[module.resolve()] = named
    return found


def test_every_module_that_is_named_exists_in_a_folder_by_subject() -> None:
    found = imports()
    assert len(found) > 60
    assert {module.parent.name for module in found} == set(FOLDERS)
    assert [named for targets in found.values() for named in targets if named not in found] == []


def test_no_modules_import_each_other_in_a_circle_not_even_for_their_types() -> None:
    graphlib.TopologicalSorter(imports()).prepare()  # raises CycleError and names the circle


def test_folders_import_from_earlier_folders_alone() -> None:
    outward = [
        f"{module.parent.name}/{module.name} imports {target.parent.name}/{target.name}"
        for module, targets in imports().items()
        for target in targets
        if FOLDERS.index(target.parent.name) > FOLDERS.index(module.parent.name)
    ]
    assert outward == []
