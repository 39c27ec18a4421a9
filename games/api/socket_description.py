"""The description of the sockets in AsyncAPI 3: what is sent either way, and the codes by which they are closed.

What HTTP sends as well is not declared again: it is a reference into the OpenAPI description, to a form or to a field
of one.
"""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as drf
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from games import closing
from games.api import serializers
from games.api.acts import cached_serializer
from games.api.endpoint import Endpoint
from games.api.schemas.base import BOOLEAN, COUNT, UUID, array, closed_object, const, either, with_description
from games.api.sockets import LONGEST_ID
from games.shapes import Json, JsonObject, Untyped

OPENAPI = "/api/v1/schema/?format=json"
"""Where the OpenAPI description is, for the references to it."""
GAME, USER = "game", "user"
ANSWERS = ("answer", "following", "problem", "pong")
"""The messages of a game's socket that answer one."""
BODIES: dict[str, type[drf.BaseSerializer[Untyped]]] = {
    "actions": serializers.ActionAct,
    "undo": serializers.Act,
    "restart-turn": serializers.Act,
    "resign": serializers.Resignation,
}
"""Of each act the form that its body has over HTTP."""
CODES = {
    closing.INTERRUPTED: "Something may have been missed, or the site cannot answer just now: open another socket.",
    closing.NOTHING_IS_ACCEPTED: "Bytes were sent, or something to a socket that accepts nothing.",
    closing.NOBODY: "Nobody is logged in, or the session or token has ended or was never one.",
    closing.BANNED: "The person is banned.",
    closing.NO_SUCH_GAME: "There is no such game, or no socket at this address.",
    closing.SUSPENDED: "The person is suspended just now.",
    closing.ANOTHER_SEAT: "Somebody else has the seat.",
    closing.TOO_MANY: "Too many sockets, pings or messages.",
}


def shared(pointer: str) -> JsonObject:
    """A reference to a form of the OpenAPI description, or to a part of it."""
    return {"$ref": f"{OPENAPI}#/components/schemas/{pointer}"}


ID: Json = {
    "description": "Chosen by who asks; the answer repeats it.",
    "oneOf": [
        {"type": "integer", "minimum": 1 - 2**53, "maximum": 2**53 - 1},
        {"type": "string", "maxLength": LONGEST_ID, "pattern": "^[\\x00-\\x7f]*$"},
    ],
}
SIDE = with_description(
    either(shared("Side"), {"type": "null"}), "In a solo game, which side's version it is; null for spectators."
)
ANNOUNCED = {"game": UUID, "version": COUNT, "side": SIDE}
VIEW_AND_NEWS = {"view": shared("View"), "news": shared("News")}


def act(name: str) -> JsonObject:
    """The message of an act: `id`, `act`, and the fields of the body."""
    shape = BODIES[name]
    fields = cached_serializer(shape).fields.items()
    body = {
        f"{field}{'' if rest.required else '?'}": shared(f"{shape.__name__}/properties/{field}")
        for field, rest in fields
    }
    found = closed_object({"id": ID, "act": const(name), **body})
    return (
        found | {"oneOf": [{"required": ["action"]}, {"required": ["actions"]}]}
        if "action" in found["properties"]
        else found
    )


def follow() -> JsonObject:
    """The message that asks for the views of a side from now on."""
    fields: Json = {"id": ID, "act": const("follow")}
    for name, field in cached_serializer(serializers.Following).fields.items():
        whole = {
            "type": "integer",
            "minimum": getattr(field, "min_value", 0),
            "maximum": getattr(field, "max_value", None),
        }
        fields[f"{name}?"] = shared("Side") if name == "side" else with_description(whole, str(field.help_text))
    return closed_object(fields)


