"""Types that the scripts of the pages rest on: written from the API's description, and used."""

from script.make_view_types import TARGET, description, written


def test_the_types_of_a_view_are_those_of_the_description() -> None:
    assert TARGET.read_text("utf-8") == written(description()), "run script/make_view_types.py"
