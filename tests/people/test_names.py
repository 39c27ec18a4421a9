"""Names that could be taken for others, or that no address can hold, and who is meant by a name."""

import io
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape

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


def refusal(name: str) -> str:
    """The reason why a new name is refused; empty where it may be used."""
    try:
        names.check(names.normalized(name))
    except ValidationError as error:
        (said,) = error.messages
        return str(said)
    return ""


SIGNS, LETTER = "letters, digits and the signs", "at least one letter or digit"
NO_NAMES = {
    ".": LETTER,
    "..": LETTER,
    "_-_": LETTER,
    "\u2024\u2024": LETTER,  # one-dot leaders, kept as full stops
    "\uff0e\uff0e": LETTER,
    "\u0430lice": "one alphabet: “\u0430” and “l” are of two",
    "Ri\u03c7ard": "one alphabet",
    "\u30a2\u0430": "one alphabet",
    "\u0915\u09681": "digits of one kind: “\u0968” and “1” are of two",
    "\u3164": SIGNS,
    "\uae40\u3164": SIGNS,
    "ali\u200bce": SIGNS,
    "ali\u202ece": SIGNS,
    "ali ce": SIGNS,
    "ali/ce": SIGNS,
    "ali%2fce": SIGNS,
    "x" * 31: "at most 30 characters",
    "\ufdfa": SIGNS,
    "a@b": "A name has no @",
}


def test_what_misleads_or_gets_lost_in_an_address_is_no_name() -> None:
    for name, reason in NO_NAMES.items():
        assert reason in refusal(name), name
    assert "no spaces" in text(sign_up("Queen Sibylla"))
    assert not User.objects.exists()


def test_names_of_every_script_are_taken_and_have_a_page(new_person: NewPerson) -> None:
    latin = ("Guy", "jean-luc", "o.neil", "A1", "Łukasz", "François", "room_42", "l0rd", "...x")
    for name in (*latin, "Σωκράτης", "Саладин", "صلاح", "יהודה", "山田タロウ", "김철수", "김金", "٣٤"):
        assert refusal(name) == ""
        new_person(name)
        assert name in text(Client().get(reverse("player", args=[name])))
    assert sign_up("山田タロウ2").status_code == 302
    sign_up("\uff32\uff49\uff43hard\u00b2")
    assert User.objects.latest("pk").username == "Richard2", "a name is kept in plain letters"


# --- names that look alike
# --------------------------------------------------------------------------------------------------

ALIKE = (
    ("alice", CYRILLIC_ALICE),
    ("alice", "aIice"),
    ("ALICE", "aIice"),
    ("Mike", "rnike"),
    ("mike", "Rnike"),
    ("Robert", "R0bert"),
    ("\u0412\u041e\u0412\u0410", "BOBA"),
    ("BOBA", "\u0412\u041e\u0412\u0410"),
    ("scope", "\u0455\u0441\u043e\u0440\u0435"),
    ("\u0395\u03a5\u0391", "EYA"),
    ("Guy1", "Guyl"),
)
THE_SAME = (("alice", "ALICE"), ("Élodie", "éLODIE"), ("Саладин", "САЛАДИН"), ("Straße", "STRASSE"))
APART = (("Andre", "André"), ("Michal", "Michał"), ("Guy", "Guyot"), ("anna", "hanna"), ("Max", "Mox"))


def test_nobody_new_looks_like_somebody_who_is_there_or_has_the_same_name_in_other_capitals(
    new_person: NewPerson,
) -> None:
    for said, pairs in (("looks like “{}”", ALIKE), ("This name is taken", THE_SAME), ("", APART)):
        for there, new in pairs:
            person = new_person(there)
            found = refusal(new)
            assert said.format(there) in found, (there, new)
            assert bool(found) == bool(said), (there, new)
            person.delete()
    new_person("alice")
    assert "looks like “alice”" in text(sign_up("a1ice"))
    assert User.objects.count() == 1


