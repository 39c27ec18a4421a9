"""What the other side did is shown to a player who comes back, and can be skipped."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.backstage import Backstage
from tests.browser.playing import DRAWN, Player
from tests.browser.tabs import Tabs
from tests.browser.test_headline import end_moving
from tests.browser.test_play import PHONE, Hand, at
from tests.browser.test_replay import comes_to, start
from tests.rules.scene import moving

SeatTwo = Callable[..., tuple[Player, Player]]
PlayAt = Callable[..., Player]


def last_seen(saladin: Player) -> str:
    """The last entry that the page, which is open, has shown."""
    key = f"seen-{saladin.game}-saracen"
    saladin.page.wait_for_function("key => localStorage.getItem(key)", arg=key)
    return str(saladin.page.evaluate("key => localStorage.getItem(key)", key))


def come_back(saladin: Player, address: str, seen: str, pace: str = "slow") -> None:
    """To a page that has shown no more than that, at a pace at which there is time to look."""
    page = saladin.page
    page.goto("/games/")
    page.evaluate(
        "([key, seen, pace]) => { localStorage.setItem(key, seen); localStorage.setItem('pace', pace); }",
        [f"seen-{saladin.game}-saracen", seen, pace],
    )
    page.goto(address)
    expect(page.locator("#past")).to_contain_text("Since you were here:")


def moved_meanwhile(seat_two: Callable[[], tuple[Player, Player]]) -> tuple[Player, str, str]:
    """Saladin comes back, with motion on, after Richard has moved."""
    richard, saladin = seat_two()
    expect(saladin.page.locator("#log .line").first).to_be_visible()
    address, seen = saladin.page.url, last_seen(saladin)
    saladin.page.goto("/games/")
    page = richard.page
    hand = Hand(richard, touch=False)
    hand.block("balian")
    hand.act(lambda: hand.press("#choices [data-town=ascalon]"))
    before = richard.drawn
    page.get_by_role("button", name="Done").click()
    page.wait_for_function(DRAWN, arg=before)
    saladin.page.emulate_media(reduced_motion="no-preference")
    return saladin, address, seen


# How often the map moved, and whether a press on Done met it: when the show has just ended, and half a second later.
WATCH = """document.addEventListener("DOMContentLoaded", () => { window.moved = 0; window.met = [];
  const map = document.querySelector("#map"), main = document.querySelector("main"), done = "#bar [data-type=done]";
  if (!map) return;
  new MutationObserver(() => { window.moved += map.dataset.moving === "true" ? 1 : 0; })
    .observe(map, { attributes: true, attributeFilter: ["data-moving"] });
  new MutationObserver(() => {
    const fresh = main.classList.contains("just-shown");
    if (fresh === (window.met.length % 2 === 1)) return;
    const box = document.querySelector(done)?.getBoundingClientRect();
    const [x, y] = box ? [box.x + box.width / 2, box.y + box.height / 2] : [0, 0];
    window.met.push(Boolean(document.elementFromPoint(x, y)?.closest(done)));
  }).observe(main, { attributes: true, attributeFilter: ["class"] }); });"""


def test_what_the_other_side_did_is_seen_moving_can_be_skipped_and_ends_in_the_present(
    seat_two: SeatTwo, tabs: Tabs
) -> None:
    saladin, address, seen = moved_meanwhile(seat_two)
    page = saladin.page
    tabs.run_first(page, WATCH)
    come_back(saladin, address, seen, pace="normal")
    page.wait_for_function("() => window.moved > 0")
    comes_to(page, "now")
    assert at(saladin, "saladin")
    expect(page.get_by_role("button", name="Done")).to_be_enabled()
    # Done stands where Skip stood: for half a second after the show it takes no press.
    for skip in (lambda: page.keyboard.press("Escape"), lambda: page.get_by_role("button", name="Skip").click()):
        come_back(saladin, address, seen)
        expect(page.locator("#map[data-moving=true]")).to_be_attached()
        skip()
        comes_to(page, "now")
        expect(page.locator("#map")).to_have_attribute("data-moving", "false")
        expect(page.locator(".ghosts > *")).to_have_count(0)
        page.wait_for_function("() => window.met.length === 2")
        assert page.evaluate("window.met") == [False, True]
    # Looking back ends it.
    come_back(saladin, address, seen)
    start(page)
    expect(page.locator("[data-key=replay-play]")).to_be_focused()
    expect(page.locator("#past")).not_to_contain_text("Since you were here:")
    assert saladin.problems == []


def away_for_two_handovers(seat_two: SeatTwo, backstage: Backstage, tabs: Tabs) -> tuple[Player, str, str]:
    """Saladin comes back to a page that has seen neither the Franks' move of one turn nor their card of the next."""
    richard, saladin = seat_two()
    backstage.stage(
        richard.game, moving("banyas: balian walter\nacre: king-guy\negypt: saladin\n", first="frank", turn="1187.2")
    )
    for player in (richard, saladin):
        player.page.reload()
        player.see_game()
    page = saladin.page
    seen = last_seen(saladin)
    hand = Hand(richard, touch=False)
    for block in ("balian", "walter"):
        hand.block(block)
        hand.act(lambda: hand.press("#choices [data-town=damascus]"))
    end_moving(richard)
    expect(page.locator("#prompt")).to_contain_text("Move your blocks")
    end_moving(saladin)
    for player in (saladin, richard):
        before = player.drawn
        player.page.locator("#hand button:not(:disabled)").first.click()
        player.page.wait_for_function(DRAWN, arg=before)
    address = page.url
    page.goto("/games/")
    page.emulate_media(reduced_motion="no-preference")
    # What the bar says, one sentence after another, and when.
    tabs.run_first(
        page,
        """document.addEventListener("DOMContentLoaded", () => { window.told = [];
          const past = document.querySelector("#past");
          if (!past) return;
          new MutationObserver(() => { const words = past.querySelector(".past-words")?.textContent;
            if (words && window.told.at(-1)?.words !== words) window.told.push({ words, at: performance.now() }); })
            .observe(past, { subtree: true, childList: true, characterData: true }); });""",
    )
    return saladin, address, seen


