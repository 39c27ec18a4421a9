"""What somebody meets who comes for the first time: the first page's battle, what it costs, and the guided first turn."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.backstage import Backstage
from tests.browser.looking import look_in_light_and_dark
from tests.browser.playing import DRAWN, Player
from tests.rules.scene import choosing, moving

NewPlayer = Callable[..., Player]
MOST_BYTES, MOST_BYTES_AGAIN = 300_000, 20_000
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
    page.get_by_role("button", name="Learn it in five minutes").click()
    player.see_game()
    game = page.url.rstrip("/").rpartition("/")[2]
    backstage.stage(game, choosing(PLACES, frank="move-3 " * 6, saracen="move-1 " * 6, turn="1187.1"))
    page.reload()
    player.see_game()
    advice = page.locator("#coach [data-advice]")
    said = []

    def decide(selector: str, *more: str) -> None:
        said.append(advice.get_attribute("data-advice"))
        before = player.drawn
        for each in (selector, *more):
            page.locator(each).first.click()
        page.wait_for_function(DRAWN, arg=before)

    decide("#hand [data-type=play-card]")
    decide("#hand [data-type=play-card]")
    # The arrow points at the block's town first, and at the enemy's once the block is chosen.
    arrow = page.locator(".coach-arrow:visible")
    expect(page.locator(".town", has=arrow)).to_have_attribute("data-town", "tiberias")
    for town in ("tiberias", "banyas"):
        expect(page.locator(f".town[data-town={town}]")).to_be_in_viewport()
    # Prompt, map and bar fill the screen.
    page.wait_for_function("() => document.querySelector('#prompt-box').getBoundingClientRect().top < 10")
    # What is spent elsewhere is taken back by the button that it points at: the battle comes all the same.
    decide("[data-key=block-raymond-tiberias]", "[data-key=to-acre]")
    expect(advice).to_have_attribute("data-advice", "move-elsewhere")
    decide("#bar [data-key=undo]")
    page.locator("[data-key=block-raymond-tiberias]").first.click()
    expect(page.locator(".town", has=arrow)).to_have_attribute("data-town", "banyas")
    decide("[data-key=to-banyas]")
    # Moves are left over, and Done asks no more.
    decide("#bar [data-type=done]")
    decide("#bar [data-type=done]")
    assert said == ["card-frank", "card-saracen", "move-frank", "move-elsewhere", "move-frank", "move-declared", "move-saracen"]
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
    backstage.stage(game, moving(PLACES, first="saracen", turn="1187.1"))
    page.reload()
    player.see_game()
    expect(advice).to_have_attribute("data-advice", "move-saracen-first")
    assert player.problems == []


def test_a_visitor_plays_the_second_lesson_to_its_charge(new_player: NewPlayer) -> None:
    player = new_player(width=390, height=844)
    page = player.page
    page.goto("/?stay")
    page.get_by_role("button", name="Second lesson: sieges and winter").click()
    player.see_game()
    advice = page.locator("#coach [data-advice]")
    said: list[str] = []
    for _press in range(40):
        said.append(advice.get_attribute("data-advice") or "")
        expect(advice).to_be_visible()
        if said[-1] == "siege-end":
            break
        before = player.drawn
        match said[-1]:
            case "siege-card-frank" | "siege-card-saracen":
                page.locator("#hand [data-card^=move]").first.click()
            case "siege-attack":
                # The attack comes: what goes elsewhere is taken back, and nobody is done before.
                expect(page.locator("#bar [data-type=done]")).to_be_hidden()
                page.locator("[data-key=block-raymond-tiberias]").first.click()
                page.locator("[data-key=to-banyas]" if "move-elsewhere" in said else "[data-key=to-acre]").first.click()
            case "move-elsewhere":
                page.locator("#bar [data-key=undo]").click()
            case "siege-garrison" | "siege-storm" | "siege-sally":
                page.locator(f"[data-key=confirm-{said[-1].removeprefix('siege-')}]").click()
            case "siege-charge":
                page.locator("[data-type=charge]").first.click()
            case (
                "siege-muster"
                | "siege-mustered"
                | "siege-declared"
                | "siege-winter-frank"
                | "siege-winter-saracen"
                | "regroup"
                | "leave-siege"
            ):
                page.locator("#bar [data-type=done]").click()
            case _:
                player.decide()
                continue
        page.wait_for_function(DRAWN, arg=before)
    assert {"siege-card-frank", "siege-attack", "siege-declared", "siege-muster", "siege-charge", "siege-storm", "siege-end"} <= set(
        said
    ), said
    expect(page.locator("#after-lesson button")).to_be_visible()
    assert player.problems == []
