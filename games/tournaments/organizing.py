"""What organizers do. Each act is a line of the tournament's log, which all its players see.

Under a `key` the same request again changes nothing.
"""

import uuid
from collections.abc import Callable

from django.utils.translation import gettext as _

from games.models import Entrant, Pairing, Tournament, User
from games.people import relations
from games.services.record.writing import change_tournament
from games.services.rounds import acts, ends
from games.shapes import JsonObject
from games.timekeeping.days import later
from games.tournaments import entering, errors, finding, ladders, replacing, results, rounds
from games.tournaments.creating import MOST_DAYS
from games.tournaments.finding import Kind
from games.tournaments.pairing import ladder

State, Result, How = Tournament.State, Pairing.Result, Pairing.How
Key = uuid.UUID | None


def _perform(
    user: User, tournament_id: uuid.UUID, key: Key, said: JsonObject, apply_change: Callable[[Tournament], None]
) -> Tournament:
    """Performs an act of the organizer with the tournament locked, once for each key, and has the tournament go on."""

    def owned() -> Tournament:
        tournament = finding.own(user=user, tournament_id=tournament_id)
        apply_change(tournament)
        return tournament

    done = change_tournament(user, key, {**said, "tournament": str(tournament_id)}, owned)
    rounds.advance_all()
    return done


def start_now(*, user: User, tournament_id: uuid.UUID, key: Key = None) -> Tournament:
    """Closes sign-up and starts the tournament."""

    def apply_change(tournament: Tournament) -> None:
        """Starts the tournament. Raises BadTournament with fewer than two players."""
        if tournament.state != State.SIGN_UP:
            raise errors.NotInThisState
        if entering.active_entrants(tournament).count() < 2:
            raise errors.BadTournament(_("A tournament starts with two players or more."))
        rounds.start(tournament, actor=user)

    return _perform(user, tournament_id, key, {"act": "start"}, apply_change)


def cancel(*, user: User, tournament_id: uuid.UUID, reason: str, key: Key = None) -> Tournament:
    """Cancels a tournament that is not over, or closes a ladder."""

    def apply_change(tournament: Tournament) -> None:
        _require_not_over(tournament)
        entering.cancel(tournament, actor=user, reason=_required_reason(reason))

    return _perform(user, tournament_id, key, {"act": "cancel", "reason": reason}, apply_change)


def remove(*, user: User, tournament_id: uuid.UUID, name: str, reason: str, key: Key = None) -> Tournament:
    """Takes a player out: their open games are lost by forfeit."""

    def apply_change(tournament: Tournament) -> None:
        entering.leave(
            tournament,
            relations.find_person(name),
            why=Entrant.Why.REMOVED,
            actor=user,
            reason=_required_reason(reason),
        )

    return _perform(user, tournament_id, key, {"act": "remove", "name": name, "reason": reason}, apply_change)


def replace(*, user: User, tournament_id: uuid.UUID, name: str, by: str, reason: str, key: Key = None) -> Tournament:
    """Gives a player's place, with its points, to somebody of the waiting list. Raises NotReplaceable."""

    def apply_change(tournament: Tournament) -> None:
        out, into = relations.find_person(name), relations.find_person(by)
        replacing.replace(tournament, out, into, actor=user, reason=_required_reason(reason))

    return _perform(
        user, tournament_id, key, {"act": "replace", "name": name, "by": by, "reason": reason}, apply_change
    )


def extend(*, user: User, tournament_id: uuid.UUID, days: int, key: Key = None) -> Tournament:
    """Extends sign-up, or the time of the present round; in a ladder the time of every challenge that is open or being
    played.

    Days are those of the organizer's time zone. Games that went on after the end of the round are played as if it had
    not come.
    """
    if not 1 <= days <= MOST_DAYS:
        raise errors.BadTournament(_("Extend by 1 to {most} days.").format(most=MOST_DAYS))

    def apply_change(tournament: Tournament) -> None:
        """Extends sign-up, or the running round, or the ladder's challenges. Raises NotInThisState."""
        if tournament.state == State.SIGN_UP:
            tournament.sign_up_until = later(tournament.sign_up_until, days, user.zone)
            tournament.save(update_fields=["sign_up_until"])
        else:
            extended = [
                ends.extend(made, days) for made in tournament.played_rounds.filter(ended_at=None, due_at__isnull=False)
            ]
            asked = [*tournament.challenges.filter(state=ladders.State.OPEN)]
            for challenge in asked:
                challenge.answer_due_at = later(challenge.answer_due_at, days, user.zone)
                challenge.save(update_fields=["answer_due_at"])
            if tournament.state != State.RUNNING or not (extended or asked):
                raise errors.NotInThisState
        acts.note(tournament, Kind.EXTENDED, actor=user, days=days)

    return _perform(user, tournament_id, key, {"act": "extend", "days": days}, apply_change)


def set_by_hand(*, user: User, tournament_id: uuid.UUID, by_hand: bool, key: Key = None) -> Tournament:
    """Chooses whether rounds begin by themselves or wait for the organizer."""

    def apply_change(tournament: Tournament) -> None:
        """Saves the choice."""
        _require_not_over(tournament)
        if tournament.is_ladder:
            raise errors.NotInThisState
        if tournament.by_hand != by_hand:
            tournament.by_hand = by_hand
            tournament.save(update_fields=["by_hand"])
            acts.note(tournament, Kind.HAND, actor=user, by_hand=int(by_hand))

    return _perform(user, tournament_id, key, {"act": "by-hand", "by-hand": by_hand}, apply_change)


