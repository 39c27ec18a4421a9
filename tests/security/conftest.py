"""The people and games of the other tests."""

from tests.games.conftest import baldwin, game, new_player, private_game, richard, saladin, solo_game
from tests.matrix.conftest import world

__all__ = ["baldwin", "game", "new_player", "private_game", "richard", "saladin", "solo_game", "world"]
