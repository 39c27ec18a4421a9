"""In the last turns of a year what winter would cost is told while blocks can still go, and changes as they go."""

from collections.abc import Callable

from playwright.sync_api import expect

from rules.position import Position
from tests.browser.backstage import Backstage
from tests.browser.hinted import Sit, answer, sit
from tests.browser.layouts import settle
from tests.browser.playing import DRAWN, Player
from tests.rules.scene import Table, choosing, moving
from tests.rules.test_attrition import starved
from tests.rules.test_winter import end_movement, wintering

__all__ = ["sit"]


def saracens(places: str, card: str = "move-3", turn: str = "1188.6") -> Position:
    return moving(places, first="saracen", saracen=card, turn=turn)


def test_what_winter_will_cost_is_told_from_the_last_turn_with_battles_on_and_changes_with_the_blocks(
    sit: Sit, backstage: Backstage
) -> None:
    player = sit(moving("caesarea: balian walter conrad\ndamascus: saladin", turn="1188.6"))
    page, told = player.page, player.page.locator("#bar [data-advice=winter]")
    expect(told).to_have_text(
        "Winter turn: nobody can attack (8.1). To disband at this turn's end, as blocks stand now: Caesarea 2 of 3."
        " They can be drawn again next year."
    )
    answer(page, {"type": "move", "block": "balian", "path": ["acre"]}, "So be it.", "March")
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
    player.stand_at(moving("caesarea: balian walter\njaffa: conrad\ndamascus: saladin", turn="1188.5"), backstage)
    expect(told).to_have_text(
        "Winter ends the next turn. To disband then, as blocks stand now: Caesarea 1 of 2."
        " They can be drawn again next year."
    )
    player.stand_at(moving("caesarea: balian walter\ndamascus: saladin", turn="1188.4"), backstage)
    expect(told).to_have_count(0)
    # Who wins Gaza in turn 5 can still lead the surplus away: its castle feeds one of four.
    won = starved("gaza: [king-guy@1] saladin al-adil kurds-1 turks-1", {"attrition": [1]}, turn="1187.5").position
    player.stand_at(won, backstage)
    expect(told).to_have_text(
        "Winter ends the next turn. To disband then, as blocks stand now: Gaza 3 of 4"
        " (at least 1 of these for good: al-Adil, Saladin)."
    )
    expect(told).to_be_in_viewport(ratio=1)
    assert player.problems == []


def test_before_done_it_is_asked_with_whom_winter_takes(sit: Sit, backstage: Backstage) -> None:
    besieged = "gaza: [king-guy] saladin al-adil\njaffa: conrad"
    player = sit(saracens("hama: saladin kurds-1 turks-1\njaffa: conrad"))
    bar = player.page.locator("#bar")
    told, asked, done = (
        bar.locator("[data-advice=winter]"),
        bar.get_by_role("alertdialog"),
        bar.locator("[data-type=done]"),
    )

    def go_back() -> None:
        bar.locator("[data-key=done-not]").tap()
        expect(asked).to_have_count(0)

    expect(told).to_contain_text("2 of 3 (for good if it hits them: Saladin).")
    done.tap()
    expect(asked).to_contain_text("2 to disband (for good if it hits them: Saladin).")
    expect(asked).not_to_contain_text("drawn again")
    go_back()
    # Besiegers are told a turn earlier, and not asked about then.
    player.stand_at(saracens(besieged, "move-1", "1188.5"), backstage)
    expect(told).to_have_text(
        "After the next turn winter takes besiegers, unless their siege ends or a Winter Campaign keeps it:"
        " Gaza 2 (for good: al-Adil, Saladin)."
    )
    done.tap()
    expect(asked).not_to_contain_text("winter takes")
    go_back()
    # A Winter Campaign keeps the siege that it is declared for (8.2), and none before.
    for card in ("move-3", "winter-campaign"):
        player.stand_at(saracens(besieged, card), backstage)
        lost = "Besiegers that winter takes, as blocks stand now: Gaza 2 (for good: al-Adil, Saladin)."
        expect(told).to_contain_text(lost)
        done.tap()
        expect(asked).to_contain_text(lost)
        go_back()
    # Acre gives three steps back in winter; four are lost there: two by Guy, two by Balian.
    table = end_movement(wintering("acre: king-guy@2 balian@1\ndamascus: saladin"))
    player.stand_at(table.position, backstage)
    done.tap()
    expect(asked).to_contain_text("3 steps that towns still give back are left unspent: Acre\u00a03.")
    go_back()
    player.stand_at(table.do("frank", "replace king-guy", "replace balian").position, backstage)
    done.tap()
    expect(asked).to_contain_text("1 step that a town still gives back is left unspent: Acre\u00a01.")
    before = player.drawn
    bar.locator("[data-key=done-really]").tap()
    player.page.wait_for_function(DRAWN, arg=before)
    expect(player.page.locator("#log")).to_contain_text("The year 1188 ended.")
    assert player.problems == []


