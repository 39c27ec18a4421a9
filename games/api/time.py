"""Endpoints of the clock: offers between players, gifts of time, pauses and claims."""

from games.access import Access
from games.api import serializers
from games.api.fields import StrictChoice, StrictSerializer, StrictUUID
from games.api.operations import Answer, Operation
from games.models import Offer
from games.models.game import SIDES
from games.services.agreements import offers
from games.services.record.state import load_state
from games.services.views.view import view_of
from games.shapes import JsonObject

OFFERED = tuple(kind for kind in Offer.Kind.values if kind != Offer.Kind.RESIGN)
"""What people offer. The computer offers to resign; who wants to resign does."""


class TimeAct(StrictSerializer):
    key = StrictUUID(source="idempotency_key", help_text=serializers.KEY_HELP)
    side = StrictChoice(choices=SIDES, required=False, help_text="The side the person plays; it need not be given.")


class Offering(TimeAct):
    kind = StrictChoice(choices=OFFERED)


class Answering(TimeAct):
    answer = StrictChoice(
        choices=offers.ANSWERS, help_text="`accept` or `decline` the other's offer, `withdraw` one's own."
    )


class Claiming(TimeAct):
    claim = StrictChoice(
        source="what",
        choices=offers.CLAIMS,
        help_text=(
            "`win`, or `annul`: the game then counts for nobody. `computer`, in games made so, in place of `win`."
        ),
    )


def view_after(access: Access) -> JsonObject:
    """Returns the view of who acted, who plays one side. The events are in the history."""
    return {"view": view_of(load_state(access), access.viewer()), "events": []}


VIEW = Answer(serializers.Answer, view_after)

# fmt: off
MAKE_OFFER = Operation("make_offer", offers.make_offer, Offering, VIEW,
    "Offers a pause, an end without a winner or an annulment, or asks for more time.")
ANSWER_OFFER = Operation("answer_offer", offers.answer_offer, Answering, VIEW,
    "Accepts or declines the other player's offer of this kind, or withdraws one's own.")
GIVE_TIME = Operation("give_time", offers.give_time, TimeAct, VIEW,
    "Gives the other side time, as much as the pace allows.")
END_PAUSE = Operation("end_pause", offers.end_pause, TimeAct, VIEW,
    "Ends a pause: clocks run again after the pace's notice period.")
CLAIM = Operation("claim", offers.claim, Claiming, VIEW,
    "Ends the game, won or annulled, when the other side's time is up.")
# fmt: on
