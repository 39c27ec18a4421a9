"""Takes the README's pictures from a game played for them on a site of its own. usage: .venv/bin/python -m
script.cartography.make_pictures

A battle and the map as a desk shows them, and a phone, go into `docs/pictures`; the picture of link previews, a part of
the stage that can be made out at half its size, is `frontend/static/frontend/preview.jpg`. Dice fall as they fall, so
two runs differ. Chromium makes small WebP files of what it drew, so nothing else is needed. Look at the pictures before
you commit them.
"""

import argparse
import base64
import os
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from rules.notation import parse_action
from tests.browser.backstage import ROOT, Backstage
from tests.browser.conftest import ARGUMENTS, find_chromium
from tests.browser.server import free_port, wait_for
from tests.rules.scene import moving

FOLDER = ROOT / "docs" / "pictures"
PREVIEW = ROOT / "frontend" / "static" / "frontend" / "preview.jpg"
CLOSE: dict[str, Any] = {
    "viewport": {"width": 720, "height": 378},
    "device_scale_factor": 1200 / 720,
    "bypass_csp": True,
}
"""Blocks are drawn so large that one makes them out where the picture is shown 600 pixels wide."""
STAGE_ALONE = """
  .board { position: fixed !important; inset: 0 !important; z-index: 99; height: auto !important; }
  .battle-stage { border: 0 !important; border-radius: 0 !important; }
  :is(.stage-foot, .stage-head, .stage-line, .flank) { display: none !important; }
  :is(.bay-name, .tray :is(.told, .shooter, .special)) { visibility: hidden !important; }
"""
"""Without words but the names on blocks, for it is shown in all languages."""
QUALITY = 0.82
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
SPRING = "1189.3"
PLACES = """
acre: [king-guy] [acre-hospitallers@2] saladin kurds-1 turks-1@2 taqi-al-din
aleppo: al-zahir sanjar
antioch: antioch-templars bohemond josselin
artah: zangi sulaiman
ascalon: gaza-templars
ashtera: yazkuj
baalbek: bahram
banyas: qaimaz
beirut: beirut-turcopoles
caesarea: walter raymond-tiberias
damascus: keukburi al-mashtub
egypt: al-adil al-aziz qara-qush yuzpah
homs: arabs-2
jerusalem: balian jerusalem-templars jerusalem-hospitallers@3
kerak: reynald-kerak
krak: [krak-hospitallers@1] shirkuh tuman
masyaf: assassins
nablus: al-afdal kurds-2
sidon: reynald-sidon
tartus: tartus-templars
tiberias: turks-3 arabs-1
tripoli: raymond-tripoli genoa-pilgrims
tyre: conrad sicily-pilgrims brittany-pilgrims@3
zerdana: jurdik
"""
"""Spring 1189: Saladin before Acre, Shirkuh before Krak, and the Franks, who move first, at Tyre."""
RELIEF = ("move conrad acre", "move sicily-pilgrims acre", "move raymond-tiberias acre", "move walter acre")
LIKED = ("fire", "done")
MOST_DECISIONS = 60


class Seated:
    """A player with a browser of their own, who acts through the API as a page does."""

    def __init__(self, browser: Browser, address: str, session: str, side: str, screen: dict[str, Any]) -> None:
        self.context = browser.new_context(base_url=address, reduced_motion="reduce", color_scheme="light", **screen)
        self.context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
        self.side, self.game = side, ""

    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = self.context.request.get(f"/api/v1/games/{self.game}/view/").json()
        return found

    def act(self, action: dict[str, Any]) -> None:
        token = next((one["value"] for one in self.context.cookies() if one["name"] == "csrftoken"), "")
        body = {"action": action, "version": self.view()["version"], "key": str(uuid.uuid4())}
        answer = self.context.request.post(
            f"/api/v1/games/{self.game}/actions/", data=body, headers={"X-CSRFToken": token}
        )
        if not answer.ok:
            raise SystemExit(f"{self.side}: {action} was refused: {answer.text()}")

    def order(self, words: str) -> None:
        """An action in notation."""
        self.act(parse_action(words).to_json())

    def open(self) -> Page:
        page = self.context.new_page()
        page.goto(f"/games/{self.game}/")
        page.wait_for_selector("main[data-drawn]")
        return page


def first_of(offer: dict[str, Any]) -> dict[str, Any]:
    """Returns an action that the offer allows: of several values the first, of a set the fewest."""
    found = {}
    for name, value in offer.items():
        if name != "about":
            several = isinstance(value, dict)
            found[name] = (
                value["any"][0] if several and "any" in value else value["some"][: value["least"]] if several else value
            )
    return found


