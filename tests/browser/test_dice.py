"""The player's part of the dice, and the check of a finished game in the browser."""

import json
import uuid
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from rules.replay import Replay
from tests.browser.looking import look_in_light_and_dark
from tests.browser.playing import Player
from tests.browser.test_two_players import NewPlayer
from tests.rules.recorded_games import read
from tests.rules.recording import signed
from tests.rules.remade import SITE, a_secret_more

AWHILE = 30_000
"""Milliseconds: the check has a thread of its own to start, and works through a whole game."""
KNOWS_ED25519 = (
    "crypto.subtle.importKey('raw', new Uint8Array(32), {name: 'Ed25519'}, false, ['verify']).then(() => true, () =>"
    " null)"
)
CHECK = "async (text) => (await import('/static/frontend/js/dice/checker.js')).checkRecord(JSON.parse(text))"


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


@pytest.fixture
def table(new_player: NewPlayer) -> tuple[Player, Player]:
    """The pages of a game that Richard opened as the Franks and Saladin joined, both in a browser."""
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
    return richard, saladin


@pytest.fixture
def finished(table: tuple[Player, Player]) -> tuple[Player, Player]:
    """Richard has drawn Nomads, and Saladin has given up."""
    richard, saladin = table
    end_deployment(richard)
    expect(saladin.page.locator("#prompt")).to_contain_text("Saladin may change places")
    resign(saladin)
    return richard, saladin


def end_deployment(player: Player) -> None:
    button = next(button for button in player.offered() if button["type"] == "done")
    player.act(button)


def kept(player: Player, game: str = "") -> dict[str, Any]:
    """What the player's browser keeps of the dice of a game."""
    found: dict[str, Any] = player.page.evaluate("JSON.parse(localStorage.getItem('dice') ?? '{}')")
    return dict(found.get(game or game_of(player), {}))


def test_both_parts_come_with_creating_and_joining_and_stand_in_the_record_before_the_first_draw(
    finished: tuple[Player, Player],
) -> None:
    richard, saladin = finished
    record = ask(richard, "export/")
    parts = {"frank": kept(richard)["given"], "saracen": kept(saladin)["given"]}
    assert len(set(parts.values())) == 2
    assert {kept(player)["commitment"] for player in finished} == {record["dice"][0]["commitment"]}
    start = next(event for event in record["events"] if event["payload"].get("type") == "start")
    first = next(event for event in record["events"] if event["draws"])
    assert start["n"] < first["n"]
    assert start["payload"]["contributions"] == first["draws"][0]["made-of"]["contributions"] == parts
    # The game began with the join: it waited for nobody's page.
    assert [event["payload"]["type"] for event in record["events"][:3]] == ["create", "join", "start"]


def test_each_browser_sees_its_own_part_in_the_finished_game(finished: tuple[Player, Player]) -> None:
    for player, (width, height) in zip(finished, ((1280, 800), (360, 740)), strict=True):
        line = player.page.locator("#verified")
        expect(line).to_contain_text(
            "every draw, every position and the legality of every action verified", timeout=AWHILE
        )
        line.get_by_role("link").click()
        page = player.page
        expect(page.locator("#check-line")).to_have_class("verified")
        page.get_by_role("button", name="Check it in this browser").click()
        answer = page.locator("#browser-check [role=status]")
        expect(answer).to_contain_text("Checked in this browser: the secret is the one committed to", timeout=AWHILE)
        expect(answer).to_contain_text(
            "The commitment shown to this browser before the game is that of this record.", timeout=AWHILE
        )
        expect(answer).to_contain_text("The site has signed this", timeout=AWHILE)
        expect(answer).to_contain_text(
            f"Your part of the dice is the one that this browser sent: {kept(player)['given']}.", timeout=AWHILE
        )
        expect(answer).to_contain_text(
            "Stamps of the record that this browser was shown during the game: 1. All belong to it.", timeout=AWHILE
        )
        page.set_viewport_size({"width": width, "height": height})
        look_in_light_and_dark(page)
        assert player.problems == []


@pytest.mark.parametrize(
    ("memory", "words"),
    [
        ({"given": "1" * 32}, "Your part of the dice is not the one that this browser sent, but {part}."),
        ({"given": "1" * 32, "late": True}, "Your part of the dice is {part}. This browser did not send it"),
        ({}, "Your part of the dice is {part}. This browser did not send it"),
    ],
    ids=["another", "too late", "none"],
)
def test_the_browser_says_what_it_can_tell_of_the_part(
    memory: dict[str, Any], words: str, finished: tuple[Player, Player]
) -> None:
    richard, _saladin = finished
    part, game = kept(richard)["given"], game_of(richard)
    richard.page.locator("#verified").get_by_role("link").click()
    memory = memory | {"commitment": kept(richard)["commitment"]}
    richard.page.evaluate(
        "([game, memory]) => localStorage.setItem('dice', JSON.stringify({[game]: memory}))", [game, memory]
    )
    press(richard.page)
    expect(richard.page.locator("#browser-check [role=status]")).to_contain_text(
        words.format(part=part), timeout=AWHILE
    )


