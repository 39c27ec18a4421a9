"""Small boards in lists: what they show to whom, how large they are, and that lists take no statements for them."""

import random
import re
import uuid
from typing import Any
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from frontend import small_boards
from frontend.board_images import board_image
from games.access import find_game
from games.models import Game
from games.services.lobby import lobby
from games.services.play import play
from games.services.views.boards import Force, Move, board_in, board_seen
from rules import game as rules
from rules.atlas import SIDES
from rules.dice import SeededDice
from rules.position import Position
from rules.ruleset import Ruleset
from rules.selfplay import choose_purposeful
from tests.frontend.conftest import Login, user
from tests.games.helpers import BALIAN_TO_ASCALON, Player, choose, ok

MOST_BYTES = 6 * 1024


@pytest.fixture
def duel(login: Login) -> Game:
    """Richard plays the Franks against Saladin, in public."""
    small_boards.forget()
    login("Richard")
    login("Saladin")
    game = lobby.create_game(user=user("Richard"), side="frank", pace="slow").game
    return lobby.join_game(user=user("Saladin"), game_id=game.public_id).game


def picture(client: Client, game: Game, **query: str) -> Any:
    return client.get(reverse("small-board", args=[game.public_id]), query)


def plan(name: str, game: Game) -> None:
    """Somebody decides something that can still be taken back."""
    ok(Player(user(name)).act(game, BALIAN_TO_ASCALON))


def test_each_sees_their_own_board_and_spectators_share_one(duel: Game, login: Login) -> None:
    richard, saladin, baldwin, visitor = login("Richard"), login("Saladin"), login("Baldwin"), Client()
    got = {name: picture(client, duel).content for name, client in
           (("richard", richard), ("saladin", saladin), ("baldwin", baldwin), ("visitor", visitor))}  # fmt: skip
    assert got["baldwin"] == got["visitor"]
    assert len({got["richard"], got["saladin"], got["visitor"]}) == 3, "each knows the strength of their own blocks"
    before = len(small_boards._kept)
    plan("Richard", duel)
    assert picture(richard, duel).content != got["richard"], "own plans are shown"
    assert len(small_boards._kept) == before + 1
    for name, client in (("saladin", saladin), ("baldwin", baldwin), ("visitor", visitor)):
        assert picture(client, duel).content == got[name], "to others they are not"
    assert len(small_boards._kept) == before + 1, "and nothing is drawn anew"


def test_a_browser_keeps_what_its_address_names_and_no_more(duel: Game, login: Login) -> None:
    richard, visitor = login("Richard"), Client()
    mark = re.search(r'board/\?v=([^"]+)"', richard.get(reverse("my-games")).content.decode())
    assert mark is not None
    kept = picture(richard, duel, v=mark[1])
    assert kept["Content-Type"] == "image/svg+xml"
    assert "immutable" in kept["Cache-Control"]
    assert "private" in kept["Cache-Control"]
    assert "Cookie" in kept["Vary"]
    for client, named in ((visitor, mark[1]), (richard, "public-2"), (richard, "x" * 999), (richard, "")):
        assert picture(client, duel, v=named)["Cache-Control"] == "private, no-cache"


def test_there_is_none_without_access_nor_before_the_start(duel: Game, private_game: Game, login: Login) -> None:
    open_game = lobby.create_game(user=user("Richard"), side="frank", pace="slow").game
    canceled = lobby.create_game(user=user("Richard"), side="frank", pace="slow").game
    lobby.cancel_game(user=user("Richard"), game_id=canceled.public_id)
    richard, baldwin = login("Richard"), login("Baldwin")
    assert picture(baldwin, private_game).status_code == 404
    assert picture(richard, private_game).status_code == 200
    for game in (open_game, canceled):
        assert picture(richard, game).status_code == 404
    assert picture(richard, duel, v="\0").status_code == 200
    assert richard.get(reverse("small-board", args=[uuid.UUID(int=1)])).status_code == 404
    page = richard.get(reverse("my-games")).content.decode()
    shown = [f"/games/{game.public_id}/board/" in page for game in (duel, private_game, open_game, canceled)]
    assert shown == [True, True, False, False]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Board, 1187, deployment. Victory cities: Franks 4, Saracens 3."),
        ("fr", "Plateau, 1187, déploiement. Villes de victoire\xa0: Francs 4, Sarrasins 3."),
        ("pl", "Plansza, 1187, rozstawienie. Miasta Kluczowe: Frankowie 4, Saraceni 3."),
    ],
)
def test_the_same_is_said_in_words(duel: Game, language: str, words: str) -> None:
    with translation.override(language):
        duel.refresh_from_db()
        image = board_image(duel, list(duel.seats.all()), user("Richard"))
    assert f'alt="{words}' in image
    assert 'loading="lazy"' in image
    assert duel.frank_cities == rules.observe(_position(duel), None)["score"]["frank"]


