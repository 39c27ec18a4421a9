"""What the draws of a record may look like (rules/chance.py, docs/dice.md)."""

from typing import Any

import pytest

from rules.chance import Chance

SECRET = {"commitment": "c" * 64, "secret": "00" * 32}
MADE_OF = {"commitment": "c" * 64, "contributions": {"frank": "", "saracen": ""}}
DIE = {"purpose": "fire:acre:1:saladin", "kind": "d6", "of": 6, "results": [3], "n": 0, "made-of": MADE_OF}


def fault_of(**changed: Any) -> str | None:
    """What is wrong with a record's first draw when it is changed so."""
    chance = Chance({"game": "a", "dice": [SECRET], "events": []})
    event = {"kind": "system", "payload": {"type": "start"}, "side": "", "draws": [DIE | changed]}
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
