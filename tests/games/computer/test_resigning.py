"""The computer resigns what is hopeless; in a game with hints it asks first.

`tests/opponent/test_resigning.py` has what is hopeless.
"""

from typing import Any

import pytest

from games.access import find_game
from games.models import Game, Notice, Offer
from games.people.computers import computer_of
from games.services.archive.check import first_difference
from games.services.computer import minds
from games.services.record.state import state_seen_by_viewer
from rules import verify
from rules.position import Position
from tests.games.computer.conftest import Begin, let_it_play
from tests.games.computer.test_turns import hand_over
from tests.games.helpers import Player, choose, first, new_key, ok, problem

pytestmark = pytest.mark.django_db


@pytest.fixture
def _all_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minds, "is_hopeless", lambda access, side, position: True)


def to_the_cards(game: Game, richard: Player) -> None:
    """Plays on until the computer has come to choose a card."""
    hand_over(game, richard)
    let_it_play()
    for _ in range(20):
        view = richard.view(game)
        if view["status"] != "active" or view["phase"] != "deployment":
            return
        ok(richard.act(game, first(view, "done"), version=view["version"]))
        let_it_play()
    raise AssertionError("the deployment does not end")


def answer(game: Game, richard: Player, said: str) -> Any:
    return richard.post(f"games/{game.public_id}/offers/resign/", {"answer": said, "key": new_key()})


@pytest.mark.usefixtures("_all_is_lost")
def test_it_resigns_what_is_hopeless(begin: Begin, richard: Player) -> None:
    game = begin()
    to_the_cards(game, richard)
    assert richard.view(game)["result"] == {"winner": "frank", "how": "resignation"} | richard.view(game)["result"]


@pytest.mark.usefixtures("_all_is_lost")
def test_in_a_game_with_hints_it_asks_first(begin: Begin, richard: Player) -> None:
    game = begin(hints=True)
    to_the_cards(game, richard)
    view = richard.view(game)
    assert view["status"] == "active"
    assert [offer["kind"] for offer in view["time"]["offers"]] == ["resign"]
    assert "resign" not in view["time"]["may"]
    assert richard.post(f"games/{game.public_id}/offers/", {"kind": "resign", "key": new_key()}).status_code == 400
    ok(answer(game, richard, "accept"))
    game.refresh_from_db()
    assert (game.status, game.winner, game.ending) == ("over", "frank", "resignation")
    assert first_difference(game) is None
    assert verify.check(verify.load(richard.get(f"games/{game.public_id}/export/").content.decode())).fault is None
    problem(answer(game, richard, "accept"), 409, "game-over")


@pytest.mark.usefixtures("_all_is_lost")
def test_who_declines_is_played_against_to_the_end(begin: Begin, richard: Player) -> None:
    game = begin(hints=True)
    to_the_cards(game, richard)
    ok(answer(game, richard, "decline"))
    version = richard.view(game)["version"]
    for _ in range(4):
        view = richard.view(game)
        if "frank" in view["awaited"]:
            ok(richard.act(game, choose(view, minds.Random(3), seldom=("take-back-card",)), version=view["version"]))
        let_it_play()
    assert richard.view(game)["version"] > version
    assert Offer.objects.filter(game=game).count() == 1
    assert not Notice.objects.filter(game=game).exists()
    game.refresh_from_db()
    assert game.status == "active"


def test_it_looks_at_what_it_knew_and_at_the_card_before(
    begin: Begin, richard: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One bad card is no reason; where there was none before, there is none."""
    game = begin()
    to_the_cards(game, richard)
    for chances, lost in (([0.01, 0.01], True), ([0.01, 0.2], False), ([0.2], False)):
        asked: list[int] = []

        def chance(
            side: str, worlds: list[Position], chances: list[float] = chances, asked: list[int] = asked
        ) -> float:
            asked.append(worlds[0].turn)
            return chances[len(asked) - 1]

        monkeypatch.setattr(minds, "chance_of", chance)
        access = find_game(user=computer_of("squire"), game_id=game.public_id)
        position = state_seen_by_viewer(access, "saracen").live
        later = position.copy()
        later.turn += 1
        assert minds.is_hopeless(access, "saracen", later) is lost
        assert asked == [later.turn, position.turn][: len(chances)]
    monkeypatch.undo()
    assert not minds.is_hopeless(access, "saracen", position), "nobody gives up in the first year"
