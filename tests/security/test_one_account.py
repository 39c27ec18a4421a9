"""What one account cannot do to the others: fill their games, their mailboxes and the database, or keep the site at
work.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from crusader_site.asgi import application
from games import budget, pages
from games.closing import TOO_MANY
from games.consumers import GameConsumer, UserConsumer
from games.models import Game, GameEvent, Invitation, Notice, User
from games.services.lobby import limits, lobby
from games.services.record import appending
from games.services.results import statistics
from tests.games.conftest import started
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Player, first, new_key, ok, problem

pytestmark = pytest.mark.django_db
Kind = GameEvent.Kind


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(appending, "MOST_CHANGES", {Kind.UNDO: 3, Kind.ACTION: 8, Kind.SYSTEM: 3})


@pytest.fixture
def cards(richard: Player, saladin: Player) -> Game:
    """Both sides choose a card at the same time, each among several: who has one kind of cards alone cannot take theirs
    back (4.1).
    """
    for _ in range(20):
        game = started(richard, saladin)
        ok(richard.act(game, DONE))
        for _ in range(5):
            if saladin.view(game)["phase"] == "cards":
                break
            ok(saladin.act(game, DONE))
        if all(len(player.view(game)["actions"][0]["card"]["any"]) > 1 for player in (richard, saladin)):
            return game
    pytest.fail("in twenty games somebody has cards of one kind alone")


# --- the games of others
# ----------------------------------------------------------------------------------------------------


def test_who_takes_back_without_end_is_stopped_and_can_go_on(
    few: None, richard: Player, saladin: Player, game: Game
) -> None:
    for _ in range(3):
        ok(richard.act(game, BALIAN_TO_ASCALON))
        ok(richard.undo(game))
    ok(richard.act(game, BALIAN_TO_ASCALON))
    for refused in (richard.undo(game), richard.restart_turn(game)):
        told = problem(refused, 409, "too-many-changes")
        assert told["limit"] == 3
        assert "taken something back 3 times" in told["detail"]
    ok(richard.act(game, DONE))
    assert "saracen" in richard.view(game)["awaited"]
    ok(saladin.act(game, DONE))


def test_behind_the_next_moment_that_stands_there_is_room_again(
    few: None, richard: Player, saladin: Player, cards: Game
) -> None:
    def change_one_mind(times: int) -> Any:
        for _ in range(times):
            ok(richard.act(cards, first(richard.view(cards), "play-card")))
            answer = richard.undo(cards)
            if answer.status_code != 200:
                return answer
        return answer

    problem(change_one_mind(4), 409, "too-many-changes")
    ok(saladin.act(cards, first(saladin.view(cards), "play-card")))
    mover = richard if richard.view(cards)["actions"] else saladin
    # What there is to be decided now depends on the cards: an event, a move.
    offer = mover.view(cards)["actions"][0]
    ok(mover.act(cards, first(mover.view(cards), offer["type"])))


def test_cards_are_not_changed_without_end_and_the_other_side_notices_nothing(
    few: None, richard: Player, saladin: Player, cards: Game
) -> None:
    before = richard.view(cards)
    answer: Any = None
    for _ in range(6):
        answer = saladin.act(cards, first(saladin.view(cards), "play-card"))
        if answer.status_code != 200:
            break
        answer = saladin.act(cards, {"type": "take-back-card"})
        if answer.status_code != 200:
            break
    problem(answer, 409, "too-many-changes")
    assert richard.view(cards) == before
    ok(richard.act(cards, first(richard.view(cards), "play-card")))
    ok(richard.undo(cards))


def test_offers_are_not_made_and_withdrawn_without_end(few: None, richard: Player, saladin: Player, game: Game) -> None:
    path = f"games/{game.public_id}/offers/"
    answers = []
    for _ in range(3):
        answers.append(richard.post(path, {"kind": "end", "key": new_key()}))
        answers.append(richard.post(f"{path}end/", {"answer": "withdraw", "key": new_key()}))
    assert [answer.status_code for answer in answers[:4]] == [200, 200, 200, 200]
    told = problem(answers[4], 409, "too-many-changes")
    assert "3 offers and announcements" in told["detail"]
    ok(saladin.post(path, {"kind": "end", "key": new_key()}))
    ok(richard.act(game, DONE))


def test_vacations_announced_without_end_are_refused_as_a_sentence(few: None, richard: Player, saladin: Player) -> None:
    started(richard, saladin, pace="slow")
    day = (timezone.now() + timedelta(days=40)).date().isoformat()
    statuses = []
    for _ in range(3):
        answer = richard.client.post(reverse("vacations"), {"first": day, "last": day})
        statuses.append(answer.status_code)
        for row in richard.get("vacations/").json()["results"]:
            assert richard.post(f"vacations/{row['number']}/end/").status_code == 204
    assert statuses[0] == 302
    assert statuses[-1] == 200
    assert "offers and announcements" in answer.content.decode()


def test_the_limits_are_far_above_what_a_player_needs() -> None:
    assert appending.MOST_CHANGES[Kind.UNDO] >= 200
    assert appending.MOST_CHANGES[Kind.ACTION] >= 20 * 40, "a turn of forty moves, begun anew twenty times"
    assert appending.MOST_CHANGES[Kind.SYSTEM] >= 50


# --- the database and the lists of all
# --------------------------------------------------------------------------------------


def opened(player: Player, **more: Any) -> Any:
    return player.post("games/", {"side": "frank", "visibility": "public", "ruleset": {}, **more})


def test_games_that_one_plays_alone_are_so_many_at_once(richard: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_ALONE", 2)
    games = [opened(richard, solo=True) for _ in range(3)]
    told = problem(games[2], 409, "too-many-games")
    assert told["limit"] == 2
    page = richard.client.post(reverse("start-solo"), follow=True)
    assert "2 games that you play alone" in page.content.decode()
    game = Game.objects.get(public_id=games[0].json()["id"])
    ok(richard.resign(game, side="frank"))
    assert opened(richard, solo=True).status_code == 201


def test_games_are_not_opened_and_withdrawn_without_end(richard: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_A_DAY", 3)
    for _ in range(3):
        ok(richard.post(f"games/{opened(richard).json()['id']}/cancel/"))
    told = problem(opened(richard), 409, "too-many-games")
    assert "3 games within a day" in told["detail"]
    assert (
        "3 games within a day"
        in richard.client.post(
            reverse("new-game"), {"side": "frank", "opponent": "public", "handicap": "0"}
        ).content.decode()
    )
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        assert opened(richard).status_code == 201


def test_a_player_is_not_invited_without_end(richard: Player, saladin: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_TO_ONE_A_DAY", 2)
    statuses = []
    for _ in range(3):
        game = opened(richard).json()["id"]
        answer = richard.post(f"games/{game}/invite/", {"name": "Saladin"})
        statuses.append(answer.status_code)
        ok(richard.post(f"games/{game}/cancel/"))
    assert statuses == [204, 204, 409]
    problem(answer, 409, "too-many-invitations")
    assert Notice.objects.filter(user=saladin.user, kind=Notice.Kind.INVITATION).values("game").distinct().count() == 2


def test_one_person_sends_so_many_invitations_a_day_whomever_they_go_to(
    richard: Player, new_player: Callable[[str], Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_INVITED_A_DAY", 3)
    game = opened(richard).json()["id"]
    names = ["Guy", "Baldwin", "Conrad", "Humphrey"]
    for name in names:
        new_player(name)
    statuses = [richard.post(f"games/{game}/invite/", {"name": name}).status_code for name in names]
    assert statuses == [204, 204, 204, 409]
    assert Invitation.objects.count() == 3


def test_a_new_game_is_there_even_if_its_invitation_cannot_be_sent(
    richard: Player, saladin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_INVITED_A_DAY", 0)
    form = {"side": "frank", "opponent": "private", "rules": "", "invited": "Saladin", "handicap": "0"}
    page = richard.client.post(reverse("new-game"), form, follow=True)
    assert page.status_code == 200
    assert Game.objects.count() == 1
    assert "many invitations" in page.content.decode()


def test_confirmations_go_to_few_addresses_an_hour(richard: Player, mailoutbox: list[Any]) -> None:
    statuses = [
        richard.client.post(
            reverse("account_email"), {"action_add": "", "email": f"victim{number}@example.org"}
        ).status_code
        for number in range(11)
    ]
    assert statuses[-1] == 429


# --- work that is the same for all
# ------------------------------------------------------------------------------------------


def test_all_games_together_are_counted_once_a_minute(
    richard: Player, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.STATISTICS_KEPT_FOR = 60
    counted = []
    count = statistics.count
    monkeypatch.setattr(statistics, "count", lambda: counted.append(1) or count())
    for _ in range(2):
        ok(richard.get("statistics/"))
        assert Client().get(reverse("statistics")).status_code == 200
    assert len(counted) == 1
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        ok(richard.get("statistics/"))
    assert len(counted) == 2


@pytest.fixture
def some_results(richard: Player, saladin: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three finished games, where a list is cut at two."""
    monkeypatch.setattr(pages, "LONGEST_LIST", 2)
    for _ in range(3):
        ok(richard.resign(started(richard, saladin)))


