"""What the other side did, told in a line as it happens: to whom it happens, at their page, until their next act."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from rules.notation import parse_position
from rules.position import Position
from tests.browser.backstage import Backstage
from tests.browser.playing import DRAWN, Player
from tests.browser.test_play import DESK, PHONE, Hand
from tests.rules.scene import choosing, moving

SeatTwo = Callable[..., tuple[Player, Player]]
NewPlayer = Callable[..., Player]


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


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_city_entered_is_told_with_its_way_until_ones_own_act(
    seat_two: SeatTwo, new_player: NewPlayer, backstage: Backstage, size: dict[str, int]
) -> None:
    richard, saladin = seat_two(saladin=new_player("Saladin", **size))
    backstage.stage(richard.game, moving("banyas: balian\nacre: walter\negypt: saladin\n", first="frank"))
    for player in (richard, saladin):
        player.page.reload()
        player.see_game()
    theirs = saladin.page
    expect(theirs.locator(".headline")).to_be_hidden()
    hand = Hand(richard, touch=False)
    hand.block("balian")
    hand.act(lambda: hand.press("#choices [data-town=damascus]"))
    end_moving(richard)
    line = theirs.locator(".headline button")
    expect(line).to_have_text("Franks: 1 block moved; they took Damascus")
    expect(line.locator("strong")).to_have_text("they took Damascus")
    expect(theirs.locator(".way.went")).to_have_count(1)
    expect(line).to_be_in_viewport()
    expect(richard.page.locator(".headline")).to_be_hidden()
    line.click()
    expect(theirs.locator("#past")).to_contain_text("The Franks moved a block Banyas – Damascus.")
    theirs.keyboard.press("Escape")
    expect(theirs.locator("#past")).to_be_hidden()
    expect(theirs.locator(".way.went")).to_have_count(1)
    theirs.locator("#map").click(position={"x": 8, "y": 8})
    expect(theirs.locator(".way.went")).to_have_count(0)
    expect(line).to_be_visible()
    end_moving(saladin)
    expect(theirs.locator(".headline")).to_be_hidden()
    assert saladin.problems == []


@pytest.mark.parametrize("pace", ["slow", "off"])
def test_their_turn_is_seen_moving_at_the_pace_that_was_chosen(
    seat_two: SeatTwo, backstage: Backstage, pace: str
) -> None:
    richard, saladin = seat_two()
    backstage.stage(richard.game, moving("banyas: balian\nacre: walter\negypt: saladin\n", first="frank"))
    theirs = saladin.page
    theirs.emulate_media(reduced_motion="no-preference")
    theirs.evaluate("pace => localStorage.setItem('pace', pace)", pace)
    for player in (richard, saladin):
        player.page.reload()
        player.see_game()
    theirs.evaluate("""() => { window.moved = 0;
          new MutationObserver(() => {
            window.moved += document.querySelector("#map").dataset.moving === "true" ? 1 : 0; })
            .observe(document.querySelector("#map"), { attributes: true, attributeFilter: ["data-moving"] }); }""")
    hand = Hand(richard, touch=False)
    hand.block("balian")
    hand.act(lambda: hand.press("#choices [data-town=damascus]"))
    end_moving(richard)
    told = (
        "The Franks moved a block Banyas – Damascus. The Franks took Damascus without a fight. The Franks no longer"
        " hold Banyas."
    )
    if pace == "off":
        expect(theirs.locator(".headline button")).to_have_text("Franks: 1 block moved; they took Damascus")
    if pace == "slow":
        expect(theirs.locator("#map")).to_have_attribute("data-moving", "true")
        expect(theirs.locator(".narration strong")).to_have_text(told)
        expect(theirs.locator(".headline")).to_be_hidden()
        theirs.keyboard.press("Escape")
    expect(theirs.locator(".narration")).to_be_hidden()
    expect(theirs.locator(".only-read")).to_have_text(told)
    expect(theirs.locator("#map")).to_have_attribute("data-moving", "false")
    assert theirs.evaluate("window.moved") == (1 if pace == "slow" else 0)
    expect(theirs.locator(".way.went")).to_have_count(1)
    assert saladin.problems == []


def test_on_a_phone_the_map_rests_on_the_attack_clear_of_what_lies_over_it(
    seat_two: SeatTwo, new_player: NewPlayer, backstage: Backstage
) -> None:
    """Blocks of one's own stand all over the map; the attack is what counts. A town looked at before is let go of."""
    richard, saladin = seat_two(saladin=new_player("Saladin", **PHONE))
    places = (
        "tiberias: saladin\naleppo: turks-1\nhama: zangi\nhoms: tuman\nbaalbek: kurds-1\negypt: sanjar\ngaza: yuzpah"
    )
    backstage.stage(richard.game, moving(f"{places}\nacre: balian walter\nartah: arabs-1\n", first="frank"))
    for player in (richard, saladin):
        player.page.reload()
        player.see_game()
    theirs = saladin.page
    theirs.locator(".town[data-town=aleppo]").dispatch_event("click")
    hand = Hand(richard, touch=False)
    for block in ("balian", "walter"):
        hand.block(block)
    hand.act(lambda: hand.press("#choices [data-town=tiberias]"))
    before = saladin.drawn
    richard.page.locator("#bar [data-type=done]").click()
    theirs.wait_for_function(DRAWN, arg=before)
    expect(theirs.locator(".headline button")).to_contain_text("they attack Tiberias")
    expect(theirs.locator("#bar [data-key=all-here]")).to_have_count(0)
    theirs.wait_for_function(
        "() => { const box = (one) => document.querySelector(one).getBoundingClientRect(); const map = box('#map'),"
        " town = box('.town[data-town=tiberias]'); return town.top > box('.battle-strip').bottom && town.bottom <"
        " map.bottom && town.left > map.left && town.right < map.right }"
    )


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


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_the_moves_that_lead_to_a_battle_are_shown_on_the_map_before_the_stage_opens(
    seat_two: SeatTwo, new_player: NewPlayer, backstage: Backstage, size: dict[str, int]
) -> None:
    """And what came meanwhile after them: nothing of the battle can be decided before."""
    richard, saladin = seat_two(saladin=new_player("Saladin", **size))
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


