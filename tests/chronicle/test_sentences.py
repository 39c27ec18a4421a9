"""Sentences of a chronicle: nothing is told twice, and they are right in three languages."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.template import Context, Template
from django.utils import timezone, translation

from games.chronicle import words
from games.chronicle.making import Board
from games.chronicle.years import Year, YearsBuilder
from games.words_analysis import actions_in_words, reason_in_words
from games.words_time import date_and_time, day_in_words

Fact = dict[str, Any]
CITIES = {"acre": "frank", "jerusalem": "frank", "egypt": "saracen"}


def moved(side: str, *path: str) -> Fact:
    return {"type": "group-moved", "side": side, "path": list(path)}


def turn(number: int) -> Fact:
    return {"type": "turn-begun", "year": 1187, "turn": number}


def fought(town: str, attacker: str, fallen: str) -> list[Fact]:
    """A battle of one round in which a block of the defender falls, and its town with it."""
    defender = {"frank": "saracen", "saracen": "frank"}[attacker]
    return [
        {"type": "battle-begun", "town": town, "attacker": attacker, "defender": defender, "siege": False},
        {"type": "round-begun", "town": town, "round": 1},
        {"type": "field-revealed", "town": town, "side": defender, "blocks": [{"id": fallen, "strength": 3}]},
        *[{"type": "block-reduced", "town": town, "side": defender, "block": fallen}] * 2,
        {"type": "block-eliminated", "town": town, "side": defender, "block": fallen, "permanent": False},
        {"type": "town-taken", "town": town, "side": attacker},
        {"type": "battle-ended", "town": town},
    ]


def year_of(*facts: Fact) -> Year:
    (year,) = YearsBuilder(1187).read([(1, facts)])
    return year


def battle_of(*facts: Fact) -> str:
    year = year_of(*facts)
    (battle,) = year.of_note()
    return " ".join(words.battle_in_words(battle, year))


GATHERED = [turn(1), *[moved("saracen", "egypt", "damascus")] * 3, turn(2), moved("saracen", "damascus", "tiberias")]


def test_a_battle_tells_who_had_come_before_it_and_from_where_once() -> None:
    facts = [turn(1), moved("frank", "acre", "tiberias"), *GATHERED[1:], *fought("tiberias", "saracen", "balian")]
    assert battle_of(*facts) == (
        "In turn 1 the Franks had sent 1 block to Tiberias. From turn 1 on the Saracens had gathered at Damascus. They"
        " came with 1 block. After 1 round the Saracens took the town."
    )
    more = [*facts[:6], moved("saracen", "banyas", "tiberias"), *facts[6:]]
    assert "They came with 2 blocks from Banyas and Damascus." in battle_of(*more)


def test_marches_of_several_turns_before_a_battle_are_told_in_one_sentence_for_each_side() -> None:
    gathering = [*[moved("saracen", "egypt", "damascus")] * 3, *[moved("saracen", "egypt", "banyas")] * 3]
    came = [moved("saracen", town, "tiberias") for town in ("banyas", "damascus")]
    sent = [moved("frank", "acre", "tiberias")]
    facts = [turn(1), *sent, *gathering, turn(2), *sent, turn(3), *came, *fought("tiberias", "saracen", "balian")]
    assert battle_of(*facts) == (
        "In turns 1 and 2 the Franks had sent 2 blocks to Tiberias. From turn 1 on the Saracens had gathered at"
        " Damascus and Banyas. They came with 2 blocks. After 1 round the Saracens took the town."
    )


def test_who_entered_a_city_without_a_fight_is_not_told_again_by_the_battle_that_followed() -> None:
    reader = YearsBuilder(1187)
    facts = [turn(1), moved("saracen", "egypt", "jerusalem"), turn(2), *fought("jerusalem", "frank", "saladin")]
    (year,) = reader.read([(1, facts)])
    reader.note_cities([(year, 1, {"jerusalem": "saracen"})], {"jerusalem": "frank"})
    (battle,) = year.of_note()
    assert "had sent" not in " ".join(words.battle_in_words(battle, year))
    assert "without a fight: 1 block came from Egypt." in words.year_in_words(year, Board({}, {}, {}))[0]


def test_reinforcements_are_told_but_for_those_who_sailed_into_a_battle_that_is_told() -> None:
    landed = {"type": "sea-moved", "side": "frank", "from": "england", "to": "acre", "block": "richard"}
    assert words.landings_in_words(year_of(turn(2), landed)) == [
        "In turn 2 reinforcements from England reached Acre: Richard."
    ]
    unknown = {name: value for name, value in landed.items() if name != "block"}
    assert words.landings_in_words(year_of(turn(2), unknown)) == [
        "In turn 2 reinforcements from England reached Acre: 1 block."
    ]
    later = [turn(3), {**landed, "block": "robert"}, {**landed, "block": "crossbows"}]
    assert words.landings_in_words(year_of(turn(2), landed, *later)) == [
        "Reinforcements from England reached Acre: turn 2, Richard; turn 3, Robert, Crossbows."
    ]
    into = year_of(turn(2), landed, *fought("acre", "frank", "saladin"))
    assert words.landings_in_words(into) == []
    (battle,) = into.of_note()
    assert words.battle_in_words(battle, into)[0] == "The Franks came with 1 block from England."


def test_the_fallen_are_named_in_the_list_of_those_who_fought_or_else_with_the_losses() -> None:
    year = year_of(turn(1), *fought("acre", "saracen", "balian"))
    (battle,) = year.of_note()
    assert words.losses(battle, "frank") == "3 steps lost"
    battle.faces["frank"].clear()
    assert words.losses(battle, "frank") == "3 steps lost; fallen: Balian"


def test_one_who_fell_again_is_not_taken_for_two() -> None:
    assert words.names(["balian", "acre-hospitallers", "krak-hospitallers", "balian"]) == (
        "Balian (2 times), Hospitallers (2)"
    )


def test_blocks_that_starved_before_a_castle_are_counted_once() -> None:
    year = year_of(
        {"type": "siege-starved", "town": "acre", "side": "saracen", "count": 2, "blocks": []},
        {"type": "blocks-disbanded", "town": "acre", "side": "saracen", "count": 2, "blocks": []},
        {"type": "block-replaced", "town": "tyre", "side": "saracen", "block": "saladin"},
    )
    assert words.winter_in_words(year) == ["Hunger cost the Saracens 2 blocks; they replaced 1 step."]


@pytest.mark.parametrize(
    ("last", "said"),
    [(True, "When the game ended the Franks held 2 of"), (False, "At the end of the year the Franks held 2 of")],
)
def test_the_year_in_which_the_game_ended_says_so(last: bool, said: str) -> None:
    reader = YearsBuilder(1187)
    (year,) = reader.read([(1, [turn(1), moved("frank", "acre", "egypt")])])
    reader.note_cities([(year, 1, {"egypt": "frank"})], CITIES)
    assert words.year_in_words(year, Board({}, {}, CITIES), last=last)[1].startswith(said)


def test_of_two_quiet_years_in_a_row_the_second_says_so() -> None:
    (year,) = YearsBuilder(1188).read([(1, [turn(1)])])
    quiet = [words.year_in_words(year, Board({}, {}, CITIES), again=again)[0] for again in (False, True)]
    assert quiet == [
        "None of the seven cities changed hands: the Franks held 2, the Saracens 1.",
        "Again no city changed hands: the Franks still held 2, the Saracens 1.",
    ]


def test_many_cities_that_were_fought_for_in_a_year_are_told_in_one_sentence() -> None:
    reader = YearsBuilder(1187)
    taken = [("acre", "saracen"), ("egypt", "frank"), ("jerusalem", "saracen")]
    facts = [fact for town, side in taken for fact in fought(town, side, "balian")]
    (year,) = reader.read([(1, [turn(1), *facts])])
    reader.note_cities([(year, 1, dict(taken))], CITIES)
    assert words.year_in_words(year, Board({}, {}, CITIES))[0] == (
        "Taken after a battle: Acre (the Saracens, turn 1), Egypt (the Franks, turn 1) and Jerusalem (the Saracens,"
        " turn 1)."
    )


def test_polish_says_from_each_town_with_the_preposition_that_its_name_takes() -> None:
    facts = [turn(1), moved("saracen", "st-simeon", "acre"), moved("saracen", "krak", "acre")]
    with translation.override("pl"):
        said = battle_of(*facts, *fought("acre", "saracen", "balian"))
    assert said.startswith("Saraceni przyszli ze Świętego Symeona i z Kraku, prowadząc 2 bloczki.")


@pytest.mark.parametrize(
    ("language", "city", "battle", "reason"),
    [
        (
            "fr",
            "Les Francs entrèrent en Égypte au tour 1, après un combat.",
            "Dès le tour 1, les Sarrasins s’étaient rassemblés à Damas. Ils vinrent avec 1 bloc. Après 1 round,"
            " les Sarrasins prirent la ville.",
            "Prise d’Égypte\u202f: chances de gagner +9\u202f%.",
        ),
        (
            "pl",
            "Frankowie weszli do Egiptu w turze 1, po bitwie.",
            "Od tury 1 Saraceni gromadzili się w Damaszku. Przyszli z 1 bloczkiem. Po 1 rundzie Saraceni zdobyli"
            " miasto.",
            "Egipt: miejsce zostaje zajęte, szansa na wygraną +9 %.",
        ),
    ],
)
def test_sentences_are_right_in_french_and_polish(language: str, city: str, battle: str, reason: str) -> None:
    reader = YearsBuilder(1187)
    (year,) = reader.read([(1, [turn(1), moved("frank", "acre", "egypt"), *fought("egypt", "frank", "saladin")])])
    reader.note_cities([(year, 1, {"egypt": "frank"})], CITIES)
    with translation.override(language):
        assert words.year_in_words(year, Board({}, {}, CITIES))[0] == city
        assert battle_of(*GATHERED, *fought("tiberias", "saracen", "balian")) == battle
        assert reason_in_words({"key": "take", "params": {"town": "egypt", "points": 9}}) == reason


def test_what_a_decision_did_is_listed_with_the_spaces_of_each_language() -> None:
    played: Any = [
        {"type": "move", "block": "balian", "path": ["acre", "tyre"]},
        {"type": "move", "block": "king-guy", "path": ["acre", "jaffa"]},
    ]
    assert actions_in_words(played) == "Balian → Tyre; King Guy → Jaffa"
    with translation.override("fr"):
        assert actions_in_words(played) == "Balian → Tyr\u202f; Roi Guy → Jaffa"


@pytest.mark.parametrize(
    ("language", "first"), [("en", "Jan. 1, 2026"), ("fr", "1er janvier 2026"), ("pl", "1 stycznia 2026")]
)
def test_french_writes_the_first_day_of_a_month_as_an_ordinal(language: str, first: str) -> None:
    with translation.override(language), timezone.override("UTC"):
        assert day_in_words(date(2026, 1, 1)) == first
        assert "1er" not in day_in_words(date(2026, 1, 11))
        assert date_and_time(datetime(2026, 1, 1, 9, tzinfo=UTC)).startswith(first)
        page = Template("{% load game_words %}{{ day|day_in_words }}")
        late = datetime(2025, 12, 31, 23, 30, tzinfo=UTC)
        with timezone.override("Europe/Paris"):
            assert page.render(Context({"day": late})) == first, "by the reader's clock"
