"""Pages of tournaments: who sees what, what they say, and what they cost."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.models import Tournament, User
from games.tournaments import entering, organizing, rounds
from games.tournaments.sheet import Sheet
from tests.frontend.conftest import Login, user


def organizer(login: Login) -> Client:
    client = login("Eleanor")
    user("Eleanor").user_permissions.add(Permission.objects.get(codename="organize_tournaments"))
    return client


def made(**options: Any) -> Tournament:
    until = timezone.now() + timedelta(days=3)
    return organizing.create(user=user("Eleanor"), **{"name": "Cup of Acre", "system": "swiss", "sign_up_until": until, **options})


def entered(login: Login, count: int, **options: Any) -> Tournament:
    tournament = made(**options)
    for number in range(count):
        login(f"Knight{number}")
        token = tournament.invitation_token
        entering.sign_up(user=user(f"Knight{number}"), tournament_id=tournament.public_id, invitation=token)
    return tournament


def page(client: Client, name: str, tournament: Tournament | None = None, **query: str) -> str:
    response = client.get(reverse(name, args=[tournament.public_id] if tournament else []), query)
    assert response.status_code == 200, response.status_code
    return response.content.decode()


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


FORM = {
    "name": "Spring cup", "system": "knock-out", "rounds": "5", "sides": "lot", "size": "8", "sign_up_until": "2999-01-01T12:00",
    "round_days": "60", "pace": "slow", "visibility": "public", "tie_breaks": ["cities"],
}  # fmt: skip


def test_an_organizer_makes_a_tournament_and_others_are_told_who_may(login: Login) -> None:
    anybody, client = login("Saladin"), organizer(login)
    refused = anybody.get(reverse("new-tournament"), follow=True)
    assert "Only organizers may do this" in refused.content.decode()
    assert "within a year" in client.post(reverse("new-tournament"), FORM).content.decode()
    soon = (timezone.now() + timedelta(days=9)).strftime("%Y-%m-%dT%H:%M")
    answer = client.post(reverse("new-tournament"), {**FORM, "sign_up_until": soon})
    assert answer.status_code == 302
    assert "Spring cup" in page(anybody, "tournaments")
    assert Tournament.objects.get().system == "knock-out"


def test_a_player_enters_and_withdraws_by_buttons_and_reads_the_rules_before(login: Login) -> None:
    organizer(login)
    saladin, tournament = login("Saladin"), made()
    before = plain(page(saladin, "tournament", tournament))
    assert "whoever it waits for loses in the tournament" in before
    assert "Buchholz: the opponents’ points, added up" in before
    for name, said in (("tournament-sign-up", "You are in the tournament."), ("tournament-withdraw", "You have withdrawn")):
        for _twice in range(2):
            answer = saladin.post(reverse(name, args=[tournament.public_id]), follow=True)
            assert answer.status_code == 200
            assert said in answer.content.decode() or "not in the tournament" in answer.content.decode()
    assert "Saladin withdrew." in page(saladin, "tournament", tournament).replace("\u2068", "").replace("\u2069", "")


def test_a_private_tournament_is_there_for_who_has_the_link(login: Login, client: Client) -> None:
    organizer(login)
    saladin, tournament = login("Saladin"), made(visibility="private")
    address = reverse("tournament", args=[tournament.public_id])
    for reader in (client, saladin):
        assert "Cup of Acre" not in page(reader, "tournaments")
        assert reader.get(address).status_code == 404
        assert reader.get(address, {"invitation": "wrong"}).status_code == 404
        assert reader.get(address, {"invitation": tournament.invitation_token}).status_code == 200
    assert saladin.post(reverse("tournament-sign-up", args=[tournament.public_id])).status_code == 404
    saladin.post(reverse("tournament-sign-up", args=[tournament.public_id]), {"invitation": tournament.invitation_token})
    assert "Saladin" in page(saladin, "tournament", tournament)


@pytest.mark.parametrize("system", ["swiss", "round-robin", "knock-out"])
def test_a_running_tournament_shows_its_games_and_offers_its_files(system: str, login: Login, client: Client) -> None:
    staff = organizer(login)
    tournament = entered(login, 5, system=system)
    assert staff.post(reverse("organize-tournament", args=[tournament.public_id]), {"act": "start"}).status_code == 302
    html = plain(page(client, "tournament", tournament))
    assert "To the game" in html
    assert ("Bracket" in html) == (system == "knock-out")
    assert page(client, "tournament-csv", tournament).startswith("rank,name,seed,rating,points")
    found = client.get(reverse("tournament-json", args=[tournament.public_id])).json()
    assert {line["name"] for line in found["standings"]} == {f"Knight{number}" for number in range(5)}
    assert len([game for game in found["games"] if game["saracen"] is None]) == (3 if system == "knock-out" else 1)


def test_only_its_organizer_acts_and_nonsense_is_refused_with_a_sentence(login: Login) -> None:
    staff, saladin = organizer(login), login("Saladin")
    tournament = entered(login, 4)
    address = reverse("organize-tournament", args=[tournament.public_id])
    refused = saladin.post(address, {"act": "cancel", "reason": "I can"}, follow=True)
    assert "Only the organizer of this tournament" in refused.content.decode()
    for nonsense in (
        {},
        {"act": "extend", "days": "x"},
        {"act": "decide", "pairing": "9" * 30},
        {"act": "exchange", "one": "\0", "other": "?"},
    ):
        assert staff.post(address, nonsense, follow=True).status_code == 200
    for act in ({"act": "by-hand", "by_hand": "on"}, {"act": "start"}, {"act": "begin-round"}, {"act": "extend", "days": "3"}):
        assert "Done." in staff.post(address, act, follow=True).content.decode()
        assert staff.get(address).status_code == 200
    tournament.refresh_from_db()
    assert (tournament.state, tournament.round) == ("running", 1)


def statements(client: Client, name: str, *args: object) -> int:
    with CaptureQueriesContext(connection) as found:
        assert client.get(reverse(name, args=args)).status_code == 200
    return len(found)


def test_a_list_of_1000_tournaments_and_a_table_of_32_cost_as_much_as_small_ones(login: Login) -> None:
    organizer(login)
    saladin = login("Saladin")
    saladin.get("/games/")
    small, counts = entered(login, 4, size=64), []
    common = {"organizer": user("Saladin"), "system": "swiss", "ruleset": {}, "pace": "slow", "size": 8, "round_days": 9}
    for count in (10, 990):
        until = {"sign_up_until": timezone.now() + timedelta(days=1), "tie_breaks": []}
        rows = [Tournament(name=f"Cup {number}", **common, **until) for number in range(count)]
        Tournament.objects.bulk_create(rows)
        counts.append(statements(saladin, "tournaments"))
    assert counts[0] == counts[1] <= 8
    rounds.keep_up()
    large = entered(login, 32, size=64)
    for tournament in (small, large):
        organizing.start_now(user=User.objects.get(username="Eleanor"), tournament_id=tournament.public_id)
    sizes = [statements(saladin, "tournament", tournament.public_id) for tournament in (small, large)]
    assert sizes[0] == sizes[1] <= 13


def test_the_page_of_a_game_that_waits_for_the_dice_leads_to_its_tournament(login: Login, settings: Any) -> None:
    settings.DICE_WAIT_HOURS = 24
    staff = organizer(login)
    tournament = entered(login, 2, number_of_rounds=1)
    staff.post(reverse("organize-tournament", args=[tournament.public_id]), {"act": "start"})
    (pairing,) = Sheet.of(tournament).pairings
    assert pairing.game is not None
    html = login("Knight0").get(reverse("game", args=[pairing.game.public_id])).content.decode()
    assert "Cup of Acre" in html
    assert "Withdraw the game" not in html
    assert "Take them out" not in html
    assert "Leave" not in html
