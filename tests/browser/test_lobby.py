"""The lobby and what waits, live in several browsers."""

import json
import re
from collections.abc import Callable

from playwright.sync_api import APIResponse, Page, Route, WebSocketRoute, expect

from tests.browser.playing import Player

NewPlayer = Callable[..., Player]


def open_game(player: Player, *, by_hand: bool = False) -> str:
    """Opens a public game as the Franks and returns its address."""
    page = player.page
    page.goto("/games/new/")
    name = page.get_by_label("Invite a player by name")
    page.get_by_label("Somebody I invite").check()
    expect(name).to_be_visible()
    page.get_by_label("Anybody").check()
    expect(name).to_be_hidden()
    page.get_by_label("Franks", exact=True).check()
    if by_hand:
        page.locator("summary", has_text="More choices").click()
        page.get_by_label("I start the game myself").check()
    page.get_by_role("button", name="Open the game").click()
    expect(page.locator("#open-game")).to_be_visible()
    return page.url


def mark(page: Page) -> None:
    """So that a reload would show."""
    page.evaluate("window.sameDocument = true")


def test_an_open_game_is_found_joined_played_to_its_end_and_followed_by_a_rematch(new_player: NewPlayer) -> None:
    richard, saladin, visitor = new_player("Richard"), new_player("Saladin"), new_player()
    saladin.page.goto("/games/open/")
    visitor.page.clock.install()
    visitor.page.goto("/games/open/")
    expect(saladin.page.locator("html[data-live]")).to_be_attached()
    mark(saladin.page)
    address = open_game(richard)
    line = saladin.page.locator("#lists li", has_text=richard.name)
    expect(line).to_contain_text("seeks somebody for the Saracens")
    # Without an account there is no socket: the page asks now and then.
    visitor.page.clock.run_for(32_000)
    theirs = visitor.page.locator("#lists li", has_text=richard.name)
    expect(theirs).to_be_visible()
    assert saladin.page.evaluate("window.sameDocument")
    line.get_by_role("link", name="Look and join").click()
    saladin.page.get_by_role("button", name="Join and play").click()
    saladin.see_game()
    richard.see_game()
    visitor.page.clock.run_for(32_000)
    expect(theirs.get_by_role("link", name="Look and join")).to_have_count(0)
    assert visitor.problems == []
    # Title and counter follow what waits, and lead there.
    expect(richard.page).to_have_title(re.compile(r"^\(1\) ● Crusader Rex"))
    expect(richard.page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("icon-waiting"))
    saladin.page.goto("/help/")
    expect(saladin.page.locator("#next-link")).to_be_hidden()
    expect(saladin.page.locator("html[data-live]")).to_be_attached()
    richard.page.get_by_role("button", name="Done").click()
    expect(saladin.page).to_have_title(re.compile(r"^\(1\) "))
    expect(richard.page).to_have_title("Crusader Rex")
    expect(richard.page.locator("link[rel=icon]")).to_have_attribute("href", re.compile(r"icon\.(?!.*waiting)"))
    saladin.page.get_by_role("link", name="Next game 1").click()
    saladin.see_game()
    assert saladin.page.url.split("?")[0] == address
    # It waits here: there is no other to go to.
    expect(saladin.page.locator("#next-link")).to_be_hidden()
    # After the end both may read the chronicle, and ask for a rematch.
    expect(saladin.page.locator("#rematch")).to_be_hidden()
    chronicle = saladin.page.get_by_role("link", name="Chronicle of this game")
    expect(chronicle).to_be_hidden()
    richard.page.get_by_role("tab", name="Game").click()
    richard.page.get_by_role("button", name="Resign …").click()
    richard.page.get_by_role("button", name="Resign", exact=True).click()
    expect(chronicle).to_be_visible()  # on the page that was open when the game ended
    richard.page.set_viewport_size({"width": 390, "height": 844})
    richard.page.reload()
    expect(richard.page.get_by_role("link", name="Chronicle of this game")).to_be_visible()
    richard.page.set_viewport_size({"width": 1280, "height": 800})
    saladin.page.get_by_role("button", name="Offer a rematch").click()
    expect(saladin.page.get_by_role("heading", name="You offer a rematch")).to_be_visible()
    richard.page.get_by_role("link", name="Next game 1").click()
    richard.page.get_by_role("button", name="Join and play").click()
    richard.see_game()
    saladin.see_game()
    expect(saladin.page.locator("#prompt")).to_contain_text("Deployment")
    assert richard.problems == saladin.problems == []


def test_a_room_keeps_up_and_its_focus_and_turns_into_the_game(new_player: NewPlayer) -> None:
    richard, saladin = new_player("Richard"), new_player("Saladin")
    address = open_game(richard, by_hand=True)
    mark(richard.page)
    withdraw = richard.page.get_by_role("button", name="Withdraw the game")
    withdraw.focus()
    saladin.page.goto(address)
    saladin.page.get_by_role("button", name="Join and play").click()
    expect(richard.page.locator(".seats")).to_contain_text(saladin.name)
    expect(withdraw).to_be_focused()
    saladin.page.get_by_role("button", name="Leave").click()
    expect(richard.page.get_by_role("heading", name="Your game is open")).to_be_visible()
    saladin.page.goto(address)
    saladin.page.get_by_role("button", name="Join and play").click()
    expect(saladin.page.get_by_role("button", name="Leave")).to_be_visible()
    expect(richard.page.locator(".seats")).to_contain_text(saladin.name)
    assert richard.page.evaluate("window.sameDocument"), "only the room is drawn anew"
    richard.page.get_by_role("button", name="Start the game").click()
    richard.see_game()
    saladin.see_game()
    # Each sees that the other is there.
    for player in (richard, saladin):
        expect(player.page.locator(".about-here")).to_have_text("at the board")


