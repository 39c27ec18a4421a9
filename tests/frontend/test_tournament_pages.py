"""Pages of tournaments: who sees what, what they say, and what they cost."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.template.loader import get_template
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.api.organizing import ACTS
from games.models import Ladder, Tournament, User
from games.tournaments import challenging, creating, entering, organizing, rounds
from games.tournaments.sheet import Sheet
from tests.frontend.conftest import Login, user


def organizer(login: Login) -> Client:
    client = login("Eleanor")
    user("Eleanor").user_permissions.add(Permission.objects.get(codename="organize_tournaments"))
    return client


def made(**options: Any) -> Tournament:
    until = timezone.now() + timedelta(days=3)
    return creating.create(
        user=user("Eleanor"), **{"name": "Cup of Acre", "system": "swiss", "sign_up_until": until, **options}
    )


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


def test_who_plays_finds_the_games_of_the_round_first_and_withdraws_by_two_presses(login: Login) -> None:
    organizer(login)
    tournament = entered(login, 4)
    knight = login("Knight0")
    assert '<details class="leave"' not in page(knight, "tournament", tournament)
    organizing.start_now(user=user("Eleanor"), tournament_id=tournament.public_id)
    html = page(knight, "tournament", tournament)
    assert html.index("Your game of this round") < html.index('id="table"')
    top = plain(html[html.index("Your game of this round") : html.index('id="table"')])
    assert "Knight0" in top
    assert "1187 running To the game" in top
    # In a running tournament games are resigned by it: the button stands within what must be opened first.
    leaving = html[html.index('<details class="leave"') :]
    assert html.count(reverse("tournament-withdraw", args=[tournament.public_id])) == 1
    assert reverse("tournament-withdraw", args=[tournament.public_id]) in leaving
    assert "Your running games of this tournament are resigned" in plain(leaving)
    assert "Your game of this round" not in page(login("Saladin"), "tournament", tournament)


FORM = {
    "name": "Spring cup", "system": "knock-out", "rounds": "5", "sides": "lot", "size": "8",
    "sign_up_until": "2999-01-01T12:00",
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
    assert "the side loses in the tournament that used more time in it" in before
    assert "Buchholz: the opponents’ points, added up" in before
    for name, said in (
        ("tournament-sign-up", "You are in the tournament."),
        ("tournament-withdraw", "You have withdrawn"),
    ):
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
    saladin.post(
        reverse("tournament-sign-up", args=[tournament.public_id]), {"invitation": tournament.invitation_token}
    )
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
    for act in (
        {"act": "by-hand", "by_hand": "on"},
        {"act": "start"},
        {"act": "begin-round"},
        {"act": "extend", "days": "3"},
    ):
        assert "Done." in staff.post(address, act, follow=True).content.decode()
        assert staff.get(address).status_code == 200
    tournament.refresh_from_db()
    assert (tournament.state, tournament.round) == ("running", 1)


def test_each_form_of_the_organizer_asks_for_what_the_api_takes() -> None:
    source = get_template("frontend/tournaments/organize.html").template.source
    asked = {}
    for form in re.findall(r"<form.*?</form>", source, re.DOTALL):
        (act,) = re.findall(r'name="act" value="([\w-]+)"', form)
        asked[act] = set(re.findall(r' name="(\w+)"', form)) - {"act"}
    assert asked == {
        act: {name.replace("-", "_") for name in operation.shape().fields} for act, operation in ACTS.items()
    }


def statements(client: Client, name: str, *args: object) -> int:
    with CaptureQueriesContext(connection) as found:
        assert client.get(reverse(name, args=args)).status_code == 200
    return len(found)


def test_lists_of_1000_tournaments_and_ladders_and_large_ones_cost_as_much_as_small_ones(login: Login) -> None:
    staff = organizer(login)
    saladin = login("Saladin")
    saladin.get("/games/")
    small, counts = entered(login, 4, size=64), []
    common = {"organizer": user("Saladin"), "ruleset": {}, "pace": "slow", "size": 8, "round_days": 9, "tie_breaks": []}
    for count in (10, 990):
        until = {"sign_up_until": timezone.now() + timedelta(days=1)}
        rows = [
            Tournament(name=f"Cup {number}", system=("swiss", "double")[number % 2], **common, **until)
            for number in range(count // 2)
        ]
        ladders = [
            Tournament(name=f"Ladder {number}", system="ladder", state="running", **common, **until)
            for number in range(count // 2)
        ]
        Tournament.objects.bulk_create([*rows, *ladders])
        rules = {"reach": 3, "answer_days": 7, "rest_days": 9, "idle_days": 30}
        Ladder.objects.bulk_create([Ladder(tournament=made, **rules) for made in ladders])
        counts.append(
            [statements(saladin, "tournaments"), api_statements(saladin, "/api/v1/tournaments/"), keeping_up()]
        )
    assert counts[0] == counts[1]
    assert counts[0][0] <= 8
    large = entered(login, 32, size=64)
    for tournament in (small, large):
        organizing.start_now(user=User.objects.get(username="Eleanor"), tournament_id=tournament.public_id)
    sizes = [pages_of(saladin, staff, tournament) for tournament in (small, large)]
    assert sizes[0] == sizes[1]
    assert max(sizes[0]) <= 13
    sizes = [pages_of(saladin, staff, ladder_of(login, count)) for count in (4, 24)]
    assert sizes[0] == sizes[1]
    assert max(sizes[0]) <= 13


def pages_of(reader: Client, staff: Client, tournament: Tournament) -> list[int]:
    """The statements of all pages of a tournament."""
    key = tournament.public_id
    pages = [statements(reader, name, key) for name in ("tournament", "tournament-csv", "tournament-json")]
    api = [
        api_statements(reader, f"/api/v1/tournaments/{key}/"),
        api_statements(reader, f"/api/v1/tournaments/{key}/log/"),
    ]
    return [*pages, *api, statements(staff, "organize-tournament", key)]


def api_statements(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as found:
        assert client.get(path).status_code == 200
    return len(found)


def keeping_up() -> int:
    """The statements of the site's clock, where nothing is to be done."""
    rounds.advance_all()
    with CaptureQueriesContext(connection) as found:
        rounds.advance_all()
    return len(found)


