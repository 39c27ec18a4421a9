"""Every refusal of the movement phase can be reached, cites its rule, and says what is wrong
(rules/phases/explain.py).
"""

import random

import pytest

from rules import game
from rules.actions import Action
from rules.atlas import SIDES, TOWN, TOWN_IDS, walks
from rules.dice import SeededDice
from rules.places import TOWN_COUNT
from rules.position import Position
from rules.roster import BLOCK, BLOCKS
from rules.ruleset import Ruleset
from tests.rules.combat import battle
from tests.rules.scene import Table, moving

ENGLISH = "england: richard robert crossbows\n"
GERMANS = "germania: barbarossa frederick leopold\n"

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


def _wild(position: Position, side: int, chance: random.Random) -> Action:
    """Some move or sea move of some block, more often illegal than not."""
    own = [b for b in BLOCKS if b.side == side and position.where[b.number] < TOWN_COUNT]
    block = chance.choice(own)
    start = position.where[block.number]
    kind = chance.choice(("move", "move", "muster", "sea-move", "muster-to"))
    if kind == "muster-to":
        return Action(kind, town=chance.choice(TOWN_IDS))
    if kind == "sea-move":
        return Action(kind, block=block.id, port=chance.choice(TOWN_IDS))
    walk = chance.choice(walks(start, chance.randint(1, 3)))
    return Action(kind, block=block.id, path=walk.path)


def test_reasons_agree_with_what_is_offered() -> None:
    """Random orders in random games: the Winter Turn's refusals come in winter only, pins bind Player 2 only, and where
    a reason names the move rating, a full road or the enemy in the way, it is so."""
    chance = random.Random(11)
    dice = SeededDice(11)
    position = game.new_game(Ruleset(), dice).position
    asked = 0
    while asked < 1500 and position.winner is None:
        side = sorted(position.awaited)[0]
        number = SIDES.index(side)
        if position.step == "move":
            for _ in range(4):
                action = _wild(position, number, chance)
                refusal = game.is_legal(position, side, action)
                if refusal is None:
                    continue
                asked += 1
                assert refusal.rule != "8.1" or position.turn == 6, (action, refusal)
                assert refusal.rule != "5.5" or number != position.first, (action, refusal)
                if refusal.rule == "2.13":
                    assert len(action.path or ()) > BLOCKS[BLOCK[action.block or ""]].move
                if "must stop" in refusal.reason:
                    assert any(position.held[1 - number] >> TOWN[town] & 1 for town in (action.path or ())[:-1])
        options = game.legal_actions(position, side)
        choice = options[chance.randrange(len(options))]
        if not isinstance(choice, Action):
            choice = choice.choose(choice.candidates[: choice.most])
        position = game.apply(position, side, choice, dice).position
    assert asked >= 500
