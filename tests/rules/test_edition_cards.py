"""Who goes first in edition 1.4; letters are those of ``docs/editions.md``, numbers those of the 1.x rules."""

import pytest

from rules.ruleset import Ruleset
from tests.rules.old_edition import OLD
from tests.rules.scene import Table, choosing

PLACES = "acre: king-guy walter@1\ndamascus: saladin zangi@1"


def played(frank: str, saracen: str, *, rules: Ruleset = OLD, turn: str = "1188.2", places: str = PLACES) -> Table:
    """Both have played these cards; their other cards are plain."""
    hands = [" ".join([card] + [more] * (6 - int(turn[-1]))) for card, more in ((frank, "move-3"), (saracen, "move-1"))]
    table = Table(choosing(places, frank=hands[0], saracen=hands[1], turn=turn, ruleset=rules))
    table.do("frank", f"play-card {frank}")
    return table.do("saracen", f"play-card {saracen}") if table.step == "card" else table


@pytest.mark.parametrize(("answer", "first"), [("go-first", "frank"), ("go-second", "saracen")])
def test_the_frank_player_decides_who_is_player_one_after_equal_cards(answer: str, first: str) -> None:
    """B3 (4.1, 5.1): nothing is rolled."""
    table = played("move-2", "move-2")
    assert (table.step, table.awaited) == ("first-player", {"frank"})
    assert table.refused("frank", "done").rule == "1.x-4.1"
    assert not table.legal("saracen", "go-first")
    table.do("frank", answer)
    assert table.happened("player-one") == [{"type": "player-one", "side": first, "rolled": False}]
    assert (table.step, table.awaited) == ("move", {first})


def test_two_events_both_happen_the_franks_first() -> None:
    """B4 (4.12): in 2.0 they cancel the turn."""
    table = played("manna", "guide")
    assert table.happened("turn-cancelled") == []
    assert (table.step, table.awaited) == ("manna", {"frank"})
    table.do("frank", "strengthen walter", "done")
    assert (table.step, table.awaited, table.position.moves) == ("move", {"saracen"}, 1)
    assert played("manna", "guide", rules=Ruleset()).happened("turn-cancelled")


def test_a_jihad_of_player_two_is_his() -> None:
    """B4 (4.12): with two events the Saracens may play it second; they fire first in round 1 of the battle they
    name.
    """
    table = played("guide", "jihad", places="nablus: king-guy\njerusalem: saladin kurds-1")
    table.do("frank", "done").do("saracen", "move saladin nablus", "move kurds-1 nablus", "done")
    if table.step == "jihad-site":
        table.do("saracen", "declare-jihad nablus")
    assert table.step == "garrison"
    table.do("frank", "garrison -")
    assert table.awaited == {"saracen"}
    table.do("saracen", "fire saladin")
    while table.step == "hits":
        table.do("frank", "take-hit king-guy")
    assert table.happened("block-fired")[0]["block"] == "saladin"
    assert (table.awaited, table.options("saracen", "fire", "block")) == ({"saracen"}, {"kurds-1"}), (
        "C before the defender's B"
    )


def test_two_events_of_the_sixth_turn_leave_the_winter_to_come() -> None:
    """B4 (4.12, note): the year does not end for two events, the turn goes on."""
    table = played("manna", "guide", turn="1188.6")
    assert table.step == "manna"
    table.do("frank", "done").do("saracen", "done")
    assert table.position.year == 1189
