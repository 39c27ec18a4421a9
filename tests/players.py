"""People who play whole games against processes of a site, by the API and its sockets, as programs do.

What gets no answer they send again under its key, at the next process, as pages do. What they were answered is kept.
"""

import contextlib
import http.client
import itertools
import json
import time
import uuid
from collections.abc import Sequence
from random import Random
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from rules.selfplay import ENDS_EARLY, WEIGHTS
from tests.games.helpers import choose

Json = dict[str, Any]
PATIENCE = 120.0
"""Seconds until somebody who gets no answer gives up."""
ANSWER = 10.0
"""Seconds until the same is asked of another process."""
TROUBLE = (OSError, http.client.HTTPException, WebSocketException, TimeoutError, EOFError, ValueError)
AWAY = (429, 503)
"""Answers that ask to send the same again."""


def choose_with_purpose(view: Json, random: Random) -> Json:
    """A legal action: first its type, as `rules.selfplay` weighs them, seldom the end of a step that could go on."""
    types = sorted({offer["type"] for offer in view["actions"]})
    if "done" in types and len(types) > 1:
        steps = (("retreat", "leave-siege"), ("regroup", "regroup"), ("place", "seats"))
        step = next((step for name, step in steps if name in types), "")
        if random.random() < ENDS_EARLY.get(step, 0.03):
            return {"type": "done"}
        types.remove("done")
    kind = random.choices(types, [WEIGHTS.get(name, 2.0) for name in types])[0]
    return choose({"actions": [offer for offer in view["actions"] if offer["type"] == kind]}, random)


class Person:
    """Somebody with a token; asks the web processes in turn, and follows a game by a socket."""

    def __init__(self, ports: Sequence[int], token: str) -> None:
        self.ports = itertools.cycle(ports)
        self.headers = {"Authorization": f"Bearer {token}"}
        self.view: Json = {}
        self.told = 0
        """How many views came that were no answers."""
        self._socket: ClientConnection | None = None
        self._opened = contextlib.ExitStack()

    def ask_once(self, port: int, path: str, body: Json | None = None) -> tuple[int, Json]:
        """One request to one process. Raises one of `TROUBLE`."""
        server = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER)
        with contextlib.closing(server):
            data = None if body is None else json.dumps(body)
            headers = self.headers | {"Content-Type": "application/json"}
            server.request("GET" if data is None else "POST", f"/api/v1/{path}", data, headers)
            response = server.getresponse()
            return response.status, json.loads(response.read() or b"{}")

    def ask(self, path: str, body: Json | None = None) -> tuple[int, Json]:
        """The answer, of whichever process gives one. Only a site that is away for the moment may give none."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with contextlib.suppress(*TROUBLE):
                status, answer = self.ask_once(next(self.ports), path, body)
                if status not in AWAY:
                    assert status < 500, f"{path}: {status} {answer}"
                    return status, answer
            time.sleep(0.1)
        raise AssertionError(f"{path}: no answer in {PATIENCE:.0f} seconds")

    # --- sockets

    def socket_of(self, game: str) -> ClientConnection:
        """The open socket, which follows the game. Raises one of `TROUBLE`."""
        if self._socket is None:
            address = f"ws://127.0.0.1:{next(self.ports)}/ws/games/{game}/"
            opening = connect(address, additional_headers=self.headers, max_size=None, proxy=None)
            self._socket = self._opened.enter_context(opening)
            self.see(self.say("follow", {})["view"])
        return self._socket

    def say(self, act: str, body: Json) -> Json:
        """The answer by the open socket, a problem too. Raises one of `TROUBLE`."""
        assert self._socket is not None
        number, end = uuid.uuid4().hex, time.monotonic() + ANSWER
        self._socket.send(json.dumps({"id": number, "act": act, **body}))
        while True:
            heard = json.loads(self._socket.recv(timeout=max(0.0, end - time.monotonic())))
            if heard.get("id") == number:
                answer: Json = heard.get("answer") or heard["problem"]
                return answer
            self._hear(heard)

    def listen(self, game: str, seconds: float) -> None:
        """Takes what comes within so many seconds, at once if something is there. Raises one of `TROUBLE`."""
        self._hear(json.loads(self.socket_of(game).recv(timeout=seconds)))

    def _hear(self, message: Json) -> None:
        if "view" in message:
            self.told += 1
            self.see(message["view"])

    def see(self, view: Json) -> None:
        if not self.view or view["version"] >= self.view["version"]:
            self.view = view

    def close(self) -> None:
        self._socket = None
        with contextlib.suppress(*TROUBLE):
            self._opened.close()


class Table:
    """A game of two people."""

    def __init__(self, people: Sequence[Person], random: Random, **options: str) -> None:
        """`options` are those of the new game."""
        self.people, self.random, self.options = people, random, options
        self.game = ""
        self.acknowledged: list[str] = []
        """The keys of acts that were answered as done."""
        self.by_socket = 0
        """How many of these were answered by a socket."""

    def begin(self) -> None:
        frank, saracen = self.people
        asked = {"side": "frank", "visibility": "private", "key": str(uuid.uuid4()), **self.options}
        status, made = frank.ask("games/", asked)
        assert status == 201, made
        self.game = made["id"]
        joining = {"invitation": made["invitation"], "key": str(uuid.uuid4())}
        status, joined = saracen.ask(f"games/{self.game}/join/", joining)
        assert status == 200, joined
        self._look()
        for person in self.people:
            with contextlib.suppress(*TROUBLE):
                person.socket_of(self.game)

    def _look(self) -> None:
        for person in self.people:
            person.view = {}
            person.see(person.ask(f"games/{self.game}/view/")[1])

    @property
    def over(self) -> bool:
        return all(person.view["status"] == "over" for person in self.people)

    def decide(self) -> None:
        """Takes one decision of whoever is awaited."""
        end = time.monotonic() + PATIENCE
        while not (awaited := [one for one in self.people if one.view["you"] in one.view["awaited"]]):
            assert time.monotonic() < end, f"{self.game}: nobody is awaited, and it is not over"
            self._hear_of_the_other()
        person = self.random.choice(awaited)
        action = choose_with_purpose(person.view, self.random)
        body = {"action": action, "version": person.view["version"], "key": str(uuid.uuid4())}
        try:
            person.socket_of(self.game)
            answer = person.say("actions", body)
            by_socket = answer.get("status") not in AWAY
        except TROUBLE:
            person.close()
            by_socket = False
        if not by_socket:
            _, answer = person.ask(f"games/{self.game}/actions/", body)
        if "code" in answer:
            # The other one was first, or it is a view from before the trouble.
            assert answer["code"] in ("stale-version", "not-awaited"), f"{action}: {answer}"
            self._look()
            return
        self.acknowledged.append(body["key"])
        self.by_socket += by_socket
        person.see(answer["view"])

    def _hear_of_the_other(self) -> None:
        """Waits for a view that comes by itself; whoever lost their socket looks."""
        for person in self.people:
            try:
                person.listen(self.game, 0.5)
            except TimeoutError:
                continue
            except TROUBLE:
                person.close()
                person.see(person.ask(f"games/{self.game}/view/")[1])

    def close(self) -> None:
        for person in self.people:
            person.close()
