"""Rematches: a new game of the same two players, with sides swapped."""

import uuid
from collections.abc import Collection

from django.db import transaction
from django.db.models import Q

from games import errors
from games.access import Access, find_game, find_game_for_the_site, hold_person
from games.models import Game, Invitation, Notice, User
from games.models.game import OTHER
from games.people import relations
from games.services.alerts import notices
from games.services.alerts.kinds.lapsed import RematchLapsed
from games.services.lobby import invitations, lobby
from games.services.record.dice import Contribution


def rematch(*, user: User, game_id: uuid.UUID, contribution: Contribution | None = None) -> Access:
    """Offers the opponent of a finished game a rematch with the same options and sides swapped, or accepts theirs.

    If the opponent has offered it already, this accepts, and it begins; with the computer, also one that was called in,
    it begins at once. However often and by whomever it is asked for, there is one. A `contribution` is for the dice of
    the game offered, or for those reserved for this person. Raises NoRematch, and what creating and joining raise.
    """
    with transaction.atomic():
        hold_person(user)
        before = find_game(user=user, game_id=game_id, lock=True)
        if not before.sides:
            raise errors.NotAPlayer
        other = opponent(before)
        if before.game.status != Game.Status.OVER or before.game.practice or other is None or not other.is_active:
            raise errors.NoRematch
        if relations.has_blocked(user, other):
            raise errors.BlockedByYou
        offered = current_rematch(before.game, (user, other))
        if offered is not None:
            access = find_game(user=user, game_id=offered.public_id, lock=True)
            if access.sides:
                return access
            return lobby.join_game(user=user, game_id=offered.public_id, contribution=contribution)
        (side,) = before.sides
        access = lobby.create_game(
            user=user,
            side=OTHER[side],
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


def current_rematch(game: Game, players: Collection[User | None]) -> Game | None:
    """Returns the rematch of this game that is for these two: offered, running or over.

    None if there is none or it was withdrawn.

    Another pair can have had one, where a reviewer let the game go on and gave a side to somebody else.
    """
    for found in game.rematches.exclude(status=Game.Status.CANCELED).order_by("-pk"):
        invited = found.invitations.filter(state=Invitation.State.OPEN).values_list("user", flat=True)
        concerned = {*found.seats.exclude(user=None).values_list("user", flat=True), *invited}
        if {person.pk for person in players if person is not None} <= concerned:
            return found
    return None


def lapse(game: Game) -> None:
    """Withdraws the rematch that is offered of this game, and tells both: the game goes on, or one of the two is
    gone.
    """
    for public_id in game.rematches.filter(status=Game.Status.OPEN).values_list("public_id", flat=True):
        access = find_game_for_the_site(public_id)
        if access.game.status != Game.Status.OPEN:
            continue
        invited = access.game.invitations.filter(state=Invitation.State.OPEN).select_related("user")
        players = [seat.user for seat in access.seats.values() if seat.user is not None] + [
            each.user for each in invited
        ]
        lobby.withdraw(access, None)
        notices.drop(game=access.game, kinds=(Notice.Kind.INVITATION, Notice.Kind.START), why="lapsed")
        for person in players:
            notices.queue(user=person, game=game, turn=access.game.pk, alert=RematchLapsed())


def lapse_of(person: User) -> None:
    """Withdraws every rematch that was offered to somebody, or by them."""
    concerned = Q(creator=person) | Q(invitations__user=person, invitations__state=Invitation.State.OPEN)
    offered = Game.objects.filter(concerned, status=Game.Status.OPEN, rematch_of__isnull=False)
    for before in Game.objects.filter(rematches__in=offered).distinct():
        lapse(before)


def opponent(access: Access) -> User | None:
    """The other player of a game of two."""
    return next((seat.user for seat in access.seats.values() if seat.user_id not in (None, access.user.pk)), None)
