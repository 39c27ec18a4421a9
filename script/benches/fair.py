"""Checks what the site claims of dice and record, with large numbers: ``script/bench fair``.

Dice: a million of the stream, by chi-square for faces, pairs and runs; lots by their places. Attacks: fourteen dice
against a linear generator (which falls) and against ours, with every state tried; guesses from every public value.
Record: a thousand random changes of whole games, none of which may go unnoticed; five hundred with every fingerprint
made anew, none of which may pass where the head or the site's key is given; the time to check a game of a thousand
events. Status 1 where something is not as claimed.
"""

import argparse
import os
import sys
import time
from collections import Counter
from random import Random

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crusader_site.settings")
django.setup()

from rules.committed import commitment  # noqa: E402
from rules.verify import check, load  # noqa: E402
from tests.rules.fairness import (  # noqa: E402
    Linear,
    committed,
    faces,
    faces_pairs_runs,
    guesses,
    linear_states,
    places_of_lots,
)
from tests.rules.recorded_games import GAMES, read  # noqa: E402
from tests.rules.recording import Recorder  # noqa: E402
from tests.rules.remade import try_all  # noqa: E402
from tests.rules.tampering import missed, text_of  # noqa: E402

CHECK_WITHIN = 2.0
"""Seconds of processor time for a game of a thousand events."""
EVENTS = 1000


def main() -> int:
    parser = argparse.ArgumentParser(prog="script/bench fair")
    parser.add_argument("--dice", type=int, default=1_000_000)
    parser.add_argument("--changes", type=int, default=1_000)
    parser.add_argument("--remade", type=int, default=500)
    parser.add_argument(
        "--part", type=int, default=1, help="search one in so many of the states of the linear generator"
    )
    given = parser.parse_args()
    parts = [dice(given.dice), attacks(given.part), check_changes(given.changes), remade(given.remade), speed()]
    print("all as claimed" if all(parts) else "NOT AS CLAIMED")
    return 0 if all(parts) else 1


def dice(count: int) -> bool:
    started = time.process_time()
    rolled = faces(count)
    print(f"{count:,} dice in {time.process_time() - started:.1f} s")
    tests = {f"chi-square of {name}": found for name, found in faces_pairs_runs(rolled).items()}
    tests |= {
        f"chi-square of {taken} of {lots} lots by place": places_of_lots(count // 20, lots, taken)
        for lots, taken in ((6, 6), (12, 4), (27, 6))
    }
    for name, (found, most) in tests.items():
        print(f"{name}: {found:.1f} (at most {most:.1f})")
    return all(found <= most for found, most in tests.values())


def attacks(part: int) -> bool:
    random = Random(1187)
    linear = Linear(random.randrange(1, 2**31 - 1))
    first = linear.roll(1)
    state = linear.state
    seen = first + linear.roll(13)
    started = time.process_time()
    searched = range(state * 48271 // (2**31 - 1) % part, 48271, part)
    theirs = linear_states(seen, searched)
    ours = linear_states(committed().roll("fire:acre", 14), searched)
    print(f"14 dice, {len(searched):,} of 48,271 ranges of states in {time.process_time() - started:.0f} s:", end=" ")
    print(
        f"linear generator {len(theirs)} state(s), the true one {'found' if state in theirs else 'MISSED'}; ours"
        f" {len(ours)}"
    )
    public = [
        committed().__class__.__name__.encode(),
        bytes(16),
        b"\xff" * 16,
        commitment("game", bytes(range(32))).encode(),
    ]
    secret = committed().roll("fire:acre", 6_000)
    best = max(sum(a == b for a, b in zip(guess, secret, strict=True)) for guess in guesses(public, 6_000))
    print(f"best guess from public values: {best} of 6,000 dice (1,000 by chance, at most 1,175)")
    return state in theirs and not ours and best <= 1_175


def check_changes(count: int) -> bool:
    """Changes whole games at random, and returns whether the verifier noticed each change."""
    started, escaped = time.process_time(), []
    for number, name in enumerate(GAMES):
        share = count // len(GAMES) + (number < count % len(GAMES))
        escaped += missed(read(name), share, seed=number)
    took = time.process_time() - started
    print(
        f"{count:,} random changes of {len(GAMES)} whole games in {took:.0f} s: {len(escaped)} missed {escaped or ''}"
    )
    return not escaped


def remade(count: int) -> bool:
    """Changes of a record after which all hashes are recomputed: only the head hash or the signature can reveal
    them.
    """
    started = time.process_time()
    alone, shown, missed = Counter[str](), Counter[str](), []
    for number, name in enumerate(GAMES):
        share = count // len(GAMES) + (number < count % len(GAMES))
        found = try_all(read(name), share, seed=number)
        alone, shown, missed = alone + found.alone, shown + found.by_what_was_shown, missed + found.missed
    took = time.process_time() - started
    print(f"{count:,} changes of {len(GAMES)} whole games with every fingerprint made anew in {took:.0f} s:", end=" ")
    print(f"{alone.total()} found by the record alone, {shown.total()} fit themselves;", end=" ")
    print(f"{len(missed)} missed by head or signature {missed or ''}")
    for way in dict.fromkeys([*alone, *shown]):
        print(f"  {way}: {alone[way]} found alone, {shown[way]} by head or signature")
    return not missed and alone.total() + shown.total() == count


def speed() -> bool:
    from tests.rules.playing import choose

    recorder, random = Recorder(30, next(iter(GAMES.values()))[2]), Random(30)
    while len(recorder.events) < EVENTS and recorder.position is not None and recorder.position.awaited:
        side = random.choice(sorted(recorder.position.awaited))
        if recorder.plans and random.random() < 0.35:
            recorder.undo(random.choice(sorted({plan[1] for plan in recorder.plans})))
        else:
            recorder.act(side, choose(recorder.position, side, random, "purposeful"))
    text = text_of(recorder.record())
    times = []
    for _ in range(5):
        started = time.process_time()
        report = check(load(text))
        times.append(time.process_time() - started)
    took = sorted(times)[2]
    print(
        f"a game of {report.events:,} events ({len(text) // 1024} KB) checked in {took:.2f} s (at most"
        f" {CHECK_WITHIN:.0f})"
    )
    return report.fault is None and report.events >= EVENTS and took <= CHECK_WITHIN


if __name__ == "__main__":
    sys.exit(main())
