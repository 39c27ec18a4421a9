"""Finished games: lists of results, and the results of each person.

What everybody may see is made of public games alone. A person finds their own private games in their list of results,
nowhere else.
"""

import logging
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from statistics import quantiles

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db.models import Count, F, Q, QuerySet

from games.access import games_for
from games.models import Figures, Game, Rating, Seat, User
from games.models.game import SIDES
from games.services.results import game_figures, ratings
from games.services.results.ratings import DECIDED, SkillEstimate
from games.shapes import JsonObject

logger = logging.getLogger(__name__)
RECORDS_KEPT_FOR = 60


@dataclass(frozen=True, slots=True)
class SideResults:
    """A person's results with one side, in public games that somebody won."""

    games: int = 0
    won: int = 0
    rating: SkillEstimate | None = None

    @property
    def lost(self) -> int:
        """Games lost with this side."""
        return self.games - self.won

    def to_json(self) -> JsonObject:
        """The results for the API; ratings and deviations rounded to whole points."""
        rating = None
        if self.rating is not None:
            rating = {
                "rating": round(self.rating.mu),
                "deviation": round(self.rating.sigma),
                "games": self.rating.games,
                "provisional": self.rating.provisional,
            }
        return {"games": self.games, "won": self.won, "rating": rating}


@dataclass(frozen=True, slots=True)
class PlayerResults:
    """A person's results with each side. `timed_out` counts the games lost by running out of time."""

    sides: Mapping[str, SideResults] = field(default_factory=lambda: {side: SideResults() for side in SIDES})
    timed_out: int = 0

    @property
    def games(self) -> int:
        """Games with both sides."""
        return sum(side.games for side in self.sides.values())

    @property
    def won(self) -> int:
        """Games won with both sides."""
        return sum(side.won for side in self.sides.values())

    @property
    def lost(self) -> int:
        """Games lost with both sides."""
        return self.games - self.won

    def to_json(self) -> JsonObject:
        """The results for the API, by side."""
        return {"sides": {name: side.to_json() for name, side in self.sides.items()}, "timed-out": self.timed_out}


def results_of(users: Iterable[User | int]) -> dict[int, PlayerResults]:
    """Returns the public results of each of these people, by id, with three queries altogether.

    Everybody has an entry.
    """
    numbers = {user if isinstance(user, int) else user.pk for user in users}
    if not numbers:
        return {}
    mine = Q(game__winner=F("side"))
    rows = (
        Seat.objects.filter(user__in=numbers, game__in=public_results().filter(ending__in=DECIDED))
        .values("user", "side")
        .annotate(
            count=Count("pk"), won=Count("pk", filter=mine), late=Count("pk", filter=~mine & Q(game__ending="time-out"))
        )
        .order_by()
    )
    counts = {(row["user"], row["side"]): row for row in rows}
    standings = {
        (row.user_id, row.side): SkillEstimate(row.mu, row.sigma, row.games)
        for row in Rating.objects.filter(user__in=numbers)
    }
    nothing = {"count": 0, "won": 0, "late": 0}
    found = {}
    for number in numbers:
        of_sides = {side: counts.get((number, side), nothing) for side in SIDES}
        sides = {
            side: SideResults(row["count"], row["won"], standings.get((number, side))) for side, row in of_sides.items()
        }
        found[number] = PlayerResults(sides, sum(row["late"] for row in of_sides.values()))
    return found


def results_for_lists(users: Collection[int]) -> dict[int, PlayerResults]:
    """Returns the results of these people from a cache of one minute, so that lists need not count for every reader."""
    keys = {f"record-{number}": number for number in users}
    kept = cache.get_many(keys)
    fresh = results_of([number for key, number in keys.items() if key not in kept])
    if fresh:
        cache.set_many({f"record-{number}": record for number, record in fresh.items()}, RECORDS_KEPT_FOR)
    return {keys[key]: record for key, record in kept.items()} | fresh


def public_results() -> QuerySet[Game]:
    """Returns finished public games between two people, to the end."""
    return Game.objects.filter(status=Game.Status.OVER, visibility=Game.Visibility.PUBLIC, solo=False, taken_over="")


def finished(
    viewer: User | AnonymousUser,
    *,
    player: User | None = None,
    side: str = "",
    winner: str = "",
    ending: str = "",
    option: str = "",
) -> QuerySet[Game]:
    """Returns finished games that the viewer may see, latest first.

    `side` is the one the player had; `winner` a side; `ending` one of `Game.Ending`; `option` the name of an option of
    the rules that was in use, or "plain" for none. An empty one is any.
    """
    games = games_for(viewer).filter(status=Game.Status.OVER, solo=False, practice="")
    if player is not None:
        seats = Seat.objects.filter(user=player, **({"side": side} if side else {}))
        games = games.filter(pk__in=seats.values("game"))
    if winner:
        games = games.filter(winner=winner)
    if ending:
        games = games.filter(ending=ending)
    if option:
        games = games.filter(with_option(option))
    return (
        games.select_related("creator", "ended_by", "rated", "figures")
        .prefetch_related("seats__user")
        .order_by("-ended_at", "-pk")
    )


OPTIONS: dict[str, Q] = {
    "iron-bridge": Q(**{"ruleset__iron-bridge": True}),
    "forced-marches": Q(**{"ruleset__forced-marches": True}),
    "handicap": Q(ruleset__handicap__gt=0),
}


def with_option(option: str) -> Q:
    """Filters games by an option of the rules, or those without any. Raises KeyError for another name."""
    if option != "plain":
        return OPTIONS[option]
    none = Q()
    for condition in OPTIONS.values():
        none &= ~condition
    return none


@dataclass(frozen=True, slots=True)
class Spread:
    """Quartiles: a quarter of the values is smaller than `first`, half than `median`, three quarters than `third`."""

    first: float
    median: float
    third: float
    count: int


def quartiles(values: Iterable[float]) -> Spread | None:
    """Returns the quartiles; None without values."""
    found = sorted(values)
    if not found:
        return None
    first, median, third = quantiles(found, n=4, method="inclusive") if len(found) > 1 else [found[0]] * 3
    return Spread(first, median, third, len(found))


def response_times(user: User) -> Spread | None:
    """Returns this person's response times in seconds, from hand-over to decision, in finished public games."""
    rows = Seat.objects.filter(user=user, game__in=public_results(), game__figures__isnull=False)
    seconds: list[float] = []
    for side, frank, saracen in rows.values_list(
        "side", "game__figures__frank_seconds", "game__figures__saracen_seconds"
    ):
        seconds += frank if side == "frank" else saracen
    return quartiles(seconds)


def rate_finished() -> int:
    """Computes the figures of finished games that lack them, and rates new games. Returns how many games got figures.

    A game that cannot be read is logged and left; it must not keep the others waiting.
    """
    count = 0
    Figures.objects.exclude(game__status=Game.Status.OVER).delete()
    for game in Game.objects.filter(status=Game.Status.OVER, solo=False, practice="").exclude(
        figures__of_version=F("version")
    ):
        try:
            game_figures.write(game)
            count += 1
        except Exception:
            logger.exception("The figures of game %s could not be taken.", game.public_id)
    ratings.rate_new_games()
    return count


def rebuild() -> tuple[int, int]:
    """Recomputes all figures and ratings. Returns how many games have figures, and how many are rated."""
    Figures.objects.all().delete()
    return rate_finished(), ratings.rebuild()
