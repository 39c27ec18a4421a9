"""The map, the blocks, the deck and the options against the figures of catalogue 0.1 and the rulebook."""

from collections import Counter
from typing import Any

import pytest

from rules.atlas import FRANK, GERMAN_ENTRY, NEIGHBORS, ROAD_BETWEEN, ROADS, SARACEN, TOWN, TOWNS, VICTORY_CITIES
from rules.deck import DECK, EVENTS, HAND, MOVES, rank
from rules.places import BadPosition
from rules.roster import BLOCK, BLOCKS, CHARGERS, HARRIERS, OF_SIDE, PERMANENT
from rules.ruleset import Ruleset
from tests.rules.scene import moving


def names(*, rating: int) -> set[str]:
    return {town.id for town in TOWNS if town.rating == rating}


def test_fifty_two_towns_stand_on_the_road_net() -> None:
    """0.1: Masyaf is the fifty-third and has no road."""
    assert len(TOWNS) == 52
    assert Counter(town.region for town in TOWNS) == {
        "Syria": 13,
        "Egypt": 1,
        "Antioch": 9,
        "Tripoli": 5,
        "Jerusalem": 24,
    }
    assert Counter(town.kingdom for town in TOWNS) == {SARACEN: 14, FRANK: 38}
    assert all(NEIGHBORS[town.number] for town in TOWNS)


def test_eighty_seven_roads_join_them() -> None:
    """0.1: and three lead to Germania."""
    roads = [road for road in ROADS if road.b >= 0]
    assert Counter(road.major for road in roads) == {True: 51, False: 36}
    assert len(ROAD_BETWEEN) == 2 * 87
    assert {TOWNS[town].id: ROADS[road].major for town, road in GERMAN_ENTRY.items()} == {
        "aleppo": True,
        "antioch": True,
        "st-simeon": False,
    }


def test_town_ratings() -> None:
    """0.1, 1.11."""
    assert names(rating=4) == {"damascus", "egypt"}
    assert names(rating=3) == {"aleppo", "antioch", "acre", "jerusalem"}
    assert names(rating=2) == {"homs", "tripoli", "beirut", "tyre", "tiberias", "ascalon"}
    ones = """artah zerdana hama baalbek banyas ashtera latakia saone margat tartus krak sidon beaufort baisan caesarea
    nablus amman
        jaffa hebron kerak gaza"""
    assert names(rating=1) == set(ones.split())
    assert len(names(rating=0)) == 52 - 2 - 4 - 6 - 21


def test_thirteen_ports_two_of_them_fortified() -> None:
    """0.1, 1.14."""
    ports = "st-simeon latakia margat tartus tripoli beirut sidon tyre acre caesarea jaffa ascalon egypt"
    assert {town.id for town in TOWNS if town.port} == set(ports.split())
    assert {town.id for town in TOWNS if town.fortified} == {"tripoli", "tyre"}


def test_seven_victory_cities() -> None:
    """1.2."""
    assert {TOWNS[town].id: TOWNS[town].kingdom for town in VICTORY_CITIES} == {
        "aleppo": SARACEN,
        "damascus": SARACEN,
        "egypt": SARACEN,
        "antioch": FRANK,
        "tripoli": FRANK,
        "acre": FRANK,
        "jerusalem": FRANK,
    }


def test_sixty_three_blocks() -> None:
    """0.1, 2.2, 2.3."""
    assert Counter(block.kind for block in BLOCKS) == {
        "outremer": 10,
        "military-order": 7,
        "turcopole": 2,
        "crusader": 9,
        "pilgrim": 3,
        "emir": 19,
        "nomad": 12,
        "assassin": 1,
    }
    assert [mask.bit_count() for mask in OF_SIDE] == [31, 31]
    assert Counter(block.nation for block in BLOCKS if block.nation) == {"english": 3, "french": 3, "german": 3}
    assert {block.move for block in BLOCKS if block.id != "assassins"} == {2, 3}
    assert BLOCKS[BLOCK["assassins"]].move == 0


def test_permanent_losses() -> None:
    """6.34: Crusaders, Military Orders, Saladin and his family."""
    lost = {block.id for block in BLOCKS if PERMANENT >> block.number & 1}
    family = {"saladin", "al-adil", "al-aziz", "al-afdal", "al-zahir"}
    assert lost == {block.id for block in BLOCKS if block.kind in ("crusader", "military-order")} | family
    assert {block.id for block in BLOCKS if block.family} == family


def test_who_charges_and_who_harries() -> None:
    """6.32, 6.33: 25 knights; 12 Nomads and two Turcopoles."""
    assert CHARGERS.bit_count() == 25
    assert not any(
        CHARGERS >> BLOCK[block] & 1 for block in ("crossbows", "antioch-turcopoles", "genoa-pilgrims", "zangi")
    )
    assert HARRIERS.bit_count() == 14
    assert not HARRIERS >> BLOCK["crossbows"] & 1


