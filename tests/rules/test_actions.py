"""Actions as data: what is read, what is refused before any rule is asked, and what a list of offers contains
(rules/actions.py).
"""

from typing import Any

import pytest

from rules.actions import FIELDS, Action, Actions, BadAction, Offer, SetChoice, from_json

SAMPLES: dict[str, Any] = {
    "block": "balian",
    "town": "acre",
    "card": "guide",
    "target": {"town": "acre", "area": "castle"},
    "path": ["acre", "tyre"],
    "port": "tyre",
    "road": "sea",
    "blocks": ["balian", "walter"],
    "to": "tyre",
}


def test_every_type_is_read_and_written_alike() -> None:
    for type_, (required, _) in FIELDS.items():
        data = {"type": type_} | {name: SAMPLES[name] for name in required}
        assert from_json(data).to_json() == data


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (None, "an object with a 'type'"),
        ([], "an object with a 'type'"),
        ("move", "an object with a 'type'"),
        ({}, "'type' must be one of: assassinate, charge"),
        ({"type": "conquer"}, "'type' must be one of"),
        ({"type": 3}, "'type' must be one of"),
        ({"type": ["done"]}, "'type' must be one of"),
        ({"type": "fire"}, "'fire' needs the field 'block'"),
        ({"type": "move", "block": "balian"}, "'move' needs the field 'path'"),
        ({"type": "done", "block": "balian"}, "'done' has no field 'block'; it has: none"),
        ({"type": "fire", "block": "balian", "to": "acre"}, "'fire' has no field 'to'; it has: block"),
        ({"type": "fire", "block": "balian", 7: 1}, "'fire' has no field '7'"),
        ({"type": "fire", "block": "barbarian"}, "'block' must be the id of a block"),
        ({"type": "fire", "block": None}, "'block' must be the id of a block"),
        ({"type": "fire", "block": ["balian"]}, "'block' must be the id of a block"),
        ({"type": "fire", "block": 18}, "'block' must be the id of a block"),
        ({"type": "fire", "block": {"id": "balian"}}, "'block' must be the id of a block"),
        ({"type": "play-card", "card": "move-4"}, "'card' must be the id of a card"),
        ({"type": "muster-to", "town": "masyaf"}, "'town' must be the id of a town"),
        ({"type": "muster-to", "town": "england"}, "'town' must be the id of a town"),
        ({"type": "muster-to", "town": "Acre"}, "'town' must be the id of a town"),
        ({"type": "retreat", "block": "balian", "to": "masyaf"}, "'to' must be the id of a town"),
        ({"type": "move", "block": "balian", "path": []}, "'path' must be a list of one to four towns"),
        ({"type": "move", "block": "balian", "path": "acre"}, "'path' must be a list of one to four towns"),
        ({"type": "move", "block": "balian", "path": {"0": "acre"}}, "'path' must be a list of one to four towns"),
        ({"type": "move", "block": "balian", "path": ["acre"] * 5}, "'path' must be a list of one to four towns"),
        ({"type": "move", "block": "balian", "path": ["krak", "masyaf"]}, r"Masyaf cannot be entered, 1\.12"),
        ({"type": "move", "block": "balian", "path": [["acre"]]}, "'path' must be the id of a town"),
        (
            {"type": "move", "block": "balian", "path": ["acre"], "forced": False},
            "'forced' must be true, or be left out",
        ),
        ({"type": "move", "block": "balian", "path": ["acre"], "forced": 1}, "'forced' must be true, or be left out"),
        (
            {"type": "move", "block": "balian", "path": ["acre"], "forced": None},
            "'forced' must be true, or be left out",
        ),
        ({"type": "sea-move", "block": "balian", "port": "acre", "area": "reserve"}, "an area: field or castle"),
        ({"type": "main-road", "town": "acre", "road": "england"}, "a neighboring town, 'sea' or 'germania'"),
        ({"type": "storm", "blocks": "saladin"}, "'blocks' must be a list of block ids"),
        ({"type": "storm", "blocks": None}, "'blocks' must be a list of block ids"),
        ({"type": "storm", "blocks": ["saladin", "saladin"]}, "'blocks' names a block twice"),
        ({"type": "storm", "blocks": ["saladin", 1]}, "'blocks' must be the id of a block"),
        ({"type": "storm", "blocks": ["saladin"] * 65}, "'blocks' must be a list of block ids"),
        ({"type": "assassinate", "target": "nobody"}, "'target' must be the id of a block"),
        (
            {"type": "assassinate", "target": ["acre", "field"]},
            "'target' must be the id of a face-up block, or an object",
        ),
        (
            {"type": "assassinate", "target": {"town": "acre"}},
            "'target' must be the id of a face-up block, or an object",
        ),
        (
            {"type": "assassinate", "target": {"town": "acre", "area": "field", "index": 1}},
            "'target' must be the id of a face-up block",
        ),
        ({"type": "assassinate", "target": {"town": "england", "area": "field"}}, "'town' must be the id of a town"),
        ({"type": "assassinate", "target": {"town": "acre", "area": "moat"}}, "an area: field, castle or reserve"),
    ],
)
def test_bad_data_is_refused_with_the_field_that_is_wrong(data: Any, words: str) -> None:
    with pytest.raises(BadAction, match=words):
        from_json(data)


