"""Every choice of every step has a sentence that says what follows from it."""

from frontend.texts import all_texts
from frontend.texts_follows import FOLLOWS_TEXTS
from rules import game
from rules.actions import FIELDS
from tests.rules.playing import by_step

SETS = {"garrison", "storm", "sally"}
"""Types that name a set of blocks, of which there are sentences for nobody and for some."""


def sentences(step: str, type_: str) -> list[bool]:
    """Whether there is a sentence for a choice, for each sort of it; `done` needs one of its own in each step."""
    if type_ in SETS:
        return [f"why-{type_}-{sort}" in FOLLOWS_TEXTS for sort in ("none", "some")]
    return [f"why-{step}-{type_}" in FOLLOWS_TEXTS or (type_ != "done" and f"why-{type_}" in FOLLOWS_TEXTS)]


def test_every_choice_of_every_step_says_what_follows() -> None:
    walked = {
        (step, offer.type)
        for step, positions in by_step().items()
        for position in positions
        for side in position.awaited
        for offer in game.offers(position, side)
    }
    assert {step for step, _type in walked} == set(game.STEPS)
    assert [choice for choice in sorted(walked) if not all(sentences(*choice))] == []


def test_every_type_of_action_says_what_follows_wherever_it_is_offered() -> None:
    # Which steps offer `done` is seen in games.
    assert [type_ for type_ in FIELDS if type_ != "done" and not all(sentences("must-retreat", type_))] == []


def test_sentences_are_whole_and_of_choices_that_there_are() -> None:
    texts = all_texts()
    ends = {"none", "some", "stay", "walls", "done", ""}
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
