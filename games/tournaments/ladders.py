"""Places of a ladder, and how they change without a player's act.

A ladder is a tournament without rounds, joined and left at any time.

Everything here requires the tournament's lock. What players do is in `challenging`.
"""

from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import Challenge, Entrant, Ladder, Pairing, Tournament, User
from games.services.alerts import notices
from games.services.alerts.kinds.tournaments import OfTournament
from games.services.rounds import acts, ends
from games.timekeeping import days
from games.tournaments import deadlines, finding, results, scoring
from games.tournaments.finding import Kind
from games.tournaments.pairing import ladder
from games.tournaments.pairing.scores import points_of

State = Challenge.State
GOES_ON = (State.OPEN, State.ACCEPTED)


def due_ladders(now: datetime) -> list[int]:
    """Returns the ladders in which something has to happen, besides results of games and late games."""
    running = Tournament.objects.filter(system=Tournament.System.LADDER, state=Tournament.State.RUNNING)
    unanswered = Q(challenges__state=State.OPEN, challenges__answer_due_at__lte=now)
    played = Q(challenges__in=_played_out())
    idle = Q(entrants__idle_at__lte=now)
    return sorted({pk for why in (unanswered, played, idle) for pk in running.filter(why).values_list("pk", flat=True)})


def _played_out() -> QuerySet[Challenge]:
    """The challenges whose games all have a result."""
    return Challenge.objects.filter(state=State.ACCEPTED).exclude(
        played__pairings__in=Pairing.objects.filter(result="")
    )


def advance(tournament: Tournament) -> None:
    """Brings a ladder as far as it can come now."""
    now = timezone.now()
    results.take_results(tournament)
    going_on = (
        tournament.challenges.filter(ended_at=None)
        .select_related("challenger__user", "challenged__user", "played")
        .order_by("pk")
    )
    for challenge in going_on:
        if challenge.state == State.OPEN:
            if ends.answer_due_at(challenge) <= now:
                finish(challenge, State.UNANSWERED)
            continue
        played = challenge.played
        assert played is not None
        deadlines.settle_late(played)
        if not played.pairings.filter(result="").exists() and not results.disputed(played):
            finish(challenge, _outcome(challenge))
    _demote_idle(tournament, now)


def _outcome(challenge: Challenge) -> State:
    """Returns how the games of a challenge came out: by points, and a tie where these are equal.

    What was annulled does not count.
    """
    assert challenge.played is not None
    rows = list(challenge.played.pairings.select_related("round"))
    if all(row.how == Pairing.How.ANNULLED for row in rows):
        return State.ANNULLED
    pair = (challenge.challenger_id, challenge.challenged_id)
    points = points_of(scoring.scores_of(rows), pair)
    ahead = points[pair[0]] - points[pair[1]]
    return State.WON if ahead > 0 else State.LOST if ahead < 0 else State.TIE


LOSES_PLACE = (State.WON, State.DECLINED, State.UNANSWERED)
"""After these the challenger takes the place of the challenged."""


def finish(challenge: Challenge, state: State, *, actor: User | None = None, reason: str = "") -> None:
    """Ends a challenge and changes the places of the two; both count as active, except one who did not answer."""
    now = timezone.now()
    challenge.state, challenge.ended_at = state, now
    challenge.save(update_fields=["state", "ended_at"])
    if challenge.played is not None and challenge.played.ended_at is None:
        challenge.played.ended_at = now
        challenge.played.save(update_fields=["ended_at"])
    tournament, one, other = challenge.tournament, challenge.challenger, challenge.challenged
    if state in LOSES_PLACE:
        order = order_of(tournament)
        if one.pk in order and other.pk in order:
            save_order(tournament, ladder.taken_over(order, one.pk, other.pk))
    for entrant in (one, other):
        if state != State.UNANSWERED or entrant == one:
            note_activity(entrant, tournament.ladder, now)
    kind = Kind.ANSWERED if state in (State.DECLINED, State.WITHDRAWN) else Kind.SETTLED
    act = acts.note(
        tournament, kind, actor=actor, person=one.user, reason=reason, other=other.user_id, outcome=str(state)
    )
    finding.drop_alerts(tournament, challenge=challenge.pk, why="answered")
    if state in (State.DECLINED, State.UNANSWERED):
        alert = OfTournament(what=state, from_=other.user.get_username())
        notices.queue_of_tournament(user=one.user, tournament=tournament, turn=act.pk, alert=alert)
    if state == State.UNANSWERED:
        alert = OfTournament(what="place-lost", from_=one.user.get_username())
        notices.queue_of_tournament(user=other.user, tournament=tournament, turn=act.pk, alert=alert)


