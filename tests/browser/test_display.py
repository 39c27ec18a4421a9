"""The display settings on the game page: they hold at once, and from the first moment of the next page."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.playing import Player

SMALLEST = """() => Math.min(
  ...[...document.querySelectorAll(".token .block:not(.back)")].map((one) => one.getBoundingClientRect().width))"""
PAPER = "() => getComputedStyle(document.body).backgroundColor"
DAY, NIGHT = "rgb(242, 233, 213)", "rgb(25, 22, 18)"


def test_display_settings_hold_at_once_and_stay(new_player: Callable[..., Player]) -> None:
    player = new_player("Theodora", alone=True, width=1440, height=900)
    page = player.page
    assert page.evaluate(PAPER) == DAY
    page.get_by_role("tab", name="Game").click()
    page.locator("#display-open").click()
    page.select_option("#display-labels", "none")
    page.select_option("#display-blocks", "largest")
    with page.expect_response(lambda response: "dark" in (response.request.post_data or "")):
        page.select_option("#display-theme", "dark")
    for _ in ("at once", "after a reload"):
        assert page.evaluate(PAPER) == NIGHT
        player.wait_until(lambda: bool(page.evaluate(SMALLEST) >= 35.9))
        expect(page.locator(".names [data-town=acre]")).to_be_hidden()
        page.reload()
        player.see_game()
    assert player.problems == []
