"""docs/rulings.md names tests and code that exist."""

import importlib
import re
from pathlib import Path

HERE = Path(__file__).parent
RULINGS = (HERE.parents[1] / "docs" / "rulings.md").read_text(encoding="utf-8")


def test_the_tests_that_the_page_of_rulings_names_are_there() -> None:
    for place, test in set(re.findall(r"`(test_\w+)::(\w+)`", RULINGS)):
        assert f"def {test}(" in (HERE / f"{place}.py").read_text(encoding="utf-8"), f"{place}::{test}"


def test_the_code_that_the_page_of_rulings_names_is_there() -> None:
    for name in set(re.findall(r"`([a-z]+\.[A-Za-z_.]+)`", RULINGS)):
        module, *rest = name.split(".")
        folder = "rules.phases." if (HERE.parents[1] / "rules" / "phases" / f"{module}.py").exists() else "rules."
        found = importlib.import_module(folder + module)
        for part in rest:
            assert hasattr(found, part), name
            found = getattr(found, part)
