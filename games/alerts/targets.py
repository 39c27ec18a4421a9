"""Alerts to a browser's push service or a chat's webhook. They contain no hidden facts, since many may read a chat."""

import json
from collections.abc import Callable, Sequence
from typing import NotRequired, TypedDict, cast

import requests
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.alerts import browsers, delivery_problems, failures
from games.alerts.failures import Failed
from games.alerts.guard import GuardedSession, check_address
from games.alerts.keys import vapid
from games.alerts.reading import Reading
from games.links import absolute
from games.models import Notice, Target, User, Word
from games.models.outgoing import Failure
from games.shapes import Json

MOST_TARGETS = 10
MOST_LETTERS = 1900
"""Discord takes 2000; a push service 4096 bytes, encrypted."""
LINES = 5
"""So many alerts are named in a message that stands for many."""
PUSH_KEPT_FOR = 24 * 3600
"""Seconds for which a push service keeps an alert for a browser that is off."""


Answer = requests.Response | Exception


class BadTarget(ValueError):
    """The address cannot be used; its text tells the owner why."""


WRONG_ADDRESS: dict[str, Callable[[], str]] = {
    "not an address": lambda: _("This is not an address."),
    "https only": lambda: _("The address must begin with https://."),
    "port": lambda: _("The address must use the port 443 or 8443."),
    "no name or password": lambda: _("The address must not hold a name or password."),
    "internal": lambda: _("This address is not on the open internet."),
}


def add(
    *,
    user: User,
    kind: str,
    address: str,
    keys: dict[str, str] | None = None,
    name: str = "",
    session: str = "",
    before: str = "",
) -> Target:
    """Saves a target of a person; the same address again replaces its keys.

    Raises BadTarget. Of a browser: the `session` of the person there, and the address of its subscription `before`.
    """
    wrong = check_address(address)
    if wrong or len(address) > 1000:
        raise BadTarget(WRONG_ADDRESS[wrong or "not an address"]())
    if Target.objects.filter(user=user).exclude(address__in=(address, before)).count() >= MOST_TARGETS:
        raise BadTarget(_("There are as many as there can be. Remove one first."))
    found, _made = Target.objects.update_or_create(
        user=user, address=address, defaults={"kind": kind, "keys": keys or {}, "name": name, **WELL}
    )
    if kind == Target.Kind.PUSH:
        browsers.note_login(user=user, address=address, session=session)
        browsers.replace(found, before)
    delivery_problems.update_failure_flag(user.pk)
    return found


def replace_subscription(*, user: User, address: str, keys: dict[str, str], session: str, before: str) -> bool:
    """Saves the subscription by which a browser has replaced the one at the address `before`.

    Returns whether the person had that one. Raises BadTarget.
    """
    former = Target.objects.filter(user=user, kind=Target.Kind.PUSH, address=before).first()
    if former is None:
        return False
    add(user=user, kind=Target.Kind.PUSH, address=address, keys=keys, name=former.name, session=session, before=before)
    return True


WELL: Json = {"failures": 0, "failure": "", "failing_since": None, "rests_until": None, "resting": False}
WELL |= {"last_error": "", "told_at": None, "read_at": None}
"""The columns of a target that takes what is sent."""


class Text(TypedDict):
    """The text of an alert for a target, with what it is about. `alerts`: those for which one stands."""

    id: str
    kind: str
    game: str
    players: str
    text: str
    link: str
    alerts: NotRequired[list["Text"]]


def message_of(notice: Notice) -> Text:
    """Returns the text of an alert, in its reader's language. `game` is empty in one of a tournament or a day."""
    reading = Reading(notice)
    return {
        "id": notice.token.hex,
        "kind": notice.kind,
        "game": str(notice.game.public_id) if notice.game_id is not None else "",
        "players": reading.about(),
        "text": reading.title(),
        "link": reading.link(),
    }


def message_of_many(notices: Sequence[Notice]) -> Text:
    """Returns the text that stands for many alerts, the oldest first, in their reader's language. `alerts` has the text
    of each.
    """
    turns = len({notice.game_id for notice in notices if Reading(notice).alert.waits})
    said = [
        ngettext("{count} alert has waited for you here.", "{count} alerts have waited for you here.", len(notices))
    ]
    if turns:
        said.append(ngettext("It is your turn in {turns} game.", "It is your turn in {turns} games.", turns))
    text = " ".join(said).format(count=len(notices), turns=turns)
    each = [message_of(notice) for notice in notices]
    return {
        "id": each[-1]["id"],
        "kind": "waiting",
        "game": "",
        "players": "Crusader Rex",
        "text": text,
        "link": absolute(reverse("my-games")),
        "alerts": each,
    }


def text_about_alerts(row: Word) -> Text:
    """Returns the text of a message about the alerts themselves, in its reader's language."""
    link = absolute(reverse("login" if row.kind == Word.Kind.LOGGED_OUT else "alerts"))
    return {
        "id": f"word-{row.pk}",
        "kind": "alerts",
        "game": "",
        "players": "Crusader Rex",
        "text": delivery_problems.text_of(row),
        "link": link,
    }


def word_of_trial() -> Text:
    """Returns the text of a test message."""
    text = _("This is a trial. Alerts will arrive here.")
    return {"id": "test", "kind": "test", "game": "", "players": "Crusader Rex", "text": text, "link": absolute("/")}


