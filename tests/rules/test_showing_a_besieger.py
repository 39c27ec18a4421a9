"""Which block a besieger shows (6.51, R103): chosen when the Assassins kill the one he showed, and at the start of his
movement.
"""

from collections.abc import Iterator
from random import Random

import pytest

from rules import game
from rules.atlas import SIDES
from rules.dice import SeededDice
from rules.orders import Orders, answer
from rules.position import Position
from rules.roster import BLOCK
from rules.ruleset import Ruleset
from tests.rules.combat import face_up
from tests.rules.hiding import exchanged, hidden, seen, strangers
from tests.rules.looking import shown
from tests.rules.playing import SIEGES, play
from tests.rules.scene import Table, moving, reveal

TYRE = "tyre: [conrad] zangi@2 kurds-1@1 saladin\nacre: king-guy"
"""Zangi lies face-up."""
KILLED = {"assassins": [1, 1, 6]}


# When the Assassins kill the block that was shown


def test_a_besieger_whose_face_up_block_is_killed_chooses_another_at_once() -> None:
    """R103 (6.51): in the middle of the Franks' event; unasked the engine would show the weakest and so tell of the
    others.
    """
    table = reveal("assassins", "move-3", TYRE, dice=KILLED).do("frank", "assassinate zangi")
    assert table.where("zangi") == "dead"
    assert (table.position.phase, table.step, table.awaited) == ("event", "marker", {"saracen"})
    assert table.options("saracen", "keep-face-up", "block") == {"kurds-1", "saladin"}
    assert game.observe(table.position, "saracen")["actions"][0]["about"] == {"town": "tyre"}
    assert game.observe(table.position, None)["prompt"]["params"] == {"town": "tyre"}
    assert face_up(table, "tyre") == set()
    for action in ("keep-face-up conrad", "keep-face-up turks-1", "done"):
        assert table.refused("saracen", action).rule == "6.51"
    assert table.final
    table.do("saracen", "keep-face-up saladin")
    assert table.final, "it has been shown"
    assert face_up(table, "tyre") == {"saladin"}
    assert [event["type"] for event in table.events] == ["marker-kept", "event-ended", "movement-begun"]
    assert (table.step, table.awaited) == ("move", {"saracen"})


def test_a_frank_besieger_chooses_likewise() -> None:
    """R103 (6.51): and then moves, as Player 2 (R02)."""
    table = reveal("move-3", "assassins", "hama: walter@2 king-guy conrad@2 [tuman]\ndamascus: saladin", dice=KILLED)
    table.do("saracen", "assassinate conrad")
    assert (table.where("conrad"), table.step, table.awaited) == ("dead", "marker", {"frank"})
    assert table.options("frank", "keep-face-up", "block") == {"king-guy", "walter"}
    table.do("frank", "keep-face-up walter")
    assert face_up(table, "hama") == {"walter"}
    assert (table.step, table.awaited) == ("move", {"frank"})


def test_the_only_besieger_left_is_shown_without_being_asked() -> None:
    """R103 (6.51): nothing to choose."""
    table = reveal("assassins", "move-3", "tyre: [conrad] zangi@2 saladin\nacre: king-guy", dice=KILLED).do(
        "frank", "assassinate zangi"
    )
    assert [(event["block"], event["auto"]) for event in table.happened("marker-kept")] == [("saladin", True)]
    assert (table.step, table.awaited) == ("move", {"saracen"})


def test_nobody_is_asked_when_a_hidden_besieger_is_killed() -> None:
    """R103 (6.51): Zangi lies there still."""
    table = reveal("assassins", "move-3", TYRE, dice={"victim": ["kurds-1"], "assassins": [1, 1, 6]}).do(
        "frank", "assassinate tyre/field"
    )
    assert table.where("kurds-1") == "dead"
    assert face_up(table, "tyre") == {"zangi"}
    assert table.step == "move"


