"""The kinds of alerts, one class each: what it says, where it leads, until when, and whether it is still due.

A new one is a class in a module of this folder, which needs no registration; `tests/games/alerts/every_mail.py` gets a
row of it. A class that does not answer everything stops the start of the site.
"""

import inspect
from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from games.models import Notice
from games.services.alerts.kinds.base import Alert, Kind
from games.shapes import Text


class Incomplete(TypeError):
    """A kind of alert does not answer everything, or two kinds claim the same rows."""


def _found() -> Iterator[type[Alert]]:
    """Yields the classes of this folder's modules, in their order.

    Names with a line before them are bases of others.
    """
    for module in sorted(found.name for found in iter_modules(__path__)):
        if module != "base":
            here = import_module(f"{__name__}.{module}")
            for name, one in vars(here).items():
                if (
                    inspect.isclass(one)
                    and issubclass(one, Alert)
                    and one.__module__ == here.__name__
                    and not name.startswith("_")
                ):
                    yield one


def check(*classes: type[Alert]) -> tuple[type[Alert], ...]:
    """Returns these classes if each answers everything and their rows can be told apart. Raises Incomplete."""
    claimed = set()
    for one in classes:
        missing = [*one.__abstractmethods__, *(name for name in ("kind", "name") if not hasattr(one, name))]
        if missing:
            raise Incomplete(f"{one.__name__} does not say: {', '.join(sorted(missing))}.")
        try:
            one()
        except TypeError as error:
            raise Incomplete(
                f"{one.__name__} has fields without a default, which rows of older versions lack: {error}"
            ) from error
        for value in one.values or ("",):
            if (one.kind, one.mark, value) in claimed:
                raise Incomplete(
                    f"Rows of {one.__name__} are those of another class as well: {one.kind} {one.mark} {value}."
                )
            claimed.add((one.kind, one.mark, value))
    bare = set(Kind) - {one.kind for one in classes if not one.mark}
    if bare:
        raise Incomplete(f"No class reads all other rows of these kinds: {', '.join(sorted(bare))}.")
    return classes


ALL = check(*_found())
"""Every kind of alert."""
BY_KIND: dict[str, list[type[Alert]]] = {
    kind: sorted((one for one in ALL if one.kind == kind), key=lambda one: not one.mark) for kind in Kind
}
"""The classes of a kind, those that know their rows by a mark before the one that reads all others."""


def read(notice: Notice) -> Alert:
    """Returns the alert of a row."""
    found = next(one for one in BY_KIND[notice.kind] if one.knows(notice.data))
    return found.read(notice.data)


def name_of(kind: str) -> Text:
    """The name of a kind in settings and lists."""
    return BY_KIND[kind][-1].name


def wishes_of(kind: str) -> tuple[Kind, ...]:
    """The wishes of the settings by which alerts of this kind are sent."""
    return BY_KIND[kind][-1]().wishes


def kinds_that(answer: str) -> tuple[Kind, ...]:
    """Returns the kinds all of whose classes have this attribute set: `waits`, `lasts` or `reminds`."""
    return tuple(kind for kind in Kind if all(getattr(one, answer) for one in BY_KIND[kind]))


WAITING = kinds_that("waits")
"""What is due only while the game waits for this person."""
REMINDERS = kinds_that("reminds")
"""What is held back while the clocks stand still."""
WHILE_IT_LASTS = kinds_that("lasts")
"""What is dropped when the game ends."""
WISHES = tuple(kind for kind in Kind if kind in wishes_of(kind))
"""The kinds that can be wished for, in the order of the settings."""
ASKED_FOR = kinds_that("asked_for")
"""The kinds that those alone get who have asked for them."""
