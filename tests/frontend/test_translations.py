"""French and Polish are complete, say the same as English, and are compiled."""

import gettext
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from django.utils import translation

from frontend import texts
from frontend.texts_lesson import LESSON_TEXTS
from games import words, words_hints
from games.words_names import BLOCK_NAMES, TOWN_NAMES
from rules.atlas import TOWN, TOWNS
from rules.play import Sentence
from rules.roster import BLOCK, BLOCKS
from tests.frontend.catalogs import LOCALES, Entry, entries, marked, path_of


@pytest.fixture(autouse=True)
def _plain_language() -> Iterator[None]:
    with translation.override("en"):
        yield


def gaps(text: str) -> set[str]:
    """What a text leaves open: `{town:of}`, `{town}` and `%(name)s`, the form left aside."""
    return {name for _text, name, _form, _conversion in Formatter().parse(text) if name} | set(
        re.findall(r"%\(\w+\)s", text)
    )


FORMS_OF_TOWNS = {"fr": 3, "pl": 4}
"""Polish has its own form for \"from\"."""


@pytest.mark.parametrize("language", LOCALES)
def test_every_text_of_the_code_is_in_the_catalog(language: str) -> None:
    """If this fails: `script/messages`, translate, and again `script/messages`."""
    known = {(entry.context, entry.text) for entry in entries(language)[1]}
    assert {text: file for text, file in marked().items() if text not in known} == {}


@pytest.mark.parametrize("language", LOCALES)
def test_every_text_is_translated_and_none_is_a_guess(language: str) -> None:
    assert [entry.text for entry in entries(language)[1] if entry.fuzzy or not all(entry.forms)] == []


@pytest.mark.parametrize("language", LOCALES)
def test_translations_leave_the_same_gaps(language: str) -> None:
    def differs(entry: Entry) -> bool:
        wanted = gaps(entry.several or entry.text)
        # English may say "One game" where it says "{count} games" for more.
        allowed = [(wanted, gaps(entry.text)), *[(wanted,)] * (len(entry.forms) - 1)]
        return any(gaps(form) not in sets for form, sets in zip(entry.forms, allowed, strict=True))

    assert [(entry.text, entry.forms) for entry in entries(language)[1] if all(entry.forms) and differs(entry)] == []


@pytest.mark.parametrize("language", LOCALES)
def test_texts_of_scripts_name_towns_without_forms(language: str) -> None:
    """Scripts know each town by its name alone: a gap such as `{town:at}` would stand on the page as it is."""
    with translation.override(language):
        found = [(key, form) for key, said in texts.all_texts().items() for form in _forms(said)]
    assert [one for one in found if re.search(r"\{\w+:\w+\}", one[1])] == []


def _forms(said: str | dict[str, str]) -> list[str]:
    return [said] if isinstance(said, str) else list(said.values())


@pytest.mark.parametrize("language", LOCALES)
def test_counted_texts_have_every_plural_of_the_language(language: str) -> None:
    head, found = entries(language)
    number = int(re.search(r"nplurals=(\d)", head)[1])  # type: ignore[index]
    assert number == {"fr": 2, "pl": 3}[language]
    assert [entry.text for entry in found if len(entry.forms) != (number if entry.several else 1)] == []


COUNTED = re.compile(
    r"(\{\w+\}|%\(\w+\)s) (blocks|steps|hits|towns|Moves|ways|games|dice|days|cards|rounds|players|messages|minutes"
    r"|hours|points|turns|years)\b"
)
NEVER_ONE = (
    *("%(enough)s games", "%(days)s days", "to {most} ", "{town}: {count} ways", "In turns {turns} {side}"),
    *("{entrants} players", "moves up to {longest} towns", "{limit} blocks"),
)
"""Numbers that are settings of the site above one, ends of a range, or limits of roads, which are two or more."""


def test_a_text_that_counts_things_has_a_form_for_one() -> None:
    found = [entry.text for entry in entries("fr")[1] if not entry.several and COUNTED.search(entry.text)]
    assert [text for text in found if not any(known in text for known in NEVER_ONE)] == []


def test_reasons_of_hints_take_the_form_of_their_number() -> None:
    said = [words_hints.reason_in_words("storm", {"town": "sidon", "count": count}) for count in (1, 2)]
    assert said == ["To storm Sidon with 1 block.", "To storm Sidon with 2 blocks."]
    with translation.override("fr"):
        assert words_hints.reason_in_words("storm", {"town": "sidon", "count": 1}).endswith("1 bloc.")


@pytest.mark.parametrize("language", LOCALES)
def test_the_compiled_catalog_is_the_written_one(language: str) -> None:
    with path_of(language, "mo").open("rb") as file:
        compiled: dict[Any, str] = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    written: dict[Any, str] = {}
    head, found = entries(language)
    for entry in found:
        key = f"{entry.context}\x04{entry.text}" if entry.context else entry.text
        written |= (
            {(key, number): form for number, form in enumerate(entry.forms)} if entry.several else {key: entry.forms[0]}
        )
    assert {key: text for key, text in compiled.items() if key != ""} == written
    assert "charset=UTF-8" in head


@pytest.mark.parametrize("language", LOCALES)
def test_places_and_sides_have_all_their_forms(language: str) -> None:
    needed = {"side": 3, "town": FORMS_OF_TOWNS[language]}
    named = [entry for entry in entries(language)[1] if entry.context in needed]
    wrong = [entry.text for entry in named if entry.forms[0].count("|") + 1 not in (1, needed[entry.context])]
    assert wrong == []
    with translation.override(language):
        names = [words.town_name(town.id) for town in TOWNS]
    assert all(len(name.forms) == needed["town"] and "|" not in name for name in names)


