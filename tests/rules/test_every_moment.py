"""What holds at every moment of every game, asked of what the recorded games pass (tests/rules/recorded_games.py)."""

import json
from collections.abc import Iterator
from difflib import unified_diff
from itertools import islice
from random import Random
from typing import Any

import pytest

from rules import game
from rules.actions import FIELDS, Action, BadAction, SetChoice, from_json
from rules.atlas import NEIGHBORS, SIDES, TOWN, TOWN_IDS
from rules.deck import DECK
from rules.dice import RecordedDice, SeededDice
from rules.facts import Fact
from rules.notation import Entry, parse_action, parse_game, parse_position, print_action, print_game, print_position
from rules.places import DEAD, GONE
from rules.position import Position
from rules.roster import BLOCK, BLOCK_IDS
from rules.ruleset import Ruleset
from rules.verify import check
from tests.rules.hiding import (
    asks_winter,
    every_action,
    exchanged,
    hidden,
    named,
    other_hand,
    pooled,
    seen,
    shuffled,
    strangers,
)
from tests.rules.looking import shown
from tests.rules.playing import OPTIONS, STYLES, Turn, fill, play
from tests.rules.recorded_games import FOLDER, GAMES, SELDOM, by_step, kept_page, moments, page, read, turns

LARGEST = 6144
"""Bytes of a position as JSON."""
EACH_GAME = pytest.mark.parametrize("name", GAMES)
ALL_MOMENTS = pytest.mark.parametrize("name", [*GAMES, SELDOM])


# Games of before


@EACH_GAME
def test_a_recorded_game_is_played_the_same(name: str) -> None:
    """Where this fails the change alters games that are being played: raise `rules.game.VERSION`, so that they are held
    and looked at, and write the games anew.
    """
    record = read(name)
    report = check(record)
    assert report.fault is None, report.line()
    assert report.events == len(record["events"]) > 100
    assert record["result"] is not None
    assert {event["rules"] for event in record["events"]} == {game.VERSION}


@EACH_GAME
def test_a_recorded_game_offers_shows_and_refuses_the_same(name: str) -> None:
    """After a wanted change: ``python -m tests.rules.recorded_games --write``, and read the difference."""
    kept, now = kept_page(name), page(name)
    if kept != now:
        lines = islice(unified_diff(kept.splitlines(), now.splitlines(), "kept", "now", lineterm="", n=1), 30)
        pytest.fail(f"{name} is offered, seen or refused otherwise\n" + "\n".join(line[:300] for line in lines))


def test_the_folder_holds_these_games_alone() -> None:
    files = {f"{name}.{kind}" for name in GAMES for kind in ("json.xz", "txt")}
    assert {path.name for path in FOLDER.iterdir()} == files


def test_each_decision_is_among_those_looked_at() -> None:
    assert [step for step, those in by_step().items() if not those] == []


# Soundness


def assert_sound(passed: Iterator[Turn] | tuple[Turn, ...]) -> None:
    """4.7: no broken invariant, old positions untouched, only those awaited may act, and somebody wins by 1192.

    4.0: six cards each at the beginning of a year, one fewer each turn; what is played is spent. 5.0: no block moves
    twice in a phase, by road, by muster, by sea or by the German roads.
    """
    kept: dict[str, Any] = {}
    moved: set[str] = set()
    for turn in passed:
        if turn.before is not None:
            assert turn.before.to_json() == kept, "apply changed the position it was given"
        position = turn.outcome.position
        assert game.problems(position) == []
        for side in SIDES:
            if side not in position.awaited:
                assert {action.type for action in game.legal_actions(position, side)} <= {"take-back-card"}
        kept = position.to_json()
        for event in turn.outcome.events:
            if event.type == "turn-begun" and position.step == "card":
                for hand, spent in zip(position.hands, position.spent, strict=True):
                    assert (len(hand), len(spent)) == (7 - position.turn, position.turn - 1)
            if event.type in ("movement-begun", "movement-ended"):
                moved.clear()
            if event.type in ("group-moved", "block-mustered", "sea-moved", "germans-entered"):
                block = {**(event.data or {}), **(event.secret or {})}["block"]
                assert block not in moved, f"{block} moved twice"
                moved.add(block)
        assert position.phase != "winter" or position.hands == ((), ())
    assert position.result is not None
    assert position.awaited == frozenset()
    assert 1187 <= position.year <= 1192
    assert position.result["how"] == "sudden-death" or (position.year, position.turn) == (1192, 6)


@EACH_GAME
def test_a_game_is_sound_throughout_and_ends(name: str) -> None:
    assert_sound(turns(name))


# Written and read


def through_json(data: Any) -> Any:
    return json.loads(json.dumps(data, separators=(",", ":")))


