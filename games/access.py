"""Loads games for a person; a game closed to them raises GameNotFound, as if it did not exist."""

import secrets
import uuid
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.errors import GameNotFound, NotAPlayer, NotOver, NotYourSide
from games.models import Game, Invitation, Seat, StandingOrders, User
from games.people import relations
from games.statements import Statement

Viewer = str | None
"""A side, or None for a spectator."""


@dataclass(frozen=True, slots=True)
class Perspective:
    """The side whose knowledge limits a replay; None for a spectator.

    With `everything`, in a game that is over, nothing does.
    """

    viewer: Viewer
    everything: bool = False


@dataclass(frozen=True, slots=True)
class Access:
    """A game with its seats, loaded for one person."""

    game: Game
    seats: dict[str, Seat]
    user: User | AnonymousUser

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides this person plays: one, both in a solo game, none for a spectator."""
        return tuple(
            side for side, seat in self.seats.items() if seat.user_id is not None and seat.user_id == self.user.pk
        )

    def viewer(self, side: str | None = None) -> Viewer:
        """The side whose view this person gets: their own; in a solo game the side named, else the one awaited; None
        for a spectator.

        Raises NotYourSide for a side they do not play, unless the game is over: then everybody may see either side's
        view.
        """
        sides = self.sides
        if side is not None:
            if side not in sides and self.game.status != Game.Status.OVER:
                raise NotYourSide
            return side
        if not sides:
            return None
        return next((held for held in sides if self.seats[held].awaited), sides[0])

    def perspective(self, name: str | None = None) -> Perspective:
        """The side whose knowledge limits a replay: a side, `public` for a spectator's, `all` for everything, or their
        own without a name.

        While the game runs players have their own alone, and spectators theirs. Raises NotYourSide for others, NotOver
        for `all`.
        """
        over = self.game.status == Game.Status.OVER
        if name == "all":
            if not over:
                raise NotOver
            return Perspective(None, everything=True)
        if name == "public":
            if self.sides and not over:
                raise NotYourSide(_("While the game runs you look back through your own eyes alone."))
            return Perspective(None)
        return Perspective(self.viewer(name))

    def playing(self, side: str | None = None) -> str:
        """The side this person acts for. Raises NotAPlayer, or NotYourSide for a side of somebody else."""
        sides = self.sides
        if not sides:
            raise NotAPlayer
        if side is None:
            return next((held for held in sides if self.seats[held].awaited), sides[0])
        if side not in sides:
            raise NotYourSide
        return side

    def player(self) -> User:
        """The person, who plays here. Raises NotAPlayer for everybody else."""
        if not self.sides or not isinstance(self.user, User):
            raise NotAPlayer
        return self.user

    def version(self, viewer: Viewer) -> int:
        """Returns the version of what this viewer knows: of the own seat, else of the public view."""
        return self.seats[viewer].version if viewer in self.sides and viewer else self.game.public_version


def games_for(user: User | AnonymousUser) -> QuerySet[Game]:
    """The games this person may know of: the public ones and their own."""
    visible = Q(visibility=Game.Visibility.PUBLIC)
    if user.pk is not None:
        visible |= Q(pk__in=Seat.objects.filter(user=user.pk).values("game"))
    return Game.objects.filter(visible)


def find_game(
    *, user: User | AnonymousUser, game_id: uuid.UUID, lock: bool = False, invitation: str | None = None
) -> Access:
    """Returns the game if this person may see it.

    Raises GameNotFound alike for games that do not exist and those of others.

    `lock` holds the game until the end of the transaction. On SQLite the transaction itself does: it begins IMMEDIATE.
    """
    access = _load(user, game_id, lock)
    game = access.game
    invited = invitation is not None and secrets.compare_digest(invitation.encode(), game.invitation_token.encode())
    if not access.sides and (
        _is_closed_to(access) or not (game.visibility == Game.Visibility.PUBLIC or invited or _is_awaited(access))
    ):
        raise GameNotFound
    return access


def hold_person(user: User) -> None:
    """Locks a person's row, so that two of their requests cannot pass a limit together.

    Take it before any game.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)


