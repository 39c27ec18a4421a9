"""Alerts to a browser's push service or a chat's webhook. They contain no hidden facts, since many may read a chat."""

import json
from collections.abc import Callable
from typing import NoReturn

import requests
from django.conf import settings
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from games.alerts import words
from games.alerts.guard import GuardedSession, check_address
from games.alerts.keys import vapid
from games.alerts.trouble import NotNow, Refused
from games.links import absolute
from games.models import Notice, Target, User
from games.shapes import Json

MOST_TARGETS = 10
FAILURES_BEFORE_REST = 5
GONE = (404, 410)
PUSH_KEPT_FOR = 24 * 3600
"""Seconds for which a push service keeps an alert for a browser that is off."""


Answer = int | Exception


class BadTarget(ValueError):
    """The address cannot be used; its text tells the owner why."""


WRONG_ADDRESS: dict[str, Callable[[], str]] = {
    "not an address": lambda: _("This is not an address."),
    "https only": lambda: _("The address must begin with https://."),
    "port": lambda: _("The address must use the port 443 or 8443."),
    "no name or password": lambda: _("The address must not hold a name or password."),
    "internal": lambda: _("This address is not on the open internet."),
}


def add(*, user: User, kind: str, address: str, keys: dict[str, str] | None = None, name: str = "") -> Target:
    """Saves a target of a person; the same address again replaces its keys. Raises BadTarget."""
    wrong = check_address(address)
    if wrong or len(address) > 1000:
        raise BadTarget(WRONG_ADDRESS[wrong or "not an address"]())
    if Target.objects.filter(user=user).exclude(address=address).count() >= MOST_TARGETS:
        raise BadTarget(_("There are as many as there can be. Remove one first."))
    found, _made = Target.objects.update_or_create(
        user=user, address=address, defaults={"kind": kind, "keys": keys or {}, "name": name, "failures": 0, "resting": False}
    )
    return found


def message_of(notice: Notice) -> dict[str, str]:
    """Returns the text of an alert, in its reader's language. `game` is empty in one of a tournament."""
    return {
        "id": notice.token.hex,
        "kind": notice.kind,
        "game": str(notice.game.public_id) if notice.tournament is None else "",
        "players": words.players(notice),
        "text": words.title(notice),
        "link": words.link(notice),
    }


def word_of_trial() -> dict[str, str]:
    """Returns the text of a test message."""
    text = _("This is a trial. Alerts will arrive here.")
    return {"id": "test", "kind": "test", "game": "", "players": "Crusader Rex", "text": text, "link": absolute("/")}


def tell(target: Target, message: dict[str, str]) -> Answer:
    """Sends a message. Returns the answer's status, or the error in words. Uses no database, since several run in threads at once."""
    try:
        return _push(target, message) if target.kind == Target.Kind.PUSH else _post(target, message)
    except Exception as error:
        return error


def judge(target: Target, answer: Answer, *, trial: bool = False) -> None:
    """Saves the outcome of sending to a target. Raises NotNow or Refused, with the text that its owner reads, for a failure."""
    if isinstance(answer, OSError):  # those of requests are such, too
        _failed(target, _plain(answer))
    elif isinstance(answer, Exception):
        raise answer
    elif 200 <= answer < 300:
        Target.objects.filter(pk=target.pk).update(failures=0, resting=False, last_error="", last_sent_at=timezone.now())
    elif target.kind == Target.Kind.PUSH and answer in GONE:
        # The browser has withdrawn its consent: nothing will ever arrive there. Who tries it out is told so, and removes it.
        if trial:
            _failed(target, _("The browser takes no alerts any more."), rests=True)
        target.delete()
        raise Refused(_("The browser takes no alerts any more."))
    elif 300 <= answer < 400:
        _failed(target, _("The address leads elsewhere ({status}). Give the one it leads to.").format(status=answer))
    else:
        _failed(target, _("The server answered with the error {status}.").format(status=answer))


def _failed(target: Target, why: str, *, rests: bool = False) -> NoReturn:
    Target.objects.filter(pk=target.pk).update(failures=F("failures") + 1, last_error=why[:200], last_error_at=timezone.now())
    tired = Target.objects.filter(pk=target.pk) if rests else Target.objects.filter(pk=target.pk, failures__gte=FAILURES_BEFORE_REST)
    raise (Refused if tired.update(resting=True) else NotNow)(why)


def _plain(error: Exception) -> str:
    """The error in words, without an internal host's answer: users could otherwise map our network."""
    if isinstance(error, requests.Timeout):
        return _("The server did not answer in time.")
    return _("The server could not be reached.")


def _post(target: Target, message: dict[str, str]) -> int:
    body: Json
    if target.kind == Target.Kind.DISCORD:
        # Names may hold an @: they shall call nobody.
        body = {"content": f"**{message['players']}**: {message['text']} {message['link']}", "allowed_mentions": {"parse": []}}
    elif target.kind == Target.Kind.SLACK:
        body = {"text": _for_slack(f"{message['players']}: {message['text']}") + f" {message['link']}"}
    else:
        body = dict(message)
    return GuardedSession().post(target.address, json=body).status_code


def _for_slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _push(target: Target, message: dict[str, str]) -> int:
    # A whole HTTP client of 10 MB, which a web process needs only when somebody tries an alert out.
    from pywebpush import WebPushException, webpush  # noqa: PLC0415

    try:
        response = webpush(
            subscription_info={"endpoint": target.address, "keys": target.keys},
            data=json.dumps({"title": message["players"], "body": message["text"], "link": message["link"], "tag": message["game"]}),
            vapid_private_key=vapid(),
            vapid_claims={"sub": f"mailto:{settings.CONTACT_MAIL}"},
            ttl=PUSH_KEPT_FOR,
            requests_session=GuardedSession(),
        )
    except WebPushException as error:
        if error.response is None:
            raise requests.RequestException(str(error)) from error
        return int(error.response.status_code)
    return int(response.status_code)
