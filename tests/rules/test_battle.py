"""Battles (6.0 to 6.2, 6.4): which is fought when, combat deployment, combat turns, reserves, control of the
battlefield.
"""

import pytest

from rules import game
from rules.atlas import SIDES
from tests.rules.combat import all_hit, battle, face_up, fight_round, order, ready, round_number
from tests.rules.scene import Table, moving

NABLUS = """
    nablus: balian
    baisan: saladin al-mashtub
"""
"""Balian's town, and two Emirs on their way to it."""
ATTACK = """
    move saladin nablus
    move al-mashtub nablus
"""


# The order of battles (6.0)


def test_a_single_battle_is_begun_by_itself() -> None:
    """R76 (6.0): with one battle to fight Player 1 is not asked which."""
    table = battle(NABLUS, ATTACK)
    assert table.happened("battle-begun") == [
        {
            "type": "battle-begun",
            "town": "nablus",
            "attacker": "saracen",
            "defender": "frank",
            "siege": False,
            "auto": True,
        }
    ]
    assert table.step == "garrison"
    assert table.awaited == {"frank"}


def test_player_one_chooses_the_order_of_battles_one_at_a_time() -> None:
    """R76 (6.0): battles of both sides and sieges, one by one as Player 1 likes."""
    places = "legio: balian / baisan: saladin / acre: [king-guy] turks-1 / damiya: kurds-1 / jericho: walter".replace(
        " / ", "\n"
    )
    table = battle(places, "move saladin legio", "move walter damiya")
    assert table.awaited == {"saracen"}
    assert table.options("saracen", "choose-battle", "town") == {"legio", "acre", "damiya"}
    assert table.refused("saracen", "choose-battle nablus").rule == "6.0"
    assert table.refused("frank", "choose-battle legio").rule == "1.0"
    table.do("saracen", "choose-battle damiya")
    for _ in range(3):
        fight_round(table)
    table.do("saracen", "done")  # no regroup
    assert table.step == "choose-battle"
    assert "damiya" not in table.options("saracen", "choose-battle", "town")


def test_both_sides_may_be_attackers_in_one_turn() -> None:
    """6.1 note: Player 2 attacks elsewhere and is the attacker there."""
    table = battle(
        "legio: balian\nbaisan: saladin\ndamiya: kurds-1\njericho: walter", "move saladin legio", "move walter damiya"
    )
    table.do("saracen", "choose-battle damiya")
    assert game.observe(table.position, None)["battle"]["attacker"] == "frank"
    assert order(table) == ["walter", "kurds-1"]


def test_a_battle_is_fought_once_a_turn() -> None:
    """6.0: a siege that stands has been dealt with; the turn goes on."""
    table = battle("acre: [king-guy] saladin", first="saracen", turn="1187.2", dice={"attrition": [6]})
    table.do("saracen", "storm -").do("frank", "sally -").do("saracen", "done")
    assert table.sieges() == {"acre": "saracen"}
    assert table.position.phase == "cards"
    assert table.position.turn == 3


# Combat deployment (6.1)


def test_defender_deploys_up_to_the_castle_limit_before_anything_is_revealed() -> None:
    """T96 (6.1, 6.52): of four in Jerusalem at most three take the castle; nobody is face-up yet."""
    table = battle(
        "jerusalem: king-guy jerusalem-templars jerusalem-hospitallers balian\nhebron: saladin kurds-1",
        "move saladin jerusalem\nmove kurds-1 jerusalem",
    )
    assert table.step == "garrison"
    assert face_up(table, "jerusalem") == set()
    refusal = table.refused("frank", "garrison king-guy,jerusalem-templars,jerusalem-hospitallers,balian")
    assert refusal.rule == "6.1"
    table.do("frank", "garrison king-guy,jerusalem-templars,jerusalem-hospitallers")
    assert table.where("king-guy") == "[jerusalem]"
    assert table.where("balian") == "jerusalem"
    assert face_up(table, "jerusalem") == {"balian", "saladin", "kurds-1"}
    assert order(table) == ["saladin", "balian", "kurds-1"]


def test_the_castle_may_be_left_empty() -> None:
    """T96 (6.1): everybody in the field is a deployment too."""
    table = battle(NABLUS, ATTACK).do("frank", "garrison -")
    assert table.where("balian") == "nablus"
    assert table.sieges() == {}


def test_minor_towns_know_neither_deployment_nor_siege() -> None:
    """T97 (6.5): at Legio, rating 0, the field battle begins at once."""
    table = battle("legio: balian\nbaisan: saladin", "move saladin legio")
    assert table.step == "fight"
    assert order(table) == ["saladin", "balian"]
    table.do("saracen", "fire saladin")
    assert table.refused("frank", "withdraw balian").rule == "6.63"


