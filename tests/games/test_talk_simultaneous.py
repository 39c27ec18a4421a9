"""Talk, notebook and ratings when things happen at the same moment."""

import pytest

from games.models import Game, Message, Note, Rating, User
from games.services.results import ratings, results
from games.services.talk import talk
from tests.games.helpers import Player, new_key
from tests.games.test_results import ended
from tests.games.test_simultaneous import at_once, statuses
from tests.games.test_talk import say

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.databases]


def test_messages_of_the_same_moment_are_numbered_one_after_the_other(
    game: Game, richard: Player, saladin: Player
) -> None:
    responses = at_once(*[lambda who=who: say(who, game) for who in (richard, saladin, richard, saladin)])
    assert statuses(responses) == [201] * 4
    assert sorted(response.json()["number"] for response in responses) == [1, 2, 3, 4]


def test_a_double_click_is_one_message(game: Game, richard: Player) -> None:
    key = new_key()
    responses = at_once(*[lambda: say(richard, game, "Once", key=key)] * 4)
    assert statuses(responses) == [201] * 4
    assert Message.objects.count() == 1


def test_a_key_for_two_games_at_once_is_refused_in_one(game: Game, private_game: Game, richard: Player) -> None:
    key = new_key()
    responses = at_once(*[lambda each=each: say(richard, each, key=key) for each in (game, private_game)])
    assert statuses(responses) == [201, 409]
    assert Message.objects.count() == 1


def test_of_two_tabs_one_saves_and_the_other_is_told(game: Game, richard: Player) -> None:
    address = f"/api/v1/games/{game.public_id}/notebook/"
    save = [
        lambda text=text: richard.client.put(address, {"text": text, "version": 0}, "application/json")
        for text in ("one", "two")
    ]
    responses = at_once(*save)
    assert statuses(responses) == [200, 409]
    kept = next(response.json()["text"] for response in responses if response.status_code == 200)
    assert Note.objects.get().text == kept
    assert next(response.json()["text"] for response in responses if response.status_code == 409) == kept


def test_games_that_end_at_the_same_moment_are_rated_as_if_one_after_the_other(
    richard: Player, saladin: Player
) -> None:
    users = User.objects.get(username="Richard"), User.objects.get(username="Saladin")
    for number in range(3):
        ended(*users, "frank", number=number)
    at_once(*[results.rate_finished] * 3)
    followed = list(Rating.objects.order_by("user").values_list("user", "mu", "sigma", "games"))
    assert [games for *_rest, games in followed] == [3, 3]
    ratings.rebuild()
    assert list(Rating.objects.order_by("user").values_list("user", "mu", "sigma", "games")) == followed


def test_reading_at_once_never_moves_the_mark_back(game: Game, richard: Player, saladin: Player) -> None:
    assert saladin.user is not None
    for _number in range(4):
        say(richard, game)
    at_once(*[lambda n=n: talk.mark_read(user=saladin.user, game_id=game.public_id, number=n) for n in (4, 1, 3, 2)])
    assert talk.unread(saladin.user) == {}
