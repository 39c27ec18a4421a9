"""Blocks people, and ends what that affects in games that have not begun."""

from django.db import transaction

from games import errors
from games.access import hold_person
from games.models import Game, Invitation, Relation, User
from games.services.lobby import invitations, lobby


def block(*, user: User, other: User) -> None:
    """Blocks a person: the two no longer meet in new games. Repeating it changes nothing.

    Where both wait in the same game for its start, the blocker leaves, or takes the other out if it is their game.
    Invitations between them end. Games that run go on.
    """
    if user.pk == other.pk:
        raise errors.NotYourself
    with transaction.atomic():
        hold_person(user)
        _, new = Relation.objects.get_or_create(person=user, other=other, defaults={"kind": Relation.Kind.BLOCKED})
        if new:
            _dissolve_unstarted(user, other)


def unblock(*, user: User, other: User) -> None:
    """Ends a block by this person; one by the other stays."""
    blocked = Relation.objects.filter(person=user, other=other, kind=Relation.Kind.BLOCKED).first()
    if blocked is not None:
        blocked.delete()


def _dissolve_unstarted(user: User, other: User) -> None:
    """Leaves, withdraws or dissolves games and invitations of the two that have not begun.

    Not those of tournaments: who enters one plays everybody in it.
    """
    waiting = Game.objects.filter(status=Game.Status.OPEN, pairing=None)
    for game in waiting.filter(seats__user=user).filter(seats__user=other):
        act = lobby.remove_player if game.creator_id == user.pk else lobby.leave_game
        act(user=user, game_id=game.public_id)
    asked = Invitation.objects.filter(state=Invitation.State.OPEN, game__in=waiting)
    for invitation in asked.filter(user=other, game__creator=user).select_related("game"):
        if invitation.game.rematch_of_id is not None:
            lobby.cancel_game(user=user, game_id=invitation.game.public_id)
        else:
            invitations.withdraw(user=user, game_id=invitation.game.public_id, name=other.username)
