"""Tests of the sentences that tell each side how a battle or siege ended: worded as its own gain or loss, and true of
the next position.
"""

import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation

from games import words
from games.models import GameEvent
from games.services.views.view import facts_of
from games.words_endings import ENDINGS, ENEMY, endings
from rules import game
from rules.atlas import SIDES, TOWN
from rules.dice import SeededDice
from rules.position import Position
from rules.ruleset import Ruleset
from rules.selfplay import choose_purposeful
from tests.rules.combat import fight_round
from tests.rules.scene import Table, moving

Facts = list[dict[str, Any]]
TYRE = {"town": "tyre"}
MISSES: dict[str, list[Any]] = {"fire": [6] * 99}
CASTLE_FELL: Facts = [{"type": "town-taken", **TYRE, "side": "saracen"}, {"type": "siege-lifted", **TYRE}]
SALLY_FELL: Facts = [CASTLE_FELL[0] | {"sallied": True}, CASTLE_FELL[1]]
STARVED: Facts = [
    {"type": "attrition-rolled", **TYRE, "side": "frank", "dice": [1], "losses": 1, "winter": False},
    *CASTLE_FELL,
]
WENT_INSIDE = [{"type": "siege-begun", **TYRE, "besieger": "saracen", "besieged": "frank"}]
FIELD = [{"type": "field-won", **TYRE, "side": "frank"}]
TOWN_WON = [FIELD[0] | {"holder": "frank"}]
CASTLE_HELD = [FIELD[0] | {"holder": "saracen"}]
FIELD_FOR_NOW = [{"type": "control-switched", **TYRE, "defender": "saracen"}]
RELIEVED = [{"type": "field-won", **TYRE, "side": "frank"}, {"type": "siege-lifted", **TYRE}]
RELIEVED_FOR_NOW = [{"type": "siege-lifted", **TYRE}, {"type": "control-switched", **TYRE, "defender": "frank"}]
LEFT: Facts = [{"type": "block-left", **TYRE, "side": "saracen", "to": "acre", "count": 1}, *RELIEVED]
MOVED_OFF: Facts = [
    {"type": "group-moved", "side": "saracen", "path": ["tyre", "acre"]},
    {"type": "siege-lifted", **TYRE},
]
WENT_ON: Facts = [
    {"type": "block-regrouped", **TYRE, "side": "saracen", "to": "acre", "count": 1},
    {"type": "siege-lifted", **TYRE},
]
STORM_OVER: Facts = [
    {"type": "block-fired", **TYRE, "side": "frank", "block": "conrad", "dice": [6], "hits": 0},
    {"type": "storm-cancelled", **TYRE},
]
TOLD: list[tuple[Facts, str, str, str]] = [
    (STORM_OVER, *["The storm of Tyre ended with the last round: the castle holds."] * 3),
    (
        CASTLE_FELL,
        "Tyre is lost: the Saracens took the castle by storm.",
        "Tyre is yours: you took the castle by storm.",
        "The Saracens took Tyre by storm.",
    ),
    (
        SALLY_FELL,
        "Tyre is lost: its garrison fell in its own sally, and the Saracens took it.",
        "Tyre is yours: its garrison fell in its own sally.",
        "The garrison of Tyre fell in its own sally: the Saracens took it.",
    ),
    (
        STARVED,
        "Tyre is lost: its garrison starved, and the Saracens took it.",
        "Tyre is yours: its garrison starved.",
        "The garrison of Tyre starved: the Saracens took it.",
    ),
    (
        WENT_INSIDE,
        "You withdrew into the castle of Tyre: the Saracens besiege it.",
        "The Franks withdrew into the castle of Tyre: you besiege it.",
        "The Franks withdrew into the castle of Tyre: the Saracens besiege it.",
    ),
    (FIELD, "You won the field of Tyre.", "You lost the field of Tyre.", "The Franks won the field of Tyre."),
    (
        TOWN_WON,
        "You won the field of Tyre and hold the town.",
        "You lost the field of Tyre, and the Franks hold the town.",
        "The Franks won the field of Tyre and hold the town.",
    ),
    (
        CASTLE_HELD,
        "You won the field of Tyre; the Saracens hold its castle, and you besiege it.",
        "You lost the field of Tyre; your blocks in its castle are besieged.",
        "The Franks won the field of Tyre; the Saracens hold its castle and are besieged.",
    ),
    (
        FIELD_FOR_NOW,
        "You lost the field of Tyre: your reserves are on their way.",
        "You won the field of Tyre: enemy reserves are on their way.",
        "The Saracens won the field of Tyre: reserves of the Franks are on their way.",
    ),
    (RELIEVED, "You broke the siege of Tyre.", "Your siege of Tyre is broken.", "The Franks broke the siege of Tyre."),
    (
        RELIEVED_FOR_NOW,
        "You broke the siege of Tyre. You won the field of Tyre: enemy reserves are on their way.",
        "Your siege of Tyre is broken. You lost the field of Tyre: your reserves are on their way.",
        (
            "The Franks broke the siege of Tyre. The Franks won the field of Tyre: reserves of the Saracens are on"
            " their way."
        ),
    ),
    *[
        (
            facts,
            "The Saracens gave up the siege of Tyre.",
            "You gave up the siege of Tyre.",
            "The Saracens gave up the siege of Tyre.",
        )
        for facts in (LEFT, MOVED_OFF, WENT_ON)
    ],
]


