"""The socket of a game carries the game: acts and their answers, and the views of pages that follow."""

import asyncio
import json
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.sessions.models import Session
from django.utils import timezone

from crusader_site.asgi import application
from games import budget
from games.api import sockets
from games.models import Game, PersonalToken, Sanction, StaffAction, User
from games.people import tokens
from games.services.lobby import lobby
from tests.games.conftest import started
from tests.games.described_sockets import check
from tests.games.helpers import BALIAN_TO_ASCALON, BOHEMOND_TO_LATAKIA, DONE, Json, Player, new_key, ok
from tests.games.test_sockets import QUIET, messages, socket

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 10


@pytest.fixture
def people(transactional_db: None, new_player: Callable[[str], Player]) -> dict[str, Player]:
    return {name: new_player(name) for name in ("Richard", "Saladin", "Baldwin")}


class Pageful:
    """A page's end of a game's socket."""

    def __init__(self, communicator: WebsocketCommunicator) -> None:
        self.communicator = communicator
        self.number = 0

    @classmethod
    async def open(cls, player: Player | None, game: Game, *, follow: bool = True, **more: Any) -> "Pageful":
        communicator = socket(player, game.public_id)
        connected, _ = await communicator.connect()
        assert connected
        page = cls(communicator)
        await page.hear()
        if follow:
            assert "view" in (await page.ask("follow", since=0, **more))["answer"]
        return page

    async def send(self, act: Any, **body: Any) -> None:
        self.number += 1
        await self.communicator.send_to(text_data=json.dumps({"id": self.number, "act": act, **body}))

    async def hear(self) -> Any:
        message = json.loads(await self.communicator.receive_from(PATIENCE))
        check(message)
        return message

    async def ask(self, act: Any, **body: Any) -> Json:
        await self.send(act, **body)
        answer: Json = await self.hear()
        assert answer["id"] == self.number
        return answer

    async def act(self, action: Json, version: int, **more: Any) -> Json:
        return await self.ask("actions", action=action, version=version, key=more.pop("key", new_key()), **more)

    async def refused(self, act: Any, **body: Any) -> tuple[int, str]:
        problem = (await self.ask(act, **body))["problem"]
        assert problem.keys() >= {"type", "title", "status", "detail", "code"}
        assert problem["detail"]
        return problem["status"], problem["code"]

    async def silent(self) -> bool:
        return bool(await self.communicator.receive_nothing(QUIET))

    async def closed_with(self) -> int:
        for _ in range(50):
            found = await self.communicator.receive_output(PATIENCE)
            if found["type"] == "websocket.close":
                return int(found["code"])
        raise AssertionError("fifty messages came, and no close")

    async def close(self) -> None:
        await self.communicator.disconnect()


async def table(people: dict[str, Player], **options: str) -> Game:
    return await sync_to_async(started)(people["Richard"], people["Saladin"], **options)


@pytest.mark.databases
async def test_an_act_is_answered_as_over_http_and_the_other_side_is_sent_its_own_view(
    people: dict[str, Player],
) -> None:
    game = await table(people)
    one, other, again, spectator = [
        await Pageful.open(people[name], game) for name in ("Richard", "Saladin", "Saladin", "Baldwin")
    ]
    answer = (await one.act(DONE, 3))["answer"]
    assert answer.keys() == {"view", "events", "news"}
    assert await one.silent(), "who acted has the answer, and is told nothing twice"
    for page, name, side in (
        (other, "Saladin", "saracen"),
        (again, "Saladin", "saracen"),
        (spectator, "Baldwin", None),
    ):
        pushed = await page.hear()
        by_http = await sync_to_async(
            lambda name=name: ok(people[name].get(f"games/{game.public_id}/view/", since=3))
        )()
        assert pushed == {
            "game": str(game.public_id),
            "version": 4,
            "side": side,
            "news": by_http.pop("news"),
            "view": by_http,
        }
    by_http = await sync_to_async(lambda: ok(people["Richard"].get(f"games/{game.public_id}/view/", since=3)))()
    assert answer["news"] == by_http.pop("news")
    assert answer["view"] == by_http
    for page in (one, other, again, spectator):
        await page.close()