def order_of(tournament: Tournament) -> list[int]:
    """Returns who is in the ladder, the best first."""
    return list(tournament.entrants.filter(place__isnull=False).order_by("place").values_list("pk", flat=True))


def save_order(tournament: Tournament, order: list[int]) -> None:
    """Saves the places of all whom a change has moved."""
    known = {entrant.pk: entrant for entrant in tournament.entrants.filter(place__isnull=False)}
    changed = []
    for place, pk in enumerate(order, 1):
        if known[pk].place != place:
            known[pk].place = place
            changed.append(known[pk])
    Entrant.objects.bulk_update(changed, ["place"])


def note_activity(entrant: Entrant, rules: Ladder, now: datetime) -> None:
    """Records activity of an entrant, from which the idle time counts again."""
    Entrant.objects.filter(pk=entrant.pk, left_at=None).update(
        active_at=now, idle_at=days.later(now, rules.idle_days, entrant.user.zone)
    )


def join(tournament: Tournament, entrant: Entrant) -> None:
    """Puts a new entrant at the end of the ladder."""
    entrant.place = tournament.entrants.filter(place__isnull=False).count() + 1
    entrant.save(update_fields=["place"])
    note_activity(entrant, tournament.ladder, timezone.now())


def leave(tournament: Tournament, entrant: Entrant) -> None:
    """Takes out an entrant who has left: their open challenges are lost, and all below move up by one place."""
    concerned = tournament.challenges.filter(ended_at=None).filter(Q(challenger=entrant) | Q(challenged=entrant))
    for challenge in concerned.select_related("challenger__user", "challenged__user", "played"):
        finish(challenge, State.LOST if challenge.challenger_id == entrant.pk else State.WON)
    order = order_of(tournament)
    Entrant.objects.filter(pk=entrant.pk).update(place=None, idle_at=None)
    save_order(tournament, [pk for pk in order if pk != entrant.pk])


def _demote_idle(tournament: Tournament, now: datetime) -> None:
    """Moves each entrant who is idle for too long and has no challenge below the next active one."""
    idle_days = tournament.ladder.idle_days
    entrants = {
        entrant.pk: entrant for entrant in tournament.entrants.filter(place__isnull=False).select_related("user")
    }
    busy = {
        pk
        for pair in tournament.challenges.filter(ended_at=None).values_list("challenger", "challenged")
        for pk in pair
    }
    over = {pk for pk, one in entrants.items() if _is_due(one, idle_days, now)}
    # An entrant who moved down and stays idle moves again only after as many days, and counts as idle meanwhile.
    idle = {
        pk for pk, one in entrants.items() if pk not in busy and (pk in over or _has_been_idle(one, idle_days, now))
    }
    before = order_of(tournament)
    after = ladder.order_after_demotion(before, over & idle, idle)
    save_order(tournament, after)
    for pk in over:
        Entrant.objects.filter(pk=pk).update(idle_at=days.later(now, idle_days, entrants[pk].user.zone))
    for pk in over & idle:
        if after.index(pk) > before.index(pk):
            acts.note(tournament, Kind.IDLE, person=entrants[pk].user, place=after.index(pk) + 1)


def _is_due(entrant: Entrant, idle_days: int, now: datetime) -> bool:
    """Whether an entrant's idle time is over, with vacations and outages since it was set taken off."""
    if entrant.idle_at is None or entrant.idle_at > now:
        return False
    due = ends.idle_at(entrant, idle_days)
    return due is not None and due <= now


def _has_been_idle(entrant: Entrant, idle_days: int, now: datetime) -> bool:
    """Whether so many days have passed since somebody did anything in the ladder."""
    return entrant.active_at is not None and days.later(entrant.active_at, idle_days, entrant.user.zone) <= now


def close(tournament: Tournament) -> None:
    """Ends every challenge of a ladder that ends: places stay as they are."""
    for challenge in tournament.challenges.filter(ended_at=None).select_related(
        "challenger__user", "challenged__user", "played"
    ):
        finish(challenge, State.ANNULLED)
    Entrant.objects.filter(tournament=tournament).update(idle_at=None)
