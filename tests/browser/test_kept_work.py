"""What somebody is in the middle of stays when something happens that they have not done; what cannot be done any more
is said to be so.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.backstage import Backstage
from tests.browser.playing import Player
from tests.browser.test_socket_play import connected, place_balian, second_page


@pytest.fixture
def table(
    new_player: Callable[..., Player], seat_two: Callable[..., tuple[Player, Player]]
) -> tuple[Player, Player, list[str]]:
    """Richard, Saladin, and what Richard's page has been sent."""
    richard, sent = new_player("Richard"), list[str]()
    richard.page.on("websocket", lambda socket: socket.on("framereceived", lambda words: sent.append(str(words))))
    richard.page.clock.install()
    richard, saladin = seat_two(richard, pace="slow")
    return connected(richard), connected(saladin), sent


@contextmanager
def held_down(player: Player, sent: list[str], button: Locator, *, by: str) -> Iterator[None]:
    """Presses the button before the block, and releases it when the page has heard of what the block does.

    A press of more than a second and a half is none: the page's time stands meanwhile, however long ours takes. A page
    stops it once only."""
    page = player.page
    expect(button).to_be_visible()
    page.clock.pause_at(page.evaluate("Date.now()") + 5000)
    if by == "mouse":
        box = button.bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
    else:
        button.focus()
        page.keyboard.down("Space")
    heard = len(sent)
    yield
    player.wait_until(lambda: len(sent) > heard)
    page.clock.run_for(300)
    page.mouse.up() if by == "mouse" else page.keyboard.up("Space")
    page.clock.resume()


def offer_end(player: Player) -> None:
    player.page.locator("#tab-game").click()
    player.page.locator("[data-key=time-end]").click()
    player.page.locator("#time-form button.primary").click()


def withdraw_end(player: Player) -> None:
    player.page.locator("#tab-game").click()
    player.page.locator("[data-key=time-withdraw-end]").click()
    expect(player.page.locator("[data-key=time-end]")).to_be_visible()


def test_offers_and_messages_of_the_other_leave_a_choice_the_focus_and_the_tab_as_they_are(
    table: tuple[Player, Player, list[str]],
) -> None:
    richard, saladin, sent = table
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
    # So does a button that is held down: what is drawn between press and release does not exchange it for another.
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator(".token[data-block=balian]")).to_have_attribute("aria-label", re.compile("at Nablus"))
    withdraw_end(saladin)
    expect(page.locator("#time-box")).to_be_hidden()
    page.locator("[data-key='block-balian']").click()
    saladin.page.locator("[data-key=time-end]").click()
    with held_down(richard, sent, page.locator("[data-key='to-ascalon']"), by="space"):
        saladin.page.locator("#time-form button.primary").click()
    expect(page.locator(".token[data-block=balian]")).to_have_attribute("aria-label", re.compile("at Ascalon"))
    expect(page.locator("#time-box")).to_be_visible()


def test_what_another_page_has_left_possible_stays_chosen_and_the_rest_is_said_to_be_gone(
    table: tuple[Player, Player, list[str]],
) -> None:
    richard, saladin, sent = table
    tab = second_page(richard)
    chosen = richard.page.locator(".chosen-block")
    richard.page.locator("[data-key='block-bohemond']").click()
    expect(chosen).to_be_visible()
    place_balian(tab)
    expect(richard.page.locator(".token[data-block=balian]")).to_have_attribute("aria-label", re.compile("at Ascalon"))
    expect(chosen).to_be_visible()
    saladin.page.locator("#tab-game").click()
    saladin.page.locator("[data-key=time-end]").click()
    with held_down(richard, sent, richard.page.locator("[data-key='to-latakia']"), by="mouse"):
        saladin.page.locator("#time-form button.primary").click()
    expect(richard.page.locator(".token[data-block=bohemond]")).to_have_attribute(
        "aria-label", re.compile("at Latakia")
    )
    richard.page.locator("[data-key='block-balian']").click()
    expect(chosen).to_be_visible()
    tab.page.get_by_role("button", name="Done").click()
    expect(richard.page.locator("#notice")).to_have_text(
        "What you had chosen cannot be done any more: the game has changed."
    )
    expect(chosen).to_have_count(0)


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
