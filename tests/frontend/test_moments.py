"""Pictures of moments: which moments have one, whose knowledge they show, what they cost, and how they look."""

import re
import struct
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import translation

from frontend import moment_pictures, moments, small_boards, tasks
from games import budget
from games.models import Game
from games.services.lobby import lobby
from games.services.play import play
from games.services.views import replay
from games.services.views.boards import board_in
from games.words import block_name
from rules import game as rules
from rules.replay import Replay
from tests.browser.sieges import fight_at_jerusalem
from tests.frontend.conftest import Login, user
from tests.games.helpers import BALIAN_TO_ASCALON, Player, ok
from tests.rules import recorded_games

MOST_BYTES = 150_000


@pytest.fixture
def duel(login: Login) -> Game:
    """Richard plays the Franks against Saladin, in public."""
    cache.clear()
    budget.seconds_used.clear()
    login("Richard")
    login("Saladin")
    game = lobby.create_game(user=user("Richard"), side="frank", pace="slow").game
    return lobby.join_game(user=user("Saladin"), game_id=game.public_id).game


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What was asked of the worker, which has not come to it yet."""
    found: list[tuple[Any, ...]] = []
    monkeypatch.setattr(tasks.draw_moment, "delay", lambda *given: found.append(given))
    return found


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker draws what is asked of it before the answer."""
    monkeypatch.setattr(tasks.draw_moment, "delay", tasks.draw_moment.run)


def picture(game: Game, client: Client | None = None, **query: Any) -> Any:
    return (client or Client()).get(reverse("moment-picture", args=[game.public_id]), query)


def last_of(game: Game, name: str = "public") -> int:
    return replay.replay_lines(*moments.find(game.public_id, name))[-1].number


def size(png: bytes) -> tuple[int, ...]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", png[16:24])


def resign(game: Game) -> None:
    play.resign(user=user("Saladin"), game_id=game.public_id, idempotency_key=uuid.uuid4())
    game.refresh_from_db()


def test_a_moment_is_drawn_once_and_till_then_the_sites_picture_is_shown(
    duel: Game, queued: list[tuple[Any, ...]]
) -> None:
    at = last_of(duel)
    waiting = picture(duel, at=at)
    assert (waiting.status_code, "preview" in waiting["Location"]) == (302, True)
    assert picture(duel, at=at, wanted=1).status_code == 202
    (asked,) = queued
    assert asked == (str(duel.public_id), "public", at, "en")
    tasks.draw_moment.run(*asked)
    drawn = picture(duel, at=at)
    assert (drawn.status_code, drawn["Content-Type"]) == (200, "image/png")
    assert size(drawn.content) == (1200, 630)
    assert 10_000 < len(drawn.content) < MOST_BYTES
    assert "private" in drawn["Cache-Control"]
    assert len(queued) == 1


def test_no_moment_has_no_picture(duel: Game, private_game: Game, login: Login, queued: list[tuple[Any, ...]]) -> None:
    open_game = lobby.create_game(user=user("Richard"), side="frank", pace="slow").game
    for query in (
        {}, {"at": "0"}, {"at": "-1"}, {"at": "x" * 500}, {"at": "9" * 17}, {"at": "9" * 30}, {"at": "\0"}, {"at": "²"},
        {"at": "2", "as": "pope"}, {"at": "2", "as": ""}, {"at": "2", "as": "\0"},
    ):  # fmt: skip
        assert picture(duel, **query).status_code == 404, query
    for name in ("frank", "saracen", "all"):
        assert picture(duel, login("Richard"), at=2, **{"as": name}).status_code == 404, "not while the game runs"
    for reader in (Client(), login("Richard")):
        assert picture(private_game, reader, at=2).status_code == 404, "of a private game there is none"
        assert picture(open_game, reader, at=1).status_code in (302, 404)
    assert [asked for asked in queued if asked[0] != str(open_game.public_id)] == []


