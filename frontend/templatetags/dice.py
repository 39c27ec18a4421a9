"""The element by which a player contributes to the dice of a game."""

from typing import Any

from django import template

from games.models import Game, Seat, User
from games.services.record import dice

register = template.Library()


@register.inclusion_tag("frontend/dice/add.html", takes_context=True)
def randomness_for(context: dict[str, Any], game: Game) -> dict[str, Any]:
    """The element whose script contributes to the dice for this player if that is missing and possible, or lets them
    type it.
    """
    user = context["request"].user
    wanted = isinstance(user, User) and dice.open_to_contributions(game)
    missing = wanted and Seat.objects.filter(game=game, user=user, contribution="").exists()
    return {"game": game, "missing": missing, "csrf_token": context.get("csrf_token")}
