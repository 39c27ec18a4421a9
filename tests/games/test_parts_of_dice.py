"""The players' parts of the dice: given with the request that creates, joins or seeks a game, waited for, and fixed by the start."""

import uuid
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from games import sealing
from games.alerts import due, words
from games.models import Game, GameEvent, NextDice, Notice, Seat, SoughtDice
from games.people.deletion import delete_account
from games.services import dice, export, starting
from games.services.check import first_difference
from games.services.importing import import_game
from rules import verify
from rules.chain import event_hash
from rules.committed import CommittedDice, commitment
from tests.games.conftest import started
from tests.games.helpers import DONE, Json, Player, new_key, ok, part_of, problem
from tests.games.test_moving_games import forget

pytestmark = pytest.mark.django_db
MINE, THEIRS = "0123456789abcdef" * 2, "fedcba9876543210" * 2
HANDICAP = {"ruleset": {"handicap": 2}}


@pytest.fixture(autouse=True)
def _waiting(settings: Any) -> None:
    settings.DICE_WAIT_HOURS = 24


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel("2026-11-01T12:00:00Z", tick=False) as traveller:
        yield traveller


def created(player: Player, randomness: str = MINE, **options: Any) -> Json:
    """A game whose creator gave their part with it."""
    found: Json = ok(player.post("games/", {"side": "frank", **part_of(player), "randomness": randomness, **options}))
    return found


def game_of(summary: Json) -> Game:
    return Game.objects.get(public_id=summary["id"])


def at(game: Json, verb: str) -> str:
    return f"games/{game['id']}/{verb}/"


def parts(game: Json) -> dict[str, str]:
    return dict(Seat.objects.filter(game__public_id=game["id"]).values_list("side", "contribution"))


def begun_with(game: Json) -> Any:
    """What the event of the start says of the parts; None before it."""
    events = GameEvent.objects.filter(game__public_id=game["id"], kind="system")
    return next((event.payload["contributions"] for event in events if event.payload["type"] == "start"), None)


# --- committed to before a part is given ------------------------------------------------------------------------------------------


def test_the_site_commits_itself_to_the_next_game_before_it_sees_a_part_of_it(richard: Player, saladin: Player) -> None:
    told = ok(richard.post("dice/"))
    assert ok(richard.post("dice/")) == told, "nobody gets several to choose from"
    assert ok(saladin.post("dice/"))["commitment"] != told["commitment"]
    game = ok(richard.post("games/", {"dice": told["dice"], "randomness": MINE, "side": "frank"}))
    assert game["id"] == told["dice"]
    made = game_of(game)
    assert made.commitment == told["commitment"] == commitment(game["id"], bytes.fromhex(dice.secret_of(made)))
    assert parts(game) == {"frank": MINE, "saracen": ""}
    assert ok(richard.post("dice/"))["dice"] != told["dice"], "the next game has dice of its own"


def test_what_the_site_answers_of_dice_to_come_tells_no_secret(richard: Player) -> None:
    told = ok(richard.post("dice/"))
    assert set(told) == {"dice", "commitment"}
    sealed = NextDice.objects.get().sealed_secret
    assert told["commitment"] == commitment(told["dice"], sealing.unseal(sealed))


@pytest.mark.parametrize("whose", ["used", "another's", "nobody's"])
def test_a_part_made_for_other_dice_makes_no_game(whose: str, richard: Player, saladin: Player) -> None:
    other = {"used": lambda: created(richard)["id"], "another's": lambda: part_of(saladin)["dice"], "nobody's": lambda: str(uuid.uuid4())}
    wrong = {"dice": other[whose](), "randomness": MINE}
    before = Game.objects.count()
    for path in ("games/", "search/"):
        problem(richard.post(path, wrong), 409, "other-dice")
    assert Game.objects.count() == before
    assert not SoughtDice.objects.exists()


def test_a_request_repeated_with_its_key_is_answered_with_the_game_it_made(richard: Player) -> None:
    request = {"side": "frank", "key": new_key(), **part_of(richard)}
    once, again = (ok(richard.post("games/", request)) for _ in range(2))
    assert once["id"] == again["id"]
    other = ok(richard.post("games/", request | {"randomness": THEIRS}))
    assert parts(other)["frank"] == request["randomness"], "what was given once stands"


