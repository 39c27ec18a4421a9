"""What lies face-up when (6.1, 6.51, 6.54; catalogue H17 to H25): the field in battle, stormers, sallying blocks, the
besieger's marker.
"""

from rules import game
from rules.ruleset import Ruleset
from tests.rules.combat import battle, face_up, fight_round, round_number
from tests.rules.scene import Table, moving

ACRE = "acre: [king-guy] [walter] saladin keukburi zangi"
"""Zangi is the besieger's marker."""


# The field (6.1, H17, H18)


def test_the_field_is_revealed_when_fighting_begins() -> None:
    """H17 (6.1): not while the defender deploys."""
    table = battle("acre: king-guy walter\ntiberias: saladin kurds-1", "move saladin acre\nmove kurds-1 acre")
    assert face_up(table, "acre") == set()
    table.do("frank", "garrison walter")
    assert face_up(table, "acre") == {"king-guy", "saladin", "kurds-1"}
    assert {event["side"] for event in table.happened("field-revealed")} == {"frank", "saracen"}


def test_reserves_stay_hidden_until_they_arrive() -> None:
    """H18 (6.41)."""
    table = battle("legio: balian\nbaisan: saladin\nnablus: keukburi", "move saladin legio\nmove keukburi legio")
    assert face_up(table, "legio") == {"balian", "saladin"}
    fight_round(table)
    assert face_up(table, "legio") == {"balian", "saladin", "keukburi"}
    assert [block["id"] for event in table.happened("field-revealed") for block in event["blocks"]] == ["keukburi"]


def test_blocks_stand_up_after_the_battle_and_when_they_retreat() -> None:
    """H24, H25 (6.1): in the town they retreat to, and where they have won."""
    table = battle("legio: balian\nbaisan: saladin", "move saladin legio", turn="1187.2").do("saracen", "fire saladin")
    table.do("frank", "retreat balian acre")
    assert table.happened("block-retreated")[0]["block"] == "balian"
    assert face_up(table, "acre") == set()
    table.do("saracen", "done")
    assert face_up(table, "legio") == set()


def test_regrouping_blocks_go_unnamed() -> None:
    """H25 (6.7): towns and counts; which block it was is its owner's."""
    table = (
        battle("legio: balian\nbaisan: saladin", "move saladin legio")
        .do("saracen", "fire saladin")
        .do("frank", "retreat balian acre")
    )
    table.do("saracen", "regroup saladin nablus")
    event = table.happened("block-regrouped")[0]
    assert "block" not in event
    assert event["secret"] == {"block": "saladin"}


def test_a_withdrawn_block_is_hidden_in_the_castle() -> None:
    """H22, H19 (6.51)."""
    table = battle("acre: king-guy walter\ntiberias: saladin", "move saladin acre").do("frank", "garrison -")
    table.do("saracen", "fire saladin").do("frank", "withdraw walter")
    assert face_up(table, "acre") == {"king-guy", "saladin"}


# Sieges (6.51, H19 to H22)


def test_a_siege_shows_one_besieger_only() -> None:
    """T118, H19 (6.51): before anybody storms or sallies."""
    assert face_up(battle(ACRE), "acre") == {"zangi"}


def test_stormers_are_revealed_at_the_declaration_and_the_castle_while_it_fights() -> None:
    """H20, H21 (6.53, 6.54): Saladin stays in camp, and hidden."""
    table = battle(ACRE).do("saracen", "storm keukburi")
    assert face_up(table, "acre") == {"zangi", "keukburi", "king-guy", "walter"}
    assert [block["id"] for block in table.happened("storm-declared")[0]["blocks"]] == ["keukburi"]


def test_a_stormer_who_withdraws_stands_up_again() -> None:
    """H20 (6.51): the others remain face-up, and so does the marker, whatever it does."""
    table = battle(ACRE).do("saracen", "storm saladin,keukburi,zangi", "withdraw saladin")
    assert face_up(table, "acre") == {"king-guy", "walter", "keukburi", "zangi"}
    table.do("saracen", "withdraw zangi")
    assert face_up(table, "acre") == {"king-guy", "walter", "keukburi", "zangi"}


