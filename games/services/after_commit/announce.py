"""Notifies sockets after commit: ids and versions, no content.

Sockets of a game hear a version, and look for the person at the other end. Those of a person hear what `USER_MESSAGES`
names, and no more than that.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Iterable
from functools import partial

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction
from django.utils.crypto import salted_hmac

from games.access import Access, Viewer
from games.models import Game
from games.shapes import JsonObject, Message

logger = logging.getLogger(__name__)

LOBBY = "lobby"
"""The socket group of everybody who is logged in and has a page open."""
USER_MESSAGES: dict[str, tuple[str, ...]] = {
    "turns": ("count", "games"),
    "lobby": (),
    "message": ("game", "unread"),
    "presence": ("game",),
}
"""What a person's socket may send: each type with its fields.

Whatever else a message holds does not leave the server.
"""

MOST_WAITING = 10_000
MOST_SECONDS = 5.0
"""How many announcements wait to be sent in one process, and how long one of them may hold up the others."""

GroupMessage = tuple[str, Message]


def group(game: Game, viewer: Viewer) -> str:
    """The channel group of sockets that show this viewer's view."""
    return f"game.{game.public_id.hex}.{viewer or 'public'}"


def user_group(user_id: int) -> str:
    """The channel group of one person's pages. Named by a keyed hash, so that no public id leads to it."""
    return f"user.{salted_hmac('games.user-socket', str(user_id), algorithm='sha256').hexdigest()[:40]}"


def account_group(user_id: int) -> str:
    """The channel group of all of a person's sockets, pages of games included. Gets what may close a socket."""
    return f"account.{salted_hmac('games.account', str(user_id), algorithm='sha256').hexdigest()[:40]}"


def announcement(access: Access, viewer: Viewer) -> JsonObject:
    """Returns what is announced to a viewer: the game and its version for them, and no content."""
    version = access.seats[viewer].version if viewer else access.game.public_version
    return {"game": str(access.game.public_id), "version": version, "side": viewer}


def announce_after_commit(access: Access, *, only: Viewer, turned: Iterable[int | None] = ()) -> None:
    """Announces the versions to every viewer, or before a wall only to the side that acted; and to the people in
    `turned` that their list of waiting games may have changed.
    """
    viewers = (*access.seats, None) if only is None else (only,)
    _after_commit(
        [
            *((group(access.game, viewer), _change_message(access, viewer)) for viewer in viewers),
            *_to_people(turned, {"type": "turns"}),
        ]
    )


def announce_talk(game: Game, side: str) -> None:
    """Announces to one player's pages that the game's messages have changed, without content."""
    _after_commit(
        [(group(game, side), {"type": "game.changed", "message": {"game": str(game.public_id), "talk": True}})]
    )


def reseat_after_commit(game: Game, side: str) -> None:
    """Closes the sockets of the seat's former player, which would go on receiving the side's announcements."""
    _after_commit([(group(game, side), {"type": "game.reseated"})])


def shut_out_after_commit(user_id: int) -> None:
    """Closes every socket of a banned person."""
    _after_commit([(account_group(user_id), {"type": "account.banned"})])


def suspended_after_commit(user_id: int) -> None:
    """Closes every socket of a suspended person."""
    _after_commit([(account_group(user_id), {"type": "account.suspended"})])


def account_changed_after_commit(user_id: int) -> None:
    """Has every socket of a person check whether its session is still valid."""
    _after_commit([(account_group(user_id), {"type": "account.changed"})])


def tell_after_commit(user_ids: Iterable[int | None], message: Message) -> None:
    """Sends one of `USER_MESSAGES`, by its `type`, to these people's open pages."""
    _after_commit(_to_people(user_ids, message))


def turns_after_commit(user_ids: Iterable[int | None]) -> None:
    """Announces to these people that their waiting games or lists may have changed.

    Each socket looks up the number when it sends.
    """
    tell_after_commit(user_ids, {"type": "turns"})


def lobby_after_commit() -> None:
    """Announces that public lists have changed. Pages that show them fetch them anew."""
    _after_commit([(LOBBY, {"type": "user.message", "message": {"type": "lobby"}})])


def allowed(message: Message) -> JsonObject | None:
    """Returns the members of an announcement that may be sent; None for an unknown type."""
    fields = USER_MESSAGES.get(message.get("type", ""))
    if fields is None:
        return None
    return {"type": message["type"]} | {name: message[name] for name in fields if name in message}


def _to_people(user_ids: Iterable[int | None], message: Message) -> list[GroupMessage]:
    """Returns a message for the pages of each of these people."""
    return [
        (user_group(user_id), {"type": "user.message", "message": message})
        for user_id in set(user_ids)
        if user_id is not None
    ]


def _change_message(access: Access, viewer: Viewer) -> JsonObject:
    """The message that the game changed for a viewer."""
    return {"type": "game.changed", "message": announcement(access, viewer)}


def _after_commit(messages: list[GroupMessage]) -> None:
    """Sends messages when the transaction is committed."""
    if messages:
        transaction.on_commit(partial(_send, messages), robust=True)


def _send(messages: list[GroupMessage]) -> None:
    """Hands messages to the server's event loop; without one sends them at once. Never raises."""
    if sender.loop is not None:
        sender.loop.call_soon_threadsafe(sender.take, messages)
        return
    try:
        async_to_sync(_send_all)(messages)
    except Exception:
        # The move is made and pages poll as well: a layer out of reach must not look like a refused move.
        logger.exception("A change could not be announced.")


async def _send_all(messages: list[GroupMessage]) -> None:
    layer = get_channel_layer()
    for name, message in messages:
        await layer.group_send(name, message)


class AnnouncementSender:
    """Sends a process's announcements one after the other in a task of its event loop, so that acts need not wait for
    them.

    What waits longer than a channel layer is out of reach for is dropped, the oldest first: pages poll as well.
    """

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        """The server's, while it runs; without one, as in commands and workers, the announcing
        thread sends.
        """
        self._waiting: deque[GroupMessage] = deque(maxlen=MOST_WAITING)
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Takes the running event loop as the server's."""
        self.loop = asyncio.get_running_loop()

    async def end(self) -> None:
        """Sends the remaining announcements."""
        self.loop = None
        if self._task is not None:
            await self._task

    def take(self, messages: Iterable[GroupMessage]) -> None:
        """Queues announcements and starts sending. Call in the event loop."""
        self._waiting.extend(messages)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._send_waiting())

    async def _send_waiting(self) -> None:
        """Sends the queued messages one after the other, each within a time."""
        while self._waiting:
            try:
                async with asyncio.timeout(MOST_SECONDS):
                    await _send_all([self._waiting.popleft()])
            except Exception:
                logger.exception("A change could not be announced.")


sender = AnnouncementSender()
