"""Playing on the board: few presses, by mouse, by finger and by keyboard, on a phone, a tablet and a desk."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules.atlas import TOWN_IDS
from tests.browser.backstage import Backstage
from tests.browser.playing import DRAWN, Player
from tests.rules.scene import choosing, moving

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

    def anew(self) -> "Hand":
        self.presses = 0
        return self

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


CROSSROADS = "jerusalem: king-guy josselin\nhebron: gaza-templars\ngaza: walter\ndamascus: saladin\n"


def move_four_in_three_presses(player: Player, hand: Hand) -> None:
    """One of a town, all that are there, and the town to go to."""
    hand.anew().block("walter")
    hand.press("#bar [data-key=all-here]")
    hand.act(lambda: hand.town("nablus"))
    assert [at(player, block) for block in ("king-guy", "walter", "conrad", "josselin")] == ["Nablus"] * 4
    assert hand.presses == 3
    assert "2 Moves left" in player.page.inner_text("#prompt")


def muster_five_in_three_presses(player: Player, hand: Hand) -> None:
    hand.anew().town("acre")
    hand.press("#bar [data-key=muster-here]")
    expect(player.page.locator("#bar .candidates [data-candidate][aria-pressed=true]")).to_have_count(5)
    with player.expect_act() as sent:
        hand.act(lambda: hand.press("#bar [data-key=confirm]"))
    assert hand.presses == 3
    assert [action["type"] for action in sent[0]["actions"]] == ["muster-to"] + ["muster"] * 5
    blocks = ("balian", "reynald-sidon", "raymond-tiberias", "antioch-turcopoles", "walter")
    assert {at(player, block) for block in blocks} == {"Acre"}


def take_back_a_group_and_the_whole_turn(player: Player, hand: Hand) -> None:
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


@pytest.mark.parametrize("sizes", [pytest.param([DESK], id="desk"), pytest.param([PHONE, TABLET], id="touch")])
def test_groups_move_and_muster_in_three_presses_and_come_back_by_undo(
    play_at: PlayAt, backstage: Backstage, sizes: list[dict[str, Any]]
) -> None:
    """By a mouse at a desk, by a finger on a phone and on a tablet."""
    player = play_at(moving(CROSSROADS), **sizes[0])
    page, hand = player.page, Hand(player, touch="has_touch" in sizes[0])
    hand.block("king-guy")
    expect(page.locator(".town.goal").first).to_be_visible()
    page.wait_for_function("() => document.querySelector('#map').dataset.moving === 'false'")
    expect(page.locator("#prompt")).to_be_in_viewport()
    expect(page.locator("#bar")).to_be_in_viewport()
    assert page.locator(".town.goal").count() > 5
    player.wait_until(lambda: all(in_sight(page, ".town.goal")))  # at the end of the camera's flight
    for size in sizes:
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        player.open_at(moving(FOUR_AT_ACRE), backstage)
        move_four_in_three_presses(player, hand)
        player.open_at(moving(FIVE_ROUND_ACRE), backstage)
        muster_five_in_three_presses(player, hand)
    player.open_at(moving(FOUR_AT_ACRE), backstage)
    take_back_a_group_and_the_whole_turn(player, hand)
    assert player.problems == []


def test_a_finger_acts_at_once_where_undo_helps_and_reads_what_followed(play_at: PlayAt, backstage: Backstage) -> None:
    player = play_at(moving("acre: walter\ntyre: balian\ntiberias: kurds-1\n"), **PHONE)
    page, notice, hand = player.page, player.page.locator("#notice"), Hand(player, touch=True)
    # An attack.
    hand.block("walter")
    hand.act(lambda: hand.town("tiberias"))
    assert (hand.presses, at(player, "walter")) == (2, "Tiberias")
    expect(notice).to_contain_text("Battle at Tiberias.")
    expect(notice).to_contain_text("Undo takes it back.")
    hand.block("balian")
    expect(notice).to_have_text("")
    hand.act(lambda: hand.press("#bar [data-key=undo]"))
    assert at(player, "walter") == "Acre"
    # An empty town.
    player.open_at(moving("acre: walter conrad\ntyre: balian\ndamascus: kurds-1\n"), backstage)
    hand.anew().block("balian")
    hand.act(lambda: hand.town("banyas"))
    assert (hand.presses, at(player, "balian")) == (2, "Banyas")
    expect(notice).to_have_text("Banyas becomes yours. Undo takes it back.")
    hand.act(lambda: hand.press("#bar [data-key=undo]"))
    assert at(player, "balian") == "Tyre"
    expect(notice).to_have_text("")
    # One of the seven cities that nobody stays in.
    player.open_at(moving("acre: walter conrad\ndamascus: kurds-1\n"), backstage)
    hand.press(".token[data-at=acre] >> nth=-1")
    hand.press("#bar [data-key=all-here]")
    hand.act(lambda: hand.town("caesarea"))
    expect(notice).to_have_text(
        "Nobody stays in Acre, one of the seven cities: yours until an enemy marches in. Undo takes it back."
    )
    # Two events are told in sight, with motion.
    hands = {"frank": "manna move-3 move-2 move-2 move-1", "saracen": "jihad move-3 move-2 move-2 move-1"}
    page.emulate_media(reduced_motion="no-preference")
    player.open_at(choosing("acre: king-guy\ndamascus: saladin\n", **hands), backstage)
    for card in hands.values():
        before = player.drawn
        page.locator(f"#hand [data-type=play-card][data-card={card.split()[0]}]").first.click()
        page.wait_for_function(DRAWN, arg=before)
    told = page.locator(".moment")
    expect(told).to_contain_text("Both played an event: neither takes effect")
    expect(told).to_be_in_viewport()
    assert player.problems == []


def test_a_finger_is_asked_where_it_would_not_notice_what_follows(play_at: PlayAt, backstage: Backstage) -> None:
    player = play_at(moving("tyre: walter [saladin]\n"), **PHONE)
    page, bar, hand = player.page, player.page.locator("#bar"), Hand(player, touch=True)
    # A siege that is lifted is hidden under the finger: the town again or the button confirms.
    hand.block("walter")
    hand.town("acre")
    expect(page.locator("#bar [data-key=confirm]")).to_be_visible()
    expect(bar).to_contain_text("The siege of Tyre is lifted")
    assert player.acts == []
    hand.act(lambda: hand.town("acre"))
    # Five against Tiberias by two roads: the main attack, a reserve, and a town that falls back.
    page.set_viewport_size({"width": 1440, "height": 900})
    five = "acre: king-guy walter\nnablus: balian\nashtera: conrad\ntiberias: saladin kurds-1\n"
    player.open_at(moving(five), backstage)
    hand.block("conrad")
    hand.town("tiberias")
    expect(bar).to_contain_text("Battle at Tiberias")
    # Blocks are seen standing, though not which; and castles are printed on the map.
    expect(bar.locator(".follows li").nth(1)).to_have_text("2 enemy blocks, castle for 2")
    expect(bar).to_contain_text("Ashtera falls back to the enemy")
    hand.act(lambda: hand.press("#bar [data-key=confirm]"))
    assert at(player, "conrad") == "Tiberias"
    hand.block("walter")
    expect(page.locator("[data-key=to-tiberias]")).to_contain_text("joins the battle · road from Acre · round 2")
    hand.act(lambda: hand.town("tiberias"))
    assert at(player, "walter") == "Tiberias"
    assert player.problems == []


def test_the_mouse_drags_adds_and_leaves_out_blocks_and_done_asks_before_moves_are_lost(
    play_at: PlayAt, backstage: Backstage
) -> None:
    player = play_at(moving(FOUR_AT_ACRE), **DESK)
    page, hand = player.page, Hand(player, touch=False)
    chosen = page.locator(".token.chosen")
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
    page.keyboard.press("Escape")
    expect(chosen).to_have_count(0)
    page.keyboard.press("Escape")  # the fan of the pile
    before = player.drawn
    drag_walter_to_caesarea(page)
    page.wait_for_function(DRAWN, arg=before)
    assert at(player, "walter") == "Caesarea"
    expect(page.locator(".drag-ghost")).to_have_count(0)
    before = player.drawn
    page.get_by_role("button", name="Done").click()
    expect(page.locator("#bar")).to_contain_text("2 Moves would be lost.")
    expect(page.locator("[data-key=done-not]")).to_be_focused()
    assert player.drawn == before
    page.locator("[data-key=done-not]").click()
    page.get_by_role("button", name="Done").click()
    page.locator("[data-key=done-really]").click()
    page.wait_for_function(DRAWN, arg=before)
    expect(page.locator("#log")).to_contain_text("left Moves unused: 2")
    # A muster begins without those who would leave a city empty.
    player.open_at(moving("nablus: king-guy\ncaesarea: balian\njerusalem: conrad\ndamascus: saladin\n"), backstage)
    hand.town("nablus")
    page.locator("#bar [data-key=muster-here]").click()
    chosen = page.locator("#bar .candidates [data-candidate][aria-pressed=true]")
    expect(page.locator("#bar .candidates [data-candidate]")).to_have_count(2)
    expect(chosen).to_have_count(1)
    expect(chosen).to_have_attribute("data-candidate", "balian")
    page.locator("#bar [data-key=muster-all]").click()
    expect(chosen).to_have_count(2)
    expect(page.locator("#bar .follows")).to_contain_text("Nobody stays in Jerusalem")
    # A chosen card is taken back, and nothing else.
    cards = "move-3 move-2 move-2 move-1 move-1"
    player.open_at(choosing("acre: king-guy\ndamascus: saladin\n", frank=cards, saracen=cards), backstage)
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
    assert player.problems == []


def drag_walter_to_caesarea(page: Page) -> None:
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
    page.mouse.up()


# Breadth first from the piece that has the focus; the page itself says where an arrow leads.
REACHED = """() => {
  const seen = new Set(), waiting = [document.activeElement.dataset.key];
  while (waiting.length) {
    const key = waiting.pop();
    if (seen.has(key)) continue;
    seen.add(key);
    for (const arrow of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
      const piece = document.querySelector(`.sheet [data-key="${key}"]:is(.town, .token)`);
      piece.focus({ preventScroll: true });
      piece.dispatchEvent(new KeyboardEvent("keydown", { key: arrow, bubbles: true }));
      waiting.push(document.activeElement.dataset.key);
    }
  }
  return [...seen];
}"""


def test_the_keyboard_reaches_all_towns_and_blocks_and_moves_a_block(play_at: PlayAt) -> None:
    """From any piece to any other by the four arrows alone."""
    player = play_at(moving(FOUR_AT_ACRE), **DESK)
    page = player.page
    page.locator("#map").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".sheet :is(.token, .town):focus")).to_have_count(1)
    page.locator(".token.able").first.focus()
    pieces = set(page.locator(".town, .token").evaluate_all("all => all.map(e => e.dataset.key)"))
    assert {f"town-{town}" for town in TOWN_IDS} <= pieces
    assert sorted(pieces - set(page.evaluate(REACHED))) == []
    page.locator(".token[data-block=walter]").focus()
    page.keyboard.press("Enter")
    page.locator(".town[data-town=caesarea]").focus()
    before = player.drawn
    page.keyboard.press("Enter")
    page.wait_for_function(DRAWN, arg=before)
    assert at(player, "walter") == "Caesarea"
    assert player.problems == []
