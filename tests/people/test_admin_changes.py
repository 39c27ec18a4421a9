"""The audit log says what was changed in the admin: before and after, field by field, and no secret of it."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse

from games.models import StaffAction, User
from tests.disputes.test_pages import text
from tests.games.helpers import prove_second_factor

pytestmark = pytest.mark.django_db


@pytest.fixture
def heraclius() -> Client:
    client = Client()
    user = User.objects.create_superuser("Heraclius")
    client.force_login(user)
    prove_second_factor(client, user)
    return client


@pytest.fixture
def guy(db: None) -> User:
    return User.objects.create_user("Guy", email="guy@example.org", password="old-secret-of-guy")


def form_of(client: Client, address: str, **more: Any) -> dict[str, Any]:
    """What the form at this address would send if nothing were changed in it, and what is changed."""
    sent: dict[str, Any] = {}
    form = client.get(address).context["adminform"].form
    for field in form:
        value = field.value()
        if field.name.startswith(("last_login", "date_joined")):
            found = field.field.prepare_value(value) if value else None
            parts = field.field.widget.decompress(found) if found else [None, None]
            sent |= {f"{field.html_name}_{place}": str(part or "") for place, part in enumerate(parts)}
        elif value not in (None, False):
            sent[field.html_name] = value
    return sent | more


def last() -> StaffAction:
    return StaffAction.objects.filter(kind="did").latest("pk")


def test_what_was_changed_of_a_person_is_in_the_log_before_and_after(heraclius: Client, guy: User) -> None:
    address = reverse("admin:games_user_change", args=[guy.pk])
    permission = Permission.objects.get(codename="review_disputes")
    sent = form_of(heraclius, address, is_staff="on", user_permissions=[permission.pk])
    assert heraclius.post(address, sent).status_code == 302
    key = f"games.user {guy.pk}"
    assert last().before == {f"{key}: is_staff": False, f"{key}: user_permissions": []}
    assert last().after["status"] == 302
    assert last().after[f"{key}: is_staff"] is True
    assert last().after[f"{key}: user_permissions"] == [str(permission)]
    assert last().person == guy


def test_a_password_is_in_the_log_as_changed_alone(heraclius: Client, guy: User) -> None:
    old = guy.password
    address = reverse("admin:auth_user_password_change", args=[guy.pk])
    word = "a-longer-way-to-acre-by-sea"
    assert heraclius.post(address, {"usable_password": "true", "password1": word, "password2": word}).status_code == 302
    guy.refresh_from_db()
    assert guy.password != old
    assert last().before == {f"games.user {guy.pk}: password": ""}
    assert last().after == {"status": 302, f"games.user {guy.pk}: password": "changed"}
    assert old not in json.dumps([last().before, last().after])


def test_what_was_added_and_deleted_is_in_the_log(heraclius: Client) -> None:
    heraclius.post(reverse("admin:auth_group_add"), {"name": "Scribes"})
    group = Group.objects.get()
    assert last().before == {}
    assert last().after == {
        "status": 302,
        f"auth.group {group.pk}: name": "Scribes",
        f"auth.group {group.pk}: permissions": [],
    }
    number = group.pk
    heraclius.post(reverse("admin:auth_group_delete", args=[number]), {"post": "yes"})
    assert last().before == {f"auth.group {number}: name": "Scribes", f"auth.group {number}: permissions": []}
    assert last().after == {"status": 302, f"auth.group {number}": "deleted"}


def test_an_act_on_a_list_is_in_the_log(heraclius: Client, guy: User) -> None:
    one = guy.emailaddress_set.create(email="guy@example.org", primary=True, verified=False)
    sent = {"action": "make_verified", "_selected_action": [one.pk]}
    assert heraclius.post(reverse("admin:account_emailaddress_changelist"), sent).status_code == 302
    assert last().before == {f"account.emailaddress {one.pk}: verified": False}
    assert last().after == {"status": 302, f"account.emailaddress {one.pk}: verified": True}
    assert "guy@example.org" not in json.dumps([last().before, last().after])


def test_a_form_that_was_refused_changed_nothing(heraclius: Client, guy: User) -> None:
    assert heraclius.post(reverse("admin:games_user_change", args=[guy.pk]), {"username": ""}).status_code == 200
    assert (last().before, last().after) == ({}, {"status": 200})


def test_the_page_of_the_log_shows_it(heraclius: Client, guy: User) -> None:
    address = reverse("admin:games_user_change", args=[guy.pk])
    heraclius.post(address, form_of(heraclius, address, is_staff="on"))
    shown = text(heraclius.get(reverse("review-audit")))
    assert f"games.user {guy.pk}: is_staff no → yes" in shown
