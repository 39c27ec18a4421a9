"""What adds a player's randomness to the dice of a game."""

from typing import Any

from django import template

from games.models import Game, Seat, User
from games.services import dice

register = template.Library()


@register.inclusion_tag("frontend/dice/add.html", takes_context=True)
def randomness_for(context: dict[str, Any], game: Game) -> dict[str, Any]:
    """Has the browser add to the dice for every side of this person that has not: as long as that counts."""
    user = context["request"].user
    sides = []
    if isinstance(user, User) and dice.open_to_contributions(game):
        sides = list(Seat.objects.filter(game=game, user=user, contribution="").order_by("side").values_list("side", flat=True))
    return {"game": game, "sides": " ".join(sides), "csrf_token": context.get("csrf_token")}
