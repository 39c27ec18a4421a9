"""Each way in which a position can be wrong is noticed, and said in its own words (rules/soundness.py)."""

from collections.abc import Callable

import pytest

from rules.atlas import SIDES, TOWN
from rules.places import DEAD, GONE, MASYAF, POOL, STAGING
from rules.position import Position
from rules.roster import BLOCK
from rules.soundness import problems
from tests.rules.combat import battle
from tests.rules.scene import Table, moving

PLACES = "acre: [king-guy] saladin\nhama: [tuman] walter\ntyre: conrad balian\nantioch: bohemond\nharim: taqi-al-din"
Spoil = Callable[[Position], None]


def _at(block: str, place: int) -> Spoil:
    return lambda position: position.put(BLOCK[block], place)


def _set(name: str, value: object) -> Spoil:
    return lambda position: setattr(position, name, value)


def _steps(block: str, steps: int) -> Spoil:
    return lambda position: position.steps.__setitem__(BLOCK[block], steps)


def _inside(*blocks: str) -> Spoil:
    def spoil(position: Position) -> None:
        for block in blocks:
            position.castle |= 1 << BLOCK[block]
        position.rebuild()

    return spoil


def _all(*spoils: Spoil) -> Spoil:
    def spoil(position: Position) -> None:
        for each in spoils:
            each(position)

    return spoil


WRONG: dict[str, tuple[Spoil, str]] = {
    "year before the first": (_set("year", 1186), "there is no year 1186"),
    "year after the last": (_set("year", 1193), "there is no year 1193"),
    "no turn": (_set("turn", 0), "there is no turn 0"),
    "turn after the sixth": (_set("turn", 7), "there is no turn 7"),
    "strength 0": (_steps("conrad", 0), "a block's strength is not between 1 and its maximum"),
    "strength 5": (_steps("conrad", 5), "a block's strength is not between 1 and its maximum"),
    "Assassins abroad": (_at("assassins", TOWN.get("masyaf", POOL)), "the Assassins are not in Masyaf"),
    "Crusader gone": (_at("turks-1", GONE), "turks-1 is out of the game but not a permanent loss"),
    "weak in the pool": (_all(_at("conrad", POOL), _steps("conrad", 1)), "conrad waits at less than full strength"),
    "weak among the dead": (
        _all(_at("turks-1", DEAD), _steps("turks-1", 1)),
        "turks-1 waits at less than full strength",
    ),
    "in another nation's box": (_at("richard", STAGING["french"]), "richard is in a staging box that is not its own"),
    "no Crusader in a box": (_at("walter", STAGING["french"]), "walter is in a staging box that is not its own"),
    "in Masyaf": (_at("conrad", MASYAF), "conrad is in Masyaf"),
    "towns by block": (
        lambda p: p.where.__setitem__(BLOCK["conrad"], TOWN["acre"]),
        "blocks by town disagree with towns by block",
    ),
    "who holds": (lambda p: p.held.__setitem__(0, 0), "who holds which town is out of date"),
    "who is present": (lambda p: p.present.__setitem__(1, 0), "who holds which town is out of date"),
    "castle off the map": (
        lambda p: setattr(p, "castle", p.castle | 1 << BLOCK["richard"]),
        "a block in a castle is not on the map",
    ),
    "marked off the map": (_set("due2", 1 << BLOCK["richard"]), "marked blocks are not on the map: ('richard',)"),
    "crowded castle": (_inside("conrad", "balian"), "blocks in the castle of tyre without a siege"),
    "nobody besieges": (_at("saladin", TOWN["damascus"]), "nobody besieges acre"),
    "nobody besieged": (_at("king-guy", TOWN["nablus"]), "nobody is besieged in acre"),
    "marker away": (
        lambda p: p.markers.__setitem__(TOWN["acre"], BLOCK["taqi-al-din"]),
        "the besieger's marker at acre is not there",
    ),
    "contested in the draw": (
        _all(_at("walter", TOWN["harim"]), _set("phase", "draw")),
        "contested fields outside movement and battle: ['harim']",
    ),
    "road overfull": (lambda p: p.road_use.__setitem__(0, 5), "road 0 used by 5 blocks"),
    "hand": (_set("hands", (("move-1",) * 3, ("move-2",) * 4)), "frank hold 3 cards in turn 2"),
    "too many of a kind": (_set("spent", (("assassins",) * 4, ())), "too many cards of kind assassins"),
    "nobody awaited": (_set("waiting", 0), "nobody is awaited and the game is not over"),
    "awaited after the end": (_set("winner", 0), "the game is over but somebody is awaited"),
}


@pytest.mark.parametrize("name", WRONG)
def test_each_fault_is_said(name: str) -> None:
    position = moving(PLACES)
    assert problems(position) == []
    spoil, words = WRONG[name]
    spoil(position)
    assert words in problems(position)


@pytest.mark.parametrize(("most", "found"), [(4, []), (5, ["road 0 used by 5 blocks"])])
def test_a_road_used_to_its_limit_is_sound(most: int, found: list[str]) -> None:
    """5.1: the road Antioch - Harim is a major one; what is written of it counts in the movement phase alone."""
    position = moving(PLACES)
    position.road_use[0] = most
    assert problems(position) == found
    position.phase = "event"
    assert not any("road" in problem for problem in problems(position))


def _fighting() -> Table:
    return battle("legio: balian walter\nbaisan: saladin keukburi", "move saladin legio\nmove keukburi legio")


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("name", ["storming", "sallying"])
def test_who_storms_or_sallies_is_in_the_town(name: str, side: int) -> None:
    position = _fighting().position
    setattr(position.combat, name, 1 << BLOCK[("conrad", "zangi")[side]])
    assert "storming or sallying blocks that are not there" in problems(position), SIDES[side]


def test_nobody_storms_and_sallies() -> None:
    position = _fighting().position
    position.combat.storming = position.combat.sallying = 1 << BLOCK["saladin"]
    assert "storming or sallying blocks that are not there" in problems(position)


@pytest.mark.parametrize("side", [0, 1])
def test_retreats_by_a_road_have_a_limit(side: int) -> None:
    """6.61: four blocks a round by a major road."""
    position = _fighting().position
    position.combat.retreats[side, 0] = 4
    assert not any("retreating" in problem for problem in problems(position))
    position.combat.retreats[side, 0] = 5
    assert "road 0 used by 5 retreating blocks" in problems(position)
