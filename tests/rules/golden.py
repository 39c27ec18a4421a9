"""Golden playthroughs: whole games kept as files, so that a change of the rules shows as a difference that can be read.

    python -m tests.rules.golden           compare the files with what the rules make of them now
    python -m tests.rules.golden --write   write them again

A file holds a game in notation, an action a line with its lots. At the beginning of every turn stand the position, and
digests of all the views that both sides and a spectator had since, and of what each was told; at the beginning of every
year and at the end whole views.

Writing again plays the recorded actions with the recorded lots as long as the rules allow them, so that only what
changes shows; from the first that they do not, the game goes on by the same style of random play as it was made.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from rules import game
from rules.atlas import SIDES
from rules.dice import DiceError, RecordedDice, SeededDice
from rules.notation import Entry, parse_game, print_game, print_position
from rules.position import Position
from rules.ruleset import Ruleset
from tests.rules.playing import choose

FOLDER = Path(__file__).parent / "golden"
VIEWERS = (*SIDES, None)


class Game(NamedTuple):
    """A golden game: how it was made."""

    name: str
    style: str
    seed: int
    ruleset: Ruleset


GAMES = (
    Game("uniform", "uniform", 11, Ruleset()),
    Game("purposeful", "purposeful", 12, Ruleset(iron_bridge=True, forced_marches=True)),
    Game("siege", "siege", 13, Ruleset(handicap=2, besieger_marker=False)),
)


def play(golden: Game, recorded: list[Entry]) -> Iterator[tuple[Entry, game.Outcome]]:
    """The recorded actions as far as they are legal and ask for the recorded lots, then random ones."""
    random, fresh = Random(golden.seed), SeededDice(golden.seed)
    outcome, record = None, list(recorded)
    while outcome is None or outcome.position.winner is None:
        entry, record = (record[0], record[1:]) if record else (None, [])
        if entry is not None:
            try:
                outcome = step(outcome, entry, golden.ruleset)
                yield entry, outcome
                continue
            except (game.IllegalAction, DiceError):
                record = []
        if outcome is None:
            outcome = game.new_game(golden.ruleset, fresh)
            yield Entry(None, None, outcome.draws), outcome
            continue
        position = outcome.position
        side = random.choice(sorted(position.awaited))
        action = choose(position, side, random, golden.style)
        outcome = game.apply(position, side, action, fresh)
        yield Entry(side, action, outcome.draws), outcome


def step(outcome: game.Outcome | None, entry: Entry, ruleset: Ruleset) -> game.Outcome:
    """One recorded action, with exactly its recorded lots."""
    dice = RecordedDice(entry.draws)
    if outcome is None or entry.side is None or entry.action is None:
        new = game.new_game(ruleset, dice)
    else:
        new = game.apply(outcome.position, entry.side, entry.action, dice)
    if len(dice.draws) != len(entry.draws):
        raise DiceError("fewer lots were asked for than were recorded")
    return new


def text_of(golden: Game, recorded: list[Entry]) -> str:
    """The whole file."""
    lines = [print_game(golden.ruleset, []).rstrip()]
    told: dict[str | None, list[Any]] = {viewer: [] for viewer in VIEWERS}
    views: dict[str | None, list[Any]] = {viewer: [] for viewer in VIEWERS}
    for entry, outcome in play(golden, recorded):
        lines.append(print_game(golden.ruleset, [entry]).splitlines()[1])
        for viewer in VIEWERS:
            told[viewer] += [event for event in (e.seen_by(viewer) for e in outcome.events) if event is not None]
            views[viewer].append(game.observe(outcome.position, viewer))
        begun = {event.type for event in outcome.events} & {"year-begun", "turn-begun", "game-won"}
        if begun:
            lines += turn_lines(outcome.position, views, told, whole=begun != {"turn-begun"})
            told, views = {viewer: [] for viewer in VIEWERS}, {viewer: [] for viewer in VIEWERS}
    return "\n".join(lines) + "\n"


def turn_lines(
    position: Position, views: dict[str | None, list[Any]], told: dict[str | None, list[Any]], whole: bool
) -> list[str]:
    """What stands at the beginning of a turn, as comments."""
    lines = [f"# {line}" for line in print_position(position).splitlines()[1:]]
    for viewer in VIEWERS:
        who = viewer or "spectator"
        lines.append(
            f"# {who} saw {len(views[viewer])} views {digest(views[viewer])} and was told {len(told[viewer])} facts"
            f" {digest(told[viewer])}"
        )
        if whole:
            lines += [f"#   {who} {key} {compact(value)}" for key, value in sorted(views[viewer][-1].items())]
    return lines


def compact(data: Any) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(data: Any) -> str:
    return hashlib.sha256(compact(data).encode()).hexdigest()[:16]


def path_of(golden: Game) -> Path:
    return FOLDER / f"{golden.name}.txt"


def recorded(golden: Game) -> list[Entry]:
    """The actions of the file as it is kept; none if there is no file."""
    path = path_of(golden)
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    return parse_game("\n".join(line for line in lines if not line.startswith("#")))[1]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.rules.golden")
    parser.add_argument("--write", action="store_true", help="write the files again")
    options = parser.parse_args(arguments)
    different = 0
    for golden in GAMES:
        path, text = path_of(golden), text_of(golden, recorded(golden))
        same = path.exists() and path.read_text(encoding="utf-8") == text
        if options.write and not same:
            FOLDER.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        print(
            f"{path.name}: {'as it was' if same else 'written' if options.write else 'DIFFERENT'},"
            f" {len(text.encode()):,} bytes"
        )
        different += not same
    return 1 if different and not options.write else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
