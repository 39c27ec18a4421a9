"""A game with a friend on two phones: the link is shared or copied by a button, and leads to the board by one press."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.looking import look_in_light_and_dark, resize
from tests.browser.playing import Player

SHARED = """() => {
  window.sent = [];
  const has = (name, value) => Object.defineProperty(navigator, name, { configurable: true, value });
  has("share", async ({ url }) => window.sent.push(url));
  has("clipboard", { writeText: async (words) => window.sent.push(words) });
}"""

WHOLE = "img => Math.abs(img.width / img.height - img.naturalWidth / img.naturalHeight) < 0.02"
"""Whether nothing of a picture is cut off."""


def test_the_host_shares_the_link_and_the_friend_is_at_the_board_by_one_press(
    new_player: Callable[..., Player],
) -> None:
    host, friend = new_player("Sibylla", width=390, height=844), new_player(width=390, height=844)
    page = host.page
    page.add_init_script(f"({SHARED})()")
    page.goto("/games/new/")
    page.get_by_label("Somebody I invite, by name or by a link").check()
    page.get_by_role("button", name="Open the game").click()
    link = page.locator(".invitation-link").inner_text()
    # The page draws itself anew when its socket is there: the buttons outlast it.
    page.evaluate(
        "document.querySelector('#open-game').replaceChildren(...document.querySelector('#open-game').cloneNode(true).childNodes)"
    )
    for name in ("Share the link", "Copy the link"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
        page.get_by_role("button", name=name).click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("window.sent") == [link, link]
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error()) }")
    page.get_by_role("button", name="Copied").click()
    expect(page.get_by_text("This browser does not let the site copy.")).to_be_in_viewport(ratio=1)
    expect(page.locator(".commitment")).to_be_hidden()
    look_in_light_and_dark(page)
    seen = friend.page
    seen.goto(link)
    expect(seen.get_by_role("heading", level=1)).to_have_text(f"{host.name} invites you to a game")
    look_in_light_and_dark(seen)
    for size in ({"width": 1024, "height": 768}, {"width": 390, "height": 844}):
        resize(seen, size)
        expect(seen.get_by_role("button", name="Sit down and play")).to_be_in_viewport(ratio=1)
        assert seen.locator(".invitation-picture").evaluate(WHOLE), size
    seen.get_by_role("button", name="Sit down and play").click()
    friend.see_game()
    host.see_game()
    expect(page.locator("#players")).to_contain_text("Guest")
    # A friend who has no account yet is new here: the first decision of each kind is explained to them, not to the
    # host, whose account is old.
    expect(seen.locator("#explain-wish button")).to_be_attached()
    expect(page.locator("#explain-wish")).to_have_count(0)
    if seen.locator("#prompt-box.yours").count() == 0:
        page.locator("#choices button, #bar button").first.click()  # the host decides first
    expect(seen.locator("#coach [data-advice^=first-]")).to_be_visible()
    assert host.problems == friend.problems == []
