"""Vacations and pauses that outlast the end of a round: refused beyond the grace period, reported to the organizer
within it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import BadVacation, PausePastRound
from games.letters import isolated
from games.models import Game, Pairing, Round, Tournament, User
from games.services.alerts import notices
from games.services.alerts.kinds.tournaments import OfTournament
from games.services.rounds import acts
from games.services.rounds import ends as rounds_ends
from games.services.rounds.acts import Kind
from games.timekeeping.rounds import FAIR
from games.words import capitalized
from games.words_time import date_and_time_in_short


@dataclass(frozen=True, slots=True)
class Touch:
    """A round whose end lies in a vacation, or so short before it that a game may still be running. `limit` is the end
    of the grace.
    """

    round: Round
    ends_at: datetime
    limit: datetime

    @property
    def name(self) -> str:
        """The round with its tournament, in the reader's language."""
        tournament = self.round.tournament
        if tournament.is_ladder:
            return _("your game of {name}").format(name=isolated(tournament.name))
        return _("round {number} of {name}").format(number=self.round.number, name=isolated(tournament.name))

    def in_words(self) -> str:
        """Returns the consequence of a vacation past the end of the round, for the person who plans it."""
        said = _(
            "It reaches past the end of {round}, {end}: a game of yours that stands still then has until {limit}. The"
            " organizer knows."
        )
        return said.format(
            round=self.name, end=date_and_time_in_short(self.ends_at), limit=date_and_time_in_short(self.limit)
        )


def rounds_touched(user: User, starts: datetime, ends: datetime) -> list[Touch]:
    """Returns the rounds with an open game of this person past whose end a vacation would reach."""
    return [touch for touch in open_rounds(user) if touch.ends_at < ends and starts < touch.ends_at + 2 * FAIR]


def require_grace(user: User, starts: datetime, ends: datetime) -> list[Touch]:
    """Returns the rounds a vacation touches.

    Raises BadVacation where it would outlast the grace of one, with the last day that fits.
    """
    touched = rounds_touched(user, starts, ends)
    for touch in touched:
        if ends > touch.limit:
            said = _(
                "{round} ends on {end}, and its organizer gives a game that stands still then until {limit} at most. "
            )
            said += _("End the vacation before that, or ask the organizer for more time.")
            moments = {"end": date_and_time_in_short(touch.ends_at), "limit": date_and_time_in_short(touch.limit)}
            sentence = said.format(round=touch.name, **moments)
            raise BadVacation(capitalized(sentence))
    return touched


def tell_of_vacation(user: User, touched: list[Touch], ends: datetime) -> None:
    """Logs in each tournament that somebody will be away when its round ends, and tells the organizer."""
    for touch in touched:
        tournament = touch.round.tournament
        act = acts.note(
            tournament, Kind.AWAY, actor=user, person=user, round=touch.round.number, until=ends.isoformat()
        )
        if tournament.organizer_id != user.pk:
            alert = OfTournament(what="away", from_=user.get_username())
            notices.queue_of_tournament(user=tournament.organizer, tournament=tournament, turn=act.pk, alert=alert)


def check_pause(game: Game) -> None:
    """Raises PausePastRound for a game whose round leaves no time for a pause: it is over, or its organizer allows no
    grace period.
    """
    touch = _round_of(game)
    if touch is not None and (touch.limit <= touch.ends_at or touch.ends_at <= timezone.now()):
        said = _(
            "This game is of {round}, which ends on {end}, and time that stands still then is not given back: it cannot"
            " be paused."
        )
        raise PausePastRound(said.format(round=touch.name, end=date_and_time_in_short(touch.ends_at)))


def tell_of_pause(game: Game) -> None:
    """Logs in the tournament that one of its games was paused, and tells the organizer."""
    touch = _round_of(game)
    if touch is None:
        return
    tournament = touch.round.tournament
    act = acts.note(
        tournament, Kind.PAUSED, round=touch.round.number, board=game.pairing.board, until=touch.limit.isoformat()
    )
    alert = OfTournament(what="paused")
    notices.queue_of_tournament(user=tournament.organizer, tournament=tournament, turn=act.pk, alert=alert)


def open_rounds(user: User) -> Iterator[Touch]:
    """Yields the rounds in which this person has a game that is not decided."""
    own = Pairing.objects.filter(Q(frank__user=user) | Q(saracen__user=user), result="", saracen__isnull=False)
    rounds = Round.objects.filter(
        pairings__in=own, begun_at__isnull=False, ended_at=None, tournament__state=Tournament.State.RUNNING
    )
    for made in rounds.select_related("tournament__organizer").distinct().order_by("pk"):
        yield from _touches(made)


def _round_of(game: Game) -> Touch | None:
    """The round in which this game is being played; None for one that bears on no tournament, or no more."""
    found = Pairing.objects.filter(
        game=game, result="", round__ended_at=None, round__tournament__state=Tournament.State.RUNNING
    )
    pairing = found.select_related("round__tournament__organizer").first()
    return next(_touches(pairing.round), None) if pairing is not None else None


def _touches(made: Round) -> Iterator[Touch]:
    end, limit = rounds_ends.ends_at(made), rounds_ends.grace_ends_at(made)
    if end is not None and limit is not None:
        yield Touch(made, end, limit)
