"""Serializers of requests and answers, as OpenAPI describes them."""

from rest_framework import serializers

from games.api.fields import (
    Described,
    Fields,
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
from games.models import PaceName
from games.models.game import SIDES
from games.people.computers import LEVEL_NAMES
from games.services.play.play import MOST_ACTIONS
from games.services.record.dice import RANDOMNESS, Contribution
from games.shapes import Json

SIDE_CHOICES = (*SIDES, "random")
KEY_HELP = "A new random UUID for each request. The same request with the same key again has no second effect."
VERSION_HELP = "The `version` of the view the decision was made on."
SIDE_HELP = "Whose view, in solo games; the side awaited when left out."
ACT_SIDE_HELP = "Whom the act is for. Needed in solo games, and in them only."

PERSPECTIVE_HELP = (
    "Whose eyes. While the game runs one's own; when it is over `frank`, `saracen`, `public`, or `all`, numbered as"
    " recorded."
)


class Contributing(StrictSerializer):
    """A body that may carry a player's contribution to the dice."""

    dice = StrictUUID(
        required=False, help_text="The game whose commitment the part was made for, as `POST dice/` answered it."
    )
    randomness = StrictString(
        required=False, help_text="The part: 16 random bytes as 32 hexadecimal digits in small letters."
    )

    def validate_randomness(self, text: str) -> str:
        return read_randomness(text)

    def validate(self, data: Json) -> Json:
        """Joins the two names of the dice into `contribution`."""
        dice, randomness = data.pop("dice", None), data.pop("randomness", None)
        if (dice is None) != (randomness is None):
            name = "dice" if dice is None else "randomness"
            raise serializers.ValidationError({name: ["Give `dice` and `randomness` together, or neither of them."]})
        return data if dice is None or randomness is None else data | {"contribution": Contribution(dice, randomness)}


def read_randomness(text: str) -> str:
    """Returns the text if it is 32 hexadecimal digits. Raises ValidationError otherwise."""
    if not RANDOMNESS.fullmatch(text):
        raise serializers.ValidationError("Give 32 hexadecimal digits, 0 to 9 and a to f.")
    return text


class NewGame(Contributing):
    side = StrictChoice(choices=SIDE_CHOICES, default="random")
    solo = StrictBoolean(default=False, help_text="One person plays both sides. Such a game is private.")
    computer = StrictChoice(
        choices=LEVEL_NAMES,
        required=False,
        help_text=(
            "The level of the computer, which takes the other seat: the game begins at once, is private and has no"
            " clock."
        ),
    )
    odds = StrictBoolean(default=True, help_text="Whether the players may ask for the odds of a fight ahead.")
    hints = StrictBoolean(
        default=False, help_text="Whether somebody alone, or against the computer, may ask what it would play."
    )
    take_over = StrictBoolean(
        default=False,
        help_text="Whether the computer plays on for a player whose time is up, instead of the game being lost.",
    )
    visibility = StrictChoice(choices=("public", "private"), default="public")
    start = StrictChoice(
        choices=("joined", "by-hand"),
        default="joined",
        help_text="When it begins: when somebody joins, or when its creator starts it.",
    )
    ruleset = JSONObject("Options", required=False)
    pace = StrictChoice(
        choices=PaceName.values,
        default=PaceName.FRIENDLY.value,
        help_text="The pace of the clocks; a solo game has none.",
    )
    weekend_zone = StrictString(
        required=False,
        max_length=64,
        allow_blank=True,
        help_text="A time zone in which clocks rest on weekends; empty: they do not.",
    )
    key = StrictUUID(required=False, help_text=KEY_HELP)


class Joining(StrictSerializer):
    randomness = StrictString(
        required=False,
        help_text=(
            "One's part of the dice, made after seeing the commitment: 16 random bytes as 32 hexadecimal digits in"
            " small letters."
        ),
    )
    invitation = StrictString(
        required=False, max_length=64, help_text="The token of the invitation link; private games need it."
    )
    key = StrictUUID(required=False, help_text=KEY_HELP)

    def validate_randomness(self, text: str) -> str:
        return read_randomness(text)


class Nothing(StrictSerializer):
    """An empty object, or no body."""


class Here(StrictSerializer):
    """The message of a page that it is in use."""

    version = StrictInteger(
        min_value=0,
        max_value=2**31 - 1,
        required=False,
        help_text="The `version` of the view that the page shows; without it nothing counts as seen.",
    )


class Act(StrictSerializer):
    version = StrictInteger(min_value=0, max_value=2**31 - 1, help_text=VERSION_HELP)
    key = StrictUUID(help_text=KEY_HELP)
    side = StrictChoice(choices=SIDES, required=False, help_text=ACT_SIDE_HELP)


class ActionAct(Act):
    action = JSONObject(
        "Action",
        required=False,
        help_text="One of the offers in `actions` of the view, its choices made.",
    )
    actions = serializers.ListField(
        required=False,
        child=JSONObject("Action"),
        min_length=1,
        max_length=MOST_ACTIONS,
        help_text=(
            "Instead of `action`: several, taken in order, all or none. Only the last may be one that cannot be taken"
            " back."
        ),
    )

    def validate(self, data: Json) -> Json:
        """Requires either `action` or `actions`. Raises ValidationError for both and for none."""
        if ("action" in data) == ("actions" in data):
            raise serializers.ValidationError({"action": ["Give either `action` or `actions`."]})
        return data


class Resignation(Act):
    version = StrictInteger(min_value=0, max_value=2**31 - 1, required=False, help_text=VERSION_HELP)


class LeavingOrders(StrictSerializer):
    orders = JSONObject("NewOrders", help_text="An empty object withdraws everything.")
    side = StrictChoice(choices=SIDES, required=False, help_text=SIDE_HELP)


class SideQuery(Shape):
    side = serializers.ChoiceField(choices=SIDES, required=False, help_text=SIDE_HELP)


class ViewQuery(SideQuery):
    since = serializers.IntegerField(
        min_value=0,
        max_value=2**31 - 1,
        required=False,
        help_text="The `version` one has: `news` tell what is new since. 0: nothing yet.",
    )


class Following(StrictSerializer):
    """The message that subscribes a page to a side's views over the game's socket."""

    side = StrictChoice(choices=SIDES, required=False, help_text=SIDE_HELP)
    since = StrictInteger(min_value=0, max_value=2**31 - 1, default=0, help_text="The `version` whose news one has.")
    have = StrictInteger(
        min_value=0, max_value=2**31 - 1, required=False, help_text="The `version` whose view one has already."
    )


class PerspectiveQuery(Shape):
    side = serializers.ChoiceField(choices=(*SIDES, "public", "all"), required=False, help_text=PERSPECTIVE_HELP)


class ExportQuery(SideQuery):
    """The query of an export. Its format is the parameter `as`."""

    def get_fields(self) -> Fields:
        choice = serializers.ChoiceField(
            choices=("record", "notation"), default="record", help_text="Notation when the game is over only."
        )
        return {**super().get_fields(), "as": choice}


class HistoryQuery(PerspectiveQuery):
    after = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, default=0, help_text="Entries with a greater number only."
    )
    limit = serializers.IntegerField(min_value=1, max_value=200, default=50)
    everything = serializers.BooleanField(
        default=False, help_text="When the game is over: the whole record, numbered as recorded."
    )