@pytest.mark.parametrize("size", [PHONE])
def test_an_event_says_what_it_does_until_ones_own_act_and_a_figure_what_it_means_at_a_tap(
    seat_two: SeatTwo, new_player: NewPlayer, backstage: Backstage, size: dict[str, int]
) -> None:
    richard, saladin = seat_two(saladin=new_player("Saladin", **size))
    hands = {"frank": "jihad move-2", "saracen": "manna move-1"}
    backstage.stage(richard.game, choosing("acre: walter\negypt: saladin\n", turn="1187.5", **hands))
    for player, card in ((richard, "jihad"), (saladin, "move-1")):
        player.page.reload()
        player.see_game()
        before = player.drawn
        player.page.locator(f"#hand [data-card={card}]").click()
        player.page.wait_for_function(DRAWN, arg=before)
    page = saladin.page
    said = page.locator(".headline .card-said")
    expect(said).to_have_text(
        "Franks – Jihad: One Move: blocks of one town march. In round 1 of one battle its side fires first."
    )
    expect(said).to_be_in_viewport()
    expect(richard.page.locator(".card-said")).to_have_count(0)
    page.locator("#status [title='Winter turn']").evaluate("turn => turn.click()")
    expect(page.locator(".title-said")).to_have_text("Winter turn")
    page.locator("#prompt").click()
    expect(page.locator(".title-said")).to_be_hidden()
    assert saladin.problems == []


def test_cards_turned_up_while_the_map_is_out_of_sight_stay_in_the_line(
    seat_two: SeatTwo, new_player: NewPlayer, backstage: Backstage
) -> None:
    richard, saladin = seat_two(saladin=new_player("Saladin", **PHONE))
    hands = {"frank": "move-3 move-2", "saracen": "move-2 move-1"}
    backstage.stage(richard.game, choosing("acre: walter\negypt: saladin\n", turn="1187.5", **hands))
    richard.page.reload()
    richard.see_game()
    saladin.page.reload()
    saladin.see_game()
    before = richard.drawn
    richard.page.locator("#hand [data-card=move-3]").click()
    richard.page.wait_for_function(DRAWN, arg=before)
    page, before = saladin.page, saladin.drawn
    page.evaluate("""() => { const log = document.getElementById("log"); log.style.minHeight = "3000px";
      window.scrollTo(0, document.body.scrollHeight);
      document.querySelector("#hand [data-card=move-1]").click(); }""")
    page.wait_for_function(DRAWN, arg=before)
    said = page.locator(".headline .card-said")
    expect(said).to_have_text("Cards: Move 3 for the Franks, Move 1 for the Saracens. Franks: first to move.")
    expect(richard.page.locator(".card-said")).to_have_count(0)


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


def watched_at(position: Position, seats: tuple[Player, Player], backstage: Backstage) -> Page:
    """Returns the page of the second of two players, which shows motion, with their game at this position."""
    first, second = seats
    backstage.stage(first.game, position)
    second.page.emulate_media(reduced_motion="no-preference")
    for player in seats:
        player.page.reload()
        player.see_game()
    return second.page


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_the_end_of_a_turn_and_the_last_cards_are_told_one_after_another_between_the_moves(
    seat_two: SeatTwo, new_player: NewPlayer, backstage: Backstage, size: dict[str, int]
) -> None:
    """The last card in a hand is played by itself: nobody has pressed anything between the two turns."""
    richard, saladin = seat_two(saladin=new_player("Saladin", **size))
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


def test_what_they_did_reads_the_same_after_a_move_of_ones_own_was_taken_back(
    seat_two: SeatTwo, backstage: Backstage
) -> None:
    """An attack is told alike on a page that was open when the enemy moved, and on one opened later."""
    richard, saladin = seat_two()
    places = "acre: balian walter\ntiberias: qaimaz\ndamascus: tuman\negypt: saladin\n"
    backstage.stage(richard.game, moving(places, first="frank"))
    march_together(richard, saladin, "tiberias")
    before = saladin.drawn
    richard.page.locator("#bar [data-type=done]").click()
    saladin.page.wait_for_function(DRAWN, arg=before)
    line = saladin.page.locator(".headline button")
    for opened in (False, True):
        if opened:
            saladin.page.reload()
            saladin.see_game()
        expect(line).to_have_text("Franks: 2 blocks moved; they attack Tiberias")
        hand = Hand(saladin, touch=False)
        hand.block("tuman")
        hand.act(lambda: hand.press("#choices [data-town=banyas]"))  # noqa: B023
        expect(line).to_have_count(0)
        hand.act(lambda: saladin.page.locator("#bar [data-key=undo]").click())
        expect(line).to_have_text("Franks: 2 blocks moved; they attack Tiberias")
    assert saladin.problems == []


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
