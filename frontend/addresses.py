"""Addresses of what belongs to a game, for lists that name many: found out once, then filled in."""

import uuid
from functools import cache

from django.urls import reverse

SOME_GAME = str(uuid.UUID(int=0))


def of_game(name: str, game_id: object) -> str:
    """What `reverse` returns for an address with `game_id` and nothing else."""
    return _pattern(name).replace(SOME_GAME, str(game_id))


@cache
def _pattern(name: str) -> str:
    return reverse(name, kwargs={"game_id": SOME_GAME})
