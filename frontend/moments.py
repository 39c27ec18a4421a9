"""Pictures of moments of public games: asked for, drawn by a task, kept for a week in the shared cache.

They show what a visitor may look back at and no more: of a running game a spectator's view.
"""

import uuid

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.utils.translation import get_language

from frontend.moment_pictures import Moment, as_png
from games import budget
from games.access import Access, Perspective, find_game
from games.errors import EntryNotFound
from games.models.game import player_names
from games.services.record.numbering import Line
from games.services.views import history, replay
from games.services.views.boards import board_in, last_moves

KEPT_FOR = 7 * 24 * 3600
ASKED_FOR = 120
"""Seconds until a picture that was asked for, and has not come, may be asked for again."""
COST = 0.5
"""Processor seconds charged for a picture, to who asks and to all together."""
EVERYBODY = "pictures of moments"
BEFORE = 20
"""Entries before the moment among which its movement is looked for."""


def find(game_id: uuid.UUID, name: str) -> tuple[Access, Perspective]:
    """Returns the game as a visitor has it, and the perspective.

    Raises GameNotFound, and NotYourSide or NotOver for what a visitor does not see while the game runs.
    """
    access = find_game(user=AnonymousUser(), game_id=game_id)
    return access, access.perspective(name)


def kept(game_id: uuid.UUID, name: str, number: int) -> bytes | None:
    """Returns a picture that has been made, in the reader's language."""
    found: bytes | None = cache.get(_cache_key(game_id, name, number))
    return found


def may_ask(asker: str) -> bool:
    """Charges a picture to who asks and to all together; False where there is no room for it."""
    return not budget.seconds_used.wait(EVERYBODY, reading=True) and (
        budget.seconds_used.take(asker, COST) and budget.seconds_used.take(EVERYBODY, COST)
    )


def is_asked_for(game_id: uuid.UUID, name: str, number: int) -> bool:
    """Whether a picture is being made."""
    return cache.get(f"{_cache_key(game_id, name, number)}-asked") is not None


def note_asked(game_id: uuid.UUID, name: str, number: int) -> bool:
    """Notes that a picture is asked for. Returns whether nobody had asked."""
    return bool(cache.add(f"{_cache_key(game_id, name, number)}-asked", 1, ASKED_FOR))


def line_of(access: Access, perspective: Perspective, number: int) -> Line:
    """Returns the entry of this number. Raises EntryNotFound."""
    line = next((line for line in replay.replay_lines(access, perspective) if line.number == number), None)
    if line is None:
        raise EntryNotFound
    return line


def make(game_id: uuid.UUID, name: str, number: int) -> None:
    """Draws the picture of a moment in the current language and keeps it."""
    access, perspective = find(game_id, name)
    lines = replay.replay_lines(access, perspective)
    at = next((index for index, line in enumerate(lines) if line.number == number), None)
    if at is None:
        return
    view = replay.view_at(access, perspective, lines[at])
    entries = history.entries_from(access, perspective, lines[max(0, at - BEFORE) : at + 1])
    moves = last_moves(entry["events"] for entry in reversed(entries))
    sentences = [text for fact in entries[-1]["events"] if (text := fact.get("text"))]
    picture = as_png(Moment(view, board_in(view, moves), player_names(access.seats), sentences))
    cache.set(_cache_key(game_id, name, number), picture, KEPT_FOR)


def _cache_key(game_id: uuid.UUID, name: str, number: int) -> str:
    return f"moment-{game_id}-{name}-{number}-{get_language()}"
