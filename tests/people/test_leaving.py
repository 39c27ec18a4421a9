"""Deleting one's account: the person goes, the record stays."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.accounts.deletion import delete_account
from games.accounts.traces import DELETE, TRACES
from games.models import Game, User
from games.services.lobby import lobby
from tests.people.conftest import PASSWORD, NewPerson, log_in, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def saladin(new_person: NewPerson) -> User:
    return new_person("Saladin", "saladin@example.org")


@pytest.fixture
def game(sibylla: User, saladin: User) -> Game:
    """Sibylla leads the Franks, Saladin the Saracens."""
    opened = lobby.create_game(user=sibylla, side="frank").game
    return lobby.join_game(user=saladin, game_id=opened.public_id).game


def leave(client: Client, **fields: str) -> Any:
    return client.post(reverse("leave"), {"password": PASSWORD, "sure": "on", **fields})


def test_every_relation_to_a_person_says_what_becomes_of_it() -> None:
    """The author of a model that leads to an account adds its line to `games/accounts/traces.py`."""
    relations = {
        f"{model._meta.label_lower}.{field.name}"
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.get_fields()
        if field.concrete and field.is_relation and field.related_model is User
    }
    assert relations == set(TRACES)


def test_the_page_says_which_games_would_be_lost(game: Game, sibylla: User) -> None:
    page = text(log_in("Sibylla").get(reverse("leave")))
    assert "One game is still running. It will be resigned, and your opponent wins it:" in page
    assert reverse("game", args=[game.public_id]) in page
    assert User.objects.get(pk=sibylla.pk).is_active


def test_nobody_leaves_without_the_password_and_a_tick(sibylla: User) -> None:
    client = log_in("Sibylla")
    for fields in ({"password": "not this one"}, {"password": ""}, {"sure": ""}):
        assert "errorlist" in text(leave(client, **fields))
    assert User.objects.get(pk=sibylla.pk).is_active


def test_everything_personal_goes_and_the_row_stays(game: Game, sibylla: User) -> None:
    sibylla.first_name, sibylla.language, sibylla.time_zone = "Sibylla of Jerusalem", "fr", "Asia/Jerusalem"
    sibylla.mail_trouble = {"failures": 2}
    sibylla.save()
    client, elsewhere = log_in("Sibylla"), log_in("Sibylla")
    assert leave(client)["Location"] == reverse("home")
    gone = User.objects.get(pk=sibylla.pk)
    assert (gone.email, gone.first_name, gone.last_name, gone.language, gone.time_zone) == ("", "", "", "", "UTC")
    assert gone.mail_trouble == {}
    assert gone.username == f"former player {gone.pk}"
    assert (gone.is_active, gone.has_usable_password(), gone.last_login) == (False, False, None)
    for relation, trace in TRACES.items():
        label, _dot, field = relation.rpartition(".")
        if trace.leaving == DELETE:
            assert not apps.get_model(label)._base_manager.filter(**{field: gone}).exists(), relation
    assert not EmailAddress.objects.filter(email="sibylla@example.org").exists()
    for browser in (client, elsewhere, log_in("Sibylla"), log_in(gone.username)):
        assert browser.get(reverse("my-games")).status_code == 302


def test_a_running_game_is_resigned_and_the_record_holds(game: Game, sibylla: User, saladin: User) -> None:
    before = game.events.count()
    leave(log_in("Sibylla"))
    game.refresh_from_db()
    assert (game.status, game.winner, game.ending) == (Game.Status.OVER, "saracen", Game.Ending.RESIGNATION)
    assert game.events.count() == before + 1
    assert game.events.latest("seq").actor == sibylla
    call_command("check_games")
    page = text(log_in("Saladin").get(reverse("my-games")))
    assert f"former player {sibylla.pk}" in page
    assert "Sibylla" not in page


def test_nowhere_in_what_others_can_fetch_stands_the_name(game: Game, sibylla: User) -> None:
    leave(log_in("Sibylla"))
    saladin = log_in("Saladin")
    for path in ("", "view/", "history/", "export/"):
        assert "Sibylla" not in text(saladin.get(f"/api/v1/games/{game.public_id}/{path}")), path
    assert "Sibylla" not in text(saladin.get(reverse("game", args=[game.public_id])))


def test_open_games_are_withdrawn(sibylla: User) -> None:
    opened = lobby.create_game(user=sibylla, side="frank").game
    leave(log_in("Sibylla"))
    opened.refresh_from_db()
    assert opened.status == Game.Status.CANCELED


def test_readers_see_the_number_in_their_language(sibylla: User) -> None:
    delete_account(user=sibylla)
    gone = User.objects.get(pk=sibylla.pk)
    with translation.override("fr"):
        assert str(gone.pk) in gone.get_username()


def test_a_last_mail_says_that_it_is_done(sibylla: User, mailoutbox: list[Any]) -> None:
    leave(log_in("Sibylla"))
    assert [(mail.to, mail.subject) for mail in mailoutbox] == [(["sibylla@example.org"], "Your account is deleted")]
    assert "Hello Sibylla," in mailoutbox[0].body


def test_who_has_left_has_no_page_and_the_name_is_free(sibylla: User, client: Client) -> None:
    assert "Sibylla" in text(client.get(reverse("player", args=["Sibylla"])))
    leave(log_in("Sibylla"))
    assert client.get(reverse("player", args=["Sibylla"])).status_code == 404
    assert client.get(reverse("player", args=[f"former player {sibylla.pk}"])).status_code == 404
    client.post(reverse("signup"), {"username": "Sibylla", "password1": PASSWORD, "password2": PASSWORD})
    assert client.get(reverse("my-games")).status_code == 200


def test_the_only_administrator_cannot_leave(new_person: NewPerson) -> None:
    new_person("Heraclius", is_staff=True, is_superuser=True)
    assert "You are the only one who can manage this site." in text(leave(log_in("Heraclius")))
    new_person("William", is_staff=True, is_superuser=True)
    assert leave(log_in("Heraclius"))["Location"] == reverse("home")


def test_a_password_cannot_be_guessed_here_either(sibylla: User) -> None:
    client = log_in("Sibylla")
    for _ in range(5):
        leave(client, password="guessed")
    assert "Too many failed login attempts" in text(leave(client))
