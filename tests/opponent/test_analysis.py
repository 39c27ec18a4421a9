"""What a finished game came to: the same for the same record, and the king's choice knows what its side knew."""

from copy import deepcopy
from functools import cache
from random import Random

import pytest

from opponent import analysis
from opponent.chance import chance_of_franks
from opponent.lab.arena import Seat, maker
from opponent.levels import baron
from rules import game
from rules.atlas import SIDES, bits
from rules.dice import SeededDice
from rules.places import POOL
from rules.position import Position
from rules.roster import OF_SIDE
from rules.ruleset import Ruleset
from tests.opponent.exchanging import exchanged

Record = tuple[Position, dict[str, analysis.Facts], list[analysis.Recorded]]


@cache
def played(count: int = 60) -> Record:
    """The beginning of a game between knights."""
    dice = SeededDice("analysis")
    seats = {side: Seat(side, maker("knight")(side, 3), 3) for side in SIDES}
    outcome = game.new_game(Ruleset(), dice)
    start, shown, record = outcome.position, facts(outcome), list[analysis.Recorded]()
    for number in range(2, count + 2):
        for seat in seats.values():
            seat.see(outcome)
        dice.draws.clear()
        side = min(outcome.position.awaited)
        action = seats[side].decide(outcome.position)
        outcome = game.apply(outcome.position, side, action, dice)
        record.append(analysis.Recorded(number, side, action, tuple(dice.draws), facts(outcome)))
    return start, shown, record


def facts(outcome: game.Outcome) -> dict[str, analysis.Facts]:
    return {side: [fact for event in outcome.events if (fact := event.seen_by(side)) is not None] for side in SIDES}


@pytest.fixture(autouse=True)
def _a_quick_king(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "king", baron)


def test_the_same_record_gives_the_same_analysis() -> None:
    start, shown, record = played()
    asked: list[int] = []
    one, other = (analysis.analyze(start, 1, shown, record, lambda: asked.append(1)) for _ in range(2))
    assert one == other
    assert one["decisions"]
    assert len(one["decisions"]) <= analysis.TOLD
    assert len(asked) == 2 * (1 + len(one["decisions"])), "people who wait for the computer come in between"
    assert all(0 <= chance <= 1 for _number, chance in one["curve"])
    assert {decision["why"]["key"] for decision in one["decisions"]} <= analysis.KEYS
    numbers = [decision["n"] for decision in one["decisions"]]
    assert numbers == sorted(numbers)


def test_what_the_king_would_have_played_does_not_hang_on_what_was_hidden() -> None:
    start, shown, record = played()
    moves = [decision for decision in analysis.course(start, 1, record).decisions if decision.key[2] == "move"]
    decision = moves[0]
    side = decision.side
    found = []
    for position in (decision.position, exchanged(decision.position, 1 - SIDES.index(side), Random(5))):
        belief = analysis.Belief(side, "analysis")
        belief.see(shown[side])
        for entry in record[: decision.index]:
            belief.see(entry.seen[side])
        found.append(analysis.kings_choice(position, side, belief, "test")[0][0])
    assert found[0] == found[1]


def test_a_town_that_the_king_would_not_have_left_is_not_told_as_one_he_takes() -> None:
    start, _shown, _record = played()
    frank = SIDES.index("frank")
    mine, theirs = OF_SIDE[frank], OF_SIDE[1 - frank]
    town = next(t for t in range(len(start.at)) if start.at[t] & mine and not start.at[t] & theirs)
    left = deepcopy(start)
    for block in list(bits(start.at[town])):
        left.put(block, POOL)

    def key(before: Position) -> str:
        return analysis._key_of_change(analysis.Decision(1, 0, "frank", before, (), [], left), start, frank, town)

    assert (key(start), key(left)) == ("keep", "take")


def test_no_change_is_laid_to_dice() -> None:
    start, _shown, record = played()
    rolled = {entry.number for entry in record if entry.draws}
    alone = [decision for decision in analysis.course(start, 1, record).decisions if len(decision.actions) == 1]
    assert rolled
    assert all(decision.change == 0 for decision in alone if decision.number in rolled)


def test_a_game_that_is_over_is_certain() -> None:
    position = game.new_game(Ruleset(), SeededDice(1)).position
    assert 0.2 < chance_of_franks(position) < 0.8
    position.winner = (0, "sudden-death")
    assert chance_of_franks(position) == 1
    position.winner = (1, "sudden-death")
    assert chance_of_franks(position) == 0
