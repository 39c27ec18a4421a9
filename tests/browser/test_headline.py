"""What the other side did, told in a line as it happens: to whom it happens, at their page, until their next act."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from rules.notation import parse_position
from rules.position import Position
from tests.browser.backstage import Backstage
from tests.browser.playing import DRAWN, Player
from tests.browser.test_play import PHONE, Hand
from tests.rules.scene import choosing, moving

SeatTwo = Callable[..., tuple[Player, Player]]
NewPlayer = Callable[..., Player]
DESK = {"width": 1440, "height": 900}


def march_together(richard: Player, saladin: Player, town: str) -> None:
    """Both players open the game anew, and Balian and Walter, of the first of them, march to a town."""
    for player in (richard, saladin):
        player.page.reload()
        player.see_game()
    hand = Hand(richard, touch=False)
    for block in ("balian", "walter"):
        hand.block(block, modifiers=["Shift"])
    hand.act(lambda: hand.press(f"#choices [data-town={town}]"))


def end_moving(player: Player) -> None:
    """Presses Done, and again where Moves would be lost."""
    before = player.drawn
    player.page.locator("#bar [data-type=done]").click()
    expect(player.page.locator("[data-key=done-not]")).to_be_visible()
    player.page.locator("#bar [data-type=done]").click()
    player.page.wait_for_function(DRAWN, arg=before)


def watched_at(position: Position, seats: tuple[Player, Player], backstage: Backstage) -> Page:
    """Returns the page of the second of two players, which shows motion, with their game at this position."""
    first, second = seats
    backstage.stage(first.game, position)
    second.page.emulate_media(reduced_motion="no-preference")
    for player in seats:
        player.page.reload()
        player.see_game()
    return second.page


DAMASCUS_IN_SIGHT = """() => { const box = (one) => document.querySelector(one).getBoundingClientRect();
  const [map, town] = [box("#map"), box(".town[data-town=damascus] .hit")];
  const [x, y] = [(town.left + town.right) / 2, (town.top + town.bottom) / 2];
  return x > map.left && x < map.right && y > Math.max(0, map.top) && y < Math.min(innerHeight, map.bottom) }"""


def test_their_turn_is_seen_moving_and_then_told_in_a_line_with_its_way_until_ones_own_act(
    seat_two: SeatTwo, new_player: NewPlayer, backstage: Backstage
) -> None:
    """A town that the enemy takes comes into sight, though one looks elsewhere from near."""
    richard, saladin = seat_two(saladin=new_player("Saladin", **PHONE))
    saladin.page.evaluate("() => localStorage.setItem('pace', 'slow')")
    position = moving("banyas: balian\nacre: walter\negypt: saladin\n", first="frank")
    theirs = watched_at(position, (richard, saladin), backstage)
    expect(theirs.locator(".headline")).to_be_hidden()
    for _ in range(4):
        theirs.locator("[data-tool=zoom-in]").click()
        saladin.rest()
    theirs.locator(".town[data-town=egypt] .hit").evaluate("one => one.scrollIntoView({ block: 'center' })")
    theirs.wait_for_function(f"() => !({DAMASCUS_IN_SIGHT})()")
    hand = Hand(richard, touch=False)
    hand.block("balian")
    hand.act(lambda: hand.press("#choices [data-town=damascus]"))
    end_moving(richard)
    told = (
        "The Franks moved a block Banyas – Damascus. The Franks took Damascus without a fight. The Franks no longer"
        " hold Banyas."
    )
    expect(theirs.locator("#map")).to_have_attribute("data-moving", "true")
    expect(theirs.locator(".narration strong")).to_have_text(told)
    line = theirs.locator(".headline button")
    expect(line).to_be_hidden()
    theirs.wait_for_function(DAMASCUS_IN_SIGHT)
    theirs.keyboard.press("Escape")
    expect(theirs.locator(".narration")).to_be_hidden()
    expect(theirs.locator(".only-read")).to_have_text(told)
    expect(theirs.locator("#map")).to_have_attribute("data-moving", "false")
    expect(theirs.locator(".town.held-frank[data-town=damascus]")).to_be_attached()
    expect(line).to_have_text("Franks: 1 block moved; they took Damascus")
    expect(line.locator("strong")).to_have_text("they took Damascus")
    for size in (DESK, PHONE):
        theirs.set_viewport_size({"width": size["width"], "height": size["height"]})
        expect(line).to_be_in_viewport()
    expect(theirs.locator(".way.went")).to_have_count(1)
    expect(richard.page.locator(".headline")).to_be_hidden()
    line.click()
    expect(theirs.locator("#past")).to_contain_text("The Franks moved a block Banyas – Damascus.")
    theirs.keyboard.press("Escape")
    expect(theirs.locator("#past")).to_be_hidden()
    expect(theirs.locator(".way.went")).to_have_count(1)
    # A press while something is told large would end that, and nothing else.
    expect(theirs.locator(":is(.moment, .narration):visible")).to_have_count(0)
    saladin.rest()
    theirs.locator("#map").click(position={"x": 8, "y": 8})
    expect(theirs.locator(".way.went")).to_have_count(0)
    expect(line).to_be_visible()
    end_moving(saladin)
    expect(theirs.locator(".headline")).to_be_hidden()
    assert saladin.problems == []


def test_an_attack_is_told_alike_when_it_happens_and_later_and_the_map_of_a_phone_rests_on_it(
    seat_two: SeatTwo, new_player: NewPlayer, backstage: Backstage
) -> None:
    """On a page that was open and on one opened later, and after a move of one's own was taken back. Blocks of one's
    own stand all over the map; the attack is what counts, and a town looked at before is let go of. With motion off
    none is shown.
    """
    richard, saladin = seat_two(saladin=new_player("Saladin", **PHONE))
    places = (
        "tiberias: qaimaz\naleppo: turks-1\nhama: zangi\nhoms: arabs-1\nbaalbek: kurds-1\negypt: saladin\n"
        "gaza: yuzpah\nacre: balian walter\ndamascus: tuman\n"
    )
    saladin.page.evaluate("() => localStorage.setItem('pace', 'off')")
    theirs = watched_at(moving(places, first="frank"), (richard, saladin), backstage)
    theirs.evaluate("""() => { window.moved = 0;
          new MutationObserver(() => {
            window.moved += document.querySelector("#map").dataset.moving === "true" ? 1 : 0; })
            .observe(document.querySelector("#map"), { attributes: true, attributeFilter: ["data-moving"] }); }""")
    theirs.locator(".town[data-town=aleppo]").dispatch_event("click")
    hand = Hand(richard, touch=False)
    for block in ("balian", "walter"):
        hand.block(block, modifiers=["Shift"])
    hand.act(lambda: hand.press("#choices [data-town=tiberias]"))
    before = saladin.drawn
    richard.page.locator("#bar [data-type=done]").click()
    theirs.wait_for_function(DRAWN, arg=before)
    line = theirs.locator(".headline button")
    expect(line).to_have_text("Franks: 2 blocks moved; they attack Tiberias")
    expect(theirs.locator("#bar [data-key=all-here]")).to_have_count(0)
    theirs.wait_for_function(
        "() => { const box = (one) => document.querySelector(one).getBoundingClientRect(); const map = box('#map'),"
        " town = box('.town[data-town=tiberias]'); return town.top > box('.battle-strip').bottom && town.bottom <"
        " map.bottom && town.left > map.left && town.right < map.right }"
    )
    assert theirs.evaluate("window.moved") == 0
    for opened in (False, True):
        if opened:
            theirs.reload()
            saladin.see_game()
        expect(line).to_have_text("Franks: 2 blocks moved; they attack Tiberias")
        for press in ("[data-key=block-tuman]", "[data-key=to-banyas]", "#bar [data-key=undo]"):
            before = saladin.drawn
            theirs.locator(press).first.evaluate("button => button.click()")
            if "block" not in press:
                theirs.wait_for_function(DRAWN, arg=before)
            if "to-" in press:
                expect(line).to_have_count(0)
        expect(line).to_have_text("Franks: 2 blocks moved; they attack Tiberias")
    assert saladin.problems == []


def test_on_a_phone_the_banner_of_the_cards_leaves_the_explanation_free(play_at: Callable[..., Player]) -> None:
    player = play_at(
        choosing("acre: balian\negypt: saladin\n", frank="move-2 move-1", saracen="move-2 move-1", turn="1188.5"),
        **PHONE,
    )
    page = player.page
    for _ in range(2):
        before = player.drawn
        page.locator("#hand [data-card=move-2]").click()
        page.wait_for_function(DRAWN, arg=before)
    banner = page.wait_for_function(
        "() => { const banner = document.querySelector('.moment:not([hidden])'); return banner && { words:"
        " banner.innerText, top: banner.getBoundingClientRect().top, free:"
        " document.getElementById('prompt-box').getBoundingClientRect().bottom } }"
    ).json_value()
    assert banner["words"].startswith("Cards: Move 2 for the Franks, Move 2 for the Saracens.")
    assert "Equal cards" in banner["words"]
    assert banner["top"] >= banner["free"], banner
    # Who scrolls down the list keeps the buttons in sight, below what is asked.
    stands = page.evaluate(
        "() => { const box = (id) => document.getElementById(id).getBoundingClientRect(); scrollBy(0, box('dock').top);"
        " return [box('dock').top - box('prompt-box').bottom, box('dock').bottom] }"
    )
    assert stands[0] >= 0, stands
    assert stands[1] <= PHONE["height"], stands


def test_the_moves_that_lead_to_a_battle_are_shown_on_the_map_before_the_stage_opens(
    seat_two: SeatTwo, new_player: NewPlayer, backstage: Backstage
) -> None:
    """And what came meanwhile after them: nothing of the battle can be decided before."""
    richard, saladin = seat_two(saladin=new_player("Saladin", **PHONE))
    backstage.stage(
        richard.game, moving("tyre: balian walter\nbanyas: qaimaz\negypt: saladin\n", mover="frank", first="saracen")
    )
    theirs = saladin.page
    theirs.emulate_media(reduced_motion="no-preference")
    theirs.evaluate("() => localStorage.setItem('pace', 'slow')")
    march_together(richard, saladin, "banyas")
    before = richard.drawn
    richard.page.locator("#bar [data-type=done]").click()
    expect(theirs.locator(".narration")).to_contain_text("Tyre – Beaufort – Banyas")
    expect(theirs.locator("#battle")).to_be_hidden()
    expect(theirs.locator(".way.went")).not_to_have_count(0)
    expect(theirs.locator("#prompt")).to_contain_text("What happened before the battle is being shown.")
    expect(theirs.locator(".fighter.able")).to_have_count(0)
    richard.page.wait_for_function(DRAWN, arg=before)
    theirs.keyboard.press("Escape")
    expect(theirs.locator("#battle")).to_be_visible()
    expect(theirs.locator("#choices [data-type=garrison]")).to_be_visible()
    # What happened can be read beside the battle, and seen again; then the battle is there again.
    line = theirs.locator(".headline button")
    expect(line).to_contain_text("they attack Banyas")
    expect(line).to_be_in_viewport()
    line.click()
    expect(theirs.locator("#past")).to_contain_text("Tyre – Beaufort – Banyas")
    theirs.keyboard.press("Escape")
    expect(theirs.locator("#battle")).to_be_visible()
    assert saladin.problems == []


def test_what_a_card_does_is_said_until_ones_own_act_and_stays_in_the_line_if_the_map_was_out_of_sight(
    seat_two: SeatTwo, new_player: NewPlayer, backstage: Backstage
) -> None:
    richard, saladin = seat_two(saladin=new_player("Saladin", **PHONE))
    page = saladin.page
    said = page.locator(".headline .card-said")

    def choose(player: Player, card: str) -> None:
        before = player.drawn
        player.page.locator(f"#hand [data-card={card}]").evaluate("card => card.click()")
        player.page.wait_for_function(DRAWN, arg=before)

    def deal(position: Position) -> None:
        for player in (richard, saladin):
            player.stand_at(position, backstage)

    places = "acre: walter\negypt: saladin\n"
    # Cards turned up while the map is out of sight.
    backstage.stage(richard.game, choosing(places, turn="1188.5", frank="move-3 move-2", saracen="move-2 move-1"))
    for player in (richard, saladin):
        player.page.reload()
        player.see_game()
    choose(richard, "move-3")
    before = saladin.drawn
    page.evaluate("""() => { const log = document.getElementById("log"); log.style.minHeight = "3000px";
      window.scrollTo(0, document.body.scrollHeight);
      document.querySelector("#hand [data-card=move-1]").click(); }""")
    page.wait_for_function(DRAWN, arg=before)
    expect(said).to_have_text("Cards: Move 3 for the Franks, Move 1 for the Saracens. Franks: first to move.")
    expect(richard.page.locator(".card-said")).to_have_count(0)
    page.evaluate("() => { document.getElementById('log').style.minHeight = ''; window.scrollTo(0, 0); }")
    # What an event does.
    deal(choosing(places, turn="1187.5", frank="jihad move-2", saracen="manna move-1"))
    choose(richard, "jihad")
    choose(saladin, "move-1")
    expect(said).to_have_text(
        "Franks – Jihad: One Move: blocks of one town march. In round 1 of one battle its side fires first."
    )
    expect(said).to_be_in_viewport()
    expect(richard.page.locator(".card-said")).to_have_count(0)
    # A figure says at a tap what it means.
    page.locator("#status [title='Winter turn']").evaluate("turn => turn.click()")
    expect(page.locator(".title-said")).to_have_text("Winter turn")
    page.locator("#prompt").click()
    expect(page.locator(".title-said")).to_be_hidden()
    # The card that Intrigue copies is named.
    copied = "prior guide | move-3"
    deal(choosing(places, frank=f"move-2 {'move-3 ' * 4}", saracen=f"intrigue {'move-2 ' * 4}", facts=copied))
    choose(richard, "move-2")
    choose(saladin, "intrigue")
    for words in (page.locator(".moment"), said.first):
        expect(words).to_contain_text("Intrigue")
        expect(words).to_contain_text("Guide")
    assert saladin.problems == []


# What stands in the narrator's line and over the map, each once, in order.
TELLINGS = """() => { window.told = [];
  const look = () => {
    const narration = document.querySelector(".narration"), moment = document.querySelector(".moment");
    const now = JSON.stringify([narration.hidden ? "" : narration.querySelector("span").innerText,
      moment.hidden ? "" : moment.innerText]);
    if (window.told.at(-1) !== now) window.told.push(now); };
  new MutationObserver(look).observe(document.body,
    { subtree: true, childList: true, attributes: true, characterData: true }); }"""
LAST_BUT_ONE = "rules 2.0\n1187.5 move move frank\nfirst saracen\nactive frank\nmoves 3\nhands move-3 | move-1\n"


@pytest.mark.whole
def test_the_end_of_a_turn_and_the_last_cards_are_told_one_after_another_between_the_moves(
    seat_two: SeatTwo, new_player: NewPlayer, backstage: Backstage
) -> None:
    """The last card in a hand is played by itself: nobody has pressed anything between the two turns."""
    richard, saladin = seat_two(saladin=new_player("Saladin", **PHONE))
    cards = "revealed move-3 | move-2\nplayed move-3 | move-2\n"
    position = parse_position(f"{LAST_BUT_ONE}{cards}banyas: balian\nacre: walter\negypt: saladin\n")
    theirs = watched_at(position, (richard, saladin), backstage)
    theirs.evaluate(TELLINGS)
    hand = Hand(richard, touch=False)
    hand.block("balian")
    hand.act(lambda: hand.press("#choices [data-town=damascus]"))
    end_moving(richard)
    expect(richard.page.locator(".moment")).to_contain_text("Turn 6: your last card, Move 3,")
    hand.block("walter")
    hand.act(lambda: hand.press("#choices [data-town=tyre]"))
    end_moving(richard)
    theirs.wait_for_function("() => window.told.some((one) => one.includes('Acre – Tyre'))")
    expect(theirs.locator(".narration")).to_be_hidden()
    told = [tuple(json.loads(one)) for one in theirs.evaluate("window.told")]
    lines = [line for line, _ in told if line]
    assert [line for i, line in enumerate(lines) if i == 0 or line != lines[i - 1]][-4:] == [
        "Turn 5 of 1187 ended.",
        "Turn 6: your last card, Move 1, is played.",
        "Cards: Move 3 for the Franks, Move 1 for the Saracens. The Franks became Player 1 and moved first.",
        "The Franks moved a block Acre – Tyre.",
    ]
    for line, banner in told:
        if "moved a block" in line:
            assert banner == "", "the banner lies over the moves"
    assert any(banner == "Turn 6: your last card, Move 1, is played." for _, banner in told), told


# What is told large stays, and what waits for it waits on: the page's clock stands.
STANDING = """() => {
  const now = performance.now(), wait = window.setTimeout.bind(window);
  performance.now = () => now;
  window.setTimeout = (act, delay, ...more) => (delay > 2000 && delay < 9000 ? 0 : wait(act, delay, ...more));
}"""


def test_while_the_cards_are_told_large_the_map_shows_where_they_moved_and_no_line_runs_ahead(
    seat_two: SeatTwo, new_player: NewPlayer, backstage: Backstage
) -> None:
    richard, saladin = seat_two(saladin=new_player("Saladin", **PHONE))
    places = "antioch: bohemond raymond-tripoli\nartah: zangi tuman\nascalon: walter\naleppo: sanjar\n"
    theirs = watched_at(
        choosing(places, frank="move-3 move-2", saracen="move-1 move-2", turn="1188.5"), (richard, saladin), backstage
    )
    for player, card in ((richard, "move-3"), (saladin, "move-1")):
        if player is saladin:
            theirs.evaluate(STANDING)
        before = player.drawn
        player.page.locator(f"#hand [data-card={card}]").click()
        player.page.wait_for_function(DRAWN, arg=before)
    expect(theirs.locator(".moment")).to_contain_text("Move 3 for the Franks")
    hand = Hand(richard, touch=False)
    hand.block("walter")
    hand.act(lambda: hand.press("#choices [data-town=gaza]"))
    before = saladin.drawn
    end_moving(richard)
    theirs.wait_for_function(DRAWN, arg=before)
    expect(theirs.locator(".moment")).to_be_visible()
    expect(theirs.locator(".headline button")).to_be_hidden()
    theirs.wait_for_function(
        "() => { const box = (one) => document.querySelector(one).getBoundingClientRect(); const map = box('#map'),"
        " words = box('.moment'), town = box('.town[data-town=gaza] .hit'); return town.top >= map.top && town.bottom"
        " <= map.bottom && town.left >= map.left && town.right <= map.right && (town.bottom <= words.top + 8"
        " || town.top >= words.bottom - 8) }"
    )