@pytest.mark.parametrize("path", ["results/", "games/?list=public", "games/?list=mine"])
def test_the_length_of_a_list_is_counted_so_far_and_no_further(path: str, some_results: None, richard: Player) -> None:
    with CaptureQueriesContext(connection) as found:
        assert ok(richard.get(path))["count"] == 2
    counts = [query["sql"] for query in found if "COUNT(" in query["sql"]]
    assert counts
    assert all("LIMIT 2" in sql for sql in counts)


def test_the_page_of_results_says_that_it_shows_the_latest(some_results: None) -> None:
    assert "The latest 2 games" in Client().get(reverse("results")).content.decode()


def test_pages_of_results_are_found_by_an_index(some_results: None, richard: Player) -> None:
    with CaptureQueriesContext(connection) as found:
        ok(richard.get("results/"))
    keys = next(
        query["sql"]
        for query in found
        if query["sql"].startswith('SELECT "games_game"."id"') and "ORDER BY" in query["sql"]
    )
    assert "JOIN" not in keys, "what belongs to a game is fetched for those of the page alone"
    index = next(index for index in Game._meta.indexes if index.name == "game_results")
    assert [field.lstrip("-") for field in index.fields] == ["ended_at", "id"]
    assert 'ORDER BY "games_game"."ended_at" DESC' in keys


