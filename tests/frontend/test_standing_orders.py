"""The page of standing orders: an ordinary form, for the player alone."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, StandingOrders
from games.services.lobby import lobby
from games.services.play import play
from rules.orders import CAREFUL, Orders
from tests.frontend.conftest import Login, user

pytestmark = pytest.mark.django_db


def page_of(game: Game) -> str:
    return reverse("standing-orders", args=[game.public_id])


def text(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return str(response.content.decode())


def answers(**more: Any) -> dict[str, Any]:
    """What a browser sends when nothing but this was changed."""
    return {name: value for name, value in Orders().to_json().items() if not isinstance(value, list)} | more


def left() -> Orders:
    return Orders.from_json(StandingOrders.objects.get().orders)


def test_orders_left_on_the_page_are_kept_and_shown_again(private_game: Game, login: Login) -> None:
    richard = login("Richard")
    form = answers(
        **{"draw": "seat", "retreat-below": "2", "draw-towns-0": "acre", "draw-towns-2": "tyre", "spare-1": "richard"}
    )
    response = richard.post(page_of(private_game), form)
    assert response["Location"] == page_of(private_game)
    assert left() == Orders(draw="seat", retreat_below=2, draw_towns=("acre", "tyre"), spare=("richard",))
    page = text(richard, page_of(private_game))
    assert '<option value="acre" selected>' in page
    assert '<option value="seat" selected>' in page


def test_orders_are_withdrawn_with_one_button(private_game: Game, login: Login) -> None:
    richard = login("Richard")
    richard.post(page_of(private_game), answers(sally="decline"))
    assert 'name="withdraw"' in text(richard, page_of(private_game))
    richard.post(page_of(private_game), answers(sally="decline", withdraw="1"))
    assert not StandingOrders.objects.exists()


def test_a_list_can_grow_beyond_three(private_game: Game, login: Login) -> None:
    richard = login("Richard")
    richard.post(
        page_of(private_game),
        answers(**{f"battle-towns-{n}": town for n, town in enumerate(("acre", "tyre", "sidon"))}),
    )
    richard.post(
        page_of(private_game),
        answers(**{f"battle-towns-{n}": town for n, town in enumerate(("acre", "tyre", "sidon", "gaza"))}),
    )
    assert left().battle_towns == ("acre", "tyre", "sidon", "gaza")


def test_a_proposal_is_not_saved_by_looking_at_it(private_game: Game, login: Login) -> None:
    richard = login("Richard")
    page = text(richard, page_of(private_game) + "?careful")
    assert '<option value="anywhere" selected>' in page
    assert not StandingOrders.objects.exists()
    form = {name: value for name, value in CAREFUL.to_json().items() if not isinstance(value, list)}
    richard.post(page_of(private_game), form)
    assert left() == CAREFUL


@pytest.mark.parametrize(
    ("name", "value"),
    [("hits", "dearest"), ("spare-0", "saladin"), ("draw-towns-0", "nottingham"), ("retreat-below", "9")],
)
def test_what_is_not_on_offer_is_not_saved(private_game: Game, login: Login, name: str, value: str) -> None:
    response = login("Richard").post(page_of(private_game), answers(**{name: value}))
    assert response.status_code == 200
    assert "errorlist" in response.content.decode()
    assert not StandingOrders.objects.exists()


def test_a_block_cannot_be_dear_and_cheap(private_game: Game, login: Login) -> None:
    response = login("Richard").post(page_of(private_game), answers(**{"spare-0": "balian", "spend-0": "balian"}))
    assert "Balian is to be spared and to be spent." in response.content.decode()


def test_the_enemy_finds_nothing_of_it(private_game: Game, login: Login) -> None:
    login("Richard").post(page_of(private_game), answers(sally="decline"))
    page = text(login("Saladin"), page_of(private_game))
    assert "You have left no orders" in page
    assert '<option value="decline" selected>' not in page


def test_spectators_and_games_that_do_not_run_have_no_orders(login: Login) -> None:
    richard = login("Richard")
    login("Saladin")
    game = lobby.create_game(user=user("Richard"), side="frank").game
    assert richard.get(page_of(game)).status_code == 404
    lobby.join_game(user=user("Saladin"), game_id=game.public_id)
    assert login("Baldwin").get(page_of(game)).status_code == 403
    assert richard.get(page_of(game) + "?side=saracen").status_code == 403
    assert page_of(game) in text(richard, reverse("game", args=[game.public_id]))
    play.resign(game_id=game.public_id, user=user("Richard"), idempotency_key=game.public_id)
    assert richard.get(page_of(game)).status_code == 404


def test_in_a_solo_game_each_side_has_a_page(login: Login) -> None:
    richard = login("Richard")
    game = lobby.create_game(user=user("Richard"), solo=True).game
    response = richard.post(page_of(game) + "?side=saracen", answers(storm="decline"))
    assert response["Location"] == page_of(game) + "?side=saracen"
    assert StandingOrders.objects.get().seat.side == "saracen"
