"""What the site remembers: people, games, every event of a game."""

from games.models.alerts import AlertSettings, GameAlerts, Mode, Target, Visit
from games.models.event import GameEvent
from games.models.game import Game, Seat
from games.models.notice import Notice
from games.models.snapshot import Snapshot
from games.models.standing import StandingOrders
from games.models.user import User

__all__ = [
    "AlertSettings",
    "Game",
    "GameAlerts",
    "GameEvent",
    "Mode",
    "Notice",
    "Seat",
    "Snapshot",
    "StandingOrders",
    "Target",
    "User",
    "Visit",
]
