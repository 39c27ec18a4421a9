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
from tests.browser.test_two_players import NewPlayer, table  # noqa: F401 - a fixture
from tests.rules.recorded_games import GAMES, read
from tests.rules.recording import signed
from tests.rules.remade import SITE, a_secret_more

AWHILE = 30_000
"""Milliseconds: the check has a thread of its own to start, and works through a whole game."""
KNOWS_ED25519 = "crypto.subtle.importKey('raw', new Uint8Array(32), {name: 'Ed25519'}, false, ['verify']).then(() => true, () => null)"
CHECK = "async (record) => (await import('/static/frontend/js/checker.js')).check(record)"


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
        f"/api/v1/games/{game_of(player)}/resign/", data=body, headers={"X-CSRFToken": token, "Referer": player.page.url}
    )
    assert answer.ok, answer.text()


@pytest.fixture
def finished(table: tuple[Player, Player]) -> tuple[Player, Player]:  # noqa: F811
    """Richard has drawn Nomads, and Saladin has given up."""
    richard, saladin = table
    for _ in range(100):
        if all(ask(richard, "dice/")["contributions"].values()):
            break
        richard.page.wait_for_timeout(100)
    button = next(button for button in richard.offered() if button["type"] == "done")
    richard.act(button)
    expect(saladin.page.locator("main[data-drawn]")).to_be_visible()
    resign(saladin)
    return richard, saladin


def test_each_browser_adds_to_the_dice_once_and_the_finished_game_checks(finished: tuple[Player, Player]) -> None:
    richard, _saladin = finished
    told = ask(richard, "dice/")
    assert len(set(told["contributions"].values()) - {""}) == 2
    for player in finished:
        line = player.page.locator("#verified")
        expect(line).to_contain_text("every draw, every position and the legality of every action verified", timeout=AWHILE)
        line.get_by_role("link").click()
        page = player.page
        expect(page.locator("#check-line")).to_have_class("verified")
        page.get_by_role("button", name="Check it in this browser").click()
        answer = page.locator("#browser-check [role=status]")
        expect(answer).to_contain_text("Checked in this browser: the secret is the one committed to", timeout=AWHILE)
        expect(answer).to_contain_text("what it added, are those of this record", timeout=AWHILE)
        expect(answer).to_contain_text("The site has signed this", timeout=AWHILE)
        expect(answer).to_contain_text(
            "Stamps of the record that this browser was shown during the game: 1. All belong to it.", timeout=AWHILE
        )
        look_in_light_and_dark(page)
        assert player.problems == []


def test_the_browser_finds_a_changed_die_and_another_commitment_than_it_was_shown(finished: tuple[Player, Player]) -> None:
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


def test_the_browser_and_python_check_whole_games_alike(new_player: NewPlayer) -> None:
    page = new_player().page
    page.goto("/help/dice/")
    for name in GAMES:
        record = read(name)
        found = page.evaluate(CHECK, record)
        replay = Replay(record)
        for event in record["events"]:
            replay.take(event)
        assert set(found.pop("stamps")) == set(replay.stamps())
        draws = sum(len(event["draws"]) for event in record["events"])
        assert found == {"ok": True, "events": len(record["events"]), "draws": draws, "unproven": 0, "signed": None}, name
        changed = json.loads(json.dumps(record))
        event = next(event for event in changed["events"] if event["n"] > 100 and event["draws"])
        event["draws"][0]["purpose"] += "x"
        found = page.evaluate(CHECK, changed)
        assert (found["ok"], found["event"]) == (False, event["n"])


def test_the_browser_holds_a_record_to_its_signature_and_its_secrets_to_their_use(new_player: NewPlayer) -> None:
    page = new_player().page
    page.goto("/help/dice/")
    knows = page.evaluate(
        "crypto.subtle.importKey('raw', new Uint8Array(32), {name: 'Ed25519'}, false, ['verify']).then(() => true, () => null)"
    )
    record = signed(read("uniform"), SITE)
    found = page.evaluate(CHECK, record)
    assert (found["ok"], found["signed"]) == (True, knows)
    if knows:
        renamed = record | {"players": {"frank": "Zengi", "saracen": "Saladin"}}
        assert page.evaluate(CHECK, renamed)["what"] == "signature"
    more = a_secret_more(read("uniform"), Random(1))
    assert (page.evaluate(CHECK, more)["ok"], page.evaluate(CHECK, more)["what"]) == (False, "secret")
