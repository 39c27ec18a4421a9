"""The map: 52 towns, 87 roads and the ways to walk them (rules 1.1, 5.1).

Tables that never change, and questions about them.

Towns and roads are small integers inside ``rules``; ids such as ``"st-simeon"`` are for actions, events, views and
files. A set of towns or roads is an integer used as a bit set. Masyaf (1.12) is not among the towns: no road leads
there. The staging boxes of the Crusaders (7.21) are not towns either; see :mod:`rules.roster`.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from rules.kinds import RoadNumber, RoadSet, Side, TownNumber, TownSet, WalkSet

FRANK, SARACEN = 0, 1
SIDES = ("frank", "saracen")
BOTH = 3
"""Bit set of the two sides."""

INLAND, PORT, FORTIFIED = range(3)

_TOWNS = (
    ("acre", "Acre", "Jerusalem", 3, PORT, True, 32.93, 35.08),
    ("ajlun", "Ajlun", "Syria", 0, INLAND, False, 32.33, 35.75),
    ("albara", "Albara", "Antioch", 0, INLAND, False, 35.68, 36.53),
    ("aleppo", "Aleppo", "Syria", 3, INLAND, True, 36.2, 37.16),
    ("amman", "Amman", "Jerusalem", 1, INLAND, False, 31.95, 35.93),
    ("anjar", "Anjar", "Syria", 0, INLAND, False, 33.73, 35.93),
    ("antioch", "Antioch", "Antioch", 3, INLAND, True, 36.2, 36.16),
    ("artah", "Artah", "Syria", 1, INLAND, False, 36.27, 36.62),
    ("ascalon", "Ascalon", "Jerusalem", 2, PORT, False, 31.67, 34.55),
    ("ashtera", "Ashtera", "Syria", 1, INLAND, False, 32.8, 36.02),
    ("baalbek", "Baalbek", "Syria", 1, INLAND, False, 34.01, 36.21),
    ("baisan", "Baisan", "Jerusalem", 1, INLAND, False, 32.5, 35.5),
    ("banyas", "Banyas", "Syria", 1, INLAND, False, 33.25, 35.69),
    ("beaufort", "Beaufort", "Jerusalem", 1, INLAND, False, 33.32, 35.53),
    ("beersheba", "Beersheba", "Jerusalem", 0, INLAND, False, 31.25, 34.79),
    ("beirut", "Beirut", "Jerusalem", 2, PORT, False, 33.89, 35.5),
    ("botron", "Botron", "Tripoli", 0, INLAND, False, 34.25, 35.66),
    ("caesarea", "Caesarea", "Jerusalem", 1, PORT, False, 32.5, 34.89),
    ("damascus", "Damascus", "Syria", 4, INLAND, True, 33.51, 36.29),
    ("damiya", "Damiya", "Jerusalem", 0, INLAND, False, 32.1, 35.55),
    ("dimona", "Dimona", "Jerusalem", 0, INLAND, False, 31.07, 35.03),
    ("egypt", "Egypt", "Egypt", 4, PORT, True, 31.05, 32.6),
    ("gaza", "Gaza", "Jerusalem", 1, INLAND, False, 31.5, 34.47),
    ("hama", "Hama", "Syria", 1, INLAND, False, 35.13, 36.75),
    ("harim", "Harim", "Antioch", 0, INLAND, False, 36.21, 36.52),
    ("hebron", "Hebron", "Jerusalem", 1, INLAND, False, 31.53, 35.1),
    ("homs", "Homs", "Syria", 2, INLAND, False, 34.73, 36.71),
    ("jaffa", "Jaffa", "Jerusalem", 1, PORT, False, 32.05, 34.75),
    ("jericho", "Jericho", "Jerusalem", 0, INLAND, False, 31.86, 35.46),
    ("jerusalem", "Jerusalem", "Jerusalem", 3, INLAND, True, 31.78, 35.23),
    ("kassab", "Kassab", "Antioch", 0, INLAND, False, 35.93, 35.99),
    ("kerak", "Kerak", "Jerusalem", 1, INLAND, False, 31.18, 35.7),
    ("krak", "Krak", "Tripoli", 1, INLAND, False, 34.76, 36.29),
    ("lachish", "Lachish", "Jerusalem", 0, INLAND, False, 31.56, 34.85),
    ("lacum", "Lacum", "Syria", 0, INLAND, False, 34.3, 36.4),
    ("latakia", "Latakia", "Antioch", 1, PORT, False, 35.52, 35.78),
    ("legio", "Legio", "Jerusalem", 0, INLAND, False, 32.57, 35.17),
    ("margat", "Margat", "Antioch", 1, PORT, False, 35.15, 35.95),
    ("monterrand", "Monterrand", "Tripoli", 0, INLAND, False, 34.92, 36.4),
    ("nablus", "Nablus", "Jerusalem", 1, INLAND, False, 32.22, 35.26),
    ("qaddas", "Qaddas", "Syria", 0, INLAND, False, 34.2, 36.8),
    ("ramallah", "Ramallah", "Jerusalem", 0, INLAND, False, 31.93, 34.87),
    ("saone", "Saône", "Antioch", 1, INLAND, False, 35.6, 36.06),
    ("shughur", "Shughur", "Antioch", 0, INLAND, False, 35.81, 36.32),
    ("sidon", "Sidon", "Jerusalem", 1, PORT, False, 33.56, 35.37),
    ("st-simeon", "St. Simeon", "Antioch", 0, PORT, False, 36.13, 35.93),
    ("tartus", "Tartus", "Tripoli", 1, PORT, False, 34.89, 35.89),
    ("tiberias", "Tiberias", "Jerusalem", 2, INLAND, False, 32.79, 35.53),
    ("tripoli", "Tripoli", "Tripoli", 2, FORTIFIED, True, 34.44, 35.85),
    ("tyre", "Tyre", "Jerusalem", 2, FORTIFIED, False, 33.27, 35.2),
    ("zerdana", "Zerdana", "Syria", 1, INLAND, False, 35.99, 36.76),
    ("zoar", "Zoar", "Jerusalem", 0, INLAND, False, 30.97, 35.48),
)

_MAJOR_ROADS = """
    antioch/harim artah/harim aleppo/artah aleppo/zerdana hama/zerdana albara/hama hama/monterrand hama/homs
    albara/shughur harim/shughur krak/monterrand homs/krak krak/tripoli tartus/tripoli botron/tripoli margat/tartus
    latakia/margat beirut/botron beirut/sidon sidon/tyre beaufort/tyre banyas/beaufort banyas/damascus damascus/qaddas
    homs/qaddas homs/lacum baalbek/lacum anjar/baalbek anjar/beaufort ashtera/damascus ajlun/ashtera ajlun/amman
    amman/kerak kerak/zoar hebron/zoar hebron/jerusalem jerusalem/ramallah jaffa/ramallah ascalon/jaffa ascalon/gaza
    egypt/gaza ajlun/tiberias acre/tiberias acre/legio baisan/legio baisan/tiberias baisan/nablus legio/nablus
    jerusalem/nablus acre/caesarea caesarea/jaffa
