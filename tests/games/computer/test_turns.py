"""The computer's turns: asked for by hand-overs, taken once, taken again when the worker that had them died."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from games.models import ComputerTurn, Game
from games.people.computers import computer_of
from games.services.computer import minds, turns
from games.services.play import play
from opponent.knowledge import imagine
from tests.games.computer.conftest import Begin, let_it_play, waits
from tests.games.helpers import Player, choose, first, ok, problem, stage

pytestmark = pytest.mark.django_db


def hand_over(game: Game, richard: Player) -> None:
    """Richard leaves his Franks where they are: then the Saracens deploy."""
    view = richard.view(game)
    ok(richard.act(game, first(view, "done"), version=view["version"]))


def test_the_computer_is_asked_by_a_hand_over_and_not_before(begin: Begin, richard: Player) -> None:
    game = begin()
    assert not waits(game)
    hand_over(game, richard)
    assert waits(game)
    assert let_it_play() == 1
    assert not waits(game)
    assert richard.view(game)["awaited"] != ["saracen"]


@pytest.mark.databases
def test_a_worker_killed_between_decision_and_act_leaves_the_turn_to_another(
    begin: Begin, richard: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begin()
    hand_over(game, richard)

    def killed(**_given: Any) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(play, "submit", killed)
        with pytest.raises(SystemExit):
            let_it_play()
    game.refresh_from_db()
    version = game.version
    assert waits(game)
    assert let_it_play() == 0, "it is taken until its lease ends"
    ComputerTurn.objects.update(leased_until=timezone.now() - timedelta(seconds=1))
    assert let_it_play() == 1
    game.refresh_from_db()
    assert game.version > version
    assert not waits(game)


def test_two_who_decide_the_same_turn_act_once(begin: Begin, richard: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    game = begin()
    hand_over(game, richard)
    submit, seen = play.submit, []

    def twice(**given: Any) -> Any:
        seen.append(game.events.count())
        done = submit(**given)
        count = game.events.count()
        assert submit(**given).events == done.events  # the other, a moment later, with the same key
        assert game.events.count() == count
        return done

    monkeypatch.setattr(play, "submit", twice)
    assert let_it_play() == 1
    assert seen


def test_a_decision_that_comes_late_changes_nothing(begin: Begin, richard: Player) -> None:
    game = begin()
    hand_over(game, richard)
    user = computer_of("squire")
    late = turns.find_game(user=user, game_id=game.public_id)
    player = minds.player_for(late, "saracen")
    let_it_play()
    count = game.events.count()
    turns.decide_once(late, user, "saracen", player)
    assert game.events.count() == count


def test_what_is_asked_while_it_thinks_is_not_forgotten(
    begin: Begin, richard: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begin()
    hand_over(game, richard)
    settled = turns._settle

    def asked_meanwhile(turn: ComputerTurn) -> None:
        ComputerTurn.objects.filter(pk=turn.pk).update(asked=turn.asked + 1)
        monkeypatch.setattr(turns, "_settle", settled)
        settled(turn)

    monkeypatch.setattr(turns, "_settle", asked_meanwhile)
    assert let_it_play() == 2
    assert not waits(game)


def test_an_error_of_the_player_does_not_stop_the_game(
    begin: Begin, richard: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken:
        def decide(self, view: Any, world: Any) -> Any:
            raise ZeroDivisionError

    monkeypatch.setattr(minds.levels, "squire", lambda side, seed: Broken())
    game = begin()
    hand_over(game, richard)
    let_it_play()
    assert richard.view(game)["awaited"] != ["saracen"]


def test_a_turn_that_fails_is_put_off_and_others_go_on(
    begin: Begin, richard: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = begin(), begin()
    hand_over(one, richard)
    hand_over(two, richard)
    answer = turns._accept_offer

    def fails(access: Any, user: Any, side: str) -> bool:
        if access.game.pk == one.pk:
            raise RuntimeError
        return answer(access, user, side)

    monkeypatch.setattr(turns, "_accept_offer", fails)
    assert let_it_play() == 2
    assert (waits(one), waits(two)) == (True, False)
    assert ComputerTurn.objects.get(game=one).failures == 1


@pytest.mark.databases
def test_no_more_games_are_thought_about_than_allowed(begin: Begin, richard: Player, settings: Any) -> None:
    settings.COMPUTER_AT_ONCE = 1
    games = [begin() for _ in range(3)]
    for game in games:
        hand_over(game, richard)
    assert [turns.games_before(game) for game in games] == [0, 1, 2]
    turn = turns._claim()
    assert turn is not None
    assert turn.game == games[0]
    assert turns._claim() is None
    assert [turns.games_before(game) for game in games] == [0, 1, 2]
    turns._play_turn(turn)
    turns._settle(turn)
    assert [turns.games_before(game) for game in games] == [None, 0, 1]


def test_a_game_of_other_rules_is_held_and_taken_up_when_they_are_back(begin: Begin, richard: Player) -> None:
    game = begin()
    hand_over(game, richard)
    rules = game.rules_version
    stage(game, rules_version="0.0.1")
    count = game.events.count()
    assert let_it_play() == 1
    assert game.events.count() == count
    assert not waits(game)
    assert turns.queue_missing() == 0
    stage(game, rules_version=rules)
    assert turns.queue_missing() == 1
    let_it_play()
    assert game.events.count() > count


def test_it_decides_the_same_whatever_its_enemy_hides(begin: Begin, richard: Player) -> None:
    """Blocks, strengths and cards of the Franks are dealt anew under the same record: each decision stays what it
    was. `tests/opponent/test_levels.py` has the other levels.
    """
    game, random = begin("squire"), Random(3)
    user = computer_of("squire")
    compared = 0
    for _ in range(200):
        view = richard.view(game)
        if view["you"] in view["awaited"]:
            ok(richard.act(game, choose(view, random, seldom=("take-back-card",)), version=view["version"]))
        if not waits(game):
            continue
        access = turns.find_game(user=user, game_id=game.public_id)
        position = turns.state_seen_by_viewer(access, "saracen").live
        decided = []
        for world in (position, imagine(position, "saracen", Random(1)), imagine(position, "saracen", Random(2))):
            minds.kept.clear()
            decided.append(minds.decide(access, "saracen", world, minds.player_for(access, "saracen")).to_json())
        assert decided == decided[:1] * 3
        compared += 1
        if compared == 6:
            return
        let_it_play()
    raise AssertionError(f"in 200 acts the computer was asked {compared} times")


def test_an_offer_of_an_end_is_accepted(begin: Begin, richard: Player) -> None:
    game = begin()
    ok(richard.post(f"games/{game.public_id}/offers/", {"kind": "end", "key": "11870704-0000-4000-8000-000000000001"}))
    assert waits(game)
    let_it_play()
    game.refresh_from_db()
    assert (game.status, game.ending) == ("over", "agreed")


def test_its_clock_never_runs(begin: Begin, richard: Player) -> None:
    game = begin(pace="live")
    assert game.pace == "friendly"
    problem(
        richard.post(f"games/{game.public_id}/claim/", {"claim": "win", "key": "11870704-0000-4000-8000-000000000002"}),
        409,
        "no-clock",
    )