def test_the_castle_is_hidden_again_when_the_storm_is_over() -> None:
    """R75 (6.51): not face-up for the rest of the battle."""
    table = battle(ACRE).do("saracen", "storm keukburi", "withdraw keukburi")
    assert round_number(table) == 2
    assert face_up(table, "acre") == {"zangi"}


def test_the_castle_stays_face_up_while_the_storm_goes_on() -> None:
    """H21 (6.54): from round to round, while the besieger considers adding blocks."""
    table = battle(ACRE).do("saracen", "storm keukburi").do("saracen", "fire keukburi")
    assert (table.step, round_number(table)) == ("storm", 2)
    assert face_up(table, "acre") == {"zangi", "keukburi", "king-guy", "walter"}
    table.do("saracen", "storm -")
    assert not table.happened("castle-revealed")


def test_the_castle_is_hidden_again_after_the_third_round() -> None:
    """R75 (6.51)."""
    table = battle("acre: [king-guy] saladin keukburi").do("saracen", "storm saladin,keukburi")
    for _ in range(3):
        fight_round(table)
    assert table.step == "leave-siege"
    assert face_up(table, "acre") == {"keukburi"}


def test_a_storm_broken_off_by_relief_hides_the_castle() -> None:
    """R75 (6.51, 6.56): before Guy has decided whether to sally."""
    table = battle("acre: [king-guy] saladin\ncaesarea: walter", "", "move walter acre").do(
        "saracen", "storm saladin", "fire saladin"
    )
    assert table.step == "sally"
    assert "king-guy" not in face_up(table, "acre")
    table.do("frank", "sally -")
    assert face_up(table, "acre") == {"saladin", "walter"}


def test_sallying_blocks_are_revealed_with_the_besiegers_they_attack() -> None:
    """H22 (6.53, 6.55): King Guy, and all in the field; not Walter in the castle."""
    table = battle(ACRE).do("saracen", "storm -").do("frank", "sally king-guy")
    assert face_up(table, "acre") == {"king-guy", "saladin", "keukburi", "zangi"}


def test_sallying_blocks_are_hidden_again_in_the_castle() -> None:
    """H22 (6.51)."""
    table = battle("acre: [king-guy] [walter] saladin").do("saracen", "storm -").do("frank", "sally king-guy,walter")
    table.do("saracen", "fire saladin").do("frank", "withdraw king-guy")
    assert face_up(table, "acre") == {"walter", "saladin"}


def test_the_besiegers_stand_up_when_the_sally_is_over() -> None:
    """H24 (6.51): all but the marker; nothing is fought in the field."""
    table = battle(ACRE).do("saracen", "storm -").do("frank", "sally king-guy")
    table.do("saracen", "fire saladin", "fire keukburi", "fire zangi").do("frank", "withdraw king-guy")
    assert table.step == "regroup"
    assert face_up(table, "acre") == {"zangi"}


def test_the_field_stays_face_up_from_round_to_round() -> None:
    """H17 (6.51): the garrison that decides on a sally in round 2 sees whom its relief is fighting."""
    table = battle("acre: [king-guy] saladin keukburi\ncaesarea: walter", "move walter acre", first="frank").do(
        "frank", "sally -"
    )
    fight_round(table)
    assert (table.step, round_number(table)) == ("sally", 2)
    assert face_up(table, "acre") == {"saladin", "keukburi", "walter"}
    table.do("frank", "sally -")
    assert not table.happened("field-revealed")


def test_blocks_that_must_retreat_are_face_up_until_they_have() -> None:
    """H25 (6.2): after round 3 the battle is not over yet."""
    table = battle("legio: balian\nbaisan: saladin\nnablus: keukburi", "move saladin legio\nmove keukburi legio")
    for _ in range(3):
        fight_round(table)
    assert table.step == "must-retreat"
    assert face_up(table, "legio") == {"balian", "saladin", "keukburi"}


# The marker (6.51, R74)


