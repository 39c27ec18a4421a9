"""Alerts shown on other pages: a game's alerts, and the alarm for staff."""

from typing import Any

from django import template
from django.utils.translation import gettext_lazy as _

from games.alerts import words
from games.models import Game, GameAlerts, Mode, Notice, User
from games.models.outgoing import UNSENT
from games.people.mail import confirmed_address
from games.services.alerts import kinds
from games.watching import alarms

register = template.Library()
MODES = [
    ("", _("Alerts as in my settings")),
    (Mode.AT_ONCE.value, _("Every alert at once")),
    (Mode.DIGEST.value, _("Mails in the daily digest only")),
    (Mode.OFF.value, _("No alerts of this game")),
]


@register.inclusion_tag("frontend/alerts/game.html")
def alerts_of(game: Game, user: User) -> dict[str, Any]:
    """A player's latest alert of this game at each target, and their setting for this game."""
    latest: dict[int | None, Notice] = {}
    for notice in (
        Notice.objects.filter(user=user, game=game).select_related("target").order_by("-created_at", "-pk")[:20]
    ):
        latest.setdefault(notice.target_id, notice)
    by_mail = [notice for notice in latest.values() if notice.target is None and notice.state in UNSENT]
    reachable = not by_mail or confirmed_address(user) is not None
    lines = [
        {
            "kind": kinds.name_of(notice.kind),
            "way": words.way(notice),
            "state": words.describe(notice, reachable=reachable or notice.target is not None),
        }
        for notice in latest.values()
    ]
    wish = GameAlerts.objects.filter(user=user, game=game).first()
    return {"game": game, "lines": lines, "modes": MODES, "mode": wish.mode if wish is not None else ""}


@register.simple_tag
def alarms_of_the_site() -> list[alarms.Alarm]:
    """Returns the site's alarms that are up, for staff."""
    return alarms.raised_alarms(alarms.site_state())
