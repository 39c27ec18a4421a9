"""An exercise is decided in a practice game, judged once, and played on from."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest

from games import errors
from games.access import find_game
from games.accounts import guests
from games.accounts.deletion import delete_account
from games.accounts.export import everything_about
from games.api import pushes
from games.exercises import attempts, daily
from games.models import ComputerTurn, DailyExercise, ExerciseAttempt, ExerciseJudgement, Game, User
from games.services.archive import check, export
from games.services.computer import judging, turns
from games.services.lobby import limits
from opponent import exercises
from opponent.exercises import Exercise
from rules import game as rules
from rules import verify
from tests.exercises.conftest import exercise
from tests.games.described import DescribedPlayer
from tests.games.helpers import Player, new_key, ok, problem

Put = Callable[..., None]


def begin(player: Player, **more: Any) -> Game:
    answer = ok(player.post("decision/", more))
    return Game.objects.get(public_id=answer["id"])


def decide(player: Player, game: Game, one: Exercise, *, best: bool = True) -> None:
    actions = [action.to_json() for action in (one.best if best else one.usual)]
    for action in actions:
        ok(player.act(game, action))


def answer_in(player: Player, game: Game) -> Any:
    return ok(player.get(f"games/{game.public_id}/decision/"))


def test_the_game_begins_at_the_exercise_as_its_side_sees_it(movement: Exercise, baldwin: Player) -> None:
    game = begin(baldwin, computer="squire")
    assert (game.exercise, game.practice, game.exercise_held, game.hints) == (movement.id, movement.side, True, False)
    assert (game.computer, game.visibility) == ("squire", Game.Visibility.PRIVATE)
    view = baldwin.view(game)
    seen = rules.recall(movement.position, movement.side)
    assert {name: view[name] for name in ("map", "cards", "hand", "pools")} == {
        name: seen[name] for name in ("map", "cards", "hand", "pools")
    }
    assert baldwin.get(f"games/{game.public_id}/hint/").json()["code"] == "hints-not-allowed"
    assert begin(baldwin).pk == game.pk, "a second press leads to the same game"


def test_an_exercise_of_each_kind_is_answered_as_described(put: Put, db: None) -> None:
    for one in {one.kind: one for one in exercises.load()}.values():
        put(one)
        DailyExercise.objects.all().delete()
        ok(DescribedPlayer(None).get("decision/"))


@pytest.mark.whole
@pytest.mark.parametrize("one", exercises.load(), ids=lambda one: one.id)
def test_every_exercise_is_answered_as_described(one: Exercise, put: Put, db: None) -> None:
    put(one)
    ok(DescribedPlayer(None).get("decision/"))


def test_what_an_account_reads_of_its_answers_is_as_described(movement: Exercise, db: None) -> None:
    baldwin = DescribedPlayer(User.objects.create_user("Baldwin"))
    game = begin(baldwin)
    assert ok(baldwin.get("decision/"))["game"] == str(game.public_id)
    decide(baldwin, game, movement)
    assert answer_in(baldwin, game)["state"] == "waiting"
    judging.judge_due()
    assert answer_in(baldwin, game) == ok(baldwin.get("decision/"))["answer"]
    assert ok(baldwin.get("decision/attempts/"))["solved"] == 1


def test_a_decision_is_judged_once_and_the_first_one_counts(movement: Exercise, baldwin: Player) -> None:
    game = begin(baldwin)
    assert answer_in(baldwin, game)["state"] == "open"
    decide(baldwin, game, movement)
    assert answer_in(baldwin, game)["state"] == "waiting"
    assert judging.judge_due() == 1
    found = answer_in(baldwin, game)
    assert (found["state"], found["solved"], found["first"]) == ("made", True, True)
    assert found["verdict"] == "Solved: as the king, the computer’s strongest level, would."
    assert found["king"] == found["played"]
    assert found["gain"] == "Chance to win: 55\u00a0%."
    assert found["why"].startswith("No move gains clearly more than what it would leave to the enemy.")
    assert found["tally"] == "Tried by 1 person, solved by 1."
    again = begin(baldwin)
    assert again.pk != game.pk
    decide(baldwin, again, movement, best=False)
    assert judging.judge_due() == 1
    second = answer_in(baldwin, again)
    assert (second["solved"], second["first"]) == (False, False)
    assert second["gain"] == "Chance to win: 55\u00a0% after the king’s choice, 41\u00a0% after yours."
    assert ok(baldwin.get("decision/"))["answer"]["solved"] is True
    other = Player(User.objects.create_user("Sibylla"))
    theirs = begin(other)
    decide(other, theirs, movement)
    assert judging.judge_due() == 0, "the same answer is judged already"
    assert answer_in(other, theirs)["tally"] == "Tried by 2 people, solved by 2."
    assert ExerciseJudgement.objects.count() == 2


def test_plans_can_be_taken_back_until_the_decision_is_handed_in_which_is_once(
    movement: Exercise, baldwin: Player
) -> None:
    game = begin(baldwin)
    refused = baldwin.act(game, {"type": "storm", "blocks": []})
    assert (refused.status_code, refused.json()["code"]) == (422, "illegal-action")
    assert baldwin.act(game, movement.best[0].to_json(), version=99).status_code == 409
    problem(baldwin.act(game, {"type": "nonsense"}), 400, "bad-action")
    ok(baldwin.act(game, movement.best[0].to_json()))
    ok(baldwin.undo(game))
    assert not ExerciseAttempt.objects.exists()
    version, key = baldwin.view(game)["version"], new_key()
    for _press in range(2):
        ok(baldwin.act(game, {"type": "done"}, version=version, key=key))
    attempt = ExerciseAttempt.objects.get()
    assert attempt.judgement.answer == [{"type": "done"}], "what was taken back is no part of the answer"
    problem(baldwin.undo(game), 409, "handed-in")


def test_the_computer_waits_for_the_judgement_and_the_player(movement: Exercise, baldwin: Player) -> None:
    game = begin(baldwin, computer="page")
    address = f"games/{game.public_id}/decision/on/"
    problem(baldwin.post(address), 409, "not-decided")
    decide(baldwin, game, movement)
    problem(baldwin.post(address), 409, "not-decided")
    turns.queue_missing()
    assert not ComputerTurn.objects.filter(game=game).exists()
    version = Game.objects.get(pk=game.pk).version
    judging.judge_due()
    turns.queue_missing()
    turns.play_due()
    assert Game.objects.get(pk=game.pk).version == version, "it has not moved"
    for _press in range(2):
        assert ok(baldwin.post(address))["hints"] is True
    assert ComputerTurn.objects.filter(game=game).exists()
    turns.play_due()
    assert not Game.objects.get(pk=game.pk).seats.exclude(user=baldwin.user).get().awaited
    assert answer_in(baldwin, game)["solved"] is True


@pytest.mark.parametrize("kind", ["movement", "card", "storm"])
def test_what_is_decided_and_held_offers_nothing_and_says_how_to_go_on(
    put: Put, judged: None, baldwin: Player, kind: str
) -> None:
    one = exercise(kind)
    put(one)
    game = begin(baldwin)
    assert baldwin.view(game)["actions"]
    for action in one.best:
        last = ok(baldwin.act(game, action.to_json()))["view"]
    if kind == "card":
        problem(baldwin.act(game, {"type": "take-back-card"}), 409, "handed-in")
    problem(baldwin.undo(game), 409, "handed-in")
    judging.judge_due()
    assert answer_in(baldwin, game)["solved"] is True
    for view in (last, baldwin.view(game)):
        assert (view["actions"], view["awaited"], view["can-undo"], view["can-restart"]) == ([], [], False, False)
        assert view["prompt"]["text"] == "You have decided. To move on, press “Play on from here”."
        assert view["prompt"]["mine"] is False
    access = find_game(user=baldwin.user, game_id=game.public_id)
    shared = pushes.shared_views.make(access, one.side, 0)["view"]
    ok(baldwin.post(f"games/{game.public_id}/decision/on/"))
    goes_on = baldwin.view(game)
    assert goes_on["awaited"]
    assert "Play on from here" not in goes_on["prompt"]["text"]
    access = find_game(user=baldwin.user, game_id=game.public_id)
    assert pushes.shared_views.make(access, one.side, 0)["view"] != shared, (
        "nor does a socket send what was made before"
    )


def test_an_exercise_that_is_removed_meanwhile_leaves_a_practice_game_that_goes_on(
    movement: Exercise, put: Put, baldwin: Player
) -> None:
    """While it is being decided: the game is released with the next act. Once it is decided: it cannot be judged."""
    game = begin(baldwin, computer="page")
    put()
    assert game.exercise_held
    ok(baldwin.act(game, {"type": "done"}))
    game.refresh_from_db()
    assert (game.exercise_held, game.hints) == (False, True)
    assert not ExerciseAttempt.objects.exists()
    assert ComputerTurn.objects.filter(game=game).exists()
    turns.play_due()
    assert not game.seats.exclude(user=baldwin.user).get().awaited
    put(movement)
    decided = begin(baldwin, computer="page")
    decide(baldwin, decided, movement)
    put()
    assert judging.judge_due() == 0
    assert answer_in(baldwin, decided)["state"] == "impossible"
    shown = baldwin.client.get(f"/games/{decided.public_id}/").content.decode()
    assert "Play on from here, against" in shown
    assert ">Try again<" not in shown, "there is nothing to try again"
    ok(baldwin.post(f"games/{decided.public_id}/decision/on/"))


def test_a_game_is_its_players_alone(movement: Exercise, baldwin: Player) -> None:
    game = begin(baldwin)
    stranger = Player(User.objects.create_user("Reynald"))
    assert stranger.get(f"games/{game.public_id}/decision/").status_code == 404
    assert stranger.post(f"games/{game.public_id}/decision/on/").status_code == 404
    visitor = Player(None)
    assert visitor.get(f"games/{game.public_id}/decision/").status_code == 401
    assert visitor.post("decision/").status_code == 401
    plain = ok(baldwin.post("games/", {"solo": True, "side": "frank"}))["id"]
    problem(baldwin.get(f"games/{plain}/decision/"), 404, "no-exercise")
    problem(baldwin.post(f"games/{plain}/decision/on/"), 404, "no-exercise")


def test_days_that_are_none_have_no_exercise(movement: Exercise, baldwin: Player) -> None:
    tomorrow = (daily.today() + timedelta(days=1)).isoformat()
    DailyExercise.objects.create(day=tomorrow, exercise=movement.id)
    for day in (tomorrow, "1187-07-04", "2026-02-30", "yesterday", "20261125", "٢٠٢٦-٠١-٠١", "2026-W48-3"):
        problem(baldwin.get(f"decision/{day}/"), 404, "no-exercise")
        problem(baldwin.post(f"decision/{day}/"), 404, "no-exercise")
    problem(baldwin.post("decision/", {"computer": "emperor"}), 400, "invalid")
    assert not Game.objects.exists()


def test_a_day_keeps_its_exercise_when_others_come(put: Put, judged: None, baldwin: Player) -> None:
    some = [exercise("movement", f"m{number}") for number in range(6)]
    put(*some[:3])
    assert daily.keep_today() == daily.today()
    chosen = daily.exercise_of()[1].id
    put(*some)
    assert daily.exercise_of()[1].id == chosen
    DailyExercise.objects.all().delete()
    order = sorted((one.id for one in some), key=daily.place_of)
    had = []
    for number in range(8):
        day = daily.today() - timedelta(days=8 - number)
        DailyExercise.objects.create(day=day, exercise=daily.choose(one.id for one in some))
        had.append(DailyExercise.objects.get(day=day).exercise)
    assert had == [*order, *order[:2]], "all in the fixed order, then again from the one of the longest ago"


def test_a_past_day_can_be_decided_but_keeps_no_streak(put: Put, judged: None, baldwin: Player) -> None:
    old, new = exercise("movement", "old"), exercise("storm", "new")
    put(old, new)
    yesterday = daily.today() - timedelta(days=1)
    DailyExercise.objects.create(day=yesterday, exercise="old")
    game = Game.objects.get(public_id=ok(baldwin.post(f"decision/{yesterday}/"))["id"])
    assert game.exercise == "old"
    decide(baldwin, game, old)
    judging.judge_due()
    assert baldwin.user is not None
    assert attempts.progress_of(baldwin.user) == attempts.Progress(streak=0, decided=1, solved=1)
    today = begin(baldwin)
    assert today.exercise == "new"
    decide(baldwin, today, new)
    judging.judge_due()
    assert attempts.progress_of(baldwin.user) == attempts.Progress(streak=1, decided=2, solved=2)
    listed = ok(baldwin.get("decision/attempts/"))
    assert [line["day"] for line in listed["results"]] == [daily.today().isoformat(), yesterday.isoformat()]
    assert (listed["streak"], listed["decided"], listed["solved"]) == (1, 2, 2)


def test_a_streak_ends_with_a_day_left_out() -> None:
    now = date(2026, 11, 25)
    days = {now - timedelta(days=number) for number in (1, 2, 3, 5)}
    assert attempts.streak_of(days, now) == 3, "today is not over"
    assert attempts.streak_of({*days, now}, now) == 4
    assert attempts.streak_of({now - timedelta(days=2)}, now) == 0


def test_games_to_decide_in_take_no_place_among_those_that_run(
    db: None, put: Put, judged: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_OF_GUESTS", 1)
    guest = Player(guests.create_guest(language="en"))
    ok(guest.post("games/", {"computer": "page", "side": "frank"}))
    one = exercise("movement")
    put(one)
    game = begin(guest)
    decide(guest, game, one)
    judging.judge_due()
    assert (
        "Guests have 1 game"
        in problem(guest.post(f"games/{game.public_id}/decision/on/"), 409, "too-many-games")["detail"]
    )
    monkeypatch.setattr(limits, "MOST_A_DAY", 2)
    problem(guest.post("decision/"), 409, "too-many-games")


def test_only_the_latest_decided_games_stay_open(
    movement: Exercise, baldwin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attempts, "MOST_HELD", 1)
    for _try in range(3):
        decide(baldwin, begin(baldwin), movement)
    begin(baldwin)
    open_ones = Game.objects.filter(status=Game.Status.ACTIVE)
    assert open_ones.count() == 2, "the one to decide in, and the one decided last"
    assert Game.objects.filter(status=Game.Status.OVER).count() == 2


def test_the_record_verifies_and_names_the_exercise(movement: Exercise, baldwin: Player) -> None:
    game = begin(baldwin, computer="page")
    decide(baldwin, game, movement)
    ok(baldwin.resign(game))
    game.refresh_from_db()
    assert check.first_difference(game) is None
    report = verify.check(export.export_record(game))
    assert report.status == 0, report.line()
    said = f"from the exercise movement, with what {movement.side} knew - not compared with that"
    assert ("practice", said) in report.about


def test_answers_go_with_the_account_and_into_its_file(movement: Exercise, baldwin: Player) -> None:
    game = begin(baldwin)
    decide(baldwin, game, movement)
    assert baldwin.user is not None
    exported = everything_about(baldwin.user)["more"]["games.exerciseattempt"]
    assert [(line["exercise"], line["first"]) for line in exported] == [("movement", True)]
    delete_account(user=baldwin.user)
    assert not ExerciseAttempt.objects.exists()


def test_an_answer_that_cannot_be_judged_is_said_to_be_so(
    movement: Exercise, baldwin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object) -> None:
        raise RuntimeError

    game = begin(baldwin)
    decide(baldwin, game, movement)
    monkeypatch.setattr(exercises, "judge", fail)
    assert judging.judge_due() == 0
    assert answer_in(baldwin, game)["verdict"] == "This answer could not be judged."
    assert ok(baldwin.post(f"games/{game.public_id}/decision/on/"))["hints"] is True


def test_without_exercises_there_is_no_decision(put: Put, baldwin: Player) -> None:
    put()
    problem(baldwin.get("decision/"), 404, "no-exercise")
    assert "There is no exercise at the moment." in baldwin.client.get("/decision/").content.decode()
    assert daily.keep_today() is None
    with pytest.raises(errors.NoExercise):
        daily.exercise_of()
