"""Nothing is drawn before the parts of both players are in, or the wait for them is over."""

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from games import lessons
from games.alerts import due
from games.alerts.reading import Reading
from games.models import Game, GameEvent, Notice, Seat
from games.people.computers import computer_of
from games.services.archive import export
from games.services.archive.check import first_difference
from games.services.lobby import lobby, starting
from rules import verify
from tests.games.helpers import DONE, Player, new_key, ok, part_of, problem, undone
from tests.games.parts_of_dice.conftest import (
    HANDICAP,
    MINE,
    THEIRS,
    at,
    begun_with,
    created,
    draws,
    game_of,
    parts,
    starts,
)

pytestmark = pytest.mark.django_db


def test_with_both_parts_the_game_begins_with_the_join_and_its_start_fixes_them(
    richard: Player, saladin: Player
) -> None:
    game = created(richard)
    assert ok(saladin.post(at(game, "join"), {"randomness": THEIRS}))["status"] == "active"
    both = {"frank": MINE, "saracen": THEIRS}
    assert begun_with(game) == both
    ok(richard.act(game_of(game), DONE))
    ok(saladin.resign(game_of(game)))
    record = export.export_record(game_of(game))
    start, drawing = (next(event for event in record["events"] if wanted(event)) for wanted in (starts, draws))
    assert start["n"] < drawing["n"]
    assert start["payload"]["contributions"] == drawing["draws"][0]["made-of"]["contributions"] == both
    assert (verify.check(record).fault, verify.check(record).added) == (None, ("frank", "saracen"))
    assert first_difference(game_of(game)) is None


def test_who_joins_cannot_end_the_deployment_before_the_creators_part_is_in(richard: Player, saladin: Player) -> None:
    game = ok(richard.post("games/", {"side": "saracen"}))
    saladin.post(at(game, "join"), {"randomness": THEIRS})
    saladin.post(at(game, "join"))
    saladin.post(at(game, "actions"), {"version": game_of(game).version, "key": new_key(), "action": DONE})
    assert game_of(game).draws_made == 0
    assert game_of(game).status == "open"
    ok(richard.post(at(game, "dice"), {"randomness": MINE}))
    ok(saladin.act(game_of(game), DONE))
    assert (
        GameEvent.objects.filter(game__public_id=game["id"]).last().draws[0]["made-of"]["contributions"]["saracen"]
        == MINE
    )  # type: ignore[union-attr]


def test_a_game_with_extra_blocks_draws_them_when_both_parts_are_in(richard: Player, saladin: Player) -> None:
    for late in ["frank", "saracen"]:
        with undone(late):
            first, second = (richard, saladin) if late == "saracen" else (saladin, richard)
            game = ok(
                richard.post("games/", {"side": "frank", **HANDICAP, **(part_of(richard) if late == "saracen" else {})})
            )
            saladin.post(at(game, "join"), {"randomness": THEIRS} if late == "frank" else {})
            assert (game_of(game).status, game_of(game).draws_made) == ("open", 0)
            assert not any(event.draws for event in GameEvent.objects.all())
            problem(first.post(at(game, "dice"), {"randomness": "0" * 32}), 409, "contributed-before")
            told = ok(second.post(at(game, "dice"), {"randomness": "1" * 32}))
            assert told["open"] is False
            (drawing,) = [event for event in GameEvent.objects.all() if event.draws]
            assert drawing.payload["type"] == "start"
            assert drawing.draws[0]["made-of"]["contributions"] == drawing.payload["contributions"] == parts(game)
            assert all(parts(game).values())


def test_without_a_part_the_game_waits_and_says_until_when(
    richard: Player, saladin: Player, clock: time_machine.Traveller
) -> None:
    game = ok(richard.post("games/", {"side": "frank"}))
    assert game["dice-due-at"] is None
    joined = ok(saladin.post(at(game, "join"), {"randomness": THEIRS}))
    assert (joined["status"], joined["free-side"], joined["dice-due-at"]) == ("open", None, "2026-11-02T12:00:00+00:00")
    assert ok(richard.get("waiting/"))["results"] == [game["id"]]
    assert ok(saladin.get("waiting/"))["results"] == []
    clock.shift(timedelta(hours=23, minutes=59))
    assert starting.begin_overdue() == 0
    assert ok(richard.post(at(game, "dice"), {"randomness": MINE}))["open"] is False
    assert game_of(game).dice_due_at is None
    assert starting.begin_overdue() == 0


def test_who_has_not_given_a_part_is_told_that_the_game_waits_for_it(richard: Player, saladin: Player) -> None:
    game = ok(richard.post("games/", {"side": "frank"}))
    ok(saladin.post(at(game, "join"), {"randomness": THEIRS}))
    notice = Notice.objects.get(user=richard.user, kind="start")
    assert (
        Reading(notice).title()
        == "Your game can begin: open its page, so that your browser adds your part of the dice."
    )
    assert Reading(notice).until().startswith("Without your part it begins: ")
    assert (Reading(notice).dice(), Reading(notice).button(), due.why_not(notice, timezone.now())) == (
        "",
        "See the game",
        "",
    )
    assert not Notice.objects.filter(user=saladin.user, kind="start").exists()
    ok(richard.post(at(game, "dice"), {"randomness": MINE}))
    notice.refresh_from_db()
    assert notice.state == Notice.State.DROPPED


