"""Pages of a dispute from the report to the decision, with three people in three browsers: two play, one reviews.

Who may open and do what is in the matrix and in `tests/disputes/`, with the appeal.
"""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.backstage import Backstage
from tests.browser.looking import PHONE, look_in_light_and_dark, resize, violations
from tests.browser.playing import Player

NewPlayer = Callable[..., Player]


@pytest.fixture
def table(new_player: NewPlayer, seat_two: Callable[..., tuple[Player, Player]]) -> tuple[Player, Player]:
    """Richard plays the Franks against Saladin, with clocks."""
    return seat_two(saladin=new_player("Saladin", width=390, height=844), pace="slow", visibility="public")


def code_now(secret: str) -> str:
    """What the app of the second factor shows now."""
    from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value

    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))


def let_in(player: Player, backstage: Backstage) -> Page:
    """A reviewer, who has proved the second factor, at the list of cases."""
    page, secret = player.page, backstage.make_reviewer(player.name)
    page.goto("/review/")
    for _ in range(2):  # a code counts for its half minute only, which may end just now
        page.fill("[name=code]", code_now(secret))
        with page.expect_navigation():
            page.locator("main button.primary, main form button").first.click()
        if not page.locator("[name=code]").count():
            break
    expect(page.get_by_role("heading", name="Disputes", exact=True)).to_be_visible()
    return page


def decide(page: Page, act: str, reason: str, *, hours: str = "", look: bool = False) -> None:
    """The reviewer of the case at hand asks for an act, looks at what it would do, and does it."""
    page.get_by_role("link", name=act, exact=True).click()
    if hours:
        page.get_by_label("Franks", exact=True).check()
        page.select_option("[name=hours]", hours)
        page.get_by_label("This settles the dispute").check()
    page.fill("[name=reason]", reason)
    page.fill("[name=rests_on]", "3")
    if look:
        look_in_light_and_dark(page)
    page.get_by_role("button", name="Show what it would do").click()
    expect(page.get_by_text("Nothing is done yet.")).to_be_visible()
    if look:
        look_in_light_and_dark(page)
    page.get_by_role("button", name="Do it").click()
    expect(page.get_by_text("Done. Both players are told.")).to_be_visible()


def open_everything(page: Page) -> None:
    """Unfold what is folded, for all of it to be looked at."""
    page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")


def keep_reply(page: Page, name: str, text: str) -> None:
    page.goto("/review/replies/")
    page.fill("[name=name]", name)
    page.select_option("#id_language", "en")
    page.fill("[name=text]", text)
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    look_in_light_and_dark(page)


def test_an_open_page_of_who_is_banned_turns_into_the_words_of_the_reviewer(
    table: tuple[Player, Player], new_player: NewPlayer, backstage: Backstage
) -> None:
    richard, saladin = table
    richard.page.goto(richard.page.url.rstrip("/") + "/problem/")
    richard.page.get_by_label("What the other player writes or does").check()
    richard.page.fill("[name=text]", "He swears.")
    richard.page.select_option("[name=wish]", "person")
    richard.page.get_by_role("button", name="Send the report").click()
    case = richard.page.url
    william = let_in(new_player("William"), backstage)
    william.goto(case.replace("/disputes/", "/review/"))
    william.get_by_role("button", name="Take the case").click()
    william.get_by_role("link", name="Ban a player", exact=True).click()
    william.get_by_label("Saracens", exact=True).check()
    william.fill("[name=reason]", "Such words are not written here.")
    william.get_by_role("button", name="Show what it would do").click()
    expect(saladin.page.locator("#map")).to_be_visible()
    william.get_by_role("button", name="Do it").click()
    expect(saladin.page.get_by_role("heading", name="You are banned")).to_be_visible()
    expect(saladin.page.get_by_text("Such words are not written here.")).to_be_visible()
    look_in_light_and_dark(saladin.page)
    william.goto(f"/review/players/{saladin.name}/")
    open_everything(william)
    look_in_light_and_dark(william)
    william.locator("#lift-text").fill("He has apologized.")
    william.get_by_role("button", name="Lift the ban").click()
    expect(william.get_by_text("The ban is lifted. Both players are told.")).to_be_visible()
    saladin.page.goto("/games/")
    expect(saladin.page.get_by_role("heading", name="You are banned")).to_have_count(0)


