"""Positions with one clearly right plan, card or answer in battle, and how much of what it gains a player finds.

python -m tests.opponent.clear_choices            each level's score on them, and that of kings with something taken
away python -m tests.opponent.clear_choices --write    looks for positions anew, in games between knights: 10 minutes

Each was found by a long search, of 48 worlds instead of the king's 12: its best choice gains more than three standard
errors over what the heuristic would do. What a player does instead is played out in 12 further worlds, the same for
all. A score is the mean share of the gain that a player finds: 1 for the best choice, 0 for the heuristic's, below 0
for worse.
"""

import argparse
import json
import lzma
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from opponent import exercises
from opponent.exercises import compare, mean, worlds_of
from opponent.lab.arena import Seat, maker
from opponent.lab.choices import candidates_of, of_selfplay
from opponent.levels import Player
from rules import actions, game
from rules.actions import Action
from rules.dice import SeededDice
from rules.position import Position

FILE = Path(__file__).parent / "clear-choices.json.xz"
WANTED = {"move": 10, "card": 4, "battle": 6}
SCREENED, SEARCHED, WEIGHED = 8, 48, 12
"""Worlds in which a choice is first looked at, searched, and weighed beside others."""
ERRORS = 3.0
LEAST = 1.0
"""What the best choice gains at least, in the units of the evaluation."""
MOST_ACTIONS = 60
King = Callable[[str, int | str], Player]


class Choice(NamedTuple):
    """A position with the heuristic's choice and the best one, what each is worth, and how surely the best gains."""

    kind: str
    side: str
    position: Position
    usual: tuple[Action, ...]
    best: tuple[Action, ...]
    gain: float
    errors: float
    worths: tuple[float, float] = (0.0, 0.0)
    """What the heuristic's choice and the best one come to in the worlds in which others are weighed."""


def kind_of(position: Position) -> str:
    """`move`, `card` or `battle`."""
    return position.step if position.step in ("move", "card") else "battle"


def worth(choice: Sequence[Action], side: str, worlds: Sequence[Position], kind: str, seed: str) -> tuple[float, ...]:
    """What these actions come to in each world: a movement and a card by the end of the next turn."""
    return exercises.play(choice, side, worlds, kind != "battle", seed).worths


def gained(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """How much one choice does better than another in the same worlds, and how many standard errors that is."""
    gain, error = compare(one, other)
    return gain, gain / (error or 0.001)


# --- scores
# ------------------------------------------------------------------------------------------------------------------


def taken(player: Player, position: Position, side: str) -> tuple[Action, ...]:
    """What a player does: one action, or in a movement all until it ends."""
    seat, dice, found = Seat(side, player, "clear", position.ruleset), SeededDice("clear"), []
    moving = position.step == "move"
    for _ in range(MOST_ACTIONS):
        action = seat.decide(position)
        found.append(action)
        if not moving or action.type == "done":
            break
        position = game.apply(position, side, action, dice).position
        if side not in position.awaited or position.step != "move":
            break
    return tuple(found)


def weighed(choice: Choice, done: Sequence[Action]) -> float:
    """What these actions come to in the worlds in which the choices of a position are weighed."""
    worlds = worlds_of(choice.position, choice.side, WEIGHED, f"weighed:{choice.gain}")
    return mean(worth(done, choice.side, worlds, choice.kind, f"dice:{choice.gain}"))


def score(make: King, choices: Sequence[Choice]) -> float:
    """The mean share of the gain that the players of this function find."""
    return mean(shares(make, choices))


def shares(make: King, choices: Sequence[Choice]) -> list[float]:
    """For each choice the share of its gain that a player of this function finds, from -1 to 1."""
    found = []
    for number, choice in enumerate(choices):
        done = taken(make(choice.side, number), choice.position.copy(), choice.side)
        usual, best = choice.worths
        mine = best if done == choice.best else weighed(choice, done)
        found.append(max(-1.0, min(1.0, (mine - usual) / (best - usual))))
    return found


def read() -> list[Choice]:
    """The choices that are kept."""
    return [
        Choice(
            one["kind"],
            one["side"],
            Position.from_json(one["position"]),
            tuple(map(actions.from_json, one["usual"])),
            tuple(map(actions.from_json, one["best"])),
            one["gain"],
            one["errors"],
            tuple(one["worths"]),
        )
        for one in json.loads(lzma.decompress(FILE.read_bytes()))
    ]


# --- finding them
# ------------------------------------------------------------------------------------------------------------


def clear(position: Position, side: str, seed: int) -> Choice | None:
    """The clear choice of a position, if it has one that is not the heuristic's."""
    kind = kind_of(position)
    found = [one.actions for one in candidates_of(position, side, seed)]
    if len(found) < 2:
        return None
    for count in (SCREENED, SEARCHED):
        worlds = worlds_of(position, side, count, f"searched:{seed}:{count}")
        worths = [worth(one, side, worlds, kind, f"{seed}:{count}") for one in found]
        order = sorted(range(1, len(found)), key=lambda number: -mean(worths[number]))
        gain, errors = gained(worths[order[0]], worths[0])
        if gain < LEAST or errors < (1.5 if count == SCREENED else ERRORS):
            return None
        found = [found[0], *(found[number] for number in order[:4])]
    # One clearly right choice: those that come near it are as good.
    second = gained(worths[order[0]], worths[order[1]])[0] if len(order) > 1 else gain
    if second < gain / 8:
        return None
    return Choice(kind, side, position, found[0], found[1], round(gain, 2), round(errors, 1))


def write() -> None:
    """Looks through games until there are enough choices of each kind, and keeps them."""
    left, kept, seed = dict(WANTED), [], 0
    while any(left.values()):
        seed += 1
        for number, moment in enumerate(of_selfplay(("knight", "knight"), seed)):
            if left[kind_of(moment.position)] and (number + seed) % 3 == 0:
                choice = clear(moment.position, moment.side, seed * 1000 + number)
                if choice is not None and left[choice.kind]:
                    left[choice.kind] -= 1
                    kept.append(choice)
                    print(choice.kind, choice.side, choice.gain, choice.errors, left, file=sys.stderr, flush=True)
    kept = [choice._replace(worths=(weighed(choice, choice.usual), weighed(choice, choice.best))) for choice in kept]
    keep(kept)


def keep(kept: Sequence[Choice]) -> None:
    """Writes the file."""
    data = [
        choice._asdict()
        | {"position": choice.position.to_json()}
        | {name: [action.to_json() for action in getattr(choice, name)] for name in ("usual", "best")}
        for choice in kept
    ]
    FILE.write_bytes(lzma.compress(json.dumps(data, separators=(",", ":"), sort_keys=True).encode(), preset=9))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.opponent.clear_choices")
    parser.add_argument("--write", action="store_true", help="look for positions anew")
    if parser.parse_args(arguments).write:
        write()
    choices = read()
    for level in ("page", "squire", "knight", "baron", "king"):
        shares = {kind: round(score(maker(level), [one for one in choices if one.kind == kind]), 2) for kind in WANTED}
        print(level, round(score(maker(level), choices), 2), shares)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
