"""Every choice of every step says what follows from it, and every kind of decision is explained in a first game."""

from functools import cache

import pytest
from django.utils import translation

from frontend.texts import all_texts
from frontend.texts_explained import EXPLAINED_TEXTS
from frontend.texts_follows import FOLLOWS_TEXTS
from rules import game
from rules.actions import FIELDS
from rules.deck import EVENTS
from tests.frontend.catalogs import LOCALES
from tests.rules.recorded_games import by_step

SETS = {"garrison", "storm", "sally"}
"""Types that name a set of blocks, of which there are sentences for nobody and for some."""

PLAIN = {
    "seats": {"place"},
    "family": {"swap"},
    "card": {"play-card", "take-back-card"},
    "first-player": {"go-first", "go-second"},
    "assassins": {"assassinate"},
    "manna": {"strengthen"},
    "jihad-site": {"declare-jihad"},
    "marker": {"keep-face-up"},
    "fight": {"fire"},
    "hits": {"take-hit"},
    "draw": {"deploy"},
}
"""By step: types of action that the explanation of the step is about."""


def sentences(step: str, type_: str) -> list[bool]:
    """Whether there is a sentence for a choice, for each sort of it; `done` needs one of its own in each step."""
    if type_ in SETS:
        return [f"why-{type_}-{sort}" in FOLLOWS_TEXTS for sort in ("none", "some")]
    return [f"why-{step}-{type_}" in FOLLOWS_TEXTS or (type_ != "done" and f"why-{type_}" in FOLLOWS_TEXTS)]


@cache
def walked() -> set[tuple[str, str]]:
    """Each step with each type of action that it offers, in games of both editions."""
    found = {
        (step, offer.type)
        for step, positions in by_step().items()
        for position in positions
        for side in position.awaited
        for offer in game.offers(position, side)
    }
    assert {step for step, _type in found} == set(game.STEPS)
    return found


def test_every_choice_of_every_step_says_what_follows() -> None:
    assert [choice for choice in sorted(walked()) if not all(sentences(*choice))] == []


@pytest.mark.parametrize("language", ["en", *LOCALES])
def test_every_kind_of_decision_is_explained_in_a_first_game(language: str) -> None:
    said = {f"first-{step}" for step in game.STEPS if step != "winter"}  # in winter each of its two parts is a kind
    said |= {f"first-{type_}" for step, type_ in walked() if type_ not in PLAIN.get(step, set()) | {"done"}}
    said -= {"first-muster-to"}  # explained in every game where it is chosen: `muster-does`
    said |= {f"first-{type_}" for type_ in ("enter", "winter-campaign", "leave-map")}  # seldom offered
    said |= {f"first-holds-{card}" for card in (*EVENTS, "winter-campaign")} | {
        "first-winter-move",
        "first-last-cards",
        "first-storming",
        "first-seen-charge",
        "first-attacked",
    }
    with translation.override(language):
        texts = {key: str(text) for key, text in EXPLAINED_TEXTS.items()}
    assert sorted(said - set(texts)) == []
    assert {key for key in texts if key.startswith("first-")} - said == set()
    assert [key for key in said if not texts[key].endswith(".")] == []
    if language != "en":
        assert [key for key in said if texts[key] == str(all_texts()[key])] == []


def test_every_type_of_action_says_what_follows_wherever_it_is_offered() -> None:
    # Which steps offer `done` is seen in games.
    assert [type_ for type_ in FIELDS if type_ != "done" and not all(sentences("must-retreat", type_))] == []


def test_sentences_are_whole_and_of_choices_that_there_are() -> None:
    texts = all_texts()
    ends = {"none", "some", "stay", "walls", "weaker", "changed", "done", ""}
    for key in FOLLOWS_TEXTS:
        if not key.startswith("why-"):
            continue
        told = str(texts[key])
        assert told[0].isupper(), key
        assert told.endswith("."), key
        named = [type_ for type_ in FIELDS if f"-{type_}" in f"-{key.removeprefix('why-')}"]
        assert named, key
        longest = max(named, key=len)
        assert key.rpartition(longest)[2].removeprefix("-") in ends, key
