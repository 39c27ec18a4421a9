"""Victory (rules 1.2)."""

import pytest

from rules import game
from tests.rules.playing import OPTIONS, STYLES, positions
from tests.rules.scene import Table, moving

SIX_SARACEN = "aleppo: zangi\ndamascus: keukburi\negypt: yuzpah\nantioch: shirkuh\nacre: tuman\njerusalem: saladin\n"
SIX_FRANK = (
    "damascus: conrad\negypt: bohemond\nantioch: josselin\nacre: walter\njerusalem: king-guy\ntripoli:"
    " raymond-tripoli\n"
)


def end_turn(places: str, turn: str = "1187.2") -> Table:
    """Player 2 ends the movement of a turn; in 1187 there are no draws."""
    table = Table(moving(places, mover="saracen", turn=turn), {"attrition": [6, 6, 6]})
    return table.do("saracen", "done").sit_out_battles()


def test_all_seven_cities_win_at_the_end_of_a_turn() -> None:
    """T12 (1.2): the Saracens occupy Tripoli alone."""
    table = end_turn(SIX_SARACEN + "tripoli: kurds-1")
    assert table.position.result == {"winner": "saracen", "how": "sudden-death"}
    assert table.awaited == set()
    assert table.happened("game-won")[0]["score"] == {"frank": 0, "saracen": 7}


def test_a_besieged_city_is_its_garrisons() -> None:
    """T12 (1.2): the same with Raymond in the castle of Tripoli."""
    table = end_turn(SIX_SARACEN + "tripoli: [raymond-tripoli] kurds-1")
    assert table.position.result is None
    assert table.position.score() == (1, 6)


def test_besieging_the_seventh_city_does_not_win() -> None:
    """T13 (1.2): Franks before Aleppo with Zangi inside."""
    table = end_turn(SIX_FRANK + "aleppo: [zangi] balian")
    assert table.position.result is None
    assert table.position.score() == (6, 1)


def test_the_majority_after_1192_wins() -> None:
    """T14 (1.2): the Franks hold Antioch, Tripoli, Acre and Egypt."""
    table = end_turn("egypt: king-guy\njerusalem: saladin\nacre: walter", turn="1192.6")
    assert table.position.result == {"winner": "frank", "how": "victory-cities"}
    assert table.position.score() == (4, 3)
    assert not table.actions("frank")


def test_three_cities_after_1192_are_not_enough() -> None:
    """T14 (1.2): the Saracens have taken Jerusalem and lead four to three."""
    table = end_turn("acre: king-guy\njerusalem: saladin", turn="1192.6")
    assert table.position.result == {"winner": "saracen", "how": "victory-cities"}
    assert table.position.score() == (3, 4)


def test_the_year_before_is_not_the_last() -> None:
    """1.2: in 1191 the war goes on."""
    table = end_turn("acre: king-guy\njerusalem: saladin", turn="1191.6")
    assert table.position.result is None
    assert table.position.year == 1192


def test_a_city_that_falls_in_the_last_winter_counts() -> None:
    """R96 (1.2, 8.2): the winter campaign of 1192 is fought before the cities are counted."""
    table = Table(
        moving("acre: [king-guy@1] saladin", first="saracen", saracen="winter-campaign", turn="1192.6"),
        {"attrition": [1]},
    )
    table.do("saracen", "winter-campaign acre", "done").do("frank", "done").do("saracen", "done")
    assert table.position.result == {"winner": "saracen", "how": "victory-cities"}


def test_supply_and_replacements_are_skipped_when_the_war_is_over() -> None:
    """R96 (1.2, 8.0): they could change nothing."""
    table = end_turn("legio: king-guy walter@1 conrad", turn="1192.6")
    assert table.position.result == {"winner": "frank", "how": "victory-cities"}
    assert table.where("conrad") == "legio"


def test_the_game_begins_four_to_three() -> None:
    """T15 (1.2): vacant cities belong to their kingdoms."""
    table = Table(moving("legio: king-guy"))
    assert table.position.score() == (4, 3)
    assert game.observe(table.position, None)["cities"] == {
        "aleppo": "saracen",
        "damascus": "saracen",
        "egypt": "saracen",
        "antioch": "frank",
        "tripoli": "frank",
        "acre": "frank",
        "jerusalem": "frank",
    }


@pytest.mark.parametrize("seed", range(3))
def test_the_cities_add_up_to_seven_whatever_happens(seed: int) -> None:
    """T15 (1.2), R97: in every position of a game."""
    assert all(sum(position.score()) == 7 for position in positions(f"seven {seed}", STYLES[seed], OPTIONS[seed]))


def test_besiegers_starve_before_sudden_death_is_looked_for() -> None:
    """R95 (1.2, 8.3): Saracens hold six cities and besiege the seventh in winter; the siege starves and nobody wins."""
    table = end_turn(SIX_SARACEN + "tripoli: [raymond-tripoli] kurds-1", turn="1188.6")
    assert table.position.result is None
    assert table.where("kurds-1") == "pool"


def test_a_seventh_city_that_falls_when_its_besiegers_starve_wins_at_once() -> None:
    """R95 (1.2): the Franks hold six cities and the castle of Aleppo; its Saracen besieger starves.

    Nobody is asked for supply.
    """
    table = end_turn(SIX_FRANK + "aleppo: [balian] zangi\nlegio: gaza-templars krak-hospitallers", turn="1188.6")
    assert table.position.result == {"winner": "frank", "how": "sudden-death"}
    assert table.where("gaza-templars") == "legio"


def test_sudden_death_is_looked_for_after_a_cancelled_turn() -> None:
    """R03 (4.2, 1.2): a turn that two events cancel ends like any other."""
    from tests.rules.scene import choosing

    hands = ("guide move-1 move-1 move-1", "jihad move-2 move-2 move-2")
    table = Table(choosing(SIX_SARACEN + "tripoli: kurds-1", frank=hands[0], saracen=hands[1], turn="1188.3"))
    table.do("frank", "play-card guide").do("saracen", "play-card jihad")
    assert table.position.result == {"winner": "saracen", "how": "sudden-death"}


def test_a_finished_game_waits_for_nobody_and_refuses_everything() -> None:
    """1.2: the refusal says that the game is over."""
    table = end_turn(SIX_SARACEN + "tripoli: kurds-1")
    assert table.refused("frank", "done") == game.Refusal("The game is over.", "1.2")
    assert game.problems(table.position) == []
