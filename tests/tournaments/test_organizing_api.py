"""Organizing by the API: everything that the organizer's pages do, and what it answers to the wrong person, garbage,
and repeats.
"""

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Tournament, User
from tests.games.described import DescribedPlayer
from tests.games.helpers import Player, ok, problem
from tests.tournaments.conftest import begun, made


def soon():
    return (timezone.now() + timedelta(days=5)).isoformat()


@pytest.fixture
def staff(eleanor):
    return DescribedPlayer(eleanor)


def named(whole):
    return [line["name"] for line in whole["standings"]]


def test_a_program_leads_a_tournament_from_its_making_to_its_end(staff, club):
    people = {person.username: DescribedPlayer(person) for person in club(6)}
    body = {
        "name": "Cup of Acre",
        "system": "double",
        "sign-up-until": soon(),
        "size": 4,
        "by-hand": True,
        "key": str(uuid.uuid4()),
    }
    whole = ok(staff.post("tournaments/", body))
    assert ok(staff.post("tournaments/", body))["id"] == whole["id"]
    problem(staff.post("tournaments/", {**body, "name": "Another"}), 409, "key-reused")
    at = f"tournaments/{whole['id']}"
    for name in list(people)[:4]:
        ok(people[name].post(f"{at}/sign-up/"))
    problem(people["Knight05"].post(f"{at}/sign-up/"), 409, "tournament-full")
    for name in ("Knight05", "Knight06"):
        ok(people[name].post(f"{at}/wait/"))
    extend = {"days": 7, "key": str(uuid.uuid4())}
    until = [ok(staff.post(f"{at}/extend/", extend))["sign-up-until"] for _twice in range(2)]
    assert until[0] == until[1]
    assert named(ok(staff.post(f"{at}/remove/", {"name": "Knight04", "reason": "Not of the club"}))) == [
        "Knight01", "Knight02", "Knight03", "Knight05",
    ]  # fmt: skip
    assert ok(staff.post(f"{at}/start/"))["waiting"] == ["Knight06"]
    problem(staff.post(f"{at}/start/"), 409, "not-in-this-state")
    ok(staff.post(f"{at}/exchange/", {"one": "Knight01", "other": "Knight02"}))
    whole = ok(staff.post(f"{at}/begin-round/"))
    assert {game["bracket"] for game in whole["games"]} == {"winners"}
    assert all(game["game"] for game in whole["games"])
    problem(staff.post(f"{at}/exchange/", {"one": "Knight01", "other": "Knight02"}), 409, "not-exchangeable")
    whole = ok(staff.post(f"{at}/replace/", {"name": "Knight03", "by": "Knight06", "reason": "At sea"}))
    assert [
        (line["in-place-of"], line["since-round"]) for line in whole["standings"] if line["name"] == "Knight06"
    ] in (
        [("Knight03", 1)],
        [("Knight03", 2)],
    )
    ok(staff.post(f"{at}/by-hand/", {"by-hand": False}))
    for game in whole["games"]:
        ok(staff.post(f"{at}/decide/", {"pairing": game["pairing"], "result": "frank", "reason": "Drawn by lot"}))
    assert ok(staff.get(f"{at}/"))["round"] == 2
    assert ok(staff.post(f"{at}/cancel/", {"reason": "Rain"}))["state"] == "canceled"
    log = ok(people["Knight01"].get(f"{at}/log/"))["results"]
    assert (log[0]["kind"], log[0]["by"], log[0]["reason"]) == ("canceled", "Eleanor", "Rain")
    assert {"extended", "replaced", "exchanged", "decided", "hand", "moved-up"} <= {line["kind"] for line in log}


def test_a_program_leads_a_ladder_and_players_challenge_by_programs(staff, club):
    people = {person.username: DescribedPlayer(person) for person in club(4)}
    whole = ok(
        staff.post("ladders/", {"name": "Ladder of Acre", "reach": 2, "ruleset": {"edition": "1.4"}, "rest-days": 0})
    )
    assert (whole["ladder"]["reach"], whole["sign-up-until"], whole["state"]) == (2, None, "running")
    at = f"tournaments/{whole['id']}"
    for player in people.values():
        ok(player.post(f"{at}/sign-up/"))
    asking = {"name": "Knight02", "key": str(uuid.uuid4())}
    for _twice in range(2):
        (challenge,) = ok(people["Knight04"].post(f"{at}/challenges/", asking))["challenges"]
    problem(people["Knight04"].post(f"{at}/challenges/", {"name": "Knight01"}), 409, "not-in-reach")
    one = f"{at}/challenges/{challenge['id']}/"
    problem(people["Knight01"].post(one, {"answer": "accept"}), 404, "no-such-challenge")
    problem(people["Knight02"].post(f"{at}/challenges/{10**30}/", {"answer": "accept"}), 404, "no-such-challenge")
    whole = ok(people["Knight02"].post(one, {"answer": "decline"}))
    assert named(whole) == ["Knight01", "Knight04", "Knight02", "Knight03"]
    problem(people["Knight02"].post(one, {"answer": "decline"}), 409, "challenge-over")
    (challenge, _before) = ok(people["Knight03"].post(f"{at}/challenges/", {"name": "Knight04"}))["challenges"]
    whole = ok(people["Knight04"].post(f"{at}/challenges/{challenge['id']}/", {"answer": "accept"}))
    assert len(whole["games"]) == 1
    assert (
        named(ok(staff.post(f"{at}/place/", {"name": "Knight03", "place": 1, "reason": "Champion"})))[0] == "Knight03"
    )
    problem(staff.post(f"{at}/place/", {"name": "Knight03", "place": 9, "reason": "Champion"}), 400, "bad-tournament")
    problem(staff.post(f"{at}/begin-round/"), 409, "not-in-this-state")
    assert ok(staff.post(f"{at}/cancel/", {"reason": "Season over"}))["state"] == "over"


