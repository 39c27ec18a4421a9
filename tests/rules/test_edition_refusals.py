"""What games by 1.4 cite is a rule of the 1.x rules: every prompt, and every refusal of what players of random games
might try.
"""

import random
import re
from itertools import islice

import pytest

from rules import game
from rules.actions import FIELDS, Action
from rules.atlas import SIDES, TOWN_IDS, walks
from rules.deck import CARDS
from rules.older_words import WORDS
from rules.places import TOWN_COUNT
from rules.play import Sentence
from rules.position import Position
from rules.roster import BLOCK_IDS
from rules.ruleset import Ruleset
from tests.rules.old_edition import OLD, fights, moves
from tests.rules.playing import SIEGES, play
from tests.rules.scene import Table, moving

_CHAPTERS = {
    1: "0 1 2 3 4 5",
    2: "0 1 11 12 13 14 2 21 22 23 24 25 3 31 32 4",
    3: "0 1 2",
    4: "0 1 11 12",
    5: "0 1 2 3 4 5 6 7 8 9",
    6: "0 1 2 3 31 4 41 42 43 5 6 7",
    7: "0 1 11 2 21 3 31 32 33 4",
    8: "0 1 2 21 22 23 24 25 3",
    9: "0 01 02 03 04 1 11 12 13 2 3 4 5",
}
SECTIONS = frozenset(f"{chapter}.{number}" for chapter, numbers in _CHAPTERS.items() for number in numbers.split())
"""The numbers that stand in the 1.x rules."""
SHARED = frozenset({"2.11", "2.13", "2.4", "3.1", "3.2", "5.3"})
"""Sections with the same number and content in both editions, which are cited without the edition."""
EDITIONS_OLD = Ruleset.of("1.4", richard_by_sea=True, fickle_philip=True)


def is_of_1x(rule: str) -> bool:
    """Whether a rule that is cited stands in the 1.x rules, or is a card."""
    if rule.startswith("1.x-"):
        return rule.removeprefix("1.x-") in SECTIONS
    return rule in SHARED or rule.lower() in CARDS


def some_action(position: Position, side: int, chance: random.Random) -> Action:
    """Something a player might try, legal or not: mostly about own blocks."""
    own = [name for number, name in enumerate(BLOCK_IDS) if chance.random() < 0.1 or game.OF_SIDE[side] >> number & 1]
    type_ = chance.choice(sorted(FIELDS))
    required, optional = FIELDS[type_]
    names = [*required, *(name for name in optional if chance.random() < 0.3)]
    block = chance.choice(own)
    start = position.where[BLOCK_IDS.index(block)]
    values = {
        "block": block,
        "blocks": tuple(chance.sample(own, chance.randint(0, 3))),
        "path": chance.choice(walks(start, chance.randint(1, 4))).path
        if start < TOWN_COUNT
        else (chance.choice(TOWN_IDS),),
        "card": chance.choice(sorted(CARDS)),
        "area": chance.choice(("field", "castle")),
        "target": chance.choice(own),
        "forced": True,
        "road": chance.choice(TOWN_IDS),
        "port": chance.choice(("tyre", "tripoli", "acre", "jaffa", "egypt", chance.choice(TOWN_IDS))),
    }
    return Action(type_, **{name: values.get(name, chance.choice(TOWN_IDS)) for name in names})


def test_every_refusal_and_prompt_of_random_games_cites_a_rule_of_1x() -> None:
    asked: set[str] = set()
    chance = random.Random(17)
    for number in range(3):
        start = (
            moving(SIEGES, first=SIDES[number % 2], turn=("1188.2", "1188.6")[number % 2], ruleset=EDITIONS_OLD)
            if number
            else None
        )
        for turn in islice(play(number, "purposeful", EDITIONS_OLD, start), 260):
            position = turn.outcome.position
            for side in sorted(position.awaited):
                prompt = game.observe(position, side)["prompt"]
                assert is_of_1x(prompt["rule"]), prompt
                for _ in range(5):
                    action = some_action(position, SIDES.index(side), chance)
                    refusal = game.is_legal(position, side, action)
                    if refusal is not None:
                        assert is_of_1x(refusal.rule), (action, refusal)
                        assert not re.search(r"\d\.\d", refusal.reason), refusal
                        asked.add(refusal.rule)
    assert len(asked) > 25, asked


def test_every_number_that_can_be_cited_stands_in_1x() -> None:
    steps = {OLD.number(step.rule) for step in game.STEPS.values()}
    words = {rule for rule, _sentence in WORDS["1.4"].values() if rule}
    assert [rule for rule in sorted(steps | words) if not is_of_1x(rule)] == []


ASKED = [
    # who moves or fights, and what is refused with which number and words
    ("acre: walter\nhama: saladin", "sea-move walter gaza", "1.x-1.3", "not a port"),
    ("acre: saladin\ntyre: walter", "sea-move walter acre", "1.x-5.8", "nobody attacks from the sea"),
    (
        "england: richard robert crossbows\nacre: saladin",
        "sea-move richard acre",
        "1.x-8.22",
        "nobody attacks from the sea",
    ),
    ("acre: walter", "sea-move walter tyre field", "1.x-5.8", "no choice of castle"),
    ("acre: [walter] saladin", "sea-move walter tyre", "1.x-7.21", "The besieger controls this port."),
    ("tyre: [walter] saladin", "move walter acre", "1.x-7.2", "only sally"),
    ("germania: barbarossa frederick leopold", "enter leopold tyre", "1.x-8.23", "Antioch or Aleppo"),
    ("acre: [turks-1] walter", "winter-campaign acre", "1.x-9.12", "all sieges"),
    ("acre: walter", "main-road acre tyre", "1.x-6.3", "from two towns or by two roads"),
    ("acre: [turks-1] walter conrad", "keep-face-up walter", "1.x-7.2", "All besiegers lie face-up"),
]


@pytest.mark.parametrize(("places", "order", "rule", "words"), ASKED, ids=[f"{row[2]} {row[1]}" for row in ASKED])
def test_a_refusal_speaks_of_1x(places: str, order: str, rule: str, words: str) -> None:
    refusal = moves(places).refused("frank", order)
    assert refusal.rule == rule
    assert words in refusal.reason


def test_an_event_is_refused_by_the_rule_of_events() -> None:
    table = Table(moving("acre: walter\ntyre: conrad", frank="guide", saracen="move-1", ruleset=OLD))
    assert table.refused("frank", "muster-to acre").rule == "1.x-4.12"


def test_in_a_battle_it_is_said_that_blocks_may_pass() -> None:
    table = fights("acre: walter\ntiberias: saladin", "move saladin acre")
    while table.position.step != "fight":
        side = min(table.position.awaited)
        table.do(side, "choose-battle acre" if table.position.step == "choose-battle" else "garrison -")
    side = min(table.position.awaited)
    refusal = table.refused(side, "regroup " + ("saladin" if side == "saracen" else "walter") + " tyre")
    assert (refusal.rule, "passes" in refusal.reason) == ("1.x-6.2", True)


def test_the_sentences_of_1x_fill_the_gaps_of_those_of_2_0() -> None:
    for template, (_rule, said) in WORDS["1.4"].items():
        gaps = dict.fromkeys(re.findall(r"{(\w+)}", template), 1)
        assert "{" not in Sentence(said, gaps)  # type: ignore[arg-type]