def send_to_target(target: Target, message: Text) -> Answer:
    """Sends a message. Returns the answer, or the error. Uses no database, since several run in threads at once."""
    try:
        return (
            _push_to_browser(target, message) if target.kind == Target.Kind.PUSH else _post_to_webhook(target, message)
        )
    except Exception as error:
        return error


def save_outcome(target: Target, answer: Answer) -> None:
    """Saves the outcome of sending to a target. Raises Failed for a failure, with the text that the target's owner
    reads. After it the target rests until the next try, or is stopped until its owner acts.
    """
    if isinstance(answer, OSError):  # those of requests are such, too
        raise note_failure(target, Failed(failures.of_web_error(answer), _plain(answer)))
    if isinstance(answer, Exception):
        raise answer
    status, push = answer.status_code, target.kind == Target.Kind.PUSH
    kind = failures.of_push(status) if push else failures.of_chat(status, answer.text)
    if kind is None:
        pause = failures.pause_asked(answer.headers)
        Target.objects.filter(pk=target.pk).update(**WELL | {"last_sent_at": timezone.now()})
        if target.failing_since is not None:
            delivery_problems.update_failure_flag(target.user_id)
        if pause:
            Target.objects.filter(address=target.address).update(rests_until=timezone.now() + pause)
        return
    raise note_failure(
        target,
        Failed(
            kind, _failure_in_words(status, kind, push), after=failures.retry_after(answer.headers.get("Retry-After"))
        ),
    )


def _failure_in_words(status: int, kind: Failure, push: bool) -> str:
    """Returns in words why a request to a target failed."""
    if kind == Failure.GONE:
        return (
            _("The browser takes no alerts any more.")
            if push
            else _("The chat takes no alerts any more: its webhook was deleted.")
        )
    if 300 <= status < 400:
        return _("The address leads elsewhere ({status}). Give the one it leads to.").format(status=status)
    return _("The server answered with the error {status}.").format(status=status)


def note_failure(target: Target, failed: Failed) -> Failed:
    """Has a target rest, or stops it, as the class of the failure wants it.

    All that post to the same address rest with it.
    """
    now = timezone.now()
    since = target.failing_since if target.failure == failed.kind and target.failing_since else now
    target.failures, target.failure, target.failing_since = target.failures + 1, failed.kind, since
    target.rests_until = now + failures.pause_after_failures(failed.kind, target.failures, failed.after)
    target.last_error, target.last_error_at = str(failed)[:200], now
    target.resting = target.resting or failures.must_stop(failed.kind, target.failures, now - since)
    target.save(
        update_fields=["failures", "failure", "failing_since", "rests_until", "last_error", "last_error_at", "resting"]
    )
    delivery_problems.update_failure_flag(target.user_id)
    delivery_problems.tell_others(target)
    if failed.kind == Failure.LATER:
        Target.objects.filter(address=target.address).exclude(pk=target.pk).update(rests_until=target.rests_until)
    return failed


def _plain(error: Exception) -> str:
    """The error in words, without an internal host's answer: users could otherwise map our network."""
    if isinstance(error, requests.Timeout):
        return _("The server did not answer in time.")
    return _("The server could not be reached.")


def _post_to_webhook(target: Target, message: Text) -> requests.Response:
    """Sends a message to a webhook, in the form that its kind takes."""
    body: Json
    if target.kind == Target.Kind.DISCORD:
        said = f"**{message['players']}**: {message['text']} {message['link']}{_lines_of_many(message, '**')}"
        # Names may hold an @: they shall call nobody.
        body = {"content": said[:MOST_LETTERS], "allowed_mentions": {"parse": []}}
    elif target.kind == Target.Kind.SLACK:
        said = (
            _for_slack(f"{message['players']}: {message['text']}")
            + f" {message['link']}"
            + _for_slack(_lines_of_many(message))
        )
        body = {"text": said[:MOST_LETTERS]}
    else:
        body = {**message}
    return GuardedSession().post(target.address, json=body)


def _lines_of_many(message: Text, bold: str = "") -> str:
    """Returns the first of many alerts that one message stands for, a line each."""
    each = message.get("alerts", ())
    lines = [f"{bold}{one['players']}{bold}: {one['text']}" for one in each[:LINES]]
    return "".join(f"\n{line}" for line in [*lines, *(["…"] if len(each) > LINES else [])])


def _for_slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _push_to_browser(target: Target, message: Text) -> requests.Response:
    """Sends a push message to a browser."""
    # A whole HTTP client of 10 MB, which a web process needs only when somebody tries an alert out.
    from pywebpush import WebPushException, webpush  # noqa: PLC0415

    shown = {"title": message["players"], "body": (message["text"] + _lines_of_many(message))[: MOST_LETTERS // 2]}
    shown |= {"link": message["link"], "tag": message["game"] or message["kind"]}
    try:
        answer: requests.Response = webpush(
            subscription_info={"endpoint": target.address, "keys": target.keys},
            data=json.dumps(shown),
            vapid_private_key=vapid(),
            vapid_claims={"sub": f"mailto:{settings.CONTACT_MAIL}"},
            ttl=PUSH_KEPT_FOR,
            requests_session=GuardedSession(),
        )
    except WebPushException as error:
        if error.response is None:
            raise requests.RequestException(str(error)) from error
        return cast("requests.Response", error.response)
    return answer
