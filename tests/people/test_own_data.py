"""One's own pages: settings, the page others see, and the file with everything the site holds."""

import json
from typing import Any

import pytest
from django.conf import settings as site
from django.test import Client
from django.urls import reverse

from frontend.views.settings import SECTIONS
from games.models import User
from games.services.lobby import lobby
from tests.games.helpers import BALIAN_TO_ASCALON, Player
from tests.people.conftest import PASSWORD, NewPerson, log_in, text

pytestmark = pytest.mark.django_db


def fetch(client: Client) -> dict[str, Any]:
    response = client.post(reverse("export-data"))
    assert response["Content-Disposition"] == 'attachment; filename="crusader-rex-my-data.json"'
    found: dict[str, Any] = json.loads(text(response))
    return found


def test_the_file_holds_the_profile_the_addresses_and_the_sessions(sibylla: User) -> None:
    data = fetch(log_in("Sibylla"))
    assert data["profile"]["name"] == "Sibylla"
    assert data["more"]["account.emailaddress"] == [{"email": "sibylla@example.org", "verified": True, "primary": True}]
    assert [session["ip"] for session in data["more"]["usersessions.usersession"]] == ["127.0.0.1"]


def test_the_file_holds_ones_games_as_one_may_see_them(sibylla: User, new_person: NewPerson) -> None:
    saladin = new_person("Saladin", "saladin@example.org")
    game = lobby.create_game(user=sibylla, side="frank", visibility="private").game
    lobby.join_game(user=saladin, game_id=game.public_id, invitation=game.invitation_token)
    Player(sibylla).act(game, BALIAN_TO_ASCALON)
    for name, own, moved in (("Sibylla", "frank", True), ("Saladin", "saracen", False)):
        client = log_in(name)
        (mine,) = fetch(client)["games"]
        assert mine == {"side": own, **client.get(f"/api/v1/games/{game.public_id}/export/").json()}
        assert ("balian" in json.dumps(mine["history"])) == moved


def test_the_file_holds_no_secret_and_nothing_of_others(sibylla: User, new_person: NewPerson) -> None:
    saladin = new_person("Saladin", "saladin@example.org")
    game = lobby.create_game(user=sibylla, side="frank").game
    lobby.join_game(user=saladin, game_id=game.public_id)
    client = log_in("Sibylla")
    file = json.dumps(fetch(client))
    for secret in (
        sibylla.password,
        PASSWORD,
        client.session.session_key,
        game.invitation_token,
        "saladin@example.org",
        site.SECRET_KEY,
    ):
        assert secret not in file


def test_the_file_is_fetched_by_post_and_not_too_often(sibylla: User, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"export": "1/h/user"}
    client = log_in("Sibylla")
    assert client.get(reverse("export-data")).status_code == 405
    fetch(client)
    assert client.post(reverse("export-data")).status_code == 429


def test_the_settings_lead_to_every_section(sibylla: User) -> None:
    client = log_in("Sibylla")
    page = text(client.get(reverse("settings")))
    for section in SECTIONS:
        assert f'href="{reverse(section.address)}"' in page
        assert "<h1" in text(client.get(reverse(section.address)))


def test_time_zone_and_language_are_kept(sibylla: User) -> None:
    client = log_in("Sibylla")
    response = client.post(reverse("preferences"), {"time_zone": "Asia/Jerusalem", "language": "fr"}, follow=True)
    assert '<html lang="fr">' in text(response)
    sibylla.refresh_from_db()
    assert (sibylla.time_zone, sibylla.language) == ("Asia/Jerusalem", "fr")
    for nonsense in ({"time_zone": "Nowhere/Else"}, {"language": "la"}):
        form = {"time_zone": "UTC", "language": ""} | nonsense
        assert "errorlist" in text(client.post(reverse("preferences"), form))
    client.post(reverse("preferences"), {"time_zone": "UTC", "language": ""})
    assert '<html lang="pl">' in text(client.get(reverse("settings"), headers={"Accept-Language": "pl"}))


def test_the_others_are_logged_out_at_one_press(sibylla: User) -> None:
    here, there = log_in("Sibylla"), log_in("Sibylla")
    assert "Log the others out" in text(here.get(reverse("usersessions_list")))
    here.post(reverse("usersessions_list"))
    assert here.get(reverse("my-games")).status_code == 200
    assert there.get(reverse("my-games")).status_code == 302


def test_the_page_of_a_player_shows_the_name_and_nothing_private(sibylla: User, client: Client) -> None:
    for name in ("Sibylla", "SIBYLLA"):
        page = text(client.get(reverse("player", args=[name])))
        assert "<h1>Sibylla</h1>" in page
        assert "example.org" not in page
    assert client.get(reverse("player", args=["Melisende"])).status_code == 404
