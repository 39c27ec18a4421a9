"""Tries to tell two hidden worlds apart, through many games. usage: script/bench secrecy [--games N] [--looks N]
[--processes N] [--json]

Each game is played by lot to a moment of chance. There it is made twice: as it is, and with something exchanged that
one player hides: blocks, strengths, cards, plans, orders. An attacker with the other player's browser asks both for
everything: pages, API, refusals, sockets (the whole application at the other end: handshake, consumers, channel layer),
mails, browsers' and chats' messages.

- *Bytes* must be the same, all of them. One that differs ends the program with status 1.
- *Times* cannot be the same. The attacker learns from one half of the games which answers take longer in which world,
  by kind of secret, and guesses the worlds of the other half. More right guesses than chance gives in one of a thousand
  such trials end it with status 1.
"""

import argparse
import json
import logging
import math
import os
import statistics
import sys
import tempfile
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, NamedTuple

LOOKS = 4
LEAST_SEEN = 6
ONE_IN_A_THOUSAND = 0.001


class Look(NamedTuple):
    """A pair of such positions: the kind of secret, the differences, the number of channels and bytes, and response
    times by channel.
    """

    game: int
    kind: str
    different: list[str]
    channels: int
    size: int
    quotients: dict[str, float]


def set_up() -> None:
    os.environ["VAR_FOLDER"] = tempfile.mkdtemp(prefix="secrecy-")
    os.environ["DJANGO_SETTINGS_MODULE"] = "crusader_site.settings"
    os.environ["PROCESSOR_SECONDS"] = "1000000"
    os.environ["DICE_WAIT_HOURS"] = "0"
    os.environ.pop("DATABASE_URL", None)
    os.environ.pop("REDIS_URL", None)
    import django

    django.setup()
    logging.disable(logging.ERROR)
    from django.conf import settings
    from django.core import mail
    from django.core.management import call_command

    settings.ALLOWED_HOSTS = ["testserver"]
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    mail.outbox = []
    call_command("migrate", verbosity=0)


def one_game(number: int, looks: int = LOOKS) -> list[Look]:
    from django.db import transaction

    from tests.security.attacker import attack, differences

    with transaction.atomic():
        looked = attack(number, looks=looks)
        transaction.set_rollback(True)
    return [
        Look(
            number,
            kind,
            differences(one, other),
            len(one.got),
            sum(map(len, one.got.values())),
            {channel: one.took[channel] / other.took[channel] for channel in one.took.keys() & other.took.keys()},
        )
        for kind, one, other in looked
    ]


def guesses(looks: list[Look]) -> dict[str, tuple[int, int]]:
    """Returns by kind of secret how many positions of the second half were guessed right after training on the first,
    of how many.
    """
    found: dict[str, tuple[int, int]] = {}
    for kind in sorted({look.kind for look in looks}):
        of_kind = [look for look in looks if look.kind == kind]
        half = len(of_kind) // 2
        taught, tried = of_kind[:half], of_kind[half:]
        lessons = defaultdict(list)
        for look in taught:
            for channel, quotient in look.quotients.items():
                lessons[_name(channel)].append(math.log(quotient))
        weights = {channel: _strength(logs) for channel, logs in lessons.items() if len(logs) >= LEAST_SEEN}
        if not weights or not tried:
            continue
        sums = [
            sum(weights.get(_name(channel), 0.0) * math.log(quotient) for channel, quotient in look.quotients.items())
            for look in tried
        ]
        # Above 0: the world that the attacker takes for the first is the first.
        found[kind] = sum(value > 0 for value in sums), len(sums)
    return found


def _name(channel: str) -> str:
    """The channel's name without what differs from game to game."""
    if channel.startswith("enemy socket {"):
        return "enemy socket an act" if '"actions"' in channel else "enemy socket follow"
    return (
        "enemy POST an act"
        if channel.startswith("enemy POST {")
        else " ".join(word for word in channel.split(" ") if not word[0].isdigit())
    )


def _strength(logs: list[float]) -> float:
    """Returns how clearly the answers for one position take longer."""
    spread = statistics.pstdev(logs) or 1.0
    return statistics.fmean(logs) / spread**2


def chance(right: int, of: int) -> float:
    """Returns the probability of so many right guesses or more by tossing a coin."""
    return sum(math.comb(of, n) for n in range(right, of + 1)) / 2**of


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--looks", type=int, default=LOOKS, help="so many pairs of worlds a game")
    parser.add_argument("--processes", type=int, default=1, help="more disturb one another's times")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    looks: list[Look] = []
    with ProcessPoolExecutor(given.processes, initializer=set_up) as pool:
        looking = partial(one_game, looks=given.looks)
        for number, found in enumerate(pool.map(looking, range(given.first, given.first + given.games)), start=1):
            looks += found
            for look in found:
                for channel in look.different:
                    print(f"game {look.game}, {look.kind}: {channel}"[:600], file=sys.stderr)
            if number % 10 == 0 and not given.json:
                print(f"{number} games, {len(looks)} pairs of worlds ...", file=sys.stderr)
    failed = report(looks, given.games, as_json=given.json)
    sys.exit(1 if failed else 0)


def report(looks: list[Look], games: int, *, as_json: bool) -> bool:
    by_times = guesses(looks)
    right, of = (sum(column) for column in zip(*by_times.values(), strict=True)) if by_times else (0, 0)
    kinds = {kind: [look for look in looks if look.kind == kind] for kind in sorted({look.kind for look in looks})}
    result: dict[str, Any] = {
        "games": games,
        "pairs": len(looks),
        "answers": 2 * sum(look.channels for look in looks),
        "bytes": 2 * sum(look.size for look in looks),
        "pairs that differ by a byte": sum(bool(look.different) for look in looks),
        "guessed by times": {kind: {"right": a, "of": b, "chance": chance(a, b)} for kind, (a, b) in by_times.items()},
        "guessed in all": {"right": right, "of": of, "chance": chance(right, of)},
    }
    leaks = result["pairs that differ by a byte"] > 0
    timed = any(
        one["chance"] < ONE_IN_A_THOUSAND for one in [*result["guessed by times"].values(), result["guessed in all"]]
    )
    if as_json:
        print(json.dumps(result))
    else:
        print(
            f"{games} games, {result['pairs']} pairs of worlds, {result['answers']} answers,"
            f" {result['bytes'] / 1e6:.0f} MB"
        )
        for kind, of_kind in kinds.items():
            a, b = by_times.get(kind, (0, 0))
            differ = sum(bool(look.different) for look in of_kind)
            by_time = f"by times {a} of {b} guessed (by chance: p = {chance(a, b):.2f})"
            print(f"  {kind:36} {len(of_kind):4} pairs, {differ} differ by a byte; {by_time}")
        print(f"by times in all {right} of {of} guessed: p = {chance(right, of):.3f}")
        print("TOLD APART" if leaks or timed else "not told apart")
    return leaks or timed


if __name__ == "__main__":
    main()
