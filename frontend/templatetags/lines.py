"""A game in a list, in two lines: players and state.

Rendered here and not by a template, which for the 50 games of a list takes 11.3 ms of processor time where this takes
4.9.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django import template
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from frontend import addresses
from frontend.per_language import once_a_language
from frontend.templatetags.game_words import option_names
from frontend.templatetags.lobby import record_line
from games.models.game import SIDES
from games.paces import PACES, in_words, pace_name
from games.words import result_in_short, side_name
from games.words_tables import phase_in_a_sentence
from games.words_time import STOPPED

register = template.Library()

LINE = '<div>\n  <span class="who">{}</span>\n  <span class="faint">{}</span>\n</div>'
SHORT_TIME = 86_400
"""Seconds below which a clock is shown as urgent."""

Line = dict[str, Any]

register.filter("address_of", lambda game_id, name: addresses.of_game(name, game_id))


@register.simple_tag
def game_line(line: Line) -> SafeString:
    """A line as `frontend.views.parts.summaries` gives it."""
    said = _words()
    return format_html(LINE + "{}", who(line, said), facts(line, said), line["board"])


@register.simple_tag(takes_context=True)
def game_list(
    context: Any, lines: list[Line], words: str, *, kind: str = "", waits: bool = False, rematch: str = ""
) -> SafeString:
    """A list of games, each with a button of this text that leads there, and with `rematch` one that offers it."""
    token = (
        format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', context.get("csrf_token", ""))
        if rematch
        else ""
    )
    dice = reverse("api-next-dice")
    form = (
        '<form action="{{}}" method="post" data-dice="{}" data-roams>{}<button'
        ' data-key="rematch-{{}}">{}</button></form>'
    )
    offer = format_html(form, dice, token, rematch)
    return in_list(rows(lines, words, kind=kind, waits=waits, offer=offer if rematch else ""))


def in_list(items: list[str]) -> SafeString:
    """The list of games around its items."""
    return mark_safe("\n".join(['<ul class="games">', *items, "</ul>"]))


def rows(lines: list[Line], words: str, *, kind: str = "", waits: bool = False, offer: str = "") -> list[str]:
    """The items of such a list, as HTML. `offer` is a form to be filled with its address and the game; finished games,
    which have it, lead to their chronicles as well.
    """
    begin = '<li class="waits">' if waits else "<li>"
    button = format_html('<a class="button {}" data-key="game-{{}}" href="{{}}">{}</a>', kind, words)
    chronicle = format_html('<a class="button" href="{{}}">{}</a>', _("Chronicle"))
    said, found = _words(), []
    for line in lines:
        game = line["id"]
        acts = format_html(button, game, addresses.of_game("game", game))
        if offer:
            form = "" if line["solo"] else format_html(offer, addresses.of_game("rematch", game), game)
            leads = format_html(chronicle, addresses.of_game("chronicle", game)) if line["year"] else ""
            acts = format_html('<div class="actions">{}{}{}</div>', form, leads, acts)
        found.append(f"{begin}{format_html(LINE, who(line, said), facts(line, said))}{line['board']}{acts}</li>")
    return found


def who(line: Line, said: dict[str, str]) -> SafeString:
    """The players' names as HTML; for a free seat its side."""
    if line["solo"]:
        return conditional_escape(said["lesson" if line["game"].lesson else "solo"])
    if line["status"] == "open" and line["free_side"]:
        return format_html(
            '{} <span class="wanted">{}</span>', line["creator"], said["seeks"] % {"side": said[line["free_side"]]}
        )
    return conditional_escape(
        " · ".join(
            [said["plays"] % {"side": said[side], "name": name or "–"} for side, name in line["players"].items()]
        )
    )


def facts(line: Line, said: dict[str, str]) -> SafeString:
    """The game's turn, whom it waits for or how it ended, its options, and the time left."""
    parts = [conditional_escape(fact) for fact in (*_when(line, said), *_facts(line, said))]
    return mark_safe(" ".join([" · ".join(parts), *_time_left(line["time"])]))


def _when(line: Line, said: dict[str, str]) -> Iterator[str]:
    """Yields the year and turn of a game."""
    if line["turn"]:
        yield said["turn"] % {"year": line["year"], "turn": line["turn"]}
    elif line["year"]:
        yield f"{line['year']}, {said['deployment']}"


