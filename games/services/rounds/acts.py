"""The log of a tournament: a row for each act in it."""

from games.models import Tournament, TournamentAct, User
from games.shapes import JsonObject

Kind = TournamentAct.Kind


def note(
    tournament: Tournament,
    kind: Kind,
    *,
    actor: User | None = None,
    person: User | None = None,
    reason: str = "",
    **data: JsonObject | str | int,
) -> TournamentAct:
    """Writes one line of the tournament's log and returns it; without an actor it is the site that acted."""
    return TournamentAct.objects.create(
        tournament=tournament, actor=actor, kind=kind, person=person, reason=reason, data=data
    )
