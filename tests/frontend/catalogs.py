"""Reads catalogs of texts, and collects the texts that the code marks, with the standard library alone: no gettext
tools are needed.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent.parent
LOCALES = ("fr", "pl")

# For each function that marks a text: which arguments are context, text, and text for several.
MARKS = {
    "_": (None, 0, None),
    "gettext": (None, 0, None),
    "gettext_lazy": (None, 0, None),
    "ngettext": (None, 0, 1),
    "ngettext_lazy": (None, 0, 1),
    "pgettext": (0, 1, None),
    "pgettext_lazy": (0, 1, None),
    "npgettext": (0, 1, 2),
    "refuse": (None, 1, None),
    "plural": (None, 0, 1),
}
Key = tuple[str, str]
"""Context and text."""


class Entry(NamedTuple):
    context: str
    text: str
    several: str
    forms: tuple[str, ...]
    fuzzy: bool


def path_of(language: str, suffix: str) -> Path:
    return ROOT / "locale" / language / "LC_MESSAGES" / f"django.{suffix}"


def entries(language: str) -> tuple[str, list[Entry]]:
    """The head of a .po file, and its entries."""
    head, found = "", []
    for block in re.split(r"\n\s*\n", path_of(language, "po").read_text(encoding="utf-8")):
        lines = [line for line in block.splitlines() if line and not line.startswith("#~")]
        fields: dict[str, str] = {}
        name = ""
        for line in lines:
            if line.startswith("#"):
                continue
            matched = re.match(r'(msg\w+(?:\[\d+\])?) (".*")$', line)
            name, quoted = (matched[1], matched[2]) if matched else (name, line)
            fields[name] = fields.get(name, "") + str(ast.literal_eval(quoted))
        if "msgid" not in fields:
            continue
        forms = tuple(value for key, value in sorted(fields.items()) if key.startswith("msgstr"))
        fuzzy = any(line.startswith("#,") and "fuzzy" in line for line in lines)
        entry = Entry(fields.get("msgctxt", ""), fields["msgid"], fields.get("msgid_plural", ""), forms, fuzzy)
        if entry.text:
            found.append(entry)
        else:
            head = forms[0]
    return head, found


def marked() -> dict[Key, str]:
    """Every text that code and templates mark for translation, with the file it stands in."""
    found: dict[Key, str] = {}
    for folder in ("rules", "games", "frontend", "crusader_site"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix == ".py":
                texts = _marked_in(ast.parse(path.read_text(encoding="utf-8")))
            elif path.suffix == ".html":
                texts = _marked_in_template(path.read_text(encoding="utf-8"))
            else:
                continue
            for key in texts:
                found.setdefault(key, str(path.relative_to(ROOT)))
    return found


def _marked_in(tree: ast.AST) -> Iterator[Key]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in MARKS:
            continue
        context, text, _several = MARKS[node.func.id]
        strings = [argument.value if isinstance(argument, ast.Constant) else None for argument in node.args]
        if text < len(strings) and isinstance(strings[text], str):
            yield ("" if context is None else str(strings[context]), str(strings[text]))


def _marked_in_template(source: str) -> Iterator[Key]:
    """Django writes a template as calls of gettext, for xgettext to read; here they are parsed one by one."""
    code = templatize(source)
    for call in re.finditer(r"\b(?:_|n?p?gettext)\(", code):
        end = code.find(")", call.start())
        while end >= 0:
            try:
                yield from _marked_in(ast.parse(code[call.start() : end + 1].strip()))
            except SyntaxError:
                end = code.find(")", end + 1)
            else:
                break
