"""The dice of a game and the check of its record."""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as drf
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games import signing
from games.access import Access, find_game
from games.api.acts import read
from games.api.endpoint import Endpoint, list_json
from games.api.fields import Described, Lines, Shape, StrictChoice, StrictSerializer, StrictString
from games.api.serializers import Nothing, read_randomness
from games.api.views import person, read_body, responses
from games.models import Game
from games.models.game import SIDES
from games.services.archive import signatures, verification
from games.services.lobby import starting
from games.services.record import dice
from games.shapes import Json, JsonObject


class Randomness(StrictSerializer):
    randomness = StrictString(help_text="16 random bytes as 32 hexadecimal digits in small letters.")
    side = StrictChoice(
        choices=SIDES, required=False, help_text="In a solo game, for this side only; left out, for both."
    )

    def validate_randomness(self, text: str) -> str:
        return read_randomness(text)


class InvitationQuery(Shape):
    invitation = drf.CharField(
        required=False, max_length=64, help_text="The token of the link to a private game, for who has no seat yet."
    )


class DiceToCome(Shape):
    dice = drf.UUIDField(help_text="The id of the game that is made with them. It goes with one's part.")
    commitment = drf.CharField(help_text="What the site has committed itself to.")


class Signature(Shape):
    key = drf.CharField(help_text="The public key by which it can be checked, one of `GET keys/`.")
    value = drf.CharField(help_text="Ed25519, 128 hexadecimal digits.")


class Key(Shape):
    key = drf.CharField(help_text="A public key of the site, 64 hexadecimal digits.")
    present = drf.BooleanField(
        help_text="Whether it is the one in use. What was signed with those before still counts."
    )


class Keys(Lines):
    results = Key(many=True)


class DiceOfAGame(Shape):
    commitment = drf.CharField(
        help_text="What the site has committed itself to; empty for games from before there were committed dice."
    )
    contributions = Described("Contributions", help_text="What the players' browsers added, by side.")
    open = drf.BooleanField(help_text="Whether something can still be added: until the game begins.")
    stamp = drf.CharField(
        help_text="Stands for the record up to the last wall. At the end everybody can see that it belongs to it."
    )
    earlier = drf.ListField(
        child=Described("SecretOfDice"), help_text="Those that a game had before it was taken up again."
    )
    secret = drf.CharField(required=False, help_text="When the game is over.")
    head = drf.CharField(required=False, help_text="When the game is over: the fingerprint of its last event.")
    signature = Signature(
        required=False, help_text="When the game is over: the site's, over game, players, result, head and commitments."
    )


class Checked(Shape):
    verified = drf.BooleanField()
    line = drf.CharField(help_text="What was checked, in the reader's language.")
    events = drf.IntegerField()
    draws = drf.IntegerField()
    actions = drf.IntegerField()
    undone = drf.IntegerField()
    earlier = drf.IntegerField(help_text="Events from before there were fingerprints.")
    unproven = drf.IntegerField(help_text="Draws from before there were committed dice.")
    resumed = drf.IntegerField(help_text="The event before which other rules held, or 0.")
    added = drf.ListField(child=drf.ChoiceField(choices=SIDES))
    fault = drf.CharField(allow_null=True)


class NextDice(Endpoint):
    @extend_schema(operation_id="reserve_dice", request=Nothing, responses=responses(DiceToCome))
    def post(self, request: Request) -> Response:
        """Returns the site's commitment to the dice of one's next game, before one contributes to them.

        It stays the same until a game uses it.
        """
        read_body(Nothing, request)
        reserved = dice.reserve(person(request))
        return Response({"dice": str(reserved.game_id), "commitment": reserved.commitment})


class Dice(Endpoint):
    query = InvitationQuery

    @extend_schema(operation_id="get_dice", parameters=[InvitationQuery], responses=responses(DiceOfAGame))
    def get(self, request: Request, game_id: uuid.UUID) -> Response:
        """Returns the commitment and contributions of a game's dice, and the secret once the game is over."""
        query = read(self.query, request.query_params)
        return Response(dice_json(find_game(user=person(request), game_id=game_id, invitation=query.get("invitation"))))

    @extend_schema(operation_id="add_to_dice", request=Randomness, responses=responses(DiceOfAGame))
    def post(self, request: Request, game_id: uuid.UUID) -> Response:
        """Adds the player's contribution to the dice: once, before the game begins.

        A game that waited only for this begins.
        """
        body = read_body(Randomness, request)
        return Response(dice_json(starting.contribute(user=person(request), game_id=game_id, **body)))


class Check(Endpoint):
    @extend_schema(operation_id="check_game", responses=responses(Checked))
    def get(self, request: Request, game_id: uuid.UUID) -> Response:
        """Checks the whole record of a finished game."""
        return Response(verification.check(find_game(user=person(request), game_id=game_id)).to_json())


class PublicKeys(Endpoint):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="list_keys", responses=responses(Keys))
    def get(self, request: Request) -> Response:
        """Returns the public keys for checking the site's signatures, the current one first. Needs no login."""
        present = signing.public_key()
        return Response(list_json([{"key": key, "present": key == present} for key in signing.public_keys()]))


def dice_json(access: Access) -> JsonObject:
    """A game's dice as JSON: commitment, both contributions, and the secret once the game is over."""
    game = access.game
    found: Json = {
        "commitment": game.commitment,
        "contributions": dice.contributions(access),
        "open": dice.open_to_contributions(game),
        "stamp": game.stamp,
        "earlier": game.past_dice,
    }
    if game.status != Game.Status.OVER:
        return found
    return found | {"secret": dice.secret_of(game), "head": game.head, "signature": signatures.of_game(game)}
