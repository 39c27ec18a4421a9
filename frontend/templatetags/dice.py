"""What adds a player's randomness to the dice of a game."""

from typing import Any

from django import template

from games.models import Game, Seat, User
from games.services.record import dice

register = template.Library()


@register.inclusion_tag("frontend/dice/add.html", takes_context=True)
def randomness_for(context: dict[str, Any], game: Game) -> dict[str, Any]:
    """Has the browser add this person's part of the dice if it is missing, or lets them type it: as long as that counts."""
    user = context["request"].user
    wanted = isinstance(user, User) and dice.open_to_contributions(game)
    missing = wanted and Seat.objects.filter(game=game, user=user, contribution="").exists()
    return {"game": game, "missing": missing, "csrf_token": context.get("csrf_token")}
