"""Finds exercises: decisions of games of which one choice gains clearly over the second best.

    python -m opponent.lab.exercises --seconds 500 --seed 1 --wanted 100 --write   # in games of the computer's
    python -m opponent.lab.exercises --from FILE... --write                        # in records of finished games
    python -m opponent.lab.exercises --check --tries 10                            # the king again, by other seeds

Candidates are tried in few worlds, the best of them in more, then in many worlds drawn anew, so that what looked best
by luck falls out. Kept are those whose best choice gains at least three standard errors over the best one of another
kind, that `judge` tells apart, and that kings with other seeds solve in nine of ten tries. `--from` takes records that
the site exports of finished public games whose players agree; whether they do is not asked here.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time

from opponent import exercises
from opponent.analysis import kings_choice
from opponent.exercises import (
    BATTLE,
    CARD,
    KINDS,
    MOVEMENT,
    RETREAT,
    SELF_PLAY,
    STORM,
    Exercise,
    Played,
    compare,
    is_complete,
    judge,
    mean,
    play,
    worlds_of,
)
from opponent.knowledge import Belief
from opponent.lab.arena import wilson
from opponent.lab.choices import Candidate, Moment, candidates_of, of_record, of_selfplay
from opponent.lab.exercise_reasons import LEAVING, reason_of
from opponent.plans import Planner
from opponent.policy import Policy
from rules import game, reading
from rules.actions import Action
from rules.atlas import SIDES, TOWN
from rules.dice import SeededDice
from rules.editions import OFFERED
from rules.position import Position
from rules.replay import Fault
from rules.ruleset import Ruleset

STAGES = {True: ((4, 0.9), (8, 1.8), (40, 3.0)), False: ((8, 1.0), (24, 2.0), (64, 3.0))}
"""For movements and cards, and for the rest: worlds of each stage of the search, and by how many standard errors the
best choice has to lead to come to the next."""
LEFT = 4
"""Choices that come to the second stage."""
MOST_ERRORS = 99.0
"""Where a gain is the same in all worlds, its error is 0."""
LEAST = 1.5
"""What the best choice gains at least, in units of the evaluation."""
LEAST_CHANCE = 0.015
"""By how much it raises the chance to win at least."""
SHARE_OF_LEAVING = 0.6
"""The share of both that is enough where the best choice is to leave a battle: that saves one block, rarely a city."""
SHARES = {MOVEMENT: 0.3, CARD: 0.2, STORM: 0.2, RETREAT: 0.15, BATTLE: 0.15}
"""The share of each kind among those wanted."""
KNIGHTS = ("knight", "knight")
PLAYERS = (KNIGHTS, KNIGHTS, ("baron", "knight"), KNIGHTS, KNIGHTS, ("knight", "baron"))
LOOKED_AT = {MOVEMENT: 8, CARD: 10, STORM: 6, RETREAT: 8, BATTLE: 8}
"""Decisions of a kind that are looked at in one game."""
MOST_ALIKE = 0.6
"""The share of those wanted of a kind that may be answered by the same type of act, with nobody or somebody named."""
SURE = 3
"""A fight with a smaller chance than this, in %, or a larger one than the rest of 100 is no exercise."""
NEEDED = 0.9
"""The share of tries in which kings solve an exercise."""
LONGEST = 80
"""Actions of one movement; none has as many."""


# --- choices beside one another


def kind_of(position: Position, best: Sequence[Action], second: Sequence[Action]) -> str:
    """The kind of a decision, by its step and by what the best and the second best choice do."""
    if position.step in ("move", "card"):
        return MOVEMENT if position.step == "move" else CARD
    if position.step == "storm":
        return STORM
    return RETREAT if LEAVING & {best[0].type, second[0].type} else BATTLE


def aim_of(position: Position, side: str, actions: Sequence[Action]) -> object:
    """Returns what distinguishes a choice from those that differ by little.

    Of a movement the towns it attacks or enters, of a card the card, of a decision in battle its type and whether
    anybody is named.
    """
    if position.step != "move":
        first = actions[0]
        return first.type, first.card, first.blocks is not None and bool(first.blocks)
    ends = {end for action in actions if (end := end_of(action)) is not None}
    enemy = position.present[1 - SIDES.index(side)]
    attacked = frozenset(end for end in ends if enemy >> TOWN[end] & 1)
    campaign = any(action.type == "winter-campaign" for action in actions)
    return (attacked or frozenset(ends)), campaign


def end_of(action: Action) -> str | None:
    """Returns the town where an action of a movement brings its block."""
    return action.path[-1] if action.path else action.port or (action.town if action.type == "enter" else None)


def completed(moment: Moment, actions: Sequence[Action]) -> tuple[Action, ...]:
    """Returns the actions of a choice that are legal, completed by the heuristic until the decision is complete."""
    position, side = moment.position, moment.side
    kind = MOVEMENT if position.step == "move" else BATTLE
    waiting, done, dice, policy = list(actions), list[Action](), SeededDice("completed"), Policy()
    for _ in range(LONGEST):
        action = waiting.pop(0) if waiting else policy.decide(position, SIDES.index(side))
        if game.is_legal(position, side, action) is None:
            done.append(action)
            position = game.apply(position, side, action, dice).position
            if is_complete(kind, side, position):
                break
    return tuple(done)


def searched(moment: Moment, seed: str) -> tuple[Candidate, Candidate, float, float] | None:
    """Returns the best choice, the best one of another kind, and the gain; None if it is not clear."""
    position, side = moment.position, moment.side
    belief = exercises.belief_of(side, position.ruleset, moment.guesses)
    found = _choices(moment, seed, belief)
    long = position.step in ("move", "card")
    gain = errors = 0.0
    for number, (count, least) in enumerate(STAGES[long]):
        name = f"searched:{seed}:{number}"
        worlds = worlds_of(position, side, count, name, belief)
        played = [play(one.actions, side, worlds, long, name) for one in found]
        order = sorted(range(len(found)), key=lambda at: -mean(played[at].worths))
        others = [
            at for at in order if _aim_of_candidate(moment, found[at]) != _aim_of_candidate(moment, found[order[0]])
        ]
        if not others or (number and order[0]):
            return None  # nothing else to do, or what looked best before was luck
        best, second = played[order[0]], played[others[0]]
        gain, errors = _gain_and_errors(best, second)
        if errors < least or not _gains_enough(found[order[0]], gain, mean(best.chances) - mean(second.chances)):
            return None
        found = [found[at] for at in (order[0], *others[: LEFT - number])]
    return found[0], found[1], gain, errors


def _gains_enough(choice: Candidate, gain: float, more_chance: float) -> bool:
    """Whether a choice gains enough over the second best; to leave a battle need gain less."""
    share = SHARE_OF_LEAVING if choice.actions[0].type in LEAVING else 1
    return gain >= share * LEAST and more_chance >= share * LEAST_CHANCE


def _choices(moment: Moment, seed: str, belief: Belief) -> list[Candidate]:
    """Returns the choices of a decision; of movements the first plan of each aim, as those after it
    differ by little.
    """
    candidates = candidates_of(moment.position, moment.side, seed, belief)
    found = [one._replace(actions=completed(moment, one.actions)) for one in candidates]
    if moment.position.step == "move":
        return list({_aim_of_candidate(moment, one): one for one in reversed(found)}.values())[::-1]
    return found


def _gain_and_errors(best: Played, second: Played) -> tuple[float, float]:
    """Returns the gain of one choice over another, and how many standard errors that is."""
    gain, error = compare(best.worths, second.worths)
    return gain, min(MOST_ERRORS, gain / (error or 0.001))


def _aim_of_candidate(moment: Moment, candidate: Candidate) -> object:
    return aim_of(moment.position, moment.side, candidate.actions)


# --- reasons


def exercise_of(moment: Moment, source: str, seed: str) -> Exercise | None:
    """The exercise of a decision, if its best choice is clear and `judge` tells it from the second best."""
    clear = searched(moment, seed)
    if clear is None:
        return None
    best, second, gain, errors = clear
    position = moment.position
    found = Exercise(
        sha256(f"{position.to_json()}{moment.side}".encode()).hexdigest()[:8],
        kind_of(position, best.actions, second.actions),
        moment.side,
        position,
        best.actions,
        second.actions,
        round(gain, 2),
        round(errors, 1),
        reason_of(moment, best, STAGES[position.step in ("move", "card")][-1][0]),
        source,
        moment.guesses,
    )
    return found if is_open(found) and is_clear(found) and not game.problems(position) else None


def is_open(exercise: Exercise) -> bool:
    """Whether the fight of the exercise's reason may go either way, so that a player has to think.

    None is asked of the exercises in which a lost fight is to be left: the player has to see that it is lost.
    """
    if exercise.reason is not None and exercise.reason.key == "leave":
        return True
    chance = exercise.reason.params.get("chance", 50) if exercise.reason is not None else 50
    return bool(SURE <= chance <= 100 - SURE)


def is_clear(exercise: Exercise) -> bool:
    """Whether the second best choice is judged wrong."""
    return not judge(exercise, exercise.usual).solved


def is_solved_by_king(exercise: Exercise, seed: str) -> bool:
    """Whether the choice of a king with this seed is judged right."""
    chosen, _, _ = kings_choice(exercise.position, exercise.side, exercise.belief(), seed)
    moment = Moment(exercise.position, exercise.side, exercise.guesses)
    return judge(exercise, completed(moment, chosen)).solved


def count_solvers(exercise: Exercise, tries: int, *, all_tries: bool = False) -> tuple[int, int]:
    """Returns how many kings solved an exercise, of how many that tried.

    Ends early once too many have not, unless ``all_tries``. Those are other kings, so that exercises that were kept by
    luck are found out.
    """
    solved, name = 0, "check" if all_tries else "found"
    for number in range(tries):
        solved += is_solved_by_king(exercise, f"{name}:{number}")
        if not all_tries and number + 1 - solved > tries * (1 - NEEDED) + 1e-9:
            return solved, number + 1
    return solved, tries


# --- where they are looked for


def games(seed: int) -> Iterator[tuple[str, Iterator[Moment]]]:
    """Yields games of the computer against itself, of both editions: the name of each and its decisions."""
    while True:
        edition = OFFERED[seed % len(OFFERED)]
        yield f"{SELF_PLAY}:{seed}", of_selfplay(PLAYERS[seed // 2 % len(PLAYERS)], seed, Ruleset.of(edition))
        seed += 1


def records(files: Sequence[str]) -> Iterator[tuple[str, Iterator[Moment]]]:
    """Finished games by their records. Those that cannot be played again are named on standard error."""
    for name in files:
        try:
            record = reading.read(name)
            yield record["game"], iter(list(of_record(record)))
        except (Fault, OSError, ValueError, KeyError, TypeError) as error:
            print(f"{Path(name).name}: {error}", file=sys.stderr, flush=True)


def decisions_to_look_at(moments: Sequence[Moment], wanted: Callable[[str], bool], random: Random) -> Iterator[Moment]:
    """Yields some of a game's decisions, by lot: few of a kind, no two of a turn, the most promising first."""
    left, turns = dict(LOOKED_AT), set[tuple[int, int]]()
    found = [moment for moment in moments if any(map(wanted, _possible_kinds(moment.position)))]
    random.shuffle(found)
    found.sort(key=lambda moment: -promise_of(moment))
    for moment in found:
        kinds = _possible_kinds(moment.position)
        if moment.turn in turns or not any(wanted(kind) and left[kind] > 0 for kind in kinds):
            continue
        for kind in kinds:
            left[kind] -= 1
        turns.add(moment.turn)
        yield moment


