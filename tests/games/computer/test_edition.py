"""The computer in a game by edition 1.4: its turns, odds, hints and the analysis, as in games by 2.0."""

from collections.abc import Callable
from random import Random

import pytest

from games.models import Game
from games.services.archive import export
from games.services.computer import analyses, minds
from opponent import analysis
from opponent.knowledge import never_drawn
from opponent.levels import baron
from opponent.odds import fighter
from opponent.odds import odds as odds_of
from rules import verify
from rules.atlas import TOWN, bits
from rules.places import GONE, POOL
from rules.ruleset import Ruleset
from tests.games.computer.conftest import Begin
from tests.games.computer.test_odds import ask, at
from tests.games.computer.test_playing import come_to_turn, play_on
from tests.games.helpers import Player, ok
from tests.rules.old_edition import OLD, moves

pytestmark = pytest.mark.django_db


def test_a_game_by_1_4_is_played_with_hints_and_analyzed(
    begin: Begin,
    richard: Player,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    seed_dice: Callable[[str], None],
) -> None:
    seed_dice("1.4")
    monkeypatch.setattr(analysis, "king", baron)
    game = begin("squire", ruleset={"edition": "1.4"}, hints=True)
    assert (game.odds, game.hints) == (True, True)
    play_on(game, richard, Random(7), 12)
    for _ in range(3):
        view = come_to_turn(game, richard)
        hint = ok(richard.get(f"games/{game.public_id}/hint/"))
        assert hint["said"]
        ok(richard.act(game, hint["action"], version=view["version"]))
    ok(richard.resign(game))
    assert analyses.make_due() == 1
    assert ok(richard.get(f"games/{game.public_id}/analysis/"))["state"] == "made"
    assert verify.check(export.export_record(Game.objects.get())).fault is None
    assert not [record.message for record in caplog.records if "computer" in record.message]


def test_odds_by_1_4_count_the_round_in_which_attackers_leave(begin: Begin, richard: Player) -> None:
    table = moves("nablus: conrad raymond-tripoli walter\nbaisan: saladin kurds-1", first="saracen")
    table.do("saracen", "move saladin nablus", "move kurds-1 nablus")
    position = table.position
    position.face_up = position.at[TOWN["nablus"]]
    for block in bits(never_drawn(OLD)):
        if position.where[block] == POOL:
            position.put(block, GONE)
    game = begin("squire", side="saracen", ruleset={"edition": "1.4"})
    at(game, position)
    minds.kept.clear()
    found = ok(ask(richard, game, "nablus"))
    teams = [[fighter(position, block) for block in bits(position.field(side, TOWN["nablus"]))] for side in (1, 0)]
    by_1_4, by_2_0 = (
        odds_of(*teams, rounds=OLD.rounds, leaving=OLD.leaving_round),
        odds_of(*teams, rounds=Ruleset().rounds),
    )
    assert found["losses"]["saracen"] == pytest.approx(by_1_4.lost, abs=0.06)
    assert by_1_4.lost > by_2_0.lost + 0.1
    assert found["win"] == pytest.approx(by_1_4.win, abs=0.006)
