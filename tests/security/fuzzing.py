"""Requests that Schemathesis makes from the API's own description, sent as everybody, and judged by it.

Each is sent inside a savepoint that is taken back, so that the next one comes to the same world. A request that is
refused must leave the tables as they were, to the byte.
"""

import hashlib
import json
import re
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import quote, urlsplit

import requests
import schemathesis
import time_machine
from django.apps import apps
from django.core.cache import caches
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode, Response
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.core.failures import FailureGroup
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from games.api import sockets
from games.models import Game, Seat, User
from games.services.lobby import lobby
from games.services.play import play
from games.services.record.state import load_state
from games.services.talk import talk
from games.services.views.view import view_of
from tests.games.helpers import choose, prove_second_factor
from tests.matrix.conftest import block, writes
from tests.security.attacker import end_of_socket
from tests.security.cups import Cups
from tests.security.worlds import Duel, begin, play_on

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
ROLES = ("frank", "saracen", "onlooker", "blocked", "organizer", "staff", "visitor")
MAY_BE_WRITTEN = ("django_session",)
# Schemathesis does not count 413 among the answers to a wrong body, but a text longer than allowed may make one of more
# than a megabyte.
REFUSALS = {"checks": {"negative_data_rejection": {"expected-statuses": ["4xx"]}}}


def _forget_limits() -> None:
    for cache in caches.all():
        cache.clear()


@dataclass
class World:
    """Games and tournaments in every state, and a browser of everybody."""

    duel: Duel
    games: dict[str, Game]
    browsers: dict[str, Client]
    cups: Cups
    random: Random
    digest: str = ""

    @classmethod
    def make(cls, number: int) -> "World":
        random = Random(f"fuzz {number}")
        duel = begin(number)
        play_on(duel, random, random.randint(0, 40), to_a_wall=random.random() < 0.5)
        frank, saracen, onlooker = (duel.people[name] for name in ("frank", "saracen", "onlooker"))
        blocked, organizer, staff = (
            User.objects.create_user(f"{name}{number}") for name in ("blocked", "organizer", "staff")
        )
        block(frank, blocked)
        User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
        staff.refresh_from_db()
        running = Game.objects.get(public_id=duel.game_id)
        private = lobby.create_game(user=frank, side="frank", visibility="private").game
        lobby.join_game(user=saracen, game_id=private.public_id, invitation=private.invitation_token)
        over = lobby.create_game(user=frank, side="frank").game
        lobby.join_game(user=saracen, game_id=over.public_id)
        play.resign(game_id=over.public_id, user=saracen, idempotency_key=uuid.UUID(int=1, version=4))
        games = {
            "running": running,
            "private": private,
            "over": over,
            "open": lobby.create_game(user=frank, side="frank").game,
            "open private": lobby.create_game(user=saracen, visibility="private").game,
            "solo": lobby.create_game(user=frank, solo=True).game,
        }
        talk.post(user=frank, game_id=running.public_id, text="Well met.", key=uuid.UUID(int=2, version=4))
        people = {
            "frank": frank,
            "saracen": saracen,
            "onlooker": onlooker,
            "blocked": blocked,
            "organizer": organizer,
            "staff": staff,
        }
        cups = Cups.make(number, people)
        browsers = {name: Client(raise_request_exception=False) for name in ROLES}
        for name, user in people.items():
            browsers[name].force_login(user)
        prove_second_factor(browsers["staff"], staff)
        return cls(duel, games, browsers, cups, random, contents())

    def fit(self, case: Case, *, body: bool) -> None:
        """Puts what exists into the places of ids, versions and actions: most made-up ones would get no further than to
        a 404 or 409.
        """
        random = self.random
        self.cups.fit(case, random, body=body)
        known = case.path_parameters or {}
        game = random.choice(list(self.games.values()))
        if "game" in known and random.random() < 0.9:
            known["game"] = str(game.public_id)
        if "token" in known and random.random() < 0.5:
            known["token"] = game.invitation_token
        if "number" in known and "tournament" not in known and random.random() < 0.7:
            known["number"] = random.randint(1, 8)
        if body and isinstance(case.body, dict):
            seat = random.choice(list(Seat.objects.filter(game=game).select_related("user")))
            if "version" in case.body and random.random() < 0.6:
                case.body["version"] = seat.version
            if "action" in case.body and random.random() < 0.7:
                case.body["action"] = self._action(seat)
                case.body.pop("actions", None)
            if "invitation" in case.body and random.random() < 0.5:
                case.body["invitation"] = game.invitation_token

    def _action(self, seat: Seat) -> Any:
        """A legal action, or one with a field spoilt."""
        if seat.user is None or not seat.awaited:
            return {"type": "done"}
        view = view_of(
            load_state(Duel(seat.game.public_id, {seat.side: seat.user}, seat.side).access(seat.side)), seat.side
        )
        action = choose(view, self.random)
        if self.random.random() < 0.5:
            action[self.random.choice(list(action))] = self.random.choice([None, 7, "saladin", [], {}, "\x00", "acre"])
        return action