def ends(facts: Facts, viewer: str | None) -> str:
    """The sentences of the facts that end something."""
    return " ".join(
        text for text, ending in zip(words.sentences(facts, viewer), endings(facts), strict=True) if ending and text
    )


@pytest.mark.parametrize(("facts", "frank", "saracen", "public"), TOLD)
def test_an_ending_is_told_to_each_side_as_its_own(facts: Facts, frank: str, saracen: str, public: str) -> None:
    assert [ends(facts, viewer) for viewer in (*SIDES, None)] == [frank, saracen, public]


@pytest.mark.parametrize(
    ("solo", "text"), [(False, "You won the field of Tyre."), (True, "The Franks won the field of Tyre.")]
)
def test_who_plays_both_sides_is_told_which_of_them_won(solo: bool, text: str) -> None:
    event = GameEvent(
        kind="action", side="frank", payload={}, events=[{"type": "field-won", "data": TYRE | {"side": "frank"}}]
    )
    assert [fact["text"] for fact in facts_of(event, "frank", own=True, solo=solo)] == [text]


@pytest.mark.parametrize("language", ["fr", "pl"])
@pytest.mark.parametrize("how", sorted(ENDINGS))
def test_every_ending_has_its_words_in_every_language(how: str, language: str) -> None:
    for template in ENDINGS[how]:
        with translation.override("en"):
            english = str(template)
        with translation.override(language):
            assert str(template) != english, template
            for gap in ("{town", "{winner", "{loser"):
                assert (gap in str(template)) == (gap in english), template


def played(seed: int) -> Iterator[tuple[Facts, Position]]:
    """What is told of each action of a game, and the position after it."""
    dice, choice = SeededDice(f"endings:{seed}"), random.Random(f"endings:{seed}")
    position = game.new_game(Ruleset(), dice).position
    while position.waiting:
        side = min(position.awaited)
        action = choose_purposeful(game.legal_actions(position, side), choice, "siege" if seed % 2 else "purposeful")
        outcome = game.apply(position, side, action, dice)
        position = outcome.position
        dice.draws.clear()
        yield [fact for event in outcome.events if (fact := event.seen_by(None))], position


def test_what_is_told_is_true_of_the_position_after_it() -> None:
    """Six games with battles and sieges: who gained a castle holds it, who gave up or lost a siege has none any more,
    who went inside is besieged. What happens at the same town later in the same breath is left out."""
    seen: dict[str, int] = defaultdict(int)
    for seed in range(6):
        for facts, position in played(seed):
            found = [
                (fact["town"], ending)
                for fact, ending in zip(facts, endings(facts), strict=True)
                if ending and ending.winner
            ]
            for town, ending in found:
                if town != found[-1][0] or ending is not next(one for place, one in reversed(found) if place == town):
                    continue
                seen[ending.how] += 1
                besieger = position.sieges.get(TOWN[town])
                winner, loser = SIDES.index(ending.winner), SIDES.index(ENEMY[ending.winner])
                here = position.present
                if ending.how == "besieged":
                    assert besieger == winner
                elif ending.how == "field-and-siege":
                    assert here[loser] >> TOWN[town] & 1
                elif ending.how == "field-and-town":
                    assert besieger is None
                    assert not here[loser] >> TOWN[town] & 1
                elif ending.how in ("siege-broken", "siege-given-up"):
                    assert besieger is None
                elif ending.how in ("stormed", "sallied-out", "starved-out"):
                    assert besieger is None
                    assert not here[loser] >> TOWN[town] & 1
    assert set(seen) >= {"sallied-out", "besieged", "field-and-town", "field-and-siege", "siege-given-up"}, dict(seen)


def test_the_victor_is_asked_by_what_he_has_won() -> None:
    """The winner of the field before a garrisoned castle is told that he besieges it, not that he won."""
    table = Table(moving("tyre: conrad\nacre: saladin al-adil\n", first="saracen"))
    table.do("saracen", "move saladin tyre", "move al-adil tyre", "done").do("frank", "done")
    while table.step == "choose-battle":
        table.do("saracen", "choose-battle tyre")
    table.do("frank", "garrison conrad")
    assert table.step == "regroup"
    asked = words.prompt(game.observe(table.position, "saracen"))
    assert asked == (
        "Tyre: the enemy is in the castle, and you besiege it. Blocks may regroup: leave it for towns nearby. After"
        " Done you may storm the castle."
    )
    table.do("saracen", "done")
    assert table.step == "storm"


