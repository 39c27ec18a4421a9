"""Playing in Firefox and in WebKit, as in Chromium: the first page and a first turn, a muster, a battle, a look back,
talk.
"""

from collections.abc import Callable

import pytest

from rules.position import Position
from tests.browser.backstage import Backstage
from tests.browser.sieges import fight_at_jerusalem
from tests.engines.conftest import PHONE
from tests.engines.seats import CONFIRM, HITS, PRESSES, SETTLED, Seat
from tests.engines.windows import END, ESCAPE, HOME, Window
from tests.rules.scene import moving

OpenWindow = Callable[..., Window]
SitAt = Callable[..., Seat]
FIVE_ROUND_ACRE = (
    "tyre: reynald-sidon\nnablus: balian\ntiberias: raymond-tiberias\nbeirut: antioch-turcopoles\ncaesarea:"
    " walter\naleppo: saladin\n"
)
MOST_PRESSES = 150
READY = """() => document.querySelector("#prompt-box.yours") && document.querySelector("main").dataset.busy === "false"
  && !document.querySelector("main.just-shown, .just-come")"""
"""Something is asked, and what has just come can be pressed."""


def test_from_the_first_page_through_a_whole_first_turn_by_clicks(open_window: OpenWindow) -> None:
    window = open_window()
    window.goto("/")
    window.see("#showing .fighter")
    window.click("main summary", "Play now")
    window.click("main button", "Yes: gently")
    seat = Seat(window)
    seat.see_game()
    window.see("#players", "Computer (")
    on_map: set[str] = set()
    for _ in range(MOST_PRESSES):
        window.wait(READY)
        if seat.now("turns") == "2":
            break
        step = seat.step()
        if step in ("seats", "move") and step not in on_map:
            on_map.add(step)
            seat.act(lambda: move_on_the_map(seat))
        else:
            window.click(next(selector for selector in PRESSES if seat.offered(selector)))
    assert seat.now("turns") == "2"
    assert on_map >= {"move"}
    window.see("#log", "finished their deployment")


def move_on_the_map(seat: Seat) -> None:
    """The first block that may, and the first town on the map that it may go to; Saladin's relatives go nowhere, but
    change places.
    """
    window, before = seat.window, seat.drawn()
    window.click("#choices :is([data-key^=block-], [data-type=swap])")
    window.wait(f"(before) => ({SETTLED})(before) || Boolean(document.querySelector('.town.goal'))", before)
    if seat.drawn() == before:
        window.click(".town.goal")
    if seat.drawn() == before and seat.offered(CONFIRM):
        window.click(CONFIRM)


@pytest.mark.whole
def test_blocks_from_five_towns_muster_in_three_presses(sit_at: SitAt) -> None:
    seat = sit_at(moving(FIVE_ROUND_ACRE))
    window = seat.window
    window.click(".town[data-town=acre]")
    window.click("#bar [data-key=muster-here]")
    window.wait("() => document.querySelectorAll('#bar .candidates [data-candidate][aria-pressed=true]').length === 5")
    seat.act(lambda: window.click(CONFIRM))
    for block in ("balian", "reynald-sidon", "raymond-tiberias", "antioch-turcopoles", "walter"):
        seat.at(block, "Acre")


@pytest.mark.whole
def test_a_battle_is_fought_on_the_stage(sit_at: SitAt) -> None:
    """The fullest siege, at a desk and on a phone: nothing lies outside; a block fires, and its dice lie there; who is
    hit is pressed.
    """
    seat = sit_at(fight_at_jerusalem())
    window = seat.window
    fits(window, 21)
    seat.act(lambda: twice(lambda: window.click(".fighter[data-block=turks-1]")))
    window.see(".tray .die")
    assert window.count(".tray .die") == 3
    window.see("#log", "rolled")
    window.resize(*PHONE)
    seat.open_game()
    fits(window, 21)
    for _ in range(4):
        seat.act(lambda: window.click(f"{HITS}, #choices [data-type=fire]"))


def twice(do: Callable[[], None]) -> None:
    do()
    do()


def fits(window: Window, fighters: int) -> None:
    """All blocks are seen, inside the window, and the page does not scroll aside."""
    window.wait(
        """(fighters) => {
          const all = [...document.querySelectorAll(".fighter")];
          const seen = all.filter((one) => {
            const { left, top, width, height } = one.getBoundingClientRect();
            return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
          });
          return seen.length === fighters && document.documentElement.scrollWidth <= innerWidth;
        }""",
        fighters,
    )


@pytest.mark.whole
def test_a_game_is_looked_back_through(open_window: OpenWindow, backstage: Backstage) -> None:
    seat = Seat.of_somebody("Imad", open_window(), backstage)
    window = seat.window
    seat.game = backstage.start_solo(seat.name)
    backstage.play_to(seat.game, "move")
    seat.open_game()
    window.click("[data-key=replay-open]")
    window.see("#past")
    window.press([HOME])
    comes_to(window, "-2")
    window.click("[data-key=past-on]")
    comes_to(window, "-3")
    window.press([END])
    window.see(".phase", "Movement")
    window.press([HOME])
    window.see(".phase", "Deployment")
    window.press([ESCAPE])
    window.see_none("#past")
    comes_to(window, "now")


@pytest.mark.whole
def test_a_game_plays_back_by_itself_and_the_prompt_says_so(open_window: OpenWindow, backstage: Backstage) -> None:
    seat = Seat.of_somebody("Imad", open_window(), backstage)
    window = seat.window
    window.goto(f"/games/{backstage.make_chronicle('siege')}/?at=100&as=all")
    window.see("#past", "100 / 727")
    window.click("[data-key=replay-play]")
    window.see("#prompt-box", "The game is being played back: 1187, turn")
    window.wait("(first) => Number(document.querySelector('#past input[type=range]').value) > first", 101)
    window.click("[data-key=replay-play]")
    window.see("#prompt-box", "You are looking back")


def comes_to(window: Window, moment: str) -> None:
    window.wait("(moment) => document.querySelector('main').dataset.moment.endsWith(moment)", moment)


@pytest.mark.whole
def test_players_talk_from_page_to_page(open_window: OpenWindow, backstage: Backstage) -> None:
    richard, saladin = (Seat.of_somebody(name, open_window(), backstage) for name in ("Richard", "Saladin"))
    richard.game = saladin.game = backstage.start_duel(richard.name, saladin.name)
    for seat in (richard, saladin):
        seat.open_game()
        seat.window.click("[role=tab]", "Talk")
    richard.window.click("#talk-text")
    richard.window.press("Surrender Acre!")
    richard.window.click("#talk-form button", "Send")
    saladin.window.see(".talk-lines .theirs .said", "Surrender Acre!")
    saladin.window.click("#talk-text")
    saladin.window.press("Never.")
    saladin.window.click("#talk-form button", "Send")
    richard.window.see(".talk-lines .theirs .said", "Never.")


@pytest.mark.whole
def test_a_move_is_made_on_a_phone(sit_at: SitAt) -> None:
    seat = sit_at(phone_position(), size=PHONE)
    window = seat.window
    window.click(".token[data-block=walter]")
    seat.act(lambda: window.click(".town[data-town=caesarea]"))
    seat.at("walter", "Caesarea")
    assert window.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def phone_position() -> Position:
    return moving("acre: walter\ntyre: balian\ndamascus: saladin kurds-1\n")