def test_an_overlong_field_name_is_cut_short() -> None:
    """Error texts go back to the sender of the data."""
    with pytest.raises(BadAction) as error:
        from_json({"type": "done", "x" * 10_000: 1})
    assert len(str(error.value)) < 120


def test_optional_fields_are_kept() -> None:
    action = from_json({"type": "sea-move", "block": "richard", "port": "tyre", "area": "field"})
    assert action == Action("sea-move", block="richard", port="tyre", area="field")
    assert from_json({"type": "muster", "block": "balian", "path": ["acre"], "forced": True}).forced is True
    assert from_json({"type": "sally", "blocks": []}).blocks == ()


def test_offers_multiply_out_into_actions() -> None:
    offers = [
        Offer("move", None, (("block", ("balian", "walter")), ("path", (("acre",), ("acre", "tyre"), ("legio",))))),
        Offer("done"),
    ]
    actions = Actions(offers)
    assert len(actions) == len(list(actions)) == 7
    assert len(set(actions)) == 7
    assert actions[-1] == Action("done")
    assert actions[0] in actions
    assert Action("move", block="walter", path=("legio",)) in actions
    assert Action("move", block="josselin", path=("legio",)) not in actions
    assert Action("move", block="walter", path=("legio",), forced=True) not in actions
    assert actions[1:3] == [actions[1], actions[2]]
    with pytest.raises(IndexError):
        actions[7]


def test_a_set_choice_is_judged_by_number_and_candidates() -> None:
    choice = SetChoice("storm", ("balian", "walter", "conrad"), 1, 2)
    actions = Actions([Offer("storm", set=choice)])
    assert list(actions) == [choice]
    for blocks, legal in [
        (("balian",), True),
        (("walter", "conrad"), True),
        ((), False),
        (("balian", "walter", "conrad"), False),
        (("josselin",), False),
        (("balian", "balian"), False),
    ]:
        assert (choice.choose(blocks) in actions) is legal


def test_offers_are_shown_with_their_alternatives() -> None:
    """The form of docs/views.md."""
    offer = Offer("move", None, (("block", ("balian",)), ("path", (("acre",),))), about={"cost": 1})
    assert offer.to_json() == {"type": "move", "block": "balian", "path": {"any": [("acre",)]}, "about": {"cost": 1}}
    hidden = Offer("assassinate", None, (("target", ("saladin", ("acre", "castle"))),))
    assert hidden.to_json() == {
        "type": "assassinate",
        "target": {"any": ["saladin", {"town": "acre", "area": "castle"}]},
    }
    sally = Offer("sally", set=SetChoice("sally", ("balian",), 0, 1))
    assert sally.to_json() == {"type": "sally", "blocks": {"some": ["balian"], "least": 0, "most": 1}}
