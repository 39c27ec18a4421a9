"""The button of a hint: of every kind of act it does what a press by hand would, or chooses it for the usual button."""

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
from tests.browser.playing import Player
from tests.rules.combat import to_round
from tests.rules.old_edition import fights
from tests.rules.scene import moving

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
    "fire",
}
"""What costs nothing, and what costs nothing at its position here."""
SIZES: list[dict[str, Any]] = [{"width": 390, "height": 844, "has_touch": True}, {"width": 1440, "height": 900}]
USUAL = ":is(#bar, #choices) button.hinted:not(:disabled)"


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
    """Yields a position at each decision, and then all that recorded games pass."""
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


KINDS = sorted({*FIELDS, "storm of nobody"} - NEVER)


def test_every_kind_of_act_has_a_position() -> None:
    assert set(KINDS) <= set(kinds())


@pytest.mark.parametrize("kind", KINDS)
def test_the_button_does_what_a_press_would_or_chooses_it_and_its_cost_is_named(
    new_player: Callable[..., Player], backstage: Backstage, kind: str
) -> None:
    """Each kind of act, in turn on a phone and on a desk."""
    position, side, action = kinds()[kind]
    said, at_once = action.to_json(), action.type in AT_ONCE or action.blocks == ()
    player = new_player("Ibelin", **SIZES[KINDS.index(kind) % 2])
    page = player.page
    answer = {"action": said, "said": "This act", "why": "It is best.", "blocks": []}
    page.route("**/hint/**", lambda route: route.fulfill(json=answer))
    player.game = backstage.start_solo(player.name, position.ruleset.to_json(), hints=True)
    backstage.stage(player.game, position)
    player.open_game()
    if page.locator(f"[data-drawn^={side}]").count() == 0:
        page.locator(f"[data-key=seat-{side}]").click()
    # Where the site gives no odds a storm is proposed that the page would call likely bad.
    page.evaluate("document.querySelector('#odds-list').remove()")
    page.locator("[data-key=hint-turn]").click()
    expect(page.locator("#hint-here-said")).to_contain_text("It is best.")
    if kind not in FREE:
        expect(page.locator("#hint-here-said")).to_have_text(re.compile("It is best. .+"))
    several = len(action.blocks or ()) > 1
    expect(page.locator("#hint-do")).to_have_text("Do it" if at_once else "Choose these" if several else "Choose it")
    with player.expect_act() as sent:
        page.locator("#hint-do").click()
        if not at_once:
            assert player.acts == []
            page.locator(USUAL).click()
        elif page.locator("[data-key=done-really]").count():
            page.locator("[data-key=done-really]").click()
    acted = sent[0].get("action") or sent[0]["actions"][0]
    for field in ("type", "block", "blocks", "target", "card", "to", "town"):
        assert acted.get(field) == said.get(field), field
    assert player.problems == []


LONG = "Nothing else is worth as much to either side, and what it costs can be borne. " * 4


@pytest.mark.parametrize("step", ["card", "move", "choose-battle", "storm", "winter"])
def test_beside_the_map_a_long_hint_and_its_button_are_in_sight_on_a_low_screen(
    new_player: Callable[..., Player], backstage: Backstage, step: str
) -> None:
    position = decisions("2.0")[step]
    player = new_player("Ibelin", width=1024, height=768)
    page = player.page
    player.game = backstage.start_solo(player.name, position.ruleset.to_json(), hints=True)
    backstage.stage(player.game, position)
    player.open_game()
    (side, action) = next((side, acts[0]) for side in sorted(position.awaited) if (acts := _acts(position, side)))
    answer = {"action": action.to_json(), "said": "This act", "why": LONG, "blocks": []}
    page.route("**/hint/**", lambda route: route.fulfill(json=answer))
    if page.locator(f"[data-drawn^={side}]").count() == 0:
        page.locator(f"[data-key=seat-{side}]").click()
    page.evaluate("document.querySelector('#odds-list').remove()")
    page.locator("[data-key=hint-turn]").click()
    expect(page.locator("#hint-do")).to_be_in_viewport(ratio=1)
    expect(page.locator("#hint-here")).to_be_in_viewport(ratio=0.99)
    # Neither lies below the other.
    over = (
        "box => { const { left, top, width, height } = box.getBoundingClientRect();"
        " return box.contains(document.elementFromPoint(left + width / 2, top + height / 2)) }"
    )
    assert page.locator("#hint-do").evaluate(over)
    assert player.problems == []
