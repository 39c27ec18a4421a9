"""Playing in Firefox by the keyboard alone: a whole first turn of both sides."""

from collections.abc import Callable

import pytest

from tests.browser.backstage import Backstage
from tests.engines.seats import CARDS, CONFIRM, SETTLED, Seat
from tests.engines.windows import ENTER, SHIFT, TAB, Window

pytestmark = pytest.mark.whole

MOST_PRESSES = 80
MOST_TABS = 120
DONE = "#bar [data-type=done]"
ANYTHING = "#choices button, #bar button, .stage-foot button, .fighter.able"
GOES_ON = f"""(before) => ({SETTLED})(before) ||
  (document.querySelector("main").dataset.busy === "false" && Boolean(document.querySelector("{CONFIRM}")))"""
"""Whether an act is done and drawn, or the page asks for it to be confirmed."""
WAY = """(selector) => {
  const { activeElement } = document;
  if (activeElement.matches(selector) && !activeElement.disabled) return "here";
  const wanted = [...document.querySelectorAll(selector)].find((one) => !one.disabled && one.checkVisibility());
  if (!wanted || !document.hasFocus()) return "none";
  return activeElement.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_PRECEDING ? "back" : "on";
}"""
"""Where the first element that can be pressed stands: it has the focus, or is reached by Tab, or by Tab with Shift.
Who presses Tab at the end of the page comes into the browser's own buttons, and the page gets no keys."""


@pytest.mark.parametrize("engine", ["firefox"], indirect=True)
def test_a_whole_first_turn_is_played_by_the_keyboard_alone(
    open_window: Callable[..., Window], backstage: Backstage
) -> None:
    """Tab leads to what can be decided, Enter decides it; both sides, from the deployment to the second turn."""
    seat = Seat.of_somebody("Usama", open_window(), backstage)
    seat.game = backstage.start_solo(seat.name)
    seat.open_game()
    moved = False
    for _ in range(MOST_PRESSES):
        if seat.now("turns") == "2":
            break
        if seat.step() == "move" and not moved:
            moved = True
            tab_and_enter(seat.window, "#choices [data-key^=block-]")
            decide(seat, ".chosen-block [data-key^=to-]")
        else:
            decide(seat, next((wanted for wanted in (CONFIRM, DONE, CARDS) if seat.offered(wanted)), ANYTHING))
    assert moved
    assert seat.now("turns") == "2"
    seat.window.see("#log", "moved")


def decide(seat: Seat, wanted: str) -> None:
    """Presses the first control whose key matches `wanted`, by the keyboard alone, and waits until the page has drawn
    the outcome.
    """
    before = seat.drawn()
    tab_and_enter(seat.window, wanted)
    seat.window.wait(SETTLED if wanted == CONFIRM else GOES_ON, before)


def tab_and_enter(window: Window, wanted: str) -> None:
    """Goes by Tab, there or back, to the first element that matches, and presses Enter."""
    for _ in range(MOST_TABS):
        way = window.evaluate(WAY, wanted)
        assert way != "none", f"{wanted} is not on the page, or the page has lost the focus"
        if way == "here":
            window.press([ENTER])
            return
        window.press([TAB], held=[SHIFT] if way == "back" else [])
    raise AssertionError(f"no way by Tab to {wanted}")
