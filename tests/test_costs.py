"""Tests that take long and do not say why are listed."""

from typing import Any

import pytest

from tests.costs import without_a_reason


def report(name: str, seconds: float, *, said: bool = False) -> Any:
    cost = ("processor", {"seconds": seconds, "said": said})
    return pytest.TestReport(name, ("", 0, name), {}, "passed", None, "call", user_properties=[cost])


def test_a_test_that_takes_over_five_seconds_and_says_no_reason_is_listed_the_dearest_first() -> None:
    reports = [report("a", 5.1), report("b", 4.9), report("c", 80.0, said=True), report("d", 12.0)]
    assert list(without_a_reason(reports)) == ["  12.0 d", "   5.1 a"]


@pytest.mark.slow("of these tests it is the one that says a reason")
def test_what_a_test_takes_and_whether_it_says_why_is_noted_with_its_report(request: pytest.FixtureRequest) -> None:
    assert request.node.get_closest_marker("slow") is not None
    assert request.config.pluginmanager.has_plugin("costs")
