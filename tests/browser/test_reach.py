"""The pages are for everybody: keyboard, phone, desk, screen reader."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.playing import Player

NewPlayer = Callable[..., Player]
PLAIN = ["/", "/help/", "/signup/", "/login/", "/games/open/"]
OWN = ["/games/", "/games/new/", "/games/open/", "/help/"]
AT_ASCALON = "Balian, B2, strength 3 of 3, moves 2, at Ascalon, in the field"
SIZES: list[ViewportSize] = [{"width": 360, "height": 740}, {"width": 1440, "height": 900}]


def solo(new_player: NewPlayer, **options: Any) -> Player:
    return new_player("Usama", alone=True, **options)


def overflow(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def overflows(page: Page) -> list[int]:
    """By how much the page is wider than a screen of each of the sizes."""
    found = []
    for size in SIZES:
        page.set_viewport_size(size)
        found.append(overflow(page))
    return found


def test_no_page_is_wider_than_the_screen(new_player: NewPlayer) -> None:
    visitor = new_player()
    for path in PLAIN:
        visitor.page.goto(path)
        assert overflows(visitor.page) == [0, 0], path
    member = new_player("Usama")
    for path in OWN:
        member.page.goto(path)
        assert overflows(member.page) == [0, 0], path


# As base.html shows that a mail was sent.
MESSAGE = """() => {
  const band = document.createElement("ul");
  band.className = "messages";
  band.innerHTML = "<li>We sent a mail to balian@example.org.</li>";
  document.querySelector(".site-header").after(band);
}"""


def test_a_decision_can_be_taken_by_keyboard_in_the_list_and_on_the_map_or_by_a_press_there(
    new_player: NewPlayer,
) -> None:
    player = solo(new_player)
    page = player.page
    token = page.locator(".token[data-block=balian]")
    expect(page.locator("#prompt")).to_have_attribute("aria-live", "polite")
    expect(page.locator("#notice")).to_have_attribute("role", "status")

    def undo() -> None:
        expect(token).to_have_attribute("aria-label", AT_ASCALON)
        page.locator("#bar [data-key=undo]").click()
        expect(token).not_to_have_attribute("aria-label", AT_ASCALON)

    page.locator("body").press("Tab")
    tab_to(page, "[data-key='block-balian']")
    page.keyboard.press("Enter")
    # The focus goes on to where the block can go.
    expect(page.locator(":focus")).to_have_attribute("data-key", "to-ascalon")
    page.keyboard.press("Enter")
    undo()
    token.focus()
    page.keyboard.press("Enter")
    town = page.locator(".town.goal[data-town=ascalon]")
    expect(town).to_be_visible()
    town.focus()
    page.keyboard.press("Enter")
    undo()
    page.set_viewport_size({"width": 360, "height": 740})
    token.click()
    town.click()
    undo()

    # The board fits the window below a message.
    page.set_viewport_size({"width": 1440, "height": 900})
    page.evaluate(MESSAGE)
    expect(page.locator(".messages")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") == 900
    board = page.locator(".board").bounding_box()
    assert board is not None
    assert 870 < board["y"] + board["height"] <= 900

    # The page turns to the side awaited unless told not to.
    franks, saracens = page.locator("[data-key=seat-frank]"), page.locator("[data-key=seat-saracen]")
    expect(franks).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Done").click()
    expect(saracens).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Turn to the side whose turn it is").uncheck()
    franks.click()
    expect(franks).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#prompt")).to_contain_text("Waiting for the Saracens")
    assert player.problems == []


def tab_to(page: Page, selector: str, most: int = 120) -> None:
    for _ in range(most):
        if page.locator(f"{selector}:focus").count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by Tab")


def test_what_ends_a_decision_leaves_a_phone_to_the_map(new_player: NewPlayer) -> None:
    player = solo(new_player, width=360, height=740, has_touch=True)
    page = player.page
    page.locator("[data-key=block-balian]").click()
    page.locator("[data-key=to-ascalon]").click()
    expect(page.locator("#bar [data-key=restart]")).to_be_attached()
    expect(page.locator("#bar .chosen-now")).to_have_count(0)
    bar = page.locator("#bar").bounding_box()
    assert bar is not None
    assert bar["height"] < 740 / 10
    page.locator("#choices .block-button").first.click()
    expect(page.locator("#bar .chosen-now")).to_be_visible()
    bar = page.locator("#bar").bounding_box()
    assert bar is not None
    assert bar["height"] < 740 / 5
