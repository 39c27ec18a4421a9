"""Whole games by random legal actions: what must hold after every one of them (catalogue 4.7)."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import game
from rules.actions import FIELDS, Action, BadAction, SetChoice, from_json
from rules.atlas import NEIGHBORS, SIDES, TOWN, TOWN_IDS
from rules.deck import DECK
from rules.dice import SeededDice
from rules.position import Position
from rules.roster import BLOCK_IDS
from tests.rules.playing import OPTIONS, STYLES, by_step, fill, in_few_games, play

SEEDS, ANY_STYLE, ANY_OPTIONS = st.integers(0, 100_000), st.sampled_from(STYLES), st.sampled_from(OPTIONS)


@in_few_games
@given(SEEDS, ANY_STYLE, ANY_OPTIONS)
def test_a_game_of_any_legal_actions_is_sound_throughout_and_ends(seed: int, style: str, ruleset: game.Ruleset) -> None:
    """4.7: no broken invariant, old positions untouched, only those awaited may act, and somebody wins by 1192."""
    kept: dict[str, Any] = {}
    for turn in play(seed, style, ruleset):
        if turn.before is not None:
            assert turn.before.to_json() == kept, "apply changed the position it was given"
        position = turn.outcome.position
        assert game.problems(position) == []
        for side in SIDES:
            if side not in position.awaited:
                assert {action.type for action in game.legal_actions(position, side)} <= {"take-back-card"}
        kept = position.to_json()
    assert position.result is not None
    assert position.awaited == frozenset()
    assert 1187 <= position.year <= 1192
    assert position.result["how"] == "sudden-death" or (position.year, position.turn) == (1192, 6)


@in_few_games
@given(SEEDS, ANY_STYLE, ANY_OPTIONS)
def test_hands_shrink_by_one_a_turn(seed: int, style: str, ruleset: game.Ruleset) -> None:
    """4.7, 4.0: six cards each at the beginning of a year, none after its sixth turn; what is played is spent."""
    for turn in play(seed, style, ruleset):
        position = turn.outcome.position
        if (
            turn.outcome.events
            and any(event.type == "turn-begun" for event in turn.outcome.events)
            and position.step == "card"
        ):
            for side in (0, 1):
                assert (len(position.hands[side]), len(position.spent[side])) == (7 - position.turn, position.turn - 1)
        if position.phase == "winter":
            assert position.hands == ((), ())


@in_few_games
@given(SEEDS, ANY_STYLE, ANY_OPTIONS)
def test_no_block_moves_twice_in_a_phase(seed: int, style: str, ruleset: game.Ruleset) -> None:
    """4.7, 5.0: by road, by muster, by sea or by the German roads."""
    moved: set[str] = set()
    for turn in play(seed, style, ruleset):
        for event in turn.outcome.events:
            if event.type in ("movement-begun", "movement-ended"):
                moved.clear()
            if event.type in ("group-moved", "block-mustered", "sea-moved", "germans-entered"):
                block = {**(event.data or {}), **(event.secret or {})}["block"]
                assert block not in moved, f"{block} moved twice"
                moved.add(block)


@in_few_games
@given(SEEDS, ANY_STYLE, ANY_OPTIONS)
def test_whatever_is_listed_is_accepted(seed: int, style: str, ruleset: game.Ruleset) -> None:
    """Issue 2: legal_actions lists nothing that apply refuses."""
    random = Random(seed)
    for turn in play(seed, style, ruleset):
        position = turn.outcome.position
        if random.random() > 0.15:
            continue
        for side in SIDES:
            actions = game.legal_actions(position, side)
            for number in random.sample(range(len(actions)), min(3, len(actions))):
                action = fill(actions[number], random)
                assert game.is_legal(position, side, action) is None
                assert game.problems(game.apply(position, side, action, SeededDice(1)).position) == []


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


def mutated(action: Action, position: Position, random: Random) -> Action:
    """A well-formed action that differs from a legal one in a thing or two."""
    values: dict[str, Any] = {
        "block": random.choice(BLOCK_IDS),
        "path": [random.choice(TOWN_IDS)],
        "to": random.choice(TOWN_IDS),
        "town": random.choice(TOWN_IDS),
        "port": random.choice(TOWN_IDS),
        "card": random.choice(DECK),
        "area": random.choice(("field", "castle")),
        "road": random.choice((*TOWN_IDS, "sea", "germania")),
        "start": random.choice(TOWN_IDS),
        "target": random.choice((random.choice(BLOCK_IDS), {"town": random.choice(TOWN_IDS), "area": "field"})),
        "blocks": random.sample(BLOCK_IDS, random.randint(0, 3)),
        "forced": True,
    }
    data = action.to_json()
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


@pytest.mark.parametrize("step", sorted(game.STEPS))
def test_what_is_legal_is_listed_and_all_else_is_refused_with_a_reason(step: str) -> None:
    """Issue 2: is_legal agrees with legal_actions for mutations of legal actions; apply refuses what is refused, and
    changes nothing.
    """
    random = Random(step)
    for position in by_step()[step]:
        before = position.to_json()
        for side in SIDES:
            actions = game.legal_actions(position, side) or game.legal_actions(position, SIDES[1 - SIDES.index(side)])
            for _ in range(25):
                try:
                    action = mutated(fill(actions[random.randrange(len(actions))], random), position, random)
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


@pytest.mark.parametrize("step", sorted(game.STEPS))
def test_every_refusal_can_be_explained(step: str) -> None:
    """Any type of action, sent at any moment by either side, is refused with a sentence and a rule, never with an
    error.
    """
    random = Random(f"explain {step}")
    for position in by_step()[step]:
        for side in SIDES:
            for type_ in sorted(FIELDS):
                action = mutated(Action("done"), position, random)
                while action.type != type_:
                    action = from_json(any_of(type_, random))
                refusal = game.is_legal(position, side, action)
                assert refusal is None or (refusal.reason.endswith(".") and refusal.rule)


def any_of(type_: str, random: Random) -> dict[str, Any]:
    required, optional = FIELDS[type_]
    values: dict[str, Any] = {
        "block": random.choice(BLOCK_IDS),
        "path": random.choices(TOWN_IDS, k=random.randint(1, 4)),
        "card": random.choice(DECK),
        "area": "field",
        "road": "sea",
        "target": {"town": random.choice(TOWN_IDS), "area": "castle"},
        "blocks": random.sample(BLOCK_IDS, 2),
        "forced": True,
    }
    names = [*required, *(name for name in optional if random.random() < 0.5)]
    return {"type": type_, **{name: values.get(name, random.choice(TOWN_IDS)) for name in names}}


def test_a_set_is_named_without_repeats_and_within_its_limits() -> None:
    """6.1, 6.52: too many, strangers, and the same block twice are refused."""
    position = next(p for p in by_step()["garrison"])
    (side,) = position.awaited
    choice = game.legal_actions(position, side)[0]
    assert isinstance(choice, SetChoice)
    twice = Action(choice.type, blocks=(choice.candidates[0],) * 2)
    stranger = Action(choice.type, blocks=("assassins",))
    assert game.is_legal(position, side, twice) is not None
    assert game.is_legal(position, side, stranger) is not None