def test_reserves_take_no_part_in_deployment() -> None:
    """R46 (6.1): who comes later cannot be put into the castle."""
    table = battle(NABLUS + "jerusalem: jerusalem-templars", ATTACK, "move jerusalem-templars nablus")
    assert table.refused("frank", "garrison jerusalem-templars").rule == "6.1"
    table.do("frank", "garrison balian")
    assert table.where("balian") == "[nablus]"
    assert table.where("jerusalem-templars") == "nablus"


def test_sieges_already_standing_have_no_deployment() -> None:
    """6.1, 6.53: an existing siege begins with the besieger's declaration."""
    table = battle("acre: [king-guy] saladin")
    assert table.step == "storm"
    assert table.awaited == {"saracen"}


# Combat turns (6.2)


def test_combat_turns_follow_the_letters_the_defender_first() -> None:
    """T70 (6.2, printed example): Conrad and Turcopoles attack Zangi and Kurds."""
    table = battle(
        "lacum: zangi kurds-3\nbaalbek: conrad beirut-turcopoles",
        "move conrad lacum\nmove beirut-turcopoles lacum",
        first="frank",
    )
    assert order(table) == ["beirut-turcopoles", "zangi", "conrad", "kurds-3"]
    fired = [event["block"] for event in fight_round(table).happened("block-fired")]
    assert fired == ["beirut-turcopoles", "zangi", "conrad", "kurds-3"]
    assert round_number(table) == 2
    assert order(table) == ["beirut-turcopoles", "zangi", "conrad", "kurds-3"]


def test_defending_a_fires_before_attacking_a() -> None:
    """T71 (6.2)."""
    table = battle("legio: antioch-turcopoles\nbaisan: turks-1", "move turks-1 legio")
    assert order(table) == ["antioch-turcopoles", "turks-1"]
    assert table.awaited == {"frank"}


def test_blocks_of_one_initiative_act_in_any_order_each_once_a_round() -> None:
    """6.2: the owner chooses among his blocks of one letter; none acts twice."""
    table = battle("legio: balian walter\nbaisan: keukburi", "move keukburi legio")
    assert ready(table) == {"balian", "walter"}
    assert table.refused("saracen", "fire keukburi").rule == "1.0"
    table.do("frank", "fire walter")
    assert ready(table) == {"balian"}
    assert table.refused("frank", "fire walter").rule == "6.2"
    table.do("frank", "fire balian")
    assert ready(table) == {"keukburi"}


def test_no_block_may_pass() -> None:
    """R66 (6.2): fire or retreat; there is no third thing to do."""
    table = battle("legio: balian\nbaisan: keukburi", "move keukburi legio")
    assert {action.type for action in table.actions("frank")} == {"fire", "charge", "retreat"}
    assert table.refused("frank", "done").rule == "6.2"


def test_blocks_that_can_only_fire_do_so_by_themselves() -> None:
    """R67, catalogue 6.1: an Emir with no way out is not asked; the owner of an order has no choice that matters."""
    table = battle("legio: zangi\nacre: walter\nbaisan: balian\nnablus: josselin", "move walter legio", first="frank")
    # Zangi may retreat neither by Acre, which the attacker used, nor to Baisan and Nablus
    assert table.awaited == {"frank"}
    fired = table.happened("block-fired")
    assert [event["block"] for event in fired] == ["zangi"]
    assert fired[0]["auto"] is True


def test_three_rounds_at_most() -> None:
    """T88 (6.2): nobody hits; after the third round the attacker leaves."""
    table = battle("legio: balian\nbaisan: keukburi", "move keukburi legio")
    for number in (1, 2, 3):
        assert round_number(table) == number
        fight_round(table)
    assert table.where("keukburi") == "baisan"
    assert table.where("balian") == "legio"


# Jihad in battle


def test_in_a_jihad_all_attackers_fire_first_in_round_one() -> None:
    """T33 (Jihad): A, B, C of the attacker before the defender's; from round 2 on the usual order."""
    table = battle(
        "nablus: balian beirut-turcopoles\nbaisan: saladin keukburi kurds-3",
        "move saladin nablus\nmove keukburi nablus\nmove kurds-3 nablus",
        saracen="jihad",
    )
    table.do("frank", "garrison -")
    assert order(table) == ["saladin", "keukburi", "kurds-3", "beirut-turcopoles", "balian"]
    fight_round(table)
    assert order(table) == ["beirut-turcopoles", "saladin", "balian", "keukburi", "kurds-3"]


