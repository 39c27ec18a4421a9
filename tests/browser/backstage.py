"""People, games and positions that stand before a page is opened: what a test is not about need not be done by way of
pages.

`Backstage` is the test's side. The other is a process beside the server, on its database, which lives as long as the
server: it reads a request a line and answers each with a line, both as JSON. What it does goes through the services
that pages go through.
"""

import json
import subprocess
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rules import game as rules_game
from rules.position import Position

ROOT = Path(__file__).resolve().parent.parent.parent
PASSWORD = "a-long-way-to-acre"
MOST_ACTS = 300


class Backstage:
    def __init__(self, environment: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.backstage"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def close(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(timeout=20)

    def _ask(self, task: str, **details: Any) -> Any:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps({"task": task, **details}) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        assert "failed" not in answer, f"{task}: {answer['failed']}"
        return answer["done"]

    def sign_up(self, name: str, time_zone: str = "") -> str:
        """An account with the password above. Returns the cookie of a session that is logged in."""
        return str(self._ask("sign_up", name=name, time_zone=time_zone))

    def start_solo(self, name: str, ruleset: dict[str, Any] | None = None, *, hints: bool = False) -> str:
        """A game that this person plays alone, by these options. Returns its id."""
        return str(self._ask("start_solo", name=name, ruleset=ruleset, hints=hints))

    def start_duel(self, frank: str, saracen: str, pace: str = "friendly", visibility: str = "private") -> str:
        """A game between two people, which the Franks opened. Returns its id."""
        return str(self._ask("start_duel", frank=frank, saracen=saracen, pace=pace, visibility=visibility))

    def start_against_computer(self, name: str, side: str, level: str) -> str:
        """A game of this person, who plays the side, against the computer. Returns its id."""
        return str(self._ask("start_against_computer", name=name, side=side, level=level))

    def stage(self, game: str, position: Position) -> None:
        """Lets a game stand at the position. Pages see it when they ask again."""
        problems = rules_game.problems(position)
        assert problems == [], problems
        self._ask("stage", game=game, position=position.to_json())

    def play_to(self, game: str, phase: str) -> None:
        """Plays a solo game on to the first decision of this phase; `fight` is the first of a battle in which blocks
        fire.
        """
        self._ask("play_to", game=game, phase=phase)

    def pass_turns(self, game: str, to: int) -> None:
        """Plays a solo game on to the first decision of this turn of the year, with no more done than must be."""
        self._ask("pass_turns", game=game, to=to)

    def let_pass(self, game: str, side: str, days: float) -> None:
        """As if this side's clock had begun to run so long before."""
        self._ask("let_pass", game=game, side=side, days=days)

    def make_tournament(self, organizer: str, players: list[str], system: str) -> str:
        """A ladder, or a tournament whose first round has begun.

        The first player has won, or is challenged. Returns its id.
        """
        return str(self._ask("make_tournament", organizer=organizer, players=players, system=system))

    def keep_decision(self, kind: str) -> None:
        """Makes an exercise of this kind that of today."""
        self._ask("keep_decision", kind=kind)

    def make_chronicle(self, recorded: str) -> str:
        """Imports a recorded game, which everybody may watch, and makes its chronicle. Returns its id."""
        return str(self._ask("make_chronicle", recorded=recorded))

    def make_reviewer(self, name: str) -> str:
        """Lets somebody review. Returns the secret of the app that gives their codes."""
        return str(self._ask("make_reviewer", name=name))


def main() -> None:
    import django

    django.setup()
    from tests.browser import backstage_acts

    for line in sys.stdin:
        details = json.loads(line)
        do: Callable[..., Any] = getattr(backstage_acts, details.pop("task"))
        try:
            answer = {"done": do(**details)}
        except Exception:
            answer = {"failed": traceback.format_exc()}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
