"""The computer plays a game against a person: begun at once, by the door that everybody uses, to the end."""

from random import Random

import pytest

from games.models import Game, Notice
from games.services.archive.check import first_difference
from rules import verify
from tests.games.computer.conftest import Begin, let_it_play
from tests.games.helpers import Json, Player, choose, ok

pytestmark = pytest.mark.django_db


def play_on(game: Game, player: Player, random: Random, most: int) -> int:
    """Plays the person's side by lot, and lets the computer answer. Returns how many decisions the person took."""
    view = player.view(game)
    for taken in range(most):
        if not view["awaited"]:
            return taken
        if view["you"] not in view["awaited"]:
            assert let_it_play() == 1, "the game waits for the computer, and nobody asked it"
            view = player.view(game)
            continue
        view = ok(player.act(game, choose(view, random, seldom=("take-back-card",)), version=view["version"]))["view"]
    return most


def come_to_turn(game: Game, player: Player) -> Json:
    """Lets the computer play until the game waits for the person. Returns the person's view then."""
    for _ in range(10):
        view = player.view(game)
        if view["you"] in view["awaited"]:
            return view
        assert let_it_play() == 1, f"the game waits for {view['awaited'] or 'nobody'}, and nobody asked the computer"
    raise AssertionError(f"after ten turns of the computer the game still waits for {view['awaited']}")


@pytest.mark.usefixtures("one_year")
def test_a_whole_game_against_the_squire_ends_on_the_board(begin: Begin, richard: Player) -> None:
    game = begin("squire")
    play_on(game, richard, Random(7), 3000)
    game.refresh_from_db()
    assert game.status == "over"
    assert first_difference(game) is None
    report = verify.check(verify.load(richard.get(f"games/{game.public_id}/export/").content.decode()))
    assert report.fault is None
    assert not Notice.objects.filter(game=game).exists()