async def test_a_provisional_act_is_sent_to_every_page_of_its_side_and_to_nobody_else(
    people: dict[str, Player],
) -> None:
    game = await table(people)
    one, tab, other, spectator = [
        await Pageful.open(people[name], game) for name in ("Richard", "Richard", "Saladin", "Baldwin")
    ]
    assert (await one.act(BALIAN_TO_ASCALON, 3))["answer"]["view"]["version"] == 4
    assert (await tab.hear())["version"] == 4
    undone = (await one.ask("undo", version=4, key=new_key()))["answer"]
    assert [entry["undone"] for entry in undone["news"]["entries"]] == [True, False]
    pushed = await tab.hear()
    assert (pushed["version"], pushed["news"]) == (5, undone["news"])
    assert (await one.act(BALIAN_TO_ASCALON, 5))["answer"]["view"]["version"] == 6
    assert (await one.ask("restart-turn", version=6, key=new_key()))["answer"]["view"]["version"] == 7
    assert await other.silent()
    assert await spectator.silent()
    for page in (one, tab, other, spectator):
        await page.close()


async def test_the_same_key_again_does_nothing_twice_over_either_way(people: dict[str, Player]) -> None:
    game = await table(people)
    one, key = await Pageful.open(people["Richard"], game), new_key()
    first = await one.act(BALIAN_TO_ASCALON, 3, key=key)
    again = await one.act(BALIAN_TO_ASCALON, 3, key=key)
    assert again["answer"] == first["answer"]
    by_http = await sync_to_async(people["Richard"].act)(game, BALIAN_TO_ASCALON, version=3, key=key)
    assert ok(by_http) == first["answer"]
    assert await one.refused("actions", action=DONE, version=4, key=key) == (409, "key-reused")
    await one.close()


async def test_messages_are_carried_out_in_their_order(people: dict[str, Player]) -> None:
    """Two acts are sent at once, the second with the version that the first leads to; one that is stale is answered
    with view and news."""
    game = await table(people)
    one = await Pageful.open(people["Richard"], game)
    await one.send("actions", action=BALIAN_TO_ASCALON, version=3, key=new_key())
    await one.send("actions", action=BOHEMOND_TO_LATAKIA, version=4, key=new_key())
    await one.send("undo", version=5, key=new_key())
    answers = [await one.hear() for _ in range(3)]
    assert [answer["id"] for answer in answers] == [2, 3, 4]
    assert [answer["answer"]["view"]["version"] for answer in answers] == [4, 5, 6]
    problem = (await one.act(DONE, 5))["problem"]
    assert (problem["status"], problem["code"], problem["view"]["version"]) == (409, "stale-version", 6)
    assert [entry["kind"] for entry in problem["news"]["entries"]][-1] == "undo"
    await one.close()


async def test_resigning_by_the_socket_ends_the_game_for_both(people: dict[str, Player]) -> None:
    game = await table(people)
    one, other = await Pageful.open(people["Richard"], game), await Pageful.open(people["Saladin"], game)
    assert (await one.ask("resign", version=3, key=new_key()))["answer"]["view"]["status"] == "over"
    assert (await other.hear())["view"]["result"]["winner"] == "saracen"
    for page in (one, other):
        await page.close()


async def test_alone_a_page_follows_one_side_and_hears_of_the_other(people: dict[str, Player]) -> None:
    richard = people["Richard"]
    game = (await sync_to_async(lobby.create_game)(user=richard.user, solo=True)).game
    one = await Pageful.open(richard, game, follow=False)
    await one.hear()  # the other side's version
    assert await one.refused("actions", action=DONE, version=2, key=new_key()) == (400, "side-needed")
    answer = await one.ask("follow", side="frank", since=0)
    assert answer["answer"]["view"]["you"] == "frank"
    await one.act(DONE, 2, side="frank")
    assert await one.hear() == messages(game, ("saracen", 3))[0]
    answer = await one.ask("follow", side="saracen", since=0)
    assert answer["answer"]["view"]["you"] == "saracen"
    await sync_to_async(richard.act)(game, DONE, side="saracen", version=3)
    told = [await one.hear(), await one.hear()]
    assert {(message["side"], "view" in message) for message in told} == {("saracen", True), ("frank", False)}
    await one.close()


