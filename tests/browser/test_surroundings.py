"""The game page, with each browser feature that it uses taken away: it plays an act, and the console stays empty."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.backstage import Backstage
from tests.browser.playing import Player
from tests.browser.tabs import Tabs

THROWS = "get() { throw new DOMException('blocked', 'SecurityError'); }"


def without(name: str, of: str = "window") -> str:
    """A script that makes a browser that never had it."""
    return f"{{ let at = {of}; while (at) {{ delete at['{name}']; at = Object.getPrototypeOf(at); }} }}"


def gives(value: str, name: str, of: str) -> str:
    return f"Object.defineProperty({of}, '{name}', {{ configurable: true, value: {value} }});"


TAKEN_AWAY = {
    "localStorage throws": f"Object.defineProperty(window, 'localStorage', {{ configurable: true, {THROWS} }});",
    "sessionStorage throws": f"Object.defineProperty(window, 'sessionStorage', {{ configurable: true, {THROWS} }});",
    "storage is full": "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };",
    "storage is null": gives("null", "localStorage", "window") + gives("null", "sessionStorage", "window"),
    "cookies are empty": "Object.defineProperty(document, 'cookie', { configurable: true, get: () => '', set() {} });",
    "Intl": without("Intl"),
    "Intl.PluralRules": without("PluralRules", "Intl"),
    "Intl.NumberFormat": without("NumberFormat", "Intl"),
    "Intl.DateTimeFormat": without("DateTimeFormat", "Intl"),
    "Intl.RelativeTimeFormat": without("RelativeTimeFormat", "Intl"),
    "time zone": (
        "{ const Whole = Intl.DateTimeFormat; Intl.DateTimeFormat = function (language, how) { if (how?.timeZone) throw"
        " new RangeError(`Invalid time zone specified: ${how.timeZone}`); return new Whole(language, how); }; }"
    ),
    "localeCompare throws": "String.prototype.localeCompare = () => { throw new RangeError('no such language'); };",
    "WebSocket": without("WebSocket"),
    "WebSocket throws": (
        "window.WebSocket = class { constructor() { throw new DOMException('insecure', 'SecurityError'); } };"
    ),
    "Notification": without("Notification"),
    "serviceWorker": without("serviceWorker", "navigator"),
    "navigator.share": without("share", "navigator"),
    "navigator.clipboard": without("clipboard", "navigator"),
    "navigator.setAppBadge": without("setAppBadge", "navigator"),
    "navigator.setAppBadge throws": (
        "Navigator.prototype.setAppBadge = () => { throw new DOMException('no', 'NotAllowedError'); };"
    ),
    "crypto.subtle": without("subtle", "crypto"),
    "crypto.randomUUID": without("randomUUID", "crypto"),
    "crypto": without("crypto"),
    "AudioContext": without("AudioContext") + "try { localStorage.setItem('sound', 'on'); } catch { /* kept off */ }",
    "AudioContext throws": (
        "window.AudioContext = class { constructor() { throw new DOMException('no', 'NotSupportedError'); } };"
        "localStorage.setItem('sound', 'on');"
    ),
    "ResizeObserver": without("ResizeObserver"),
    "IntersectionObserver": without("IntersectionObserver"),
    "matchMedia": without("matchMedia"),
    "requestIdleCallback": without("requestIdleCallback"),
    "BroadcastChannel": without("BroadcastChannel"),
    "structuredClone": without("structuredClone"),
    "history.replaceState throws": (
        "History.prototype.replaceState = () => { throw new DOMException('too often', 'SecurityError'); };"
    ),
    "startViewTransition": without("startViewTransition", "document"),
    "AbortController": without("AbortController"),
    "AbortSignal.timeout": without("timeout", "AbortSignal"),
    "Element.animate": without("animate", "Element.prototype"),
    "checkVisibility": without("checkVisibility", "Element.prototype"),
    "popovers": "".join(
        without(name, "HTMLElement.prototype") for name in ("showPopover", "hidePopover", "togglePopover", "popover")
    ),
    "dialogs": "".join(without(name, "HTMLDialogElement.prototype") for name in ("showModal", "show", "close")),
    "setPointerCapture": without("setPointerCapture", "Element.prototype"),
    "PointerEvent": without("PointerEvent"),
    "Worker": without("Worker"),
    "SharedWorker": without("SharedWorker"),
    "indexedDB": without("indexedDB"),
    "sendBeacon": without("sendBeacon", "navigator"),
    "navigator.locks": without("locks", "navigator"),
    "navigator.connection": without("connection", "navigator"),
    "toReversed and others": "".join(
        without(name, "Array.prototype") for name in ("toReversed", "toSorted", "toSpliced", "with")
    ),
    "URLSearchParams.size": without("size", "URLSearchParams.prototype"),
    "visualViewport": without("visualViewport"),
    "performance": without("performance"),
}


AT_ONCE = [
    [
        # Scripts use none of these.
        "requestIdleCallback",
        "BroadcastChannel",
        "structuredClone",
        "startViewTransition",
        "AbortSignal.timeout",
        "setPointerCapture",
        "Worker",
        "SharedWorker",
        "indexedDB",
        "sendBeacon",
        "navigator.locks",
        "navigator.connection",
        "toReversed and others",
        "URLSearchParams.size",
        "visualViewport",
        # And the first of all that can be lacked in several ways.
        "localStorage throws",
        "sessionStorage throws",
        "cookies are empty",
        "localeCompare throws",
        "history.replaceState throws",
        "navigator.setAppBadge throws",
        "Intl.PluralRules",
        "time zone",
        "WebSocket throws",
        "crypto.randomUUID",
        "Notification",
        "popovers",
    ],
    [
        "storage is full",
        "Intl.NumberFormat",
        "Intl.RelativeTimeFormat",
        "WebSocket",
        "AbortController",
        "ResizeObserver",
        "checkVisibility",
        "navigator.share",
        "matchMedia",
        "crypto",
    ],
    ["storage is null", "Intl", "crypto.subtle", "navigator.clipboard", "serviceWorker", "dialogs"],
    ["AudioContext", "Intl.DateTimeFormat", "IntersectionObserver", "Element.animate"],
    ["AudioContext throws", "navigator.setAppBadge", "PointerEvent", "performance"],
]
"""What one page does without: none of these keeps it from asking for another of them."""
OF_A_GAME_ALONE = AT_ONCE[-1]
"""Every browser has these; the other pages are not tried without them."""


def none_of(features: list[str]) -> str:
    """A script that takes them all away."""
    return "".join(TAKEN_AWAY[feature] for feature in features)


@pytest.mark.parametrize(
    "features",
    [*AT_ONCE[:2], *(pytest.param(some, marks=pytest.mark.whole) for some in AT_ONCE[2:])],
    ids=[" and ".join(features[-2:]) for features in AT_ONCE],
)
def test_pages_work_without(
    new_player: Callable[..., Player], backstage: Backstage, tabs: Tabs, features: list[str]
) -> None:
    """The game's page with its log, its talk, its offers and its look back; the lists; the settings."""
    # With motion, so that all that moves is tried.
    player = new_player("Ibelin", reduced_motion="no-preference", timezone_id="Europe/Kyiv")
    page = player.page
    other = f"Guy-of-{player.name}"
    backstage.sign_up(other)
    player.game = backstage.start_duel(player.name, other, pace="slow")
    tabs.run_first(page, none_of(features))
    player.open_game()
    expect(page.locator("#players .clock-time").first).not_to_be_empty()
    page.locator("[data-key='block-balian']").click()
    page.locator("[data-key='to-ascalon']").click()
    expect(page.locator(".token[data-block=balian]")).to_have_attribute("aria-label", re.compile("at Ascalon"))
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator(".token[data-block=balian]")).to_have_attribute("aria-label", re.compile("at Nablus"))
    for name in ("log", "game"):
        page.locator(f"#tab-{name}").click()
    page.locator("[data-key=replay-open]").dispatch_event("click")
    expect(page.locator("main[data-moment]:not([data-moment=now])")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("main[data-moment=now]")).to_be_visible()
    if features is OF_A_GAME_ALONE:
        assert player.problems == []
        return
    page.locator("#tab-talk").click()
    page.fill("#talk-text", "Pax?")
    page.locator("#talk-form button.primary").click()
    expect(page.locator("#talk-lines")).to_contain_text("Pax?")
    page.locator("#tab-game").click()
    page.locator("[data-key=time-end]").click()
    page.locator("#time-form button.primary").first.click()
    expect(page.locator("[data-key=time-withdraw-end]")).to_be_visible()
    for path in ("/?stay", "/games/", "/games/open/", "/settings/"):
        page.goto(path, wait_until="load")
        expect(page.locator("main h1").first).to_be_visible()
    page.context.clear_cookies(name="sessionid")
    for path in ("/", "/signup/"):
        page.goto(path, wait_until="load")
        expect(page.locator("main h1").first).to_be_visible()
    assert player.problems == []
