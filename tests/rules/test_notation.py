"""A position printed and read again is the same in everything, down to what is empty (rules/notation.py)."""

import pytest

from rules import game
from rules.notation import parse_position, print_position
from rules.position import Position
from tests.rules.combat import battle, fight_round
from tests.rules.scene import choosing, moving

POSITIONS: dict[str, Position] = {
    "no card is played yet": choosing(
        "acre: walter\ndamascus: saladin", frank="move-3 move-2 guide jihad move-1", saracen="move-3 move-1"
    ),
    "two sieges, one of each side": moving("acre: [king-guy] saladin\nhama: [tuman] walter", turn="1190.4"),
    "the second round of a battle": fight_round(
        battle("legio: balian walter\nbaisan: saladin keukburi", "move saladin legio\nmove keukburi nablus/legio")
    ).position,
    "two battles with reserves": battle(
        "legio: balian\nkerak: walter\nbaisan: saladin keukburi\namman: zangi\nzoar: sanjar",
        "move saladin legio\nmove keukburi nablus/legio\nmove zangi kerak\nmove sanjar kerak",
    ).position,
    "the winter": moving("acre: walter king-guy balian\ndamascus: saladin", turn="1188.6"),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_printed_is_read_as_it_was(name: str) -> None:
    position = POSITIONS[name]
    again = parse_position(print_position(position))
    assert again.to_json() == position.to_json()
    assert (again.winter, again.played, again.revealed) == (position.winter, position.played, position.revealed)


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_read_again_shows_every_viewer_the_same(name: str) -> None:
    """Views whole: map, battle, arrivals, cards, pools and offers."""
    position = POSITIONS[name]
    again = parse_position(print_position(position))
    for viewer in ("frank", "saracen", None):
        assert game.observe(again, viewer) == game.observe(position, viewer)


def test_a_dash_is_no_card_and_no_work_in_winter() -> None:
    """8.0: a side's work is a word, empty outside of winter; a card that is not there is None."""
    position = parse_position("rules 2.0\n1188.6 winter winter frank\nplayed - | move-1\nwinter replace | -")
    assert position.winter == ("replace", "")
    assert position.played == (None, "move-1")