async def test_who_has_the_view_already_is_not_sent_it_again(people: dict[str, Player]) -> None:
    game = await table(people)
    one = await Pageful.open(people["Richard"], game, follow=False)
    assert (await one.ask("follow", since=3, have=3))["answer"] == {"version": 3}
    await sync_to_async(people["Richard"].act)(game, BALIAN_TO_ASCALON, version=3)
    assert (await one.hear())["version"] == 4
    await one.close()


GARBAGE = [
    (" ", "bad-request"),
    ("{", "bad-request"),
    ("[]", "bad-request"),
    ('"done"', "bad-request"),
    ("NaN", "bad-request"),
    ('{"id": 1, "id": 2}', "bad-request"),
    ("[" * 5000, "bad-request"),
    ("{}", "invalid"),
    ('{"id": null, "act": "undo"}', "invalid"),
    ('{"id": true, "act": "undo"}', "invalid"),
    (json.dumps({"id": "x" * 65, "act": "undo"}), "invalid"),
    ('{"id": 1}', "invalid"),
    ('{"id": 1, "act": "join"}', "invalid"),
    ('{"id": 1, "act": ["undo"]}', "invalid"),
    ('{"id": 1, "act": "undo"}', "invalid"),
    ('{"id": 1, "act": "follow", "since": -1}', "invalid"),
    ('{"id": 1, "act": "follow", "side": "saracen", "since": 0}', "not-your-side"),
    ('{"id": 1, "act": "follow", "sinse": 3}', "invalid"),
    (
        json.dumps({"id": 1, "act": "actions", "version": 3, "key": str(uuid.UUID(int=7)), "action": {"type": "fly"}}),
        "bad-action",
    ),
    (json.dumps({"id": 1, "act": "undo", "version": 3, "key": str(uuid.UUID(int=7)), "more": 1}), "invalid"),
    (json.dumps({"id": 1, "act": "undo", "version": 3, "key": str(uuid.UUID(int=7))}), "nothing-to-undo"),
    ('{"id": 1, "act": "\\u0000"}', "invalid"),
    ('{"id": "\\ud800", "act": "undo"}', "invalid"),
    ('{"id": 1, "act": "undo", "versi\\ud800on": 3}', "invalid"),
    (json.dumps({"id": 1, "act": "undo", "text": "x" * 65536}), "too-large"),
]


async def test_garbage_is_answered_with_a_problem_and_the_socket_lives_on(people: dict[str, Player]) -> None:
    one = await Pageful.open(people["Richard"], await table(people))
    for text, code in GARBAGE:
        await one.communicator.send_to(text_data=text)
        answer = await one.hear()
        assert answer["problem"]["code"] == code, text[:80]
        assert 400 <= answer["problem"]["status"] < 500
        assert answer["problem"]["detail"]
    assert (await one.act(DONE, 3))["answer"]["view"]["version"] == 4
    await one.close()


