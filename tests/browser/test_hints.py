"""Hints: the button does what a press by hand would, or chooses it; what a hint speaks of is lit."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import expect

from rules import game
from rules.actions import FIELDS, Action, SetChoice
from rules.position import Position
from tests.browser.backstage import Backstage
from tests.browser.guided import EDITIONS, decisions, passed
from tests.browser.playing import ASKED, DRAWN, Player
from tests.browser.sieges import before_the_storm
from tests.browser.test_battle_ends import before_the_walls
from tests.rules.combat import to_round
from tests.rules.old_edition import fights
from tests.rules.scene import moving

PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True}
DESK: dict[str, Any] = {"width": 1440, "height": 900}
NEVER = {"take-back-card"}
"""Nobody is asked for a hint who has chosen a card."""
AT_ONCE = {
    *("play-card", "go-first", "go-second", "declare-jihad", "strengthen", "swap", "main-road", "choose-battle"),
    *("fire", "charge", "withdraw", "pass", "take-hit", "keep-face-up", "winter-campaign", "done"),
}
"""What one press by hand does; everything else is only chosen, and the usual button decides."""
FREE = {
    "assassinate",
    "choose-battle",
    "declare-jihad",
    "place",
    "strengthen",
    "swap",
    "muster",
    "regroup",
    "storm of nobody",
    "done",
    "harry",
    "fire",
}
"""What costs nothing, and what costs nothing at its position here."""
USUAL = ":is(#bar, #choices) button.hinted:not(:disabled)"


@pytest.fixture
def sit(new_player: Callable[..., Player], backstage: Backstage) -> Callable[..., Player]:
    """A person alone at a game with hints."""

    def seated(position: Position, **options: Any) -> Player:
        player = new_player("Ibelin", **options)
        player.game = backstage.start_solo(player.name, position.ruleset.to_json(), hints=True)
        player.open_at(position, backstage)
        return player

    return seated


def answer(player: Player, action: dict[str, Any], **more: Any) -> None:
    """From now on this is the hint that the page is given."""
    player.page.unroute_all()
    hint = {"action": action, "said": "This act", "why": "It is best.", "blocks": []} | more
    player.page.route("**/hint/**", lambda route: route.fulfill(json=hint))


def look_from(player: Player, side: str) -> None:
    if not player.drawn.startswith(side):
        player.page.locator(f"[data-key=seat-{side}]").click()
        expect(player.page.locator(f"main[data-drawn^={side}]")).to_be_attached()


def _acts(position: Position, side: str) -> list[Action]:
    """Returns what is legal; of a choice of blocks as many as may be named, and nobody."""
    found: list[Action] = []
    for offered in game.legal_actions(position, side):
        if isinstance(offered, SetChoice):
            found.append(offered.choose(offered.candidates[: offered.most]))
            found += [offered.choose(())] if offered.least == 0 else []
        else:
            found.append(offered)
    return found


def _positions() -> Iterator[Position]:
    """Yields a movement in which a muster leaves no city empty, a position at each decision, and then all that recorded
    games pass.
    """
    yield moving("acre: king-guy walter\ntyre: balian\ndamascus: saladin")
    for edition in EDITIONS:
        yield from decisions(edition).values()
    yield from passed()
    yield moving("nablus: balian [turks-1]", frank="winter-campaign", turn="1188.6")
    yield _on_the_way_home()


def _on_the_way_home() -> Position:
    """A German block may leave the map, by the way it came (1.x-8.23)."""
    places = "germania: barbarossa frederick leopold\naleppo: zangi saladin"
    table = to_round(fights(places, "enter barbarossa aleppo", first="frank"), 1)
    while table.awaited == {"saracen"}:
        table.do("saracen", "pass saladin" if table.legal("saracen", "pass saladin") else "pass zangi")
    return table.position


@cache
def kinds() -> dict[str, tuple[Position, str, Action]]:
    """By the kind of an act: the first position at which it is legal, for whom, and one such act."""
    found: dict[str, tuple[Position, str, Action]] = {}
    seen: set[str] = set()
    for position in _positions():
        for side in sorted(position.awaited):
            new = {offer["type"] for offer in game.observe(position, side).get("actions") or ()} - seen
            for action in _acts(position, side) if new else ():
                if action.type in new:
                    kind = f"{action.type} of nobody" if action.blocks == () else action.type
                    found.setdefault(kind, (position, side, action))
            seen |= new
    return found


@pytest.mark.parametrize(
    ("edition", "size"), [pytest.param("2.0", PHONE, marks=pytest.mark.whole), ("1.4", DESK)], ids=["2.0", "1.4"]
)
def test_the_button_does_what_a_press_would_or_chooses_it_and_its_cost_is_named(
    sit: Callable[..., Player], backstage: Backstage, edition: str, size: dict[str, Any]
) -> None:
    """Each kind of act: what both editions know on a phone, what only the older knows on a desk."""
    wanted = {*FIELDS, "storm of nobody"} - NEVER
    assert wanted <= set(kinds())
    player = None
    for kind in sorted(wanted):
        position, side, action = kinds()[kind]
        if position.ruleset.edition != edition:
            continue
        if player:
            player.stand_at(position, backstage)
        else:
            player = sit(position, **size)
            # Where the site gives no odds a storm is proposed that the page would call likely bad.
            player.page.evaluate("document.querySelector('#odds-list').remove()")
        page, said, at_once = player.page, action.to_json(), action.type in AT_ONCE or action.blocks == ()
        look_from(player, side)
        answer(player, said)
        page.locator("[data-key=hint-turn]").click()
        expect(page.locator("#hint-here-said"), kind).to_contain_text("It is best.")
        if kind not in FREE:
            expect(page.locator("#hint-here-said"), kind).to_have_text(re.compile("It is best. .+"))
        several = len(action.blocks or ()) > 1
        label = "Do it" if at_once else "Choose these" if several else "Choose it"
        expect(page.locator("#hint-do"), kind).to_have_text(label)
        before, acts = player.drawn, len(player.acts)
        with player.expect_act() as sent:
            page.locator("#hint-do").click()
            if not at_once:
                assert len(player.acts) == acts, kind
                page.locator(USUAL).click()
            elif page.locator("[data-key=done-really]").count():
                page.locator("[data-key=done-really]").click()
        acted = sent[0].get("action") or sent[0]["actions"][0]
        for field in ("type", "block", "blocks", "target", "card", "to", "town"):
            assert acted.get(field) == said.get(field), (kind, field)
        page.wait_for_function(DRAWN, arg=before)
    assert player
    assert player.problems == []


LONG = "Nothing else is worth as much to either side, and what it costs can be borne. " * 4
ON_TOP = """box => { const { left, top, width, height } = box.getBoundingClientRect();
  return box.contains(document.elementFromPoint(left + width / 2, top + height / 2)) }"""


def test_beside_the_map_a_long_hint_and_its_button_are_in_sight_on_a_low_screen(
    sit: Callable[..., Player], backstage: Backstage
) -> None:
    player = None
    for step in ("card", "move", "choose-battle", "storm", "winter"):
        position = decisions("2.0")[step]
        if player:
            player.stand_at(position, backstage)
        else:
            player = sit(position, width=1024, height=768)
            player.page.evaluate("document.querySelector('#odds-list').remove()")
        page = player.page
        (side, action) = next((side, acts[0]) for side in sorted(position.awaited) if (acts := _acts(position, side)))
        look_from(player, side)
        answer(player, action.to_json(), why=LONG)
        page.locator("[data-key=hint-turn]").click()
        expect(page.locator("#hint-do"), step).to_be_in_viewport(ratio=1)
        expect(page.locator("#hint-here"), step).to_be_in_viewport(ratio=0.99)
        # Neither lies below the other.
        assert page.locator("#hint-do").evaluate(ON_TOP), step
    assert player
    assert player.problems == []


GAZA = {"block": "gaza-templars"}
IN_A_FIGHT: list[tuple[Callable[[], Position], dict[str, Any], str, list[str]]] = [
    (
        lambda: before_the_walls().position,
        GAZA | {"type": "charge"},
        "A charge hits at least once in about",
        ["gaza-templars"],
    ),
    (
        before_the_storm,
        {"type": "storm", "blocks": ["saladin", "keukburi"]},
        "The odds: you take the castle in about",
        ["saladin", "keukburi"],
    ),
    (
        lambda: before_the_walls().position,
        GAZA | {"type": "withdraw"},
        "If it stayed, it would fall before its next turn in about",
        ["gaza-templars"],
    ),
    (
        before_the_storm,
        {"type": "storm", "blocks": []},
        "If as many of the strongest went as may: you take the castle in about",
        [],
    ),
]


def test_a_hint_in_a_fight_has_odds_and_lights_its_blocks_and_its_button(
    sit: Callable[..., Player], backstage: Backstage
) -> None:
    player = sit(before_the_storm(), **PHONE)
    page, said = player.page, player.page.locator("#hint-here-said")
    # What the computer itself says.
    page.locator("[data-key=hint-turn]").tap()
    expect(said).to_contain_text("of 10 tries")
    page.keyboard.press("Escape")
    for position, action, odds, blocks in IN_A_FIGHT:
        player.stand_at(position(), backstage)
        answer(player, action)
        page.locator("[data-key=hint-turn]").tap()
        expect(said).to_contain_text(f"It is best. {odds}")
        expect(said).to_contain_text("of 10 tries")
        lit = page.locator(".fighter.hinted")
        expect(lit).to_have_count(len(blocks))
        assert set(lit.evaluate_all("all => all.map((one) => one.dataset.block)")) == set(blocks)
        said.tap()
        # The one block that can act is chosen by itself; of a set those are pressed that are lit.
        if action["type"] == "storm":
            for block in blocks:
                page.locator(f".fighter[data-block={block}]").tap()
        # All stay, as the hint says; the button beside it asks who leaves.
        wanted = ("data-type", action["type"]) if blocks else ("data-key", "siege-on-here")
        expect(page.locator("#choices button.hinted")).to_have_attribute(*wanted)
        page.keyboard.press("Escape")
        expect(page.locator(":is(.fighter, button).hinted")).to_have_count(0)
    # A storm that the page calls likely bad is not proposed: of the besiegers none has more than a step left.
    player.stand_at(before_the_storm("saladin@1 al-afdal@1 al-mashtub@1 keukburi@1"), backstage)
    answer(player, {"type": "storm", "blocks": ["keukburi"]})
    page.locator("[data-key=hint-turn]").tap()
    on = "Besiege Tyre on: no storm, all stay"
    expect(said).to_contain_text(f"{on} Storm with Keukburi? Likely bad: you take the castle in about 1 of 10 tries.")
    expect(page.locator("#choices button.hinted")).to_have_text(on)
    # One longer than its room has a shadow until its end; what covers the shadow moves with the text.
    player.stand_at(before_the_walls().position, backstage)
    answer(player, GAZA | {"type": "charge"}, why="It is best. " * 120)
    page.locator("[data-key=hint-turn]").tap()
    hint = page.locator("#hint-here")
    expect(hint).to_contain_text("It is best.")
    assert hint.evaluate("one => one.scrollHeight > one.clientHeight")
    assert hint.evaluate("one => getComputedStyle(one).backgroundAttachment") == "local, scroll"
    # The button of a hint not to storm besieges on without a second question.
    player.stand_at(before_the_storm(), backstage)
    answer(player, {"type": "storm", "blocks": []})
    page.locator("[data-key=hint-turn]").tap()
    expect(page.locator("#hint-here-said strong")).to_have_text(on)
    page.evaluate(ASKED)
    page.locator("#hint-do").tap()
    page.locator("#choices [data-type=sally]").first.tap()
    expect(page.locator("#log")).to_contain_text("The fighting at Tyre ended")
    assert not [asked for asked in page.evaluate("window.asked") if "Lead blocks away" in asked]
    assert player.problems == []


BEFORE_TRIPOLI = (
    "tripoli: [raymond-tripoli] saladin shirkuh al-mashtub tuman\nbaalbek: bahram\nashtera: yazkuj\nhama: taqi-al-din\n"
    "damascus: keukburi\nantioch: bohemond"
)


def test_a_hint_of_a_movement_says_what_is_given_up_and_chooses_whom_it_names(
    sit: Callable[..., Player], backstage: Backstage
) -> None:
    player = sit(moving(BEFORE_TRIPOLI, mover="saracen"), **PHONE)
    page, said = player.page, player.page.locator("#hint-here-said")
    # A muster by hand begins with those whom the hint names.
    answer(player, {"type": "muster-to", "town": "damascus"}, blocks=["bahram", "tuman"])
    page.locator("[data-key=hint-turn]").tap()
    expect(said).to_contain_text("It is best.")
    page.locator("[data-key=muster-turn]").tap()
    page.locator('#map [data-town="damascus"] .hit').dispatch_event("click")
    expect(page.locator("#bar [data-key=confirm]")).to_contain_text("Muster 2 blocks")
    lit = page.locator("[data-candidate][aria-pressed=true]")
    assert set(lit.evaluate_all("all => all.map((one) => one.dataset.candidate)")) == {"bahram", "tuman"}
    expect(page.locator("#bar [data-key=confirm]")).to_contain_class("hinted")
    # What a muster gives up comes before who comes.
    places = "gaza: al-adil\negypt: turks-1 yuzpah\nascalon: saladin\njaffa: balian"
    player.stand_at(moving(places, mover="saracen"), backstage)
    answer(
        player,
        {"type": "muster-to", "town": "ascalon"},
        why="To protect Ascalon, which the enemy can reach.",
        who="Who goes there: all.",
        blocks=["al-adil", "turks-1", "yuzpah"],
    )
    page.locator("[data-key=hint-turn]").tap()
    expect(said).to_contain_text(
        "which the enemy can reach. But then: Gaza falls back to the enemy: it lies in their land, and nobody of yours"
        " stays; Nobody stays in Egypt, one of the seven cities: yours until an enemy marches in. Who goes there: all."
        " It costs one of your Moves"
    )
    # A hint to end the movement has named what is lost: its button ends it.
    player.stand_at(moving("damascus: saladin\njaffa: balian", mover="saracen"), backstage)
    answer(player, {"type": "done"}, why="No move gains more.")
    page.locator("[data-key=hint-turn]").tap()
    expect(said).to_contain_text("Moves would be lost.")
    with player.expect_act() as acts:
        page.locator("#hint-do").tap()
    assert acts[0]["action"] == {"type": "done"}
    assert player.problems == []
