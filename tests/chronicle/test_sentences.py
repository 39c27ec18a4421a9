"""Sentences of a chronicle: nothing is told twice, and they are right in three languages."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.template import Context, Template
from django.utils import timezone, translation

from games.chronicle import battles, phrases, words
from games.chronicle.making import Board
from games.chronicle.years import Change, Year, YearsBuilder
from games.models import Game
from games.words_analysis import actions_in_words, reason_in_words
from games.words_time import date_and_time, day_in_words
from tests.chronicle.telling import CITIES, LOST, Fact, battle_of, fought, moved, shown, turn, year_of

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
    began, *rest = fought("tiberias", "saracen", "balian")
    facts = [turn(1), *sent, *gathering, turn(2), *sent, turn(3), *came, began]
    sentence = "In turns 1 and 2 the Franks had sent 2 blocks to Tiberias. "
    told = (
        "From turn 1 on the Saracens had gathered at Damascus and Banyas. They came with 2 blocks."
        " After 1 round the Saracens took the town."
    )
    assert battle_of(*facts, shown("tiberias", "frank", "walter"), *rest) == sentence + told
    assert battle_of(*facts, *rest) == told, "one of the two was not seen there: it may have gone on"


def test_who_entered_a_city_without_a_fight_is_not_told_again_by_the_battle_that_followed() -> None:
    reader = YearsBuilder(1187)
    facts = [turn(1), moved("saracen", "egypt", "jerusalem"), turn(2), *fought("jerusalem", "frank", "saladin")]
    (year,) = reader.read([(1, facts)])
    reader.note_cities([(year, 1, {"jerusalem": "saracen"})], {"jerusalem": "frank"})
    (battle,) = year.of_note()
    assert "had sent" not in " ".join(battles.battle_in_words(battle, year))
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
    assert battles.battle_in_words(battle, into)[0] == "The Franks came with 1 block from England."


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "In turn 2 reinforcements from France reached Acre (Philip), Tyre (Hugh) and Antioch (James)."),
        (
            "fr",
            "Au tour 2, des renforts de France arrivèrent à Acre (Philippe), à Tyr (Hugues) et à Antioche (Jacques).",
        ),
        ("pl", "W turze 2 posiłki z Francji dotarły do Akki (Filip), do Tyru (Hugo) i do Antiochii (Jakub)."),
    ],
)
def test_those_who_landed_in_several_towns_in_one_turn_are_told_in_one_sentence(language: str, said: str) -> None:
    landed = [("acre", "philip"), ("tyre", "hugh"), ("antioch", "james")]
    facts = [{"type": "sea-moved", "side": "frank", "from": "france", "to": to, "block": one} for to, one in landed]
    with translation.override(language):
        assert words.landings_in_words(year_of(turn(2), *facts)) == [said]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            [
                "Reinforcements from Germania reached Antioch (turn 3, Barbarossa; turn 4, Leopold) and St. Simeon"
                " (turn 3, Frederick).",
                "In turn 4 other reinforcements from England reached Acre: Richard.",
            ],
        ),
        (
            "fr",
            [
                "Des renforts de Germanie arrivèrent à Antioche (tour 3, Barberousse\u202f; tour 4, Léopold) et à"
                " Saint-Siméon (tour 3, Frédéric).",
                "Au tour 4, d’autres renforts d’Angleterre arrivèrent à Acre\u00a0: Richard.",
            ],
        ),
        (
            "pl",
            [
                "Posiłki z Germanii dotarły do Antiochii (w turze 3 – Barbarossa; w turze 4 – Leopold) i do Świętego"
                " Symeona (w turze 3 – Fryderyk).",
                "W turze 4 także posiłki z Anglii dotarły do Akki: Ryszard.",
            ],
        ),
    ],
)
def test_those_who_landed_from_one_land_are_told_in_one_sentence_and_from_another_as_others(
    language: str, said: list[str]
) -> None:
    def landed(to: str, block: str, land: str = "germania") -> Fact:
        return {"type": "sea-moved", "side": "frank", "from": land, "to": to, "block": block}

    third = [turn(3), landed("antioch", "barbarossa"), landed("st-simeon", "frederick")]
    fourth = [turn(4), landed("antioch", "leopold"), landed("acre", "richard", "england")]
    with translation.override(language):
        assert words.landings_in_words(year_of(*third, *fourth)) == said


@pytest.mark.parametrize(
    ("chance", "won", "said"),
    [
        (35, True, "Against the odds: the attackers’ chance to win was 35 %, and still they prevailed."),
        (65, False, "Against the odds: the attackers’ chance to win was 65 %, and still they failed."),
        (36, True, "Beforehand the attackers’ chance to win was 36 %."),
    ],
)
def test_a_battle_tells_the_attackers_chance_beforehand(chance: int, won: bool, said: str) -> None:
    year = year_of(turn(1), *fought("acre", "saracen", "balian"))
    (battle,) = year.of_note()
    battle.chance, battle.winner = chance, "saracen" if won else "frank"
    assert battles.battle_in_words(battle, year)[0] == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Blocks that fell: 1 of the Franks, none of the Saracens."),
        ("fr", "Blocs tombés\u00a0: 1 chez les Francs, aucun chez les Sarrasins."),
        ("pl", "Poległe bloczki: 1 u Franków, żaden u Saracenów."),
    ],
)
def test_a_game_of_one_year_names_no_costliest_battle_and_says_of_which_side_nobody_fell(
    language: str, said: str
) -> None:
    year = year_of(turn(1), *fought("acre", "saracen", "balian"))
    with translation.override(language):
        assert words.game_in_words([year])[1:] == [said]
    assert words.game_in_words([year, year])[1] == "The costliest battle: Acre, 1187, 3 steps lost."


def test_the_fallen_are_named_in_the_list_of_those_who_fought_or_else_with_the_losses() -> None:
    year = year_of(turn(1), *fought("acre", "saracen", "balian"))
    (battle,) = year.of_note()
    assert battles.losses(battle, "frank") == "3 steps lost"
    battle.faces["frank"].clear()
    assert battles.losses(battle, "frank") == "3 steps lost; fallen: Balian"


def test_one_who_fell_again_is_not_taken_for_two() -> None:
    assert phrases.names(["balian", "acre-hospitallers", "krak-hospitallers", "balian"]) == (
        "Balian (2 times), Hospitallers A, Hospitallers K"
    )


def test_blocks_that_starved_before_a_castle_are_counted_once() -> None:
    year = year_of(
        {"type": "siege-starved", "town": "acre", "side": "saracen", "count": 2, "blocks": []},
        {"type": "blocks-disbanded", "town": "acre", "side": "saracen", "count": 2, "blocks": []},
        {"type": "block-replaced", "town": "tyre", "side": "saracen", "block": "saladin"},
    )
    assert words.winter_in_words(year) == ["Hunger cost the Saracens 2 blocks; they regained 1 step."]


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        (Game.Ending.VICTORY_CITIES, "When the game ended the Franks held 2 of"),
        ("", "At the end of the year the Franks held 2 of"),
    ],
)
def test_the_year_in_which_the_game_ended_says_so(ending: str, said: str) -> None:
    reader = YearsBuilder(1187)
    (year,) = reader.read([(1, [turn(1), moved("frank", "acre", "egypt")])])
    reader.note_cities([(year, 1, {"egypt": "frank"})], CITIES)
    assert words.year_in_words(year, Board({}, {}, CITIES), ending=ending)[1].startswith(said)


@pytest.mark.parametrize(("ending", "told"), [(Game.Ending.RESIGNATION, 1), (Game.Ending.SUDDEN_DEATH, 0)])
def test_who_holds_all_seven_cities_is_told_once(ending: str, told: int) -> None:
    """The sentence of a sudden death says it; that of a resignation does not."""
    reader = YearsBuilder(1187)
    (year,) = reader.read([(1, [turn(1), moved("frank", "acre", "egypt")])])
    reader.note_cities([(year, 1, {"egypt": "frank"})], CITIES)
    board = Board({}, {}, dict.fromkeys(CITIES, "frank"))
    said = [*words.year_in_words(year, board, ending=ending), words.end_in_words(year, ending, "frank")]
    assert sum("of the seven cities" in sentence for sentence in said) == told
    assert sum("all seven cities" in sentence for sentence in said) == 1 - told


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
        "Taken by force: Acre (by the Saracens, turn 1), Egypt (by the Franks, turn 1) and Jerusalem (by the Saracens,"
        " turn 1)."
    )


def changes_of(*changes: Change) -> str:
    """What the chronicle tells of cities that changed hands in a year with no battle worth telling."""
    year = Year(1187, changes=list(changes))
    return " ".join(words.year_in_words(year, Board({}, {}, CITIES))[:-2])


@pytest.mark.parametrize(
    ("language", "changes", "said"),
    [
        (
            "en",
            [Change("acre", "saracen", 2, "battle"), Change("tripoli", "saracen", 2, "siege")],
            "The Saracens took Acre and Tripoli in turn 2, both by force.",
        ),
        (
            "en",
            [Change("acre", "saracen", 2, "battle"), Change("tripoli", "saracen", 3, "siege")],
            "The Saracens took Acre in turn 2 and Tripoli in turn 3, both by force.",
        ),
        (
            "fr",
            [Change("acre", "saracen", 2, "battle"), Change("egypt", "saracen", 2, "siege")],
            "Au tour 2, les Sarrasins s’emparèrent de vive force d’Acre et d’Égypte.",
        ),
        (
            "fr",
            [Change("acre", "saracen", 2, "battle"), Change("tripoli", "saracen", 3, "siege")],
            "Les Sarrasins s’emparèrent de vive force d’Acre au tour 2 et de Tripoli au tour 3.",
        ),
        (
            "pl",
            [Change("acre", "saracen", 2, "battle"), Change("egypt", "saracen", 2, "siege")],
            "Saraceni wdarli się w turze 2 do Akki i do Egiptu.",
        ),
        (
            "en",
            [Change("acre", "saracen", 2, "battle"), Change("acre", "frank", 4, "siege")],
            "Acre fell to the Saracens in turn 2, after a battle. In turn 4 the Franks took it back, after a siege.",
        ),
        (
            "fr",
            [Change("acre", "saracen", 2, "battle"), Change("acre", "frank", 4)],
            "Les Sarrasins s’emparèrent d’Acre au tour 2, après un combat. Au tour 4, les Francs reprirent la ville,"
            " sans combat.",
        ),
        (
            "pl",
            [Change("acre", "saracen", 2, "battle"), Change("acre", "frank", 4)],
            "Saraceni weszli do Akki w turze 2, po bitwie. W turze 4 Frankowie odzyskali miasto bez walki.",
        ),
        (
            "en",
            [Change("acre", "saracen", 2, "battle"), Change("egypt", "frank", 4, "siege")],
            "Acre fell to the Saracens in turn 2, after a battle. In turn 4 the Franks took Egypt, after a siege.",
        ),
        (
            "en",
            [Change("acre", "saracen", 2, "", 1, ["tyre"]), Change("tripoli", "saracen", 4, "", 2, ["homs"])],
            "Acre fell to the Saracens in turn 2 without a fight: 1 block came from Tyre. In turn 4 the Saracens"
            " entered Tripoli without a fight, with 2 blocks from Homs.",
        ),
    ],
)
def test_two_cities_won_in_a_year_are_not_told_alike(language: str, changes: list[Change], said: str) -> None:
    with translation.override(language):
        assert changes_of(*changes) == said


def test_a_city_entered_without_a_fight_is_so_told_though_the_enemy_came_there_in_the_same_turn() -> None:
    came = [turn(1), moved("frank", "gaza", "egypt"), moved("saracen", "hebron", "egypt")]
    besieged = [
        {"type": "battle-begun", "town": "egypt", "attacker": "saracen", "defender": "frank", "siege": False},
        {"type": "siege-begun", "town": "egypt", "besieged": "frank", "besieger": "saracen"},
        {"type": "battle-ended", "town": "egypt"},
    ]
    reader = YearsBuilder(1187)
    (year,) = reader.read([(1, [*came, *besieged])])
    reader.note_cities([(year, 1, {"egypt": "frank"})], CITIES)
    assert words.year_in_words(year, Board({}, {}, CITIES))[0] == (
        "Egypt fell to the Franks in turn 1 without a fight: 1 block came from Gaza."
    )


def test_who_landed_in_a_city_and_took_it_is_named_there_and_nowhere_else() -> None:
    landed = {"type": "sea-moved", "side": "frank", "from": "england", "to": "egypt", "block": "richard"}
    reader = YearsBuilder(1187)
    (year,) = reader.read([(1, [turn(1), landed])])
    reader.note_cities([(year, 1, {"egypt": "frank"})], CITIES)
    assert words.year_in_words(year, Board({}, {}, CITIES))[0].endswith("1 block came from England (Richard).")
    assert words.landings_in_words(year) == []


def test_a_battle_says_how_many_came_and_did_not_fight() -> None:
    began, *rest = fought("acre", "saracen", "balian")
    came = [turn(1), *[moved("saracen", "egypt", "acre")] * 3]
    assert battle_of(*came, began, shown("acre", "saracen", "saladin"), *rest).startswith(
        "The Saracens came with 3 blocks from Egypt. Of these, 2 did not fight."
    )
    assert "Of these" not in battle_of(*came, began, *rest), "none was seen"


def test_who_starved_in_winter_for_good_is_named_there_and_is_not_among_the_fallen() -> None:
    year = year_of(
        turn(6),
        {"type": "winter-begun", "year": 1187},
        {**LOST, "block": "jerusalem-templars", "permanent": True},
        {"type": "blocks-disbanded", "town": "acre", "side": "frank", "count": 1, "blocks": []},
    )
    assert words.winter_in_words(year) == ["Hunger cost the Franks 2 blocks.", "Gone for good: Templars J."]
    assert year.fallen["frank"] == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "In turn 2 of 1187 the Franks resigned."),
        ("fr", "Au tour 2 de 1187, les Francs abandonnèrent."),
        ("pl", "W turze 2 roku 1187 Frankowie poddali grę."),
    ],
)
def test_the_story_ends_with_when_and_how_the_game_ended(language: str, said: str) -> None:
    with translation.override(language):
        assert words.end_in_words(year_of(turn(2)), "resignation", "saracen") == said


def test_every_ending_of_a_game_has_a_last_sentence() -> None:
    winter = year_of(turn(6), {"type": "winter-begun", "year": 1187})
    for ending in Game.Ending.values:
        for winner in ("", "frank"):
            said = words.end_in_words(winter, ending, winner)
            assert said.startswith("In the winter of 1187 ")
            assert "{" not in said


def test_a_year_of_small_battles_alone_says_so() -> None:
    began, *_rest = fought("acre", "saracen", "balian")
    assert words.year_in_words(year_of(turn(1), began), Board({}, {}, CITIES))[-1] == "There were only skirmishes."


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
            "Les Francs s’emparèrent d’Égypte au tour 1, après un combat.",
            "Dès le tour 1, les Sarrasins s’étaient rassemblés à Damas. Ils vinrent avec 1 bloc. Après 1 round,"
            " les Sarrasins prirent la ville.",
            "Prise d’Égypte\u00a0: chances de gagner +9\u202f%.",
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
    acre: Any = [
        {"type": "muster-to", "town": "acre"},
        {"type": "muster", "block": "jerusalem-templars", "path": ["tyre", "acre"]},
        {"type": "sea-move", "block": "gaza-templars", "from": "tyre", "to": "acre"},
    ]
    assert actions_in_words(acre) == "Templars J, Templars G → Acre"
    retreats: Any = [
        {"type": "retreat", "block": block, "to": "tyre"} for block in ("gaza-templars", "tartus-templars")
    ]
    assert actions_in_words(retreats) == "Retreat · Templars G, Templars T → Tyre"
    assert actions_in_words([{"type": "strengthen", "block": "balian"}]) == "Gain a step · Balian"
    with translation.override("fr"):
        assert actions_in_words(played) == "Balian → Tyr\u202f; Roi Guy → Jaffa"


def test_a_muster_to_which_nobody_came_is_not_told() -> None:
    muster: Any = {"type": "muster-to", "town": "aleppo"}
    elsewhere: Any = {"type": "muster", "block": "zangi", "path": ["homs", "hama"]}
    assert actions_in_words([muster]) == "Leaves everything as it is."
    assert actions_in_words([muster, elsewhere]) == "Zangi → Hama"


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
