"""The edition in the form of new games: what is offered, and what is sent on."""

from random import Random

import pytest
from django.urls import reverse

from frontend.forms import NewGameForm
from games.alerts import mail
from games.models import Game, Notice
from games.services.archive import export
from games.services.lobby import lobby
from rules import verify
from tests.frontend.conftest import Login, user
from tests.games.helpers import Player, choose, ok

pytestmark = pytest.mark.django_db


def test_a_game_of_the_older_edition_is_begun_with_its_own_options(login: Login) -> None:
    form = {
        "side": "saracen",
        "opponent": "private",
        "edition": "1.4",
        "fickle_philip": "on",
        "iron_bridge": "on",
        "handicap": "1",
    }
    login("Richard").post(reverse("new-game"), form)
    ruleset = Game.objects.get().ruleset
    assert (ruleset["edition"], ruleset["fickle-philip"], ruleset["richard-by-sea"]) == ("1.4", True, False)
    assert (ruleset["iron-bridge"], ruleset["handicap"]) == (False, 1)


def test_the_form_says_in_three_lines_what_the_older_edition_means(login: Login) -> None:
    page = login("Richard").get(reverse("new-game")).content.decode()
    assert "1.4 rules, 2.0 components" in page
    assert page.count("<br>") >= 2


def test_the_computer_plays_the_older_edition_too(login: Login) -> None:
    login("Richard").post(
        reverse("new-game"),
        {
            "side": "saracen",
            "opponent": "computer",
            "level": "knight",
            "edition": "1.4",
            "handicap": "0",
            "odds": "on",
            "hints": "on",
        },
    )
    game = Game.objects.get()
    assert (game.computer, game.ruleset["edition"], game.odds, game.hints) == ("knight", "1.4", True, True)


def test_an_edition_that_is_not_offered_is_neither_shown_nor_taken(
    login: Login, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("rules.ruleset", "frontend.forms"):
        monkeypatch.setattr(f"{module}.OFFERED", ("2.0",))
    assert "1.4 rules" not in login("Richard").get(reverse("new-game")).content.decode()
    login("Richard").post(
        reverse("new-game"), {"side": "saracen", "opponent": "private", "edition": "1.4", "handicap": "0"}
    )
    assert not Game.objects.exists()
    assert not NewGameForm(user=user("Richard")).several_editions


@pytest.fixture
def older(login: Login) -> tuple[Game, dict[str, Player]]:
    """A game by 1.4 rules, just begun, and its players."""
    for name in ("Richard", "Saladin", "Baldwin"):
        login(name)
    people = {"frank": user("Richard"), "saracen": user("Saladin")}
    game = lobby.create_game(user=people["frank"], side="frank", ruleset={"edition": "1.4"}).game
    lobby.join_game(user=people["saracen"], game_id=game.public_id)
    return Game.objects.get(), {side: Player(person) for side, person in people.items()}


def test_lists_pages_and_mails_of_the_older_edition_say_so(older: tuple[Game, dict[str, Player]]) -> None:
    game, players = older
    named = "1.4 rules, 2.0 components"
    assert named in players["frank"].client.get(f"/games/{game.public_id}/").content.decode()
    turn = Notice(user=user("Saladin"), game=game, kind=Notice.Kind.TURN, turn=1, data={})
    assert named in str(mail.single(turn, "reader@example.org").body)
    open_game = lobby.create_game(user=user("Baldwin"), side="frank", ruleset={"edition": "1.4"}).game
    assert named in players["frank"].client.get(reverse("open-games")).content.decode()
    ok(players["saracen"].post("search/", {}))
    open_game.refresh_from_db()
    assert open_game.status == Game.Status.OPEN, "who names no options is not put into a game of the older edition"


def test_acts_of_the_older_edition_are_recorded_and_verified(older: tuple[Game, dict[str, Player]]) -> None:
    game, players = older
    random = Random(5)
    orders = {"orders": {"hits": "cheapest", "storm": "decline"}}
    ok(
        players["saracen"].client.put(
            f"/api/v1/games/{game.public_id}/orders/", orders, content_type="application/json"
        )
    )
    views = {side: player.view(game) for side, player in players.items()}
    for _ in range(25):
        side = random.choice(sorted(side for side in views if side in views[side]["awaited"]))
        action = choose(views[side], random, seldom=("take-back-card",))
        views[side] = ok(players[side].act(game, action, version=views[side]["version"]))["view"]
        if views[side]["awaited"] != [side]:
            views = {name: player.view(game) for name, player in players.items()}
    assert verify.check(export.export_record(Game.objects.get())).fault is None
