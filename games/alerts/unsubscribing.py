"""Unsubscribe links in mails: signed, valid for more than a year, used without a login."""

from dataclasses import dataclass
from datetime import timedelta

from django.core import signing
from django.urls import reverse

from games.alerts import preferences
from games.links import absolute
from games.models import Game, Notice, User

SALT = "games.alerts.stop"
EVERYTHING = ""
GOOD_FOR = timedelta(days=400)
"""Longer than anybody keeps a mail to stop the next: laws ask for a month.

After that it is a found letter, not a wish.
"""


@dataclass(frozen=True, slots=True)
class Stop:
    """The meaning of an unsubscribe link: the person, the kind of alert (empty: every kind), and the game of its
    mail.
    """

    user: User
    kind: str
    game: Game | None


def token(*, user: User, kind: str, game: Game | None) -> str:
    """The signed part of an unsubscribe link, of a kind, a game, or all mails; it does not expire."""
    return signing.dumps([user.pk, kind, game.pk if game else 0], salt=SALT, compress=False)


def address(*, user: User, kind: str, game: Game | None) -> str:
    """The URL of an unsubscribe link."""
    return absolute(reverse("stop-alerts", args=[token(user=user, kind=kind, game=game)]))


def read(text: str) -> Stop | None:
    """Returns the meaning of a link; None if its signature is wrong or the person's account is gone."""
    try:
        user_id, kind, game_id = signing.loads(text, salt=SALT, max_age=GOOD_FOR)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None or kind not in (*Notice.Kind.values, EVERYTHING):
        return None
    return Stop(user, kind, Game.objects.filter(pk=game_id).first() if game_id else None)


def apply(stop: Stop, what: str) -> str:
    """Stops mails of this `kind`, of this `game`, or `everything`. Returns which of them it was."""
    if what == "game" and stop.game is not None:
        preferences.stop(user=stop.user, game=stop.game)
        return "game"
    if what == "everything" or not stop.kind:
        preferences.stop(user=stop.user)
        return "everything"
    preferences.stop(user=stop.user, kind=stop.kind)
    return "kind"
