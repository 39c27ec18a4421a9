"""Fragments of games, kept with all that their positions offer, show and refuse: a change of the rules in any of them
shows.

python -m tests.rules.fragments           compares them with what the rules make of them now
python -m tests.rules.fragments --write   chooses and writes them anew: after a change of the rules that is meant to
alter them; 10 minutes

Each fragment is a position and some forty decisions with their lots. Five digests of each step are kept: the position
after it, what was told, what both sides may do, what both and a spectator see, and why a dozen other actions are
refused. They are chosen from games of both editions, all options and all styles so that every line of `rules/` that
such games reach is in three of them, as far as so many reach it.
"""

import argparse
import hashlib
import json
import lzma
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, NamedTuple

from rules import game
from rules.actions import Action, SetChoice, from_json
from rules.atlas import SIDES
from rules.dice import DiceError, Draw, RecordedDice, SeededDice
from rules.position import Position
from rules.ruleset import Ruleset
from rules.selfplay import choose_purposeful, choose_uniform
from tests.rules.playing import OPTIONS, STYLES

FILE = Path(__file__).parent / "golden" / "fragments.json.xz"
RULES = str(Path(game.__file__).parent)
LENGTH = 40
TIMES = 3
"""In how many fragments each line is to be."""
OTHERS = 12
"""How many other actions are tried at each step."""
PARTS = ("position", "told", "offers", "seen", "refused")
VIEWERS = (*SIDES, None)


class Step(NamedTuple):
    """A decision of a fragment: whose, what, and the lots drawn for it."""

    side: str
    action: dict[str, Any]
    draws: list[dict[str, Any]]


