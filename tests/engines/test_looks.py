"""What engines show in their own way: the dark look, the narrow page, what they lack."""

from collections.abc import Callable

import pytest

from tests.browser.backstage import Backstage
from tests.browser.sieges import fight_at_jerusalem
from tests.engines.conftest import DESK, PHONE
from tests.engines.seats import Seat
from tests.engines.windows import Window
from tests.rules.scene import moving

pytestmark = pytest.mark.whole

LIGHTNESS = """(selector) => {
  const canvas = document.createElement("canvas").getContext("2d");
  const of = (color) => {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
    return (0.3 * red + 0.6 * green + 0.1 * blue) / 255;
  };
  const style = getComputedStyle(document.querySelector(selector));
  return [of(style.backgroundColor), of(style.color)];
}"""


@pytest.mark.parametrize("dark", [False, True])
def test_the_look_is_as_light_or_dark_as_the_system(open_window: Callable[..., Window], dark: bool) -> None:
    window = open_window(dark=dark)
    for path in ("/", "/login/"):
        window.goto(path)
        ground, ink = window.evaluate(LIGHTNESS, "body")
        assert (ground < 0.25 and ink > 0.7) if dark else (ground > 0.75 and ink < 0.3), (path, ground, ink)


def test_board_and_stage_can_be_read_in_the_dark(sit_at: Callable[..., Seat], backstage: Backstage) -> None:
    seat = sit_at(moving("acre: walter\ndamascus: saladin\n"), dark=True)
    for shown in ("board", "stage"):
        if shown == "stage":
            backstage.stage(seat.game, fight_at_jerusalem())
            seat.open_game()
        ground, ink = seat.window.evaluate(LIGHTNESS, "body")
        assert ground < 0.25, shown
        assert ink > 0.7, shown


def test_pages_are_no_wider_than_a_phone(open_window: Callable[..., Window]) -> None:
    window = open_window(PHONE)
    for path in ("/", "/login/", "/signup/", "/games/", "/rules/"):
        window.goto(path)
        assert window.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), path


def test_where_there_are_no_passkeys_the_page_says_so(open_window: Callable[..., Window]) -> None:
    window = open_window(DESK, passkeys=False)
    window.goto("/login/")
    assert window.evaluate("() => typeof PublicKeyCredential") == "undefined"
    window.click("#passkey-login")
    window.see("#passkey-problem", "Passkeys need a")
