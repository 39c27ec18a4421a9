"""A game of two years over the API by two clients, who know nothing but what it tells them."""

from random import Random

import pytest

from games.models import Game
from games.services.archive.check import first_difference
from rules import verify
from tests.games.helpers import Player, choose, ok

MOST_ACTIONS = 6000
SELDOM = ("take-back-card",)


@pytest.mark.databases
@pytest.mark.django_db
@pytest.mark.usefixtures("two_years")
def test_two_clients_play_a_game_to_its_end(game: Game, richard: Player, saladin: Player) -> None:
    random = Random(1)
    players = {"frank": richard, "saracen": saladin}
    views = {side: player.view(game) for side, player in players.items()}
    for _ in range(MOST_ACTIONS):
        awaited = sorted(side for side in players if side in views[side]["awaited"])
        if not awaited:
            break
        side = random.choice(awaited)
        action = choose(views[side], random, seldom=SELDOM)
        answer = ok(players[side].act(game, action, version=views[side]["version"]))
        views = {name: answer["view"] if name == side else player.view(game) for name, player in players.items()}
        if views[side]["can-undo"] and random.random() < 0.05:
            views[side] = ok(players[side].undo(game, version=views[side]["version"]))["view"]
            views = {name: player.view(game) for name, player in players.items()}
    game.refresh_from_db()
    assert game.status == "over"
    assert game.ending in ("victory-cities", "sudden-death")
    result = views["frank"]["result"]
    assert result == views["saracen"]["result"]
    assert (result["winner"], result["how"], result["why"]) == (game.winner, game.ending, "")
    assert first_difference(game) is None
    report = verify.check(verify.load(saladin.get(f"games/{game.public_id}/export/").content.decode()))
    assert (report.fault, report.events, report.draws) == (None, game.version, game.draws_made)
    assert report.undone > 0
    for player in players.values():
        assert player.history(game, everything="true", after=str(game.version - 1))[0]["n"] == game.version
