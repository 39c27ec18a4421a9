"""Why something is refused: by which rule, and in which words. In the movement phase each reason that there is
(rules/phases/explain.py); by edition 1.4 the numbers and words of the 1.x rules (rules/older_words.py).

What else is refused, and that offers and refusals agree at every moment, `test_every_moment.py` asks.
"""

import random
import re

import pytest

from rules import game
from rules.actions import FIELDS, Action
from rules.atlas import SIDES, TOWN_IDS, walks
from rules.deck import CARDS
from rules.older_words import WORDS
from rules.places import TOWN_COUNT
from rules.play import Sentence
from rules.position import Position
from rules.roster import BLOCK_IDS, BLOCKS
from rules.ruleset import Ruleset
from tests.rules.combat import battle
from tests.rules.old_edition import OLD, fights, moves
from tests.rules.recorded_games import turns
from tests.rules.scene import Table, moving

ENGLISH = "england: richard robert crossbows\n"
GERMANS = "germania: barbarossa frederick leopold\n"
BESIEGING = "tyre: king-guy\nhama: [tuman] walter balian"

REFUSALS = [
    # places, card, turn, actions before, the action refused, rule, words of the reason
    ("acre: walter", "move-3", 2, (), "storm walter", "5.0", "Now blocks move"),
    ("acre: walter", "move-3", 2, (), "play-card move-1", "5.0", "Now blocks move"),
    ("acre: walter\ntyre: conrad", "move-1", 2, ("move walter tyre",), "move conrad sidon", "4.2", "No Moves are left"),
    ("hama: saladin", "move-3", 2, (), "move saladin homs", "5.0", "Not one of your blocks: Saladin"),
    ("acre: walter", "move-3", 2, ("move walter tyre",), "move walter acre", "5.0", "moved already"),
    (GERMANS, "move-3", 2, (), "move leopold antioch", "7.21", "not on the map"),
    ("acre: [walter] saladin", "move-3", 2, (), "move walter tyre", "6.55", "besieged block cannot leave by road"),
    ("acre: walter\ntyre: conrad", "move-3", 2, (), "muster conrad acre", "5.3", "No muster has been called to Acre"),
    (
        "acre: walter\ntyre: conrad",
        "move-3",
        2,
        ("muster-to acre",),
        "muster walter tyre/acre",
        "5.3",
        "at the muster already",
    ),
    ("acre: walter", "move-3", 2, (), "move walter legio/nablus/baisan !", "options", "not played in this game"),
    (
        "acre: walter",
        "move-3",
        2,
        (),
        "move walter legio/nablus/baisan",
        "2.13",
        "Walter moves up to 2 towns; this path has 3",
    ),
    ("acre: walter", "move-3", 2, (), "move walter nablus", "5.0", "There is no road Acre - Nablus"),
    (
        "tyre: conrad walter balian",
        "move-3",
        2,
        ("move conrad acre", "move walter acre"),
        "move balian acre",
        "5.1",
        "minor road Tyre - Acre",
    ),
    ("acre: walter\nlegio: saladin", "move-3", 2, (), "move walter legio/nablus", "5.0", "must stop in Legio"),
    ("acre: walter", "move-3", 2, (), "move walter legio/acre", "5.0", "does not come back to Acre"),
    ("acre: walter\nnablus: saladin", "move-3", 6, (), "move walter legio/nablus", "8.1", "Winter Turn"),
    ("acre: walter\ntyre: conrad", "guide", 2, (), "muster-to acre", "4.2", "calls no muster"),
    ("acre: walter\ntyre: conrad", "move-3", 2, ("muster-to acre",), "muster-to acre", "5.3", "called already"),
    ("acre: saladin\ntyre: conrad", "move-3", 2, (), "muster-to acre", "5.3", "Acre is not a friendly town"),
    ("acre: saladin\ntyre: conrad", "move-3", 6, (), "muster-to acre", "5.3", "Acre is not a friendly town"),
    ("acre: [turks-1] walter\ntyre: conrad", "move-3", 6, (), "muster-to acre", "8.1", "Acre, which is under siege"),
    ("gaza: walter", "move-3", 2, (), "muster-to acre", "5.3", "No block could come to Acre"),
    ("acre: walter", "jihad", 2, (), "sea-move walter tyre", "4.2", "not by sea"),
    ("acre: walter", "move-3", 2, (), "sea-move walter gaza", "1.14", "Gaza is not a port"),
    ("acre: walter", "move-3", 2, (), "sea-move walter acre", "5.4", "in Acre already"),
    ("acre: walter", "move-3", 2, (), "sea-move balian acre", "7.21", "not on the map"),
    (GERMANS, "move-3", 2, (), "sea-move leopold acre", "7.21", "not on the map"),
    ("england: richard robert", "move-3", 2, (), "sea-move richard acre", "7.21", "once all three"),
    ("nablus: walter", "move-3", 2, (), "sea-move walter acre", "5.4", "Nablus is not a port"),
    ("tyre: [turks-1] walter", "move-3", 2, (), "sea-move walter acre", "6.51", "Tyre belongs to the besieged"),
    ("acre: [walter] saladin", "move-3", 2, (), "sea-move walter tyre", "6.51", "besieger controls this port"),
    ("acre: walter\ntyre: [conrad] saladin", "move-3", 6, (), "sea-move walter tyre", "8.1", "no siege is reinforced"),
    (
        "acre: walter\ntyre: [conrad] [balian] saladin",
        "move-3",
        2,
        (),
        "sea-move walter tyre",
        "6.52",
        "castle of Tyre is full",
    ),
    (
        ENGLISH + "tyre: [conrad] [balian] saladin",
        "move-3",
        2,
        (),
        "sea-move richard tyre castle",
        "6.52",
        "castle of Tyre is full",
    ),
    (
        ENGLISH + "tyre: [conrad] [balian] saladin",
        "move-3",
        2,
        (),
        "sea-move richard tyre",
        "7.22",
        "choice of castle or field is missing",
    ),
    ("acre: walter", "move-3", 2, (), "sea-move walter tyre field", "7.22", "choice only for the English"),
    (ENGLISH + "acre: saladin", "move-3", 6, (), "sea-move richard acre", "8.1", "no battle or siege"),
    (
        ENGLISH + "acre: saladin\nhama: [tuman] walter",
        "move-3",
        6,
        (),
        "sea-move richard acre",
        "8.1",
        "no battle or siege",
    ),
    (
        "acre: saladin\ntyre: walter",
        "move-3",
        2,
        (),
        "sea-move walter acre",
        "5.4",
        "Acre is not a friendly port; only the English",
    ),
    (
        ENGLISH + "tyre: [conrad] saladin",
        "move-3",
        2,
        (),
        "sea-move richard tyre",
        "7.22",
        "choice of castle or field is missing",
    ),
    (GERMANS, "guide", 2, (), "enter leopold antioch", "4.2", "one group by road"),
    ("germania: leopold frederick", "move-3", 2, (), "enter leopold antioch", "7.21", "once all three"),
    (GERMANS, "move-3", 2, (), "enter leopold tyre", "7.23", "Aleppo, Antioch"),
    (GERMANS + "acre: walter", "move-3", 2, (), "enter walter antioch", "7.23", "German blocks in Germania"),
    (GERMANS + "acre: walter", "move-1", 2, ("move walter tyre",), "enter leopold antioch", "4.2", "No Moves are left"),
    (GERMANS, "move-3", 2, ("enter leopold antioch",), "enter leopold antioch", "5.0", "moved already"),
    (
        "acre: walter\ntyre: conrad",
        "move-1",
        2,
        ("move walter tyre",),
        "sea-move conrad acre",
        "4.2",
        "No Moves are left",
    ),
    (
        "acre: walter\ntyre: conrad",
        "move-3",
        2,
        ("sea-move walter tyre",),
        "sea-move walter acre",
        "5.0",
        "moved already",
    ),
    ("acre: walter\ntyre: conrad", "move-1", 2, ("move walter tyre",), "muster-to acre", "4.2", "No Moves are left"),
    (
        "acre: [turks-1] walter\ntyre: conrad",
        "move-1",
        2,
        ("move conrad sidon",),
        "winter-campaign acre",
        "4.2",
        "No Moves are left",
    ),
    ("acre: [turks-1] walter", "move-3", 2, (), "winter-campaign acre", "8.2", "Only the player of Winter Campaign"),
    ("acre: walter", "move-3", 2, (), "main-road acre tyre", "6.41", "two roads or more"),
    (
        "antioch: king-guy walter balian conrad bohemond",
        "move-3",
        2,
        tuple(f"move {block} harim" for block in ("king-guy", "walter", "balian", "conrad")),
        "move bohemond harim",
        "5.1",
        "major road Antioch - Harim is full: 4 blocks",
    ),
    (BESIEGING, "move-3", 2, ("keep-face-up walter",), "keep-face-up balian", "6.51", "have shown another block"),
    (BESIEGING, "move-3", 2, (), "keep-face-up balian", "6.51", "lies face-up already"),
    (BESIEGING, "move-3", 2, ("move king-guy acre",), "keep-face-up walter", "6.51", "before a Move is spent"),
    (BESIEGING, "move-3", 2, (), "keep-face-up king-guy", "6.51", "Only a block that besieges"),
]


