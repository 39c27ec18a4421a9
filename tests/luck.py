"""All chance of a process from one seed: for what is compared byte for byte, where keys and names must be alike too.

A test that needs certain dice takes them from its position or from `seed_dice`: what this gives depends on everything
that draws.
"""

import os
import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch


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