def promise_of(moment: Moment) -> float:
    """Returns how early to look at a decision; the highest first.

    Of a movement by how much its first mission leads. Battles that the heuristic would leave and storms that it would
    not begin come before others, as to fight and to storm is right more often.
    """
    step = moment.position.step
    if step == "move":
        return lead_of(moment)
    if step not in ("fight", "storm"):
        return 0.0
    action = Policy().decide(moment.position.copy(), SIDES.index(moment.side))
    return float(action.type in LEAVING or (step == "storm" and not action.blocks))


def lead_of(moment: Moment) -> float:
    """Returns how much more the best mission of a movement gains than the best one to another town."""
    belief = exercises.belief_of(moment.side, moment.position.ruleset, moment.guesses)
    world = worlds_of(moment.position, moment.side, 1, "lead", belief)[0]
    missions = sorted(Planner(world, SIDES.index(moment.side)).missions(), key=lambda mission: -mission.gain)
    others = [mission.gain for mission in missions if mission.town != missions[0].town]
    return missions[0].gain - (others[0] if others else 0.0) if missions else 0.0


def _possible_kinds(position: Position) -> tuple[str, ...]:
    """Returns the kinds of exercise that a decision may become, by its step."""
    if position.step in ("move", "card", "storm"):
        return ({"move": MOVEMENT, "card": CARD, "storm": STORM}[position.step],)
    if position.step == "fight":
        return RETREAT, BATTLE
    return (BATTLE,) if position.step in ("garrison", "sally") else ()  # the others are decided block by block


