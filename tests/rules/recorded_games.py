"""Recorded whole games that every version of the rules has to play the same, or say that it does not.

python -m tests.rules.recorded_games           check the files of tests/recorded
python -m tests.rules.recorded_games --write   record them anew: after a change of the rules that is meant to alter
games
"""

import argparse
import json
import lzma
import os
import sys
from pathlib import Path
from typing import Any

from rules.ruleset import Ruleset
from rules.verify import check, load

FOLDER = Path(__file__).resolve().parents[1] / "recorded"
GAMES: dict[str, tuple[int, str, Ruleset]] = {
    "uniform": (21, "uniform", Ruleset()),
    "purposeful": (22, "purposeful", Ruleset()),
    "siege": (23, "siege", Ruleset()),
    "iron-bridge-forced-marches": (24, "purposeful", Ruleset(iron_bridge=True, forced_marches=True)),
    "handicap-1-no-marker": (25, "siege", Ruleset(handicap=1, besieger_marker=False)),
    "edition-1.4": (27, "siege", Ruleset.of("1.4")),
    "handicap-3-iron-bridge": (26, "uniform", Ruleset(handicap=3, iron_bridge=True)),
}


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.json.xz"


def read(name: str) -> Any:
    return load(lzma.decompress(path_of(name).read_bytes()).decode())


def write(name: str) -> None:
    from tests.rules.recording import recorded

    text = json.dumps(recorded(*GAMES[name]), separators=(",", ":"), ensure_ascii=False)
    path_of(name).write_bytes(lzma.compress(text.encode(), preset=9))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.rules.recorded_games")
    parser.add_argument("--write", action="store_true", help="record the games anew")
    options = parser.parse_args(arguments)
    faults = 0
    for name in GAMES:
        if options.write:
            write(name)
        report = check(read(name))
        print(f"{name}: {report.line()}")
        faults += report.fault is not None
    return int(faults > 0)


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crusader_site.settings")
    django.setup()
    sys.exit(main(sys.argv[1:]))
