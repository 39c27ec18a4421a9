"""Our code uses of libraries what they offer, and none of the names they keep to themselves."""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("crusader_site", "games", "frontend", "rules", "opponent", "script")
LIBRARIES = {
    "django",
    "rest_framework",
    "channels",
    "channels_redis",
    "redis",
    "celery",
    "kombu",
    "psycopg",
    "whitenoise",
}
"""Whose private members none of our classes may override. allauth's documentation has adapters and backends override
some.
"""
DOCUMENTED = {"_meta", "_default_manager", "_base_manager", "_replace", "_asdict", "_fields"}
"""Of Django's models and Python's named tuples: their documentation has them, underscore and all."""
OF_ALLAUTH = {"_check_password"}
"""A backend of its kind cannot do without: `games.people.backend` says why there is one."""
INWARD = {
    "django.core.handlers.asgi.get_script_prefix",
    "django.db.models.query.ModelIterable",
    "django.db.models.sql.UpdateQuery",
    "channels_redis.pubsub.RedisSingleShardConnection",
    "channels_redis.pubsub.RedisPubSubLoopLayer",
}
"""Names without an underscore that no documentation has, and that we used before."""


def sources() -> list[Path]:
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py") if "migrations" not in path.parts]
    assert len(found) > 300
    return found


def private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name != "_"


def own_names(trees: dict[Path, ast.Module]) -> set[str]:
    """Private names that our own code gives something: functions, classes, variables, attributes of `self`."""
    found = set()
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                found.add(node.name)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and _is_self(node.value):
                found.add(node.attr)
    return {name for name in found if private(name)}


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("self", "cls", "new")


def breaches(tree: ast.Module, own: set[str]) -> Iterator[tuple[int, str]]:
    """Where a module uses a private name of others: by a dot, by an import, by its name as a text."""
    allowed = own | DOCUMENTED | OF_ALLAUTH
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and private(node.attr) and node.attr not in allowed:
            yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.ImportFrom):
            ours = bool(node.level) or (node.module or "").partition(".")[0] in FOLDERS
            for alias in node.names:
                path = f"{node.module}.{alias.name}"
                if path in INWARD or (
                    any(private(part) for part in path.split(".")) and not (ours and alias.name in own)
                ):
                    yield node.lineno, path
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if any(private(part) for part in alias.name.split(".")):
                    yield node.lineno, alias.name
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("getattr", "setattr", "hasattr")
        ):
            name = node.args[1] if len(node.args) > 1 else None
            if isinstance(name, ast.Constant) and private(str(name.value)) and str(name.value) not in allowed:
                yield node.lineno, f"{node.func.id} {name.value}"


def overridden(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    """The private members of each class: its line, its name, theirs."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            for part in node.body:
                names = [part.name] if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) else []
                names += [target.id for target in getattr(part, "targets", []) if isinstance(target, ast.Name)]
                for name in filter(private, names):
                    yield node.lineno, node.name, name


def test_no_private_name_of_a_library_is_used() -> None:
    trees = {path: ast.parse(path.read_text("utf-8")) for path in sources()}
    own = own_names(trees)
    found = [
        f"{path.relative_to(ROOT)}:{line}: {what}" for path, tree in trees.items() for line, what in breaches(tree, own)
    ]
    assert found == []


@pytest.mark.django_db
def test_no_private_member_of_a_library_is_overridden() -> None:
    """A class of ours whose `_name` a base from elsewhere has as well takes its place, and nobody says when it goes."""
    found = []
    for path in sources():
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        members = list(overridden(ast.parse(path.read_text("utf-8"))))
        if not members or path.name == "__main__.py" or "benches" in path.parts:
            continue
        loaded = importlib.import_module(module)
        for _line, name, member in members:
            for base in getattr(getattr(loaded, name, None), "__mro__", ())[1:]:
                if base.__module__.partition(".")[0] in LIBRARIES and member in vars(base):
                    found.append(f"{module}.{name}.{member} is {base.__module__}.{base.__name__}'s")
    assert found == []


@pytest.mark.parametrize(
    "code",
    [
        "from channels_redis.utils import _wrap_close",
        "from django.utils._os import safe_join",
        "from django.core.handlers.asgi import get_script_prefix",
        "import redis._parsers",
        "layer._shards",
        "response._handler_class = 1",
        "getattr(layer, '_get_layer')",
    ],
)
def test_what_is_private_is_found(code: str) -> None:
    assert list(breaches(ast.parse(code), own=set()))


@pytest.mark.parametrize(
    "code",
    [
        "from django.utils.translation import gettext as _",
        "Game._meta",
        "self._own",
        "pair._replace(a=1)",
        "x.__dict__",
    ],
)
def test_what_is_public_or_our_own_is_not(code: str) -> None:
    assert list(breaches(ast.parse(code), own={"_own"})) == []
