#!/usr/bin/env python3
"""Writes `frontend/types/view.d.ts`: the types of views and records, from the API's description, for the checks of the
pages' scripts.

What is offered, done and told has fields that depend on its type. Scripts go through these by name, so each of those is
one type here with the fields of all its kinds, optional where a kind has none; names of towns, blocks and cards are
strings in them.

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
PLAIN = [{"$ref": f"#/components/schemas/{name}"} for name in ("Town", "Block", "Card", "Road")]
"""What scripts take for a string in actions and facts."""
MERGED = ("Fact", "RecordedFact", "Offer", "Action", "Payload")
NAMES = {"Record": "GameRecord"}
"""Names that mean something else in TypeScript."""
HEAD = "// Written by script/make_view_types.py from the API's description: change that, not this.\n"


def written(schemas: dict[str, Any]) -> str:
    """Returns the text of the file, from the schemas of the description."""
    waiting, done = list(ROOTS), dict[str, str]()
    while waiting:
        name = waiting.pop(0)
        if name not in done:
            found: list[str] = []
            schema = merged(schemas[name], schemas) if name in MERGED else schemas[name]
            done[name] = f"export type {NAMES.get(name, name)} = {shape(schema, found)};\n"
            waiting += found
    return "\n".join([HEAD, *(done[name] for name in sorted(done))])


def merged(schema: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    """Returns one object's schema with the fields of every kind of a union, and what each may hold in any of them."""
    kinds = _kinds(schema, schemas)
    fields: dict[str, list[dict[str, Any]]] = {}
    for kind in kinds:
        for name, given in kind["properties"].items():
            value = _plain(given)
            if value not in fields.setdefault(name, []):
                fields[name].append(value)
    required = [name for name in fields if all(name in kind.get("required", ()) for kind in kinds)]
    types = sorted({one for value in fields["type"] for one in (value.get("enum") or [value["const"]])})
    properties = {name: values[0] if len(values) == 1 else {"anyOf": values} for name, values in fields.items()}
    return {"type": "object", "properties": properties | {"type": {"enum": types}}, "required": required}


def _plain(schema: Any) -> Any:
    """The schema with strings in place of names of towns, blocks and cards."""
    if isinstance(schema, dict):
        return {"type": "string"} if schema in PLAIN else {key: _plain(value) for key, value in schema.items()}
    return [_plain(each) for each in schema] if isinstance(schema, list) else schema


def _kinds(schema: dict[str, Any], schemas: dict[str, Any]) -> list[dict[str, Any]]:
    """The objects that a union is made of."""
    if "$ref" in schema:
        return _kinds(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    union = schema.get("oneOf") or schema.get("anyOf")
    return [kind for each in union for kind in _kinds(each, schemas)] if union else [schema]


def shape(schema: dict[str, Any], found: list[str], within: str = "") -> str:
    """Returns a schema as a TypeScript type. Names of further ones are added to `found`."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
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
    return {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}.get(
        kinds, "unknown"
    )


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