def test_a_game_with_extra_blocks_draws_them_with_the_parts_of_both(new_player: NewPlayer) -> None:
    richard, saladin = new_player("Richard"), new_player("Saladin")
    page = richard.page
    page.goto("/games/new/")
    page.get_by_label("Franks", exact=True).check()
    page.locator("summary", has_text="More choices").click()
    page.get_by_label("Extra Frank blocks at the start").select_option("2")
    page.get_by_role("button", name="Open the game").click()
    expect(page.locator("#open-game")).to_be_visible()
    saladin.page.goto(page.url)
    saladin.page.get_by_role("button", name="Join and play").click()
    saladin.see_game()
    richard.see_game()
    assert ask(richard, "dice/")["contributions"] == {
        "frank": kept(richard)["given"],
        "saracen": kept(saladin)["given"],
    }
    resign(saladin)
    drawing = next(event for event in ask(richard, "export/")["events"] if event["draws"])
    assert drawing["payload"]["type"] == "start"
    assert drawing["draws"][0]["made-of"]["contributions"] == drawing["payload"]["contributions"]
    assert richard.problems == saladin.problems == []


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


def test_without_scripts_digits_are_typed_and_the_game_waits_for_them(new_player: NewPlayer) -> None:
    richard, saladin = new_player("Richard", java_script_enabled=False), new_player("Saladin")
    page = richard.page
    page.goto("/games/new/")
    page.get_by_label("Franks", exact=True).check()
    page.get_by_role("button", name="Open the game").click()
    saladin.page.goto(page.url)
    saladin.page.get_by_role("button", name="Join and play").click()
    expect(saladin.page.get_by_role("heading", name="The game is about to begin")).to_be_visible()
    page.reload()
    page.get_by_label("Your part of the dice").fill("0123456789ABCDEF" * 2)
    page.get_by_role("button", name="Add it").click()
    saladin.see_game()
    assert ask(saladin, "dice/")["contributions"]["frank"] == "0123456789abcdef" * 2


def test_the_browser_finds_a_changed_die_and_another_commitment_than_it_was_shown(
    finished: tuple[Player, Player],
) -> None:
    richard, _saladin = finished
    page = richard.page
    page.locator("#verified").get_by_role("link").click()
    game = game_of(richard)

    def change(route: Route) -> None:
        record = route.fetch().json()
        draw = next(draw for event in record["events"] for draw in event["draws"])
        draw["picks"][0] += 1
        route.fulfill(json=record)

    page.route("**/export/", change)
    press(page)
    expect(page.locator("#browser-check [role=status]")).to_contain_text("is not as it has to be", timeout=AWHILE)
    page.unroute("**/export/")
    page.evaluate("game => localStorage.setItem('dice', JSON.stringify({[game]: {commitment: '0'.repeat(64)}}))", game)
    press(page)
    expect(page.locator("#browser-check [role=status]")).to_contain_text("is not that of this record", timeout=AWHILE)
    page.evaluate("game => localStorage.setItem('dice', JSON.stringify({[game]: {stamps: ['0'.repeat(64)]}}))", game)
    press(page)
    expect(page.locator("#browser-check [role=status]")).to_contain_text("it was written anew", timeout=AWHILE)


def press(page: Page) -> None:
    page.get_by_role("button", name="Check it in this browser").click()


def checked(page: Page, record: Any) -> Any:
    """What the browser says of a record. It is handed over as text: value by value a game takes seconds on its way."""
    return page.evaluate(CHECK, json.dumps(record))


@pytest.mark.slow("only here the scripts of the check reckon whole games, as Python does")
def test_the_browser_and_python_check_whole_games_alike(new_player: NewPlayer) -> None:
    """Of each edition a game: draws and links are reckoned alike in all, whatever is played."""
    page = new_player().page
    page.goto("/help/dice/")
    for game in ("handicap-3-iron-bridge", "edition-1.4"):
        record = read(game)
        found = checked(page, record)
        replay = Replay(record)
        for event in record["events"]:
            replay.take(event)
        assert set(found.pop("stamps")) == set(replay.stamps())
        draws = sum(len(event["draws"]) for event in record["events"])
        assert found == {
            "ok": True,
            "events": len(record["events"]),
            "draws": draws,
            "unproven": 0,
            "signed": None,
        }, game
        changed = json.loads(json.dumps(record))
        event = next(event for event in changed["events"] if event["n"] > 100 and event["draws"])
        event["draws"][0]["purpose"] += "x"
        found = checked(page, changed)
        assert (found["ok"], found["event"]) == (False, event["n"])


def test_the_browser_holds_a_record_to_its_signature_and_its_secrets_to_their_use(new_player: NewPlayer) -> None:
    page = new_player().page
    page.goto("/help/dice/")
    knows = page.evaluate(
        "crypto.subtle.importKey('raw', new Uint8Array(32), {name: 'Ed25519'}, false, ['verify']).then(() => true, ()"
        " => null)"
    )
    record = signed(read("uniform"), SITE)
    found = checked(page, record)
    assert (found["ok"], found["signed"]) == (True, knows)
    if knows:
        renamed = record | {"players": {"frank": "Zengi", "saracen": "Saladin"}}
        assert checked(page, renamed)["what"] == "signature"
    more = a_secret_more(read("uniform"), Random(1))
    assert (checked(page, more)["ok"], checked(page, more)["what"]) == (False, "secret")
