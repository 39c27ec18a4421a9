"""Bundles scripts for serving: the modules of `static/frontend/js` become a few files, so that a page loads six and not
sixty.

Modules that the same pages need go into one file, each as a function that is called at once and returns what the module
exports; what it imports is taken from the values of the others. Lines of comments are emptied, which saves a third of
what is sent, and no line is indented, which saves a fortieth. No other line is changed but imports and exports, so a
name and a line of a stack trace are found again. It rests on what `tests/frontend/test_modules.py` holds: no circles,
and no export that changes its value. With `DEBUG=1` pages load the modules themselves.
"""

import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage, Storage

SCRIPTS = Path(__file__).parent / "static" / "frontend" / "js"
FOLDER = "frontend/joined"
"""Where the joined files are among the static files."""
SMALL = 20_000
"""Bytes of modules below which a file joins another."""

IMPORT = re.compile(
    r"""^import (?:\{(?P<names>[^}]*)\}|\* as (?P<whole>\w+)) from "(?P<module>\.[^"]+)";$""", re.MULTILINE
)
EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (?P<name>\w+))", re.MULTILINE)
COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:(?!\*/)[\s\S])*\*/[ \t]*)$", re.MULTILINE)
"""A comment that has its lines to itself. `tests/frontend/test_joining.py` holds that no text of a script looks so."""
TYPE = re.compile(r"/\*\* @[^*\n]*\*/ ?")
"""A type within a line."""
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
"""What a line begins with. The same test holds that no text of a script goes over several lines."""
OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


@cache
def imports() -> dict[str, tuple[str, ...]]:
    """Returns each module's imports, in order. Modules are named by their paths below `js`."""
    root = SCRIPTS.resolve()
    found = {}
    for path in sorted(root.rglob("*.js")):
        named = (found["module"] for found in IMPORT.finditer(path.read_text("utf-8")))
        found[str(path.relative_to(root))] = tuple(
            str((path.parent / name).resolve().relative_to(root)) for name in named
        )
    return found


def modules_behind(entry: str) -> tuple[str, ...]:
    """Returns an entry and everything it imports, directly or not, in the order of execution: the entry last."""
    found: dict[str, None] = {}

    def visit(module: str) -> None:
        """Adds a module behind everything it imports."""
        if module not in found:
            for imported in imports()[module]:
                visit(imported)
            found[module] = None

    visit(entry)
    return tuple(found)


@cache
def files() -> dict[str, tuple[str, ...]]:
    """Returns the modules of each bundle, in order.

    A module that none imports is an entry: a page names it. Modules behind the same entries make a file, so a page
    loads no module twice, and files import each other in no circle. A small file joins one that its pages load anyway:
    a request costs more than a few kilobytes.
    """
    entries = sorted(set(imports()).difference(*imports().values()))
    needed: dict[str, list[str]] = {}
    for entry in entries:
        for module in modules_behind(entry):
            needed.setdefault(module, []).append(entry)
    made: dict[tuple[str, ...], list[str]] = {}
    for module, by in needed.items():
        made.setdefault(tuple(by), []).append(module)
    for entries_of_one in [group for group in made if len(group) > 1 and _bytes_of(made[group]) < SMALL]:
        wider = sorted((other for other in made if set(other) > set(entries_of_one)), key=len)
        if wider:
            made[wider[0]] += made.pop(entries_of_one)
    return {_bundle_name(group): tuple(modules) for group, modules in made.items()}


def _bytes_of(modules: Iterable[str]) -> int:
    return sum((SCRIPTS / module).stat().st_size for module in modules)


def _bundle_name(entries: tuple[str, ...]) -> str:
    stems = [Path(entry).stem for entry in entries]
    return f"shared-{'-'.join(stems)}.js" if len(stems) > 1 else f"{stems[0]}.js"


@cache
def needed_by(entry: str) -> tuple[str, ...]:
    """Returns the bundles that an entry needs, its own last."""
    file_of = {module: name for name, modules in files().items() for module in modules}
    return (
        *dict.fromkeys(name for module in modules_behind(entry) if (name := file_of[module]) != file_of[entry]),
        file_of[entry],
    )


def bundle_text(name: str) -> str:
    """Returns the text of a bundle. Raises ValueError for imports and exports in an unknown form."""
    modules = files()[name]
    wanted = {module for held in set(files()) - {name} for one in files()[held] for module in imports()[one]}
    lines = ["// Joined by frontend/joining.py.", *_imports_of(modules)]
    for module in modules:
        lines.append(
            f"{'export ' if module in wanted else ''}const {_exports_variable(module)} = (() => {{ //"
            f" {module}\n{_function_body(module)}}})();"
        )
    return "\n".join([*lines, ""])


def _imports_of(modules: Iterable[str]) -> Iterator[str]:
    """A line for each bundle that these modules of another need."""
    file_of = {module: file for file, held in files().items() for module in held}
    by_file: dict[str, dict[str, None]] = {}
    for other in dict.fromkeys(other for module in modules for other in imports()[module] if other not in modules):
        by_file.setdefault(file_of[other], {})[_exports_variable(other)] = None
    for file, values in by_file.items():
        yield f'import {{ {", ".join(values)} }} from "./{file}";'


def _exports_variable(module: str) -> str:
    """Returns the variable that holds a module's exports in a bundle: $map_layout."""
    return "$" + re.sub(r"\W", "_", module.removesuffix(".js"))


def slimmed(text: str) -> str:
    """Returns a script without comments, types and indents. Each line keeps its number: those of comments are empty."""
    return INDENT.sub("", TYPE.sub("", COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text)))


def _function_body(module: str) -> str:
    """Returns a module as the body of a function that returns its exports. Raises ValueError for an unknown form."""
    sources = iter(imports()[module])

    def taken(found: re.Match[str]) -> str:
        """Writes an import as the declaration of a constant."""
        value = _exports_variable(next(sources))
        if found["whole"]:
            return f"const {found['whole']} = {value};"
        return f"const {{{found['names'].replace(' as ', ': ')}}} = {value};"

    text = IMPORT.sub(taken, slimmed((SCRIPTS / module).read_text("utf-8")))
    names = [found["name"] for found in EXPORT.finditer(text)]
    text = EXPORT.sub("", text)
    if odd := OTHER.search(text):
        raise ValueError(f"{module}: scripts are joined, and this form is not understood: {odd[0]}")
    return f"{text}return {{ {', '.join(names)} }};\n" if names else text


class JoinedScripts(BaseFinder):
    """A static files finder of the bundles, which it writes to the data folder when a process starts or collects static
    files.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.storage = FileSystemStorage(settings.VAR_FOLDER / "joined")

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        for name in files():
            self._write(name)
            yield f"{FOLDER}/{name}", self.storage

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """Returns the path of a bundle, written if it is missing."""
        folder, _, name = path.rpartition("/")
        if folder != FOLDER or name not in files():
            return [] if find_all else None
        found = self._write(name)
        return [found] if find_all else found

    def _write(self, name: str) -> str:
        """Writes the file unless it exists. Safe when other processes do so at the same time."""
        path, text = Path(self.storage.path(f"{FOLDER}/{name}")), bundle_text(name)
        if not path.exists() or path.read_text("utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
                file.write(text)
            os.chmod(file.name, 0o644)
            os.replace(file.name, path)
        return str(path)
