"""Ways to change the record of a game, chosen at random: every one of them has to be found."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from tests.rules.recording import linked_again

Json = dict[str, Any]


def text_of(record: Json) -> str:
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False)


def a_byte(record: Json, random: Random) -> str:
    """Any one byte of the file, made any other one."""
    data = bytearray(text_of(record).encode())
    place = random.randrange(len(data))
    data[place] = random.choice([byte for byte in range(32, 127) if byte != data[place]])
    return data.decode(errors="replace")


def a_value(record: Json, random: Random) -> str:
    """A number, word or truth deep in an event."""
    events = _copied(record)
    _change_leaf(events[random.randrange(len(events))], random)
    return text_of(record | {"events": events})


def a_draw(record: Json, random: Random) -> str:
    """The result of a die or lot, with every fingerprint made anew."""
    events = _copied(record)
    draw = random.choice([draw for event in events for draw in event["draws"] if draw["results"]])
    place = random.randrange(len(draw["results"]))
    if draw["kind"] == "d6":
        draw["results"][place] = random.choice([face for face in range(1, 7) if face != draw["results"][place]])
    else:
        draw["picks"][place] += 1
    return text_of(linked_again(record | {"events": events}))


def the_secret(record: Json, random: Random) -> str:
    secret = list(record["dice"][0]["secret"])
    place = random.randrange(len(secret))
    secret[place] = random.choice([digit for digit in "0123456789abcdef" if digit != secret[place]])
    return text_of(record | {"dice": [record["dice"][0] | {"secret": "".join(secret)}]})


def the_order(record: Json, random: Random) -> str:
    """Two events change places."""
    events = _copied(record)
    one, other = random.sample(range(len(events)), 2)
    events[one], events[other] = events[other], events[one]
    return text_of(record | {"events": events})


def the_order_of_draws(record: Json, random: Random) -> str:
    """Two draws change places, with every fingerprint made anew."""
    events = _copied(record)
    places = [(event, number) for event in events for number in range(len(event["draws"]))]
    (one, first), (other, second) = random.sample(places, 2)
    one["draws"][first], other["draws"][second] = other["draws"][second], one["draws"][first]
    return text_of(linked_again(record | {"events": events}))


def an_event_less(record: Json, random: Random) -> str:
    events = _copied(record)
    del events[random.randrange(len(events))]
    return text_of(record | {"events": events})


def an_event_more(record: Json, random: Random) -> str:
    events = _copied(record)
    events.insert(random.randrange(len(events) + 1), json.loads(json.dumps(random.choice(events))))
    return text_of(record | {"events": events})


WAYS: tuple[Callable[[Json, Random], str], ...] = (
    a_byte,
    a_value,
    a_draw,
    the_secret,
    the_order,
    the_order_of_draws,
    an_event_less,
    an_event_more,
)


def _copied(record: Json) -> list[Json]:
    events: list[Json] = json.loads(json.dumps(record["events"]))
    return events


def _change_leaf(value: Any, random: Random) -> None:
    """Changes one value somewhere below."""
    while True:
        key = random.choice(sorted(value) if isinstance(value, dict) else range(len(value)))
        if not isinstance(value[key], dict | list):
            break
        if not value[key]:
            value[key] = None
            return
        value = value[key]
    leaf = value[key]
    value[key] = (
        not leaf
        if isinstance(leaf, bool)
        else leaf + 1
        if isinstance(leaf, int)
        else "?"
        if leaf is None
        else leaf + "x"
    )
