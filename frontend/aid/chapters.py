"""A rule of the player's aid with its number, and a chapter of rules."""

from typing import Any, NamedTuple


class Rule(NamedTuple):
    number: str
    title: Any
    text: Any


class Chapter(NamedTuple):
    number: str
    title: Any
    text: Any
    rules: tuple[Rule, ...]
