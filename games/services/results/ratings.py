"""Ratings: one for each side a person plays, by the Bradley-Terry model of Weng and Lin, computed with `openskill`.

The scale is that of chess: everybody begins at 1500, and with 200 points more one is expected to win three games of
four. A Frank's rating is measured against Saracens and the other way round, so the two need no common mean, and a side
that wins more often lifts all who play it.

Rated games are public games between two people that came as far as their second turn. They ended by victory,
resignation, time-out or a reviewer's ruling, and have the plain rules, or Iron Bridge or forced marches as options.
Agreed ends, annulled and closed games, solo games, private ones, such with extra Frank blocks and such that the
computer took over count for nobody.

Games are rated in the order in which they ended. That is all that the ratings depend on: `manage.py rate_games`
computes them anew from the first game on, to the same figures.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models import Q, QuerySet
from openskill.models import BradleyTerryFull

from games.models import Game, RatedGame, Rating, Seat
from games.models.game import SIDES

DECIDED = ("victory-cities", "sudden-death", "resignation", "time-out", "ruling")
"""The endings that say who won."""
ENOUGH = 5
"""A rating of fewer games of that side is provisional."""
FAR_ENOUGH = Q(year__gt=1187) | Q(turn__gte=2)
LOCK = 0x1187


def _undamped(*args: object, **kwargs: object) -> float:
    """Lets a rating's deviation shrink as fast as the model allows, since people play few games."""
    return 1.0


MODEL = BradleyTerryFull(mu=1500.0, sigma=250.0, beta=122.8, gamma=_undamped, kappa=0.0001, tau=12.0)
"""`beta` makes 400 points mean odds of ten to one between well-known players; `tau` lets a rating follow who
improves.
"""


@dataclass(frozen=True, slots=True)
class SkillEstimate:
    """A rating and its standard deviation, after so many games."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0

    @property
    def provisional(self) -> bool:
        """Whether it rests on too few games to be compared."""
        return self.games < ENOUGH


Key = tuple[int, str]
Book = dict[Key, SkillEstimate]
"""The standings by person and side."""


def rated_games() -> QuerySet[Game]:
    """Returns the games that count, in the order in which they are rated."""
    counted = Game.objects.filter(
        status=Game.Status.OVER,
        visibility=Game.Visibility.PUBLIC,
        solo=False,
        taken_over="",
        ending__in=DECIDED,
        winner__in=SIDES,
        ended_at__isnull=False,
    )
    return counted.filter(FAR_ENOUGH, ruleset__handicap=0).order_by("ended_at", "pk").prefetch_related("seats")


def rate_new_games() -> int:
    """Rates newly finished games; recomputes all ratings if one is not last in the order.

    Returns how many games were rated.

    Call it when a game has ended, or begun to count no more, after the commit.
    """
    with transaction.atomic():
        _lock()
        known = set(RatedGame.objects.values_list("pk", flat=True))
        counted = set(rated_games().order_by().values_list("pk", flat=True))
        new = counted - known
        if not new and known == counted:
            return 0
        last = RatedGame.objects.order_by("-ended_at", "-game").first()
        fresh = list(rated_games().filter(pk__in=new))
        behind = last is None or not fresh or (fresh[0].ended_at, fresh[0].pk) > (last.ended_at, last.pk)
        if not known <= counted or not behind:
            return _rate_all()
        return _rate_games(fresh, _ratings_of(fresh))


def rebuild() -> int:
    """Recomputes all ratings. Returns how many games were rated."""
    with transaction.atomic():
        _lock()
        return _rate_all()


def ratings_after(frank: SkillEstimate, saracen: SkillEstimate, winner: str) -> tuple[SkillEstimate, SkillEstimate]:
    """Returns both players' ratings after a game between them."""
    teams = [[MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in (frank, saracen)]
    [[first], [second]] = MODEL.rate(teams, ranks=[0, 1] if winner == "frank" else [1, 0])
    return SkillEstimate(first.mu, first.sigma, frank.games + 1), SkillEstimate(
        second.mu, second.sigma, saracen.games + 1
    )


def _rate_all() -> int:
    """Deletes all ratings and rates all games anew. Returns how many were rated."""
    RatedGame.objects.all().delete()
    Rating.objects.all().delete()
    return _rate_games(rated_games().iterator(chunk_size=500), {})


def _rate_games(games: Iterable[Game], book: Book) -> int:
    """Rates these games in their order and saves the ratings. Returns how many were rated."""
    count = 0
    for game in games:
        players = {seat.side: seat.user_id for seat in game.seats.all()}
        one, other = players.get("frank"), players.get("saracen")
        if one is None or other is None or one == other or game.ended_at is None:
            continue
        frank, saracen = book.get((one, "frank"), SkillEstimate()), book.get((other, "saracen"), SkillEstimate())
        book[one, "frank"], book[other, "saracen"] = after = ratings_after(frank, saracen, game.winner)
        RatedGame.objects.create(
            game=game,
            ended_at=game.ended_at,
            winner=game.winner,
            frank_before=frank.mu,
            frank_after=after[0].mu,
            frank_sigma=after[0].sigma,
            saracen_before=saracen.mu,
            saracen_after=after[1].mu,
            saracen_sigma=after[1].sigma,
        )
        count += 1
    _save_ratings(book)
    return count


def _ratings_of(games: Iterable[Game]) -> Book:
    """Returns the present ratings of these games' players."""
    people = Seat.objects.filter(game__in=[game.pk for game in games]).values("user")
    return {
        (row.user_id, row.side): SkillEstimate(row.mu, row.sigma, row.games)
        for row in Rating.objects.filter(user__in=people)
    }


def _save_ratings(book: Book) -> None:
    for (user, side), estimate in book.items():
        figures = {"mu": estimate.mu, "sigma": estimate.sigma, "games": estimate.games}
        Rating.objects.update_or_create(user_id=user, side=side, defaults=figures)


def _lock() -> None:
    """Locks rating until the end of the transaction. On SQLite the transaction is the lock: it begins IMMEDIATE."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
