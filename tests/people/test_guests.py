"""Guests: one press, a game; a name and a password whenever they like; and no way to anything of others."""

import json
import re
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from games.accounts import guests
from games.models import Game, Presence, User
from games.services.lobby import lobby
from tests.games.helpers import stage
from tests.games.test_simultaneous import at_once
from tests.matrix.addresses import all_addresses
from tests.people.conftest import NewPerson

pytestmark = pytest.mark.django_db
PASSWORD = "the-well-of-cresson"


def come(side: str = "saracen") -> tuple[Client, User, Game]:
    """Somebody presses the button of the first page."""
    client = Client()
    response = client.post(reverse("play-now"), {"side": side})
    assert response.status_code == 302
    guest = (
        User.objects.latest("pk") if User.objects.latest("pk").guest else User.objects.filter(guest=True).latest("pk")
    )
    game = Game.objects.get(seats__user=guest)
    assert response["Location"] == reverse("game", args=[game.public_id])
    return client, guest, game


def api(client: Client, path: str, body: Any = None) -> Any:
    if body is None:
        return client.get(f"/api/v1/{path}")
    return client.post(f"/api/v1/{path}", json.dumps(body), content_type="application/json")


def keep(client: Client, name: str = "Renaud", password: str = PASSWORD, again: str = PASSWORD) -> Any:
    return client.post(reverse("keep-account"), {"username": name, "password1": password, "password2": again})


def test_play_now_asks_one_thing_and_a_no_shows_the_levels_that_are_harder() -> None:
    html = Client().get(reverse("home")).content.decode()
    asked, _no, levels = (
        html.partition('class="play-now"')[2].partition("</form>")[0].partition("No: choose how strong")
    )
    assert re.findall(r'name="level" value="(\w+)"', asked) == ["page"], "yes: the gentlest"
    assert re.findall(r'name="level" value="(\w+)"', levels) == ["squire", "knight", "baron", "king"]
    assert asked.count("?</strong>") == 1


def test_who_has_played_before_chooses_the_side_and_goes_on_at_the_level_played_last() -> None:
    client, guest, _game = come()
    for page in ("/?stay", "/games/"):
        html = client.get(page).content.decode()
        form = html.partition(f'action="{reverse("play-now")}"')[2].partition("</form>")[0]
        assert re.findall(r'name="side" value="(\w+)"( checked)?', form) == [("saracen", " checked"), ("frank", "")]
        assert form.index("<button") < form.index('<details class="own-side">'), "folded, behind the button"
    assert client.get(reverse("new-game")).context["form"]["level"].initial == "page"
    shown = client.get(reverse("new-game")).content.decode().partition("<details")[0].partition("</main>")[0]
    assert 'name="opponent"' in shown
    assert 'name="edition"' not in shown, "folded, for who asks for it"
    client.post(reverse("play-now"), {"side": "frank", "level": "knight", "key": str(uuid.uuid4())})
    client.post(reverse("play-now"), {"side": "frank", "level": "dragon", "key": str(uuid.uuid4())})
    played = Game.objects.filter(seats__user=guest).order_by("pk")
    assert list(played.values_list("computer", flat=True)) == ["page", "knight", "knight"], (
        "what is no level is left aside"
    )
    assert played[1].seats.get(user=guest).side == "frank"
    assert client.get(reverse("new-game")).context["form"]["level"].initial == "knight"
    html = client.get(reverse("game", args=[played[1].public_id])).content.decode()
    assert re.findall(r'name="level" value="(\w+)"', html) == ["squire", "baron"], "one press away"
    assert 'id="coach"' not in html


def test_the_form_of_a_new_game_tells_a_guest_how_to_invite_a_friend(sibylla: User) -> None:
    """With people a guest plays by their links alone; a name invites."""
    client, _guest, _game = come()
    person_s = Client()
    person_s.force_login(sibylla)
    link = f'href="{reverse("keep-account")}">give yourself a name'
    guest, person = (one.get(reverse("new-game")).content.decode() for one in (client, person_s))
    assert link in guest
    assert "the next page has a link to send them" not in guest
    assert link not in person
    assert "the next page has a link to send them" in person


def test_after_the_lesson_one_press_begins_a_game_against_the_gentlest_level() -> None:
    client = Client()
    lesson = client.get(client.post(reverse("lesson"))["Location"]).content.decode()
    form = lesson.partition('id="after-lesson"')[2].partition("</form>")[0]
    assert f'action="{reverse("play-now")}"' in form
    answer = client.post(reverse("play-now"), dict(re.findall(r'name="(key|level)"\s+value="([^"]+)"', form)))
    game = Game.objects.latest("pk")
    assert (answer["Location"], game.computer) == (reverse("game", args=[game.public_id]), "page")