def everything_in(position: Position) -> dict[str, Any]:
    """Every fact of a position by its name, those included that are derived from others; not the offers, which are kept
    when asked for.
    """
    facts = {name: value for name, value in vars(position).items() if name != "_offers"}
    return facts | {"battle": position.battle and vars(position.battle)}


def assert_written_and_read(passed: Iterator[Turn] | tuple[Turn, ...]) -> None:
    """Positions, actions and events, as JSON and in notation: nothing is lost and nothing is large."""
    for turn in passed:
        position = turn.outcome.position
        text = json.dumps(position.to_json(), separators=(",", ":"))
        assert len(text.encode()) <= LARGEST
        whole = everything_in(position)
        assert everything_in(Position.from_json(json.loads(text))) == whole
        assert everything_in(parse_position(print_position(position))) == whole
        for event in turn.outcome.events:
            assert Fact.from_json(through_json(event.to_json())) == event
        if turn.action is not None:
            assert from_json(through_json(turn.action.to_json())) == turn.action
            assert parse_action(print_action(turn.action)) == turn.action


@EACH_GAME
def test_positions_actions_and_events_are_written_and_read(name: str) -> None:
    assert_written_and_read(turns(name))


@EACH_GAME
def test_a_game_in_notation_is_read_and_played_to_the_same_end(name: str) -> None:
    """With the lots drawn; by RecordedDice, action by action."""
    passed, ruleset = turns(name), GAMES[name].ruleset
    entries = [Entry(turn.side, turn.action, turn.outcome.draws) for turn in passed]
    text = print_game(ruleset, entries)
    assert parse_game(text) == (ruleset, entries)
    assert print_game(*parse_game(text)) == text
    position = game.new_game(ruleset, RecordedDice(entries[0].draws)).position
    for entry, turn in zip(entries[1:], passed[1:], strict=True):
        assert entry.side is not None
        assert entry.action is not None
        dice = RecordedDice(entry.draws)
        outcome = game.apply(position, entry.side, entry.action, dice)
        assert len(dice.draws) == len(entry.draws), "fewer lots were asked for than were recorded"
        assert (outcome.events, outcome.final) == (turn.outcome.events, turn.outcome.final)
        position = outcome.position
    assert position.to_json() == passed[-1].outcome.position.to_json()


