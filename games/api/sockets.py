"""The messages of pages on a game's socket and their answers: acts, with the API's limits and refusals, and views.

Nothing here is asynchronous: `games.consumers` calls it in threads. Who is at the other end, and whether their session
still holds, is looked up for each message, as for each request of HTTP.
"""

import json
import logging
import time
from io import BytesIO

from django.http import HttpRequest, HttpResponse
from django.urls import get_resolver
from rest_framework.exceptions import NotAuthenticated, ParseError, Throttled, ValidationError
from rest_framework.request import Request

from games import budget
from games.access import find_game
from games.api import serializers
from games.api.acts import ACTS, read
from games.api.json_bodies import BodyTooLarge, FastJSONRenderer, StrictJSONParser
from games.api.problems import as_problem
from games.api.pushes import shared_views
from games.api.socket_users import Reply, SocketUser
from games.errors import TokenReadsOnly
from games.limits import PersonThrottle, VisitorThrottle
from games.models import User
from games.shapes import Json, JsonObject

logger = logging.getLogger("crusader_site.requests")
parser, renderer = StrictJSONParser(), FastJSONRenderer()
LONGEST_ID = 64
TOO_MANY_REQUESTS = 429


def answer(socket_user: SocketUser, text: str) -> Reply:
    """Returns the answer to a message: `{"id", "answer"}` or `{"id", "problem"}`.

    Raises SessionEnded or Banned, before the message is read; every other error becomes a problem.
    """
    with socket_user.reading() as request:
        begun, message = time.perf_counter(), _Message()
        try:
            reply = _carry_out(socket_user, request, text, message)
        except Exception as error:
            status, problem = _problem(request, error)
            reply = Reply(_json({"id": message.id, "problem": problem}), status)
        if logger.isEnabledFor(logging.INFO):
            spent = round((time.perf_counter() - begun) * 1000, 1)
            route, game = f"/ws/games/<uuid:game_id>/ {message.act}", str(socket_user.game_id)
            fields = {
                "method": "socket",
                "status": reply.status,
                "ms": spent,
                "route": route,
                "game": game,
                "user": request.user.pk,
            }
            logger.info("request", extra=fields)
    return reply._replace(act=message.act)


class _Message:
    """The parsed part of a socket message, for its error answers."""

    id: int | str | None = None
    act = "none"


def _carry_out(socket_user: SocketUser, request: HttpRequest, text: str, message: _Message) -> Reply:
    """Performs the act of a message. Raises what HTTP would answer as a problem."""
    refusal = _too_much(request)
    try:
        data = _read_object(text)
        message.id = number = _id_of(data)
    except (ParseError, BodyTooLarge, ValidationError) as error:
        raise refusal or error from error
    if refusal is not None:
        raise refusal
    act = data.pop("act", None)
    if act == "follow":
        message.act = act
        return _follow(socket_user, request, data, number)
    if not isinstance(act, str) or act not in ACTS:
        raise ValidationError({"act": [f"This is not known here. Known are: {', '.join((*ACTS, 'follow'))}."]})
    message.act = act
    if not isinstance(request.user, User):
        raise NotAuthenticated
    if socket_user.may_only_read:
        raise TokenReadsOnly
    found = ACTS[act](request.user, socket_user.game_id, data)
    return Reply(_json({"id": number, "answer": found}), side=found["view"]["you"], version=found["view"]["version"])


def _too_much(request: HttpRequest) -> Exception | None:
    """Returns the refusal of a message beyond the limits of requests or of their cost.

    Counts it like an HTTP request.
    """
    wait = budget.wait_for(request)
    if wait:
        return _UsedUp(budget.refusal(request, wait))
    throttle = PersonThrottle() if isinstance(request.user, User) else VisitorThrottle()
    asked = Request(request)
    asked.user = request.user
    return None if throttle.allow_request(asked, None) else Throttled(throttle.wait())


def _read_object(text: str) -> Json:
    """Reads a message. Raises ParseError if it is no JSON object."""
    data = parser.parse(BytesIO(text.encode("utf-8", "surrogatepass")))
    if not isinstance(data, dict):
        raise ParseError("A message is an object.")
    return data


def _id_of(data: JsonObject) -> int | str:
    """Removes the id of a message and returns it. Raises ValidationError."""
    number = data.pop("id", None)
    if isinstance(number, int) and not isinstance(number, bool) and abs(number) < 2**53:
        return number
    if isinstance(number, str) and number.isascii() and len(number) <= LONGEST_ID:
        return number
    raise ValidationError(
        {"id": [f"Give a number or a string of at most {LONGEST_ID} ASCII characters, which the answer repeats."]}
    )


def _follow(socket_user: SocketUser, request: HttpRequest, data: object, number: int | str) -> Reply:
    """Answers the act `follow`: from now on the socket gets the views of a side."""
    body = read(serializers.Following, data)
    access = find_game(user=request.user, game_id=socket_user.game_id)
    viewer = access.viewer(body.get("side"))
    version = access.version(viewer)
    found: Json = {"version": version}
    if body.get("have") != version:
        message = shared_views.make(access, viewer, body["since"])
        found |= {"version": message["version"], "news": message["news"], "view": message["view"]}
        version = message["version"]
    return Reply(_json({"id": number, "answer": found}), side=viewer, version=version, follows=True)


class _UsedUp(Exception):
    def __init__(self, response: HttpResponse) -> None:
        super().__init__()
        self.response = response


def _problem(request: HttpRequest, error: Exception) -> tuple[int, JsonObject]:
    """The problem details that HTTP would answer. Errors of the site's own are logged and answered as a 500."""
    if isinstance(error, _UsedUp):
        response: HttpResponse = error.response
        return response.status_code, json.loads(response.content)
    known = as_problem(error, {"request": request})
    if known is not None:
        return known.status_code, known.data
    logging.getLogger("django.request").error("A message at a socket failed.", exc_info=error)
    response = get_resolver().resolve_error_handler(500)(request)
    return response.status_code, json.loads(response.content)


def _json(data: object) -> str:
    return str(renderer.render(data), "utf-8")