def test_a_running_game_is_drawn_as_spectators_know_it(
    duel: Game, at_once: None, login: Login, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[moment_pictures.Moment] = []
    draw: Callable[[moment_pictures.Moment], bytes] = moment_pictures.as_png
    monkeypatch.setattr(moments, "as_png", lambda moment: shown.append(moment) or draw(moment))
    at = last_of(duel)
    ok(Player(user("Richard")).act(duel, BALIAN_TO_ASCALON))
    for reader in (login("Richard"), login("Saladin"), Client()):
        assert picture(duel, reader, at=at).status_code == 200
    assert last_of(duel) == at, "a plan is no moment yet"
    (moment,) = shown
    assert moment.view["you"] is None
    assert moment.view["hand"] is None
    assert all(not stack["blocks"] for town in moment.view["map"].values() for stack in town["stacks"])
    assert all(force.strength is None for force in moment.board.forces)
    resign(duel)
    assert picture(duel, at=last_of(duel, "all"), **{"as": "all"}).status_code == 200
    assert shown[-1].view["map"]["acre"]["stacks"][0]["blocks"]


def test_pictures_cost_who_asks_and_there_is_an_end_to_all_together(
    duel: Game, queued: list[tuple[Any, ...]], settings: Any, login: Login
) -> None:
    settings.PROCESSOR_SECONDS, settings.PROCESSOR_SHARE = 1.0, 0.0001
    at = last_of(duel)
    budget.seconds_used.charge(moments.EVERYBODY, 2.0)
    assert picture(duel, at=at, wanted=1).status_code == 429
    assert picture(duel, at=at).status_code == 302, "previews get the site's own picture"
    assert queued == []
    budget.seconds_used.clear()
    assert picture(duel, login("Baldwin"), at=at).status_code == 302
    assert len(queued) == 1
    assert budget.seconds_used.used(moments.EVERYBODY) == pytest.approx(moments.COST, abs=0.01)
    assert budget.seconds_used.used(f"person {user('Baldwin').pk}") >= moments.COST - 0.01


def test_a_link_to_a_moment_has_its_picture_as_preview(duel: Game, private_game: Game, login: Login) -> None:
    page = reverse("game", args=[duel.public_id])
    said = Client().get(page, {"at": 2, "as": "public"}).content.decode()
    address = f"{reverse('moment-picture', args=[duel.public_id])}?at=2&amp;as=public"
    assert f'{address}"' in said.partition('property="og:image"')[2][:200]
    assert "summary_large_image" in said
    assert "Richard against Saladin" in said
    for query in ({}, {"at": "x"}, {"at": 2, "as": "all"}, {"at": 2, "as": "frank"}, {"at": 2, "as": '"><b>'}):
        assert "og:image" not in Client().get(page, query).content.decode(), query
    private = reverse("game", args=[private_game.public_id])
    mine = login("Richard").get(private, {"at": 2}).content.decode()
    assert "og:image" not in mine
    assert '"moment": ""' in mine, "and no button for it"


@pytest.mark.parametrize("language", ["en", "fr", "pl"])
def test_a_battle_is_drawn_with_those_who_are_known(language: str) -> None:
    view = rules.recall(fight_at_jerusalem(), None)
    hidden = sum(stack["hidden"] for stack in view["map"]["jerusalem"]["stacks"])
    sentences = ["Saladin <fires> & misses. " * 20]
    with translation.override(language):
        drawn = moment_pictures.Moment(view, board_in(view), {"frank": "Richard <b>", "saracen": None}, sentences)
        text, saladin = moment_pictures.as_svg(drawn), f"{block_name('saladin')} 4"
        png = moment_pictures.as_png(drawn)
    assert hidden
    assert saladin in text
    assert "Richard &lt;b&gt;" in text
    assert "Saladin &lt;fires&gt; &amp;" in text
    assert size(png) == (1200, 630)
    assert len(png) < MOST_BYTES


def test_no_name_of_a_city_lies_over_blocks() -> None:
    record = recorded_games.read("siege")
    played = Replay(record)
    seen = 0
    for event in record["events"][:400]:
        played.take(event)
        if not event["wall"] or played.position is None or event["n"] % 3:
            continue
        board = board_in(rules.recall(played.position, None, everything=True), [])
        names = [
            (float(x), float(y) - moment_pictures.BASE, len(name) * moment_pictures.LETTER / 2)
            for x, y, name in re.findall(
                r'<text x="(\d+)" y="(\d+)">([^<]+)<', "".join(moment_pictures._names_svg(board))
            )
        ]
        assert len(names) >= 7
        for group in small_boards.place_forces(board.forces):
            over = [
                at
                for *at, half in names
                if abs(at[0] - group.x) < half + group.width / 2 - 4
                and abs(at[1] - group.y) < 23 + group.height / 2 - 4
            ]
            assert over == [], event["n"]
        seen += 1
    assert seen > 20
