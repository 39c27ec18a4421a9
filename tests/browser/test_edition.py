"""A game of edition 1.4 on the page: what only this edition asks, pressed where it is offered, and told in its
words.
"""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.backstage import Backstage
from tests.browser.playing import Player
from tests.rules.combat import to_round
from tests.rules.old_edition import fights
from tests.rules.test_edition_battles import ATTACK, FIELD
from tests.rules.test_edition_cards import played
from tests.rules.test_edition_sieges import SIEGE, passing
from tests.rules.test_edition_winter import campaign

PlayAt = Callable[..., Player]
PHONE = {"width": 390, "height": 844, "has_touch": True}


def press(player: Player, selector: str) -> str:
    """Presses what decides something. Returns the type of what was sent."""
    before = player.drawn
    with player.expect_act() as sent:
        player.page.locator(selector).first.click()
    assert sent, f"{selector} sent nothing"
    player.settle(before)
    return str((sent[0].get("action") or sent[0]["actions"][0])["type"])


def test_what_only_edition_1_4_asks_in_a_battle_is_pressed_where_it_is_offered(
    play_at: PlayAt, backstage: Backstage
) -> None:
    player = play_at(to_round(fights(FIELD, ATTACK), 1).position, **PHONE)
    page = player.page
    expect(page.locator("body")).to_contain_text("1.4 rules, 2.0 components")
    expect(page.locator(".rounds li")).to_have_count(4)
    assert press(player, "#choices [data-type=pass]") == "pass"
    # In the fourth round attackers leave in their turn, and do nothing else (6.1).
    fourth = to_round(fights(FIELD + "\ndamiya: turks-1", ATTACK + "\nmove turks-1 nablus"), 4)
    player.stand_at(fourth.position, backstage)
    expect(page.locator(".rounds [aria-current]")).to_have_text("round 4")
    expect(page.locator("#choices [data-type=fire]")).to_have_count(0)
    page.locator("#choices [data-key=group-retreat]").click()
    assert press(player, "#choices .menu-list button") == "retreat"
    # Stormers are exchanged by pressing them.
    table = fights(SIEGE).do("saracen", "storm saladin,zangi")
    player.stand_at(passing(table, "exchange", "saracen").position, backstage)
    expect(page.locator(".fighter[aria-pressed=true]")).to_have_count(2)
    page.locator(".fighter[data-block=zangi]").click()
    page.locator(".fighter[data-block=kurds-1]").click()
    before = player.drawn
    with player.expect_act() as sent:
        page.locator("#choices [data-key=confirm-storm]").click()
    assert set(sent[0]["action"]["blocks"]) == {"saladin", "kurds-1"}
    player.settle(before)
    # After equal cards the player of the Franks says who is first.
    player.stand_at(played("move-2", "move-2").position, backstage)
    expect(page.locator("#prompt")).to_contain_text("The cards are equal")
    assert press(player, "button[data-type=go-second]") == "go-second"
    expect(page.locator("main")).to_have_attribute("data-step", "move")
    assert player.problems == []


def test_a_winter_campaign_goes_on_with_its_siege_and_both_sides_starve(play_at: PlayAt) -> None:
    """A siege is fought in winter (9.12), and attrition told of the besieger first (9.3)."""
    player = play_at(campaign("nablus: [king-guy] saladin\njerusalem: zangi\nacre: walter").position, **PHONE)
    page = player.page
    main, log = page.locator("main"), page.locator("#log")
    for _side in range(2):
        page.locator("#bar [data-type=done]").click()
        assert press(player, "[data-key=done-really]") == "done"
    expect(main).to_have_attribute("data-step", "storm")
    assert press(player, "#choices [data-key=confirm-storm]") == "storm"
    assert press(player, "#choices [data-key=confirm-sally]") == "sally"
    assert press(player, "main [data-type=done]:visible") == "done"
    expect(main).to_have_attribute("data-step", "card")
    told = [line for line in log.inner_text().splitlines() if line.startswith("Winter siege of Nablus")]
    assert ["Franks" in line for line in told] == [True, False], "the log's latest line stands first"
    expect(log).to_contain_text("The year 1189 began.")
    assert player.problems == []