WRONG_LENGTH = ["", "0" * 31, "0" * 33, "0" * 31 + "\n"]
NO_DIGITS = ["g" * 32, "AB" * 16, " " * 32, "0x" + "0" * 30, "\u0660" * 32]
NO_TEXT = [5, None, ["0" * 32]]


@pytest.mark.parametrize("bad", [*WRONG_LENGTH, *NO_DIGITS, *NO_TEXT])
def test_what_is_no_part_is_refused_wherever_it_can_be_given(bad: Any, richard: Player, saladin: Player) -> None:
    game, reserved = created(richard), ok(saladin.post("dice/"))["dice"]
    wrong = {"dice": reserved, "randomness": bad}
    for path, body in (
        ("games/", wrong),
        ("search/", wrong),
        (at(game, "join"), {"randomness": bad}),
        (at(game, "dice"), {"randomness": bad}),
        (at(game, "rematch"), wrong),
    ):
        problem(saladin.post(path, body), 400, "invalid")
    assert parts(game) == {"frank": MINE, "saracen": ""}
    assert Game.objects.count() == 1


@pytest.mark.parametrize("half", [{"dice": str(uuid.uuid4())}, {"randomness": MINE}])
def test_a_part_and_what_it_was_made_for_come_together(half: Json, richard: Player) -> None:
    for path in ("games/", "search/"):
        problem(richard.post(path, half), 400, "invalid")


# --- nothing is drawn before both are in -----------------------------------------------------------------------------------------


def test_with_both_parts_the_game_begins_with_the_join_and_its_start_fixes_them(richard: Player, saladin: Player) -> None:
    game = created(richard)
    assert ok(saladin.post(at(game, "join"), {"randomness": THEIRS}))["status"] == "active"
    both = {"frank": MINE, "saracen": THEIRS}
    assert begun_with(game) == both
    ok(richard.act(game_of(game), DONE))
    ok(saladin.resign(game_of(game)))
    record = export.record(game_of(game))
    start, drawing = (next(event for event in record["events"] if wanted(event)) for wanted in (starts, draws))
    assert start["n"] < drawing["n"]
    assert start["payload"]["contributions"] == drawing["draws"][0]["made-of"]["contributions"] == both
    assert (verify.check(record).fault, verify.check(record).added) == (None, ("frank", "saracen"))
    assert first_difference(game_of(game)) is None


def starts(event: Json) -> bool:
    return bool(event["payload"].get("type") == "start")


def draws(event: Json) -> bool:
    return bool(event["draws"])


def test_who_joins_cannot_end_the_deployment_before_the_creators_part_is_in(richard: Player, saladin: Player) -> None:
    game = ok(richard.post("games/", {"side": "saracen"}))
    saladin.post(at(game, "join"), {"randomness": THEIRS})
    saladin.post(at(game, "join"))
    saladin.post(at(game, "actions"), {"version": game_of(game).version, "key": new_key(), "action": DONE})
    assert game_of(game).draws_made == 0
    assert game_of(game).status == "open"
    ok(richard.post(at(game, "dice"), {"randomness": MINE}))
    ok(saladin.act(game_of(game), DONE))
    assert GameEvent.objects.filter(game__public_id=game["id"]).last().draws[0]["made-of"]["contributions"]["saracen"] == MINE  # type: ignore[union-attr]


@pytest.mark.parametrize("late", ["frank", "saracen"])
def test_a_game_with_extra_blocks_draws_them_when_both_parts_are_in(late: str, richard: Player, saladin: Player) -> None:
    first, second = (richard, saladin) if late == "saracen" else (saladin, richard)
    game = ok(richard.post("games/", {"side": "frank", **HANDICAP, **(part_of(richard) if late == "saracen" else {})}))
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


