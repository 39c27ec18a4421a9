"""Figures and sets in which edition 1.4 differs from 2.0; letters are those of ``docs/editions.md``, numbers those of
the 1.x rules.
"""

import json

import pytest

from rules import game
from rules.dice import SeededDice
from rules.notation import parse_ruleset, print_ruleset
from rules.phases.draws import places as found
from rules.phases.winter import price
from rules.ruleset import Ruleset
from tests.rules.old_edition import OLD, fights, moves, number, town_number
from tests.rules.scene import Table, moving

FIVE = ["saladin", "zangi", "sanjar", "turks-1", "turks-2"]
NINE = [*FIVE, "kurds-1", "kurds-2", "kurds-3", "kurds-4"]


def test_an_edition_is_read_as_it_was_written() -> None:
    """The figures follow from the name."""
    assert Ruleset.from_json(json.loads(json.dumps(OLD.to_json()))) == OLD
    assert parse_ruleset(print_ruleset(Ruleset.of("1.4", handicap=2))) == Ruleset.of("1.4", handicap=2)
    assert Ruleset.from_json({}) == Ruleset() == Ruleset.of("2.0")
    assert list(Ruleset().to_json()) == ["edition", "iron-bridge", "forced-marches", "handicap", "besieger-marker"]


@pytest.mark.parametrize(
    "data",
    [
        {"edition": "1.3"},
        {"edition": []},
        {"edition": "1.4", "iron-bridge": True},
        {"edition": "1.4", "handicap": True},
    ],
)
def test_unknown_editions_and_options_are_refused(data: dict[str, object]) -> None:
    """O3 is no option of the 1.x rules."""
    with pytest.raises(ValueError, match=r"edition|option"):
        Ruleset.from_json(data)


