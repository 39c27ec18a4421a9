"""Serializers of the lobby's endpoints, as OpenAPI describes them."""

from rest_framework import serializers

from games.api.fields import (
    Described,
    JSONObject,
    Lines,
    Shape,
    StrictBoolean,
    StrictChoice,
    StrictInteger,
    StrictSerializer,
    StrictString,
    StrictUUID,
)
from games.api.serializers import KEY_HELP, Contributing, Summary
from games.models import PaceName
from games.models.game import SIDES
from games.people.computers import LEVEL_NAMES


class Keyed(StrictSerializer):
    key = StrictUUID(source="idempotency_key", required=False, help_text=KEY_HELP)


class ForRematch(Contributing):
    """The body of a rematch. `dice` may be those of the rematch that was offered."""


class PlayingOn(StrictSerializer):
    """From which moment of a finished game to play on, as which side, against whom and with whose knowledge."""

    n = StrictInteger(min_value=1, max_value=2**31 - 1, help_text="An entry of the game's replay.")
    perspective = StrictChoice(
        choices=(*SIDES, "public", "all"), required=False, help_text="In whose replay `n` counts; left out: one's own."
    )
    side = StrictChoice(choices=SIDES, help_text="The side one plays; alone, the one whose knowledge counts.")
    computer = StrictChoice(
        choices=("", *LEVEL_NAMES), default="", help_text="The level of the computer; empty: one plays both sides."
    )
    everything = StrictBoolean(
        default=False,
        help_text="From the position as it was. Else what `side` did not know is dealt anew.",
    )
    key = StrictUUID(source="idempotency_key", required=False, help_text=KEY_HELP)


class Name(StrictSerializer):
    name = StrictString(max_length=150, help_text="The name of a player, in whatever capitals.")


class Seeking(Contributing):
    side = StrictChoice(choices=("", *SIDES), default="", help_text="Empty: either.")
    pace = StrictChoice(choices=("", *PaceName.values), default="", help_text="Empty: any but live.")
    ruleset = JSONObject(
        "Options", required=False, help_text="Left out: any options of edition 2.0, but no extra blocks."
    )
    key = StrictUUID(required=False, help_text=KEY_HELP)


class Wish(Shape):
    side = serializers.ChoiceField(choices=SIDES, allow_null=True)
    ruleset = Described("Options", allow_null=True)
    pace = serializers.CharField(allow_null=True)
    since = serializers.DateTimeField()
    until = serializers.DateTimeField(help_text="In the past when the search has ended.")


class Search(Shape):
    search = Wish(allow_null=True)


class Found(Search):
    game = Summary(allow_null=True)


class Waiting(Lines):
    results = serializers.ListField(child=serializers.UUIDField())


class BlockedPerson(Shape):
    name = serializers.CharField()


class BlockedList(Lines):
    results = BlockedPerson(many=True)


class Whereabouts(Shape):
    state = serializers.ChoiceField(choices=("here", "away", "gone", "unknown"))
    seen_at = serializers.DateTimeField(allow_null=True, help_text="With `gone`, to the minute.")