@ALL_MOMENTS
def test_a_position_read_back_offers_and_shows_the_same(name: str) -> None:
    """What is derived is derived alike; and the actions that it offers can be written and read."""
    random = Random(name)
    for position in moments(name):
        read_back = Position.from_json(through_json(position.to_json()))
        for viewer in (*SIDES, None):
            assert game.observe(read_back, viewer) == game.observe(position, viewer)
        for side in SIDES:
            actions = game.legal_actions(position, side)
            for number in range(0, len(actions), max(1, len(actions) // 30)):
                action = fill(actions[number], random)
                assert from_json(through_json(action.to_json())) == action
                assert parse_action(print_action(action)) == action


# Listed or refused


def listed(position: Position, side: str, action: Action) -> bool:
    """Whether the list of legal actions, written out in full, has the action."""
    for legal in game.legal_actions(position, side):
        if isinstance(legal, SetChoice):
            blocks = action.blocks if action.type == legal.type else None
            if blocks is not None and legal.least <= len(blocks) <= legal.most and set(blocks) <= set(legal.candidates):
                return True
        elif legal == action:
            return True
    return False


def neighbor(town: str, random: Random) -> str:
    return TOWN_IDS[random.choice(NEIGHBORS[TOWN[town]])[1]]


def other_path(path: list[str], random: Random) -> list[str]:
    """A path near the given one: longer, shorter, ending elsewhere, turning back, or jumping."""
    ways = [
        [*path, neighbor(path[-1], random)],
        path[:-1] or [random.choice(TOWN_IDS)],
        [*path[:-1], neighbor(path[-1], random)],
        [*path, path[-2] if len(path) > 1 else neighbor(path[-1], random)],
        [random.choice(TOWN_IDS), *path[1:]],
    ]
    return random.choice(ways)[:4]


def any_values(random: Random) -> dict[str, Any]:
    """Something for each field that an action can have."""
    towns = dict.fromkeys(("to", "town", "port", "start"))
    return {name: random.choice(TOWN_IDS) for name in towns} | {
        "block": random.choice(BLOCK_IDS),
        "path": random.choices(TOWN_IDS, k=random.randint(1, 4)),
        "card": random.choice(DECK),
        "area": random.choice(("field", "castle")),
        "road": random.choice((*TOWN_IDS, "sea", "germania")),
        "target": random.choice((random.choice(BLOCK_IDS), {"town": random.choice(TOWN_IDS), "area": "field"})),
        "blocks": random.sample(BLOCK_IDS, random.randint(0, 3)),
        "forced": True,
    }


def mutated(action: Action, random: Random) -> Action:
    """A well-formed action that differs from a legal one in a thing or two. Raises BadAction if it is not well
    formed.
    """
    values, data = any_values(random), action.to_json()
    for _ in range(random.randint(1, 2)):
        required, optional = FIELDS[data["type"]]
        change = random.choice(["field", "field", "field", "optional", "type"])
        if change == "type":
            wanted = random.choice(sorted(FIELDS))
            required, optional = FIELDS[wanted]
            data = {"type": wanted, **{name: data.get(name, values[name]) for name in required}}
        elif change == "optional" and optional:
            name = random.choice(optional)
            if name in data:
                del data[name]
            else:
                data[name] = values[name]
        elif required:
            name = random.choice(required)
            if name == "path" and "path" in data and random.random() < 0.8:
                data[name] = other_path(data[name], random)
            elif name == "blocks" and "blocks" in data and random.random() < 0.7:
                data[name] = data[name][1:] if random.random() < 0.5 else [*dict.fromkeys([*data[name], *values[name]])]
            else:
                data[name] = values[name]
    return from_json(data)


@ALL_MOMENTS
def test_what_is_legal_is_listed_and_all_else_is_refused_with_a_reason(name: str) -> None:
    """is_legal agrees with legal_actions for what is listed and for changes of it; apply takes what is legal, refuses
    what is refused, and changes nothing of the position.
    """
    random = Random(name)
    for position in moments(name):
        before = position.to_json()
        for side in SIDES:
            actions = game.legal_actions(position, side) or game.legal_actions(position, SIDES[1 - SIDES.index(side)])
            for number in range(20):
                action = fill(actions[random.randrange(len(actions))], random)
                try:
                    action = mutated(action, random) if number > 3 else action
                except BadAction:
                    continue
                refusal = game.is_legal(position, side, action)
                assert (refusal is None) == listed(position, side, action), action
                if refusal is None:
                    assert game.problems(game.apply(position, side, action, SeededDice(1)).position) == []
                    continue
                assert refusal.reason.endswith(".")
                assert refusal.rule
                with pytest.raises(game.IllegalAction) as refused:
                    game.apply(position, side, action, SeededDice(1))
                assert refused.value.refusal == refusal
        assert position.to_json() == before


@ALL_MOMENTS
def test_every_type_of_action_is_answered_at_every_moment(name: str) -> None:
    """Either side may send it: a refusal has a sentence and a rule, and nothing raises an error."""
    random = Random(name)
    for position in moments(name):
        for side in SIDES:
            for type_, (required, optional) in sorted(FIELDS.items()):
                values = any_values(random)
                names = [*required, *(name for name in optional if random.random() < 0.5)]
                action = from_json({"type": type_} | {name: values[name] for name in names})
                refusal = game.is_legal(position, side, action)
                assert refusal is None or (refusal.reason.endswith(".") and refusal.rule)


def test_a_set_is_named_without_repeats_and_within_its_limits() -> None:
    """6.1, 6.52: strangers, and the same block twice, are refused."""
    position = by_step()["garrison"][0]
    (side,) = position.awaited
    choice = game.legal_actions(position, side)[0]
    assert isinstance(choice, SetChoice)
    assert game.is_legal(position, side, Action(choice.type, blocks=(choice.candidates[0],) * 2)) is not None
    assert game.is_legal(position, side, Action(choice.type, blocks=("assassins",))) is not None


# What is hidden


@ALL_MOMENTS
def test_all_that_is_hidden_may_be_dealt_anew_and_nobody_sees_a_difference(name: str) -> None:
    """H01, H02, H07, H08, H11, catalogue 5.1: to the enemy and to a spectator, byte for byte.

    Two blocks exchanged; all blocks of the map and of the Draw Pool in one another's places at any strength; another
    hand and another card chosen. Its owner sees as little of what lies in the pool (7.1).
    """
    random = Random(name)
    for position in moments(name):
        for side in (0, 1):
            others = [shuffled(position, side, random), other_hand(position, side, random)]
            candidates = hidden(position, side)
            if len(candidates) > 1:
                others += [exchanged(position, *random.sample(candidates, 2)) for _ in range(2)]
            for viewer in strangers(side):
                as_it_is = seen(position, viewer)
                assert [other for other in others if seen(other, viewer) != as_it_is] == []
            assert [game.problems(other) for other in others if game.problems(other)] == []
            view = game.observe(position, SIDES[side])
            assert set(view["pools"][SIDES[side]]) == {"count", "face-up", "gone"}
            assert not {BLOCK_IDS[b] for b in pooled(position, side)} & named(view)


@ALL_MOMENTS
def test_a_refusal_rests_on_nothing_that_the_enemy_hides(name: str) -> None:
    """H33, H38, catalogue 5.1: the same answer to every kind of action about every block, town and card, whatever
    the enemy's hidden blocks are and however strong.
    """
    random = Random(name)
    for position in moments(name, 1):
        for number, side in enumerate(SIDES):
            other = shuffled(position, 1 - number, random)
            for action in every_action(random, position):
                if random.random() < 0.3:
                    assert game.is_legal(position, side, action) == game.is_legal(other, side, action), action


REVEALING = {
    "field-revealed",
    "castle-revealed",
    "storm-declared",
    "sally-declared",
    "assassins-struck",
    "marker-kept",
    "block-eliminated",
}
"""Events by which the rules themselves show a hidden block.

The dead lie open (6.34) even if the year ends with the same action.
"""


def assert_nothing_hidden_is_told(passed: Iterator[Turn] | tuple[Turn, ...]) -> None:
    """H01, H06, H12, H13, H25, H28, H30 to H32: no event names a block that is hidden before and after, and shown by
    none of the events that show blocks.
    """
    for turn in passed:
        if turn.before is None:
            continue
        for side in (0, 1):
            secret = hidden_names(turn.before, side) & hidden_names(turn.outcome.position, side)
            for viewer in strangers(side):
                for event in shown(turn.outcome.events, viewer):
                    if event["type"] in REVEALING:
                        secret -= named(event)
                    assert not named(event) & secret, event


def hidden_names(position: Position, side: int) -> set[str]:
    blocks = {*hidden(position, side), *pooled(position, side)}
    if position.drawn >= 0 and position.active == side:
        blocks.add(position.drawn)
    return {BLOCK_IDS[b] for b in blocks}


@EACH_GAME
def test_events_name_no_block_that_stays_hidden(name: str) -> None:
    assert_nothing_hidden_is_told(turns(name))


@EACH_GAME
def test_what_follows_looks_the_same_when_hidden_blocks_were_exchanged(name: str) -> None:
    """Catalogue 5.1: the same decision about either of two blocks, without chance and without showing one, leads to the
    same events and the same view for strangers, and may be taken back or not alike.
    """
    random, compared = Random(name), 0
    for turn in turns(name):
        if (
            turn.before is None
            or turn.side is None
            or turn.action is None
            or turn.outcome.draws
            or turn.outcome.position.winner is not None
        ):
            continue
        side = SIDES.index(turn.side)
        candidates = hidden(turn.before, side)
        if len(candidates) < 2:
            continue
        one, other = random.sample(candidates, 2)
        if turn.action.block and BLOCK[turn.action.block] in candidates and BLOCK[turn.action.block] != other:
            one = BLOCK[turn.action.block]
        twin, action = exchanged(turn.before, one, other), with_exchanged(turn.action, one, other)
        if game.is_legal(twin, turn.side, action) is not None:
            continue
        outcome = game.apply(twin, turn.side, action, SeededDice(1))
        if asks_winter(outcome) != asks_winter(turn.outcome):
            continue
        if outcome.draws or any(lies_open(o.position, b) for o in (turn.outcome, outcome) for b in (one, other)):
            continue
        compared += 1
        assert outcome.final == turn.outcome.final
        for viewer in strangers(side):
            assert shown(outcome.events, viewer) == shown(turn.outcome.events, viewer)
            assert seen(outcome.position, viewer) == seen(turn.outcome.position, viewer)
    assert compared > 50


def lies_open(position: Position, block: int) -> bool:
    return bool(position.face_up >> block & 1) or position.where[block] in (DEAD, GONE)


def with_exchanged(action: Action, one: int, other: int) -> Action:
    names = {BLOCK_IDS[one]: BLOCK_IDS[other], BLOCK_IDS[other]: BLOCK_IDS[one]}
    blocks = None if action.blocks is None else tuple(names.get(name, name) for name in action.blocks)
    return action._replace(block=names.get(action.block or "", action.block), blocks=blocks)


# Other games


@pytest.mark.whole
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("ruleset", [*OPTIONS, Ruleset.of("1.4")], ids=lambda ruleset: json.dumps(ruleset.to_json()))
def test_games_by_lot_are_sound_and_tell_nothing_hidden(ruleset: Ruleset, style: str) -> None:
    for seed in range(3):
        passed = tuple(play(f"{seed}", style, ruleset))
        assert_sound(passed)
        assert_written_and_read(passed)
        assert_nothing_hidden_is_told(passed)
