"""The edition in the form of new games: what is offered, and what is sent on."""

import pytest
from django.urls import reverse

from frontend.forms import NewGameForm
from games.models import Game
from tests.frontend.conftest import Login, user

pytestmark = pytest.mark.django_db


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both editions are offered."""
    for module in ("rules.ruleset", "frontend.forms"):
        monkeypatch.setattr(f"{module}.OFFERED", ("2.0", "1.4"))


@pytest.mark.usefixtures("both")
def test_a_game_of_the_older_edition_is_begun_with_its_own_options(login: Login) -> None:
    form = {"side": "saracen", "opponent": "private", "edition": "1.4", "fickle_philip": "on", "iron_bridge": "on", "handicap": "1"}
    login("Richard").post(reverse("new-game"), form)
    ruleset = Game.objects.get().ruleset
    assert (ruleset["edition"], ruleset["fickle-philip"], ruleset["richard-by-sea"]) == ("1.4", True, False)
    assert (ruleset["iron-bridge"], ruleset["handicap"]) == (False, 1)


@pytest.mark.usefixtures("both")
def test_the_form_says_in_three_lines_what_the_older_edition_means(login: Login) -> None:
    page = login("Richard").get(reverse("new-game")).content.decode()
    assert "1.4 rules, 2.0 components" in page
    assert page.count("<br>") >= 2


@pytest.mark.usefixtures("both")
def test_the_computer_is_not_asked_to_play_the_older_edition(login: Login) -> None:
    response = login("Richard").post(
        reverse("new-game"), {"side": "saracen", "opponent": "computer", "level": "knight", "edition": "1.4", "handicap": "0"}
    )
    assert "The computer plays by edition 2.0 only." in response.content.decode()
    assert not Game.objects.exists()


def test_an_edition_that_is_not_offered_is_neither_shown_nor_taken(login: Login, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("rules.ruleset", "frontend.forms"):
        monkeypatch.setattr(f"{module}.OFFERED", ("2.0",))
    assert "1.4 rules" not in login("Richard").get(reverse("new-game")).content.decode()
    login("Richard").post(reverse("new-game"), {"side": "saracen", "opponent": "private", "edition": "1.4", "handicap": "0"})
    assert not Game.objects.exists()
    assert not NewGameForm(user=user("Richard")).several_editions
