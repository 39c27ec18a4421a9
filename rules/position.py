"""The whole state of a game as plain data, with JSON both ways and a check of every invariant."""

from collections.abc import Iterable
from typing import Any

from rules import record
from rules.atlas import BOTH, FRANK, KINGDOM, RATING, SARACEN, SIDES, VICTORY_CITIES, bits
from rules.kinds import BlockNumber, BlockSet, PlaceNumber, RoadNumber, RoadSet, Side, TownNumber, TownSet
from rules.places import MASYAF, POOL, TOWN_COUNT, Arrival, Battle, March
from rules.roster import ASSASSINS, BLOCKS, NATION, OF_SIDE, STEPS
from rules.ruleset import Ruleset

_NO_CARDS: tuple[str, ...] = ()


class Position:
    """Everything that decides how a game goes on. Treat it as a value: :func:`rules.game.apply` returns a new one.

    ``where[b]`` is a place (town or one of the boxes), ``steps[b]`` the strength. ``castle``, ``moved``, ``due2``,
    ``due3``, ``face_up`` are sets of blocks; ``opened``, ``musters``, ``shown`` (sieges where another block was shown),
    ``fought``, ``begun`` (sieges of this turn, where it matters) sets of towns. ``step`` names the decision waited for;
    ``waiting`` the sides it waits for. ``at``, ``held`` (towns where a side has blocks in the field) and ``present``
    (field or castle) follow from ``where`` and ``castle``.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.year, self.turn = ruleset.first_year, 0
        self.phase, self.step, self.waiting = "deployment", "seats", 0
        self.where = [POOL] * len(BLOCKS)
        self.where[ASSASSINS] = MASYAF
        self.steps = list(STEPS)
        self.castle = self.moved = self.due2 = self.due3 = self.face_up = self.strengthened = 0
        self.opened = self.musters = self.shown = self.fought = self.begun = 0
        self.sieges: dict[TownNumber, Side] = {}  # the besieging side
        self.markers: dict[TownNumber, BlockNumber] = {}  # the besieger's face-up block (6.51)
        self.arrivals: tuple[Arrival, ...] = ()
        self.mains: dict[tuple[TownNumber, Side], RoadNumber] = {}  # road of the Main Attack or main reinforcement
        self.main_starts: dict[tuple[TownNumber, Side], TownNumber] = {}  # where it started, in an edition that asks
        self.road_use: dict[RoadNumber, int] = {}  # by the active side this movement phase
        self.disbanded: dict[
            BlockNumber, TownNumber
        ] = {}  # not fed this winter, until the side has fed all and they are told (8.3)
        self.gained: dict[TownNumber, int] = {}  # steps its replacement points have bought this winter (8.4)
        self.forced: dict[BlockNumber, March] = {}  # forced steps still to be taken
        self.hands: tuple[tuple[str, ...], tuple[str, ...]] = (_NO_CARDS, _NO_CARDS)
        self.chosen: tuple[str | None, str | None] = (None, None)
        self.revealed: tuple[str | None, str | None] = (None, None)  # cards on the table this turn
        self.played: tuple[str | None, str | None] = (None, None)  # what they count as, Intrigue replaced
        self.prior: tuple[str | None, str | None] = (None, None)  # last turn's, for Intrigue
        self.spent: tuple[tuple[str, ...], tuple[str, ...]] = (_NO_CARDS, _NO_CARDS)
        self.first = self.active = -1
        self.moves = 0
        self.jihad = -1  # town
        self.kept_siege = -1  # town of a declared winter campaign (8.2)
        self.drawn = -1  # block being deployed
        self.winter: tuple[str, str] = ("", "")  # each side's work in winter: supply, replace, or done
        self.battle: Battle | None = None
        self.winner: tuple[Side, str] | None = None
        self.rebuild()

    def rebuild(self) -> None:
        """Derive ``at``, ``held`` and ``present`` afresh."""
        self._offers: list[Any] = [None, None]
        self.at = [0] * TOWN_COUNT
        self.held, self.present = [0, 0], [0, 0]
        for block, place in enumerate(self.where):
            if place < TOWN_COUNT:
                self.at[place] |= 1 << block
        for town in range(TOWN_COUNT):
            self.refresh(town)

    def refresh(self, town: TownNumber) -> None:
        """Bring ``held`` and ``present`` up to date for one town."""
        here, bit = self.at[town], 1 << town
        field = here & ~self.castle
        for side in (FRANK, SARACEN):
            of_side = OF_SIDE[side]
            self.held[side] = self.held[side] | bit if field & of_side else self.held[side] & ~bit
            self.present[side] = self.present[side] | bit if here & of_side else self.present[side] & ~bit

    def put(self, block: BlockNumber, place: PlaceNumber, castle: bool = False) -> None:
        """Move a block to a town or box: the one way any block changes its place (X11)."""
        bit, old = 1 << block, self.where[block]
        self.castle &= ~bit
        if old < TOWN_COUNT:
            self.at[old] &= ~bit
            self.refresh(old)
        self.where[block] = place
        if place < TOWN_COUNT:
            self.at[place] |= bit
            if castle:
                self.castle |= bit
            self.refresh(place)

    def copy(self) -> "Position":
        """An independent copy; what never changes in place (numbers, tuples, the ruleset) is shared."""
        new = Position.__new__(Position)
        own = new.__dict__
        own.update(self.__dict__)
        for name in _COPIED:
            own[name] = own[name].copy()
        new._offers = [None, None]
        if self.battle is not None:
            new.battle = self.battle.copy()
        return new

    def forget_offers(self) -> None:
        """Drop the legal actions kept since they were last asked for."""
        self._offers = [None, None]

    # Questions that the rules ask everywhere

    @property
    def combat(self) -> Battle:
        """The battle being fought, for callers that know there is one. AssertionError is a fault of the caller."""
        assert self.battle is not None, f"no battle is being fought at {self.step}"
        return self.battle

    def field(self, side: Side, town: TownNumber) -> BlockSet:
        """Blocks of a side in the field of a town, reserves included."""
        return self.at[town] & OF_SIDE[side] & ~self.castle

    def arrived(self, side: Side, town: TownNumber) -> BlockSet:
        """Blocks of a side in the field that are not reserves still to come (6.41)."""
        return self.at[town] & OF_SIDE[side] & ~(self.castle | self.due2 | self.due3)

    def garrison(self, town: TownNumber) -> BlockSet:
        """Blocks in the castle of a town."""
        return self.at[town] & self.castle

    def friendly_fields(self, side: Side) -> TownSet:
        """Towns whose field is friendly (1.12, 6.51): no enemy in it, and held or in one's own kingdom."""
        return ~self.held[1 - side] & (self.held[side] | KINGDOM[side])

    def arrival_roads(self, side: Side, town: TownNumber) -> RoadSet:
        """Set of the roads by which a side entered a town against the enemy this turn."""
        roads = 0
        for arrival in self.arrivals:
            if arrival.town == town and arrival.side == side:
                roads |= 1 << arrival.road
        return roads

    def controller(self, town: TownNumber) -> Side:
        """The side that controls a town for victory (1.2): the castle's defender under siege, else its only occupant,
        else its kingdom. While a battle is being fought over a town in the field, the side that is not attacking it."""
        besieger = self.sieges.get(town)
        if besieger is not None:
            return 1 - besieger
        here = (self.present[FRANK] >> town & 1) | (self.present[SARACEN] >> town & 1) << 1
        if here == 1:
            return FRANK
        if here == 2:
            return SARACEN
        if here == BOTH:
            for arrival in self.arrivals:
                if arrival.town == town:
                    second = 1 - self.first
                    return (
                        second
                        if any(a.town == town and a.side == self.first for a in self.arrivals)
                        else 1 - arrival.side
                    )
        return FRANK if KINGDOM[FRANK] >> town & 1 else SARACEN

    def controllers(self, towns: Iterable[TownNumber]) -> dict[TownNumber, Side]:
        """The side that controls each of these towns (1.2), as :meth:`controller` says."""
        return {town: self.controller(town) for town in towns}

    def score(self) -> tuple[int, int]:
        """Victory Cities of Franks and Saracens; they always add up to seven (R97)."""
        saracen = sum(self.controller(town) for town in VICTORY_CITIES)
        return len(VICTORY_CITIES) - saracen, saracen

    @property
    def awaited(self) -> frozenset[str]:
        """Sides who must decide; empty only when the game is over."""
        return AWAITED[self.waiting]

    @property
    def result(self) -> dict[str, str] | None:
        """The winner and how the game ended, or None."""
        return None if self.winner is None else {"winner": SIDES[self.winner[0]], "how": self.winner[1]}

    def staged(self, nation: str) -> bool:
        """Whether all three Crusaders of a nation have been drawn (7.21, R43)."""
        return not any(self.where[block] == POOL for block in bits(NATION[nation]))

    def to_json(self) -> dict[str, Any]:
        """The position as plain data; :mod:`rules.record` knows the form."""
        return record.position_to_json(self)

    @classmethod
    def from_json(cls, data: Any) -> "Position":
        """Read what :meth:`to_json` wrote. Raises :class:`BadPosition`."""
        return record.position_from_json(data, cls)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]


AWAITED = tuple(frozenset(SIDES[side] for side in bits(mask)) for mask in range(4))
_COPIED = (
    "where",
    "steps",
    "at",
    "held",
    "present",
    "sieges",
    "markers",
    "mains",
    "main_starts",
    "road_use",
    "disbanded",
    "gained",
    "forced",
)
__all__ = ["RATING", "Position"]
