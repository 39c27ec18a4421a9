"""The shapes of JSON and of texts that pass between modules, each named once.

Which names a view, an offer or a fact has depends on its type. `games/api/schemas` describes every one, and tests compare what is sent
with that; so here they are JSON objects.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import TYPE_CHECKING, Any

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
"""A JSON object."""
View = Json
"""A position as one viewer may see it (docs/views.md)."""
FactJson = Json
"""One thing that happened, as told: `type`, and what belongs to it."""
Payload = Json
"""What an event of the record holds: `type`, and what belongs to it (`rules/entries.py`)."""
Entry = Json
"""An entry of the history, as one viewer may read it."""
Message = Json
"""What goes through the channel layer, or a socket: `type`, ids and versions."""

PassedOn = Any
"""Arguments that go on to a library as they came."""
Untyped = Any
"""An object of a library without types: drf-spectacular, allauth, anymail, what stands behind Django's statements and admin views."""
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
