"""What stands on the stage while a battle's end is shown: nothing of a coming round, and no side that is gone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.blows import told
from tests.browser.test_blocks import Table as Staged
from tests.browser.test_blocks import sit_down
from tests.rules.scene import Table, moving

__all__ = ["sit_down"]

MISS = [6, 6, 6, 6, 6, 6]


def answer(table: Table, side: str) -> str:
    """Sends whom it can, fires, and takes hits; nobody leaves."""
    if table.step in ("choose-battle", "garrison", "exchange"):
        return "choose-battle tyre" if table.step == "choose-battle" else f"{table.step} -"
    if table.step in ("storm", "sally"):
        return f"{table.step} {'saladin' if side == 'saracen' else 'conrad'}"
    if table.step == "hits":
        return f"take-hit {table.actions(side, 'take-hit')[0].block}"
    return f"fire {table.actions(side, 'fire')[0].block}"


def castle_falls_in_the_last_round() -> Table:
    """Saladin storms; in round 3 the second of two hits brings Conrad down, who has half a hit by then."""
    table = Table(moving("tyre: [conrad@1] saladin\nantioch: bohemond\n", mover="saracen"))
    hits = iter([MISS, [1, *MISS[:5]], [1, *MISS[:5]]])
    table.do("saracen", "done")
    while not (table.step == "fight" and table.position.combat.round == 3 and table.awaited == {"saracen"}):
        (side,) = table.awaited
        if table.step in ("storm", "exchange") and table.position.combat.round > 1:
            table.do(side, f"{table.step} -")
            continue
        if table.step == "fight":
            table.script(fire=next(hits)[:4] if side == "saracen" else MISS[:3])
        table.do(side, answer(table, side))
    table.script(fire=[1, 6, 6, 6])
    return table


def field_is_won(attacker: int, defender: int) -> Table:
    """Conrad has attacked Saladin at Tiberias; whose strength is 1 falls in the next blow, round 1."""
    table = Table(moving(f"acre: conrad@{attacker}\ntiberias: saladin@{defender}\n"), {"fire": [1, 1, 1, 1] * 3})
    table.do("frank", "move conrad tiberias", "done").do("saracen", "done")
    while table.step != "fight":
        (side,) = table.awaited
        table.do(side, "garrison -" if table.step == "garrison" else "choose-battle tiberias")
    return table


CASES: dict[str, tuple[Callable[[], Table], str]] = {
    "castle": (castle_falls_in_the_last_round, "Franks"),
    "defender wins": (lambda: field_is_won(1, 4), "Franks"),
    "attacker wins": (lambda: field_is_won(4, 1), "Saracens"),
}


@pytest.mark.parametrize(
    ("case", "side", "motion"),
    [*((case, side, True) for case in CASES for side in ("frank", "saracen")), ("castle", "frank", False)],
)
def test_nothing_is_said_of_a_coming_round_or_of_who_is_gone(
    sit_down: Callable[..., Staged], case: str, side: str, motion: bool
) -> None:
    make, gone = CASES[case]
    table = make()
    facts, before = table.events, table.position
    while table.position.battle is not None and table.step in ("fight", "hits"):
        before = table.position
        (whose,) = table.awaited
        # The log has no words for a siege that is over because the castle fell.
        facts = [fact for fact in table.do(whose, answer(table, whose)).events if fact["type"] != "siege-lifted"]
    page_of = sit_down(before, side, motion=motion)
    page = page_of.page
    page.locator("[data-key=follow]").uncheck()
    expect(page.locator("#battle .battle-end")).not_to_be_empty()
    page_of.turn_to(table.position, *told(facts))
    page_of.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".banner.shown")).to_have_text(f"Told: {'town-taken' if case == 'castle' else 'field-won'}.")
    for part in (".battle-end", ".battle-facts", ".battle-reasons"):
        expect(page.locator(f"#battle {part}")).to_be_empty()
    # Where nothing moves, the fallen lie there until the stage closes.
    if motion:
        expect(page.locator("#battle .flank", has_text=gone)).to_have_text(f"{gone}no blocks left")
