"""Talk between two browsers, and the notebook in two tabs."""

import re

from playwright.sync_api import expect

from tests.browser.looking import look_in_both_sizes, look_in_light_and_dark, violations
from tests.browser.playing import Player
from tests.browser.test_two_players import NewPlayer, table  # noqa: F401 - a fixture

Table = tuple[Player, Player]


HOSTILE = """See https://example.org/acre?a=1&b=2#c, or (http://example.org/x_(y)).
javascript:alert(1) data:text/html,x //example.org ftp://example.org https:// https:///x
https://example.org"onmouseover="alert(1) <a href='https://example.com/'>x</a>
https://here.example.org@example.net/ https://a:b@example.net https://exаmple.org/ https://example.org/\u2068x"""


def test_talk_goes_from_page_to_page_with_a_mark_until_it_is_read(table: Table) -> None:  # noqa: F811
    richard, saladin = table[0].page, table[1].page
    mark = saladin.locator(".talk-mark")
    expect(mark).to_have_count(0)
    richard.get_by_role("tab", name="Talk").click()
    richard.get_by_label("Your message").fill("Surrender <b>Acre</b>!")
    send = richard.get_by_role("button", name="Send", exact=True)
    send.dblclick()
    expect(richard.locator(".talk-lines .own")).to_have_count(1)
    expect(richard.get_by_label("Your message")).to_have_value("")
    expect(mark).to_contain_text("1")
    expect(saladin.get_by_role("tab", name=re.compile("Talk.*1 new message"))).to_be_visible()
    expect(saladin).to_have_title(re.compile("✉ "))
    mark.click()
    expect(saladin.locator(".talk-lines .theirs .said")).to_have_text("Surrender <b>Acre</b>!")
    expect(mark).to_have_count(0)
    expect(saladin).not_to_have_title(re.compile("✉ "))
    saladin.reload()
    table[1].see_game()
    expect(mark).to_have_count(0)
    # A phrase back, and unsent at once.
    saladin.get_by_role("tab", name="Talk").click()
    saladin.get_by_role("button", name="Phrases").click()
    saladin.get_by_role("button", name="Take your time.").click()
    expect(richard.locator(".talk-lines .theirs .said")).to_have_text("Take your time.")
    saladin.get_by_role("button", name="Unsend").click()
    expect(richard.locator(".talk-lines .theirs")).to_contain_text("This message was withdrawn.")
    # Addresses become links, and nothing else does.
    richard.get_by_label("Your message").fill(HOSTILE)
    richard.get_by_role("button", name="Send", exact=True).click()
    said = saladin.locator(".talk-lines .theirs .said").last
    expect(said).to_contain_text("See https")
    links = said.locator("a")
    assert links.evaluate_all("links => links.map(a => a.getAttribute('href'))") == [
        "https://example.org/acre?a=1&b=2#c",
        "http://example.org/x_(y)",
        "https://example.org",
        "https://example.com/",
        "https://example.org/",
    ]
    assert links.all_inner_texts() == links.evaluate_all("links => links.map(a => a.getAttribute('href'))")
    kept = links.evaluate_all("links => [...new Set(links.map(a => `${a.target} ${a.rel} ${a.attributes.length}`))]")
    assert kept == ["_blank nofollow noopener noreferrer ugc 3"]
    assert said.evaluate("said => said.textContent") == richard.locator(".talk-lines .own .said").last.evaluate(
        "said => said.textContent"
    )
    assert said.evaluate("said => said.querySelectorAll(':scope > :not(a), a > *').length") == 0
    assert table[0].problems == table[1].problems == []


def test_a_muted_player_is_not_heard_until_unmuted_and_talk_needs_no_socket(table: Table) -> None:  # noqa: F811
    richard, saladin = table[0].page, table[1].page
    for page in (richard, saladin):
        page.get_by_role("tab", name="Talk").click()
    saladin.get_by_role("button", name="Mute").click()
    expect(saladin.locator("#talk-silence")).to_contain_text("You muted")
    richard.get_by_label("Your message").fill("Can you hear me?")
    richard.get_by_role("button", name="Send", exact=True).click()
    expect(richard.locator(".talk-lines .own").last).to_contain_text("Can you hear me?")
    saladin.reload()
    table[1].see_game()
    saladin.get_by_role("tab", name="Talk").click()
    expect(saladin.locator("#talk-silence")).to_contain_text("You muted")
    expect(saladin.locator(".talk-lines li")).to_have_count(0)
    saladin.get_by_role("button", name="Unmute").click()
    expect(saladin.locator(".talk-lines .theirs").last).to_contain_text("Can you hear me?")
    saladin.clock.install()
    saladin.route_web_socket(re.compile("/ws/"), lambda socket: socket.close())
    saladin.reload()
    table[1].see_game()
    saladin.get_by_role("tab", name="Log").click()
    richard.get_by_label("Your message").fill("Still there?")
    richard.get_by_role("button", name="Send", exact=True).click()
    expect(richard.locator(".talk-lines .own").last).to_contain_text("Still there?")
    saladin.clock.run_for(21_000)
    expect(saladin.locator(".talk-mark")).to_contain_text("1")


def test_the_notebook_is_kept_two_tabs_do_not_overwrite_one_another_and_all_is_for_everybody(
    table: Table,  # noqa: F811
) -> None:
    first = table[0].page
    second = first.context.new_page()
    second.goto(first.url)
    for page in (first, second):
        page.get_by_role("tab", name="Notes").click()
        expect(page.get_by_label("Your notebook")).to_be_enabled()
    first.get_by_label("Your notebook").fill("Aleppo is empty.")
    expect(first.locator("#note-state")).to_have_text("Saved.")
    second.get_by_label("Your notebook").fill("Aleppo is full.")
    expect(second.locator("#note-other")).to_have_text("Aleppo is empty.")
    second.get_by_role("button", name="Keep mine").click()
    expect(second.locator("#note-state")).to_have_text("Saved.")
    first.reload()
    first.get_by_role("tab", name="Notes").click()
    expect(first.get_by_label("Your notebook")).to_have_value("Aleppo is full.")
    richard, saladin = first, table[1].page
    richard.get_by_role("tab", name="Talk").click()
    for words in ("Surrender!", "And soon."):
        richard.get_by_label("Your message").fill(words)
        richard.get_by_role("button", name="Send", exact=True).click()
        expect(richard.locator(".talk-lines .own").last).to_contain_text(words)
    assert violations(richard, "#side") == []
    richard.get_by_role("button", name="Phrases").click()
    assert violations(richard, "#talk-phrases") == []
    expect(saladin.locator(".talk-mark")).to_contain_text("2")
    look_in_light_and_dark(saladin, "#players")
    game = saladin.url.rstrip("/")
    player = saladin.locator("#players a").first.get_attribute("href")
    for address in (f"{game}/talk/", f"{game}/notebook/", f"{player}", "/results/", "/results/statistics/"):
        look_in_both_sizes(saladin, address)
