"""What would follow from a move: said before, and true afterward."""

from random import Random
from typing import Any

import pytest

from rules import game
from rules.actions import Action
from rules.atlas import SIDES, TOWN, TOWN_IDS
from rules.dice import SeededDice
from rules.position import Position
from rules.roster import BLOCK
from tests.rules.recorded_games import turns
from tests.rules.scene import Table, moving, reveal


def round_of_arrival(found: dict[str, Any], road: str) -> int:
    """The round in which a block entering by this road fights, from what :func:`entering` says.

    The English by sea are the Main Attack whatever was before (7.22)."""
    main = road in ("sea", found["main"]) or found["main"] is None
    return int(found["first"]) + (not main)


def seen(position: Position, side: str) -> dict[str, Any]:
    found: dict[str, Any] = game.observe(position, side)["prospects"]
    return found


def test_an_attack_says_battle_and_which_round_each_road_brings() -> None:
    table = Table(moving("acre: king-guy walter conrad\ntiberias: saladin\n"))
    assert seen(table.position, "frank")["towns"]["tiberias"] == {"follows": "battle", "main": None, "first": 1}
    table.do("frank", "move king-guy tiberias")
    found = seen(table.position, "frank")["towns"]["tiberias"]
    assert found == {"follows": "reinforcement", "main": "acre", "first": 1}
    assert round_of_arrival(found, "acre") == 1
    assert round_of_arrival(found, "baisan") == 2


def test_relief_of_a_besieged_castle_comes_a_round_late_for_player_two() -> None:
    places = "acre: [king-guy] saladin\ntyre: walter\n"
    assert seen(moving(places, first="saracen", mover="frank"), "frank")["towns"]["acre"] == {
        "follows": "relief",
        "main": None,
        "first": 2,
    }
    assert seen(moving(places), "frank")["towns"]["acre"]["first"] == 1


def test_joining_a_siege_taking_a_town_and_leaving() -> None:
    position = moving(
        "acre: [king-guy] saladin\njerusalem: taqi-al-din\ndamascus: al-aziz\ntyre: walter\n",
        first="saracen",
        mover="saracen",
    )
    found = seen(position, "saracen")
    assert found["towns"]["acre"] == {"follows": "joins-siege"}
    assert found["towns"]["tripoli"] == {"follows": "takes"}
    assert "egypt" not in found["towns"]
    assert found["leaving"]["acre"] == {"count": 1, "follows": "lifted"}
    assert found["leaving"]["jerusalem"] == {"count": 1, "follows": "lost"}
    assert "damascus" not in found["leaving"]


def test_roads_that_are_used_say_how_much_room_is_left() -> None:
    table = Table(moving("acre: king-guy walter conrad\n"))
    assert seen(table.position, "frank")["room"] == []
    table.do("frank", "move king-guy tyre", "move walter tiberias")
    assert seen(table.position, "frank")["room"] == [["acre", "tiberias", 3], ["acre", "tyre", 1]]
    assert seen(table.position, "frank")["limits"] == {"major": 4, "minor": 2}


def test_the_guide_doubles_the_limits() -> None:
    table = reveal("guide", "move-2", "acre: king-guy\n")
    while table.step != "move":
        (side,) = table.awaited
        table.do(side, "done")
    side = next(iter(table.awaited))
    expected = {"major": 8, "minor": 4} if side == "frank" else {"major": 4, "minor": 2}
    assert seen(table.position, side)["limits"] == expected


def test_a_battle_says_by_which_roads_each_side_may_retreat_and_how_many() -> None:
    table = Table(moving("acre: king-guy walter conrad\ntiberias: saladin kurds-1\nbeirut: turks-1\n"))
    table.do("frank", "move king-guy tiberias", "move walter tiberias", "done").do("saracen", "done")
    while table.step != "fight":
        (side,) = table.awaited
        table.do(
            side, str(table.actions(side)[0].type) + " tiberias" if table.step == "choose-battle" else "garrison -"
        )
    rooms = game.observe(table.position, None)["battle"]["retreats"]
    assert rooms["frank"] == {"acre": 4}
    assert rooms["saracen"] == {"ajlun": 4, "baisan": 4, "banyas": 2}


