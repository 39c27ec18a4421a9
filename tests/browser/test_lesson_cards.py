"""The words of a first evening on a phone, in each language: what a lesson or an explanation says stands whole."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import expect

from frontend.texts import all_texts
from tests.browser.backstage import Backstage
from tests.browser.playing import Player

NewPlayer = Callable[..., Player]
LANGUAGES = ("en", "fr", "pl")
PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True}
FIT = """([cards, goals, charge, notice]) => {
  const box = document.querySelector("#prompt-box"), coach = document.querySelector("#coach");
  const told = document.querySelector("#notice"), forms = box.querySelectorAll(":scope > form");
  const [words] = coach.querySelectorAll("[data-advice]");
  const goal = coach.querySelector("strong") ?? coach.insertBefore(document.createElement("strong"), words);
  const cut = [];
  for (const [key, said] of Object.entries(cards)) {
    const end = key.endsWith("end");
    for (const form of forms) form.hidden = !end;
    told.textContent = key === "lesson-siege-muster" ? notice : "";
    goal.textContent = goals[key] ?? "";
    words.textContent = key === "lesson-fight-on" ? `${said} ${charge}` : said;
    const below = [...box.querySelectorAll("p, button")].filter((one) => one.checkVisibility()
      && one.getBoundingClientRect().bottom > box.getBoundingClientRect().bottom);
    if (box.scrollHeight > box.clientHeight + 1 || below.length) cut.push([key, box.scrollHeight, box.clientHeight]);
  }
  return cut;
}"""
"""The cards that do not stand whole above the map, beside the longest prompt of a lesson: that of its cards."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_card_of_the_lessons_stands_whole_on_a_phone(new_player: NewPlayer, language: str) -> None:
    player = new_player(locale=language, **PHONE)
    page = player.page
    player.begin_lesson()
    expect(page.locator("#coach [data-advice]")).to_be_visible()
    gaps = {"town": "Tiberias", "from": "Tripoli", "muster": "Tripoli", "side": "Saracens", "inside": "Stay inside"}
    with translation.override(language):
        texts = all_texts()
    gaps |= {"stay": str(texts["siege-on-at"]).format(town="Tiberias")}
    said = {key: str(words).format(**gaps) for key, words in texts.items() if key.startswith("lesson-")}
    goals = {"lesson-card-frank": said.pop("lesson-goal"), "lesson-siege-card-frank": said.pop("lesson-siege-goal")}
    charge = said.pop("lesson-fight-charge")
    notice = str(texts["done-at-once"]).format(what=str(texts["leaves-empty"]).format(town="Tripoli"))
    assert page.evaluate(FIT, [said, goals, charge, notice]) == []
    assert player.problems == []


# How far down the hand of a lesson goes with an event in both of its rows, and how far apart the switch of sides is.
HAND = """event => {
  const cards = [...document.querySelectorAll("#hand > .card")];
  for (const card of [cards[0], cards.at(-1)]) {
    card.querySelectorAll("small").forEach((one) => one.remove());
    const said = card.appendChild(document.createElement("small"));
    said.textContent = event;
  }
  const heads = [...document.querySelectorAll("#seat-switch > :is(span, button)")]
    .map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => Math.round((top + bottom) / 2));
  return [Math.max(...cards.map((one) => one.getBoundingClientRect().bottom)), Math.max(...heads) - Math.min(...heads)];
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_hand_of_a_lesson_stands_whole_on_a_desk(new_player: NewPlayer, language: str) -> None:
    """Where a lesson asks for its first card the most words stand above the hand, whose two rows have an event each."""
    player = new_player(locale=language, width=1440, height=900)
    page = player.page
    player.begin_lesson()
    expect(page.locator("#coach [data-advice]")).to_be_visible()
    expect(page.locator("#hand > .card")).to_have_count(6)
    with translation.override(language):
        effects = [str(words) for key, words in all_texts().items() if re.fullmatch(r"card-[a-z]+-does", key)]
    longest = max(effects, key=len)
    foot, apart = page.evaluate(HAND, longest)
    assert foot <= 900, foot
    assert apart <= 4, "the switch of sides is in one line"


def test_what_the_computer_says_waits_until_the_line_of_what_it_did_is_gone(
    new_player: NewPlayer, backstage: Backstage
) -> None:
    """Beside an explanation there is no room for both."""
    player = new_player("Usama", **PHONE)
    player.game = backstage.start_against_computer(player.name, "saracen", "page")
    player.open_game()
    expect(player.page.locator("#coach [data-advice]").first).to_be_visible()
    assert player.page.evaluate(SEEN) == [True, False]
    player.page.set_viewport_size({"width": 1440, "height": 900})
    assert player.page.evaluate(SEEN)[1]


SEEN = """() => {
  const told = document.querySelector("#told"), line = document.querySelector(".headline");
  told.hidden = false;
  told.textContent = "I go.";
  const alone = told.checkVisibility();
  line.append("Franks: they took Tyre");
  const beside = told.checkVisibility();
  line.replaceChildren();
  return [alone, beside];
}"""
"""Whether what the computer says is seen, without and with the line of what it did."""


def test_words_of_a_roll_are_readable_over_a_castle(new_player: NewPlayer) -> None:
    """Where a besieged castle stands alone on a low board, what hunger took lies over its battlements."""
    page = new_player(**PHONE).page
    page.goto("/?stay")
    expect(page.locator("#showing .fighter").first).to_be_visible()
    behind = page.evaluate(BEHIND)
    assert behind.startswith("rgb("), behind


BEHIND = """() => {
  const tray = document.createElement("div"), told = document.createElement("p");
  tray.className = "tray";
  told.className = "told";
  document.querySelector(".battle-stage").append(tray);
  tray.append(told);
  return getComputedStyle(told).backgroundColor;
}"""
"""The color behind the words of a roll: one that is seen through is given as rgba."""
