"""Movements and the judgement behind them, in positions where one thing is plainly right."""

from math import sqrt
from random import Random

import pytest

from opponent.evaluate import chance_to_win, load_weights
from opponent.missions import Mission
from opponent.odds import Fighter, odds
from opponent.plans import Planner
from opponent.policy import Policy, mission_reason
from opponent.reasons import Reason
from opponent.search import Effort, Search, end_of_turn
from rules import game
from rules.actions import Action
from rules.atlas import SIDES, TOWN
from rules.dice import SystemDice
from rules.roster import BLOCK, BLOCK_IDS
from tests.rules.scene import moving

FAR_AWAY = "egypt: al-adil al-aziz\naleppo: zangi sanjar"


def goals(places: str, side: str = "frank", **facts: str) -> list[str]:
    """Where the blocks of a side go, in order."""
    position = moving(places, first=side, **facts)  # type: ignore[arg-type]
    plan = Planner(position, SIDES.index(side)).find()
    return [action.path[-1] for action in plan.actions if action.path]


def test_nobody_attacks_a_strong_city_alone() -> None:
    assert "damascus" not in goals(
        f"beaufort: reynald-sidon\nacre: king-guy\ndamascus: saladin al-mashtub keukburi\n{FAR_AWAY}"
    )
    assert "antioch" not in goals(
        f"harim: raymond-tiberias@1\nantioch: turks-1@2 turks-2@3\nacre: king-guy\n{FAR_AWAY}"
    )


def test_a_city_without_anybody_in_it_is_taken() -> None:
    assert "damascus" in goals(
        "beaufort: reynald-sidon conrad\nacre: king-guy\negypt: al-adil al-aziz\naleppo: zangi sanjar"
    )


def test_before_winter_nobody_goes_to_a_town_that_cannot_feed_him() -> None:
    places = (
        f"acre: king-guy walter balian\ntiberias: jerusalem-templars gaza-templars conrad reynald-sidon\n{FAR_AWAY}"
    )
    found = goals(places, turn="1188.6")
    assert found
    assert not {"acre", "tiberias"} & set(found)
    assert len(found) >= 2


def test_a_city_that_can_be_reached_keeps_somebody() -> None:
    position = moving("jerusalem: king-guy\nacre: conrad walter\nhebron: saladin al-adil\nnablus: arabs-1")
    assert not any(action.block == "king-guy" for action in Planner(position, 0).find().actions)


def test_a_reason_counts_those_for_whom_the_roads_have_room_with_those_who_went_before() -> None:
    """Two blocks may use the minor road from Tyre to Acre (5.1)."""
    names = ("saladin", "keukburi", "sanjar")
    position = moving(f"sidon: {' '.join(names)}\nacre: balian@1\njerusalem: king-guy\negypt: al-aziz", first="saracen")
    all_three = Mission(TOWN["acre"], tuple(BLOCK[name] for name in names), 1.0, 1, "move")
    policy = Policy()
    policy.adopt(Planner(position, 1).find(all_three), position)
    besieging = Reason(
        "besiege",
        {
            "town": "acre",
            "count": 2,
            "blocks": [BLOCK_IDS[block] for block in sorted(BLOCK[name] for name in names[:2])],
        },
    )
    for _ in range(2):
        action = policy.decide(position, 1)
        assert (action.path or ())[-1] == "acre"
        assert policy.why == besieging
        position = game.apply(position, "saracen", action, SystemDice()).position
    action = next(one for _ in range(40) if (one := policy.decide(position, 1)).block == "sanjar")
    assert policy.why == Reason("take", {"town": (action.path or ())[-1]})


BESIEGED = f"acre: [king-guy] saladin@2\ntiberias: conrad balian\ntripoli: raymond-tripoli\n{FAR_AWAY}"


@pytest.mark.parametrize(
    ("way", "names", "key"),
    [("move", ("conrad", "balian"), "relieve"), ("sea-move", ("raymond-tripoli",), "castle-by-sea")],
)
def test_who_goes_to_a_besieged_castle_of_their_own_does_not_besiege_it(
    way: str, names: tuple[str, ...], key: str
) -> None:
    mission = Mission(TOWN["acre"], tuple(BLOCK[name] for name in names), 1.0, 1, way)
    why = mission_reason(moving(BESIEGED), 0, mission, load_weights())
    assert (why.key, why.params["count"]) == (key, len(names))


def test_a_plan_that_nothing_can_be_changed_of_is_kept() -> None:
    position = moving("jerusalem: king-guy\nhebron: saladin al-adil")
    search = Search(0, Effort(plans=2, worlds=2, battle_worlds=2, changes=4), Random(1))
    assert search.choose([[Action("done")]], [position], end_of_turn()).number == 0
    assert search.plan(lambda random: position).missions == ()


BATTLES = [
    ([(3, "A", 4), (3, "B", 4)], [(2, "B", 4), (2, "B", 3)]),
    ([(2, "B", 3), (2, "B", 3)], [(3, "B", 4)]),
    ([(1, "C", 4), (2, "A", 3), (2, "B", 3)], [(3, "B", 3), (3, "B", 2)]),
    ([(4, "B", 4), (3, "B", 4), (3, "B", 3)], [(3, "A", 4), (2, "A", 4), (1, "C", 4), (2, "C", 3)]),
    ([(2, "B", 1)], [(3, "A", 4)]),
    ([(2, "B", 4)] * 4, [(2, "B", 3)]),
]


def as_force(fighters: list[tuple[int, str, int]]) -> tuple[float, float, float, float]:
    hits = [sum(power / 6 * steps for power, letter, steps in fighters if letter == one) for one in "ABC"]
    return hits[0], hits[1], hits[2], float(sum(steps for _, _, steps in fighters))


def test_the_judgement_of_a_fight_is_near_the_odds() -> None:
    gaps = []
    for attackers, defenders in BATTLES:
        found = odds([Fighter(*one) for one in attackers], [Fighter(*one) for one in defenders])
        chance, lost, dealt = chance_to_win(as_force(attackers), as_force(defenders))
        gaps.append(chance - found.win)
        assert lost == pytest.approx(found.lost, abs=1.5)
        assert dealt == pytest.approx(found.dealt, abs=1.5)
    assert sqrt(sum(gap * gap for gap in gaps) / len(gaps)) < 0.1