def begin_round(*, user: User, tournament_id: uuid.UUID, key: Key = None) -> Tournament:
    """Begins the round that waits for the organizer."""

    def apply_change(tournament: Tournament) -> None:
        """Begins the paired round."""
        waiting = tournament.played_rounds.filter(number=tournament.round, begun_at=None).first()
        if tournament.state != State.RUNNING or waiting is None:
            raise errors.NotInThisState
        rounds.begin_round(tournament, waiting, actor=user)

    return _perform(user, tournament_id, key, {"act": "begin-round"}, apply_change)


def exchange(*, user: User, tournament_id: uuid.UUID, one: str, other: str, key: Key = None) -> Tournament:
    """Exchanges two players of a round that has not begun: each plays on the other's board, with the other's side."""

    def apply_change(tournament: Tournament) -> None:
        """Swaps the two players in all pairings of the round. Raises NotExchangeable."""
        people = [relations.find_person(name) for name in (one, other)]
        present = Pairing.objects.filter(
            round__tournament=tournament, round__number=tournament.round, round__begun_at=None
        )
        rows = list(present.filter(how__in=("", How.BYE)).select_related("frank", "saracen"))
        entrants = {entrant.user_id: entrant for entrant in tournament.entrants.filter(user__in=people, left_at=None)}
        boards = [
            {row.board for row in rows if entrants.get(person.pk) in (row.frank, row.saracen)} for person in people
        ]
        if tournament.state != State.RUNNING or len(entrants) != 2 or not all(boards) or boards[0] == boards[1]:
            raise errors.NotExchangeable
        swapped = {
            entrants[people[0].pk].pk: entrants[people[1].pk].pk,
            entrants[people[1].pk].pk: entrants[people[0].pk].pk,
        }
        for row in rows:
            row.frank_id = swapped.get(row.frank_id, row.frank_id)
            row.saracen_id = swapped.get(row.saracen_id or 0, row.saracen_id)
            row.save(update_fields=["frank", "saracen"])
        acts.note(tournament, Kind.EXCHANGED, actor=user, person=people[0], round=tournament.round, other=people[1].pk)

    return _perform(user, tournament_id, key, {"act": "exchange", "one": one, "other": other}, apply_change)


def decide(
    *, user: User, tournament_id: uuid.UUID, pairing_id: int, result: str, reason: str, key: Key = None
) -> Tournament:
    """Sets or changes the result of a game in the tournament, `annulled` for half a point each.

    The game itself is not touched.

    In a ladder only while its challenge is being played: afterwards places are given by `place`.
    """

    def apply_change(tournament: Tournament) -> None:
        """Sets the result of the pairing, and takes its game out of the tournament."""
        rows = Pairing.objects.filter(round__tournament=tournament, pk=pairing_id, saracen__isnull=False)
        row = rows.select_related("game", "round").first()
        if tournament.state != State.RUNNING or row is None or row.round.begun_at is None:
            raise errors.NotInThisState
        if tournament.is_ladder and row.round.ended_at is not None:
            raise errors.NotInThisState
        annulled = result == How.ANNULLED
        if not annulled and result not in Result.values:
            raise errors.BadTournament(
                _("The result must be one of: {names}.").format(names=", ".join([*Result.values, "annulled"]))
            )
        why = _required_reason(reason)
        row.result, row.how = (Result.HALF, How.ANNULLED) if annulled else (Result(result), How.ORGANIZER)
        results.note_cities(row)
        row.save(update_fields=["result", "how", *results.CITIES])
        results.withdraw_game(row)
        acts.note(
            tournament, Kind.DECIDED, actor=user, reason=why, round=row.round.number, board=row.board, result=result
        )

    said = {"act": "decide", "pairing": pairing_id, "result": result, "reason": reason}
    return _perform(user, tournament_id, key, said, apply_change)


def place(*, user: User, tournament_id: uuid.UUID, name: str, place: int, reason: str, key: Key = None) -> Tournament:
    """Gives somebody another place in a ladder. Raises NotALadder."""

    def apply_change(tournament: Tournament) -> None:
        """Moves the entrant to the place."""
        if not tournament.is_ladder:
            raise errors.NotALadder
        _require_not_over(tournament)
        entrant = tournament.entrants.filter(user=relations.find_person(name), place__isnull=False).first()
        if entrant is None:
            raise errors.NotEntered
        order = ladders.order_of(tournament)
        if not 1 <= place <= len(order):
            raise errors.BadTournament(_("The places of this ladder are 1 to {most}.").format(most=len(order)))
        ladders.save_order(tournament, ladder.moved(order, entrant.pk, place - 1))
        acts.note(
            tournament, Kind.PLACED, actor=user, person=entrant.user, reason=_required_reason(reason), place=place
        )

    return _perform(
        user, tournament_id, key, {"act": "place", "name": name, "place": place, "reason": reason}, apply_change
    )


def _require_not_over(tournament: Tournament) -> None:
    """Raises NotInThisState for a tournament that is over."""
    if tournament.state not in (State.SIGN_UP, State.RUNNING):
        raise errors.NotInThisState


def _required_reason(reason: str) -> str:
    """Returns the organizer's reason, cleaned. Raises ReasonNeeded."""
    said = reason.strip().replace("\0", "")
    if not said or len(said) > 300:
        raise errors.ReasonNeeded
    return said
