"""Makes the chronicle of a finished game from one perspective: either side's, or with everything open.

It is made of the entries that a replay shows and of the board at the ends of years. What is made are facts, which are
kept as JSON (`keeping`); sentences are made of them in the reader's language.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field

from games.access import Access, Perspective
from games.chronicle.years import Battle, Change, March, Year, YearsBuilder
from games.errors import NotStarted
from games.services.record.facts import facts_as_owners_see, visible_facts
from games.services.record.numbering import Line
from games.services.views import history
from games.shapes import FactJson, Json, JsonObject
from rules import game as rules
from rules.atlas import SIDES
from rules.position import Position


@dataclass(frozen=True, slots=True)
class Board:
    """The board at a year's end: blocks by town and side, names of those whom the reader knows, and who holds which
    city.
    """

    counts: dict[str, dict[str, int]]
    known: dict[str, list[str]]
    cities: dict[str, str]


@dataclass(frozen=True, slots=True)
class Chronicle:
    """The years of a game, with the board at its start and at the end of each."""

    start: Board
    years: list[tuple[Year, Board]] = field(default_factory=list)

    def to_json(self) -> JsonObject:
        """The chronicle as it is kept."""
        return asdict(self)

    @classmethod
    def from_json(cls, stored: Json) -> "Chronicle":
        """Reads what `to_json` wrote."""
        years = [(_read_year(year), Board(**board)) for year, board in stored["years"]]
        return cls(Board(**stored["start"]), years)


def make(access: Access, perspective: Perspective) -> Chronicle:
    """Returns the chronicle of a finished game. Raises NotStarted for one without a position."""
    walls = access.game.snapshots.walls()
    if not walls:
        raise NotStarted
    first = walls[min(walls)]
    reader = YearsBuilder(first["year"])
    lines = _lines(access, perspective)
    years = reader.read(_entries(access, perspective, lines))
    numbers = {line.visible_at: line.number for line in lines}
    for year in years:
        year.number = numbers.get(year.last, year.last)
    start = _stored_board(first, perspective)
    cities = [(year, turn, _cities(_wall_at(walls, number))) for year, turn, number in reader.turns]
    reader.note_cities(cities, start.cities)
    edition = access.game.ruleset.get("edition", "2.0")
    for year in years:
        for battle in year.of_note():
            battle.chance = battle.forecast(edition)
    boards = [_stored_board(_wall_at(walls, year.last), perspective) for year in years]
    return Chronicle(start, list(zip(years, boards, strict=True)))


def _read_year(stored: Json) -> Year:
    """Reads a year as it is stored."""
    year = Year(**stored)
    year.battles = [Battle(**one) for one in stored["battles"]]
    year.marches = [March(**one) for one in stored["marches"]]
    year.changes = [Change(**one) for one in stored["changes"]]
    return year


def _lines(access: Access, perspective: Perspective) -> Sequence[Line]:
    """Returns the history for this perspective: of the record, or of its viewer."""
    return history.record_lines(access) if perspective.everything else history.history_lines(access, perspective.viewer)


def _entries(
    access: Access, perspective: Perspective, lines: Sequence[Line]
) -> Iterator[tuple[int, Sequence[FactJson]]]:
    """Yields for each line not taken back its event's number and the facts seen."""
    events = {event.seq: event for event in access.game.events.order_by("seq")}
    for line in lines:
        if not line.undone:
            event = events[line.seq]
            yield (
                line.visible_at,
                facts_as_owners_see(event) if perspective.everything else visible_facts(event, perspective.viewer),
            )


def _wall_at(walls: Mapping[int, JsonObject], number: int) -> JsonObject:
    """Returns the recorded position at the last wall (docs/glossary.md) up to this event."""
    return walls[max((seq for seq in walls if seq <= number), default=min(walls))]


def _cities(stored: JsonObject) -> dict[str, str]:
    """Returns each victory city of a position with the side that holds it; both sides always see that."""
    return dict(rules.recall(Position.from_json(stored), None)["cities"])


def _stored_board(stored: JsonObject, perspective: Perspective) -> Board:
    return board_of(Position.from_json(stored), perspective)


def board_of(position: Position, perspective: Perspective) -> Board:
    """Returns the board of a position. The end of a game opens everything: so names are taken of the reader's own
    blocks alone, and of others their number.
    """
    view = rules.recall(position, perspective.viewer, everything=perspective.everything)
    counts: dict[str, dict[str, int]] = {}
    known: dict[str, list[str]] = {}
    for town, here in view["map"].items():
        for stack in here["stacks"]:
            at = counts.setdefault(town, dict.fromkeys(SIDES, 0))
            at[stack["side"]] += stack["count"]
            if perspective.everything or stack["side"] == perspective.viewer:
                known.setdefault(town, []).extend(block["id"] for block in stack["blocks"])
    return Board(counts, known, dict(view["cities"]))