def test_the_besieger_names_the_block_that_stays_face_up() -> None:
    """T118, R74 (6.51): at the end of a new siege's turn; exactly that one, and nothing of the castle."""
    table = battle(
        "nablus: balian\nbaisan: saladin kurds-1",
        "move saladin nablus\nmove kurds-1 nablus",
        turn="1187.2",
        dice={"attrition": [6]},
    )
    table.do("frank", "garrison balian").do("saracen", "done", "storm -").do("frank", "sally -").do("saracen", "done")
    assert (table.step, table.awaited) == ("marker", {"saracen"})
    assert table.options("saracen", "keep-face-up", "block") == {"saladin", "kurds-1"}
    assert table.refused("saracen", "keep-face-up balian").rule == "6.51"
    assert table.refused("saracen", "done").rule == "6.51"
    table.do("saracen", "keep-face-up kurds-1")
    assert face_up(table, "nablus") == {"kurds-1"}


def test_a_single_besieger_is_face_up_without_being_asked() -> None:
    """R74 (6.51)."""
    table = battle("nablus: balian\nbaisan: saladin", "move saladin nablus", turn="1187.2", dice={"attrition": [6]})
    table.do("frank", "garrison balian").do("saracen", "done", "storm -").do("frank", "sally -").do("saracen", "done")
    assert face_up(table, "nablus") == {"saladin"}
    assert table.position.phase == "cards"


def test_another_is_named_when_the_marker_has_left() -> None:
    """R74 (6.51): Zangi, face-up, goes to Legio."""
    table = battle(ACRE, dice={"attrition": [6, 6]}, turn="1187.2")
    table.do("saracen", "storm -").do("frank", "sally -").do("saracen", "retreat zangi legio", "done")
    assert table.step == "marker"
    assert face_up(table, "legio") == set()
    assert table.options("saracen", "keep-face-up", "block") == {"saladin", "keukburi"}
    table.do("saracen", "keep-face-up saladin")
    assert face_up(table, "acre") == {"saladin"}


def test_another_is_named_when_the_marker_has_died() -> None:
    """R74 (6.51): Zangi falls in a storm."""
    table = battle(
        "acre: [king-guy] saladin keukburi zangi@1",
        dice={"fire:acre:1:king-guy": [1, 6, 6, 6], "attrition": [6]},
        turn="1187.2",
    )
    table.do("saracen", "storm zangi", "storm -").do("frank", "sally -").do("saracen", "done")
    assert table.step == "marker"
    assert table.options("saracen", "keep-face-up", "block") == {"saladin", "keukburi"}


def test_the_marker_stands_up_when_the_siege_is_lifted() -> None:
    """6.51."""
    table = battle("acre: [king-guy] saladin", turn="1187.2").do("saracen", "storm -").do("frank", "sally -")
    table.do("saracen", "retreat saladin legio", "done").do("frank", "done")
    assert face_up(table, "legio") == face_up(table, "acre") == set()
    assert table.position.markers == {}


def test_the_marker_stands_up_when_the_besieged_have_gone() -> None:
    """6.51: Conrad sails out of Tyre, and Saladin besieges nobody."""
    table = Table(moving("tyre: [conrad] saladin\nbeirut: walter"))
    assert table.position.face_up
    table.do("frank", "sea-move conrad beirut")
    assert (table.sieges(), table.position.face_up) == ({}, 0)


def test_without_the_option_no_besieger_is_face_up() -> None:
    """R74: "marker only" as setting."""
    table = battle(ACRE, ruleset=Ruleset(besieger_marker=False), turn="1187.2", dice={"attrition": [6, 6]})
    assert face_up(table, "acre") == set()
    table.do("saracen", "storm -").do("frank", "sally -").do("saracen", "done")
    assert face_up(table, "acre") == set()
    assert table.position.phase == "cards"


def test_the_enemy_is_shown_no_more_than_is_face_up() -> None:
    """H17 to H22: the other side's view of the siege holds counts, and ids only of what lies open."""
    stacks = game.observe(battle(ACRE).position, "frank")["map"]["acre"]["stacks"]
    besiegers = next(stack for stack in stacks if stack["side"] == "saracen")
    assert (besiegers["count"], besiegers["hidden"]) == (3, 2)
    assert [block["id"] for block in besiegers["blocks"]] == ["zangi"]