"""

_MINOR_ROADS = """
    antioch/st-simeon antioch/kassab kassab/latakia latakia/saone saone/shughur albara/saone albara/zerdana
    artah/zerdana homs/monterrand krak/tartus krak/lacum lacum/qaddas baalbek/tripoli anjar/beirut anjar/damascus
    beaufort/sidon banyas/tiberias ashtera/banyas acre/tyre caesarea/nablus damiya/nablus baisan/damiya amman/damiya
    amman/jericho damiya/jericho jericho/kerak jericho/jerusalem ascalon/ramallah ascalon/lachish gaza/lachish
    beersheba/gaza beersheba/egypt beersheba/dimona dimona/zoar dimona/hebron hebron/lachish
"""


class Town(NamedTuple):
    """A town. ``rating`` is the number of shields, 0 for a minor town (1.11); ``kingdom`` the side it is friendly to
    when vacant (1.12).
    """

    number: TownNumber
    id: str
    name: str
    region: str
    kingdom: Side
    rating: int
    port: bool
    fortified: bool
    victory: bool
    latitude: float
    longitude: float


class Road(NamedTuple):
    """A road between towns ``a`` and ``b`` (indices); ``b`` is -1 for a German entry road (7.23)."""

    number: RoadNumber
    a: TownNumber
    b: TownNumber
    major: bool


def bits(mask: int) -> Iterator[int]:
    """The members of a bit set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


TOWNS = tuple(
    Town(
        i,
        id_,
        name,
        region,
        SARACEN if region in ("Syria", "Egypt") else FRANK,
        rating,
        kind != INLAND,
        kind == FORTIFIED,
        victory,
        lat,
        lon,
    )
    for i, (id_, name, region, rating, kind, victory, lat, lon) in enumerate(_TOWNS)
)
TOWN = {town.id: town.number for town in TOWNS}
TOWN_IDS = tuple(town.id for town in TOWNS)
RATING = tuple(town.rating for town in TOWNS)