def test_without_a_part_the_game_waits_and_says_until_when(richard: Player, saladin: Player, clock: time_machine.Traveller) -> None:
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
    assert words.title(notice) == "Your game can begin: open its page, so that your browser adds your part of the dice."
    assert words.until(notice).startswith("Without your part it begins: ")
    assert (words.dice(notice), words.button(notice), due.why_not(notice, timezone.now())) == ("", "See the game", "")
    assert not Notice.objects.filter(user=saladin.user, kind="start").exists()
    ok(richard.post(at(game, "dice"), {"randomness": MINE}))
    notice.refresh_from_db()
    assert notice.state == Notice.State.DROPPED


# --- the wait is over ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def without_richard(richard: Player, saladin: Player, clock: time_machine.Traveller) -> Game:
    """A game that began without a part of the Franks, a day after Saladin had joined."""
    game = ok(richard.post("games/", {"side": "frank", **HANDICAP}))
    ok(saladin.post(at(game, "join"), {"randomness": THEIRS}))
    clock.shift(timedelta(hours=24))
    assert starting.begin_overdue() == 1
    return game_of(game)


def test_after_the_wait_the_game_begins_and_its_record_says_whose_part_is_missing(
    without_richard: Game, richard: Player, saladin: Player
) -> None:
    game = without_richard
    assert (game.status, game.dice_due_at) == ("active", None)
    missing, start = GameEvent.objects.order_by("seq")[2:]
    assert (missing.side, missing.payload) == ("frank", {"type": "part-missing"})
    assert missing.events == [{"type": "part-missing", "side": "frank"}]
    assert start.payload["contributions"] == start.draws[0]["made-of"]["contributions"] == {"frank": "", "saracen": THEIRS}
    problem(richard.post(f"games/{game.public_id}/dice/", {"randomness": MINE}), 409, "dice-have-begun")
    for player in (richard, saladin):
        texts = [fact["text"] for entry in player.history(game) for fact in entry["events"]]
        assert "The Franks gave no part of the dice in time: the game began without it." in texts
        page = player.client.get(reverse("game", args=[game.public_id])).content.decode()
        assert "Franks: no part of the dice was given. The game began without it." in page
        page = player.client.get(reverse("game-dice", args=[game.public_id])).content.decode()
        assert "Nothing: none had come when the wait for it was over." in page
        assert "One part alone keeps the site from choosing the dice" in page


def test_the_check_of_a_game_says_whose_part_is_missing(without_richard: Game, richard: Player, saladin: Player) -> None:
    ok(saladin.resign(without_richard))
    record = export.record(game_of({"id": without_richard.public_id}))
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


# --- started by hand, sought, offered again, alone -------------------------------------------------------------------------------


def test_a_game_started_by_hand_waits_for_a_part_when_it_is_started(richard: Player, saladin: Player) -> None:
    game = created(richard, start="by-hand")
    joined = ok(saladin.post(at(game, "join")))
    assert (joined["status"], joined["dice-due-at"]) == ("open", None)
    for _ in range(2):
        assert ok(richard.post(at(game, "start")))["dice-due-at"] is not None
    assert (ok(richard.get("waiting/"))["results"], ok(saladin.get("waiting/"))["results"]) == ([], [game["id"]])
    ok(saladin.post(at(game, "dice"), {"randomness": THEIRS}))
    assert game_of(game).status == "active"
    assert GameEvent.objects.filter(kind="system").count() == 4, "it was started once"


def test_a_part_given_before_the_start_by_hand_starts_nothing(richard: Player, saladin: Player) -> None:
    game = created(richard, start="by-hand")
    ok(saladin.post(at(game, "join")))
    assert ok(saladin.post(at(game, "dice"), {"randomness": THEIRS}))["open"] is True
    assert game_of(game).status == "open"
    assert ok(richard.post(at(game, "start")))["status"] == "active"


def test_a_game_made_of_a_search_has_the_dice_that_the_search_was_shown(richard: Player, saladin: Player) -> None:
    told = ok(richard.post("dice/"))
    assert ok(richard.post("search/", {"dice": told["dice"], "randomness": MINE}))["game"] is None
    found = ok(saladin.post("search/", {**part_of(saladin), "randomness": THEIRS}))["game"]
    assert (found["id"], found["status"], game_of(found).commitment) == (told["dice"], "active", told["commitment"])
    assert set(begun_with(found).values()) == {MINE, THEIRS}
    assert not SoughtDice.objects.exists()


