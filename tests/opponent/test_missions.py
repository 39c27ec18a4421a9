"""Missions: forced marches where the edition has them, and weights and least chance
fitted to searched decisions.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from opponent.evaluate import WEIGHTS, for_missions, load_weights
from opponent.lab import missions as lab
from opponent.lab.missions import NAMES, Decision, Searched
from opponent.lab.tuning import write
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


def test_the_gain_of_a_mission_can_be_had_again_by_other_weights() -> None:
    position = moving("jerusalem: king-guy balian\nacre: conrad walter\nhebron: arabs-1\nnablus: kurds-1@1")
    planner = Planner(position, 0)
    found = planner.missions()
    assert found
    assert [planner.gain_of(mission) for mission in found] == pytest.approx([mission.gain for mission in found])
    loved = Planner(position, 0, replace(WEIGHTS, missions=(("town", 5.0),)))
    assert any(loved.gain_of(mission) > mission.gain + 0.1 for mission in found)


def test_factors_of_missions_change_the_ranking_and_nothing_else(tmp_path: Path) -> None:
    weights = replace(WEIGHTS, missions=(("hold", 2.0), ("price", 0.5)))
    ranking = for_missions(weights)
    assert (ranking.hold, ranking.price) == (2 * WEIGHTS.hold, WEIGHTS.price / 2)
    assert (weights.hold, weights.price) == (WEIGHTS.hold, WEIGHTS.price)
    write(weights, "a test", tmp_path / "weights.json")
    assert load_weights(tmp_path / "weights.json") == weights


# The fit


def searched(
    gain: float, worth: float, *, slope: float = 0.0, cost: float = 1.0, chance: float | None = None
) -> Searched:
    """A mission of which only the weight ``hold`` changes the gain."""
    slopes = tuple(slope if name == "hold" else 0.0 for name in NAMES)
    return Searched(gain, slopes, cost, chance, worth)


def decisions(*missions: Searched) -> list[Decision]:
    return [Decision(seed, seed % 2, "2.0", 0.0, missions) for seed in range(40)]


def test_a_weight_is_moved_by_which_the_better_mission_comes_first() -> None:
    sample = decisions(searched(2.0, 0.0), searched(1.5, 5.0, slope=2.0))
    weights, figures = lab.fit_all(sample, 0.5, 0.02)
    assert figures["factors"]["hold"] > 1.25
    assert {name: factor for name, factor in figures["factors"].items() if name != "hold"} == dict.fromkeys(
        (*NAMES[:4], *NAMES[5:], "price"), 1.0
    )
    assert figures["gain"]["others"][0] == pytest.approx(5.0), "of games that the fit did not see"
    assert dict(weights.missions)["hold"] == pytest.approx(figures["factors"]["hold"], abs=0.01)


def test_moves_count_less_where_the_dearer_mission_is_the_better() -> None:
    weights, _ = lab.fit_all(decisions(searched(2.0, 0.0), searched(3.0, 5.0, cost=2.0)), 0.5, 0.02)
    assert for_missions(weights).price < WEIGHTS.price


@pytest.mark.parametrize(("worth", "dares"), [(4.0, True), (-4.0, False)])
def test_an_attack_is_dared_at_the_chance_at_which_it_gains(worth: float, dares: bool) -> None:
    weights, _ = lab.fit_all(decisions(searched(1.0, 1.0), searched(3.0, worth, chance=0.22)), 0.5, 0.02)
    for side in (0, 1):
        assert (weights.dare(side) <= 0.22) is dares


def test_movements_are_searched_and_kept(tmp_path: Path) -> None:
    kept = tmp_path / "decisions.json"
    found = lab.gather(1e9, 1, 1, 7, 2, kept)
    assert [len(decision.missions) > 1 for decision in found] == [True]
    assert lab.read_decisions(kept) == found
    assert len({mission.worth for decision in found for mission in decision.missions}) > 1


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
