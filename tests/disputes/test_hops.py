"""Through how many files an act, a view and the case page go."""

from collections.abc import Callable
from itertools import count
from typing import Any

from django.urls import reverse

from games.models import DisputeCase, Game
from script.hops import Hops
from tests.games.helpers import BALIAN_TO_ASCALON, Player, ok

MOST = {"an act": (69, 232, 168), "a view": (41, 92, 80), "the case page": (83, 495, 212)}
"""Files, calls between them, and pairs of functions of which one calls the other from another file.

An act is the one request that a page sends, which holds the view already."""


def counted(name: str, work: Callable[[], Any], again: Callable[[], Any] = lambda: None) -> tuple[int, int, int]:
    work()  # what is made once is there
    again()
    with Hops() as hops:
        work()
    print(f"{name}: {hops.files} files, {hops.calls} calls between them, {hops.pairs} pairs of functions")
    return hops.files, hops.calls, hops.pairs


def test_work_goes_through_few_files(taken: DisputeCase, game: Game, richard: Player, william: Player) -> None:
    case = reverse("review-case", args=[taken.pk])
    versions = count(richard.view(game)["version"], step=2)  # an act, and its undo

    def act() -> None:
        ok(richard.act(game, BALIAN_TO_ASCALON, version=next(versions)))

    found = {
        "an act": counted("an act", act, again=lambda: ok(richard.undo(game))),
        "a view": counted("a view", lambda: richard.view(game)),
        "the case page": counted("the case page", lambda: ok_page(william, case)),
    }
    for name, figures in found.items():
        assert all(figure <= most for figure, most in zip(figures, MOST[name], strict=True)), (name, figures)


def ok_page(player: Player, address: str) -> None:
    assert player.client.get(address).status_code == 200


def test_the_profile_counts_calls_between_files_alone() -> None:
    from rules import game as rules_game
    from rules.dice import SeededDice
    from rules.ruleset import Ruleset

    with Hops() as hops:
        pass
    assert (hops.files, hops.calls) == (0, 0)
    with Hops() as hops:
        rules_game.new_game(Ruleset(), SeededDice(1))
    assert 1 < hops.files <= hops.calls
