"""The last blow of a battle, at a page that a test answers, and facts in words as the log would tell them."""

from collections.abc import Callable, Iterable
from typing import Any

from playwright.sync_api import expect

from tests.browser.answered import Table as Staged
from tests.rules.scene import Table, moving


def last_blow() -> Table:
    """Returns a battle in which Saladin is to fire at Conrad, who is alone in the field and has one step left."""
    table = Table(moving("acre: conrad@1\ntiberias: saladin\n"), {"fire": [1, 1, 1, 1] * 3})
    table.do("frank", "move conrad tiberias", "done").do("saracen", "done")
    while table.step != "fight":
        (side,) = table.awaited
        table.do(side, "garrison -" if table.step == "garrison" else "choose-battle tiberias")
    return table


def at_last_blow(sit_down: Callable[..., Staged], *, motion: bool = True) -> tuple[Table, Staged]:
    """That table and the Saracens' page at it, with the stage open; the page stays with them."""
    table = last_blow()
    page_of = sit_down(table.position, "saracen", motion=motion)
    expect(page_of.page.locator("#battle")).to_be_visible()
    page_of.page.locator("[data-key=follow]").uncheck()
    return table, page_of


def told(facts: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """These facts, each with words that say what kind it is."""
    return [{**fact, "text": f"Told: {fact['type']}."} for fact in facts]
