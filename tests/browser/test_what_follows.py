"""The page says what follows from each choice, and marks as usual only what is usual."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from rules import game
from rules.position import Position
from tests.browser.backstage import Backstage
from tests.browser.guided import decisions
from tests.browser.layouts import DESK, PHONE
from tests.browser.playing import DRAWN, Player
from tests.browser.sieges import fight_at_jerusalem
from tests.browser.test_play_battles import before_the_walls
from tests.rules.scene import Table, moving

PlayAt = Callable[..., Player]
SMALL = {"width": PHONE["width"], "height": PHONE["height"]}
STEPS = ["seats", "manna", "main-road", "marker", "hits", "leave-siege", "must-retreat", "regroup", "draw", "winter"]


def test_a_storm_says_what_follows_from_it_and_from_waiting(play_at: PlayAt) -> None:
    player = play_at(before_the_walls(), **DESK)
    page = player.page
    follows = page.locator("#choices .set-follows")
    confirm = page.locator("[data-key=confirm-storm]")
    # What it costs comes first, and is seen whole; the rest can be opened.
    costs = follows.locator("> p")
    rest = follows.locator(".whys")
    for size in (DESK, SMALL):
        if size is SMALL:
            page.set_viewport_size(SMALL)  # type: ignore[arg-type]
            player.open_game()
        expect(costs).to_have_text(
            "Hunger when the fighting here ends: 1 to 3 cost a besieged block a step (50%), besiegers nothing."
        )
        expect(costs).to_be_in_viewport(ratio=1)
        if size is SMALL:
            expect(rest.locator("p")).to_be_hidden()
            rest.locator("summary").click()
        expect(rest.locator("p")).to_have_text(
            "The siege goes on. Those inside may sally now: then they attack, and your besiegers defend in the field."
            " Unless they do or relief comes, there is no more fighting here this turn. Only fortified ports, fed by"
            " ships, suffer less. In winter, after turn 6, your besiegers leave the map (rule 8.3), unless Winter"
            " Campaign keeps this siege. Lost for good then: Saladin. Any others can be drawn again next year. In a"
            " siege that is kept through the winter 1 to 4 cost a besieged block a step."
        )
        rest.locator("p").scroll_into_view_if_needed()
        expect(rest.locator("p")).to_be_in_viewport(ratio=1)
        if size is SMALL:
            rest.locator("summary").click()
        # To wait is no more usual than to storm.
        expect(confirm).not_to_have_class("primary")
        page.locator(".fighter[data-block=saladin]").click()
        expect(confirm).to_have_class("primary")
        # Four dice that hit by half: none or one hit in 5 of 16 cases, and 0, 1 and 2 steps in 5, 10 and 1 of them.
        for words in (
            "Behind the walls two hits cost a step",
            "The storm goes on by itself in the next round",
            "Steps that all enemies together cost you in a round: 0.7–4.7 on average; of the same letter they fire"
            " first.",
            "Fire of those who storm (blocks: 1) in a round, on average: hits 2, steps behind the walls 0.8; 69% for a"
            " step",
        ):
            expect(follows).to_contain_text(words)
        # Whether it is a good idea comes first and is seen whole; figures can be folded.
        verdict = r"(Likely good|A gamble|Likely bad): you .* the castle.*Steps lost by the end: about \d+ by your side"
        expect(costs.first).to_have_text(re.compile(verdict))
        if size is SMALL:
            expect(follows.locator(".set-odds")).to_be_hidden()
        for told in costs.all():
            expect(told).to_be_in_viewport(ratio=1)
        expect(confirm).to_be_in_viewport(ratio=1)
    before = player.drawn
    confirm.click()
    page.wait_for_function(DRAWN, arg=before)
    fire = page.locator("#choices [data-type=fire]")
    if fire.count():
        expect(fire.first).to_contain_text("they lose")
        expect(page.locator("#choices [data-type=withdraw]")).to_contain_text("to the field")
    assert player.problems == []


def last_step_at_sidon() -> Position:
    """Saladin storms Sidon with his last step, and Reynald fires after him."""
    table = Table(
        moving("sidon: [reynald-sidon@2] saladin@1 al-afdal al-mashtub\nantioch: bohemond\n", mover="saracen"),
        {"fire": [6] * 60},
    )
    table.do("saracen", "done")
    while table.step != "storm":
        (side,) = table.awaited
        table.do(side, "choose-battle sidon" if table.step == "choose-battle" else "done")
    return table.do("saracen", "storm saladin").position


def test_what_a_block_can_do_in_a_fight_is_explained_and_who_may_fall_for_good_is_told_so(
    play_at: PlayAt, backstage: Backstage
) -> None:
    player = play_at(fight_at_jerusalem(), **SMALL)
    page = player.page
    whys = page.locator("#choices .whys")
    # Folded at first, for blocks need the room.
    expect(whys.locator("li").first).to_be_hidden()
    whys.locator("summary").click()
    expect(whys.locator("[data-why=fire]")).to_be_visible()
    # As somebody leaves it, so it is the next time.
    page.reload()
    player.see_game()
    expect(whys.locator("[data-why=fire]")).to_be_visible()
    whys.locator("summary").click()
    expect(whys.locator("li").first).to_be_hidden()
    page.reload()
    player.see_game()
    expect(whys.locator("summary")).to_be_visible()
    expect(whys.locator("li").first).to_be_hidden()

    # What is dangerous does not stand out as what to do.
    player.open_at(last_step_at_sidon(), backstage)
    fire, withdraw = (page.locator(f"#choices [data-type={type_}]") for type_ in ("fire", "withdraw"))
    for size in (SMALL, DESK):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        if not fire.count():
            page.locator(".fighter[data-block=saladin]").click()
        expect(fire).to_contain_text("on average they lose 0 steps")
        expect(fire.locator(".danger-told")).to_have_text(
            "Chance that it falls before it can act again: 56% at most. Who falls is gone for good (rule 6.34):"
            " Saladin."
        )
        expect(fire.locator(".danger-told")).to_be_in_viewport(ratio=1)
        expect(fire).not_to_have_class("primary")
        expect(withdraw).to_have_class("primary")
    assert player.problems == []


def test_each_step_says_what_follows_from_what_it_offers(play_at: PlayAt, backstage: Backstage) -> None:
    player = play_at(moving("acre: king-guy"), **DESK)
    told = player.page.locator("#choices [data-why]")
    for step in STEPS:
        position = decisions("2.0")[step]
        player.stand_at(position, backstage)
        offered = {offer.type for offer in game.offers(position, min(position.awaited))}
        expect(told, step).to_have_count(len(offered))
        assert {one.get_attribute("data-why") for one in told.all()} == offered, step
        assert all(len(one.inner_text()) > 20 and "why-" not in one.inner_text() for one in told.all()), step
    assert player.problems == []


def test_who_chooses_who_stays_in_a_castle_or_before_it_reads_what_follows(
    play_at: PlayAt, backstage: Backstage
) -> None:
    table = Table(
        moving("acre: king-guy\nbeaufort: saladin al-adil\ntyre: conrad balian\n", first="saracen", mover="saracen")
    )
    table.do("saracen", "move saladin tyre", "move al-adil tyre", "done").do("frank", "done")
    assert table.step == "garrison"
    player = play_at(table.position, **SMALL)
    page = player.page
    expect(page.locator("[data-key=confirm-garrison]")).not_to_have_class("primary")
    expect(page.locator(".set-follows")).to_contain_text("All meet the attack in the field")
    page.locator(".fighter[data-block=conrad]").click()
    expect(page.locator("[data-key=confirm-garrison]")).to_have_class("primary")
    expect(page.locator(".set-follows")).to_contain_text("should the field be lost, they are besieged")

    # Where one block alone can be chosen its buttons say what for.
    table = Table(moving("jaffa: conrad\nramallah: saladin al-adil\n", first="saracen"))
    table.do("saracen", "move saladin jaffa", "move al-adil jaffa", "done").do("frank", "done")
    assert table.step == "garrison"
    player.stand_at(table.position, backstage)
    expect(page.locator("[data-key=confirm-garrison]")).to_have_text("It fights in the field")
    expect(page.locator("[data-key=all-garrison]")).to_have_text("Choose the one block for the castle")

    # To send nobody into a quiet storm says what is asked next, beside the button that answers that, too: all stay.
    table = Table(moving("tyre: [conrad] saladin al-adil\njaffa: balian\n", first="saracen"))
    player.stand_at(table.do("saracen", "done").do("frank", "done").position, backstage)
    expect(page.locator("[data-key=confirm-storm]")).to_have_text("No storm: next choose who leaves")
    expect(page.locator("[data-key=siege-on-here]")).to_have_text("Besiege Tyre on: no storm, all stay")

    # In the last turn with battles it is told at once what winter costs besiegers.
    table = Table(moving("tyre: [conrad] saladin al-adil\njaffa: balian\n", turn="1188.5", first="saracen"))
    player.stand_at(table.do("saracen", "done").do("frank", "done").position, backstage)
    expect(page.locator("#choices .set-follows > p")).to_contain_text(
        "Winter Campaign keeps this siege. Lost for good then: al-Adil, Saladin."
    )
    assert player.problems == []


def test_going_first_and_a_change_of_places_say_at_the_button_what_they_mean(
    play_at: PlayAt, backstage: Backstage
) -> None:
    bar = play_at(decisions("1.4")["first-player"], **SMALL).page.locator("#bar")
    expect(bar.locator("[data-type=go-first]")).to_contain_text("You move before your enemy")
    expect(bar.locator("[data-type=go-second]")).to_contain_text("Your enemy moves before you")

    player = play_at(decisions("2.0")["family"], **SMALL)
    page = player.page
    for size in (SMALL, DESK):
        if size is DESK:
            page.set_viewport_size(DESK)  # type: ignore[arg-type]
            player.open_at(decisions("2.0")["family"], backstage)
        swap = page.locator("#choices [data-type=swap]").first
        expect(swap).to_contain_text(re.compile("Saladin to .*, .* to Damascus"))
        goes = (swap.text_content() or "").removeprefix("Saladin to ").partition(",")[0]
        before = player.drawn
        swap.click()
        page.wait_for_function(DRAWN, arg=before)
        said = "Saladin and his relative stand where you see them now."
        expect(page.locator("#choices .whys")).to_contain_text(said)
        town = page.locator(f"#map .town[aria-label*='{goes}'], #map .town:has-text('{goes}')").first
        expect(town).to_be_in_viewport()
    assert player.problems == []