def test_a_search_is_no_creation_that_uses_up_the_dice_of_a_game_made_meanwhile(richard: Player, saladin: Player) -> None:
    ok(richard.post("search/", part_of(richard)))
    meanwhile = created(richard)
    found = ok(saladin.post("search/", {**part_of(saladin), "side": "saracen", "ruleset": {"iron-bridge": True}}))["game"]
    assert found["id"] != meanwhile["id"]
    assert found["status"] == "active"


def test_the_same_search_again_keeps_its_dice_and_its_part(richard: Player) -> None:
    wish = part_of(richard)
    for _ in range(2):
        ok(richard.post("search/", wish | {"side": "frank"}))
    problem(richard.post("search/", wish | {"randomness": THEIRS}), 409, "contributed-before")
    sought = SoughtDice.objects.get()
    assert (str(sought.game_id), sought.randomness) == (wish["dice"], wish["randomness"])
    assert richard.client.delete("/api/v1/search/").status_code == 204
    assert not SoughtDice.objects.exists()


def test_a_search_that_finds_an_open_game_brings_its_part_along(richard: Player, saladin: Player) -> None:
    game = created(richard)
    found = ok(saladin.post("search/", {**part_of(saladin), "randomness": THEIRS}))["game"]
    assert (found["id"], found["status"]) == (game["id"], "active")
    assert begun_with(found) == {"frank": MINE, "saracen": THEIRS}


def test_an_open_game_that_fits_a_search_takes_its_part(richard: Player, saladin: Player) -> None:
    ok(saladin.post("search/", {**part_of(saladin), "randomness": THEIRS}))
    game = created(richard)
    assert game["status"] == "active"
    assert begun_with(game) == {"frank": MINE, "saracen": THEIRS}


def test_a_part_from_a_search_does_not_count_where_it_alone_would_bind_the_site(richard: Player, saladin: Player) -> None:
    """It was known before anybody's browser had been shown the commitment of this game."""
    game = ok(richard.post("games/", {"side": "frank"}))
    ok(saladin.post("search/", {**part_of(saladin), "randomness": THEIRS}))
    assert parts(game) == {"frank": "", "saracen": ""}
    assert game_of(game).status == "open"
    ok(saladin.post(at(game, "dice"), {"randomness": "1" * 32}))
    ok(richard.post(at(game, "dice"), {"randomness": MINE}))
    assert begun_with(game) == {"frank": MINE, "saracen": "1" * 32}


def test_a_rematch_is_offered_and_accepted_with_the_parts_of_both(richard: Player, saladin: Player, settings: Any) -> None:
    settings.DICE_WAIT_HOURS = 0
    before = started(richard, saladin)
    settings.DICE_WAIT_HOURS = 24
    ok(saladin.resign(before))
    offered = ok(richard.post(f"games/{before.public_id}/rematch/", {**part_of(richard), "randomness": MINE}))
    assert offered["status"] == "open"
    told = ok(saladin.get(at(offered, "dice")))
    assert told["commitment"] == game_of(offered).commitment
    accepted = ok(saladin.post(f"games/{before.public_id}/rematch/", {"dice": offered["id"], "randomness": THEIRS}))
    assert (accepted["id"], accepted["status"]) == (offered["id"], "active")
    assert begun_with(accepted) == {"frank": THEIRS, "saracen": MINE}


def test_both_who_offer_a_rematch_play_one_with_both_parts(richard: Player, saladin: Player, settings: Any) -> None:
    settings.DICE_WAIT_HOURS = 0
    before = started(richard, saladin)
    settings.DICE_WAIT_HOURS = 24
    ok(saladin.resign(before))
    requests = [(richard, part_of(richard)), (saladin, part_of(saladin))]
    answers = [ok(player.post(f"games/{before.public_id}/rematch/", part)) for player, part in requests]
    assert answers[1]["status"] == "active"
    assert sorted(begun_with(answers[1]).values()) == sorted(part["randomness"] for _player, part in requests)


