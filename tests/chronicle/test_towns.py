"""What became of a town, as a chronicle tells it: won in the field, held until reserves came, left without a fight."""

import pytest
from django.utils import translation

from games.chronicle import battles, words
from games.chronicle.making import Board
from games.chronicle.years import YearsBuilder
from games.models import Game
from tests.chronicle.telling import CITIES, LOST, Fact, battle_of, moved, shown, turn, year_of

BEGUN: Fact = {"type": "battle-begun", "town": "acre", "attacker": "saracen", "defender": "frank", "siege": False}
ENDED: Fact = {"type": "battle-ended", "town": "acre"}


def round_of(number: int) -> Fact:
    return {"type": "round-begun", "town": "acre", "round": number}


def field_won(side: str) -> Fact:
    return {"type": "field-won", "town": "acre", "side": side}


def test_a_city_won_from_who_retreated_is_told_though_nobody_lost_a_step() -> None:
    came = [turn(2), moved("saracen", "damascus", "acre"), BEGUN, round_of(1), field_won("saracen"), ENDED]
    reader = YearsBuilder(1187)
    (year,) = reader.read([(1, came)])
    reader.note_cities([(year, 2, {"acre": "saracen"})], CITIES)
    assert words.year_in_words(year, Board({}, {}, CITIES))[-1] != "There were only skirmishes."
    (battle,) = year.of_note()
    assert battles.battle_in_words(battle, year)[-1] == "The Saracens won the field, and with it the town."


RESERVES: list[Fact] = [
    turn(2),
    moved("saracen", "tyre", "acre"),
    BEGUN,
    round_of(1),
    shown("acre", "frank", "balian"),
    shown("acre", "saracen", "saladin"),
    *[LOST] * 4,
    {"type": "control-switched", "town": "acre", "defender": "saracen"},
    round_of(2),
    {"type": "reserves-arrived", "town": "acre", "side": "frank", "count": 2},
]


@pytest.mark.parametrize(
    ("language", "winner", "said"),
    [
        (
            "en",
            "frank",
            "After 1 round the Saracens had won the town, but then reserves of the Franks came. After 2 rounds the"
            " Franks won the town back.",
        ),
        (
            "en",
            "saracen",
            "After 1 round the Saracens had won the town, but then reserves of the Franks came. After 2 rounds the"
            " Saracens held the town.",
        ),
        (
            "fr",
            "frank",
            "Après 1 round, les Sarrasins tenaient la ville, mais des réserves des Francs arrivèrent alors. Après 2"
            " rounds, les Francs reprirent la ville.",
        ),
        (
            "pl",
            "frank",
            "Po 1 rundzie Saraceni mieli już miasto, lecz wtedy nadeszły odwody Franków. Po 2 rundach Frankowie"
            " odzyskali miasto.",
        ),
    ],
)
def test_who_had_a_town_until_reserves_came_is_told(language: str, winner: str, said: str) -> None:
    with translation.override(language):
        assert battle_of(*RESERVES, field_won(winner), ENDED).endswith(said)


def test_relief_that_had_the_field_until_reserves_came_is_not_said_to_have_won_the_town() -> None:
    relief = {**BEGUN, "siege": True, "attacker": "frank", "defender": "saracen"}
    switched: Fact = {"type": "control-switched", "town": "acre", "defender": "frank"}
    besieged = [turn(1), {"type": "siege-begun", "town": "acre", "besieged": "frank", "besieger": "saracen"}, turn(2)]
    fought = [round_of(1), shown("acre", "frank", "walter"), *[LOST] * 4, switched, round_of(2), field_won("frank")]
    assert battle_of(*besieged, moved("frank", "tyre", "acre"), relief, *fought, ENDED).endswith(
        "After 1 round the Franks had won the field, but then reserves of the Saracens came. After 2 rounds the Franks"
        " won the field, and the siege was broken."
    )


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Egypt came to the Franks in turn 3 without a fight."),
        ("fr", "Le pouvoir en Égypte passa aux Francs au tour 3, sans combat."),
        ("pl", "Władza w Egipcie przeszła w turze 3 bez walki w ręce Franków."),
    ],
)
def test_nobody_is_said_to_have_entered_a_city_that_the_enemy_left(language: str, said: str) -> None:
    reader = YearsBuilder(1187)
    (year,) = reader.read([(1, [turn(3)])])
    reader.note_cities([(year, 3, {"egypt": "frank"})], CITIES)
    with translation.override(language):
        assert words.year_in_words(year, Board({}, {}, CITIES))[0] == said


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "Gone for good: Templars J.", "Gone for good: Templars J, Hugh."),
        ("pl", "Bezpowrotna strata: Templariusze J.", "Bezpowrotne straty: Templariusze J, Hugo."),
    ],
)
def test_blocks_gone_for_good_are_told_in_their_number(language: str, one: str, two: str) -> None:
    winter: Fact = {"type": "winter-begun", "year": 1187}
    gone = [{**LOST, "block": block, "permanent": True} for block in ("jerusalem-templars", "hugh")]
    with translation.override(language):
        assert words.winter_in_words(year_of(turn(6), winter, gone[0]))[-1] == one
        assert words.winter_in_words(year_of(turn(6), winter, *gone))[-1] == two


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "In turn 2 of 1187 the game ended: a reviewer decided that the Franks had won."),
        ("fr", "Au tour 2 de 1187, la partie prit fin\u00a0: un arbitre donna la victoire aux Francs."),
        ("pl", "W turze 2 roku 1187 gra się skończyła: sędzia przyznał zwycięstwo Frankom."),
    ],
)
def test_the_last_sentence_of_a_game_that_a_reviewer_decided_names_the_winner(language: str, said: str) -> None:
    with translation.override(language):
        assert words.end_in_words(year_of(turn(2)), Game.Ending.RULING, "frank") == said
