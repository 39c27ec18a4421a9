"""Fragments of games go, offer, show and refuse as they did (tests/rules/fragments.py)."""

import pytest

from tests.rules import fragments

NAMES = sorted(fragments.read()[1])


@pytest.mark.parametrize("name", NAMES)
def test_a_fragment_goes_as_it_went(name: str) -> None:
    """After a wanted change of the rules: ``python -m tests.rules.fragments --write``."""
    assert fragments.check(name) == ""


def test_fragments_are_of_both_editions_and_all_styles() -> None:
    assert {tuple(name.split("-")[:2]) for name in NAMES} >= {
        (edition, style) for edition in ("1.4", "2.0") for style in ("uniform", "siege")
    }
    assert fragments.FILE.stat().st_size < 300_000
