"""Fights ahead beyond a plain one: sallies, relief with and without a sally, reserves.

Their odds beside the same fights played by the rules, act by act."""

from collections.abc import Callable
from math import sqrt
from random import Random
from typing import Any

import pytest

from opponent.ahead import fighters, next_fight, odds_of, team
from opponent.odds import Fighter, fighter, odds
from rules.atlas import TOWN
from rules.roster import BLOCK_IDS
from tests.opponent.fighting import Scene, by_the_rules, fought
from tests.rules.combat import battle, fight_round, round_number
from tests.rules.old_edition import OLD
from tests.rules.scene import Table, moving

FIGHTS = 250
ELSEWHERE = "kerak: [reynald-kerak] arabs-1"
"""Another siege, so that Player 1 has a battle to choose."""
BESIEGED = "acre: [king-guy@3] [walter@3] saladin@3 keukburi@2"
RELIEF = "acre: [king-guy@3] keukburi@1 turks-1@2\ncaesarea: walter@3\ntiberias: raymond-tiberias@2"
BOTH_COME = "move walter acre\nmove raymond-tiberias acre"
SIDON = "sidon: balian@1\nbeaufort: saladin@3\nbeirut: walter@3\ntyre: conrad@2"
TO_SIDON = ("move saladin sidon", "move walter sidon\nmove conrad sidon")
NABLUS = "nablus: balian@3 raymond-tripoli@2\nbaisan: saladin@3\nlegio: keukburi@3"
TO_NABLUS = "move saladin nablus\nmove keukburi nablus"
BAISAN = "baisan: king-guy@4 conrad@2\ntiberias: kurds-1@4 al-adil@3 turks-1@2"
TO_BAISAN = "move kurds-1 baisan\nmove al-adil baisan\nmove turks-1 baisan"


def scene(town: str, places: str, moves: str = "", answer: str = "", sally: bool = False, **facts: Any) -> Scene:
    """A fight at a town, and the position in which Player 1 chooses it."""
    table = battle(f"{places}\n{ELSEWHERE}", moves, answer, **facts)
    return ahead(table, town, sally)


def ahead(table: Table, town: str, sally: bool) -> Scene:
    """The fight at a town when Player 1 chooses it."""
    assert table.step == "choose-battle"
    fight = next_fight(table.position, TOWN[town], sally)
    assert fight is not None
    return Scene(table.position, fight, fight.kind)


def rounds(one: Scene) -> dict[str, int]:
    """The round in which each block of a fight comes."""
    those = [(f, side) for side in (0, 1) for f in fighters(one.position, one.fight, side)]
    blocks = [(block, side) for side in (0, 1) for block in team(one.position, one.fight, side)]
    return {
        BLOCK_IDS[block]: next(f.round for f, of in those if (f[:3], of) == (fighter(one.position, block)[:3], side))
        for block, side in blocks
    }


def with_jihad() -> Scene:
    """Relief by Player 1 at the place of his Jihad."""
    table = Table(moving(f"{RELIEF}\n{ELSEWHERE}", first="frank", frank="jihad"))
    table.do("frank", "move walter acre", "done", "declare-jihad acre").do("saracen", "done")
    return ahead(table, "acre", sally=True)


FIGHTS_AHEAD: dict[str, Callable[[], Scene]] = {
    "a sally": lambda: scene("acre", BESIEGED, sally=True),
    "a storm": lambda: scene("acre", "acre: [walter@2] saladin@3 keukburi@1"),
    "relief in rounds 1 and 2": lambda: scene("acre", RELIEF, BOTH_COME, first="frank"),
    "the same with a sally": lambda: scene("acre", RELIEF, BOTH_COME, first="frank", sally=True),
    "relief in rounds 2 and 3": lambda: scene("acre", RELIEF, "", BOTH_COME),
    "the same, later, with a sally": lambda: scene("acre", RELIEF, "", BOTH_COME, sally=True),
    "relief and sally with Jihad": with_jihad,
    "reserves of defenders": lambda: scene("sidon", SIDON, *TO_SIDON),
    "reserves of attackers": lambda: scene("nablus", NABLUS, TO_NABLUS),
    "attackers who leave in round 4 of 1.4": lambda: scene("baisan", BAISAN, TO_BAISAN, ruleset=OLD),
}


