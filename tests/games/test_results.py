"""What finished games say: records, ratings, figures."""

import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models import Q
from hypothesis import given
from hypothesis import strategies as st

from games.models import Figures, Game, RatedGame, Rating, User
from games.services.lobby.lobby import create_game, join_game
from games.services.results import game_figures, ratings, results
from games.services.results.game_figures import PlayedAct, Wall
from games.services.results.ratings import SkillEstimate, ratings_after
from tests.games.helpers import DONE, Player, choose, offered, ok, stage, undone

pytestmark = pytest.mark.django_db
NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def people(db: None) -> dict[str, User]:
    return {name: User.objects.create_user(name) for name in ("Richard", "Saladin", "Baldwin")}


def ended(
    frank: User, saracen: User, winner: str, *, number: int = 0, ending: str = "victory-cities", **fields: Any
) -> Game:
    """A game between these two that ended `number` days after noon."""
    options: dict[str, Any] = {"visibility": fields.pop("visibility", "public"), "ruleset": fields.pop("ruleset", {})}
    game = create_game(user=frank, side="frank", **options).game
    join_game(user=saracen, game_id=game.public_id, invitation=game.invitation_token)
    at = NOON + timedelta(days=number)
    facts = {"status": "over", "winner": winner, "ending": ending, "year": 1188, "turn": 3, "ended_at": at} | fields
    stage(game, **facts)
    return Game.objects.get(pk=game.pk)


def stored() -> tuple[list[Any], list[Any]]:
    """Every rating and every rated game, to the last digit."""
    return list(Rating.objects.order_by("user", "side").values_list("user", "side", "mu", "sigma", "games")), list(
        RatedGame.objects.order_by("pk").values()
    )


def test_who_wins_rises_and_who_loses_falls_on_the_side_they_played(people: dict[str, User]) -> None:
    ended(people["Richard"], people["Saladin"], "frank")
    ratings.rate_new_games()
    record = results.results_of(people.values())
    richard, saladin = record[people["Richard"].pk], record[people["Saladin"].pk]
    assert richard.sides["frank"].rating is not None
    assert saladin.sides["saracen"].rating is not None
    assert richard.sides["frank"].rating.mu > 1500 > saladin.sides["saracen"].rating.mu
    assert richard.sides["saracen"].rating is None
    assert (richard.games, richard.won, richard.lost, saladin.won) == (1, 1, 0, 0)
    assert record[people["Baldwin"].pk] == results.PlayerResults()


def test_a_rating_is_provisional_until_five_games_of_that_side(people: dict[str, User]) -> None:
    for number in range(5):
        ended(people["Richard"], people["Saladin"], "frank", number=number)
        ratings.rate_new_games()
        rating = results.results_of([people["Richard"]])[people["Richard"].pk].sides["frank"].rating
        assert rating is not None
        assert (rating.games, rating.provisional) == (number + 1, number < 4)


def test_what_does_not_count_changes_no_rating(people: dict[str, User]) -> None:
    for fields in [
        {"ending": "agreed", "winner": ""},
        {"ending": "annulled", "winner": ""},
        {"ending": "closed", "winner": ""},
        {"visibility": "private"},
        {"ruleset": {"handicap": 2}},
        {"year": 1187, "turn": 1},
    ]:
        with undone(fields):
            ended(people["Richard"], people["Saladin"], **({"winner": "frank"} | fields))
            assert ratings.rate_new_games() == 0
            assert stored() == ([], [])


def test_victories_resignations_and_time_outs_count(people: dict[str, User]) -> None:
    for ending in ratings.DECIDED:
        with undone(ending):
            ended(people["Richard"], people["Saladin"], "saracen", ending=ending)
            assert ratings.rate_new_games() == 1
            record = results.results_of([people["Richard"]])[people["Richard"].pk]
            assert (record.games, record.won, record.timed_out) == (1, 0, ending == "time-out")


def test_solo_games_count_for_nobody(people: dict[str, User]) -> None:
    game = create_game(user=people["Richard"], solo=True).game
    stage(
        game,
        status="over",
        winner="frank",
        ending="victory-cities",
        year=1190,
        turn=1,
        ended_at=NOON,
        visibility="public",
    )
    assert ratings.rate_new_games() == 0
    assert results.results_of([people["Richard"]])[people["Richard"].pk].games == 0


