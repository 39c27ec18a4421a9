"""The end of a round's time, or of the games of a challenge: which games are decided by it, and which go on for a
while.

The rules are those of `games.timekeeping.rounds`. Requires the tournament's lock, like all that is called here; games
are locked after it.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.utils import timezone

from games.access import Access, find_game_for_the_site
from games.models import Game, Pairing, Round
from games.services.agreements import freezing
from games.services.alerts import notices
from games.services.alerts.kinds.tournaments import LateInRound, OfTournament
from games.services.clocks import clocks, outages
from games.services.rounds import acts, ends
from games.timekeeping import seats
from games.timekeeping.calendars import Calendar
from games.timekeeping.rounds import Step, due_at, is_decided, loser, next_step
from games.tournaments import results
from games.tournaments.finding import Kind

Result, How = Pairing.Result, Pairing.How
WINS_AGAINST = {"frank": Result.SARACEN, "saracen": Result.FRANK, "": Result.HALF}
Calendars = Mapping[str, Calendar]


def settle_late(current: Round) -> None:
    """Settles the pairings without a result of a round whose time is over.

    Half a point each where no game was begun; games that run as `_settle` says; games in a dispute stay.
    """
    end = ends.ends_at(current)
    if end is None or end > timezone.now():
        return
    rows = list(current.pairings.filter(result="").select_related("game", "round__tournament__organizer"))
    in_dispute = results.games_in_dispute(pairing.game_id for pairing in rows)
    for pairing in rows:
        if pairing.game is None or (pairing.game.status == Game.Status.OPEN and pairing.game.dice_due_at is None):
            decide(pairing, "")
        elif pairing.game_id not in in_dispute and pairing.game.status == Game.Status.ACTIVE:
            _settle(pairing, find_game_for_the_site(pairing.game.public_id))


def _settle(pairing: Pairing, access: Access) -> None:
    """Settles one game that runs, step by step as `timekeeping.rounds` says."""
    if access.game.status != Game.Status.ACTIVE:
        return
    now = timezone.now()
    calendars = {seat.side: calendar for seat, calendar in clocks.clocks_of(access)}
    act = ACTS.get(_next_step(pairing, access, calendars, now))
    while act is not None:
        act(pairing, access, calendars, now)
        act = ACTS.get(_next_step(pairing, access, calendars, now)) if pairing.result == "" else None


def _next_step(pairing: Pairing, access: Access, calendars: Calendars, now: datetime) -> Step:
    """Returns what is to be done with this game of a round whose time ends."""
    end, until = ends.ends_at(pairing.round), ends.grace_ends_at(pairing.round)
    assert end is not None, "asked before"
    assert until is not None
    extended = pairing.extended_to
    return next_step(
        now,
        end,
        stopped=clocks.stopped_by(access.game, now),
        away=_is_away(access, calendars, now),
        grace_until=until,
        extended_to=due_at(outages.calendar(now), end, extended) if extended is not None else None,
        sides=None
        if pairing.frank_used_before is None
        else ends.times_of(pairing, access.seats, calendars, now).values(),
    )


def decide(pairing: Pairing, late: str) -> None:
    """Sets the result of a game that was not over in time; without a loser each has half a point.

    Cities count as they stand.
    """
    pairing.result, pairing.how = WINS_AGAINST[late], How.DEADLINE
    results.note_cities(pairing)
    pairing.save(update_fields=["result", "how", *results.CITIES])
    results.withdraw_game(pairing)


def _is_away(access: Access, calendars: Calendars, now: datetime) -> bool:
    """Whether somebody whom the game waits for is on vacation."""
    return any(
        seat.awaited_at_wall and calendars[side].stopped_by(now) == "vacation" for side, seat in access.seats.items()
    )


def _give_grace(pairing: Pairing, access: Access, calendars: Calendars, now: datetime) -> None:
    """Extends the time of a game that stands still when its round ends, by the grace.

    The side asked then has the fair time after it.
    """
    until = ends.grace_ends_at(pairing.round)
    assert until is not None, "asked before"
    pairing.extended_to = until
    _save_used_time(
        pairing, {side: seats.used(seat, calendars[side], now, own=False) for side, seat in access.seats.items()}
    )
    act = acts.note(
        pairing.round.tournament, Kind.GRACE, round=pairing.round.number, board=pairing.board, until=until.isoformat()
    )
    tournament = pairing.round.tournament
    for seat in access.seats.values():
        if seat.user is not None:
            notices.queue_of_tournament(
                user=seat.user, tournament=tournament, turn=act.pk, alert=_late_alert(pairing, "grace", until)
            )
    notices.queue_of_tournament(
        user=tournament.organizer, tournament=tournament, turn=act.pk, alert=OfTournament(what="grace")
    )


def _begin_overtime(pairing: Pairing, access: Access, calendars: Calendars, now: datetime) -> None:
    """Saves the time each side had used before its turn at the round's end, from which its fair time counts.

    If a side awaited has fair time left, the overtime is logged and both players are alerted.
    """
    spent = {side: seats.used(seat, calendars[side], now, own=False) for side, seat in access.seats.items()}
    _save_used_time(
        pairing,
        {side: seat.used_at_turn if seat.awaited_at_wall else spent[side] for side, seat in access.seats.items()},
    )
    times = ends.times_of(pairing, access.seats, calendars, now)
    if is_decided(times.values()):
        return
    tournament = pairing.round.tournament
    act = acts.note(tournament, Kind.OVERTIME, round=pairing.round.number, board=pairing.board)
    until = max(calendars[side].after(now, one.left) for side, one in times.items() if one.asked)
    for side, seat in access.seats.items():
        if seat.user is not None:
            what = "overtime" if times[side].asked else "overtime-other"
            notices.queue_of_tournament(
                user=seat.user, tournament=tournament, turn=act.pk, alert=_late_alert(pairing, what, until)
            )


def _save_used_time(pairing: Pairing, before: Mapping[str, timedelta]) -> None:
    pairing.frank_used_before, pairing.saracen_used_before = before["frank"], before["saracen"]
    pairing.save(update_fields=["frank_used_before", "saracen_used_before", "extended_to"])


def _late_alert(pairing: Pairing, what: str, until: datetime) -> LateInRound:
    """The alert about a game that is late in its round."""
    game = pairing.game
    assert game is not None
    return LateInRound(what=what, pairing=pairing.pk, game=str(game.public_id), until=until)


def _end_pause(pairing: Pairing, access: Access, calendars: Calendars, now: datetime) -> None:
    freezing.end_pause_by_round(access)


def _decide_by_time(pairing: Pairing, access: Access, calendars: Calendars, now: datetime) -> None:
    """Compares both figures as they are: who has finished waits in vain, and the game bears no more on the
    tournament.
    """
    decide(
        pairing, loser({side: seats.used(seat, calendars[side], now, own=True) for side, seat in access.seats.items()})
    )


ACTS = {
    Step.GRACE: _give_grace,
    Step.END_PAUSE: _end_pause,
    Step.BEGIN_OVERTIME: _begin_overtime,
    Step.DECIDE: _decide_by_time,
}
