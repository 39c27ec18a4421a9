"""Second factors: apps and recovery codes for everybody, required of staff before the admin.

Passkeys are tested in a browser.
"""

import time
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from games.models import User
from tests.people.conftest import NewPerson, log_in, prove_password, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("within_one_code")]

ADMIN = "/admin/"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


@pytest.fixture
def heraclius(new_person: NewPerson) -> User:
    return new_person("Heraclius", is_staff=True, is_superuser=True)


def code_of(secret: str = SECRET) -> str:
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))


def with_app(user: User) -> User:
    TOTP.activate(user, SECRET)
    return user


def set_up_app(client: Client) -> str:
    """Through the pages; returns the page shown at the end."""
    prove_password(client)
    page = client.get(reverse("mfa_activate_totp"))
    secret = page.context["form"].secret
    return text(client.post(reverse("mfa_activate_totp"), {"code": code_of(secret)}, follow=True))


def test_staff_without_a_second_factor_are_sent_to_set_one_up(heraclius: User) -> None:
    client = log_in("Heraclius")
    response = client.get(ADMIN, follow=True)
    assert response.redirect_chain[-1][0] == reverse("mfa_index")
    assert "The admin needs a second factor." in text(response)
    assert client.get(reverse("my-games")).status_code == 200


def test_once_it_is_set_up_the_admin_is_open(transactional_db: None, heraclius: User) -> None:
    client = log_in("Heraclius")
    page = set_up_app(client)
    assert page.count("<code>") == 10
    assert client.get(ADMIN).status_code == 200


def test_another_session_has_to_prove_it_first(heraclius: User) -> None:
    early = log_in("Heraclius")
    with_app(heraclius)
    response = early.get("/admin/games/game/")
    assert response.status_code == 302
    asked = early.get(response["Location"])["Location"]
    assert asked == reverse("mfa_reauthenticate") + "?next=%2Fadmin%2Fgames%2Fgame%2F"
    assert "errorlist" in text(early.post(asked, {"code": "000000", "next": "/admin/games/game/"}))
    assert early.post(asked, {"code": code_of(), "next": "/admin/games/game/"})["Location"] == "/admin/games/game/"
    assert early.get("/admin/games/game/").status_code == 200


def test_a_password_alone_does_not_log_in_who_has_a_second_factor(sibylla: User) -> None:
    with_app(sibylla)
    client = log_in("Sibylla")
    assert client.get(reverse("my-games")).status_code == 302
    assert "errorlist" in text(client.post(reverse("mfa_authenticate"), {"code": "123456"}))
    assert client.post(reverse("mfa_authenticate"), {"code": code_of()})["Location"] == reverse("my-games")
    assert client.get(reverse("my-games")).status_code == 200


def test_staff_who_log_in_with_both_are_in_the_admin_at_once(heraclius: User) -> None:
    with_app(heraclius)
    client = log_in("Heraclius")
    client.post(reverse("mfa_authenticate"), {"code": code_of()})
    assert client.get(ADMIN).status_code == 200


def test_a_recovery_code_lets_in_once(sibylla: User) -> None:
    client = log_in("Sibylla")
    set_up_app(client)
    code = text(client.get(reverse("mfa_view_recovery_codes"))).split("<code>")[1][:8]
    for let_in in (True, False):
        other = log_in("Sibylla")
        other.post(reverse("mfa_authenticate"), {"code": code})
        assert (other.get(reverse("my-games")).status_code == 200) == let_in


def test_codes_cannot_be_tried_at_will(sibylla: User) -> None:
    with_app(sibylla)
    client = log_in("Sibylla")
    for _ in range(5):
        client.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert "Too many failed login attempts" in text(client.post(reverse("mfa_authenticate"), {"code": code_of()}))


def test_the_second_factor_is_switched_off_by_who_proves_to_be_the_owner(heraclius: User) -> None:
    with_app(heraclius)
    client = log_in("Heraclius")
    client.post(reverse("mfa_authenticate"), {"code": code_of()})
    assert client.post(reverse("mfa_deactivate_totp"))["Location"].startswith(reverse("account_reauthenticate"))
    prove_password(client)
    client.post(reverse("mfa_deactivate_totp"))
    assert not Authenticator.objects.exists()
    assert client.get(ADMIN, follow=True).redirect_chain[-1][0] == reverse("mfa_index")


def test_addresses_and_second_factors_come_in_any_order(new_person: NewPerson, mailoutbox: list[Any]) -> None:
    with_app(new_person("Melisende", "melisende@example.org", confirmed=False))
    client = log_in("Melisende")
    client.post(reverse("mfa_authenticate"), {"code": code_of()})
    prove_password(client)
    client.post(reverse("account_email"), {"action_add": "", "email": "queen@example.org"})
    assert mailoutbox[0].to == ["queen@example.org"]


def test_players_and_visitors_have_no_admin(sibylla: User, client: Client) -> None:
    player = log_in("Sibylla")
    assert player.get(ADMIN, follow=True).status_code == 403
    assert client.get(ADMIN, follow=True).redirect_chain[-1][0].startswith(reverse("login"))
    with_app(sibylla)
    assert player.get(ADMIN, follow=True).status_code == 403


def test_the_page_of_the_admins_own_password_is_out_of_use(heraclius: User, client: Client) -> None:
    response = client.post("/admin/login/", {"username": "Heraclius", "password": "a-long-way-to-acre"})
    assert response["Location"].startswith(reverse("login"))
    assert client.get(ADMIN).status_code == 302


def test_a_copy_of_the_database_does_not_give_the_secrets_away(sibylla: User) -> None:
    with_app(sibylla)
    assert SECRET not in str(Authenticator.objects.get().data)


def test_secrets_outlive_a_change_of_the_key_while_the_old_one_stands_by(sibylla: User, settings: Any) -> None:
    with_app(sibylla)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "x" * 60, [settings.SECRET_KEY]
    client = log_in("Sibylla")
    assert client.post(reverse("mfa_authenticate"), {"code": code_of()})["Location"] == reverse("my-games")


def test_who_lost_everything_is_helped_by_a_command(sibylla: User, capsys: Any) -> None:
    with_app(sibylla)
    call_command("forget_second_factors", "sibylla")
    assert "Sibylla: 1 removed." in capsys.readouterr().out
    assert log_in("Sibylla").get(reverse("my-games")).status_code == 200
    with pytest.raises(CommandError):
        call_command("forget_second_factors", "Melisende")


def test_the_first_account_of_a_new_site_may_play_at_once_and_needs_more_for_the_admin(
    transactional_db: None, capsys: Any
) -> None:
    call_command("prepare_site")
    password = capsys.readouterr().out.split("Password: ")[1].split()[0]
    client = log_in("admin", password)
    assert client.get(reverse("my-games")).status_code == 200
    assert client.get(ADMIN, follow=True).redirect_chain[-1][0] == reverse("mfa_index")
    client.post(reverse("account_reauthenticate"), {"password": password})
    secret = client.get(reverse("mfa_activate_totp")).context["form"].secret
    client.post(reverse("mfa_activate_totp"), {"code": code_of(secret)})
    assert client.get(ADMIN).status_code == 200


def test_a_passkey_s_button_cannot_be_pressed_before_its_script_hears_it(client: Client) -> None:
    """On a slow line the page is there first, and the press was lost."""
    assert '<button id="passkey-login" disabled>' in client.get("/login/").content.decode()