@pytest.mark.parametrize(
    ("places", "card", "turn", "before", "action", "rule", "words"),
    REFUSALS,
    ids=[f"{row[5]} {row[4]}" for row in REFUSALS],
)
def test_a_refusal_cites_its_rule_and_says_what_is_wrong(
    places: str, card: str, turn: int, before: tuple[str, ...], action: str, rule: str, words: str
) -> None:
    """Refusals to Player 1; those of pins (5.5) stand in the next tests."""
    table = Table(moving(places, frank=card, saracen="move-1", turn=f"1188.{turn}")).do("frank", *before)
    refusal = table.refused("frank", action)
    assert refusal.rule == rule
    assert words in refusal.reason


@pytest.mark.parametrize(
    ("action", "rule", "words"),
    [
        ("move walter tiberias", "5.5", "Tiberias; blocks cannot leave by it"),
        ("move walter tyre", None, ""),
        ("sea-move walter tyre", None, ""),
        ("muster-to acre", "5.3", "nor answers an attack"),
        ("sea-move conrad acre", "5.4", "not a friendly port"),
    ],
)
def test_what_an_attack_on_a_port_forbids(action: str, rule: str | None, words: str) -> None:
    """5.3 to 5.5: one attacker from Tiberias, two defenders."""
    table = Table(moving("acre: king-guy walter\ntiberias: saladin\ntyre: conrad", first="saracen")).do(
        "saracen", "move saladin acre", "done"
    )
    if rule is None:
        assert table.legal("frank", action)
        table.do("frank", action)
        for pinned in ("move king-guy tyre", "sea-move king-guy tyre"):
            refusal = table.refused("frank", pinned)
            assert refusal.rule == "5.5"
            assert "pinned" in refusal.reason
    else:
        refusal = table.refused("frank", action)
        assert refusal.rule == rule
        assert words in refusal.reason