def test_after_the_wait_the_game_begins_and_its_record_says_whose_part_is_missing(
    without_richard: Game, richard: Player, saladin: Player
) -> None:
    game = without_richard
    assert (game.status, game.dice_due_at) == ("active", None)
    missing, start = GameEvent.objects.order_by("seq")[2:]
    assert (missing.side, missing.payload) == ("frank", {"type": "part-missing"})
    assert missing.events == [{"type": "part-missing", "side": "frank"}]
    assert (
        start.payload["contributions"] == start.draws[0]["made-of"]["contributions"] == {"frank": "", "saracen": THEIRS}
    )
    problem(richard.post(f"games/{game.public_id}/dice/", {"randomness": MINE}), 409, "dice-have-begun")
    for player in (richard, saladin):
        texts = [fact["text"] for entry in player.history(game) for fact in entry["events"]]
        assert (
            "The game began without a part of the dice from the Franks. The dice are just as random without it."
            in texts
        )
        page = player.client.get(reverse("game", args=[game.public_id])).content.decode()
        assert "Franks: no part of the dice was given. The dice are just as random without it." in page
        page = player.client.get(reverse("game-dice", args=[game.public_id])).content.decode()
        assert "Nothing: none had come when the wait for it was over." in page
        assert "One part alone keeps the site from choosing the dice" in page


def test_a_lesson_which_waits_for_no_part_of_the_dice_says_nothing_of_one(richard: Player) -> None:
    assert richard.user is not None
    game = lessons.begin(user=richard.user).game.public_id
    assert "no part of the dice was given" not in richard.client.get(reverse("game", args=[game])).content.decode()


def test_against_the_computer_only_the_own_missing_part_is_named(richard: Player) -> None:
    assert richard.user is not None
    game = lobby.create_game(user=richard.user, side="saracen", computer="squire").game
    said = [fact["text"] for entry in richard.history(game) for fact in entry["events"]]
    assert [text for text in said if "part of the dice" in text] == [
        "The game began without a part of the dice from the Saracens. The dice are just as random without it."
    ]
    page = richard.client.get(reverse("game", args=[game.public_id])).content.decode()
    assert page.count("no part of the dice was given.") == 1


def test_of_a_computer_that_took_over_no_part_of_the_dice_is_named(without_richard: Game, saladin: Player) -> None:
    Seat.objects.filter(game=without_richard, side="frank").update(user=computer_of("squire"))
    page = saladin.client.get(reverse("game", args=[without_richard.public_id])).content.decode()
    assert "no part of the dice was given." not in page


def test_the_check_of_a_game_says_whose_part_is_missing(
    without_richard: Game, richard: Player, saladin: Player
) -> None:
    ok(saladin.resign(without_richard))
    record = export.export_record(game_of({"id": without_richard.public_id}))
    report = verify.check(record)
    assert (report.fault, report.added) == (None, ("saracen",))
    answer = ok(richard.get(f"games/{without_richard.public_id}/check/"))
    assert "No part of the dice was given by: Franks." in answer["line"]


def test_a_live_game_waits_for_minutes(richard: Player, saladin: Player, clock: time_machine.Traveller) -> None:
    game = ok(richard.post("games/", {"side": "frank", "pace": "live"}))
    ok(saladin.post(at(game, "join"), {"randomness": THEIRS}))
    clock.shift(timedelta(minutes=10))
    assert starting.begin_overdue() == 1
    assert Seat.objects.get(game=game_of(game), side="frank").runs_since == timezone.now(), "no clock ran before"


@pytest.mark.parametrize("how", ["leave", "remove", "cancel"])
def test_a_game_that_loses_a_player_waits_no_more_and_begins_not(
    how: str, richard: Player, saladin: Player, clock: time_machine.Traveller
) -> None:
    game = ok(richard.post("games/", {"side": "frank"}))
    ok(saladin.post(at(game, "join"), {"randomness": THEIRS}))
    assert (saladin if how == "leave" else richard).post(at(game, how)).status_code in (200, 204)
    assert game_of(game).dice_due_at is None
    assert parts(game)["saracen"] == ("" if how != "cancel" else THEIRS)
    clock.shift(timedelta(days=2))
    assert starting.begin_overdue() == 0
    assert game_of(game).status == ("canceled" if how == "cancel" else "open")


def test_one_game_that_cannot_begin_does_not_keep_the_others_waiting(
    richard: Player, saladin: Player, clock: time_machine.Traveller, caplog: pytest.LogCaptureFixture
) -> None:
    games = [ok(richard.post("games/", {"side": "frank", **HANDICAP})) for _ in range(2)]
    for game in games:
        ok(saladin.post(at(game, "join")))
    Game.objects.filter(public_id=games[0]["id"]).update(sealed_secret="spoiled")
    clock.shift(timedelta(days=1))
    assert starting.begin_overdue() == 1
    assert [game_of(game).status for game in games] == ["open", "active"]
    assert "could not begin" in caplog.text