@once_a_language
def _words() -> dict[str, str]:
    """Words used in nearly every line, translated once a language."""
    return {
        **{side: side_name(side) for side in SIDES},
        **{pace: pace_name(pace) for pace in PACES},
        "solo": _("Solo game"),
        "lesson": _("Lesson"),
        # Translators: who plays a side: "Franks: Richard"
        "plays": _("%(side)s: %(name)s"),
        "seeks": _("seeks somebody for the %(side)s"),
        "turn": _("%(year)s, turn %(turn)s"),
        "deployment": phase_in_a_sentence("deployment"),
        "awaited": _("turn of the %(sides)s"),
        "yours": _("your turn"),
        "both sides": _("you play both sides"),
        "and": _(" and "),
        "since": _("already for %(since)s"),
        "opened": _("opened %(since)s ago"),
    }


@once_a_language
def _result_words(how: str, winner: str | None) -> str:
    return result_in_short({"how": how, "winner": winner})


def _facts(line: Line, words: dict[str, str]) -> Iterator[str]:
    """Yields the facts of a game's line: its state, messages, options and pace."""
    is_open = line["status"] == "open"
    yield from _state(line, words)
    if line["unread"]:
        yield _link_to_unread(line)
    if line["record"]:
        yield record_line(line["record"], line["creator_side"])
    if is_open:
        yield from _what_it_waits_for(line)
    if line["taken_over"]:
        yield _("the computer took over")
    elif line["take_over"] and is_open:
        yield _("the computer may take over")
    yield from option_names(line["ruleset"])
    if line["time"]:
        yield words[line["time"]["pace"]]


def _state(line: Line, words: dict[str, str]) -> Iterator[str]:
    """How the game ended, whose turn it is, or how long it has been open."""
    game = line["game"]
    if line["result"]:
        yield _result_words(line["result"]["how"], line["result"]["winner"])
    elif line["awaited"]:
        if line["solo"]:
            yield words["both sides"]
            return
        # Where both decide, the other may have done so in secret: what is known is that this person has not.
        sides = words["and"].join([words[side] for side in line["awaited"]])
        said = words["yours"] if set(line["you"]) & set(line["awaited"]) else words["awaited"] % {"sides": sides}
        yield f"{said}, {words['since'] % {'since': timesince(game.moved_at)}}" if _is_past(game.moved_at) else said
    elif line["status"] == "open" and _is_past(game.created_at):
        yield words["opened"] % {"since": timesince(game.created_at)}


def _is_past(moment: datetime | None) -> bool:
    """Whether it is a minute ago: of less nothing is said."""
    return moment is not None and timezone.now() - moment >= timedelta(minutes=1)


def _what_it_waits_for(line: Line) -> Iterator[str]:
    """Yields what an open game waits for before it can start."""
    if line["rematch"]:
        yield _("rematch")
    if line["dice_due_at"]:
        yield _("waits for a part of the dice")
    elif line["by_hand"]:
        yield _("its creator starts it")


def _link_to_unread(line: Line) -> SafeString:
    """The link to a game's unread messages, with their number."""
    count = line["unread"]
    address = (
        addresses.of_game("talk", line["id"])
        if line["status"] == "open"
        else addresses.of_game("game", line["id"]) + "#side-talk"
    )
    words = ngettext("%(count)s new message", "%(count)s new messages", count) % {"count": count}
    return format_html('<a class="unread" href="{}">{}</a>', address, words)


def _time_left(time: Line | None) -> Iterator[str]:
    """Yields the time left, and who is on vacation."""
    if time is None:
        return
    if time["left"] is not None and time["stopped"]:
        yield format_html('<span class="clock-note">{}</span>', STOPPED.get(time["stopped"], time["stopped"]))
    elif time["left"] is not None:
        left = (
            _("%(left)s left") % {"left": in_words(timedelta(seconds=time["left"]))}
            if time["left"]
            else _("no time left")
        )
        yield format_html('· <span class="time-left{}">{}</span>', " short" if time["left"] < SHORT_TIME else "", left)
    if time["round"]:
        yield from _round_line(time["round"])
    for side in time["away"]:
        yield format_html('<span class="clock-note">{}</span>', _("%(side)s on vacation") % {"side": side_name(side)})


def _round_line(time: Line) -> Iterator[str]:
    """When the time of a game in its tournament ends."""
    if time["ends-at"] is None:
        yield format_html('<span class="clock-note">{}</span>', _("last day of the round"))
        return
    moment = formats.date_format(timezone.localtime(datetime.fromisoformat(time["ends-at"])), "SHORT_DATE_FORMAT")
    yield format_html('<span class="faint">· {}</span>', _("round until %(moment)s") % {"moment": moment})
