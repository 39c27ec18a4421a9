"""What the site remembers: people, games, every event of a game."""

from games.models.alerts import AlertSettings, GameAlerts, Mode, Target, Visit
from games.models.event import GameEvent
from games.models.game import Game, Seat
from games.models.notice import Notice
from games.models.relation import Invitation, Presence, Relation, Seeker
from games.models.snapshot import Snapshot
from games.models.standing import StandingOrders
from games.models.user import User

__all__ = [
    "AlertSettings",
    "Game",
    "GameAlerts",
    "GameEvent",
    "Invitation",
    "Mode",
    "Notice",
    "Presence",
    "Relation",
    "Seat",
    "Seeker",
    "Snapshot",
    "StandingOrders",
    "Target",
    "User",
    "Visit",
]
