"""The chance that tests have where a build is judged (`luck.py`)."""

import os
import secrets
import uuid

import pytest

from tests.luck import TRIES, luck_of, next_seed

DRAWS = {
    "bytes of the system": lambda: os.urandom(16),
    "a secret": lambda: secrets.token_hex(16),
    "a number": lambda: secrets.randbelow(10**12),
    "a choice": lambda: "".join(secrets.choice("franks") for _ in range(32)),
    "an id": uuid.uuid4,
}


@pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS)
def test_the_same_seed_has_the_same_luck_and_another_seed_other(draw: object) -> None:
    def drawn(seed: str) -> object:
        with luck_of(seed):
            return draw()  # type: ignore[operator]

    assert drawn("Acre") == drawn("Acre") != drawn("Tyre")


def test_luck_is_the_system_s_own_again_afterward() -> None:
    with luck_of("Acre"):
        before = secrets.token_hex(16)
    with luck_of("Acre"):
        pass
    assert secrets.token_hex(16) != before


def test_a_test_that_is_tried_again_has_other_luck(request: pytest.FixtureRequest) -> None:
    """A second try would else sign up the names of the first a second time."""
    tries = request.node.stash.get(TRIES, 0)
    assert len({next_seed(request.node) for _ in range(3)}) == 3
    assert request.node.stash[TRIES] == tries + 3
