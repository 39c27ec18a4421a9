"""Notifies sockets after commit: ids and versions, no content.

Sockets of a game hear a version, and look for the person at the other end. Those of a person hear what `USER_MESSAGES` names, and no more
than that.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Iterable
from functools import partial
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction
from django.utils.crypto import salted_hmac

from games.access import Access, Viewer
from games.models import Game

logger = logging.getLogger(__name__)

LOBBY = "lobby"
"""The socket group of everybody who is logged in and has a page open."""
USER_MESSAGES: dict[str, tuple[str, ...]] = {
    "turns": ("count", "games"),
    "lobby": (),
    "message": ("game", "unread"),
    "presence": ("game",),
}
"""What a person's socket may send: each type with its fields. Whatever else a message holds does not leave the server."""

MOST_WAITING = 10_000
MOST_SECONDS = 5.0
"""How many announcements wait to be sent in one process, and how long one of them may hold up the others."""

Message = tuple[str, dict[str, Any]]


def group(game: Game, viewer: Viewer) -> str:
    """The socket group of those who look through these eyes."""
    return f"game.{game.public_id.hex}.{viewer or 'public'}"


def user_group(user_id: int) -> str:
    """The socket group of one person's pages. Keyed, so that no id that anybody knows leads to it."""
    return f"user.{salted_hmac('games.user-socket', str(user_id), algorithm='sha256').hexdigest()[:40]}"


def account_group(user_id: int) -> str:
    """The socket group of everything one person has open, pages of games too. Told there is what may end a socket."""
    return f"account.{salted_hmac('games.account', str(user_id), algorithm='sha256').hexdigest()[:40]}"


def announcement(access: Access, viewer: Viewer) -> dict[str, Any]:
    version = access.seats[viewer].version if viewer else access.game.public_version
    return {"game": str(access.game.public_id), "version": version, "side": viewer}


def announce_after_commit(access: Access, *, only: Viewer, turned: Iterable[int | None] = ()) -> None:
    """Announces the versions to everybody who may see the game, or before a wall to the side that acted alone; and to the people in
    `turned` that what waits for them may have changed."""
    viewers = (*access.seats, None) if only is None else (only,)
    _after_commit([*((group(access.game, viewer), _changed(access, viewer)) for viewer in viewers), *_to_people(turned, {"type": "turns"})])


def announce_talk(game: Game, side: str) -> None:
    """Tells the pages of one player that the talk of a game has changed: that it has, and nothing of it."""
    _after_commit([(group(game, side), {"type": "game.changed", "message": {"game": str(game.public_id), "talk": True}})])


def reseat_after_commit(game: Game, side: str) -> None:
    """Closes the sockets of whoever sat here: they would go on hearing what this side alone may know. Their pages connect anew."""
    _after_commit([(group(game, side), {"type": "game.reseated"})])


def shut_out_after_commit(user_id: int) -> None:
    """Closes every socket of a person who was banned."""
    _after_commit([(account_group(user_id), {"type": "account.banned"})])


def suspended_after_commit(user_id: int) -> None:
    """Closes every socket of a person who was suspended."""
    _after_commit([(account_group(user_id), {"type": "account.suspended"})])


def account_changed_after_commit(user_id: int) -> None:
    """Has every socket of a person look whether its session still holds."""
    _after_commit([(account_group(user_id), {"type": "account.changed"})])


def tell_after_commit(user_ids: Iterable[int | None], message: dict[str, Any]) -> None:
    """Tells these people's open pages one of `USER_MESSAGES`, with its `type`."""
    _after_commit(_to_people(user_ids, message))


def turns_after_commit(user_ids: Iterable[int | None]) -> None:
    """What waits for these people, or their lists, may have changed. How much waits is looked up for each socket as it is sent."""
    tell_after_commit(user_ids, {"type": "turns"})


def lobby_after_commit() -> None:
    """The public lists have changed: who shows them asks for them, and gets what is meant for them."""
    _after_commit([(LOBBY, {"type": "user.message", "message": {"type": "lobby"}})])


def allowed(message: dict[str, Any]) -> dict[str, Any] | None:
    """Of a message what may be sent; None for a type that is not known."""
    fields = USER_MESSAGES.get(message.get("type", ""))
    if fields is None:
        return None
    return {"type": message["type"]} | {name: message[name] for name in fields if name in message}


def _to_people(user_ids: Iterable[int | None], message: dict[str, Any]) -> list[Message]:
    return [(user_group(user_id), {"type": "user.message", "message": message}) for user_id in set(user_ids) if user_id is not None]


def _changed(access: Access, viewer: Viewer) -> dict[str, Any]:
    return {"type": "game.changed", "message": announcement(access, viewer)}


def _after_commit(messages: list[Message]) -> None:
    if messages:
        transaction.on_commit(partial(_send, messages), robust=True)


def _send(messages: list[Message]) -> None:
    if sender.loop is not None:
        sender.loop.call_soon_threadsafe(sender.take, messages)
        return
    try:
        async_to_sync(_send_all)(messages)
    except Exception:
        # The move is made and pages poll as well: a layer out of reach must not look like a refused move.
        logger.exception("A change could not be announced.")


async def _send_all(messages: list[Message]) -> None:
    layer = get_channel_layer()
    for name, message in messages:
        await layer.group_send(name, message)


class AnnouncementSender:
    """Sends announcements in a server process, one after the other, without holding up the answers to those who acted.

    What waits longer than a channel layer is out of reach for is dropped, the oldest first: pages poll as well.
    """

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        """The server's, while it runs; without one, as in commands and workers, whoever announces sends for themselves."""
        self._waiting: deque[Message] = deque(maxlen=MOST_WAITING)
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        self.loop = asyncio.get_running_loop()

    async def end(self) -> None:
        """Sends what is left."""
        self.loop = None
        if self._task is not None:
            await self._task

    def take(self, messages: Iterable[Message]) -> None:
        self._waiting.extend(messages)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._send_waiting())

    async def _send_waiting(self) -> None:
        while self._waiting:
            try:
                async with asyncio.timeout(MOST_SECONDS):
                    await _send_all([self._waiting.popleft()])
            except Exception:
                logger.exception("A change could not be announced.")


sender = AnnouncementSender()
