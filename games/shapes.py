"""The shapes of JSON and of texts that pass between modules, each named once.

What is read by name has its names here, or beside who makes it. Which names a view, an offer or a fact has depends on
its type: `games/api/schemas` describes every one, and tests compare what is sent with that; so here those are JSON
objects.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import TYPE_CHECKING, Any, Required, TypedDict

from django.db.models import QuerySet

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise
else:
    StrOrPromise = str

Text = StrOrPromise
"""A text, or one that is translated when it is shown."""

JsonValue = Any
"""A value of JSON. Any: who reads it knows its type by its name."""
Json = dict[str, JsonValue]
"""A JSON object that is read: whoever reads it knows the types of its values by their names."""
JsonObject = dict[str, object]
"""A JSON object that is passed on as it is: to be answered, sent, or written.

Who looks into it has to look at what is there.
"""
ActionJson = TypedDict(
    "ActionJson",
    {
        "type": Required[str],
        "block": str,
        "blocks": list[str],
        "path": list[str],
        "port": str,
        "area": str,
        "from": str,
        "to": str,
        "town": str,
        "card": str,
    },
    total=False,
)
"""An action as JSON (docs/views.md): its type, and those of these fields that it has."""


class FaceJson(TypedDict):
    """A block that lies open: its id and its strength."""

    id: str
    strength: int


class StackJson(TypedDict, total=False):
    """A side's blocks in one area of a town, as a view has them; `hidden` is how many of them lie face-down."""

    side: Required[str]
    area: Required[str]
    blocks: Required[list[FaceJson]]
    count: int
    hidden: int


class Ended(TypedDict, total=False):
    """How a game ended. `winner` is a side, "" or None for neither; `by` a player's name; `why` a key of
    `games.words_time`, or a reviewer's words."""

    how: Required[str]
    winner: str | None
    by: str | None
    why: str


View = Json
"""A position as one viewer may see it (docs/views.md)."""
FactJson = Json
"""One thing that happened, as told: `type`, and what belongs to it."""
Payload = Json
"""What an event of the record holds: `type`, and what belongs to it (`rules/entries.py`)."""
Entry = Json
"""An entry of the history, as one viewer may read it."""
HistoryEntry = TypedDict(
    "HistoryEntry",
    {
        "n": int,
        "at": str,
        "year": int,
        "turn": int,
        "side": str | None,
        "kind": str,
        "undone": bool,
        "events": list[FactJson],
        "by-orders": bool,
        "draws": list[Json],
        "action": Payload,
        "rules-version": str,
    },
    total=False,
)
"""An entry of the history, as one viewer may read it: of the optional names those that it has (docs/views.md)."""


class News(TypedDict):
    """What is new in a history. With `anew` nothing that was known before stands."""

    anew: bool
    entries: list[HistoryEntry]


Message = Json
"""What goes through the channel layer, or a socket: `type`, ids and versions."""

PassedOn = Any
"""Arguments that go on to a library as they came."""
Untyped = Any
"""An object of a library without types: drf-spectacular, allauth, anymail, what stands behind Django's statements and
admin views.
"""
if TYPE_CHECKING:
    Annotated = QuerySet[Any]
else:
    Annotated = QuerySet
"""Rows with annotations, which are attributes that no model declares."""

Scope = MutableMapping[str, Any]
"""An ASGI scope. Any: Channels and Django add to what the specification lists."""
Receive = Callable[[], Awaitable[Json]]
Send = Callable[[Json], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
