"""Players as the API sees them, and ways to choose among offers."""

import secrets
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from channels.testing import WebsocketCommunicator
from django.db import connection, transaction
from django.test import Client

from games import triggers
from games.models import Game, User
from games.people.second_factor import SESSION_KEY
from rules.position import Position

Json = dict[str, Any]

BALIAN_TO_ASCALON: Json = {"type": "place", "block": "balian", "town": "ascalon"}
BOHEMOND_TO_LATAKIA: Json = {"type": "place", "block": "bohemond", "town": "latakia"}
DONE: Json = {"type": "done"}


class Player:
    """A person with a browser. Methods return the answer; `ok` ones its JSON, after seeing that it succeeded."""

    def __init__(self, user: User | None) -> None:
        self.user = user
        self.client = Client()
        if user is not None:
            self.client.force_login(user)

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(f"/api/v1/{path}", query)

    def post(self, path: str, body: Any = None) -> Any:
        return self.client.post(f"/api/v1/{path}", {} if body is None else body, content_type="application/json")

    def view(self, game: Game, **query: Any) -> Json:
        return ok(self.get(f"games/{game.public_id}/view/", **query))

    def history(self, game: Game, **query: Any) -> list[Json]:
        return list(ok(self.get(f"games/{game.public_id}/history/", limit=200, **query))["results"])

    def act(self, game: Game, action: Json, *, version: int | None = None, key: str | None = None, **more: Any) -> Any:
        return self._send(game, "actions", version, key, action=action, **more)

    def act_together(
        self, game: Game, actions: list[Json], *, version: int | None = None, key: str | None = None, **more: Any
    ) -> Any:
        return self._send(game, "actions", version, key, actions=actions, **more)

    def undo(self, game: Game, *, version: int | None = None, key: str | None = None, **more: Any) -> Any:
        return self._send(game, "undo", version, key, **more)

    def restart_turn(self, game: Game, *, version: int | None = None, key: str | None = None, **more: Any) -> Any:
        return self._send(game, "restart-turn", version, key, **more)

    def resign(self, game: Game, *, key: str | None = None, **more: Any) -> Any:
        return self.post(f"games/{game.public_id}/resign/", {"key": key or new_key(), **more})

    def _send(self, game: Game, verb: str, version: int | None, key: str | None, **body: Any) -> Any:
        if version is None:
            query = {"side": body["side"]} if "side" in body else {}
            version = self.view(game, **query)["version"]
        return self.post(f"games/{game.public_id}/{verb}/", {"version": version, "key": key or new_key(), **body})


def part_of(player: Player) -> Json:
    """A part of the dice of the player's next game, as a browser makes it: after the site has committed itself."""
    return {"dice": ok(player.post("dice/"))["dice"], "randomness": secrets.token_hex(16)}


def ok(response: Any) -> Any:
    assert response.status_code in (200, 201), response.content
    return response.json()


def problem(response: Any, status: int, code: str) -> Json:
    """The problem details of a refused request."""
    assert (response.status_code, response.json().get("code")) == (status, code), response.content
    assert response["Content-Type"] == "application/problem+json"
    answer: Json = response.json()
    assert answer["status"] == status
    assert answer["detail"]
    return answer


def prove_second_factor(client: Client, user: User) -> None:
    """Gives somebody who is logged in a second factor, as if just used: staff get into the admin with it."""
    TOTP.activate(user, generate_totp_secret())
    session = client.session
    session[SESSION_KEY] = user.pk
    session.save()


def new_key() -> str:
    return str(uuid.uuid4())


def choose(view: Json, random: Random, *, seldom: tuple[str, ...] = ()) -> Json:
    """A legal action of the view, by lot. Types in `seldom` are taken one time in ten when there is anything else."""
    offers = view["actions"]
    others = [offer for offer in offers if offer["type"] not in seldom]
    offer = random.choice(others if others and random.random() < 0.9 else offers)
    return {name: _settle(value, random) for name, value in offer.items() if name != "about"}


def _settle(value: Any, random: Random) -> Any:
    if isinstance(value, dict) and "any" in value:
        return random.choice(value["any"])
    if isinstance(value, dict) and "some" in value:
        return random.sample(value["some"], random.randint(value["least"], value["most"]))
    return value


def offered(view: Json, type_: str) -> bool:
    return any(offer["type"] == type_ for offer in view["actions"])


def first(view: Json, type_: str) -> Json:
    """An action of this type, always the same one."""
    offers = [offer for offer in view["actions"] if offer["type"] == type_]
    assert offers, f"{type_} is not offered, but {sorted({offer['type'] for offer in view['actions']})}"
    return choose({"actions": offers[:1]}, Random(1))


def stage(game: Game, **fields: Any) -> None:
    """Writes fields of a game's row that events alone may change, as if one had."""
    with triggers.without_triggers(connection, "games_game"):
        Game.objects.filter(pk=game.pk).update(**fields)


def stand(game: Game, position: Position) -> None:
    """Has the game stand at this position, as if it had come to it."""
    snapshot = game.snapshots.latest("seq")
    snapshot.walls[-1][1], snapshot.pending = position.to_json(), None
    snapshot.save()


@contextmanager
def undone(*case: Any) -> Iterator[None]:
    """What is done within is undone after it: cases that leave something behind share one set-up. A failure names its
    case."""
    try:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
    except BaseException as error:
        error.add_note(f"case: {case!r}"[:300])
        raise


async def refused(socket: WebsocketCommunicator) -> int:
    """The code of a socket that is refused: it is opened, and closed at once. Nothing of it is left on the server."""
    connected, _ = await socket.connect(timeout=20)
    assert connected, "a refused handshake tells no code"
    output = await socket.receive_output(timeout=20)
    assert output["type"] == "websocket.close", output
    await socket.wait(timeout=20)
    return int(output["code"])
