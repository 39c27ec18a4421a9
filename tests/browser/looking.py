"""What axe-core finds on a page, by the rules of WCAG 2.2 AA and its own best practice.

Each page is looked at as wide as on a desk and as on a phone: the style sheets lay pages out in these two ways, and in
between one gives way to the other piece by piece. `test_accessibility.py` opens what has an address without parameters,
other tests the rest.
"""

from collections.abc import Sequence

from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import JSHandle, Page, ViewportSize

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OF_COLORS = ["color-contrast", "link-in-text-block"]
"""The rules that depend on colors.

The others find by night what they found by day: the two looks differ in nothing but the values of custom properties,
which `tests/frontend/test_looks.py` holds."""

IN_EACH_COLOR = """(part) => {
  const alike = new Map(), root = part ? document.querySelector(part) : document.documentElement;
  for (const element of [root, ...root.querySelectorAll("*")]) {
    const text = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const box = element.getBoundingClientRect();
    if (!text && !element.matches("input, select, textarea")) continue;
    if (box.width * box.height <= 1 || !element.checkVisibility()) continue;
    const own = getComputedStyle(element);
    const look = [own.color, own.fill, own.fontSize, own.fontWeight, own.textShadow, own.clip, own.clipPath,
      element.matches(":disabled"), element.closest("label")?.control?.disabled, element.ariaDisabled,
      element.matches("a") && getComputedStyle(element.parentElement).color + own.textDecorationLine];
    for (let around = element; around; around = around.parentElement) {
      const style = getComputedStyle(around);
      look.push(style.backgroundColor, style.backgroundImage, style.opacity, style.filter);
      if (/^rgb\\(/.test(style.backgroundColor) && style.opacity === "1") break;
    }
    const key = JSON.stringify(look);
    alike.set(key, [...(alike.get(key) ?? []), element]);
  }
  const few = [...alike.values()].flatMap((all) => [...new Set([all[0], all[all.length >> 1], all[all.length - 1]])]);
  return few.length ? few : [root];
}"""
"""Of the text elements of the same colors and size on the same backgrounds the first, one amid and the last: to find
what lies behind each single one is two thirds of what axe takes for a page."""

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 740}


def resize(page: Page, size: dict[str, int]) -> None:
    """Returns when the page has been laid out anew and scripts have heard of it."""
    page.set_viewport_size(ViewportSize(width=size["width"], height=size["height"]))
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def violations(page: Page, part: str | None = None, *, colors: bool = True) -> list[str]:
    """Of all rules, on the page or a part of it; without those of colors where the same page was looked at in another
    size.
    """
    context = page.evaluate_handle("(part) => part ?? document", part)
    found = _found(page, context, {"type": "tag", "values": RULES}, OF_COLORS)
    return found + (_of_colors(page, part) if colors else [])


def look_in_light_and_dark(page: Page, part: str | None = None) -> None:
    """Checks the page as it stands, or a part of it, in both looks."""
    page.emulate_media(color_scheme="light")
    assert violations(page, part) == [], "light"
    page.emulate_media(color_scheme="dark")
    assert _of_colors(page, part) == [], "dark"
    page.emulate_media(color_scheme="light")


def look_in_both_sizes(page: Page, path: str) -> None:
    """Opens it wide, and makes it narrow where it stands.

    Its colors are looked at when narrow: there are no others when wide.
    """
    resize(page, DESK)
    page.goto(path)
    assert violations(page, colors=False) == [], path
    resize(page, PHONE)
    look_in_light_and_dark(page)


def _of_colors(page: Page, part: str | None) -> list[str]:
    context = page.evaluate_handle(f"(part) => ({{include: ({IN_EACH_COLOR})(part)}})", part)
    return _found(page, context, {"type": "rule", "values": OF_COLORS})


def _found(page: Page, context: JSHandle, rules: dict[str, object], left_out: Sequence[str] = ()) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(
            AXE_FILE_PATH.read_text()
        )  # the policy of the site keeps foreign scripts out, but not those of a debugger
    options = {
        "runOnly": rules,
        "resultTypes": ["violations"],
        "rules": {rule: {"enabled": False} for rule in left_out},
    }
    found = page.evaluate(
        "([context, options]) => axe.run(context, options).then((told) => told.violations)", [context, options]
    )
    return [f"{one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]]
