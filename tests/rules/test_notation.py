"""Positions, actions, rulesets and draws in JSON and in notation: written, read, and refused where they are spoiled
(rules/record.py, rules/notation.py). What whole games pass is written and read in `test_every_moment.py`.
"""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import game
from rules.actions import Action, SetChoice
from rules.dice import DiceError, Draw, RecordedDice, SeededDice
from rules.notation import (
    parse_action,
    parse_position,
    parse_ruleset,
    print_action,
    print_position,
    print_ruleset,
)
from rules.places import BadPosition
from rules.position import Position
from tests.rules.combat import battle, fight_round
from tests.rules.playing import OPTIONS
from tests.rules.recorded_games import by_step
from tests.rules.scene import choosing, moving

POSITIONS: dict[str, Position] = {
    "no card is played yet": choosing(
        "acre: walter\ndamascus: saladin", frank="move-3 move-2 guide jihad move-1", saracen="move-3 move-1"
    ),
    "two sieges, one of each side": moving("acre: [king-guy] saladin\nhama: [tuman] walter", turn="1190.4"),
    "the second round of a battle": fight_round(
        battle("legio: balian walter\nbaisan: saladin keukburi", "move saladin legio\nmove keukburi nablus/legio")
    ).position,
    "two battles with reserves": battle(
        "legio: balian\nkerak: walter\nbaisan: saladin keukburi\namman: zangi\nzoar: sanjar",
        "move saladin legio\nmove keukburi nablus/legio\nmove zangi kerak\nmove sanjar kerak",
    ).position,
    "the winter": moving("acre: walter king-guy balian\ndamascus: saladin", turn="1188.6"),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_printed_is_read_as_it_was_and_shows_every_viewer_the_same(name: str) -> None:
    """Down to what is empty. Views whole: map, battle, arrivals, cards, pools and offers."""
    position = POSITIONS[name]
    again = parse_position(print_position(position))
    assert again.to_json() == position.to_json()
    assert (again.winter, again.played, again.revealed) == (position.winter, position.played, position.revealed)
    for viewer in ("frank", "saracen", None):
        assert game.observe(again, viewer) == game.observe(position, viewer)


def test_a_dash_is_no_card_and_no_work_in_winter() -> None:
    """8.0: a side's work is a word, empty outside of winter; a card that is not there is None."""
    position = parse_position("rules 2.0\n1188.6 winter winter frank\nplayed - | move-1\nwinter replace | -")
    assert position.winter == ("replace", "")
    assert position.played == (None, "move-1")


def compact(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"))


def test_rulesets_can_be_written_and_read() -> None:
    for ruleset in OPTIONS:
        assert parse_ruleset(print_ruleset(ruleset)) == ruleset
        assert game.Ruleset.from_json(json.loads(compact(ruleset.to_json()))) == ruleset


def test_a_draw_can_be_written_and_read() -> None:
    draw = Draw("fire:acre:1:saladin", "d6", 6, (1, 2, 3, 6))
    assert Draw.from_json(json.loads(compact(draw.to_json()))) == draw


def test_recorded_dice_refuse_what_was_not_drawn() -> None:
    """A record that does not fit is found at once."""
    draws = game.new_game(OPTIONS[3], SeededDice(1)).draws
    with pytest.raises(DiceError):
        game.new_game(OPTIONS[4], RecordedDice(draws))


# Garbage

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**30), 10**30),
    st.floats(allow_nan=True, allow_infinity=True),
    st.text(max_size=12),
    st.sampled_from(
        [
            "acre",
            "king-guy",
            "frank",
            "[king-guy",
            "king-guy@0",
            "king-guy@-1",
            "king-guy@99",
            "sea",
            "germania",
            "done",
            "masyaf",
        ]
    ),
    st.lists(
        st.one_of(st.none(), st.integers(-3, 99), st.text(max_size=5), st.sampled_from(["acre", "frank", "walter"])),
        max_size=5,
    ),
    st.dictionaries(st.text(max_size=6), st.one_of(st.none(), st.integers(-3, 99), st.text(max_size=5)), max_size=3),
)


