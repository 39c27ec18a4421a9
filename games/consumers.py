"""The sockets of a game page and of a person: they announce that something happened, and listen to nothing."""

import json
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from games import budget
from games.access import Viewer, find_game
from games.disputes import sanctions
from games.disputes.errors import Banned
from games.errors import GameNotFound
from games.limits import Sockets
from games.models import User
from games.people import tokens
from games.services.announce import LOBBY, account_group, allowed, announcement, group, user_group
from games.services.listing import waiting_ids

NOTHING_IS_ACCEPTED = 4400
NOBODY = 4401
BANNED = 4403
NO_SUCH_GAME = 4404
ANOTHER_SEAT = 4409
INTERRUPTED = 1012
TOO_MANY = 4429
MOST_CONNECTIONS = 20
"""Sockets of one person of either kind that one process keeps: more tabs than anybody looks at. Pages beyond poll."""


def of_the_person(scope: Any) -> tuple[str, ...]:
    """The groups that hear when a socket has to close: with the token it was opened with, and with a ban."""
    token = (tokens.group(scope["token"].pk),) if "token" in scope else ()
    return (*token, account_group(scope["user"].pk)) if isinstance(scope["user"], User) else token


class Announcing(AsyncWebsocketConsumer):
    """Listens to nothing, and ends where an announcement may have been missed: the page connects anew, and looks."""

    sockets: Sockets
    counted: str | None = None

    def admit(self) -> bool:
        """Whether who connects may have one more socket, by the number of those open and by what opening them cost lately."""
        self.counted = self.sockets.take(self.scope)
        if self.counted is not None and not budget.accounts.take(self.counted, budget.OF_A_SOCKET):
            self.release()
        return self.counted is not None

    def release(self) -> None:
        self.sockets.give_back(self.counted)
        self.counted = None

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.close(code=NOTHING_IS_ACCEPTED)

    async def account_banned(self, event: dict[str, Any]) -> None:
        await self.close(code=BANNED)

    async def token_revoked(self, event: dict[str, Any]) -> None:
        await self.close(code=NOBODY)

    async def layer_interrupted(self, event: dict[str, Any]) -> None:
        await self.close(code=INTERRUPTED)


class GameConsumer(Announcing):
    """Sends `{"game", "version", "side"}` on connecting and after each change this person may know of.

    A player is told of their own side's version, in a solo game of both; a spectator of the public one.
    """

    sockets = Sockets(MOST_CONNECTIONS)
    groups_joined: tuple[str, ...] = ()

    async def connect(self) -> None:
        if not self.admit():
            await self.close(code=TOO_MANY)
            return
        try:
            self.groups_joined = (await self._look())[0] + of_the_person(self.scope)
        except Banned:
            await self.close(code=BANNED)
            return
        except GameNotFound:
            await self.close(code=NO_SUCH_GAME)
            return
        for name in self.groups_joined:
            await self.channel_layer.group_add(name, self.channel_name)
        await self.accept()
        # Looked up again: between the first look and the group a change would have been missed.
        _, messages = await self._look()
        for message in messages:
            await self.send(text_data=json.dumps(message))

    async def disconnect(self, code: int) -> None:
        self.release()
        for name in self.groups_joined:
            await self.channel_layer.group_discard(name, self.channel_name)

    async def game_changed(self, event: dict[str, Any]) -> None:
        await self.send(text_data=json.dumps(event["message"]))

    async def game_reseated(self, event: dict[str, Any]) -> None:
        """Who sits here may not be who sat here."""
        await self.close(code=ANOTHER_SEAT)

    @database_sync_to_async  # type: ignore[untyped-decorator]
    def _look(self) -> tuple[tuple[str, ...], list[dict[str, Any]]]:
        if isinstance(self.scope["user"], User):
            sanctions.require_entry(self.scope["user"])
        access = find_game(user=self.scope["user"], game_id=self.scope["url_route"]["kwargs"]["game_id"])
        viewers: tuple[Viewer, ...] = access.sides or (None,)
        return tuple(group(access.game, viewer) for viewer in viewers), [announcement(access, viewer) for viewer in viewers]


class UserConsumer(Announcing):
    """Sends one person what `announce.USER_MESSAGES` names: on connecting and whenever it changes what waits for them, and that there is
    something new in a game, in the lobby, or at the other side of a board."""

    sockets = Sockets(MOST_CONNECTIONS)
    groups_joined: tuple[str, ...] = ()

    async def connect(self) -> None:
        user = self.scope["user"]
        if not isinstance(user, User) or not user.is_active:
            await self.close(code=NOBODY)
            return
        if not self.admit():
            await self.close(code=TOO_MANY)
            return
        try:
            await database_sync_to_async(sanctions.require_entry)(user)
        except Banned:
            await self.close(code=BANNED)
            return
        self.groups_joined = (user_group(user.pk), LOBBY, *of_the_person(self.scope))
        for name in self.groups_joined:
            await self.channel_layer.group_add(name, self.channel_name)
        await self.accept()
        await self._say({"type": "turns"})

    async def disconnect(self, code: int) -> None:
        for name in self.groups_joined:
            await self.channel_layer.group_discard(name, self.channel_name)
        self.release()

    async def user_told(self, event: dict[str, Any]) -> None:
        await self._say(event["message"])

    async def _say(self, message: dict[str, Any]) -> None:
        if message.get("type") == "turns":
            message = message | await self._waiting()
        told = allowed(message)
        if told is not None:
            await self.send(text_data=json.dumps(told))

    @database_sync_to_async  # type: ignore[untyped-decorator]
    def _waiting(self) -> dict[str, Any]:
        games = waiting_ids(self.scope["user"])
        return {"count": len(games), "games": games}
