"""Analyses of finished games: made behind the turns, kept, given to who may see the game."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone, translation

from games import words_analysis
from games.models import Game, GameAnalysis, User
from games.services.computer import analyses
from games.services.lobby import lobby
from opponent import analysis
from opponent.analysis import KEYS
from opponent.levels import baron
from tests.games.computer.conftest import Begin
from tests.games.computer.test_playing import play_on
from tests.games.conftest import started
from tests.games.helpers import Player, ok, problem

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _a_quick_king(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "king", baron)


def lost(begin: Begin, richard: Player, decisions: int = 30) -> Game:
    """A game against the squire that Richard resigned."""
    game = begin()
    play_on(game, richard, Random(7), decisions)
    ok(richard.resign(game))
    return game


def analysis_of(game: Game, player: Player) -> Any:
    return player.get(f"games/{game.public_id}/analysis/")


def test_a_finished_game_against_the_computer_is_analyzed_by_itself(
    begin: Begin, richard: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "LEAST", 0.001)
    game = begin()
    problem(analysis_of(game, richard), 409, "not-over")
    problem(richard.post(f"games/{game.public_id}/analysis/"), 409, "not-over")
    play_on(game, richard, Random(7), 20)
    ok(richard.resign(game))
    assert ok(analysis_of(game, richard)) == {"state": "waiting", "curve": [], "decisions": []}
    assert analyses.make_due() == 1
    found = ok(analysis_of(game, richard))
    assert found["state"] == "made"
    assert found["decisions"]
    history = ok(richard.get(f"games/{game.public_id}/replay/", side="all", limit=100))["results"]
    sides = {page["entry"]["n"]: page["entry"]["side"] for page in history}
    assert all(sides.get(decision["n"], decision["side"]) == decision["side"] for decision in found["decisions"])
    assert all(decision["played"] and decision["why"] for decision in found["decisions"])
    assert analyses.make_due() == 0
    assert analyses.analysis_of(Game.objects.get(pk=game.pk), lambda: None) == GameAnalysis.objects.get().found
    problem(analysis_of(game, Player(User.objects.create_user("Saladin"))), 404, "not-found")


def test_a_game_of_people_is_analyzed_when_a_player_asks(richard: Player) -> None:
    assert richard.user is not None
    saladin = Player(User.objects.create_user("Saladin"))
    watcher = Player(User.objects.create_user("Balian"))
    game = started(richard, saladin)
    ok(richard.resign(game))
    assert ok(analysis_of(game, watcher))["state"] == "none"
    problem(watcher.post(f"games/{game.public_id}/analysis/"), 403, "not-a-player")
    assert analyses.make_due() == 0
    for player in (saladin, richard):
        assert ok(player.post(f"games/{game.public_id}/analysis/"))["state"] == "waiting"
    assert GameAnalysis.objects.count() == 1
    assert analyses.make_due() == 1
    assert ok(analysis_of(game, watcher))["state"] == "made"


def test_who_dies_leaves_the_analysis_to_another_and_it_is_given_up_after_three(
    begin: Begin, richard: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = lost(begin, richard, 2)

    def killed(*_given: Any) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(analyses, "analysis_of", killed)
        with pytest.raises(SystemExit):
            analyses.make_due()
        assert analyses.make_due() == 0, "it is taken until its lease ends"
    GameAnalysis.objects.update(leased_until=timezone.now() - timedelta(seconds=1))
    assert analyses.make_due() == 1
    GameAnalysis.objects.update(state="waiting", tries=3, leased_until=timezone.now() - timedelta(seconds=1))
    assert analyses.make_due() == 0
    assert ok(analysis_of(game, richard))["state"] == "impossible"


def test_no_more_than_five_games_of_a_person_wait(begin: Begin, richard: Player) -> None:
    assert richard.user is not None
    lost(begin, richard, 0)
    GameAnalysis.objects.all().delete()
    last = Game.objects.get()
    for _ in range(5):
        game = lobby.create_game(user=richard.user, solo=True).game
        GameAnalysis.objects.create(game=game, asked_at=timezone.now())
    problem(richard.post(f"games/{last.public_id}/analysis/"), 429, "too-many-analyses")
    GameAnalysis.objects.filter(game=game).update(state=GameAnalysis.State.MADE)
    ok(richard.post(f"games/{last.public_id}/analysis/"))


def test_every_reason_has_words() -> None:
    for language in ["en", "fr", "pl"]:
        assert set(words_analysis.REASONS) == KEYS | {"same-blocks"}
        with translation.override(language):
            for key in KEYS:
                said = words_analysis.reason_in_words({"key": key, "params": {"town": "acre", "points": 4, "count": 9}})
                assert said.endswith(".")
                assert "{" not in said
            moves = [{"type": "move", "block": block, "path": ["acre"]} for block in ("king-guy", "walter")]
            assert words_analysis.actions_in_words(moves).count("→") == 1
            assert words_analysis.actions_in_words([])
            none, one = (
                words_analysis.actions_in_words([{"type": "storm", "blocks": blocks}]) for blocks in ([], ["walter"])
            )
            assert none != one