def test_jihad_elsewhere_changes_nothing() -> None:
    """R12 (Jihad): only in the battle that was named."""
    table = Table(moving("legio: balian\nbaisan: keukburi\nacre: [king-guy] kurds-1", first="saracen", saracen="jihad"))
    table.do("saracen", "move keukburi legio", "done", "declare-jihad acre").do("frank", "done")
    table.do("saracen", "choose-battle legio")
    assert order(table) == ["balian", "keukburi"]


def test_jihad_helps_a_storm_in_round_one() -> None:
    """R12 (Jihad, p. 3): the bonus applies to storming too."""
    table = battle("acre: [king-guy] keukburi", saracen="jihad").do("saracen", "storm keukburi")
    assert order(table) == ["keukburi", "king-guy"]


def test_jihad_is_lost_when_the_storm_waits_for_round_two() -> None:
    """T34 (Jihad): no bonus but in round 1."""
    table = battle("acre: [king-guy] keukburi", saracen="jihad").do("saracen", "storm -").do("frank", "sally king-guy")
    # R14: in the sally the Franks attack, and it is not their Jihad
    assert order(table) == ["keukburi", "king-guy"]
    table.do("saracen", "fire keukburi").do("frank", "withdraw king-guy").do("saracen", "done")
    assert round_number(table) == 2
    table.do("saracen", "storm keukburi")
    assert order(table) == ["king-guy", "keukburi"]


def test_jihad_of_the_besieged_helps_their_sally() -> None:
    """R12, R14 (Jihad): a garrison that sallies in round 1 attacks; under storm it defends, and has nothing of it."""
    places = "acre: [king-guy] keukburi"
    sally = battle(places, first="frank", frank="jihad").do("saracen", "storm -").do("frank", "sally king-guy")
    assert order(sally) == ["king-guy", "keukburi"]
    storm = battle(places, first="frank", frank="jihad").do("saracen", "storm keukburi")
    assert order(storm) == ["king-guy", "keukburi"]
    assert [event["block"] for event in storm.happened("block-fired")] == ["king-guy"]  # B, and defending


def test_jihad_helps_relief() -> None:
    """R14 (Jihad): relief by Player 1 attacks in round 1."""
    table = battle("acre: [king-guy] saladin\ncaesarea: walter", "move walter acre", first="frank", frank="jihad").do(
        "frank", "sally -"
    )
    assert order(table) == ["walter", "saladin"]


# Main attack and reserves (6.41, 6.42)

TO_JERUSALEM = """
    nablus: saladin al-adil
    baisan: keukburi tuman
    hebron: zangi sanjar
    jerusalem: king-guy jerusalem-templars
"""
THREE_GROUPS = """
    move saladin jerusalem
    move al-adil jerusalem
    move keukburi nablus/jerusalem
    move tuman nablus/jerusalem
    move zangi jerusalem
    move sanjar jerusalem
"""


@pytest.mark.parametrize(
    ("choice", "reserves"),
    [("", {"zangi", "sanjar"}), ("main-road jerusalem hebron", {"saladin", "al-adil", "keukburi", "tuman"})],
)
def test_blocks_on_other_roads_than_the_main_one_come_in_round_two(choice: str, reserves: set[str]) -> None:
    """T83 (6.41, printed example): four and two by the Nablus road, or two and four by that of Hebron."""
    table = battle(TO_JERUSALEM, THREE_GROUPS + choice)
    everybody = {"saladin", "al-adil", "keukburi", "tuman", "zangi", "sanjar"}
    assert {block for block in everybody if table.arrives(block) == 2} == reserves
    table.do("frank", "garrison -")
    assert set(order(table)) == everybody - reserves | {"king-guy", "jerusalem-templars"}
    fight_round(table)
    assert {"type": "reserves-arrived", "town": "jerusalem", "side": "saracen", "count": len(reserves)} in table.events
    assert set(order(table)) == everybody | {"king-guy", "jerusalem-templars"}


def test_reserves_neither_fire_nor_retreat_nor_take_hits_in_round_one() -> None:
    """T84 (6.41): Saladin, the strongest, is not there yet, so Turks take the hits."""
    table = battle(
        "legio: balian\nbaisan: saladin\nnablus: turks-1@2",
        "move turks-1 legio\nmove saladin legio",
        dice={"fire:legio:1:balian": [1, 6, 6]},
    )
    assert order(table) == ["turks-1", "balian"]
    table.do("saracen", "fire turks-1")
    table.do("frank", "fire balian")
    assert table.strength("turks-1") == 1
    assert table.strength("saladin") == 4
    assert round_number(table) == 2
    assert order(table) == ["saladin", "turks-1", "balian"]