@pytest.mark.parametrize(
    ("tribe", "home", "classes"),
    [
        ("kurds", "damascus", ["C1/4", "C1/4", "C2/3", "C2/3"]),
        ("turks", "aleppo", ["A2/3", "A2/3", "A1/4", "A1/4"]),
        ("arabs", "egypt", ["B2/3", "B2/3", "B1/4", "B1/4"]),
    ],
)
def test_nomads(tribe: str, home: str, classes: list[str]) -> None:
    """0.1."""
    blocks = [BLOCKS[BLOCK[f"{tribe}-{number}"]] for number in (1, 2, 3, 4)]
    assert [f"{block.letter}{block.firepower}/{block.steps}" for block in blocks] == classes
    assert {block.seats for block in blocks} == {(TOWN[home],)}


def test_the_deck() -> None:
    """4.0, 2.1: 22 Move and five Event cards."""
    assert Counter(DECK) == dict.fromkeys(EVENTS, 1) | {"winter-campaign": 1, "move-3": 6, "move-2": 9, "move-1": 6}
    assert len(DECK) == 27
    assert HAND == 6
    assert (MOVES["winter-campaign"], rank("winter-campaign"), rank("move-3")) == (1, 1, 3)
    assert all(rank(event) > 3 for event in EVENTS)


# Options


@pytest.mark.parametrize(
    "ruleset",
    [
        Ruleset(),
        Ruleset(iron_bridge=True, forced_marches=True, handicap=3, besieger_marker=False),
    ],
)
def test_a_ruleset_is_read_and_written_alike(ruleset: Ruleset) -> None:
    assert Ruleset.from_json(ruleset.to_json()) == ruleset


def test_options_left_out_have_their_printed_value() -> None:
    """p. 4: optional rules are off; 6.51: the besieger's marker is not."""
    assert Ruleset.from_json({}) == Ruleset(iron_bridge=False, forced_marches=False, handicap=0, besieger_marker=True)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (None, "an object of options"),
        ([], "an object of options"),
        ({"edition": "1.0"}, "unknown edition '1.0'; known: 2.0"),
        ({"edition": None}, "unknown edition None"),
        (
            {"iron_bridge": True},
            "unknown option 'iron_bridge'; known: besieger-marker, forced-marches, handicap, iron-bridge",
        ),
        ({"major-limit": 9}, "unknown option"),
        ({"iron-bridge": 1}, "'iron-bridge' must be true or false"),
        ({"iron-bridge": "yes"}, "'iron-bridge' must be true or false"),
        ({"handicap": True}, "'handicap' must be a whole number from 0 to 3"),
        ({"handicap": 1.0}, "'handicap' must be a whole number from 0 to 3"),
        ({"handicap": 4}, "handicap must be 0 to 3, not 4"),
        ({"handicap": -1}, "handicap must be 0 to 3, not -1"),
    ],
)
def test_bad_options_are_refused_by_name(data: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Ruleset.from_json(data)


def test_each_block_of_a_castle_is_bracketed() -> None:
    """A bracket round two blocks used to put the second into the field."""
    assert moving("acre: [king-guy] [walter@2] saladin").castle.bit_count() == 2
    with pytest.raises(BadPosition, match="brackets of its own"):
        moving("acre: [king-guy walter] saladin")


def test_blocks_of_two_and_of_four_steps() -> None:
    """0.1 (2.11): all others have three."""
    two = "tartus-templars krak-hospitallers reynald-kerak yazkuj sulaiman"
    four = """
        richard philip barbarossa hugh conrad king-guy bohemond raymond-tripoli jerusalem-hospitallers
        genoa-pilgrims brittany-pilgrims saladin taqi-al-din al-mashtub al-adil yuzpah kurds-1 kurds-2 turks-3
        turks-4 arabs-3 arabs-4
    """
    assert {block.id for block in BLOCKS if block.steps == 2} == set(two.split())
    assert {block.id for block in BLOCKS if block.steps == 4} == set(four.split())
    assert {block.steps for block in BLOCKS} == {2, 3, 4}


def test_light_blocks_move_three_towns() -> None:
    """0.1 (5.1): Saracens, Military Orders, Turcopoles, Richard and Reynald of Kerak; other Franks two, the Assassins
    not at all.
    """
    fast = {block.id for block in BLOCKS if block.side == SARACEN or block.kind == "military-order"}
    fast |= {"antioch-turcopoles", "beirut-turcopoles", "richard", "reynald-kerak"}
    assert {block.id for block in BLOCKS if block.move == 3} == fast
    assert {block.id for block in BLOCKS if block.move == 0} == {"assassins"}
    assert {block.move for block in BLOCKS} == {0, 2, 3}