# --- sockets
# ----------------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("consumer", "path"), [(GameConsumer, "/ws/games/{}/"), (UserConsumer, "/ws/user/")])
async def test_opening_sockets_without_end_uses_up_what_one_may_take_of_the_processor(
    consumer: Any, path: str, new_player: Callable[[str], Player], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    richard, saladin = await sync_to_async(new_player)("Richard"), await sync_to_async(new_player)("Saladin")
    game = await sync_to_async(started)(richard, saladin)
    settings.PROCESSOR_SECONDS = 3 * budget.OF_A_SOCKET
    before = dict(consumer.sockets.kept)  # of tests before
    moment = budget.now()
    monkeypatch.setattr(budget, "now", lambda: moment)

    async def knock(player: Player) -> Any:
        cookies = player.client.cookies.output(header="", sep=";").strip()
        headers = [(b"host", b"testserver"), (b"origin", b"http://testserver"), (b"cookie", cookies.encode())]
        socket = WebsocketCommunicator(application, path.format(game.public_id), headers=headers)
        assert (await socket.connect())[0]
        first = await socket.receive_output()
        if first["type"] == "websocket.send":
            await socket.disconnect()
        return first.get("code")

    assert [await knock(richard) for _ in range(4)] == [None, None, None, TOO_MANY]
    assert await knock(saladin) is None
    assert dict(consumer.sockets.kept) == before


def test_servers_are_started_to_take_no_long_messages_at_sockets() -> None:
    """What is larger than a request of HTTP may be is refused; without a limit 16 MB would be read before that."""
    from tests.processes import ROOT

    for path in ("script/server", "deploy/Dockerfile", "deploy/systemd/crusader-web@.service"):
        assert "--ws-max-size" in (text := (ROOT / path).read_text()), path
        assert "131072" in text, path


def test_nothing_of_this_meets_who_plays_twenty_games(richard: Player, new_player: Callable[[str], Player]) -> None:
    assert isinstance(richard.user, User)
    others = [new_player(f"Knight{number}") for number in range(20)]
    for other in others:
        game = lobby.create_game(user=richard.user, side="frank").game
        assert other.user is not None
        lobby.join_game(user=other.user, game_id=game.public_id)
    assert Game.objects.filter(status="active").count() == 20
