"""A player at the page: sees what is offered, presses buttons, waits until the page has drawn the answer."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from playwright.sync_api import Page, Request, WebSocket, expect

from rules.position import Position
from tests.browser.backstage import PASSWORD, Backstage

# All buttons that can be pressed now, with what they are; those of cards as well.
OFFERED = """() => [...document.querySelectorAll(
    "#choices summary, :is(#choices, #bar, #hand) button:not(:disabled, [aria-disabled=true])")]
  .filter((button) => button.checkVisibility({ contentVisibilityAuto: true })
    && !button.matches("details:not([open]) > :not(summary) *"))
  .map((button) => ({ key: button.dataset.key, type: button.dataset.type ?? null, block: button.dataset.block ?? null,
    town: button.dataset.town ?? null, card: button.dataset.card ?? null }))"""

DRAWN = (
    "before => { const { drawn, busy } = document.querySelector('main').dataset; return drawn !== before && busy ==="
    " 'false' }"
)
CONFIRM = "#bar :is([data-key=confirm], [data-key=done-really]):not(:disabled)"
ANSWERED = f"before => ({DRAWN})(before) || document.querySelector('{CONFIRM}')"

CAME = (
    "([before, step]) => { const now = document.querySelector('main').dataset; return now.drawn !== before && now.step"
    " === step }"
)

# Resolves when what a selector finds has not moved for ten frames, or after some seconds.
AT_REST = """(selector) => new Promise((rested) => {
  let last = "", same = 0, frames = 0;
  const look = () => {
    const now = [...document.querySelectorAll(selector)]
      .map((one) => one.getBoundingClientRect()).map(({ left, top }) => `${left} ${top}`).join();
    same = now === last && document.querySelector("#map")?.dataset.moving !== "true" ? same + 1 : 0;
    last = now;
    frames += 1;
    if (same >= 10 || frames > 600) rested(same >= 10);
    else requestAnimationFrame(look);
  };
  look();
})"""

ASKED = """() => {
  const asked = (window.asked = []);
  new MutationObserver(() => asked.push(document.querySelector("#prompt").textContent)).observe(
    document.querySelector("main"), { subtree: true, childList: true });
}"""
"""Script: records each question that comes into sight from now on."""

# Buttons that choose, ask or go back, and decide nothing.
HELPERS = (
    "undo",
    "restart",
    "other-block",
    "no-route",
    "all-ways",
    "all-here",
    "muster-here",
    "muster-turn",
    "done-not",
    "pick-none",
    "skip-show",
)

Button = dict[str, Any]


def decides(button: Button) -> bool:
    """Whether the button decides something, other than that one is done."""
    return bool(button["type"]) and button["type"] != "done"


class Player:
    def __init__(self, page: Page, random: Random | None = None) -> None:
        self.page = page
        self.random = random or Random(1187)
        self.name = ""
        self.game = ""
        # Whether blocks and towns are pressed on the map where they can be, rather than in the list.
        self.on_map = False
        self.pressed_on_map = 0
        self.problems: list[str] = []
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda message: self.problems.append(message.text) if message.type == "error" else None)
        # What the page sent to be done, by its socket or by HTTP: each body with the name of the act.
        self.acts: list[dict[str, Any]] = []
        self.by_http = 0
        self.requests_watched = False
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        def note(sent: str | bytes) -> None:
            message = json.loads(sent)
            if message.get("act", "follow") != "follow":
                self.acts.append(message)

        socket.on("framesent", note)

    def watch_requests(self) -> None:
        """From now on acts by HTTP are noted as well.

        A page makes sixty requests: to hear of each costs more than most tests need.
        """
        if not self.requests_watched:
            self.requests_watched = True
            self.page.on("request", self._note)

    def _note(self, request: Request) -> None:
        found = re.search(r"/api/v1/games/[0-9a-f-]{36}/(actions|undo|restart-turn|resign)/", request.url)
        if found:
            self.by_http += 1
            self.acts.append({"act": found[1], **(request.post_data_json or {})})

    @contextmanager
    def expect_act(self) -> Iterator[list[dict[str, Any]]]:
        """Waits behind the block until the page has sent an act. Yields a list that then holds it."""
        # A page whose socket is not open yet sends by HTTP.
        self.watch_requests()
        before, found = len(self.acts), []
        yield found
        for _ in range(300):
            if len(self.acts) > before:
                break
            self.page.wait_for_timeout(50)
        found += self.acts[before:]

    def wait_until(self, happened: Callable[[], bool]) -> None:
        """Waits for what Python hears of the page: lists that its events fill are behind what the page shows."""
        for _ in range(600):
            if happened():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError("it did not happen within half a minute")

    def cut_sockets(self) -> None:
        """From its next loading on the page plays without sockets."""
        self.page.route_web_socket(re.compile("/ws/"), lambda socket: socket.close())

    def sign_up(self, name: str, path: str = "/signup/") -> None:
        self.page.goto(path)
        self.page.fill("[name=username]", name)
        self.page.fill("[name=password1]", PASSWORD)
        self.page.fill("[name=password2]", PASSWORD)
        self.page.click("main button")

    def open_game(self) -> None:
        """Go to the game that this person plays."""
        self.page.goto(f"/games/{self.game}/")
        self.see_game()

    def see_game(self) -> None:
        """Wait until the page shows a position."""
        expect(self.page.locator("main[data-drawn]")).to_be_visible()

    def begin_lesson(self, *, siege: bool = False) -> None:
        """Open the first lesson, or the second, from the first page."""
        self.page.goto("/?stay")
        self.page.locator(f"form[action$='/lesson/'] button{'[name=siege]' if siege else ':not([name])'}").click()
        self.see_game()
        self.game = self.page.url.rstrip("/").rpartition("/")[2]

    def open_at(self, position: Position, backstage: Backstage) -> None:
        """Let the game stand at a position, and open its page anew."""
        backstage.stage(self.game, position)
        self.open_game()

    def stand_at(self, position: Position, backstage: Backstage) -> None:
        """Let the game stand at a position, and wait until the page, which is open, shows it."""
        before = self.drawn
        backstage.stage(self.game, position)
        self.page.evaluate(
            "() => { dispatchEvent(new Event('online')) }"
        )  # the page asks whether there is anything new
        self.page.wait_for_function(CAME, arg=[before, position.step])

    def rest(self, selector: str = "#map .town") -> None:
        """Wait until what this finds has stood still for some frames, as the map does when it has arrived."""
        self.page.evaluate(AT_REST, selector)

    @property
    def drawn(self) -> str:
        return self.page.get_attribute("main", "data-drawn") or ""

    def offered(self) -> list[Button]:
        found: list[Button] = self.page.evaluate(OFFERED)
        return [
            button for button in found if button["key"] not in HELPERS and not str(button["key"]).startswith("ways-")
        ]

    def press(self, button: Button) -> None:
        if self.on_map and self.press_map(button):
            return
        self.page.locator(f"[data-key='{button['key']}']").first.click()

    def press_map(self, button: Button) -> bool:
        """Press the block or the town itself, if the button stands for one. It counts how often it could."""
        if self.page.get_attribute("main", "data-step") not in ("seats", "move", "regroup", "must-retreat"):
            # Elsewhere a press on a block may be the whole decision.
            return False
        if str(button["key"]).startswith("block-"):
            piece = self.page.locator(f".token.able[data-block='{button['block']}']")
        elif str(button["key"]).startswith("to-"):
            piece = self.page.locator(f".town.goal[data-town='{button['town']}']")
        else:
            return False
        if not piece.count():
            return False
        # The camera has brought it into sight; blocks of another town may still lie over its middle.
        fanned = self.page.locator(f".fan [data-fan='{button['block']}']")
        if not fanned.count():
            piece.dispatch_event("click")
        if fanned.count():  # a pile: it shows the blocks that lie in it
            fanned.dispatch_event("click")
        self.pressed_on_map += 1
        return True

    def act(self, button: Button) -> None:
        """Press a button that decides something, confirm it where the page asks, and wait until the page has drawn what
        came of it.
        """
        before = self.drawn
        self.press(button)
        self.settle(before)

    def settle(self, before: str) -> None:
        """Wait until the page has drawn something newer; on the way confirm what it asks."""
        for _ in range(2):
            self.page.wait_for_function(ANSWERED, arg=before)
            if self.drawn != before:
                break
            self.page.locator(CONFIRM).click()
        self.page.wait_for_function(DRAWN, arg=before)

    def play_card(self) -> None:
        cards = [button for button in self.offered() if button["card"]]
        self.act(self.random.choice(cards))

    def decide(self) -> None:
        """Take one sensible decision among those offered: mostly move when one can move, and fight battles out."""
        expect(self.page.locator("main.untold")).to_have_count(0)  # dice may still fall
        if self.page.locator(".fighter[data-type=take-hit]").count():
            self.take_hit()
            return
        buttons = self.offered()
        assert buttons, f"nothing to press: {self.page.inner_text('#prompt')}"
        if any(button["card"] for button in buttons):
            self.play_card()
            return
        if self.page.locator(".subset").count():
            self.choose_subset()
            return
        if self.page.locator(".chosen-block").count():
            self.choose_destination()
            return
        done = [button for button in buttons if button["type"] == "done"]
        blocks = [button for button in buttons if button["block"] and not button["type"]]
        actions = [button for button in buttons if decides(button)]
        if blocks and (not done or self.random.random() < 0.75):
            self.press(self.random.choice(blocks))
            self.choose_destination()
        elif actions and (not done or self.random.random() < 0.5):
            self.act(self.random.choice(actions))
        elif done:
            self.act(done[0])
        else:
            self.open_group(buttons)

    def choose_destination(self) -> None:
        """A block is chosen: press what it can do, or one of the towns; the best road is taken unless another
        matters.
        """
        expect(self.page.locator(".chosen-block")).to_be_visible()
        inside = "button => button.closest('.chosen-block') !== null"
        buttons = [
            button for button in self.offered() if (button["town"] or decides(button)) and button["type"] != "done"
        ]
        chosen = [
            button for button in buttons if self.page.locator(f"[data-key='{button['key']}']").first.evaluate(inside)
        ]
        self.act(self.random.choice(chosen))

    def choose_subset(self) -> None:
        """Garrison, storm or sally: press some of the blocks on the stage, as many as are allowed."""
        form = self.page.locator(".subset").first
        least, most = int(form.get_attribute("data-least") or 0), int(form.get_attribute("data-most") or 0)
        names = self.page.locator(".fighter.able").evaluate_all("all => all.map((one) => one.dataset.block)")
        for name in self.random.sample(names, self.random.randint(least, most)):
            self.page.locator(f".fighter[data-block='{name}']").click()
        self.act({"key": form.locator("button[data-type]").get_attribute("data-key")})

    def take_hit(self) -> None:
        """Press one of the blocks on the stage that can take the hit."""
        before = self.drawn
        hit = self.page.locator(".fighter[data-type=take-hit]")
        hit.nth(self.random.randrange(hit.count())).click()
        self.settle(before)

    def open_group(self, buttons: list[Button]) -> None:
        group = next(button for button in buttons if str(button["key"]).startswith("group-"))
        self.press(group)
        inside = self.page.locator(f"details[data-type='{str(group['key'])[6:]}'] .buttons button")
        expect(inside.first).to_be_visible()
        self.act({"key": inside.nth(self.random.randrange(inside.count())).get_attribute("data-key")})
