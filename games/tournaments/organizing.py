"""What organizers do. Each act is a line of the tournament's log, which all its players see."""

import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.access import hold_person
from games.models import Entrant, Game, PaceName, Pairing, Tournament, User
from games.paces import PACES
from games.services.people import relations
from games.shapes import Json
from games.tournaments import entering, errors, finding, rounds
from games.tournaments.finding import Kind
from games.tournaments.pairing.standings import TIE_BREAKS
from rules.ruleset import Ruleset

State, System, Result, How = Tournament.State, Tournament.System, Pairing.Result, Pairing.How
MOST_UNSTARTED = 5
SIZES = {System.SWISS: 128, System.ROUND_ROBIN: 24, System.KNOCK_OUT: 128}
"""The most places of each system."""
MOST_ROUNDS, MOST_DAYS, LONGEST_SIGN_UP = 15, 365, timedelta(days=365)
USUAL_TIE_BREAKS = ("buchholz", "sonneborn-berger", "head-to-head", "cities")


def create(
    *,
    user: User,
    name: str,
    system: str,
    sign_up_until: datetime,
    about: str = "",
    sides: str = Tournament.Sides.LOT,
    tie_breaks: Sequence[str] = USUAL_TIE_BREAKS,
    ruleset: Json | None = None,
    pace: str = PaceName.SLOW,
    size: int = 16,
    number_of_rounds: int = 5,
    round_days: int = 90,
    visibility: str = Game.Visibility.PUBLIC,
    rating_from: int | None = None,
    rating_to: int | None = None,
    by_hand: bool = False,
) -> Tournament:
    """Makes a tournament. Raises NotAnOrganizer, BadTournament and TooManyTournaments."""
    if not finding.may_organize(user):
        raise errors.NotAnOrganizer
    try:
        rules = Ruleset.from_json(ruleset or {})
        kind, both = System(system), Tournament.Sides(sides)
        seen = Game.Visibility(visibility)
    except ValueError as error:
        raise errors.BadTournament(str(error)) from error
    title = "".join(sign for sign in " ".join(name.split()) if sign.isprintable())  # it stands in the subjects of mails
    _check(name=title, pace=pace, size=size, most=SIZES[kind], number_of_rounds=number_of_rounds, round_days=round_days)
    _check_entry(sign_up_until, tie_breaks, rating_from, rating_to)
    with transaction.atomic():
        hold_person(user)
        if Tournament.objects.filter(organizer=user, state=State.SIGN_UP).count() >= MOST_UNSTARTED:
            raise errors.TooManyTournaments
        made = Tournament.objects.create(
            organizer=user,
            name=title,
            about=about.strip()[:2000],
            system=kind,
            sides=both,
            tie_breaks=list(tie_breaks),
            ruleset=rules.to_json(),
            pace=pace,
            size=size,
            rounds=number_of_rounds if kind == System.SWISS else 0,
            round_days=round_days,
            visibility=seen,
            rating_from=rating_from,
            rating_to=rating_to,
            by_hand=by_hand,
            sign_up_until=sign_up_until,
        )
        finding.note(made, Kind.CREATED, actor=user)
        return made


def _check(*, name: str, pace: str, size: int, most: int, number_of_rounds: int, round_days: int) -> None:
    """Raises BadTournament for what is out of bounds."""
    if not 3 <= len(name) <= 80:
        raise errors.BadTournament(_("The name needs 3 to 80 characters."))
    if pace not in PACES:
        raise errors.BadTournament(_("The pace must be one of: {names}.").format(names=", ".join(PACES)))
    if not 2 <= size <= most:
        raise errors.BadTournament(_("A tournament of this system has 2 to {most} places.").format(most=most))
    if not 1 <= number_of_rounds <= MOST_ROUNDS:
        raise errors.BadTournament(_("A Swiss tournament has 1 to {most} rounds.").format(most=MOST_ROUNDS))
    if not 1 <= round_days <= MOST_DAYS:
        raise errors.BadTournament(_("A round lasts 1 to {most} days.").format(most=MOST_DAYS))


def _check_entry(until: datetime, tie_breaks: Sequence[str], rating_from: int | None, rating_to: int | None) -> None:
    now = timezone.now()
    if not now < until <= now + LONGEST_SIGN_UP:
        raise errors.BadTournament(_("Sign-up ends in the future, within a year."))
    if len(set(tie_breaks)) != len(tie_breaks) or not set(tie_breaks) <= set(TIE_BREAKS):
        raise errors.BadTournament(_("Tie-breaks are each named once, from: {names}.").format(names=", ".join(TIE_BREAKS)))
    if rating_from is not None and rating_to is not None and rating_from > rating_to:
        raise errors.BadTournament(_("The lowest rating is above the highest."))


def start_now(*, user: User, tournament_id: uuid.UUID) -> Tournament:
    """Closes sign-up and starts the tournament."""
    with transaction.atomic():
        tournament = finding.own(user=user, tournament_id=tournament_id)
        if tournament.state != State.SIGN_UP:
            raise errors.NotInThisState
        if tournament.entrants.filter(left_at=None).count() < 2:
            raise errors.BadTournament(_("A tournament starts with two players or more."))
        rounds.start(tournament, actor=user)
    rounds.keep_up()
    return tournament


def cancel(*, user: User, tournament_id: uuid.UUID, reason: str) -> Tournament:
    """Cancels a tournament that is not over."""
    with transaction.atomic():
        tournament = finding.own(user=user, tournament_id=tournament_id)
        if tournament.state not in (State.SIGN_UP, State.RUNNING):
            raise errors.NotInThisState
        entering.cancel(tournament, actor=user, reason=_reason(reason))
        return tournament


