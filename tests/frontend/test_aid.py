"""The player's aid: everything the game cites can be looked up, without a script."""

import ast
import re
from pathlib import Path

import pytest
from django.test import Client

from frontend.aid.sequence import numbers
from rules.atlas import TOWN_IDS
from rules.deck import DECK
from rules.editions import OFFERED
from rules.game import STEPS
from rules.older_words import WORDS
from rules.roster import BLOCKS
from rules.ruleset import Ruleset

ROOT = Path(__file__).resolve().parent.parent.parent


def cited_in_refusals() -> set[str]:
    """The first argument of every call of `refuse` in the rules."""
    found = set()
    for path in (ROOT / "rules").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("refuse", "Refusal"):
                first = node.args[0] if node.args else None
                if isinstance(first, ast.Constant):
                    found.add(str(first.value))
    return found


@pytest.fixture
def sequence() -> str:
    return Client().get("/aid/").content.decode()


def test_every_rule_that_is_cited_has_its_anchor(sequence: str) -> None:
    cited = cited_in_refusals() | {step.rule for step in STEPS.values()} | {"1.2"}
    cited |= {number(rule) for rule in cited for number in (Ruleset.of(edition).number for edition in OFFERED)}
    cited |= {rule for words in WORDS.values() for rule, _sentence in words.values() if rule}
    assert len(cited) > 40
    assert sorted(cited - numbers()) == []
    anchors = set(re.findall(r'id="rule-([^"]+)"', sequence))
    assert cited <= anchors


def test_every_rule_named_by_an_interpolated_number_is_there_too() -> None:
    """Numbers in words, such as "(6.52)" at the end of a reason."""
    text = "".join(path.read_text() for path in (ROOT / "rules" / "phases").glob("*.py"))
    named = set(re.findall(r"[(]([1-8]\.\d{1,2})[)]", " ".join(re.findall(r'"[^"]*"', text))))
    assert sorted(named - numbers()) == []


def test_the_cards_are_all_there() -> None:
    page = Client().get("/aid/cards/").content.decode()
    assert set(re.findall(r'id="card-([^"]+)"', page)) == set(DECK)


def test_the_roster_shows_all_blocks_and_narrows_down() -> None:
    def shown(query: str) -> set[str]:
        return set(re.findall(r'id="block-([^"]+)"', Client().get(f"/aid/blocks/{query}").content.decode()))

    assert shown("") == {block.id for block in BLOCKS}
    assert shown("?side=frank&letter=A") == {block.id for block in BLOCKS if block.side == 0 and block.letter == "A"}
    assert shown("?kind=nomad") == {block.id for block in BLOCKS if block.kind == "nomad"}
    assert shown("?side=<script>") == {block.id for block in BLOCKS}


def test_the_towns_are_all_there() -> None:
    page = Client().get("/aid/towns/").content.decode()
    assert set(re.findall(r'id="town-([^"]+)"', page)) == set(TOWN_IDS)


def test_the_glossary_links_to_rules_that_exist() -> None:
    page = Client().get("/aid/glossary/").content.decode()
    linked = set(re.findall(r'href="/aid/#rule-([^"]+)"', page))
    assert linked
    assert linked <= numbers()