def test_one_press_begins_a_game_against_the_computer_that_is_nobody_else_s() -> None:
    client, guest, game = come("frank")
    assert (game.status, game.computer, game.visibility) == ("active", "page", "private")
    page = client.get(reverse("game", args=[game.public_id])).content.decode()
    assert 'id="coach"' in page, "decisions are explained"
    assert re.findall(r'name="level" value="(\w+)"', page) == ["squire"], "nothing is gentler than the page"
    assert api(client, f"games/{game.public_id}/view/").json()["you"] == "frank"
    assert (guest.guest, guest.has_usable_password(), guest.email) == (True, False, "")
    other, _, theirs = come()
    assert api(other, f"games/{theirs.public_id}/view/").json()["you"] == "saracen"
    assert api(other, f"games/{game.public_id}/view/").status_code == 404
    assert api(Client(), f"games/{game.public_id}/view/").status_code == 404


def test_the_one_red_button_of_my_games_leads_to_the_game_that_waits() -> None:
    client, guest, _game = come("frank")
    assert client.get(reverse("my-games")).context["computer_waiting"]
    guest.guest = False
    guest.save()
    shown = client.get(reverse("my-games")).content.decode().partition("<main")[2]
    red = re.findall(r'<a class="button primary"[^>]*>([^<]*)<', shown)
    assert [words.strip() for words in red] == ["Play"]
    assert "Find an opponent" in shown


def test_a_visitor_takes_the_lesson_as_a_guest_and_takes_it_up_again() -> None:
    client = Client()
    first = client.post(reverse("lesson"))
    game = Game.objects.get(lesson=True)
    assert first["Location"] == reverse("game", args=[game.public_id])
    assert (game.solo, User.objects.get(pk=game.creator_id).guest) == (True, True)
    assert 'id="coach"' in client.get(first["Location"]).content.decode()
    assert client.post(reverse("lesson"))["Location"] == first["Location"]


def test_from_one_address_only_so_many_come_within_an_hour(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"guest": "2/h/ip"}
    come(), come()
    count = User.objects.count()
    for door in ("play-now", "lesson"):
        refused = Client().post(reverse(door))
        assert (refused.status_code, User.objects.count()) == (429, count)


def test_a_guest_has_three_games_at_once_and_none_with_people(new_person: NewPerson) -> None:
    opened = lobby.create_game(user=new_person("Sibylla"), side="frank").game
    client, _guest, game = come()
    for path, body in (("games/", {"side": "frank"}), (f"games/{opened.public_id}/join/", {}), ("search/", {})):
        answer = api(client, path, body)
        assert (answer.status_code, answer.json()["code"]) == (403, "guests-may-not"), path
    answers = [api(client, "games/", {"computer": "squire"}).status_code for _ in range(3)]
    assert answers == [201, 201, 409]
    api(client, f"games/{game.public_id}/resign/", {"key": "11870704-0000-4000-8000-000000000009"})
    assert api(client, "games/", {"solo": True}).status_code == 201


def test_a_guest_changes_nothing_but_their_own_games(new_person: NewPerson) -> None:
    """Every address of the site that takes a form or a message, but the few that guests need."""
    from frontend.views.guests import MAY_POST

    new_person("Sibylla")
    client, guest, game = come()
    given = {
        "game_id": game.public_id,
        "name": "Sibylla",
        "number": 1,
        "kind": "end",
        "key": "spoiled",
        "uidb36": "1",
        "pk": 1,
    }
    tried = 0
    for name, pattern in all_addresses().items():
        try:
            address = reverse(
                name, kwargs={one: given[one] for one in pattern.pattern.regex.groupindex if one in given}
            )
        except NoReverseMatch:
            continue
        if name in MAY_POST or name == "api-unknown":
            continue
        answer = client.post(address)
        assert answer.status_code == 403 or answer.get("Location") == reverse("keep-account"), (
            f"{name}: {answer.status_code}"
        )
        tried += 1
    assert tried > 100
    assert User.objects.get(pk=guest.pk).guest


def test_pages_of_accounts_lead_a_guest_to_the_one_that_makes_one_and_by_name_a_guest_is_not_there(
    new_person: NewPerson,
) -> None:
    client, guest, _game = come()
    for name in ("settings", "tokens", "account_email", "leave", "usersessions_list", "own-data"):
        assert client.get(reverse(name))["Location"] == reverse("keep-account"), name
    other = Client()
    other.force_login(new_person("Sibylla"))
    assert other.get(reverse("player", args=[guest.username])).status_code == 404
    assert api(other, "blocked/", {"name": guest.username}).status_code == 404


def test_a_guest_becomes_a_person_games_and_all() -> None:
    client, guest, game = come()
    assert keep(client)["Location"] == reverse("my-games")
    guest.refresh_from_db()
    assert (guest.username, guest.guest) == ("Renaud", False)
    assert str(game.public_id) in client.get(reverse("my-games")).content.decode(), "still logged in"
    elsewhere = Client()
    elsewhere.post(reverse("login"), {"login": "Renaud", "password": PASSWORD})
    assert api(elsewhere, f"games/{game.public_id}/view/").json()["you"] == "saracen"
    assert api(client, "games/", {"side": "frank"}).status_code == 201, "and may play with people"
    assert keep(client, "Gerard")["Location"] == reverse("settings"), "once"