def test_an_edition_that_is_not_offered_begins_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record of it can be read all the same."""
    monkeypatch.setattr("rules.ruleset.OFFERED", ("2.0",))
    with pytest.raises(ValueError, match=r"1\.4 is not offered"):
        Ruleset.for_new_game({"edition": "1.4"})
    assert Ruleset.for_new_game({"handicap": 1}) == Ruleset(handicap=1)


# Movement (section 2.6)


@pytest.mark.parametrize(("start", "to", "limit"), [("damascus", "banyas", 8), ("jerusalem", "jericho", 4)])
def test_eight_blocks_use_a_major_road_and_four_a_minor_one(start: str, to: str, limit: int) -> None:
    """E1 (5.4): twice the limits of 2.0."""
    table = moves(f"{start}: {' '.join(NINE)}", first="saracen")
    for block in NINE[:limit]:
        table.do("saracen", f"move {block} {to}")
    assert table.refused("saracen", f"move {NINE[limit]} {to}").rule == "1.x-5.4"


def test_four_blocks_attack_by_a_major_road_while_more_pass_along_it() -> None:
    """E2 (5.4, sidebar): half the limit, on the last leg only."""
    table = moves(f"damascus: {' '.join(NINE)}\nbanyas: balian", first="saracen")
    for block in NINE[:4]:
        table.do("saracen", f"move {block} banyas")
    assert table.refused("saracen", f"move {NINE[4]} banyas").rule == "1.x-5.4"
    table = moves(f"damascus: {' '.join(NINE)}\ntiberias: balian", first="saracen")
    for block in NINE[:2]:
        table.do("saracen", f"move {block} banyas/tiberias")
    assert table.refused("saracen", f"move {NINE[4]} banyas/tiberias").rule == "1.x-5.4", "a minor road"
    for block in NINE[2:8]:
        table.do("saracen", f"move {block} banyas")


def test_blocks_still_to_march_on_count_among_those_that_attack() -> None:
    """E2, E5 (5.4, 5.5): two knights are on their way by the minor road to Jericho, where a third may not follow."""
    table = moves("jaffa: balian walter\njericho: saladin\njerusalem: king-guy josselin conrad")
    table.do("frank", "move balian ramallah/jerusalem/jericho !", "move walter ramallah/jerusalem/jericho !")
    assert table.refused("frank", "move king-guy jericho").rule == "1.x-5.4"


def test_forced_marches_are_standard_but_not_in_winter() -> None:
    """E5 (5.5, 9.01)."""
    assert moves("jerusalem: balian").legal("frank", "move balian nablus/legio/acre !")
    winter = moves("jerusalem: balian", turn="1188.6")
    assert winter.refused("frank", "move balian nablus/legio !").rule == "1.x-9.01"


def test_reserves_pin_too() -> None:
    """E8 (5.7): two by one road and two by another pin four of five."""
    going = (
        "move saladin nablus/jerusalem\nmove turks-1 nablus/jerusalem\nmove kurds-1 jericho/jerusalem\nmove kurds-2"
        " jericho/jerusalem"
    )
    franks = "king-guy walter balian josselin conrad"
    for rules, pinned in ((OLD, 4), (Ruleset(), 2)):
        table = Table(
            moving(
                f"baisan: saladin turks-1\namman: kurds-1 kurds-2\njerusalem: {franks}", first="saracen", ruleset=rules
            )
        )
        table.do("saracen", *going.split("\n"), "done")
        free = 0
        for block in franks.split():
            if table.legal("frank", f"move {block} ramallah"):
                table.do("frank", f"move {block} ramallah")
                free += 1
        assert free == 5 - pinned


@pytest.mark.parametrize(
    ("rules", "turn", "legal"), [(OLD, "1188.6", False), (OLD, "1188.5", True), (Ruleset(), "1188.6", True)]
)
def test_blocks_move_one_town_less_in_winter(rules: Ruleset, turn: str, legal: bool) -> None:
    """I1 (9.01)."""
    table = Table(moving("jerusalem: balian", turn=turn, ruleset=rules))
    assert table.legal("frank", "move balian nablus/legio") is legal
    assert table.legal("frank", "move balian nablus")


def test_nobody_attacks_from_the_sea() -> None:
    """D8 (5.8): not even the English, from a port or from their box."""
    places = "acre: richard\nsidon: saladin\nengland: robert crossbows"
    assert moves(places).refused("frank", "sea-move richard sidon").rule
    assert Table(moving(places)).legal("frank", "sea-move richard sidon")


def test_the_port_of_besieged_tyre_is_the_besiegers() -> None:
    """A6 (1.3, 7.21)."""
    places = "tyre: [conrad] saladin\nacre: king-guy\negypt: kurds-1"
    assert moves(places).refused("frank", "sea-move king-guy tyre").rule
    assert moves(places, first="saracen").legal("saracen", "sea-move kurds-1 tyre")
    assert Table(moving(places)).legal("frank", "sea-move king-guy tyre")


# Deployment, draws, losses


def test_alternate_seats_lie_in_the_region_of_the_home() -> None:
    """C1 (3.1): King Guy stays in the kingdom of Jerusalem, the Templars of Antioch have no seat but Antioch."""
    table = Table(game.new_game(OLD, SeededDice(1)).position)
    assert table.legal("frank", "place king-guy jaffa")
    assert table.legal("frank", "place antioch-templars tartus") is False
    assert table.legal("frank", "place raymond-tiberias tripoli") is False
    assert table.legal("frank", "done")


@pytest.mark.parametrize(
    ("block", "where"), [("genoa-pilgrims", "gone"), ("balian", "pool"), ("acre-hospitallers", "gone")]
)
def test_pilgrims_are_lost_for_good_and_others_may_be_drawn_at_once(block: str, where: str) -> None:
    """H2, D4 (6.7, 8.1): no block waits for the year's end."""
    table = Table(
        moving(f"acre: {block}@1 king-guy", saracen="assassins", first="saracen", ruleset=OLD), {"assassins": [1, 1, 1]}
    )
    position = table.position
    position.phase, position.step = "event", "assassins"
    position.face_up |= 1 << number(block)
    position.forget_offers()
    table.do("saracen", f"assassinate {block}")
    assert table.where(block) == where


@pytest.mark.parametrize(("block", "where"), [("zangi", "gone"), ("kurds-1", "pool")])
def test_emirs_are_lost_for_good_nomads_are_not(block: str, where: str) -> None:
    """H5, H6 (6.7)."""
    table = fights(
        f"acre: king-guy\ntyre: {block}@1",
        f"move {block} acre",
        first="saracen",
        dice={"fire:acre:1:king-guy": [1] * 4},
    )
    table.do("frank", "garrison -")
    while table.step == "fight" and table.where(block) == "acre":
        (side,) = table.awaited
        table.do(side, f"fire {min(table.options(side, 'fire', 'block'))}")
    assert table.where(block) == where


def test_a_drawn_block_comes_at_full_strength_to_a_friendly_seat_only() -> None:
    """D5 (8.25): Balian's seats Nablus and Ascalon, one held by the enemy, one by friends; a Saracen at a vacant seat
    in Frank land.
    """
    old = moving("nablus: [walter] saladin\nascalon: king-guy", ruleset=OLD)
    assert found(old, 0, number("balian")).get(town_number("ascalon")) == 3
    assert town_number("nablus") not in found(old, 0, number("balian"))
    taken = moving("damascus: king-guy", ruleset=OLD)
    assert town_number("damascus") not in found(taken, 1, number("kurds-1"))


# Battle and siege figures