def test_only_the_side_that_moves_is_told() -> None:
    position = moving("acre: king-guy\ntyre: saladin\n")
    assert game.observe(position, "saracen")["prospects"] is None
    assert game.observe(position, None)["prospects"] is None


def test_a_victory_city_left_empty_is_named_with_the_enemies_who_could_enter_it_the_nearest_first() -> None:
    table = Table(moving("damascus: saladin\ntripoli: conrad\nbeaufort: king-guy\n", first="saracen"))
    assert "damascus" not in seen(table.position, "saracen")["empty"]
    table.do("saracen", "move saladin ashtera")
    assert seen(table.position, "saracen")["empty"]["damascus"] == ["beaufort", "tripoli"]


def test_a_block_on_the_only_way_guards_an_empty_city() -> None:
    enemy = "acre: king-guy\n"
    assert seen(moving(f"{enemy}egypt: saladin\n", first="saracen"), "saracen")["empty"] == {"damascus": ["acre"]}
    assert seen(moving(f"{enemy}banyas: saladin\n", first="saracen"), "saracen")["empty"] == {}


def test_an_enemy_who_is_attacked_and_pinned_threatens_no_city() -> None:
    places = "damascus: saladin\nbanyas: king-guy\n"
    table = Table(moving(places, first="saracen"))
    table.do("saracen", "move saladin banyas")
    assert "damascus" not in seen(table.position, "saracen")["empty"]


def test_what_lies_hidden_in_a_stack_changes_nothing_of_the_cities_named() -> None:
    fast, slow = [moving(f"egypt: saladin\ntripoli: {block}\n", first="saracen") for block in ("richard", "conrad")]
    assert seen(fast, "saracen")["empty"] == {"damascus": ["tripoli"]}
    assert seen(fast, "saracen") == seen(slow, "saracen")


def arrival_round(position: Position, block: str) -> int:
    bit = 1 << BLOCK[block]
    return 2 if position.due2 & bit else 3 if position.due3 & bit else 1


@pytest.mark.parametrize("name", ["uniform", "purposeful"])
def test_what_is_said_is_what_happens(name: str) -> None:
    """On moves of whole games: the round of arrival, new arrivals, control taken, sieges lifted."""
    random = Random(name)
    checked = 0
    for turn in turns(name):
        position = turn.outcome.position
        if position.step != "move":
            continue
        (side,) = position.awaited
        number = SIDES.index(side)
        actions = game.legal_actions(position, side)
        for action in random.sample(actions, min(3, len(actions))):
            if not isinstance(action, Action) or action.type not in ("move", "muster") or action.forced:
                continue
            check(position, side, number, action)
            checked += 1
    assert checked > 50


def check(position: Position, side: str, number: int, action: Action) -> None:
    block, path = action.block or "", action.path or ()
    start = TOWN_IDS[position.where[BLOCK[block]]]
    said = seen(position, side)
    found = said["towns"].get(path[-1])
    outcome = game.apply(position, side, action, SeededDice(1))
    after, end = outcome.position, TOWN[path[-1]]
    fights = bool(after.held[1 - number] >> end & 1)
    assert fights == (found is not None and "first" in found)
    if fights:
        assert found is not None
        assert arrival_round(after, block) == round_of_arrival(found, (start, *path)[-2])
    elif found is None:
        assert after.controller(end) == number
    elif found["follows"] == "joins-siege":
        assert after.sieges[end] == number
    leaves = said["leaving"].get(start)
    last = leaves is not None and leaves["count"] == 1 and path[-1] != start
    lifted = [event for event in outcome.events if event.type == "siege-lifted"]
    assert bool(lifted) == (last and leaves is not None and leaves["follows"] == "lifted")
    if last and leaves is not None and leaves["follows"] == "lost":
        assert after.controller(TOWN[start]) != number
