"""Messages and notebook of a game, for its players alone."""

import uuid
from typing import TypedDict

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers as drf
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import find_game
from games.alerts.words import moment_in_words
from games.api.acts import read
from games.api.endpoint import Endpoint, list_json
from games.api.fields import Lines, Shape, StrictBoolean, StrictInteger, StrictSerializer, StrictString, StrictUUID
from games.api.operations import Answer, Operation
from games.api.serializers import KEY_HELP, Nothing
from games.api.views import person, read_body, responses
from games.services.talk import notebook, talk
from games.services.talk.phrases import PHRASES
from games.shapes import JsonObject

LARGEST = 2**31 - 1


class TalkQuery(Shape):
    after = drf.IntegerField(
        min_value=0,
        max_value=LARGEST,
        required=False,
        help_text="Messages with a greater number only, the first of them.",
    )
    before = drf.IntegerField(
        min_value=1,
        max_value=LARGEST,
        required=False,
        help_text="Messages with a smaller number only, the last of them.",
    )


class NewMessage(StrictSerializer):
    text = StrictString(
        required=False, default="", allow_blank=True, max_length=4 * talk.LONGEST, help_text="Plain text."
    )
    phrase = StrictString(
        required=False,
        default="",
        allow_blank=True,
        max_length=24,
        help_text=f"Instead of `text`: a phrase that both read in their own language. One of {', '.join(PHRASES)}.",
    )
    key = StrictUUID(help_text=KEY_HELP)


class ReadUpTo(StrictSerializer):
    number = StrictInteger(min_value=0, max_value=LARGEST, help_text="The number of the last message seen.")


class Muting(StrictSerializer):
    muted = StrictBoolean()


class Message(Shape):
    number = drf.IntegerField()
    own = drf.BooleanField()
    author = drf.CharField()
    text = drf.CharField(help_text="Empty when withdrawn. Phrases in the reader's language.")
    at = drf.DateTimeField()
    when = drf.CharField(help_text="The time in words, by the reader's clock.")
    withdrawn = drf.BooleanField()
    unread = drf.BooleanField()
    withdrawable = drf.BooleanField()


class TalkOfGame(Lines):
    """The messages of a game, oldest first."""

    results = Message(many=True)
    previous = drf.IntegerField(
        allow_null=True, help_text="What to ask for as `before` for older ones; null when there are none."
    )
    unread = drf.IntegerField()
    muted = drf.BooleanField()
    muted_everywhere = drf.BooleanField(help_text="One muted the other on their page.")
    partner = drf.CharField(allow_null=True, help_text="Who would read a message now.")


class Left(Shape):
    unread = drf.IntegerField()


class Notebook(Shape):
    text = drf.CharField()
    version = drf.IntegerField()
    saved_at = drf.DateTimeField(allow_null=True)


class Writing(StrictSerializer):
    text = StrictString(allow_blank=True, trim_whitespace=False, max_length=2 * notebook.LONGEST)
    version = StrictInteger(min_value=0, max_value=LARGEST, help_text="The `version` of the text that was changed.")


class Talk(Endpoint):
    query = TalkQuery

    @extend_schema(operation_id="get_talk", parameters=[TalkQuery], responses=responses(TalkOfGame))
    def get(self, request: Request, game_id: uuid.UUID) -> Response:
        """The messages between the game's players. Marks nothing as read."""
        query = read(self.query, request.query_params)
        found = talk.read(
            find_game(user=person(request), game_id=game_id), after=query.get("after"), before=query.get("before")
        )
        return Response(
            list_json(
                [line_json(line) for line in found.lines],
                count=found.count,
                following=found.next,
                previous=found.previous,
                unread=found.unread,
                muted=found.muted,
                partner=found.partner.get_username() if found.partner else None,
            )
            | {"muted-everywhere": found.muted_everywhere}
        )

    @extend_schema(operation_id="post_message", request=NewMessage, responses=responses(Message, 201))
    def post(self, request: Request, game_id: uuid.UUID) -> Response:
        """Sends a message to the other player."""
        body = read_body(NewMessage, request)
        line = talk.post(user=person(request), game_id=game_id, **body)
        # A message has no address of its own: where it is the first that is listed.
        location = {"Location": f"{reverse('api-talk', args=[game_id])}?after={line.number - 1}"}
        return Response(line_json(line), status=status.HTTP_201_CREATED, headers=location)


class NotebookOfGame(Endpoint):
    @extend_schema(operation_id="get_notebook", responses=responses(Notebook))
    def get(self, request: Request, game_id: uuid.UUID) -> Response:
        """One's own notebook of the game. Nobody else can read it."""
        return Response(notebook_json(notebook.read(find_game(user=person(request), game_id=game_id))))

    @extend_schema(operation_id="save_notebook", request=Writing, responses=responses(Notebook))
    def put(self, request: Request, game_id: uuid.UUID) -> Response:
        """Saves the notebook. The problem `stale-note` comes with the text that another page saved meanwhile."""
        body = read_body(Writing, request)
        return Response(notebook_json(notebook.save(user=person(request), game_id=game_id, **body)))


def line_json(line: talk.MessageLine) -> JsonObject:
    """A message as JSON, with its time in words."""
    return line.to_json() | {"when": moment_in_words(line.at)}


NotebookJson = TypedDict("NotebookJson", {"text": str, "version": int, "saved-at": str | None})


def notebook_json(written: notebook.SavedText) -> NotebookJson:
    """The notebook's text, its version, and when it was saved (ISO 8601, or null)."""
    saved = written.saved_at.isoformat() if written.saved_at else None
    return {"text": written.text, "version": written.version, "saved-at": saved}


# fmt: off
MARK_READ = Operation("mark_talk_read", talk.mark_read, ReadUpTo, Answer(Left, lambda unread: {"unread": unread}),
    "Marks messages up to this number as read. The other player is not told.")
MUTE = Operation("mute_talk", talk.mute_in_game, Muting, None,
    "Hides the other player's messages in this game, and their alerts; or shows them again. The other player is not "
    "told.")
WITHDRAW = Operation("withdraw_message", talk.withdraw, Nothing, Answer(Message, line_json),
    "Withdraws a message of one's own, within two minutes.")
# fmt: on
