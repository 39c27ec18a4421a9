"""How large blocks are drawn on crowded maps, and what they lie on.

    script/bench crowds [--positions N] [--local]

Starts the site in a folder of its own, as in production (`--local`: as `script/server` serves it), and draws N
positions of games played at random, on three screens as they open. Printed for each screen are the size of the smallest
block, in pixels, and how many blocks lie on a town's mark, on a name or in another town's ring.
"""

import argparse
import shutil

from playwright.sync_api import sync_playwright

from script.benches.board import SETTLED, Bench, serving
from tests.browser.conftest import ARGUMENTS, find_chromium
from tests.browser.test_crowds_on_the_map import MEASURE, positions
from tests.browser.test_crowds_on_the_map import SIZES as SCREENS


def measure(count: int, local: bool) -> None:
    """Prints how large blocks are drawn on each screen as it opens, and what they lie on."""
    views = positions(count)
    with serving(local) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium() or shutil.which("chromium"), args=ARGUMENTS
        )
        bench = Bench(browser, address)
        bench.sign_up()
        for width, height, pixels in SCREENS:
            with bench.opened({"viewport": {"width": width, "height": height}}) as page:
                page.goto(bench.game)
                page.wait_for_selector("main[data-drawn]")
                page.wait_for_timeout(SETTLED)
                zoom = float(page.get_attribute("#map", "data-zoom") or 0)
                found = page.evaluate(MEASURE, [views, pixels, [zoom]])
                print(
                    f"    {width}x{height}, zoom {zoom:g}: smallest of {found['blocks']} blocks {found['least']:.1f} px"
                    f" (goal {pixels}), {found['piles']} piles; on a mark, a name or in another's ring"
                    f" {len(found['met'])} {', '.join(found['met'])}"
                )
        browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=60, metavar="N")
    parser.add_argument("--local", action="store_true")
    options = parser.parse_args()
    measure(options.positions, options.local)


if __name__ == "__main__":
    main()
