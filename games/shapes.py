"""The shapes of JSON and of texts that pass between modules, each named once.

What is read by name has its names here, or beside who makes it. Which names a fact or an offer has depends on its type:
`games/api/schemas` describes every one, and tests compare what is sent with that.
"""

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
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
"""A JSON object that is read: its reader knows the types of its values by their names."""
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


class FaceJson(TypedDict, total=False):
    """A block that lies open: its id and its strength, and whether it storms or sallies."""

    id: Required[str]
    strength: Required[int]
    storming: bool
    sallying: bool


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


FactJson = TypedDict(
    "FactJson",
    {
        "type": Required[str],
        "amount": int,
        "area": str,
        "attack": bool,
        "attacker": str,
        "besieged": str,
        "besieger": str,
        "block": str,
        "blocks": Any,
        "box": str,
        "by": str | None,
        "card": str,
        "cards": list[str],
        "castle": int,
        "charge": bool,
        "cost": int,
        "count": int,
        "defender": str,
        "dice": list[int],
        "die": int,
        "field": int,
        "firepower": int,
        "forced": bool,
        "frank": str | list[int],
        "from": str,
        "harry": bool,
        "hits": int,
        "how": str,
        "kind": str,
        "holder": str,
        "loser": str,
        "losses": int,
        "lost": bool,
        "moves": int,
        "path": list[str],
        "permanent": bool,
        "reason": str,
        "reported": bool,
        "road": str,
        "rolled": bool,
        "round": int,
        "saracen": str | list[int],
        "score": dict[str, int],
        "side": str,
        "siege": bool,
        "since": str,
        "sixes": int,
        "start": str,
        "strength": int,
        "text": str | None,
        "to": str,
        "town": str,
        "towns": dict[str, int],
        "turn": int,
        "until": str,
        "version": str,
        "winner": str | None,
        "winter": bool,
        "year": int,
    },
    total=False,
)
"""One thing that happened, as told: its type, and those of these fields that belong to it (docs/views.md).

`blocks` are faces, ids, or ids by towns, as its type says. `side` is None where a game played alone was created.
"""

RecordedFact = Mapping[str, object]
"""A fact as an event of the record holds it: `type`, and what belongs to it.

The site's facts have the fields of a `FactJson`, those of the rules have them in `data`, with who may see each.
"""


class TownJson(TypedDict):
    """A town as a viewer sees it: who holds it, and the blocks in its areas."""

    control: str
    stacks: list[StackJson]


BattleJson = TypedDict(
    "BattleJson",
    {
        "town": str,
        "rating": int,
        "round": int,
        "attacker": str,
        "defender": str,
        "castle-of": str | None,
        "step": str,
        "storm": bool,
        "order": list[Json],
        "to-act": list[str],
        "half-hit": str | None,
        "hits": Json | None,
        "jihad": str | None,
        "retreats": dict[str, dict[str, int]],
    },
)
"""The battle that is being fought."""


class PromptJson(TypedDict, total=False):
    """What is asked: its key and parameters, the rule's number, whether the viewer answers, and the sentence."""

    key: Required[str]
    params: JsonObject
    rule: str
    mine: bool
    text: str


View = TypedDict(
    "View",
    {
        "ruleset": JsonObject,
        "year": int,
        "turn": int,
        "phase": str,
        "step": str,
        "awaited": list[str],
        "you": str | None,
        "first": str | None,
        "active": str | None,
        "prompt": PromptJson,
        "map": dict[str, TownJson],
        "sieges": dict[str, dict[str, str | bool]],
        "hunger": dict[str, int],
        "arrivals": list[JsonObject],
        "battle": BattleJson | None,
        "battles": list[str],
        "hand": list[str] | None,
        "cards": dict[str, JsonObject],
        "jihad": str | None,
        "winter-campaign": str | None,
        "cities": dict[str, str],
        "score": dict[str, int],
        "moves-left": int | None,
        "pools": dict[str, JsonObject],
        "staging": dict[str, list[str]],
        "assassins": str,
        "drawn": str | None,
        "result": Ended | None,
        "prospects": JsonObject | None,
        "actions": list[JsonObject],
        "game": str,
        "n": int,
        "version": int,
        "status": str,
        "solo": bool,
        "players": dict[str, str | None],
        "time": JsonObject | None,
        "can-undo": bool,
        "can-restart": bool,
        "said": str,
        "news": "News",
    },
    total=False,
)
"""A position as one viewer may see it (docs/views.md).

The rules make the names up to `actions`, the record adds the others; `n` is that of a moment of a replay, `news` what
a reader asked for besides.
"""
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