def messages() -> dict[str, dict[str, JsonObject]]:
    """Every message by its socket and name: `to` the site and `from` it."""
    ping, pong = closed_object({"ping": const(1)}), closed_object({"pong": const(1)})
    return {
        f"{GAME} to": {**{name: act(name) for name in BODIES}, "follow": follow(), "ping": ping},
        f"{GAME} from": {
            "announcement": closed_object(ANNOUNCED, "The game has changed. Sent on connecting, too."),
            "view": closed_object({**ANNOUNCED, **VIEW_AND_NEWS}, "The same to who follows this side."),
            "wait": closed_object(
                {**ANNOUNCED, "retry-after": COUNT}, "In place of a view, where processor time is used up: ask later."
            ),
            "talk": closed_object(
                {"game": UUID, "talk": {**BOOLEAN, "const": True}}, "There is something to fetch of the players' talk."
            ),
            "answer": closed_object({"id": ID, "answer": shared("ActAnswer")}, "To an act."),
            "following": closed_object(
                {
                    "id": ID,
                    "answer": closed_object({"version": COUNT, "view?": shared("View"), "news?": shared("News")}),
                },
                "To `follow`; without a view where one has it.",
            ),
            "problem": closed_object(
                {"id": nullable_id(), "problem": shared("ProblemDetails")},
                "A refusal; `id` is null if it could not be read.",
            ),
            "pong": pong,
        },
        f"{USER} to": {"ping": ping},
        f"{USER} from": {
            "turns": closed_object(
                {"type": const("turns"), "count": COUNT, "games": array(UUID)},
                "What waits for one. Sent on connecting, too.",
            ),
            "lobby": closed_object({"type": const("lobby")}, "The public lists have changed."),
            "message": closed_object(
                {"type": const("message"), "game": UUID, "unread": COUNT}, "There is something new in a game's talk."
            ),
            "presence": closed_object(
                {"type": const("presence"), "game": UUID}, "The other player has come to the board, or left it."
            ),
            "pong": pong,
        },
    }


def nullable_id() -> JsonObject:
    """The id of a message, or null."""
    return {**ID, "oneOf": [*ID["oneOf"], {"type": "null"}]}


def description(host: str) -> JsonObject:
    """The whole description, of the site at a host."""
    channels: Json = {}
    operations: Json = {}
    components: Json = {}
    addresses = {GAME: "/ws/games/{game}/", USER: "/ws/user/"}
    for key, found in messages().items():
        socket, way = key.split()
        channel = channels.setdefault(socket, {"address": addresses[socket], "messages": {}, "x-closing-codes": CODES})
        names = {}
        for name, payload in found.items():
            full = f"{socket}-{way}-{name}"
            components[full] = {"name": name, "payload": payload}
            channel["messages"][full] = {"$ref": f"#/components/messages/{full}"}
            names[name] = {"$ref": f"#/channels/{socket}/messages/{full}"}
        action = "receive" if way == "to" else "send"
        operations[f"{socket}-{way}"] = {
            "action": action,
            "channel": {"$ref": f"#/channels/{socket}"},
            "messages": [*names.values()],
        }
    answers = [{"$ref": f"#/channels/{GAME}/messages/{GAME}-from-{name}"} for name in ANSWERS]
    operations[f"{GAME}-to"]["reply"] = {"channel": {"$ref": f"#/channels/{GAME}"}, "messages": answers}
    channels[GAME]["parameters"] = {"game": {"description": "The id of the game."}}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Crusader Rex online: sockets",
            "version": "1",
            "description": (
                "Opened by pages of the site, or with a token in the header `Authorization`. Messages are JSON."
            ),
        },
        "defaultContentType": "application/json",
        "servers": {
            "site": {"host": host, "protocol": "wss", "security": [{"$ref": "#/components/securitySchemes/token"}]}
        },
        "channels": channels,
        "operations": operations,
        "components": {"messages": components, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }


class DescriptionOfSockets(Endpoint):
    """The description of the sockets in AsyncAPI 3, as JSON."""

    permission_classes = [AllowAny]
    renderer_classes = [JSONRenderer]

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        """Returns the description."""
        return Response(description(request.get_host()))
