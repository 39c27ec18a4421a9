"""The name of a block stands within its frame, on the map and on the stage, in each language."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.playing import Player
from tests.browser.test_storm_on_a_phone import before_the_storm

MEASURED = """async ([looks]) => {
  const { drawBlock } = await import("/static/frontend/js/blocks/faces.js");
  const { blocks } = JSON.parse(document.getElementById("page-data").textContent);
  const found = [];
  for (const look of looks) {
    const field = document.createElement("div");
    field.className = look;
    document.body.append(field);
    for (const [id, { steps, name, side }] of Object.entries(blocks)) {
      const fighter = document.createElement("div");
      fighter.className = "fighter";
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      svg.setAttribute("viewBox", "-29 -29 58 62.6");
      svg.setAttribute("class", "battle-block");
      svg.setAttribute("width", 58);
      svg.append(...drawBlock({ id, strength: steps }, []));
      fighter.append(svg);
      field.append(fighter);
      const boxOf = (one) => svg.querySelector(one).getBoundingClientRect();
      const [word, frame] = ["text.block-name", "rect.block"].map(boxOf);
      found.push([look, side, name, Math.round(10 * (frame.width - word.width)) / 10]);
    }
    field.remove();
  }
  return found;
}"""
LEAST = {"frank": 8, "saracen": 10, "assassin": 8}
"""Pixels of a block 58 wide, on both sides together: the frame is drawn inward, and Saracens' corners are round."""


@pytest.mark.parametrize("language", ["en", "fr", "pl"])
def test_no_name_is_wider_than_its_block(play_at: Callable[..., Player], language: str) -> None:
    player = play_at(before_the_storm())
    page = player.page
    page.context.add_cookies([{"name": "django_language", "value": language, "url": page.url}])
    page.reload()
    player.see_game()
    found: list[list[Any]] = page.evaluate(MEASURED, [["battle-stage", "battle-stage small"]])
    assert len(found) > 100
    assert [one for one in found if one[3] < LEAST[one[1]]] == []
    assert all(one[3] < 40 for one in found), "a name is not measured"
