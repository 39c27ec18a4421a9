"""What somebody meets who comes for the first time: the first page's battle, what it costs, and the guided first
turn.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games import lessons
from rules import game
from rules.dice import SeededDice
from rules.position import Position
from rules.ruleset import Ruleset
from tests.browser.backstage import Backstage
from tests.browser.looking import look_in_light_and_dark
from tests.browser.playing import DRAWN, Player
from tests.browser.test_counted_presses import tap
from tests.rules.scene import Table as Scene
from tests.rules.scene import choosing, moving

NewPlayer = Callable[..., Player]
MOST_BYTES, MOST_BYTES_AGAIN = 300_000, 20_000
LOW_BUTTONS = """box => [...box.querySelectorAll("button, .button")]
  .filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 44).map(one => one.innerText)"""
"""What a thumb misses on a phone."""
LOW_BUTTONS_OF_FORMS = """box => {
  const forms = [...box.querySelectorAll(":scope > form[hidden]")];
  for (const form of forms) form.hidden = false;
  const places = forms.map(form => form.getBoundingClientRect());
  const low = [...box.querySelectorAll(":scope > form button")].filter(one => one.getBoundingClientRect().height < 44);
  const near = places.filter((place, i) => i && place.top < places[i - 1].bottom + 6);
  for (const form of forms) form.hidden = true;
  return [forms.length, low.length, near.length];
}"""
PLACES = "tiberias: raymond-tiberias\nbeaufort: reynald-sidon\nbanyas: qaimaz\ndamascus: saladin\n"


def bytes_of(page: Page, path: str) -> float:
    """What opening a page sends over the wire, headers included."""
    session = page.context.new_cdp_session(page)
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    session.send("Network.enable")
    page.goto(path)
    page.wait_for_load_state("networkidle")
    session.detach()
    return sum(sizes)


def test_the_first_page_shows_a_battle_on_the_stage(new_player: NewPlayer) -> None:
    player = new_player()
    page = player.page
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    assert bytes_of(page, "/") <= MOST_BYTES
    expect(page.locator("#showing .fighter")).to_have_count(6)
    look_in_light_and_dark(page)
    # With motion off it waits to be started; then dice fall.
    page.locator(".showing-button").click()
    expect(page.locator("#showing .tray .die").first).to_be_visible()
    assert bytes_of(page, "/") <= MOST_BYTES_AGAIN
    assert player.problems == []


def test_a_first_turn_is_guided_on_the_real_game(new_player: NewPlayer, backstage: Backstage) -> None:
    player = new_player("Joinville", width=390, height=844)
    page = player.page
    page.goto("/?stay")
    assert page.locator(".intro").first.evaluate(LOW_BUTTONS) == []
    page.get_by_role("button", name="Learn it in five minutes").click()
    player.see_game()
    # What follows a game, as it will stand.
    assert page.locator("#prompt-box").evaluate(LOW_BUTTONS_OF_FORMS) == [2, 0, 0]
    player.game = page.url.rstrip("/").rpartition("/")[2]
    player.open_at(choosing(PLACES, frank="move-3 " * 6, saracen="move-1 " * 6, turn="1187.1"), backstage)
    advice = page.locator("#coach [data-advice]")
    # Both names above are one's own: that is said before a card is chosen.
    expect(advice).to_contain_text("You lead both sides")
    said = []

    def decide(selector: str, *more: str) -> None:
        said.append(advice.get_attribute("data-advice"))
        before = player.drawn
        for each in (selector, *more):
            page.locator(each).first.click()
        page.wait_for_function(DRAWN, arg=before)

    decide("#hand [data-type=play-card]")
    decide("#hand [data-type=play-card]")
    # The arrow points at the block first, and at the enemy's town once the block is chosen.
    is_pointed_at(page, ".token[data-block=raymond-tiberias]")
    for town in ("tiberias", "banyas"):
        expect(page.locator(f".town[data-town={town}]")).to_be_in_viewport()
    # Prompt, map and bar fill the screen.
    page.wait_for_function("() => document.querySelector('#prompt-box').getBoundingClientRect().top < 10")
    # What is spent elsewhere is taken back by the button that it points at: the battle comes all the same.
    decide("[data-key=block-raymond-tiberias]", "[data-key=to-acre]")
    expect(advice).to_have_attribute("data-advice", "move-elsewhere")
    decide("#bar [data-key=undo]")
    page.locator("[data-key=block-raymond-tiberias]").first.click()
    is_pointed_at(page, ".town[data-town=banyas] .hit")
    # Its arrow is large enough to be seen: the map has not gone away to show every place where the block could go.
    assert (page.locator(".lead[data-lead=banyas] .coach-arrow").bounding_box() or {})["height"] >= 30
    # The castle that is to be pressed is seen through its ring.
    expect(page.locator(".lead[data-lead=banyas] .lead-ring")).to_have_css("fill", "none")
    decide("[data-key=to-banyas]")
    # Moves are left over, and Done asks no more.
    expect(advice).not_to_contain_text("Now you lead")
    decide("#bar [data-type=done]")
    expect(advice).to_contain_text("Now you lead the other side: Saracens. An attacked block is pinned")
    decide("#bar [data-type=done]")
    assert said == [
        "card-frank",
        "card-saracen",
        "move-frank",
        "move-elsewhere",
        "move-frank",
        "move-declared",
        "move-saracen",
    ]
    expect(advice).to_have_attribute("data-advice", "garrison")
    look_in_light_and_dark(page, "#prompt-box")
    # Skipped it stays away, and comes again when it is asked for.
    page.locator("[data-key=lesson-hide]").click()
    page.reload()
    player.see_game()
    expect(advice).to_have_count(0)
    page.locator("[data-key=lesson-show]").click()
    expect(advice).to_have_attribute("data-advice", "garrison")
    # Where the other card was higher, nobody is attacked yet.
    player.open_at(moving(PLACES, first="saracen", turn="1187.1"), backstage)
    expect(advice).to_have_attribute("data-advice", "move-saracen-first")
    assert player.problems == []


# What is to be pressed at each advice of the second lesson, on the map a block and then a town, elsewhere buttons; each
# is pointed at.
TO_PRESS = {
    "siege-card-frank": ["#hand [data-card=move-3]"],
    "siege-card-saracen": ["#hand [data-card=move-2]"],
    "siege-sea": [".token[data-block=raymond-tripoli]", ".town[data-town=ascalon] .hit"],
    "siege-muster": ["#bar [data-key=muster-turn]", ".town[data-town=tripoli] .hit", "#bar [data-key=confirm]"],
    "siege-attack": [".token[data-block=qaimaz]", ".town[data-town=tiberias] .hit"],
    "siege-garrison": ["#choices [data-type=garrison]"],
    "siege-charge": ["#choices [data-type=charge]"],
    "siege-fight": ["#choices [data-type=fire]"],
    "siege-storming": ["#choices [data-type=fire]"],
    "sally": ["#choices [data-type=sally]"],
    "siege-choose-battle": ["#choices button[data-type=choose-battle][data-key*=tiberias]"],
    "hits": [".fighter[data-type=take-hit]"],
    "siege-elsewhere": ["#bar [data-key=undo]"],
    "siege-stay": ["#bar [data-key=undo]"],
}
DONE = "siege-moved", "siege-declared", "siege-winter-move", "regroup", "leave-siege"
TO_PRESS |= {advice: ["#bar [data-type=done]"] for advice in DONE}


def second_lesson() -> Position:
    """Where the second lesson begins; both sides hold a Move 2 and a Move 3."""
    dice = SeededDice(2)
    position = game.new_game(Ruleset(), dice).position
    while found := lessons.setting_up(position, siege=True):
        position = game.apply(position, *found, dice).position
    return position


FROM = {"raymond-tripoli": "tripoli", "qaimaz": "banyas", "raymond-tiberias": "tiberias"}


RINGED = """([selector, town]) => { const box = (one) => document.querySelector(one).getBoundingClientRect();
  const ring = box(`.lead[data-lead="${town}"] .lead-ring`), [one, other] = [box(selector), ring];
  const at = (one, from, to) => (one[from] + one[to]) / 2;
  return other.width > 0 && Math.abs(at(one, "left", "right") - at(other, "left", "right")) < 3
    && Math.abs(at(one, "top", "bottom") - at(other, "top", "bottom")) < 12 }"""
"""Whether the ring that is seen stands about what a selector finds."""


def is_pointed_at(page: Page, selector: str) -> None:
    """A ring is about a button; over a block, or a town, an arrow stands, all of it in sight."""
    if named := re.search(r"data-(block|town)=([a-z-]+)", selector if selector.startswith(".t") else ""):
        town = FROM.get(named[2], named[2])
        expect(page.locator(f".lead[data-lead={town}] .coach-arrow")).to_be_in_viewport(ratio=0.99)
        assert page.evaluate(RINGED, [selector, town]), f"the ring is not about {selector}"
    else:
        expect(page.locator(selector).first).to_have_css("outline-style", "solid")


NAMED = re.compile(r"(?:[Pp]ress|then|block at) (“[^”]+”|[A-Z][a-z]+)")
"""What a lesson tells to press: a button, or a town."""


class Pupil:
    """Somebody who presses what the lesson points at, and sees that it does."""

    def __init__(self, player: Player, *, touch: bool) -> None:
        self.player, self.page, self.touch = player, player.page, touch

    def press(self, *selectors: str) -> None:
        before = self.player.drawn
        for selector in selectors:
            is_pointed_at(self.page, selector)
            if self.touch:
                tap(self.page, selector)
            else:
                self.page.locator(selector).first.click()
        self.page.wait_for_function(DRAWN, arg=before)

    def go_elsewhere(self) -> None:
        before = self.player.drawn
        for key in ("block-qaimaz", "to-damascus"):
            self.page.locator(f"[data-key={key}]").first.click()
        self.page.wait_for_function(DRAWN, arg=before)

    def lead_besiegers_home(self) -> None:
        """Moves the besiegers of Gaza to Egypt; before, Done has no ring, and asks since winter would take them."""
        expect(self.page.locator("#bar [data-type=done]")).to_have_css("outline-style", "none")
        self.page.locator("#bar [data-type=done]").click()
        expect(self.page.locator("#bar")).to_contain_text("Besiegers that winter takes, as blocks stand now: Gaza")
        self.page.locator("#bar [data-key=done-not]").click()
        self.page.locator("#map .town[data-town=gaza] .hit").click(force=True)
        self.page.locator("#bar [data-key=all-here]").click()
        before = self.player.drawn
        self.page.locator("#map .town.goal[data-town=egypt] .hit").click(force=True)
        self.page.wait_for_function(DRAWN, arg=before)

    def let_hunger_work(self, *, storm: bool) -> None:
        """Presses the one button that is ringed, which all else is folded below; or storms in its place."""
        expect(self.page.locator("#choices details.whys")).not_to_have_attribute("open", "")
        expect(self.page.locator("#choices .set-follows > p")).to_have_count(0)
        if storm:
            before = self.player.drawn
            tap(self.page, "[data-key=strongest-storm]")
            tap(self.page, "#choices [data-type=storm]")
            self.page.wait_for_function(DRAWN, arg=before)
            return
        ringed = (
            "all => all.filter((one) => getComputedStyle(one).outlineStyle === 'solid').map((one) => one.textContent)"
        )
        (name,) = self.page.locator("#choices button:visible").evaluate_all(ringed)
        expect(self.page.locator("#coach [data-advice]")).to_contain_text(f"Press “{name}”")
        self.press(
            "#choices [data-key=siege-on-here], #choices:not(:has([data-key=siege-on-here])) [data-key=confirm-storm]"
        )

    def names_what_is_there(self) -> None:
        """Every button and town that the lesson tells to press can be pressed."""
        said = self.page.locator("#coach [data-advice]").text_content() or ""
        for name in NAMED.findall(said):
            word = name.strip("“”")
            town = self.page.locator(f"#map .town[aria-label*='{word}'], #map .town:has-text('{word}')")
            assert town.count() or self.page.get_by_role("button", name=re.compile(word)).count(), said

    def follow(self, advice: str, before: list[str]) -> None:
        if advice in ("siege-sea", "siege-muster", "siege-attack"):
            # What is to be learned cannot be passed over.
            expect(self.page.locator("#bar [data-type=done]")).to_be_hidden()
        if advice == "siege-charge":
            expect(self.page.locator("#choices button.primary")).to_have_attribute("data-type", "charge")
        if advice == "siege-attack" and "siege-elsewhere" not in before:
            self.go_elsewhere()
        elif advice == "storm":
            self.let_hunger_work(storm=self.touch and advice not in before)
        elif advice == "siege-winter-besiegers":
            self.lead_besiegers_home()
        elif advice in TO_PRESS:
            self.press(*TO_PRESS[advice])
        else:
            self.player.decide()


@pytest.mark.parametrize(
    "size",
    [
        pytest.param({"width": 390, "height": 844, "has_touch": True}, marks=pytest.mark.whole),
        pytest.param({"width": 1440, "height": 900}, marks=pytest.mark.whole),
    ],
    ids=["phone", "desk"],
)
def test_the_second_lesson_leads_through_ships_muster_charge_siege_and_winter(
    new_player: NewPlayer, backstage: Backstage, size: dict[str, Any]
) -> None:
    player = new_player(**size)
    page = player.page
    player.begin_lesson(siege=True)
    player.open_at(second_lesson(), backstage)
    pupil, said = Pupil(player, touch="has_touch" in size), []
    for _decision in range(60):
        expect(page.locator("main.untold")).to_have_count(0)  # the dice have fallen: what is asked next may be seen
        expect(page.locator("#coach [data-advice]")).to_be_visible()
        advice = page.locator("#coach [data-advice]").get_attribute("data-advice") or ""
        if advice == "siege-end":
            break
        pupil.names_what_is_there()
        pupil.follow(advice, said)
        said.append(advice)
    wanted = {
        "siege-sea",
        "siege-muster",
        "siege-attack",
        "siege-elsewhere",
        "siege-charge",
        "storm",
        "siege-winter-move",
    }
    assert wanted <= set(said), said
    expect(page.locator("#after-lesson button")).to_be_in_viewport(ratio=1)
    expect(page.locator(".year-said")).to_contain_text("Winter 1187 is over.")
    assert player.problems == []


def attacked(position: Position) -> Position:
    """The Franks have attacked Banyas, and the Saracens choose their garrison."""
    return Scene(position).do("frank", "move raymond-tiberias banyas", "done").do("saracen", "done").position


RINGED_CARDS = """card => { const seen = [...document.querySelectorAll("#hand .card")]
    .filter((one) => getComputedStyle(one).outlineStyle === "solid").map((one) => one.dataset.card);
  return seen.length > 0 && seen.every((one) => one === card) }"""


def test_the_first_lesson_keeps_its_cards_in_sight_rings_those_it_speaks_of_and_goes_on_in_a_late_battle(
    new_player: NewPlayer, backstage: Backstage
) -> None:
    """Cards with the longest texts; on a low desk only those of Moves, one of which is to be played. However long the
    pupil's name is.
    """
    player = new_player("Reynald-of-Sidon-and-Beaufort", width=1440, height=900)
    page = player.page
    player.begin_lesson()
    low = "move-2 move-2 move-2 move-3 manna assassins"
    for size, hand in ((None, "move-3 winter-campaign guide jihad manna assassins"), ((1024, 768), low)):
        if size:
            page.set_viewport_size({"width": size[0], "height": size[1]})
        player.open_at(choosing(PLACES, frank=hand, saracen="move-1 " * 6, turn="1187.1"), backstage)
        expect(page.locator("#hand .card")).to_have_count(6)
        for card in page.locator("#hand .card").all():
            expect(card).to_be_in_viewport(ratio=1)
    for frank, saracen, ringed in (
        (
            "move-1 move-2 move-3 move-3 guide jihad",
            "move-2 move-1 move-3 manna move-1 move-2",
            ("move-3", "move-1"),
        ),
        (
            "move-1 move-2 move-1 intrigue guide jihad",
            "move-2 move-3 move-3 manna move-3 move-2",
            ("move-2", "move-2"),
        ),
    ):
        player.open_at(choosing(PLACES, frank=frank, saracen=saracen, turn="1187.1"), backstage)
        for card in ringed:
            page.wait_for_function(RINGED_CARDS, arg=card)
            before = player.drawn
            page.locator(f"#hand [data-card={card}]").first.click()
            page.wait_for_function(DRAWN, arg=before)
    advice = page.locator("#coach [data-advice]")
    for turn, said in (("1187.2", "garrison"), ("1187.3", "end")):
        position = moving(PLACES, turn=turn)
        player.open_at(position if said == "end" else attacked(position), backstage)
        expect(advice).to_have_attribute("data-advice", said)
    assert player.problems == []
