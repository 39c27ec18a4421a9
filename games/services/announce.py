"""Telling open pages that something happened: a version, nothing else."""

import logging
from functools import partial
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from games.access import Access, Viewer
from games.models import Game

logger = logging.getLogger(__name__)


def group(game: Game, viewer: Viewer) -> str:
    """The socket group of those who look through these eyes."""
    return f"game.{game.public_id.hex}.{viewer or 'public'}"


def announcement(access: Access, viewer: Viewer) -> dict[str, Any]:
    version = access.seats[viewer].version if viewer else access.game.public_version
    return {"game": str(access.game.public_id), "version": version, "side": viewer}


def announce_after_commit(access: Access, *, only: Viewer) -> None:
    """Announces the versions to everybody who may see the game, or before a wall to the side that acted alone."""
    viewers = (*access.seats, None) if only is None else (only,)
    messages = [(group(access.game, viewer), {"type": "game.changed", "message": announcement(access, viewer)}) for viewer in viewers]
    transaction.on_commit(partial(_send, messages), robust=True)


def announce_talk(game: Game, side: str) -> None:
    """Tells the pages of one player that the talk of a game has changed: that it has, and nothing of it."""
    message = {"type": "game.changed", "message": {"game": str(game.public_id), "talk": True}}
    transaction.on_commit(partial(_send, [(group(game, side), message)]), robust=True)


def _send(messages: list[tuple[str, dict[str, Any]]]) -> None:
    try:
        async_to_sync(_send_all)(messages)
    except Exception:
        # The move is made and pages poll as well: a layer out of reach must not look like a refused move.
        logger.exception("The change of a game could not be announced.")


async def _send_all(messages: list[tuple[str, dict[str, Any]]]) -> None:
    layer = get_channel_layer()
    for name, message in messages:
        await layer.group_send(name, message)
