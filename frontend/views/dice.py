"""Pages about the dice: how they work, and those of a game."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from frontend.views.parts import unknown_games_as_404
from games import errors, signing
from games.access import find_game
from games.models import Game, GameEvent
from games.services.archive import signatures, verification
from games.services.record import dice


@require_safe
def how(request: HttpRequest) -> HttpResponse:
    """The page that explains what is proven about the dice, and what is not."""
    return render(request, "frontend/dice/how.html", {"present": signing.public_key(), "keys": signing.public_keys()})


@require_safe
@unknown_games_as_404
def of_game(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """The page of a game's dice: commitment and contributions; once it is over also secret, record, and the outcome of
    its check.
    """
    access = find_game(user=request.user, game_id=game_id)
    game = access.game
    over = game.status == Game.Status.OVER
    try:
        outcome = verification.check(access) if over else None
        secret, line = dice.secret_of(game) if over else "", verification.line(outcome) if outcome else ""
    except errors.DiceSealed as error:
        outcome, secret, line = None, "", str(error.detail)
    # What was added stays when somebody else takes over the seat: it is not theirs.
    acts = game.events.filter(kind=GameEvent.Kind.STAFF).values_list("payload", flat=True)
    replaced = {payload["seat"] for payload in acts if payload.get("type") == "replace"}
    adders = {side: None if side in replaced else seat.user for side, seat in access.seats.items()}
    context = {
        "game": game,
        "over": over,
        "own": " ".join(access.sides),
        "missing": len(dice.missing(access)),
        "open": dice.open_to_contributions(game),
        "added": [(side, adders[side], text) for side, text in dice.contributions(access).items()],
        "outcome": outcome,
        "line": line,
        "secret": secret,
        "signature": signatures.of_game(game),
        "keys": signing.public_keys(),
        "files": request.user.is_authenticated,
    }
    return render(request, "frontend/dice/game.html", context)
