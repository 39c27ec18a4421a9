"""What the page of a game keeps to whatever is asked, and when it stands still."""

from typing import Any

from playwright.sync_api import Page

PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True}
TABLET: dict[str, Any] = {"width": 1024, "height": 768}
DESK: dict[str, Any] = {"width": 1440, "height": 900}
SIZES = (PHONE, TABLET, DESK)

_STILL = """(frames) => new Promise((rested) => {
  let last = "", same = 0, left = 1200;
  const parts = ".sheet, #prompt-box, #dock, #map, .fighter, .fan, .moment:not([hidden]), .headline, "
    + ":is(#choices, #bar, #hand) :is(button, summary)";
  const look = () => {
    const now = [...document.querySelectorAll(parts)].map((one) => one.getBoundingClientRect())
      .map(({ left, top, width, height }) => [left, top, width, height].map(Math.round)).join(";");
    same = now === last ? same + 1 : 0;
    last = now;
    left -= 1;
    if (same < frames && left > 0) requestAnimationFrame(look);
    else rested(left > 0);
  };
  look();
})"""


def settle(page: Page, frames: int = 24) -> None:
    """Waits until map, buttons and blocks have stood still for so many frames.

    The parts of a page share its room in the frames after it was drawn, and the map follows a third of a second later.
    """
    assert page.evaluate(_STILL, frames), "the page never comes to rest"


def resize(page: Page, size: dict[str, Any]) -> None:
    page.set_viewport_size({"width": size["width"], "height": size["height"]})
    settle(page)


