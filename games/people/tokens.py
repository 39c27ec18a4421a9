"""Personal tokens: creates, revokes and looks them up, for requests and sockets.

The word is shown once, to who made it; kept is its digest, which needs no salt and no slow hash, since it is random. A
token ends when it is revoked, with a new password, as sessions do, and with the account. It opens the API and the
sockets, no page: nothing of the staff's.
"""

import secrets
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256

from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import ngettext

from games.closing import NOBODY, refuse
from games.errors import TooManyTokens
from games.models import PersonalToken, User
from games.shapes import Application, Receive, Scope, Send

MOST = 10
"""Tokens one person may have."""
SIGN = "crex_"
"""Every token begins so: who finds one in a file knows what it opens."""
NOTED_EACH = timedelta(minutes=5)
"""The last use is written down no more often than this."""


def valid_tokens(user: User) -> list[PersonalToken]:
    """Returns a person's valid tokens, latest first."""
    return [
        token
        for token in PersonalToken.objects.filter(user=user).order_by("-pk")
        if _is_password_unchanged(token, user)
    ]


def make(*, user: User, name: str, scope: str) -> tuple[PersonalToken, str]:
    """Creates a token. Returns it and its secret, which is not stored. Raises TooManyTokens."""
    with transaction.atomic():
        person = User.objects.select_for_update().get(pk=user.pk)
        kept = valid_tokens(person)
        if len(kept) >= MOST:
            detail = ngettext(
                "You have {count} token. Revoke it first.", "You have {count} tokens. Revoke one first.", MOST
            )
            raise TooManyTokens(detail.format(count=MOST), limit=MOST)
        PersonalToken.objects.filter(user=person).exclude(pk__in=[token.pk for token in kept]).delete()
        word = SIGN + secrets.token_urlsafe(32)
        mark = person.get_session_auth_hash()
        token = PersonalToken.objects.create(
            user=person, name=name, scope=scope, digest=_hash_of(word), password_mark=mark
        )
    return token, word


def revoke(*, user: User, number: int) -> bool:
    """Revokes a token and closes the sockets opened with it. Returns False if the person has no such token."""
    deleted, _rows = PersonalToken.objects.filter(user=user, pk=number).delete()
    if deleted:
        transaction.on_commit(
            lambda: async_to_sync(get_channel_layer().group_send)(group(number), {"type": "token.revoked"})
        )
    return bool(deleted)


def group(number: int) -> str:
    """The channel group of the sockets opened with a token."""
    return f"token.{number}"


def has_token(header: str) -> bool:
    """Whether an `Authorization` header contains a token, valid or not."""
    return header[:7].lower() == "bearer "


def find_valid(header: str) -> PersonalToken | None:
    """Returns the valid token of a header with its person, or None, and notes its use."""
    token = PersonalToken.objects.filter(digest=_hash_of(header[7:].strip())).select_related("user").first()
    if token is None or not token.user.is_active or not _is_password_unchanged(token, token.user):
        return None
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at > NOTED_EACH:
        PersonalToken.objects.filter(pk=token.pk).update(last_used_at=now)
    return token


def reload_token(token: PersonalToken) -> PersonalToken | None:
    """Reloads a token with its person; None if it is revoked or expired."""
    now = PersonalToken.objects.filter(pk=token.pk).select_related("user").first()
    return now if now is not None and now.user.is_active and _is_password_unchanged(now, now.user) else None


def token_of_request(request: HttpRequest) -> PersonalToken | None:
    """Returns the token of an API request."""
    token: PersonalToken | None = request.META.get("games.token")
    return token


def _is_password_unchanged(token: PersonalToken, user: User) -> bool:
    """Whether the person's password is the one with which the token was made."""
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return any(constant_time_compare(token.password_mark, each) for each in hashes)


def _hash_of(word: str) -> str:
    return sha256(word.encode("utf-8", "replace")).hexdigest()


def middleware(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Sets the token's person as the request's user, before limits and language. Neither reads nor starts a session.

    It stands here rather than in DRF so that a program is charged as the person it acts for. Pages know no tokens.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        """Answers the request as the token's person."""
        header = request.headers.get("Authorization", "")
        if request.path_info.startswith("/api/") and has_token(header):
            request.META["games.token"] = token = find_valid(header)
            request.user = token.user if token else AnonymousUser()
        return get_response(request)

    return answer


class ByToken:
    """ASGI middleware: a socket with a token belongs to its person.

    Browsers cannot send the header, so others authenticate by session.
    """

    def __init__(self, application: Application, *, otherwise: Application) -> None:
        self.application, self.otherwise = application, otherwise

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        header = dict(scope.get("headers", [])).get(b"authorization", b"").decode("latin1")
        if not has_token(header):
            await self.otherwise(scope, receive, send)
            return
        token = await database_sync_to_async(find_valid)(header)
        if token is None:
            await refuse(send, NOBODY)
            return
        await self.application({**scope, "user": token.user, "token": token}, receive, send)