@pytest.mark.parametrize(("defender", "said"), [("saracen", "Acre is yours!"), ("frank", "You hold Acre.")])
def test_who_held_a_town_all_along_is_not_told_that_it_is_won(defender: str, said: str) -> None:
    """The defender has won the battle, and the town stays his; the attacker takes it (6.7)."""
    other = ENEMY[defender]
    blocks = {"frank": "conrad", "saracen": "saladin"}
    loses = blocks[defender if said.endswith("yours!") else other]
    places = f"acre: {blocks[defender]}\ntyre: {blocks[other]}\n".replace(loses, f"{loses}@1")
    table = Table(moving(places, first=other), {f"fire:acre:1:{loses}": [6] * 9, "fire": [1] * 99})
    table.do(other, f"move {blocks[other]} acre", "done").do(defender, "done")
    while table.step == "choose-battle":
        table.do(other, "choose-battle acre")
    table.do(defender, "garrison -")
    fight_round(table)
    assert table.step == "regroup"
    asked = words.prompt(game.observe(table.position, next(iter(table.awaited))))
    assert asked == f"{said} Blocks may regroup: go on to towns nearby."


def test_each_question_round_a_siege_says_what_was_decided_before_it() -> None:
    """Storm, sally and leaving are three decisions of the rules (6.53, 6.2): no two of them are asked alike."""
    table = Table(moving("acre: [king-guy] [walter] saladin keukburi al-adil zangi@1\n", first="saracen"), MISSES)
    table.do("saracen", "done").do("frank", "done")

    def asked(step: str, side: str) -> str:
        assert table.step == step
        return words.prompt(game.observe(table.position, side))

    assert asked("storm", "saracen") == (
        "Siege of Acre, round 1: storm the castle, or wait. If nobody storms or sallies, the fighting here is over for"
        " this turn."
    )
    table.do("saracen", "storm -")
    assert asked("sally", "frank") == ("Siege of Acre, round 1: the enemy does not storm. Sally out, or stay inside.")
    before = table.position
    table.do("frank", "sally -")
    assert asked("leave-siege", "saracen") == (
        "Siege of Acre: nobody stormed or sallied, so this turn's fighting is over. Lead blocks away, or press Done to"
        " keep up the siege."
    )
    table.position = before
    table.do("frank", "sally king-guy")
    assert asked("fight", "saracen") == "Sally from Acre, round 1: choose what your block does."
    fight_round(table)
    assert asked("sally", "frank") == "Siege of Acre, round 2: your sally goes on. Send more blocks out, or none."


def test_a_storm_and_a_relief_are_no_plain_battles() -> None:
    places = "acre: [king-guy] [walter] saladin keukburi al-adil zangi\ntyre: conrad\n"
    storm = Table(moving(places, first="saracen"), MISSES).do("saracen", "done").do("frank", "done")
    storm.do("saracen", "storm saladin")
    (side,) = storm.awaited
    assert storm.step == "fight"
    assert words.prompt(game.observe(storm.position, side)).startswith("Storm of Acre, round 1: ")
    relief = Table(moving(places), MISSES).do("frank", "move conrad acre", "done").do("saracen", "done")
    if relief.step == "sally":
        relief.do("frank", "sally -")
    (side,) = relief.awaited
    assert relief.step == "fight"
    assert words.prompt(game.observe(relief.position, side)).startswith("Relief of Acre, round 1: ")
    assert words.sentence({"type": "battle-ended", "town": "acre"}, None) == "The fighting at Acre ended."


def test_after_three_rounds_of_storm_nobody_is_told_that_nobody_stormed() -> None:
    table = Table(moving("acre: [king-guy] [walter] saladin keukburi al-adil zangi\n", first="saracen"), MISSES)
    table.do("saracen", "done").do("frank", "done")
    fight_round(table.do("saracen", "storm saladin"))
    for _ in (2, 3):
        fight_round(table.do("saracen", "storm -"))
    assert table.step == "leave-siege"
    assert words.prompt(game.observe(table.position, "saracen")).startswith(
        "Siege of Acre: this turn's fighting is over, and the castle holds."
    )


def test_a_storm_that_goes_on_and_a_garrison_that_may_join_its_field_are_asked_as_such() -> None:
    storm = Table(moving("acre: [king-guy] [walter] saladin keukburi al-adil zangi\n", first="saracen"), MISSES)
    fight_round(storm.do("saracen", "done").do("frank", "done").do("saracen", "storm saladin"))
    assert words.prompt(game.observe(storm.position, "saracen")) == (
        "Siege of Acre, round 2: your storm goes on. Send more blocks into it, or none."
    )
    join = Table(moving("acre: king-guy walter\ntiberias: saladin", first="saracen"), MISSES)
    join.do("saracen", "move saladin acre", "done").do("frank", "done", "garrison king-guy")
    fight_round(join)
    assert words.prompt(game.observe(join.position, "frank")) == (
        "Acre, round 2: your side fights in the field. Send blocks out of the castle to join, or none."
    )