class ReplayQuery(PerspectiveQuery):
    after = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, default=0, help_text="Entries with a greater number only."
    )
    limit = serializers.IntegerField(min_value=1, max_value=100, default=50)


class ListQuery(Shape):
    list = serializers.ChoiceField(choices=("mine", "waiting", "invitations", "open", "public"), default="mine")
    side = serializers.ChoiceField(
        choices=SIDES, required=False, help_text="Of open games those where this side is free."
    )
    pace = serializers.ChoiceField(
        choices=PaceName.values, required=False, help_text="Of open games those of this pace."
    )
    options = serializers.ChoiceField(
        choices=("plain", "some"), required=False, help_text="Of open games those without options, or with some."
    )
    status = serializers.ChoiceField(choices=("open", "active", "over"), required=False)
    solo = serializers.BooleanField(required=False, allow_null=True, default=None)
    practice = serializers.BooleanField(
        required=False, allow_null=True, default=None, help_text="Practice games alone, or all but those."
    )
    page = serializers.IntegerField(min_value=1, max_value=100_000, default=1)


class PracticeOf(Shape):
    """From which moment of another game, or from which exercise, a practice game goes on."""

    game = serializers.UUIDField(allow_null=True, help_text="The game from which it goes on; null for an exercise.")
    n = serializers.IntegerField(allow_null=True, help_text="The entry, as the replay of `as` counts it.")
    exercise = serializers.CharField(allow_null=True, help_text="The exercise; null for a moment of a game.")

    def get_fields(self) -> Fields:
        choice = serializers.ChoiceField(
            choices=(*SIDES, "all"),
            help_text="A side: from what it knew then, the rest dealt anew. All: from the position as it was.",
        )
        return {**super().get_fields(), "as": choice}


