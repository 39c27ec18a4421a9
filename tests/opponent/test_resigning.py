"""How a side judges its chance to win, by which it resigns."""

import pytest

from opponent.resigning import LOST, chance_of
from rules import game
from rules.dice import SeededDice
from rules.ruleset import Ruleset
from tests.rules.scene import moving


def test_both_sides_together_have_the_whole_chance() -> None:
    worlds = [game.new_game(Ruleset(), SeededDice(seed)).position for seed in range(3)]
    assert chance_of("frank", worlds) + chance_of("saracen", worlds) == pytest.approx(1)
    assert LOST < chance_of("frank", worlds) < 1 - LOST


def test_a_side_without_cities_at_the_end_holds_the_game_for_lost() -> None:
    """The Saracens have all seven cities but Antioch, and two turns are left."""
    places = (
        "antioch: bohemond@1\nacre: saladin\ntyre: al-adil\ntripoli: kurds-1\njerusalem: taqi-al-din\n"
        "aleppo: sanjar\ndamascus: keukburi\negypt: al-aziz"
    )
    worlds = [moving(places, turn="1192.5")]
    assert chance_of("frank", worlds) < LOST
    assert chance_of("saracen", worlds) > 1 - LOST
