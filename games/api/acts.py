"""The acts of a player as data, for HTTP and sockets: the shape of a request, the service that performs it, and the
answer.
"""

import uuid
from collections.abc import Callable

from rest_framework import serializers as drf

from games.access import Access, Viewer
from games.api import serializers
from games.models import User
from games.services.play import play
from games.services.record.state import state_seen_by_viewer
from games.services.views.news import news, news_and_entries
from games.services.views.view import facts_of, view_of
from games.shapes import Json, JsonObject, JsonValue, Untyped, View


def read(shape: type[drf.BaseSerializer[Untyped]], data: object) -> Json:
    """Returns the data checked by a serializer. Raises DRF's ValidationError."""
    try:
        return dict(cached_serializer(shape).run_validation(data))
    except drf.ValidationError:
        # By a serializer of its own, which words the refusal in the reader's language.
        shape(data=data).is_valid(raise_exception=True)
        raise


_made: dict[type[drf.BaseSerializer[Untyped]], Untyped] = {}


def cached_serializer(shape: type[drf.BaseSerializer[Untyped]]) -> Untyped:
    """Returns the cached serializer instance of a class. Making one's fields takes longer than reading a message, and
    reading leaves no state in it.
    """
    return _made.get(shape) or _made.setdefault(shape, shape())


def take_actions(user: User, game_id: uuid.UUID, data: object) -> JsonObject:
    """Performs one action or a list of them, all or none. Raises the problems of `games.errors`."""
    body = read(serializers.ActionAct, data)
    result = play.submit(
        game_id=game_id,
        user=user,
        actions=body["actions"] if "actions" in body else [body["action"]],
        expected_version=body["version"],
        idempotency_key=body["key"],
        side=body.get("side"),
    )
    return _answer(result, body)


def undo(user: User, game_id: uuid.UUID, data: object) -> JsonObject:
    """Takes back the side's last act, if it can be taken back."""
    body = read(serializers.Act, data)
    return _answer(play.undo(game_id=game_id, user=user, **_common_arguments(body)), body)


def restart_turn(user: User, game_id: uuid.UUID, data: object) -> JsonObject:
    """Takes back all acts of the side that can be taken back."""
    body = read(serializers.Act, data)
    return _answer(play.restart_turn(game_id=game_id, user=user, **_common_arguments(body)), body)


def resign(user: User, game_id: uuid.UUID, data: object) -> JsonObject:
    """Resigns the game for the side of the person who asks."""
    body = read(serializers.Resignation, data)
    return _answer(play.resign(game_id=game_id, user=user, **_common_arguments(body)), body)


ACTS: dict[str, Callable[[User, uuid.UUID, JsonValue], Json]] = {
    "actions": take_actions,
    "undo": undo,
    "restart-turn": restart_turn,
    "resign": resign,
}


def view_and_news(access: Access, viewer: Viewer, since: int | None) -> View:
    """Returns the view and, if a version was named, the news since it."""
    view = view_of(state_seen_by_viewer(access, viewer), viewer)
    return view if since is None else {**view, "news": news(access, viewer, since)}


def _common_arguments(body: Json) -> Json:
    """Returns the arguments of `play` that every act's body has."""
    return {"expected_version": body.get("version"), "idempotency_key": body["key"], "side": body.get("side")}


def _answer(result: play.ActResult, body: Json) -> JsonObject:
    """Returns the view after an act, the facts visible to the player, and the news since the version they had."""
    known = (*result.events, *result.followed)
    latest, entries = news_and_entries(result.state.access, result.side, body.get("version") or 0, known=known)
    facts = [
        fact
        for event in result.visible
        for fact in (
            entries[event.seq]["events"]
            if event.seq in entries
            else facts_of(event, result.side, own=True, solo=result.state.access.game.solo)
        )
    ]
    return {"view": view_of(result.state, result.side), "events": facts, "news": latest}
