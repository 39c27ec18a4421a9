"""Each language: a turn is played in it, the choice sticks, and nothing runs over the edge of a phone."""

import re
import uuid
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.backstage import PASSWORD
from tests.browser.playing import Player
from tests.browser.test_map import MET
from tests.browser.test_replay import look_at_the_bar, start

NewPlayer = Callable[..., Player]
LANGUAGES = {
    "fr": {
        "done": "Terminé",
        "deployment": "Déploiement",
        "town": "Jérusalem",
        "log": "ont fini leur déploiement",
    },
    "pl": {"done": "Gotowe", "deployment": "Rozstawienie", "town": "Jerozolima", "log": "zakończyli rozstawienie"},
}
NAMES = {"en": "English", "fr": "Français", "pl": "Polski"}
ENGLISH = re.compile(r"\b(?:the|your|blocks?|choose|waiting|strength|Franks|Saracens|castle)\b", re.IGNORECASE)


def language_of(page: Page) -> str:
    return page.get_attribute("html", "lang") or ""


def choose(page: Page, language: str) -> None:
    """By the switch in the header, and wait for the page to come back in that language."""
    page.locator("[popovertarget=languages]").click()
    with page.expect_navigation():
        page.get_by_role("button", name=NAMES[language], exact=True).click()


def overflow(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


SETTLED = (
    "before => { const { drawn, busy } = document.querySelector('main').dataset; return drawn !== before && busy ==="
    " 'false' }"
)
ASKED = (
    "before => document.querySelector('[data-key=done-really]') || document.querySelector('main').dataset.drawn !=="
    " before"
)


def decide(player: Player) -> None:
    """Take a card, by choice one that moves, or say that one is done: by what the buttons are, not by what they say."""
    page, before = player.page, player.drawn
    cards, moves = (
        page.locator("#hand [data-type=play-card]"),
        page.locator("#hand [data-type=play-card][data-card^=move]"),
    )
    done, groups = page.locator("#panel button[data-type=done]"), page.locator("#choices details:not([open]) > summary")
    if cards.count():
        (moves if moves.count() else cards).first.click()
    elif done.count():
        done.first.click()
        page.wait_for_function(ASKED, arg=before)
        really = page.locator("[data-key=done-really]")
        if really.count():
            really.click()
    else:
        if groups.count():
            groups.first.click()
        page.locator("#choices button[data-type]").first.click()
    page.wait_for_function(SETTLED, arg=before)


# Lists whose longest answer is wider than they are, with by how many pixels; a list has an arrow at its end.
CLIPPED = """() => { const pen = document.createElement("canvas").getContext("2d");
  return [...document.querySelectorAll("select")].map((list) => { const style = getComputedStyle(list);
    pen.font = style.font;
    const widest = Math.max(...[...list.options].map((option) => pen.measureText(option.text).width));
    return [list.name, widest + 20 + parseFloat(style.paddingLeft) + parseFloat(style.paddingRight) - list.clientWidth];
  }).filter(([, over]) => over > 0); }"""


@pytest.mark.parametrize("language", ["fr", pytest.param("pl", marks=pytest.mark.whole)])
def test_a_turn_is_played_in_the_language_of_the_browser_and_its_longer_words_fit_a_phone(
    new_player: NewPlayer, language: str
) -> None:
    words = LANGUAGES[language]
    player = new_player("Usama", alone=True, locale=language, width=1440, height=900)
    page = player.page
    assert page.evaluate(MET) == []
    page.set_viewport_size({"width": 360, "height": 740})
    player.open_game()
    assert page.evaluate(MET) == []
    assert language_of(page) == language
    expect(page.locator("#status")).to_contain_text(words["deployment"])
    expect(page.locator("#prompt")).to_contain_text(words["deployment"])
    expect(page.locator("#status .cities")).to_contain_text(words["town"])
    expect(page.locator("#panel button[data-type=done]").first).to_have_text(words["done"])
    for _ in range(20):
        if page.locator("#log .turn-begun").count() > 1:
            break
        decide(player)
        assert overflow(page) == 0
    expect(page.locator("#log .turn-begun").nth(1)).to_be_attached()
    expect(page.locator("#log")).to_contain_text(words["log"])
    shown = page.inner_text("main")
    assert not ENGLISH.search(shown), ENGLISH.search(shown)
    start(page)
    look_at_the_bar(page)
    for path in ("/games/", "/games/new/"):
        page.goto(path)
        assert overflow(page) == 0, path
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/games/{player.game}/orders/")
    assert page.evaluate(CLIPPED) == []
    page.set_viewport_size({"width": 360, "height": 740})
    page.context.clear_cookies(name="sessionid")
    for path in ("/", "/help/", "/signup/", "/login/", "/games/open/"):
        page.goto(path)
        assert overflow(page) == 0, path
    assert player.problems == []


def test_a_language_is_chosen_by_the_switch_and_goes_with_the_account(new_player: NewPlayer) -> None:
    player = new_player(locale="en")
    page = player.page
    page.goto("/help/?from=here")
    assert language_of(page) == "en"
    choose(page, "fr")
    assert page.url.endswith("/help/?from=here")
    assert language_of(page) == "fr"
    # The choice made before signing up is kept in the account.
    player.sign_up(f"Usama-{uuid.uuid4().hex[:8]}")
    page.context.clear_cookies(name="django_language")
    page.goto("/games/")
    assert language_of(page) == "fr"
    # Without scripts.
    page = new_player(locale="en", java_script_enabled=False).page
    page.goto("/help/")
    page.locator("[popovertarget=languages]").click()
    page.get_by_role("button", name="Français", exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_a_game_is_shown_in_the_language_that_its_player_chooses_on_its_page(new_player: NewPlayer) -> None:
    player = new_player("Usama", alone=True, locale="en")
    page = player.page
    choose(page, "pl")
    player.see_game()
    assert language_of(page) == "pl"
    expect(page.locator("#prompt")).to_contain_text("Rozstawienie")
    # It follows to other browsers.
    elsewhere = new_player(locale="fr").page
    elsewhere.goto("/login/")
    assert language_of(elsewhere) == "fr"
    elsewhere.fill("main input[type=text], main input[name=username], main input[name=login]", player.name)
    elsewhere.fill("main input[type=password]", PASSWORD)
    elsewhere.click("main form button")
    expect(elsewhere.locator("h1")).to_have_text("Moje gry")
    assert language_of(elsewhere) == "pl"
