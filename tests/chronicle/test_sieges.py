"""Sentences of sieges: how they went and ended, what hunger and sallies did."""

import pytest
from django.utils import translation

from games.chronicle import battles, words
from games.chronicle.making import Board
from games.chronicle.years import YearsBuilder
from tests.chronicle.telling import (
    CITIES,
    LOST,
    STORMED,
    Fact,
    a_siege,
    battle_of,
    fought,
    shown,
    starved,
    turn,
    year_of,
)

SALLY: Fact = {"type": "sally-declared", "town": "acre", "side": "frank", "blocks": [{"id": "balian", "strength": 3}]}
LIFTED: Fact = {"type": "siege-lifted", "town": "acre"}
WITHDREW: Fact = {"type": "siege-begun", "town": "acre", "besieged": "frank", "besieger": "saracen"}
COST = [{"type": "block-reduced", "town": "acre", "side": "frank", "block": "balian"}] * 4


def field_won(side: str) -> Fact:
    return {"type": "field-won", "town": "acre", "side": side}


def hunger(losses: int) -> Fact:
    return {"type": "attrition-rolled", "town": "acre", "side": "frank", "losses": losses, "winter": False}


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (starved(1, blocks=["balian"]), "The garrison starved, and the Saracens took the town."),
        (
            [
                shown("acre", "saracen", "saladin"),
                STORMED,
                LOST,
                {"type": "town-taken", "town": "acre", "side": "saracen"},
            ],
            "After 1 round the Saracens took the castle by storm.",
        ),
        (
            [
                shown("acre", "saracen", "saladin"),
                LOST,
                {"type": "town-taken", "town": "acre", "side": "saracen", "sallied": True},
            ],
            "After 1 round the garrison was beaten in its own sally, and the Saracens took the town.",
        ),
    ],
)
def test_the_end_of_a_siege_says_how_the_castle_was_taken(facts: list[Fact], said: str) -> None:
    year = year_of(*a_siege(*facts))
    (battle,) = year.of_note()
    assert battles.battle_in_words(battle, year) == ["The Saracens brought 2 blocks from Tyre.", said]
    reader = YearsBuilder(1187)
    reader.note_cities([(year, 2, {"acre": "saracen"})], CITIES)
    assert words.year_in_words(year, Board({}, {}, CITIES))[0] == (
        "Acre fell to the Saracens in turn 2, after a siege."
    )


def test_a_castle_that_starved_after_a_battle_outside_tells_of_both() -> None:
    won = {"type": "field-won", "town": "acre", "side": "saracen"}
    facts = a_siege(shown("acre", "frank", "walter"), won, *starved(1), attacker="frank")
    assert battle_of(*facts).endswith(
        "After 1 round the Saracens held the field. Then the garrison starved, and the Saracens took the town."
    )


def test_what_hunger_took_from_a_garrison_is_counted_once() -> None:
    (battle,) = year_of(*a_siege(*starved(1, blocks=["balian"]))).battles
    assert battles.losses(battle, "frank") == "1 step lost; fallen: Balian"
    (battle,) = year_of(*a_siege(*starved(1))).battles
    assert battle.lost == {"frank": 1, "saracen": 0}


@pytest.mark.parametrize(
    ("winner", "outcome"),
    [("frank", "won the field, and the siege was broken."), ("saracen", "held the field, and the siege went on.")],
)
def test_who_came_to_free_a_castle_is_not_taken_for_its_besieger(winner: str, outcome: str) -> None:
    won = {"type": "field-won", "town": "acre", "side": winner}
    later = {"type": "round-begun", "town": "acre", "round": 2}
    relieved = [shown("acre", "frank", "walter"), *[LOST] * 4, won, later]
    side = {"frank": "the Franks", "saracen": "the Saracens"}[winner]
    assert battle_of(*a_siege(*relieved, attacker="frank")) == (
        f"The Franks came to relieve the castle with 2 blocks from Tyre. After 1 round {side} {outcome}"
    )


def test_a_garrison_that_lost_nothing_but_hunger_s_share_held_out_against_a_storm() -> None:
    began, *_rest = fought("acre", "saracen", "balian")
    first = {"type": "round-begun", "town": "acre", "round": 1}
    faces = shown("acre", "saracen", "saladin")
    assert battle_of(turn(1), began, WITHDREW, first, faces, STORMED, *[LOST] * 4) == (
        "The Franks withdrew into the castle and held out against a storm."
    )


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (
            [*COST, SALLY, field_won("saracen")],
            "After 1 round the castle still held out. A sally failed to break the siege.",
        ),
        ([*COST, field_won("saracen")], "The castle still held out."),
        ([*COST, SALLY, field_won("frank"), LIFTED], "After 1 round a sally broke the siege."),
        (
            [*COST, shown("acre", "frank", "walter"), field_won("frank"), LIFTED],
            "After 1 round the Franks won the field, and the siege was broken.",
        ),
        ([hunger(4)], "The castle still held out. Hunger cost the garrison 4 steps."),
        (
            [*COST, SALLY, field_won("saracen"), STORMED, *starved(1)],
            "A sally failed to break the siege. After 1 round the castle still held out. Then the garrison starved, and"
            " the Saracens took the town.",
        ),
    ],
)
def test_a_siege_tells_of_sallies_and_hunger(facts: list[Fact], said: str) -> None:
    (battle,) = year_of(*a_siege(*facts)).of_note()
    assert " ".join(battles.battle_in_words(battle, year_of())[1:]) == said


@pytest.mark.parametrize(
    ("language", "facts", "said"),
    [
        ("en", [SALLY], "The Franks withdrew into the castle and were besieged. A sally failed to break the siege."),
        ("en", [hunger(1)], "The Franks withdrew into the castle and were besieged. Hunger cost the garrison 1 step."),
        (
            "en",
            [SALLY, field_won("frank"), LIFTED],
            "The Franks withdrew into the castle, then broke the siege by a sally.",
        ),
        ("en", [LIFTED], "The Franks withdrew into the castle, and the siege was soon over."),
        (
            "fr",
            [SALLY, field_won("frank"), LIFTED],
            "Les Francs se retirèrent dans le château, puis rompirent le siège par une sortie.",
        ),
        (
            "fr",
            [SALLY, hunger(2)],
            "Les Francs se retirèrent dans le château et y furent assiégés. Une sortie ne put rompre le siège. La faim"
            " coûta 2 pas à la garnison.",
        ),
        (
            "pl",
            [SALLY, field_won("frank"), LIFTED],
            "Frankowie wycofali się do zamku, a potem wypadem przerwali oblężenie.",
        ),
        (
            "pl",
            [SALLY, hunger(2)],
            "Frankowie wycofali się do zamku i zostali oblężeni. Wypad nie przerwał oblężenia. Załoga straciła z głodu"
            " 2 poziomy siły.",
        ),
    ],
)
def test_who_withdrew_into_a_castle_is_told_with_what_came_of_it(language: str, facts: list[Fact], said: str) -> None:
    began, *_rest = fought("acre", "saracen", "balian")
    with translation.override(language):
        assert battle_of(turn(1), began, WITHDREW, *COST, *facts) == said
