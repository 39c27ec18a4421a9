"""Tournaments by the API: lists, one of them, sign-up and withdrawal."""

from games.models import User
from tests.games.helpers import Player, ok, problem
from tests.tournaments.conftest import begun, made


def test_a_program_finds_enters_and_leaves_a_tournament(eleanor, db):
    tournament, player = made(eleanor), Player(User.objects.create_user("Saladin"))
    (line,) = ok(player.get("tournaments/", state="sign-up"))["results"]
    assert (line["id"], line["entered"], line["system"]) == (str(tournament.public_id), 0, "swiss")
    whole = ok(player.post(f"tournaments/{line['id']}/sign-up/"))
    assert [standing["name"] for standing in whole["standings"]] == ["Saladin"]
    assert ok(player.post(f"tournaments/{line['id']}/withdraw/"))["entered"] == 0
    problem(player.post(f"tournaments/{line['id']}/withdraw/"), 409, "not-entered")
    problem(player.post(f"tournaments/{line['id']}/sign-up/", {"invitation": 7}), 400, "invalid")


def test_a_private_tournament_needs_its_token_and_hides_no_more_than_it_says(eleanor, club):
    tournament = begun(eleanor, club(3), visibility="private")
    player = Player(User.objects.create_user("Saladin"))
    problem(player.get(f"tournaments/{tournament.public_id}/"), 404, "not-found")
    problem(player.post(f"tournaments/{tournament.public_id}/sign-up/"), 404, "not-found")
    whole = ok(player.get(f"tournaments/{tournament.public_id}/", invitation=tournament.invitation_token))
    assert sorted(game["saracen"] is None for game in whole["games"]) == [False, True]
    assert tournament.invitation_token not in str(whole)
