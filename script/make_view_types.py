#!/usr/bin/env python3
"""Writes `frontend/types/view.d.ts`: the types of views and records, from the API's description, for the checks of the pages' scripts.

What is offered and what happened stay open (`Open`): their fields depend on their type, and scripts go through them by name.

    .venv/bin/python script/make_view_types.py
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "frontend" / "types" / "view.d.ts"
ROOTS = ("View", "Record")
OPEN = ("Fact", "RecordedFact", "Offer", "Action", "Payload")
NAMES = {"Record": "GameRecord"}
"""Names that mean something else in TypeScript."""
HEAD = """// Written by script/make_view_types.py from the API's description: change that, not this.

/** An action, an offer or an event: its fields depend on its type. */
export type Open = { type: string } & Record<string, any>;
"""


def written(schemas: dict[str, Any]) -> str:
    """Returns the text of the file, from the schemas of the description."""
    waiting, done = list(ROOTS), dict[str, str]()
    while waiting:
        name = waiting.pop(0)
        if name not in done:
            found: list[str] = []
            done[name] = f"export type {NAMES.get(name, name)} = {shape(schemas[name], found)};\n"
            waiting += found
    return "\n".join([HEAD, *(done[name] for name in sorted(done))])


def shape(schema: dict[str, Any], found: list[str], within: str = "") -> str:
    """Returns a schema as a TypeScript type. Names of further ones are added to `found`."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if name.startswith(OPEN):
            return "Open"
        found.append(name)
        return NAMES.get(name, name)
    for key, sign in (("oneOf", " | "), ("anyOf", " | "), ("allOf", " & ")):
        if key in schema:
            return f"({sign.join(dict.fromkeys(shape(each, found, within) for each in schema[key]))})"
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(sorted(json.dumps(value) for value in schema["enum"]))
    kinds = schema.get("type", "unknown")
    if isinstance(kinds, list):
        return f"({' | '.join(shape({**schema, 'type': kind}, found, within) for kind in kinds)})"
    if kinds == "array":
        return f"{_one(shape(schema.get('items', {}), found, within))}[]"
    if kinds == "object":
        return _fields(schema, found, within)
    return {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}.get(kinds, "unknown")


def _one(type_: str) -> str:
    return f"({type_})" if " | " in type_ and not type_.startswith("(") else type_


def _fields(schema: dict[str, Any], found: list[str], within: str) -> str:
    if "properties" not in schema:
        values = schema.get("additionalProperties")
        return f"Record<string, {shape(values, found, within) if isinstance(values, dict) and values else 'unknown'}>"
    deeper = within + "  "
    required = schema.get("required", ())
    lines = [
        f"{deeper}{json.dumps(name)}{'' if name in required else '?'}: {shape(value, found, deeper)};"
        for name, value in schema["properties"].items()
    ]
    return "\n".join(["{", *lines, f"{within}}}"])


def description() -> dict[str, Any]:
    """Returns the schemas of the site's API description."""
    from drf_spectacular.generators import SchemaGenerator

    schemas: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)["components"]["schemas"]
    return schemas


def main() -> None:
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crusader_site.settings")
    import django

    django.setup()
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(written(description()), "utf-8")


if __name__ == "__main__":
    main()
