"""Exports everything the site stores about a person, as one JSON document for that person."""

from django.apps import apps
from django.db.models import Model
from django.utils import timezone

from games.access import find_game
from games.accounts.traces import TRACES
from games.models import Seat, User
from games.services.archive.export import export
from games.services.talk import talk
from games.shapes import JsonObject

FORMAT = 1


def everything_about(user: User) -> JsonObject:
    """Returns profile, settings, mail addresses, sessions, own history of every game, messages, and what `traces`
    lists.
    """
    return {
        "format": FORMAT,
        "made-at": timezone.now().isoformat(),
        "profile": {
            "name": user.username,
            "since": user.date_joined.isoformat(),
            "last-signed-in": user.last_login.isoformat() if user.last_login else None,
            "time-zone": user.time_zone,
            "language": user.language or None,
            "display": user.display.split(),
            "named-in-chronicles": user.named_in_chronicles,
            "games-as-exercises": user.games_as_exercises,
            "staff": user.is_staff,
        },
        "games": [
            _game_history(user, seat)
            for seat in Seat.objects.filter(user=user).select_related("game").order_by("game", "side")
        ],
        "talk": talk.everything_of(user),
        "more": {
            relation.rpartition(".")[0]: _rows(user, relation) for relation, trace in TRACES.items() if trace.exported
        },
    }


def _game_history(user: User, seat: Seat) -> JsonObject:
    """Returns the person's own history of a game, with their side."""
    access = find_game(user=user, game_id=seat.game.public_id)
    return {"side": seat.side, **export(access, seat.side)}


def _rows(user: User, relation: str) -> list[JsonObject]:
    """Returns the exported columns of all rows that refer to the person by this relation."""
    label, _dot, field = relation.rpartition(".")
    model: type[Model] = apps.get_model(label)
    return list(model._base_manager.filter(**{field: user}).order_by("pk").values(*TRACES[relation].exported))