@pytest.mark.whole
def test_of_two_handovers_the_older_is_told_in_a_sentence_and_the_newest_in_full(
    seat_two: SeatTwo, backstage: Backstage, tabs: Tabs
) -> None:
    saladin, address, seen = away_for_two_handovers(seat_two, backstage, tabs)
    page = saladin.page
    come_back(saladin, address, seen)
    expect(page.locator("#past")).to_contain_text("Franks: 2 blocks moved")
    page.keyboard.press("Escape")
    comes_to(page, "now")
    expect(page.locator("#past")).to_be_hidden()
    page.reload()
    saladin.see_game()
    expect(page.locator("#log .line").first).to_be_visible()
    expect(page.locator("#past")).to_be_hidden()
    come_back(saladin, address, seen)
    comes_to(page, "now")
    told = page.evaluate("window.told.map(({ words }) => words)")
    older = [words for words in told if words.startswith("Franks: 2 blocks moved")]
    assert len(older) == 1
    assert not [words for words in told if "moved a block" in words or "finished moving" in words]
    newest = told[told.index(older[0]) + 1 :]
    assert any("Cards: " in words for words in newest)
    assert saladin.problems == []


def test_a_long_motion_says_how_it_is_skipped_and_a_tap_ends_it(play_at: PlayAt) -> None:
    player = play_at(
        moving("aleppo: king-guy\ntyre: balian\negypt: saladin\n"), **PHONE, reduced_motion="no-preference"
    )
    page = player.page
    # Slower than ever, so that there is time to read and press.
    page.evaluate(
        "() => { const real = Element.prototype.animate; Element.prototype.animate = function (steps, options) { return"
        " real.call(this, steps, { ...options, duration: options.duration * 20, delay: options.delay * 20 }); }; }"
    )
    hand = Hand(player, touch=True)
    hand.block("king-guy")
    before = player.drawn
    hand.press("#choices [data-key=to-artah]")
    player.settle(before)  # it may ask first
    hint = page.locator(".skip-hint")
    expect(page.locator("#map[data-moving=true]")).to_be_attached()
    expect(hint).to_be_visible()
    assert hint.inner_text() == "Tap the map to skip", "a finger has no keys"
    assert page.locator(".beyond").evaluate("one => getComputedStyle(one).visibility") == "hidden"
    page.locator("#map").tap(position={"x": 8, "y": 200})
    expect(page.locator("#map")).to_have_attribute("data-moving", "false")
    expect(hint).to_be_hidden()
    assert at(player, "king-guy") == "Artah"


NARROW_WORDS = """document.addEventListener("DOMContentLoaded", () => { const sheet = new CSSStyleSheet();
  sheet.replaceSync(".past-words { width: 9em }"); document.adoptedStyleSheets = [sheet]; })"""


def test_words_longer_than_two_lines_are_read_whole_at_a_press_and_the_news_wait(
    seat_two: SeatTwo, new_player: Callable[..., Player], tabs: Tabs
) -> None:
    saladin, address, seen = moved_meanwhile(lambda: seat_two(saladin=new_player("Saladin", **PHONE)))
    page = saladin.page
    tabs.run_first(page, NARROW_WORDS)
    page.clock.install()
    come_back(saladin, address, seen, pace="normal")
    words, more = page.locator("#past .past-words"), page.locator("#past [data-key=past-more]")
    expect(more).to_have_text("Read all of it")
    expect(more).to_be_in_viewport(ratio=1)
    assert words.evaluate("one => one.scrollHeight > one.clientHeight + 2")
    more.click()
    expect(more).to_have_attribute("aria-expanded", "true")
    said = words.inner_text()
    assert words.evaluate("one => one.scrollHeight <= one.clientHeight + 2")
    page.clock.run_for(12_000)
    assert words.inner_text() == said
    more.click()
    expect(page.locator("#past")).to_be_hidden()
    assert saladin.problems == []
