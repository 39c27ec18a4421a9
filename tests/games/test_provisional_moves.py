"""What a player has not committed to is theirs alone: no view, history, version, time or list betrays it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from games.models import Game
from tests.games.helpers import BALIAN_TO_ASCALON, BOHEMOND_TO_LATAKIA, DONE, Player, first, ok
from tests.games.test_taking_back import places

pytestmark = pytest.mark.django_db


def everything(player: Player, game: Game) -> dict[str, Any]:
    """All that the API tells this person of a game."""
    path = f"games/{game.public_id}/"
    history = player.history(game)
    return {
        "view": player.view(game),
        "history": history,
        "views": [player.get(f"{path}history/{entry['n']}/view/").content for entry in history],
        "summary": ok(player.get(path)),
        "export": ok(player.get(f"{path}export/")),
        "lists": [ok(player.get("games/", list=name))["results"] for name in ("mine", "open", "public")],
    }


def test_provisional_moves_change_nothing_for_the_enemy_and_spectators(
    game: Game, richard: Player, saladin: Player, baldwin: Player
) -> None:
    before = [everything(player, game) for player in (saladin, baldwin)]
    places(richard, game)
    assert [everything(player, game) for player in (saladin, baldwin)] == before
    ok(richard.undo(game))
    ok(richard.restart_turn(game))
    assert [everything(player, game) for player in (saladin, baldwin)] == before
    places(richard, game)
    ok(richard.undo(game))
    ok(richard.act(game, DONE))
    for player, told in zip((saladin, baldwin), before, strict=True):
        assert player.view(game)["version"] == told["view"]["version"] + 1, "however many moves a wall shows"
        entries = player.history(game)
        assert [entry["n"] for entry in entries] == list(range(1, len(entries) + 1))
        assert not any(entry["undone"] or entry["kind"] == "undo" for entry in entries)
        assert all("action" not in entry for entry in entries)


def test_the_mover_sees_their_own_plans_and_what_they_took_back(game: Game, richard: Player) -> None:
    places(richard, game)
    ok(richard.undo(game))
    entries = richard.history(game)[-3:]
    assert [(entry["kind"], entry["undone"]) for entry in entries] == [
        ("action", False),
        ("action", True),
        ("undo", False),
    ]
    assert [entry.get("action") for entry in entries] == [BALIAN_TO_ASCALON, BOHEMOND_TO_LATAKIA, None]


def test_moves_enter_the_enemys_history_at_their_wall_with_its_time(
    game: Game, richard: Player, saladin: Player
) -> None:
    ok(richard.act(game, DONE))
    ok(saladin.act(game, DONE))
    # What is recorded bears no earlier time than the wall before it.
    noon = datetime.now(UTC).replace(hour=12, minute=0, second=0, microsecond=0) + timedelta(days=1)
    with time_machine.travel(noon, tick=False) as clock:
        ok(richard.act(game, first(richard.view(game), "play-card")))
        clock.shift(timedelta(hours=1))
        count = len(saladin.history(game))
        ok(saladin.act(game, first(saladin.view(game), "play-card")))
    times = {datetime.fromisoformat(entry["at"]) for entry in saladin.history(game)[count:]}
    assert times == {noon + timedelta(hours=1)}
    own = [datetime.fromisoformat(entry["at"]) for entry in richard.history(game) if entry["side"] == "frank"]
    assert own[-1] == noon


def test_the_view_after_an_entry_is_what_the_viewer_saw_then(game: Game, richard: Player) -> None:
    maps = {}
    for action in (BALIAN_TO_ASCALON, BOHEMOND_TO_LATAKIA):
        ok(richard.act(game, action))
        maps[len(richard.history(game))] = richard.view(game)["map"]
    ok(richard.undo(game))
    maps[len(richard.history(game))] = richard.view(game)["map"]
    ok(richard.act(game, DONE))
    maps[len(richard.history(game))] = richard.view(game)["map"]
    for number, shown in maps.items():
        view = ok(richard.get(f"games/{game.public_id}/history/{number}/view/"))
        assert (view["map"], view["actions"], view["n"]) == (shown, [], number)


def test_a_chosen_card_is_not_told_while_the_other_side_chooses(game: Game, richard: Player, saladin: Player) -> None:
    ok(richard.act(game, DONE))
    ok(saladin.act(game, DONE))
    before, entries = saladin.view(game)["version"], saladin.history(game)
    ok(richard.act(game, first(richard.view(game), "play-card")))
    assert saladin.view(game)["version"] == before
    assert saladin.history(game) == entries
    # Who waits reads what they have chosen, and that the other has not.
    said = richard.view(game)["prompt"]["text"]
    assert said.startswith("Your card lies face down: ")
    assert said.endswith(". Waiting for the Saracens to choose theirs.")


def test_the_whole_record_is_shown_when_the_game_is_over_and_not_before(
    game: Game, richard: Player, saladin: Player, baldwin: Player
) -> None:
    places(richard, game)
    ok(richard.undo(game))
    refused = baldwin.get(f"games/{game.public_id}/history/", everything="true")
    assert refused.json()["code"] == "not-over"
    assert ok(baldwin.get(f"games/{game.public_id}/export/"))["complete"] is False
    ok(richard.resign(game))
    whole = baldwin.history(game, everything="true")
    assert [entry["n"] for entry in whole] == list(range(1, 8))
    assert [entry["action"] for entry in whole if entry["kind"] == "action"] == [BALIAN_TO_ASCALON, BOHEMOND_TO_LATAKIA]
    assert whole[4]["undone"]
    export = ok(baldwin.get(f"games/{game.public_id}/export/"))
    assert (export["complete"], len(export["events"])) == (True, 7)
    assert baldwin.view(game, side="frank")["you"] == "frank"