@pytest.mark.parametrize("order", ["retreat {} baisan", "harry {} baisan", "withdraw {}", "fire {}"])
def test_enemy_blocks_are_answered_alike_wherever_they_lie(order: str) -> None:
    """H38 (6.62): Balian in the castle fought for, King Guy before it, Walter besieged in Acre, the others in their
    pool.
    """
    table = battle("nablus: balian king-guy\nacre: [walter] turks-1\nbaisan: saladin", "move saladin nablus")
    table.do("saracen", "choose-battle nablus").do("frank", "garrison balian")
    franks = [block for block in BLOCKS if block.side == 0]
    answers = {table.refused("saracen", order.format(block.id)) for block in franks}
    assert answers == {(f"Not one of your blocks: {block.name}.", "6.2") for block in franks}


def test_nobody_moves_out_of_turn_or_after_the_end() -> None:
    """1.0, 1.2."""
    table = Table(moving("acre: walter\nhama: saladin"))
    assert table.refused("saracen", "done") == ("It is not this side's turn to decide.", "1.0")
    over = Table(moving("egypt: walter", mover="saracen", turn="1192.6")).do("saracen", "done")
    assert over.position.result is not None
    assert over.refused("frank", "done") == ("The game is over.", "1.2")
    assert over.actions("frank") == over.actions("saracen") == []


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("move walter tyre !", "A forced march is the one step beyond the move rating"),
        ("keep-face-up balian", "In this game besiegers show no block"),
    ],
)
def test_an_option_of_the_game_forbids_it(order: str, words: str) -> None:
    rules = Ruleset(forced_marches=True, besieger_marker=False)
    refusal = Table(moving("acre: walter\nhama: [tuman] balian", ruleset=rules)).refused("frank", order)
    assert refusal.rule == "options"
    assert words in refusal.reason


# Edition 1.4

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


def test_every_refusal_and_prompt_of_a_game_cites_a_rule_of_1x() -> None:
    asked: set[str] = set()
    chance = random.Random(17)
    for turn in turns("edition-1.4"):
        position = turn.outcome.position
        for side in sorted(position.awaited):
            prompt = game.observe(position, side)["prompt"]
            assert is_of_1x(prompt["rule"]), prompt
            for _ in range(4):
                action = some_action(position, SIDES.index(side), chance)
                refusal = game.is_legal(position, side, action)
                if refusal is not None:
                    assert is_of_1x(refusal.rule), (action, refusal)
                    assert not re.search(r"\d\.\d", refusal.reason), refusal
                    asked.add(refusal.rule)
    assert len(asked) > 20, asked


def test_every_number_that_can_be_cited_stands_in_1x() -> None:
    steps = {OLD.number(step.rule) for step in game.STEPS.values()}
    words = {rule for rule, _sentence in WORDS["1.4"].values() if rule}
    assert [rule for rule in sorted(steps | words) if not is_of_1x(rule)] == []


ASKED = [
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


def test_no_more_attack_by_a_road_than_may() -> None:
    """1.x-5.4: two by a minor one."""
    table = moves("jaffa: balian walter\njericho: saladin\njerusalem: king-guy josselin")
    table.do("frank", "move king-guy jericho", "move josselin jericho")
    refusal = table.refused("frank", "move balian ramallah/jerusalem/jericho !")
    assert refusal == ("2 blocks have attacked Jericho by this road; no more may.", "1.x-5.4")
