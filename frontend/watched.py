"""A short-lived cache of the list of games to watch, which is the same for everybody who plays in none of them."""

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import caches
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from frontend.templatetags.lines import in_list, rows
from frontend.views.parts import lines_for
from games.models import User
from games.services.views import quick_lists

LONGEST_LIST = 25

WatchedGames = list[tuple[set[int | None], str]]


def watched_games(reader: User | AnonymousUser, most: int = LONGEST_LIST) -> SafeString:
    """Returns the public games of other people with the latest events, at most so many; empty if there are none."""
    key = f"watched-{get_language()}"
    found: WatchedGames | None = caches["near"].get(key)
    if found is None:
        found = _as_strangers_see_them()
        caches["near"].set(key, found, settings.GAMES_TO_WATCH_KEPT_FOR)
    shown = [row for players, row in found if reader.pk not in players or reader.pk is None][:most]
    return in_list(shown) if shown else SafeString()


def _as_strangers_see_them() -> WatchedGames:
    """Returns more games than are shown, so that enough remain for a reader who plays in some of them."""
    games = quick_lists.load(quick_lists.to_watch())
    lines = lines_for(AnonymousUser(), games)
    return [
        ({seat.user_id for seat in line["game"].seated}, row)
        for line, row in zip(lines, rows(lines, _("Watch")), strict=True)
    ]
