"""The end of a long game's log comes with its view; from there it is fetched backward as far as one likes."""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Route, expect

from tests.browser.playing import Player

LENGTH = 400


def entry(number: int, **changes: Any) -> dict[str, Any]:
    event = {"type": "group-moved", "text": f"Line {number}."}
    return {"n": number, "at": "", "side": "frank", "kind": "action", "undone": False, "events": [event]} | changes


def test_a_long_log_is_read_from_its_end(new_player: Callable[..., Player]) -> None:
    player = new_player("William", alone=True)
    page = player.page
    fetched: list[int] = []

    def answer(route: Route) -> None:
        query = parse_qs(urlsplit(route.request.url).query)
        after, limit = int(query["after"][0]), int(query["limit"][0])
        numbers = range(after + 1, min(LENGTH, after + limit) + 1)
        fetched.extend(numbers)
        entries = [entry(number, undone=number == 399) for number in numbers]
        route.fulfill(json={"count": LENGTH, "next": None, "results": entries})

    def begin(route: Route) -> None:
        response = route.fetch()
        entries = [entry(number, undone=number == 399) for number in range(251, LENGTH + 1)]
        route.fulfill(json=response.json() | {"news": {"anew": True, "entries": entries}})

    page.route("**/history/**", answer)
    page.route("**/view/**", begin)
    page.reload()
    lines = page.locator("#log li.line")
    expect(lines.first).to_have_text("Line 400.")
    # What was taken back is not told.
    expect(lines.nth(1)).to_have_text("Line 398.")
    assert fetched == []
    page.get_by_role("button", name="Earlier").click()
    expect(lines.last).to_have_text("Line 101.")
    assert fetched == list(range(101, 251))
    page.get_by_role("button", name="Earlier").click()
    expect(lines.last).to_have_text("Line 1.")
    expect(page.get_by_role("button", name="Earlier")).to_have_count(0)
