"""The chance that a process draws, taken from a seed: two runs of the same test then have the same dice, keys and
names.
"""

import os
import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

import pytest

TRIES = pytest.StashKey[int]()


@contextmanager
def luck_of(seed: str) -> Iterator[None]:
    """Within it every random byte that `os.urandom` and `secrets` give in this process comes from one stream that grows
    from `seed`.
    """
    luck = random.Random(seed)
    with ExitStack() as stack:
        stack.enter_context(patch.object(os, "urandom", luck.randbytes))
        for draw in ("random", "getrandbits", "randbytes"):
            stack.enter_context(patch.object(random.SystemRandom, draw, _of(luck, draw)))
        yield


def _of(luck: random.Random, draw: str) -> object:
    return lambda _system, *counts: getattr(luck, draw)(*counts)


def next_seed(test: pytest.Item) -> str:
    """The seed of a test's next try: a test that is tried again has other luck, and names no player as it did
    before.
    """
    test.stash[TRIES] = test.stash.get(TRIES, 0) + 1
    return f"{test.nodeid} {test.stash[TRIES]}"
