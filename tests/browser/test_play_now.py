"""From the first page to the first decision by two presses, without an account: "Play now", and "yes" to the one thing
it asks.
"""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.looking import look_in_light_and_dark, resize
from tests.browser.playing import Player
from tests.browser.test_replay import start


def test_a_yes_leads_to_the_first_decision_of_the_side_that_was_chosen_which_is_explained_once(
    new_player: Callable[..., Player],
) -> None:
    player = new_player(width=390)
    page = player.page
    page.goto("/")
    sent: list[str] = []
    page.on(
        "request",
        lambda request: (
            sent.append(request.url) if request.method == "POST" and request.url.endswith("/play/") else None
        ),
    )
    page.get_by_text("Play now", exact=True).click()
    look_in_light_and_dark(page)
    # The side that is played stands beside the button, and can be changed.
    page.get_by_text("You play the Saracens: change").click()
    expect(page.get_by_text("You play the Franks: change")).to_be_hidden()
    page.get_by_role("radio", name="Franks").check()
    expect(page.get_by_text("You play the Franks: change")).to_be_visible()
    expect(page.get_by_text("You play the Saracens: change")).to_be_hidden()
    page.get_by_role("button", name="Yes: gently, and explained").dblclick()
    expect(page.locator("#prompt-box.yours")).to_be_visible()
    expect(page.locator("#awaited")).to_contain_text("You play the Franks")
    expect(page.locator("#choices button").first).to_be_visible()
    expect(page.locator("#players")).to_contain_text("Computer (novice)")
    assert len(sent) == 1, "a double click is one press"
    coach, advice = page.locator("#coach"), page.locator("#coach [data-advice^=first-]")
    expect(advice).to_be_in_viewport(ratio=1)
    look_in_light_and_dark(page)
    resize(page, {"width": 1280, "height": 800})
    page.reload()
    expect(advice).to_be_in_viewport(ratio=1)
    # No explanation of the present stands beside the past.
    start(page)
    expect(coach).to_be_hidden()
    page.keyboard.press("Escape")
    expect(coach).to_be_visible()
    page.locator("[data-key=explain-off]").click()
    expect(coach).to_be_hidden()
    page.reload()
    expect(page.locator("#prompt-box.yours")).to_be_visible()
    expect(coach).to_be_hidden()
    # The game's menu begins them anew.
    page.get_by_role("tab", name="Game", exact=True).click()
    page.locator("[data-key=explain-on]").click()
    expect(advice).to_be_attached()
    expect(coach).not_to_be_hidden()
    resize(page, {"width": 390, "height": 800})
    for path in ("/account/keep/", "/games/", "/?stay", "/settings/"):
        answer = page.goto(path)
        assert answer
        assert answer.status == 200, path
        look_in_light_and_dark(page)
    assert player.problems == []