def play_to_a_round(players: dict[str, Seated]) -> None:
    """Plays on with the fewest actions until the Franks are to fire in a round of battle in which there was fire
    before.
    """
    fired = 0
    for _ in range(MOST_DECISIONS):
        view = players["frank"].view()
        battle = view["battle"]
        if battle and battle["to-act"] and view["awaited"] == ["frank"] and fired >= 2:
            return
        side = view["awaited"][0]
        offers = players[side].view()["actions"]
        action = first_of(min(offers, key=lambda offer: (*LIKED, offer["type"]).index(offer["type"])))
        fired += action["type"] == "fire"
        players[side].act(action)
    raise SystemExit("the battle did not come to what was wanted")


def take(page: Page, name: str) -> None:
    """Saves a screenshot of the page as docs/pictures/NAME.webp."""
    page.wait_for_function("() => document.querySelector('#map').dataset.moving === 'false'")
    page.mouse.move(1, 1)
    page.wait_for_timeout(1200)  # what fades and flies has come to rest
    path = FOLDER / f"{name}.webp"
    path.write_bytes(packed(page.context.new_page(), page.screenshot(), QUALITY))
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1024:.0f} kB")


def packed(page: Page, png: bytes, quality: float, kind: str = "image/webp") -> bytes:
    """Returns a picture as Chromium packs it, on an empty page."""
    drawn = page.evaluate(
        """async ([drawn, kind, quality]) => {
          const image = new Image();
          image.src = `data:image/png;base64,${drawn}`;
          await image.decode();
          const canvas = document.createElement("canvas");
          [canvas.width, canvas.height] = [image.width, image.height];
          canvas.getContext("2d").drawImage(image, 0, 0);
          return canvas.toDataURL(kind, quality);
        }""",
        [base64.b64encode(png).decode(), kind, quality],
    )
    found, _, data = drawn.partition(";base64,")
    assert found == f"data:{kind}", found
    return base64.b64decode(data)


def pictures(browser: Browser, address: str, backstage: Backstage) -> None:
    sessions = {name: backstage.sign_up(name) for name in ("Richard", "Saladin")}
    richard = Seated(browser, address, sessions["Richard"], "frank", DESK)
    phone = Seated(browser, address, sessions["Richard"], "frank", PHONE)
    close = Seated(browser, address, sessions["Richard"], "frank", CLOSE)
    saladin = Seated(browser, address, sessions["Saladin"], "saracen", DESK)
    game = backstage.start_duel("Richard", "Saladin", pace="slow")
    for seated in (richard, phone, close, saladin):
        seated.game = game
        seated.context.request.get("/games/")  # which hands out the token of its forms
    backstage.stage(game, moving(PLACES, frank="move-3", saracen="move-2", turn=SPRING))

    page = richard.open()
    richard.order(RELIEF[0])
    page.locator(".token[data-block=sicily-pilgrims]").first.click()
    take(page, "map")

    for words in RELIEF[1:]:
        richard.order(words)
    richard.order("done")
    play_to_a_round({"frank": richard, "saracen": saladin})
    take(richard.open(), "battle")
    take(phone.open(), "phone")
    page = close.open()
    page.add_style_tag(content=STAGE_ALONE)
    page.wait_for_timeout(1200)
    PREVIEW.write_bytes(packed(page.context.new_page(), page.screenshot(), QUALITY, "image/jpeg"))
    print(f"{PREVIEW.relative_to(ROOT)}: {PREVIEW.stat().st_size / 1024:.0f} kB")


@contextmanager
def serving(folder: str) -> Iterator[tuple[str, dict[str, str]]]:
    """A site with an empty database in this folder: its address, and the environment that it was started with."""
    unset = ("DATABASE_URL", "REDIS_URL", "PRODUCTION", "DEBUG")
    environment = {name: value for name, value in os.environ.items() if name not in unset}
    environment |= {"VAR_FOLDER": folder, "DJANGO_SETTINGS_MODULE": "crusader_site.settings"}
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, env=environment, check=True)
    port, log = free_port(), Path(folder) / "server.log"
    line = [
        sys.executable,
        "-m",
        "uvicorn",
        "crusader_site.asgi:application",
        "--port",
        str(port),
        "--log-level",
        "warning",
    ]
    with log.open("w") as output:
        server = subprocess.Popen(line, cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT)
        try:
            wait_for(server, port, log)
            yield f"http://127.0.0.1:{port}", environment
        finally:
            server.terminate()
            server.wait(timeout=20)


def main() -> int:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(folder) as (address, environment),
        sync_playwright() as playwright,
    ):
        backstage = Backstage(environment)
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        try:
            pictures(browser, address, backstage)
        finally:
            browser.close()
            backstage.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
