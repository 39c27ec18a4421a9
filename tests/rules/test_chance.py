"""What the draws of a record may look like (rules/chance.py, docs/dice.md)."""

from typing import Any

import pytest

from rules.chance import Chance
from rules.dice import DiceError

SECRET = {"commitment": "c" * 64, "secret": "00" * 32}
MADE_OF = {"commitment": "c" * 64, "contributions": {"frank": "", "saracen": ""}}
DIE = {"purpose": "fire:acre:1:saladin", "kind": "d6", "of": 6, "results": [3], "n": 0, "made-of": MADE_OF}


def fault_of(*, rules: str = "1.2.0", said: bool = True, **changed: Any) -> str | None:
    """What is wrong with the event of the start, under a version of the rules, when its first draw is changed so."""
    chance = Chance({"game": "a", "dice": [SECRET], "events": []})
    payload = {"type": "start"} | ({"contributions": MADE_OF["contributions"]} if said else {})
    event = {"kind": "system", "payload": payload, "side": "", "draws": [DIE | changed], "rules": rules}
    return chance.begin(event, proven=True)


def test_the_first_draw_says_what_the_dice_are_made_of() -> None:
    assert fault_of() is None


@pytest.mark.parametrize(
    ("made_of", "words"),
    [
        (MADE_OF | {"more": 1}, "not exactly what the dice are made of"),
        ({**MADE_OF, "contributions": {"frank": ""}}, "not those of the two sides"),
        ({**MADE_OF, "contributions": {"frank": "x", "saracen": ""}}, "frank added 'x'"),
    ],
)
def test_it_says_so_in_one_form_alone(made_of: Any, words: str) -> None:
    assert words in str(fault_of(**{"made-of": made_of}))


@pytest.mark.parametrize(
    ("rules", "may"), [("1.0.0", True), ("1.1.0", True), ("1.2.0", False), ("1.10.0", False), ("2.0.0", False)]
)
def test_only_starts_of_earlier_rules_leave_unsaid_what_was_added(rules: str, may: bool) -> None:
    """So a record alone shows whether the first draw alone may name the contributions."""
    assert (fault_of(rules=rules, said=False) is None) is may
    assert fault_of(rules=rules) is None


def test_draws_without_a_secret_come_from_nothing() -> None:
    chance = Chance({"game": "a", "dice": [], "events": []})
    event = {"kind": "action", "payload": {"type": "done"}, "side": "frank", "draws": [], "rules": "1.2.0"}
    assert chance.begin(event, proven=True) is None
    with pytest.raises(DiceError, match="there is no secret that they could come from"):
        chance.dice({"draws": [DIE]})