def contents() -> str:
    """A digest of every row of every table but those that any answer may write."""
    digest = hashlib.sha256()
    tables = sorted(
        {model._meta.db_table for model in apps.get_models(include_auto_created=True)} - set(MAY_BE_WRITTEN)
    )
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f'SELECT * FROM "{table}"')
            digest.update(repr((table, sorted(map(repr, cursor.fetchall())))).encode())
    return digest.hexdigest()


@dataclass
class Result:
    """What a run came to."""

    cases: int = 0
    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    breaches: dict[str, str] = field(default_factory=dict)

    def breach(self, what: str, case: str) -> None:
        self.breaches.setdefault(what, case)


def description() -> Any:
    """The API's description as it is served."""
    found = json.loads(json.dumps(SchemaGenerator().get_schema(request=None, public=True), default=str))
    # Each request comes with the session of a role; what becomes of requests without one, the role of the visitor
    # tells.
    for methods in found["paths"].values():
        for operation in methods.values():
            operation.pop("security", None)
    return schemathesis.openapi.from_dict(found, config=SchemathesisConfig.from_dict(REFUSALS))


def operations() -> list[Any]:
    return [found.ok() for found in description().get_all_operations()]


@contextmanager
def _taken_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def run(number: int, cases: int, result: Result, ending: str = "") -> Result:
    """Sends about so many requests to one world, all operations alike, or those alone whose address ends so."""
    with _taken_back():
        world = World.make(number)
        found = [operation for operation in operations() if operation.path.endswith(ending)]
        each = max(1, round(cases / len(found) / 2))
        for operation in found:
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                _try(world, operation, mode, each, number, result)
    return result


