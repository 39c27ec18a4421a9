"""The sockets of a game page, by which it plays, and of a person, which announces that something happened.

Both answer a ping.
"""

import asyncio
import json
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer

from crusader_site import metrics
from crusader_site.threads import ACTS, PLAYERS_VIEWS, SPECTATORS, OneAtATime, RequestThreads, threads_of_sockets
from games import budget, closing, readers
from games.access import Viewer, find_game
from games.api.pushes import push, push_to_visitor
from games.api.socket_users import Reply, SessionEnded, SocketUser
from games.api.sockets import TOO_MANY_REQUESTS, answer
from games.closing import (
    ANOTHER_SEAT,
    BANNED,
    INTERRUPTED,
    NO_SUCH_GAME,
    NOBODY,
    NOTHING_IS_ACCEPTED,
    SUSPENDED,
    TOO_MANY,
)
from games.errors import GameNotFound
from games.limits import Sockets
from games.models import User
from games.people import sanctions, tokens
from games.people.errors import Banned
from games.services.after_commit.announce import LOBBY, account_group, allowed, announcement, group, user_group
from games.services.views.listing import waiting_ids
from games.shapes import JsonObject, Message, Receive, Scope, Send

logger = logging.getLogger(__name__)

MOST_CONNECTIONS = 20
"""Sockets of one person of either kind that one process keeps: more tabs than anybody looks at. Pages beyond poll."""
MOST_REFUSED = 20
"""How many messages in a row may be refused as too many before the socket is closed."""
CODES: dict[type[Exception], int] = {SessionEnded: NOBODY, Banned: BANNED, GameNotFound: NO_SUCH_GAME}
"""The codes of what `SocketUser` and `games.access` raise about the person at a socket."""
STATUSES: dict[type[Exception], int] = {SessionEnded: 401, Banned: 403, GameNotFound: 404}
"""As what the figures count them, and what HTTP would answer."""
NOTHING_NEW = Reply("", 204)
PING, PONG = '{"ping":1}', '{"pong":1}'
"""What a page sends to learn whether the socket still works, and the answer. No thread and no database is asked."""
LONGEST_PING = 20
MOST_PINGS = 60
"""Pings that a socket may send a minute; a page sends about four."""
threads = RequestThreads(threads_of_sockets(), "socket")
spectators = OneAtATime()


def closing_groups(scope: Scope) -> tuple[str, ...]:
    """Returns the names of the channel groups through which a socket is told to close: its token's and its user's."""
    token = (tokens.group(scope["token"].pk),) if "token" in scope else ()
    return (*token, account_group(scope["user"].pk)) if isinstance(scope["user"], User) else token


def is_ping(text: str | None) -> bool:
    """Whether a message asks for nothing but an answer, however a program writes its JSON."""
    return text is not None and len(text) <= LONGEST_PING and "".join(text.split()) == PING


class BaseConsumer(AsyncWebsocketConsumer):
    """What the consumers of the game socket and of the account socket share: who may connect, pings, and closing.

    Closes when announcements may have been lost, when the session or token it was opened with has ended, and when its
    person was banned or suspended; the page then opens another and asks."""

    sockets: Sockets
    counted: str | None = None
    socket_user: SocketUser
    pings_since = 0.0
    """When the minute began in which pings are counted, by the monotonic clock."""
    pings = 0

    def admit(self) -> bool:
        """Counts the socket, and returns whether it may be opened: by the asker's number of open sockets and processor
        time lately.
        """
        self.counted = self.sockets.take(self.scope)
        if self.counted is not None and not budget.seconds_used.take(self.counted, budget.OF_A_SOCKET):
            self.release()
        return self.counted is not None

    def release(self) -> None:
        """Takes the socket off the count of its asker's open sockets."""
        self.sockets.give_back(self.counted)
        self.counted = None

    async def refuse(self, code: int) -> NoReturn:
        """Opens the socket and closes it at once, so that the code arrives.

        Raises StopConsumer: nothing of this socket is read or kept.
        """
        self.release()
        await closing.refuse(self.base_send, code)
        raise StopConsumer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves the socket to its end, and then takes it off the count, whatever ended it."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.release()

    async def answer_ping(self) -> None:
        """Says that the socket works. Closes it for pings that are too many."""
        now = time.monotonic()
        if now - self.pings_since > 60:
            self.pings_since, self.pings = now, 0
        self.pings += 1
        if self.pings > MOST_PINGS:
            await self.close(code=TOO_MANY)
        else:
            await self.send(text_data=PONG)

    async def dispatch(self, message: Message) -> None:
        """Calls the handler of a message without looking after database connections in a thread first, as Channels
        would: only what `threads` runs uses the database."""
        await getattr(self, get_handler_name(message))(message)

    async def send(self, *args: object, **kwargs: object) -> None:
        """Sends, unless the other end has gone; Channels calls `disconnect` for that."""
        with suppress(OSError):
            await super().send(*args, **kwargs)

    async def account_banned(self, event: Message) -> None:
        """Closes the socket of a banned person, with its own code."""
        await self.close(code=BANNED)

    async def account_suspended(self, event: Message) -> None:
        """Closes the socket of a suspended person, with its own code."""
        await self.close(code=SUSPENDED)

    async def account_changed(self, event: Message) -> None:
        """Closes the socket if its session is one of those that ended, or its person was banned."""
        try:
            await threads.run(self.socket_user.check)
        except (SessionEnded, Banned) as refusal:
            await self.close(code=CODES[type(refusal)])

    async def token_revoked(self, event: Message) -> None:
        """Closes a socket whose token was revoked."""
        await self.close(code=NOBODY)

    async def layer_interrupted(self, event: Message) -> None:
        """Closes the socket, as announcements may have been lost: the page opens another and asks."""
        await self.close(code=INTERRUPTED)


