"""What the site remembers: people, games, every event of a game."""

from games.models.event import GameEvent
from games.models.game import Game, Seat
from games.models.snapshot import Snapshot
from games.models.user import User

__all__ = ["Game", "GameEvent", "Seat", "Snapshot", "User"]
