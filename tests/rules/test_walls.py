"""Which actions can be taken back (docs/architecture.md, walls): those of a decision that goes on, before anything is
rolled or shown.
"""

from tests.rules.combat import all_hit, battle, fight_round
from tests.rules.scene import Table, moving, reveal


def in_winter(places: str) -> Table:
    """Both sides' winter, after the last movement of 1188."""
    return Table(moving(places, first="frank", mover="saracen", turn="1188.6")).do("saracen", "done")


def test_replacements_can_be_taken_back_until_they_are_done() -> None:
    """8.4: each step is one's own affair until the side is done."""
    table = in_winter("ascalon: balian@1 king-guy@3").do("frank", "replace balian")
    assert not table.final
    assert table.do("frank", "done").final


def test_a_disbanded_block_can_be_taken_back_while_others_must_go() -> None:
    """8.3: Legio feeds one of three; when two are gone it is told who was not fed, for good."""
    table = in_winter("legio: walter balian josselin").do("frank", "disband walter")
    assert (table.step, table.final) == ("winter", False)
    assert table.do("frank", "disband balian").final


def test_steps_given_by_manna_can_be_taken_back() -> None:
    """4.2."""
    table = reveal("manna", "move-3", "acre: king-guy@1 walter@1 balian@1 josselin@1").do(
        "frank", "strengthen king-guy"
    )
    assert (table.step, table.final) == ("manna", False)


def test_a_regroup_can_be_taken_back_until_it_is_done() -> None:
    """6.7: the victor's blocks go one by one."""
    table = battle(
        "nablus: balian@1\nbaisan: saladin keukburi",
        "move saladin nablus\nmove keukburi nablus",
        dice=all_hit("nablus:1:saladin"),
    )
    table.do("frank", "garrison -").do("saracen", "fire saladin", "regroup saladin baisan")
    assert (table.step, table.final) == ("regroup", False)
    assert table.do("saracen", "done").final


def test_retreats_after_the_third_round_can_be_taken_back_while_others_must_go() -> None:
    """6.1: the attackers leave together."""
    table = battle(
        "nablus: balian\nbaisan: saladin\njericho: keukburi", "move saladin nablus\nmove keukburi damiya/nablus"
    )
    table.do("frank", "garrison -")
    while table.step == "fight":
        fight_round(table)
    assert table.step == "must-retreat"
    assert not table.do("saracen", "retreat saladin baisan").final
    assert table.do("saracen", "retreat keukburi damiya").final


def test_a_shot_cannot_be_taken_back() -> None:
    """6.3."""
    table = battle("nablus: balian\nbaisan: saladin", "move saladin nablus").do("frank", "garrison -")
    assert table.do("saracen", "fire saladin").final


def test_a_retreat_in_a_round_cannot_be_taken_back() -> None:
    """6.6: it is a block's turn in the round, and the enemy sees it."""
    table = (
        battle("nablus: balian walter\nbaisan: saladin", "move saladin nablus")
        .do("frank", "garrison -")
        .do("saracen", "fire saladin")
    )
    assert table.do("frank", "retreat balian jerusalem").step == "fight"
    assert table.final
