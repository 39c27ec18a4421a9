"""Sends requests that Schemathesis makes from the API's description. usage: script/bench fuzz [--cases N] [--processes
N]

Every operation is asked in right and wrong ways, with the session of each role, in worlds with games and tournaments in
every state. Nothing leaves the process: requests go to the site's own code, on a database of its own that is thrown
away. Ends with status 1 at an answer of 5xx, at one that is not as described, at a wrong body that is taken, and at a
refused request that has changed anything.
"""

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import Any

A_WORLD = 500
"""As many requests as one world gets."""


def set_up() -> None:
    os.environ["VAR_FOLDER"] = tempfile.mkdtemp(prefix="fuzz-")
    os.environ["DJANGO_SETTINGS_MODULE"] = "crusader_site.settings"
    os.environ["PROCESSOR_SECONDS"] = "1000000"
    os.environ["DICE_WAIT_HOURS"] = "0"
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)
    import logging

    import django

    django.setup()
    logging.disable(logging.CRITICAL)
    from django.conf import settings
    from django.core.management import call_command

    settings.ALLOWED_HOSTS = ["testserver"]
    call_command("migrate", verbosity=0)


def one_world(number: int) -> tuple[int, Counter[tuple[str, int]], dict[str, str]]:
    from tests.security.fuzzing import Result, run

    result = run(number, A_WORLD, Result())
    return result.cases, result.statuses, result.breaches


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=100, help="number of the first world")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    begun, cases, number = time.perf_counter(), 0, given.first
    statuses: Counter[tuple[str, int]] = Counter()
    breaches: dict[str, str] = {}
    with ProcessPoolExecutor(given.processes, initializer=set_up) as pool:
        while cases < given.cases:
            worlds = range(number, number + given.processes)
            number += given.processes
            for some, more, found in pool.map(one_world, worlds):
                cases += some
                statuses += more
                for what in found.keys() - breaches.keys():
                    print(f"BREACH {what}\n  {found[what]}", flush=True)
                breaches |= found
            print(f"{cases} requests, {len(breaches)} breaches ...", file=sys.stderr, flush=True)
    report(cases, statuses, breaches, number - given.first, time.perf_counter() - begun)
    sys.exit(1 if breaches else 0)


def report(
    cases: int, statuses: Counter[tuple[str, int]], breaches: dict[str, Any], worlds: int, seconds: float
) -> None:
    by_status: Counter[int] = Counter()
    for (_, status), count in statuses.items():
        by_status[status] += count
    operations = {name for name, _ in statuses}
    print(f"{cases} requests to {len(operations)} operations in {worlds} worlds, {seconds:.0f} s")
    print("answers: " + ", ".join(f"{status}: {count}" for status, count in sorted(by_status.items())))
    never = sorted(name for name in operations if not any(status < 300 and known == name for known, status in statuses))
    print(f"operations that never succeeded: {', '.join(never) or 'none'}")
    print(f"{len(breaches)} breaches")


if __name__ == "__main__":
    main()