def test_names_in_english_are_those_of_the_tables() -> None:
    assert {town: str(name) for town, name in TOWN_NAMES.items()} == {town.id: town.name for town in TOWNS}
    assert {block: str(name) for block, name in BLOCK_NAMES.items()} == {block.id: block.name for block in BLOCKS}


def test_each_block_has_a_name_of_its_own() -> None:
    """The log and the headings name a block as the buttons do: with its number, or the letter of its home."""
    names = [words.block_name(block.id) for block in BLOCKS]
    assert [name for name in names if names.count(name) > 1] == []
    assert (words.block_name("turks-3"), words.block_name("saladin")) == ("Turks 3", "Saladin")


def test_no_french_sentence_puts_a_bare_name_of_a_town_where_egypt_and_krak_need_an_article() -> None:
    """But for those of the lessons, whose towns need none."""
    lessons = {str(text) for text in LESSON_TEXTS.values()}
    words_before = "à|de|en|vers|contre|pour|depuis|devant|avant|quitter|perdu|attaquer|pris|prendre|garder|assiéger"
    bare = re.compile(rf"\b({words_before}) \{{(town|to|start|road|here)\}}")
    found = [form for entry in entries("fr")[1] for form in entry.forms if entry.text not in lessons]
    assert [form for form in found if bare.search(form)] == []


def test_sentences_take_the_form_of_a_name_that_they_need() -> None:
    fired = {
        "type": "block-fired",
        "side": "frank",
        "town": "egypt",
        "block": "king-guy",
        "dice": [2],
        "charge": False,
        "harry": False,
    }
    with translation.override("fr"):
        assert words.sentence(fired | {"hits": 2}, None) == "Roi Guy\u00a0: combat en Égypte, dés 2\u00a0: 2 dégâts."
    with translation.override("pl"):
        assert (
            words.sentence(fired | {"hits": 2, "town": "acre"}, None)
            == "Król Gwidon: walka w Akce, rzut 2: 2 trafienia."
        )
        assert (
            words.sentence(fired | {"hits": 5, "town": "acre"}, None) == "Król Gwidon: walka w Akce, rzut 2: 5 trafień."
        )


def test_refusals_are_said_in_the_language_of_the_reader() -> None:
    full = Sentence(
        "The major road {here} - {town} is full: {limit} blocks a movement phase.",
        {"here": TOWNS[TOWN["tyre"]], "town": TOWNS[TOWN["sidon"]], "limit": 4},
    )
    assert words.reason(full) == full == "The major road Tyre - Sidon is full: 4 blocks a movement phase."
    seats = Sentence(
        "{block} may start at: {towns}; name a seat other than where it stands.",
        {"block": BLOCKS[BLOCK["king-guy"]], "towns": [TOWNS[TOWN["acre"]], TOWNS[TOWN["jaffa"]]]},
    )
    with translation.override("pl"):
        assert words.reason(full) == "Droga główna Tyr - Sydon jest pełna: 4 bloczki na Fazę Ruchu."
        assert words.reason(seats) == "Król Gwidon może zacząć w: Akka, Jafa; wskaż inną siedzibę niż obecna."
        surplus = Sentence("{towns}", {"towns": {TOWNS[TOWN["acre"]]: 2}})
        assert words.reason(surplus) == "Akka (2)"


@pytest.mark.parametrize(
    ("language", "forms"), [("en", {"one", "other"}), ("fr", {"one", "other"}), ("pl", {"one", "few", "other"})]
)
def test_scripts_get_a_form_for_each_plural(language: str, forms: set[str]) -> None:
    with translation.override(language):
        moves = texts.all_texts()["cost"]
    assert isinstance(moves, dict)
    assert set(moves) == forms


@pytest.mark.parametrize("language", ["en", *LOCALES])
def test_no_text_of_the_scripts_shows_the_forms_of_a_name(language: str) -> None:
    with translation.override(language):
        shown = str(texts.all_texts())
    assert "|" not in shown


def test_scripts_leave_it_to_the_language_how_a_colon_follows_words() -> None:
    """French has a space before it: `withColon`."""
    glued = re.compile(r"\}: \$\{|\}: ?`|\}:`|join\(\": \"\)")
    lines = [
        (path.name, line.strip())
        for path in Path("frontend/static/frontend/js").rglob("*.js")
        for line in path.read_text().splitlines()
        if glued.search(line)
    ]
    assert lines == []
    with translation.override("fr"):
        assert str(texts.TEXTS["with-colon"]) == "{words}\u00a0:"


def test_french_marks_stand_beside_their_word_at_the_end_of_a_line() -> None:
    """A narrow space that does not break before ; ! ?, a wide one before : and within « »."""
    loose = re.compile(r"\S [;:!?](?!\w)|« | »")
    assert not [form for entry in entries("fr")[1] for form in entry.forms if loose.search(form)]


def test_french_has_one_word_for_a_hit() -> None:
    """A hit is a "dégât" in French, as in the rules aid; "touche" is only the verb "to hit", or a key."""
    noun = re.compile(r"\b(une|chaque|des|deux|dernière) touches?\b|\btouches \{", re.IGNORECASE)
    assert [form for entry in entries("fr")[1] for form in entry.forms if noun.search(form)] == []
