"""The pages are for everybody: keyboard, phone, desk, screen reader."""

from collections.abc import Callable

from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.playing import Player

NewPlayer = Callable[..., Player]
PLAIN = ["/", "/help/", "/signup/", "/login/", "/games/open/"]
OWN = ["/games/", "/games/new/", "/games/open/", "/help/"]
AT_ASCALON = "Balian, B2, strength 3 of 3, moves 2, at Ascalon, in the field"
SIZES: list[ViewportSize] = [{"width": 360, "height": 740}, {"width": 1440, "height": 900}]


def solo(new_player: NewPlayer, **options: int) -> Player:
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
    player = solo(new_player)
    game = player.page.url
    assert overflows(player.page) == [0, 0]
    for path in OWN:
        player.page.goto(path)
        assert overflows(player.page) == [0, 0], path
    player.page.goto(game)
    player.see_game()
    while "Movement" not in player.page.inner_text(".phase"):
        player.decide()
    assert overflows(player.page) == [0, 0]


def test_the_board_fits_the_window_below_a_message(new_player: NewPlayer) -> None:
    page = solo(new_player, width=1440, height=900).page
    # As base.html shows that a mail was sent.
    page.evaluate(
        """() => {
          const band = document.createElement("ul");
          band.className = "messages";
          band.innerHTML = "<li>We sent a mail to balian@example.org.</li>";
          document.querySelector(".site-header").after(band);
        }"""
    )
    expect(page.locator(".messages")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") == 900
    board = page.locator(".board").bounding_box()
    assert board is not None
    assert 870 < board["y"] + board["height"] <= 900


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


def test_a_whole_decision_can_be_taken_with_the_keyboard(new_player: NewPlayer) -> None:
    player = solo(new_player)
    page = player.page
    page.locator("body").press("Tab")
    tab_to(page, "[data-key='block-balian']")
    page.keyboard.press("Enter")
    # The focus goes on to where the block can go.
    expect(page.locator(":focus")).to_have_attribute("data-key", "to-ascalon")
    page.keyboard.press("Enter")
    expect(page.locator(".token[data-block=balian]")).to_have_attribute("aria-label", AT_ASCALON)


def test_blocks_and_towns_on_the_map_take_the_keyboard_too(new_player: NewPlayer) -> None:
    player = solo(new_player)
    page = player.page
    page.locator(".token[data-block=balian]").focus()
    page.keyboard.press("Enter")
    town = page.locator(".town.goal[data-town=ascalon]")
    expect(town).to_be_visible()
    town.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".token[data-block=balian]")).to_have_attribute("aria-label", AT_ASCALON)


def tab_to(page: Page, selector: str, most: int = 120) -> None:
    for _ in range(most):
        if page.locator(f"{selector}:focus").count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by Tab")


def test_a_block_and_a_town_can_be_tapped_on_the_map(new_player: NewPlayer) -> None:
    player = solo(new_player, width=360, height=740)
    page = player.page
    page.locator(".token[data-block=balian]").click()
    page.locator(".town.goal[data-town=ascalon]").click()
    expect(page.locator(".token[data-block=balian]")).to_have_attribute("aria-label", AT_ASCALON)


def test_the_prompt_is_announced(new_player: NewPlayer) -> None:
    player = solo(new_player)
    expect(player.page.locator("#prompt")).to_have_attribute("aria-live", "polite")
    expect(player.page.locator("#notice")).to_have_attribute("role", "status")


def test_the_solo_page_turns_to_the_side_awaited_unless_told_not_to(new_player: NewPlayer) -> None:
    player = solo(new_player)
    page = player.page
    franks, saracens = page.locator("[data-key=seat-frank]"), page.locator("[data-key=seat-saracen]")
    expect(franks).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Done").click()
    expect(saracens).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Turn to the side whose turn it is").uncheck()
    franks.click()
    expect(franks).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#prompt")).to_contain_text("Waiting for the Saracens")
    assert player.problems == []