PARTS = ("a sally", "relief in rounds 1 and 2", "relief in rounds 2 and 3")
"""What these have, others of the fights have as well, and more."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.whole) if name in PARTS else name for name in FIGHTS_AHEAD]
)
def test_odds_are_those_of_fights_played_by_the_rules(name: str) -> None:
    one = FIGHTS_AHEAD[name]()
    found = odds_of(one.position, one.fight, [one.teams], Random(1))
    won, lost, dealt = by_the_rules(one, FIGHTS)
    assert found.exact
    assert 0.02 < found.win < 0.98, "it may go either way"
    assert abs(found.win - won) < 3.5 * sqrt(found.win * (1 - found.win) / FIGHTS)
    assert lost == pytest.approx(found.lost, abs=0.4)
    assert dealt == pytest.approx(found.dealt, abs=0.4)


def test_the_besieged_attack_whoever_moved() -> None:
    """6.55, 6.56."""
    told = {
        name: (one.fight.kind, one.fight.attacker, one.fight.sally)
        for name, make in FIGHTS_AHEAD.items()
        for one in [make()]
    }
    assert told["a sally"] == ("sally", 0, True)
    assert told["a storm"] == ("storm", 1, False)
    assert told["relief in rounds 1 and 2"] == told["relief in rounds 2 and 3"] == ("relief", 0, False)
    assert told["the same with a sally"] == ("relief", 0, True)


def test_the_castle_comes_out_when_both_sides_are_in_the_field() -> None:
    late = FIGHTS_AHEAD["the same, later, with a sally"]()
    assert rounds(late) == {"king-guy": 2, "walter": 2, "raymond-tiberias": 3, "keukburi": 1, "turks-1": 1}
    assert "king-guy" not in rounds(FIGHTS_AHEAD["relief in rounds 2 and 3"]())
    assert rounds(FIGHTS_AHEAD["a sally"]())["king-guy"] == 1


def test_who_has_cleared_the_field_defends_it_against_reserves() -> None:
    """6.41: of the same letter he fires first from then on, and in the end the others must leave."""
    now, late = Fighter(1, "C", 1), Fighter(6, "B", 1, round=2)
    assert odds([Fighter(6, "B", 1)], [now, late]).win == pytest.approx(1)
    assert odds([Fighter(6, "B", 1)], [now._replace(round=2), late]).win == 0
    stays = odds([Fighter(6, "B", 1)], [now, Fighter(1, "C", 4, round=2)], rounds=2)
    assert stays.win == pytest.approx((5 / 6) ** 3)
    assert stays.dealt == pytest.approx(2)


def test_with_jihad_all_attackers_fire_first_in_round_one() -> None:
    late_letter, early_letter = [Fighter(6, "C", 1)], [Fighter(6, "A", 1)]
    assert odds(late_letter, early_letter).win == 0
    assert odds(late_letter, early_letter, jihad=True).win == pytest.approx(1)


@pytest.mark.parametrize("fights", [8, pytest.param(24, marks=pytest.mark.whole)])
def test_odds_are_those_of_fights_rolled_block_by_block(fights: int) -> None:
    """With and without Jihad, sallies that begin late and attackers who leave in round 4."""
    random = Random(3)
    for number in range(fights):
        teams = [[_fighter(random) for _ in range(random.randint(1, 4))] for _ in range(2)]
        how = {
            "jihad": number % 3 == 0,
            "begin": 1 + number % 2,
            "leaving": 4 * (number % 4 == 3),
            "rounds": 3 + (number % 4 == 3),
        }
        found = odds(*teams, **how)
        won, lost, dealt = fought((teams[0], teams[1]), 1_500, random, **how)
        assert abs(found.win - won) < 4.5 * sqrt(found.win * (1 - found.win) / 1_500) + 0.002, (teams, how)
        assert lost == pytest.approx(found.lost, abs=0.35)
        assert dealt == pytest.approx(found.dealt, abs=0.35)


def _fighter(random: Random) -> Fighter:
    return Fighter(random.randint(1, 4), random.choice("ABC"), random.randint(1, 4), random.choice((1, 1, 2, 3)))


def test_a_town_without_a_siege_has_no_sally() -> None:
    one = FIGHTS_AHEAD["reserves of attackers"]()
    assert next_fight(one.position, TOWN["nablus"], sally=True) is None
    assert next_fight(one.position, TOWN["egypt"]) is None


def test_while_a_sally_is_asked_for_its_odds_are_those_of_the_rounds_left() -> None:
    """The storm of the round has been declined; nothing else of a battle under way has odds."""
    town = TOWN["acre"]
    table = battle(BESIEGED).do("saracen", "storm -")
    assert next_fight(table.position, town) is None
    fight = next_fight(table.position, town, sally=True)
    assert fight is not None
    assert (fight.kind, fight.begin) == ("sally", 1)
    table.do("frank", "sally walter")
    assert next_fight(table.position, town, sally=True) is None
    fight_round(table)
    assert (table.step, round_number(table)) == ("sally", 2)
    alone, together = (_at(table, town, sally) for sally in (False, True))
    assert (alone.fight.begin, len(alone.teams[0]), len(together.teams[0])) == (2, 1, 2)
    now = odds_of(alone.position, together.fight, [together.teams], Random(1))
    assert now == odds(*together.teams, begin=2)
    assert now.win < odds(*together.teams).win


def _at(table: Table, town: int, sally: bool) -> Scene:
    fight = next_fight(table.position, town, sally)
    assert fight is not None
    return Scene(table.position, fight, fight.kind)
