"""How the tests themselves are run."""

from pathlib import Path

import pytest
from hypothesis import settings

from tests.passes import ON_BOTH, ON_POSTGRESQL, ON_SQLITE_ALONE, runs_on


def test_no_property_fails_for_being_slow() -> None:
    """Whichever folder is run alone: a machine may be busy with other things."""
    assert settings().deadline is None


@pytest.mark.parametrize("place", [*ON_SQLITE_ALONE, *ON_BOTH, *ON_POSTGRESQL])
def test_what_is_said_to_run_somewhere_is_there(place: str) -> None:
    path, _, function = place.partition("::")
    found = Path(__file__).parent / path
    assert found.exists()
    assert f"def {function}(" in found.read_text() if function else True


def test_a_test_of_the_site_runs_on_postgresql_and_with_other_parameters_on_sqlite() -> None:
    new = "tests/games/test_new.py::test_x[1-a/b]"
    assert runs_on(new) == {"postgresql"}
    assert runs_on(new, again=True) == {"sqlite"}
    assert runs_on(new, again=True, waits=True) == {"postgresql"}, "it has transactions of its own"
    assert runs_on("tests/matrix/test_matrix.py::test_x[b]", again=True) == {"postgresql"}, (
        "every page, whatever is in a database"
    )


def test_what_comes_to_the_same_runs_on_sqlite_and_what_databases_do_in_ways_of_their_own_on_both() -> None:
    assert runs_on("tests/rules/test_sea.py::test_x", waits=True) == {"sqlite"}
    careless = (
        "tests/security/test_secrecy.py::test_the_attacker_finds_what_a_careless_site_would_tell[plans taken back]"
    )
    assert runs_on(careless) == {"sqlite"}
    assert runs_on(
        "tests/security/test_api_fuzz.py::test_no_request_made_from_the_description_finds_a_breach_of_it"
    ) == {"postgresql"}
    assert runs_on("tests/parts/test_backup.py::test_x", again=True) == {"sqlite", "postgresql"}
    assert runs_on("tests/parts/test_away_and_back.py::test_x", needs_real_parts=True) == {"postgresql"}
    assert not ON_BOTH.keys() & ON_SQLITE_ALONE.keys()
