"""Missions: forced marches where the edition has them, the weights that rank them, and plans cut to some of them."""

from dataclasses import replace

import pytest

from opponent.evaluate import WEIGHTS, for_missions
from opponent.missions import Mission
from opponent.plans import Plan, Planner
from rules.actions import Action
from rules.atlas import SIDES, TOWN, TOWN_IDS
from rules.roster import BLOCK
from rules.ruleset import Ruleset
from tests.rules.scene import moving

OLD = Ruleset.of("1.4")


@pytest.mark.parametrize(
    ("side", "places"),
    [
        ("frank", "jerusalem: king-guy balian\nnablus: conrad@3\nbanyas: arabs-1\negypt: al-adil"),
        ("saracen", "damascus: saladin al-mashtub\nashtera: keukburi\nacre: walter@1\nantioch: bohemond"),
    ],
)
def test_forced_marches_are_planned_in_the_edition_that_has_them(side: str, places: str) -> None:
    position = moving(places, first=side, ruleset=OLD)
    planner = Planner(position, SIDES.index(side))
    ways = {(TOWN_IDS[mission.town], mission.way) for mission in planner.missions()}
    assert any(way == "force" for _, way in ways)
    forced = [mission for mission in planner.missions() if mission.way == "force"]
    for mission in forced:
        chosen = Planner(position, SIDES.index(side)).find(mission)
        taken = [action for action in chosen.actions if action.forced]
        assert {action.path[-1] for action in taken if action.path} >= {TOWN_IDS[mission.town]}
    now = moving(places, first=side)
    assert not any(mission.way == "force" for mission in Planner(now, SIDES.index(side)).missions())


def test_a_forced_march_costs_half_a_step_of_each_block() -> None:
    position = moving("jerusalem: king-guy balian@1\negypt: al-adil", ruleset=OLD)
    planner = Planner(position, 0)
    guy, balian = (position.where.index(TOWN["jerusalem"], start) for start in (0, 1))
    worths, steps = planner.ledger.worths, position.steps
    for block in (guy, balian):
        less = worths[block][steps[block] - 1] if steps[block] > 1 else 0.0
        assert planner._risk(1 << block) == pytest.approx(
            (worths[block][steps[block]] - less) * planner.ledger.material / 2
        )


def test_factors_of_missions_change_the_ranking_and_nothing_else() -> None:
    weights = replace(WEIGHTS, missions=(("hold", 2.0), ("price", 0.5)))
    ranking = for_missions(weights)
    assert (ranking.hold, ranking.price) == (2 * WEIGHTS.hold, WEIGHTS.price / 2)
    assert (weights.hold, weights.price) == (WEIGHTS.hold, WEIGHTS.price)


def test_a_plan_keeps_the_call_of_a_muster_with_its_blocks_and_drops_it_with_them() -> None:
    """A plan cut to one mission once called a muster to which nobody came (5.3)."""
    march, call, follow = (
        Action("move", block="king-guy", path=("acre",)),
        Action("muster-to", town="tripoli"),
        Action("muster", block="balian", path=("tripoli",)),
    )
    acre, tripoli = TOWN["acre"], TOWN["tripoli"]
    missions = (
        Mission(acre, (BLOCK["king-guy"],), 1.0, 1, "move"),
        Mission(tripoli, (BLOCK["balian"],), 0.5, 1, "muster"),
    )
    plan = Plan((march, call, follow), 1.5, missions)
    assert plan.first_alone().actions == plan.without(missions[1]).actions == (march,)
    assert plan.without(missions[0]).actions == (call, follow)


def test_a_winter_campaign_goes_with_its_mission() -> None:
    campaign = Action("winter-campaign", town="acre")
    mission = Mission(TOWN["acre"], (), 1.0, 1, "winter-campaign")
    assert Plan((campaign,), 1.0, (mission,)).first_alone().actions == (campaign,)


def test_a_plan_takes_no_call_from_another_whose_blocks_it_uses_itself() -> None:
    own = Plan((Action("move", block="balian", path=("sidon",)),), 1.0, ())
    call, come, other = (
        Action("muster-to", town="tripoli"),
        Action("muster", block="balian"),
        Action("move", block="walter"),
    )
    missions = (
        Mission(TOWN["tripoli"], (BLOCK["balian"],), 1.0, 1, "muster"),
        Mission(TOWN["acre"], (BLOCK["walter"],), 1.0, 1, "move"),
    )
    assert own.joined_by(Plan((call, come, other), 2.0, missions)).actions == (*own.actions, other)
