"""One's own vacations."""

from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers as drf
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.endpoint import Endpoint, list_json
from games.api.fields import Lines, Shape, StrictSerializer
from games.api.operations import Operation
from games.api.serializers import Nothing
from games.api.views import person, read_body, responses
from games.models import Vacation
from games.services.agreements import vacations
from games.services.rounds import overlaps
from games.shapes import JsonObject


class Planning(StrictSerializer):
    first = drf.DateField(help_text="The first day, by one's own clock; today means from now on.")
    last = drf.DateField(help_text="The last day: to its end.")


class RoundTouched(Shape):
    tournament = drf.UUIDField()
    name = drf.CharField(help_text="Of the tournament.")
    round = drf.IntegerField()
    ends_at = drf.DateTimeField(help_text="When the round ends.")
    until = drf.DateTimeField(help_text="Until when a game of yours that stands still then may go on.")


class OneVacation(Shape):
    number = drf.IntegerField()
    begun = drf.BooleanField()
    starts_at = drf.DateTimeField()
    ends_at = drf.DateTimeField()
    rounds = RoundTouched(many=True, help_text="The rounds of tournaments past whose end it reaches.")


class YearLeft(Shape):
    year = drf.IntegerField()
    days = drf.IntegerField(
        help_text="Of the year's vacation. Each day by one's own clock that a vacation touches is taken, once."
    )


class AllVacations(Lines):
    results = OneVacation(many=True, help_text="The one that runs, and those planned.")
    left = YearLeft(many=True, help_text="This year and the next.")
    zone = drf.CharField(help_text="The time zone in which days begin.")


class Vacations(Endpoint):
    @extend_schema(operation_id="list_vacations", responses=responses(AllVacations))
    def get(self, request: Request) -> Response:
        """One's present and planned vacations, and the balance of this year and the next."""
        user = person(request)
        zone = user.zone
        year = timezone.now().astimezone(zone).year
        left = [{"year": each, "days": vacations.balance(user, each)} for each in (year, year + 1)]
        return Response(
            list_json(list(map(vacation_json, vacations.current_and_planned(user))), left=left, zone=zone.key)
        )

    @extend_schema(operation_id="plan_vacation", request=Planning, responses=responses(OneVacation, 201))
    def post(self, request: Request) -> Response:
        """Begins or plans a vacation.

        Every running game that it touches records it, and so does every tournament past whose round it reaches: that is
        refused beyond the days of grace of the round.
        """
        planned = vacations.plan_vacation(user=person(request), **read_body(Planning, request))
        location = {"Location": reverse("api-vacations")}
        return Response(vacation_json(planned), status=status.HTTP_201_CREATED, headers=location)


# fmt: off
END = Operation("end_vacation", vacations.end_vacation, Nothing, None,
    "Ends a running vacation of one's own, or cancels a planned one.")
# fmt: on


def vacation_json(vacation: Vacation) -> JsonObject:
    """A vacation as JSON; moments are ISO 8601."""
    return {
        "number": vacation.pk,
        "begun": vacation.starts_at <= timezone.now(),
        "starts-at": vacation.starts_at.isoformat(),
        "ends-at": vacation.ends_at.isoformat(),
        "rounds": [
            {
                "tournament": str(touch.round.tournament.public_id),
                "name": touch.round.tournament.name,
                "round": touch.round.number,
                "ends-at": touch.ends_at.isoformat(),
                "until": touch.limit.isoformat(),
            }
            for touch in overlaps.rounds_touched(vacation.user, vacation.starts_at, vacation.ends_at)
        ],
    }
