"""The reader's waiting games, presence, results and searches in words."""

from typing import Any

from django import template
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from frontend.templatetags.game_words import option_names
from games.alerts import browsers
from games.models import Game, Seeker, User
from games.paces import pace_name
from games.people import presence, relations
from games.services.results.results import PlayerResults
from games.services.views import listing
from games.words import side_name

register = template.Library()


def waiting(context: Any) -> list[str]:
    """Returns the games that wait for the reader, read once a request."""
    request = context.get("request")
    if request is None or not isinstance(request.user, User):
        return []
    if not hasattr(request, "waiting_games"):
        found = context.get("waiting_games")
        request.waiting_games = listing.waiting_ids(request.user) if found is None else found
    return list(request.waiting_games)


@register.simple_tag(takes_context=True)
def title_mark(context: Any) -> str:
    """The number of waiting games, for the page's title."""
    count = len(waiting(context))
    return f"({count}) " if count else ""


@register.inclusion_tag("frontend/lobby/next.html", takes_context=True)
def next_link(context: Any) -> dict[str, Any]:
    """The link to the next waiting game, on every page; on a game's page to another one.

    Scripts find their socket by it.

    Nothing for who is banned, and may read a few pages all the same.
    """
    game = context.get("game")
    here = str(game.public_id) if isinstance(game, Game) else ""
    request = context.get("request")
    if request is not None and "games.banned" in request.META:
        return {}
    person = isinstance(getattr(request, "user", None), User)
    browser = browsers.mark_of(request.session.session_key or "") if person and hasattr(request, "session") else ""
    return {
        "person": person,
        "here": here,
        "browser": browser,
        "count": len([one for one in waiting(context) if one != here]),
    }


@register.inclusion_tag("frontend/people/relation.html", takes_context=True)
def relation_to(context: Any, other: User) -> dict[str, Any]:
    """For logged-in readers the button that blocks or unblocks this player."""
    request = context["request"]
    reader = request.user if isinstance(request.user, User) and request.user.pk != other.pk else None
    if reader is None:
        return {}
    blocked = relations.has_blocked(reader, other)
    return {"other": other, "blocked": blocked, "here": request.path, "csrf_token": context.get("csrf_token")}


@register.simple_tag
def where(user: User) -> str:
    """A player's presence or last visit, as others may know it; empty if they hide it."""
    found = presence.whereabouts(user)
    if found.state == "here":
        return _("On the site now.")
    if found.seen_at is None:
        return ""
    return _("Last here: {moment}").format(
        moment=formats.date_format(timezone.localtime(found.seen_at), "SHORT_DATETIME_FORMAT")
    )


@register.filter
def record_line(record: PlayerResults, side: str = "") -> str:
    """A player's results in a few words, with their rating for the side they play, or for both while that is open."""
    said = ngettext("won {won} of {count} game", "won {won} of {count} games", record.games).format(
        won=record.won, count=record.games
    )
    said = said if record.games else _("no finished games yet")
    late = ngettext("{count} lost by time", "{count} lost by time", record.timed_out).format(count=record.timed_out)
    said = f"{said}, {late}" if record.timed_out else said
    # The question mark is that of chess: it may still change much.
    ratings = {name: one.rating for name, one in record.sides.items() if one.rating and side in ("", name)}
    rated = [f"{side_name(name)} {rating.mu:.0f}{'?' * rating.provisional}" for name, rating in ratings.items()]
    return _("{record}; rated {ratings}").format(record=said, ratings=", ".join(rated)) if rated else said


@register.filter
def is_over(seeker: Seeker) -> bool:
    """Whether a search for an opponent has expired."""
    return seeker.until <= timezone.now()


@register.filter
def wish_line(seeker: Seeker) -> str:
    """The criteria of a search: side, options and pace."""
    side = side_name(seeker.side) if seeker.side else _("either side")
    options = [_("any options")] if seeker.ruleset is None else option_names(seeker.ruleset) or [_("plain rules")]
    return ", ".join(
        [
            side,
            *options,
            _("pace: {pace}").format(pace=pace_name(seeker.pace)) if seeker.pace else _("any pace but live"),
        ]
    )