def test_a_besieger_chooses_in_the_winter_turn_too() -> None:
    """R103 (6.51, 8.1): and moves as Player 2 after it."""
    table = reveal("assassins", "move-1", TYRE, turn="1188.6", dice=KILLED).do("frank", "assassinate zangi")
    table.do("saracen", "keep-face-up kurds-1")
    assert (table.step, table.awaited) == ("move", {"saracen"})
    assert face_up(table, "tyre") == {"kurds-1"}


def test_orders_answer_who_is_shown_when_the_assassins_have_killed() -> None:
    """R103 (6.51): the same order as for every other such choice."""
    table = reveal("assassins", "move-3", TYRE, dice=KILLED).do("frank", "assassinate zangi")
    assert answer(table.position, "saracen", Orders()) is None
    said = answer(table.position, "saracen", Orders(face_up="cheapest"))
    assert said is not None
    assert (said.type, said.block) == ("keep-face-up", "kurds-1")


# At the start of his movement


def besieging(places: str = "acre: [king-guy] zangi saladin turks-1\ntyre: conrad", **more: str) -> Table:
    """Zangi lies face-up; the Saracens begin to move."""
    return Table(moving(places, first="saracen", **more))


def test_a_besieger_may_show_another_at_the_start_of_his_movement() -> None:
    """R103 (6.51): it costs nothing, and the one shown before stands up."""
    table = besieging()
    assert table.options("saracen", "keep-face-up", "block") == {"saladin", "turks-1"}
    table.do("saracen", "keep-face-up turks-1")
    assert face_up(table, "acre") == {"turks-1"}
    assert table.happened("marker-kept") == [
        {"type": "marker-kept", "side": "saracen", "town": "acre", "block": "turks-1"}
    ]
    assert not table.final, "the movement goes on, and nobody sees it before its end"
    assert (table.step, table.position.moves) == ("move", 3)
    table.do("saracen", "move zangi tiberias", "done")
    assert table.awaited == {"frank"}
    assert face_up(table, "acre") == {"turks-1"}


@pytest.mark.parametrize("first", ["move zangi tiberias", "muster-to acre", "sea-move al-aziz tripoli"])
def test_once_a_move_is_spent_nobody_else_is_shown(first: str) -> None:
    """R103 (6.51): at the start, before any Move."""
    table = besieging("acre: [king-guy] zangi saladin turks-1\ntripoli: al-adil\nbeirut: al-aziz")
    assert table.legal("saracen", "keep-face-up saladin")
    table.do("saracen", first)
    assert table.refused("saracen", "keep-face-up saladin").rule == "6.51"
    assert not table.actions("saracen", "keep-face-up")


def test_each_siege_shows_another_once_in_a_movement() -> None:
    """R103 (6.51): each of them has been seen; who thinks better of it takes it back."""
    table = besieging().do("saracen", "keep-face-up turks-1")
    assert table.refused("saracen", "keep-face-up saladin").rule == "6.51"
    assert not table.actions("saracen", "keep-face-up")


def test_the_besieger_of_two_towns_may_show_another_before_each() -> None:
    """R103 (6.51)."""
    table = besieging("acre: [king-guy] zangi saladin\nnablus: [balian] sanjar turks-1 turks-2")
    offers = [offer for offer in game.observe(table.position, "saracen")["actions"] if offer["type"] == "keep-face-up"]
    assert {offer["about"]["town"]: offer["block"] for offer in offers} == {
        "acre": "saladin",
        "nablus": {"any": ["turks-1", "turks-2"]},
    }
    table.do("saracen", "keep-face-up turks-2", "keep-face-up saladin")
    assert (face_up(table, "acre"), face_up(table, "nablus")) == ({"saladin"}, {"turks-2"})


def test_only_a_hidden_besieger_of_ones_own_can_be_shown_instead() -> None:
    """R103 (6.51): of the enemy's blocks the refusal says that they are his, wherever they hide (H38)."""
    table = besieging("acre: [king-guy] zangi saladin\nhama: [tuman] conrad walter\ndamascus: al-adil\ngaza: balian")
    for block in ("zangi", "al-adil", "tuman", "turks-4"):
        assert table.refused("saracen", f"keep-face-up {block}").rule == "6.51", block
    for block in ("king-guy", "conrad", "walter", "balian", "richard"):
        assert table.refused("saracen", f"keep-face-up {block}").reason.startswith("Not one of your blocks: "), block


