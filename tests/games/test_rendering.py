"""Answers are written by a faster library, and nobody who reads them can tell."""

import datetime as dt
import decimal
import json
import uuid
from collections import OrderedDict
from typing import Any, NamedTuple

import pytest
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy
from hypothesis import assume, given
from hypothesis import strategies as st
from rest_framework.exceptions import ErrorDetail, ParseError, ValidationError
from rest_framework.renderers import JSONRenderer

from games.api import serializers
from games.api.acts import read
from games.api.json_bodies import DEEPEST, FastJSONRenderer, StrictJSONParser
from games.models import Game
from games.models.packing import as_text

FLOATS = st.floats(allow_nan=False, allow_infinity=False)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.text()
    | st.sampled_from(["\u2028 \u2029", "Éd", "\x7f\x1f\b\f/", "\U0001f40e"])
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner)
        | st.lists(inner).map(tuple)
        | st.dictionaries(st.text(), inner)
        | st.dictionaries(st.integers(), inner)
    ),
    max_leaves=20,
)


def both(value: Any, media_type: str | None = None) -> tuple[bytes, bytes]:
    return FastJSONRenderer().render(value, media_type), JSONRenderer().render(value, media_type)


@given(VALUES)
def test_what_is_written_is_what_restframework_writes_byte_by_byte(value: Any) -> None:
    fast, slow = both(value)
    assert fast == slow


@given(st.lists(FLOATS))
def test_numbers_with_fractions_are_the_same_numbers(value: Any) -> None:
    fast, slow = both(value)
    assert json.loads(fast) == json.loads(slow)


class Pair(NamedTuple):
    one: int
    two: str


MOMENT = dt.datetime(1192, 9, 2, 12, 30, 1, 250_000, tzinfo=dt.UTC)


def test_values_that_are_no_json_are_written_as_ever() -> None:
    for value in [
        MOMENT,
        MOMENT.replace(microsecond=0),
        MOMENT.replace(tzinfo=None),
        MOMENT.astimezone(dt.timezone(dt.timedelta(hours=2))),
        MOMENT.date(),
        dt.time(3, 4),
        dt.timedelta(days=2, seconds=1.5),
        decimal.Decimal("1.50"),
        uuid.UUID(int=7),
        Pair(1, "a"),
        {"frank"},
        OrderedDict(b=1, a=2),
        mark_safe("<b>"),
        ErrorDetail("no", code="x"),
        Game.Status.OVER,
        gettext_lazy("Franks"),
        b"bytes",
        2**63,
        2**64,
        -(2**70),
        {1: "a", None: 2, 0.5: 3},
        "\u2028",
        {"\u2029": ["\u2028"]},
        None,
        "",
        0,
        [],
        {},
    ]:
        for each in (value, {"in": [value]}):
            fast, slow = both(each)
            assert fast == slow


def test_who_asks_for_indented_json_gets_it() -> None:
    for media_type in ["application/json; indent=4", "application/json; indent=0", "application/json; indent=x"]:
        fast, slow = both({"a": [1, {"b": None}]}, media_type)
        assert fast == slow


def test_what_cannot_be_written_is_an_error_as_ever() -> None:
    for value in ["\ud800", {"\udfff": 1}, {"a": object()}]:
        with pytest.raises(Exception) as expected:  # noqa: PT011 - compared below
            JSONRenderer().render(value)
        with pytest.raises(expected.type):
            FastJSONRenderer().render(value)


@given(
    st.recursive(
        LEAVES | st.just("\ud800"), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20
    )
)
def test_what_is_stored_has_the_bytes_that_it_always_had(value: Any) -> None:
    assert as_text(value) == json.dumps(value, separators=(",", ":"), sort_keys=True).encode()


# --- reading
# ----------------------------------------------------------------------------------------------------------------


class Stream:
    def __init__(self, text: bytes) -> None:
        self.text = text

    def read(self, most: int) -> bytes:
        return self.text[:most]


def test_bodies_that_are_not_strict_json_are_refused() -> None:
    for text, said in [
        (b'{"a": NaN}', "NaN is not a JSON number"),
        (b"[-Infinity]", "-Infinity is not a JSON number"),
        (b'{"a": 1, "a": 1}', "twice"),
        (b'{"b": {"a": 1, "a": 2}}', "twice"),
        (b"[1] x", "Extra data"),
        (b"", "Expecting value"),
        (b"\xff", "not UTF-8"),
        (b"[" * 17 + b"]" * 17, "too deep"),
        (b"[" * 60_000, "too deep"),
        (b"\xef\xbb\xbf{}", "BOM"),
        (b"[01]", "delimiter"),
        (b"{'a': 1}", "quotes"),
    ]:
        with pytest.raises(ParseError) as refused:
            StrictJSONParser().parse(Stream(text))  # type: ignore[arg-type]
        assert said in str(refused.value.detail)


@given(st.recursive(LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=10))
def test_strict_json_is_read_as_it_was_written(value: Any) -> None:
    text = json.dumps(value)
    assume(text.count("[") + text.count("{") < DEEPEST)
    assert StrictJSONParser().parse(Stream(text.encode())) == value  # type: ignore[arg-type]


BODIES: list[Any] = [
    None, [], "x", 7, {}, {"version": 1}, {"version": "1", "key": 2},
    {"version": -1, "key": str(uuid.UUID(int=5)), "action": {}},
    {"version": 1, "key": str(uuid.UUID(int=5)), "action": {}, "actions": []},
    {"version": 1, "key": str(uuid.UUID(int=5)), "actions": [1]},
    {"version": 1, "key": str(uuid.UUID(int=5)), "actions": [{}] * 33},
    {"version": 1, "key": "", "side": "x", "more": 1},
    {"version": 2**31, "key": str(uuid.UUID(int=5)), "action": {}}, {"version": 1, "key": None, "action": None},
]  # fmt: skip


def test_a_serializer_that_is_kept_refuses_what_a_new_one_refuses_in_the_readers_language() -> None:
    for body in BODIES:
        for language in ["en", "fr", "pl"]:
            from django.utils import translation

            with translation.override(language):
                new = serializers.ActionAct(data=body)
                assert not new.is_valid()
                with pytest.raises(ValidationError) as refused:
                    read(serializers.ActionAct, body)
                assert json.dumps(refused.value.detail) == json.dumps(new.errors)


def test_a_serializer_that_is_kept_remembers_nothing() -> None:
    key = uuid.UUID(int=5)
    with_side = {"version": 1, "key": str(key), "side": "frank", "actions": [{"type": "done"}]}
    assert read(serializers.ActionAct, with_side) == {
        "version": 1,
        "key": key,
        "side": "frank",
        "actions": [{"type": "done"}],
    }
    assert read(serializers.ActionAct, {"version": 2, "key": str(key), "action": {}}) == {
        "version": 2,
        "key": key,
        "action": {},
    }
