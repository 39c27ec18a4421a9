"""What is asked is in sight when it is asked: each decision of both editions, on a page that somebody has scrolled
elsewhere.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from rules.decisions import STEPS
from rules.ruleset import Ruleset
from tests.browser.backstage import Backstage
from tests.browser.guided import decisions
from tests.browser.playing import AT_REST, Player
from tests.rules.scene import moving

SIZES: dict[str, list[ViewportSize]] = {
    "touched": [{"width": 390, "height": 844}],
    "clicked": [{"width": 1024, "height": 768}, {"width": 1440, "height": 900}],
}
"""By how the page is used: one page for all sizes of a kind, for a page that is opened costs more than a decision on
it.
"""
ONLY_IN = {"2.0": {"marker", "must-retreat"}, "1.4": {"first-player", "exchange"}}
NONE_LIT = """which => [...document.querySelectorAll(`#map ${which}`)].every((one) => {
  const seen = document.querySelector("#map").getBoundingClientRect(), box = one.getBoundingClientRect();
  return box.right < seen.left || box.left > seen.right || box.bottom < seen.top || box.top > seen.bottom;
})"""
"""Whether none of these on the map is in sight."""
# What the page has to have in sight, by what the decision is taken with; of blocks and towns of the map some, else all.
HIDDEN = """() => {
  const within = (box) => box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1
    && box.bottom <= innerHeight + 1;
  const seen = (element) => {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || !within(box)) return false;
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return Boolean(top) && (element.contains(top) || top.contains(element)
      || top.closest('.town.goal') === element.parentElement);
  };
  const all = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  const named = (selector, element) => `${selector}: ${element.textContent || element.dataset.block}`;
  // Of a list that scrolls within the bar some are in sight.
  const scrolls = (element) => {
    const list = element.closest("[data-list]");
    return Boolean(list) && [...list.querySelectorAll("button")].some(seen);
  };
  const hidden = (selector) => all(selector).filter((element) => !seen(element) && !scrolls(element))
    .map((element) => named(selector, element));
  const needed = {
    cards: ["#hand button.card"],
    choices: ["#choices :is(button, input, summary:not(.whys > summary)):not(:disabled)"],
    stage: ["#choices button:not(:disabled)", ".fighter.able"],
    map: ["#map"],
    bar: ["#bar button"],
  };
  const { asked, step } = document.querySelector("main").dataset;
  const found = ["#prompt", "#bar button", ...(needed[asked] ?? [])].flatMap(hidden);
  if (!(asked in needed)) found.push(`nothing is declared for ${step}`);
  if ((needed[asked] ?? []).every((selector) => all(selector).length === 0))
    found.push("there is nothing to decide with");
  const pressed = [...document.querySelectorAll(".token.able, .town.goal .hit")];
  if (asked === "map" && !pressed.some(seen)) found.push(`none of ${pressed.length} blocks and towns`);
  // On a phone what acts stands in the dock at the foot of the screen.
  const dock = document.querySelector("#dock");
  if (innerWidth < 600) {
    const acts = asked === "cards" ? "#hand button" : ["choices", "stage"].includes(asked)
      ? "#choices button" : "#bar button";
    for (const element of all(acts))
      if (!dock.contains(element)) found.push(`outside the dock: ${named(acts, element)}`);
    // A hint can be asked for at every decision, without a look for where.
    if (document.querySelector("#hint-here")) {
      const hints = all("[data-key=hint-turn]");
      if (!hints.some((button) => seen(button) && dock.contains(button)))
        found.push(`${hints.length} buttons for a hint, none of them in sight in the dock`);
    }
    // The map is never a strip: so much of it is free of what stands above and below it.
    const map = document.querySelector("#map").getBoundingClientRect();
    const head = document.querySelector("#prompt-box").getBoundingClientRect();
    const free = Math.min(map.bottom, dock.getBoundingClientRect().top) - Math.max(map.top, head.bottom);
    if (asked !== "stage" && free < 236) found.push(`the map is ${Math.round(free)} px high`);
    const above = innerHeight - dock.getBoundingClientRect().bottom;
    if (dock.offsetHeight > 0 && (above < -1 || above > 24)) found.push(`the dock is ${above} px above the foot`);
  }
  return found;
}"""

# What of the dock the head lies over, however long its words are and wherever the page is scrolled to.
COVERED = """() => {
  const notice = document.querySelector("#notice");
  const [words, far] = [notice.textContent, scrollY];
  notice.textContent = "Winter 1187 is over. Your blocks that regained steps: Bahram, Tuman. ".repeat(12);
  const found = new Set();
  for (let y = 0; y <= document.body.scrollHeight - innerHeight; y += 60) {
    scrollTo(0, y);
    // A hand of cards is scrolled away by its reader like the log that is read below it.
    if (document.querySelector("#dock").getBoundingClientRect().bottom < innerHeight - 1) break;
    for (const button of document.querySelectorAll("#dock button")) {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (over?.closest("#prompt-box")) found.add(button.textContent);
    }
  }
  notice.textContent = words;
  scrollTo(0, far);
  return [...found];
}"""


def hidden(page: Page) -> list[str]:
    """What the decision needs and is out of sight, when the page has come to rest."""
    found: list[str] = []
    for _ in range(8):
        found = page.evaluate(HIDDEN)
        if not found:
            break
        page.evaluate(AT_REST, "#map .town, #dock, #prompt-box")
    return found


@pytest.mark.parametrize(
    ("edition", "used"),
    [
        ("2.0", "touched"),
        pytest.param("2.0", "clicked", marks=pytest.mark.whole),
        ("1.4", "touched"),
        pytest.param("1.4", "clicked", marks=pytest.mark.whole),
    ],
)
def test_what_is_asked_is_in_sight(
    new_player: Callable[..., Player], backstage: Backstage, edition: str, used: str
) -> None:
    """Each decision of the newer edition, and those that only the older knows."""
    others = set().union(*(steps for of, steps in ONLY_IN.items() if of != edition))
    assert set(decisions(edition)) == set(STEPS) - others
    more: dict[str, Any] = {"has_touch": True} if used == "touched" else {}
    player = new_player("Usama", **SIZES[used][0], **more)
    player.game = backstage.start_solo(player.name, Ruleset.of(edition).to_json(), hints=True)
    player.open_game()
    page, wrong = player.page, {}
    for size in SIZES[used]:
        page.set_viewport_size(size)
        for number, (step, position) in enumerate(decisions(edition).items()):
            if edition == "1.4" and used == "touched" and step not in ONLY_IN[edition]:
                continue
            # Somebody reads the log far below, or the head of the page.
            page.evaluate(
                "far => { scrollTo(0, far); document.querySelector('#panel').scrollTop = far }",
                5000 if number % 2 else 0,
            )
            player.stand_at(position, backstage)
            found = hidden(page)
            if used == "touched":
                found += [f"under the head: {name}" for name in page.evaluate(COVERED)]
            if found:
                wrong[size["width"], step] = found
    assert wrong == {}
    assert player.problems == []


def test_a_muster_is_called_from_the_bar_and_the_map_and_brings_lit_towns_into_sight(
    play_at: Callable[..., Player], backstage: Backstage
) -> None:
    """A map dragged to where no town can be mustered to: the page says to press a lit one, and shows one."""
    player = play_at(moving("acre: king-guy\ntyre: balian\naleppo: saladin"), width=390, height=844, has_touch=True)
    page, prompt = player.page, player.page.locator("#prompt")
    for _ in range(4):
        page.get_by_role("button", name="Zoom in").tap()
    page.locator("#map").evaluate("map => map.scrollTo(map.scrollWidth, map.scrollHeight)")
    page.wait_for_function(NONE_LIT, arg=".token.able")
    page.locator("#bar [data-key=muster-turn]").tap()
    page.wait_for_function(f"() => !({NONE_LIT})('.town.goal .hit')")
    player.stand_at(moving("acre: king-guy\ntyre: balian\ndamascus: saladin"), backstage)
    page.reload()
    player.see_game()
    page.locator("#bar [data-key=muster-turn]").tap()
    expect(prompt).to_have_text("Press the lit town where your blocks are to meet.")
    expect(page.locator("#bar [data-advice=muster]")).to_contain_text("For one Move a muster brings blocks")
    player.rest()
    page.locator(".town.goal[data-town=acre]").tap()
    expect(page.locator("#bar [data-advice=muster]")).to_contain_text("For one Move a muster brings blocks")
    expect(prompt).to_have_text("Now press “Muster 1 block”, or choose something else.")
    page.locator("#bar [data-candidate=balian]").tap()
    expect(prompt).to_have_text("Choose who comes to Acre.")
    page.locator("#bar [data-candidate=balian]").tap()
    assert page.locator("#bar [data-key=confirm]").evaluate("one => one.getBoundingClientRect().bottom <= innerHeight")
    # The question explains a sign that the map draws, and none that it does not.
    player.stand_at(moving("tyre: walter saladin\nacre: king-guy", first="saracen", mover="frank"), backstage)
    player.rest()
    page.locator("#map .token[data-block=king-guy]").tap()
    expect(prompt).to_contain_text("Now press a lit town.")
    expect(prompt).to_contain_text("Plus sign: help in a battle of yours.")
    expect(prompt).not_to_contain_text("siege")
    assert player.problems == []