def _try(world: World, operation: Any, mode: GenerationMode, times: int, number: int, result: Result) -> None:
    strategy = operation.as_strategy(generation_mode=mode)

    @seed(number)
    @settings(
        max_examples=times,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def one(case: Case) -> None:
        # A body that is wrong is to be refused, as long as nothing right was put into it.
        wrong = (
            case.meta is not None and case.meta.is_negative_at(ParameterLocation.BODY) and world.random.random() < 0.5
        )
        world.fit(case, body=not wrong)
        _send(world, case, world.random.choice(ROLES), [*CHECKS, negative_data_rejection] if wrong else CHECKS, result)

    with suppress(Unsatisfiable):  # nothing about this operation can be wrong
        one()


def _send_by_socket(
    world: World, role: str, path: str, body: bytes, by_http: tuple[int, bytes], result: Result
) -> None:
    """The same act as a message of the game's socket: it is to be answered alike.

    Then the message spoilt, which is to be refused.
    """
    found = re.fullmatch(r"/api/v1/games/([0-9a-f-]{36})/(actions|undo|restart-turn|resign)/", path)
    try:
        data, game_id = json.loads(body), uuid.UUID(found[1] if found else "")
    except ValueError:
        return
    if found is None or not isinstance(data, dict) or {"id", "act"} & data.keys():
        return
    person = (
        world.duel.people.get(role) or User.objects.filter(username__startswith=role).last()
        if role != "visitor"
        else None
    )
    asker = end_of_socket(world.browsers[role], person, game_id)
    what = f"{role} socket {found[2]} {body[:300]!r}"
    with _taken_back():
        reply = sockets.answer(asker, json.dumps({"id": 7, "act": found[2], **data}))
    result.statuses[f"socket {found[2]}", reply.status] += 1
    told = json.loads(reply.text)
    answered = told.get("answer", told.get("problem"))
    if (reply.status, answered, told["id"]) != (by_http[0], json.loads(by_http[1]), 7):
        result.breach(f"socket {found[2]}: {reply.status} is not what HTTP answers ({by_http[0]})", what)
    text = spoilt(json.dumps({"id": 7, "act": found[2], **data}), world.random)
    with _taken_back(), writes() as written:
        reply = sockets.answer(asker, text)
        if reply.status >= 400 and written and contents() != world.digest:
            result.breach(f"socket: refused with {reply.status}, but something was changed", text[:300])
    result.statuses["socket spoilt", reply.status] += 1
    if reply.status >= 500 or (reply.status >= 400 and not json.loads(reply.text)["problem"].get("code")):
        result.breach(f"socket: a spoilt message is answered with {reply.status}", text[:300])


def spoilt(text: str, random: Random) -> str:
    """A message with something wrong about it: cut off, a sign more or less, nested, or a name or value exchanged."""
    place = random.randrange(len(text))
    sign = random.choice(['"', "{", "]", ",", "\\ud800", "\x00", "é", "9" * 40, "null", "NaN", "-"])
    return random.choice(
        [
            text[:place],
            text[:place] + sign + text[place:],
            text[:place] + text[place + 1 :],
            f"[{text}]",
            "[" * 50 + text,
            text.replace('"act"', '"Act"'),
            text.replace('"id": 7', random.choice(['"id": 1e400', '"id": {}', '"id": "\\ud800"', '"id": [7]'])),
            text.replace(":", random.choice([": null, ", ":[", ": true,"]), 1),
        ]
    )


def _send(world: World, case: Case, role: str, checks: list[Any], result: Result) -> None:
    try:
        asked = requests.Request(**case.as_transport_kwargs(base_url="http://testserver")).prepare()
    except (requests.RequestException, ValueError, UnicodeError):
        return  # what no client can put on a wire
    if result.cases % 50 == 0:
        _forget_limits()  # the limits of requests are tested by themselves
    result.cases += 1
    # Headers that a browser adds, a made-up session of the case's own aside.
    given = {
        name: value
        for name, value in asked.headers.items()
        if name.lower() not in ("content-length", "cookie", "host", "accept-encoding")
    }
    kind = given.pop("Content-Type", "application/octet-stream")
    body = asked.body.encode() if isinstance(asked.body, str) else asked.body or b""
    parts = urlsplit(str(asked.url))
    browser = world.browsers[role]
    path = quote(parts.path, safe="/%:@!$&'()*+,;=~-._") + (f"?{parts.query}" if parts.query else "")
    what = f"{role} {asked.method} {path} {body[:300]!r}"
    moment = timezone.now()
    with _taken_back(), writes() as written, time_machine.travel(moment, tick=False):
        answer = browser.generic(str(asked.method), path, body, kind, headers=given)
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        if answer.status_code >= 400 and written and contents() != world.digest:
            result.breach(f"{case.operation.label}: refused with {answer.status_code}, but something was changed", what)
    result.statuses[case.operation.label, answer.status_code] += 1
    if asked.method == "POST" and kind == "application/json":
        with time_machine.travel(moment, tick=False):
            _send_by_socket(world, role, parts.path, body, (answer.status_code, content), result)
    headers = {name.lower(): [value] for name, value in answer.headers.items()}
    response = Response(answer.status_code, headers, content, asked, 0.01, False)
    if answer.status_code >= 400 and headers["content-type"] != ["application/problem+json"]:
        result.breach(f"{case.operation.label}: {answer.status_code} is no problem document", what)
    try:
        case.validate_response(response, checks=checks)
    except FailureGroup as group:
        for failure in group.exceptions:
            result.breach(
                f"{case.operation.label}: {answer.status_code} {type(failure).__name__} {_short(failure)}", what
            )


def _short(failure: Any) -> str:
    return " ".join(str(failure).split())[:400]
