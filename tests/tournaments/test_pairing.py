"""Pairings of each system keep its laws, whatever the results."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.pairing import double, knockout, round_robin, swiss
from games.tournaments.pairing.scores import NoPairing, Pair, Score, points_of
from games.tournaments.pairing.standings import standings
from tests.tournaments import laws

BYE = (1.0, 0.0)
ENDS = [(1.0, 0.0), (0.0, 1.0), (0.5, 0.5), (0.0, 0.0)]


def season(size, rounds, lot, *, quit=()):
    """Pairs so many rounds with results by lot.

    Yields who was in, their points before, the pairs, and the scores so far.
    """
    entrants, scores = list(range(1, size + 1)), []
    for number in range(1, rounds + 1):
        points = points_of(scores, entrants)
        pairs = swiss.pair_round(entrants, scores, lot)
        yield list(entrants), points, pairs, list(scores)
        scores += [
            Score(number, pair.frank, pair.saracen, BYE if pair.saracen is None else lot.choice(ENDS)) for pair in pairs
        ]
        entrants = [entrant for entrant in entrants if (number, entrant) not in quit]


@settings(max_examples=40, deadline=None)
@given(size=st.integers(4, 17), seed=st.integers(0, 10**6), data=st.data())
def test_swiss_rounds_keep_the_laws_of_the_system(size, seed, data):
    rounds = data.draw(st.integers(1, size // 2 - 1)) if size > 5 else 1
    made, had = [], set()
    for entrants, points, pairs, _scores in season(size, rounds, Random(seed)):
        laws.everybody_once(pairs, entrants)
        made.append(pairs)
        laws.nobody_twice(made)
        if len(made) <= size // 4:  # later everybody else may have been met
            laws.bye_to_the_lowest(pairs, points, had)
        had |= {pair.frank for pair in pairs if pair.saracen is None}
    laws.sides_even(made[: max(2, size // 4)], 2)


def test_equal_points_meet_while_that_is_possible():
    for entrants, points, pairs, _scores in season(16, 3, Random(7)):
        apart = sum(abs(points[pair.frank] - points[pair.saracen]) for pair in pairs)
        groups = [list(points.values()).count(value) for value in set(points.values())]
        assert apart <= sum(size % 2 for size in groups), (entrants, points)


def test_the_first_round_has_the_upper_half_meet_the_lower():
    pairs = next(season(8, 1, Random(1)))[2]
    assert {frozenset((pair.frank, pair.saracen)) for pair in pairs} == {
        frozenset(pair) for pair in ((1, 5), (2, 6), (3, 7), (4, 8))
    }


def test_without_anybody_new_to_meet_there_is_no_swiss_round():
    scores = [Score(1, 1, 2, (1.0, 0.0))]
    with pytest.raises(NoPairing):
        swiss.pair_round([1, 2], scores, Random(1))


def test_who_has_left_is_not_paired_and_the_rest_goes_on():
    made = [pairs for _in, _points, pairs, _scores in season(10, 4, Random(3), quit={(1, 4), (2, 7)})]
    assert 4 not in {entrant for pairs in made[1:] for pair in pairs for entrant in (pair.frank, pair.saracen)}
    laws.nobody_twice(made)


@given(size=st.integers(2, 24))
def test_in_a_round_robin_everybody_meets_everybody_once(size):
    entrants = list(range(1, size + 1))
    rounds = round_robin.schedule(entrants)
    assert len(rounds) == round_robin.count_rounds(size)
    for pairs in rounds:
        laws.everybody_once(pairs, entrants)
    laws.nobody_twice(rounds)
    laws.everybody_met(rounds, entrants)
    laws.sides_even(rounds, 2)


@given(size=st.integers(2, 40), seed=st.integers(0, 1000))
def test_in_a_knock_out_every_loser_is_out_and_byes_go_to_the_best(size, seed):
    lot, entrants = Random(seed), list(range(1, size + 1))
    pairs, games, rounds = knockout.first_round(entrants, lot), 0, 0
    byes = sorted(pair.frank for pair in pairs if pair.saracen is None)
    assert byes == entrants[: len(byes)]
    assert size + len(byes) == 1 << knockout.count_rounds(size)
    while True:
        rounds += 1
        games += sum(pair.saracen is not None for pair in pairs)
        assert rounds == 1 or all(pair.saracen is not None for pair in pairs)
        winners = [min(pair.frank, pair.saracen or pair.frank) for pair in pairs]
        if len(winners) == 1:
            break
        pairs = knockout.next_round(winners, lot)
    assert (winners, games, rounds) == ([1], size - 1, knockout.count_rounds(size))


@given(size=st.integers(2, 40), seed=st.integers(0, 1000), nobody=st.integers(0, 20))
def test_in_a_double_knock_out_who_loses_twice_is_out_and_nobody_sooner(size, seed, nobody):
    """With a match now and then that takes both out, as when both have left."""
    lot, entrants, outcomes, rounds = Random(seed), list(range(1, size + 1)), {}, []
    total = double.count_rounds(size)
    for number in range(1, total + 2):
        if number > total and not double.needs_second_final(size, outcomes):
            break
        pairs = double.next_round(number, entrants, outcomes, lot)
        rounds.append([])
        for board, pair in enumerate(pairs, 1):
            if pair is None:
                continue
            end = double.MatchOutcome(pair.frank)
            if pair.saracen is not None:
                end = double.MatchOutcome(*lot.sample([pair.frank, pair.saracen], 2))
                end = double.MatchOutcome() if nobody > 15 and lot.random() < 0.1 else end
            outcomes[number, board] = end
            rounds[-1].append((pair, end.winner))
    laws.double_knock_out(rounds, entrants, strict=nobody <= 15)
    if nobody <= 15:
        assert laws.winners_stay_together(rounds, lambda number, board: double.bracket_of(number, board, total))


def test_the_winner_of_the_winners_bracket_must_be_beaten_twice():
    lot, outcomes = Random(1), {(1, 1): double.MatchOutcome(1, 2), (2, 1): double.MatchOutcome(2, 1)}
    assert double.needs_second_final(2, outcomes)
    assert double.next_round(3, [1, 2], outcomes, lot) == [Pair(1, 2)]
    assert not double.needs_second_final(2, {**outcomes, (2, 1): double.MatchOutcome(1, 2)})


def test_who_comes_from_the_winners_bracket_meets_others_than_those_beaten_before():
    lot, outcomes = Random(1), {}
    for number in (1, 2):
        for board, pair in enumerate(double.next_round(number, list(range(1, 9)), outcomes, lot), 1):
            better, worse = sorted((pair.frank, pair.saracen))
            outcomes[number, board] = double.MatchOutcome(better, worse)
    pairs = double.next_round(3, list(range(1, 9)), outcomes, lot)
    assert [{pair.frank, pair.saracen} for pair in pairs] == [{1, 2}, {5, 3}, {6, 4}]


def test_the_best_two_can_meet_in_the_final_alone():
    assert knockout.bracket(8) == [1, 8, 4, 5, 2, 7, 3, 6]


def test_a_match_that_nobody_won_gives_the_neighbor_a_bye():
    assert knockout.next_round([None, 3, None, None], Random(1)) == [Pair(3, None), None]


def test_tie_breaks_are_those_of_their_names():
    # 1 beats 2, 3 beats 4; 1 and 3 share; 2 beats 4.
    scores = [
        Score(1, 1, 2, (1.0, 0.0), cities=(4, 3)),
        Score(1, 3, 4, (1.0, 0.0), cities=(7, 0)),
        Score(2, 1, 3, (0.5, 0.5), cities=(3, 4)),
        Score(2, 4, 2, (0.0, 1.0), cities=(2, 5)),
    ]
    table = standings([1, 2, 3, 4], scores, ["buchholz", "sonneborn-berger", "head-to-head", "cities", "wins"])
    assert [(line.entrant, line.rank, line.points) for line in table] == [
        (1, 1, 1.5),
        (3, 2, 1.5),
        (2, 3, 1.0),
        (4, 4, 0.0),
    ]
    assert table[0].tie_breaks == {"buchholz": 2.5, "sonneborn-berger": 1.75, "head-to-head": 0, "cities": 7, "wins": 1}
    assert table[1].tie_breaks["buchholz"] == 1.5


def test_a_bye_counts_for_buchholz_like_an_opponent_of_equal_points():
    scores = [Score(1, 1, None, (1.0, 0.0), played=False), Score(1, 2, 3, (1.0, 0.0))]
    table = {line.entrant: line for line in standings([1, 2, 3], scores, ["buchholz", "wins"])}
    assert (table[1].tie_breaks, table[2].tie_breaks) == ({"buchholz": 1.0, "wins": 0}, {"buchholz": 0.0, "wins": 1})


def test_who_is_equal_in_everything_shares_a_rank():
    assert [line.rank for line in standings([1, 2, 3], [], ["buchholz"])] == [1, 1, 1]


# --- rounds without a game
# ---------------------------------------------------------------------------------------------------


def season_with_quitters(size, rounds, lot):
    """Pairs so many rounds; now and then somebody does not come, or goes home.

    Yields who is in, the pairs, and the scores before.
    """
    entrants, scores = list(range(1, size + 1)), []
    for number in range(1, rounds + 1):
        try:
            pairs = swiss.pair_round(entrants, scores, lot)
        except NoPairing:
            return
        yield list(entrants), pairs, list(scores)
        for pair in pairs:
            if pair.saracen is None:
                scores.append(Score(number, pair.frank, None, BYE, played=False))
            elif lot.random() < 0.3:
                end = lot.choice([(1.0, 0.0), (0.0, 1.0), (0.0, 0.0)])
                scores.append(Score(number, pair.frank, pair.saracen, end, played=False))
                gone = {pair.frank} if end[0] == 0 else set()
                gone |= {pair.saracen} if end[1] == 0 else set()
                entrants = [one for one in entrants if one not in gone or lot.random() < 0.5]
            else:
                scores.append(Score(number, pair.frank, pair.saracen, lot.choice(ENDS)))
        if len(entrants) < 2:
            return


@settings(max_examples=60, deadline=None)
@given(size=st.integers(5, 17), seed=st.integers(0, 10**6))
def test_nobody_who_had_a_point_without_a_game_gets_the_bye(size, seed):
    for entrants, pairs, scores in season_with_quitters(size, size // 2 - 1, Random(seed)):
        had = {
            one
            for score in scores
            if not score.played
            for one, won in zip((score.frank, score.saracen), score.points, strict=True)
            if won
        }
        laws.everybody_once(pairs, entrants)
        free = [one for one in entrants if one not in had]
        met = {frozenset((score.frank, score.saracen)) for score in scores}
        blocked = all(frozenset((one, other)) in met for one in entrants for other in entrants if one != other and free)
        if len(entrants) > 2 * len({score.round for score in scores}) + 2 and not blocked:
            laws.no_second_point_without_play(pairs, entrants, had)


@settings(max_examples=60, deadline=None)
@given(size=st.integers(4, 16), seed=st.integers(0, 10**6))
def test_buchholz_is_what_the_second_program_reckons(size, seed):
    scores = []
    for _entrants, _pairs, before in season_with_quitters(size, max(2, size // 2), Random(seed)):
        scores = before
    rounds = max((score.round for score in scores), default=0)
    results = [(score.round, score.frank, score.saracen, *score.points, score.played) for score in scores]
    for line in standings(list(range(1, size + 1)), scores, ["buchholz"]):
        assert line.tie_breaks["buchholz"] == laws.buchholz(results, line.entrant, rounds), line.entrant


def test_who_met_somebody_that_went_home_does_not_suffer_for_it():
    """2 loses to 1 and goes home: to 1 they count as if they had shared the two points that were left."""
    scores = [Score(1, 1, 2, (1.0, 0.0)), Score(1, 3, 4, (1.0, 0.0))]
    scores += [Score(number, *pair, (0.5, 0.5)) for number, pair in ((2, (1, 3)), (3, (1, 4)))]
    table = {line.entrant: line for line in standings([1, 2, 3, 4], scores, ["buchholz"])}
    assert (
        table[1].tie_breaks["buchholz"] == 1.0 + 2.0 + 0.5
    )  # 2: nothing won, two rounds of half a point; 3: 1.5 and round 3; 4: 0.5


def test_a_round_that_goes_on_takes_nobody_for_gone():
    scores = [Score(1, 1, 2, (1.0, 0.0)), Score(1, 3, 4, (1.0, 0.0)), Score(2, 1, 3, (1.0, 0.0))]
    table = {line.entrant: line for line in standings([1, 2, 3, 4], scores, ["buchholz"], rounds=1)}
    assert table[1].tie_breaks["buchholz"] == 0.0 + 1.0


@pytest.mark.parametrize("played", range(5))
def test_in_a_round_robin_who_leaves_before_half_of_the_games_counts_for_nobody(played):
    """Of five, 1 beats everybody until they go; those who had not met them are given the point."""
    scores = [
        Score(number, 1, number + 1, (1.0, 0.0), played=number <= played) for number in range(1, 5) if number <= played
    ]
    scores += [Score(number, 1, number + 1, (0.0, 1.0), played=False) for number in range(played + 1, 5)]
    counted = round_robin.counted(scores, {1}, 4)
    assert len(counted) == (4 if played >= 2 else 0)
    points = points_of(counted, range(1, 6))
    assert points[1] == (played if played >= 2 else 0)
    assert sum(points[one] for one in range(2, 6)) == (4 - played if played >= 2 else 0)


def test_in_a_round_robin_a_forfeit_counts_like_a_game_for_sonneborn_berger():
    scores = [
        Score(1, 1, 2, (1.0, 0.0), played=False),
        Score(2, 2, 3, (1.0, 0.0)),
        Score(3, 1, 3, (0.0, 1.0)),
        Score(3, 2, None, (0.0, 0.0), False),
    ]
    table = {line.entrant: line for line in standings([1, 2, 3], scores, ["sonneborn-berger"], everybody_meets=True)}
    assert table[1].tie_breaks["sonneborn-berger"] == 1.0
    assert table[2].tie_breaks["sonneborn-berger"] == 1.0


@pytest.mark.parametrize("size", [255, pytest.param(256, marks=pytest.mark.whole)])
def test_the_largest_rounds_can_be_paired(size):
    for entrants, _points, pairs, _scores in season(size, 2, Random(11)):
        laws.everybody_once(pairs, entrants)
    assert knockout.count_rounds(256) == 8