def test_a_winter_campaign_is_declared_beside_done_which_says_what_for(sit: Sit, backstage: Backstage) -> None:
    places, hands = "acre: balian\ndamascus: saladin", "winter-campaign move-2"
    player = sit(choosing(places, frank=hands, saracen="move-1 move-2", turn="1187.5"))
    said = player.page.locator(".card-ranks")
    expect(said).to_contain_text("In turn 6 it is declared in your movement, beside Done.")
    player.stand_at(choosing(places, frank=f"{hands} move-3", saracen="move-1 move-2 move-2", turn="1187.4"), backstage)
    expect(said).not_to_contain_text("In turn 6")

    player.stand_at(saracens("egypt: saladin\njaffa: conrad", "winter-campaign"), backstage)
    bar = player.page.locator("#bar")
    expect(bar.locator("[data-advice=winter]")).to_contain_text("there is no siege to keep")

    player.stand_at(saracens("gaza: [king-guy] saladin\njaffa: conrad", "winter-campaign"), backstage)
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


def test_an_attack_and_a_retreat_a_turn_before_winter_say_what_it_will_take_there(
    sit: Sit, backstage: Backstage
) -> None:
    player = sit(saracens("jerusalem: king-guy conrad\nhebron: saladin", "move-2", "1188.5"))
    page = player.page
    page.locator(".token[data-block=saladin]").tap()
    settle(page)
    page.locator(".town[data-town=jerusalem] .hit").tap()
    expect(page.locator("#bar")).to_contain_text(
        "If Jerusalem is besieged in winter without a Winter Campaign, your block leaves the map (for good: Saladin)."
    )
    places = "jaffa: conrad balian\ncaesarea: walter\nramallah: al-adil\nhebron: kurds-1"
    table = Table(moving(places, first="saracen", turn="1188.5"), {"fire": [6] * 60})
    table.do("saracen", "move al-adil jaffa", "done").do("frank", "done", "garrison -").do("saracen", "fire al-adil")
    assert (table.step, table.awaited) == ("fight", {"frank"})
    player.stand_at(table.position, backstage)
    page.locator(".fighter[data-block=balian]").tap()
    page.locator("[data-key=group-retreat]").tap()
    choices = page.locator("#choices")
    expect(choices.locator('[data-key*="caesarea"][data-type=retreat]')).to_contain_text(
        "In winter Caesarea will feed 1 of 2."
    )
    expect(choices.locator("[data-key=all-to-caesarea]")).to_contain_text("In winter Caesarea will feed 1 of 3.")
    expect(choices.locator('[data-key*="ascalon"][data-type=retreat]')).not_to_contain_text("winter")
    assert player.problems == []


def test_a_first_game_says_before_the_last_but_one_card_that_the_last_turn_has_no_attacks(
    against_computer: Callable[..., Player],
) -> None:
    position = choosing(
        "acre: balian\ndamascus: saladin", frank="move-3 move-2", saracen="move-1 move-2", turn="1187.5"
    )
    page = against_computer(position).page
    expect(page.locator("#coach [data-advice=first-last-cards]")).to_contain_text("nobody can attack (8.1)")


def test_on_a_phone_one_press_disbands_and_undo_brings_back_but_the_last_is_asked_for(
    sit: Sit, backstage: Backstage
) -> None:
    """The blocks of two hungry towns are whole in sight."""
    places = "caesarea: walter balian conrad\nsidon: reynald-sidon king-guy\ndamascus: saladin"
    player = sit(end_movement(wintering(places)).position)
    page, bar = player.page, player.page.locator("#bar")
    listed = bar.locator(".disbanding button")
    expect(listed).to_have_count(5)
    for block in listed.all():
        expect(block).to_be_in_viewport(ratio=1)
    player.stand_at(end_movement(wintering("caesarea: walter balian conrad\ndamascus: saladin")).position, backstage)
    expect(listed).to_have_count(3)
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
