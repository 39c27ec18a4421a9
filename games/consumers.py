"""The socket of a game page: it announces that something happened, and listens to nothing."""

import json
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from games.access import Viewer, find_game
from games.errors import GameNotFound
from games.services.announce import announcement, group

NOTHING_IS_ACCEPTED = 4400
NO_SUCH_GAME = 4404


class GameConsumer(AsyncWebsocketConsumer):
    """Sends `{"game", "version", "side"}` on connecting and after each change this person may know of.

    A player is told of their own side's version, in a solo game of both; a spectator of the public one.
    """

    groups_joined: tuple[str, ...] = ()

    async def connect(self) -> None:
        try:
            self.groups_joined, _ = await self._look()
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
        for name in self.groups_joined:
            await self.channel_layer.group_discard(name, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.close(code=NOTHING_IS_ACCEPTED)

    async def game_changed(self, event: dict[str, Any]) -> None:
        await self.send(text_data=json.dumps(event["message"]))

    @database_sync_to_async  # type: ignore[untyped-decorator]
    def _look(self) -> tuple[tuple[str, ...], list[dict[str, Any]]]:
        access = find_game(user=self.scope["user"], game_id=self.scope["url_route"]["kwargs"]["game_id"])
        viewers: tuple[Viewer, ...] = access.sides or (None,)
        return tuple(group(access.game, viewer) for viewer in viewers), [announcement(access, viewer) for viewer in viewers]