def places_in(data: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in JSON data at which something could stand instead."""
    found = [way] if way else []
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        found += places_in(value, (*way, key))
    return found


def with_junk(data: Any, way: tuple[Any, ...], junk: Any, delete: bool) -> Any:
    copy = json.loads(json.dumps(data))
    here = copy
    for key in way[:-1]:
        here = here[key]
    if delete:
        del here[way[-1]]
    else:
        here[way[-1]] = junk
    return copy


@given(st.data())
def test_a_spoiled_position_is_bad_or_another_position(data: st.DataObject) -> None:
    """Position.from_json raises BadPosition and nothing else; what it reads can be checked and written."""
    for _ in range(25):
        step = data.draw(st.sampled_from(sorted(game.STEPS)))
        plain = data.draw(st.sampled_from(by_step()[step])).to_json()
        way = data.draw(st.sampled_from(places_in(plain)))
        spoiled = with_junk(plain, way, data.draw(JUNK), data.draw(st.booleans()))
        try:
            position = Position.from_json(spoiled)
        except BadPosition:
            continue
        assert isinstance(game.problems(position), list)
        position.to_json()


@given(st.data())
def test_a_spoiled_notation_is_bad_or_another_position(data: st.DataObject) -> None:
    """parse_position likewise."""
    for _ in range(10):
        step = data.draw(st.sampled_from(sorted(game.STEPS)))
        text = print_position(data.draw(st.sampled_from(by_step()[step])))
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.integers(0, 8))
        with suppress(BadPosition):
            parse_position(text[:start] + data.draw(st.text(max_size=6)) + text[end:])


def test_what_is_no_position_at_all_is_bad() -> None:
    wrong = ({"schema": 1}, {"schema": 2}, {"schema": 1, "ruleset": {"edition": "3"}})
    for garbage in (None, 3, "acre", [], {}, *wrong):
        with pytest.raises(BadPosition):
            Position.from_json(garbage)


def test_a_fact_that_cannot_be_is_bad() -> None:
    data = by_step()["move"][0].to_json()
    facts = {"phase": "summer", "step": "dance", "year": "1188", "waiting": ["pope"], "hands": [["ace"], []]}
    for fact, value in facts.items():
        with pytest.raises(BadPosition):
            Position.from_json(data | {fact: value})


def test_a_position_in_notation_is_written_as_people_write_it() -> None:
    """Comments, indentation and empty lines do not matter."""
    text = """
        rules 2.0 iron-bridge handicap=2
        1188.2 move move frank        # Player 1 moves

        first frank
        hands move-1 guide | -
        acre: [king-guy@3] saladin
    """
    position = parse_position(text)
    assert position.ruleset == game.Ruleset(iron_bridge=True, handicap=2)
    assert print_position(position).splitlines() == [
        "rules 2.0 iron-bridge handicap=2",
        "1188.2 move move frank",
        "first frank",
        "hands move-1 guide | -",
        "acre: [king-guy@3] saladin",
        "masyaf: assassins",
        *[line for line in print_position(position).splitlines() if line.startswith("pool:")],
    ]


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("done", Action("done")),
        ("move king-guy ramallah/jaffa", Action("move", block="king-guy", path=("ramallah", "jaffa"))),
        ("muster walter acre !", Action("muster", block="walter", path=("acre",), forced=True)),
        ("sally -", Action("sally", blocks=())),
        ("storm saladin,turks-1", Action("storm", blocks=("saladin", "turks-1"))),
        ("assassinate acre/field", Action("assassinate", target=("acre", "field"))),
        ("assassinate king-guy", Action("assassinate", target="king-guy")),
        ("sea-move richard tyre castle", Action("sea-move", block="richard", port="tyre", area="castle")),
    ],
)
def test_actions_in_notation(text: str, action: Action) -> None:
    assert parse_action(text) == action
    assert print_action(action) == text


def test_set_choices_are_no_actions() -> None:
    """They stand for many; one has to choose."""
    position = by_step()["storm"][0]
    (side,) = position.awaited
    choice = game.legal_actions(position, side)[0]
    assert isinstance(choice, SetChoice)
    assert choice.choose(choice.candidates[:1]) == Action("storm", blocks=choice.candidates[:1])
