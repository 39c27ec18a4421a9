"""What reviewers read of positions and actions is in words, in every language: no name that the rules use among
themselves.
"""

import re
from random import Random
from typing import Any

import pytest
from django.utils import translation

from games.disputes import wording, words
from games.models import StaffAction
from games.words_tables import PHASE_NAMES
from rules import actions, game
from rules.dice import SeededDice
from rules.notation import parse_position
from rules.places import PHASES, PLACES, Battle
from rules.position import Position
from rules.ruleset import Ruleset
from rules.selfplay import choose_purposeful

LANGUAGES = ("fr", "pl")


def test_every_step_phase_action_and_field_has_a_word() -> None:
    assert set(wording.STEPS) == set(game.STEPS)
    assert set(PHASE_NAMES) == set(PHASES)
    assert set(wording.ACTIONS) == set(actions.FIELDS)
    assert {*wording.FIELDS, "forced"} == {
        name for fields in actions.FIELDS.values() for name in (*fields[0], *fields[1])
    }
    assert all(wording._place_name(place) != place for place in PLACES)
    assert all(str(wording.AREAS[area]) != area for area in actions.AREAS)
    assert set(wording.WINTER) == {"supply", "replace", "done"}


def names_in(source: Any) -> set[str]:
    """The names of facts that a position or a battle can have: those asked for when it is read."""
    seen: set[str] = set()

    class Asked(dict[str, Any]):
        def __contains__(self, name: object) -> bool:
            seen.add(str(name))
            return super().__contains__(name)

        def get(self, name: str, default: Any = None) -> Any:
            seen.add(name)
            return super().get(name, default)

        def __getitem__(self, name: str) -> Any:
            seen.add(name)
            return super().__getitem__(name)

    source(Asked)
    return seen


def test_every_fact_of_a_position_has_a_word() -> None:
    position = Position(Ruleset()).to_json()
    facts = names_in(lambda asked: Position.from_json(asked(position)))
    battle = names_in(lambda asked: Battle.from_json(asked({"town": "acre", "round": 1, "attacker": "frank"})))
    assert {name for name in wording.FACTS if not name.startswith("battle ")} == facts - {
        "schema",
        "ruleset",
        "places",
        "battle",
    }
    assert {name.removeprefix("battle ") for name in wording.FACTS if name.startswith("battle ")} == battle


NAMES = {*game.STEPS, *actions.FIELDS, *actions.AREAS, "None", "True", "frank", "saracen", "gone", "dead", "pool"}
OURS = re.compile(rf"\b(?:{'|'.join(sorted(NAMES))})\b")
"""Names of the rules among themselves. Some are words of a language as well."""
WORDS_TOO = {"fr": {"charge", "place"}, "pl": set()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_told_without_names_of_ours(language: str) -> None:
    choice, dice = Random(8), SeededDice("8")
    position = game.new_game(Ruleset(forced_marches=True), dice).position
    told: set[str] = set()
    with translation.override(language):
        while position.waiting:
            side = choice.choice(sorted(position.awaited))
            told |= {wording.offer(offer.to_json()) for offer in game.offers(position, side)}
            action = choose_purposeful(game.legal_actions(position, side), choice, "siege")
            told.add(wording.offer(action.to_json()))
            after = game.apply(position, side, action, dice).position
            told |= {" ".join(row) for row in wording.differences(position, after)}
            position = after
    assert len(told) > 300
    assert {word for text in told for word in OURS.findall(text)} <= WORDS_TOO[language]
    assert not [text for text in told if re.search(r"[a-z]-\d|\b[a-z]+[0-9]\b|[{}\[\]_@']", text)]


def test_what_left_the_map_and_the_roads_have_names() -> None:
    before = parse_position("rules 2.0\n1188.2 move move frank\nhands move-1 | move-3\nacre: king-guy walter\n")
    after = parse_position(
        "rules 2.0\n1188.2 move move frank\nhands move-1 | move-3\nroad-use 0/2\nacre: [king-guy@1]\ngone: walter\n"
    )
    with translation.override("fr"):
        found = {name: (old, new) for name, old, new in wording.differences(before, after)}
    assert found["Gautier"] == ("Acre", "Perdus pour toujours")
    assert found["Roi Guy"] == ("Acre", "Acre, dans le château, force 1")
    ways = found["Blocs sur les routes"]
    assert ways[0] == "–"
    assert re.fullmatch(r"\w[\w ]+–\w[\w ]+\u00a0: 2", ways[1])


def test_hidden_blocks_are_counted_in_the_plural_of_the_language() -> None:
    with translation.override("pl"):
        found = [
            wording.stack({"side": "saracen", "area": "castle", "blocks": [], "hidden": count}) for count in (1, 3, 8)
        ]
    assert found == ["Saraceni (w zamku): 1 ukryty", "Saraceni (w zamku): 3 ukryte", "Saraceni (w zamku): 8 ukrytych"]


def test_of_the_audit_log_only_what_the_admin_and_canned_replies_changed_is_listed_field_by_field() -> None:
    fields: dict[str, Any] = {"before": {"state": "open"}, "after": {"state": "taken"}}
    for kind in StaffAction.Kind:
        listed = words.changes(StaffAction(kind=kind, **fields))
        assert listed == ([("state", "open", "taken")] if kind in words.WITH_CHANGES else []), kind
