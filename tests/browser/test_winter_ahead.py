"""In the last turn of a year what winter would cost is told while blocks can still go, and changes as they go."""

from playwright.sync_api import expect

from tests.browser.backstage import Backstage
from tests.browser.test_still_buttons import Sit, sit
from tests.rules.scene import moving

__all__ = ["sit"]


def test_who_disbands_in_winter_is_told_before_the_moves_are_spent(sit: Sit, backstage: Backstage) -> None:
    player = sit(moving("caesarea: balian walter conrad\ndamascus: saladin", turn="1188.6"))
    page, told = player.page, player.page.locator("#bar [data-advice=winter]")
    expect(told).to_have_text("Winter comes after this turn. To disband as blocks stand now: Caesarea 2.")
    page.unroute_all()
    march = {"type": "move", "block": "balian", "path": ["acre"]}
    page.route("**/hint/**", lambda route: route.fulfill(json={"action": march, "said": "March", "why": "So be it."}))
    page.locator("[data-key=hint-turn]").tap()
    expect(page.locator("#hint-here")).to_contain_text("So be it.")
    expect(page.locator("#hint-here")).to_contain_text("To disband as blocks stand now: Caesarea 2.")
    after = "caesarea: walter conrad\nacre: balian\ndamascus: saladin"
    player.stand_at(moving(after, turn="1188.6"), backstage)
    expect(told).to_contain_text("stand now: Caesarea 1.")
    assert player.problems == []