def test_an_answer_that_was_overtaken_does_not_bring_back_the_room_as_it_was(new_player: NewPlayer) -> None:
    richard, saladin = new_player("Richard"), new_player("Saladin")
    address = open_game(richard, by_hand=True)
    held: list[tuple[Route, APIResponse]] = []
    later: list[str] = []

    def hold(route: Route) -> None:
        if "x-lists" not in route.request.headers:
            route.continue_()
            return
        answer = route.fetch()
        if not held and saladin.name in answer.text():
            held.append((route, answer))
            return
        later.append(answer.text() if held else "")
        route.fulfill(response=answer)

    richard.page.route(address, hold)
    saladin.page.goto(address)
    saladin.page.get_by_role("button", name="Join and play").click()
    richard.wait_until(lambda: bool(held))
    saladin.page.get_by_role("button", name="Leave").click()
    richard.wait_until(lambda: any(text and saladin.name not in text for text in later))
    route, answer = held[0]
    with richard.page.expect_event("requestfinished", lambda done: done.url == address):
        route.fulfill(response=answer)
    richard.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(richard.page.get_by_role("heading", name="Your game is open")).to_be_visible()
    assert saladin.name not in richard.page.locator("#open-game").inner_text()
    # Where sockets are cut the counter asks by itself.
    richard.page.clock.install()
    richard.page.route_web_socket(re.compile("/ws/"), lambda socket: socket.close())
    richard.page.goto("/help/")
    saladin.page.goto(address)
    saladin.page.get_by_role("button", name="Join and play").click()
    expect(saladin.page.get_by_role("heading", name="You wait for")).to_be_visible()
    richard.page.clock.run_for(31_000)
    expect(richard.page.get_by_role("link", name="Next game 1")).to_be_visible()


def test_a_room_turns_into_a_game_that_started_before_its_socket_spoke(new_player: NewPlayer) -> None:
    richard, saladin = new_player("Richard"), new_player("Saladin")
    address = open_game(richard, by_hand=True)
    saladin.page.goto(address)
    saladin.page.get_by_role("button", name="Join and play").click()
    expect(saladin.page.get_by_role("button", name="Leave")).to_be_visible()
    sockets: list[WebSocketRoute] = []
    silent = {"still": True}

    def meet(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if not silent["still"]:
            socket.connect_to_server()

    saladin.page.route_web_socket(re.compile("/ws/games/"), meet)
    saladin.page.add_init_script(
        "window.setInterval = () => 0"
    )  # requests that the page's timer makes are not meant here
    saladin.page.goto(address)
    saladin.page.wait_for_function("document.readyState === 'complete'")
    expect(richard.page.locator(".seats")).to_contain_text(saladin.name)
    richard.page.get_by_role("button", name="Start the game").click()
    richard.see_game()
    expect(saladin.page.get_by_role("button", name="Leave")).to_be_visible()
    silent["still"] = False
    sockets[-1].send(json.dumps({"version": 9}))  # the page from before the route may have opened one, too
    saladin.see_game()


def test_a_press_in_a_room_counts_though_news_come_before_the_release(new_player: NewPlayer) -> None:
    richard, saladin = new_player("Richard"), new_player("Saladin")
    address = open_game(richard, by_hand=True)
    saladin.page.goto(address)
    saladin.page.get_by_role("button", name="Join and play").click()
    expect(saladin.page.get_by_role("button", name="Leave")).to_be_visible()
    sockets, told = list[WebSocketRoute](), list[str]()
    richard.page.route_web_socket(re.compile("/ws/games/"), lambda socket: sockets.append(socket))

    def tell_news(route: Route) -> None:
        """Other ones each time: a part that has not changed would stay as it is in any case."""
        if "x-lists" not in route.request.headers:
            route.continue_()
            return
        told.append(address)
        answer = route.fetch()
        news = f"</form><p>News {len(told)}</p>"
        route.fulfill(response=answer, body=answer.text().replace("</form>", news))

    richard.page.route(address, tell_news)
    richard.page.clock.install()
    richard.page.goto(address)
    expect(richard.page.locator(".seats")).to_contain_text(saladin.name)
    richard.page.wait_for_function("document.readyState === 'complete'")
    socket = sockets[-1]  # the page from before the route may have opened one, too
    socket.send(json.dumps({"version": 1}))
    richard.page.get_by_role("button", name="Start the game").hover()
    richard.page.mouse.down()
    socket.send(json.dumps({"version": 2}))
    richard.page.clock.run_for(5000)
    for _ in range(3):  # whatever the news had the page ask for is answered before this
        richard.page.evaluate("path => fetch(path).then((answer) => answer.text())", richard.page.url)
    richard.page.mouse.up()
    saladin.see_game()
