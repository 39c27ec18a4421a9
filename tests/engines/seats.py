"""A player at a page of a game, in whichever engine."""

import uuid
from collections.abc import Callable

from tests.browser.backstage import Backstage
from tests.engines.windows import Window

SETTLED = """(before) => {
  const { drawn, busy } = document.querySelector("main").dataset;
  return drawn !== before && busy === "false";
}"""
CONFIRM = "#bar :is([data-key=confirm], [data-key=done-really])"
HITS = ".fighter[data-type=take-hit]"
CARDS = "#hand button.card:not(.event-card)"
DESTINATIONS = ".chosen-block button"
PRESSES = (
    CONFIRM,
    HITS,
    "#choices [data-type=fire]",
    "[data-key^=confirm-]",
    CARDS,
    DESTINATIONS,
    "#choices button[data-type=done], #bar button[data-type=done]",
    "#choices button:not([data-key=undo], [data-key=restart])",
)
"""What is pressed where several can be, the first first: what the page asks to be confirmed, fights, a card, the end of
a decision.
"""
OFFERED = """(selector) => [...document.querySelectorAll(selector)].some((one) => !one.matches(":disabled") &&
  one.checkVisibility({ contentVisibilityAuto: true }) && !one.matches("details:not([open]) > :not(summary) *"))"""


class Seat:
    def __init__(self, window: Window, name: str = "") -> None:
        self.window = window
        self.name = name
        self.game = ""

    @classmethod
    def of_somebody(cls, name: str, window: Window, backstage: Backstage) -> "Seat":
        """A new account, logged in."""
        seat = cls(window, f"{name}-{uuid.uuid4().hex[:8]}")
        window.set_cookie("sessionid", backstage.sign_up(seat.name))
        return seat

    def open_game(self) -> None:
        self.window.goto(f"/games/{self.game}/")
        self.see_game()

    def see_game(self) -> None:
        """Waits until the page shows a position."""
        self.window.see("main[data-drawn]")

    def drawn(self) -> str:
        return str(self.window.evaluate("() => document.querySelector('main').dataset.drawn"))

    def act(self, do: Callable[[], None]) -> None:
        """Does something that decides, and waits until the page has drawn what came of it."""
        before = self.drawn()
        do()
        self.window.wait(SETTLED, before)

    def step(self) -> str:
        """The decision that the page shows."""
        return str(self.window.evaluate("() => document.querySelector('main').dataset.step"))

    def now(self, what: str) -> str:
        """The year (`years`) or turn (`turns`) that is marked as the present one; no turn is while the armies
        deploy.
        """
        return self.window.text(f".{what} [aria-current]")

    def offered(self, selector: str) -> bool:
        """Whether something that matches can be pressed."""
        return bool(self.window.evaluate(OFFERED, selector))

    def at(self, block: str, town: str) -> None:
        """Waits until the block stands there on the map."""
        self.window.see(f".token[data-block={block}][aria-label*='at {town}']")