ACTS = {
    "start": {},
    "begin-round": {},
    "cancel": {"reason": "Rain"},
    "extend": {"days": 1},
    "by-hand": {"by-hand": True},
    "exchange": {"one": "Knight01", "other": "Knight02"},
    "decide": {"pairing": 1, "result": "frank", "reason": "Rain"},
    "remove": {"name": "Knight01", "reason": "Rain"},
    "replace": {"name": "Knight01", "by": "Knight02", "reason": "Rain"},
    "place": {"name": "Knight01", "place": 1, "reason": "Rain"},
}


def test_no_act_is_anybody_elses_and_none_takes_garbage(eleanor, staff, club):
    tournament = begun(eleanor, club(2))
    stranger = DescribedPlayer(User.objects.create_user("Saladin"))
    other = User.objects.create_user("Raymond")
    other.user_permissions.set(eleanor.user_permissions.all())  # who organizes tournaments, but not this one
    for name, body in ACTS.items():
        at = f"tournaments/{tournament.public_id}/{name}/"
        for person in (stranger, DescribedPlayer(other)):
            problem(person.post(at, body), 403, "not-its-organizer")
        problem(Player(None).post(at, body), 401, "not-authenticated")
        problem(staff.post(at, {**body, "more": 1}), 400, "invalid")
        problem(staff.post(at, {**body, "key": "x"}), 400, "invalid")
        for field in body:
            for wrong in (None, [], {"a": 1}, "", -1, "\0" * 400):
                answer = staff.post(at, {**body, field: wrong})
                assert answer.status_code == 400, (name, field, wrong, answer.content)
    problem(
        stranger.post("tournaments/", {"name": "Cup", "system": "swiss", "sign-up-until": soon()}),
        403,
        "not-an-organizer",
    )
    problem(stranger.post("ladders/", {"name": "Ladder"}), 403, "not-an-organizer")
    for wrong in (
        {"system": "ladder"},
        {"sign-up-until": "soon"},
        {"sign-up-until": "2001-01-01T00:00Z"},
        {"ruleset": {"edition": "9"}},
    ):
        answer = staff.post("tournaments/", {"name": "Cup", "system": "swiss", "sign-up-until": soon(), **wrong})
        assert answer.status_code == 400, wrong
    assert Tournament.objects.count() == 1


def test_what_changed_meanwhile_is_refused_with_a_sentence(eleanor, staff, club):
    people = club(4)
    tournament = made(eleanor)
    at = f"tournaments/{tournament.public_id}"
    problem(staff.post(f"{at}/start/"), 400, "bad-tournament")
    for person in people:
        ok(Player(person).post(f"{at}/sign-up/"))
    ok(staff.post(f"{at}/start/"))
    problem(Player(User.objects.create_user("Saladin")).post(f"{at}/sign-up/"), 409, "sign-up-closed")
    ok(staff.post(f"{at}/remove/", {"name": "Knight01", "reason": "Ill"}))
    problem(staff.post(f"{at}/remove/", {"name": "Knight01", "reason": "Ill"}), 409, "not-entered")
    problem(staff.post(f"{at}/place/", {"name": "Knight02", "place": 1, "reason": "Best"}), 409, "not-a-ladder")
    problem(Player(people[1]).post(f"{at}/challenges/", {"name": "Knight03"}), 409, "not-a-ladder")
    ok(staff.post(f"{at}/cancel/", {"reason": "Rain"}))
    for name, body in ACTS.items():
        if name not in ("place", "exchange", "replace"):
            problem(
                staff.post(f"{at}/{name}/", {**body, "name": "Knight02"} if name == "remove" else body),
                409,
                "not-in-this-state",
            )