async def test_a_fault_of_ours_is_told_as_such_and_the_act_can_be_sent_again(
    people: dict[str, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await table(people)
    one, key = await Pageful.open(people["Richard"], game), new_key()

    def fails(*_: Any) -> Any:
        raise RuntimeError("secret")

    with monkeypatch.context() as patch:
        patch.setitem(sockets.ACTS, "actions", fails)
        problem = (await one.act(DONE, 3, key=key))["problem"]
    assert (problem["status"], problem["code"]) == (500, "internal-error")
    assert "secret" not in json.dumps(problem)
    assert (await one.act(DONE, 3, key=key))["answer"]["view"]["version"] == 4
    await one.close()


async def test_refusals_speak_the_language_of_the_reader(people: dict[str, Player]) -> None:
    game = await table(people)
    assert people["Richard"].user is not None
    one = await Pageful.open(people["Richard"], game)
    await sync_to_async(User.objects.filter(pk=people["Richard"].user.pk).update)(language="fr")
    problem = (await one.ask("undo", version=3, key=new_key()))["problem"]
    assert problem["detail"].startswith("Rien ne peut être repris")
    assert (await one.act(BALIAN_TO_ASCALON, 3))["answer"]["view"]["prompt"]["text"].startswith("Déploiement")
    await one.close()


async def test_spectators_and_visitors_follow_and_cannot_act(people: dict[str, Player]) -> None:
    game = await table(people)
    onlooker, visitor = await Pageful.open(people["Baldwin"], game), await Pageful.open(None, game)
    assert await onlooker.refused("actions", action=DONE, version=3, key=new_key()) == (403, "not-a-player")
    assert await visitor.refused("actions", action=DONE, version=3, key=new_key()) == (401, "not-authenticated")
    await sync_to_async(people["Richard"].act)(game, DONE)
    for page in (onlooker, visitor):
        assert (await page.hear())["view"]["you"] is None
        await page.close()


# --- what ends a socket
# -----------------------------------------------------------------------------------------------------


async def test_a_session_that_ends_closes_its_sockets_at_once(people: dict[str, Player]) -> None:
    game = await table(people)
    one, other = await Pageful.open(people["Richard"], game), await Pageful.open(people["Saladin"], game)
    await sync_to_async(people["Richard"].client.logout)()
    assert await one.closed_with() == 4401
    assert await other.silent()
    await other.close()


async def test_another_password_closes_the_sockets_of_all_sessions_that_end_with_it(people: dict[str, Player]) -> None:
    game = await table(people)
    one = await Pageful.open(people["Richard"], game)

    def change() -> None:
        user = User.objects.get(username="Richard")
        user.set_password("another-way-to-acre")
        user.save()

    await sync_to_async(change)()
    assert await one.closed_with() == 4401


@pytest.mark.parametrize("how", ["expired", "inactive"])
async def test_a_session_that_ended_without_a_word_can_neither_act_nor_see(how: str, people: dict[str, Player]) -> None:
    """Rows that were changed beside the models, or whose time is up: each message looks."""
    game = await table(people)
    acting, seeing = await Pageful.open(people["Richard"], game), await Pageful.open(people["Richard"], game)

    def end() -> None:
        if how == "expired":
            Session.objects.filter(session_key=people["Richard"].client.session.session_key).update(
                expire_date=timezone.now()
            )
        else:
            User.objects.filter(username="Richard").update(is_active=False)

    await sync_to_async(end)()
    await acting.send("actions", action=DONE, version=3, key=new_key())
    assert await acting.closed_with() == 4401
    assert await sync_to_async(lambda: Game.objects.get(pk=game.pk).version)() == 3
    from games.services.after_commit import announce

    told = {"type": "game.changed", "message": messages(game, ("frank", 9))[0]}
    await sync_to_async(announce._send)([(announce.group(game, "frank"), told)])
    assert await seeing.closed_with() == 4401


async def test_who_is_suspended_is_cut_off_at_once_and_cannot_act_by_a_new_socket(people: dict[str, Player]) -> None:
    game = await table(people)
    richard = people["Richard"].user
    one = await Pageful.open(people["Richard"], game)

    def suspend() -> None:
        action = StaffAction.objects.create(
            actor=people["Baldwin"].user, kind=StaffAction.Kind.SUSPEND, person=richard, reason="Deserved."
        )
        until = timezone.now() + timedelta(days=1)
        Sanction.objects.create(person=richard, kind=Sanction.Kind.SUSPENSION, until=until, action=action)

    await sync_to_async(suspend)()
    assert await one.closed_with() == 4405
    again = await Pageful.open(people["Richard"], game)
    assert await again.refused("actions", action=DONE, version=3, key=new_key()) == (403, "suspended")
    await again.close()


# --- tokens and limits
# ------------------------------------------------------------------------------------------------------


async def by_token(player: Player, game: Game, scope: str) -> tuple[Pageful, PersonalToken]:
    assert player.user is not None
    token, word = await sync_to_async(tokens.make)(user=player.user, name="bot", scope=scope)
    communicator = WebsocketCommunicator(
        application,
        f"/ws/games/{game.public_id}/",
        headers=[(b"host", b"testserver"), (b"authorization", f"Bearer {word}".encode())],
    )
    connected, _ = await communicator.connect()
    assert connected
    page = Pageful(communicator)
    await page.hear()
    return page, token


async def test_a_token_that_may_only_read_follows_and_cannot_act(people: dict[str, Player]) -> None:
    game = await table(people)
    one, _ = await by_token(people["Richard"], game, PersonalToken.Scope.READ)
    assert "view" in (await one.ask("follow", since=0))["answer"]
    assert await one.refused("actions", action=DONE, version=3, key=new_key()) == (403, "token-reads-only")
    await one.close()


async def test_a_token_that_may_play_acts_until_it_is_revoked(people: dict[str, Player]) -> None:
    game = await table(people)
    one, token = await by_token(people["Richard"], game, PersonalToken.Scope.PLAY)
    assert (await one.act(BALIAN_TO_ASCALON, 3))["answer"]["view"]["version"] == 4
    await one.hear()  # it does not follow: the version is announced
    await sync_to_async(PersonalToken.objects.filter(pk=token.pk).delete)()
    await one.send("undo", version=4, key=new_key())
    assert await one.closed_with() == 4401


@pytest.mark.databases
async def test_messages_count_as_requests_and_who_goes_on_in_spite_of_refusals_is_cut_off(
    people: dict[str, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.limits.PersonThrottle.THROTTLE_RATES", {"user": "3/min", "anon": "3/min"})
    game = await table(people)
    one = await Pageful.open(people["Richard"], game)
    for _ in range(2):
        assert await one.refused("undo", version=3, key=new_key()) == (409, "nothing-to-undo")
    problem = (await one.ask("undo", version=3, key=new_key()))["problem"]
    assert (problem["status"], problem["used-up"], problem["retry-after"] > 0) == (429, "requests", True)
    assert (await sync_to_async(people["Richard"].get)(f"games/{game.public_id}/view/")).status_code == 429, (
        "HTTP counts with it"
    )
    for _ in range(20):
        await one.send("undo")
    assert await one.closed_with() == 4429


async def test_messages_are_charged_the_processor_time_they_take(
    people: dict[str, Player], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await table(people)
    moment = budget.now()
    monkeypatch.setattr(budget, "now", lambda: moment)  # nothing comes back meanwhile
    assert people["Richard"].user is not None
    who = f"person {people['Richard'].user.pk}"
    one = await Pageful.open(people["Richard"], game)
    before = budget.seconds_used.used(who)
    await one.act(BALIAN_TO_ASCALON, 3)
    assert budget.seconds_used.used(who) > before
    settings.PROCESSOR_SECONDS = 1e-6
    problem = (await one.ask("undo", version=4, key=new_key()))["problem"]
    assert (problem["status"], problem["used-up"]) == (429, "processor-time")
    await one.close()


async def test_an_act_whose_page_has_gone_is_carried_out_and_the_next_page_sees_it(people: dict[str, Player]) -> None:
    game = await table(people)
    one, key = await Pageful.open(people["Richard"], game), new_key()
    await one.send("actions", action=DONE, version=3, key=key)
    await one.close()
    for _ in range(1000):
        if await sync_to_async(lambda: Game.objects.get(pk=game.pk).version)() == 4:
            break
        await asyncio.sleep(0.01)
    else:
        raise AssertionError("the act is not carried out")
    answer = await sync_to_async(people["Richard"].act)(game, DONE, version=3, key=key)
    assert ok(answer)["view"]["version"] == 4, "and is answered as before"
