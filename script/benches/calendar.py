"""Checks what is promised of time on random schedules of two and of eight players. usage: script/bench calendar [COUNT]
[SEED]
"""

import sys
import time
from collections import Counter
from random import Random

from script.soak.schedules import random_setting, run


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else Random().randrange(10**9)
    results: Counter[str] = Counter()
    begun = time.monotonic()
    for number in range(count):
        setting = random_setting(Random(f"{seed}-{number}"), 8 if number % 4 == 3 else 2)
        try:
            schedule = run(setting)
        except AssertionError as error:
            raise SystemExit(f"schedule {number} of seed {seed} breaks a promise: {error}") from error
        for match in schedule.matches:
            results[{None: "held up by staff", "": "half a point each"}.get(match.result, "lost by time used")] += 1
    seconds = time.monotonic() - begun
    print(f"{count} schedules of seed {seed} in {seconds:.0f} s, no promise broken")
    for name, found in results.most_common():
        print(f"  {found:6} games {name}")


main()