def ladder_of(login: Login, count: int) -> Tournament:
    """A ladder of so many people in which every second challenges whom is above."""
    made = creating.create_ladder(user=user("Eleanor"), name="Ladder of Acre", reach=1)
    for number in range(count):
        login(f"Knight{number}")
        entering.sign_up(user=user(f"Knight{number}"), tournament_id=made.public_id)
    for number in range(1, count, 2):
        challenging.challenge(user=user(f"Knight{number}"), tournament_id=made.public_id, name=f"Knight{number - 1}")
        if number % 4 == 1:
            asked = made.challenges.latest("pk").pk
            challenging.answer(
                user=user(f"Knight{number - 1}"), tournament_id=made.public_id, number=asked, said="accept"
            )
    return made


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


# --- ladders
# ----------------------------------------------------------------------------------------------------------------------

LADDER = {
    "name": "Ladder of Acre", "sides": "lot", "size": "50", "reach": "2", "answer_days": "7", "game_days": "60",
    "rest_days": "30",
    "idle_days": "60", "pace": "slow", "visibility": "public",
}  # fmt: skip


def test_a_ladder_is_made_entered_climbed_and_closed_by_buttons(login: Login, client: Client, settings: Any) -> None:
    settings.DICE_WAIT_HOURS = 24
    staff = organizer(login)
    key = "00000000-0000-0000-0000-000000000001"
    for _double_click in range(2):
        assert staff.post(reverse("new-ladder"), {**LADDER, "key": key}).status_code == 302
    ladder = Tournament.objects.get()
    people = {name: login(name) for name in ("Knight0", "Knight1", "Knight2", "Knight3")}
    for knight in people.values():
        knight.post(reverse("tournament-sign-up", args=[ladder.public_id]))
    assert "open to all at any time" in page(client, "tournaments")
    html = plain(page(people["Knight3"], "tournament", ladder))
    assert html.count("Challenge : Knight") == 2
    assert "Who declines, or does not answer in time, loses the place" in html
    ask = {"name": "Knight1", "key": "00000000-0000-0000-0000-000000000002"}
    for _double_click in range(2):
        answer = people["Knight3"].post(reverse("ladder-challenge", args=[ladder.public_id]), ask, follow=True)
        assert "You challenge Knight1" in plain(answer.content.decode())
    stale = people["Knight3"].post(
        reverse("ladder-challenge", args=[ladder.public_id]), {**ask, "name": "Knight2"}, follow=True
    )
    assert "This page was sent before" in stale.content.decode()
    html = plain(page(people["Knight1"], "tournament", ladder))
    assert "Knight3 challenges you" in html
    assert "Decline and lose the place" in html
    number = str(ladder.challenges.get().pk)
    address = reverse("ladder-answer", args=[ladder.public_id])
    for nonsense in (
        {},
        {"challenge": "9" * 40, "said": "accept"},
        {"challenge": number, "said": "\0"},
        {"challenge": "-1", "said": "decline"},
    ):
        assert "no such challenge" in people["Knight1"].post(address, nonsense, follow=True).content.decode()
    assert (
        "no such challenge"
        in people["Knight2"].post(address, {"challenge": number, "said": "accept"}, follow=True).content.decode()
    )
    answer = people["Knight1"].post(address, {"challenge": number, "said": "accept"}, follow=True)
    assert "To the game : Knight" in plain(answer.content.decode())
    assert (
        "is over"
        in people["Knight1"].post(address, {"challenge": number, "said": "decline"}, follow=True).content.decode()
    )
    csv = page(client, "tournament-csv", ladder).splitlines()
    assert [line.split(",")[:2] for line in csv[1:3]] == [["1", "Knight0"], ["2", "Knight1"]]
    found = client.get(reverse("tournament-json", args=[ladder.public_id])).json()
    assert [(one["challenger"], one["state"], one["round"]) for one in found["challenges"]] == [
        ("Knight3", "accepted", 1)
    ]
    organize = reverse("organize-tournament", args=[ladder.public_id])
    for act in (
        {"act": "place", "name": "Knight3", "place": "1", "reason": "Best of last year"},
        {"act": "extend", "days": "3"},
        {"act": "decide", "pairing": str(Sheet.of(ladder).pairings[0].pk), "result": "annulled", "reason": "Both ill"},
        {"act": "cancel", "reason": "The season is over"},
    ):
        assert staff.get(organize).status_code == 200
        assert "Done." in staff.post(organize, act, follow=True).content.decode()
    html = page(client, "tournament", ladder).replace("\u2068", "").replace("\u2069", "")
    assert "Eleanor put Knight3 at place 1." in html
    assert "The challenge of Knight3 to Knight1 was annulled: places stay." in html
    assert [row.user.username for row in Sheet.of(ladder).entrants.values()] == [
        "Knight3",
        "Knight0",
        "Knight1",
        "Knight2",
    ]


