"""Personal tokens: what a program may with one, and when it ends."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.throttling import UserRateThrottle

from crusader_site.asgi import application
from games.accounts.deletion import delete_account
from games.budget import seconds_used
from games.models import PersonalToken, Sanction, StaffAction, User
from games.people import tokens
from games.services.lobby import lobby
from tests.games.helpers import new_key, ok, problem, refused
from tests.people.conftest import PASSWORD, NewPerson, log_in

PLAY, READ = PersonalToken.Scope.PLAY, PersonalToken.Scope.READ


class Program:
    """A program without cookies that sends a token, and finds no way past Django's check of forms but that it needs
    none.
    """

    def __init__(self, word: str) -> None:
        self.client = Client(enforce_csrf_checks=True, headers={"Authorization": f"Bearer {word}"})

    def get(self, path: str) -> Any:
        return self.client.get(f"/api/v1/{path}")

    def post(self, path: str, body: Any) -> Any:
        return self.client.post(f"/api/v1/{path}", body, content_type="application/json")


@pytest.fixture
def player(sibylla: User) -> Program:
    return Program(tokens.make(user=sibylla, name="bot", scope=PLAY)[1])


def prove(client: Client) -> None:
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})


def made_on_the_page(client: Client, scope: str = "play") -> str:
    page = client.post(reverse("tokens"), {"name": "my bot", "scope": scope}).content.decode()
    found = re.search(r'value="(crex_[\w-]+)"', page)
    assert found, page
    return found[1]


def test_a_token_is_made_on_a_page_and_shown_once(sibylla: User) -> None:
    client = log_in("Sibylla")
    prove(client)
    word = made_on_the_page(client)
    later = client.get(reverse("tokens")).content.decode()
    assert "my bot" in later
    assert "never used" in later
    assert word not in later
    kept = PersonalToken.objects.get()
    assert word not in json.dumps(list(PersonalToken.objects.values()), default=str)
    assert (kept.user, kept.scope, kept.name) == (sibylla, "play", "my bot")
    assert Program(word).get("games/?list=mine").status_code == 200
    assert "last used" in client.get(reverse("tokens")).content.decode()


def test_a_token_is_made_by_who_knows_the_password_only(sibylla: User) -> None:
    response = log_in("Sibylla").post(reverse("tokens"), {"name": "thief", "scope": "play"})
    assert response["Location"].startswith(reverse("account_reauthenticate"))
    assert not PersonalToken.objects.exists()


def test_who_proves_the_password_on_the_way_gets_the_token_and_can_make_the_next(sibylla: User) -> None:
    client = log_in("Sibylla")
    asked = client.post(reverse("tokens"), {"name": "my bot", "scope": "play"})["Location"]
    page = client.post(asked, {"password": PASSWORD}).content.decode()
    assert tokens.SIGN in page
    assert f'action="{reverse("tokens")}"' in page


def test_a_program_plays_by_its_token_without_a_session_or_a_form_s_token(player: Program, sibylla: User) -> None:
    response = player.post("games/", {"side": "frank", "solo": True})
    game = ok(response)
    view = ok(player.get(f"games/{game['id']}/view/?side=frank"))
    done = {"action": {"type": "done"}, "version": view["version"], "key": new_key(), "side": "frank"}
    answer = player.post(f"games/{game['id']}/actions/", done)
    assert ok(answer)["view"]["game"] == game["id"]
    assert not answer.cookies
    assert not Session.objects.exists()
    assert sibylla.seats.count() == 2


def test_a_token_to_read_changes_nothing(sibylla: User) -> None:
    reader = Program(tokens.make(user=sibylla, name="reader", scope=READ)[1])
    assert ok(reader.get("games/?list=mine"))["count"] == 0
    problem(reader.post("games/", {"side": "frank", "solo": True}), 403, "token-reads-only")
    assert not sibylla.seats.exists()


@pytest.mark.django_db
def test_a_token_that_is_none_is_refused_even_where_visitors_may_look() -> None:
    for word in ("", "crex_nonsense", "\x00", "a b", "crex_" + "x" * 5000, "é"):
        answer = problem(Program(word).get("games/00000000-0000-4000-8000-000000000000/"), 401, "token-unknown")
        assert "revoked" in answer["detail"]


def test_a_bad_token_is_refused_whatever_session_comes_with_it(sibylla: User) -> None:
    client = log_in("Sibylla")
    assert client.get("/api/v1/waiting/").status_code == 200
    response = client.get("/api/v1/waiting/", headers={"Authorization": "Bearer crex_nonsense"})
    problem(response, 401, "token-unknown")
    assert response["WWW-Authenticate"] == "Bearer"


def test_a_token_ends_when_it_is_revoked_by_its_owner_alone(
    player: Program, sibylla: User, new_person: NewPerson
) -> None:
    number = PersonalToken.objects.get().pk
    new_person("Thief")
    log_in("Thief").post(reverse("revoke-token", args=[number]))
    assert player.get("waiting/").status_code == 200
    log_in("Sibylla").post(reverse("revoke-token", args=[number]))
    problem(player.get("waiting/"), 401, "token-unknown")


def test_all_tokens_end_with_a_new_password(player: Program, sibylla: User) -> None:
    client = log_in("Sibylla")
    new = "another-way-to-tyre"
    client.post(reverse("account_change_password"), {"oldpassword": PASSWORD, "password1": new, "password2": new})
    problem(player.get("waiting/"), 401, "token-unknown")
    sibylla.refresh_from_db()
    assert tokens.valid_tokens(sibylla) == []
    for number in range(tokens.MOST):
        tokens.make(user=sibylla, name=f"{number}", scope=READ)


def test_tokens_end_with_the_account_and_while_it_is_closed(player: Program, sibylla: User) -> None:
    User.objects.filter(pk=sibylla.pk).update(is_active=False)
    problem(player.get("waiting/"), 401, "token-unknown")
    User.objects.filter(pk=sibylla.pk).update(is_active=True)
    assert player.get("waiting/").status_code == 200
    delete_account(user=sibylla)
    problem(player.get("waiting/"), 401, "token-unknown")
    assert not PersonalToken.objects.exists()


def test_a_person_has_ten_tokens_at_most(sibylla: User) -> None:
    for number in range(tokens.MOST):
        tokens.make(user=sibylla, name=f"{number}", scope=READ)
    client = log_in("Sibylla")
    prove(client)
    page = client.post(reverse("tokens"), {"name": "one too many", "scope": "read"}).content.decode()
    assert "You have 10 tokens. Revoke one first." in page
    assert PersonalToken.objects.count() == tokens.MOST


def test_a_token_opens_no_page_not_even_for_staff(sibylla: User) -> None:
    User.objects.filter(pk=sibylla.pk).update(is_staff=True, is_superuser=True)
    client = Client(headers={"Authorization": f"Bearer {tokens.make(user=sibylla, name='staff', scope=PLAY)[1]}"})
    for name in ("settings", "tokens", "review-cases", "admin:index", "my-games"):
        response = client.get(reverse(name))
        assert response.status_code == 302, name
        assert "login" in response["Location"], name


def test_a_token_shows_staff_no_private_game_of_others(sibylla: User, new_person: NewPerson) -> None:
    User.objects.filter(pk=sibylla.pk).update(is_staff=True, is_superuser=True)
    game = lobby.create_game(user=new_person("Guy"), solo=True, visibility="private").game
    problem(
        Program(tokens.make(user=sibylla, name="staff", scope=PLAY)[1]).get(f"games/{game.public_id}/view/"),
        404,
        "not-found",
    )


def test_who_is_suspended_plays_by_no_token_either(player: Program, sibylla: User) -> None:
    until = timezone.now() + timedelta(days=3)
    action = StaffAction.objects.create(person=sibylla, actor=sibylla, kind=StaffAction.Kind.SUSPEND)
    Sanction.objects.create(person=sibylla, kind=Sanction.Kind.SUSPENSION, until=until, action=action)
    problem(player.post("games/", {"side": "frank"}), 403, "suspended")


def test_requests_by_token_and_by_session_are_counted_together(
    player: Program, sibylla: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(UserRateThrottle, "rate", "2/min", raising=False)
    client = log_in("Sibylla")
    assert client.get("/api/v1/waiting/").status_code == 200
    assert player.get("waiting/").status_code == 200
    problem(player.get("waiting/"), 429, "too-many-requests")


def test_processor_time_is_charged_to_the_person_and_not_to_the_address(
    player: Program, sibylla: User, settings: Any
) -> None:
    settings.PROCESSOR_SECONDS = 12.0
    seconds_used.charge(f"person {sibylla.pk}", 100.0)
    refused = player.get("waiting/")
    assert "one person" in problem(refused, 429, "too-many-requests")["detail"]
    assert refused["RateLimit-Policy"] == f'"processor-time";q=12;w={round(12 / settings.PROCESSOR_SHARE)}'
    assert refused["RateLimit"] == f'"processor-time";r=0;t={refused["Retry-After"]}'


def test_the_file_of_one_s_data_names_tokens_and_tells_none(player: Program, sibylla: User) -> None:
    kept = PersonalToken.objects.get()
    told = log_in("Sibylla").post(reverse("export-data")).content.decode()
    assert json.loads(told)["more"]["games.personaltoken"][0]["name"] == "bot"
    assert kept.digest not in told


def socket(word: str, path: str = "/ws/user/", **headers: str) -> WebsocketCommunicator:
    named = {"host": "testserver", "authorization": f"Bearer {word}", **headers}
    return WebsocketCommunicator(
        application, path, headers=[(name.encode(), value.encode()) for name, value in named.items()]
    )


def give_new_password(person: User) -> None:
    person.set_password("another-way-to-acre")
    person.save()


@pytest.mark.django_db(transaction=True)
async def test_a_new_password_closes_the_sockets_of_tokens(new_person: NewPerson) -> None:
    sibylla = await sync_to_async(new_person)("Sibylla")
    game = (await sync_to_async(lobby.create_game)(user=sibylla, visibility="private")).game
    _, word = await sync_to_async(tokens.make)(user=sibylla, name="bot", scope=READ)
    sockets = [socket(word), socket(word, f"/ws/games/{game.public_id}/")]
    for each in sockets:
        assert (await each.connect(timeout=20))[0]
        await each.receive_from(timeout=20)
    await sync_to_async(sibylla.save)(update_fields=["language"])  # which ends nothing
    assert all([await each.receive_nothing(timeout=0.05) for each in sockets])
    await sync_to_async(give_new_password)(sibylla)
    for each in sockets:
        assert await each.receive_output(timeout=20) == {"type": "websocket.close", "code": 4401}


@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
async def test_both_sockets_open_by_token_and_close_when_it_is_revoked(new_person: NewPerson) -> None:
    sibylla = await sync_to_async(new_person)("Sibylla")
    game = (await sync_to_async(lobby.create_game)(user=sibylla, solo=True, visibility="private")).game
    token, word = await sync_to_async(tokens.make)(user=sibylla, name="bot", scope=READ)
    one, other = socket(word), socket(word, f"/ws/games/{game.public_id}/")
    for each, expected in ((one, "count"), (other, "version")):
        connected, _ = await each.connect(timeout=20)
        assert connected
        assert expected in json.loads(await each.receive_from(timeout=20))
    await other.receive_from(timeout=20)  # the other side's version
    await sync_to_async(tokens.revoke)(user=sibylla, number=token.pk)
    for each in (one, other):
        assert await each.receive_output(timeout=20) == {"type": "websocket.close", "code": 4401}
    assert await refused(socket(word)) == 4401
