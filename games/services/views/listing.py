"""Lists of games, and the summary of a game in a list."""

from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, F, OuterRef, Prefetch, QuerySet

from games.access import Access
from games.models import Game, Seat, User
from games.models.game import player_names
from games.people import relations
from games.services.views import quick_lists
from games.shapes import Ended, JsonObject


def my_games(user: User) -> QuerySet[Game]:
    """Returns the games this person plays, those waiting for them first, then the latest."""
    own = Seat.objects.filter(game=OuterRef("pk"), user=user)
    return (
        _with_rows_for_lists(
            Game.objects.filter(pk__in=Seat.objects.filter(user=user).values("game")).exclude(
                status=Game.Status.CANCELED
            )
        )
        .annotate(waits=Exists(own.filter(awaited=True)))
        .order_by("-waits", "-moved_at", "-pk")
    )


def on_the_page_of(user: User) -> list[Game]:
    """Returns the games on this person's own page, latest first, as `quick_lists.mine` chooses them."""
    return quick_lists.load(quick_lists.mine(user))


def waiting_games(user: User) -> QuerySet[Game]:
    """Returns everything that waits for this person, what has waited longest first."""
    return _with_rows_for_lists(Game.objects.filter(pk__in=quick_lists.waiting(user))).order_by(
        "status", F("moved_at").asc(nulls_last=True), "pk"
    )


def waiting_ids(user: User) -> list[str]:
    """Returns the public ids of `waiting_games`, in that order."""
    return list(quick_lists.waiting(user).values())


def invitations_to(user: User) -> QuerySet[Game]:
    """Returns games with an unanswered invitation by name to this person, oldest first."""
    return _with_rows_for_lists(Game.objects.filter(pk__in=quick_lists.invited(user))).order_by("created_at")


def open_games(user: User | AnonymousUser, *, side: str = "", options: str = "", pace: str = "") -> QuerySet[Game]:
    """Returns public games with a free seat, by people whom this person may meet.

    `side` leaves those where this side is free, `options` with `plain` those without options and with `some` the
    others.
    """
    games = Game.objects.filter(
        status=Game.Status.OPEN, visibility=Game.Visibility.PUBLIC, rematch_of=None, creator__is_active=True
    )
    free = Seat.objects.filter(game=OuterRef("pk"), user=None, **({"side": side} if side else {}))
    games = games.filter(Exists(free))
    if user.pk is not None:
        games = games.exclude(creator=user.pk).exclude(creator__in=relations.blocked_either_way(user.pk))
    if pace:
        games = games.filter(pace=pace)
    if options:
        plain = {"ruleset__iron-bridge": False, "ruleset__forced-marches": False, "ruleset__handicap": 0}
        games = games.filter(**plain) if options == "plain" else games.exclude(**plain)
    return _with_rows_for_lists(games).order_by("-created_at")


def public_games() -> QuerySet[Game]:
    """Returns public games that run or are over."""
    games = Game.objects.filter(status__in=(Game.Status.ACTIVE, Game.Status.OVER), visibility=Game.Visibility.PUBLIC)
    return _with_rows_for_lists(games).order_by("-moved_at", "-pk")


def _with_rows_for_lists(games: QuerySet[Game]) -> QuerySet[Game]:
    return games.select_related("creator", "ended_by").prefetch_related(
        Prefetch("seats", Seat.objects.select_related("user"), to_attr="seated")
    )


def seats_of(game: Game) -> list[Seat]:
    """Returns both seats, from memory for a game of a list."""
    found: list[Seat] | None = game.__dict__.get("seated")
    return list(game.seats.all()) if found is None else found


def summary(game: Game, user: User | AnonymousUser) -> JsonObject:
    """Returns the summary of a game.

    Contains nothing hidden from spectators, except for the person's own unread messages and turns.
    """
    seats = {seat.side: seat for seat in seats_of(game)}
    own = [side for side, seat in seats.items() if seat.user_id is not None and seat.user_id == user.pk]
    free = next((side for side, seat in sorted(seats.items()) if seat.user_id is None), None)
    return {
        "id": str(game.public_id),
        "status": game.status,
        "solo": game.solo,
        "computer": game.computer or None,
        "practice": practice_of(game),
        "odds": game.odds,
        "hints": game.hints,
        "take-over": game.take_over,
        "taken-over": game.taken_over or None,
        "visibility": game.visibility,
        "by-hand": game.by_hand,
        "rematch": game.rematch_of_id is not None,
        "dice-due-at": _iso_or_none(game.dice_due_at),
        "ruleset": game.ruleset,
        "players": player_names(seats),
        "free-side": free,
        "creator": game.creator.get_username(),
        "you": sorted(own),
        "awaited": awaited(game, own),
        "waits-for-you": any(seats[side].awaited for side in own),
        "year": game.year,
        "turn": game.turn,
        "pace": game.pace,
        "weekend-zone": game.weekend_zone,
        "result": result_of(game),
        "created-at": _iso_or_none(game.created_at),
        "started-at": _iso_or_none(game.started_at),
        "ended-at": _iso_or_none(game.ended_at),
        "moved-at": _iso_or_none(game.moved_at),
        "invitation": game.invitation_token if game.creator_id == user.pk and game.status == Game.Status.OPEN else None,
    }


def awaited(game: Game, own: list[str]) -> list[str]:
    """Returns the sides the game waits for; for others as at the last wall, since plans after it are hidden."""
    return [seat.side for seat in seats_of(game) if (seat.awaited if seat.side in own else seat.awaited_at_wall)]


def summary_of(access: Access) -> JsonObject:
    """Returns the line of a game for the person who loaded it."""
    return summary(access.game, access.user)


def practice_of(game: Game) -> JsonObject | None:
    """Returns from which entry of which game's replay a practice game goes on, or from which exercise; None for other
    games.
    """
    if not game.practice:
        return None
    original = str(game.practice_of) if game.practice_of is not None else None
    return {"game": original, "n": game.practice_n, "as": game.practice, "exercise": game.exercise or None}


def result_of(game: Game) -> Ended | None:
    """Returns how a game ended: winner, way, by whom and why.

    `why` is a key (`games.words_time`) or a reviewer's words.
    """
    if game.status != Game.Status.OVER:
        return None
    by = game.ended_by.get_username() if game.ended_by else None
    return {"winner": game.winner, "how": game.ending, "by": by, "why": game.ending_reason}


def _iso_or_none(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