def game_under_review(*, user: User, game_id: uuid.UUID, lock: bool = False) -> Access:
    """Returns any game, for services of `games.disputes` that have checked the reviewer's permission."""
    return _load(user, game_id, lock)


# With each seat whether there is an offer open, a vacation or a target of alerts of its player, or a round that the
# game is of, at all: mostly not, and then nobody need ask further.
_SEATS = """
    SELECT {{seat}}, {{game}}, {{person}}{orders},
        EXISTS (SELECT 1 FROM games_offer offer WHERE offer.game_id = seat.game_id AND offer.state = 'open'),
        EXISTS (SELECT 1 FROM games_vacation away WHERE away.user_id = seat.user_id),
        EXISTS (SELECT 1 FROM games_target target WHERE target.user_id = seat.user_id),
        EXISTS (SELECT 1 FROM games_pairing pairing WHERE pairing.game_id = seat.game_id AND pairing.result = '')
    FROM games_seat seat JOIN games_game game ON game.id = seat.game_id
        LEFT JOIN games_user person ON person.id = seat.user_id
    {join} WHERE game.public_id = %(game_id)s ORDER BY seat.side
"""
_seats = Statement(_SEATS.format(orders="", join=""), seat=Seat, game=Game, person=User)
# Both tables: PostgreSQL reads anew, after waiting, only what is locked, and the versions stand with the seats. A
# player's standing orders come along: every move looks whether there are any.
_locked_seats = Statement(
    _SEATS.format(orders=", {orders}", join="LEFT JOIN games_standingorders orders ON orders.seat_id = seat.id"),
    seat=Seat, game=Game, person=User, orders=StandingOrders, lock="seat, game",
)  # fmt: skip


def _load(user: User | AnonymousUser, game_id: uuid.UUID, lock: bool) -> Access:
    """Loads a game with its two seats by one statement, whose columns follow `_SEATS`; no access is checked here."""
    found: dict[str, Seat] = {}
    for seat, game, person, *orders, offers, vacations, targets, pairing in (_locked_seats if lock else _seats)(
        game_id=game_id
    ):
        seat.game, seat.user = game, person
        seat.game_has_offers, seat.user_has_vacations, seat.orders_found = bool(offers), bool(vacations), tuple(orders)
        seat.user_has_targets, seat.game_has_round = bool(targets), bool(pairing)
        found[seat.side] = seat
    if not found:
        raise GameNotFound
    return Access(game, found, user)


def _is_closed_to(access: Access) -> bool:
    """Whether a game before its start is hidden from this person: a player of it blocked them, or they that player."""
    if access.game.status not in (Game.Status.OPEN, Game.Status.CANCELED) or access.user.pk is None:
        return False
    return any(relations.blocked(access.user.pk, seat.user_id) for seat in access.seats.values())


def _is_awaited(access: Access) -> bool:
    """Whether this person was invited to the game by name and has not answered."""
    return (
        access.user.pk is not None
        and access.game.invitations.filter(user=access.user.pk, state=Invitation.State.OPEN).exists()
    )


def find_game_for_the_site(game_id: uuid.UUID) -> Access:
    """Returns a game, locked, for acts of the site's own: their events have no actor. Raises GameNotFound."""
    return _load(AnonymousUser(), game_id, lock=True)


def find_invitation(*, user: User | AnonymousUser, token: str) -> Access:
    """Returns the game an invitation link leads to. Raises GameNotFound when the token is no game's."""
    # PostgreSQL takes no NUL, not even to look for.
    game_id = (
        Game.objects.filter(invitation_token=token).values_list("public_id", flat=True).first()
        if "\0" not in token
        else None
    )
    if game_id is None:
        raise GameNotFound
    return find_game(user=user, game_id=game_id, invitation=token)