@pytest.mark.whole
def test_a_dispute_from_report_to_decision(
    table: tuple[Player, Player], new_player: NewPlayer, backstage: Backstage
) -> None:
    richard, saladin = table
    game = richard.page.url
    # Richard reports a problem from the menu of the game, which stops the clocks.
    richard.page.locator("#tab-game").click()
    richard.page.get_by_role("link", name="Report a problem …").click()
    richard.page.get_by_label("The rules were not applied as they should be").check()
    richard.page.fill("[name=text]", " ")
    richard.page.get_by_role("button", name="Send the report").click()
    expect(richard.page.get_by_text("This field is required.")).to_be_visible()
    look_in_light_and_dark(richard.page)
    richard.page.fill("[name=text]", "That muster went too far.")
    richard.page.select_option("[name=wish]", "rewind")
    richard.page.get_by_role("button", name="Send the report").click()
    expect(richard.page.get_by_text("Your report has arrived.")).to_be_visible()
    case = richard.page.url
    expect(saladin.page.locator("#log")).to_contain_text(
        "A problem was reported. The clocks stand still.", use_inner_text=False
    )

    # Saladin answers, on a phone.
    saladin.page.goto(case)
    expect(saladin.page.get_by_text("That muster went too far.")).to_be_visible()
    look_in_light_and_dark(saladin.page)
    saladin.page.fill("[name=text]", "It was within reach.")
    saladin.page.get_by_role("button", name="Send", exact=True).click()
    expect(saladin.page.get_by_text("Sent.")).to_be_visible()

    # William takes the case, asks, and opens what is hidden.
    reviewer = new_player("William")
    william = let_in(reviewer, backstage)
    william.goto(case.replace("/disputes/", "/review/"))
    expect(william.get_by_text("It was within reach.")).to_be_visible()
    expect(william.locator("#board-tabs button")).to_have_count(1)
    william.get_by_role("button", name="Take the case").click()
    keep_reply(william, "Road", "See rule 5.1.")
    william.goto(case.replace("/disputes/", "/review/"))
    william.select_option("#ask-side", "saracen")
    william.fill("#ask-text", "By which road?")
    william.select_option("#reply-for-ask-text", label="Road (English)")
    william.get_by_role("button", name="Insert").click()
    expect(william.locator("#ask-text")).to_have_value("By which road?\n\nSee rule 5.1.")
    william.get_by_role("button", name="Ask", exact=True).click()
    saladin.page.reload()
    expect(saladin.page.get_by_text("The reviewer waits for your answer.")).to_be_visible()
    saladin.page.fill("[name=text]", "By Tiberias.")
    saladin.page.get_by_role("button", name="Send", exact=True).click()
    william.reload()
    expect(william.get_by_text("By Tiberias.")).to_be_visible()
    william.get_by_role("button", name="Open the all-seeing view").click()
    expect(william.locator("#board-tabs button")).to_have_text(["Franks", "Saracens", "Everything"])
    william.get_by_role("button", name="Saracens", exact=True).click()
    expect(william.locator("#map .token").first).to_be_visible()
    william.locator("#steps-bar input").fill("2")
    expect(william.locator("#steps-bar a")).to_have_text("Open event 3")
    open_everything(william)
    look_in_light_and_dark(william)
    william.get_by_role("link", name="Check it now").click()
    expect(william.get_by_text("the chain of events is unbroken")).to_be_visible()
    assert violations(william) == []
    william.get_by_role("link", name="Back to the case").click()

    # He grants time, which settles it; both read why, but not who.
    decide(william, "Grant time", "Rule 5.1 allows it, but the site was slow.", hours="24", look=True)
    for player in (richard, saladin):
        player.page.goto(case)
        expect(player.page.get_by_text("Rule 5.1 allows it, but the site was slow.")).to_be_visible()
        expect(player.page.get_by_text("This rests on the events")).to_be_visible()
        assert reviewer.name not in player.page.inner_text("main")

    # What an appeal asks for unfolds; the lists and the case are read on a phone as well.
    richard.page.get_by_text("Appeal the decision").click()
    look_in_light_and_dark(richard.page)
    resize(william, PHONE)
    for address in ("/review/?state=settled", "/review/audit/", case.replace("/disputes/", "/review/")):
        william.goto(address)
        assert violations(william) == [], address
    richard.page.goto(game)
    expect(richard.page.locator("#log")).to_contain_text(
        "A reviewer gave more time to the Franks: 1 day.", use_inner_text=False
    )
    assert richard.problems == saladin.problems == []
