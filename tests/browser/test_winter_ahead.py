"""In the last turn of a year what winter would cost is told while blocks can still go, and changes as they go."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.backstage import Backstage
from tests.browser.playing import DRAWN, Player
from tests.browser.test_still_buttons import Sit, sit
from tests.rules.scene import Table, choosing, moving
from tests.rules.test_attrition import starved
from tests.rules.test_winter import end_movement, wintering

__all__ = ["sit"]


def test_who_disbands_in_winter_is_told_before_the_moves_are_spent(sit: Sit, backstage: Backstage) -> None:
    player = sit(moving("caesarea: balian walter conrad\ndamascus: saladin", turn="1188.6"))
    page, told = player.page, player.page.locator("#bar [data-advice=winter]")
    expect(told).to_have_text(
        "Winter turn: nobody can attack (8.1). To disband at this turn's end, as blocks stand now: Caesarea 2 of 3."
        " They can be drawn again next year."
    )
    page.unroute_all()
    march = {"type": "move", "block": "balian", "path": ["acre"]}
    page.route("**/hint/**", lambda route: route.fulfill(json={"action": march, "said": "March", "why": "So be it."}))
    page.locator("[data-key=hint-turn]").tap()
    expect(page.locator("#hint-here")).to_contain_text("So be it.")
    expect(page.locator("#hint-here")).to_contain_text("as blocks stand now: Caesarea 2 of 3.")
    after = "caesarea: walter conrad\nacre: balian\ndamascus: saladin"
    player.stand_at(moving(after, turn="1188.6"), backstage)
    expect(told).to_contain_text("stand now: Caesarea 1 of 2.")
    player.stand_at(moving("acre: balian\ndamascus: saladin", turn="1188.6"), backstage)
    expect(told).to_have_text("Winter turn: nobody can attack (8.1).")
    player.stand_at(moving("acre: balian\ndamascus: saladin", turn="1188.5"), backstage)
    expect(told).to_have_count(0)
    player.stand_at(moving("caesarea: balian walter\ndamascus: saladin", turn="1188.4"), backstage)
    expect(told).to_have_count(0)
    assert player.problems == []


def test_the_last_turn_with_battles_says_what_winter_will_cost(sit: Sit) -> None:
    player = sit(moving("caesarea: balian walter\njaffa: conrad\ndamascus: saladin", turn="1188.5"))
    page = player.page
    expect(page.locator("#bar [data-advice=winter]")).to_have_text(
        "Winter ends the next turn. To disband then, as blocks stand now: Caesarea 1 of 2."
        " They can be drawn again next year."
    )
    assert player.problems == []


def test_victors_who_may_go_on_are_told_whom_winter_will_take(sit: Sit) -> None:
    """Who wins Gaza in turn 5 can still lead the surplus away: its castle feeds one of four."""
    player = sit(
        starved("gaza: [king-guy@1] saladin al-adil kurds-1 turks-1", {"attrition": [1]}, turn="1187.5").position
    )
    told = player.page.locator("#bar [data-advice=winter]")
    expect(told).to_have_text(
        "Winter ends the next turn. To disband then, as blocks stand now: Gaza 3 of 4"
        " (at least 1 of these for good: al-Adil, Saladin)."
    )
    expect(told).to_be_in_viewport(ratio=1)
    assert player.problems == []


def test_before_done_in_the_winter_turn_it_is_asked_with_those_who_may_be_gone_for_good(sit: Sit) -> None:
    player = sit(moving("hama: saladin kurds-1 turks-1\njaffa: conrad", first="saracen", turn="1188.6"))
    bar = player.page.locator("#bar")
    cost = "2 of 3 (for good if it hits them: Saladin)."
    expect(bar.locator("[data-advice=winter]")).to_contain_text(cost)
    bar.locator("[data-type=done]").tap()
    expect(bar.get_by_role("alertdialog")).to_contain_text("2 to disband (for good if it hits them: Saladin).")
    expect(bar.get_by_role("alertdialog")).not_to_contain_text("drawn again")
    assert player.problems == []


def test_besiegers_are_told_a_turn_before_winter_takes_them_and_not_asked_about(sit: Sit) -> None:
    places = "gaza: [king-guy] saladin al-adil\njaffa: conrad"
    player = sit(moving(places, first="saracen", saracen="move-1", turn="1188.5"))
    bar = player.page.locator("#bar")
    expect(bar.locator("[data-advice=winter]")).to_have_text(
        "After the next turn winter takes besiegers, unless their siege ends or a Winter Campaign keeps it:"
        " Gaza 2 (for good: al-Adil, Saladin)."
    )
    bar.locator("[data-type=done]").tap()
    expect(bar.get_by_role("alertdialog")).not_to_contain_text("winter takes")
    assert player.problems == []


def test_an_attack_a_turn_before_winter_says_what_a_siege_would_cost(sit: Sit) -> None:
    places = "jerusalem: king-guy conrad\nhebron: saladin"
    player = sit(moving(places, first="saracen", saracen="move-2", turn="1188.5"))
    page = player.page
    page.locator(".token[data-block=saladin]").tap()
    page.wait_for_timeout(600)  # the map has come to rest
    page.locator(".town[data-town=jerusalem] .hit").tap()
    expect(page.locator("#bar")).to_contain_text(
        "If Jerusalem is besieged in winter without a Winter Campaign, your block leaves the map (for good: Saladin)."
    )
    assert player.problems == []


@pytest.mark.parametrize("card", ["move-3", "winter-campaign"])
def test_besiegers_in_the_winter_turn_are_told_as_lost_before_done_is_meant(sit: Sit, card: str) -> None:
    """A Winter Campaign keeps the siege that it is declared for (8.2), and none before."""
    places = "gaza: [king-guy] saladin al-adil\njaffa: conrad"
    player = sit(moving(places, first="saracen", saracen=card, turn="1188.6"))
    bar = player.page.locator("#bar")
    lost = "Besiegers that winter takes, as blocks stand now: Gaza 2 (for good: al-Adil, Saladin)."
    expect(bar.locator("[data-advice=winter]")).to_contain_text(lost)
    bar.locator("[data-type=done]").tap()
    expect(bar.get_by_role("alertdialog")).to_contain_text(lost)
    assert player.problems == []


def test_a_winter_campaign_is_declared_beside_done_which_says_what_for(sit: Sit) -> None:
    player = sit(
        moving("gaza: [king-guy] saladin\njaffa: conrad", first="saracen", saracen="winter-campaign", turn="1188.6")
    )
    bar = player.page.locator("#bar")
    keep = bar.locator("[data-key=keep-siege-gaza]")
    expect(keep).to_have_text(
        "Keep the siege of Gaza"
        "Winter Campaign, 1 Move: its besiegers stay through the winter. Declared here, before Done."
    )
    expect(keep).to_be_in_viewport(ratio=1)
    before = player.drawn
    keep.tap()
    player.page.wait_for_function(DRAWN, arg=before)
    expect(keep).to_have_count(0)
    expect(bar.locator("[data-advice=winter]")).to_have_text(
        "Winter turn: nobody can attack (8.1). The siege of Gaza is kept through the winter."
    )
    expect(bar.locator("[data-key=undo]")).to_be_enabled()
    assert player.problems == []


def test_who_holds_a_winter_campaign_near_winter_reads_where_it_is_declared(sit: Sit, backstage: Backstage) -> None:
    places, hands = "acre: balian\ndamascus: saladin", "winter-campaign move-2"
    player = sit(choosing(places, frank=hands, saracen="move-1 move-2", turn="1187.5"))
    said = player.page.locator(".card-ranks")
    expect(said).to_contain_text("In turn 6 it is declared in your movement, beside Done.")
    player.stand_at(choosing(places, frank=f"{hands} move-3", saracen="move-1 move-2 move-2", turn="1187.4"), backstage)
    expect(said).not_to_contain_text("In turn 6")


def test_a_winter_campaign_without_a_siege_is_said_to_keep_none(sit: Sit) -> None:
    player = sit(moving("egypt: saladin\njaffa: conrad", first="saracen", saracen="winter-campaign", turn="1188.6"))
    expect(player.page.locator("#bar [data-advice=winter]")).to_contain_text("there is no siege to keep")


def test_done_in_winter_asks_first_while_steps_can_still_be_given_back(sit: Sit, backstage: Backstage) -> None:
    """Acre gives three steps back in winter; four are lost there: two by Guy, two by Balian."""
    places = "acre: king-guy@2 balian@1\ndamascus: saladin"
    table = end_movement(wintering(places))
    player = sit(table.position)
    bar = player.page.locator("#bar")
    bar.locator("[data-type=done]").tap()
    asked = bar.get_by_role("alertdialog")
    expect(asked).to_contain_text("3 steps that towns still give back are left unspent: Acre\u00a03.")
    bar.locator("[data-key=done-not]").tap()
    expect(asked).to_have_count(0)
    player.stand_at(table.do("frank", "replace king-guy", "replace balian").position, backstage)
    bar.locator("[data-type=done]").tap()
    expect(asked).to_contain_text("1 step that a town still gives back is left unspent: Acre\u00a01.")
    before = player.drawn
    bar.locator("[data-key=done-really]").tap()
    player.page.wait_for_function(DRAWN, arg=before)
    expect(player.page.locator("#log")).to_contain_text("The year 1188 ended.")
    assert player.problems == []


def test_a_first_game_says_before_the_last_but_one_card_that_the_last_turn_has_no_attacks(
    against_computer: Callable[..., Player],
) -> None:
    position = choosing(
        "acre: balian\ndamascus: saladin", frank="move-3 move-2", saracen="move-1 move-2", turn="1187.5"
    )
    page = against_computer(position).page
    expect(page.locator("#coach [data-advice=first-last-cards]")).to_contain_text("nobody can attack (8.1)")


def test_a_retreat_in_the_last_turn_with_battles_says_what_winter_will_feed_there(sit: Sit) -> None:
    places = "jaffa: conrad balian\ncaesarea: walter\nramallah: al-adil\nhebron: kurds-1"
    table = Table(moving(places, first="saracen", turn="1188.5"), {"fire": [6] * 60})
    table.do("saracen", "move al-adil jaffa", "done").do("frank", "done", "garrison -").do("saracen", "fire al-adil")
    assert (table.step, table.awaited) == ("fight", {"frank"})
    page = sit(table.position).page
    page.locator(".fighter[data-block=balian]").tap()
    page.locator("[data-key=group-retreat]").tap()
    choices = page.locator("#choices")
    expect(choices.locator('[data-key*="caesarea"][data-type=retreat]')).to_contain_text(
        "In winter Caesarea will feed 1 of 2."
    )
    expect(choices.locator("[data-key=all-to-caesarea]")).to_contain_text("In winter Caesarea will feed 1 of 3.")
    expect(choices.locator('[data-key*="ascalon"][data-type=retreat]')).not_to_contain_text("winter")


def test_on_a_phone_one_press_disbands_and_undo_brings_back_but_the_last_is_asked_for(sit: Sit) -> None:
    player = sit(end_movement(wintering("caesarea: walter balian conrad\ndamascus: saladin")).position)
    page, bar = player.page, player.page.locator("#bar")
    for block in ("walter", "balian", "conrad"):
        expect(bar.locator(f"[data-key=disband-{block}]")).to_be_in_viewport(ratio=1)
    before = player.drawn
    bar.locator("[data-key=disband-walter]").tap()
    page.wait_for_function(DRAWN, arg=before)
    expect(page.locator("#prompt")).to_contain_text("Winter: disband 1 block (Caesarea feeds 1 of 2).")
    # The last ends it: it is asked for, and named by the button that does it.
    bar.locator("[data-key=disband-balian]").tap()
    expect(bar.locator("[data-key=confirm]")).to_have_text("Disband Balian")
    bar.locator("[data-key=no-route]").tap()
    before = player.drawn
    bar.locator("[data-key=undo]").tap()
    page.wait_for_function(DRAWN, arg=before)
    expect(bar.locator("[data-key=disband-walter]")).to_be_visible()
    assert player.problems == []


def test_on_a_phone_the_blocks_of_two_hungry_towns_are_whole_in_sight(sit: Sit) -> None:
    places = "caesarea: walter balian conrad\nsidon: reynald-sidon king-guy\ndamascus: saladin"
    player = sit(end_movement(wintering(places)).position)
    listed = player.page.locator("#bar .disbanding button")
    expect(listed).to_have_count(5)
    for block in listed.all():
        expect(block).to_be_in_viewport(ratio=1)
    assert player.problems == []
