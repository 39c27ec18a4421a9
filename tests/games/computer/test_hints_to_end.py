"""A hint to end a step gives a reason that holds where it is given."""

from games import words_hints
from opponent import usual
from opponent.plans import Plan
from opponent.policy import WEIGHTS, Policy
from opponent.reasons import Reason
from rules.actions import Action
from rules.atlas import SIDES
from tests.rules.combat import battle
from tests.rules.scene import Table, moving

ENDS = {
    # The only way on would leave Jerusalem to Saladin.
    "a city is open": ("jerusalem: balian\nnablus: al-adil saladin kurds-1\njericho: turks-1 turks-2", (), "stay-open"),
    "the last Move is spent": ("acre: balian\nhoms: tuman", ("move balian tyre",), "no-moves"),
    "others may still go for it": ("acre: balian walter\nhoms: tuman", ("move balian tyre",), "no-moves-free"),
    "nobody can go": ("acre: [balian] saladin tuman\nhoms: kurds-1", (), "no-way"),
}


def test_a_hint_to_end_a_movement_says_what_holds_there() -> None:
    for case in ENDS:
        places, acts, key = ENDS[case]
        table = Table(moving(places, frank="move-1")).do("frank", *acts)
        policy = Policy(WEIGHTS)
        policy.adopt(Plan((), 0.0, ()), table.position)
        assert policy.decide(table.position, SIDES.index("frank")).type == "done"
        assert policy.why.key == key
        said = words_hints.reason_in_words(*policy.why)
        assert ("Moves that are left are lost" in said) is (key == "stay-open")
        if key == "stay-open":
            assert "would leave Jerusalem open to them" in said


def test_a_hint_names_no_town_that_no_enemy_can_reach() -> None:
    position = moving("acre: balian\nhama: tuman")
    policy = Policy(WEIGHTS)
    policy.adopt(Plan((), 0.0, ()), position)
    assert policy.decide(position, SIDES.index("frank")).type == "done"
    assert policy.why == Reason("stay")


def test_a_hint_to_regroup_no_more_says_so_where_nobody_can() -> None:
    """The last besieger has gone to Legio, and the garrison that won to Tyre."""
    table = battle("acre: [king-guy] saladin", turn="1187.2").do("saracen", "storm -").do("frank", "sally -")
    table.do("saracen", "retreat saladin legio", "done")
    assert table.step == "regroup"
    keys = []
    for acts in ((), ("regroup king-guy tyre",)):
        table.do("frank", *acts)
        found = usual.usual_reason(table.position, SIDES.index("frank"), Action("done"))
        assert found is not None
        keys.append(found.key)
    assert keys == ["regroup-done", "regroup-none"]
