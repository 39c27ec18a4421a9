"""Whatever is sent, the answer is a clear 4xx with a stable code, and nothing has changed."""

import json
from typing import Any

import pytest

from games.models import Game, GameEvent
from tests.games.helpers import DONE, Player, new_key, problem

pytestmark = pytest.mark.django_db

NO_GAME = "00000000-0000-4000-8000-000000000000"
PLACE = {"type": "place", "block": "balian", "town": "ascalon"}
BAD_ACTIONS: dict[str, Any] = {
    "no type": {},
    "unknown type": {"type": "surrender"},
    "type of the wrong kind": {"type": 7},
    "type as a list": {"type": ["done"]},
    "unknown field": {"type": "done", "hurry": True},
    "missing field": {"type": "place", "block": "balian"},
    "unknown block": PLACE | {"block": "robin-hood"},
    "unknown town": PLACE | {"town": "nottingham"},
    "block of the wrong kind": PLACE | {"block": 3},
    "block as an object": PLACE | {"block": {"any": ["balian"]}},
    "null": PLACE | {"town": None},
    "path through Masyaf": {"type": "move", "block": "balian", "path": ["masyaf", "hama"]},
    "path of the wrong kind": {"type": "move", "block": "balian", "path": "ascalon"},
    "path of nothing": {"type": "move", "block": "balian", "path": []},
    "path too long": {"type": "move", "block": "balian", "path": ["ascalon"] * 1000},
    "blocks twice": {"type": "garrison", "blocks": ["balian", "balian"]},
    "forced of the wrong kind": {"type": "move", "block": "balian", "path": ["ascalon"], "forced": "yes"},
    "a name that is not a name": {"type": "done", "__class__": "x"},
    "a null character": PLACE | {"block": "balian\x00"},
}
ILLEGAL_ACTIONS: dict[str, Any] = {
    "block of the enemy": PLACE | {"block": "saladin"},
    "block that is not in play": PLACE | {"block": "richard"},
    "town that is no seat": PLACE | {"town": "damascus"},
    "where it stands already": PLACE | {"town": "nablus"},
    "decision of another phase": {"type": "play-card", "card": "move-3"},
    "battle that is not fought": {"type": "fire", "block": "balian"},
    "path that jumps": {"type": "move", "block": "balian", "path": ["antioch"]},
}
BAD_BODIES: dict[str, tuple[Any, str]] = {
    "empty": ({}, "invalid"),
    "a list": ([], "invalid"),
    "a string": ("done", "invalid"),
    "a number": (1, "invalid"),
    "null": (None, "invalid"),
    "action as a string": ({"action": "done", "version": 3, "key": "KEY"}, "invalid"),
    "action as a list": ({"action": ["done"], "version": 3, "key": "KEY"}, "invalid"),
    "action null": ({"action": None, "version": 3, "key": "KEY"}, "invalid"),
    "no version": ({"action": DONE, "key": "KEY"}, "invalid"),
    "version as a string": ({"action": DONE, "version": "3", "key": "KEY"}, "invalid"),
    "version as a fraction": ({"action": DONE, "version": 3.0, "key": "KEY"}, "invalid"),
    "version true": ({"action": DONE, "version": True, "key": "KEY"}, "invalid"),
    "version negative": ({"action": DONE, "version": -1, "key": "KEY"}, "invalid"),
    "version enormous": ({"action": DONE, "version": 10**30, "key": "KEY"}, "invalid"),
    "no key": ({"action": DONE, "version": 3}, "invalid"),
    "key not a UUID": ({"action": DONE, "version": 3, "key": "seven"}, "invalid"),
    "key as a number": ({"action": DONE, "version": 3, "key": 7}, "invalid"),
    "unknown side": ({"action": DONE, "version": 3, "key": "KEY", "side": "mongol"}, "invalid"),
    "side as a list": ({"action": DONE, "version": 3, "key": "KEY", "side": ["frank"]}, "invalid"),
    "unknown name": ({"action": DONE, "version": 3, "key": "KEY", "dice": [6, 6, 6]}, "invalid"),
}
DEEP = "[" * 40 + "]" * 40
BAD_BYTES: dict[str, tuple[bytes, int, str]] = {
    "not JSON": (b"{", 400, "bad-request"),
    "nothing but space": (b" ", 400, "bad-request"),
    "not UTF-8": (b'{"action": "\xff\xfe"}', 400, "bad-request"),
    "UTF-16": ('{"version": 3}'.encode("utf-16"), 400, "bad-request"),
    "NaN": (b'{"version": NaN}', 400, "bad-request"),
    "Infinity": (b'{"version": -Infinity}', 400, "bad-request"),
    "a name twice": (b'{"version": 3, "version": 4}', 400, "bad-request"),
    "deep": (f'{{"action": {DEEP}}}'.encode(), 400, "bad-request"),
    "deeper than the stack": (b'{"action": ' + b"[" * 30_000, 400, "bad-request"),
    "a number of 10,000 digits": (b'{"version": ' + b"9" * 10_000 + b"}", 400, "bad-request"),
    "half a surrogate": (b'{"action": {"type": "\\ud800"}, "version": 3, "key": "KEY"}', 400, "bad-action"),
    "half a surrogate in a name": (b'{"action": {"type": "done"}, "versi\\ud800on": 3, "key": "KEY"}', 400, "invalid"),
    "10 MB": (b'{"action": "' + b"x" * 10_000_000 + b'"}', 413, "too-large"),
    "65 KB": (b'{"action": "' + b"x" * 65_536 + b'"}', 413, "too-large"),
}