class GameConsumer(BaseConsumer):
    """The socket of a game: takes the acts of a player's page and answers them, and tells what this person may know of.

    A page that asks to `follow` is sent the view of its side and what is new in its history whenever the version of
    that side rises; others are sent `{"game", "version", "side"}`. A player is told of their own side's version, in a
    solo game of both; a spectator of the public one. Messages are taken one after the other, and what is announced
    meanwhile waits. Acts of players come first, then their views, then spectators, of whom one who falls behind gets
    the newest view alone.
    """

    sockets = Sockets(MOST_CONNECTIONS)
    groups_joined: tuple[str, ...] = ()
    followed_viewer: tuple[Viewer] | None = None
    """The side whose views are sent, once the page has asked for them."""
    plays = False
    """Whether this person plays the game: players come before spectators."""
    version_to_send = 0
    """The version of which a spectator is still to be sent the view; 0 for none."""
    catching_up: asyncio.Task[None] | None = None
    refused = 0
    """How many messages in a row were refused as too many."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.sent_versions: dict[Viewer, int] = {}

    async def connect(self) -> None:
        """Opens the socket of a game; refuses strangers, and askers with too many sockets, each with a code."""
        if readers.is_of_another(self.scope):
            await self.refuse(NOBODY)
        if not self.admit():
            await self.refuse(TOO_MANY)
        self.socket_user = SocketUser(self.scope, self.scope["url_route"]["kwargs"]["game_id"])
        try:
            self.groups_joined = (await threads.run(self._groups_and_greeting, rank=self.view_rank))[
                0
            ] + closing_groups(self.scope)
        except (SessionEnded, Banned, GameNotFound) as refusal:
            await self.refuse(CODES[type(refusal)])
        for name in self.groups_joined:
            await self.channel_layer.group_add(name, self.channel_name)
        await self.accept()
        # Looked up again: between the first look and the group a change would have been missed.
        try:
            _, messages = await threads.run(self._groups_and_greeting, rank=self.view_rank)
        except (SessionEnded, Banned, GameNotFound) as refusal:
            await self.close(code=CODES[type(refusal)])
            return
        for message in messages:
            await self.send(text_data=json.dumps(message))

    async def disconnect(self, code: int) -> None:
        self._stop_catching_up()
        for name in self.groups_joined:
            await self.channel_layer.group_discard(name, self.channel_name)

    async def close(self, code: int | bool | None = None, reason: str | None = None) -> None:
        """Closes the socket, and sends nothing any more."""
        self._stop_catching_up()
        await super().close(code, reason)

    def _stop_catching_up(self) -> None:
        """Cancels the sending of newer views to a spectator."""
        self.version_to_send = 0
        if self.catching_up is not None and self.catching_up is not asyncio.current_task():
            self.catching_up.cancel()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answers a ping, or performs the act of a message."""
        if is_ping(text_data):
            await self.answer_ping()
            return
        if text_data is None:
            await self.close(code=NOTHING_IS_ACCEPTED)
            return
        begun = time.perf_counter()
        reply = await self._make_and_send(ACTS if self.plays else SPECTATORS, answer, text_data)
        metrics.note_request(
            "socket", f"/ws/games/<uuid:game_id>/ {reply.act}", reply.status, time.perf_counter() - begun
        )
        self.refused = self.refused + 1 if reply.status == TOO_MANY_REQUESTS else 0
        if self.refused >= MOST_REFUSED:
            await self.close(code=TOO_MANY)

    async def game_changed(self, event: Message) -> None:
        """Handles the announcement that the game changed for a side: sends the new view and news if the socket follows
        that side, else the announcement itself.
        """
        message = event["message"]
        side, version = message.get("side"), message.get("version")
        follows_side = self.followed_viewer == (side,)
        if version is None or not follows_side:
            await self.send(text_data=json.dumps(message))
        elif version <= self.sent_versions.get(side, 0):
            return  # the page has this version already
        elif self.plays:
            begun = time.perf_counter()
            reply = await self._make_and_send(PLAYERS_VIEWS, push, side, self.sent_versions.get(side, 0), version)
            metrics.note_push("player", reply.status, time.perf_counter() - begun)
        else:
            self.version_to_send = version
            if self.catching_up is None or self.catching_up.done():
                self.catching_up = asyncio.create_task(self._catch_up(side))

    async def _catch_up(self, side: Viewer) -> None:
        """Sends a spectator the newest view until no newer one was announced meanwhile.

        Spectators are served one after the other, and what one of them misses while waiting, or while a slow connection
        takes the view before, is not made up for."""
        while self.version_to_send:
            begun = time.perf_counter()
            async with spectators.turn():
                await threads.after_players()
                since, version, self.version_to_send = self.sent_versions.get(side, 0), self.version_to_send, 0
                reply = push_to_visitor(self.socket_user, side, since, version)
                if reply is None:
                    reply = await self._make_reply(SPECTATORS, push, side, since, version)
            await self._deliver(reply)
            metrics.note_push("spectator", reply.status, time.perf_counter() - begun)

    async def game_reseated(self, event: Message) -> None:
        """Closes the socket, since the seats of the game have changed: the page opens another and asks."""
        await self.close(code=ANOTHER_SEAT)

    async def _make_and_send(self, rank: int, work: Callable[..., Reply | None], *args: object) -> Reply:
        """Makes a reply in a thread, sends it, and returns it."""
        reply = await self._make_reply(rank, work, *args)
        await self._deliver(reply)
        return reply

    async def _make_reply(self, rank: int, work: Callable[..., Reply | None], *args: object) -> Reply:
        """Makes a reply in a thread.

        Where the session holds no more, or the game is not to be seen any more, the socket is closed, and the reply has
        no text; nor has it where there is nothing new.
        """
        try:
            return await threads.run(work, self.socket_user, *args, rank=rank) or NOTHING_NEW
        except (SessionEnded, Banned, GameNotFound) as refusal:
            await self.close(code=CODES[type(refusal)])
            return Reply("", STATUSES[type(refusal)])
        except Exception:
            # The page connects anew, looks, and asks by HTTP meanwhile.
            logger.exception("A view could not be sent.")
            await self.close(code=INTERRUPTED)
            return Reply("", 500)

    async def _deliver(self, reply: Reply) -> None:
        """Sends a reply, unless it is empty."""
        if reply.text:
            await self.send(text_data=reply.text)
            self._note_sent(reply)

    def _note_sent(self, reply: Reply) -> None:
        """Notes which side the socket follows, and the version it has been sent."""
        if reply.follows:
            self.followed_viewer = (reply.side,)
        if reply.version is not None:
            self.sent_versions[reply.side] = reply.version

    @property
    def view_rank(self) -> int:
        """Returns the rank of views: visitors without an account come after players."""
        return PLAYERS_VIEWS if isinstance(self.scope["user"], User) else SPECTATORS

    def _groups_and_greeting(self) -> tuple[tuple[str, ...], list[JsonObject]]:
        """Checks access. Returns the channel groups of the game for this person, and what to announce at first."""
        access = find_game(user=self.socket_user.check(), game_id=self.socket_user.game_id)
        self.plays = bool(access.sides)
        viewers: tuple[Viewer, ...] = access.sides or (None,)
        return tuple(group(access.game, viewer) for viewer in viewers), [
            announcement(access, viewer) for viewer in viewers
        ]