def test_a_full_tournament_has_a_waiting_list_that_moves_up_and_replaces(login: Login, settings: Any) -> None:
    settings.DICE_WAIT_HOURS = 24
    staff = organizer(login)
    tournament = entered(login, 2, size=2, number_of_rounds=1)
    third, fourth = login("Saladin"), login("Richard")
    assert "Join the waiting list" in page(third, "tournament", tournament)
    for knight in (third, fourth):
        assert (
            "on the waiting list"
            in knight.post(reverse("tournament-wait", args=[tournament.public_id]), follow=True).content.decode()
        )
    assert "Leave the waiting list" in page(third, "tournament", tournament)
    login("Knight0").post(reverse("tournament-withdraw", args=[tournament.public_id]))
    assert [entrant.user.username for entrant in Sheet.of(tournament).entrants.values()] == ["Knight1", "Saladin"]
    organize = reverse("organize-tournament", args=[tournament.public_id])
    staff.post(organize, {"act": "start"})
    assert "Replace a player" in page(staff, "organize-tournament", tournament)
    wrong = staff.post(organize, {"act": "replace", "name": "Richard", "by": "Knight1", "reason": "?"}, follow=True)
    assert "Only somebody of the waiting list" in wrong.content.decode()
    staff.post(organize, {"act": "replace", "name": "Knight1", "by": "Richard", "reason": "Knight1 is ill"})
    html = plain(page(staff, "tournament", tournament)).replace("\u2068", "").replace("\u2069", "")
    assert "for Knight1, since round 1" in html
    assert "Eleanor gave the place of Knight1 to Richard, from round 1. “Knight1 is ill”" in html
