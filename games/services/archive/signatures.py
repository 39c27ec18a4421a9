"""Signs the results of finished games.

A signature is made anew whenever it is asked for, and comes out the same for the same. So it is always that of the game
as it stands, if staff took an end back or a player bears another name, and of the key in use.
"""

from games import signing
from games.models import Game
from games.models.game import player_names
from rules.signed import statement


def of_game(game: Game) -> dict[str, str] | None:
    """Returns the signature in a finished game's record; None while the game is not over."""
    if game.status != Game.Status.OVER:
        return None
    said = statement(
        game=str(game.public_id),
        head=game.head,
        players=player_names({seat.side: seat for seat in game.seats.select_related("user")}),
        result={"winner": game.winner, "how": game.ending},
        commitments=[
            *(dice["commitment"] for dice in game.past_dice),
            *([game.commitment] if game.sealed_secret else []),
        ],
    )
    return sign(said)


def sign(said: bytes) -> dict[str, str]:
    """Signs a statement (`rules.signed`) with the current key."""
    return {"key": signing.public_key(), "value": signing.sign(said)}
