"""What opening the game page sends for, counted in requests and in bytes over the wire."""

import re
from collections.abc import Callable
from typing import Any

from tests.browser.playing import Player

MOST_REQUESTS = 20
"""There were 74 before scripts were joined, and 12 since."""
MOST_BYTES, MOST_BYTES_AGAIN = 281_500, 29_900
"""Headers included; a first page may weigh 300,000. The second visit is of a local site, whose files the browser asks
for again each time, to be told that it has them. A production site's are kept for ever:
`tests/frontend/test_static_files.py`."""


BY_THE_CLOCK = re.compile(r"/(here|whereabouts)/")
"""What a page sends when time has passed, as it does while a busy machine opens it."""


def visit(player: Player) -> tuple[int, float, list[str]]:
    """Requests, bytes, and the kinds of what was loaded."""
    session = player.page.context.new_cdp_session(player.page)
    asked: dict[str, str] = {}
    sizes: dict[str, float] = {}

    def note(event: dict[str, Any]) -> None:
        if not BY_THE_CLOCK.search(event["request"]["url"]):
            asked.setdefault(event["requestId"], event.get("type", ""))

    session.on("Network.requestWillBeSent", note)
    session.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    session.send("Network.enable")
    player.open_game()
    player.page.wait_for_load_state("networkidle")  # half a second in which nothing was asked for
    session.detach()
    return (
        len(asked),
        sum(sizes.get(request, 0) for request in asked),
        [kind for request, kind in asked.items() if request in sizes],
    )


def test_opening_a_game_takes_few_requests_and_few_bytes_and_doing_so_again_still_fewer(
    new_player: Callable[..., Player], seat_two: Callable[..., tuple[Player, Player]]
) -> None:
    richard, _ = seat_two()
    visitor = new_player()
    visitor.page.context.add_cookies(
        [cookie for cookie in richard.page.context.cookies() if cookie["name"] == "sessionid"]
    )
    visitor.game = richard.game
    visitor.page.context.new_cdp_session(visitor.page).send(
        "Network.clearBrowserCache"
    )  # of the test that had the tab before
    requests, size, kinds = visit(visitor)
    assert kinds.count("Document") == 1
    assert kinds.count("Script") >= 4, "the scripts were not counted"
    assert 8 < requests <= MOST_REQUESTS
    assert 60_000 < size <= MOST_BYTES
    requests, size, _ = visit(visitor)
    assert requests <= MOST_REQUESTS
    assert size <= MOST_BYTES_AGAIN
    assert visitor.problems == []