def test_the_reason_is_told_in_the_readers_language(new_person: NewPerson) -> None:
    new_person("alice")
    for name in (".", "\u0430lice", "\u0915\u09681", "ali ce", "x" * 31, CYRILLIC_ALICE, "Alice", "a@b"):
        said = set()
        for language in ("en", "fr", "pl"):
            with translation.override(language):
                said.add(refusal(name))
        assert len(said) == 3, name
    with translation.override("fr"):
        french = refusal("..")
    assert escape(french) in text(sign_up("..", HTTP_ACCEPT_LANGUAGE="fr"))


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


@pytest.mark.databases
def test_the_database_refuses_what_looks_alike_whoever_writes_it(new_person: NewPerson) -> None:
    new_person("alice")
    for make in (
        lambda: User.objects.create(username=CYRILLIC_ALICE),
        lambda: User.objects.bulk_create([User(username=CYRILLIC_ALICE)]),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            make()


# --- accounts made and renamed by staff
# -------------------------------------------------------------------------------------


@pytest.fixture
def staff(new_person: NewPerson) -> Client:
    user = new_person("Heraclius", is_staff=True, is_superuser=True)
    client = Client()
    client.force_login(user)
    prove_second_factor(client, user)
    return client


def test_staff_and_commands_make_and_rename_accounts_by_the_same_rules(staff: Client, new_person: NewPerson) -> None:
    new_person("alice")
    guy = new_person("Guy")
    page = reverse("admin:games_user_change", args=[guy.pk])
    for name, reason in ((CYRILLIC_ALICE, "looks like “alice”"), ("..", "letter or digit")):
        form = {"username": name, "usable_password": "true", "password1": PASSWORD, "password2": PASSWORD}
        assert reason in text(staff.post(reverse("admin:games_user_add"), form))
        form = {"username": name, "time_zone": "UTC", "date_joined_0": "2026-01-01", "date_joined_1": "00:00"}
        assert reason in text(staff.post(page, form))
        with pytest.raises(CommandError, match=reason):
            call_command("createsuperuser", "--noinput", username=name, email="x@example.org", stdout=io.StringIO())
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


@pytest.mark.databases
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


def test_a_name_means_the_same_person_wherever_it_is_given(elodie: User, guy: Player) -> None:
    assert guy.user is not None
    for name in SPELLED:
        assert log_in(name).session.get("_auth_user_id") == str(elodie.pk)
        assert names.find(name) == elodie
    name = " E\u0301LODIE "
    game = lobby.create_game(user=guy.user, side="frank").game
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
    call_command("forget_second_factors", name, stdout=io.StringIO())


@pytest.mark.databases
def test_a_name_that_only_looks_like_theirs_means_nobody(elodie: User, guy: Player) -> None:
    assert guy.user is not None
    game = lobby.create_game(user=guy.user, side="frank").game
    for name in NOT_MEANT:
        assert names.find(name) is None
        assert log_in(name.encode(errors="replace").decode()).session.get("_auth_user_id") is None
        assert guy.post(f"games/{game.public_id}/invite/", {"name": name}).status_code in (400, 404)
        assert guy.post("blocked/", {"name": name}).status_code in (400, 404)
        with pytest.raises(CommandError):
            call_command("forget_second_factors", name, stdout=io.StringIO())
    assert not Invitation.objects.exists()
    assert not Relation.objects.exists()
    problem(guy.get("players/\u00c9lod\u0456e/"), 404, "no-such-person")
    assert guy.client.get(reverse("player", args=["\u00c9lod\u0456e"])).status_code == 404


def test_reviewers_find_acts_by_a_name_in_whatever_capitals(elodie: User, new_person: NewPerson) -> None:
    elodie.user_permissions.add(Permission.objects.get(codename="review_disputes"))
    reader = new_person("William")
    audit.record(actor=elodie, kind=StaffAction.Kind.LOOKED, address="/review/")
    assert [row.actor for row in audit.find(reader, by="éLODIE")] == [elodie]
    assert not audit.find(reader, by="nobody")
