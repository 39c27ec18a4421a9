"""Tournaments in simulated time, played by a level of the computer. usage: script/bench season [options]

    --seasons N   how many tournaments (3)
    --players N   in each (8)
    --rounds N    of each (4)
    --level NAME  who plays (knight)
    --turn N      the turn of the last year in which games begin (1)
    --seed N      of the first (1)
    --seconds N   begins no further tournament after so many (240)

Sleepers, players who leave, bans, and games held for a version of the rules come in between; `script/soak/season.py`
says how. In the end every pairing must have one result, nobody who is out may have been paired again, nobody may have
lost by time in which they could not move, and standings must be the sum of results. Status 1 where one of these does
not hold.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from datetime import UTC, datetime

import time_machine

from script.soak.empty_site import set_up

START = datetime(2027, 1, 11, 9, tzinfo=UTC)


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    for name, usual in (("seasons", 3), ("players", 8), ("rounds", 4), ("turn", 1), ("seed", 1), ("seconds", 240)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--level", default="knight")
    given = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        set_up(folder)
        from script.soak.season import Season

        figures: Counter[str] = Counter()
        faults: list[str] = []
        with time_machine.travel(START, tick=False) as traveller:
            for seed in range(given.seed, given.seed + given.seasons):
                if time.monotonic() - begun > given.seconds:
                    break
                season = Season(
                    players=given.players, rounds=given.rounds, seed=seed, level=given.level, turn=given.turn,
                    traveller=traveller,
                    runs=lambda act, /, *of, **named: act(*of, **named),
                )  # fmt: skip
                season.play()
                figures += season.figures
                figures["seasons"] += 1
                faults += [f"seed {seed}: {fault}" for fault in season.faults]
    for name, count in sorted(figures.items()):
        print(f"{name:<28}{count:>8}")
    print(f"{len(faults)} faults; {time.monotonic() - begun:.0f} s, {time.process_time():.0f} s of the processor")
    print("\n".join(faults))
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
