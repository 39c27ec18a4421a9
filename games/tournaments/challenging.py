"""Challenges in a ladder: made, accepted, declined, withdrawn. What becomes of them with time is in `ladders`."""

import uuid

from django.db.models import Q
from django.utils import timezone

from games.models import Challenge, Entrant, Pairing, Round, Tournament, User
from games.people import relations, sanctions
from games.services.alerts import notices
from games.services.alerts.kinds.tournaments import Challenged
from games.services.record.writing import change_tournament
from games.services.rounds import acts, ends
from games.timekeeping import days
from games.tournaments import errors, finding, ladders, rounds
from games.tournaments.finding import Kind
from games.tournaments.ladders import State
from games.tournaments.pairing import ladder

ANSWERS = ("accept", "decline", "withdraw")


def challenge(*, user: User, tournament_id: uuid.UUID, name: str, key: uuid.UUID | None = None) -> Tournament:
    """Challenges somebody above in a ladder.

    Raises NotALadder, NotEntered, NotInReach, ChallengeOpen and PlayedLately.
    """
    sanctions.require_not_suspended(user)

    def apply_change() -> Tournament:
        """Records the challenge. Raises NotInReach, ChallengeOpen or PlayedLately."""
        tournament = _find_ladder(user, tournament_id)
        own, other = _entrant(tournament, user), _entrant(tournament, relations.find_person(name))
        order = ladders.order_of(tournament)
        if other.pk not in ladder.within_reach(order, own.pk, tournament.ladder.reach):
            raise errors.NotInReach
        _require_none_open(tournament, own, other)
        rest = days.later(timezone.now(), -tournament.ladder.rest_days, user.zone)
        if tournament.challenges.filter(_are_between(own, other), ended_at__gt=rest).exists():
            raise errors.PlayedLately
        until = days.later(timezone.now(), tournament.ladder.answer_days, other.user.zone)
        made = Challenge.objects.create(tournament=tournament, challenger=own, challenged=other, answer_due_at=until)
        ladders.note_activity(own, tournament.ladder, timezone.now())
        noted = acts.note(tournament, Kind.CHALLENGED, actor=user, person=other.user)
        alert = Challenged(what="challenged", from_=user.get_username(), challenge=made.pk, until=until)
        notices.queue_of_tournament(user=other.user, tournament=tournament, turn=noted.pk, alert=alert)
        return tournament

    return change_tournament(
        user, key, {"act": "challenge", "tournament": str(tournament_id), "name": name}, apply_change
    )


def answer(*, user: User, tournament_id: uuid.UUID, number: int, said: str, key: uuid.UUID | None = None) -> Tournament:
    """Accepts or declines a challenge that one has received, or withdraws one that one has made, before it is answered.

    Raises NotALadder, NoSuchChallenge and ChallengeOver.
    """
    if said == "accept":
        sanctions.require_not_suspended(user)

    def apply_change() -> Tournament:
        """Begins the games of an accepted challenge, or ends it. Raises NoSuchChallenge or ChallengeOver."""
        tournament = _find_ladder(user, tournament_id)
        found = (
            tournament.challenges.select_related("challenger__user", "challenged__user", "played")
            .filter(pk=number)
            .first()
        )
        mine = None if found is None else found.challenger if said == "withdraw" else found.challenged
        if found is None or mine is None or mine.user_id != user.pk or said not in ANSWERS:
            raise errors.NoSuchChallenge
        if found.state != State.OPEN or ends.answer_due_at(found) <= timezone.now():
            raise errors.ChallengeOver
        if said == "accept":
            _begin_games(found)
        else:
            ladders.finish(found, State.DECLINED if said == "decline" else State.WITHDRAWN, actor=user)
        return tournament

    done = change_tournament(
        user, key, {"act": said, "tournament": str(tournament_id), "challenge": number}, apply_change
    )
    rounds.advance_all()
    return done


def _find_ladder(user: User, tournament_id: uuid.UUID) -> Tournament:
    """Returns the ladder, locked. Raises NotALadder or NotInThisState."""
    tournament = finding.find(user=user, tournament_id=tournament_id, lock=True)
    if not tournament.is_ladder:
        raise errors.NotALadder
    if tournament.state != Tournament.State.RUNNING:
        raise errors.NotInThisState
    return tournament


def _entrant(tournament: Tournament, user: User) -> Entrant:
    """Returns the person's place in the ladder. Raises NotEntered."""
    found = tournament.entrants.select_related("user").filter(user=user, place__isnull=False).first()
    if found is None:
        raise errors.NotEntered
    return found


def _are_between(one: Entrant, other: Entrant) -> Q:
    return Q(challenger=one, challenged=other) | Q(challenger=other, challenged=one)


def _require_none_open(tournament: Tournament, own: Entrant, other: Entrant) -> None:
    """Raises ChallengeOpen: everybody has at most one challenge made and one received, and none with the same
    person.
    """
    going_on = tournament.challenges.filter(ended_at=None)
    if going_on.filter(challenger=own).exists():
        raise errors.ChallengeOpen
    if going_on.filter(Q(challenged=other) | _are_between(own, other)).exists():
        raise errors.ChallengedAlready


def _begin_games(found: Challenge) -> None:
    """Begins the games of an accepted challenge, sides by lot: with two games each has both."""
    tournament, now = found.tournament, timezone.now()
    tournament.round += 1
    tournament.save(update_fields=["round"])
    due = days.later(now, tournament.round_days, tournament.organizer.zone)
    found.played = Round.objects.create(tournament=tournament, number=tournament.round, begun_at=now, due_at=due)
    found.state = State.ACCEPTED
    found.save(update_fields=["state", "played"])
    frank, saracen = rounds.LOT.sample([found.challenger, found.challenged], 2)
    for leg in range(1, tournament.legs + 1):
        seats = (frank, saracen) if leg == 1 else (saracen, frank)
        Pairing.objects.create(round=found.played, board=1, leg=leg, frank=seats[0], saracen=seats[1])
    for entrant in (found.challenger, found.challenged):
        ladders.note_activity(entrant, tournament.ladder, now)
    acts.note(
        tournament,
        Kind.ANSWERED,
        actor=found.challenged.user,
        person=found.challenger.user,
        other=found.challenged.user_id,
        outcome="accepted",
    )
    finding.drop_alerts(tournament, challenge=found.pk, why="answered")
