"""Talk and notebook as pages, for those without scripts."""

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, Message, Note
from games.services.talk import notebook, talk
from tests.frontend.conftest import Login, user

pytestmark = pytest.mark.django_db


def body(client: Client, name: str, game: Game, **fields: str) -> str:
    address = reverse(name, args=[game.public_id])
    response = client.post(address, fields, follow=True) if fields else client.get(address)
    return response.content.decode()


def key_in(page: str) -> str:
    found = re.search(r'name="key" value="([0-9a-f-]{36})"', page)
    assert found
    return found[1]


def test_a_message_goes_from_page_to_page_and_is_marked_as_read_by_its_button(private_game: Game, login: Login) -> None:
    richard, saladin = login("Richard"), login("Saladin")
    page = body(richard, "talk", private_game)
    assert "Talk with Saladin" in page
    assert "Surrender" in body(richard, "talk", private_game, text="Surrender\n<b>Acre</b>", key=key_in(page))
    page = body(saladin, "talk", private_game)
    assert "Surrender\n&lt;b&gt;Acre&lt;/b&gt;" in page
    assert talk.unread(user("Saladin")) == {private_game.pk: 1}, "looking alone marks nothing"
    assert "I have read this" in page
    assert "I have read this" not in body(saladin, "talk", private_game, read="1")
    assert talk.unread(user("Saladin")) == {}


def test_a_form_sent_twice_writes_once(private_game: Game, login: Login) -> None:
    richard = login("Richard")
    key = key_in(body(richard, "talk", private_game))
    for _again in range(2):
        body(richard, "talk", private_game, phrase="hello", key=key)
    assert Message.objects.count() == 1


def test_what_is_refused_is_said_and_the_text_is_not_lost(private_game: Game, login: Login) -> None:
    richard = login("Richard")
    address = reverse("talk", args=[private_game.public_id])
    long = "x" * (talk.LONGEST + 1)
    response = richard.post(address, {"text": long, "key": str(uuid.uuid4())})
    assert response.status_code == 400
    assert "This has 2001 characters" in response.content.decode()
    assert long in response.content.decode()


@pytest.mark.parametrize(
    "fields", [{"withdraw": "x"}, {"withdraw": "9"}, {"read": "-1"}, {"phrase": "sing"}, {"text": "a\x00b"}, {}]
)
def test_nonsense_is_answered_not_crashed_on(fields: dict[str, str], private_game: Game, login: Login) -> None:
    response = login("Richard").post(reverse("talk", args=[private_game.public_id]), fields)
    assert response.status_code in (302, 400, 404)
    assert not Message.objects.exists()


def test_muting_hides_and_unmuting_shows_again(private_game: Game, login: Login) -> None:
    richard, saladin = login("Richard"), login("Saladin")
    body(richard, "talk", private_game, text="Hear me", key=str(uuid.uuid4()))
    page = body(saladin, "talk", private_game, muted="yes")
    assert "Hear me" not in page
    assert "You muted Richard in this game" in page
    assert "Hear me" in body(saladin, "talk", private_game, muted="no")
    assert (
        "muted"
        not in body(richard, "talk", private_game)
        .lower()
        .replace("<!--", "")
        .split("<main")[1]
        .split('name="muted"')[0]
    )


def test_the_notebook_shows_both_texts_when_two_pages_differ(private_game: Game, login: Login) -> None:
    richard = login("Richard")
    assert "Saved" in body(richard, "notebook", private_game, text="first", version="0")
    response = richard.post(reverse("notebook", args=[private_game.public_id]), {"text": "second", "version": "0"})
    page = response.content.decode()
    assert response.status_code == 409
    assert "first</pre>" in page
    assert "second</textarea>" in page
    assert Note.objects.get().text == "first"
    found = re.search(r'name="version" value="(\d+)"', page)
    assert found
    body(richard, "notebook", private_game, text="second", version=found[1])
    assert Note.objects.get().text == "second"


def test_the_game_page_has_talk_for_two_and_a_notebook_for_each_player(private_game: Game, login: Login) -> None:
    page = body(login("Richard"), "game", private_game)
    assert 'id="side-talk"' in page
    assert 'id="side-notes"' in page
    richard = login("Richard")
    solo = Game.objects.get(public_id=richard.post(reverse("start-solo"))["Location"].strip("/").split("/")[-1])
    page = body(richard, "game", solo)
    assert 'id="side-talk"' not in page
    assert 'id="side-notes"' in page


def test_no_page_carries_notes_or_messages_in_its_source(private_game: Game, login: Login) -> None:
    """The scripts fetch them: what lies in a cache or is printed holds none."""
    richard = login("Richard")
    talk.post(user=user("Richard"), game_id=private_game.public_id, text="unprintable", key=uuid.uuid4())
    notebook.save(user=user("Richard"), game_id=private_game.public_id, text="unprintable", version=0)
    assert "unprintable" not in body(richard, "game", private_game)
