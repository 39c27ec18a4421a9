"""The pages of the decision a day: the exercise, deciding as a guest, the answer, and the board's panel."""

import re
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from allauth.core import ratelimit
from django.core.cache import cache
from django.test import Client

from games.exercises import daily
from games.models import DailyExercise, ExerciseAttempt, Game, User
from games.services.computer import judging
from opponent.exercises import Exercise
from opponent.knowledge import deal_anew
from tests.exercises.conftest import exercise
from tests.games.helpers import Player, ok

Put = Callable[..., None]


def page(player: Player, address: str = "/decision/") -> str:
    answer = player.client.get(address)
    assert answer.status_code == 200
    return str(answer.content.decode())


def press(player: Player, address: str = "/decision/", **fields: Any) -> Game:
    answer = player.client.post(address, fields)
    found = re.fullmatch(r"/games/([0-9a-f-]{36})/", answer["Location"])
    assert found, answer["Location"]
    return Game.objects.get(public_id=found[1])


def test_a_visitor_decides_as_a_guest_and_reads_the_answer(movement: Exercise, db: None) -> None:
    visitor = Player(None)
    asked = page(visitor)
    assert "Which groups go where? Press Done when all have moved." in asked
    assert '<svg class="chronicle-map"' in asked
    assert "It takes no account." in asked
    key = re.search(r'name="key" value="([^"]+)"', asked)
    assert key is not None
    game = press(visitor, key=key[1], computer="knight")
    assert (game.creator.guest, game.computer, game.exercise) == (True, "knight", movement.id)
    board = page(visitor, f"/games/{game.public_id}/")
    assert f'data-answer="/api/v1/games/{game.public_id}/decision/"' in board
    assert "data-held" in board
    assert "Play on from here, against\n" not in board
    assert "Play on from here, against the knight" in board
    for action in movement.best:
        ok(visitor.act(game, action.to_json()))
    waiting = visitor.client.get("/decision/")
    assert waiting["Refresh"] == "2"
    assert "The king thinks about your decision." in waiting.content.decode()
    judging.judge_due()
    answered = page(visitor)
    assert "Solved: as the king, the computer’s strongest level, would." in answered
    assert "The arrows show where the king would go." in answered
    assert '<g class="march">' in answered
    assert "1 day in a row." in " ".join(answered.split())
    assert ">Try again</button>" in " ".join(answered.split()).replace(" </button>", "</button>")
    went_on = visitor.client.post(f"/games/{game.public_id}/go-on/")
    assert went_on["Location"] == f"/games/{game.public_id}/"
    assert "data-held" not in page(visitor, f"/games/{game.public_id}/")


def test_a_form_sent_twice_by_a_visitor_makes_one_guest_and_one_game(movement: Exercise, db: None) -> None:
    visitor = Client()
    asked = visitor.get("/decision/").content.decode()
    key = re.search(r'name="key" value="([^"]+)"', asked)
    assert key is not None
    other = Client()
    other.cookies = visitor.cookies.copy()
    first = visitor.post("/decision/", {"key": key[1]})["Location"]
    assert other.post("/decision/", {"key": key[1]})["Location"] == first
    assert User.objects.filter(guest=True).count() == 1
    assert Game.objects.count() == 1


def test_one_address_makes_only_so_many_guests(movement: Exercise, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(ratelimit, "consume", lambda request, *, action, **_more: action != "guest")
    refused = Client().post("/decision/")
    assert refused.status_code == 429
    assert not User.objects.filter(guest=True).exists()


def test_what_cannot_begin_makes_no_guest(movement: Exercise, db: None) -> None:
    tomorrow = daily.today() + timedelta(days=1)
    for address in (f"/decision/{tomorrow}/", "/decision/1187-07-04/", "/decision/x/"):
        assert Client().get(address).status_code == 404
        assert Client().post(address).status_code == 404
    assert Client().post("/decision/", {"computer": "emperor"})["Location"] == "/decision/"
    assert not User.objects.filter(guest=True).exists()


def test_past_days_are_listed_and_can_be_tried(put: Put, judged: None, baldwin: Player) -> None:
    old, new = exercise("storm", "old"), exercise("movement", "new")
    put(old, new)
    yesterday = daily.today() - timedelta(days=1)
    DailyExercise.objects.create(day=yesterday, exercise="old")
    asked = page(baldwin)
    assert f'href="/decision/{yesterday}/"' in asked
    at = f"{new.position.year}, turn {new.position.turn}"
    assert f'<span class="player-side">Franks</span> {at}</p>' in asked.replace("Saracens", "Franks"), (
        "the kind says it"
    )
    assert f"A storm · {old.position.year}, turn {old.position.turn} · battle of" in asked
    assert press(baldwin, f"/decision/{yesterday}/").exercise == "old"
    assert "Go on deciding" in page(baldwin, f"/decision/{yesterday}/")


def test_reading_writes_nothing_and_nobody_goes_on_with_somebody_elses_game(
    movement: Exercise, baldwin: Player
) -> None:
    page(baldwin)
    page(Player(None))
    assert not DailyExercise.objects.exists()
    game = press(baldwin)
    stranger = Player(User.objects.create_user("Reynald"))
    assert stranger.client.post(f"/games/{game.public_id}/go-on/").status_code == 404
    assert baldwin.client.post(f"/games/{game.public_id}/go-on/").status_code == 302
    game.refresh_from_db()
    assert game.exercise_held, "it is not decided"
    assert not ExerciseAttempt.objects.exists()


@pytest.mark.parametrize("kind", ["movement", "card", "storm"])
def test_exercises_that_differ_in_what_is_hidden_give_the_same_to_the_byte(
    kind: str, put: Put, judged: None, baldwin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page, the API, and the view of the game and its start in the record: all rest on what the side sees."""
    one = exercise(kind)
    hidden = [deal_anew(one.position, one.side, Random(seed), one.belief()) for seed in range(3)]
    assert len({str(position.to_json()) for position in hidden}) > 1
    monkeypatch.setattr("games.exercises.attempts.SystemRandom", lambda: Random("the same lot"))
    answers = []
    for position in hidden:
        put(one._replace(position=position))
        Game.objects.filter(creator=baldwin.user).update(exercise="of before")
        shown = [baldwin.get("decision/").content, Player(None).get("decision/").content]
        shown += [re.sub(rb'(value|content|nonce)="[^"]*"', b"", Player(None).client.get("/decision/").content)]
        game = press(baldwin)
        view = {name: value for name, value in baldwin.view(game).items() if name not in ("id", "game")}
        start = next(event for event in game.events.all() if event.payload.get("type") == "start").payload["position"]
        answers.append((shown, view, start))
    assert answers[0] == answers[1] == answers[2]
