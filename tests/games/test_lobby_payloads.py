"""Lists and sockets say what they are meant to say, whatever is in the games and the messages."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.models import Game
from games.services.after_commit import announce
from rules.roster import BLOCKS
from tests.games.conftest import started
from tests.games.helpers import Player, choose, ok

FIELDS = {
    *(
        "id",
        "status",
        "solo",
        "computer",
        "odds",
        "hints",
        "take-over",
        "taken-over",
        "visibility",
        "by-hand",
        "dice-due-at",
        "rematch",
        "ruleset",
        "players",
        "free-side",
        "creator",
        "you",
        "awaited",
    ),
    *(
        "waits-for-you",
        "year",
        "turn",
        "pace",
        "weekend-zone",
        "result",
        "created-at",
        "started-at",
        "ended-at",
        "moved-at",
        "invitation",
        "practice",
    ),
}
LISTS = ("mine", "waiting", "invitations", "open", "public")
JSON = st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.lists(st.text(max_size=3), max_size=2)
NAMES = st.sampled_from(
    ["type", "game", "games", "count", "unread", "text", "user", "position", "version", "block", "side"]
)


@given(st.dictionaries(NAMES, JSON, max_size=8), st.sampled_from([*announce.USER_MESSAGES, "view", "position", ""]))
def test_of_a_message_only_the_listed_fields_leave(fields: dict[str, Any], kind: str) -> None:
    message = {**fields, "type": kind}
    told = announce.allowed(message)
    if kind not in announce.USER_MESSAGES:
        assert told is None
    else:
        assert told is not None
        assert set(told) <= {"type", *announce.USER_MESSAGES[kind]}
        assert all(told[name] == message[name] for name in told)


@pytest.mark.django_db
def test_a_line_of_a_list_has_the_listed_fields_and_nothing_of_the_board(
    richard: Player, saladin: Player, baldwin: Player
) -> None:
    """A game played at random for a while, in the eyes of both players, somebody else and a visitor."""
    random = Random(1)
    game = started(richard, saladin)
    private = started(richard, saladin, visibility="private")
    ok(richard.post("games/", {"visibility": "private"}))
    ok(saladin.post("games/", {}))
    for _ in range(25):
        player = richard if (view := richard.view(game))["actions"] else saladin
        view = view if player is richard else saladin.view(game)
        if view["actions"]:
            player.act(game, choose(view, random))
    tokens = {str(one.invitation_token): one.creator for one in Game.objects.all()}
    for player in (richard, saladin, baldwin):
        for name in LISTS:
            answer = ok(player.get("games/", list=name))
            text = json.dumps(answer)
            assert all(set(line) - {"unread", "record"} == FIELDS for line in answer["results"]), name
            assert not [block.id for block in BLOCKS if f'"{block.id}"' in text]
            assert not [token for token, creator in tokens.items() if token in text and creator != player.user]
            assert player is not baldwin or str(private.public_id) not in text