def test_ratings_that_followed_game_by_game_are_those_computed_anew(people: dict[str, User]) -> None:
    """Whatever order games become known in, and whatever is annulled meanwhile."""
    random = Random(1)
    for _number in range(12):
        frank, saracen = random.sample(list(people.values()), 2)
        game = ended(frank, saracen, random.choice(["frank", "saracen"]), number=random.randrange(20))
        ratings.rate_new_games()
        if random.random() < 0.2:
            stage(game, ending="annulled", winner="")
            ratings.rate_new_games()
    followed = stored()
    assert len(followed[1]) > 3
    call_command("rate_games", verbosity=0)
    assert stored() == followed
    ratings.rebuild()
    assert stored() == followed


def test_what_is_annulled_later_is_taken_out_of_the_ratings(people: dict[str, User]) -> None:
    ended(people["Richard"], people["Saladin"], "frank", number=0)
    ratings.rate_new_games()
    before = stored()
    later = ended(people["Richard"], people["Saladin"], "frank", number=1)
    ratings.rate_new_games()
    assert stored() != before
    stage(later, ending="annulled", winner="")
    ratings.rate_new_games()
    assert stored() == before


@given(
    st.floats(600, 2600),
    st.floats(40, 350),
    st.floats(600, 2600),
    st.floats(40, 350),
    st.sampled_from(["frank", "saracen"]),
)
def test_the_winner_never_loses_by_a_win_nor_the_loser_gains(
    mu: float, sigma: float, other: float, doubt: float, winner: str
) -> None:
    frank, saracen = SkillEstimate(mu, sigma, 9), SkillEstimate(other, doubt, 9)
    after = dict(zip(("frank", "saracen"), ratings_after(frank, saracen, winner), strict=True))
    assert (after["frank"].mu >= mu) == (winner == "frank") or after["frank"].mu == mu
    assert (after["saracen"].mu >= other) == (winner == "saracen") or after["saracen"].mu == other
    assert all(0 < standing.sigma < 400 and standing.games == 10 for standing in after.values())


def test_two_hundred_points_are_three_games_of_four() -> None:
    """What the stronger gains by a win is what it came as a surprise."""
    strong, weak = SkillEstimate(1600.0, 1.0, 9), SkillEstimate(1400.0, 1.0, 9)
    by_winning = ratings_after(strong, weak, "frank")[0].mu - 1600
    by_losing = 1600 - ratings_after(strong, weak, "saracen")[0].mu
    assert by_losing / (by_losing + by_winning) == pytest.approx(0.76, abs=0.01)


# --- figures
# ----------------------------------------------------------------------------------------------------------------


def wall(seq: int, minute: int, *awaited: str) -> Wall:
    return Wall(seq, NOON + timedelta(minutes=minute), frozenset(awaited))


def act(seq: int, minute: int, side: str, by_orders: bool = False) -> PlayedAct:
    return PlayedAct(seq, NOON + timedelta(minutes=minute), side, by_orders)


def test_a_response_runs_from_the_hand_over_to_the_last_act_before_the_next() -> None:
    walls = [wall(1, 0, "frank"), wall(4, 30, "saracen"), wall(6, 90, "frank")]
    acts = [act(2, 10, "frank"), act(3, 20, "frank"), act(4, 30, "frank"), act(6, 90, "saracen")]
    waits = game_figures.waits_of(walls, acts)
    assert waits.seconds == {"frank": [30 * 60], "saracen": [60 * 60]}
    assert waits.handovers == 3


def test_a_battle_of_one_side_is_one_wait() -> None:
    """A die is a wall, but the game waits for the same side before and after."""
    walls = [wall(1, 0, "frank"), wall(2, 5, "frank"), wall(3, 9, "saracen")]
    waits = game_figures.waits_of(walls, [act(2, 5, "frank"), act(3, 9, "frank")])
    assert waits.seconds == {"frank": [9 * 60], "saracen": []}


def test_who_decides_first_is_not_charged_with_the_others_time() -> None:
    walls = [wall(1, 0, "frank", "saracen"), wall(3, 600, "frank")]
    waits = game_figures.waits_of(walls, [act(2, 10, "frank"), act(3, 600, "saracen")])
    assert waits.seconds == {"frank": [10 * 60], "saracen": [600 * 60]}


def test_answers_of_standing_orders_are_no_response_times() -> None:
    walls = [wall(1, 0, "frank"), wall(2, 0, "saracen")]
    waits = game_figures.waits_of(walls, [act(2, 0, "frank", by_orders=True)])
    assert waits.seconds == {"frank": [], "saracen": []}