AMISS = """() => {
  const found = [], phone = innerWidth < 640, main = document.querySelector("main");
  const box = (one) => one.getBoundingClientRect();
  const seen = (one) => box(one).width > 0 && one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const named = (one) => [one.dataset?.key, one.dataset?.type, one.dataset?.town, one.dataset?.block, one.id,
    one.className, one.textContent.slice(0, 30)].find((name) => typeof name === "string" && name) ?? one.tagName;
  const meets = (one, other) => one.left < other.right - 1 && one.right > other.left + 1
    && one.top < other.bottom - 1 && one.bottom > other.top + 1;
  const middle = (one) => [(box(one).left + box(one).right) / 2, (box(one).top + box(one).bottom) / 2];
  // Whether the middle of something is on the screen and scrolled into sight in all that holds it.
  const inSight = (one) => {
    const [x, y] = middle(one);
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
    for (let around = one; around && getComputedStyle(around).position !== "fixed"; around = around.parentElement)
      // What is displayed as its contents alone has no box.
      if (around !== one && getComputedStyle(around).overflowY !== "visible" && box(around).width > 0) {
        const { left, top, right, bottom } = box(around);
        if (x < left || x > right || y < top || y > bottom) return false;
      }
    return true;
  };
  // On a phone the page scrolls on below what stays at its head and foot.
  const edges = "#dock, #prompt-box, #past";
  const uncovered = (one) => {
    const top = document.elementFromPoint(...middle(one)), edge = phone ? top?.closest(edges) : null;
    return top !== null && (one.contains(top) || top.contains(one) || Boolean(edge && !edge.contains(one)));
  };

  if (document.documentElement.scrollWidth > innerWidth) found.push("the page is wider than the screen");
  for (const one of all("main :is(button, summary, select, [role=tab])")) {
    if (getComputedStyle(one).pointerEvents === "none") continue;
    // The stage lies over the button that opens it, which may still be there when another phase came before.
    if (one.matches(".to-stage") && document.elementFromPoint(...middle(one))?.closest("#battle")) continue;
    if (inSight(one) && !uncovered(one))
      found.push(`covered: ${named(one)} by ${named(document.elementFromPoint(...middle(one)))}`);
    // Lines of the log stand below one another in their dozens; signs of what is out of sight lie in a line on the map.
    if (!phone || one.matches(".line-button, .prompt-more, .beyond button")) continue;
    const more = getComputedStyle(one, "::after");
    const reach = more.position === "absolute" ? parseFloat(more.height) : 0;
    if (Math.max(box(one).height, reach) < 39.5) found.push(`too low for a finger: ${named(one)}`);
  }
  for (const one of all("#bar [data-key=confirm], #bar [data-type=done], #choices [data-type=fire],"
    + " #choices [data-key^=confirm-], #hand [data-type=play-card]"))
    if (!inSight(one)) found.push(`out of sight: ${named(one)}`);
  for (const one of all("main button, .player-name, .card strong, .bay-area, .ways-out"))
    if (one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1)
      found.push(`cut: ${named(one)} ${one.textContent}`);
  for (const one of all("#status li, #status p, #brief span, .points span")) {
    const { left, right } = box(one), list = box(one.parentElement);
    if (left < Math.max(0, list.left - 1) || right > Math.min(innerWidth, list.right + 1))
      found.push(`beyond its line: ${one.textContent}`);
  }
  if (phone && ![...document.querySelectorAll("[popovertarget=menu]:not([popovertargetaction])")].some((one) =>
    seen(one) && inSight(one) && uncovered(one))) found.push("nothing opens the menu");

  const fighters = all(".fighter"), stage = document.querySelector("#battle");
  for (const one of fighters) {
    const { left, top, right, bottom } = box(one);
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) found.push(`off the screen: ${named(one)}`);
    if (one.offsetWidth < 44) found.push(`too small: ${named(one)} ${one.offsetWidth}`);
  }
  for (const raised of all(".fighter.chosen .block"))
    for (const name of all(".bay-area")) {
      const { left, top, right, bottom } = box(raised), it = box(name);
      // With its gold edge.
      if (it.left < right && it.right > left && it.top < bottom && it.bottom > top - 3)
        found.push(`under a raised block: ${name.textContent}`);
    }
  if (fighters.length === 0 && seen(document.querySelector("#map"))) {
    const map = box(document.querySelector("#map")), dock = document.querySelector("#dock");
    const over = all("#map-tools, .beyond, .battle-strip, .moment").map(box);
    // Blocks leave a battle, or change places, with every town in sight where they can go, from however far.
    const everyTown = ["must-retreat", "regroup", "leave-siege", "family"].includes(main.dataset.step);
    // In a movement more blocks may act than the map shows at once.
    const matter = everyTown ? all(".token.able, .town.goal") : main.dataset.step === "move" ? [] : all(".token.able");
    for (const one of matter) {
      const part = box(one.querySelector(".hit, .block") ?? one);
      const out = part.left < map.left - 1 || part.right > map.right + 1 || part.top < map.top - 1
        || part.bottom > map.bottom + 1;
      if (out && everyTown && one.matches(".goal")) found.push(`out of the frame of the map: ${named(one)}`);
      if (!out && over.some((other) => meets(part, other))) found.push(`under a control of the map: ${named(one)}`);
    }
    const foot = phone && seen(dock) ? Math.min(map.bottom, box(dock).top) : map.bottom;
    const head = phone ? Math.max(map.top, box(document.querySelector("#prompt-box")).bottom) : map.top;
    const share = (foot - head) / innerHeight;
    if (share < (phone ? 0.28 : 0.45)) found.push(`the map has ${Math.round(100 * share)} % of the height`);
  }
  if (phone && box(document.querySelector("#prompt-box")).height > 0.36 * innerHeight)
    found.push("words take more than a third");
  return found;
}"""
"""Lists what is amiss in the layout of a game's page as it stands."""

PLACES = """() => Object.fromEntries([...document.querySelectorAll(
    ":is(#choices, #bar, #hand) :is(button, summary:not(.whys > summary)), .fighter, .token, .town .hit")]
  .map((one, i) => { const { left, top, width, height } = one.getBoundingClientRect();
    return [`${one.dataset.key ?? one.dataset.block ?? ""} ${i}`, [left, top, width, height].map(Math.round)] }))"""
"""Where each button and block of the page is."""


def amiss(page: Page) -> list[str]:
    found: list[str] = page.evaluate(AMISS)
    return found
