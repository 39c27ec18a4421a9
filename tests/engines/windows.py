"""A window of a browser: what tests do in it, by the few commands that drivers of all engines know.

Presses are those of a mouse and of keys, at the place where the element is seen: what lies over it would get them.
"""

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

PATIENCE = 30.0
"""Seconds that a test waits for what it expects. Much is never needed, but by a busy machine."""
PAUSE = 0.03

ENTER, TAB, ESCAPE, LEFT, HOME, END = "\ue007", "\ue004", "\ue00c", "\ue012", "\ue011", "\ue010"
SHIFT = "\ue008"
"""Keys by the code points of WebDriver."""

AIM = """async (selector, text) => {
  if (document.querySelector(".moving")) return null;  // the map flies
  const frame = () => new Promise((seen) => requestAnimationFrame(seen));
  const middle = (element) => {
    const { left, top, width, height } = (element.querySelector(".hit") ?? element).getBoundingClientRect();
    return width && height ? [Math.round(left + width / 2), Math.round(top + height / 2)] : null;
  };
  const animated = (element) => document.getAnimations().some(({ effect }) => effect?.target?.contains(element));
  for (const element of document.querySelectorAll(selector)) {
    if (element.matches(":disabled") || (text && !element.textContent.includes(text))) continue;
    let place = middle(element);
    if (!place || animated(element)) continue;
    const inside = ([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
    if (!inside(place)) {
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      place = middle(element);
    }
    const uppermost = document.elementFromPoint(...place);
    if (!uppermost || !element.contains(uppermost)) continue;
    await frame();
    await frame();
    return String(middle(element)) === String(place) ? place : null;
  }
  return null;
}"""
"""Where an element can be pressed: the middle of the first that matches, is seen, is covered by nothing and rests; else
null.
"""


class Window(ABC):
    """A window at the site, with cookies and storage of its own."""

    def __init__(self, address: str) -> None:
        self.address = address

    @abstractmethod
    def goto(self, path: str) -> None:
        """Opens an address of the site, and waits until the page is loaded."""

    @abstractmethod
    def evaluate(self, function: str, *arguments: Any) -> Any:
        """The JSON value of a JavaScript function called in the page."""

    @abstractmethod
    def perform(self, actions: list[dict[str, Any]]) -> None:
        """Carries out actions of mouse and keys, as WebDriver writes them."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Gives the page so many CSS pixels."""

    @abstractmethod
    def picture(self) -> bytes:
        """A PNG of what the window shows."""

    @abstractmethod
    def set_cookie(self, name: str, value: str) -> None:
        """Sets a cookie of the site."""

    @abstractmethod
    def close(self) -> None:
        """Ends the window, and its browser if it has one of its own."""

    def logged(self) -> list[str]:
        """The errors that the browser itself has told of, where it does."""
        return []

    def problems(self) -> list[str]:
        """The errors of all pages that were open in this window."""
        noted: list[str] = json.loads(self.evaluate("() => sessionStorage.getItem('problems')") or "[]")
        return noted + self.logged()

    def wait(self, function: str, *arguments: Any) -> Any:
        """Waits until a function returns something truthy in the page, and returns it."""
        end = time.monotonic() + PATIENCE
        while not (found := self.evaluate(function, *arguments)):
            if time.monotonic() > end:
                shown = self.evaluate("() => document.body.innerText.slice(0, 1500)")
                raise AssertionError(f"it did not happen: {function} {arguments}\nThe page shows: {shown}")
            time.sleep(PAUSE)
        return found

    def see(self, selector: str, text: str = "") -> None:
        """Waits until an element that matches is there, visible, and contains the text."""
        visible = "(one) => one.checkVisibility() && one.textContent.includes(text)"
        self.wait(f"(selector, text) => [...document.querySelectorAll(selector)].some({visible})", selector, text)

    def see_none(self, selector: str) -> None:
        """Waits until nothing that matches is visible."""
        self.wait(
            "(selector) => ![...document.querySelectorAll(selector)].some((one) => one.checkVisibility())", selector
        )

    def count(self, selector: str) -> int:
        """How many elements match now."""
        return int(self.evaluate("(selector) => document.querySelectorAll(selector).length", selector))

    def text(self, selector: str) -> str:
        """The text of the first element that matches now, or nothing."""
        return str(self.evaluate("(selector) => document.querySelector(selector)?.innerText ?? ''", selector))

    def click(self, selector: str, text: str = "") -> None:
        """Presses the first element that matches and contains the text, as soon as it can be pressed and does not
        move.
        """
        x, y = self.wait(AIM, selector, text)
        move = {"type": "pointerMove", "x": x, "y": y, "duration": 0, "origin": "viewport"}
        press: list[dict[str, Any]] = [move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.perform([{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": press}])

    def press(self, keys: Sequence[str], *, held: Sequence[str] = ()) -> None:
        """Presses keys one after the other, while others are held down: characters, or the names above."""
        strokes = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        strokes = [{"type": "keyDown", "value": key} for key in held] + strokes
        strokes += [{"type": "keyUp", "value": key} for key in reversed(held)]
        self.perform([{"type": "key", "id": "keyboard", "actions": strokes}])