def pattern_of_answer(exercise: Exercise) -> tuple[object, ...]:
    """Returns what answers to exercises of a kind have in common: type of act, card, whether anybody is named."""
    first = exercise.best[0]
    return exercise.kind, first.type, first.card, bool(first.blocks)


class Collection:
    """The exercises that are kept, and how many of each kind are still wanted."""

    def __init__(self, kept: Sequence[Exercise], wanted: int, kinds: Sequence[str] = KINDS) -> None:
        self.kept = list(kept)
        self.wanted = {kind: round(wanted * SHARES[kind]) if kind in kinds else 0 for kind in KINDS}

    def wants(self, kind: str) -> bool:
        """Whether more of this kind are wanted."""
        return sum(one.kind == kind for one in self.kept) < self.wanted[kind]

    @property
    def is_full(self) -> bool:
        """Whether enough of every kind are kept."""
        return not any(map(self.wants, KINDS))

    def has_room(self, exercise: Exercise) -> bool:
        """Whether an exercise is new, of a kind that is wanted, and not answered as most of its kind are: of movements,
        not as any other."""
        alike = sum(pattern_of_answer(one) == pattern_of_answer(exercise) for one in self.kept)
        most = self.wanted[exercise.kind] * (MOST_ALIKE if exercise.kind != MOVEMENT else 1)
        new = all(one.id != exercise.id for one in self.kept)
        if exercise.kind == MOVEMENT:
            new = new and all((one.side, one.best) != (exercise.side, exercise.best) for one in self.kept)
        return self.wants(exercise.kind) and alike < most and new

    def counts(self) -> dict[str, int]:
        """How many of each kind are kept."""
        return {kind: sum(one.kind == kind for one in self.kept) for kind in KINDS}


