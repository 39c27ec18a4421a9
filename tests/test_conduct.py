"""How the tests themselves are run."""

from pathlib import Path

import pytest
from hypothesis import settings

from tests.passes import ON_SQLITE_ALONE, on_sqlite_alone


def test_no_property_fails_for_being_slow() -> None:
    """Whichever folder is run alone: a machine may be busy with other things."""
    assert settings().deadline is None


@pytest.mark.parametrize("place", ON_SQLITE_ALONE)
def test_what_is_left_to_sqlite_is_there(place: str) -> None:
    path, _, function = place.partition("::")
    found = Path(__file__).parent / path
    assert found.exists()
    assert f"def {function}(" in found.read_text() if function else True


def test_what_writes_and_what_needs_both_runs_on_both() -> None:
    both = ("tests/parts/test_real_parts.py::test_x", "tests/games/test_record.py::test_x[1-a/b]", "tests/matrix/test_matrix.py::test_x")
    assert not any(on_sqlite_alone(test) for test in both)
    assert on_sqlite_alone("tests/rules/test_sea.py::test_x")
    careless = "tests/security/test_secrecy.py::test_the_attacker_finds_what_a_careless_site_would_tell[plans taken back]"
    assert on_sqlite_alone(careless)
    assert not on_sqlite_alone("tests/security/test_api_fuzz.py::test_no_request_made_from_the_description_finds_a_breach_of_it")