def test_alone_one_part_stands_for_both_sides_and_each_game_has_dice_of_its_own(richard: Player) -> None:
    games = [ok(richard.post("games/", {"solo": True, **part_of(richard), **(HANDICAP if number % 2 else {})})) for number in range(6)]
    assert {game["status"] for game in games} == {"active"}
    assert all(begun_with(game)["frank"] == begun_with(game)["saracen"] != "" for game in games)
    assert len({begun_with(game)["frank"] for game in games}) == len({game_of(game).commitment for game in games}) == 6


def test_alone_without_a_part_the_game_waits_for_it(richard: Player) -> None:
    game = ok(richard.post("games/", {"solo": True, **HANDICAP}))
    assert (game["status"], game_of(game).draws_made) == ("open", 0)
    assert ok(richard.get("waiting/"))["results"] == []
    assert "Solo game" in richard.client.get(reverse("my-games")).content.decode()
    assert ok(richard.post(at(game, "dice"), {"randomness": MINE}))["open"] is False
    assert begun_with(game) == {"frank": MINE, "saracen": MINE}


def test_alone_each_side_may_have_a_part_of_its_own(richard: Player) -> None:
    game = ok(richard.post("games/", {"solo": True}))
    ok(richard.post(at(game, "dice"), {"randomness": MINE, "side": "frank"}))
    assert game_of(game).status == "open"
    ok(richard.post(at(game, "dice"), {"randomness": THEIRS, "side": "saracen"}))
    assert begun_with(game) == {"frank": MINE, "saracen": THEIRS}


# --- given once ------------------------------------------------------------------------------------------------------------------


def test_a_part_stands_once_it_is_given(richard: Player, saladin: Player, baldwin: Player) -> None:
    game = created(richard, start="by-hand")
    for _ in range(2):
        ok(richard.post(at(game, "dice"), {"randomness": MINE}))
    problem(richard.post(at(game, "dice"), {"randomness": THEIRS}), 409, "contributed-before")
    problem(baldwin.post(at(game, "dice"), {"randomness": THEIRS}), 403, "not-a-player")
    problem(saladin.post(f"games/{uuid.uuid4()}/dice/", {"randomness": THEIRS}), 404, "not-found")
    assert parts(game) == {"frank": MINE, "saracen": ""}


def test_the_opponents_part_given_again_is_a_part_and_leaves_the_dice_to_the_secret(richard: Player, saladin: Player) -> None:
    game = created(richard, **HANDICAP)
    ok(saladin.post(at(game, "join"), {"randomness": MINE}))
    made = game_of(game)
    secret = bytes.fromhex(dice.secret_of(made))
    (drawing,) = [event for event in GameEvent.objects.all() if event.draws]
    source = CommittedDice(secret, game["id"], {"frank": MINE, "saracen": MINE})
    lots = [""] * drawing.draws[0]["of"]
    source.choose("handicap", lots, len(drawing.draws[0]["results"]))
    assert list(source.draws[0].picks) == drawing.draws[0]["picks"]


def test_who_joins_again_may_give_another_part_and_the_creators_stands(richard: Player, saladin: Player, baldwin: Player) -> None:
    game = created(richard, start="by-hand")
    ok(saladin.post(at(game, "join"), {"randomness": THEIRS}))
    saladin.post(at(game, "leave"))
    ok(baldwin.post(at(game, "join"), {"randomness": "1" * 32}))
    assert parts(game) == {"frank": MINE, "saracen": "1" * 32}


def test_whoever_has_the_link_of_a_private_game_sees_its_commitment_before_joining(richard: Player, saladin: Player) -> None:
    game = created(richard, visibility="private")
    problem(saladin.get(at(game, "dice")), 404, "not-found")
    problem(saladin.get(at(game, "dice"), invitation="guess"), 404, "not-found")
    assert ok(saladin.get(at(game, "dice"), invitation=game["invitation"]))["commitment"] == game_of(game).commitment


# --- pages -----------------------------------------------------------------------------------------------------------------------