def test_who_never_answered_has_no_response_time() -> None:
    assert game_figures.waits_of([wall(1, 0, "frank"), wall(2, 900)], []).seconds["frank"] == []


def test_figures_of_a_game_that_was_played(game: Game, richard: Player, saladin: Player) -> None:
    random, players = Random(4), {"frank": richard, "saracen": saladin}
    for _step in range(40):
        awaited = [side for side in players if players[side].view(game)["actions"]]
        view = players[awaited[0]].view(game)
        ok(
            players[awaited[0]].act(
                game, DONE if offered(view, "done") else choose(view, random, seldom=("take-back-card",))
            )
        )
    ok(richard.resign(game))
    game.refresh_from_db()
    found = game_figures.write(game)
    assert found.handovers >= 4
    assert found.turns >= 1
    assert found.frank_seconds
    assert found.saracen_seconds
    assert results.rate_finished() == 0  # they are there
    assert game_figures.write(game).frank_seconds == found.frank_seconds


def test_an_end_has_figures_and_is_rated_once(
    game: Game,
    richard: Player,
    saladin: Player,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    monkeypatch.setattr(ratings, "FAR_ENOUGH", Q())
    ok(richard.act(game, DONE))
    key = str(uuid.uuid4())
    for _again in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            ok(richard.resign(game, key=key))
    assert Figures.objects.filter(game=game).exists()
    assert [rating.games for rating in Rating.objects.all()] == [1, 1]
    assert saladin.user is not None
    assert results.results_of([saladin.user])[saladin.user.pk].sides["saracen"].won == 1


def test_a_game_that_cannot_be_read_keeps_no_other_waiting(
    people: dict[str, User], caplog: pytest.LogCaptureFixture
) -> None:
    broken = ended(people["Richard"], people["Saladin"], "frank", number=0)
    broken.snapshots.update(walls=[[1, {"schema": "none"}]])
    ended(people["Saladin"], people["Richard"], "frank", number=1)
    assert results.rate_finished() == 1
    assert str(broken.public_id) in caplog.text
    assert RatedGame.objects.count() == 2


# --- records and lists
# ------------------------------------------------------------------------------------------------------


def test_private_games_are_in_nobodys_record_and_only_in_their_players_lists(people: dict[str, User]) -> None:
    game = ended(people["Richard"], people["Saladin"], "frank", visibility="private")
    results.rate_finished()
    assert results.results_of([people["Richard"]])[people["Richard"].pk] == results.PlayerResults()
    assert results.response_times(people["Richard"]) is None
    assert list(results.finished(people["Saladin"])) == [game]
    assert list(results.finished(people["Baldwin"])) == []
    assert list(results.finished(people["Baldwin"], player=people["Richard"])) == []


@pytest.mark.databases
def test_results_are_filtered_by_player_side_winner_ending_and_option(people: dict[str, User]) -> None:
    richard, saladin, baldwin = people.values()
    one = ended(richard, saladin, "frank", number=1, ruleset={"iron-bridge": True})
    two = ended(saladin, baldwin, "saracen", number=2, ending="resignation")
    three = ended(richard, baldwin, "frank", number=3, ruleset={"forced-marches": True, "handicap": 1})

    def found(**filters: Any) -> list[Game]:
        return list(results.finished(baldwin, **filters))

    assert found() == [three, two, one]
    assert found(player=saladin) == [two, one]
    assert found(player=saladin, side="frank") == [two]
    assert found(winner="saracen") == [two]
    assert found(ending="resignation") == [two]
    assert found(option="iron-bridge") == [one]
    assert found(option="handicap") == [three]
    assert found(option="plain") == [two]
    with pytest.raises(KeyError):
        found(option="dragons")


def test_records_of_many_people_cost_as_many_statements_as_of_one(
    people: dict[str, User], django_assert_num_queries: Any
) -> None:
    ended(people["Richard"], people["Saladin"], "frank")
    with django_assert_num_queries(2):
        results.results_of(people.values())


@given(st.lists(st.integers(0, 10**6), max_size=40))
def test_quartiles_are_in_order_and_within_the_values(values: list[int]) -> None:
    found = results.quartiles(values)
    if not values:
        assert found is None
        return
    assert found is not None
    assert min(values) <= found.first <= found.median <= found.third <= max(values)
    assert found.count == len(values)