class UserConsumer(BaseConsumer):
    """Sends one person what `announce.USER_MESSAGES` names: on connecting and whenever it changes what waits for them,
    and that there is something new in a game, in the lobby, or at the other side of a board."""

    sockets = Sockets(MOST_CONNECTIONS)
    groups_joined: tuple[str, ...] = ()

    async def connect(self) -> None:
        """Opens the socket of a person; refuses visitors, and askers with too many sockets."""
        user = self.scope["user"]
        if not isinstance(user, User) or not user.is_active or readers.is_of_another(self.scope):
            await self.refuse(NOBODY)
        if not self.admit():
            await self.refuse(TOO_MANY)
        self.socket_user = SocketUser(self.scope)
        try:
            await threads.run(sanctions.require_not_banned, user)
        except Banned:
            await self.refuse(BANNED)
        self.groups_joined = (user_group(user.pk), LOBBY, *closing_groups(self.scope))
        for name in self.groups_joined:
            await self.channel_layer.group_add(name, self.channel_name)
        await self.accept()
        await self._send_announcement({"type": "turns"})

    async def disconnect(self, code: int) -> None:
        for name in self.groups_joined:
            await self.channel_layer.group_discard(name, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answers a ping; closes the socket for anything else."""
        if is_ping(text_data):
            await self.answer_ping()
        else:
            await self.close(code=NOTHING_IS_ACCEPTED)

    async def user_message(self, event: Message) -> None:
        """Passes on what concerns this person."""
        await self._send_announcement(event["message"])

    async def _send_announcement(self, message: Message) -> None:
        """Sends one of the announcements that a person may get; one of turns with the games that wait."""
        if message.get("type") == "turns":
            message = message | await threads.run(self._waiting_games, rank=PLAYERS_VIEWS)
        payload = allowed(message)
        if payload is not None:
            await self.send(text_data=json.dumps(payload))

    def _waiting_games(self) -> JsonObject:
        """Returns number and ids of the games that wait for this person."""
        games = waiting_ids(self.scope["user"])
        return {"count": len(games), "games": games}
