"""Pages of tournaments in a browser: everybody can read and use them, on a desk and on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.backstage import Backstage
from tests.browser.looking import look_in_light_and_dark, violations
from tests.browser.playing import Player

NewPlayer = Callable[..., Player]
DESK, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
CUT_OFF = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture
def club(new_player: NewPlayer, backstage: Backstage) -> tuple[Player, Player, list[str]]:
    """An organizer, the first of eight players, and the names of all eight."""
    organizer, player = new_player("Eleanor", **DESK), new_player("Balian", **PHONE)
    names = [
        player.name,
        *(
            f"{name}-of-{organizer.name[-8:]}"
            for name in ("Aimery", "Conrad", "Fulk", "Gerard", "Guy", "Hugues", "Odo")
        ),
    ]
    for name in names[1:]:
        backstage.sign_up(name)
    return organizer, player, names


@pytest.mark.whole
def test_tournaments_are_for_everybody_and_who_withdraws_is_told_what_it_costs(
    club: tuple[Player, Player, list[str]], backstage: Backstage
) -> None:
    organizer, player, names = club
    for system in ("swiss", "double", "ladder"):
        made = backstage.make_tournament(organizer.name, names, system)
        for page in (organizer.page, player.page):
            page.goto(f"/tournaments/{made}/")
            look_in_light_and_dark(page)
            assert not page.evaluate(CUT_OFF)
        if system == "swiss":  # at a desk a whole table is seen
            assert organizer.page.locator(".table").evaluate("table => table.scrollWidth <= table.clientWidth")
            withdraw(player.page)
        organizer.page.goto(f"/tournaments/{made}/organize/")
        assert violations(organizer.page, colors=False) == []
    assert organizer.problems + player.problems == []


def withdraw(page: Page) -> None:
    button = page.locator("form[action$='/withdraw/'] button")
    expect(button).to_be_hidden()
    page.locator("details.leave summary").click()
    expect(page.locator("details.leave")).to_contain_text("are resigned")
    # Twice, as a hand that is not steady does.
    button.dblclick()
    expect(page.locator("body")).to_contain_text("You have withdrawn from the tournament.")
    expect(page.locator(".cup-log li", has_text="withdrew")).to_have_count(1)
