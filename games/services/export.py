"""A game as one JSON document."""

from typing import Any

from games.access import Access, Viewer
from games.models import Game
from games.services import history, listing

FORMAT = 1


def export(access: Access, viewer: Viewer) -> dict[str, Any]:
    """The whole record of a game that is over; of a running one what this viewer may know."""
    over = access.game.status == Game.Status.OVER
    lines = history.whole(access) if over else history.lines(access, viewer)
    return {
        "format": FORMAT,
        "complete": over,
        "game": listing.summary_of(access) | {"invitation": None},
        "rules-version": access.game.rules_version,
        "viewer": None if over else viewer,
        "history": history.entries(access, viewer, lines, everything=over),
    }
