"""Counts simulated players' requests and their response times."""

import time
from dataclasses import dataclass, field
from typing import Any

from script.load.http import Browser


class Unexpected(RuntimeError):
    """An answer that no player should get."""


@dataclass
class Tally:
    """Counts of requests, and by kind their response times in milliseconds."""

    decisions: int = 0
    requests: int = 0
    refused: int = 0
    games: int = 0
    late: int = 0
    """Acts that had no answer by the socket within a page's patience, and were sent again by HTTP."""
    times: dict[str, list[float]] = field(default_factory=dict)

    async def ask(self, what: str, browser: Browser, path: str, body: Any = None) -> Any:
        begun = time.perf_counter()
        answer = await (browser.get(path) if body is None else browser.post(path, body))
        self.note(what, begun)
        return answer

    def note(self, what: str, begun: float) -> None:
        """Counts something that was asked at a moment of `time.perf_counter` and has been answered now."""
        self.times.setdefault(what, []).append((time.perf_counter() - begun) * 1000)
        self.requests += 1

    def figures(self, what: str) -> dict[str, float]:
        values = sorted(self.times.get(what, [0.0]))
        return {
            "requests": len(values),
            "p50_ms": round(values[len(values) // 2], 2),
            "p99_ms": round(values[min(len(values) - 1, int(len(values) * 0.99))], 2),
            "max_ms": round(values[-1], 2),
        }
