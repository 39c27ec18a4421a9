"""Positions, actions, events and whole games, written and read back (rules.record, rules.notation)."""

import json
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import game
from rules.actions import Action, SetChoice, from_json
from rules.atlas import SIDES
from rules.dice import DiceError, Draw, RecordedDice, SeededDice
from rules.facts import Fact
from rules.notation import (
    Entry,
    parse_action,
    parse_game,
    parse_position,
    parse_ruleset,
    print_action,
    print_game,
    print_position,
    print_ruleset,
)
from rules.places import BadPosition
from rules.position import Position
from tests.rules.playing import OPTIONS, STYLES, Turn, by_step, fill, in_few_games, play

LARGEST = 6144
"""Bytes of a position as JSON (issue 2, section 5)."""
SEEDS, ANY_STYLE, ANY_OPTIONS = st.integers(0, 100_000), st.sampled_from(STYLES), st.sampled_from(OPTIONS)


def compact(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"))


@in_few_games
@given(SEEDS, ANY_STYLE, ANY_OPTIONS)
def test_every_position_of_a_game_can_be_written_and_read(seed: int, style: str, ruleset: game.Ruleset) -> None:
    """As JSON and in notation; nothing is lost and nothing is large."""
    for turn in play(seed, style, ruleset):
        position = turn.outcome.position
        text = compact(position.to_json())
        assert len(text.encode()) <= LARGEST
        whole = everything_in(position)
        assert everything_in(Position.from_json(json.loads(text))) == whole
        assert everything_in(parse_position(print_position(position))) == whole


def everything_in(position: Position) -> dict[str, Any]:
    """Every fact of a position by its name, those included that are derived from others; not the offers, which are kept
    when asked for.
    """
    facts = {name: value for name, value in vars(position).items() if name != "_offers"}
    return facts | {"battle": position.battle and vars(position.battle)}


@pytest.mark.parametrize("step", sorted(game.STEPS))
def test_a_position_read_back_offers_the_same(step: str) -> None:
    """What is derived is derived alike: offers and views."""
    for position in by_step()[step]:
        read = Position.from_json(json.loads(compact(position.to_json())))
        for viewer in (*SIDES, None):
            assert game.observe(read, viewer) == game.observe(position, viewer)


@pytest.mark.parametrize("step", sorted(game.STEPS))
def test_every_legal_action_can_be_written_and_read(step: str) -> None:
    """As JSON and in notation."""
    random = Random(step)
    for position in by_step()[step]:
        for side in SIDES:
            actions = game.legal_actions(position, side)
            for number in range(0, len(actions), max(1, len(actions) // 100)):
                action = fill(actions[number], random)
                assert from_json(json.loads(compact(action.to_json()))) == action
                assert parse_action(print_action(action)) == action


@in_few_games
@given(SEEDS, ANY_STYLE, ANY_OPTIONS)
def test_events_can_be_written_and_read(seed: int, style: str, ruleset: game.Ruleset) -> None:
    """For the record, with everything in them."""
    for turn in play(seed, style, ruleset):
        for event in turn.outcome.events:
            assert Fact.from_json(json.loads(compact(event.to_json()))) == event


@in_few_games
@given(SEEDS, ANY_STYLE, ANY_OPTIONS)
def test_a_recorded_game_is_played_again_to_the_same_positions(seed: int, style: str, ruleset: game.Ruleset) -> None:
    """In notation, with the lots drawn; by RecordedDice, action by action."""
    turns = list(play(seed, style, ruleset))
    entries = [Entry(turn.side, turn.action, turn.outcome.draws) for turn in turns]
    text = print_game(ruleset, entries)
    read_ruleset, read = parse_game(text)
    assert read_ruleset == ruleset
    assert read == entries
    assert print_game(read_ruleset, read) == text
    position: Position | None = None
    for entry, turn in zip(read, turns, strict=True):
        dice = RecordedDice(entry.draws)
        outcome = replay(position, entry, ruleset, dice)
        assert len(dice.draws) == len(entry.draws), "fewer lots were asked for than were recorded"
        assert_same(outcome, turn)
        position = outcome.position


def replay(position: Position | None, entry: Entry, ruleset: game.Ruleset, dice: RecordedDice) -> game.Outcome:
    if position is None or entry.side is None or entry.action is None:
        return game.new_game(ruleset, dice)
    return game.apply(position, entry.side, entry.action, dice)


def assert_same(outcome: game.Outcome, turn: Turn) -> None:
    assert outcome.position.to_json() == turn.outcome.position.to_json()
    assert outcome.events == turn.outcome.events
    assert outcome.final == turn.outcome.final


@pytest.mark.parametrize("ruleset", OPTIONS, ids=print_ruleset)
def test_rulesets_can_be_written_and_read(ruleset: game.Ruleset) -> None:
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


@pytest.mark.parametrize(
    "garbage", [None, 3, "acre", [], {}, {"schema": 1}, {"schema": 2}, {"schema": 1, "ruleset": {"edition": "3"}}]
)
def test_what_is_no_position_at_all_is_bad(garbage: Any) -> None:
    with pytest.raises(BadPosition):
        Position.from_json(garbage)


@pytest.mark.parametrize(
    ("fact", "value"),
    [("phase", "summer"), ("step", "dance"), ("year", "1188"), ("waiting", ["pope"]), ("hands", [["ace"], []])],
)
def test_a_fact_that_cannot_be_is_bad(fact: str, value: Any) -> None:
    data = by_step()["move"][0].to_json()
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