class Summary(Shape):
    """A game in a list: players, status, turn and pace."""

    id = serializers.UUIDField()
    status = serializers.ChoiceField(choices=("open", "active", "over", "canceled"))
    solo = serializers.BooleanField()
    computer = serializers.ChoiceField(
        choices=LEVEL_NAMES, allow_null=True, help_text="The level of the computer; null where it does not play."
    )
    practice = PracticeOf(allow_null=True, help_text="Null for a game from its beginning.")
    odds = serializers.BooleanField(help_text="Whether the players may ask for the odds of a fight ahead.")
    hints = serializers.BooleanField(help_text="Whether the player may ask what the computer would play.")
    take_over = serializers.BooleanField(help_text="Whether the computer plays on for a player whose time is up.")
    taken_over = serializers.ChoiceField(
        choices=SIDES, allow_null=True, help_text="The side for which the computer took over; null where it has not."
    )
    visibility = serializers.ChoiceField(choices=("public", "private"))
    by_hand = serializers.BooleanField(help_text="Whether its creator starts it by hand.")
    rematch = serializers.BooleanField()
    dice_due_at = serializers.DateTimeField(
        allow_null=True,
        help_text="When it begins without the parts of the dice that are missing; null where it does not wait for any.",
    )
    ruleset = Described("Ruleset")
    players = Described("Players")
    free_side = serializers.ChoiceField(choices=SIDES, allow_null=True, help_text="Null when both are taken.")
    creator = serializers.CharField()
    you = serializers.ListField(child=serializers.ChoiceField(choices=SIDES))
    awaited = serializers.ListField(child=serializers.ChoiceField(choices=SIDES))
    waits_for_you = serializers.BooleanField()
    year = serializers.IntegerField(allow_null=True)
    turn = serializers.IntegerField(allow_null=True)
    pace = serializers.ChoiceField(choices=PaceName.values)
    weekend_zone = serializers.CharField(
        help_text="The time zone in which clocks rest on weekends; empty: they do not."
    )
    result = Described("GameResult", allow_null=True)
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    moved_at = serializers.DateTimeField(allow_null=True)
    invitation = serializers.CharField(allow_null=True)


class SummaryInList(Summary):
    unread = serializers.IntegerField(help_text="Messages that one has not read.")


class SummaryPage(Lines):
    results = SummaryInList(many=True)


class Answer(Shape):
    view = Described("View")
    events = serializers.ListField(child=Described("Fact"), help_text="What the player saw happen.")


class ActAnswer(Answer):
    news = Described("News", help_text="What is new since the `version` that was sent.")


class OrdersLeft(Shape):
    side = serializers.ChoiceField(choices=SIDES)
    orders = Described("Orders")
    saved_at = serializers.DateTimeField(allow_null=True)


class History(Lines):
    results = serializers.ListField(child=Described("Entry"))


class Replay(Lines):
    results = serializers.ListField(child=Described("ReplayedEntry"))


class Mark(Shape):
    n = serializers.IntegerField(help_text="The first entry of this turn, phase or battle.")
    year = serializers.IntegerField()
    turn = serializers.IntegerField()
    phase = Described("Phase")
    battle = Described("Town", allow_null=True, help_text="The town fought over.")


class Marks(Lines):
    results = Mark(many=True)
    entries = serializers.IntegerField(help_text="How many entries this history has in all.")


class ProblemDetails(Shape):
    type = serializers.CharField(help_text="The address of a page that says what the code means.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="For people.")
    code = serializers.CharField(help_text="For programs: it never changes. `/problems/` lists them.")
    fields = Described("Faults", required=False, help_text="With `invalid`.")  # type: ignore[assignment]
    reason = serializers.CharField(required=False, help_text="With `illegal-action`.")
    rule = serializers.CharField(required=False, help_text="With `illegal-action`: the number in the rulebook.")
    view = Described("View", required=False, help_text="With `stale-version`: the game as it is.")
    news = Described(
        "News", required=False, help_text="With `stale-version`: what is new since the version that was sent."
    )
    sides = serializers.ListField(child=Described("Side"), required=False, help_text="With `side-needed`.")
    limit = serializers.IntegerField(required=False, help_text="With `too-many-...`: how many there may be.")
    pages = serializers.IntegerField(required=False, help_text="With `no-such-page`: how many there are.")
    languages = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="With `no-such-language`: those there are."
    )
    text = serializers.CharField(required=False, help_text="With `stale-note`: what was saved elsewhere.")
    version = serializers.IntegerField(required=False, help_text="With `stale-note`: the version of that text.")
    request = serializers.CharField(
        required=False, help_text="With `internal-error` and `away`: the number by which the site finds it in its log."
    )
    used_up = serializers.CharField(required=False, help_text="With 429: which limit was met.")
    retry_after = serializers.IntegerField(required=False, help_text="With 429: seconds.")
