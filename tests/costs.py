"""The list of tests that take over five seconds of the processor and do not say what only they show, at a run's end.

`@pytest.mark.slow("...")` says it. What a test's own process takes is counted, with the programs that it waits for;
servers and browsers that go on beside it are not. A run does not fail by it: machines differ.
"""

import resource
from collections.abc import Generator, Iterator
from typing import Any

import pytest

MOST = 5.0
"""Seconds."""


def _spent() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    begun = _spent()
    try:
        return (yield)
    finally:
        said = item.get_closest_marker("slow") is not None
        item.user_properties.append(("processor", {"seconds": round(_spent() - begun, 1), "said": said}))


def without_a_reason(reports: list[pytest.TestReport]) -> Iterator[str]:
    """The tests of these reports that took too long, each with its seconds, the dearest first."""
    found = [(report.nodeid, dict(report.user_properties).get("processor")) for report in reports]
    dear = [(cost["seconds"], name) for name, cost in found if isinstance(cost, dict) and not cost["said"]]
    return (f"{seconds:6.1f} {name}" for seconds, name in sorted(dear, reverse=True) if seconds > MOST)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    lines = list(without_a_reason([one for one in terminalreporter.getreports("passed") if one.when == "call"]))
    if lines:
        terminalreporter.write_sep("-", f"over {MOST:.0f} s of the processor, and not marked as slow with a reason")
        for line in lines:
            terminalreporter.write_line(line)
