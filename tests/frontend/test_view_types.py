"""Types that the scripts of the pages rest on: written from the API's description, and used."""

import re

from frontend.joining import SCRIPTS
from script.make_view_types import TARGET, description, written


def test_the_types_of_a_view_are_those_of_the_description() -> None:
    assert TARGET.read_text("utf-8") == written(description()), "run script/make_view_types.py"


def test_few_parameters_of_scripts_are_of_any_type() -> None:
    found = [
        name
        for script in SCRIPTS.rglob("*.js")
        for name in re.findall(r"@param \{any\} (\w+)", script.read_text("utf-8"))
    ]
    assert "view" not in found
    assert len(found) <= MOST, found


MOST = 27
"""There were 104. What is left: records and messages as they come in, before they are looked at, and events of the
history.
"""