def test_a_name_or_a_password_that_will_not_do_is_said(new_person: NewPerson) -> None:
    """All at once, and of a password once. The page comes back with its fields for it empty."""
    new_person("Sibylla")
    client, guest, _game = come()
    for name, password, again, said in (
        ("SIBYLLA", PASSWORD, PASSWORD, "This name is taken."),
        ("a@b", PASSWORD, PASSWORD, "A name has no @"),
        ("x" * 31, PASSWORD, PASSWORD, "at most 30 characters"),
        ("Renaud", PASSWORD, "another-password", "The two passwords are not the same."),
        ("Renaud", "short", "short", "too short"),
        ("Renaud", "password1234", "password1234", "too common"),
        ("", PASSWORD, PASSWORD, "This field is required."),
        ("Ren\x00aud", PASSWORD, PASSWORD, "Null characters are not allowed."),
    ):
        answer = keep(client, name, password, again)
        assert answer.status_code == 200
        assert said in answer.content.decode()
    errors = keep(client, "Red Eagle", "redeagle", "red-eagle").context["form"].errors
    assert {field: len(said) for field, said in errors.items()} == {"username": 1, "password1": 1, "password2": 1}
    errors = keep(client, "Reynald12345", "reynald123456", "reynald123456").context["form"].errors
    assert errors == {"password1": ["The password is too much like the name or the mail address."]}
    answer = keep(client, "Red Eagle", PASSWORD, PASSWORD)
    assert answer.context["form"].errors["password1"] == ["Type the password again, twice: it is not kept."]
    assert PASSWORD not in answer.content.decode()
    guest.refresh_from_db()
    assert guest.guest


def test_guests_are_deleted_thirty_days_after_they_were_seen_last() -> None:
    _client, gone, game = come()
    _client, plays, played = come()
    _client, looks, _looked = come()
    client, person, _kept = come()
    keep(client)
    long_ago = timezone.now() - timedelta(days=31)
    User.objects.update(date_joined=long_ago)
    for each in Game.objects.exclude(pk=played.pk):
        stage(each, touched_at=long_ago)
    Presence.objects.update_or_create(user=looks, defaults={"seen_at": timezone.now()})
    assert guests.forget_unused() == 1
    left = {
        user.pk: user.left_at is None for user in User.objects.filter(pk__in=[gone.pk, plays.pk, looks.pk, person.pk])
    }
    assert left == {gone.pk: False, plays.pk: True, looks.pk: True, person.pk: True}
    game.refresh_from_db()
    assert game.status == "over"
    assert guests.forget_unused() == 0


def form_of_a_browser() -> tuple[Client, dict[str, str]]:
    """A browser that has loaded the first page, and what its form sends."""
    client = Client()
    page = client.get(reverse("home"))
    key = page.content.decode().partition('name="key" value="')[2].partition('"')[0]
    return client, {"key": key}


@pytest.mark.parametrize("door", ["play-now", "lesson"])
def test_a_double_click_makes_one_guest_and_one_game(door: str, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"guest": "1/h/ip"}
    client, form = form_of_a_browser()
    # The second press leaves before the first is answered: it bears the cookies of a visitor.
    again = Client()
    again.cookies["csrftoken"] = client.cookies["csrftoken"].value
    answers = [each.post(reverse(door), form) for each in (client, again)]
    game = Game.objects.get()
    assert {answer["Location"] for answer in answers} == {reverse("game", args=[game.public_id])}
    assert User.objects.filter(guest=True).count() == 1
    assert again.get(reverse("game", args=[game.public_id])).status_code == 200, (
        "logged in by whichever answer comes last"
    )


def test_the_form_of_one_browser_is_of_no_use_to_another_nor_to_itself_long_after() -> None:
    client, form = form_of_a_browser()
    other, _own = form_of_a_browser()
    later = Client()
    later.cookies["csrftoken"] = client.cookies["csrftoken"].value
    first = client.post(reverse("play-now"), form)["Location"]
    assert first != other.post(reverse("play-now"), form)["Location"]
    assert User.objects.filter(guest=True).count() == 2
    User.objects.update(date_joined=timezone.now() - guests.SAME_FORM)
    assert later.post(reverse("play-now"), form)["Location"] != first


@pytest.mark.parametrize("door", ["play-now", "start-solo"])
def test_a_person_s_double_click_makes_one_game(new_person: NewPerson, door: str) -> None:
    client = Client()
    client.force_login(new_person("Sibylla"))
    key = client.get(reverse("my-games")).context["key"]
    assert len({client.post(reverse(door), {"key": key})["Location"] for _ in range(2)}) == 1
    assert Game.objects.count() == 1


@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_two_presses_at_the_same_moment_make_one_guest_and_one_game() -> None:
    client, form = form_of_a_browser()
    again = Client()
    again.cookies["csrftoken"] = client.cookies["csrftoken"].value
    answers = at_once(*[lambda each=each: each.post(reverse("play-now"), form) for each in (client, again)])
    assert len({answer["Location"] for answer in answers}) == 1
    assert (User.objects.filter(guest=True).count(), Game.objects.count()) == (1, 1)