def test_reserves_are_refused_a_combat_turn() -> None:
    """T84 (6.41)."""
    table = battle("legio: balian\nbaisan: saladin\nnablus: turks-1", "move turks-1 legio\nmove saladin legio")
    assert table.awaited == {"saracen"}
    assert table.refused("saracen", "fire saladin").rule == "6.2"
    assert table.refused("saracen", "retreat saladin baisan").rule == "6.2"


def test_battlefield_control_changes_before_the_defenders_reserves_come() -> None:
    """T85 (6.41): Saladin kills Balian; then he defends against the Templars, who must leave by the road they came."""
    table = battle(
        "nablus: balian@1\nbaisan: saladin al-mashtub\njerusalem: jerusalem-templars",
        ATTACK,
        "move jerusalem-templars nablus",
        dice={"fire:nablus:1:saladin": [1, 6, 6, 6]},
    )
    table.do("frank", "garrison -").do("saracen", "fire saladin")
    assert table.happened("control-switched") == [{"type": "control-switched", "town": "nablus", "defender": "saracen"}]
    # R60: Al-Mashtub's turn of round 1 vanishes, and nobody regroups now
    assert not [event for event in table.happened("block-fired") if event["block"] == "al-mashtub"]
    assert round_number(table) == 2
    assert order(table) == ["saladin", "al-mashtub", "jerusalem-templars"]
    fight_round(table)
    table.do("saracen", "fire saladin", "fire al-mashtub")
    assert table.options("frank", "retreat", "to") == {"jerusalem"}
    table.do("frank", "fire jerusalem-templars")
    assert table.where("jerusalem-templars") == "jerusalem"
    assert table.step == "regroup"
    assert table.awaited == {"saracen"}


def test_the_new_defender_owns_an_empty_castle() -> None:
    """R45, R60 (6.41): no new deployment, but on his turn a block may withdraw, one at Nablus."""
    table = battle(
        "nablus: balian@1\nbaisan: saladin al-mashtub\njerusalem: jerusalem-templars",
        ATTACK,
        "move jerusalem-templars nablus",
        dice={"fire:nablus:1:saladin": [1, 6, 6, 6]},
    )
    table.do("frank", "garrison -").do("saracen", "fire saladin")
    assert table.step == "fight"  # R45
    table.do("saracen", "withdraw saladin")
    assert table.where("saladin") == "[nablus]"
    assert table.refused("saracen", "withdraw al-mashtub").rule == "6.63"
    table.do("saracen", "fire al-mashtub")
    assert table.refused("frank", "withdraw jerusalem-templars").rule == "6.63"


def test_a_new_defender_in_the_castle_is_besieged_when_the_reserves_win_the_field() -> None:
    """R60, 6.5: the Franks come back, take the field, and the Saracens hold the castle against them."""
    table = battle(
        "nablus: balian@1\nbaisan: saladin@1 al-mashtub\njerusalem: jerusalem-templars",
        ATTACK,
        "move jerusalem-templars nablus",
        dice={"fire:nablus:1:saladin": [1], "fire:nablus:2:jerusalem-templars": [1, 1, 1]},
    )
    table.do("frank", "garrison -").do("saracen", "fire saladin")
    table.do("saracen", "withdraw saladin", "retreat al-mashtub baisan")
    assert table.awaited == {"frank"}
    assert table.step == "regroup"
    table.do("frank", "done")
    assert table.sieges() == {"nablus": "frank"}
    assert round_number(table) == 3
    assert table.step == "storm"


def test_attackers_reserves_go_on_when_the_main_attack_is_gone() -> None:
    """T86, R61 (6.41): the main force retreats in round 1; the defender remains the defender in round 2."""
    table = battle("legio: balian\nbaisan: saladin\nnablus: keukburi", "move saladin legio\nmove keukburi legio")
    table.do("saracen", "retreat saladin baisan")
    assert not table.happened("control-switched")
    assert not table.happened("field-won")
    assert round_number(table) == 2
    assert order(table) == ["balian", "keukburi"]


def test_control_stays_when_main_attack_and_defender_have_both_reserves_coming() -> None:
    """6.41: the attacker is beaten in round 1; both sides' reserves meet in round 2, defender as before."""
    table = battle(
        "legio: balian\nbaisan: saladin\nnablus: keukburi\nacre: walter",
        "move saladin legio\nmove keukburi legio",
        "move walter legio",
    )
    table.do("saracen", "retreat saladin baisan")
    assert round_number(table) == 2
    assert order(table) == ["balian", "walter", "keukburi"]


