"""Queries of the lists that pages ask for often: games that wait for a person, games on their page, games to watch.

In SQL, since they are unions. Each part finds its games by an index; with "or" between them every game there is would
be looked at.
"""

import uuid
from collections.abc import Sequence

from django.db import connection

from games.models import Game, Seat, User
from games.shapes import Untyped

LONGEST = 25
"""Of games alone and of finished ones, which one may have any number of."""

MOST_PRACTICE = 10
"""Of practice games, running and finished."""

OF_DICE = ("sealed_secret", "past_dice", "head", "stamp", "commitment", "draws_made")
PRIVATE = ("password", "email", "first_name", "last_name", "last_login", "date_joined", "is_superuser", "is_staff")
"""Fields that no list shows."""
CREATOR, ENDED_BY = Game._meta.get_field("creator"), Game._meta.get_field("ended_by")
PLAYER = Seat._meta.get_field("user")

INVITED = """
    SELECT game.id FROM games_invitation asked JOIN games_game game ON game.id = asked.game_id
    WHERE asked.user_id = %(user)s AND asked.state = 'open' AND game.status = 'open' AND NOT EXISTS (
        SELECT 1 FROM games_relation pair WHERE pair.kind = 'blocked' AND (
            (pair.person_id = %(user)s AND pair.other_id = game.creator_id) OR
            (pair.other_id = %(user)s AND pair.person_id = game.creator_id)
        )
    )
"""
WAITING = f"""
    SELECT game.id, game.public_id FROM games_game game WHERE NOT game.solo AND game.practice = '' AND game.id IN (
        SELECT game.id FROM games_seat seat JOIN games_game game ON game.id = seat.game_id
        WHERE seat.user_id = %(user)s AND seat.awaited AND game.status = 'active'
        UNION
        SELECT game.id FROM games_game game WHERE game.creator_id = %(user)s AND game.status = 'open' AND game.by_hand
        AND game.dice_due_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM games_seat free WHERE free.game_id = game.id AND free.user_id IS NULL)
        UNION
        SELECT game.id FROM games_seat seat JOIN games_game game ON game.id = seat.game_id
        WHERE seat.user_id = %(user)s AND seat.contribution = '' AND game.status = 'open'
        AND game.dice_due_at IS NOT NULL
        UNION {INVITED}
    ) ORDER BY game.status, game.moved_at ASC NULLS LAST, game.id
"""
_LATEST = """
    SELECT part.id FROM (
        SELECT DISTINCT game.id, game.moved_at FROM games_seat seat JOIN games_game game ON game.id = seat.game_id
        WHERE seat.user_id = %(user)s AND {which} ORDER BY game.moved_at DESC, game.id DESC LIMIT {most}
    ) part
"""
_RUNNING_ALONE = "game.practice = '' AND (game.solo OR game.computer <> '') AND game.status IN ('open', 'active')"
MINE = f"""
    SELECT game.id FROM games_game game WHERE game.id IN (
    SELECT game.id FROM games_seat seat JOIN games_game game ON game.id = seat.game_id
    WHERE seat.user_id = %(user)s AND NOT game.solo AND game.computer = '' AND game.status IN ('open', 'active')
    UNION {INVITED}
    UNION {_LATEST.format(which=_RUNNING_ALONE, most=LONGEST)}
    UNION {_LATEST.format(which="game.practice = '' AND game.status = 'over'", most=LONGEST)}
    UNION {_LATEST.format(which="game.practice <> '' AND game.status IN ('active', 'over')", most=MOST_PRACTICE)}
    ) ORDER BY game.moved_at DESC, game.id DESC
"""

TO_WATCH = """
    SELECT game.id FROM games_game game WHERE game.status IN ('active', 'over') AND game.visibility = 'public'
    ORDER BY game.moved_at DESC, game.id DESC LIMIT 60
"""


def invited(user: User) -> list[int]:
    """Returns games with an unanswered invitation by name to this person, except by people who are blocked either
    way.
    """
    return [row[0] for row in _select(INVITED, user)]


def waiting(user: User) -> dict[int, str]:
    """Returns everything that waits for this person, with public ids, longest first: turns, those against
    the computer included, games to start by hand, games that lack a contribution to the dice, and invitations.

    Solo games do not count: they always wait.
    """
    # SQLite keeps a UUID as text.
    return {
        key: str(public_id if isinstance(public_id, uuid.UUID) else uuid.UUID(public_id))
        for key, public_id in _select(WAITING, user)
    }


def mine(user: User) -> list[int]:
    """Returns the games of this person's page: invitations, games not begun or running, the latest ones alone, practice
    games and finished ones.
    """
    return [row[0] for row in _select(MINE, user)]


def to_watch() -> list[int]:
    """Returns the public games with the latest events."""
    return [row[0] for row in _select(TO_WATCH)]


def load(keys: Sequence[int]) -> list[Game]:
    """Loads these games in this order with what lists show: both seats as `seated`, and players' names."""
    if not keys:
        return []
    games: dict[int, Untyped] = {game.pk: game for game in Game.objects.filter(pk__in=keys).defer(*OF_DICE)}
    seats = Seat.objects.filter(game__in=keys).order_by("side")
    named = {seat.user_id for seat in seats} | {
        key for game in games.values() for key in (game.creator_id, game.ended_by_id)
    }
    shown = User.objects.filter(pk__in=[key for key in named if key is not None]).defer(*PRIVATE)
    people: dict[int | None, User] = {person.pk: person for person in shown}
    for game in games.values():
        game.seated = []
        CREATOR.set_cached_value(game, people[game.creator_id])
        ENDED_BY.set_cached_value(game, people.get(game.ended_by_id))
    for seat in seats:
        PLAYER.set_cached_value(seat, people.get(seat.user_id))
        games[seat.game_id].seated.append(seat)
    return [games[key] for key in keys]


def _select(statement: str, user: User | None = None) -> list[tuple[Untyped, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, {"user": user.pk} if user is not None else None)
        return list(cursor.fetchall())
