"""The corpus: five whole games as the site records them, each with a page that says turn by turn what the rules make
of it.

    python -m tests.rules.recorded_games           check records and pages
    python -m tests.rules.recorded_games --write   write both anew: after a change of the rules that is meant to alter
                                                   games or what is seen of them. Read the difference

`tests/recorded/NAME.json.xz` is the record, undo and all, without its chain, which is linked when it is read and has to
end in the head that was kept. Every property of whole games is asked of what these games pass (`turns`, `moments`).

`tests/recorded/NAME.txt` is its page. At the beginning of each turn stands in notation what has changed of the
position. Then a line of digests says of each action what was offered before it, one what both sides and a spectator
saw, one why other actions were refused. Once a game whole views stand there.

Writing anew keeps what was done as long as the rules allow it, and then goes on by lot in the style of the game.
"""

import argparse
import hashlib
import json
import lzma
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from rules import game
from rules.actions import Action, Offer, from_json
from rules.atlas import SIDES
from rules.dice import Draw, RecordedDice
from rules.notation import print_action, print_position, print_ruleset
from rules.position import Position
from rules.ruleset import Ruleset
from rules.verify import check, load
from tests.rules.combat import battle, fight_round
from tests.rules.old_edition import fights
from tests.rules.playing import Turn
from tests.rules.recording import Recorder, linked_again, recorded, sealed
from tests.rules.scene import Table, moving

FOLDER = Path(__file__).resolve().parents[1] / "recorded"
VIEWERS = (*SIDES, None)
SELDOM = "seldom"
OTHERS = 8
"""How many other actions are tried before each."""
PER_LINE = 20


class Game(NamedTuple):
    """How a game was made, and the phase of which its page has whole views."""

    seed: int
    style: str
    ruleset: Ruleset
    shown: str


GAMES: dict[str, Game] = {
    "uniform": Game(21, "uniform", Ruleset(), "cards"),
    "purposeful": Game(22, "purposeful", Ruleset(), "battle"),
    "siege": Game(23, "siege", Ruleset(), "winter"),
    "iron-bridge-forced-marches": Game(24, "purposeful", Ruleset(iron_bridge=True, forced_marches=True), "draw"),
    "edition-1.4": Game(27, "siege", Ruleset.of("1.4"), "battle"),
}


# --- What games pass


def read(name: str) -> Any:
    """The record as the site would export it."""
    kept = load(lzma.decompress((FOLDER / f"{name}.json.xz").read_bytes()).decode())
    return sealed(linked_again(kept) | {"head": kept["head"]})


@cache
def turns(name: str) -> tuple[Turn, ...]:
    """The game's decisions with what came of them, without those taken back; its set-up comes first."""
    record = read(name)
    undone = {n for event in record["events"] if event["kind"] == "undo" for n in event["payload"]["undoes"]}
    found: list[Turn] = []
    for event in record["events"]:
        dice = RecordedDice(Draw.from_json(draw) for draw in event["draws"])
        if event["payload"]["type"] == "start":
            found.append(Turn(None, None, None, game.new_game(Ruleset.from_json(record["ruleset"]), dice)))
        elif event["kind"] == "action" and event["n"] not in undone:
            before, action = found[-1].outcome.position, from_json(event["payload"])
            found.append(Turn(before, event["side"], action, game.apply(before, event["side"], action, dice)))
    return tuple(found)


def passed() -> Iterator[Position]:
    """Every position of the corpus in which somebody has to decide, and those that no game of it comes to."""
    yield from (turn.before for turn in chain.from_iterable(map(turns, GAMES)) if turn.before is not None)
    yield from seldom()