@pytest.fixture(autouse=True)
def _nothing_changes(game: Game) -> Any:
    before = (list(GameEvent.objects.values()), Game.objects.values().get(), list(game.seats.values()))
    yield
    assert (list(GameEvent.objects.values()), Game.objects.values().get(), list(game.seats.values())) == before


def test_what_is_not_an_action_is_refused(game: Game, richard: Player, subtests: pytest.Subtests) -> None:
    for name, action in BAD_ACTIONS.items():
        with subtests.test(name):
            answer = problem(richard.act(game, action, version=3), 400, "bad-action")
            assert len(answer["detail"]) < 1000


def test_what_the_rules_do_not_allow_is_refused(game: Game, richard: Player, subtests: pytest.Subtests) -> None:
    for name, action in ILLEGAL_ACTIONS.items():
        with subtests.test(name):
            answer = problem(richard.act(game, action, version=3), 422, "illegal-action")
            assert answer["reason"]
            assert answer["rule"]


def test_a_body_of_the_wrong_shape_is_refused(game: Game, richard: Player, subtests: pytest.Subtests) -> None:
    for name, (body, code) in BAD_BODIES.items():
        with subtests.test(name):
            text = json.dumps(body).replace("KEY", new_key())
            response = richard.client.post(
                f"/api/v1/games/{game.public_id}/actions/", text, content_type="application/json"
            )
            problem(response, 400, code)


@pytest.mark.parametrize("verb", ["actions", "join"])
def test_bytes_that_are_no_decent_json_are_refused(
    verb: str, game: Game, richard: Player, subtests: pytest.Subtests
) -> None:
    for name, (data, status, code) in BAD_BYTES.items():
        with subtests.test(name):
            said = "invalid" if code == "bad-action" and verb != "actions" else code
            sent = data.replace(b"KEY", new_key().encode())
            response = richard.client.post(
                f"/api/v1/games/{game.public_id}/{verb}/", sent, content_type="application/json"
            )
            problem(response, status, said)


def test_another_kind_of_content_is_refused(game: Game, richard: Player) -> None:
    for content_type in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/xml",
    ]:
        response = richard.client.post(f"/api/v1/games/{game.public_id}/actions/", b"--x--", content_type=content_type)
        problem(response, 415, "unsupported-media-type")


def test_a_form_of_10_mb_is_refused(game: Game, richard: Player) -> None:
    response = richard.client.post(
        f"/api/v1/games/{game.public_id}/actions/",
        b"x=" + b"x" * 10_000_000,
        content_type="application/x-www-form-urlencoded",
    )
    assert response.status_code in (413, 415)


def test_what_does_not_exist_is_not_found(richard: Player) -> None:
    for path in [
        f"games/{NO_GAME}/view/",
        "games/7/view/",
        "games/../admin/",
        f"games/{NO_GAME}/history/1/view/",
        "games/%00/view/",
        "nowhere/",
        "invitations/%F0%9F%8F%B0/",
    ]:
        problem(richard.get(path), 404, "not-found")


def test_an_entry_without_a_position_is_not_found(game: Game, richard: Player) -> None:
    for number in ["0", "1", "2", "4", "999999999999999999999999"]:
        problem(richard.get(f"games/{game.public_id}/history/{number}/view/"), 404, "no-such-entry")


def test_a_bad_query_is_refused(game: Game, richard: Player) -> None:
    for path, query in [
        ("view/", {"side": "mongol"}),
        ("history/", {"after": "-1"}),
        ("history/", {"after": "x"}),
        ("history/", {"after": "9" * 30}),
        ("history/", {"limit": "0"}),
        ("history/", {"limit": "100000"}),
        ("history/", {"everything": "perhaps"}),
    ]:
        answer = problem(richard.get(f"games/{game.public_id}/{path}", **query), 400, "invalid")
        assert list(answer["fields"]) == list(query)


def test_a_bad_list_is_refused(richard: Player) -> None:
    for query in [{"list": "all"}, {"status": "lost"}, {"page": "0"}, {"page": "x"}, {"solo": "maybe"}]:
        problem(richard.get("games/", **query), 400, "invalid")


def test_a_game_that_cannot_be_is_refused(richard: Player) -> None:
    for body, code in [
        ({"side": "mongol"}, "invalid"),
        ({"solo": "true"}, "invalid"),
        ({"solo": 1}, "invalid"),
        ({"visibility": "secret"}, "invalid"),
        ({"ruleset": []}, "invalid"),
        ({"ruleset": {"handicap": 4}}, "bad-ruleset"),
        ({"ruleset": {"handicap": True}}, "bad-ruleset"),
        ({"ruleset": {"handicap": "2"}}, "bad-ruleset"),
        ({"ruleset": {"dragons": True}}, "bad-ruleset"),
        ({"ruleset": {"edition": "1.3"}}, "bad-ruleset"),
        ({"creator": "Saladin"}, "invalid"),
        ({"key": "x"}, "invalid"),
    ]:
        problem(richard.post("games/", body), 400, code)