def find(
    collection: Collection,
    sources: Iterator[tuple[str, Iterator[Moment]]],
    tries: int,
    until: Callable[[], bool],
    found: Callable[[], None],
) -> None:
    """Looks through games until enough are found or the time is over; calls `found` after each exercise."""
    for name, moments in sources:
        if until() or collection.is_full:  # a game without a decision of a kind that is wanted gets no further
            return
        for moment in decisions_to_look_at(list(moments), collection.wants, Random(name)):
            if until() or collection.is_full:
                return
            public = SELF_PLAY if name.startswith(SELF_PLAY) else name
            exercise = exercise_of(moment, public, f"{name}:{moment.turn}")
            if exercise is None or not collection.has_room(exercise):
                continue
            solved, tried = count_solvers(exercise, tries)
            is_kept = solved >= NEEDED * tries
            _print_exercise(exercise, f"{solved} of {tried}", "kept" if is_kept else "dropped")
            if is_kept:
                collection.kept.append(exercise)
                found()


def _print_exercise(exercise: Exercise, *more: object) -> None:
    rules, position = exercise.position.ruleset, exercise.position
    words = (exercise.id, exercise.kind, exercise.side, rules.edition, f"{position.year}.{position.turn}")
    print(*words, exercise.gain, exercise.errors, *more, flush=True)


def check(kept: Sequence[Exercise], tries: int, until: Callable[[], bool]) -> list[Exercise]:
    """Prints how often kings solve each exercise.

    Returns those that are solved often enough, with a second best choice that is judged wrong, or were not tried."""
    good, solved_in_all, tried_in_all = [], 0, 0
    for exercise in kept:
        if until():
            good.append(exercise)
            continue
        solved, tried = count_solvers(exercise, tries, all_tries=True)
        solved_in_all, tried_in_all = solved_in_all + solved, tried_in_all + tried
        is_good = solved >= NEEDED * tries and is_clear(exercise)
        _print_exercise(exercise, f"{solved} of {tried}", "" if is_good else "dropped")
        if is_good:
            good.append(exercise)
    low, high = wilson(solved_in_all, tried_in_all)
    print(f"{solved_in_all} of {tried_in_all} tries, 95 % interval {100 * low:.1f} to {100 * high:.1f} %")
    return good


def main(arguments: list[str]) -> int:
    """Finds exercises, or checks those there are, as the command line asks."""
    parser = argparse.ArgumentParser(prog="python -m opponent.lab.exercises", description="Find or check exercises.")
    parser.add_argument("--seconds", type=float, default=600, help="end after so many seconds of the processor")
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--wanted", type=int, default=100, help="exercises, those that are kept counted")
    parser.add_argument("--tries", type=int, default=10, help="kings that try to solve each")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS, help="look for these alone")
    parser.add_argument("--from", dest="files", nargs="+", metavar="FILE", help="records of finished games")
    parser.add_argument("--check", action="store_true", help="have the kept ones solved again")
    parser.add_argument("--part", default="0/1", metavar="N/OF", help="check each OFth exercise alone, from the Nth")
    parser.add_argument("--write", action="store_true", help=f"keep what is found in {exercises.FILE.name}")
    given = parser.parse_args(arguments)
    end: float = process_time() + given.seconds
    kept = list(exercises.load()) if exercises.FILE.exists() else []

    def is_over() -> bool:
        return process_time() > end

    if given.check:
        number, of = map(int, given.part.split("/"))
        part = list(islice(kept, number, None, of))
        good = {one.id for one in check(part, given.tries, is_over)}
        bad = {one.id for one in part} - good
        left = [one for one in kept if one.id not in bad]
        if given.write and len(left) < len(kept):
            exercises.write(left)
        return 0
    collection = Collection(kept, given.wanted, given.kinds)

    def keep() -> None:
        if given.write:
            exercises.write(collection.kept)

    find(collection, records(given.files) if given.files else games(given.seed), given.tries, is_over, keep)
    print(len(collection.kept), collection.counts())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
