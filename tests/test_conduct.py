"""How the tests themselves are run."""

from hypothesis import settings


def test_no_property_fails_for_being_slow() -> None:
    """Whichever folder is run alone: a machine may be busy with other things."""
    assert settings().deadline is None
