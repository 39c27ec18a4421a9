"""Playing on the board: few presses, by mouse, by finger and by keyboard, on a phone, a tablet and a desk."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules.atlas import TOWN_IDS
from rules.position import Position
from tests.browser.playing import DRAWN, Player
from tests.rules.scene import moving

PlayAt = Callable[..., Player]
DESK: dict[str, Any] = {"width": 1440, "height": 900}
TABLET: dict[str, Any] = {"width": 820, "height": 1180, "has_touch": True}
PHONE: dict[str, Any] = {"width": 360, "height": 740, "has_touch": True}
SIZES = [pytest.param(DESK, id="desk"), pytest.param(TABLET, id="tablet"), pytest.param(PHONE, id="phone")]

FOUR_AT_ACRE = "acre: king-guy walter conrad josselin\ntyre: balian\ndamascus: saladin kurds-1\n"
FIVE_ROUND_ACRE = (
    "tyre: reynald-sidon\nnablus: balian\ntiberias: raymond-tiberias\nbeirut: antioch-turcopoles\ncaesarea:"
    " walter\naleppo: saladin\n"
)


# Whose middle a finger reaches, beginning from a block of a pile.
UPPERMOST = """(token) => {
  for (;;) {
    const { left, top, width, height } = token.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".token");
    if (!over || over === token || over.dataset.at !== token.dataset.at) return token.dataset.key;
    token = over;
  }
}"""


class Hand:
    """Presses as a finger or a mouse does, and counts."""

    def __init__(self, player: Player, *, touch: bool) -> None:
        self.player, self.page, self.touch = player, player.page, touch
        self.presses = 0

    def press(self, selector: str, **options: Any) -> None:
        self.presses += 1
        found = self.page.locator(selector).first
        if self.touch:
            found.tap()
        else:
            found.click(**options)

    def block(self, block: str, **options: Any) -> None:
        """On the map; where it lies in a pile, in the fan that a press on the uppermost opens."""
        fanned, token = f".fan [data-fan={block}]", f".token[data-block={block}]"
        if not self.page.locator(fanned).count():
            token = f".token[data-key='{self.page.locator(token).evaluate(UPPERMOST)}']"
            self.press(token, **options)
        if self.page.locator(fanned).count():
            self.press(fanned)

    def fighter(self, block: str) -> None:
        """On the stage."""
        self.press(f".fighter[data-block={block}]")

    def town(self, town: str) -> None:
        self.press(f".town[data-town={town}]")

    def act(self, press: Callable[[], None]) -> None:
        before = self.player.drawn
        press()
        self.page.wait_for_function(DRAWN, arg=before)


def at(player: Player, block: str) -> str:
    label = player.page.get_attribute(f".token[data-block={block}]", "aria-label") or ""
    return re.sub(r".* at (.*),.*", r"\1", label)


def in_sight(page: Page, selector: str) -> list[bool]:
    """For each element whether its middle is seen: on the screen, and nothing lies over it."""
    seen: list[bool] = page.locator(selector).evaluate_all("""all => all.map((element) => {
          const box = (element.querySelector('.hit') ?? element).getBoundingClientRect();
          const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
          if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
          const top = document.elementFromPoint(x, y);
          return Boolean(top && document.querySelector('#map').contains(top));
        })""")
    return seen


@pytest.mark.parametrize("size", SIZES)
def test_four_blocks_of_a_town_go_to_another_in_three_presses(play_at: PlayAt, size: dict[str, Any]) -> None:
    player = play_at(moving(FOUR_AT_ACRE), **size)
    hand = Hand(player, touch="has_touch" in size)
    hand.block("walter")
    hand.press("#bar [data-key=all-here]")
    hand.act(lambda: hand.town("nablus"))
    assert [at(player, block) for block in ("king-guy", "walter", "conrad", "josselin")] == ["Nablus"] * 4
    assert hand.presses == 3
    assert "2 Moves left" in player.page.inner_text("#prompt")
    assert player.problems == []


def test_a_finger_attacks_at_once_and_undo_takes_it_back(play_at: PlayAt) -> None:
    player = play_at(moving("acre: walter\ntyre: balian\ntiberias: kurds-1\n"), **PHONE)
    hand = Hand(player, touch=True)
    hand.block("walter")
    hand.act(lambda: hand.town("tiberias"))
    assert (hand.presses, at(player, "walter")) == (2, "Tiberias")
    expect(player.page.locator("#notice")).to_contain_text("Battle at Tiberias.")
    expect(player.page.locator("#notice")).to_contain_text("Undo takes it back.")
    hand.block("balian")
    expect(player.page.locator("#notice")).to_have_text("")
    hand.act(lambda: hand.press("#bar [data-key=undo]"))
    assert at(player, "walter") == "Acre"
    assert player.problems == []


def test_a_finger_takes_an_empty_town_at_once_and_undo_takes_it_back(play_at: PlayAt) -> None:
    player = play_at(moving("acre: walter conrad\ntyre: balian\ndamascus: kurds-1\n"), **PHONE)
    hand = Hand(player, touch=True)
    hand.block("balian")
    hand.act(lambda: hand.town("banyas"))
    assert (hand.presses, at(player, "balian")) == (2, "Banyas")
    expect(player.page.locator("#notice")).to_have_text("Banyas becomes yours. Undo takes it back.")
    hand.act(lambda: hand.press("#bar [data-key=undo]"))
    assert at(player, "balian") == "Tyre"
    expect(player.page.locator("#notice")).to_have_text("")
    assert player.problems == []


def test_a_finger_that_leaves_a_victory_city_empty_is_told_so(play_at: PlayAt) -> None:
    player = play_at(moving("acre: walter conrad\ndamascus: kurds-1\n"), **PHONE)
    hand = Hand(player, touch=True)
    hand.press(".token[data-at=acre] >> nth=-1")
    hand.press("#bar [data-key=all-here]")
    hand.act(lambda: hand.town("caesarea"))
    expect(player.page.locator("#notice")).to_have_text(
        "Nobody stays in Acre, one of the seven cities: yours until an enemy marches in. Undo takes it back."
    )
    assert player.problems == []


def test_a_finger_is_asked_before_a_siege_is_lifted(play_at: PlayAt) -> None:
    """It hides what it presses, and what it leaves behind would not be noticed: the town again or the button
    confirms.
    """
    player = play_at(moving("tyre: walter [saladin]\n"), **PHONE)
    hand = Hand(player, touch=True)
    hand.block("walter")
    hand.town("acre")
    expect(player.page.locator("#bar [data-key=confirm]")).to_be_visible()
    expect(player.page.locator("#bar")).to_contain_text("The siege of Tyre is lifted")
    assert player.acts == []
    hand.act(lambda: hand.town("acre"))
    assert player.problems == []


@pytest.mark.parametrize("size", SIZES)
def test_five_blocks_from_several_towns_muster_in_three_presses(play_at: PlayAt, size: dict[str, Any]) -> None:
    player = play_at(moving(FIVE_ROUND_ACRE), **size)
    hand = Hand(player, touch="has_touch" in size)
    hand.town("acre")
    hand.press("#bar [data-key=muster-here]")
    expect(player.page.locator("#bar .candidates [data-candidate][aria-pressed=true]")).to_have_count(5)
    with player.expect_act() as sent:
        hand.act(lambda: hand.press("#bar [data-key=confirm]"))
    assert hand.presses == 3
    assert [action["type"] for action in sent[0]["actions"]] == ["muster-to"] + ["muster"] * 5
    blocks = ("balian", "reynald-sidon", "raymond-tiberias", "antioch-turcopoles", "walter")
    assert {at(player, block) for block in blocks} == {"Acre"}
    assert player.problems == []


def test_a_muster_begins_without_those_who_would_leave_a_city_empty(play_at: PlayAt) -> None:
    player = play_at(moving("nablus: king-guy\ncaesarea: balian\njerusalem: conrad\ndamascus: saladin\n"), **DESK)
    page = player.page
    Hand(player, touch=False).town("nablus")
    page.locator("#bar [data-key=muster-here]").click()
    chosen = page.locator("#bar .candidates [data-candidate][aria-pressed=true]")
    expect(page.locator("#bar .candidates [data-candidate]")).to_have_count(2)
    expect(chosen).to_have_count(1)
    expect(chosen).to_have_attribute("data-candidate", "balian")
    page.locator("#bar [data-key=muster-all]").click()
    expect(chosen).to_have_count(2)
    expect(page.locator("#bar .follows")).to_contain_text("Nobody stays in Jerusalem")


@pytest.mark.parametrize("size", [SIZES[0], SIZES[2]])
def test_prompt_bar_and_every_destination_are_in_sight_when_blocks_are_chosen(
    play_at: PlayAt, size: dict[str, Any]
) -> None:
    player = play_at(
        moving("jerusalem: king-guy josselin\nhebron: gaza-templars\ngaza: walter\ndamascus: saladin\n"), **size
    )
    hand = Hand(player, touch="has_touch" in size)
    hand.block("king-guy")
    page = player.page
    expect(page.locator(".town.goal").first).to_be_visible()
    page.wait_for_function("() => document.querySelector('#map').dataset.moving === 'false'")
    expect(page.locator("#prompt")).to_be_in_viewport()
    expect(page.locator("#bar")).to_be_in_viewport()
    assert page.locator(".town.goal").count() > 5
    player.wait_until(lambda: all(in_sight(page, ".town.goal")))  # at the end of the camera's flight


def test_blocks_are_dragged_with_the_mouse(play_at: PlayAt) -> None:
    player = play_at(moving(FOUR_AT_ACRE), **DESK)
    page = player.page
    start = page.locator(".token[data-block=walter]").bounding_box()
    assert start is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(start["x"] + 60, start["y"] + 60, steps=4)
    expect(page.locator(".drag-ghost")).to_be_visible()
    end = page.locator(".town[data-town=caesarea] .hit").bounding_box()
    assert end is not None
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    expect(page.locator(".town[data-town=caesarea].over")).to_be_visible()
    before = player.drawn
    page.mouse.up()
    page.wait_for_function(DRAWN, arg=before)
    assert at(player, "walter") == "Caesarea"
    expect(page.locator(".drag-ghost")).to_have_count(0)
    assert player.problems == []


def test_blocks_are_added_and_left_out_one_by_one(play_at: PlayAt) -> None:
    player = play_at(moving(FOUR_AT_ACRE), **DESK)
    hand = Hand(player, touch=False)
    chosen = player.page.locator(".token.chosen")
    hand.block("walter")
    hand.block("conrad")
    expect(chosen).to_have_count(2)
    hand.block("walter")
    expect(chosen).to_have_count(1)
    # Of another town: anew, or with Shift as well.
    hand.block("balian")
    expect(chosen).to_have_count(1)
    hand.block("conrad", modifiers=["Shift"])
    expect(chosen).to_have_count(2)
    player.page.keyboard.press("Escape")
    expect(chosen).to_have_count(0)


def test_what_follows_is_said_before(play_at: PlayAt) -> None:
    """Five against Tiberias by two roads: the main attack, a reserve, and a town that falls back."""
    position = moving("acre: king-guy walter\nnablus: balian\nashtera: conrad\ntiberias: saladin kurds-1\n")
    player = play_at(position, **DESK, has_touch=True)
    hand = Hand(player, touch=True)
    bar = player.page.locator("#bar")
    hand.block("conrad")
    hand.town("tiberias")
    expect(bar).to_contain_text("Battle at Tiberias")
    # Blocks are seen standing, though not which; and castles are printed on the map.
    expect(bar.locator(".follows li").nth(1)).to_have_text("2 enemy blocks, castle for 2")
    expect(bar).to_contain_text("Ashtera falls back to the enemy")
    hand.act(lambda: hand.press("#bar [data-key=confirm]"))
    assert at(player, "conrad") == "Tiberias"
    hand.block("walter")
    expect(player.page.locator("[data-key=to-tiberias]")).to_contain_text("joins the battle · road from Acre · round 2")
    hand.act(lambda: hand.town("tiberias"))
    assert at(player, "walter") == "Tiberias"


def test_done_asks_once_when_moves_would_be_lost(play_at: PlayAt) -> None:
    player = play_at(moving(FOUR_AT_ACRE), **DESK)
    page = player.page
    before = player.drawn
    page.get_by_role("button", name="Done").click()
    expect(page.locator("#bar")).to_contain_text("3 Moves would be lost.")
    expect(page.locator("[data-key=done-not]")).to_be_focused()
    assert player.drawn == before
    page.locator("[data-key=done-not]").click()
    page.get_by_role("button", name="Done").click()
    page.locator("[data-key=done-really]").click()
    page.wait_for_function(DRAWN, arg=before)
    expect(page.locator("#log")).to_contain_text("left Moves unused: 3")


@pytest.mark.parametrize("size", [SIZES[0], SIZES[2]])
def test_undo_takes_back_the_group_that_moved_and_restart_the_whole_turn(play_at: PlayAt, size: dict[str, Any]) -> None:
    player = play_at(moving(FOUR_AT_ACRE), **size)
    hand = Hand(player, touch="has_touch" in size)

    def go(*blocks: str) -> None:
        for block in blocks:
            hand.block(block)
        hand.act(lambda: hand.town("caesarea"))

    go("king-guy")
    go("walter", "conrad")
    hand.act(lambda: hand.press("[data-key=undo]"))
    assert [at(player, block) for block in ("king-guy", "walter", "conrad")] == ["Caesarea", "Acre", "Acre"]
    go("walter", "conrad")
    player.page.keyboard.press("Escape")  # the town looked at: its acts take the room on a phone
    hand.act(lambda: hand.press("[data-key=restart]"))
    assert {at(player, block) for block in ("king-guy", "walter", "conrad")} == {"Acre"}
    expect(player.page.locator("[data-key=undo]")).to_be_disabled()


def test_a_chosen_card_is_taken_back_and_nothing_else(play_at: PlayAt, full_hands: Position) -> None:
    player = play_at(full_hands, **DESK)
    page = player.page
    page.get_by_label("Turn to the side whose turn it is").uncheck()
    before = player.drawn
    page.locator("#hand [data-type=play-card]").first.click()
    page.wait_for_function(DRAWN, arg=before)
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Take the card back")).to_have_count(0)
    expect(page.get_by_role("button", name="Take back the whole turn")).to_have_count(0)
    with player.expect_act() as sent:
        page.get_by_role("button", name="Undo", exact=True).click()
    assert sent[0]["act"] == "undo"
    expect(page.locator("#hand [data-type=play-card]").first).to_be_enabled()


@pytest.fixture
def full_hands() -> Position:
    from tests.rules.scene import choosing

    cards = "move-3 move-2 move-2 move-1 move-1"
    return choosing("acre: king-guy\ndamascus: saladin\n", frank=cards, saracen=cards)


def test_all_towns_and_blocks_can_be_reached_by_the_arrow_keys(play_at: PlayAt) -> None:
    """From any piece to any other, by the four arrows alone."""
    player = play_at(moving(FOUR_AT_ACRE), **DESK)
    page = player.page
    page.locator(".token.able").first.focus()
    seen: set[str] = set()
    pieces = set(page.locator(".town, .token").evaluate_all("all => all.map(e => e.dataset.key)"))
    assert {f"town-{town}" for town in TOWN_IDS} <= pieces
    # Breadth first from each piece that was reached; the page itself says where an arrow leads.
    waiting = [page.evaluate("document.activeElement.dataset.key")]
    step = """([key, arrow]) => {
      const piece = document.querySelector(`.sheet [data-key="${key}"]:is(.town, .token)`);
      piece.focus({ preventScroll: true });
      piece.dispatchEvent(new KeyboardEvent('keydown', { key: arrow, bubbles: true }));
      return document.activeElement.dataset.key;
    }"""
    while waiting:
        key = waiting.pop()
        if key in seen:
            continue
        seen.add(key)
        waiting += [page.evaluate(step, [key, arrow]) for arrow in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")]
    assert sorted(pieces - seen) == []
    assert player.problems == []


def test_a_move_is_made_with_the_keyboard_alone(play_at: PlayAt) -> None:
    player = play_at(moving(FOUR_AT_ACRE), **DESK)
    page = player.page
    page.locator("#map").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".sheet :is(.token, .town):focus")).to_have_count(1)
    page.locator(".token[data-block=walter]").focus()
    page.keyboard.press("Enter")
    page.locator(".town[data-town=caesarea]").focus()
    before = player.drawn
    page.keyboard.press("Enter")
    page.wait_for_function(DRAWN, arg=before)
    assert at(player, "walter") == "Caesarea"
