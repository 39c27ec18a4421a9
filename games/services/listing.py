"""Lists of games, and the few lines that describe one in a list."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, QuerySet

from games.access import Access, games_for
from games.models import Game, Seat, User


def my_games(user: User) -> QuerySet[Game]:
    """Games this person plays, those that wait for them first, then the latest."""
    own = Seat.objects.filter(game=OuterRef("pk"), user=user)
    return (
        _listed(games_for(user).filter(Exists(own)).exclude(status=Game.Status.CANCELED))
        .annotate(waits=Exists(own.filter(awaited=True)))
        .order_by("-waits", "-moved_at", "-pk")
    )


def open_games(user: User | AnonymousUser) -> QuerySet[Game]:
    """Public games with a free seat, of other people."""
    games = Game.objects.filter(status=Game.Status.OPEN, visibility=Game.Visibility.PUBLIC)
    if user.pk is not None:
        games = games.exclude(creator=user.pk)
    return _listed(games).order_by("-created_at")


def public_games() -> QuerySet[Game]:
    """Public games that are played or over."""
    games = Game.objects.filter(status__in=(Game.Status.ACTIVE, Game.Status.OVER), visibility=Game.Visibility.PUBLIC)
    return _listed(games).order_by("-moved_at", "-pk")


def _listed(games: QuerySet[Game]) -> QuerySet[Game]:
    return games.select_related("creator", "ended_by").prefetch_related("seats__user")


def summary(game: Game, user: User | AnonymousUser) -> dict[str, Any]:
    """The lines for a list. Says nothing a spectator may not know, but for the person's own part."""
    seats = {seat.side: seat for seat in game.seats.all()}
    own = [side for side, seat in seats.items() if seat.user_id is not None and seat.user_id == user.pk]
    return {
        "id": str(game.public_id),
        "status": game.status,
        "solo": game.solo,
        "visibility": game.visibility,
        "ruleset": game.ruleset,
        "players": names(seats),
        "creator": game.creator.get_username(),
        "you": sorted(own),
        "waits-for-you": any(seats[side].awaited for side in own),
        "year": game.year,
        "turn": game.turn,
        "result": _result(game),
        "created-at": _iso(game.created_at),
        "started-at": _iso(game.started_at),
        "ended-at": _iso(game.ended_at),
        "moved-at": _iso(game.moved_at),
        "invitation": game.invitation_token if game.creator_id == user.pk and game.status == Game.Status.OPEN else None,
    }


def names(seats: Mapping[str, Seat]) -> dict[str, str | None]:
    """Who plays which side; None where a seat is free."""
    return {side: seats[side].user.get_username() if seats[side].user else None for side in sorted(seats)}  # type: ignore[union-attr]


def summary_of(access: Access) -> dict[str, Any]:
    return summary(access.game, access.user)


def _result(game: Game) -> dict[str, Any] | None:
    if game.status != Game.Status.OVER:
        return None
    by = game.ended_by.get_username() if game.ended_by else None
    return {"winner": game.winner, "how": game.ending, "by": by, "why": game.ending_reason}


def _iso(moment: Any) -> str | None:
    return moment.isoformat() if moment else None