_pairs = [(pair, True) for pair in _MAJOR_ROADS.split()] + [(pair, False) for pair in _MINOR_ROADS.split()]
ROADS = tuple(
    Road(i, TOWN[pair.partition("/")[0]], TOWN[pair.partition("/")[2]], major) for i, (pair, major) in enumerate(_pairs)
) + tuple(
    Road(len(_pairs) + i, TOWN[town], -1, major)
    for i, (town, major) in enumerate((("aleppo", True), ("antioch", True), ("st-simeon", False)))
)
SEA = len(ROADS)
"""The sea lane, where it stands among the roads by which a town was entered (7.22)."""
GERMAN_ENTRY = {road.a: road.number for road in ROADS if road.b < 0}
GERMAN_TOWNS = sum(1 << town for town in GERMAN_ENTRY)
IRON_BRIDGE = next(road.number for road in ROADS if {road.a, road.b} == {TOWN["antioch"], TOWN["harim"]})


def _neighbors(town: TownNumber) -> tuple[tuple[RoadNumber, TownNumber], ...]:
    """Returns the roads of a town, each with the town at its other end, in the order of those towns."""
    ends = [(r.number, r.b if r.a == town else r.a) for r in ROADS if r.b >= 0 and town in (r.a, r.b)]
    return tuple(sorted(ends, key=lambda end: end[1]))


NEIGHBORS = tuple(_neighbors(town.number) for town in TOWNS)
"""For each town, its (road, neighbor) pairs in order of town."""
ROAD_BETWEEN = {(town.number, neighbor): road for town in TOWNS for road, neighbor in NEIGHBORS[town.number]}

KINGDOM = tuple(sum(1 << t.number for t in TOWNS if t.kingdom == side) for side in (FRANK, SARACEN))
"""For each side, the set of towns that are friendly to it when vacant (1.12)."""
PORTS = sum(1 << t.number for t in TOWNS if t.port)
FORTIFIED_PORTS = sum(1 << t.number for t in TOWNS if t.fortified)
VICTORY_CITIES = tuple(t.number for t in TOWNS if t.victory)


def road_label(road: RoadNumber, town: TownNumber) -> str:
    """Returns the name of a road into ``town`` in actions and events: the town at its other end, ``"germania"`` or
    ``"sea"``.
    """
    if road == SEA:
        return "sea"
    ends = ROADS[road]
    return "germania" if ends.b < 0 else TOWN_IDS[ends.b if ends.a == town else ends.a]


def road_from_label(label: str, town: TownNumber) -> RoadNumber | None:
    """The road into ``town`` that :func:`road_label` calls ``label``; None if there is none."""
    if label == "sea":
        return SEA
    if label == "germania":
        return GERMAN_ENTRY.get(town)
    return ROAD_BETWEEN.get((TOWN.get(label, -1), town))


class Walk(NamedTuple):
    """A way along roads that never enters again the town it left (R101).

    ``path`` holds the ids of the towns after the start; ``through`` the set of towns entered before the last; ``twice``
    and ``thrice`` the roads used so often (a block may turn back, ruling R32)."""

    path: tuple[str, ...]
    end: TownNumber
    through: TownSet
    roads: RoadSet
    twice: RoadSet
    thrice: RoadSet


LONGEST_WALK = 4
"""Move rating 3 and a forced march."""


def _walks_by_length(town: TownNumber) -> tuple[tuple[Walk, ...], ...]:
    """Walks from ``town`` of each length 0 to :data:`LONGEST_WALK`."""
    lengths: list[list[Walk]] = [[Walk((), town, 0, 0, 0, 0)]]
    for length in range(1, LONGEST_WALK + 1):
        longer = []
        for walk in lengths[-1]:
            through = walk.through | (1 << walk.end if length > 1 else 0)
            for road, neighbor in NEIGHBORS[walk.end]:
                if neighbor == town:
                    continue
                bit = 1 << road
                uses = walk.roads | bit, walk.twice | (walk.roads & bit), walk.thrice | (walk.twice & bit)
                longer.append(Walk((*walk.path, TOWN_IDS[neighbor]), neighbor, through, *uses))
        lengths.append(longer)
    return tuple(tuple(walks) for walks in lengths)


@cache
def walks(town: TownNumber, length: int) -> tuple[Walk, ...]:
    """All walks from ``town`` of exactly ``length`` roads, 1 to 4."""
    return _walks_by_length(town)[length]


MOST_ROUTES, MOST_KNOWN = 16, 64
"""Kept for each town and length: what a turn or two ask for again.

More would be found seldom, and take 50 MB after some hundred games.
"""


class Bars(NamedTuple):
    """What bars walks of a side from whatever town (5.0, 5.1).

    ``stops``: towns where a block must stop. ``closed``: sets of roads with room for 0 and at most 1, 2 more blocks (a
    block may turn back and use a road again, R32). ``no_end``: towns where no walk may end. ``narrow``: towns and the
    roads by which no walk may end there."""

    stops: TownSet
    closed: tuple[RoadSet, RoadSet, RoadSet]
    no_end: TownSet
    narrow: tuple[tuple[TownSet, RoadSet], ...] = ()


