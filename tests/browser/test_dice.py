"""The player's part of the dice, and the check of a finished game in the browser."""

import uuid
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.browser.looking import look_in_light_and_dark
from tests.browser.playing import Player

NewPlayer = Callable[..., Player]


def ask(player: Player, path: str) -> Any:
    answer = player.page.request.get(f"/api/v1/games/{game_of(player)}/{path}")
    assert answer.ok, answer.text()
    return answer.json()


def game_of(player: Player) -> str:
    return str(player.page.url.split("/games/")[1].split("/")[0])


def resign(player: Player) -> None:
    token = player.page.locator("input[name=csrfmiddlewaretoken]").first.input_value()
    body = {"key": str(uuid.uuid4())}
    answer = player.page.request.post(
        f"/api/v1/games/{game_of(player)}/resign/",
        data=body,
        headers={"X-CSRFToken": token, "Referer": player.page.url},
    )
    assert answer.ok, answer.text()


def kept(player: Player, game: str = "") -> dict[str, Any]:
    """What the player's browser keeps of the dice of a game."""
    found: dict[str, Any] = player.page.evaluate("JSON.parse(localStorage.getItem('dice') ?? '{}')")
    return dict(found.get(game or game_of(player), {}))


def press(page: Page) -> None:
    page.get_by_role("button", name="Check it in this browser").click()


def test_both_parts_stand_in_the_record_before_the_first_draw_and_each_browser_finds_its_own(
    new_player: NewPlayer,
) -> None:
    """A game that Richard opened as the Franks and Saladin joined, to its end."""
    richard, saladin = new_player("Richard"), new_player("Saladin")
    page = richard.page
    page.goto("/games/new/")
    page.get_by_label("Franks", exact=True).check()
    page.get_by_role("button", name="Open the game").click()
    expect(page.locator("#open-game")).to_be_visible()
    saladin.page.goto(page.url)
    saladin.page.get_by_role("button", name="Join and play").click()
    saladin.see_game()
    richard.see_game()
    # Richard draws Nomads, and Saladin gives up.
    richard.act(next(button for button in richard.offered() if button["type"] == "done"))
    expect(saladin.page.locator("#prompt")).to_contain_text("Saladin may change places")
    resign(saladin)
    record = ask(richard, "export/")
    parts = {"frank": kept(richard)["given"], "saracen": kept(saladin)["given"]}
    assert len(set(parts.values())) == 2
    assert {kept(player)["commitment"] for player in (richard, saladin)} == {record["dice"][0]["commitment"]}
    start = next(event for event in record["events"] if event["payload"].get("type") == "start")
    first = next(event for event in record["events"] if event["draws"])
    assert start["n"] < first["n"]
    assert start["payload"]["contributions"] == first["draws"][0]["made-of"]["contributions"] == parts
    # The game began with the join: it waited for nobody's page.
    assert [event["payload"]["type"] for event in record["events"][:3]] == ["create", "join", "start"]
    for player, (width, height) in zip((richard, saladin), ((1280, 800), (360, 740)), strict=True):
        page = player.page
        line = page.locator("#verified")
        expect(line).to_contain_text("every draw, every position and the legality of every action verified")
        line.get_by_role("link").click()
        expect(page.locator("#check-line")).to_have_class("verified")
        press(page)
        answer = page.locator("#browser-check [role=status]")
        for words in (
            "Checked in this browser: the secret is the one committed to",
            "The commitment shown to this browser before the game is that of this record.",
            "The site has signed this",
            f"Your part of the dice is the one that this browser sent: {kept(player)['given']}.",
            "Stamps of the record that this browser was shown during the game: 1. All belong to it.",
        ):
            expect(answer).to_contain_text(words)
        page.set_viewport_size({"width": width, "height": height})
        look_in_light_and_dark(page)
        assert player.problems == []
    # What a browser says that remembers something else, or nothing.
    page, part = richard.page, kept(richard)["given"]
    commitment, game = kept(richard)["commitment"], game_of(richard)
    answer = page.locator("#browser-check [role=status]")
    unsent = f"Your part of the dice is {part}. This browser did not send it"
    for memory, words in (
        ({"given": "1" * 32}, f"Your part of the dice is not the one that this browser sent, but {part}."),
        ({"given": "1" * 32, "late": True}, unsent),
        ({}, unsent),
        ({"commitment": "0" * 64}, "is not that of this record"),
        ({"stamps": ["0" * 64]}, "it was written anew"),
    ):
        remembered = {game: {"commitment": commitment} | memory}
        page.evaluate("memory => localStorage.setItem('dice', JSON.stringify(memory))", remembered)
        page.reload()
        press(page)
        expect(answer).to_contain_text(words)

    def change(route: Route) -> None:
        record = route.fetch().json()
        draw = next(draw for event in record["events"] for draw in event["draws"])
        draw["picks"][0] += 1
        route.fulfill(json=record)

    page.route("**/export/", change)
    press(page)
    expect(answer).to_contain_text("is not as it has to be")


def test_a_quick_match_takes_the_parts_of_both_searches(new_player: NewPlayer) -> None:
    richard, saladin = new_player("Richard"), new_player("Saladin")
    for player in (richard, saladin):
        player.page.goto("/games/open/")
        player.page.locator(".quick select[name=pace]").select_option("fast")
        player.page.get_by_role("button", name="Find me an opponent").click()
        expect(player.page.locator(".searching, main.game").first).to_be_visible()
    saladin.see_game()
    game = game_of(saladin)
    richard.page.goto(f"/games/{game}/")
    richard.see_game()
    # The dice are those that Richard's search was shown; Saladin's part went with his search.
    given = {kept(player, game)["given"] for player in (richard, saladin)}
    assert set(ask(richard, "dice/")["contributions"].values()) == given
    assert kept(richard)["commitment"] == ask(richard, "dice/")["commitment"]
    assert richard.problems == saladin.problems == []


def test_a_part_that_did_not_come_with_the_press_is_added_by_the_page_of_the_game(new_player: NewPlayer) -> None:
    richard, saladin = new_player("Richard"), new_player("Saladin")
    richard.page.route("**/api/v1/dice/", lambda route: route.abort())
    richard.page.route("**/api/v1/games/*/dice/", lambda route: route.abort())
    richard.page.goto("/games/new/")
    richard.page.get_by_role("button", name="Open the game").click()
    expect(richard.page.locator("#open-game")).to_be_visible()
    saladin.page.goto(richard.page.url)
    saladin.page.get_by_role("button", name="Join and play").click()
    expect(saladin.page.get_by_role("heading", name="The game is about to begin")).to_be_visible()
    expect(saladin.page.locator("#open-game")).to_contain_text(
        "in the dice is missing. Their browser adds it as soon as it shows this game."
    )
    richard.page.unroute("**/api/v1/games/*/dice/")
    richard.page.reload()
    richard.see_game()
    saladin.see_game()
    assert kept(richard)["given"] in ask(saladin, "dice/")["contributions"].values()


def test_whoever_signs_up_to_play_alone_has_a_part_in_the_dice(new_player: NewPlayer) -> None:
    player = new_player()
    player.sign_up(f"Ibelin-{uuid.uuid4().hex[:8]}", "/signup/?alone")
    player.see_game()
    assert ask(player, "dice/")["contributions"] == {"frank": kept(player)["given"], "saracen": kept(player)["given"]}
    player.page.goto("/games/")
    player.page.get_by_role("button", name="Try it alone").click()
    player.see_game()
    assert set(ask(player, "dice/")["contributions"].values()) == {kept(player)["given"]}
    assert player.problems == []
