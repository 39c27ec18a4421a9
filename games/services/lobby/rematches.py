"""Rematches: a new game of the same two players, with sides swapped."""

import uuid

from django.db import transaction

from games import errors
from games.access import Access, find_game, hold_person
from games.models import Game, User
from games.services.lobby import invitations, lobby
from games.services.people import relations
from games.services.record.dice import Contribution


def rematch(*, user: User, game_id: uuid.UUID, contribution: Contribution | None = None) -> Access:
    """Offers the opponent of a finished game a rematch with the same options and sides swapped, or accepts theirs.

    If the opponent has offered it already, this accepts, and it begins; with the computer, whoever called it, it begins
    at once. However often and by whomever it is asked for, there is one. A
    `contribution` is for the dice of the game offered, or for those reserved for this person. Raises NoRematch, and what creating and
    joining raise.
    """
    with transaction.atomic():
        hold_person(user)
        before = find_game(user=user, game_id=game_id, lock=True)
        if not before.sides:
            raise errors.NotAPlayer
        other = opponent(before)
        if before.game.status != Game.Status.OVER or other is None or not other.is_active:
            raise errors.NoRematch
        if relations.has_blocked(user, other):
            raise errors.BlockedByYou
        offered = current_rematch(before.game)
        if offered is not None:
            access = find_game(user=user, game_id=offered.public_id, lock=True)
            if access.sides:
                return access
            return lobby.join_game(user=user, game_id=offered.public_id, contribution=contribution)
        (side,) = before.sides
        access = lobby.create_game(
            user=user,
            side="saracen" if side == "frank" else "frank",
            visibility=before.game.visibility,
            ruleset=before.game.ruleset,
            pace=before.game.pace,
            weekend_zone=before.game.weekend_zone,
            rematch_of=before.game,
            contribution=contribution,
            computer=other.computer,
            odds=before.game.odds,
            hints=before.game.hints,
            take_over=before.game.take_over,
        )
        if not access.game.computer:
            invitations.send(access, other, rematch=True)
        return access


def current_rematch(game: Game) -> Game | None:
    """Returns the rematch of this game, offered, running or over; None if there is none or it was withdrawn."""
    return game.rematches.exclude(status=Game.Status.CANCELED).first()


def opponent(access: Access) -> User | None:
    """The other player of a game of two."""
    return next((seat.user for seat in access.seats.values() if seat.user_id not in (None, access.user.pk)), None)
