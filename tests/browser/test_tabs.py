"""A tab that a test gave back has nothing of it left for the next."""

from typing import Any

from tests.browser.tabs import Tab, Tabs

WIDE: Any = {"width": 1280, "height": 800}
PLAIN = {"reduced_motion": "reduce"}
HELD = """async () => [localStorage.length, sessionStorage.length, document.cookie.includes('dice'),
  matchMedia('(prefers-color-scheme: dark)').matches, innerWidth, document.querySelectorAll(':hover').length,
  (await navigator.serviceWorker.getRegistrations()).length]"""


def take(tabs: Tabs) -> Tab:
    return tabs.take(WIDE, PLAIN)


def test_the_next_test_finds_no_storage_no_cookie_no_route_no_script_and_no_listener(tabs: Tabs) -> None:
    tab, heard = take(tabs), []
    page = tab.page
    page.on("console", lambda message: heard.append(message.text))
    page.route("**/help/", lambda route: route.abort())
    page.goto("/login/")
    page.evaluate("localStorage.setItem('dice', '6'); sessionStorage.setItem('dice', '6'); document.cookie = 'dice=6'")
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 360, "height": 740})
    page.mouse.move(180, 300)
    tabs.run_first(page, "window.dice = 6")
    page.goto("/login/")
    assert page.evaluate("window.dice") == 6
    tabs.give_back(tab, failed=False)
    again = take(tabs)
    assert again is tab
    page.goto("/help/")
    page.evaluate("console.log('Acre')")
    assert page.evaluate("window.dice ?? null") is None
    assert page.evaluate(HELD) == [0, 0, False, False, 1280, 0, 0]
    assert "Acre" not in heard
    tabs.give_back(again, failed=False)
    # By what cannot be undone a tab is closed.
    for does in (
        lambda tab: tab.page.clock.install(),
        lambda tab: tab.page.add_init_script("window.dice = 6"),
        lambda tab: tab.page.route_web_socket("**/ws/", lambda socket: socket.close()),
        lambda tab: tab.context.new_page(),
    ):
        tab = take(tabs)
        does(tab)
        tabs.give_back(tab, failed=False)
        assert tab.page.is_closed()