class Routes(Sequence[tuple[str, ...]]):
    """The paths open to a block, as a sequence written out when it is first read; its length is known at once.

    ``ends`` is the set of towns where they lead."""

    __slots__ = ("_ends", "_left", "_paths", "_ways")

    def __init__(self, ways: "_Ways", left: WalkSet) -> None:
        self._ways, self._left = ways, left
        self._paths: tuple[tuple[str, ...], ...] | None = None
        self._ends = -1

    @property
    def paths(self) -> tuple[tuple[str, ...], ...]:
        """The walks that are left, each as the ids of its towns."""
        if self._paths is None:
            left = self._left
            self._paths = tuple([walk.path for number, walk in enumerate(self._ways.walks) if left >> number & 1])
        return self._paths

    @property
    def ends(self) -> TownSet:
        """The towns in which walks that are left end."""
        if self._ends < 0:
            left = self._left
            self._ends = sum([1 << end for end, walks in self._ways.end.by_thing.items() if walks & left])
        return self._ends

    def to(self, town: TownNumber) -> tuple[tuple[str, ...], ...]:
        """The paths that end in a town."""
        return tuple([path for path in self.paths if path[-1] == TOWN_IDS[town]])

    def __len__(self) -> int:
        return self._left.bit_count()

    def __getitem__(self, number: Any) -> Any:
        return self.paths[number]

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        return iter(self.paths)

    def __contains__(self, path: object) -> bool:
        return path in self.paths


class _Blocked:
    """Which of a town's walks any of several things block: for each thing a set of walks, and the unions already asked
    for.
    """

    __slots__ = ("by_thing", "known", "things")

    def __init__(self, by_thing: dict[int, int]) -> None:
        self.by_thing = by_thing
        self.things = sum(1 << thing for thing in by_thing)
        self.known: dict[int, int] = {0: 0}

    def by(self, things: int) -> int:
        """Returns the set of walks that any of these things blocks. Unions are kept for the next call."""
        things &= self.things
        found = self.known.get(things)
        if found is None:
            if len(self.known) > MOST_KNOWN:
                self.known = {0: 0}
            found = 0
            for thing in bits(things):
                found |= self.by_thing[thing]
            self.known[things] = found
        return found


class _Ways:
    """All walks of some lengths from a town, numbered, so that a set of walks is a bit set too."""

    def __init__(self, town: TownNumber, shortest: int, longest: int) -> None:
        self.walks = [walk for length in range(shortest, longest + 1) for walk in walks(town, length)]
        tables: list[dict[int, int]] = [{} for _ in range(6)]
        for number, walk in enumerate(self.walks):
            first = 1 << ROAD_BETWEEN[town, TOWN[walk.path[0]]]
            sets = (walk.through, first, 1 << walk.end, walk.roads, walk.twice, walk.thrice)
            for table, things in zip(tables, sets, strict=True):
                for thing in bits(things):
                    table[thing] = table.get(thing, 0) | 1 << number
        self.through, self.first, self.end, *self.uses = (_Blocked(table) for table in tables)
        self.all = (1 << len(self.walks)) - 1
        self.found: dict[int, Routes] = {}
        self.latest: tuple[Bars | None, RoadSet, Routes] = (None, 0, Routes(self, 0))


@cache
def _numbered_walks(town: TownNumber, shortest: int, longest: int) -> _Ways:
    """Returns the numbered walks from a town, made once."""
    return _Ways(town, shortest, longest)


def routes(town: TownNumber, shortest: int, longest: int, barred: RoadSet, bars: Bars) -> Routes:
    """The walks of ``shortest`` to ``longest`` roads from ``town`` that are open now.

    ``barred``: roads not to be taken for the first step (5.5)."""
    ways = _numbered_walks(town, shortest, longest)
    latest = ways.latest
    if latest[0] == bars and latest[1] == barred:
        return latest[2]  # most acts of a movement change nothing of it
    blocked = ways.through.by(bars.stops)
    for uses, roads in zip(ways.uses, bars.closed, strict=True):
        if roads:
            blocked |= uses.by(roads)
    if barred:
        blocked |= ways.first.by(barred)
    if bars.no_end:
        blocked |= ways.end.by(bars.no_end)
    for towns, roads in bars.narrow:
        blocked |= ways.end.by(towns) & ways.uses[0].by(roads)
    left = ways.all & ~blocked
    found = ways.found.get(left)
    if found is None:
        if len(ways.found) > MOST_ROUTES:
            ways.found.clear()
        found = ways.found[left] = Routes(ways, left)
    ways.latest = bars, barred, found
    return found


@lru_cache(maxsize=5_000)
def town_ids(mask: TownSet) -> tuple[str, ...]:
    """The ids of a set of towns, in order."""
    return tuple([TOWN_IDS[town] for town in bits(mask)])
