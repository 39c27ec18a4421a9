"""What somebody is in the middle of stays when something happens that they have not done; what cannot be done any more
is said to be so.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.backstage import Backstage
from tests.browser.playing import Player
from tests.browser.test_socket_play import connected, place_balian, second_page


@pytest.fixture
def table(seat_two: Callable[..., tuple[Player, Player]]) -> tuple[Player, Player]:
    richard, saladin = seat_two(pace="slow")
    return connected(richard), connected(saladin)


def offer_end(player: Player) -> None:
    player.page.locator("#tab-game").click()
    player.page.locator("[data-key=time-end]").click()
    player.page.locator("#time-form button.primary").click()


def test_offers_and_messages_of_the_other_leave_a_choice_the_focus_and_the_tab_as_they_are(
    table: tuple[Player, Player],
) -> None:
    richard, saladin = table
    page = richard.page
    page.locator("#tab-talk").click()
    page.fill("#talk-text", "Let us")
    page.locator("[data-key='block-balian']").click()
    page.locator("[data-key='to-ascalon']").focus()
    before = richard.drawn
    offer_end(saladin)
    expect(page.locator("#time-box")).to_be_visible()
    expect(page.locator(f"main:not([data-drawn='{before}'])")).to_be_attached()
    expect(page.locator(".chosen-block")).to_be_visible()
    expect(page.locator("[data-key='to-ascalon']")).to_be_focused()
    saladin.page.locator("#tab-talk").click()
    saladin.page.fill("#talk-text", "Peace?")
    saladin.page.locator("#talk-form button.primary").click()
    expect(page.locator("#talk-lines")).to_contain_text("Peace?")
    expect(page.locator(".chosen-block")).to_be_visible()
    expect(page.locator("#talk-text")).to_have_value("Let us")
    expect(page.locator("#tab-talk")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#notice")).to_be_empty()
    page.keyboard.press("Enter")
    expect(page.locator(".token[data-block=balian]")).to_have_attribute("aria-label", re.compile("at Ascalon"))


def test_what_another_page_has_made_impossible_is_said_to_be_so(table: tuple[Player, Player]) -> None:
    richard, _ = table
    tab = second_page(richard)
    richard.page.locator("[data-key='block-balian']").click()
    expect(richard.page.locator(".chosen-block")).to_be_visible()
    tab.page.get_by_role("button", name="Done").click()
    expect(richard.page.locator("#notice")).to_have_text(
        "What you had chosen cannot be done any more: the game has changed."
    )
    expect(richard.page.locator(".chosen-block")).to_have_count(0)


def test_what_another_page_has_left_possible_stays_chosen(table: tuple[Player, Player]) -> None:
    richard, _ = table
    tab = second_page(richard)
    richard.page.locator("[data-key='block-bohemond']").click()
    expect(richard.page.locator(".chosen-block")).to_be_visible()
    place_balian(tab)
    expect(richard.page.locator(".token[data-block=balian]")).to_have_attribute("aria-label", re.compile("at Ascalon"))
    expect(richard.page.locator(".chosen-block")).to_be_visible()
    expect(richard.page.locator("[data-key='to-latakia']")).to_be_visible()


def test_words_in_a_list_that_is_drawn_anew_stay(new_player: Callable[..., Player], backstage: Backstage) -> None:
    player, other = new_player("Raymond"), new_player("Bohemond")
    player.page.goto("/games/")
    player.page.evaluate("""() => {
        const form = document.createElement('form');
        form.innerHTML = '<input name="word"><details><summary>More</summary>'
          + '<input type="checkbox" name="tick"></details>';
        document.getElementById('lists').append(form);
    }""")
    player.page.fill("#lists input[name=word]", "half a w")
    player.page.locator("#lists summary", has_text="More").click()
    player.page.check("#lists input[name=tick]")
    # The page as the server has it now, with the same fields and one game more.
    player.page.route(
        "**/games/", lambda route: route.fulfill(body=with_fields(route.fetch().text()), content_type="text/html")
    )
    backstage.start_duel(player.name, other.name)
    player.page.evaluate("document.dispatchEvent(new CustomEvent('site', { detail: { type: 'turns', games: [] } }))")
    player.page.evaluate("document.dispatchEvent(new CustomEvent('site', { detail: { type: 'turns', games: [] } }))")
    expect(player.page.locator("#lists")).to_contain_text(other.name)
    expect(player.page.locator("#lists input[name=word]")).to_have_value("half a w")
    expect(player.page.locator("#lists input[name=tick]")).to_be_checked()


def with_fields(page: str) -> str:
    fields = (
        '<form><input name="word"><details><summary>More</summary><input type="checkbox" name="tick"></details></form>'
    )
    return re.sub(r'(<div id="lists"[^>]*>)', rf"\1{fields}", page)


@pytest.mark.parametrize("how", ["mouse", "space"])
def test_a_button_pressed_while_the_other_acts_is_pressed(table: tuple[Player, Player], how: str) -> None:
    """What the other does draws the page anew between press and release: the button that was pressed must not be
    exchanged for another.
    """
    richard, saladin = table
    page = richard.page
    page.locator("[data-key='block-balian']").click()
    button = page.locator("[data-key='to-ascalon']")
    saladin.page.locator("#tab-game").click()
    saladin.page.locator("[data-key=time-end]").click()
    if how == "mouse":
        box = button.bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
    else:
        button.focus()
        page.keyboard.down("Space")
    saladin.page.locator("#time-form button.primary").click()
    page.wait_for_timeout(700)  # the other's offer has come, or waits
    page.mouse.up() if how == "mouse" else page.keyboard.up("Space")
    expect(page.locator(".token[data-block=balian]")).to_have_attribute("aria-label", re.compile("at Ascalon"))
    expect(page.locator("#time-box")).to_be_visible()
