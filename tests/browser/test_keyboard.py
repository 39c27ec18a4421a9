"""The keyboard: few Tabs to what is to be decided, a focus that is never lost, keys for the whole page; the card of a
block.
"""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from rules import game
from rules.dice import SeededDice
from rules.position import Position
from rules.ruleset import Ruleset
from tests.browser.backstage import Backstage
from tests.browser.playing import DRAWN, Player
from tests.browser.sieges import fight_at_jerusalem, fullest_siege
from tests.rules.scene import choosing, moving
from tests.rules.test_winter import end_movement, wintering

PlayAt = Callable[..., Player]
DESK = {"width": 1440, "height": 900}
PLACES = "jerusalem: king-guy jerusalem-templars\nacre: gaza-templars@2\ntiberias: saladin\n"
AT_A_CHOICE = (
    "() => Boolean(document.activeElement.closest('#hand button, #choices, #bar, .stage-foot, .fighter.able'))"
)


def tabs_to_a_choice(page: Page) -> int:
    """How often Tab is pressed until something that can be decided has the focus."""
    for count in range(40):
        if page.evaluate(AT_A_CHOICE):
            return count
        page.keyboard.press("Tab")
    raise AssertionError("no choice in forty Tabs")


def at_the_first_seats() -> Position:
    return game.new_game(Ruleset(), SeededDice(3)).position


PHASES = {
    "deployment": at_the_first_seats,
    "stage": fight_at_jerusalem,
    "garrison or storm": lambda: fullest_siege().position,
    "winter": lambda: (
        end_movement(wintering("banyas: saladin al-adil kurds-1 zangi\nacre: king-guy conrad\n")).position
    ),
}

SHOWN = """() => [document.querySelector("main").dataset.drawn, document.querySelector("#bar").textContent,
  document.activeElement.dataset.key, document.querySelectorAll(".chosen, .token.chosen").length].join(" ")"""
REACTED = f"""(before) => document.querySelector("main").dataset.busy === "false" && ({SHOWN})() !== before"""


def test_a_choice_is_few_tabs_away_after_a_reload_and_after_each_decision_in_every_phase(
    play_at: PlayAt, backstage: Backstage
) -> None:
    player = play_at(choosing(PLACES, frank="move-3 " * 5, saracen="move-1 " * 5), **DESK)
    page = player.page
    assert tabs_to_a_choice(page) <= 6
    for _card in range(2):
        before = player.drawn
        page.keyboard.press("Enter")
        page.wait_for_function(DRAWN, arg=before)
        assert page.evaluate("document.activeElement !== document.body")
        assert tabs_to_a_choice(page) <= 2
    # Cards are revealed, blocks move: the log is one stop, with arrows inside.
    expect(page.locator("main[data-step=move]")).to_be_attached()
    assert page.locator("#log .line-button").first.get_attribute("tabindex") == "-1"
    page.locator("#log").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#log .line-button").first).to_be_focused()
    for phase, position in PHASES.items():
        player.open_at(position(), backstage)
        assert tabs_to_a_choice(page) <= 6, phase
        for _decision in range(3):
            before = player.drawn
            for _press in range(4):  # a block, where it goes, the button that confirms
                shown = page.evaluate(SHOWN)
                page.keyboard.press("Enter")
                page.wait_for_function(REACTED, arg=shown)
                if player.drawn != before:
                    break
                assert tabs_to_a_choice(page) <= 2, phase
            page.wait_for_function(DRAWN, arg=before)
            assert page.evaluate("document.activeElement !== document.body"), phase
            assert tabs_to_a_choice(page) <= 2, phase
    assert player.problems == []


ORDER = """() => [...document.querySelectorAll("#prompt, #bar button, #choices button")]
  .filter((one) => one.checkVisibility()).map((one) => Math.round(one.getBoundingClientRect().top))"""


def test_keys_press_what_the_page_offers_and_follow_what_is_read(play_at: PlayAt, backstage: Backstage) -> None:
    player = play_at(moving(PLACES), **DESK)
    page = player.page
    page.keyboard.press("?")
    sheet = page.locator("#keys-sheet")
    expect(sheet).to_be_visible()
    page.keyboard.press("u")  # in the sheet keys decide nothing
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page.keyboard.press("n")
    assert page.evaluate("document.activeElement.matches('.token.able')")
    # The card of the block comes with the focus, and says what eyes cannot tell from the block.
    card = page.locator(".block-card")
    expect(card).to_be_visible()
    expect(card).to_contain_text("At home: ")
    expect(card).to_contain_text("Now: Move")
    page.keyboard.press("d")
    expect(page.locator("#bar [data-key=done-really]")).to_be_visible()
    page.locator("[data-key=done-not]").click()
    # Also where blocks are chosen.
    for block in ("king-guy", "jerusalem-templars"):
        page.locator(f"#map .token[data-block={block}]").dispatch_event("click")
    expect(page.locator("#bar .chosen-now")).to_be_visible()
    tops = page.evaluate(ORDER)
    assert len(tops) > 5
    assert tops == sorted(tops)
    keys = page.locator("#bar button").evaluate_all("all => all.map((one) => one.dataset.key)")
    assert keys.index("undo") < keys.index("other-block")
    # Blocks of one name are told apart.
    player.open_at(fight_at_jerusalem(), backstage)
    marks = page.evaluate(
        """() => {
          const { blocks } = JSON.parse(document.getElementById("page-data").textContent);
          const names = Object.values(blocks).map(({ name, mark }) => `${name} ${mark}`);
          return names.length - new Set(names).size;
        }"""
    )
    assert marks == 0
    expect(page.locator(".fighter[data-block=turks-1] .block-mark.detail")).to_have_text("1")
    page.locator(".fighter[data-block=turks-1]").hover()
    expect(page.locator(".block-card h3")).to_have_text("Turks 1")
    assert player.problems == []
