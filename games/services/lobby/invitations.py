"""Invitations by name to games that have not begun.

Who has blocked somebody is not told of that person's invitations; the inviter sees one that is never answered. So
nobody learns from an invitation that they are blocked.
"""

import uuid

from django.db.models import Q, QuerySet
from django.utils.translation import ngettext

from games import errors
from games.access import Access
from games.models import Game, Invitation, Notice, User
from games.people import relations
from games.services.after_commit import announce
from games.services.alerts import notices
from games.services.alerts.kinds.invitations import Invitation as Invited
from games.services.alerts.kinds.invitations import Rematch
from games.services.lobby import limits
from games.services.record.writing import lock_game

State = Invitation.State


def invite(*, user: User, game_id: uuid.UUID, name: str) -> Invitation:
    """Invites a player to a game of one's own with a free seat. Repeating an unanswered invitation changes nothing."""
    with lock_game(user=user, game_id=game_id) as access:
        game = access.game
        if game.creator_id != user.pk:
            raise errors.NotYours
        if game.status != Game.Status.OPEN or all(seat.user_id for seat in access.seats.values()):
            raise errors.NotOpen
        other = relations.find_person(name)
        if other.pk == user.pk:
            raise errors.NotYourself
        if relations.has_blocked(user, other):
            raise errors.BlockedByYou
        return send(access, other)


def send(access: Access, other: User, *, rematch: bool = False) -> Invitation:
    """Saves the invitation, and queues its alert unless one has blocked the other. Requires the game's lock."""
    game = access.game
    found = Invitation.objects.filter(game=game, user=other).first()
    if found is not None and found.state == State.OPEN:
        return found
    if found is not None and found.state == State.DECLINED:
        raise errors.HasDeclined
    waiting = Invitation.objects.filter(game=game, state=State.OPEN).count()
    if waiting >= limits.MOST_INVITED:
        raise errors.TooManyGames(
            ngettext(
                "{count} player is invited and has not answered. Wait, or withdraw the invitation.",
                "{count} players are invited and have not answered. Wait, or withdraw an invitation.",
                waiting,
            ).format(count=waiting),
            limit=limits.MOST_INVITED,
        )
    assert isinstance(access.user, User)
    if found is None:
        limits.check_inviting(access.user, other)
        found = Invitation.objects.create(game=game, user=other)
    else:
        Invitation.objects.filter(pk=found.pk).update(state=State.OPEN)
        found.state = State.OPEN
    if not relations.blocked(access.user, other):
        alert = (Rematch if rematch else Invited)(from_=access.user.get_username())
        notices.queue(user=other, game=game, alert=alert)
        announce.turns_after_commit([other.pk])
    return found


def withdraw(*, user: User, game_id: uuid.UUID, name: str) -> Access:
    """Withdraws an unanswered invitation."""
    with lock_game(user=user, game_id=game_id) as access:
        if access.game.creator_id != user.pk:
            raise errors.NotYours
        person = relations.find_person(name)
        invited = Invitation.objects.filter(game=access.game, user=person, state=State.OPEN).first()
        if invited is None:
            raise errors.NotInvited
        Invitation.objects.filter(pk=invited.pk).update(state=State.WITHDRAWN)
        notices.drop(game=access.game, user_ids=[invited.user_id], kinds=(Notice.Kind.INVITATION,), why="withdrawn")
        announce.turns_after_commit([invited.user_id])
        return access


def settle(access: Access, *, seated: User) -> None:
    """After a seat is taken: accepts that person's invitation and withdraws the others. Requires the game's lock."""
    Invitation.objects.filter(game=access.game, user=seated).update(state=State.ACCEPTED)
    others = Invitation.objects.filter(game=access.game, state=State.OPEN)
    invited = list(others.values_list("user", flat=True))
    others.update(state=State.WITHDRAWN)
    notices.drop(game=access.game, kinds=(Notice.Kind.INVITATION,), why="taken")
    announce.turns_after_commit(invited)


def of_game(game: Game) -> QuerySet[Invitation]:
    """Returns whom the creator has invited by name, for the creator alone."""
    return (
        Invitation.objects.filter(game=game).exclude(state=State.REMOVED).select_related("user").order_by("created_at")
    )


def past_opponents(user: User) -> list[str]:
    """Returns the names of this person's past opponents, for suggestions: latest first, without blocks either way."""
    games = Game.objects.filter(seats__user=user, solo=False, computer="")
    others = User.objects.filter(
        ~Q(pk=user.pk), ~Q(pk__in=relations.blocked_either_way(user)), seats__game__in=games, is_active=True
    )
    return list(dict.fromkeys(others.order_by("-seats__game__pk").values_list("username", flat=True)))[:50]
