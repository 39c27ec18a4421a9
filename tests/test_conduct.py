"""How the tests themselves are run."""

from pathlib import Path

import pytest
from hypothesis import settings

from tests.passes import ON_SQLITE_ALONE, STATEMENTS_SENT_BY_OTHERS, on_sqlite_alone, sends_what_others_send
from tests.statements import in_few_names, read, sent_by_others, without_values


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


def test_what_sends_nothing_of_its_own_is_there() -> None:
    for test in STATEMENTS_SENT_BY_OTHERS:
        path, _, function = test.partition("::")
        assert f"def {function.partition('[')[0].rpartition('::')[2]}(" in (Path(__file__).parent / path).read_text(), test


def test_of_two_tests_with_the_same_statements_the_cheaper_runs_on_both() -> None:
    notes = {"a.py::dear": ({"SELECT n", "UPDATE"}, 9.0), "a.py::cheap": ({"SELECT n", "UPDATE"}, 1.0), "a.py::other": ({"DELETE"}, 5.0)}
    notes["parts/b.py::starts_processes"] = (set(), 1.0)
    assert sent_by_others(notes) == ["a.py::dear"]
    assert without_values("SELECT 1 WHERE id IN (%s, %s)") == without_values("SELECT 22 WHERE id IN (%s)")


def test_of_a_test_with_parameters_those_run_on_both_that_send_what_the_others_do_not() -> None:
    notes = {"a.py::x[1]": ({"SELECT n"}, 1.0), "a.py::x[2 b]": ({"SELECT n"}, 2.0), "a.py::y[1]": (set[str](), 1.0)}
    assert in_few_names(sent_by_others(notes), [*notes]) == ["a.py::x[2 b]", "a.py::y"]
    assert read("a.py\n  x[2 b]\n  y\n") == {"a.py::x[2 b]", "a.py::y"}
    some = next(name for name in STATEMENTS_SENT_BY_OTHERS if name.endswith("]"))
    assert sends_what_others_send(f"tests/{some}")
    assert not sends_what_others_send(f"tests/{some.partition('[')[0]}[another]")