def test_the_last_besieger_and_the_besieged_have_nothing_to_show() -> None:
    """R103 (6.51)."""
    assert not besieging("acre: [king-guy] [walter] zangi").actions("saracen", "keep-face-up")
    assert not Table(moving("acre: [king-guy] [walter] zangi saladin", first="frank")).actions("frank", "keep-face-up")


def test_without_the_option_nobody_is_shown() -> None:
    """R74, R103: "marker only" as setting."""
    table = Table(moving("acre: [king-guy] zangi saladin", first="saracen", ruleset=Ruleset(besieger_marker=False)))
    assert not table.actions("saracen", "keep-face-up")
    assert table.refused("saracen", "keep-face-up saladin").rule == "options"


def test_a_block_just_shown_may_move_and_another_is_named_in_the_end() -> None:
    """R74, R103 (6.51): Zangi, whom everybody knew, besieges on unseen, or is shown again."""
    table = besieging().do("saracen", "keep-face-up turks-1", "move turks-1 tiberias", "done")
    assert table.step == "marker"
    assert table.options("saracen", "keep-face-up", "block") == {"zangi", "saladin"}


@pytest.mark.parametrize("card", ["guide", "jihad", "move-1"])
def test_every_card_that_moves_lets_the_besieger_show_another(card: str) -> None:
    """R103 (6.51): one Move is one Move."""
    table = besieging(saracen=card)
    table.do("saracen", "keep-face-up turks-1", "move zangi tiberias")
    assert not table.actions("saracen", "keep-face-up")
    assert table.position.moves == 0


def test_player_two_shows_another_at_the_start_of_his_own_movement() -> None:
    """R103 (6.51): whatever Player 1 has done before, Winter Campaign of turn 6 included."""
    places = "acre: [king-guy] zangi saladin\nhama: [tuman] conrad walter"
    table = Table(moving(places, first="saracen", saracen="winter-campaign", turn="1188.6"))
    table.do("saracen", "keep-face-up saladin", "winter-campaign acre", "done")
    assert table.options("frank", "keep-face-up", "block") == {"walter"}
    table.do("frank", "keep-face-up walter")
    assert face_up(table, "hama") == {"walter"}
    table.do("frank", "done")
    assert table.position.shown == 0


# Several sieges at once

TWO = (
    "acre: [king-guy] zangi saladin turks-1\nnablus: [balian] sanjar keukburi turks-2\nhama: [tuman] conrad"
    " walter\ndamascus: al-adil"
)
"""Zangi, Sanjar and Conrad lie face-up."""


def asked(table: Table) -> tuple[str, set[str], set[str]]:
    """The step, who is awaited, and which blocks may be shown."""
    blocks = {block for side in table.awaited for block in table.options(side, "keep-face-up", "block")}
    return table.step, table.awaited, blocks


def test_the_besieger_of_two_towns_is_asked_for_each_whose_shown_block_has_left() -> None:
    """R74 (6.51): one after the other, and his movement ends with the second answer."""
    table = Table(moving(TWO, first="saracen")).do("saracen", "move zangi tiberias", "move sanjar baisan", "done")
    assert asked(table) == ("marker", {"saracen"}, {"saladin", "turks-1"})
    assert table.refused("saracen", "keep-face-up keukburi").rule == "6.51"
    table.do("saracen", "keep-face-up saladin")
    assert table.happened("movement-ended") == []
    assert asked(table) == ("marker", {"saracen"}, {"keukburi", "turks-2"})
    table.do("saracen", "keep-face-up keukburi")
    assert (table.step, table.awaited) == ("move", {"frank"})
    assert [face_up(table, town) for town in ("acre", "nablus", "hama")] == [{"saladin"}, {"keukburi"}, {"conrad"}]