def remove(*, user: User, tournament_id: uuid.UUID, name: str, reason: str) -> Tournament:
    """Takes a player out: their open games are lost by forfeit."""
    with transaction.atomic():
        tournament = finding.own(user=user, tournament_id=tournament_id)
        entering.leave(tournament, relations.find_person(name), why=Entrant.Why.REMOVED, actor=user, reason=_reason(reason))
    rounds.keep_up()
    return tournament


def extend(*, user: User, tournament_id: uuid.UUID, days: int) -> Tournament:
    """Extends sign-up, or the time of the present round."""
    if not 1 <= days <= MOST_DAYS:
        raise errors.BadTournament(_("Extend by 1 to {most} days.").format(most=MOST_DAYS))
    with transaction.atomic():
        tournament = finding.own(user=user, tournament_id=tournament_id)
        longer = timedelta(days=days)
        if tournament.state == State.SIGN_UP:
            tournament.sign_up_until += longer
            tournament.save(update_fields=["sign_up_until"])
        else:
            current = tournament.played_rounds.filter(number=tournament.round, ended_at=None, due_at__isnull=False).first()
            if tournament.state != State.RUNNING or current is None or current.due_at is None:
                raise errors.NotInThisState
            current.due_at += longer
            current.save(update_fields=["due_at"])
        finding.note(tournament, Kind.EXTENDED, actor=user, days=days)
        return tournament


def set_by_hand(*, user: User, tournament_id: uuid.UUID, by_hand: bool) -> Tournament:
    """Chooses whether rounds begin by themselves or wait for the organizer."""
    with transaction.atomic():
        tournament = finding.own(user=user, tournament_id=tournament_id)
        if tournament.state not in (State.SIGN_UP, State.RUNNING):
            raise errors.NotInThisState
        if tournament.by_hand != by_hand:
            tournament.by_hand = by_hand
            tournament.save(update_fields=["by_hand"])
            finding.note(tournament, Kind.HAND, actor=user, by_hand=int(by_hand))
        return tournament


def begin_round(*, user: User, tournament_id: uuid.UUID) -> Tournament:
    """Begins the round that waits for the organizer."""
    with transaction.atomic():
        tournament = finding.own(user=user, tournament_id=tournament_id)
        waiting = tournament.played_rounds.filter(number=tournament.round, begun_at=None).first()
        if tournament.state != State.RUNNING or waiting is None:
            raise errors.NotInThisState
        rounds.begin_round(tournament, waiting, actor=user)
    rounds.keep_up()
    return tournament


def exchange(*, user: User, tournament_id: uuid.UUID, one: str, other: str) -> Tournament:
    """Exchanges two players of a round that has not begun: each plays on the other's board, with the other's side."""
    with transaction.atomic():
        tournament = finding.own(user=user, tournament_id=tournament_id)
        people = [relations.find_person(name) for name in (one, other)]
        present = Pairing.objects.filter(round__tournament=tournament, round__number=tournament.round, round__begun_at=None)
        rows = list(present.filter(how__in=("", How.BYE)).select_related("frank", "saracen"))
        entrants = {entrant.user_id: entrant for entrant in tournament.entrants.filter(user__in=people, left_at=None)}
        boards = [{row.board for row in rows if entrants.get(person.pk) in (row.frank, row.saracen)} for person in people]
        if tournament.state != State.RUNNING or len(entrants) != 2 or not all(boards) or boards[0] == boards[1]:
            raise errors.NotExchangeable
        swapped = {entrants[people[0].pk].pk: entrants[people[1].pk].pk, entrants[people[1].pk].pk: entrants[people[0].pk].pk}
        for row in rows:
            row.frank_id = swapped.get(row.frank_id, row.frank_id)
            row.saracen_id = swapped.get(row.saracen_id or 0, row.saracen_id)
            row.save(update_fields=["frank", "saracen"])
        finding.note(tournament, Kind.EXCHANGED, actor=user, person=people[0], round=tournament.round, other=people[1].pk)
        return tournament


def decide(*, user: User, tournament_id: uuid.UUID, pairing_id: int, result: str, reason: str) -> Tournament:
    """Sets or changes the result of a game in the tournament, `annulled` for half a point each. The game itself is not touched."""
    with transaction.atomic():
        tournament = finding.own(user=user, tournament_id=tournament_id)
        row = (
            Pairing.objects.filter(round__tournament=tournament, pk=pairing_id, saracen__isnull=False)
            .select_related("game", "round")
            .first()
        )
        if tournament.state != State.RUNNING or row is None or row.round.begun_at is None:
            raise errors.NotInThisState
        annulled = result == How.ANNULLED
        if not annulled and result not in Result.values:
            raise errors.BadTournament(_("The result must be one of: {names}.").format(names=", ".join([*Result.values, "annulled"])))
        why = _reason(reason)
        row.result, row.how = (Result.HALF, How.ANNULLED) if annulled else (Result(result), How.ORGANIZER)
        row.save(update_fields=["result", "how"])
        entering.withdraw_game(row)
        finding.note(tournament, Kind.DECIDED, actor=user, reason=why, round=row.round.number, board=row.board, result=result)
    rounds.keep_up()
    return tournament


def _reason(reason: str) -> str:
    said = reason.strip().replace("\0", "")
    if not said or len(said) > 300:
        raise errors.ReasonNeeded
    return said