def test_each_form_that_leads_to_a_game_takes_the_part_along(richard: Player, saladin: Player) -> None:
    form = {"side": "frank", "opponent": "public", "handicap": "0", "pace": "friendly"} | part_of(richard)
    answer = richard.client.post(reverse("new-game"), form)
    game = Game.objects.get(public_id=form["dice"])
    assert answer["Location"] == reverse("game", args=[game.public_id])
    joining = {"dice": form["dice"], "randomness": THEIRS}
    saladin.client.post(reverse("join-game", args=[game.public_id]), joining)
    assert begun_with({"id": game.public_id}) == {"frank": form["randomness"], "saracen": THEIRS}
    ok(richard.resign(game))
    again = part_of(richard)
    richard.client.post(reverse("rematch", args=[game.public_id]), again)
    assert Game.objects.get(public_id=again["dice"]).rematch_of_id == game.pk
    alone = part_of(richard)
    richard.client.post(reverse("start-solo"), alone)
    assert Game.objects.get(public_id=alone["dice"]).status == "active"
    sought = part_of(saladin)
    saladin.client.post(reverse("seek"), {"side": "", "options": ""} | sought)
    assert SoughtDice.objects.get().randomness == sought["randomness"]


@pytest.mark.parametrize("randomness", ["", "0" * 31, "zz" * 16, "AB" * 16])
def test_a_spoiled_part_in_a_form_is_told_and_does_nothing(randomness: str, richard: Player, saladin: Player) -> None:
    game = created(richard)
    spoiled = {"dice": part_of(saladin)["dice"], "randomness": randomness}
    new = {"side": "frank", "opponent": "public", "handicap": "0"}
    for address, form in (
        (reverse("new-game"), new),
        (reverse("join-game", args=[game["id"]]), {}),
        (reverse("start-solo"), {}),
        (reverse("seek"), {"side": "", "options": ""}),
    ):
        page = saladin.client.post(address, form | spoiled, follow=True).content.decode()
        assert "A part of the dice is 32 hexadecimal digits" in page
    assert Game.objects.count() == 1
    assert parts(game)["saracen"] == ""


def test_where_no_scripts_run_the_room_says_what_is_missing_and_takes_typed_digits(
    richard: Player, saladin: Player, clock: time_machine.Traveller
) -> None:
    game = ok(richard.post("games/", {"side": "frank"}))
    room, add = reverse("game", args=[game["id"]]), reverse("add-part", args=[game["id"]])
    assert f'action="{add}"' in richard.client.get(room).content.decode()
    saladin.client.post(reverse("join-game", args=[game["id"]]), {"dice": game["id"], "randomness": THEIRS})
    mine, theirs = (player.client.get(room).content.decode() for player in (richard, saladin))
    assert "Your part of the dice is missing." in mine
    assert "The part of Richard in the dice is missing." in theirs
    assert add not in theirs
    for page in (mine, theirs):
        assert "What is missing on Nov. 2, 2026, noon is left out" in page
    assert "waits for a part of the dice" in saladin.client.get(reverse("my-games")).content.decode()
    assert "To the game" in richard.client.get(reverse("my-games")).content.decode()
    refused = richard.client.post(add, {"randomness": "dice"}, follow=True).content.decode()
    assert "A part of the dice is 32 hexadecimal digits" in refused
    richard.client.post(add, {"randomness": f" {MINE.upper()} "})
    assert begun_with(game) == {"frank": MINE, "saracen": THEIRS}


# --- kept, moved, forgotten ------------------------------------------------------------------------------------------------------


def test_secrets_of_dice_to_come_are_sealed_anew_with_the_others(richard: Player, saladin: Player, settings: Any) -> None:
    from cryptography.fernet import Fernet

    part_of(richard)
    ok(saladin.post("search/", part_of(saladin)))
    settings.DICE_KEY, settings.DICE_KEY_FALLBACKS = Fernet.generate_key().decode(), [settings.DICE_KEY]
    call_command("seal_dice_anew", verbosity=0)
    settings.DICE_KEY_FALLBACKS = []
    for kept in (NextDice.objects.get(), SoughtDice.objects.get()):
        assert commitment(str(kept.game_id), sealing.unseal(kept.sealed_secret)) == kept.commitment


