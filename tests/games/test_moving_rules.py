"""Unfinished games when the rules change: the same, different, illegal; held, moved, migrated."""

from io import StringIO
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import Game
from games.services.archive.check import first_difference
from games.services.archive.export import export_record
from games.services.archive.importing import import_game
from rules import game as rules_game
from rules import verify
from rules.game import VERSION
from rules.phases import siege
from rules.play import Play
from tests.games.helpers import BALIAN_TO_ASCALON, BOHEMOND_TO_LATAKIA, DONE, Json, Player, choose, ok, problem
from tests.rules.recording import recorded

pytestmark = pytest.mark.django_db
NEW = "9.0.0"


@pytest.fixture
def new_rules(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A later version of the rules, under which nothing differs unless a test sees to it."""
    monkeypatch.setattr(rules_game, "VERSION", NEW)
    return monkeypatch


def forbid(monkeypatch: Any, block: str) -> None:
    """Rules under which this block may not be placed elsewhere."""
    legal = rules_game.is_legal
    refusal = rules_game.refuse("3.0", "This block stays where it is.")
    monkeypatch.setattr(
        rules_game,
        "is_legal",
        lambda position, side, action: refusal if action.block == block else legal(position, side, action),
    )


def replay_games(*options: str) -> str:
    output = StringIO()
    call_command("replay_games", *options, stdout=output)
    return output.getvalue()


def test_under_the_rules_they_were_played_with_all_games_give_the_same(
    game: Game, solo_game: Game, richard: Player
) -> None:
    ok(richard.act(game, DONE))
    assert f"2 unfinished games under the rules {VERSION}: 2 same, 0 differ, 0 illegal." in replay_games("--dry-run")


def test_a_dry_run_changes_nothing(game: Game, new_rules: Any) -> None:
    assert f"{game.public_id}: same" in replay_games("--dry-run")
    before = game.version
    game.refresh_from_db()
    assert (game.version, game.rules_version) == (before, VERSION)


def test_a_game_is_held_until_it_was_looked_at(game: Game, richard: Player, new_rules: Any) -> None:
    problem(richard.act(game, BALIAN_TO_ASCALON), 503, "rules-held")
    replay_games()
    ok(richard.act(game, BALIAN_TO_ASCALON))
    event = game.events.get(seq=4)
    assert (event.kind, event.payload) == ("staff", {"type": "rules-moved", "from": VERSION, "to": NEW})


def test_moving_a_game_leaves_plans_alone(game: Game, richard: Player, new_rules: Any) -> None:
    new_rules.undo()
    ok(richard.act(game, BALIAN_TO_ASCALON))
    new_rules.setattr(rules_game, "VERSION", NEW)
    replay_games()
    ok(richard.undo(game))
    game.refresh_from_db()
    assert first_difference(game) is None


def test_what_would_be_illegal_is_named_and_held(
    game: Game, richard: Player, saladin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    ok(richard.act(game, BALIAN_TO_ASCALON))
    monkeypatch.setattr(rules_game, "VERSION", NEW)
    forbid(monkeypatch, "balian")
    said = replay_games()
    assert (
        f"{game.public_id}: illegal at 4: frank could not do this (place): This block stays where it is. (rule 3.0)"
        in said
    )
    assert f"held with the rules {VERSION}" in said
    assert "0 same, 0 differ, 1 illegal" in said
    problem(richard.act(game, BOHEMOND_TO_LATAKIA), 503, "rules-held")
    ok(richard.resign(game))


def test_a_game_is_migrated_by_an_event_of_the_staff_from_its_last_wall(
    game: Game, richard: Player, saladin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    ok(richard.act(game, BALIAN_TO_ASCALON))
    monkeypatch.setattr(rules_game, "VERSION", NEW)
    forbid(monkeypatch, "balian")
    assert "migrated" in replay_games("--migrate", str(game.public_id))
    assert [event.kind for event in game.events.order_by("seq")][3:] == ["action", "undo", "staff"]
    assert richard.view(game)["can-undo"] is False
    assert "goes on under version 9.0.0, from its last die" in str(saladin.history(game))
    ok(richard.act(game, BOHEMOND_TO_LATAKIA))
    ok(richard.act(game, DONE))
    ok(richard.resign(game))
    game.refresh_from_db()
    assert first_difference(game) is None
    report = verify.check(export_record(game))
    assert (report.fault, report.resumed) == (None, 6)


def test_other_outcomes_than_recorded_are_named(game: Game, richard: Player, new_rules: Any) -> None:
    from games.services.play.rules_upgrade import replay_under_present_rules
    from rules.position import Position

    written = Position.to_json
    new_rules.setattr(Position, "to_json", lambda position: written(position) | {"new": 1})
    found = replay_under_present_rules(game)
    assert (found.word, found.event) == ("differs", 3)
    assert found.what.startswith("the position after it has the fingerprint")


def test_only_unfinished_games_can_be_migrated(game: Game, richard: Player) -> None:
    ok(richard.resign(game))
    with pytest.raises(CommandError, match="no such unfinished games"):
        replay_games("--migrate", str(game.public_id))


# Games that began before version 1.1.0, when blocks that had sallied to join defenders stayed in the field after the
# third round (6.55)

RETURN_SALLYING = siege.return_sallying


def _as_before(play: Play) -> None:
    battle = play.position.battle
    assert battle is not None
    if battle.attacker == battle.keep:
        RETURN_SALLYING(play)


def begun_before(monkeypatch: pytest.MonkeyPatch, players: dict[str, Player], *, stayed: bool) -> Game:
    """A running game of the rules 1.0.0, played at random to its 150th event; `stayed`: whether a block that had
    sallied stayed in the field after a third round."""
    seen: list[bool] = []

    def watch(play: Play) -> None:
        battle = play.position.battle
        assert battle is not None
        seen.append(bool(battle.sallying) and battle.attacker != battle.keep)
        _as_before(play)

    with monkeypatch.context() as earlier:
        earlier.setattr(rules_game, "VERSION", "1.0.0")
        earlier.setattr("rules.phases.siege.return_sallying", watch)
        for seed in range(9, 59):
            seen.clear()
            made: Json = recorded(seed, most=150)
            if any(seen) == stayed:
                break
        else:
            raise AssertionError(f"in no game of fifty {'a' if stayed else 'no'} block stayed after its sally")
        owner = players["frank"].user
        assert owner is not None
        return import_game(made, owner=owner, players={side: player.user for side, player in players.items()})


def test_a_game_in_which_a_changed_rule_came_up_is_held_and_goes_on_when_it_is_migrated(
    richard: Player, saladin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R102 (6.55): 1.0.0 left the block in the field, 1.1.0 takes it into the castle."""
    players = {"frank": richard, "saracen": saladin}
    game = begun_before(monkeypatch, players, stayed=True)
    said = replay_games()
    assert f"{game.public_id}: differs at" in said
    assert "held with the rules 1.0.0" in said
    waiting = players[richard.view(game)["awaited"][0]]
    problem(waiting.act(game, choose(waiting.view(game), Random(1))), 503, "rules-held")
    assert "migrated" in replay_games("--migrate", str(game.public_id))
    ok(waiting.act(game, choose(waiting.view(game), Random(1))))
    game.refresh_from_db()
    assert (game.rules_version, first_difference(game)) == (VERSION, None)
    assert [event.payload["type"] for event in game.events.filter(kind="staff", wall=True)] == ["rules-moved"]
    ok(richard.resign(game))
    game.refresh_from_db()
    assert verify.check(export_record(game)).fault is None


def test_a_game_in_which_no_changed_rule_came_up_goes_on_by_itself(
    richard: Player, saladin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `prepare_site` sees to when it finds games of other rules."""
    players = {"frank": richard, "saracen": saladin}
    game = begun_before(monkeypatch, players, stayed=False)
    call_command("prepare_site", stdout=StringIO())
    game.refresh_from_db()
    assert (game.rules_version, first_difference(game)) == (VERSION, None)
    waiting = players[richard.view(game)["awaited"][0]]
    ok(waiting.act(game, choose(waiting.view(game), Random(1))))
