"""Limits on open games, seats and invitations of one person. Each error names its limit and a remedy."""

from datetime import timedelta

from django.db.models import Count, Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import ngettext

from games import errors
from games.models import Game, Invitation, Seat, Seeker, User
from games.people import sanctions

MOST_OPEN = 6
"""Games of one's own that have not begun."""
MOST_UNSTARTED = 10
"""Seats in games that have not begun, one's own and those of others; a search for an opponent counts as one."""
MOST_NEGLECTED = 5
"""Games that wait for this person since `NEGLECTED_AFTER`; with as many, no further one may be begun."""
NEGLECTED_AFTER = timedelta(days=7)
MOST_INVITED = 5
"""People invited to one game by name who have not answered."""
MOST_ALONE = 20
"""Running games that one plays alone."""
MOST_OF_GUESTS = 3
"""Games of a guest that are not over."""
MOST_A_DAY = 60
"""Games of one's own that are opened within a day, those alone and those withdrawn included."""
MOST_INVITED_A_DAY = 40
"""Invitations by name that one person sends within a day: each is an alert to somebody who did not ask for it."""
MOST_TO_ONE_A_DAY = 6
DAY = timedelta(days=1)


def check_beginning(user: User, *, own: bool, among_friends: bool = False) -> None:
    """Whether this person may have one more game; `own` says that they open it. Raises TooManyGames, GuestsMayNot and
    Suspended.

    `among_friends` is for a private game by its link, and for its rematch: guests may have no others with people.
    """
    if user.guest:
        if not among_friends:
            raise errors.GuestsMayNot
        _check_guest(user)
    sanctions.require_not_suspended(user)
    open_seats = Seat.objects.filter(user=user, game__status=Game.Status.OPEN)
    counts = open_seats.aggregate(all=Count("pk"), own=Count("pk", filter=Q(game__creator=user)))
    if own and counts["own"] >= MOST_OPEN:
        raise errors.TooManyGames(
            ngettext(
                "{count} game of yours has not begun yet, and more are not allowed at once. Withdraw it first.",
                "{count} games of yours have not begun yet, and more are not allowed at once. Withdraw one first.",
                counts["own"],
            ).format(count=counts["own"]),
            limit=MOST_OPEN,
        )
    seeks = Seeker.objects.filter(user=user, until__gt=timezone.now()).count()
    if counts["all"] + seeks >= MOST_UNSTARTED:
        raise errors.TooManyGames(
            ngettext(
                "You are in {count} game that has not begun, and more are not allowed at once. Leave one first.",
                "You are in {count} games that have not begun, and more are not allowed at once. Leave one first.",
                counts["all"] + seeks,
            ).format(count=counts["all"] + seeks),
            limit=MOST_UNSTARTED,
        )
    neglected = count_neglected(user)
    if neglected >= MOST_NEGLECTED:
        raise errors.TooManyGames(
            ngettext(
                "{count} game has waited for you for more than a week. Move there first.",
                "{count} games have waited for you for more than a week. Move there first, then begin another.",
                neglected,
            ).format(count=neglected),
            limit=MOST_NEGLECTED,
        )


def check_opening(user: User, *, alone: bool, exercise: bool = False) -> None:
    """Whether this person may open one more game within a day, or alone play one more at all. Raises TooManyGames.

    A game from an `exercise` counts among those that run when it is played on, behind the decision.
    """
    if not exercise:
        check_running(user, alone=alone)
    own = Game.objects.filter(creator=user)
    if own.filter(created_at__gt=timezone.now() - DAY).count() >= MOST_A_DAY:
        raise errors.TooManyGames(
            ngettext(
                "You have opened {count} game within a day, and more are not allowed. Open the next one tomorrow.",
                "You have opened {count} games within a day, and more are not allowed. Open the next one tomorrow.",
                MOST_A_DAY,
            ).format(count=MOST_A_DAY),
            limit=MOST_A_DAY,
        )


def check_running(user: User, *, alone: bool) -> None:
    """Whether a guest, or somebody alone, may have one more game that runs. Raises TooManyGames."""
    own = Game.objects.filter(creator=user, exercise_held=False)
    running = own.exclude(solo=False, computer="").filter(status=Game.Status.ACTIVE).count() if alone else 0
    if user.guest:
        _check_guest(user)
    if alone and running >= MOST_ALONE:
        raise errors.TooManyGames(
            ngettext(
                "{count} game that you play alone is running, and more are not allowed at once. Resign it first.",
                "{count} games that you play alone are running, and more are not allowed at once. Resign one first.",
                MOST_ALONE,
            ).format(count=MOST_ALONE),
            limit=MOST_ALONE,
        )


def _check_guest(guest: User) -> None:
    """Raises TooManyGames for a guest with as many unfinished games as guests may have."""
    unfinished = Game.objects.filter(exercise_held=False).filter(
        Exists(Seat.objects.filter(game=OuterRef("pk"), user=guest))
    )
    if unfinished.filter(status__in=(Game.Status.OPEN, Game.Status.ACTIVE)).count() >= MOST_OF_GUESTS:
        raise errors.TooManyGames(
            ngettext(
                "Guests have {count} game at once. Resign it, or give yourself a name and a password.",
                "Guests have {count} games at once. Resign one, or give yourself a name and a password.",
                MOST_OF_GUESTS,
            ).format(count=MOST_OF_GUESTS),
            limit=MOST_OF_GUESTS,
        )


def check_inviting(user: User, other: User) -> None:
    """Whether this person may invite the other by name, once more within a day. Raises TooManyInvitations."""
    sent = Invitation.objects.filter(game__creator=user, created_at__gt=timezone.now() - DAY)
    if sent.count() >= MOST_INVITED_A_DAY or sent.filter(user=other).count() >= MOST_TO_ONE_A_DAY:
        raise errors.TooManyInvitations


def count_neglected(user: User) -> int:
    """Counts running games that have waited long for this person, without paused and frozen ones."""
    since = timezone.now() - NEGLECTED_AFTER
    running = Q(
        game__status=Game.Status.ACTIVE, game__solo=False, game__computer="", game__paused_at=None, game__frozen_at=None
    )
    return Seat.objects.filter(running, user=user, awaited=True, game__moved_at__lt=since).count()