def test_dice_to_come_that_no_key_opens_are_drawn_anew(richard: Player, saladin: Player, settings: Any) -> None:
    from cryptography.fernet import Fernet

    lost, sought = part_of(richard), part_of(saladin)
    ok(saladin.post("search/", sought))
    settings.DICE_KEY = Fernet.generate_key().decode()
    problem(richard.post("games/", {"solo": True, **lost}), 409, "other-dice")
    game = ok(richard.post("games/", {"solo": True, **part_of(richard)}))
    assert (game["status"], game["id"] == lost["dice"]) == ("active", False)
    found = ok(richard.post("search/", part_of(richard)))["game"]
    assert (found["status"], found["id"] == sought["dice"]) == ("open", False)
    assert set(parts(found).values()) == {""}, "a part for dice that are lost is asked for anew"


def test_who_leaves_the_site_leaves_no_dice_behind(richard: Player) -> None:
    assert richard.user is not None
    part_of(richard)
    delete_account(user=richard.user)
    assert not NextDice.objects.exists()


def test_a_game_that_has_drawn_nothing_is_brought_elsewhere_with_its_parts(richard: Player, saladin: Player) -> None:
    assert richard.user is not None
    game = created(richard)
    ok(saladin.post(at(game, "join"), {"randomness": THEIRS}))
    record = export.record(game_of(game))
    forget(game_of(game))
    brought = import_game(record, owner=richard.user, players={"frank": richard.user, "saracen": saladin.user})
    assert parts({"id": brought.public_id}) == {"frank": MINE, "saracen": THEIRS}


def test_a_record_whose_first_draw_is_made_of_other_parts_than_the_start_had_is_found(richard: Player, saladin: Player) -> None:
    """As the site would have to write it that had drawn with a part of its own choosing."""
    game = created(richard)
    ok(saladin.post(at(game, "join"), {"randomness": THEIRS}))
    ok(richard.act(game_of(game), DONE))
    ok(saladin.resign(game_of(game)))
    record = export.record(game_of(game))
    next(event for event in record["events"] if starts(event))["payload"]["contributions"]["frank"] = "1" * 32
    assert "made of other contributions than the game began with" in verify.check(linked(record)).line()


@pytest.mark.parametrize(
    ("contributions", "words"),
    [
        ({"frank": "1" * 32, "saracen": THEIRS}, "it begins with a part of the dice of a side that gave none"),
        ({"frank": "1" * 31, "saracen": THEIRS}, "it cannot begin so"),
        ({"frank": THEIRS}, "it cannot begin so"),
        ([], "it cannot"),
    ],
)
def test_a_record_with_parts_that_cannot_be_is_found(contributions: Any, words: str, without_richard: Game, richard: Player) -> None:
    ok(richard.resign(without_richard))
    record = export.record(game_of({"id": without_richard.public_id}))
    start = next(event for event in record["events"] if starts(event))
    start["payload"]["contributions"] = start["draws"][0]["made-of"]["contributions"] = contributions
    assert words in verify.check(linked(record)).line()


def linked(record: Json) -> Json:
    """The record with every fingerprint made anew, as whoever runs the site could."""
    prev = record["events"][0]["prev"]
    for event in record["events"]:
        event["prev"] = prev
        event["hash"] = prev = event_hash(event)
    record |= {"head": prev, "signature": None}
    return record | {"seal": verify.seal(record)}


def test_history_of_a_game_that_waits_is_told_to_nobody_else(richard: Player, saladin: Player, baldwin: Player) -> None:
    game = ok(richard.post("games/", {"side": "frank", "visibility": "private"}))
    ok(saladin.post(at(game, "join"), {"invitation": game["invitation"]}))
    problem(baldwin.get(at(game, "dice")), 404, "not-found")
    problem(baldwin.post(at(game, "dice"), {"randomness": MINE}), 404, "not-found")
    assert baldwin.client.post(reverse("add-part", args=[game["id"]]), {"randomness": MINE}).status_code == 404