def test_a_charge_doubles_the_dice_at_the_ordinary_rating() -> None:
    """F10 (6.42): a knight of strength 3 rolls six dice, a 6 hits himself."""
    table = fights(
        "acre: saladin\ntyre: walter",
        "move walter acre",
        first="frank",
        dice={"fire:acre:1:walter": [1, 3, 3, 3, 3, 6]},
    )
    while table.step != "fight" or table.awaited != {"frank"}:
        (side,) = table.awaited
        table.do(side, {"garrison": "garrison -", "fight": "fire saladin"}[table.step])
    table.do("frank", "charge walter")
    fired = table.happened("block-fired")[0]
    assert (len(fired["dice"]), fired["firepower"], fired["hits"], fired["sixes"]) == (6, 2, 1, 1)
    assert table.strength("walter") == 2


def test_saracens_harry_at_a_rating_one_lower() -> None:
    """F12, F13 (6.43): emirs too, none rated A1, B1 or C1."""
    table = fights(
        "nablus: king-guy\njerusalem: zangi arabs-3", "move zangi nablus\nmove arabs-3 nablus", first="saracen"
    )
    table.do("frank", "garrison -")
    table.do("frank", "fire king-guy")
    while table.step == "hits":
        table.do("saracen", f"take-hit {min(table.options('saracen', 'take-hit', 'block'))}")
    assert table.refused("saracen", "harry arabs-3 jerusalem").rule == "1.x-6.43"
    table.do("saracen", "harry zangi jerusalem")
    assert table.happened("block-fired")[0]["firepower"] == 1
    assert table.where("zangi") == "jerusalem"


def test_victors_regroup_to_friendly_towns_by_roads_of_eight() -> None:
    """F18, E4 (6.6): not to vacant towns of the enemy's colour."""
    table = fights(
        "jerusalem: walter@1\nhebron: saladin",
        "move saladin jerusalem",
        first="saracen",
        dice={"fire:jerusalem:1:saladin": [1] * 4},
    )
    table.do("frank", "garrison -")
    while table.step == "fight":
        (side,) = table.awaited
        table.do(side, f"fire {min(table.options(side, 'fire', 'block'))}")
    assert table.step != "regroup", "every neighbor is Frank and vacant"
    assert OLD.road_limits(False, 3)[0] == 2 * Ruleset().road_limits(False, 3)[0]


def test_all_reinforcements_of_player_two_come_in_round_two() -> None:
    """F6 (6.31)."""
    places = "jerusalem: king-guy\nhebron: saladin\njaffa: walter\nnablus: balian"
    for rules, arrive in ((OLD, {2}), (Ruleset(), {2, 3})):
        table = Table(moving(places, first="saracen", ruleset=rules))
        table.do("saracen", "move saladin jerusalem", "done")
        table.do("frank", "move walter ramallah/jerusalem", "move balian jerusalem")
        assert {table.arrives("walter"), table.arrives("balian")} == arrive


def test_player_twos_relief_fights_in_round_one() -> None:
    """G13 (7.32, 6.3): he attacks like others."""
    for rules, when in ((OLD, 1), (Ruleset(), 2)):
        table = Table(moving("acre: [king-guy] saladin\ntyre: conrad", first="saracen", ruleset=rules)).do(
            "saracen", "done"
        )
        table.do("frank", "move conrad acre")
        assert table.arrives("conrad") == when


# Winter


def test_a_step_costs_saracens_twice_away_from_their_home_seat() -> None:
    """I10 (9.4): Keukburi is at home in Damascus, Zangi is not; a Frank pays the same everywhere."""
    position = moving("damascus: keukburi zangi\naleppo: walter", ruleset=OLD)
    assert [price(position, number(b)) for b in ("keukburi", "zangi", "walter")] == [1, 2, 1]
    table = Table(moving("damascus: keukburi@1 zangi@1\naleppo: walter@1", turn="1188.6", first="saracen", ruleset=OLD))
    table.do("saracen", "done").do("frank", "done")
    assert table.step == "winter"
    table.do("saracen", "replace zangi", "replace keukburi")
    assert table.refused("saracen", "replace zangi").rule == "1.x-9.4"
    assert (table.strength("zangi"), table.strength("keukburi"), table.strength("walter")) == (2, 2, 3)


def test_all_seven_cities_win_at_once() -> None:
    """J2 (1.5): in the middle of a movement."""
    held = "acre: kurds-1\njerusalem: kurds-2\ntripoli: kurds-3\nharim: saladin"
    for rules, over in ((OLD, True), (Ruleset(), False)):
        table = Table(moving(held, first="saracen", ruleset=rules)).do("saracen", "move saladin antioch")
        assert (table.position.winner is not None) is over
