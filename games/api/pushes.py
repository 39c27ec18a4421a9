"""Views sent to pages that follow a game: made once for each viewer, language and time zone, and sent to all of them.

What is shared rests on the game and on whose eyes it is for: a side's player's, those of somebody who looks at that
side when the game is over, or a spectator's. Nothing of the person who reads it is in it.
"""

import time
import uuid
from dataclasses import dataclass, field
from threading import Lock
from typing import NamedTuple, TypedDict

import orjson
from cachetools import LRUCache
from django.conf import settings
from django.utils import timezone, translation

from games import budget
from games.access import Access, Viewer, find_game
from games.api.json_bodies import to_json
from games.api.socket_users import Reply, SocketUser
from games.models import Game
from games.services.record.state import revision_seen_by, state_seen_by_viewer
from games.services.views.news import news
from games.services.views.view import view_of

MOST_BYTES = 4 * 2**20
"""Of the views and news that a process keeps to be sent: those of a hundred games at least."""
MOST_NEWS = 20
"""News that are kept with a view: of so many versions may those who fell behind be."""
MAKERS = 64
"""How many views can be made at once."""
SHARED_FOR = 2.0
"""Seconds for which a view is sent as it was made: the clocks in it run on."""
OF_A_PUSH = 0.0005
"""Processor seconds charged for sending a view that was made for others: packing it for one more connection."""


class ViewKey(NamedTuple):
    """What a pushed view depends on besides the game's state: the key of the shared views."""

    game: uuid.UUID
    viewer: Viewer
    plays: bool
    """Whether it is for the player of this side: others see a side of a finished game."""
    language: str | None
    zone: str


@dataclass(slots=True)
class SharedView:
    """A view as JSON, and the news sent with it, by the version from which they begin."""

    version: int
    state: object
    open_to_all: bool
    view: bytes
    made_at: float
    news: dict[int, bytes] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many bytes of JSON it is."""
        return len(self.view) + sum(map(len, list(self.news.values())))


class ViewMessage(TypedDict):
    """A message with a view of a game and the news that lead to it, both as JSON already."""

    game: str
    version: int
    side: str | None
    news: orjson.Fragment
    view: orjson.Fragment


class SharedViews:
    """The views of a process that are sent to more than one page, the least recently used first out."""

    def __init__(self) -> None:
        self._kept: LRUCache[ViewKey, SharedView] = LRUCache(MOST_BYTES, getsizeof=lambda kept: kept.size)
        self._lock = Lock()
        self._making = [Lock() for _ in range(MAKERS)]
        """Held while a view is made, by the hash of its reader."""

    def find(self, reader: ViewKey, since: int, *, least: int) -> ViewMessage | None:
        """Returns the message with the view of a public game in this version or a later one and its news, if they were
        just made.
        """
        with self._lock:
            kept = self._kept.get(reader)
        if kept is None or kept.version < least or not kept.open_to_all or _is_old(kept):
            return None
        sent_news = kept.news.get(since)
        return None if sent_news is None else _message(reader, kept, sent_news)

    def make(self, access: Access, viewer: Viewer, since: int) -> ViewMessage:
        """Returns the message with the view of the game as it was loaded and the news since a version.

        Who asks for what is just being made waits for it.
        """
        reader = view_key(access, viewer)
        with self._making[hash(reader) % MAKERS]:
            kept = self._newest(reader, access, viewer)
            sent_news = kept.news.get(since)
            if sent_news is None:
                sent_news = to_json(news(access, viewer, since))
                if len(kept.news) >= MOST_NEWS:
                    kept.news.clear()
                kept.news[since] = sent_news
            with self._lock:
                self._kept[reader] = kept
        return _message(reader, kept, sent_news)

    def _newest(self, reader: ViewKey, access: Access, viewer: Viewer) -> SharedView:
        """Returns the kept view for these readers if it is still that of the game's state, else a new one."""
        # That its player goes on from an exercise changes no version.
        held = access.game.exercise_held
        state = (revision_seen_by(access, viewer if reader.plays else None), access.game.status, held)
        with self._lock:
            kept = self._kept.get(reader)
        if kept is not None and kept.state == state and not _is_old(kept):
            return kept
        view = view_of(state_seen_by_viewer(access, viewer), viewer)
        public = access.game.visibility == Game.Visibility.PUBLIC
        return SharedView(view["version"], state, public, to_json(view), time.monotonic())

    def clear(self) -> None:
        """Forgets all of them."""
        with self._lock:
            self._kept.clear()


shared_views = SharedViews()


def view_key(access: Access, viewer: Viewer) -> ViewKey:
    """Returns the key of this side's view in the active language and time zone."""
    return ViewKey(
        access.game.public_id,
        viewer,
        viewer in access.sides,
        translation.get_language(),
        timezone.get_current_timezone_name(),
    )


def push(socket_user: SocketUser, side: Viewer, since: int, least: int) -> Reply | None:
    """Returns the view of a side's page with the news since the version it was told, or None if it is unchanged.

    `least` is the version that was announced.

    Where the reader's processor time is used up it is the announcement with `retry-after`: the page asks for the view
    when that is over. Raises SessionEnded, Banned, and GameNotFound for who may not look any more.
    """
    with socket_user.reading() as request:
        budget.note(request)
        if budget.seconds_used.wait(socket_user.asker, reading=True):
            return _refusal(socket_user, side, least)
        budget.seconds_used.charge(socket_user.asker, OF_A_PUSH)
        message = None
        if side is None:
            reader = ViewKey(
                socket_user.game_id, None, False, translation.get_language(), timezone.get_current_timezone_name()
            )
            message = shared_views.find(reader, since, least=least)
        if message is None:
            access = find_game(user=request.user, game_id=socket_user.game_id)
            viewer = access.viewer(side)
            if access.version(viewer) <= since:
                return None
            message = shared_views.make(access, viewer, since)
        return _reply(message)


def push_to_visitor(socket_user: SocketUser, side: Viewer, since: int, least: int) -> Reply | None:
    """Returns the message to a spectator without an account if memory alone can answer it, else None.

    None otherwise.
    """
    if side is not None or not socket_user.is_visitor:
        return None
    if budget.seconds_used.wait(socket_user.asker, reading=True):
        return _refusal(socket_user, side, least)
    message = shared_views.find(
        ViewKey(socket_user.game_id, None, False, socket_user.wishes, settings.TIME_ZONE), since, least=least
    )
    if message is None:
        return None
    budget.seconds_used.charge(socket_user.asker, OF_A_PUSH)
    return _reply(message)


def _refusal(socket_user: SocketUser, side: Viewer, least: int) -> Reply:
    """The message that a view is withheld because processor time is used up; it says when to ask again."""
    wait = budget.seconds_used.wait(socket_user.asker, reading=True)
    refused = {"game": str(socket_user.game_id), "version": least, "side": side, "retry-after": wait}
    return Reply(str(to_json(refused), "utf-8"), 429, side=side)


def _reply(message: ViewMessage) -> Reply:
    """A message with a view as text for its socket."""
    return Reply(str(to_json(message), "utf-8"), side=message["side"], version=message["version"])


def _is_old(kept: SharedView) -> bool:
    return time.monotonic() - kept.made_at > SHARED_FOR


def _message(reader: ViewKey, kept: SharedView, sent_news: bytes) -> ViewMessage:
    """Returns the message with a shared view and the news since one version."""
    sent, view = orjson.Fragment(sent_news), orjson.Fragment(kept.view)
    return {"game": str(reader.game), "version": kept.version, "side": reader.viewer, "news": sent, "view": view}
