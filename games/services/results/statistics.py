"""Statistics of finished public games: wins by side, kinds of ends, lengths, best players."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import caches
from django.db.models import Count, Q, QuerySet

from games.models import Game, Rating
from games.services.results.ratings import DECIDED, ENOUGH
from games.services.results.results import OPTIONS, Spread, public_results, quartiles, with_option
from games.shapes import JsonObject

LATEST = 500
"""Lengths and response times are those of so many games."""
BEST = 20


@dataclass(frozen=True, slots=True)
class Share:
    """The number of games that somebody won, and how many each side won.

    `name` is an option of the rules, or empty for all.
    """

    name: str
    games: int
    frank: int

    @property
    def saracen(self) -> int:
        """Games that the Saracens won."""
        return self.games - self.frank

    @property
    def frank_percent(self) -> int:
        """Games that the Franks won, in whole percent; 0 without games."""
        return round(100 * self.frank / self.games) if self.games else 0

    @property
    def saracen_percent(self) -> int:
        """What the Franks leave of a hundred; 0 without games."""
        return 100 - self.frank_percent if self.games else 0

    def to_json(self) -> JsonObject:
        """The figures for the API; `option` is null for all games."""
        return {"option": self.name or None, "games": self.games, "frank": self.frank, "saracen": self.saracen}


@dataclass(frozen=True, slots=True)
class Statistics:
    """`endings` counts games by how they ended; the lengths are in game turns, hand-overs, days and seconds."""

    games: int
    shares: list[Share]
    endings: dict[str, int]
    turns: Spread | None
    handovers: Spread | None
    days: Spread | None
    responses: Spread | None


def statistics() -> Statistics:
    """Returns the result of `count`, cached for a minute, since it is the same for everybody."""
    found: Statistics | None = caches["near"].get("statistics")
    if found is None:
        found = count()
        caches["near"].set("statistics", found, settings.STATISTICS_KEPT_FOR)
    return found


def count() -> Statistics:
    """Counts all finished public games, with a share for each option of the rules and one for games without options."""
    games = public_results()
    endings = dict(games.order_by().values_list("ending").annotate(count=Count("pk")).order_by("-count", "ending"))
    decided = games.filter(ending__in=DECIDED)
    shares = [
        _share_of("", decided),
        *(_share_of(option, decided.filter(with_option(option))) for option in ("plain", *OPTIONS)),
    ]
    latest = decided.filter(figures__isnull=False).order_by("-ended_at").select_related("figures")[:LATEST]
    lengths, responses = [], []
    for game in latest:
        days = (game.ended_at - game.started_at).total_seconds() / 86400 if game.ended_at and game.started_at else 0.0
        lengths.append((game.figures.turns, game.figures.handovers, days))
        responses += game.figures.frank_seconds + game.figures.saracen_seconds
    turns, handovers, spans = zip(*lengths, strict=True) if lengths else ((), (), ())
    return Statistics(
        games=sum(endings.values()),
        shares=[share for share in shares if share.games or not share.name],
        endings=endings,
        turns=quartiles(turns),
        handovers=quartiles(handovers),
        days=quartiles(spans),
        responses=quartiles(responses),
    )


def best(side: str) -> Iterable[Rating]:
    """Returns the best players of this side: non-provisional ratings of existing accounts."""
    rated = Rating.objects.filter(side=side, games__gte=ENOUGH, user__is_active=True)
    return rated.select_related("user").order_by("-mu", "user__username")[:BEST]


def _share_of(name: str, games: QuerySet[Game]) -> Share:
    counts = games.order_by().aggregate(games=Count("pk"), frank=Count("pk", filter=Q(winner="frank")))
    return Share(name, counts["games"], counts["frank"])
