"""Dice that were committed to: what they give, that they are fair, and that nobody can foretell them
(rules/committed.py).
"""

import hmac
import json
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.committed import CommittedDice, Stream, commitment
from rules.dice import Draw, RecordedDice
from tests.rules.fairness import faces, faces_pairs_runs, guesses, places_of_lots

GAME = "3f2c1a90-5d1e-4c1b-9a77-0d6f6f0a1b2c"
SECRET = bytes(range(32))
LOTS = ("kurds-1", "turks-1", "arabs-1", "nomads")


def dice(secret: bytes = SECRET, game: str = GAME, frank: str = "", drawn: int = 0) -> CommittedDice:
    return CommittedDice(secret, game, {"frank": frank, "saracen": "ab" * 16}, drawn)


def test_the_protocol_is_what_was_published() -> None:
    """These values are in docs/dice.md: a checker somebody else wrote stops working when they change."""
    assert commitment(GAME, SECRET) == "8816ed53bf811cc63bc750a4ed41e6685283fc6f984411daa1ce271b4391f921"
    given = dice(frank="cd" * 16)
    assert given.roll("fire:acre:1:saladin", 4) == (3, 2, 3, 6)
    assert given.choose("draw:frank", LOTS, 2) == ("kurds-1", "nomads")
    assert given.draws[1].picks == (1, 1)


def test_bytes_that_would_favor_some_numbers_are_passed_over() -> None:
    """What is left is read as a whole number of as many bytes as n - 1 takes, and divided by n."""
    blocks = b"".join(hmac.digest(SECRET, b"lots\0" + str(block).encode(), "sha256") for block in range(600))
    for n in (3, 100, 200, 255, 256, 257, 40_000, 65_535):
        width = 1 if n <= 256 else 2
        numbers = [int.from_bytes(blocks[at : at + width], "big") for at in range(0, len(blocks), width)]
        fair = [number % n for number in numbers if number < 256**width // n * n]
        stream = Stream(SECRET, b"lots")
        assert [stream.below(n) for _ in range(3000)] == fair[:3000], n


def test_the_same_secret_gives_the_same_dice_again() -> None:
    assert dice().roll("fire", 50) == dice().roll("fire", 50)


@pytest.mark.parametrize(
    "other",
    [dice(secret=bytes(32)), dice(game=GAME.replace("3", "4")), dice(frank="00" * 16), dice(drawn=1)],
    ids=["secret", "game", "contribution", "number"],
)
def test_other_dice_come_of_another(other: CommittedDice) -> None:
    assert dice().roll("fire", 50) != other.roll("fire", 50)


def test_other_dice_come_of_another_purpose_or_count() -> None:
    assert dice().roll("fire:acre", 50) != dice().roll("fire:tyre", 50)
    assert dice().roll("fire", 50) != dice().roll("fire", 51)[:50]


def test_draws_are_numbered_through_a_game_and_kept_with_what_was_read() -> None:
    first = dice()
    first.roll("fire", 2)
    first.choose("draw", LOTS, 2)
    assert [draw.n for draw in first.draws] == [0, 1]
    later = dice(drawn=first.drawn)
    later.roll("fire", 2)
    assert later.draws[0].n == 2
    kept = [Draw.from_json(json.loads(json.dumps(draw.to_json()))) for draw in first.draws]
    assert kept == first.draws
    repeated = RecordedDice(kept)
    assert (repeated.roll("fire", 2), repeated.choose("draw", LOTS, 2)) == tuple(draw.results for draw in first.draws)


@given(st.integers(1, 1000), st.binary(min_size=1, max_size=8))
def test_a_number_read_from_the_stream_is_below_its_bound(n: int, message: bytes) -> None:
    stream = Stream(SECRET, message)
    assert all(0 <= stream.below(n) < n for _ in range(20))


@given(st.lists(st.text("abc-123", min_size=1), min_size=1, max_size=40), st.randoms(use_true_random=False), st.data())
def test_lots_are_drawn_without_putting_back_and_their_order_means_nothing(
    lots: list[str], random: Random, data: st.DataObject
) -> None:
    count = data.draw(st.integers(0, len(lots)))
    drawn = dice().choose("draw", lots, count)
    shuffled = random.sample(lots, len(lots))
    assert dice().choose("draw", shuffled, count) == drawn
    left = list(lots)
    for lot in drawn:
        left.remove(lot)


def test_faces_pairs_and_runs_are_as_likely_as_of_fair_dice() -> None:
    for name, (found, most) in faces_pairs_runs(faces(60_000)).items():
        assert found < most, name


def test_every_lot_is_as_likely_at_every_place() -> None:
    for lots, taken in ((6, 6), (12, 4), (27, 6)):
        found, most = places_of_lots(4000, lots, taken)
        assert found < most, (lots, taken)


def test_nothing_public_foretells_the_dice() -> None:
    public = [
        GAME.encode(),
        bytes.fromhex(commitment(GAME, SECRET)),
        commitment(GAME, SECRET).encode(),
        b"\xab" * 16,
        ("ab" * 16).encode(),
        b"",
        b"0",
        b"1187",
    ]
    public += [one + other for one, other in pairwise(public)]
    secret = dice().roll("fire", 600)
    for guess in guesses(public, 600):
        # One in six is right by chance: 100 of 600, with a deviation of 9. More than six deviations do not come by
        # chance.
        assert sum(one == other for one, other in zip(guess, secret, strict=True)) < 155
