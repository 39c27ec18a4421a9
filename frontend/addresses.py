"""URLs of a game's pages, for long lists: each pattern is reversed once and filled in."""

import uuid
from functools import cache

from django.urls import reverse

SOME_GAME = str(uuid.UUID(int=0))


def of_game(name: str, game_id: object) -> str:
    """The URL of a route whose only argument is `game_id`, as `reverse` gives it."""
    return _address_of_some_game(name).replace(SOME_GAME, str(game_id))


@cache
def _address_of_some_game(name: str) -> str:
    return reverse(name, kwargs={"game_id": SOME_GAME})