def _position(game: Game) -> Any:
    return Position.from_json(game.snapshots.latest("seq").walls[-1][1])


def test_lists_take_as_many_statements_with_one_board_as_with_many(duel: Game, login: Login) -> None:
    richard = login("Richard")
    pages = [reverse("my-games"), reverse("player", args=["Saladin"]), reverse("results")]

    def counts() -> list[int]:
        found = []
        for page in pages:
            with CaptureQueriesContext(connection) as sent:
                richard.get(page)
            found.append(len(sent))
        return found

    def finish(game: Game) -> None:
        play.resign(user=user("Saladin"), game_id=game.public_id, idempotency_key=uuid.uuid4())

    def more(count: int) -> None:
        for number in range(count):
            game = lobby.create_game(user=user("Richard"), side="frank", pace="slow").game
            lobby.join_game(user=user("Saladin"), game_id=game.public_id)
            if number % 2:
                finish(game)

    more(2)
    for page in pages:
        richard.get(page)
    few = counts()
    more(4)
    assert counts() == few
    assert richard.get(pages[2]).content.decode().count('class="small-board"') == 3


def test_boards_of_any_position_stay_small() -> None:
    """Positions of games by lot, as each side and spectators see them, with as many moves as are drawn at most."""
    largest = 0
    for seed in range(3):
        choice = random.Random(f"board {seed}")
        dice = SeededDice(seed)
        outcome, moves, steps = rules.new_game(Ruleset(), dice), [], 0
        while outcome.position.awaited and steps < 900:
            position = outcome.position
            side = sorted(position.awaited)[0]
            outcome = rules.apply(
                position, side, choose_purposeful(rules.legal_actions(position, side), choice, ""), dice
            )
            moves += [
                Move(event.data["side"], event.data["path"][0], event.data["path"][-1])
                for event in outcome.events
                if event.type == "group-moved" and event.data
            ]
            steps += 1
            if steps % 60 == 0:
                viewer = choice.choice((*SIDES, None))
                drawn = small_boards.small_board(board_in(rules.recall(outcome.position, viewer), moves[-12:]))
                ElementTree.fromstring(drawn)
                largest = max(largest, len(drawn.encode()))
    assert 3000 < largest <= MOST_BYTES


def test_strength_is_shown_where_no_block_stands_face_down(duel: Game) -> None:
    access = find_game(user=user("Richard"), game_id=duel.public_id)
    board = board_seen(access, "frank")
    assert all((force.strength is not None) == (force.side == "frank") for force in board.forces)
    assert board_in(
        {
            "cities": {},
            "battle": {"town": "acre"},
            "battles": ["acre", "tyre"],
            "map": {
                "acre": {
                    "stacks": [
                        {"side": "frank", "count": 2, "hidden": 0, "blocks": [{"strength": 3}, {"strength": 2}]},
                        {"side": "frank", "count": 1, "hidden": 1, "blocks": []},
                        {"side": "saracen", "count": 1, "hidden": 0, "blocks": [{"strength": 4}]},
                    ]
                }
            },
        }
    ).forces == [Force("acre", "frank", 3, None), Force("acre", "saracen", 1, 4)]


def test_the_last_movement_is_drawn_and_what_is_planned_to_its_owner_alone(duel: Game, login: Login) -> None:
    """Played by lot to the first movement: its moves are the mover's alone until they end it."""
    choice = random.Random(3)
    players = {"frank": Player(user("Richard")), "saracen": Player(user("Saladin"))}
    for _step in range(300):
        duel.refresh_from_db()
        seat = duel.seats.filter(awaited=True).first()
        assert seat is not None
        view = players[seat.side].view(duel)
        moves = [offer for offer in view["actions"] if offer["type"] == "move"]
        action = choose({"actions": moves or view["actions"]}, choice, seldom=("take-back-card", "swap", "place"))
        ok(players[seat.side].act(duel, action, version=view["version"]))
        if action["type"] == "move":
            break
    else:
        pytest.fail("nobody moved")
    other = "saracen" if seat.side == "frank" else "frank"
    by_side = {
        side: board_seen(find_game(user=player.user, game_id=duel.public_id), side) for side, player in players.items()
    }
    assert [move.side for move in by_side[seat.side].moves] == [seat.side]
    assert by_side[seat.side].moves[0].end == action["path"][-1]
    assert by_side[other].moves == []