def digest(data: Any) -> str:
    """Six hexadecimal digits that stand for JSON."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:6]


def looked_at(position: Position) -> dict[str, Any]:
    """What a position offers and shows."""
    return {
        "offers": {side: [_offered(one) for one in game.offers(position, side)] for side in sorted(position.awaited)},
        "seen": [game.observe(position, viewer) for viewer in VIEWERS],
    }


def _offered(offer: Any) -> Any:
    chosen = offer.set
    members = None if chosen is None else [chosen.type, list(chosen.candidates), chosen.least, chosen.most]
    return [offer.type, offer.given, [[name, list(values)] for name, values in offer.open], members, offer.about]


def refused(position: Position, pool: Sequence[Action], number: int) -> list[Any]:
    """Why other actions are refused, None for those that are legal: by either side, chosen by the number of the
    step.
    """
    random = Random(number)
    found: list[Any] = []
    for action in random.sample(pool, min(OTHERS, len(pool))):
        side = random.choice(sorted(position.awaited) or list(SIDES)) if random.random() < 0.9 else random.choice(SIDES)
        refusal = game.is_legal(position, side, action)
        found.append(refusal and [refusal.rule, refusal.reason])
    return found


def taken(position: Position, step: Step, pool: Sequence[Action], number: int) -> tuple[Position, dict[str, Any]]:
    """The position after a step, and everything that its digests are of.

    Raises DiceError, or IllegalAction, where it goes otherwise.
    """
    parts = looked_at(position) | {"refused": refused(position, pool, number)}
    dice = RecordedDice(Draw.from_json(draw) for draw in step.draws)
    outcome = game.apply(position, step.side, from_json(step.action), dice)
    if len(dice.draws) != len(step.draws):
        raise DiceError("fewer lots were asked for than were recorded")
    parts["told"] = [[event.to_json() for event in outcome.events], outcome.final, game.is_wall(position, outcome)]
    parts["position"] = outcome.position.to_json()
    return outcome.position, parts


def read() -> tuple[list[Action], dict[str, Any]]:
    """The other actions that are tried, and the fragments by name."""
    kept = json.loads(lzma.decompress(FILE.read_bytes()))
    return [from_json(action) for action in kept["actions"]], kept["fragments"]


def check(name: str) -> str:
    """What goes otherwise in a fragment, first; empty if nothing does."""
    pool, fragments = read()
    fragment = fragments[name]
    position = Position.from_json(fragment["position"])
    for number, (step, digests) in enumerate(zip(fragment["steps"], fragment["digests"], strict=True)):
        try:
            position, parts = taken(position, Step(*step), pool, number)
        except (game.IllegalAction, DiceError, ValueError) as error:
            return f"{name}, step {number}, {step[0]} {step[1]}: {error}"
        for part, kept in zip(PARTS, digests.split(), strict=True):
            if digest(parts[part]) != kept:
                return f"{name}, step {number}, {step[0]} {step[1]}: {part} is otherwise: {parts[part]!s:.1500}"
    return ""


# --- choosing them
# -----------------------------------------------------------------------------------------------------------


def _games() -> Iterator[tuple[Ruleset, str, int]]:
    for seed, ruleset in enumerate((*OPTIONS, Ruleset.of("1.4"), Ruleset.of("1.4"))):
        for style in STYLES:
            yield ruleset, style, 70 + seed


def _played(ruleset: Ruleset, style: str, seed: int) -> Iterator[tuple[Position, Step]]:
    dice, random = SeededDice(f"fragments:{seed}:{style}"), Random(f"{seed}:{style}")
    choose = choose_uniform if style == "uniform" else choose_purposeful
    position = game.new_game(ruleset, dice).position
    while position.waiting:
        side = random.choice(sorted(position.awaited))
        legal: Sequence[Action | SetChoice] = game.legal_actions(position, side)
        action = choose(legal, random, style)
        outcome = game.apply(position, side, action, dice)
        yield position, Step(side, action.to_json(), [draw.to_json() for draw in outcome.draws])
        position = outcome.position


class _Lines:
    """Notes the lines of `rules/` that are run while it is on."""

    def __init__(self) -> None:
        self.found: set[tuple[str, int]] = set()

    def _line(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            self.found.add((frame.f_code.co_filename, frame.f_lineno))
        return self._line

    def _call(self, frame: FrameType, event: str, argument: Any) -> Any:
        return self._line if frame.f_code.co_filename.startswith(RULES) else None

    def __enter__(self) -> "_Lines":
        sys.settrace(self._call)
        return self

    def __exit__(self, *error: object) -> None:
        sys.settrace(None)


def _windows(pool: Sequence[Action]) -> Iterator[tuple[str, Position, list[Step], frozenset[Any]]]:
    """Fragments to choose from, each with what it reaches: lines, and which side did what under which edition."""
    for ruleset, style, seed in _games():
        turns = list(_played(ruleset, style, seed))
        for first in range(0, len(turns) - LENGTH, LENGTH):
            window = turns[first : first + LENGTH]
            reached: set[Any] = set()
            for number, (before, step) in enumerate(window):
                position = Position.from_json(before.to_json())
                with _Lines() as lines:
                    taken(position, step, pool, number)
                reached |= lines.found
                reached.add((ruleset.edition, position.step, step.side, step.action["type"], position.phase))
            yield (
                f"{ruleset.edition}-{style}-{seed}-{first}",
                window[0][0],
                [step for _, step in window],
                frozenset(reached),
            )


def write() -> None:
    """Chooses fragments until none reaches anything new, and keeps them."""
    random, seen = Random(1), {}
    for ruleset, style, seed in list(_games())[::4]:
        for _, step in _played(ruleset, style, seed):
            seen.setdefault(step.action["type"], []).append(step.action)
    actions = [action for kind in sorted(seen) for action in random.sample(seen[kind], min(14, len(seen[kind])))]
    pool = [from_json(action) for action in actions]
    left = list(_windows(pool))
    reached: Counter[Any] = Counter()
    fragments: dict[str, Any] = {}

    def new(window: tuple[str, Position, list[Step], frozenset[Any]]) -> int:
        return sum(reached[what] < TIMES for what in window[3])

    while new(best := max(left, key=new)) > 1:
        reached.update(best[3])
        left.remove(best)
        name, start, steps, _ = best
        position, digests = Position.from_json(start.to_json()), []
        for number, step in enumerate(steps):
            position, parts = taken(position, step, pool, number)
            digests.append(" ".join(digest(parts[part]) for part in PARTS))
        fragments[name] = {"position": start.to_json(), "steps": steps, "digests": digests}
        print(name, len(reached), file=sys.stderr)
    text = json.dumps({"actions": actions, "fragments": fragments}, separators=(",", ":"), sort_keys=True)
    FILE.write_bytes(lzma.compress(text.encode(), preset=9))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.rules.fragments")
    parser.add_argument("--write", action="store_true", help="choose and write the fragments anew")
    if parser.parse_args(arguments).write:
        write()
    faults = [fault for name in read()[1] if (fault := check(name))]
    print("\n".join(faults) or f"{len(read()[1])} fragments go as they went")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