def test_a_siege_whose_shown_block_is_there_is_left_alone() -> None:
    """R74 (6.51): of two sieges the second is asked for, at the first Zangi lies face-up still."""
    table = Table(moving(TWO, first="saracen")).do("saracen", "move sanjar baisan", "done")
    assert asked(table) == ("marker", {"saracen"}, {"keukburi", "turks-2"})
    table.do("saracen", "keep-face-up turks-2")
    assert [face_up(table, town) for town in ("acre", "nablus", "hama")] == [{"zangi"}, {"turks-2"}, {"conrad"}]


def test_each_side_is_asked_for_its_own_sieges_only() -> None:
    """R74 (6.51): nobody lies face-up before any town; Saracens show theirs at the end of their movement, Franks at
    that of theirs.
    """
    position = moving(TWO, first="saracen")
    position.markers, position.face_up = {}, 0
    table = Table(position).do("saracen", "done", "keep-face-up saladin", "keep-face-up keukburi")
    assert (table.step, table.awaited) == ("move", {"frank"})
    assert face_up(table, "hama") == set()
    assert asked(table.do("frank", "done")) == ("marker", {"frank"}, {"conrad", "walter"})


def test_assassins_have_only_the_siege_named_anew_whose_shown_block_they_killed() -> None:
    """R103 (6.51): neither the other siege of the same side nor that of their own player."""
    table = reveal("assassins", "move-3", TWO.replace("sanjar", "sanjar@2"), dice=KILLED).do(
        "frank", "assassinate sanjar"
    )
    assert asked(table) == ("marker", {"saracen"}, {"keukburi", "turks-2"})
    table.do("saracen", "keep-face-up turks-2")
    assert (table.step, table.awaited) == ("move", {"saracen"})
    assert [face_up(table, town) for town in ("acre", "nablus", "hama")] == [{"zangi"}, {"turks-2"}, {"conrad"}]


# Wherever there are sieges


def all_shown() -> Iterator[tuple[Position, str, game.Action, game.Outcome]]:
    """Every block that can be shown instead of another in four sieges, by either side as either player."""
    for first in SIDES:
        for mover in SIDES:
            position = moving(SIEGES, first=first, mover=mover)
            for action in game.legal_actions(position, mover):
                if isinstance(action, game.Action) and action.type == "keep-face-up":
                    yield position, mover, action, game.apply(position, mover, action, SeededDice(1))


def test_whoever_is_shown_the_position_is_sound_and_chance_has_no_part() -> None:
    """R103 (6.51): one block before each town, nothing drawn, and it can be taken back."""
    found = list(all_shown())
    assert len(found) > 10
    for position, _mover, action, outcome in found:
        assert (game.problems(outcome.position), outcome.draws, outcome.final) == ([], (), False)
        block = BLOCK[action.block or ""]
        assert outcome.position.markers == position.markers | {position.where[block]: block}
        assert outcome.position.face_up.bit_count() == position.face_up.bit_count()


def test_showing_one_block_tells_nothing_of_the_others() -> None:
    """Catalogue 5.1: two others that are hidden, exchanged, look the same to the enemy and to a spectator, and so does
    what happened.
    """
    random = Random(1)
    for position, mover, action, outcome in all_shown():
        side = SIDES.index(mover)
        others = [block for block in hidden(position, side) if block != BLOCK[action.block or ""]]
        twin = exchanged(position, *random.sample(others, 2))
        after = game.apply(twin, mover, action, SeededDice(1)) if game.is_legal(twin, mover, action) is None else None
        assert after is not None
        for viewer in strangers(side):
            assert seen(after.position, viewer) == seen(outcome.position, viewer)
            assert shown(after.events, viewer) == shown(outcome.events, viewer)


@pytest.mark.parametrize("seed", range(12))
def test_games_go_on_from_assassins_among_besiegers(seed: int) -> None:
    """R103: whichever block they kill, until the next cards are chosen nothing is unsound and nobody has nothing to
    decide.
    """
    side = SIDES[seed % 2]
    start = moving(SIEGES, first=side, **{side: "assassins"})
    start.phase, start.step, start.moves = "event", "assassins", 0
    for turn in play(seed, "uniform", start=start):
        assert game.problems(turn.outcome.position) == []
        if turn.outcome.position.phase == "cards":
            break