def test_reinforcements_of_player_two_come_in_rounds_two_and_three() -> None:
    """T87 (6.42): the first road by default, the other by choice (R29)."""
    places = "acre: king-guy\ntiberias: saladin keukburi\ncaesarea: walter balian\ntyre: conrad"
    moves = "move saladin acre\nmove keukburi acre"
    answer = "move walter acre\nmove balian acre\nmove conrad acre\n"
    table = battle(places, moves, answer)
    assert [table.arrives(block) for block in ("walter", "balian", "conrad")] == [2, 2, 3]
    other = battle(places, moves, answer + "main-road acre tyre")
    assert [other.arrives(block) for block in ("walter", "balian", "conrad")] == [3, 3, 2]
    table.do("frank", "garrison -")
    fight_round(table)
    assert set(order(table)) == {"king-guy", "walter", "balian", "saladin", "keukburi"}
    fight_round(table)
    assert "conrad" in order(table)


def test_a_round_without_enemies_is_passed_over_until_the_late_reserves_come() -> None:
    """6.42, R60: the defender dies in round 1, the first relief in round 2; Conrad meets the new defender in round
    3.
    """
    table = battle(
        "sidon: balian@1\nbeaufort: saladin\nbeirut: walter@1\ntyre: conrad",
        "move saladin sidon",
        "move walter sidon\nmove conrad sidon",
        dice={"fire:sidon:1:saladin": [1, 1, 1, 1], "fire:sidon:2:saladin": [1, 1, 1, 1]},
    )
    table.do("frank", "garrison -").do("saracen", "fire saladin")
    assert order(table) == ["saladin", "walter"]
    table.do("saracen", "fire saladin")
    assert round_number(table) == 3
    assert order(table) == ["saladin", "conrad"]
    assert game.observe(table.position, None)["battle"]["attacker"] == "frank"


def test_player_two_attacks_with_main_force_and_reserves_like_player_one() -> None:
    """6.41: Player 2's own attack fights in rounds 1 and 2."""
    table = battle(
        "jericho: kurds-1\ndamiya: walter\njerusalem: balian", "", "move walter jericho\nmove balian jericho"
    )
    assert table.arrives("walter") == 1
    assert table.arrives("balian") == 2
    assert order(table) == ["walter", "kurds-1"]


def test_player_one_deploys_where_player_two_attacks() -> None:
    """6.1 note: Baisan was taken by Player 1 this turn, and is attacked in the same one."""
    table = battle(
        "damiya: saladin kurds-1\nlegio: walter", "move saladin baisan\nmove kurds-1 baisan", "move walter baisan"
    )
    assert (table.step, table.awaited) == ("garrison", {"saracen"})
    table.do("saracen", "garrison kurds-1")
    assert order(table) == ["saladin", "walter"]


def test_eliminated_defenders_and_attackers_leave_a_whole_phase_behind() -> None:
    """6.0: after the battle phase no field is contested, and the cards come again."""
    table = battle(NABLUS, ATTACK, turn="1187.2", dice=all_hit("nablus:1:saladin"))
    table.do("frank", "garrison -").do("saracen", "fire saladin")
    assert table.where("balian") == "dead"
    table.do("saracen", "done")
    assert table.position.phase == "cards"
    assert {SIDES[side] for side in (0, 1)} == table.awaited


def test_moving_needs_no_battle() -> None:
    """6.0: without enemies in one town the battle phase is empty."""
    table = Table(moving("acre: king-guy\ndamascus: saladin", turn="1187.2")).do("frank", "done").do("saracen", "done")
    assert table.position.phase == "cards"


def test_late_reserves_wait_while_another_battle_is_fought() -> None:
    """6.42, 6.0, R72: Conrad is due at Sidon in round 3, also after the battle at Nablus has ended."""
    table = battle(
        "sidon: balian\nbeaufort: saladin\nbeirut: walter\ntyre: conrad\nnablus: josselin@1\nbaisan: keukburi",
        "move saladin sidon\nmove keukburi nablus",
        "move walter sidon\nmove conrad sidon",
        dice=all_hit("nablus:1:keukburi"),
    )
    assert table.arrives("conrad") == 3
    table.do("saracen", "choose-battle nablus").do("frank", "garrison -", "fire josselin").do(
        "saracen", "fire keukburi", "done"
    )
    assert "battle-ended" in {event["type"] for event in table.events}
    assert table.arrives("conrad") == 3
