"""What the database holds of events and positions is bytes, and nobody who asks in Python can tell."""

import contextlib
import hashlib
from typing import Any

import pytest
from django.core.exceptions import FieldError
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from games.models import Game, GameEvent, Snapshot
from games.models.packing import DICTIONARIES, FingerprintField, pack, unpack
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Player, ok

NAMES = ("payloads", "draws", "facts", "positions")
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text()
    | st.sampled_from(["saladin", "acre", "move-3", "king-guy", "\ud800", "\0"]),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)
FINGERPRINTS = {
    "draws-1": "53d6df04815b3a14",
    "facts-1": "99f847840d352952",
    "payloads-1": "46477c4f68121d36",
    "positions-1": "e35cedb70451ab80",
}


@given(VALUES, st.sampled_from(NAMES))
def test_whatever_is_packed_comes_back(value: Any, name: str) -> None:
    assert unpack(pack(value, name), name) == value


@given(st.dictionaries(st.text(), VALUES))
def test_the_same_content_is_the_same_bytes(value: dict[str, Any]) -> None:
    assert pack(value, "facts") == pack(dict(reversed(value.items())), "facts")


@given(st.binary(min_size=1))
def test_bytes_that_are_no_packing_are_refused_in_words(stored: bytes) -> None:
    with contextlib.suppress(ValueError):
        unpack(stored, "facts")


def test_what_was_cut_short_is_refused() -> None:
    for name in NAMES:
        with pytest.raises(ValueError, match=r"not packed|Expecting|Unterminated"):
            unpack(pack({"type": "sea-move", "block": "richard", "port": "acre"}, name)[:-4], name)


@given(st.binary())
def test_fingerprints_come_back_as_digits(fingerprint: bytes) -> None:
    field = FingerprintField()
    assert field.to_value(field.to_bytes(fingerprint.hex())) == fingerprint.hex()


def test_no_dictionary_that_was_packed_with_ever_changes() -> None:
    """Else nothing recorded with it could be read. A better one gets the next number."""
    found = {path.stem: hashlib.sha256(path.read_bytes()).hexdigest()[:16] for path in DICTIONARIES.glob("*.txt")}
    assert found == FINGERPRINTS


@pytest.mark.databases
@pytest.mark.django_db
def test_the_database_holds_bytes_and_python_sees_what_was_kept(game: Game, richard: Player) -> None:
    ok(richard.act(game, BALIAN_TO_ASCALON))
    event = game.events.latest("seq")
    assert event.payload == BALIAN_TO_ASCALON
    assert event.draws == []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT payload_packed, draws_packed, state_bytes FROM games_gameevent WHERE id = %s", [event.pk]
        )
        payload, draws, state = (bytes(column) for column in cursor.fetchone())
    assert (payload, draws, state.hex()) == (pack(BALIAN_TO_ASCALON, "payloads"), b"", event.state_hash)
    assert GameEvent.objects.filter(hash=event.hash, payload=BALIAN_TO_ASCALON).get() == event


@pytest.mark.django_db
def test_nobody_asks_the_database_what_stands_in_it() -> None:
    with pytest.raises(FieldError):
        GameEvent.objects.filter(payload__type="move").exists()


# --- snapshots
# --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def lines(game: Game) -> Game:
    """A game with walls at 3, 5, 7 ... 39 and something pending, of which only the year tells positions apart."""
    Snapshot.objects.all().delete()
    snapshot = Snapshot.begin(game, 3, {"year": 3})
    for seq in range(4, 41):
        snapshot.save(update_fields=snapshot.go_on(seq, {"year": seq}, wall=seq % 2 == 1))
    return game


@pytest.mark.django_db
def test_a_full_stretch_is_followed_by_another(lines: Game) -> None:
    rows = list(lines.snapshots.order_by("seq"))
    assert [[seq for seq, _position in row.walls] for row in rows] == [
        list(range(3, 19, 2)),
        list(range(19, 35, 2)),
        [35, 37, 39],
    ]
    assert [row.pending for row in rows] == [None, None, [40, {"year": 40}]]


@pytest.mark.databases
@pytest.mark.django_db
def test_the_last_wall_is_found_whatever_stretch_it_is_in(lines: Game) -> None:
    for seq, wall in [(2, None), (3, 3), (4, 3), (17, 17), (18, 17), (19, 19), (34, 33), (40, 39), (99, 39)]:
        assert lines.snapshots.wall_at(seq) == (None if wall is None else (wall, {"year": wall}))


@pytest.mark.databases
@pytest.mark.django_db
def test_the_walls_of_a_part_begin_with_the_one_it_stands_on(lines: Game) -> None:
    for first, last, walls in [
        (1, 2, []),
        (1, 5, [3, 5]),
        (6, 6, [5]),
        (16, 20, [15, 17, 19]),
        (18, 36, [17, *range(19, 37, 2)]),
    ]:
        assert list(lines.snapshots.walls_from(first, last)) == walls


@pytest.mark.django_db
def test_one_act_writes_one_row_of_positions(game: Game, richard: Player) -> None:
    with CaptureQueriesContext(connection) as asked:
        ok(richard.act(game, DONE))
    assert sum("games_snapshot" in query["sql"] and not query["sql"].startswith("SELECT") for query in asked) == 1
