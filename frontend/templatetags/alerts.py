"""Alerts shown on other pages: a game's alerts, and the alarm for staff."""

from typing import Any

from django import template
from django.utils.translation import gettext_lazy as _

from games.alerts import words
from games.models import Game, GameAlerts, Mode, Notice, Target, User
from games.services.alerts import kinds
from games.statements import Statement
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
    for notice, target in _latest(user=user.pk, game=game.pk):
        notice.target = target
        latest.setdefault(notice.target_id, notice)
    lines = [{"kind": kinds.name_of(notice.kind), "way": words.way(notice), "state": words.describe(notice)} for notice in latest.values()]
    wish: GameAlerts | None = _wish.first(user=user.pk, game=game.pk)
    return {"game": game, "lines": lines, "modes": MODES, "mode": wish.mode if wish is not None else ""}


_wish = Statement("SELECT {wish} FROM games_gamealerts wish WHERE wish.user_id = %(user)s AND wish.game_id = %(game)s", wish=GameAlerts)
_latest = Statement(
    "SELECT {notice}, {target} FROM games_notice notice LEFT JOIN games_target target ON target.id = notice.target_id "
    "WHERE notice.user_id = %(user)s AND notice.game_id = %(game)s ORDER BY notice.created_at DESC, notice.id DESC LIMIT 20",
    notice=Notice,
    target=Target,
)


@register.simple_tag
def alarms_of_the_site() -> list[alarms.Alarm]:
    """Returns the site's alarms that are up, for staff."""
    return alarms.raised_alarms(alarms.site_state())