@cache
def moments(name: str, most: int = 2) -> Sequence[Position]:
    """So many positions of a game for each sort of decision, spread over the game; or those that none comes to."""
    if name == SELDOM:
        return seldom()
    sorts: dict[tuple[str, bool], list[Position]] = {}
    for turn in turns(name):
        if turn.before is not None:
            sorts.setdefault((turn.before.step, _seldomer(turn.before)), []).append(turn.before)
    return [position for those in sorts.values() for position in those[:: -(-len(those) // most)]]


@cache
def by_step() -> Mapping[str, Sequence[Position]]:
    """The moments of all games by the kind of decision."""
    found: dict[str, list[Position]] = {name: [] for name in game.STEPS}
    for name in (*GAMES, SELDOM):
        for position in moments(name):
            found[position.step].append(position)
    return found


def _seldomer(position: Position) -> bool:
    """Whether what is asked in a step is its less common sort: a combat turn in a storm, replacements in winter."""
    if position.step == "winter":
        return "supply" not in position.winter
    return position.step in ("fight", "hits") and position.battle is not None and position.battle.storm


@cache
def seldom() -> tuple[Position, ...]:
    """Decisions and choices to which no game of the corpus comes."""
    marker = battle("nablus: balian\nbaisan: saladin zangi", "move saladin nablus\nmove zangi nablus")
    marker.do("frank", "garrison balian").do("saracen", "done", "storm -").do("frank", "sally -").do("saracen", "done")
    leaving = battle(
        "legio: king-guy\nbaisan: saladin keukburi tuman\njericho: sanjar",
        "move saladin legio\nmove keukburi legio\nmove tuman nablus/legio",
    )
    while leaving.step == "fight":
        fight_round(leaving)
    jihad = Table(
        moving(
            "baisan: saladin keukburi\nnablus: balian\nlegio: walter\nacre: [king-guy] turks-1",
            first="saracen",
            saracen="jihad",
        )
    )
    jihad.do("saracen", "move saladin nablus", "move keukburi legio", "done")
    campaign = moving("nablus: balian [turks-1]\nacre: [walter] saladin", frank="winter-campaign", turn="1188.6")
    home = fights(
        "germania: barbarossa frederick leopold\naleppo: zangi saladin", "enter barbarossa aleppo", first="frank"
    )
    home.do("saracen", "garrison -", "pass saladin", "pass zangi")
    found = (marker.position, leaving.position, jihad.position, campaign, home.position)
    assert [position.step for position in found] == ["marker", "must-retreat", "jihad-site", "move", "fight"]
    return found


# --- Pages


def page(name: str) -> str:
    """What the rules make of a game now."""
    lines, shown, number = [print_ruleset(GAMES[name].ruleset)], False, 0
    before: set[str] = set()
    digests: dict[str, list[str]] = {"offers": [], "seen": [], "refused": []}
    for turn in turns(name):
        position = turn.outcome.position
        if turn.before is not None:
            number += 1
            for what, data in _looked_at(turn.before, number).items():
                digests[what].append(digest(data))
        begun = {event.type for event in turn.outcome.events} & {"year-begun", "turn-begun", "game-won"}
        if begun or turn.before is None:
            lines += _lines_of(digests, number)
            stands = print_position(position).splitlines()[1:]
            lines += ["", *(line for line in stands if line not in before)]
            before = set(stands)
        if not shown and position.phase == GAMES[name].shown and position.year > 1187:
            shown = True
            for viewer in VIEWERS:
                view = game.observe(position, viewer)
                lines += [f"{viewer or 'spectator'} {key} {compact(value)}" for key, value in sorted(view.items())]
    return "\n".join(lines) + "\n"


def _lines_of(digests: dict[str, list[str]], last: int) -> Iterator[str]:
    """The digests of a turn, which are then forgotten."""
    for what, those in digests.items():
        first = last - len(those) + 1
        for start in range(0, len(those), PER_LINE):
            yield f"{what} {first + start}: {' '.join(those[start : start + PER_LINE])}"
        those.clear()


def _looked_at(position: Position, number: int) -> dict[str, Any]:
    """All that a position offers, shows and refuses. What is refused is chosen by the number of the action."""
    return {
        "offers": {side: [_offered(one) for one in game.offers(position, side)] for side in SIDES},
        "seen": [game.observe(position, viewer) for viewer in VIEWERS],
        "refused": _refused(position, Random(number)),
    }


def _offered(offer: Offer) -> Any:
    chosen = offer.set
    members = None if chosen is None else [chosen.type, list(chosen.candidates), chosen.least, chosen.most]
    return [offer.type, offer.given, [[name, list(values)] for name, values in offer.open], members, offer.about]


def _refused(position: Position, chance: Random) -> list[Any]:
    """Why other actions of the corpus are refused, None for those that are legal."""
    found: list[Any] = []
    for _ in range(OTHERS):
        action = chance.choice(_pool()[chance.choice(sorted(_pool()))])
        side = chance.choice(sorted(position.awaited) if chance.random() < 0.9 else SIDES)
        refusal = game.is_legal(position, side, action)
        found.append([print_action(action), side, refusal and [refusal.rule, refusal.reason]])
    return found


@cache
def _pool() -> Mapping[str, Sequence[Action]]:
    """The actions of all games, by type."""
    found: dict[str, dict[Action, None]] = {}
    for name in GAMES:
        for event in read(name)["events"]:
            if event["kind"] == "action":
                action = from_json(event["payload"])
                found.setdefault(action.type, {})[action] = None
    return {type_: list(actions) for type_, actions in found.items()}


def compact(data: Any) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(data: Any) -> str:
    return hashlib.sha256(compact(data).encode()).hexdigest()[:4]


def kept_page(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


# --- Writing anew


def played_again(name: str) -> Any:
    """The game with what was done in it as far as that is legal, and to its end by lot after that."""
    how = GAMES[name]
    recorder = Recorder(how.seed, how.ruleset)
    for event in read(name)["events"] if (FOLDER / f"{name}.json.xz").exists() else ():
        try:
            if event["kind"] == "action":
                recorder.act(event["side"], from_json(event["payload"]))
            elif event["kind"] == "undo":
                recorder.undo(event["side"])
        except (game.IllegalAction, IndexError):
            break
    return recorded(how.seed, how.style, how.ruleset, recorder=recorder)


def write(name: str) -> None:
    record = {field: value for field, value in played_again(name).items() if field != "seal"}
    for event in record["events"]:
        del event["n"], event["prev"], event["hash"]
    text = json.dumps(record, separators=(",", ":"), ensure_ascii=False)
    (FOLDER / f"{name}.json.xz").write_bytes(lzma.compress(text.encode(), preset=9))
    turns.cache_clear()
    _pool.cache_clear()


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.rules.recorded_games")
    parser.add_argument("--write", action="store_true", help="write records and pages anew")
    write_anew, faults = parser.parse_args(arguments).write, 0
    for name in GAMES if write_anew else ():
        write(name)
    for name in GAMES:
        if write_anew:
            (FOLDER / f"{name}.txt").write_text(page(name), encoding="utf-8")
        report, same = check(read(name)), kept_page(name) == page(name)
        print(f"{name}: {report.line()}{'' if same else ' ITS PAGE IS OTHERWISE'}")
        faults += report.fault is not None or not same
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
