"""Every parser meets input it was not made for: it takes it, or refuses it with a ValueError that says why.

Nothing else comes out.
"""

import copy
import io
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rest_framework.exceptions import ParseError

from games.api.json_bodies import StrictJSONParser
from rules import actions, game, notation, verify
from rules.actions import BadAction
from rules.dice import SeededDice
from rules.orders import CAREFUL, BadOrders, Orders
from rules.places import BadPosition
from rules.position import Position
from rules.ruleset import Ruleset
from tests.rules.recording import recorded

WORDS = [
    "frank",
    "saracen",
    "acre",
    "masyaf",
    "saladin",
    "king-guy",
    "move-3",
    "done",
    "move",
    "field",
    "",
    "any",
    "some",
    "\x00",
    "é" * 9,
    "1e999",
]
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.sampled_from(WORDS),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8) | st.sampled_from(WORDS), inner, max_size=4)
    ),
    max_leaves=10,
)


@cache
def _record() -> str:
    return json.dumps(recorded(11, "uniform", most=60))


@cache
def _position() -> str:
    return json.dumps(game.new_game(Ruleset(), SeededDice("parsers")).position.to_json())


MOVE = {"type": "move", "block": "balian", "path": ["ascalon", "jaffa"], "forced": True}
STRICT: dict[str, tuple[Callable[[Any], Any], Callable[[], Any], type[ValueError]]] = {
    "action": (actions.from_json, lambda: MOVE, BadAction),
    "garrison": (actions.from_json, lambda: {"type": "garrison", "blocks": ["balian", "king-guy"]}, BadAction),
    "target": (
        actions.from_json,
        lambda: {"type": "assassinate", "target": {"town": "acre", "area": "field"}},
        BadAction,
    ),
    "orders": (lambda data: Orders.from_json(data, "frank"), CAREFUL.to_json, BadOrders),
    "ruleset": (Ruleset.from_json, lambda: Ruleset().to_json(), ValueError),
    "position": (Position.from_json, lambda: json.loads(_position()), BadPosition),
}


def says_something(error: object) -> None:
    assert 0 < len(str(error)) < 2000


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(place for key, value in inner for place in places(value, (*path, key)))]


def spoilt(data: Any, place: tuple[Any, ...], junk: Any, how: str) -> Any:
    """The same with one place of it replaced, left out or doubled."""
    if not place:
        return junk
    new = copy.deepcopy(data)
    inner = new
    for key in place[:-1]:
        inner = inner[key]
    if how == "left out":
        del inner[place[-1]]
    elif how == "doubled" and isinstance(inner, list):
        inner.insert(place[-1], copy.deepcopy(inner[place[-1]]))
    elif how == "added" and isinstance(inner, dict):
        inner[str(junk)[:20]] = junk
    else:
        inner[place[-1]] = junk
    return new


@pytest.mark.parametrize("name", STRICT)
@settings(deadline=None)
@given(junk=JUNK, data=st.data())
def test_json_that_is_almost_right_is_taken_or_refused_with_a_sentence(name: str, junk: Any, data: Any) -> None:
    parse, right, refusal = STRICT[name]
    how = data.draw(st.sampled_from(["replaced", "left out", "doubled", "added"]))
    tried = spoilt(right(), data.draw(st.sampled_from(places(right()))), junk, how)
    try:
        read = parse(tried)
    except refusal as error:
        says_something(error)
    else:
        json.dumps(read.to_json())


@settings(deadline=None, max_examples=60)
@given(junk=JUNK, data=st.data())
def test_a_file_to_import_that_is_almost_right_is_checked_and_never_breaks_the_check(junk: Any, data: Any) -> None:
    right = json.loads(_record())
    how = data.draw(st.sampled_from(["replaced", "left out", "doubled", "added"]))
    place = data.draw(st.sampled_from(places(right)))
    tried = spoilt(right, place, junk, how)
    report = verify.check(tried)
    assert report.line()
    if tried != right and place and place[0] == "events":
        assert report.fault is not None, (place, how)


@settings(deadline=None)
@given(st.text() | st.binary().map(lambda data: data.decode("latin1")) | JUNK.map(json.dumps))
def test_text_that_is_no_record_is_refused_before_it_is_checked(text: str) -> None:
    try:
        record = verify.load(text)
    except ValueError as error:
        says_something(error)
    else:
        assert verify.check(record).fault is not None


@settings(deadline=None)
@given(text=st.text(max_size=300), data=st.data())
def test_notation_that_is_almost_right_is_taken_or_refused_with_a_sentence(text: str, data: Any) -> None:
    position = Position.from_json(json.loads(_position()))
    right = data.draw(
        st.sampled_from(
            [
                (notation.parse_action, notation.print_action(actions.from_json(MOVE))),
                (notation.parse_position, notation.print_position(position)),
                (notation.parse_ruleset, notation.print_ruleset(Ruleset())),
                (notation.parse_game, notation.print_game(Ruleset(), [])),
            ]
        )
    )
    parse, written = right
    at = data.draw(st.integers(0, len(written)))
    to = data.draw(st.integers(at, min(len(written), at + 20)))
    try:
        parse(written[:at] + text + written[to:])
    except ValueError as error:
        says_something(error)


@settings(deadline=None)
@given(st.binary(max_size=400) | JUNK.map(lambda data: json.dumps(data).encode()))
def test_any_body_is_json_or_a_bad_request(body: bytes) -> None:
    try:
        read = StrictJSONParser().parse(io.BytesIO(body))
    except ParseError as error:
        says_something(error.detail)
    else:
        json.dumps(read, allow_nan=False)
