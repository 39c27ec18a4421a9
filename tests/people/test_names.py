"""Names that could be taken for others, or that no address can hold, and who is meant by a name."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.accounts.deletion import delete_account
from games.disputes import audit
from games.models import Invitation, Relation, StaffAction, User, names
from games.services.lobby import lobby
from tests.games.helpers import Player, ok, problem, prove_second_factor
from tests.people.conftest import PASSWORD, NewPerson, log_in, text

pytestmark = pytest.mark.django_db
CYRILLIC_ALICE = "\u0430\u04cf\u0456\u0441\u0435"


def sign_up(name: str, **headers: Any) -> Any:
    return Client().post(reverse("signup"), {"username": name, "password1": PASSWORD, "password2": PASSWORD}, **headers)


def bear(user: User, name: str) -> None:
    """Gives an account a name past all checks, as those from before have them."""
    User.objects.filter(pk=user.pk).update(
        username=name, username_folded="", username_skeleton="", username_shared=False
    )


# --- what may be a name
# -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (".", "at least one letter or digit"),
        ("..", "at least one letter or digit"),
        ("_-_", "at least one letter or digit"),
        ("\u2024\u2024", "at least one letter or digit"),  # one-dot leaders, kept as full stops
        ("\uff0e\uff0e", "at least one letter or digit"),
        ("\u0430lice", "one alphabet: “\u0430” and “l” are of two"),
        ("Ri\u03c7ard", "one alphabet"),
        ("\u30a2\u0430", "one alphabet"),
        ("\u0915\u09681", "digits of one kind: “\u0968” and “1” are of two"),
        ("\u3164", "letters, digits and the signs"),
        ("\uae40\u3164", "letters, digits and the signs"),
        ("ali\u200bce", "letters, digits and the signs"),
        ("ali\u202ece", "letters, digits and the signs"),
        ("ali ce", "letters, digits and the signs"),
        ("ali/ce", "letters, digits and the signs"),
        ("ali%2fce", "letters, digits and the signs"),
        ("x" * 31, "at most 30 characters"),
        ("\ufdfa", "letters, digits and the signs"),
    ],
)
def test_what_misleads_or_gets_lost_in_an_address_is_no_name(name: str, reason: str) -> None:
    assert reason in text(sign_up(name))
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Guy",
            "jean-luc",
            "o.neil",
            "A1",
            "Łukasz",
            "François",
            "Σωκράτης",
            "Саладин",
            "صلاح",
            "יהודה",
            "山田タロウ",
            "김철수",
            "김金",
            "room_42",
        ),
        *("l0rd", "...x", "٣٤"),
    ],
)
def test_names_of_every_script_are_taken_and_have_a_page(name: str) -> None:
    assert sign_up(name).status_code == 302
    assert name in text(Client().get(reverse("player", args=[name])))


def test_a_name_is_kept_in_plain_letters() -> None:
    sign_up("\uff32\uff49\uff43hard\u00b2")
    assert User.objects.get().username == "Richard2"


# --- names that look alike
# --------------------------------------------------------------------------------------------------

ALIKE = [
    *(
        ("alice", CYRILLIC_ALICE),
        ("alice", "aIice"),
        ("alice", "a1ice"),
        ("ALICE", "aIice"),
        ("Mike", "rnike"),
        ("mike", "Rnike"),
    ),
    *(
        ("Robert", "R0bert"),
        ("\u0412\u041e\u0412\u0410", "BOBA"),
        ("BOBA", "\u0412\u041e\u0412\u0410"),
        ("scope", "\u0455\u0441\u043e\u0440\u0435"),
    ),
    *(("\u0395\u03a5\u0391", "EYA"), ("Guy1", "Guyl")),
]


@pytest.mark.parametrize(("there", "new"), ALIKE)
def test_nobody_new_looks_like_somebody_who_is_there(there: str, new: str, new_person: NewPerson) -> None:
    new_person(there)
    assert f"looks like “{there}”" in text(sign_up(new))
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("there", "new"), [("alice", "ALICE"), ("Élodie", "éLODIE"), ("Саладин", "САЛАДИН"), ("Straße", "STRASSE")]
)
def test_the_same_name_in_other_capitals_is_taken_in_every_alphabet(
    there: str, new: str, new_person: NewPerson
) -> None:
    new_person(there)
    assert "This name is taken" in text(sign_up(new))


@pytest.mark.parametrize(
    ("there", "new"), [("Andre", "André"), ("Michal", "Michał"), ("Guy", "Guyot"), ("anna", "hanna"), ("Max", "Mox")]
)
def test_names_that_a_reader_tells_apart_are_two(there: str, new: str, new_person: NewPerson) -> None:
    new_person(there)
    assert sign_up(new).status_code == 302


@pytest.mark.parametrize("language", ["fr", "pl"])
@pytest.mark.parametrize(
    "name", [".", "\u0430lice", "\u0915\u09681", "ali ce", "x" * 31, CYRILLIC_ALICE, "Alice", "a@b"]
)
def test_the_reason_is_told_in_the_readers_language(language: str, name: str, new_person: NewPerson) -> None:
    new_person("alice")
    english = text(sign_up(name))
    with translation.override("en"), pytest.raises(Exception) as refused:  # noqa: PT011
        names.check(names.normalized(name))
    (said,) = refused.value.messages  # type: ignore[attr-defined]
    assert said in english
    assert said not in text(sign_up(name, HTTP_ACCEPT_LANGUAGE=language))


def test_two_who_sign_up_at_once_with_names_that_look_alike_do_not_both_get_them(
    new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_person("alice")
    monkeypatch.setattr(names, "check", lambda *args, **more: None)  # as it was when both asked
    client = Client()
    answer = client.post(
        reverse("signup"), {"username": CYRILLIC_ALICE, "password1": PASSWORD, "password2": PASSWORD}, follow=True
    )
    assert "This name is taken" in text(answer)
    assert User.objects.count() == 1
    assert client.session.get("_auth_user_id") is None


@pytest.mark.parametrize(
    "make",
    [lambda name: User.objects.create(username=name), lambda name: User.objects.bulk_create([User(username=name)])],
)
def test_the_database_refuses_what_looks_alike_whoever_writes_it(
    make: Callable[[str], Any], new_person: NewPerson
) -> None:
    new_person("alice")
    with pytest.raises(IntegrityError), transaction.atomic():
        make(CYRILLIC_ALICE)


# --- accounts made and renamed by staff
# -------------------------------------------------------------------------------------


@pytest.fixture
def staff(new_person: NewPerson) -> Client:
    user = new_person("Heraclius", is_staff=True, is_superuser=True)
    client = Client()
    client.force_login(user)
    prove_second_factor(client, user)
    return client


@pytest.mark.parametrize(
    ("name", "reason"), [(CYRILLIC_ALICE, "looks like “alice”"), ("..", "letter or digit"), ("\u0430lice", "alphabet")]
)
def test_the_admin_makes_and_renames_accounts_by_the_same_rules(
    name: str, reason: str, staff: Client, new_person: NewPerson
) -> None:
    new_person("alice")
    guy = new_person("Guy")
    added = staff.post(
        reverse("admin:games_user_add"),
        {"username": name, "usable_password": "true", "password1": PASSWORD, "password2": PASSWORD},
    )
    assert reason in text(added)
    page = reverse("admin:games_user_change", args=[guy.pk])
    renamed = staff.post(
        page, {"username": name, "time_zone": "UTC", "date_joined_0": "2026-01-01", "date_joined_1": "00:00"}
    )
    assert reason in text(renamed)
    assert sorted(User.objects.values_list("username", flat=True)) == ["Guy", "Heraclius", "alice"]


def test_a_renamed_account_is_found_by_its_new_name_and_its_old_one_is_free(
    staff: Client, new_person: NewPerson
) -> None:
    guy = new_person("Guy")
    page = reverse("admin:games_user_change", args=[guy.pk])
    form = {
        "username": "GUY",
        "time_zone": "UTC",
        "date_joined_0": "2026-01-01",
        "date_joined_1": "00:00",
        "is_active": "on",
    }
    assert staff.post(page, form).status_code == 302
    assert staff.post(page, form | {"username": "Élodie"}).status_code == 302
    assert names.find("éLODIE") == guy
    assert names.find("Guy") is None
    assert sign_up("Guy").status_code == 302


@pytest.mark.parametrize(("name", "reason"), [(CYRILLIC_ALICE, "looks like “alice”"), ("..", "letter or digit")])
def test_commands_make_accounts_by_the_same_rules(name: str, reason: str, new_person: NewPerson) -> None:
    new_person("alice")
    with pytest.raises(CommandError, match=reason):
        call_command("createsuperuser", "--noinput", username=name, email="x@example.org", stdout=io.StringIO())


# --- accounts from before
# ---------------------------------------------------------------------------------------------------


@pytest.fixture
def twins(new_person: NewPerson) -> tuple[User, User]:
    """Two accounts from before whose names look alike."""
    first, second = new_person("alice", "alice@example.org"), new_person("Bob")
    bear(second, CYRILLIC_ALICE)
    names.renew(User)
    second.refresh_from_db()
    return first, second


def test_accounts_from_before_keep_names_that_look_alike_and_nobody_new_takes_one(twins: tuple[User, User]) -> None:
    first, second = twins
    assert [user.username for user in (first, second)] == ["alice", CYRILLIC_ALICE]
    assert "looks like" in text(sign_up("aIice"))
    assert f"looks like “{first.username}”" in text(sign_up("a1ice"))
    for user in twins:
        assert names.find(user.username) == user
        assert log_in(user.username).session.get("_auth_user_id") == str(user.pk)


def test_an_account_from_before_saves_its_settings_and_itself(twins: tuple[User, User]) -> None:
    second = twins[1]
    client = log_in(second.username)
    assert client.post(reverse("preferences"), {"time_zone": "Europe/Paris", "language": "fr"}).status_code == 302
    second.refresh_from_db()
    assert (second.time_zone, second.username, second.username_shared) == ("Europe/Paris", CYRILLIC_ALICE, True)
    second.full_clean()
    second.save()


def test_when_the_older_of_two_leaves_nobody_new_takes_the_name_either(twins: tuple[User, User]) -> None:
    delete_account(user=twins[0])
    assert "looks like" in text(sign_up("alice"))
    delete_account(user=twins[1])
    assert sign_up("alice").status_code == 302


def test_an_account_that_a_process_with_earlier_code_wrote_is_there_and_gets_its_forms_at_the_next_start(
    new_person: NewPerson,
) -> None:
    guy = new_person("Guy")
    bear(guy, "Guy")
    assert names.find("GUY") == guy
    assert "This name is taken" in text(sign_up("guy"))
    call_command("prepare_site", stdout=io.StringIO())
    guy.refresh_from_db()
    assert (guy.username_folded, guy.username_skeleton) == ("guy", "guy")


def test_staff_are_told_which_names_look_alike_and_which_nobody_could_take_now(
    twins: tuple[User, User], new_person: NewPerson
) -> None:
    bear(new_person("Dots"), "..")
    out = io.StringIO()
    call_command("check_names", stdout=out)
    assert f"These look alike: alice, {CYRILLIC_ALICE}" in out.getvalue()
    assert "..: A name has at least one letter or digit." in out.getvalue()
    assert User.objects.filter(username="..").exists()


def test_names_are_written_anew_whoever_had_which_form_before(new_person: NewPerson) -> None:
    """As after an upgrade of the tables: what one account loses another may get, and nothing collides on the way."""
    people = [new_person(f"Knight{letter}") for letter in "abcd"]
    for user, other in zip(people, people[1:] + people[:1], strict=True):
        User.objects.filter(pk=user.pk).update(username_shared=True, username_skeleton=other.username_skeleton)
    User.objects.update(username_shared=False)
    assert names.renew(User) == 4
    assert [names.skeleton(user.username) for user in people] == list(
        User.objects.order_by("pk").values_list("username_skeleton", flat=True)
    )
    assert names.renew(User) == 0


# --- who is meant
# -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def elodie(new_person: NewPerson) -> User:
    return new_person("Élodie", "elodie@example.org")


@pytest.fixture
def guy(new_person: NewPerson) -> Player:
    return Player(new_person("Guy"))


SPELLED = ["Élodie", "éLODIE", "E\u0301lodie", " ÉLODIE "]
NOT_MEANT = ["Elodie", "\u00c9lod\u0456e", "Élodie\x00", "É" * 200, "", "\ud800"]


@pytest.mark.parametrize("name", SPELLED)
def test_a_name_means_the_same_person_wherever_it_is_given(name: str, elodie: User, guy: Player) -> None:
    assert guy.user is not None
    game = lobby.create_game(user=guy.user, side="frank").game
    assert log_in(name).session.get("_auth_user_id") == str(elodie.pk)
    assert names.find(name) == elodie
    path = f"games/{game.public_id}"
    assert guy.post(f"{path}/invite/", {"name": name}).status_code == 204
    assert guy.post(f"{path}/uninvite/", {"name": name}).status_code == 204
    guy.client.post(reverse("invite", args=[game.public_id]), {"name": name})
    assert Invitation.objects.get(game=game).user == elodie
    guy.client.post(reverse("uninvite", args=[game.public_id]), {"name": name})
    assert guy.post("blocked/", {"name": name}).status_code == 204
    assert Relation.objects.get().other == elodie
    guy.client.post(reverse("unblock"), {"name": name})
    assert not Relation.objects.exists()
    guy.client.post(reverse("block"), {"name": name})
    assert Relation.objects.get().other == elodie
    assert ok(guy.get(f"players/{name.strip()}/"))["name"] == "Élodie"
    assert ok(guy.get("results/", player=name))["count"] == 0
    assert "no player of this name" not in text(guy.client.get(reverse("results"), {"player": name}))
    assert "Élodie" in text(Client().get(reverse("player", args=[name.strip()])))
    assert guy.client.post(reverse("mute-player", args=[name.strip()]), {"muted": "yes"}).status_code == 302
    assert guy.client.get(reverse("talk", args=[game.public_id])).status_code == 200
    call_command("forget_second_factors", name, stdout=io.StringIO())


@pytest.mark.parametrize("name", NOT_MEANT)
def test_a_name_that_only_looks_like_theirs_means_nobody(name: str, elodie: User, guy: Player) -> None:
    assert guy.user is not None
    game = lobby.create_game(user=guy.user, side="frank").game
    assert names.find(name) is None
    assert log_in(name.encode(errors="replace").decode()).session.get("_auth_user_id") is None
    assert guy.post(f"games/{game.public_id}/invite/", {"name": name}).status_code in (400, 404)
    assert guy.post("blocked/", {"name": name}).status_code in (400, 404)
    assert not Invitation.objects.exists()
    assert not Relation.objects.exists()
    with pytest.raises(CommandError):
        call_command("forget_second_factors", name, stdout=io.StringIO())


def test_the_page_of_a_look_alike_is_not_there(elodie: User, guy: Player) -> None:
    problem(guy.get("players/\u00c9lod\u0456e/"), 404, "no-such-person")
    assert guy.client.get(reverse("player", args=["\u00c9lod\u0456e"])).status_code == 404


def test_reviewers_find_acts_by_a_name_in_whatever_capitals(elodie: User, new_person: NewPerson) -> None:
    elodie.user_permissions.add(Permission.objects.get(codename="review_disputes"))
    reader = new_person("William")
    audit.record(actor=elodie, kind=StaffAction.Kind.LOOKED, address="/review/")
    assert [row.actor for row in audit.find(reader, by="éLODIE")] == [elodie]
    assert not audit.find(reader, by="nobody")
